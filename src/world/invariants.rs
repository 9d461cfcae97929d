//! What ought to hold whatever happens, and whether it does: where it is broken, since which move, and whether one of the
//! chosen habits is known to break it.
//!
//! | name | holds while |
//! |---|---|
//! | `oneRunPerKey` | no controller has two passes over one key in progress |
//! | `cacheIsPast` | each cache holds what the server held at the version that it has seen last (under a selector: what of it is selected) |
//! | `nothingLeaks` | once all is quiet, each account outside has an AppConfig that wants it, or somebody who will still look |
//! | `noDuplicates` | no AppConfig owns two children that live |
//! | `readyIsTrue` | whenever a controller wrote Ready=True for a generation, the child equalled what that generation wants |
//! | `noLoop` | no key keeps waking itself: 20 passes in a row, each woken only by its own controller's writes |
//!
//! A controller can know no more than what it has read, so `readyIsTrue` is about the child as the pass had it: the version
//! that it read, as the server has it on record, or the one that the server answered to its own write. Where it did not
//! look at all, it is the child that is there.
//!
//! Whether they hold is found on demand, from the world; [`Notes`] keep, move by move, only what the world does not tell
//! afterwards. So they cost nothing where nobody looks, and are the same after `goto`, in a fork and in a replay. They are
//! not part of the digest: they follow from what is.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;

use super::World;
use super::fact::Fact;
use super::journal::{Journal, LOOP};
use crate::cluster::{Event, EventType, Kind};
use crate::controller::cache::Role;
use crate::controller::pass::Pass;
use crate::controller::{APP_CONFIG, Controller, app_config};
use crate::object::{Key, Object, OwnerReference, Record, json_text, text_at};
use crate::persist::{List, Map};
use crate::reconcile::Task;
use crate::reconcile::desired::INSTANCE;
use crate::scenario::Move;

/// Their names, in the order in which they are shown.
pub const NAMES: [&str; 6] = ["oneRunPerKey", "cacheIsPast", "nothingLeaks", "noDuplicates", "readyIsTrue", "noLoop"];

const CACHE: u8 = 1 << 1;
const LEAK: u8 = 1 << 2;
const TWINS: u8 = 1 << 3;
const READY: u8 = 1 << 4;
const LOOPS: u8 = 1 << 5;

/// Which values of habits are known to break which of them, the more telling ones first.
const EXPECTED: [(&str, &str, u8); 31] = [
    ("statusContent", "counter", LOOPS),
    ("statusContent", "timeNano", LOOPS),
    ("statusContent", "time", LOOPS),
    ("statusContent", "lastError", LOOPS),
    ("statusContent", "unordered", LOOPS),
    ("stamp", "counter", LOOPS),
    ("stamp", "time", LOOPS),
    ("order", "seeded", LOOPS),
    ("naming", "generated", TWINS | READY | LOOPS),
    ("cacheCopy", "false", CACHE | LEAK | TWINS | READY | LOOPS),
    ("truth", "status", READY),
    ("observedGeneration", "never", READY),
    ("observedGeneration", "onChange", READY),
    ("compare", "hash", READY),
    ("removeStale", "false", READY),
    ("write", "mergePatch", READY),
    ("write", "apply", READY),
    ("owner", "plain", READY),
    // What is read back is not compared again.
    ("afterCreate", "readBack", READY),
    ("afterCreate", "sleep", READY),
    // These two send a write in each pass: endless where a server counts writes that change nothing.
    ("compare", "always", LOOPS),
    ("compare", "whole", LOOPS),
    ("statusWhen", "always", LOOPS),
    ("statusVia", "main", LOOPS),
    ("finalizer", "none", LEAK),
    ("finalizer", "afterOutside", LEAK),
    ("whileDeleting", "full", LEAK),
    ("deletionCheck", "late", LEAK),
    ("onError", "giveUpAfter15", LEAK),
    // While the Secret is missing nothing is touched, and nobody looks again before it comes.
    ("onMissing", "done", LEAK),
    ("onMissing", "terminal", LEAK),
];

