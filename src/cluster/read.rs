//! Getting, listing and watching.
//!
//! Models `apiserver/pkg/endpoints/handlers/{get,watch}.go` and `pkg/storage/cacher`.

use std::sync::Arc;

use serde_json::Value;

use super::Cluster;
use super::options::parse_revision;
use super::request::{Body, List, Request, Response, WatchEvent};
use super::route::Route;
use super::selector::LabelSelector;
use super::status::{Refusal, Status, quoted};
use super::store::{Event, EventType};
use crate::object::{Metadata, Object, Revision};

impl Cluster {
    pub(super) fn get(&self, route: &Route, name: &str, request: &Request) -> Result<Response, Refusal> {
        self.asked_revision(request)?;
        let object = self.store.get(&route.kind, route.namespace_or_none(), name);
        object.map(|object| Response::new(200, Body::Object(object.clone()))).ok_or_else(|| Status::not_found(&route.kind, name))
    }

    /// A list, or a watch if the query says so.
    pub(super) fn list(&self, route: &Route, request: &Request) -> Result<Response, Refusal> {
        let query = |name: &str| request.query.get(name).map_or("", String::as_str);
        let watch = matches!(query("watch"), "true" | "1");
        for name in ["fieldSelector", "continue", "resourceVersionMatch", "sendInitialEvents"] {
            if !query(name).is_empty() {
                return Err(Status::not_implemented(name));
            }
        }
        if !watch && !matches!(query("limit"), "" | "0") {
            return Err(Status::not_implemented("limit"));
        }
        let selector = LabelSelector::parse(query("labelSelector"))
            .map_err(|error| Status::bad_request(format!("unable to parse {}: {error}", quoted("labelSelector"))))?;
        if watch {
            return self.watch(route, request, &selector);
        }
        self.asked_revision(request)?;
        let items = self.selected(route, &selector).cloned().collect();
        Ok(Response::new(200, Body::List(List { kind: route.kind.clone(), revision: self.store.revision(), items })))
    }

    fn selected<'a>(&'a self, route: &'a Route, selector: &'a LabelSelector) -> impl Iterator<Item = &'a Arc<Object>> {
        let (all, some) = match route.namespace {
            None => (Some(self.store.objects(&route.kind)), None),
            Some(namespace) => (None, Some(self.store.objects_in(&route.kind, namespace))),
        };
        all.into_iter()
            .flatten()
            .chain(some.into_iter().flatten())
            .filter(|object| selector.is_empty() || selector.matches(&object.metadata.labels))
    }

    /// The revision that a read asks for at least; the newest state has it, unless it lies in the future.
    fn asked_revision(&self, request: &Request) -> Result<Revision, Refusal> {
        let text = request.query.get("resourceVersion").map_or("", String::as_str);
        let asked =
            parse_revision(text).map_err(|error| Status::internal(format!("resourceVersion: Invalid value: {}: {error}", quoted(text))))?;
        if asked > self.store.revision() { Err(Status::too_large_revision(asked.0, self.store.revision().0)) } else { Ok(asked) }
    }

    fn watch(&self, route: &Route, request: &Request, selector: &LabelSelector) -> Result<Response, Refusal> {
        let text = request.query.get("resourceVersion").map_or("", String::as_str);
        let asked =
            parse_revision(text).map_err(|error| Status::internal(format!("resourceVersion: Invalid value: {}: {error}", quoted(text))))?;
        let events = if asked.0 == 0 {
            // Without a revision what is there comes first, as if it were new.
            self.selected(route, selector)
                .map(|object| WatchEvent { kind: EventType::Added.name(), object: Body::Object(object.clone()) })
                .collect()
        } else {
            self.since(route, asked, selector)
        };
        Ok(Response { events: Some(events), ..Response::new(200, Body::Json(Value::Null)) })
    }

    fn since(&self, route: &Route, asked: Revision, selector: &LabelSelector) -> Vec<WatchEvent> {
        let Some(log) = self.store.log(&route.kind) else { return Vec::new() };
        // The log is in revision order.
        let start = log.search(|event| event.revision > asked);
        let here = |metadata: &Metadata| route.namespace.is_none_or(|namespace| metadata.namespace.as_deref() == Some(namespace));
        let new = log.from(start).filter(|event| here(&event.object.metadata));
        new.filter_map(|event| translate(event, selector)).collect()
    }
}

/// An event as one sees it who watches a selection: what enters it is new, what leaves it is gone.
///
/// Models `apiserver/pkg/storage/cacher/cache_watcher.go` `convertToWatchEvent`.
fn translate(event: &Event, selector: &LabelSelector) -> Option<WatchEvent> {
    let selects = |object: &Arc<Object>| selector.matches(&object.metadata.labels);
    let before = event.previous.as_ref().is_some_and(selects);
    let after = event.kind != EventType::Deleted && selects(&event.object);
    let (kind, object) = match (before, after) {
        (false, true) => (EventType::Added, event.object.clone()),
        (true, true) => (EventType::Modified, event.object.clone()),
        (true, false) if event.kind == EventType::Deleted => (EventType::Deleted, event.object.clone()),
        (true, false) => {
            let mut last = Object::clone(event.previous.as_ref()?);
            last.metadata.revision = event.revision;
            (EventType::Deleted, Arc::new(last))
        }
        (false, false) => return None,
    };
    Some(WatchEvent { kind: kind.name(), object: Body::Object(object) })
}
