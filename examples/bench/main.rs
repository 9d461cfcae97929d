//! Prints the engine's figures natively, without JavaScript: `cargo run --release --example bench`.

// A benchmark is the one place that may look at a real clock.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, clippy::cast_precision_loss)]

#[cfg(not(target_arch = "wasm32"))]
mod check;

use std::time::Instant;

use reconcile_playground::cluster::{Payload, Request};
use reconcile_playground::scenario::{Scenario, read};
use reconcile_playground::world::World;
use reconcile_playground::world::history::Run;
use serde_json::{Value, json};

fn main() {
    let app = json!({ "apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": { "name": "a" }, "spec": { "data": { "color": "blue", "level": "info" } } });
    let map = json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "a" }, "data": { "key": "v" } });
    read_and_replace("one-key ConfigMap", &map, "/api/v1/namespaces/default/configmaps", "/data/key");
    read_and_replace("AppConfig", &app, "/apis/lab.example.com/v1/namespaces/default/appconfigs", "/spec/data/color");
    settle();
    #[cfg(not(target_arch = "wasm32"))]
    check::figures();
}

fn read_and_replace(name: &str, object: &Value, collection: &str, field: &str) {
    let mut world = World::new(&Scenario::new()).expect("the default scenario");
    let cluster = &mut world.cluster;
    cluster.handle(&Request::by("bench", "POST", collection.into(), Some(object.clone())));
    let path = format!("{collection}/a");
    let count = 20_000;
    let begin = Instant::now();
    for n in 0..count {
        let stored = cluster.handle(&Request::by("bench", "GET", path.clone(), None));
        let mut body = stored.object().expect("it is there").to_value();
        *body.pointer_mut(field).expect("the field") = format!("v{n}").into();
        let mut request = Request::by("bench", "PUT", path.clone(), None);
        request.body = Payload::Json(body);
        assert_eq!(cluster.handle(&request).code, 200);
    }
    let rate = f64::from(count) / begin.elapsed().as_secs_f64();
    println!("GET then PUT of a {name} inside the engine, native: {rate:.0} /s");
}

fn settle() {
    let habits = json!({ "statusContent": "counter", "statusWhen": "always", "predicate": "none" });
    let scenario = json!({ "version": 1, "controllers": [{ "name": "appconfig-controller", "habits": habits }] });
    let mut run = Run::new(read(scenario).expect("a scenario")).expect("a fine scenario");
    let edit = json!({ "edit": { "object": { "apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": { "name": "web" }, "spec": { "data": { "color": "blue" } } } } });
    run.play(&read(edit).expect("a move")).expect("it can be played");
    let begin = Instant::now();
    let settled = run.settle(Some(200_000), None).expect("within bounds");
    let rate = settled.moves as f64 / begin.elapsed().as_secs_f64();
    println!("default moves in one settle, native: {rate:.0} /s");
}
