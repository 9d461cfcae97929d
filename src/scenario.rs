//! A scenario, a move and a saved session as data, and the reading of them with errors that name the field.

pub mod error;
pub mod moves;
pub mod reader;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value};

use crate::cluster::CustomKind;
use crate::object::{Millis, Ref, Timestamp, canonicalize, escape};
pub use error::{Code, Error};
pub use moves::{ApiRequest, Move};
use reader::Fields;
pub use reader::Read;

/// The largest whole number that crosses every boundary unharmed: 2⁵³ − 1.
pub const MAX_SAFE_INTEGER: i64 = 9_007_199_254_740_991;
/// Bound of what a scenario may hold of each thing.
pub const MAX_OBJECTS: usize = 20_000;
/// Bound of controllers.
pub const MAX_CONTROLLERS: usize = 8;
/// Bound of moves in a prelude or a session.
pub const MAX_MOVES: usize = 1_000_000;
/// Bound of any span of virtual time: a century.
pub const MAX_TIME: Millis = 100 * 366 * 24 * 3600 * 1000;

/// How the world begins.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Scenario {
    /// 1.
    pub version: u32,
    /// For humans.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Feeds uids and generated names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// What virtual time 0 is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// How long requests take.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency: Option<Latency>,
    /// Replaces the default kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kinds: Option<Vec<CustomKind>>,
    /// The cluster's own options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cluster: Option<ClusterSpec>,
    /// The controllers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub controllers: Option<Vec<ControllerSpec>>,
    /// How events reach the caches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivery: Option<Delivery>,
    /// Bounds what faults are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<Budget>,
    /// Created in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub objects: Option<Vec<Value>>,
    /// Accounts that are there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outside: Option<Vec<AccountSpec>>,
    /// Played behind the set-up, before position 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prelude: Option<Vec<Move>>,
}

/// How long things take.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Latency {
    /// A reconciler's request to the API server, in ms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<Millis>,
}

/// The cluster's own options.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClusterSpec {
    /// Whether the garbage collector runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub collector: Option<bool>,
    /// Where the server differs from the real one, on purpose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quirks: Option<Quirks>,
}

/// Old tales made true.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Quirks {
    /// Identical content is written too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noop_bumps: Option<bool>,
}

/// One controller.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ControllerSpec {
    /// Its name.
    pub name: String,
    /// What differs from the good way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub habits: Option<Map<String, Value>>,
    /// Laid over `spec.data`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wants: Option<BTreeMap<String, String>>,
    /// The lease it competes for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lease: Option<String>,
    /// Who reconciles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reconciler: Option<ReconcilerKind>,
}

/// Who reconciles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ReconcilerKind {
    /// The one in here.
    #[serde(rename = "appconfig")]
    AppConfig,
    /// One outside.
    External,
}

/// How events reach the caches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Delivery {
    /// A move of its own, offered at once.
    Prompt,
    /// Held until somebody plays it.
    Held,
    /// Due so long after the write.
    #[serde(untagged)]
    Delayed(Delay),
}

/// A delay on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Delay {
    /// In ms.
    pub delay: Millis,
}

/// How many faults of each kind are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Budget {
    /// Crashes.
    pub crash: u32,
    /// Broken watches.
    pub cut_watch: u32,
    /// Failed requests.
    pub fail: u32,
    /// Held kinds.
    pub hold: u32,
    /// Stalled processes.
    pub stall: u32,
}

/// An account that is there from the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AccountSpec {
    /// Its name.
    pub name: String,
    /// Every call about it fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken: Option<bool>,
    /// The key for which it was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub made_by: Option<String>,
}

/// A saved run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// 1.
    pub version: u32,
    /// The version of the engine that made it.
    pub engine: String,
    /// How it began.
    pub scenario: Scenario,
    /// What was played, every argument filled in.
    pub moves: Vec<Move>,
    /// What it led to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

impl Scenario {
    /// The default scenario: one controller, no object.
    #[must_use]
    pub fn new() -> Scenario {
        Scenario {
            version: 1,
            name: None,
            seed: None,
            start: None,
            latency: None,
            kinds: None,
            cluster: None,
            controllers: None,
            delivery: None,
            budget: None,
            objects: None,
            outside: None,
            prelude: None,
        }
    }

