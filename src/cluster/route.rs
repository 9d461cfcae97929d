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
    /// The old path of a watch.
    pub(crate) watch: bool,
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
    let mut steps = path.strip_prefix('/').unwrap_or(path).split('/');
    let (group, version) = match steps.next() {
        Some("api") => ("", steps.next()),
        Some("apis") => (steps.next().unwrap_or(""), steps.next()),
        _ => return Err(page_not_found()),
    };
    let core = !path.starts_with("/apis");
    let steps: Vec<&str> = steps.collect();
    let served = |kind: &&Arc<Kind>| &*kind.group == group && version == Some(&kind.version);
    let known = kinds.iter().find(served);
    // A built-in group answers as the generic server does, all others as if nobody were there.
    let nowhere = || {
        let built_in = core || known.is_some_and(|kind| !kind.custom);
        if built_in { Box::new(Response::refusal(*Status::no_resource())) } else { page_not_found() }
    };
    if known.is_none() || steps.contains(&"") {
        return Err(nowhere());
    }
    let (watch, rest) = match steps.as_slice() {
        ["watch", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let (namespace, rest) = match rest {
        // `/namespaces/x` and `/namespaces/x/status` are the namespace itself.
        ["namespaces", _, "status" | "finalize", ..] if core => (None, rest),
        ["namespaces", name, below @ ..] if !below.is_empty() => (Some(*name), below),
        rest => (None, rest),
    };
    let [plural, below @ ..] = rest else { return Err(nowhere()) };
    let kind = kinds.iter().filter(served).find(|kind| &*kind.plural == *plural);
    let Some(kind) = kind else { return Err(nowhere()) };
    let (name, subresource) = match below {
        [] => (None, None),
        [name] => (Some(*name), None),
        [name, subresource] => (Some(*name), Some(*subresource)),
        _ => return Err(nowhere()),
    };
    if watch && subresource.is_some() {
        return Err(nowhere());
    }
    // One object of a namespaced kind has a namespace; a cluster-scoped kind has none.
    if kind.namespaced != namespace.is_some() && (!kind.namespaced || name.is_some()) {
        return Err(nowhere());
    }
    Ok(Route { kind: kind.clone(), namespace, name, subresource, watch })
}

/// What a path that nobody serves is answered with.
pub(crate) fn page_not_found() -> Box<Response> {
    Box::new(Response::new(404, Body::Json(Value::String("404 page not found\n".to_string()))))
}
