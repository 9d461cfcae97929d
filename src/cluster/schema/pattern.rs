//! Regular expressions as far as schemas use them: RE2 syntax without flags, boundaries and Unicode classes.
//!
//! A set of states walks over the text, so a hostile pattern cannot blow up (no backtracking).

use std::str::Chars;

/// A compiled `pattern`.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    /// As written.
    pub(crate) text: String,
    program: Vec<Step>,
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.text == other.text
    }
}

/// What is to be done at a place of the program, then at the next. Other places are told by how far off they are, so
/// that a part of a program can be copied.
#[derive(Clone, Debug)]
enum Step {
    /// Takes a character.
    One(Class),
    /// Goes on there as well.
    Fork(isize),
    /// Goes on there.
    Jump(isize),
    Start,
    End,
    Match,
}

/// Characters, or all but them.
#[derive(Clone, Debug)]
struct Class {
    negated: bool,
    /// From, to, from, to…
    ranges: String,
}

impl Class {
    fn of(negated: bool, ranges: &str) -> Class {
        Class { negated, ranges: ranges.to_string() }
    }

    #[inline(never)]
    fn add(&mut self, low: char, high: char) {
        self.ranges.push(low);
        self.ranges.push(high);
    }

    fn has(&self, character: char) -> bool {
        let mut bounds = self.ranges.chars();
        while let (Some(low), Some(high)) = (bounds.next(), bounds.next()) {
            if low <= character && character <= high {
                return !self.negated;
            }
        }
        self.negated
    }

    /// The only character that it has.
    fn single(&self) -> Option<char> {
        let mut bounds = self.ranges.chars();
        match (bounds.next(), bounds.next(), bounds.next()) {
            (low, high, None) if low == high && !self.negated => low,
            _ => None,
        }
    }
}

/// A pattern that would grow beyond this many steps is refused.
const STEPS: usize = 20_000;
const REPEAT: u64 = 1000;
const DEPTH: usize = 50;

impl Pattern {
    /// Compiles a pattern. The error names what is not understood.
    pub(crate) fn parse(text: &str) -> Result<Pattern, String> {
        let mut compiler = Compiler { rest: text.chars(), depth: DEPTH, program: Vec::new() };
        compiler.either()?;
        if let Some(left) = compiler.next() {
            return Err(unknown(left));
        }
        compiler.program.push(Step::Match);
        Ok(Pattern { text: text.to_string(), program: compiler.program })
    }

    /// Whether the pattern is found anywhere in a text.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        let mut characters = text.chars();
        let mut open = Vec::new();
        let mut round = 0_usize;
        // In which round each step was reached last.
        let mut reached = Vec::new();
        for _ in &self.program {
            reached.push(round);
        }
        loop {
            let character = characters.next();
            round += 1;
            let mut next = Vec::new();
            open.push(0);
            while let Some(at) = open.pop() {
                if std::mem::replace(&mut reached[at], round) == round {
                    continue;
                }
                match &self.program[at] {
                    Step::Match => return true,
                    Step::Jump(by) => open.push(at.wrapping_add_signed(*by)),
                    Step::Fork(by) => {
                        open.push(at + 1);
                        open.push(at.wrapping_add_signed(*by));
                    }
                    Step::Start if round == 1 => open.push(at + 1),
                    Step::End if character.is_none() => open.push(at + 1),
                    Step::One(class) if character.is_some_and(|character| class.has(character)) => next.push(at + 1),
                    Step::One(_) | Step::Start | Step::End => {}
                }
            }
            if character.is_none() {
                return false;
            }
            open = next;
        }
    }
}

/// Reads a pattern and writes its program as it goes.
struct Compiler<'a> {
    rest: Chars<'a>,
    depth: usize,
    program: Vec<Step>,
}

