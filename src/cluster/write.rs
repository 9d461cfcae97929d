//! Creating, replacing and patching.
//!
//! Models `apiserver/pkg/endpoints/handlers/{create,update,patch}.go`, `pkg/registry/generic/registry/store.go`,
//! `pkg/registry/rest/{create,update}.go` and `apiextensions-apiserver/pkg/registry/customresource`.

use crate::object::text::join;
use std::sync::Arc;

use serde_json::Value;

use super::fault::{Faults, FieldFault};
use super::fields::{self, Writer};
use super::kind::Kind;
use super::options::{WriteOptions, parse_revision, write_options};
use super::patch::{PatchType, json, merge, patch_type, strategic};
use super::request::{Body, Request, Response};
use super::route::Route;
use super::schema;
use super::status::{Refusal, Status, go_value};
use super::validation::{self, NameRule, finalizer_warnings};
use super::{Cluster, Warnings, built_in, decode, definition, limits, names, namespace_rules};
use crate::object::{Metadata, Object, ObjectParts, fields_of, remove, set};

/// How often a generated name is tried.
///
/// Models `apiserver/pkg/registry/generic/registry/store.go` `maxNameGenerationCreateAttempts`.
const NAME_ATTEMPTS: usize = 8;

impl Cluster {
    pub(super) fn create(&mut self, route: &Route, request: &Request, warnings: &mut Warnings) -> Result<Response, Refusal> {
        // A create looks at the format of its body first, a replace at its options.
        decode::check_media_type(request.content_type.as_deref())?;
        let options = write_options(request, "CreateOptions")?;
        let kind = &*route.kind;
        if kind.namespaced && route.namespace.is_none() {
            return Err(Status::no_method());
        }
        let ObjectParts { mut object, resource_version, resets_managed_fields, .. } =
            decode::object(kind, request, options.validation, warnings)?;
        match_namespace(route, &mut object.metadata)?;
        wipe(&mut object.metadata);
        unique_owners(&mut object.metadata, "", warnings);
        let writer = self.writer(&options, None);
        fields::track(kind, None, &mut object, resets_managed_fields, &writer);
        self.store_new(route, object, &resource_version, &writer, warnings)
    }

    /// Checks and stores an object that was not there.
    fn store_new(
        &mut self,
        route: &Route,
        mut object: Object,
        resource_version: &str,
        writer: &Writer,
        warnings: &mut Warnings,
    ) -> Result<Response, Refusal> {
        let kind = &*route.kind;
        self.admit(route, &object)?;
        object.metadata.creation = Some(writer.now);
        prepare_for_create(kind, &mut object);
        let generates = object.metadata.name.is_empty() && object.metadata.generate_name.is_some();
        for attempt in 1.. {
            if generates {
                self.generate_name(kind, route.namespace_or_none(), &mut object.metadata);
            }
            let name = object.metadata.name.clone();
            validate_create(kind, &object)?;
            self.check_definition(kind, &name)?;
            if kind.custom {
                warnings.extend(finalizer_warnings(&object.metadata.finalizers, &[]));
            } else {
                warnings.extend(built_in::warning(kind, &object));
            }
            if parse_revision(resource_version).is_ok_and(|revision| revision.0 != 0) {
                return Err(Status::internal("resourceVersion should not be set on objects to be created"));
            }
            match self.store.get(kind, route.namespace_or_none(), &name) {
                None => break,
                Some(_) if generates && attempt < NAME_ATTEMPTS => {}
                Some(other) => return Err(Status::already_exists(kind, &name, other.metadata.deletion.is_some())),
            }
        }
        namespace_rules::label(kind, &mut object.metadata);
        object.metadata.uid = self.next_uid(kind, route.namespace_or_none(), &object.metadata.name);
        limits::fit(&mut object, writer.applies)?;
        let stored = self.store.put(kind, object, None, self.stamp(writer));
        self.redefine(kind, &stored.metadata.name);
        Ok(Response::new(201, Body::Object(stored)))
    }

