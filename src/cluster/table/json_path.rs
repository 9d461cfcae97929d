//! The paths of printer columns.
//!
//! Models `client-go/util/jsonpath`, as far as a path leads to one value.

use std::cmp::Ordering;

use serde_json::Value;

use crate::object::text::{self, part};

/// A path that can be followed.
#[derive(Debug, PartialEq)]
pub(super) struct Path(Vec<Step>);

#[derive(Debug, PartialEq)]
enum Step {
    Field(String),
    /// Counted from the end if it is negative.
    Index(i64),
    All,
    Filter(Path, Option<(Orders, Value)>),
}

/// How what is found may stand to what is compared with.
type Orders = &'static [Ordering];

/// Filters in filters; nobody needs two.
const DEEPEST: usize = 8;

/// The longer first.
const COMPARISONS: [(&str, Orders); 6] = [
    ("==", &[Ordering::Equal]),
    ("!=", &[Ordering::Less, Ordering::Greater]),
    ("<=", &[Ordering::Less, Ordering::Equal]),
    (">=", &[Ordering::Greater, Ordering::Equal]),
    ("<", &[Ordering::Less]),
    (">", &[Ordering::Greater]),
];

impl Path {
    /// Reads `.status.conditions[?(@.type=="Ready")].status`; none if it is no path.
    pub(super) fn parse(text: &str) -> Option<Path> {
        Path::parse_within(text, 0)
    }

    fn parse_within(text: &str, depth: usize) -> Option<Path> {
        if depth > DEEPEST {
            return None;
        }
        let mut steps = Vec::new();
        let mut rest = text.trim().strip_prefix('$').unwrap_or(text.trim());
        while !rest.is_empty() {
            if let Some(inner) = rest.strip_prefix('[') {
                let end = closing(inner)?;
                steps.push(bracket(part(inner, 0, end).trim(), depth)?);
                rest = text::rest(inner, end + 1);
            } else {
                let (name, after) = field(rest.strip_prefix('.')?);
                match name.as_str() {
                    "" if after.starts_with('[') => {}
                    "" => return None,
                    "*" => steps.push(Step::All),
                    _ => steps.push(Step::Field(name)),
                }
                rest = after;
            }
        }
        Some(Path(steps))
    }

    /// The first value that it leads to.
    pub(super) fn first<'a>(&self, value: &'a Value) -> Option<&'a Value> {
        follow(&self.0, value)
    }
}

fn follow<'a>(steps: &[Step], value: &'a Value) -> Option<&'a Value> {
    let Some((step, rest)) = steps.split_first() else { return Some(value) };
    match step {
        Step::Field(name) => follow(rest, value.get(name)?),
        Step::Index(index) => {
            let items = value.as_array()?;
            let length = i64::try_from(items.len()).unwrap_or(i64::MAX);
            let place = if *index < 0 { length.saturating_add(*index) } else { *index };
            follow(rest, items.get(usize::try_from(place).ok()?)?)
        }
        Step::All => match value {
            Value::Array(items) => items.iter().find_map(|item| follow(rest, item)),
            Value::Object(map) => map.values().find_map(|item| follow(rest, item)),
            _ => None,
        },
        Step::Filter(path, wanted) => {
            let passes = |item: &&Value| match (path.first(item), wanted) {
                (None, _) => false,
                (Some(_), None) => true,
                (Some(found), Some((orders, wanted))) => compare(found, wanted).is_some_and(|order| orders.contains(&order)),
            };
            value.as_array()?.iter().filter(passes).find_map(|item| follow(rest, item))
        }
    }
}

fn compare(found: &Value, wanted: &Value) -> Option<Ordering> {
    match (found, wanted) {
        (Value::String(found), Value::String(wanted)) => Some(found.cmp(wanted)),
        (Value::Bool(found), Value::Bool(wanted)) => Some(found.cmp(wanted)),
        (Value::Number(found), Value::Number(wanted)) => found.as_f64()?.partial_cmp(&wanted.as_f64()?),
        _ => None,
    }
}

