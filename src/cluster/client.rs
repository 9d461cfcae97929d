//! What callers in this process need to ask and to read answers.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::{Body, Payload, Request, Response, Status, WatchEvent};

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
        Status { success: false, code, reason: Some(Cow::Owned(reason.to_string())), message, details: None }
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
        let mut map = Map::new();
        map.insert("code".into(), self.code.into());
        map.insert("body".into(), self.body.to_value());
        if !self.warnings.is_empty() {
            map.insert("warnings".into(), json!(self.warnings));
        }
        if let Some(seconds) = self.retry_after {
            map.insert("retryAfter".into(), seconds.into());
        }
        if let Some(events) = &self.events {
            map.insert("events".into(), events.iter().map(WatchEvent::to_value).collect());
        }
        Value::Object(map)
    }
}
