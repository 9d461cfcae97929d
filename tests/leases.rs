//! Leader election with a Lease: who works, who takes over and when to the millisecond, and what a stalled leader still does.

mod common;
#[path = "common/random.rs"]
mod random;

use common::{Play, outcomes, web, web_with_account, why};
use random::Dice;
use reconcile_playground::scenario::Move;
use reconcile_playground::world::history::{Run, Settled};
use serde_json::{Value, json};

const A: &str = "replica-a";
const B: &str = "replica-b";

fn scenario() -> Value {
    json!({ "version": 1, "controllers": [{ "name": A, "lease": "leader" }, { "name": B, "lease": "leader" }] })
}

fn replicas() -> Play {
    Play::new(scenario())
}

fn of(play: &Play, name: &str) -> Value {
    play.view()["controllers"][name].clone()
}

fn leaders(play: &Play) -> (Value, Value) {
    (of(play, A)["leader"].clone(), of(play, B)["leader"].clone())
}

fn lease(play: &Play) -> Value {
    play.object("Lease", "leader").expect("the lease")
}

fn holder(play: &Play) -> String {
    lease(play)["spec"]["holderIdentity"].as_str().unwrap().split('_').next().unwrap().to_string()
}

fn now(play: &Play) -> u64 {
    play.view()["time"].as_u64().unwrap()
}

fn due(play: &Play, name: &str) -> u64 {
    of(play, name)["lease"]["due"].as_u64().unwrap()
}

fn elect(play: &mut Play, name: &str) -> Value {
    let facts = play.play(json!({ "elect": { "controller": name } }));
    let fact = facts.iter().find(|fact| !fact["elected"].is_null()).expect("an elected fact");
    fact["elected"].clone()
}

/// Plays what happens by itself until the clock stands at `to`, and what is then due.
fn until(play: &mut Play, to: u64) -> Settled {
    let settled = play.settle_until(to);
    if now(play) < to {
        play.play(json!({ "advance": { "to": to } }));
    }
    settled
}

/// How long B, having failed to acquire, waits before it tries again.
fn retry(play: &Play, name: &str) -> u64 {
    let mut play = play.clone();
    elect(&mut play, name);
    due(&play, name) - now(&play)
}

#[test]
fn the_first_to_try_leads_and_only_its_caches_and_workers_start() {
    let mut play = replicas();
    assert_eq!(leaders(&play), (json!(false), json!(false)));
    play.edit(web());
    assert_eq!(play.run.world().default_move().unwrap().to_value(), json!({ "elect": { "controller": A } }));
    let settled = play.settle();
    assert!(settled.quiet);
    assert_eq!(leaders(&play), (json!(true), json!(false)));
    assert!(play.child().is_some());
    assert_eq!(of(&play, A)["cache"]["AppConfig"]["synced"], true);
    let standby = of(&play, B);
    for kind in ["AppConfig", "ConfigMap", "Secret"] {
        assert_eq!(standby["cache"][kind]["synced"], false, "a candidate does not even list");
    }
    assert_eq!((&standby["running"], &standby["passes"]), (&json!(true), &json!(0)));
    assert_eq!(standby["inFlight"], json!([]));
    let error = play.try_play(json!({ "begin": { "controller": B } })).unwrap_err();
    assert_eq!((error.code.name(), &*error.message), ("notPossible", "it is not the leader"));
}

#[test]
fn the_lease_is_an_object_like_others_written_by_the_leader() {
    let mut play = replicas();
    play.settle();
    let lease = lease(&play);
    assert_eq!(lease["apiVersion"], "coordination.k8s.io/v1");
    assert_eq!(lease["metadata"]["namespace"], "default");
    assert_eq!(lease["metadata"]["managedFields"][0]["manager"], A);
    let identity = lease["spec"]["holderIdentity"].as_str().unwrap();
    assert!(identity.starts_with("replica-a_") && identity.len() == "replica-a_".len() + 36, "{identity}");
    assert_eq!(
        lease["spec"],
        json!({
            "holderIdentity": identity, "leaseDurationSeconds": 15, "leaseTransitions": 0,
            "acquireTime": "2026-01-01T00:00:00.000000Z", "renewTime": "2026-01-01T00:00:00.000000Z",
        })
    );
    until(&mut play, 2000);
    let renewed = self::lease(&play);
    assert_eq!(renewed["spec"]["renewTime"], "2026-01-01T00:00:02.000000Z");
    assert_eq!(renewed["spec"]["acquireTime"], "2026-01-01T00:00:00.000000Z");
    assert_eq!(renewed["spec"]["leaseTransitions"], 0);
    assert_ne!(renewed["metadata"]["resourceVersion"], lease["metadata"]["resourceVersion"]);
}

