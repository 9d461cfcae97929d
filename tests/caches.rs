//! From the server's watch log to the caches: broken, expired and compacted watches, lists, filters, an older server.
#![allow(clippy::needless_pass_by_value)] // literals are handed over

mod common;
#[path = "common/crash.rs"]
mod crash;
#[path = "common/random.rs"]
mod random;

use std::collections::BTreeMap;

use common::{Play, moved, outcomes, secret, web, web_with_account, web_with_requires, why, with_habits};
use crash::essence;
use random::Dice;
use reconcile_playground::cluster::EventType;
use reconcile_playground::controller::cache::{Informer, Watch};
use reconcile_playground::object::Object;
use reconcile_playground::world::history::Run;
use serde_json::{Value, json};

fn settled(habits: Value, objects: &[Value]) -> Play {
    let mut play = Play::new(with_habits(habits));
    for object in objects {
        play.edit(object.clone());
    }
    assert!(play.settle_until(1_000_000).quiet);
    play
}

fn expire(play: &mut Play, kind: &str) {
    play.play(json!({ "cutWatch": { "kind": kind, "expired": true } }));
}

fn deliver(play: &mut Play, kind: &str) -> Vec<Value> {
    play.play(json!({ "deliver": { "kind": kind } }))
}

/// The facts of a name, in order.
fn named<'a>(facts: &'a [Value], name: &str) -> Vec<&'a Value> {
    facts.iter().filter_map(|fact| fact.get(name)).collect()
}

fn cache(play: &Play, kind: &str) -> Value {
    play.controller()["cache"][kind].clone()
}

fn paint(play: &mut Play, color: &str) {
    let mut child = play.child().unwrap();
    child["data"]["color"] = color.into();
    play.edit(child);
}

fn config(name: &str, labels: Value) -> Value {
    json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": name, "labels": labels }, "data": { "a": "b" } })
}

// --- a watch that cannot go on ---

#[test]
fn a_watch_that_expired_is_refused_and_the_kind_is_listed_anew() {
    let mut play = settled(json!({}), &[web()]);
    let seen = cache(&play, "ConfigMap")["revision"].clone();
    expire(&mut play, "ConfigMap");
    paint(&mut play, "red");
    let newest = play.view()["revision"].clone();
    assert_eq!((&cache(&play, "ConfigMap")["watch"], &cache(&play, "ConfigMap")["behind"]), (&json!("expired"), &json!(1)));
    assert_eq!(play.controller()["inFlight"], json!([]));
    let facts = deliver(&mut play, "ConfigMap");
    let listed = named(&facts, "listed");
    assert_eq!(listed[0]["revision"], newest);
    let words = listed[0]["expired"].as_str().unwrap();
    assert!(words.starts_with(&format!("too old resource version: {} (", seen.as_str().unwrap())), "{words}");
    assert_eq!((&cache(&play, "ConfigMap")["watch"], &cache(&play, "ConfigMap")["behind"]), (&json!("open"), &json!(0)));
    let told = named(&facts, "delivered");
    assert_eq!((&told[0]["type"], &told[0]["writer"]), (&json!("MODIFIED"), &json!("kubectl-edit")));
    play.settle();
    let passes = play.passes();
    let repair = &passes[passes.len() - 2];
    assert_eq!(repair["causes"][0]["by"], "kubectl-edit");
    assert_eq!(repair["causes"][0]["changed"], json!(["/data/color"]));
    assert_eq!(play.child().unwrap()["data"]["color"], "blue");
}

#[test]
fn several_updates_in_the_gap_are_one() {
    let mut play = settled(json!({}), &[web()]);
    let before = play.revision_of("ConfigMap", "web-config");
    for (expired, told) in [(false, 3), (true, 1)] {
        let mut play = play.clone();
        play.play(json!({ "cutWatch": { "kind": "ConfigMap", "expired": expired } }));
        for color in ["red", "green", "black"] {
            paint(&mut play, color);
        }
        let mut facts = deliver(&mut play, "ConfigMap");
        while cache(&play, "ConfigMap")["behind"] != 0 {
            facts.extend(deliver(&mut play, "ConfigMap"));
        }
        let told_of = named(&facts, "delivered");
        assert_eq!(told_of.len(), told, "expired: {expired}");
        assert_eq!(told_of[0]["before"], before);
        assert_eq!(told_of[told - 1]["after"], play.revision_of("ConfigMap", "web-config"));
    }
    play.settle();
}

