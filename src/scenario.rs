//! A scenario, a move and a saved session as data, and the reading of them with errors that name the field.

pub mod error;
pub mod moves;
pub mod reader;

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::cluster::CustomKind;
use crate::object::json::parse_plain;
use crate::object::{Millis, Record, Ref, Texts, Timestamp, canonicalize, escape, list, serialize_as_value, texts};
pub use error::{Code, Error};
pub use moves::{ApiRequest, Move};
pub use reader::Read;
use reader::{Fields, ReadFields, keep};

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
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// 1.
    pub version: u32,
    /// For humans.
    pub name: Option<String>,
    /// Feeds uids and generated names.
    pub seed: Option<u64>,
    /// What virtual time 0 is.
    pub start: Option<String>,
    /// How long requests take.
    pub latency: Option<Latency>,
    /// Replaces the default kind.
    pub kinds: Option<Vec<CustomKind>>,
    /// The cluster's own options.
    pub cluster: Option<ClusterSpec>,
    /// The controllers.
    pub controllers: Option<Vec<ControllerSpec>>,
    /// How events reach the caches.
    pub delivery: Option<Delivery>,
    /// Bounds what faults are listed.
    pub budget: Option<Budget>,
    /// Created in order.
    pub objects: Option<Vec<Value>>,
    /// Accounts that are there.
    pub outside: Option<Vec<AccountSpec>>,
    /// Played behind the set-up, before position 0.
    pub prelude: Option<Vec<Move>>,
}

impl Scenario {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.number("version", self.version.into());
        record.some_text("name", self.name.as_deref());
        record.some_number("seed", self.seed);
        record.some_text("start", self.start.as_deref());
        record.put_some("latency", self.latency.as_ref().map(Latency::to_value));
        record.put_some("kinds", self.kinds.as_ref().map(|kinds| list(kinds.iter().map(CustomKind::to_value))));
        record.put_some("cluster", self.cluster.as_ref().map(ClusterSpec::to_value));
        record.put_some("controllers", self.controllers.as_ref().map(|specs| list(specs.iter().map(ControllerSpec::to_value))));
        record.put_some("delivery", self.delivery.map(Delivery::to_value));
        record.put_some("budget", self.budget.map(Budget::to_value));
        record.put_some("objects", self.objects.clone().map(Value::Array));
        record.put_some("outside", self.outside.as_ref().map(|accounts| list(accounts.iter().map(AccountSpec::to_value))));
        record.put_some("prelude", self.prelude.as_ref().map(|moves| list(moves.iter().map(Move::to_value))));
        record.end()
    }
}

serialize_as_value!(Scenario);

/// How long things take.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Latency {
    /// A reconciler's request to the API server, in ms.
    pub request: Option<Millis>,
}

impl Latency {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.some_number("request", self.request);
        record.end()
    }
}

serialize_as_value!(Latency);

/// The cluster's own options.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClusterSpec {
    /// Whether the garbage collector runs.
    pub collector: Option<bool>,
    /// Where the server differs from the real one, on purpose.
    pub quirks: Option<Quirks>,
}

impl ClusterSpec {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.some_flag("collector", self.collector);
        record.put_some("quirks", self.quirks.as_ref().map(Quirks::to_value));
        record.end()
    }
}

serialize_as_value!(ClusterSpec);

/// Old tales made true.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quirks {
    /// Identical content is written too.
    pub noop_bumps: Option<bool>,
}

impl Quirks {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.some_flag("noopBumps", self.noop_bumps);
        record.end()
    }
}

serialize_as_value!(Quirks);

/// One controller.
#[derive(Clone, Debug, PartialEq)]
pub struct ControllerSpec {
    /// Its name.
    pub name: String,
    /// What differs from the good way.
    pub habits: Option<Map<String, Value>>,
    /// Laid over `spec.data`.
    pub wants: Option<Texts>,
    /// The lease it competes for.
    pub lease: Option<String>,
    /// Who reconciles.
    pub reconciler: Option<ReconcilerKind>,
}

impl ControllerSpec {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.text("name", &self.name);
        record.put_some("habits", self.habits.clone().map(Value::Object));
        record.put_some("wants", self.wants.as_ref().map(texts));
        record.some_text("lease", self.lease.as_deref());
        record.some_text("reconciler", self.reconciler.map(ReconcilerKind::name));
        record.end()
    }
}

