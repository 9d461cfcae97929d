//! Finalizers and deletion: what each way of writing them does to the cluster, and what the good way does in the same place.

mod common;
#[path = "common/crash.rs"]
mod crash;

use common::{Play, moved, outcomes, secret, web, web_with_account, web_with_all, why, with_habits};
use crash::{at_every_transition, essence};
use serde_json::{Value, json};

const OURS: &str = "lab.example.com/account";

fn settled(habits: Value) -> Play {
    let mut play = Play::new(with_habits(habits));
    play.edit(web_with_account());
    assert!(play.settle().quiet);
    play
}

/// The AppConfig's finalizers as somebody leaves them.
fn set_finalizers(play: &mut Play, finalizers: &[&str]) {
    let mut app = play.app();
    app["metadata"]["finalizers"] = json!(finalizers);
    play.edit(app);
}

fn finalizers(play: &Play) -> Value {
    play.app()["metadata"]["finalizers"].clone()
}

fn remove(play: &mut Play, policy: Option<&str>) {
    let mut what = json!({ "kind": "AppConfig", "name": "web" });
    if let Some(policy) = policy {
        what["policy"] = policy.into();
    }
    play.play(json!({ "remove": what }));
}

/// Up to where the pass would send a request with this verb.
fn step_to(play: &mut Play, method: &str) {
    for _ in 0..100 {
        if play.controller()["pass"]["next"]["method"] == method {
            return;
        }
        play.run.step();
    }
    panic!("it never sends {method}");
}

fn gone(play: &Play) -> bool {
    play.object("AppConfig", "web").is_none()
}

fn accounts(play: &Play) -> Value {
    play.view()["outside"].clone()
}

// --- finalizerRemoval ---

#[test]
fn emptying_the_list_takes_everybody_elses_finalizer_and_the_object_vanishes_before_they_cleaned_up() {
    for (removal, vanishes) in [("all", true), ("own", false)] {
        let mut play = settled(json!({ "finalizerRemoval": removal }));
        set_finalizers(&mut play, &["x.example.com/backup", OURS, "y.example.com/dns"]);
        // What the other controller made outside, and would remove before it takes its finalizer off.
        play.play(json!({ "outside": { "op": "create", "name": "web-backup" } }));
        remove(&mut play, None);
        play.settle();
        assert_eq!(gone(&play), vanishes, "{removal}");
        if vanishes {
            assert_eq!(accounts(&play)[0]["name"], "web-backup", "leaked: its owner is gone and its remover never ran");
        } else {
            assert_eq!(finalizers(&play), json!(["x.example.com/backup", "y.example.com/dns"]));
            set_finalizers(&mut play, &[]);
            play.settle();
            assert!(gone(&play));
        }
        assert!(!accounts(&play).as_array().unwrap().iter().any(|account| account["name"] == "web-db"));
    }
}

#[test]
fn emptying_the_list_does_so_too_when_the_account_is_no_longer_wanted() {
    for (removal, left) in [("all", json!(null)), ("own", json!(["x.example.com/backup"])), ("byIndex", json!(["x.example.com/backup"]))] {
        let mut play = settled(json!({ "finalizerRemoval": removal }));
        set_finalizers(&mut play, &["x.example.com/backup", OURS]);
        let mut app = play.app();
        app["spec"].as_object_mut().unwrap().remove("account");
        play.edit(app);
        play.settle();
        assert_eq!(finalizers(&play), left, "{removal}");
        assert_eq!(accounts(&play), json!([]));
    }
}

/// Deleted with three finalizers; between the read and the removal the first one goes.
fn shifted(removal: &str) -> Play {
    let mut play = settled(json!({ "finalizerRemoval": removal }));
    set_finalizers(&mut play, &["x.example.com/backup", OURS, "y.example.com/dns"]);
    remove(&mut play, None);
    step_to(&mut play, "PATCH");
    set_finalizers(&mut play, &[OURS, "y.example.com/dns"]);
    play.run.finish_pass();
    play
}

#[test]
fn a_removal_by_an_old_index_takes_somebody_elses_finalizer() {
    let mut play = shifted("byIndex");
    assert_eq!(play.last_pass()["writes"][0]["outcome"], "changed", "no conflict: it names no revision");
    assert_eq!(finalizers(&play), json!([OURS]), "y never cleaned up");
    assert_eq!(play.last_pass()["decision"]["rule"], "done");
    play.play(json!({ "resync": { "kind": "ConfigMap" } }));
    play.settle();
    assert!(gone(&play));
}