#[test]
fn renewals_are_timers_that_are_counted_as_requests_but_not_as_writes() {
    let mut play = replicas();
    let settled = play.settle();
    assert!(settled.quiet, "renewals keep nobody from coming to rest");
    assert_eq!(settled.writes, 0);
    assert_eq!(settled.next_due, Some(2000), "the leader's next renewal");
    assert_eq!((play.counter("requests"), play.counter("writes"), play.counter("events")), (1, 0, 1));
    let settled = play.settle_until(60_000);
    assert!(settled.quiet && settled.loop_.is_none());
    assert_eq!((settled.writes, settled.next_due), (0, Some(due(&play, B).min(62_000))));
    assert_eq!((play.counter("requests"), play.counter("writes"), play.counter("events")), (31, 0, 31));
    assert_eq!(leaders(&play), (json!(true), json!(false)));
}

#[test]
fn a_candidate_tries_every_two_to_four_and_a_half_seconds_and_two_of_them_not_in_step() {
    let mut waits = Vec::new();
    for seed in 0..40 {
        let mut scenario = scenario();
        scenario["seed"] = seed.into();
        let mut play = Play::new(scenario);
        play.settle();
        let wait = due(&play, B);
        assert!((2000..4400).contains(&wait), "{wait}");
        until(&mut play, wait);
        assert_eq!(due(&play, B), 2 * wait, "drawn once for each process");
        waits.push(wait);
    }
    waits.sort_unstable();
    waits.dedup();
    assert!(waits.len() > 30 && waits[0] < 2400 && *waits.last().unwrap() > 4000, "{waits:?}");
}

#[test]
fn a_dead_leader_is_followed_fifteen_seconds_after_the_candidate_last_saw_a_change() {
    let mut play = replicas();
    play.edit(web());
    play.settle();
    let wait = retry(&play, B);
    until(&mut play, 10_000);
    play.play(json!({ "crash": { "controller": A } }));
    assert_eq!(of(&play, A)["leader"], false);
    // The last renewal was at 10 000; B sees it with its next try, and counts from there on its own clock.
    let seen = 10_000_u64.div_ceil(wait) * wait;
    let takes = (seen + 15_000).div_ceil(wait) * wait;
    until(&mut play, takes - 1);
    assert_eq!(leaders(&play), (json!(false), json!(false)));
    assert_eq!(holder(&play), A, "the dead one still holds it");
    assert_eq!(of(&play, B)["lease"]["since"], seen);
    assert_eq!(of(&play, B)["lease"]["expires"], seen + 15_000);
    until(&mut play, takes);
    assert_eq!(leaders(&play), (json!(false), json!(true)));
    assert_eq!(holder(&play), B);
    let spec = lease(&play)["spec"].clone();
    assert_eq!(spec["leaseTransitions"], 1);
    assert_eq!(spec["acquireTime"], spec["renewTime"]);
    assert!((15_000..=15_000 + 2 * 4400).contains(&(takes - 10_000)));
    // What it queues, it queues since it leads.
    assert!(play.settle().quiet);
    let pass = of(&play, B)["lastPass"].clone();
    assert_eq!(why(&pass), ["leader", "leader"]);
    assert_eq!(outcomes(&pass), ["skipped", "skipped"]);
    let won = play
        .run
        .trace(0, play.run.position())
        .unwrap()
        .iter()
        .position(|entry| {
            entry["facts"]
                .as_array()
                .unwrap()
                .iter()
                .any(|fact| fact["elected"]["outcome"] == "acquired" && fact["elected"]["controller"] == B)
        })
        .unwrap();
    assert_eq!(pass["causes"][0]["move"], won + 1, "the move that made it leader");
    assert_eq!(of(&play, B)["queue"]["ready"], json!([]));
}

#[test]
fn a_lease_is_valid_to_the_millisecond_and_a_person_may_have_a_candidate_try_at_any_time() {
    let mut play = replicas();
    play.settle();
    play.play(json!({ "crash": { "controller": A } }));
    // B has seen the lease at 0, and has not looked since.
    play.play(json!({ "advance": { "to": 14_999 } }));
    let tried = elect(&mut play, B);
    assert_eq!((&tried["outcome"], &tried["since"], &tried["expires"]), (&json!("failed"), &json!(0), &json!(15_000)));
    play.play(json!({ "advance": { "to": 15_000 } }));
    assert_eq!(elect(&mut play, B)["outcome"], "acquired");
    // A leader may renew early as well; then the next renewal is two seconds from there.
    play.play(json!({ "advance": { "to": 15_700 } }));
    assert_eq!(elect(&mut play, B)["outcome"], "renewed");
    assert_eq!((due(&play, B), &lease(&play)["spec"]["renewTime"]), (17_700, &json!("2026-01-01T00:00:15.700000Z")));
    assert_eq!(lease(&play)["spec"]["acquireTime"], "2026-01-01T00:00:15.000000Z");
}

