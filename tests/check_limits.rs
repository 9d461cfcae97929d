//! What a check can be asked, where it stops, and that its stories are true and the shortest.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::needless_pass_by_value)] // literals are handed over

#[path = "common/checks.rs"]
mod checks;
mod common;

use std::collections::{BTreeSet, VecDeque};

use checks::{Case, Outcome, cases, finished, respec};
use common::web;
use reconcile_playground::check::model::{Worlds, staged};
use reconcile_playground::check::options::Options;
use reconcile_playground::check::search::{Choice, Sort, System};
use reconcile_playground::check::story::{How, Story};
use reconcile_playground::check::wrong::{self, Property};
use reconcile_playground::check::{Check, Verdict};
use reconcile_playground::scenario::{Code, Error, Move, Session, read};
use reconcile_playground::world::World;
use reconcile_playground::world::history::Run;
use serde_json::{Value, json};

fn refusal(options: Value) -> Error {
    Options::read(options.clone()).err().unwrap_or_else(|| panic!("{options} is refused"))
}

#[test]
fn what_is_not_of_its_shape_is_refused_with_its_place() {
    let refusals = [
        (json!([]), ""),
        (json!({ "depth": 3 }), "/depth"),
        (json!({ "budget": { "crash": "one" } }), "/budget/crash"),
        (json!({ "budget": { "crash": -1 } }), "/budget/crash"),
        (json!({ "budget": { "crashes": 1 } }), "/budget/crashes"),
        (json!({ "others": {} }), "/others"),
        (json!({ "others": [respec(), { "dance": {} }] }), "/others/1"),
        (json!({ "limits": { "states": 1.5 } }), "/limits/states"),
        (json!({ "limits": { "seconds": 1 } }), "/limits/seconds"),
        (json!({ "reduce": "no" }), "/reduce"),
    ];
    for (options, path) in refusals {
        assert_eq!(refusal(options.clone()).path, path, "{options}");
    }
}

#[test]
fn what_happens_by_itself_or_is_a_fault_is_no_move_of_others() {
    for play in [json!({ "deliver": {} }), json!({ "advance": { "by": 1 } }), json!({ "crash": {} }), json!({ "compact": {} })] {
        let name = play.as_object().unwrap().keys().next().unwrap().clone();
        let options = json!({ "others": [respec(), play] });
        if name == "compact" {
            Options::read(options).expect("it is others'");
            continue;
        }
        let error = refusal(options);
        assert_eq!((error.code, &*error.path), (Code::Invalid, "/others/1"));
        assert!(error.message.contains(&name), "{}", error.message);
    }
    let error = refusal(json!({ "others": vec![respec(); 17] }));
    assert_eq!((error.code, &*error.path), (Code::TooLarge, "/others"));
    assert!(error.message.contains("16"), "{}", error.message);
    Options::read(json!({ "others": vec![respec(); 16] })).expect("so many there may be");
}

#[test]
fn what_the_scenario_cannot_be_is_told_with_its_place() {
    let refused = |scenario: Value, options: Value| {
        let options = Options::read(options).expect("options of their shape");
        Check::new(read(scenario).expect("a scenario of its shape"), options).err().expect("it is refused")
    };
    let named = |name: &str| json!({ "name": name, "habits": {} });
    let four = json!({ "version": 1, "controllers": [named("a"), named("b"), named("c"), named("d")] });
    assert_eq!(refused(four, json!({})).path, "/scenario/controllers");
    let habits = json!({ "others": [{ "habits": { "set": { "queue": "stack" } } }] });
    let error = refused(json!({ "version": 1 }), habits);
    assert_eq!(error.path, "/options/others/0/habits/set/queue", "{}", error.message);
    let nameless = json!({ "version": 1, "objects": [{ "kind": "AppConfig" }] });
    assert!(refused(nameless, json!({})).path.starts_with("/scenario/objects/0"));
}

