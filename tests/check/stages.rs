//! The stages on which habits are judged, as they stand in `stages.json`.
#![allow(dead_code)] // each test uses its part

use reconcile_playground::check::model::{Worlds, staged};
use reconcile_playground::check::options::Options;
use reconcile_playground::scenario::{Scenario, read};
use serde_json::{Map, Value, json};

/// The whole file.
pub fn all() -> Value {
    serde_json::from_str(include_str!("stages.json")).expect("JSON")
}

/// A stage with habits and a budget: the scenario, and the options of a check.
pub fn of(stage: &str, habits: &Value, budget: &Value) -> (Scenario, Options) {
    let all = all();
    let told = &all["stages"][stage];
    let named = |names: &Value, of: &str| -> Vec<Value> {
        names.as_array().expect("a list").iter().map(|name| all[of][name.as_str().expect("a name")].clone()).collect()
    };
    let mut scenario = told["scenario"].clone();
    scenario["version"] = json!(1);
    scenario["objects"] = json!(named(&told["scenario"]["objects"], "objects"));
    let mut set: Map<String, Value> = told["habits"].as_object().cloned().unwrap_or_default();
    set.extend(habits.as_object().expect("habits").clone());
    scenario["controllers"] = json!([{ "name": "appconfig-controller", "habits": set }]);
    let options = json!({ "budget": budget, "others": named(&told["others"], "moves") });
    (read(scenario).expect("a scenario"), Options::read(options).expect("options"))
}

/// Its worlds.
pub fn worlds(stage: &str, habits: &Value, budget: &Value) -> Worlds {
    let (scenario, options) = of(stage, habits, budget);
    let (_, world) = staged(scenario, options.budget).expect("a world");
    Worlds::new(world, &options).expect("moves of others")
}
