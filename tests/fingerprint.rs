//! The fingerprint: equal for worlds that will behave alike, whatever order independent moves were played in; different
//! for worlds that differ in anything that matters.

mod common;
#[path = "common/random.rs"]
mod random;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use common::{Play, secret, web, web_with_account, web_with_requires, with_habits};
use random::{Dice, some_person, some_run};
use reconcile_playground::controller::cache::Watch;
use reconcile_playground::controller::queue::AddOptions;
use reconcile_playground::object::Key;
use reconcile_playground::reconcile::Ask;
use reconcile_playground::scenario::{Delivery, Move, read};
use reconcile_playground::world::World;
use reconcile_playground::world::fact::Fact;
use serde_json::{Value, json};

/// What a move touches, each with whether it changes it. Moves of which none touches what the other changes are
/// independent: they can be swapped.
type Footprint = BTreeMap<String, Touch>;

#[derive(Clone, Debug, PartialEq)]
enum Touch {
    Reads,
    Writes,
    /// Only the order among different ones matters.
    Adds(BTreeSet<Key>),
}

fn independent(one: &Footprint, other: &Footprint) -> bool {
    one.iter().all(|(what, touch)| match (touch, other.get(what)) {
        (_, None) | (Touch::Reads, Some(Touch::Reads)) => true,
        (Touch::Adds(one), Some(Touch::Adds(other))) => one.union(other).count() < 2,
        _ => false,
    })
}

/// What a move touches in this world, and a word for its sort; nothing for what touches too much to be of use.
#[allow(clippy::match_wildcard_for_single_variants, clippy::too_many_lines)] // a table; asks may be added
fn footprint(world: &World, play: &Move) -> Option<(String, Footprint)> {
    let mut touched = Footprint::new();
    let mut sort = play.name().to_string();
    let delayed = matches!(world.config.delivery, Delivery::Delayed(_));
    let mut touch = |what: String, touch: Touch| {
        touched.insert(what, touch);
    };
    let by_name = |name: &Option<Arc<str>>| world.controllers.iter().find(|controller| Some(&controller.name) == name.as_ref());
    match play {
        Move::Edit { object, .. } => {
            let kind = object["kind"].as_str()?;
            touch(format!("store {kind}"), Touch::Writes);
            if delayed {
                touch("time".into(), Touch::Reads);
            }
        }
        Move::Outside { .. } => touch("outside".into(), Touch::Writes),
        Move::Fail { .. } => touch("faults".into(), Touch::Writes),
        Move::Hold { controller, .. } | Move::Release { controller, .. } => {
            let controller = by_name(controller).or(world.controllers.first())?;
            touch(format!("held {}", controller.name), Touch::Writes);
            touch("budget".into(), Touch::Writes);
        }
        Move::Crash { controller } => {
            let controller = by_name(controller)?;
            for part in ["held", "queue", "passes", "AppConfig", "ConfigMap", "Secret", "recorder"] {
                touch(format!("{part} {}", controller.name), Touch::Writes);
            }
        }
        Move::CutWatch { controller, kind, .. } => touch(format!("{} {}", kind.as_ref()?, by_name(controller)?.name), Touch::Writes),
        Move::Deliver { controller, kind, .. } => {
            let controller = by_name(controller)?;
            let informer = controller.process.as_ref()?.informer(kind.as_ref()?)?;
            touch(format!("{} {}", informer.name, controller.name), Touch::Writes);
            if !informer.synced {
                touch(format!("store {}", informer.name), Touch::Reads);
                sort = "list".into();
            }
            if delayed || informer.watch != Watch::Open {
                touch("time".into(), Touch::Reads);
            }
            if &*informer.name == "Secret" {
                touch(format!("AppConfig {}", controller.name), Touch::Reads);
            }
            let mut keys = BTreeSet::new();
            let mut note = |fact: Fact| {
                if let Fact::Enqueued { key, .. } = fact {
                    keys.insert(key);
                }
            };
            world.clone().play(&mut play.clone(), 1, &mut note).ok()?;
            if !keys.is_empty() {
                touch(format!("queue {}", controller.name), Touch::Adds(keys));
            }
        }
        Move::Begin { controller, .. } => {
            let controller = by_name(controller)?;
            touch(format!("queue {}", controller.name), Touch::Writes);
            touch(format!("passes {}", controller.name), Touch::Writes);
            touch("time".into(), Touch::Reads);
            for kind in ["AppConfig", "ConfigMap", "Secret"] {
                // It waits until all caches are synced.
                touch(format!("{kind} {}", controller.name), Touch::Reads);
            }
        }
        Move::Answer { controller, key } => {
            let controller = by_name(controller)?;
            let pass = controller.passes_in_progress().iter().find(|pass| Some(&*pass.task.key.to_string()) == key.as_deref())?;
            touch(format!("passes {}", controller.name), Touch::Writes);
            touch(format!("recorder {}", controller.name), Touch::Writes);
            touch("time".into(), Touch::Reads);
            match world.ask(controller, pass)? {
                Ask::Step(_) => sort = "step".into(),
                Ask::Read(reference) => {
                    sort = "read".into();
                    touch(format!("{} {}", reference.kind, controller.name), Touch::Reads);
                }
                Ask::Request { reference, .. } => {
                    sort = "ask".into();
                    touch("time".into(), if world.config.latency == 0 { Touch::Reads } else { Touch::Writes });
                    touch("faults".into(), Touch::Writes);
                    touch(format!("store {}", reference.kind), Touch::Writes);
                    // Timers may fall due meanwhile.
                    for controller in &world.controllers {
                        touch(format!("queue {}", controller.name), Touch::Writes);
                    }
                }
                Ask::Outside(_) => touch("outside".into(), Touch::Writes),
                Ask::Return => touch(format!("queue {}", controller.name), Touch::Writes),
                // Whatever is added to them is not known here.
                _ => return None,
            }
        }
        _ => return None,
    }
    Some((sort, touched))
}

