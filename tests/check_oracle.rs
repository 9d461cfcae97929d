//! The same worlds, looked into by `stateright`, and its graph judged by another algorithm: so many states, and the same
//! verdict.
//!
//! What a step breaks, and who is stuck, are properties that stateright checks in every state. It has none for what goes
//! round for ever; so the graph is noted while it explores, and petgraph and a few lines here decide, after the definition in
//! `src/check/cycles.rs`.
#![cfg(not(target_arch = "wasm32"))]

#[path = "common/checks.rs"]
mod checks;
mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};

use checks::{Case, Outcome, cases, outcome};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use reconcile_playground::check::model::{Point, Worlds};
use reconcile_playground::check::search::{CLOCK, Choice, Search, Sort, System};
use reconcile_playground::check::story::How;
use stateright::{Checker, Model, Property};

/// A world, known by its essence.
#[derive(Clone, Debug)]
struct Place {
    point: Point,
    key: u64,
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

/// What happens by itself, from one world to another.
#[derive(Clone, Copy)]
struct Edge {
    from: u64,
    to: u64,
    sort: Sort,
    wrote: bool,
}

/// What is noted while stateright explores.
#[derive(Default)]
struct Notes {
    edges: Vec<Edge>,
    /// All rests there but the clock, and something is wrong.
    wrong: BTreeSet<u64>,
}

struct Oracle {
    worlds: Worlds,
    notes: Arc<Mutex<Notes>>,
}

const BROKEN: &str = "no step breaks anything";
const STUCK: &str = "who rests for good is right";

impl Oracle {
    fn of(worlds: Worlds) -> Oracle {
        Oracle { worlds, notes: Arc::default() }
    }

    fn place(&self, point: Point) -> Place {
        Place { key: self.worlds.key(&point), point }
    }

    fn breaks(&self, place: &Place) -> bool {
        let breaks = |mut choice| {
            let mut point = place.point.clone();
            self.worlds.play(&mut point, &mut choice).is_some_and(|effect| effect.broken.is_some())
        };
        self.worlds.choices(&place.point).into_iter().any(breaks)
    }

    /// Nobody will ever act again, and something is wrong.
    fn is_stuck(&self, place: &Place) -> bool {
        let choices = self.worlds.choices(&place.point);
        let acts = |choice: &Choice| matches!(choice.sort, Sort::Own(actor) if actor != CLOCK);
        if choices.iter().any(acts) || self.worlds.wrong(&place.point).is_none() {
            return false;
        }
        self.notes.lock().unwrap().wrong.insert(place.key);
        !choices.iter().any(|choice| choice.sort == Sort::Own(CLOCK))
    }
}

impl Model for Oracle {
    type State = Place;
    type Action = Choice;

    fn init_states(&self) -> Vec<Place> {
        vec![self.place(self.worlds.begin())]
    }

    fn actions(&self, place: &Place, actions: &mut Vec<Choice>) {
        actions.extend(self.worlds.choices(&place.point));
    }

