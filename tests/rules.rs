//! The rules of the API server that surprise most, each a test by its name. Where it is known from stands above it: a
//! recording in `tests/golden/api` and its step, or a file of Kubernetes.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::needless_pass_by_value)] // literals are handed over

#[path = "common/request.rs"]
mod request;

use std::sync::Arc;

use reconcile_playground::cluster::{Body, Cluster, CustomKind, EventType, Options, Payload, Response};
use reconcile_playground::object::{Object, Timestamp};
use request::request;
use serde_json::{Value, json};

/// A server with the kinds of the recordings and the namespace `default`.
struct Server(Cluster);

/// A revision, or how many events there are: what a write that is none leaves alone.
type Moved = (u64, usize);

impl Server {
    fn new() -> Server {
        let setup: Value = serde_json::from_str(include_str!("golden/setup.json")).unwrap();
        let kind = |crd: &Value| -> CustomKind {
            let (spec, version) = (&crd["spec"], &crd["spec"]["versions"][0]);
            serde_json::from_value(json!({
                "group": spec["group"], "version": version["name"], "kind": spec["names"]["kind"], "plural": spec["names"]["plural"],
                "namespaced": spec["scope"] == "Namespaced", "statusSubresource": version["subresources"].get("status").is_some(),
                "schema": version["schema"]["openAPIV3Schema"],
            }))
            .unwrap()
        };
        let kinds: Vec<_> = setup["crds"].as_array().unwrap().iter().map(kind).collect();
        let options = Options { seed: 7, start: Timestamp::parse("2026-01-01T00:00:00Z").unwrap(), noop_bumps: false };
        let mut server = Server(Cluster::new(&kinds, options).unwrap());
        server.done("POST namespaces", json!({ "metadata": { "name": "default" } }));
        server
    }

    /// `PUT playgrounds/a?dryRun=All`; `MERGE`, `JSON`, `STRATEGIC` and `APPLY` are patches.
    fn send(&mut self, line: &str, body: Value) -> Response {
        let (verb, target) = line.split_once(' ').unwrap();
        let base = match target.split(['/', '?']).next().unwrap() {
            "namespaces" => "/api/v1",
            "configmaps" | "secrets" => "/api/v1/namespaces/default",
            "clusterthings" => "/apis/lab.example.com/v1",
            _ => "/apis/lab.example.com/v1/namespaces/default",
        };
        let (method, content_type) = match verb {
            "MERGE" => ("PATCH", Some("application/merge-patch+json")),
            "JSON" => ("PATCH", Some("application/json-patch+json")),
            "STRATEGIC" => ("PATCH", Some("application/strategic-merge-patch+json")),
            "APPLY" => ("PATCH", Some("application/apply-patch+yaml")),
            other => (other, None),
        };
        let body = match body {
            Value::Null => Payload::None,
            Value::String(text) => Payload::Raw(text.into()),
            value => Payload::Json(value),
        };
        self.0.handle(&request("kubectl/v1.36.2", method, &format!("{base}/{target}"), content_type, body))
    }

    /// Sends what succeeds; the object that is answered.
    fn done(&mut self, line: &str, body: Value) -> Value {
        let response = self.send(line, body);
        assert!(response.is_success(), "{line}: {:?}", response.body);
        response.body.to_value()
    }

    /// Sends what is refused: the code and the message.
    fn refused(&mut self, line: &str, body: Value) -> (u16, String) {
        let before = self.moved();
        let response = self.send(line, body);
        assert_eq!(self.moved(), before, "a refusal that wrote");
        (response.code, response.status().unwrap_or_else(|| panic!("{line}: {response:?}")).message.clone())
    }

    /// Sends what succeeds and is no write.
    fn nothing(&mut self, line: &str, body: Value) -> Value {
        let before = self.moved();
        let answer = self.done(line, body);
        assert_eq!(self.moved(), before, "{line} wrote");
        answer
    }

    fn moved(&self) -> Moved {
        (self.0.revision().0, self.0.log_all().len())
    }

    fn get(&mut self, path: &str) -> Value {
        self.done(&format!("GET {path}"), Value::Null)
    }

    /// An AppConfig `a`.
    fn with_app(metadata: Value, spec: Value) -> Server {
        let mut server = Server::new();
        server.done("POST playgrounds", app(metadata, spec));
        server
    }

    /// A ConfigMap `a`.
    fn with_map(metadata: Value, data: Value) -> Server {
        let mut server = Server::new();
        server.done("POST configmaps", map(metadata, data));
        server
    }

    /// What the last write did, and the object that its event carries.
    fn last_event(&self) -> (EventType, Arc<Object>) {
        let event = self.0.log_all().last().unwrap();
        (event.kind, event.object.clone())
    }
}

fn named(mut metadata: Value) -> Value {
    if metadata.get("name").is_none() && metadata.get("generateName").is_none() {
        metadata["name"] = "a".into();
    }
    metadata
}

fn app(metadata: Value, spec: Value) -> Value {
    json!({ "apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": named(metadata), "spec": spec })
}

fn map(metadata: Value, data: Value) -> Value {
    json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": named(metadata), "data": data })
}

