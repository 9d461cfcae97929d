//! Every interleaving of a scenario: does it converge, and stay?
//!
//! The world is a transition system that can be cloned, enumerated and fingerprinted. A [`Check`] plays **all** orders of
//! deliveries, passes, the background workers' steps and timers, with the faults that a budget allows and other people's moves
//! at every point, breadth first, and ends with a [`Verdict`]: it holds, it fails with the shortest story, or it is not
//! finished.
//!
//! ```text
//! model     what can happen next, and what a world's essence is     (the world as a `System`)
//! search    breadth first over fingerprints, with every edge kept
//! cycles    where it can go round for ever although nobody is starved
//! wrong     what is wrong with a world, and with a single step
//! story     from a place in the graph to a session that can be replayed
//! ```
//!
//! **Time** is abstracted: a request takes none, events are on their way as long as their delivery is not played, and a timer
//! may fire at any point at which it is the next one. So what matters of timers is their order. Each abstraction is argued for
//! in [`model`].

pub mod cycles;
pub mod model;
pub mod options;
pub mod search;
pub mod story;
pub mod wrong;

use std::sync::Arc;

use serde_json::Value;

use crate::object::Record;
use crate::scenario::{Budget, Error, Scenario};
use cycles::Look;
use model::Worlds;
use options::{Limit, Options};
use search::{Found, Search};
use story::Story;

/// A check under way.
pub struct Check {
    scenario: Arc<Scenario>,
    options: Options,
    worlds: Worlds,
    search: Search<Worlds>,
    verdict: Option<Verdict>,
    /// At how many states it is looked for rounds next.
    next_look: usize,
    /// A look that is under way, and what follows if it finds none.
    look: Option<(Look, Then)>,
    ms: u64,
}

/// What follows a look that finds no round.
#[derive(Clone, Copy, Debug)]
enum Then {
    /// The search goes on.
    GoOn,
    /// Everything has been looked into.
    Holds,
    /// Here it stops.
    Stop(Limit),
}

/// What all verdicts tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many different worlds.
    pub states: usize,
    /// How many moves between them.
    pub transitions: u64,
    /// The longest of the shortest ways to one.
    pub depth: usize,
    /// Time spent, if somebody measured it.
    pub ms: u64,
    /// What the states take, as it is reckoned.
    pub bytes: usize,
    /// Worlds in which nothing is left but timers.
    pub quiet: usize,
    /// The faults that were allowed.
    pub budget: Budget,
    /// How many moves of others were allowed.
    pub others: usize,
    /// What comes to the same was left out.
    pub reduced: bool,
    /// What was not followed, by code.
    pub left_out: Vec<&'static str>,
}

/// How it ended.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Whatever happens within the bounds, it converges and stays.
    Holds(Report),
    /// There is a story in which it does not.
    Fails(Report, Box<Story>),
    /// A limit was hit, with so many states not looked into.
    NotFinished(Report, Limit, usize),
}

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// There is a verdict.
    pub done: bool,
    /// How many different worlds so far.
    pub states: usize,
    /// How many moves between them.
    pub transitions: u64,
    /// How many moves from the start to what is looked at.
    pub depth: usize,
    /// What is known and not looked into yet.
    pub frontier: usize,
    /// What it takes, as it is reckoned.
    pub bytes: usize,
}

/// The first look for rounds is at so many states, the next ones at twice as many each.
const FIRST_LOOK: usize = 2_048;
/// So many edges are looked at in the time in which a state is looked into, about.
const EDGES: usize = 200;

impl Check {
    /// Begins at the scenario's position 0.
    ///
    /// # Errors
    /// What in the scenario or the options cannot be, with its path below `/scenario` or `/options`; nothing is half-made.
    pub fn new(scenario: Scenario, options: Options) -> Result<Check, Error> {
        let (scenario, world) = model::staged(scenario, options.budget).map_err(|error| error.below("/scenario"))?;
        let worlds = Worlds::new(world, &options).map_err(|error| error.below("/options"))?;
        let search = Search::new(&worlds);
        Ok(Check { scenario: Arc::new(scenario), options, worlds, search, verdict: None, next_look: FIRST_LOOK, look: None, ms: 0 })
    }

    /// Looks into so many more states, or fewer if there is a verdict before.
    pub fn run(&mut self, states: usize) -> Progress {
        let mut left = states.max(1);
        while self.verdict.is_none() && left > 0 {
            if let Some((mut look, then)) = self.look.take() {
                if look.advance(&self.search, left.saturating_mul(EDGES)) {
                    self.looked(look, then);
                } else {
                    self.look = Some((look, then));
                    left = 0;
                }
            } else if self.search.is_done() {
                self.look(Then::Holds);
            } else if let Some(limit) = self.exceeded() {
                // What goes round within what is known goes round whatever else there is.
                self.look(Then::Stop(limit));
            } else if self.search.states() >= self.next_look {
                self.next_look = self.next_look.saturating_mul(2);
                self.look(Then::GoOn);
            } else {
                let before = self.search.states();
                if let Some(found) = self.search.step(&self.worlds) {
                    self.verdict = Some(self.fails(&found));
                }
                left = left.saturating_sub((self.search.states() - before).max(1));
            }
        }
        self.progress()
    }

