//! A trip through a Go type: what a built-in kind's body looks like once it was read into the type and written out.
//!
//! A kind's schema says what its type is like. Beside what it says anyway: `format` of an object is the name of the
//! struct (that of a string may be `bytes`, `date-time` or `micro-time`), `nullable` is a pointer, which keeps what is
//! empty, and `default` is what a field without `omitempty` is written as ("null" for a list).
//!
//! Models `encoding/json` and `sigs.k8s.io/json`.

use serde_json::{Map, Value};

use super::schema::{Schema, SchemaType};
use super::{base64, decode};
use crate::object::text::part;
use crate::object::{Timestamp, canonical_text, json_kind};

/// Reads a value into its type; the paths of unknown fields go to `unknown`. None: it is left out when written.
///
/// # Errors
///
/// The decoder's.
pub(crate) fn trip(schema: &Schema, value: Value, place: &mut Place, unknown: &mut Vec<String>) -> Result<Option<Value>, String> {
    if value.is_null() {
        return Ok(None);
    }
    let (value, empty) = match (schema.kind, value) {
        (Some(SchemaType::Object), Value::Object(map)) if !schema.properties.is_empty() => {
            (Value::Object(fields(schema, map, place, unknown)?), false)
        }
        (Some(SchemaType::Object), Value::Object(mut map)) => {
            let element = schema.additional.as_deref();
            for item in map.values_mut().filter(|_| element.is_some()) {
                let read = element.map_or(Ok(None), |element| trip(element, item.take(), place, unknown))?;
                *item = read.unwrap_or_else(|| "".into());
            }
            let empty = map.is_empty() && element.is_some();
            (Value::Object(map), empty)
        }
        (Some(SchemaType::Array), Value::Array(items)) => {
            let element = schema.items.as_deref();
            let mut list = Vec::with_capacity(items.len());
            for (at, item) in items.into_iter().enumerate() {
                let length = place.enter(&format!("[{at}]"));
                let item = element.map_or(Ok(None), |element| trip(element, item, place, unknown))?;
                list.push(item.unwrap_or_else(|| element.map_or(Value::Null, nothing)));
                place.path.truncate(length);
            }
            let empty = list.is_empty();
            (Value::Array(list), empty)
        }
        (Some(SchemaType::String), Value::String(text)) => {
            let text = match &*schema.format {
                "bytes" => base64::STANDARD.encode(&base64::STANDARD.decode(&text)?),
                "date-time" => Timestamp::parse(&text).ok_or_else(|| wrong_time(&text, "Z07:00"))?.to_string(),
                "micro-time" => micro_time(&text).ok_or_else(|| wrong_time(&text, ".000000Z07:00"))?,
                _ => text,
            };
            let empty = text.is_empty();
            (Value::String(text), empty)
        }
        (Some(SchemaType::Integer), Value::Number(number)) => {
            let whole = number.as_i64();
            if !whole.is_some_and(|whole| schema.format != "int32" || i32::try_from(whole).is_ok()) {
                let shown = canonical_text(&Value::Number(number));
                return Err(place.wrong(&format!("number {shown}"), &type_name(schema)));
            }
            (Value::Number(number), whole == Some(0))
        }
        (Some(SchemaType::Boolean), Value::Bool(flag)) => (Value::Bool(flag), !flag),
        (None, any) => (any, false),
        (_, other) => return Err(place.wrong(json_kind(&other), &type_name(schema))),
    };
    // A pointer keeps what is empty.
    Ok(Some(value).filter(|_| !empty || schema.nullable))
}

