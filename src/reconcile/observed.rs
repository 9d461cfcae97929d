//! Second question: what is there?

use std::sync::Arc;

use serde_json::Value;

use super::desired::{Desired, INSTANCE, MANAGED_BY, child_name};
use super::{Ask, Context, State, Task, read};
use crate::habits::{Cleanup, Ensure, Finalizer, Naming, Owner, Truth, WhileDeleting};
use crate::object::text::join;
use crate::object::{Object, Record, Ref, serialize_as_value, text_at};
use crate::outside::{Call, CallFault, Found};

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// The child's revision as it was read.
    pub child: Option<String>,
    /// The required Secret.
    pub required: Presence,
    /// The wanted account (while deleting: any of this key).
    pub account: Presence,
    /// The accounts made for this key.
    pub accounts: Vec<Arc<str>>,
}

impl Observed {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.text_or_null("child", self.child.as_deref());
        record.text("required", self.required.name());
        record.text("account", self.account.name());
        record.end()
    }
}

serialize_as_value!(Observed);

/// Whether something is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It is.
    Present,
    /// It is not.
    Absent,
    /// Nobody needs it.
    NotNeeded,
    /// Nobody looked, or nobody answered.
    Unknown,
}

impl Presence {
    /// Its name in the view.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Presence::Present => "present",
            Presence::Absent => "absent",
            Presence::NotNeeded => "notNeeded",
            Presence::Unknown => "unknown",
        }
    }
}

impl Presence {
    fn of(there: bool) -> Presence {
        if there { Presence::Present } else { Presence::Absent }
    }
}

/// Where the observation begins.
pub(super) fn first(task: &Task, desired: &Desired, context: &Context) -> State {
    if desired.deleting && context.habits.while_deleting == WhileDeleting::CleanupOnly {
        if !task.finalized() || context.habits.finalizer == Finalizer::None {
            State::Diff
        } else if context.habits.cleanup == Cleanup::NeedsRequired && desired.requires.is_some() {
            State::Required
        } else {
            State::Accounts
        }
    } else if desired.requires.is_some() {
        State::Required
    } else {
        State::Child
    }
}

fn wanted(task: &Task) -> Option<&Desired> {
    task.answers.desired.as_ref()
}

pub(super) fn reference(task: &Task, kind: &str, name: String) -> Ref {
    Ref { kind: kind.into(), name, namespace: Some(task.key.namespace.to_string()), api_version: Some("v1".into()) }
}

pub(super) fn required(task: &Task) -> Ref {
    let name = wanted(task).and_then(|desired| desired.requires.as_deref()).unwrap_or_default();
    reference(task, "Secret", name.to_string())
}

/// Asks for the child: by its name, or by its labels where the server made the name. A pass that trusts its status
/// or creates blindly does not look at all.
pub(super) fn ask_child(task: &Task, context: &Context) -> Ask {
    let creates = context.habits.ensure == Ensure::CreateOnly && wanted(task).is_some_and(|desired| desired.child.is_some());
    if creates || trusts(task, context) {
        return Ask::Step(State::Child.question());
    }
    let generated = context.habits.naming == Naming::Generated;
    let selector = generated.then(|| join(&[MANAGED_BY.0, "=", MANAGED_BY.1, ",", INSTANCE, "=", &*task.key.name], ""));
    let name = if generated { String::new() } else { child_name(task) };
    read::ask(reference(task, "ConfigMap", name), selector, context)
}

/// Whether the status, as the pass found it, already says Ready for this generation, and the habit believes it.
pub(super) fn trusts(task: &Task, context: &Context) -> bool {
    let Some(app) = task.first.as_ref().filter(|_| context.habits.truth == Truth::Status) else { return false };
    app.condition("Ready").is_some_and(|ready| {
        text_at(ready, &["status"]) == Some("True")
            && ready.get("observedGeneration").and_then(Value::as_i64) == Some(app.metadata.generation)
    })
}

/// The child is this very AppConfig's: by what the habit marks it with.
pub(super) fn is_own(child: &Object, task: &Task, context: &Context) -> bool {
    let uid = task.app().map_or("", |app| &app.metadata.uid);
    let labelled = |label: &str, text: &str| child.metadata.labels.get(label).map(String::as_str) == Some(text);
    if context.habits.naming == Naming::Generated && !labelled(INSTANCE, &task.key.name) {
        return false;
    }
    match context.habits.owner {
        Owner::Controller => child.metadata.controller().is_some_and(|controller| controller.uid == uid),
        Owner::Plain => child.metadata.owner_references.iter().any(|owner| owner.uid == uid),
        Owner::None => labelled(MANAGED_BY.0, MANAGED_BY.1) && child.metadata.controller().is_none_or(|controller| controller.uid == uid),
    }
}

pub(super) fn look(task: &Task) -> Call {
    // While deleting, what the spec still names is looked for too.
    Call::Look(task.account())
}

fn begin(task: &mut Task) -> &mut Observed {
    task.answers.observed.get_or_insert(Observed {
        child: None,
        required: Presence::NotNeeded,
        account: Presence::Unknown,
        accounts: Vec::new(),
    })
}

pub(super) fn resume_required(task: &mut Task, found: Option<&Arc<Object>>, context: &Context) {
    let deleting = wanted(task).is_some_and(|desired| desired.deleting);
    begin(task).required = Presence::of(found.is_some());
    task.state = match (found, deleting) {
        (None, true) if context.habits.cleanup != Cleanup::NeedsRequired => State::Accounts,
        // While it is missing nothing else is touched, so nothing else is looked at.
        (None, _) => State::Diff,
        (Some(_), true) if context.habits.while_deleting == WhileDeleting::CleanupOnly => State::Accounts,
        (Some(_), _) => State::Child,
    };
}

pub(super) fn resume_child(task: &mut Task, found: Option<Arc<Object>>, context: &Context) {
    begin(task).child = found.as_ref().map(|child| child.metadata.revision.to_string());
    task.child = found.map(|child| read::copy(child, context));
    // With the finalizer set before the account is made, an AppConfig without either has no account to look for.
    let concerned = task.finalized()
        || context.habits.finalizer != Finalizer::BeforeOutside
        || wanted(task).is_some_and(|desired| desired.account.is_some());
    task.state = if concerned { State::Accounts } else { State::Diff };
}

pub(super) fn resume_accounts(task: &mut Task, found: Result<Found, CallFault>) {
    let wants = wanted(task).is_some_and(|desired| desired.account.is_some());
    task.state = State::Diff;
    let observed = begin(task);
    match found {
        Ok(Found::Seen { mine, wanted }) => {
            observed.account = Presence::of(wanted || (!wants && !mine.is_empty()));
            observed.accounts = mine;
        }
        Ok(Found::Done) => observed.account = Presence::Unknown,
        Err(fault) => {
            observed.account = Presence::Unknown;
            task.fail(super::Fault::outside(&fault));
        }
    }
}

/// The observation as far as it went: where nothing had to be looked at, that is the answer.
pub(super) fn conclude(task: &mut Task) -> Observed {
    begin(task).clone()
}
