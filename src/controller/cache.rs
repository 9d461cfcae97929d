//! The informer's cache: a past state of the server, one kind at a time.
//!
//! Models client-go `tools/cache`: list, then watch; the store is updated before the handlers are told; per kind the order
//! is kept, across kinds nothing is promised. What is on its way is not copied: it is the part of the server's watch log
//! behind this informer's position.
//!
//! A watch that breaks goes on where it was, unless the server has forgotten that version: then the kind is listed anew, and
//! what happened meanwhile is found by comparing the list with the store.
//!
//! `cacheSelector` restricts the caches of ConfigMaps and Secrets, as controller-runtime's `cache.Options.ByObject` is used in
//! the field: the kinds of which there are many, not the one that is reconciled. List and watch carry it, so that whatever lies
//! outside does not exist for whoever reads the cache.

use std::sync::Arc;

use super::APP_CONFIG;
use crate::cluster::{Cluster, Event, EventType, Kind, LabelSelector};
use crate::habits::Habits;
use crate::object::{Key, Millis, Object, Revision};
use crate::persist::{List, Map};

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

impl Role {
    /// All of them, with their kinds.
    pub const ALL: [(Role, &str); 3] = [(Role::For, APP_CONFIG.1), (Role::Owns, "ConfigMap"), (Role::Required, "Secret")];

    /// What a kind is to the controller, by its name.
    #[must_use]
    pub fn of(kind: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|(_, name)| *name == kind).map(|(role, _)| role)
    }

    /// Whether a handler is told of the kind. Without one there is no cache of it before somebody reads.
    #[must_use]
    pub fn is_watched(self, habits: &Habits) -> bool {
        match self {
            Role::For => true,
            Role::Owns => habits.watch_owned,
            Role::Required => habits.watch_required,
        }
    }
}

/// What `cacheSelector` selects.
///
/// # Errors
/// It is no selector, in the parser's words.
pub fn selector(habits: &Habits) -> Result<Option<LabelSelector>, String> {
    habits.cache_selector.as_deref().map(LabelSelector::parse).transpose()
}

/// The state of the watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// Events arrive.
    Open,
    /// Broken; it will resume from the last version seen.
    Cut,
    /// Broken, and the server has forgotten what came after the last version seen: it will answer 410.
    Expired {
        /// The oldest version that the server knows of.
        oldest: Revision,
    },
}

impl Watch {
    /// Its name in the view.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Watch::Open => "open",
            Watch::Cut => "cut",
            Watch::Expired { .. } => "expired",
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
    /// What list and watch are restricted to.
    pub selector: Option<Arc<LabelSelector>>,
    /// The server is an old one: the first list shows what was there at this revision.
    pub since: Option<Revision>,
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
    /// The watch event behind it, if any. After a relist the last one of the object: nobody was told of it, and yet a
    /// human wants to know whose doing it was.
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
        /// Old and new are the same: a replay of the store, or a list with nothing new.
        resync: bool,
    },
    /// `OnDelete(obj)`
    Delete {
        /// `DeletedFinalStateUnknown`: a list misses it, and the object is the last one that the cache had, be it long stale.
        unknown: bool,
    },
}

impl HandlerCall {
    /// The call for a watch event.
    #[must_use]
    pub fn of(event: EventType) -> HandlerCall {
        match event {
            EventType::Added => HandlerCall::Add { initial: false },
            EventType::Modified => HandlerCall::Update { resync: false },
            EventType::Deleted => HandlerCall::Delete { unknown: false },
        }
    }

    /// As a watch event's type.
    #[must_use]
    pub fn event_type(self) -> EventType {
        match self {
            HandlerCall::Add { .. } => EventType::Added,
            HandlerCall::Update { .. } => EventType::Modified,
            HandlerCall::Delete { .. } => EventType::Deleted,
        }
    }
}

/// Is shown an event, and what it is for a certain cache.
pub type Show<'a> = dyn FnMut(&Arc<Event>, EventType, Arc<Object>) + 'a;

impl Informer {
    /// An empty cache that has not listed yet.
    #[must_use]
    pub fn new(role: Role, habits: &Habits, cluster: &Cluster) -> Informer {
        let (_, name) = Role::ALL[role as usize];
        let kind = if role == Role::For { super::app_config(cluster) } else { cluster.kind(name, Some("v1")) };
        Informer {
            role,
            kind: kind.cloned(),
            name: name.into(),
            objects: Map::new(),
            revision: Revision(0),
            position: 0,
            synced: false,
            watch: Watch::Open,
            opened: 0,
            selector: if role == Role::For { None } else { selector(habits).ok().flatten().map(Arc::new) },
            since: None,
        }
    }

