//! JSON patches.
//!
//! Models `gopkg.in/evanphx/json-patch.v4`, which is looser than RFC 6902: `replace` makes a key that is missing, an
//! index below zero counts from the end, a `test` for null passes where nothing is.

use serde_json::{Map, Value};

use crate::object::{remove as take_out, steps};

/// Makes the changes one after the other; none: one of them does not apply.
pub(crate) fn apply(mut document: Value, operations: &[Value]) -> Option<Value> {
    for operation in operations {
        step(&mut document, operation.as_object()?)?;
    }
    Some(document)
}

fn step(document: &mut Value, operation: &Map<String, Value>) -> Option<()> {
    let text = |name: &str| operation.get(name).and_then(Value::as_str);
    let path = text("path");
    let value = || operation.get("value").cloned().unwrap_or_default();
    match text("op")? {
        "add" => put(document, path?, value(), false),
        "remove" => remove(document, path?).map(drop),
        "replace" if path == Some("") => match value() {
            whole @ (Value::Object(_) | Value::Array(_)) => {
                *document = whole;
                Some(())
            }
            _ => None,
        },
        "replace" => put(document, path?, value(), true),
        "move" => {
            let from = text("from")?;
            // A key that is not there cannot be moved, though it could be read.
            let moved = remove(document, from)?;
            put(document, path?, moved, false)
        }
        "copy" => {
            let copied = get(document, text("from")?)?.clone();
            put(document, path?, copied, false)
        }
        "test" => {
            let found = if path == Some("") { &*document } else { get(document, path?)? };
            (*found == value()).then_some(())
        }
        _ => None,
    }
}

/// The container that a path's last step is looked up in, and that step.
fn container<'a>(document: &'a mut Value, path: &str) -> Option<(&'a mut Value, String)> {
    // What stands before the first slash is not looked at.
    let (_, rest) = path.split_once('/')?;
    let mut steps = steps(rest);
    let last = steps.pop()?;
    let mut at = document;
    for step in &steps {
        at = match at {
            Value::Object(map) => map.get_mut(step)?,
            Value::Array(items) => {
                let index = index(step, items.len())?;
                items.get_mut(index)?
            }
            _ => return None,
        };
    }
    matches!(at, Value::Object(_) | Value::Array(_)).then_some((at, last))
}

/// The place of an element.
fn index(step: &str, length: usize) -> Option<usize> {
    let index: i64 = step.parse().ok()?;
    let length = i64::try_from(length).ok()?;
    let index = if index < 0 { index.checked_add(length)? } else { index };
    usize::try_from(index).ok()
}

/// What is at a place; a key that a map lacks counts as null.
fn get<'a>(document: &'a mut Value, path: &str) -> Option<&'a Value> {
    let (at, last) = container(document, path)?;
    match at {
        Value::Array(items) => items.get(index(&last, items.len())?),
        map => Some(map.get(&last).unwrap_or(&Value::Null)),
    }
}

/// Puts a value in; `replaces`: in place of the element that is there.
fn put(document: &mut Value, path: &str, value: Value, replaces: bool) -> Option<()> {
    let (at, last) = container(document, path)?;
    match at {
        Value::Array(items) if replaces => {
            let index = index(&last, items.len())?;
            *items.get_mut(index)? = value;
        }
        Value::Array(items) if last == "-" => items.push(value),
        Value::Array(items) => {
            // One past the end counts as a place here, from both sides.
            let index = index(&last, items.len() + 1)?;
            if index > items.len() {
                return None;
            }
            items.insert(index, value);
        }
        Value::Object(map) => drop(map.insert(last, value)),
        _ => return None,
    }
    Some(())
}

fn remove(document: &mut Value, path: &str) -> Option<Value> {
    let (at, last) = container(document, path)?;
    match at {
        Value::Array(items) => {
            let index = index(&last, items.len())?;
            (index < items.len()).then(|| items.remove(index))
        }
        Value::Object(map) => take_out(map, &last),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn patched(operations: &Value) -> Option<Value> {
        apply(json!({"a": {"b": 1, "x/y": 2, "n": null}, "l": [1, 2, 3]}), operations.as_array().unwrap())
    }

    #[test]
    fn each_operation_does_what_the_real_library_does() {
        for (operation, wanted) in [
            (json!({"op": "add", "path": "/a/c", "value": 3}), Some(json!({"a": {"b": 1, "x/y": 2, "n": null, "c": 3}, "l": [1, 2, 3]}))),
            (json!({"op": "add", "path": "/l/1", "value": 9}), Some(json!({"a": {"b": 1, "x/y": 2, "n": null}, "l": [1, 9, 2, 3]}))),
            (json!({"op": "add", "path": "/l/-", "value": 9}), Some(json!({"a": {"b": 1, "x/y": 2, "n": null}, "l": [1, 2, 3, 9]}))),
            (json!({"op": "add", "path": "/l/-1", "value": 9}), Some(json!({"a": {"b": 1, "x/y": 2, "n": null}, "l": [1, 2, 3, 9]}))),
            (json!({"op": "add", "path": "/l/4", "value": 9}), None),
            (json!({"op": "add", "path": "/q/c", "value": 3}), None),
            (json!({"op": "add", "path": "", "value": {}}), None),
            (
                json!({"op": "replace", "path": "/a/new", "value": 3}),
                Some(json!({"a": {"b": 1, "x/y": 2, "n": null, "new": 3}, "l": [1, 2, 3]})),
            ),
            (json!({"op": "replace", "path": "/l/-1", "value": 9}), Some(json!({"a": {"b": 1, "x/y": 2, "n": null}, "l": [1, 2, 9]}))),
            (json!({"op": "replace", "path": "/l/3", "value": 9}), None),
            (json!({"op": "replace", "path": "", "value": {"z": 1}}), Some(json!({"z": 1}))),
            (json!({"op": "replace", "path": "", "value": 1}), None),
            (json!({"op": "remove", "path": "/a/x~1y"}), Some(json!({"a": {"b": 1, "n": null}, "l": [1, 2, 3]}))),
            (json!({"op": "remove", "path": "/a/none"}), None),
            (json!({"op": "remove", "path": "/l/0"}), Some(json!({"a": {"b": 1, "x/y": 2, "n": null}, "l": [2, 3]}))),
            (json!({"op": "move", "from": "/a/b", "path": "/b"}), Some(json!({"a": {"x/y": 2, "n": null}, "b": 1, "l": [1, 2, 3]}))),
            (json!({"op": "move", "from": "/a/none", "path": "/b"}), None),
            (json!({"op": "copy", "from": "/l", "path": "/a"}), Some(json!({"a": [1, 2, 3], "l": [1, 2, 3]}))),
            (json!({"op": "test", "path": "/a/b", "value": 2}), None),
            (json!({"op": "bad", "path": "/a"}), None),
            (json!({"path": "/a"}), None),
            (json!({"op": 1, "path": "/a"}), None),
        ] {
            assert_eq!(patched(&json!([operation])), wanted, "{operation}");
        }
    }

    #[test]
    fn a_test_for_null_passes_where_nothing_is() {
        for (path, value, passes) in [
            ("/a/n", json!(null), true),
            ("/a/none", json!(null), true),
            ("/a/b", json!(null), false),
            ("/a/n", json!(1), false),
            ("/a/b", json!(1), true),
        ] {
            assert_eq!(patched(&json!([{"op": "test", "path": path, "value": value}])).is_some(), passes, "{path} {value}");
        }
    }
}
