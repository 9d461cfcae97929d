//! Bugs that are put into the reconciler on purpose: the check finds each of them, and nothing where there is none.
//!
//! A bug is put in from outside: the world is played as it is, and then what the pass or the queue has come to is tampered with
//! as the faulty code would have left it.
#![cfg(not(target_arch = "wasm32"))]

#[path = "check/stages.rs"]
mod stages;

use std::sync::Arc;

use reconcile_playground::check::cycles;
use reconcile_playground::check::model::{Point, Worlds};
use reconcile_playground::check::search::{Choice, Effect, Search, System};
use reconcile_playground::check::wrong::{Property, Wrong};
use reconcile_playground::controller::Process;
use reconcile_playground::reconcile::action::Act;
use reconcile_playground::reconcile::{Returned, State, Task};
use reconcile_playground::scenario::Move;
use serde_json::{Value, json};

/// What a bug does to a process, after a move: with the process as it was before it.
type Bug = fn(&Move, &Process, &mut Process);

/// The worlds of a scenario whose controller has a bug.
struct Planted {
    worlds: Worlds,
    bug: Bug,
}

impl System for Planted {
    type State = Point;

    fn begin(&self) -> Point {
        self.worlds.begin()
    }

    fn choices(&self, point: &Point) -> Vec<Choice> {
        self.worlds.choices(point)
    }

    fn play(&self, point: &mut Point, choice: &mut Choice) -> Option<Effect> {
        let before = point.world.controllers[0].process.clone();
        let effect = self.worlds.play(point, choice)?;
        if let (Some(before), Some(after)) = (&before, &mut point.world.controllers[0].process) {
            (self.bug)(&choice.play, before, after);
        }
        Some(effect)
    }

    fn key(&self, point: &Point) -> u64 {
        self.worlds.key(point)
    }

    fn wrong(&self, point: &Point) -> Option<Wrong> {
        self.worlds.wrong(point)
    }

    fn size(&self) -> usize {
        self.worlds.size()
    }
}

/// The pass in progress, to be tampered with.
fn edit(after: &mut Process, change: impl FnOnce(&mut Task)) {
    if let Some(pass) = after.passes.first_mut() {
        change(&mut Arc::make_mut(pass).task);
    }
}

fn is(play: &Move, name: &str, kind: &str) -> bool {
    play.name() == name && matches!(play, Move::Deliver { kind: Some(delivered), .. } if **delivered == *kind)
}

/// The act of a name stands before all others.
fn first(task: &mut Task, name: &str) {
    if let Some(at) = task.todo.iter().position(|act| act.name() == name) {
        let act = task.todo.remove(at);
        task.todo.insert(0, act);
    }
}

/// What was planned when the comparison was made.
fn planned(before: &Process, change: impl FnOnce(&mut Task), after: &mut Process) {
    if before.passes.first().is_some_and(|pass| pass.task.state == State::Diff) {
        edit(after, change);
    }
}

fn swallows(after: &mut Process, reason: &str) {
    edit(after, |task| {
        if task.state == State::Return && task.returned.error.as_ref().is_some_and(|fault| fault.reason == reason) {
            task.returned = Returned::default();
        }
    });
}

