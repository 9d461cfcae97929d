//! What a check finds wrong: where, and what; of a claim also in which way, behind which step, and what was there.

use std::fmt;

use serde_json::Value;

use super::claims::{Claim, Op};

#[derive(Clone, Debug, Default)]
pub struct Found {
    /// A JSON Pointer into the file.
    pub path: String,
    pub what: String,
    /// Empty where there is but one.
    pub way: String,
    /// So many steps were played.
    pub after: Option<usize>,
    pub step: Option<Value>,
    /// And what was there.
    pub claim: Option<(Claim, Option<Value>)>,
}

impl Found {
    pub fn new(path: &str, what: impl Into<String>) -> Found {
        Found { path: path.to_string(), what: what.into(), ..Found::default() }
    }

    pub fn in_way(self, way: &str) -> Found {
        Found { way: way.to_string(), ..self }
    }
}

/// One line, as the package's checker says it.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in [&self.path, &self.way].into_iter().filter(|part| !part.is_empty()) {
            write!(f, "{part}: ")?;
        }
        match (self.after, &self.step) {
            (Some(0), _) => write!(f, "before the first move: ")?,
            (Some(after), Some(step)) => write!(f, "after move {after}, {step}: ")?,
            _ => {}
        }
        let Some((Claim { path, op, value }, there)) = &self.claim else { return write!(f, "{}", self.what) };
        let there = there.as_ref().map_or("not there".to_string(), Value::to_string);
        match (op, value) {
            (Op::Exists, _) => write!(f, "{path} should be exists, and is {there}"),
            (Op::Absent, _) => write!(f, "{path} should be absent, and is {there}"),
            (op, value) => {
                let op = serde_json::to_value(op).unwrap_or_default();
                write!(f, "{path} should be {} {}, and is {there}", op.as_str().unwrap_or_default(), value.as_ref().unwrap_or(&Value::Null))
            }
        }
    }
}
