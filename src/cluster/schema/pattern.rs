//! Regular expressions as far as schemas use them: RE2 syntax without flags, boundaries and Unicode classes.
//!
//! A set of states walks over the text, so a hostile pattern cannot blow up (no backtracking).

/// A compiled `pattern`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pattern {
    /// As written.
    pub(crate) text: String,
    program: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq)]
enum Step {
    One(Class),
    Split(usize, usize),
    Jump(usize),
    Start,
    End,
    Match,
}

/// Ranges of characters, or all but them.
#[derive(Clone, Debug, PartialEq)]
struct Class {
    negated: bool,
    ranges: Vec<(char, char)>,
}

impl Class {
    fn has(&self, character: char) -> bool {
        self.ranges.iter().any(|(low, high)| (*low..=*high).contains(&character)) != self.negated
    }
}

enum Node {
    Empty,
    One(Class),
    Start,
    End,
    Sequence(Vec<Node>),
    Either(Vec<Node>),
    Repeat(Box<Node>, u32, Option<u32>),
}

/// A pattern that would grow beyond this many steps is refused.
const STEPS: usize = 20_000;
const REPEAT: u32 = 1000;
const DEPTH: usize = 50;

impl Pattern {
    /// Compiles a pattern. The error names what is not understood.
    pub(crate) fn parse(text: &str) -> Result<Pattern, String> {
        let mut parser = Parser { rest: text.chars().peekable(), depth: DEPTH };
        let node = parser.either()?;
        if let Some(left) = parser.rest.next() {
            return Err(format!("{left} in a pattern"));
        }
        let mut program = Vec::new();
        compile(&node, &mut program)?;
        program.push(Step::Match);
        Ok(Pattern { text: text.to_string(), program })
    }

    /// Whether the pattern is found anywhere in a text.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        let mut states = vec![false; self.program.len()];
        let mut characters = text.chars();
        let mut first = true;
        loop {
            let character = characters.next();
            let mut reached = states;
            let mut open = Vec::new();
            for (at, reached) in reached.iter_mut().enumerate() {
                if std::mem::take(reached) {
                    open.push(at);
                }
            }
            open.push(0);
            while let Some(at) = open.pop() {
                if std::mem::replace(&mut reached[at], true) {
                    continue;
                }
                match &self.program[at] {
                    Step::Match => return true,
                    Step::Jump(to) => open.push(*to),
                    Step::Split(a, b) => {
                        open.push(*a);
                        open.push(*b);
                    }
                    Step::Start if first => open.push(at + 1),
                    Step::End if character.is_none() => open.push(at + 1),
                    Step::One(_) | Step::Start | Step::End => {}
                }
            }
            let Some(character) = character else { return false };
            states = vec![false; self.program.len()];
            for (at, step) in self.program.iter().enumerate() {
                if reached[at] && matches!(step, Step::One(class) if class.has(character)) {
                    states[at + 1] = true;
                }
            }
            first = false;
        }
    }
}

struct Parser<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    depth: usize,
}

