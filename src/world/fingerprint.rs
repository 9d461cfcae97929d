//! One number for all that decides a world's future: equal for worlds that will behave alike, and for no others.
//!
//! What is taken in: the objects, what happens outside, each controller with its caches, its queue, its passes and its
//! Events, the background workers, the faults that are still to come and those that the budget still allows. Of the watch
//! log, what somebody has yet to see.
//!
//! What is not: causes, evidence, counters, moves' numbers; the past, so what `start` with `at` would show is not in it.
//! Three things are in it as far as they make a difference:
//!
//! - **Revisions and uids** are named in the order in which they are met: it matters which copies are of one version, not
//!   which number that has. So the order of events of *different* kinds is not in it either: the moves that are possible do
//!   not depend on it, only which of two deliveries is the default one.
//! - **Times** are relative to now. Those that nobody ever looks at are left out: when an object was created, when a
//!   condition changed last. Of a time that is written down with each pass it matters whether it is the one of now.
//! - **What was drawn from the number of a pass** makes that number matter, with the habits that draw.
//!
//! Structures are taken in through their `Debug` text, so that a field that is added is part of it unless it is taken out
//! here: in doubt two worlds differ. Costs as much as there are objects.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use super::World;
use crate::controller::cache::{Informer, Watch};
use crate::controller::pass::Pass;
use crate::controller::queue::Queue;
use crate::controller::{Controller, Process};
use crate::habits::{Habits, OnMissing, Order, Stamp, StatusContent};
use crate::object::{Object, Revision, Timestamp};
use crate::persist::Map;
use crate::scenario::Budget;

