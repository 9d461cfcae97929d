//! What callers in this process need to ask and to read answers.

use std::borrow::Cow;

use serde_json::Value;

use super::{Body, Payload, Request, Response, Status, WatchEvent};
use crate::object::{Record, list};

impl Request {
    /// A request of a user agent, with a JSON body if there is one.
    #[must_use]
    pub fn by(user_agent: &str, method: &str, path: String, body: Option<Value>) -> Request {
        Request {
            method: method.to_string(),
            path,
            body: body.map_or(Payload::None, Payload::Json),
            user_agent: user_agent.to_string(),
            ..Request::default()
        }
    }

    /// The field manager: the query's, else the user agent up to the slash.
    #[must_use]
    pub fn manager(&self) -> &str {
        match self.query.get("fieldManager") {
            Some(manager) if !manager.is_empty() => manager,
            _ => self.user_agent.split('/').next().unwrap_or_default(),
        }
    }
}

impl Status {
    /// The reason in one word; empty for an error that the server has no word for.
    #[must_use]
    pub fn word(&self) -> &str {
        self.reason.as_deref().unwrap_or_default()
    }

    /// A failure that the server did not give: one that is injected on the way.
    #[must_use]
    pub fn injected(code: u16, reason: &str, message: String) -> Status {
        Status { success: false, code, reason: Some(Cow::Owned(reason.to_string())), message, details: None, next: String::new() }
    }
}

impl Response {
    /// An answer that the server did not give.
    #[must_use]
    pub fn injected(status: Status) -> Response {
        Response::new(status.code, Body::Status(status))
    }

    /// As the contract's `ApiResponse`.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.number("code", self.code.into());
        record.put("body", self.body.to_value());
        if !self.warnings.is_empty() {
            record.texts("warnings", &self.warnings);
        }
        record.some_number("retryAfter", self.retry_after.map(Into::into));
        record.put_some("events", self.events.as_ref().map(|events| list(&mut events.iter().map(WatchEvent::to_value))));
        record.end()
    }
}
