//! A report's file: it is played as a scenario's is, and says in words what people saw, and why. As `www/src/kit/report.ts`
//! has it.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::found::Found;
use super::scenario::{Expectation, ScenarioFile, check as check_scenario};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)] // every field that a file may have, not only those that are played
pub struct ReportFile {
    #[serde(rename = "$schema")]
    schema: Option<String>,
    pub version: u64,
    pub id: String,
    pub report: String,
    #[serde(default)]
    pub also: Vec<String>,
    pub words: BTreeMap<Language, Words>,
    pub shows: Option<Vec<Value>>,
    pub scenario: Value,
    #[serde(default)]
    pub opening: Vec<Value>,
    pub moves: Vec<Value>,
    pub at: usize,
    pub cures: Vec<Remedy>,
    #[serde(default)]
    notes: BTreeMap<Language, Vec<String>>,
    pub expectations: Vec<Expectation>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "camelCase")]
pub enum Language {
    En,
    Ja,
    Ko,
}

impl Language {
    fn name(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Ja => "ja",
            Language::Ko => "ko",
        }
    }
}

/// Each language has all of them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    title: String,
    symptom: String,
    cause: String,
    right: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remedy {
    pub set: Option<Value>,
    #[serde(default)]
    pub anew: bool,
    pub scenario: Option<Value>,
    pub moves: Option<Vec<Value>>,
    /// What is different there beside the habits.
    #[serde(default)]
    words: BTreeMap<Language, String>,
}

pub fn check(file: &ReportFile) -> Vec<Found> {
    let found = itself(file);
    if found.is_empty() { check_scenario(&ScenarioFile::of_report(file.clone())) } else { found }
}

/// What can be said of it beside what is said of a scenario.
fn itself(file: &ReportFile) -> Vec<Found> {
    let mut found = Vec::new();
    if file.at > file.moves.len() {
        found.push(Found::new("/at", format!("is {}, and there are {} moves", file.at, file.moves.len())));
    }
    if file.words.is_empty() {
        found.push(Found::new("/words", "is empty"));
    }
    for (language, words) in &file.words {
        let texts = [("title", &words.title), ("symptom", &words.symptom), ("cause", &words.cause), ("right", &words.right)];
        for (name, _) in texts.into_iter().filter(|(_, text)| text.is_empty()) {
            found.push(Found::new(&format!("/words/{}/{name}", language.name()), "is empty"));
        }
    }
    for (at, cure) in file.cures.iter().enumerate() {
        if cure.set.is_none() && cure.scenario.is_none() && cure.moves.is_none() {
            found.push(Found::new(&format!("/cures/{at}"), "set is missing; scenario is missing; moves is missing"));
        }
        if !cure.words.is_empty() {
            for language in file.words.keys().filter(|one| cure.words.get(one).is_none_or(String::is_empty)) {
                found.push(Found::new(&format!("/cures/{at}/words"), format!("{} is missing", language.name())));
            }
            for language in cure.words.keys().filter(|one| !file.words.contains_key(one)) {
                found.push(Found::new(&format!("/cures/{at}/words/{}", language.name()), "there are no words in this language"));
            }
        }
    }
    let most = file.notes.values().map(Vec::len).max().unwrap_or_default();
    for language in file.words.keys().chain(file.notes.keys().filter(|one| !file.words.contains_key(one))) {
        let path = format!("/notes/{}", language.name());
        let notes = file.notes.get(language).map_or(0, Vec::len);
        if !file.words.contains_key(language) {
            found.push(Found::new(&path, "there are no words in this language"));
        } else if notes != most {
            found.push(Found::new(&path, format!("has {notes} of {most} notes")));
        }
    }
    found
}
