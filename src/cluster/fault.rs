//! Faults of fields: how the API server says what is wrong with an object.
//!
//! Models `apimachinery/pkg/util/validation/field/errors.go`.

use serde_json::Value;

use super::status::quoted;
use crate::object::canonical_text;

/// What is wrong with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultType {
    /// Must be there.
    Required,
    /// Must not be there or not change.
    Forbidden,
    /// Cannot be this.
    Invalid,
    /// Has the wrong type.
    TypeInvalid,
    /// Is none of the values that are allowed.
    NotSupported,
    /// Is there twice.
    Duplicate,
    /// Has too many bytes.
    TooLong,
    /// Has too many items.
    TooMany,
}

/// A fault of one field.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldFault {
    /// What is wrong.
    pub fault: FaultType,
    /// The path, as Kubernetes prints it.
    pub field: String,
    /// The fault in words, without the field.
    pub body: String,
}

impl FieldFault {
    fn new(fault: FaultType, field: &str, body: String) -> FieldFault {
        FieldFault { fault, field: field.to_string(), body }
    }

    /// A field that must be there.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn required(field: &str, detail: &str) -> FieldFault {
        FieldFault::new(FaultType::Required, field, with_detail("Required value".to_string(), detail))
    }

    /// A field that must not be there or not change.
    #[must_use]
    pub fn forbidden(field: &str, detail: &str) -> FieldFault {
        FieldFault::new(FaultType::Forbidden, field, with_detail("Forbidden".to_string(), detail))
    }

    /// A value that cannot be.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn invalid(field: &str, value: &Value, detail: &str) -> FieldFault {
        FieldFault::new(FaultType::Invalid, field, with_detail(format!("Invalid value: {}", shown(value)), detail))
    }

    /// A text that cannot be.
    #[cold]
    #[inline(never)]
    #[must_use]
    pub fn invalid_text(field: &str, value: &str, detail: &str) -> FieldFault {
        FieldFault::invalid(field, &Value::String(value.to_string()), detail)
    }

    /// A value of the wrong type.
    #[must_use]
    pub fn wrong_type(field: &str, found: &str, detail: &str) -> FieldFault {
        FieldFault::new(FaultType::TypeInvalid, field, with_detail(format!("Invalid value: {}", quoted(found)), detail))
    }

    /// A value that breaks a rule, as it is printed.
    #[cold]
    #[inline(never)]
    pub(crate) fn printed(field: &str, shown: &str, detail: &str) -> FieldFault {
        FieldFault::new(FaultType::Invalid, field, with_detail(format!("Invalid value: {shown}"), detail))
    }

    /// A value that is none of those allowed; `allowed` as they are printed.
    #[must_use]
    pub fn not_supported(field: &str, value: &Value, allowed: &str) -> FieldFault {
        let body = format!("Unsupported value: {}: supported values: {}", shown(value), allowed);
        FieldFault::new(FaultType::NotSupported, field, body)
    }

    /// A value that is there twice.
    #[must_use]
    pub fn duplicate(field: &str, value: &Value) -> FieldFault {
        FieldFault::new(FaultType::Duplicate, field, format!("Duplicate value: {}", shown(value)))
    }

    /// A text with too many bytes.
    #[must_use]
    pub fn too_long(field: &str, limit: usize) -> FieldFault {
        FieldFault::new(FaultType::TooLong, field, format!("Too long: may not be more than {limit} bytes"))
    }

    /// A list or map with too many items.
    #[must_use]
    pub fn too_many(field: &str, count: usize, limit: u64) -> FieldFault {
        let body = format!("Too many: {count}: must have at most {limit} item{}", if limit == 1 { "" } else { "s" });
        FieldFault::new(FaultType::TooMany, field, body)
    }

    pub(super) fn reason(&self) -> &'static str {
        match self.fault {
            FaultType::Required => "FieldValueRequired",
            FaultType::Forbidden => "FieldValueForbidden",
            FaultType::Invalid => "FieldValueInvalid",
            FaultType::TypeInvalid => "FieldValueTypeInvalid",
            FaultType::NotSupported => "FieldValueNotSupported",
            FaultType::Duplicate => "FieldValueDuplicate",
            FaultType::TooLong => "FieldValueTooLong",
            FaultType::TooMany => "FieldValueTooMany",
        }
    }
}

/// Faults that are gathered. Each of these is one call where it is found: making a fault there and moving it in is ten.
pub(crate) trait Faults {
    fn also(&mut self, more: Vec<FieldFault>);
    fn required(&mut self, field: &str, detail: &str);
    fn forbidden(&mut self, field: &str, detail: &str);
    fn invalid(&mut self, field: &str, value: &Value, detail: &str);
    fn invalid_text(&mut self, field: &str, value: &str, detail: &str);
    fn wrong_type(&mut self, field: &str, found: &str, detail: &str);
    fn not_supported(&mut self, field: &str, value: &Value, allowed: &str);
    fn duplicate(&mut self, field: &str, value: &Value);
    fn too_long(&mut self, field: &str, limit: usize);
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
    fn wrong_type(&mut self, field: &str, found: &str, detail: &str) {
        self.push(FieldFault::wrong_type(field, found, detail));
    }

    #[cold]
    #[inline(never)]
    fn not_supported(&mut self, field: &str, value: &Value, allowed: &str) {
        self.push(FieldFault::not_supported(field, value, allowed));
    }

    #[cold]
    #[inline(never)]
    fn duplicate(&mut self, field: &str, value: &Value) {
        self.push(FieldFault::duplicate(field, value));
    }

    #[cold]
    #[inline(never)]
    fn too_long(&mut self, field: &str, limit: usize) {
        self.push(FieldFault::too_long(field, limit));
    }

    #[cold]
    #[inline(never)]
    fn too_many(&mut self, field: &str, count: usize, limit: u64) {
        self.push(FieldFault::too_many(field, count, limit));
    }
}

/// A value as `field.Error` prints it.
fn shown(value: &Value) -> String {
    canonical_text(value)
}

fn with_detail(mut text: String, detail: &str) -> String {
    if !detail.is_empty() {
        text.push_str(": ");
        text.push_str(detail);
    }
    text
}
