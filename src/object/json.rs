//! JSON as it comes over the wire: duplicate keys are found, and errors speak as Go's decoder does.

use serde_json::Value;

use super::json_parser::Parser;

/// Parses a text; the paths of keys that stand twice in one map (the last one counts) go to `duplicates`.
///
/// # Errors
///
/// What is wrong, in the words of Go's decoder.
pub(crate) fn parse(text: &str, duplicates: &mut Vec<String>) -> Result<Value, String> {
    Parser::new(text.as_bytes(), Some(duplicates)).run()
}

/// Parses a text: [`serde_json::from_str`] on the one path that there is for parsing.
///
/// # Errors
///
/// What is wrong, in the words of Go's decoder.
pub(crate) fn parse_plain(text: &str) -> Result<Value, String> {
    parse_bytes(text.as_bytes())
}

/// Parses what may be a text.
///
/// # Errors
///
/// What is wrong, in the words of Go's decoder.
pub(crate) fn parse_bytes(bytes: &[u8]) -> Result<Value, String> {
    Parser::new(bytes, None).run()
}

/// Whether a value is nested deeper than `limit`.
pub(crate) fn deeper_than(value: &Value, limit: usize) -> bool {
    let Some(limit) = limit.checked_sub(1) else { return true };
    match value {
        Value::Array(items) => items.iter().any(|item| deeper_than(item, limit)),
        Value::Object(map) => map.values().any(|item| deeper_than(item, limit)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_last_of_two_equal_keys_counts_and_is_named() {
        let mut duplicates = Vec::new();
        let value = parse(r#"{"a":{"b":1,"b":2},"l":[{"x":1,"x":1}],"n":null,"f":1.5,"t":true}"#, &mut duplicates).unwrap();
        assert_eq!(value, json!({"a": {"b": 2}, "l": [{"x": 1}], "n": null, "f": 1.5, "t": true}));
        assert_eq!(duplicates, ["a.b", "l[0].x"]);
    }

    #[test]
    fn errors_speak_as_go_does() {
        for (text, error) in [
            ("", "unexpected end of JSON input"),
            ("{\"a\":", "unexpected end of JSON input"),
            ("{a", "invalid character 'a' looking for beginning of object key string"),
        ] {
            assert_eq!(parse(text, &mut Vec::new()).unwrap_err(), error, "{text}");
        }
        assert!(parse(&"[".repeat(100_000), &mut Vec::new()).is_err());
        assert!(parse(&format!("{}{}", "[".repeat(127), "]".repeat(127)), &mut Vec::new()).is_ok());
        for text in [format!("{}{}", "[".repeat(128), "]".repeat(128)), "[".repeat(400)] {
            assert_eq!(parse(&text, &mut Vec::new()).unwrap_err(), "invalid character '[' exceeded max depth");
        }
        assert_eq!(parse("[1e999]", &mut Vec::new()).unwrap_err(), "json: cannot unmarshal number into Go value of type float64");
    }

    #[test]
    fn json_has_no_fault() {
        for text in ["{}", " [1, -0.5e+3, \"\\u00e9\\n\", true, false, null, {\"a\":{}}] ", "\"é\"", "0"] {
            assert_eq!(parse_plain(text), Ok(serde_json::from_str(text).unwrap()), "{text}");
        }
    }

    #[test]
    fn numbers_are_serde_jsons() {
        let mut texts = Vec::new();
        for whole in [
            "0",
            "1",
            "18446744073709551615",
            "18446744073709551616",
            "9223372036854775808",
            "9223372036854775809",
            "123456789012345678901234567890",
        ] {
            for fraction in ["", ".0", ".5", ".000000000000000000000000000001", ".123456789012345678901234567890"] {
                for exponent in
                    ["", "e0", "E+5", "e-5", "e22", "e280", "e308", "e309", "e-300", "e-308", "e-330", "e-700", "e-99999999999999999999"]
                {
                    texts.extend(["", "-"].map(|sign| format!("{sign}{whole}{fraction}{exponent}")));
                }
            }
        }
        let mut bits = 42_u64;
        for turn in 0..100_000_u64 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let float = f64::from_bits(bits ^ bits >> 29);
            texts.extend([format!("{float:e}"), (bits >> (turn % 64)).to_string(), format!("-{}.{turn}", bits >> (turn % 64))]);
        }
        for text in texts.iter().filter(|text| !text.contains("NaN") && !text.contains("inf")) {
            let shown = serde_json::from_str::<Value>(text).map(|value| value.to_string());
            let too_large = "json: cannot unmarshal number into Go value of type float64";
            assert_eq!(parse_plain(text).map(|value| value.to_string()), shown.map_err(|_| too_large.to_string()), "{text}");
        }
    }

    #[test]
    fn half_a_character_is_replaced_or_refused() {
        for (text, value) in [
            (r#""\ud83d\ude00""#, "\u{1f600}"),
            (r#""\udc00\ud800\ud800\u0041""#, "\u{fffd}\u{fffd}\u{fffd}A"),
            (r#""a\uD800""#, "a\u{fffd}"),
            (r#""\ud800\n\ude00é""#, "\u{fffd}\n\u{fffd}é"),
            (r#""\\ud800""#, "\\ud800"),
        ] {
            assert_eq!(parse(text, &mut Vec::new()), Ok(json!(value)), "{text}");
            let plain = parse_plain(text);
            assert!(if value.contains('\u{fffd}') { plain.is_err() } else { plain == Ok(json!(value)) }, "{text}");
        }
        for text in ["", "\\", "\\u", "\\ud8", "\\ud800\\", "\\ud800\\u", "\\ud800\\é", "é\\ud83d\\ude0"] {
            for text in [text.to_string(), format!("\"{text}"), format!("\"{text}\"")] {
                let _ = parse(&text, &mut Vec::new());
            }
        }
        assert_eq!(parse_bytes(b"\"a\xff\""), Ok(json!("a\u{fffd}")));
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
            assert_eq!(parse_plain(text).unwrap_err(), words, "{text}");
        }
        assert_eq!(parse_bytes(&[0x81]).unwrap_err(), "invalid character '\\x81' looking for beginning of value");
    }

    #[test]
    fn depth_is_seen() {
        assert!(!deeper_than(&json!([[1]]), 3));
        assert!(deeper_than(&json!([[1]]), 2));
    }
}