    fn generate_name(&mut self, kind: &Kind, namespace: &str, metadata: &mut Metadata) {
        let prefix = metadata.generate_name.as_deref().unwrap_or("");
        let count = self.store.count_generated(kind, namespace, prefix);
        metadata.name = names::generated(self.seed, &kind.kind, namespace, prefix, count);
    }

    fn next_uid(&self, kind: &Kind, namespace: &str, name: &str) -> Arc<str> {
        names::uid(self.seed, kind.resource(), namespace, name, self.store.gone(kind, namespace, name))
    }

    /// Nothing is created in a namespace that is not there.
    ///
    /// Models `apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go`.
    fn admit(&self, route: &Route, object: &Object) -> Result<(), Refusal> {
        let Some(namespace) = route.namespace else { return Ok(()) };
        let Some(kind) = self.kind("Namespace", Some("v1")) else { return Ok(()) };
        match self.store.get(kind, "", namespace) {
            None => Err(Status::not_found(kind, namespace)),
            Some(stored) if stored.metadata.deletion.is_some() => {
                // No name is generated yet.
                let metadata = &object.metadata;
                let name = Some(&metadata.name).filter(|name| !name.is_empty()).or(metadata.generate_name.as_ref());
                Err(Status::namespace_terminating(&route.kind, name.map_or("Unknown", String::as_str), namespace))
            }
            Some(_) => Ok(()),
        }
    }

    pub(super) fn replace(&mut self, route: &Route, name: &str, request: &Request, warnings: &mut Warnings) -> Result<Response, Refusal> {
        let options = write_options(request, "UpdateOptions")?;
        let kind = &*route.kind;
        let mut parts = decode::object(kind, request, options.validation, warnings)?;
        match_namespace(route, &mut parts.object.metadata)?;
        match_name(name, &parts.object.metadata)?;
        unique_owners(&mut parts.object.metadata, "", warnings);
        let stored = self.store.get(kind, route.namespace_or_none(), name).cloned();
        let Some(stored) = stored else {
            if !built_in::is_created_by_update(kind) {
                return Err(Status::not_found(kind, name));
            }
            if !parts.object.metadata.uid.is_empty() {
                return Err(wrong_uid(route, name, &parts.object.metadata.uid, ""));
            }
            parse_revision(&parts.resource_version).map_err(Status::internal)?;
            wipe(&mut parts.object.metadata);
            let writer = self.writer(&options, None);
            fields::track(kind, None, &mut parts.object, parts.resets_managed_fields, &writer);
            return self.store_new(route, parts.object, "", &writer, warnings);
        };
        let uid = &parts.object.metadata.uid;
        if !uid.is_empty() && *uid != stored.metadata.uid {
            return Err(wrong_uid(route, name, uid, &stored.metadata.uid));
        }
        self.update(route, &stored, parts, &options, warnings)
    }

    pub(super) fn patch(&mut self, route: &Route, name: &str, request: &Request, warnings: &mut Warnings) -> Result<Response, Refusal> {
        let kind = &*route.kind;
        let patch = patch_type(kind, request.content_type.as_deref())?;
        let options = write_options(request, "PatchOptions")?;
        let stored = self.store.get(kind, route.namespace_or_none(), name).cloned();
        if patch == PatchType::Apply {
            return self.apply(route, name, stored, request, &options, warnings);
        }
        let Some(stored) = stored else { return Err(Status::not_found(kind, name)) };
        let whole = stored.to_value();
        let (patched, strict, shown) = match patch {
            PatchType::Strategic => {
                let (patch, strict) = decode::merge_patch(request, "")?;
                let known = |name: &str| fields::is_declared(kind, name);
                let merged = strategic::merge(fields_of(whole), &patch, &known)?;
                (Value::Object(merged), strict, Some(go_value(&Value::Object(patch))))
            }
            PatchType::Json => {
                let (operations, strict) = decode::json_patch(request, options.validation)?;
                let patched = json::apply(whole, &operations).ok_or_else(Status::patch_does_not_apply)?;
                (patched, strict, None)
            }
            PatchType::Merge | PatchType::Apply => {
                let (patch, strict) = decode::merge_patch(request, "error decoding patch: ")?;
                let mut map = fields_of(whole);
                merge(&mut map, patch);
                (Value::Object(map), strict, None)
            }
        };
        let mut parts = decode::patched(kind, &patched, shown.as_deref(), strict, options.validation, warnings)?;
        match_namespace(route, &mut parts.object.metadata)?;
        match_name(name, &parts.object.metadata)?;
        self.update(route, &stored, parts, &options, warnings)
    }

