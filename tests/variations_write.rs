//! Writes that no recording holds, answered as the source of the real server says.
#![cfg(not(target_arch = "wasm32"))]

#[path = "common/request.rs"]
mod request;

use reconcile_playground::cluster::{Cluster, CustomKind, Options, Payload, Response};
use reconcile_playground::object::Timestamp;
use request::request;
use serde_json::{Value, json};

const APPS: &str = "/apis/lab.example.com/v1/namespaces/default/appconfigs";
const MAPS: &str = "/api/v1/namespaces/default/configmaps";
const JSON: &str = "application/json";
const APPLY: &str = "application/apply-patch+yaml";
const MERGE: &str = "application/merge-patch+json";
const STRATEGIC: &str = "application/strategic-merge-patch+json";

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
    cluster.handle(&request("tester/1", method, path, Some(content_type), body))
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

fn warned(text: &str) -> Vec<String> {
    vec![format!("299 - \"{}\"", text.replace('"', "\\\""))]
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

#[test]
fn a_patched_object_that_does_not_say_what_it_is_is_refused_by_the_decoder() {
    let mut cluster = with("a");
    let mut refused = |path: &str, body: Value| {
        let (code, message) = said(&patch(&mut cluster, &format!("{path}/a"), MERGE, body));
        assert!(message.starts_with(" \"\" is invalid: patch: Invalid value: \"{"), "{message}");
        (code, message)
    };
    for kind in [Value::Null, json!("")] {
        let (code, message) = refused(APPS, json!({"kind": kind}));
        assert_eq!(code, 422);
        assert!(message.contains("\": Object 'Kind' is missing in '{\""), "{message}");
    }
    for (path, name) in [(APPS, "kind"), (MAPS, "kind"), (MAPS, "apiVersion")] {
        let (code, message) = refused(path, json!({name: 5}));
        assert_eq!(code, 422);
        let end = format!(
            "\": couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .{name} of type string"
        );
        assert!(message.ends_with(&end), "{message}");
    }
    // A config map is known by its path.
    assert_eq!(patch(&mut cluster, &format!("{MAPS}/a"), MERGE, json!({"kind": null, "apiVersion": null})).code, 200);
}

#[test]
fn a_strategic_patch_does_not_look_at_the_kind_and_speaks_of_base64_in_its_own_words() {
    let mut cluster = with("a");
    let answer = patch(&mut cluster, &format!("{MAPS}/a"), STRATEGIC, json!({"kind": "Other", "apiVersion": "v2"}));
    assert_eq!((answer.code, answer.body.to_value()["kind"].clone()), (200, json!("ConfigMap")));
    let answer = patch(&mut cluster, &format!("{MAPS}/a"), STRATEGIC, json!({"binaryData": {"b": "!"}}));
    let message = " \"\" is invalid: patch: Invalid value: \"map[binaryData:map[b:!]]\": error decoding from json: illegal base64 data at input byte 0";
    assert_eq!(said(&answer), (422, message.to_string()));
}

#[test]
fn an_owner_reference_that_stands_there_twice_is_kept_once_with_a_warning() {
    let mut cluster = cluster();
    let owner = |name: &str| json!({"apiVersion": "v1", "kind": "ConfigMap", "name": name, "uid": "u"});
    let named = |owners: Value| json!({"metadata": {"name": "a", "ownerReferences": owners}});
    let text = |when: &str| {
        warned(&format!(
            ".metadata.ownerReferences contains duplicate entries{when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: u"
        ))
    };
    let kept = |answer: &Response| answer.body.to_value()["metadata"]["ownerReferences"].clone();

    let made = post(&mut cluster, MAPS, named(json!([owner("x"), owner("x"), owner("y")])));
    assert_eq!((made.code, kept(&made), made.warnings.clone()), (201, json!([owner("x"), owner("y")]), text("")));
    let body = Payload::Json(named(json!([owner("x"), owner("x")])));
    let replaced = send(&mut cluster, "PUT", &format!("{MAPS}/a"), JSON, body);
    assert_eq!((replaced.code, kept(&replaced), replaced.warnings.clone()), (200, json!([owner("x")]), text("")));
    // A patch is looked at later only, and its fields are the same as before.
    let patched = patch(&mut cluster, &format!("{MAPS}/a"), MERGE, named(json!([owner("x"), owner("x")])));
    let later = text(" after mutating admission happens");
    assert_eq!((patched.code, kept(&patched), patched.warnings.clone()), (200, json!([owner("x")]), later));
    assert_eq!(patched.body.to_value()["metadata"]["resourceVersion"], replaced.body.to_value()["metadata"]["resourceVersion"]);
}

#[test]
fn a_namespace_bears_its_generated_name_as_a_label_that_nobody_owns() {
    let made = post(&mut cluster(), "/api/v1/namespaces", json!({"metadata": {"generateName": "gen-"}})).body.to_value();
    assert_eq!(made["metadata"]["labels"], json!({"kubernetes.io/metadata.name": made["metadata"]["name"]}));
    assert_eq!(made["metadata"]["managedFields"][0]["fieldsV1"], json!({"f:metadata": {"f:generateName": {}}}));
}

#[test]
fn a_secret_of_a_type_of_kubernetes_own_must_hold_what_the_type_is_for() {
    let mut cluster = cluster();
    let mut number = 0;
    let mut make = |kind: &str, texts: Value| {
        number += 1;
        let body = json!({"metadata": {"name": format!("s{number}")}, "type": kind, "stringData": texts});
        let answer = post(&mut cluster, "/api/v1/namespaces/default/secrets", body);
        let (code, message) = said(&answer);
        (code, message.replace(&format!("Secret \"s{number}\" is invalid: "), ""), answer.warnings)
    };
    for (kind, texts, message) in [
        ("service-account-token", json!({}), "metadata.annotations[kubernetes.io/service-account.name]: Required value"),
        ("basic-auth", json!({}), "[data[username]: Required value, data[password]: Required value]"),
        ("ssh-auth", json!({"ssh-privatekey": ""}), "data[ssh-privatekey]: Required value"),
        ("tls", json!({"tls.key": "k"}), "data[tls.crt]: Required value"),
        ("dockercfg", json!({}), "data[.dockercfg]: Required value"),
        (
            "dockerconfigjson",
            json!({".dockerconfigjson": "{"}),
            "data[.dockerconfigjson]: Invalid value: \"<secret contents redacted>\": unexpected end of JSON input",
        ),
        (
            "dockerconfigjson",
            json!({".dockerconfigjson": "[]"}),
            "data[.dockerconfigjson]: Invalid value: \"<secret contents redacted>\": json: cannot unmarshal array into Go value of type map[string]interface {}",
        ),
    ] {
        assert_eq!(make(&format!("kubernetes.io/{kind}"), texts), (422, message.to_string(), Vec::new()));
    }
    for (kind, texts) in [
        ("kubernetes.io/basic-auth", json!({"password": ""})),
        ("kubernetes.io/ssh-auth", json!({"ssh-privatekey": "k"})),
        ("kubernetes.io/dockerconfigjson", json!({".dockerconfigjson": "{\"auths\":{}}"})),
        ("bootstrap.kubernetes.io/token", json!({})),
        ("kubernetes.io/unheard-of", json!({})),
    ] {
        assert_eq!(make(kind, texts), (201, String::new(), Vec::new()), "{kind}");
    }
    let warning = warned("tls: failed to find any PEM data in certificate input");
    assert_eq!(make("kubernetes.io/tls", json!({"tls.crt": "c", "tls.key": "k"})), (201, String::new(), warning));
}

#[test]
fn an_event_with_a_time_of_its_own_says_who_reports_what_wherever_it_lies() {
    const EVENTS: &str = "/api/v1/namespaces/default/events";
    let mut cluster = cluster();
    let event = |name: &str, more: &Value| {
        let mut event = json!({"metadata": {"name": name}, "involvedObject": {"namespace": "other"}});
        event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        event
    };
    let time = "2026-01-02T03:04:05.000000Z";
    let full = json!({"eventTime": time, "reportingComponent": "a.b/c", "reportingInstance": "i", "action": "a", "reason": "r"});
    let bare = post(&mut cluster, EVENTS, event("e", &json!({"eventTime": time, "message": "m".repeat(1025)})));
    let named = "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
    let message = format!(
        "Event \"e\" is invalid: [reportingController: Required value, reportingController: Invalid value: \"\": name part must be non-empty, reportingController: Invalid value: \"\": {named}, reportingInstance: Required value, action: Required value, reason: Required value, message: Invalid value: \"\": can have at most 1024 characters]"
    );
    assert_eq!(said(&bare), (422, message));
    assert_eq!(post(&mut cluster, EVENTS, event("e", &full)).code, 201);
    // Without one it lies where its object does, and nothing else is looked at before that.
    let stray = post(&mut cluster, EVENTS, event("a/b", &json!({})));
    let message = "Event \"a/b\" is invalid: involvedObject.namespace: Invalid value: \"other\": does not match event.namespace";
    assert_eq!(said(&stray), (422, message.to_string()));
    let moved = patch(&mut cluster, &format!("{EVENTS}/e"), MERGE, json!({"metadata": {"uid": "u"}}));
    assert_eq!(moved.status().unwrap().details.as_ref().unwrap().causes.len(), 1, "an event's own rules do not speak of metadata");
}

#[test]
fn a_lease_keeps_nothing_of_the_election_that_is_switched_off() {
    const LEASES: &str = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
    let mut cluster = cluster();
    let spec = json!({"holderIdentity": "a", "strategy": "x", "preferredHolder": "b"});
    let made = post(&mut cluster, LEASES, json!({"metadata": {"name": "l"}, "spec": spec}));
    assert_eq!((made.code, made.body.to_value()["spec"].clone()), (201, json!({"holderIdentity": "a"})));
    let patched = patch(&mut cluster, &format!("{LEASES}/l"), MERGE, json!({"spec": spec}));
    assert_eq!((patched.code, patched.body.to_value()["spec"].clone()), (200, json!({"holderIdentity": "a"})));
}

#[test]
fn an_apply_finds_a_key_that_is_set_twice_only_when_nothing_else_is_wrong() {
    let mut cluster = with("a");
    let text = |spec: &str| {
        Payload::Raw(
            format!(r#"{{"apiVersion":"lab.example.com/v1","kind":"AppConfig","metadata":{{"name":"a"}},"spec":{{{spec}}}}}"#).into(),
        )
    };
    let path = format!("{APPS}/a?fieldManager=one&fieldValidation=Strict");
    let (code, message) = said(&send(&mut cluster, "PATCH", &path, APPLY, text(r#""size":2,"size":3"#)));
    assert_eq!(
        (code, message.as_str()),
        (409, "Apply failed with 1 conflict: conflict with \"tester\" using lab.example.com/v1: .spec.size")
    );
    let (code, message) = said(&send(&mut cluster, "PATCH", &path, APPLY, text(r#""size":1,"size":1"#)));
    assert_eq!(code, 400);
    assert!(message.starts_with("error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:"), "{message}");
}

#[test]
fn an_apply_of_nothing_names_no_type() {
    let mut cluster = with("a");
    for body in [Payload::None, Payload::Raw(" \n".into()), Payload::Raw("null".into())] {
        let answer = send(&mut cluster, "PATCH", &format!("{APPS}/a?fieldManager=one"), APPLY, body);
        assert_eq!(said(&answer), (400, "invalid object type: /, Kind=".to_string()));
    }
}

#[test]
fn an_applied_text_that_is_no_base64_cannot_be_converted() {
    let body = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "binaryData": {"b": "!"}});
    let answer = patch(&mut with("a"), &format!("{MAPS}/a?fieldManager=one"), APPLY, body);
    let message = "failed to convert new object (/a; /v1, Kind=ConfigMap) to proper version: unable to convert unstructured object to /v1, Kind=ConfigMap: error decoding from json: illegal base64 data at input byte 0";
    assert_eq!(said(&answer), (500, message.to_string()));
}

#[test]
fn managed_fields_of_the_wrong_type_are_refused_and_unknown_ones_named() {
    let mut cluster = cluster();
    let mut sent = |fields: Value| post(&mut cluster, MAPS, json!({"metadata": {"name": "a", "managedFields": fields}}));
    for (fields, fault) in [
        (json!([5]), "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.managedFields of type v1.ManagedFieldsEntry"),
        (
            json!([{"manager": 5}]),
            "json: cannot unmarshal number into Go struct field ManagedFieldsEntry.metadata.managedFields.manager of type string",
        ),
        (json!([{"time": "soon"}]), "parsing time \"soon\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"soon\" as \"2006\""),
    ] {
        let message = format!("ConfigMap in version \"v1\" cannot be handled as a ConfigMap: {fault}");
        assert_eq!(said(&sent(fields)), (400, message));
    }
    let made = sent(json!([{"manager": "m", "operation": "Odd", "odd": 1}]));
    assert_eq!((made.code, made.warnings.clone()), (201, warned("unknown field \"metadata.managedFields[0].odd\"")));
}

#[test]
fn an_object_of_another_built_in_kind_cannot_be_converted() {
    let mut cluster = with("a");
    for (version, kind, converted) in [
        ("v1", "Secret", "v1.Secret"),
        ("v1", "Pod", "v1.Pod"),
        ("apps/v1", "Deployment", "v1.Deployment"),
        ("v1", "ConfigMapList", "v1.ConfigMapList"),
    ] {
        let answer = post(&mut cluster, MAPS, json!({"apiVersion": version, "kind": kind, "metadata": {"name": "b"}, "data": 5}));
        let message = format!(
            "{kind} in version \"v1\" cannot be handled as a ConfigMap: converting ({converted}) to (core.ConfigMap): unknown conversion"
        );
        assert_eq!(said(&answer), (400, message));
    }
    let leases = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
    let answer = post(&mut cluster, leases, json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "b"}}));
    let message =
        "ConfigMap in version \"v1\" cannot be handled as a Lease: converting (v1.ConfigMap) to (coordination.Lease): unknown conversion";
    assert_eq!(said(&answer), (400, message.to_string()));
    let (code, message) = said(&patch(&mut cluster, &format!("{MAPS}/a"), MERGE, json!({"kind": "Secret"})));
    assert_eq!(code, 422);
    assert!(message.ends_with("\": converting (v1.Secret) to (core.ConfigMap): unknown conversion"), "{message}");
}

#[test]
fn a_revision_that_is_no_number_is_not_looked_at_by_a_create() {
    let mut cluster = cluster();
    let body = |name: &str, revision: &str| json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "resourceVersion": revision}});
    assert_eq!(post(&mut cluster, MAPS, body("a", "abc")).code, 201);
    let set = "resourceVersion should not be set on objects to be created".to_string();
    assert_eq!(said(&post(&mut cluster, MAPS, body("b", "5"))), (500, set));
    // An apply that creates is an update to the store.
    let applied = patch(&mut cluster, &format!("{MAPS}/c?fieldManager=one"), APPLY, body("c", "abc"));
    assert_eq!(said(&applied), (500, "strconv.ParseUint: parsing \"abc\": invalid syntax".to_string()));
    assert_eq!(patch(&mut cluster, &format!("{MAPS}/c?fieldManager=one"), APPLY, body("c", "5")).code, 201);
}

