//! Events that the controller records: what is told, how it is counted, and that it wakes and delays nobody.
#![cfg(not(target_arch = "wasm32"))]

mod common;

use common::{Play, secret, web, web_with_requires};
use reconcile_playground::scenario::Move;
use serde_json::{Value, json};

fn recording(set: Value) -> Play {
    let mut habits = set;
    habits["events"] = json!("record");
    Play::new(json!({ "version": 1, "controllers": [{ "name": "appconfig-controller", "habits": habits }] }))
}

fn events(play: &Play) -> Vec<Value> {
    let mut events: Vec<Value> =
        play.view()["objects"].as_array().unwrap().iter().filter(|object| object["kind"] == "Event").cloned().collect();
    events.sort_by_key(|event| event["metadata"]["name"].as_str().unwrap().to_string());
    events
}

fn told(events: &[Value]) -> Vec<(String, String, u64)> {
    let text = |event: &Value, key: &str| event[key].as_str().unwrap().to_string();
    events.iter().map(|event| (text(event, "reason"), text(event, "message"), event["count"].as_u64().unwrap())).collect()
}

#[test]
fn the_good_way_records_nothing() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web());
    play.settle();
    assert_eq!(events(&play), Vec::<Value>::new());
    let error = play.try_play(json!({ "report": {} })).unwrap_err();
    assert_eq!((error.path.as_str(), error.message.as_str()), ("/report", "no Event waits to be sent"));
}

#[test]
fn a_child_that_is_made_changed_and_removed_is_told_of_as_kubernetes_names_it() {
    let mut play = recording(json!({}));
    play.edit(web());
    let settled = play.settle();
    assert!(settled.quiet);
    let writes = play.counter("writes");
    let all = events(&play);
    assert_eq!(told(&all), [("Created".to_string(), "Created ConfigMap web-config".to_string(), 1)]);
    let event = &all[0];
    let app = play.app();
    let name = event["metadata"]["name"].as_str().unwrap();
    let moment = name.strip_prefix("web.").expect("named after its object");
    assert!(u64::from_str_radix(moment, 16).unwrap() > 1_700_000_000_000_000_000, "{name}");
    assert_eq!(event["involvedObject"]["uid"], app["metadata"]["uid"]);
    assert_eq!(event["involvedObject"]["kind"], "AppConfig");
    assert_eq!((&event["type"], &event["source"]["component"]), (&json!("Normal"), &json!("appconfig-controller")));
    assert_eq!(event["reportingComponent"], "appconfig-controller");
    assert_eq!(event["firstTimestamp"], event["lastTimestamp"]);
    // Counted apart: the child, its owner's status, and the edit are all the writes.
    assert_eq!(writes, 3);

    let mut app = web();
    app["spec"]["data"]["color"] = json!("red");
    play.edit(app.clone());
    play.settle();
    app["spec"].as_object_mut().unwrap().remove("data");
    play.edit(app);
    play.settle();
    let reasons: Vec<String> = told(&events(&play)).into_iter().map(|(reason, ..)| reason).collect();
    assert_eq!(reasons, ["Created", "Updated", "Deleted"]);
}

#[test]
fn the_same_again_is_counted_by_a_patch_and_keeps_its_name() {
    let mut play = recording(json!({ "onMissing": "requeueAfter" }));
    play.edit(web_with_requires());
    play.settle();
    let first = events(&play);
    assert_eq!(first.len(), 1);
    assert_eq!((&first[0]["type"], &first[0]["count"]), (&json!("Warning"), &json!(1)));
    let condition = play.ready();
    assert_eq!((&first[0]["reason"], &first[0]["message"]), (&condition["reason"], &condition["message"]));
    let uid = first[0]["metadata"]["uid"].clone();
    for turn in 2..=4 {
        play.settle_until(10_000 * (turn - 1) + 5_000);
        let now = events(&play);
        assert_eq!(now.len(), 1);
        assert_eq!((&now[0]["count"], &now[0]["metadata"]["uid"]), (&json!(turn), &uid));
        assert_ne!(now[0]["lastTimestamp"], now[0]["firstTimestamp"]);
    }
    // Made again where it was removed.
    let name = first[0]["metadata"]["name"].as_str().unwrap().to_string();
    play.play(json!({ "request": { "method": "DELETE", "path": format!("/api/v1/namespaces/default/events/{name}") } }));
    play.settle_until(45_000);
    let now = events(&play);
    assert_eq!((now.len(), &now[0]["count"], &now[0]["metadata"]["name"]), (1, &json!(5), &json!(name)));
    play.edit(secret());
    assert!(play.settle().quiet);
}

#[test]
fn after_twenty_five_about_one_object_one_more_is_sent_each_five_minutes() {
    let mut play = recording(json!({ "onMissing": "requeueAfter" }));
    play.edit(web_with_requires());
    // 30 passes in 290 s: the bucket gives 25, and nothing more until it has refilled.
    play.settle_until(294_000);
    assert_eq!(events(&play)[0]["count"], 25);
    // What was held back has been counted all the same.
    play.settle_until(304_000);
    assert_eq!(events(&play)[0]["count"], 31);
}

#[test]
fn ten_messages_of_one_reason_become_one_event() {
    let mut play = recording(json!({}));
    for turn in 0..12 {
        let mut app = web();
        app["spec"]["requires"] = json!(format!("secret-{turn:02}"));
        play.edit(app);
        play.settle();
    }
    let all = told(&events(&play));
    let combined: Vec<_> = all.iter().filter(|(_, message, _)| message.starts_with("(combined from similar events): ")).collect();
    assert_eq!(all.len(), 10, "{all:?}");
    assert_eq!(combined.len(), 1, "{all:?}");
    assert_eq!(combined[0].2, 3);
    assert!(combined[0].1.contains("secret-11"), "{combined:?}");
}

#[test]
fn events_wake_nobody_and_a_crash_loses_those_that_wait() {
    let mut plain = Play::new(json!({ "version": 1 }));
    plain.edit(web());
    let without = plain.settle();
    let mut play = recording(json!({}));
    play.edit(web());
    let with = play.settle();
    assert_eq!((with.passes, with.writes), (without.passes, without.writes));

    let mut play = recording(json!({}));
    play.edit(web());
    let waits = |play: &Play| play.run.world().moves().iter().any(|one| matches!(one, Move::Report { .. }));
    while !waits(&play) {
        play.run.step();
    }
    play.play(json!({ "crash": {} }));
    assert!(!waits(&play));
    play.play(json!({ "start": {} }));
    assert!(play.settle().quiet);
    assert_eq!(events(&play), Vec::<Value>::new());
    let error = {
        play.play(json!({ "crash": {} }));
        play.try_play(json!({ "report": {} })).unwrap_err()
    };
    assert_eq!(error.path, "/report/controller");
}