#[test]
fn the_leaders_own_first_keys_have_the_cause_leader_too() {
    let mut play = replicas();
    play.edit(web());
    play.settle();
    let first = of(&play, A)["recentPasses"][0].clone();
    assert_eq!(why(&first), ["leader"]);
    assert_eq!(first["causes"][0]["type"], "ADDED");
    // Without a lease it is the initial list, as ever.
    let mut play = Play::new(json!({ "version": 1 }));
    play.edit(web());
    play.settle();
    assert_eq!(why(&play.passes()[0]), ["initialList"]);
}

#[test]
fn a_restarted_leader_is_somebody_else_and_waits_for_its_own_old_lease() {
    let mut play = Play::new(json!({ "version": 1, "controllers": [{ "name": A, "lease": "leader" }] }));
    play.settle();
    let before = lease(&play)["spec"]["holderIdentity"].clone();
    until(&mut play, 4000);
    play.play(json!({ "crash": {} }));
    play.play(json!({ "start": {} }));
    assert_eq!(elect(&mut play, A)["outcome"], "failed");
    assert_eq!(of(&play, A)["lease"]["holder"], before);
    let wait = due(&play, A) - 4000;
    let takes = 4000 + 15_000_u64.div_ceil(wait) * wait;
    until(&mut play, takes - 1);
    assert_eq!(of(&play, A)["leader"], false);
    until(&mut play, takes);
    assert_eq!(of(&play, A)["leader"], true);
    assert_ne!(lease(&play)["spec"]["holderIdentity"], before);
    assert_eq!(lease(&play)["spec"]["leaseTransitions"], 1);
}

#[test]
fn a_new_version_waits_too_since_nothing_is_released() {
    let mut play = replicas();
    play.settle();
    play.play(json!({ "habits": { "controller": A, "set": { "statusWhen": "always" } } }));
    play.settle();
    assert_eq!(leaders(&play), (json!(false), json!(false)));
    assert_eq!(holder(&play), A);
    until(&mut play, 25_000);
    assert!(leaders(&play) == (json!(true), json!(false)) || leaders(&play) == (json!(false), json!(true)));
    assert_eq!(lease(&play)["spec"]["leaseTransitions"], 1);
}

#[test]
fn a_leader_that_cannot_renew_for_ten_seconds_exits_and_comes_back_only_by_start() {
    let mut play = replicas();
    play.edit(web());
    play.settle();
    until(&mut play, 4000);
    let pass = of(&play, A)["passes"].clone();
    play.play(json!({ "fail": { "controller": A, "method": "PUT", "kind": "Lease", "reason": "ServiceUnavailable", "times": 100 } }));
    // The first renewal that fails is at 6000: it gives up ten seconds later, and tries every two until then.
    until(&mut play, 15_999);
    assert_eq!(of(&play, A)["lease"]["deadline"], 16_000);
    assert_eq!(of(&play, A)["leader"], true);
    assert_eq!(play.run.world().default_move().unwrap().to_value(), json!({ "advance": { "to": 16_000 } }));
    play.run.step();
    let facts: Vec<Value> = play.run.step().iter().map(reconcile_playground::world::fact::Fact::to_value).collect();
    assert_eq!(facts[0]["elected"]["outcome"], "lost");
    assert_eq!(facts[1], json!({ "crashed": { "controller": A, "passes": [] } }));
    assert_eq!((&of(&play, A)["running"], &of(&play, A)["leader"]), (&json!(false), &json!(false)));
    assert_eq!(of(&play, A)["passes"], pass);
    let settled = until(&mut play, 60_000);
    assert!(settled.quiet);
    assert_eq!(of(&play, A)["running"], false, "it comes back only by start");
    assert_eq!(holder(&play), B);
    play.play(json!({ "start": { "controller": A } }));
    play.settle();
    assert_eq!(leaders(&play), (json!(false), json!(true)));
}

#[test]
fn one_renewal_that_fails_does_no_harm() {
    for applied in [false, true] {
        let mut play = replicas();
        play.settle();
        play.play(json!({ "fail": { "controller": A, "method": "PUT", "kind": "Lease", "reason": "Timeout", "applied": applied } }));
        until(&mut play, 2000);
        // The optimistic write fails, so it reads; what it reads is its own, so it writes on that.
        assert_eq!(lease(&play)["spec"]["renewTime"], "2026-01-01T00:00:02.000000Z");
        assert_eq!(of(&play, A)["lease"]["deadline"], Value::Null);
        until(&mut play, 30_000);
        assert_eq!(leaders(&play), (json!(true), json!(false)));
        assert_eq!(lease(&play)["spec"]["leaseTransitions"], 0);
    }
}

