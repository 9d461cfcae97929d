//! Requests made from a few bytes and the state of the cluster.

use std::sync::Arc;

use reconcile_playground::cluster::{Cluster, CustomKind, Kind, Payload, Request};
use reconcile_playground::object::Object;
use serde_json::{Map, Value, json};

/// Bytes, each a choice. The first of each is the plainest; where no byte is left it is taken.
pub struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Choices<'a> {
    pub fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices { bytes: bytes.iter() }
    }

    pub fn below(&mut self, bound: usize) -> usize {
        let byte = self.bytes.next().copied().unwrap_or(0);
        usize::from(byte) * bound / 256
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) >= 100 - percent
    }
}

/// With a status subresource, defaults, a list map and a set; without a subresource and with anything in it; without
/// namespaces.
pub fn kinds() -> Vec<CustomKind> {
    let status = json!({ "type": "object", "properties": {
        "phase": { "type": "string" },
        "conditions": { "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"],
            "items": { "type": "object", "required": ["type", "status"], "properties": {
                "type": { "type": "string" }, "status": { "type": "string" } } } },
    } });
    let widget = json!({ "type": "object", "properties": { "status": &status, "spec": { "type": "object", "properties": {
        "size": { "type": "integer", "default": 1, "minimum": 0, "maximum": 10 },
        "mode": { "type": "string", "enum": ["fast", "slow"], "default": "fast" },
        "tags": { "type": "array", "x-kubernetes-list-type": "set", "items": { "type": "string" } },
        "ports": { "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
            "items": { "type": "object", "required": ["name"], "properties": {
                "name": { "type": "string" }, "port": { "type": "integer", "default": 80 } } } },
        "free": { "type": "object", "x-kubernetes-preserve-unknown-fields": true },
        "list": { "type": "array", "items": { "type": "integer" } },
    } } } });
    let thing = json!({ "type": "object", "properties": { "status": &status, "spec": { "type": "object", "properties": {
        "size": { "type": "integer" }, "mode": { "type": "string" } } } } });
    let kind = |kind: &str, plural: &str, more: Value| {
        let mut value = json!({ "group": "lab.example.com", "version": "v1", "kind": kind, "plural": plural });
        value.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        serde_json::from_value(value).unwrap()
    };
    vec![
        kind("Widget", "widgets", json!({ "schema": widget })),
        kind("Plain", "plains", json!({ "statusSubresource": false })),
        kind("Thing", "things", json!({ "namespaced": false, "schema": thing })),
    ]
}

const KINDS: [&str; 13] = [
    "ConfigMap",
    "ConfigMap",
    "ConfigMap",
    "Widget",
    "Widget",
    "Widget",
    "Widget",
    "Plain",
    "Plain",
    "Thing",
    "Thing",
    "Secret",
    "Namespace",
];
const NAMES: [&str; 5] = ["a", "a", "b", "b", "c"];
const NAMESPACES: [&str; 12] =
    ["default", "default", "default", "default", "default", "default", "default", "default", "default", "default", "other", "nowhere"];
const AGENTS: [&str; 3] = ["kubectl/v1.36.2", "one/v1", "two/v1"];
const FINALIZERS: [&str; 3] = ["lab.example.com/f", "lab.example.com/g", "undotted"];

/// What a request is about.
struct Target {
    kind: Arc<Kind>,
    namespace: &'static str,
    name: String,
    stored: Option<Arc<Object>>,
}

impl Target {
    /// Any, which may be there or not.
    fn any(choices: &mut Choices, cluster: &Cluster) -> Target {
        let kind = cluster.kind(choices.pick(&KINDS), None).unwrap().clone();
        let (namespace, name) = (choices.pick(&NAMESPACES), choices.pick(&NAMES));
        let stored = cluster.find(&kind, Some(namespace), name).cloned();
        Target { kind, namespace, name: name.to_string(), stored }
    }

    /// One that is there, mostly.
    fn some(choices: &mut Choices, cluster: &Cluster) -> Target {
        // Nearly everything is in this namespace.
        let there: Vec<_> = cluster.objects().filter(|object| object.metadata.name != "default").collect();
        if there.is_empty() || choices.chance(12) {
            return Target::any(choices, cluster);
        }
        let stored = choices.pick(&there).clone();
        let kind = cluster.kind(&stored.types.kind, None).unwrap().clone();
        let namespace = if stored.metadata.namespace.as_deref() == Some("other") { "other" } else { "default" };
        Target { kind, namespace, name: stored.metadata.name.clone(), stored: Some(stored) }
    }

