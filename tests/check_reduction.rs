//! What is left out of what comes to the same makes no difference: neither to the verdict nor to where it comes to rest.
#![cfg(not(target_arch = "wasm32"))]

#[path = "common/checks.rs"]
mod checks;
mod common;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use checks::{Case, cases, outcome};
use reconcile_playground::check::Verdict;
use reconcile_playground::check::model::{Point, Worlds};
use reconcile_playground::check::search::{CLOCK, Choice, Sort, System};
use reconcile_playground::check::wrong::Property;

/// Where all rests but the clock, with what is wrong there, and what single steps break.
#[derive(Debug, PartialEq)]
struct Ends {
    quiet: BTreeMap<u64, Option<(Property, Option<&'static str>)>>,
    broken: BTreeSet<(Property, Option<&'static str>)>,
}

/// A world at rest, whatever failure was asked for that no request ever met: without the reduction it may be asked for
/// although no such request comes.
fn at_rest(worlds: &Worlds, mut point: Point) -> u64 {
    point.world.faults.rules.clear();
    point.world.faults.spent.fail = 0;
    worlds.key(&point)
}

fn ends(worlds: &Worlds) -> (Ends, usize) {
    let begin = worlds.begin();
    let mut known = BTreeSet::from([worlds.key(&begin)]);
    let mut line = VecDeque::from([begin]);
    let mut ends = Ends { quiet: BTreeMap::new(), broken: BTreeSet::new() };
    while let Some(point) = line.pop_front() {
        let choices = worlds.choices(&point);
        let acts = |choice: &Choice| match choice.sort {
            Sort::Own(actor) => actor != CLOCK,
            Sort::Only(_) => true,
            Sort::Tick | Sort::Fault | Sort::Other(_) => false,
        };
        if !choices.iter().any(acts) {
            let wrong = worlds.wrong(&point).map(|wrong| (wrong.property, wrong.fault));
            ends.quiet.insert(at_rest(worlds, point.clone()), wrong);
        }
        for mut choice in choices {
            let mut next = point.clone();
            let Some(effect) = worlds.play(&mut next, &mut choice) else { continue };
            ends.broken.extend(effect.broken.map(|wrong| (wrong.property, wrong.fault)));
            if known.insert(worlds.key(&next)) {
                line.push_back(next);
            }
        }
    }
    (ends, known.len())
}

#[test]
fn the_verdict_is_the_same() {
    for case in cases() {
        let (less, all) = (case.verdict(true), case.verdict(false));
        assert_eq!(outcome(&less), case.outcome, "{}", case.name);
        assert_eq!(outcome(&all), case.outcome, "{}", case.name);
        let told = |verdict: &Verdict| {
            let story = verdict.story()?;
            Some((story.property, story.fault, story.faults, story.others))
        };
        assert_eq!(told(&less), told(&all), "{}", case.name);
    }
}

#[test]
fn so_is_where_it_comes_to_rest_and_what_breaks_on_the_way() {
    let has_an_end = |case: &Case| case.depth().is_none();
    for case in cases().into_iter().filter(has_an_end) {
        let (less, fewer) = ends(&case.worlds(true));
        let (all, states) = ends(&case.worlds(false));
        assert_eq!(less, all, "{}", case.name);
        assert!(!less.quiet.is_empty(), "{}", case.name);
        assert!(fewer < states, "{}: {fewer} of {states}", case.name);
    }
}