#[test]
fn what_a_list_misses_is_deleted_with_the_last_copy_that_the_cache_had() {
    let mut play = settled(json!({}), &[web()]);
    let cached = play.revision_of("ConfigMap", "web-config");
    expire(&mut play, "ConfigMap");
    paint(&mut play, "red");
    play.play(json!({ "remove": { "kind": "ConfigMap", "name": "web-config" } }));
    let facts = deliver(&mut play, "ConfigMap");
    let told = named(&facts, "delivered")[0];
    assert_eq!((&told["type"], &told["finalStateUnknown"]), (&json!("DELETED"), &json!(true)));
    assert_eq!((&told["before"], &told["after"]), (&json!(cached), &json!(cached)), "stale: the red one was never seen");
    assert_eq!(cache(&play, "ConfigMap")["objects"], json!([]));
    let cause = named(&facts, "enqueued")[0]["cause"].clone();
    assert_eq!((&cause["why"], &cause["type"], &cause["finalStateUnknown"]), (&json!("owned"), &json!("DELETED"), &json!(true)));
    assert_eq!(cause["by"], "kubectl-delete");
    play.settle();
    assert_eq!(play.child().unwrap()["data"]["color"], "blue", "the key is what counts");
    // A deletion that the watch brings is none of that.
    play.play(json!({ "remove": { "kind": "ConfigMap", "name": "web-config" } }));
    let facts = deliver(&mut play, "ConfigMap");
    assert_eq!(named(&facts, "delivered")[0].get("finalStateUnknown"), None);
}

#[test]
fn the_store_is_swapped_first_then_come_deletions_then_the_list_in_its_order() {
    let mut play = settled(json!({}), &[web(), config("b-goes", json!({})), config("d-goes", json!({}))]);
    expire(&mut play, "ConfigMap");
    for name in ["e-comes", "a-comes"] {
        play.edit(config(name, json!({})));
    }
    paint(&mut play, "red");
    for name in ["d-goes", "b-goes"] {
        play.play(json!({ "remove": { "kind": "ConfigMap", "name": name } }));
    }
    let facts = deliver(&mut play, "ConfigMap");
    let told: Vec<(&str, &str)> =
        named(&facts, "delivered").iter().map(|told| (told["type"].as_str().unwrap(), told["ref"]["name"].as_str().unwrap())).collect();
    let expected = [("DELETED", "b-goes"), ("DELETED", "d-goes"), ("ADDED", "a-comes"), ("ADDED", "e-comes"), ("MODIFIED", "web-config")];
    assert_eq!(told, expected);
    let names: Vec<Value> =
        cache(&play, "ConfigMap")["objects"].as_array().unwrap().iter().map(|object| object["metadata"]["name"].clone()).collect();
    assert_eq!(names, ["a-comes", "e-comes", "web-config"]);
}

#[test]
fn deleted_and_made_anew_in_the_gap_is_one_update_from_uid_to_uid() {
    let mut play = settled(json!({}), &[web()]);
    let uid = play.child().unwrap()["metadata"]["uid"].clone();
    expire(&mut play, "ConfigMap");
    play.play(json!({ "remove": { "kind": "ConfigMap", "name": "web-config" } }));
    play.edit(config("web-config", json!({})));
    let facts = deliver(&mut play, "ConfigMap");
    let told = named(&facts, "delivered");
    assert_eq!(told.len(), 1);
    assert_eq!(told[0]["type"], "MODIFIED");
    assert_ne!(cache(&play, "ConfigMap")["objects"][0]["metadata"]["uid"], uid);
    let cause = named(&facts, "enqueued")[0]["cause"].clone();
    assert!(cause["changed"].as_array().unwrap().contains(&json!("/metadata/uid")), "{cause}");
}

/// The AppConfig is deleted and made anew, with data this time, while the watch is down.
fn recreated(predicate: &str) -> Play {
    let mut bare = web();
    bare["spec"] = json!({});
    let mut play = settled(json!({ "predicate": predicate }), &[bare]);
    expire(&mut play, "AppConfig");
    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    play.edit(web());
    assert!(play.settle().quiet);
    play
}

