//! The loop as a person sees it: states of the world, exact words, what the view shows.

mod common;

use common::{Play, moved, outcomes, secret, web, web_with_account, web_with_requires, why, with_habits};
use serde_json::{Value, json};

fn settled_web() -> Play {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web());
    let settled = play.settle();
    assert!(settled.quiet);
    play
}

#[test]
fn a_new_app_config_gets_its_child_and_a_ready_status_in_two_passes() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.settle();
    play.edit(web());
    let settled = play.settle();
    assert!(settled.quiet);
    assert_eq!(settled.passes, 2);
    assert_eq!(settled.next_due, None);
    let child = play.child().expect("the child");
    assert_eq!(child["data"], json!({ "color": "blue", "level": "info" }));
    assert_eq!(child["metadata"]["ownerReferences"][0]["controller"], true);
    assert_eq!(play.app()["status"]["observedGeneration"], 1);
    assert_eq!(play.app()["status"]["configMap"], "web-config");
    assert_eq!(play.ready()["status"], "True");
    assert_eq!(play.ready()["reason"], "InSync");
    let passes = play.passes();
    assert_eq!(passes.len(), 2);
    assert_eq!(why(&passes[0]), ["created"]);
    assert_eq!(outcomes(&passes[0]), ["created", "changed"]);
    assert_eq!(why(&passes[1]), ["owned"]);
    assert_eq!(outcomes(&passes[1]), ["skipped", "skipped"]);
    assert_eq!(passes[1]["causes"][0]["by"], "appconfig-controller");
    // The status write's own event was dropped, and the view says by whom.
    let dropped = play.controller()["notWoken"].clone();
    let status = dropped.as_array().unwrap().iter().find(|entry| entry["ref"]["kind"] == "AppConfig").expect("dropped");
    assert_eq!(status["by"], "predicate:generation");
    assert_eq!(status["writer"], "appconfig-controller");
}

#[test]
fn every_question_is_answered_in_its_own_step() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web());
    while play.controller()["pass"].is_null() {
        play.run.step();
    }
    let mut questions = Vec::new();
    while !play.controller()["pass"].is_null() {
        let pass = play.controller()["pass"].clone();
        questions.push(pass["question"].as_str().unwrap().to_string());
        let before = play.counter("requests");
        play.play(json!({ "answer": {} }));
        assert!(play.counter("requests") - before <= 1, "never two requests in one transition");
    }
    questions.dedup();
    assert_eq!(questions, ["desired", "observed", "diff", "action", "requeue", "status", "returned"]);
}