fn limited(limits: Value) -> Verdict {
    let options = json!({ "budget": { "crash": 1 }, "limits": limits });
    let scenario = read(json!({ "version": 1, "objects": [web()] })).unwrap();
    finished(Check::new(scenario, Options::read(options).unwrap()).unwrap())
}

#[test]
fn each_limit_ends_it_without_a_verdict_of_its_own() {
    let all = limited(json!({}));
    assert_eq!(all.name(), "holds");
    for (limit, most) in [("states", 100), ("depth", 9), ("ms", 0), ("bytes", 1000)] {
        let verdict = limited(json!({ limit: most }));
        assert_eq!(verdict.name(), "notFinished", "{limit}");
        let told = verdict.to_value();
        assert_eq!(told["limit"], limit);
        assert!(told["frontier"].as_u64() > Some(0), "{limit}: {told}");
        assert!(verdict.report().states < all.report().states, "{limit}");
        assert!(verdict.report().depth <= all.report().depth, "{limit}");
    }
    let depth = limited(json!({ "depth": 9 }));
    assert_eq!(depth.report().depth, 9);
    // What is just enough is enough.
    let (states, depth) = (all.report().states, all.report().depth);
    assert_eq!(limited(json!({ "states": states + 1, "depth": depth + 1 })).name(), "holds");
}

#[test]
fn the_time_that_is_spent_counts() {
    let case = &cases()[1];
    let mut options = case.options(true);
    options.limits.ms = 5;
    let mut check = Check::new(case.scenario(), options).unwrap();
    assert!(!check.run(10).done);
    check.spend(5);
    assert!(check.run(10).done);
    let verdict = check.verdict().unwrap();
    assert_eq!(verdict.to_value()["limit"], "ms");
    assert_eq!(verdict.report().ms, 5);
}

#[test]
fn it_comes_further_each_time_and_stops() {
    let case = &cases()[1];
    let mut check = Check::new(case.scenario(), case.options(true)).unwrap();
    let mut before = check.progress();
    assert_eq!((before.states, before.transitions, before.depth, before.frontier), (1, 0, 0, 1));
    assert!(check.verdict().is_none());
    loop {
        let now = check.run(50);
        assert!(now.depth >= before.depth && now.transitions >= before.transitions);
        if now.done {
            break;
        }
        // About so many more: a state that is looked into may lead to several, or to none that is new.
        assert!((1..100).contains(&(now.states - before.states)), "{before:?} {now:?}");
        assert!(now.frontier > 0 && now.bytes > 0);
        before = now;
    }
    let last = check.progress();
    assert_eq!((last.frontier, check.run(50)), (0, last));
    assert_eq!(check.verdict().unwrap().report().states, last.states);
    assert_eq!(last.to_value()["states"], last.states);
}

#[test]
fn the_same_check_ends_in_the_same_words_however_it_is_cut_up() {
    for case in cases() {
        let at_once = case.verdict(true).to_value().to_string();
        let mut check = Check::new(case.scenario(), case.options(true)).unwrap();
        while !check.run(7).done {}
        assert_eq!(check.verdict().unwrap().to_value().to_string(), at_once, "{}", case.name);
    }
}

/// Everything that fails, with its story.
fn stories() -> Vec<(Case, Story)> {
    let fails = |case: &Case| case.outcome != Outcome::Holds;
    let mut stories = Vec::new();
    for case in cases().into_iter().filter(fails) {
        let story = case.verdict(true).story().expect(case.name).clone();
        stories.push((case, story));
    }
    stories
}

/// Nobody acts before a timer fires.
fn rests(world: &World) -> bool {
    world.moves().iter().all(|play| matches!(play, Move::Advance { .. }))
}

