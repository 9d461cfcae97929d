//! Field selectors: what each kind can be selected by, beside labels.
//!
//! Models `apimachinery/pkg/fields/selector.go`.

use super::kind::Kind;
use super::status::quoted;
use crate::object::text::{part, rest};
use crate::object::{Object, sort_texts};

/// All of these must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FieldSelector(Vec<Term>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    field: String,
    equal: bool,
    value: String,
}

impl FieldSelector {
    /// Reads `metadata.name=a,type!=b`.
    ///
    /// Models `parseSelector`.
    pub(crate) fn parse(text: &str) -> Result<FieldSelector, String> {
        let mut parts = terms(text);
        sort_texts(&mut parts);
        let mut read = Vec::new();
        for part in parts.iter().filter(|part| !part.is_empty()) {
            let Some((field, equal, value)) = operator(part) else {
                return Err(format!("invalid selector: '{text}'; can't understand '{part}'"));
            };
            read.push(Term { field: field.to_string(), equal, value: unescaped(value)? });
        }
        Ok(FieldSelector(read))
    }

    /// One object of this name.
    pub(crate) fn named(name: &str) -> FieldSelector {
        FieldSelector(vec![Term { field: NAME.to_string(), equal: true, value: name.to_string() }])
    }

    /// Whether it takes everything.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Refuses a field that objects of a kind cannot be selected by.
    ///
    /// Models `ConvertFieldLabel`: that of a custom kind (`apiextensions-apiserver/pkg/apiserver/conversion/converter.go`),
    /// those of `kubernetes/pkg/apis/core/v1/conversion.go`, and `DefaultMetaV1FieldSelectorConversion` for all others.
    pub(crate) fn check(&self, kind: &Kind) -> Result<(), String> {
        let own = own_fields(kind);
        for Term { field, .. } in &self.0 {
            let known = match field.as_str() {
                NAME => true,
                NAMESPACE => kind.namespaced || own.is_none(),
                other => own.is_some_and(|own| own.contains(&other)),
            };
            if !known {
                return Err(match own {
                    Some(_) => format!("field label not supported: {field}"),
                    None => format!("{} is not a known field selector: only \"{NAME}\", \"{NAMESPACE}\"", quoted(field)),
                });
            }
        }
        Ok(())
    }

    /// The only value that a field may have.
    pub(crate) fn exact(&self, field: &str) -> Option<&str> {
        self.0.iter().find(|term| term.equal && term.field == field).map(|term| term.value.as_str())
    }

    /// Whether an object satisfies it.
    pub(crate) fn matches(&self, object: &Object) -> bool {
        self.0.iter().all(|term| (value_of(object, &term.field) == term.value) == term.equal)
    }
}

pub(crate) const NAME: &str = "metadata.name";
pub(crate) const NAMESPACE: &str = "metadata.namespace";

/// What a kind adds to name and namespace; none where it has no list of its own.
fn own_fields(kind: &Kind) -> Option<&'static [&'static str]> {
    if kind.custom {
        return Some(&[]);
    }
    match &*kind.kind {
        "Secret" => Some(&["type"]),
        "Namespace" => Some(&["status.phase"]),
        "Event" => Some(&[
            "involvedObject.kind",
            "involvedObject.namespace",
            "involvedObject.name",
            "involvedObject.uid",
            "involvedObject.apiVersion",
            "involvedObject.resourceVersion",
            "involvedObject.fieldPath",
            "reason",
            "reportingComponent",
            "source",
            "type",
        ]),
        _ => None,
    }
}

/// The value of a field that can be selected by; empty where there is none.
fn value_of<'a>(object: &'a Object, field: &str) -> &'a str {
    let text = |path: &[&str]| object.text_at(path);
    match field {
        NAME => &object.metadata.name,
        NAMESPACE => object.metadata.namespace.as_deref().unwrap_or(""),
        // Models `kubernetes/pkg/registry/core/event/strategy.go` `ToSelectableFields`.
        "source" if !text(&["source", "component"]).is_empty() => text(&["source", "component"]),
        "source" => text(&["reportingComponent"]),
        other => match other.split_once('.') {
            Some((outer, inner)) => text(&[outer, inner]),
            None => text(&[other]),
        },
    }
}

/// The parts between commas; a backslash takes its meaning from what follows it.
fn terms(text: &str) -> Vec<String> {
    let mut terms = vec![String::new()];
    let mut escaped = false;
    for character in text.chars() {
        if character == ',' && !escaped {
            terms.push(String::new());
        } else if let Some(last) = terms.last_mut() {
            last.push(character);
        }
        escaped = character == '\\' && !escaped;
    }
    terms
}

/// The field, whether it must be equal, and the value.
fn operator(term: &str) -> Option<(&str, bool, &str)> {
    let at = term.bytes().enumerate().position(|(at, byte)| byte == b'=' || term.as_bytes()[at..].starts_with(b"!="))?;
    let (field, rest) = (part(term, 0, at), rest(term, at));
    match rest.strip_prefix("!=") {
        Some(value) => Some((field, false, value)),
        None => rest.strip_prefix("==").or_else(|| rest.strip_prefix('=')).map(|value| (field, true, value)),
    }
}

/// Models `UnescapeValue`.
fn unescaped(text: &str) -> Result<String, String> {
    let mut value = String::new();
    let mut escaped = false;
    for character in text.chars() {
        match (escaped, character) {
            (true, '\\' | ',' | '=') => value.push(character),
            (true, other) => return Err(format!("invalid field selector: invalid escape sequence: \\{other}")),
            (false, '\\') => {}
            (false, ',' | '=') => return Err(format!("invalid field selector: unescaped character in value: {}", u32::from(character))),
            (false, other) => value.push(other),
        }
        escaped = character == '\\' && !escaped;
    }
    if escaped { Err("invalid field selector: invalid escape sequence: \\".to_string()) } else { Ok(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_selector_is_read_as_go_reads_it() {
        let read = FieldSelector::parse("metadata.name!=a,type==b,,x=1\\,2\\=3\\\\").unwrap();
        let terms: Vec<(&str, bool, &str)> = read.0.iter().map(|term| (term.field.as_str(), term.equal, term.value.as_str())).collect();
        assert_eq!(terms, [(NAME, false, "a"), ("type", true, "b"), ("x", true, "1,2=3\\")]);
        assert_eq!((read.exact("type"), read.exact(NAME)), (Some("b"), None));
        for (text, error) in [
            ("b,a", "invalid selector: 'b,a'; can't understand 'a'"),
            ("a=b=c", "invalid field selector: unescaped character in value: 61"),
            ("a=\\b", "invalid field selector: invalid escape sequence: \\b"),
            ("a=b\\", "invalid field selector: invalid escape sequence: \\"),
        ] {
            assert_eq!(FieldSelector::parse(text).unwrap_err(), error);
        }
    }
}
