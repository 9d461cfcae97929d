//! Random runs from a seed: the same natively and in a browser.
#![allow(dead_code)] // each test uses its part

use std::fmt::Write;

use reconcile_playground::habits::{HabitFault, Habits};
use reconcile_playground::object::{Digest, canonical_text};
use reconcile_playground::scenario::{Code, Move, Scenario, read};
use reconcile_playground::world::history::Run;
use reconcile_playground::world::invariants::expected_of;
use serde_json::{Value, json};

/// How many seeds are tried: the environment's `SEEDS`, where there is one.
pub fn seeds(default: u64) -> u64 {
    std::env::var("SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// splitmix64: small, and the same everywhere.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5DEE_CE66_D1CE_4E5B)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap()
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

const HABITS: [(&str, &[&str]); 12] = [
    ("predicate", &["generation", "none", "resourceVersion", "generationOrMetadata", "swapped"]),
    ("compare", &["fields", "always", "whole", "hash"]),
    ("ensure", &["createOrUpdate", "createOrUpdate", "createOrUpdate", "createOnly"]),
    ("statusWhen", &["changed", "always"]),
    ("statusContent", &["stable", "time", "timeNano", "counter", "lastError", "unordered"]),
    ("statusVia", &["status", "status", "status", "main"]),
    ("statusBase", &["cached", "fresh", "firstRead"]),
    ("onMissing", &["requeueAfter", "error", "requeue", "terminal", "done", "both", "panic", "timeout"]),
    ("finalizer", &["beforeOutside", "afterOutside", "none"]),
    ("cleanup", &["idempotent", "failsOnMissing", "needsRequired"]),
    ("queue", &["priority", "classic"]),
    ("queue", &["priority", "classic"]),
];

fn some_habits(dice: &mut Dice) -> Value {
    let mut set = json!({});
    for _ in 0..dice.below(4) {
        let (habit, values) = dice.pick(&HABITS);
        set[*habit] = (*dice.pick(values)).into();
    }
    if dice.chance(20) {
        set["periodic"] = (1000 * (1 + dice.below(30))).into();
    }
    if dice.chance(20) {
        set["missingDelay"] = (dice.below(20_000)).into();
    }
    set
}

/// A scenario drawn from the dice.
pub fn some_scenario(dice: &mut Dice, seed: u64) -> Scenario {
    let delivery = [json!("prompt"), json!("prompt"), json!("held"), json!({ "delay": 7 })];
    let scenario = json!({
        "version": 1, "seed": seed, "latency": { "request": dice.below(4) }, "delivery": dice.pick(&delivery),
        "budget": { "crash": 3, "cutWatch": 3, "fail": 3, "hold": 3 },
        "controllers": [{ "name": "appconfig-controller", "habits": some_habits(dice) }],
    });
    read(scenario).unwrap()
}

fn app(dice: &mut Dice) -> Value {
    let name = *dice.pick(&["web", "web", "api"]);
    let mut spec = json!({});
    if dice.chance(85) {
        spec["data"] = json!({ "color": dice.pick(&["blue", "red", "green"]), "level": dice.pick(&["info", "debug"]) });
    }
    if dice.chance(30) {
        spec["requires"] = "web-credentials".into();
    }
    if dice.chance(50) {
        spec["account"] = (*dice.pick(&["web-db", "other-db"])).into();
    }
    let mut object = json!({ "apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": { "name": name }, "spec": spec });
    if dice.chance(30) {
        object["metadata"]["labels"] = json!({ "tier": dice.pick(&["front", "back"]) });
    }
    if dice.chance(70) {
        object["metadata"]["finalizers"] = json!(["lab.example.com/account"]);
    }
    object
}

/// Something that a person might do.
pub fn some_person(dice: &mut Dice) -> Value {
    let kinds = ["AppConfig", "ConfigMap", "Secret"];
    match dice.below(16) {
        0..=4 => json!({ "edit": { "object": app(dice) } }),
        5 => {
            json!({ "edit": { "object": { "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": dice.pick(&["web-config", "api-config", "free"]) },
            "data": { "color": dice.pick(&["blue", "black"]) } } } })
        }
        6 => {
            json!({ "edit": { "object": { "apiVersion": "v1", "kind": "Secret", "metadata": { "name": "web-credentials" }, "stringData": { "user": "web" } } } })
        }
        7 => json!({ "remove": { "kind": "AppConfig", "name": dice.pick(&["web", "api"]) } }),
        8 => json!({ "remove": { "kind": "ConfigMap", "name": dice.pick(&["web-config", "api-config"]) } }),
        9 => json!({ "remove": { "kind": "Secret", "name": "web-credentials" } }),
        10 => json!({ "request": { "method": "PATCH", "path": "/apis/lab.example.com/v1/namespaces/default/appconfigs/web",
            "contentType": "application/merge-patch+json", "body": { "metadata": { "finalizers": null } } } }),
        11 => json!({ "outside": { "op": dice.pick(&["remove", "create", "break", "heal"]), "name": dice.pick(&["web-db", "other-db"]) } }),
        12 => json!({ "habits": { "set": some_habits(dice) } }),
        13 => json!({ "resync": { "kind": dice.pick(&kinds) } }),
        14 => json!({ "release": { "kind": dice.pick(&kinds) } }),
        _ => json!({ "deliver": { "kind": dice.pick(&kinds) } }),
    }
}

/// A run of `length` moves drawn from a seed. A move that cannot be played is drawn anew.
pub fn some_run(seed: u64, length: usize) -> Run {
    let mut dice = Dice::new(seed);
    let scenario = some_scenario(&mut dice, seed);
    let mut run = Run::new(scenario).expect("a fine scenario");
    while run.len() < length {
        let play: Move = match dice.below(100) {
            0..=69 => {
                let moves = run.world().moves();
                if moves.is_empty() {
                    continue;
                }
                // Mostly what would happen anyway, so that passes get somewhere.
                if dice.chance(70) { moves[0].clone() } else { dice.pick(&moves).clone() }
            }
            70..=74 => {
                let faults = run.world().faults();
                if faults.is_empty() {
                    continue;
                }
                dice.pick(&faults).clone()
            }
            _ => read(some_person(&mut dice)).unwrap(),
        };
        let _ = run.play(&play);
    }
    run
}

/// A habit with values of it.
pub type Values = (&'static str, Vec<Value>);

/// Every habit with all its values that this engine has built, found by asking for them: of those with numbers or texts some.
pub fn built_habits() -> Vec<Values> {
    let others = [
        json!(true),
        json!(false),
        json!(1),
        json!(2),
        json!(5),
        json!(700),
        json!(20_000),
        Value::Null,
        json!("app.kubernetes.io/managed-by=appconfig-controller"),
        json!("tier in (front)"),
    ];
    let mut table = Vec::new();
    for habit in Habits::NAMES {
        // The refusal of a value that no habit has says which ones there are.
        let Err(HabitFault::UnknownValue { allowed, .. }) = Habits::default().set(habit, &json!([])) else { panic!("{habit}") };
        let names: Vec<Value> = allowed.split('"').skip(1).step_by(2).map(Value::from).collect();
        let mut values = if names.is_empty() { others.to_vec() } else { names };
        values.retain(|value| Habits::default().set(habit, value).is_ok());
        table.push((*habit, values));
    }
    table
}

/// Those of them that nothing is known to break.
pub fn safe_habits() -> Vec<Values> {
    let mut table = built_habits();
    for (habit, values) in &mut table {
        values.retain(|value| expected_of(habit, &value.as_str().map_or_else(|| value.to_string(), str::to_string)).is_empty());
    }
    table
}

/// Some habits out of a table, mostly a few; what means nothing together is drawn anew.
fn habits_of(table: &[Values], dice: &mut Dice) -> Value {
    loop {
        let mut set = json!({});
        let most = if dice.chance(20) { 20 } else { 5 };
        for _ in 0..dice.below(most) {
            let (habit, values) = dice.pick(table);
            set[*habit] = dice.pick(values).clone();
        }
        if Habits::default().with(set.as_object().unwrap()).is_ok() {
            return set;
        }
    }
}

const CONTROLLERS: [&str; 2] = ["appconfig-controller", "second"];
const KINDS: [&str; 3] = ["AppConfig", "ConfigMap", "Secret"];
const WORKERS: [&str; 3] = ["garbage-collector", "namespaces", "customResources"];

/// A run with whatever there is: all moves, all habits, one controller or two.
pub struct Wild {
    pub run: Run,
    dice: Dice,
    table: Vec<Values>,
    /// Nothing is done that no controller could stand: nobody takes its finalizer off, no server is an old one, no process
    /// stops and goes on.
    careful: bool,
}

impl Wild {
    pub fn new(seed: u64, careful: bool, table: Vec<Values>) -> Wild {
        let mut dice = Dice::new(seed ^ 0x711d_0000);
        let delivery = [json!("prompt"), json!("prompt"), json!("held"), json!({ "delay": 7 })];
        let mut scenario = json!({
            "version": 1, "seed": seed, "latency": { "request": dice.below(4) }, "delivery": dice.pick(&delivery),
            "budget": { "crash": 3, "cutWatch": 3, "fail": 3, "hold": 3, "stall": 3 },
            "controllers": [{ "name": CONTROLLERS[0], "habits": habits_of(&table, &mut dice) }],
        });
        if dice.chance(30) {
            let second = json!({ "name": CONTROLLERS[1], "habits": habits_of(&table, &mut dice) });
            scenario["controllers"].as_array_mut().unwrap().push(second);
            if dice.chance(40) {
                scenario["controllers"][1]["wants"] = json!({ "color": "pink", "size": "s" });
            } else {
                for at in 0..2 {
                    scenario["controllers"][at]["lease"] = "playground".into();
                }
            }
        }
        if dice.chance(10) && !careful {
            scenario["cluster"] = json!({ "quirks": { "noopBumps": true } });
            scenario["outside"] = json!([{ "name": "other-db", "madeBy": "default/web" }]);
        }
        loop {
            match Run::new(read(scenario.clone()).unwrap()) {
                Ok(run) => return Wild { run, dice, table, careful },
                Err(error) if error.code == Code::NotYet => {
                    // What is not built is left out.
                    let (parent, field) = error.path.rsplit_once('/').unwrap();
                    scenario.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(field).unwrap();
                }
                Err(error) => panic!("{error} at {}", error.path),
            }
        }
    }

    /// Whether several processes reconcile the same objects.
    pub fn is_shared(&self) -> bool {
        self.run.world().controllers.len() > 1
    }

    /// Plays one more move. One that cannot be played is drawn anew.
    pub fn step(&mut self) {
        let before = self.run.position();
        while self.run.position() == before {
            let play = match self.dice.below(100) {
                0..=64 => {
                    let moves = self.run.world().moves();
                    if moves.is_empty() {
                        continue;
                    }
                    // Mostly what would happen anyway, so that passes get somewhere.
                    if self.dice.chance(70) { moves[0].clone() } else { self.dice.pick(&moves).clone() }
                }
                65..=69 => {
                    let faults = self.run.world().faults();
                    if faults.is_empty() {
                        continue;
                    }
                    self.dice.pick(&faults).clone()
                }
                70..=84 => read(self.person()).unwrap(),
                _ => read(self.named()).unwrap(),
            };
            if !(self.careful && matches!(play, Move::Stall { .. } | Move::Start { at: Some(_), .. })) {
                let _ = self.run.play(&play);
            }
        }
    }

    fn person(&mut self) -> Value {
        let dice = &mut self.dice;
        if self.careful {
            let mut object = app(dice);
            let world = self.run.world();
            let there = |kind: &str, name: &str| {
                let kind = world.cluster.kind(kind, None)?;
                let mut there = world.cluster.find(kind, Some("default"), name)?.to_value();
                there["metadata"].as_object_mut()?.remove("resourceVersion");
                Some(there)
            };
            // As `kubectl edit` does it: all else stays.
            let name = *dice.pick(&["web-config", "api-config"]);
            if let Some(mut child) = there("ConfigMap", name).filter(|_| dice.chance(20)) {
                child["data"] = json!({ "color": dice.pick(&["blue", "black"]), "level": "info" });
                return json!({ "edit": { "object": child } });
            }
            if let Some(mut edited) = there("AppConfig", object["metadata"]["name"].as_str().unwrap()) {
                edited["metadata"]["labels"] = object["metadata"]["labels"].take();
                edited["spec"] = object["spec"].take();
                object = edited;
            }
            let other = some_person(dice);
            let strips = other.get("request").is_some() || other["edit"]["object"]["kind"] == "AppConfig";
            return match strips || other.get("habits").is_some() {
                true if dice.chance(80) => json!({ "edit": { "object": object } }),
                true => json!({ "habits": { "controller": CONTROLLERS[0], "set": habits_of(&self.table, dice) } }),
                false => other,
            };
        }
        match dice.below(40) {
            0 => json!({ "habits": { "controller": dice.pick(&CONTROLLERS), "set": habits_of(&self.table, dice) } }),
            1 => json!({ "remove": { "kind": "Namespace", "name": "default" } }),
            2 => json!({ "remove": { "kind": "CustomResourceDefinition", "name": "appconfigs.lab.example.com" } }),
            3 => json!({ "remove": { "kind": dice.pick(&KINDS), "name": dice.pick(&["web", "web-config"]),
                "policy": dice.pick(&["Foreground", "Orphan", "Background"]) } }),
            4 => json!({ "request": { "method": "PATCH", "path": "/api/v1/namespaces/default/configmaps/web-config",
                "contentType": "application/apply-patch+yaml", "query": { "fieldManager": "person", "force": "true" },
                "body": { "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "web-config" }, "data": { "color": "white", "own": "x" } } } }),
            5 => json!({ "request": { "method": "PATCH", "path": "/apis/lab.example.com/v1/namespaces/default/appconfigs/web",
                "contentType": "application/merge-patch+json", "body": { "metadata": { "finalizers": dice.pick(&[json!(["a/b", "lab.example.com/account"]), json!(["a/b"])]) } } } }),
            6 => json!({ "request": { "method": "DELETE", "path": "/api/v1/namespaces/default/configmaps" } }),
            _ => some_person(dice),
        }
    }

    /// Any move there is, by name, with or without its arguments.
    fn named(&mut self) -> Value {
        let dice = &mut self.dice;
        let mut of = json!({});
        if dice.chance(70) {
            of["controller"] = (*dice.pick(&CONTROLLERS)).into();
        }
        let mut of_kind = of.clone();
        if dice.chance(70) {
            of_kind["kind"] = (*dice.pick(&KINDS)).into();
        }
        let named = json!({ "controller": dice.pick(&CONTROLLERS) });
        match dice.below(20) {
            0 => json!({ "begin": of }),
            1 => json!({ "answer": of }),
            2 => json!({ "report": of }),
            3 => json!({ "elect": named }),
            4 => json!({ "collect": {} }),
            5 => json!({ "collect": { "worker": dice.pick(&WORKERS) } }),
            6 => json!({ "advance": { "by": *dice.pick(&[0, 1, 5, 300, 5_000, 20_000]) } }),
            7 => json!({ "resync": of_kind }),
            8 => json!({ "hold": of_kind }),
            9 | 10 => json!({ "release": of_kind }),
            11 => {
                let mut cut = of_kind;
                cut["expired"] = dice.chance(40).into();
                json!({ "cutWatch": cut })
            }
            12 => json!({ "compact": {} }),
            13 => {
                json!({ "crash": { "controller": dice.pick(&["appconfig-controller", "second", "garbage-collector", "namespaces", "customResources"]) } })
            }
            14 => {
                json!({ "start": { "controller": dice.pick(&["appconfig-controller", "second", "garbage-collector", "namespaces", "customResources"]) } })
            }
            15 => {
                let mut start = of;
                start["at"] = dice.below(40).to_string().into();
                json!({ "start": start })
            }
            16 => json!({ "stall": named }),
            17 => json!({ "resume": named }),
            18 => {
                let mut fail = of;
                fail["method"] = (*dice.pick(&["GET", "POST", "PUT", "PATCH", "DELETE"])).into();
                fail["kind"] = (*dice.pick(&["AppConfig", "AppConfig", "ConfigMap", "Lease"])).into();
                fail["reason"] = (*dice.pick(&["Conflict", "InternalError", "Timeout", "NotFound", "AlreadyExists", "Forbidden"])).into();
                if self.careful && fail["reason"] == "NotFound" {
                    // Who is told that an object is gone has nothing left to do, also where that is a lie.
                    fail["reason"] = "Timeout".into();
                }
                fail["applied"] = dice.chance(50).into();
                if dice.chance(40) {
                    fail["subresource"] = "status".into();
                }
                json!({ "fail": fail })
            }
            _ => {
                let mut deliver = of_kind;
                deliver["count"] = (1 + dice.below(3)).into();
                json!({ "deliver": deliver })
            }
        }
    }
}

/// Moves of one wild run.
const LENGTH: usize = 200;
/// Runs that are compared at once.
pub const CHUNK: u64 = 100;

/// Where so many wild runs lead: the digest, the fingerprint and the invariants of each.
pub fn wild_runs(seeds: std::ops::Range<u64>) -> String {
    let mut text = String::new();
    let table = built_habits();
    for seed in seeds {
        let mut wild = Wild::new(seed, false, table.clone());
        for _ in 0..LENGTH {
            wild.step();
        }
        let run = &wild.run;
        let (fingerprint, invariants) = (run.world().fingerprint(), canonical_text(&run.invariants()));
        writeln!(text, "{seed} {} {fingerprint:032x} {invariants}", run.digest()).unwrap();
    }
    Digest::of(&text).to_string()
}
