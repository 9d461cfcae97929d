//! Lists, watches, tables and discovery, where no recording looks.
#![cfg(not(target_arch = "wasm32"))]

#[path = "common/request.rs"]
mod request;

use proptest::prelude::*;
use reconcile_playground::cluster::{Cluster, CustomKind, Options, Payload, Request, Response, Watch};
use reconcile_playground::object::{Texts, Timestamp};
use request::content_type;
use serde_json::{Value, json};

const MAPS: &str = "/api/v1/namespaces/default/configmaps";
const APPS: &str = "/apis/lab.example.com/v1/namespaces/default/appconfigs";
const TABLE: &str = "application/json;as=Table;v=v1;g=meta.k8s.io";
const METADATA: &str = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";

fn cluster() -> Cluster {
    let app = json!({
        "group": "lab.example.com", "version": "v1", "kind": "AppConfig", "plural": "appconfigs",
        "printerColumns": [
            {"name": "Ready", "type": "string", "jsonPath": ".status.conditions[?(@.type==\"Ready\")].status"},
            {"name": "Since", "type": "date", "jsonPath": ".status.since", "description": "When it began", "priority": 1},
            {"name": "Replicas", "type": "integer", "format": "int32", "jsonPath": ".spec.replicas"},
        ],
    });
    let cluster_thing = json!({"group": "lab.example.com", "version": "v1beta1", "kind": "Thing", "plural": "things", "namespaced": false});
    let kinds: Vec<CustomKind> = [app, cluster_thing].into_iter().map(|kind| serde_json::from_value(kind).unwrap()).collect();
    let start = Timestamp::parse("2026-01-01T00:00:00Z").unwrap();
    let mut cluster = Cluster::new(&kinds, Options { seed: 7, start, noop_bumps: false }).unwrap();
    for namespace in ["default", "default-2"] {
        create(&mut cluster, "/api/v1/namespaces", json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}}));
    }
    cluster
}

/// `+` and `%` mean nothing here: a query is written as it is meant.
fn request(method: &str, path: &str, body: Payload) -> Request {
    request::request("test/1", method, path, content_type(method), body)
}

fn create(cluster: &mut Cluster, path: &str, body: Value) {
    let response = cluster.handle(&request("POST", path, Payload::Json(body)));
    assert_eq!(response.code, 201, "{:?}", response.body);
}

fn map(cluster: &mut Cluster, namespace: &str, name: &str, label: &str) {
    let body = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "labels": {"l": label}}, "data": {"k": "1"}});
    create(cluster, &format!("/api/v1/namespaces/{namespace}/configmaps"), body);
}

fn patch(cluster: &mut Cluster, path: &str, body: Value) {
    let response = cluster.handle(&request("PATCH", path, Payload::Json(body)));
    assert_eq!(response.code, 200, "{:?}", response.body);
}

fn delete(cluster: &mut Cluster, path: &str) {
    assert_eq!(cluster.handle(&request("DELETE", path, Payload::None)).code, 200);
}

fn get(cluster: &mut Cluster, path: &str) -> (u16, Value) {
    let response = cluster.handle(&request("GET", path, Payload::None));
    (response.code, response.body.to_value())
}

fn get_as(cluster: &mut Cluster, path: &str, accept: &str) -> (u16, Value) {
    let response = cluster.handle(&Request { accept: Some(accept.into()), ..request("GET", path, Payload::None) });
    (response.code, response.body.to_value())
}

fn names(list: &Value) -> Vec<&str> {
    list["items"].as_array().unwrap().iter().map(|item| item["metadata"]["name"].as_str().unwrap()).collect()
}

fn watch(cluster: &Cluster, path: &str) -> Watch {
    cluster.watch(&request("GET", path, Payload::None)).unwrap_or_else(|response| panic!("{response:?}"))
}

/// Type, name and revision of each event.
fn events(watch: &mut Watch, cluster: &Cluster) -> Vec<String> {
    let event = |event: Value| {
        let metadata = &event["object"]["metadata"];
        let name = metadata["name"].as_str().unwrap_or("-");
        format!("{} {name} {}", event["type"].as_str().unwrap(), metadata["resourceVersion"].as_str().unwrap_or("-"))
    };
    watch.read(cluster).iter().map(|read| event(read.to_value())).collect()
}

