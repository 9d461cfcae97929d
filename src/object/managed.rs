//! Who wrote which field: `metadata.managedFields` in a compact form.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::canonical::canonical_text;
use super::json::parse_plain;
use super::record::{Fields, Record};
use super::time::Timestamp;

/// How a manager came by its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
    /// Server-side apply.
    Apply,
    /// Anything else.
    Update,
}

impl Operation {
    /// The name as it stands in an entry.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Operation::Apply => "Apply",
            Operation::Update => "Update",
        }
    }
}

/// One entry of `managedFields`. Cheap to clone.
#[derive(Clone, Debug, PartialEq)]
pub struct ManagedEntry {
    /// The field manager's name.
    pub manager: Arc<str>,
    /// How it wrote.
    pub operation: Operation,
    /// The version the fields are named in.
    pub api_version: Arc<str>,
    /// `status` for writes through `/status`.
    pub subresource: Option<Arc<str>>,
    /// When the manager last took or set a field.
    pub time: Option<Timestamp>,
    /// What it owns.
    pub fields: Arc<FieldSet>,
}

impl ManagedEntry {
    /// The entry as JSON.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        self.fill(&mut record);
        record.end()
    }

    /// Every field of [`ManagedEntry::to_value`], in order.
    pub(super) fn fill(&self, to: &mut dyn Fields) {
        to.text("apiVersion", &self.api_version);
        to.text("fieldsType", "FieldsV1");
        to.inside("fieldsV1", &mut |to| self.fields.fill(to));
        if !self.manager.is_empty() {
            to.text("manager", &self.manager);
        }
        to.text("operation", self.operation.name());
        if let Some(subresource) = &self.subresource {
            to.text("subresource", subresource);
        }
        if let Some(time) = self.time {
            to.text("time", &time.to_string());
        }
    }

    /// Reads an entry. `None` where the field manager could not decode it: an unknown operation, another `fieldsType`,
    /// no or malformed fields.
    ///
    /// Models `apimachinery/pkg/util/managedfields/internal/managedfields.go` `decodeManagedFields`.
    #[must_use]
    pub fn from_value(value: &Value) -> Option<ManagedEntry> {
        let text = |key: &str| match value.get(key) {
            None | Some(Value::Null) => Some(""),
            Some(other) => other.as_str(),
        };
        let operation = match text("operation")? {
            "Apply" => Operation::Apply,
            "Update" => Operation::Update,
            _ => return None,
        };
        if text("fieldsType")? != "FieldsV1" {
            return None;
        }
        let time = match text("time")? {
            "" => None,
            time => Some(Timestamp::parse(time)?),
        };
        Some(ManagedEntry {
            manager: text("manager")?.into(),
            operation,
            api_version: text("apiVersion")?.into(),
            subresource: Some(text("subresource")?).filter(|name| !name.is_empty()).map(Into::into),
            time,
            fields: Arc::new(FieldSet::from_value(value.get("fieldsV1")?)?),
        })
    }
}

/// One step of a path into an object. `Key` and `Value` hold canonical JSON text.
///
/// Models `structured-merge-diff/fieldpath/element.go`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PathElement {
    /// A field of a map: `f:spec`
    Field(Arc<str>),
    /// The element of an associative list with these keys: `k:{"type":"Ready"}`
    Key(Arc<str>),
    /// The element of a set: `v:"lab.example.com/f"`
    Value(Arc<str>),
    /// A position in a list: `i:0`
    Index(i64),
}

impl PathElement {
    /// The element of an associative list that has these key fields.
    #[must_use]
    pub fn key(fields: Map<String, Value>) -> PathElement {
        PathElement::Key(canonical_text(&Value::Object(fields)).into())
    }

    /// The element of a set that has this value.
    #[must_use]
    pub fn value(value: &Value) -> PathElement {
        PathElement::Value(canonical_text(value).into())
    }

    /// Reads one key of `FieldsV1`.
    fn parse(text: &str) -> Option<PathElement> {
        let (kind, rest) = text.split_once(':')?;
        match kind {
            "f" => Some(PathElement::Field(rest.into())),
            "k" => match parse_plain(rest).ok()? {
                Value::Object(fields) => Some(PathElement::key(fields)),
                _ => None,
            },
            "v" => Some(PathElement::value(&parse_plain(rest).ok()?)),
            "i" => Some(PathElement::Index(rest.parse().ok()?)),
            _ => None,
        }
    }
}

