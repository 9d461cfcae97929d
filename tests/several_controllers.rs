//! Several controllers on one world: replicas of one, rivals that want different things, and a person among them.

mod common;

use common::{Play, outcomes, web, web_with_account, why};
use serde_json::{Value, json};

const FIRST: &str = "first";
const SECOND: &str = "second";

fn pair(first: Value, second: Value) -> Play {
    let mut specs = [first, second];
    for (spec, name) in specs.iter_mut().zip([FIRST, SECOND]) {
        spec["name"] = name.into();
    }
    Play::new(json!({ "version": 1, "controllers": specs }))
}

fn twins() -> Play {
    pair(json!({}), json!({}))
}

fn rivals() -> Play {
    pair(json!({}), json!({ "wants": { "color": "red" } }))
}

fn controller(play: &Play, name: &str) -> Value {
    play.view()["controllers"][name].clone()
}

fn passes(play: &Play, name: &str) -> Vec<Value> {
    controller(play, name)["recentPasses"].as_array().unwrap().clone()
}

/// The field managers whose writes woke a pass.
fn by(pass: &Value) -> Vec<&str> {
    pass["causes"].as_array().unwrap().iter().filter_map(|cause| cause["by"].as_str()).collect()
}

// --- two instances of the same controller ---

#[test]
fn two_instances_without_a_lease_both_work_and_come_to_rest() {
    let mut play = twins();
    play.settle();
    play.edit(web_with_account());
    let settled = play.settle();
    assert!(settled.quiet && settled.loop_.is_none() && settled.fight.is_none(), "{settled:?}");
    assert_eq!(play.child().unwrap()["data"], json!({ "color": "blue", "level": "info" }));
    assert_eq!(play.ready()["status"], "True");
    assert_eq!(play.view()["objects"].as_array().unwrap().iter().filter(|object| object["kind"] == "ConfigMap").count(), 1);
    assert_eq!(play.view()["outside"].as_array().unwrap().len(), 1);
    for name in [FIRST, SECOND] {
        assert!(!passes(&play, name).is_empty(), "{name} ran too");
        assert_eq!(controller(&play, name)["leader"], Value::Null);
        assert_eq!(controller(&play, name)["stalled"], false);
    }
    // Who wrote what is on the objects.
    let managers: Vec<Value> =
        play.child().unwrap()["metadata"]["managedFields"].as_array().unwrap().iter().map(|entry| entry["manager"].clone()).collect();
    assert_eq!(managers, [FIRST]);
}

#[test]
fn of_two_that_create_at_once_one_is_told_that_it_exists_already() {
    let mut play = twins();
    play.settle();
    play.edit(web());
    for name in [FIRST, SECOND] {
        play.play(json!({ "deliver": { "controller": name } }));
        play.play(json!({ "begin": { "controller": name } }));
    }
    // Both have read that there is no child.
    for name in [FIRST, SECOND] {
        while controller(&play, name)["pass"]["question"] != "action" {
            play.play(json!({ "answer": { "controller": name } }));
        }
    }
    for name in [SECOND, FIRST] {
        play.play(json!({ "answer": { "controller": name } }));
    }
    assert_eq!(outcomes(&controller(&play, SECOND)["pass"]), ["created"]);
    assert_eq!(outcomes(&controller(&play, FIRST)["pass"]), ["alreadyExists"]);
    let late = controller(&play, FIRST)["pass"]["writes"][0].clone();
    assert_eq!(late["message"], "configmaps \"web-config\" already exists");
    let until = play.view()["time"].as_u64().unwrap() + 1000;
    assert!(play.settle_until(until).quiet);
    let retried = passes(&play, FIRST).into_iter().find(|pass| why(pass).contains(&"retry".to_string())).expect("it tries again");
    assert_eq!(retried["decision"]["rule"], "done");
    assert_eq!(play.ready()["status"], "True");
}

// --- two that want different things ---

#[test]
fn what_a_controller_wants_is_laid_over_the_data() {
    let mut play = Play::new(json!({ "version": 1, "controllers": [
        { "name": "appconfig-controller", "wants": { "color": "red", "size": "big" } },
    ] }));
    play.edit(web());
    assert!(play.settle().quiet);
    assert_eq!(play.child().unwrap()["data"], json!({ "color": "red", "level": "info", "size": "big" }));
    // It is no reason to have a child.
    let mut app = web();
    app["spec"] = json!({});
    play.edit(app);
    assert!(play.settle().quiet);
    assert!(play.child().is_none());
}