impl Parser<'_> {
    fn either(&mut self) -> Result<Node, String> {
        self.depth = self.depth.checked_sub(1).ok_or("a pattern this deep")?;
        let mut branches = vec![self.sequence()?];
        while self.rest.next_if_eq(&'|').is_some() {
            branches.push(self.sequence()?);
        }
        self.depth += 1;
        Ok(if branches.len() == 1 { branches.remove(0) } else { Node::Either(branches) })
    }

    fn sequence(&mut self) -> Result<Node, String> {
        let mut parts = Vec::new();
        while let Some(next) = self.rest.peek() {
            if matches!(next, '|' | ')') {
                break;
            }
            let part = self.atom()?;
            parts.push(self.repeated(part)?);
        }
        Ok(Node::Sequence(parts))
    }

    fn atom(&mut self) -> Result<Node, String> {
        let all = || Class { negated: true, ranges: vec![('\n', '\n')] };
        Ok(match self.rest.next() {
            None => Node::Empty,
            Some('.') => Node::One(all()),
            Some('^') => Node::Start,
            Some('$') => Node::End,
            Some('[') => Node::One(self.class()?),
            Some('\\') => match self.rest.next() {
                Some('A') => Node::Start,
                Some('z') => Node::End,
                escaped => Node::One(escape(escaped)?),
            },
            Some('(') => {
                if self.rest.next_if_eq(&'?').is_some() && self.rest.next() != Some(':') {
                    return Err("(? in a pattern".to_string());
                }
                let inner = self.either()?;
                self.rest.next_if_eq(&')').ok_or("a ( without )")?;
                inner
            }
            Some(wrong @ ('*' | '+' | '?' | '{')) => return Err(format!("{wrong} in a pattern")),
            Some(plain) => Node::One(Class { negated: false, ranges: vec![(plain, plain)] }),
        })
    }

    fn repeated(&mut self, node: Node) -> Result<Node, String> {
        let (low, high) = match self.rest.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.rest.next();
                let bounds: String = std::iter::from_fn(|| self.rest.next_if(|character| *character != '}')).collect();
                let (low, high) = bounds.split_once(',').unwrap_or((&bounds, &bounds));
                let number =
                    |text: &str| text.parse::<u32>().ok().filter(|count| *count <= REPEAT).ok_or(format!("{{{bounds}}} in a pattern"));
                let high = if high.is_empty() { None } else { Some(number(high)?) };
                (number(low)?, high)
            }
            _ => return Ok(node),
        };
        self.rest.next().ok_or("a { without }")?;
        // `a*?` prefers fewer, which changes nothing about whether it matches.
        self.rest.next_if_eq(&'?');
        if high.is_some_and(|high| high < low) || matches!(self.rest.peek(), Some('*' | '+' | '{')) {
            return Err("a repeated repetition".to_string());
        }
        Ok(Node::Repeat(Box::new(node), low, high))
    }

    fn class(&mut self) -> Result<Class, String> {
        let mut class = Class { negated: self.rest.next_if_eq(&'^').is_some(), ranges: Vec::new() };
        let mut first = true;
        loop {
            let low = match self.rest.next().ok_or("a [ without ]")? {
                ']' if !first => return Ok(class),
                '[' if self.rest.peek() == Some(&':') => return Err("[: in a pattern".to_string()),
                '\\' => {
                    let escaped = escape(self.rest.next())?;
                    match escaped.ranges.as_slice() {
                        [(only, same)] if only == same && !escaped.negated => *only,
                        ranges if !escaped.negated => {
                            class.ranges.extend(ranges);
                            first = false;
                            continue;
                        }
                        _ => return Err("a negated class in a class".to_string()),
                    }
                }
                plain => plain,
            };
            first = false;
            let mut ahead = self.rest.clone();
            let range = ahead.next() == Some('-') && ahead.next().is_some_and(|next| next != ']');
            let high = if range {
                self.rest.next();
                match self.rest.next() {
                    Some('\\') => match escape(self.rest.next())?.ranges.as_slice() {
                        [(only, same)] if only == same => *only,
                        _ => return Err("a range to a class".to_string()),
                    },
                    Some(high) => high,
                    None => return Err("a [ without ]".to_string()),
                }
            } else {
                low
            };
            if high < low {
                return Err(format!("{low}-{high} in a pattern"));
            }
            class.ranges.push((low, high));
        }
    }
}

