//! The garbage collector: it deletes what all owners of have gone.
//!
//! An actor beside the API server. It reads the watch log from a position of its own, builds a graph by uid, and makes
//! its requests like everybody else. Each call of [`Collector::work`] is one event read or one request.
//!
//! Models `kubernetes/pkg/controller/garbagecollector/garbagecollector.go`. Differences: one worker instead of twenty;
//! events before requests; no delay before a retry; a request that fails for good ends the attempt.

mod graph;

use std::sync::Arc;

use serde_json::Value;

use self::graph::{Consequences, Graph, Identity, Node};
use super::Cluster;
use super::kind::Kind;
use super::request::{Payload, Request, Response};
use super::store::{Event, EventType};
use crate::object::{Object, OwnerReference, Record, Ref, list};
use crate::persist::{List, Set};

/// Who the collector is.
const USER_AGENT: &str =
    "kube-controller-manager/v1.36.2 (linux/amd64) kubernetes/system:serviceaccount:kube-system:generic-garbage-collector";

/// How many absent owners are remembered.
///
/// Models `NewReferenceCache(500)` in `garbagecollector.go`.
const ABSENT: usize = 500;

/// The garbage collector. A clone is cheap and independent.
#[derive(Clone, Debug, Default)]
pub struct Collector {
    /// How far the log of all events is read.
    position: usize,
    graph: Graph,
    /// Owners that are known not to be there, the oldest first.
    absent: List<Identity>,
    queue: List<Task>,
    /// What stands in the queue, so that it stands there once.
    queued: Set<Identity>,
}

/// What one piece of work was.
#[derive(Clone, Debug, PartialEq)]
pub enum Collected {
    /// Nothing was left to do.
    Idle,
    /// One event was read.
    Observed {
        /// The object.
        reference: Ref,
        /// What happened to it.
        event: EventType,
    },
    /// One request was made.
    Requested {
        /// `GET`, `PATCH`, `DELETE`
        method: &'static str,
        /// Of what.
        reference: Ref,
        /// What the server said.
        code: u16,
    },
}

/// One object that is looked at, and how far that is.
#[derive(Clone, Debug)]
struct Task {
    item: Identity,
    stage: Stage,
}

/// What a task waits for.
#[derive(Clone, Debug)]
enum Stage {
    /// To see the object itself, live.
    Look,
    /// To see its owners, live, one after the other.
    Owners { live: Arc<Object>, verdicts: Vec<Verdict> },
    /// To take the references to absent owners off it.
    Detach { live: Arc<Object>, verdicts: Vec<Verdict> },
    /// To delete it: in the state it was seen in, or (later) in any.
    Delete { live: Arc<Object>, any_state: bool },
    /// After a conflict: to see whether its references are still the same.
    LookAgain { live: Arc<Object> },
}

/// What became of one owner reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// The owner is there.
    Solid,
    /// There is no such owner, or another one.
    Dangling,
}

impl Collector {
    /// One that has seen nothing yet.
    #[must_use]
    pub fn new() -> Collector {
        Collector::default()
    }

    /// One that starts now: it lists what is there and watches from here on, as an informer does. What it lists is no
    /// work; owners that are not among it have to be looked for.
    #[must_use]
    pub fn started(cluster: &Cluster) -> Collector {
        let mut collector = Collector { position: cluster.log_all().len(), ..Collector::default() };
        // Owners before dependents, as far as that goes: one that is listed later is no mystery then.
        let (owned, free): (Vec<_>, Vec<_>) = cluster.objects().partition(|object| !object.metadata.owner_references.is_empty());
        for object in free.into_iter().chain(owned) {
            let consequences = collector.graph.observe(object);
            collector.follow(consequences);
        }
        collector.drop_settled(cluster);
        collector
    }

    /// Whether there is anything to do. Events without bearing are nothing.
    ///
    /// Costs as much as there are events that neither [`Collector::work`] nor [`Collector::absorb`] has read.
    #[must_use]
    pub fn has_work(&self, cluster: &Cluster) -> bool {
        !self.queue.is_empty() || cluster.log_all().from(self.position).any(|event| self.bears(event))
    }

    /// What waits to be looked at, in order.
    #[must_use]
    pub fn pending(&self) -> Vec<Ref> {
        self.queue.iter().map(|task| task.item.reference()).collect()
    }

    /// Reads events without bearing up to the next one that has some. Changes nothing that one could see; saves
    /// [`Collector::has_work`] from looking at them again.
    pub fn absorb(&mut self, cluster: &Cluster) {
        while let Some(event) = cluster.log_all().get(self.position).filter(|event| !self.bears(event)) {
            self.read(event);
        }
    }

    /// Does one piece of work: reads the next event that matters, else makes one request.
    pub fn work(&mut self, cluster: &mut Cluster) -> Collected {
        self.absorb(cluster);
        let next = cluster.log_all().get(self.position).cloned();
        let collected = if let Some(event) = next {
            self.read(&event);
            Collected::Observed { reference: event.object.reference(), event: event.kind }
        } else {
            self.request(cluster)
        };
        self.drop_settled(cluster);
        collected
    }

