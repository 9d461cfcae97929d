//! `Status`: how the API server says no (and, after a deletion, yes).
//!
//! Models `apimachinery/pkg/api/errors/errors.go` and `apimachinery/pkg/util/validation/field/errors.go`.

use std::borrow::Cow;

use serde_json::Value;

use super::fault::FieldFault;
use super::kind::Kind;
use crate::object::text::{join, joined};
use crate::object::{Record, canonical_text, list};

/// The result of a request that is not an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Status {
    /// Whether it says yes.
    pub success: bool,
    /// The HTTP status code.
    pub code: u16,
    /// A word for programs: `NotFound`, `Conflict`; none for an error that the server has no word for.
    pub reason: Option<Cow<'static, str>>,
    /// A sentence for people.
    pub message: String,
    /// What it is about; none where the server sends none.
    pub details: Option<Details>,
    /// With what a list that came too late can go on; empty for all others.
    pub next: String,
}

/// What a [`Status`] is about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Details {
    /// The object's name.
    pub name: String,
    /// The API group; empty for the core one.
    pub group: String,
    /// A kind or, as often, a resource.
    pub kind: String,
    /// The uid of what was deleted.
    pub uid: String,
    /// Each fault by itself.
    pub causes: Vec<Cause>,
    /// When to ask again, in seconds.
    pub retry_after_seconds: Option<u32>,
}

/// One fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    /// `FieldValueInvalid`
    pub reason: &'static str,
    /// The fault in words, without the field.
    pub message: String,
    /// The field's path.
    pub field: String,
}

/// A text in Go's `%q`.
pub(crate) fn quoted(text: &str) -> String {
    canonical_text(&Value::String(text.to_string()))
}

