//! What people do: requests, edits, deletions, and changes in the world outside.

use crate::object::text::join;
use serde_json::{Map, Value};

use super::World;
use super::fact::{Fact, Sink};
use super::send::Target;
use crate::cluster::{Kind, Payload, Request, Response};
use crate::object::{Record, Ref, text_at};
use crate::scenario::moves::OutsideOp;
use crate::scenario::{Code, Error};

/// The propagation policies that DELETE takes.
const POLICIES: [&str; 3] = ["Background", "Foreground", "Orphan"];

impl World {
    /// A request as it is.
    pub(super) fn send_as_person(&mut self, request: &Request, mark: u64, sink: &mut dyn Sink) -> Response {
        let target = self.target(request);
        self.send(request, target.as_ref(), None, mark, sink).0
    }

    /// What a request is about, as far as its path and its body say.
    fn target(&self, request: &Request) -> Option<Target> {
        let mut parts = request.path.trim_matches('/').split('/');
        let api_version = match parts.next()? {
            "api" => parts.next()?.to_string(),
            "apis" => format!("{}/{}", parts.next()?, parts.next()?),
            _ => return None,
        };
        let rest: Vec<&str> = parts.collect();
        let (namespace, rest) = match rest.as_slice() {
            ["namespaces", namespace, rest @ ..] if !rest.is_empty() => (Some((*namespace).to_string()), rest),
            rest => (None, rest),
        };
        let kind = self.cluster.kinds().find(|kind| *kind.api_version == *api_version && Some(&*kind.plural) == rest.first().copied())?;
        let name = match rest.get(1) {
            Some(name) => (*name).to_string(),
            None => match &request.body {
                Payload::Json(body) => text_at(body, &["metadata", "name"])?.to_string(),
                _ => return None,
            },
        };
        let subresource = (rest.get(2) == Some(&"status")).then_some("status");
        let reference = Ref { kind: kind.kind.to_string(), name, namespace, api_version: Some(api_version) };
        Some(Target { reference, subresource })
    }

    pub(super) fn edit(&mut self, object: &Value, agent: Option<&str>, mark: u64, sink: &mut dyn Sink) -> Result<(), Error> {
        let (kind, namespace, name) = self.locate(object)?;
        let there = self.cluster.find(&kind, namespace.as_deref(), &name).cloned();
        let sent = object.get("metadata").unwrap_or(&Value::Null);
        let mut metadata = Record::of(sent.clone());
        metadata.some_text("namespace", namespace.as_deref());
        if let Some(there) = &there
            && sent.get("resourceVersion").is_none_or(Value::is_null)
        {
            metadata.show("resourceVersion", &there.metadata.revision);
        }
        let mut body = Record::of(object.clone());
        body.put("metadata", metadata.end());
        let body = body.end();
        let request = match &there {
            Some(_) => {
                let path = kind.path(namespace.as_deref(), Some(&name), None);
                Request::by(agent.unwrap_or("kubectl-edit"), "PUT", path, Some(body))
            }
            None => Request::by(agent.unwrap_or("kubectl-create"), "POST", kind.path(namespace.as_deref(), None, None), Some(body)),
        };
        let target = Target { reference: reference(&kind, namespace, name), subresource: None };
        self.send(&request, Some(&target), None, mark, sink);
        Ok(())
    }

    #[allow(clippy::too_many_arguments)] // they are the move's own
    pub(super) fn remove(
        &mut self,
        kind: &str,
        name: &str,
        namespace: Option<&str>,
        api_version: Option<&str>,
        policy: Option<&str>,
        mark: u64,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        let kind = self
            .cluster
            .kind(kind, api_version)
            .cloned()
            .ok_or_else(|| Error::not_found("/remove/kind", format!("the server has no kind \"{kind}\"")))?;
        let namespace = kind.namespaced.then(|| namespace.unwrap_or("default").to_string());
        let body = policy.map(|policy| {
            let mut record = Record::default();
            record.text("kind", "DeleteOptions");
            record.text("apiVersion", "v1");
            record.text("propagationPolicy", policy);
            record.end()
        });
        let request = Request::by("kubectl-delete", "DELETE", kind.path(namespace.as_deref(), Some(name), None), body);
        let target = Target { reference: reference(&kind, namespace, name.to_string()), subresource: None };
        self.send(&request, Some(&target), None, mark, sink);
        Ok(())
    }

