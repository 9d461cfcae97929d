//! From a place in the graph to a session that can be replayed, and the position at which it is decided.

use std::sync::Arc;

use super::cycles::Round;
use super::model::{Point, Worlds};
use super::search::{Choice, Found, Search, Sort};
use super::wrong::{self, Property, Wrong};
use crate::object::Record;
use crate::scenario::{Move, Scenario, Session};
use crate::world::World;

/// So many moves without anybody's interference are enough to see whether it comes right.
const PATIENCE: usize = 600;

/// In which way it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// At one move.
    Broken,
    /// All rests, something is wrong, and nobody will look again.
    Deadlock,
    /// It goes round for ever.
    Livelock,
}

impl How {
    /// Its name in the contract.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            How::Broken => "broken",
            How::Deadlock => "deadlock",
            How::Livelock => "livelock",
        }
    }
}

/// A counterexample.
#[derive(Clone, Debug)]
pub struct Story {
    /// What is not kept.
    pub property: Property,
    /// In which way.
    pub how: How,
    /// What is wrong in the end.
    pub fault: Option<&'static str>,
    /// Where.
    pub place: String,
    /// Whose doing it is, if it is known.
    pub controller: Option<Arc<str>>,
    /// How many faults there were.
    pub faults: usize,
    /// How many moves of others.
    pub others: usize,
    /// The moves, as they were filled in.
    pub session: Session,
    /// The position at which it is decided.
    pub decisive: usize,
    /// The positions between which it goes round.
    pub cycle: Option<(usize, usize)>,
}

impl Story {
    /// One that ends in what was found.
    #[must_use]
    pub fn end(scenario: &Arc<Scenario>, search: &Search<Worlds>, worlds: &Worlds, found: &Found) -> Story {
        let mut way = search.way(found.at);
        way.extend(found.choice);
        let (played, last) = search.play(worlds, &way);
        let how = if found.choice.is_some() { How::Broken } else { How::Deadlock };
        let decisive = match how {
            How::Broken => played.len(),
            How::Deadlock | How::Livelock => decisive(&played, &last.world, played.len()),
        };
        Story::of(scenario, &played, how, &found.wrong, decisive)
    }

    /// One that goes round for ever.
    #[must_use]
    pub fn round(scenario: &Arc<Scenario>, search: &Search<Worlds>, worlds: &Worlds, round: Round) -> Story {
        let mut way = search.way(round.way);
        let from = way.len();
        way.extend(&round.cycle);
        let (played, last) = search.play(worlds, &way);
        let wrong = round.wrong.unwrap_or_else(|| writing(&played, from));
        let decisive = decisive(&played, &last.world, from).min(from);
        let mut story = Story::of(scenario, &played, How::Livelock, &wrong, decisive);
        story.cycle = Some((from, played.len()));
        story
    }

    fn of(scenario: &Arc<Scenario>, played: &[(Point, Choice)], how: How, wrong: &Wrong, decisive: usize) -> Story {
        let count = |is: &dyn Fn(Sort) -> bool| played.iter().filter(|(_, choice)| is(choice.sort)).count();
        let mut moves = Vec::new();
        for (_, choice) in played {
            moves.push(choice.play.clone());
        }
        Story {
            property: wrong.property,
            how,
            fault: wrong.fault,
            place: wrong.place.clone(),
            controller: wrong.controller.clone(),
            faults: count(&|sort| sort == Sort::Fault),
            others: count(&|sort| matches!(sort, Sort::Other(_))),
            session: Session { version: 1, engine: crate::VERSION.into(), scenario: scenario.clone(), moves, digest: None },
            decisive,
            cycle: None,
        }
    }

    /// Every field of a verdict that fails.
    pub(super) fn fill(&self, record: &mut Record) {
        record.text("property", self.property.name());
        record.text("how", self.how.name());
        record.some_text("fault", self.fault);
        record.text("where", &self.place);
        record.some_text("controller", self.controller.as_deref());
        record.number("faults", self.faults as u64);
        record.number("othersMoves", self.others as u64);
        record.put("session", self.session.to_value());
        record.number("decisive", self.decisive as u64);
        if let Some((from, to)) = self.cycle {
            let mut cycle = Record::default();
            cycle.number("from", from as u64);
            cycle.number("to", to as u64);
            record.put("cycle", cycle.end());
        }
    }
}

/// Who writes for ever, and about what.
fn writing(played: &[(Point, Choice)], from: usize) -> Wrong {
    let mut wrong = Wrong { property: Property::NoLoop, fault: None, place: String::new(), controller: None };
    for (_, choice) in played.iter().skip(from) {
        if let Move::Begin { controller, key } = &choice.play {
            wrong.controller.clone_from(controller);
            wrong.place = key.as_deref().unwrap_or("").to_string();
        }
    }
    wrong
}

/// The first position from which on it does not come right any more if nobody interferes; where it never does, the one that
/// shows it.
fn decisive(played: &[(Point, Choice)], last: &World, shows: usize) -> usize {
    if comes_right(last) {
        return shows;
    }
    let mut position = played.len();
    while position > 0 && !comes_right(&played[position - 1].0.world) {
        position -= 1;
    }
    if position == 0 { shows } else { position }
}

/// Whether a world comes to rest and is as it should be, by what happens by default. One in which it only waits for a timer
/// again and again is at rest.
fn comes_right(world: &World) -> bool {
    let mut world = world.clone();
    let mut rests = 0;
    for mark in 0..PATIENCE {
        let recovery =
            world.faults().into_iter().find(|play| matches!(play, Move::Start { .. } | Move::Release { .. } | Move::Resume { .. }));
        let Some(mut play) = recovery.or_else(|| world.default_move()) else { return wrong::world(&world).is_none() };
        if matches!(play, Move::Advance { .. }) {
            rests += 1;
            // Whoever waits several times with all in order has come to rest.
            if wrong::world(&world).is_some() {
                rests = 0;
            } else if rests > 2 {
                return true;
            }
        }
        // Above any mark of the story.
        if world.play(&mut play, 1_000_000 + mark as u64, &mut |_| {}).is_err() {
            return false;
        }
    }
    false
}
