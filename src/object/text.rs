//! Small things with texts. The standard library's are large: its search for texts, its joining, and slicing, whose panic
//! quotes the text and so brings what Unicode knows of printing.

use std::sync::Arc;

/// Whether a text has this (ASCII) byte.
#[must_use]
pub fn has(text: &str, byte: u8) -> bool {
    text.as_bytes().contains(&byte)
}

/// Where a text first has another: a walk, since the texts are short.
#[must_use]
#[inline(never)]
pub fn find(text: &str, part: &str) -> Option<usize> {
    (0..text.len()).find(|at| text.as_bytes()[*at..].starts_with(part.as_bytes()))
}

/// The text between two places; empty where these are no places between characters.
#[must_use]
#[inline(never)]
pub fn part(text: &str, from: usize, to: usize) -> &str {
    text.get(from..to).unwrap_or("")
}

/// The text from a place on.
#[must_use]
pub fn rest(text: &str, from: usize) -> &str {
    part(text, from, text.len())
}

/// What stands before the last of a byte, and behind it.
#[must_use]
#[inline(never)]
pub fn split_last(text: &str, byte: u8) -> Option<(&str, &str)> {
    let at = text.bytes().rposition(|other| other == byte)?;
    Some((part(text, 0, at), rest(text, at + 1)))
}

/// What stands behind the last of a byte; the whole text where there is none.
#[must_use]
pub fn behind_last(text: &str, byte: u8) -> &str {
    split_last(text, byte).map_or(text, |(_, behind)| behind)
}

/// Two digits for a byte.
#[inline(never)]
pub fn push_hex(text: &mut String, byte: u8) {
    for digit in [byte >> 4, byte & 15] {
        text.extend(char::from_digit(digit.into(), 16));
    }
}

/// A copy of a text that many can share.
#[must_use]
#[inline(never)]
pub fn shared(text: &str) -> Arc<str> {
    text.into()
}

/// The text of bytes, with a sign in place of each part that is none.
#[must_use]
#[inline(never)]
pub fn lossy(mut bytes: &[u8]) -> String {
    let mut text = String::new();
    loop {
        let wrong = match std::str::from_utf8(bytes) {
            Ok(rest) => {
                text.push_str(rest);
                return text;
            }
            Err(wrong) => wrong,
        };
        let (good, rest) = bytes.split_at(wrong.valid_up_to());
        text.push_str(std::str::from_utf8(good).unwrap_or(""));
        text.push(char::REPLACEMENT_CHARACTER);
        bytes = wrong.error_len().and_then(|length| rest.get(length..)).unwrap_or(&[]);
    }
}

/// The texts that are none of the others.
#[must_use]
#[inline(never)]
pub fn without(texts: &[String], others: &[&str]) -> Vec<String> {
    let mut left = Vec::new();
    for text in texts {
        if !others.contains(&text.as_str()) {
            left.push(text.clone());
        }
    }
    left
}

/// Texts in a row.
#[must_use]
pub fn join<T: AsRef<str>>(texts: &[T], between: &str) -> String {
    joined(texts.iter().map(|text| text.as_ref().to_string()), between)
}

/// What comes in a row.
pub fn joined(mut texts: impl Iterator<Item = String>, between: &str) -> String {
    append(&mut || texts.next(), between)
}

#[inline(never)]
fn append(next: &mut dyn FnMut() -> Option<String>, between: &str) -> String {
    let mut all = next().unwrap_or_default();
    while let Some(text) = next() {
        all.push_str(between);
        all.push_str(&text);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_cut_and_joined() {
        assert_eq!((find("aäb", "b"), find("aab", "ab"), find("a", "ab"), find("", "a")), (Some(3), Some(1), None, None));
        assert_eq!((part("aäb", 1, 3), part("aäb", 2, 3), part("a", 0, 2), rest("aäb", 3), rest("a", 1)), ("ä", "", "", "b", ""));
        assert_eq!(join::<String>(&[], ", "), "");
        assert_eq!(join(&["a".to_string(), String::new(), "b".to_string()], ", "), "a, , b");
        for bytes in [&b"a\xffb\xe2\x82"[..], b"\xf0\x9f\x98", b"\xc3\xa4", b"", b"\xe2(\xa1"] {
            assert_eq!(lossy(bytes), String::from_utf8_lossy(bytes));
        }
        assert!(has("a/b", b'/') && !has("ab", b'/'));
        assert_eq!((split_last("a/ä/b", b'/'), split_last("a", b'/'), split_last("/", b'/')), (Some(("a/ä", "b")), None, Some(("", ""))));
        assert_eq!((behind_last("a/b", b'/'), behind_last("b", b'/')), ("b", "b"));
    }
}