#[test]
fn a_list_stays_as_it_was_when_its_first_page_was_read() {
    let mut cluster = cluster();
    for name in ["b", "a", "d", "c"] {
        map(&mut cluster, "default", name, "x");
    }
    let (code, first) = get(&mut cluster, &format!("{MAPS}?limit=1"));
    assert_eq!((code, names(&first)), (200, vec!["a"]));
    assert_eq!((&first["metadata"]["remainingItemCount"], &first["metadata"]["resourceVersion"]), (&json!(3), &json!("6")));
    // Everything that can happen to an object happens.
    map(&mut cluster, "default", "b-new", "x");
    patch(&mut cluster, &format!("{MAPS}/b"), json!({"data": {"k": "2"}}));
    delete(&mut cluster, &format!("{MAPS}/c"));
    delete(&mut cluster, &format!("{MAPS}/d"));
    map(&mut cluster, "default", "d", "again");
    let token = first["metadata"]["continue"].as_str().unwrap();
    let (code, second) = get(&mut cluster, &format!("{MAPS}?limit=2&continue={token}"));
    assert_eq!((code, names(&second)), (200, vec!["b", "c"]));
    assert_eq!(second["items"][0]["data"]["k"], "1");
    assert_eq!((&second["metadata"]["remainingItemCount"], &second["metadata"]["resourceVersion"]), (&json!(1), &json!("6")));
    let token = second["metadata"]["continue"].as_str().unwrap();
    let (_, last) = get(&mut cluster, &format!("{MAPS}?limit=2&continue={token}"));
    assert_eq!(names(&last), ["d"]);
    assert_eq!(last["items"][0]["metadata"]["labels"]["l"], "x");
    assert_eq!(last["metadata"], json!({"resourceVersion": "6"}));
    assert_eq!(names(&get(&mut cluster, MAPS).1), ["a", "b", "b-new", "d"]);
    let (_, exact) = get(&mut cluster, &format!("{MAPS}?resourceVersion=6&resourceVersionMatch=Exact"));
    assert_eq!((names(&exact), &exact["metadata"]["resourceVersion"]), (vec!["a", "b", "c", "d"], &json!("6")));
}

#[test]
fn a_list_of_all_namespaces_is_in_the_order_of_keys() {
    let mut cluster = cluster();
    map(&mut cluster, "default", "a", "x");
    map(&mut cluster, "default-2", "b", "x");
    // `/default-2/` comes before `/default/`, since `-` comes before `/`.
    assert_eq!(names(&get(&mut cluster, "/api/v1/configmaps").1), ["b", "a"]);
    let (_, page) = get(&mut cluster, "/api/v1/configmaps?limit=1");
    let token = page["metadata"]["continue"].as_str().unwrap();
    assert_eq!(names(&get(&mut cluster, &format!("/api/v1/configmaps?continue={token}")).1), ["a"]);
    assert_eq!(names(&get(&mut cluster, "/api/v1/configmaps?fieldSelector=metadata.namespace=default").1), ["a"]);
}

#[test]
fn a_selector_turns_a_change_into_a_coming_or_a_going() {
    let mut cluster = cluster();
    map(&mut cluster, "default", "a", "in");
    let mut selected = watch(&cluster, &format!("{MAPS}?watch=1&resourceVersion=3&labelSelector=l in (in)"));
    let mut other = watch(&cluster, &format!("{MAPS}?watch=1&resourceVersion=3&fieldSelector=metadata.name!=a"));
    for label in ["out", "out-2", "in", "in"] {
        patch(&mut cluster, &format!("{MAPS}/a"), json!({"metadata": {"labels": {"l": label}, "annotations": {"n": label}}}));
    }
    patch(&mut cluster, &format!("{MAPS}/a"), json!({"data": {"k": "2"}}));
    delete(&mut cluster, &format!("{MAPS}/a"));
    map(&mut cluster, "default-2", "a", "in");
    let seen = selected.read(&cluster);
    assert_eq!(seen[0].to_value()["object"]["metadata"]["labels"]["l"], "in", "a going carries the last that was selected");
    let kinds: Vec<&str> = seen.iter().map(|event| event.kind).collect();
    assert_eq!(kinds, ["DELETED", "ADDED", "MODIFIED", "DELETED"]);
    assert!(selected.read(&cluster).is_empty() && !selected.is_over());
    assert_eq!(events(&mut other, &cluster), Vec::<String>::new());
}