serialize_as_value!(ControllerSpec);

/// Who reconciles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReconcilerKind {
    /// The one in here.
    AppConfig,
    /// One outside.
    External,
}

impl ReconcilerKind {
    /// Its name in a scenario.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ReconcilerKind::AppConfig => "appconfig",
            ReconcilerKind::External => "external",
        }
    }
}

/// How events reach the caches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// A move of its own, offered at once.
    Prompt,
    /// Held until somebody plays it.
    Held,
    /// Due so long after the write.
    Delayed(Delay),
}

impl Delivery {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(self) -> Value {
        match self {
            Delivery::Prompt => "prompt".into(),
            Delivery::Held => "held".into(),
            Delivery::Delayed(Delay { delay }) => {
                let mut record = Record::default();
                record.number("delay", delay);
                record.end()
            }
        }
    }
}

serialize_as_value!(Delivery);

/// A delay on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delay {
    /// In ms.
    pub delay: Millis,
}

/// How many faults of each kind are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

impl Budget {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(self) -> Value {
        let mut record = Record::default();
        record.number("crash", self.crash.into());
        record.number("cutWatch", self.cut_watch.into());
        record.number("fail", self.fail.into());
        record.number("hold", self.hold.into());
        record.number("stall", self.stall.into());
        record.end()
    }
}

serialize_as_value!(Budget);

/// An account that is there from the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountSpec {
    /// Its name.
    pub name: String,
    /// Every call about it fails.
    pub broken: Option<bool>,
    /// The key for which it was made.
    pub made_by: Option<String>,
}

impl AccountSpec {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.text("name", &self.name);
        record.some_flag("broken", self.broken);
        record.some_text("madeBy", self.made_by.as_deref());
        record.end()
    }
}

serialize_as_value!(AccountSpec);

/// A saved run.
#[derive(Clone, Debug, PartialEq)]
pub struct Session {
    /// 1.
    pub version: u32,
    /// The version of the engine that made it.
    pub engine: String,
    /// How it began.
    pub scenario: Arc<Scenario>,
    /// What was played, every argument filled in.
    pub moves: Vec<Move>,
    /// What it led to.
    pub digest: Option<String>,
}

impl Session {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.number("version", self.version.into());
        record.text("engine", &self.engine);
        record.put("scenario", self.scenario.to_value());
        record.put("moves", list(self.moves.iter().map(Move::to_value)));
        record.some_text("digest", self.digest.as_deref());
        record.end()
    }
}

serialize_as_value!(Session);

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
    let value = parse_plain(text).map_err(|error| Error::invalid("", format!("not readable as JSON: {error}")))?;
    read(value)
}

/// Reads a value of the contract from a JSON tree.
///
/// # Errors
/// As [`read_text`].
pub fn read<T: Read>(mut value: Value) -> Result<T, Error> {
    let mut fault = check_numbers(&mut value).err();
    let read = T::read(value, "", &mut fault);
    fault.map_or(Ok(read), Err)
}

impl ReadFields for Scenario {
    fn read_fields(fields: &mut Fields) -> Self {
        Scenario {
            version: version(fields),
            name: fields.text("name"),
            seed: fields.number("seed"),
            start: fields.text("start"),
            latency: fields.read("latency"),
            kinds: fields.read("kinds"),
            cluster: fields.read("cluster"),
            controllers: fields.read("controllers"),
            delivery: fields.read("delivery"),
            budget: fields.read("budget"),
            objects: fields.read("objects"),
            outside: fields.read("outside"),
            prelude: fields.read("prelude"),
        }
    }
}

/// Checked first: of another version nothing else can be said.
fn version(fields: &mut Fields) -> u32 {
    match fields.small("version") {
        Some(1) => {}
        Some(other) => fields.refuse("version", &format!("version {other} is not known; this engine reads version 1")),
        None => fields.refuse("version", "version is missing; this engine reads version 1"),
    }
    1
}

impl ReadFields for Latency {
    fn read_fields(fields: &mut Fields) -> Self {
        Latency { request: fields.number("request") }
    }
}