    /// Server-side apply: it creates what is not there.
    fn apply(
        &mut self,
        route: &Route,
        name: &str,
        stored: Option<Arc<Object>>,
        request: &Request,
        options: &WriteOptions,
        warnings: &mut Warnings,
    ) -> Result<Response, Refusal> {
        let kind = &*route.kind;
        if stored.is_none() && route.subresource.is_some() {
            return Err(Status::not_found(kind, name));
        }
        let (config, twice) = decode::configuration(request)?;
        let writer = Writer { applies: true, ..self.writer(options, route.subresource_name()) };
        let fields::Applied { object, managed_fields, named } = fields::apply(kind, stored.as_deref(), config, options.force, &writer)?;
        let mut parts = match (object, &stored) {
            (None, Some(stored)) => ObjectParts::of(stored),
            (object, _) => decode::applied(kind, &object.unwrap_or_default(), &named)?,
        };
        decode::set_twice(twice.as_deref(), options.validation, warnings)?;
        let metadata = &mut parts.object.metadata;
        if stored.is_none() && !metadata.uid.is_empty() {
            let uid = &metadata.uid;
            let detail = format!("uid mismatch: the provided object specified uid {uid}, and no existing object was found");
            return Err(Status::conflict(kind, name, &detail));
        }
        if stored.is_none() {
            wipe(metadata);
            parse_revision(&parts.resource_version).map_err(Status::internal)?;
        }
        metadata.managed_fields = managed_fields;
        match_namespace(route, metadata)?;
        match_name(name, metadata)?;
        match stored {
            Some(stored) => self.commit(route, &stored, parts, &writer, warnings),
            None => self.store_new(route, parts.object, "", &writer, warnings),
        }
    }

    /// What replacing and patching have in common.
    fn update(
        &mut self,
        route: &Route,
        stored: &Arc<Object>,
        parts: ObjectParts,
        options: &WriteOptions,
        warnings: &mut Warnings,
    ) -> Result<Response, Refusal> {
        let writer = self.writer(options, route.subresource_name());
        let mut parts = parts;
        fields::track(&route.kind, Some(stored), &mut parts.object, parts.resets_managed_fields, &writer);
        self.commit(route, stored, parts, &writer, warnings)
    }

    /// Checks and stores another state of an object.
    fn commit(
        &mut self,
        route: &Route,
        stored: &Arc<Object>,
        parts: ObjectParts,
        writer: &Writer,
        warnings: &mut Warnings,
    ) -> Result<Response, Refusal> {
        let kind = &*route.kind;
        let ObjectParts { object: mut new, resource_version, .. } = parts;
        let old = &stored.metadata;
        match parse_revision(&resource_version).map_err(Status::internal)? {
            sent if sent == old.revision => {}
            // Only built-in kinds take a write that does not say from which state it was made.
            sent if sent.0 == 0 && built_in::takes_unconditional_updates(kind) => {}
            sent if sent.0 == 0 => {
                let fault = FieldFault::invalid("metadata.resourceVersion", &Value::from(0), "must be specified for an update");
                return Err(Status::invalid(&kind.group, &kind.plural, &old.name, &[fault]));
            }
            _ => return Err(Status::stale(kind, &old.name)),
        }
        new.metadata.revision = old.revision;
        match_namespace(route, &mut new.metadata)?;
        unique_owners(&mut new.metadata, " after mutating admission happens", warnings);
        prepare_for_update(kind, writer, &mut new, stored);
        validate_update(kind, writer, &new, stored)?;
        if kind.custom && writer.subresource.is_none() {
            warnings.extend(finalizer_warnings(&new.metadata.finalizers, &old.finalizers));
        }
        warnings.extend(built_in::warning(kind, &new));
        fields::keep_times(stored, &mut new);

        let held = !new.metadata.finalizers.is_empty() || (namespace_rules::is_namespace(kind) && !namespace_rules::is_finalized(&new));
        if old.deletion.is_some() && !held && new.metadata.deletion_grace_seconds.unwrap_or(0) == 0 {
            self.store.remove(kind, stored.clone(), self.stamp(writer));
            self.redefine(kind, &old.name);
            return Ok(Response::new(200, Body::Object(Arc::new(new))));
        }
        if new == **stored && !self.noop_bumps {
            return Ok(Response::new(200, Body::Object(stored.clone())));
        }
        limits::fit(&mut new, writer.applies)?;
        let written = self.store.put(kind, new, Some(stored.clone()), self.stamp(writer));
        self.redefine(kind, &old.name);
        Ok(Response::new(200, Body::Object(written)))
    }

