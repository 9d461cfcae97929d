//! The author's kit natively: it answers as the page's own modules do, whatever the project has of scenarios, tasks and
//! lessons holds by it, and what does not hold is named.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../examples/check/kit/mod.rs"]
mod kit;

use std::fs;
use std::path::{Path, PathBuf};

use kit::claims::{Claim, value_at};
use kit::measure::{Measure, measured, seen};
use serde_json::{Value, json};

fn place(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// `www/tests/claims.test.mjs` reads the same cases.
fn cases() -> Value {
    serde_json::from_str(include_str!("data/claims.json")).unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

#[test]
fn a_path_leads_where_it_leads_in_the_page() {
    let cases = cases();
    for case in list(&cases["paths"]) {
        let root = &cases["roots"][case["root"].as_str().unwrap()];
        let found = value_at(root, case["path"].as_str().unwrap());
        assert_eq!(found.as_deref().unwrap_or(&Value::Null), &case["value"], "{case}");
    }
}

#[test]
fn a_claim_holds_where_it_holds_in_the_page() {
    let cases = cases();
    for case in list(&cases["claims"]) {
        let claim: Claim = serde_json::from_value(case["claim"].clone()).unwrap();
        assert_eq!(claim.holds(&cases["roots"][case["root"].as_str().unwrap()]), case["holds"], "{case}");
    }
}

#[test]
fn an_answer_is_what_it_is_in_the_page() {
    let all = cases();
    let (measures, traces) = (&all["measures"], &all["traces"]);
    for case in list(&measures["cases"]) {
        let of: Measure = serde_json::from_value(case["of"].clone()).unwrap();
        assert_eq!(measured(&of, &measures["before"], &measures["after"]), case["value"], "{case}");
    }
    assert_eq!(seen(json!({}), None, list(&traces["entries"])), json!({ "settled": null, "trace": traces["flat"] }));
}

#[test]
fn whatever_the_project_has_of_scenarios_tasks_and_lessons_holds() {
    let scenes = kit::scenes().unwrap();
    let mut files = kit::files(&place("www/scenarios")).unwrap();
    files.extend(kit::files(&place("www/lab/tasks")).unwrap());
    for folder in ["www/course", "examples"] {
        let lessons = fs::read_dir(place(folder)).unwrap().map(|entry| entry.unwrap().path().join("lesson.json"));
        files.extend(lessons.filter(|lesson| lesson.exists()));
    }
    assert!(files.len() > 70, "{files:?}");
    for file in files {
        let report = kit::check(&file, &scenes);
        let found: Vec<_> = report.found.iter().map(ToString::to_string).collect();
        assert_eq!(found, [""; 0], "{}", file.display());
    }
}

/// What the checker says of a file that is changed.
fn told(file: &str, change: impl Fn(&mut Value)) -> Vec<String> {
    let mut data: Value = serde_json::from_str(&fs::read_to_string(place(file)).unwrap()).unwrap();
    change(&mut data);
    told_of(&data.to_string(), Path::new(file).file_name().unwrap().to_str().unwrap())
}

fn told_of(text: &str, name: &str) -> Vec<String> {
    // Beside those of the tests that run at the same time.
    let number = format!("{:?}", std::thread::current().id());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("kit-{}", number.replace(|c: char| !c.is_ascii_digit(), "")));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), text).unwrap();
    kit::check(&folder.join(name), &kit::scenes().unwrap()).found.iter().map(ToString::to_string).collect()
}

const SAME_AGAIN: &str = "www/scenarios/sameAgain.json";

#[test]
fn what_does_not_hold_is_told_with_its_way_move_path_and_what_was_there() {
    let told = told(SAME_AGAIN, |file| file["expectations"][0]["value"] = 99.into());
    let first = r#"/expectations/0: with {"compare":"always"}: after move 2, {"settle":{}}: /settled/passes should be eq 99, and is 1"#;
    assert_eq!((told[0].as_str(), told.len()), (first, 6));
    let nowhere = self::told(SAME_AGAIN, |file| file["expectations"][0]["path"] = "/nowhere".into());
    assert!(nowhere[0].ends_with("/nowhere should be eq 1, and is not there"), "{nowhere:?}");
}

