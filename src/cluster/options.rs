//! What a query asks for beside the object itself.
//!
//! Models `apimachinery/pkg/apis/meta/v1/validation/validation.go`.

use std::sync::Arc;

use serde_json::Value;

use super::delete::options::delete_options;
use super::fault::{Faults, FieldFault};
use super::list_options::go_bool;
use super::request::Request;
use super::status::{Refusal, Status};
use crate::object::Revision;

/// What becomes of fields that nobody knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldValidation {
    /// They are dropped.
    Ignore,
    /// They are dropped, with a warning each.
    Warn,
    /// The request is refused.
    Strict,
}

/// Options of a write.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WriteOptions<'a> {
    /// The field manager that is named, if one is.
    manager: &'a str,
    user_agent: &'a str,
    pub(crate) validation: FieldValidation,
    /// Whether an apply takes what others own.
    pub(crate) force: bool,
    dry_run: bool,
}

impl WriteOptions<'_> {
    /// The field manager.
    pub(crate) fn manager(&self) -> Arc<str> {
        if self.manager.is_empty() { manager_of(self.user_agent) } else { self.manager.into() }
    }
}

const FIELD_MANAGER_LENGTH: usize = 128;

/// Reads the options of a create, update or patch; `kind` is what they are called.
pub(crate) fn write_options<'a>(request: &'a Request, kind: &str) -> Result<WriteOptions<'a>, Refusal> {
    let mut faults: Vec<FieldFault> = Vec::new();
    let manager = request.asked("fieldManager");
    let force = request.query.get("force").map(|force| go_bool(force));
    if kind == "PatchOptions" {
        let applies = request.content_type.as_deref().is_some_and(|full| full.split(';').next() == Some(APPLY));
        if applies && manager.is_empty() {
            faults.required("fieldManager", "is required for apply patch");
        } else if !applies && force.is_some() {
            faults.forbidden("force", "may not be specified for non-apply patch");
        }
    }
    if manager.len() > FIELD_MANAGER_LENGTH {
        faults.too_long("fieldManager", FIELD_MANAGER_LENGTH);
    }
    if manager.chars().any(char::is_control) {
        faults.invalid_text("fieldManager", manager, "should only contain printable characters");
    }
    let dry_run = dry_run(request.asked("dryRun"), &mut faults);
    let validation = match request.asked("fieldValidation") {
        "" | "Warn" => FieldValidation::Warn,
        "Ignore" => FieldValidation::Ignore,
        "Strict" => FieldValidation::Strict,
        other => {
            faults.not_supported("fieldValidation", &other.into(), r#""", "Ignore", "Strict", "Warn""#);
            FieldValidation::Warn
        }
    };
    if !faults.is_empty() {
        return Err(Status::invalid_options(kind, &faults));
    }
    Ok(WriteOptions { manager, user_agent: &request.user_agent, validation, force: force == Some(true), dry_run })
}

const APPLY: &str = "application/apply-patch+yaml";

/// Whether a write is to leave no trace.
pub(crate) fn is_dry_run(request: &Request) -> Result<bool, Refusal> {
    let kind = match request.method.as_str() {
        "DELETE" => return Ok(delete_options(request)?.dry_run),
        "POST" => "CreateOptions",
        "PUT" => "UpdateOptions",
        _ => "PatchOptions",
    };
    Ok(write_options(request, kind)?.dry_run)
}

fn dry_run(value: &str, faults: &mut Vec<FieldFault>) -> bool {
    if !matches!(value, "" | "All") {
        faults.not_supported("dryRun", &Value::Array(vec![value.into()]), r#""All""#);
    }
    value == "All"
}

/// The field manager of one who names none.
///
/// Models `apiserver/pkg/endpoints/handlers/create.go` `prefixFromUserAgent`.
pub(crate) fn manager_of(user_agent: &str) -> Arc<str> {
    let prefix = user_agent.split('/').next().unwrap_or("");
    let mut manager = String::new();
    for character in prefix.chars().filter(|character| !character.is_control()) {
        if manager.len() + character.len_utf8() > FIELD_MANAGER_LENGTH {
            break;
        }
        manager.push(character);
    }
    manager.into()
}

/// A `resourceVersion` as a number; empty and `0` are 0. The error is Go's.
///
/// Models `apiserver/pkg/storage/api_object_versioner.go` `ParseResourceVersion`.
pub(crate) fn parse_revision(text: &str) -> Result<Revision, String> {
    if text.is_empty() {
        return Ok(Revision(0));
    }
    let fault = |what: &str| format!("strconv.ParseUint: parsing {}: {what}", super::status::quoted(text));
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(fault("invalid syntax"));
    }
    text.parse().map(Revision).map_err(|_| fault("value out of range"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_field_manager_is_what_stands_before_the_slash() {
        assert_eq!(&*manager_of("kubectl/v1.36.2 (linux/amd64)"), "kubectl");
        assert_eq!(&*manager_of("a\u{7}b"), "ab");
        assert_eq!(manager_of(&"é".repeat(100)).len(), 128);
    }

    #[test]
    fn revisions_are_read_as_go_reads_them() {
        assert_eq!(parse_revision(""), Ok(Revision(0)));
        assert_eq!(parse_revision("007"), Ok(Revision(7)));
        for (text, what) in
            [("abc", "invalid syntax"), ("+1", "invalid syntax"), ("-1", "invalid syntax"), ("99999999999999999999", "value out of range")]
        {
            assert_eq!(parse_revision(text), Err(format!("strconv.ParseUint: parsing \"{text}\": {what}")));
        }
    }
}