impl std::fmt::Display for PathElement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (kind, rest) = match self {
            PathElement::Field(name) => ("f:", name),
            PathElement::Key(keys) => ("k:", keys),
            PathElement::Value(value) => ("v:", value),
            PathElement::Index(index) => return write!(f, "i:{index}"),
        };
        f.write_str(kind)?;
        f.write_str(rest)
    }
}

/// A set of paths, as a trie. A path's own node says whether the path itself is a member; a node that neither is a
/// member nor has children is never kept.
///
/// Models `structured-merge-diff/fieldpath/set.go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldSet {
    member: bool,
    /// Sorted by element.
    children: Vec<(PathElement, FieldSet)>,
}

/// How deep a set that somebody sends may be.
const DEPTH: usize = 128;

impl FieldSet {
    /// Whether nothing is in it.
    #[must_use]
    #[inline(never)]
    pub fn is_empty(&self) -> bool {
        !self.member && self.children.is_empty()
    }

    /// Whether the path of this node is itself in the set.
    #[must_use]
    pub fn is_member(&self) -> bool {
        self.member
    }

    /// Whether something below this node is in the set.
    #[must_use]
    pub fn has_children(&self) -> bool {
        !self.children.is_empty()
    }

    /// What is below, in order.
    pub fn children(&self) -> impl Iterator<Item = (&PathElement, &FieldSet)> {
        self.children.iter().map(|(element, below)| (element, below))
    }

    /// The set below one element.
    #[must_use]
    pub fn child(&self, element: &PathElement) -> Option<&FieldSet> {
        let at = self.place(element).ok()?;
        Some(&self.children[at].1)
    }

    /// Where an element stands, or would stand.
    #[inline(never)]
    fn place(&self, element: &PathElement) -> Result<usize, usize> {
        self.children.binary_search_by(|(other, _)| other.cmp(element))
    }

    /// Adds the path of this node itself.
    pub fn insert_self(&mut self) {
        self.member = true;
    }

    /// Puts everything of a set below one element.
    pub fn insert_below(&mut self, element: PathElement, below: FieldSet) {
        if below.is_empty() {
            return;
        }
        match self.place(&element) {
            Ok(at) => self.children[at].1 = self.children[at].1.union(&below),
            Err(at) => self.children.insert(at, (element, below)),
        }
    }

    /// Adds a path.
    pub fn insert(&mut self, path: &[PathElement]) {
        let Some((first, rest)) = path.split_first() else {
            self.member = true;
            return;
        };
        let at = match self.place(first) {
            Ok(at) => at,
            Err(at) => {
                self.children.insert(at, (first.clone(), FieldSet::default()));
                at
            }
        };
        self.children[at].1.insert(rest);
    }

    /// Takes an element and everything below it out.
    pub fn remove_below(&mut self, element: &PathElement) {
        if let Ok(at) = self.place(element) {
            self.children.remove(at);
        }
    }

    /// The paths in either.
    #[must_use]
    pub fn union(&self, other: &FieldSet) -> FieldSet {
        self.combine(other, |a, b| a || b)
    }

    /// The paths here that are not there.
    #[must_use]
    pub fn difference(&self, other: &FieldSet) -> FieldSet {
        self.combine(other, |a, b| a && !b)
    }

    /// The paths in both.
    #[must_use]
    pub fn intersection(&self, other: &FieldSet) -> FieldSet {
        self.combine(other, |a, b| a && b)
    }

