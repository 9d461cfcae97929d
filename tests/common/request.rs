//! Requests to a server, as a person writes them down: the query stands in the path.
#![allow(dead_code, unreachable_pub)] // each test uses its part

use reconcile_playground::cluster::{Payload, Request, Response};
use reconcile_playground::object::Revision;
use reconcile_playground::scenario::moves::ApiRequest;
use serde_json::Value;

/// A request of a user agent.
pub fn request(user_agent: &str, method: &str, path: &str, content_type: Option<&str>, body: Payload) -> Request {
    let (body, raw_body) = match body {
        Payload::None => (None, None),
        Payload::Json(value) => (Some(value), None),
        Payload::Raw(text) => (None, Some(text.to_string())),
    };
    let (method, path, as_) = (method.to_string(), path.to_string(), Some(user_agent.to_string()));
    ApiRequest { method, path, query: None, content_type: content_type.map(Into::into), accept: None, body, raw_body, as_ }.lend()
}

/// A JSON body; null is none.
pub fn json_body(body: Value) -> Payload {
    if body.is_null() { Payload::None } else { Payload::Json(body) }
}

/// A patch is a merge patch here.
pub fn content_type(method: &str) -> Option<&'static str> {
    (method == "PATCH").then_some("application/merge-patch+json")
}

/// A server with whatever works behind it.
pub trait Server {
    fn send(&mut self, method: &str, path: &str, body: Value) -> Response;

    fn revision(&self) -> Revision;

    fn get(&mut self, path: &str) -> Value {
        self.send("GET", path, Value::Null).body.to_value()
    }

    /// The code and the message of a refusal, which writes nothing.
    fn refused(&mut self, method: &str, path: &str, body: Value) -> (u16, String) {
        let before = self.revision();
        let response = self.send(method, path, body);
        assert_eq!(self.revision(), before);
        (response.code, response.status().map(|status| status.message.clone()).unwrap_or_default())
    }
}
