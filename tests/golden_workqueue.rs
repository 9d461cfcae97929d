//! Plays the scripts that were recorded on the real work queues, whole, and compares every answer.
//!
//! The recordings are `tests/golden/workqueue-*.json`; `source` and `notes` in each say what was run and how.
#![cfg(not(target_arch = "wasm32"))]

use std::collections::VecDeque;

use reconcile_playground::controller::limiter::{Bucket, Limiter, Rule};
use reconcile_playground::controller::queue::{AddOptions, Flavour, Queue};
use serde_json::Value;

type Keys = Queue<String, ()>;

/// The shared bucket was recorded on a real clock: the calls of one burst are some microseconds apart, and the wait that
/// is read is that much shorter. All other times were taken from a fake clock and are exact.
const REAL_CLOCK_TOLERANCE_MS: f64 = 10.0;

/// One run takes `a` at step 3, adds it again at step 4 and takes it again at step 6, with no `Done` between. The real queue
/// does not hand out a key that is held, as another run of the same file shows ("added while processed: in Len, handed out
/// after Done"), and the lock is the same for both ways of getting; so here a `Done` was called that was not written down.
/// The run is about delays, and is played with that call behind step 3. The page about what is real names it too.
const UNRECORDED: &str = include_str!("golden/unrecorded.json");

#[test]
fn limiters() {
    let recording = read("workqueue-01-rate-limiters");
    let mut compared = 0;
    for run in list(&recording["runs"]) {
        let name = run["name"].as_str().expect("a run has a name");
        let mut limiter = limiter_of(name, &run["setup"]);
        for step in list(&run["steps"]) {
            let key = text(&step["item"]);
            match step["op"].as_str() {
                Some("When") => {
                    let delay = limiter.when(&key, 0);
                    match step["rawMs"].as_f64() {
                        #[allow(clippy::cast_precision_loss)]
                        Some(raw) => {
                            assert!((delay as f64 - raw).abs() <= REAL_CLOCK_TOLERANCE_MS, "{name}: {step} gave {delay}");
                            // The whole milliseconds that the recording was rounded to are what a clock that stands still gives.
                            assert_eq!(Some(delay), step["delayMs"].as_u64(), "{name}: {step}");
                        }
                        None => assert_eq!(Some(delay), step["delayMs"].as_u64(), "{name}: {step}"),
                    }
                }
                Some("Forget") => limiter.forget(&key),
                Some("NumRequeues") => {}
                other => panic!("{name}: unknown operation {other:?}"),
            }
            assert_eq!(Some(u64::from(limiter.failures(&key))), step["numRequeuesAfter"].as_u64(), "{name}: {step}");
            compared += 1;
        }
    }
    assert_eq!(compared, 394);
}

#[test]
fn classic_queue() {
    play("workqueue-02-queue", Flavour::Classic, 79);
}

#[test]
fn classic_queue_with_delays() {
    play("workqueue-03-delaying", Flavour::Classic, 85);
}

#[test]
fn classic_queue_with_backoff() {
    play("workqueue-04-rate-limiting", Flavour::Classic, 99);
}

#[test]
fn priority_queue_with_delays() {
    play("workqueue-05-priorityqueue-delaying", Flavour::Priority, 85);
}

#[test]
fn priority_queue_with_priorities() {
    play("workqueue-06-priorityqueue", Flavour::Priority, 119);
}

/// The limiter a run of recording 01 is about: its name says which, its set-up the numbers where it has one.
fn limiter_of(name: &str, setup: &Value) -> Limiter<String> {
    let number = |field: &str| setup[field].as_u64();
    let exponential = || Rule::Exponential { base: number("baseMs").unwrap_or(5), max: number("maxMs").unwrap_or(1_000_000) };
    if name.starts_with("default controller limiter") {
        return Limiter::item_and_bucket();
    }
    Limiter::new(if name.starts_with("token bucket") {
        let whole = |field| u32::try_from(number(field).expect("a bucket has numbers")).expect("small numbers");
        Rule::Bucket(Bucket::full(whole("qps"), whole("burst")))
    } else if name.starts_with("fast-slow 5ms/10s, 3 fast") {
        Rule::FastSlow { fast: 5, slow: 10_000, attempts: 3 }
    } else if name.starts_with("max-wait 100ms") {
        Rule::MaxWait { rule: Box::new(exponential()), max: 100 }
    } else {
        assert!(name.starts_with("exponential") || name.starts_with("two items") || name.starts_with("default item"), "{name}");
        exponential()
    })
}

/// What a `Get` that came back has returned.
#[derive(Debug, PartialEq)]
struct Returned {
    item: String,
    priority: i64,
    shutdown: bool,
}

/// A queue with the goroutines around it: callers of `Get` that are blocked, and one of `ShutDownWithDrain`.
struct Player {
    queue: Keys,
    now: u64,
    blocked: usize,
    returned: VecDeque<Returned>,
    /// `ShutDownWithDrain` was called / has returned.
    draining: bool,
    drained: bool,
}

impl Player {
    /// What a `Get` returns if it need not block.
    fn try_get(&mut self) -> Option<Returned> {
        match self.queue.get(self.now) {
            Some(taken) => Some(Returned { item: taken.key, priority: i64::from(taken.priority), shutdown: false }),
            None if self.queue.is_shutting_down() => Some(Returned { item: String::new(), priority: 0, shutdown: true }),
            None => None,
        }
    }

