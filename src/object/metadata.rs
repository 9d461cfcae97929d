//! `metadata`, typed: what the API server reads of it and how it writes it back.

use super::texts::Texts;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::canonical::json_text;
use super::managed::ManagedEntry;
use super::record::{Fields, Record, list};
use super::time::Timestamp;
use super::{Object, Revision, TypeMeta, group_version, text_in};

/// A reference from an object to one that owns it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnerReference {
    /// Group and version of the owner.
    pub api_version: String,
    /// The owner's kind.
    pub kind: String,
    /// The owner's name, in the same namespace.
    pub name: String,
    /// The owner's uid: what really identifies it.
    pub uid: String,
    /// Whether it is the managing controller; at most one of an object's owners is.
    pub controller: Option<bool>,
    /// Whether foreground deletion of the owner waits for this object.
    pub block_owner_deletion: Option<bool>,
}

impl OwnerReference {
    /// The reference as JSON.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        self.fill(&mut record);
        record.end()
    }

    fn fill(&self, to: &mut dyn Fields) {
        to.text("apiVersion", &self.api_version);
        let flag = |to: &mut dyn Fields, key: &str, flag: Option<bool>| {
            if let Some(flag) = flag {
                to.copy(key, &Value::Bool(flag));
            }
        };
        flag(to, "blockOwnerDeletion", self.block_owner_deletion);
        flag(to, "controller", self.controller);
        for (key, text) in [("kind", &self.kind), ("name", &self.name), ("uid", &self.uid)] {
            to.text(key, text);
        }
    }

    /// The owner's group: empty for the core one.
    #[must_use]
    pub fn group(&self) -> &str {
        group_version(&self.api_version).0
    }
}

/// `metadata` of an object.
///
/// Models `apimachinery/pkg/apis/meta/v1/types.go` `ObjectMeta`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    /// Unique among those of its kind in its namespace.
    pub name: String,
    /// A prefix from which the server made the name.
    pub generate_name: Option<String>,
    /// Where it is; `None` for what is cluster-scoped.
    pub namespace: Option<String>,
    /// Which of all that ever had this name; empty until it is stored.
    pub uid: Arc<str>,
    /// `resourceVersion`; 0 until it is stored.
    pub revision: Revision,
    /// Counts changes of what is wanted; 0 where the kind has none.
    pub generation: i64,
    /// When it was created.
    pub creation: Option<Timestamp>,
    /// When its deletion was asked for; set = terminating.
    pub deletion: Option<Timestamp>,
    /// Goes with `deletion`.
    pub deletion_grace_seconds: Option<i64>,
    /// For selection.
    pub labels: Texts,
    /// For anything else.
    pub annotations: Texts,
    /// Who must let go before it may disappear.
    pub finalizers: Vec<String>,
    /// Who owns it.
    pub owner_references: Vec<OwnerReference>,
    /// Who wrote which field.
    pub managed_fields: Vec<ManagedEntry>,
    /// Deprecated; kept as sent until it is stored.
    pub self_link: Option<String>,
}

impl Metadata {
    /// The owner that manages this object, if one does.
    ///
    /// Models `apimachinery/pkg/apis/meta/v1/controller_ref.go` `GetControllerOf`.
    #[must_use]
    #[inline(never)]
    pub fn controller(&self) -> Option<&OwnerReference> {
        self.owner_references.iter().find(|owner| owner.controller == Some(true))
    }