    fn path(&self, named: bool, subresource: Option<&str>) -> String {
        self.kind.path(Some(self.namespace), named.then_some(&self.name), subresource)
    }

    fn is(&self, kind: &str) -> bool {
        &*self.kind.kind == kind
    }

    /// The object as it is, or as it would be if nobody had anything to say of it.
    fn base(&self) -> Value {
        self.stored.as_ref().map_or_else(|| self.bare(), |stored| stored.to_value())
    }

    fn bare(&self) -> Value {
        json!({ "apiVersion": &*self.kind.api_version, "kind": &*self.kind.kind, "metadata": { "name": self.name } })
    }
}

pub fn draw(choices: &mut Choices, cluster: &Cluster) -> Request {
    let mut request = match choices.below(40) {
        0..=8 => create(choices, cluster),
        9..=13 => replace(choices, cluster),
        14..=17 => merge(choices, cluster),
        18..=19 => json_patch(choices, cluster),
        20..=21 => strategic(choices, cluster),
        22..=27 => apply(choices, cluster),
        28..=30 => status(choices, cluster),
        31..=34 => delete(choices, cluster),
        35..=37 => read(choices, cluster),
        _ => senseless(choices, cluster),
    };
    if matches!(request.method.as_str(), "POST" | "PUT" | "PATCH") {
        if choices.chance(10) {
            request.query.insert("dryRun".into(), "All".into());
        }
        if choices.chance(10) {
            request.query.insert("fieldValidation".into(), choices.pick(&["Strict", "Ignore", "Warn"]).into());
        }
    }
    request
}

fn request(choices: &mut Choices, method: &str, path: String, body: Value) -> Request {
    let agent = choices.pick(&AGENTS);
    Request::by(agent, method, path, Some(body))
}

fn patch(choices: &mut Choices, content_type: &str, path: String, body: Value) -> Request {
    Request { content_type: Some(content_type.into()), ..request(choices, "PATCH", path, body) }
}

/// What a kind is about: some of its fields.
fn content(choices: &mut Choices, target: &Target) -> Map<String, Value> {
    let text = choices.pick(&["x", "y", "z"]);
    let value = match (&*target.kind.kind, choices.below(6)) {
        ("ConfigMap", 4) => json!({ "data": { "k": text }, "binaryData": { "b": "eA==" } }),
        ("ConfigMap", 5) => json!({ "data": { "k": text }, "immutable": true }),
        ("ConfigMap", 0..=2) => json!({ "data": { "k": text } }),
        ("ConfigMap", _) => json!({ "data": { "l": text, "k": "x" } }),
        ("Secret", 0..=2) => json!({ "data": { "k": "eA==" } }),
        ("Secret", 3) => json!({ "data": { "l": "eQ==" }, "type": "lab.example.com/t" }),
        ("Secret", _) => json!({ "stringData": { "k": text } }),
        ("Namespace", _) => json!({}),
        ("Widget", 0) => json!({ "spec": { "size": 2 } }),
        ("Widget", 1) => json!({ "spec": { "size": 3, "mode": "slow", "tags": ["a", text] } }),
        ("Widget", 2) => json!({ "spec": { "ports": [{ "name": "http" }, { "name": text, "port": 8080 }] } }),
        ("Widget", 3) => json!({ "spec": { "free": { "m": { "l": text } }, "list": [1, 2] } }),
        ("Widget", 4) => json!({ "spec": { "ports": [{ "name": text, "port": 81 }], "tags": [text] }, "status": { "phase": text } }),
        (_, 0 | 1) => json!({ "spec": { "mode": text } }),
        (_, 2) => json!({ "spec": { "size": 2, "mode": text }, "status": { "phase": text } }),
        (_, 3) => json!({ "status": { "phase": text, "conditions": [{ "type": "Ready", "status": text }] } }),
        _ => json!({ "spec": { "size": 1 } }),
    };
    match value {
        Value::Object(map) => map,
        other => unreachable!("{other}"),
    }
}

/// What is said of an object beside its name.
fn metadata(choices: &mut Choices, cluster: &Cluster, into: &mut Value) {
    if choices.chance(30) {
        into["labels"] = json!({ "app": choices.pick(&["web", "api"]) });
    }
    if choices.chance(30) {
        into["finalizers"] = match choices.below(4) {
            0 => json!([]),
            1 => json!([FINALIZERS[0], FINALIZERS[1]]),
            _ => json!([choices.pick(&FINALIZERS)]),
        };
    }
    if choices.chance(15) {
        into["ownerReferences"] = json!([owner(choices, cluster)]);
    }
    if choices.chance(5) {
        into["annotations"] = json!({ "note": choices.pick(&["x", "y"]) });
    }
}