#[test]
fn a_resync_of_the_app_config_is_dropped_by_the_generation_predicate() {
    let mut play = settled_web();
    let revision = play.revision_of("ConfigMap", "web-config");
    let writes = play.counter("writes");
    play.play(json!({ "resync": { "kind": "AppConfig" } }));
    assert_eq!(play.settle().passes, 0);
    let dropped = play.controller()["notWoken"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(dropped["by"], "predicate:generation");
    assert_eq!(dropped["before"], dropped["after"]);
    assert_eq!(play.revision_of("ConfigMap", "web-config"), revision);
    assert_eq!(play.counter("writes"), writes);
}

#[test]
fn a_resync_of_the_child_wakes_the_owner_which_writes_nothing() {
    let mut play = settled_web();
    let revision = play.revision_of("ConfigMap", "web-config");
    let writes = play.counter("writes");
    play.play(json!({ "resync": { "kind": "ConfigMap" } }));
    assert_eq!(play.settle().passes, 1);
    let pass = play.last_pass();
    assert_eq!(why(&pass), ["resync"]);
    assert_eq!(outcomes(&pass), ["skipped", "skipped"]);
    assert_eq!(play.revision_of("ConfigMap", "web-config"), revision);
    assert_eq!(play.counter("writes"), writes);
}

#[test]
fn a_restart_lists_everything_and_writes_nothing() {
    let mut play = settled_web();
    let revision = play.revision_of("ConfigMap", "web-config");
    let writes = play.counter("writes");
    play.play(json!({ "crash": {} }));
    assert_eq!(play.controller()["running"], false);
    play.play(json!({ "start": {} }));
    let settled = play.settle();
    assert_eq!(settled.passes, 1);
    let pass = play.last_pass();
    assert_eq!(why(&pass), ["initialList", "initialList"]);
    assert_eq!(outcomes(&pass), ["skipped", "skipped"]);
    assert_eq!(play.revision_of("ConfigMap", "web-config"), revision);
    assert_eq!(play.counter("writes"), writes);
}

#[test]
fn drift_is_repaired_by_one_write_whose_event_wakes_a_pass_that_writes_nothing() {
    let mut play = settled_web();
    let mut child = play.child().unwrap();
    child["data"]["color"] = "red".into();
    play.edit(child);
    let before = play.passes().len();
    let settled = play.settle();
    assert_eq!(settled.passes, 2);
    assert_eq!(settled.writes, 1);
    assert_eq!(play.child().unwrap()["data"]["color"], "blue");
    let passes = play.passes();
    assert_eq!(passes[before]["causes"][0]["by"], "kubectl-edit");
    assert_eq!(outcomes(&passes[before]), ["changed", "skipped"]);
    assert_eq!(passes[before + 1]["causes"][0]["by"], "appconfig-controller");
    assert_eq!(moved(&passes[before + 1]), 0);
}

#[test]
fn a_deleted_child_is_made_again() {
    let mut play = settled_web();
    let uid = play.child().unwrap()["metadata"]["uid"].clone();
    play.play(json!({ "remove": { "kind": "ConfigMap", "name": "web-config" } }));
    play.settle();
    assert_ne!(play.child().unwrap()["metadata"]["uid"], uid);
}

#[test]
fn an_edit_of_the_spec_moves_generation_child_and_observed_generation() {
    let mut play = settled_web();
    let revision = play.revision_of("ConfigMap", "web-config");
    let mut app = play.app();
    app["spec"]["data"]["color"] = "green".into();
    play.edit(app);
    play.settle();
    assert_eq!(play.app()["metadata"]["generation"], 2);
    assert_eq!(play.app()["status"]["observedGeneration"], 2);
    assert_eq!(play.child().unwrap()["data"]["color"], "green");
    assert_ne!(play.revision_of("ConfigMap", "web-config"), revision);
}

#[test]
fn data_left_out_means_no_child_and_the_own_one_is_deleted() {
    let mut play = settled_web();
    play.respec(json!({}));
    play.settle();
    assert!(play.child().is_none());
    assert_eq!(play.ready()["status"], "True");
    assert_eq!(play.app()["status"].get("configMap"), None);
}

#[test]
fn a_child_of_another_controller_is_refused_not_adopted() {
    let mut play = Play::new(json!({ "version": 1, "objects": [{
        "apiVersion": "v1", "kind": "ConfigMap",
        "metadata": { "name": "web-config", "namespace": "default", "ownerReferences": [
            { "apiVersion": "lab.example.com/v1", "kind": "AppConfig", "name": "other", "uid": "u", "controller": true },
        ] },
        "data": { "a": "b" },
    }], "cluster": { "collector": false } }));
    play.edit(web());
    let settled = play.settle();
    assert!(settled.next_due.is_some());
    assert_eq!(play.child().unwrap()["data"], json!({ "a": "b" }));
    let passes = play.passes();
    let refused = passes.iter().find(|pass| pass["key"] == "default/web").expect("a pass over web");
    assert_eq!(
        refused["decision"]["returned"]["error"]["message"],
        "Object default/web-config is already owned by another AppConfig controller other"
    );
}

// --- the status and the endless loop ---

fn loops(habits: Value) -> Option<(u64, u64)> {
    let mut play = Play::new(with_habits(habits));
    play.edit(web());
    let settled = play.settle();
    assert_eq!(settled.quiet, settled.loop_.is_none());
    settled.loop_.map(|found| {
        assert_eq!(found.key, "default/web");
        (found.passes, found.writes)
    })
}

#[test]
fn a_counter_in_the_status_loops_without_a_predicate() {
    let (passes, writes) = loops(json!({ "statusContent": "counter", "statusWhen": "always", "predicate": "none" })).expect("a loop");
    assert!(passes >= 20 && writes >= 20);
}

#[test]
fn a_time_in_nanoseconds_loops_without_a_predicate() {
    assert!(loops(json!({ "statusContent": "timeNano", "statusWhen": "always", "predicate": "none" })).is_some());
}

#[test]
fn the_generation_predicate_ends_both_loops() {
    for content in ["counter", "timeNano"] {
        assert_eq!(loops(json!({ "statusContent": content, "statusWhen": "always", "predicate": "generation" })), None);
    }
}

#[test]
fn writing_only_what_changed_ends_it_too() {
    assert_eq!(loops(json!({ "statusContent": "stable", "statusWhen": "changed", "predicate": "none" })), None);
}

#[test]
fn a_time_in_whole_seconds_falls_quiet_because_two_writes_in_one_second_are_identical() {
    let mut play = Play::new(with_habits(json!({ "statusContent": "time", "statusWhen": "always", "predicate": "none" })));
    play.edit(web());
    let settled = play.settle();
    assert!(settled.quiet && settled.loop_.is_none());
    let last = play.last_pass();
    let status = last["writes"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(status["outcome"], "unchanged");
    assert_eq!(status["event"], Value::Null);
    assert_eq!(status["before"], status["after"]);
}

#[test]
fn a_stable_status_written_always_is_quiet_because_identical_bytes_are_not_written() {
    let mut play = Play::new(with_habits(json!({ "statusWhen": "always", "predicate": "none" })));
    play.edit(web());
    let settled = play.settle();
    assert!(settled.quiet && settled.loop_.is_none());
    assert!(play.counter("unchangedWrites") >= 1);
    assert_eq!(outcomes(&play.last_pass()).last().unwrap(), "unchanged");
}

#[test]
fn the_old_tale_of_the_no_op_that_bumps_is_a_quirk_that_loops() {
    let mut scenario = with_habits(json!({ "statusWhen": "always", "predicate": "none" }));
    scenario["cluster"] = json!({ "quirks": { "noopBumps": true } });
    let mut play = Play::new(scenario);
    play.edit(web());
    assert!(play.settle().loop_.is_some());
}

#[test]
fn a_loop_is_one_also_where_each_of_its_events_absorbs_a_timer() {
    for habits in [
        json!({ "statusContent": "counter", "predicate": "none", "periodic": 60_000 }),
        json!({ "statusContent": "lastError", "predicate": "none", "statusWhen": "always", "onError": "statusAndRequeueAfter" }),
    ] {
        let mut play = Play::new(with_habits(habits.clone()));
        if habits.get("onError").is_some() {
            play.play(json!({ "fail": { "method": "POST", "kind": "ConfigMap", "reason": "Forbidden", "times": 1000 } }));
        }
        play.edit(web());
        let found = play.settle().loop_.expect("a loop");
        assert_eq!(found.key, "default/web", "{habits}");
        assert!(play.last_pass()["causes"].as_array().unwrap().len() > 1, "{habits}: the timer is among the causes");
    }
    // A timer alone is no loop, however often it runs.
    let mut play = Play::new(with_habits(json!({ "periodic": 10 })));
    play.edit(web());
    let settled = play.settle_until(10_000);
    assert!(settled.passes > 100 && settled.loop_.is_none());
}

#[test]
fn an_unordered_list_in_the_status_is_a_new_status_where_the_order_differs() {
    let mut play = Play::new(with_habits(json!({ "statusContent": "unordered", "statusWhen": "always", "predicate": "none" })));
    let mut app = web();
    for n in 0..12 {
        app["spec"]["data"][format!("k{n}")] = "v".into();
    }
    play.edit(app);
    assert!(play.settle().loop_.is_some());
}

#[test]
fn a_status_through_the_main_resource_is_dropped_without_a_word() {
    let mut play = Play::new(with_habits(json!({ "statusVia": "main" })));
    play.edit(web());
    assert!(play.settle().quiet);
    assert_eq!(play.app().get("status"), None);
    assert_eq!(outcomes(&play.last_pass()).last().unwrap(), "unchanged");
}

#[test]
fn without_the_subresource_a_status_write_is_a_new_generation() {
    let mut scenario = with_habits(json!({ "statusVia": "main" }));
    scenario["kinds"] =
        json!([{ "group": "lab.example.com", "version": "v1", "kind": "AppConfig", "plural": "appconfigs", "statusSubresource": false }]);
    let mut play = Play::new(scenario);
    play.edit(web());
    play.settle();
    assert!(play.app()["metadata"]["generation"].as_i64().unwrap() > 1);
    assert_eq!(play.ready()["status"], "True");
}

#[test]
fn the_copy_from_the_start_conflicts_after_an_own_write() {
    let mut play = Play::new(with_habits(json!({ "statusBase": "firstRead" })));
    play.edit(web_with_account());
    play.settle_until(10_000);
    assert!(play.counter("conflicts") >= 1);
    assert_eq!(play.ready()["status"], "True", "the retry heals it");
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web_with_account());
    play.settle();
    assert_eq!(play.counter("conflicts"), 0);
}

// --- waiting is not failing ---

fn decisions(play: &Play) -> Vec<Value> {
    play.passes().iter().map(|pass| pass["decision"].clone()).collect()
}

#[test]
fn a_missing_secret_is_waited_for() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web_with_requires());
    let settled = play.settle();
    assert!(settled.quiet);
    let decision = play.last_pass()["decision"].clone();
    assert_eq!(decision["rule"], "requeueAfter");
    assert_eq!(decision["forgets"], true);
    assert_eq!(decision["call"], "AddAfter");
    assert_eq!(decision["delay"], 10_000);
    assert_eq!(decision["returned"], json!({ "requeueAfter": 10_000 }));
    assert_eq!(settled.next_due, decision["due"].as_u64());
    assert!(play.child().is_none());
    assert_eq!(play.ready()["status"], "False");
    assert_eq!(play.counter("writes"), 2, "the AppConfig and its status");
    play.edit(secret());
    play.settle();
    assert!(play.child().is_some());
    assert_eq!(play.ready()["status"], "True");
    assert_eq!(play.controller()["queue"]["waiting"], json!([]), "the event took the timer with it");
}

