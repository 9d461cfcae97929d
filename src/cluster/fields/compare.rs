//! Which fields a write adds, changes and removes.
//!
//! Models `structured-merge-diff/typed/compare.go`.

use serde_json::{Map, Value};

use crate::cluster::built_in::zero;
use crate::cluster::kind::Kind;
use crate::cluster::schema::{ListType, Schema, SchemaType};
use crate::object::{FieldSet, Metadata, Object, PathElement};

use super::typed::metadata_schema;
use super::without_server_fields;

/// The fields in which two objects differ: those that the writer takes, for they are new or other than before, and those
/// that are gone.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Comparison {
    taken: FieldSet,
    removed: FieldSet,
}

impl Comparison {
    /// What the writer takes, and what all others lose.
    pub(super) fn moved(self) -> (FieldSet, FieldSet) {
        let lost = self.taken.union(&self.removed);
        (self.taken, lost)
    }
}

/// Compares what is stored with what is written; the top-level fields named in `except` are not looked at. Fields of
/// `metadata` that nobody can own are left out.
pub(crate) fn compare(kind: &Kind, live: Option<&Object>, new: &Object, except: &[&str]) -> Comparison {
    let mut walker = Walker::default();
    let nothing = Metadata::default();
    let old = live.map_or(&nothing, |live| &live.metadata);
    if !except.contains(&"metadata") && !same_metadata(old, &new.metadata) {
        walker.metadata(live.map(|_| old.to_value()).as_ref(), Some(&new.metadata.to_value()));
    }
    match live {
        Some(live) => walker.fields(Some(&kind.schema), &live.body, &new.body, except),
        // What is written even of an empty object is nobody's.
        None => walker.fields(Some(&kind.schema), &zero(kind), &new.body, except),
    }
    walker.found
}

/// The same of two objects as JSON: what an apply makes is not decoded yet.
pub(super) fn compare_values(kind: &Kind, before: &Map<String, Value>, after: &Map<String, Value>, except: &[&str]) -> Comparison {
    let mut walker = Walker::default();
    let (old, new) = (before.get("metadata"), after.get("metadata"));
    if !except.contains(&"metadata") && old != new {
        walker.metadata(old, new);
    }
    let mut skipped = vec!["apiVersion", "kind", "metadata"];
    skipped.extend(except);
    walker.fields(Some(&kind.schema), before, after, &skipped);
    walker.found
}

/// Whether nothing differs that somebody could own. Most writes leave the metadata alone.
fn same_metadata(a: &Metadata, b: &Metadata) -> bool {
    a.labels == b.labels
        && a.annotations == b.annotations
        && a.finalizers == b.finalizers
        && a.owner_references == b.owner_references
        && a.generate_name == b.generate_name
        && (a.deletion, a.deletion_grace_seconds) == (b.deletion, b.deletion_grace_seconds)
}

fn field(name: &str) -> PathElement {
    PathElement::Field(name.into())
}

#[derive(Default)]
struct Walker {
    path: Vec<PathElement>,
    found: Comparison,
}

/// What a value is taken for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Scalar,
    List,
    Map,
}

impl Walker {
    /// Two values that differ, one step down.
    fn below(&mut self, element: PathElement, schema: Option<&Schema>, before: Option<&Value>, after: Option<&Value>) {
        self.path.push(element);
        self.value(schema, before, after);
        self.path.pop();
    }

    /// Something that is owned as a whole.
    fn leaf(&mut self, before: bool, after: bool) {
        let set = if before && !after { &mut self.found.removed } else { &mut self.found.taken };
        set.insert(&self.path);
    }

    /// A map or list whose inside was looked at: it is itself a field only when it comes or goes.
    fn container(&mut self, before: bool, after: bool) {
        if before != after {
            self.leaf(before, after);
        }
    }

    fn metadata(&mut self, before: Option<&Value>, after: Option<&Value>) {
        let schema = metadata_schema().field("metadata");
        self.below(field("metadata"), schema, before, after);
        let Comparison { taken, removed } = &mut self.found;
        for set in [taken, removed] {
            *set = without_server_fields(set);
        }
    }

    fn fields(&mut self, schema: Option<&Schema>, before: &Map<String, Value>, after: &Map<String, Value>, except: &[&str]) {
        for (key, old) in before {
            self.field(schema, key, Some(old), after.get(key), except);
        }
        for (key, new) in after {
            if !before.contains_key(key) {
                self.field(schema, key, None, Some(new), except);
            }
        }
    }

    #[inline(never)]
    fn field(&mut self, schema: Option<&Schema>, key: &str, old: Option<&Value>, new: Option<&Value>, except: &[&str]) {
        if old != new && !except.contains(&key) {
            self.below(field(key), schema.and_then(|schema| schema.field(key)), old, new);
        }
    }

