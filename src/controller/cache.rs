//! The informer's cache: a past state of the server, one kind at a time.
//!
//! Models client-go `tools/cache`: list, then watch; the store is updated before the handlers are told; per kind the order
//! is kept, across kinds nothing is promised. What is on its way is not copied: it is the part of the server's watch log
//! behind this informer's position.

use std::sync::Arc;

use crate::cluster::{Cluster, Event, EventType, Kind};
use crate::object::{Key, Millis, Object, Revision};
use crate::persist::Map;

/// What a kind is to the controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The kind it reconciles.
    For,
    /// The kind of its children.
    Owns,
    /// The kind of what it requires.
    Required,
}

/// The state of the watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// Events arrive.
    Open,
    /// Broken; it will resume from the last version seen.
    Cut,
}

impl Watch {
    /// Its name in the view.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Watch::Open => "open",
            Watch::Cut => "cut",
        }
    }
}

/// The cache of one kind.
#[derive(Clone, Debug)]
pub struct Informer {
    /// What the kind is to the controller.
    pub role: Role,
    /// The kind; `None` while the server does not know it: nothing to list.
    pub kind: Option<Arc<Kind>>,
    /// The kind's name.
    pub name: Arc<str>,
    /// What readers see.
    pub objects: Map<Key, Arc<Object>>,
    /// The last version seen.
    pub revision: Revision,
    /// How much of the kind's watch log has been seen.
    pub position: usize,
    /// The initial list is in.
    pub synced: bool,
    /// The watch.
    pub watch: Watch,
    /// When the watch was opened last: what it replays cannot have been sent earlier.
    pub opened: Millis,
}

/// What a cache tells its handlers. Models client-go `tools/cache/controller.go`.
#[derive(Clone, Debug)]
pub struct Delta {
    /// Which handler is called.
    pub call: HandlerCall,
    /// What the cache held.
    pub old: Option<Arc<Object>>,
    /// What it holds now; of a deletion, the last state.
    pub new: Arc<Object>,
    /// The watch event behind it, if any.
    pub event: Option<Arc<Event>>,
}

/// The handler's three calls, and where they come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandlerCall {
    /// `OnAdd(obj, isInInitialList)`
    Add {
        /// It was in the initial list.
        initial: bool,
    },
    /// `OnUpdate(old, new)`
    Update {
        /// A replay of the store: old and new are the same.
        resync: bool,
    },
    /// `OnDelete(obj)`
    Delete,
}

impl HandlerCall {
    /// As a watch event's type.
    #[must_use]
    pub fn event_type(self) -> EventType {
        match self {
            HandlerCall::Add { .. } => EventType::Added,
            HandlerCall::Update { .. } => EventType::Modified,
            HandlerCall::Delete => EventType::Deleted,
        }
    }
}

impl Informer {
    /// An empty cache that has not listed yet.
    #[must_use]
    pub fn new(role: Role, kind: Option<Arc<Kind>>, name: &str) -> Informer {
        Informer {
            role,
            kind,
            name: name.into(),
            objects: Map::new(),
            revision: Revision(0),
            position: 0,
            synced: false,
            watch: Watch::Open,
            opened: 0,
        }
    }

    /// What is on its way, oldest first; nothing before the list and nothing while the watch is cut.
    pub fn in_flight<'a>(&self, cluster: &'a Cluster) -> impl Iterator<Item = &'a Arc<Event>> + use<'a> {
        let from = self.position;
        let open = self.synced && self.watch == Watch::Open;
        let log = self.kind.as_ref().filter(|_| open).map(|kind| cluster.log(kind));
        log.into_iter().flat_map(move |log| log.from(from))
    }

    /// The oldest event on its way.
    #[must_use]
    pub fn oldest<'a>(&self, cluster: &'a Cluster) -> Option<&'a Arc<Event>> {
        if !self.synced || self.watch != Watch::Open {
            return None;
        }
        cluster.log(self.kind.as_ref()?).get(self.position)
    }

    /// How many events have not been seen.
    #[must_use]
    pub fn behind(&self, cluster: &Cluster) -> usize {
        match &self.kind {
            Some(kind) if self.synced => cluster.log(kind).len() - self.position,
            _ => 0,
        }
    }

    /// When an event reaches this cache, with `delay` on the way.
    #[must_use]
    pub fn due(&self, event: &Event, delay: Millis) -> Millis {
        event.time.max(self.opened).saturating_add(delay)
    }

    /// Takes the initial list.
    pub fn list(&mut self, items: &[Arc<Object>], revision: Revision, position: usize, now: Millis) -> Vec<Delta> {
        self.objects = Map::new();
        let mut deltas = Vec::new();
        for new in items {
            self.objects.insert(new.key(), new.clone());
            deltas.push(Delta { call: HandlerCall::Add { initial: true }, old: None, new: new.clone(), event: None });
        }
        self.revision = revision;
        self.position = position;
        self.synced = true;
        self.opened = now;
        deltas
    }

    /// Takes the oldest event on its way.
    pub fn take(&mut self, event: &Arc<Event>) -> Delta {
        let key = event.object.key();
        let old = match event.kind {
            EventType::Deleted => self.objects.remove(&key),
            EventType::Added | EventType::Modified => self.objects.insert(key, event.object.clone()),
        };
        self.position += 1;
        self.revision = event.revision;
        // What counts is whether the store had the key, not what the wire said.
        let call = match (event.kind, &old) {
            (EventType::Deleted, _) => HandlerCall::Delete,
            (_, None) => HandlerCall::Add { initial: false },
            (_, Some(_)) => HandlerCall::Update { resync: false },
        };
        Delta { call, old, new: event.object.clone(), event: Some(event.clone()) }
    }

    /// Replays the store to the handlers: local, nothing is fetched.
    #[must_use]
    pub fn resync(&self) -> Vec<Delta> {
        let mut deltas = Vec::new();
        for object in self.objects.values() {
            let (old, new) = (Some(object.clone()), object.clone());
            deltas.push(Delta { call: HandlerCall::Update { resync: true }, old, new, event: None });
        }
        deltas
    }
}