fn widget(spec: Value) -> Value {
    json!({ "apiVersion": "lab.example.com/v1", "kind": "Widget", "metadata": { "name": "a" }, "spec": spec })
}

fn none() -> Value {
    json!({})
}

fn managers(object: &Value) -> Vec<String> {
    let entries = object["metadata"]["managedFields"].as_array().unwrap();
    entries.iter().map(|entry| format!("{} {}", entry["manager"].as_str().unwrap(), entry["operation"].as_str().unwrap())).collect()
}

const HELD: &str = "lab.example.com/f";
const STALE: &str = "the object has been modified; please apply your changes to the latest version and try again";

// Writes that are none.

/// 02 step 3
#[test]
fn a_put_of_identical_content_moves_no_revision_and_makes_no_event() {
    let mut server = Server::with_app(none(), json!({ "replicas": 1 }));
    let read = server.get("playgrounds/a");
    assert_eq!(server.nothing("PUT playgrounds/a", read.clone()), read);
}

/// 02 step 10
#[test]
fn a_put_of_identical_content_by_another_manager_makes_him_own_nothing() {
    let mut server = Server::with_app(none(), json!({ "replicas": 1 }));
    let read = server.get("playgrounds/a");
    let answer = server.nothing("PUT playgrounds/a?fieldManager=other", read);
    assert_eq!(managers(&answer), ["kubectl Update"]);
}

/// 02 step 13
#[test]
fn a_put_from_an_old_state_is_refused_even_where_it_would_change_nothing() {
    let mut server = Server::with_app(none(), json!({ "replicas": 1 }));
    let mut old = server.get("playgrounds/a");
    old["spec"] = server.done("MERGE playgrounds/a", json!({ "spec": { "replicas": 2 } }))["spec"].clone();
    let refusal = server.refused("PUT playgrounds/a", old);
    assert_eq!(refusal, (409, format!("Operation cannot be fulfilled on playgrounds.lab.example.com \"a\": {STALE}")));
}

/// 14 steps 2 and 4
#[test]
fn a_default_that_is_left_out_comes_back_and_so_is_no_change() {
    let mut server = Server::new();
    let mut made = server.done("POST widgets", widget(json!({ "size": 2 })));
    assert_eq!(made["spec"], json!({ "size": 2, "mode": "fast", "maybe": "x" }));
    made["spec"] = json!({ "size": 2 });
    server.nothing("PUT widgets/a", made);
    server.nothing("MERGE widgets/a", json!({ "spec": { "mode": null } }));
}

/// 14 step 8
#[test]
fn the_order_of_a_list_is_content_even_where_its_elements_have_keys() {
    let mut server = Server::new();
    server.done("POST widgets", widget(json!({ "ports": [{ "name": "a", "port": 1 }, { "name": "b", "port": 1 }] })));
    let turned = json!({ "spec": { "ports": [{ "name": "b", "port": 1 }, { "name": "a", "port": 1 }] } });
    assert_eq!(server.done("MERGE widgets/a", turned)["metadata"]["generation"], 2);
}

