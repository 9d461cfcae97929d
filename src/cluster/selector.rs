//! Label selectors.
//!
//! Models `apimachinery/pkg/labels/selector.go`: its lexer, its parser and its words.

use super::fault::FieldFault;
use super::validation::{label_value_faults, qualified_name_faults, refuse};
use crate::object::text::{join, joined, part};
use crate::object::{Texts, sort_texts};

/// All of these must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelSelector(Vec<Requirement>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Requirement {
    key: String,
    operator: Operator,
    values: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    In,
    NotIn,
    Exists,
    Absent,
    Above,
    Below,
}

impl LabelSelector {
    /// Reads `a=b,c!=d,e in (f,g),h notin (i),j,!k,l>1`.
    ///
    /// # Errors
    /// What is not understood.
    pub fn parse(text: &str) -> Result<LabelSelector, String> {
        Parser { tokens: scan(text), at: 0 }.selector().map(LabelSelector)
    }

    /// Whether it takes everything.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether labels satisfy it.
    #[must_use]
    pub fn matches(&self, labels: &Texts) -> bool {
        self.0.iter().all(|requirement| {
            let label = labels.get(&requirement.key);
            let number = |text: &String| text.parse::<i64>().ok();
            let compared = || Some(number(label?)?.cmp(&number(requirement.values.first()?)?));
            match requirement.operator {
                Operator::In => label.is_some_and(|value| requirement.values.contains(value)),
                Operator::NotIn => label.is_none_or(|value| !requirement.values.contains(value)),
                Operator::Exists => label.is_some(),
                Operator::Absent => label.is_none(),
                Operator::Above => compared().is_some_and(std::cmp::Ordering::is_gt),
                Operator::Below => compared().is_some_and(std::cmp::Ordering::is_lt),
            }
        })
    }
}

fn is_sign(byte: u8) -> bool {
    b"=!(),><".contains(&byte)
}

fn is_space(byte: u8) -> bool {
    b" \t\r\n".contains(&byte)
}

/// Whether a token is neither a sign nor the end. It may be `in` or `notin`, which is an operator or a value as it stands.
fn is_word(token: &str) -> bool {
    token.bytes().next().is_some_and(|byte| !is_sign(byte))
}

/// Models `Lexer`: a NUL byte ends the text.
fn scan(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().filter(|byte| *byte != 0);
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = byte(at) {
        let start = at;
        at += 1;
        if is_space(first) {
            continue;
        }
        if is_sign(first) {
            if matches!(bytes.get(start..=at), Some(b"==" | b"!=")) {
                at += 1;
            }
        } else {
            while byte(at).is_some_and(|byte| !is_sign(byte) && !is_space(byte)) {
                at += 1;
            }
        }
        tokens.push(part(text, start, at));
    }
    tokens
}

/// Models `Parser`.
struct Parser<'a> {
    tokens: Vec<&'a str>,
    at: usize,
}

impl<'a> Parser<'a> {
    /// The next token; empty at the end.
    fn look(&self) -> &'a str {
        self.tokens.get(self.at).copied().unwrap_or("")
    }

    fn take(&mut self) -> &'a str {
        let token = self.look();
        self.at += 1;
        token
    }

    fn selector(&mut self) -> Result<Vec<Requirement>, String> {
        let mut requirements = Vec::new();
        let mut wanted = ", expected: !, identifier, or 'end of string'";
        while !requirements.is_empty() || !self.look().is_empty() {
            let next = self.look();
            if next != "!" && !is_word(next) {
                return Err(unexpected(next, wanted));
            }
            requirements.push(self.requirement().map_err(|error| format!("unable to parse requirement: {error}"))?);
            match self.take() {
                "" => break,
                "," => wanted = ", expected: identifier after ','",
                other => return Err(unexpected(other, ", expected: ',' or 'end of string'")),
            }
        }
        Ok(requirements)
    }

    fn requirement(&mut self) -> Result<Requirement, String> {
        let mut key = self.take();
        let absent = key == "!";
        if absent {
            key = self.take();
        }
        if !is_word(key) {
            return Err(expected_identifier(key));
        }
        check("<nil>", key, &qualified_name_faults(key))?;
        if absent || self.ends() {
            return made(key, if absent { Operator::Absent } else { Operator::Exists }, Vec::new());
        }
        let sign = self.take();
        let operator = match sign {
            "in" | "=" | "==" => Operator::In,
            "notin" | "!=" => Operator::NotIn,
            ">" => Operator::Above,
            "<" => Operator::Below,
            _ => return Err(unexpected(sign, ", expected: in, notin, =, ==, !=, gt, lt")),
        };
        let mut values = if is_word(sign) { self.values()? } else { vec![self.value()?] };
        sort_texts(&mut values);
        values.dedup();
        made(key, operator, values)
    }

    /// Whether a requirement ends here.
    fn ends(&self) -> bool {
        matches!(self.look(), "" | ",")
    }

    fn value(&mut self) -> Result<String, String> {
        let value = if self.ends() { "" } else { self.take() };
        if value.is_empty() || is_word(value) { Ok(value.to_string()) } else { Err(expected_identifier(value)) }
    }

    fn values(&mut self) -> Result<Vec<String>, String> {
        let opening = self.take();
        if opening != "(" {
            return Err(unexpected(opening, " expected: '('"));
        }
        let first = self.look();
        if first == ")" {
            self.at += 1;
            return Ok(vec![String::new()]);
        }
        if first != "," && !is_word(first) {
            return Err(unexpected(first, ", expected: ',', ')' or identifier"));
        }
        let mut values = Vec::new();
        // Ends before the parenthesis that closes.
        loop {
            let (token, next) = (self.take(), self.look());
            if token == "," {
                if values.is_empty() || matches!(next, "," | ")") {
                    values.push(String::new());
                }
            } else if is_word(token) {
                values.push(token.to_string());
                if !matches!(next, "," | ")") {
                    return Err(unexpected(next, ", expected: ',' or ')'"));
                }
            } else {
                return Err(unexpected(token, ", expected: ',', or identifier"));
            }
            if next == ")" {
                break;
            }
        }
        self.at += 1;
        Ok(values)
    }
}

