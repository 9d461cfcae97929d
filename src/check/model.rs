//! The world as a transition system whose graph is finite, and why each abstraction keeps the verdict.
//!
//! **What is explored is what can be played.** Every state is a world, every edge one of its moves. So each story that is found
//! can be replayed, whatever was left out: an abstraction can at most hide a story, never invent one. Against hiding:
//!
//! - **A request takes no time, deliveries are prompt** ([`staged`]): time passes only as a move, and a delivery may be played
//!   at any later point. Whatever an order of events with latencies and delays would be, it is one of the orders without.
//! - **Of timers the order counts** ([`essence`]). The clock is moved to the next timer, at any point at which there is one.
//!   Where one key and one controller are all there is, at most one timer runs, so that how long it still runs makes no
//!   difference: it is the next one. Where there can be several (another key, another controller, a lease, a pass that sleeps
//!   beside a timer of the classic queue), what is left of each is part of the state, and so are the failures from which the
//!   delays follow, up to where these stop growing.
//! - **Failure counts** are part of the state as far as somebody looks: up to 16 with `onError: giveUpAfter15`, up to 18 where
//!   delays count (above), else whether a key waits because it has failed: how a pass ends decides of the count anew.
//! - **Generations** count by how far they are behind the newest, revisions and uids by which are the same.
//! - **What only grows is left out**: `status.passes`, the stamp of a pass, the number in `lastError`, the passes of a
//!   controller, what was recorded as Events, the fill of a limiter's bucket. Nobody's next move depends on any of them but by
//!   being different from what was there, which each write of them is. So a loop that counts comes back to where it was, and
//!   is found as a round.
//! - **Who owns which field** (`managedFields`) is left out unless somebody applies: nobody else looks.
//! - **Times that are written down** count by whether they are the ones of now; where somebody writes them, a second may pass
//!   between any two moves. Others nobody looks at.
//! - **What is drawn from a pass's number** (`order: seeded`, `statusContent: unordered`) is followed as one run draws it, and
//!   said to be so in the verdict.
//! - **A cache can be six events behind**, no more: then no pass begins and no timer fires before one is delivered. A controller
//!   that writes in each pass on a copy that stays old would else have a line that grows for ever. Where it matters at all the
//!   verdict says so.
//! - **The past** that `start` with `at` would show is not followed: a process that starts lists what is there.
//!
//! **Reduction** ([`Worlds::choices`]), which can be switched off:
//!
//! - A *pure step* of a pass (a comparison, a decision) reads nothing but the pass and writes nothing else. It commutes with
//!   every move of anybody else, enables and disables none of them, and changes nothing that is checked; a crash before it
//!   comes to the same as one after it. So where a pass is about to make one, only that is played. A pass makes finitely many
//!   of them, so that no move is put off for ever, and every round has a state in which all were asked: who is able to act all
//!   the way round is judged by those.
//! - An injected failure waits for the next matching request, and nothing else looks at it. Put off until right before that
//!   request it has the same effect; so after one only the request is played that it meets.

mod essence;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::options::Options;
use super::search::{ACTORS, CLOCK, Choice, Effect, Sort, System};
use super::wrong::{self, Wrong};
use crate::controller::Controller;
use crate::controller::cache::Role;
use crate::habits::{AfterCreate, Habits, OnError, OnMissing, Order, QueueKind, Stamp, StatusBase, StatusContent, WriteBy};
use crate::object::text_at;
use crate::reconcile::{Ask, State};
use crate::scenario::moves::ApiRequest;
use crate::scenario::{Budget, Code, Delivery, Error, Latency, Move, Scenario};
use crate::world::World;
use crate::world::fact::Fact;
use crate::world::fault::FailRule;
use crate::world::history::Run;

/// So many controllers can be told apart.
const MAX_CONTROLLERS: usize = 3;
/// Passes of one controller that are told apart as actors.
const PASSES: usize = 4;
/// What a controller can do by itself, beside going on with its passes.
const DEEDS: usize = 5 + 2 * Role::ALL.len();
/// So many events can be on their way to one cache.
const BACKLOG: usize = 6;
/// How long a second is.
const SECOND: u64 = 1000;
/// What a world takes that is kept whole, measured over 30,000 of them: 10.1 KB natively, 7.2 KB in wasm.
const WORLD: usize = if size_of::<usize>() == 8 { 10_100 } else { 7_200 };

/// The scenario as it is checked: without latency, delivered promptly, with the budget; and the world at its position 0.
///
/// # Errors
/// As [`Run::new`]; and where there are more controllers than can be told apart.
pub fn staged(mut scenario: Scenario, budget: Budget) -> Result<(Scenario, World), Error> {
    scenario.latency = Some(Latency { request: Some(0) });
    scenario.delivery = Some(Delivery::Prompt);
    scenario.budget = Some(budget);
    let run = Run::new(scenario.clone())?;
    if run.world().controllers.len() > MAX_CONTROLLERS {
        return Err(Error::new(Code::NotPossible, "/controllers", format!("at most {MAX_CONTROLLERS} controllers can be checked")));
    }
    Ok((scenario, run.world().clone()))
}

