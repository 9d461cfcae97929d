#![allow(clippy::all, clippy::pedantic, clippy::disallowed_methods)]
use reconcile_playground::check::options::Options;
use reconcile_playground::check::{Check, Verdict};
use reconcile_playground::scenario::{Scenario, read};
use serde_json::{Value, json};
use std::time::Instant;
// probe stages.json STAGE|all BUDGET|all HABITS_JSON [v] [limit]
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let all: Value = serde_json::from_str(&std::fs::read_to_string(&args[1]).unwrap()).unwrap();
    let set: Value = serde_json::from_str(&args[4]).unwrap();
    let limit: u64 = args.get(6).map_or(300_000, |l| l.parse().unwrap());
    for (name, stage) in all["stages"].as_object().unwrap() {
        if args[2] != "all" && !args[2].split(',').any(|n| n == name) {
            continue;
        }
        for (budget, b) in all["budgets"].as_object().unwrap() {
            if args[3] != "all" && args[3] != *budget {
                continue;
            }
            let mut scenario = stage["scenario"].clone();
            scenario["version"] = json!(1);
            let objects: Vec<Value> =
                scenario["objects"].as_array().unwrap().iter().map(|o| all["objects"][o.as_str().unwrap()].clone()).collect();
            scenario["objects"] = json!(objects);
            let mut habits = stage["habits"].as_object().cloned().unwrap_or_default();
            for (k, v) in set.as_object().unwrap() {
                habits.insert(k.clone(), v.clone());
            }
            scenario["controllers"] = json!([{ "name": "appconfig-controller", "habits": habits }]);
            let others: Vec<Value> =
                stage["others"].as_array().unwrap().iter().map(|o| all["moves"][o.as_str().unwrap()].clone()).collect();
            let options = Options::read(json!({ "budget": b, "others": others, "limits": { "states": limit } })).unwrap();
            let begin = Instant::now();
            let scenario: Scenario = read(scenario).unwrap();
            let mut check = match Check::new(scenario, options) {
                Ok(c) => c,
                Err(e) => {
                    println!("{name} {budget} ERROR {e} {}", e.path);
                    continue;
                }
            };
            while !check.run(50_000).done {}
            let verdict = check.verdict().unwrap();
            let r = verdict.report();
            print!(
                "{name:15} {budget:13} {:12} {:7} states {:5.2} s quiet {}",
                verdict.name(),
                r.states,
                begin.elapsed().as_secs_f64(),
                r.quiet
            );
            if let Verdict::Fails(_, s) = &verdict {
                print!(
                    "  {} {} {} at {} len {} faults {} others {} decisive {} cycle {:?}",
                    s.property.name(),
                    s.how.name(),
                    s.fault.unwrap_or("-"),
                    s.place,
                    s.session.moves.len(),
                    s.faults,
                    s.others,
                    s.decisive,
                    s.cycle
                );
                if args.get(5).is_some_and(|a| a == "v") {
                    println!();
                    for (i, m) in s.session.moves.iter().enumerate() {
                        println!("{:3} {}", i + 1, serde_json::to_string(m).unwrap());
                    }
                }
            }
            println!();
        }
    }
}
