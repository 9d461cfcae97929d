//! Injected failures of a reconciler's requests, and what has been spent of the budget.

use std::sync::Arc;

use super::World;
use super::fact::{Fact, Sink};
use super::send::Target;
use crate::cluster::{Cluster, Request, Response, Status};
use crate::object::Record;
use crate::scenario::{Budget, Error, Move};

/// The Status reasons that can be injected, with their codes. Models apimachinery `pkg/api/errors`.
pub const REASONS: [(&str, u16); 15] = [
    ("AlreadyExists", 409),
    ("BadRequest", 400),
    ("Conflict", 409),
    ("Expired", 410),
    ("Forbidden", 403),
    ("Gone", 410),
    ("InternalError", 500),
    ("Invalid", 422),
    ("MethodNotAllowed", 405),
    ("NotFound", 404),
    ("ServerTimeout", 500),
    ("ServiceUnavailable", 503),
    ("Timeout", 504),
    ("TooManyRequests", 429),
    ("Unauthorized", 401),
];

/// One failure to come.
#[derive(Clone, Debug, PartialEq)]
pub struct FailRule {
    /// Whose requests.
    pub controller: Arc<str>,
    /// With which verb.
    pub method: String,
    /// About which kind.
    pub kind: String,
    /// `status` or nothing.
    pub subresource: Option<String>,
    /// The Status reason of the answer.
    pub reason: String,
    /// Its message; `None` = one that names it as injected.
    pub message: Option<String>,
    /// The server did it, and the answer was lost.
    pub applied: bool,
    /// How often it is still to happen.
    pub times: u32,
}

/// Failures to come, and what was spent.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// In the order in which they were asked for.
    pub rules: Vec<FailRule>,
    /// How many of each fault have been played.
    pub spent: Budget,
}

impl Faults {
    /// The failure that this request meets, if any.
    pub(super) fn take(&mut self, controller: &str, request: &Request, target: &Target) -> Option<FailRule> {
        let meets = |rule: &FailRule| rule.meets(controller, &request.method, &target.reference.kind, target.subresource);
        let at = self.rules.iter().position(meets)?;
        let rule = self.rules.get_mut(at)?;
        rule.times -= 1;
        let taken = rule.clone();
        if taken.times == 0 {
            self.rules.remove(at);
        }
        Some(taken)
    }
}

impl FailRule {
    /// Whether a controller's request is one of those that are to fail.
    #[must_use]
    pub fn meets(&self, controller: &str, method: &str, kind: &str, subresource: Option<&str>) -> bool {
        *self.controller == *controller && self.method == method && self.kind == kind && self.subresource.as_deref() == subresource
    }

    /// What the reconciler gets.
    pub(super) fn response(&self, cluster: &Cluster, target: &Target) -> Response {
        let code = REASONS.iter().find(|(reason, _)| *reason == self.reason).map_or(500, |(_, code)| *code);
        let message = self.message.clone().unwrap_or_else(|| {
            let resource = cluster.kind(&target.reference.kind, target.reference.api_version.as_deref());
            let plural = resource.map_or(target.reference.kind.clone(), |kind| kind.resource().to_string());
            format!("injected failure: {} {plural} \"{}\": {}", self.method, target.reference.name, self.reason)
        });
        Response::injected(Status::injected(code, &self.reason, message))
    }
}

impl World {
    pub(super) fn add_fail(&mut self, play: &Move, sink: &mut dyn Sink) -> Result<(), Error> {
        let Move::Fail { controller, method, kind, subresource, reason, message, applied, times } = play else { return Ok(()) };
        let at = self.find_controller(controller.as_deref())?;
        self.faults.spent.fail = self.faults.spent.fail.saturating_add(1);
        let rule = FailRule {
            controller: self.name_of(at),
            method: method.clone(),
            kind: kind.clone(),
            subresource: subresource.clone(),
            reason: reason.clone(),
            message: message.clone(),
            applied: applied.unwrap_or(false),
            times: times.unwrap_or(1),
        };
        let mut what = Record::default();
        what.text("controller", &rule.controller);
        what.text("method", method);
        what.text("kind", kind);
        what.text_or_null("subresource", subresource.as_deref());
        what.text("reason", reason);
        what.flag("applied", rule.applied);
        what.number("times", rule.times.into());
        self.faults.rules.push(rule);
        sink.take(Fact::FailSet { what: what.end() });
        Ok(())
    }
}
