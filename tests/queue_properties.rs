//! What holds for the work queues whatever is done to them, as long as a worker is done only with what it holds.
#![cfg(not(target_arch = "wasm32"))]

use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::vec;
use proptest::prelude::*;
use reconcile_playground::controller::queue::{AddOptions, Added, Effect, Flavour, LOW_PRIORITY, Queue};

type Keys = Queue<u8, u32>;

#[derive(Clone, Debug)]
enum Operation {
    Add(u8, AddOptions),
    Pass(u64),
    Get,
    /// Of the n-th key that is held.
    Done(usize),
    Forget(u8),
}

fn operation() -> impl Strategy<Value = Operation> {
    let options = (proptest::option::of(0..40_u64), any::<bool>(), proptest::option::of(prop_oneof![Just(LOW_PRIORITY), Just(0), Just(7)]))
        .prop_map(|(after, rate_limited, priority)| AddOptions { after, rate_limited, priority });
    prop_oneof![
        4 => (0..5_u8, options).prop_map(|(key, options)| Operation::Add(key, options)),
        2 => (0..5_u8).prop_map(|key| Operation::Add(key, AddOptions::default())),
        2 => (0..30_u64).prop_map(Operation::Pass),
        3 => Just(Operation::Get),
        2 => (0..5_usize).prop_map(Operation::Done),
        1 => (0..5_u8).prop_map(Operation::Forget),
    ]
}

fn flavour() -> impl Strategy<Value = Flavour> {
    prop_oneof![Just(Flavour::Priority), Just(Flavour::Classic)]
}

/// A queue, its clock, and what its workers hold.
#[derive(Clone)]
struct Bench {
    queue: Keys,
    now: u64,
    held: BTreeSet<u8>,
    causes: u32,
    with_causes: bool,
}

/// What an operation showed.
#[derive(Debug, PartialEq)]
enum Shown {
    Added(Added),
    Got(Option<(u8, i32)>, Vec<u32>),
    Nothing,
}

impl Bench {
    fn new(flavour: Flavour, now: u64) -> Bench {
        Bench { queue: Queue::new(flavour), now, held: BTreeSet::new(), causes: 0, with_causes: true }
    }

    fn play(&mut self, operation: &Operation) -> Shown {
        match operation {
            Operation::Add(key, options) => {
                self.causes += 1;
                Shown::Added(self.queue.add(*key, *options, self.with_causes.then_some(self.causes), self.now))
            }
            Operation::Pass(time) => {
                self.now += time;
                self.queue.advance(self.now);
                Shown::Nothing
            }
            Operation::Get => {
                let peeked = self.queue.peek().copied();
                let taken = self.queue.get(self.now);
                assert_eq!(peeked, taken.as_ref().map(|taken| taken.key), "peek shows what get takes");
                let Some(taken) = taken else { return Shown::Got(None, vec![]) };
                assert!(self.held.insert(taken.key), "key {} is handed out twice at once", taken.key);
                Shown::Got(Some((taken.key, taken.priority)), taken.causes)
            }
            Operation::Done(number) => {
                if let Some(key) = self.held.iter().nth(*number).copied() {
                    self.held.remove(&key);
                    self.queue.done(&key);
                }
                Shown::Nothing
            }
            Operation::Forget(key) => {
                self.queue.forget(key);
                Shown::Nothing
            }
        }
    }

    /// Works off what is ready, one key after the other; how often each key ran.
    fn drain(&mut self) -> BTreeMap<u8, u32> {
        let mut runs = BTreeMap::new();
        while let Some(taken) = self.queue.get(self.now) {
            *runs.entry(taken.key).or_insert(0) += 1;
            self.queue.done(&taken.key);
        }
        runs
    }
}

