//! What holds for the API server whatever is asked of it.
//!
//! A case is a list of steps, each a handful of bytes that decide what is asked (`properties/requests.rs`), mostly
//! something sensible: so a failing case shrinks to few steps with few choices. After each step everything is looked at
//! (`properties/checks.rs`).
#![cfg(not(target_arch = "wasm32"))]

#[path = "properties/checks.rs"]
mod checks;
#[path = "properties/requests.rs"]
mod requests;

use std::fmt::Write;
use std::sync::OnceLock;

use proptest::prelude::*;
use proptest::test_runner::{TestError, TestRunner};
use reconcile_playground::cluster::{Background, Cluster, Collector, Namespaces, Options, Payload, Request};
use reconcile_playground::object::Timestamp;
use serde_json::json;

use checks::Watcher;
use requests::Choices;

const CASES: u32 = 2000;
const STEPS: usize = 60;
/// How many choices a step has at most.
const CHOICES: usize = 20;

type Step = [u8; CHOICES];

fn fresh() -> Cluster {
    static FRESH: OnceLock<Cluster> = OnceLock::new();
    FRESH.get_or_init(make).clone()
}

fn make() -> Cluster {
    let start = Timestamp::parse("2026-01-01T00:00:00Z").unwrap();
    let kinds = requests::kinds();
    let mut cluster = Cluster::new(&kinds, Options { seed: 7, start, noop_bumps: false }).unwrap();
    for name in ["default", "other"] {
        let body = json!({ "apiVersion": "v1", "kind": "Namespace", "metadata": { "name": name } });
        assert_eq!(cluster.handle(&Request::by("kubectl", "POST", "/api/v1/namespaces".into(), Some(body))).code, 201);
    }
    cluster
}

/// Plays the steps; the error is what does not hold, behind the requests that led there.
fn play(steps: &[Step]) -> Result<(), String> {
    let mut cluster = fresh();
    let mut workers = [Background::Collector(Collector::new()), Background::Namespaces(Namespaces::new())];
    let mut watcher = Watcher::new(&cluster);
    watcher.owners = true;
    let mut story = Vec::new();
    let mut now = 0;
    for step in steps {
        let mut choices = Choices::new(step);
        let result = if choices.chance(14) {
            let worker = &mut workers[usize::from(choices.chance(35))];
            let twin = (cluster.clone(), worker.clone());
            let done = worker.work(&mut cluster);
            let result = watcher.worked(&cluster, &done, twin);
            story.push((None, format!("{done:?}")));
            result
        } else {
            now += [0, 0, 400, 1000, 1700][choices.below(5)];
            cluster.set_time(now);
            let request = requests::draw(&mut choices, &cluster);
            let twin = cluster.clone();
            let response = cluster.handle(&request);
            let result = watcher.answered(&cluster, &request, &response, twin);
            let said = response.status().map_or("", |status| &status.message);
            story.push((Some(request), format!("{} {said}", response.code)));
            result
        };
        result.map_err(|error| format!("{error}\n{}", told(&story)))?;
    }
    Ok(())
}

fn told(story: &[(Option<Request>, String)]) -> String {
    let mut text = String::new();
    for (request, answer) in story {
        if let Some(Request { method, path, query, content_type, body, user_agent, .. }) = request {
            let body = match body {
                Payload::None => String::new(),
                Payload::Json(value) => value.to_string(),
                Payload::Raw(raw) => format!("{raw:?}"),
            };
            let _ = write!(text, "  {method} {path} {query:?} {} by {user_agent}\n    {body}", content_type.as_deref().unwrap_or(""));
        }
        let _ = writeln!(text, "\n    -> {answer}");
    }
    text
}

#[test]
fn what_the_server_promises_holds_whatever_is_asked_of_it() {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(CASES);
    let config = ProptestConfig { cases, failure_persistence: None, max_shrink_iters: 20_000, ..ProptestConfig::default() };
    let steps = prop::collection::vec(prop::array::uniform20(any::<u8>()), 1..=STEPS);
    let result = TestRunner::new(config).run(&steps, |steps| play(&steps).map_err(TestCaseError::fail));
    match result {
        Ok(()) => {}
        Err(TestError::Fail(_, steps)) => {
            let steps = without_what_is_not_needed(steps);
            panic!("{}{steps:?}", play(&steps).expect_err("it failed before"));
        }
        Err(other) => panic!("{other}"),
    }
}

/// Steps that were needed before the others shrank.
fn without_what_is_not_needed(mut steps: Vec<Step>) -> Vec<Step> {
    for at in (0..steps.len()).rev() {
        let mut fewer = steps.clone();
        fewer.remove(at);
        if play(&fewer).is_err() {
            steps = fewer;
        }
    }
    steps
}

/// The generator is worth something only while most of what it asks is sensible.
#[test]
fn what_is_asked_is_mostly_sensible_and_reaches_every_answer() {
    let mut codes = std::collections::BTreeMap::new();
    let mut bits = 1_u64;
    for _ in 0..150 {
        let mut cluster = fresh();
        for _ in 0..40 {
            let mut step = [0_u8; CHOICES];
            for byte in &mut step {
                bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                *byte = bits.to_be_bytes()[0];
            }
            let request = requests::draw(&mut Choices::new(&step), &cluster);
            let response = cluster.handle(&request);
            *codes.entry((request.method.clone(), response.code)).or_insert(0) += 1;
        }
    }
    let sum = |wanted: &dyn Fn(u16) -> bool| -> u32 { codes.iter().filter(|((_, code), _)| wanted(*code)).map(|(_, count)| count).sum() };
    println!("{codes:?}");
    let all = sum(&|_| true);
    assert!(sum(&|code| code < 300) * 100 > all * 55, "{codes:?}");
    for code in [400, 404, 405, 409, 415, 422, 500, 504] {
        assert!(sum(&|other| other == code) > 0, "{code} of {codes:?}");
    }
    for (method, code) in [("POST", 201), ("PUT", 200), ("PATCH", 200), ("PATCH", 201), ("DELETE", 200), ("GET", 200)] {
        assert!(codes.get(&(method.to_string(), code)).is_some_and(|count| *count > 20), "{method} {code} of {codes:?}");
    }
}

/// Choices past the end of a step are the first ones, so that even no byte at all is a request.
#[test]
fn a_step_without_a_choice_is_the_plainest_one() {
    let request = requests::draw(&mut Choices::new(&[]), &fresh());
    let Payload::Json(body) = &request.body else { panic!("{request:?}") };
    assert_eq!((request.method.as_str(), &body["kind"]), ("POST", &json!("ConfigMap")));
}
