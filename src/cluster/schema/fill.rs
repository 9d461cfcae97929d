//! Pruning and defaulting.
//!
//! Models `apiextensions-apiserver/pkg/apiserver/schema/pruning/algorithm.go` and `schema/defaulting/algorithm.go`.

use serde_json::{Map, Value};

use super::{Schema, enter, enter_list};
use crate::object::{retain, sort_texts};

/// Takes out what the schema does not tell of; the paths of what went, sorted.
pub(crate) fn prune(map: &mut Map<String, Value>, schema: &Schema) -> Vec<String> {
    let mut gone = Vec::new();
    prune_map(map, schema, &mut String::new(), &mut gone);
    sort_texts(&mut gone);
    gone
}

fn prune_map(map: &mut Map<String, Value>, schema: &Schema, path: &mut String, gone: &mut Vec<String>) {
    if schema.preserve_unknown && schema.properties.is_empty() && schema.additional.is_none() {
        return;
    }
    retain(map, &mut |key, value| {
        let start = enter(path, key);
        let field = schema.field(key);
        match field {
            Some(below) => prune_value(value, below, path, gone),
            None if !schema.preserve_unknown => gone.push(path.clone()),
            None => {}
        }
        path.truncate(start);
        field.is_some() || schema.preserve_unknown
    });
}

fn prune_value(value: &mut Value, schema: &Schema, path: &mut String, gone: &mut Vec<String>) {
    match value {
        Value::Object(map) => prune_map(map, schema, path, gone),
        Value::Array(items) => {
            let Some(below) = &schema.items else { return };
            for (index, item) in items.iter_mut().enumerate() {
                let start = enter_list(path, index);
                prune_value(item, below, path, gone);
                path.truncate(start);
            }
        }
        _ => {}
    }
}

/// Takes out each null whose field may not be null and has no default.
pub(crate) fn remove_nulls(map: &mut Map<String, Value>, schema: &Schema) {
    retain(map, &mut |key, value| {
        let Some(below) = schema.field(key) else { return true };
        if value.is_null() && !below.nullable && below.default.is_none() && below.kind.is_some() {
            return false;
        }
        remove_nulls_in(value, below);
        true
    });
}

fn remove_nulls_in(value: &mut Value, schema: &Schema) {
    match value {
        Value::Object(map) => remove_nulls(map, schema),
        Value::Array(items) => {
            if let Some(below) = &schema.items {
                for item in items {
                    remove_nulls_in(item, below);
                }
            }
        }
        _ => {}
    }
}

/// Fills in the defaults of fields that are not there, or are null and may not be.
pub(crate) fn fill_defaults(map: &mut Map<String, Value>, schema: &Schema) {
    for (key, below) in schema.properties.iter() {
        if let Some(default) = below.default.as_ref().filter(|_| !map.contains_key(key)) {
            map.insert(key.clone(), default.clone());
        }
    }
    for (key, value) in map.iter_mut() {
        if let Some(below) = schema.field(key) {
            fill_value(value, below);
        }
    }
}

fn fill_value(value: &mut Value, schema: &Schema) {
    if let (Value::Null, false, Some(default)) = (&*value, schema.nullable, &schema.default) {
        *value = default.clone();
    }
    match value {
        Value::Object(map) => fill_defaults(map, schema),
        Value::Array(items) => {
            if let Some(below) = &schema.items {
                for item in items {
                    fill_value(item, below);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Schema {
        let ports = json!({"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}, "port": {"type": "integer", "default": 80}}}});
        let spec = json!({"type": "object", "properties": {"ports": ports, "size": {"type": "integer", "default": 1},
            "maybe": {"type": "string", "nullable": true, "default": "x"}, "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
            "data": {"type": "object", "additionalProperties": {"type": "string"}}, "plain": {"type": "string"}}});
        Schema::parse(&json!({"type": "object", "properties": {"spec": spec}}), "").unwrap()
    }

    fn map(value: &Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn unknown_fields_go_and_are_named() {
        let mut object =
            map(&json!({"extra": 1, "spec": {"ports": [{"name": "a", "x": {}}], "free": {"any": [null]}, "data": {"k": "v"}, "zzz": 1}}));
        assert_eq!(prune(&mut object, &schema()), ["extra", "spec.ports[0].x", "spec.zzz"]);
        assert_eq!(object, map(&json!({"spec": {"ports": [{"name": "a"}], "free": {"any": [null]}, "data": {"k": "v"}}})));
    }

    #[test]
    fn defaults_fill_what_is_missing_or_null() {
        let mut object = map(&json!({"spec": {"ports": [{"name": "a"}, {"port": null}], "size": null, "maybe": null, "plain": null}}));
        remove_nulls(&mut object, &schema());
        fill_defaults(&mut object, &schema());
        assert_eq!(object, map(&json!({"spec": {"ports": [{"name": "a", "port": 80}, {"port": 80}], "size": 1, "maybe": null}})));
        let mut nothing = map(&json!({}));
        fill_defaults(&mut nothing, &schema());
        assert_eq!(nothing, map(&json!({})));
    }
}