    #[inline(never)]
    fn writer(&self, options: &WriteOptions, subresource: Option<&'static str>) -> Writer {
        Writer { manager: options.manager(), subresource, now: self.start.after(self.now), applies: false }
    }
}

/// What is replaced is not what the client means.
#[allow(clippy::unnecessary_box_returns)] // as in `status.rs`
fn wrong_uid(route: &Route, name: &str, sent: &str, found: &str) -> Refusal {
    let key = route.kind.storage_key(route.namespace_or_none(), name);
    let detail = format!(
        "StorageError: invalid object, Code: 4, Key: {key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: {sent}, UID in object meta: {found}"
    );
    Status::conflict(&route.kind, name, &detail)
}

/// Takes out what only the server may set.
///
/// Models `apiserver/pkg/registry/rest/meta.go` `WipeObjectMetaSystemFields`.
fn wipe(metadata: &mut Metadata) {
    (metadata.creation, metadata.deletion, metadata.deletion_grace_seconds, metadata.self_link) = (None, None, None, None);
    metadata.uid = "".into();
}

/// A reference that stands there twice is kept once.
///
/// Models `handlers.dedupOwnerReferencesAndAddWarning`.
fn unique_owners(metadata: &mut Metadata, when: &str, warnings: &mut Warnings) {
    let (mut kept, mut twice) = (Vec::new(), Vec::new());
    for owner in std::mem::take(&mut metadata.owner_references) {
        if kept.contains(&owner) { twice.push(owner.uid) } else { kept.push(owner) }
    }
    metadata.owner_references = kept;
    if !twice.is_empty() {
        let what = "API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests";
        let uids = join(&twice, ", ");
        warnings.push(format!(".metadata.ownerReferences contains duplicate entries{when}; {what}; duplicate UID(s) observed: {uids}"));
    }
}

/// Models `rest.EnsureObjectNamespaceMatchesRequestNamespace`.
fn match_namespace(route: &Route, metadata: &mut Metadata) -> Result<(), Refusal> {
    let wanted = route.namespace.filter(|_| route.kind.namespaced);
    match (wanted, &metadata.namespace) {
        (Some(wanted), Some(sent)) if wanted != sent => {
            Err(Status::bad_request("the namespace of the provided object does not match the namespace sent on the request"))
        }
        (Some(_), Some(_)) => Ok(()),
        (wanted, _) => {
            metadata.namespace = wanted.map(str::to_string);
            Ok(())
        }
    }
}

/// Models `handlers.checkName`.
fn match_name(name: &str, metadata: &Metadata) -> Result<(), Refusal> {
    if metadata.name.is_empty() {
        return Err(Status::bad_request(format!("the name of the object ({name} based on URL) was undeterminable: name must be provided")));
    }
    if metadata.name != name {
        return Err(Status::bad_request(format!("the name of the object ({}) does not match the name on the URL ({name})", metadata.name)));
    }
    Ok(())
}

fn prepare_for_create(kind: &Kind, object: &mut Object) {
    if !kind.custom {
        built_in::prepare_for_create(kind, object);
        return;
    }
    if kind.status_subresource {
        remove(&mut object.body, "status");
    }
    object.metadata.generation = 1;
}

