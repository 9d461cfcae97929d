//! Status and errors: what each way of writing them does to the cluster, and what the good way does in the same place.

mod common;

use common::{Play, outcomes, secret, web, web_with_account, web_with_requires, with_habits};
use serde_json::{Value, json};

const STATUS: &str = "/apis/lab.example.com/v1/namespaces/default/appconfigs/web/status";

/// Another controller says something in the status, beside Ready.
fn backup_says(play: &mut Play, field: &str) {
    let mut status = play.app()["status"].clone();
    match field {
        "conditions" => status["conditions"].as_array_mut().unwrap().push(json!({
            "type": "BackedUp", "status": "True", "reason": "Done", "message": "", "lastTransitionTime": "2026-01-01T00:00:00Z",
        })),
        field => status[field] = "kept by another".into(),
    }
    let body = json!({ "status": status });
    let request = json!({ "method": "PATCH", "path": STATUS, "contentType": "application/merge-patch+json", "body": body, "as": "backup" });
    play.play(json!({ "request": request }));
    assert!(said_by_backup(play));
}

fn said_by_backup(play: &Play) -> bool {
    let app = play.app();
    app["status"]["conditions"].as_array().unwrap().iter().any(|condition| condition["type"] == "BackedUp")
}

/// Ready, and then the Secret goes while the AppConfig's events are held: the controller has something to say and an old copy.
fn two_writers(habits: Value) -> Play {
    let mut play = Play::new(with_habits(habits));
    play.edit(secret());
    play.edit(web_with_requires());
    play.settle();
    assert_eq!(play.ready()["status"], "True");
    play.play(json!({ "hold": { "kind": "AppConfig" } }));
    backup_says(&mut play, "conditions");
    play.play(json!({ "remove": { "kind": "Secret", "name": "web-credentials" } }));
    play.settle();
    play
}

// --- statusBase ---

#[test]
fn a_patch_of_the_status_never_conflicts_and_takes_another_writers_condition_with_it() {
    let play = two_writers(json!({ "statusBase": "patch" }));
    assert_eq!(play.ready()["status"], "False");
    let write = play.last_pass()["writes"][0].clone();
    assert_eq!((&write["method"], &write["subresource"], &write["outcome"]), (&json!("PATCH"), &json!("status"), &json!("changed")));
    assert_eq!(play.counter("conflicts"), 0);
    assert!(!said_by_backup(&play), "the list was replaced by one that did not know of it");
}

#[test]
fn a_put_on_an_old_copy_is_a_conflict_and_the_retry_keeps_what_another_writer_said() {
    let mut play = two_writers(json!({ "statusBase": "cached" }));
    assert_eq!(play.counter("conflicts"), 1);
    assert_eq!(play.ready()["status"], "True", "not yet");
    play.play(json!({ "release": { "kind": "AppConfig" } }));
    play.settle_until(5_000);
    assert_eq!(play.ready()["status"], "False");
    assert!(said_by_backup(&play));
}

#[test]
fn a_fresh_copy_and_an_apply_keep_it_without_a_conflict() {
    for base in ["fresh", "apply"] {
        let play = two_writers(json!({ "statusBase": base }));
        assert_eq!(play.counter("conflicts"), 0, "{base}");
        assert_eq!(play.ready()["status"], "False", "{base}");
        assert!(said_by_backup(&play), "{base}");
    }
}

#[test]
fn an_applied_status_is_owned_by_the_controller_alone_and_a_field_that_somebody_else_took_is_a_conflict() {
    let mut play = Play::new(with_habits(json!({ "statusBase": "apply" })));
    play.edit(secret());
    play.edit(web_with_requires());
    play.settle();
    let managed = play.app()["metadata"]["managedFields"].as_array().unwrap().clone();
    let own = managed.iter().find(|entry| entry["manager"] == "appconfig-controller").expect("an entry");
    assert_eq!((&own["operation"], &own["subresource"]), (&json!("Apply"), &json!("status")));
    assert!(own["fieldsV1"].get("f:spec").is_none() && own["fieldsV1"].get("f:metadata").is_none());
    let mut status = play.app()["status"].clone();
    status["conditions"][0]["status"] = "Unknown".into();
    let request = json!({ "method": "PATCH", "path": STATUS, "contentType": "application/merge-patch+json", "body": { "status": status }, "as": "kubectl-edit" });
    play.play(json!({ "request": request }));
    play.play(json!({ "remove": { "kind": "Secret", "name": "web-credentials" } }));
    play.settle();
    let pass = play.last_pass();
    assert_eq!(outcomes(&pass), ["conflict"]);
    assert_eq!(
        pass["decision"]["returned"]["error"]["message"],
        "Apply failed with 1 conflict: conflict with \"kubectl-edit\" with subresource \"status\" using lab.example.com/v1: .status.conditions[type=\"Ready\"].status"
    );
    assert_eq!(play.ready()["status"], "Unknown");
}

