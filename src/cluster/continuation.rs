//! The token with which a list goes on where a page ended.
//!
//! Models `apiserver/pkg/storage/continue.go`.

use serde_json::Value;

use crate::object::json::{fault, parse_plain};
use crate::object::json_text;

/// Where a list goes on, and at which revision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Continuation {
    /// Below 0: at the newest.
    pub(crate) revision: i64,
    /// The first key that may follow, below the prefix of what is listed.
    pub(crate) start: String,
}

const VERSION: &str = "meta.k8s.io/v1";

impl Continuation {
    /// Models `EncodeContinue`.
    pub(crate) fn encode(&self) -> String {
        let start = json_text(&Value::String(self.start.clone()));
        to_base64(format!("{{\"v\":\"{VERSION}\",\"rv\":{},\"start\":{start}}}", self.revision).as_bytes())
    }

    /// Reads a token; the error is Go's.
    ///
    /// Models `DecodeContinue`.
    pub(crate) fn decode(token: &str) -> Result<Continuation, String> {
        let invalid = |what: &str| format!("continue key is not valid: {what}");
        let bytes = from_base64(token.as_bytes()).map_err(|at| invalid(&format!("illegal base64 data at input byte {at}")))?;
        let value = read_json(&bytes).map_err(|error| invalid(&error))?;
        let field = |name: &str| value.get(name).filter(|value| !value.is_null());
        let text = |name: &str| match field(name) {
            None => Ok(""),
            Some(Value::String(text)) => Ok(text.as_str()),
            Some(other) => Err(invalid(&wrong_type(other, name, "string"))),
        };
        let version = text("v")?;
        let revision = match field("rv") {
            None => 0,
            Some(number) => number.as_i64().ok_or_else(|| invalid(&wrong_type(number, "rv", "int64")))?,
        };
        let start = text("start")?;
        if version != VERSION {
            return Err(invalid(&format!("server does not recognize this encoded version {version}")));
        }
        if revision == 0 {
            return Err(invalid("incorrect encoded start resourceVersion (version meta.k8s.io/v1)"));
        }
        if start.is_empty() {
            return Err(invalid("encoded start key empty (version meta.k8s.io/v1)"));
        }
        let key = start.strip_prefix('/').unwrap_or(start);
        // What `path.Clean` would change could lead out of what is listed.
        if !key.is_empty() && key.split('/').any(|step| matches!(step, "" | "." | "..")) {
            return Err(invalid(start));
        }
        Ok(Continuation { revision, start: key.to_string() })
    }
}

fn read_json(bytes: &[u8]) -> Result<Value, String> {
    if let Some(fault) = fault(bytes) {
        return Err(fault);
    }
    let value = parse_plain(&String::from_utf8_lossy(bytes)).map_err(|error| error.to_string())?;
    match value {
        Value::Object(_) | Value::Null => Ok(value),
        other => Err(format!("json: cannot unmarshal {} into Go value of type storage.continueToken", go_kind(&other))),
    }
}

fn wrong_type(value: &Value, field: &str, wanted: &str) -> String {
    let number = match value {
        Value::Number(number) if wanted != "string" => format!(" {number}"),
        _ => String::new(),
    };
    format!("json: cannot unmarshal {}{number} into Go struct field continueToken.{field} of type {wanted}", go_kind(value))
}

fn go_kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Base64 for URLs, without padding.
pub(crate) fn to_base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 4 / 3 + 3);
    let (mut bits, mut count) = (0_usize, 0);
    for byte in bytes {
        bits = bits << 8 | usize::from(*byte);
        count += 8;
        while count >= 6 {
            count -= 6;
            text.push(char::from(LETTERS[bits >> count & 63]));
        }
        bits &= 63;
    }
    if count > 0 {
        text.push(char::from(LETTERS[bits << (6 - count) & 63]));
    }
    text
}

/// The bytes, or the place of the first character that does not belong there. Line ends are skipped, as Go skips them.
fn from_base64(text: &[u8]) -> Result<Vec<u8>, usize> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut count) = (0_usize, 0);
    for (at, letter) in text.iter().enumerate().filter(|(_, letter)| !matches!(letter, b'\r' | b'\n')) {
        let value = LETTERS.iter().position(|known| known == letter).ok_or(at)?;
        bits = bits << 6 | value;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.extend(u8::try_from(bits >> count & 255));
        }
        bits &= 255;
    }
    // One letter alone makes no byte.
    if count == 6 { Err(text.len().saturating_sub(1)) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(json: &str) -> Result<Continuation, String> {
        Continuation::decode(&to_base64(json.as_bytes()))
    }

    #[test]
    fn a_token_is_the_one_of_the_real_server() {
        let token = Continuation { revision: 465, start: "/a.1\0".to_string() }.encode();
        assert_eq!(token, "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NDY1LCJzdGFydCI6Ii9hLjFcdTAwMDAifQ");
        assert_eq!(Continuation::decode(&token), Ok(Continuation { revision: 465, start: "a.1\0".to_string() }));
    }

    #[test]
    fn base64_comes_back_as_it_went() {
        for length in 0..20_u8 {
            let bytes: Vec<u8> = (0..length).map(|n| n.wrapping_mul(37).wrapping_add(200)).collect();
            assert_eq!(from_base64(to_base64(&bytes).as_bytes()), Ok(bytes));
        }
    }

    #[test]
    fn what_is_no_token_is_refused_in_gos_words() {
        for (token, error) in [
            ("garbage", "invalid character '\\x81' looking for beginning of value"),
            ("ab=", "illegal base64 data at input byte 2"),
            ("abcde", "illegal base64 data at input byte 4"),
            ("a", "illegal base64 data at input byte 0"),
            ("a b", "illegal base64 data at input byte 1"),
            ("\n", "unexpected end of JSON input"),
        ] {
            assert_eq!(Continuation::decode(token), Err(format!("continue key is not valid: {error}")), "{token}");
        }
        for (json, error) in [
            ("[]", "json: cannot unmarshal array into Go value of type storage.continueToken"),
            ("{}", "server does not recognize this encoded version "),
            ("null", "server does not recognize this encoded version "),
            (r#"{"v":1}"#, "json: cannot unmarshal number into Go struct field continueToken.v of type string"),
            (r#"{"v":"meta.k8s.io/v1","rv":1.5}"#, "json: cannot unmarshal number 1.5 into Go struct field continueToken.rv of type int64"),
            (r#"{"v":"meta.k8s.io/v1","rv":"1"}"#, "json: cannot unmarshal string into Go struct field continueToken.rv of type int64"),
            (r#"{"v":"meta.k8s.io/v1"}"#, "incorrect encoded start resourceVersion (version meta.k8s.io/v1)"),
            (r#"{"v":"meta.k8s.io/v1","rv":1}"#, "encoded start key empty (version meta.k8s.io/v1)"),
            (r#"{"v":"meta.k8s.io/v1","rv":1,"start":"../a"}"#, "../a"),
            (r#"{"v":"meta.k8s.io/v1","rv":1,"start":"a//b"}"#, "a//b"),
            (r#"{"v":"meta.k8s.io/v1","#, "unexpected end of JSON input"),
        ] {
            assert_eq!(of(json), Err(format!("continue key is not valid: {error}")), "{json}");
        }
        assert_eq!(of(r#"{"v":"meta.k8s.io/v1","rv":-1,"start":"/"}"#), Ok(Continuation { revision: -1, start: String::new() }));
    }
}