/// What only the server may say.
fn presumptuous(choices: &mut Choices, into: &mut Value) {
    match choices.below(40) {
        36 => into["managedFields"] = json!([{}]),
        37 => into["generation"] = json!(5),
        38 => into["deletionTimestamp"] = json!("2026-01-01T00:00:00Z"),
        39 => into["creationTimestamp"] = json!("2020-01-01T00:00:00Z"),
        _ => {}
    }
}

fn owner(choices: &mut Choices, cluster: &Cluster) -> Value {
    let there: Vec<_> = cluster.objects().collect();
    let owner = choices.pick(&there);
    let uid: &str = if choices.chance(15) { "gone" } else { &owner.metadata.uid };
    let mut reference =
        json!({ "apiVersion": &*owner.types.api_version, "kind": &*owner.types.kind, "name": owner.metadata.name, "uid": uid });
    if choices.chance(40) {
        reference["controller"] = json!(true);
        reference["blockOwnerDeletion"] = json!(true);
    }
    reference
}

/// The right revision, mostly.
fn revision(choices: &mut Choices, cluster: &Cluster, into: &mut Value) {
    let now = cluster.revision().0;
    match choices.below(20) {
        0..=13 => {}
        14..=15 => drop(into.as_object_mut().unwrap().remove("resourceVersion")),
        16..=17 => into["resourceVersion"] = json!((now - now.min(3)).to_string()),
        18 => into["resourceVersion"] = json!((now + 5).to_string()),
        _ => into["resourceVersion"] = choices.pick(&[json!("abc"), json!("0"), json!(7), json!("99999999999999999999")]),
    }
}

fn create(choices: &mut Choices, cluster: &Cluster) -> Request {
    let target = Target::any(choices, cluster);
    let mut body = target.bare();
    body.as_object_mut().unwrap().extend(content(choices, &target));
    metadata(choices, cluster, &mut body["metadata"]);
    presumptuous(choices, &mut body["metadata"]);
    match choices.below(20) {
        17 => body["metadata"] = json!({ "generateName": "g-" }),
        18 => body["metadata"]["resourceVersion"] = json!("1"),
        19 => body["metadata"]["uid"] = json!("mine"),
        _ => {}
    }
    request(choices, "POST", target.path(false, None), body)
}

fn replace(choices: &mut Choices, cluster: &Cluster) -> Request {
    let target = Target::some(choices, cluster);
    let mut body = if choices.chance(15) { target.bare() } else { target.base() };
    if choices.chance(70) {
        body.as_object_mut().unwrap().extend(content(choices, &target));
    }
    if choices.chance(50) {
        metadata(choices, cluster, &mut body["metadata"]);
        presumptuous(choices, &mut body["metadata"]);
    }
    revision(choices, cluster, &mut body["metadata"]);
    if choices.chance(5) {
        body["metadata"]["uid"] = json!("another");
    }
    request(choices, "PUT", target.path(true, None), body)
}

fn merge(choices: &mut Choices, cluster: &Cluster) -> Request {
    let target = Target::some(choices, cluster);
    let mut body = match choices.below(8) {
        0..=2 => Value::Object(content(choices, &target)),
        3 => json!({ "metadata": { "finalizers": null } }),
        4 => json!({ "metadata": { "labels": { "app": null } }, "data": { "k": null } }),
        5 => json!({ "spec": { "ports": null, "mode": null, "free": { "m": null } } }),
        6 => json!({ "data": null, "spec": null, "status": null }),
        _ => json!({ "metadata": {} }),
    };
    if choices.chance(40) {
        if body.get("metadata").is_none() {
            body["metadata"] = json!({});
        }
        metadata(choices, cluster, &mut body["metadata"]);
        if choices.chance(20) {
            body["metadata"]["resourceVersion"] = json!(target.stored.map_or(0, |stored| stored.metadata.revision.0).to_string());
            revision(choices, cluster, &mut body["metadata"]);
            let path = target.kind.path(Some(target.namespace), Some(&target.name), None);
            return patch(choices, "application/merge-patch+json", path, body);
        }
    }
    patch(choices, "application/merge-patch+json", target.path(true, None), body)
}

