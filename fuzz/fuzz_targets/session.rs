//! Texts of sessions and scenarios; see `bodies/session.rs`.
#![no_main]

#[path = "../bodies/session.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
