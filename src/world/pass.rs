//! Passes: a worker takes a key, the reconciler asks and is answered, and its return decides when it runs again.

use std::sync::Arc;

use super::World;
use super::fact::{Fact, Sink};
use super::send::Target;
use crate::cluster::{Request, Response, Status};
use crate::controller::cache::Role;
use crate::controller::cause::{Cause, Why};
use crate::controller::evidence::{Call, Decision, Outcome, Write, effect_name};
use crate::controller::pass::{Ended, Pass};
use crate::controller::queue::AddOptions;
use crate::controller::{Controller, app_config};
use crate::object::{Key, Millis, Object, Ref, sort};
use crate::reconcile::{self, Answer, Ask, Context, Fault, Rule, Task};

impl World {
    /// The key that a worker would take now.
    pub(super) fn ready(&self, at: usize) -> Option<&Key> {
        let controller = &self.controllers[at];
        let process = controller.acting()?;
        let free = process.passes.len() < usize::from(controller.habits.workers.0);
        if free && process.is_synced() { process.queue.peek() } else { None }
    }

    /// The controllers with a key to begin with, in turn.
    pub(super) fn all_ready(&self) -> Vec<usize> {
        let mut found = Vec::new();
        for step in 0..self.controllers.len() {
            let at = (self.turn + step) % self.controllers.len();
            if self.ready(at).is_some() {
                found.push(at);
            }
        }
        found
    }

    pub(super) fn begin(&mut self, at: usize, mark: u64, sink: &mut dyn Sink) {
        if self.ready(at).is_none() {
            return;
        }
        let now = self.now;
        self.turn = at + 1;
        let Some(controller) = self.controllers.get_mut(at) else { return };
        let Some(process) = &mut controller.process else { return };
        let Some(taken) = process.queue.get(now) else { return };
        controller.passes += 1;
        let number = controller.passes;
        sink.take(Fact::Begun { controller: controller.name.clone(), key: taken.key.clone(), number, causes: taken.causes.clone() });
        let mut task = Task::new(taken.key, number);
        task.failures = process.queue.failures(&task.key);
        process.passes.push(Arc::new(Pass {
            task,
            wakes: None,
            priority: taken.priority,
            causes: taken.causes,
            started_at: now,
            start_mark: mark,
            writes: Vec::new(),
            decision: None,
            ended: None,
        }));
    }

    /// The passes, of one controller and of one key if that is wanted, that can go on now, those that sleep left out: the
    /// oldest first, whosever it is.
    pub(super) fn awake(&self, of: Option<usize>, key: Option<&str>) -> Vec<(usize, usize)> {
        let mut found: Vec<(u64, u64, usize, usize)> = Vec::new();
        for (at, controller) in self.controllers.iter().enumerate() {
            let Some(process) = controller.acting() else { continue };
            for (number, pass) in process.passes.iter().enumerate() {
                let asked = of.is_none_or(|of| of == at) && key.is_none_or(|key| pass.task.key.to_string() == key);
                if asked && pass.wakes.is_none_or(|wakes| wakes <= self.now) {
                    found.push((pass.started_at, pass.start_mark, at, number));
                }
            }
        }
        in_order(found)
    }

    /// What a pass may know. A kind whose definition is gone is still the one that the process was written for: its cache can
    /// be read, and what is asked of the server is answered there.
    pub(super) fn context<'a>(&'a self, controller: &'a Controller) -> Option<Context<'a>> {
        let known = || controller.process.as_ref()?.informers.iter().find(|informer| informer.role == Role::For)?.kind.as_ref();
        Some(Context {
            habits: &controller.habits,
            app_config: app_config(&self.cluster).or_else(known)?,
            config_map: self.cluster.kind("ConfigMap", Some("v1"))?,
            secret: self.cluster.kind("Secret", Some("v1"))?,
            manager: &controller.name,
            wants: &controller.wants,
            now: self.now,
            start: self.config.start,
            seed: self.config.seed,
        })
    }

    /// What a pass asks for next.
    #[must_use]
    pub fn ask(&self, controller: &Controller, pass: &Pass) -> Option<Ask> {
        Some(reconcile::next(&pass.task, &self.context(controller)?))
    }

