//! Who owns whom, as the collector has seen it.
//!
//! Models `kubernetes/pkg/controller/garbagecollector/graph_builder.go`.

use std::fmt::Write;
use std::sync::Arc;

use crate::cluster::Cluster;
use crate::object::{Essence, Object, OwnerReference, Ref, sort};
use crate::persist::{Encode, Map, Set};

/// The finalizer of an object that goes after its dependents.
pub(super) const FOREGROUND: &str = "foregroundDeletion";
/// The finalizer of an object whose dependents stay.
pub(super) const ORPHAN: &str = "orphan";

/// Whether a finalizer holds an object.
pub(super) fn has_finalizer(object: &Object, name: &str) -> bool {
    object.metadata.finalizers.iter().any(|finalizer| finalizer == name)
}

/// Whether an object is being deleted in the way that a finalizer stands for.
pub(super) fn is_dying_with(object: &Object, finalizer: &str) -> bool {
    object.metadata.deletion.is_some() && has_finalizer(object, finalizer)
}

/// Models `deletionStartsWithFinalizer`.
pub(super) fn starts_dying_with(old: Option<&Object>, new: &Object, finalizer: &str) -> bool {
    is_dying_with(new, finalizer) && !old.is_some_and(|old| is_dying_with(old, finalizer))
}

/// Whether an owner that waits for its dependents waits for this one.
pub(super) fn is_blocking(reference: &OwnerReference) -> bool {
    reference.block_owner_deletion == Some(true)
}

/// An object by all that identifies it. Ordered so that what belongs together stands together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Identity {
    pub(super) kind: Arc<str>,
    pub(super) api_version: Arc<str>,
    /// Empty for a cluster-scoped object; of an owner that nobody has seen, its dependent's.
    pub(super) namespace: Arc<str>,
    pub(super) name: Arc<str>,
    pub(super) uid: Arc<str>,
}

impl Encode for Identity {
    fn encode(&self, into: &mut Vec<u8>) {
        for part in [&self.kind, &self.api_version, &self.namespace, &self.name, &self.uid] {
            part.encode(into);
        }
    }
}

impl Identity {
    pub(super) fn of(object: &Object) -> Identity {
        let metadata = &object.metadata;
        Identity {
            kind: object.types.kind.clone(),
            api_version: object.types.api_version.clone(),
            namespace: metadata.namespace.as_deref().unwrap_or("").into(),
            name: metadata.name.as_str().into(),
            uid: metadata.uid.clone(),
        }
    }

    /// The owner that a reference names, seen from a namespace.
    pub(super) fn owner(reference: &OwnerReference, namespace: &str) -> Identity {
        Identity {
            kind: reference.kind.as_str().into(),
            api_version: reference.api_version.as_str().into(),
            namespace: namespace.into(),
            name: reference.name.as_str().into(),
            uid: reference.uid.as_str().into(),
        }
    }

    pub(super) fn reference(&self) -> Ref {
        let namespace = Some(&*self.namespace).filter(|namespace| !namespace.is_empty());
        Ref::to(&self.api_version, &self.kind, namespace, &self.name)
    }

    pub(super) fn trace(&self, essence: &mut Essence) {
        for part in [&self.kind, &self.api_version, &self.namespace, &self.name] {
            essence.text(part);
        }
        essence.uid(&self.uid);
    }

    /// Whether a dependent in a namespace means this object by its reference.
    fn is_meant(&self, reference: &OwnerReference, namespace: &str) -> bool {
        (self.namespace.is_empty() || *self.namespace == *namespace)
            && *self.name == *reference.name
            && *self.kind == *reference.kind
            && *self.api_version == *reference.api_version
    }
}

/// An object that was seen, or one that only its dependents speak of.
#[derive(Clone, Debug)]
pub(super) enum Node {
    Observed(Arc<Object>),
    Virtual(Identity),
}

impl Node {
    fn identity(&self) -> Identity {
        match self {
            Node::Observed(object) => Identity::of(object),
            Node::Virtual(identity) => identity.clone(),
        }
    }
}

/// Objects by uid, and their dependents.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    nodes: Map<Arc<str>, Node>,
    dependents: Map<Arc<str>, Set<Identity>>,
}

/// What a change of the graph leads to.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Consequences {
    /// An owner that is known to be absent now.
    pub(super) absent: Option<Identity>,
    /// Who names an owner in another namespace, and by which reference.
    pub(super) strangers: Vec<(Identity, OwnerReference)>,
    /// What is to be looked at, in order.
    pub(super) attempt: Vec<Identity>,
    /// An owner that waits for its dependents to be let go.
    pub(super) orphan: Option<Identity>,
}

