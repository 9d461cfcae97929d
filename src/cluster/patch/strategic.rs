//! Strategic merge patches, of built-in kinds: lists are merged where the Go type says so.
//!
//! Models `apimachinery/pkg/util/strategicpatch/patch.go`.

use serde_json::{Map, Value};

use crate::cluster::status::{Refusal, Status, go_value, quoted};
use crate::object::{retain, sort_short};

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
pub(crate) fn merge(target: Object, patch: Object, known: &dyn Fn(&str) -> bool) -> Result<Object, Refusal> {
    for (name, value) in &patch {
        let nested = value.is_object() || value.is_array();
        if nested && !name.starts_with('$') && target.contains_key(name) && !known(name) {
            return Err(Status::internal(format!("unable to find api field in struct for the json field {}", quoted(name))));
        }
    }
    merge_map(target, patch, "")
}

fn merge_map(mut original: Object, mut patch: Object, at: &str) -> Result<Object, Refusal> {
    if let Some(directive) = patch.remove(DIRECTIVE) {
        return match directive.as_str() {
            Some("replace") => Ok(patch),
            Some("delete") => Ok(Map::new()),
            _ => {
                let shown = go_value(&directive);
                patch.insert(DIRECTIVE.to_string(), directive);
                Err(Status::internal(format!("unknown patch type: {shown} in map: {}", go_value(&Value::Object(patch)))))
            }
        };
    }
    retain_keys(&mut original, &mut patch)?;
    set_order(&mut original, &mut patch, at)?;
    for (key, value) in patch {
        let (name, deletes) = match key.strip_prefix(DELETE_FROM) {
            None => (key.as_str(), false),
            Some(rest) => match rest.strip_prefix('/') {
                Some(name) => (name, true),
                None => return Err(Status::bad_request("invalid patch format of primitive list")),
            },
        };
        if value.is_null() {
            original.remove(name);
            continue;
        }
        let merged = match (original.get_mut(name).map(Value::take), value) {
            (Some(Value::Object(before)), Value::Object(patch)) => Value::Object(merge_map(before, patch, &format!("{at}.{name}"))?),
            (Some(Value::Array(before)), Value::Array(patch)) => Value::Array(merge_list(before, patch, &format!("{at}.{name}"), deletes)?),
            (Some(before), _) if deletes => before,
            (None, _) if deletes => continue,
            (before, value) => {
                let fresh = before.is_none_or(|before| std::mem::discriminant(&before) != std::mem::discriminant(&value));
                without_directives(value, fresh)
            }
        };
        original.insert(name.to_string(), merged);
    }
    Ok(original)
}

