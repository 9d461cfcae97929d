//! `CustomResourceDefinition`s: from one to the kind that it makes the server serve.
//!
//! Models `apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go` and
//! `pkg/apis/apiextensions/validation/validation.go`, as far as one version without conversion goes.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::Cluster;
use super::definitions::set_condition;
use super::kind::{CustomKind, Kind, KindError};
use super::status::{FieldFault, Refusal, Status};
use crate::object::json::parse_plain;
use crate::object::{Object, Record, Timestamp, unescape, value_at};

/// Where a version has its schema.
const SCHEMA: [&str; 2] = ["schema", "openAPIV3Schema"];

/// The finalizer of a definition whose objects are to go first.
pub(crate) const CLEANUP: &str = "customresourcecleanup.apiextensions.k8s.io";

/// What the server fills in where a definition says nothing.
///
/// Models `pkg/apis/apiextensions/v1/defaults.go`.
pub(crate) fn fill_defaults(spec: &mut Map<String, Value>) {
    if !spec.contains_key("conversion") {
        let mut conversion = Record::default();
        conversion.text("strategy", "None");
        spec.insert("conversion".to_string(), conversion.end());
    }
    let Some(names) = spec.get_mut("names").and_then(Value::as_object_mut) else { return };
    let kind = names.get("kind").and_then(Value::as_str).unwrap_or("").to_string();
    for (name, text) in [("singular", kind.to_ascii_lowercase()), ("listKind", format!("{kind}List"))] {
        if !kind.is_empty() && !names.contains_key(name) {
            names.insert(name.to_string(), Value::String(text));
        }
    }
}

/// Sets what only the server may set at creation.
pub(crate) fn prepare_for_create(object: &mut Object) {
    object.metadata.generation = 1;
    let mut stored = Vec::new();
    for version in versions(object) {
        if version.get("storage") == Some(&Value::Bool(true)) {
            stored.extend(version.get("name").cloned());
        }
    }
    let (mut names, mut status) = (Record::default(), Record::default());
    names.text("plural", "");
    names.text("kind", "");
    status.put("conditions", Value::Null);
    status.put("acceptedNames", names.end());
    status.put("storedVersions", Value::Array(stored));
    object.body.insert("status".to_string(), status.end());
}

/// Puts back what goes through the other path. The status path lets metadata through, by an old slip that others rely on.
pub(crate) fn prepare_for_update(subresource: Option<&str>, new: &mut Object, old: &Object) {
    let kept = if subresource.is_some() { "spec" } else { "status" };
    if let Some(value) = old.body.get(kept) {
        new.body.insert(kept.to_string(), value.clone());
    }
    if new.body.get("spec") != old.body.get("spec") {
        new.metadata.generation += 1;
    }
}

/// A definition whose deletion was asked for: it stays until its objects are gone.
///
/// Models `pkg/registry/customresourcedefinition/etcd.go` `Delete`.
pub(crate) fn dying(stored: &Object, now: Timestamp) -> Object {
    let mut body = stored.to_value();
    let told = [
        "Terminating",
        "True",
        "InstanceDeletionPending",
        "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon",
    ];
    set_condition(&mut body, told, now);
    let mut dying = stored.clone();
    if let Some(status) = body.get_mut("status") {
        dying.body.insert("status".to_string(), status.take());
    }
    dying.metadata.deletion = Some(now);
    if !dying.metadata.finalizers.iter().any(|name| name == CLEANUP) {
        dying.metadata.finalizers.push(CLEANUP.to_string());
    }
    dying
}

impl Cluster {
    /// Serves what a definition defines, as it is now; nothing for any other kind.
    pub(super) fn redefine(&mut self, of: &Kind, name: &str) {
        if !of.is("CustomResourceDefinition") {
            return;
        }
        let object = self.store.get(of, "", name);
        let defined = object.filter(|object| is(object, "Established") && is_served(object)).and_then(|object| kind(object).ok());
        let mut kinds: Vec<Arc<Kind>> = self.kinds.to_vec();
        let mut turn = kinds.iter().map(|kind| kind.place + 1).max().unwrap_or(0);
        kinds.retain(|kind| {
            let same = kind.custom && kind.resource() == name;
            if same {
                turn = kind.place;
            }
            !same
        });
        if let Some(kind) = defined {
            let index = self.store.table(name);
            let place = kinds.iter().position(|other| (&other.group, &other.kind) > (&kind.group, &kind.kind)).unwrap_or(kinds.len());
            kinds.insert(place, Arc::new(kind.at(index, turn)));
        }
        self.kinds = kinds.into();
    }

