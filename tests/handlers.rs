//! Between the caches and the passes: predicates, who is watched, owners, several workers, and why a pass ran.

mod common;

use common::{Play, outcomes, secret, web, web_with_requires, why, with_habits};
use serde_json::{Value, json};

fn settled(habits: Value, objects: &[Value]) -> Play {
    let mut scenario = with_habits(habits);
    // References to owners that never were are looked at here; nobody else should.
    scenario["cluster"] = json!({ "collector": false });
    let mut play = Play::new(scenario);
    for object in objects {
        play.edit(object.clone());
    }
    assert!(play.settle().quiet);
    play
}

fn named<'a>(facts: &'a [Value], name: &str) -> Vec<&'a Value> {
    facts.iter().filter_map(|fact| fact.get(name)).collect()
}

fn paint(play: &mut Play, color: &str) {
    let mut child = play.child().unwrap();
    child["data"]["color"] = color.into();
    play.edit(child);
}

fn color(play: &Play) -> Value {
    play.child().map(|child| child["data"]["color"].clone()).unwrap_or_default()
}

fn last_dropped(play: &Play) -> Value {
    play.controller()["notWoken"].as_array().unwrap().last().cloned().unwrap_or_default()
}

fn remove_child(play: &mut Play) {
    play.play(json!({ "remove": { "kind": "ConfigMap", "name": "web-config" } }));
}

fn named_app(name: &str) -> Value {
    let mut app = web();
    app["metadata"]["name"] = name.into();
    app
}

/// A ConfigMap with one owner reference; `controller` is left out if it is null.
fn owned(name: &str, api_version: &str, owner: &str, controller: Value) -> Value {
    let mut reference = json!({ "apiVersion": api_version, "kind": "AppConfig", "name": owner, "uid": "no-such-uid" });
    if !controller.is_null() {
        reference["controller"] = controller;
    }
    json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": name, "ownerReferences": [reference] } })
}

const OURS: &str = "lab.example.com/v1";

/// What a delivery of the ConfigMap's oldest event queues, or who drops it.
fn fate(play: &mut Play) -> Result<Vec<String>, String> {
    let facts = play.play(json!({ "deliver": { "kind": "ConfigMap" } }));
    let keys: Vec<String> = named(&facts, "enqueued").iter().map(|queued| queued["key"].as_str().unwrap().to_string()).collect();
    match named(&facts, "notWoken").first() {
        None => Ok(keys),
        Some(dropped) => Err(dropped["by"].as_str().unwrap().to_string()),
    }
}

// --- predicates of the one watch and of all ---

#[test]
fn a_predicate_for_all_watches_hides_edits_of_the_child_but_not_its_deletion() {
    for (scope, after) in [("for", "blue"), ("global", "red")] {
        let mut play = settled(json!({ "predicateScope": scope }), &[web()]);
        let generation = play.app()["metadata"]["generation"].clone();
        paint(&mut play, "red");
        play.settle();
        assert_eq!(color(&play), after, "{scope}");
        if scope == "global" {
            let dropped = last_dropped(&play);
            assert_eq!((&dropped["by"], &dropped["ref"]["kind"]), (&json!("predicate:generation"), &json!("ConfigMap")));
            assert_eq!(dropped["writer"], "kubectl-edit");
            assert_eq!(play.ready()["status"], "True", "and it still says that all is well");
        }
        remove_child(&mut play);
        play.settle();
        assert_eq!(color(&play), "blue", "{scope}: deletions pass");
        assert_eq!(play.app()["metadata"]["generation"], generation);
    }
}

#[test]
fn a_predicate_for_all_watches_hides_what_the_required_secret_becomes() {
    for (scope, woken) in [("for", 1), ("global", 0)] {
        let mut play = settled(json!({ "predicateScope": scope }), &[secret(), web_with_requires()]);
        let mut changed = secret();
        changed["stringData"]["user"] = "other".into();
        play.edit(changed);
        assert_eq!(play.settle().passes, woken, "{scope}");
        play.play(json!({ "remove": { "kind": "Secret", "name": "web-credentials" } }));
        assert_eq!(play.settle().passes, 1, "{scope}: a deletion passes");
        assert_eq!(play.ready()["status"], "False");
    }
}