    /// What virtual time 0 is in objects.
    ///
    /// # Errors
    /// `start` is no RFC 3339 time.
    pub fn start_time(&self) -> Result<Timestamp, Error> {
        let text = self.start.as_deref().unwrap_or("2026-01-01T00:00:00Z");
        Timestamp::parse(text)
            .filter(|time| (0..=253_402_300_799 - i64::try_from(MAX_TIME / 1000).unwrap_or(0)).contains(&time.0))
            .ok_or_else(|| Error::invalid("/start", "not an RFC 3339 time such as 2026-01-01T00:00:00Z, from 1970 to 9899"))
    }
}

impl Default for Scenario {
    fn default() -> Self {
        Scenario::new()
    }
}

/// Reads a value of the contract from JSON text.
///
/// # Errors
/// Not JSON, not the shape, or a whole number beyond ±(2⁵³ − 1); the path points to the field.
pub fn read_text<T: Read>(text: &str) -> Result<T, Error> {
    let value: Value = serde_json::from_str(text).map_err(|error| Error::invalid("", format!("not readable as JSON: {error}")))?;
    read(value)
}

/// Reads a value of the contract from a JSON tree.
///
/// # Errors
/// As [`read_text`].
pub fn read<T: Read>(value: Value) -> Result<T, Error> {
    check_numbers(&value, &mut String::new())?;
    T::read(canonicalize(value), "")
}

impl Read for Scenario {
    fn read(value: Value, path: &str) -> Result<Self, Error> {
        let mut fields = Fields::of(value, path)?;
        let scenario = Scenario {
            version: version(&mut fields)?,
            name: fields.text("name")?,
            seed: fields.number("seed")?,
            start: fields.text("start")?,
            latency: fields.read("latency")?,
            kinds: fields.read("kinds")?,
            cluster: fields.read("cluster")?,
            controllers: fields.read("controllers")?,
            delivery: fields.read("delivery")?,
            budget: fields.read("budget")?,
            objects: fields.read("objects")?,
            outside: fields.read("outside")?,
            prelude: fields.read("prelude")?,
        };
        fields.end()?;
        Ok(scenario)
    }
}

/// Checked first: of another version nothing else can be said.
fn version(fields: &mut Fields) -> Result<u32, Error> {
    match fields.small("version")? {
        Some(1) => Ok(1),
        Some(other) => Err(Error::invalid(&fields.at("version"), format!("version {other} is not known; this engine reads version 1"))),
        None => Err(Error::invalid(&fields.at("version"), "version is missing; this engine reads version 1")),
    }
}

impl Read for Latency {
    fn read(value: Value, path: &str) -> Result<Self, Error> {
        let mut fields = Fields::of(value, path)?;
        let latency = Latency { request: fields.number("request")? };
        fields.end()?;
        Ok(latency)
    }
}

impl Read for ClusterSpec {
    fn read(value: Value, path: &str) -> Result<Self, Error> {
        let mut fields = Fields::of(value, path)?;
        let spec = ClusterSpec { collector: fields.flag("collector")?, quirks: fields.read("quirks")? };
        fields.end()?;
        Ok(spec)
    }
}

impl Read for Quirks {
    fn read(value: Value, path: &str) -> Result<Self, Error> {
        let mut fields = Fields::of(value, path)?;
        let quirks = Quirks { noop_bumps: fields.flag("noopBumps")? };
        fields.end()?;
        Ok(quirks)
    }
}

impl Read for ControllerSpec {
    fn read(value: Value, path: &str) -> Result<Self, Error> {
        let mut fields = Fields::of(value, path)?;
        let spec = ControllerSpec {
            name: fields.need_text("name")?,
            habits: fields.map("habits")?,
            wants: fields.texts("wants")?,
            lease: fields.text("lease")?,
            reconciler: match fields.text("reconciler")?.as_deref() {
                None => None,
                Some("appconfig") => Some(ReconcilerKind::AppConfig),
                Some("external") => Some(ReconcilerKind::External),
                Some(_) => return Err(Error::invalid(&fields.at("reconciler"), "expected \"appconfig\" or \"external\"")),
            },
        };
        fields.end()?;
        Ok(spec)
    }
}

