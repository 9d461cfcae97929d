//! Checks what authors write, by playing it: natively what `check.mjs` in the package does with its engine.
#![allow(dead_code)] // the example and the tests each use their part

pub mod claims;
pub mod every_order;
pub mod found;
pub mod lesson;
pub mod measure;
pub mod report;
pub mod scenario;
pub mod story;
pub mod task;

use std::fs;
use std::path::{Path, PathBuf};

use found::Found;
use scenario::ScenarioFile;
use serde::Deserialize;
use serde_json::Value;

/// What a file is, and what is wrong with it.
#[derive(Debug)]
pub struct Report {
    pub file: PathBuf,
    /// `report`, `scenario`, `lesson`, `task`, or nothing that is known.
    pub kind: &'static str,
    pub found: Vec<Found>,
    /// What the ideas of a lesson come to.
    pub outcomes: Value,
}

/// The scenarios of the gallery, which lessons and tasks name by their ids.
///
/// # Errors
/// One of them cannot be read.
pub fn scenes() -> Result<Vec<ScenarioFile>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/scenarios");
    files(&folder)?.iter().map(|file| serde_json::from_str(&read(file)?).map_err(|error| format!("{}: {error}", file.display()))).collect()
}

/// The JSON files of a folder, but for schemas.
///
/// # Errors
/// It cannot be read.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| is_data(path)).collect();
    files.sort();
    Ok(files)
}

fn is_data(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "json") && path.file_name().is_some_and(|name| name != "schema.json")
}

/// Checks one file, or a folder with a `lesson.json`.
pub fn check(file: &Path, scenes: &[ScenarioFile]) -> Report {
    let file = if file.is_dir() { file.join("lesson.json") } else { file.to_path_buf() };
    let mut report = Report { file: file.clone(), kind: "file", found: Vec::new(), outcomes: Value::Null };
    let text = match read(&file) {
        Ok(text) => text,
        Err(what) => return Report { found: vec![Found::new("", what)], ..report },
    };
    let data: Value = match serde_json::from_str(&text) {
        Ok(data) => data,
        Err(error) => return Report { found: vec![Found::new("", format!("is not JSON: {error}"))], ..report },
    };
    if data.get("version").is_some_and(|version| *version != 1) {
        let what = format!("version {} is not known; this checker knows 1", data["version"]);
        return Report { found: vec![Found::new("/version", what)], ..report };
    }
    let has = |field: &str| data.get(field).is_some();
    // A task has a field of this name, too.
    report.kind = if has("report") && !has("goals") {
        "report"
    } else if has("expectations") {
        "scenario"
    } else if has("ideas") {
        "lesson"
    } else if has("goals") {
        "task"
    } else {
        "file"
    };
    let checked = match report.kind {
        "report" => shaped(&text).map(|file| (report::check(&file), Value::Null)),
        "scenario" => shaped(&text).map(|file| (scenario::check(&file), Value::Null)),
        "lesson" => shaped(&text).map(|lesson| lesson::check(&lesson, scenes)),
        "task" => shaped(&text).map(|task| (task::check(&task, scenes), Value::Null)),
        _ => {
            Err("is no report (it has no report), no scenario (no expectations), no lesson (no ideas), and no task (no goals)".to_string())
        }
    };
    match checked {
        Ok((found, outcomes)) => Report { found, outcomes, ..report },
        Err(what) => Report { found: vec![Found::new("", what)], ..report },
    }
}

/// What is not of its shape is named with its line.
fn shaped<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => "is not there".to_string(),
        _ => format!("cannot be read: {error}"),
    })
}