impl World {
    /// See the module. The same natively and in wasm.
    #[must_use]
    pub fn fingerprint(&self) -> u128 {
        // 128-bit FNV-1a.
        let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
        for byte in self.essence().bytes() {
            hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
        hash
    }

    /// What the fingerprint is of, as text: to find out in what two worlds differ.
    #[must_use]
    pub fn essence(&self) -> String {
        let World { config, cluster, outside, controllers, workers, faults, .. } = self;
        let mut text = Text::default();
        let mut constant = super::Config::clone(config);
        let budget = std::mem::take(&mut constant.budget);
        text.line("config", &constant);
        let left = |budget: u32, spent: u32| budget.saturating_sub(spent);
        let spent = &faults.spent;
        text.line(
            "budget",
            &Budget {
                crash: left(budget.crash, spent.crash),
                cut_watch: left(budget.cut_watch, spent.cut_watch),
                fail: left(budget.fail, spent.fail),
                hold: left(budget.hold, spent.hold),
                stall: left(budget.stall, spent.stall),
            },
        );
        let mut faults = faults.clone();
        faults.spent = Budget::default();
        text.line("faults", &faults);
        if controllers.iter().any(|controller| writes_times(&controller.habits)) {
            text.line("second", &(self.now % 1000));
        }
        text.0.push_str(&cluster.essence());
        for object in cluster.objects() {
            text.line("object", object);
        }
        text.line("outside", outside);
        for controller in controllers {
            self.controller(controller, &mut text);
        }
        for worker in workers {
            text.line(worker.name, &(worker.running, worker.held));
            // What a worker knew dies with it.
            if worker.running {
                // One that is held does not read on, not even what has no bearing; that makes no difference.
                let mut task = worker.task.clone();
                task.absorb(cluster);
                let (position, essence) = task.essence(cluster);
                text.line("knows", &format_args!("{essence}"));
                for event in cluster.log_all().from(position) {
                    text.line("unread", &(event.kind, &event.object, &event.previous, &event.manager));
                }
            }
        }
        canonical(&text.0, &self.config.start.after(self.now).to_string())
    }

    fn controller(&self, controller: &Controller, text: &mut Text) {
        let habits = &controller.habits;
        let mut bare = Controller { process: None, ..controller.clone() };
        if !draws(habits) {
            bare.passes = 0;
        }
        bare.held.sort();
        text.line("controller", &bare);
        let Some(process) = &controller.process else { return };
        #[allow(clippy::needless_update)] // for the field that is added next
        let bare = Process {
            informers: Vec::new(),
            queue: Queue::new(process.queue.flavour()),
            passes: Vec::new(),
            recorder: Arc::default(),
            ..process.clone()
        };
        text.line("process", &bare);
        text.line("queue", &process.queue.essence(self.now));
        text.line("recorder", &format_args!("{}", process.recorder.essence(self.now)));
        for informer in &process.informers {
            self.informer(informer, text);
        }
        for pass in &process.passes {
            self.pass(habits, pass, text);
        }
    }

    fn informer(&self, informer: &Informer, text: &mut Text) {
        let mut bare =
            Informer { kind: None, objects: Map::new(), revision: Revision(0), position: 0, opened: 0, since: None, ..informer.clone() };
        if let Watch::Expired { oldest } = &mut bare.watch {
            // Only the text of the refusal names it.
            *oldest = Revision(0);
        }
        text.line("informer", &bare);
        let Some(kind) = &informer.kind else { return };
        text.line("of", &(&kind.plural, &kind.api_version, informer.revision < self.cluster.oldest()));
        // Most of what a cache holds is what the server holds.
        let other = |object: &Arc<Object>| {
            let metadata = &object.metadata;
            let stored = self.cluster.find(kind, metadata.namespace.as_deref(), &metadata.name);
            (object.key(), Some(object.clone()).filter(|object| stored != Some(object)))
        };
        for object in informer.objects.values() {
            text.line("cached", &other(object));
        }
        let log = self.cluster.log(kind);
        let mut unseen = informer.position;
        let since = informer.lists_past(&self.cluster);
        if let Some(since) = since {
            // What it will list is not what is there.
            for object in self.cluster.objects_at(kind, since).values() {
                text.line("past", &other(object));
            }
            unseen = log.search(|event| event.revision > since);
        }
        if informer.synced || since.is_some() {
            for event in log.from(unseen) {
                let open = informer.watch == Watch::Open;
                let due = if open { informer.due(event, self.delay()).saturating_sub(self.now) } else { 0 };
                text.line("unseen", &(event.kind, other(&event.object), due));
            }
        }
    }

    fn pass(&self, habits: &Habits, pass: &Pass, text: &mut Text) {
        let mut task = pass.task.clone();
        if !draws(habits) {
            task.number = 0;
        }
        if let Some(child) = task.answers.observed.as_mut().and_then(|observed| observed.child.as_mut()) {
            // A revision, for people.
            child.clear();
        }
        let wakes = pass.wakes.map(|wakes| wakes.saturating_sub(self.now));
        let took = (habits.on_missing == OnMissing::Timeout).then(|| self.now.saturating_sub(pass.started_at));
        text.line("pass", &(task, wakes, took, pass.priority));
    }
}

/// Whether anything is drawn from, or made of, the number of a pass.
fn draws(habits: &Habits) -> bool {
    habits.order == Order::Seeded || habits.stamp == Stamp::Counter || habits.status_content == StatusContent::Unordered
}

/// Whether the time is written down with each pass.
fn writes_times(habits: &Habits) -> bool {
    habits.stamp == Stamp::Time || matches!(habits.status_content, StatusContent::Time | StatusContent::TimeNano)
}

#[derive(Default)]
struct Text(String);

impl Text {
    fn line(&mut self, what: &str, value: &dyn std::fmt::Debug) {
        // Writing to a text cannot fail.
        let _ = writeln!(self.0, "{what} {value:?}");
    }
}

/// Times that nobody looks at.
const IDLE: [&str; 5] = ["lastTransitionTime", "creationTimestamp", "deletionTimestamp", "firstTimestamp", "lastTimestamp"];
/// Times that are written to make a difference.
const TIMES: [&str; 4] = ["lastReconcileTime", "renewTime", "acquireTime", "lab.example.com/stamp"];

/// What was met, in order.
#[derive(Default)]
struct Names(BTreeMap<String, usize>);

impl Names {
    fn write(&mut self, mark: char, name: &str, into: &mut String) {
        let next = self.0.len();
        let at = *self.0.entry(name.to_string()).or_insert(next);
        into.push(mark);
        into.push_str(&at.to_string());
    }
}

/// A `Debug` text with its revisions, uids and times renamed.
fn canonical(text: &str, now: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (mut revisions, mut uids, mut times) = (Names::default(), Names::default(), Names::default());
    let (mut key, mut rest) = ("", text);
    while let Some(quote) = rest.find('"') {
        let (plain, quoted) = rest.split_at(quote);
        plain_text(plain, &mut revisions, &mut out);
        let (literal, after) = literal(quoted);
        let is_time = Timestamp::parse(literal).is_some();
        // `"key": String("value")` in JSON, `("key", "value")` in labels.
        let names = plain.len() <= 10 && !plain.contains('\n');
        if names && IDLE.contains(&key) && is_time {
            out.push('~');
        } else if names && TIMES.contains(&key) && is_time {
            match literal.strip_suffix('Z').and_then(|literal| literal.strip_prefix(now.trim_end_matches('Z'))) {
                Some("") => out.push_str("now"),
                _ => times.write('@', literal, &mut out),
            }
        } else if names && key == "resourceVersion" && literal.bytes().all(|byte| byte.is_ascii_digit()) {
            revisions.write('#', literal, &mut out);
        } else {
            out.push('"');
            quoted_text(literal, &mut uids, &mut out);
            out.push('"');
        }
        key = literal;
        rest = after;
    }
    plain_text(rest, &mut revisions, &mut out);
    out
}

/// What stands between the quotes with which a text begins, and what follows.
fn literal(quoted: &str) -> (&str, &str) {
    let bytes = quoted.as_bytes();
    let mut at = 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (quoted.get(1..at).unwrap_or(""), quoted.get(at + 1..).unwrap_or(""))
}

/// `Revision(7)`, `Timestamp(1767225600)`
fn plain_text(mut text: &str, revisions: &mut Names, out: &mut String) {
    while let Some((before, after)) = text.split_once('(') {
        out.push_str(before);
        out.push('(');
        text = after;
        let Some((number, _)) = after.split_once(')').filter(|_| before.ends_with("Revision") || before.ends_with("Timestamp")) else {
            continue;
        };
        if before.ends_with("Timestamp") {
            out.push('~');
        } else if number == "0" {
            // Not stored yet.
            out.push('0');
        } else {
            revisions.write('#', number, out);
        }
        text = &after[number.len()..];
    }
    out.push_str(text);
}

/// Uids have the form of a UUID, and can stand anywhere in a text: in `managedFields` they are part of a key.
fn quoted_text(mut text: &str, uids: &mut Names, out: &mut String) {
    const LENGTH: usize = 36;
    let mut from = 0;
    while let Some(dash) = text.as_bytes().iter().skip(from).position(|byte| *byte == b'-').map(|at| at + from) {
        match dash.checked_sub(8).and_then(|start| text.get(start..start + LENGTH)) {
            Some(uid) if is_uid(uid) => {
                out.push_str(&text[..dash - 8]);
                uids.write('%', uid, out);
                text = &text[dash - 8 + LENGTH..];
                from = 0;
            }
            _ => from = dash + 1,
        }
    }
    out.push_str(text);
}

fn is_uid(text: &str) -> bool {
    text.bytes().enumerate().all(|(at, byte)| if matches!(at, 8 | 13 | 18 | 23) { byte == b'-' } else { byte.is_ascii_hexdigit() })
}
