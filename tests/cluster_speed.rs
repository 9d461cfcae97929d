//! How fast the API server is. Prints, and never fails: `cargo test --release --test cluster_speed -- --ignored --nocapture`
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::disallowed_methods)] // a benchmark looks at the real clock

use std::time::Instant;

use reconcile_playground::cluster::{Cluster, Options, Payload, Request};
use reconcile_playground::object::Timestamp;
use serde_json::{Value, json};

#[test]
#[ignore = "a benchmark"]
fn get_then_put_of_a_config_map_with_one_key() {
    let mut cluster = Cluster::new(&[], Options { seed: 1, start: Timestamp(0), noop_bumps: false }).unwrap();
    let request = |method: &str, path: &str, body: Value| Request {
        method: method.into(),
        path: path.into(),
        body: if body.is_null() { Payload::None } else { Payload::Json(body) },
        user_agent: "kubectl/v1.36.2".into(),
        ..Request::default()
    };
    cluster.handle(&request("POST", "/api/v1/namespaces", json!({"metadata": {"name": "default"}})));
    let maps = "/api/v1/namespaces/default/configmaps";
    cluster.handle(&request("POST", maps, json!({"metadata": {"name": "a"}, "data": {"k": "v"}})));
    let (rounds, path) = (100_000_u32, format!("{maps}/a"));
    let begin = Instant::now();
    for n in 0..rounds {
        let mut object = cluster.handle(&request("GET", &path, Value::Null)).body.to_value();
        object["data"]["k"] = json!(n.to_string());
        assert_eq!(cluster.handle(&request("PUT", &path, object)).code, 200);
    }
    println!("{:.0} GET+PUT/s", f64::from(rounds) / begin.elapsed().as_secs_f64());
}
