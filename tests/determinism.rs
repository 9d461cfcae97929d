//! The same scenario and the same moves give the same world, wherever and however often.

mod common;
#[path = "common/random.rs"]
mod random;

use common::{Play, web, web_with_account};
use random::{CHUNK, Dice, Wild, built_habits, safe_habits, seeds, some_run, wild_runs};
use reconcile_playground::world::history::Run;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Seeds 0 to 199, one digest a line; the browser's tests compare with the same file.
const DIGESTS: &str = include_str!("data/digests.txt");

#[test]
fn two_hundred_random_runs_lead_where_they_always_led() {
    let digests: Vec<String> = (0..200).map(|seed| some_run(seed, 200).digest()).collect();
    if std::env::var_os("WRITE_DIGESTS").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/digests.txt"), digests.join("\n") + "\n").unwrap();
        return;
    }
    let expected: Vec<&str> = DIGESTS.lines().collect();
    assert_eq!(expected.len(), 200);
    for (seed, (found, expected)) in digests.iter().zip(expected).enumerate() {
        assert_eq!(found, expected, "seed {seed}; if the engine was changed on purpose: WRITE_DIGESTS=1 cargo test --test determinism");
    }
    let distinct: std::collections::BTreeSet<&String> = digests.iter().collect();
    assert!(distinct.len() > 190, "the runs differ");
}

/// Natively and in the browser the same: this leaves what `tests/web_wild.rs` is to find in `target/tmp/wild`, from where
/// `scripts/test` and `scripts/seeds` hand it on. Each value is for [`CHUNK`] runs; `SEEDS` says how many there are.
#[test]
fn wild_runs_lead_where_they_led_the_first_time() {
    let seeds = seeds(200);
    let chunks: Vec<String> =
        (0..seeds).step_by(usize::try_from(CHUNK).unwrap()).map(|from| wild_runs(from..seeds.min(from + CHUNK))).collect();
    std::fs::write(concat!(env!("CARGO_TARGET_TMPDIR"), "/wild"), format!("{seeds}:{}", chunks.join(","))).unwrap();
    assert_eq!(wild_runs(0..seeds.min(CHUNK)), chunks[0]);
}

#[test]
fn a_wild_run_replays_to_the_same_invariants_and_the_same_fingerprint() {
    for seed in 0..seeds(200) / 20 {
        let mut wild = Wild::new(seed, false, built_habits());
        (0..150).for_each(|_| wild.step());
        let run = wild.run;
        let replayed = Run::replay(run.save()).unwrap();
        assert_eq!((replayed.invariants(), replayed.world().fingerprint()), (run.invariants(), run.world().fingerprint()), "seed {seed}");
        let mut moving = run.clone();
        for position in [0, 40, 111] {
            moving.goto(position).unwrap();
            let invariants = moving.invariants();
            moving.goto(150).unwrap();
            moving.goto(position).unwrap();
            assert_eq!(moving.invariants(), invariants, "seed {seed} at {position}");
        }
    }
}

/// Runs of controllers with habits out of a table, among people who let them be: what is broken behind each move. The table
/// of what may break what is right if that is expected, and complete with safe habits if nothing is.
fn look_at(table: &[random::Values], seeds: u64, mut broken: impl FnMut(&Run, &Value)) {
    let mut quiet = 0;
    for seed in 0..seeds {
        let mut wild = Wild::new(seed, true, table.to_vec());
        // With two of them one may act on what the other has just undone.
        let shared = wild.is_shared();
        let mut look = |run: &Run| {
            for one in run.invariants().as_array().unwrap() {
                if one["holds"] == false && !(shared && one["name"] == "nothingLeaks") {
                    broken(run, one);
                }
            }
        };
        for _ in 0..120 {
            wild.step();
            look(&wild.run);
        }
        // At rest is when leaks show.
        let mut run = wild.run;
        quiet += u64::from(run.settle(Some(600), None).unwrap().quiet);
        look(&run);
    }
    assert!(quiet > seeds / 2, "most come to rest");
}

/// Says what is wrong, with the whole session in a file.
fn fault(run: &Run, one: &Value) -> ! {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/broken.json");
    let session = run.save();
    std::fs::write(file, serde_json::to_string(&session).unwrap()).unwrap();
    panic!("{one} behind move {} of the session in {file}, {}", run.position(), serde_json::to_string(&session.scenario).unwrap());
}

#[test]
fn what_ought_to_hold_holds_whatever_happens_to_a_controller_that_is_written_well() {
    look_at(&safe_habits(), seeds(200), |run, one| fault(run, one));
}

#[test]
fn what_is_broken_is_expected_of_a_habit() {
    // Those that break nothing are left out, so that more is broken.
    let safe = safe_habits();
    let mut risky = built_habits();
    for ((habit, values), (_, safe)) in risky.iter_mut().zip(&safe) {
        // Without its own status writes waking it, nothing goes round.
        values.retain(|value| *habit == "predicate" || !safe.contains(value));
    }
    risky.retain(|(_, values)| !values.is_empty());
    let mut seen = BTreeMap::new();
    look_at(&risky, seeds(200), |run, one| {
        if one["expectedOf"].is_null() {
            fault(run, one);
        }
        *seen.entry(one["name"].to_string()).or_insert(0) += 1;
    });
    assert!(seen.len() >= 3, "the runs would show it: {seen:?}");
}

