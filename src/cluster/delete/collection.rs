//! Deleting a collection: a list, then one deletion after the other.
//!
//! Models `apiserver/pkg/registry/generic/registry/store.go` `DeleteCollection` (with its one worker) and
//! `pkg/endpoints/handlers/delete.go` `DeleteCollection`.

use super::options::delete_options;
use crate::cluster::Cluster;
use crate::cluster::request::{Body, Request, Response};
use crate::cluster::route::{self, Route};
use crate::cluster::status::{Refusal, Status};

impl Cluster {
    /// Deletes what a list with the same query gives, in its order, and answers with that list. It is not atomic: the
    /// first refusal ends it, and what is gone stays so.
    pub(in crate::cluster) fn delete_collection(&mut self, route: &Route, request: &Request) -> Result<Response, Refusal> {
        let kind = &route.kind;
        if kind.namespaced && route.namespace.is_none() {
            // A custom resource's handler does not know that path, the others do not know the method.
            return if kind.custom { Ok(*route::page_not_found()) } else { Err(Status::no_method()) };
        }
        let mut asked = Request { query: request.query.clone(), accept: request.accept.clone(), ..Request::default() };
        asked.query.remove("watch");
        let listed = self.collection(route, &asked)?;
        let options = delete_options(request)?;
        let Body::List(list) = &listed.body else { return Ok(listed) };
        for object in &list.items {
            match self.delete_one(kind, route.namespace_or_none(), &object.metadata.name, &options, request) {
                Err(refusal) if refusal.code != 404 => return Err(refusal),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(listed)
    }
}