#[test]
fn whoever_moves_from_update_to_apply_meets_its_own_former_self() {
    let mut play = Play::new(with_habits(json!({})));
    play.edit(secret());
    play.edit(web_with_requires());
    play.settle();
    play.play(json!({ "habits": { "set": { "statusBase": "apply" } } }));
    play.settle();
    assert_eq!(outcomes(&play.last_pass()).last().unwrap(), "skipped");
    play.play(json!({ "remove": { "kind": "Secret", "name": "web-credentials" } }));
    play.settle();
    let message = play.last_pass()["decision"]["returned"]["error"]["message"].clone();
    assert!(message.as_str().unwrap().contains("conflicts with \"appconfig-controller\" with subresource \"status\""), "{message}");
    assert_eq!(play.ready()["status"], "True");
}

#[test]
fn what_is_no_longer_reported_goes_with_every_way_of_writing() {
    for base in ["cached", "fresh", "patch", "apply", "firstRead"] {
        let mut play = Play::new(with_habits(json!({ "statusBase": base, "statusContent": "lastError" })));
        play.edit(web());
        play.settle();
        assert_eq!(play.app()["status"]["configMap"], "web-config", "{base}");
        play.play(json!({ "outside": { "op": "create", "name": "web-db" } }));
        play.play(json!({ "outside": { "op": "break", "name": "web-db" } }));
        play.edit(web_with_account());
        play.settle();
        assert_eq!(play.app()["status"]["lastError"], "account \"web-db\": service unavailable (attempt 1)", "{base}");
        assert_eq!(play.ready()["reason"], "ReconcileError", "{base}");
        play.edit(json!({ "apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": { "name": "web" }, "spec": {} }));
        play.settle_until(1_000_000);
        assert_eq!(play.app()["status"].get("lastError"), None, "{base}");
        assert_eq!(play.app()["status"].get("configMap"), None, "{base}");
        assert_eq!(play.ready()["status"], "True", "{base}");
    }
}

#[test]
fn every_content_reaches_the_status_with_every_way_of_writing() {
    for base in ["cached", "fresh", "patch", "apply", "firstRead"] {
        for (content, field) in
            [("time", "lastReconcileTime"), ("timeNano", "lastReconcileTime"), ("counter", "passes"), ("unordered", "seen")]
        {
            let mut play = Play::new(with_habits(json!({ "statusBase": base, "statusContent": content })));
            play.edit(web());
            play.settle();
            assert!(!play.app()["status"][field].is_null(), "{base} {content}");
            if content == "counter" {
                let passes = play.app()["status"]["passes"].as_u64().unwrap();
                play.play(json!({ "resync": { "kind": "ConfigMap" } }));
                play.settle();
                assert_eq!(play.app()["status"]["passes"], passes + 1, "{base}");
            }
        }
    }
}

#[test]
fn a_new_content_in_each_pass_loops_however_it_is_written() {
    for base in ["cached", "fresh", "patch", "apply"] {
        let habits = json!({ "statusBase": base, "statusContent": "counter", "predicate": "none" });
        let mut play = Play::new(with_habits(habits.clone()));
        play.edit(web());
        assert!(play.settle().loop_.is_some(), "{base}");
        let mut play = Play::new(with_habits(json!({ "statusBase": base, "predicate": "none", "statusWhen": "always" })));
        play.edit(web());
        let settled = play.settle();
        assert!(settled.quiet && settled.loop_.is_none(), "{base}: what is the same is no event");
        assert_eq!(outcomes(&play.last_pass()).last().unwrap(), "unchanged", "{base}");
    }
}

// --- statusVia ---

#[test]
fn through_the_main_resource_a_patch_and_an_apply_of_the_status_are_dropped_without_a_word() {
    for base in ["patch", "apply"] {
        let mut play = Play::new(with_habits(json!({ "statusVia": "main", "statusBase": base })));
        play.edit(web());
        let settled = play.settle();
        assert!(settled.quiet, "{base}");
        assert_eq!(play.app().get("status"), None, "{base}");
        let last = play.last_pass()["writes"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&last["method"], &last["code"]), (&json!("PATCH"), &json!(200)), "{base}");
        assert_eq!(play.app()["metadata"]["generation"], 1, "{base}");
    }
}

