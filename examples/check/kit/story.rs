//! Plays the steps of a file: moves, and what stands for several of them. As `www/src/story.ts` has it.

use reconcile_playground::scenario::{Error, Move, Scenario, read};
use reconcile_playground::world::history::Run;
use reconcile_playground::world::view::Wish;
use serde::Deserialize;
use serde_json::Value;

use super::claims::Claim;
use super::found::Found;

/// So many default moves are made at most until something is so.
const PATIENCE: usize = 300;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    limit: Option<u64>,
    until: Option<u64>,
}

/// Begins a scenario that lies at a path of the file.
pub fn begin(scenario: &Value, path: &str, way: &str) -> Result<Run, Box<Found>> {
    read(scenario.clone()).and_then(|scenario: Scenario| Run::new(scenario)).map_err(|error| refused(&error, path, "is refused", way))
}

/// Plays steps that lie at a path of the file; `after` is told of each. What the last one settled, if it did.
pub fn play(
    run: &mut Run,
    steps: &[Value],
    path: &str,
    way: &str,
    mut after: impl FnMut(&Run, Option<&Value>),
) -> Result<Option<Value>, Box<Found>> {
    let mut settled = None;
    for (at, step) in steps.iter().enumerate() {
        settled = one(run, step).map_err(|error| {
            let mut found = refused(&error, &format!("{path}/{at}"), "cannot be played", way);
            found.step = Some(step.clone());
            found
        })?;
        after(run, settled.as_ref());
    }
    Ok(settled)
}

fn one(run: &mut Run, step: &Value) -> Result<Option<Value>, Error> {
    let (name, value) = match step.as_object().map(|step| step.iter().collect::<Vec<_>>()).as_deref() {
        Some([(name, value)]) => (name.as_str(), *value),
        _ => return Err(Error::invalid("", "a step is an object with one key")),
    };
    match name {
        "settle" => {
            let Limits { limit, until } = shaped(value, "/settle")?;
            return Ok(Some(run.settle(limit, until)?.to_value()));
        }
        "finishPass" => drop(run.finish_pass()),
        "until" => until(run, &shaped(value, "/until")?)?,
        // What another way of writing never comes to is left out.
        "try" => drop(made(run, value)),
        _ => made(run, step)?,
    }
    Ok(None)
}

fn shaped<T: for<'de> Deserialize<'de>>(value: &Value, path: &str) -> Result<T, Error> {
    T::deserialize(value).map_err(|error| Error::invalid(path, error.to_string()))
}

fn made(run: &mut Run, step: &Value) -> Result<(), Error> {
    let step: Move = read(step.clone())?;
    run.play(&step).map(drop)
}

fn until(run: &mut Run, claim: &Claim) -> Result<(), Error> {
    for _ in 0..PATIENCE {
        if claim.holds(&view(run)) {
            break;
        }
        let Some(next) = run.world().moves().into_iter().next() else { break };
        run.play(&next)?;
    }
    Ok(())
}

pub fn view(run: &Run) -> Value {
    run.view(Wish::default())
}

/// The trace since a position.
pub fn trace(run: &Run, from: usize) -> Vec<Value> {
    run.trace(from, run.len()).expect("these positions are there")
}

/// The same scenario, written differently from its start.
pub fn with_habits(scenario: &Value, sets: &[&Value]) -> Value {
    let mut scenario = scenario.clone();
    for controller in scenario["controllers"].as_array_mut().into_iter().flatten() {
        for (name, value) in sets.iter().filter_map(|set| set.as_object()).flatten() {
            controller["habits"][name.as_str()] = value.clone();
        }
    }
    scenario
}

fn refused(error: &Error, path: &str, so: &str, way: &str) -> Box<Found> {
    Box::new(Found { way: way.to_string(), ..Found::new(&format!("{path}{}", error.path), format!("{so}: {}", error.message)) })
}
