//! What ought to hold, and how the view says that it does not: where, since which move, and of which habit that was to be
//! expected.

mod common;

use common::{Play, web, web_with_account, with_habits};
use reconcile_playground::world::history::Run;
use reconcile_playground::world::invariants::{self, NAMES, expected_of};
use reconcile_playground::world::journal::Journal;
use serde_json::{Value, json};
use std::sync::Arc;

fn broken(invariants: &Value) -> Vec<&str> {
    invariants.as_array().unwrap().iter().filter(|one| one["holds"] == false).map(|one| one["name"].as_str().unwrap()).collect()
}

/// Plays default moves to the end; all must hold behind each of them.
fn settle_and_look(play: &mut Play) {
    while let Some(next) = play.run.world().default_move() {
        if matches!(next, reconcile_playground::scenario::Move::Advance { .. }) && play.run.world().timers().work.is_none() {
            break;
        }
        play.run.play(&next).unwrap();
        let invariants = play.run.invariants();
        assert_eq!(broken(&invariants), Vec::<&str>::new(), "behind move {}: {invariants}", play.run.position());
    }
}

#[test]
fn the_view_names_them_all_in_a_fixed_order_and_says_nothing_more_of_those_that_hold() {
    let play = Play::new(json!({ "version": 1 }));
    let expected: Vec<Value> =
        NAMES.iter().map(|name| json!({ "name": name, "holds": true, "since": null, "where": null, "expectedOf": null })).collect();
    assert_eq!(play.view()["invariants"], Value::Array(expected));
}

#[test]
fn they_hold_at_every_move_of_a_life_with_good_habits() {
    let mut play = Play::with_all(json!({}));
    settle_and_look(&mut play);
    play.respec(json!({ "data": { "color": "red" }, "account": "other-db" }));
    settle_and_look(&mut play);
    play.respec(web()["spec"].clone());
    settle_and_look(&mut play);
    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    settle_and_look(&mut play);
    assert!(play.object("ConfigMap", "web-config").is_none());
}

#[test]
fn an_account_whose_appconfig_is_gone_leaks_once_all_is_quiet() {
    let mut play = Play::new(with_habits(json!({ "finalizer": "none" })));
    play.edit(web_with_account());
    settle_and_look(&mut play);
    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    let removed = play.run.position();
    assert_eq!(play.invariant("nothingLeaks")["holds"], true, "something is still on its way");
    play.settle();
    assert_eq!(
        play.invariant("nothingLeaks"),
        json!({ "name": "nothingLeaks", "holds": false, "since": removed, "where": "web-db of default/web", "expectedOf": "finalizer=none" })
    );
    play.play(json!({ "outside": { "op": "remove", "name": "web-db" } }));
    assert_eq!(play.invariant("nothingLeaks")["holds"], true);
}

#[test]
fn what_no_habit_is_known_for_is_a_fault_and_not_expected() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web_with_account());
    play.settle();
    play.play(json!({ "request": { "method": "PATCH", "path": "/apis/lab.example.com/v1/namespaces/default/appconfigs/web",
        "contentType": "application/merge-patch+json", "body": { "metadata": { "finalizers": null } } } }));
    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    let removed = play.run.position();
    play.settle();
    let leak = play.invariant("nothingLeaks");
    assert_eq!((&leak["holds"], &leak["since"], &leak["expectedOf"]), (&json!(false), &json!(removed), &Value::Null));
}

#[test]
fn a_habit_that_was_rolled_back_still_explains_what_it_left_behind() {
    let mut play = Play::new(with_habits(json!({ "finalizer": "none" })));
    play.edit(web_with_account());
    play.settle();
    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    play.play(json!({ "habits": { "set": { "finalizer": "beforeOutside" } } }));
    play.settle();
    assert_eq!(play.invariant("nothingLeaks")["expectedOf"], "finalizer=none");
    // Also if that was in the prelude.
    let mut scenario = with_habits(json!({ "finalizer": "none" }));
    scenario["prelude"] = json!([{ "habits": { "set": { "finalizer": "beforeOutside" } } }]);
    scenario["outside"] = json!([{ "name": "old-db", "madeBy": "default/gone" }]);
    let mut play = Play::new(scenario);
    play.settle();
    assert_eq!(
        play.invariant("nothingLeaks"),
        json!({ "name": "nothingLeaks", "holds": false, "since": 0, "where": "old-db of default/gone", "expectedOf": "finalizer=none" })
    );
}

