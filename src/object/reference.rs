//! How one object is named from outside it.

use std::fmt;
use std::sync::Arc;

use crate::persist::Encode;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use super::record::{Record, serialize_as_value};
use super::text::has;

/// `namespace/name`: what a work queue holds. A cluster-scoped object has an empty namespace.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Empty for what has none.
    pub namespace: Arc<str>,
    /// The object's name.
    pub name: Arc<str>,
}

impl Key {
    /// A key of these two.
    #[must_use]
    pub fn new(namespace: &str, name: &str) -> Key {
        Key { namespace: namespace.into(), name: name.into() }
    }

    /// Reads `namespace/name`, or a bare `name` for what has no namespace.
    ///
    /// Models `client-go/tools/cache/store.go` `SplitMetaNamespaceKey`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Key> {
        let (namespace, name) = text.split_once('/').unwrap_or(("", text));
        (!name.is_empty() && !has(name, b'/')).then(|| Key::new(namespace, name))
    }
}

impl Encode for Key {
    fn encode(&self, into: &mut Vec<u8>) {
        self.namespace.encode(into);
        self.name.encode(into);
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.namespace.is_empty() { f.write_str(&self.name) } else { write!(f, "{}/{}", self.namespace, self.name) }
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Kind and name: how an object is pointed at in a move or a view.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Ref {
    /// `ConfigMap`
    pub kind: String,
    /// The object's name.
    pub name: String,
    /// Its namespace; a missing one of a namespaced kind is "default".
    #[serde(default)]
    pub namespace: Option<String>,
    /// Needed only where two groups have a kind of this name.
    #[serde(default)]
    pub api_version: Option<String>,
}

impl Ref {
    /// One that says all.
    #[must_use]
    #[inline(never)]
    pub fn to(api_version: &str, kind: &str, namespace: Option<&str>, name: &str) -> Ref {
        let namespace = namespace.map(str::to_string);
        Ref { kind: kind.to_string(), name: name.to_string(), namespace, api_version: Some(api_version.to_string()) }
    }

    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.text("kind", &self.kind);
        record.text("name", &self.name);
        record.some_text("namespace", self.namespace.as_deref());
        record.some_text("apiVersion", self.api_version.as_deref());
        record.end()
    }
}

serialize_as_value!(Ref);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_is_written() {
        for text in ["default/web", "web"] {
            assert_eq!(Key::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Key::parse("a/b/c"), None);
        assert_eq!(Key::parse("a/"), None);
    }
}
