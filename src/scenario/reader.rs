//! Reading the contract's JSON field by field, so that every fault names its field.
//!
//! Written by hand and not derived: the derived readers with paths were a fifth of the whole engine.

#![allow(clippy::missing_errors_doc)] // every reader fails for one reason: the field is not of that shape

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Code, Error};
use crate::object::escape;

/// What can be read from JSON.
pub trait Read: Sized {
    /// Reads it; `path` is where it stands.
    ///
    /// # Errors
    /// It is not of the shape.
    fn read(value: Value, path: &str) -> Result<Self, Error>;
}

impl<T: Read> Read for Vec<T> {
    fn read(value: Value, path: &str) -> Result<Self, Error> {
        let Value::Array(items) = value else { return Err(expected(path, "a list", &value)) };
        let mut read = Vec::with_capacity(items.len());
        for (at, item) in items.into_iter().enumerate() {
            read.push(T::read(item, &format!("{path}/{at}"))?);
        }
        Ok(read)
    }
}

impl Read for Value {
    fn read(value: Value, _path: &str) -> Result<Self, Error> {
        Ok(value)
    }
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
pub struct Fields {
    map: Map<String, Value>,
    path: String,
    known: Vec<&'static str>,
}

impl Fields {
    /// The fields of what must be an object.
    pub fn of(value: Value, path: &str) -> Result<Fields, Error> {
        match value {
            Value::Object(map) => Ok(Fields { map, path: path.to_string(), known: Vec::new() }),
            other => Err(expected(path, "an object", &other)),
        }
    }

    /// Where a field stands.
    #[must_use]
    pub fn at(&self, name: &str) -> String {
        format!("{}/{}", self.path, escape(name))
    }

    /// A field as it is.
    #[inline(never)]
    pub fn value(&mut self, name: &'static str) -> Option<Value> {
        self.known.push(name);
        self.map.remove(name).filter(|value| !value.is_null())
    }

    /// A field that must be there.
    #[inline(never)]
    pub fn need(&mut self, name: &'static str) -> Result<Value, Error> {
        self.value(name).ok_or_else(|| Error::invalid(&self.at(name), format!("{name} is missing")))
    }

    /// A text.
    #[inline(never)]
    pub fn text(&mut self, name: &'static str) -> Result<Option<String>, Error> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(expected(&self.at(name), "a string", &other)),
        }
    }

    /// A name: shared, since moves are kept by the hundred thousand.
    #[inline(never)]
    pub fn name(&mut self, name: &'static str) -> Result<Option<Arc<str>>, Error> {
        Ok(self.text(name)?.map(Arc::from))
    }

    /// A text that must be there.
    #[inline(never)]
    pub fn need_text(&mut self, name: &'static str) -> Result<String, Error> {
        match self.text(name)? {
            Some(text) => Ok(text),
            None => Err(Error::invalid(&self.at(name), format!("{name} is missing"))),
        }
    }

    /// A whole number from 0 on.
    #[inline(never)]
    pub fn number(&mut self, name: &'static str) -> Result<Option<u64>, Error> {
        match self.value(name) {
            None => Ok(None),
            Some(value) => match value.as_u64() {
                Some(number) => Ok(Some(number)),
                None if value.is_number() => Err(Error::invalid(&self.at(name), "expected a whole number from 0 on")),
                None => Err(expected(&self.at(name), "a whole number", &value)),
            },
        }
    }

    /// A number that fits 32 bits.
    #[inline(never)]
    pub fn small(&mut self, name: &'static str) -> Result<Option<u32>, Error> {
        let number = self.number(name)?;
        number
            .map(|number| u32::try_from(number).map_err(|_| Error::new(Code::TooLarge, &self.at(name), "the number is too large")))
            .transpose()
    }

    /// Yes or no.
    #[inline(never)]
    pub fn flag(&mut self, name: &'static str) -> Result<Option<bool>, Error> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(flag)),
            Some(other) => Err(expected(&self.at(name), "true or false", &other)),
        }
    }

    /// A map of anything.
    #[inline(never)]
    pub fn map(&mut self, name: &'static str) -> Result<Option<Map<String, Value>>, Error> {
        match self.value(name) {
            None => Ok(None),
            Some(Value::Object(map)) => Ok(Some(map)),
            Some(other) => Err(expected(&self.at(name), "an object", &other)),
        }
    }

    /// A map of texts.
    #[inline(never)]
    pub fn texts(&mut self, name: &'static str) -> Result<Option<BTreeMap<String, String>>, Error> {
        let Some(map) = self.map(name)? else { return Ok(None) };
        let mut texts = BTreeMap::new();
        for (key, value) in map {
            match value {
                Value::String(text) => texts.insert(key, text),
                other => return Err(expected(&format!("{}/{}", self.at(name), escape(&key)), "a string", &other)),
            };
        }
        Ok(Some(texts))
    }

    /// Anything that can be read.
    pub fn read<T: Read>(&mut self, name: &'static str) -> Result<Option<T>, Error> {
        match self.value(name) {
            None => Ok(None),
            Some(value) => T::read(value, &self.at(name)).map(Some),
        }
    }

    /// Nothing else may be there.
    #[inline(never)]
    pub fn end(self) -> Result<(), Error> {
        let Some(name) = self.map.keys().find(|name| !self.known.contains(&name.as_str())) else { return Ok(()) };
        let known = if self.known.is_empty() { "none".to_string() } else { self.known.join(", ") };
        Err(Error::invalid(&self.at(name), format!("unknown field \"{name}\"; the fields here are {known}")))
    }
}
