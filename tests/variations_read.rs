//! Variations on the recordings of reading, deleting and lifecycles: what the real server's source says of them.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::needless_pass_by_value)] // each test hands over literals

#[path = "common/request.rs"]
mod request;

use reconcile_playground::cluster::{Background, Cluster, Collector, CustomKind, Definitions, Namespaces, Options, Request, Response};
use reconcile_playground::object::{Revision, Timestamp};
use request::{Server, content_type, json_body, request};
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
}

impl Server for Lab {
    /// Sends a request, then lets the workers come to rest.
    fn send(&mut self, method: &str, path: &str, body: Value) -> Response {
        let response = self.cluster.handle(&request("test", method, path, content_type(method), json_body(body)));
        for _ in 0..1000 {
            match self.workers.iter_mut().find(|worker| worker.has_work(&self.cluster)) {
                Some(worker) => drop(worker.work(&mut self.cluster)),
                None => return response,
            }
        }
        panic!("it never comes to rest");
    }

    fn revision(&self) -> Revision {
        self.cluster.revision()
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

#[test]
fn what_a_definition_is_named_and_where_it_lies_cannot_change() {
    let mut lab = Lab::new();
    lab.send("POST", DEFINITIONS, definition("temps", json!({})));
    let path = format!("{DEFINITIONS}/temps.lab.example.com");
    let invalid = "CustomResourceDefinition.apiextensions.k8s.io \"temps.lab.example.com\" is invalid: ";
    for (spec, message) in [
        (json!({"scope": "Cluster"}), "spec.scope: Invalid value: \"Cluster\": field is immutable"),
        (
            json!({"group": "other.example.com", "names": {"kind": "Tempo", "plural": "tempos"}}),
            "[spec.names.kind: Invalid value: \"Tempo\": field is immutable, spec.group: Invalid value: \"other.example.com\": field is immutable, spec.names.plural: Invalid value: \"tempos\": field is immutable]",
        ),
        (
            json!({"versions": [{"name": "v2", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}}}]}),
            "status.storedVersions[0]: Invalid value: \"v1\": missing from spec.versions; v1 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v1 and removes v1 from status.storedVersions",
        ),
    ] {
        assert_eq!(lab.refused("PATCH", &path, json!({"spec": spec})), (422, format!("{invalid}{message}")));
    }
    // Until the kind is served, its name and scope can.
    lab.send("POST", DEFINITIONS, definition("others", json!({})));
    let path = format!("{DEFINITIONS}/others.lab.example.com");
    let changed = lab.send(
        "PATCH",
        &path,
        json!({"spec": {"scope": "Cluster", "names": {"kind": "Other", "listKind": "OtherList", "singular": "other"}}}),
    );
    assert_eq!(changed.code, 200);
    assert_eq!(lab.get("/apis/lab.example.com/v1/others")["kind"], "OtherList");
}

