//! Writes that no recording holds, answered as the source of the real server says.
#![cfg(not(target_arch = "wasm32"))]

use reconcile_playground::cluster::{Cluster, CustomKind, Options, Payload, Request, Response};
use reconcile_playground::object::Timestamp;
use serde_json::{Value, json};

const APPS: &str = "/apis/lab.example.com/v1/namespaces/default/appconfigs";
const MAPS: &str = "/api/v1/namespaces/default/configmaps";
const JSON: &str = "application/json";
const MERGE: &str = "application/merge-patch+json";

fn cluster() -> Cluster {
    let kind = CustomKind {
        group: "lab.example.com".to_string(),
        version: "v1".to_string(),
        kind: "AppConfig".to_string(),
        plural: "appconfigs".to_string(),
        namespaced: true,
        status_subresource: true,
        schema: Some(json!({"type": "object", "properties": {"spec": {"type": "object", "properties": {"size": {"type": "integer"}}}}})),
        printer_columns: Vec::new(),
    };
    let options = Options { seed: 1, start: Timestamp::parse("2026-01-01T00:00:00Z").unwrap(), noop_bumps: false };
    let mut cluster = Cluster::new(&[kind], options).unwrap();
    post(&mut cluster, "/api/v1/namespaces", json!({"metadata": {"name": "default"}}));
    cluster
}

fn send(cluster: &mut Cluster, method: &str, path: &str, content_type: &str, body: Payload) -> Response {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    cluster.handle(&Request {
        method: method.to_string(),
        path: path.to_string(),
        query: pairs.map(|(key, value)| (key.to_string(), value.to_string())).collect(),
        content_type: Some(content_type.to_string()),
        accept: None,
        body,
        user_agent: "tester/1".to_string(),
    })
}

fn post(cluster: &mut Cluster, path: &str, body: Value) -> Response {
    send(cluster, "POST", path, JSON, Payload::Json(body))
}

fn patch(cluster: &mut Cluster, path: &str, content_type: &str, body: Value) -> Response {
    send(cluster, "PATCH", path, content_type, Payload::Json(body))
}

/// A config map and an app of this name.
fn with(name: &str) -> Cluster {
    let mut cluster = cluster();
    assert_eq!(post(&mut cluster, MAPS, json!({"metadata": {"name": name}, "data": {"k": "v"}})).code, 201);
    assert_eq!(post(&mut cluster, APPS, app(name)).code, 201);
    cluster
}

fn app(name: &str) -> Value {
    json!({"apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": {"name": name}, "spec": {"size": 1}})
}

fn said(response: &Response) -> (u16, String) {
    (response.code, response.status().map(|status| status.message.clone()).unwrap_or_default())
}

#[test]
fn a_patch_that_moves_an_object_to_another_namespace_is_refused_as_a_replace_is() {
    let mut cluster = with("a");
    let message = "the namespace of the provided object does not match the namespace sent on the request";
    for path in [MAPS, APPS] {
        let path = format!("{path}/a");
        let moved = patch(&mut cluster, &path, MERGE, json!({"metadata": {"namespace": "other", "name": "b"}}));
        assert_eq!(said(&moved), (400, message.to_string()));
        assert_eq!(patch(&mut cluster, &path, MERGE, json!({"metadata": {"namespace": null}})).code, 200);
        let renamed = patch(&mut cluster, &path, MERGE, json!({"metadata": {"name": "b"}}));
        assert_eq!(said(&renamed), (400, "the name of the object (b) does not match the name on the URL (a)".to_string()));
    }
}