/// What is taken over as it is, without what was meant for the merging; nulls go where there was nothing of its type.
fn without_directives(value: Value, fresh: bool) -> Value {
    match value {
        Value::Object(mut map) => {
            retain(&mut map, &mut |key, value| !(key.starts_with('$') || fresh && value.is_null()));
            for value in map.values_mut() {
                *value = without_directives(value.take(), fresh);
            }
            Value::Object(map)
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
        other => other,
    }
}

/// Keeps only the keys that the patch lists; those that it sets must be among them.
fn retain_keys(original: &mut Object, patch: &mut Object) -> Result<(), Refusal> {
    let Some(keys) = patch.remove(RETAIN_KEYS) else { return Ok(()) };
    let wrong = || Status::bad_request("invalid patch format of retainKeys");
    let Value::Array(keys) = keys else { return Err(wrong()) };
    let listed = |key: &str| keys.iter().any(|other| other.as_str() == Some(key));
    if patch.iter().any(|(key, value)| !value.is_null() && !key.starts_with('$') && !listed(key)) {
        return Err(wrong());
    }
    retain(original, &mut |key, _| listed(key));
    Ok(())
}

/// Merges the lists whose order the patch gives.
fn set_order(original: &mut Object, patch: &mut Object, at: &str) -> Result<(), Refusal> {
    let orders: Vec<String> = patch.keys().filter(|key| key.starts_with(ORDER)).cloned().collect();
    for key in orders {
        let wrong = || Status::bad_request("invalid patch format of setElementOrder list");
        let Some(Value::Array(order)) = patch.remove(&key) else { return Err(wrong()) };
        let Some(name) = key.strip_prefix(ORDER).and_then(|rest| rest.strip_prefix('/')) else { return Err(wrong()) };
        let below = format!("{at}.{name}");
        let by = merge_key(&below);
        let list = |map: &Object| match map.get(name) {
            Some(Value::Array(items)) => Some(items.clone()),
            _ => None,
        };
        let (before, sent) = (list(original), list(patch));
        check_order(sent.as_deref().unwrap_or_default(), &order, by.unwrap_or(""))?;
        let merged = match (&before, &sent) {
            (None, None) => continue,
            (Some(before), None) => before.clone(),
            (None, Some(sent)) => sent.clone(),
            (Some(before), Some(sent)) => merge_list(before.clone(), sent.clone(), &below, false)?,
        };
        let before = before.unwrap_or_default();
        let sorted = in_order(merged, &order, &before, by.unwrap_or(""));
        original.insert(name.to_string(), Value::Array(sorted));
        patch.remove(name);
    }
    Ok(())
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

fn merge_list(before: Vec<Value>, patch: Vec<Value>, at: &str, deletes: bool) -> Result<Vec<Value>, Refusal> {
    let Some(by) = merge_key(at) else { return Ok(if deletes { before } else { patch }) };
    if before.is_empty() && patch.is_empty() {
        return Ok(before);
    }
    if before.iter().chain(&patch).any(Value::is_array) {
        return Err(Status::patch_does_not_apply());
    }
    if by.is_empty() {
        if deletes {
            return Ok(before.into_iter().filter(|item| !patch.contains(item)).collect());
        }
        let mut merged: Vec<Value> = Vec::new();
        for item in before.iter().chain(&patch) {
            if !merged.contains(item) {
                merged.push(item.clone());
            }
        }
        return Ok(in_order(merged, &patch, &before, by));
    }
    let mut merged = before.clone();
    let mut replaces = false;
    let mut plain: Vec<Value> = Vec::new();
    for item in patch {
        if item.get(by).is_none_or(Value::is_null) && item.get(DIRECTIVE).and_then(Value::as_str) != Some("replace") {
            return Err(Status::internal(format!("map: {} does not contain declared merge key: {by}", go_value(&item))));
        }
        match item.get(DIRECTIVE).map(go_value).as_deref() {
            None => plain.push(item),
            Some("replace") => replaces = true,
            Some("delete") => merged.retain(|other| !same(other, &item, by)),
            Some("merge") => return Err(Status::internal("merging lists cannot yet be specified in the patch")),
            Some(other) => return Err(Status::internal(format!("unknown patch type: {other} in map: {}", go_value(&item)))),
        }
    }
    if replaces {
        return Ok(plain);
    }
    for item in &plain {
        match merged.iter_mut().find(|other| same(other, item, by)) {
            Some(other) => {
                if let (Value::Object(before), Value::Object(patch)) = (other.take(), item.clone()) {
                    *other = Value::Object(merge_map(before, patch, &format!("{at}[]"))?);
                }
            }
            None => merged.push(without_directives(item.clone(), true)),
        }
    }
    Ok(in_order(merged, &plain, &before, by))
}

/// What the patch names comes in its order; what only the server has is put in by the order in which it was there.
///
/// Models `normalizeElementOrder` and `mergeSortedSlice`.
fn in_order(merged: Vec<Value>, patch: &[Value], before: &[Value], by: &str) -> Vec<Value> {
    let place = |order: &[Value], item: &Value| order.iter().position(|other| same(other, item, by));
    let (mut named, mut rest): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    for item in merged {
        if place(patch, &item).is_some() { named.push(item) } else { rest.push(item) }
    }
    sort_short(&mut named, |a, b| place(patch, a) < place(patch, b));
    sort_short(&mut rest, |a, b| place(before, a) < place(before, b));
    let mut all = Vec::with_capacity(named.len() + rest.len());
    let (mut named, mut rest) = (named.into_iter().peekable(), rest.into_iter().peekable());
    loop {
        let earlier = match (rest.peek(), named.peek()) {
            (None, None) => return all,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (Some(left), Some(right)) => matches!((place(before, left), place(before, right)), (Some(l), Some(r)) if l < r),
        };
        all.extend(if earlier { rest.next() } else { named.next() });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn merged(target: &Value, patch: &Value) -> Value {
        let map = |value: &Value| value.as_object().unwrap().clone();
        Value::Object(merge(map(target), map(patch), &|_| true).unwrap())
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
            let status = merge(map(&target), map(&patch), &|_| true).unwrap_err();
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