#[test]
fn a_generation_predicate_on_the_child_hides_its_edits_because_it_has_no_generation() {
    for (owned, after) in [("none", "blue"), ("generation", "red")] {
        let mut play = settled(json!({ "ownedPredicate": owned }), &[web()]);
        let dropped = play.counter("droppedByPredicate");
        paint(&mut play, "red");
        play.settle();
        assert_eq!(color(&play), after, "{owned}");
        if owned == "generation" {
            assert_eq!(last_dropped(&play)["by"], "predicate:ownedGeneration");
            assert_eq!(last_dropped(&play).get("generationAfter"), None);
            assert_eq!(play.counter("droppedByPredicate"), dropped + 1);
        }
        remove_child(&mut play);
        play.settle();
        assert_eq!(color(&play), "blue", "{owned}: deletions pass");
    }
}

#[test]
fn both_predicates_must_pass_and_the_first_that_does_not_is_named() {
    let both = |predicate: &str| json!({ "predicateScope": "global", "predicate": predicate, "ownedPredicate": "generation" });
    for (predicate, by) in [("resourceVersion", "predicate:ownedGeneration"), ("generation", "predicate:generation")] {
        let mut play = settled(both(predicate), &[web()]);
        paint(&mut play, "red");
        assert_eq!(fate(&mut play), Err(by.into()), "{predicate}");
    }
    // Each that passes is told of, in the order in which it was asked.
    let mut play = settled(both("resourceVersion"), &[web()]);
    remove_child(&mut play);
    let facts = play.play(json!({ "deliver": { "kind": "ConfigMap" } }));
    let asked: Vec<&Value> = named(&facts, "predicate").iter().map(|asked| &asked["name"]).collect();
    assert_eq!(asked, ["predicate:resourceVersion", "predicate:ownedGeneration"]);
}

#[test]
fn a_swapped_predicate_maps_the_old_owner_only() {
    for (predicate, told) in [("generationOrMetadata", Ok(vec!["default/web".to_string()])), ("swapped", Err("handler:notOwned".into()))] {
        let mut play = settled(json!({ "predicate": predicate, "predicateScope": "global" }), &[web()]);
        let mut free = owned("free", OURS, "web", json!(true));
        let references = free["metadata"].as_object_mut().unwrap().remove("ownerReferences").unwrap();
        play.edit(free.clone());
        play.settle();
        free["metadata"]["ownerReferences"] = references;
        free["metadata"]["labels"] = json!({ "taken": "yes" });
        play.edit(free);
        assert_eq!(fate(&mut play), told, "{predicate}");
    }
}

// --- who is watched ---

#[test]
fn a_child_that_is_not_watched_is_repaired_by_chance_only() {
    let mut good = settled(json!({}), &[web()]);
    paint(&mut good, "red");
    good.settle();
    assert_eq!(color(&good), "blue");

    let mut play = settled(json!({ "watchOwned": false }), &[web()]);
    assert_eq!(play.counter("passes"), 1, "its own create wakes nobody");
    paint(&mut play, "red");
    assert_eq!(fate(&mut play), Err("handler:notWatched".into()));
    assert_eq!(play.settle().passes, 0);
    assert_eq!(color(&play), "red");
    remove_child(&mut play);
    assert_eq!(play.settle().passes, 0);
    assert_eq!(play.child(), None, "not even a deletion is seen");
    let mut app = play.app();
    app["spec"]["data"]["level"] = "debug".into();
    play.edit(app);
    play.settle();
    assert_eq!(color(&play), "blue", "whoever wakes it next");
}

