//! Breadth first over fingerprints: every state once, by one of its shortest ways, with every edge that can be part of a round.
//!
//! A state is kept as its number, where it came from and by which of the choices there. So a way is found again by playing it
//! again, and a million states are tens of megabytes. What is still to be looked into is kept whole too, up to so many of each
//! layer; what is beyond that is played again from where its way leaves that of its neighbour, which is mostly its parent's.

use std::collections::VecDeque;

use super::wrong::Wrong;
use crate::scenario::Move;

/// What can happen next, as whose doing.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub play: Move,
    /// Whose it is.
    pub sort: Sort,
}

/// Whose doing a move is, and so whether it must happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// It happens by itself. Whoever can act for good acts at last: nobody is starved.
    Own(u8),
    /// The same, where it comes to the same whether others act before or after it, so that only it is played.
    Only(u8),
    /// Time passes, as much as it likes.
    Tick,
    /// A fault: it may happen as often as the budget allows.
    Fault,
    /// Somebody else's: it may happen once.
    Other(u8),
}

/// The actor that is the clock: the next timer fires.
pub const CLOCK: u8 = 0;
/// So many actors are told apart.
pub const ACTORS: usize = 64;

/// What a move led to.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// Something was written that others can see.
    pub wrote: bool,
    /// What it broke.
    pub broken: Option<Wrong>,
}

/// A transition system that can be searched.
pub trait System {
    /// One of its states. A copy is independent.
    type State: Clone;

    /// Where it begins.
    fn begin(&self) -> Self::State;

    /// All that can happen next, in an order that follows from the state.
    fn choices(&self, state: &Self::State) -> Vec<Choice>;

    /// Plays one of them; nothing if it cannot be played now.
    fn play(&self, state: &mut Self::State, choice: &mut Choice) -> Option<Effect>;

    /// A number that is the same for states that go on alike, and for no others.
    fn key(&self, state: &Self::State) -> u64;

    /// What is wrong with a state in which everybody has come to rest.
    fn wrong(&self, state: &Self::State) -> Option<Wrong>;

    /// What a state takes that is kept whole, in bytes, about.
    fn size(&self) -> usize;
}

/// A way to a place at which something is broken.
#[derive(Clone, Debug)]
pub struct Found {
    /// The state from which the last choice is taken, or in which all rests.
    pub at: u32,
    /// The last choice, if it is the one that breaks something.
    pub choice: Option<u16>,
    /// What is broken.
    pub wrong: Wrong,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    from: u32,
    /// By which of the choices there.
    choice: u16,
    depth: u16,
}

/// One edge to a known state, of what happens by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it leads.
    pub to: u32,
    /// Who acts; [`Edge::TICK`] is time.
    pub actor: u8,
    /// Something is written.
    pub wrote: bool,
    /// By which of the choices.
    pub choice: u16,
}

impl Edge {
    /// Nobody: time passes.
    pub const TICK: u8 = u8::MAX;
}

/// What is known of one state that was looked into.
#[derive(Clone, Copy, Debug, Default)]
pub struct Looked {
    first: u32,
    /// Who can act, one bit each; all of them where the others were not asked.
    pub able: u64,
    /// All rests but the clock, and something is wrong.
    pub wrong: bool,
    /// All rests but the clock.
    pub quiet: bool,
}

/// A search under way.
pub struct Search<S: System> {
    index: Index,
    nodes: Vec<Node>,
    looked: Vec<Looked>,
    edges: Vec<Edge>,
    /// What is kept whole of what is to be looked into, with its place.
    whole: VecDeque<(u32, S::State)>,
    /// Of the newest layer, how far it is and how many of it are kept whole.
    layer: (u16, usize),
    /// The way to what was played again last, with what can happen at each place.
    trail: Vec<(u32, S::State, Vec<Choice>)>,
    transitions: u64,
    quiet: usize,
    size: usize,
}

const NONE: u32 = u32::MAX;

/// So many of a layer are kept whole: with those of the layer before about 200 MB of worlds. See `examples/bench/check.rs`.
const WHOLE: usize = if cfg!(test) { 2 } else { 12_288 };

impl<S: System> Search<S> {
    /// Stands at the beginning.
    pub fn new(system: &S) -> Search<S> {
        let begin = system.begin();
        let mut index = Index::default();
        index.insert(system.key(&begin), 0);
        Search {
            index,
            nodes: vec![Node { from: NONE, choice: 0, depth: 0 }],
            looked: Vec::new(),
            edges: Vec::new(),
            whole: VecDeque::from([(0, begin)]),
            layer: (0, 1),
            trail: Vec::new(),
            transitions: 0,
            quiet: 0,
            size: system.size(),
        }
    }

