//! `CustomResourceDefinition`s: from one to the kind that it makes the server serve.
//!
//! Models `apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go` and
//! `pkg/apis/apiextensions/validation/validation.go`, as far as one version without conversion goes.

use crate::object::text::join;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::Cluster;
use super::decode;
use super::definitions::set_condition;
use super::fault::{Faults, FieldFault};
use super::kind::{CustomKind, Kind, KindError};
use super::status::{Refusal, Status};
use super::validation::{NameRule, is_label};
use crate::object::json::parse_plain;
use crate::object::{Object, Record, Timestamp, canonical_text, unescape, value_at};

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
    let storage = versions(object).iter().find(|version| is_storage(version));
    let stored = storage.and_then(|version| version.get("name")).cloned().into_iter().collect();
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
    let storage = versions(new).iter().find(|version| is_storage(version));
    let storage = storage.and_then(|version| version.get("name")).cloned();
    if let (None, Some(name), Some(status)) = (subresource, storage, new.body.get_mut("status"))
        && let Some(stored) = status.get_mut("storedVersions").and_then(Value::as_array_mut)
        && !stored.contains(&name)
    {
        stored.push(name);
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
        let mut old = None;
        kinds.retain(|kind| {
            let same = kind.custom && kind.resource() == name;
            if same {
                turn = kind.place;
                old = Some(kind.clone());
            }
            !same
        });
        if let Some(kind) = defined {
            let index = self.store.table(name);
            let place = kinds.iter().position(|other| (&other.group, &other.kind) > (&kind.group, &kind.kind)).unwrap_or(kinds.len());
            let kind = kind.at(index, turn);
            if old.is_none_or(|old| old.schema != kind.schema) {
                self.store.reread(&kind, &|object| decode::reread(&kind, object));
            }
            kinds.insert(place, Arc::new(kind));
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

fn is_storage(version: &Value) -> bool {
    version.get("storage") == Some(&Value::Bool(true))
}

/// A version as Go prints its own type; what all versions have alike stands elsewhere.
fn as_go_has_it(version: &Value) -> String {
    let name = canonical_text(version.get("name").unwrap_or(&Value::Null));
    let flag = |field: &str| version.get(field) == Some(&Value::Bool(true));
    format!(
        "{{\"Name\":{name},\"Served\":{},\"Storage\":{},\"Deprecated\":{},\"DeprecationWarning\":null,\"Schema\":null,\"Subresources\":null,\"AdditionalPrinterColumns\":null,\"SelectableFields\":null}}",
        flag("served"),
        flag("storage"),
        flag("deprecated")
    )
}

/// What is wrong with a definition.
pub(crate) fn validate(object: &Object) -> Result<Vec<FieldFault>, Refusal> {
    let text = |path: &[&str]| object.text_at(path);
    let (group, plural) = (text(&["spec", "group"]), text(&["spec", "names", "plural"]));
    let mut faults = Vec::new();
    // Neither can change any more once it is there.
    if object.metadata.uid.is_empty() && object.metadata.name != format!("{plural}.{group}") {
        faults.invalid_text("metadata.name", &object.metadata.name, "must be spec.names.plural+\".\"+spec.group");
    }
    let wrong = NameRule::Subdomain.faults(group);
    if group.is_empty() {
        faults.required("spec.group", "");
    } else if !wrong.is_empty() {
        faults.invalid_text("spec.group", group, &join(&wrong, ","));
    } else if !group.contains('.') {
        faults.invalid_text("spec.group", group, "should be a domain with at least one dot");
    }
    match text(&["spec", "scope"]) {
        "Cluster" | "Namespaced" => {}
        "" => faults.required("spec.scope", ""),
        other => {
            faults.not_supported("spec.scope", &Value::String(other.to_string()), r#""Cluster", "Namespaced""#);
        }
    }
    let all = versions(object);
    for (index, version) in all.iter().enumerate() {
        if value_at(version, &SCHEMA).is_none() {
            faults.required(&format!("spec.versions[{index}].schema.openAPIV3Schema"), "schemas are required");
        }
    }
    for (index, version) in all.iter().enumerate() {
        let name = version.get("name").and_then(Value::as_str).unwrap_or("");
        label(&format!("spec.versions[{index}].name"), name, "", &mut faults);
    }
    let shown: Vec<String> = all.iter().map(as_go_has_it).collect();
    let shown = if all.is_empty() { "null".to_string() } else { format!("[{}]", join(&shown, ",")) };
    let called = |version: &Value| version.get("name").cloned();
    if (1..all.len()).any(|at| all[..at].iter().any(|other| called(other) == called(&all[at]))) {
        faults.push(FieldFault::printed("spec.versions", &shown, "must contain unique version names"));
    }
    if all.iter().filter(|version| is_storage(version)).count() != 1 {
        faults.push(FieldFault::printed("spec.versions", &shown, "must have exactly one version marked as storage version"));
    }
    for name in ["plural", "singular", "kind", "listKind"] {
        if text(&["spec", "names", name]).is_empty() {
            faults.required(&format!("spec.names.{name}"), "");
        }
    }
    let names = object.at(&["spec", "names"]).unwrap_or(&Value::Null);
    for name in ["plural", "singular", "kind", "listKind"] {
        let mixed = if name.ends_with("ind") { "may have mixed case, but should otherwise match: " } else { "" };
        label(&format!("spec.names.{name}"), text(&["spec", "names", name]), mixed, &mut faults);
    }
    labels(names, "shortNames", &mut faults);
    if !text(&["spec", "names", "kind"]).is_empty() && text(&["spec", "names", "kind"]) == text(&["spec", "names", "listKind"]) {
        let detail = "kind and listKind may not be the same";
        faults.invalid_text("spec.names.listKind", text(&["spec", "names", "kind"]), detail);
    }
    labels(names, "categories", &mut faults);
    if faults.is_empty() {
        faults.extend(unbuilt(object)?);
    }
    for (index, column) in
        all.first().and_then(|version| version.get("additionalPrinterColumns")?.as_array()).into_iter().flatten().enumerate()
    {
        column_faults(&format!("spec.additionalPrinterColumns[{index}]"), column, &mut faults);
    }
    let stored = object.at(&["status", "storedVersions"]).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    if stored.is_empty() {
        faults.invalid("status.storedVersions", &Value::Null, "must have at least one stored version");
    }
    for version in all.iter().filter(|version| !stored.is_empty() && is_storage(version)) {
        let name = version.get("name").and_then(Value::as_str).unwrap_or("");
        if !stored.iter().any(|other| other.as_str() == Some(name)) {
            let detail = format!("must have the storage version {name}");
            faults.push(FieldFault::printed("status.storedVersions", &as_go_has_it(version), &detail));
        }
    }
    for (index, name) in stored.iter().enumerate() {
        let name = name.as_str().unwrap_or("");
        if !all.iter().any(|version| says(version, "name", name)) {
            let detail = format!(
                "missing from spec.versions; {name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in {name} and removes {name} from status.storedVersions"
            );
            faults.invalid_text(&format!("status.storedVersions[{index}]"), name, &detail);
        }
    }
    let guarded = ["k8s.io", "kubernetes.io"]
        .iter()
        .any(|domain| group.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')));
    if guarded && object.metadata.uid.is_empty() && object.metadata.annotations.get(APPROVED).is_none_or(String::is_empty) {
        let detail = format!(
            "protected groups must have approval annotation \"{APPROVED}\", see https://github.com/kubernetes/enhancements/pull/1111"
        );
        faults.required(&format!("metadata.annotations[{APPROVED}]"), &detail);
    }
    Ok(faults)
}

/// Says that a community's own groups may be used.
const APPROVED: &str = "api-approved.kubernetes.io";

/// What can not be served yet, and what is wrong with the schema.
fn unbuilt(object: &Object) -> Result<Option<FieldFault>, Refusal> {
    let all = versions(object);
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
    if object.at(&["spec", "conversion", "strategy"]).and_then(Value::as_str) == Some("Webhook") {
        return Err(Status::not_implemented("conversion webhooks"));
    }
    match kind(object) {
        Err(error) if error.not_yet => Err(Status::not_implemented(&error.message)),
        Err(error) => Ok(Some(schema_fault(object, &error))),
        Ok(_) => Ok(None),
    }
}

/// What must not change: never, or not once the kind is served.
///
/// Models `validateCustomResourceDefinitionSpecUpdate`.
pub(crate) fn update_faults(new: &Object, old: &Object) -> Vec<FieldFault> {
    let fields: [&[&str]; 4] = [&["spec", "scope"], &["spec", "names", "kind"], &["spec", "group"], &["spec", "names", "plural"]];
    let mut faults = Vec::new();
    for path in fields.into_iter().skip(if is(old, "Established") { 0 } else { 2 }) {
        if new.at(path) != old.at(path) {
            faults.invalid(&join(path, "."), new.at(path).unwrap_or(&Value::Null), "field is immutable");
        }
    }
    faults
}

const LABEL: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

/// Refuses a name that is no label; with `mixed`, the case of its letters is left out.
fn label(field: &str, name: &str, mixed: &str, faults: &mut Vec<FieldFault>) {
    let plain = if mixed.is_empty() { name.to_string() } else { name.to_ascii_lowercase() };
    let mut wrong = Vec::new();
    if name.len() > 63 {
        wrong.push("must be no more than 63 bytes");
    }
    if !is_label(&plain) || plain.starts_with(|first: char| first.is_ascii_digit()) {
        wrong.push(LABEL);
    }
    // A name that must be there is missed elsewhere.
    let missed = name.is_empty() && field.starts_with("spec.names");
    if !wrong.is_empty() && !missed {
        faults.invalid_text(field, name, &format!("{mixed}{}", join(&wrong, ",")));
    }
}

fn labels(names: &Value, list: &str, faults: &mut Vec<FieldFault>) {
    for (index, name) in names.get(list).and_then(Value::as_array).into_iter().flatten().enumerate() {
        label(&format!("spec.names.{list}[{index}]"), name.as_str().unwrap_or(""), "", faults);
    }
}

/// Models `ValidateCustomResourceColumnDefinition`.
fn column_faults(field: &str, column: &Value, faults: &mut Vec<FieldFault>) {
    let text = |key: &str| column.get(key).and_then(Value::as_str).unwrap_or("");
    let one_of = |names: &[&str]| format!("must be one of {}", join(names, ","));
    if text("name").is_empty() {
        faults.required(&format!("{field}.name"), "");
    }
    let types = ["boolean", "date", "integer", "number", "string"];
    if text("type").is_empty() {
        faults.required(&format!("{field}.type"), &one_of(&types));
    } else if !types.contains(&text("type")) {
        faults.invalid_text(&format!("{field}.type"), text("type"), &one_of(&types));
    }
    let formats = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];
    if !text("format").is_empty() && !formats.contains(&text("format")) {
        faults.invalid_text(&format!("{field}.format"), text("format"), &one_of(&formats));
    }
    if text("jsonPath").is_empty() {
        faults.required(&format!("{field}.JSONPath"), "");
    }
}

/// A fault of the schema, in the words of the real validation where those are known. What all versions have alike is
/// said of the definition as a whole.
fn schema_fault(object: &Object, error: &KindError) -> FieldFault {
    let Some(rest) = error.path.strip_prefix("/schema") else {
        let mut field = "spec.names".to_string();
        for character in error.path.chars() {
            field.push(if character == '/' { '.' } else { character });
        }
        return FieldFault::invalid(&field, object.at(&["spec", "names"]).unwrap_or(&Value::Null), &error.message);
    };
    let mut field = "spec.validation.openAPIV3Schema".to_string();
    let (mut steps, mut before, mut last) = (rest.split('/').skip(1), "", "");
    while let Some(step) = steps.next() {
        field = format!("{field}.{step}");
        (before, last) = (last, step);
        if step == "properties"
            && let Some(name) = steps.next()
        {
            field = format!("{field}[{}]", unescape(name));
        }
    }
    let schema = versions(object).first().and_then(|version| value_at(version, &SCHEMA)).unwrap_or(&Value::Null);
    let steps: Vec<String> = rest.split('/').skip(1).map(unescape).collect();
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    let found = value_at(schema, &steps);
    match (last, found) {
        ("type", None) => FieldFault::required(
            &field,
            match before {
                "" => "must not be empty at the root",
                "items" => "must not be empty for specified array items",
                _ => "must not be empty for specified object fields",
            },
        ),
        ("type", Some(wrong)) if !before.is_empty() || error.message != "must be object at the root" => {
            let allowed = r#""array", "boolean", "integer", "number", "object", "string""#;
            FieldFault::not_supported(&field, wrong, allowed)
        }
        ("items", None) => FieldFault::required(&field, "must be specified"),
        ("x-kubernetes-list-map-keys", None) => FieldFault::required(&field, "must not be empty if x-kubernetes-list-type is map"),
        ("x-kubernetes-list-map-keys", Some(keys)) if error.message == "must name fields of the items" => {
            FieldFault::invalid(&field, keys, "entries must all be names of item properties")
        }
        ("additionalProperties", Some(_)) if error.message == "excludes properties" => {
            FieldFault::forbidden(&field, "additionalProperties and properties are mutual exclusive")
        }
        ("uniqueItems", Some(_)) => {
            FieldFault::forbidden(&field, "uniqueItems cannot be set to true since the runtime complexity becomes quadratic")
        }
        _ => FieldFault::invalid(&field, found.unwrap_or(&Value::Null), &error.message),
    }
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
pub(crate) fn kind(object: &Object) -> Result<Kind, Box<KindError>> {
    let text = |path: &[&str]| object.text_at(path).to_string();
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
    kind.going = is(object, "Terminating");
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