#[test]
fn the_first_read_of_a_kind_that_is_not_watched_starts_its_cache_and_waits_for_the_list() {
    let mut play = Play::new(with_habits(json!({ "watchOwned": false })));
    let kinds = |play: &Play| play.controller()["cache"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    play.settle();
    assert_eq!(kinds(&play), ["AppConfig", "Secret"]);
    for (bad, path) in [(json!({ "kind": "ConfigMap" }), "/cutWatch/kind"), (json!({ "kind": "Pod" }), "/cutWatch/kind")] {
        assert_eq!(play.try_play(json!({ "cutWatch": bad })).unwrap_err().path, path);
    }
    play.edit(json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "web-config" }, "data": { "mine": "yes" } }));
    play.edit(web());
    play.play(json!({ "deliver": { "kind": "AppConfig" } }));
    play.play(json!({ "begin": {} }));
    play.play(json!({ "answer": {} }));
    let facts = play.play(json!({ "answer": {} }));
    assert_eq!(named(&facts, "listed")[0]["kind"], "ConfigMap");
    assert_eq!(named(&facts, "notWoken").len(), 0, "nobody is told of what is in it");
    assert_eq!(named(&facts, "answered")[0]["read"]["kind"], "ConfigMap");
    assert_eq!(named(&facts, "answered")[0]["found"], play.revision_of("ConfigMap", "web-config"), "not a miss: the read waited");
    assert_eq!(kinds(&play), ["AppConfig", "ConfigMap", "Secret"]);
    // From here on it is a cache like any other: it lags, breaks, and is gone with the process.
    play.settle();
    play.play(json!({ "hold": { "kind": "ConfigMap" } }));
    paint(&mut play, "red");
    assert_eq!(play.controller()["cache"]["ConfigMap"]["behind"], 1);
    play.play(json!({ "cutWatch": { "kind": "ConfigMap", "expired": true } }));
    play.play(json!({ "deliver": { "kind": "ConfigMap" } }));
    assert_eq!(play.controller()["cache"]["ConfigMap"]["behind"], 0);
    play.play(json!({ "crash": {} }));
    play.play(json!({ "start": {} }));
    assert_eq!(kinds(&play), ["AppConfig", "Secret"]);
}

#[test]
fn a_secret_that_is_not_watched_is_waited_for_in_vain_unless_somebody_looks_again() {
    let run = |habits: Value| {
        let mut play = settled(habits, &[web_with_requires()]);
        play.edit(secret());
        play.settle();
        play
    };
    assert_eq!(run(json!({ "onMissing": "done" })).ready()["status"], "True");
    let mut lost = run(json!({ "onMissing": "done", "watchRequired": false }));
    assert_eq!(lost.ready()["status"], "False");
    assert_eq!(last_dropped(&lost)["by"], "handler:notWatched");
    assert_eq!(lost.settle_until(1_000_000_000).passes, 0, "nothing is left that would wake it");
    let mut timed = run(json!({ "watchRequired": false }));
    assert_eq!(timed.ready()["status"], "False");
    timed.settle_until(10_100);
    assert_eq!(timed.ready()["status"], "True");
    assert_eq!(why(&timed.last_pass()), ["owned"]);
}

// --- owners ---

#[test]
fn owners_are_found_by_group_and_kind_whatever_version_and_uid() {
    let cases = [
        (owned("a", OURS, "web", json!(true)), Ok(vec!["default/web".to_string()])),
        (owned("a", "lab.example.com/v7", "web", json!(true)), Ok(vec!["default/web".to_string()])),
        (owned("a", OURS, "nobody", json!(true)), Ok(vec!["default/nobody".to_string()])),
        (owned("a", "other.example.com/v1", "web", json!(true)), Err("handler:notOwned".into())),
        (owned("a", OURS, "web", json!(false)), Err("handler:notController".into())),
        (owned("a", OURS, "web", Value::Null), Err("handler:notController".into())),
    ];
    for (object, expected) in cases {
        let mut play = settled(json!({}), &[web()]);
        play.edit(object.clone());
        assert_eq!(fate(&mut play), expected, "{object}");
    }
}

#[test]
fn every_owner_is_woken_if_the_controller_asks_for_it() {
    for (which, expected) in [("controller", Err("handler:notController".to_string())), ("every", Ok(vec!["default/web".to_string()]))] {
        let mut play = settled(json!({ "matchOwner": which }), &[web()]);
        play.edit(owned("a", OURS, "web", Value::Null));
        assert_eq!(fate(&mut play), expected, "{which}");
    }
    let mut play = settled(json!({ "matchOwner": "every" }), &[web()]);
    let mut shared = owned("a", OURS, "web", json!(true));
    let plain = owned("a", OURS, "api", Value::Null)["metadata"]["ownerReferences"][0].clone();
    shared["metadata"]["ownerReferences"].as_array_mut().unwrap().push(plain);
    play.edit(shared);
    assert_eq!(fate(&mut play), Ok(vec!["default/web".into(), "default/api".into()]));
}

