//! One text for one value: where numbers, order and hashes are pinned down.

use std::fmt::{self, Write};

use serde::{Serialize, Serializer};
use serde_json::{Number, Value};

/// The value with its numbers as Go's decoder has them: a float without fraction that fits int64 is an integer, `-0`
/// is `0`, an integer beyond int64 is a float. Idempotent.
///
/// Models `sigs.k8s.io/json`, `UnmarshalCaseSensitivePreserveInts`, after one trip through storage.
#[must_use]
pub fn canonicalize(mut value: Value) -> Value {
    settle(&mut value);
    value
}

fn settle(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(settled) = settled(number) {
                *number = settled;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(settle),
        Value::Object(map) => map.values_mut().for_each(settle),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// What the number becomes, if it changes.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // the range is checked; 2^63 is exact
fn settled(number: &Number) -> Option<Number> {
    if number.as_i64().is_some() {
        return None;
    }
    let float = number.as_f64()?;
    let fits = float.fract() == 0.0 && (i64::MIN as f64..i64::MAX as f64).contains(&float);
    if fits {
        Some(Number::from(float as i64))
    } else if number.is_u64() {
        Number::from_f64(float)
    } else {
        None
    }
}

/// The text of a value: keys sorted by bytes, no spaces, numbers as Go's encoder writes them.
#[must_use]
pub fn canonical_text(value: &Value) -> String {
    let mut text = String::new();
    write_text(value, &mut text);
    text
}

fn write_text(value: &Value, text: &mut String) {
    match value {
        Value::Number(number) => write_number(number, text),
        Value::String(string) => write_string(string, text),
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write_text(item, text);
            }
            text.push(']');
        }
        Value::Object(map) => {
            text.push('{');
            for (index, (key, item)) in map.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write_string(key, text);
                text.push(':');
                write_text(item, text);
            }
            text.push('}');
        }
        Value::Null => text.push_str("null"),
        Value::Bool(flag) => text.push_str(if *flag { "true" } else { "false" }),
    }
}

fn write_string(string: &str, text: &mut String) {
    text.push('"');
    for character in string.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            control if (control as u32) < 0x20 => {
                let _ = write!(text, "\\u{:04x}", control as u32);
            }
            other => text.push(other),
        }
    }
    text.push('"');
}

/// Models Go `encoding/json` `floatEncoder`: an exponent only below 1e-6 and from 1e21 on, its sign always written,
/// without a leading zero.
fn write_number(number: &Number, text: &mut String) {
    let written = if let Some(float) = number.as_f64().filter(|_| number.is_f64()) {
        let size = float.abs();
        if size != 0.0 && !(1e-6..1e21).contains(&size) {
            write!(text, "{}", format!("{float:e}").replace('e', "e+").replace("e+-", "e-"))
        } else {
            write!(text, "{float}")
        }
    } else {
        write!(text, "{number}")
    };
    debug_assert!(written.is_ok());
}

/// A 64-bit FNV-1a hash over a text: the same natively and in wasm, today and tomorrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Digest(pub u64);

impl Digest {
    /// The digest of a text.
    #[must_use]
    pub fn of(text: &str) -> Digest {
        Digest(text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(json: &str) -> String {
        canonical_text(&canonicalize(serde_json::from_str(json).unwrap()))
    }

    #[test]
    fn equal_numbers_have_one_text() {
        for json in ["1", "1.0", "1e0", "10e-1"] {
            assert_eq!(text(json), "1");
        }
        assert_eq!(text("-0"), "0");
        assert_eq!(text("-0.0"), "0");
    }

    #[test]
    fn numbers_are_written_as_go_writes_them() {
        for (json, expected) in [
            ("1.5", "1.5"),
            ("1e21", "1e+21"),
            ("1e20", "100000000000000000000"),
            ("0.000001", "0.000001"),
            ("0.0000001", "1e-7"),
            ("1.5e-10", "1.5e-10"),
            ("-2.5e30", "-2.5e+30"),
            ("9223372036854775807", "9223372036854775807"),
            ("9223372036854775808", "9223372036854776000"),
            ("18446744073709551615", "18446744073709552000"),
        ] {
            assert_eq!(text(json), expected, "{json}");
        }
    }

    #[test]
    fn keys_are_sorted_by_bytes() {
        assert_eq!(
            text(r#"{"b":1,"a":[true,null],"é":"\u0001\n\"/","B":{}}"#),
            "{\"B\":{},\"a\":[true,null],\"b\":1,\"é\":\"\\u0001\\n\\\"/\"}"
        );
    }

    #[test]
    fn no_dependency_changes_how_json_is_held() {
        // `serde_json/preserve_order` would keep "b" first, `arbitrary_precision` would keep the digits.
        assert_eq!(serde_json::from_str::<Value>(r#"{"b":1.50,"a":0}"#).unwrap().to_string(), r#"{"a":0,"b":1.5}"#);
    }

    #[test]
    fn a_digest_is_sixteen_hex_digits_of_fnv_1a() {
        assert_eq!(Digest::of("").to_string(), "cbf29ce484222325");
        assert_eq!(Digest::of("a").to_string(), "af63dc4c8601ec8c");
    }
}
