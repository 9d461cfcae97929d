//! What of a world decides how it can go on, as one number: what [`super`] says of abstractions is done here.

use std::sync::Arc;

use super::Sights;
use crate::controller::cache::{Informer, Watch};
use crate::controller::pass::Pass;
use crate::controller::{Controller, Process};
use crate::object::{Essence, Key, Looks, Object};
use crate::reconcile::action::Act;
use crate::reconcile::{Copy, Fault};
use crate::world::World;

/// Failures behind which no delay grows any more.
const MOST_FAILURES: u32 = 18;
/// Failures behind which who gives up has given up.
const GIVEN_UP: u32 = 16;

/// The number.
pub(super) fn of(world: &World, played: u16, sights: &Sights) -> u64 {
    let now = sights.times.then(|| {
        let now = world.config.start.after(world.now).to_string();
        now.trim_end_matches('Z').to_string()
    });
    let mut essence = Essence::new(Looks { managed: sights.managed, now });
    essence.word(played.into());
    let spent = &world.faults.spent;
    let budget = &world.config.budget;
    for (budget, spent) in [
        (budget.crash, spent.crash),
        (budget.cut_watch, spent.cut_watch),
        (budget.fail, spent.fail),
        (budget.hold, spent.hold),
        (budget.stall, spent.stall),
    ] {
        essence.word(budget.saturating_sub(spent).into());
    }
    for rule in &world.faults.rules {
        for text in [&*rule.controller, &rule.method, &rule.kind, &rule.reason] {
            essence.text(text);
        }
        essence.some_text(rule.subresource.as_deref());
        essence.word(u64::from(rule.applied) + 2 * u64::from(rule.times));
    }
    // Who is told of what is no matter to anybody who acts.
    for object in world.cluster.objects().filter(|object| &*object.types.kind != "Event") {
        essence.stored(object);
    }
    for (name, account) in world.outside.accounts() {
        essence.text(name);
        essence.flag(account.broken);
        match &account.made_by {
            Some(made_by) => key(made_by, &mut essence),
            None => essence.word(0),
        }
    }
    let mut known = 0_u64;
    for kind in world.cluster.kinds() {
        known = known.wrapping_mul(31).wrapping_add(kind.index as u64 + 1);
    }
    essence.word(known);
    for controller in &world.controllers {
        of_controller(world, controller, sights, &mut essence);
    }
    for worker in &world.workers {
        essence.word(u64::from(worker.running) + 2 * u64::from(worker.held));
        if worker.running {
            let position = worker.task.trace(&world.cluster, &mut essence);
            for event in world.cluster.log_all().from(position).filter(|event| &*event.object.types.kind != "Event") {
                essence.word(event.kind as u64 + 20);
                essence.object(&event.object);
                essence.some_object(event.previous.as_ref());
            }
        }
    }
    essence.end()
}

fn key(key: &Key, essence: &mut Essence) {
    essence.text(&key.namespace);
    essence.text(&key.name);
}

fn of_controller(world: &World, controller: &Controller, sights: &Sights, essence: &mut Essence) {
    essence.word(controller.held.len() as u64);
    for held in &controller.held {
        essence.text(held);
    }
    let Some(process) = &controller.process else { return essence.word(30) };
    essence.word(31 + u64::from(process.stalled));
    if let Some(election) = &process.election {
        election.trace(world.now, essence);
    }
    for informer in &process.informers {
        of_informer(world, informer, !controller.habits.cache_copy, essence);
    }
    of_queue(world, process, sights, essence);
    // How many is nobody's matter.
    essence.flag(process.recorder.has_work());
    for pass in &process.passes {
        of_pass(world, pass, sights, essence);
    }
}

/// `scribbled`: it may hold what was never sent.
fn of_informer(world: &World, informer: &Informer, scribbled: bool, essence: &mut Essence) {
    let cluster = &world.cluster;
    let Some(kind) = &informer.kind else { return essence.word(40) };
    let watch = match informer.watch {
        Watch::Open => 0,
        Watch::Cut => 1,
        Watch::Expired { .. } => 2,
    };
    let log = cluster.log(kind);
    let behind = log.len() - informer.position.min(log.len());
    essence.word(41 + watch * 4 + u64::from(informer.synced) * 2 + u64::from(informer.revision < cluster.oldest()));
    essence.word(behind as u64);
    if !informer.synced {
        return;
    }
    if behind == 0 && !scribbled && informer.selector.is_none() {
        // It is what is stored.
        return;
    }
    for object in informer.objects.values() {
        essence.object(object);
    }
    for event in log.from(informer.position) {
        essence.word(event.kind as u64 + 50);
        essence.object(&event.object);
        if informer.selector.is_some() {
            essence.some_object(event.previous.as_ref());
        }
    }
}