#[test]
fn a_missing_secret_as_an_error_backs_off_to_a_thousand_seconds_and_success_forgets() {
    let mut play = Play::new(with_habits(json!({ "onMissing": "error" })));
    play.edit(web_with_requires());
    play.settle_until(3_500_000);
    let delays: Vec<u64> = decisions(&play).iter().map(|decision| decision["delay"].as_u64().unwrap()).collect();
    assert_eq!(delays[..6], [5, 10, 20, 40, 80, 160]);
    assert_eq!(delays[17], 655_360);
    assert_eq!(delays[18], 1_000_000);
    assert_eq!(delays[19], 1_000_000);
    let decision = play.last_pass()["decision"].clone();
    assert_eq!(decision["rule"], "error");
    assert_eq!(decision["forgets"], false);
    assert_eq!(decision["call"], "AddRateLimited");
    assert_eq!(decision["returned"]["error"]["message"], "Secret \"web-credentials\" not found");
    assert_eq!(play.controller()["queue"]["failures"]["default/web"], delays.len());
    play.edit(secret());
    play.settle();
    assert_eq!(play.ready()["status"], "True");
    assert_eq!(play.controller()["queue"]["failures"], json!({}));
}

#[test]
fn every_way_of_missing_returns_what_it_says() {
    let expected = [
        ("requeue", "requeue", Some("AddRateLimited"), false),
        ("terminal", "terminalError", None, false),
        ("done", "done", None, true),
        ("both", "error", Some("AddRateLimited"), false),
        ("panic", "error", Some("AddRateLimited"), false),
        ("timeout", "error", Some("AddRateLimited"), false),
    ];
    for (habit, rule, call, forgets) in expected {
        let mut play = Play::new(with_habits(json!({ "onMissing": habit })));
        play.edit(web_with_requires());
        play.run.finish_pass();
        let pass = play.last_pass();
        let decision = &pass["decision"];
        assert_eq!(decision["rule"], rule, "{habit}");
        assert_eq!(decision["call"], json!(call), "{habit}");
        assert_eq!(decision["forgets"], forgets, "{habit}");
        assert_eq!(play.ready()["status"], "False", "{habit}");
        match habit {
            "both" => assert_eq!(decision["ignored"], json!(["requeueAfter"])),
            "panic" => {
                let message = decision["returned"]["error"]["message"].as_str().unwrap();
                assert!(message.starts_with("panic: ") && message.ends_with(" [recovered]"));
                assert!(decision["returned"]["panic"].is_string());
            }
            "timeout" => {
                assert_eq!(decision["returned"]["error"]["message"], "context deadline exceeded");
                assert!(play.view()["time"].as_u64().unwrap() >= 5000);
            }
            "terminal" => {
                assert_eq!(decision["returned"]["error"]["message"], "terminal error: Secret \"web-credentials\" not found");
            }
            _ => {}
        }
    }
}

