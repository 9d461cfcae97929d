//! From a scenario to a world at position 0, or to an error that names the field.

use std::sync::Arc;

use serde_json::Value;

use super::{Config, DEFINITIONS, GARBAGE_COLLECTOR, NAMESPACES, Worker, World};
use crate::cluster::{Background, Cluster, Collector, Definitions, NameRule, Namespaces, Options, Payload, Request};
use crate::controller::Controller;
use crate::controller::cache::Role;
use crate::habits::Habits;
use crate::object::{Key, Record, text_at};
use crate::outside::Outside;
use crate::scenario::{
    ClusterSpec, Code, ControllerSpec, Delivery, Error, MAX_CONTROLLERS, MAX_MOVES, MAX_OBJECTS, MAX_TIME, ReconcilerKind, Scenario,
    read_text,
};

/// Who creates the scenario's objects.
const SETUP: &str = "setup";
/// The controller of a scenario that names none.
pub const DEFAULT_CONTROLLER: &str = "appconfig-controller";
/// Bound of the latency and the delay, in ms.
const MAX_DELAY: u64 = 3_600_000;

impl World {
    /// The world at position 0, without the scenario's prelude.
    ///
    /// # Errors
    /// What in the scenario cannot be; nothing is half-made.
    pub fn new(scenario: &Scenario) -> Result<World, Error> {
        check_bounds(scenario)?;
        let options = scenario.cluster.clone().unwrap_or_default();
        let config = Config {
            start: scenario.start_time()?,
            seed: scenario.seed.unwrap_or(0),
            latency: scenario.latency.as_ref().and_then(|latency| latency.request).unwrap_or(2),
            delivery: scenario.delivery.unwrap_or(Delivery::Prompt),
            budget: scenario.budget.unwrap_or_default(),
            collector: options.collector.unwrap_or(true),
        };
        let mut cluster = cluster(scenario, &options, &config)?;
        let objects = scenario.objects.as_deref().unwrap_or_default();
        create_objects(&mut cluster, objects)?;
        let mut world = World {
            outside: outside(scenario)?,
            controllers: Vec::new(),
            turn: 0,
            workers: vec![
                Worker {
                    name: GARBAGE_COLLECTOR,
                    running: config.collector,
                    held: false,
                    task: Background::Collector(Collector::started(&cluster)),
                },
                Worker { name: NAMESPACES, running: true, held: false, task: Background::Namespaces(Namespaces::started(&cluster)) },
                Worker { name: DEFINITIONS, running: true, held: false, task: Background::Definitions(Definitions::started(&cluster)) },
            ],
            cluster,
            now: 0,
            faults: super::fault::Faults::default(),
            config: Arc::new(config),
        };
        let default = [ControllerSpec { name: DEFAULT_CONTROLLER.into(), habits: None, wants: None, lease: None, reconciler: None }];
        for (at, spec) in scenario.controllers.as_deref().unwrap_or(&default).iter().enumerate() {
            let path = format!("/controllers/{at}");
            let habits = habits(spec).map_err(|error| error.below(&path))?;
            let mut controller = Controller::started(spec.name.as_str().into(), habits, &world.cluster);
            controller.lease = spec.lease.as_deref().map(Into::into);
            controller.wants = Arc::new(spec.wants.clone().unwrap_or_default());
            if world.config.delivery == Delivery::Held {
                for (_, kind) in Role::ALL {
                    controller.held.push(kind.into());
                }
            }
            if world.controllers.iter().any(|other| other.name == controller.name) {
                return Err(Error::invalid(&format!("{path}/name"), format!("a second controller \"{}\"", spec.name)));
            }
            world.controllers.push(controller);
            world.stand_for_election(at);
        }
        Ok(world)
    }
}

