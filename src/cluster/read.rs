//! Getting and listing.
//!
//! Models `apiserver/pkg/endpoints/handlers/get.go`, `apiserver/pkg/registry/generic/registry/store.go` `ListPredicate` and
//! `apiserver/pkg/storage/cacher`: a list comes from the watch cache, which knows each state since the server's start.

use std::sync::Arc;

use serde_json::Value;

use super::Cluster;
use super::continuation::Continuation;
use super::field_selector::{NAME, NAMESPACE};
use super::list_options::ListOptions;
use super::options::parse_revision;
use super::request::{Body, List, Request, Response};
use super::route::Route;
use super::status::{Refusal, Status, quoted};
use crate::object::{Object, Revision, sort};

impl Cluster {
    pub(super) fn get(&self, route: &Route, name: &str, request: &Request) -> Result<Response, Refusal> {
        let asked = revision_of(request.asked("resourceVersion")).map_err(Status::internal)?;
        self.refuse_future(asked)?;
        let object = self.store.get(&route.kind, route.namespace_or_none(), name);
        object.map(|object| Response::new(200, Body::Object(object.clone()))).ok_or_else(|| Status::not_found(&route.kind, name))
    }

    /// A list, or a watch if the query or the path says so.
    pub(super) fn collection(&self, route: &Route, request: &Request) -> Result<Response, Refusal> {
        let options = ListOptions::of(request, route)?;
        if !options.watch && !route.watch {
            return self.list(route, &options);
        }
        let events = self.open(route, &options, request)?.read(self);
        Ok(Response { events: Some(events), ..Response::new(200, Body::Json(Value::Null)) })
    }

    fn list(&self, route: &Route, options: &ListOptions) -> Result<Response, Refusal> {
        // A field selector may say the namespace that the path leaves open, and one name is looked up, not searched.
        let namespace = route.namespace.or_else(|| options.selection.fields.exact(NAMESPACE));
        let single = options.token.is_empty()
            && options.selection.fields.exact(NAME).is_some()
            && (namespace.is_some_and(|namespace| !namespace.is_empty()) || !route.kind.namespaced);
        let Position { at, start } = self.position(options, single)?;
        let objects = self.in_order(route, namespace, at.unwrap_or(self.store.revision()), &start);
        // A name that is looked up makes no page, and the revision 0 takes no limit.
        let paged = !single && options.limit > 0 && options.revision != "0";
        let limit = if paged { usize::try_from(options.limit).unwrap_or(usize::MAX) } else { usize::MAX };
        let revision = at.unwrap_or(self.store.revision());
        let mut list = List { kind: route.kind.clone(), revision, next: String::new(), remaining: None, items: Vec::new() };
        for object in &objects {
            if list.items.len() >= limit {
                // One more object, selected or not, and there is a next page.
                let end = list.items.last().map_or(String::new(), |last| key_below(last, namespace));
                let revision = i64::try_from(revision.0).unwrap_or(i64::MAX);
                list.next = Continuation { revision, start: format!("/{end}\0") }.encode();
                list.remaining = Some((objects.len() - limit) as u64).filter(|_| options.selection.is_empty());
                break;
            }
            if options.selection.takes(object) {
                list.items.push(object.clone());
            }
        }
        Ok(Response::new(200, Body::List(list)))
    }

    /// The state that a list shows, and with which key it begins.
    ///
    /// Models `apiserver/pkg/storage/interfaces.go` `ValidateListOptions`.
    fn position(&self, options: &ListOptions, single: bool) -> Result<Position, Refusal> {
        if !options.token.is_empty() {
            let token =
                Continuation::decode(options.token).map_err(|error| Status::bad_request(format!("invalid continue token: {error}")))?;
            if !matches!(options.revision, "" | "0") {
                return Err(Status::bad_request("specifying resource version is not allowed when using continue"));
            }
            let at = u64::try_from(token.revision).ok().map(Revision);
            if let Some(at) = at {
                self.refuse_future(at)?;
                if at < self.history.compacted {
                    // Models `handleCompactedErrorForPaging`: the new token goes on at the newest revision.
                    let next = Continuation { revision: -1, start: token.start }.encode();
                    return Err(Status::expired(INCONSISTENT.to_string(), next));
                }
            }
            return Ok(Position { at, start: token.start });
        }
        let asked = revision_of(options.revision).map_err(|error| Status::bad_request(format!("invalid resource version: {error}")))?;
        let exact = options.is_exact(single) && asked.0 > 0;
        if exact && single && asked > self.store.revision() {
            // One object of the future is asked of etcd itself, whose words nobody translates.
            return Err(Status::internal("etcdserver: mvcc: required revision is a future revision"));
        }
        self.refuse_future(asked)?;
        if exact && asked < self.history.compacted {
            return Err(Status::expired("The resourceVersion for the provided list is too old.".to_string(), String::new()));
        }
        Ok(Position { at: Some(asked).filter(|_| exact), start: String::new() })
    }

    /// The revision that a read asks for at least; the newest state has it, unless it lies in the future.
    ///
    /// Models `watch_cache.go` `waitUntilFreshAndBlock`.
    pub(super) fn refuse_future(&self, asked: Revision) -> Result<(), Refusal> {
        let current = self.store.revision();
        if asked > current { Err(Status::too_large_revision(asked.0, current.0)) } else { Ok(()) }
    }

    /// The objects in a namespace, or all of them, in the order of their keys, from a key on.
    pub(super) fn in_order(&self, route: &Route, namespace: Option<&str>, at: Revision, start: &str) -> Vec<Arc<Object>> {
        let state = self.store.past(&route.kind, at);
        let mut objects: Vec<Arc<Object>> = Vec::new();
        let mut sorted = true;
        for ((owner, _), object) in state.from(&(namespace.unwrap_or(""), "")) {
            if namespace.is_some_and(|namespace| namespace != &**owner) {
                break;
            }
            // `a/x` comes after `a-b/x`, although `a` comes before `a-b`.
            sorted = sorted && objects.last().is_none_or(|last| goes_before(last, object));
            if start.is_empty() || key_below(object, namespace).as_str() >= start {
                objects.push(object.clone());
            }
        }
        if !sorted {
            sort(&mut objects, &|left, right| goes_before(left, right));
        }
        objects
    }
}

struct Position {
    /// None: the newest.
    at: Option<Revision>,
    start: String,
}

const INCONSISTENT: &str = "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.";

/// An object's key below the prefix of what is listed.
fn key_below(object: &Object, namespace: Option<&str>) -> String {
    match object.metadata.namespace.as_deref().filter(|_| namespace.is_none()) {
        Some(owner) => format!("{owner}/{}", object.metadata.name),
        None => object.metadata.name.clone(),
    }
}

/// The order of etcd's keys.
fn goes_before(left: &Arc<Object>, right: &Arc<Object>) -> bool {
    let (one, other) = (left.metadata.namespace.as_deref().unwrap_or(""), right.metadata.namespace.as_deref().unwrap_or(""));
    if one == other { left.metadata.name < right.metadata.name } else { format!("{one}/") < format!("{other}/") }
}

/// A revision that is asked for.
///
/// Models `api_object_versioner.go` `ParseResourceVersion`.
pub(super) fn revision_of(text: &str) -> Result<Revision, String> {
    parse_revision(text).map_err(|error| format!("resourceVersion: Invalid value: {}: {error}", quoted(text)))
}