#[test]
fn the_generation_predicate_does_not_see_what_was_made_anew_in_the_gap() {
    for predicate in ["generation", "generationOrMetadata"] {
        let play = recreated(predicate);
        assert_eq!(play.child(), None, "{predicate}: generation 1 and generation 1");
        let dropped = play.controller()["notWoken"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(dropped["by"], format!("predicate:{predicate}"));
        assert_eq!((&dropped["generationBefore"], &dropped["generationAfter"]), (&json!(1), &json!(1)));
        assert_ne!(dropped["before"], dropped["after"]);
    }
    for predicate in ["none", "resourceVersion"] {
        assert!(recreated(predicate).child().is_some(), "{predicate}");
    }
}

#[test]
fn what_a_list_finds_unchanged_is_a_sync_of_low_priority() {
    let mut play = settled(json!({}), &[web(), secret()]);
    let (writes, passes) = (play.counter("writes"), play.counter("passes"));
    expire(&mut play, "ConfigMap");
    let facts = deliver(&mut play, "ConfigMap");
    assert_eq!(named(&facts, "delivered").len(), 0, "nothing is new");
    let queued = named(&facts, "enqueued");
    assert_eq!((&queued[0]["priority"], &queued[0]["why"]), (&json!(-100), &json!("resync")));
    assert_eq!(queued[0]["cause"]["before"], queued[0]["cause"]["after"]);
    play.settle();
    assert_eq!((play.counter("writes"), play.counter("passes")), (writes, passes + 1));
    assert_eq!(outcomes(&play.last_pass()), ["skipped", "skipped"]);
    // Of the AppConfig the predicate drops it, and the Secret belongs to nobody.
    for (kind, by) in [("AppConfig", "predicate:generation"), ("Secret", "handler:notRequired")] {
        expire(&mut play, kind);
        deliver(&mut play, kind);
        let dropped = play.controller()["notWoken"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&dropped["by"], &dropped["before"]), (&json!(by), &dropped["after"]), "{kind}");
    }
    assert_eq!(play.settle().passes, 0);
    // What has changed beside it raises the key.
    expire(&mut play, "ConfigMap");
    paint(&mut play, "red");
    let facts = deliver(&mut play, "ConfigMap");
    assert_eq!(named(&facts, "enqueued")[0]["priority"], 0);
}

#[test]
fn a_cut_does_not_make_an_expired_watch_good_again() {
    let mut play = settled(json!({}), &[web()]);
    expire(&mut play, "ConfigMap");
    play.play(json!({ "cutWatch": { "kind": "ConfigMap" } }));
    assert_eq!(cache(&play, "ConfigMap")["watch"], "expired");
}

#[test]
fn a_watch_that_has_not_begun_is_cut_and_does_not_expire() {
    let mut play = Play::new(json!({ "version": 1 }));
    let facts = play.play(json!({ "cutWatch": { "expired": true } }));
    let cuts = named(&facts, "watchCut");
    assert_eq!(cuts.len(), 3);
    for cut in cuts {
        assert_eq!((&cut["expired"], &cache(&play, cut["kind"].as_str().unwrap())["watch"]), (&json!(false), &json!("cut")), "{cut}");
    }
    assert!(play.settle().quiet);
    expire(&mut play, "Secret");
    assert_eq!(cache(&play, "Secret")["watch"], "expired", "once it has a version");
}

#[test]
fn a_kind_that_is_served_no_longer_is_not_listed_over_and_over() {
    for expired in [false, true] {
        let mut play = settled(json!({}), &[]);
        play.play(json!({ "remove": { "kind": "CustomResourceDefinition", "name": "appconfigs.lab.example.com" } }));
        play.settle();
        play.play(json!({ "cutWatch": { "kind": "AppConfig", "expired": expired } }));
        assert!(play.settle().quiet);
        assert_ne!(cache(&play, "AppConfig")["watch"], "open", "nobody answers");
    }
}

// --- compaction ---

#[test]
fn a_compaction_breaks_the_watches_that_are_late_and_no_other() {
    let mut play = settled(json!({}), &[web(), secret()]);
    play.play(json!({ "hold": { "kind": "ConfigMap" } }));
    paint(&mut play, "red");
    play.play(json!({ "cutWatch": { "kind": "Secret" } }));
    let facts = play.play(json!({ "compact": {} }));
    assert_eq!(named(&facts, "compacted")[0]["revision"], play.view()["revision"]);
    let broken: Vec<&Value> = named(&facts, "watchCut").iter().map(|cut| &cut["kind"]).collect();
    assert_eq!(broken, ["ConfigMap", "Secret"]);
    for (kind, watch) in [("AppConfig", "open"), ("ConfigMap", "expired"), ("Secret", "expired")] {
        assert_eq!(cache(&play, kind)["watch"], watch, "{kind}");
    }
    let seen = cache(&play, "ConfigMap")["revision"].as_str().unwrap().to_string();
    let compacted = play.view()["revision"].as_str().unwrap().to_string();
    let facts = deliver(&mut play, "ConfigMap");
    assert_eq!(named(&facts, "listed")[0]["expired"], format!("too old resource version: {seen} ({compacted})"));
    play.play(json!({ "release": { "kind": "ConfigMap" } }));
    assert!(play.settle().quiet);
    assert_eq!(play.child().unwrap()["data"]["color"], "blue");
    // What has seen everything goes on, also when it breaks later.
    play.play(json!({ "cutWatch": { "kind": "AppConfig" } }));
    let facts = deliver(&mut play, "AppConfig");
    assert_eq!(named(&facts, "reconnected")[0]["missed"], 0);
}