#[test]
fn a_removal_by_name_under_the_revision_conflicts_there_and_the_retry_takes_its_own() {
    let mut play = shifted("own");
    assert_eq!(outcomes(&play.last_pass()), ["conflict"]);
    assert_eq!(finalizers(&play), json!([OURS, "y.example.com/dns"]));
    play.settle_until(1_000);
    assert_eq!(finalizers(&play), json!(["y.example.com/dns"]));
}

#[test]
fn a_second_removal_from_a_cache_that_has_not_seen_the_first_takes_the_next_one() {
    for (removal, left) in [("byIndex", None), ("own", Some(json!(["x.example.com/backup"])))] {
        let mut play = settled(json!({ "finalizerRemoval": removal }));
        set_finalizers(&mut play, &[OURS, "x.example.com/backup"]);
        remove(&mut play, None);
        step_to(&mut play, "PATCH");
        play.play(json!({ "hold": { "kind": "AppConfig" } }));
        play.run.finish_pass();
        assert_eq!(finalizers(&play), json!(["x.example.com/backup"]), "{removal}");
        play.play(json!({ "resync": { "kind": "ConfigMap" } }));
        play.run.finish_pass();
        match left {
            None => assert!(gone(&play), "{removal}"),
            Some(left) => {
                assert_eq!(outcomes(&play.last_pass())[0], "conflict", "{removal}");
                assert_eq!(finalizers(&play), left);
            }
        }
    }
}

#[test]
fn an_index_behind_the_end_of_the_list_is_refused_and_the_next_try_is_right() {
    let mut play = settled(json!({ "finalizerRemoval": "byIndex" }));
    set_finalizers(&mut play, &["x.example.com/backup", OURS]);
    remove(&mut play, None);
    step_to(&mut play, "PATCH");
    set_finalizers(&mut play, &[OURS]);
    play.run.finish_pass();
    assert_eq!(outcomes(&play.last_pass()), ["refused"]);
    assert_eq!(play.last_pass()["writes"][0]["code"], 422);
    play.settle_until(1_000);
    assert!(gone(&play));
}

// --- finalizerFlow ---

#[test]
fn whoever_returns_behind_its_finalizer_waits_for_an_event_that_the_generation_predicate_drops() {
    let mut play = Play::new(with_habits(json!({ "finalizerFlow": "returnAndWait" })));
    play.edit(web_with_account());
    let settled = play.settle_until(100_000_000);
    assert!(settled.quiet);
    assert_eq!((settled.passes, settled.next_due), (1, None), "nobody will ever come back");
    assert_eq!(finalizers(&play), json!([OURS]));
    assert_eq!((play.child(), play.app().get("status").cloned(), accounts(&play)), (None, None, json!([])));
    let decision = play.last_pass()["decision"].clone();
    assert_eq!((&decision["rule"], &decision["returned"]), (&json!("done"), &json!({})));
    let dropped = play.controller()["notWoken"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&dropped["by"], &dropped["writer"]), (&json!("predicate:generation"), &json!("appconfig-controller")));
    // Any other cause goes on from there.
    play.play(json!({ "crash": {} }));
    play.play(json!({ "start": {} }));
    play.settle();
    assert_eq!(play.ready()["status"], "True");
    assert_eq!(accounts(&play)[0]["madeBy"], "default/web");
}

#[test]
fn it_goes_on_where_its_own_event_comes_through_and_where_it_does_not_wait() {
    for habits in [
        json!({ "finalizerFlow": "returnAndWait", "predicate": "none" }),
        json!({ "finalizerFlow": "returnAndWait", "predicate": "resourceVersion" }),
        json!({ "finalizerFlow": "returnAndWait", "predicate": "generationOrMetadata" }),
        json!({ "finalizerFlow": "continue" }),
    ] {
        for finalizer in ["beforeOutside", "afterOutside"] {
            let mut habits = habits.clone();
            habits["finalizer"] = finalizer.into();
            let play = settled(habits.clone());
            assert_eq!(play.ready()["status"], "True", "{habits}");
            assert_eq!(finalizers(&play), json!([OURS]), "{habits}");
            assert_eq!(accounts(&play)[0]["madeBy"], "default/web", "{habits}");
            assert!(play.child().is_some(), "{habits}");
        }
    }
}

