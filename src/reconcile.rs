//! A reconcile in progress as plain data: an explicit state machine with at most **one** request per transition.
//!
//! [`next`] says what a pass asks for, purely, before it is played; [`resume`] takes the answer and moves on. Between any
//! two of them the process may die, the cache may be stale, a request may fail: every arrow is a place to look at.
//!
//! The core gets a key and nothing else. It knows neither why it runs, nor the queue, nor the world around it.
//!
//! ```text
//! desired   read the AppConfig ─────────────────────────────► gone: return
//! observed  read the required Secret, the child, look outside
//! diff      (pure) what differs, what is to be done
//! action    one call or request per step, or none; a created child is read back if the habit says so
//! requeue   (pure) when to come back
//! status    (pure) what to say; then read anew if the habit says so; write
//! returned  sleep if the habit says so; return
//! ```

pub mod action;
pub mod child;
pub mod cleanup;
pub mod desired;
pub mod diff;
pub mod finalizer;
pub mod observed;
mod read;
pub mod requeue;
pub mod shared;
pub mod status;

use std::sync::Arc;

use serde_json::Value;

use crate::cluster::{Kind, Request, Response};
use crate::habits::Habits;
use crate::object::{Key, Millis, Object, Record, Ref, Texts, Timestamp, serialize_as_value};
use crate::outside::{Call, CallFault, Found};

pub use action::Act;
pub use requeue::{Fault, Returned, Rule};

/// The finalizer of the default controller.
pub const FINALIZER: &str = "lab.example.com/account";

/// What a pass may know beside its own state: how it is written, who it is, what time it is.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// How the reconciler is written.
    pub habits: &'a Habits,
    /// The AppConfig's kind as the server has it.
    pub app_config: &'a Kind,
    /// The ConfigMap's kind.
    pub config_map: &'a Kind,
    /// The Secret's kind.
    pub secret: &'a Kind,
    /// The name under which it writes: the field manager.
    pub manager: &'a str,
    /// What it wants beside `spec.data`, and in its place.
    pub wants: &'a Texts,
    /// Virtual time.
    pub now: Millis,
    /// What virtual time 0 is in objects.
    pub start: Timestamp,
    /// The scenario's seed, for what is drawn.
    pub seed: u64,
}

impl Context<'_> {
    /// Now, as objects have it.
    #[must_use]
    pub fn time(&self) -> Timestamp {
        self.start.after(self.now)
    }

    /// Now, with the nanoseconds that objects leave out.
    fn time_in_nanos(&self) -> String {
        self.start.precise(self.now, "000000")
    }
}

/// One of the six questions of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// What is wanted?
    Desired,
    /// What is there?
    Observed,
    /// What differs?
    Diff,
    /// What to do about it, so that doing it twice is harmless?
    Action,
    /// When to look again?
    Requeue,
    /// What to report?
    Status,
    /// All answered.
    Returned,
}

impl Question {
    /// Its name in the view.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Question::Desired => "desired",
            Question::Observed => "observed",
            Question::Diff => "diff",
            Question::Action => "action",
            Question::Requeue => "requeue",
            Question::Status => "status",
            Question::Returned => "returned",
        }
    }
}

/// Where a pass stands, named after what it waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// The AppConfig.
    AppConfig,
    /// The required Secret.
    Required,
    /// The child.
    Child,
    /// The accounts, from outside.
    Accounts,
    /// The comparison.
    Diff,
    /// The first thing to do, or the finding that there is none.
    Act,
    /// The end of the sleep behind a create.
    Pause,
    /// The child that was just created.
    ReadBack,
    /// The decision when to look again.
    Requeue,
    /// The status to report.
    Status,
    /// The AppConfig anew, from the server.
    FreshAppConfig,
    /// The status write.
    StatusWrite,
    /// The end of a sleep.
    Sleep,
    /// The return.
    Return,
}

impl State {
    /// The state's name in the view.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            State::AppConfig => "appConfig",
            State::Required => "required",
            State::Child => "child",
            State::Accounts => "accounts",
            State::Diff => "diff",
            State::Act => "act",
            State::Pause => "pause",
            State::ReadBack => "readBack",
            State::Requeue => "requeue",
            State::Status => "status",
            State::FreshAppConfig => "freshAppConfig",
            State::StatusWrite => "statusWrite",
            State::Sleep => "sleep",
            State::Return => "return",
        }
    }

    /// The question to which this step belongs.
    #[must_use]
    pub fn question(&self) -> Question {
        match self {
            State::AppConfig => Question::Desired,
            State::Required | State::Child | State::Accounts => Question::Observed,
            State::Diff => Question::Diff,
            State::Act | State::Pause | State::ReadBack => Question::Action,
            State::Requeue => Question::Requeue,
            State::Status | State::FreshAppConfig | State::StatusWrite => Question::Status,
            State::Sleep | State::Return => Question::Returned,
        }
    }
}

