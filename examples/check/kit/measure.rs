//! What an answer is: something that is read from a run when its moves were played. As `www/src/lesson/measure.ts` has it.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::{Value, json};

use super::claims::{Claim, value_at};

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Measure {
    Moved(String),
    More(String),
    At(String),
    In(String),
    Count(String),
    PerSecond(String),
    Holds(Vec<Claim>),
}

/// A view with what was settled last, and the facts of a trace, each as `{ fact, move, time, … }`.
pub fn seen(mut view: Value, settled: Option<Value>, trace: &[Value]) -> Value {
    view["settled"] = settled.unwrap_or(Value::Null);
    view["trace"] = flat(trace);
    view
}

fn flat(trace: &[Value]) -> Value {
    let mut all = Vec::new();
    for (at, entry) in trace.iter().enumerate() {
        for (fact, what) in entry["facts"].as_array().into_iter().flatten().filter_map(Value::as_object).flatten() {
            let mut one = what.clone();
            one["fact"] = fact.as_str().into();
            one["time"] = entry["time"].clone();
            one["at"] = (at + 1).into();
            all.push(one);
        }
    }
    Value::Array(all)
}

pub fn measured(of: &Measure, before: &Value, after: &Value) -> Value {
    match of {
        Measure::Moved(path) => (plain(before, path) != plain(after, path)).into(),
        Measure::More(path) => number(count(after, path) - count(before, path)),
        Measure::At(path) => plain(after, path),
        Measure::In(path) => match value_at(after, path).and_then(|due| due.as_f64()) {
            Some(due) => number(due - time(after)),
            None => Value::Null,
        },
        Measure::Count(path) => json!(value_at(after, path).and_then(|list| list.as_array().map(Vec::len)).unwrap_or(0)),
        Measure::PerSecond(path) => {
            let passed = time(after) - time(before);
            if passed == 0.0 { Value::Null } else { number(((count(after, path) - count(before, path)) * 1000.0 / passed + 0.5).floor()) }
        }
        Measure::Holds(claims) => claims.iter().all(|claim| claim.holds(after)).into(),
    }
}

fn time(seen: &Value) -> f64 {
    seen["time"].as_f64().unwrap_or_default()
}

/// 0 where no number is.
fn count(seen: &Value, path: &str) -> f64 {
    value_at(seen, path).and_then(|found| found.as_f64()).unwrap_or_default()
}

/// A whole one as such.
#[allow(clippy::cast_possible_truncation)] // within what JSON of the contract may hold
fn number(float: f64) -> Value {
    if float.fract() == 0.0 { json!(float as i64) } else { json!(float) }
}

/// Null where something is that is no plain value.
fn plain(seen: &Value, path: &str) -> Value {
    match value_at(seen, path).map(Cow::into_owned) {
        Some(value) if !value.is_array() && !value.is_object() => value,
        _ => Value::Null,
    }
}