// --- deletionCheck ---

/// Deleted while another finalizer holds it, until nothing more happens by itself.
fn held_by_another(habits: Value) -> Play {
    let mut play = settled(habits);
    set_finalizers(&mut play, &[OURS, "x.example.com/backup"]);
    play.settle();
    remove(&mut play, None);
    play.settle();
    assert_eq!(finalizers(&play), json!(["x.example.com/backup"]));
    play
}

#[test]
fn a_finalizer_added_to_a_dying_object_is_refused_in_kubernetes_words_until_the_object_goes() {
    let mut play = held_by_another(json!({ "deletionCheck": "late", "predicate": "generationOrMetadata" }));
    let pass = play.last_pass();
    assert_eq!(why(&pass).last().unwrap(), "updated", "the removal's own event");
    assert_eq!(pass["answers"]["diff"]["need"], json!(["addFinalizer"]));
    assert_eq!(outcomes(&pass), ["refused"]);
    assert_eq!(pass["writes"][0]["code"], 422);
    assert_eq!(pass["writes"][0]["reason"], "Invalid");
    assert_eq!(
        pass["decision"]["returned"]["error"]["message"],
        "AppConfig.lab.example.com \"web\" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{\"lab.example.com/account\"}"
    );
    let revision = play.revision_of("AppConfig", "web");
    play.settle_until(10_000);
    assert!(play.controller()["queue"]["failures"]["default/web"].as_u64().unwrap() > 8);
    assert_eq!(play.revision_of("AppConfig", "web"), revision);
    set_finalizers(&mut play, &[]);
    play.settle_until(10_000_000);
    assert!(gone(&play));
    assert_eq!(play.controller()["queue"]["failures"], json!({}));
}

#[test]
fn whoever_looks_for_the_deletion_first_has_nothing_to_do_there() {
    let mut play = held_by_another(json!({ "predicate": "generationOrMetadata" }));
    let pass = play.last_pass();
    assert_eq!((moved(&pass), &pass["decision"]["rule"]), (0, &json!("done")));
    assert_eq!(pass["writes"], json!([]));
    set_finalizers(&mut play, &[]);
    play.settle();
    assert!(gone(&play));
}

#[test]
fn a_late_look_does_no_harm_while_its_finalizer_is_there_and_where_it_wants_none() {
    for habits in [json!({ "deletionCheck": "late" }), json!({ "deletionCheck": "late", "finalizer": "none" })] {
        let mut play = settled(habits);
        remove(&mut play, None);
        let end = play.settle();
        assert!(gone(&play) && end.next_due.is_none());
        assert_eq!(play.last_pass()["decision"]["rule"], "done");
    }
    let mut play = Play::new(with_habits(json!({ "deletionCheck": "late" })));
    play.edit(web());
    play.settle();
    set_finalizers(&mut play, &["x.example.com/backup"]);
    remove(&mut play, None);
    play.settle();
    assert_eq!(play.last_pass()["decision"]["rule"], "done", "no account, no finalizer");
}

#[test]
fn a_finalizer_added_on_an_old_copy_of_a_dying_object_is_a_conflict_first() {
    let mut play = Play::new(with_habits(json!({})));
    let mut app = web_with_account();
    app["metadata"]["finalizers"] = json!(["x.example.com/backup"]);
    play.edit(app);
    step_to(&mut play, "PATCH");
    remove(&mut play, None);
    play.run.finish_pass();
    assert_eq!(outcomes(&play.last_pass()), ["conflict"]);
    play.settle_until(1_000);
    assert_eq!((&play.last_pass()["decision"]["rule"], accounts(&play)), (&json!("done"), json!([])));
}

// --- whileDeleting ---