    /// The kind's part of the watch log, if there is a list to go on from.
    #[inline(never)]
    fn log<'a>(&self, cluster: &'a Cluster) -> Option<&'a List<Arc<Event>>> {
        self.kind.as_ref().filter(|_| self.synced).map(|kind| cluster.log(kind))
    }

    /// The revision whose objects its first list shows, where that is not the newest: what was compacted meanwhile no server
    /// can show any more.
    #[must_use]
    pub fn lists_past(&self, cluster: &Cluster) -> Option<Revision> {
        self.since.filter(|since| !self.synced && *since >= cluster.oldest())
    }

    /// An event as the server sends it to this informer, if it does.
    #[must_use]
    #[inline(never)]
    pub fn sees(&self, event: &Event) -> Option<(EventType, Arc<Object>)> {
        match &self.selector {
            None => Some((event.kind, event.object.clone())),
            Some(selector) => event.seen_by(&|object| selector.matches(&object.metadata.labels)),
        }
    }

    /// Shows what it has not seen yet, oldest first, as it will see it.
    pub fn unseen(&self, cluster: &Cluster, show: &mut Show) {
        let Some(log) = self.log(cluster) else { return };
        for event in log.from(self.position) {
            if let Some((kind, object)) = self.sees(event) {
                show(event, kind, object);
            }
        }
    }

    /// The oldest event on its way: none before the list, and none while the watch is broken.
    #[must_use]
    pub fn oldest<'a>(&self, cluster: &'a Cluster) -> Option<&'a Arc<Event>> {
        self.log(cluster).filter(|_| self.watch == Watch::Open)?.get(self.position)
    }

    /// How many events have not been seen.
    #[must_use]
    pub fn behind(&self, cluster: &Cluster) -> usize {
        let mut count = 0;
        match self.log(cluster) {
            Some(log) if self.selector.is_none() => count = log.len() - self.position,
            _ => self.unseen(cluster, &mut |_, _, _| count += 1),
        }
        count
    }

    /// Goes past the next event if the server does not send it to this informer.
    pub fn pass_over<'a>(&mut self, cluster: &'a Cluster) -> Option<&'a Arc<Event>> {
        self.selector.as_ref()?;
        let event = self.log(cluster)?.get(self.position).filter(|event| self.sees(event).is_none())?;
        self.position += 1;
        Some(event)
    }

    /// When an event reaches this cache, with `delay` on the way.
    #[must_use]
    pub fn due(&self, event: &Event, delay: Millis) -> Millis {
        event.time.max(self.opened).saturating_add(delay)
    }

    /// The server is down for a moment and forgets what was before its newest state: a watch that has not seen all of it cannot
    /// go on. One that has is told so by a bookmark, whatever the revision of the last object it saw.
    pub fn expire(&mut self, cluster: &Cluster, oldest: Revision) -> bool {
        let is_late = self.synced && self.revision < oldest && (self.watch != Watch::Open || self.behind(cluster) > 0);
        if is_late {
            self.watch = Watch::Expired { oldest };
        }
        is_late
    }

    /// Takes a list: the first one, or one that replaces what is there.
    ///
    /// Models client-go `tools/cache/the_real_fifo.go` and `controller.go` `processReplacedAllInfo`: the store is swapped first;
    /// then whatever is missing is deleted, in the order of keys (upstream in none), then come additions and updates in the
    /// list's order. What was deleted and made anew is one update, and so are several. What is unchanged is a sync: it is
    /// told to handlers whose resync is due, which controller-runtime's always are, since each is alone at its informer and
    /// has its period (`shared_informer.go` `shouldResync`).
    pub fn replace(&mut self, items: &[Arc<Object>], revision: Revision, cluster: &Cluster, now: Millis) -> Vec<Delta> {
        let (initial, seen, log) = (!self.synced, self.position, self.log(cluster));
        let mut gone = std::mem::take(&mut self.objects);
        let mut kept = Vec::new();
        for new in items {
            let old = gone.remove(&new.key());
            self.objects.insert(new.key(), new.clone());
            let call = match &old {
                None => HandlerCall::Add { initial },
                Some(old) => HandlerCall::Update { resync: old.metadata.revision == new.metadata.revision },
            };
            let written = new.metadata.revision;
            let event = log.and_then(|log| log.get(log.search(|event| event.revision >= written)));
            let event = event.filter(|event| event.revision == written && call != HandlerCall::Update { resync: true });
            kept.push(Delta { call, old, new: new.clone(), event: event.cloned() });
        }
        let mut deltas = Vec::new();
        for object in gone.values() {
            let call = HandlerCall::Delete { unknown: true };
            deltas.push(Delta { call, old: Some(object.clone()), new: object.clone(), event: None });
        }
        if let Some(log) = log.filter(|_| !deltas.is_empty()) {
            for event in log.from(seen) {
                let key = event.object.key();
                if let Ok(at) = deltas.binary_search_by(|delta: &Delta| delta.new.key().cmp(&key)) {
                    deltas[at].event = Some(event.clone());
                }
            }
        }
        deltas.append(&mut kept);
        self.revision = revision;
        self.position = self.kind.as_ref().map_or(0, |kind| cluster.log(kind).search(|event| event.revision > revision));
        self.synced = true;
        if self.watch != Watch::Cut {
            self.watch = Watch::Open;
        }
        self.opened = now;
        deltas
    }

    /// Takes the oldest event on its way.
    pub fn take(&mut self, event: &Arc<Event>) -> Option<Delta> {
        let (kind, new) = self.sees(event)?;
        let key = new.key();
        let old = match kind {
            EventType::Deleted => self.objects.remove(&key),
            EventType::Added | EventType::Modified => self.objects.insert(key, new.clone()),
        };
        self.position += 1;
        self.revision = event.revision;
        // What counts is whether the store had the key, not what the wire said.
        let call = HandlerCall::of(match (kind, &old) {
            (EventType::Deleted, _) => EventType::Deleted,
            (_, None) => EventType::Added,
            (_, Some(_)) => EventType::Modified,
        });
        Some(Delta { call, old, new, event: Some(event.clone()) })
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