fn played(world: &World, moves: [&Move; 2]) -> Option<World> {
    let mut world = world.clone();
    for (at, play) in moves.into_iter().enumerate() {
        world.play(&mut play.clone(), at as u64, &mut |_| {}).ok()?;
    }
    Some(world)
}

/// The first line in which two essences differ.
fn difference(one: &World, other: &World) -> String {
    let (one, other) = (one.essence(), other.essence());
    let lines = one.lines().zip(other.lines()).find(|(one, other)| one != other);
    lines.map_or_else(|| "one is longer".into(), |(one, other)| format!("{one}\n{other}"))
}

/// Goes on by default in both; as long as the default is the same move, they stay alike.
fn go_on_alike(mut one: World, mut other: World) {
    for step in 0..30 {
        let (left, right) = (one.default_move(), other.default_move());
        if left != right {
            let both = matches!((&left, &right), (Some(Move::Deliver { .. }), Some(Move::Deliver { .. })));
            assert!(both, "only which of two deliveries comes first may differ: {left:?} {right:?}");
            return;
        }
        let Some(play) = left else { return };
        one.play(&mut play.clone(), step, &mut |_| {}).unwrap();
        other.play(&mut play.clone(), step, &mut |_| {}).unwrap();
        assert_eq!(one.fingerprint(), other.fingerprint(), "{}", difference(&one, &other));
    }
}