/// Which of them a habit's value may break, by name.
#[must_use]
pub fn expected_of(habit: &str, value: &str) -> Vec<&'static str> {
    let row = EXPECTED.iter().find(|row| row.0 == habit && row.1 == value);
    let bits = row.map_or(0, |row| row.2);
    NAMES.iter().enumerate().filter(|(at, _)| bits & 1 << at != 0).map(|(_, name)| *name).collect()
}

/// What the journal keeps for them.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// By place: the move since which something is so that cannot be told from the world.
    since: Map<Arc<str>, u64>,
    /// The rows of [`EXPECTED`] that were chosen before a habit was set anew.
    chosen: u64,
}

/// Where something is broken, and since which move.
pub type Broken = Option<(String, u64)>;

/// The places of [`Notes`] that are no invariant's.
const MADE: &str = "made";

impl Notes {
    #[inline(never)]
    fn of(&self, what: &str, place: &str) -> u64 {
        self.since.get(&*[what, " ", place].concat()).copied().unwrap_or(0)
    }

    fn put(&mut self, what: &str, place: &str, mark: u64) {
        self.since.insert([what, " ", place].concat().into(), mark);
    }

    /// Since this move a place is broken, if it was not; or it is no more.
    #[inline(never)]
    fn set(&mut self, what: &str, place: &str, broken: bool, mark: u64) {
        if !broken {
            self.since.remove(&*[what, " ", place].concat());
        } else if self.of(what, place) == 0 {
            self.put(what, place, mark);
        }
    }

    /// The habits that are about to be set anew.
    pub fn before(&mut self, world: &World, play: &Move) {
        if let Move::Habits { .. } = play {
            self.chosen |= chosen(world);
        }
    }

    /// Takes one fact into account: when an account was made, which it does not say itself.
    pub fn note(&mut self, fact: &Fact, mark: u64) {
        if let Fact::Outside { op: "create", name, error: None, .. } = fact {
            self.put(MADE, name, mark);
        }
    }

    /// A pass over a key was answered: looks at what that can have broken and would not be seen afterwards. `ended`: the
    /// pass of this controller that ended last.
    fn answered(&mut self, world: &World, controller: &Controller, key: &Key, ended: Option<&Task>, mark: u64) {
        let Some(pass) = controller.passes_in_progress().iter().find(|pass| pass.task.key == *key) else {
            // What was not true when it was written may have come true.
            let ready = place(controller, "", key);
            if self.of(NAMES[4], &ready) != 0 && ended.is_some_and(|task| task.key == *key && is_true(world, task, None)) {
                self.set(NAMES[4], &ready, false, mark);
            }
            return;
        };
        if !controller.habits.cache_copy {
            let child = pass.task.child.as_ref().map(|child| child.object.key());
            for informer in controller.informers() {
                let key = if informer.role == Role::For { Some(key) } else { child.as_ref() };
                if let Some(object) = key.and_then(|key| informer.objects.get(key)) {
                    let broken = stored(world, informer.kind.as_ref(), object) != object;
                    self.set(NAMES[1], &place(controller, &informer.name, &object.key()), broken, mark);
                }
            }
        }
        let Some(broken) = untrue(world, pass, mark) else { return };
        let ready = place(controller, "", key);
        let fresh = pass.writes.last().and_then(|write| write.before.as_ref()).is_some_and(|before| condition(before).is_none());
        if fresh {
            self.set(NAMES[4], &ready, false, mark);
        }
        self.set(NAMES[4], &ready, broken, mark);
    }
}

/// Whether the status that a pass wrote in this move says Ready although it is not so; nothing if it wrote none.
#[must_use]
pub fn untrue(world: &World, pass: &Pass, mark: u64) -> Option<bool> {
    let write = pass.writes.last().filter(|write| write.mark == mark && write.event.is_some())?;
    let (Some(before), Some(after)) = (&write.before, &write.after) else { return None };
    let told = &*after.types.kind == APP_CONFIG.1 && before.body.get("status") != after.body.get("status");
    told.then(|| condition(after).is_some() && !is_true(world, &pass.task, Some(after)))
}

/// Where a cache holds what the server never held, or not at the version that it has seen last.
#[must_use]
pub fn not_past(world: &World) -> Option<String> {
    cache(world, &Notes::default()).map(|(place, _)| place)
}