    /// Whether an event can lead to anything: owner references come, go or change, or somebody is known to depend on the
    /// object that comes or goes. A write that leaves the references alone is no news.
    fn bears(&self, event: &Event) -> bool {
        let metadata = &event.object.metadata;
        let depended = || self.graph.has_dependents(&metadata.uid);
        match event.kind {
            EventType::Added | EventType::Deleted => !metadata.owner_references.is_empty() || depended(),
            EventType::Modified => {
                let unseen = || matches!(self.graph.node(&metadata.uid), Some(Node::Virtual(_)));
                event.previous.as_ref().is_none_or(|old| old.metadata.owner_references != metadata.owner_references) || unseen()
            }
        }
    }

    fn read(&mut self, event: &Event) {
        self.position += 1;
        let consequences = match event.kind {
            EventType::Added | EventType::Modified => self.graph.observe(&event.object),
            EventType::Deleted => self.graph.remove(&Identity::of(&event.object)),
        };
        self.follow(consequences);
    }

    fn follow(&mut self, consequences: Consequences) {
        if let Some(absent) = consequences.absent {
            self.remember_absent(absent);
        }
        for item in consequences.attempt {
            if self.queued.insert(item.clone(), ()).is_none() {
                self.queue.push_back(Task { item, stage: Stage::Look });
            }
        }
    }

    fn is_absent(&self, owner: &Identity) -> bool {
        self.absent.iter().any(|absent| absent == owner)
    }

    fn remember_absent(&mut self, owner: Identity) {
        if !self.is_absent(&owner) {
            self.absent.push_back(owner);
            if self.absent.len() > ABSENT {
                self.absent.pop_front();
            }
        }
    }

    /// Takes out of the front of the queue what needs no request any more.
    fn drop_settled(&mut self, cluster: &Cluster) {
        while let Some(task) = self.queue.front() {
            let kind = cluster.kind(&task.item.kind, Some(&task.item.api_version));
            let addressable = kind.is_some_and(|kind| !kind.namespaced || !task.item.namespace.is_empty());
            let open = match self.graph.node(&task.item.uid) {
                // What is being deleted already is waited for.
                Some(Node::Observed(object)) => object.metadata.deletion.is_none(),
                Some(Node::Virtual(_)) => true,
                None => false,
            };
            if addressable && open {
                return;
            }
            self.finish();
        }
    }

    fn finish(&mut self) {
        if let Some(task) = self.queue.pop_front() {
            self.queued.remove(&task.item);
        }
    }

    /// Makes the request that the first task waits for.
    fn request(&mut self, cluster: &mut Cluster) -> Collected {
        self.drop_settled(cluster);
        let Some(Task { item, stage }) = self.queue.front().cloned() else { return Collected::Idle };
        let Some(kind) = cluster.kind(&item.kind, Some(&item.api_version)).cloned() else { return Collected::Idle };
        let (target, target_kind) = match &stage {
            Stage::Owners { live, verdicts } => {
                match live.metadata.owner_references.get(verdicts.len()).and_then(|owner| Some((owner, served(cluster, owner)?))) {
                    Some((owner, kind)) => (owner_identity(owner, &kind, &item), kind),
                    None => return Collected::Idle,
                }
            }
            _ => (item.clone(), kind),
        };
        let (method, body) = match &stage {
            Stage::Look | Stage::LookAgain { .. } | Stage::Owners { .. } => ("GET", Payload::None),
            Stage::Detach { live, verdicts } => ("PATCH", Payload::Json(detaching_patch(live, verdicts))),
            Stage::Delete { live, any_state } => ("DELETE", Payload::Json(delete_options(live, *any_state))),
        };
        let request = Request {
            method: method.to_string(),
            path: target_kind.path(Some(&target.namespace), Some(&target.name), None),
            content_type: (method == "PATCH").then(|| "application/merge-patch+json".to_string()),
            body,
            user_agent: USER_AGENT.to_string(),
            ..Request::default()
        };
        let response = cluster.handle(&request);
        let next = match stage {
            Stage::Look => self.looked(cluster, &item, &response),
            Stage::Owners { live, verdicts } => self.saw_owner(cluster, &item, &target, live, verdicts, &response),
            Stage::Delete { live, any_state: false } if response.code == 409 => Some(Stage::LookAgain { live }),
            Stage::LookAgain { live } => looked_again(&live, &response),
            Stage::Detach { .. } if response.code == 409 => Some(Stage::Look),
            Stage::Detach { .. } | Stage::Delete { .. } => None,
        };
        self.proceed(next);
        Collected::Requested { method, reference: target.reference(), code: response.code }
    }

    fn proceed(&mut self, next: Option<Stage>) {
        match next {
            Some(stage) => self.queue.update_front(|task| task.stage = stage),
            None => self.finish(),
        }
    }

