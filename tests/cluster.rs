//! The API server in memory, where no recording looks: seams, counters, forks, hostile input.
#![cfg(not(target_arch = "wasm32"))]

#[path = "common/request.rs"]
mod request;

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use reconcile_playground::cluster::{Body, Cluster, CustomKind, EventType, Options, Payload, Request, Response};
use reconcile_playground::object::{Object, Revision, Timestamp};
use request::{content_type, json_body};
use serde_json::{Value, json};

const MAPS: &str = "/api/v1/namespaces/default/configmaps";
const APPS: &str = "/apis/lab.example.com/v1/namespaces/default/appconfigs";

fn app_config() -> CustomKind {
    let kind = json!({"group": "lab.example.com", "version": "v1", "kind": "AppConfig", "plural": "appconfigs"});
    serde_json::from_value(kind).unwrap()
}

fn empty(noop_bumps: bool) -> Cluster {
    let start = Timestamp::parse("2026-01-01T00:00:00Z").unwrap();
    Cluster::new(&[app_config()], Options { seed: 7, start, noop_bumps }).unwrap()
}

fn cluster() -> Cluster {
    let mut cluster = empty(false);
    let namespace = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "default"}});
    assert_eq!(send(&mut cluster, "POST", "/api/v1/namespaces", namespace).code, 201);
    cluster
}

fn request(method: &str, path: &str, body: Value) -> Request {
    request::request("kubectl/v1.36.2", method, path, content_type(method), json_body(body))
}

fn send(cluster: &mut Cluster, method: &str, path: &str, body: Value) -> Response {
    cluster.handle(&request(method, path, body))
}

fn get(cluster: &mut Cluster, path: &str) -> Response {
    send(cluster, "GET", path, Value::Null)
}

fn map(name: &str, data: &Value) -> Value {
    json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": data})
}

fn stored(response: &Response) -> &Arc<Object> {
    response.object().unwrap_or_else(|| panic!("{:?}", response.body))
}

fn reason(response: &Response) -> String {
    response.status().and_then(|status| status.reason.clone()).unwrap_or_default().into_owned()
}

#[test]
fn what_is_not_built_is_refused_by_name_and_changes_nothing() {
    let mut cluster = cluster();
    send(&mut cluster, "POST", MAPS, map("a", &json!({"k": "v"})));
    let before = cluster.revision();
    let yaml = Some("application/yaml".to_string());
    let raw = Request { body: Payload::Raw("a: b".into()), content_type: yaml, ..request("POST", MAPS, Value::Null) };
    let protobuf = Request { content_type: Some("application/vnd.kubernetes.protobuf".into()), ..request("POST", MAPS, json!({})) };
    let answer = Request { accept: Some("application/yaml".into()), ..request("GET", MAPS, Value::Null) };
    for (request, what) in [(raw, "bodies in YAML"), (protobuf, "bodies in protobuf"), (answer, "answers in YAML")] {
        let response = cluster.handle(&request);
        assert_eq!((response.code, reason(&response).as_str()), (501, "NotImplemented"), "{request:?}");
        assert!(response.status().unwrap().message.contains(what), "{:?}", response.body);
    }
    assert_eq!(cluster.revision(), before);
}

/// What a request with this text is refused with.
fn refusal(cluster: &mut Cluster, method: &str, path: &str, content_type: Option<&str>, text: &str) -> (u16, String) {
    let before = cluster.revision();
    let content_type = content_type.map(str::to_string);
    let response = cluster.handle(&Request { body: Payload::Raw(text.into()), content_type, ..request(method, path, Value::Null) });
    assert_eq!(cluster.revision(), before, "{method} {text} wrote");
    (response.code, response.status().unwrap_or_else(|| panic!("{text}: {response:?}")).message.clone())
}

