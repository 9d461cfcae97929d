//! The life of a `CustomResourceDefinition`.
#![cfg(not(target_arch = "wasm32"))]

#[path = "common/request.rs"]
mod request;

use reconcile_playground::cluster::{Cluster, Collected, Definitions, Options, Response};
use reconcile_playground::object::{Revision, Timestamp};
use request::{Server, content_type, json_body, request};
use serde_json::{Value, json};

const DEFINITIONS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const TEMPS: &str = "/apis/lab.example.com/v1/namespaces/default/temps";

struct Lab {
    cluster: Cluster,
    worker: Definitions,
}

impl Lab {
    fn new() -> Lab {
        let options = Options { seed: 1, start: Timestamp::parse("2026-01-01T00:00:00Z").unwrap(), noop_bumps: false };
        let mut lab = Lab { cluster: Cluster::new(&[], options).unwrap(), worker: Definitions::new() };
        lab.send("POST", "/api/v1/namespaces", json!({"metadata": {"name": "default"}}));
        lab
    }

    /// The number of requests it took.
    fn settle(&mut self) -> usize {
        let mut requests = 0;
        for _ in 0..100 {
            match self.worker.work(&mut self.cluster) {
                Collected::Idle => return requests,
                Collected::Requested { .. } => requests += 1,
                Collected::Observed { .. } => {}
            }
        }
        panic!("it never comes to rest");
    }
}

impl Server for Lab {
    fn send(&mut self, method: &str, path: &str, body: Value) -> Response {
        self.cluster.handle(&request("kubectl/v1.36.2", method, path, content_type(method), json_body(body)))
    }

    fn revision(&self) -> Revision {
        self.cluster.revision()
    }
}

fn definition(version: &Value) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "temps.lab.example.com"},
        "spec": {"group": "lab.example.com", "scope": "Namespaced", "names": {"plural": "temps", "kind": "Temp"}, "versions": [version]},
    })
}

fn version() -> Value {
    json!({"name": "v1", "served": true, "storage": true, "subresources": {"status": {}}, "schema": {"openAPIV3Schema": {
        "type": "object", "properties": {"spec": {"type": "object", "properties": {"size": {"type": "integer", "default": 1}}}},
    }}})
}

fn temp(name: &str) -> Value {
    json!({"apiVersion": "lab.example.com/v1", "kind": "Temp", "metadata": {"name": name}, "spec": {"more": 1}})
}

#[test]
fn a_kind_is_served_once_its_definition_is_established_and_no_sooner() {
    let mut lab = Lab::new();
    assert_eq!(lab.send("POST", DEFINITIONS, definition(&version())).code, 201);
    assert_eq!(lab.get(TEMPS), json!("404 page not found\n"));
    lab.settle();
    let made = lab.send("POST", TEMPS, temp("a"));
    assert_eq!((made.code, &made.body.to_value()["spec"]), (201, &json!({"size": 1})));
    assert_eq!(made.warnings, ["299 - \"unknown field \\\"spec.more\\\"\""]);
}

#[test]
fn a_definition_goes_only_when_its_last_object_has_gone() {
    let mut lab = Lab::new();
    lab.send("POST", DEFINITIONS, definition(&version()));
    lab.settle();
    let mut stuck = temp("stuck");
    stuck["metadata"]["finalizers"] = json!(["lab.example.com/f"]);
    lab.send("POST", TEMPS, stuck);
    lab.send("POST", TEMPS, temp("free"));
    let path = format!("{DEFINITIONS}/temps.lab.example.com");
    assert_eq!(lab.send("DELETE", &path, Value::Null).code, 200);
    lab.settle();
    assert!(lab.get(&format!("{TEMPS}/free"))["code"] == 404);
    assert_eq!(lab.get(&path)["status"]["conditions"][2]["reason"], "InstanceDeletionInProgress");
    let refused = lab.send("POST", TEMPS, temp("late"));
    assert_eq!(
        refused.status().unwrap().message,
        "temps.lab.example.com \"late\" is forbidden: create not allowed while custom resource definition is terminating"
    );
    assert_eq!(lab.settle(), 0);
    lab.send("PATCH", &format!("{TEMPS}/stuck"), json!({"metadata": {"finalizers": null}}));
    lab.settle();
    assert_eq!(lab.get(&path)["code"], 404);
    assert_eq!(lab.get(TEMPS), json!("404 page not found\n"));
    lab.send("POST", DEFINITIONS, definition(&version()));
    lab.settle();
    assert_eq!(lab.get(TEMPS)["items"], json!([]));
}