#[test]
fn after_a_compaction_the_past_is_gone() {
    let mut cluster = cluster();
    for name in ["a", "b", "c"] {
        map(&mut cluster, "default", name, "x");
    }
    let (_, page) = get(&mut cluster, &format!("{MAPS}?limit=1"));
    let token = page["metadata"]["continue"].as_str().unwrap().to_string();
    let mut open = watch(&cluster, &format!("{MAPS}?watch=1&resourceVersion=4"));
    assert_eq!(events(&mut open, &cluster), ["ADDED c 5"], "nothing is gone yet");
    delete(&mut cluster, &format!("{MAPS}/c"));
    cluster.compact();
    map(&mut cluster, "default", "d", "x");

    let (code, gone) = get(&mut cluster, &format!("{MAPS}?resourceVersion=5&resourceVersionMatch=Exact"));
    let too_old = "The resourceVersion for the provided list is too old.";
    assert_eq!((code, &gone["reason"], &gone["message"]), (410, &json!("Expired"), &json!(too_old)));
    assert_eq!(get(&mut cluster, &format!("{MAPS}?resourceVersion=5&limit=1")).0, 410);
    let (code, whole) = get(&mut cluster, &format!("{MAPS}?resourceVersion=5"));
    assert_eq!((code, names(&whole)), (200, vec!["a", "b", "d"]), "a list that is not older is a list");
    assert_eq!(names(&get(&mut cluster, &format!("{MAPS}?resourceVersion=6&resourceVersionMatch=Exact")).1), ["a", "b"]);

    let (code, gone) = get(&mut cluster, &format!("{MAPS}?limit=1&continue={token}"));
    assert_eq!(code, 410);
    assert!(gone["message"].as_str().unwrap().starts_with("The provided continue parameter is too old to display a consistent list"));
    let token = gone["metadata"]["continue"].as_str().unwrap();
    let (code, rest) = get(&mut cluster, &format!("{MAPS}?limit=5&continue={token}"));
    assert_eq!((code, names(&rest), &rest["metadata"]["resourceVersion"]), (200, vec!["b", "d"], &json!("7")), "it goes on at the newest");

    let expired = json!([{"type": "ERROR", "object": {
        "kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
        "message": "too old resource version: 5 (6)", "reason": "Expired", "code": 410,
    }}]);
    let response = cluster.handle(&request("GET", &format!("{MAPS}?watch=1&resourceVersion=5"), Payload::None));
    assert_eq!((response.code, json_events(&response)), (200, expired));
    let mut late = watch(&cluster, &format!("{MAPS}?watch=1&resourceVersion=5"));
    assert_eq!(late.read(&cluster).len(), 1);
    assert!(late.is_over() && late.read(&cluster).is_empty());
    assert_eq!(events(&mut watch(&cluster, &format!("{MAPS}?watch=1&resourceVersion=6")), &cluster), ["ADDED d 7"]);
    assert_eq!(events(&mut open, &cluster), ["DELETED c 6"], "what was sent before the server went down arrives");
    assert!(open.is_over());
}

fn json_events(response: &Response) -> Value {
    response.events.iter().flatten().map(reconcile_playground::cluster::WatchEvent::to_value).collect()
}

#[test]
fn a_revision_of_the_future_times_out() {
    let mut cluster = cluster();
    for path in [
        format!("{MAPS}?resourceVersion=99"),
        format!("{MAPS}?resourceVersion=99&resourceVersionMatch=Exact"),
        format!("{MAPS}?resourceVersion=99&resourceVersionMatch=NotOlderThan"),
        format!("{MAPS}?resourceVersion=99&limit=1"),
        format!("{MAPS}/a?resourceVersion=99"),
    ] {
        let response = cluster.handle(&request("GET", &path, Payload::None));
        let status = response.body.to_value();
        assert_eq!((response.code, response.retry_after), (504, Some(1)), "{path}");
        assert_eq!(status["message"], "Timeout: Too large resource version: 99, current: 2", "{path}");
        let causes = json!([{"reason": "ResourceVersionTooLarge", "message": "Too large resource version"}]);
        assert_eq!(status["details"], json!({"causes": causes, "retryAfterSeconds": 1}), "{path}");
    }
    // A watch waits, unless it wants to begin with what is there.
    let mut waiting = watch(&cluster, &format!("{MAPS}?watch=1&resourceVersion=4"));
    for name in ["a", "b", "c"] {
        map(&mut cluster, "default", name, "x");
    }
    assert_eq!(events(&mut waiting, &cluster), ["ADDED c 5"]);
    let path = format!("{MAPS}?watch=1&resourceVersion=99&sendInitialEvents=true&resourceVersionMatch=NotOlderThan");
    let mut begun = watch(&cluster, &path);
    assert_eq!(begun.read(&cluster)[0].to_value()["object"]["code"], 504);
    assert!(begun.is_over());
}

