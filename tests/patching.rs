//! Patches and server-side apply, as somebody who sends them sees it; and how large things may be.
#![cfg(not(target_arch = "wasm32"))]

#[path = "common/request.rs"]
mod request;

use reconcile_playground::cluster::{Cluster, CustomKind, Options, Response};
use reconcile_playground::object::Timestamp;
use request::{json_body, request};
use serde_json::{Value, json};

const APPS: &str = "/apis/lab.example.com/v1/namespaces/default/appconfigs";
const MAPS: &str = "/api/v1/namespaces/default/configmaps";
const APPLY: &str = "application/apply-patch+yaml";
const JSON: &str = "application/json-patch+json";
const MERGE: &str = "application/merge-patch+json";
const STRATEGIC: &str = "application/strategic-merge-patch+json";

fn cluster() -> Cluster {
    let text = json!({"type": "string"});
    let kind = CustomKind {
        group: "lab.example.com".to_string(),
        version: "v1".to_string(),
        kind: "AppConfig".to_string(),
        plural: "appconfigs".to_string(),
        namespaced: true,
        status_subresource: true,
        schema: Some(json!({"type": "object", "properties": {
            "spec": {"type": "object", "properties": {
                "data": {"type": "object", "additionalProperties": text},
                "size": {"type": "integer"},
                "tags": {"type": "array", "items": text},
            }},
            "status": {"type": "object", "properties": {"phase": text}},
        }})),
        printer_columns: Vec::new(),
    };
    let options = Options { seed: 1, start: Timestamp::parse("2026-01-01T00:00:00Z").unwrap(), noop_bumps: false };
    let mut cluster = Cluster::new(&[kind], options).unwrap();
    let made = send(&mut cluster, "POST", "/api/v1/namespaces", "application/json", json!({"metadata": {"name": "default"}}));
    assert_eq!(made.code, 201);
    cluster
}

fn send(cluster: &mut Cluster, method: &str, path: &str, content_type: &str, body: Value) -> Response {
    cluster.handle(&request("kubectl/v1.36.2", method, path, Some(content_type), json_body(body)))
}

fn app(spec: &Value) -> Value {
    json!({"apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": {"name": "web"}, "spec": spec})
}

fn apply(cluster: &mut Cluster, manager: &str, spec: &Value) -> Response {
    send(cluster, "PATCH", &format!("{APPS}/web?fieldManager={manager}"), APPLY, app(spec))
}

fn said(response: &Response) -> (u16, String) {
    (response.code, response.status().map(|status| status.message.clone()).unwrap_or_default())
}

fn spec(response: &Response) -> Value {
    response.body.to_value()["spec"].clone()
}

#[test]
fn what_two_managers_apply_is_there_together_and_goes_with_the_last_who_wants_it() {
    let mut cluster = cluster();
    assert_eq!(apply(&mut cluster, "one", &json!({"data": {"a": "1", "both": "x"}})).code, 201);
    let two = apply(&mut cluster, "two", &json!({"data": {"b": "2", "both": "x"}}));
    assert_eq!(spec(&two), json!({"data": {"a": "1", "b": "2", "both": "x"}}));
    let without = apply(&mut cluster, "one", &json!({}));
    assert_eq!(spec(&without), json!({"data": {"b": "2", "both": "x"}}));
    // With the last of its fields the map goes too, though both still say that they want an empty one.
    let nobody = apply(&mut cluster, "two", &json!({}));
    assert_eq!(spec(&nobody), Value::Null);
}

#[test]
fn an_apply_takes_a_field_from_nobody_unless_it_is_forced() {
    let mut cluster = cluster();
    apply(&mut cluster, "one", &json!({"data": {"a": "1"}, "size": 1}));
    let before = cluster.revision();
    let conflict = apply(&mut cluster, "two", &json!({"data": {"a": "2"}, "size": 2}));
    assert_eq!(said(&conflict), (409, "Apply failed with 2 conflicts: conflicts with \"one\":\n- .spec.size\n- .spec.data.a".to_string()));
    assert_eq!(cluster.revision(), before);
    let forced = send(
        &mut cluster,
        "PATCH",
        &format!("{APPS}/web?fieldManager=two&force=true"),
        APPLY,
        app(&json!({"data": {"a": "2"}, "size": 2})),
    );
    assert_eq!(spec(&forced), json!({"data": {"a": "2"}, "size": 2}));
    let owners: Vec<Value> =
        forced.body.to_value()["metadata"]["managedFields"].as_array().unwrap().iter().map(|entry| entry["manager"].clone()).collect();
    assert_eq!(owners, [json!("two")]);
}

