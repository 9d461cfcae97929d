//! Deleting one object.
//!
//! Models `apiserver/pkg/registry/generic/registry/store.go` `Delete`, `pkg/registry/rest/delete.go` and
//! `pkg/endpoints/handlers/delete.go`.

pub(super) mod collection;
pub(super) mod finalizers;
pub(super) mod options;

use std::sync::Arc;

use self::options::{DeleteOptions, delete_options};
use super::Cluster;
use super::fields::Writer;
use super::kind::Kind;
use super::options::manager_of;
use super::request::{Body, Request, Response};
use super::route::Route;
use super::status::{Refusal, Status};
use super::{definition, namespace_rules};
use crate::object::{Metadata, Object, Timestamp};

/// What became of an object that was to be deleted.
pub(super) struct Deleted {
    pub(super) body: Body,
    /// It is there still, and waits for its finalizers.
    pub(super) stays: bool,
}

impl Cluster {
    pub(super) fn delete(&mut self, route: &Route, name: &str, request: &Request) -> Result<Response, Refusal> {
        let options = delete_options(request)?;
        let Deleted { body, stays } = self.delete_one(&route.kind, route.namespace_or_none(), name, &options, request)?;
        Ok(Response::new(if stays && options.orphan_dependents == Some(false) { 202 } else { 200 }, body))
    }

    pub(super) fn delete_one(
        &mut self,
        kind: &Kind,
        namespace: &str,
        name: &str,
        options: &DeleteOptions,
        request: &Request,
    ) -> Result<Deleted, Refusal> {
        let writer =
            Writer { manager: manager_of(&request.user_agent), subresource: None, now: self.start.after(self.now), applies: false };
        let Some(stored) = self.store.get(kind, namespace, name).cloned() else {
            return Err(Status::not_found(kind, name));
        };
        if namespace_rules::is_namespace(kind) {
            return self.delete_namespace(kind, stored, options, &writer);
        }
        if kind.is("CustomResourceDefinition") {
            namespace_rules::check_preconditions(kind, &stored, options)?;
        }
        if kind.is("CustomResourceDefinition") && stored.metadata.deletion.is_none() {
            let written = self.store.put(kind, definition::dying(&stored, writer.now), Some(stored), self.stamp(&writer));
            self.redefine(kind, name);
            return Ok(Deleted { body: Body::Object(written), stays: true });
        }
        self.delete_stored(kind, stored, options, &writer)
    }

    /// Marks an object as one that goes, or removes it.
    pub(super) fn delete_stored(
        &mut self,
        kind: &Kind,
        stored: Arc<Object>,
        options: &DeleteOptions,
        writer: &Writer,
    ) -> Result<Deleted, Refusal> {
        check_preconditions(kind, &stored, options)?;
        let finalizers = finalizers::wanted(kind, &stored.metadata.finalizers, options);
        let mut last = stored;
        if finalizers.is_some() || !last.metadata.finalizers.is_empty() {
            let mut dying = Object::clone(&last);
            if let Some(finalizers) = finalizers {
                dying.metadata.finalizers = finalizers;
            }
            let stays = !dying.metadata.finalizers.is_empty();
            if stays {
                mark_as_deleting(&mut dying.metadata, writer.now);
            }
            if dying != *last {
                last = self.store.put(kind, dying, Some(last), self.stamp(writer));
            }
            if stays || options.dry_run {
                return Ok(Deleted { body: Body::Object(last), stays });
            }
        }
        let status = Status::deleted(kind, &last.metadata.name, &last.metadata.uid);
        let name = last.metadata.name.clone();
        self.store.remove(kind, last, self.stamp(writer));
        self.redefine(kind, &name);
        // A namespace is answered as it was last.
        let body = match self.store.log_all().last() {
            Some(event) if namespace_rules::is_namespace(kind) => Body::Object(event.object.clone()),
            _ => Body::Status(status),
        };
        Ok(Deleted { body, stays: false })
    }
}

/// From now on an object is going. None of the kinds has a grace period.
///
/// Models `markAsDeleting`.
fn mark_as_deleting(metadata: &mut Metadata, now: Timestamp) {
    if metadata.deletion.is_none() {
        metadata.deletion = Some(now);
        if metadata.generation > 0 {
            metadata.generation += 1;
        }
    }
    metadata.deletion_grace_seconds = Some(0);
}

/// Models `BeforeDelete`.
fn check_preconditions(kind: &Kind, stored: &Object, options: &DeleteOptions) -> Result<(), Refusal> {
    let metadata = &stored.metadata;
    let refuse = |what: &str, asked: &str, found: &str, why: &str| {
        let detail = format!(
            "the {what} in the precondition ({asked}) does not match the {what} in record ({found}). The object might have been {why}"
        );
        Err(Status::precondition(kind, &metadata.name, &detail))
    };
    if let Some(uid) = options.uid.as_ref().filter(|uid| **uid != *metadata.uid) {
        return refuse("UID", uid, &metadata.uid, "deleted and then recreated");
    }
    let revision = metadata.revision.to_string();
    if let Some(asked) = options.resource_version.as_ref().filter(|asked| **asked != revision) {
        return refuse("ResourceVersion", asked, &revision, "modified");
    }
    Ok(())
}
