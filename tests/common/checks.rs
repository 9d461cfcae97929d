//! Scenarios that are small enough to be looked into in several ways.
#![allow(dead_code, unreachable_pub, clippy::needless_pass_by_value)] // each test uses its part, and hands over literals

use reconcile_playground::check::model::{Worlds, staged};
use reconcile_playground::check::options::Options;
use reconcile_playground::check::story::How;
use reconcile_playground::check::{Check, Verdict};
use reconcile_playground::scenario::{Scenario, read};
use serde_json::{Value, json};

use super::common::{web, web_with_account};

/// What is to come out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Holds,
    Fails(How),
}

/// A scenario with what may happen in it.
pub struct Case {
    pub name: &'static str,
    pub scenario: Value,
    pub options: Value,
    pub outcome: Outcome,
}

impl Case {
    pub fn scenario(&self) -> Scenario {
        read(self.scenario.clone()).expect(self.name)
    }

    pub fn options(&self, reduce: bool) -> Options {
        let mut options = self.options.clone();
        options["reduce"] = reduce.into();
        Options::read(options).expect(self.name)
    }

    /// As the check itself makes it.
    pub fn worlds(&self, reduce: bool) -> Worlds {
        let options = self.options(reduce);
        let (_, world) = staged(self.scenario(), options.budget).expect(self.name);
        Worlds::new(world, &options).expect(self.name)
    }

    /// How far it is looked, where there is no end.
    pub fn depth(&self) -> Option<usize> {
        let depth = self.options["limits"]["depth"].as_u64()?;
        usize::try_from(depth).ok()
    }

    pub fn verdict(&self, reduce: bool) -> Verdict {
        finished(Check::new(self.scenario(), self.options(reduce)).expect(self.name))
    }
}

/// The verdict of a check that is run to its end.
pub fn finished(mut check: Check) -> Verdict {
    while !check.run(10_000).done {}
    check.verdict().expect("it is done")
}

pub fn outcome(verdict: &Verdict) -> Outcome {
    match verdict {
        Verdict::Holds(_) => Outcome::Holds,
        Verdict::Fails(_, story) => Outcome::Fails(story.how),
        Verdict::NotFinished(..) => panic!("there is no limit"),
    }
}

fn scenario(object: Value, habits: Value) -> Value {
    json!({ "version": 1, "objects": [object], "controllers": [{ "name": "appconfig-controller", "habits": habits }] })
}

fn patch(path: &str, body: Value) -> Value {
    json!({ "request": { "method": "PATCH", "path": path, "contentType": "application/merge-patch+json", "body": body } })
}

/// Somebody changes the spec.
pub fn respec() -> Value {
    patch("/apis/lab.example.com/v1/namespaces/default/appconfigs/web", json!({ "spec": { "data": { "color": "red", "level": null } } }))
}

/// Somebody changes the child.
pub fn drift() -> Value {
    patch("/api/v1/namespaces/default/configmaps/web-config", json!({ "data": { "color": "green" } }))
}

pub fn remove() -> Value {
    json!({ "remove": { "kind": "AppConfig", "name": "web", "apiVersion": "lab.example.com/v1" } })
}

fn case(name: &'static str, scenario: Value, options: Value, outcome: Outcome) -> Case {
    Case { name, scenario, options, outcome }
}

/// Of each sort one: what holds and what fails in each way, each fault of the budget, others' moves, several controllers,
/// both queues, what looks at the clock.
pub fn cases() -> Vec<Case> {
    let mut cases = that_hold();
    cases.append(&mut that_fail());
    cases
}