#[test]
fn a_schema_that_changes_holds_from_then_on() {
    let mut lab = Lab::new();
    lab.send("POST", DEFINITIONS, definition(&version()));
    lab.settle();
    lab.send("POST", TEMPS, temp("a"));
    let path = format!("{DEFINITIONS}/temps.lab.example.com");
    let mut strict = lab.get(&path);
    strict["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["size"]["maximum"] = json!(5);
    let changed = lab.send("PUT", &path, strict).body.to_value();
    assert_eq!(changed["metadata"]["generation"], 2);
    let refused = lab.send("PATCH", &format!("{TEMPS}/a"), json!({"spec": {"size": 6}}));
    assert_eq!(
        refused.status().unwrap().message,
        "Temp.lab.example.com \"a\" is invalid: spec.size: Invalid value: 6: spec.size in body should be less than or equal to 5"
    );
}

#[test]
fn two_definitions_of_one_kind_are_not_both_accepted() {
    let mut lab = Lab::new();
    lab.send("POST", DEFINITIONS, definition(&version()));
    lab.settle();
    let mut other = definition(&version());
    other["metadata"]["name"] = json!("others.lab.example.com");
    other["spec"]["names"]["plural"] = json!("others");
    lab.send("POST", DEFINITIONS, other);
    lab.settle();
    let conditions = lab.get(&format!("{DEFINITIONS}/others.lab.example.com"))["status"]["conditions"].clone();
    assert_eq!((&conditions[0]["status"], &conditions[0]["message"]), (&json!("False"), &json!("\"TempList\" is already in use")));
    assert_eq!(conditions[1]["reason"], "NotAccepted");
}

#[test]
fn a_definition_that_makes_no_sense_is_refused_where_it_is_wrong() {
    let mut lab = Lab::new();
    let before = lab.cluster.revision();
    let schema = |schema: &Value| json!({"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}});
    let mut renamed = definition(&version());
    renamed["metadata"]["name"] = json!("x.lab.example.com");
    for (body, message) in [
        (renamed, "metadata.name: Invalid value: \"x.lab.example.com\": must be spec.names.plural+\".\"+spec.group"),
        (
            definition(&json!({"name": "v1", "served": true, "storage": true})),
            "spec.versions[0].schema.openAPIV3Schema: Required value: schemas are required",
        ),
        (
            definition(&schema(&json!({"type": "object", "properties": {"spec": {}}}))),
            "spec.validation.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields",
        ),
    ] {
        let refused = lab.send("POST", DEFINITIONS, body);
        assert_eq!(refused.code, 422);
        let text = &refused.status().unwrap().message;
        assert!(text.ends_with(message), "{text}");
    }
    let two = json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "temps.lab.example.com"},
        "spec": {"group": "lab.example.com", "scope": "Namespaced", "names": {"plural": "temps", "kind": "Temp"},
            "versions": [version(), {"name": "v2", "served": true, "storage": false, "schema": version()["schema"]}]}});
    assert_eq!(lab.send("POST", DEFINITIONS, two).code, 501);
    assert_eq!(lab.cluster.revision(), before);
}