#[test]
fn of_an_update_the_old_owner_and_the_new_one_are_woken() {
    let mut play = settled(json!({}), &[web(), named_app("api")]);
    play.edit(owned("a", OURS, "web", json!(true)));
    play.settle();
    play.edit(owned("a", OURS, "api", json!(true)));
    assert_eq!(fate(&mut play), Ok(vec!["default/web".into(), "default/api".into()]));
    play.settle();
    let mut freed = owned("a", OURS, "api", json!(true));
    freed["metadata"]["ownerReferences"] = json!([]);
    play.edit(freed);
    assert_eq!(fate(&mut play), Ok(vec!["default/api".into()]), "whose it was");
}

#[test]
fn a_secret_wakes_everyone_who_requires_it_and_nobody_else() {
    let requiring = |name: &str| {
        let mut app = web_with_requires();
        app["metadata"]["name"] = name.into();
        app
    };
    let mut play = settled(json!({}), &[requiring("api"), web(), requiring("zoo")]);
    play.edit(secret());
    let facts = play.play(json!({ "deliver": { "kind": "Secret" } }));
    let keys: Vec<&Value> = named(&facts, "enqueued").iter().map(|queued| &queued["key"]).collect();
    assert_eq!(keys, ["default/api", "default/zoo"]);
}

// --- several workers ---

fn in_progress(play: &Play) -> Vec<String> {
    play.controller()["inProgress"].as_array().unwrap().iter().map(|pass| pass["key"].as_str().unwrap().to_string()).collect()
}

#[test]
fn workers_are_passes_of_different_keys_at_once_and_never_two_of_one() {
    for (queue, workers) in [("priority", 2), ("classic", 2), ("priority", 1)] {
        let mut play = Play::new(with_habits(json!({ "workers": workers, "queue": queue })));
        play.settle();
        for name in ["a", "b", "c"] {
            play.edit(named_app(name));
        }
        play.play(json!({ "deliver": { "kind": "AppConfig", "count": 3 } }));
        play.play(json!({ "begin": {} }));
        play.play(json!({ "answer": {} }));
        if workers == 1 {
            assert_eq!(play.try_play(json!({ "begin": {} })).unwrap_err().code.name(), "notPossible");
            continue;
        }
        play.play(json!({ "begin": {} }));
        assert_eq!(in_progress(&play), ["default/a", "default/b"]);
        let error = play.try_play(json!({ "begin": {} })).unwrap_err();
        assert_eq!(error.code.name(), "notPossible", "both workers are busy");
        // An event for a key in progress waits until it is done.
        let mut app = play.object("AppConfig", "a").unwrap();
        app["spec"]["data"]["color"] = "red".into();
        play.edit(app);
        play.play(json!({ "deliver": { "kind": "AppConfig" } }));
        let list = if queue == "priority" { "ready" } else { "aside" };
        let queued = play.controller()["queue"][list].clone();
        let again = queued.as_array().unwrap().iter().find(|item| item["key"] == "default/a").unwrap();
        assert_eq!(again["causes"][0]["why"], "updated", "{queue}");
        assert_eq!(play.controller()["queue"]["processing"], json!(["default/a", "default/b"]));
        // The younger pass may go first; left to itself it is the older one's turn.
        play.play(json!({ "answer": { "key": "default/b" } }));
        let next = play.run.world().default_move().unwrap().to_value();
        assert_eq!(next["answer"]["key"], "default/a");
        play.run.finish_pass();
        assert_eq!(play.last_pass()["key"], "default/a");
        // Its worker is free again, and c came before the second event of a.
        play.play(json!({ "begin": { "key": "default/c" } }));
        assert_eq!(in_progress(&play), ["default/b", "default/c"]);
        assert!(play.settle().quiet);
        for name in ["a", "b", "c"] {
            assert!(play.object("ConfigMap", &format!("{name}-config")).is_some());
        }
        assert_eq!(play.object("ConfigMap", "a-config").unwrap()["data"]["color"], "red");
    }
}

