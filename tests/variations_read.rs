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

#[test]
fn names_that_are_taken_are_not_accepted_and_the_last_of_them_is_named() {
    let mut lab = Lab::new();
    lab.send("POST", DEFINITIONS, definition("temps", json!({})));
    for (plural, names, reason, message, accepted) in [
        ("others", json!({"kind": "Temp"}), "ListKindConflict", "\"TempList\" is already in use", json!({"plural": "others", "kind": ""})),
        (
            "thirds",
            json!({"kind": "Third", "shortNames": ["temp", "th", "temps"]}),
            "ShortNamesConflict",
            "[\"temp\" is already in use, \"temps\" is already in use]",
            json!({"plural": "thirds", "singular": "third", "kind": "Third", "listKind": "ThirdList"}),
        ),
        (
            "fourths",
            json!({"kind": "Temp", "listKind": "Fourths", "singular": "fourth", "categories": ["all"]}),
            "KindConflict",
            "\"Temp\" is already in use",
            json!({"plural": "fourths", "singular": "fourth", "kind": "", "listKind": "Fourths", "categories": ["all"]}),
        ),
        // The kinds that were there before any definition have names too.
        (
            "fifths",
            json!({"kind": "AppConfig"}),
            "ListKindConflict",
            "\"AppConfigList\" is already in use",
            json!({"plural": "fifths", "kind": ""}),
        ),
    ] {
        let mut body = definition(plural, json!({}));
        body["spec"]["names"] = names;
        body["spec"]["names"]["plural"] = json!(plural);
        assert_eq!(lab.send("POST", DEFINITIONS, body).code, 201);
        let status = lab.get(&format!("{DEFINITIONS}/{plural}.lab.example.com"))["status"].take();
        assert_eq!(status["acceptedNames"], accepted);
        let told: Vec<_> = [0, 1].map(|at| ["status", "reason", "message"].map(|key| status["conditions"][at][key].clone())).into();
        assert_eq!(
            told,
            [["False", reason, message].map(Value::from), ["False", "NotAccepted", "not all names are accepted"].map(Value::from)]
        );
        assert_eq!(lab.get(&format!("/apis/lab.example.com/v1/namespaces/default/{plural}")), json!("404 page not found\n"));
    }
}

#[test]
fn names_that_come_free_are_given_to_the_definition_that_waits_for_them() {
    let mut lab = Lab::new();
    lab.send("POST", DEFINITIONS, definition("temps", json!({})));
    lab.send("POST", DEFINITIONS, definition("others", json!({})));
    lab.send("DELETE", &format!("{DEFINITIONS}/temps.lab.example.com"), Value::Null);
    let status = lab.get(&format!("{DEFINITIONS}/others.lab.example.com"))["status"].take();
    assert_eq!(status["acceptedNames"], json!({"plural": "others", "singular": "temp", "kind": "Temp", "listKind": "TempList"}));
    assert_eq!([&status["conditions"][0]["reason"], &status["conditions"][1]["reason"]], ["NoConflicts", "InitialNamesAccepted"]);
    assert_eq!(lab.get("/apis/lab.example.com/v1/namespaces/default/others")["kind"], "TempList");
}

#[test]
fn names_that_change_later_are_accepted_too() {
    let mut lab = Lab::new();
    lab.send("POST", DEFINITIONS, definition("temps", json!({})));
    let path = format!("{DEFINITIONS}/temps.lab.example.com");
    lab.send("PATCH", &path, json!({"spec": {"names": {"shortNames": ["tm"]}}}));
    let live = lab.get(&path);
    assert_eq!((&live["status"]["acceptedNames"]["shortNames"], &live["metadata"]["generation"]), (&json!(["tm"]), &json!(2)));
    lab.send("PATCH", &path, json!({"spec": {"names": {"shortNames": null}}}));
    assert_eq!(lab.get(&path)["status"]["acceptedNames"].get("shortNames"), None);
}