#[test]
fn a_periodic_check_passes_no_predicate() {
    let mut play = Play::new(with_habits(json!({ "periodic": 60_000 })));
    play.edit(web());
    let first = play.settle();
    assert!(first.next_due.is_some());
    let settled = play.settle_until(first.next_due.unwrap());
    assert_eq!(settled.passes, 1);
    assert_eq!(why(&play.last_pass()), ["requeueAfter"]);
    assert_eq!(settled.writes, 0);
}

#[test]
fn at_the_end_of_virtual_time_nothing_is_waited_for_any_more() {
    let mut play = Play::new(with_habits(json!({ "periodic": 31_622_400_000_u64 })));
    play.edit(web());
    let settled = play.settle_until(u64::MAX);
    assert!(settled.quiet);
    assert_eq!(settled.next_due, None);
    assert!(settled.passes > 90 && settled.passes < 110, "one a year for a century: {}", settled.passes);
    assert!(play.run.world().moves().is_empty());
}

#[test]
fn an_event_absorbs_a_waiting_timer_in_the_newer_queue_and_not_in_the_classic_one() {
    for (queue, left) in [("priority", 0), ("classic", 1)] {
        let mut play = Play::new(with_habits(json!({ "queue": queue, "onMissing": "requeueAfter" })));
        play.edit(web_with_requires());
        play.settle();
        play.edit(secret());
        play.settle();
        assert_eq!(play.controller()["queue"]["waiting"].as_array().unwrap().len(), left, "{queue}");
    }
}

