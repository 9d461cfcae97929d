//! In a browser's worker, where a test may take its time: wild runs lead where they lead natively.
#![cfg(target_arch = "wasm32")]

#[path = "common/random.rs"]
mod random;

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// What `tests/determinism.rs` found natively, with how many seeds, if it ran before: `scripts/test` and `scripts/seeds` hand
/// it on while this is compiled.
const WILD: Option<&str> = option_env!("WILD");

#[wasm_bindgen_test]
fn wild_runs_lead_where_they_lead_natively() {
    let Some((seeds, chunks)) = WILD.and_then(|wild| wild.trim().split_once(':')) else { return };
    let seeds: u64 = seeds.parse().expect("a number");
    let mut from = 0;
    for expected in chunks.split(',') {
        let to = seeds.min(from + random::CHUNK);
        assert_eq!(random::wild_runs(from..to), expected, "seeds {from} to {to} of {seeds}");
        from = to;
    }
    assert_eq!(from, seeds);
}