    /// The metadata as JSON; what is empty is left out.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        self.fill(&mut record);
        record.end()
    }

    /// Every field of [`Metadata::to_value`], in order.
    pub(super) fn fill(&self, to: &mut dyn Fields) {
        let text = |to: &mut dyn Fields, key: &str, text: &str| {
            if !text.is_empty() {
                to.text(key, text);
            }
        };
        let time = |to: &mut dyn Fields, key: &str, time: Option<Timestamp>| {
            if let Some(time) = time {
                to.text(key, &time.to_string());
            }
        };
        let map = |to: &mut dyn Fields, key: &str, texts: &Texts| {
            if !texts.is_empty() {
                to.inside(key, &mut |to| texts.iter().for_each(|(key, text)| to.text(key, text)));
            }
        };
        map(to, "annotations", &self.annotations);
        time(to, "creationTimestamp", self.creation);
        if let Some(seconds) = self.deletion_grace_seconds {
            to.copy("deletionGracePeriodSeconds", &seconds.into());
        }
        time(to, "deletionTimestamp", self.deletion);
        if !self.finalizers.is_empty() {
            to.copy("finalizers", &list(self.finalizers.iter().map(|name| Value::String(name.clone()))));
        }
        text(to, "generateName", self.generate_name.as_deref().unwrap_or(""));
        if self.generation != 0 {
            to.copy("generation", &self.generation.into());
        }
        map(to, "labels", &self.labels);
        if !self.managed_fields.is_empty() {
            to.rows("managedFields", self.managed_fields.len(), &mut |to, at| self.managed_fields[at].fill(to));
        }
        text(to, "name", &self.name);
        text(to, "namespace", self.namespace.as_deref().unwrap_or(""));
        if !self.owner_references.is_empty() {
            to.rows("ownerReferences", self.owner_references.len(), &mut |to, at| self.owner_references[at].fill(to));
        }
        if self.revision.0 != 0 {
            to.text("resourceVersion", &self.revision.to_string());
        }
        text(to, "selfLink", self.self_link.as_deref().unwrap_or(""));
        text(to, "uid", &self.uid);
    }
}

/// A field of `metadata` that cannot be read as what it has to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetadataFault {
    /// Another JSON type than the field has.
    Type {
        /// The Go struct that the decoder names: `ObjectMeta`
        owner: &'static str,
        /// The path that the decoder names: `metadata.labels`
        path: String,
        /// What was found, as the decoder says it: `number`, `bool`, `number 1.5`
        found: String,
        /// The Go type wanted: `string`
        wanted: &'static str,
    },
    /// A time that cannot be parsed, with its JSON text.
    Time {
        /// The text as sent.
        text: String,
    },
}

/// An object as read from a request.
#[derive(Clone, Debug, PartialEq)]
pub struct ObjectParts {
    /// The object; its revision is what `resource_version` says, 0 where that is no number.
    pub object: Object,
    /// `metadata.resourceVersion` as sent.
    pub resource_version: String,
    /// Fields of `metadata` that do not exist, as paths, in the order they stand in.
    pub unknown: Vec<String>,
    /// `managedFields: [{}]` was sent: forget who wrote what.
    pub resets_managed_fields: bool,
}

impl ObjectParts {
    /// A stored object as if it had been sent as it is.
    #[must_use]
    pub fn of(stored: &Object) -> ObjectParts {
        let resource_version = stored.metadata.revision.to_string();
        ObjectParts { object: stored.clone(), resource_version, unknown: Vec::new(), resets_managed_fields: false }
    }
}

impl Object {
    /// Splits a JSON object into typed metadata and body. `null` counts as absent. `apiVersion` and `kind` that are no
    /// strings count as empty: whoever asks has looked at them before.
    ///
    /// # Errors
    ///
    /// The first field of `metadata` that has the wrong type.
    pub fn from_parts(map: &Map<String, Value>) -> Result<ObjectParts, Box<MetadataFault>> {
        let types = TypeMeta { api_version: text_in(map, "apiVersion").into(), kind: text_in(map, "kind").into() };
        let mut reader = Reader::default();
        let mut body = Map::new();
        for (key, value) in map {
            match key.as_str() {
                "apiVersion" | "kind" => {}
                "metadata" => reader.all(value)?,
                _ => drop(body.insert(key.clone(), value.clone())),
            }
        }
        Ok(ObjectParts {
            object: Object::new(types, reader.metadata, body),
            resource_version: reader.resource_version,
            unknown: reader.unknown,
            resets_managed_fields: reader.resets_managed_fields,
        })
    }
}

