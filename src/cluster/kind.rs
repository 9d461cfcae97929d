//! The kinds that the server serves.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::schema::Schema;
use super::validation::{is_label, is_subdomain};
use crate::object::json::parse_plain;
use crate::object::text::{has, shared};
use crate::object::{Record, TypeMeta, serialize_as_value};

/// A kind that a scenario brings: the short form of a `CustomResourceDefinition`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CustomKind {
    /// `lab.example.com`
    pub group: String,
    /// `v1`
    pub version: String,
    /// `AppConfig`
    pub kind: String,
    /// `appconfigs`
    pub plural: String,
    /// Whether its objects live in namespaces.
    #[serde(default = "yes")]
    pub namespaced: bool,
    /// Whether `status` is written through `/status` only.
    #[serde(default = "yes")]
    pub status_subresource: bool,
    /// A structural OpenAPI v3 schema. Without one unknown fields are kept.
    #[serde(default)]
    pub schema: Option<Value>,
    /// `additionalPrinterColumns`
    #[serde(default)]
    pub printer_columns: Vec<Value>,
}

impl CustomKind {
    /// The kind as it is served.
    fn kind(&self) -> Result<Kind, Box<KindError>> {
        let mut kind = serve([&self.group, &self.version, &self.kind, &self.plural], self.schema.as_ref())?;
        kind.namespaced = self.namespaced;
        kind.status_subresource = self.status_subresource;
        kind.printer_columns.clone_from(&self.printer_columns);
        Ok(kind)
    }

    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.text("group", &self.group);
        record.text("version", &self.version);
        record.text("kind", &self.kind);
        record.text("plural", &self.plural);
        record.flag("namespaced", self.namespaced);
        record.flag("statusSubresource", self.status_subresource);
        record.put_some("schema", self.schema.clone());
        if !self.printer_columns.is_empty() {
            record.put("printerColumns", Value::Array(self.printer_columns.clone()));
        }
        record.end()
    }
}

serialize_as_value!(CustomKind);

fn yes() -> bool {
    true
}

/// Why a [`CustomKind`] cannot be served.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {message}")]
pub struct KindError {
    /// JSON Pointer into the `CustomKind`.
    pub path: String,
    /// What is wrong there.
    pub message: String,
    /// The kind is right, but needs something that is not built yet.
    pub not_yet: bool,
}

#[allow(clippy::unnecessary_box_returns)] // as in `status.rs`
impl KindError {
    #[cold]
    #[inline(never)]
    pub(crate) fn new(path: &str, message: &str) -> Box<KindError> {
        Box::new(KindError { path: path.into(), message: message.into(), not_yet: false })
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn not_yet(path: &str, what: &str) -> Box<KindError> {
        Box::new(KindError { path: path.into(), message: format!("not built yet: {what}"), not_yet: true })
    }
}

/// A kind that the server serves.
#[derive(Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools)] // as many as there are questions
pub struct Kind {
    /// The place of its table in the store.
    pub(crate) index: usize,
    /// Its place among those that the scenario brings.
    pub(crate) place: usize,
    /// Empty for the core group.
    pub group: Arc<str>,
    /// `v1`
    pub version: Arc<str>,
    /// `lab.example.com/v1`
    pub api_version: Arc<str>,
    /// `AppConfig`
    pub kind: Arc<str>,
    /// `appconfigs`
    pub plural: Arc<str>,
    /// `appconfig`
    pub(crate) singular: Arc<str>,
    /// `AppConfigList`
    pub list_kind: Arc<str>,
    /// `cm`
    pub(crate) short_names: Vec<String>,
    /// `all`
    pub(crate) categories: Vec<String>,
    /// Whether its objects live in namespaces.
    pub namespaced: bool,
    /// Whether it has `/status`.
    pub status_subresource: bool,
    /// Whether it came with the scenario.
    pub custom: bool,
    /// Whether its definition is being deleted.
    pub(crate) going: bool,
    /// `additionalPrinterColumns`
    pub printer_columns: Vec<Value>,
    pub(crate) schema: Schema,
    resource: Arc<str>,
}

impl Kind {
    fn new(group: &str, version: &str, kind: &str, plural: &str, schema: Schema) -> Kind {
        let api_version = if group.is_empty() { version.to_string() } else { format!("{group}/{version}") };
        let resource = if group.is_empty() { plural.to_string() } else { format!("{plural}.{group}") };
        Kind {
            index: 0,
            place: 0,
            group: shared(group),
            version: shared(version),
            api_version: shared(&api_version),
            kind: shared(kind),
            plural: shared(plural),
            singular: shared(&kind.to_ascii_lowercase()),
            list_kind: shared(&format!("{kind}List")),
            short_names: Vec::new(),
            categories: Vec::new(),
            namespaced: true,
            status_subresource: false,
            custom: false,
            going: false,
            printer_columns: Vec::new(),
            schema,
            resource: shared(&resource),
        }
    }

