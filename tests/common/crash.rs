//! A crash before each default move of a story: what is left in the end is the same.
#![allow(dead_code, unreachable_pub)]

use serde_json::{Value, json};

use super::common::Play;

/// What two runs must agree on: everything but revisions, uids and times.
pub fn essence(play: &Play) -> Value {
    fn strip(value: &mut Value, uids: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                for key in ["resourceVersion", "creationTimestamp", "deletionTimestamp", "lastTransitionTime", "time"] {
                    map.remove(key);
                }
                if let Some(Value::String(uid)) = map.remove("uid") {
                    uids.push(uid);
                }
                if let Some(Value::Array(managers)) = map.get_mut("managedFields") {
                    // They stand in the order of their times.
                    managers.sort_by_key(|entry| format!("{} {} {}", entry["manager"], entry["operation"], entry["subresource"]));
                }
                map.values_mut().for_each(|below| strip(below, uids));
            }
            Value::Array(items) => items.iter_mut().for_each(|below| strip(below, uids)),
            _ => {}
        }
    }
    let view = play.view();
    let mut kept = json!({ "objects": view["objects"], "outside": view["outside"] });
    let mut uids = Vec::new();
    strip(&mut kept, &mut uids);
    // managedFields name an owner reference by its uid.
    let mut text = kept.to_string();
    for uid in uids {
        text = text.replace(&uid, "<uid>");
    }
    serde_json::from_str(&text).expect("JSON")
}

/// Crashes before each default move of what follows `start`, and compares what is left in the end with what is left without
/// a crash. Returns how many places there were.
pub fn at_every_transition(start: &Play, what: &str) -> usize {
    const LONG: u64 = 100_000_000;
    let mut straight = start.clone();
    assert!(straight.settle_until(LONG).quiet, "{what}: it settles");
    let wanted = essence(&straight);
    let mut walk = start.clone();
    let mut tried = 0;
    loop {
        let mut play = walk.clone();
        play.play(json!({ "crash": {} }));
        play.play(json!({ "start": {} }));
        assert!(play.settle_until(LONG).quiet, "{what}: crashed before default move {tried}");
        assert_eq!(essence(&play), wanted, "{what}: crashed before default move {tried}");
        let view = play.view();
        let mut owners: Vec<&str> = view["outside"].as_array().expect("a list").iter().filter_map(|one| one["madeBy"].as_str()).collect();
        owners.sort_unstable();
        assert!(owners.windows(2).all(|two| two[0] != two[1]), "{what}: an account is doubled, crashed before default move {tried}");
        tried += 1;
        let Some(next) = walk.run.world().default_move() else { return tried };
        walk.run.play(&next).expect("a default move can be played");
    }
}