/// What a pass asks for next: exactly one thing.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// A pure step.
    Step(Question),
    /// A read from the informer's cache.
    Read(Ref),
    /// A read of all that the informer's cache has in a namespace; the reference has no name.
    List(Ref),
    /// One request to the API server.
    Request {
        /// The request.
        request: Request,
        /// What it is about.
        reference: Ref,
        /// `status` or nothing.
        subresource: Option<&'static str>,
    },
    /// One call to the world outside.
    Outside(Call),
    /// Nothing for so long.
    Sleep(Millis),
    /// The end.
    Return,
}

/// What came of an [`Ask`].
#[allow(clippy::large_enum_variant)] // one lives at a time
#[derive(Clone, Debug)]
pub enum Answer {
    /// A pure step was made, a sleep is over.
    Stepped,
    /// What the cache holds.
    Read(Option<Arc<Object>>),
    /// All that it holds of a kind in a namespace, by name.
    List(Vec<Arc<Object>>),
    /// What the server answered.
    Response(Response),
    /// What the world outside answered.
    Outside(Result<Found, CallFault>),
}

/// Where a copy that the reconciler holds came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// The informer's cache.
    Cache,
    /// A read from the server.
    Server,
    /// The answer to an own write.
    Answer,
}

impl From {
    /// Its name in the view.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            From::Cache => "cache",
            From::Server => "server",
            From::Answer => "answer",
        }
    }
}

/// A copy of an object in the reconciler's hands.
#[derive(Clone, Debug, PartialEq)]
pub struct Copy {
    /// The object.
    pub object: Arc<Object>,
    /// Where it came from.
    pub from: From,
}

/// A write that the reconciler saw no need for: evidence too.
#[derive(Clone, Debug, PartialEq)]
pub struct Skipped {
    /// What it would have been.
    pub method: &'static str,
    /// About what.
    pub object: Arc<Object>,
    /// `status` or nothing.
    pub subresource: Option<&'static str>,
}

/// One pass of the reconciler over one key.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// All that it was given.
    pub key: Key,
    /// The pass's number, for what is drawn per pass.
    pub number: u64,
    /// Where it stands.
    pub state: State,
    /// Its own copy of the AppConfig, replaced by the answer to each own write.
    pub own: Option<Copy>,
    /// The copy from its start.
    pub first: Option<Arc<Object>>,
    /// The child as it was read, or as the answer to its write was.
    pub child: Option<Copy>,
    /// What stands to be done.
    pub todo: Vec<Act>,
    /// What went wrong: what the status tells of it, whether it is returned or not.
    pub fault: Option<Fault>,
    /// How often this key has failed since it was last forgotten, for whoever gives up. The count is in the memory of the
    /// process. Models client-go `queue.NumRequeues`; a reconciler of controller-runtime, which does not see its queue, keeps
    /// a map of its own with the same numbers.
    pub failures: u32,
    /// What the pass will return.
    pub returned: Returned,
    /// The status to write, and the copy to write it on.
    pub status: Option<status::Draft>,
    /// The answers so far.
    pub answers: Answers,
}

/// The answers to the six questions, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answers {
    /// What is wanted.
    pub desired: Option<desired::Desired>,
    /// What is there.
    pub observed: Option<observed::Observed>,
    /// What differs.
    pub diff: Option<diff::Diff>,
    /// What was done.
    pub action: Option<action::Action>,
    /// When to look again.
    pub requeue: Option<requeue::Requeue>,
    /// What is reported.
    pub status: Option<status::Status>,
}

impl Answers {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.put_some("desired", self.desired.as_ref().map(desired::Desired::to_value));
        record.put_some("observed", self.observed.as_ref().map(observed::Observed::to_value));
        record.put_some("diff", self.diff.as_ref().map(diff::Diff::to_value));
        record.put_some("action", self.action.as_ref().map(action::Action::to_value));
        record.put_some("requeue", self.requeue.as_ref().map(requeue::Requeue::to_value));
        record.put_some("status", self.status.as_ref().map(status::Status::to_value));
        record.end()
    }
}

serialize_as_value!(Answers);

impl Task {
    /// A pass over `key` that has not begun to ask.
    #[must_use]
    pub fn new(key: Key, number: u64) -> Task {
        Task {
            key,
            number,
            state: State::AppConfig,
            own: None,
            first: None,
            child: None,
            todo: Vec::new(),
            fault: None,
            failures: 0,
            returned: Returned::default(),
            status: None,
            answers: Answers::default(),
        }
    }

