//! The controllers of `CustomResourceDefinition`s, which live in the API server: they accept a new one's names, have its
//! kind served, and empty it when it is deleted.
//!
//! An actor like the collector: it reads the watch log from a position of its own and makes its requests like everybody
//! else. Each call of [`Definitions::work`] is one event read or one request.
//!
//! Models `apiextensions-apiserver/pkg/controller/{status,establish,finalizer}`. Differences: one worker; events before
//! requests; no waiting for other servers before a kind is established; while objects remain it looks again when one of
//! them has left, not every few seconds.

use std::sync::Arc;

use serde_json::Value;

use super::definition::says;
use super::kind::Kind;
use super::request::{Body, Request, Response};
use super::status::{Status, quoted};
use super::store::{Event, EventType};
use super::{Cluster, Collected, definition};
use crate::object::text::{join, shared, without};
use crate::object::{Essence, Object, Record, Ref, Timestamp};
use crate::persist::Set;

/// Who these controllers are.
const USER_AGENT: &str = "kube-apiserver/v1.36.2 (linux/amd64) kubernetes";

/// The controllers of definitions. A clone is cheap and independent.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    /// How far the log of all events is read.
    position: usize,
    /// Those to be worked on; the first one may be under way.
    queue: Vec<Arc<Task>>,
    /// Those that wait for their objects to leave: `temps.lab.example.com`.
    emptying: Set<Arc<str>>,
}

/// A definition, and how far its handling is.
#[derive(Debug)]
struct Task {
    name: Arc<str>,
    stage: Stage,
}

/// What a task waits for.
#[derive(Debug)]
enum Stage {
    /// To see it.
    Look,
    /// To write its status; then it is seen once more.
    Tell { status: Value },
    /// To see its objects; `delete` to delete them after that.
    List { live: Arc<Object>, delete: bool },
    /// To delete those in the last of these namespaces; no name is no namespace.
    Delete { live: Arc<Object>, namespaces: Vec<Arc<str>> },
}

impl Definitions {
    /// They have seen nothing yet.
    #[must_use]
    pub fn new() -> Definitions {
        Definitions::default()
    }

    /// They start now: they list what is there and watch from here on.
    #[must_use]
    pub fn started(cluster: &Cluster) -> Definitions {
        let mut worker = Definitions { position: cluster.log_all().len(), ..Definitions::default() };
        if let Some(kind) = definition_kind(cluster) {
            for object in cluster.objects_of(&kind) {
                if wants(object) {
                    worker.enqueue(&object.metadata.name);
                }
            }
        }
        worker
    }

    /// How far the log is read, and all else that decides the future.
    pub(crate) fn essence(&self) -> (usize, String) {
        (self.position, format!("{:?}", Definitions { position: 0, ..self.clone() }))
    }

    /// The same, taken in.
    pub(super) fn trace(&self, essence: &mut Essence) -> usize {
        for task in &self.queue {
            essence.text(&task.name);
            match &task.stage {
                Stage::Look => essence.word(1),
                Stage::Tell { status } => {
                    essence.word(2);
                    essence.value(status);
                }
                Stage::List { live, delete } => {
                    essence.word(3 + u64::from(*delete));
                    essence.object(live);
                }
                Stage::Delete { live, namespaces } => {
                    essence.word(5);
                    essence.object(live);
                    for namespace in namespaces {
                        essence.text(namespace);
                    }
                }
            }
        }
        for emptying in self.emptying.keys() {
            essence.text(emptying);
        }
        self.position
    }

    /// Whether there is anything to do. Events without bearing are nothing.
    #[must_use]
    pub fn has_work(&self, cluster: &Cluster) -> bool {
        !self.queue.is_empty() || self.next(cluster) < cluster.log_all().len()
    }

    /// The definitions that wait to be worked on, in order.
    #[must_use]
    pub fn pending(&self) -> Vec<Ref> {
        let mut pending = Vec::new();
        for task in &self.queue {
            pending.push(reference(&task.name));
        }
        pending
    }