impl Graph {
    /// All of it, in an order that does not depend on uids. Of an object that is stored as it was seen last: who it is.
    pub(super) fn essence(&self, cluster: &Cluster) -> String {
        let mut nodes = Vec::new();
        for (uid, node) in self.nodes.iter() {
            nodes.push((node.identity(), node, self.dependents.get(uid)));
        }
        nodes.sort_by(|(left, ..), (right, ..)| left.cmp(right));
        let mut essence = String::new();
        for (identity, node, dependents) in nodes {
            let seen = match node {
                Node::Observed(object) => {
                    let kind = cluster.kind(&identity.kind, Some(&identity.api_version));
                    let stored = kind.and_then(|kind| cluster.find(kind, Some(&identity.namespace), &identity.name));
                    Some(Some(object).filter(|object| stored != Some(*object)))
                }
                Node::Virtual(_) => None,
            };
            // Writing to a text cannot fail.
            let _ = write!(essence, "{:?}", (identity, seen, dependents));
        }
        essence
    }

    /// The same, taken in: all of it only where it may say more than what is stored.
    pub(super) fn trace(&self, idle: bool, essence: &mut Essence) {
        essence.word(self.nodes.len() as u64);
        essence.word(self.dependents.len() as u64);
        if idle && self.nodes.len() == essence.count() {
            return;
        }
        let mut nodes: Vec<(Identity, &Node, &Arc<str>)> = Vec::new();
        for (uid, node) in self.nodes.iter() {
            nodes.push((node.identity(), node, uid));
        }
        sort(&mut nodes, &|(left, ..), (right, ..)| left < right);
        for (identity, node, uid) in nodes {
            identity.trace(essence);
            match node {
                Node::Observed(object) => essence.object(object),
                Node::Virtual(_) => essence.word(0),
            }
            for dependent in self.dependents_of(uid) {
                dependent.trace(essence);
            }
        }
    }

    pub(super) fn node(&self, uid: &str) -> Option<&Node> {
        self.nodes.get(uid)
    }

    /// Whether anybody is known to depend on a uid.
    pub(super) fn has_dependents(&self, uid: &str) -> bool {
        self.dependents.contains_key(uid)
    }

    #[inline(never)]
    pub(super) fn dependents_of(&self, uid: &str) -> Vec<&Identity> {
        let mut dependents = Vec::new();
        if let Some(known) = self.dependents.get(uid) {
            for dependent in known.keys() {
                dependents.push(dependent);
            }
        }
        dependents
    }

    /// An object as it was last seen.
    pub(super) fn observed(&self, uid: &str) -> Option<&Arc<Object>> {
        match self.nodes.get(uid) {
            Some(Node::Observed(object)) => Some(object),
            Some(Node::Virtual(_)) | None => None,
        }
    }

    /// Whether an object is known to wait for its dependents to go.
    pub(super) fn waits(&self, uid: &str) -> bool {
        self.observed(uid).is_some_and(|object| is_dying_with(object, FOREGROUND))
    }

    /// The dependents without whose end an owner that waits cannot go.
    ///
    /// Models `graph.go` `blockingDependents`.
    pub(super) fn blocking(&self, owner: &str) -> Vec<Identity> {
        let mut blocking = Vec::new();
        for dependent in self.dependents_of(owner) {
            if self.references(dependent, owner).into_iter().any(is_blocking) {
                blocking.push(dependent.clone());
            }
        }
        blocking
    }

    /// The references by which a dependent names an owner.
    #[inline(never)]
    fn references(&self, dependent: &Identity, owner: &str) -> Vec<&OwnerReference> {
        let mut references = Vec::new();
        if let Some(object) = self.observed(&dependent.uid) {
            for reference in &object.metadata.owner_references {
                if reference.uid == owner {
                    references.push(reference);
                }
            }
        }
        references
    }

    /// An owner whose dependents may have been what it waited for is looked at.
    fn look_at_waiting(&self, uid: &str, consequences: &mut Consequences) {
        if let Some(owner) = self.observed(uid)
            && self.waits(uid)
        {
            consequences.attempt.push(Identity::of(owner));
        }
    }

    /// An object was created or written.
    ///
    /// Models `processGraphChanges`.
    pub(super) fn observe(&mut self, object: &Arc<Object>) -> Consequences {
        let mut consequences = Consequences::default();
        let identity = Identity::of(object);
        let before = match self.nodes.insert(identity.uid.clone(), Node::Observed(object.clone())) {
            Some(Node::Observed(old)) => Some(old),
            Some(Node::Virtual(_)) => {
                self.look_at_those_who_meant_another(&identity, &mut consequences);
                None
            }
            None => None,
        };
        let owners = &object.metadata.owner_references;
        let old = before.as_ref().map_or(&[][..], |old| &old.metadata.owner_references);
        let same = |list: &[OwnerReference], uid: &str| list.iter().position(|reference| reference.uid == uid);
        for gone in old {
            let still = same(owners, &gone.uid);
            if still.is_none() {
                self.detach(&gone.uid, &identity);
            }
            // An owner that waits for nobody has nothing to gain from a look.
            if is_blocking(gone) && !still.is_some_and(|at| is_blocking(&owners[at])) {
                self.look_at_waiting(&gone.uid, &mut consequences);
            }
        }
        let mut doubtful = false;
        for reference in owners.iter().filter(|owner| same(old, &owner.uid).is_none()) {
            doubtful |= self.attach(&identity, reference, doubtful, &mut consequences);
        }
        if doubtful {
            consequences.attempt.push(identity.clone());
        }
        self.transitions(before.as_deref(), object, identity, &mut consequences);
        consequences
    }

