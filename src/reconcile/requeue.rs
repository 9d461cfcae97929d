//! Fifth question: when to look again? Not being ready is not a failure.

use serde_json::Value;

use super::observed::Presence;
use super::{Context, State, Task};
use crate::cluster::Response;
use crate::habits::{Habits, OnError, OnMissing, StatusContent, WhileDeleting};
use crate::object::{Millis, Record, serialize_as_value};
use crate::outside::CallFault;

/// The reconciliation timeout that `onMissing: timeout` waits past.
pub const TIMEOUT: Millis = 5_000;

/// The reason of an error whose context was done.
const DEADLINE: &str = "DeadlineExceeded";

/// How often `onError: giveUpAfter15` tries a failed key again. Models `maxRetries` of Kubernetes' own controllers.
pub const MAX_RETRIES: u32 = 15;
/// The reason of a refusal to touch another controller's object.
pub const ALREADY_OWNED: &str = "AlreadyOwned";

/// How long a pass may take before its context is done; none by default.
///
/// Models `controller.Options.ReconciliationTimeout`: a deadline on the context and nothing more. Nobody stops the pass;
/// but what takes the context fails from then on: every request to the API server, not the calls outside.
#[must_use]
pub fn timeout(habits: &Habits) -> Option<Millis> {
    (habits.on_missing == OnMissing::Timeout).then_some(TIMEOUT)
}

/// An error that a reconcile returns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// In one word; of an API error the Status' reason.
    pub reason: String,
    /// The whole text.
    pub message: String,
    /// Not to be tried again.
    pub terminal: bool,
}

impl Fault {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.text("reason", &self.reason);
        record.text("message", &self.message);
        record.flag("terminal", self.terminal);
        record.end()
    }
}

serialize_as_value!(Fault);

impl Fault {
    /// An error that is to be tried again.
    #[must_use]
    pub fn new(reason: &str, message: String) -> Fault {
        Fault { reason: reason.into(), message, terminal: false }
    }

    pub(super) fn internal(message: String) -> Fault {
        Fault::new("InternalError", message)
    }

    pub(super) fn outside(fault: &CallFault) -> Fault {
        Fault::new(fault.reason(), fault.to_string())
    }

    pub(super) fn response(response: &Response) -> Fault {
        match response.status() {
            Some(status) => Fault::new(status.word(), status.message.clone()),
            None => Fault::new("Unknown", format!("the server answered {}", response.code)),
        }
    }

    /// Models Go `context.DeadlineExceeded`.
    #[must_use]
    pub fn deadline() -> Fault {
        Fault::new(DEADLINE, "context deadline exceeded".into())
    }

    pub(super) fn missing_secret(task: &Task, context: &Context) -> Fault {
        super::read::not_found(context.secret, &super::observed::required(task).name, context)
    }
}

/// What a reconcile returns: `(Result, error)`, or a panic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Returned {
    /// The error.
    pub error: Option<Fault>,
    /// `Result.RequeueAfter`, in ms.
    pub requeue_after: Option<Millis>,
    /// `Result.Requeue`.
    pub requeue: bool,
    /// It did not return but panic, with this value.
    pub panic: Option<String>,
}

impl Returned {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.put_some("error", self.error.as_ref().map(Fault::to_value));
        record.some_number("requeueAfter", self.requeue_after);
        record.some_flag("requeue", self.requeue.then_some(true));
        record.some_text("panic", self.panic.as_deref());
        record.end()
    }
}

serialize_as_value!(Returned);

impl Returned {
    /// An error and nothing else.
    #[must_use]
    pub fn error(fault: Fault) -> Returned {
        Returned { error: Some(fault), ..Returned::default() }
    }

    /// Come back in so long.
    #[must_use]
    pub fn requeue_after(delay: Millis) -> Returned {
        Returned { requeue_after: Some(delay), ..Returned::default() }
    }

    /// Which rule of controller-runtime applies. Models controller-runtime `pkg/internal/controller/controller.go` `reconcileHandler`.
    #[must_use]
    pub fn rule(&self) -> Rule {
        match self {
            Returned { panic: Some(_), .. } => Rule::Error,
            Returned { error: Some(fault), .. } if fault.terminal => Rule::TerminalError,
            Returned { error: Some(_), .. } => Rule::Error,
            Returned { requeue_after: Some(1..), .. } => Rule::RequeueAfter,
            Returned { requeue: true, .. } => Rule::Requeue,
            _ => Rule::Done,
        }
    }
}

/// The rules for a result, in the order in which they are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// An error: back with rate limit, counted.
    Error,
    /// A terminal error: not back, and nothing forgotten.
    TerminalError,
    /// `RequeueAfter`: forgotten, then back after that delay.
    RequeueAfter,
    /// `Requeue: true`: back with rate limit, counted.
    Requeue,
    /// Nothing: forgotten.
    Done,
}

impl Rule {
    /// Its name in the view.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Rule::Error => "error",
            Rule::TerminalError => "terminalError",
            Rule::RequeueAfter => "requeueAfter",
            Rule::Requeue => "requeue",
            Rule::Done => "done",
        }
    }
}

/// The answer: what the pass intends. The decision is what it returns.
#[derive(Clone, Debug, PartialEq)]
pub struct Requeue {
    /// Which rule will apply.
    pub rule: Rule,
    /// The delay it asks for.
    pub delay: Option<Millis>,
    /// The text of an error that it keeps to itself.
    pub swallowed: Option<String>,
}

impl Requeue {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.text("rule", self.rule.name());
        record.number_or_null("delay", self.delay);
        record.some_text("swallowed", self.swallowed.as_deref());
        record.end()
    }
}

