//! Which kind, object and subresource a path means.
//!
//! Models `apiserver/pkg/endpoints/request/requestinfo.go`.

use std::sync::Arc;

use serde_json::Value;

use super::kind::Kind;
use super::request::{Body, Response};
use super::status::Status;

/// What a path addresses.
#[derive(Clone, Debug)]
pub(crate) struct Route<'a> {
    pub(crate) kind: Arc<Kind>,
    /// None: all namespaces, or a kind that has none.
    pub(crate) namespace: Option<&'a str>,
    pub(crate) name: Option<&'a str>,
    pub(crate) subresource: Option<&'a str>,
}

impl Route<'_> {
    /// The namespace under which an object is stored.
    pub(crate) fn namespace_or_none(&self) -> &str {
        self.namespace.unwrap_or("")
    }

    /// The subresource that a write goes through.
    pub(crate) fn subresource_name(&self) -> Option<&'static str> {
        ["status", "finalize"].into_iter().find(|name| self.subresource == Some(name))
    }
}

/// Resolves a path, or says what the server answers instead.
pub(crate) fn resolve<'a>(kinds: &[Arc<Kind>], path: &'a str) -> Result<Route<'a>, Box<Response>> {
    let refuse = |status: Box<Status>| Box::new(Response::refusal(*status));
    let mut steps = path.strip_prefix('/').unwrap_or(path).split('/');
    let (group, version) = match steps.next() {
        Some("api") => ("", steps.next()),
        Some("apis") => (steps.next().unwrap_or(""), steps.next()),
        _ => return Err(page_not_found()),
    };
    let core = !path.starts_with("/apis");
    let rest: Vec<&str> = steps.collect();
    let known_group =
        kinds.iter().any(|kind| &*kind.group == group && (version.is_none_or(str::is_empty) || version == Some(&kind.version)));
    if rest.iter().all(|step| step.is_empty()) && (known_group || (!core && group.is_empty())) {
        return Err(refuse(Status::not_implemented("discovery")));
    }
    let nowhere = || if core { refuse(Status::no_resource()) } else { page_not_found() };
    if !known_group || version.is_none() || rest.iter().any(|step| step.is_empty()) {
        return Err(nowhere());
    }
    if rest.first() == Some(&"watch") {
        return Err(refuse(Status::not_implemented("the old watch paths")));
    }
    let (namespace, rest) = match rest.as_slice() {
        // `/namespaces/x` and `/namespaces/x/status` are the namespace itself.
        ["namespaces", name, plural, rest @ ..] if !core || !matches!(*plural, "status" | "finalize") => {
            (Some(*name), [&[*plural], rest].concat())
        }
        other => (None, other.to_vec()),
    };
    let [plural, below @ ..] = rest.as_slice() else { return Err(nowhere()) };
    let kind = kinds.iter().find(|kind| &*kind.group == group && Some(&*kind.version) == version && &*kind.plural == *plural);
    let Some(kind) = kind else { return Err(nowhere()) };
    let (name, subresource) = match below {
        [] => (None, None),
        [name] => (Some(*name), None),
        [name, subresource] => (Some(*name), Some(*subresource)),
        _ => return Err(nowhere()),
    };
    // One object of a namespaced kind has a namespace; a cluster-scoped kind has none.
    if kind.namespaced != namespace.is_some() && (!kind.namespaced || name.is_some()) {
        return Err(nowhere());
    }
    Ok(Route { kind: kind.clone(), namespace, name, subresource })
}

/// What a path that nobody serves is answered with.
pub(crate) fn page_not_found() -> Box<Response> {
    Box::new(Response::new(404, Body::Json(Value::String("404 page not found\n".to_string()))))
}
