//! The Warning Event about an owner in another namespace.
//!
//! Models `kubernetes/pkg/controller/garbagecollector/graph_builder.go` `reportInvalidNamespaceOwnerRef` and
//! `client-go/tools/record/event.go` `makeEvent`.

use serde_json::Value;

use super::graph::Identity;
use crate::cluster::Cluster;
use crate::object::{Object, OwnerReference, Record};

/// Who reports.
const COMPONENT: &str = "garbage-collector-controller";

/// Whether the collector does not look at an object at all.
///
/// Models `ignoredResources`.
pub(super) fn is_ignored(object: &Object) -> bool {
    &*object.types.kind == "Event" && matches!(&*object.types.api_version, "v1" | "events.k8s.io/v1")
}

/// The Event that will be made: it is named after the object and the moment, in nanoseconds.
pub(super) fn target(cluster: &Cluster, item: &Identity) -> Identity {
    let nanoseconds = i128::from(cluster.start.0) * 1_000_000_000 + i128::from(cluster.now) * 1_000_000;
    Identity {
        kind: "Event".into(),
        api_version: "v1".into(),
        namespace: if item.namespace.is_empty() { "default".into() } else { item.namespace.clone() },
        name: format!("{}.{nanoseconds:x}", item.name).into(),
        uid: "".into(),
    }
}

pub(super) fn event(cluster: &Cluster, item: &Identity, reference: &OwnerReference, target: &Identity) -> Value {
    let namespace = &*item.namespace;
    let OwnerReference { api_version, kind, name, uid, .. } = reference;
    let owner = format!("[{api_version}/{kind}, namespace: {namespace}, name: {name}, uid: {uid}]");
    let mut metadata = Record::default();
    metadata.text("name", &target.name);
    metadata.text("namespace", &target.namespace);
    let mut involved = Record::default();
    for (key, text) in
        [("kind", &item.kind), ("namespace", &item.namespace), ("name", &item.name), ("uid", &item.uid), ("apiVersion", &item.api_version)]
    {
        if !text.is_empty() {
            involved.text(key, text);
        }
    }
    let mut source = Record::default();
    source.text("component", COMPONENT);
    let now = cluster.start.after(cluster.now);
    let mut record = Record::default();
    record.text("apiVersion", "v1");
    record.text("kind", "Event");
    record.put("metadata", metadata.end());
    record.put("involvedObject", involved.end());
    record.text("reason", "OwnerRefInvalidNamespace");
    record.text("message", &format!("ownerRef {owner} does not exist in namespace \"{namespace}\""));
    record.put("source", source.end());
    record.show("firstTimestamp", &now);
    record.show("lastTimestamp", &now);
    record.number("count", 1);
    record.text("type", "Warning");
    record.put("eventTime", Value::Null);
    record.text("reportingComponent", COMPONENT);
    record.text("reportingInstance", "");
    record.end()
}