#[test]
fn what_is_no_json_is_refused_in_the_words_of_gos_decoder() {
    let mut cluster = cluster();
    send(&mut cluster, "POST", MAPS, map("a", &json!({ "k": "v" })));
    let one = format!("{MAPS}/a");
    for (text, error) in [
        ("", "unexpected end of JSON input"),
        ("name: a", "invalid character 'a' in literal null (expecting 'u')"),
        ("{a: b}", "invalid character 'a' looking for beginning of object key string"),
        (r#"{"data":{"k":"w"},}"#, "invalid character '}' looking for beginning of object key string"),
        ("[1}", "invalid character '}' after array element"),
        ("{} {}", "invalid character '{' after top-level value"),
    ] {
        let (code, message) = refusal(&mut cluster, "POST", MAPS, None, text);
        assert_eq!(code, 400);
        assert!(message.contains(&format!(" couldn't get version/kind; json parse error: {error} (")), "{message}");
        for (kind, prefix) in
            [("merge-patch", "error decoding patch: "), ("json-patch", "error decoding patch: "), ("strategic-merge-patch", "")]
        {
            let content_type = format!("application/{kind}+json");
            assert_eq!(refusal(&mut cluster, "PATCH", &one, Some(&content_type), text), (400, format!("{prefix}{error}")), "{kind}");
        }
    }
}

#[test]
fn half_a_character_is_read_as_the_one_that_stands_for_what_cannot_be_read() {
    let mut cluster = cluster();
    let text = r#"{"metadata":{"name":"a"},"data":{"k":"\ud800"}}"#;
    let response = cluster.handle(&Request { body: Payload::Raw(text.into()), ..request("POST", MAPS, Value::Null) });
    assert_eq!(response.body.to_value()["data"]["k"], "\u{fffd}");
}

#[test]
fn options_of_a_deletion_that_have_another_type_delete_nothing() {
    let mut cluster = cluster();
    send(&mut cluster, "POST", MAPS, map("a", &json!({ "k": "v" })));
    let kind = "couldn't get version/kind; json parse error: ";
    let target = r#"struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }"#;
    for (text, error) in [
        (r#"{"dryRun":"All"}"#, "json: cannot unmarshal string into Go struct field DeleteOptions.dryRun of type []string".to_string()),
        (r#"{"dryRun":[1]}"#, "json: cannot unmarshal number into Go struct field DeleteOptions.dryRun of type string".to_string()),
        (
            r#"{"preconditions":1}"#,
            "json: cannot unmarshal number into Go struct field DeleteOptions.preconditions of type v1.Preconditions".to_string(),
        ),
        (
            r#"{"preconditions":{"uid":1}}"#,
            "json: cannot unmarshal number into Go struct field Preconditions.preconditions.uid of type types.UID".to_string(),
        ),
        (
            r#"{"preconditions":{"resourceVersion":2}}"#,
            "json: cannot unmarshal number into Go struct field Preconditions.preconditions.resourceVersion of type string".to_string(),
        ),
        (
            r#"{"orphanDependents":"true"}"#,
            "json: cannot unmarshal string into Go struct field DeleteOptions.orphanDependents of type bool".to_string(),
        ),
        (
            r#"{"propagationPolicy":5}"#,
            "json: cannot unmarshal number into Go struct field DeleteOptions.propagationPolicy of type v1.DeletionPropagation".to_string(),
        ),
        (
            r#"{"gracePeriodSeconds":1.5}"#,
            "json: cannot unmarshal number 1.5 into Go struct field DeleteOptions.gracePeriodSeconds of type int64".to_string(),
        ),
        (r#"{"kind":5}"#, format!("{kind}json: cannot unmarshal number into Go struct field .kind of type string")),
        ("[]", format!("{kind}json: cannot unmarshal array into Go value of type {target}")),
        ("{", format!("{kind}unexpected end of JSON input")),
    ] {
        assert_eq!(refusal(&mut cluster, "DELETE", &format!("{MAPS}/a"), None, text), (400, error), "{text}");
    }
    let nulls =
        json!({ "dryRun": null, "preconditions": { "uid": null, "resourceVersion": null }, "propagationPolicy": null, "kind": null });
    assert_eq!(send(&mut cluster, "DELETE", &format!("{MAPS}/a"), nulls).code, 200);
}

#[test]
fn a_dry_run_is_refused_as_the_real_request_is() {
    let mut cluster = cluster();
    send(&mut cluster, "POST", MAPS, map("a", &json!({ "k": "v" })));
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
        for query in ["fieldManager=\u{7}", "fieldValidation=x", "propagationPolicy=x", "force=true", "x=y"] {
            for content_type in [None, Some("x"), Some("application/merge-patch+json"), Some("application/apply-patch+yaml")] {
                for path in [MAPS.to_string(), format!("{MAPS}/a"), format!("{MAPS}/b"), format!("{APPS}/b"), format!("{MAPS}/a/status")] {
                    let body = json!({ "metadata": { "name": "b", "labels": 1 } });
                    let content_type = content_type.map(str::to_string);
                    let real = Request { content_type, ..request(method, &format!("{path}?{query}"), body) };
                    let mut dry = real.clone();
                    dry.query.insert("dryRun".into(), "All".into());
                    let answers = (cluster.clone().handle(&real), cluster.clone().handle(&dry));
                    assert!(answers.0.is_success() || answers.0 == answers.1, "{real:?}: {answers:?}");
                }
            }
        }
    }
}

#[test]
fn a_method_that_is_no_verb_is_refused_by_name_of_the_resource_if_the_kind_is_custom() {
    let mut cluster = cluster();
    let refusal = refusal(&mut cluster, "TRACE", &format!("{APPS}/a"), None, "");
    assert_eq!(refusal, (405, " is not supported on resources of kind \"appconfigs.lab.example.com\"".to_string()));
    assert_eq!(send(&mut cluster, "TRACE", &format!("{MAPS}/a"), Value::Null).code, 405);
}

#[test]
fn nothing_is_created_where_no_namespace_is() {
    let mut cluster = empty(false);
    let response = send(&mut cluster, "POST", MAPS, map("a", &json!({})));
    assert_eq!(response.status().unwrap().message, "namespaces \"default\" not found");
    assert_eq!(cluster.revision(), Revision(0));
}

#[test]
fn every_write_is_one_revision_and_one_event_and_a_write_of_the_same_is_none() {
    let mut cluster = cluster();
    cluster.set_time(61_500);
    cluster.set_mark(5);
    let created = send(&mut cluster, "POST", MAPS, map("a", &json!({"k": "v"})));
    assert_eq!(stored(&created).metadata.revision, Revision(2));
    let same = send(&mut cluster, "PUT", &format!("{MAPS}/a"), map("a", &json!({"k": "v"})));
    assert!(Arc::ptr_eq(stored(&same), cluster.find(&cluster.kind("ConfigMap", None).unwrap().clone(), Some("default"), "a").unwrap()));
    cluster.set_mark(6);
    send(&mut cluster, "DELETE", &format!("{MAPS}/a"), Value::Null);
    let kind = cluster.kind("ConfigMap", None).unwrap().clone();
    let events: Vec<_> = cluster.log(&kind).iter().map(|event| (event.revision.0, event.kind, event.mark, event.time)).collect();
    assert_eq!(events, [(2, EventType::Added, 5, 61_500), (3, EventType::Deleted, 6, 61_500)]);
    let last = cluster.log_all().last().unwrap();
    assert_eq!((last.object.metadata.revision, last.previous.as_ref().unwrap().metadata.revision), (Revision(3), Revision(2)));
    assert_eq!((&*last.manager, last.object.metadata.creation.unwrap().to_string().as_str()), ("kubectl", "2026-01-01T00:01:01Z"));
}

#[test]
fn a_server_of_the_old_tale_counts_writes_that_change_nothing() {
    let mut cluster = empty(true);
    send(&mut cluster, "POST", "/api/v1/namespaces", json!({"metadata": {"name": "default"}}));
    send(&mut cluster, "POST", MAPS, map("a", &json!({"k": "v"})));
    let again = send(&mut cluster, "PUT", &format!("{MAPS}/a"), map("a", &json!({"k": "v"})));
    assert_eq!(stored(&again).metadata.revision, Revision(3));
    assert_eq!(cluster.log_all().last().unwrap().kind, EventType::Modified);
}

#[test]
fn a_uid_does_not_depend_on_what_else_was_made() {
    let (mut one, mut other) = (cluster(), cluster());
    send(&mut other, "POST", MAPS, map("b", &json!({})));
    let uid = |cluster: &mut Cluster| stored(&send(cluster, "POST", MAPS, map("a", &json!({})))).metadata.uid.clone();
    let first = uid(&mut one);
    assert_eq!(first, uid(&mut other));
    send(&mut one, "DELETE", &format!("{MAPS}/a"), Value::Null);
    assert_ne!(first, uid(&mut one));
}

#[test]
fn a_fork_goes_its_own_way() {
    let mut cluster = cluster();
    let mut fork = cluster.clone();
    send(&mut fork, "POST", MAPS, map("a", &json!({})));
    assert_eq!(get(&mut cluster, &format!("{MAPS}/a")).code, 404);
    assert_eq!(get(&mut fork, &format!("{MAPS}/a")).code, 200);
    assert_eq!((cluster.log_all().len(), fork.log_all().len()), (1, 2));
}

#[test]
fn a_cluster_can_be_handed_to_another_thread() {
    fn is_shareable<T: Send + Sync + Clone>() {}
    is_shareable::<Cluster>();
    is_shareable::<reconcile_playground::cluster::Collector>();
}

#[test]
fn a_dry_run_shows_the_result_and_leaves_no_trace() {
    let mut cluster = cluster();
    let made = send(&mut cluster, "POST", &format!("{MAPS}?dryRun=All"), map("a", &json!({"k": "v"})));
    assert_eq!((made.code, stored(&made).metadata.revision), (201, Revision(0)));
    assert_eq!((cluster.revision(), get(&mut cluster, &format!("{MAPS}/a")).code), (Revision(1), 404));
}

#[test]
fn lists_and_watches_know_namespaces_and_labels() {
    let mut cluster = cluster();
    send(&mut cluster, "POST", "/api/v1/namespaces", json!({"metadata": {"name": "other"}}));
    let labelled = |name: &str, app: &str| json!({"metadata": {"name": name, "labels": {"app": app}}});
    send(&mut cluster, "POST", MAPS, labelled("a", "web"));
    send(&mut cluster, "POST", MAPS, labelled("b", "api"));
    send(&mut cluster, "POST", "/api/v1/namespaces/other/configmaps", labelled("a", "web"));
    let names = |cluster: &mut Cluster, path: &str| match get(cluster, path).body {
        Body::List(list) => list.items.iter().map(|item| item.key().to_string()).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(names(&mut cluster, "/api/v1/configmaps"), ["default/a", "default/b", "other/a"]);
    assert_eq!(names(&mut cluster, "/api/v1/configmaps?labelSelector=app!=api"), ["default/a", "other/a"]);
    assert_eq!(names(&mut cluster, MAPS), ["default/a", "default/b"]);
    send(&mut cluster, "PATCH", &format!("{MAPS}/b"), json!({"metadata": {"labels": {"app": "web"}}}));
    let watched = get(&mut cluster, &format!("{MAPS}?watch=1&resourceVersion=4&labelSelector=app=web")).events.unwrap();
    assert_eq!(watched.iter().map(|event| event.kind).collect::<Vec<_>>(), ["ADDED"]);
    assert_eq!(get(&mut cluster, &format!("{MAPS}?resourceVersion=99")).code, 504);
}

#[test]
fn the_oldest_of_too_many_managers_become_ancient_changes() {
    let mut cluster = cluster();
    send(
        &mut cluster,
        "POST",
        APPS,
        json!({"apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": {"name": "a"}, "spec": {"k0": 0}}),
    );
    for n in 1..13 {
        cluster.set_time(n * 1000);
        let mut spec = BTreeMap::new();
        spec.insert(format!("k{n}"), n);
        let response = send(&mut cluster, "PATCH", &format!("{APPS}/a?fieldManager=m{n}"), json!({"spec": spec}));
        assert_eq!(response.code, 200);
    }
    let object = get(&mut cluster, &format!("{APPS}/a")).body.to_value();
    let entries = object["metadata"]["managedFields"].as_array().unwrap();
    let managers: Vec<&str> = entries.iter().map(|entry| entry["manager"].as_str().unwrap()).collect();
    assert_eq!(managers, ["ancient-changes", "m4", "m5", "m6", "m7", "m8", "m9", "m10", "m11", "m12"]);
    assert_eq!(entries[0]["fieldsV1"], json!({"f:spec": {".": {}, "f:k0": {}, "f:k1": {}, "f:k2": {}, "f:k3": {}}}));
    assert_eq!(entries[0]["time"], "2026-01-01T00:00:03Z");
}

#[test]
fn an_object_whose_fields_nobody_tracks_stays_so() {
    let mut cluster = cluster();
    send(&mut cluster, "POST", MAPS, map("a", &json!({})));
    let written = send(&mut cluster, "PATCH", &format!("{MAPS}/a"), json!({"data": {"k": "v"}}));
    assert_eq!(stored(&written).metadata.managed_fields, []);
    let reset = send(&mut cluster, "POST", MAPS, map("b", &json!({"k": "v"})));
    assert_eq!(stored(&reset).metadata.managed_fields.len(), 1);
    let reset = send(&mut cluster, "PATCH", &format!("{MAPS}/b"), json!({"metadata": {"managedFields": [{}]}}));
    assert_eq!(stored(&reset).metadata.managed_fields, []);
}

#[test]
fn times_of_managed_fields_alone_are_no_write() {
    let mut cluster = cluster();
    let created = send(&mut cluster, "POST", MAPS, map("a", &json!({"k": "v"})));
    let mut sent = stored(&created).to_value();
    sent["metadata"]["managedFields"][0]["time"] = json!("2020-01-01T00:00:00Z");
    let same = send(&mut cluster, "PUT", &format!("{MAPS}/a"), sent.clone());
    assert_eq!(same.object(), created.object());
    // With a change beside them they are what was sent.
    sent["data"] = json!({"k": "v", "l": "w"});
    let changed = send(&mut cluster, "PUT", &format!("{MAPS}/a?fieldManager=other"), sent).body.to_value();
    let times: Vec<&Value> = changed["metadata"]["managedFields"].as_array().unwrap().iter().map(|entry| &entry["time"]).collect();
    assert_eq!(times, ["2020-01-01T00:00:00Z", "2026-01-01T00:00:00Z"]);
}

#[test]
fn kinds_that_cannot_be_served_are_refused_where_they_are_wrong() {
    let start = Timestamp(0);
    let error = |kinds: &[CustomKind]| {
        let (at, error) = Cluster::new(kinds, Options { seed: 0, start, noop_bumps: false }).unwrap_err();
        (at, error.path)
    };
    let good = app_config();
    assert_eq!(error(&[good.clone(), good.clone()]), (1, "/kind".to_string()));
    assert_eq!(error(&[good.clone(), CustomKind { kind: "Other".into(), ..good.clone() }]), (1, "/plural".to_string()));
    assert_eq!(error(&[CustomKind { group: "lab".into(), ..good.clone() }]), (0, "/group".to_string()));
    assert_eq!(error(&[CustomKind { plural: "App".into(), ..good.clone() }]), (0, "/plural".to_string()));
    let schema = Some(json!({"type": "object", "properties": {"spec": {"type": "string", "anyOf": []}}}));
    assert_eq!(error(&[CustomKind { schema, ..good }]), (0, "/schema/properties/spec/anyOf".to_string()));
    assert!(
        serde_json::from_value::<CustomKind>(json!({"group": "a.b", "version": "v1", "kind": "A", "plural": "as", "typo": 1})).is_err()
    );
}

#[test]
fn a_body_without_end_is_refused() {
    let mut cluster = cluster();
    let mut deep = json!({});
    for _ in 0..300 {
        deep = json!({"a": deep});
    }
    let body = json!({"apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": {"name": "a"}, "spec": deep});
    assert_eq!(send(&mut cluster, "POST", APPS, body.clone()).code, 400);
    send(&mut cluster, "POST", APPS, json!({"apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": {"name": "a"}}));
    assert_eq!(send(&mut cluster, "PATCH", &format!("{APPS}/a"), body).code, 400);
    let raw = Request { body: Payload::Raw("{\"a\":".repeat(100_000).into()), ..request("POST", APPS, Value::Null) };
    assert_eq!(cluster.handle(&raw).code, 400);
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z./\"%é]{0,6}".prop_map(Value::from),
    ];
    let key = prop_oneof![
        Just("metadata"),
        Just("name"),
        Just("namespace"),
        Just("labels"),
        Just("finalizers"),
        Just("ownerReferences"),
        Just("managedFields"),
        Just("resourceVersion"),
        Just("uid"),
        Just("data"),
        Just("stringData"),
        Just("spec"),
        Just("status"),
        Just("kind"),
        Just("apiVersion"),
        Just("preconditions"),
        Just("propagationPolicy"),
        Just("fieldsV1"),
        Just("deletionTimestamp"),
        Just("generateName"),
        Just("immutable"),
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..5)
                .prop_map(|fields| Value::Object(fields.into_iter().map(|(key, value)| (key.to_string(), value)).collect())),
        ]
    })
}