    /// Goroutines that can go on do so before the next step.
    fn settle(&mut self) {
        self.queue.advance(self.now);
        while self.blocked > 0 {
            let Some(returned) = self.try_get() else { break };
            self.blocked -= 1;
            self.returned.push_back(returned);
        }
        self.drained |= self.draining && self.queue.processing().next().is_none();
    }

    fn add(&mut self, step: &Value, options: AddOptions) {
        let keys = if step["items"].is_array() { list(&step["items"]) } else { std::slice::from_ref(&step["item"]) };
        for key in keys {
            self.queue.add(text(key), options, None, self.now);
        }
    }

    fn step(&mut self, step: &Value, at: &str) {
        // A negative delay is the same as none; the simulator's times have no sign.
        let ms = step["ms"].as_i64().map(|ms| u64::try_from(ms).unwrap_or(0));
        let operation = step["op"].as_str().expect("a step has an operation");
        match operation {
            "Add" => self.add(step, AddOptions::default()),
            "AddAfter" => self.add(step, AddOptions { after: ms, ..AddOptions::default() }),
            "AddRateLimited" => self.add(step, AddOptions { rate_limited: true, ..AddOptions::default() }),
            "AddWithOpts" => {
                let options = &step["opts"];
                let priority = options["priority"].as_i64().map(|priority| i32::try_from(priority).expect("a small priority"));
                let rate_limited = options["rateLimited"].as_bool().expect("rateLimited is given");
                self.add(step, AddOptions { after: options["afterMs"].as_u64(), rate_limited, priority });
            }
            "Done" => self.queue.done(&text(&step["item"])),
            "Forget" => self.queue.forget(&text(&step["item"])),
            "clock+" => self.now += ms.expect("a clock step has a length"),
            "ShutDown" => self.queue.shut_down(),
            "ShutDownWithDrain started" => {
                self.queue.shut_down();
                self.draining = true;
            }
            "Get" | "GetWithPriority" => {
                let peeked = self.queue.peek().cloned();
                match self.try_get() {
                    Some(returned) => {
                        assert_eq!(peeked, (!returned.shutdown).then(|| returned.item.clone()), "{at}: peek shows what get takes");
                        self.returned.push_back(returned);
                    }
                    None => self.blocked += 1,
                }
            }
            "Get(returns the earlier blocked call)" | "Get(still blocked)" | "drain" => {}
            other => panic!("{at}: unknown operation {other:?}"),
        }
        self.settle();

        if let Some(recorded) = step["atMs"].as_u64() {
            assert_eq!(self.now, recorded, "{at}: the clock");
        }
        if operation.starts_with("Get") {
            let got = if step["blocks"] == true { None } else { self.returned.pop_front() };
            let expected = (step["blocks"] != true).then(|| Returned {
                item: text(&step["item"]),
                // Recorded only where the call was one that returns it.
                priority: step["priority"].as_i64().unwrap_or_else(|| got.as_ref().map_or(0, |got| got.priority)),
                shutdown: step["shutdown"].as_bool().expect("a get that came back says whether the queue is shut down"),
            });
            assert_eq!(got, expected, "{at}");
            if step["blocks"] == true {
                assert_eq!((self.blocked, self.returned.len()), (1, 0), "{at}: the call blocks");
            }
        }
        if let Some(recorded) = step["len"].as_u64() {
            assert_eq!(self.queue.len() as u64, recorded, "{at}: the length");
        }
        if let Some(recorded) = step["numRequeues"].as_u64() {
            assert_eq!(u64::from(self.queue.failures(&text(&step["item"]))), recorded, "{at}: the failures");
        }
        if let Some(recorded) = step["shuttingDown"].as_bool() {
            assert_eq!(self.queue.is_shutting_down(), recorded, "{at}");
        }
        if let Some(recorded) = step["returned"].as_bool() {
            assert_eq!(self.drained, recorded, "{at}: ShutDownWithDrain");
        }
    }
}

fn play(case: &str, flavour: Flavour, steps: usize) {
    let recording = read(case);
    let unrecorded: Value = serde_json::from_str(UNRECORDED).expect("the list is JSON");
    let mut compared = 0;
    for run in list(&recording["runs"]) {
        let name = run["name"].as_str().expect("a run has a name");
        let mut player = Player {
            queue: Queue::with_limiter(flavour, Limiter::item()),
            now: 0,
            blocked: 0,
            returned: VecDeque::new(),
            draining: false,
            drained: false,
        };
        for (number, step) in list(&run["steps"]).iter().enumerate() {
            player.step(step, &format!("{case}, {name:?}, step {}: {step}", number + 1));
            compared += 1;
            for call in list(&unrecorded).iter().filter(|call| call["case"] == case && call["run"] == name && call["after"] == number + 1) {
                assert_eq!(call["op"], "Done");
                player.queue.done(&text(&call["item"]));
            }
        }
        assert_eq!(player.returned, [], "{case}, {name:?}: a get came back that the recording does not have");
    }
    assert_eq!(compared, steps, "{case} was played whole");
}

fn read(case: &str) -> Value {
    let path = format!("{}/tests/golden/{case}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(&path).expect("the recording is there")).expect("the recording is JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_string()
}
