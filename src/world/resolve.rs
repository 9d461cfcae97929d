//! Checks a move and fills in what was left out, before anything changes.

use std::sync::Arc;

use super::fault::REASONS;
use super::{Worker, World};
use crate::controller::cache::Role;
use crate::object::text::join;
use crate::scenario::moves::{MAX_COUNT, MAX_TIMES};
use crate::scenario::{Code, Error, MAX_TIME, Move};

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

impl World {
    /// Fills in whatever argument a move leaves out, or tells why it cannot be played.
    #[allow(clippy::too_many_lines)] // a table: one arm a move
    pub(super) fn resolve(&self, play: &mut Move) -> Result<(), Error> {
        let name = play.name();
        match play {
            Move::Request(request) => {
                if request.method.is_empty() {
                    return Err(Error::invalid("/request/method", "a method is needed"));
                }
                if request.body.is_some() && request.raw_body.is_some() {
                    return Err(Error::invalid("/request/rawBody", "either body or rawBody, not both"));
                }
                request.as_.get_or_insert_with(|| "kubectl".into());
            }
            Move::Edit { object, as_ } => {
                let (kind, namespace, object_name) = self.locate(object)?;
                let there = self.cluster.find(&kind, namespace.as_deref(), &object_name).is_some();
                as_.get_or_insert_with(|| if there { "kubectl-edit" } else { "kubectl-create" }.into());
            }
            Move::Remove { kind, namespace, api_version, policy, name } => {
                if name.is_empty() || name.contains(['/', '%', '?', '#']) || matches!(name.as_str(), "." | "..") {
                    return Err(Error::invalid("/remove/name", "not a name that an object can have"));
                }
                self.check_remove(kind, api_version.as_deref(), policy.as_deref())?;
                if self.cluster.kind(kind, api_version.as_deref()).is_some_and(|kind| kind.namespaced) {
                    namespace.get_or_insert_with(|| "default".into());
                }
                policy.get_or_insert_with(|| "Background".into());
            }
            Move::Outside { op, name } => self.check_outside(*op, name)?,
            Move::Deliver { controller, kind, count } => {
                if count.is_some_and(|count| !(1..=MAX_COUNT).contains(&count)) {
                    return Err(Error::invalid("/deliver/count", format!("count is from 1 to {MAX_COUNT}")));
                }
                self.check_names(name, controller.as_deref(), kind.as_deref())?;
                if controller.is_some() {
                    self.moving(name, controller, None)?;
                }
                let found = self.find_informer(controller.as_deref(), kind.as_deref())?;
                if let Move::Deliver { controller: owner, kind: watched, .. } = self.deliver_move(found) {
                    *controller = owner;
                    *kind = watched;
                }
                count.get_or_insert(1);
            }
            Move::Begin { controller, key } => {
                let at = match controller {
                    None => self.all_ready().first().copied().unwrap_or(0),
                    Some(_) => self.moving(name, controller, None)?,
                };
                let Some(ready) = self.controllers.get(at).and_then(|_| self.ready(at)) else {
                    return Err(self.why_not_ready(at));
                };
                let ready = ready.to_string();
                if key.as_ref().is_some_and(|key| **key != *ready) {
                    return Err(Error::new(Code::NotPossible, "/begin/key", format!("the next key is {ready}")));
                }
                *key = Some(ready.into());
                self.name(at, controller);
            }
            Move::Answer { controller, key } => {
                let named = match controller {
                    None => None,
                    Some(_) => Some(self.moving(name, controller, None)?),
                };
                let Some((at, number)) = self.awake(named, key.as_deref()).first().copied() else {
                    return Err(Error::not_found("/answer", "no pass is in progress that could go on now"));
                };
                *key = self.controllers[at].passes_in_progress().get(number).map(|pass| pass.task.key.to_string().into());
                self.name(at, controller);
            }
            Move::Collect { worker } => {
                let found = match worker.as_deref() {
                    None => self.workers.iter().find(|worker| self.has_work(worker)).or(self.workers.first()),
                    named => self.worker(named),
                };
                let Some(Worker { name, running, task, .. }) = found else {
                    let name = worker.as_deref().unwrap_or_default();
                    return Err(Error::not_found("/collect/worker", format!("there is no worker \"{name}\"")));
                };
                if !running {
                    return Err(Error::new(Code::NotPossible, "/collect", format!("{name} does not run")));
                }
                if !task.has_work(&self.cluster) {
                    return Err(Error::not_found("/collect", format!("{name} has nothing to do")));
                }
                *worker = Some((*name).into());
            }
            Move::Advance { to, by } => {
                let target = match (*to, *by) {
                    (Some(_), Some(_)) => return Err(Error::invalid("/advance", "either to or by, not both")),
                    (Some(to), None) => to,
                    (None, Some(by)) => self.now.saturating_add(by),
                    (None, None) => self.timers().next().ok_or_else(|| Error::not_found("/advance", "no timer is left to wait for"))?,
                };
                if target < self.now {
                    return Err(Error::invalid("/advance/to", format!("time does not go back: it is {}", self.now)));
                }
                if target > MAX_TIME {
                    return Err(Error::new(Code::TooLarge, "/advance", format!("virtual time ends at {MAX_TIME} ms")));
                }
                *to = Some(target);
                *by = None;
            }
            Move::Resync { controller, kind } => {
                let at = self.moving(name, controller, kind.as_deref())?;
                let process = self.process(at);
                let synced = process.is_some_and(|process| {
                    process.informers.iter().any(|informer| informer.synced && kind.as_ref().is_none_or(|kind| **kind == *informer.name))
                });
                if !synced {
                    return Err(Error::new(Code::NotPossible, "/resync", "the cache has no list yet"));
                }
            }
            Move::Hold { controller, kind } | Move::Release { controller, kind } => {
                if self.worker(controller.as_deref()).is_some() {
                    if kind.is_some() {
                        return Err(Error::invalid(&format!("/{name}/kind"), "a worker is held as a whole"));
                    }
                } else {
                    self.check_names(name, controller.as_deref(), kind.as_deref())?;
                    self.find_controller_for(name, controller)?;
                }
            }
            Move::CutWatch { controller, kind, expired } => {
                let at = self.running(name, controller, kind.as_deref())?;
                let informers = self.controllers[at].informers();
                if kind.as_ref().is_some_and(|kind| !informers.iter().any(|informer| informer.name == *kind)) {
                    return Err(Error::new(Code::NotPossible, "/cutWatch/kind", "it has no cache of the kind"));
                }
                expired.get_or_insert(false);
            }
            Move::Crash { controller } => {
                if let Some(worker) = self.worker(controller.as_deref()) {
                    if !worker.running {
                        return Err(refuse(name, "it does not run"));
                    }
                } else {
                    self.running(name, controller, None)?;
                }
            }
            Move::Start { controller, at } => {
                if let Some(at) = at {
                    if self.worker(controller.as_deref()).is_some() {
                        return Err(Error::invalid("/start/at", "a worker starts against what is there"));
                    }
                    *at = self.past(at)?;
                }
                let runs = if let Some(worker) = self.worker(controller.as_deref()) {
                    worker.running
                } else {
                    let at = self.find_controller_for(name, controller)?;
                    self.process(at).is_some()
                };
                if runs {
                    return Err(refuse(name, "it runs already"));
                }
            }
            Move::Report { controller } => {
                let at = self.moving(name, controller, None)?;
                if !self.controllers[at].has_reports() {
                    return Err(Error::not_found("/report", "no Event waits to be sent"));
                }
            }
            Move::Fail { controller, method, kind, subresource, reason, applied, times, .. } => {
                self.find_controller_for(name, controller)?;
                if !METHODS.contains(&method.as_str()) {
                    return Err(Error::invalid("/fail/method", format!("\"{method}\" is none of {}", join(&METHODS, ", "))));
                }
                if self.cluster.kind(kind, None).is_none() {
                    return Err(Error::not_found("/fail/kind", format!("the server has no kind \"{kind}\"")));
                }
                if subresource.as_ref().is_some_and(|name| name != "status") {
                    return Err(Error::invalid("/fail/subresource", "the only subresource is \"status\""));
                }
                if !REASONS.iter().any(|(known, _)| known == reason) {
                    let known = REASONS.map(|(known, _)| known);
                    return Err(Error::invalid("/fail/reason", format!("\"{reason}\" is none of {}", join(&known, ", "))));
                }
                if times.is_some_and(|times| !(1..=MAX_TIMES).contains(&times)) {
                    return Err(Error::invalid("/fail/times", format!("times is from 1 to {MAX_TIMES}")));
                }
                applied.get_or_insert(false);
                times.get_or_insert(1);
            }
            Move::Habits { controller, set } => {
                let at = self.find_controller_for(name, controller)?;
                self.with_habits(at, set)?;
            }
            Move::Compact {} => {}
            Move::Elect { controller } => {
                let at = self.moving(name, controller, None)?;
                if self.controllers[at].lease.is_none() {
                    return Err(refuse(name, "it competes for no lease"));
                }
            }
            Move::Stall { controller } => {
                self.moving(name, controller, None)?;
            }
            Move::Resume { controller } => {
                let at = self.running(name, controller, None)?;
                if self.controllers[at].acting().is_some() {
                    return Err(refuse(name, "it is not stalled"));
                }
            }
            Move::Call { .. } | Move::Return { .. } => {
                return Err(Error::not_yet(&format!("/{name}"), &format!("the move {name}")));
            }
        }
        Ok(())
    }

