//! A run: a world, its journal and the moves that led to it. Going back replays from a snapshot; forking shares all.

use std::sync::Arc;

use serde_json::Value;

use super::fact::Fact;
use super::journal::{Journal, LOOP, Streak};
use super::view::{Wish, view};
use super::{World, invariants};
use crate::cluster::Response;
use crate::controller::Controller;
use crate::object::{Digest, Millis, Record, canonical_text, list, serialize_as_value};
use crate::scenario::moves::ApiRequest;
use crate::scenario::{Code, Error, MAX_MOVES, Move, Scenario, Session};

/// How many snapshots are kept at most; then every second one goes.
const SNAPSHOTS: usize = 128;
/// Moves between snapshots at first.
const INTERVAL: usize = 32;
/// How many keys that began last are looked at for a loop.
const LATELY: usize = 100;
/// What `settle` plays at most if nothing is said.
pub const SETTLE_LIMIT: u64 = 1000;
/// What `settle` can be asked to play at most.
pub const MAX_SETTLE: u64 = 10_000_000;

#[derive(Clone, Debug)]
struct State {
    world: World,
    journal: Journal,
}

/// A world with its past. `Clone` shares everything that has not changed: that is a fork.
#[derive(Clone, Debug)]
pub struct Run {
    scenario: Arc<Scenario>,
    state: State,
    moves: Arc<Vec<Arc<Move>>>,
    position: usize,
    snapshots: Vec<(usize, Arc<State>)>,
    interval: usize,
    /// The state before the move that was played last, if it was played alone: what just happened is asked for next.
    before: Option<(usize, Arc<State>)>,
}

/// What `settle` did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Nothing is left but timers; false = the limit was hit.
    pub quiet: bool,
    /// Moves played.
    pub moves: u64,
    /// Passes begun.
    pub passes: u64,
    /// Changes committed.
    pub writes: u64,
    /// When the next queue timer falls due.
    pub next_due: Option<Millis>,
    /// A key that only wakes itself.
    pub loop_: Option<Loop>,
    /// A key that controllers wake for each other.
    pub fight: Option<Fight>,
}

impl Settled {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.flag("quiet", self.quiet);
        record.number("moves", self.moves);
        record.number("passes", self.passes);
        record.number("writes", self.writes);
        record.number_or_null("nextDue", self.next_due);
        record.put("loop", self.loop_.as_ref().map(Loop::to_value).unwrap_or_default());
        record.put_some("fight", self.fight.as_ref().map(Fight::to_value));
        record.end()
    }
}

serialize_as_value!(Settled);

/// One key ran so often in a row, woken only by its own controller's writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The key.
    pub key: String,
    /// Passes in a row.
    pub passes: u64,
    /// What they changed.
    pub writes: u64,
}

impl Loop {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.text("key", &self.key);
        record.number("passes", self.passes);
        record.number("writes", self.writes);
        record.end()
    }
}

serialize_as_value!(Loop);

/// One key ran so often in a row, each pass woken only by writes of controllers, and not only by its own one's: each of
/// them undoes, or at least answers, what the other did. It is no [`Loop`], since none of them wakes itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fight {
    /// The passes of the one of them that ran most often.
    pub passes: Loop,
    /// Who, in the scenario's order.
    pub controllers: Vec<Arc<str>>,
}

impl Fight {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::of(self.passes.to_value());
        record.put("controllers", list(self.controllers.iter().map(|name| (**name).into())));
        record.end()
    }
}

impl Run {
    /// The run at position 0, behind the scenario's prelude.
    ///
    /// # Errors
    /// What in the scenario cannot be.
    pub fn new(scenario: Scenario) -> Result<Run, Error> {
        Run::begin(Arc::new(scenario))
    }

    fn begin(scenario: Arc<Scenario>) -> Result<Run, Error> {
        let mut world = World::new(&scenario)?;
        let mut notes = invariants::Notes::default();
        for (at, play) in scenario.prelude.as_deref().unwrap_or_default().iter().enumerate() {
            notes.before(&world, play);
            world.play(&mut play.clone(), 0, &mut |_| {}).map_err(|error| error.below(&format!("/prelude/{at}")))?;
        }
        let state = State { journal: Journal { notes, ..Journal::of(&world.controllers) }, world };
        let snapshots = vec![(0, Arc::new(state.clone()))];
        Ok(Run { scenario, state, moves: Arc::default(), position: 0, snapshots, interval: INTERVAL, before: None })
    }

