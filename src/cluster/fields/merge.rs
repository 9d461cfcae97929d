//! Merging two values by their schema, and taking fields out of one.
//!
//! Models `structured-merge-diff/typed/{tofieldset,merge,remove}.go`.

use serde_json::{Map, Value};

use super::compare::{Shape, identity};
use super::typed::{Field, Type, metadata_schema};
use crate::cluster::schema::Schema;
use crate::object::{FieldSet, PathElement};

/// The fields that a value sets.
pub(crate) fn field_set(of: Type, value: &Value) -> FieldSet {
    let mut set = FieldSet::default();
    match (of.shape(value), value) {
        (Shape::Scalar, _) => set.insert_self(),
        (Shape::List, _) if of.associative().is_none() => set.insert_self(),
        (Shape::Map, _) if of.atomic_map() => set.insert_self(),
        (Shape::List, Value::Array(items)) => {
            let schema = of.associative().unwrap_or_else(|| metadata_schema());
            let elements: Vec<Option<PathElement>> = items.iter().map(|item| identity(schema, item)).collect();
            for (at, element) in elements.iter().enumerate() {
                let Some(element) = element else { continue };
                let alone = elements.iter().filter(|other| other.as_ref() == Some(element)).count() == 1;
                let mut below = if alone { field_set(of.items(), &items[at]) } else { FieldSet::default() };
                below.insert_self();
                set.insert_below(element.clone(), below);
            }
        }
        (Shape::Map, Value::Object(map)) => {
            for (name, value) in map {
                let mut below = field_set(of.value_of(name), value);
                let empty = value.is_null() || value.as_object().is_some_and(Map::is_empty);
                if empty || !matches!(of.field(name), Field::Declared(_)) {
                    below.insert_self();
                }
                set.insert_below(PathElement::Field(name.as_str().into()), below);
            }
        }
        _ => {}
    }
    set
}

/// Lays one value over another: maps and associative lists are merged, of anything else the right one stays.
pub(crate) fn merge(of: Type, left: Option<&Value>, right: Option<&Value>) -> Option<Value> {
    let kept = || right.or(left).cloned();
    match of.shape(right.or(left)?) {
        Shape::Scalar => kept(),
        Shape::Map => {
            let nothing = Map::new();
            let before = left.and_then(Value::as_object).unwrap_or(&nothing);
            let after = right.and_then(Value::as_object).unwrap_or(&nothing);
            if of.atomic_map() || (before.is_empty() && after.is_empty()) {
                return kept();
            }
            let mut merged = Map::new();
            for map in [before, after] {
                for name in map.keys() {
                    if !merged.contains_key(name)
                        && let Some(value) = merge(of.value_of(name), before.get(name), after.get(name))
                    {
                        merged.insert(name.clone(), value);
                    }
                }
            }
            (!merged.is_empty()).then_some(Value::Object(merged))
        }
        Shape::List => {
            let before = left.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            let after = right.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            match of.associative() {
                Some(schema) if !(before.is_empty() && after.is_empty()) => merge_items(of.items(), schema, before, after),
                _ => kept(),
            }
        }
    }
}

/// Interleaves two lists: what both have keeps the order of the right one, the rest stays near its neighbours.
fn merge_items(of: Type, schema: &Schema, before: &[Value], after: &[Value]) -> Option<Value> {
    let index = |items: &[Value]| {
        let mut elements = Vec::new();
        for item in items {
            if let Some(element) = identity(schema, item) {
                elements.push(element);
            }
        }
        elements
    };
    let (lefts, rights) = (index(before), index(after));
    let mut shared: Vec<&PathElement> = Vec::new();
    for element in rights.iter().rev() {
        if lefts.contains(element) {
            shared.push(element);
        }
    }
    let mut next = shared.pop();
    // An element that stands there twice is not merged with the new one.
    let left_of = |element: &PathElement| {
        let at = lefts.iter().position(|other| other == element)?;
        let alone = lefts.iter().filter(|other| *other == element).count() == 1;
        Some(if alone { &before[at] } else { &Value::Null })
    };
    let mut done: Vec<&PathElement> = Vec::new();
    let mut merged = Vec::new();
    let (mut l, mut r) = (0, 0);
    while l < lefts.len() || r < rights.len() {
        if let (Some(left), Some(right)) = (lefts.get(l), rights.get(r)) {
            if left == right {
                done.push(right);
                merged.extend(merge(of, left_of(right), Some(&after[r])));
                (l, r) = (l + 1, r + 1);
                next = shared.pop();
                continue;
            }
            if rights.contains(left) && next.is_some_and(|next| next != left) {
                l += 1;
                continue;
            }
        }
        if let Some(left) = lefts.get(l) {
            if !rights.contains(left) {
                merged.extend(merge(of, Some(&before[l]), None));
                l += 1;
                continue;
            }
            if done.contains(&left) {
                l += 1;
            }
        }
        if let Some(right) = rights.get(r) {
            done.push(right);
            merged.extend(merge(of, left_of(right), Some(&after[r])));
            r += 1;
            if next == Some(right) {
                next = shared.pop();
            }
        }
    }
    (!merged.is_empty()).then_some(Value::Array(merged))
}

