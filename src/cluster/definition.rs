//! `CustomResourceDefinition`s: from one to the kind that it makes the server serve.
//!
//! Models `apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go` and
//! `pkg/apis/apiextensions/validation/validation.go`, as far as one version without conversion goes.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::Cluster;
use super::decode;
use super::definitions::set_condition;
use super::fault::{Faults, FieldFault};
use super::kind::{self, CustomKind, Kind, KindError};
use super::schema::{items, strings};
use super::status::{Refusal, Status};
use super::validation::{NameRule, is_label};
use crate::object::json::parse_plain;
use crate::object::text::{has, join, joined, shared};
use crate::object::{Object, Record, Timestamp, canonical_text, text_at, text_in, unescape, value_at};

/// Where a version has its schema.
const SCHEMA: [&str; 2] = ["schema", "openAPIV3Schema"];

/// The finalizer of a definition whose objects are to go first.
pub(crate) const CLEANUP: &str = "customresourcecleanup.apiextensions.k8s.io";

/// What the server fills in where a definition says nothing.
///
/// Models `pkg/apis/apiextensions/v1/defaults.go`.
pub(crate) fn fill_defaults(spec: &mut Map<String, Value>) {
    if !spec.contains_key("conversion") {
        spec.insert("conversion".to_string(), only("strategy", "None".into()));
    }
    let Some(names) = spec.get_mut("names").and_then(Value::as_object_mut) else { return };
    let kind = text_in(names, "kind").to_string();
    let mut fill = |name: &str, text: String| {
        if !kind.is_empty() && !names.contains_key(name) {
            names.insert(name.to_string(), Value::String(text));
        }
    };
    fill("singular", kind.to_ascii_lowercase());
    fill("listKind", format!("{kind}List"));
}

/// Sets what only the server may set at creation.
pub(crate) fn prepare_for_create(object: &mut Object) {
    object.metadata.generation = 1;
    let mut stored = Vec::new();
    if let Some(version) = stored_version(object) {
        stored.push(Value::from(said(version, "name")));
    }
    let (mut names, mut status) = (Record::default(), Record::default());
    names.text("plural", "");
    names.text("kind", "");
    status.put("conditions", Value::Null);
    status.put("acceptedNames", names.end());
    status.put("storedVersions", Value::Array(stored));
    object.set("status", status.end());
}

/// Puts back what goes through the other path. The status path lets metadata through, by an old slip that others rely on.
pub(crate) fn prepare_for_update(subresource: Option<&str>, new: &mut Object, old: &Object) {
    let kept = if subresource.is_some() { "spec" } else { "status" };
    if let Some(value) = old.body.get(kept) {
        new.set(kept, value.clone());
    }
    if new.body.get("spec") != old.body.get("spec") {
        new.metadata.generation += 1;
    }
    let storage = stored_version(new).map(|version| Value::from(said(version, "name")));
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
        dying.set("status", status.take());
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
        let mut kinds: Vec<Arc<Kind>> = Vec::new();
        let (mut turn, mut old) = (0, None);
        for kind in self.kinds.iter() {
            if kind.custom && kind.resource() == name {
                old = Some(kind.clone());
            } else {
                turn = turn.max(kind.place + 1);
                kinds.push(kind.clone());
            }
        }
        if let Some(mut kind) = defined {
            kind.index = self.store.table(name);
            kind.place = old.as_ref().map_or(turn, |old| old.place);
            if old.is_none_or(|old| old.schema != kind.schema) {
                self.store.reread(&kind, &|object| decode::reread(&kind, object));
            }
            kind::add(&mut kinds, kind);
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

/// The text of a field of a map; empty where there is none.
#[inline(never)]
pub(crate) fn said<'a>(map: &'a Value, field: &str) -> &'a str {
    text_at(map, &[field]).unwrap_or("")
}

fn versions(object: &Object) -> &[Value] {
    items(object.at(&["spec", "versions"]))
}

