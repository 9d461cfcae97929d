//! Where it can go round for ever although nobody is starved.
//!
//! Faults and other people's moves are spent at some time, so what goes on for ever is made of what happens by itself. It
//! stays in one strongly connected part of the graph, and there it can stay only if everybody acts: whoever is able to act in
//! every state of the part must have an edge within it. That is weak fairness, and as it asks for nothing but "again and again",
//! a part has such a run if and only if the run through all of it is one.
//!
//! A part is bad if something is written in it (it never comes to rest), or if all rests in it but the clock and something is
//! wrong (it looks again and again and never mends it).

use std::collections::VecDeque;

use super::search::{Edge, Search, System};
use super::wrong::{Property, Wrong};

/// A way to a part in which it goes round, and once around.
#[derive(Clone, Debug)]
pub struct Round {
    /// The state in which it begins.
    pub way: u32,
    /// The choices of one round.
    pub cycle: Vec<u16>,
    /// What is not kept.
    pub property: Property,
    /// What is wrong all the time, if it is not the writing.
    pub wrong: Option<Wrong>,
}

/// A look for the bad part that is nearest to the start, among the states that were looked into when it began. It is made in
/// pieces, so that nobody has to wait for it.
///
/// Tarjan's algorithm, without recursion: a graph may be a million states deep.
pub struct Look {
    count: usize,
    number: Vec<u32>,
    low: Vec<u32>,
    open: Vec<bool>,
    line: Vec<usize>,
    calls: Vec<(usize, usize)>,
    next: u32,
    root: usize,
    best: Option<Bad>,
}

struct Bad {
    depth: usize,
    part: Vec<u32>,
    writes: bool,
}

const NEW: u32 = u32::MAX;

impl Look {
    /// It has not looked at anything yet.
    #[must_use]
    pub fn new<S: System>(search: &Search<S>) -> Look {
        let count = search.looked().len();
        Look {
            count,
            number: vec![NEW; count],
            low: vec![0; count],
            open: vec![false; count],
            line: Vec::new(),
            calls: Vec::new(),
            next: 0,
            root: 0,
            best: None,
        }
    }

    /// Looks at about so many edges; says whether that was all.
    pub fn advance<S: System>(&mut self, search: &Search<S>, edges: usize) -> bool {
        for _ in 0..edges {
            let Some((at, place)) = self.calls.last().copied() else {
                while self.root < self.count && self.number[self.root] != NEW {
                    self.root += 1;
                }
                if self.root == self.count {
                    return true;
                }
                self.calls.push((self.root, 0));
                continue;
            };
            if self.number[at] == NEW {
                (self.number[at], self.low[at], self.open[at]) = (self.next, self.next, true);
                self.next += 1;
                self.line.push(at);
            }
            if let Some(edge) = search.edges(at).get(place) {
                if let Some(call) = self.calls.last_mut() {
                    call.1 += 1;
                }
                let to = edge.to as usize;
                if to < self.count && self.number[to] == NEW {
                    self.calls.push((to, 0));
                } else if to < self.count && self.open[to] {
                    self.low[at] = self.low[at].min(self.number[to]);
                }
                continue;
            }
            self.calls.pop();
            if let Some((above, _)) = self.calls.last() {
                self.low[*above] = self.low[*above].min(self.low[at]);
            }
            if self.low[at] == self.number[at] {
                self.close(search, at);
            }
        }
        false
    }

    /// A part is complete: it stands at the end of the line.
    fn close<S: System>(&mut self, search: &Search<S>, root: usize) {
        let mut part = Vec::new();
        while let Some(member) = self.line.pop() {
            self.open[member] = false;
            part.push(u32::try_from(member).unwrap_or(u32::MAX));
            if member == root {
                break;
            }
        }
        if part.len() == 1 && !search.edges(root).iter().any(|edge| edge.to as usize == root) {
            return;
        }
        part.sort_unstable();
        let Some(writes) = is_bad(search, &part) else { return };
        let depth = part.iter().map(|at| search.depth_of(*at)).min().unwrap_or(usize::MAX);
        if self.best.as_ref().is_none_or(|best| depth < best.depth) {
            self.best = Some(Bad { depth, part, writes });
        }
    }