#[test]
fn a_watch_of_the_newest_version_survives_a_compaction_though_it_is_cut() {
    let mut play = settled(json!({}), &[web()]);
    expire(&mut play, "AppConfig");
    deliver(&mut play, "AppConfig");
    assert_eq!(cache(&play, "AppConfig")["revision"], play.view()["revision"], "a list has the revision of the whole store");
    play.play(json!({ "cutWatch": { "kind": "AppConfig" } }));
    play.play(json!({ "compact": {} }));
    assert_eq!(cache(&play, "AppConfig")["watch"], "cut");
}

// --- an older state of the server ---

#[test]
fn a_start_against_an_older_state_lists_it_and_then_catches_up() {
    let mut play = settled(json!({}), &[web()]);
    let past = play.view()["revision"].as_str().unwrap().to_string();
    let mut app = play.app();
    app["spec"]["data"]["color"] = "green".into();
    play.edit(app);
    play.settle();
    let wanted = essence(&play);
    play.play(json!({ "crash": {} }));
    play.play(json!({ "start": { "at": past } }));
    for kind in ["AppConfig", "ConfigMap"] {
        let facts = deliver(&mut play, kind);
        assert_eq!(named(&facts, "listed")[0]["revision"], past, "{kind}");
        assert!(cache(&play, kind)["behind"].as_u64().unwrap() > 0, "{kind}");
    }
    assert_eq!(cache(&play, "AppConfig")["objects"][0]["spec"]["data"]["color"], "blue");
    assert_eq!(cache(&play, "ConfigMap")["objects"][0]["data"]["color"], "blue");
    assert_eq!(play.object("ConfigMap", "web-config").unwrap()["data"]["color"], "green", "the server is not older");
    assert!(play.settle().quiet);
    assert_eq!(essence(&play), wanted);
}

/// Dies and starts; what came since the lists arrives behind the first pass.
fn one_pass_before_the_events(play: &mut Play, start: Value) {
    play.play(json!({ "hold": {} }));
    play.play(json!({ "crash": {} }));
    play.play(json!({ "start": start }));
    for kind in ["AppConfig", "ConfigMap", "Secret"] {
        deliver(play, kind);
    }
    play.run.finish_pass();
    play.play(json!({ "release": {} }));
}

#[test]
fn from_an_older_state_a_pass_acts_on_what_is_no_longer_so() {
    let mut play = settled(json!({}), &[web()]);
    let past = play.view()["revision"].as_str().unwrap().to_string();
    let mut app = play.app();
    app["spec"]["data"]["color"] = "green".into();
    play.edit(app);
    play.settle();
    one_pass_before_the_events(&mut play, json!({ "at": past }));
    let ended = play.last_pass();
    assert_eq!(why(&ended), ["initialList", "initialList"]);
    assert_eq!(ended["answers"]["desired"]["child"]["data"]["color"], "blue", "an old wish");
    assert_eq!(ended["answers"]["diff"]["paths"], json!([]), "and an old child that has it");
    assert_eq!(moved(&ended), 0);
}

#[test]
fn a_revision_that_nobody_can_show_is_refused_and_nothing_starts() {
    let mut play = settled(json!({}), &[web()]);
    play.play(json!({ "compact": {} }));
    let compacted = play.view()["revision"].as_str().unwrap().parse::<u64>().unwrap();
    paint(&mut play, "red");
    play.play(json!({ "crash": {} }));
    let digest = play.run.digest();
    let cases = [
        ("99".to_string(), "notFound", format!("Too large resource version: 99, current: {}", compacted + 1)),
        ((compacted - 1).to_string(), "notPossible", "The resourceVersion for the provided list is too old.".into()),
        ("0".into(), "invalid", "a revision is a whole number from 1 on".into()),
        ("new".into(), "invalid", "a revision is a whole number from 1 on".into()),
        ("+5".into(), "invalid", "a revision is a whole number from 1 on".into()),
        ("99999999999999999999".into(), "invalid", "a revision is a whole number from 1 on".into()),
        (String::new(), "invalid", "a revision is a whole number from 1 on".into()),
    ];
    for (at, code, message) in cases {
        let error = play.try_play(json!({ "start": { "at": at } })).unwrap_err();
        assert_eq!((error.code.name(), error.path.as_str(), error.message.as_str()), (code, "/start/at", message.as_str()), "{at}");
        assert_eq!(play.run.digest(), digest);
    }
    let error = play.try_play(json!({ "start": { "controller": "garbage-collector", "at": "1" } })).unwrap_err();
    assert_eq!(error.path, "/start/at");
    play.play(json!({ "start": { "at": compacted.to_string() } }));
    play.settle();
    assert_eq!(play.child().unwrap()["data"]["color"], "blue");
}