    /// A revision of which the server still knows what was there.
    fn past(&self, at: &str) -> Result<String, Error> {
        let (now, oldest) = (self.cluster.revision().0, self.cluster.oldest().0);
        let digits = at.bytes().all(|byte| byte.is_ascii_digit());
        let (code, message) = match at.parse::<u64>() {
            Ok(at) if digits && (1..=now).contains(&at) && at >= oldest => return Ok(at.to_string()),
            Ok(at) if digits && at > now => (Code::NotFound, format!("Too large resource version: {at}, current: {now}")),
            Ok(1..) if digits => (Code::NotPossible, "The resourceVersion for the provided list is too old.".into()),
            _ => (Code::Invalid, "a revision is a whole number from 1 on".into()),
        };
        Err(Error::new(code, "/start/at", message))
    }

    #[inline(never)]
    fn name(&self, at: usize, controller: &mut Option<Arc<str>>) {
        *controller = self.controllers[at].named();
    }

    fn check_names(&self, play: &str, controller: Option<&str>, kind: Option<&str>) -> Result<(), Error> {
        if let Some(controller) = controller
            && !self.controllers.iter().any(|other| *other.name == *controller)
        {
            return Err(Error::not_found(&format!("/{play}/controller"), format!("there is no controller \"{controller}\"")));
        }
        if let Some(kind) = kind
            && Role::of(kind).is_none()
        {
            return Err(Error::not_found(&format!("/{play}/kind"), format!("no controller watches \"{kind}\"")));
        }
        Ok(())
    }