/// Reads the fields of a struct.
pub(crate) fn fields(
    schema: &Schema,
    sent: Map<String, Value>,
    place: &mut Place,
    unknown: &mut Vec<String>,
) -> Result<Map<String, Value>, String> {
    let mut map = Map::new();
    let outer = std::mem::replace(&mut place.owner, schema.format.clone());
    for (name, value) in sent {
        let length = place.enter(&name);
        match schema.properties.get(&name) {
            None => unknown.push(place.path.clone()),
            Some(field) => {
                if let Some(value) = trip(field, value, place, unknown)? {
                    map.insert(name, value);
                }
            }
        }
        place.path.truncate(length);
    }
    place.owner = outer;
    fill(schema, &mut map);
    Ok(map)
}

/// Adds what is written even where nothing was read.
fn fill(schema: &Schema, map: &mut Map<String, Value>) {
    for (name, field) in schema.properties.iter() {
        let time = matches!(&*field.format, "date-time" | "micro-time") && !field.nullable;
        if !map.contains_key(name) && (time || field.default.is_some()) {
            map.insert(name.clone(), nothing(field));
        }
    }
}

/// The zero value as it is written.
fn nothing(schema: &Schema) -> Value {
    match (&schema.default, schema.kind) {
        (Some(Value::String(text)), Some(SchemaType::Array)) if text == "null" => Value::Null,
        (Some(Value::Object(_)), _) | (None, Some(SchemaType::Object)) => {
            let mut map = Map::new();
            fill(schema, &mut map);
            Value::Object(map)
        }
        (Some(default), _) => default.clone(),
        (None, Some(SchemaType::String)) if schema.format.is_empty() => Value::String(String::new()),
        (None, _) => Value::Null,
    }
}

/// Where the decoder is.
#[derive(Default)]
pub(crate) struct Place {
    /// The struct that has the field.
    owner: String,
    path: String,
}

impl Place {
    /// One step down; the length to come back to.
    fn enter(&mut self, step: &str) -> usize {
        let length = self.path.len();
        if length > 0 && !step.starts_with('[') {
            self.path.push('.');
        }
        self.path.push_str(step);
        length
    }

    fn wrong(&self, found: &str, wanted: &str) -> String {
        // The decoder's paths do not count elements.
        let mut path = String::new();
        let mut inside = false;
        for character in self.path.chars() {
            match character {
                '[' => inside = true,
                ']' => inside = false,
                other if !inside => path.push(other),
                _ => {}
            }
        }
        decode::cannot_set(found, &self.owner, &path, wanted)
    }
}

/// Go's name of a type.
fn type_name(schema: &Schema) -> String {
    let name = match (schema.kind, &*schema.format) {
        (Some(SchemaType::Object), "") => return format!("map[string]{}", element_name(schema.additional.as_deref())),
        (Some(SchemaType::Array), _) => return format!("[]{}", element_name(schema.items.as_deref())),
        (Some(SchemaType::String), "bytes") => "[]uint8",
        (Some(SchemaType::String), "" | "date-time" | "micro-time") => "string",
        (Some(SchemaType::Boolean), _) => "bool",
        (Some(SchemaType::Integer), number) => number,
        (_, name) => return format!("v1.{name}"),
    };
    name.to_string()
}

fn element_name(element: Option<&Schema>) -> String {
    element.map_or_else(|| "interface {}".to_string(), type_name)
}

fn wrong_time(text: &str, zone: &str) -> String {
    let shown = canonical_text(&Value::String(text.to_string()));
    format!("parsing time {shown} as \"2006-01-02T15:04:05{zone}\": cannot parse {shown} as \"2006\"")
}

/// Models `apimachinery/pkg/apis/meta/v1/micro_time.go`.
fn micro_time(text: &str) -> Option<String> {
    let whole = Timestamp::parse(text)?.to_string();
    let fraction = text.split_once('.').map_or("", |(_, rest)| rest);
    let mut digits = 0;
    while digits < 6 && fraction.as_bytes().get(digits).is_some_and(u8::is_ascii_digit) {
        digits += 1;
    }
    let zeros = part("000000", digits, 6);
    Some(format!("{}.{}{zeros}Z", whole.trim_end_matches('Z'), part(fraction, 0, digits)))
}
