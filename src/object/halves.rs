//! Escapes that stand for half a character. Our parser refuses them, Go's replaces them.
//!
//! Models Go `encoding/json/decode.go` `unquoteBytes`.

use std::borrow::Cow;

use super::text::{part, rest};

/// JSON with every escape of half a surrogate pair replaced by U+FFFD.
pub(crate) fn without_half_characters(text: &str) -> Cow<'_, str> {
    if !text.as_bytes().windows(3).any(|window| matches!(window, b"\\ud" | b"\\uD")) {
        return Cow::Borrowed(text);
    }
    let unit =
        |at: usize| text.get(at..).and_then(|rest| rest.strip_prefix("\\u")).and_then(|rest| u32::from_str_radix(rest.get(..4)?, 16).ok());
    let mut mended = String::with_capacity(text.len());
    let mut done = 0;
    while let Some(escape) = rest(text, done).find('\\') {
        let at = done + escape;
        mended.push_str(part(text, done, at));
        let (length, whole) = match unit(at) {
            Some(0xd800..0xdc00) if matches!(unit(at + 6), Some(0xdc00..0xe000)) => (12, true),
            Some(0xd800..0xe000) => (6, false),
            Some(_) => (6, true),
            // A letter of its own, or no JSON.
            None => (1 + rest(text, at + 1).chars().next().map_or(0, char::len_utf8), true),
        };
        mended.push_str(if whole { part(text, at, at + length) } else { "\u{fffd}" });
        done = at + length;
    }
    mended.push_str(rest(text, done));
    Cow::Owned(mended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_a_character_is_replaced_and_nothing_else() {
        let read = |text: &str| serde_json::from_str::<String>(&without_half_characters(text)).unwrap();
        for (text, value) in [
            (r#""\ud83d\ude00""#, "\u{1f600}"),
            (r#""\udc00\ud800\ud800\u0041""#, "\u{fffd}\u{fffd}\u{fffd}A"),
            (r#""a\uD800""#, "a\u{fffd}"),
            (r#""\ud800\n\ude00é""#, "\u{fffd}\n\u{fffd}é"),
            (r#""\\ud800""#, "\\ud800"),
        ] {
            assert_eq!(read(text), value, "{text}");
        }
        for text in ["", "\\", "\\u", "\\ud8", "\\ud800\\", "\\ud800\\u", "\\ud800\\é", "é\\ud83d\\ude0"] {
            without_half_characters(text);
        }
    }
}