#[test]
fn whoever_does_not_stop_at_a_deletion_makes_the_account_again_that_it_has_just_removed() {
    for (deleting, left) in [("full", 1), ("cleanupOnly", 0)] {
        for queue in ["priority", "classic"] {
            let mut play = settled(json!({ "whileDeleting": deleting, "queue": queue }));
            remove(&mut play, None);
            play.settle_until(1_000_000);
            assert!(gone(&play), "{deleting}");
            assert!(play.child().is_none(), "{deleting}: collected");
            let accounts = accounts(&play);
            assert_eq!(accounts.as_array().unwrap().len(), left, "{deleting}");
            let pass = play.passes().into_iter().find(|pass| pass["answers"]["desired"]["deleting"] == true).unwrap();
            if left == 1 {
                assert_eq!(accounts[0]["madeBy"], "default/web", "leaked: its owner is gone");
                assert_eq!(pass["answers"]["action"]["did"], json!(["removeAccount", "removeFinalizer", "createAccount"]));
                assert_eq!(outcomes(&pass).last().unwrap(), "notFound", "it reports to nobody");
            } else {
                assert_eq!(pass["answers"]["action"]["did"], json!(["removeAccount", "removeFinalizer"]));
            }
        }
    }
}

/// The collector works until something is so; then the controller has its turn.
fn collect_until(play: &mut Play, done: fn(&Play) -> bool) {
    play.play(json!({ "release": { "controller": "garbage-collector" } }));
    for _ in 0..20 {
        if done(play) {
            break;
        }
        play.play(json!({ "collect": { "worker": "garbage-collector" } }));
    }
    assert!(done(play));
    play.play(json!({ "hold": { "controller": "garbage-collector" } }));
    play.settle();
}

#[test]
fn in_a_foreground_deletion_it_makes_the_child_again_as_often_as_the_collector_takes_it() {
    for (deleting, ends) in [("full", false), ("cleanupOnly", true)] {
        let mut play = Play::new(with_habits(json!({ "whileDeleting": deleting })));
        play.edit(web());
        play.settle();
        remove(&mut play, Some("Foreground"));
        let mut uids = vec![play.child().unwrap()["metadata"]["uid"].clone()];
        for _ in 0..5 {
            collect_until(&mut play, |play| play.child().is_none());
            let Some(child) = play.child() else { break };
            assert!(!uids.contains(&child["metadata"]["uid"]), "a new one");
            uids.push(child["metadata"]["uid"].clone());
            assert_eq!(finalizers(&play), json!(["foregroundDeletion"]));
        }
        assert_eq!(uids.len(), if ends { 1 } else { 6 }, "{deleting}");
        if ends {
            play.play(json!({ "release": { "controller": "garbage-collector" } }));
            assert!(play.settle().quiet);
            assert!(gone(&play));
        }
    }
}

#[test]
fn in_an_orphaning_deletion_it_gives_the_child_its_owner_back_and_the_child_dies_with_it() {
    for (deleting, survives) in [("full", false), ("cleanupOnly", true)] {
        let mut play = Play::new(with_habits(json!({ "whileDeleting": deleting })));
        play.edit(web());
        play.settle();
        remove(&mut play, Some("Orphan"));
        collect_until(&mut play, |play| play.child().unwrap()["metadata"].get("ownerReferences").is_none());
        assert_eq!(play.child().unwrap()["metadata"].get("ownerReferences").is_none(), survives, "{deleting}");
        play.play(json!({ "release": { "controller": "garbage-collector" } }));
        assert!(play.settle().quiet);
        assert!(gone(&play), "{deleting}");
        assert_eq!(play.child().is_some(), survives, "{deleting}");
    }
}

#[test]
fn whoever_does_everything_while_deleting_still_cleans_up_without_its_secret_and_beside_a_foreign_child() {
    let mut play = Play::with_all(json!({ "whileDeleting": "full" }));
    play.settle();
    play.play(json!({ "remove": { "kind": "Secret", "name": "web-credentials" } }));
    play.settle();
    remove(&mut play, None);
    play.settle_until(1_000_000);
    assert!(gone(&play));
    assert_eq!(accounts(&play), json!([]), "while the Secret is missing nothing is made");

    let mut play = settled(json!({ "whileDeleting": "full" }));
    let mut child = play.child().unwrap();
    child["metadata"]["ownerReferences"][0]["name"] = "other".into();
    play.play(json!({ "hold": { "controller": "garbage-collector" } }));
    play.edit(child);
    play.settle();
    remove(&mut play, None);
    play.settle_until(1_000_000);
    assert!(gone(&play));
    assert_eq!(accounts(&play), json!([]));
}