    /// The world as it is now.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.state.world
    }

    /// The journal as it is now.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        &self.state.journal
    }

    /// How many moves have been played to come here.
    #[must_use]
    pub fn position(&self) -> usize {
        self.position
    }

    /// How many moves are recorded, those ahead included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no move is recorded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Plays one move; what was ahead is dropped. Returns what happened.
    ///
    /// # Errors
    /// As [`World::play`]; then nothing has changed, what is ahead included.
    pub fn play(&mut self, play: &Move) -> Result<Vec<Fact>, Error> {
        if let Move::Request(request) = play
            && request.is_read()
        {
            self.state.world.play(&mut play.clone(), 0, &mut |_| {})?;
            return Ok(Vec::new());
        }
        let mut facts = Vec::new();
        let before = (self.position, Arc::new(self.state.clone()));
        self.record(play.clone(), Some(&mut facts))?;
        self.before = Some(before);
        Ok(facts)
    }

    fn record(&mut self, mut play: Move, facts: Option<&mut Vec<Fact>>) -> Result<Option<Response>, Error> {
        if self.position >= MAX_MOVES {
            return Err(Error::new(Code::TooLarge, "", format!("a run has at most {MAX_MOVES} moves")));
        }
        let response = self.state.play(&mut play, self.position as u64 + 1, facts)?;
        if self.position < self.moves.len() {
            Arc::make_mut(&mut self.moves).truncate(self.position);
            while self.snapshots.last().is_some_and(|(at, _)| *at > self.position) {
                self.snapshots.pop();
            }
        }
        Arc::make_mut(&mut self.moves).push(Arc::new(play));
        self.before = None;
        self.position += 1;
        self.keep();
        Ok(response)
    }

    /// Keeps a snapshot now and then, and thins them out.
    fn keep(&mut self) {
        if !self.position.is_multiple_of(self.interval) || self.snapshots.last().is_some_and(|(at, _)| *at >= self.position) {
            return;
        }
        self.snapshots.push((self.position, Arc::new(self.state.clone())));
        if self.snapshots.len() > SNAPSHOTS {
            self.interval *= 2;
            let interval = self.interval;
            self.snapshots.retain(|(at, _)| at.is_multiple_of(interval));
        }
    }

    /// Plays the default move; nothing if there is none.
    pub fn step(&mut self) -> Vec<Fact> {
        match self.state.world.default_move() {
            Some(play) => self.play(&play).unwrap_or_default(),
            None => Vec::new(),
        }
    }

    /// Default moves until the reconcile in progress, or the next one, has returned.
    pub fn finish_pass(&mut self) -> Vec<Fact> {
        let mut facts = Vec::new();
        let has_passes = |controller: &Controller| controller.acting().is_some_and(|process| !process.passes.is_empty());
        let mut begun = self.state.world.controllers.iter().any(has_passes);
        for _ in 0..SETTLE_LIMIT {
            let Some(play) = self.state.world.default_move() else { break };
            // Nothing but waiting is left, and no pass to finish: the person says whether time passes.
            if !begun && matches!(play, Move::Advance { .. }) && self.state.world.timers().work.is_none() {
                break;
            }
            let from = facts.len();
            let begins = matches!(play, Move::Begin { .. });
            if self.record(play, Some(&mut facts)).is_err() {
                break;
            }
            begun = begun || begins;
            if facts[from..].iter().any(|fact| matches!(fact, Fact::Returned { .. } | Fact::Crashed { .. })) && begun {
                break;
            }
        }
        facts
    }

    /// Plays default moves until nothing is left but queue timers later than `until`.
    ///
    /// # Errors
    /// A limit beyond the published bound.
    pub fn settle(&mut self, limit: Option<u64>, until: Option<Millis>) -> Result<Settled, Error> {
        let limit = limit.unwrap_or(SETTLE_LIMIT);
        if limit > MAX_SETTLE {
            return Err(Error::new(Code::TooLarge, "/limit", format!("at most {MAX_SETTLE} moves")));
        }
        let before = self.state.journal.counters;
        let mut moves = 0;
        let mut quiet = false;
        let mut began: Vec<(Arc<str>, Arc<str>)> = Vec::new();
        loop {
            let world = &self.state.world;
            let Some(play) = world.default_move() else {
                quiet = true;
                break;
            };
            if matches!(play, Move::Advance { .. }) {
                let timers = world.timers();
                let waits = timers.work.is_none() && timers.queue.is_none_or(|due| until.is_none_or(|until| due > until));
                if waits {
                    quiet = true;
                    break;
                }
            }
            if moves >= limit || self.position >= MAX_MOVES {
                break;
            }
            if let Move::Begin { controller: Some(controller), key: Some(key) } = &play {
                let pair = (controller.clone(), key.clone());
                // A loop runs to the end: who began lately is enough.
                if began.last() != Some(&pair) {
                    began.push(pair);
                }
                if began.len() > LATELY {
                    began.remove(0);
                }
            }
            self.record(play, None)?;
            moves += 1;
        }
        let after = self.state.journal.counters;
        Ok(Settled {
            quiet,
            moves,
            passes: after.passes - before.passes,
            writes: after.writes - before.writes,
            next_due: self.state.world.timers().queue,
            loop_: self.find_streak(&began, &|_, streak| (streak.passes, streak.writes)).map(|(found, _)| found),
            fight: self.find_fight(&began),
        })
    }

    fn find_fight(&self, began: &[(Arc<str>, Arc<str>)]) -> Option<Fight> {
        // Who has come to wake itself alone is in a loop, whoever woke it before.
        let alone = |own: usize, streak: &Streak| streak.by == 1 << own || streak.passes >= LOOP;
        let fed = |own: usize, streak: &Streak| if alone(own, streak) { (0, 0) } else { (streak.fed, streak.fed_writes) };
        let (passes, by) = self.find_streak(began, &fed)?;
        let mut controllers = Vec::new();
        for (at, (name, _)) in self.state.journal.books.iter().enumerate() {
            if by & 1 << at != 0 {
                controllers.push(name.clone());
            }
        }
        Some(Fight { passes, controllers })
    }

    /// The longest streak of a key that began lately, if it is long enough: `count` says how many passes with how many
    /// writes count of the controller at a place. Returned with those who fed it and whose it is.
    fn find_streak(&self, began: &[(Arc<str>, Arc<str>)], count: &dyn Fn(usize, &Streak) -> (u64, u64)) -> Option<(Loop, u8)> {
        let mut found: Option<(Loop, u8)> = None;
        for (at, (controller, book)) in self.state.journal.books.iter().enumerate() {
            for (key, streak) in book.streaks.iter() {
                let (passes, writes) = count(at, streak);
                if passes < LOOP || found.as_ref().is_some_and(|(other, _)| other.passes >= passes) {
                    continue;
                }
                let key = key.to_string();
                if began.iter().any(|(owner, begun)| owner == controller && **begun == *key) {
                    found = Some((Loop { key, passes, writes }, streak.by | 1 << at));
                }
            }
        }
        found
    }

    /// A person's request. A read changes nothing and is neither recorded nor counted.
    ///
    /// # Errors
    /// The request is no request; what the server refuses is an answer, not an error.
    pub fn request(&mut self, request: ApiRequest) -> Result<Response, Error> {
        let response = if request.is_read() {
            self.state.world.play(&mut Move::Request(request), 0, &mut |_| {})
        } else {
            self.record(Move::Request(request), None)
        };
        // It is handed in bare.
        let response = response.map_err(|error| error.within("/request"))?;
        response.ok_or_else(|| Error::invalid("", "a request has an answer"))
    }

    /// Goes back or forth among the recorded moves.
    ///
    /// # Errors
    /// There is no such position.
    pub fn goto(&mut self, position: usize) -> Result<(), Error> {
        if position > self.moves.len() {
            return Err(Error::not_found("", format!("there are only {} moves", self.moves.len())));
        }
        let near = self.snapshot(position);
        let (mut at, mut state) =
            if self.position <= position && self.position >= near.0 { (self.position, self.state.clone()) } else { near };
        while at < position {
            state.play(&mut Move::clone(&self.moves[at]), at as u64 + 1, None)?;
            at += 1;
        }
        self.state = state;
        self.position = position;
        Ok(())
    }

    fn snapshot(&self, position: usize) -> (usize, State) {
        let kept = self.snapshots.iter().rev().find(|(at, _)| *at <= position);
        let before = self.before.as_ref().filter(|(at, _)| *at <= position && kept.is_none_or(|(kept, _)| kept < at));
        match before.or(kept) {
            Some((at, state)) => (*at, (**state).clone()),
            None => (self.position, self.state.clone()),
        }
    }

    /// What happened in the moves from `from` to `to`, recomputed; the position stays.
    ///
    /// # Errors
    /// There are no such positions.
    pub fn trace(&self, from: usize, to: usize) -> Result<Vec<Value>, Error> {
        if from > to {
            return Err(Error::invalid("", "from lies behind to"));
        }
        if to > self.moves.len() {
            return Err(Error::not_found("", format!("there are only {} moves", self.moves.len())));
        }
        let (mut at, mut state) = self.snapshot(from);
        let mut entries = Vec::new();
        while at < to {
            let play = &self.moves[at];
            let mut facts = Vec::new();
            let wanted = at >= from;
            state.play(&mut Move::clone(play), at as u64 + 1, wanted.then_some(&mut facts))?;
            if wanted {
                let mut record = Record::default();
                record.put("move", play.to_value());
                record.number("time", state.world.now);
                record.show("revision", &state.world.cluster.revision());
                record.put("facts", list(facts.iter().map(Fact::to_value)));
                entries.push(record.end());
            }
            at += 1;
        }
        Ok(entries)
    }

    /// The view of now, as far as it is wished for.
    #[must_use]
    pub fn view(&self, wish: Wish) -> Value {
        let mut record = self.digested(wish);
        record.number("length", self.moves.len() as u64);
        record.put("invariants", self.invariants());
        record.end()
    }

    /// The view without what follows from the rest or from the moves that are ahead.
    fn digested(&self, wish: Wish) -> Record {
        let mut record = Record::of(view(&self.state.world, &self.state.journal, wish));
        record.number("position", self.position as u64);
        record
    }

    /// What ought to hold, and whether it does.
    #[must_use]
    pub fn invariants(&self) -> Value {
        invariants::to_value(&self.state.world, &self.state.journal)
    }

    /// A hash of the canonical view without `length` and `invariants`: equal natively and in wasm.
    #[must_use]
    pub fn digest(&self) -> String {
        Digest::of(&canonical_text(&self.digested(Wish::default()).end())).to_string()
    }

    /// The moves up to now, with the scenario: enough to come here again.
    #[must_use]
    pub fn save(&self) -> Session {
        let mut moves = Vec::new();
        for play in &self.moves[..self.position] {
            moves.push((**play).clone());
        }
        Session { version: 1, engine: crate::VERSION.into(), scenario: self.scenario.clone(), moves, digest: Some(self.digest()) }
    }

    /// Plays a saved session.
    ///
    /// # Errors
    /// What in it cannot be read; `diverged` with the first move that cannot be played any more, or with the digest if all
    /// could be played and it leads elsewhere.
    pub fn replay(session: Session) -> Result<Run, Error> {
        if session.version != 1 {
            return Err(Error::invalid("/version", format!("version {} is not known; this engine reads version 1", session.version)));
        }
        if session.moves.len() > MAX_MOVES {
            return Err(Error::new(Code::TooLarge, "/moves", format!("at most {MAX_MOVES} moves")));
        }
        let mut run = Run::begin(session.scenario).map_err(|error| error.below("/scenario"))?;
        for (at, play) in session.moves.into_iter().enumerate() {
            run.record(play, None).map_err(|error| Error::new(Code::Diverged, &format!("/moves/{at}"), &*error.message))?;
        }
        match session.digest {
            Some(digest) if digest != run.digest() => {
                let message = format!("made by engine {}, it leads elsewhere in {}", session.engine, crate::VERSION);
                Err(Error::new(Code::Diverged, "/digest", message))
            }
            _ => Ok(run),
        }
    }
}

impl State {
    fn play(&mut self, play: &mut Move, mark: u64, mut facts: Option<&mut Vec<Fact>>) -> Result<Option<Response>, Error> {
        let journal = &mut self.journal;
        journal.notes.before(&self.world, play);
        let response = self.world.play(play, mark, &mut |fact: Fact| {
            journal.note(&fact);
            journal.notes.note(&fact, mark);
            if let Some(facts) = &mut facts {
                facts.push(fact);
            }
        })?;
        invariants::look(journal, &self.world, play, mark);
        Ok(response)
    }
}
