//! What a `Namespace` has of its own: a life that ends in two steps, and two subresources.
//!
//! Models `kubernetes/pkg/registry/core/namespace/{strategy.go,storage/storage.go}`.

use std::sync::Arc;

use serde_json::Value;

use super::Cluster;
use super::delete::options::{DeleteOptions, Propagation};
use super::delete::{Deleted, finalizers};
use super::fault::{Faults, FieldFault};
use super::fields::Writer;
use super::kind::Kind;
use super::request::Body;
use super::status::{Refusal, Status};
use super::validation::{self, NameRule};
use crate::object::{Metadata, Object, Record, set};

/// Namespaces that cannot be deleted.
///
/// Models `apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go` `NewLifecycle`.
const IMMORTAL: [&str; 3] = ["default", "kube-system", "kube-public"];

pub(crate) fn is_namespace(kind: &Kind) -> bool {
    !kind.custom && &*kind.kind == "Namespace"
}

/// A namespace bears its name as a label, once it has one.
pub(crate) fn label(kind: &Kind, metadata: &mut Metadata) {
    if is_namespace(kind) && !metadata.name.is_empty() {
        metadata.labels.insert("kubernetes.io/metadata.name".to_string(), metadata.name.clone());
    }
}

/// The finalizers that the server itself looks after.
pub(crate) fn spec_finalizers(object: &Object) -> Vec<String> {
    let mut finalizers = Vec::new();
    if let Some(Value::Array(names)) = object.at(&["spec", "finalizers"]) {
        for name in names {
            if let Value::String(name) = name {
                finalizers.push(name.clone());
            }
        }
    }
    finalizers
}

/// Whether nothing in `spec` holds it any more.
///
/// Models `ShouldDeleteNamespaceDuringUpdate`.
pub(crate) fn is_finalized(object: &Object) -> bool {
    spec_finalizers(object).is_empty()
}

/// What nobody comes to own, since it is put back.
///
/// Models `ResetFieldsFor`.
pub(crate) fn reset_fields(subresource: Option<&str>) -> &'static [&'static str] {
    match subresource {
        None => &["status", "spec"],
        Some("finalize") => &["status"],
        Some(_) => &["spec"],
    }
}

/// Puts back what goes through another path.
pub(crate) fn prepare_for_update(subresource: Option<&str>, new: &mut Object, old: &Object) {
    for field in reset_fields(subresource) {
        set(&mut new.body, field, old.body.get(*field).cloned());
    }
    for field in &["spec", "status"] {
        if !new.body.contains_key(*field) {
            new.set(field, Record::default().end());
        }
    }
}

/// Models `kubernetes/pkg/apis/core/validation/validation.go` `ValidateNamespace`.
pub(crate) fn spec_faults(object: &Object, faults: &mut Vec<FieldFault>) {
    for name in spec_finalizers(object) {
        validation::finalizer_name("spec.finalizers", &name, faults);
    }
}

/// Models `ValidateNamespaceUpdate`, `ValidateNamespaceStatusUpdate` and `ValidateNamespaceFinalizeUpdate`.
pub(crate) fn validate_update(subresource: Option<&str>, new: &Object, old: &Object) -> Vec<FieldFault> {
    let mut faults = Vec::new();
    if subresource.is_none() {
        faults = validation::metadata(&new.metadata, false, NameRule::Label);
        faults.also(validation::standard_finalizers(&new.metadata.finalizers));
        spec_faults(new, &mut faults);
    }
    faults.also(validation::metadata_update(&new.metadata, &old.metadata));
    match subresource {
        None => {}
        Some("finalize") => {
            for (index, name) in spec_finalizers(new).iter().enumerate() {
                validation::finalizer_name(&format!("spec.finalizers[{index}]"), name, &mut faults);
            }
        }
        Some(_) => {
            let (only, state) = if new.metadata.deletion.is_none() { ("Active", "empty") } else { ("Terminating", "not empty") };
            let phase = new.text_at(&["status", "phase"]);
            if phase != only {
                faults.invalid_text("status.Phase", phase, &format!("may only be '{only}' if `deletionTimestamp` is {state}"));
            }
        }
    }
    faults
}

/// What goes through a deletion of its own is refused in the words of the store.
pub(crate) fn check_preconditions(kind: &Kind, stored: &Object, options: &DeleteOptions) -> Result<(), Refusal> {
    let metadata = &stored.metadata;
    let check = |what: &str, asked: Option<&str>, found: &str| match asked {
        Some(asked) if asked != found => {
            let detail = format!("Precondition failed: {what} in precondition: {asked}, {what} in object meta: {found}");
            Err(Status::conflict(kind, &metadata.name, &detail))
        }
        _ => Ok(()),
    };
    check("UID", options.uid.as_deref(), &metadata.uid)?;
    check("ResourceVersion", options.resource_version.as_deref(), &metadata.revision.to_string())
}

impl Cluster {
    /// The first deletion begins the end; the last one, when nothing in `spec` holds it, is like any other.
    pub(super) fn delete_namespace(
        &mut self,
        kind: &Kind,
        stored: Arc<Object>,
        options: &DeleteOptions,
        writer: &Writer,
    ) -> Result<Deleted, Refusal> {
        check_preconditions(kind, &stored, options)?;
        let metadata = &stored.metadata;
        if metadata.deletion.is_some() && !is_finalized(&stored) {
            return Ok(Deleted { body: Body::Object(stored), stays: true });
        }
        if IMMORTAL.contains(&metadata.name.as_str()) {
            return Err(Status::forbidden(kind, &metadata.name, "this namespace may not be deleted"));
        }
        if metadata.deletion.is_some() {
            return self.delete_stored(kind, stored, options, writer);
        }
        let mut dying = Object::clone(&stored);
        dying.metadata.deletion = Some(writer.now);
        // Here the old way to say that dependents do not stay means that they go first.
        let mut options = options.clone();
        if options.orphan_dependents == Some(false) {
            options.propagation = Some(Propagation::Foreground);
        }
        if let Some(finalizers) = finalizers::wanted(kind, &dying.metadata.finalizers, &options) {
            dying.metadata.finalizers = finalizers;
        }
        if let Some(status) = dying.body.entry("status").or_insert_with(|| Record::default().end()).as_object_mut() {
            status.insert("phase".to_string(), Value::String("Terminating".to_string()));
        }
        let written = self.store.put(kind, dying, Some(stored), self.stamp(writer));
        Ok(Deleted { body: Body::Object(written), stays: true })
    }
}
