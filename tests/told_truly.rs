//! What a pass tells of itself is what it knows: in its status, in its answers, and in what ought to hold.

mod common;

use common::{Play, web, web_with_requires, with_habits};
use reconcile_playground::scenario::read;
use reconcile_playground::world::view::Wish;
use serde_json::{Value, json};

fn foreign_child() -> Value {
    json!({
        "apiVersion": "v1", "kind": "ConfigMap", "data": { "mine": "1" },
        "metadata": { "name": "web-config", "ownerReferences": [
            { "apiVersion": "v1", "kind": "ConfigMap", "name": "boss", "uid": "b0550000-0000-4000-8000-000000000000", "controller": true },
        ] },
    })
}

#[test]
fn a_refused_child_is_said_in_the_status_and_left_alone() {
    let mut play = Play::new(json!({ "version": 1, "cluster": { "collector": false } }));
    play.edit(foreign_child());
    play.edit(web());
    assert!(play.settle_until(1_000_000).quiet);
    let ready = play.ready();
    assert_eq!((&ready["status"], &ready["reason"]), (&json!("False"), &json!("NameCollision")));
    assert_eq!(ready["message"], "Object default/web-config is already owned by another ConfigMap controller boss");
    assert_eq!(play.child().unwrap()["data"], json!({ "mine": "1" }));
    assert_eq!(play.last_pass()["decision"]["rule"], "error", "and it is tried again");
    // It is said once: what has not changed is not written.
    let revision = play.revision_of("AppConfig", "web");
    play.settle_until(10_000_000);
    assert_eq!(play.revision_of("AppConfig", "web"), revision);
    // The collision over, so is the complaint.
    play.play(json!({ "remove": { "kind": "ConfigMap", "name": "web-config" } }));
    play.settle_until(100_000_000);
    assert_eq!(play.ready()["status"], "True");
}

#[test]
fn a_status_that_was_ready_before_the_collision_is_so_no_more() {
    let mut play = Play::new(json!({ "version": 1, "cluster": { "collector": false } }));
    play.edit(web());
    play.settle();
    assert_eq!(play.ready()["status"], "True");
    play.edit(foreign_child());
    play.settle_until(1_000_000);
    assert_eq!((play.ready()["status"].clone(), play.ready()["reason"].clone()), (json!("False"), json!("NameCollision")));
}

#[test]
fn a_status_write_that_failed_is_tried_again_also_behind_a_terminal_error() {
    let mut play = Play::new(with_habits(json!({ "onMissing": "terminal" })));
    play.play(json!({ "fail": { "method": "PUT", "kind": "AppConfig", "subresource": "status", "reason": "InternalError" } }));
    play.edit(web_with_requires());
    play.settle_until(1_000_000);
    assert_eq!(play.ready()["reason"], "SecretMissing");
    let rules: Vec<Value> = play.passes().iter().map(|pass| pass["decision"]["rule"].clone()).collect();
    assert_eq!(rules[0], "error");
    assert_eq!(rules.last().unwrap(), "terminalError");
}

#[test]
fn an_account_that_nobody_looked_for_is_unknown() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web());
    play.settle();
    assert_eq!(play.last_pass()["answers"]["observed"]["account"], "unknown");
}

#[test]
fn two_children_without_an_owner_are_duplicates_too() {
    let twice = |owner: &str, name: &str| {
        let mut play = Play::new(with_habits(json!({ "naming": name, "owner": owner })));
        play.settle();
        play.play(json!({ "hold": { "kind": "ConfigMap" } }));
        play.edit(web());
        play.settle();
        let mut app = web();
        app["spec"]["data"]["color"] = "red".into();
        play.edit(app);
        play.settle();
        play.invariant("noDuplicates")
    };
    for owner in ["controller", "plain", "none"] {
        let found = twice(owner, "generated");
        assert_eq!((&found["holds"], &found["where"]), (&json!(false), &json!("default/web")), "{owner}");
        assert_eq!(found["expectedOf"], "naming=generated", "{owner}");
        assert_eq!(twice(owner, "fixed")["holds"], true, "{owner}");
    }
}

#[test]
fn a_child_from_before_the_owner_habit_changed_is_still_the_controllers_own() {
    for owner in ["controller", "plain", "none"] {
        let mut play = Play::new(json!({ "version": 1 }));
        play.edit(web());
        play.settle();
        play.play(json!({ "habits": { "set": { "owner": owner } } }));
        play.respec(json!({}));
        play.settle();
        assert_eq!(play.child(), None, "{owner}: it is wanted no more");
    }
}