    /// Reads events without bearing up to the next one that has some. Changes nothing that one could see.
    pub fn absorb(&mut self, cluster: &Cluster) {
        self.position = self.next(cluster);
    }

    /// The place of the next event that has some bearing.
    fn next(&self, cluster: &Cluster) -> usize {
        let mut at = self.position;
        while cluster.log_all().get(at).is_some_and(|event| self.bears_on(cluster, event).is_empty()) {
            at += 1;
        }
        at
    }

    /// Does one piece of work: reads the next event that matters, else makes one request.
    pub fn work(&mut self, cluster: &mut Cluster) -> Collected {
        self.absorb(cluster);
        let Some(event) = cluster.log_all().get(self.position).cloned() else { return self.request(cluster) };
        for name in self.bears_on(cluster, &event) {
            self.enqueue(&name);
        }
        self.position += 1;
        Collected::Observed { reference: event.object.reference(), event: event.kind }
    }

    /// The definitions that an event is news for: one that came or changed and wants something, or one that waits for its
    /// objects and sees one leave, or all that wait for names which may have come free.
    fn bears_on(&self, cluster: &Cluster, event: &Event) -> Vec<Arc<str>> {
        let mut concerned = Vec::new();
        let Event { kind, object, .. } = event;
        if &*object.types.kind == "CustomResourceDefinition" {
            // What these controllers write themselves they know.
            let own = &*event.manager == "kube-apiserver";
            if frees_names(event, own) {
                waiting(cluster, object, &mut concerned);
            } else if !own && wants(object) {
                concerned.push(shared(&object.metadata.name));
            }
        } else if *kind == EventType::Deleted && !self.emptying.is_empty() {
            let kind = cluster.kind(&object.types.kind, Some(&object.types.api_version));
            if let Some(resource) = kind.map(|kind| kind.resource()).filter(|resource| self.emptying.contains_key(*resource)) {
                concerned.push(shared(resource));
            }
        }
        concerned
    }

    fn enqueue(&mut self, name: &str) {
        if !self.queue.iter().any(|task| *task.name == *name) {
            self.queue.push(Arc::new(Task { name: shared(name), stage: Stage::Look }));
        }
    }

    /// Makes the request that the first task waits for.
    fn request(&mut self, cluster: &mut Cluster) -> Collected {
        let Some(task) = self.queue.first().cloned() else { return Collected::Idle };
        let Task { name, stage } = &*task;
        let Some(own) = definition_kind(cluster) else { return Collected::Idle };
        let content = served(cluster, name).cloned();
        let namespace = match stage {
            Stage::Delete { namespaces, .. } => namespaces.last().filter(|name| !name.is_empty()).cloned(),
            _ => None,
        };
        let (method, kind, path, body) = match (stage, &content) {
            (Stage::Tell { status }, _) => ("PUT", &own, own.path(None, Some(name), Some("status")), Some(status.clone())),
            (Stage::List { .. }, Some(kind)) => ("GET", kind, kind.path(None, None, None), None),
            (Stage::Delete { .. }, Some(kind)) => ("DELETE", kind, kind.path(namespace.as_deref(), None, None), None),
            _ => ("GET", &own, own.path(None, Some(name), None), None),
        };
        let response = cluster.handle(&Request::by(USER_AGENT, method, path, body));
        let subresource = matches!(stage, Stage::Tell { .. }).then_some("status");
        let next = self.after(cluster, name, stage, &response);
        let reference = if Arc::ptr_eq(kind, &own) { reference(name) } else { collection(kind, namespace.as_deref()) };
        match next {
            Some(stage) => self.queue[0] = Arc::new(Task { name: name.clone(), stage }),
            None => drop(self.queue.remove(0)),
        }
        Collected::Requested { method, reference, subresource, code: response.code }
    }

