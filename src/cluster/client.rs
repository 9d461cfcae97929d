//! What callers in this process need to ask and to read answers.

use std::borrow::Cow;

use serde_json::Value;

use super::{Body, Payload, Request, Response, Status, WatchEvent};
use crate::object::{Fields, Record, Written, list};

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

    /// The text of [`Response::to_value`].
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = Written::new();
        self.fill(&mut text);
        text.end()
    }

    /// As the contract's `ApiResponse`.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        self.fill(&mut record);
        record.end()
    }

    fn fill(&self, to: &mut dyn Fields) {
        match &self.body {
            Body::Object(object) => to.inside("body", &mut |to| object.fill(to)),
            body => to.copy("body", &body.to_value()),
        }
        to.copy("code", &self.code.into());
        if let Some(events) = &self.events {
            to.copy("events", &list(&mut events.iter().map(WatchEvent::to_value)));
        }
        if let Some(seconds) = self.retry_after {
            to.copy("retryAfter", &seconds.into());
        }
        if !self.warnings.is_empty() {
            to.copy("warnings", &list(self.warnings.iter().map(|warning| Value::String(warning.clone()))));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::cluster::{Cluster, Options};
    use crate::object::{Timestamp, json_text};

    #[test]
    fn the_text_of_an_answer_is_that_of_its_value() {
        let mut cluster = Cluster::new(&[], Options { seed: 1, start: Timestamp(1), noop_bumps: false }).unwrap();
        let all = "/api/v1/namespaces/default/configmaps".to_string();
        // Fields of the body stand before, between and behind those that each object has.
        let body = json!({"metadata": {"name": "a"}, "binaryData": {"b": "eA=="}, "data": {"k": "\"\n\u{e9}"}, "immutable": true});
        for (method, path, body) in [
            ("POST", all.clone(), Some(body)),
            ("GET", format!("{all}/a"), None),
            ("GET", all.clone(), None),
            ("GET", "/api/v1/namespaces/default".to_string(), None),
            ("PUT", format!("{all}/a"), Some(json!({"metadata": {"name": "a"}, "unknown": 1}))),
            ("PUT", format!("{all}/a"), Some(json!({"metadata": {"name": "a"}, "immutable": true, "zebra": 1}))),
            ("GET", format!("{all}/missing"), None),
        ] {
            let response = cluster.handle(&Request::by("test", method, path, body));
            assert_eq!(response.to_text(), json_text(&response.to_value()));
        }
    }
}