// --- conflicts ---

#[test]
fn a_stale_copy_conflicts_twice_and_the_second_backoff_is_what_is_left() {
    let mut play = Play::new(with_habits(json!({ "statusWhen": "always" })));
    play.edit(web());
    play.settle();
    play.play(json!({ "hold": { "kind": "AppConfig" } }));
    let mut app = play.app();
    app["metadata"]["labels"] = json!({ "tier": "front" });
    play.edit(app);
    let mut child = play.child().unwrap();
    child["data"]["color"] = "red".into();
    play.edit(child);
    let before = play.passes().len();
    let settled = play.settle();
    assert!(settled.quiet);
    assert_eq!(play.counter("conflicts"), 2);
    let passes = play.passes()[before..].to_vec();
    assert_eq!(passes.len(), 2);
    let text = "Operation cannot be fulfilled on appconfigs.lab.example.com \"web\": the object has been modified; please apply your changes to the latest version and try again";
    for pass in &passes {
        assert_eq!(pass["decision"]["returned"]["error"]["message"], text);
        assert_eq!(pass["decision"]["returned"]["error"]["reason"], "Conflict");
    }
    assert_eq!(passes[0]["decision"]["delay"], 5);
    assert_eq!(why(&passes[1]), ["retry", "owned"], "the repair's own event took the backoff with it");
    assert_eq!(passes[1]["causes"][1]["merged"], true);
    assert_eq!(passes[1]["decision"]["delay"], 10);
    assert_eq!(settled.next_due, passes[1]["decision"]["due"].as_u64());
    play.play(json!({ "release": { "kind": "AppConfig" } }));
    play.settle_until(settled.next_due.unwrap());
    assert_eq!(play.counter("conflicts"), 2);
    assert_eq!(play.last_pass()["decision"]["rule"], "done");
    assert_eq!(play.controller()["queue"]["failures"], json!({}));
}

#[test]
fn reading_anew_before_the_write_meets_no_conflict() {
    let mut play = Play::new(with_habits(json!({ "statusWhen": "always", "statusBase": "fresh" })));
    play.edit(web());
    play.settle();
    play.play(json!({ "hold": { "kind": "AppConfig" } }));
    let mut app = play.app();
    app["metadata"]["labels"] = json!({ "tier": "front" });
    play.edit(app);
    let mut child = play.child().unwrap();
    child["data"]["color"] = "red".into();
    play.edit(child);
    play.settle();
    assert_eq!(play.counter("conflicts"), 0);
}

// --- deletion ---

#[test]
fn a_deletion_is_a_timestamp_and_one_more_call() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web_with_account());
    play.settle();
    assert_eq!(play.app()["metadata"]["finalizers"], json!(["lab.example.com/account"]));
    assert_eq!(play.view()["outside"], json!([{ "name": "web-db", "broken": false, "madeBy": "default/web" }]));
    let generation = play.app()["metadata"]["generation"].as_i64().unwrap();
    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    assert_eq!(play.app()["metadata"]["generation"], generation + 1);
    assert!(play.app()["metadata"]["deletionTimestamp"].is_string());
    assert!(play.child().is_some(), "held by its finalizer, the owner keeps its child");
    let settled = play.settle();
    assert!(settled.quiet);
    assert!(play.object("AppConfig", "web").is_none());
    assert!(play.child().is_none(), "collected");
    assert_eq!(play.view()["outside"], json!([]));
}

#[test]
fn a_cleanup_that_fails_on_what_is_gone_is_stuck_until_the_finalizer_is_taken_off() {
    let mut play = Play::new(with_habits(json!({ "cleanup": "failsOnMissing" })));
    play.edit(web_with_account());
    play.settle();
    play.play(json!({ "outside": { "op": "remove", "name": "web-db" } }));
    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    let settled = play.settle_until(100_000);
    assert!(settled.next_due.is_some());
    assert_eq!(play.app()["metadata"]["finalizers"], json!(["lab.example.com/account"]));
    assert_eq!(play.last_pass()["decision"]["returned"]["error"]["message"], "account \"web-db\" not found");
    assert_eq!(play.last_pass()["answers"]["action"], json!({ "did": [], "failed": "removeAccount" }));
    let mut app = play.app();
    app["metadata"]["finalizers"] = json!([]);
    play.edit(app);
    play.settle_until(200_000_000);
    assert!(play.object("AppConfig", "web").is_none());
    assert!(play.child().is_none());
}