const WORD: [(char, char); 4] = [('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];
const SPACE: [(char, char); 3] = [('\t', '\n'), ('\u{c}', '\r'), (' ', ' ')];

fn escape(character: Option<char>) -> Result<Class, String> {
    let one = |character: char| Class { negated: false, ranges: vec![(character, character)] };
    let of = |negated: bool, ranges: &[(char, char)]| Class { negated, ranges: ranges.to_vec() };
    Ok(match character {
        Some('d') => of(false, &[('0', '9')]),
        Some('D') => of(true, &[('0', '9')]),
        Some('w') => of(false, &WORD),
        Some('W') => of(true, &WORD),
        Some('s') => of(false, &SPACE),
        Some('S') => of(true, &SPACE),
        Some('n') => one('\n'),
        Some('r') => one('\r'),
        Some('t') => one('\t'),
        Some(plain) if plain.is_ascii_punctuation() => one(plain),
        Some(other) => return Err(format!("\\{other} in a pattern")),
        None => return Err("a \\ at the end of a pattern".to_string()),
    })
}

fn compile(node: &Node, program: &mut Vec<Step>) -> Result<(), String> {
    if program.len() > STEPS {
        return Err("a pattern this large".to_string());
    }
    match node {
        Node::Empty => {}
        Node::One(class) => program.push(Step::One(class.clone())),
        Node::Start => program.push(Step::Start),
        Node::End => program.push(Step::End),
        Node::Sequence(parts) => parts.iter().try_for_each(|part| compile(part, program))?,
        Node::Either(branches) => {
            let mut ends = Vec::new();
            for (index, branch) in branches.iter().enumerate() {
                let split = program.len();
                if index + 1 < branches.len() {
                    program.push(Step::Split(split + 1, 0));
                }
                compile(branch, program)?;
                if index + 1 < branches.len() {
                    ends.push(program.len());
                    program.push(Step::Jump(0));
                    program[split] = Step::Split(split + 1, program.len());
                }
            }
            for end in ends {
                program[end] = Step::Jump(program.len());
            }
        }
        Node::Repeat(inner, low, high) => {
            for _ in 0..*low {
                compile(inner, program)?;
            }
            if let Some(high) = high {
                let mut splits = Vec::new();
                for _ in *low..*high {
                    splits.push(program.len());
                    program.push(Step::Split(program.len() + 1, 0));
                    compile(inner, program)?;
                }
                for split in splits {
                    program[split] = Step::Split(split + 1, program.len());
                }
            } else {
                let split = program.len();
                program.push(Step::Split(split + 1, 0));
                compile(inner, program)?;
                program.push(Step::Jump(split));
                program[split] = Step::Split(split + 1, program.len());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_they_do_in_go() {
        for (pattern, yes, no) in [
            ("^[a-z]{2,4}$", &["ab", "abcd"][..], &["a", "abcde", "AB", ""][..]),
            ("b+", &["abc", "bbb"], &["ac", ""]),
            ("^(red|green|)$", &["red", "green", ""], &["blue", "redgreen"]),
            ("^[^a-c]*$", &["", "xyz"], &["xaz"]),
            (r"^\d{4}-\d{2}$", &["2026-01"], &["26-01"]),
            (r"^\w+\.\w+$", &["a.b"], &["ab"]),
            ("^[-._a-zA-Z0-9]+$", &["a-b.c_D"], &["a b"]),
            ("^(a*)*b$", &["aaab", "b"], &["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac"]),
            ("^a{2}$", &["aa"], &["a", "aaa"]),
            ("^a{2,}$", &["aa", "aaaa"], &["a"]),
            ("a.c", &["abc"], &["a\nc"]),
        ] {
            let compiled = Pattern::parse(pattern).unwrap();
            for text in yes {
                assert!(compiled.is_match(text), "{pattern} {text}");
            }
            for text in no {
                assert!(!compiled.is_match(text), "{pattern} {text}");
            }
        }
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for pattern in
            ["(?i)a", "a**", "[[:alpha:]]", r"\bword", "(a", "[a", "a)", "*", "a{2,1}", "a{9999}", r"\p{Greek}", "((a{1000}){1000}){1000}"]
        {
            assert!(Pattern::parse(pattern).is_err(), "{pattern}");
        }
        assert!(Pattern::parse(&"(".repeat(100_000)).is_err());
    }
}