#[test]
fn a_compaction_before_the_old_lists_leaves_only_the_newest_to_list() {
    let mut play = settled(json!({}), &[web()]);
    paint(&mut play, "red");
    play.settle();
    play.play(json!({ "crash": {} }));
    play.play(json!({ "start": { "at": "3" } }));
    play.play(json!({ "compact": {} }));
    let facts = deliver(&mut play, "ConfigMap");
    assert_eq!(named(&facts, "listed")[0]["revision"], play.view()["revision"]);
    assert!(play.settle().quiet);
}

#[test]
fn even_the_good_reconciler_makes_an_account_again_for_what_an_old_server_still_shows() {
    // No write to the server comes before the call outside, so nothing tells the pass that it is late.
    let mut play = settled(json!({}), &[web_with_account()]);
    let past = play.view()["revision"].as_str().unwrap().to_string();
    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
    play.settle();
    assert_eq!(play.view()["outside"], json!([]));
    let mut fine = play.clone();
    for (run, at) in [(&mut play, json!({ "at": past })), (&mut fine, json!({}))] {
        one_pass_before_the_events(run, at);
        assert!(run.settle_until(1_000_000).quiet);
    }
    assert_eq!(fine.view()["outside"], json!([]));
    assert_eq!(play.view()["outside"], json!([{ "name": "web-db", "broken": false, "madeBy": "default/web" }]));
}

// --- the good reconciler ends in the same objects ---

/// A story with edits by a person: what the gaps can swallow.
fn story() -> Play {
    let mut play = Play::with_all(json!({}));
    play.settle();
    play.respec(json!({ "data": { "color": "green" }, "account": "web-db-2", "requires": "web-credentials" }));
    paint(&mut play, "red");
    play
}

/// Plays a fault before the n-th default move, and default moves to the end, for each n.
fn at_every_transition(faults: &[Value]) -> usize {
    let mut straight = story();
    assert!(straight.settle_until(100_000_000).quiet);
    let wanted = essence(&straight);
    let mut run = story();
    let mut tried = 0;
    while let Some(next) = run.run.world().default_move() {
        let mut play = run.clone();
        for fault in faults {
            play.play(fault.clone());
        }
        assert!(play.settle_until(100_000_000).quiet);
        assert_eq!(essence(&play), wanted, "{faults:?} before default move {tried}");
        run.run.play(&next).unwrap();
        tried += 1;
    }
    tried
}

#[test]
fn a_relist_at_any_transition_changes_nothing_in_the_end() {
    for kind in ["AppConfig", "ConfigMap", "Secret"] {
        let tried = at_every_transition(&[json!({ "cutWatch": { "kind": kind, "expired": true } })]);
        assert!(tried > 20, "{tried}");
    }
    at_every_transition(&[json!({ "cutWatch": { "expired": true } })]);
    at_every_transition(&[json!({ "cutWatch": { "expired": false } })]);
}

#[test]
fn a_compaction_at_any_transition_changes_nothing_in_the_end() {
    at_every_transition(&[json!({ "compact": {} })]);
    at_every_transition(&[json!({ "cutWatch": {} }), json!({ "compact": {} }), json!({ "crash": {} }), json!({ "start": {} })]);
}

#[test]
fn a_start_against_any_state_that_the_server_still_knows_changes_nothing_in_the_end() {
    for queue in ["priority", "classic"] {
        let mut play = Play::new(with_habits(json!({ "queue": queue })));
        for object in [secret(), web_with_requires(), config("other", json!({}))] {
            play.edit(object);
        }
        play.settle();
        let mut app = play.app();
        app["spec"]["data"] = json!({ "color": "green" });
        play.edit(app);
        play.settle();
        paint(&mut play, "red");
        play.settle();
        play.play(json!({ "remove": { "kind": "ConfigMap", "name": "web-config" } }));
        play.settle();
        let (wanted, newest) = (essence(&play), play.view()["revision"].as_str().unwrap().parse::<u64>().unwrap());
        assert!(newest > 10);
        for at in 1..=newest {
            let start = json!({ "at": at.to_string() });
            let (mut prompt, mut late) = (play.clone(), play.clone());
            prompt.play(json!({ "crash": {} }));
            prompt.play(json!({ "start": start }));
            one_pass_before_the_events(&mut late, start);
            for run in [&mut prompt, &mut late] {
                assert!(run.settle_until(100_000_000).quiet);
                assert_eq!(essence(run), wanted, "started at revision {at}");
            }
        }
    }
}

// --- caches that hold a part ---

const MANAGED: &str = "app.kubernetes.io/managed-by=appconfig-controller";