#[test]
fn an_idempotent_cleanup_is_not_stuck() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web_with_account());
    play.settle();
    play.play(json!({ "outside": { "op": "remove", "name": "web-db" } }));
    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    play.settle();
    assert!(play.object("AppConfig", "web").is_none());
}

#[test]
fn a_cleanup_that_needs_the_secret_deadlocks_without_it() {
    let mut play = Play::with_all(json!({ "cleanup": "needsRequired" }));
    play.settle();
    play.play(json!({ "remove": { "kind": "Secret", "name": "web-credentials" } }));
    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    let settled = play.settle();
    assert!(settled.next_due.is_some());
    assert!(play.object("AppConfig", "web").is_some());
    play.edit(secret());
    play.settle();
    assert!(play.object("AppConfig", "web").is_none());
    assert_eq!(play.view()["outside"], json!([]));
}

#[test]
fn without_a_finalizer_the_account_leaks() {
    let mut play = Play::new(with_habits(json!({ "finalizer": "none" })));
    play.edit(web_with_account());
    play.settle();
    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    play.settle();
    assert!(play.object("AppConfig", "web").is_none());
    assert_eq!(play.view()["outside"][0]["madeBy"], "default/web", "its owner is gone");
}

#[test]
fn a_finalizer_added_after_the_account_leaks_in_one_gap() {
    let mut play = Play::new(with_habits(json!({ "finalizer": "afterOutside" })));
    play.edit(web_with_account());
    while play.view()["outside"] == json!([]) {
        play.run.step();
    }
    play.play(json!({ "crash": {} }));
    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    play.play(json!({ "start": {} }));
    play.settle();
    assert!(play.object("AppConfig", "web").is_none());
    assert_eq!(play.view()["outside"].as_array().unwrap().len(), 1);
}

#[test]
fn another_account_replaces_the_old_one_and_none_takes_the_finalizer_off() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web_with_account());
    play.settle();
    let mut app = play.app();
    app["spec"]["account"] = "web-db-2".into();
    play.edit(app);
    play.settle();
    assert_eq!(play.view()["outside"], json!([{ "name": "web-db-2", "broken": false, "madeBy": "default/web" }]));
    let mut app = play.app();
    app["spec"].as_object_mut().unwrap().remove("account");
    play.edit(app);
    play.settle();
    assert_eq!(play.view()["outside"], json!([]));
    assert_eq!(play.app()["metadata"].get("finalizers"), None);
}

#[test]
fn a_broken_service_is_an_error_until_it_heals() {
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web_with_account());
    play.settle();
    play.play(json!({ "outside": { "op": "break", "name": "web-db" } }));
    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    play.settle();
    assert_eq!(play.last_pass()["decision"]["returned"]["error"]["message"], "account \"web-db\": service unavailable");
    play.play(json!({ "outside": { "op": "heal", "name": "web-db" } }));
    play.settle_until(1_000_000);
    assert!(play.object("AppConfig", "web").is_none());
    assert_eq!(play.view()["outside"], json!([]));
}

// --- how the child is compared and made ---

#[test]
fn writes_that_are_not_needed_are_sent_and_answered_unchanged() {
    for compare in ["always", "whole"] {
        let mut play = Play::new(with_habits(json!({ "compare": compare })));
        play.edit(web());
        let settled = play.settle();
        assert!(settled.quiet && settled.loop_.is_none(), "{compare}");
        assert_eq!(outcomes(&play.last_pass())[0], "unchanged", "{compare}");
    }
}

#[test]
fn a_hash_does_not_see_drift() {
    let mut play = Play::new(with_habits(json!({ "compare": "hash" })));
    play.edit(web());
    play.settle();
    let mut child = play.child().unwrap();
    assert!(child["metadata"]["annotations"]["lab.example.com/hash"].is_string());
    child["data"]["color"] = "red".into();
    play.edit(child);
    play.settle();
    assert_eq!(play.child().unwrap()["data"]["color"], "red");
    let mut app = play.app();
    app["spec"]["data"]["level"] = "debug".into();
    play.edit(app);
    play.settle();
    assert_eq!(play.child().unwrap()["data"], json!({ "color": "blue", "level": "debug" }));
}

