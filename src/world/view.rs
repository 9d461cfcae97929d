//! What a human sees of a world: everything, as plain JSON, in the contract's words.

use std::sync::Arc;

use serde_json::Value;

use super::World;
use super::journal::{Book, Journal};
use crate::controller::cache::Watch;
use crate::controller::cause::{self, Cause};
use crate::controller::election::Election;
use crate::controller::evidence::Decision;
use crate::controller::pass::{Ended, Pass};
use crate::controller::{Controller, Process};
use crate::object::{Key, Object, Record, Ref, Revision, gather, list, sort};

/// How much of the view is wanted: all of it by default.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// Whole objects; else refs and revisions only.
    pub objects: bool,
    /// At most so many of the passes that ended, the last ones.
    pub passes: usize,
    /// What the next request of a pass will carry.
    pub bodies: bool,
    /// Whole copies that passes held which have ended; else refs and revisions only, as with `objects`.
    pub copies: bool,
}

impl Default for Wish {
    fn default() -> Wish {
        Wish { objects: true, passes: usize::MAX, bodies: false, copies: true }
    }
}

impl Wish {
    fn object(self, object: &Object) -> Value {
        if self.objects {
            return object.to_value();
        }
        let mut metadata = Record::default();
        metadata.text("name", &object.metadata.name);
        metadata.some_text("namespace", object.metadata.namespace.as_deref());
        metadata.show("resourceVersion", &object.metadata.revision);
        let mut record = Record::default();
        record.text("apiVersion", &object.types.api_version);
        record.text("kind", &object.types.kind);
        record.put("metadata", metadata.end());
        record.end()
    }

    fn listed<'a>(self, objects: impl Iterator<Item = &'a Arc<Object>>) -> Value {
        list(objects.map(|object| self.object(object)))
    }
}

/// Whether an object is the definition of a kind that came with the scenario, as it came. It is there and can be asked
/// for; it would be the longest of all objects, and nothing happens to it.
fn is_scenery(object: &Object) -> bool {
    &*object.types.kind == "CustomResourceDefinition" && object.metadata.revision.0 <= 1
}

/// The view, but for `position` and `length`.
#[must_use]
pub fn view(world: &World, journal: &Journal, wish: Wish) -> Value {
    let nothing = Book::default();
    let controllers = gather(world.controllers.iter().map(|controller| {
        let book = journal.book_of(&controller.name).unwrap_or(&nothing);
        (controller.name.to_string(), controller_view(world, controller, book, wish))
    }));
    let mut background = Record::default();
    for worker in &world.workers {
        background.put(worker.name, worker_view(worker.running, worker.held, &worker.task.pending()));
    }
    let accounts = world.outside.accounts().map(|(name, account)| {
        let mut record = Record::default();
        record.text("name", name);
        record.flag("broken", account.broken);
        record.put("madeBy", account.made_by.as_ref().map(|key| key.to_string().into()).unwrap_or_default());
        record.end()
    });
    let counted = &journal.counters;
    let mut counters = Record::default();
    counters.number("requests", counted.requests);
    counters.number("writes", counted.writes);
    counters.number("unchangedWrites", counted.unchanged_writes);
    counters.number("conflicts", counted.conflicts);
    counters.number("passes", counted.passes);
    counters.number("events", counted.events);
    counters.number("droppedByPredicate", counted.dropped_by_predicate);
    let mut record = Record::default();
    record.number("time", world.now);
    record.show("revision", &world.cluster.revision());
    record.put("objects", wish.listed(world.cluster.objects().filter(|object| !is_scenery(object))));
    record.put("outside", list(accounts));
    record.put("controllers", Value::Object(controllers));
    record.put("background", background.end());
    record.put("counters", counters.end());
    record.end()
}

fn worker_view(running: bool, held: bool, pending: &[Ref]) -> Value {
    let mut record = Record::default();
    record.flag("running", running);
    record.flag("held", held);
    record.put("pending", list(pending.iter().map(Ref::to_value)));
    record.end()
}

