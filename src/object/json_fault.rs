//! What is wrong with a text that is no JSON, in the words of Go's decoder.
//!
//! Models `encoding/json/scanner.go`.

use super::text::lossy;

/// The first fault of a text; none if it is JSON.
#[cold]
#[inline(never)]
pub(crate) fn fault(text: &[u8]) -> Option<String> {
    let mut scanner = Scanner { text, at: 0 };
    match scanner.value(0).and_then(|()| if scanner.blank().is_some() { scanner.bad("after top-level value") } else { Ok(()) }) {
        Ok(()) => None,
        Err(Fault(Some(words))) => Some(words),
        Err(Fault(None)) => Some("unexpected end of JSON input".to_string()),
    }
}

/// None: the text ends too early.
struct Fault(Option<String>);

type Scanned = Result<(), Fault>;

struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

/// Our parser goes no deeper, on a stack that may be small; Go's goes down to 10,000.
const DEEPEST: usize = 127;

impl Scanner<'_> {
    fn byte(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// The next byte that is no blank.
    fn blank(&mut self) -> Option<u8> {
        while self.byte().is_some_and(|byte| b" \t\r\n".contains(&byte)) {
            self.at += 1;
        }
        self.byte()
    }

    /// The byte here does not belong here, if there is one.
    fn bad(&self, place: &str) -> Scanned {
        Err(Fault(self.byte().map(|byte| format!("invalid character {} {place}", quoted(byte)))))
    }

    fn value(&mut self, depth: usize) -> Scanned {
        match self.blank() {
            Some(b'{' | b'[') if depth >= DEEPEST => self.bad("exceeded max depth"),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word(b"true"),
            Some(b'f') => self.word(b"false"),
            Some(b'n') => self.word(b"null"),
            _ => self.bad("looking for beginning of value"),
        }
    }

    fn word(&mut self, word: &[u8]) -> Scanned {
        for expected in word {
            if self.byte() != Some(*expected) {
                let word = lossy(word);
                return self.bad(&format!("in literal {word} (expecting {})", quoted(*expected)));
            }
            self.at += 1;
        }
        Ok(())
    }

    fn string(&mut self) -> Scanned {
        self.at += 1;
        loop {
            match self.byte() {
                Some(b'"') => break,
                Some(b'\\') => {
                    self.at += 1;
                    match self.byte() {
                        Some(b'b' | b'f' | b'n' | b'r' | b't' | b'\\' | b'/' | b'"') => {}
                        Some(b'u') => {
                            for _ in 0..4 {
                                self.at += 1;
                                if !self.byte().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                                    return self.bad("in \\u hexadecimal character escape");
                                }
                            }
                        }
                        _ => return self.bad("in string escape code"),
                    }
                }
                Some(0x20..) => {}
                _ => return self.bad("in string literal"),
            }
            self.at += 1;
        }
        self.at += 1;
        Ok(())
    }

    fn digits(&mut self, place: &str) -> Scanned {
        if !self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            return self.bad(place);
        }
        while self.byte().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Scanned {
        if self.byte() == Some(b'-') {
            self.at += 1;
        }
        if self.byte() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits("in numeric literal")?;
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits("after decimal point in numeric literal")?;
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.byte(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits("in exponent of numeric literal")?;
        }
        Ok(())
    }

    fn list(&mut self, depth: usize) -> Scanned {
        self.at += 1;
        if self.blank() != Some(b']') {
            loop {
                self.value(depth + 1)?;
                match self.blank() {
                    Some(b',') => self.at += 1,
                    Some(b']') => break,
                    _ => return self.bad("after array element"),
                }
            }
        }
        self.at += 1;
        Ok(())
    }

    fn object(&mut self, depth: usize) -> Scanned {
        self.at += 1;
        if self.blank() != Some(b'}') {
            loop {
                if self.blank() != Some(b'"') {
                    return self.bad("looking for beginning of object key string");
                }
                self.string()?;
                if self.blank() != Some(b':') {
                    return self.bad("after object key");
                }
                self.at += 1;
                self.value(depth + 1)?;
                match self.blank() {
                    Some(b',') => self.at += 1,
                    Some(b'}') => break,
                    _ => return self.bad("after object key:value pair"),
                }
            }
        }
        self.at += 1;
        Ok(())
    }
}

/// Models `quoteChar`.
fn quoted(byte: u8) -> String {
    match byte {
        b'\'' => r"'\''".to_string(),
        b'"' => "'\"'".to_string(),
        b'\n' => r"'\n'".to_string(),
        b'\r' => r"'\r'".to_string(),
        b'\t' => r"'\t'".to_string(),
        b'\\' => r"'\\'".to_string(),
        b' '..=b'~' => format!("'{}'", char::from(byte)),
        other => format!("'\\x{other:02x}'"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_no_fault() {
        for text in ["{}", " [1, -0.5e+3, \"\\u00e9\\n\", true, false, null, {\"a\":{}}] ", "\"é\"", "0"] {
            assert_eq!(fault(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn faults_are_named_as_go_names_them() {
        for (text, words) in [
            ("", "unexpected end of JSON input"),
            ("{\"a\"", "unexpected end of JSON input"),
            ("x", "invalid character 'x' looking for beginning of value"),
            ("'", "invalid character '\\'' looking for beginning of value"),
            ("{a", "invalid character 'a' looking for beginning of object key string"),
            ("{\"a\" 1}", "invalid character '1' after object key"),
            ("{\"a\":1 \"b\"", "invalid character '\"' after object key:value pair"),
            ("[1 2]", "invalid character '2' after array element"),
            ("[1,]", "invalid character ']' looking for beginning of value"),
            ("{} x", "invalid character 'x' after top-level value"),
            ("01", "invalid character '1' after top-level value"),
            ("trux", "invalid character 'x' in literal true (expecting 'e')"),
            ("-x", "invalid character 'x' in numeric literal"),
            ("1.x", "invalid character 'x' after decimal point in numeric literal"),
            ("1ex", "invalid character 'x' in exponent of numeric literal"),
            ("\"\n\"", "invalid character '\\n' in string literal"),
            ("\"\\q\"", "invalid character 'q' in string escape code"),
            ("\"\\u00x\"", "invalid character 'x' in \\u hexadecimal character escape"),
        ] {
            assert_eq!(fault(text.as_bytes()).as_deref(), Some(words), "{text}");
        }
        assert_eq!(fault(&[0x81]).as_deref(), Some("invalid character '\\x81' looking for beginning of value"));
        let too_deep = Some("invalid character '[' exceeded max depth");
        assert_eq!(fault("[".repeat(100_000).as_bytes()).as_deref(), too_deep);
        assert_eq!(fault(format!("{}{}", "[".repeat(128), "]".repeat(128)).as_bytes()).as_deref(), too_deep);
    }
}
