//! JSON as it comes over the wire: duplicate keys are found, and errors speak as Go's decoder does.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

pub(crate) use super::json_fault::fault;

/// Parses a text; the paths of keys that stand twice in one map (the last one counts) go to `duplicates`.
///
/// # Errors
///
/// What is wrong, in the words of Go's decoder.
pub(crate) fn parse(text: &str, duplicates: &mut Vec<String>) -> Result<Value, String> {
    let value = run(text, &mut Finder { path: String::new(), duplicates: Some(duplicates) });
    // What is JSON and is not parsed is a number that no float64 holds.
    let too_large = || "json: cannot unmarshal number into Go value of type float64".to_string();
    value.map_err(|_| fault(text.as_bytes()).unwrap_or_else(too_large))
}

/// Parses a text: [`serde_json::from_str`] on the one path that there is for parsing.
///
/// # Errors
///
/// What is wrong, in `serde_json`'s words.
pub(crate) fn parse_plain(text: &str) -> Result<Value, serde_json::Error> {
    run(text, &mut Finder { path: String::new(), duplicates: None })
}

fn run(text: &str, finder: &mut Finder) -> Result<Value, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = Seed(finder).deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

struct Finder<'a> {
    path: String,
    /// None: nobody wants to know, so no paths are kept.
    duplicates: Option<&'a mut Vec<String>>,
}

impl Finder<'_> {
    /// One step further down; the length of the path to come back to.
    fn enter(&mut self, step: &str) -> usize {
        let start = self.path.len();
        if self.duplicates.is_some() {
            if start > 0 && !step.starts_with('[') {
                self.path.push('.');
            }
            self.path.push_str(step);
        }
        start
    }

    /// This path is there twice.
    fn note(&mut self) {
        if let Some(duplicates) = &mut self.duplicates
            && !duplicates.contains(&self.path)
        {
            duplicates.push(self.path.clone());
        }
    }
}

struct Seed<'a, 'b>(&'a mut Finder<'b>);

impl<'de> DeserializeSeed<'de> for Seed<'_, '_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_, '_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_string()))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        loop {
            let start = match self.0.duplicates {
                Some(_) => self.0.enter(&format!("[{}]", list.len())),
                None => 0,
            };
            let item = items.next_element_seed(Seed(self.0))?;
            self.0.path.truncate(start);
            match item {
                Some(item) => list.push(item),
                None => return Ok(Value::Array(list)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = fields.next_key::<String>()? {
            let start = self.0.enter(&key);
            let value = fields.next_value_seed(Seed(self.0))?;
            if map.contains_key(&key) {
                self.0.note();
            }
            self.0.path.truncate(start);
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

/// Whether a value is nested deeper than `limit`.
pub(crate) fn deeper_than(value: &Value, limit: usize) -> bool {
    let Some(limit) = limit.checked_sub(1) else { return true };
    match value {
        Value::Array(items) => items.iter().any(|item| deeper_than(item, limit)),
        Value::Object(map) => map.values().any(|item| deeper_than(item, limit)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_last_of_two_equal_keys_counts_and_is_named() {
        let mut duplicates = Vec::new();
        let value = parse(r#"{"a":{"b":1,"b":2},"l":[{"x":1,"x":1}],"n":null,"f":1.5,"t":true}"#, &mut duplicates).unwrap();
        assert_eq!(value, json!({"a": {"b": 2}, "l": [{"x": 1}], "n": null, "f": 1.5, "t": true}));
        assert_eq!(duplicates, ["a.b", "l[0].x"]);
    }

    #[test]
    fn errors_speak_as_go_does() {
        for (text, error) in [
            ("", "unexpected end of JSON input"),
            ("{\"a\":", "unexpected end of JSON input"),
            ("{a", "invalid character 'a' looking for beginning of object key string"),
        ] {
            assert_eq!(parse(text, &mut Vec::new()).unwrap_err(), error, "{text}");
        }
        assert!(parse(&"[".repeat(100_000), &mut Vec::new()).is_err());
        assert!(parse(&format!("{}{}", "[".repeat(127), "]".repeat(127)), &mut Vec::new()).is_ok());
        for text in [format!("{}{}", "[".repeat(128), "]".repeat(128)), "[".repeat(400)] {
            assert_eq!(parse(&text, &mut Vec::new()).unwrap_err(), "invalid character '[' exceeded max depth");
        }
        assert_eq!(parse("[1e999]", &mut Vec::new()).unwrap_err(), "json: cannot unmarshal number into Go value of type float64");
    }

    #[test]
    fn depth_is_seen() {
        assert!(!deeper_than(&json!([[1]]), 3));
        assert!(deeper_than(&json!([[1]]), 2));
    }
}