    /// Models `attemptToDeleteItem`, up to the classification.
    fn looked(&mut self, cluster: &Cluster, item: &Identity, response: &Response) -> Option<Stage> {
        let live = match response.object() {
            Some(object) if object.metadata.uid == item.uid => object.clone(),
            None if response.code != 404 => return None,
            Some(_) | None => {
                let consequences = self.graph.not_found(item);
                // What the graph now thinks of comes after this task.
                self.follow_later(item, consequences);
                return None;
            }
        };
        self.classify(cluster, item, live, Vec::new())
    }

    /// Like [`Collector::follow`] for a task that is under way: if it is to be attempted again, that is a new task.
    fn follow_later(&mut self, item: &Identity, consequences: Consequences) {
        let again = consequences.attempt.contains(item);
        self.follow(consequences);
        if again {
            self.queue.push_back(Task { item: item.clone(), stage: Stage::Look });
        }
    }

    /// Goes over the owner references as far as that needs no request, then says what is to be done.
    fn classify(&mut self, cluster: &Cluster, item: &Identity, live: Arc<Object>, mut verdicts: Vec<Verdict>) -> Option<Stage> {
        while let Some(owner) = live.metadata.owner_references.get(verdicts.len()) {
            let known = |namespace: &str| self.is_absent(&Identity::owner(owner, namespace));
            if known("") || known(&item.namespace) {
                verdicts.push(Verdict::Dangling);
                continue;
            }
            // An owner of an unknown kind cannot be looked up, and a cluster-scoped object cannot have an owner in a
            // namespace: such an object is never collected.
            let kind = served(cluster, owner)?;
            if kind.namespaced && item.namespace.is_empty() {
                return None;
            }
            return Some(Stage::Owners { live, verdicts });
        }
        match (verdicts.contains(&Verdict::Solid), verdicts.contains(&Verdict::Dangling)) {
            (_, false) => None,
            (true, true) => Some(Stage::Detach { live, verdicts }),
            (false, true) => Some(Stage::Delete { live, any_state: false }),
        }
    }

    /// Models `isDangling`.
    fn saw_owner(
        &mut self,
        cluster: &Cluster,
        item: &Identity,
        owner: &Identity,
        live: Arc<Object>,
        mut verdicts: Vec<Verdict>,
        response: &Response,
    ) -> Option<Stage> {
        let verdict = match response.object() {
            Some(object) if object.metadata.uid == owner.uid => Verdict::Solid,
            None if response.code != 404 => return None,
            Some(_) | None => {
                self.remember_absent(owner.clone());
                Verdict::Dangling
            }
        };
        verdicts.push(verdict);
        self.classify(cluster, item, live, verdicts)
    }
}

/// After a conflict: if the references are as they were, the state no longer matters; else all begins anew.
///
/// Models `deleteObject`.
fn looked_again(live: &Arc<Object>, response: &Response) -> Option<Stage> {
    let now = response.object().filter(|now| now.metadata.uid == live.metadata.uid)?;
    if now.metadata.owner_references == live.metadata.owner_references {
        Some(Stage::Delete { live: now.clone(), any_state: true })
    } else {
        Some(Stage::Look)
    }
}

fn served(cluster: &Cluster, owner: &OwnerReference) -> Option<Arc<Kind>> {
    cluster.kind(&owner.kind, Some(&owner.api_version)).cloned()
}

fn owner_identity(owner: &OwnerReference, kind: &Kind, item: &Identity) -> Identity {
    Identity::owner(owner, if kind.namespaced { &item.namespace } else { "" })
}

/// Models `deleteOwnerRefJSONMergePatch`.
fn detaching_patch(live: &Object, verdicts: &[Verdict]) -> Value {
    let owners = live.metadata.owner_references.iter().zip(verdicts).filter(|(_, verdict)| **verdict == Verdict::Solid);
    let mut metadata = Record::default();
    metadata.show("resourceVersion", &live.metadata.revision);
    metadata.put("ownerReferences", list(&mut owners.map(|(owner, _)| owner.to_value())));
    let mut record = Record::default();
    record.put("metadata", metadata.end());
    record.end()
}

fn delete_options(live: &Object, any_state: bool) -> Value {
    let has = |name: &str| live.metadata.finalizers.iter().any(|finalizer| finalizer == name);
    // Who said how its dependents are to be treated is obeyed.
    let policy = match (has("orphan"), has("foregroundDeletion")) {
        (true, _) => "Orphan",
        (false, true) => "Foreground",
        (false, false) => "Background",
    };
    let mut preconditions = Record::default();
    preconditions.text("uid", &live.metadata.uid);
    if !any_state {
        preconditions.show("resourceVersion", &live.metadata.revision);
    }
    let mut record = Record::default();
    record.text("kind", "DeleteOptions");
    record.text("apiVersion", "v1");
    record.put("preconditions", preconditions.end());
    record.text("propagationPolicy", policy);
    record.end()
}