#[test]
fn independent_moves_can_be_swapped() {
    let mut tried: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..random::seeds(16) {
        let mut dice = Dice::new(seed ^ 0xf1f1);
        let mut run = some_run(seed, 200);
        for _ in 0..12 {
            run.goto(dice.below(201)).unwrap();
            let world = run.world();
            let mut moves = world.moves();
            moves.extend(world.faults());
            for _ in 0..12 {
                moves.push(read(some_person(&mut dice)).unwrap());
            }
            let known: Vec<_> = moves.iter().filter_map(|play| Some((play, footprint(world, play)?))).collect();
            for (at, (one, (sort, touched))) in known.iter().enumerate() {
                for (other, (other_sort, other_touched)) in &known[at + 1..] {
                    if !independent(touched, other_touched) {
                        continue;
                    }
                    let mut sorts = [sort.as_str(), other_sort.as_str()];
                    sorts.sort_unstable();
                    let count = tried.entry(sorts.join(" ")).or_default();
                    // Of what there is plenty, some.
                    if *count > 12 && !dice.chance(3) {
                        continue;
                    }
                    let (Some(left), Some(right)) = (played(world, [one, other]), played(world, [other, one])) else { continue };
                    // The workers read one log of all kinds: there the order of writes is an order of events.
                    let works = |world: &World| {
                        world.workers.iter().any(|worker| worker.held || worker.running && worker.task.has_work(&world.cluster))
                    };
                    let writes =
                        |touched: &Footprint| touched.iter().any(|(what, touch)| what.starts_with("store") && *touch == Touch::Writes);
                    if writes(touched) && writes(other_touched) && (works(&left) || works(&right)) {
                        continue;
                    }
                    assert_eq!(
                        left.fingerprint(),
                        right.fingerprint(),
                        "seed {seed} at {}: {one:?} and {other:?}\n{}",
                        run.position(),
                        difference(&left, &right)
                    );
                    *count += 1;
                    if dice.chance(10) {
                        go_on_alike(left, right);
                    }
                }
            }
        }
    }
    for pair in [
        "edit edit",
        "deliver edit",
        "deliver deliver",
        "ask edit",
        "edit step",
        "edit read",
        "edit outside",
        "hold outside",
        "crash edit",
        "begin edit",
    ] {
        assert!(tried.get(pair).is_some_and(|count| *count > 1), "{pair} was hardly tried: {tried:?}");
    }
}

fn quiet(habits: Value) -> Play {
    let mut play = Play::new(with_habits(habits));
    play.edit(web_with_account());
    play.settle();
    play
}

#[test]
fn a_world_that_comes_back_to_where_it_was_has_the_fingerprint_that_it_had() {
    // Nothing but time has passed.
    let mut play = quiet(json!({}));
    let before = play.run.world().fingerprint();
    play.play(json!({ "advance": { "by": 3_456_789 } }));
    assert_eq!(play.run.world().fingerprint(), before);
    // One round of a periodic check.
    let mut play = quiet(json!({ "periodic": 5000 }));
    play.settle_until(20_000);
    let before = play.run.world().fingerprint();
    play.run.step();
    assert_ne!(play.run.world().fingerprint(), before);
    play.settle_until(26_000);
    assert_eq!(play.run.world().fingerprint(), before);
    // A change and back: the generation is another one, and so it is not the same.
    let mut app = play.app();
    app["spec"]["data"]["color"] = "red".into();
    play.edit(app.clone());
    play.settle_until(31_000);
    app["spec"]["data"]["color"] = "blue".into();
    app["metadata"].as_object_mut().unwrap().remove("resourceVersion");
    play.edit(app);
    play.settle_until(36_000);
    assert_ne!(play.run.world().fingerprint(), before);
}

#[test]
fn an_endless_reconcile_that_writes_a_new_time_each_time_goes_round_and_round() {
    let mut play = Play::new(with_habits(json!({ "predicate": "none", "statusContent": "timeNano" })));
    play.edit(web());
    let mut met = BTreeSet::new();
    for _ in 0..30 {
        while !matches!(play.run.world().default_move(), Some(Move::Begin { .. })) {
            play.run.step();
        }
        // The time of the second matters to whoever writes times: on to the next whole one.
        play.play(json!({ "advance": { "by": 1000 - play.run.world().now % 1000 } }));
        met.insert(play.run.world().fingerprint());
        play.run.step();
    }
    assert!(met.len() < 5, "{} worlds in 30 rounds", met.len());
}