impl Read for Delivery {
    fn read(value: Value, path: &str) -> Result<Self, Error> {
        match value.as_str() {
            Some("prompt") => return Ok(Delivery::Prompt),
            Some("held") => return Ok(Delivery::Held),
            Some(_) => return Err(Error::invalid(path, "expected \"prompt\", \"held\" or { delay }")),
            None => {}
        }
        let mut fields = Fields::of(value, path)?;
        let delay = fields.number("delay")?.ok_or_else(|| Error::invalid(&fields.at("delay"), "delay is missing"))?;
        fields.end()?;
        Ok(Delivery::Delayed(Delay { delay }))
    }
}

impl Read for Budget {
    fn read(value: Value, path: &str) -> Result<Self, Error> {
        let mut fields = Fields::of(value, path)?;
        let budget = Budget {
            crash: fields.small("crash")?.unwrap_or(0),
            cut_watch: fields.small("cutWatch")?.unwrap_or(0),
            fail: fields.small("fail")?.unwrap_or(0),
            hold: fields.small("hold")?.unwrap_or(0),
            stall: fields.small("stall")?.unwrap_or(0),
        };
        fields.end()?;
        Ok(budget)
    }
}

impl Read for AccountSpec {
    fn read(value: Value, path: &str) -> Result<Self, Error> {
        let mut fields = Fields::of(value, path)?;
        let spec = AccountSpec { name: fields.need_text("name")?, broken: fields.flag("broken")?, made_by: fields.text("madeBy")? };
        fields.end()?;
        Ok(spec)
    }
}

impl Read for CustomKind {
    fn read(value: Value, path: &str) -> Result<Self, Error> {
        let mut fields = Fields::of(value, path)?;
        let kind = CustomKind {
            group: fields.need_text("group")?,
            version: fields.need_text("version")?,
            kind: fields.need_text("kind")?,
            plural: fields.need_text("plural")?,
            namespaced: fields.flag("namespaced")?.unwrap_or(true),
            status_subresource: fields.flag("statusSubresource")?.unwrap_or(true),
            schema: fields.value("schema"),
            printer_columns: fields.read("printerColumns")?.unwrap_or_default(),
        };
        fields.end()?;
        Ok(kind)
    }
}

impl Read for Session {
    fn read(value: Value, path: &str) -> Result<Self, Error> {
        let mut fields = Fields::of(value, path)?;
        let session = Session {
            version: version(&mut fields)?,
            engine: fields.need_text("engine")?,
            scenario: Scenario::read(fields.need("scenario")?, &fields.at("scenario"))?,
            moves: Vec::read(fields.need("moves")?, &fields.at("moves"))?,
            digest: fields.text("digest")?,
        };
        fields.end()?;
        Ok(session)
    }
}

impl Read for Ref {
    fn read(value: Value, path: &str) -> Result<Self, Error> {
        let mut fields = Fields::of(value, path)?;
        let reference = Ref {
            kind: fields.need_text("kind")?,
            name: fields.need_text("name")?,
            namespace: fields.text("namespace")?,
            api_version: fields.text("apiVersion")?,
        };
        fields.end()?;
        Ok(reference)
    }
}

fn push(pointer: &mut String, token: &str) {
    pointer.push('/');
    pointer.push_str(&escape(token));
}

/// A number that JavaScript cannot hold exactly has already been changed on its way here, or would be on its way back.
fn check_numbers(value: &Value, path: &mut String) -> Result<(), Error> {
    let length = path.len();
    match value {
        Value::Number(number) => {
            #[allow(clippy::cast_precision_loss)] // the bound is exact as a float
            let limit = MAX_SAFE_INTEGER as f64;
            let fits = match (number.as_i64(), number.as_f64()) {
                (Some(whole), _) => (-MAX_SAFE_INTEGER..=MAX_SAFE_INTEGER).contains(&whole),
                (None, Some(float)) => float.fract() != 0.0 || float.abs() <= limit,
                (None, None) => false,
            };
            if !fits {
                return Err(Error::new(Code::TooLarge, path, "a whole number beyond ±(2^53 − 1) cannot be kept exactly"));
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                push(path, &at.to_string());
                check_numbers(item, path)?;
                path.truncate(length);
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                push(path, key);
                check_numbers(item, path)?;
                path.truncate(length);
            }
        }
        _ => {}
    }
    Ok(())
}
