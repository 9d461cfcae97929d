//! What is looked at after each step.

use std::collections::BTreeMap;
use std::sync::Arc;

use reconcile_playground::cluster::{Background, Body, Cluster, Collected, Event, EventType, Kind, Payload, Request, Response};
use reconcile_playground::object::{FieldSet, Object, PathElement};
use serde_json::{Map, Value};

macro_rules! hold {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

type ByName = BTreeMap<(Option<String>, String), Arc<Object>>;

/// One that follows the events and so knows what has to be stored.
pub struct Watcher {
    /// Whether what is asked is such that what somebody owns has to be there.
    pub owners: bool,
    tables: Vec<Table>,
    seen: usize,
    revision: u64,
}

/// What is known of a kind.
struct Table {
    kind: Arc<Kind>,
    mirror: ByName,
    seen: usize,
}

/// Who wrote, as far as the rules ask.
struct Writer<'a> {
    method: &'a str,
    /// What the answer shows.
    shown: Option<&'a Arc<Object>>,
}

impl Watcher {
    pub fn new(cluster: &Cluster) -> Watcher {
        let mut watcher = Watcher { owners: false, tables: Vec::new(), seen: 0, revision: 0 };
        watcher.follow(cluster, &Writer { method: "POST", shown: None }).unwrap();
        watcher
    }

    /// After a request. `twin` is the cluster before it.
    pub fn answered(&mut self, cluster: &Cluster, request: &Request, response: &Response, mut twin: Cluster) -> Result<(), String> {
        well_formed(response)?;
        hold!(twin.revision().0 == self.revision, "a copy was changed with the original");
        let events = cluster.log_all().len() - self.seen;
        let dry = is_dry_run(request);
        let may_write = response.is_success() && request.method != "GET" && !dry;
        // A collection is deleted one by one, until one is refused.
        let collection = request.method == "DELETE" && cluster.kinds().any(|kind| request.path.ends_with(&format!("/{}", kind.plural)));
        hold!(events == 0 || may_write || collection && !dry, "{events} events of a request that may not write");
        // A deletion is of many, or takes a finalizer off first.
        hold!(events <= 1 || request.method == "DELETE", "{events} events of one write");
        self.follow(cluster, &Writer { method: &request.method, shown: response.object() })?;
        if may_write && request.method != "DELETE" {
            self.shows_what_is_stored(cluster, response)?;
        }
        if dry {
            let real = twin.clone().handle(&without_dry_run(request));
            hold!(real.code == response.code, "a dry run says {}, the real one {}", response.code, real.code);
            if !response.is_success() {
                hold!(real.body == response.body, "a dry run is refused with {:?}, the real one with {:?}", response.body, real.body);
            }
        }
        let again = twin.handle(request);
        hold!(&again == response, "a copy answers {again:?}, the original {response:?}");
        hold!(twin.revision() == cluster.revision(), "a copy is at {}, the original at {}", twin.revision(), cluster.revision());
        Ok(())
    }

    /// After a piece of a background worker's work.
    pub fn worked(&mut self, cluster: &Cluster, done: &Collected, twin: (Cluster, Background)) -> Result<(), String> {
        let (mut twin, mut worker) = twin;
        hold!(twin.revision().0 == self.revision, "a copy was changed with the original");
        let method = match done {
            Collected::Requested { method, code, .. } if (200..300).contains(code) => method,
            _ => "GET",
        };
        let events = cluster.log_all().len() - self.seen;
        hold!(events == 0 || method != "GET", "{events} events of {done:?}");
        self.follow(cluster, &Writer { method, shown: None })?;
        let again = worker.work(&mut twin);
        hold!(&again == done, "a copy of the worker did {again:?}");
        hold!(twin.revision() == cluster.revision(), "a copy is at {}, the original at {}", twin.revision(), cluster.revision());
        Ok(())
    }