#[test]
fn a_filtered_cache_does_not_find_what_exists_and_says_so_in_its_own_words() {
    let habits = |selector: Value| json!({ "cacheSelector": selector, "onMissing": "error" });
    let good = settled(habits(Value::Null), &[secret(), web_with_requires()]);
    assert_eq!(good.ready()["status"], "True");
    let mut play = settled(habits(MANAGED.into()), &[]);
    for object in [secret(), web_with_requires()] {
        play.edit(object);
    }
    play.settle_until(1_000);
    assert_eq!(play.ready()["status"], "False");
    assert!(play.object("Secret", "web-credentials").is_some());
    assert_eq!(play.child(), None);
    // The cache names the kind; the server, had it been asked and had none, the plural.
    assert_eq!(play.last_pass()["decision"]["returned"]["error"]["message"], "Secret \"web-credentials\" not found");
    assert_eq!(cache(&play, "Secret")["objects"], json!([]));
    assert_eq!(cache(&play, "Secret")["selector"], MANAGED);
    assert_eq!(cache(&play, "AppConfig").get("selector"), None, "the kind that is reconciled is not filtered");
    let dropped = play.controller()["notWoken"].clone();
    let unseen = dropped.as_array().unwrap().iter().find(|entry| entry["ref"]["kind"] == "Secret").unwrap();
    assert_eq!((&unseen["by"], &unseen["writer"]), (&json!("cache:selector"), &json!("kubectl-create")));
    // With the label it is there.
    let mut labelled = play.object("Secret", "web-credentials").unwrap();
    labelled["metadata"]["labels"] = json!({ "app.kubernetes.io/managed-by": "appconfig-controller" });
    play.edit(labelled);
    assert_eq!(play.controller()["inFlight"][0]["type"], "ADDED", "it enters the selection");
    play.settle();
    assert_eq!(play.ready()["status"], "True");
}

#[test]
fn a_child_that_loses_its_label_is_deleted_for_a_filtered_cache_and_cannot_be_made_again() {
    let bare = |play: &mut Play| {
        let mut child = play.child().unwrap();
        child["metadata"].as_object_mut().unwrap().remove("labels");
        play.edit(child);
    };
    let mut good = settled(json!({}), &[web()]);
    bare(&mut good);
    good.settle();
    assert_eq!(good.child().unwrap()["metadata"]["labels"], json!({ "app.kubernetes.io/managed-by": "appconfig-controller" }));

    let mut play = settled(json!({ "cacheSelector": MANAGED }), &[web()]);
    assert_eq!(play.ready()["status"], "True");
    bare(&mut play);
    let revision = play.revision_of("ConfigMap", "web-config");
    assert_eq!(play.controller()["inFlight"][0]["type"], "DELETED");
    assert_eq!(play.controller()["inFlight"][0]["object"]["metadata"]["resourceVersion"], revision, "with the revision of the write");
    let facts = deliver(&mut play, "ConfigMap");
    let told = named(&facts, "delivered")[0];
    assert_eq!((&told["type"], &told["writer"]), (&json!("DELETED"), &json!("kubectl-edit")));
    play.settle_until(1_000);
    assert_eq!(outcomes(&play.last_pass())[0], "alreadyExists");
    assert_eq!(play.last_pass()["decision"]["returned"]["error"]["message"], "configmaps \"web-config\" already exists");
    assert_eq!(play.child().unwrap()["metadata"].get("labels"), None);
    // More of what is not seen moves nothing.
    let passes = play.counter("passes");
    paint(&mut play, "red");
    assert_eq!((cache(&play, "ConfigMap")["behind"].clone(), play.controller()["inFlight"].clone()), (json!(0), json!([])));
    assert_eq!(play.settle().passes + passes, play.counter("passes"));
    assert_eq!(play.controller()["notWoken"].as_array().unwrap().last().unwrap()["by"], "cache:selector");
}

#[test]
fn a_filtered_cache_keeps_its_order_through_cuts_lists_and_events_it_never_gets() {
    let labels = json!({ "app.kubernetes.io/managed-by": "appconfig-controller" });
    for expired in [false, true] {
        let mut play = settled(json!({ "cacheSelector": MANAGED }), &[web(), config("a", labels.clone()), config("b", json!({}))]);
        play.play(json!({ "cutWatch": { "kind": "ConfigMap", "expired": expired } }));
        play.edit(config("b", labels.clone()));
        play.edit(config("c", json!({})));
        play.edit(config("a", json!({})));
        play.edit(config("d", labels.clone()));
        assert_eq!(cache(&play, "ConfigMap")["behind"], 3, "expired: {expired}");
        let mut facts = deliver(&mut play, "ConfigMap");
        while cache(&play, "ConfigMap")["behind"] != 0 {
            facts.extend(deliver(&mut play, "ConfigMap"));
        }
        let mut told: Vec<(&str, &str)> =
            named(&facts, "delivered").iter().map(|told| (told["type"].as_str().unwrap(), told["ref"]["name"].as_str().unwrap())).collect();
        if !expired {
            assert_eq!(told, [("ADDED", "b"), ("DELETED", "a"), ("ADDED", "d")]);
        }
        told.sort_unstable();
        assert_eq!(told, [("ADDED", "b"), ("ADDED", "d"), ("DELETED", "a")]);
        let names: Vec<Value> =
            cache(&play, "ConfigMap")["objects"].as_array().unwrap().iter().map(|object| object["metadata"]["name"].clone()).collect();
        assert_eq!(names, ["b", "d", "web-config"], "expired: {expired}");
    }
}

