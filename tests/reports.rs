//! Every report, natively, ill and cured; and how many are not reproduced.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../examples/check/kit/mod.rs"]
mod kit;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports")
}

fn is_list(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("not_reproduced"))
}

fn reports() -> Vec<PathBuf> {
    kit::files(&folder()).unwrap().into_iter().filter(|path| !is_list(path)).collect()
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn every_report_holds_ill_and_cured() {
    let files = reports();
    let found: Vec<_> = files
        .iter()
        .flat_map(|file| kit::check(file, &[]).found.into_iter().map(move |found| format!("{}: {found}", file.display())))
        .collect();
    let listed: usize =
        kit::files(&folder()).unwrap().iter().filter(|path| is_list(path)).map(|path| read(path).as_object().unwrap().len()).sum();
    // The test runner captures what `eprintln!` says, and not this.
    writeln!(std::io::stderr(), "{} reports are played ill and cured, {listed} are not reproduced", files.len()).unwrap();
    assert_eq!(found, [""; 0]);
    let example = kit::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/report.json"), &[]);
    assert_eq!((example.kind, example.found.len()), ("report", 0), "{:?}", example.found);
}

/// What the checker says of a report that is changed.
fn told(change: impl Fn(&mut Value)) -> Vec<String> {
    let mut file = read(&folder().join("R02.json"));
    change(&mut file);
    let number = format!("{:?}", std::thread::current().id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("reports-{}", number.replace(|c: char| !c.is_ascii_digit(), "")));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("R02.json"), file.to_string()).unwrap();
    kit::check(&folder.join("R02.json"), &[]).found.iter().map(ToString::to_string).collect()
}

#[test]
fn a_cure_may_lie_in_the_cluster_or_in_what_people_do() {
    assert_eq!(told(|_| {}), [""; 0]);
    // The controller that is to be cured is no longer written badly there.
    let cluster = told(|file| {
        file.as_object_mut().unwrap().remove("shows");
        file["scenario"]["controllers"][0]["habits"] = json!({ "watchOwned": false, "predicate": "none", "statusContent": "timeNano" });
        file["cures"] = json!([{ "scenario": { "controllers": [{ "name": "appconfig-controller", "habits": { "watchOwned": false } }] } }]);
    });
    assert_eq!(cluster, [""; 0]);
    let same = told(|file| file["cures"] = json!([{ "scenario": { "seed": 1 } }]));
    assert!(same.iter().any(|one| one.contains("/cures/0: with ") && one.ends_with("with cure 1 all is as it is without")), "{same:?}");
    let refused = told(|file| file["cures"] = json!([{ "scenario": { "start": "then" } }]));
    assert!(refused[0].starts_with("/cures/0/scenario/start: with "), "{refused:?}");
    let people = told(|file| file["cures"] = json!([{ "moves": [{ "crash": {} }, { "jump": {} }] }]));
    assert!(people[0].starts_with("/cures/0/moves/1: with "), "{people:?}");
    let short = told(|file| {
        file["moves"] = json!([{ "settle": { "limit": 400 } }, { "settle": {} }]);
        file["expectations"][3]["after"] = 2.into();
        file["cures"] = json!([{ "moves": [{ "settle": {} }] }]);
    });
    let half = told(|file| file["cures"][0]["words"] = json!({ "en": "x", "ja": "x" }));
    assert_eq!(half, ["/cures/0/words: ko is missing"]);
    let more = told(|file| {
        for part in ["words", "notes"] {
            file[part].as_object_mut().unwrap().remove("ko");
        }
        file["cures"][0]["words"] = json!({ "en": "x", "ja": "x", "ko": "x" });
    });
    assert_eq!(more, ["/cures/0/words/ko: there are no words in this language"]);
    assert_eq!(short, ["/cures/0/moves: are 1, and what is expected of the cured looks behind move 2"]);
}

#[test]
fn what_is_wrong_with_a_report_is_told_with_its_place() {
    assert_eq!(told(|file| file["at"] = 2.into()), ["/at: is 2, and there are 1 moves"]);
    assert!(
        told(|file| {
            file["words"]["en"].as_object_mut().unwrap().remove("right");
        })[0]
            .starts_with("missing field `right`")
    );
    assert!(told(|file| file["words"]["xx"] = file["words"]["en"].clone())[0].starts_with("unknown variant `xx`"));
    assert_eq!(told(|file| file["cures"][0] = json!({})), ["/cures/0: set is missing; scenario is missing; moves is missing"]);
    assert_eq!(told(|file| file["notes"]["ja"] = json!([])), ["/notes/ja: has 0 of 1 notes"]);
    let wrong = told(|file| file["expectations"][4]["value"] = json!([99]));
    let first = r#"/expectations/4: with {"predicate":"none","statusContent":"timeNano"}, cured from its start by cure 1: after move 1, {"settle":{"limit":400}}: /settled/passes should be in [99], and is 1"#;
    assert_eq!(wrong.first().map(String::as_str), Some(first), "{wrong:?}");
}
