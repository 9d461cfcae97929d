//! What is said of every order, played. As `www/src/kit/every-order.ts` has it.

use std::collections::BTreeMap;

use reconcile_playground::check::options::Options;
use reconcile_playground::check::{Check, Verdict};
use reconcile_playground::scenario::{Error, read};
use serde::Deserialize;
use serde_json::{Value, json};

use super::found::Found;
use super::scenario::ScenarioFile;
use super::story::with_habits;

/// Nobody is to wait for more than this in a lesson.
const MOST_STATES: usize = 30_000;

/// How many faults there may be, and what others may do.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    scenario: Value,
    habits: Option<Value>,
    budget: Option<Value>,
    #[serde(default)]
    others: Vec<Value>,
    ways: Vec<Way>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Way {
    id: String,
    set: Option<Value>,
    #[serde(default)]
    others: Vec<Value>,
    verdict: String,
    property: Option<String>,
}

/// Of a scenario: each of `shows` fails by a property, the cures that are named hold, and the others fail.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneCheck {
    budget: Option<Value>,
    #[serde(default)]
    others: Vec<Value>,
    pub fails: String,
    pub holds: Vec<String>,
}

/// Of whatever somebody has built in a task; `wanted`: it is done only when it holds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Demand {
    pub scenario: Option<Value>,
    budget: Option<Value>,
    #[serde(default)]
    others: Vec<Value>,
    #[serde(default, rename = "demand")]
    pub wanted: bool,
}

/// What came of it: its name, and the property of one that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub verdict: &'static str,
    property: Option<String>,
    states: usize,
}

impl Outcome {
    pub fn is(&self, verdict: &str, property: Option<&str>) -> bool {
        self.verdict == verdict && (verdict != "fails" || self.property.as_deref() == property)
    }

    /// In a few words.
    pub fn said(&self) -> String {
        match self.verdict {
            "notFinished" => format!("\"notFinished\" after {} states", self.states),
            verdict => said(verdict, self.property.as_deref()),
        }
    }
}

fn said(verdict: &str, property: Option<&str>) -> String {
    property.map_or(format!("\"{verdict}\""), |property| format!("\"{verdict}\" by {property}"))
}

/// Looks into every order; of the same question it does so once.
#[derive(Default)]
pub struct Prover(BTreeMap<String, Outcome>);

impl Prover {
    pub fn demand(&mut self, check: &Demand, scenario: &Value, way: &str) -> Result<Outcome, Box<Found>> {
        self.prove(scenario, check.budget.as_ref(), &check.others, &|_| "/check".to_string(), way)
    }

    pub fn scene(&mut self, check: &SceneCheck, scenario: &Value, way: &str) -> Result<Outcome, Box<Found>> {
        self.prove(scenario, check.budget.as_ref(), &check.others, &|path| path.replacen("/options", "/check", 1), way)
    }

    fn prove(
        &mut self,
        scenario: &Value,
        budget: Option<&Value>,
        others: &[Value],
        place: &dyn Fn(&str) -> String,
        way: &str,
    ) -> Result<Outcome, Box<Found>> {
        let mut options = json!({ "others": others, "limits": { "states": MOST_STATES } });
        if let Some(budget) = budget {
            options["budget"] = budget.clone();
        }
        let key = format!("{scenario}{options}");
        if let Some(known) = self.0.get(&key) {
            return Ok(known.clone());
        }
        let outcome = proved(scenario.clone(), &options)
            .map_err(|error| Box::new(Found::new(&place(&error.path), format!("is refused: {}", error.message)).in_way(way)))?;
        self.0.insert(key, outcome.clone());
        Ok(outcome)
    }
}

/// What a scenario delivers before its position 0 may not be on its way with other habits: in a check it comes at any time.
fn proved(mut scenario: Value, options: &Value) -> Result<Outcome, Error> {
    let mut check = loop {
        let options = Options::read(options.clone()).map_err(|error| error.below("/options"))?;
        let error = match read(scenario.clone()).map_err(|error: Error| error.below("/scenario")).and_then(|one| Check::new(one, options)) {
            Ok(check) => break check,
            Err(error) => error,
        };
        let at = error.path.strip_prefix("/scenario/prelude/").and_then(|rest| rest.split('/').next()?.parse::<usize>().ok());
        match (at, scenario["prelude"].as_array_mut()) {
            (Some(at), Some(prelude)) if prelude.get(at).is_some_and(|step| step.get("deliver").is_some()) => drop(prelude.remove(at)),
            _ => return Err(error),
        }
    };
    while !check.run(MOST_STATES).done {}
    let verdict = check.verdict().unwrap_or_else(|| unreachable!("it is done"));
    let property = match &verdict {
        Verdict::Fails(_, story) => Some(story.property.name().to_string()),
        Verdict::Holds(_) | Verdict::NotFinished(..) => None,
    };
    Ok(Outcome { verdict: verdict.name(), property, states: verdict.report().states })
}

/// Where the engine says something else of a lesson's ways than they promise.
pub fn check(ending: &Ending, scenes: &[ScenarioFile]) -> Result<Vec<Found>, Box<Found>> {
    let file = match ending.scenario.as_str() {
        Some(id) => match scenes.iter().find(|one| one.id == id) {
            Some(file) => Some(file),
            None => return Err(Box::new(Found::new("/check/scenario", format!("there is no scenario {id:?}")))),
        },
        None => None,
    };
    let mut found = Vec::new();
    for (at, way) in ending.ways.iter().enumerate() {
        let sets = [file.and_then(ScenarioFile::shown), ending.habits.as_ref(), way.set.as_ref()].map(|set| set.unwrap_or(&Value::Null));
        let scenario = with_habits(file.map_or(&ending.scenario, |file| &file.scenario), &sets);
        let others = [ending.others.as_slice(), &way.others].concat();
        let path = format!("/check/ways/{at}");
        let name = format!("in the way {}", way.id);
        let outcome = Prover::default().prove(&scenario, ending.budget.as_ref(), &others, &|_| path.clone(), &name)?;
        if !outcome.is(&way.verdict, way.property.as_deref()) {
            let promised = said(&way.verdict, way.property.as_deref());
            found.push(Found::new(&path, format!("is promised to be {promised}, and the engine says {}", outcome.said())));
        }
    }
    if ending.ways.first().is_none_or(|way| way.verdict != "fails") {
        found.push(Found::new("/check/ways/0", "is to be one that fails"));
    }
    if !ending.ways.iter().any(|way| way.verdict == "holds") {
        found.push(Found::new("/check/ways", "none of them holds"));
    }
    Ok(found)
}
