//! Variations on the recordings of reading, deleting and lifecycles: what the real server's source says of them.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::needless_pass_by_value)] // each test hands over literals

use reconcile_playground::cluster::{
    Background, Cluster, Collector, CustomKind, Definitions, Namespaces, Options, Payload, Request, Response,
};
use reconcile_playground::object::Timestamp;
use serde_json::{Value, json};

const DEFINITIONS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const TEMPS: &str = "/apis/lab.example.com/v1/namespaces/default/temps";
const MAPS: &str = "/api/v1/namespaces/default/configmaps";

struct Lab {
    cluster: Cluster,
    workers: [Background; 3],
}

impl Lab {
    fn new() -> Lab {
        let kind = json!({"group": "lab.example.com", "version": "v1", "kind": "AppConfig", "plural": "playgrounds"});
        let kind: CustomKind = serde_json::from_value(kind).unwrap();
        let start = Timestamp::parse("2026-01-01T00:00:00Z").unwrap();
        let cluster = Cluster::new(&[kind], Options { seed: 1, start, noop_bumps: false }).unwrap();
        let workers = [
            Background::Collector(Collector::new()),
            Background::Namespaces(Namespaces::new()),
            Background::Definitions(Definitions::new()),
        ];
        let mut lab = Lab { cluster, workers };
        for name in ["default", "space"] {
            lab.send("POST", "/api/v1/namespaces", json!({"metadata": {"name": name}}));
        }
        lab
    }

    /// Sends a request, then lets the workers come to rest.
    fn send(&mut self, method: &str, path: &str, body: Value) -> Response {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let response = self.cluster.handle(&Request {
            method: method.into(),
            path: path.into(),
            query: query.split('&').filter_map(|pair| pair.split_once('=')).map(|(key, value)| (key.into(), value.into())).collect(),
            body: if body.is_null() { Payload::None } else { Payload::Json(body) },
            content_type: (method == "PATCH").then(|| "application/merge-patch+json".to_string()),
            user_agent: "test".into(),
            ..Request::default()
        });
        for _ in 0..1000 {
            match self.workers.iter_mut().find(|worker| worker.has_work(&self.cluster)) {
                Some(worker) => drop(worker.work(&mut self.cluster)),
                None => return response,
            }
        }
        panic!("it never comes to rest");
    }

    fn get(&mut self, path: &str) -> Value {
        self.send("GET", path, Value::Null).body.to_value()
    }

    /// The code and message of a refusal.
    fn refused(&mut self, method: &str, path: &str, body: Value) -> (u16, String) {
        let before = self.cluster.revision();
        let response = self.send(method, path, body);
        assert_eq!(self.cluster.revision(), before);
        (response.code, response.status().map(|status| status.message.clone()).unwrap_or_default())
    }
}

/// A definition of `temps` with these changes in its `spec`.
fn definition(plural: &str, changes: Value) -> Value {
    let mut spec = json!({"group": "lab.example.com", "scope": "Namespaced", "names": {"plural": plural, "kind": "Temp"}, "versions": [
        {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}}}]});
    for (field, value) in changes.as_object().unwrap() {
        spec[field] = value.clone();
    }
    let name = format!("{plural}.{}", spec["group"].as_str().unwrap());
    json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": name}, "spec": spec})
}

fn versions(schema: Value) -> Value {
    json!({"versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}]})
}

#[test]
fn in_a_namespace_that_goes_a_name_to_be_generated_is_called_by_its_prefix() {
    let mut lab = Lab::new();
    let path = "/api/v1/namespaces/space/configmaps";
    lab.send("POST", path, json!({"metadata": {"name": "stuck", "finalizers": ["example.com/f"]}}));
    lab.send("DELETE", "/api/v1/namespaces/space", Value::Null);
    for (metadata, name) in [(json!({"generateName": "web-"}), "web-"), (json!({}), "Unknown"), (json!({"name": "a"}), "a")] {
        let response = lab.send("POST", path, json!({"metadata": metadata}));
        let status = response.status().unwrap();
        let message =
            format!("configmaps \"{name}\" is forbidden: unable to create new content in namespace space because it is being terminated");
        assert_eq!((response.code, &status.message, &status.to_value()["details"]["name"]), (403, &message, &json!(name)));
    }
}

#[test]
fn while_a_definition_goes_what_is_to_be_created_is_checked_first_and_then_refused_by_its_name() {
    let mut lab = Lab::new();
    lab.send("POST", DEFINITIONS, definition("temps", json!({})));
    let temp = |metadata: Value| json!({"apiVersion": "lab.example.com/v1", "kind": "Temp", "metadata": metadata});
    lab.send("POST", TEMPS, temp(json!({"name": "stuck", "finalizers": ["example.com/f"]})));
    lab.send("DELETE", &format!("{DEFINITIONS}/temps.lab.example.com"), Value::Null);
    assert_eq!(lab.refused("POST", TEMPS, temp(json!({"name": "NO"}))).0, 422);
    let (code, message) = lab.refused("POST", TEMPS, temp(json!({"generateName": "t-"})));
    assert_eq!(code, 403);
    assert!(message.starts_with("temps.lab.example.com \"t-"), "{message}");
    assert!(message.ends_with("\" is forbidden: create not allowed while custom resource definition is terminating"), "{message}");
    assert!(!message.contains("\"t-\""), "{message}");
}
