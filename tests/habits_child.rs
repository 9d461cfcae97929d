//! How the reconciler reads, and how it makes, writes and owns its child: for each value that is a mistake one scenario in
//! which it goes wrong, and the same scenario with the good value in which it does not.
#![allow(clippy::needless_pass_by_value)] // literals are handed over

mod common;
#[path = "common/crash.rs"]
mod crash;

use common::{Play, outcomes, secret, web, web_with_account, web_with_requires, why, with_habits};
use reconcile_playground::habits::MEANINGLESS;
use reconcile_playground::world::fact::Fact;
use serde_json::{Value, json};

fn created(habits: Value) -> Play {
    let mut play = Play::new(with_habits(habits));
    play.edit(web());
    play
}

fn settled(habits: Value) -> Play {
    let mut play = created(habits.clone());
    assert!(play.settle_until(10_000).quiet, "{habits}");
    assert_eq!(play.ready()["status"], "True", "{habits}");
    play
}

/// Edits `web` so that its data are these.
fn wants(play: &mut Play, data: Value) {
    let mut app = play.app();
    app["spec"]["data"] = data;
    play.edit(app);
}

/// A person's edit of the child.
fn edit_child(play: &mut Play, edit: impl Fn(&mut Value)) {
    let mut child = play.child().expect("the child");
    edit(&mut child);
    play.edit(child);
}

fn fail_once(play: &mut Play, method: &str, kind: &str) {
    play.play(json!({ "fail": { "method": method, "kind": kind, "reason": "InternalError", "times": 1 } }));
}

fn fail_status_once(play: &mut Play) {
    play.play(json!({ "fail": { "method": "PUT", "kind": "AppConfig", "subresource": "status", "reason": "InternalError", "times": 1 } }));
}

fn children(play: &Play) -> Vec<Value> {
    let view = play.view();
    view["objects"].as_array().unwrap().iter().filter(|object| object["kind"] == "ConfigMap").cloned().collect()
}

fn cached(play: &Play, kind: &str) -> Value {
    play.controller()["cache"][kind]["objects"][0].clone()
}

/// The texts of the errors with which passes ended, in order.
fn errors(play: &Play) -> Vec<String> {
    let text = |pass: &Value| pass["decision"]["returned"]["error"]["message"].as_str().map(str::to_string);
    play.passes().iter().filter_map(text).collect()
}

/// All writes of all passes to the child: method and outcome.
fn child_writes(play: &Play) -> Vec<String> {
    let passes = play.passes();
    let writes = passes.iter().flat_map(|pass| pass["writes"].as_array().unwrap());
    writes
        .filter(|write| write["ref"]["kind"] == "ConfigMap")
        .map(|write| format!("{} {}", write["method"].as_str().unwrap(), write["outcome"].as_str().unwrap()))
        .collect()
}

fn seven() -> Value {
    json!({ "a": "1", "b": "2", "c": "3", "d": "4", "e": "5", "f": "6", "g": "7" })
}

// --- where it reads ---