#[test]
fn an_account_that_nobody_wants_any_more_leaks_if_nobody_will_look() {
    let mut scenario = json!({ "version": 1, "outside": [{ "name": "old-db", "madeBy": "default/web" }] });
    let mut play = Play::new(scenario.clone());
    play.edit(web());
    play.settle();
    let leak = play.invariant("nothingLeaks");
    assert_eq!((&leak["holds"], &leak["where"]), (&json!(false), &json!("old-db of default/web")));
    // Whoever waits for something looks again.
    scenario["controllers"] = json!([{ "name": "appconfig-controller", "habits": { "periodic": 5000 } }]);
    let mut play = Play::new(scenario);
    play.edit(web());
    play.settle();
    assert_eq!(play.invariant("nothingLeaks")["holds"], true);
    // A process that does not run will be started.
    play.play(json!({ "crash": {} }));
    assert_eq!(play.invariant("nothingLeaks")["holds"], true);
}

#[test]
fn an_account_that_is_still_tried_does_not_leak() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web_with_account());
    play.settle();
    play.play(json!({ "outside": { "op": "break", "name": "web-db" } }));
    play.respec(web()["spec"].clone());
    play.settle();
    assert_eq!(play.view()["outside"].as_array().unwrap().len(), 1);
    assert_eq!(play.invariant("nothingLeaks")["holds"], true, "it is in backoff");
}

#[test]
fn an_account_that_a_stalled_pass_is_about_to_remove_does_not_leak() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web_with_account());
    play.settle();
    play.respec(web()["spec"].clone());
    while play.controller()["pass"].is_null() {
        play.run.step();
    }
    play.play(json!({ "stall": {} }));
    assert!(play.settle().quiet);
    assert_eq!(play.view()["outside"].as_array().unwrap().len(), 1);
    assert_eq!(play.invariant("nothingLeaks")["holds"], true, "the pass goes on when the process does");
    play.play(json!({ "resume": {} }));
    settle_and_look(&mut play);
    assert_eq!(play.view()["outside"], json!([]));
}

#[test]
fn two_children_of_one_appconfig_are_duplicates() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web());
    play.settle();
    let mut other = play.child().unwrap();
    other["metadata"] = json!({ "name": "another", "ownerReferences": other["metadata"]["ownerReferences"] });
    play.edit(other);
    let made = play.run.position();
    let twins = play.invariant("noDuplicates");
    assert_eq!((&twins["holds"], &twins["since"], &twins["where"]), (&json!(false), &json!(made), &json!("default/web")));
    play.settle();
    play.play(json!({ "remove": { "kind": "ConfigMap", "name": "another" } }));
    assert_eq!(play.invariant("noDuplicates")["holds"], true);
}

#[test]
fn a_child_without_owner_says_by_its_label_whose_it_is() {
    let mut play = Play::new(json!({ "version": 1, "controllers": [] }));
    let mut child = |name: &str, app: &str| {
        let labels = json!({ "app.kubernetes.io/instance": app });
        play.edit(json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": name, "labels": labels } }));
        (play.invariant("noDuplicates"), play.run.position())
    };
    assert_eq!(child("a", "web").0["holds"], true);
    assert_eq!(child("b", "other").0["holds"], true);
    let (twins, made) = child("c", "web");
    assert_eq!((&twins["holds"], &twins["since"], &twins["where"]), (&json!(false), &json!(made), &json!("default/web")));
}

#[test]
fn ready_for_a_child_that_is_not_as_the_generation_wants_it_is_no_truth() {
    let story = |habits: Value| {
        let mut play = Play::new(with_habits(habits));
        play.edit(web());
        play.settle();
        let mut child = play.child().unwrap();
        child["data"]["color"] = "black".into();
        play.edit(child);
        play.settle();
        assert_eq!(play.invariant("readyIsTrue")["holds"], true, "nothing was written for it yet");
        // Another generation, which wants the same child.
        play.edit(web_with_account());
        play.settle();
        play
    };
    assert_eq!(story(json!({})).invariant("readyIsTrue")["holds"], true);
    let mut play = story(json!({ "compare": "hash" }));
    let ready = play.invariant("readyIsTrue");
    let written = play.last_pass()["writes"].as_array().unwrap().iter().find(|one| one["subresource"] == "status").unwrap()["move"].clone();
    assert_eq!(
        ready,
        json!({ "name": "readyIsTrue", "holds": false, "since": written, "where": "appconfig-controller default/web", "expectedOf": "compare=hash" })
    );
    // What was not true comes true: a person puts it right.
    let mut child = play.child().unwrap();
    child["data"]["color"] = "blue".into();
    play.edit(child);
    assert_eq!(play.invariant("readyIsTrue")["since"], written);
    play.settle();
    assert_eq!(play.invariant("readyIsTrue")["holds"], true);
}

#[test]
fn a_controller_is_not_blamed_for_what_it_could_not_know() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web());
    // Up to its status write, then somebody else changes the child.
    while play.run.world().default_move().is_some() && play.controller()["pass"]["waitingFor"] != "statusWrite" {
        play.run.step();
    }
    let mut child = play.child().unwrap();
    child["data"]["color"] = "black".into();
    play.edit(child);
    settle_and_look(&mut play);
    assert_eq!(play.child().unwrap()["data"]["color"], "blue");
}