#[test]
fn a_cure_that_changes_nothing_and_a_roll_out_that_heals_nothing_are_told() {
    let same = told(SAME_AGAIN, |file| file["cures"][0]["set"] = json!({ "queue": "classic" }));
    assert!(same.contains(&r#"/cures/0: with {"compare":"always"}: with good all is as it is without"#.to_string()), "{same:?}");
    let healed = told(SAME_AGAIN, |file| {
        file["cures"][0].as_object_mut().unwrap().remove("anew");
        let claim = json!({ "after": 2, "path": "/time", "op": "eq", "value": -1, "when": "healed" });
        file["expectations"].as_array_mut().unwrap().push(claim);
    });
    assert_eq!(healed.len(), 3);
    assert!(
        healed[0].contains("then good rolled out: after move 2, ") && healed[0].contains("/time should be eq -1, and is "),
        "{healed:?}"
    );
}

#[test]
fn what_cannot_be_read_or_played_is_told_with_its_place() {
    let one = |change: &dyn Fn(&mut Value)| told(SAME_AGAIN, change).first().cloned().unwrap_or_default();
    assert_eq!(one(&|file| file["version"] = 2.into()), "/version: version 2 is not known; this checker knows 1");
    assert!(one(&|file| file["more"] = 1.into()).starts_with("unknown field `more`"));
    assert!(one(&|file| file["moves"] = "x".into()).starts_with("invalid type: string \"x\", expected a sequence"));
    assert!(one(&|file| file["moves"][0] = json!({ "resync": { "kind": "Pod" } })).starts_with("/moves/0/resync/kind: with "));
    assert!(one(&|file| file["moves"][1] = json!({ "settle": { "for": 1 } })).starts_with("/moves/1/settle: with "));
    assert!(one(&|file| file["moves"][1] = json!({ "jump": {} })).starts_with("/moves/1: with "));
    assert!(one(&|file| file["scenario"]["start"] = "then".into()).starts_with("/scenario/start: with "));
    assert_eq!(one(&|file| file["expectations"][0]["after"] = 9.into()), "/expectations/0/after: is 9, and there are 2 moves");
    assert!(told_of("{", "broken.json")[0].starts_with("is not JSON: "));
    assert!(told_of(r#"{"version":1}"#, "nothing.json")[0].starts_with("is no report (it has no report), no scenario"));
    assert_eq!(kit::check(&place("www/none.json"), &[]).found[0].to_string(), "is not there");
}

#[test]
fn a_lesson_without_the_right_option_and_a_task_that_is_none_are_told() {
    let lesson = |change: &dyn Fn(&mut Value)| told("www/course/key/lesson.json", change);
    let options = lesson(&|file| file["ideas"][0]["questions"][0]["options"] = json!(["a", "b"]));
    assert!(options[0].starts_with("/ideas/0/questions/0: the engine says "), "{options:?}");
    assert_eq!(lesson(&|file| file["ideas"][0]["scenario"] = "nowhere".into()), [r#"/ideas/0/scenario: there is no scenario "nowhere""#]);
    let task = |change: &dyn Fn(&mut Value)| told("www/lab/tasks/create.json", change);
    let unsolved = task(&|file| file["solution"].as_array_mut().unwrap().truncate(1));
    assert!(unsolved.iter().all(|one| one.ends_with("the solution: does not hold at its end")) && !unsolved.is_empty(), "{unsolved:?}");
    let wrong = task(&|file| file["wrong"][0]["fails"] = json!(["other"]));
    assert!(wrong[0].starts_with("/wrong/0/fails: says other, and what fails is "), "{wrong:?}");
    let start = task(&|file| file["goals"].as_array_mut().unwrap().iter_mut().for_each(|goal| goal["all"] = json!([])));
    assert_eq!(start[0], "/goals: at its start: all of them hold");
}

#[test]
fn what_every_order_says_otherwise_than_promised_is_told() {
    let lesson = |change: &dyn Fn(&mut Value)| told("www/course/conflict/lesson.json", change);
    assert_eq!(
        lesson(&|file| file["check"]["ways"][1]["set"]["statusBase"] = "patch".into()),
        [r#"/check/ways/1: is promised to be "holds", and the engine says "fails" by othersKept"#]
    );
    assert_eq!(lesson(&|file| file["check"]["scenario"] = "nowhere".into()), [r#"/check/scenario: there is no scenario "nowhere""#]);
    let task = |change: &dyn Fn(&mut Value)| told("www/lab/tasks/status.json", change);
    let forgotten = task(&|file| drop(file["wrong"][0]["fails"].as_array_mut().unwrap().pop()));
    assert_eq!(forgotten, ["/wrong/0/fails: says landed, followed, once, and what fails is landed, followed, once, check"]);
    let refused = task(&|file| file["check"]["others"] = json!([{ "deliver": {} }]));
    assert!(refused[0].starts_with("/check: at its start: is refused: \"deliver\" happens by itself"), "{refused:?}");
    let scene = told("www/scenarios/clockLoop.json", |file| file["check"]["fails"] = "stable".into());
    assert_eq!(scene, [r#"/check/fails: with {"statusContent":"timeNano"}: is "stable", and the engine says "fails" by noLoop"#]);
}