    /// Everything is looked into.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.frontier() == 0
    }

    /// How many different states are known.
    #[must_use]
    pub fn states(&self) -> usize {
        self.nodes.len()
    }

    /// How many moves were played.
    #[must_use]
    pub fn transitions(&self) -> u64 {
        self.transitions
    }

    /// What is known and not looked into yet.
    #[must_use]
    pub fn frontier(&self) -> usize {
        self.nodes.len() - self.looked.len()
    }

    /// The states in which all rested but the clock.
    #[must_use]
    pub fn quiet(&self) -> usize {
        self.quiet
    }

    /// How far the last state is that is known.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.nodes.last().map_or(0, |node| node.depth.into())
    }

    /// How far the state is that is looked into next.
    #[must_use]
    pub fn level(&self) -> usize {
        self.nodes.get(self.looked.len()).map_or(0, |node| node.depth.into())
    }

    /// What all of it takes, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.index.bytes()
            + self.nodes.capacity() * size_of::<Node>()
            + self.looked.capacity() * size_of::<Looked>()
            + self.edges.capacity() * size_of::<Edge>()
            + (self.whole.len() + self.trail.len()) * self.size
    }

    /// Looks into the next state. Returns what it finds broken there, or by a step from there.
    pub fn step(&mut self, system: &S) -> Option<Found> {
        if self.is_done() {
            return None;
        }
        let at = u32::try_from(self.looked.len()).unwrap_or(NONE);
        let state = match self.whole.pop_front() {
            Some((place, state)) if place == at => state,
            other => {
                if let Some(later) = other {
                    self.whole.push_front(later);
                }
                self.again(system, at)?
            }
        };
        let depth = self.nodes.get(self.looked.len()).map_or(0, |node| node.depth).saturating_add(1);
        let mut looked = Looked { first: u32::try_from(self.edges.len()).unwrap_or(NONE), ..Looked::default() };
        let choices = system.choices(&state);
        let busy = |choice: &Choice| match choice.sort {
            Sort::Own(actor) => actor != CLOCK,
            Sort::Only(_) => true,
            Sort::Tick | Sort::Fault | Sort::Other(_) => false,
        };
        looked.quiet = !choices.iter().any(busy);
        let clock = choices.iter().any(|choice| choice.sort == Sort::Own(CLOCK));
        let mut found = None;
        if looked.quiet {
            self.quiet += 1;
            let wrong = system.wrong(&state);
            looked.wrong = wrong.is_some();
            // Nobody will ever act again.
            found = wrong.filter(|_| !clock).map(|wrong| Found { at, choice: None, wrong });
        }
        // The last of them may have the state itself.
        let last = choices.len().saturating_sub(1);
        let mut state = Some(state);
        for (number, mut choice) in (0_u16..).zip(choices) {
            let Some(mut next) = (if usize::from(number) == last { state.take() } else { state.clone() }) else { break };
            let Some(effect) = system.play(&mut next, &mut choice) else { continue };
            self.transitions += 1;
            if let (Some(wrong), true) = (effect.broken, found.is_none()) {
                found = Some(Found { at, choice: Some(number), wrong });
            }
            let known = u32::try_from(self.nodes.len()).unwrap_or(NONE);
            let to = self.index.insert(system.key(&next), known);
            if to == known {
                self.nodes.push(Node { from: at, choice: number, depth });
                if self.layer.0 != depth {
                    self.layer = (depth, 0);
                }
                if self.layer.1 < WHOLE {
                    self.layer.1 += 1;
                    self.whole.push_back((known, next));
                }
            }
            let actor = match choice.sort {
                Sort::Own(actor) => actor,
                Sort::Only(actor) => {
                    // Who else is able to act here is the same before and after: this state has no say in it.
                    looked.able = u64::MAX;
                    actor
                }
                Sort::Tick => Edge::TICK,
                Sort::Fault | Sort::Other(_) => continue,
            };
            if let Some(bit) = 1_u64.checked_shl(actor.into()) {
                looked.able |= bit;
            }
            self.edges.push(Edge { to, actor, wrote: effect.wrote, choice: number });
        }
        self.looked.push(looked);
        found
    }

    /// A state that is not kept whole. Neighbours have most of their way in common.
    fn again(&mut self, system: &S, at: u32) -> Option<S::State> {
        let mut missing = Vec::new();
        let mut place = at;
        while place != NONE && self.trail.get(self.depth_of(place)).is_none_or(|(there, ..)| *there != place) {
            missing.push(place);
            place = self.nodes.get(place as usize)?.from;
        }
        self.trail.truncate(if place == NONE { 0 } else { self.depth_of(place) + 1 });
        while let Some(place) = missing.pop() {
            let state = match self.trail.last() {
                None => system.begin(),
                Some((_, state, choices)) => {
                    let mut state = state.clone();
                    let choice = self.nodes.get(place as usize)?.choice;
                    system.play(&mut state, &mut choices.get(usize::from(choice))?.clone())?;
                    state
                }
            };
            if missing.is_empty() {
                return Some(state);
            }
            let choices = system.choices(&state);
            self.trail.push((place, state, choices));
        }
        None
    }

    /// The states that were looked into.
    #[must_use]
    pub fn looked(&self) -> &[Looked] {
        &self.looked
    }

    /// What can happen by itself in a state that was looked into.
    #[must_use]
    pub fn edges(&self, at: usize) -> &[Edge] {
        let first = self.looked.get(at).map_or(0, |looked| looked.first as usize);
        let last = self.looked.get(at + 1).map_or(self.edges.len(), |looked| looked.first as usize);
        self.edges.get(first..last).unwrap_or(&[])
    }

    /// How many moves from the start.
    #[must_use]
    pub fn depth_of(&self, at: u32) -> usize {
        self.nodes.get(at as usize).map_or(0, |node| node.depth.into())
    }

    /// The choices that lead from the start to a state.
    #[must_use]
    pub fn way(&self, to: u32) -> Vec<u16> {
        let mut way = Vec::new();
        let mut at = to;
        while let Some(node) = self.nodes.get(at as usize).filter(|node| node.from != NONE) {
            way.push(node.choice);
            at = node.from;
        }
        way.reverse();
        way
    }

    /// Plays a way again: what was played, as it was filled in, with the state before each move.
    pub fn play(&self, system: &S, way: &[u16]) -> (Vec<(S::State, Choice)>, S::State) {
        let mut state = system.begin();
        let mut played = Vec::new();
        for number in way {
            let Some(mut choice) = system.choices(&state).into_iter().nth((*number).into()) else { break };
            let before = state.clone();
            if system.play(&mut state, &mut choice).is_none() {
                break;
            }
            played.push((before, choice));
        }
        (played, state)
    }
}

