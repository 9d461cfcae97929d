//! What a human sees of a world: everything, as plain JSON, in the contract's words.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::journal::{Book, Journal};
use super::{GARBAGE_COLLECTOR, IDLE_WORKERS, World};
use crate::controller::cause;
use crate::controller::evidence::{Decision, Write};
use crate::controller::pass::{Ended, Pass};
use crate::controller::{Controller, Process};
use crate::object::{Object, gather};

/// How much of the view is wanted: all of it by default.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// Whole objects; else refs and revisions only.
    pub objects: bool,
    /// At most so many of the passes that ended, the last ones.
    pub passes: usize,
}

impl Default for Wish {
    fn default() -> Wish {
        Wish { objects: true, passes: usize::MAX }
    }
}

/// How objects are shown.
#[derive(Clone, Copy)]
struct Shape {
    whole: bool,
    passes: usize,
}

impl Shape {
    fn object(self, object: &Object) -> Value {
        if self.whole {
            return object.to_value();
        }
        let mut metadata = Map::new();
        metadata.insert("name".into(), object.metadata.name.clone().into());
        if let Some(namespace) = &object.metadata.namespace {
            metadata.insert("namespace".into(), namespace.clone().into());
        }
        metadata.insert("resourceVersion".into(), object.metadata.revision.to_string().into());
        json!({ "apiVersion": &*object.types.api_version, "kind": &*object.types.kind, "metadata": metadata })
    }

    fn objects<'a>(self, objects: impl Iterator<Item = &'a Arc<Object>>) -> Value {
        Value::Array(objects.map(|object| self.object(object)).collect())
    }
}

/// The view, but for `position` and `length`.
#[must_use]
pub fn view(world: &World, journal: &Journal, wish: Wish) -> Value {
    let shape = Shape { whole: wish.objects, passes: wish.passes };
    let nothing = Book::default();
    let controllers = gather(&mut world.controllers.iter().map(|controller| {
        let book = journal.book_of(&controller.name).unwrap_or(&nothing);
        (controller.name.to_string(), controller_view(world, controller, book, shape))
    }));
    let mut background = Map::new();
    background.insert(
        GARBAGE_COLLECTOR.into(),
        json!({ "running": world.worker.running, "held": world.worker.held, "pending": world.worker.collector.pending() }),
    );
    for idle in IDLE_WORKERS {
        background.insert(idle.into(), json!({ "running": false, "held": false, "pending": [] }));
    }
    let accounts: Vec<Value> = world
        .outside
        .accounts()
        .map(|(name, account)| json!({ "name": &**name, "broken": account.broken, "madeBy": account.made_by }))
        .collect();
    let counters = &journal.counters;
    json!({
        "time": world.now,
        "revision": world.cluster.revision().to_string(),
        "objects": shape.objects(world.cluster.objects()),
        "outside": accounts,
        "controllers": controllers,
        "background": background,
        "counters": {
            "requests": counters.requests, "writes": counters.writes, "unchangedWrites": counters.unchanged_writes,
            "conflicts": counters.conflicts, "passes": counters.passes, "events": counters.events,
            "droppedByPredicate": counters.dropped_by_predicate,
        },
    })
}

fn controller_view(world: &World, controller: &Controller, book: &Book, shape: Shape) -> Value {
    let process = controller.process.as_ref();
    let passes: Vec<Value> =
        process.iter().flat_map(|process| &process.passes).map(|pass| pass_view(world, controller, pass, shape)).collect();
    let recent: Vec<Value> =
        book.recent.from(book.recent.len().saturating_sub(shape.passes)).map(|pass| pass_view(world, controller, pass, shape)).collect();
    let not_woken: Vec<Value> = book.not_woken.iter().map(|entry| super::fact::not_woken(entry.by, entry.mark, &entry.delta)).collect();
    json!({
        "running": process.is_some(),
        "stalled": false,
        "leader": null,
        "habits": *controller.habits,
        "passes": controller.passes,
        "cache": process.map_or_else(|| json!({}), |process| cache(world, controller, process, shape)),
        "inFlight": process.map(|process| in_flight(world, process, shape)).unwrap_or_default(),
        "queue": process.map_or_else(|| json!({ "ready": [], "processing": [], "waiting": [], "failures": {} }), queue),
        "pass": passes.first(),
        "inProgress": passes,
        "lastPass": recent.last(),
        "recentPasses": recent,
        "notWoken": not_woken,
    })
}

fn cache(world: &World, controller: &Controller, process: &Process, shape: Shape) -> Value {
    let mut kinds = process.informers.iter().map(|informer| {
        let value = json!({
            "objects": shape.objects(informer.objects.values()),
            "revision": informer.revision.to_string(),
            "behind": informer.behind(&world.cluster),
            "held": controller.held.contains(&informer.name),
            "synced": informer.synced,
            "watch": informer.watch.name(),
        });
        (informer.name.to_string(), value)
    });
    Value::Object(gather(&mut kinds))
}

fn in_flight(world: &World, process: &Process, shape: Shape) -> Vec<Value> {
    let mut events: Vec<_> = process
        .informers
        .iter()
        .flat_map(|informer| {
            let due = move |event: &crate::cluster::Event| informer.due(event, world.delay());
            informer.in_flight(&world.cluster).map(move |event| (event, due(event), &informer.name))
        })
        .collect();
    events.sort_unstable_by_key(|(event, ..)| event.revision);
    let value = |(event, due, kind): (&Arc<crate::cluster::Event>, u64, &Arc<str>)| json!({ "kind": &**kind, "type": event.kind.name(), "object": shape.object(&event.object), "due": due, "move": event.mark });
    events.into_iter().map(value).collect()
}

fn queue(process: &Process) -> Value {
    let queue = &process.queue;
    let ready: Vec<Value> =
        queue.ready().map(|item| json!({ "key": item.key, "priority": item.priority, "causes": cause::to_values(item.causes) })).collect();
    let waiting: Vec<Value> = queue
        .waiting()
        .map(|item| json!({ "key": item.key, "priority": item.priority, "causes": cause::to_values(item.causes), "due": item.due }))
        .collect();
    let processing: Vec<String> = queue.processing().map(ToString::to_string).collect();
    let failures = gather(&mut queue.failures_all().map(|(key, count)| (key.to_string(), count.into())));
    json!({ "ready": ready, "processing": processing, "waiting": waiting, "failures": failures })
}

fn pass_view(world: &World, controller: &Controller, pass: &Pass, shape: Shape) -> Value {
    let running = pass.ended.is_none();
    let holds: Vec<Value> = pass.task.holds().map(|copy| json!({ "object": shape.object(&copy.object), "from": copy.from })).collect();
    let question = if running { json!(pass.task.state.question()) } else { "returned".into() };
    json!({
        "key": pass.task.key,
        "number": pass.task.number,
        "causes": cause::to_values(&pass.causes),
        "startedAt": pass.started_at,
        "startMove": pass.start_mark,
        "question": question,
        "waitingFor": pass.task.state.name(),
        "wakes": pass.wakes,
        "next": if running { world.ask_value(controller, pass) } else { Value::Null },
        "holds": holds,
        "answers": pass.task.answers,
        "writes": pass.writes.iter().map(|write| Write::to_value(write)).collect::<Vec<_>>(),
        "decision": pass.decision.as_ref().map(Decision::to_value),
        "ended": pass.ended.map(Ended::name),
    })
}