fn that_hold() -> Vec<Case> {
    let case = |name, habits: Value, options: Value| case(name, scenario(web(), habits), options, Outcome::Holds);
    let mut removal = case("a removal", json!({}), json!({ "others": [remove()] }));
    removal.scenario = scenario(web_with_account(), json!({}));
    vec![
        case("by itself", json!({}), json!({})),
        case("a crash", json!({}), json!({ "budget": { "crash": 1 } })),
        case("a failure", json!({}), json!({ "budget": { "fail": 1 } })),
        case("a cut watch", json!({}), json!({ "budget": { "cutWatch": 1 } })),
        case("a delay", json!({}), json!({ "budget": { "hold": 1 } })),
        case("a pause", json!({}), json!({ "budget": { "stall": 1 } })),
        case("an edit", json!({}), json!({ "others": [respec()] })),
        case("a drift", json!({}), json!({ "others": [drift()] })),
        case("a crash and a failure", json!({}), json!({ "budget": { "crash": 1, "fail": 1 } })),
        removal,
        // Its child is made anew again and again if the deletion is never heard of: but who delivers is not starved, though not
        // asked while a pass makes a pure step.
        case("a removal of what has nothing outside", json!({}), json!({ "others": [remove()] })),
        case(
            "a resync and a past that is compacted",
            json!({}),
            json!({ "others": [{ "resync": { "kind": "AppConfig" } }, { "compact": {} }] }),
        ),
        case("a rollout", json!({}), json!({ "others": [{ "habits": { "set": { "write": "apply" } } }] })),
        case("a classic queue", json!({ "queue": "classic" }), json!({ "others": [respec()] })),
        case("a classic queue and a pass that sleeps", json!({ "queue": "classic", "afterCreate": "sleep" }), json!({})),
    ]
}

fn that_fail() -> Vec<Case> {
    let (broken, deadlock, livelock) = (Outcome::Fails(How::Broken), Outcome::Fails(How::Deadlock), Outcome::Fails(How::Livelock));
    let finalizers = json!({ "metadata": { "finalizers": ["lab.example.com/cleanup", "other.example.com/hold"] } });
    let others_finalizer = patch("/apis/lab.example.com/v1/namespaces/default/appconfigs/web", finalizers);
    let counts = json!({ "statusContent": "counter", "statusWhen": "always", "predicate": "none" });
    // Both have listed what is there, and begun.
    let of = |name: &str| json!({ "name": name, "habits": { "naming": "generated", "watchRequired": false } });
    let begun = |name: &str| {
        let deliver = |kind: &str| json!({ "deliver": { "controller": name, "kind": kind } });
        [deliver("AppConfig"), deliver("ConfigMap"), json!({ "begin": { "controller": name } })]
    };
    let prelude = [begun("one"), begun("two")].concat();
    let two = json!({ "version": 1, "objects": [web()], "controllers": [of("one"), of("two")], "prelude": prelude });
    vec![
        case(
            "two children",
            scenario(web(), json!({ "naming": "generated" })),
            json!({ "others": [respec()], "limits": { "depth": 28 } }),
            broken,
        ),
        case(
            "others' finalizers go too",
            scenario(web_with_account(), json!({ "finalizerRemoval": "all" })),
            json!({ "others": [remove(), others_finalizer], "limits": { "depth": 26 } }),
            broken,
        ),
        case("nobody looks at the child", scenario(web(), json!({ "watchOwned": false })), json!({ "others": [drift()] }), deadlock),
        case(
            "an account that is forgotten",
            scenario(web_with_account(), json!({ "finalizer": "none" })),
            json!({ "others": [remove()], "limits": { "depth": 28 } }),
            deadlock,
        ),
        case("a child that nobody collects", scenario(web(), json!({ "owner": "none" })), json!({ "others": [remove()] }), deadlock),
        case(
            "it looks again and never mends",
            scenario(web(), json!({ "ensure": "createOnly", "periodic": 60000 })),
            json!({ "others": [drift()] }),
            livelock,
        ),
        case("a status that counts", scenario(web(), counts), json!({ "limits": { "depth": 40 } }), livelock),
        case(
            "a time that is written down",
            scenario(web(), json!({ "stamp": "time", "compare": "always" })),
            json!({ "limits": { "depth": 30 } }),
            livelock,
        ),
        case("two that do the same", two, json!({ "limits": { "depth": 12 } }), broken),
    ]
}