#[test]
fn discovery_tells_the_names_of_a_definition() {
    let mut lab = Lab::new();
    let mut named = definition(&version());
    named["spec"]["names"] =
        json!({"plural": "temps", "kind": "Temp", "singular": "degree", "listKind": "Temps", "shortNames": ["t"], "categories": ["all"]});
    lab.send("POST", DEFINITIONS, named);
    lab.settle();
    let resource = &lab.get("/apis/lab.example.com/v1")["resources"][0];
    assert_eq!(
        (&resource["singularName"], &resource["shortNames"], &resource["categories"]),
        (&json!("degree"), &json!(["t"]), &json!(["all"]))
    );
    assert_eq!(lab.get(TEMPS)["kind"], "Temps");
}

#[test]
fn what_is_not_built_of_a_definition_is_refused_by_name() {
    let mut lab = Lab::new();
    let with = |field: &str, value: Value| {
        let mut version = version();
        version[field] = value;
        definition(&version)
    };
    let mut webhook = definition(&version());
    webhook["spec"]["conversion"] = json!({"strategy": "Webhook"});
    for (body, what) in [
        (with("subresources", json!({"status": {}, "scale": {"specReplicasPath": ".spec.size"}})), "the scale subresource"),
        (with("selectableFields", json!([{"jsonPath": ".spec.size"}])), "selectableFields"),
        (with("deprecated", json!(true)), "deprecated versions"),
        (webhook, "conversion webhooks"),
    ] {
        let refused = lab.send("POST", DEFINITIONS, body);
        assert_eq!((refused.code, refused.status().unwrap().message.ends_with(what)), (501, true), "{what}");
    }
    lab.send("POST", DEFINITIONS, with("served", json!(false)));
    lab.settle();
    assert_eq!(lab.get(TEMPS), json!("404 page not found\n"));
}

/// A definition with these names.
fn named(plural: &str, names: &Value) -> Value {
    let mut definition = definition(&version());
    definition["metadata"]["name"] = format!("{plural}.lab.example.com").into();
    definition["spec"]["names"] = names.clone();
    definition["spec"]["names"]["plural"] = plural.into();
    definition
}

fn accepted(lab: &mut Lab, plural: &str) -> Value {
    let definition = lab.get(&format!("{DEFINITIONS}/{plural}.lab.example.com"));
    let conditions = definition["status"]["conditions"].as_array().unwrap();
    conditions.iter().find(|condition| condition["type"] == "NamesAccepted").unwrap()["status"].clone()
}

// `pkg/controller/status/naming_controller.go` `requeueAllOtherGroupCRDs`
#[test]
fn whoever_waits_for_names_gets_them_when_another_definition_lets_them_go() {
    let waiting = || {
        let mut lab = Lab::new();
        for (plural, names) in [
            ("temps", json!({"kind": "Temp", "singular": "temp"})),
            ("lamps", json!({"kind": "Lamp", "singular": "lamp", "shortNames": ["l"]})),
            ("as", json!({"kind": "Temp", "singular": "a", "listKind": "AList"})),
            ("bs", json!({"kind": "Lamp", "singular": "b", "listKind": "BList"})),
            ("cs", json!({"kind": "C", "singular": "c", "shortNames": ["l"]})),
        ] {
            assert_eq!(lab.send("POST", DEFINITIONS, named(plural, &names)).code, 201);
            lab.settle();
        }
        assert_eq!(
            ["temps", "lamps", "as", "bs", "cs"].map(|plural| accepted(&mut lab, plural)),
            ["True", "True", "False", "False", "False"]
        );
        lab
    };
    // It is gone: all that waited for its names have them, and nobody else.
    let mut lab = waiting();
    lab.send("DELETE", &format!("{DEFINITIONS}/lamps.lab.example.com"), Value::Null);
    lab.settle();
    assert_eq!(["as", "bs", "cs"].map(|plural| accepted(&mut lab, plural)), ["False", "True", "True"]);
    // It is called otherwise.
    let mut lab = waiting();
    lab.send("PATCH", &format!("{DEFINITIONS}/lamps.lab.example.com"), json!({"spec": {"names": {"shortNames": null}}}));
    lab.settle();
    assert_eq!(["as", "bs", "cs"].map(|plural| accepted(&mut lab, plural)), ["False", "False", "True"]);
}