#[test]
fn a_renewal_in_time_takes_the_deadline_away() {
    let mut play = replicas();
    play.settle();
    play.play(json!({ "fail": { "controller": A, "method": "PUT", "kind": "Lease", "reason": "Timeout", "times": 8 } }));
    // Each try sends two, the second after it has read: four tries fail, at 2000, 4000, 6000 and 8000.
    until(&mut play, 8000);
    assert_eq!(of(&play, A)["lease"]["deadline"], 12_000);
    assert_eq!(lease(&play)["spec"]["renewTime"], "2026-01-01T00:00:00.000000Z");
    until(&mut play, 10_000);
    assert_eq!(of(&play, A)["lease"]["deadline"], Value::Null);
    until(&mut play, 40_000);
    assert_eq!(leaders(&play), (json!(true), json!(false)));
}

#[test]
fn a_failed_read_is_a_try_that_failed() {
    let mut play = replicas();
    play.play(json!({ "fail": { "controller": A, "method": "GET", "kind": "Lease", "reason": "InternalError" } }));
    assert_eq!(elect(&mut play, A)["outcome"], "failed");
    assert_eq!(elect(&mut play, B)["outcome"], "acquired");
    play.settle();
    assert_eq!(leaders(&play), (json!(false), json!(true)));
}

// --- stalls ---

/// A leads and is stopped in mid-pass, right before it writes the child of a new spec; B takes over and finishes.
fn stalled_in_mid_pass(scenario: Value) -> Play {
    let mut play = Play::new(scenario);
    play.edit(web());
    play.settle();
    let mut app = web();
    app["spec"]["data"]["color"] = "red".into();
    play.edit(app);
    while of(&play, A)["pass"]["question"] != "action" {
        play.run.step();
    }
    assert_eq!(of(&play, A)["pass"]["next"]["method"], "PUT");
    play.play(json!({ "stall": { "controller": A } }));
    play
}

#[test]
fn a_stalled_process_does_not_move_and_keeps_its_memory_while_the_clock_goes_on() {
    let mut play = stalled_in_mid_pass(scenario());
    let before = of(&play, A);
    assert_eq!(before["stalled"], true);
    let settled = until(&mut play, 12_000);
    assert!(settled.quiet);
    assert_eq!(settled.next_due.map(|due| due > 12_000), Some(true));
    let after = of(&play, A);
    for field in ["pass", "queue", "leader", "lease", "recentPasses", "running"] {
        assert_eq!(before[field], after[field], "{field}");
    }
    for kind in ["AppConfig", "ConfigMap", "Secret"] {
        assert_eq!(before["cache"][kind]["objects"], after["cache"][kind]["objects"]);
    }
    // None of its own moves is listed, and none can be played.
    for listed in play.run.world().moves() {
        assert_ne!(listed.to_value().as_object().unwrap().values().next().unwrap()["controller"], A, "{listed:?}");
    }
    for own in ["answer", "begin", "deliver", "elect", "report", "resync", "stall"] {
        let error = play.try_play(json!({ own: { "controller": A } })).expect_err(own);
        assert_eq!((error.code.name(), &*error.path, &*error.message), ("notPossible", &*format!("/{own}/controller"), "it is stalled"));
    }
    let error = play.try_play(json!({ "resume": { "controller": B } })).unwrap_err();
    assert_eq!((error.code.name(), &*error.message), ("notPossible", "it is not stalled"));
    // What comes from outside still reaches it, or kills it.
    play.play(json!({ "cutWatch": { "controller": A, "kind": "Secret" } }));
    play.play(json!({ "crash": { "controller": A } }));
    assert_eq!((&of(&play, A)["stalled"], &of(&play, A)["running"]), (&json!(false), &json!(false)));
    play.play(json!({ "start": { "controller": A } }));
    assert_eq!(of(&play, A)["stalled"], false);
}

#[test]
fn after_a_takeover_the_stalled_leader_still_writes_and_the_revision_is_what_protects() {
    let mut play = stalled_in_mid_pass(scenario());
    until(&mut play, 30_000);
    assert_eq!(leaders(&play), (json!(true), json!(true)), "both believe that they lead");
    assert_eq!(holder(&play), B);
    assert_eq!(play.child().unwrap()["data"]["color"], "red", "the new leader has done the work");
    let writes = play.counter("writes");
    play.play(json!({ "resume": { "controller": A } }));
    // First of all it goes on where it stood: with a write on the copy that it had.
    let facts = play.play(json!({ "answer": { "controller": A } }));
    let write = facts.iter().find(|fact| !fact["write"].is_null()).unwrap()["write"].clone();
    assert_eq!((&write["by"], &write["method"], &write["outcome"]), (&json!(A), &json!("PUT"), &json!("conflict")));
    assert_eq!(
        write["message"],
        "Operation cannot be fulfilled on configmaps \"web-config\": the object has been modified; please apply your changes to the latest version and try again"
    );
    assert_eq!(play.counter("writes"), writes, "nothing was lost");
    // Its renewal finds another holder, and the deadline counts from there: until then there are two that work.
    let resumed = now(&play);
    until(&mut play, resumed + 9_999);
    assert_eq!(leaders(&play), (json!(true), json!(true)));
    let deadline = of(&play, A)["lease"]["deadline"].as_u64().unwrap();
    assert!((resumed..resumed + 100).contains(&(deadline - 10_000)), "{deadline}");
    until(&mut play, deadline);
    assert_eq!((&of(&play, A)["running"], holder(&play)), (&json!(false), B.to_string()));
    assert_eq!(play.child().unwrap()["data"]["color"], "red");
    assert_eq!(play.ready()["status"], "True");
}

