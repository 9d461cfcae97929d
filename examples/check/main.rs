//! Plays scenarios, reports, lessons and tasks natively and says what does not hold: `cargo run --example check -- FILE…`.

mod kit;

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "Plays scenarios, reports, lessons and tasks and says what does not hold.

  cargo run --example check -- [--outcomes] FILE…

A FILE is a scenario, a report, a task, or a lesson: its lesson.json or its folder. --outcomes prints what the ideas of a lesson come to.
Exit code: 0 when nothing is wrong, 1 when something is.";

fn main() -> ExitCode {
    let (options, files): (Vec<_>, Vec<_>) = std::env::args().skip(1).partition(|one| one.starts_with('-'));
    if files.is_empty() || options.iter().any(|one| one != "--outcomes") {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    }
    let scenes = match kit::scenes() {
        Ok(scenes) => scenes,
        Err(what) => {
            eprintln!("{what}");
            return ExitCode::FAILURE;
        }
    };
    let mut ok = true;
    for file in &files {
        let report = kit::check(Path::new(file), &scenes);
        ok &= report.found.is_empty();
        if report.found.is_empty() {
            println!("{}: {} holds", report.file.display(), report.kind);
        }
        if !options.is_empty() && !report.outcomes.is_null() {
            println!("{:#}", report.outcomes);
        }
        for found in &report.found {
            println!("{}: {found}", report.file.display());
        }
    }
    if ok { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