#[test]
fn options_that_do_not_fit_together_are_refused_in_the_servers_words() {
    let mut cluster = cluster();
    let invalid = |message: &str| (422, format!("ListOptions.meta.k8s.io \"\" is invalid: {message}"));
    let bad = |message: &str| (400, message.to_string());
    for (query, expected) in [
        (
            "resourceVersionMatch=Exact",
            invalid("resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided"),
        ),
        (
            "resourceVersionMatch=Newest&resourceVersion=1",
            invalid("resourceVersionMatch: Unsupported value: \"Newest\": supported values: \"Exact\", \"NotOlderThan\", \"\""),
        ),
        (
            "resourceVersionMatch=Exact&resourceVersion=1&continue=x",
            invalid("resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided"),
        ),
        ("sendInitialEvents=true", invalid("sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list")),
        (
            "watch=1&sendInitialEvents=true&resourceVersionMatch=Exact&resourceVersion=1",
            invalid(
                "[resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan, resourceVersionMatch: Unsupported value: \"Exact\": supported values: \"NotOlderThan\"]",
            ),
        ),
        ("limit=x", bad("strconv.ParseInt: parsing \"x\": invalid syntax")),
        ("limit=", bad("strconv.ParseInt: parsing \"\": invalid syntax")),
        ("limit=9223372036854775808", bad("strconv.ParseInt: parsing \"9223372036854775808\": value out of range")),
        ("watch=1&timeoutSeconds=1.5", bad("strconv.ParseInt: parsing \"1.5\": invalid syntax")),
        ("continue=!", bad("invalid continue token: continue key is not valid: illegal base64 data at input byte 0")),
        (
            "resourceVersion=x",
            bad("invalid resource version: resourceVersion: Invalid value: \"x\": strconv.ParseUint: parsing \"x\": invalid syntax"),
        ),
        ("labelSelector=a in", bad("unable to parse requirement: found '' expected: '('")),
        ("fieldSelector=a", bad("invalid selector: 'a'; can't understand 'a'")),
        ("fieldSelector=data.k=1", bad("\"data.k\" is not a known field selector: only \"metadata.name\", \"metadata.namespace\"")),
    ] {
        let (code, status) = get(&mut cluster, &format!("{MAPS}?{query}"));
        assert_eq!((code, status["message"].as_str().unwrap().to_string()), expected, "{query}");
    }
}

#[test]
fn each_kind_has_its_own_fields_to_select_by() {
    let mut cluster = cluster();
    for (name, kind) in [("a", "Opaque"), ("b", "lab.example.com/key")] {
        let body = json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": name}, "type": kind});
        create(&mut cluster, "/api/v1/namespaces/default/secrets", body);
    }
    let (_, list) = get(&mut cluster, "/api/v1/secrets?fieldSelector=type!=Opaque");
    assert_eq!(names(&list), ["b"]);
    let (_, list) = get(&mut cluster, "/api/v1/namespaces?fieldSelector=status.phase=Active,metadata.name=default");
    assert_eq!(names(&list), ["default"]);
    for (path, message) in [
        ("/api/v1/secrets?fieldSelector=data=x", "field label not supported: data"),
        ("/api/v1/namespaces?fieldSelector=metadata.namespace=x", "field label not supported: metadata.namespace"),
        ("/apis/lab.example.com/v1/appconfigs?fieldSelector=spec.x=1", "field label not supported: spec.x"),
        ("/apis/lab.example.com/v1beta1/things?fieldSelector=metadata.namespace=x", "field label not supported: metadata.namespace"),
    ] {
        let (code, status) = get(&mut cluster, path);
        assert_eq!((code, status["message"].as_str().unwrap()), (400, message));
    }
}