#[test]
fn nothing_protects_where_the_late_write_carries_no_revision() {
    // Of the account outside there is no revision: the late call makes what the new leader has removed.
    let mut play = replicas();
    play.edit(web_with_account());
    while of(&play, A)["pass"]["next"]["outside"] != "create" {
        play.run.step();
    }
    play.play(json!({ "stall": { "controller": A } }));
    until(&mut play, 30_000);
    assert_eq!(holder(&play), B);
    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    play.settle();
    assert_eq!(play.view()["outside"], json!([]), "the new leader has cleaned up");
    assert!(play.object("AppConfig", "web").is_none());
    play.play(json!({ "resume": { "controller": A } }));
    play.play(json!({ "answer": { "controller": A } }));
    assert_eq!(play.view()["outside"][0]["name"], "web-db", "a leak: its owner is gone");
    until(&mut play, 60_000);
    assert_eq!(of(&play, A)["running"], false);
    assert_eq!(play.view()["outside"].as_array().unwrap().len(), 1);
}

#[test]
fn a_leader_stalled_for_a_moment_goes_on_leading() {
    let mut play = replicas();
    play.settle();
    until(&mut play, 3000);
    play.play(json!({ "stall": { "controller": A } }));
    until(&mut play, 9000);
    play.play(json!({ "resume": { "controller": A } }));
    // Overdue: it renews at once.
    assert_eq!(play.run.world().default_move().unwrap().to_value(), json!({ "elect": { "controller": A } }));
    until(&mut play, 40_000);
    assert_eq!(leaders(&play), (json!(true), json!(false)));
    assert_eq!(lease(&play)["spec"]["leaseTransitions"], 0);
}

#[test]
fn a_leader_that_was_stalled_between_two_failed_renewals_gives_up_at_once() {
    let mut play = replicas();
    play.settle();
    play.play(json!({ "fail": { "controller": A, "method": "PUT", "kind": "Lease", "reason": "InternalError", "times": 4 } }));
    until(&mut play, 3000);
    assert_eq!(of(&play, A)["lease"]["deadline"], 12_000);
    play.play(json!({ "stall": { "controller": A } }));
    until(&mut play, 13_000);
    play.play(json!({ "resume": { "controller": A } }));
    play.run.step();
    assert_eq!(of(&play, A)["running"], false);
}

#[test]
fn timers_that_fell_due_during_a_stall_are_found_at_its_end_in_due_order() {
    let mut play = Play::new(json!({ "version": 1, "controllers": [{ "name": A, "habits": { "missingDelay": 5000 } }] }));
    for name in ["sooner", "later"] {
        play.settle();
        play.play(json!({ "advance": { "by": 10 } }));
        let mut app = web();
        app["metadata"]["name"] = name.into();
        app["spec"]["requires"] = "nothing".into();
        play.edit(app);
    }
    play.settle();
    play.play(json!({ "stall": {} }));
    let facts = play.play(json!({ "advance": { "by": 60_000 } }));
    assert_eq!(facts[0]["advanced"]["ready"], json!([]));
    assert_eq!(of(&play, A)["queue"]["waiting"].as_array().unwrap().len(), 2);
    assert_eq!(play.run.world().moves(), [], "nothing moves, and no timer is waited for");
    play.play(json!({ "resume": {} }));
    let ready: Vec<Value> = of(&play, A)["queue"]["ready"].as_array().unwrap().iter().map(|item| item["key"].clone()).collect();
    assert_eq!(ready, ["default/sooner", "default/later"]);
    assert_eq!(of(&play, A)["queue"]["waiting"], json!([]));
}

#[test]
fn finishing_a_pass_does_not_wait_for_one_that_is_stalled() {
    let mut play = stalled_in_mid_pass(scenario());
    let (position, time) = (play.run.position(), now(&play));
    play.run.finish_pass();
    assert_eq!((play.run.position(), now(&play)), (position, time), "there is nothing but time to wait for");
}

