//! Strategic merge patches, of built-in kinds: lists are merged where the Go type says so.
//!
//! Models `apimachinery/pkg/util/strategicpatch/patch.go`.

use serde_json::{Map, Value};

use crate::cluster::status::{Refusal, Status, go_value, quoted};
use crate::object::{remove, retain, sort_short, text_at};

const DIRECTIVE: &str = "$patch";
const RETAIN_KEYS: &str = "$retainKeys";
const DELETE_FROM: &str = "$deleteFromPrimitiveList";
const ORDER: &str = "$setElementOrder";

type Object = Map<String, Value>;

/// What the Go types say of the lists that are merged: `patchMergeKey`, empty for lists of scalars.
///
/// Models the field tags in `apimachinery/pkg/apis/meta/v1/types.go` and `kubernetes/staging/src/k8s.io/api/core/v1/types.go`.
fn merge_key(at: &str) -> Option<&'static str> {
    match at {
        ".metadata.finalizers" => Some(""),
        ".metadata.ownerReferences" => Some("uid"),
        ".status.conditions" => Some("type"),
        _ => None,
    }
}

/// Merges a patch into an object.
pub(crate) fn merge(mut target: Object, patch: &Object, known: &dyn Fn(&str) -> bool) -> Result<Object, Refusal> {
    for (name, value) in patch {
        let nested = value.is_object() || value.is_array();
        if nested && !name.starts_with('$') && target.contains_key(name) && !known(name) {
            return Err(Status::internal(format!("unable to find api field in struct for the json field {}", quoted(name))));
        }
    }
    merge_map(&mut target, patch, "")?;
    Ok(target)
}

fn merge_map(original: &mut Object, patch: &Object, at: &str) -> Result<(), Refusal> {
    if let Some(directive) = patch.get(DIRECTIVE) {
        match directive.as_str() {
            Some("replace") => {
                original.clone_from(patch);
                remove(original, DIRECTIVE);
            }
            Some("delete") => *original = Map::new(),
            _ => return Err(unknown_type(&go_value(directive), &Value::Object(patch.clone()))),
        }
        return Ok(());
    }
    retain_keys(original, patch)?;
    let ordered = set_order(original, patch, at)?;
    for (key, value) in patch {
        if key == RETAIN_KEYS || key.starts_with(ORDER) || ordered.contains(&key.as_str()) {
            continue;
        }
        let (name, deletes) = match key.strip_prefix(DELETE_FROM) {
            None => (key.as_str(), false),
            Some(rest) => match rest.strip_prefix('/') {
                Some(name) => (name, true),
                None => return Err(Status::bad_request("invalid patch format of primitive list")),
            },
        };
        if value.is_null() {
            remove(original, name);
            continue;
        }
        let below = format!("{at}.{name}");
        match (original.get_mut(name), value) {
            (Some(Value::Object(before)), Value::Object(patch)) => merge_map(before, patch, &below)?,
            (Some(Value::Array(before)), Value::Array(patch)) => *before = merge_list(before, patch, &below, deletes)?,
            _ if deletes => {}
            (before, value) => {
                let fresh = before.is_none_or(|before| std::mem::discriminant(before) != std::mem::discriminant(value));
                original.insert(name.to_string(), without_directives(value, fresh));
            }
        }
    }
    Ok(())
}

#[cold]
#[inline(never)]
#[allow(clippy::unnecessary_box_returns)] // as in `status.rs`
fn unknown_type(directive: &str, patch: &Value) -> Refusal {
    Status::internal(format!("unknown patch type: {directive} in map: {}", go_value(patch)))
}

/// What is taken over as it is, without what was meant for the merging; nulls go where there was nothing of its type.
fn without_directives(value: &Value, fresh: bool) -> Value {
    match value {
        Value::Object(map) => {
            let mut kept = Map::new();
            for (key, value) in map {
                if !(key.starts_with('$') || fresh && value.is_null()) {
                    kept.insert(key.clone(), without_directives(value, fresh));
                }
            }
            Value::Object(kept)
        }
        Value::Array(items) => {
            let mut kept = Vec::new();
            for item in items {
                if item.get(DIRECTIVE).is_none() {
                    kept.push(without_directives(item, fresh));
                }
            }
            Value::Array(kept)
        }
        other => other.clone(),
    }
}

/// Keeps only the keys that the patch lists; those that it sets must be among them.
fn retain_keys(original: &mut Object, patch: &Object) -> Result<(), Refusal> {
    let Some(keys) = patch.get(RETAIN_KEYS) else { return Ok(()) };
    let wrong = || Status::bad_request("invalid patch format of retainKeys");
    let Value::Array(keys) = keys else { return Err(wrong()) };
    let listed = |key: &str| keys.iter().any(|other| other.as_str() == Some(key));
    if patch.iter().any(|(key, value)| !value.is_null() && !key.starts_with('$') && !listed(key)) {
        return Err(wrong());
    }
    retain(original, &mut |key, _| listed(key));
    Ok(())
}

