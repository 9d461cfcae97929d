//! The REST façade: what goes in and what comes out.

use std::sync::Arc;

use serde_json::Value;

use super::kind::Kind;
use super::status::Status;
use crate::object::{Object, Record, Revision, Texts, retain};

/// One request to the API server.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// `GET`, `POST`, `PUT`, `PATCH`, `DELETE`
    pub method: String,
    /// `/api/v1/namespaces/default/configmaps`
    pub path: String,
    /// `resourceVersion`, `watch`, `labelSelector`, `fieldManager`, `fieldValidation`, `dryRun`…
    pub query: Texts,
    /// Of the body. None counts as JSON, but not for a patch.
    pub content_type: Option<String>,
    /// None takes anything.
    pub accept: Option<String>,
    /// What is sent.
    pub body: Payload,
    /// Who asks. What stands before the slash is the field manager unless the query names one.
    pub user_agent: String,
}

/// A request's body.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Payload {
    /// Nothing.
    #[default]
    None,
    /// A value that is known to be JSON.
    Json(Value),
    /// A text as it came; it may be malformed.
    Raw(Arc<str>),
}

/// The answer to a [`Request`].
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// The HTTP status code.
    pub code: u16,
    /// What is answered.
    pub body: Body,
    /// `Warning` headers, each as it stands there: `299 - "unknown field \"spec.x\""`.
    pub warnings: Vec<String>,
    /// The `Retry-After` header, in seconds.
    pub retry_after: Option<u32>,
    /// For a watch: all events from the asked revision until now.
    pub events: Option<Vec<WatchEvent>>,
}

/// A response's body, typed, so that callers in this process pay for no JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// One object.
    Object(Arc<Object>),
    /// Many.
    List(List),
    /// A refusal, or the success of a deletion.
    Status(Status),
    /// Anything else. A plain text is a JSON string, an empty body is `null`.
    Json(Value),
}

/// A list of objects as it was at one revision, in the order of their keys.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    /// Of its items.
    pub kind: Arc<Kind>,
    /// The store's revision at the read.
    pub revision: Revision,
    /// The token with which the list goes on; empty at its end.
    pub next: String,
    /// How many objects are left, where that is known.
    pub remaining: Option<u64>,
    /// The objects.
    pub items: Vec<Arc<Object>>,
}

/// One event of a watch.
#[derive(Clone, Debug, PartialEq)]
pub struct WatchEvent {
    /// `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK`, `ERROR`
    pub kind: &'static str,
    /// The object (for `ERROR` a status).
    pub object: Body,
}

impl Request {
    /// What the query says; empty where it says nothing.
    #[inline(never)]
    pub(crate) fn asked(&self, name: &str) -> &str {
        self.query.get(name).map_or("", String::as_str)
    }
}

impl Response {
    #[inline(never)]
    pub(crate) fn new(code: u16, body: Body) -> Response {
        Response { code, body, warnings: Vec::new(), retry_after: None, events: None }
    }

    pub(crate) fn refusal(status: Status) -> Response {
        let retry_after = status.details.as_ref().and_then(|details| details.retry_after_seconds);
        Response { retry_after, ..Response::new(status.code, Body::Status(status)) }
    }

    /// Whether the server did what was asked.
    #[must_use]
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.code)
    }

    /// The object that was answered, if it was one.
    #[must_use]
    pub fn object(&self) -> Option<&Arc<Object>> {
        match &self.body {
            Body::Object(object) => Some(object),
            Body::List(_) | Body::Status(_) | Body::Json(_) => None,
        }
    }

    /// The status that was answered, if it was one.
    #[must_use]
    pub fn status(&self) -> Option<&Status> {
        match &self.body {
            Body::Status(status) => Some(status),
            Body::List(_) | Body::Object(_) | Body::Json(_) => None,
        }
    }
}

impl Body {
    /// The body as JSON.
    #[must_use]
    pub fn to_value(&self) -> Value {
        match self {
            Body::Object(object) => object.to_value(),
            Body::List(list) => list.to_value(),
            Body::Status(status) => status.to_value(),
            Body::Json(value) => value.clone(),
        }
    }
}

impl List {
    /// The list as JSON. Items of a built-in kind do not repeat what they are.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut metadata = self.metadata();
        if self.kind.custom && self.next.is_empty() {
            metadata.text("continue", "");
        }
        let mut items = Vec::new();
        for object in &self.items {
            let mut value = object.to_value();
            if let Some(map) = value.as_object_mut().filter(|_| !self.kind.custom) {
                retain(map, &mut |key, _| !matches!(key, "apiVersion" | "kind"));
            }
            items.push(value);
        }
        let mut record = Record::default();
        record.text("apiVersion", &self.kind.api_version);
        record.text("kind", &self.kind.list_kind);
        record.put("metadata", metadata.end());
        record.put("items", Value::Array(items));
        record.end()
    }

    /// `ListMeta`.
    pub(crate) fn metadata(&self) -> Record {
        let mut metadata = Record::default();
        metadata.show("resourceVersion", &self.revision);
        metadata.some_text("continue", Some(&*self.next).filter(|next| !next.is_empty()));
        metadata.some_number("remainingItemCount", self.remaining);
        metadata
    }
}

impl WatchEvent {
    /// The event as JSON.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.text("type", self.kind);
        record.put("object", self.object.to_value());
        record.end()
    }
}
