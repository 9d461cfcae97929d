//! A scenario's file, played: as it stands with each of `shows`, with each cure from its start, and with each cure that is
//! rolled out at its end. As `www/src/kit/scenario.ts` has it.

use serde::Deserialize;
use serde_json::{Value, json};

use super::claims::{Claim, Op, given, value_at};
use super::every_order::{Prover, SceneCheck};
use super::found::Found;
use super::measure::seen;
use super::report::ReportFile;
use super::story::{begin, play, trace, view, with_habits};

/// So long a roll-out at the end is given, in ms of virtual time.
const HEALING: u64 = 20_000;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // every field that a file may have, not only those that are played
pub struct ScenarioFile {
    #[serde(rename = "$schema")]
    schema: Option<String>,
    version: u64,
    pub id: String,
    rows: Option<Vec<String>>,
    shows: Option<Vec<Value>>,
    list: Option<bool>,
    pub scenario: Value,
    #[serde(default)]
    pub opening: Vec<Value>,
    pub moves: Vec<Value>,
    cures: Option<Vec<Cure>>,
    expectations: Vec<Expectation>,
    check: Option<SceneCheck>,
    /// It stands on its own, with neither a row nor a habit that is wrong.
    #[serde(skip)]
    reported: bool,
}

impl ScenarioFile {
    /// A report's file, played as a scenario's is; its cures are known by their places.
    pub fn of_report(file: ReportFile) -> ScenarioFile {
        let cures = file.cures.into_iter().enumerate().map(|(at, one)| Cure {
            id: format!("cure {}", at + 1),
            set: one.set.unwrap_or_else(|| json!({})),
            anew: one.anew,
            elsewhere: Elsewhere { scenario: one.scenario, moves: one.moves },
        });
        ScenarioFile {
            schema: None,
            version: file.version,
            id: file.id,
            rows: None,
            shows: file.shows,
            list: None,
            scenario: file.scenario,
            opening: file.opening,
            moves: file.moves,
            cures: Some(cures.collect()),
            expectations: file.expectations,
            check: None,
            reported: true,
        }
    }

    /// The same with what of a cure lies outside of the controller.
    fn remedied(&self, cure: &Cure) -> ScenarioFile {
        let mut file = self.clone();
        if let Some(patch) = &cure.elsewhere.scenario {
            merge(&mut file.scenario, patch);
        }
        if let Some(moves) = &cure.elsewhere.moves {
            file.moves.clone_from(moves);
        }
        file
    }

