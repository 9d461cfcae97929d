//! The boundary to JavaScript: thin, and the only file that knows JavaScript.
//!
//! Whatever crosses does so as JSON text, which keeps a `__proto__` key, drops `undefined`, refuses cycles and is bounded in
//! depth. Every error is a `PlaygroundError` with a code and a path, and after one nothing has changed.

use js_sys::{Error as JsError, JSON, Reflect};
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::object::json::parse_plain;
use crate::object::{Record, Ref, escape, json_text, list};
use crate::scenario::moves::ApiRequest;
use crate::scenario::reader::Fields;
use crate::scenario::{Error, Move, Read, Scenario, Session, read};
use crate::world::fact::Fact;
use crate::world::history::Run;
use crate::world::view::Wish;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("contract.d.ts");

#[wasm_bindgen]
extern "C" {
    /// The contract's `Scenario`.
    #[wasm_bindgen(typescript_type = "Scenario")]
    pub type JsScenario;
    /// The contract's `Move`.
    #[wasm_bindgen(typescript_type = "Move")]
    pub type JsMove;
    /// A list of moves.
    #[wasm_bindgen(typescript_type = "Move[]")]
    pub type JsMoves;
    /// A list of facts.
    #[wasm_bindgen(typescript_type = "Fact[]")]
    pub type JsFacts;
    /// The options of `moves`.
    #[wasm_bindgen(typescript_type = "MovesOptions")]
    pub type JsMovesOptions;
    /// The options of `settle`.
    #[wasm_bindgen(typescript_type = "SettleOptions")]
    pub type JsSettleOptions;
    /// The options of `view`.
    #[wasm_bindgen(typescript_type = "ViewOptions")]
    pub type JsViewOptions;
    /// The contract's `Settled`.
    #[wasm_bindgen(typescript_type = "Settled")]
    pub type JsSettled;
    /// The contract's `ApiRequest`.
    #[wasm_bindgen(typescript_type = "ApiRequest")]
    pub type JsApiRequest;
    /// The contract's `ApiResponse`.
    #[wasm_bindgen(typescript_type = "ApiResponse")]
    pub type JsApiResponse;
    /// The contract's `View`.
    #[wasm_bindgen(typescript_type = "View")]
    pub type JsView;
    /// The contract's `Ref`.
    #[wasm_bindgen(typescript_type = "Ref")]
    pub type JsRef;
    /// An object or nothing.
    #[wasm_bindgen(typescript_type = "KubeObject | undefined")]
    pub type JsObject;
    /// What `trace` gives.
    #[wasm_bindgen(typescript_type = "TraceEntry[]")]
    pub type JsTrace;
    /// The contract's `Session`.
    #[wasm_bindgen(typescript_type = "Session")]
    pub type JsSession;
    /// The contract's `CheckOptions`.
    #[wasm_bindgen(typescript_type = "CheckOptions")]
    pub type JsCheckOptions;
    /// The contract's `CheckProgress`.
    #[wasm_bindgen(typescript_type = "CheckProgress")]
    pub type JsCheckProgress;
    /// The contract's `Verdict`, or nothing.
    #[wasm_bindgen(typescript_type = "Verdict | undefined")]
    pub type JsVerdict;
    /// What `version` gives.
    #[wasm_bindgen(typescript_type = "{ playground: string; kubernetes: string }")]
    pub type JsVersion;
}

/// A third of the code of std's own allocator, and as fast.
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

type Outcome<T> = Result<T, JsValue>;

/// Panics are bugs; their text goes to the console before the instance dies.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Which engine this is, and which Kubernetes release it was checked against.
///
/// # Errors
/// None in practice.
#[wasm_bindgen]
pub fn version() -> Outcome<JsVersion> {
    let mut version = Record::default();
    version.text("playground", crate::VERSION);
    version.text("kubernetes", crate::KUBERNETES);
    Ok(give(&version.end())?.unchecked_into())
}

/// A run of one scenario.
#[wasm_bindgen]
pub struct Playground {
    run: Run,
}

