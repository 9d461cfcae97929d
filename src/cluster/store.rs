//! The store: objects, revisions and the watch log.
//!
//! Models `apiserver/pkg/storage/etcd3/store.go`.

use std::sync::Arc;

use super::kind::Kind;
use crate::object::{Millis, Object, Revision};
use crate::persist::{List, Map};

/// What happened to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EventType {
    /// It was created.
    Added,
    /// It was written.
    Modified,
    /// It is gone.
    Deleted,
}

impl EventType {
    /// The name in a watch event.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            EventType::Added => "ADDED",
            EventType::Modified => "MODIFIED",
            EventType::Deleted => "DELETED",
        }
    }
}

/// One committed write.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The write's revision.
    pub revision: Revision,
    /// What happened.
    pub kind: EventType,
    /// The object as it is delivered: after a deletion the last stored one, with the deletion's revision.
    pub object: Arc<Object>,
    /// What was stored before.
    pub previous: Option<Arc<Object>>,
    /// When, in virtual time.
    pub time: Millis,
    /// The caller's number, see [`super::Cluster::set_mark`].
    pub mark: u64,
    /// The field manager of the write.
    pub manager: Arc<str>,
    /// The subresource it went through.
    pub subresource: Option<&'static str>,
}

/// When and for whom a write is made.
#[derive(Clone, Debug)]
pub(crate) struct Stamp {
    pub(crate) time: Millis,
    pub(crate) mark: u64,
    pub(crate) manager: Arc<str>,
    pub(crate) subresource: Option<&'static str>,
}

/// Everything there is. Clones share what they have in common.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    revision: Revision,
    tables: Vec<Table>,
    /// What is stored of a kind that is none of these.
    nothing: Table,
    log: List<Arc<Event>>,
}

pub(crate) type ByName<T> = Map<(Arc<str>, Arc<str>), T>;

#[derive(Clone, Debug, Default)]
struct Table {
    /// `appconfigs.lab.example.com`
    resource: Arc<str>,
    objects: ByName<Arc<Object>>,
    /// How many objects of a name are gone; with the living one that is how many were made.
    gone: ByName<u64>,
    /// How many names were generated from a prefix.
    generated: ByName<u64>,
    log: List<Arc<Event>>,
}

impl Store {
    /// With a table for each of these resources.
    pub(crate) fn new(resources: &[Arc<Kind>]) -> Store {
        let mut store = Store { revision: Revision(0), tables: Vec::new(), nothing: Table::default(), log: List::new() };
        for kind in resources {
            store.table(kind.resource());
        }
        store
    }

    /// The place of a resource's table. One that had a table before has it again, so that what is counted goes on.
    pub(crate) fn table(&mut self, resource: &str) -> usize {
        self.tables.iter().position(|table| *table.resource == *resource).unwrap_or_else(|| {
            self.tables.push(Table { resource: resource.into(), ..Table::default() });
            self.tables.len() - 1
        })
    }

    /// A kind's table; an empty one for a kind of another cluster.
    fn of(&self, kind: &Kind) -> &Table {
        self.tables.get(kind.index).unwrap_or(&self.nothing)
    }

    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    pub(crate) fn get(&self, kind: &Kind, namespace: &str, name: &str) -> Option<&Arc<Object>> {
        self.of(kind).objects.get(&(namespace, name))
    }