/// Merges the lists whose order the patch gives, and names them.
fn set_order<'a>(original: &mut Object, patch: &'a Object, at: &str) -> Result<Vec<&'a str>, Refusal> {
    let mut names = Vec::new();
    for (key, order) in patch {
        let Some(rest) = key.strip_prefix(ORDER) else { continue };
        let (Value::Array(order), Some(name)) = (order, rest.strip_prefix('/')) else {
            return Err(Status::bad_request("invalid patch format of setElementOrder list"));
        };
        let below = format!("{at}.{name}");
        let by = merge_key(&below).unwrap_or("");
        let (before, sent) = (list(original, name), list(patch, name));
        check_order(sent.unwrap_or_default(), order, by)?;
        let merged = match (before, sent) {
            (None, None) => continue,
            (Some(only), None) | (None, Some(only)) => only.to_vec(),
            (Some(before), Some(sent)) => merge_list(before, sent, &below, false)?,
        };
        let sorted = in_order(merged, order, before.unwrap_or_default(), by);
        original.insert(name.to_string(), Value::Array(sorted));
        names.push(name);
    }
    Ok(names)
}

fn list<'a>(map: &'a Object, name: &str) -> Option<&'a [Value]> {
    Some(map.get(name)?.as_array()?.as_slice())
}

/// What a list in a patch holds must stand in the order that is given.
fn check_order(sent: &[Value], order: &[Value], by: &str) -> Result<(), Refusal> {
    if sent.is_empty() || order.is_empty() {
        return Ok(());
    }
    let mut places = order.iter();
    for item in sent.iter().filter(|item| item.get(DIRECTIVE).is_none()) {
        if !places.any(|other| same(other, item, by)) {
            let (sent, order) = (go_value(&Value::Array(sent.to_vec())), go_value(&Value::Array(order.to_vec())));
            return Err(Status::internal(format!("The order in patch list:\n{sent}\n doesn't match {ORDER} list:\n{order}\n")));
        }
    }
    Ok(())
}

fn same(left: &Value, right: &Value, by: &str) -> bool {
    if by.is_empty() { left == right } else { left.get(by) == right.get(by) }
}

fn merge_list(before: &[Value], patch: &[Value], at: &str, deletes: bool) -> Result<Vec<Value>, Refusal> {
    let Some(by) = merge_key(at) else { return Ok(if deletes { before.to_vec() } else { patch.to_vec() }) };
    if before.iter().any(Value::is_array) || patch.iter().any(Value::is_array) {
        return Err(Status::patch_does_not_apply());
    }
    let mut merged: Vec<Value> = Vec::new();
    if by.is_empty() {
        for item in before {
            if !(if deletes { patch } else { &merged }).contains(item) {
                merged.push(item.clone());
            }
        }
        if deletes {
            return Ok(merged);
        }
        for item in patch {
            if !merged.contains(item) {
                merged.push(item.clone());
            }
        }
        return Ok(in_order(merged, patch, before, by));
    }
    merged.extend_from_slice(before);
    let mut replaces = false;
    let mut plain: Vec<Value> = Vec::new();
    for item in patch {
        if item.get(by).is_none_or(Value::is_null) && text_at(item, &[DIRECTIVE]) != Some("replace") {
            return Err(Status::internal(format!("map: {} does not contain declared merge key: {by}", go_value(item))));
        }
        match item.get(DIRECTIVE).map(go_value).as_deref() {
            None => plain.push(item.clone()),
            Some("replace") => replaces = true,
            Some("delete") => drop(split(&mut merged, &|other| !same(other, item, by))),
            Some("merge") => return Err(Status::internal("merging lists cannot yet be specified in the patch")),
            Some(other) => return Err(unknown_type(other, item)),
        }
    }
    if replaces {
        return Ok(plain);
    }
    for item in &plain {
        match merged.iter_mut().find(|other| same(other, item, by)) {
            Some(other) => {
                if let (Value::Object(before), Value::Object(patch)) = (other, item) {
                    merge_map(before, patch, &format!("{at}[]"))?;
                }
            }
            None => merged.push(without_directives(item, true)),
        }
    }
    Ok(in_order(merged, &plain, before, by))
}

#[inline(never)]
fn sort_by(items: &mut [Value], place: &dyn Fn(&Value) -> Option<usize>) {
    sort_short(items, |left, right| place(left) < place(right));
}

/// Keeps some of the items, and hands over the others.
#[inline(never)]
fn split(items: &mut Vec<Value>, kept: &dyn Fn(&Value) -> bool) -> Vec<Value> {
    let mut others = Vec::new();
    for item in std::mem::take(items) {
        if kept(&item) { items.push(item) } else { others.push(item) }
    }
    others
}