    /// Whether it is this built-in kind.
    pub(crate) fn is(&self, kind: &str) -> bool {
        !self.custom && &*self.kind == kind
    }

    /// `apiVersion` and `kind` of its objects.
    #[must_use]
    pub fn types(&self) -> TypeMeta {
        TypeMeta { api_version: self.api_version.clone(), kind: self.kind.clone() }
    }

    /// `appconfigs.lab.example.com`, as messages name it.
    #[must_use]
    pub fn resource(&self) -> &str {
        &self.resource
    }

    /// The REST path of all its objects (`name` none), of one of them, or of a subresource.
    #[must_use]
    pub fn path(&self, namespace: Option<&str>, name: Option<&str>, subresource: Option<&str>) -> String {
        let mut path = String::with_capacity(64);
        path.push_str(if self.group.is_empty() { "/api/" } else { "/apis/" });
        path.push_str(&self.api_version);
        let mut step = |text: &str| {
            path.push('/');
            path.push_str(text);
        };
        if let Some(namespace) = namespace.filter(|_| self.namespaced) {
            step("namespaces");
            step(namespace);
        }
        step(&self.plural);
        if let Some(name) = name {
            step(name);
        }
        if let Some(subresource) = subresource {
            step(subresource);
        }
        path
    }

    /// The key under which an object is stored, as precondition errors show it.
    pub(crate) fn storage_key(&self, namespace: &str, name: &str) -> String {
        // The kinds of the API server's own groups have keys without a group.
        let group = if self.is("Lease") { "" } else { &*self.group };
        let mut key = "/registry".to_string();
        for step in [group, &self.plural, namespace, name] {
            if !step.is_empty() {
                key.push('/');
                key.push_str(step);
            }
        }
        key
    }
}

/// All kinds of a server: the built-in ones and those of the scenario, ordered by group, then kind.
pub(crate) fn registry(customs: &[CustomKind]) -> Result<Vec<Arc<Kind>>, (usize, KindError)> {
    let mut kinds = Vec::new();
    for kind in built_in() {
        add(&mut kinds, kind);
    }
    let mut taken: Vec<String> = Vec::new();
    for (index, custom) in customs.iter().enumerate() {
        let mut fresh = |what: &str, text: &str| {
            let name = format!("{} has another {what} {text}", custom.group);
            if taken.contains(&name) {
                return Err(KindError::new(&format!("/{what}"), &name));
            }
            taken.push(name);
            Ok(())
        };
        let kind = fresh("kind", &custom.kind).and_then(|()| fresh("plural", &custom.plural)).and_then(|()| custom.kind());
        let mut kind = kind.map_err(|error| (index, *error))?;
        kind.place = index;
        add(&mut kinds, kind);
    }
    for (index, kind) in kinds.iter_mut().enumerate() {
        // Nobody else has it yet.
        if let Some(kind) = Arc::get_mut(kind) {
            kind.index = index;
        }
    }
    Ok(kinds)
}

/// Adds a kind at its place: they are ordered by group, then kind.
#[inline(never)]
pub(crate) fn add(kinds: &mut Vec<Arc<Kind>>, kind: Kind) {
    let place = kinds.iter().position(|other| (&other.group, &other.kind) > (&kind.group, &kind.kind)).unwrap_or(kinds.len());
    kinds.insert(place, Arc::new(kind));
}

/// The custom kind of this group, version, kind and plural; its objects live in namespaces.
///
/// Models `apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go`, as far as names go.
pub(crate) fn serve([group, version, kind, plural]: [&str; 4], schema: Option<&Value>) -> Result<Kind, Box<KindError>> {
    let dns_label = |text: &str| text.len() <= 63 && is_label(text);
    if !has(group, b'.') || !is_subdomain(group, 63) {
        return Err(KindError::new("/group", "should be a domain with at least one dot"));
    }
    let check = |path: &str, text: &str, of: &str| {
        if dns_label(text) && !text.as_bytes().first().is_some_and(u8::is_ascii_digit) {
            return Ok(());
        }
        Err(KindError::new(path, &format!("must be {of}, digits and '-', and begin with a letter")))
    };
    check("/version", version, "lower case letters")?;
    check("/plural", plural, "lower case letters")?;
    check("/kind", &kind.to_ascii_lowercase(), "letters")?;
    let schema = schema.map_or_else(|| Ok(Schema::open()), |schema| Schema::parse(schema, "/schema"))?;
    let mut kind = Kind::new(group, version, kind, plural, schema);
    kind.custom = true;
    Ok(kind)
}

/// The kinds that are always there. Their schemas say how their fields are owned and merged; their rules are code
/// (`built_in.rs`).
fn built_in() -> Vec<Kind> {
    let mut kinds = Vec::new();
    for (group, kind, plural, schema) in &[
        ("", "ConfigMap", "configmaps", CONFIG_MAP),
        ("", "Event", "events", EVENT),
        ("", "Secret", "secrets", SECRET),
        ("", "Namespace", "namespaces", NAMESPACE),
        ("coordination.k8s.io", "Lease", "leases", LEASE),
        ("apiextensions.k8s.io", "CustomResourceDefinition", "customresourcedefinitions", DEFINITION),
    ] {
        let schema = parse_plain(schema).unwrap_or_default();
        let schema = Schema::parse(&schema, "").unwrap_or_else(|error| unreachable!("a built-in schema is malformed: {error}"));
        let mut kind = Kind::new(group, "v1", kind, plural, schema);
        let is_of_cluster = kind.is("Namespace") || kind.is("CustomResourceDefinition");
        (kind.namespaced, kind.status_subresource) = (!is_of_cluster, is_of_cluster);
        kinds.push(kind);
    }
    kinds
}

// Texts and not literals: code that builds a tree is many times as large.

const CONFIG_MAP: &str = r#"{ "type": "object", "format": "ConfigMap", "properties": {
  "data": { "type": "object", "additionalProperties": { "type": "string" } },
  "binaryData": { "type": "object", "additionalProperties": { "type": "string", "format": "bytes" } },
  "immutable": { "type": "boolean", "nullable": true }
} }"#;