#[test]
fn create_only_meets_already_exists() {
    let mut play = Play::new(with_habits(json!({ "ensure": "createOnly" })));
    play.edit(web());
    play.settle();
    assert_eq!(outcomes(&play.last_pass())[0], "alreadyExists");
    assert_eq!(play.last_pass()["decision"]["returned"]["error"]["message"], "configmaps \"web-config\" already exists");
}

// --- faults ---

#[test]
fn a_failed_request_is_retried_and_a_lost_answer_is_found_done() {
    for applied in [false, true] {
        let mut play = Play::new(json!({ "version": 1 }));
        play.play(json!({ "fail": { "method": "POST", "kind": "ConfigMap", "reason": "InternalError", "applied": applied } }));
        play.edit(web());
        play.settle_until(10_000);
        let first = play.passes()[0].clone();
        assert_eq!(outcomes(&first)[0], if applied { "lost" } else { "failed" });
        assert_eq!(first["decision"]["rule"], "error");
        assert_eq!(play.ready()["status"], "True");
    }
}

#[test]
fn a_cut_watch_replays_what_was_missed_once_it_is_back() {
    let mut play = settled_web();
    play.play(json!({ "cutWatch": { "kind": "ConfigMap" } }));
    let mut child = play.child().unwrap();
    child["data"]["color"] = "red".into();
    play.edit(child);
    assert_eq!(play.controller()["inFlight"], json!([]), "what was on the wire is gone");
    assert_eq!(play.controller()["cache"]["ConfigMap"]["behind"], 1);
    play.play(json!({ "deliver": { "kind": "ConfigMap" } }));
    assert_eq!(play.controller()["cache"]["ConfigMap"]["watch"], "open");
    play.settle();
    assert_eq!(play.child().unwrap()["data"]["color"], "blue");
}

#[test]
fn held_events_are_not_waited_for_but_can_be_played_one_by_one() {
    let mut play = Play::new(json!({ "version": 1, "delivery": "held" }));
    play.settle();
    play.edit(web());
    assert_eq!(play.settle().passes, 0);
    play.play(json!({ "deliver": { "kind": "AppConfig" } }));
    assert_eq!(play.settle().passes, 1);
    assert_eq!(play.controller()["cache"]["AppConfig"]["held"], true);
}

#[test]
fn a_delayed_event_is_work_and_the_clock_is_advanced_for_it() {
    let mut play = Play::new(json!({ "version": 1, "delivery": { "delay": 50 } }));
    play.settle();
    play.edit(web());
    let settled = play.settle();
    assert!(settled.quiet);
    assert_eq!(play.ready()["status"], "True");
    assert!(play.view()["time"].as_u64().unwrap() >= 100);
}

#[test]
fn faults_are_listed_within_the_budget_and_each_can_be_played() {
    let mut play = Play::new(json!({ "version": 1, "budget": { "crash": 1, "cutWatch": 1, "fail": 1, "hold": 1 } }));
    play.edit(web());
    let mut kinds = std::collections::BTreeSet::new();
    while let Some(next) = play.run.world().default_move() {
        for fault in play.run.world().faults() {
            kinds.insert(fault.name());
            let mut fork = play.clone();
            fork.run.play(&fault).unwrap_or_else(|error| panic!("{fault:?}: {error}"));
            let left = fork.run.world().faults();
            assert!(!left.iter().any(|other| other.name() == fault.name()), "{} is spent", fault.name());
        }
        play.run.play(&next).unwrap();
    }
    assert_eq!(Vec::from_iter(kinds), ["crash", "cutWatch", "fail", "hold"]);
}

// --- what a person can get wrong ---