/// Puts back what a client cannot change and counts the generation.
fn prepare_for_update(kind: &Kind, writer: &Writer, new: &mut Object, stored: &Object) {
    let old = &stored.metadata;
    new.metadata.generation = old.generation;
    if kind.is("Lease") {
        built_in::prepare_for_create(kind, new);
    }
    if namespace_rules::is_namespace(kind) {
        namespace_rules::prepare_for_update(writer.subresource, new, stored);
    } else if kind.is("CustomResourceDefinition") {
        definition::prepare_for_update(writer.subresource, new, stored);
    } else if writer.subresource.is_some() {
        let status = remove(&mut new.body, "status");
        let managed_fields = std::mem::take(&mut new.metadata.managed_fields);
        *new = stored.clone();
        new.metadata.managed_fields = managed_fields;
        set(&mut new.body, "status", status);
    } else if kind.custom {
        if kind.status_subresource {
            set(&mut new.body, "status", stored.body.get("status").cloned());
        }
        if new.body != stored.body || new.types != stored.types {
            new.metadata.generation += 1;
        }
    }
    let metadata = &mut new.metadata;
    if metadata.uid.is_empty() {
        metadata.uid = old.uid.clone();
    }
    metadata.creation = old.creation;
    if old.deletion.is_some() {
        metadata.deletion = old.deletion;
    }
    if metadata.deletion_grace_seconds.is_none() {
        metadata.deletion_grace_seconds = old.deletion_grace_seconds;
    }
    metadata.self_link = None;
}

fn refuse(kind: &Kind, object: &Object, faults: &[FieldFault]) -> Result<(), Refusal> {
    if faults.is_empty() {
        return Ok(());
    }
    // The message names the kind that the object says it has.
    Err(Status::invalid(&kind.group, &object.types.kind, &object.metadata.name, faults))
}

fn validate_create(kind: &Kind, object: &Object) -> Result<(), Refusal> {
    if !kind.custom {
        return refuse(kind, object, &built_in::validate(kind, object)?);
    }
    refuse(kind, object, &type_faults(kind, object))?;
    let mut faults = validation::metadata(&object.metadata, kind.namespaced, NameRule::Subdomain);
    faults.also(schema::validate_object(&object.body, None, &kind.schema));
    faults.also(schema::duplicates(&object.body, &kind.schema));
    refuse(kind, object, &faults)
}

fn validate_update(kind: &Kind, writer: &Writer, new: &Object, stored: &Object) -> Result<(), Refusal> {
    // What holds for every kind is checked before the strategy, which then checks it once more.
    let mut faults = validation::metadata(&new.metadata, kind.namespaced, NameRule::PathSegment);
    faults.also(validation::metadata_update(&new.metadata, &stored.metadata));
    if namespace_rules::is_namespace(kind) {
        faults.also(namespace_rules::validate_update(writer.subresource, new, stored));
        return refuse(kind, new, &faults);
    }
    if !kind.custom {
        faults.also(built_in::validate_update(kind, new, stored)?);
        return refuse(kind, new, &faults);
    }
    let types = type_faults(kind, new);
    if !types.is_empty() {
        faults.also(types);
        return refuse(kind, new, &faults);
    }
    faults.also(validation::metadata_update(&new.metadata, &stored.metadata));
    match (writer.subresource, new.body.get("status"), kind.schema.field("status")) {
        (None, ..) => faults.also(schema::validate_object(&new.body, Some(&stored.body), &kind.schema)),
        (Some(_), Some(status), Some(below)) => faults.also(schema::validate(status, stored.body.get("status"), below, "status")),
        (Some(_), ..) => {}
    }
    if schema::duplicates(&stored.body, &kind.schema).is_empty() {
        faults.also(schema::duplicates(&new.body, &kind.schema));
    }
    refuse(kind, new, &faults)
}

/// Models `customResourceValidator.ValidateTypeMeta`.
fn type_faults(kind: &Kind, object: &Object) -> Vec<FieldFault> {
    let mut faults = Vec::new();
    for (field, sent, own) in [("kind", &object.types.kind, &kind.kind), ("apiVersion", &object.types.api_version, &kind.api_version)] {
        if sent != own {
            faults.invalid_text(field, sent, &format!("must be {own}"));
        }
    }
    faults
}