    /// Nothing is created of a kind whose definition is going.
    ///
    /// Models `apiextensions-apiserver/pkg/apiserver/customresource_handler.go`.
    pub(super) fn check_definition(&self, kind: &Kind, name: &str) -> Result<(), Refusal> {
        let going = || {
            let definitions = self.kind("CustomResourceDefinition", Some("apiextensions.k8s.io/v1"))?;
            self.store.get(definitions, "", kind.resource())?.metadata.deletion
        };
        if kind.custom && going().is_some() {
            let detail = "create not allowed while custom resource definition is terminating";
            return Err(Status::forbidden(kind, name, detail));
        }
        Ok(())
    }
}

fn versions(object: &Object) -> &[Value] {
    object.at(&["spec", "versions"]).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn is_served(object: &Object) -> bool {
    versions(object).first().is_some_and(|version| version.get("served") == Some(&Value::Bool(true)))
}

/// What is wrong with a definition.
pub(crate) fn validate(object: &Object) -> Result<Vec<FieldFault>, Refusal> {
    let text = |path: &[&str]| object.at(path).and_then(Value::as_str).unwrap_or("");
    let (group, plural) = (text(&["spec", "group"]), text(&["spec", "names", "plural"]));
    let mut faults = Vec::new();
    if object.metadata.name != format!("{plural}.{group}") {
        faults.push(FieldFault::invalid_text("metadata.name", &object.metadata.name, "must be spec.names.plural+\".\"+spec.group"));
    }
    if group.is_empty() {
        faults.push(FieldFault::required("spec.group", ""));
    }
    match text(&["spec", "scope"]) {
        "Cluster" | "Namespaced" => {}
        "" => faults.push(FieldFault::required("spec.scope", "")),
        other => {
            let allowed = ["\"Cluster\"", "\"Namespaced\""].map(str::to_string);
            faults.push(FieldFault::not_supported("spec.scope", &Value::String(other.to_string()), &allowed));
        }
    }
    for name in ["plural", "singular", "kind", "listKind"] {
        if text(&["spec", "names", name]).is_empty() {
            faults.push(FieldFault::required(format!("spec.names.{name}"), ""));
        }
    }
    let all = versions(object);
    if all.iter().filter(|version| version.get("storage") == Some(&Value::Bool(true))).count() != 1 {
        let whole = object.at(&["spec", "versions"]).unwrap_or(&Value::Null);
        faults.push(FieldFault::invalid("spec.versions", whole, "must have exactly one version marked as storage version"));
    }
    if all.len() > 1 {
        return Err(Status::not_implemented("CustomResourceDefinitions with several versions"));
    }
    let unbuilt: [(&[&str], &str); 4] = [
        (&["subresources", "scale"], "the scale subresource"),
        (&["selectableFields"], "selectableFields"),
        (&["deprecated"], "deprecated versions"),
        (&["deprecationWarning"], "deprecated versions"),
    ];
    for (path, what) in unbuilt {
        if all.first().is_some_and(|version| value_at(version, path).is_some()) {
            return Err(Status::not_implemented(what));
        }
    }
    if text(&["spec", "conversion", "strategy"]) == "Webhook" {
        return Err(Status::not_implemented("conversion webhooks"));
    }
    if all.first().is_some_and(|version| value_at(version, &SCHEMA).is_none()) {
        faults.push(FieldFault::required("spec.versions[0].schema.openAPIV3Schema", "schemas are required"));
    }
    if faults.is_empty()
        && let Err(error) = kind(object)
    {
        if error.not_yet {
            return Err(Status::not_implemented(&error.message));
        }
        faults.push(schema_fault(object, &error));
    }
    Ok(faults)
}

/// A fault of the schema, in the words of the real validation where those are known.
fn schema_fault(object: &Object, error: &KindError) -> FieldFault {
    let Some(rest) = error.path.strip_prefix("/schema") else {
        let field = format!("spec.names{}", error.path.replace('/', "."));
        return FieldFault::invalid(field, object.at(&["spec", "names"]).unwrap_or(&Value::Null), &error.message);
    };
    let mut field = "spec.versions[0].schema.openAPIV3Schema".to_string();
    let mut steps = rest.split('/').skip(1);
    while let Some(step) = steps.next() {
        field = format!("{field}.{step}");
        if step == "properties"
            && let Some(name) = steps.next()
        {
            field = format!("{field}[{}]", unescape(name));
        }
    }
    if rest.ends_with("/type") && error.message == "must be there" {
        return FieldFault::required(field, "must not be empty for specified object fields");
    }
    if rest == "/type" {
        return FieldFault::required(field, "must not be empty at the root");
    }
    let schema = versions(object).first().and_then(|version| value_at(version, &SCHEMA)).unwrap_or(&Value::Null);
    let steps: Vec<String> = rest.split('/').skip(1).map(unescape).collect();
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    FieldFault::invalid(field, value_at(schema, &steps).unwrap_or(&Value::Null), &error.message)
}

/// Whether a field of a map is this text.
pub(crate) fn says(map: &Value, field: &str, text: &str) -> bool {
    map.get(field).and_then(Value::as_str) == Some(text)
}

/// Whether a condition of a definition is true.
pub(crate) fn is(object: &Object, condition: &str) -> bool {
    let conditions = object.at(&["status", "conditions"]).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    conditions.iter().any(|one| says(one, "type", condition) && says(one, "status", "True"))
}

/// The kind that a definition defines.
pub(crate) fn kind(object: &Object) -> Result<Kind, KindError> {
    let text = |path: &[&str]| object.at(path).and_then(Value::as_str).unwrap_or("").to_string();
    let version = versions(object).first().cloned().unwrap_or_default();
    let custom = CustomKind {
        group: text(&["spec", "group"]),
        version: version.get("name").and_then(Value::as_str).unwrap_or("").to_string(),
        kind: text(&["spec", "names", "kind"]),
        plural: text(&["spec", "names", "plural"]),
        namespaced: text(&["spec", "scope"]) == "Namespaced",
        status_subresource: value_at(&version, &["subresources", "status"]).is_some(),
        schema: value_at(&version, &SCHEMA).cloned(),
        printer_columns: version.get("additionalPrinterColumns").and_then(Value::as_array).cloned().unwrap_or_default(),
    };
    let mut kind = super::kind::serve(&custom)?;
    (kind.singular, kind.list_kind) = (text(&["spec", "names", "singular"]).into(), text(&["spec", "names", "listKind"]).into());
    for (into, name) in [(&mut kind.short_names, "shortNames"), (&mut kind.categories, "categories")] {
        let list = object.at(&["spec", "names", name]).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        into.extend(list.iter().filter_map(|name| name.as_str().map(str::to_string)));
    }
    Ok(kind)
}

impl CustomKind {
    /// The definition of this kind, as somebody would send it.
    #[must_use]
    pub fn definition(&self) -> Value {
        let (mut version, mut schema, mut names, mut spec) = (Record::default(), Record::default(), Record::default(), Record::default());
        let open = || parse_plain(r#"{"type": "object", "x-kubernetes-preserve-unknown-fields": true}"#).unwrap_or_default();
        schema.put("openAPIV3Schema", self.schema.clone().unwrap_or_else(open));
        version.text("name", &self.version);
        version.flag("served", true);
        version.flag("storage", true);
        version.put("schema", schema.end());
        if self.status_subresource {
            let mut subresources = Record::default();
            subresources.put("status", Record::default().end());
            version.put("subresources", subresources.end());
        }
        if !self.printer_columns.is_empty() {
            version.put("additionalPrinterColumns", Value::Array(self.printer_columns.clone()));
        }
        names.text("kind", &self.kind);
        names.text("plural", &self.plural);
        spec.text("group", &self.group);
        spec.text("scope", if self.namespaced { "Namespaced" } else { "Cluster" });
        spec.put("names", names.end());
        spec.put("versions", Value::Array(vec![version.end()]));
        let (mut metadata, mut whole) = (Record::default(), Record::default());
        metadata.text("name", &format!("{}.{}", self.plural, self.group));
        whole.text("apiVersion", "apiextensions.k8s.io/v1");
        whole.text("kind", "CustomResourceDefinition");
        whole.put("metadata", metadata.end());
        whole.put("spec", spec.end());
        whole.end()
    }
}
