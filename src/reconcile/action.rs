//! Fourth question: closing the difference, one call or request per step, each harmless when it is done twice.

use std::sync::Arc;

use serde_json::Value;

use super::requeue::finish;
use super::{Answer, Ask, Context, Copy, Fault, From, Question, State, Task, child, finalizer};
use crate::cluster::Response;
use crate::habits::{Cleanup, FinalizerFlow};
use crate::object::{Object, Record, serialize_as_value};
use crate::outside::{Call, CallFault};

/// One thing to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Remove an account outside.
    RemoveAccount(Arc<str>),
    /// Make an account outside.
    CreateAccount(Arc<str>),
    /// Put the finalizer on the AppConfig.
    AddFinalizer,
    /// Take it off.
    RemoveFinalizer,
    /// Create the child.
    CreateChild(Arc<Object>),
    /// Bring the child to this, in the habit's way of writing.
    UpdateChild(Arc<Object>),
    /// DELETE the child.
    DeleteChild(Arc<Object>),
}

impl Act {
    /// Its name in the view.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Act::RemoveAccount(_) => "removeAccount",
            Act::CreateAccount(_) => "createAccount",
            Act::AddFinalizer => "addFinalizer",
            Act::RemoveFinalizer => "removeFinalizer",
            Act::CreateChild(_) => "createChild",
            Act::UpdateChild(_) => "updateChild",
            Act::DeleteChild(_) => "deleteChild",
        }
    }
}

/// The answer: what was done, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Action {
    /// Names of [`Act`]s.
    pub did: Vec<&'static str>,
    /// The one that failed, and so ended the action.
    pub failed: Option<&'static str>,
}

impl Action {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.names("did", &self.did);
        if let Some(failed) = self.failed {
            record.text("failed", failed);
        }
        record.end()
    }
}

serialize_as_value!(Action);

pub(super) fn ask(task: &Task, context: &Context) -> Ask {
    let (Some(act), Some(app)) = (task.todo.first(), task.app()) else { return Ask::Step(Question::Action) };
    match act {
        Act::RemoveAccount(name) => Ask::Outside(Call::Remove(name.clone())),
        Act::CreateAccount(name) => Ask::Outside(Call::Create(name.clone())),
        Act::AddFinalizer | Act::RemoveFinalizer => finalizer::ask(task, matches!(act, Act::RemoveFinalizer), app, context),
        Act::CreateChild(object) | Act::UpdateChild(object) | Act::DeleteChild(object) => child::ask(act, object, task, context),
    }
}

pub(super) fn resume(task: &mut Task, answer: Answer, context: &Context) {
    if task.todo.is_empty() {
        task.answers.action.get_or_insert_default();
        task.state = State::Requeue;
        return;
    }
    let act = task.todo.remove(0);
    let outcome = match answer {
        Answer::Outside(Ok(_)) => Ok(()),
        Answer::Outside(Err(CallFault::NotFound(_)))
            if matches!(act, Act::RemoveAccount(_)) && context.habits.cleanup != Cleanup::FailsOnMissing =>
        {
            Ok(())
        }
        Answer::Outside(Err(fault)) => Err(Fault::outside(&fault)),
        Answer::Response(response) => take(task, &act, &response),
        Answer::Read(_) | Answer::List(_) | Answer::Stepped => Err(Fault::internal("unexpected answer to an action".into())),
    };
    match outcome {
        Ok(()) => {
            task.answers.action.get_or_insert_default().did.push(act.name());
            if matches!(act, Act::AddFinalizer) && context.habits.finalizer_flow == FinalizerFlow::ReturnAndWait {
                // "The update's event will call me again": only if a predicate lets it through.
                task.todo.clear();
                task.state = finish(task, context);
            } else if let (Act::CreateChild(_), Some(state)) = (act, child::after_create(context)) {
                task.state = state;
            } else if task.todo.is_empty() {
                task.state = State::Requeue;
            }
        }
        Err(fault) => {
            task.answers.action.get_or_insert_default().failed = Some(act.name());
            task.fail(fault);
        }
    }
}

/// Keeps what the server answered to a write.
fn take(task: &mut Task, act: &Act, response: &Response) -> Result<(), Fault> {
    let gone = response.code == 404 && matches!(act, Act::RemoveFinalizer | Act::DeleteChild(_));
    if !response.is_success() && !gone {
        return Err(Fault::response(response));
    }
    let copy = response.object().map(|object| Copy { object: object.clone(), from: From::Answer });
    match act {
        Act::AddFinalizer | Act::RemoveFinalizer => task.own = copy.or(task.own.take()),
        Act::CreateChild(_) | Act::UpdateChild(_) => task.child = copy,
        Act::DeleteChild(_) => task.child = None,
        Act::RemoveAccount(_) | Act::CreateAccount(_) => {}
    }
    Ok(())
}
