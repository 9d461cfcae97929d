//! The recordings of a real kube-apiserver, played against the one in memory.
//!
//! Every step of every case is played. A step that is not done yet stands in `golden/not_yet.json`, which the page about
//! what is real reads too; one that stands there and passes fails the test, so that the list only shrinks.
#![cfg(not(target_arch = "wasm32"))]

#[path = "golden/player.rs"]
mod player;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use player::{Player, StepResult, kinds, read};
use serde_json::Value;

/// The steps that the cluster cannot do yet: case, step, why.
fn not_yet() -> Vec<(String, u64, String)> {
    let listed: Value = serde_json::from_str(include_str!("golden/not_yet.json")).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_string();
    listed.as_array().unwrap().iter().map(|entry| (text(&entry["case"]), entry["step"].as_u64().unwrap(), text(&entry["why"]))).collect()
}

fn play_all(not_yet: &[(String, u64, String)]) -> Vec<StepResult> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let kinds = kinds(&read(&golden.join("setup.json")));
    let mut files: Vec<_> = fs::read_dir(golden.join("api")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 44, "a recording was lost or came without a place here");
    let listed = |case: &str, step: u64| not_yet.iter().any(|entry| case.starts_with(&entry.0) && entry.1 == step);
    files.iter().flat_map(|file| Player::new(&read(file), &kinds).play(&listed)).collect()
}

#[test]
fn the_cluster_answers_as_the_real_one_did() {
    let only = std::env::var("CASE").ok();
    let listed = not_yet();
    let results = play_all(&listed);
    let mut not_yet: BTreeMap<(&str, u64), &str> = listed.iter().map(|(case, step, why)| ((case.as_str(), *step), why.as_str())).collect();
    assert_eq!(not_yet.len(), listed.len(), "a step is listed twice");
    let (mut passed, mut wrong) = (0, Vec::new());
    for result in results.iter().filter(|result| only.as_ref().is_none_or(|only| result.case.starts_with(only.as_str()))) {
        let key = (result.case.get(..2).unwrap(), result.step);
        match (result.faults.is_empty(), not_yet.remove(&key)) {
            (true, None) => passed += 1,
            (false, Some(_)) => {}
            (true, Some(why)) => {
                wrong.push(format!("{} step {} passes: take it off the list of what is not done yet ({why})", result.case, result.step));
            }
            (false, None) => wrong.push(format!("{} step {}:\n    {}", result.case, result.step, result.faults.join("\n    "))),
        }
    }
    println!("{passed} steps pass, {} are not done yet", listed.len());
    if only.is_none() {
        wrong.extend(not_yet.keys().map(|(case, step)| format!("{case} step {step} is listed and does not exist")));
    }
    assert!(wrong.is_empty(), "{} of {} steps:\n{}", wrong.len(), results.len(), wrong.join("\n"));
}
