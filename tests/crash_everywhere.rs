//! The claim of the lesson: it can fail anywhere, the next call finishes the rest.

mod common;
#[path = "common/crash.rs"]
mod crash;

use common::{Play, web_with_account, with_habits};
use crash::at_every_transition;
use serde_json::json;

#[test]
fn a_crash_at_any_transition_of_a_creating_pass_changes_nothing_in_the_end() {
    for queue in ["priority", "classic"] {
        let tried = at_every_transition(&Play::with_all(json!({ "queue": queue })), queue);
        assert!(tried > 25, "{tried} places to crash");
    }
}

#[test]
fn a_crash_at_any_transition_of_a_deleting_pass_changes_nothing_in_the_end() {
    for queue in ["priority", "classic"] {
        let mut play = Play::with_all(json!({ "queue": queue }));
        play.settle();
        play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
        let tried = at_every_transition(&play, queue);
        assert!(tried > 10, "{tried} places to crash");
        play.settle();
        assert_eq!(play.view()["outside"], json!([]), "no account is left behind");
    }
}

#[test]
fn a_crash_at_any_transition_of_an_update_changes_nothing_in_the_end() {
    let mut play = Play::with_all(json!({}));
    play.settle();
    play.respec(json!({ "data": { "color": "green" }, "account": "web-db-2", "requires": "web-credentials" }));
    assert!(at_every_transition(&play, "an update") > 20);
}

#[test]
fn a_crash_in_the_gap_of_a_habit_that_leaks_is_found() {
    // The same enumeration, with the finalizer written after the account is made and the AppConfig deleted at once:
    // this is what a leak looks like, so the test above can fail.
    let start = {
        let mut play = Play::new(with_habits(json!({ "finalizer": "afterOutside" })));
        play.edit(web_with_account());
        play
    };
    let mut leaks = 0;
    let mut at = 0;
    loop {
        let mut play = start.clone();
        let mut ended = false;
        for _ in 0..at {
            let Some(next) = play.run.world().default_move() else {
                ended = true;
                break;
            };
            play.run.play(&next).unwrap();
        }
        if ended {
            break;
        }
        play.play(json!({ "crash": {} }));
        play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
        play.play(json!({ "start": {} }));
        play.settle_until(1_000_000);
        leaks += usize::from(play.view()["outside"] != json!([]));
        at += 1;
    }
    assert_eq!(leaks, 1);
}