    /// The copies in the reconciler's hands.
    pub fn holds(&self) -> impl Iterator<Item = &Copy> {
        self.own.iter().chain(&self.child)
    }

    fn fail(&mut self, fault: Fault) {
        self.returned = Returned::error(fault);
        self.todo.clear();
        self.state = State::Requeue;
    }

    /// The AppConfig; every state behind the first has one.
    #[must_use]
    pub fn app(&self) -> Option<&Arc<Object>> {
        self.own.as_ref().map(|copy| &copy.object)
    }

    /// The account that the spec names, wanted or not.
    fn account(&self) -> Option<Arc<str>> {
        self.app().map(|app| app.text_at(&["spec", "account"])).filter(|name| !name.is_empty()).map(Arc::from)
    }

    fn finalized(&self) -> bool {
        self.app().is_some_and(|app| app.metadata.finalizers.iter().any(|name| name == FINALIZER))
    }
}

/// What a server-side apply carries beside its body: who it is, and whether it takes what is somebody else's.
#[inline(never)]
fn apply_as(request: &mut Request, context: &Context) {
    request.query.insert("fieldManager".into(), context.manager.into());
    if context.habits.force {
        request.query.insert("force".into(), "true".into());
    }
}

/// A request about the AppConfig itself.
#[inline(never)]
fn about_app(
    task: &Task,
    context: &Context,
    (method, content_type): (&str, Option<&str>),
    subresource: Option<&'static str>,
    body: Option<Value>,
) -> Ask {
    let path = context.app_config.path(Some(&task.key.namespace), Some(&task.key.name), subresource);
    let mut request = Request::by(context.manager, method, path, body);
    request.content_type = content_type.map(Into::into);
    Ask::Request { request, reference: desired::reference(task, context), subresource }
}

/// What the pass asks for next. Pure: it can be shown before it is played.
#[must_use]
pub fn next(task: &Task, context: &Context) -> Ask {
    match task.state {
        State::AppConfig => read::ask(desired::reference(task, context), None, context),
        State::Required => read::ask(observed::required(task), None, context),
        State::Child => observed::ask_child(task, context),
        State::Accounts => Ask::Outside(observed::look(task)),
        State::Diff | State::Requeue | State::Status => Ask::Step(task.state.question()),
        State::Act => action::ask(task, context),
        State::Pause => Ask::Sleep(child::PAUSE),
        State::ReadBack => read::ask(child::created(task), None, context),
        State::FreshAppConfig => status::ask_fresh(task, context),
        State::StatusWrite => status::ask_write(task, context),
        State::Sleep => Ask::Sleep(requeue::TIMEOUT),
        State::Return => Ask::Return,
    }
}

/// Takes the answer to what [`next`] asked for and moves on. Returns the write for which it saw no need.
///
/// An answer of another kind than what was asked for is a bug of the caller and fails the pass.
pub fn resume(task: &mut Task, answer: Answer, context: &Context) -> Option<Skipped> {
    let mut skipped = None;
    let answer = match task.state {
        State::AppConfig | State::Required | State::Child | State::ReadBack => match read::take(answer) {
            Ok(answer) => answer,
            Err(fault) => {
                task.fail(fault);
                return skipped;
            }
        },
        _ => answer,
    };
    match (task.state.clone(), answer) {
        (State::AppConfig, Answer::Read(found)) => desired::resume(task, found, context),
        (State::Required, Answer::Read(found)) => observed::resume_required(task, found.as_ref(), context),
        (State::Child, Answer::Read(found)) => observed::resume_child(task, found, context),
        (State::Child, Answer::List(found)) => {
            let own = found.iter().find(|child| observed::is_own(child, task, context)).cloned();
            observed::resume_child(task, own, context);
        }
        (State::Child, Answer::Stepped) => observed::resume_child(task, None, context),
        (State::Accounts, Answer::Outside(found)) => observed::resume_accounts(task, found),
        (State::Diff, Answer::Stepped) => skipped = diff::resume(task, context),
        (State::Act, answer) => action::resume(task, answer, context),
        (State::Pause, Answer::Stepped) => task.state = State::ReadBack,
        (State::ReadBack, Answer::Read(found)) => child::resume_read_back(task, found, context),
        (State::Requeue, Answer::Stepped) => requeue::resume(task, context),
        (State::Status, Answer::Stepped) => skipped = status::resume(task, context),
        (State::FreshAppConfig, Answer::Response(response)) => skipped = status::resume_fresh(task, &response, context),
        (State::StatusWrite, Answer::Response(response)) => status::resume_write(task, &response, context),
        (State::Sleep, Answer::Stepped) => task.state = State::Return,
        (state, _) => task.fail(Fault::internal(format!("unexpected answer in state {}", state.name()))),
    }
    skipped
}