#[test]
fn without_the_subresource_its_path_is_not_found_though_the_object_is() {
    for base in ["cached", "patch", "apply"] {
        let mut scenario = with_habits(json!({ "statusBase": base }));
        scenario["kinds"] = json!([{ "group": "lab.example.com", "version": "v1", "kind": "AppConfig", "plural": "appconfigs", "statusSubresource": false }]);
        let mut play = Play::new(scenario);
        play.edit(web());
        play.settle();
        let pass = play.last_pass();
        assert_eq!(outcomes(&pass).last().unwrap(), "notFound", "{base}");
        let error = pass["decision"]["returned"]["error"].clone();
        assert_eq!(error["message"], "appconfigs.lab.example.com \"web\" not found", "{base}");
        assert!(play.child().is_some() && play.app().get("status").is_none(), "{base}");
    }
}

#[test]
fn without_the_subresource_a_status_that_names_its_generation_is_a_new_generation_however_it_is_written() {
    for base in ["cached", "fresh", "patch", "apply"] {
        for (observed, loops) in [("always", true), ("never", false)] {
            let mut scenario = with_habits(json!({ "statusVia": "main", "statusBase": base, "observedGeneration": observed }));
            scenario["kinds"] = json!([
                { "group": "lab.example.com", "version": "v1", "kind": "AppConfig", "plural": "appconfigs", "statusSubresource": false },
            ]);
            let mut play = Play::new(scenario);
            play.edit(web());
            let settled = play.settle();
            assert!(play.app()["metadata"]["generation"].as_i64().unwrap() > 1, "{base}");
            assert_eq!(play.ready()["status"], "True", "{base}");
            assert_eq!(settled.loop_.is_some(), loops, "{base} {observed}");
        }
    }
}

#[test]
fn an_apply_to_the_main_resource_brings_back_what_was_deleted() {
    for (via, alive) in [("main", true), ("status", false)] {
        let mut play = Play::new(with_habits(json!({ "statusVia": via, "statusBase": "apply", "statusWhen": "always" })));
        play.edit(web());
        play.settle();
        play.play(json!({ "hold": { "kind": "AppConfig" } }));
        play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
        assert!(play.object("AppConfig", "web").is_none());
        play.play(json!({ "resync": { "kind": "ConfigMap" } }));
        play.settle();
        assert_eq!(play.object("AppConfig", "web").is_some(), alive, "{via}");
        if alive {
            assert_eq!(play.app().get("spec"), None, "it is a shell");
        } else {
            let error = play.last_pass()["decision"]["returned"]["error"].clone();
            assert_eq!(error["message"], "appconfigs.lab.example.com \"web\" not found");
        }
    }
}

// --- observedGeneration ---

/// Ready; then a new generation that changes the child.
fn new_color(habits: Value) -> Play {
    let mut play = Play::new(with_habits(habits));
    play.edit(web());
    play.settle();
    let mut app = play.app();
    app["spec"]["data"]["color"] = "green".into();
    play.edit(app);
    play
}

#[test]
fn without_an_observed_generation_an_old_ready_cannot_be_told_from_a_new_one() {
    let mut play = new_color(json!({ "observedGeneration": "never" }));
    let before = play.app()["status"].clone();
    assert_eq!((&play.ready()["status"], &play.app()["metadata"]["generation"]), (&json!("True"), &json!(2)), "nothing is done yet");
    assert_ne!(play.child().unwrap()["data"]["color"], "green");
    assert_eq!((before.get("observedGeneration"), play.ready().get("observedGeneration")), (None, None));
    play.settle();
    assert_eq!(play.child().unwrap()["data"]["color"], "green");
    assert_eq!(play.app()["status"], before);

    let mut play = new_color(json!({}));
    assert_eq!((&play.ready()["status"], &play.ready()["observedGeneration"]), (&json!("True"), &json!(1)), "it says that it is old");
    play.settle();
    assert_eq!((&play.app()["status"]["observedGeneration"], &play.ready()["observedGeneration"]), (&json!(2), &json!(2)));
}

#[test]
fn an_observed_generation_written_with_other_changes_only_stays_behind_for_good() {
    for base in ["cached", "fresh", "patch", "apply"] {
        for when in ["changed", "always"] {
            let mut play = new_color(json!({ "observedGeneration": "onChange", "statusBase": base, "statusWhen": when }));
            let settled = play.settle();
            assert!(settled.quiet && settled.next_due.is_none());
            assert_eq!(play.child().unwrap()["data"]["color"], "green");
            assert_eq!(play.app()["metadata"]["generation"], 2);
            assert_eq!(play.app()["status"]["observedGeneration"], 1, "whoever waits for 2 waits for ever");
            assert_eq!(play.ready()["observedGeneration"], 1);
            let mut app = play.app();
            app["spec"].as_object_mut().unwrap().remove("data");
            play.edit(app);
            play.settle();
            assert_eq!(play.app()["status"]["observedGeneration"], 3, "another change takes it along");
            assert_eq!(play.ready()["observedGeneration"], 3);
        }
    }
}

