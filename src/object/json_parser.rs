//! Reads JSON as Go's decoder does, and says what is wrong in its words.
//!
//! Models `encoding/json/scanner.go` and `decode.go`.

use serde_json::{Map, Value};

use super::json_number::{Decimal, number};
use super::text::{lossy, push_hex};

/// Reads one text.
pub(super) struct Parser<'a> {
    text: &'a [u8],
    at: usize,
    /// What is wrong, once something is.
    fault: String,
    /// What is JSON and is refused all the same, if nothing else is wrong.
    refused: Option<&'static str>,
    /// Where it is, as long as somebody wants to know.
    path: String,
    /// Paths of keys that stand twice in one map. None: nobody wants to know, and no half a character is taken.
    duplicates: Option<&'a mut Vec<String>>,
}

/// We go no deeper, on a stack that may be small; Go goes down to 10,000.
const DEEPEST: usize = 127;

const TOO_LARGE: &str = "json: cannot unmarshal number into Go value of type float64";
const HALF: &str = "a string holds half a character";

/// None: there is a fault.
type Parsed<T> = Option<T>;

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a [u8], duplicates: Option<&'a mut Vec<String>>) -> Parser<'a> {
        Parser { text, at: 0, fault: String::new(), refused: None, path: String::new(), duplicates }
    }

    /// The value of the whole text.
    pub(super) fn run(mut self) -> Result<Value, String> {
        let value = self.value(0);
        if value.is_some() && self.blank().is_some() {
            self.bad("after top-level value");
        }
        match (value, self.refused) {
            (Some(value), None) if self.fault.is_empty() => Ok(value),
            (Some(_), Some(why)) if self.fault.is_empty() => Err(why.to_string()),
            _ => Err(self.fault),
        }
    }

    fn byte(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Goes past a byte if it is the next one.
    fn skip(&mut self, wanted: u8) -> bool {
        let there = self.byte() == Some(wanted);
        self.at += usize::from(there);
        there
    }

    /// The next byte that is no blank.
    fn blank(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    /// The byte here does not belong here, if there is one.
    #[cold]
    #[inline(never)]
    fn bad(&mut self, place: &str) {
        self.fault = match self.byte() {
            Some(byte) => format!("invalid character {} {place}", quoted(byte)),
            None => "unexpected end of JSON input".to_string(),
        };
    }

    fn value(&mut self, depth: usize) -> Parsed<Value> {
        match self.blank() {
            Some(b'{' | b'[') if depth >= DEEPEST => self.bad("exceeded max depth"),
            Some(b'{') => return self.object(depth),
            Some(b'[') => return self.list(depth),
            Some(b'"') => return self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => return self.number(),
            Some(b't') => return self.word("true", Value::Bool(true)),
            Some(b'f') => return self.word("false", Value::Bool(false)),
            Some(b'n') => return self.word("null", Value::Null),
            _ => self.bad("looking for beginning of value"),
        }
        None
    }

    fn word(&mut self, word: &str, value: Value) -> Parsed<Value> {
        for expected in word.bytes() {
            if !self.skip(expected) {
                self.bad(&format!("in literal {word} (expecting {})", quoted(expected)));
                return None;
            }
        }
        Some(value)
    }

    /// Goes past a byte that ends a list or a map, or past the comma before what follows; whether it has ended.
    fn ends(&mut self, end: u8, place: &str) -> Parsed<bool> {
        match self.blank() {
            Some(byte) if byte == end || byte == b',' => {
                self.at += 1;
                Some(byte == end)
            }
            _ => {
                self.bad(place);
                None
            }
        }
    }

    fn list(&mut self, depth: usize) -> Parsed<Value> {
        self.at += 1;
        let mut items = Vec::new();
        if self.blank() == Some(b']') {
            self.at += 1;
            return Some(Value::Array(items));
        }
        loop {
            let start = if self.duplicates.is_some() { self.enter(&format!("[{}]", items.len())) } else { 0 };
            items.push(self.value(depth + 1)?);
            self.path.truncate(start);
            if self.ends(b']', "after array element")? {
                return Some(Value::Array(items));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Parsed<Value> {
        self.at += 1;
        let mut map = Map::new();
        if self.blank() == Some(b'}') {
            self.at += 1;
            return Some(Value::Object(map));
        }
        loop {
            if self.blank() != Some(b'"') {
                self.bad("looking for beginning of object key string");
                return None;
            }
            let key = self.string()?;
            if self.blank() != Some(b':') {
                self.bad("after object key");
                return None;
            }
            self.at += 1;
            let start = self.enter(&key);
            let value = self.value(depth + 1)?;
            if map.contains_key(&key) {
                self.note();
            }
            self.path.truncate(start);
            map.insert(key, value);
            if self.ends(b'}', "after object key:value pair")? {
                return Some(Value::Object(map));
            }
        }
    }

    /// One step further down; the length of the path to come back to.
    fn enter(&mut self, step: &str) -> usize {
        let start = self.path.len();
        if self.duplicates.is_some() {
            if start > 0 && !step.starts_with('[') {
                self.path.push('.');
            }
            self.path.push_str(step);
        }
        start
    }

    /// This path is there twice.
    fn note(&mut self) {
        if let Some(duplicates) = &mut self.duplicates
            && !duplicates.contains(&self.path)
        {
            duplicates.push(self.path.clone());
        }
    }

    fn string(&mut self) -> Parsed<String> {
        let mut string = String::new();
        loop {
            self.at += 1;
            let start = self.at;
            while self.byte().is_some_and(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
                self.at += 1;
            }
            let part = &self.text[start..self.at];
            match std::str::from_utf8(part) {
                Ok(part) => string.push_str(part),
                Err(_) => string.push_str(&lossy(part)),
            }
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Some(string);
                }
                Some(b'\\') => string.push(self.escape()?),
                _ => {
                    self.bad("in string literal");
                    return None;
                }
            }
        }
    }

    /// What an escape stands for; ends on its last byte.
    fn escape(&mut self) -> Parsed<char> {
        self.at += 1;
        Some(match self.byte() {
            Some(byte @ (b'\\' | b'/' | b'"')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let first = self.unit()?;
                match char::from_u32(first) {
                    Some(character) => character,
                    None => self.pair(first)?,
                }
            }
            _ => {
                self.bad("in string escape code");
                return None;
            }
        })
    }

    /// The four digits of an escape.
    fn unit(&mut self) -> Parsed<u32> {
        let mut unit = 0;
        for _ in 0..4 {
            self.at += 1;
            let Some(digit) = self.byte().and_then(|byte| char::from(byte).to_digit(16)) else {
                self.bad("in \\u hexadecimal character escape");
                return None;
            };
            unit = unit * 16 + digit;
        }
        Some(unit)
    }

    /// Half a character and, if it is there, its other half. What is left alone is replaced, or refused.
    ///
    /// Models Go `encoding/json/decode.go` `unquoteBytes`.
    fn pair(&mut self, first: u32) -> Parsed<char> {
        let here = self.at;
        if first < 0xdc00 && self.text[here + 1..].starts_with(b"\\u") {
            self.at += 2;
            let second = self.unit()?;
            if let 0xdc00..0xe000 = second {
                return char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00));
            }
            self.at = here;
        }
        if self.duplicates.is_none() {
            self.refused = Some(HALF);
        }
        Some(char::REPLACEMENT_CHARACTER)
    }

    fn number(&mut self) -> Parsed<Value> {
        let negative = self.skip(b'-');
        let mut decimal = Decimal::default();
        let mut whole = true;
        if !self.skip(b'0') {
            (_, decimal.exponent) = self.digits(&mut decimal.significand, "in numeric literal")?;
            whole = decimal.exponent == 0;
        }
        if self.skip(b'.') {
            whole = false;
            let (taken, _) = self.digits(&mut decimal.significand, "after decimal point in numeric literal")?;
            decimal.exponent -= taken;
        }
        if let Some(b'e' | b'E') = self.byte() {
            self.at += 1;
            whole = false;
            let down = self.skip(b'-');
            if !down {
                self.skip(b'+');
            }
            let mut exponent = 0;
            self.digits(&mut exponent, "in exponent of numeric literal")?;
            // No float is so large or so small by far.
            let exponent = i64::try_from(exponent).unwrap_or(i64::MAX).min(i64::from(i32::MAX));
            decimal.exponent += if down { -exponent } else { exponent };
        }
        let number = number(negative, whole, &decimal);
        if number.is_none() {
            self.refused = Some(TOO_LARGE);
        }
        Some(number.map_or(Value::Null, Value::Number))
    }

    /// Takes digits into a number as long as it holds them; how many it took, and how many were left.
    fn digits(&mut self, number: &mut u64, place: &str) -> Parsed<(i64, i64)> {
        let (mut taken, mut left) = (0, 0);
        while let Some(digit @ b'0'..=b'9') = self.byte() {
            self.at += 1;
            let more = number.checked_mul(10).and_then(|tens| tens.checked_add(u64::from(digit - b'0')));
            match more.filter(|_| left == 0) {
                Some(more) => (*number, taken) = (more, taken + 1),
                None => left += 1,
            }
        }
        if taken + left == 0 {
            self.bad(place);
            return None;
        }
        Some((taken, left))
    }
}

/// Models `quoteChar`.
fn quoted(byte: u8) -> String {
    let mut quoted = "'".to_string();
    match byte {
        b'\'' => quoted.push_str(r"\'"),
        b'\n' => quoted.push_str(r"\n"),
        b'\r' => quoted.push_str(r"\r"),
        b'\t' => quoted.push_str(r"\t"),
        b'\\' => quoted.push_str(r"\\"),
        b' '..=b'~' => quoted.push(byte.into()),
        _ => {
            quoted.push_str(r"\x");
            push_hex(&mut quoted, byte);
        }
    }
    quoted.push('\'');
    quoted
}