// --- cleanup ---

/// The Secret goes first, then the AppConfig.
fn secret_first(cleanup: &str) -> Play {
    let mut play = Play::with_all(json!({ "cleanup": cleanup }));
    play.settle();
    play.play(json!({ "remove": { "kind": "Secret", "name": "web-credentials" } }));
    play.settle();
    remove(&mut play, None);
    play
}

#[test]
fn a_cleanup_that_needs_what_went_first_never_ends() {
    let mut play = secret_first("needsRequired");
    let end = play.settle_until(10_000_000);
    assert!(end.next_due.is_some(), "it goes on trying");
    assert!(!gone(&play));
    let decision = play.last_pass()["decision"].clone();
    assert_eq!(decision["returned"]["error"]["message"], "Secret \"web-credentials\" not found");
    assert!(decision["failures"].as_u64().unwrap() > 18);
    assert_eq!((decision["delay"].as_u64(), finalizers(&play)), (Some(1_000_000), json!([OURS])));
    assert_eq!(accounts(&play)[0]["name"], "web-db");
    let mut play = secret_first("idempotent");
    assert!(play.settle().quiet);
    assert!(gone(&play));
    assert_eq!(accounts(&play), json!([]));
}

#[test]
fn a_cleanup_that_gives_up_leaves_the_object_dying_for_good() {
    let mut play = settled(json!({ "onError": "giveUpAfter15" }));
    play.play(json!({ "outside": { "op": "break", "name": "web-db" } }));
    remove(&mut play, None);
    assert_eq!(play.settle_until(10_000_000).next_due, None);
    play.play(json!({ "outside": { "op": "heal", "name": "web-db" } }));
    play.settle_until(100_000_000);
    assert!(!gone(&play) && play.app()["metadata"]["deletionTimestamp"].is_string());
}

// --- a crash anywhere ---

/// What claims to be safe, alone in its world.
fn safe() -> Vec<Value> {
    let mut all = Vec::new();
    for habits in [
        json!({}),
        json!({ "statusBase": "fresh" }),
        json!({ "statusBase": "apply" }),
        json!({ "statusBase": "patch" }),
        json!({ "statusWhen": "always" }),
        json!({ "onError": "statusAndRequeueAfter" }),
        json!({ "onMissing": "error" }),
        json!({ "finalizerFlow": "returnAndWait", "predicate": "generationOrMetadata" }),
        json!({ "deletionCheck": "late" }),
        json!({ "cleanup": "needsRequired" }),
    ] {
        for queue in ["priority", "classic"] {
            let mut habits = habits.clone();
            habits["queue"] = queue.into();
            all.push(habits);
        }
    }
    all
}

#[test]
fn a_crash_at_any_transition_of_a_creating_pass_ends_in_the_same_objects() {
    for habits in safe() {
        assert!(at_every_transition(&Play::with_all(habits.clone()), &habits.to_string()) > 25);
    }
}

#[test]
fn a_crash_at_any_transition_of_an_update_ends_in_the_same_objects() {
    for habits in safe() {
        let mut play = Play::with_all(habits.clone());
        play.settle();
        play.respec(json!({ "data": { "color": "green" }, "account": "web-db-2", "requires": "web-credentials" }));
        assert!(at_every_transition(&play, &habits.to_string()) > 15);
    }
}

#[test]
fn a_crash_at_any_transition_of_a_deletion_ends_in_the_same_objects() {
    for habits in safe() {
        let mut play = Play::with_all(habits.clone());
        play.settle();
        set_finalizers(&mut play, &["x.example.com/backup", OURS]);
        play.settle();
        remove(&mut play, None);
        set_finalizers(&mut play, &[OURS, "x.example.com/backup"]);
        // Behind the own cleanup `late` is refused for ever while the other holds on.
        if habits["deletionCheck"] == "late" {
            set_finalizers(&mut play, &[OURS]);
        }
        assert!(at_every_transition(&play, &habits.to_string()) > 8);
        play.settle();
        assert_eq!(accounts(&play), json!([]), "{habits}");
    }
}