#[test]
fn two_that_want_different_things_fight_for_ever_and_it_is_no_loop_of_either() {
    let mut play = rivals();
    play.edit(web());
    let settled = play.settle();
    assert!(!settled.quiet);
    assert_eq!(settled.loop_, None, "none of them wakes itself only");
    let fight = settled.fight.expect("a fight");
    assert_eq!(fight.controllers.iter().map(|name| &**name).collect::<Vec<_>>(), [FIRST, SECOND]);
    assert_eq!(fight.passes.key, "default/web");
    assert!(fight.passes.passes >= 20 && fight.passes.writes >= 10, "{fight:?}");
    assert_eq!(fight.to_value()["controllers"], json!([FIRST, SECOND]));
    // Each pass that changed something was woken by the other's write, and the view says so.
    let mut undone = 0;
    for (own, other) in [(FIRST, SECOND), (SECOND, FIRST)] {
        for pass in passes(&play, own).iter().skip(5) {
            if pass["writes"][0]["outcome"] == "changed" {
                assert!(by(pass).contains(&other), "{pass}");
                assert_eq!(pass["writes"][0]["changed"], json!(["/data/color"]));
                undone += 1;
            }
        }
    }
    assert!(undone > 20);
    // Each of them says Ready, of what the other is about to undo.
    assert_eq!(play.ready()["status"], "True");
}

#[test]
fn a_fight_ends_with_the_process_of_one_of_them() {
    let mut play = rivals();
    play.edit(web());
    assert!(play.settle().fight.is_some());
    play.play(json!({ "crash": { "controller": SECOND } }));
    assert!(play.settle().quiet);
    assert_eq!(play.child().unwrap()["data"]["color"], "blue");
    let mut app = web();
    app["spec"]["data"]["level"] = "debug".into();
    play.edit(app);
    let settled = play.settle();
    assert!(settled.quiet && settled.fight.is_none() && settled.loop_.is_none());
}

#[test]
fn two_that_want_the_same_do_not_fight() {
    let mut play = pair(json!({ "wants": { "color": "red" } }), json!({ "wants": { "color": "red" } }));
    play.edit(web());
    let settled = play.settle();
    assert!(settled.quiet && settled.fight.is_none());
    assert_eq!(play.child().unwrap()["data"]["color"], "red");
}

#[test]
fn a_loop_of_one_is_not_called_a_fight_because_another_looks_on() {
    let habits = json!({ "statusContent": "counter", "statusWhen": "always", "predicate": "none" });
    let mut play = pair(json!({ "habits": habits }), json!({}));
    play.edit(web());
    let settled = play.settle();
    assert!(!settled.quiet && settled.fight.is_none());
    assert_eq!(settled.loop_.expect("a loop").key, "default/web");
}

#[test]
fn two_that_write_a_status_at_each_event_of_the_other_feed_each_other() {
    let habits = json!({ "statusContent": "counter", "statusWhen": "always", "predicate": "none" });
    let mut play = pair(json!({ "habits": habits }), json!({ "habits": habits }));
    play.edit(web());
    let settled = play.settle();
    assert!(!settled.quiet && settled.loop_.is_none());
    assert_eq!(settled.fight.expect("they feed each other").controllers.len(), 2);
}

// --- a person as the third ---

#[test]
fn a_persons_edit_wakes_both_and_each_is_told_by_whom() {
    let mut play = twins();
    play.edit(web());
    play.settle();
    let before = [FIRST, SECOND].map(|name| passes(&play, name).len());
    let mut child = play.child().unwrap();
    child["data"]["color"] = "black".into();
    play.edit(child);
    assert!(play.settle().quiet);
    assert_eq!(play.child().unwrap()["data"]["color"], "blue");
    for (name, before) in [FIRST, SECOND].into_iter().zip(before) {
        let woken = &passes(&play, name)[before];
        assert_eq!(by(woken)[0], "kubectl-edit", "{name}");
        assert_eq!(woken["causes"][0]["changed"], json!(["/data/color"]));
    }
    // One of them repaired it, the other saw that, too.
    let repairs: Vec<String> = [FIRST, SECOND].iter().flat_map(|name| passes(&play, name)).flat_map(|pass| outcomes(&pass)).collect();
    assert_eq!(repairs.iter().filter(|outcome| *outcome == "created").count(), 1);
}

#[test]
fn a_person_among_two_that_fight_is_undone_like_everybody() {
    let mut play = rivals();
    play.edit(web());
    play.settle();
    let mut child = play.child().unwrap();
    child["data"]["color"] = "black".into();
    child["metadata"].as_object_mut().unwrap().remove("resourceVersion");
    play.edit(child);
    assert!(play.settle().fight.is_some(), "they go on");
    assert_ne!(play.child().unwrap()["data"]["color"], "black");
}