#[test]
fn what_a_request_will_carry_is_known_before_it_is_sent_and_told_where_it_is_asked_for() {
    for via in ["status", "patch", "apply"] {
        let habits = if via == "status" { json!({}) } else { json!({ "statusBase": via }) };
        let mut play = Play::new(with_habits(habits));
        play.edit(web());
        let mut carried = 0;
        loop {
            let next = |wish: Wish| play.run.view(wish)["controllers"]["appconfig-controller"]["pass"]["next"].clone();
            let told = next(Wish { bodies: true, ..Wish::default() });
            assert!(next(Wish::default()).get("body").is_none(), "nobody asked");
            if play.run.step().is_empty() {
                break;
            }
            if told["subresource"] == "status" {
                carried += 1;
                let kept = play.object("AppConfig", "web").unwrap()["status"].clone();
                assert_eq!(told["body"]["status"], kept, "{via}: the server kept what was sent");
                let format = if via == "status" {
                    Value::Null
                } else {
                    json!(if via == "patch" { "application/merge-patch+json" } else { "application/apply-patch+yaml" })
                };
                assert_eq!(told.get("contentType").cloned().unwrap_or_default(), format, "{via}");
            }
        }
        assert_eq!(carried, 1, "{via}");
    }
}

#[test]
fn what_just_happened_is_told_as_it_is_told_later() {
    let mut play = Play::new(with_habits(json!({ "statusContent": "counter", "predicate": "none", "statusWhen": "always" })));
    play.edit(web());
    let first = play.run.position();
    let mut told = Vec::new();
    for turn in 0..300 {
        let at = play.run.position();
        if turn == 150 {
            // Back, and another way from there on: nothing is told of the one that was left.
            play.run.goto(at - 20).unwrap();
            told.truncate(at - 20 - first);
            play.play(json!({ "crash": {} }));
            play.play(json!({ "start": {} }));
            told.extend(play.run.trace(at - 20, at - 18).unwrap());
            continue;
        }
        if turn == 220 {
            // The same with many moves at once.
            play.run.goto(at - 30).unwrap();
            told.truncate(at - 30 - first);
            let patch = read(json!({
                "method": "PATCH", "path": "/api/v1/namespaces/default/configmaps/web-config",
                "contentType": "application/merge-patch+json", "body": { "data": { "mine": "1" } },
            }))
            .unwrap();
            play.run.request(patch).unwrap();
            play.run.settle(Some(60), None).unwrap();
            for one in at - 30..play.run.position() {
                told.extend(play.run.trace(one, one + 1).unwrap());
            }
            continue;
        }
        let next = play.run.world().default_move().unwrap();
        play.run.play(&next).unwrap();
        told.extend(play.run.trace(at, at + 1).unwrap());
        // A look at the beginning and back changes nothing of it.
        if turn % 40 == 39 {
            let here = play.run.position();
            play.run.goto(3).unwrap();
            play.run.goto(here).unwrap();
        }
    }
    assert_eq!(told, play.run.trace(first, play.run.position()).unwrap());
}

#[test]
fn copies_of_passes_that_ended_are_left_out_where_nobody_wants_them() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web());
    play.settle();
    play.edit(
        json!({ "apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": { "name": "web" }, "spec": { "data": { "a": "b" } } }),
    );
    while play.run.view(Wish::default())["controllers"]["appconfig-controller"]["pass"]["holds"][0].is_null() {
        play.run.step();
    }
    let of = |wish: Wish| play.run.view(wish)["controllers"]["appconfig-controller"].clone();
    let (whole, lean) = (of(Wish::default()), of(Wish { copies: false, ..Wish::default() }));
    assert_eq!(lean["pass"]["holds"], whole["pass"]["holds"], "the pass in progress has its own");
    assert!(whole["lastPass"]["holds"][0]["object"].get("spec").is_some());
    for pass in lean["recentPasses"].as_array().unwrap().iter().chain([&lean["lastPass"]]) {
        let object = &pass["holds"][0]["object"];
        assert!(object.get("spec").is_none() && object["metadata"].get("resourceVersion").is_some(), "{object}");
    }
}