/// A field's name, in which a backslash takes the next character as it is, and what follows it.
fn field(text: &str) -> (String, &str) {
    let mut name = String::new();
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '.' | '[' => return (name, text::rest(text, at)),
            '\\' => {
                if let Some((_, next)) = characters.next() {
                    name.push(next);
                }
            }
            other => name.push(other),
        }
    }
    (name, "")
}

/// Where the bracket closes that is open here.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut quote) = (0, None);
    for (at, byte) in text.as_bytes().iter().enumerate() {
        match (quote, byte) {
            (Some(open), byte) if byte == open => quote = None,
            (None, b'\'' | b'"') => quote = Some(byte),
            (None, b'[') => depth += 1,
            (None, b']') if depth == 0 => return Some(at),
            (None, b']') => depth -= 1,
            _ => {}
        }
    }
    None
}

fn bracket(text: &str, depth: usize) -> Option<Step> {
    if text == "*" {
        return Some(Step::All);
    }
    if let Some(name) = unquoted(text) {
        return Some(Step::Field(name.to_string()));
    }
    if let Some(filter) = text.strip_prefix("?(").and_then(|text| text.strip_suffix(")")) {
        let quote = |quote| text::find(filter, quote).unwrap_or(filter.len());
        let outside = quote("'").min(quote("\""));
        // The first sign, and of those that begin there the longest.
        let mut first = None;
        let mut start = outside;
        for comparison in &COMPARISONS {
            if let Some(at) = text::find(part(filter, 0, outside), comparison.0).filter(|at| *at < start) {
                (first, start) = (Some(comparison), at);
            }
        }
        let path = |text: &str| Path::parse_within(text.trim().strip_prefix('@')?, depth + 1);
        let Some((sign, orders)) = first else { return Some(Step::Filter(path(filter)?, None)) };
        let wanted = text::rest(filter, start + sign.len()).trim();
        let wanted = match unquoted(wanted) {
            Some(text) => Value::String(text.to_string()),
            None => crate::object::json::parse_plain(wanted).ok()?,
        };
        return Some(Step::Filter(path(part(filter, 0, start))?, Some((orders, wanted))));
    }
    text.parse().ok().map(Step::Index)
}

fn unquoted(text: &str) -> Option<&str> {
    let (first, last) = (text.as_bytes().first()?, text.as_bytes().last()?);
    let quoted = text.len() > 1 && matches!(first, b'\'' | b'"') && first == last;
    quoted.then(|| part(text, 1, text.len() - 1))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_path_leads_to_a_value() {
        let object = json!({
            "metadata": {"annotations": {"a.b/c": "x"}},
            "status": {"n": 3, "conditions": [{"type": "Other", "status": "False"}, {"type": "Ready", "status": "True", "n": 2}]},
        });
        for (path, value) in [
            (".status.n", Some(json!(3))),
            (".status.missing", None),
            (".status.n.deeper", None),
            (".status.conditions[?(@.type==\"Ready\")].status", Some(json!("True"))),
            (".status.conditions[?(@.type == 'Other')].status", Some(json!("False"))),
            (".status.conditions[?(@.type!='Other')].status", Some(json!("True"))),
            (".status.conditions[?(@.n)].type", Some(json!("Ready"))),
            (".status.conditions[?(@.n>=2)].type", Some(json!("Ready"))),
            (".status.conditions[?(@.n<2)].type", None),
            (".status.conditions[?(@.type==\"None\")].status", None),
            (".status.conditions[0].type", Some(json!("Other"))),
            (".status.conditions[-1].type", Some(json!("Ready"))),
            (".status.conditions[9].type", None),
            (".status.conditions[*].n", Some(json!(2))),
            (".metadata.annotations.a\\.b/c", Some(json!("x"))),
            (".metadata.annotations['a.b/c']", Some(json!("x"))),
        ] {
            assert_eq!(Path::parse(path).unwrap().first(&object), value.as_ref(), "{path}");
        }
        for path in ["status", ".a..b", ".a[", ".a[x]", ".a[?(x==1)]", "."] {
            assert_eq!(Path::parse(path), None, "{path}");
        }
    }
}