impl Compiler<'_> {
    fn next(&mut self) -> Option<char> {
        take(&mut self.rest)
    }

    fn peek(&self) -> Option<char> {
        take(&mut self.rest.clone())
    }

    /// Takes this character if it comes next.
    #[inline(never)]
    fn eat(&mut self, character: char) -> bool {
        let found = self.peek() == Some(character);
        if found {
            self.next();
        }
        found
    }

    fn either(&mut self) -> Result<(), String> {
        self.depth = self.depth.checked_sub(1).ok_or("a pattern this deep")?;
        let start = self.program.len();
        self.sequence()?;
        while self.eat('|') {
            let jump = self.program.len() + 1;
            let part = self.cut(start);
            self.program.push(Step::Fork(distance(start, jump + 1)));
            self.copy(&part);
            self.program.push(Step::Jump(0));
            self.sequence()?;
            self.program[jump] = Step::Jump(distance(jump, self.program.len()));
        }
        self.depth += 1;
        Ok(())
    }

    fn sequence(&mut self) -> Result<(), String> {
        while self.peek().is_some_and(|next| !matches!(next, '|' | ')')) {
            let start = self.program.len();
            self.atom()?;
            self.repeated(start)?;
        }
        Ok(())
    }

    fn atom(&mut self) -> Result<(), String> {
        if self.program.len() > STEPS {
            return Err(TOO_LARGE.to_string());
        }
        let Some(next) = self.next() else { return Ok(()) };
        let step = match next {
            '.' => Step::One(Class::of(true, "\n\n")),
            '^' => Step::Start,
            '$' => Step::End,
            '[' => Step::One(self.class()?),
            '\\' if self.eat('A') => Step::Start,
            '\\' if self.eat('z') => Step::End,
            '\\' => Step::One(self.escaped()?),
            '(' => {
                if self.eat('?') && !self.eat(':') {
                    return Err("(? in a pattern".to_string());
                }
                self.either()?;
                return if self.eat(')') { Ok(()) } else { Err("a ( without )".to_string()) };
            }
            '*' | '+' | '?' | '{' => return Err(unknown(next)),
            plain => Step::One(one(plain)),
        };
        self.program.push(step);
        Ok(())
    }

    /// Repeats what was written from `start` on as often as is told here.
    fn repeated(&mut self, start: usize) -> Result<(), String> {
        let (low, high) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => self.bounds()?,
            _ => return Ok(()),
        };
        if self.next().is_none() {
            return Err("a { without }".to_string());
        }
        // `a*?` prefers fewer, which changes nothing about whether it matches.
        self.eat('?');
        if high.is_some_and(|high| high < low) || matches!(self.peek(), Some('*' | '+' | '{')) {
            return Err("a repeated repetition".to_string());
        }
        let part = self.cut(start);
        let optional = high.map_or(1, |high| high - low);
        let end = start + low * part.len() + optional * (part.len() + 1);
        if end > STEPS {
            return Err(TOO_LARGE.to_string());
        }
        for _ in 0..low {
            self.copy(&part);
        }
        for _ in 0..optional {
            let fork = self.program.len();
            let end = if high.is_none() { end + 1 } else { end };
            self.program.push(Step::Fork(distance(fork, end)));
            self.copy(&part);
        }
        if high.is_none() {
            self.program.push(Step::Jump(distance(end, start + low * part.len())));
        }
        Ok(())
    }

    /// Takes what was written from `start` on, the last step first.
    fn cut(&mut self, start: usize) -> Vec<Step> {
        let mut part = Vec::new();
        while self.program.len() > start {
            if let Some(step) = self.program.pop() {
                part.push(step);
            }
        }
        part
    }

    /// Writes once what was taken.
    #[inline(never)]
    fn copy(&mut self, part: &[Step]) {
        for step in part.iter().rev() {
            self.program.push(step.clone());
        }
    }

    /// Reads `{2,4` up to the closing brace.
    fn bounds(&mut self) -> Result<(usize, Option<usize>), String> {
        self.next();
        let mut told = String::new();
        while let Some(next) = self.peek().filter(|next| *next != '}') {
            told.push(next);
            self.next();
        }
        let (low, high) = told.split_once(',').unwrap_or((&told, &told));
        let number = |text: &str| match text.parse::<u64>() {
            Ok(count) if count <= REPEAT => Ok(usize::try_from(count).unwrap_or_default()),
            _ => Err(format!("{{{told}}} in a pattern")),
        };
        let high = if high.is_empty() { None } else { Some(number(high)?) };
        Ok((number(low)?, high))
    }

    /// Reads what stands between brackets.
    fn class(&mut self) -> Result<Class, String> {
        let mut class = Class::of(self.eat('^'), "");
        let mut first = true;
        loop {
            let next = self.next().ok_or(OPEN)?;
            let low = match next {
                ']' if !first => return Ok(class),
                '[' if self.peek() == Some(':') => return Err("[: in a pattern".to_string()),
                '\\' => {
                    let escaped = self.escaped()?;
                    if escaped.negated {
                        return Err("a negated class in a class".to_string());
                    }
                    let Some(single) = escaped.single() else {
                        class.ranges.push_str(&escaped.ranges);
                        first = false;
                        continue;
                    };
                    single
                }
                plain => plain,
            };
            first = false;
            let mut ahead = self.rest.clone();
            let is_range = take(&mut ahead) == Some('-') && take(&mut ahead).is_some_and(|next| next != ']');
            let mut high = low;
            if is_range {
                self.next();
                high = self.next().ok_or(OPEN)?;
                if high == '\\' {
                    high = self.escaped()?.single().ok_or("a range to a class")?;
                }
            }
            if high < low {
                return Err(format!("{low}-{high} in a pattern"));
            }
            class.add(low, high);
        }
    }

    /// Reads what stands behind a backslash.
    fn escaped(&mut self) -> Result<Class, String> {
        let character = self.next().ok_or("a \\ at the end of a pattern")?;
        let ranges = match character.to_ascii_lowercase() {
            'd' => "09",
            'w' => "09AZ__az",
            's' => "\t\n\u{c}\r  ",
            _ => match character {
                'n' => "\n\n",
                'r' => "\r\r",
                't' => "\t\t",
                plain if plain.is_ascii_punctuation() => return Ok(one(plain)),
                other => return Err(format!("\\{other} in a pattern")),
            },
        };
        Ok(Class::of(character.is_ascii_uppercase(), ranges))
    }
}

const OPEN: &str = "a [ without ]";
const TOO_LARGE: &str = "a pattern this large";

#[inline(never)]
fn take(rest: &mut Chars<'_>) -> Option<char> {
    rest.next()
}

fn one(character: char) -> Class {
    let mut class = Class::of(false, "");
    class.add(character, character);
    class
}

fn unknown(character: char) -> String {
    format!("{character} in a pattern")
}

/// How far it is from one step to another.
fn distance(from: usize, to: usize) -> isize {
    to.wrapping_sub(from).cast_signed()
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
