//! Conditions: a list with one entry a type.

use serde_json::Value;

use super::{Record, Timestamp, text_at};

/// The condition of a type, if it is there.
#[must_use]
pub fn condition<'a>(conditions: &'a [Value], named: &str) -> Option<&'a Value> {
    conditions.iter().find(|one| text_at(one, &["type"]) == Some(named))
}

/// Puts a condition where the one of its type stands, or at the end. Its time is `now` unless it says the status that was
/// there before. Returns whether anything is new.
///
/// Models apimachinery `pkg/api/meta/conditions.go` `SetStatusCondition`.
#[inline(never)]
pub fn set_condition(conditions: &mut Vec<Value>, fresh: Value, now: Timestamp) -> bool {
    let same = |one: &Value, field: &str| text_at(one, &[field]) == text_at(&fresh, &[field]);
    let at = conditions.iter().position(|one| same(one, "type"));
    let since = at.map(|at| &conditions[at]).filter(|old| same(old, "status")).and_then(|old| old.get("lastTransitionTime"));
    let since = since.cloned().unwrap_or_else(|| Value::String(now.to_string()));
    let mut record = Record::of(fresh);
    record.put("lastTransitionTime", since);
    let fresh = record.end();
    match at.map(|at| &mut conditions[at]) {
        Some(old) if *old == fresh => return false,
        Some(old) => *old = fresh,
        None => conditions.push(fresh),
    }
    true
}