    /// What comes after an answer; nothing: done, or waiting for an event.
    fn after(&mut self, cluster: &Cluster, name: &Arc<str>, stage: &Stage, response: &Response) -> Option<Stage> {
        match (stage, &response.body) {
            (_, Body::Status(_)) if !response.is_success() && response.code != 409 => self.forget(name),
            (Stage::Tell { .. }, _) if response.code == 409 => Some(Stage::Look),
            (Stage::Look | Stage::Tell { .. }, Body::Object(live)) => self.next_for(cluster, name, live),
            (Stage::List { live, delete }, Body::List(list)) => {
                let mut namespaces: Vec<Arc<str>> = Vec::new();
                // The last one is the first to go.
                for object in list.items.iter().rev() {
                    let namespace = object.metadata.namespace.as_deref().unwrap_or("");
                    if namespaces.last().is_none_or(|last| **last != *namespace) {
                        namespaces.push(shared(namespace));
                    }
                }
                if namespaces.is_empty() {
                    return Some(Stage::Tell { status: released(live, EMPTIED, cluster.now()) });
                }
                if *delete {
                    return Some(Stage::Delete { live: live.clone(), namespaces });
                }
                self.emptying.insert(name.clone(), ());
                None
            }
            (Stage::Delete { live, namespaces }, _) => {
                let (live, mut namespaces) = (live.clone(), namespaces.clone());
                namespaces.pop();
                Some(if namespaces.is_empty() { Stage::List { live, delete: false } } else { Stage::Delete { live, namespaces } })
            }
            _ => self.forget(name),
        }
    }

    fn forget(&mut self, name: &Arc<str>) -> Option<Stage> {
        self.emptying.remove(&**name);
        None
    }

    /// What a definition needs, as it is now.
    fn next_for(&mut self, cluster: &Cluster, name: &Arc<str>, live: &Arc<Object>) -> Option<Stage> {
        let now = cluster.now();
        let is_established = definition::is(live, "Established");
        let status = if live.metadata.deletion.is_none() {
            let names =
                if live.at(&["spec", "names"]) == live.at(&["status", "acceptedNames"]) { None } else { accepted(cluster, live, now) };
            if names.is_none() && (is_established || !definition::is(live, "NamesAccepted")) {
                return None;
            }
            names.unwrap_or_else(|| with_condition(live, ["Established", "True", "InitialNamesAccepted", ACCEPTED], now))
        } else if !live.metadata.finalizers.iter().any(|finalizer| finalizer == definition::CLEANUP) {
            return self.forget(name);
        } else if !live.condition("Terminating").is_some_and(|found| says(found, "reason", "InstanceDeletionInProgress")) {
            let told = ["Terminating", "True", "InstanceDeletionInProgress", "CustomResource deletion is in progress"];
            with_condition(live, told, now)
        } else if !is_established {
            released(live, ["NeverEstablished", "resource was never established"], now)
        } else if served(cluster, name).is_some() {
            return Some(Stage::List { live: live.clone(), delete: !self.emptying.contains_key(&**name) });
        } else {
            released(live, EMPTIED, now)
        };
        Some(Stage::Tell { status })
    }
}

impl Cluster {
    /// Lays down a definition whose kind is served already, as these controllers would have left it. It was there before
    /// anything else: it has no revision of its own and no event tells of it.
    ///
    /// # Errors
    ///
    /// The server's refusal.
    #[allow(clippy::result_large_err)] // asked a few times, while a world is made
    pub fn define(&mut self, user_agent: &str, definition: Value) -> Result<(), Status> {
        let Some(own) = definition_kind(self) else { return Ok(()) };
        let mut copy = self.clone();
        let made = written(copy.handle(&Request::by(user_agent, "POST", own.path(None, None, None), Some(definition))))?;
        let now = self.now();
        let mut body = with_names(&made, made.at(&["spec", "names"]).cloned().unwrap_or_default());
        set_condition(&mut body, ["NamesAccepted", "True", "NoConflicts", "no conflicts found"], now);
        set_condition(&mut body, ["Established", "True", "InitialNamesAccepted", ACCEPTED], now);
        let path = own.path(None, Some(&made.metadata.name), Some("status"));
        let established = written(copy.handle(&Request::by(user_agent, "PUT", path, Some(body))))?;
        self.store.lay(&own, Object::clone(&established));
        self.redefine(&own, &made.metadata.name);
        Ok(())
    }
}

