//! Label selectors.
//!
//! Models `apimachinery/pkg/labels/selector.go`.
use crate::object::Texts;

/// All of these must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LabelSelector(Vec<Requirement>);

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
}

impl LabelSelector {
    /// Reads `a=b,c!=d,e in (f,g),h notin (i),j,!k`. The error is what is not understood.
    pub(crate) fn parse(text: &str) -> Result<LabelSelector, String> {
        let mut requirements = Vec::new();
        let mut rest = text.trim();
        while !rest.is_empty() {
            let end = end_of_requirement(rest);
            requirements.push(requirement(rest[..end].trim())?);
            rest = rest[end..].strip_prefix(',').unwrap_or("").trim();
        }
        Ok(LabelSelector(requirements))
    }

    /// Whether it takes everything.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether labels satisfy it.
    pub(crate) fn matches(&self, labels: &Texts) -> bool {
        self.0.iter().all(|requirement| {
            let label = labels.get(&requirement.key);
            match requirement.operator {
                Operator::In => label.is_some_and(|value| requirement.values.contains(value)),
                Operator::NotIn => label.is_none_or(|value| !requirement.values.contains(value)),
                Operator::Exists => label.is_some(),
                Operator::Absent => label.is_none(),
            }
        })
    }
}

/// The comma that ends it is the first outside of parentheses.
fn end_of_requirement(text: &str) -> usize {
    let mut inside = false;
    for (at, character) in text.char_indices() {
        match character {
            '(' => inside = true,
            ')' => inside = false,
            ',' if !inside => return at,
            _ => {}
        }
    }
    text.len()
}

fn requirement(text: &str) -> Result<Requirement, String> {
    let made = |key: &str, operator: Operator, values: Vec<String>| {
        let key = key.trim();
        if key.is_empty() || key.contains(|c: char| c.is_whitespace() || "=!(),<>".contains(c)) {
            return Err(format!("unable to parse requirement: {text}"));
        }
        Ok(Requirement { key: key.to_string(), operator, values })
    };
    if let Some(key) = text.strip_prefix('!') {
        return made(key, Operator::Absent, Vec::new());
    }
    if let Some(list) = text.strip_suffix(')') {
        let (head, list) = list.split_once('(').ok_or(format!("unable to parse requirement: {text}"))?;
        let (key, word) = head.trim().rsplit_once(char::is_whitespace).ok_or(format!("unable to parse requirement: {text}"))?;
        let operator = match word {
            "in" => Operator::In,
            "notin" => Operator::NotIn,
            _ => return Err(format!("unable to parse requirement: {text}")),
        };
        return made(key, operator, list.split(',').map(|value| value.trim().to_string()).collect());
    }
    for (sign, operator) in [("!=", Operator::NotIn), ("==", Operator::In), ("=", Operator::In)] {
        if let Some((key, value)) = text.split_once(sign) {
            return made(key, operator, vec![value.trim().to_string()]);
        }
    }
    made(text, Operator::Exists, Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::object::Texts;

    #[test]
    fn a_selector_picks_by_labels() {
        let labels = Texts::from([("app".to_string(), "web".to_string()), ("tier".to_string(), "db".to_string())]);
        for (text, expected) in [
            ("", true),
            ("app=web", true),
            ("app==web,tier!=front", true),
            ("app in (web, api),tier", true),
            ("app notin (web)", false),
            ("!app", false),
            ("!other", true),
            ("other", false),
            ("other!=x", true),
            ("app=api", false),
        ] {
            assert_eq!(LabelSelector::parse(text).unwrap().matches(&labels), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_selector_is_refused() {
        for text in ["=a", "a in b)", "a of (b)", "a b", "!"] {
            assert!(LabelSelector::parse(text).is_err(), "{text}");
        }
    }
}
