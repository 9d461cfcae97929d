//! A lesson, played: of each idea what its questions, values and ways come to. As `www/src/kit/lesson.ts` has it; the words
//! beside a lesson are checked by the package's checker.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::every_order::{self, Ending};
use super::found::Found;
use super::measure::{Measure, measured, seen};
use super::scenario::ScenarioFile;
use super::story::{begin, play, trace, view, with_habits};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // every field that a file may have, not only those that are played
pub struct Lesson {
    #[serde(rename = "$schema")]
    schema: Option<String>,
    version: u64,
    pub id: String,
    ideas: Vec<Idea>,
    check: Option<Ending>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Idea {
    id: String,
    rows: Option<Vec<String>>,
    scenario: Value,
    habits: Option<Value>,
    opening: Option<Vec<Value>>,
    questions: Vec<Question>,
    moves: Option<Vec<Value>>,
    #[serde(default)]
    beside: Vec<Variant>,
    #[serde(default)]
    figures: Vec<Figure>,
    #[serde(default)]
    values: BTreeMap<String, Measure>,
    panels: Option<Vec<String>>,
    code: Option<Vec<Value>>,
    reports: Option<Vec<String>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    id: String,
    of: Measure,
    options: Option<Vec<Value>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Figure {
    id: String,
    of: Measure,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Variant {
    id: String,
    set: Option<Value>,
    moves: Option<Vec<Value>>,
}

/// What is wrong, and what each idea comes to: `{ answers, values, table }`.
pub fn check(lesson: &Lesson, scenes: &[ScenarioFile]) -> (Vec<Found>, Value) {
    let (mut found, mut outcomes) = (Vec::new(), json!({}));
    if !(1..=3).contains(&lesson.ideas.len()) {
        found.push(Found::new("/ideas", format!("{} of them, and 1 to 3 are meant", lesson.ideas.len())));
    }
    for (at, idea) in lesson.ideas.iter().enumerate() {
        match played(idea, &format!("/ideas/{at}"), scenes) {
            Ok(outcome) => {
                found.extend(wrong_options(idea, &format!("/ideas/{at}"), &outcome["answers"]));
                outcomes[&idea.id] = outcome;
            }
            Err(stopped) => found.push(*stopped),
        }
    }
    match lesson.check.as_ref().map(|ending| every_order::check(ending, scenes)) {
        Some(Ok(more)) => found.extend(more),
        Some(Err(stopped)) => found.push(*stopped),
        None => {}
    }
    (found, outcomes)
}

fn wrong_options(idea: &Idea, path: &str, answers: &Value) -> Vec<Found> {
    let mut found = Vec::new();
    for (at, question) in idea.questions.iter().enumerate() {
        let yes_or_no = vec![json!(true), json!(false)];
        let options = question.options.as_ref().unwrap_or(&yes_or_no);
        let answer = &answers[&question.id];
        if !options.contains(answer) {
            let what = format!("the engine says {answer}, and the options are {}", json!(options));
            found.push(Found::new(&format!("{path}/questions/{at}"), what));
        }
    }
    found
}

fn played(idea: &Idea, path: &str, scenes: &[ScenarioFile]) -> Result<Value, Box<Found>> {
    let (shown, figures) = way(idea, path, scenes, None)?;
    let mut table = json!({ "shown": figures });
    for (at, variant) in idea.beside.iter().enumerate() {
        table[&variant.id] = way(idea, path, scenes, Some((&format!("{path}/beside/{at}"), variant)))?.1;
    }
    Ok(json!({ "answers": shown["answers"], "values": shown["values"], "table": table }))
}

/// One way in which it goes: the answers and values, and its column of the table.
fn way(idea: &Idea, path: &str, scenes: &[ScenarioFile], variant: Option<(&str, &Variant)>) -> Result<(Value, Value), Box<Found>> {
    let name = variant.map_or(String::new(), |(_, variant)| format!("in the way {}", variant.id));
    let file = match idea.scenario.as_str() {
        Some(id) => Some(
            scenes
                .iter()
                .find(|one| one.id == id)
                .ok_or_else(|| Box::new(Found::new(&format!("{path}/scenario"), format!("there is no scenario {id:?}"))))?,
        ),
        None => None,
    };
    let none = Value::Null;
    let sets = [file.and_then(ScenarioFile::shown), idea.habits.as_ref(), variant.and_then(|(_, one)| one.set.as_ref())]
        .map(|set| set.unwrap_or(&none));
    let own = |part: &str| format!("{path}/{part}");
    let theirs = |part: &str| format!("{path}/scenario: {}.json: /{part}", file.map_or("", |file| file.id.as_str()));
    let (opening, opening_at) = match (&idea.opening, file) {
        (Some(steps), _) => (steps.as_slice(), own("opening")),
        (None, file) => (file.map_or(&[][..], |file| &file.opening), theirs("opening")),
    };
    let (moves, moves_at) = match (variant, &idea.moves, file) {
        (Some((at, Variant { moves: Some(steps), .. })), ..) => (steps.as_slice(), format!("{at}/moves")),
        (_, Some(steps), _) => (steps.as_slice(), own("moves")),
        (_, None, file) => (file.map_or(&[][..], |file| &file.moves), theirs("moves")),
    };
    let scenario = file.map_or(&idea.scenario, |file| &file.scenario);
    let mut run = begin(&with_habits(scenario, &sets), &own("scenario"), &name)?;
    play(&mut run, opening, &opening_at, &name, |_, _| {})?;
    let before = seen(view(&run), None, &[]);
    let start = run.position();
    let settled = play(&mut run, moves, &moves_at, &name, |_, _| {})?;
    let after = seen(view(&run), settled, &trace(&run, start));
    let answers: Value = idea.questions.iter().map(|one| (one.id.clone(), measured(&one.of, &before, &after))).collect();
    let values: Value = idea.values.iter().map(|(id, of)| (id.clone(), measured(of, &before, &after))).collect();
    let figures = idea.figures.iter().map(|one| (one.id.clone(), measured(&one.of, &before, &after))).collect();
    Ok((json!({ "answers": answers, "values": values }), figures))
}
