//! The token with which a list goes on where a page ended.
//!
//! Models `apiserver/pkg/storage/continue.go`.

use serde_json::Value;

use super::base64::RAW_URL;
use super::decode;
use crate::object::json::parse_bytes;
use crate::object::{found_as, json_text};

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
        RAW_URL.encode(format!("{{\"v\":\"{VERSION}\",\"rv\":{},\"start\":{start}}}", self.revision).as_bytes())
    }

    /// Reads a token; the error is Go's.
    ///
    /// Models `DecodeContinue`.
    pub(crate) fn decode(token: &str) -> Result<Continuation, String> {
        let invalid = |what: &str| format!("continue key is not valid: {what}");
        let bytes = RAW_URL.decode(token).map_err(|error| invalid(&error))?;
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
    match parse_bytes(bytes)? {
        value @ (Value::Object(_) | Value::Null) => Ok(value),
        other => Err(decode::cannot(&other, "storage.continueToken")),
    }
}

fn wrong_type(value: &Value, field: &str, wanted: &str) -> String {
    decode::cannot_set(&found_as(value, wanted), "continueToken", field, wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(json: &str) -> Result<Continuation, String> {
        Continuation::decode(&RAW_URL.encode(json.as_bytes()))
    }

    #[test]
    fn a_token_is_the_one_of_the_real_server() {
        let token = Continuation { revision: 465, start: "/a.1\0".to_string() }.encode();
        assert_eq!(token, "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NDY1LCJzdGFydCI6Ii9hLjFcdTAwMDAifQ");
        assert_eq!(Continuation::decode(&token), Ok(Continuation { revision: 465, start: "a.1\0".to_string() }));
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