const SECRET: &str = r#"{ "type": "object", "format": "Secret", "properties": {
  "data": { "type": "object", "additionalProperties": { "type": "string", "format": "bytes" } },
  "stringData": { "type": "object", "additionalProperties": { "type": "string" } },
  "immutable": { "type": "boolean", "nullable": true },
  "type": { "type": "string", "format": "SecretType" }
} }"#;

const NAMESPACE: &str = r#"{ "type": "object", "format": "Namespace", "properties": {
  "spec": { "type": "object", "format": "NamespaceSpec", "default": {}, "properties": {
    "finalizers": { "type": "array", "items": { "type": "string", "format": "FinalizerName" } }
  } },
  "status": { "type": "object", "format": "NamespaceStatus", "default": {}, "properties": {
    "phase": { "type": "string", "format": "NamespacePhase" },
    "conditions": {
      "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"],
      "items": { "type": "object", "format": "NamespaceCondition", "required": ["type"], "properties": {
        "type": { "type": "string", "default": "" },
        "status": { "type": "string", "default": "" },
        "reason": { "type": "string" },
        "message": { "type": "string" },
        "lastTransitionTime": { "type": "string", "format": "date-time" }
      } }
    }
  } }
} }"#;

const EVENT: &str = r#"{ "type": "object", "format": "Event", "properties": {
  "involvedObject": { "type": "object", "format": "ObjectReference", "default": {}, "x-kubernetes-map-type": "atomic", "properties": {
    "kind": { "type": "string" }, "namespace": { "type": "string" }, "name": { "type": "string" }, "uid": { "type": "string" },
    "apiVersion": { "type": "string" }, "resourceVersion": { "type": "string" }, "fieldPath": { "type": "string" }
  } },
  "reason": { "type": "string" },
  "message": { "type": "string" },
  "source": { "type": "object", "format": "EventSource", "default": {}, "properties": {
    "component": { "type": "string" }, "host": { "type": "string" }
  } },
  "firstTimestamp": { "type": "string", "format": "date-time" },
  "lastTimestamp": { "type": "string", "format": "date-time" },
  "count": { "type": "integer", "format": "int32" },
  "type": { "type": "string" },
  "eventTime": { "type": "string", "format": "micro-time" },
  "series": { "type": "object", "format": "EventSeries", "nullable": true, "properties": {
    "count": { "type": "integer", "format": "int32" }, "lastObservedTime": { "type": "string", "format": "micro-time" }
  } },
  "action": { "type": "string" },
  "related": { "type": "object", "format": "ObjectReference", "nullable": true, "x-kubernetes-map-type": "atomic", "properties": {
    "kind": { "type": "string" }, "namespace": { "type": "string" }, "name": { "type": "string" }, "uid": { "type": "string" },
    "apiVersion": { "type": "string" }, "resourceVersion": { "type": "string" }, "fieldPath": { "type": "string" }
  } },
  "reportingComponent": { "type": "string", "default": "" },
  "reportingInstance": { "type": "string", "default": "" }
} }"#;