/// The version that is stored.
fn stored_version(object: &Object) -> Option<&Value> {
    versions(object).iter().find(|version| is_storage(version))
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
    let spec = object.body.get("spec").unwrap_or(&Value::Null);
    let names = spec.get("names").unwrap_or(&Value::Null);
    let group = said(spec, "group");
    let all = versions(object);
    let mut faults = Vec::new();
    // Neither can change any more once it is there.
    let is_new = object.metadata.uid.is_empty();
    if is_new && object.metadata.name != format!("{}.{group}", said(names, "plural")) {
        faults.invalid_text("metadata.name", &object.metadata.name, "must be spec.names.plural+\".\"+spec.group");
    }
    group_faults(group, &mut faults);
    match said(spec, "scope") {
        "Cluster" | "Namespaced" => {}
        "" => faults.required("spec.scope", ""),
        other => faults.not_supported("spec.scope", &Value::from(other), r#""Cluster", "Namespaced""#),
    }
    for (index, version) in all.iter().enumerate() {
        if value_at(version, &SCHEMA).is_none() {
            faults.required(&element("spec.versions", index, ".schema.openAPIV3Schema"), "schemas are required");
        }
    }
    let (mut called, mut is_unique, mut stored): (Vec<&str>, _, _) = (Vec::new(), true, 0);
    for (index, version) in all.iter().enumerate() {
        let name = said(version, "name");
        label(&element("spec.versions", index, ".name"), name, "", &mut faults);
        is_unique &= !called.contains(&name);
        called.push(name);
        stored += usize::from(is_storage(version));
    }
    let shown = if all.is_empty() { "null".to_string() } else { format!("[{}]", joined(all.iter().map(as_go_has_it), ",")) };
    if !is_unique {
        faults.printed("spec.versions", &shown, "must contain unique version names");
    }
    if stored != 1 {
        faults.printed("spec.versions", &shown, "must have exactly one version marked as storage version");
    }
    for name in &NAMES {
        if said(names, name).is_empty() {
            faults.required(&format!("spec.names.{name}"), "");
        }
    }
    for name in &NAMES {
        let mixed = if name.ends_with("ind") { "may have mixed case, but should otherwise match: " } else { "" };
        label(&format!("spec.names.{name}"), said(names, name), mixed, &mut faults);
    }
    labels(names.get("shortNames"), "spec.names.shortNames", &mut faults);
    let kind = said(names, "kind");
    if !kind.is_empty() && kind == said(names, "listKind") {
        faults.invalid_text("spec.names.listKind", kind, "kind and listKind may not be the same");
    }
    labels(names.get("categories"), "spec.names.categories", &mut faults);
    if faults.is_empty()
        && let Some(fault) = unbuilt(object)?
    {
        faults.push(fault);
    }
    let columns = all.first().and_then(|version| version.get("additionalPrinterColumns"));
    for (index, column) in items(columns).iter().enumerate() {
        column_faults(&element("spec.additionalPrinterColumns", index, "."), column, &mut faults);
    }
    stored_faults(object, &mut faults);
    let is_guarded = |domain: &&str| group.strip_suffix(*domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    if is_new
        && ["k8s.io", "kubernetes.io"].iter().any(is_guarded)
        && object.metadata.annotations.get(APPROVED).is_none_or(String::is_empty)
    {
        let detail = format!(
            "protected groups must have approval annotation \"{APPROVED}\", see https://github.com/kubernetes/enhancements/pull/1111"
        );
        faults.required(&format!("metadata.annotations[{APPROVED}]"), &detail);
    }
    Ok(faults)
}

/// The path of what stands in an element of a list.
#[inline(never)]
fn element(list: &str, index: usize, below: &str) -> String {
    format!("{list}[{index}]{below}")
}

/// The names that must be there.
const NAMES: [&str; 4] = ["plural", "singular", "kind", "listKind"];

fn group_faults(group: &str, faults: &mut Vec<FieldFault>) {
    let wrong = NameRule::Subdomain.faults(group);
    if group.is_empty() {
        faults.required("spec.group", "");
    } else if !wrong.is_empty() {
        faults.invalid_text("spec.group", group, &join(&wrong, ","));
    } else if !has(group, b'.') {
        faults.invalid_text("spec.group", group, "should be a domain with at least one dot");
    }
}

/// What is wrong with the list of versions in which objects are stored.
fn stored_faults(object: &Object, faults: &mut Vec<FieldFault>) {
    let all = versions(object);
    let stored = items(object.at(&["status", "storedVersions"]));
    if stored.is_empty() {
        faults.invalid("status.storedVersions", &Value::Null, "must have at least one stored version");
    }
    for version in all {
        let name = said(version, "name");
        if is_storage(version) && !stored.is_empty() && !stored.iter().any(|other| other.as_str() == Some(name)) {
            let detail = format!("must have the storage version {name}");
            faults.printed("status.storedVersions", &as_go_has_it(version), &detail);
        }
    }
    for (index, name) in stored.iter().enumerate() {
        let name = name.as_str().unwrap_or("");
        if !all.iter().any(|version| said(version, "name") == name) {
            let detail = format!(
                "missing from spec.versions; {name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in {name} and removes {name} from status.storedVersions"
            );
            faults.invalid_text(&element("status.storedVersions", index, ""), name, &detail);
        }
    }
}

/// Says that a community's own groups may be used.
const APPROVED: &str = "api-approved.kubernetes.io";

/// What can not be served yet, and what is wrong with the schema.
fn unbuilt(object: &Object) -> Result<Option<FieldFault>, Refusal> {
    let version = versions(object).first().unwrap_or(&Value::Null);
    let has = |path: &[&str]| value_at(version, path).is_some();
    let what = if versions(object).len() > 1 {
        "CustomResourceDefinitions with several versions"
    } else if has(&["subresources", "scale"]) {
        "the scale subresource"
    } else if has(&["selectableFields"]) {
        "selectableFields"
    } else if has(&["deprecated"]) || has(&["deprecationWarning"]) {
        "deprecated versions"
    } else if object.text_at(&["spec", "conversion", "strategy"]) == "Webhook" {
        "conversion webhooks"
    } else {
        ""
    };
    if !what.is_empty() {
        return Err(Status::not_implemented(what));
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
    for (place, path) in fields.iter().enumerate() {
        if (place > 1 || is(old, "Established")) && new.at(path) != old.at(path) {
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
    if !is_label(&plain) || plain.as_bytes().first().is_some_and(u8::is_ascii_digit) {
        wrong.push(LABEL);
    }
    // A name that must be there is missed elsewhere.
    let missed = name.is_empty() && field.starts_with("spec.names");
    if !wrong.is_empty() && !missed {
        faults.invalid_text(field, name, &format!("{mixed}{}", join(&wrong, ",")));
    }
}

fn labels(names: Option<&Value>, list: &str, faults: &mut Vec<FieldFault>) {
    for (index, name) in items(names).iter().enumerate() {
        label(&element(list, index, ""), name.as_str().unwrap_or(""), "", faults);
    }
}

/// The texts of a column: what it is called in faults, whether it must be there, and what it may be; nothing is anything.
const COLUMN: [(&str, &str, bool, &str); 4] = [
    ("name", "name", true, ""),
    ("type", "type", true, "boolean,date,integer,number,string"),
    ("format", "format", false, "byte,date,date-time,double,float,int32,int64,password"),
    ("jsonPath", "JSONPath", true, ""),
];

/// Models `ValidateCustomResourceColumnDefinition`.
fn column_faults(field: &str, column: &Value, faults: &mut Vec<FieldFault>) {
    for (key, called, is_needed, allowed) in &COLUMN {
        let text = said(column, key);
        let field = format!("{field}{called}");
        let detail = if allowed.is_empty() { String::new() } else { format!("must be one of {allowed}") };
        if text.is_empty() && *is_needed {
            faults.required(&field, &detail);
        } else if !text.is_empty() && !detail.is_empty() && !allowed.split(',').any(|known| known == text) {
            faults.invalid_text(&field, text, &detail);
        }
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
    let mut found = versions(object).first().and_then(|version| value_at(version, &SCHEMA));
    let (mut steps, mut before, mut last) = (rest.split('/'), "", "");
    steps.next();
    while let Some(step) = steps.next() {
        field = format!("{field}.{step}");
        (before, last) = (last, step);
        found = found.and_then(|value| value.get(unescape(step)));
        if step == "properties"
            && let Some(name) = steps.next()
        {
            let name = unescape(name);
            field = format!("{field}[{name}]");
            found = found.and_then(|value| value.get(name));
        }
    }
    let Some(found) = found else {
        let missed = match (last, before) {
            ("type", "") => "must not be empty at the root",
            ("type", "items") => "must not be empty for specified array items",
            ("type", _) => "must not be empty for specified object fields",
            ("items", _) => "must be specified",
            ("x-kubernetes-list-map-keys", _) => "must not be empty if x-kubernetes-list-type is map",
            _ => return FieldFault::invalid(&field, &Value::Null, &error.message),
        };
        return FieldFault::required(&field, missed);
    };
    match (last, error.message.as_str()) {
        ("type", wrong) if !before.is_empty() || wrong != "must be object at the root" => {
            FieldFault::not_supported(&field, found, r#""array", "boolean", "integer", "number", "object", "string""#)
        }
        ("x-kubernetes-list-map-keys", "must name fields of the items") => {
            FieldFault::invalid(&field, found, "entries must all be names of item properties")
        }
        ("additionalProperties", "excludes properties") => {
            FieldFault::forbidden(&field, "additionalProperties and properties are mutual exclusive")
        }
        ("uniqueItems", _) => {
            FieldFault::forbidden(&field, "uniqueItems cannot be set to true since the runtime complexity becomes quadratic")
        }
        (_, message) => FieldFault::invalid(&field, found, message),
    }
}

/// Whether a field of a map is this text.
#[inline(never)]
pub(crate) fn says(map: &Value, field: &str, text: &str) -> bool {
    text_at(map, &[field]) == Some(text)
}

/// Whether a condition of a definition is true.
pub(crate) fn is(object: &Object, condition: &str) -> bool {
    object.condition(condition).is_some_and(|one| says(one, "status", "True"))
}

/// The kind that a definition defines.
pub(crate) fn kind(object: &Object) -> Result<Kind, Box<KindError>> {
    let version = versions(object).first().unwrap_or(&Value::Null);
    let spec = object.body.get("spec").unwrap_or(&Value::Null);
    let names = spec.get("names").unwrap_or(&Value::Null);
    let called = [said(spec, "group"), said(version, "name"), said(names, "kind"), said(names, "plural")];
    let mut kind = kind::serve(called, value_at(version, &SCHEMA))?;
    kind.namespaced = said(spec, "scope") == "Namespaced";
    kind.status_subresource = value_at(version, &["subresources", "status"]).is_some();
    kind.printer_columns = items(version.get("additionalPrinterColumns")).to_vec();
    kind.singular = shared(said(names, "singular"));
    kind.list_kind = shared(said(names, "listKind"));
    kind.going = is(object, "Terminating");
    kind.short_names = strings(names.get("shortNames").unwrap_or(&Value::Null)).unwrap_or_default();
    kind.categories = strings(names.get("categories").unwrap_or(&Value::Null)).unwrap_or_default();
    Ok(kind)
}

impl CustomKind {
    /// The definition of this kind, as somebody would send it.
    #[must_use]
    pub fn definition(&self) -> Value {
        let open = || parse_plain(r#"{"type": "object", "x-kubernetes-preserve-unknown-fields": true}"#).unwrap_or_default();
        let mut version = Record::default();
        version.text("name", &self.version);
        version.flag("served", true);
        version.flag("storage", true);
        version.put("schema", only("openAPIV3Schema", self.schema.clone().unwrap_or_else(open)));
        if self.status_subresource {
            version.put("subresources", only("status", Record::default().end()));
        }
        if !self.printer_columns.is_empty() {
            version.put("additionalPrinterColumns", Value::Array(self.printer_columns.clone()));
        }
        let mut names = Record::default();
        names.text("kind", &self.kind);
        names.text("plural", &self.plural);
        let mut spec = Record::default();
        spec.text("group", &self.group);
        spec.text("scope", if self.namespaced { "Namespaced" } else { "Cluster" });
        spec.put("names", names.end());
        spec.put("versions", Value::Array(vec![version.end()]));
        let mut whole = Record::default();
        whole.text("apiVersion", "apiextensions.k8s.io/v1");
        whole.text("kind", "CustomResourceDefinition");
        whole.put("metadata", only("name", format!("{}.{}", self.plural, self.group).into()));
        whole.put("spec", spec.end());
        whole.end()
    }
}

/// A map with one field.
#[inline(never)]
fn only(key: &str, value: Value) -> Value {
    let mut record = Record::default();
    record.put(key, value);
    record.end()
}