fn controller_view(world: &World, controller: &Controller, book: &Book, wish: Wish) -> Value {
    let process = controller.process.as_ref();
    let mut passes = Vec::new();
    for pass in controller.passes_in_progress() {
        passes.push(pass_view(world, controller, pass, wish));
    }
    let ended = Wish { objects: wish.objects && wish.copies, ..wish };
    let mut recent = Vec::new();
    for pass in book.recent.from(book.recent.len().saturating_sub(wish.passes)) {
        recent.push(pass_view(world, controller, pass, ended));
    }
    let mut record = Record::default();
    record.flag("running", process.is_some());
    record.flag("stalled", process.is_some_and(|process| process.stalled));
    let leads = |_| process.is_some_and(Process::works).into();
    record.put("leader", controller.lease.as_ref().map(leads).unwrap_or_default());
    record.put_some("lease", process.and_then(|process| process.election.as_ref()).map(Election::to_value));
    record.put("habits", controller.habits.to_value());
    record.number("passes", controller.passes);
    record.put("cache", process.map_or_else(|| Record::default().end(), |process| cache(world, controller, process, wish)));
    record.put("inFlight", process.map_or_else(|| Value::Array(Vec::new()), |process| in_flight(world, process, wish)));
    record.put("queue", queue(process));
    record.put("pass", passes.first().cloned().unwrap_or_default());
    record.put("inProgress", Value::Array(passes));
    record.put("lastPass", book.recent.last().map(|pass| pass_view(world, controller, pass, ended)).unwrap_or_default());
    record.put("recentPasses", Value::Array(recent));
    record.put("notWoken", list(book.not_woken.iter().map(|entry| super::fact::not_woken(entry.by, entry.mark, &entry.delta))));
    record.end()
}

fn cache(world: &World, controller: &Controller, process: &Process, wish: Wish) -> Value {
    let mut kinds = Record::default();
    for informer in &process.informers {
        let mut record = Record::default();
        record.put("objects", wish.listed(informer.objects.values()));
        record.show("revision", &informer.revision);
        record.put("behind", informer.behind(&world.cluster).into());
        record.flag("held", controller.held.contains(&informer.name));
        record.flag("synced", informer.synced);
        record.text("watch", informer.watch.name());
        record.some_text("selector", controller.habits.cache_selector.as_deref().filter(|_| informer.selector.is_some()));
        kinds.put(&informer.name, record.end());
    }
    kinds.end()
}

fn in_flight(world: &World, process: &Process, wish: Wish) -> Value {
    let mut events: Vec<(Revision, Value)> = Vec::new();
    for informer in process.informers.iter().filter(|informer| informer.watch == Watch::Open) {
        informer.unseen(&world.cluster, &mut |event, seen, object| {
            let mut record = Record::default();
            record.text("kind", &informer.name);
            record.text("type", seen.name());
            record.put("object", wish.object(&object));
            record.number("due", informer.due(event, world.delay()));
            record.number("move", event.mark);
            events.push((event.revision, record.end()));
        });
    }
    sort(&mut events, &|(left, _), (right, _)| left < right);
    list(events.into_iter().map(|(_, event)| event))
}

fn queue(process: Option<&Process>) -> Value {
    let (mut ready, mut processing, mut waiting, mut failures) = (Vec::new(), Vec::new(), Vec::new(), Record::default());
    let mut aside = Vec::new();
    if let Some(Process { queue, .. }) = process {
        for item in queue.ready() {
            ready.push(queued(item.key, item.priority, item.causes).end());
        }
        for item in queue.aside() {
            aside.push(queued(item.key, item.priority, item.causes).end());
        }
        for item in queue.waiting() {
            let mut record = queued(item.key, item.priority, item.causes);
            record.number("due", item.due);
            waiting.push(record.end());
        }
        for key in queue.processing() {
            processing.push(Value::String(key.to_string()));
        }
        for (key, count) in queue.failures_all() {
            failures.number(&key.to_string(), count.into());
        }
    }
    let mut record = Record::default();
    record.put("ready", Value::Array(ready));
    record.put("aside", Value::Array(aside));
    record.put("processing", Value::Array(processing));
    record.put("waiting", Value::Array(waiting));
    record.put("failures", failures.end());
    record.end()
}

fn queued(key: &Key, priority: i32, causes: &[Arc<Cause>]) -> Record {
    let mut record = Record::default();
    record.show("key", key);
    record.put("priority", priority.into());
    record.put("causes", cause::to_values(causes));
    record
}

fn pass_view(world: &World, controller: &Controller, pass: &Pass, wish: Wish) -> Value {
    let running = pass.ended.is_none();
    let holds = pass.task.holds().map(|copy| {
        let mut record = Record::default();
        record.put("object", wish.object(&copy.object));
        record.text("from", copy.from.name());
        record.end()
    });
    let mut record = Record::default();
    record.show("key", &pass.task.key);
    record.number("number", pass.task.number);
    record.put("causes", cause::to_values(&pass.causes));
    record.number("startedAt", pass.started_at);
    record.number("startMove", pass.start_mark);
    record.text("question", if running { pass.task.state.question().name() } else { "returned" });
    record.text("waitingFor", pass.task.state.name());
    record.number_or_null("wakes", pass.wakes);
    record.put("next", if running { world.ask_value(controller, pass, wish.bodies) } else { Value::Null });
    record.put("holds", list(holds));
    record.put("answers", pass.task.answers.to_value());
    record.put("writes", list(pass.writes.iter().map(|write| write.to_value())));
    record.put("decision", pass.decision.as_ref().map(Decision::to_value).unwrap_or_default());
    record.text_or_null("ended", pass.ended.map(Ended::name));
    record.end()
}