    fn next_state(&self, place: &Place, mut choice: Choice) -> Option<Place> {
        let mut point = place.point.clone();
        let effect = self.worlds.play(&mut point, &mut choice)?;
        let next = self.place(point);
        if matches!(choice.sort, Sort::Own(_) | Sort::Tick) {
            let edge = Edge { from: place.key, to: next.key, sort: choice.sort, wrote: effect.wrote };
            self.notes.lock().unwrap().edges.push(edge);
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Oracle>> {
        vec![
            Property::always(BROKEN, |oracle, place| !oracle.breaks(place)),
            Property::always(STUCK, |oracle, place| !oracle.is_stuck(place)),
            // It stops once every property has failed: this one never does.
            Property::always("it goes on", |_, _| true),
        ]
    }
}

/// Whether there is a part in which it can go round for ever although nobody is starved.
///
/// Who can act in every world of a part must have acted in it again and again, else it is left. The clock is one of these if
/// a timer runs; that time passes without one nobody can demand. Round and round is bad where something is written, or where
/// something is wrong while all rest.
fn goes_round(notes: &Notes) -> bool {
    let mut graph: DiGraphMap<u64, ()> = DiGraphMap::new();
    let mut steps: BTreeMap<u64, Vec<&Edge>> = BTreeMap::new();
    for edge in &notes.edges {
        graph.add_edge(edge.from, edge.to, ());
        steps.entry(edge.from).or_default().push(edge);
    }
    let steps_of = |place: &u64| steps.get(place).map_or(&[][..], Vec::as_slice);
    tarjan_scc(&graph).iter().any(|part| {
        let members: BTreeSet<u64> = part.iter().copied().collect();
        let within = || members.iter().flat_map(steps_of).filter(|edge| members.contains(&edge.to));
        let actors = |edges: &mut dyn Iterator<Item = &&Edge>| -> BTreeSet<u8> {
            edges.filter_map(|edge| if let Sort::Own(actor) = edge.sort { Some(actor) } else { None }).collect()
        };
        let able = members.iter().map(|place| actors(&mut steps_of(place).iter()));
        let always = able.reduce(|left, right| &left & &right).unwrap_or_default();
        let bad = within().any(|edge| edge.wrote) || members.iter().any(|place| notes.wrong.contains(place));
        within().next().is_some() && bad && always.is_subset(&actors(&mut within()))
    })
}

/// How it can fail, after stateright; so many states; so many moves.
fn asked(case: &Case) -> (Vec<How>, usize, usize) {
    let oracle = Oracle::of(case.worlds(false));
    let notes = oracle.notes.clone();
    let mut checker = oracle.checker();
    if let Some(depth) = case.depth() {
        // It counts the start as the first step.
        checker = checker.target_max_depth(depth + 1);
    }
    let checker = checker.spawn_bfs().join();
    // The start is one that it counts, and that nobody came to.
    let (states, moves) = (checker.unique_state_count(), checker.state_count() - 1);
    let mut ways = Vec::new();
    if checker.discovery(BROKEN).is_some() {
        ways.push(How::Broken);
    }
    if checker.discovery(STUCK).is_some() {
        ways.push(How::Deadlock);
    }
    if goes_round(&notes.lock().unwrap()) {
        ways.push(How::Livelock);
    }
    (ways, states, moves)
}

/// All states and moves, also behind what fails.
fn searched(case: &Case) -> (usize, usize) {
    let worlds = case.worlds(false);
    let mut search = Search::new(&worlds);
    while !search.is_done() && case.depth().is_none_or(|depth| search.level() < depth) {
        search.step(&worlds);
    }
    (search.states(), usize::try_from(search.transitions()).unwrap())
}

#[test]
fn stateright_finds_as_many_states_and_the_same_verdict() {
    for case in cases() {
        let (ways, states, moves) = asked(&case);
        assert_eq!(searched(&case), (states, moves), "{}", case.name);
        let verdict = case.verdict(false);
        match outcome(&verdict) {
            Outcome::Holds => {
                assert!(ways.is_empty(), "{}: {ways:?}", case.name);
                assert_eq!(verdict.report().states, states, "{}", case.name);
            }
            Outcome::Fails(how) => assert!(ways.contains(&how), "{}: {how:?} of {ways:?}", case.name),
        }
        assert_eq!(outcome(&verdict), case.outcome, "{}", case.name);
    }
}

/// Which of the worlds that are the same in essence is looked into first makes no difference.
#[test]
fn depth_first_there_are_as_many() {
    for case in cases().into_iter().filter(|case| case.depth().is_none()) {
        let checker = Oracle::of(case.worlds(false)).checker().spawn_dfs().join();
        assert_eq!(checker.unique_state_count(), searched(&case).0, "{}", case.name);
    }
}