#[derive(Default)]
struct Reader {
    metadata: Metadata,
    resource_version: String,
    unknown: Vec<String>,
    resets_managed_fields: bool,
}

impl Reader {
    fn all(&mut self, value: &Value) -> Result<(), Box<MetadataFault>> {
        match value {
            Value::Null => Ok(()),
            Value::Object(fields) => {
                for (key, value) in fields {
                    if !value.is_null() {
                        self.metadata(key, value)?;
                    }
                }
                Ok(())
            }
            other => Err(Place { owner: "", path: "metadata", key: None }.wrong(other, "v1.ObjectMeta")),
        }
    }

    /// Takes one field, which is not null.
    fn metadata(&mut self, key: &str, value: &Value) -> Result<(), Box<MetadataFault>> {
        let at = Place { owner: "ObjectMeta", path: "metadata", key: Some(key) };
        match key {
            "ownerReferences" => return self.owners(at.list(value, "[]v1.OwnerReference")?),
            "managedFields" => return self.managed(at.list(value, "[]v1.ManagedFieldsEntry")?),
            _ => {}
        }
        let metadata = &mut self.metadata;
        let (mut text, mut time, mut texts) = (None, None, None);
        match key {
            "generateName" => text = Some(&mut metadata.generate_name),
            "namespace" => text = Some(&mut metadata.namespace),
            "selfLink" => text = Some(&mut metadata.self_link),
            "creationTimestamp" => time = Some(&mut metadata.creation),
            "deletionTimestamp" => time = Some(&mut metadata.deletion),
            "labels" => texts = Some(&mut metadata.labels),
            "annotations" => texts = Some(&mut metadata.annotations),
            "name" => metadata.name = at.string(value, "string")?,
            "uid" => metadata.uid = at.string(value, "types.UID")?.into(),
            "resourceVersion" => {
                self.resource_version = at.string(value, "string")?;
                metadata.revision = Revision(self.resource_version.parse().unwrap_or(0));
            }
            "generation" => metadata.generation = at.integer(value)?,
            "deletionGracePeriodSeconds" => metadata.deletion_grace_seconds = Some(at.integer(value)?),
            "finalizers" => {
                for item in at.list(value, "[]string")? {
                    metadata.finalizers.push(if item.is_null() { String::new() } else { at.string(item, "string")? });
                }
            }
            _ => self.unknown.push(at.shown()),
        }
        if let Some(text) = text {
            *text = Some(at.string(value, "string")?).filter(|text| !text.is_empty());
        }
        if let Some(time) = time {
            *time = at.time(value)?;
        }
        if let Some(texts) = texts {
            *texts = at.strings(value)?;
        }
        Ok(())
    }

    fn owners(&mut self, items: &[Value]) -> Result<(), Box<MetadataFault>> {
        for (index, item) in items.iter().enumerate() {
            let owner = self.owner(index, item)?;
            self.metadata.owner_references.push(owner);
        }
        Ok(())
    }

    fn owner(&mut self, index: usize, item: &Value) -> Result<OwnerReference, Box<MetadataFault>> {
        let mut owner = OwnerReference::default();
        let fields = match item {
            Value::Null => &Map::new(),
            Value::Object(fields) => fields,
            other => {
                let at = Place { owner: "ObjectMeta", path: "metadata", key: Some("ownerReferences") };
                return Err(at.wrong(other, "v1.OwnerReference"));
            }
        };
        for (key, value) in fields {
            let at = Place { owner: "OwnerReference", path: "metadata.ownerReferences", key: Some(key) };
            let (text, wanted) = match key.as_str() {
                _ if value.is_null() => continue,
                "apiVersion" => (&mut owner.api_version, "string"),
                "kind" => (&mut owner.kind, "string"),
                "name" => (&mut owner.name, "string"),
                "uid" => (&mut owner.uid, "types.UID"),
                "controller" | "blockOwnerDeletion" => {
                    let flag = Some(at.flag(value)?);
                    *(if key == "controller" { &mut owner.controller } else { &mut owner.block_owner_deletion }) = flag;
                    continue;
                }
                _ => {
                    self.unknown.push(format!("metadata.ownerReferences[{index}].{key}"));
                    continue;
                }
            };
            *text = at.string(value, wanted)?;
        }
        Ok(owner)
    }