    /// What was found.
    pub fn end<S: System>(self, search: &Search<S>, system: &S) -> Option<Round> {
        let Bad { part, writes, .. } = self.best?;
        let start = part.iter().copied().min_by_key(|at| (search.depth_of(*at), *at))?;
        let cycle = around(search, &part, start, writes);
        let mut wrong = None;
        if !writes {
            let at = part.iter().copied().find(|at| search.looked().get(*at as usize).is_some_and(|looked| looked.wrong))?;
            let (_, state) = search.play(system, &search.way(at));
            wrong = system.wrong(&state);
        }
        let property = wrong.as_ref().map_or(Property::NoLoop, |wrong| wrong.property);
        Some(Round { way: start, cycle, property, wrong })
    }
}

/// All of a look at once.
pub fn rounds<S: System>(search: &Search<S>, system: &S) -> Option<Round> {
    let mut look = Look::new(search);
    while !look.advance(search, usize::MAX) {}
    look.end(search, system)
}

/// Whether a part is bad, and then whether by writing.
fn is_bad<S: System>(search: &Search<S>, part: &[u32]) -> Option<bool> {
    let (mut always, mut taken) = (u64::MAX, 0_u64);
    let (mut writes, mut wrong) = (false, false);
    for at in part {
        let looked = search.looked().get(*at as usize)?;
        always &= looked.able;
        wrong |= looked.wrong;
        for edge in inside(search, part, *at) {
            taken |= bit(*edge);
            writes |= edge.wrote;
        }
    }
    ((writes || wrong) && always & !taken == 0).then_some(writes)
}

fn bit(edge: Edge) -> u64 {
    1_u64.checked_shl(edge.actor.into()).unwrap_or(0)
}

/// The edges of a state that stay in its part, which is sorted.
fn inside<'a, S: System>(search: &'a Search<S>, part: &'a [u32], at: u32) -> impl Iterator<Item = &'a Edge> {
    search.edges(at as usize).iter().filter(|edge| part.binary_search(&edge.to).is_ok())
}

/// Once around: through what makes it bad, and so that everybody who is able to act all the time has acted.
fn around<S: System>(search: &Search<S>, part: &[u32], start: u32, writes: bool) -> Vec<u16> {
    let able = |at: u32| search.looked().get(at as usize).map_or(0, |looked| looked.able);
    let mut cycle = Vec::new();
    let (mut at, mut always, mut taken) = (start, able(start), 0_u64);
    let mut walk = |goal: &dyn Fn(&Edge) -> bool, at: &mut u32, always: &mut u64, taken: &mut u64| {
        for edge in shortest(search, part, *at, goal) {
            cycle.push(edge.choice);
            *taken |= bit(edge);
            *at = edge.to;
            *always &= able(edge.to);
        }
    };
    let bad = |edge: &Edge| if writes { edge.wrote } else { search.looked().get(edge.to as usize).is_some_and(|looked| looked.wrong) };
    walk(&bad, &mut at, &mut always, &mut taken);
    for actor in 0..u64::BITS {
        let actor = 1_u64 << actor;
        if always & !taken & actor != 0 {
            walk(&|edge| bit(*edge) == actor || able(edge.to) & actor == 0, &mut at, &mut always, &mut taken);
        }
    }
    if at != start {
        walk(&|edge| edge.to == start, &mut at, &mut always, &mut taken);
    }
    cycle
}

/// The shortest walk within a part whose last edge is the goal.
fn shortest<S: System>(search: &Search<S>, part: &[u32], from: u32, goal: &dyn Fn(&Edge) -> bool) -> Vec<Edge> {
    let mut came: Vec<Option<(usize, Edge)>> = vec![None; part.len()];
    let Ok(first) = part.binary_search(&from) else { return Vec::new() };
    let mut line = VecDeque::from([first]);
    while let Some(place) = line.pop_front() {
        for edge in inside(search, part, part[place]) {
            if goal(edge) {
                let mut walk = vec![*edge];
                let mut back = place;
                while back != first {
                    let Some((before, edge)) = came[back] else { break };
                    walk.push(edge);
                    back = before;
                }
                walk.reverse();
                return walk;
            }
            let Ok(next) = part.binary_search(&edge.to) else { continue };
            if next != first && came[next].is_none() {
                came[next] = Some((place, *edge));
                line.push_back(next);
            }
        }
    }
    Vec::new()
}