    /// Takes the new events, checks each, and compares what they lead to with what is stored.
    fn follow(&mut self, cluster: &Cluster, writer: &Writer) -> Result<(), String> {
        let log = cluster.log_all();
        hold!(log.len() >= self.seen, "events are gone");
        self.know_kinds(cluster);
        for event in log.from(self.seen) {
            self.seen += 1;
            self.revision += 1;
            hold!(event.revision.0 == self.revision, "an event at {} behind {}", event.revision, self.revision - 1);
            let owners = self.owners;
            let Some(table) = self.table(&event.object) else { return Err(format!("an event of {:?}", event.object.types)) };
            let same = cluster.log(&table.kind).get(table.seen).is_some_and(|other| Arc::ptr_eq(other, event));
            hold!(same, "the log of {} is not that of all", table.kind.kind);
            table.seen += 1;
            table.take(event, writer).map_err(|error| format!("{error}\n{}", told(event)))?;
            if owners && event.kind != EventType::Deleted {
                owns_what_is_there(&event.object).map_err(|error| format!("{error}\n{}", told(event)))?;
            }
        }
        hold!(cluster.revision().0 == self.revision, "the store counts {}, its events {}", cluster.revision(), self.revision);
        self.tables.iter().try_for_each(|table| table.check(cluster))
    }

    /// A kind can come with a definition, change and go.
    fn know_kinds(&mut self, cluster: &Cluster) {
        let same = self.tables.len() == cluster.kinds().count()
            && self.tables.iter().zip(cluster.kinds()).all(|(table, kind)| Arc::ptr_eq(&table.kind, kind));
        if same {
            return;
        }
        let mut old = std::mem::take(&mut self.tables);
        for kind in cluster.kinds().cloned() {
            let known = old.iter().position(|table| table.kind.types() == kind.types());
            self.tables.push(match known {
                Some(at) => Table { kind, ..old.swap_remove(at) },
                None => Table { kind, mirror: ByName::new(), seen: 0 },
            });
        }
    }

    fn table(&mut self, object: &Object) -> Option<&mut Table> {
        self.tables.iter_mut().find(|table| table.kind.kind == object.types.kind && table.kind.api_version == object.types.api_version)
    }

    /// The answer to a write is the object as it is stored now, unless that went.
    fn shows_what_is_stored(&mut self, cluster: &Cluster, response: &Response) -> Result<(), String> {
        let Some(shown) = response.object() else { return Err(format!("a write was answered with {:?}", response.body)) };
        let key = (shown.metadata.namespace.clone(), shown.metadata.name.clone());
        if let Some(stored) = self.table(shown).and_then(|table| table.mirror.get(&key)) {
            hold!(stored == shown, "answered {shown:?}, stored {stored:?}");
        } else {
            let gone = cluster.log_all().last().is_some_and(|event| event.kind == EventType::Deleted);
            hold!(gone && shown.metadata.finalizers.is_empty(), "answered {shown:?}, which is not there");
        }
        Ok(())
    }
}

impl Table {
    fn take(&mut self, event: &Event, writer: &Writer) -> Result<(), String> {
        let (object, metadata) = (&event.object, &event.object.metadata);
        hold!(metadata.revision == event.revision, "an object at another revision than its event");
        hold!(metadata.namespace.is_some() == self.kind.namespaced, "in a namespace or not");
        let key = (metadata.namespace.clone(), metadata.name.clone());
        let before = match event.kind {
            EventType::Deleted => self.mirror.remove(&key),
            EventType::Added | EventType::Modified => self.mirror.insert(key, object.clone()),
        };
        let same = match (&before, &event.previous) {
            (None, None) => true,
            (Some(before), Some(previous)) => Arc::ptr_eq(before, previous),
            _ => false,
        };
        hold!(same, "the event has another past than the store");
        match (event.kind, before) {
            (EventType::Added, None) => added(&self.kind, object),
            (EventType::Modified, Some(before)) => modified(&self.kind, &before, event, writer),
            (EventType::Deleted, Some(before)) => deleted(&before, object, writer),
            (_, before) => Err(format!("after {before:?}")),
        }
    }