// --- onError ---

/// Ready with an account; then the service breaks, and the spec changes.
fn broken(habits: Value) -> Play {
    let mut play = Play::new(with_habits(habits));
    play.edit(web_with_account());
    play.settle();
    play.play(json!({ "outside": { "op": "break", "name": "web-db" } }));
    let mut app = play.app();
    app["spec"]["data"]["color"] = "green".into();
    play.edit(app);
    play.settle();
    play
}

fn heal(play: &mut Play) {
    play.play(json!({ "outside": { "op": "heal", "name": "web-db" } }));
}

#[test]
fn an_error_that_becomes_status_is_retried_at_a_fixed_pace_and_counted_by_nobody() {
    let mut play = broken(json!({ "onError": "statusAndRequeueAfter" }));
    for _ in 0..5 {
        let decision = play.last_pass()["decision"].clone();
        assert_eq!(decision["returned"], json!({ "requeueAfter": 10_000 }));
        assert_eq!((&decision["rule"], &decision["forgets"], &decision["failures"]), (&json!("requeueAfter"), &json!(true), &json!(0)));
        assert_eq!(
            play.last_pass()["answers"]["requeue"],
            json!({ "rule": "requeueAfter", "delay": 10_000, "swallowed": "account \"web-db\": service unavailable" })
        );
        assert_eq!(play.ready()["status"], "False");
        assert_eq!(play.ready()["reason"], "ReconcileError");
        assert_eq!(play.ready()["message"], "account \"web-db\": service unavailable");
        assert_eq!(play.ready()["observedGeneration"], 2);
        play.settle_until(decision["due"].as_u64().unwrap());
    }
    heal(&mut play);
    let now = play.view()["time"].as_u64().unwrap();
    play.settle_until(now + 10_000);
    assert_eq!(play.ready()["status"], "True");

    let mut play = broken(json!({}));
    let mut delays = Vec::new();
    for _ in 0..5 {
        let decision = play.last_pass()["decision"].clone();
        assert_eq!(decision["rule"], "error");
        delays.push(decision["delay"].as_u64().unwrap());
        play.settle_until(decision["due"].as_u64().unwrap());
    }
    assert_eq!(delays, [5, 10, 20, 40, 80]);
    assert_eq!(
        (&play.ready()["status"], &play.ready()["observedGeneration"]),
        (&json!("True"), &json!(1)),
        "the old word, for the old generation"
    );
}

#[test]
fn an_error_written_down_with_its_attempt_is_retried_at_the_speed_of_its_own_events() {
    let hot = json!({ "onError": "statusAndRequeueAfter", "statusContent": "lastError", "predicate": "none" });
    let mut play = Play::new(with_habits(hot));
    play.play(json!({ "outside": { "op": "create", "name": "web-db" } }));
    play.play(json!({ "outside": { "op": "break", "name": "web-db" } }));
    play.edit(web_with_account());
    let settled = play.settle();
    assert!(!settled.quiet && settled.passes > 50, "each attempt is a new status, and so an event");
    assert!(play.view()["time"].as_u64().unwrap() < 1_000, "no ten seconds, and no backoff");
    let calm = json!({ "onError": "statusAndRequeueAfter", "predicate": "none" });
    let mut play = Play::new(with_habits(calm));
    play.play(json!({ "outside": { "op": "create", "name": "web-db" } }));
    play.play(json!({ "outside": { "op": "break", "name": "web-db" } }));
    play.edit(web_with_account());
    let settled = play.settle();
    assert!(settled.quiet && settled.loop_.is_none());
}

