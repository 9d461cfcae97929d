//! Whether an object has to go: what became of it, and of each of its owners.
//!
//! Models `kubernetes/pkg/controller/garbagecollector/garbagecollector.go` `attemptToDeleteItem`.

use std::sync::Arc;

use super::Collector;
use super::graph::{Consequences, FOREGROUND, Identity, ORPHAN, has_finalizer, is_blocking, is_dying_with};
use super::task::{Stage, Task, Verdict};
use crate::cluster::Cluster;
use crate::cluster::kind::Kind;
use crate::cluster::request::Response;
use crate::object::{Object, OwnerReference, group_version};

impl Collector {
    /// Models `attemptToDeleteItem`, up to the classification.
    pub(super) fn looked(&mut self, cluster: &Cluster, item: &Identity, response: &Response) -> Option<Stage> {
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
        if self.graph.waits(&item.uid) {
            return self.end_or_wait(item);
        }
        self.classify(cluster, item, live, Vec::new())
    }

    /// An object that waits for its dependents goes when none is left that blocks it; those that are not on their way
    /// are looked at.
    ///
    /// Models `processDeletingDependentsItem`.
    fn end_or_wait(&mut self, item: &Identity) -> Option<Stage> {
        let mut attempt = self.graph.blocking(&item.uid);
        if attempt.is_empty() {
            return Some(Stage::LookForFinalizer { name: FOREGROUND });
        }
        attempt.retain(|dependent| !self.graph.waits(&dependent.uid));
        self.follow_later(item, Consequences { attempt, ..Consequences::default() });
        None
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
    ///
    /// Models `classifyReferences` and what `attemptToDeleteItem` makes of it.
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
        let has = |verdict: Verdict| verdicts.contains(&verdict);
        if has(Verdict::Solid) {
            let all = !has(Verdict::Dangling) && !has(Verdict::Waiting);
            return if all { None } else { Some(Stage::Detach { live, verdicts }) };
        }
        if verdicts.is_empty() {
            return None;
        }
        if has(Verdict::Waiting) && self.graph.has_dependents(&item.uid) {
            // One of its dependents may be what its own owner waits for: then it must not be waited for in turn.
            let circle = self.graph.dependents_of(&item.uid).into_iter().any(|dependent| self.graph.waits(&dependent.uid));
            if circle && live.metadata.owner_references.iter().any(is_blocking) {
                return Some(Stage::Unblock { live });
            }
            return Some(Stage::Delete { live, policy: "Foreground", any_state: false });
        }
        // Who said how its dependents are to be treated is obeyed.
        let policy = match (has_finalizer(&live, ORPHAN), has_finalizer(&live, FOREGROUND)) {
            (true, _) => "Orphan",
            (false, true) => "Foreground",
            (false, false) => "Background",
        };
        Some(Stage::Delete { live, policy, any_state: false })
    }

    /// Models `isDangling`.
    pub(super) fn saw_owner(
        &mut self,
        cluster: &Cluster,
        item: &Identity,
        owner: &Identity,
        live: Arc<Object>,
        mut verdicts: Vec<Verdict>,
        response: &Response,
    ) -> Option<Stage> {
        let verdict = match response.object() {
            Some(object) if object.metadata.uid == owner.uid => {
                if is_dying_with(object, FOREGROUND) {
                    Verdict::Waiting
                } else {
                    Verdict::Solid
                }
            }
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
pub(super) fn looked_again(live: &Arc<Object>, policy: &'static str, response: &Response) -> Option<Stage> {
    let now = response.object().filter(|now| now.metadata.uid == live.metadata.uid)?;
    if now.metadata.owner_references == live.metadata.owner_references {
        Some(Stage::Delete { live: now.clone(), policy, any_state: true })
    } else {
        Some(Stage::Look)
    }
}

pub(super) fn served(cluster: &Cluster, owner: &OwnerReference) -> Option<Arc<Kind>> {
    mapped(cluster, &owner.kind, &owner.api_version)
}

/// The kind of this name; in a version that is not served, the group's kind of that name in one that is.
///
/// Models `apimachinery/pkg/api/meta/restmapper.go` `RESTMappings`.
pub(super) fn mapped(cluster: &Cluster, kind: &str, api_version: &str) -> Option<Arc<Kind>> {
    let (group, _) = group_version(api_version);
    let alike = || cluster.kinds().find(|other| *other.kind == *kind && *other.group == *group);
    cluster.kind(kind, Some(api_version)).or_else(alike).cloned()
}

/// Kinds that a real server has and this one has not, by group: nothing of them is ever found.
const ELSEWHERE: [(&str, &[&str]); 5] = [
    (
        "",
        &[
            "Endpoints",
            "LimitRange",
            "Node",
            "PersistentVolume",
            "PersistentVolumeClaim",
            "Pod",
            "PodTemplate",
            "ReplicationController",
            "ResourceQuota",
            "Service",
            "ServiceAccount",
        ],
    ),
    ("apps", &["ControllerRevision", "DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"]),
    ("batch", &["CronJob", "Job"]),
    ("networking.k8s.io", &["Ingress", "NetworkPolicy"]),
    ("rbac.authorization.k8s.io", &["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding"]),
];

/// Whether a real server would look for such an object, and find none.
pub(super) fn is_elsewhere(item: &Identity) -> bool {
    let (group, _) = group_version(&item.api_version);
    // A cluster-scoped object cannot have an owner in a namespace.
    let whole = matches!(&*item.kind, "Node" | "PersistentVolume" | "ClusterRole" | "ClusterRoleBinding");
    (whole || !item.namespace.is_empty()) && ELSEWHERE.iter().any(|(other, kinds)| *other == group && kinds.contains(&&*item.kind))
}

pub(super) fn owner_identity(owner: &OwnerReference, kind: &Kind, item: &Identity) -> Identity {
    Identity::owner(owner, if kind.namespaced { &item.namespace } else { "" })
}
