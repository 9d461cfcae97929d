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

/// What a text is cut into. A word may be `in` or `notin`, which is an operator or a value as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    End,
    Word,
    Sign,
}

fn is_sign(byte: u8) -> bool {
    b"=!(),><".contains(&byte)
}

fn is_space(byte: u8) -> bool {
    b" \t\r\n".contains(&byte)
}

/// Models `Lexer`: a NUL byte ends the text.
fn scan(text: &str) -> Vec<(Token, String)> {
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().filter(|byte| *byte != 0);
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = byte(at) {
        let start = at;
        if is_space(first) {
            at += 1;
        } else if is_sign(first) {
            at += 1;
            if matches!(bytes.get(start..=at), Some(b"==" | b"!=")) {
                at += 1;
            }
            tokens.push((Token::Sign, part(text, start, at).to_string()));
        } else {
            while byte(at).is_some_and(|byte| !is_sign(byte) && !is_space(byte)) {
                at += 1;
            }
            tokens.push((Token::Word, part(text, start, at).to_string()));
        }
    }
    tokens.push((Token::End, String::new()));
    tokens
}

/// Models `Parser`.
struct Parser {
    tokens: Vec<(Token, String)>,
    at: usize,
}

impl Parser {
    fn look(&self) -> (Token, &str) {
        self.tokens.get(self.at).map_or((Token::End, ""), |(token, text)| (*token, text.as_str()))
    }

    fn take(&mut self) -> (Token, String) {
        let (token, text) = self.look();
        let text = text.to_string();
        self.at += 1;
        (token, text)
    }

    fn selector(&mut self) -> Result<Vec<Requirement>, String> {
        let mut requirements = Vec::new();
        loop {
            match self.look() {
                (Token::Word, _) | (Token::Sign, "!") => {}
                (Token::End, _) => break,
                (_, text) => return Err(unexpected(text, ", expected: !, identifier, or 'end of string'")),
            }
            requirements.push(self.requirement().map_err(|error| format!("unable to parse requirement: {error}"))?);
            match self.take() {
                (Token::End, _) => break,
                (Token::Sign, text) if text == "," => match self.look() {
                    (Token::Word, _) | (Token::Sign, "!") => {}
                    (_, text) => return Err(unexpected(text, ", expected: identifier after ','")),
                },
                (_, text) => return Err(unexpected(&text, ", expected: ',' or 'end of string'")),
            }
        }
        Ok(requirements)
    }

    fn requirement(&mut self) -> Result<Requirement, String> {
        let mut taken = self.take();
        let absent = taken == (Token::Sign, "!".to_string());
        if absent {
            taken = self.take();
        }
        let (Token::Word, key) = taken else { return Err(expected_identifier(&taken.1)) };
        check("<nil>", &key, &qualified_name_faults(&key))?;
        if absent {
            return made(key, Operator::Absent, Vec::new());
        }
        if matches!(self.look(), (Token::End, _) | (Token::Sign, ",")) {
            return made(key, Operator::Exists, Vec::new());
        }
        let (found, text) = self.take();
        let operator = match (found, text.as_str()) {
            (Token::Word, "in") | (Token::Sign, "=" | "==") => Operator::In,
            (Token::Word, "notin") | (Token::Sign, "!=") => Operator::NotIn,
            (Token::Sign, ">") => Operator::Above,
            (Token::Sign, "<") => Operator::Below,
            _ => return Err(unexpected(&text, ", expected: in, notin, =, ==, !=, gt, lt")),
        };
        let mut values = if found == Token::Word { self.values()? } else { vec![self.value()?] };
        sort_texts(&mut values);
        values.dedup();
        made(key, operator, values)
    }

    fn value(&mut self) -> Result<String, String> {
        if matches!(self.look(), (Token::End, _) | (Token::Sign, ",")) {
            return Ok(String::new());
        }
        match self.take() {
            (Token::Word, text) => Ok(text),
            (_, text) => Err(expected_identifier(&text)),
        }
    }

    fn values(&mut self) -> Result<Vec<String>, String> {
        let (opening, text) = self.take();
        if (opening, text.as_str()) != (Token::Sign, "(") {
            return Err(unexpected(&text, " expected: '('"));
        }
        match self.look() {
            (Token::Word, _) | (Token::Sign, ",") => {}
            (Token::Sign, ")") => {
                self.at += 1;
                return Ok(vec![String::new()]);
            }
            (_, text) => return Err(unexpected(text, ", expected: ',', ')' or identifier")),
        }
        let mut values = Vec::new();
        // Ends before the parenthesis that closes.
        loop {
            let (next, text) = self.take();
            match (next, text.as_str()) {
                (Token::Word, _) => {
                    values.push(text);
                    match self.look() {
                        (Token::Sign, ",") => {}
                        (Token::Sign, ")") => break,
                        (_, text) => return Err(unexpected(text, ", expected: ',' or ')'")),
                    }
                }
                (Token::Sign, ",") => {
                    let closes = matches!(self.look(), (Token::Sign, ")"));
                    if values.is_empty() || closes || matches!(self.look(), (Token::Sign, ",")) {
                        values.push(String::new());
                    }
                    if closes {
                        break;
                    }
                }
                _ => return Err(unexpected(&text, ", expected: ',', or identifier")),
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
fn made(key: String, operator: Operator, values: Vec<String>) -> Result<Requirement, String> {
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
        [] => Ok(Requirement { key, operator, values }),
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
