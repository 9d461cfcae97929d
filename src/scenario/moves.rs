//! Moves: everything that can happen. Nothing happens outside one.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::Error;
use super::reader::{Fields, Read, ReadFields, expected, keep};
use crate::cluster::{Payload, Request};
use crate::object::{Millis, Record, Texts, serialize_as_value, texts};

/// Bound of `count` in one delivery.
pub const MAX_COUNT: u64 = 100_000;
/// Bound of `times` in one fault.
pub const MAX_TIMES: u32 = 1_000;

/// A person's request to the API server.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ApiRequest {
    /// The verb.
    pub method: String,
    /// The path, which may carry a query.
    pub path: String,
    /// The query.
    pub query: Option<Texts>,
    /// The body's type.
    pub content_type: Option<String>,
    /// What is wanted back.
    pub accept: Option<String>,
    /// The body.
    pub body: Option<Value>,
    /// The body as it is, which may be malformed.
    pub raw_body: Option<String>,
    /// User agent; the field manager is the part before the slash.
    pub as_: Option<String>,
}

impl ApiRequest {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.text("method", &self.method);
        record.text("path", &self.path);
        record.put_some("query", self.query.as_ref().map(texts));
        record.some_text("contentType", self.content_type.as_deref());
        record.some_text("accept", self.accept.as_deref());
        record.put_some("body", self.body.clone());
        record.some_text("rawBody", self.raw_body.as_deref());
        record.some_text("as", self.as_.as_deref());
        record.end()
    }
}

serialize_as_value!(ApiRequest);

impl ApiRequest {
    /// As the cluster takes it: the body is lent, not copied, until [`ApiRequest::take_back`].
    #[must_use]
    pub fn lend(&mut self) -> Request {
        let (path, inline) = self.path.split_once('?').unwrap_or((&self.path, ""));
        let mut query = Texts::new();
        for part in inline.split('&').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            query.insert(key.to_string(), value.to_string());
        }
        for (key, value) in self.query.iter().flatten() {
            query.insert(key.clone(), value.clone());
        }
        Request {
            method: self.method.clone(),
            path: path.to_string(),
            query,
            content_type: self.content_type.clone(),
            accept: self.accept.clone(),
            body: match (&self.raw_body, self.body.take()) {
                (Some(raw), _) => Payload::Raw(raw.as_str().into()),
                (None, Some(body)) => Payload::Json(body),
                (None, None) => Payload::None,
            },
            user_agent: self.as_.clone().unwrap_or_else(|| "kubectl".into()),
        }
    }

    /// Has its body again.
    pub fn take_back(&mut self, request: Request) {
        if let Payload::Json(body) = request.body {
            self.body = Some(body);
        }
    }

    /// Whether it can change nothing: a read is neither recorded nor counted.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.method == "GET" || self.method == "HEAD"
    }
}

/// What somebody does to the world outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutsideOp {
    /// The account is removed.
    Remove,
    /// An account is made, by nobody's key.
    Create,
    /// Every call about it fails.
    Break,
    /// No longer.
    Heal,
}

impl OutsideOp {
    /// Its name in a move.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            OutsideOp::Remove => "remove",
            OutsideOp::Create => "create",
            OutsideOp::Break => "break",
            OutsideOp::Heal => "heal",
        }
    }
}

/// One move: one key, the name of the move; its value holds the arguments.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the contract's table says what each field is
pub enum Move {
    /// One request to the API server.
    Request(ApiRequest),
    /// `kubectl replace` in spirit.
    Edit { object: Value, as_: Option<String> },
    /// `kubectl delete`.
    Remove { kind: String, name: String, namespace: Option<String>, api_version: Option<String>, policy: Option<String> },
    /// The oldest event in flight reaches the cache.
    Deliver { controller: Option<Arc<str>>, kind: Option<Arc<str>>, count: Option<u64> },
    /// A worker takes the next ready key.
    Begin { controller: Option<Arc<str>>, key: Option<Arc<str>> },
    /// The next transition of a pass.
    Answer { controller: Option<Arc<str>>, key: Option<Arc<str>> },
    /// A background worker's next piece of work.
    Collect { worker: Option<Arc<str>> },
    /// A controller sends its next Event.
    Report { controller: Option<Arc<str>> },
    /// A try for the lease.
    Elect { controller: Option<Arc<str>> },
    /// The clock moves.
    Advance { to: Option<Millis>, by: Option<Millis> },
    /// An informer replays its store.
    Resync { controller: Option<Arc<str>>, kind: Option<Arc<str>> },
    /// Events of a kind are held.
    Hold { controller: Option<Arc<str>>, kind: Option<Arc<str>> },
    /// And let go.
    Release { controller: Option<Arc<str>>, kind: Option<Arc<str>> },
    /// A watch breaks.
    CutWatch { controller: Option<Arc<str>>, kind: Option<Arc<str>>, expired: Option<bool> },
    /// etcd is compacted.
    Compact {},
    /// A process dies.
    Crash { controller: Option<Arc<str>> },
    /// And starts.
    Start { controller: Option<Arc<str>>, at: Option<String> },
    /// A process stops moving.
    Stall { controller: Option<Arc<str>> },
    /// And goes on.
    Resume { controller: Option<Arc<str>> },
    /// A reconciler's next matching requests fail.
    Fail {
        controller: Option<Arc<str>>,
        method: String,
        kind: String,
        subresource: Option<String>,
        reason: String,
        message: Option<String>,
        applied: Option<bool>,
        times: Option<u32>,
    },
    /// Something happens outside.
    Outside { op: OutsideOp, name: String },
    /// A new version is rolled out.
    Habits { controller: Option<Arc<str>>, set: Map<String, Value> },
    /// Reserved.
    Call { controller: Option<Arc<str>>, key: Option<Arc<str>>, request: ApiRequest, from: Option<String> },
    /// Reserved.
    Return { controller: Option<Arc<str>>, key: Option<Arc<str>>, result: Option<Value>, error: Option<Value> },
}