#[test]
fn all_that_is_wrong_with_a_definition_is_said_in_the_servers_order() {
    const LABEL: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
    let mut lab = Lab::new();
    let names = |names: Value| json!({ "names": names });
    let go = |name: &str, storage: bool| {
        format!(
            "{{\"Name\":\"{name}\",\"Served\":true,\"Storage\":{storage},\"Deprecated\":false,\"DeprecationWarning\":null,\"Schema\":null,\"Subresources\":null,\"AdditionalPrinterColumns\":null,\"SelectableFields\":null}}"
        )
    };
    for (body, message) in [
        (definition("temps", json!({"group": "lab"})), "spec.group: Invalid value: \"lab\": should be a domain with at least one dot".to_string()),
        (
            definition("temps", json!({"scope": "Other"})),
            "spec.scope: Unsupported value: \"Other\": supported values: \"Cluster\", \"Namespaced\"".to_string(),
        ),
        (
            definition("Temps", json!({"scope": "Other", "names": {"plural": "Temps", "kind": "1Temp", "shortNames": ["T"]}})),
            format!(
                "[metadata.name: Invalid value: \"Temps.lab.example.com\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*'), spec.scope: Unsupported value: \"Other\": supported values: \"Cluster\", \"Namespaced\", spec.names.plural: Invalid value: \"Temps\": {LABEL}, spec.names.singular: Invalid value: \"1temp\": {LABEL}, spec.names.kind: Invalid value: \"1Temp\": may have mixed case, but should otherwise match: {LABEL}, spec.names.listKind: Invalid value: \"1TempList\": may have mixed case, but should otherwise match: {LABEL}, spec.names.shortNames[0]: Invalid value: \"T\": {LABEL}]"
            ),
        ),
        (
            definition("temps", names(json!({"plural": "temps", "kind": "Temp", "listKind": "Temp"}))),
            "spec.names.listKind: Invalid value: \"Temp\": kind and listKind may not be the same".to_string(),
        ),
        (
            definition("temps", json!({"group": "lab.k8s.io"})),
            "metadata.annotations[api-approved.kubernetes.io]: Required value: protected groups must have approval annotation \"api-approved.kubernetes.io\", see https://github.com/kubernetes/enhancements/pull/1111".to_string(),
        ),
        (
            definition("temps", json!({"versions": [{"name": "v1", "served": true, "storage": false, "schema": {"openAPIV3Schema": {"type": "object"}}}]})),
            format!("[spec.versions: Invalid value: [{}]: must have exactly one version marked as storage version, status.storedVersions: Invalid value: null: must have at least one stored version]", go("v1", false)),
        ),
        (
            definition("temps", json!({"versions": [
                {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}}},
                {"name": "v2", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}}}]})),
            format!("[spec.versions: Invalid value: [{},{}]: must have exactly one version marked as storage version, status.storedVersions: Invalid value: {}: must have the storage version v2]", go("v1", true), go("v2", true), go("v2", true)),
        ),
        // What all versions have alike is said of the definition as a whole.
        (definition("temps", versions(json!({"properties": {}}))), "spec.validation.openAPIV3Schema.type: Required value: must not be empty at the root".to_string()),
        (
            definition("temps", versions(json!({"type": "string"}))),
            "spec.validation.openAPIV3Schema.type: Invalid value: \"string\": must be object at the root".to_string(),
        ),
        (
            definition("temps", versions(json!({"type": "object", "properties": {"spec": {"type": "array"}}}))),
            "spec.validation.openAPIV3Schema.properties[spec].items: Required value: must be specified".to_string(),
        ),
        (
            definition("temps", versions(json!({"type": "object", "properties": {"spec": {"type": "array", "items": {}}}}))),
            "spec.validation.openAPIV3Schema.properties[spec].items.type: Required value: must not be empty for specified array items".to_string(),
        ),
        (
            definition("temps", versions(json!({"type": "object", "properties": {"spec": {"type": "array", "items": {"type": "object"}, "x-kubernetes-list-type": "map"}}}))),
            "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map".to_string(),
        ),
        (
            definition("temps", versions(json!({"type": "object", "properties": {"spec": {"type": "array", "items": {"type": "object"}, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"]}}}))),
            "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-list-map-keys: Invalid value: [\"a\"]: entries must all be names of item properties".to_string(),
        ),
        (
            definition("temps", versions(json!({"type": "object", "properties": {"spec": {"type": "text"}}}))),
            "spec.validation.openAPIV3Schema.properties[spec].type: Unsupported value: \"text\": supported values: \"array\", \"boolean\", \"integer\", \"number\", \"object\", \"string\"".to_string(),
        ),
        (
            definition("temps", json!({"versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}},
                "additionalPrinterColumns": [{"name": "A", "type": "text", "jsonPath": ".a"}, {"type": "string"}]}]})),
            "[spec.additionalPrinterColumns[0].type: Invalid value: \"text\": must be one of boolean,date,integer,number,string, spec.additionalPrinterColumns[1].name: Required value, spec.additionalPrinterColumns[1].JSONPath: Required value]".to_string(),
        ),
    ] {
        let name = body["metadata"]["name"].as_str().unwrap().to_string();
        let expected = format!("CustomResourceDefinition.apiextensions.k8s.io \"{name}\" is invalid: {message}");
        assert_eq!(lab.refused("POST", DEFINITIONS, body), (422, expected));
    }
}

#[test]
fn a_definitions_preconditions_are_refused_in_the_words_of_the_store() {
    let mut lab = Lab::new();
    let made = lab.send("POST", DEFINITIONS, definition("temps", json!({}))).body.to_value();
    let path = format!("{DEFINITIONS}/temps.lab.example.com");
    let options = |preconditions: Value| json!({"kind": "DeleteOptions", "apiVersion": "v1", "preconditions": preconditions});
    let refused =
        "Operation cannot be fulfilled on customresourcedefinitions.apiextensions.k8s.io \"temps.lab.example.com\": Precondition failed: ";
    let uid = made["metadata"]["uid"].as_str().unwrap();
    assert_eq!(
        lab.refused("DELETE", &path, options(json!({"uid": "other"}))),
        (409, format!("{refused}UID in precondition: other, UID in object meta: {uid}"))
    );
    let revision = lab.get(&path)["metadata"]["resourceVersion"].as_str().unwrap().to_string();
    assert_eq!(
        lab.refused("DELETE", &path, options(json!({"resourceVersion": "1"}))),
        (409, format!("{refused}ResourceVersion in precondition: 1, ResourceVersion in object meta: {revision}"))
    );
}

/// A child of this owner in the namespace `default`.
fn child(name: &str, owners: Value) -> Value {
    json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "ownerReferences": owners}})
}