#[test]
fn a_conflict_that_a_retry_heals_becomes_ten_seconds_of_not_ready() {
    let conflicted = |habits: Value| {
        let mut play = Play::new(with_habits(habits));
        play.edit(web());
        play.settle();
        play.play(json!({ "hold": { "kind": "ConfigMap" } }));
        let mut child = play.child().unwrap();
        child["data"]["color"] = "red".into();
        play.edit(child);
        let mut app = play.app();
        app["spec"]["data"]["color"] = "green".into();
        play.edit(app);
        play.settle();
        play.play(json!({ "release": { "kind": "ConfigMap" } }));
        play
    };
    let mut play = conflicted(json!({ "onError": "statusAndRequeueAfter", "ownedPredicate": "none" }));
    assert_eq!(play.counter("conflicts"), 1);
    assert_eq!(play.ready()["status"], "False");
    assert!(play.ready()["message"].as_str().unwrap().contains("the object has been modified"));
    play.settle_until(20_000);
    assert_eq!(play.ready()["status"], "True");
    let mut play = conflicted(json!({}));
    assert_eq!((play.counter("conflicts"), &play.ready()["status"]), (1, &json!("True")));
    play.settle_until(1_000);
    assert_eq!((&play.ready()["status"], &play.ready()["observedGeneration"]), (&json!("True"), &json!(2)));
}

#[test]
fn an_error_of_the_status_write_itself_is_returned_after_all() {
    let mut play = Play::new(with_habits(json!({ "onError": "statusAndRequeueAfter" })));
    play.play(json!({ "fail": { "method": "PUT", "kind": "AppConfig", "subresource": "status", "reason": "ServiceUnavailable", "message": "not now" } }));
    play.edit(web());
    play.settle();
    let first = play.passes()[0]["decision"].clone();
    assert_eq!((&first["rule"], &first["returned"]["error"]["message"]), (&json!("error"), &json!("not now")));
    assert_eq!(play.ready()["status"], "True", "and tried again");
}

#[test]
fn a_missing_secret_an_error_in_the_cleanup_and_a_terminal_error_are_written_down_too() {
    for (missing, text) in [
        ("error", "Secret \"web-credentials\" not found"),
        ("terminal", "terminal error: Secret \"web-credentials\" not found"),
        ("both", "Secret \"web-credentials\" not found"),
    ] {
        let mut play = Play::new(with_habits(json!({ "onError": "statusAndRequeueAfter", "onMissing": missing, "missingDelay": 7_000 })));
        play.edit(web_with_requires());
        play.settle();
        assert_eq!(play.last_pass()["decision"]["returned"], json!({ "requeueAfter": 7_000 }), "{missing}");
        assert_eq!((&play.ready()["reason"], &play.ready()["message"]), (&json!("ReconcileError"), &json!(text)), "{missing}");
    }
    // A panic is none of its errors, and with its context at the end it can write nothing.
    for (missing, start) in [("panic", "panic: "), ("timeout", "context deadline exceeded")] {
        let mut play = Play::new(with_habits(json!({ "onError": "statusAndRequeueAfter", "onMissing": missing })));
        play.edit(web_with_requires());
        play.run.finish_pass();
        let decision = play.last_pass()["decision"].clone();
        assert_eq!(decision["rule"], "error", "{missing}");
        assert!(decision["returned"]["error"]["message"].as_str().unwrap().starts_with(start), "{missing}");
        assert_eq!(play.ready()["reason"], "SecretMissing", "{missing}");
    }
    let mut play = Play::new(with_habits(json!({ "onError": "statusAndRequeueAfter" })));
    play.edit(web_with_account());
    play.settle();
    play.play(json!({ "outside": { "op": "break", "name": "web-db" } }));
    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    play.settle();
    assert_eq!(play.ready()["message"], "account \"web-db\": service unavailable");
    heal(&mut play);
    play.settle_until(20_000);
    assert!(play.object("AppConfig", "web").is_none());
    assert_eq!(play.view()["outside"], json!([]));
}

#[test]
fn whoever_gives_up_after_fifteen_retries_never_looks_again() {
    for queue in ["priority", "classic"] {
        let mut play = broken(json!({ "onError": "giveUpAfter15", "queue": queue }));
        let before = play.passes().len() - 1;
        let settled = play.settle_until(10_000_000);
        assert!(settled.quiet);
        assert_eq!(settled.next_due, None, "{queue}: no timer is left");
        let tries = play.passes()[before..].to_vec();
        assert_eq!(tries.len(), 16, "{queue}: the first, and fifteen more");
        for (number, pass) in tries[..15].iter().enumerate() {
            let decision = &pass["decision"];
            assert_eq!((&decision["rule"], &decision["failures"]), (&json!("error"), &json!(number + 1)), "{queue}");
            assert_eq!(decision["delay"], 5 << number, "{queue}");
        }
        let last = &tries[15]["decision"];
        assert_eq!((&last["rule"], &last["returned"], &last["forgets"]), (&json!("done"), &json!({}), &json!(true)), "{queue}");
        let swallowed = &tries[15]["answers"]["requeue"]["swallowed"];
        assert_eq!(swallowed, "account \"web-db\": service unavailable", "{queue}: nobody but a log knows");
        assert_eq!(play.controller()["queue"]["failures"], json!({}));
        heal(&mut play);
        play.settle_until(20_000_000);
        assert_eq!(play.ready()["observedGeneration"], 1, "{queue}: it works again, and nobody tries");
        assert_ne!(play.child().unwrap()["data"]["color"], "green");

        let mut play = broken(json!({ "queue": queue }));
        play.settle_until(10_000_000);
        heal(&mut play);
        play.settle_until(20_000_000);
        assert_eq!(play.ready()["observedGeneration"], 2, "{queue}");
        assert_eq!(play.child().unwrap()["data"]["color"], "green");
    }
}

