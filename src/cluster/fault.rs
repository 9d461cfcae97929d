//! Faults of fields: how the API server says what is wrong with an object.
//!
//! Models `apimachinery/pkg/util/validation/field/errors.go`.

use serde_json::Value;

use super::status::quoted;
use crate::object::canonical_text;

/// A fault of one field.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldFault {
    /// What is wrong: `FieldValueInvalid`.
    pub reason: &'static str,
    /// The path, as Kubernetes prints it.
    pub field: String,
    /// The fault in words, without the field.
    pub body: String,
}

impl FieldFault {
    #[cold]
    #[inline(never)]
    fn new(reason: &'static str, field: &str, mut body: String, detail: &str) -> FieldFault {
        if !detail.is_empty() {
            body.push_str(": ");
            body.push_str(detail);
        }
        FieldFault { reason, field: field.to_string(), body }
    }

    /// A field that must be there.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn required(field: &str, detail: &str) -> FieldFault {
        FieldFault::new("FieldValueRequired", field, "Required value".to_string(), detail)
    }

    /// A field that must not be there or not change.
    #[must_use]
    pub fn forbidden(field: &str, detail: &str) -> FieldFault {
        FieldFault::new("FieldValueForbidden", field, "Forbidden".to_string(), detail)
    }

    /// A value that cannot be.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn invalid(field: &str, value: &Value, detail: &str) -> FieldFault {
        FieldFault::printed(field, &canonical_text(value), detail)
    }

    /// A text that cannot be.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn invalid_text(field: &str, value: &str, detail: &str) -> FieldFault {
        FieldFault::invalid(field, &Value::String(value.to_string()), detail)
    }

    /// A value that cannot be, as it is printed.
    fn printed(field: &str, shown: &str, detail: &str) -> FieldFault {
        FieldFault::new("FieldValueInvalid", field, format!("Invalid value: {shown}"), detail)
    }

    /// A value that is none of those allowed; `allowed` as they are printed.
    #[must_use]
    pub fn not_supported(field: &str, value: &Value, allowed: &str) -> FieldFault {
        let body = format!("Unsupported value: {}: supported values: {allowed}", canonical_text(value));
        FieldFault::new("FieldValueNotSupported", field, body, "")
    }
}

/// Faults that are gathered. Each of these is one call where it is found: making a fault there and moving it in is ten.
pub(crate) trait Faults {
    fn also(&mut self, more: Vec<FieldFault>);
    fn required(&mut self, field: &str, detail: &str);
    fn forbidden(&mut self, field: &str, detail: &str);
    fn invalid(&mut self, field: &str, value: &Value, detail: &str);
    fn invalid_text(&mut self, field: &str, value: &str, detail: &str);
    /// A value that breaks a rule, as it is printed.
    fn printed(&mut self, field: &str, shown: &str, detail: &str);
    /// A value of the wrong type.
    fn wrong_type(&mut self, field: &str, found: &str, detail: &str);
    fn not_supported(&mut self, field: &str, value: &Value, allowed: &str);
    /// A value that is there twice.
    fn duplicate(&mut self, field: &str, value: &Value);
    /// A text with too many bytes.
    fn too_long(&mut self, field: &str, limit: usize);
    /// A list or map with too many items.
    fn too_many(&mut self, field: &str, count: usize, limit: u64);
}

impl Faults for Vec<FieldFault> {
    #[inline(never)]
    fn also(&mut self, more: Vec<FieldFault>) {
        self.extend(more);
    }

    #[cold]
    #[inline(never)]
    fn required(&mut self, field: &str, detail: &str) {
        self.push(FieldFault::required(field, detail));
    }

    #[cold]
    #[inline(never)]
    fn forbidden(&mut self, field: &str, detail: &str) {
        self.push(FieldFault::forbidden(field, detail));
    }

    #[cold]
    #[inline(never)]
    fn invalid(&mut self, field: &str, value: &Value, detail: &str) {
        self.push(FieldFault::invalid(field, value, detail));
    }

    #[cold]
    #[inline(never)]
    fn invalid_text(&mut self, field: &str, value: &str, detail: &str) {
        self.push(FieldFault::invalid_text(field, value, detail));
    }

    #[cold]
    #[inline(never)]
    fn printed(&mut self, field: &str, shown: &str, detail: &str) {
        self.push(FieldFault::printed(field, shown, detail));
    }

    #[cold]
    #[inline(never)]
    fn wrong_type(&mut self, field: &str, found: &str, detail: &str) {
        self.push(FieldFault::new("FieldValueTypeInvalid", field, format!("Invalid value: {}", quoted(found)), detail));
    }

    #[cold]
    #[inline(never)]
    fn not_supported(&mut self, field: &str, value: &Value, allowed: &str) {
        self.push(FieldFault::not_supported(field, value, allowed));
    }

    #[cold]
    #[inline(never)]
    fn duplicate(&mut self, field: &str, value: &Value) {
        self.push(FieldFault::new("FieldValueDuplicate", field, format!("Duplicate value: {}", canonical_text(value)), ""));
    }

    #[cold]
    #[inline(never)]
    fn too_long(&mut self, field: &str, limit: usize) {
        self.push(FieldFault::new("FieldValueTooLong", field, format!("Too long: may not be more than {limit} bytes"), ""));
    }

    #[cold]
    #[inline(never)]
    fn too_many(&mut self, field: &str, count: usize, limit: u64) {
        let body = format!("Too many: {count}: must have at most {limit} item{}", if limit == 1 { "" } else { "s" });
        self.push(FieldFault::new("FieldValueTooMany", field, body, ""));
    }
}