#[test]
fn what_was_there_before_anybody_applied_belongs_to_the_manager_of_old() {
    let mut cluster = cluster();
    send(&mut cluster, "POST", APPS, "application/json", app(&json!({"size": 1})));
    let mut stored = send(&mut cluster, "GET", &format!("{APPS}/web"), "", Value::Null).body.to_value();
    stored["metadata"]["managedFields"] = json!([{}]);
    assert_eq!(send(&mut cluster, "PUT", &format!("{APPS}/web"), "application/json", stored).code, 200);
    let conflict = apply(&mut cluster, "one", &json!({"size": 2}));
    assert_eq!(
        said(&conflict),
        (409, "Apply failed with 1 conflict: conflict with \"before-first-apply\" using lab.example.com/v1: .spec.size".to_string())
    );
}

#[test]
fn an_apply_that_makes_no_sense_is_refused_and_changes_nothing() {
    let mut cluster = cluster();
    let before = cluster.revision();
    let mut other_kind = app(&json!({}));
    other_kind["kind"] = json!("Other");
    let mut unknown = app(&json!({"data": {"a": 1}}));
    unknown["spec"]["size"] = json!("x");
    let mut elsewhere = app(&json!({}));
    elsewhere["metadata"]["namespace"] = json!("other");
    for (query, body, code, message) in [
        ("fieldManager=one", other_kind, 400, "invalid object type: lab.example.com/v1, Kind=Other"),
        (
            "fieldManager=one",
            json!([]),
            400,
            "error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}",
        ),
        (
            "fieldManager=one",
            unknown,
            500,
            "failed to create typed patch object (/web; lab.example.com/v1, Kind=AppConfig): errors:\n  .spec.data.a: expected string, got &value.valueUnstructured{Value:1}\n  .spec.size: expected numeric (int or float), got string",
        ),
        ("fieldManager=one", elsewhere, 400, "the namespace of the provided object does not match the namespace sent on the request"),
        (
            "dryRun=some",
            app(&json!({})),
            422,
            "PatchOptions.meta.k8s.io \"\" is invalid: [fieldManager: Required value: is required for apply patch, dryRun: Unsupported value: [\"some\"]: supported values: \"All\"]",
        ),
    ] {
        let response = send(&mut cluster, "PATCH", &format!("{APPS}/web?{query}"), APPLY, body);
        assert_eq!(said(&response), (code, message.to_string()));
    }
    assert_eq!(cluster.revision(), before);
    let merge = send(&mut cluster, "PATCH", &format!("{APPS}/web?force=false"), MERGE, json!({}));
    assert_eq!(merge.code, 422);
    assert!(said(&merge).1.contains("force: Forbidden: may not be specified for non-apply patch"));
}

#[test]
fn an_apply_may_name_the_state_it_was_made_from() {
    let mut cluster = cluster();
    apply(&mut cluster, "one", &json!({"size": 1}));
    let mut stale = app(&json!({"size": 2}));
    stale["metadata"]["resourceVersion"] = json!("1");
    let refused = send(&mut cluster, "PATCH", &format!("{APPS}/web?fieldManager=one"), APPLY, stale);
    assert_eq!(
        said(&refused),
        (
            409,
            "Operation cannot be fulfilled on appconfigs.lab.example.com \"web\": the object has been modified; please apply your changes to the latest version and try again"
                .to_string()
        )
    );
}

#[test]
fn a_config_map_can_be_applied_too() {
    let mut cluster = cluster();
    let map = |data: Value| json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "m", "labels": {"l": "1"}}, "data": data});
    let path = format!("{MAPS}/m?fieldManager=one");
    assert_eq!(send(&mut cluster, "PATCH", &path, APPLY, map(json!({"a": "1"}))).code, 201);
    send(&mut cluster, "PATCH", &format!("{MAPS}/m"), MERGE, json!({"data": {"b": "2"}}));
    let again = send(&mut cluster, "PATCH", &path, APPLY, map(json!({"c": "3"}))).body.to_value();
    assert_eq!(again["data"], json!({"b": "2", "c": "3"}));
    let fields = &again["metadata"]["managedFields"][0];
    assert_eq!(
        (&fields["operation"], &fields["fieldsV1"]),
        (&json!("Apply"), &json!({"f:data": {"f:c": {}}, "f:metadata": {"f:labels": {"f:l": {}}}}))
    );
}