    /// The controller that a move is about; it may be left out where there is one, and is filled in.
    #[inline(never)]
    fn find_controller_for(&self, play: &str, name: &mut Option<Arc<str>>) -> Result<usize, Error> {
        let at = self.find_controller(name.as_deref()).map_err(|error| error.below(&format!("/{play}")))?;
        self.name(at, name);
        Ok(at)
    }

    /// The same, for a move that needs its process to run.
    #[inline(never)]
    fn running(&self, play: &str, name: &mut Option<Arc<str>>, kind: Option<&str>) -> Result<usize, Error> {
        self.check_names(play, name.as_deref(), kind)?;
        let at = self.find_controller_for(play, name)?;
        if self.process(at).is_none() {
            return Err(refuse(play, "it does not run"));
        }
        Ok(at)
    }

    /// The same, for a move that its process makes itself.
    #[inline(never)]
    fn moving(&self, play: &str, name: &mut Option<Arc<str>>, kind: Option<&str>) -> Result<usize, Error> {
        let at = self.running(play, name, kind)?;
        if self.controllers[at].acting().is_none() {
            return Err(refuse(play, "it is stalled"));
        }
        Ok(at)
    }

    fn why_not_ready(&self, at: usize) -> Error {
        let Some(controller) = self.controllers.get(at) else {
            return Error::not_found("/begin/controller", "there is no controller");
        };
        let why = match &controller.process {
            None => "it does not run",
            Some(process) if process.stalled => "it is stalled",
            Some(process) if !process.works() => "it is not the leader",
            Some(process) if !process.is_synced() => "its caches have no list yet",
            Some(process) if process.passes.len() >= usize::from(controller.habits.workers.0) => "every worker is busy",
            Some(_) => "no key is ready",
        };
        Error::new(Code::NotPossible, "/begin", why)
    }

    pub(super) fn find_controller(&self, name: Option<&str>) -> Result<usize, Error> {
        match (name, self.controllers.as_slice()) {
            (Some(name), controllers) => controllers
                .iter()
                .position(|controller| *controller.name == *name)
                .ok_or_else(|| Error::not_found("/controller", format!("there is no controller \"{name}\""))),
            (None, [_]) => Ok(0),
            (None, []) => Err(Error::not_found("/controller", "there is no controller")),
            (None, _) => Err(Error::invalid("/controller", "there are several controllers: name one")),
        }
    }

    /// The informer to which something is delivered: the one with the oldest event of those that fit.
    pub(super) fn find_informer(&self, controller: Option<&str>, kind: Option<&str>) -> Result<(usize, usize), Error> {
        for (at, number) in self.deliveries(true) {
            let owner = &self.controllers[at];
            if controller.is_none_or(|name| *owner.name == *name)
                && owner.informers().get(number).is_some_and(|informer| kind.is_none_or(|kind| *informer.name == *kind))
            {
                return Ok((at, number));
            }
        }
        Err(Error::not_found("/deliver", "nothing is on its way"))
    }
}

/// The controller is in no state for this move.
#[cold]
#[inline(never)]
fn refuse(play: &str, why: &str) -> Error {
    Error::new(Code::NotPossible, &format!("/{play}/controller"), why)
}