#[test]
fn an_owner_named_in_a_version_that_is_not_served_is_looked_up_in_one_that_is() {
    let mut lab = Lab::new();
    let apps = "/apis/lab.example.com/v1/namespaces/default/playgrounds";
    let app = json!({"apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": {"name": "a"}});
    let uid = lab.send("POST", apps, app).body.to_value()["metadata"]["uid"].clone();
    lab.send("POST", MAPS, child("kid", json!([{"apiVersion": "lab.example.com/v2", "kind": "AppConfig", "name": "a", "uid": uid}])));
    assert_eq!(lab.get(&format!("{MAPS}/kid"))["metadata"]["name"], "kid");
    lab.send("DELETE", &format!("{apps}/a"), Value::Null);
    assert_eq!(lab.get(&format!("{MAPS}/kid"))["code"], 404);
    // One that was never there.
    lab.send("POST", MAPS, child("late", json!([{"apiVersion": "lab.example.com/v3", "kind": "AppConfig", "name": "b", "uid": "u1"}])));
    assert_eq!(lab.get(&format!("{MAPS}/late"))["code"], 404);
}

#[test]
fn an_owner_of_a_kind_that_every_server_has_is_not_found_and_one_of_no_kind_is_never_looked_for() {
    let mut lab = Lab::new();
    let owner = |api_version: &str, kind: &str, uid: &str| json!({"apiVersion": api_version, "kind": kind, "name": "ghost", "uid": uid});
    for (name, api_version, kind, gone) in [
        ("a", "v1", "Pod", true),
        ("b", "apps/v1", "Deployment", true),
        ("c", "v1", "Node", true),
        ("d", "v1", "Deployment", false),
        ("e", "no.such/v1", "Thing", false),
    ] {
        lab.send("POST", MAPS, child(name, json!([owner(api_version, kind, name)])));
        assert_eq!(lab.get(&format!("{MAPS}/{name}"))["code"] == 404, gone, "{kind}");
    }
    // Namespaces stand for any cluster-scoped object.
    for (name, kind, gone) in [("f", "Pod", false), ("g", "Node", true)] {
        let metadata = json!({"name": name, "ownerReferences": [owner("v1", kind, name)]});
        lab.send("POST", "/api/v1/namespaces", json!({ "metadata": metadata }));
        assert_eq!(lab.get(&format!("/api/v1/namespaces/{name}"))["code"] == 404, gone, "{kind}");
    }
    let solid = lab.send("POST", MAPS, json!({"metadata": {"name": "solid"}})).body.to_value();
    let solid = json!({"apiVersion": "v1", "kind": "ConfigMap", "name": "solid", "uid": solid["metadata"]["uid"]});
    lab.send("POST", MAPS, child("two", json!([owner("batch/v1", "Job", "u2"), solid])));
    assert_eq!(lab.get(&format!("{MAPS}/two"))["metadata"]["ownerReferences"], json!([solid]));
}