/// A value in Go's `%v`.
pub(crate) fn go_value(value: &Value) -> String {
    match value {
        Value::Null => "<nil>".to_string(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => canonical_text(value),
        Value::Array(items) => {
            format!("[{}]", joined(items.iter().map(go_value), " "))
        }
        Value::Object(map) => {
            format!("map[{}]", joined(map.iter().map(|(name, value)| format!("{name}:{}", go_value(value))), " "))
        }
    }
}

/// What a request is refused with.
pub(crate) type Refusal = Box<Status>;

#[allow(clippy::unnecessary_box_returns)] // on 64 bits a Status is too large for an error; in wasm it would just fit
impl Status {
    #[cold]
    #[inline(never)]
    fn failure(code: u16, reason: &'static str, message: String, details: Option<Details>) -> Refusal {
        Box::new(Status { success: false, code, reason: Some(Cow::Borrowed(reason)), message, details, next: String::new() })
    }

    /// A failure that tells what it is about only by being there.
    #[cold]
    #[inline(never)]
    fn bare(code: u16, reason: &'static str, message: &str) -> Refusal {
        Status::failure(code, reason, message.to_string(), Some(Details::default()))
    }

    /// A failure of a resource or one object of it.
    #[cold]
    #[inline(never)]
    fn about(code: u16, reason: &'static str, message: String, kind: &Kind, name: &str) -> Refusal {
        Status::failure(code, reason, message, Some(details(name, &kind.group, &kind.plural)))
    }

    /// Something the playground knows of but has not built. Real servers say no such thing.
    #[cold]
    #[inline(never)]
    pub(crate) fn not_implemented(what: &str) -> Refusal {
        Status::failure(501, "NotImplemented", format!("the playground does not do this yet: {what}"), None)
    }

    /// The request makes no sense.
    #[cold]
    #[inline(never)]
    pub(crate) fn bad_request(message: impl Into<String>) -> Refusal {
        Status::failure(400, "BadRequest", message.into(), None)
    }

    /// An error that Kubernetes has no word for and so calls its own.
    #[cold]
    #[inline(never)]
    pub(crate) fn internal(message: impl Into<String>) -> Refusal {
        Box::new(Status { success: false, code: 500, reason: None, message: message.into(), details: None, next: String::new() })
    }

    /// No such object.
    #[cold]
    #[inline(never)]
    pub(crate) fn not_found(kind: &Kind, name: &str) -> Refusal {
        let message = format!("{} {} not found", kind.resource(), quoted(name));
        Status::about(404, "NotFound", message, kind, name)
    }

    /// No such path, as the generic server says it.
    #[cold]
    #[inline(never)]
    pub(crate) fn no_resource() -> Refusal {
        Status::bare(404, "NotFound", "the server could not find the requested resource")
    }

    /// A path that does not know this method, as the generic server says it.
    #[cold]
    #[inline(never)]
    pub(crate) fn no_method() -> Refusal {
        Status::bare(405, "MethodNotAllowed", "the server does not allow this method on the requested resource")
    }

    /// A verb that a custom resource does not know.
    pub(crate) fn verb_not_supported(kind: &Kind, verb: &str) -> Refusal {
        let message = format!("{verb} is not supported on resources of kind {}", quoted(kind.resource()));
        Status::about(405, "MethodNotAllowed", message, kind, "")
    }

    /// The name is taken.
    pub(crate) fn already_exists(kind: &Kind, name: &str, terminating: bool) -> Refusal {
        let prefix = if terminating { "object is being deleted: " } else { "" };
        let message = format!("{prefix}{} {} already exists", kind.resource(), quoted(name));
        Status::about(409, "AlreadyExists", message, kind, name)
    }

    /// The write came too late.
    pub(crate) fn conflict(kind: &Kind, name: &str, detail: &str) -> Refusal {
        let message = format!("Operation cannot be fulfilled on {} {}: {detail}", kind.resource(), quoted(name));
        Status::about(409, "Conflict", message, kind, name)
    }

    /// The write was made from a copy that is no longer the latest.
    pub(crate) fn stale(kind: &Kind, name: &str) -> Refusal {
        Status::conflict(kind, name, "the object has been modified; please apply your changes to the latest version and try again")
    }

    /// An apply would change what others own.
    pub(crate) fn apply_conflict(message: String, causes: Vec<Cause>) -> Refusal {
        Status::failure(409, "Conflict", message, Some(Details { causes, ..Details::default() }))
    }

    /// A patch that does not fit the object. Why is not told.
    pub(crate) fn patch_does_not_apply() -> Refusal {
        Status::bare(422, "Invalid", "the server rejected our request due to an error in our request")
    }

    /// More than the server takes at once.
    pub(crate) fn too_large(what: &str) -> Refusal {
        Status::failure(413, "RequestEntityTooLarge", format!("Request entity too large: {what}"), None)
    }

    /// Nobody may do this.
    pub(crate) fn forbidden(kind: &Kind, name: &str, detail: &str) -> Refusal {
        let message = format!("{} {} is forbidden: {detail}", kind.resource(), quoted(name));
        Status::about(403, "Forbidden", message, kind, name)
    }

    /// The namespace is on its way out and takes nothing new.
    pub(crate) fn namespace_terminating(kind: &Kind, name: &str, namespace: &str) -> Refusal {
        let detail = format!("unable to create new content in namespace {namespace} because it is being terminated");
        let mut refusal = Status::forbidden(kind, name, &detail);
        let cause = Cause {
            reason: "NamespaceTerminating",
            message: format!("namespace {namespace} is being terminated"),
            field: "metadata.namespace".to_string(),
        };
        if let Some(details) = &mut refusal.details {
            details.causes.push(cause);
        }
        refusal
    }

    /// A precondition of a deletion does not hold. Names the kind where others name the resource.
    pub(crate) fn precondition(kind: &Kind, name: &str, detail: &str) -> Refusal {
        let message = format!("Operation cannot be fulfilled on {} {}: {detail}", group_kind(&kind.group, &kind.kind), quoted(name));
        Status::failure(409, "Conflict", message, Some(details(name, &kind.group, &kind.kind)))
    }

    /// The object breaks rules. `kind` is the one that the object says it has.
    pub(crate) fn invalid(group: &str, kind: &str, name: &str, faults: &[FieldFault]) -> Refusal {
        let (mut parts, mut causes): (Vec<String>, Vec<Cause>) = (Vec::new(), Vec::new());
        for fault in faults {
            causes.push(Cause { reason: fault.reason, message: fault.body.clone(), field: fault.field.clone() });
            let part = format!("{}: {}", fault.field, fault.body);
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        let list = if let [only] = parts.as_slice() { only.clone() } else { format!("[{}]", join(&parts, ", ")) };
        let message = format!("{} {} is invalid: {list}", group_kind(group, kind), quoted(name));
        let mut details = details(name, group, kind);
        details.causes = causes;
        Status::failure(422, "Invalid", message, Some(details))
    }

    /// Options in the query or in a body of `DeleteOptions` break rules.
    pub(crate) fn invalid_options(kind: &str, faults: &[FieldFault]) -> Refusal {
        Status::invalid("meta.k8s.io", kind, "", faults)
    }

    /// The body is in a format that nobody reads here.
    pub(crate) fn unsupported_media_type(accepted: &str) -> Refusal {
        let message = format!("the body of the request was in an unknown format - accepted media types include: {accepted}");
        Status::failure(415, "UnsupportedMediaType", message, None)
    }

    /// A patch in a format that a built-in kind's route does not take.
    pub(crate) fn unsupported_patch_type() -> Refusal {
        Status::bare(415, "UnsupportedMediaType", "415: Unsupported Media Type")
    }

    /// An answer in a format that nobody writes here.
    pub(crate) fn not_acceptable() -> Refusal {
        Status::not_acceptable_as(
            "only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf"
                .to_string(),
        )
    }

    /// An answer in a shape that it does not have.
    pub(crate) fn not_acceptable_as(message: String) -> Refusal {
        Status::failure(406, "NotAcceptable", message, None)
    }

    /// The past that was asked for is gone. `next`: how a list can go on nevertheless.
    pub(crate) fn expired(message: String, next: String) -> Refusal {
        let mut status = Status::failure(410, "Expired", message, None);
        status.next = next;
        status
    }

    /// A revision that the server has not reached.
    pub(crate) fn too_large_revision(asked: u64, current: u64) -> Refusal {
        let message = format!("Timeout: Too large resource version: {asked}, current: {current}");
        let cause = Cause { reason: "ResourceVersionTooLarge", message: "Too large resource version".to_string(), field: String::new() };
        let details = Details { causes: vec![cause], retry_after_seconds: Some(1), ..Details::default() };
        Status::failure(504, "Timeout", message, Some(details))
    }

    /// An object was deleted at once.
    pub(crate) fn deleted(kind: &Kind, name: &str, uid: &str) -> Status {
        let mut details = details(name, &kind.group, &kind.plural);
        details.uid.push_str(uid);
        Status { success: true, code: 200, reason: None, message: String::new(), details: Some(details), next: String::new() }
    }

    /// The status as JSON.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.text("kind", "Status");
        record.text("apiVersion", "v1");
        let mut metadata = Record::default();
        put_word(&mut metadata, "continue", &self.next);
        record.put("metadata", metadata.end());
        record.text("status", if self.success { "Success" } else { "Failure" });
        put_word(&mut record, "message", &self.message);
        record.some_text("reason", self.reason.as_deref());
        record.put_some("details", self.details.as_ref().map(Details::to_value));
        if !self.success {
            record.number("code", self.code.into());
        }
        record.end()
    }
}

/// A text that is left out where it is empty.
fn put_word(record: &mut Record, key: &str, text: &str) {
    record.some_text(key, Some(text).filter(|text| !text.is_empty()));
}

impl Details {
    fn to_value(&self) -> Value {
        let mut record = Record::default();
        put_word(&mut record, "name", &self.name);
        put_word(&mut record, "group", &self.group);
        put_word(&mut record, "kind", &self.kind);
        put_word(&mut record, "uid", &self.uid);
        if !self.causes.is_empty() {
            record.put("causes", list(&mut self.causes.iter().map(Cause::to_value)));
        }
        record.some_number("retryAfterSeconds", self.retry_after_seconds.map(u64::from));
        record.end()
    }
}

impl Cause {
    fn to_value(&self) -> Value {
        let mut record = Record::default();
        put_word(&mut record, "reason", self.reason);
        put_word(&mut record, "message", &self.message);
        put_word(&mut record, "field", &self.field);
        record.end()
    }
}

#[inline(never)]
fn details(name: &str, group: &str, kind: &str) -> Details {
    Details { name: name.to_string(), group: group.to_string(), kind: kind.to_string(), ..Details::default() }
}

/// `AppConfig.lab.example.com`, or `ConfigMap` in the core group.
pub(crate) fn group_kind(group: &str, kind: &str) -> String {
    if group.is_empty() { kind.to_string() } else { format!("{kind}.{group}") }
}

/// A warning as it stands in the header.
///
/// Models `apimachinery/pkg/util/net/http.go` `NewWarningHeader`.
pub(crate) fn warning_header(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 16);
    quoted.push_str("299 - \"");
    for character in text.chars().filter(|character| !character.is_control()) {
        if character == '"' || character == '\\' {
            quoted.push('\\');
        }
        quoted.push(character);
    }
    quoted.push('"');
    quoted
}