    /// What is stored is what the events lead to, and something holds what is being deleted.
    fn check(&self, cluster: &Cluster) -> Result<(), String> {
        let kind = &self.kind;
        hold!(cluster.log(kind).len() == self.seen, "more events of {} than of all", kind.kind);
        let mut stored = cluster.objects_of(kind);
        for ((namespace, name), expected) in &self.mirror {
            let same = stored.next().is_some_and(|stored| Arc::ptr_eq(stored, expected));
            hold!(same, "{} {namespace:?} {name} is not what its events lead to", kind.kind);
            let held = expected.metadata.deletion.is_none() || !expected.metadata.finalizers.is_empty() || &*kind.kind == "Namespace";
            hold!(held, "{} {namespace:?} {name} is being deleted, nothing holds it, and it is there", kind.kind);
        }
        hold!(stored.next().is_none(), "a {} came without an event", kind.kind);
        Ok(())
    }
}

/// Whether its changes are counted.
fn counts(kind: &Kind) -> bool {
    kind.custom || &*kind.kind == "CustomResourceDefinition"
}

/// The finalizers over which a deletion itself decides.
fn of_the_collector(name: &str) -> bool {
    matches!(name, "orphan" | "foregroundDeletion")
}

fn told(event: &Event) -> String {
    let before = event.previous.as_ref().map_or(Value::Null, |before| before.to_value());
    format!("  {} {}\n  before {before}", event.kind.name(), event.object.to_value())
}

fn added(kind: &Kind, object: &Object) -> Result<(), String> {
    let metadata = &object.metadata;
    hold!(!metadata.uid.is_empty() && metadata.creation.is_some() && metadata.deletion.is_none(), "an incomplete object");
    hold!(!counts(kind) || metadata.generation == 1, "a custom resource begins with generation 1");
    let masked = kind.custom && kind.status_subresource;
    hold!(!masked || !object.body.contains_key("status"), "created with a status");
    Ok(())
}

fn modified(kind: &Kind, before: &Object, event: &Event, writer: &Writer) -> Result<(), String> {
    let (after, old, new) = (&*event.object, &before.metadata, &event.object.metadata);
    let mut unmoved = new.clone();
    unmoved.revision = old.revision;
    hold!(before.body != after.body || unmoved != *old, "an event without a change");
    hold!(old.uid == new.uid && old.creation == new.creation, "uid or creation changed");
    hold!(old.deletion.is_none() || old.deletion == new.deletion, "the deletion was taken back or moved");
    let without_status = |object: &Object| {
        let mut body: Map<String, Value> = object.body.clone();
        if kind.status_subresource {
            body.remove("status");
        }
        body
    };
    let content_moved = without_status(before) != without_status(after);
    let deletion_began = old.deletion.is_none() && new.deletion.is_some();
    // Namespaces and definitions begin to go by code of their own, which does not count.
    let counted = deletion_began && old.generation > 0 && !matches!(&*kind.kind, "Namespace" | "CustomResourceDefinition");
    let expected = old.generation + i64::from(counts(kind) && content_moved) + i64::from(counted);
    hold!(new.generation == expected, "generation {}, not {expected}", new.generation);
    if event.subresource == Some("status") && !kind.custom {
        // Built-in kinds leave the metadata to whoever writes the status.
        hold!(!content_moved, "/status changed more than the status");
    } else if event.subresource == Some("status") {
        unmoved.managed_fields.clone_from(&old.managed_fields);
        hold!(!content_moved && unmoved == *old, "/status changed more than the status");
    } else if kind.custom && kind.status_subresource {
        hold!(before.body.get("status") == after.body.get("status"), "the status changed beside /status");
    }
    let decided = |name: &str| writer.method == "DELETE" && of_the_collector(name);
    let added: Vec<_> = new.finalizers.iter().filter(|name| !old.finalizers.contains(name) && !decided(name)).collect();
    hold!(old.deletion.is_none() || added.is_empty(), "{added:?} came to what is being deleted");
    Ok(())
}

fn deleted(before: &Object, last: &Object, writer: &Writer) -> Result<(), String> {
    let mut last = last.clone();
    last.metadata.revision = before.metadata.revision;
    hold!(*before == last, "the last state is not the one that was stored");
    let finalizers = &before.metadata.finalizers;
    if writer.method == "DELETE" {
        let held = finalizers.iter().any(|name| !of_the_collector(name));
        hold!(!held, "{finalizers:?} held it");
    } else {
        let released = writer.shown.is_none_or(|shown| shown.metadata.finalizers.is_empty());
        hold!(before.metadata.deletion.is_some() && released, "{finalizers:?} held it");
    }
    Ok(())
}