fn check_bounds(scenario: &Scenario) -> Result<(), Error> {
    let too_many = |path: &str, what: &str, limit: usize| Error::new(Code::TooLarge, path, format!("at most {limit} {what}"));
    if scenario.version != 1 {
        return Err(Error::invalid("/version", format!("version {} is not known; this engine reads version 1", scenario.version)));
    }
    if scenario.objects.as_ref().is_some_and(|objects| objects.len() > MAX_OBJECTS) {
        return Err(too_many("/objects", "objects", MAX_OBJECTS));
    }
    if scenario.outside.as_ref().is_some_and(|accounts| accounts.len() > MAX_OBJECTS) {
        return Err(too_many("/outside", "accounts", MAX_OBJECTS));
    }
    if scenario.controllers.as_ref().is_some_and(|controllers| controllers.len() > MAX_CONTROLLERS) {
        return Err(too_many("/controllers", "controllers", MAX_CONTROLLERS));
    }
    if scenario.prelude.as_ref().is_some_and(|moves| moves.len() > MAX_MOVES) {
        return Err(too_many("/prelude", "moves", MAX_MOVES));
    }
    if scenario.latency.as_ref().and_then(|latency| latency.request).is_some_and(|latency| latency > MAX_DELAY) {
        return Err(Error::new(Code::TooLarge, "/latency/request", format!("at most {MAX_DELAY} ms")));
    }
    if let Some(Delivery::Delayed(delay)) = scenario.delivery
        && delay.delay > MAX_DELAY.min(MAX_TIME)
    {
        return Err(Error::new(Code::TooLarge, "/delivery/delay", format!("at most {MAX_DELAY} ms")));
    }
    Ok(())
}

/// The default kind. A text and not a literal: code that builds a tree is many times as large.
const APP_CONFIG: &str = r#"{
  "group": "lab.example.com", "version": "v1", "kind": "AppConfig", "plural": "appconfigs",
  "schema": { "type": "object", "properties": {
    "spec": { "type": "object", "properties": {
      "data": { "type": "object", "additionalProperties": { "type": "string" } },
      "requires": { "type": "string" },
      "account": { "type": "string" }
    } },
    "status": { "type": "object", "properties": {
      "observedGeneration": { "type": "integer", "format": "int64" },
      "configMap": { "type": "string" },
      "conditions": {
        "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"],
        "items": { "type": "object", "required": ["type", "status"], "properties": {
          "type": { "type": "string" },
          "status": { "type": "string", "enum": ["True", "False", "Unknown"] },
          "reason": { "type": "string" },
          "message": { "type": "string" },
          "observedGeneration": { "type": "integer", "format": "int64" },
          "lastTransitionTime": { "type": "string", "format": "date-time" }
        } }
      },
      "passes": { "type": "integer", "format": "int64" },
      "lastReconcileTime": { "type": "string" },
      "lastError": { "type": "string" },
      "seen": { "type": "array", "items": { "type": "string" } }
    } }
  } },
  "printerColumns": [
    { "name": "Ready", "type": "string", "jsonPath": ".status.conditions[?(@.type==\"Ready\")].status" },
    { "name": "Reason", "type": "string", "jsonPath": ".status.conditions[?(@.type==\"Ready\")].reason" },
    { "name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp" }
  ]
}"#;

fn cluster(scenario: &Scenario, spec: &ClusterSpec, config: &Config) -> Result<Cluster, Error> {
    let default = if scenario.kinds.is_none() { vec![read_text(APP_CONFIG)?] } else { Vec::new() };
    let kinds = scenario.kinds.as_deref().unwrap_or(&default);
    let noop_bumps = spec.quirks.as_ref().and_then(|quirks| quirks.noop_bumps).unwrap_or(false);
    let refused = |at: usize, code: Code, path: &str, message: String| Error::new(code, &format!("/kinds/{at}{path}"), message);
    let mut cluster = Cluster::new(kinds, Options { seed: config.seed, start: config.start, noop_bumps }).map_err(|(at, fault)| {
        let code = if fault.not_yet { Code::NotYet } else { Code::Invalid };
        refused(at, code, &fault.path, fault.message)
    })?;
    // Their definitions are objects too, so that they can be looked at and deleted.
    for (at, kind) in kinds.iter().enumerate() {
        cluster.define(SETUP, kind.definition()).map_err(|status| refused(at, Code::Invalid, "", status.message))?;
    }
    Ok(cluster)
}