#[test]
fn one_name_is_looked_up_without_pages() {
    let mut cluster = cluster();
    for name in ["a", "b"] {
        map(&mut cluster, "default", name, "x");
    }
    let (_, list) = get(&mut cluster, &format!("{MAPS}?limit=1&fieldSelector=metadata.name=a"));
    assert_eq!((names(&list), &list["metadata"]), (vec!["a"], &json!({"resourceVersion": "4"})));
    let (_, list) = get(&mut cluster, "/api/v1/configmaps?limit=1&fieldSelector=metadata.name=a");
    assert!(list["metadata"]["continue"].is_string(), "the name alone does not say where it is");
}

#[test]
fn a_watch_begins_as_it_is_asked_to() {
    let mut cluster = cluster();
    map(&mut cluster, "default", "b", "x");
    map(&mut cluster, "default", "a", "x");
    create(&mut cluster, APPS, json!({"apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": {"name": "p"}}));
    let all = ["ADDED a 4", "ADDED b 3"].map(str::to_string).to_vec();
    let mut marked = all.clone();
    marked.push("BOOKMARK - 5".to_string());
    for (query, expected) in [
        ("watch=1", all.clone()),
        ("watch=true&resourceVersion=0", all.clone()),
        ("watch", all.clone()),
        ("watch=1&allowWatchBookmarks=1", marked.clone()),
        ("watch=1&resourceVersion=0&allowWatchBookmarks=true", marked.clone()),
        ("watch=1&resourceVersion=3", vec!["ADDED a 4".to_string()]),
        ("watch=1&resourceVersion=3&allowWatchBookmarks=true", vec!["ADDED a 4".to_string()]),
        ("watch=1&resourceVersion=3&allowWatchBookmarks=1&sendInitialEvents=1&resourceVersionMatch=NotOlderThan", marked),
        ("watch=1&resourceVersion=3&sendInitialEvents=1&resourceVersionMatch=NotOlderThan", all),
        ("watch=1&sendInitialEvents=0&resourceVersionMatch=NotOlderThan", vec![]),
        ("watch=1&resourceVersion=0&sendInitialEvents=false&resourceVersionMatch=NotOlderThan", vec![]),
    ] {
        let mut asked = request("GET", &format!("{MAPS}?{query}"), Payload::None);
        if query == "watch" {
            asked.query = Texts::from([("watch".to_string(), String::new())]);
        }
        let mut watch = cluster.watch(&asked).unwrap();
        assert_eq!(events(&mut watch, &cluster), expected, "{query}");
        assert_eq!(cluster.handle(&asked).events.unwrap().len(), expected.len(), "{query}");
    }
    assert_eq!(events(&mut watch(&cluster, "/api/v1/watch/namespaces/default/configmaps/a"), &cluster), ["ADDED a 4"]);
    assert_eq!(events(&mut watch(&cluster, "/api/v1/watch/configmaps?resourceVersion=3"), &cluster), ["ADDED a 4"]);
    assert_eq!(events(&mut watch(&cluster, "/api/v1/watch/namespaces/default"), &cluster), ["ADDED default 1"]);
    let (code, status) = get(&mut cluster, "/api/v1/watch/namespaces/default/configmaps/a?fieldSelector=metadata.name=b");
    assert_eq!((code, &status["message"]), (400, &json!("fieldSelector metadata.name doesn't match requested name")));
}

#[test]
fn bookmarks_come_once_a_minute_and_before_the_end_if_there_is_something_to_say() {
    let mut cluster = cluster();
    let mut quiet = watch(&cluster, &format!("{MAPS}?watch=1&resourceVersion=2&allowWatchBookmarks=true&timeoutSeconds=130"));
    let mut unasked = watch(&cluster, &format!("{MAPS}?watch=1&resourceVersion=2&timeoutSeconds=130"));
    cluster.set_time(70_000);
    assert_eq!(events(&mut quiet, &cluster), Vec::<String>::new(), "nothing was written");
    map(&mut cluster, "default-2", "a", "x");
    cluster.set_time(119_000);
    assert_eq!(events(&mut quiet, &cluster), Vec::<String>::new());
    cluster.set_time(120_000);
    assert_eq!(events(&mut quiet, &cluster), ["BOOKMARK - 3"]);
    cluster.set_time(129_000);
    map(&mut cluster, "default", "b", "x");
    cluster.set_time(200_000);
    map(&mut cluster, "default", "c", "x");
    assert_eq!(events(&mut quiet, &cluster), ["BOOKMARK - 3", "ADDED b 4"], "two seconds before its end, then what came until then");
    assert_eq!(events(&mut unasked, &cluster), ["ADDED b 4"]);
    assert!(quiet.is_over() && unasked.is_over());
}

