//! What could happen next, in a fixed order, the default first.

use serde_json::Value;

use super::pass::in_order;
use super::{GARBAGE_COLLECTOR, World};
use crate::cluster::Payload;
use crate::controller::Controller;
use crate::controller::cache::{Role, Watch};
use crate::controller::election::Election;
use crate::controller::pass::Pass;
use crate::object::Record;
use crate::reconcile::Ask;
use crate::scenario::Move;

impl World {
    /// What happens by itself: answers, deliveries, the collector's work, beginnings, the passing of time.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.visit(&mut |play| {
            moves.push(play);
            true
        });
        moves
    }

    /// The move that happens if nobody interferes; `None` = quiet, and no timer is left.
    #[must_use]
    pub fn default_move(&self) -> Option<Move> {
        let mut first = None;
        self.visit(&mut |play| {
            first = Some(play);
            false
        });
        first
    }

    /// Hands out the moves in order until the visitor has had enough.
    fn visit(&self, visitor: &mut dyn FnMut(Move) -> bool) {
        for (at, number) in self.awake(None, None) {
            let controller = &self.controllers[at];
            let key = controller.passes_in_progress().get(number).map(|pass| pass.task.key.to_string().into());
            if !visitor(Move::Answer { controller: controller.named(), key }) {
                return;
            }
        }
        for found in self.deliveries(false) {
            if !visitor(self.deliver_move(found)) {
                return;
            }
        }
        for worker in &self.workers {
            if self.has_work(worker) && !visitor(Move::Collect { worker: Some(worker.name.into()) }) {
                return;
            }
        }
        for controller in &self.controllers {
            if controller.has_reports() && !visitor(Move::Report { controller: controller.named() }) {
                return;
            }
        }
        let mut tries = Vec::new();
        for (at, controller) in self.controllers.iter().enumerate() {
            if let Some(election) = self.due_election(controller) {
                // Leaders first: a leap of the clock, in which nobody could move, takes the lease from none of them.
                tries.push((u64::from(election.leads.is_none()), election.due, at, 0));
            }
        }
        for (at, _) in in_order(tries) {
            if !visitor(Move::Elect { controller: self.controllers[at].named() }) {
                return;
            }
        }
        for at in self.all_ready() {
            let (controller, key) = (self.controllers[at].named(), self.ready(at).map(|key| key.to_string().into()));
            if !visitor(Move::Begin { controller, key }) {
                return;
            }
        }
        if let Some(to) = self.timers().next() {
            visitor(Move::Advance { to: Some(to), by: None });
        }
    }

    /// Its part in a leader election, if a try is due.
    fn due_election<'a>(&self, controller: &'a Controller) -> Option<&'a Election> {
        controller.acting()?.election.as_ref().filter(|election| election.due <= self.now)
    }

    /// Every concrete fault that the budget still allows; and, always, what undoes one.
    #[must_use]
    pub fn faults(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let (budget, spent) = (&self.config.budget, &self.faults.spent);
        for controller in &self.controllers {
            let name = controller.named();
            if controller.process.is_none() {
                moves.push(Move::Start { controller: name, at: None });
            } else if spent.crash < budget.crash {
                moves.push(Move::Crash { controller: name });
            }
        }
        for worker in self.workers.iter().filter(|worker| self.worker_exists(worker.name)) {
            let name = Some(worker.name.into());
            if !worker.running {
                moves.push(Move::Start { controller: name, at: None });
            } else if spent.crash < budget.crash {
                moves.push(Move::Crash { controller: name });
            }
        }
        for controller in &self.controllers {
            for (_, kind) in Role::ALL {
                let (name, held) = (controller.named(), controller.held.iter().any(|held| **held == *kind));
                if held {
                    moves.push(Move::Release { controller: name, kind: Some(kind.into()) });
                } else if spent.hold < budget.hold && controller.process.is_some() {
                    moves.push(Move::Hold { controller: name, kind: Some(kind.into()) });
                }
            }
        }
        for worker in &self.workers {
            let name = Some(worker.name.into());
            if worker.held {
                moves.push(Move::Release { controller: name, kind: None });
            } else if spent.hold < budget.hold && worker.running {
                moves.push(Move::Hold { controller: name, kind: None });
            }
        }
        if spent.cut_watch < budget.cut_watch {
            for controller in &self.controllers {
                for informer in controller.informers() {
                    if informer.synced && informer.watch == Watch::Open {
                        let (controller, kind) = (controller.named(), Some(informer.name.clone()));
                        for expired in [false, true] {
                            moves.push(Move::CutWatch { controller: controller.clone(), kind: kind.clone(), expired: Some(expired) });
                        }
                    }
                }
            }
        }
        if spent.fail < budget.fail {
            for controller in &self.controllers {
                let mut fail = |method: &str, kind: &str, subresource: Option<&str>| {
                    let variants: &[bool] = if method == "GET" { &[false] } else { &[false, true] };
                    for applied in variants {
                        moves.push(Move::Fail {
                            controller: controller.named(),
                            method: method.into(),
                            kind: kind.into(),
                            subresource: subresource.map(Into::into),
                            reason: "InternalError".into(),
                            message: None,
                            applied: Some(*applied),
                            times: Some(1),
                        });
                    }
                };
                for pass in controller.passes_in_progress() {
                    let Some(Ask::Request { request, reference, subresource }) = self.ask(controller, pass) else { continue };
                    fail(&request.method, &reference.kind, subresource);
                }
                if let Some(election) = self.due_election(controller).filter(|election| !election.gives_up(self.now)) {
                    fail(if election.is_sure(self.now) { "PUT" } else { "GET" }, "Lease", None);
                }
            }
        }
        for controller in &self.controllers {
            let (name, Some(process)) = (controller.named(), &controller.process) else { continue };
            if process.stalled {
                moves.push(Move::Resume { controller: name });
            } else if spent.stall < budget.stall {
                moves.push(Move::Stall { controller: name });
            }
        }
        moves
    }

    /// Whether a scenario has a worker at all.
    fn worker_exists(&self, name: &str) -> bool {
        name != GARBAGE_COLLECTOR || self.config.collector
    }

    /// What a pass asks for next, as the view shows it; with the body of a request only where it is wanted.
    #[must_use]
    pub fn ask_value(&self, controller: &Controller, pass: &Pass, bodies: bool) -> Value {
        let Some(ask) = self.ask(controller, pass) else { return Value::Null };
        let mut record = Record::default();
        match ask {
            Ask::Step(question) => record.text("question", question.name()),
            Ask::Read(reference) | Ask::List(reference) => {
                record.text("question", pass.task.state.question().name());
                record.put("read", reference.to_value());
            }
            Ask::Request { request, reference, subresource } => {
                record.text("method", &request.method);
                record.put("ref", reference.to_value());
                record.some_text("subresource", subresource);
                if let (true, Payload::Json(body)) = (bodies, request.body) {
                    record.some_text("contentType", request.content_type.as_deref());
                    record.put("body", body);
                }
            }
            Ask::Outside(call) => {
                let (op, name) = call.parts();
                record.text("outside", op);
                record.text("name", name);
            }
            Ask::Sleep(span) => record.number("sleep", span),
            Ask::Return => record.flag("return", true),
        }
        record.end()
    }
}