#[wasm_bindgen]
impl Playground {
    /// Begins a scenario.
    ///
    /// # Errors
    /// What in it cannot be; nothing is half-made.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: JsScenario) -> Outcome<Playground> {
        let scenario: Scenario = take(&scenario.into())?;
        Ok(Playground { run: Run::new(scenario).map_err(throw)? })
    }

    /// What could happen next, the default first.
    ///
    /// # Errors
    /// The options are not of their shape.
    pub fn moves(&self, o: Option<JsMovesOptions>) -> Outcome<JsMoves> {
        let mut options = options(o.map(Into::into))?;
        let faults = options.flag("faults");
        options.end().map_err(throw)?;
        let mut moves = self.run.world().moves();
        if faults == Some(true) {
            moves.append(&mut self.run.world().faults());
        }
        Ok(give(&list(moves.iter().map(Move::to_value)))?.unchecked_into())
    }

    /// Plays one move and tells what happened.
    ///
    /// # Errors
    /// The move is malformed or addresses nothing; then nothing has changed.
    pub fn play(&mut self, play: JsMove) -> Outcome<JsFacts> {
        let play: Move = take(&play.into())?;
        #[cfg(feature = "trap")]
        trap::spring();
        facts(&self.run.play(&play).map_err(throw)?)
    }

    /// Plays the default move.
    ///
    /// # Errors
    /// None in practice.
    pub fn step(&mut self) -> Outcome<JsFacts> {
        #[cfg(feature = "trap")]
        trap::spring();
        facts(&self.run.step())
    }

    /// Plays default moves until the reconcile in progress, or the next one, has returned.
    ///
    /// # Errors
    /// None in practice.
    #[wasm_bindgen(js_name = finishPass)]
    pub fn finish_pass(&mut self) -> Outcome<JsFacts> {
        facts(&self.run.finish_pass())
    }

    /// Plays default moves until nothing is left but timers later than `until`.
    ///
    /// # Errors
    /// The options are not of their shape, or beyond a bound.
    pub fn settle(&mut self, o: Option<JsSettleOptions>) -> Outcome<JsSettled> {
        let mut options = options(o.map(Into::into))?;
        let limit = options.number("limit");
        let until = options.number("until");
        options.end().map_err(throw)?;
        let settled = self.run.settle(limit, until).map_err(throw)?;
        Ok(give(&settled.to_value())?.unchecked_into())
    }

    /// A person's request to the API server.
    ///
    /// # Errors
    /// The request is not of its shape; what the server refuses is an answer.
    pub fn request(&mut self, r: JsApiRequest) -> Outcome<JsApiResponse> {
        let request: ApiRequest = take(&r.into())?;
        let response = self.run.request(request).map_err(throw)?;
        Ok(hand_over(&response.to_text())?.unchecked_into())
    }

    /// Everything that can be seen now.
    ///
    /// # Errors
    /// The options are not of their shape.
    pub fn view(&self, o: Option<JsViewOptions>) -> Outcome<JsView> {
        let mut options = options(o.map(Into::into))?;
        let objects = options.flag("objects").unwrap_or(true);
        let passes = options.small("passes").map_or(usize::MAX, |passes| passes as usize);
        let bodies = options.flag("bodies").unwrap_or(false);
        let copies = options.flag("copies").unwrap_or(true);
        options.end().map_err(throw)?;
        Ok(give(&self.run.view(Wish { objects, passes, bodies, copies }))?.unchecked_into())
    }

    /// What the server holds of a reference.
    ///
    /// # Errors
    /// The reference is not of its shape.
    pub fn object(&self, r#ref: JsRef) -> Outcome<JsObject> {
        let reference: Ref = take(&r#ref.into())?;
        match self.run.world().stored(&reference) {
            Some(object) => Ok(give(&object.to_value())?.unchecked_into()),
            None => Ok(JsValue::UNDEFINED.unchecked_into()),
        }
    }

    /// How many moves have been played to come here.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn position(&self) -> usize {
        self.run.position()
    }

    /// How many moves are recorded.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn length(&self) -> usize {
        self.run.len()
    }

    /// Goes back or forth among the recorded moves.
    ///
    /// # Errors
    /// There is no such position.
    pub fn goto(&mut self, #[wasm_bindgen(unchecked_param_type = "number")] position: &JsValue) -> Outcome<()> {
        self.run.goto(index(position.as_f64().unwrap_or(f64::NAN), "position")?).map_err(throw)
    }

    /// What happened in the moves from `from` to `to`.
    ///
    /// # Errors
    /// There are no such positions.
    pub fn trace(&self, from: Option<f64>, to: Option<f64>) -> Outcome<JsTrace> {
        let from = from.map_or(Ok(0), |from| index(from, "from"))?;
        let to = to.map_or(Ok(self.run.len()), |to| index(to, "to"))?;
        Ok(give(&Value::Array(self.run.trace(from, to).map_err(throw)?))?.unchecked_into())
    }

    /// A hash of the canonical view: equal natively and here.
    #[must_use]
    pub fn digest(&self) -> String {
        self.run.digest()
    }

    /// The same run once more; both go on by themselves.
    #[must_use]
    pub fn fork(&self) -> Playground {
        Playground { run: self.run.clone() }
    }

    /// The moves up to now.
    ///
    /// # Errors
    /// None in practice.
    pub fn save(&self) -> Outcome<JsSession> {
        Ok(give(&self.run.save().to_value())?.unchecked_into())
    }

    /// Plays a saved session.
    ///
    /// # Errors
    /// `diverged` with the path of the first move that cannot be played any more.
    pub fn replay(s: JsSession) -> Outcome<Playground> {
        let session: Session = take(&s.into())?;
        Ok(Playground { run: Run::replay(session).map_err(throw)? })
    }
}