    /// One entry that the field manager cannot make sense of makes it forget them all and turn to the stored ones.
    fn managed(&mut self, items: &[Value]) -> Result<(), Box<MetadataFault>> {
        for (index, item) in items.iter().enumerate() {
            let place = |owner, path, key| Place { owner, path, key: Some(key) };
            let fields = match item {
                Value::Null => continue,
                Value::Object(fields) => fields,
                other => return Err(place("ObjectMeta", "metadata", "managedFields").wrong(other, "v1.ManagedFieldsEntry")),
            };
            for (key, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
                let at = place("ManagedFieldsEntry", "metadata.managedFields", key);
                match key.as_str() {
                    "time" => drop(at.time(value)?),
                    "manager" | "apiVersion" | "fieldsType" | "subresource" if !value.is_string() => return Err(at.wrong(value, "string")),
                    "operation" if !value.is_string() => return Err(at.wrong(value, "v1.ManagedFieldsOperationType")),
                    "manager" | "apiVersion" | "fieldsType" | "subresource" | "operation" | "fieldsV1" => {}
                    _ => self.unknown.push(format!("metadata.managedFields[{index}].{key}")),
                }
            }
        }
        self.resets_managed_fields =
            matches!(items, [Value::Object(only)] if only.values().all(Value::is_null)) || matches!(items, [Value::Null]);
        let entries = &mut self.metadata.managed_fields;
        for item in items {
            let Some(entry) = ManagedEntry::from_value(item) else {
                entries.clear();
                break;
            };
            entries.push(entry);
        }
        Ok(())
    }
}

/// Where a field stands, for faults.
#[derive(Clone, Copy)]
struct Place<'a> {
    owner: &'static str,
    path: &'static str,
    key: Option<&'a str>,
}

impl Place<'_> {
    fn shown(&self) -> String {
        self.key.map_or_else(|| self.path.to_string(), |key| format!("{}.{key}", self.path))
    }

    #[inline(never)]
    fn string(&self, value: &Value, wanted: &'static str) -> Result<String, Box<MetadataFault>> {
        match value {
            Value::String(text) => Ok(text.clone()),
            other => Err(self.wrong(other, wanted)),
        }
    }

    #[inline(never)]
    fn strings(&self, value: &Value) -> Result<Texts, Box<MetadataFault>> {
        let Value::Object(map) = value else { return Err(self.wrong(value, "map[string]string")) };
        let mut texts = Texts::new();
        for (key, item) in map {
            texts.insert(key.clone(), if item.is_null() { String::new() } else { self.string(item, "string")? });
        }
        Ok(texts)
    }

    fn list<'a>(&self, value: &'a Value, wanted: &'static str) -> Result<&'a [Value], Box<MetadataFault>> {
        match value {
            Value::Array(items) => Ok(items),
            other => Err(self.wrong(other, wanted)),
        }
    }

    fn flag(&self, value: &Value) -> Result<bool, Box<MetadataFault>> {
        value.as_bool().ok_or_else(|| self.wrong(value, "bool"))
    }

    fn integer(&self, value: &Value) -> Result<i64, Box<MetadataFault>> {
        value.as_i64().ok_or_else(|| self.wrong(value, "int64"))
    }

    #[inline(never)]
    fn time(&self, value: &Value) -> Result<Option<Timestamp>, Box<MetadataFault>> {
        let Value::String(text) = value else { return Err(self.wrong(value, "string")) };
        if text.is_empty() {
            return Ok(None);
        }
        Timestamp::parse(text).map(Some).ok_or_else(|| Box::new(MetadataFault::Time { text: text.clone() }))
    }

    #[cold]
    #[inline(never)]
    #[allow(clippy::unnecessary_box_returns)] // handed up from everywhere, and larger than what it stands in for
    fn wrong(&self, found: &Value, wanted: &'static str) -> Box<MetadataFault> {
        Box::new(MetadataFault::Type { owner: self.owner, path: self.shown(), found: found_as(found, wanted), wanted })
    }
}

