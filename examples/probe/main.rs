#![allow(clippy::all, clippy::pedantic, clippy::disallowed_methods)]
use reconcile_playground::check::options::Options;
use reconcile_playground::check::{Check, Verdict};
use reconcile_playground::scenario::{Scenario, read};
use serde_json::{Value, json};
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let spec: Value = serde_json::from_str(&std::fs::read_to_string(&args[1]).unwrap()).unwrap();
    let scenario: Scenario = read(spec["scenario"].clone()).unwrap();
    let options = Options::read(spec["options"].clone()).unwrap();
    let begin = Instant::now();
    let mut check = Check::new(scenario, options).unwrap();
    loop {
        let progress = check.run(50_000);
        let s = begin.elapsed().as_secs_f64();
        eprintln!("{progress:?} {:.0}/s", progress.states as f64 / s);
        if progress.done { break }
    }
    let verdict = check.verdict().unwrap();
    let mut v = verdict.to_value();
    if let Verdict::Fails(_, story) = &verdict {
        if args.len() > 2 { for (i, m) in story.session.moves.iter().enumerate() { println!("{:3} {}", i + 1, serde_json::to_string(m).unwrap()); } }
        v.as_object_mut().unwrap().remove("session");
    }
    println!("{}", serde_json::to_string(&v).unwrap());
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    println!("{}", status.lines().find(|l| l.starts_with("VmHWM")).unwrap());
}
