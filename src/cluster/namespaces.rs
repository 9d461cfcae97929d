//! The namespace controller: it empties a namespace that is being deleted, says what remains, and lets it go.
//!
//! An actor beside the API server, like the collector: it reads the watch log from a position of its own and makes its
//! requests like everybody else. Each call of [`Namespaces::work`] is one event read or one request.
//!
//! Models `kubernetes/pkg/controller/namespace/namespace_controller.go` and `deletion/namespaced_resources_deleter.go`.
//! Differences: one worker instead of ten; events before requests; no waiting. A real one begins five seconds after the
//! deletion and looks again every eight seconds while something remains; this one looks again when something has left.

mod conditions;
mod task;

use std::sync::Arc;

use self::task::{Stage, Task};
use super::store::{Event, EventType};
use super::{Cluster, Collected, namespace_rules};
use crate::object::text::without;
use crate::object::{Essence, Object, Ref};
use crate::persist::{List, Set};

/// The namespace controller. A clone is cheap and independent.
#[derive(Clone, Debug, Default)]
pub struct Namespaces {
    /// How far the log of all events is read.
    position: usize,
    /// Namespaces that are being deleted and were there when last heard of.
    dying: Set<Arc<str>>,
    /// Those to be worked on; the first one may be under way.
    queue: List<Task>,
}

impl Namespaces {
    /// One that has seen nothing yet.
    #[must_use]
    pub fn new() -> Namespaces {
        Namespaces::default()
    }

    /// One that starts now: it lists the namespaces and watches from here on.
    #[must_use]
    pub fn started(cluster: &Cluster) -> Namespaces {
        let mut worker = Namespaces { position: cluster.log_all().len(), ..Namespaces::default() };
        if let Some(kind) = cluster.kind("Namespace", Some("v1")) {
            for namespace in cluster.objects_of(kind).filter(|namespace| namespace.metadata.deletion.is_some()) {
                worker.dying.insert(namespace.metadata.name.as_str().into(), ());
                worker.enqueue(&namespace.metadata.name);
            }
        }
        worker
    }

    /// How far the log is read, and all else that decides the future.
    pub(crate) fn essence(&self) -> (usize, String) {
        (self.position, format!("{:?}", Namespaces { position: 0, ..self.clone() }))
    }

    /// The same, taken in.
    pub(super) fn trace(&self, essence: &mut Essence) -> usize {
        for dying in self.dying.keys() {
            essence.text(dying);
        }
        for task in self.queue.iter() {
            task.trace(essence);
        }
        self.position
    }

    /// Whether there is anything to do. Events without bearing are nothing.
    #[must_use]
    pub fn has_work(&self, cluster: &Cluster) -> bool {
        !self.queue.is_empty() || cluster.log_all().from(self.position).any(|event| self.bears(cluster, event))
    }

    /// The namespaces that wait to be worked on, in order.
    #[must_use]
    pub fn pending(&self) -> Vec<Ref> {
        let mut pending = Vec::new();
        for task in self.queue.iter() {
            pending.push(task::reference(&task.name));
        }
        pending
    }

    /// Reads events without bearing up to the next one that has some. Changes nothing that one could see.
    pub fn absorb(&mut self, cluster: &Cluster) {
        while let Some(event) = cluster.log_all().get(self.position).filter(|event| !self.bears(cluster, event)) {
            self.position += 1;
            if event.kind == EventType::Deleted && is_namespace(&event.object) {
                self.dying.remove(event.object.metadata.name.as_str());
            }
        }
    }

    /// Does one piece of work: reads the next event that matters, else makes one request.
    pub fn work(&mut self, cluster: &mut Cluster) -> Collected {
        self.absorb(cluster);
        match cluster.log_all().get(self.position).cloned() {
            Some(event) => {
                self.read(&event);
                Collected::Observed { reference: event.object.reference(), event: event.kind }
            }
            None => self.request(cluster),
        }
    }

    /// Whether an event can lead to anything: a namespace begins to go, its `spec` changes on the way, or something in it
    /// has left or has lost a finalizer after it was counted.
    fn bears(&self, cluster: &Cluster, event: &Event) -> bool {
        let metadata = &event.object.metadata;
        let before = event.previous.as_deref();
        if is_namespace(&event.object) {
            let news = |old: &Object| old.metadata.deletion.is_none() || old.body.get("spec") != event.object.body.get("spec");
            return event.kind == EventType::Modified && metadata.deletion.is_some() && before.is_none_or(news);
        }
        let Some(namespace) = metadata.namespace.as_deref().filter(|namespace| self.dying.contains_key(*namespace)) else { return false };
        let left = event.kind == EventType::Deleted || before.is_some_and(|old| old.metadata.finalizers != metadata.finalizers);
        left && match self.queue.iter().find(|task| *task.name == *namespace) {
            None => true,
            Some(task) => task.has_counted(cluster, &event.object) && !task.again,
        }
    }

    fn read(&mut self, event: &Event) {
        self.position += 1;
        let metadata = &event.object.metadata;
        if is_namespace(&event.object) {
            self.dying.insert(metadata.name.as_str().into(), ());
            self.enqueue(&metadata.name);
        } else if let Some(namespace) = &metadata.namespace {
            self.enqueue(namespace);
        }
    }

    /// Puts a namespace into the queue; one that is under way comes once more.
    fn enqueue(&mut self, name: &str) {
        if self.queue.front().is_some_and(|task| *task.name == *name) {
            self.queue.update_front(|task| task.again = !matches!(task.stage, Stage::Look));
        } else if !self.queue.iter().any(|task| *task.name == *name) {
            self.queue.push_back(Task { name: name.into(), stage: Stage::Look, again: false });
        }
    }
}

fn is_namespace(object: &Object) -> bool {
    &*object.types.kind == "Namespace" && &*object.types.api_version == "v1"
}

fn kubernetes_alone_is_missing(namespace: &Object) -> Vec<String> {
    let mut left = without(&namespace_rules::spec_finalizers(namespace), &["kubernetes"]);
    crate::object::sort_texts(&mut left);
    left.dedup();
    left
}
