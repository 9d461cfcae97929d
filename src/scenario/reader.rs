//! Reading the contract's JSON field by field, so that every fault names its field.
//!
//! Written by hand and not derived: the derived readers with paths were a fifth of the whole engine.

#![allow(clippy::missing_errors_doc)] // every reader fails for one reason: the field is not of that shape

use crate::object::text::join;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Code, Error};
use crate::object::{Texts, escape};

/// What can be read from JSON.
pub trait Read: Sized {
    /// Reads it; `path` is where it stands. The first thing that is wrong is kept in `fault`, and what is read then counts
    /// for nothing: a reader that returned in the middle would have to drop whatever it has read so far, at every field anew.
    fn read(value: Value, path: &str, fault: &mut Option<Error>) -> Self;
}

/// What is an object of known fields.
pub trait ReadFields: Sized {
    /// Reads them.
    fn read_fields(fields: &mut Fields) -> Self;
}

impl<T: ReadFields> Read for T {
    fn read(value: Value, path: &str, fault: &mut Option<Error>) -> Self {
        let mut fields = Fields::of(value, path);
        let read = T::read_fields(&mut fields);
        fields.hand_on(fault);
        read
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: Value, path: &str, fault: &mut Option<Error>) -> Self {
        let mut read = Vec::new();
        each(value, path, fault, &mut |item, at, fault| read.push(T::read(item, at, fault)));
        read
    }
}

/// Hands on each item of a list with its path, up to the first that is wrong.
fn each(value: Value, path: &str, fault: &mut Option<Error>, take: &mut dyn FnMut(Value, &str, &mut Option<Error>)) {
    let Value::Array(items) = value else { return keep(fault, expected(path, "a list", &value)) };
    for (at, item) in items.into_iter().enumerate() {
        if fault.is_some() {
            break;
        }
        take(item, &format!("{path}/{at}"), fault);
    }
}

impl Read for Value {
    fn read(value: Value, _path: &str, _fault: &mut Option<Error>) -> Self {
        value
    }
}

/// The first fault is the one that is told.
#[inline(never)]
pub(super) fn keep(fault: &mut Option<Error>, error: Error) {
    fault.get_or_insert(error);
}