/// 13 step 12
#[test]
fn an_unknown_field_is_pruned_with_a_warning_and_so_is_no_write() {
    let mut server = Server::with_app(none(), json!({ "replicas": 1 }));
    let before = server.moved();
    let response = server.send("MERGE playgrounds/a", json!({ "spec": { "unknown": 1 } }));
    assert_eq!((response.code, response.warnings), (200, vec![r#"299 - "unknown field \"spec.unknown\"""#.to_string()]));
    assert_eq!(server.moved(), before);
}

/// 31 steps 7 to 9
#[test]
fn a_secrets_string_data_is_kept_as_data_and_said_again_is_no_write() {
    let mut server = Server::new();
    let secret = json!({ "metadata": { "name": "a" }, "stringData": { "user": "u" } });
    let made = server.done("POST secrets", secret);
    assert_eq!((&made["data"], made.get("stringData")), (&json!({ "user": "dQ==" }), None));
    server.nothing("MERGE secrets/a", json!({ "stringData": { "user": "u" } }));
}

/// 05 steps 2 to 4
#[test]
fn the_first_empty_status_is_a_write_and_the_second_is_none() {
    let mut server = Server::with_app(none(), json!({ "replicas": 1 }));
    let before = server.moved();
    server.done("MERGE playgrounds/a/status", json!({ "status": {} }));
    assert_eq!(server.moved(), (before.0 + 1, before.1 + 1));
    server.nothing("MERGE playgrounds/a/status", json!({ "status": {} }));
}

/// 16 step 11; 31 steps 14 and 15
#[test]
fn what_is_empty_is_as_good_as_absent_in_metadata_and_built_in_kinds() {
    let mut server = Server::with_map(none(), json!({}));
    server.nothing("MERGE configmaps/a", json!({ "data": {}, "metadata": { "managedFields": [], "labels": {} } }));
    server.nothing("MERGE configmaps/a", json!({ "data": null }));
}

// Generations.

/// 03 step 7
#[test]
fn a_status_write_never_moves_the_generation() {
    let mut server = Server::with_app(none(), json!({ "replicas": 1 }));
    let body = json!({ "spec": { "replicas": 9 }, "status": { "phase": "X" } });
    let written = server.done("MERGE playgrounds/a/status", body);
    assert_eq!((&written["metadata"]["generation"], &written["spec"]["replicas"]), (&json!(1), &json!(1)));
}

/// 03 steps 2 to 4
#[test]
fn labels_annotations_finalizers_and_owners_never_move_the_generation() {
    let mut server = Server::with_app(none(), json!({ "replicas": 1 }));
    for (field, value) in [("labels", json!({ "l": "1" })), ("annotations", json!({ "n": "1" })), ("finalizers", json!([HELD]))] {
        let written = server.done("MERGE playgrounds/a", json!({ "metadata": { field: value } }));
        assert_eq!((server.last_event().0, &written["metadata"]["generation"]), (EventType::Modified, &json!(1)), "{field}");
    }
}

/// 06 steps 1 and 2
#[test]
fn without_a_status_subresource_a_status_is_kept_at_creation_and_its_change_moves_the_generation() {
    let mut server = Server::new();
    let plain = json!({ "apiVersion": "lab.example.com/v1", "kind": "Plain", "metadata": { "name": "a" }, "status": { "phase": "X" } });
    assert_eq!(server.done("POST plains", plain)["status"]["phase"], "X");
    let written = server.done("MERGE plains/a", json!({ "status": { "phase": "Y" } }));
    assert_eq!(written["metadata"]["generation"], 2);
}

/// 03 steps 10 and 11
#[test]
fn deleting_with_a_finalizer_moves_the_generation_by_one_and_deleting_again_is_no_write() {
    let mut server = Server::with_app(json!({ "finalizers": [HELD] }), json!({ "replicas": 1 }));
    let dying = server.done("DELETE playgrounds/a", Value::Null);
    assert_eq!((&dying["metadata"]["generation"], &dying["metadata"]["deletionGracePeriodSeconds"]), (&json!(2), &json!(0)));
    assert_eq!(server.nothing("DELETE playgrounds/a", Value::Null), dying);
}

/// 45 steps 1 to 6
#[test]
fn a_config_map_has_no_generation_unless_its_creator_sent_one_and_then_only_a_deletion_moves_it() {
    let mut server = Server::with_map(json!({ "generation": 7, "finalizers": [HELD] }), json!({ "k": "v" }));
    let edited = server.done("MERGE configmaps/a", json!({ "metadata": { "generation": 50 }, "data": { "k": "w" } }));
    assert_eq!(edited["metadata"]["generation"], 7);
    assert_eq!(server.done("DELETE configmaps/a", Value::Null)["metadata"]["generation"], 8);
    let other = server.done("POST configmaps", map(json!({ "name": "b" }), none()));
    assert_eq!(other["metadata"].get("generation"), None);
}

/// 45 step 8; 03 step 8
#[test]
fn a_custom_resource_begins_with_generation_one_whatever_is_sent() {
    let mut server = Server::new();
    let made = server.done("POST playgrounds", app(json!({ "generation": 7 }), none()));
    assert_eq!(made["metadata"]["generation"], 1);
    server.nothing("MERGE playgrounds/a", json!({ "metadata": { "generation": 50 } }));
}

/// 03 step 12
#[test]
fn an_edit_of_what_is_being_deleted_moves_the_generation_as_ever() {
    let mut server = Server::with_app(json!({ "finalizers": [HELD] }), none());
    server.done("DELETE playgrounds/a", Value::Null);
    let edited = server.done("MERGE playgrounds/a", json!({ "spec": { "replicas": 9 } }));
    assert_eq!(edited["metadata"]["generation"], 3);
}

// The status subresource.

/// 45 step 11; 04 step 2
#[test]
fn a_status_beside_its_subresource_is_dropped_without_a_word() {
    let mut server = Server::new();
    let mut body = app(none(), none());
    body["status"] = json!({ "phase": "X" });
    let response = server.send("POST playgrounds", body.clone());
    assert_eq!((response.code, response.warnings.len()), (201, 0));
    let made = response.body.to_value();
    assert_eq!(made.get("status"), None);
    body["metadata"] = made["metadata"].clone();
    assert_eq!(server.nothing("PUT playgrounds/a", body).get("status"), None);
}

/// 43 steps 2 to 6
#[test]
fn a_status_write_leaves_labels_finalizers_and_owners_as_they_are() {
    let mut server = Server::with_app(json!({ "labels": { "l": "1" } }), none());
    let owner = json!({ "apiVersion": "v1", "kind": "ConfigMap", "name": "x", "uid": "u" });
    let metadata = json!({ "labels": { "x": "y" }, "finalizers": [HELD], "ownerReferences": [owner] });
    server.nothing("MERGE playgrounds/a/status", json!({ "metadata": metadata }));
}

/// 04 step 7
#[test]
fn a_status_write_without_a_status_clears_it() {
    let mut server = Server::with_app(none(), none());
    let mut read = server.done("MERGE playgrounds/a/status", json!({ "status": { "phase": "X" } }));
    read.as_object_mut().unwrap().remove("status");
    assert_eq!(server.done("PUT playgrounds/a/status", read).get("status"), None);
}

/// 04 step 12; `apiserver/pkg/registry/rest/update.go`: both endpoints share one revision
#[test]
fn a_status_write_makes_the_copies_of_those_who_write_the_spec_stale() {
    let mut server = Server::with_app(none(), none());
    let mut read = server.get("playgrounds/a");
    server.done("MERGE playgrounds/a/status", json!({ "status": { "phase": "X" } }));
    read["spec"] = json!({ "replicas": 2 });
    assert_eq!(server.refused("PUT playgrounds/a", read).0, 409);
}

/// 04 step 9
#[test]
fn a_merge_patch_of_one_condition_takes_the_others_away() {
    let mut server = Server::with_app(none(), none());
    let condition = |kind: &str| json!({ "status": { "conditions": [{ "type": kind, "status": "True" }] } });
    server.done("MERGE playgrounds/a/status", condition("Ready"));
    let written = server.done("MERGE playgrounds/a/status", condition("Synced"));
    assert_eq!(written["status"]["conditions"], condition("Synced")["status"]["conditions"]);
}

/// 06 steps 3 and 4; 43 step 19
#[test]
fn a_subresource_that_is_not_there_is_an_object_that_is_not_there_if_the_kind_is_custom() {
    let mut server = Server::with_map(none(), none());
    let plain = json!({ "apiVersion": "lab.example.com/v1", "kind": "Plain", "metadata": { "name": "a" } });
    server.done("POST plains", plain);
    let refusal = server.refused("GET plains/a/status", Value::Null);
    assert_eq!(refusal, (404, "plains.lab.example.com \"a\" not found".to_string()));
    let refusal = server.refused("GET configmaps/a/status", Value::Null);
    assert_eq!(refusal, (404, "the server could not find the requested resource".to_string()));
}

/// 43 steps 15 and 16
#[test]
fn a_status_can_be_neither_deleted_nor_posted() {
    let mut server = Server::with_app(none(), none());
    let refusal = server.refused("DELETE playgrounds/a/status", Value::Null);
    assert_eq!(refusal, (405, "delete is not supported on resources of kind \"playgrounds.lab.example.com\"".to_string()));
    assert_eq!(server.refused("POST playgrounds/a/status", app(none(), none())).0, 405);
}

// Optimistic locking.

/// 07 steps 4 and 8
#[test]
fn an_update_of_a_config_map_without_a_revision_wins_but_of_a_custom_resource_is_refused() {
    let mut server = Server::with_map(none(), json!({ "k": "1" }));
    assert_eq!(server.done("PUT configmaps/a", map(none(), json!({ "k": "2" })))["data"]["k"], "2");
    server.done("POST playgrounds", app(none(), none()));
    let refusal = server.refused("PUT playgrounds/a", app(none(), json!({ "replicas": 2 })));
    let message =
        "playgrounds.lab.example.com \"a\" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update";
    assert_eq!(refusal, (422, message.to_string()));
}

/// 07 steps 5 and 6
#[test]
fn a_patch_never_conflicts_unless_it_names_a_revision() {
    let mut server = Server::with_app(none(), json!({ "replicas": 1 }));
    let old = server.get("playgrounds/a")["metadata"]["resourceVersion"].clone();
    server.done("MERGE playgrounds/a", json!({ "spec": { "replicas": 2 } }));
    let refusal = server.refused("MERGE playgrounds/a", json!({ "metadata": { "resourceVersion": old }, "spec": { "replicas": 3 } }));
    assert_eq!(refusal, (409, format!("Operation cannot be fulfilled on playgrounds.lab.example.com \"a\": {STALE}")));
}

/// 07 steps 10, 15 and 16
#[test]
fn a_revision_at_creation_or_one_that_is_no_number_is_the_servers_own_error() {
    let mut server = Server::with_map(none(), none());
    let refusal = server.refused("POST configmaps", map(json!({ "name": "b", "resourceVersion": "5" }), none()));
    assert_eq!(refusal, (500, "resourceVersion should not be set on objects to be created".to_string()));
    let refusal = server.refused("PUT configmaps/a", map(json!({ "resourceVersion": "abc" }), none()));
    assert_eq!(refusal, (500, "strconv.ParseUint: parsing \"abc\": invalid syntax".to_string()));
}

/// 07 step 11
#[test]
fn an_update_with_another_uid_is_a_conflict_that_shows_the_key_in_etcd() {
    let mut server = Server::with_map(none(), none());
    let uid = server.get("configmaps/a")["metadata"]["uid"].as_str().unwrap().to_string();
    let (code, message) = server.refused("PUT configmaps/a", map(json!({ "uid": "other" }), none()));
    let key =
        "Key: /registry/configmaps/default/a, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: other";
    let expected = format!(
        "Operation cannot be fulfilled on configmaps \"a\": StorageError: invalid object, Code: 4, {key}, UID in object meta: {uid}"
    );
    assert_eq!((code, message), (409, expected));
}

/// 07 step 14: everywhere else the resource is named
#[test]
fn a_precondition_that_does_not_hold_names_the_kind() {
    let mut server = Server::with_map(none(), none());
    let (code, message) = server.refused("DELETE configmaps/a", json!({ "preconditions": { "resourceVersion": "1" } }));
    let expected = "Operation cannot be fulfilled on ConfigMap \"a\": the ResourceVersion in the precondition (1) does not match \
        the ResourceVersion in record (2). The object might have been modified";
    assert_eq!((code, message.as_str()), (409, expected));
}

/// 22 step 15
#[test]
fn an_update_or_a_patch_of_what_is_not_there_creates_nothing() {
    let mut server = Server::new();
    let missing = (404, "playgrounds.lab.example.com \"a\" not found".to_string());
    assert_eq!(server.refused("PUT playgrounds/a", app(none(), none())), missing);
    assert_eq!(server.refused("MERGE playgrounds/a", json!({ "spec": {} })), missing);
}

// Deletion.

/// 22 steps 2, 21 and 24
#[test]
fn a_deletion_answers_with_a_status_unless_a_finalizer_holds_the_object() {
    let mut server = Server::with_app(none(), none());
    let answer = server.done("DELETE playgrounds/a", Value::Null);
    assert_eq!(
        (&answer["kind"], &answer["status"], &answer["details"]["kind"]),
        (&json!("Status"), &json!("Success"), &json!("playgrounds"))
    );
    server.done("POST playgrounds", app(json!({ "finalizers": [HELD] }), none()));
    assert_eq!(server.done("DELETE playgrounds/a", Value::Null)["kind"], "AppConfig");
}

/// 22 step 13
#[test]
fn the_deleted_event_still_carries_the_finalizer_that_was_removed_last() {
    let mut server = Server::with_app(json!({ "finalizers": [HELD] }), none());
    server.done("DELETE playgrounds/a", Value::Null);
    let before = server.moved();
    let answer = server.done("MERGE playgrounds/a", json!({ "metadata": { "finalizers": null } }));
    assert_eq!(answer["metadata"].get("finalizers"), None);
    let (kind, last) = server.last_event();
    assert_eq!((kind, last.metadata.finalizers.as_slice()), (EventType::Deleted, &[HELD.to_string()][..]));
    // No MODIFIED stands before it, and it has a revision of its own.
    assert_eq!((server.moved(), last.metadata.revision.0), ((before.0 + 1, before.1 + 1), before.0 + 1));
}

/// 41 step 11
#[test]
fn what_the_last_write_changed_beside_the_finalizer_is_answered_and_never_seen_again() {
    let mut server = Server::with_app(json!({ "finalizers": [HELD] }), json!({ "replicas": 1 }));
    server.done("DELETE playgrounds/a", Value::Null);
    let body = json!({ "metadata": { "finalizers": null, "labels": { "bye": "1" } }, "spec": { "replicas": 7 } });
    let answer = server.done("MERGE playgrounds/a", body);
    assert_eq!((&answer["metadata"]["generation"], &answer["spec"]["replicas"]), (&json!(3), &json!(7)));
    let (kind, last) = server.last_event();
    assert_eq!((kind, last.metadata.generation, last.metadata.labels.len()), (EventType::Deleted, 2, 0));
}

/// 22 steps 5 and 6
#[test]
fn what_is_being_deleted_takes_labels_but_no_new_finalizer() {
    let mut server = Server::with_app(json!({ "finalizers": [HELD] }), none());
    server.done("DELETE playgrounds/a", Value::Null);
    server.done("MERGE playgrounds/a", json!({ "metadata": { "labels": { "x": "1" } } }));
    let (code, message) = server.refused("MERGE playgrounds/a", json!({ "metadata": { "finalizers": [HELD, "lab.example.com/g"] } }));
    let expected = "AppConfig.lab.example.com \"a\" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if \
        the object is being deleted, found new finalizers []string{\"lab.example.com/g\"}";
    assert_eq!((code, message.as_str()), (422, expected));
}

/// 22 step 4
#[test]
fn a_name_stays_taken_while_its_object_is_being_deleted() {
    let mut server = Server::with_app(json!({ "finalizers": [HELD] }), none());
    server.done("DELETE playgrounds/a", Value::Null);
    let refusal = server.refused("POST playgrounds", app(none(), none()));
    assert_eq!(refusal, (409, "object is being deleted: playgrounds.lab.example.com \"a\" already exists".to_string()));
}

/// 41 steps 20 and 21
#[test]
fn a_deletion_time_sent_at_creation_is_dropped_and_in_an_update_refused() {
    let mut server = Server::new();
    let made = server.done("POST playgrounds", app(json!({ "deletionTimestamp": "2020-01-01T00:00:00Z" }), none()));
    assert_eq!(made["metadata"].get("deletionTimestamp"), None);
    let (code, message) = server.refused("MERGE playgrounds/a", json!({ "metadata": { "deletionTimestamp": "2020-01-01T00:00:00Z" } }));
    let expected = "metadata.deletionTimestamp: Invalid value: \"2020-01-01T00:00:00Z\": field is immutable";
    assert_eq!((code, message), (422, format!("AppConfig.lab.example.com \"a\" is invalid: {expected}")));
}

/// 22 step 9
#[test]
fn a_deletion_cannot_be_taken_back_and_trying_is_no_error() {
    let mut server = Server::with_app(json!({ "finalizers": [HELD] }), none());
    let dying = server.done("DELETE playgrounds/a", Value::Null);
    let mut alive = dying.clone();
    alive["metadata"].as_object_mut().unwrap().remove("deletionTimestamp");
    assert_eq!(server.nothing("PUT playgrounds/a", alive), dying);
}

/// 41 steps 13 and 14
#[test]
fn an_object_made_again_is_another_one() {
    let mut server = Server::with_app(none(), json!({ "replicas": 1 }));
    let old = server.done("MERGE playgrounds/a", json!({ "spec": { "replicas": 2 } }));
    server.done("DELETE playgrounds/a", Value::Null);
    let new = server.done("POST playgrounds", app(none(), none()));
    assert_eq!(new["metadata"]["generation"], 1);
    let uid = &old["metadata"]["uid"];
    assert_ne!(*uid, new["metadata"]["uid"]);
    assert_eq!(server.refused("DELETE playgrounds/a", json!({ "preconditions": { "uid": uid } })).0, 409);
}

/// 09 steps 14 and 15
#[test]
fn a_finalizer_without_a_domain_is_refused_of_a_config_map_and_warned_of_if_the_kind_is_custom() {
    let mut server = Server::new();
    let (code, message) = server.refused("POST configmaps", map(json!({ "finalizers": ["nodomain"] }), none()));
    let expected = "ConfigMap \"a\" is invalid: metadata.finalizers[0]: Invalid value: \"nodomain\": name is neither a standard finalizer \
        name nor is it fully qualified";
    assert_eq!((code, message.as_str()), (422, expected));
    let response = server.send("POST playgrounds", app(json!({ "finalizers": ["nodomain"] }), none()));
    assert_eq!((response.code, response.warnings.len()), (201, 1));
}

/// 41 steps 16 to 19
#[test]
fn a_finalizer_that_stands_there_twice_has_to_be_removed_twice() {
    let mut server = Server::with_app(json!({ "finalizers": [HELD, HELD] }), none());
    server.done("DELETE playgrounds/a", Value::Null);
    let remove = json!([{ "op": "remove", "path": "/metadata/finalizers/0" }]);
    server.done("JSON playgrounds/a", remove.clone());
    assert_eq!(server.last_event().0, EventType::Modified);
    server.done("JSON playgrounds/a", remove);
    assert_eq!(server.last_event().0, EventType::Deleted);
}

// Patches.

/// 17 step 11
#[test]
fn a_strategic_merge_patch_of_a_custom_resource_is_415() {
    let mut server = Server::with_app(none(), none());
    let (code, message) = server.refused("STRATEGIC playgrounds/a", json!({ "spec": {} }));
    let expected = "the body of the request was in an unknown format - accepted media types include: application/json-patch+json, \
        application/merge-patch+json, application/apply-patch+yaml";
    assert_eq!((code, message.as_str()), (415, expected));
}

/// 17 step 4
#[test]
fn a_strategic_patch_adds_a_finalizer_where_a_merge_patch_replaces_them_all() {
    let mut server = Server::with_map(json!({ "finalizers": ["lab.example.com/a"] }), none());
    let patch = json!({ "metadata": { "finalizers": ["lab.example.com/b"] } });
    let written = server.done("STRATEGIC configmaps/a", patch.clone());
    assert_eq!(written["metadata"]["finalizers"].as_array().unwrap().len(), 2);
    let written = server.done("MERGE configmaps/a", patch);
    assert_eq!(written["metadata"]["finalizers"], json!(["lab.example.com/b"]));
}

/// 15 steps 5 to 7 and 11
#[test]
fn a_json_patch_that_does_not_fit_is_refused_without_a_reason() {
    let mut server = Server::with_app(none(), json!({ "data": { "k": "v" } }));
    for operation in [
        json!({ "op": "remove", "path": "/spec/data/n" }),
        json!({ "op": "test", "path": "/spec/data/k", "value": "other" }),
        json!({ "op": "replace", "path": "/spec/nope/x", "value": 1 }),
        json!({ "op": "bad", "path": "/x" }),
    ] {
        let refusal = server.refused("JSON playgrounds/a", json!([operation]));
        assert_eq!(refusal, (422, "the server rejected our request due to an error in our request".to_string()), "{operation}");
    }
}

/// 15 step 15
#[test]
fn a_json_patch_of_the_status_beside_its_subresource_is_accepted_and_does_nothing() {
    let mut server = Server::with_app(none(), none());
    server.nothing("JSON playgrounds/a", json!([{ "op": "add", "path": "/status", "value": { "phase": "X" } }]));
}

// Server-side apply.

/// 18 steps 1 and 2
#[test]
fn an_apply_creates_what_is_not_there_and_repeated_is_no_write() {
    let mut server = Server::new();
    let config = app(none(), json!({ "replicas": 1 }));
    assert_eq!(server.send("APPLY playgrounds/a?fieldManager=one", config.clone()).code, 201);
    server.0.set_time(60_000);
    server.nothing("APPLY playgrounds/a?fieldManager=one", config);
}

/// 19 step 2
#[test]
fn an_apply_of_equal_values_by_a_second_manager_is_a_write_although_nothing_changed() {
    let mut server = Server::new();
    let config = app(none(), json!({ "replicas": 1 }));
    let first = server.done("APPLY playgrounds/a?fieldManager=one", config.clone());
    let second = server.done("APPLY playgrounds/a?fieldManager=two", config);
    assert_eq!((server.last_event().0, &second["metadata"]["generation"]), (EventType::Modified, &json!(1)));
    assert_eq!((&first["spec"], managers(&second)), (&second["spec"], vec!["two Apply".into(), "one Apply".to_string()]));
}

/// 18 step 4; 19 steps 6 and 7
#[test]
fn what_an_apply_no_longer_says_is_gone_once_nobody_else_says_it() {
    let mut server = Server::new();
    let (with, without) = (app(none(), json!({ "replicas": 1 })), app(none(), none()));
    server.done("APPLY playgrounds/a?fieldManager=one", with.clone());
    server.done("APPLY playgrounds/a?fieldManager=two", with);
    let shared = server.done("APPLY playgrounds/a?fieldManager=one", without.clone());
    assert_eq!(shared["spec"]["replicas"], 1);
    let gone = server.done("APPLY playgrounds/a?fieldManager=two", without);
    assert_eq!(gone["spec"].get("replicas"), None);
}

/// 19 steps 8 and 9
#[test]
fn an_update_takes_what_it_changes_and_only_an_apply_is_told_of_a_conflict() {
    let mut server = Server::new();
    server.done("APPLY playgrounds/a?fieldManager=one", app(none(), json!({ "replicas": 1 })));
    server.done("MERGE playgrounds/a?fieldManager=ed", json!({ "spec": { "replicas": 5 } }));
    let refusal = server.refused("APPLY playgrounds/a?fieldManager=one", app(none(), json!({ "replicas": 1 })));
    let message = "Apply failed with 1 conflict: conflict with \"ed\" using lab.example.com/v1: .spec.replicas";
    assert_eq!(refusal, (409, message.to_string()));
    server.done("APPLY playgrounds/a?fieldManager=one", app(none(), json!({ "replicas": 5 })));
}

/// 18 steps 6, 7 and 12
#[test]
fn an_apply_needs_a_manager_no_managed_fields_and_no_unknown_field() {
    let mut server = Server::with_app(none(), none());
    let (_, message) = server.refused("APPLY playgrounds/a", app(none(), none()));
    assert_eq!(message, "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required for apply patch");
    let refusal = server.refused("APPLY playgrounds/a?fieldManager=one", app(json!({ "managedFields": [] }), none()));
    assert_eq!(refusal, (400, "metadata.managedFields must be nil".to_string()));
    let refusal = server.refused("APPLY playgrounds/a?fieldManager=one", app(none(), json!({ "nope": 1 })));
    let message = "failed to create typed patch object (/a; lab.example.com/v1, Kind=AppConfig): .spec.nope: field not declared in schema";
    assert_eq!(refusal, (500, message.to_string()));
}

/// 18 step 13
#[test]
fn an_apply_of_a_status_beside_its_subresource_owns_nothing_of_it() {
    let mut server = Server::new();
    let mut config = app(none(), json!({ "replicas": 1 }));
    server.done("APPLY playgrounds/a?fieldManager=one", config.clone());
    config["status"] = json!({ "phase": "X" });
    server.nothing("APPLY playgrounds/a?fieldManager=one", config);
}

/// 43 step 17
#[test]
fn an_apply_to_a_status_does_not_create_the_object() {
    let mut server = Server::new();
    let refusal = server.refused("APPLY playgrounds/a/status?fieldManager=ctl", app(none(), none()));
    assert_eq!(refusal, (404, "playgrounds.lab.example.com \"a\" not found".to_string()));
}

/// 21 steps 2 and 6
#[test]
fn a_field_that_somebody_removes_leaves_its_owner() {
    let mut server = Server::with_app(none(), json!({ "replicas": 1 }));
    let other = server.done("MERGE playgrounds/a?fieldManager=other", json!({ "spec": { "dependsOn": "x" } }));
    assert_eq!(managers(&other), ["kubectl Update", "other Update"]);
    let without = server.done("MERGE playgrounds/a", json!({ "spec": { "dependsOn": null } }));
    assert_eq!(managers(&without), ["kubectl Update"]);
}

// Bodies, names, reads.

/// 11 steps 4 and 9
#[test]
fn nothing_at_all_is_a_config_map_without_a_name() {
    let mut server = Server::new();
    let nameless = (422, "ConfigMap \"\" is invalid: metadata.name: Required value: name or generateName is required".to_string());
    assert_eq!(server.refused("POST configmaps", json!("null")), nameless);
    assert_eq!(server.refused("POST configmaps", json!({})), nameless);
}

/// 11 steps 10 and 11
#[test]
fn a_wrong_kind_is_400_if_the_path_is_built_in_and_422_in_its_own_name_if_custom() {
    let mut server = Server::new();
    let wrong = |version: &str| json!({ "apiVersion": version, "kind": "Wrong", "metadata": { "name": "t" } });
    let (code, message) = server.refused("POST configmaps", wrong("v1"));
    let expected = "Wrong in version \"v1\" cannot be handled as a ConfigMap: no kind \"Wrong\" is registered for version \"v1\" in scheme \
        \"k8s.io/kubernetes/pkg/api/legacyscheme/scheme.go:30\"";
    assert_eq!((code, message.as_str()), (400, expected));
    let refusal = server.refused("POST playgrounds", wrong("lab.example.com/v1"));
    assert_eq!(refusal, (422, "Wrong.lab.example.com \"t\" is invalid: kind: Invalid value: \"Wrong\": must be AppConfig".to_string()));
}

/// 13 steps 5 and 6
#[test]
fn a_field_that_stands_there_twice_counts_as_it_stands_last() {
    let mut server = Server::new();
    let text = r#"{"apiVersion":"lab.example.com/v1","kind":"AppConfig","metadata":{"name":"a"},"spec":{"replicas":1,"replicas":2}}"#;
    assert_eq!(server.refused("POST playgrounds?fieldValidation=Strict", json!(text)).0, 400);
    let response = server.send("POST playgrounds", json!(text));
    assert_eq!(response.warnings, [r#"299 - "duplicate field \"spec.replicas\"""#]);
    assert_eq!(response.body.to_value()["spec"]["replicas"], 2);
}

/// 31 steps 2 and 5
#[test]
fn an_immutable_config_map_still_takes_labels() {
    let mut server = Server::new();
    let mut body = map(none(), json!({ "k": "v" }));
    body["immutable"] = true.into();
    server.done("POST configmaps", body);
    server.done("MERGE configmaps/a", json!({ "metadata": { "labels": { "l": "1" } } }));
    let refusal = server.refused("MERGE configmaps/a", json!({ "data": { "k": "w" } }));
    assert_eq!(refusal, (422, "ConfigMap \"a\" is invalid: data: Forbidden: field is immutable when `immutable` is set".to_string()));
}

/// 10 step 3
#[test]
fn a_name_wins_over_a_prefix_and_both_are_kept() {
    let mut server = Server::new();
    let made = server.done("POST configmaps", map(json!({ "name": "given", "generateName": "gen-" }), none()));
    assert_eq!((&made["metadata"]["name"], &made["metadata"]["generateName"]), (&json!("given"), &json!("gen-")));
}

/// 16 step 13; `apimachinery/pkg/api/validation/objectmeta.go`
#[test]
fn nobody_asks_whether_an_owner_exists() {
    let owner = json!({ "apiVersion": "v1", "kind": "ConfigMap", "name": "nobody", "uid": "u" });
    Server::with_map(json!({ "ownerReferences": [owner] }), none());
}

/// 30 steps 1 and 4
#[test]
fn a_dry_run_shows_the_next_generation_at_the_old_revision() {
    let mut server = Server::with_app(none(), json!({ "replicas": 1 }));
    let read = server.get("playgrounds/a");
    let shown = server.nothing("MERGE playgrounds/a?dryRun=All", json!({ "spec": { "replicas": 2 } }));
    assert_eq!((&shown["metadata"]["generation"], &shown["spec"]["replicas"]), (&json!(2), &json!(2)));
    assert_eq!(shown["metadata"]["resourceVersion"], read["metadata"]["resourceVersion"]);
    let made = server.nothing("POST playgrounds?dryRun=All", app(json!({ "name": "b" }), none()));
    assert_eq!((made["metadata"].get("resourceVersion"), made["metadata"].get("uid").is_some()), (None, true));
}

/// 49; `apiserver/pkg/storage/etcd3/store.go`: the revision of the read, not of what is read
#[test]
fn a_list_has_a_revision_above_all_of_its_items() {
    let mut server = Server::with_app(none(), none());
    server.done("POST configmaps", map(none(), none()));
    let Body::List(list) = server.send("GET playgrounds", Value::Null).body else { panic!("no list") };
    assert!(list.items.iter().all(|item| item.metadata.revision < list.revision));
    assert_eq!(list.revision, server.0.revision());
}

/// 49 steps 9 and 25
#[test]
fn a_list_is_in_byte_order_and_its_items_repeat_their_kind_only_if_it_is_custom() {
    let mut server = Server::new();
    for name in ["b", "a10", "a2", "a-1", "a.1"] {
        server.done("POST playgrounds", app(json!({ "name": name }), none()));
    }
    server.done("POST configmaps", map(none(), none()));
    let items = server.get("playgrounds")["items"].clone();
    let names: Vec<_> = items.as_array().unwrap().iter().map(|item| item["metadata"]["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["a-1", "a.1", "a10", "a2", "b"]);
    assert_eq!((&items[0]["kind"], server.get("configmaps")["items"][0].get("kind")), (&json!("AppConfig"), None));
}
