//! What is wrong with a text that is no JSON, in the words of Go's decoder.
//!
//! Models Go `encoding/json/scanner.go`.

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    Rest,
}

/// Where a text stops being JSON; none: it is JSON. Whatever nests deeper than `depth` is none either.
pub(super) fn fault(text: &str, depth: usize) -> Option<String> {
    let mut bytes = text.bytes().peekable();
    let mut inside: Vec<u8> = Vec::new();
    let mut next = Next::Value;
    while let Some(byte) = bytes.next() {
        if matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
            continue;
        }
        next = match (next, byte) {
            (Next::ValueOrEnd, b']') | (Next::KeyOrEnd, b'}') => {
                inside.pop();
                Next::Rest
            }
            (Next::Value | Next::ValueOrEnd, b'{' | b'[') => {
                inside.push(byte);
                if inside.len() > depth {
                    return Some("exceeded max depth".to_string());
                }
                if byte == b'{' { Next::KeyOrEnd } else { Next::ValueOrEnd }
            }
            (Next::Value | Next::ValueOrEnd | Next::Key | Next::KeyOrEnd, b'"') => {
                if let Err(error) = string(&mut bytes) {
                    return Some(error);
                }
                if matches!(next, Next::Key | Next::KeyOrEnd) { Next::Colon } else { Next::Rest }
            }
            (Next::Value | Next::ValueOrEnd, _) => {
                let read = match byte {
                    b't' => literal("true", &mut bytes),
                    b'f' => literal("false", &mut bytes),
                    b'n' => literal("null", &mut bytes),
                    b'-' | b'0'..=b'9' => number(byte, &mut bytes),
                    _ => wrong(byte, "looking for beginning of value"),
                };
                if let Err(error) = read {
                    return Some(error);
                }
                Next::Rest
            }
            (Next::Colon, b':') => Next::Value,
            (Next::Rest, _) => match (inside.last(), byte) {
                (Some(b'{'), b',') => Next::Key,
                (Some(_), b',') => Next::Value,
                (Some(b'{'), b'}') | (Some(b'['), b']') => {
                    inside.pop();
                    Next::Rest
                }
                (Some(b'{'), _) => return wrong(byte, "after object key:value pair").err(),
                (Some(_), _) => return wrong(byte, "after array element").err(),
                (None, _) => return wrong(byte, "after top-level value").err(),
            },
            (Next::Colon, _) => return wrong(byte, "after object key").err(),
            (Next::Key | Next::KeyOrEnd, _) => return wrong(byte, "looking for beginning of object key string").err(),
        };
    }
    if next == Next::Rest && inside.is_empty() { None } else { end().err() }
}

/// JSON with escapes of half a surrogate pair replaced, as Go reads them: by U+FFFD.
pub(super) fn without_half_characters(text: &str) -> String {
    let unit =
        |at: usize| text.get(at..).and_then(|rest| rest.strip_prefix("\\u")).and_then(|rest| u32::from_str_radix(rest.get(..4)?, 16).ok());
    let mut mended = String::with_capacity(text.len());
    let mut rest = 0;
    while let Some(escape) = text[rest..].find('\\') {
        let at = rest + escape;
        mended.push_str(&text[rest..at]);
        let (length, whole) = match unit(at) {
            Some(0xd800..0xdc00) if matches!(unit(at + 6), Some(0xdc00..0xe000)) => (12, true),
            Some(0xd800..0xe000) => (6, false),
            Some(_) => (6, true),
            // Whatever is escaped here is one byte long.
            None => (2, true),
        };
        mended.push_str(if whole { &text[at..at + length] } else { "\u{fffd}" });
        rest = at + length;
    }
    mended.push_str(&text[rest..]);
    mended
}

type Bytes<'a> = std::iter::Peekable<std::str::Bytes<'a>>;

fn end() -> Result<(), String> {
    Err("unexpected end of JSON input".to_string())
}

fn wrong(byte: u8, place: &str) -> Result<(), String> {
    Err(format!("invalid character {} {place}", quoted(byte)))
}

/// A byte as Go quotes the character of its number.
fn quoted(byte: u8) -> String {
    match byte {
        b'\'' => r"'\''".to_string(),
        b'"' => "'\"'".to_string(),
        b'\\' => r"'\\'".to_string(),
        0x07 => r"'\a'".to_string(),
        0x08 => r"'\b'".to_string(),
        0x0b => r"'\v'".to_string(),
        0x0c => r"'\f'".to_string(),
        b'\t' | b'\r' | b'\n' => format!("'{}'", char::from(byte).escape_default()),
        0..0x20 | 0x7f => format!("'\\x{byte:02x}'"),
        0x80..=0xa0 | 0xad => format!("'\\u{byte:04x}'"),
        _ => format!("'{}'", char::from(byte)),
    }
}