struct Case {
    name: &'static str,
    stage: &'static str,
    habits: Value,
    budget: Value,
    bug: Bug,
    finds: (Property, Option<&'static str>),
}

#[allow(clippy::too_many_lines)] // a table
fn cases() -> Vec<Case> {
    vec![
        Case {
            name: "the finalizer is removed before the cleanup",
            stage: "life",
            habits: json!({}),
            budget: json!({ "crash": 1 }),
            bug: |_, before, after| planned(before, |task| first(task, "removeFinalizer"), after),
            finds: (Property::NothingLeaks, Some("accountLeft")),
        },
        Case {
            name: "the status is written before the child",
            stage: "awake",
            habits: json!({ "predicate": "generation" }),
            budget: json!({}),
            bug: |_, before, after| {
                planned(before, |task| task.state = if task.todo.is_empty() { State::Requeue } else { State::Status }, after);
                edit(after, |task| {
                    if task.state == State::Return && !task.todo.is_empty() {
                        task.state = State::Act;
                    }
                });
            },
            finds: (Property::ReadyIsTrue, None),
        },
        Case {
            name: "an event of the child is forgotten",
            stage: "drift",
            habits: json!({}),
            budget: json!({}),
            bug: |play, before, after| {
                if is(play, "deliver", "ConfigMap") {
                    after.queue = before.queue.clone();
                }
            },
            finds: (Property::Stable, Some("childDiffers")),
        },
        Case {
            name: "the Secret's events are forgotten, and nobody looks again",
            stage: "trusting",
            habits: json!({}),
            budget: json!({}),
            bug: |play, before, after| {
                if is(play, "deliver", "Secret") {
                    after.queue = before.queue.clone();
                }
            },
            finds: (Property::Stable, Some("childMissing")),
        },
        Case {
            // Where the other write's event wakes the key, that heals it; a write of the status is dropped by the predicate.
            name: "a conflict is taken for success",
            stage: "neighbours",
            habits: json!({}),
            budget: json!({}),
            bug: |_, _, after| swallows(after, "Conflict"),
            finds: (Property::Stable, Some("statusOld")),
        },
        Case {
            name: "a failed request is taken for success",
            stage: "awake",
            habits: json!({ "predicate": "generation" }),
            budget: json!({ "fail": 1 }),
            bug: |_, _, after| swallows(after, "InternalError"),
            finds: (Property::Stable, Some("childMissing")),
        },
        Case {
            name: "the status speaks of the generation before",
            stage: "awake",
            habits: json!({ "predicate": "generation" }),
            budget: json!({}),
            bug: |_, before, after| {
                if before.passes.first().is_some_and(|pass| pass.task.status.is_none()) {
                    edit(after, |task| {
                        if let Some(generation) = task.status.as_mut().and_then(|draft| draft.status.get_mut("observedGeneration")) {
                            *generation = json!(generation.as_i64().unwrap_or(0) - 1);
                        }
                    });
                }
            },
            finds: (Property::Stable, Some("statusOld")),
        },
        Case {
            name: "the requeue is forgotten",
            stage: "unwatched",
            habits: json!({}),
            budget: json!({}),
            bug: |_, _, after| edit(after, |task| task.returned.requeue_after = None),
            finds: (Property::Stable, Some("childMissing")),
        },
        Case {
            name: "the finalizer is removed and the cleanup left out",
            stage: "life",
            habits: json!({}),
            budget: json!({}),
            bug: |_, before, after| planned(before, |task| task.todo.retain(|act| !matches!(act, Act::RemoveAccount(_))), after),
            finds: (Property::NothingLeaks, Some("accountLeft")),
        },
        Case {
            name: "the account is made before the finalizer",
            stage: "life",
            habits: json!({}),
            budget: json!({ "crash": 1 }),
            bug: |_, before, after| planned(before, |task| first(task, "createAccount"), after),
            finds: (Property::NothingLeaks, Some("accountLeft")),
        },
        Case {
            name: "a key is given back before its pass has ended",
            stage: "spec",
            habits: json!({ "workers": 2 }),
            budget: json!({}),
            bug: |play, _, after| {
                if let (Move::Begin { .. }, Some(key)) = (play, after.passes.last().map(|pass| pass.task.key.clone())) {
                    after.queue.done(&key);
                }
            },
            finds: (Property::OneRunPerKey, None),
        },
        Case {
            name: "a child that is no longer wanted is left",
            stage: "unwanted",
            habits: json!({}),
            budget: json!({}),
            bug: |_, before, after| planned(before, |task| task.todo.retain(|act| !matches!(act, Act::DeleteChild(_))), after),
            finds: (Property::ReadyIsTrue, None),
        },
    ]
}

/// What is found, looking at everything.
fn look<S: System>(system: &S) -> Option<Wrong> {
    let mut search = Search::new(system);
    while !search.is_done() {
        if let Some(found) = search.step(system) {
            return Some(found.wrong);
        }
        assert!(search.states() < 100_000, "it is small");
    }
    let round = cycles::rounds(&search, system)?;
    Some(round.wrong.unwrap_or(Wrong { property: round.property, fault: None, place: String::new(), controller: None }))
}

#[test]
fn each_bug_is_found_and_nothing_where_there_is_none() {
    let cases = cases();
    assert!(cases.len() >= 10);
    for Case { name, stage, habits, budget, bug, finds } in cases {
        let worlds = stages::worlds(stage, &habits, &budget);
        assert_eq!(look(&worlds), None, "{name}: without the bug");
        let wrong = look(&Planted { worlds, bug }).unwrap_or_else(|| panic!("{name}: not found"));
        assert_eq!((wrong.property, wrong.fault), finds, "{name}: {}", wrong.place);
    }
}