fn of_queue(world: &World, process: &Process, sights: &Sights, essence: &mut Essence) {
    let queue = &process.queue;
    for ready in queue.ready() {
        key(ready.key, essence);
    }
    essence.word(60);
    for waiting in queue.waiting_until(u64::MAX) {
        key(waiting.key, essence);
        // What it waits for: to fail once more, or to look again. Once it runs, the count follows from how that ends.
        essence.flag(queue.failures(waiting.key) > 0);
    }
    essence.word(61);
    for processed in queue.processing() {
        key(processed, essence);
    }
    for aside in queue.aside() {
        essence.word(62);
        key(aside.key, essence);
    }
    if sights.several {
        // The places in line of what waits and of what is ready are of one sequence.
        let queue = queue.essence(world.now);
        for (at, priority, order) in &queue.ready {
            key(at, essence);
            essence.word(i64::from(*priority).cast_unsigned());
            essence.word(*order);
        }
        for (at, priority, order, left) in &queue.waiting {
            key(at, essence);
            essence.word(i64::from(*priority).cast_unsigned());
            essence.word(*order);
            essence.word(*left);
        }
    }
    let most = if sights.several {
        MOST_FAILURES
    } else if sights.gives_up {
        GIVEN_UP
    } else {
        0
    };
    for (at, count) in queue.failures_all().filter(|_| most > 0) {
        key(at, essence);
        essence.word(count.min(most).into());
    }
}

fn of_pass(world: &World, pass: &Pass, sights: &Sights, essence: &mut Essence) {
    let task = &pass.task;
    key(&task.key, essence);
    essence.text(task.state.name());
    match pass.wakes {
        Some(wakes) if sights.several => essence.word(wakes.saturating_sub(world.now)),
        wakes => essence.word(u64::MAX - u64::from(wakes.is_some_and(|wakes| wakes > world.now)) - u64::from(wakes.is_some())),
    }
    if sights.several {
        essence.word(i64::from(pass.priority).cast_unsigned());
    }
    if sights.gives_up {
        essence.word(task.failures.min(GIVEN_UP).into());
    }
    // A pass that times out looks at when it began.
    if world.controllers.iter().any(|controller| crate::reconcile::requeue::timeout(&controller.habits).is_some()) {
        essence.word(world.now.saturating_sub(pass.started_at).min(crate::reconcile::requeue::TIMEOUT));
    }
    let copy = |copy: Option<&Copy>, essence: &mut Essence| {
        essence.some_object(copy.map(|copy| &copy.object));
        essence.word(copy.map_or(3, |copy| copy.from as u64));
    };
    copy(task.own.as_ref(), essence);
    copy(task.child.as_ref(), essence);
    essence.some_object(task.first.as_ref());
    for act in &task.todo {
        essence.text(act.name());
        match act {
            Act::RemoveAccount(name) | Act::CreateAccount(name) => essence.text(name),
            Act::AddFinalizer | Act::RemoveFinalizer => {}
            Act::CreateChild(object) | Act::UpdateChild(object) | Act::DeleteChild(object) => wish(object, essence),
        }
    }
    fault(task.fault.as_ref(), essence);
    fault(task.returned.error.as_ref(), essence);
    essence.word(task.returned.requeue_after.map_or(0, |after| after.saturating_add(1)));
    essence.word(u64::from(task.returned.requeue) + 2 * u64::from(task.returned.panic.is_some()));
    if let Some(draft) = &task.status {
        let newest = essence.newest(&draft.base);
        essence.object(&draft.base);
        essence.draft(&draft.status, newest);
    }
    let answers = &task.answers;
    if let Some(desired) = &answers.desired {
        match &desired.child {
            Some(child) => wish(child, essence),
            None => essence.word(0),
        }
        essence.some_text(desired.account.as_deref());
        essence.some_text(desired.requires.as_deref());
        essence.flag(desired.deleting);
    }
    if let Some(observed) = &answers.observed {
        essence.word(observed.required as u64 * 4 + observed.account as u64);
        for account in &observed.accounts {
            essence.text(account);
        }
    }
    for need in answers.diff.iter().flat_map(|diff| &diff.need) {
        essence.text(need);
    }
    if let Some(action) = &answers.action {
        for did in &action.did {
            essence.text(did);
        }
        essence.some_text(action.failed);
    }
    if let Some(requeue) = &answers.requeue {
        essence.word(requeue.rule as u64 + 70);
        essence.flag(requeue.swallowed.is_some());
    }
}

/// An object that is about to be sent.
fn wish(object: &Arc<Object>, essence: &mut Essence) {
    essence.object(object);
}

fn fault(fault: Option<&Fault>, essence: &mut Essence) {
    match fault {
        Some(fault) => {
            essence.text(&fault.reason);
            essence.text(&fault.message);
            essence.flag(fault.terminal);
        }
        None => essence.word(80),
    }
}
