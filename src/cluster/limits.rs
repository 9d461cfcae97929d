//! How large a body and a stored object may be.

use serde_json::Value;

use super::request::Payload;
use super::status::{Refusal, Status};
use crate::object::{Object, json_text};

/// Models `apiserver/pkg/server/config.go` `MaxRequestBodyBytes`.
const BODY: usize = 3 * 1024 * 1024;

/// Models etcd's `--max-request-bytes`. Beside the object a request of the API server's holds about this much.
const STORED: usize = 1536 * 1024 - 512;

/// Refuses a body that is too large.
pub(crate) fn check_body(payload: &Payload) -> Result<(), Refusal> {
    let size = match payload {
        Payload::None => 0,
        Payload::Json(value) => weight(value),
        Payload::Raw(text) => text.len(),
    };
    if size > BODY { Err(Status::too_large(&format!("limit is {BODY}"))) } else { Ok(()) }
}

/// Makes an object small enough to be stored. The server lets go of `managedFields` rather than of the write, unless
/// it is an apply.
///
/// Models `apiserver/pkg/endpoints/handlers/create.go` `isTooLargeError`.
pub(crate) fn fit(object: &mut Object, applied: bool) -> Result<(), Refusal> {
    if stored_size(object) <= STORED {
        return Ok(());
    }
    if !applied {
        object.metadata.managed_fields.clear();
        if stored_size(object) <= STORED {
            return Ok(());
        }
    }
    Err(Status::internal("etcdserver: request is too large"))
}

/// Most objects are small, and are not measured to the byte.
fn stored_size(object: &Object) -> usize {
    let metadata = &object.metadata;
    let mut size = 0;
    for value in object.body.values() {
        size += weight(value);
    }
    // Labels, annotations and names have limits of their own.
    if size < STORED / 2 && metadata.managed_fields.len() < 12 && metadata.owner_references.len() < 100 && metadata.finalizers.len() < 100 {
        return size;
    }
    weight(&object.to_value())
}

/// The bytes of a value as compact JSON, escapes not counted.
fn weight(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) => 4,
        Value::Number(_) => json_text(value).len(),
        Value::String(text) => text.len() + 2,
        Value::Array(items) => items.iter().fold(2, |sum, item| sum + weight(item) + 1),
        Value::Object(map) => map.iter().fold(2, |sum, (key, item)| sum + key.len() + 4 + weight(item)),
    }
}