/// The check, in a module of its own for whoever asks for it: the page's first view has no need of it.
#[cfg(feature = "check")]
mod checks {
    use wasm_bindgen::prelude::*;

    use super::{JsCheckOptions, JsCheckProgress, JsScenario, JsVerdict, Outcome, give, index, parsed, throw};
    use crate::check;
    use crate::check::options::Options;
    use crate::scenario::{Scenario, read};

    /// Every interleaving of one scenario, looked into as far as one likes at a time.
    #[wasm_bindgen]
    pub struct Check {
        check: check::Check,
    }

    #[wasm_bindgen]
    impl Check {
        /// Begins at the scenario's position 0.
        ///
        /// # Errors
        /// What in the scenario or in the options cannot be, with its path; nothing is half-made.
        #[wasm_bindgen(constructor)]
        pub fn new(scenario: JsScenario, o: Option<JsCheckOptions>) -> Outcome<Check> {
            let scenario: Scenario = read(parsed(&scenario.into())?).map_err(|error| throw(error.below("/scenario")))?;
            let value: Option<JsValue> = o.map(Into::into);
            let options = match value.filter(|value| !value.is_undefined() && !value.is_null()) {
                Some(value) => Options::read(parsed(&value)?).map_err(|error| throw(error.below("/options")))?,
                None => Options::default(),
            };
            Ok(Check { check: check::Check::new(scenario, options).map_err(throw)? })
        }

        /// Looks into about so many more states, fewer if there is a verdict before.
        ///
        /// # Errors
        /// The number is none.
        pub fn run(&mut self, states: Option<f64>) -> Outcome<JsCheckProgress> {
            let states = states.map_or(Ok(1000), |states| index(states, "states"))?;
            #[cfg(feature = "trap")]
            super::trap::spring();
            // The one clock there is: what a limit on time is measured with.
            #[allow(clippy::disallowed_methods)]
            let clock = js_sys::Date::now;
            let begin = clock();
            let progress = self.check.run(states).to_value();
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // never below zero
            self.check.spend((clock() - begin).max(0.0) as u64);
            Ok(give(&progress)?.unchecked_into())
        }

        /// The verdict, once there is one.
        ///
        /// # Errors
        /// None in practice.
        pub fn verdict(&self) -> Outcome<JsVerdict> {
            match self.check.verdict() {
                Some(verdict) => Ok(give(&verdict.to_value())?.unchecked_into()),
                None => Ok(JsValue::UNDEFINED.unchecked_into()),
            }
        }
    }
}

fn facts(facts: &[Fact]) -> Outcome<JsFacts> {
    Ok(give(&list(facts.iter().map(Fact::to_value)))?.unchecked_into())
}

/// A `PlaygroundError`.
#[allow(clippy::needless_pass_by_value)] // for `map_err`
fn throw(error: Error) -> JsValue {
    let thrown = JsError::new(&error.message);
    thrown.set_name("PlaygroundError");
    for (key, text) in [("code", error.code.name()), ("path", &*error.path)] {
        // Setting a property of a fresh error cannot fail.
        let _ = Reflect::set(&thrown, &key.into(), &text.into());
    }
    thrown.into()
}

