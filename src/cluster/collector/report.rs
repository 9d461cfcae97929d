//! The Warning Event about an owner in another namespace.
//!
//! Models `kubernetes/pkg/controller/garbagecollector/graph_builder.go` `reportInvalidNamespaceOwnerRef` and
//! `client-go/tools/record/event.go` `makeEvent`.

use serde_json::Value;

use super::graph::Identity;
use crate::cluster::Cluster;
use crate::object::event::Told;
use crate::object::{Object, OwnerReference};

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
    let now = cluster.start.after(cluster.now);
    Told {
        name: &target.name,
        namespace: &target.namespace,
        involved: &[
            ("kind", &item.kind),
            ("namespace", &item.namespace),
            ("name", &item.name),
            ("uid", &item.uid),
            ("apiVersion", &item.api_version),
        ],
        severity: "Warning",
        reason: "OwnerRefInvalidNamespace",
        message: &format!("ownerRef {owner} does not exist in namespace \"{namespace}\""),
        component: COMPONENT,
        first: now,
        last: now,
        count: 1,
    }
    .to_value()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::cluster::Options;
    use crate::object::Timestamp;

    #[test]
    fn an_owner_in_another_namespace_is_reported_as_a_warning_about_the_child() {
        let mut cluster = Cluster::new(&[], Options { seed: 1, start: Timestamp(1), noop_bumps: false }).unwrap();
        cluster.set_time(2_500);
        let mut item =
            Identity { kind: "ConfigMap".into(), api_version: "v1".into(), namespace: "b".into(), name: "child".into(), uid: "u1".into() };
        let reference = OwnerReference {
            api_version: "x.io/v1".into(),
            kind: "App".into(),
            name: "web".into(),
            uid: "u2".into(),
            ..Default::default()
        };
        let named = target(&cluster, &item);
        // 3.5 seconds in nanoseconds.
        assert_eq!((&*named.name, &*named.namespace), ("child.d09dc300", "b"));
        assert_eq!(
            event(&cluster, &item, &reference, &named),
            json!({"apiVersion": "v1", "kind": "Event", "metadata": {"name": "child.d09dc300", "namespace": "b"},
                "involvedObject": {"kind": "ConfigMap", "namespace": "b", "name": "child", "uid": "u1", "apiVersion": "v1"},
                "reason": "OwnerRefInvalidNamespace",
                "message": "ownerRef [x.io/v1/App, namespace: b, name: web, uid: u2] does not exist in namespace \"b\"",
                "source": {"component": "garbage-collector-controller"},
                "firstTimestamp": "1970-01-01T00:00:03Z", "lastTimestamp": "1970-01-01T00:00:03Z", "count": 1,
                "type": "Warning", "reportingComponent": "garbage-collector-controller"})
        );
        // About a cluster-scoped child it stands in the namespace default.
        item.namespace = "".into();
        let named = target(&cluster, &item);
        assert_eq!(&*named.namespace, "default");
        let event = event(&cluster, &item, &reference, &named);
        assert_eq!(event["message"], "ownerRef [x.io/v1/App, namespace: , name: web, uid: u2] does not exist in namespace \"\"");
        assert_eq!(event["involvedObject"].get("namespace"), None);
    }
}