#[test]
fn a_pass_that_dies_with_its_leader_is_finished() {
    let mut play = Play::new(json!({ "version": 1, "controllers": [
        { "name": A, "lease": "leader", "habits": { "onMissing": "timeout" } }, { "name": B, "lease": "leader" },
    ] }));
    play.settle();
    play.play(json!({ "fail": { "controller": A, "method": "PUT", "kind": "Lease", "reason": "InternalError", "times": 100 } }));
    until(&mut play, 9000);
    let mut app = web();
    app["spec"]["requires"] = "nothing".into();
    play.edit(app);
    // It sleeps for five seconds, and its process has three to live.
    play.run.finish_pass();
    assert_eq!((now(&play), &of(&play, A)["running"]), (12_000, &json!(false)));
    let pass = of(&play, A)["lastPass"].clone();
    assert_eq!((&pass["ended"], &pass["waitingFor"], &pass["decision"]), (&json!("crashed"), &json!("sleep"), &Value::Null));
}

#[test]
fn a_leap_of_the_clock_takes_the_lease_from_nobody_and_tries_come_in_due_order() {
    let mut play = replicas();
    elect(&mut play, B);
    play.settle();
    assert_eq!(leaders(&play), (json!(false), json!(true)));
    play.play(json!({ "advance": { "by": 60_000 } }));
    let tries: Vec<Value> = play.run.world().moves().iter().map(Move::to_value).filter(|listed| !listed["elect"].is_null()).collect();
    assert_eq!(tries, [json!({ "elect": { "controller": B } }), json!({ "elect": { "controller": A } })], "who leads comes first");
    until(&mut play, 100_000);
    assert_eq!((leaders(&play), &lease(&play)["spec"]["leaseTransitions"]), ((json!(false), json!(true)), &json!(0)));
    // Of candidates, whoever is due first.
    play.play(json!({ "crash": { "controller": B } }));
    play.play(json!({ "start": { "controller": B } }));
    elect(&mut play, B);
    play.play(json!({ "advance": { "by": 3000 } }));
    elect(&mut play, A);
    play.play(json!({ "advance": { "by": 60_000 } }));
    assert_eq!(play.run.world().default_move().unwrap().to_value(), json!({ "elect": { "controller": B } }));
}

// --- people and the lease ---

#[test]
fn a_lease_that_a_person_removes_is_made_anew_by_its_leader() {
    let mut play = replicas();
    play.settle();
    play.play(json!({ "remove": { "kind": "Lease", "name": "leader" } }));
    until(&mut play, 2000);
    assert_eq!(holder(&play), A);
    assert_eq!(lease(&play)["spec"]["leaseTransitions"], 0);
    assert_eq!(leaders(&play), (json!(true), json!(false)));
}

#[test]
fn a_lease_that_a_person_gives_to_somebody_is_lost_after_ten_seconds_and_free_after_fifteen() {
    let mut play = replicas();
    play.settle();
    let mut stolen = lease(&play);
    stolen["spec"]["holderIdentity"] = "somebody".into();
    play.edit(stolen);
    until(&mut play, 11_999);
    assert_eq!(of(&play, A)["leader"], true, "it tried first at 2000 and has until 12 000");
    until(&mut play, 12_000);
    assert_eq!(of(&play, A)["running"], false);
    until(&mut play, 30_000);
    assert_eq!((holder(&play), &lease(&play)["spec"]["leaseTransitions"]), (B.to_string(), &json!(1)));
}

#[test]
fn a_lease_that_a_person_empties_is_taken_at_the_next_try() {
    let mut play = replicas();
    play.settle();
    play.play(json!({ "crash": { "controller": A } }));
    let mut free = lease(&play);
    free["spec"]["holderIdentity"] = "".into();
    play.edit(free);
    let next = due(&play, B);
    until(&mut play, next);
    assert_eq!(holder(&play), B);
    assert_eq!(lease(&play)["spec"]["leaseTransitions"], 1);
}

#[test]
fn a_person_who_only_labels_the_lease_costs_the_leader_one_conflict() {
    let mut play = replicas();
    play.settle();
    let mut labelled = lease(&play);
    labelled["metadata"]["labels"] = json!({ "team": "lab" });
    play.edit(labelled);
    until(&mut play, 2000);
    assert_eq!(lease(&play)["metadata"]["labels"], json!({ "team": "lab" }), "it writes on what it has read");
    assert_eq!(lease(&play)["spec"]["renewTime"], "2026-01-01T00:00:02.000000Z");
    assert_eq!(leaders(&play), (json!(true), json!(false)));
}

#[test]
fn two_leases_have_two_leaders_and_a_controller_without_one_just_works() {
    let mut play = Play::new(json!({ "version": 1, "controllers": [
        { "name": A, "lease": "one" }, { "name": B, "lease": "two" }, { "name": "third" },
    ] }));
    play.edit(web());
    assert!(play.settle().quiet);
    assert_eq!(leaders(&play), (json!(true), json!(true)));
    assert_eq!(of(&play, "third")["leader"], Value::Null);
    assert!(of(&play, "third")["passes"].as_u64().unwrap() > 0);
    let error = play.try_play(json!({ "elect": { "controller": "third" } })).unwrap_err();
    assert_eq!((error.code.name(), &*error.path), ("notPossible", "/elect/controller"));
}