    fn combine<'a>(&'a self, other: &'a FieldSet, keep: fn(bool, bool) -> bool) -> FieldSet {
        static NOTHING: FieldSet = FieldSet { member: false, children: Vec::new() };
        let mut children = Vec::new();
        let (mut left, mut right) = (self.children.as_slice(), other.children.as_slice());
        let next = |side: &mut &'a [(PathElement, FieldSet)]| {
            let (first, rest) = side.split_first()?;
            *side = rest;
            Some(first)
        };
        loop {
            let order = match (left.first(), right.first()) {
                (None, None) => break,
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (Some((a, _)), Some((b, _))) => a.cmp(b),
            };
            let from_left = if order.is_le() { next(&mut left) } else { None };
            let from_right = if order.is_ge() { next(&mut right) } else { None };
            let Some((element, _)) = from_left.or(from_right) else { break };
            let a = from_left.map_or(&NOTHING, |(_, set)| set);
            let b = from_right.map_or(&NOTHING, |(_, set)| set);
            let combined = a.combine(b, keep);
            if !combined.is_empty() {
                children.push((element.clone(), combined));
            }
        }
        FieldSet { member: keep(self.member, other.member), children }
    }

    /// As `FieldsV1`: a member without children is `{}`, one with children has `".": {}`.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        self.fill(&mut record);
        record.end()
    }

    fn fill(&self, to: &mut dyn Fields) {
        if self.member && !self.children.is_empty() {
            to.inside(".", &mut |_| {});
        }
        for (element, below) in &self.children {
            to.inside(&element.to_string(), &mut |to| below.fill(to));
        }
    }

    /// Reads `FieldsV1`; `None` where it is malformed.
    #[must_use]
    pub fn from_value(value: &Value) -> Option<FieldSet> {
        let mut set = FieldSet::read(value, DEPTH)?;
        set.member = value.get(".").is_some();
        Some(set)
    }

    fn read(value: &Value, depth: usize) -> Option<FieldSet> {
        let map = value.as_object()?;
        let mut set = FieldSet { member: map.is_empty(), children: Vec::new() };
        for (key, below) in map {
            if key == "." {
                set.member = true;
                continue;
            }
            let element = PathElement::parse(key)?;
            let below = FieldSet::read(below, depth.checked_sub(1)?)?;
            set.insert_below(element, below);
        }
        Some(set)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn set(value: &Value) -> FieldSet {
        FieldSet::from_value(value).unwrap()
    }

    #[test]
    fn a_set_is_written_as_it_was_read() {
        for value in [
            json!({}),
            json!({"f:spec": {".": {}, "f:data": {".": {}, "f:k": {}}}}),
            json!({"f:spec": {"f:replicas": {}}}),
            json!({"f:metadata": {"f:finalizers": {".": {}, "v:\"lab.example.com/f\"": {}}}}),
            json!({"f:status": {"f:conditions": {"k:{\"type\":\"Ready\"}": {".": {}, "f:status": {}}}}, "i:3": {}}),
        ] {
            assert_eq!(set(&value).to_value(), value);
        }
        assert!(set(&json!({})).is_empty());
    }

    #[test]
    fn what_is_no_set_is_refused() {
        for value in
            [json!(null), json!([]), json!({"spec": {}}), json!({"k:[]": {}}), json!({"f:a": 1}), json!({"i:x": {}}), json!({"v:": {}})]
        {
            assert_eq!(FieldSet::from_value(&value), None, "{value}");
        }
    }

    #[test]
    fn a_parent_and_its_children_are_separate_members() {
        let whole = set(&json!({"f:spec": {".": {}, "f:a": {}, "f:b": {"f:c": {}}}}));
        let part = set(&json!({"f:spec": {"f:a": {}}, "f:x": {}}));
        assert_eq!(whole.difference(&part).to_value(), json!({"f:spec": {".": {}, "f:b": {"f:c": {}}}}));
        assert_eq!(whole.intersection(&part).to_value(), json!({"f:spec": {"f:a": {}}}));
        assert_eq!(whole.union(&part).to_value(), json!({"f:spec": {".": {}, "f:a": {}, "f:b": {"f:c": {}}}, "f:x": {}}));
        assert!(whole.difference(&whole).is_empty());
        assert_eq!(whole.difference(&set(&json!({"f:spec": {}}))).to_value(), json!({"f:spec": {"f:a": {}, "f:b": {"f:c": {}}}}));
    }

    #[test]
    fn a_path_is_inserted_where_it_belongs() {
        let mut one = FieldSet::default();
        let field = |name: &str| PathElement::Field(name.into());
        one.insert(&[field("spec"), field("b")]);
        one.insert(&[field("spec"), field("a")]);
        one.insert(&[field("spec")]);
        assert_eq!(one, set(&json!({"f:spec": {".": {}, "f:a": {}, "f:b": {}}})));
        one.remove_below(&field("spec"));
        assert!(one.is_empty());
    }

    #[test]
    fn an_entry_that_cannot_be_decoded_is_none() {
        let good = json!({"manager": "m", "operation": "Update", "apiVersion": "v1", "fieldsType": "FieldsV1", "fieldsV1": {"f:data": {}}, "time": "2026-01-01T00:00:00Z"});
        assert_eq!(ManagedEntry::from_value(&good).unwrap().to_value(), good);
        for (key, value) in [
            ("operation", json!("Create")),
            ("fieldsType", json!("FieldsV2")),
            ("fieldsV1", json!({"x": {}})),
            ("time", json!("soon")),
            ("manager", json!(1)),
        ] {
            let mut bad = good.clone();
            bad[key] = value;
            assert_eq!(ManagedEntry::from_value(&bad), None, "{key}");
        }
    }
}