fn expected_identifier(found: &str) -> String {
    unexpected(found, ", expected: identifier")
}

#[cold]
#[inline(never)]
fn unexpected(found: &str, wanted: &str) -> String {
    format!("found '{found}'{wanted}")
}

/// Models `NewRequirement`, as far as the parser leaves faults to find.
fn made(key: &str, operator: Operator, values: Vec<String>) -> Result<Requirement, String> {
    let mut faults = Vec::new();
    if let (Operator::Above | Operator::Below, [value]) = (operator, values.as_slice())
        && value.parse::<i64>().is_err()
    {
        refuse(&mut faults, "values[0]", value, &["for 'Gt', 'Lt' operators, the value must be an integer".to_string()]);
    }
    for (index, value) in values.iter().enumerate() {
        let wrong = label_value_faults(value);
        if !wrong.is_empty() {
            refuse(&mut faults, &format!("values[{index}][{key}]"), value, &[join(&wrong, "; ")]);
        }
    }
    match faults.as_slice() {
        [] => Ok(Requirement { key: key.to_string(), operator, values }),
        [only] => Err(spoken(only)),
        all => Err(format!("[{}]", joined(all.iter().map(spoken), ", "))),
    }
}

fn check(field: &str, text: &str, faults: &[String]) -> Result<(), String> {
    if faults.is_empty() { Ok(()) } else { Err(spoken(&FieldFault::invalid_text(field, text, &join(faults, "; ")))) }
}

fn spoken(fault: &FieldFault) -> String {
    format!("{}: {}", fault.field, fault.body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selector_picks_by_labels() {
        let labels = [("app", "web"), ("tier", "db"), ("n", "5"), ("in", "notin"), ("empty", "")];
        let labels = labels.map(|(key, value)| (key.to_string(), value.to_string())).into();
        for (text, expected) in [
            ("", true),
            ("app=web", true),
            ("app==web,tier!=front", true),
            (" app in (web, api) , tier ", true),
            ("app notin (web)", false),
            ("!app", false),
            ("!other", true),
            ("other", false),
            ("other!=x", true),
            ("app=api", false),
            ("n>4,n<6", true),
            ("n>5", false),
            ("app>1", false),
            ("in=notin", true),
            ("in in (notin,in)", true),
            ("empty=", true),
            ("empty in ()", true),
            ("empty in (,x)", true),
            ("app in (,)", false),
            ("app=web\0=", true),
        ] {
            assert_eq!(LabelSelector::parse(text).unwrap().matches(&labels), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_selector_is_refused_in_the_parsers_words() {
        for (text, error) in [
            ("=a", "found '=', expected: !, identifier, or 'end of string'"),
            ("a,", "found '', expected: identifier after ','"),
            ("a in b)", "unable to parse requirement: found 'b' expected: '('"),
            ("a in (", "unable to parse requirement: found '', expected: ',', ')' or identifier"),
            ("a in (b", "unable to parse requirement: found '', expected: ',' or ')'"),
            ("a in (b,", "unable to parse requirement: found '', expected: ',', or identifier"),
            ("a of (b)", "unable to parse requirement: found 'of', expected: in, notin, =, ==, !=, gt, lt"),
            ("a b", "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"),
            ("!", "unable to parse requirement: found '', expected: identifier"),
            ("!a=b", "found '=', expected: ',' or 'end of string'"),
            ("a=(", "unable to parse requirement: found '(', expected: identifier"),
            ("a=b c", "found 'c', expected: ',' or 'end of string'"),
            ("a>x", "unable to parse requirement: values[0]: Invalid value: \"x\": for 'Gt', 'Lt' operators, the value must be an integer"),
        ] {
            assert_eq!(LabelSelector::parse(text).unwrap_err(), error, "{text}");
        }
        let error = LabelSelector::parse("a/b/c=d").unwrap_err();
        assert!(
            error.starts_with("unable to parse requirement: <nil>: Invalid value: \"a/b/c\": a qualified name must consist"),
            "{error}"
        );
        let error = LabelSelector::parse("a in (x, -b)").unwrap_err();
        assert!(error.starts_with("unable to parse requirement: values[0][a]: Invalid value: \"-b\": a valid label must be"), "{error}");
    }
}