fn json_patch(choices: &mut Choices, cluster: &Cluster) -> Request {
    let target = Target::some(choices, cluster);
    let text = choices.pick(&["x", "y"]);
    let top = if target.is("ConfigMap") || target.is("Secret") { "data" } else { "spec" };
    let mut operations = vec![match choices.below(8) {
        0 => json!({ "op": "add", "path": format!("/{top}"), "value": { "k": text } }),
        1 => json!({ "op": "replace", "path": format!("/{top}/k"), "value": text }),
        2 => json!({ "op": "add", "path": "/metadata/labels", "value": { "app": text } }),
        3 => json!({ "op": "remove", "path": "/metadata/finalizers" }),
        4 => json!({ "op": "add", "path": "/metadata/finalizers/-", "value": FINALIZERS[0] }),
        5 => json!({ "op": "remove", "path": format!("/{top}") }),
        6 => json!({ "op": "copy", "from": format!("/{top}"), "path": "/spec" }),
        _ => json!({ "op": "test", "path": "/metadata/name", "value": text }),
    }];
    if choices.chance(30) {
        operations.insert(0, json!({ "op": "test", "path": "/metadata/name", "value": target.name }));
    }
    patch(choices, "application/json-patch+json", target.path(true, None), Value::Array(operations))
}

fn strategic(choices: &mut Choices, cluster: &Cluster) -> Request {
    let target = Target::some(choices, cluster);
    let mut body = match choices.below(6) {
        0 => Value::Object(content(choices, &target)),
        1 => json!({ "metadata": { "finalizers": [FINALIZERS[0]] } }),
        2 => json!({ "metadata": { "$deleteFromPrimitiveList/finalizers": [FINALIZERS[0]] } }),
        3 => json!({ "metadata": { "finalizers": null, "labels": { "$patch": "replace", "app": "x" } } }),
        4 => json!({ "data": { "$patch": "delete" } }),
        _ => json!({ "metadata": { "ownerReferences": [{ "$patch": "delete", "uid": "gone" }] } }),
    };
    if choices.chance(20) {
        body["metadata"] = json!({ "ownerReferences": [owner(choices, cluster)] });
    }
    patch(choices, "application/strategic-merge-patch+json", target.path(true, None), body)
}

fn apply(choices: &mut Choices, cluster: &Cluster) -> Request {
    let target = if choices.chance(40) { Target::any(choices, cluster) } else { Target::some(choices, cluster) };
    let mut body = target.bare();
    if choices.chance(85) {
        body.as_object_mut().unwrap().extend(content(choices, &target));
    }
    if choices.chance(30) {
        metadata(choices, cluster, &mut body["metadata"]);
        if body["metadata"]["finalizers"] == json!([]) {
            body["metadata"]["finalizers"] = json!([FINALIZERS[0]]);
        }
    }
    // What is given for the server to turn into something else is owned although it is never there.
    if let Some(Value::Object(map)) = body.as_object_mut().unwrap().remove("stringData") {
        body["data"] = map.into_iter().map(|(key, _)| (key, json!("eA=="))).collect();
    }
    let status = target.kind.status_subresource && choices.chance(15);
    if status {
        body["status"] = json!({ "phase": choices.pick(&["x", "y"]) });
    }
    let path = target.path(true, status.then_some("status"));
    let mut request = patch(choices, "application/apply-patch+yaml", path, body);
    let manager = choices.pick(&["one", "two"]);
    if !choices.chance(3) {
        request.query.insert("fieldManager".into(), manager.into());
    }
    if choices.chance(40) {
        request.query.insert("force".into(), choices.pick(&["true", "false", ""]).into());
    }
    request
}

/// A write through `/status`, or where there is none.
fn status(choices: &mut Choices, cluster: &Cluster) -> Request {
    let target = Target::some(choices, cluster);
    let text = choices.pick(&["x", "y", "z"]);
    let status = match choices.below(4) {
        0 | 1 => json!({ "phase": text }),
        2 => json!({ "phase": text, "conditions": [{ "type": "Ready", "status": "True" }] }),
        _ => Value::Null,
    };
    let path = target.path(true, Some("status"));
    if choices.chance(40) {
        let mut body = json!({ "status": status });
        if choices.chance(30) {
            body.as_object_mut().unwrap().extend(content(choices, &target));
        }
        return patch(choices, "application/merge-patch+json", path, body);
    }
    let mut body = target.base();
    body["status"] = status;
    if choices.chance(30) {
        body["spec"] = json!({ "size": 7 });
        metadata(choices, cluster, &mut body["metadata"]);
    }
    revision(choices, cluster, &mut body["metadata"]);
    request(choices, "PUT", path, body)
}