    /// Two values that differ.
    fn value(&mut self, schema: Option<&Schema>, before: Option<&Value>, after: Option<&Value>) {
        let leaf = match (before, after) {
            (None, None) => true,
            (Some(value), None) | (None, Some(value)) => self.shaped(shape(schema, value), schema, before, after),
            (Some(old), Some(new)) => {
                let (was, is) = (shape(schema, old), shape(schema, new));
                if was != is {
                    self.shaped(was, schema, before, after);
                }
                self.shaped(is, schema, before, after)
            }
        };
        if !leaf {
            self.container(before.is_some(), after.is_some());
        }
    }

    /// Whether it was a leaf.
    fn shaped(&mut self, shape: Shape, schema: Option<&Schema>, before: Option<&Value>, after: Option<&Value>) -> bool {
        match shape {
            Shape::Scalar => {}
            Shape::Map => {
                let nothing = Map::new();
                let old = before.and_then(Value::as_object).unwrap_or(&nothing);
                let new = after.and_then(Value::as_object).unwrap_or(&nothing);
                let atomic = schema.is_some_and(|schema| schema.atomic_map);
                let both_empty = old.is_empty() && new.is_empty();
                if !atomic && !both_empty {
                    self.fields(schema, old, new, &[]);
                    return false;
                }
            }
            Shape::List => {
                let old = before.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                let new = after.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                if let Some(schema) = schema.filter(|schema| schema.list_type != ListType::Atomic && !(old.is_empty() && new.is_empty())) {
                    self.items(schema, old, new);
                    return false;
                }
            }
        }
        self.leaf(before.is_some(), after.is_some());
        true
    }

    /// The elements of an associative list or a set.
    fn items(&mut self, schema: &Schema, before: &[Value], after: &[Value]) {
        let keys = |items: &[Value]| items.iter().map(|item| identity(schema, item)).collect();
        for Pair { element, before: was, after: now } in pair(keys(before), keys(after)) {
            if !same(before, &was, after, &now) {
                let (old, new) = (was.first().map(|at| &before[*at]), now.first().map(|at| &after[*at]));
                if was.len() > 1 || now.len() > 1 {
                    // Elements that stand there twice are owned together, as a whole.
                    self.path.push(element);
                    self.leaf(old.is_some(), new.is_some());
                    self.path.pop();
                } else {
                    self.below(element, schema.items.as_deref(), old, new);
                }
            }
        }
    }
}

pub(super) fn shape(schema: Option<&Schema>, value: &Value) -> Shape {
    let typed = schema.filter(|schema| !schema.int_or_string).and_then(|schema| schema.kind);
    match (typed, value) {
        (Some(SchemaType::Object), _) | (None, Value::Object(_) | Value::Null) => Shape::Map,
        (Some(SchemaType::Array), _) | (None, Value::Array(_)) => Shape::List,
        _ => Shape::Scalar,
    }
}

/// What tells an element from the others; none where it lacks its keys.
pub(super) fn identity(schema: &Schema, item: &Value) -> Option<PathElement> {
    match &schema.list_type {
        ListType::Atomic => None,
        ListType::Set => Some(PathElement::value(item)),
        ListType::Map(keys) => {
            let mut fields = Map::new();
            for key in keys {
                let value = match item.get(key) {
                    Some(value) => value,
                    None => schema.items.as_ref()?.field(key)?.default.as_ref()?,
                };
                fields.insert(key.clone(), value.clone());
            }
            Some(PathElement::key(fields))
        }
    }
}

/// Where the elements that are told apart by one thing stand, in two lists.
struct Pair {
    element: PathElement,
    before: Vec<usize>,
    after: Vec<usize>,
}

/// The places in two lists by what tells the elements apart, in its order.
fn pair(before: Vec<Option<PathElement>>, after: Vec<Option<PathElement>>) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    for (elements, is_new) in [(before, false), (after, true)] {
        for (at, element) in elements.into_iter().enumerate() {
            let Some(element) = element else { continue };
            let place = match pairs.binary_search_by(|pair| pair.element.cmp(&element)) {
                Ok(place) => place,
                Err(place) => {
                    pairs.insert(place, Pair { element, before: Vec::new(), after: Vec::new() });
                    place
                }
            };
            let pair = &mut pairs[place];
            let places = if is_new { &mut pair.after } else { &mut pair.before };
            places.push(at);
        }
    }
    pairs
}

/// Whether what stands at these places is equal.
fn same<T: PartialEq>(before: &[T], was: &[usize], after: &[T], now: &[usize]) -> bool {
    was.len() == now.len() && was.iter().zip(now).all(|(old, new)| before[*old] == after[*new])
}