/// From a key to the place of its state: open addressing over numbers that are drawn well already.
#[derive(Default)]
struct Index {
    slots: Vec<(u64, u32)>,
    count: usize,
}

impl Index {
    /// The place of a key that is known; else it has this one from now on.
    fn insert(&mut self, key: u64, place: u32) -> u32 {
        if self.count * 8 >= self.slots.len() * 6 {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        #[allow(clippy::cast_possible_truncation)] // it is masked
        let mut at = key as usize & mask;
        while let Some((known, there)) = self.slots.get_mut(at) {
            if *there == NONE {
                (*known, *there) = (key, place);
                self.count += 1;
                return place;
            }
            if *known == key {
                return *there;
            }
            at = (at + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![(0, NONE); (old.len() * 2).max(1024)];
        self.count = 0;
        for (key, place) in old {
            if place != NONE {
                self.insert(key, place);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<(u64, u32)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two that count to eight, and a third that sets both back.
    struct Counters;

    const MOST: u64 = 8;

    impl System for Counters {
        type State = (u64, u64);

        fn begin(&self) -> (u64, u64) {
            (0, 0)
        }

        fn choices(&self, &(left, right): &(u64, u64)) -> Vec<Choice> {
            let choice = |actor| Choice { play: Move::Compact {}, sort: Sort::Own(actor) };
            let mut choices = vec![choice(3)];
            choices.extend((left < MOST).then(|| choice(1)));
            choices.extend((right < MOST).then(|| choice(2)));
            choices
        }

        fn play(&self, (left, right): &mut (u64, u64), choice: &mut Choice) -> Option<Effect> {
            match choice.sort {
                Sort::Own(1) => *left += 1,
                Sort::Own(2) => *right += 1,
                _ => (*left, *right) = (0, 0),
            }
            Some(Effect::default())
        }

        fn key(&self, (left, right): &(u64, u64)) -> u64 {
            left * 100 + right
        }

        fn wrong(&self, _: &(u64, u64)) -> Option<Wrong> {
            None
        }

        fn size(&self) -> usize {
            size_of::<(u64, u64)>()
        }
    }

    #[test]
    fn what_is_not_kept_whole_is_played_again() {
        let mut search = Search::new(&Counters);
        let mut most = 0;
        while !search.is_done() {
            assert!(search.step(&Counters).is_none());
            assert!(search.whole.len() <= 2 * WHOLE);
            most = most.max(search.frontier());
        }
        assert!(most > 2 * WHOLE);
        let side = MOST + 1;
        assert_eq!(search.states() as u64, side * side);
        assert_eq!(search.transitions(), side * side + 2 * MOST * side);
        for at in 0..search.states() {
            let way = search.way(u32::try_from(at).unwrap());
            let (_, (left, right)) = search.play(&Counters, &way);
            assert_eq!(way.len() as u64, left + right);
            for edge in search.edges(at) {
                let (_, to) = search.play(&Counters, &search.way(edge.to));
                let there = [(left + 1, right), (left, right + 1), (0, 0)][usize::from(edge.actor) - 1];
                assert_eq!(to, there);
            }
        }
    }
}