/// A world on its way, and what of others has happened.
#[derive(Clone, Debug)]
pub struct Point {
    /// The world.
    pub world: World,
    /// One bit for each move of others.
    pub played: u16,
    /// How many moves it has behind it.
    pub mark: u64,
}

/// What somebody looks at, and so what is part of a state.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // each is a question of its own
pub(super) struct Sights {
    /// Several timers can run at once.
    several: bool,
    /// Somebody counts failures.
    gives_up: bool,
    /// Somebody applies.
    managed: bool,
    /// Somebody writes times down.
    times: bool,
    /// Something is drawn from a pass's number.
    drawn: bool,
}

/// The worlds of one scenario.
#[derive(Clone, Debug)]
pub struct Worlds {
    begin: Point,
    others: Arc<[Move]>,
    reduce: bool,
    sights: Sights,
    /// Somebody was as late as one can be here.
    backlog: Arc<AtomicBool>,
}

impl Worlds {
    /// From a world on.
    ///
    /// # Errors
    /// A move of others that is malformed or names something that is never there.
    pub fn new(world: World, options: &Options) -> Result<Worlds, Error> {
        let mut habits: Vec<Habits> = world.controllers.iter().map(|controller| Habits::clone(&controller.habits)).collect();
        let mut names = Vec::new();
        let app_config = |kind: &str| kind == crate::controller::APP_CONFIG.1;
        for object in world.cluster.objects().filter(|object| app_config(&object.types.kind)) {
            names.push(object.metadata.name.clone());
        }
        let mut applies = false;
        for (at, play) in options.others.iter().enumerate() {
            let path = format!("/others/{at}");
            match play {
                Move::Edit { object, .. } if text_at(object, &["kind"]).is_some_and(app_config) => {
                    names.push(text_at(object, &["metadata", "name"]).unwrap_or("").to_string());
                }
                Move::Request(request) => {
                    applies |= request.content_type.as_deref().is_some_and(|sort| sort.contains("apply"));
                    // What may make one counts as another key.
                    let kind = request.body.as_ref().and_then(|body| text_at(body, &["kind"]));
                    if matches!(&*request.method, "POST" | "PATCH") && kind.is_none_or(app_config) && !is_patch(request) {
                        names.push(request.path.clone());
                    }
                }
                Move::Habits { set, .. } => {
                    for controller in &world.controllers {
                        let with = controller.habits.with(set);
                        let with =
                            with.map_err(|(habit, fault)| Error::invalid(&format!("{path}/habits/set/{habit}"), fault.to_string()))?;
                        habits.push(with);
                    }
                }
                _ => {}
            }
        }
        crate::object::sort_texts(&mut names);
        names.dedup();
        let sleeps = |habits: &Habits| habits.after_create == AfterCreate::Sleep || habits.on_missing == OnMissing::Timeout;
        let sights = Sights {
            several: names.len() > 1
                || world.controllers.len() > 1
                || world.controllers.iter().any(|controller| controller.lease.is_some())
                || habits.iter().any(|habits| habits.queue == QueueKind::Classic && sleeps(habits)),
            gives_up: habits.iter().any(|habits| habits.on_error == OnError::GiveUpAfter15),
            managed: applies || habits.iter().any(|habits| habits.write == WriteBy::Apply || habits.status_base == StatusBase::Apply),
            times: habits.iter().any(|habits| {
                habits.stamp == Stamp::Time || matches!(habits.status_content, StatusContent::Time | StatusContent::TimeNano)
            }),
            drawn: habits.iter().any(|habits| habits.order == Order::Seeded || habits.status_content == StatusContent::Unordered),
        };
        let begin = Point { world, played: 0, mark: 0 };
        Ok(Worlds { begin, others: options.others.clone().into(), reduce: options.reduce, sights, backlog: Arc::default() })
    }

    /// What is not followed, by code.
    #[must_use]
    pub fn left_out(&self) -> Vec<&'static str> {
        let mut codes = vec!["latency", "oldServers"];
        if self.sights.drawn {
            codes.push("draws");
        }
        if self.backlog.load(Ordering::Relaxed) {
            codes.push("backlog");
        }
        codes
    }

    /// What a pure step or an injected failure leaves as the only thing worth playing.
    fn only(&self, world: &World) -> Option<Move> {
        for controller in &world.controllers {
            let Some(process) = controller.acting() else { continue };
            for pass in &process.passes {
                let answer = || Move::Answer { controller: controller.named(), key: Some(pass.task.key.to_string().into()) };
                let pure = match pass.task.state {
                    State::Diff | State::Requeue | State::Status => true,
                    State::Act => pass.task.todo.is_empty(),
                    _ => false,
                };
                // A time that is written down is part of what it makes.
                if pure && !self.sights.times {
                    return Some(answer());
                }
                if world.faults.rules.is_empty() {
                    continue;
                }
                if let Some(Ask::Request { request, reference, subresource }) = world.ask(controller, pass) {
                    let meets = |rule: &FailRule| rule.meets(&controller.name, &request.method, &reference.kind, subresource);
                    if world.faults.rules.iter().any(meets) {
                        return Some(answer());
                    }
                }
            }
        }
        None
    }
}

