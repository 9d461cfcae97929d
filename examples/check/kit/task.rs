//! A task of the lab, played: its start is not done, nor is it by letting it run; its solution does it, its wrong ways fail
//! just what they say. As `www/src/kit/task.ts` has it.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::claims::Claim;
use super::every_order::{Demand, Outcome, Prover};
use super::found::Found;
use super::measure::{Measure, measured, seen};
use super::scenario::ScenarioFile;
use super::story::{begin, play, trace, view, with_habits};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // every field that a file may have, not only those that are played
pub struct Task {
    #[serde(rename = "$schema")]
    schema: Option<String>,
    version: u64,
    pub id: String,
    place: u64,
    rows: Option<Vec<String>>,
    scenario: Value,
    habits: Option<Value>,
    opening: Option<Vec<Value>>,
    #[serde(default)]
    report: bool,
    goals: Vec<Goal>,
    #[serde(default)]
    asks: Vec<Ask>,
    check: Option<Demand>,
    solution: Vec<Value>,
    #[serde(default)]
    says: Map<String, Value>,
    wrong: Vec<Wrong>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Goal {
    id: String,
    all: Vec<Claim>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ask {
    id: String,
    of: Measure,
    options: Option<Vec<Value>>,
    #[serde(default)]
    typed: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wrong {
    id: String,
    steps: Vec<Value>,
    says: Option<Map<String, Value>>,
    sign: Option<Vec<Claim>>,
    fails: Vec<String>,
}

/// What does not hold, and the wrong way that it is known by.
struct Verdict {
    failed: Vec<String>,
    wrong: Option<String>,
    /// What came of every order.
    proof: Option<Outcome>,
}

/// What a demanded check is called beside the goals.
const CHECK: &str = "check";

pub fn check(task: &Task, scenes: &[ScenarioFile]) -> Vec<Found> {
    let file = task.scenario.as_str().map(|id| scenes.iter().find(|one| one.id == id).ok_or(id));
    let file = match file {
        Some(Err(id)) => return vec![Found::new("/scenario", format!("there is no scenario {id:?}"))],
        Some(Ok(file)) => Some(file),
        None => None,
    };
    let smaller = match task.check.as_ref().and_then(|check| check.scenario.as_ref()) {
        Some(Value::String(id)) => match scenes.iter().find(|one| one.id == *id) {
            Some(file) => Some(&file.scenario),
            None => return vec![Found::new("/check/scenario", format!("there is no scenario {id:?}"))],
        },
        other => other,
    };
    let mut found = Vec::new();
    let mut prover = Prover::default();
    let mut attempt = |steps: &[Value], says: &Map<String, Value>, path: &str, way: &str| match tried(
        task,
        (file, smaller),
        &mut prover,
        steps,
        says,
        path,
        way,
    ) {
        Ok(verdict) => Some(verdict),
        Err(stopped) => {
            found.push(*stopped);
            None
        }
    };
    let start = attempt(&[], &task.says, "", "at its start");
    let run = attempt(&[json!({ "settle": {} })], &task.says, "", "letting it run");
    let solved = attempt(&task.solution, &task.says, "/solution", "the solution");
    let wrong: Vec<_> = (task.wrong.iter().enumerate())
        .map(|(at, one)| {
            attempt(
                &one.steps,
                one.says.as_ref().unwrap_or(&task.says),
                &format!("/wrong/{at}/steps"),
                &format!("the wrong way {}", one.id),
            )
        })
        .collect();
    for (verdict, way) in [(start, "at its start"), (run, "letting it run")] {
        if verdict.is_some_and(|verdict| verdict.failed.is_empty()) {
            found.push(Found::new("/goals", "all of them hold").in_way(way));
        }
    }
    for id in solved.iter().flat_map(|verdict| &verdict.failed) {
        found.push(Found::new(&place(task, id), "does not hold at its end").in_way("the solution"));
    }
    if let Some(proof) = solved.as_ref().and_then(|verdict| verdict.proof.as_ref()).filter(|proof| proof.verdict == "notFinished") {
        found.push(Found::new("/check", format!("is {}", proof.said())).in_way("the solution"));
    }
    for (at, (one, verdict)) in task.wrong.iter().zip(wrong).enumerate() {
        let Some(verdict) = verdict else { continue };
        let sorted = |ids: &[String]| {
            let mut ids = ids.to_vec();
            ids.sort();
            ids
        };
        if sorted(&verdict.failed) != sorted(&one.fails) {
            let what = format!("says {}, and what fails is {}", one.fails.join(", "), verdict.failed.join(", "));
            found.push(Found::new(&format!("/wrong/{at}/fails"), what));
        }
        if one.sign.is_some() && verdict.wrong.as_ref() != Some(&one.id) {
            found.push(Found::new(&format!("/wrong/{at}/sign"), format!("it is not known by it, but as {:?}", verdict.wrong)));
        }
    }
    for goal in task.goals.iter().filter(|goal| !task.wrong.iter().any(|wrong| wrong.fails.contains(&goal.id))) {
        found.push(Found::new(&place(task, &goal.id), "no wrong way fails it"));
    }
    let demanded = task.check.as_ref().is_some_and(|check| check.wanted);
    if demanded && !task.wrong.iter().any(|wrong| wrong.fails.iter().any(|id| id == CHECK)) {
        found.push(Found::new("/check", "no wrong way fails it"));
    }
    found
}

fn place(task: &Task, id: &str) -> String {
    if id == CHECK && task.check.as_ref().is_some_and(|check| check.wanted) {
        return "/check".to_string();
    }
    match task.goals.iter().position(|goal| goal.id == id) {
        Some(at) => format!("/goals/{at}"),
        None => format!("/asks/{}", task.asks.iter().position(|ask| ask.id == id).unwrap_or_default()),
    }
}

/// What holds when the steps were played from its start.
fn tried(
    task: &Task,
    (file, smaller): (Option<&ScenarioFile>, Option<&Value>),
    prover: &mut Prover,
    steps: &[Value],
    says: &Map<String, Value>,
    path: &str,
    way: &str,
) -> Result<Verdict, Box<Found>> {
    let none = Value::Null;
    let scenario = with_habits(file.map_or(&task.scenario, |file| &file.scenario), &[task.habits.as_ref().unwrap_or(&none)]);
    let mut run = begin(&scenario, "/scenario", way)?;
    let opening = task.opening.as_deref().or(file.map(|file| file.opening.as_slice())).unwrap_or_default();
    play(&mut run, opening, "/opening", way, |_, _| {})?;
    let start = run.position();
    play(&mut run, steps, path, way, |_, _| {})?;
    let now = seen(view(&run), None, &trace(&run, start));
    let goals = task.goals.iter().filter(|goal| !goal.all.iter().all(|claim| claim.holds(&now))).map(|goal| goal.id.clone());
    let asks = task.asks.iter().filter(|ask| !is_right(ask, &now, says.get(&ask.id))).map(|ask| ask.id.clone());
    let mut failed: Vec<_> = goals.chain(asks).collect();
    let mut proof = None;
    if let Some(check) = task.check.as_ref().filter(|check| check.wanted || path == "/solution") {
        let mut written = smaller.unwrap_or(&scenario).clone();
        for controller in written["controllers"].as_array_mut().into_iter().flatten() {
            let habits = &now["controllers"][controller["name"].as_str().unwrap_or_default()]["habits"];
            if habits.is_object() {
                controller["habits"] = habits.clone();
            }
        }
        let outcome = prover.demand(check, &written, way)?;
        if check.wanted && outcome.verdict != "holds" {
            failed.push(CHECK.to_string());
        }
        proof = Some(outcome);
    }
    let known = task.wrong.iter().find(|one| one.sign.as_ref().is_some_and(|sign| sign.iter().all(|claim| claim.holds(&now))));
    let wrong = if failed.is_empty() { None } else { known.map(|one| one.id.clone()) };
    Ok(Verdict { failed, wrong, proof })
}

fn is_right(ask: &Ask, now: &Value, said: Option<&Value>) -> bool {
    let Some(said) = said else { return false };
    let answer = measured(&ask.of, now, now);
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    if ask.typed {
        return !answer.is_null() && text(&answer) == text(said);
    }
    let yes_or_no = vec![json!(true), json!(false)];
    ask.options.as_ref().unwrap_or(&yes_or_no).contains(&answer) && answer == *said
}