    /// Its dependents spoke of an object before it was seen; those who did so wrongly are looked at.
    fn look_at_those_who_meant_another(&self, identity: &Identity, consequences: &mut Consequences) {
        for dependent in self.dependents_of(&identity.uid) {
            let references = self.references(dependent, &identity.uid);
            let Some(first) = references.first().copied() else { continue };
            if references.iter().any(|reference| identity.is_meant(reference, &dependent.namespace)) {
                continue;
            }
            if !identity.namespace.is_empty() && identity.namespace != dependent.namespace {
                consequences.strangers.push((dependent.clone(), first.clone()));
            }
            consequences.attempt.push(dependent.clone());
        }
    }

    /// Enters a dependent with one of its owners; says whether the reference may be wrong. `doubtful`: one before was.
    ///
    /// Models `addDependentToOwners`.
    fn attach(&mut self, dependent: &Identity, reference: &OwnerReference, doubtful: bool, consequences: &mut Consequences) -> bool {
        let uid: Arc<str> = reference.uid.as_str().into();
        self.dependents.upsert(uid.clone(), |dependents| {
            dependents.insert(dependent.clone(), ());
        });
        let Some(owner) = self.nodes.get(&uid) else {
            let owner = Identity::owner(reference, &dependent.namespace);
            self.nodes.insert(uid, Node::Virtual(owner.clone()));
            consequences.attempt.push(owner);
            return false;
        };
        let (known, seen) = (owner.identity(), matches!(owner, Node::Observed(_)));
        let elsewhere = known.namespace != dependent.namespace;
        if elsewhere && !known.namespace.is_empty() && seen && !doubtful {
            consequences.strangers.push((dependent.clone(), reference.clone()));
        }
        // Of an owner that nobody has seen it is not known whether it is cluster-scoped.
        !known.is_meant(reference, &dependent.namespace) || (elsewhere && !seen)
    }

    /// Models `processTransitions`.
    fn transitions(&self, old: Option<&Object>, new: &Object, identity: Identity, consequences: &mut Consequences) {
        if starts_dying_with(old, new, ORPHAN) {
            consequences.orphan = Some(identity);
        } else if starts_dying_with(old, new, FOREGROUND) {
            for dependent in self.dependents_of(&identity.uid) {
                consequences.attempt.push(dependent.clone());
            }
            consequences.attempt.push(identity);
        }
    }

    /// An object is gone from storage.
    pub(super) fn remove(&mut self, identity: &Identity) -> Consequences {
        let mut consequences = Consequences::default();
        let removed = self.nodes.remove(&identity.uid);
        if let Some(dependents) = self.dependents.remove(&identity.uid) {
            consequences.absent = Some(identity.clone());
            for dependent in dependents.keys() {
                consequences.attempt.push(dependent.clone());
            }
        }
        if let Some(Node::Observed(object)) = removed {
            for reference in &object.metadata.owner_references {
                self.detach(&reference.uid, identity);
                // It may have been the last one that its owner waited for.
                self.look_at_waiting(&reference.uid, &mut consequences);
            }
        }
        consequences
    }

    /// A live look has not found an object under this identity.
    pub(super) fn not_found(&mut self, identity: &Identity) -> Consequences {
        let Some(node) = self.nodes.get(&identity.uid) else { return Consequences::default() };
        let known = node.identity();
        let (mut believers, mut others) = (Vec::new(), Vec::new());
        for dependent in self.dependents_of(&identity.uid) {
            let references = self.references(dependent, &identity.uid);
            let means = references.into_iter().any(|reference| identity.is_meant(reference, &dependent.namespace));
            if means { believers.push(dependent.clone()) } else { others.push(dependent.clone()) }
        }
        let disputed = match node {
            Node::Virtual(_) => !others.is_empty(),
            Node::Observed(_) => known != *identity,
        };
        if !disputed {
            return self.remove(identity);
        }
        // Some mean another object by this uid, which may be there: only those who meant this one are looked at.
        let absent = (!believers.is_empty()).then(|| identity.clone());
        let mut attempt = believers;
        if matches!(node, Node::Virtual(_)) && known == *identity {
            let mut next: Option<Identity> = None;
            for other in &others {
                for reference in self.references(other, &identity.uid) {
                    let named = Identity::owner(reference, &other.namespace);
                    if next.as_ref().is_none_or(|least| named < *least) {
                        next = Some(named);
                    }
                }
            }
            if let Some(next) = next {
                self.nodes.insert(identity.uid.clone(), Node::Virtual(next.clone()));
                attempt.push(next);
            }
        }
        Consequences { absent, attempt, ..Consequences::default() }
    }

    fn detach(&mut self, owner: &str, dependent: &Identity) {
        let Some(mut dependents) = self.dependents.remove(owner) else { return };
        dependents.remove(dependent);
        if !dependents.is_empty() {
            self.dependents.insert(owner.into(), dependents);
        }
    }
}