#[test]
fn a_key_that_wakes_itself_is_a_loop_as_long_as_it_runs() {
    let mut play = Play::new(with_habits(json!({ "predicate": "none", "statusContent": "counter" })));
    play.edit(web());
    let settled = play.settle();
    assert!(!settled.quiet && settled.loop_.is_some());
    let looping = play.invariant("noLoop");
    assert_eq!(
        (&looping["holds"], &looping["where"], &looping["expectedOf"]),
        (&json!(false), &json!("appconfig-controller default/web"), &json!("statusContent=counter"))
    );
    // It is the 20th beginning that makes it one.
    let since = usize::try_from(looping["since"].as_u64().unwrap()).unwrap();
    play.run.goto(since).unwrap();
    assert_eq!(play.invariant("noLoop")["holds"], false);
    play.run.goto(since - 1).unwrap();
    assert_eq!(play.invariant("noLoop")["holds"], true);
    play.run.goto(play.run.len()).unwrap();
    play.play(json!({ "habits": { "set": { "statusContent": "stable" } } }));
    play.settle();
    assert_eq!(play.invariant("noLoop")["holds"], true);
}

#[test]
fn a_cache_is_a_past_state_however_far_behind_it_is() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web());
    play.settle();
    for kind in ["AppConfig", "ConfigMap"] {
        play.play(json!({ "hold": { "kind": kind } }));
    }
    for color in ["red", "green", "black"] {
        let mut app = web();
        app["spec"]["data"]["color"] = color.into();
        play.edit(app);
        let mut child = play.child().unwrap();
        child["data"]["color"] = color.into();
        play.edit(child);
    }
    play.play(json!({ "remove": { "kind": "ConfigMap", "name": "web-config" } }));
    for kind in ["AppConfig", "ConfigMap", "ConfigMap", "AppConfig", "ConfigMap", "ConfigMap"] {
        assert_eq!(broken(&play.run.invariants()), Vec::<&str>::new());
        play.play(json!({ "deliver": { "kind": kind } }));
    }
    play.play(json!({ "cutWatch": { "kind": "AppConfig" } }));
    assert_eq!(broken(&play.run.invariants()), Vec::<&str>::new());
}

#[test]
fn a_schema_that_changes_is_no_write_and_leaves_the_caches_a_past_state() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web());
    play.settle();
    for size in [3, 4] {
        let path = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size";
        play.play(json!({ "request": {
            "method": "PATCH", "path": "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/appconfigs.lab.example.com",
            "contentType": "application/json-patch+json",
            "body": [{ "op": "add", "path": path, "value": { "type": "integer", "default": size } }],
        } }));
        assert_eq!(play.app()["spec"]["size"], 3, "what is there stays");
        assert_eq!(broken(&play.run.invariants()), Vec::<&str>::new());
        settle_and_look(&mut play);
    }
    // What somebody wrote into the copy is found all the same.
    let world = play.run.world();
    let key = "default/web".parse_key();
    let mut changed = world.clone();
    let informer = &mut changed.controllers[0].process.as_mut().unwrap().informers[0];
    let mut object = (**informer.objects.get(&key).unwrap()).clone();
    object.body.insert("spec".into(), json!({ "data": { "color": "pink" } }));
    informer.objects.insert(key, Arc::new(object));
    assert_eq!(broken(&invariants::to_value(&changed, &Journal::default())), ["cacheIsPast"]);
    let mut app = play.app();
    app["spec"]["data"]["color"] = "red".into();
    play.edit(app);
    settle_and_look(&mut play);
}