/// Takes fields out of a value; what is left empty becomes null.
pub(crate) fn remove(of: Type, value: &Value, set: &FieldSet) -> Value {
    let goes = |element: &PathElement| set.child(element).is_some_and(FieldSet::is_member);
    let inside = |element: &PathElement| set.child(element).filter(|below| below.has_children());
    match (of.shape(value), value) {
        (Shape::Scalar, _) => value.clone(),
        (Shape::List, Value::Array(items)) => {
            let Some(schema) = of.associative() else { return Value::Null };
            let mut left = Vec::new();
            for item in items {
                match identity(schema, item) {
                    Some(element) if goes(&element) => {}
                    Some(element) => left.push(match inside(&element) {
                        Some(below) => remove(of.items(), item, below),
                        None => item.clone(),
                    }),
                    None => left.push(item.clone()),
                }
            }
            if left.is_empty() { Value::Null } else { Value::Array(left) }
        }
        (Shape::Map, Value::Object(map)) if !of.atomic_map() => {
            let mut left = Map::new();
            for (name, value) in map {
                let element = PathElement::Field(name.as_str().into());
                if goes(&element) {
                    continue;
                }
                let value = match inside(&element) {
                    Some(below) => remove(of.value_of(name), value, below),
                    None => value.clone(),
                };
                left.insert(name.clone(), value);
            }
            if left.is_empty() { Value::Null } else { Value::Object(left) }
        }
        _ => Value::Null,
    }
}

/// The set with every declared field in it that something below is in: a set made of `spec.data.k` gets `spec` and
/// `spec.data`.
///
/// Models `structured-merge-diff/fieldpath/set.go` `EnsureNamedFieldsAreMembers`.
pub(crate) fn with_named_fields(of: Type, set: &FieldSet) -> FieldSet {
    let mut named = FieldSet::default();
    for (element, below) in set.children() {
        let (declared, inside) = match element {
            PathElement::Field(name) => (matches!(of.field(name), Field::Declared(_)), of.value_of(name)),
            PathElement::Key(_) => (false, of.items()),
            PathElement::Value(_) | PathElement::Index(_) => (false, Type::below(None)),
        };
        let mut copy = with_named_fields(inside, below);
        if below.is_member() || declared {
            copy.insert_self();
        }
        named.insert_below(element.clone(), copy);
    }
    named
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::typed::tests::schema;
    use super::*;

    #[test]
    fn lists_are_merged_by_what_tells_their_elements_apart() {
        let schema = schema();
        let of = Type::object(&schema);
        let spec = |spec: Value| json!({"spec": spec});
        for (left, right, merged) in [
            (json!({"tags": ["a", "b", "c"]}), json!({"tags": ["c", "x", "a"]}), json!({"tags": ["b", "c", "x", "a"]})),
            (json!({"tags": ["a"]}), json!({"tags": ["b"]}), json!({"tags": ["a", "b"]})),
            (json!({"list": [1, 2]}), json!({"list": [3]}), json!({"list": [3]})),
            (json!({"data": {"a": "1"}}), json!({"data": {"b": "2"}}), json!({"data": {"a": "1", "b": "2"}})),
            (json!({"data": {"a": "1"}}), json!({"data": null}), json!({"data": {"a": "1"}})),
            (
                json!({"ports": [{"name": "a", "port": 1}]}),
                json!({"ports": [{"name": "b"}, {"name": "a", "port": 2}]}),
                json!({"ports": [{"name": "b"}, {"name": "a", "port": 2}]}),
            ),
        ] {
            assert_eq!(merge(of, Some(&spec(left)), Some(&spec(right))), Some(spec(merged)));
        }
    }
}