#[test]
fn a_table_shows_what_the_columns_of_a_kind_say() {
    let mut cluster = cluster();
    create(
        &mut cluster,
        APPS,
        json!({"apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": {"name": "a"}, "spec": {"replicas": 2}}),
    );
    create(&mut cluster, APPS, json!({"apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": {"name": "b"}}));
    let conditions = json!([{"type": "Other", "status": "False"}, {"type": "Ready", "status": "True"}]);
    patch(&mut cluster, &format!("{APPS}/a/status"), json!({"status": {"conditions": conditions, "since": "2026-01-01T00:00:00Z"}}));
    cluster.set_time(200_000);
    let (code, table) = get_as(&mut cluster, &format!("{APPS}?includeObject=None"), TABLE);
    assert_eq!((code, &table["kind"], &table["apiVersion"]), (200, &json!("Table"), &json!("meta.k8s.io/v1")));
    let columns: Vec<Value> = table["columnDefinitions"].as_array().unwrap().iter().skip(1).cloned().collect();
    let described = "Custom resource definition column (in JSONPath format): .spec.replicas";
    assert_eq!(columns[1], json!({"name": "Since", "type": "date", "format": "", "description": "When it began", "priority": 1}));
    assert_eq!(columns[2], json!({"name": "Replicas", "type": "integer", "format": "int32", "description": described, "priority": 0}));
    let rows = json!([{"cells": ["a", "True", "3m20s", 2], "object": null}, {"cells": ["b", null, null, null], "object": null}]);
    assert_eq!(table["rows"], rows);

    let (_, table) = get_as(&mut cluster, &format!("{APPS}/a?includeObject=Object"), TABLE);
    assert_eq!(table["rows"][0]["object"], get(&mut cluster, &format!("{APPS}/a")).1);
    assert_eq!(table["metadata"], json!({"resourceVersion": "5"}));
    let (_, table) = get_as(&mut cluster, &format!("{APPS}?limit=1"), TABLE);
    assert_eq!(table["metadata"]["remainingItemCount"], 1);
    let (code, status) = get_as(&mut cluster, &format!("{APPS}?includeObject=All"), TABLE);
    let message =
        "Unable to convert to Table as requested: includeObject: Invalid value: \"All\": must be 'Metadata', 'Object', 'None', or empty";
    assert_eq!((code, &status["message"]), (400, &json!(message)));
}

#[test]
fn built_in_kinds_have_tables_too() {
    let mut cluster = cluster();
    let body = json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, "stringData": {"a": "1", "b": "2"}});
    create(&mut cluster, "/api/v1/namespaces/default/secrets", body);
    cluster.set_time(7_200_000);
    let cells = |cluster: &mut Cluster, path: &str| get_as(cluster, path, TABLE).1["rows"][0]["cells"].clone();
    assert_eq!(cells(&mut cluster, "/api/v1/secrets"), json!(["s", "Opaque", 2, "120m"]));
    assert_eq!(cells(&mut cluster, "/api/v1/namespaces/default"), json!(["default", "Active", "120m"]));
    let thing = json!({"apiVersion": "lab.example.com/v1beta1", "kind": "Thing", "metadata": {"name": "t"}});
    create(&mut cluster, "/apis/lab.example.com/v1beta1/things", thing);
    assert_eq!(cells(&mut cluster, "/apis/lab.example.com/v1beta1/things"), json!(["t", "0s"]), "the age where nobody says columns");
    let created = Request { accept: Some(TABLE.into()), ..request("POST", MAPS, Payload::Json(json!({"metadata": {"name": "m"}}))) };
    let body = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "m"}, "data": {"a": "1"}, "binaryData": {"b": "AQ=="}});
    let response = cluster.handle(&Request { body: Payload::Json(body), ..created });
    assert_eq!((response.code, &response.body.to_value()["rows"][0]["cells"]), (201, &json!(["m", 2, "0s"])), "a write answers in it");
}