#[test]
fn a_cache_that_is_behind_makes_it_create_twice_and_a_read_from_the_server_does_not() {
    let play = |from: &str| {
        let mut play = Play::new(with_habits(json!({ "readFrom": from })));
        play.settle();
        play.edit(web());
        play.play(json!({ "hold": { "kind": "ConfigMap" } }));
        // The child is made, the status is not, so the pass comes again before the child's event.
        fail_status_once(&mut play);
        play.settle_until(10_000);
        play
    };
    let cache = play("cache");
    assert!(errors(&cache).contains(&r#"configmaps "web-config" already exists"#.to_string()), "{:?}", errors(&cache));
    assert_eq!(cache.ready(), Value::Null);
    let server = play("server");
    assert_eq!(errors(&server).len(), 1, "the injected one");
    assert_eq!(child_writes(&server), ["POST created", "PUT skipped"]);
    assert_eq!(server.ready()["status"], "True");
}

#[test]
fn each_read_from_the_server_is_one_request_in_one_transition_and_takes_its_time() {
    let mut play = Play::new(with_habits(json!({ "readFrom": "server" })));
    play.edit(secret());
    play.edit(web_with_requires());
    while play.controller()["pass"].is_null() {
        play.run.step();
    }
    let mut reads = Vec::new();
    while !play.controller()["pass"].is_null() {
        let next = play.controller()["pass"]["next"].clone();
        let before = play.view()["time"].as_u64().unwrap();
        play.play(json!({ "answer": {} }));
        let took = play.view()["time"].as_u64().unwrap() - before;
        assert_eq!(took, if next["method"].is_null() { 0 } else { 2 }, "{next}");
        if next["method"] == "GET" {
            reads.push(next["ref"]["kind"].as_str().unwrap().to_string());
        }
        assert!(next["read"].is_null(), "nothing comes from a cache");
    }
    assert_eq!(reads, ["AppConfig", "Secret", "ConfigMap"]);
    assert_eq!(play.last_pass()["holds"][0]["from"], "answer");
}

#[test]
fn what_is_missing_is_told_by_kind_from_the_cache_and_by_plural_from_the_server() {
    for (from, text) in [("cache", r#"Secret "web-credentials" not found"#), ("server", r#"secrets "web-credentials" not found"#)] {
        let mut play = Play::new(with_habits(json!({ "readFrom": from, "onMissing": "error" })));
        play.edit(web_with_requires());
        play.settle();
        assert_eq!(errors(&play)[0], text);
    }
}

#[test]
fn a_failed_read_from_the_server_is_an_error_and_the_next_pass_does_the_rest() {
    for kind in ["AppConfig", "ConfigMap"] {
        let mut play = created(json!({ "readFrom": "server", "statusContent": "lastError" }));
        fail_once(&mut play, "GET", kind);
        assert!(play.settle_until(10_000).quiet);
        assert_eq!(errors(&play).len(), 1, "{kind}");
        assert_eq!(play.ready()["status"], "True");
    }
}

// --- whether it copies what it reads ---

#[test]
fn a_child_changed_in_the_shared_cache_hides_that_its_update_failed() {
    let play = |copies: bool| {
        let mut play = settled(json!({ "cacheCopy": copies }));
        edit_child(&mut play, |child| child["data"]["color"] = "red".into());
        fail_once(&mut play, "PUT", "ConfigMap");
        assert!(play.settle_until(10_000).quiet);
        assert_eq!(errors(&play).len(), 1);
        play
    };
    let copying = play(true);
    assert_eq!(copying.child().unwrap()["data"]["color"], "blue", "the retry repaired it");
    let mut sharing = play(false);
    assert_eq!(sharing.child().unwrap()["data"]["color"], "red", "nobody repairs it");
    assert_eq!(cached(&sharing, "ConfigMap")["data"]["color"], "blue", "the server never had this");
    assert_eq!(cached(&sharing, "ConfigMap")["metadata"]["resourceVersion"], sharing.revision_of("ConfigMap", "web-config").as_str());
    assert_eq!(outcomes(&sharing.last_pass()), ["skipped", "skipped"]);
    assert_eq!(sharing.ready()["status"], "True", "and it says that all is well");
    // A resync replays what the store has.
    sharing.play(json!({ "resync": {} }));
    sharing.settle();
    assert_eq!(sharing.child().unwrap()["data"]["color"], "red");
    // The next event of the child puts the server's state in its place.
    edit_child(&mut sharing, |child| child["metadata"]["labels"]["touched"] = "yes".into());
    sharing.settle();
    assert_eq!(sharing.child().unwrap()["data"]["color"], "blue");
}

#[test]
fn a_status_changed_in_the_shared_cache_is_never_written_once_its_write_failed() {
    for (copies, ready) in [(true, json!("True")), (false, Value::Null)] {
        let mut play = created(json!({ "cacheCopy": copies }));
        fail_status_once(&mut play);
        assert!(play.settle_until(10_000).quiet);
        assert_eq!(play.ready()["status"], ready, "cacheCopy: {copies}");
        assert_eq!(cached(&play, "AppConfig")["status"]["conditions"][0]["status"], "True");
    }
}

#[test]
fn a_finalizer_that_is_only_in_the_shared_cache_leaks_the_account() {
    for (copies, leaks) in [(true, 0), (false, 1)] {
        let mut play = Play::new(with_habits(json!({ "cacheCopy": copies })));
        let mut app = web_with_account();
        // No child, whose event would make it look again.
        app["spec"]["data"] = Value::Null;
        play.edit(app);
        fail_once(&mut play, "PATCH", "AppConfig");
        assert!(play.settle_until(10_000).quiet);
        assert_eq!(play.view()["outside"].as_array().unwrap().len(), 1);
        play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
        assert!(play.settle_until(20_000).quiet);
        assert_eq!(play.view()["outside"].as_array().unwrap().len(), leaks, "cacheCopy: {copies}");
    }
}

#[test]
fn what_an_event_has_replaced_in_the_meantime_is_nobodys_to_change() {
    // The pass holds the copy that the store no longer has.
    let mut play = settled(json!({ "cacheCopy": false }));
    wants(&mut play, json!({ "color": "green" }));
    while play.controller()["pass"]["waitingFor"] != "act" {
        play.run.step();
    }
    edit_child(&mut play, |child| child["data"]["color"] = "red".into());
    play.play(json!({ "deliver": { "kind": "ConfigMap" } }));
    play.play(json!({ "answer": {} }));
    assert_eq!(cached(&play, "ConfigMap")["data"]["color"], "red");
    play.settle();
    assert_eq!(play.child().unwrap()["data"], json!({ "color": "green" }));
}

// --- what it renders ---

#[test]
fn a_text_rendered_in_another_order_each_time_is_written_for_ever() {
    for compare in ["fields", "hash"] {
        let play = |order: &str| {
            let mut play = Play::new(with_habits(json!({ "order": order, "compare": compare })));
            let mut app = web();
            app["spec"]["data"] = seven();
            play.edit(app);
            let settled = play.settle();
            (play, settled.loop_.is_some())
        };
        let (seeded, loops) = play("seeded");
        assert!(loops, "{compare}");
        let child = seeded.child().unwrap();
        let text = child["data"]["config.properties"].as_str().unwrap();
        let mut lines: Vec<&str> = text.lines().collect();
        assert_eq!(text.len(), 7 * 4);
        lines.sort_unstable();
        assert_eq!(lines, ["a=1", "b=2", "c=3", "d=4", "e=5", "f=6", "g=7"]);
        assert_eq!(seeded.last_pass()["writes"][0]["changed"][0], "/data/config.properties");
        let (sorted, loops) = play("sorted");
        assert!(!loops);
        assert_eq!(sorted.child().unwrap()["data"], seven(), "nothing else is rendered");
    }
}

#[test]
fn a_stamp_makes_each_desired_child_another_one_and_a_hash_of_the_data_does_not_see_it() {
    for stamp in ["time", "counter"] {
        for compare in ["fields", "always", "whole", "hash"] {
            let mut play = created(json!({ "stamp": stamp, "compare": compare }));
            let loops = play.settle().loop_.is_some();
            assert_eq!(loops, compare != "hash", "{stamp} {compare}");
            assert!(play.child().unwrap()["metadata"]["annotations"]["lab.example.com/stamp"].is_string());
        }
    }
    assert!(created(json!({ "stamp": "none" })).settle().loop_.is_none());
    let mut play = created(json!({ "stamp": "counter" }));
    play.settle();
    assert_eq!(play.last_pass()["answers"]["diff"]["paths"], json!(["/metadata/annotations/lab.example.com~1stamp"]));
}

#[test]
fn a_hash_sees_another_spec_and_not_another_hand() {
    let mut play = settled(json!({ "compare": "hash" }));
    edit_child(&mut play, |child| child["data"]["color"] = "red".into());
    play.settle();
    assert_eq!(play.child().unwrap()["data"]["color"], "red", "a drift that is never seen");
    wants(&mut play, json!({ "color": "green" }));
    play.settle();
    assert_eq!(play.child().unwrap()["data"], json!({ "color": "green" }));
}

// --- what it calls its child ---

#[test]
fn a_generated_name_doubles_the_child_while_the_cache_is_behind_and_a_fixed_one_does_not() {
    let play = |naming: &str| {
        let mut play = Play::new(with_habits(json!({ "naming": naming })));
        play.settle();
        play.edit(web());
        play.play(json!({ "hold": { "kind": "ConfigMap" } }));
        fail_status_once(&mut play);
        play.settle_until(50);
        play.play(json!({ "release": { "kind": "ConfigMap" } }));
        assert!(play.settle_until(10_000).quiet);
        play
    };
    let fixed = play("fixed");
    assert_eq!(children(&fixed).len(), 1);
    assert!(errors(&fixed).contains(&r#"configmaps "web-config" already exists"#.to_string()), "which means: done already");
    let generated = play("generated");
    let made = children(&generated);
    assert_eq!(made.len(), 2, "two of one");
    for child in &made {
        assert!(child["metadata"]["name"].as_str().unwrap().starts_with("web-config-"));
        assert_eq!(child["data"], json!({ "color": "blue", "level": "info" }));
    }
}

#[test]
fn a_lost_answer_doubles_what_has_no_name_of_its_own() {
    for (naming, count) in [("fixed", 1), ("generated", 2)] {
        let mut scenario = with_habits(json!({ "naming": naming }));
        scenario["delivery"] = json!({ "delay": 100 });
        let mut play = Play::new(scenario);
        play.edit(web());
        play.play(json!({ "fail": { "method": "POST", "kind": "ConfigMap", "reason": "Timeout", "applied": true } }));
        assert!(play.settle_until(10_000).quiet);
        assert_eq!(children(&play).len(), count, "{naming}");
    }
}

#[test]
fn a_child_with_a_generated_name_is_found_by_label_and_owner_and_goes_when_it_is_not_wanted() {
    for read_from in ["cache", "server"] {
        for owner in ["controller", "plain", "none"] {
            let what = format!("{read_from} {owner}");
            let mut play = settled(json!({ "naming": "generated", "readFrom": read_from, "owner": owner }));
            let name = children(&play)[0]["metadata"]["name"].as_str().unwrap().to_string();
            assert_eq!(play.app()["status"]["configMap"], name, "{what}");
            let write = play.passes()[0]["writes"][0].clone();
            assert_eq!((&write["ref"]["name"], &write["outcome"]), (&json!(name), &json!("created")), "{what}");
            // Another's child of the same kind is not its own.
            let mut other = web();
            other["metadata"]["name"] = "other".into();
            other["spec"]["data"] = json!({ "whose": "other's" });
            play.edit(other);
            wants(&mut play, json!({ "color": "green" }));
            play.settle();
            assert_eq!(children(&play).len(), 2, "{what}");
            assert_eq!(play.object("ConfigMap", &name).unwrap()["data"], json!({ "color": "green" }), "{what}");
            let mut app = play.app();
            app["spec"] = json!({});
            play.edit(app);
            play.settle();
            assert_eq!(play.object("ConfigMap", &name), None, "{what}");
            assert_eq!(children(&play).len(), 1, "{what}");
        }
    }
}

#[test]
fn create_only_with_a_generated_name_makes_a_child_in_each_pass() {
    let mut play = created(json!({ "naming": "generated", "ensure": "createOnly" }));
    assert!(play.settle().loop_.is_some());
    assert!(children(&play).len() > 10);
}

// --- how it writes ---

/// Somebody else applies a key of their own into the child.
fn apply_other(play: &mut Play, manager: &str, data: Value) {
    play.play(json!({ "request": {
        "method": "PATCH", "path": "/api/v1/namespaces/default/configmaps/web-config",
        "contentType": "application/apply-patch+yaml", "query": { "fieldManager": manager, "force": "true" },
        "body": { "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "web-config" }, "data": data },
    } }));
}

#[test]
fn an_update_and_a_patch_lose_what_another_writer_put_beside_and_an_apply_leaves_it() {
    for (write, kept) in [("update", false), ("mergePatch", false), ("apply", true)] {
        let mut play = settled(json!({ "write": write }));
        apply_other(&mut play, "sidecar", json!({ "port": "8080" }));
        assert!(play.settle_until(10_000).quiet);
        assert_eq!(play.child().unwrap()["data"].get("port").is_some(), kept, "{write}");
        assert_eq!(play.child().unwrap()["data"]["color"], "blue");
        assert_eq!(outcomes(&play.last_pass()), ["skipped", "skipped"], "{write}");
    }
}

#[test]
fn each_way_of_writing_uses_its_verb_and_ends_in_the_same_data() {
    for (write, create, update) in [
        ("update", "POST created", "PUT changed"),
        ("mergePatch", "POST created", "PATCH changed"),
        ("apply", "PATCH created", "PATCH changed"),
    ] {
        let mut play = settled(json!({ "write": write }));
        wants(&mut play, json!({ "color": "green", "size": "big" }));
        play.settle();
        assert_eq!(play.child().unwrap()["data"], json!({ "color": "green", "size": "big" }), "{write}");
        let writes = child_writes(&play);
        let sent: Vec<&String> = writes.iter().filter(|write| !write.ends_with("skipped")).collect();
        assert_eq!(sent, [create, update]);
        assert_eq!(play.child().unwrap()["metadata"]["ownerReferences"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn an_apply_without_force_conflicts_with_whoever_edited_the_field_and_with_force_takes_it_back() {
    let play = |force: bool| {
        let mut play = settled(json!({ "write": "apply", "force": force }));
        edit_child(&mut play, |child| child["data"]["color"] = "red".into());
        play.settle_until(60_000);
        play
    };
    let polite = play(false);
    assert_eq!(polite.child().unwrap()["data"]["color"], "red", "never restored");
    let text = r#"Apply failed with 1 conflict: conflict with "kubectl-edit" using v1: .data.color"#;
    let errors = errors(&polite);
    assert!(errors.len() > 10 && errors.iter().all(|error| error == text), "{errors:?}");
    assert_eq!(polite.last_pass()["decision"]["returned"]["error"]["reason"], "Conflict");
    assert!(polite.counter("conflicts") > 10);
    let forced = play(true);
    assert_eq!(forced.child().unwrap()["data"]["color"], "blue");
    assert_eq!(forced.counter("conflicts"), 0);
}

#[test]
fn an_apply_with_force_overwrites_what_another_manager_applied_and_without_force_says_so() {
    let text = r#"Apply failed with 1 conflict: conflict with "sidecar": .data.color"#;
    for (force, color) in [(false, "red"), (true, "blue")] {
        let mut play = settled(json!({ "write": "apply", "force": force }));
        apply_other(&mut play, "sidecar", json!({ "color": "red" }));
        play.settle_until(1_000);
        assert_eq!(play.child().unwrap()["data"]["color"], color);
        assert_eq!(errors(&play).iter().any(|error| error == text), !force, "{:?}", errors(&play));
        let fields = play.child().unwrap()["metadata"]["managedFields"].to_string();
        assert_eq!(fields.contains("sidecar"), !force, "whose field it is now");
    }
}

#[test]
fn a_merge_patch_of_a_list_drops_what_its_stale_copy_has_not_and_an_update_conflicts_and_heals() {
    for (write, owners, conflicts) in [("update", 2, 1), ("mergePatch", 1, 0)] {
        let mut play = settled(json!({ "write": write }));
        let boss = json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "boss", "namespace": "default" } });
        play.edit(boss);
        edit_child(&mut play, |child| child["metadata"]["ownerReferences"] = json!([]));
        // Its event is there, that of the next edit is not.
        play.play(json!({ "deliver": { "kind": "ConfigMap", "count": 2 } }));
        play.play(json!({ "hold": { "kind": "ConfigMap" } }));
        let uid = play.object("ConfigMap", "boss").unwrap()["metadata"]["uid"].clone();
        edit_child(&mut play, |child| {
            child["metadata"]["ownerReferences"] = json!([{ "apiVersion": "v1", "kind": "ConfigMap", "name": "boss", "uid": uid }]);
        });
        play.settle_until(50);
        play.play(json!({ "release": { "kind": "ConfigMap" } }));
        assert!(play.settle_until(10_000).quiet);
        assert_eq!(play.child().unwrap()["metadata"]["ownerReferences"].as_array().unwrap().len(), owners, "{write}");
        assert_eq!(play.counter("conflicts") > 0, conflicts > 0, "{write}");
    }
}

#[test]
fn writing_without_looking_sends_what_the_server_finds_unchanged() {
    for write in ["update", "mergePatch", "apply"] {
        let mut play = settled(json!({ "write": write, "compare": "always" }));
        let before = play.counter("unchangedWrites");
        let revision = play.revision_of("ConfigMap", "web-config");
        play.play(json!({ "resync": { "kind": "ConfigMap" } }));
        assert!(play.settle().quiet);
        assert_eq!(play.counter("unchangedWrites"), before + 1, "{write}");
        assert_eq!(play.revision_of("ConfigMap", "web-config"), revision);
        let mut looking = settled(json!({ "write": write }));
        looking.play(json!({ "resync": { "kind": "ConfigMap" } }));
        looking.settle();
        assert_eq!(looking.counter("unchangedWrites"), 0, "{write}");
    }
}

// --- what is no longer wanted ---

#[test]
fn keys_that_are_no_longer_wanted_stay_unless_they_are_removed_or_were_applied() {
    for (write, removes, stays) in [
        ("update", true, false),
        ("update", false, true),
        ("mergePatch", true, false),
        ("mergePatch", false, true),
        ("apply", true, false),
        ("apply", false, false),
    ] {
        let mut play = settled(json!({ "write": write, "removeStale": removes }));
        wants(&mut play, json!({ "color": "green" }));
        assert!(play.settle().quiet);
        let data = if stays { json!({ "color": "green", "level": "info" }) } else { json!({ "color": "green" }) };
        assert_eq!(play.child().unwrap()["data"], data, "{write} {removes}");
        assert_eq!(play.ready()["status"], "True");
        // Where it alone changes, it is seen just so.
        wants(&mut play, json!({}));
        assert!(play.settle().quiet);
        let data = play.child().unwrap()["data"].as_object().map_or(0, serde_json::Map::len);
        assert_eq!(data, if stays { 2 } else { 0 }, "{write} {removes}");
    }
}

#[test]
fn a_key_that_was_once_updated_is_not_removed_by_an_apply_that_leaves_it_out() {
    // A controller that moves from update to apply: what it wrote before counts as another's.
    let mut play = settled(json!({}));
    play.play(json!({ "habits": { "set": { "write": "apply" } } }));
    wants(&mut play, json!({ "color": "green", "level": "info" }));
    play.settle_until(1_000);
    assert_eq!(errors(&play)[0], r#"Apply failed with 1 conflict: conflict with "appconfig-controller" using v1: .data.color"#);
    // By force it goes on; what it leaves out loses one of its two owners and stays.
    play.play(json!({ "habits": { "set": { "force": true } } }));
    play.settle();
    for data in [json!({ "color": "green", "level": "info" }), json!({ "color": "green" })] {
        wants(&mut play, data);
        assert!(play.settle().quiet);
    }
    assert_eq!(play.child().unwrap()["data"], json!({ "color": "green", "level": "info" }));
    assert_eq!(play.ready()["status"], "True");
}

// --- what belongs to somebody else ---

#[test]
fn a_child_of_another_controller_is_stolen_and_later_deleted_by_adoption_and_left_alone_by_refusal() {
    for write in ["update", "mergePatch"] {
        for (on_foreign, stolen) in [("refuse", false), ("adopt", true)] {
            let what = format!("{write} {on_foreign}");
            let mut play = Play::new(with_habits(json!({ "onForeign": on_foreign, "write": write })));
            play.edit(json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "boss" } }));
            let uid = play.object("ConfigMap", "boss").unwrap()["metadata"]["uid"].clone();
            play.edit(json!({ "apiVersion": "v1", "kind": "ConfigMap", "data": { "theirs": "yes" }, "metadata": {
                "name": "web-config", "ownerReferences": [
                    { "apiVersion": "v1", "kind": "ConfigMap", "name": "boss", "uid": uid, "controller": true },
                ],
            } }));
            play.edit(web());
            play.settle_until(1_000);
            let child = play.child().unwrap();
            let owners = child["metadata"]["ownerReferences"].as_array().unwrap();
            assert_eq!(owners.len(), 1, "{what}");
            assert_eq!(owners[0]["kind"], if stolen { "AppConfig" } else { "ConfigMap" }, "{what}");
            assert_eq!(child["data"].get("theirs").is_none(), stolen, "{what}");
            let refusal = "Object default/web-config is already owned by another ConfigMap controller boss";
            assert_eq!(errors(&play).iter().any(|error| error == refusal), !stolen, "{what}: {:?}", errors(&play));
            wants(&mut play, Value::Null);
            play.settle_until(2_000);
            assert_eq!(play.child().is_none(), stolen, "{what}");
        }
    }
}

#[test]
fn an_apply_cannot_take_the_other_controllers_reference_away_and_is_refused_for_ever() {
    let mut play = Play::new(with_habits(json!({ "onForeign": "adopt", "write": "apply", "force": true })));
    play.edit(json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "boss" } }));
    let uid = play.object("ConfigMap", "boss").unwrap()["metadata"]["uid"].clone();
    play.edit(json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "web-config", "ownerReferences": [
        { "apiVersion": "v1", "kind": "ConfigMap", "name": "boss", "uid": uid, "controller": true },
    ] } }));
    play.edit(web());
    play.settle_until(10_000);
    let error = errors(&play).pop().expect("an error");
    assert!(error.contains("Only one reference can have Controller set to true"), "{error}");
    assert_eq!(play.last_pass()["writes"][0]["outcome"], "refused");
}