/// A whole number that is a place in something.
fn index(number: f64, name: &str) -> Outcome<usize> {
    if number.fract() != 0.0 || !(0.0..=f64::from(u32::MAX)).contains(&number) {
        return Err(throw(Error::invalid(&format!("/{name}"), format!("{name} must be a whole number from 0 on"))));
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked above
    Ok(number as usize)
}

/// Reads what may hold an object: as JSON text.
fn take<T: Read>(value: &JsValue) -> Outcome<T> {
    read(parsed(value)?).map_err(throw)
}

#[inline(never)]
fn parsed(value: &JsValue) -> Outcome<Value> {
    let text = JSON::stringify(value).map_err(|reason| throw(Error::invalid("", format!("cannot be read as JSON: {}", words(&reason)))))?;
    let text = if text.is_undefined() { None } else { text.as_string() };
    let Some(text) = text else { return Err(throw(Error::invalid("", "expected an object"))) };
    let parsed: Value = parse_plain(&text).map_err(|reason| throw(Error::invalid("", format!("cannot be read as JSON: {reason}"))))?;
    if has_null(&parsed) {
        check_nulls(&parsed, value).map_err(throw)?;
    }
    Ok(parsed)
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(map) => map.values().any(has_null),
        _ => false,
    }
}

/// JSON turns NaN and the infinities into null: what was a number must not vanish.
fn check_nulls(parsed: &Value, value: &JsValue) -> Result<(), Error> {
    let below = |token: &str, item: &Value| {
        let inner = Reflect::get(value, &token.into()).unwrap_or(JsValue::UNDEFINED);
        check_nulls(item, &inner).map_err(|error| error.below(&format!("/{}", escape(token))))
    };
    match parsed {
        Value::Null if value.as_f64().is_some() => {
            return Err(Error::invalid("", "a number must be finite: NaN and infinities cannot be kept"));
        }
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                below(&at.to_string(), item)?;
            }
        }
        Value::Object(map) => {
            for (key, item) in map {
                below(key, item)?;
            }
        }
        _ => {}
    }
    Ok(())
}

/// The fields of an options object, which may be left out.
fn options(value: Option<JsValue>) -> Outcome<Fields> {
    let options: Value = match value.filter(|value| !value.is_undefined() && !value.is_null()) {
        Some(value) => take(&value)?,
        None => Record::default().end(),
    };
    Ok(Fields::of(options, ""))
}

/// Hands out what may hold an object.
fn give(value: &Value) -> Outcome<JsValue> {
    hand_over(&json_text(value))
}

fn hand_over(text: &str) -> Outcome<JsValue> {
    memory::make_room();
    JSON::parse(text)
}

/// What JavaScript says of a failure.
fn words(reason: &JsValue) -> String {
    reason.dyn_ref::<JsError>().map_or_else(|| "it throws".to_string(), |error| String::from(error.message()))
}

/// Memory that grows in larger steps. The allocator asks for 64 KiB at a time, and each time the engine has to make a new
/// buffer of it all: in Node.js more than half of the time of a write, in Chromium a few percent.
mod memory {
    use std::cell::Cell;

    const PAGE: usize = 65_536;
    /// What is asked for at least, and at most.
    const ROOM: (usize, usize) = (16 * PAGE, 128 * PAGE);

    thread_local! {
        static SEEN: Cell<usize> = const { Cell::new(0) };
    }

    /// Asks for an eighth more whenever there has been no room left.
    pub(super) fn make_room() {
        let pages = core::arch::wasm32::memory_size::<0>();
        if pages > SEEN.get() {
            // What is freed stays with the allocator.
            drop(std::hint::black_box(Vec::<u8>::with_capacity((pages * PAGE / 8).clamp(ROOM.0, ROOM.1))));
            SEEN.set(core::arch::wasm32::memory_size::<0>());
        }
    }
}

/// A way to provoke a real trap, for the tests of the page's recovery.
#[cfg(feature = "trap")]
mod trap {
    use std::cell::Cell;

    use wasm_bindgen::prelude::wasm_bindgen;

    thread_local! {
        static ARMED: Cell<bool> = const { Cell::new(false) };
    }

    /// The next move that is played traps.
    #[wasm_bindgen]
    pub fn trap() {
        ARMED.set(true);
    }

    pub(super) fn spring() {
        assert!(!ARMED.get(), "provoked by a test");
    }
}
