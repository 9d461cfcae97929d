//! What the collector is at: one task after the other, one request at a time.
//!
//! Models `kubernetes/pkg/controller/garbagecollector/garbagecollector.go` `attemptToDeleteWorker` and
//! `attemptToOrphanWorker`.

use std::sync::Arc;

use super::graph::{FOREGROUND, Identity, Node, ORPHAN, has_finalizer};
use super::{Collected, Collector, USER_AGENT, attempt, bodies, report};
use crate::cluster::Cluster;
use crate::cluster::kind::Kind;
use crate::cluster::request::{Request, Response};
use crate::object::{Essence, Object, OwnerReference};

/// One object that is looked at, and how far that is.
#[derive(Clone, Debug)]
pub(super) struct Task {
    pub(super) item: Identity,
    pub(super) stage: Stage,
}

/// What a task waits for.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    /// To see the object itself, live.
    Look,
    /// To see its owners, live, one after the other.
    Owners { live: Arc<Object>, verdicts: Vec<Verdict> },
    /// To take the references to owners that are no longer solid off it.
    Detach { live: Arc<Object>, verdicts: Vec<Verdict> },
    /// To let its owners no longer wait for it, since it is part of a circle.
    Unblock { live: Arc<Object> },
    /// To delete it: in the state it was seen in, or (later) in any.
    Delete { live: Arc<Object>, policy: &'static str, any_state: bool },
    /// After a conflict: to see whether its references are still the same.
    LookAgain { live: Arc<Object>, policy: &'static str },
    /// To take the references to it off those that depend on it, one after the other; none: it was not begun.
    Orphan { dependents: Option<Arc<Vec<Identity>>>, next: usize },
    /// To see whether a finalizer of the collector's own is still on it.
    LookForFinalizer { name: &'static str },
    /// To take that finalizer off.
    Finalize { live: Arc<Object>, name: &'static str },
    /// To tell people that it names an owner in another namespace.
    Report { reference: OwnerReference },
}

impl Stage {
    /// Whether it is about letting dependents go, and not about an attempt to delete.
    fn orphans(&self) -> bool {
        match self {
            Stage::Orphan { .. } => true,
            Stage::LookForFinalizer { name } | Stage::Finalize { name, .. } => *name == ORPHAN,
            _ => false,
        }
    }
}

/// What became of one owner reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The owner is there.
    Solid,
    /// There is no such owner, or another one.
    Dangling,
    /// The owner is being deleted and waits for its dependents.
    Waiting,
}

impl Task {
    /// What decides how it goes on.
    pub(super) fn trace(&self, essence: &mut Essence) {
        self.item.trace(essence);
        let (number, live): (u64, Option<&Arc<Object>>) = match &self.stage {
            Stage::Look => (1, None),
            Stage::Owners { live, .. } => (2, Some(live)),
            Stage::Detach { live, .. } => (3, Some(live)),
            Stage::Unblock { live } => (4, Some(live)),
            Stage::Delete { live, .. } => (5, Some(live)),
            Stage::LookAgain { live, .. } => (6, Some(live)),
            Stage::Orphan { .. } => (7, None),
            Stage::LookForFinalizer { .. } => (8, None),
            Stage::Finalize { live, .. } => (9, Some(live)),
            Stage::Report { .. } => (10, None),
        };
        essence.word(number);
        essence.some_object(live);
        match &self.stage {
            Stage::Owners { verdicts, .. } | Stage::Detach { verdicts, .. } => {
                for verdict in verdicts {
                    essence.word(*verdict as u64);
                }
            }
            Stage::Delete { policy, any_state, .. } => {
                essence.text(policy);
                essence.flag(*any_state);
            }
            Stage::LookAgain { policy, .. } => essence.text(policy),
            Stage::Orphan { dependents, next } => {
                essence.word(*next as u64);
                for dependent in dependents.iter().flat_map(|dependents| dependents.iter()) {
                    dependent.trace(essence);
                }
            }
            Stage::LookForFinalizer { name } | Stage::Finalize { name, .. } => essence.text(name),
            Stage::Report { reference } => essence.uid(&reference.uid),
            Stage::Look | Stage::Unblock { .. } => {}
        }
    }
}

impl Collector {
    /// Takes out of the front of the queue what needs no request any more.
    pub(super) fn drop_settled(&mut self, cluster: &Cluster) {
        while let Some(task) = self.queue.front() {
            let open = match &task.stage {
                Stage::Report { .. } => cluster.kind("Event", Some("v1")).is_some(),
                Stage::Orphan { dependents, next } => {
                    let dependents = dependents
                        .clone()
                        .unwrap_or_else(|| Arc::new(self.graph.dependents_of(&task.item.uid).into_iter().cloned().collect()));
                    let mut at = *next;
                    while dependents.get(at).is_some_and(|dependent| !self.depends(dependent, &task.item)) {
                        at += 1;
                    }
                    let stage = if at == dependents.len() {
                        Stage::LookForFinalizer { name: ORPHAN }
                    } else {
                        Stage::Orphan { dependents: Some(dependents), next: at }
                    };
                    self.queue.update_front(|task| task.stage = stage);
                    true
                }
                _ => self.is_open(cluster, task),
            };
            if open {
                return;
            }
            let Some(item) = self.queue.front().map(|task| task.item.clone()) else { return };
            self.finish();
            if attempt::is_elsewhere(&item) && matches!(self.graph.node(&item.uid), Some(Node::Virtual(_))) {
                let consequences = self.graph.not_found(&item);
                self.follow(consequences);
            }
        }
    }

    fn depends(&self, dependent: &Identity, owner: &Identity) -> bool {
        let object = self.graph.observed(&dependent.uid);
        object.is_some_and(|object| object.metadata.owner_references.iter().any(|reference| *reference.uid == *owner.uid))
    }

    fn is_open(&self, cluster: &Cluster, task: &Task) -> bool {
        let kind = attempt::mapped(cluster, &task.item.kind, &task.item.api_version);
        let addressable = kind.is_some_and(|kind| !kind.namespaced || !task.item.namespace.is_empty());
        addressable
            && match self.graph.node(&task.item.uid) {
                // What is being deleted already is waited for, unless it waits itself.
                Some(Node::Observed(object)) => {
                    object.metadata.deletion.is_none() || has_finalizer(object, FOREGROUND) || task.stage.orphans()
                }
                Some(Node::Virtual(_)) => true,
                None => false,
            }
    }

    fn finish(&mut self) {
        if let Some(task) = self.queue.pop_front()
            && !task.stage.orphans()
            && !matches!(task.stage, Stage::Report { .. })
        {
            self.queued.remove(&task.item);
        }
    }

    /// Makes the request that the first task waits for.
    pub(super) fn request(&mut self, cluster: &mut Cluster) -> Collected {
        self.drop_settled(cluster);
        let Some(Task { item, stage }) = self.queue.front().cloned() else { return Collected::Idle };
        let target = match &stage {
            Stage::Owners { live, verdicts } => live.metadata.owner_references.get(verdicts.len()).and_then(|owner| {
                let kind = attempt::served(cluster, owner)?;
                Some((attempt::owner_identity(owner, &kind, &item), kind))
            }),
            Stage::Orphan { dependents, next } => {
                dependents.as_ref().and_then(|dependents| dependents.get(*next)).and_then(|dependent| with_kind(cluster, dependent.clone()))
            }
            Stage::Report { .. } => with_kind(cluster, report::target(cluster, &item)),
            _ => with_kind(cluster, item.clone()),
        };
        let Some((target, kind)) = target else {
            self.finish();
            return Collected::Idle;
        };
        let (method, body) = match &stage {
            Stage::Look | Stage::LookAgain { .. } | Stage::Owners { .. } | Stage::LookForFinalizer { .. } => ("GET", None),
            Stage::Detach { live, verdicts } => {
                ("PATCH", Some(bodies::without_owners(live, &mut |at, _| verdicts.get(at) == Some(&Verdict::Solid))))
            }
            Stage::Unblock { live } => ("PATCH", Some(bodies::unblocked(live))),
            Stage::Delete { live, policy, any_state } => ("DELETE", Some(bodies::delete_options(live, policy, *any_state))),
            Stage::Orphan { .. } => {
                ("PATCH", self.graph.observed(&target.uid).map(|dependent| bodies::without_owner(dependent, &item.uid)))
            }
            Stage::Finalize { live, name } => ("PATCH", Some(bodies::without_finalizer(live, name))),
            Stage::Report { reference } => ("POST", Some(report::event(cluster, &item, reference, &target))),
        };
        let name = Some(&*target.name).filter(|_| method != "POST");
        let mut request = Request::by(USER_AGENT, method, kind.path(Some(&target.namespace), name, None), body);
        request.content_type = (method == "PATCH").then(|| "application/merge-patch+json".to_string());
        let response = cluster.handle(&request);
        let next = self.after(cluster, &item, &target, stage, &response);
        match next {
            Some(stage) => self.queue.update_front(|task| task.stage = stage),
            None => self.finish(),
        }
        Collected::Requested { method, reference: target.reference(), subresource: None, code: response.code }
    }

    /// What comes after an answer. None: the task is done.
    fn after(&mut self, cluster: &Cluster, item: &Identity, target: &Identity, stage: Stage, response: &Response) -> Option<Stage> {
        let conflict = response.code == 409;
        match stage {
            Stage::Look => self.looked(cluster, item, response),
            Stage::Owners { live, verdicts } => self.saw_owner(cluster, item, target, live, verdicts, response),
            Stage::Delete { live, policy, any_state: false } if conflict => Some(Stage::LookAgain { live, policy }),
            Stage::LookAgain { live, policy } => attempt::looked_again(&live, policy, response),
            Stage::Detach { .. } | Stage::Unblock { .. } if conflict => Some(Stage::Look),
            Stage::Unblock { .. } => {
                response.object().map(|live| Stage::Delete { live: live.clone(), policy: "Foreground", any_state: false })
            }
            Stage::Orphan { dependents, next } => Some(Stage::Orphan { dependents, next: next + usize::from(!conflict) }),
            Stage::LookForFinalizer { name } => {
                let live = response.object().filter(|live| live.metadata.uid == item.uid && has_finalizer(live, name))?;
                Some(Stage::Finalize { live: live.clone(), name })
            }
            Stage::Finalize { name, .. } if conflict => Some(Stage::LookForFinalizer { name }),
            Stage::Detach { .. } | Stage::Delete { .. } | Stage::Finalize { .. } | Stage::Report { .. } => None,
        }
    }
}

fn with_kind(cluster: &Cluster, target: Identity) -> Option<(Identity, Arc<Kind>)> {
    let kind = attempt::mapped(cluster, &target.kind, &target.api_version)?;
    Some((target, kind))
}
