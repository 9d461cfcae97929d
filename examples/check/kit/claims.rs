//! What a file says that one will see, checked against a view: as `www/src/derive/claims.ts` has it, which says what a path
//! is. `tests/data/claims.json` holds both to the same answers.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    pub path: String,
    pub op: Op,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Op {
    Eq,
    In,
    Exists,
    Absent,
    Gte,
}

/// `null` is a value that was given.
pub fn given<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

impl Claim {
    pub fn holds(&self, root: &Value) -> bool {
        let found = value_at(root, &self.path).map_or(Value::Null, Cow::into_owned);
        match self.op {
            Op::Exists => !found.is_null(),
            Op::Absent => found.is_null(),
            Op::Eq => self.value.as_ref().is_some_and(|value| same(&found, value)),
            Op::In => self.value.as_ref().and_then(Value::as_array).is_some_and(|values| values.iter().any(|one| same(&found, one))),
            Op::Gte => match (found.as_f64(), self.value.as_ref().and_then(Value::as_f64)) {
                (Some(found), Some(least)) => found >= least,
                _ => false,
            },
        }
    }
}

/// What stands at a path; the lists of `*` and `>` are made for it.
pub fn value_at<'a>(root: &'a Value, path: &str) -> Option<Cow<'a, Value>> {
    let mut at = Cow::Borrowed(root);
    for step in path.split('/').skip(1) {
        let step = step.replace("~1", "/").replace("~0", "~");
        at = match at {
            Cow::Borrowed(value) => into(value, &step)?,
            Cow::Owned(value) => Cow::Owned(into(&value, &step)?.into_owned()),
        };
    }
    Some(at)
}

fn into<'a>(value: &'a Value, step: &str) -> Option<Cow<'a, Value>> {
    let list = match value {
        Value::Object(map) => return map.get(step).map(Cow::Borrowed),
        Value::Array(list) => list,
        _ => return None,
    };
    if step == "last" {
        return list.last().map(Cow::Borrowed);
    }
    if step == "length" {
        return Some(Cow::Owned(list.len().into()));
    }
    if let Some(conditions) = step.strip_prefix('*') {
        return Some(Cow::Owned(list.iter().filter(|one| fits(one, conditions)).cloned().collect()));
    }
    if let Some(rest) = step.strip_prefix('>') {
        let found = match rest.strip_prefix('>') {
            Some(conditions) => list.iter().rposition(|one| fits(one, conditions)),
            None => list.iter().position(|one| fits(one, rest)),
        };
        return Some(Cow::Owned(found.map_or(Value::Array(Vec::new()), |found| list[found + 1..].iter().cloned().collect())));
    }
    if step.contains('=') {
        return list.iter().find(|one| fits(one, step)).map(Cow::Borrowed);
    }
    let is_index = !step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit());
    if is_index { list.get(step.parse::<usize>().ok()?).map(Cow::Borrowed) } else { None }
}

fn fits(one: &Value, conditions: &str) -> bool {
    conditions.split('&').all(|condition| {
        let Some((field, text)) = condition.split_once('=') else { return false };
        let path = format!("/{}", field.replace('.', "/"));
        let there = |path: &str| value_at(one, path).filter(|value| !value.is_null());
        let found = there(&path).or_else(|| there(&format!("/metadata{path}")));
        found.map_or(String::new(), |value| text_of(&value)) == text
    })
}

/// As JavaScript makes a text of it.
fn text_of(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(flag) => flag.to_string(),
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_f64() {
            Some(float) if !number.is_i64() && !number.is_u64() => float.to_string(),
            _ => number.to_string(),
        },
        Value::Array(list) => list.iter().map(text_of).collect::<Vec<_>>().join(","),
        Value::Object(_) => "[object Object]".to_string(),
    }
}

fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        // Numbers have one kind.
        #[allow(clippy::float_cmp)]
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, one)| b.get(key).is_some_and(|other| same(one, other)))
        }
        _ => a == b,
    }
}
