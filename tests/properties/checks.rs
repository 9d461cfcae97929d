//! What is looked at after each step.

use std::collections::BTreeMap;
use std::sync::Arc;

use reconcile_playground::cluster::{Body, Cluster, Collected, Collector, Event, EventType, Kind, Payload, Request, Response};
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
    kinds: Vec<Arc<Kind>>,
    mirror: Vec<ByName>,
    seen: usize,
    seen_of_kind: Vec<usize>,
    revision: u64,
}

/// Who wrote, as far as the rules ask.
struct Writer<'a> {
    method: &'a str,
    /// What the answer shows.
    shown: Option<&'a Arc<Object>>,
}

impl Watcher {
    pub fn new(cluster: &Cluster) -> Watcher {
        let kinds: Vec<_> = cluster.kinds().cloned().collect();
        let mut watcher =
            Watcher { mirror: vec![ByName::new(); kinds.len()], seen: 0, seen_of_kind: vec![0; kinds.len()], revision: 0, kinds };
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
        hold!(events == 0 || may_write, "{events} events of a request that may not write");
        let policies = request.method == "DELETE";
        hold!(events <= 1 || policies, "{events} events of one write");
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

    /// After a piece of the collector's work.
    pub fn collected(&mut self, cluster: &Cluster, collected: &Collected, twin: (Cluster, Collector)) -> Result<(), String> {
        let (mut twin, mut collector) = twin;
        hold!(twin.revision().0 == self.revision, "a copy was changed with the original");
        let method = match collected {
            Collected::Requested { method, code, .. } if (200..300).contains(code) => method,
            _ => "GET",
        };
        let events = cluster.log_all().len() - self.seen;
        hold!(events == 0 || method != "GET", "{events} events of {collected:?}");
        self.follow(cluster, &Writer { method, shown: None })?;
        let again = collector.work(&mut twin);
        hold!(&again == collected, "a copy of the collector did {again:?}");
        hold!(twin.revision() == cluster.revision(), "a copy is at {}, the original at {}", twin.revision(), cluster.revision());
        Ok(())
    }

    /// Takes the new events, checks each, and compares what they lead to with what is stored.
    fn follow(&mut self, cluster: &Cluster, writer: &Writer) -> Result<(), String> {
        let log = cluster.log_all();
        hold!(log.len() >= self.seen, "events are gone");
        for event in log.from(self.seen) {
            self.seen += 1;
            self.revision += 1;
            hold!(event.revision.0 == self.revision, "an event at {} behind {}", event.revision, self.revision - 1);
            let of = self.kinds.iter().position(|kind| kind.kind == event.object.types.kind);
            let Some(of) = of else { return Err(format!("an event of {:?}", event.object.types)) };
            let same = cluster.log(&self.kinds[of]).get(self.seen_of_kind[of]).is_some_and(|other| Arc::ptr_eq(other, event));
            hold!(same, "the log of {} is not that of all", self.kinds[of].kind);
            self.seen_of_kind[of] += 1;
            self.take(of, event, writer).map_err(|error| format!("{error}\n{}", told(event)))?;
        }
        hold!(cluster.revision().0 == self.revision, "the store counts {}, its events {}", cluster.revision(), self.revision);
        for (of, kind) in self.kinds.iter().enumerate() {
            hold!(cluster.log(kind).len() == self.seen_of_kind[of], "more events of {} than of all", kind.kind);
            let mut stored = cluster.objects_of(kind);
            for ((namespace, name), expected) in &self.mirror[of] {
                let same = stored.next().is_some_and(|stored| Arc::ptr_eq(stored, expected));
                hold!(same, "{} {namespace:?} {name} is not what its events lead to", kind.kind);
            }
            hold!(stored.next().is_none(), "a {} came without an event", kind.kind);
        }
        Ok(())
    }

    fn take(&mut self, of: usize, event: &Event, writer: &Writer) -> Result<(), String> {
        let kind = &self.kinds[of];
        let (object, metadata) = (&event.object, &event.object.metadata);
        hold!(metadata.revision == event.revision, "an object at another revision than its event");
        hold!(metadata.namespace.is_some() == kind.namespaced, "in a namespace or not");
        let key = (metadata.namespace.clone(), metadata.name.clone());
        let before = match event.kind {
            EventType::Deleted => self.mirror[of].remove(&key),
            EventType::Added | EventType::Modified => self.mirror[of].insert(key, object.clone()),
        };
        let same = match (&before, &event.previous) {
            (None, None) => true,
            (Some(before), Some(previous)) => Arc::ptr_eq(before, previous),
            _ => false,
        };
        hold!(same, "the event has another past than the store");
        match (event.kind, before) {
            (EventType::Added, None) => added(kind, object),
            (EventType::Modified, Some(before)) => modified(kind, &before, event),
            (EventType::Deleted, Some(before)) => deleted(&before, object, writer),
            (_, before) => Err(format!("after {before:?}")),
        }
    }

    /// The answer to a write is the object as it is stored now, unless that went.
    fn shows_what_is_stored(&self, cluster: &Cluster, response: &Response) -> Result<(), String> {
        let Some(shown) = response.object() else { return Err(format!("a write was answered with {:?}", response.body)) };
        let of = self.kinds.iter().position(|kind| kind.kind == shown.types.kind).unwrap_or_default();
        if let Some(stored) = self.mirror[of].get(&(shown.metadata.namespace.clone(), shown.metadata.name.clone())) {
            hold!(stored == shown, "answered {shown:?}, stored {stored:?}");
        } else {
            let gone = cluster.log_all().last().is_some_and(|event| event.kind == EventType::Deleted);
            hold!(gone && shown.metadata.finalizers.is_empty(), "answered {shown:?}, which is not there");
        }
        Ok(())
    }
}

fn told(event: &Event) -> String {
    let before = event.previous.as_ref().map_or(Value::Null, |before| before.to_value());
    format!("  {} {}\n  before {before}", event.kind.name(), event.object.to_value())
}

fn added(kind: &Kind, object: &Object) -> Result<(), String> {
    let metadata = &object.metadata;
    hold!(!metadata.uid.is_empty() && metadata.creation.is_some() && metadata.deletion.is_none(), "an incomplete object");
    hold!(!kind.custom || metadata.generation == 1, "a custom resource begins with generation 1");
    let masked = kind.custom && kind.status_subresource;
    hold!(!masked || !object.body.contains_key("status"), "created with a status");
    owns_what_is_there(object)
}

fn modified(kind: &Kind, before: &Object, event: &Event) -> Result<(), String> {
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
    let expected = old.generation + i64::from(kind.custom && content_moved) + i64::from(deletion_began && old.generation > 0);
    hold!(new.generation == expected, "generation {}, not {expected}", new.generation);
    if event.subresource == Some("status") {
        unmoved.managed_fields.clone_from(&old.managed_fields);
        hold!(!content_moved && unmoved == *old, "/status changed more than the status");
    } else if kind.custom && kind.status_subresource {
        hold!(before.body.get("status") == after.body.get("status"), "the status changed beside /status");
    }
    let added: Vec<_> = new.finalizers.iter().filter(|name| !old.finalizers.contains(name)).collect();
    hold!(old.deletion.is_none() || added.is_empty(), "{added:?} came to what is being deleted");
    let held = new.deletion.is_none() || !new.finalizers.is_empty() || !kind.custom && &*kind.kind == "Namespace";
    hold!(held, "it is being deleted, nothing holds it, and it is there");
    owns_what_is_there(after)
}

fn deleted(before: &Object, last: &Object, writer: &Writer) -> Result<(), String> {
    let mut last = last.clone();
    last.metadata.revision = before.metadata.revision;
    hold!(*before == last, "the last state is not the one that was stored");
    let finalizers = &before.metadata.finalizers;
    if writer.method == "DELETE" {
        // A deletion decides itself over these two.
        let held = finalizers.iter().any(|name| !matches!(name.as_str(), "orphan" | "foregroundDeletion"));
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

const EMPTIED: [&str; 13] = [
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
];

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
            let name = element.to_string();
            if !below.has_children() && EMPTIED.contains(&name.as_str()) {
                continue;
            }
            return Some(name);
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
