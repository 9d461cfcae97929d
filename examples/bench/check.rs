//! The check: unique states a second, beside `stateright` on the same worlds and one thread; and what a million states take.

use std::hash::{Hash, Hasher};
use std::time::Instant;

use reconcile_playground::check::Check;
use reconcile_playground::check::model::{Point, Worlds, staged};
use reconcile_playground::check::options::Options;
use reconcile_playground::check::search::{Choice, Search, System};
use reconcile_playground::scenario::{Scenario, read};
use serde_json::{Value, json};
use stateright::{Checker, Model, Property};

/// So often each of the two, in turns: others may want the processor too.
const ROUNDS: usize = 3;
const MILLION: usize = 1_000_000;

pub fn figures() {
    lesson();
    speed();
    million();
}

fn patch(path: &str, body: &Value) -> Value {
    json!({ "request": { "method": "PATCH", "path": path, "contentType": "application/merge-patch+json", "body": body } })
}

/// Somebody changes the spec.
fn respec() -> Value {
    patch("/apis/lab.example.com/v1/namespaces/default/appconfigs/web", &json!({ "spec": { "data": { "color": "red", "level": null } } }))
}

/// Somebody changes the child.
fn drift() -> Value {
    patch("/api/v1/namespaces/default/configmaps/web-config", &json!({ "data": { "color": "green" } }))
}

fn scenario(spec: &Value) -> Scenario {
    let app = json!({ "apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": { "name": "web", "namespace": "default" }, "spec": spec });
    read(json!({ "version": 1, "objects": [app] })).expect("a scenario")
}

fn plain() -> Value {
    json!({ "data": { "color": "blue", "level": "info" } })
}

fn lesson() {
    let options = json!({ "budget": { "crash": 1, "fail": 1 }, "others": [respec()] });
    let mut check = Check::new(scenario(&plain()), Options::read(options).expect("options")).expect("a check");
    let begin = Instant::now();
    while !check.run(10_000).done {}
    let took = begin.elapsed().as_secs_f64();
    let states = check.progress().states;
    println!("a check of a lesson's size, native: {states} states in {took:.2} s, {:.0} /s", states as f64 / took);
}

fn worlds() -> Worlds {
    let options = json!({ "budget": { "crash": 1, "cutWatch": 1 }, "others": [respec()] });
    let options = Options::read(options).expect("options");
    let (_, world) = staged(scenario(&plain()), options.budget).expect("a scenario that can be checked");
    Worlds::new(world, &options).expect("options of this scenario")
}

/// The processor's time that this process has had, in seconds.
fn spent() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let behind_the_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = behind_the_name.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

fn speed() {
    let (mut ours, mut theirs, mut states) = (f64::MAX, f64::MAX, 0);
    for _ in 0..ROUNDS {
        let begin = spent();
        let found = theirs_of(worlds());
        theirs = theirs.min(spent() - begin);
        let begin = spent();
        states = ours_of(&worlds());
        ours = ours.min(spent() - begin);
        assert_eq!(states, found, "both find as many");
    }
    let rate = |took: f64| states as f64 / took;
    println!("unique states a second of processor time, one thread, {states} states, the best of {ROUNDS} rounds:");
    println!("  the check {:.0}, stateright {:.0}: {:.2} times as many (aim 1)", rate(ours), rate(theirs), theirs / ours);
}

fn ours_of(worlds: &Worlds) -> usize {
    let mut search = Search::new(worlds);
    while !search.is_done() {
        search.step(worlds);
    }
    search.states()
}

fn theirs_of(worlds: Worlds) -> usize {
    Theirs(worlds).checker().spawn_bfs().join().unique_state_count()
}

/// The same worlds for stateright, with as little to do as can be: it looks at no state, and keeps no edges.
struct Theirs(Worlds);

#[derive(Clone)]
struct Place(Point, u64);

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.1 == other.1
    }
}

impl Hash for Place {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.1.hash(state);
    }
}

impl Model for Theirs {
    type State = Place;
    type Action = Choice;

    fn init_states(&self) -> Vec<Place> {
        let point = self.0.begin();
        vec![Place(point.clone(), self.0.key(&point))]
    }

    fn actions(&self, place: &Place, actions: &mut Vec<Choice>) {
        actions.append(&mut self.0.choices(&place.0));
    }

    fn next_state(&self, place: &Place, mut choice: Choice) -> Option<Place> {
        let mut point = place.0.clone();
        self.0.play(&mut point, &mut choice)?;
        let key = self.0.key(&point);
        Some(Place(point, key))
    }

    fn properties(&self) -> Vec<Property<Theirs>> {
        // Without any it would not begin.
        vec![Property::always("it goes on", |_, _| true)]
    }
}

/// The most memory that this process has had, in MB.
fn most() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) / 1024
}

fn million() {
    let mut spec = plain();
    spec["account"] = "web-db".into();
    let budget = json!({ "crash": 1, "cutWatch": 1, "fail": 1 });
    let options = json!({ "budget": budget, "others": [respec(), drift()], "limits": { "states": MILLION } });
    let mut check = Check::new(scenario(&spec), Options::read(options).expect("options")).expect("a check");
    // What was the most before is forgotten.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
    let begin = spent();
    while !check.run(100_000).done {}
    let (took, progress) = (spent() - begin, check.progress());
    println!(
        "{} states, {} moves, depth {}: {took:.0} s of processor time, at most {} MB (aim 512), reckoned {} MB in the end",
        progress.states,
        progress.transitions,
        progress.depth,
        most(),
        progress.bytes / 1_000_000
    );
}