#[test]
fn causes_counters_and_what_was_refused_are_not_in_it() {
    let mut play = quiet(json!({}));
    let before = play.run.world().fingerprint();
    play.play(json!({ "request": { "method": "DELETE", "path": "/api/v1/namespaces/default/secrets/none" } }));
    let mut stale = play.app();
    stale["metadata"]["resourceVersion"] = "1".into();
    play.edit(stale);
    let same = play.child().unwrap();
    play.edit(same);
    play.play(json!({ "outside": { "op": "create", "name": "free" } }));
    play.play(json!({ "outside": { "op": "remove", "name": "free" } }));
    assert_eq!(play.run.world().fingerprint(), before);
    // Two resyncs or one: the key is in line either way.
    let mut play = quiet(json!({ "predicate": "none" }));
    let before = play.run.world().fingerprint();
    play.play(json!({ "resync": { "kind": "AppConfig" } }));
    let once = play.run.world().fingerprint();
    assert_ne!(once, before);
    play.play(json!({ "resync": { "kind": "AppConfig" } }));
    assert_eq!(play.run.world().fingerprint(), once);
    play.settle();
    assert_eq!(play.run.world().fingerprint(), before);
}

#[test]
fn uids_and_revisions_are_renamed() {
    let mut one = Play::new(json!({ "version": 1, "controllers": [] }));
    let mut other = one.clone();
    one.edit(web());
    for _ in 0..3 {
        other.edit(web());
        other.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    }
    other.edit(web());
    for play in [&mut one, &mut other] {
        let mut child = json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "child" } });
        child["metadata"]["ownerReferences"] =
            json!([{ "apiVersion": "lab.example.com/v1", "kind": "AppConfig", "name": "web", "uid": play.app()["metadata"]["uid"] }]);
        play.edit(child);
        play.settle();
        assert!(play.object("ConfigMap", "child").is_some());
    }
    assert_ne!(one.app()["metadata"]["uid"], other.app()["metadata"]["uid"]);
    assert_eq!(one.run.world().fingerprint(), other.run.world().fingerprint(), "{}", difference(one.run.world(), other.run.world()));
    // Who is owned by one that is gone is another thing than who is owned by one that is there.
    let mut gone = Play::new(json!({ "version": 1, "controllers": [], "cluster": { "collector": false } }));
    gone.edit(web());
    let mut there = gone.clone();
    let uid = gone.app()["metadata"]["uid"].clone();
    gone.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    gone.edit(web());
    for play in [&mut gone, &mut there] {
        let owner = json!([{ "apiVersion": "lab.example.com/v1", "kind": "AppConfig", "name": "web", "uid": uid }]);
        play.edit(json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "child", "ownerReferences": owner } }));
    }
    assert_ne!(gone.run.world().fingerprint(), there.run.world().fingerprint());
}

/// A world in the middle of things: a pass under way, one key behind it, one that waits, an event held, a worker with work.
fn busy() -> World {
    let mut play = Play::new(json!({ "version": 1, "budget": { "crash": 1, "hold": 2, "fail": 1 },
        "controllers": [{ "name": "appconfig-controller", "habits": { "events": "record" } }] }));
    play.edit(web_with_account());
    play.settle();
    let mut waiting = web_with_requires();
    waiting["metadata"]["name"] = "waits".into();
    play.edit(waiting);
    play.settle();
    play.play(json!({ "hold": { "kind": "ConfigMap" } }));
    for name in ["web", "other"] {
        let mut app = web_with_account();
        app["metadata"] = json!({ "name": name, "finalizers": ["lab.example.com/account"] });
        app["spec"]["data"]["color"] = "green".into();
        play.edit(app);
    }
    let mut child = play.child().unwrap();
    child["data"]["level"] = "debug".into();
    play.edit(child);
    while play.controller()["pass"]["waitingFor"] != "act" {
        play.run.step();
    }
    play.run.world().clone()
}