    /// Where an object that was handed in belongs.
    pub(super) fn locate(&self, object: &Value) -> Result<(std::sync::Arc<Kind>, Option<String>, String), Error> {
        let Value::Object(map) = object else { return Err(Error::invalid("/edit/object", "expected an object")) };
        let api_version = named(map, "apiVersion", "/edit/object/apiVersion")?;
        let kind_name = named(map, "kind", "/edit/object/kind")?;
        let Some(kind) = self.cluster.kind(kind_name, Some(api_version)).cloned() else {
            let full = api_version.strip_prefix('/').unwrap_or(api_version);
            let message = format!("no matches for kind \"{kind_name}\" in version \"{full}\"");
            return Err(Error::not_found("/edit/object/kind", message));
        };
        let metadata = match map.get("metadata") {
            Some(Value::Object(metadata)) => metadata,
            Some(Value::Null) | None => return Err(Error::invalid("/edit/object/metadata", "metadata is missing")),
            Some(_) => return Err(Error::invalid("/edit/object/metadata", "metadata must be an object")),
        };
        let name = named(metadata, "name", "/edit/object/metadata/name")?;
        let namespace = match (kind.namespaced, metadata.get("namespace")) {
            (false, _) => None,
            (true, Some(Value::String(namespace))) if !namespace.is_empty() => Some(namespace.clone()),
            (true, Some(Value::String(_) | Value::Null) | None) => Some("default".to_string()),
            (true, Some(_)) => return Err(Error::invalid("/edit/object/metadata/namespace", "namespace must be a string")),
        };
        Ok((kind, namespace, name.to_string()))
    }

    /// Checks what `remove` is given.
    pub(super) fn check_remove(&self, kind: &str, api_version: Option<&str>, policy: Option<&str>) -> Result<(), Error> {
        if self.cluster.kind(kind, api_version).is_none() {
            return Err(Error::not_found("/remove/kind", format!("the server has no kind \"{kind}\"")));
        }
        match policy {
            None => Ok(()),
            Some(policy) if POLICIES.contains(&policy) => Ok(()),
            Some(policy) => Err(Error::invalid("/remove/policy", format!("\"{policy}\" is none of {}", join(&POLICIES, ", ")))),
        }
    }

    /// Checks what `outside` is given.
    pub(super) fn check_outside(&self, op: OutsideOp, name: &str) -> Result<(), Error> {
        match (op, self.outside.contains(name)) {
            (_, _) if name.is_empty() || name.len() > 253 => Err(Error::invalid("/outside/name", "a name has 1 to 253 characters")),
            (OutsideOp::Create, true) => Err(Error::new(Code::NotPossible, "/outside/name", format!("account \"{name}\" already exists"))),
            (OutsideOp::Remove | OutsideOp::Break | OutsideOp::Heal, false) => {
                Err(Error::not_found("/outside/name", format!("there is no account \"{name}\"")))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn play_outside(&mut self, op: OutsideOp, name: &str, sink: &mut dyn Sink) {
        let op = match op {
            OutsideOp::Create => {
                self.outside.create(name, None, false);
                "create"
            }
            OutsideOp::Remove => {
                self.outside.remove(name);
                "remove"
            }
            OutsideOp::Break => {
                self.outside.break_down(name);
                "break"
            }
            OutsideOp::Heal => {
                self.outside.heal(name);
                "heal"
            }
        };
        sink.take(Fact::Outside { by: "person".into(), op, name: name.to_string(), error: None });
    }
}

/// A field that must hold a text; `path` is where it stands.
fn named<'a>(map: &'a Map<String, Value>, key: &str, path: &str) -> Result<&'a str, Error> {
    match map.get(key) {
        Some(Value::String(text)) if !text.is_empty() => Ok(text),
        Some(Value::String(_) | Value::Null) | None => Err(Error::invalid(path, format!("{key} is missing"))),
        Some(_) => Err(Error::invalid(path, format!("{key} must be a string"))),
    }
}

fn reference(kind: &Kind, namespace: Option<String>, name: String) -> Ref {
    Ref { kind: kind.kind.to_string(), name, namespace, api_version: Some(kind.api_version.to_string()) }
}