impl Move {
    /// As the contract writes it: one key, the name of the move; its value holds the arguments.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut arguments = Record::default();
        self.write(&mut arguments);
        let mut record = Record::default();
        record.put(self.name(), arguments.end());
        record.end()
    }

    fn write(&self, record: &mut Record) {
        // The arguments that most moves share.
        let mut target = |controller: &Option<Arc<str>>, second: &str, value: &Option<Arc<str>>| {
            record.some_text("controller", controller.as_deref());
            record.some_text(second, value.as_deref());
        };
        match self {
            Move::Request(request) => *record = Record::of(request.to_value()),
            Move::Edit { object, as_ } => {
                record.put("object", object.clone());
                record.some_text("as", as_.as_deref());
            }
            Move::Remove { kind, name, namespace, api_version, policy } => {
                record.text("kind", kind);
                record.text("name", name);
                record.some_text("namespace", namespace.as_deref());
                record.some_text("apiVersion", api_version.as_deref());
                record.some_text("policy", policy.as_deref());
            }
            Move::Deliver { controller, kind, count } => {
                target(controller, "kind", kind);
                record.some_number("count", *count);
            }
            Move::Begin { controller, key } | Move::Answer { controller, key } => target(controller, "key", key),
            Move::Collect { worker } => target(&None, "worker", worker),
            Move::Report { controller }
            | Move::Crash { controller }
            | Move::Elect { controller }
            | Move::Stall { controller }
            | Move::Resume { controller } => target(controller, "", &None),
            Move::Advance { to, by } => {
                record.some_number("to", *to);
                record.some_number("by", *by);
            }
            Move::Resync { controller, kind } | Move::Hold { controller, kind } | Move::Release { controller, kind } => {
                target(controller, "kind", kind);
            }
            Move::CutWatch { controller, kind, expired } => {
                target(controller, "kind", kind);
                record.some_flag("expired", *expired);
            }
            Move::Compact {} => {}
            Move::Start { controller, at } => {
                target(controller, "", &None);
                record.some_text("at", at.as_deref());
            }
            Move::Fail { controller, method, kind, subresource, reason, message, applied, times } => {
                target(controller, "", &None);
                record.text("method", method);
                record.text("kind", kind);
                record.some_text("subresource", subresource.as_deref());
                record.text("reason", reason);
                record.some_text("message", message.as_deref());
                record.some_flag("applied", *applied);
                record.some_number("times", times.map(u64::from));
            }
            Move::Outside { op, name } => {
                record.text("op", op.name());
                record.text("name", name);
            }
            Move::Habits { controller, set } => {
                target(controller, "", &None);
                record.put("set", Value::Object(set.clone()));
            }
            Move::Call { controller, key, request, from } => {
                target(controller, "key", key);
                record.put("request", request.to_value());
                record.some_text("from", from.as_deref());
            }
            Move::Return { controller, key, result, error } => {
                target(controller, "key", key);
                record.put_some("result", result.clone());
                record.put_some("error", error.clone());
            }
        }
    }
}

serialize_as_value!(Move);

impl Move {
    /// The move's name: its one key.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Move::Request(_) => "request",
            Move::Edit { .. } => "edit",
            Move::Remove { .. } => "remove",
            Move::Deliver { .. } => "deliver",
            Move::Begin { .. } => "begin",
            Move::Answer { .. } => "answer",
            Move::Collect { .. } => "collect",
            Move::Report { .. } => "report",
            Move::Elect { .. } => "elect",
            Move::Advance { .. } => "advance",
            Move::Resync { .. } => "resync",
            Move::Hold { .. } => "hold",
            Move::Release { .. } => "release",
            Move::CutWatch { .. } => "cutWatch",
            Move::Compact {} => "compact",
            Move::Crash { .. } => "crash",
            Move::Start { .. } => "start",
            Move::Stall { .. } => "stall",
            Move::Resume { .. } => "resume",
            Move::Fail { .. } => "fail",
            Move::Outside { .. } => "outside",
            Move::Habits { .. } => "habits",
            Move::Call { .. } => "call",
            Move::Return { .. } => "return",
        }
    }
}