#[test]
fn a_selector_that_is_none_is_refused_in_the_parsers_words() {
    let words = "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt";
    let Err(error) = Play::try_new(with_habits(json!({ "cacheSelector": "a b" }))) else { panic!("taken") };
    assert_eq!((error.path.as_str(), error.message.as_str()), ("/controllers/0/habits/cacheSelector", words));
    let mut play = settled(json!({}), &[web()]);
    let digest = play.run.digest();
    let error = play.try_play(json!({ "habits": { "set": { "cacheSelector": "a b" } } })).unwrap_err();
    assert_eq!((error.code.name(), error.path.as_str(), error.message.as_str()), ("invalid", "/habits/set/cacheSelector", words));
    assert!(play.try_play(json!({ "habits": { "set": { "cacheSelector": { "a": "b" } } } })).is_err());
    assert_eq!(play.run.digest(), digest);
}

// --- what is on its way ---

#[test]
fn kinds_overtake_each_other_and_objects_of_a_kind_do_not() {
    let mut play = settled(json!({}), &[web()]);
    let mut app = play.app();
    app["spec"]["data"]["color"] = "green".into();
    play.edit(app);
    play.edit(config("one", json!({})));
    play.edit(config("two", json!({})));
    let facts = deliver(&mut play, "ConfigMap");
    assert_eq!(named(&facts, "delivered")[0]["ref"]["name"], "one", "the AppConfig's event is older and still on its way");
    assert_eq!(cache(&play, "AppConfig")["behind"], 1);
    let facts = deliver(&mut play, "ConfigMap");
    assert_eq!(named(&facts, "delivered")[0]["ref"]["name"], "two");
}

#[test]
fn the_first_list_is_marked_and_a_later_addition_is_not() {
    let mut play = Play::new(json!({ "version": 1, "objects": [web()] }));
    play.play(json!({ "deliver": { "kind": "AppConfig" } }));
    let ready = play.controller()["queue"]["ready"][0].clone();
    assert_eq!((&ready["priority"], &ready["causes"][0]["why"]), (&json!(-100), &json!("initialList")));
    play.settle();
    let mut other = web();
    other["metadata"]["name"] = "api".into();
    play.edit(other);
    play.play(json!({ "deliver": { "kind": "AppConfig" } }));
    let ready = play.controller()["queue"]["ready"][0].clone();
    assert_eq!((&ready["priority"], &ready["causes"][0]["why"]), (&json!(0), &json!("created")));
}

#[test]
fn faults_offer_both_ways_of_breaking_a_watch_and_each_can_be_played() {
    let mut play = Play::new(json!({ "version": 1, "budget": { "cutWatch": 2 } }));
    play.edit(web());
    play.settle();
    let listed: Vec<Value> = play.run.world().faults().iter().map(reconcile_playground::scenario::Move::to_value).collect();
    let name = "appconfig-controller";
    for kind in ["AppConfig", "ConfigMap", "Secret"] {
        for expired in [false, true] {
            let cut = json!({ "cutWatch": { "controller": name, "kind": kind, "expired": expired } });
            assert!(listed.contains(&cut), "{cut}");
            let mut fork = play.clone();
            fork.play(cut);
            fork.play(json!({ "deliver": { "kind": kind } }));
            assert_eq!(cache(&fork, kind)["watch"], "open");
        }
    }
    assert_eq!(listed.len(), 6);
}

// --- whatever happens ---

const NAMES: [&str; 3] = ["web", "api", "zoo"];

/// Something that a person or a fault does.
fn something(dice: &mut Dice, newest: u64) -> Value {
    let kind = *dice.pick(&["AppConfig", "ConfigMap", "Secret"]);
    let name = *dice.pick(&NAMES);
    let labels = if dice.chance(60) {
        json!({ "app.kubernetes.io/managed-by": "appconfig-controller" })
    } else {
        json!({ "n": dice.pick(&["1", "2"]) })
    };
    match dice.below(12) {
        0..=2 => {
            let mut app = web();
            app["metadata"]["name"] = name.into();
            app["spec"]["data"]["color"] = (*dice.pick(&["blue", "red"])).into();
            if dice.chance(40) {
                app["spec"]["requires"] = (*dice.pick(&NAMES)).into();
            }
            json!({ "edit": { "object": app } })
        }
        3..=4 => json!({ "edit": { "object": config(&format!("{name}-config"), labels) } }),
        5 => {
            json!({ "edit": { "object": { "apiVersion": "v1", "kind": "Secret", "metadata": { "name": name, "labels": labels }, "stringData": { "n": dice.pick(&["1", "2"]) } } } })
        }
        6 => json!({ "remove": { "kind": kind, "name": if kind == "ConfigMap" { format!("{name}-config") } else { name.to_string() } } }),
        7 => json!({ "cutWatch": { "kind": kind, "expired": dice.chance(50) } }),
        8 => json!({ "compact": {} }),
        9 => json!({ "crash": {} }),
        10 => {
            json!({ "start": if dice.chance(70) { json!({ "at": (1 + dice.below(usize::try_from(newest).unwrap())).to_string() }) } else { json!({}) } })
        }
        _ => (*dice.pick(&[json!({ "hold": { "kind": kind } }), json!({ "release": {} }), json!({ "resync": { "kind": kind } })])).clone(),
    }
}

