//! Writing JSON maps in one place.
//!
//! `json!` and `map.insert("key".into(), …)` put the making of the key, of the value and the dropping of what was there
//! before into every line; here each line is one call. Derived serializers are worse still.

use super::canonical::{write_string, write_text};
use super::gather::{remove, set};
use super::texts::Texts;
use std::fmt::Display;

use serde_json::{Map, Value};

/// A JSON map in the making.
pub struct Record {
    map: Map<String, Value>,
}

impl Default for Record {
    #[inline(never)]
    fn default() -> Record {
        Record { map: Map::new() }
    }
}

impl Record {
    /// A map that goes on from this value; from nothing if it is none.
    #[must_use]
    #[inline(never)]
    pub fn of(value: Value) -> Record {
        Record { map: fields_of(value) }
    }

    /// Any value.
    #[inline(never)]
    pub fn put(&mut self, key: &str, value: Value) {
        self.map.insert(key.to_string(), value);
    }

    /// Puts a value in, or takes out what is there.
    #[inline(never)]
    pub fn set(&mut self, key: &str, value: Option<Value>) {
        set(&mut self.map, key, value);
    }

    /// Takes a value out; null where there is none.
    #[inline(never)]
    pub fn take(&mut self, key: &str) -> Value {
        remove(&mut self.map, key).unwrap_or_default()
    }

    /// A text.
    #[inline(never)]
    pub fn text(&mut self, key: &str, text: &str) {
        self.put(key, Value::String(text.to_string()));
    }

    /// What is shown as a text.
    #[inline(never)]
    pub fn show(&mut self, key: &str, shown: &dyn Display) {
        self.put(key, Value::String(shown.to_string()));
    }

    /// A number.
    #[inline(never)]
    pub fn number(&mut self, key: &str, number: u64) {
        self.put(key, Value::from(number));
    }

    /// Yes or no.
    #[inline(never)]
    pub fn flag(&mut self, key: &str, flag: bool) {
        self.put(key, Value::Bool(flag));
    }

    /// A list of texts.
    #[inline(never)]
    pub fn texts(&mut self, key: &str, texts: &[String]) {
        self.put(key, list(texts.iter().map(|text| Value::String(text.clone()))));
    }

    /// A list of names.
    #[inline(never)]
    pub fn names(&mut self, key: &str, names: &[&str]) {
        self.put(key, list(names.iter().map(|name| Value::String((*name).to_string()))));
    }

    /// A text that is null where there is none.
    #[inline(never)]
    pub fn text_or_null(&mut self, key: &str, text: Option<&str>) {
        self.put(key, text.map_or(Value::Null, |text| Value::String(text.to_string())));
    }

    /// A number that is null where there is none.
    #[inline(never)]
    pub fn number_or_null(&mut self, key: &str, number: Option<u64>) {
        self.put(key, number.map_or(Value::Null, Value::from));
    }

    /// A value that is left out where there is none.
    #[inline(never)]
    pub fn put_some(&mut self, key: &str, value: Option<Value>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// A text that is left out where there is none.
    #[inline(never)]
    pub fn some_text(&mut self, key: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.text(key, text);
        }
    }

    /// A number that is left out where there is none.
    #[inline(never)]
    pub fn some_number(&mut self, key: &str, number: Option<u64>) {
        if let Some(number) = number {
            self.number(key, number);
        }
    }

    /// A flag that is left out where there is none.
    #[inline(never)]
    pub fn some_flag(&mut self, key: &str, flag: Option<bool>) {
        if let Some(flag) = flag {
            self.flag(key, flag);
        }
    }

    /// The map.
    #[must_use]
    #[inline(never)]
    pub fn end(self) -> Value {
        Value::Object(self.map)
    }
}

/// Where the fields of something go: a tree, or at once a text, which wants them in order.
pub trait Fields {
    /// A text.
    fn text(&mut self, key: &str, text: &str);
    /// A value, which is copied if it is kept.
    fn copy(&mut self, key: &str, value: &Value);
    /// A map of what is put into it.
    fn inside(&mut self, key: &str, fill: &mut dyn FnMut(&mut dyn Fields));
    /// A list of so many maps.
    fn rows(&mut self, key: &str, count: usize, fill: &mut dyn FnMut(&mut dyn Fields, usize));
}

impl Fields for Record {
    fn text(&mut self, key: &str, text: &str) {
        Record::text(self, key, text);
    }

    fn copy(&mut self, key: &str, value: &Value) {
        self.put(key, value.clone());
    }

    fn inside(&mut self, key: &str, fill: &mut dyn FnMut(&mut dyn Fields)) {
        let mut record = Record::default();
        fill(&mut record);
        self.put(key, record.end());
    }

    fn rows(&mut self, key: &str, count: usize, fill: &mut dyn FnMut(&mut dyn Fields, usize)) {
        let row = |at| {
            let mut record = Record::default();
            fill(&mut record, at);
            record.end()
        };
        self.put(key, list((0..count).map(row)));
    }
}

/// The text of a map in the making.
pub struct Written(String);

impl Written {
    /// A map with nothing in it yet.
    #[must_use]
    pub fn new() -> Written {
        let mut text = String::with_capacity(1024);
        text.push('{');
        Written(text)
    }

    /// The whole text.
    #[must_use]
    pub fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }

    #[inline(never)]
    fn key(&mut self, key: &str) {
        // Nothing that was put in ends like this.
        if self.0.as_bytes().last() != Some(&b'{') {
            self.0.push(',');
        }
        write_string(key, &mut self.0);
        self.0.push(':');
    }
}

impl Default for Written {
    fn default() -> Written {
        Written::new()
    }
}

impl Fields for Written {
    fn text(&mut self, key: &str, text: &str) {
        self.key(key);
        write_string(text, &mut self.0);
    }

    fn copy(&mut self, key: &str, value: &Value) {
        self.key(key);
        write_text(value, false, &mut self.0);
    }

    fn inside(&mut self, key: &str, fill: &mut dyn FnMut(&mut dyn Fields)) {
        self.key(key);
        self.0.push('{');
        fill(self);
        self.0.push('}');
    }

    fn rows(&mut self, key: &str, count: usize, fill: &mut dyn FnMut(&mut dyn Fields, usize)) {
        self.key(key);
        for at in 0..count {
            self.0.push_str(if at == 0 { "[{" } else { ",{" });
            fill(self, at);
            self.0.push('}');
        }
        self.0.push_str(if count == 0 { "[]" } else { "]" });
    }
}

/// The fields of a value; none if it has none.
#[must_use]
#[inline(never)]
pub fn fields_of(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// A map of texts.
#[must_use]
#[inline(never)]
pub fn texts(texts: &Texts) -> Value {
    let mut record = Record::default();
    for (key, text) in texts {
        record.text(key, text);
    }
    record.end()
}

/// A list of what comes.
pub fn list(mut items: impl Iterator<Item = Value>) -> Value {
    // A `dyn Iterator` would bring each iterator's `nth` and `advance_by` along.
    fill(&mut || items.next())
}

#[inline(never)]
fn fill(next: &mut dyn FnMut() -> Option<Value>) -> Value {
    let mut list = Vec::new();
    while let Some(item) = next() {
        list.push(item);
    }
    Value::Array(list)
}

/// Serializes as the JSON tree that `to_value` makes.
macro_rules! serialize_as_value {
    ($($type:ty),+ $(,)?) => {$(
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serde::Serialize::serialize(&self.to_value(), serializer)
            }
        }
    )+};
}
pub(crate) use serialize_as_value;