/// Whether somebody is so far behind that nothing new begins before he has heard of something.
fn is_late(world: &World) -> bool {
    let mut informers = world.controllers.iter().flat_map(Controller::informers);
    informers.any(|informer| {
        let log = informer.kind.as_ref().filter(|_| informer.synced).map(|kind| world.cluster.log(kind));
        log.is_some_and(|log| log.len() >= informer.position + BACKLOG)
    })
}

/// Whether a request can only change what is there.
fn is_patch(request: &ApiRequest) -> bool {
    request.method == "PATCH" && !request.content_type.as_deref().is_some_and(|sort| sort.contains("apply"))
}

/// Whose doing a move is.
fn sort(world: &World, play: &Move) -> Sort {
    let controller = |name: &Option<Arc<str>>| world.controllers.iter().position(|other| Some(&other.name) == name.as_ref());
    let of = |name: &Option<Arc<str>>, deed: usize| actor(1 + controller(name).unwrap_or(0) * (DEEDS + PASSES) + deed);
    let kind = |kind: &Option<Arc<str>>| Role::ALL.iter().position(|(_, name)| kind.as_deref() == Some(*name)).unwrap_or(0);
    let worker = |name: &Option<Arc<str>>, deed: usize| {
        let at = world.workers.iter().position(|worker| Some(worker.name) == name.as_deref())?;
        Some(actor(1 + world.controllers.len() * (DEEDS + PASSES) + at * 3 + deed))
    };
    match play {
        Move::Advance { .. } => Sort::Own(CLOCK),
        Move::Answer { controller, key } => {
            let slot = key.as_ref().map_or(0, |key| key.bytes().fold(0, |sum: usize, byte| sum.wrapping_mul(31) + usize::from(byte)));
            of(controller, DEEDS + slot % PASSES)
        }
        Move::Begin { controller, .. } => of(controller, 0),
        Move::Report { controller } => of(controller, 1),
        Move::Elect { controller } => of(controller, 2),
        Move::Start { controller, .. } => worker(controller, 0).unwrap_or_else(|| of(controller, 3)),
        Move::Resume { controller } => of(controller, 4),
        Move::Deliver { controller, kind: name, .. } => of(controller, 5 + kind(name)),
        Move::Release { controller, kind: name } => {
            worker(controller, 1).unwrap_or_else(|| of(controller, 5 + Role::ALL.len() + kind(name)))
        }
        Move::Collect { worker: name } => worker(name, 2).unwrap_or(Sort::Own(CLOCK)),
        _ => Sort::Fault,
    }
}

fn actor(number: usize) -> Sort {
    Sort::Own(u8::try_from(number.min(ACTORS - 1)).unwrap_or(u8::MAX))
}

impl System for Worlds {
    type State = Point;

    fn begin(&self) -> Point {
        self.begin.clone()
    }

    fn choices(&self, point: &Point) -> Vec<Choice> {
        let world = &point.world;
        if let Some(play) = self.only(world).filter(|_| self.reduce) {
            let sort = match sort(world, &play) {
                Sort::Own(actor) => Sort::Only(actor),
                other => other,
            };
            return vec![Choice { play, sort }];
        }
        let mut choices = Vec::with_capacity(16);
        let late = is_late(world);
        if late {
            self.backlog.store(true, Ordering::Relaxed);
        }
        for play in world.moves().into_iter().chain(world.faults()) {
            if late && matches!(play, Move::Begin { .. } | Move::Advance { .. }) {
                continue;
            }
            let sort = sort(world, &play);
            choices.push(Choice { play, sort });
        }
        if self.sights.times && !late {
            choices.push(Choice { play: Move::Advance { to: Some(world.now.saturating_add(SECOND)), by: None }, sort: Sort::Tick });
        }
        for (at, play) in (0..).zip(self.others.iter()) {
            if point.played & 1 << at == 0 {
                choices.push(Choice { play: play.clone(), sort: Sort::Other(at) });
            }
        }
        choices
    }

    fn play(&self, point: &mut Point, choice: &mut Choice) -> Option<Effect> {
        point.mark += 1;
        if let Sort::Other(at) = choice.sort {
            point.played |= 1 << at;
        }
        let before = point.world.cluster.log_all().len();
        let mut outside = false;
        point
            .world
            .play(&mut choice.play, point.mark, &mut |fact: Fact| {
                outside |= matches!(fact, Fact::Outside { op: "create" | "remove", error: None, .. });
            })
            .ok()?;
        let told = |kind: &str| matches!(kind, "Event" | "Lease");
        let wrote = outside || point.world.cluster.log_all().from(before).any(|event| !told(&event.object.types.kind));
        Some(Effect { wrote, broken: wrong::step(&point.world, &choice.play, before, point.mark) })
    }

    fn key(&self, point: &Point) -> u64 {
        essence::of(&point.world, point.played, &self.sights)
    }

    fn wrong(&self, point: &Point) -> Option<Wrong> {
        wrong::world(&point.world)
    }

    fn size(&self) -> usize {
        WORLD
    }
}