/// The rest of a string.
fn string(bytes: &mut Bytes) -> Result<(), String> {
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => return Ok(()),
            b'\\' => match bytes.next() {
                Some(b'b' | b'f' | b'n' | b'r' | b't' | b'\\' | b'/' | b'"') => {}
                Some(b'u') => {
                    for _ in 0..4 {
                        match bytes.next() {
                            Some(digit) if digit.is_ascii_hexdigit() => {}
                            Some(other) => return wrong(other, r"in \u hexadecimal character escape"),
                            None => return end(),
                        }
                    }
                }
                Some(other) => return wrong(other, "in string escape code"),
                None => return end(),
            },
            0..0x20 => return wrong(byte, "in string literal"),
            _ => {}
        }
    }
    end()
}

/// The rest of a word.
fn literal(word: &str, bytes: &mut Bytes) -> Result<(), String> {
    for expected in word.bytes().skip(1) {
        match bytes.next() {
            Some(byte) if byte == expected => {}
            Some(byte) => return wrong(byte, &format!("in literal {word} (expecting '{}')", char::from(expected))),
            None => return end(),
        }
    }
    Ok(())
}

/// The rest of a number, up to what is none of it any more.
fn number(first: u8, bytes: &mut Bytes) -> Result<(), String> {
    let mut first = Some(first);
    if first == Some(b'-') {
        first = Some(digit(bytes, "in numeric literal")?);
    }
    if first != Some(b'0') {
        digits(bytes);
    }
    if bytes.next_if_eq(&b'.').is_some() {
        digit(bytes, "after decimal point in numeric literal")?;
        digits(bytes);
    }
    if bytes.next_if(|byte| matches!(byte, b'e' | b'E')).is_some() {
        let _ = bytes.next_if(|byte| matches!(byte, b'+' | b'-'));
        digit(bytes, "in exponent of numeric literal")?;
        digits(bytes);
    }
    Ok(())
}

fn digit(bytes: &mut Bytes, place: &str) -> Result<u8, String> {
    match bytes.next() {
        Some(byte) if byte.is_ascii_digit() => Ok(byte),
        Some(byte) => wrong(byte, place).map(|()| byte),
        None => end().map(|()| 0),
    }
}

fn digits(bytes: &mut Bytes) {
    while bytes.next_if(u8::is_ascii_digit).is_some() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_no_json_is_refused_as_go_refuses_it() {
        for (text, error) in [
            ("", "unexpected end of JSON input"),
            (" \n", "unexpected end of JSON input"),
            ("{\"a\"", "unexpected end of JSON input"),
            ("\"a", "unexpected end of JSON input"),
            ("\"\\u12", "unexpected end of JSON input"),
            ("tru", "unexpected end of JSON input"),
            ("-", "unexpected end of JSON input"),
            ("{a", "invalid character 'a' looking for beginning of object key string"),
            ("{'a'", r"invalid character '\'' looking for beginning of object key string"),
            ("{\"a\":1,}", "invalid character '}' looking for beginning of object key string"),
            ("{\"a\"}", "invalid character '}' after object key"),
            ("{\"a\" \"b\"", "invalid character '\"' after object key"),
            ("{\"a\":}", "invalid character '}' looking for beginning of value"),
            ("{\"a\":01}", "invalid character '1' after object key:value pair"),
            ("{\"a\":1]", "invalid character ']' after object key:value pair"),
            ("[1,]", "invalid character ']' looking for beginning of value"),
            ("[1}", "invalid character '}' after array element"),
            ("{} x", "invalid character 'x' after top-level value"),
            ("nope", "invalid character 'o' in literal null (expecting 'u')"),
            ("{\"a\":tru}", "invalid character '}' in literal true (expecting 'e')"),
            ("\"\\x\"", "invalid character 'x' in string escape code"),
            ("\"\\u12g4\"", r"invalid character 'g' in \u hexadecimal character escape"),
            ("\"a\nb\"", r"invalid character '\n' in string literal"),
            ("\"\u{1}\"", r"invalid character '\x01' in string literal"),
            ("-a", "invalid character 'a' in numeric literal"),
            ("1.x", "invalid character 'x' after decimal point in numeric literal"),
            ("1e+x", "invalid character 'x' in exponent of numeric literal"),
            ("\\", r"invalid character '\\' looking for beginning of value"),
            // The character of the first byte's number.
            ("é", "invalid character 'Ã' looking for beginning of value"),
            ("[[[1]]]", "exceeded max depth"),
        ] {
            assert_eq!(fault(text, 2).as_deref(), Some(error), "{text}");
        }
        for text in ["null", " {\"a\":[1,-0.5e-3,\"\\u00e9\\n\",true,false,null,{}],\"b\":{}} ", "[]", "0"] {
            assert_eq!(fault(text, 3), None, "{text}");
        }
    }
}
