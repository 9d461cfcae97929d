//! Patches.
//!
//! None of the libraries does what the real server's does, so these are written after it.
//!
//! Models `apiserver/pkg/endpoints/handlers/patch.go` and, for merge patches, `github.com/evanphx/json-patch`.

pub(crate) mod json;
pub(crate) mod strategic;

use serde_json::{Map, Value};

use super::kind::Kind;
use super::status::{Refusal, Status};
use crate::object::retain;

/// The patch formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PatchType {
    /// RFC 6902, loosely.
    Json,
    /// RFC 7386, nearly.
    Merge,
    /// Merging lists as the Go types say; for built-in kinds.
    Strategic,
    /// Server-side apply.
    Apply,
}

/// Which format a `Content-Type` means for a kind.
pub(crate) fn patch_type(kind: &Kind, content_type: Option<&str>) -> Result<PatchType, Refusal> {
    let custom = "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml";
    match content_type.map_or("", |full| full.split(';').next().unwrap_or("").trim()) {
        "application/json-patch+json" => Ok(PatchType::Json),
        "application/merge-patch+json" => Ok(PatchType::Merge),
        "application/strategic-merge-patch+json" if !kind.custom => Ok(PatchType::Strategic),
        "application/apply-patch+yaml" => Ok(PatchType::Apply),
        _ if kind.custom => Err(Status::unsupported_media_type(custom)),
        _ => Err(Status::unsupported_patch_type()),
    }
}

/// Merges a patch into an object: maps are merged, null removes, anything else replaces.
///
/// Unlike RFC 7386, nulls inside of what replaces a scalar, a list or nothing are dropped even within lists.
pub(crate) fn merge(target: &mut Map<String, Value>, patch: Map<String, Value>) {
    retain(target, &mut |key, _| patch.get(key) != Some(&Value::Null));
    for (key, value) in patch {
        match (target.get_mut(key.as_str()), value) {
            (_, Value::Null) => {}
            (Some(Value::Object(below)), Value::Object(patch)) => merge(below, patch),
            (Some(below @ Value::Object(_)), other) => *below = other,
            (_, mut value) => {
                drop_nulls(&mut value);
                target.insert(key, value);
            }
        }
    }
}

fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(map) => {
            retain(map, &mut |_, item| !item.is_null());
            map.values_mut().for_each(drop_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn merged(target: &Value, patch: &Value) -> Value {
        let mut map = target.as_object().unwrap().clone();
        merge(&mut map, patch.as_object().unwrap().clone());
        Value::Object(map)
    }

    #[test]
    fn maps_are_merged_null_removes_and_anything_else_replaces() {
        let target = json!({"a": {"b": 1, "c": 2}, "l": [1, 2], "s": "x"});
        assert_eq!(
            merged(&target, &json!({"a": {"b": null, "d": 3}, "l": [3], "s": {"y": null, "z": 1}, "n": {"k": null}})),
            json!({"a": {"c": 2, "d": 3}, "l": [3], "s": {"z": 1}, "n": {}})
        );
        assert_eq!(merged(&target, &json!({"a": null, "gone": null})), json!({"l": [1, 2], "s": "x"}));
        assert_eq!(merged(&target, &json!({"a": [null, {"b": null}]})), json!({"a": [null, {"b": null}], "l": [1, 2], "s": "x"}));
    }
}