#[test]
fn a_cache_that_somebody_wrote_into_is_none_and_neither_is_one_that_misses_or_has_too_much() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web());
    play.settle();
    let found = |world: &reconcile_playground::world::World| {
        let all = invariants::to_value(world, &Journal::default());
        assert_eq!(broken(&all), ["cacheIsPast"]);
        all[1]["where"].clone()
    };
    let process = |world: &mut reconcile_playground::world::World| world.controllers[0].process.clone().unwrap();
    let world = play.run.world();
    let key = "default/web-config".parse_key();
    let mut changed = world.clone();
    let mut inside = process(&mut changed);
    let mut object = (**inside.informers[1].objects.get(&key).unwrap()).clone();
    object.body.insert("data".into(), json!({ "color": "pink" }));
    inside.informers[1].objects.insert(key.clone(), Arc::new(object.clone()));
    changed.controllers[0].process = Some(inside);
    assert_eq!(found(&changed), "appconfig-controller ConfigMap default/web-config");

    let mut missing = world.clone();
    let mut inside = process(&mut missing);
    inside.informers[1].objects.remove(&key);
    missing.controllers[0].process = Some(inside);
    assert_eq!(found(&missing), "appconfig-controller ConfigMap default/web-config");

    let mut more = world.clone();
    let mut inside = process(&mut more);
    object.metadata.name = "a-second".into();
    inside.informers[1].objects.insert("default/a-second".parse_key(), Arc::new(object));
    more.controllers[0].process = Some(inside);
    assert_eq!(found(&more), "appconfig-controller ConfigMap default/a-second");
}

#[test]
fn two_passes_over_one_key_are_one_too_many() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web());
    while play.controller()["pass"].is_null() {
        play.run.step();
    }
    let mut world = play.run.world().clone();
    let process = world.controllers[0].process.as_mut().unwrap();
    let mut twin = process.passes[0].clone();
    Arc::make_mut(&mut twin).start_mark = 99;
    process.passes.push(twin);
    let all = invariants::to_value(&world, &Journal::default());
    assert_eq!(
        all[0],
        json!({ "name": "oneRunPerKey", "holds": false, "since": 99, "where": "appconfig-controller default/web", "expectedOf": null })
    );
}

#[test]
fn they_are_the_same_after_going_back_in_a_fork_and_in_a_replay() {
    let mut play =
        Play::new(with_habits(json!({ "finalizer": "none", "compare": "hash", "predicate": "none", "statusContent": "counter" })));
    let mut kept = Vec::new();
    let mut keep = |play: &mut Play, moves: u64| {
        for _ in 0..moves {
            play.run.step();
            kept.push((play.run.position(), play.run.invariants()));
        }
    };
    play.edit(web_with_account());
    keep(&mut play, 40);
    let mut child = play.child().unwrap();
    child["data"]["color"] = "black".into();
    play.edit(child);
    keep(&mut play, 400);
    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    keep(&mut play, 40);
    let seen: Vec<String> =
        NAMES.iter().filter(|name| kept.iter().any(|(_, all)| broken(all).contains(name))).map(ToString::to_string).collect();
    assert_eq!(seen, ["nothingLeaks", "readyIsTrue", "noLoop"], "the story breaks them");
    let session = play.run.save();
    let mut moving = play.run.clone();
    for (position, invariants) in kept.iter().rev() {
        moving.goto(*position).unwrap();
        assert_eq!(moving.invariants(), *invariants, "at {position}");
    }
    for (position, invariants) in kept.iter().step_by(37) {
        let mut cut = session.clone();
        cut.moves.truncate(*position);
        cut.digest = None;
        assert_eq!(Run::replay(cut).unwrap().invariants(), *invariants);
    }
}

#[test]
fn what_a_habit_may_break_is_in_one_table() {
    assert_eq!(expected_of("finalizer", "none"), ["nothingLeaks"]);
    assert_eq!(expected_of("cacheCopy", "false").len(), 5);
    // No default is expected to break anything.
    let Value::Object(good) = reconcile_playground::habits::Habits::default().to_value() else { panic!("a map") };
    for (habit, value) in &good {
        let text = value.as_str().map_or_else(|| value.to_string(), ToString::to_string);
        assert!(expected_of(habit, &text).is_empty(), "{habit}");
    }
}

trait ParseKey {
    fn parse_key(&self) -> reconcile_playground::object::Key;
}

impl ParseKey for str {
    fn parse_key(&self) -> reconcile_playground::object::Key {
        reconcile_playground::object::Key::parse(self).unwrap()
    }
}