#[test]
fn whoever_gives_up_does_so_for_a_status_that_cannot_be_written_too() {
    for (on_error, passes) in [("giveUpAfter15", 16), ("return", 20)] {
        let mut play = Play::new(with_habits(json!({ "onError": on_error })));
        let rule = json!({ "method": "PUT", "kind": "AppConfig", "subresource": "status", "reason": "Forbidden", "times": 20 });
        play.play(json!({ "fail": rule }));
        play.edit(web());
        let settled = play.settle_until(5_000_000);
        assert_eq!(settled.next_due, None, "{on_error}");
        let failed = play.passes().iter().filter(|pass| outcomes(pass).last().is_some_and(|outcome| outcome == "failed")).count();
        assert_eq!(failed, passes, "{on_error}");
        assert_eq!(play.app().get("status").is_some(), on_error == "return", "{on_error}");
    }
}

#[test]
fn the_count_of_whoever_gives_up_is_in_memory_and_begins_anew_with_an_event_a_success_or_a_crash() {
    let mut play = broken(json!({ "onError": "giveUpAfter15" }));
    play.settle_until(10_000_000);
    let failed = |play: &Play, from: usize| play.passes()[from..].iter().filter(|pass| pass["decision"]["rule"] == "error").count();
    // An event is a try with a full count.
    let from = play.passes().len();
    play.play(json!({ "resync": { "kind": "ConfigMap" } }));
    play.settle_until(20_000_000);
    assert_eq!((failed(&play, from), play.passes().len() - from), (15, 16));
    // In the midst of the count, a crash.
    let from = play.passes().len();
    play.play(json!({ "resync": { "kind": "ConfigMap" } }));
    let now = play.view()["time"].as_u64().unwrap();
    play.settle_until(now + 100);
    let some = failed(&play, from);
    assert!(some > 3 && some < 15, "{some}");
    play.play(json!({ "crash": {} }));
    play.play(json!({ "start": {} }));
    let from = play.passes().len();
    play.settle_until(40_000_000);
    assert_eq!((failed(&play, from), play.passes().len() - from), (15, 16));
    // In the midst of it, a success.
    let from = play.passes().len();
    play.play(json!({ "resync": { "kind": "ConfigMap" } }));
    let now = play.view()["time"].as_u64().unwrap();
    play.settle_until(now + 100);
    heal(&mut play);
    play.settle_until(41_000_000);
    assert_eq!(play.ready()["observedGeneration"], 2);
    assert!(failed(&play, from) < 15);
    play.play(json!({ "outside": { "op": "break", "name": "web-db" } }));
    let from = play.passes().len();
    play.play(json!({ "resync": { "kind": "ConfigMap" } }));
    play.settle_until(60_000_000);
    assert_eq!((failed(&play, from), play.passes().len() - from), (15, 16));
}

#[test]
fn whoever_gives_up_counts_errors_but_neither_panics_nor_terminal_errors() {
    for (missing, ends) in [("error", true), ("both", true), ("timeout", true), ("panic", false), ("requeue", false)] {
        let mut play = Play::new(with_habits(json!({ "onError": "giveUpAfter15", "onMissing": missing })));
        play.edit(web_with_requires());
        let settled = play.settle_until(3_000_000);
        assert_eq!(settled.next_due.is_none(), ends, "{missing}");
        if ends {
            assert_eq!(play.passes().len(), 16, "{missing}");
        }
        play.edit(secret());
        play.settle();
        assert_eq!(play.ready()["status"], "True", "{missing}: the Secret's event helps");
    }
    let mut play = Play::new(with_habits(json!({ "onError": "giveUpAfter15", "onMissing": "terminal" })));
    play.edit(web_with_requires());
    play.settle();
    for _ in 0..20 {
        play.play(json!({ "crash": {} }));
        play.play(json!({ "start": {} }));
        play.settle();
        assert_eq!(play.last_pass()["decision"]["rule"], "terminalError");
    }
}

