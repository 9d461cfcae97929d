//! What a check is asked to look at, and where it stops.

use serde_json::Value;

use crate::object::Record;
use crate::scenario::reader::Fields;
use crate::scenario::{Budget, Code, Error, Move};

/// How many moves of others there may be.
pub const MAX_OTHERS: usize = 16;
/// How many states there may be.
pub const MAX_STATES: usize = 10_000_000;
/// How many states are looked at if nothing is said.
const STATES: usize = 1_000_000;

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// Each fault may happen so often, at any time.
    pub budget: Budget,
    /// Each may happen once, at any time.
    pub others: Vec<Move>,
    /// Where it stops.
    pub limits: Limits,
    /// What comes to the same is left out.
    pub reduce: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { budget: Budget::default(), others: Vec::new(), limits: Limits::default(), reduce: true }
    }
}

/// Where a check stops without a verdict of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Different worlds.
    pub states: usize,
    /// Moves from the start.
    pub depth: usize,
    /// Time that is spent.
    pub ms: u64,
    /// What the states take.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { states: STATES, depth: usize::MAX, ms: u64::MAX, bytes: usize::MAX }
    }
}

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Different worlds.
    States,
    /// Moves from the start.
    Depth,
    /// Time.
    Ms,
    /// Memory.
    Bytes,
}

impl Limit {
    /// Its name in the contract.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Limit::States => "states",
            Limit::Depth => "depth",
            Limit::Ms => "ms",
            Limit::Bytes => "bytes",
        }
    }
}

impl Options {
    /// Reads what a caller hands in.
    ///
    /// # Errors
    /// What in it is not of its shape or beyond a bound, with its path.
    pub fn read(value: Value) -> Result<Options, Error> {
        let mut fields = Fields::of(value, "");
        let budget = fields.read::<Budget>("budget").unwrap_or_default();
        let others = fields.read::<Vec<Move>>("others").unwrap_or_default();
        let limits = fields.value("limits");
        let reduce = fields.flag("reduce").unwrap_or(true);
        fields.end()?;
        let mut limited = Fields::of(limits.unwrap_or_else(|| Record::default().end()), "/limits");
        let mut limit = |name, most: usize| {
            let number = limited.number(name)?;
            Some(usize::try_from(number).unwrap_or(usize::MAX).min(most))
        };
        let default = Limits::default();
        let limits = Limits {
            states: limit("states", MAX_STATES).unwrap_or(default.states),
            depth: limit("depth", usize::MAX).unwrap_or(default.depth),
            bytes: limit("bytes", usize::MAX).unwrap_or(default.bytes),
            ms: limited.number("ms").unwrap_or(default.ms),
        };
        limited.end()?;
        if others.len() > MAX_OTHERS {
            return Err(Error::new(Code::TooLarge, "/others", format!("at most {MAX_OTHERS} moves")));
        }
        for (at, play) in others.iter().enumerate() {
            if !is_others(play) {
                let message = format!("\"{}\" happens by itself or is a fault; others edit, remove, request…", play.name());
                return Err(Error::invalid(&format!("/others/{at}"), message));
            }
        }
        Ok(Options { budget, others, limits, reduce })
    }
}

/// Whether a move is one of other people, or of the world outside.
fn is_others(play: &Move) -> bool {
    match play {
        Move::Request(_)
        | Move::Edit { .. }
        | Move::Remove { .. }
        | Move::Outside { .. }
        | Move::Habits { .. }
        | Move::Resync { .. }
        | Move::Compact {} => true,
        Move::Deliver { .. }
        | Move::Begin { .. }
        | Move::Answer { .. }
        | Move::Collect { .. }
        | Move::Report { .. }
        | Move::Elect { .. }
        | Move::Advance { .. }
        | Move::Hold { .. }
        | Move::Release { .. }
        | Move::CutWatch { .. }
        | Move::Crash { .. }
        | Move::Start { .. }
        | Move::Stall { .. }
        | Move::Resume { .. }
        | Move::Fail { .. }
        | Move::Call { .. }
        | Move::Return { .. } => false,
    }
}