/// Looks at what a move may have broken.
pub fn look(journal: &mut Journal, world: &World, play: &Move, mark: u64) {
    let (Move::Begin { controller, key } | Move::Answer { controller, key }) = play else { return };
    let controller = world.controllers.iter().find(|other| Some(&other.name) == controller.as_ref());
    let (Some(controller), Some(key)) = (controller, key.as_deref().and_then(Key::parse)) else { return };
    let Journal { books, notes, .. } = journal;
    let book = books.iter().find(|(name, _)| *name == controller.name).map(|(_, book)| book);
    if let Move::Answer { .. } = play {
        let ended = book.and_then(|book| book.recent.last()).map(|pass| &pass.task);
        notes.answered(world, controller, &key, ended, mark);
    } else if book.and_then(|book| book.streaks.get(&key)).is_some_and(|streak| streak.passes == LOOP) {
        let place = place(controller, "", &key);
        notes.put(NAMES[5], &place, mark);
    }
}

/// Which rows of [`EXPECTED`] are chosen now.
fn chosen(world: &World) -> u64 {
    let mut rows = 0;
    for controller in &world.controllers {
        let habits = controller.habits.to_value();
        for (at, (habit, value, _)) in EXPECTED.iter().enumerate() {
            let is = habits.get(*habit).map(json_text).unwrap_or_default();
            rows |= u64::from(is.trim_matches('"') == *value) << at;
        }
    }
    rows
}

/// As the view shows them.
#[must_use]
pub fn to_value(world: &World, journal: &Journal) -> Value {
    let quiet = is_quiet(world);
    let mut all = Vec::new();
    let mut rows = None;
    for (at, name) in NAMES.iter().enumerate() {
        let broken = match at {
            0 => two_runs(world),
            1 => cache(world, &journal.notes),
            2 if quiet => leak(world, &journal.notes),
            3 => twins(world),
            4 => ready(world, &journal.notes),
            // One that has come to rest is none any more.
            5 if !quiet => loops(journal),
            _ => None,
        };
        let mut record = Record::default();
        record.text("name", name);
        record.flag("holds", broken.is_none());
        record.number_or_null("since", broken.as_ref().map(|broken| broken.1));
        record.text_or_null("where", broken.as_ref().map(|broken| &*broken.0));
        let mut expected = None;
        if broken.is_some() {
            let rows = *rows.get_or_insert_with(|| journal.notes.chosen | chosen(world));
            for (row, (habit, value, breaks)) in EXPECTED.iter().enumerate() {
                if expected.is_none() && rows & 1 << row != 0 && breaks & 1 << at != 0 {
                    expected = Some([*habit, "=", *value].concat());
                }
            }
        }
        record.text_or_null("expectedOf", expected.as_deref());
        all.push(record.end());
    }
    Value::Array(all)
}

/// Nothing is left but queue timers.
fn is_quiet(world: &World) -> bool {
    match world.default_move() {
        Some(Move::Advance { .. }) => world.timers().work.is_none(),
        play => play.is_none(),
    }
}

fn place(controller: &Controller, kind: &str, key: &Key) -> String {
    let key = key.to_string();
    if kind.is_empty() { [&*controller.name, " ", &key].concat() } else { [&*controller.name, " ", kind, " ", &key].concat() }
}

/// Two passes over one key.
#[must_use]
pub fn two_runs(world: &World) -> Broken {
    for controller in &world.controllers {
        let passes = controller.passes_in_progress();
        for (at, pass) in passes.iter().enumerate() {
            if let Some(earlier) = passes.iter().take(at).find(|earlier| earlier.task.key == pass.task.key) {
                return Some((place(controller, "", &pass.task.key), pass.start_mark.max(earlier.start_mark)));
            }
        }
    }
    None
}

/// An object as the server had it at the version that a copy shows.
fn stored<'a>(world: &'a World, kind: Option<&Arc<Kind>>, copy: &'a Arc<Object>) -> &'a Arc<Object> {
    let revision = copy.metadata.revision;
    let log = kind.map(|kind| world.cluster.log(kind));
    let event = log.and_then(|log| log.get(log.search(|event| event.revision >= revision)));
    event.filter(|event| event.revision == revision).map_or(copy, |event| &event.object)
}