proptest! {
    #[test]
    fn what_the_queue_shows_fits_together(flavour in flavour(), operations in vec(operation(), 0..60)) {
        let mut bench = Bench::new(flavour, 0);
        for operation in &operations {
            bench.play(operation);
            let queue = &bench.queue;
            let ready: Vec<u8> = queue.ready().map(|entry| *entry.key).collect();
            let waiting: Vec<(u64, u8)> = queue.waiting().map(|entry| (entry.due, *entry.key)).collect();
            let processing: BTreeSet<u8> = queue.processing().copied().collect();
            prop_assert_eq!(&processing, &bench.held);
            prop_assert_eq!(queue.len(), ready.len());
            let distinct = |keys: &[u8]| keys.iter().collect::<BTreeSet<_>>().len();
            prop_assert_eq!(distinct(&ready), ready.len(), "a key is ready once");
            let keys: Vec<u8> = waiting.iter().map(|(_, key)| *key).collect();
            prop_assert_eq!(distinct(&keys), waiting.len(), "a key waits once");
            prop_assert!(waiting.windows(2).all(|pair| pair[0].0 <= pair[1].0), "what waits is in the order of its times");
            prop_assert!(waiting.iter().all(|(due, _)| *due > bench.now), "what is due does not wait");
            prop_assert_eq!(queue.next_due(), waiting.first().map(|(due, _)| *due));
            prop_assert_eq!(queue.peek().copied(), ready.iter().find(|key| !processing.contains(*key)).copied());
            match flavour {
                Flavour::Priority => {
                    prop_assert!(ready.iter().all(|key| !keys.contains(key)), "a key is in one place");
                    prop_assert_eq!(queue.aside().count(), 0);
                }
                Flavour::Classic => {
                    prop_assert!(ready.iter().all(|key| !processing.contains(key)), "what is processed does not stand in line");
                    prop_assert!(queue.aside().all(|entry| processing.contains(entry.key)));
                }
            }
        }
    }

    #[test]
    fn any_number_of_adds_while_a_key_is_processed_make_one_more_run(flavour in flavour(), adds in 1..20_u32) {
        let mut bench = Bench::new(flavour, 0);
        bench.play(&Operation::Add(1, AddOptions::default()));
        bench.play(&Operation::Get);
        for _ in 0..adds {
            let added = bench.queue.add(1, AddOptions::default(), None, 0);
            prop_assert_eq!(added.due, None, "it waits for done");
            prop_assert_eq!(bench.queue.get(0), None);
        }
        bench.play(&Operation::Done(0));
        prop_assert_eq!(bench.drain(), BTreeMap::from([(1, 1)]));
    }

    #[test]
    fn the_waiting_orders_shown_are_the_orders_they_come_out(flavour in flavour(), delays in vec((0..8_u8, 1..5_u64), 0..30)) {
        let mut bench = Bench::new(flavour, 0);
        for (key, after) in delays {
            bench.play(&Operation::Add(key, AddOptions { after: Some(after), ..AddOptions::default() }));
        }
        let shown: Vec<u8> = bench.queue.waiting().map(|entry| *entry.key).collect();
        bench.play(&Operation::Pass(100));
        let ready: Vec<u8> = bench.queue.ready().map(|entry| *entry.key).collect();
        prop_assert_eq!(&ready, &shown);
        let taken: Vec<u8> = std::iter::from_fn(|| bench.queue.get(bench.now)).map(|taken| taken.key).collect();
        prop_assert_eq!(taken, shown);
    }

    #[test]
    fn no_cause_is_lost_and_none_comes_twice(flavour in flavour(), operations in vec(operation(), 0..60)) {
        let mut bench = Bench::new(flavour, 0);
        let mut seen: Vec<u32> = Vec::new();
        for operation in &operations {
            if let Shown::Got(_, causes) = bench.play(operation) {
                seen.extend(causes);
            }
        }
        seen.extend(bench.queue.ready().chain(bench.queue.aside()).flat_map(|entry| entry.causes.iter().copied()));
        seen.extend(bench.queue.waiting().flat_map(|entry| entry.causes.iter().copied()));
        seen.sort_unstable();
        prop_assert_eq!(seen, (1..=bench.causes).collect::<Vec<_>>());
    }

    #[test]
    fn causes_decide_nothing(flavour in flavour(), operations in vec(operation(), 0..60)) {
        let mut with = Bench::new(flavour, 0);
        let mut without = Bench { with_causes: false, ..with.clone() };
        for operation in &operations {
            match (with.play(operation), without.play(operation)) {
                (Shown::Got(one, _), Shown::Got(other, causes)) => {
                    prop_assert_eq!(one, other);
                    prop_assert!(causes.is_empty());
                }
                (one, other) => prop_assert_eq!(one, other),
            }
        }
        prop_assert_eq!(with.queue.essence(with.now), without.queue.essence(without.now));
    }

    #[test]
    fn only_relative_times_decide(flavour in flavour(), operations in vec(operation(), 0..60), start in 1..1_000_000_u64) {
        let mut early = Bench::new(flavour, 0);
        let mut late = Bench::new(flavour, start);
        for operation in &operations {
            early.play(operation);
            late.play(operation);
            prop_assert_eq!(early.queue.essence(early.now), late.queue.essence(late.now));
        }
    }

    #[test]
    fn a_clone_goes_its_own_way(flavour in flavour(), before in vec(operation(), 0..30), after in vec(operation(), 0..30)) {
        let mut bench = Bench::new(flavour, 0);
        for operation in &before {
            bench.play(operation);
        }
        let essence = bench.queue.essence(bench.now);
        let mut clone = bench.clone();
        let there: Vec<Shown> = after.iter().map(|operation| clone.play(operation)).collect();
        prop_assert_eq!(bench.queue.essence(bench.now), essence);
        let here: Vec<Shown> = after.iter().map(|operation| bench.play(operation)).collect();
        prop_assert_eq!(here, there, "and the original can go the same way later");
    }
}