impl ReadFields for ClusterSpec {
    fn read_fields(fields: &mut Fields) -> Self {
        ClusterSpec { collector: fields.flag("collector"), quirks: fields.read("quirks") }
    }
}

impl ReadFields for Quirks {
    fn read_fields(fields: &mut Fields) -> Self {
        Quirks { noop_bumps: fields.flag("noopBumps") }
    }
}

impl ReadFields for ControllerSpec {
    fn read_fields(fields: &mut Fields) -> Self {
        ControllerSpec {
            name: fields.need_text("name"),
            habits: fields.map("habits"),
            wants: fields.texts("wants"),
            lease: fields.text("lease"),
            reconciler: match fields.text("reconciler").as_deref() {
                None => None,
                Some("appconfig") => Some(ReconcilerKind::AppConfig),
                Some("external") => Some(ReconcilerKind::External),
                Some(_) => {
                    fields.refuse("reconciler", "expected \"appconfig\" or \"external\"");
                    None
                }
            },
        }
    }
}

impl Read for Delivery {
    fn read(value: Value, path: &str, fault: &mut Option<Error>) -> Self {
        match value.as_str() {
            Some("prompt") => Delivery::Prompt,
            Some("held") => Delivery::Held,
            Some(_) => {
                keep(fault, Error::invalid(path, "expected \"prompt\", \"held\" or { delay }"));
                Delivery::Prompt
            }
            None => Delivery::Delayed(Delay::read(value, path, fault)),
        }
    }
}

impl ReadFields for Delay {
    fn read_fields(fields: &mut Fields) -> Self {
        Delay { delay: fields.need_number("delay") }
    }
}

impl ReadFields for Budget {
    fn read_fields(fields: &mut Fields) -> Self {
        Budget {
            crash: fields.small("crash").unwrap_or(0),
            cut_watch: fields.small("cutWatch").unwrap_or(0),
            fail: fields.small("fail").unwrap_or(0),
            hold: fields.small("hold").unwrap_or(0),
            stall: fields.small("stall").unwrap_or(0),
        }
    }
}

impl ReadFields for AccountSpec {
    fn read_fields(fields: &mut Fields) -> Self {
        AccountSpec { name: fields.need_text("name"), broken: fields.flag("broken"), made_by: fields.text("madeBy") }
    }
}

impl ReadFields for CustomKind {
    fn read_fields(fields: &mut Fields) -> Self {
        CustomKind {
            group: fields.need_text("group"),
            version: fields.need_text("version"),
            kind: fields.need_text("kind"),
            plural: fields.need_text("plural"),
            namespaced: fields.flag("namespaced").unwrap_or(true),
            status_subresource: fields.flag("statusSubresource").unwrap_or(true),
            schema: fields.value("schema"),
            printer_columns: fields.read("printerColumns").unwrap_or_default(),
        }
    }
}

impl ReadFields for Session {
    fn read_fields(fields: &mut Fields) -> Self {
        Session {
            version: version(fields),
            engine: fields.need_text("engine"),
            scenario: Arc::new(fields.need_read("scenario")),
            moves: fields.need_read("moves"),
            digest: fields.text("digest"),
        }
    }
}

impl ReadFields for Ref {
    fn read_fields(fields: &mut Fields) -> Self {
        Ref {
            kind: fields.need_text("kind"),
            name: fields.need_text("name"),
            namespace: fields.text("namespace"),
            api_version: fields.text("apiVersion"),
        }
    }
}

/// Makes every number canonical. One that JavaScript cannot hold exactly has already been changed on its way here, or would
/// be on its way back.
fn check_numbers(value: &mut Value) -> Result<(), Error> {
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
                return Err(Error::new(Code::TooLarge, "", "a whole number beyond ±(2^53 − 1) cannot be kept exactly"));
            }
            *value = canonicalize(value.take());
        }
        // The path is put together only where there is a fault.
        Value::Array(items) => {
            for (at, item) in items.iter_mut().enumerate() {
                check_numbers(item).map_err(|error| error.below(&format!("/{at}")))?;
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                check_numbers(item).map_err(|error| error.below(&format!("/{}", escape(key))))?;
            }
        }
        _ => {}
    }
    Ok(())
}