// --- results ---

/// With two failures behind it, the Secret goes and the pass returns what the habit says.
fn third_time(missing: &str, queue: &str) -> Play {
    let mut play = Play::with_all(json!({ "onMissing": missing, "queue": queue }));
    play.settle();
    play.play(json!({ "outside": { "op": "break", "name": "web-db" } }));
    let mut app = play.app();
    app["spec"]["data"]["color"] = "green".into();
    play.edit(app);
    let due = play.settle().next_due.unwrap();
    play.settle_until(due);
    assert_eq!(play.controller()["queue"]["failures"], json!({ "default/web": 2 }));
    play.play(json!({ "remove": { "kind": "Secret", "name": "web-credentials" } }));
    play.run.finish_pass();
    play
}

#[test]
fn every_result_is_handled_as_controller_runtime_does_with_failures_behind_it() {
    // result, rule, forgets, failures, call, delay, ignored
    let table = [
        ("error", "error", false, 3, Some("AddRateLimited"), Some(20), json!(null)),
        ("terminal", "terminalError", false, 2, None, None, json!(null)),
        ("requeueAfter", "requeueAfter", true, 0, Some("AddAfter"), Some(10_000), json!(null)),
        ("requeue", "requeue", false, 3, Some("AddRateLimited"), Some(20), json!(null)),
        ("done", "done", true, 0, None, None, json!(null)),
        ("both", "error", false, 3, Some("AddRateLimited"), Some(20), json!(["requeueAfter"])),
        ("panic", "error", false, 3, Some("AddRateLimited"), Some(20), json!(null)),
        ("timeout", "error", false, 3, Some("AddRateLimited"), Some(20), json!(null)),
    ];
    for queue in ["priority", "classic"] {
        for (missing, rule, forgets, failures, call, delay, ignored) in &table {
            let play = third_time(missing, queue);
            let pass = play.last_pass();
            let decision = &pass["decision"];
            let what = format!("{queue} {missing}: {decision}");
            assert_eq!(decision["rule"], *rule, "{what}");
            assert_eq!(decision["forgets"], *forgets, "{what}");
            assert_eq!(decision["failures"], *failures, "{what}");
            assert_eq!(decision["call"], json!(call), "{what}");
            assert_eq!(decision["delay"], json!(delay), "{what}");
            assert_eq!(decision.get("ignored").unwrap_or(&Value::Null), ignored, "{what}");
            assert_eq!(pass["answers"]["requeue"]["rule"], *rule, "{what}");
            let counted = play.controller()["queue"]["failures"].get("default/web").cloned().unwrap_or_default();
            assert_eq!(counted, if *failures == 0 { Value::Null } else { json!(failures) }, "{what}");
            // The timer of the second failure, of 10 ms: an event takes it along, or leaves it where it is.
            let now = play.view()["time"].as_u64().unwrap();
            let due = decision["due"].as_u64();
            match (queue, delay) {
                _ if *missing == "timeout" => {}
                ("priority", delay) => assert_eq!(due, delay.map(|delay| now + delay), "{what}"),
                (_, None) => assert!(due.is_some_and(|due| due < now + 10), "{what}"),
                (_, Some(_)) => {
                    assert_eq!(decision["effect"], "earlierKept", "{what}");
                    assert!(due.is_some_and(|due| due < now + 10), "{what}");
                }
            }
        }
    }
}

#[test]
fn a_terminal_error_is_not_tried_again_and_an_error_behind_it_goes_on_counting() {
    let mut play = third_time("terminal", "priority");
    let settled = play.settle_until(10_000_000);
    assert_eq!((settled.passes, settled.next_due), (0, None));
    play.edit(secret());
    play.settle();
    assert_eq!(play.last_pass()["decision"]["failures"], 3, "the two from before are not forgotten");
    assert_eq!(play.last_pass()["decision"]["delay"], 20);
}

#[test]
fn a_requeue_grows_like_an_error_and_a_requeue_after_does_not() {
    for queue in ["priority", "classic"] {
        for (missing, delays) in [("requeue", [5, 10, 20, 40, 80]), ("error", [5, 10, 20, 40, 80]), ("requeueAfter", [10_000; 5])] {
            let mut play = Play::new(with_habits(json!({ "onMissing": missing, "queue": queue })));
            play.edit(web_with_requires());
            play.settle_until(45_000);
            let passes = play.passes();
            let found: Vec<Value> = passes.iter().take(5).map(|pass| pass["decision"]["delay"].clone()).collect();
            assert_eq!(found, delays.map(Value::from), "{queue} {missing}");
        }
    }
}

