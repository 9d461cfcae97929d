//! Who owns whom, as the collector has seen it.
//!
//! Models `kubernetes/pkg/controller/garbagecollector/graph_builder.go`.

use std::sync::Arc;

use crate::object::{Object, OwnerReference, Ref};
use crate::persist::{Encode, Map, Set};

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
        Ref {
            kind: self.kind.to_string(),
            name: self.name.to_string(),
            namespace: Some(self.namespace.to_string()).filter(|namespace| !namespace.is_empty()),
            api_version: Some(self.api_version.to_string()),
        }
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
    /// What is to be looked at, in order.
    pub(super) attempt: Vec<Identity>,
}

impl Graph {
    pub(super) fn node(&self, uid: &str) -> Option<&Node> {
        self.nodes.get(uid)
    }

    /// Whether anybody is known to depend on a uid.
    pub(super) fn has_dependents(&self, uid: &str) -> bool {
        self.dependents.contains_key(uid)
    }

    fn dependents_of(&self, uid: &str) -> impl Iterator<Item = &Identity> {
        self.dependents.get(uid).into_iter().flat_map(Map::keys)
    }

    /// The references by which a dependent names an owner.
    fn references<'a>(&'a self, dependent: &Identity, owner: &'a str) -> impl Iterator<Item = &'a OwnerReference> {
        let object = match self.nodes.get(&dependent.uid) {
            Some(Node::Observed(object)) => Some(object),
            Some(Node::Virtual(_)) | None => None,
        };
        object.into_iter().flat_map(|object| &object.metadata.owner_references).filter(move |reference| reference.uid == owner)
    }

    /// An object was created or written.
    pub(super) fn observe(&mut self, object: &Arc<Object>) -> Consequences {
        let mut consequences = Consequences::default();
        let identity = Identity::of(object);
        let before = self.nodes.insert(identity.uid.clone(), Node::Observed(object.clone()));
        let owners = &object.metadata.owner_references;
        let old: &[OwnerReference] = match &before {
            Some(Node::Observed(old)) => &old.metadata.owner_references,
            // Its dependents spoke of it; those who did so wrongly are looked at.
            Some(Node::Virtual(_)) => {
                let wrong = |dependent: &&Identity| {
                    !self.references(dependent, &identity.uid).any(|reference| identity.is_meant(reference, &dependent.namespace))
                };
                consequences.attempt.extend(self.dependents_of(&identity.uid).filter(wrong).cloned());
                &[]
            }
            None => &[],
        };
        for gone in old.iter().filter(|old| !owners.iter().any(|owner| owner.uid == old.uid)) {
            self.detach(&gone.uid, &identity);
        }
        let mut doubtful = false;
        for reference in owners.iter().filter(|owner| !old.contains(owner)) {
            let uid: Arc<str> = reference.uid.as_str().into();
            self.dependents.upsert(uid.clone(), |dependents| {
                dependents.insert(identity.clone(), ());
            });
            if let Some(owner) = self.nodes.get(&uid) {
                doubtful |= !owner.identity().is_meant(reference, &identity.namespace);
            } else {
                let owner = Identity::owner(reference, &identity.namespace);
                self.nodes.insert(uid, Node::Virtual(owner.clone()));
                consequences.attempt.push(owner);
            }
        }
        if doubtful {
            consequences.attempt.push(identity);
        }
        consequences
    }

    /// An object is gone from storage.
    pub(super) fn remove(&mut self, identity: &Identity) -> Consequences {
        let mut consequences = Consequences::default();
        if let Some(Node::Observed(object)) = self.nodes.remove(&identity.uid) {
            for reference in &object.metadata.owner_references {
                self.detach(&reference.uid, identity);
            }
        }
        if let Some(dependents) = self.dependents.remove(&identity.uid) {
            consequences.absent = Some(identity.clone());
            consequences.attempt.extend(dependents.keys().cloned());
        }
        consequences
    }

    /// A live look has not found an object under this identity.
    pub(super) fn not_found(&mut self, identity: &Identity) -> Consequences {
        let Some(node) = self.nodes.get(&identity.uid) else { return Consequences::default() };
        let known = node.identity();
        let means = |dependent: &Identity| {
            self.references(dependent, &identity.uid).any(|reference| identity.is_meant(reference, &dependent.namespace))
        };
        let (believers, others): (Vec<Identity>, Vec<Identity>) = self.dependents_of(&identity.uid).cloned().partition(means);
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
            let next = others
                .iter()
                .flat_map(|other| self.references(other, &identity.uid).map(|reference| Identity::owner(reference, &other.namespace)))
                .min();
            if let Some(next) = next {
                self.nodes.insert(identity.uid.clone(), Node::Virtual(next.clone()));
                attempt.push(next);
            }
        }
        Consequences { absent, attempt }
    }

    fn detach(&mut self, owner: &str, dependent: &Identity) {
        let Some(mut dependents) = self.dependents.remove(owner) else { return };
        dependents.remove(dependent);
        if !dependents.is_empty() {
            self.dependents.insert(owner.into(), dependents);
        }
    }
}