/// What a write has left.
#[allow(clippy::result_large_err)] // as above
fn written(response: Response) -> Result<Arc<Object>, Status> {
    match response.body {
        Body::Object(object) => Ok(object),
        Body::Status(status) => Err(status),
        _ => Err(*Status::no_method()),
    }
}

fn definition_kind(cluster: &Cluster) -> Option<Arc<Kind>> {
    cluster.kind("CustomResourceDefinition", Some("apiextensions.k8s.io/v1")).cloned()
}

/// The kind that a definition has the server serve, if it does.
#[inline(never)]
fn served<'a>(cluster: &'a Cluster, definition: &str) -> Option<&'a Arc<Kind>> {
    cluster.kinds().find(|kind| kind.custom && kind.resource() == definition)
}

/// Whether a definition lets go of names: it is gone, or other names of it are accepted now.
///
/// Models `pkg/controller/status/naming_controller.go` `sync`: whoever may have released a name has the others looked at.
fn frees_names(event: &Event, own: bool) -> bool {
    const NAMES: [&str; 2] = ["status", "acceptedNames"];
    let changed = || event.previous.as_deref().is_some_and(|old| old.at(&NAMES) != event.object.at(&NAMES));
    event.kind == EventType::Deleted || own && changed()
}

/// Adds the other definitions of a group whose names are not accepted.
///
/// Models `naming_controller.go` `requeueAllOtherGroupCRDs`.
fn waiting(cluster: &Cluster, definition: &Object, names: &mut Vec<Arc<str>>) {
    let Some(kind) = definition_kind(cluster) else { return };
    let group = definition.text_at(&["spec", "group"]);
    for other in cluster.objects_of(&kind) {
        let waits = other.condition("NamesAccepted").is_some_and(|told| says(told, "status", "False"));
        if waits && other.metadata.name != definition.metadata.name && other.text_at(&["spec", "group"]) == group {
            names.push(shared(&other.metadata.name));
        }
    }
}

/// Whether a definition is not yet where it is to be.
fn wants(object: &Object) -> bool {
    object.metadata.deletion.is_some()
        || !definition::is(object, "Established")
        || object.at(&["spec", "names"]) != object.at(&["status", "acceptedNames"])
}

fn reference(name: &str) -> Ref {
    Ref::to("apiextensions.k8s.io/v1", "CustomResourceDefinition", None, name)
}

fn collection(kind: &Kind, namespace: Option<&str>) -> Ref {
    Ref::to(&kind.api_version, &kind.kind, namespace, "")
}

/// The definition with a condition set: type, status, reason, message. Its time moves with its status only.
///
/// Models `pkg/apihelpers/helpers.go` `SetCRDCondition`.
fn with_condition(object: &Object, [named, status, reason, message]: [&str; 4], now: Timestamp) -> Value {
    let mut body = object.to_value();
    set_condition(&mut body, [named, status, reason, message], now);
    body
}

/// The same in a body.
pub(crate) fn set_condition(body: &mut Value, [named, status, reason, message]: [&str; 4], now: Timestamp) {
    let mut conditions = Vec::new();
    let mut whole = Record::of(body.take());
    let mut state = Record::of(whole.take("status"));
    if let Value::Array(list) = state.take("conditions") {
        conditions = list;
    }
    let mut fresh = Record::default();
    for (key, text) in [("type", named), ("status", status), ("reason", reason), ("message", message)] {
        fresh.text(key, text);
    }
    crate::object::set_condition(&mut conditions, fresh.end(), now);
    state.put("conditions", Value::Array(conditions));
    whole.put("status", state.end());
    *body = whole.end();
}