#[test]
fn what_a_person_adds_is_taken_away_by_whoever_comes_first() {
    let mut play = twins();
    play.edit(web());
    play.settle();
    let mut child = play.child().unwrap();
    child["data"]["mine"] = "yes".into();
    play.edit(child);
    let settled = play.settle();
    assert!(settled.quiet);
    assert_eq!(settled.writes, 1, "one repair, not two");
    assert_eq!(play.child().unwrap()["data"], json!({ "color": "blue", "level": "info" }));
}

// --- which controller a move is about ---

#[test]
fn a_move_that_cannot_tell_which_controller_is_meant_is_refused_and_changes_nothing() {
    let mut play = twins();
    play.edit(web());
    play.settle();
    let digest = play.run.digest();
    for (name, play_) in [
        ("crash", json!({ "crash": {} })),
        ("start", json!({ "start": {} })),
        ("hold", json!({ "hold": {} })),
        ("release", json!({ "release": { "kind": "Secret" } })),
        ("cutWatch", json!({ "cutWatch": { "kind": "AppConfig" } })),
        ("resync", json!({ "resync": {} })),
        ("report", json!({ "report": {} })),
        ("fail", json!({ "fail": { "method": "PUT", "kind": "AppConfig", "reason": "Conflict" } })),
        ("habits", json!({ "habits": { "set": {} } })),
    ] {
        let error = play.try_play(play_).expect_err(name);
        assert_eq!((error.code.name(), &*error.path), ("invalid", &*format!("/{name}/controller")), "{name}");
        assert_eq!(error.message, "there are several controllers: name one");
    }
    let error = play.try_play(json!({ "crash": { "controller": "third" } })).unwrap_err();
    assert_eq!((error.code.name(), &*error.path), ("notFound", "/crash/controller"));
    assert_eq!(play.run.digest(), digest);
}

#[test]
fn the_oldest_pass_answers_and_the_oldest_event_is_delivered_whosever_it_is() {
    let mut play = twins();
    play.settle();
    play.edit(web());
    for name in [SECOND, FIRST] {
        play.play(json!({ "deliver": { "controller": name } }));
    }
    play.play(json!({ "begin": { "controller": SECOND } }));
    play.play(json!({ "begin": { "controller": FIRST } }));
    let answers = |play: &Play| -> Vec<String> {
        play.run
            .world()
            .moves()
            .iter()
            .map(reconcile_playground::scenario::Move::to_value)
            .filter(|play| !play["answer"].is_null())
            .map(|play| play["answer"]["controller"].as_str().unwrap().to_string())
            .collect()
    };
    assert_eq!(answers(&play), [SECOND, FIRST], "the pass of the second is older");
    let facts = play.play(json!({ "answer": {} }));
    let answered = facts.iter().find(|fact| !fact["answered"].is_null()).unwrap();
    assert_eq!(answered["answered"]["controller"], SECOND);
    assert_eq!(play.run.save().moves.last().unwrap().to_value(), json!({ "answer": { "controller": SECOND, "key": "default/web" } }));
    // The next one is the first's as soon as the second has returned.
    while !controller(&play, SECOND)["pass"].is_null() {
        play.run.step();
    }
    play.run.step();
    assert_eq!(answers(&play), [FIRST]);
    assert_ne!(controller(&play, FIRST)["pass"]["waitingFor"], "appConfig", "it has moved on");
}

#[test]
fn a_fault_of_one_controller_does_not_touch_the_other() {
    let mut play = twins();
    play.play(json!({ "hold": { "controller": FIRST } }));
    play.play(json!({ "fail": { "controller": FIRST, "method": "POST", "kind": "ConfigMap", "reason": "InternalError" } }));
    play.edit(web());
    play.settle();
    assert!(play.child().is_some(), "the second made it");
    assert_eq!(controller(&play, FIRST)["cache"]["AppConfig"]["held"], true);
    assert_eq!(controller(&play, SECOND)["cache"]["AppConfig"]["held"], false);
    play.play(json!({ "cutWatch": { "controller": SECOND, "kind": "ConfigMap" } }));
    assert_eq!(controller(&play, FIRST)["cache"]["ConfigMap"]["watch"], "open");
    assert_eq!(controller(&play, SECOND)["cache"]["ConfigMap"]["watch"], "cut");
    play.play(json!({ "crash": { "controller": SECOND } }));
    assert_eq!((&controller(&play, FIRST)["running"], &controller(&play, SECOND)["running"]), (&json!(true), &json!(false)));
}