#[test]
fn a_pass_that_sleeps_holds_its_worker_and_with_one_worker_everybody_waits() {
    for (workers, others) in [(1, false), (2, true)] {
        let mut play = Play::new(with_habits(json!({ "workers": workers, "onMissing": "timeout" })));
        play.settle();
        play.edit(web_with_requires());
        play.play(json!({ "deliver": { "kind": "AppConfig" } }));
        while play.controller()["pass"]["wakes"].is_null() {
            play.run.step();
        }
        play.edit(named_app("api"));
        let wakes = play.controller()["pass"]["wakes"].as_u64().unwrap();
        while play.view()["time"].as_u64().unwrap() < wakes {
            play.run.step();
        }
        assert_eq!(play.object("ConfigMap", "api-config").is_some(), others, "{workers}");
        play.run.finish_pass();
        play.settle_until(wakes + 100);
        assert!(play.object("ConfigMap", "api-config").is_some());
    }
}

#[test]
fn a_crash_ends_every_pass_in_progress_and_a_roll_out_begins_with_an_empty_queue() {
    for end in [json!({ "crash": {} }), json!({ "habits": { "set": { "workers": 1 } } })] {
        let mut play = Play::new(with_habits(json!({ "workers": 3 })));
        play.settle();
        for name in ["a", "b", "c", "d"] {
            play.edit(named_app(name));
        }
        play.play(json!({ "deliver": { "kind": "AppConfig", "count": 4 } }));
        for _ in 0..3 {
            play.play(json!({ "begin": {} }));
        }
        let facts = play.play(end.clone());
        assert_eq!(named(&facts, "crashed")[0]["passes"], json!(["default/a", "default/b", "default/c"]));
        let ended = play.passes();
        assert!(ended.iter().all(|pass| pass["ended"] == "crashed"));
        assert_eq!(play.controller()["queue"], json!({ "ready": [], "aside": [], "processing": [], "waiting": [], "failures": {} }));
        assert_eq!(in_progress(&play), Vec::<String>::new());
        if end.get("crash").is_some() {
            play.play(json!({ "start": {} }));
        }
        assert!(play.settle().quiet);
        assert!(play.object("ConfigMap", "d-config").is_some());
    }
}

#[test]
fn a_crash_at_any_transition_with_several_workers_changes_nothing_in_the_end() {
    for queue in ["priority", "classic"] {
        let mut run = Play::new(with_habits(json!({ "workers": 3, "queue": queue })));
        for object in [secret(), web_with_requires(), named_app("api"), named_app("zoo")] {
            run.edit(object);
        }
        let children = |play: &Play| {
            ["web", "api", "zoo"].map(|name| play.object("ConfigMap", &format!("{name}-config")).map(|child| child["data"].clone()))
        };
        let wanted = {
            let mut straight = run.clone();
            straight.settle();
            children(&straight)
        };
        let mut tried = 0;
        loop {
            // What could begin begins at once, so that passes are interleaved.
            let moves = run.run.world().moves();
            let Some(next) = moves.iter().find(|play| play.name() == "begin").or(moves.last()).filter(|play| play.name() != "advance")
            else {
                break;
            };
            run.run.play(next).unwrap();
            tried += 1;
            let mut play = run.clone();
            play.play(json!({ "crash": {} }));
            play.play(json!({ "start": {} }));
            assert!(play.settle_until(100_000_000).quiet);
            assert_eq!(children(&play), wanted, "{queue}: crashed behind move {tried}");
        }
        assert!(tried > 40, "{tried}");
    }
}

// --- why it ran ---