// --- a child that cannot be updated ---

#[test]
fn an_immutable_child_is_refused_for_ever_and_is_made_anew_by_who_knows() {
    for write in ["update", "mergePatch", "apply"] {
        let text = r#"ConfigMap "web-config" is invalid: data: Forbidden: field is immutable when `immutable` is set"#;
        let play = |child: &str| {
            let mut play = settled(json!({ "child": child, "write": write }));
            let uid = play.child().unwrap()["metadata"]["uid"].clone();
            assert_eq!(play.child().unwrap().get("immutable").is_some(), child != "mutable");
            wants(&mut play, json!({ "color": "green" }));
            play.settle_until(60_000);
            let same = play.child().unwrap()["metadata"]["uid"] == uid;
            (play, same)
        };
        let (refused, _) = play("immutable");
        let errors = errors(&refused);
        assert!(errors.len() > 10 && errors.iter().all(|error| error == text), "{write}: {errors:?}");
        assert_eq!(refused.child().unwrap()["data"]["color"], "blue");
        assert_eq!(refused.last_pass()["writes"][0]["code"], 422);
        let (anew, same) = play("immutableRecreate");
        assert_eq!(anew.child().unwrap()["data"], json!({ "color": "green" }), "{write}");
        assert!(!same && self::errors(&anew).is_empty(), "{write}: another object under the same name");
        assert_eq!(anew.child().unwrap()["immutable"], true);
        let (mutable, same) = play("mutable");
        assert_eq!(mutable.child().unwrap()["data"], json!({ "color": "green" }));
        assert!(same, "{write}");
    }
}