#[test]
fn a_requeue_after_of_zero_is_no_wish_at_all() {
    let mut play = Play::new(with_habits(json!({ "onMissing": "requeueAfter", "missingDelay": 0 })));
    play.edit(web_with_requires());
    let settled = play.settle();
    let decision = play.last_pass()["decision"].clone();
    assert_eq!((&decision["rule"], &decision["forgets"], &decision["call"]), (&json!("done"), &json!(true), &Value::Null));
    assert_eq!((decision.get("ignored"), settled.next_due), (None, None), "and nobody looks again");
    let mut play = Play::new(with_habits(json!({ "onMissing": "both", "missingDelay": 0 })));
    play.edit(web_with_requires());
    play.run.finish_pass();
    assert_eq!(play.last_pass()["decision"].get("ignored"), None);
}

#[test]
fn a_requeue_keeps_the_priority_with_which_the_key_was_taken() {
    let mut play = Play::new(with_habits(json!({ "onMissing": "error" })));
    play.edit(web_with_requires());
    play.settle();
    play.play(json!({ "crash": {} }));
    play.play(json!({ "start": {} }));
    play.run.finish_pass();
    assert_eq!(play.controller()["queue"]["waiting"][0]["priority"], -100);
}

// --- a deadline in the middle ---

#[test]
fn a_pass_whose_deadline_passes_in_the_middle_fails_at_its_next_request_and_the_next_pass_finds_what_was_done() {
    for queue in ["priority", "classic"] {
        let mut scenario = with_habits(json!({ "onMissing": "timeout", "queue": queue }));
        scenario["latency"] = json!({ "request": 3000 });
        let mut play = Play::new(scenario);
        play.edit(web());
        let mut facts = Vec::new();
        while play.passes().is_empty() {
            let next = play.run.world().default_move().unwrap();
            facts.extend(play.run.play(&next).unwrap().iter().map(reconcile_playground::world::fact::Fact::to_value));
        }
        let pass = play.last_pass();
        assert_eq!(outcomes(&pass), ["created", "failed"]);
        assert_eq!(pass["writes"][1]["message"], "context deadline exceeded");
        assert_eq!((&pass["writes"][1]["code"], &pass["writes"][1]["before"]), (&Value::Null, &pass["writes"][1]["after"]));
        let decision = &pass["decision"];
        assert_eq!(decision["returned"]["error"]["message"], "context deadline exceeded");
        assert_eq!((&decision["rule"], &decision["failures"], &decision["delay"]), (&json!("error"), &json!(1), &json!(5)));
        assert_eq!(play.view()["time"], 5000, "{queue}: the client waits no longer than that");
        assert_eq!(facts.iter().filter(|fact| fact.get("timedOut").is_some()).count(), 1);
        assert!(play.app().get("status").is_none(), "the server has done nothing");
        play.settle_until(100_000);
        assert_eq!(play.ready()["status"], "True");
        assert_eq!(play.counter("conflicts"), 0);
    }
    // Nobody set a deadline: it takes its time.
    let mut scenario = with_habits(json!({}));
    scenario["latency"] = json!({ "request": 3000 });
    let mut play = Play::new(scenario);
    play.edit(web());
    play.run.finish_pass();
    assert_eq!(outcomes(&play.last_pass()), ["created", "changed"]);
    assert_eq!(play.view()["time"], 6000);
}

#[test]
fn behind_its_deadline_an_action_and_a_status_fail_at_once_and_the_error_cannot_be_written_down() {
    for on_error in ["return", "statusAndRequeueAfter"] {
        let mut play = Play::new(with_habits(json!({ "onMissing": "timeout", "onError": on_error })));
        play.edit(web_with_account());
        while play.controller()["pass"]["next"]["method"] != "PATCH" {
            play.run.step();
        }
        play.play(json!({ "advance": { "by": 60_000 } }));
        let started = play.view()["time"].as_u64().unwrap();
        play.run.finish_pass();
        let pass = play.last_pass();
        assert_eq!(pass["answers"]["action"]["failed"], "addFinalizer");
        assert_eq!(pass["decision"]["returned"]["error"]["message"], "context deadline exceeded", "{on_error}");
        assert_eq!(pass["decision"]["rule"], "error", "{on_error}");
        assert_eq!(play.view()["time"], started);
        assert!(play.app().get("status").is_none() && play.app()["metadata"].get("finalizers").is_none());
        play.settle_until(1_000_000);
        assert_eq!(play.ready()["status"], "True");
    }
}
