//! Moves: everything that can happen. Nothing happens outside one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::cluster::{Payload, Request};
use crate::object::Millis;

/// Bound of `count` in one delivery.
pub const MAX_COUNT: u64 = 100_000;
/// Bound of `times` in one fault.
pub const MAX_TIMES: u32 = 1_000;

/// A person's request to the API server.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ApiRequest {
    /// The verb.
    pub method: String,
    /// The path, which may carry a query.
    pub path: String,
    /// The query.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query: Option<BTreeMap<String, String>>,
    /// The body's type.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// What is wanted back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accept: Option<String>,
    /// The body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<Value>,
    /// The body as it is, which may be malformed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw_body: Option<String>,
    /// User agent; the field manager is the part before the slash.
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    pub as_: Option<String>,
}

impl ApiRequest {
    /// As the cluster takes it.
    #[must_use]
    pub fn to_request(&self) -> Request {
        let (path, inline) = self.path.split_once('?').unwrap_or((&self.path, ""));
        let mut query: BTreeMap<String, String> = inline
            .split('&')
            .filter(|part| !part.is_empty())
            .map(|part| part.split_once('=').map_or((part, ""), |(key, value)| (key, value)))
            .map(|(key, value)| (key.to_string(), value.to_string()))
            .collect();
        query.extend(self.query.clone().unwrap_or_default());
        Request {
            method: self.method.clone(),
            path: path.to_string(),
            query,
            content_type: self.content_type.clone(),
            accept: self.accept.clone(),
            body: match (&self.raw_body, &self.body) {
                (Some(raw), _) => Payload::Raw(raw.as_str().into()),
                (None, Some(body)) => Payload::Json(body.clone()),
                (None, None) => Payload::None,
            },
            user_agent: self.as_.clone().unwrap_or_else(|| "kubectl".into()),
        }
    }

    /// Whether it can change nothing: a read is neither recorded nor counted.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.method == "GET" || self.method == "HEAD"
    }
}

/// What somebody does to the world outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
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

/// One move: one key, the name of the move; its value holds the arguments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
#[allow(missing_docs)] // the contract's table says what each field is
pub enum Move {
    /// One request to the API server.
    Request(ApiRequest),
    /// `kubectl replace` in spirit.
    Edit {
        object: Value,
        #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
        as_: Option<String>,
    },
    /// `kubectl delete`.
    Remove {
        kind: String,
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        namespace: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        api_version: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        policy: Option<String>,
    },
    /// The oldest event in flight reaches the cache.
    Deliver {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controller: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<u64>,
    },
    /// A worker takes the next ready key.
    Begin {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controller: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
    },
    /// The next transition of a pass.
    Answer {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controller: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
    },
    /// A background worker's next piece of work.
    Collect {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        worker: Option<String>,
    },
    /// A controller sends its next Event.
    Report {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controller: Option<String>,
    },
    /// A try for the lease.
    Elect { controller: String },
    /// The clock moves.
    Advance {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Millis>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Millis>,
    },
    /// An informer replays its store.
    Resync {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controller: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
    },
    /// Events of a kind are held.
    Hold {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controller: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
    },
    /// And let go.
    Release {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controller: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
    },
    /// A watch breaks.
    CutWatch {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controller: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        expired: Option<bool>,
    },
    /// etcd is compacted.
    Compact {},
    /// A process dies.
    Crash {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controller: Option<String>,
    },
    /// And starts.
    Start {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controller: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<String>,
    },
    /// A process stops moving.
    Stall { controller: String },
    /// And goes on.
    Resume { controller: String },
    /// A reconciler's next matching requests fail.
    Fail {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controller: Option<String>,
        method: String,
        kind: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subresource: Option<String>,
        reason: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        applied: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        times: Option<u32>,
    },
    /// Something happens outside.
    Outside { op: OutsideOp, name: String },
    /// A new version is rolled out.
    Habits {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controller: Option<String>,
        set: Map<String, Value>,
    },
    /// Reserved.
    Call {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controller: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        request: ApiRequest,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
    },
    /// Reserved.
    Return {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        controller: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<Value>,
    },
}

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