#[test]
fn the_same_enumeration_finds_what_is_not_safe() {
    // A crash right behind the finalizer heals the stall: so the straight run and the crashed ones differ.
    let mut play = Play::new(with_habits(json!({ "finalizerFlow": "returnAndWait" })));
    play.edit(web_with_account());
    let mut straight = play.clone();
    straight.settle();
    step_to(&mut play, "PATCH");
    play.run.finish_pass();
    play.play(json!({ "crash": {} }));
    play.play(json!({ "start": {} }));
    play.settle();
    assert_ne!(essence(&play), essence(&straight));
}

// --- all together ---

const ALL: [(&str, &[&str]); 14] = [
    ("statusWhen", &["changed", "always"]),
    ("statusContent", &["stable", "time", "timeNano", "counter", "lastError", "unordered"]),
    ("statusVia", &["status", "main"]),
    ("statusBase", &["cached", "fresh", "patch", "apply", "firstRead"]),
    ("observedGeneration", &["always", "onChange", "never"]),
    ("onMissing", &["requeueAfter", "error", "requeue", "terminal", "done", "both", "panic", "timeout"]),
    ("onError", &["return", "statusAndRequeueAfter", "giveUpAfter15"]),
    ("finalizer", &["beforeOutside", "afterOutside", "none"]),
    ("finalizerFlow", &["continue", "returnAndWait"]),
    ("finalizerRemoval", &["own", "all", "byIndex"]),
    ("deletionCheck", &["first", "late"]),
    ("whileDeleting", &["cleanupOnly", "full"]),
    ("cleanup", &["idempotent", "failsOnMissing", "needsRequired"]),
    ("queue", &["priority", "classic"]),
];

#[test]
fn in_no_combination_a_pass_gets_an_answer_that_it_did_not_ask_for() {
    let mut state = 1_u64;
    let mut below = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % bound
    };
    for _ in 0..150 {
        let mut habits = json!({});
        for (habit, values) in ALL {
            habits[habit] = values[below(values.len())].into();
        }
        let mut play = Play::new(with_habits(habits.clone()));
        play.edit(secret());
        let mut app = web_with_all();
        app["metadata"]["finalizers"] = json!(["x.example.com/backup"]);
        play.edit(app);
        let some = |play: &mut Play| play.run.settle(Some(120), None).unwrap();
        some(&mut play);
        let secret_goes = json!({ "remove": { "kind": "Secret", "name": "web-credentials" } });
        let service_breaks = json!({ "outside": { "op": "break", "name": "web-db" } });
        for step in [&secret_goes, &service_breaks, &json!({ "remove": { "kind": "AppConfig", "name": "web" } })] {
            // Some steps cannot be: there is no account where nothing went on.
            let _ = play.try_play(step.clone());
            some(&mut play);
        }
        if play.object("AppConfig", "web").is_some() {
            set_finalizers(&mut play, &[OURS]);
        }
        some(&mut play);
        for pass in play.passes() {
            let returned = &pass["decision"]["returned"];
            assert_ne!(returned["error"]["reason"], "InternalError", "{habits}: {returned}");
        }
    }
}

// --- the definition goes ---

#[test]
fn a_pass_ends_too_when_the_definition_of_its_kind_has_gone() {
    // Removed at every moment of a run, with and without a finalizer: whatever is in progress comes to its end, and what is left
    // outside is told.
    let mut left = 0;
    for finalizer in ["beforeOutside", "none"] {
        for at in 0..40 {
            let mut play = Play::new(with_habits(json!({ "finalizer": finalizer })));
            play.edit(web_with_account());
            for _ in 0..at {
                play.run.step();
            }
            play.play(json!({ "remove": { "kind": "CustomResourceDefinition", "name": "appconfigs.lab.example.com" } }));
            let settled = play.settle_until(10_000);
            assert!(settled.quiet, "{finalizer}, {at}: {:?}", play.controller()["pass"]);
            assert_eq!(play.controller()["pass"], Value::Null, "{finalizer}, {at}");
            assert_eq!(play.object("CustomResourceDefinition", "appconfigs.lab.example.com"), None, "{finalizer}, {at}");
            assert!(gone(&play), "{finalizer}, {at}");
            let clean = accounts(&play) == json!([]);
            assert_eq!(play.invariant("nothingLeaks")["holds"], clean, "{finalizer}, {at}");
            left += usize::from(!clean);
        }
    }
    assert!(left > 0, "without a finalizer something is left");
}