const LEASE: &str = r#"{ "type": "object", "format": "Lease", "properties": {
  "spec": { "type": "object", "format": "LeaseSpec", "default": {}, "properties": {
    "holderIdentity": { "type": "string", "nullable": true },
    "leaseDurationSeconds": { "type": "integer", "format": "int32", "nullable": true },
    "acquireTime": { "type": "string", "format": "micro-time", "nullable": true },
    "renewTime": { "type": "string", "format": "micro-time", "nullable": true },
    "leaseTransitions": { "type": "integer", "format": "int32", "nullable": true },
    "strategy": { "type": "string", "nullable": true },
    "preferredHolder": { "type": "string", "nullable": true }
  } }
} }"#;

const DEFINITION: &str = r#"{ "type": "object", "format": "CustomResourceDefinition", "properties": {
  "spec": { "type": "object", "format": "CustomResourceDefinitionSpec", "default": {}, "properties": {
    "group": { "type": "string", "default": "" },
    "names": { "type": "object", "format": "CustomResourceDefinitionNames", "default": {}, "properties": {
      "plural": { "type": "string", "default": "" }, "singular": { "type": "string" },
      "shortNames": { "type": "array", "items": { "type": "string" } },
      "kind": { "type": "string", "default": "" }, "listKind": { "type": "string" },
      "categories": { "type": "array", "items": { "type": "string" } }
    } },
    "scope": { "type": "string", "format": "ResourceScope", "default": "" },
    "versions": { "type": "array", "default": "null", "items": {
      "type": "object", "format": "CustomResourceDefinitionVersion", "properties": {
        "name": { "type": "string", "default": "" },
        "served": { "type": "boolean", "default": false },
        "storage": { "type": "boolean", "default": false },
        "deprecated": { "type": "boolean" },
        "deprecationWarning": { "type": "string", "nullable": true },
        "schema": { "type": "object", "format": "CustomResourceValidation", "nullable": true, "properties": {
          "openAPIV3Schema": { "x-kubernetes-preserve-unknown-fields": true }
        } },
        "subresources": { "type": "object", "format": "CustomResourceSubresources", "nullable": true, "properties": {
          "status": { "x-kubernetes-preserve-unknown-fields": true }, "scale": { "x-kubernetes-preserve-unknown-fields": true }
        } },
        "additionalPrinterColumns": { "type": "array", "items": {
          "type": "object", "format": "CustomResourceColumnDefinition", "properties": {
            "name": { "type": "string", "default": "" }, "type": { "type": "string", "default": "" },
            "format": { "type": "string" }, "description": { "type": "string" },
            "priority": { "type": "integer", "format": "int32" }, "jsonPath": { "type": "string", "default": "" }
          }
        } },
        "selectableFields": { "type": "array", "items": {
          "type": "object", "format": "SelectableField", "properties": { "jsonPath": { "type": "string", "default": "" } }
        } }
      }
    } },
    "conversion": { "type": "object", "format": "CustomResourceConversion", "nullable": true, "properties": {
      "strategy": { "type": "string", "default": "" }, "webhook": { "x-kubernetes-preserve-unknown-fields": true }
    } },
    "preserveUnknownFields": { "type": "boolean" }
  } },
  "status": { "type": "object", "format": "CustomResourceDefinitionStatus", "default": {}, "properties": {
    "conditions": {
      "type": "array", "default": "null", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"],
      "items": { "type": "object", "format": "CustomResourceDefinitionCondition", "properties": {
        "type": { "type": "string", "default": "" }, "status": { "type": "string", "default": "" },
        "lastTransitionTime": { "type": "string", "format": "date-time" },
        "reason": { "type": "string" }, "message": { "type": "string" }
      } }
    },
    "acceptedNames": { "type": "object", "format": "CustomResourceDefinitionNames", "default": {}, "properties": {
      "plural": { "type": "string", "default": "" }, "singular": { "type": "string" },
      "shortNames": { "type": "array", "items": { "type": "string" } },
      "kind": { "type": "string", "default": "" }, "listKind": { "type": "string" },
      "categories": { "type": "array", "items": { "type": "string" } }
    } },
    "storedVersions": { "type": "array", "default": "null", "items": { "type": "string" } }
  } }
} }"#;