#[test]
fn a_bookmark_is_an_object_of_its_kind_in_which_nothing_is_set() {
    let mut lab = Lab::new();
    let definition = json!({
        "spec": {"group": "", "names": {"plural": "", "kind": ""}, "scope": "", "versions": null},
        "status": {"conditions": null, "acceptedNames": {"plural": "", "kind": ""}, "storedVersions": null},
    });
    let event = json!({
        "involvedObject": {}, "source": {}, "firstTimestamp": null, "lastTimestamp": null, "eventTime": null,
        "reportingComponent": "", "reportingInstance": "",
    });
    for (path, body) in [
        (MAPS, json!({})),
        ("/api/v1/secrets", json!({})),
        ("/apis/lab.example.com/v1/playgrounds", json!({})),
        ("/api/v1/namespaces", json!({"spec": {}, "status": {}})),
        ("/api/v1/events", event),
        ("/apis/coordination.k8s.io/v1/leases", json!({"spec": {}})),
        (DEFINITIONS, definition),
    ] {
        let query = "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
        let events = lab.send("GET", &format!("{path}?{query}"), Value::Null).events.unwrap();
        let mut last = events.last().unwrap().to_value()["object"].take();
        let rest = last.as_object_mut().unwrap();
        let metadata = rest.remove("metadata").unwrap();
        assert_eq!(metadata, json!({"annotations": {"k8s.io/initial-events-end": "true"}, "resourceVersion": "2"}));
        rest.remove("kind");
        rest.remove("apiVersion");
        assert_eq!(last, body, "{path}");
    }
}

#[test]
fn what_was_stored_is_read_as_the_schema_has_it_now() {
    let mut lab = Lab::new();
    let schema = |fields: Value| versions(json!({"type": "object", "properties": {"spec": {"type": "object", "properties": fields}}}));
    lab.send("POST", DEFINITIONS, definition("temps", schema(json!({"a": {"type": "integer"}, "b": {"type": "string"}}))));
    let spec = json!({"a": 1, "b": "x"});
    lab.send("POST", TEMPS, json!({"apiVersion": "lab.example.com/v1", "kind": "Temp", "metadata": {"name": "t"}, "spec": spec}));
    let (path, one) = (format!("{DEFINITIONS}/temps.lab.example.com"), format!("{TEMPS}/t"));
    let before = lab.get(&one);
    let changed = json!({"spec": schema(json!({"a": {"type": "string"}, "c": {"type": "string", "default": "new"}}))});
    assert_eq!(lab.send("PATCH", &path, changed).code, 200);
    // No write: the revision and the generation stay. What is of the wrong type stays too.
    let after = lab.get(&one);
    assert_eq!((&after["metadata"], &after["spec"]), (&before["metadata"], &json!({"a": 1, "c": "new"})));
    assert_eq!(lab.get(TEMPS)["items"][0], after);
    let patched = lab.send("PATCH", &one, json!({"metadata": {"labels": {"l": "1"}}}));
    assert_eq!((patched.code, patched.warnings.len()), (200, 0));
    assert_eq!(patched.body.to_value()["metadata"]["generation"], 1);
}