/// Whatever a manager owns is there, as long as nobody applies nulls, empty maps or what the server turns into something
/// else, and nobody sends entries of their own. Only of a map or list that an apply has emptied the name stays: the field
/// manager sees it empty, then the decoder or the pruning of nulls drops it.
fn owns_what_is_there(object: &Object) -> Result<(), String> {
    let whole = object.to_value();
    for entry in &object.metadata.managed_fields {
        missing(&entry.fields, &whole).map_or(Ok(()), |path| {
            let fields = entry.fields.to_value();
            Err(format!("{} ({}) owns {path}, which is not there: {fields}", entry.manager, entry.operation.name()))
        })?;
    }
    Ok(())
}

/// What can be owned and be gone: a deletion takes finalizers off without asking who owns them.
const EMPTIED: [&str; 15] = [
    "f:data",
    "f:binaryData",
    "f:labels",
    "f:annotations",
    "f:finalizers",
    "f:ownerReferences",
    "f:spec",
    "f:status",
    "f:ports",
    "f:tags",
    "f:conditions",
    "f:free",
    "f:m",
    "v:\"orphan\"",
    "v:\"foregroundDeletion\"",
];

/// Whether nothing is named here and below but what can be gone.
fn may_be_emptied(element: &PathElement, below: &FieldSet) -> bool {
    EMPTIED.contains(&element.to_string().as_str()) && below.children().all(|(element, below)| may_be_emptied(element, below))
}

/// The first path of a set that leads nowhere.
fn missing(set: &FieldSet, value: &Value) -> Option<String> {
    for (element, below) in set.children() {
        let found = match element {
            PathElement::Field(name) => value.get(&**name),
            PathElement::Key(keys) => {
                let keys: Map<String, Value> = serde_json::from_str(keys).ok()?;
                value.as_array().and_then(|items| items.iter().find(|item| keys.iter().all(|(key, wanted)| item.get(key) == Some(wanted))))
            }
            PathElement::Value(wanted) => {
                let wanted: Value = serde_json::from_str(wanted).ok()?;
                value.as_array().and_then(|items| items.iter().find(|item| **item == wanted))
            }
            PathElement::Index(at) => value.get(usize::try_from(*at).ok()?),
        };
        let Some(found) = found else {
            if may_be_emptied(element, below) {
                continue;
            }
            return Some(element.to_string());
        };
        if let Some(path) = missing(below, found) {
            return Some(format!("{element}/{path}"));
        }
    }
    None
}

/// A refusal is a status that says its code; only paths of no known group are answered in plain text.
fn well_formed(response: &Response) -> Result<(), String> {
    if response.is_success() {
        let fine = match &response.body {
            Body::Status(status) => status.success && status.code == response.code,
            Body::Json(_) | Body::List(_) | Body::Object(_) => true,
        };
        hold!(fine, "{response:?}");
        return Ok(());
    }
    match &response.body {
        Body::Status(status) => {
            hold!(!status.success && status.code == response.code && !status.message.is_empty(), "{response:?}");
            hold!(response.events.is_none(), "a refusal with events");
        }
        Body::Json(Value::String(text)) => hold!(response.code == 404 && text == "404 page not found\n", "{response:?}"),
        other => return Err(format!("{} with {other:?}", response.code)),
    }
    Ok(())
}

/// Whoever sends a body with a deletion is not asked for options in the query.
fn is_dry_run(request: &Request) -> bool {
    match &request.body {
        Payload::Json(body) if request.method == "DELETE" => body["dryRun"][0] == "All",
        Payload::Raw(text) if request.method == "DELETE" && !text.is_empty() => false,
        _ => request.method != "GET" && request.query.get("dryRun").is_some_and(|dry| dry == "All"),
    }
}

fn without_dry_run(request: &Request) -> Request {
    let mut real = request.clone();
    real.query.remove("dryRun");
    if let Payload::Json(Value::Object(body)) = &mut real.body
        && request.method == "DELETE"
    {
        body.remove("dryRun");
    }
    real
}