#[test]
fn a_watch_tells_its_columns_once() {
    let mut cluster = cluster();
    map(&mut cluster, "default", "a", "x");
    map(&mut cluster, "default", "b", "x");
    let asked = Request { accept: Some(TABLE.into()), ..request("GET", &format!("{MAPS}?watch=1"), Payload::None) };
    let mut watch = cluster.watch(&asked).unwrap();
    let tables: Vec<Value> = watch.read(&cluster).iter().map(|event| event.to_value()["object"].clone()).collect();
    assert_eq!((tables[0]["columnDefinitions"].as_array().unwrap().len(), &tables[1]["columnDefinitions"]), (3, &Value::Null));
    assert_eq!(tables[1]["rows"][0]["cells"][0], "b");
    map(&mut cluster, "default", "c", "x");
    assert_eq!(watch.read(&cluster)[0].to_value()["object"]["columnDefinitions"], Value::Null);
    let response = cluster.handle(&asked);
    assert_eq!(json_events(&response)[0]["object"]["kind"], "Table");
}

#[test]
fn metadata_alone_can_be_had_and_a_list_is_no_single_object() {
    let mut cluster = cluster();
    map(&mut cluster, "default", "a", "x");
    let (_, partial) = get_as(&mut cluster, &format!("{MAPS}/a"), METADATA);
    let whole = get(&mut cluster, &format!("{MAPS}/a")).1;
    let expected = json!({"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1", "metadata": whole["metadata"]});
    assert_eq!(partial, expected);
    for (path, message) in [
        (MAPS, "you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)"),
        (APPS, "you requested PartialObjectMetadata, but the requested object is a list (*unstructured.UnstructuredList)"),
    ] {
        let (code, status) = get_as(&mut cluster, path, METADATA);
        assert_eq!((code, &status["reason"], &status["message"]), (406, &json!("NotAcceptable"), &json!(message)));
    }
    assert_eq!(get_as(&mut cluster, &format!("{MAPS}/none"), METADATA).0, 404);
}

#[test]
fn the_server_says_what_it_serves() {
    let mut cluster = cluster();
    for path in ["/healthz", "/livez", "/readyz"] {
        assert_eq!(get(&mut cluster, path), (200, json!("ok")));
    }
    assert_eq!(get(&mut cluster, "/version").1["gitVersion"], "v1.36.2");
    let (_, core) = get(&mut cluster, "/api/v1");
    assert_eq!((&core["kind"], core.get("apiVersion"), &core["groupVersion"]), (&json!("APIResourceList"), None, &json!("v1")));
    let resources = core["resources"].as_array().unwrap();
    let maps = json!({
        "name": "configmaps", "singularName": "configmap", "namespaced": true, "kind": "ConfigMap",
        "verbs": ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"],
        "shortNames": ["cm"], "storageVersionHash": "qFsyl6wFWjQ=",
    });
    assert_eq!(resources.iter().find(|resource| resource["name"] == "configmaps"), Some(&maps));
    let (_, group) = get(&mut cluster, "/apis/lab.example.com");
    assert_eq!(group["preferredVersion"]["version"], "v1");
    assert_eq!(group["versions"][1]["groupVersion"], "lab.example.com/v1beta1");
    assert_eq!(get(&mut cluster, "/apis").1["groups"].as_array().unwrap().last().unwrap()["name"], "lab.example.com");
    assert_eq!(get(&mut cluster, "/api").1["versions"], json!(["v1"]));
    let (_, all) = get_as(&mut cluster, "/apis", "application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io");
    let lab = all["items"].as_array().unwrap().last().unwrap();
    assert_eq!((&lab["metadata"]["name"], &lab["versions"][0]["freshness"]), (&json!("lab.example.com"), &json!("Current")));
    assert_eq!(lab["versions"][0]["resources"][0]["subresources"][0]["subresource"], "status");
    for path in ["/openapi/v2", "/openapi/v3", "/nothing", "/apis/nothing.example.com", "/apis/lab.example.com/v9"] {
        assert_eq!(get(&mut cluster, path), (404, json!("404 page not found\n")), "{path}");
    }
    assert_eq!(get(&mut cluster, "/api/v1/nothing").1["message"], "the server could not find the requested resource");
    assert_eq!(cluster.handle(&request("POST", "/api/v1", Payload::None)).code, 405);
}