#[test]
fn a_definition_that_was_never_established_or_is_not_served_goes_at_once() {
    let mut lab = Lab::new();
    lab.send("POST", DEFINITIONS, definition("temps", json!({})));
    lab.send("POST", DEFINITIONS, definition("others", json!({})));
    let path = |plural: &str| format!("{DEFINITIONS}/{plural}.lab.example.com");
    let going = lab.send("DELETE", &path("others"), Value::Null).body.to_value();
    assert_eq!(going["status"]["conditions"][2]["reason"], "InstanceDeletionPending");
    assert_eq!(lab.get(&path("others"))["code"], 404);
    let unserved = json!([{"name": "v1", "served": false, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}}}]);
    lab.send("PATCH", &path("temps"), json!({"spec": {"versions": unserved}}));
    assert_eq!(lab.get(TEMPS), json!("404 page not found\n"));
    lab.send("DELETE", &path("temps"), Value::Null);
    assert_eq!(lab.get(&path("temps"))["code"], 404);
}

#[test]
fn discovery_tells_of_a_kind_whose_definition_goes_that_it_takes_no_more_writes() {
    let mut lab = Lab::new();
    lab.send("POST", DEFINITIONS, definition("temps", json!({})));
    let stuck = json!({"apiVersion": "lab.example.com/v1", "kind": "Temp", "metadata": {"name": "t", "finalizers": ["example.com/f"]}});
    lab.send("POST", TEMPS, stuck);
    let verbs = |lab: &mut Lab| lab.get("/apis/lab.example.com/v1")["resources"].as_array().unwrap().last().unwrap()["verbs"].clone();
    assert_eq!(verbs(&mut lab), json!(["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"]));
    lab.send("DELETE", &format!("{DEFINITIONS}/temps.lab.example.com"), Value::Null);
    assert_eq!(verbs(&mut lab), json!(["delete", "deletecollection", "get", "list", "watch"]));
    // It is told only: what is there can be written.
    assert_eq!(lab.send("PATCH", &format!("{TEMPS}/t"), json!({"metadata": {"labels": {"l": "1"}}})).code, 200);
}

#[test]
fn discovery_tells_the_names_of_the_definitions_themselves() {
    let mut lab = Lab::new();
    let resources = lab.get("/apis/apiextensions.k8s.io/v1")["resources"].take();
    assert_eq!(
        (&resources[0]["shortNames"], &resources[0]["categories"], &resources[1]["categories"]),
        (&json!(["crd", "crds"]), &json!(["api-extensions"]), &Value::Null)
    );
}

#[test]
fn a_column_of_type_string_shows_a_map_or_list_as_json() {
    let mut lab = Lab::new();
    let open = json!({"type": "object", "properties": {"spec": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}});
    let column = |field: &str| json!({"name": field, "type": "string", "jsonPath": format!(".spec.{field}")});
    let mut body = definition("temps", versions(open));
    body["spec"]["versions"][0]["additionalPrinterColumns"] = json!([column("map"), column("list"), column("number"), column("none")]);
    lab.send("POST", DEFINITIONS, body);
    let spec = json!({"map": {"b": [1, true], "a": "x"}, "list": ["y", null], "number": 2.5});
    lab.send("POST", TEMPS, json!({"apiVersion": "lab.example.com/v1", "kind": "Temp", "metadata": {"name": "t"}, "spec": spec}));
    let table = lab.cluster.handle(&Request {
        method: "GET".into(),
        path: TEMPS.into(),
        accept: Some("application/json;as=Table;v=v1;g=meta.k8s.io".into()),
        ..Request::default()
    });
    let cells = table.body.to_value()["rows"][0]["cells"].take();
    assert_eq!(cells, json!(["t", "{\"a\":\"x\",\"b\":[1,true]}", "[\"y\",null]", "2.5", null]));
}
