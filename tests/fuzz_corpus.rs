//! What the fuzzer (`fuzz/`) found worth keeping, played once more.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../fuzz/bodies/request.rs"]
mod request;
#[path = "../fuzz/bodies/session.rs"]
mod session;

use std::fs;
use std::path::Path;

fn replay(target: &str, run: fn(&[u8])) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut files: Vec<_> = fs::read_dir(&corpus).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "nothing in {}", corpus.display());
    for file in files {
        println!("{}", file.display());
        run(&fs::read(&file).unwrap());
    }
}

#[test]
fn no_text_of_requests_makes_the_server_panic_or_answer_in_another_form() {
    replay("request", request::run);
}

#[test]
fn no_text_of_a_session_makes_the_engine_panic_or_its_errors_unclear() {
    replay("session", session::run);
}