#[test]
fn a_name_that_no_lease_can_have_is_refused_with_its_place() {
    let long = "a".repeat(254);
    for name in ["", "Leader", "a_b", "a..b", "-a", "a-", "a/b", &long] {
        let error = Play::try_new(json!({ "version": 1, "controllers": [{ "name": A, "lease": name }] })).err().expect(name);
        assert_eq!((error.code.name(), &*error.path), ("invalid", "/controllers/0/lease"));
    }
    assert!(Play::try_new(json!({ "version": 1, "controllers": [{ "name": A, "lease": "80807133.lab.example.com" }] })).is_ok());
}

// --- faults and determinism ---

#[test]
fn stalls_are_listed_within_the_budget_and_resume_always() {
    let mut scenario = scenario();
    scenario["budget"] = json!({ "stall": 1 });
    let mut play = Play::new(scenario);
    let faults = |play: &Play| -> Vec<Value> { play.run.world().faults().iter().map(Move::to_value).collect() };
    assert_eq!(faults(&play), [json!({ "stall": { "controller": A } }), json!({ "stall": { "controller": B } })]);
    play.play(json!({ "stall": { "controller": B } }));
    assert_eq!(faults(&play), [json!({ "resume": { "controller": B } })]);
    // A person is not bound by it.
    play.play(json!({ "stall": { "controller": A } }));
    assert_eq!(faults(&play), [json!({ "resume": { "controller": A } }), json!({ "resume": { "controller": B } })]);
    play.play(json!({ "resume": { "controller": A } }));
    play.play(json!({ "resume": { "controller": B } }));
    assert_eq!(faults(&play), Vec::<Value>::new());
}

#[test]
fn everything_that_is_listed_is_whole_and_can_be_played_at_every_step() {
    let mut scenario = scenario();
    scenario["controllers"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "name": "third", "wants": { "color": "red" }, "habits": { "events": "record" } }));
    scenario["budget"] = json!({ "crash": 9, "cutWatch": 9, "fail": 9, "hold": 9, "stall": 9 });
    let mut play = Play::new(scenario);
    play.edit(web());
    let mut names = std::collections::BTreeSet::new();
    for step in 0..100 {
        if step == 30 {
            play.play(json!({ "stall": { "controller": A } }));
        }
        if step == 60 {
            play.play(json!({ "crash": { "controller": "third" } }));
            play.play(json!({ "hold": { "controller": B, "kind": "Secret" } }));
        }
        let world = play.run.world();
        let listed: Vec<Move> = world.moves().into_iter().chain(world.faults()).collect();
        for (at, listed_move) in listed.iter().enumerate() {
            assert!(!listed[..at].contains(listed_move), "twice: {listed_move:?}");
            let mut fork = play.run.clone();
            fork.play(listed_move).unwrap_or_else(|error| panic!("step {step}: {listed_move:?}: {error}"));
            assert_eq!(fork.save().moves.last(), Some(listed_move), "as it was listed");
            names.insert(listed_move.name());
        }
        play.run.step();
    }
    for name in [
        "answer", "deliver", "elect", "begin", "advance", "report", "crash", "start", "hold", "release", "cutWatch", "fail", "stall",
        "resume",
    ] {
        assert!(names.contains(name), "{name} was listed: {names:?}");
    }
}

#[test]
fn elections_stalls_and_fights_are_replayed_forked_and_gone_back_to_exactly() {
    let mut scenario = scenario();
    scenario["controllers"].as_array_mut().unwrap().push(json!({ "name": "third", "wants": { "color": "red" } }));
    scenario["latency"] = json!({ "request": 7 });
    let mut play = Play::new(scenario);
    play.edit(web());
    for _ in 0..60 {
        play.run.step();
    }
    play.play(json!({ "stall": { "controller": A } }));
    play.play(json!({ "crash": { "controller": "third" } }));
    play.settle_until(25_000);
    play.play(json!({ "resume": { "controller": A } }));
    play.settle_until(45_000);
    play.play(json!({ "start": { "controller": A } }));
    play.settle_until(60_000);
    let digest = play.run.digest();
    let session = play.run.save();
    assert_eq!(Run::replay(session.clone()).unwrap().digest(), digest);
    let text = serde_json::to_string(&session).unwrap();
    assert_eq!(Run::replay(reconcile_playground::scenario::read_text(&text).unwrap()).unwrap().digest(), digest);
    let length = play.run.len();
    for position in [0, 1, length / 3, length / 2, length - 1, length] {
        let mut back = play.run.clone();
        back.goto(position).unwrap();
        let mut shorter = session.clone();
        shorter.moves.truncate(position);
        shorter.digest = None;
        assert_eq!(back.digest(), Run::replay(shorter).unwrap().digest(), "at {position}");
        back.goto(length).unwrap();
        assert_eq!(back.digest(), digest);
    }
    let mut fork = play.clone();
    fork.settle_until(90_000);
    assert_eq!(play.run.digest(), digest);
    assert_ne!(fork.run.digest(), digest);
}