fn cache(world: &World, notes: &Notes) -> Broken {
    for controller in &world.controllers {
        for informer in controller.informers().iter().filter(|informer| informer.synced) {
            let Some(kind) = &informer.kind else { continue };
            // What is not selected is not there.
            let whole = informer.role == Role::For || controller.habits.cache_selector.is_none();
            let past = world.cluster.objects_at(kind, informer.revision);
            let mut past = past.values();
            let mut found = None;
            for object in informer.objects.values() {
                let mut was = past.next();
                while !whole && was.is_some_and(|was| was.key() != object.key()) {
                    was = past.next();
                }
                // A schema that changes is no event: then the copy is what the server sent once, and not what it has stored.
                let sent = |was: &Object| was.metadata.revision == object.metadata.revision && stored(world, Some(kind), object) == object;
                if !was.is_some_and(|was| Arc::ptr_eq(was, object) || was == object || sent(was)) {
                    found = Some(object.key());
                    break;
                }
            }
            let missing = || past.next().filter(|_| whole).map(|object| object.key());
            if let Some(key) = found.or_else(missing) {
                let place = place(controller, &informer.name, &key);
                let since = notes.of(NAMES[1], &place);
                return Some((place, since));
            }
        }
    }
    None
}

/// The last event that is one of these.
#[inline(never)]
fn last<'a>(log: &'a List<Arc<Event>>, is: &dyn Fn(&Event) -> bool) -> Option<&'a Arc<Event>> {
    let mut at = log.len();
    while at > 0 {
        at -= 1;
        if let Some(event) = log.get(at).filter(|event| is(event)) {
            return Some(event);
        }
    }
    None
}

/// The move at which an object last turned into something; 0 if it was that before the first move.
fn turned(log: &List<Arc<Event>>, key: &Key, is: &dyn Fn(Option<&Object>) -> bool) -> u64 {
    let turns = |event: &Event| {
        let after = Some(&*event.object).filter(|_| event.kind != EventType::Deleted);
        event.object.key() == *key && is(after) && !is(event.previous.as_deref())
    };
    last(log, &turns).map_or(0, |event| event.mark)
}

fn leak(world: &World, notes: &Notes) -> Broken {
    // With its definition gone are all of the kind.
    let kind = app_config(&world.cluster);
    for (name, account) in world.outside.accounts() {
        let Some(key) = &account.made_by else { continue };
        let wants =
            |app: Option<&Object>| app.is_some_and(|app| app.metadata.deletion.is_none() && app.text_at(&["spec", "account"]) == &**name);
        let app = kind.and_then(|kind| world.cluster.find(kind, Some(&key.namespace), &key.name));
        let gone = app.is_none();
        let is = |app: Option<&Object>| if gone { app.is_none() } else { !wants(app) };
        if is(app.map(|app| &**app)) && (gone || !world.controllers.iter().any(|controller| will_look(world, controller, key))) {
            let made = notes.of(MADE, name);
            return Some((
                [name, " of ", &key.to_string()].concat(),
                made.max(kind.map_or(0, |kind| turned(world.cluster.log(kind), key, &is))),
            ));
        }
    }
    None
}

/// Somebody is not running, has not heard of all, or has the key before him.
fn will_look(world: &World, controller: &Controller, key: &Key) -> bool {
    controller.process.as_ref().is_none_or(|process| {
        !process.is_synced()
            || process.informers.iter().any(|informer| informer.behind(&world.cluster) > 0)
            || process.queue.due(key, world.now).is_some()
            || process.passes.iter().any(|pass| pass.task.key == *key)
    })
}

/// The AppConfig that a child belongs to, by uid, with its namespace and name; none of a child that is on its way out.
///
/// One with a generated name and without any owner says by its label whose it is.
fn parent(child: &Object) -> Option<(Cow<'_, str>, &str, &str)> {
    let metadata = Some(&child.metadata).filter(|metadata| metadata.deletion.is_none())?;
    let ours = |owner: &&OwnerReference| owner.group() == APP_CONFIG.0 && owner.kind == APP_CONFIG.1;
    let namespace = metadata.namespace.as_deref().unwrap_or("");
    if let Some(owner) = metadata.owner_references.iter().find(ours) {
        return Some((owner.uid.as_str().into(), namespace, &owner.name));
    }
    let name = metadata.labels.get(INSTANCE).filter(|_| metadata.owner_references.is_empty())?;
    Some(([namespace, "/", name].concat().into(), namespace, name))
}