fn delete(choices: &mut Choices, cluster: &Cluster) -> Request {
    let target = Target::some(choices, cluster);
    let mut request = Request::by(choices.pick(&AGENTS), "DELETE", target.path(!choices.chance(5), None), None);
    let policy = choices.pick(&["Background", "Foreground", "Orphan"]);
    let (uid, now) = target.stored.map_or(("none".into(), 0), |stored| (stored.metadata.uid.clone(), stored.metadata.revision.0));
    match choices.below(12) {
        5 => request.query.insert("propagationPolicy".into(), policy.into()),
        6 => request.query.insert("dryRun".into(), "All".into()),
        7 => request.body = Payload::Json(json!({ "propagationPolicy": policy })),
        8 => request.body = Payload::Json(json!({ "preconditions": { "uid": &*uid } })),
        9 => request.body = Payload::Json(json!({ "preconditions": { "uid": "wrong" }, "propagationPolicy": "Background" })),
        10 => {
            let revision = (now + u64::try_from(choices.below(2)).unwrap()).to_string();
            request.body = Payload::Json(json!({ "preconditions": { "resourceVersion": revision } }));
        }
        11 => request.body = Payload::Json(json!({ "dryRun": ["All"], "orphanDependents": choices.pick(&[json!(false), json!(true)]) })),
        _ => {}
    }
    request
}

fn read(choices: &mut Choices, cluster: &Cluster) -> Request {
    let target = Target::some(choices, cluster);
    let named = choices.chance(40);
    let mut path = target.path(named, None);
    if !named && choices.chance(30) {
        path = target.kind.path(None, None, None);
    }
    let mut request = Request::by(choices.pick(&AGENTS), "GET", path, None);
    let now = cluster.revision().0;
    let revision = choices.pick(&["0".to_string(), now.to_string(), (now / 2).to_string(), (now + 9).to_string()]);
    let mut ask = |name: &str, value: &str| request.query.insert(name.into(), value.into());
    match choices.below(9) {
        3 => ask("watch", "true"),
        4 => {
            ask("watch", "1");
            ask("resourceVersion", &revision);
        }
        5 => ask("resourceVersion", &revision),
        6 => ask("labelSelector", "app=web"),
        7 => ask("fieldSelector", "metadata.name=a"),
        8 => {
            ask("limit", "2");
            ask("resourceVersionMatch", "Exact");
            ask("resourceVersion", &revision);
        }
        _ => {}
    }
    request
}

fn senseless(choices: &mut Choices, cluster: &Cluster) -> Request {
    let mut request = match choices.below(5) {
        0 => create(choices, cluster),
        1 => replace(choices, cluster),
        2 => merge(choices, cluster),
        3 => delete(choices, cluster),
        _ => read(choices, cluster),
    };
    match choices.below(11) {
        0 => request.method = choices.pick(&["HEAD", "", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "get"]).into(),
        1 => {
            request.path =
                choices.pick(&["", "/", "/api/v1/nothings", "/apis/lab.example.com/v2/widgets", "/api/v1/namespaces//configmaps/a"]).into();
        }
        2 => request.path.push_str(choices.pick(&["/status", "/scale", "/a/b", "/"])),
        3 => request.content_type = choices.pick(&[None, Some("x"), Some("application/json; charset=utf-8")]).map(str::to_string),
        4 => {
            request.body =
                Payload::Raw(choices.pick(&["", "{", "[]", "null", "{\"a\":1,\"a\":2}", "a: b", "\"", "{}x", "[{\"op\":1}]"]).into());
        }
        5 => {
            request.body =
                Payload::Json(choices.pick(&[json!(1), json!([1]), json!({ "metadata": 1 }), json!({ "metadata": { "labels": ["x"] } })]));
        }
        6 => request.query.insert("dryRun".into(), choices.pick(&["Some", "", "All"]).into()),
        7 => {
            let name = choices.pick(&["fieldManager", "force", "fieldValidation", "labelSelector"]);
            request.query.insert(name.into(), choices.pick(&["\u{7}", "true", "a in (", "x"]).into());
        }
        8 => request.accept = Some(choices.pick(&["text/html", "*/*", "application/json"]).into()),
        9 => {
            if let Payload::Json(Value::Object(body)) = &mut request.body {
                let key = choices.pick(&["kind", "apiVersion", "metadata", "spec", "data", "status", "typo"]);
                body.insert(key.into(), choices.pick(&[json!("x"), json!(null), json!({}), json!({ "name": "B_" }), json!({ "typo": 1 })]));
            }
        }
        _ => {
            if let Payload::Json(Value::Object(body)) = &mut request.body {
                let text = json!({ "name": "a", choices.pick(&["labels", "finalizers", "generateName", "namespace", "uid", "deletionGracePeriodSeconds", "typo"]):
                    choices.pick(&[json!("x"), json!(null), json!({}), json!([""]), json!({ "a b": "c" }), json!(-1)]) });
                body.insert("metadata".into(), text);
            }
        }
    }
    request
}
