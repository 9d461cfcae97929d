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
use crate::object::text::{join, without};
use crate::object::{Object, Record, Ref, Timestamp};
use crate::persist::{List, Set};

/// Who these controllers are.
const USER_AGENT: &str = "kube-apiserver/v1.36.2 (linux/amd64) kubernetes";

/// The controllers of definitions. A clone is cheap and independent.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    /// How far the log of all events is read.
    position: usize,
    /// Those to be worked on; the first one may be under way.
    queue: List<Task>,
    /// Those that wait for their objects to leave: `temps.lab.example.com`.
    emptying: Set<Arc<str>>,
}

/// A definition, and how far its handling is.
#[derive(Clone, Debug)]
struct Task {
    name: Arc<str>,
    stage: Stage,
}

/// What a task waits for.
#[derive(Clone, Debug)]
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
            for object in cluster.objects_of(&kind).filter(|object| wants(object)) {
                worker.enqueue(&object.metadata.name);
            }
        }
        worker
    }

    /// How far the log is read, and all else that decides the future.
    pub(crate) fn essence(&self) -> (usize, String) {
        (self.position, format!("{:?}", Definitions { position: 0, ..self.clone() }))
    }

    /// Whether there is anything to do. Events without bearing are nothing.
    #[must_use]
    pub fn has_work(&self, cluster: &Cluster) -> bool {
        !self.queue.is_empty() || cluster.log_all().from(self.position).any(|event| self.bears_on(cluster, event).is_some())
    }

    /// The definitions that wait to be worked on, in order.
    #[must_use]
    pub fn pending(&self) -> Vec<Ref> {
        let mut pending = Vec::new();
        for task in self.queue.iter() {
            pending.push(reference(&task.name));
        }
        pending
    }

    /// Reads events without bearing up to the next one that has some. Changes nothing that one could see.
    pub fn absorb(&mut self, cluster: &Cluster) {
        while cluster.log_all().get(self.position).is_some_and(|event| self.bears_on(cluster, event).is_none()) {
            self.position += 1;
        }
    }

    /// Does one piece of work: reads the next event that matters, else makes one request.
    pub fn work(&mut self, cluster: &mut Cluster) -> Collected {
        self.absorb(cluster);
        let Some(event) = cluster.log_all().get(self.position).cloned() else { return self.request(cluster) };
        if let Some(name) = self.bears_on(cluster, &event) {
            self.enqueue(&name);
        }
        self.position += 1;
        Collected::Observed { reference: event.object.reference(), event: event.kind }
    }

    /// The definition that an event is news for: it came or changed and wants something, or one of the objects that it
    /// waits for has left, or another definition, with its names.
    fn bears_on(&self, cluster: &Cluster, event: &Event) -> Option<Arc<str>> {
        if &*event.object.types.kind == "CustomResourceDefinition" {
            // What this one writes itself it knows.
            let own = &*event.manager == "kube-apiserver";
            if event.kind != EventType::Deleted {
                return (!own && wants(&event.object)).then(|| event.object.metadata.name.as_str().into());
            }
            // Its names have come free for one that waits for them.
            let definitions = definition_kind(cluster)?;
            let waits = |other: &&Arc<Object>| condition(other, "NamesAccepted").is_some_and(|told| says(told, "status", "False"));
            return cluster.objects_of(&definitions).find(waits).map(|other| other.metadata.name.as_str().into());
        }
        if event.kind != EventType::Deleted || self.emptying.is_empty() {
            return None;
        }
        let types = &event.object.types;
        let resource = cluster.kind(&types.kind, Some(&types.api_version))?.resource();
        self.emptying.contains_key(resource).then(|| resource.into())
    }

    fn enqueue(&mut self, name: &str) {
        if !self.queue.iter().any(|task| *task.name == *name) {
            self.queue.push_back(Task { name: name.into(), stage: Stage::Look });
        }
    }

    /// Makes the request that the first task waits for.
    fn request(&mut self, cluster: &mut Cluster) -> Collected {
        let Some(Task { name, stage }) = self.queue.front().cloned() else { return Collected::Idle };
        let Some(own) = definition_kind(cluster) else { return Collected::Idle };
        let content = cluster.kinds().find(|kind| kind.custom && kind.resource() == &*name).cloned();
        let namespace = match &stage {
            Stage::Delete { namespaces, .. } => namespaces.last().filter(|name| !name.is_empty()).cloned(),
            _ => None,
        };
        let (method, kind, path, body) = match (&stage, &content) {
            (Stage::Tell { status }, _) => ("PUT", &own, own.path(None, Some(&name), Some("status")), Some(status.clone())),
            (Stage::List { .. }, Some(kind)) => ("GET", kind, kind.path(None, None, None), None),
            (Stage::Delete { .. }, Some(kind)) => ("DELETE", kind, kind.path(namespace.as_deref(), None, None), None),
            _ => ("GET", &own, own.path(None, Some(&name), None), None),
        };
        let response = cluster.handle(&Request::by(USER_AGENT, method, path, body));
        let subresource = matches!(stage, Stage::Tell { .. }).then_some("status");
        let next = self.after(cluster, &name, stage, &response);
        let reference = if Arc::ptr_eq(kind, &own) { reference(&name) } else { collection(kind, namespace.as_deref()) };
        match next {
            Some(stage) => self.queue.update_front(|task| task.stage = stage),
            None => drop(self.queue.pop_front()),
        }
        Collected::Requested { method, reference, subresource, code: response.code }
    }

    /// What comes after an answer; nothing: done, or waiting for an event.
    fn after(&mut self, cluster: &Cluster, name: &Arc<str>, stage: Stage, response: &Response) -> Option<Stage> {
        match (stage, &response.body) {
            (_, Body::Status(_)) if !response.is_success() && response.code != 409 => self.forget(name),
            (Stage::Tell { .. }, _) if response.code == 409 => Some(Stage::Look),
            (Stage::Look | Stage::Tell { .. }, Body::Object(live)) => self.next_for(cluster, name, live),
            (Stage::List { live, delete }, Body::List(list)) => {
                let mut namespaces: Vec<Arc<str>> = Vec::new();
                for object in &list.items {
                    let namespace = object.metadata.namespace.as_deref().unwrap_or("");
                    if namespaces.last().is_none_or(|last| **last != *namespace) {
                        namespaces.push(namespace.into());
                    }
                }
                namespaces.reverse();
                if namespaces.is_empty() {
                    return Some(Stage::Tell { status: released(&live, EMPTIED, cluster.now()) });
                }
                if delete {
                    return Some(Stage::Delete { live, namespaces });
                }
                self.emptying.insert(name.clone(), ());
                None
            }
            (Stage::Delete { live, mut namespaces }, _) => {
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
        if live.metadata.deletion.is_some() {
            if !live.metadata.finalizers.iter().any(|finalizer| finalizer == definition::CLEANUP) {
                return self.forget(name);
            }
            let waits = self.emptying.contains_key(&**name);
            let announced = condition(live, "Terminating").is_some_and(|found| says(found, "reason", "InstanceDeletionInProgress"));
            if !announced {
                let status = with_condition(
                    live,
                    ["Terminating", "True", "InstanceDeletionInProgress", "CustomResource deletion is in progress"],
                    now,
                );
                return Some(Stage::Tell { status });
            }
            if !definition::is(live, "Established") {
                return Some(Stage::Tell { status: released(live, ["NeverEstablished", "resource was never established"], now) });
            }
            let served = cluster.kinds().any(|kind| kind.custom && kind.resource() == &**name);
            return Some(if served {
                Stage::List { live: live.clone(), delete: !waits }
            } else {
                Stage::Tell { status: released(live, EMPTIED, now) }
            });
        }
        if live.at(&["spec", "names"]) != live.at(&["status", "acceptedNames"])
            && let Some(status) = accepted(cluster, live, now)
        {
            return Some(Stage::Tell { status });
        }
        if definition::is(live, "NamesAccepted") && !definition::is(live, "Established") {
            let told = ["Established", "True", "InitialNamesAccepted", "the initial names have been accepted"];
            return Some(Stage::Tell { status: with_condition(live, told, now) });
        }
        None
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
        let response = copy.handle(&Request::by(user_agent, "POST", own.path(None, None, None), Some(definition)));
        let Body::Object(made) = response.body else { return Err(response.status().cloned().unwrap_or(*Status::no_method())) };
        let now = self.now();
        let mut body = Record::of(made.to_value());
        let mut status = Record::of(body.take("status"));
        status.put("acceptedNames", made.at(&["spec", "names"]).cloned().unwrap_or_default());
        body.put("status", status.end());
        let mut body = body.end();
        set_condition(&mut body, ["NamesAccepted", "True", "NoConflicts", "no conflicts found"], now);
        set_condition(&mut body, ["Established", "True", "InitialNamesAccepted", "the initial names have been accepted"], now);
        let path = own.path(None, Some(&made.metadata.name), Some("status"));
        let response = copy.handle(&Request::by(user_agent, "PUT", path, Some(body)));
        let Body::Object(established) = response.body else { return Err(response.status().cloned().unwrap_or(*Status::no_method())) };
        self.store.lay(&own, Object::clone(&established));
        self.redefine(&own, &made.metadata.name);
        Ok(())
    }
}

fn definition_kind(cluster: &Cluster) -> Option<Arc<Kind>> {
    cluster.kind("CustomResourceDefinition", Some("apiextensions.k8s.io/v1")).cloned()
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

fn condition<'a>(object: &'a Object, named: &str) -> Option<&'a Value> {
    let conditions = object.at(&["status", "conditions"])?.as_array()?;
    crate::object::condition(conditions, named)
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
    let text = |object: &Object, path: &[&str]| object.at(path).and_then(Value::as_str).unwrap_or("").to_string();
    let group = text(live, &["spec", "group"]);
    let (mut resources, mut kinds): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for other in cluster.kinds().filter(|other| other.custom && *other.group == *group && other.resource() != live.metadata.name) {
        resources.extend([other.plural.to_string(), other.singular.to_string()]);
        resources.extend(other.short_names.iter().cloned());
        kinds.extend([other.kind.to_string(), other.list_kind.to_string()]);
    }
    let was = live.at(&["status", "acceptedNames"]).cloned().unwrap_or_default();
    let mut names = Record::of(was.clone());
    let mut conflict = None;
    for (field, used, reason) in [
        ("plural", &resources, "PluralConflict"),
        ("singular", &resources, "SingularConflict"),
        ("shortNames", &resources, "ShortNamesConflict"),
        ("kind", &kinds, "KindConflict"),
        ("listKind", &kinds, "ListKindConflict"),
        ("categories", &Vec::new(), ""),
    ] {
        let wanted = live.at(&["spec", "names", field]);
        let list = wanted.into_iter().flat_map(|wanted| wanted.as_array().map_or(std::slice::from_ref(wanted), Vec::as_slice));
        let mut taken: Vec<String> = Vec::new();
        for name in list.filter_map(Value::as_str).filter(|name| used.iter().any(|other| other == name)) {
            taken.push(format!("{} is already in use", quoted(name)));
        }
        match taken.as_slice() {
            [] => {
                names.take(field);
                names.put_some(field, wanted.cloned());
            }
            [only] => conflict = Some((reason, only.clone())),
            all => conflict = Some((reason, format!("[{}]", join(all, ", ")))),
        }
    }
    let names = names.end();
    let (status, reason, message) = match &conflict {
        None => ("True", "NoConflicts", "no conflicts found"),
        Some((reason, message)) => ("False", *reason, message.as_str()),
    };
    let told = condition(live, "NamesAccepted");
    if was == names
        && told.is_some_and(|told| says(told, "status", status) && says(told, "reason", reason) && says(told, "message", message))
    {
        return None;
    }
    let mut body = Record::of(live.to_value());
    let mut state = Record::of(body.take("status"));
    state.put("acceptedNames", names);
    body.put("status", state.end());
    let mut body = body.end();
    set_condition(&mut body, ["NamesAccepted", status, reason, message], now);
    if definition::is(live, "Established") {
        return Some(body);
    }
    if conflict.is_none() {
        set_condition(&mut body, ["Established", "False", "Installing", "the initial names have been accepted"], now);
    } else if condition(live, "Established").is_none() {
        set_condition(&mut body, ["Established", "False", "NotAccepted", "not all names are accepted"], now);
    }
    Some(body)
}

/// Why a definition may go.
const EMPTIED: [&str; 2] = ["InstanceDeletionCompleted", "removed all instances"];

/// The definition without the finalizer that kept it while it had objects.
fn released(live: &Object, [reason, message]: [&str; 2], now: Timestamp) -> Value {
    let mut free = Object::clone(live);
    free.metadata.finalizers = without(&free.metadata.finalizers, &[definition::CLEANUP]);
    with_condition(&free, ["Terminating", "False", reason, message], now)
}
