//! A crash before each default move, and what two runs must agree on in the end.

use super::common::Play;
use serde_json::{Value, json};

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
    serde_json::from_str(&text).unwrap()
}

/// Default moves to the end, with a crash and a start before the n-th; for every n. Returns how many there were.
pub fn at_every_transition(start: &Play, what: &str) -> usize {
    let mut straight = start.clone();
    assert!(straight.settle_until(100_000_000).quiet, "{what}");
    let wanted = essence(&straight);
    let mut tried = 0;
    loop {
        let mut play = start.clone();
        for _ in 0..tried {
            let Some(next) = play.run.world().default_move() else { return tried };
            play.run.play(&next).unwrap();
        }
        play.play(json!({ "crash": {} }));
        play.play(json!({ "start": {} }));
        assert!(play.settle_until(100_000_000).quiet, "{what}");
        assert_eq!(essence(&play), wanted, "{what}, crashed before default move {tried}");
        tried += 1;
    }
}