type Change = (&'static str, Box<dyn Fn(&mut World)>);

#[test]
#[allow(clippy::too_many_lines)] // a table
fn worlds_that_differ_in_something_that_matters_differ() {
    fn play(text: Value) -> Box<dyn Fn(&mut World)> {
        let play: Move = read(text).unwrap();
        Box::new(move |world| {
            world.play(&mut play.clone(), 7, &mut |_| {}).unwrap_or_else(|error| panic!("{play:?}: {error}"));
        })
    }
    fn process(change: fn(&mut reconcile_playground::controller::Process)) -> Box<dyn Fn(&mut World)> {
        Box::new(move |world| change(world.controllers[0].process.as_mut().unwrap()))
    }
    let key = || Key::new("default", "web");
    let changes: Vec<Change> = vec![
        ("nothing", Box::new(|_| {})),
        ("an object", play(json!({ "edit": { "object": secret() } }))),
        (
            "its label",
            play(
                json!({ "edit": { "object": { "apiVersion": "v1", "kind": "Secret", "metadata": { "name": "web-credentials", "labels": { "a": "b" } } } } }),
            ),
        ),
        (
            "its data",
            play(
                json!({ "edit": { "object": { "apiVersion": "v1", "kind": "Secret", "metadata": { "name": "web-credentials" }, "stringData": { "user": "api" } } } }),
            ),
        ),
        (
            "a write of the same object",
            play(json!({ "request": { "method": "PATCH", "path": "/api/v1/namespaces/default/configmaps/web-config",
            "contentType": "application/merge-patch+json", "body": { "metadata": { "labels": { "x": "y" } } } } })),
        ),
        (
            "who wrote",
            play(json!({ "request": { "method": "PATCH", "path": "/api/v1/namespaces/default/configmaps/web-config", "as": "else",
            "contentType": "application/merge-patch+json", "body": { "metadata": { "labels": { "x": "y" } } } } })),
        ),
        ("a deletion", play(json!({ "remove": { "kind": "ConfigMap", "name": "web-config" } }))),
        ("a deletion that is waited for", play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }))),
        ("an account", play(json!({ "outside": { "op": "create", "name": "free" } }))),
        ("a broken account", play(json!({ "outside": { "op": "break", "name": "web-db" } }))),
        ("a delivery", play(json!({ "deliver": { "kind": "ConfigMap" } }))),
        ("a hold", play(json!({ "hold": { "kind": "Secret" } }))),
        ("a hold less", play(json!({ "release": { "kind": "ConfigMap" } }))),
        ("a held worker", play(json!({ "hold": { "controller": "garbage-collector" } }))),
        ("a dead worker", play(json!({ "crash": { "controller": "garbage-collector" } }))),
        ("a broken watch", play(json!({ "cutWatch": { "kind": "AppConfig" } }))),
        ("a crash", play(json!({ "crash": {} }))),
        ("a failure to come", play(json!({ "fail": { "method": "PUT", "kind": "ConfigMap", "reason": "Conflict" } }))),
        ("two of them", play(json!({ "fail": { "method": "PUT", "kind": "ConfigMap", "reason": "Conflict", "times": 2 } }))),
        ("a step", play(json!({ "answer": {} }))),
        ("time", play(json!({ "advance": { "by": 1 } }))),
        ("more time", play(json!({ "advance": { "by": 20_000 } }))),
        (
            "a habit",
            Box::new(|world| {
                let set = json!({ "compare": "whole" });
                let habits = world.controllers[0].habits.with(set.as_object().unwrap()).unwrap();
                world.controllers[0].habits = habits.into();
            }),
        ),
        ("a spent crash", Box::new(|world| world.faults.spent.crash += 1)),
        (
            "a failed key",
            process(|process| {
                process.queue.add(Key::new("default", "x"), AddOptions { rate_limited: true, ..AddOptions::default() }, None, 0);
                process.queue.advance(1000);
            }),
        ),
        (
            "a key in line",
            process(|process| {
                process.queue.add(Key::new("default", "x"), AddOptions::default(), None, 0);
            }),
        ),
        (
            "a priority",
            process(|process| {
                process.queue.add(Key::new("default", "x"), AddOptions { priority: Some(3), ..AddOptions::default() }, None, 0);
            }),
        ),
        (
            "a version in the cache",
            Box::new(move |world| {
                let informer = &mut world.controllers[0].process.as_mut().unwrap().informers[1];
                let mut object = (**informer.objects.get(&Key::new("default", "web-config")).unwrap()).clone();
                object.metadata.revision.0 += 1000;
                informer.objects.insert(Key::new("default", "web-config"), Arc::new(object));
            }),
        ),
        (
            "a copy in the pass",
            Box::new(|world| {
                let pass = &mut world.controllers[0].process.as_mut().unwrap().passes[0];
                let own = &mut Arc::make_mut(pass).task.own.as_mut().unwrap().object;
                Arc::make_mut(own).metadata.revision.0 -= 1;
            }),
        ),
        (
            "one thing less to do",
            Box::new(|world| {
                let pass = &mut world.controllers[0].process.as_mut().unwrap().passes[0];
                Arc::make_mut(pass).task.todo.pop().unwrap();
            }),
        ),
        (
            "a sleep",
            Box::new(|world| {
                let wakes = world.now + 5;
                Arc::make_mut(&mut world.controllers[0].process.as_mut().unwrap().passes[0]).wakes = Some(wakes);
            }),
        ),
        (
            "an Event to tell",
            Box::new(|world| {
                let process = world.controllers[0].process.as_mut().unwrap();
                let about = process.informers[0].objects.first().unwrap().1.clone();
                Arc::make_mut(&mut process.recorder).record(
                    &about,
                    reconcile_playground::controller::recorder::Severity::Normal,
                    "R",
                    "m".into(),
                    0,
                );
            }),
        ),
        (
            "no pass",
            Box::new(move |world| {
                let process = world.controllers[0].process.as_mut().unwrap();
                process.passes.clear();
                process.queue.done(&key());
            }),
        ),
    ];
    let world = busy();
    let mut met: BTreeMap<u128, &str> = BTreeMap::new();
    for (name, change) in changes {
        let mut copy = world.clone();
        change(&mut copy);
        if let Some(other) = met.insert(copy.fingerprint(), name) {
            panic!("{name} and {other} have one fingerprint");
        }
    }
    assert_eq!(met.len(), 33);
}