    /// Time that has gone by while it ran, for the limit and the report: the engine has no clock.
    pub fn spend(&mut self, ms: u64) {
        self.ms = self.ms.saturating_add(ms);
    }

    /// How far it has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            done: self.verdict.is_some(),
            states: self.search.states(),
            transitions: self.search.transitions(),
            depth: self.search.depth(),
            frontier: self.search.frontier(),
            bytes: self.search.bytes(),
        }
    }

    /// The verdict, once there is one.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        let mut verdict = self.verdict.clone()?;
        match &mut verdict {
            Verdict::Holds(report) | Verdict::Fails(report, _) | Verdict::NotFinished(report, ..) => report.ms = self.ms,
        }
        Some(verdict)
    }

    fn exceeded(&self) -> Option<Limit> {
        let limits = &self.options.limits;
        if self.search.states() >= limits.states {
            Some(Limit::States)
        } else if self.search.level() >= limits.depth {
            Some(Limit::Depth)
        } else if self.ms >= limits.ms {
            Some(Limit::Ms)
        } else if self.search.bytes() >= limits.bytes {
            Some(Limit::Bytes)
        } else {
            None
        }
    }

    fn look(&mut self, then: Then) {
        self.look = Some((Look::new(&self.search), then));
    }

    fn looked(&mut self, look: Look, then: Then) {
        if let Some(round) = look.end(&self.search, &self.worlds) {
            let story = Story::round(&self.scenario, &self.search, &self.worlds, round);
            self.verdict = Some(Verdict::Fails(self.report(), Box::new(story)));
            return;
        }
        self.verdict = match then {
            Then::GoOn => None,
            Then::Holds => Some(Verdict::Holds(self.report())),
            Then::Stop(limit) => Some(Verdict::NotFinished(self.report(), limit, self.search.frontier())),
        };
    }

    fn report(&self) -> Report {
        Report {
            states: self.search.states(),
            transitions: self.search.transitions(),
            depth: self.search.depth(),
            ms: self.ms,
            bytes: self.search.bytes(),
            quiet: self.search.quiet(),
            budget: self.options.budget,
            others: self.options.others.len(),
            reduced: self.options.reduce,
            left_out: self.worlds.left_out(),
        }
    }

    fn fails(&self, found: &Found) -> Verdict {
        let story = Story::end(&self.scenario, &self.search, &self.worlds, found);
        Verdict::Fails(self.report(), Box::new(story))
    }
}

impl Progress {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.flag("done", self.done);
        record.number("states", self.states as u64);
        record.number("transitions", self.transitions);
        record.number("depth", self.depth as u64);
        record.number("frontier", self.frontier as u64);
        record.number("bytes", self.bytes as u64);
        record.end()
    }
}

impl Verdict {
    /// Its name in the contract.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Holds(_) => "holds",
            Verdict::Fails(..) => "fails",
            Verdict::NotFinished(..) => "notFinished",
        }
    }

    /// What it tells in any case.
    #[must_use]
    pub fn report(&self) -> &Report {
        match self {
            Verdict::Holds(report) | Verdict::Fails(report, _) | Verdict::NotFinished(report, ..) => report,
        }
    }

    /// The story of one that fails.
    #[must_use]
    pub fn story(&self) -> Option<&Story> {
        match self {
            Verdict::Fails(_, story) => Some(story),
            Verdict::Holds(_) | Verdict::NotFinished(..) => None,
        }
    }

    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let report = self.report();
        let mut record = Record::default();
        record.text("verdict", self.name());
        for (name, count) in [
            ("states", report.states as u64),
            ("transitions", report.transitions),
            ("depth", report.depth as u64),
            ("ms", report.ms),
            ("bytes", report.bytes as u64),
            ("quiet", report.quiet as u64),
        ] {
            record.number(name, count);
        }
        let mut bounded = Record::default();
        bounded.put("budget", report.budget.to_value());
        bounded.number("others", report.others as u64);
        bounded.flag("reduced", report.reduced);
        bounded.names("leftOut", &report.left_out);
        record.put("bounded", bounded.end());
        match self {
            Verdict::Holds(_) => {}
            Verdict::Fails(_, story) => story.fill(&mut record),
            Verdict::NotFinished(_, limit, frontier) => {
                record.text("limit", limit.name());
                record.number("frontier", *frontier as u64);
            }
        }
        record.end()
    }
}