#[test]
fn every_event_that_was_merged_into_a_key_is_told_with_its_author_and_what_it_changed() {
    let mut play = settled(json!({ "predicate": "generationOrMetadata" }), &[web()]);
    play.play(json!({ "hold": {} }));
    let mut app = play.app();
    app["spec"]["data"]["color"] = "green".into();
    play.edit(app);
    let mut app = play.app();
    app["metadata"]["labels"] = json!({ "tier": "front" });
    play.play(json!({ "edit": { "object": app, "as": "argocd" } }));
    paint(&mut play, "red");
    let before = play.run.len();
    play.play(json!({ "deliver": { "kind": "AppConfig", "count": 2 } }));
    play.play(json!({ "deliver": { "kind": "ConfigMap" } }));
    play.play(json!({ "resync": { "kind": "ConfigMap" } }));
    play.run.finish_pass();
    let causes = play.last_pass()["causes"].as_array().unwrap().clone();
    let told: Vec<Value> =
        causes.iter().map(|cause| json!([cause["why"], cause["by"], cause["changed"], cause["merged"], cause["move"]])).collect();
    let at = before as u64;
    let expected = [
        json!(["updated", "kubectl-edit", ["/metadata/generation", "/spec/data/color"], false, at - 2]),
        json!(["updated", "argocd", ["/metadata/labels"], true, at - 1]),
        json!(["owned", "kubectl-edit", ["/data/color"], true, at]),
        json!(["resync", null, [], true, at + 3]),
    ];
    assert_eq!(told, expected);
    assert_eq!((&causes[0]["generationBefore"], &causes[0]["generationAfter"]), (&json!(1), &json!(2)));
    assert_eq!(causes[1]["before"], causes[0]["after"], "one after the other");
}

#[test]
fn timers_and_retries_are_causes_too_and_an_event_joins_them() {
    // In the newer queue the event takes the retry's entry; in the classic one the timer is an entry of its own.
    for (queue, first, second) in [("priority", vec!["retry", "required"], None), ("classic", vec!["required"], Some(vec!["retry"]))] {
        let mut play = settled(json!({ "queue": queue, "onMissing": "error" }), &[web_with_requires()]);
        play.settle_until(600);
        let waiting = play.controller()["queue"]["waiting"][0].clone();
        assert_eq!(waiting["causes"][0]["why"], "retry");
        play.edit(secret());
        play.run.finish_pass();
        assert_eq!(why(&play.last_pass()), first, "{queue}");
        play.settle();
        let left = play.controller()["queue"]["waiting"].clone();
        assert_eq!(left.as_array().unwrap().len(), usize::from(second.is_some()), "{queue}");
        if let Some(second) = second {
            play.settle_until(left[0]["due"].as_u64().unwrap());
            assert_eq!(why(&play.last_pass()), second);
            assert_eq!(outcomes(&play.last_pass()), ["skipped", "skipped"]);
        }
    }
}

#[test]
fn an_event_moves_the_periodic_check_of_the_newer_queue_and_not_that_of_the_classic_one() {
    for (queue, expected) in [("priority", [10_000, 70_000, 130_000]), ("classic", [10_000, 60_000, 120_000])] {
        let mut play = settled(json!({ "queue": queue, "periodic": 60_000 }), &[web()]);
        let timer = play.controller()["queue"]["waiting"][0]["due"].as_u64().unwrap();
        let start = timer - 60_000;
        let before = play.passes().len();
        play.play(json!({ "advance": { "to": start + 10_000 } }));
        play.play(json!({ "resync": { "kind": "ConfigMap" } }));
        play.settle_until(start + 130_000);
        let started: Vec<u64> = play.passes()[before..].iter().map(|pass| pass["startedAt"].as_u64().unwrap() - start).collect();
        assert_eq!(started, expected, "{queue}");
    }
}

#[test]
fn a_key_that_failed_keeps_the_low_priority_of_the_first_list_until_an_event_raises_it() {
    let mut scenario = with_habits(json!({ "onMissing": "error" }));
    scenario["objects"] = json!([web_with_requires()]);
    let mut play = Play::new(scenario);
    play.settle_until(100);
    assert_eq!(play.controller()["queue"]["waiting"][0]["priority"], -100);
    let mut app = play.app();
    app["spec"]["data"]["color"] = "red".into();
    play.edit(app);
    play.play(json!({ "deliver": { "kind": "AppConfig", "count": 2 } }));
    let ready = play.controller()["queue"]["ready"][0].clone();
    assert_eq!((&ready["priority"], &ready["causes"][0]["why"]), (&json!(0), &json!("retry")));
    assert_eq!(play.controller()["queue"]["waiting"], json!([]), "backoff is no shield");
    assert!(play.controller()["queue"]["failures"]["default/web"].as_u64().unwrap() > 0, "and nothing is forgotten");
}
