//! One namespace on its way out, one request at a time.
//!
//! Models `kubernetes/pkg/controller/namespace/deletion/namespaced_resources_deleter.go` `Delete`, `deleteAllContent` and
//! `finalizeNamespace`.

use std::sync::Arc;

use serde_json::Value;

use super::{Namespaces, conditions, kubernetes_alone_is_missing};
use crate::cluster::kind::Kind;
use crate::cluster::request::{Body, Request, Response};
use crate::cluster::{Cluster, Collected, namespace_rules};
use crate::object::{Essence, Object, Record, Ref};

/// Who the namespace controller is.
const USER_AGENT: &str = "kube-controller-manager/v1.36.2 (linux/amd64) kubernetes/system:serviceaccount:kube-system:namespace-controller";

/// A namespace, and how far its emptying is.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) name: Arc<str>,
    pub(super) stage: Stage,
    /// Something has left that was counted already.
    pub(super) again: bool,
}

/// What a task waits for.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    /// To see the namespace.
    Look,
    /// To delete all of a kind, given by its place.
    Delete { namespace: Arc<Object>, at: usize, count: Count },
    /// To see what is left of it.
    List { namespace: Arc<Object>, at: usize, count: Count },
    /// To say what remains.
    Tell { status: Arc<Object>, count: Count },
    /// To take `kubernetes` off its finalizers.
    Finalize { namespace: Arc<Object> },
    /// After a conflict: to see it once more.
    LookAgain { uid: Arc<str> },
}

impl Task {
    /// What decides how it goes on.
    pub(super) fn trace(&self, essence: &mut Essence) {
        essence.text(&self.name);
        essence.flag(self.again);
        let (number, object, place, count) = match &self.stage {
            Stage::Look => (1, None, 0, None),
            Stage::Delete { namespace, at, count } => (2, Some(namespace), *at, Some(count)),
            Stage::List { namespace, at, count } => (3, Some(namespace), *at, Some(count)),
            Stage::Tell { status, count } => (4, Some(status), 0, Some(count)),
            Stage::Finalize { namespace } => (5, Some(namespace), 0, None),
            Stage::LookAgain { uid } => {
                essence.uid(uid);
                (6, None, 0, None)
            }
        };
        essence.word(number);
        essence.word(place as u64);
        essence.some_object(object);
        if let Some(Count { resources, finalizers }) = count {
            for (name, count) in resources.iter().chain(finalizers) {
                essence.text(name);
                essence.word(*count as u64);
            }
        }
    }
}

/// What remains, each with a number.
#[derive(Clone, Debug, Default)]
pub(super) struct Count {
    /// `configmaps.`
    pub(super) resources: Vec<(String, usize)>,
    pub(super) finalizers: Vec<(String, usize)>,
}

impl Count {
    fn add(&mut self, kind: &Kind, items: &[Arc<Object>]) {
        if items.is_empty() {
            return;
        }
        self.resources.push((format!("{}.{}", kind.plural, kind.group), items.len()));
        for finalizer in items.iter().flat_map(|object| &object.metadata.finalizers) {
            match self.finalizers.iter_mut().find(|(name, _)| name == finalizer) {
                Some((_, number)) => *number += 1,
                None => self.finalizers.push((finalizer.clone(), 1)),
            }
        }
    }
}

impl Task {
    /// Whether an object of this kind would be missed if it left now: its kind has been counted.
    pub(super) fn has_counted(&self, cluster: &Cluster, object: &Object) -> bool {
        let types = &object.types;
        let index = cluster.kinds.iter().position(|kind| kind.types() == *types).unwrap_or(0);
        match &self.stage {
            Stage::Look => false,
            Stage::Delete { at, .. } | Stage::List { at, .. } => index < *at,
            Stage::Tell { .. } | Stage::Finalize { .. } | Stage::LookAgain { .. } => true,
        }
    }
}

pub(super) fn reference(name: &str) -> Ref {
    Ref::to("v1", "Namespace", None, name)
}

