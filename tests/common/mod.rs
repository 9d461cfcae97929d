//! What the integration tests share: a run that is driven and looked at in the contract's own words.
#![allow(dead_code, clippy::needless_pass_by_value)] // each test uses its part, and hands over literals

use reconcile_playground::scenario::{Error, Move, Scenario, read};
use reconcile_playground::world::history::{Run, Settled};
use reconcile_playground::world::view::Wish;
use serde_json::{Value, json};

/// A run, driven by JSON.
#[derive(Clone)]
pub struct Play {
    pub run: Run,
}

/// One controller with these habits.
pub fn with_habits(habits: Value) -> Value {
    json!({ "version": 1, "controllers": [{ "name": "appconfig-controller", "habits": habits }] })
}

/// The default AppConfig.
pub fn web() -> Value {
    json!({
        "apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": { "name": "web", "namespace": "default" },
        "spec": { "data": { "color": "blue", "level": "info" } },
    })
}

/// With an account outside.
pub fn web_with_account() -> Value {
    let mut object = web();
    object["spec"]["account"] = "web-db".into();
    object
}

/// With a Secret that must be there first.
pub fn web_with_requires() -> Value {
    let mut object = web();
    object["spec"]["requires"] = "web-credentials".into();
    object
}

/// With both.
pub fn web_with_all() -> Value {
    let mut object = web_with_account();
    object["spec"]["requires"] = "web-credentials".into();
    object
}

pub fn secret() -> Value {
    json!({ "apiVersion": "v1", "kind": "Secret", "metadata": { "name": "web-credentials" }, "stringData": { "user": "web" } })
}

impl Play {
    pub fn new(scenario: Value) -> Play {
        Play::try_new(scenario).expect("the scenario is fine")
    }

    pub fn try_new(scenario: Value) -> Result<Play, Error> {
        let scenario: Scenario = read(scenario)?;
        Ok(Play { run: Run::new(scenario)? })
    }

    /// Plays one move; facts as JSON.
    pub fn play(&mut self, play: Value) -> Vec<Value> {
        self.try_play(play.clone()).unwrap_or_else(|error| panic!("{play}: {error} at {}", error.path))
    }

    pub fn try_play(&mut self, play: Value) -> Result<Vec<Value>, Error> {
        let play: Move = read(play)?;
        Ok(self.run.play(&play)?.iter().map(reconcile_playground::world::fact::Fact::to_value).collect())
    }

    pub fn edit(&mut self, object: Value) -> Vec<Value> {
        self.play(json!({ "edit": { "object": object } }))
    }

    /// A run in which a Secret is there and somebody has just made an AppConfig that requires it and wants an account.
    pub fn with_all(habits: Value) -> Play {
        let mut play = Play::new(with_habits(habits));
        play.edit(secret());
        play.edit(web_with_all());
        play
    }

    pub fn settle(&mut self) -> Settled {
        self.run.settle(None, None).expect("within bounds")
    }

    pub fn settle_until(&mut self, until: u64) -> Settled {
        self.run.settle(Some(100_000), Some(until)).expect("within bounds")
    }

    pub fn view(&self) -> Value {
        self.run.view(Wish::default())
    }

    pub fn controller(&self) -> Value {
        self.view()["controllers"]["appconfig-controller"].clone()
    }

    /// An object of the server.
    pub fn object(&self, kind: &str, name: &str) -> Option<Value> {
        let view = self.view();
        let found = view["objects"].as_array()?.iter().find(|object| object["kind"] == kind && object["metadata"]["name"] == name)?.clone();
        Some(found)
    }

    pub fn child(&self) -> Option<Value> {
        self.object("ConfigMap", "web-config")
    }

    pub fn app(&self) -> Value {
        self.object("AppConfig", "web").expect("web is there")
    }

    /// As `kubectl edit` does: all but the spec stays as it is, the finalizer above all.
    pub fn respec(&mut self, spec: Value) {
        let mut app = self.app();
        app["spec"] = spec;
        self.edit(app);
    }

    pub fn invariant(&self, name: &str) -> Value {
        self.view()["invariants"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap().clone()
    }

    pub fn revision_of(&self, kind: &str, name: &str) -> String {
        self.object(kind, name).expect("it is there")["metadata"]["resourceVersion"].as_str().unwrap().to_string()
    }

    pub fn ready(&self) -> Value {
        let app = self.app();
        app["status"]["conditions"].as_array().and_then(|all| all.iter().find(|one| one["type"] == "Ready")).cloned().unwrap_or_default()
    }

    pub fn counter(&self, name: &str) -> u64 {
        self.view()["counters"][name].as_u64().unwrap_or_else(|| panic!("no counter {name}"))
    }

    /// The last passes, oldest first.
    pub fn passes(&self) -> Vec<Value> {
        self.controller()["recentPasses"].as_array().unwrap().clone()
    }

    pub fn last_pass(&self) -> Value {
        self.controller()["lastPass"].clone()
    }
}

/// The writes of a pass that moved something.
pub fn moved(pass: &Value) -> usize {
    pass["writes"].as_array().unwrap().iter().filter(|write| !write["event"].is_null()).count()
}

/// Why a pass ran, in words.
pub fn why(pass: &Value) -> Vec<String> {
    pass["causes"].as_array().unwrap().iter().map(|cause| cause["why"].as_str().unwrap().to_string()).collect()
}

/// The outcomes of a pass's writes.
pub fn outcomes(pass: &Value) -> Vec<String> {
    pass["writes"].as_array().unwrap().iter().map(|write| write["outcome"].as_str().unwrap().to_string()).collect()
}