#[test]
fn a_move_that_cannot_be_played_is_named_and_changes_nothing() {
    let cases = [
        (json!({ "deliver": { "kind": "Pod" } }), "notFound", "/deliver/kind"),
        (json!({ "deliver": { "count": 0 } }), "invalid", "/deliver/count"),
        (json!({ "begin": {} }), "notPossible", "/begin"),
        (json!({ "answer": {} }), "notFound", "/answer"),
        (json!({ "collect": {} }), "notFound", "/collect"),
        (json!({ "collect": { "worker": "nobody" } }), "notFound", "/collect/worker"),
        (json!({ "advance": { "to": 1, "by": 1 } }), "invalid", "/advance"),
        (json!({ "advance": { "by": 9_000_000_000_000_000_u64 } }), "tooLarge", "/advance"),
        (json!({ "crash": { "controller": "nobody" } }), "notFound", "/crash/controller"),
        (json!({ "start": {} }), "notPossible", "/start/controller"),
        (json!({ "start": { "at": "999" } }), "notFound", "/start/at"),
        (json!({ "compact": { "now": true } }), "invalid", "/compact/now"),
        (json!({ "resume": { "controller": "appconfig-controller" } }), "notPossible", "/resume/controller"),
        (json!({ "elect": { "controller": "appconfig-controller" } }), "notPossible", "/elect/controller"),
        (json!({ "habits": { "set": { "predicat": "none" } } }), "invalid", "/habits/set/predicat"),
        (json!({ "habits": { "set": { "naming": "generated", "write": "apply" } } }), "invalid", "/habits/set/naming"),
        (json!({ "fail": { "method": "PUT", "kind": "ConfigMap", "reason": "Sadness" } }), "invalid", "/fail/reason"),
        (json!({ "outside": { "op": "remove", "name": "x" } }), "notFound", "/outside/name"),
        (json!({ "outside": { "op": "burn", "name": "x" } }), "invalid", "/outside/op"),
        (
            json!({ "edit": { "object": { "kind": "Pod", "apiVersion": "v1", "metadata": { "name": "x" } } } }),
            "notFound",
            "/edit/object/kind",
        ),
        (
            json!({ "edit": { "object": { "kind": "ConfigMap", "apiVersion": "v1", "metadata": {} } } }),
            "invalid",
            "/edit/object/metadata/name",
        ),
        (json!({ "remove": { "kind": "Pod", "name": "x" } }), "notFound", "/remove/kind"),
        (json!({ "remove": { "kind": "ConfigMap", "name": "../x" } }), "invalid", "/remove/name"),
        (json!({ "nonsense": {} }), "invalid", ""),
        (json!({ "hold": { "what": 1 } }), "invalid", "/hold/what"),
    ];
    let mut play = settled_web();
    let digest = play.run.digest();
    for (bad, code, path) in cases {
        let error = play.try_play(bad.clone()).expect_err(&bad.to_string());
        assert_eq!((error.code.name(), error.path.as_str()), (code, path), "{bad}: {error}");
        assert_eq!(play.run.digest(), digest, "{bad}");
    }
}

#[test]
fn a_scenario_that_cannot_be_is_named() {
    let cases = [
        (json!({ "version": 2 }), "/version"),
        (json!({ "version": 1, "start": "yesterday" }), "/start"),
        (json!({ "version": 1, "seed": -1 }), "/seed"),
        (json!({ "version": 1, "seed": 9_007_199_254_740_993_u64 }), "/seed"),
        (json!({ "version": 1, "colour": 1 }), "/colour"),
        (json!({ "version": 1, "controllers": [{ "name": "a", "habits": { "queue": "fast" } }] }), "/controllers/0/habits/queue"),
        (json!({ "version": 1, "controllers": [{ "name": "a" }, { "name": "a" }] }), "/controllers/1/name"),
        (json!({ "version": 1, "controllers": [{ "name": "A b" }] }), "/controllers/0/name"),
        (json!({ "version": 1, "controllers": [{ "name": "a", "lease": "L" }] }), "/controllers/0/lease"),
        (json!({ "version": 1, "objects": [{ "kind": "Pod", "apiVersion": "v1", "metadata": { "name": "x" } }] }), "/objects/0/kind"),
        (
            json!({ "version": 1, "objects": [{ "kind": "ConfigMap", "apiVersion": "v1", "metadata": { "name": "Bad Name" } }] }),
            "/objects/0",
        ),
        (json!({ "version": 1, "outside": [{ "name": "a", "madeBy": "nokey" }] }), "/outside/0/madeBy"),
        (json!({ "version": 1, "prelude": [{ "begin": {} }] }), "/prelude/0/begin"),
        (json!({ "version": 1, "budget": { "stall": -1 } }), "/budget/stall"),
        (json!({ "version": 1, "delivery": "slow" }), "/delivery"),
    ];
    for (bad, path) in cases {
        let Err(error) = Play::try_new(bad.clone()) else { panic!("{bad} was taken") };
        assert_eq!(error.path, path, "{bad}: {error}");
    }
}

#[test]
fn a_read_is_neither_recorded_nor_counted() {
    let mut play = settled_web();
    let (digest, length) = (play.run.digest(), play.run.len());
    let request =
        reconcile_playground::scenario::read(json!({ "method": "GET", "path": "/api/v1/namespaces/default/configmaps/web-config" }))
            .unwrap();
    let response = play.run.request(request).unwrap();
    assert_eq!(response.code, 200);
    assert_eq!((play.run.digest(), play.run.len()), (digest, length));
}
