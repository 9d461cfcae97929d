//! Deleting.
//!
//! Models `apiserver/pkg/registry/generic/registry/store.go` `Delete` and `pkg/registry/rest/delete.go`.

use std::sync::Arc;

use super::Cluster;
use super::fields::Writer;
use super::kind::Kind;
use super::options::{DeleteOptions, Propagation, delete_options, manager_of};
use super::request::{Body, Request, Response};
use super::route::Route;
use super::status::{Refusal, Status};
use crate::object::Object;

impl Cluster {
    pub(super) fn delete(&mut self, route: &Route, name: &str, request: &Request) -> Result<Response, Refusal> {
        let options = delete_options(request)?;
        let kind = &*route.kind;
        if &*kind.kind == "Namespace" && !kind.custom {
            return Err(Status::not_implemented("deleting namespaces"));
        }
        let Some(stored) = self.store.get(kind, route.namespace_or_none(), name).cloned() else {
            return Err(Status::not_found(kind, name));
        };
        check_preconditions(kind, &stored, &options)?;
        match options.propagation {
            None | Some(Propagation::Background) => {}
            Some(Propagation::Foreground) => return Err(Status::not_implemented("propagationPolicy Foreground")),
            Some(Propagation::Orphan) => return Err(Status::not_implemented("propagationPolicy Orphan")),
        }
        let writer =
            Writer { manager: manager_of(&request.user_agent), subresource: None, now: self.start.after(self.now), applies: false };
        if stored.metadata.deletion.is_some() {
            return Ok(Response::new(200, Body::Object(stored)));
        }
        if stored.metadata.finalizers.is_empty() {
            let status = Status::deleted(kind, name, &stored.metadata.uid);
            self.store.remove(kind, stored, self.stamp(&writer));
            return Ok(Response::new(200, Body::Status(status)));
        }
        let mut dying = Object::clone(&stored);
        dying.metadata.deletion = Some(writer.now);
        // Neither kind has a grace period.
        dying.metadata.deletion_grace_seconds = Some(0);
        if dying.metadata.generation > 0 {
            dying.metadata.generation += 1;
        }
        let written = self.store.put(kind, dying, Some(stored), self.stamp(&writer));
        Ok(Response::new(200, Body::Object(written)))
    }
}

fn check_preconditions(kind: &Kind, stored: &Arc<Object>, options: &DeleteOptions) -> Result<(), Refusal> {
    let metadata = &stored.metadata;
    if let Some(uid) = options.uid.as_ref().filter(|uid| **uid != *metadata.uid) {
        let detail = format!(
            "the UID in the precondition ({uid}) does not match the UID in record ({}). The object might have been deleted and then recreated",
            metadata.uid
        );
        return Err(Status::precondition(kind, &metadata.name, &detail));
    }
    let revision = metadata.revision.to_string();
    if let Some(asked) = options.resource_version.as_ref().filter(|asked| **asked != revision) {
        let detail = format!(
            "the ResourceVersion in the precondition ({asked}) does not match the ResourceVersion in record ({revision}). The object might have been modified"
        );
        return Err(Status::precondition(kind, &metadata.name, &detail));
    }
    Ok(())
}