#[test]
fn a_fingerprint_is_the_same_today_and_tomorrow_for_a_clone_and_for_a_replay() {
    for seed in 0..5 {
        let run = some_run(seed, 200);
        assert_eq!(run.world().clone().fingerprint(), run.world().fingerprint());
        let replayed = reconcile_playground::world::history::Run::replay(run.save()).unwrap();
        assert_eq!(replayed.world().fingerprint(), run.world().fingerprint());
    }
    let empty = Play::new(json!({ "version": 1, "kinds": [], "controllers": [], "cluster": { "collector": false } }));
    let essence = empty.run.world().essence();
    assert!(essence.contains("object Object") && !essence.contains("Timestamp(1"), "{essence}");
}

#[test]
fn an_older_state_that_no_server_can_show_any_more_makes_no_difference() {
    let restarted = |at: &str, compacted: bool| {
        let mut play = Play::new(json!({ "version": 1 }));
        play.edit(web());
        play.settle();
        play.play(json!({ "crash": {} }));
        play.play(json!({ "start": { "at": at } }));
        if compacted {
            play.play(json!({ "compact": {} }));
        }
        play.run.world().fingerprint()
    };
    assert_ne!(restarted("2", false), restarted("3", false), "each lists what was there then");
    assert_eq!(restarted("2", true), restarted("3", true), "both list what is there now");
}