#[test]
fn all_habits_are_tried() {
    let (built, safe) = (built_habits(), safe_habits());
    assert_eq!(built.len(), reconcile_playground::habits::Habits::NAMES.len());
    for (habit, values) in &safe {
        assert!(!values.is_empty(), "{habit} has a good value");
    }
    let count = |table: &[random::Values]| table.iter().map(|(_, values)| values.len()).sum::<usize>();
    assert!(count(&built) > count(&safe) && count(&safe) > 45, "{built:?}");
}

#[test]
fn going_to_a_position_is_replaying_so_many_moves() {
    for seed in 0..20 {
        let run = some_run(seed, 200);
        let mut dice = Dice::new(seed + 1000);
        let mut moving = run.clone();
        for _ in 0..12 {
            let position = dice.below(201);
            moving.goto(position).unwrap();
            let mut session = run.save();
            session.moves.truncate(position);
            session.digest = None;
            let replayed = Run::replay(session).unwrap();
            assert_eq!(moving.digest(), replayed.digest(), "seed {seed} at {position}");
            assert_eq!(moving.position(), position);
            assert_eq!(moving.len(), 200);
        }
        moving.goto(200).unwrap();
        assert_eq!(moving.digest(), run.digest());
    }
}

#[test]
fn a_saved_session_replays_to_the_same_digest_also_through_text() {
    for seed in 0..10 {
        let run = some_run(seed, 120);
        let text = serde_json::to_string(&run.save()).unwrap();
        let replayed = Run::replay(reconcile_playground::scenario::read_text(&text).unwrap()).unwrap();
        assert_eq!(replayed.digest(), run.digest());
        assert_eq!(serde_json::to_string(&replayed.save()).unwrap(), text);
    }
}

#[test]
fn a_fork_and_its_origin_go_their_own_ways() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web());
    let mut fork = play.clone();
    fork.edit(web_with_account());
    fork.settle();
    let digest = play.run.digest();
    play.settle();
    assert_ne!(play.run.digest(), digest);
    assert_eq!(play.view()["outside"], json!([]));
    assert_eq!(fork.view()["outside"].as_array().unwrap().len(), 1);
}

#[test]
fn a_new_move_in_the_past_drops_what_was_ahead() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web());
    play.settle();
    for color in ["red", "green", "black"] {
        let mut app = web();
        app["spec"]["data"]["color"] = color.into();
        play.edit(app);
        play.settle();
    }
    let length = play.run.len();
    assert!(length > 64, "longer than the first snapshots are apart");
    play.run.goto(3).unwrap();
    assert_eq!((play.run.position(), play.run.len()), (3, length));
    assert!(play.try_play(json!({ "start": {} })).is_err());
    assert_eq!(play.run.len(), length, "a move that cannot be played drops nothing");
    play.edit(web_with_account());
    assert_eq!((play.run.position(), play.run.len()), (4, 4));
    assert!(play.run.goto(5).is_err());
    play.settle();
    for color in ["red", "green"] {
        let mut app = web_with_account();
        app["spec"]["data"]["color"] = color.into();
        play.edit(app);
        play.settle();
    }
    play.run.goto(40).unwrap();
    let mut session = play.run.save();
    session.digest = None;
    assert_eq!(Run::replay(session).unwrap().digest(), play.run.digest(), "no snapshot of the dropped branch is left");
}

#[test]
fn a_session_that_leads_elsewhere_says_where() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web());
    play.settle();
    let good = serde_json::to_value(play.run.save()).unwrap();
    let replay = |session: serde_json::Value| Run::replay(reconcile_playground::scenario::read(session).unwrap());
    assert!(replay(good.clone()).is_ok());
    let mut bad = good.clone();
    bad["moves"].as_array_mut().unwrap().insert(7, json!({ "start": {} }));
    let error = replay(bad).unwrap_err();
    assert_eq!((error.code.name(), error.path.as_str()), ("diverged", "/moves/7"));
    let mut bad = good;
    bad["digest"] = "0000000000000000".into();
    let error = replay(bad).unwrap_err();
    assert_eq!((error.code.name(), error.path.as_str()), ("diverged", "/digest"));
}

#[test]
fn a_trace_tells_what_happened_without_moving() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web());
    play.settle();
    let digest = play.run.digest();
    let entries = play.run.trace(0, play.run.len()).unwrap();
    assert_eq!(entries.len(), play.run.len());
    assert_eq!(play.run.digest(), digest);
    let edit = entries.iter().find(|entry| entry["move"].get("edit").is_some()).unwrap();
    assert!(edit["facts"].as_array().unwrap().iter().any(|fact| fact.get("event").is_some()));
    let later = play.run.trace(5, 9).unwrap();
    assert_eq!(later, entries[5..9]);
}

#[test]
fn a_world_can_be_handed_to_another_thread() {
    fn check<T: Clone + Send + Sync>() {}
    check::<reconcile_playground::world::World>();
    check::<Run>();
}