/// What the patch names comes in its order; what only the server has is put in by the order in which it was there.
///
/// Models `normalizeElementOrder` and `mergeSortedSlice`.
fn in_order(merged: Vec<Value>, patch: &[Value], before: &[Value], by: &str) -> Vec<Value> {
    let place = |order: &[Value], item: &Value| order.iter().position(|other| same(other, item, by));
    let mut named = merged;
    let mut rest = split(&mut named, &|item| place(patch, item).is_some());
    sort_by(&mut named, &|item| place(patch, item));
    sort_by(&mut rest, &|item| place(before, item));
    let mut all = Vec::with_capacity(named.len() + rest.len());
    let (mut named, mut rest) = (named.into_iter(), rest.into_iter());
    loop {
        let earlier = match (rest.as_slice().first(), named.as_slice().first()) {
            (None, None) => return all,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (Some(left), Some(right)) => matches!((place(before, left), place(before, right)), (Some(l), Some(r)) if l < r),
        };
        let next = if earlier { &mut rest } else { &mut named };
        if let Some(item) = next.next() {
            all.push(item);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn merged(target: &Value, patch: &Value) -> Value {
        let map = |value: &Value| value.as_object().unwrap().clone();
        Value::Object(merge(map(target), &map(patch), &|_| true).unwrap())
    }

    #[test]
    fn maps_are_merged_and_directives_obeyed() {
        let target = json!({"data": {"a": "1", "b": "2"}});
        for (patch, wanted) in [
            (json!({"data": {"a": null, "c": "3"}}), json!({"data": {"b": "2", "c": "3"}})),
            (json!({"data": {"$patch": "replace", "z": "1"}}), json!({"data": {"z": "1"}})),
            (json!({"data": {"$patch": "delete"}}), json!({"data": {}})),
            (json!({"data": {"$retainKeys": ["b", "c"], "c": "3"}}), json!({"data": {"b": "2", "c": "3"}})),
            (json!({"data": null, "more": {"x": null, "y": "1"}}), json!({"more": {"y": "1"}})),
        ] {
            assert_eq!(merged(&target, &patch), wanted, "{patch}");
        }
    }

    #[test]
    fn finalizers_and_owners_are_merged_and_other_lists_replaced() {
        let target = json!({"metadata": {"finalizers": ["a", "b"], "ownerReferences": [{"uid": "1", "name": "x"}]}, "l": [1]});
        for (patch, wanted) in [
            (json!({"metadata": {"finalizers": ["c"]}}), json!(["c", "a", "b"])),
            (json!({"metadata": {"finalizers": ["b"]}}), json!(["a", "b"])),
            (json!({"metadata": {"$deleteFromPrimitiveList/finalizers": ["a", "q"]}}), json!(["b"])),
            (json!({"metadata": {"$setElementOrder/finalizers": ["b", "c", "a"], "finalizers": ["c"]}}), json!(["b", "c", "a"])),
        ] {
            assert_eq!(merged(&target, &patch)["metadata"]["finalizers"], wanted, "{patch}");
        }
        let owners =
            |patch: Value| merged(&target, &json!({"metadata": {"ownerReferences": patch}}))["metadata"]["ownerReferences"].clone();
        assert_eq!(owners(json!([{"uid": "1", "name": "y"}])), json!([{"uid": "1", "name": "y"}]));
        assert_eq!(owners(json!([{"uid": "2"}])), json!([{"uid": "2"}, {"uid": "1", "name": "x"}]));
        assert_eq!(owners(json!([{"uid": "1", "$patch": "delete"}])), json!([]));
        assert_eq!(owners(json!([{"$patch": "replace"}, {"uid": "3"}])), json!([{"uid": "3"}]));
        assert_eq!(merged(&target, &json!({"l": [2]}))["l"], json!([2]));
    }

    #[test]
    fn a_patch_that_makes_no_sense_is_refused() {
        let refused = |patch: Value| {
            let map = |value: &Value| value.as_object().unwrap().clone();
            let target = json!({"metadata": {"ownerReferences": [{"uid": "1"}], "finalizers": ["a"]}});
            let status = merge(map(&target), &map(&patch), &|_| true).unwrap_err();
            (status.code, status.message)
        };
        for (patch, code, message) in [
            (json!({"$patch": "other"}), 500, "unknown patch type: other in map: map[$patch:other]"),
            (json!({"metadata": {"ownerReferences": [{"name": "x"}]}}), 500, "map: map[name:x] does not contain declared merge key: uid"),
            (json!({"$deleteFromPrimitiveList": []}), 400, "invalid patch format of primitive list"),
            (json!({"metadata": {"$retainKeys": 1}}), 400, "invalid patch format of retainKeys"),
        ] {
            assert_eq!(refused(patch), (code, message.to_string()));
        }
    }
}
