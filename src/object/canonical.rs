//! One text for one value: where numbers, order and hashes are pinned down.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::{Number, Value};

use super::json_float::shortest;
use super::text::{part, push_hex, rest};

/// The value with its numbers as Go's decoder has them: a float without fraction that fits int64 is an integer, `-0`
/// is `0`, an integer beyond int64 is a float. Idempotent.
///
/// Models `sigs.k8s.io/json`, `UnmarshalCaseSensitivePreserveInts`, after one trip through storage.
#[must_use]
pub fn canonicalize(mut value: Value) -> Value {
    settle(&mut value);
    value
}

/// Whether [`canonicalize`] would change nothing, and the value is nested no deeper than `limit`.
#[must_use]
pub fn is_canonical(value: &Value, limit: usize) -> bool {
    let Some(limit) = limit.checked_sub(1) else { return false };
    match value {
        Value::Number(number) => settled(number).is_none(),
        Value::Array(items) => items.iter().all(|item| is_canonical(item, limit)),
        Value::Object(map) => map.values().all(|item| is_canonical(item, limit)),
        Value::Null | Value::Bool(_) | Value::String(_) => true,
    }
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
    write_text(value, true, &mut text);
    text
}

/// The text of a value as `serde_json`'s `Display` gives it, which would bring its serializers along.
#[must_use]
pub fn json_text(value: &Value) -> String {
    let mut text = String::new();
    write_text(value, false, &mut text);
    text
}

pub(super) fn write_text(value: &Value, like_go: bool, text: &mut String) {
    match value {
        Value::Number(number) => write_number(number, like_go, text),
        Value::String(string) => write_string(string, text),
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                write_text(item, like_go, text);
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
                write_text(item, like_go, text);
            }
            text.push('}');
        }
        Value::Null => text.push_str("null"),
        Value::Bool(flag) => text.push_str(if *flag { "true" } else { "false" }),
    }
}

fn write_number(number: &Number, like_go: bool, text: &mut String) {
    if let Some(number) = number.as_u64() {
        text.push_str(&number.to_string());
    } else if let Some(number) = number.as_i64() {
        text.push_str(&number.to_string());
    } else if let Some(float) = number.as_f64() {
        write_float(float, like_go, text);
    }
}

pub(super) fn write_string(string: &str, text: &mut String) {
    text.push('"');
    let bytes = string.as_bytes();
    let (mut written, mut at) = (0, 0);
    // By hand: optimized for size, an iterator would be a call for each byte.
    while at < bytes.len() {
        let byte = bytes[at];
        at += 1;
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            8 => "\\b",
            12 => "\\f",
            0..0x20 => "",
            _ => continue,
        };
        text.push_str(part(string, written, at - 1));
        text.push_str(escape);
        if escape.is_empty() {
            text.push_str("\\u00");
            push_hex(text, byte);
        }
        written = at;
    }
    text.push_str(rest(string, written));
    text.push('"');
}

/// `like_go`: models Go `encoding/json` `floatEncoder`, with an exponent only below 1e-6 and from 1e21 on; else as `serde_json`
/// has it, with one below 1e-5 and from 1e16 on. Its sign is always written, without a leading zero.
fn write_float(float: f64, like_go: bool, text: &mut String) {
    if float.is_sign_negative() {
        text.push('-');
    }
    if float == 0.0 {
        text.push_str(if like_go { "0" } else { "0.0" });
        return;
    }
    let (digits, point) = shortest(float.abs());
    let count = digits.len();
    if (if like_go { -5..=21 } else { -4..=16 }).contains(&point) {
        let (zeros, places) = (usize::try_from(-point).unwrap_or(0), usize::try_from(point).unwrap_or(0));
        if places == 0 {
            text.push_str("0.");
            push_zeros(text, zeros);
        }
        text.push_str(part(&digits, 0, places.min(count)));
        push_zeros(text, places.saturating_sub(count));
        if places > 0 && places < count {
            text.push('.');
        }
        text.push_str(rest(&digits, places.min(count)));
        if places >= count && !like_go {
            text.push_str(".0");
        }
    } else {
        text.push_str(part(&digits, 0, 1));
        if count > 1 {
            text.push('.');
            text.push_str(rest(&digits, 1));
        }
        text.push_str(if point > 0 { "e+" } else { "e" });
        text.push_str(&(point - 1).to_string());
    }
}

fn push_zeros(text: &mut String, count: usize) {
    for _ in 0..count {
        text.push('0');
    }
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

    #[test]
    fn floats_are_laid_out_as_the_standard_library_would() {
        let mut bits = 42_u64;
        for turn in 0..200_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mixed = bits ^ bits >> 29;
            // Any float, or one with few digits near where the layout changes.
            #[allow(clippy::cast_precision_loss)]
            let float = match turn % 3 {
                0 => f64::from_bits(mixed),
                1 => (mixed % 100_000) as f64 * 10_f64.powi(i32::try_from(mixed >> 40 & 63).unwrap() - 32),
                _ => -((mixed >> 11) as f64) * 10_f64.powi(i32::try_from(mixed & 31).unwrap() - 24),
            };
            let Some(number) = Number::from_f64(float) else { continue };
            let size = float.abs();
            let wanted = if size != 0.0 && !(1e-6..1e21).contains(&size) {
                format!("{float:e}").replace('e', "e+").replace("e+-", "e-")
            } else {
                format!("{float}")
            };
            // Where two shortest texts are equally near, the library takes the upper and Go the even one.
            let text = canonical_text(&Value::Number(number));
            assert!(text == wanted || text.len() == wanted.len() && text.parse() == Ok(float), "{text} {wanted}");
        }
    }

    #[test]
    fn a_plain_text_is_serde_jsons() {
        let texts: String = (0..0x90_u8).map(char::from).collect();
        let value = serde_json::json!({"text": texts, "ä": [1.0, 1e30, 1e-7, -0.0, u64::MAX, i64::MIN, null, true, {}, []]});
        assert_eq!(json_text(&value), value.to_string());
    }

    #[test]
    fn a_plain_float_is_serde_jsons() {
        let mut bits = 7_u64;
        for turn in 0..60_000_u64 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mixed = bits ^ bits >> 29;
            #[allow(clippy::cast_precision_loss)]
            let float = match turn % 5 {
                0 => f64::from_bits(mixed),
                1 => f64::from_bits(mixed & 0x000f_ffff_ffff_ffff >> (turn % 52)),
                2 => (mixed >> (turn % 64)) as f64,
                3 => f64::from_bits((turn % 2047) << 52 | (turn % 3)),
                _ => (mixed >> 40) as f64 / 1000.0,
            };
            let Some(number) = Number::from_f64(float) else { continue };
            assert_eq!(json_text(&Value::Number(number.clone())), number.to_string());
        }
    }

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
