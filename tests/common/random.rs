//! Random runs from a seed: the same natively and in a browser.
#![allow(dead_code)] // each test uses its part

use reconcile_playground::scenario::{Move, Scenario, read};
use reconcile_playground::world::history::Run;
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