    /// By namespace, then name.
    pub(crate) fn objects(&self, kind: &Kind) -> impl Iterator<Item = &Arc<Object>> + use<'_> {
        self.of(kind).objects.values()
    }

    /// The objects of a kind as they were at a revision: what was written since is taken back, the newest first. As cheap
    /// as there is little to take back.
    pub(crate) fn past(&self, kind: &Kind, revision: Revision) -> ByName<Arc<Object>> {
        let table = self.of(kind);
        let mut objects = table.objects.clone();
        let mut at = table.log.len();
        while at > 0 {
            at -= 1;
            let Some(event) = table.log.get(at).filter(|event| event.revision > revision) else { break };
            let metadata = &event.object.metadata;
            let key = (Arc::from(metadata.namespace.as_deref().unwrap_or("")), Arc::from(metadata.name.as_str()));
            match &event.previous {
                Some(previous) => objects.insert(key, previous.clone()),
                None => objects.remove(&key),
            };
        }
        objects
    }

    pub(crate) fn log(&self, kind: &Kind) -> Option<&List<Arc<Event>>> {
        self.tables.get(kind.index).map(|table| &table.log)
    }

    pub(crate) fn log_all(&self) -> &List<Arc<Event>> {
        &self.log
    }

    /// How many objects of this name were made and are gone.
    pub(crate) fn gone(&self, kind: &Kind, namespace: &str, name: &str) -> u64 {
        self.of(kind).gone.get(&(namespace, name)).copied().unwrap_or(0)
    }

    /// How many names were generated from this prefix before; counts one more.
    pub(crate) fn count_generated(&mut self, kind: &Kind, namespace: &str, prefix: &str) -> u64 {
        self.tables.get_mut(kind.index).map_or(0, |table| count(&mut table.generated, namespace, prefix))
    }

    /// Stores an object that was there before anything was written.
    pub(crate) fn lay(&mut self, kind: &Kind, mut object: Object) {
        object.metadata.revision = Revision(1);
        let namespace: Arc<str> = object.metadata.namespace.as_deref().unwrap_or("").into();
        if let Some(table) = self.tables.get_mut(kind.index) {
            table.objects.insert((namespace, object.metadata.name.as_str().into()), Arc::new(object));
        }
    }

    /// Reads what is stored of a kind as its schema has it now: no write, and no news.
    pub(crate) fn reread(&mut self, kind: &Kind, read: &dyn Fn(&mut Object)) {
        let Some(table) = self.tables.get_mut(kind.index) else { return };
        for (key, object) in table.objects.clone().iter() {
            let mut fresh = Object::clone(object);
            read(&mut fresh);
            if fresh != **object {
                table.objects.insert(key.clone(), Arc::new(fresh));
            }
        }
    }

    /// Stores a new object or one more state of it.
    pub(crate) fn put(&mut self, kind: &Kind, mut object: Object, previous: Option<Arc<Object>>, stamp: Stamp) -> Arc<Object> {
        self.revision.0 += 1;
        object.metadata.revision = self.revision;
        let object = Arc::new(object);
        let namespace: Arc<str> = object.metadata.namespace.as_deref().unwrap_or("").into();
        if let Some(table) = self.tables.get_mut(kind.index) {
            table.objects.insert((namespace, object.metadata.name.as_str().into()), object.clone());
        }
        let happened = if previous.is_some() { EventType::Modified } else { EventType::Added };
        self.record(kind, happened, object.clone(), previous, stamp);
        object
    }

    /// Takes an object out.
    pub(crate) fn remove(&mut self, kind: &Kind, stored: Arc<Object>, stamp: Stamp) {
        self.revision.0 += 1;
        let namespace = stored.metadata.namespace.as_deref().unwrap_or("");
        if let Some(table) = self.tables.get_mut(kind.index) {
            table.objects.remove(&(namespace, stored.metadata.name.as_str()));
            count(&mut table.gone, namespace, &stored.metadata.name);
        }
        let mut last = Object::clone(&stored);
        last.metadata.revision = self.revision;
        self.record(kind, EventType::Deleted, Arc::new(last), Some(stored), stamp);
    }

    fn record(&mut self, kind: &Kind, happened: EventType, object: Arc<Object>, previous: Option<Arc<Object>>, stamp: Stamp) {
        let Stamp { time, mark, manager, subresource } = stamp;
        let event = Arc::new(Event { revision: self.revision, kind: happened, object, previous, time, mark, manager, subresource });
        if let Some(table) = self.tables.get_mut(kind.index) {
            table.log.push_back(event.clone());
        }
        self.log.push_back(event);
    }
}

impl Store {
    /// The names that were generated, counted, by resource: they decide which ones come next.
    pub(crate) fn generated(&self) -> Vec<(&Arc<str>, &ByName<u64>)> {
        let mut counted = Vec::new();
        for table in self.tables.iter().filter(|table| !table.generated.is_empty()) {
            counted.push((&table.resource, &table.generated));
        }
        counted.sort_by_key(|(resource, _)| *resource);
        counted
    }
}

fn count(counters: &mut ByName<u64>, outer: &str, inner: &str) -> u64 {
    let before = counters.get(&(outer, inner)).copied().unwrap_or(0);
    counters.insert((outer.into(), inner.into()), before + 1);
    before
}