    /// What goes wrong first.
    pub fn shown(&self) -> Option<&Value> {
        self.shows.as_ref()?.first()
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cure {
    id: String,
    set: Value,
    #[serde(default)]
    anew: bool,
    /// Of a report's cure what lies outside of the controller.
    #[serde(skip)]
    elsewhere: Elsewhere,
}

impl Cure {
    fn only_anew(&self) -> bool {
        self.anew || self.elsewhere.scenario.is_some() || self.elsewhere.moves.is_some()
    }
}

/// A merge patch over the scenario, and what is played in place of the file's moves.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Elsewhere {
    pub scenario: Option<Value>,
    pub moves: Option<Vec<Value>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    after: usize,
    path: String,
    op: Op,
    #[serde(default, deserialize_with = "given")]
    value: Option<Value>,
    when: Option<When>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
enum When {
    Ill,
    Cured,
    Healed,
}

impl Expectation {
    fn claim(&self) -> Claim {
        Claim { path: self.path.clone(), op: self.op, value: self.value.clone() }
    }
}

/// RFC 7386.
fn merge(value: &mut Value, patch: &Value) {
    let Some(patch) = patch.as_object() else {
        *value = patch.clone();
        return;
    };
    if !value.is_object() {
        *value = json!({});
    }
    for (name, one) in patch {
        if one.is_null() {
            value.as_object_mut().expect("it is one by now").remove(name);
        } else {
            merge(&mut value[name.as_str()], one);
        }
    }
}

pub fn check(file: &ScenarioFile) -> Vec<Found> {
    let mut found = itself(file);
    if !found.is_empty() {
        return found;
    }
    let as_it_is = [json!({})];
    for shown in file.shows.as_deref().unwrap_or(&as_it_is) {
        let name = if file.shows.is_some() { format!("with {shown}") } else { "as it is".to_string() };
        let shown = check_shown(file, shown, &name, &mut found).and_then(|()| every_order(file, shown, &name, &mut found));
        if let Err(stopped) = shown {
            found.push(*stopped);
        }
    }
    found
}

fn check_shown(file: &ScenarioFile, shown: &Value, name: &str, found: &mut Vec<Found>) -> Result<(), Box<Found>> {
    found.extend(expected(file, name, &look(file, &[shown], name, None, PATHS)?, |when| when.is_none_or(|when| when == When::Ill)));
    for (at, cure) in file.cures.iter().flatten().enumerate() {
        let way = format!("{name}, cured from its start by {}", cure.id);
        let other = file.remedied(cure);
        let own = (format!("/cures/{at}/scenario"), format!("/cures/{at}/moves"));
        let scenario = if cure.elsewhere.scenario.is_some() { own.0.as_str() } else { PATHS.0 };
        let moves = if cure.elsewhere.moves.is_some() { own.1.as_str() } else { PATHS.1 };
        let cured = look(&other, &[shown, &cure.set], &way, None, (scenario, moves))?;
        found.extend(expected(&other, &way, &cured, |when| when.is_none_or(|when| when == When::Cured)));
        if !file.expectations.iter().any(|one| one.when == Some(When::Ill) && !one.claim().holds(&cured[one.after])) {
            found.push(Found::new(&format!("/cures/{at}"), format!("with {} all is as it is without", cure.id)).in_way(name));
        }
        if !cure.only_anew() {
            let way = format!("{name}, then {} rolled out", cure.id);
            let healed = look(file, &[shown], &way, Some((at, &cure.set)), PATHS)?;
            found.extend(expected(file, &way, &healed, |when| when == Some(When::Healed)));
        }
    }
    Ok(())
}

/// What comes of every order, ill and with each cure.
fn every_order(file: &ScenarioFile, shown: &Value, name: &str, found: &mut Vec<Found>) -> Result<(), Box<Found>> {
    let Some(check) = &file.check else { return Ok(()) };
    let mut prover = Prover::default();
    let ill = prover.scene(check, &with_habits(&file.scenario, &[shown]), name)?;
    if !ill.is("fails", Some(&check.fails)) {
        found.push(Found::new("/check/fails", format!("is {:?}, and the engine says {}", check.fails, ill.said())).in_way(name));
    }
    for cure in file.cures.iter().flatten() {
        let way = format!("{name}, cured from its start by {}", cure.id);
        let cured = prover.scene(check, &with_habits(&file.scenario, &[shown, &cure.set]), &way)?;
        let wanted = if check.holds.contains(&cure.id) { "holds" } else { "fails" };
        if cured.verdict != wanted {
            found.push(Found::new("/check/holds", format!("says that it {wanted}, and the engine says {}", cured.said())).in_way(&way));
        }
    }
    Ok(())
}

/// What can be said without playing it.
fn itself(file: &ScenarioFile) -> Vec<Found> {
    let mut found = Vec::new();
    let said = |way| file.expectations.iter().any(|one| one.when == Some(way));
    if file.scenario["name"] != file.id.as_str() {
        let what = format!("is {}, and should be the file's id, {:?}", file.scenario["name"], file.id);
        found.push(Found::new("/scenario/name", what));
    }
    if !file.reported && file.rows.is_none() && (file.shows.is_none() || file.cures.is_none()) {
        found.push(Found::new("", "rows is missing, or shows and cures are"));
    }
    if file.cures.is_some() && !(said(When::Ill) && said(When::Cured)) {
        found.push(Found::new("/expectations", "nothing tells the ill from the cured: there must be some with `when` ill, and with cured"));
    }
    if file.cures.iter().flatten().any(|cure| !cure.only_anew()) && !said(When::Healed) {
        found.push(Found::new("/expectations", "nothing says what a roll-out heals: there must be one with `when` healed"));
    }
    for (at, one) in file.expectations.iter().enumerate().filter(|(_, one)| one.after > file.moves.len()) {
        found.push(Found::new(&format!("/expectations/{at}/after"), format!("is {}, and there are {} moves", one.after, file.moves.len())));
    }
    let last = file.expectations.iter().filter(|one| one.when.is_none_or(|when| when == When::Cured)).map(|one| one.after).max();
    for (at, cure) in file.cures.iter().flatten().enumerate() {
        if let (Some(moves), Some(last)) = (&cure.elsewhere.moves, last)
            && moves.len() < last
        {
            let what = format!("are {}, and what is expected of the cured looks behind move {last}", moves.len());
            found.push(Found::new(&format!("/cures/{at}/moves"), what));
        }
    }
    found
}

/// Where the scenario and the moves stand in the file.
type Paths<'a> = (&'a str, &'a str);
const PATHS: Paths = ("/scenario", "/moves");

/// What is seen after the opening and after each move; at the end when a cure was rolled out.
fn look(file: &ScenarioFile, sets: &[&Value], way: &str, cure: Option<(usize, &Value)>, paths: Paths) -> Result<Vec<Value>, Box<Found>> {
    let traced = file.expectations.iter().any(|one| one.path.starts_with("/trace"));
    let mut run = begin(&with_habits(&file.scenario, sets), paths.0, way)?;
    play(&mut run, &file.opening, "/opening", way, |_, _| {})?;
    let start = run.position();
    let see = |run: &reconcile_playground::world::history::Run, settled: Option<Value>| {
        seen(view(run), settled, &if traced { trace(run, start) } else { Vec::new() })
    };
    let mut all = vec![see(&run, None)];
    play(&mut run, &file.moves, paths.1, way, |run, settled| all.push(see(run, settled.cloned())))?;
    if let Some((at, set)) = cure {
        let shown = view(&run);
        let controller = shown["controllers"].as_object().and_then(|all| all.keys().next());
        let step = json!({ "habits": { "controller": controller, "set": set } });
        play(&mut run, &[step], &format!("/cures/{at}/set"), way, |_, _| {})?;
        let until = shown_time(&run) + HEALING;
        let settled = play(&mut run, &[json!({ "settle": { "until": until } })], &format!("/cures/{at}/set"), way, |_, _| {})?;
        all[file.moves.len()] = see(&run, settled);
    }
    Ok(all)
}

fn shown_time(run: &reconcile_playground::world::history::Run) -> u64 {
    view(run)["time"].as_u64().unwrap_or_default()
}

fn expected(file: &ScenarioFile, way: &str, seen: &[Value], of: impl Fn(Option<When>) -> bool) -> Vec<Found> {
    let mut found = Vec::new();
    for (at, one) in file.expectations.iter().enumerate().filter(|(_, one)| of(one.when)) {
        let (claim, seen) = (one.claim(), &seen[one.after]);
        if !claim.holds(seen) {
            let there = value_at(seen, &one.path).map(std::borrow::Cow::into_owned);
            found.push(Found {
                after: Some(one.after),
                step: one.after.checked_sub(1).map(|before| file.moves[before].clone()),
                claim: Some((claim, there)),
                ..Found::new(&format!("/expectations/{at}"), "does not hold").in_way(way)
            });
        }
    }
    found
}