    pub(super) fn answer(&mut self, at: usize, key: Option<&str>, mark: u64, sink: &mut dyn Sink) {
        let Some((_, number)) = self.awake(Some(at), key).first().copied() else { return };
        let Some(mut pass) = self.controllers[at].passes_in_progress().get(number).cloned() else { return };
        let state = pass.task.state.clone();
        let question = state.question();
        let Some(ask) = self.ask(&self.controllers[at], &pass) else { return };
        let mut read = None;
        let answer = match ask {
            Ask::Return => return self.returned(at, number, mark, sink),
            Ask::Sleep(span) if pass.wakes.is_none() => {
                let until = self.now.saturating_add(span);
                self.edit_pass(at, number, |pass| pass.wakes = Some(until));
                let controller = self.name_of(at);
                sink.take(Fact::Sleeping { controller, key: pass.task.key.clone(), until });
                return;
            }
            Ask::Step(_) | Ask::Sleep(_) => Answer::Stepped,
            Ask::Read(reference) => {
                self.start_informer(at, &reference.kind, mark, sink);
                let found = self.read_cache(at, &reference);
                read = Some((reference, found.as_ref().map(|object| object.metadata.revision.to_string())));
                Answer::Read(found)
            }
            Ask::List(reference) => {
                let found = self.list_cache(at, &reference);
                read = Some((reference, None));
                Answer::List(found)
            }
            Ask::Outside(call) => {
                let result = self.outside.call(&call, &pass.task.key);
                let (op, name) = call.parts();
                let error = result.as_ref().err().map(ToString::to_string);
                sink.take(Fact::Outside { by: self.name_of(at), op, name: name.to_string(), error });
                Answer::Outside(result)
            }
            Ask::Request { request, reference, subresource } => {
                let target = Target { reference, subresource };
                if !self.controllers[at].habits.cache_copy {
                    self.scribble(at, &mut pass, &request);
                }
                let (response, write) = self.request_of(at, &pass, &request, &target, mark, sink);
                self.record_write(at, &pass.task, write.as_ref());
                if let Some(write) = write {
                    Arc::make_mut(&mut pass).writes.push(write);
                }
                Answer::Response(response)
            }
        };
        let controller = &self.controllers[at];
        let Some(context) = self.context(controller) else { return };
        let edited = Arc::make_mut(&mut pass);
        edited.wakes = None;
        let skipped = reconcile::resume(&mut edited.task, answer, &context);
        sink.take(Fact::Answered {
            controller: controller.name.clone(),
            key: edited.task.key.clone(),
            number: edited.task.number,
            state: state.name(),
            question,
            now: edited.task.state.name(),
            read,
        });
        if let Some(skip) = skipped {
            let target = Target { reference: skip.object.reference(), subresource: skip.subresource };
            let write = Arc::new(unsent(skip.method, &target, Some(skip.object), Outcome::Skipped, mark));
            let by = controller.name.clone();
            sink.take(Fact::Write { by: by.clone(), controller: Some(by), write: write.clone() });
            edited.writes.push(write);
        }
        if let Some(process) = self.process_mut(at) {
            process.passes[number] = pass;
        }
    }

    /// When the context of a pass is done, if that is before a request would reach the server.
    fn deadline(&self, at: usize, pass: &Pass) -> Option<Millis> {
        let timeout = reconcile::requeue::timeout(&self.controllers[at].habits)?;
        let deadline = pass.started_at.saturating_add(timeout);
        (deadline <= self.now.saturating_add(self.config.latency)).then_some(deadline)
    }

    fn edit_pass(&mut self, at: usize, number: usize, edit: impl FnOnce(&mut Pass)) {
        if let Some(process) = self.process_mut(at) {
            edit(Arc::make_mut(&mut process.passes[number]));
        }
    }

    fn read_cache(&self, at: usize, reference: &Ref) -> Option<Arc<crate::object::Object>> {
        let informer = self.process(at)?.informer(&reference.kind)?;
        informer.objects.get(&Key::new(reference.namespace.as_deref().unwrap_or(""), &reference.name)).cloned()
    }

    fn list_cache(&self, at: usize, reference: &Ref) -> Vec<Arc<crate::object::Object>> {
        let mut found = Vec::new();
        let informer = self.process(at).and_then(|process| process.informer(&reference.kind));
        let Some(informer) = informer else { return found };
        for object in informer.objects.values() {
            if object.metadata.namespace == reference.namespace {
                found.push(object.clone());
            }
        }
        found
    }

    /// A pass that does not copy what it reads changes the store's own object before it sends it, if the store still has it.
    fn scribble(&mut self, at: usize, pass: &mut Arc<Pass>, request: &Request) {
        let Some(context) = self.context(&self.controllers[at]) else { return };
        let Some((held, changed)) = reconcile::shared::scribbled(&pass.task, request, &context) else { return };
        let Some(process) = self.process_mut(at) else { return };
        let Some(informer) = process.informers.iter_mut().find(|informer| *informer.name == *held.types.kind) else { return };
        let key = held.key();
        if informer.objects.get(&key).is_some_and(|object| Arc::ptr_eq(object, &held)) {
            let changed = Arc::new(changed);
            informer.objects.insert(key, changed.clone());
            Arc::make_mut(pass).task.share(&held, &changed);
        }
    }

    /// A request of a reconciler: it takes its time, and it may be made to fail.
    fn request_of(
        &mut self,
        at: usize,
        pass: &Pass,
        request: &Request,
        target: &Target,
        mark: u64,
        sink: &mut dyn Sink,
    ) -> (Response, Option<Arc<Write>>) {
        let deadline = self.deadline(at, pass);
        self.move_clock(deadline.unwrap_or(self.now.saturating_add(self.config.latency)));
        let late = deadline.map(|_| {
            // The client waits no longer, and the server has done nothing.
            let controller = self.name_of(at);
            sink.take(Fact::TimedOut { controller, key: pass.task.key.clone(), number: pass.task.number });
            let fault = Fault::deadline();
            Response::injected(Status::injected(0, &fault.reason, fault.message))
        });
        self.request_now(at, request, target, late, mark, sink)
    }