fn any_read() -> impl Strategy<Value = Request> {
    let path = prop_oneof![
        Just(MAPS),
        Just(APPS),
        Just("/api/v1/configmaps"),
        Just("/api/v1/namespaces"),
        Just("/api/v1/watch/namespaces/default/configmaps/a"),
        Just("/api/v1/namespaces/default/configmaps/a"),
        Just("/apis/lab.example.com/v1beta1/things"),
        "/[a-z/]{0,12}".prop_map(|path: String| &*path.leak()),
    ];
    let name = prop_oneof![
        Just("watch"),
        Just("resourceVersion"),
        Just("resourceVersionMatch"),
        Just("labelSelector"),
        Just("fieldSelector"),
        Just("limit"),
        Just("continue"),
        Just("sendInitialEvents"),
        Just("allowWatchBookmarks"),
        Just("timeoutSeconds"),
        Just("includeObject"),
    ];
    let value = prop_oneof![
        Just("1".to_string()),
        Just("0".to_string()),
        Just("-1".to_string()),
        Just(u64::MAX.to_string()),
        Just(i64::MAX.to_string()),
        Just(i64::MIN.to_string()),
        Just("Exact".to_string()),
        Just("NotOlderThan".to_string()),
        Just("eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NDY1LCJzdGFydCI6Ii9hLjFcdTAwMDAifQ".to_string()),
        Just("eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MywJInN0YXJ0IjoiL2EifQ".to_string()),
        "[a-z=!,() <>\\\\.é\0]{0,10}",
        "[A-Za-z0-9_-]{0,30}",
    ];
    let accept = prop_oneof![
        3 => Just(None),
        1 => Just(Some(TABLE.to_string())),
        1 => Just(Some(METADATA.to_string())),
        1 => "[a-z/;=,*]{0,20}".prop_map(Some),
    ];
    (path, prop::collection::btree_map(name.prop_map(str::to_string), value, 0..4), accept).prop_map(|(path, query, accept)| Request {
        accept,
        query: query.into_iter().collect(),
        ..request("GET", path, Payload::None)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_read_is_answered_and_changes_nothing(asked in any_read(), compacted in any::<bool>()) {
        let mut cluster = cluster();
        map(&mut cluster, "default", "a", "x");
        map(&mut cluster, "default", "b", "y");
        if compacted {
            cluster.compact();
        }
        let before = cluster.revision();
        let response = cluster.handle(&asked);
        prop_assert!(response.code >= 200);
        prop_assert_eq!(&cluster.handle(&asked), &response, "the same again");
        if let Ok(mut watch) = cluster.watch(&asked) {
            cluster.set_time(u64::MAX);
            watch.read(&cluster);
        }
        prop_assert_eq!(cluster.revision(), before);
    }

    #[test]
    fn pages_of_any_size_make_the_whole_list(limit in 1..6_i64, count in 0..8_usize, selector in prop_oneof![Just(""), Just("l=x"), Just("l!=x")]) {
        let mut cluster = cluster();
        for number in 0..count {
            map(&mut cluster, if number % 3 == 0 { "default" } else { "default-2" }, &format!("m{number}"), if number % 2 == 0 { "x" } else { "y" });
        }
        let path = format!("/api/v1/configmaps?labelSelector={selector}");
        let whole = get(&mut cluster, &path).1;
        let mut pages: Vec<String> = Vec::new();
        let mut token = String::new();
        for number in 0.. {
            let next = if token.is_empty() { String::new() } else { format!("&continue={token}") };
            let (code, page) = get(&mut cluster, &format!("{path}&limit={limit}{next}"));
            prop_assert_eq!(code, 200);
            pages.extend(names(&page).into_iter().map(str::to_string));
            if let Some(remaining) = page["metadata"]["remainingItemCount"].as_u64() {
                prop_assert_eq!(pages.len() as u64 + remaining, count as u64);
            }
            // Between pages somebody writes.
            map(&mut cluster, "default", &format!("new-{number}"), "x");
            match page["metadata"]["continue"].as_str() {
                Some(next) => token = next.to_string(),
                None => break,
            }
        }
        prop_assert_eq!(names(&whole), pages);
    }
}