/// A fault of type.
pub(super) fn expected(path: &str, what: &str, found: &Value) -> Error {
    let kind = match found {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    Error::invalid(path, format!("expected {what}, found {kind}"))
}

/// The fields of an object that is being read. What is `null` counts as left out.
///
/// The first fault is kept until [`Fields::end`], and what cannot be read counts as left out until then.
pub struct Fields {
    map: Map<String, Value>,
    path: String,
    known: Vec<&'static str>,
    fault: Option<Error>,
}

impl Fields {
    /// The fields of what must be an object.
    #[must_use]
    #[inline(never)]
    pub fn of(value: Value, path: &str) -> Fields {
        let (map, fault) = match value {
            Value::Object(map) => (map, None),
            other => (Map::new(), Some(expected(path, "an object", &other))),
        };
        Fields { map, path: path.to_string(), known: Vec::new(), fault }
    }

    /// Where a field stands.
    #[must_use]
    #[inline(never)]
    pub fn at(&self, name: &str) -> String {
        format!("{}/{}", self.path, escape(name))
    }

    pub(super) fn keep(&mut self, fault: Error) {
        keep(&mut self.fault, fault);
    }

    /// A fault of a field.
    #[cold]
    #[inline(never)]
    pub fn refuse(&mut self, name: &str, message: &str) {
        self.keep(Error::invalid(&self.at(name), message));
    }

    #[cold]
    #[inline(never)]
    fn expected(&mut self, name: &str, what: &str, found: &Value) {
        self.keep(expected(&self.at(name), what, found));
    }

    #[inline(never)]
    fn missing(&mut self, name: &str) {
        self.refuse(name, &format!("{name} is missing"));
    }

    /// A field as it is.
    #[inline(never)]
    pub fn value(&mut self, name: &'static str) -> Option<Value> {
        self.known.push(name);
        self.map.get_mut(name).map(Value::take).filter(|value| !value.is_null())
    }

    /// A field that must be there.
    #[inline(never)]
    pub fn need(&mut self, name: &'static str) -> Value {
        let value = self.value(name);
        if value.is_none() {
            self.missing(name);
        }
        value.unwrap_or_default()
    }

    /// A text.
    #[inline(never)]
    pub fn text(&mut self, name: &'static str) -> Option<String> {
        match self.value(name)? {
            Value::String(text) => return Some(text),
            other => self.expected(name, "a string", &other),
        }
        None
    }

    /// A name: shared, since moves are kept by the hundred thousand.
    #[inline(never)]
    pub fn name(&mut self, name: &'static str) -> Option<Arc<str>> {
        self.text(name).map(Arc::from)
    }

    /// A text that must be there.
    #[inline(never)]
    pub fn need_text(&mut self, name: &'static str) -> String {
        let text = self.text(name);
        if text.is_none() {
            // One of another type has been refused as that already.
            self.missing(name);
        }
        text.unwrap_or_default()
    }

    /// A whole number from 0 on.
    #[inline(never)]
    pub fn number(&mut self, name: &'static str) -> Option<u64> {
        let value = self.value(name)?;
        let number = value.as_u64();
        if number.is_none() {
            if value.is_number() {
                self.refuse(name, "expected a whole number from 0 on");
            } else {
                self.expected(name, "a whole number", &value);
            }
        }
        number
    }

    /// A number that fits 32 bits.
    #[inline(never)]
    pub fn small(&mut self, name: &'static str) -> Option<u32> {
        let small = u32::try_from(self.number(name)?).ok();
        if small.is_none() {
            self.keep(Error::new(Code::TooLarge, &self.at(name), "the number is too large"));
        }
        small
    }

    /// Yes or no.
    #[inline(never)]
    pub fn flag(&mut self, name: &'static str) -> Option<bool> {
        let value = self.value(name)?;
        let flag = value.as_bool();
        if flag.is_none() {
            self.expected(name, "true or false", &value);
        }
        flag
    }

    /// A map of anything.
    #[inline(never)]
    pub fn map(&mut self, name: &'static str) -> Option<Map<String, Value>> {
        match self.value(name)? {
            Value::Object(map) => return Some(map),
            other => self.expected(name, "an object", &other),
        }
        None
    }

    /// A map of texts.
    #[inline(never)]
    pub fn texts(&mut self, name: &'static str) -> Option<Texts> {
        let mut texts = Texts::new();
        for (key, value) in self.map(name)? {
            match value {
                Value::String(text) => texts.insert(key, text),
                other => self.keep(expected(&format!("{}/{}", self.at(name), escape(&key)), "a string", &other)),
            }
        }
        Some(texts)
    }

    /// A number that must be there.
    pub fn need_number(&mut self, name: &'static str) -> u64 {
        let number = self.number(name);
        if number.is_none() {
            self.missing(name);
        }
        number.unwrap_or_default()
    }

    /// Anything that can be read.
    pub fn read<T: Read>(&mut self, name: &'static str) -> Option<T> {
        let value = self.value(name)?;
        Some(T::read(value, &self.at(name), &mut self.fault))
    }

    /// Anything that can be read and must be there.
    pub fn need_read<T: Read>(&mut self, name: &'static str) -> T {
        let value = self.need(name);
        T::read(value, &self.at(name), &mut self.fault)
    }

    /// Nothing may have been wrong, and nothing else may be there.
    #[inline(never)]
    pub fn end(mut self) -> Result<(), Error> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let Some(name) = self.map.keys().find(|name| !self.known.contains(&name.as_str())) else { return Ok(()) };
        let known = if self.known.is_empty() { "none".to_string() } else { join(&self.known, ", ") };
        Err(Error::invalid(&self.at(name), format!("unknown field \"{name}\"; the fields here are {known}")))
    }

    /// The same, for who reads on.
    #[inline(never)]
    pub(super) fn hand_on(self, fault: &mut Option<Error>) {
        if let Err(found) = self.end() {
            keep(fault, found);
        }
    }
}