fn create_objects(cluster: &mut Cluster, objects: &[Value]) -> Result<(), Error> {
    let is_namespace = |object: &Value| text_at(object, &["kind"]) == Some("Namespace");
    let (mut namespaces, mut given) = (vec!["default"], Vec::new());
    for object in objects {
        if let Some(namespace) = text_at(object, &["metadata", "namespace"]) {
            namespaces.push(namespace);
        }
        if is_namespace(object) {
            given.push(text_at(object, &["metadata", "name"]).unwrap_or(""));
        }
    }
    for namespace in namespaces {
        if namespace.is_empty() || given.contains(&namespace) {
            continue;
        }
        given.push(namespace);
        let mut metadata = Record::default();
        metadata.text("name", namespace);
        let mut body = Record::default();
        body.text("apiVersion", "v1");
        body.text("kind", "Namespace");
        body.put("metadata", metadata.end());
        let response = cluster.handle(&Request::by(SETUP, "POST", "/api/v1/namespaces".into(), Some(body.end())));
        if let Some(status) = response.status().filter(|_| !response.is_success()) {
            return Err(Error::invalid("/objects", status.message.clone()));
        }
    }
    // Namespaces first, so that whatever stands in them can be created in the order given.
    for namespaces in [true, false] {
        for (at, object) in objects.iter().enumerate() {
            if is_namespace(object) == namespaces {
                create(cluster, object).map_err(|error| error.below(&format!("/objects/{at}")))?;
            }
        }
    }
    Ok(())
}

fn create(cluster: &mut Cluster, object: &Value) -> Result<(), Error> {
    let (Some(api_version), Some(kind)) = (text_at(object, &["apiVersion"]), text_at(object, &["kind"])) else {
        return Err(Error::invalid("", "an object needs apiVersion and kind"));
    };
    let kind = cluster
        .kind(kind, Some(api_version))
        .cloned()
        .ok_or_else(|| Error::not_found("/kind", format!("no matches for kind \"{kind}\" in version \"{api_version}\"")))?;
    let namespace = kind.namespaced.then(|| text_at(object, &["metadata", "namespace"]).unwrap_or("default").to_string());
    let refused = |response: &crate::cluster::Response| {
        response.status().filter(|_| !response.is_success()).map(|status| Error::invalid("", status.message.clone()))
    };
    let mut request = Request::by(SETUP, "POST", kind.path(namespace.as_deref(), None, None), None);
    request.body = Payload::Json(object.clone());
    let response = cluster.handle(&request);
    if let Some(error) = refused(&response) {
        return Err(error);
    }
    // A create drops the status of a kind with the subresource, so it is written as a controller would write it.
    if let (Some(status), true, Some(created)) = (object.get("status"), kind.status_subresource, response.object()) {
        let mut body = Record::of(created.to_value());
        body.put("status", status.clone());
        let path = kind.path(namespace.as_deref(), Some(&created.metadata.name), Some("status"));
        let response = cluster.handle(&Request::by(SETUP, "PUT", path, Some(body.end())));
        if let Some(error) = refused(&response) {
            return Err(error.below("/status"));
        }
    }
    Ok(())
}

fn outside(scenario: &Scenario) -> Result<Outside, Error> {
    let mut outside = Outside::default();
    for (at, account) in scenario.outside.as_deref().unwrap_or_default().iter().enumerate() {
        let path = format!("/outside/{at}");
        let made_by = match account.made_by.as_deref() {
            None => None,
            Some(text) => {
                let key = Key::parse(text).filter(|key| !key.namespace.is_empty());
                Some(key.ok_or_else(|| Error::invalid(&format!("{path}/madeBy"), "a key is \"namespace/name\""))?)
            }
        };
        if account.name.is_empty() || account.name.len() > 253 {
            return Err(Error::invalid(&format!("{path}/name"), "a name has 1 to 253 characters"));
        }
        if !outside.create(&account.name, made_by, account.broken.unwrap_or(false)) {
            return Err(Error::invalid(&format!("{path}/name"), format!("a second account \"{}\"", account.name)));
        }
    }
    Ok(outside)
}

fn habits(spec: &ControllerSpec) -> Result<Habits, Error> {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if spec.name.is_empty() || spec.name.len() > 63 || !spec.name.bytes().all(fits) {
        return Err(Error::invalid("/name", "a controller's name has 1 to 63 of a to z, 0 to 9 and -"));
    }
    if [GARBAGE_COLLECTOR, NAMESPACES, DEFINITIONS].contains(&spec.name.as_str()) {
        return Err(Error::invalid("/name", format!("\"{}\" is a background worker's name", spec.name)));
    }
    if let Some(fault) = spec.lease.as_deref().and_then(|lease| NameRule::Subdomain.faults(lease).pop()) {
        return Err(Error::invalid("/lease", fault));
    }
    if spec.reconciler == Some(ReconcilerKind::External) {
        return Err(Error::not_yet("/reconciler", "an external reconciler"));
    }
    let set = spec.habits.clone().unwrap_or_default();
    super::process::with_habits(&Habits::default(), &set, "/habits")
}