/// Two children of one AppConfig.
#[must_use]
pub fn twins(world: &World) -> Broken {
    let kind = world.cluster.kind("ConfigMap", Some("v1"))?;
    let mut first: Map<Arc<str>, u64> = Map::new();
    for (at, child) in (0..).zip(world.cluster.objects_of(kind)) {
        let Some((owner, namespace, name)) = parent(child) else { continue };
        if let Some(other) = first.insert((&*owner).into(), at) {
            let mut since = 0;
            for child in [Some(child), world.cluster.objects_of(kind).nth(usize::try_from(other).ok()?)].into_iter().flatten() {
                let is = |child: Option<&Object>| child.and_then(parent).is_some_and(|(other, ..)| other == owner);
                since = turned(world.cluster.log(kind), &child.key(), &is).max(since);
            }
            return Some((Key::new(namespace, name).to_string(), since));
        }
    }
    None
}

/// The condition that says Ready, if it is true.
fn condition(app: &Object) -> Option<&Value> {
    app.condition("Ready").filter(|ready| text_at(ready, &["status"]) == Some("True"))
}

/// Whether the child, as a pass had it, is what the generation wants for which `written` says Ready; without one, what the
/// pass itself wanted.
fn is_true(world: &World, task: &Task, written: Option<&Arc<Object>>) -> bool {
    let (Some(first), Some(desired)) = (&task.first, &task.answers.desired) else { return true };
    let mut wish = desired.child.as_ref().map(|child| child.body.get("data"));
    let claimed = written.and_then(|app| {
        let says = |value: Option<&Value>| value?.get("observedGeneration")?.as_i64();
        says(condition(app)).or_else(|| says(app.body.get("status"))).or(Some(app.metadata.generation))
    });
    if let (Some(claimed), Some(kind)) = (claimed.filter(|claimed| *claimed != first.metadata.generation), app_config(&world.cluster)) {
        let meant = |event: &Event| {
            let metadata = &event.object.metadata;
            metadata.uid == first.metadata.uid && metadata.generation == claimed
        };
        if let Some(event) = last(world.cluster.log(kind), &meant) {
            wish = event.object.at(&["spec", "data"]).filter(|data| data.is_object()).map(Some);
        }
    }
    let held = task.child.as_ref().map(|copy| stored(world, world.cluster.kind("ConfigMap", Some("v1")), &copy.object));
    // One that trusts its status did not look.
    let child = held.or_else(|| desired.child.as_ref().and_then(|child| world.stored(&child.reference())));
    match wish {
        Some(data) => child.is_some_and(|child| some(child.body.get("data")) == some(data)),
        None => !child.is_some_and(|child| child.metadata.owner_references.iter().any(|owner| *owner.uid == *first.metadata.uid)),
    }
}

/// Data, unless there are none.
fn some(data: Option<&Value>) -> Option<&Value> {
    data.filter(|data| data.as_object().is_some_and(|data| !data.is_empty()))
}

fn ready(world: &World, notes: &Notes) -> Broken {
    let kind = app_config(&world.cluster)?;
    let what = [NAMES[4], " "].concat();
    for (place, since) in notes.since.from(&*what) {
        let place = place.strip_prefix(&*what)?;
        let key = place.split_once(' ').and_then(|(_, key)| Key::parse(key))?;
        // It may say so no more, or be gone.
        let app = world.cluster.find(kind, Some(&key.namespace), &key.name);
        if app.is_some_and(|app| condition(app).is_some()) {
            return Some((place.to_string(), *since));
        }
    }
    None
}

fn loops(journal: &Journal) -> Broken {
    for (controller, book) in &journal.books {
        for (key, streak) in book.streaks.iter() {
            if streak.passes >= LOOP {
                let place = [controller, " ", &key.to_string()].concat();
                let since = journal.notes.of(NAMES[5], &place);
                return Some((place, since));
            }
        }
    }
    None
}
