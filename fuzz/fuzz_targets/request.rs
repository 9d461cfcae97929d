//! Texts of requests against a cluster; see `bodies/request.rs`.
#![no_main]

#[path = "../bodies/request.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