fn any_request() -> impl Strategy<Value = Request> {
    let method = prop_oneof![Just("GET"), Just("POST"), Just("PUT"), Just("PATCH"), Just("DELETE"), Just("HEAD"), Just("")];
    let step = prop_oneof![
        Just("api"),
        Just("apis"),
        Just("v1"),
        Just("lab.example.com"),
        Just("namespaces"),
        Just("default"),
        Just("configmaps"),
        Just("secrets"),
        Just("appconfigs"),
        Just("a"),
        Just("status"),
        Just("finalize"),
        Just("watch"),
        Just(""),
        Just("é"),
    ];
    let path = prop_oneof![
        prop::collection::vec(step, 0..8).prop_map(|steps| format!("/{}", steps.join("/"))),
        Just(format!("{MAPS}/a")),
        Just(MAPS.to_string()),
        Just(format!("{APPS}/a")),
        Just(APPS.to_string()),
        Just(format!("{APPS}/a/status")),
        Just("/api/v1/namespaces/default/secrets".to_string()),
        Just("/api/v1/namespaces/default/secrets/a".to_string()),
        Just("/api/v1/namespaces/a".to_string()),
        Just("/api/v1/namespaces/default/status".to_string()),
        Just("/api/v1/namespaces/default/finalize".to_string()),
    ];
    let text = prop_oneof![
        Just(String::new()),
        Just("All".to_string()),
        Just("1".to_string()),
        Just("Strict".to_string()),
        "[a-z0-9=!,() é]{0,10}"
    ];
    let name = prop_oneof![
        Just("watch"),
        Just("resourceVersion"),
        Just("labelSelector"),
        Just("limit"),
        Just("dryRun"),
        Just("fieldManager"),
        Just("fieldValidation"),
        Just("propagationPolicy"),
        Just("orphanDependents"),
        Just("force"),
    ];
    let query = prop::collection::btree_map(name.prop_map(str::to_string), text, 0..3);
    let known = prop_oneof![Just("ConfigMap"), Just("Secret"), Just("AppConfig"), Just("Namespace")];
    let whole = (json_value(), known, json_value()).prop_map(|(metadata, kind, rest)| {
        let version = if kind == "AppConfig" { "lab.example.com/v1" } else { "v1" };
        let mut object =
            json!({"apiVersion": version, "kind": kind, "metadata": {"name": "a"}, "data": rest, "spec": rest, "status": rest});
        if let (Value::Object(into), Value::Object(from)) = (&mut object["metadata"], metadata) {
            into.extend(from);
        }
        Payload::Json(object)
    });
    let raw = prop_oneof!["[{}\\[\\]\":,a-z0-9. ]{0,20}", ".{0,10}"].prop_map(|text| Payload::Raw(text.into()));
    let body = prop_oneof![1 => Just(Payload::None), 1 => json_value().prop_map(Payload::Json), 3 => whole, 1 => raw];
    let content_type = prop_oneof![
        Just(None),
        Just(Some("application/json")),
        Just(Some("application/merge-patch+json")),
        Just(Some("application/yaml")),
        Just(Some("x")),
    ];
    (method, path, query, content_type, body, ".{0,10}").prop_map(|(method, path, query, content_type, body, user_agent)| Request {
        method: method.into(),
        path,
        query: query.into_iter().collect(),
        content_type: content_type.map(str::to_string),
        accept: None,
        body,
        user_agent,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_requests_are_answered_and_what_is_refused_changes_nothing(requests in prop::collection::vec(any_request(), 1..20)) {
        let mut cluster = cluster();
        for request in &requests {
            let (before, events) = (cluster.revision(), cluster.log_all().len());
            let response = cluster.handle(request);
            let _ = response.body.to_value();
            let written = cluster.revision().0 - before.0;
            // Only a deletion may write more than once: that of a collection, or of what the collector's finalizers held.
            prop_assert!((written <= 1 || request.method == "DELETE") && (written == 0 || response.is_success()), "{request:?}");
            prop_assert_eq!(cluster.log_all().len() - events, usize::try_from(written).unwrap());
            prop_assert!((200..=599).contains(&response.code));
        }
        // What is stored reads as it is written.
        for object in cluster.objects() {
            let Value::Object(map) = object.to_value() else { panic!("no object") };
            prop_assert_eq!(&Object::from_parts(&map).unwrap().object, &**object);
        }
    }

    #[test]
    fn an_object_put_back_as_it_was_read_is_no_write(requests in prop::collection::vec(any_request(), 1..12)) {
        let mut cluster = cluster();
        for request in &requests {
            cluster.handle(request);
        }
        let objects: Vec<_> = cluster.objects().cloned().collect();
        for object in objects {
            let kind = cluster.kind(&object.types.kind, None).unwrap().clone();
            let path = kind.path(object.metadata.namespace.as_deref(), Some(&object.metadata.name), None);
            let before = cluster.revision();
            let response = send(&mut cluster, "PUT", &path, object.to_value());
            prop_assert_eq!(response.code, 200, "{:?}", response.body);
            prop_assert_eq!(cluster.revision(), before);
        }
    }
}