serialize_as_value!(Requeue);

pub(super) fn resume(task: &mut Task, context: &Context) {
    let deleting = task.answers.desired.as_ref().is_some_and(|desired| desired.deleting);
    if task.returned.error.is_some() {
        // An error of an action goes before whatever else would be returned.
    } else if waits_for_secret(task) {
        task.returned = waits(task, context);
    } else if !deleting {
        task.returned.requeue_after = context.habits.periodic;
    }
    weigh(task, context);
    let rule = task.returned.rule();
    let delay = task.returned.requeue_after.filter(|_| rule == Rule::RequeueAfter);
    let swallowed = task.fault.as_ref().filter(|_| task.returned.error.is_none()).map(|fault| fault.message.clone());
    task.answers.requeue = Some(Requeue { rule, delay, swallowed });
    let reports = match &task.fault {
        // It is returned at once; only who writes its text down goes on to the status.
        Some(_) if context.habits.on_error == OnError::StatusAndRequeueAfter => true,
        // A refusal is the pass's own finding: it is said where people look, and stays so until somebody acts.
        Some(fault) if fault.reason == ALREADY_OWNED => !deleting,
        Some(_) if !waits_for_secret(task) => !deleting && context.habits.status_content == StatusContent::LastError,
        _ => !deleting || context.habits.while_deleting == WhileDeleting::Full,
    };
    task.state = if reports { State::Status } else { finish(task, context) };
}

/// The Secret that a living AppConfig requires is not there.
pub(super) fn waits_for_secret(task: &Task) -> bool {
    let deleting = task.answers.desired.as_ref().is_some_and(|desired| desired.deleting);
    !deleting && lacks_secret(task)
}

/// The Secret that an AppConfig requires was not there.
pub(super) fn lacks_secret(task: &Task) -> bool {
    task.answers.observed.as_ref().is_some_and(|observed| observed.required == Presence::Absent)
}

/// What becomes of an error before it is returned. A panic comes from below and is not seen here.
///
/// Models, for whoever gives up, `pkg/controller/deployment/deployment_controller.go` `handleErr`: it asks whether
/// `queue.NumRequeues(key) < maxRetries`, and else forgets the key. What is returned instead of the error does so here.
fn weigh(task: &mut Task, context: &Context) {
    let Some(fault) = task.returned.error.clone() else { return };
    match context.habits.on_error {
        _ if task.returned.panic.is_some() => {}
        // With its context at the end it can write no status, so that the error comes out after all.
        OnError::StatusAndRequeueAfter if fault.reason != DEADLINE => {
            task.returned = Returned::requeue_after(context.habits.missing_delay);
        }
        OnError::GiveUpAfter15 if task.failures >= MAX_RETRIES => task.returned = Returned::default(),
        _ => {}
    }
    task.fault = Some(fault);
}

/// What the habit returns while the Secret is missing.
fn waits(task: &Task, context: &Context) -> Returned {
    let fault = Fault::missing_secret(task, context);
    match context.habits.on_missing {
        OnMissing::RequeueAfter => Returned::requeue_after(context.habits.missing_delay),
        OnMissing::Error => Returned::error(fault),
        OnMissing::Requeue => Returned { requeue: true, ..Returned::default() },
        // Models controller-runtime `reconcile.TerminalError`, which puts these words before the text.
        OnMissing::Terminal => Returned::error(Fault { message: format!("terminal error: {}", fault.message), terminal: true, ..fault }),
        OnMissing::Done => Returned::default(),
        OnMissing::Both => Returned { requeue_after: Some(context.habits.missing_delay), ..Returned::error(fault) },
        OnMissing::Panic => {
            let text = "runtime error: invalid memory address or nil pointer dereference".to_string();
            Returned { panic: Some(text.clone()), ..Returned::error(Fault::new("Panic", format!("panic: {text} [recovered]"))) }
        }
        OnMissing::Timeout => Returned::error(Fault::deadline()),
    }
}

/// An error of what comes last, the status write; one that the pass already has is kept, unless nobody would try again.
pub(super) fn fail_late(task: &mut Task, fault: Fault, context: &Context) {
    if task.returned.error.as_ref().is_none_or(|kept| kept.terminal) {
        task.returned = Returned::error(fault);
        if context.habits.on_error == OnError::GiveUpAfter15 {
            weigh(task, context);
        }
    }
    task.state = finish(task, context);
}

/// The end of a pass: one that times out sleeps first.
pub(super) fn finish(task: &Task, context: &Context) -> State {
    if waits_for_secret(task) && context.habits.on_missing == OnMissing::Timeout { State::Sleep } else { State::Return }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_rule_that_fits_applies() {
        let error = |terminal| Some(Fault { terminal, ..Fault::new("Why", "so".into()) });
        let table = [
            (None, None, false, Rule::Done),
            (None, Some(0), false, Rule::Done),
            (None, Some(1), false, Rule::RequeueAfter),
            (None, Some(1), true, Rule::RequeueAfter),
            (None, Some(0), true, Rule::Requeue),
            (None, None, true, Rule::Requeue),
            (error(false), Some(1), true, Rule::Error),
            (error(false), None, false, Rule::Error),
            (error(true), Some(1), true, Rule::TerminalError),
            (error(true), None, false, Rule::TerminalError),
        ];
        for (error, requeue_after, requeue, rule) in table {
            let returned = Returned { error, requeue_after, requeue, panic: None };
            assert_eq!(returned.rule(), rule, "{returned:?}");
            // A panic is an error, whatever else there was.
            let panicked = Returned { panic: Some("so".into()), ..returned };
            assert_eq!(panicked.rule(), Rule::Error);
        }
    }
}