#[test]
fn a_lease_that_is_replaced_under_a_uid_must_be_that_one_even_if_there_is_none() {
    const LEASES: &str = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
    let mut cluster = cluster();
    let body = Payload::Json(json!({"metadata": {"name": "l", "uid": "u"}}));
    let answer = send(&mut cluster, "PUT", &format!("{LEASES}/l"), JSON, body);
    let message = "Operation cannot be fulfilled on leases.coordination.k8s.io \"l\": StorageError: invalid object, Code: 4, Key: /registry/leases/default/l, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: u, UID in object meta: ";
    assert_eq!(said(&answer), (409, message.to_string()));
}

#[test]
fn a_create_looks_at_the_format_of_its_body_before_its_options_and_a_replace_after() {
    let mut cluster = with("a");
    let body = || Payload::Raw("x".into());
    let made = send(&mut cluster, "POST", &format!("{MAPS}?fieldValidation=Odd"), "text/plain", body());
    assert_eq!(made.code, 415);
    let replaced = send(&mut cluster, "PUT", &format!("{MAPS}/a?fieldValidation=Odd"), "text/plain", body());
    assert_eq!(replaced.code, 422);
}

#[test]
fn a_custom_resource_is_written_in_a_namespace_or_by_nobody() {
    let mut cluster = with("a");
    let all = "/apis/lab.example.com/v1/appconfigs";
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        let answer = send(&mut cluster, method, all, JSON, Payload::Json(app("b")));
        assert_eq!((answer.code, answer.body.to_value()), (404, json!("404 page not found\n")), "{method}");
        // The path is known of a built-in kind, and its method is not.
        let answer = send(&mut cluster, method, "/api/v1/configmaps", JSON, Payload::Json(json!({"metadata": {"name": "b"}})));
        assert_eq!(said(&answer).0, 405, "{method}");
    }
    assert_eq!(send(&mut cluster, "GET", all, JSON, Payload::None).code, 200);
}