#[test]
fn a_json_patch_that_does_not_apply_leaves_everything_as_it_was() {
    let mut cluster = cluster();
    send(&mut cluster, "POST", APPS, "application/json", app(&json!({"tags": ["a", "b"]})));
    let before = cluster.revision();
    let half = json!([{"op": "remove", "path": "/spec/tags/0"}, {"op": "test", "path": "/spec/tags/0", "value": "a"}]);
    let refused = send(&mut cluster, "PATCH", &format!("{APPS}/web"), JSON, half);
    assert_eq!(said(&refused), (422, "the server rejected our request due to an error in our request".to_string()));
    assert_eq!(cluster.revision(), before);
    let unknown = json!([{"op": "add", "path": "/spec/size", "value": 1, "why": "because"}]);
    let warned = send(&mut cluster, "PATCH", &format!("{APPS}/web"), JSON, unknown.clone());
    assert_eq!(warned.warnings, ["299 - \"json patch unknown field \\\"[0].why\\\"\""]);
    let strict = send(&mut cluster, "PATCH", &format!("{APPS}/web?fieldValidation=Strict"), JSON, unknown);
    assert_eq!(strict.code, 422);
    assert!(said(&strict).1.ends_with("strict decoding error: json patch unknown field \"[0].why\""), "{:?}", said(&strict));
    let many: Vec<Value> = (0..10_001).map(|_| json!({"op": "test", "path": "/spec/size", "value": 1})).collect();
    let refused = send(&mut cluster, "PATCH", &format!("{APPS}/web"), JSON, Value::Array(many));
    assert_eq!(
        said(&refused),
        (413, "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001".to_string())
    );
}

#[test]
fn a_strategic_merge_patch_speaks_of_wrong_types_as_the_converter_does() {
    let mut cluster = cluster();
    send(&mut cluster, "POST", MAPS, "application/json", json!({"metadata": {"name": "m"}, "data": {"k": "v"}}));
    let path = format!("{MAPS}/m");
    let number = send(&mut cluster, "PATCH", &path, STRATEGIC, json!({"data": {"k": 1}}));
    assert_eq!(
        said(&number),
        (422, " \"\" is invalid: patch: Invalid value: \"map[data:map[k:1]]\": cannot convert int64 to string".to_string())
    );
    let text = send(&mut cluster, "PATCH", &path, STRATEGIC, json!({"data": "x"}));
    assert_eq!(said(&text), (422, " \"\" is invalid: patch: Invalid value: \"map[data:x]\": cannot restore map from string".to_string()));
    let unknown = send(&mut cluster, "PATCH", &path, STRATEGIC, json!({"more": 1}));
    assert_eq!((unknown.code, unknown.warnings.as_slice()), (200, &["299 - \"unknown field \\\"more\\\"\"".to_string()][..]));
}

#[test]
fn what_is_too_large_is_refused_as_the_real_ones_do() {
    let mut cluster = cluster();
    let text = |bytes: usize| "x".repeat(bytes);
    let map = |bytes: usize| json!({"metadata": {"name": "m"}, "data": {"k": text(bytes)}});
    let over = send(&mut cluster, "POST", MAPS, "application/json", map(3 * 1024 * 1024));
    assert_eq!(said(&over), (413, "Request entity too large: limit is 3145728".to_string()));
    let data = send(&mut cluster, "POST", MAPS, "application/json", map(1024 * 1024 + 1));
    assert_eq!(data.code, 422);
    assert_eq!(send(&mut cluster, "POST", MAPS, "application/json", map(1024 * 1024)).code, 201);
    let big = |bytes: usize| app(&json!({"data": {"k": text(bytes)}}));
    let etcd = send(&mut cluster, "POST", APPS, "application/json", big(1536 * 1024));
    assert_eq!(said(&etcd), (500, "etcdserver: request is too large".to_string()));
    assert_eq!(send(&mut cluster, "POST", APPS, "application/json", big(1500 * 1024)).code, 201);
}

#[test]
fn a_lease_that_is_not_there_is_made_by_a_replace_and_never_replaced_blindly() {
    let mut cluster = cluster();
    let path = "/apis/coordination.k8s.io/v1/namespaces/default/leases/lead";
    let lease = json!({"metadata": {"name": "lead"}, "spec": {"holderIdentity": "a", "leaseDurationSeconds": 15}});
    assert_eq!(send(&mut cluster, "PUT", path, "application/json", lease.clone()).code, 201);
    let blind = send(&mut cluster, "PUT", path, "application/json", lease);
    assert_eq!(
        said(&blind),
        (
            422,
            "leases.coordination.k8s.io \"lead\" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update"
                .to_string()
        )
    );
    let wrong = send(&mut cluster, "PATCH", path, MERGE, json!({"spec": {"leaseDurationSeconds": 0}}));
    assert!(said(&wrong).1.contains("spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0"), "{:?}", said(&wrong));
}