#[test]
fn an_event_takes_the_timer_of_a_priority_queue_and_leaves_that_of_a_classic_one() {
    for (flavour, runs) in [(Flavour::Priority, vec![10_000]), (Flavour::Classic, vec![10_000, 60_000])] {
        let mut queue = Keys::new(flavour);
        let minute = AddOptions { after: Some(60_000), ..AddOptions::default() };
        queue.add(1, minute, None, 0);
        let event = queue.add(1, AddOptions::default(), None, 10_000);
        assert_eq!((event.effect, event.due), (Effect::Added, Some(10_000)), "{flavour:?}");
        assert_eq!(event.merged, flavour == Flavour::Priority, "{flavour:?}");
        let mut ran = Vec::new();
        for now in (10_000..=120_000).step_by(1000) {
            if let Some(taken) = queue.get(now) {
                ran.push(now);
                queue.done(&taken.key);
            }
        }
        assert_eq!(ran, runs, "{flavour:?}");
    }
}

#[test]
fn what_an_add_reports() {
    let after = |delay| AddOptions { after: Some(delay), ..AddOptions::default() };
    let limited = AddOptions { rate_limited: true, ..AddOptions::default() };
    for flavour in [Flavour::Priority, Flavour::Classic] {
        let mut queue = Keys::new(flavour);
        let added = |effect, delay, due, merged| Added { effect, delay, due, merged };
        assert_eq!(queue.add(1, after(50), None, 100), added(Effect::Added, Some(50), Some(150), false));
        assert_eq!(queue.add(1, after(60), None, 100), added(Effect::EarlierKept, Some(60), Some(150), true));
        assert_eq!(queue.add(1, limited, None, 100), added(Effect::Added, Some(5), Some(105), true));
        assert_eq!(queue.add(1, AddOptions { after: Some(7), ..limited }, None, 100), added(Effect::EarlierKept, Some(7), Some(105), true));
        assert_eq!(queue.failures(&1), 2, "{flavour:?}: the shorter wait wins, and both failures count");
        queue.advance(105);
        assert_eq!(queue.add(1, AddOptions::default(), None, 106), added(Effect::AlreadyReady, None, Some(106), true));
        let timer_beside = queue.add(1, after(50), None, 106);
        assert_eq!((timer_beside.delay, timer_beside.due), (Some(50), Some(106)), "{flavour:?}: it runs now, whatever the timer says");
        assert_eq!(timer_beside.effect, if flavour == Flavour::Priority { Effect::AlreadyReady } else { Effect::Added });
        queue.shut_down();
        assert_eq!(queue.add(2, after(50), None, 106), added(Effect::Dropped, Some(50), None, false));
    }
}

#[test]
fn a_waiting_key_that_is_added_again_keeps_its_place_in_the_line() {
    let mut queue = Keys::new(Flavour::Priority);
    queue.add(1, AddOptions { after: Some(50), ..AddOptions::default() }, None, 0);
    queue.add(2, AddOptions::default(), None, 1);
    queue.add(1, AddOptions::default(), None, 2);
    assert_eq!(queue.ready().map(|entry| *entry.key).collect::<Vec<_>>(), [1, 2]);
}