#[test]
fn what_is_made_anew_is_never_the_new_one_again_while_the_cache_still_shows_the_old() {
    let mut play = settled(json!({ "child": "immutableRecreate" }));
    play.play(json!({ "hold": { "kind": "ConfigMap" } }));
    wants(&mut play, json!({ "color": "green" }));
    fail_status_once(&mut play);
    play.settle_until(50);
    let uid = play.child().unwrap()["metadata"]["uid"].clone();
    assert!(errors(&play).iter().any(|error| error.contains("the UID in the precondition")), "{:?}", errors(&play));
    play.play(json!({ "release": { "kind": "ConfigMap" } }));
    assert!(play.settle_until(10_000).quiet);
    assert_eq!(play.child().unwrap()["metadata"]["uid"], uid);
    assert_eq!(play.ready()["status"], "True");
}

#[test]
fn a_child_that_another_finalizer_holds_is_made_anew_when_it_is_gone() {
    let mut play = settled(json!({ "child": "immutableRecreate" }));
    edit_child(&mut play, |child| child["metadata"]["finalizers"] = json!(["example.com/held"]));
    play.settle();
    wants(&mut play, json!({ "color": "green" }));
    play.settle_until(1_000);
    let error = errors(&play).pop().expect("an error");
    assert_eq!(error, r#"object is being deleted: configmaps "web-config" already exists"#);
    edit_child(&mut play, |child| child["metadata"]["finalizers"] = json!([]));
    assert!(play.settle_until(100_000).quiet);
    assert_eq!(play.child().unwrap()["data"], json!({ "color": "green" }));
}

// --- behind a create ---

#[test]
fn reading_back_what_was_just_created_finds_nothing_in_a_cache_that_is_behind() {
    let mut play = created(json!({ "afterCreate": "readBack" }));
    assert!(play.settle_until(10_000).quiet);
    assert_eq!(errors(&play), [r#"ConfigMap "web-config" not found"#]);
    assert_eq!(play.ready()["status"], "True", "the retry finds it");
    for good in [json!({ "afterCreate": "trust" }), json!({ "afterCreate": "readBack", "readFrom": "server" })] {
        let mut play = created(good);
        assert!(play.settle_until(10_000).quiet);
        assert_eq!(errors(&play), Vec::<String>::new());
        assert_eq!(play.ready()["status"], "True");
    }
}

#[test]
fn what_is_read_back_from_the_server_and_is_gone_is_told_in_the_servers_words() {
    let mut play = created(json!({ "afterCreate": "readBack", "readFrom": "server" }));
    while play.controller()["pass"]["waitingFor"] != "readBack" {
        play.run.step();
    }
    play.play(json!({ "remove": { "kind": "ConfigMap", "name": "web-config" } }));
    play.settle_until(10_000);
    assert_eq!(errors(&play), [r#"configmaps "web-config" not found"#]);
    assert!(play.child().is_some());
}

#[test]
fn a_sleep_behind_a_create_holds_its_worker_for_a_second() {
    let both = |after: &str| {
        let mut play = Play::new(with_habits(json!({ "afterCreate": after })));
        play.settle();
        for name in ["web", "other"] {
            let mut app = web();
            app["metadata"]["name"] = name.into();
            play.edit(app);
        }
        assert!(play.settle_until(100_000).quiet);
        assert_eq!(errors(&play), Vec::<String>::new());
        (play.view()["time"].as_u64().unwrap(), play)
    };
    let (slow, play) = both("sleep");
    assert!((2_000..2_100).contains(&slow), "{slow}: each waits for the other's second");
    assert_eq!(why(&play.passes()[0]), ["created"]);
    let (fast, _) = both("trust");
    assert!(fast < 100, "{fast}");
}

#[test]
fn a_sleep_is_no_promise_that_the_cache_has_caught_up() {
    let mut play = Play::new(with_habits(json!({ "afterCreate": "sleep" })));
    play.settle();
    play.play(json!({ "hold": { "kind": "ConfigMap" } }));
    play.edit(web());
    while play.last_pass().is_null() {
        play.run.step();
    }
    assert_eq!(errors(&play), [r#"ConfigMap "web-config" not found"#]);
    assert_eq!(play.last_pass()["answers"]["action"]["did"], json!(["createChild"]));
}

// --- who owns the child ---

#[test]
fn a_child_without_controller_wakes_nobody_and_one_without_owner_is_collected_by_nobody() {
    for (owner, repaired, collected) in [("controller", true, true), ("plain", false, true), ("none", false, false)] {
        let mut play = settled(json!({ "owner": owner }));
        let references = play.child().unwrap()["metadata"]["ownerReferences"].clone();
        match owner {
            "controller" => assert_eq!(references[0]["controller"], true),
            "plain" => assert_eq!((references[0]["name"].as_str(), references[0].get("controller")), (Some("web"), None)),
            _ => assert_eq!(references, Value::Null),
        }
        let passes = play.passes().len();
        edit_child(&mut play, |child| child["data"]["color"] = "red".into());
        play.settle();
        assert_eq!(play.child().unwrap()["data"]["color"] == "blue", repaired, "{owner}");
        if !repaired {
            assert_eq!(play.passes().len(), passes, "{owner}");
            let dropped = play.controller()["notWoken"].as_array().unwrap().last().unwrap()["by"].clone();
            assert_eq!(dropped, if owner == "plain" { "handler:notController" } else { "handler:notOwned" });
        }
        play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
        assert!(play.settle().quiet);
        assert_eq!(play.child().is_none(), collected, "{owner}");
    }
}

#[test]
fn a_child_that_is_no_longer_wanted_is_deleted_whatever_marks_it_as_own() {
    for owner in ["controller", "plain", "none"] {
        let mut play = settled(json!({ "owner": owner }));
        wants(&mut play, Value::Null);
        play.settle();
        assert_eq!(play.child(), None, "{owner}");
    }
}

// --- what it believes ---

#[test]
fn who_trusts_its_own_status_never_misses_the_child_that_somebody_deleted() {
    for (truth, repaired) in [("observed", true), ("status", false)] {
        let mut play = settled(json!({ "truth": truth }));
        play.play(json!({ "remove": { "kind": "ConfigMap", "name": "web-config" } }));
        let passes = play.passes().len();
        play.settle();
        assert!(play.passes().len() > passes, "it was woken");
        assert_eq!(play.child().is_some(), repaired, "{truth}");
        assert_eq!(play.ready()["status"], "True", "{truth}");
        assert_eq!(play.app()["status"]["configMap"], "web-config");
        // Another generation is another matter.
        wants(&mut play, json!({ "color": "green" }));
        play.settle();
        assert_eq!(play.child().expect("made for the new generation")["data"], json!({ "color": "green" }), "{truth}");
    }
}

#[test]
fn who_trusts_its_status_keeps_the_generated_name_in_it() {
    let mut play = settled(json!({ "truth": "status", "naming": "generated" }));
    let before = play.app()["status"].clone();
    play.play(json!({ "resync": { "kind": "ConfigMap" } }));
    play.settle();
    assert_eq!(play.app()["status"], before);
    assert_eq!(children(&play).len(), 1);
}

// --- what means nothing ---

#[test]
fn combinations_that_mean_nothing_are_refused_by_name_and_change_nothing() {
    for (set, habit, also) in [
        (json!({ "naming": "generated", "write": "apply" }), "naming", "\"write\": \"apply\""),
        (json!({ "onForeign": "adopt", "naming": "generated" }), "onForeign", "\"naming\": \"generated\""),
        (json!({ "force": true }), "force", "\"write\": \"update\""),
        (json!({ "write": "mergePatch", "force": true }), "force", "\"write\": \"mergePatch\""),
        (json!({ "write": "apply", "ensure": "createOnly" }), "write", "\"ensure\": \"createOnly\""),
        (json!({ "removeStale": false, "ensure": "createOnly" }), "removeStale", "\"ensure\": \"createOnly\""),
        (json!({ "child": "immutableRecreate", "ensure": "createOnly" }), "child", "\"ensure\": \"createOnly\""),
        (json!({ "cacheCopy": false, "readFrom": "server" }), "cacheCopy", "\"readFrom\": \"server\""),
    ] {
        let error = Play::try_new(with_habits(set.clone())).map(|_| ()).expect_err(&set.to_string());
        assert_eq!((error.code.name(), error.path.as_str()), ("invalid", format!("/controllers/0/habits/{habit}").as_str()), "{set}");
        assert!(error.to_string().contains(habit) && error.to_string().contains(also), "{error}");
        let mut play = settled(json!({}));
        let digest = play.run.digest();
        let error = play.try_play(json!({ "habits": { "set": set } })).expect_err("refused");
        assert_eq!((error.code.name(), error.path.as_str()), ("invalid", format!("/habits/set/{habit}").as_str()));
        assert_eq!(play.run.digest(), digest);
    }
}

#[test]
fn the_one_of_two_habits_that_is_set_now_is_the_one_to_blame() {
    let mut play = settled(json!({ "naming": "generated" }));
    let error = play.try_play(json!({ "habits": { "set": { "write": "apply" } } })).expect_err("refused");
    assert_eq!(error.path, "/habits/set/write");
    assert_eq!(error.to_string(), r#"habit "naming": "generated" together with "write": "apply" means nothing"#);
}

#[test]
fn the_readme_lists_every_combination_that_means_nothing() {
    let readme = include_str!("../README.md");
    for row in MEANINGLESS {
        let first = row[0];
        let line = readme.lines().find(|line| {
            line.starts_with(&format!("| `{}: {}`", first.0, first.1[0]))
                && row.iter().all(|(habit, _)| line.contains(&format!("`{habit}")))
        });
        assert!(line.is_some(), "{row:?}");
    }
}

/// Every habit of this file with its other values.
const OTHERS: [(&str, &[&str]); 16] = [
    ("readFrom", &["server"]),
    ("cacheCopy", &["false"]),
    ("compare", &["always", "whole", "hash"]),
    ("order", &["seeded"]),
    ("stamp", &["time", "counter"]),
    ("ensure", &["createOnly"]),
    ("naming", &["generated"]),
    ("write", &["mergePatch", "apply"]),
    ("force", &["true"]),
    ("removeStale", &["false"]),
    ("onForeign", &["adopt"]),
    ("child", &["immutable", "immutableRecreate"]),
    ("afterCreate", &["readBack", "sleep"]),
    ("owner", &["plain", "none"]),
    ("truth", &["status"]),
    ("statusContent", &["lastError"]),
];

#[test]
fn any_two_of_these_values_together_are_refused_by_the_table_or_run_with_one_request_per_transition() {
    let values = |value: &str| if value == "true" || value == "false" { json!(value == "true") } else { json!(value) };
    let all: Vec<(&str, &str)> = OTHERS.iter().flat_map(|(habit, others)| others.iter().map(|other| (*habit, *other))).collect();
    let (mut ran, mut refused) = (0, 0);
    for (at, one) in all.iter().enumerate() {
        for two in &all[at..] {
            if one.0 == two.0 && one.1 != two.1 {
                continue;
            }
            let habits = json!({ one.0: values(one.1), two.0: values(two.1) });
            let Ok(mut play) = Play::try_new(with_habits(habits.clone())) else {
                refused += 1;
                continue;
            };
            ran += 1;
            play.edit(web());
            for turn in 0..80 {
                if turn == 35 {
                    wants(&mut play, json!({ "color": "green" }));
                }
                if turn == 60 {
                    play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
                }
                let world = play.run.world();
                let Some(default) = world.default_move() else { continue };
                let controller = &world.controllers[0];
                let next = controller.passes_in_progress().first().map(|pass| world.ask_value(controller, pass, false)).unwrap_or_default();
                let facts: Vec<Value> = play.run.play(&default).unwrap().iter().map(Fact::to_value).collect();
                let mut sent = facts.iter().filter_map(|fact| fact.get("request"));
                if let Some(request) = sent.next().filter(|_| !next.is_null()) {
                    assert_eq!(request["method"], next["method"], "{habits}: what was shown before is what was done");
                }
                assert!(sent.next().is_none(), "{habits}: two requests in one transition");
            }
        }
    }
    assert!(ran > 200 && refused > 8, "{ran} {refused}");
}

// --- a crash anywhere ---

const SAFE: [&str; 14] = [
    r#"{ "readFrom": "server" }"#,
    r#"{ "write": "mergePatch" }"#,
    r#"{ "write": "apply" }"#,
    r#"{ "write": "apply", "force": true }"#,
    r#"{ "write": "apply", "readFrom": "server", "afterCreate": "sleep" }"#,
    r#"{ "child": "immutableRecreate" }"#,
    r#"{ "child": "immutableRecreate", "write": "mergePatch", "compare": "hash" }"#,
    r#"{ "child": "immutableRecreate", "write": "apply", "readFrom": "server" }"#,
    r#"{ "afterCreate": "readBack" }"#,
    r#"{ "afterCreate": "readBack", "readFrom": "server" }"#,
    r#"{ "afterCreate": "sleep" }"#,
    r#"{ "compare": "always", "write": "mergePatch" }"#,
    r#"{ "compare": "whole" }"#,
    r#"{ "owner": "plain" }"#,
];

#[test]
fn a_crash_at_any_transition_changes_nothing_in_the_end() {
    for habits in SAFE {
        let mut habits: Value = serde_json::from_str(habits).unwrap();
        for queue in ["priority", "classic"] {
            habits["queue"] = queue.into();
            let what = habits.to_string();
            let mut play = Play::with_all(habits.clone());
            assert!(crash::at_every_transition(&play, &what) > 20);
            play.settle_until(100_000);
            wants(&mut play, json!({ "color": "green", "size": "big" }));
            assert!(crash::at_every_transition(&play, &what) > 10);
            play.settle_until(200_000);
            play.play(json!({ "remove": { "kind": "AppConfig", "name": "web" } }));
            assert!(crash::at_every_transition(&play, &what) > 10);
        }
    }
}

#[test]
fn a_crash_doubles_not_even_a_generated_name_since_the_new_list_shows_it() {
    // But in the gap between the child and a cache that is behind, as above.
    let play = created(json!({ "naming": "generated" }));
    assert!(crash::at_every_transition(&play, "generated") > 10);
}