#[test]
fn a_story_can_be_replayed_and_ends_as_the_verdict_says() {
    for (case, story) in stories() {
        let run = Run::replay(story.session.clone()).expect(case.name);
        let moves = &story.session.moves;
        assert_eq!(run.position(), moves.len());
        assert!(story.decisive <= moves.len(), "{}", case.name);
        let until = |end: usize| {
            let session = Session { moves: moves.get(..end).unwrap().to_vec(), ..story.session.clone() };
            Run::replay(session).expect(case.name)
        };
        until(story.decisive);
        match story.how {
            How::Broken => {
                assert_eq!(story.decisive, moves.len(), "{}", case.name);
                let before = until(moves.len() - 1);
                let from = before.world().cluster.log_all().len();
                let broken = wrong::step(run.world(), moves.last().unwrap(), from, moves.len() as u64).expect(case.name);
                assert_eq!((broken.property, broken.fault, broken.place), (story.property, story.fault, story.place));
            }
            How::Deadlock => {
                assert!(run.world().moves().is_empty(), "{}", case.name);
                let wrong = wrong::world(run.world()).expect(case.name);
                assert_eq!((wrong.property, wrong.fault, wrong.place), (story.property, story.fault, story.place));
            }
            How::Livelock => {
                let (from, to) = story.cycle.expect(case.name);
                assert!(from < to && to == moves.len() && story.decisive <= from, "{}", case.name);
                // Around once more it can go again.
                let mut session = story.session.clone();
                let lasts = run.world().now - until(from).world().now;
                session.moves.extend(moves.get(from..).unwrap().iter().map(|play| later(play, lasts)));
                let further = Run::replay(session).expect(case.name);
                let events = |run: &Run| run.world().cluster.log_all().len();
                if story.property == Property::NoLoop {
                    assert!(events(&until(from)) < events(&run) && events(&run) < events(&further), "{}", case.name);
                } else {
                    let looked = (from..=to).map(until).find(|run| rests(run.world())).expect(case.name);
                    let wrong = wrong::world(looked.world()).expect(case.name);
                    assert_eq!((wrong.property, wrong.fault, wrong.place), (story.property, story.fault, story.place));
                }
            }
        }
        assert_eq!(story.cycle.is_some(), story.how == How::Livelock);
    }
}

/// The same move a round later.
fn later(play: &Move, lasts: u64) -> Move {
    match play {
        Move::Advance { to: Some(to), .. } => Move::Advance { to: Some(to + lasts), by: None },
        play => play.clone(),
    }
}

/// How many moves the shortest way has after which something is broken, or nobody acts any more and something is wrong.
fn shortest(worlds: &Worlds) -> Option<usize> {
    let begin = worlds.begin();
    let mut known = BTreeSet::from([worlds.key(&begin)]);
    let mut line = VecDeque::from([(begin, 0)]);
    while let Some((point, moves)) = line.pop_front() {
        let choices = worlds.choices(&point);
        if !choices.iter().any(|choice: &Choice| matches!(choice.sort, Sort::Own(_) | Sort::Only(_))) && worlds.wrong(&point).is_some() {
            return Some(moves);
        }
        for mut choice in choices {
            let mut next = point.clone();
            let Some(effect) = worlds.play(&mut next, &mut choice) else { continue };
            if effect.broken.is_some() {
                return Some(moves + 1);
            }
            if known.insert(worlds.key(&next)) {
                line.push_back((next, moves + 1));
            }
        }
    }
    None
}

#[test]
fn no_shorter_story_exists() {
    let mut seen = 0;
    for (case, story) in stories().into_iter().filter(|(_, story)| story.how != How::Livelock) {
        assert_eq!(shortest(&case.worlds(true)), Some(story.session.moves.len()), "{}", case.name);
        seen += 1;
    }
    assert!(seen >= 4);
}

#[test]
fn what_is_checked_is_the_scenario_without_latency() {
    let case = &cases()[0];
    let (scenario, world) = staged(case.scenario(), case.options(true).budget).unwrap();
    assert_eq!(world.config.latency, 0);
    assert_eq!(Run::new(scenario).unwrap().digest(), Run::new(case.scenario()).unwrap().digest());
}