/// The JSON type of a value, as Go's decoder names it.
#[must_use]
pub fn json_kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// The same where another type is wanted: a number that is no whole one is told itself.
#[must_use]
#[cold]
#[inline(never)]
pub fn found_as(value: &Value, wanted: &str) -> String {
    let mut found = json_kind(value).to_string();
    if value.is_number() && wanted == "int64" {
        found.push(' ');
        found.push_str(&json_text(value));
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: Value) -> Result<ObjectParts, Box<MetadataFault>> {
        match value {
            Value::Object(map) => Object::from_parts(&map),
            other => panic!("no object: {other}"),
        }
    }

    #[test]
    fn an_object_is_written_as_it_was_read() {
        let value = json!({"apiVersion": "v1", "kind": "ConfigMap", "data": {"a": "b"}, "metadata": {
            "name": "n", "generateName": "n-", "namespace": "default", "uid": "u", "resourceVersion": "7", "generation": 2,
            "creationTimestamp": "2026-01-01T00:00:00Z", "deletionTimestamp": "2026-01-01T00:00:01Z", "deletionGracePeriodSeconds": 0,
            "labels": {"l": "1"}, "annotations": {"a": "1"}, "finalizers": ["x/y"],
            "ownerReferences": [{"apiVersion": "v1", "kind": "ConfigMap", "name": "o", "uid": "u2", "controller": true, "blockOwnerDeletion": false}],
            "managedFields": [{"manager": "m", "operation": "Update", "apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": {"f:data": {}}}]}});
        let parts = read(value.clone()).unwrap();
        assert_eq!(parts.object.to_value(), value);
        assert_eq!(parts.object.metadata.controller().unwrap().uid, "u2");
    }

    #[test]
    fn null_and_empty_are_absent() {
        let parts = read(json!({"metadata": {"name": "n", "labels": null, "annotations": {}, "finalizers": [], "creationTimestamp": null, "namespace": ""}})).unwrap();
        assert_eq!(parts.object.metadata.to_value(), json!({"name": "n"}));
    }

    #[test]
    fn unknown_fields_are_named_and_left_out() {
        let parts = read(json!({"metadata": {"typo": 1, "ownerReferences": [{"x": 1}]}})).unwrap();
        assert_eq!(parts.unknown, ["metadata.ownerReferences[0].x", "metadata.typo"]);
    }

    #[test]
    fn a_wrong_type_is_refused_as_go_names_it() {
        let fault = |value: Value| *read(json!({"metadata": value})).unwrap_err();
        let typed = |owner, path: &str, found: &str, wanted| MetadataFault::Type {
            owner,
            path: path.to_string(),
            found: found.to_string(),
            wanted,
        };
        assert_eq!(fault(json!({"labels": {"a": 1}})), typed("ObjectMeta", "metadata.labels", "number", "string"));
        assert_eq!(fault(json!("text")), typed("", "metadata", "string", "v1.ObjectMeta"));
        assert_eq!(fault(json!({"generation": 1.5})), typed("ObjectMeta", "metadata.generation", "number 1.5", "int64"));
        assert_eq!(fault(json!({"creationTimestamp": "soon"})), MetadataFault::Time { text: "soon".to_string() });
    }

    #[test]
    fn managed_fields_that_cannot_be_decoded_count_as_none() {
        let parts = read(json!({"metadata": {"managedFields": [{"operation": "Wrong"}]}})).unwrap();
        assert!(parts.object.metadata.managed_fields.is_empty() && !parts.resets_managed_fields);
        assert!(read(json!({"metadata": {"managedFields": [{}]}})).unwrap().resets_managed_fields);
    }
}