/// The definition with those of its names accepted that nobody else has, or with why not all are; nothing where that is
/// known already.
///
/// Models `pkg/controller/status/naming_controller.go`.
fn accepted(cluster: &Cluster, live: &Object, now: Timestamp) -> Option<Value> {
    let group = live.text_at(&["spec", "group"]);
    let (mut resources, mut kinds): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for other in cluster.kinds() {
        if !other.custom || *other.group != *group || other.resource() == live.metadata.name {
            continue;
        }
        resources.push(&other.plural);
        resources.push(&other.singular);
        for name in &other.short_names {
            resources.push(name);
        }
        kinds.push(&other.kind);
        kinds.push(&other.list_kind);
    }
    let was = live.at(&["status", "acceptedNames"]).unwrap_or(&Value::Null);
    let mut names = Record::of(was.clone());
    let (mut status, mut reason, mut message) = ("True", "NoConflicts", "no conflicts found".to_string());
    for (field, conflict) in &NAMES {
        let used: &[&str] = match *field {
            "kind" | "listKind" => &kinds,
            "categories" => &[],
            _ => &resources,
        };
        let wanted = live.at(&["spec", "names", field]);
        let list = match wanted {
            Some(Value::Array(list)) => list.as_slice(),
            Some(one) => std::slice::from_ref(one),
            None => &[],
        };
        let mut taken: Vec<String> = Vec::new();
        for name in list {
            if let Some(name) = name.as_str().filter(|name| used.contains(name)) {
                taken.push(format!("{} is already in use", quoted(name)));
            }
        }
        if taken.is_empty() {
            names.set(field, wanted.cloned());
        } else {
            (status, reason, message) = ("False", *conflict, join(&taken, ", "));
            if taken.len() > 1 {
                message = format!("[{message}]");
            }
        }
    }
    let names = names.end();
    let told = live.condition("NamesAccepted");
    if *was == names
        && told.is_some_and(|told| says(told, "status", status) && says(told, "reason", reason) && says(told, "message", &message))
    {
        return None;
    }
    let mut body = with_names(live, names);
    set_condition(&mut body, ["NamesAccepted", status, reason, &message], now);
    if !definition::is(live, "Established") {
        if status == "True" {
            set_condition(&mut body, ["Established", "False", "Installing", ACCEPTED], now);
        } else if live.condition("Established").is_none() {
            set_condition(&mut body, ["Established", "False", "NotAccepted", "not all names are accepted"], now);
        }
    }
    Some(body)
}

/// The names of a kind, and what it is called when others have them; a category may be shared.
const NAMES: [(&str, &str); 6] = [
    ("plural", "PluralConflict"),
    ("singular", "SingularConflict"),
    ("shortNames", "ShortNamesConflict"),
    ("kind", "KindConflict"),
    ("listKind", "ListKindConflict"),
    ("categories", ""),
];

const ACCEPTED: &str = "the initial names have been accepted";

/// The definition with these names accepted.
fn with_names(object: &Object, names: Value) -> Value {
    let mut body = Record::of(object.to_value());
    let mut state = Record::of(body.take("status"));
    state.put("acceptedNames", names);
    body.put("status", state.end());
    body.end()
}

/// Why a definition may go.
const EMPTIED: [&str; 2] = ["InstanceDeletionCompleted", "removed all instances"];

/// The definition without the finalizer that kept it while it had objects.
fn released(live: &Object, [reason, message]: [&str; 2], now: Timestamp) -> Value {
    let mut free = Object::clone(live);
    free.metadata.finalizers = without(&free.metadata.finalizers, &[definition::CLEANUP]);
    with_condition(&free, ["Terminating", "False", reason, message], now)
}