fn some_habits(dice: &mut Dice) -> Value {
    json!({
        "cacheSelector": dice.pick(&[Value::Null, MANAGED.into(), "n".into()]),
        "watchOwned": dice.chance(70), "watchRequired": dice.chance(70), "workers": 1 + dice.below(3),
        "predicate": dice.pick(&["generation", "none", "swapped"]), "predicateScope": dice.pick(&["for", "global"]),
        "ownedPredicate": dice.pick(&["none", "generation"]), "matchOwner": dice.pick(&["controller", "every"]),
        "queue": dice.pick(&["priority", "classic"]),
    })
}

/// What a cache should hold: the kind's watch log up to where it is, of which it sees what its selector takes.
fn replayed(play: &Play, informer: &Informer) -> Vec<(String, String)> {
    let kind = informer.kind.as_ref().unwrap();
    let mut objects = BTreeMap::new();
    for event in play.run.world().cluster.log(kind).iter().take(informer.position) {
        let (key, object) = (event.object.key().to_string(), &event.object);
        if event.kind == EventType::Deleted {
            objects.remove(&key);
        } else {
            objects.insert(key, object.clone());
        }
    }
    let taken = |object: &Object| informer.selector.as_ref().is_none_or(|selector| selector.matches(&object.metadata.labels));
    objects.retain(|_, object| taken(object));
    objects.into_iter().map(|(key, object)| (key, object.metadata.revision.to_string())).collect()
}

fn check(play: &Play, seed: u64) {
    for controller in &play.run.world().controllers {
        for informer in controller.informers().iter().filter(|informer| informer.synced) {
            let held: Vec<(String, String)> =
                informer.objects.iter().map(|(key, object)| (key.to_string(), object.metadata.revision.to_string())).collect();
            assert_eq!(held, replayed(play, informer), "seed {seed}: {} is no past state of the server", informer.name);
        }
        let mut keys: Vec<String> = controller.passes_in_progress().iter().map(|pass| pass.task.key.to_string()).collect();
        assert!(keys.len() <= usize::from(controller.habits.workers.0));
        let passes = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), passes, "seed {seed}: two passes of one key");
    }
}

#[test]
fn a_cache_is_always_a_past_state_of_the_server_and_a_key_never_runs_twice_at_once() {
    for seed in 0..100 {
        let mut dice = Dice::new(seed);
        let mut scenario = with_habits(some_habits(&mut dice));
        scenario["delivery"] = (*dice.pick(&[json!("prompt"), json!("held"), json!({ "delay": 5 })])).clone();
        scenario["budget"] = json!({ "crash": 2, "cutWatch": 5, "hold": 2, "fail": 1 });
        let mut play = Play::new(scenario);
        let mut played = 0;
        while played < 150 {
            let listed = if dice.chance(5) { play.run.world().faults() } else { play.run.world().moves() };
            if dice.chance(75) && !listed.is_empty() {
                // What is listed can be played.
                let next = if dice.chance(60) { &listed[0] } else { dice.pick(&listed) };
                play.run.play(next).unwrap_or_else(|error| panic!("seed {seed}: {next:?}: {error}"));
            } else {
                let newest = play.run.world().cluster.revision().0;
                if play.try_play(something(&mut dice, newest)).is_err() {
                    continue;
                }
            }
            played += 1;
            check(&play, seed);
        }
        let replayed = Run::replay(play.run.save()).unwrap();
        assert_eq!(replayed.digest(), play.run.digest(), "seed {seed}");
        // In the end everybody knows everything, whatever was broken on the way.
        let _ = play.try_play(json!({ "start": {} }));
        play.play(json!({ "release": {} }));
        play.run.settle(Some(20_000), Some(60_000)).unwrap();
        for informer in play.run.world().controllers[0].informers() {
            assert_eq!((informer.behind(&play.run.world().cluster), informer.watch), (0, Watch::Open), "seed {seed}: {}", informer.name);
        }
    }
}
