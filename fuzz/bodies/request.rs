//! Requests as text, one after the other, against a cluster with some objects. Nothing panics, every answer is well
//! formed, and what holds for sensible requests holds for these.
//!
//! ```text
//! PATCH /api/v1/namespaces/default/configmaps/a?fieldManager=x
//! Content-Type: application/merge-patch+json
//!
//! {"data":{"k":"v"}}
//! ---
//! GET /api/v1/namespaces/default/configmaps/a
//! ```

#[allow(dead_code)] // nothing collects here
#[path = "../../tests/properties/checks.rs"]
mod checks;

use std::sync::OnceLock;

use reconcile_playground::cluster::{Cluster, CustomKind, Options, Payload, Request};
use reconcile_playground::object::{Object, Timestamp};
use serde_json::{Value, json};

use checks::Watcher;

/// More requests than this are not looked at.
const REQUESTS: usize = 12;

/// The kinds that the recordings were made with.
fn kinds() -> Vec<CustomKind> {
    let setup: Value = serde_json::from_str(include_str!("../../tests/golden/setup.json")).expect("it is JSON");
    let kind = |crd: &Value| {
        let (spec, version) = (&crd["spec"], &crd["spec"]["versions"][0]);
        let kind = json!({
            "group": spec["group"], "version": version["name"], "kind": spec["names"]["kind"], "plural": spec["names"]["plural"],
            "namespaced": spec["scope"] == "Namespaced", "statusSubresource": version["subresources"].get("status").is_some(),
            "schema": version["schema"]["openAPIV3Schema"],
        });
        serde_json::from_value(kind).expect("it is a kind")
    };
    setup["crds"].as_array().into_iter().flatten().map(kind).collect()
}

/// Each kind has an object `a`, some are held by a finalizer, one is going.
fn cluster() -> Cluster {
    let options = Options { seed: 7, start: Timestamp(0), noop_bumps: false };
    let mut cluster = Cluster::new(&kinds(), options).expect("the kinds can be served");
    let mut send = |method: &str, path: &str, body: Value| {
        let body = (!body.is_null()).then_some(body);
        let response = cluster.handle(&Request::by("kubectl", method, path.into(), body));
        assert!(response.is_success(), "{response:?}");
    };
    let (core, lab) = ("/api/v1/namespaces/default", "/apis/lab.example.com/v1/namespaces/default");
    send("POST", "/api/v1/namespaces", json!({ "metadata": { "name": "default" } }));
    send("POST", &format!("{core}/configmaps"), json!({ "metadata": { "name": "a", "labels": { "app": "web" } }, "data": { "k": "v" } }));
    send("POST", &format!("{core}/configmaps"), json!({ "metadata": { "name": "b", "finalizers": ["lab.example.com/f"] } }));
    send("DELETE", &format!("{core}/configmaps/b"), Value::Null);
    send("POST", &format!("{core}/secrets"), json!({ "metadata": { "name": "a" }, "stringData": { "k": "v" } }));
    for (kind, path) in [
        ("AppConfig", format!("{lab}/playgrounds")),
        ("Widget", format!("{lab}/widgets")),
        ("Plain", format!("{lab}/plains")),
        ("ClusterThing", "/apis/lab.example.com/v1/clusterthings".to_string()),
    ] {
        let metadata = json!({ "name": "a", "finalizers": ["lab.example.com/f"] });
        let body = json!({ "apiVersion": "lab.example.com/v1", "kind": kind, "metadata": metadata, "spec": { "size": 2, "ports": [{ "name": "http" }] } });
        send("POST", &path, body);
    }
    cluster
}

/// Reads one request; whatever cannot be read is left out.
fn parse(text: &str) -> Request {
    let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
    let mut lines = head.lines();
    let (method, target) = lines.next().unwrap_or("").split_once(' ').unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut request = Request { method: method.into(), path: path.into(), ..Request::default() };
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        request.query.insert(name.into(), value.into());
    }
    for line in lines {
        match line.split_once(": ") {
            Some(("Content-Type", value)) => request.content_type = Some(value.into()),
            Some(("Accept", value)) => request.accept = Some(value.into()),
            Some(("User-Agent", value)) => request.user_agent = value.into(),
            _ => {}
        }
    }
    if !body.is_empty() {
        request.body = Payload::Raw(body.into());
    }
    request
}

/// The request as one makes it who hands over a value.
fn with_value(request: &Request) -> Option<Request> {
    let Payload::Raw(text) = &request.body else { return None };
    let value = serde_json::from_str(text).ok()?;
    Some(Request { body: Payload::Json(value), ..request.clone() })
}

/// Sends what the bytes say.
///
/// # Panics
///
/// If anything does not hold.
pub fn run(data: &[u8]) {
    static START: OnceLock<Cluster> = OnceLock::new();
    let text = String::from_utf8_lossy(data);
    let start = START.get_or_init(cluster);
    for as_values in [false, true] {
        let mut cluster = start.clone();
        let mut watcher = Watcher::new(&cluster);
        for part in text.split("\n---\n").take(REQUESTS) {
            let mut request = parse(part);
            if as_values {
                request = with_value(&request).unwrap_or(request);
            }
            let twin = cluster.clone();
            let response = cluster.handle(&request);
            let written = response.to_value().to_string();
            assert!(serde_json::from_str::<Value>(&written).is_ok(), "no JSON: {written}");
            watcher.answered(&cluster, &request, &response, twin).unwrap_or_else(|error| panic!("{error}\nafter {request:?}"));
        }
        // What is stored reads as it is written.
        for object in cluster.objects() {
            let Value::Object(map) = object.to_value() else { panic!("no object: {object:?}") };
            let read = Object::from_parts(&map).map(|parts| parts.object);
            assert_eq!(read.as_ref(), Ok(&**object));
        }
    }
}