impl Namespaces {
    /// Makes the request that the first task waits for.
    pub(super) fn request(&mut self, cluster: &mut Cluster) -> Collected {
        let Some(Task { name, stage, again }) = self.queue.front().cloned() else { return Collected::Idle };
        let Some(namespaces) = cluster.kind("Namespace", Some("v1")).cloned() else { return Collected::Idle };
        let content = match &stage {
            Stage::Delete { at, .. } | Stage::List { at, .. } => cluster.kinds.get(*at).cloned(),
            _ => None,
        };
        let (method, subresource, body) = match &stage {
            Stage::Look | Stage::LookAgain { .. } | Stage::List { .. } => ("GET", None, None),
            Stage::Delete { .. } => ("DELETE", None, Some(in_the_background())),
            Stage::Tell { status, .. } => ("PUT", Some("status"), Some(status.to_value())),
            Stage::Finalize { namespace } => ("PUT", Some("finalize"), Some(finalized(namespace))),
        };
        let path = match &content {
            Some(kind) => kind.path(Some(&name), None, None),
            None => namespaces.path(None, Some(&name), subresource),
        };
        let response = cluster.handle(&Request::by(USER_AGENT, method, path, body));
        if let Some(stage) = after(cluster, stage, content.as_deref(), &response) {
            self.queue.update_front(|task| task.stage = stage);
        } else {
            self.queue.pop_front();
            if again {
                self.queue.push_back(Task { name: name.clone(), stage: Stage::Look, again: false });
            }
        }
        let reference = match content {
            Some(kind) => Ref::to(&kind.api_version, &kind.kind, Some(&name), ""),
            None => reference(&name),
        };
        Collected::Requested { method, reference, subresource, code: response.code }
    }
}

/// What comes after an answer. None: the task is done.
fn after(cluster: &Cluster, stage: Stage, content: Option<&Kind>, response: &Response) -> Option<Stage> {
    match stage {
        Stage::Look => {
            let namespace = response.object()?;
            if namespace.metadata.deletion.is_none() || namespace_rules::is_finalized(namespace) {
                return None;
            }
            next_kind(cluster, namespace.clone(), 0, Count::default())
        }
        Stage::Delete { namespace, at, count } => Some(Stage::List { namespace, at, count }),
        Stage::List { namespace, at, mut count } => {
            if let (Some(kind), Body::List(list)) = (content, &response.body) {
                count.add(kind, &list.items);
            }
            next_kind(cluster, namespace, at + 1, count)
        }
        // What could not be said is said of the newer state; what remains is waited for.
        Stage::Tell { count, .. } if !count.resources.is_empty() => (response.code == 409).then_some(Stage::Look),
        // The state that was seen is not the latest one any more, so that the next request meets a conflict; a real one
        // does the same.
        Stage::Tell { status, .. } => Some(Stage::Finalize { namespace: status }),
        Stage::Finalize { namespace } if response.code == 409 => Some(Stage::LookAgain { uid: namespace.metadata.uid.clone() }),
        Stage::Finalize { .. } => None,
        Stage::LookAgain { uid } => {
            let namespace = response.object().filter(|namespace| namespace.metadata.uid == uid)?;
            Some(Stage::Finalize { namespace: namespace.clone() })
        }
    }
}

/// Goes on with the next kind that lives in namespaces; after the last one, with what is to be said.
fn next_kind(cluster: &Cluster, namespace: Arc<Object>, mut at: usize, count: Count) -> Option<Stage> {
    while let Some(kind) = cluster.kinds.get(at) {
        if kind.namespaced {
            return Some(Stage::Delete { namespace, at, count });
        }
        at += 1;
    }
    match conditions::tell(&namespace, &count, cluster.start.after(cluster.now)) {
        Some(told) => Some(Stage::Tell { status: Arc::new(told), count }),
        None if count.resources.is_empty() => Some(Stage::Finalize { namespace }),
        None => None,
    }
}

fn in_the_background() -> Value {
    let mut record = Record::default();
    record.text("kind", "DeleteOptions");
    record.text("apiVersion", "v1");
    record.text("propagationPolicy", "Background");
    record.end()
}

fn finalized(namespace: &Object) -> Value {
    let mut finalized = namespace.clone();
    let mut spec = Record::default();
    spec.texts("finalizers", &kubernetes_alone_is_missing(namespace));
    finalized.body.insert("spec".to_string(), spec.end());
    finalized.to_value()
}