    /// A controller's request that takes no time; it may be made to fail. `late`: what it is told, for it never left.
    pub(super) fn request_now(
        &mut self,
        at: usize,
        request: &Request,
        target: &Target,
        late: Option<Response>,
        mark: u64,
        sink: &mut dyn Sink,
    ) -> (Response, Option<Arc<Write>>) {
        let controller = self.name_of(at);
        let (response, applied) = if let Some(late) = late {
            (late, false)
        } else {
            let Some(rule) = self.faults.take(&controller, request, target) else {
                return self.send(request, Some(target), Some(&controller), mark, sink);
            };
            sink.take(Fact::Injected { controller: controller.clone(), reason: rule.reason.clone(), applied: rule.applied });
            (rule.response(&self.cluster, target), rule.applied)
        };
        let write = if applied {
            let mut hidden = |fact: Fact| {
                // The writer never learns what the server made of it: its evidence follows, marked as lost.
                if !matches!(fact, Fact::Write { .. }) {
                    sink.take(fact);
                }
            };
            let (_, write) = self.send(request, Some(target), Some(&controller), mark, &mut hidden);
            write.map(|write| Write { outcome: Outcome::Lost, ..(*write).clone() })
        } else if request.method == "GET" {
            None
        } else {
            let before = self.stored(&target.reference).cloned();
            Some(unsent(&request.method, target, before, Outcome::Failed, mark))
        };
        let write = write.map(|write| {
            let status = response.status();
            Arc::new(Write {
                code: Some(response.code).filter(|code| *code > 0),
                reason: status.map(|status| status.word().to_string()),
                message: status.map(|status| status.message.clone()),
                ..write
            })
        });
        if let Some(write) = &write {
            sink.take(Fact::Write { by: controller.clone(), controller: Some(controller), write: write.clone() });
        }
        (response, write)
    }

    /// The reconcile returned: which rule, what the queue is told, when the key runs next.
    ///
    /// Models controller-runtime `pkg/internal/controller/controller.go` `reconcileHandler`; `Done` comes last.
    fn returned(&mut self, at: usize, number: usize, mark: u64, sink: &mut dyn Sink) {
        let now = self.now;
        self.record_end(at, number);
        let Some(controller) = self.controllers.get_mut(at) else { return };
        let name = controller.name.clone();
        let Some(process) = &mut controller.process else { return };
        let mut pass = process.passes.remove(number);
        let edited = Arc::make_mut(&mut pass);
        let key = edited.task.key.clone();
        let returned = edited.task.returned.clone();
        let rule = returned.rule();
        let forgets = matches!(rule, Rule::RequeueAfter | Rule::Done);
        if forgets {
            process.queue.forget(&key);
        }
        let why = match rule {
            Rule::Error => Some(Why::Retry),
            Rule::Requeue => Some(Why::Requeue),
            Rule::RequeueAfter => Some(Why::RequeueAfter),
            Rule::TerminalError | Rule::Done => None,
        };
        let call = match rule {
            Rule::Error | Rule::Requeue => Some(Call::AddRateLimited),
            Rule::RequeueAfter => Some(Call::AddAfter),
            Rule::TerminalError | Rule::Done => None,
        };
        let mut delay = None;
        let mut effect = None;
        if let Some(why) = why {
            let after: Option<Millis> = returned.requeue_after.filter(|_| rule == Rule::RequeueAfter);
            let options = AddOptions { after, rate_limited: rule != Rule::RequeueAfter, priority: Some(edited.priority) };
            let cause = Arc::new(Cause { why, mark, delta: None });
            let added = process.queue.add(key.clone(), options, Some(cause.clone()), now);
            delay = added.delay;
            effect = effect_name(added.effect);
            sink.take(Fact::Enqueued {
                controller: name.clone(),
                key: key.clone(),
                priority: edited.priority,
                effect: added.effect,
                merged: added.merged,
                due: added.due,
                cause,
            });
        }
        process.queue.done(&key);
        let decision = Decision {
            returned,
            rule,
            forgets,
            failures: process.queue.failures(&key),
            call,
            delay,
            effect,
            due: process.queue.due(&key, now),
        };
        edited.decision = Some(decision.clone());
        edited.ended = Some(Ended::Returned);
        let number = edited.task.number;
        sink.take(Fact::Returned { controller: name, key, number, decision, pass });
    }
}

/// What was found, by what stands before its place.
pub(super) fn in_order(mut found: Vec<(u64, u64, usize, usize)>) -> Vec<(usize, usize)> {
    sort(&mut found, &|left, right| left < right);
    let mut sorted = Vec::new();
    for (_, _, at, number) in found {
        sorted.push((at, number));
    }
    sorted
}

/// The evidence of a write that did not reach the server.
fn unsent(method: &str, target: &Target, before: Option<Arc<Object>>, outcome: Outcome, mark: u64) -> Write {
    Write {
        method: method.into(),
        reference: target.reference.clone(),
        subresource: target.subresource,
        mark,
        outcome,
        code: None,
        reason: None,
        message: None,
        after: before.clone(),
        before,
        event: None,
    }
}