/// The work is done, by whomever: what the spec wants is there, once.
fn assert_done(play: &Play, what: &str) {
    assert_eq!(play.child().expect(what)["data"], json!({ "color": "blue", "level": "info" }), "{what}");
    assert_eq!(play.ready()["status"], "True", "{what}");
    assert_eq!(play.app()["status"]["observedGeneration"], 1, "{what}");
    assert_eq!(play.view()["outside"].as_array().unwrap().len(), 1, "{what}");
    let children = play.view()["objects"].as_array().unwrap().iter().filter(|object| object["kind"] == "ConfigMap").count();
    assert_eq!(children, 1, "{what}");
}

#[test]
fn whatever_befalls_the_leader_at_any_transition_the_work_is_done_in_the_end() {
    let mut play = replicas();
    play.edit(web_with_account());
    for step in 0.. {
        let leads = of(&play, A)["leader"] == true;
        let mut fates: Vec<(String, Play)> = Vec::new();
        for fault in play.run.world().controllers[0].passes_in_progress().first().into_iter().flat_map(|_| [false, true]) {
            let mut fork = play.clone();
            let next = of(&fork, A)["pass"]["next"].clone();
            let Some(method) = next["method"].as_str() else { continue };
            let mut fail = json!({ "controller": A, "method": method, "kind": next["ref"]["kind"], "reason": "Timeout", "applied": fault });
            if let Some(subresource) = next["subresource"].as_str() {
                fail["subresource"] = subresource.into();
            }
            fork.play(json!({ "fail": fail }));
            fates.push((format!("step {step}: fail, applied: {fault}"), fork));
        }
        for (fault, cure) in [("crash", "start"), ("stall", "resume")] {
            // For good, for as long as it takes the other to lead, and for a moment.
            for back in [None, Some(40_000), Some(3_000)] {
                let mut fork = play.clone();
                fork.play(json!({ fault: { "controller": A } }));
                if let Some(back) = back {
                    let to = now(&fork) + back;
                    until(&mut fork, to);
                    fork.play(json!({ cure: { "controller": A } }));
                }
                fates.push((format!("step {step}: {fault}, back: {back:?}"), fork));
            }
        }
        for (what, mut fork) in fates {
            let settled = fork.settle_until(120_000);
            assert!(settled.quiet && settled.loop_.is_none() && settled.fight.is_none(), "{what}");
            assert_done(&fork, &what);
            let leading = [A, B].iter().filter(|name| of(&fork, name)["leader"] == true && of(&fork, name)["stalled"] == false).count();
            assert_eq!(leading, 1, "{what}");
        }
        // Until all is done and time is waited for.
        if leads && matches!(play.run.world().default_move(), Some(Move::Advance { .. })) {
            assert!(step > 20);
            return;
        }
        play.run.step();
    }
}

#[test]
fn random_moves_with_leases_stalls_and_rivals_lead_to_the_same_world_again() {
    for seed in 0..12 {
        let mut dice = Dice::new(seed);
        let scenario = json!({
            "version": 1, "seed": seed, "latency": { "request": dice.below(4) },
            "budget": { "crash": 4, "cutWatch": 2, "fail": 6, "hold": 2, "stall": 4 },
            "controllers": [
                { "name": A, "lease": "leader" },
                { "name": B, "lease": "leader", "habits": { "queue": "classic" } },
                { "name": "third", "wants": { "color": dice.pick(&["red", "blue"]) } },
            ],
        });
        let mut play = Play::new(scenario);
        play.edit(web());
        let mut names = std::collections::BTreeSet::new();
        while play.run.len() < 200 {
            let (moves, faults) = (play.run.world().moves(), play.run.world().faults());
            let from = if faults.is_empty() || (!moves.is_empty() && dice.chance(85)) { &moves } else { &faults };
            let picked = dice.pick(from).clone();
            names.insert(picked.name());
            play.run.play(&picked).expect("what is listed can be played");
            if dice.chance(2) {
                play.edit(web_with_account());
            }
        }
        assert!(names.contains("elect"), "{names:?}");
        let digest = play.run.digest();
        assert_eq!(Run::replay(play.run.save()).unwrap().digest(), digest, "seed {seed}");
        let mut back = play.run.clone();
        back.goto(dice.below(200)).unwrap();
        back.goto(play.run.len()).unwrap();
        assert_eq!(back.digest(), digest, "seed {seed}");
    }
}