impl ReadFields for ApiRequest {
    fn read_fields(fields: &mut Fields) -> Self {
        ApiRequest {
            method: fields.need_text("method"),
            path: fields.need_text("path"),
            query: fields.texts("query"),
            content_type: fields.text("contentType"),
            accept: fields.text("accept"),
            body: fields.value("body"),
            raw_body: fields.text("rawBody"),
            as_: fields.text("as"),
        }
    }
}

impl Read for OutsideOp {
    fn read(value: Value, path: &str, fault: &mut Option<Error>) -> Self {
        match value.as_str() {
            Some("remove") => return OutsideOp::Remove,
            Some("create") => return OutsideOp::Create,
            Some("break") => return OutsideOp::Break,
            Some("heal") => return OutsideOp::Heal,
            Some(other) => keep(fault, Error::invalid(path, format!("\"{other}\" is none of remove, create, break, heal"))),
            None => keep(fault, expected(path, "a string", &value)),
        }
        OutsideOp::Remove
    }
}

impl Read for Move {
    fn read(value: Value, path: &str, fault: &mut Option<Error>) -> Self {
        let (name, arguments) = match only_entry(value, path) {
            Ok(entry) => entry,
            Err(error) => {
                keep(fault, error);
                return Move::Compact {};
            }
        };
        let at = format!("{path}/{}", crate::object::escape(&name));
        if name == "request" {
            return Move::Request(ApiRequest::read(arguments, &at, fault));
        }
        let mut fields = Fields::of(arguments, &at);
        let read = arguments_of(&name, &mut fields, path);
        fields.hand_on(fault);
        read
    }
}

/// The name of a move and its arguments.
fn only_entry(value: Value, path: &str) -> Result<(String, Value), Error> {
    let Value::Object(map) = value else { return Err(expected(path, "a move, an object with one key", &value)) };
    let mut entries = map.into_iter();
    match (entries.next(), entries.next()) {
        (Some(entry), None) => Ok(entry),
        _ => Err(Error::invalid(path, "a move is an object with one key: its name")),
    }
}

/// The move of a name, its arguments read from the fields.
fn arguments_of(name: &str, fields: &mut Fields, path: &str) -> Move {
    match name {
        "edit" => Move::Edit { object: fields.need("object"), as_: fields.text("as") },
        "remove" => Move::Remove {
            kind: fields.need_text("kind"),
            name: fields.need_text("name"),
            namespace: fields.text("namespace"),
            api_version: fields.text("apiVersion"),
            policy: fields.text("policy"),
        },
        "deliver" => Move::Deliver { controller: fields.name("controller"), kind: fields.name("kind"), count: fields.number("count") },
        "begin" => Move::Begin { controller: fields.name("controller"), key: fields.name("key") },
        "answer" => Move::Answer { controller: fields.name("controller"), key: fields.name("key") },
        "collect" => Move::Collect { worker: fields.name("worker") },
        "report" => Move::Report { controller: fields.name("controller") },
        "elect" => Move::Elect { controller: fields.name("controller") },
        "advance" => Move::Advance { to: fields.number("to"), by: fields.number("by") },
        "resync" => Move::Resync { controller: fields.name("controller"), kind: fields.name("kind") },
        "hold" => Move::Hold { controller: fields.name("controller"), kind: fields.name("kind") },
        "release" => Move::Release { controller: fields.name("controller"), kind: fields.name("kind") },
        "cutWatch" => Move::CutWatch { controller: fields.name("controller"), kind: fields.name("kind"), expired: fields.flag("expired") },
        "compact" => Move::Compact {},
        "crash" => Move::Crash { controller: fields.name("controller") },
        "start" => Move::Start { controller: fields.name("controller"), at: fields.text("at") },
        "stall" => Move::Stall { controller: fields.name("controller") },
        "resume" => Move::Resume { controller: fields.name("controller") },
        "fail" => Move::Fail {
            controller: fields.name("controller"),
            method: fields.need_text("method"),
            kind: fields.need_text("kind"),
            subresource: fields.text("subresource"),
            reason: fields.need_text("reason"),
            message: fields.text("message"),
            applied: fields.flag("applied"),
            times: fields.small("times"),
        },
        "outside" => Move::Outside { op: fields.need_read("op"), name: fields.need_text("name") },
        "habits" => {
            let (controller, set) = (fields.name("controller"), fields.map("set"));
            if set.is_none() {
                fields.refuse("set", "set is missing");
            }
            Move::Habits { controller, set: set.unwrap_or_default() }
        }
        "call" => Move::Call {
            controller: fields.name("controller"),
            key: fields.name("key"),
            request: fields.need_read("request"),
            from: fields.text("from"),
        },
        "return" => Move::Return {
            controller: fields.name("controller"),
            key: fields.name("key"),
            result: fields.value("result"),
            error: fields.value("error"),
        },
        other => {
            fields.keep(Error::invalid(path, format!("there is no move \"{other}\"")));
            Move::Compact {}
        }
    }
}
