//! Deleting: what the options do, collections, and the two ends of a namespace.
#![cfg(not(target_arch = "wasm32"))]

mod common;
#[path = "common/request.rs"]
mod request;

use common::{Play, web};
use reconcile_playground::cluster::{Cluster, Collected, CustomKind, Namespaces, Options, Payload, Response};
use reconcile_playground::object::{Revision, Timestamp};
use request::{Server, content_type, json_body, request};
use serde_json::{Value, json};

const MAPS: &str = "/api/v1/namespaces/default/configmaps";
const APPS: &str = "/apis/lab.example.com/v1/namespaces/default/appconfigs";
const SPACE: &str = "/api/v1/namespaces/space";

struct Lab {
    cluster: Cluster,
    worker: Namespaces,
}

impl Lab {
    fn new() -> Lab {
        let kind = json!({"group": "lab.example.com", "version": "v1", "kind": "AppConfig", "plural": "appconfigs"});
        let kind: CustomKind = serde_json::from_value(kind).unwrap();
        let cluster = Cluster::new(&[kind], Options { seed: 3, start: Timestamp(0), noop_bumps: false }).unwrap();
        let mut lab = Lab { cluster, worker: Namespaces::new() };
        for name in ["default", "space"] {
            assert_eq!(lab.send("POST", "/api/v1/namespaces", json!({"metadata": {"name": name}})).code, 201);
        }
        lab
    }

    fn make(&mut self, path: &str, name: &str, finalizers: &[&str]) {
        let kind = if path.contains("appconfigs") { ("lab.example.com/v1", "AppConfig") } else { ("v1", "ConfigMap") };
        let object = json!({"apiVersion": kind.0, "kind": kind.1, "metadata": {"name": name, "finalizers": finalizers}});
        let response = self.send("POST", path, object);
        assert_eq!(response.code, 201, "{:?}", response.body);
    }

    /// What happened since a revision, in words.
    fn since(&self, revision: u64) -> Vec<String> {
        let events = self.cluster.log_all().iter().filter(|event| event.revision.0 > revision);
        events.map(|event| format!("{} {}", event.kind.name(), event.object.metadata.name)).collect()
    }

    /// Lets the namespace controller work until nothing is left; what it did, in words.
    fn settle(&mut self) -> Vec<String> {
        let mut done = Vec::new();
        while self.worker.has_work(&self.cluster) {
            match self.worker.work(&mut self.cluster) {
                Collected::Idle => done.push("nothing".to_string()),
                Collected::Observed { reference, event } => done.push(format!("{} {}", event.name(), reference.name)),
                Collected::Requested { method, reference, subresource, code } => {
                    let what = if reference.name.is_empty() { reference.kind } else { reference.name };
                    done.push(format!("{method} {what}{} {code}", subresource.map_or(String::new(), |name| format!("/{name}"))));
                }
            }
            assert!(done.len() < 100, "{done:?}");
        }
        assert_eq!(self.worker.pending(), []);
        done
    }
}

impl Server for Lab {
    fn send(&mut self, method: &str, path: &str, body: Value) -> Response {
        self.cluster.handle(&request("test", method, path, content_type(method), json_body(body)))
    }

    fn revision(&self) -> Revision {
        self.cluster.revision()
    }
}

fn finalizers(object: &Value) -> Vec<&str> {
    object["metadata"]["finalizers"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn a_policy_is_a_finalizer_that_keeps_the_object_for_the_collector() {
    for (query, body, expected) in [
        ("?propagationPolicy=Foreground", Value::Null, "foregroundDeletion"),
        ("?propagationPolicy=Orphan", Value::Null, "orphan"),
        ("?orphanDependents=true", Value::Null, "orphan"),
        ("?orphanDependents=", Value::Null, "orphan"),
        ("", json!({"propagationPolicy": "Foreground"}), "foregroundDeletion"),
        ("", json!({"orphanDependents": true}), "orphan"),
        // A body, even an empty one, hides the query.
        ("?propagationPolicy=Foreground", json!({}), ""),
        ("?orphanDependents=FALSE", Value::Null, ""),
        ("?orphanDependents=0", Value::Null, ""),
    ] {
        let mut lab = Lab::new();
        lab.make(APPS, "a", &[]);
        let response = lab.send("DELETE", &format!("{APPS}/a{query}"), body).body.to_value();
        if expected.is_empty() {
            assert_eq!(response["kind"], "Status", "{query}");
            continue;
        }
        assert_eq!(finalizers(&response), [expected], "{query}");
        let metadata = &response["metadata"];
        assert_eq!((&metadata["generation"], &metadata["deletionGracePeriodSeconds"]), (&json!(2), &json!(0)));
        assert_eq!(metadata["deletionTimestamp"], "1970-01-01T00:00:00Z");
    }
}

#[test]
fn a_second_deletion_changes_nothing_but_how_dependents_are_treated() {
    let mut lab = Lab::new();
    lab.make(APPS, "a", &["x.io/f"]);
    let path = format!("{APPS}/a");
    lab.send("DELETE", &path, Value::Null);
    lab.cluster.set_time(60_000);
    let mut revision = lab.cluster.revision().0;
    for (policy, expected) in [
        ("Foreground", &["x.io/f", "foregroundDeletion"][..]),
        ("Orphan", &["x.io/f", "orphan"]),
        ("Background", &["x.io/f"]),
        ("Foreground", &["x.io/f", "foregroundDeletion"]),
    ] {
        let response = lab.send("DELETE", &format!("{path}?propagationPolicy={policy}"), Value::Null).body.to_value();
        assert_eq!(finalizers(&response), expected, "{policy}");
        assert_eq!(response["metadata"]["generation"], 2);
        assert_eq!(response["metadata"]["deletionTimestamp"], "1970-01-01T00:00:00Z");
        assert_eq!(lab.since(revision), ["MODIFIED a"], "{policy}");
        revision = lab.cluster.revision().0;
        // The same again is no write, and without a policy what is there stays.
        lab.send("DELETE", &format!("{path}?propagationPolicy={policy}"), Value::Null);
        lab.send("DELETE", &path, Value::Null);
        assert_eq!(lab.cluster.revision().0, revision, "{policy}");
    }
}

#[test]
fn what_only_the_collector_held_goes_when_it_is_deleted_in_the_background() {
    let mut lab = Lab::new();
    lab.make(MAPS, "a", &[]);
    let path = format!("{MAPS}/a");
    lab.send("DELETE", &format!("{path}?propagationPolicy=Orphan"), Value::Null);
    let revision = lab.cluster.revision().0;
    let dry = lab.send("DELETE", &format!("{path}?propagationPolicy=Background&dryRun=All"), Value::Null).body.to_value();
    assert_eq!((dry["kind"].as_str(), finalizers(&dry).len()), (Some("ConfigMap"), 0));
    assert_eq!(lab.cluster.revision().0, revision);
    let response = lab.send("DELETE", &format!("{path}?propagationPolicy=Background"), Value::Null);
    assert_eq!(response.body.to_value()["status"], "Success");
    // The finalizer comes off in a write of its own.
    assert_eq!(lab.since(revision), ["MODIFIED a", "DELETED a"]);
    assert_eq!(lab.cluster.log_all().last().unwrap().object.metadata.finalizers.len(), 0);
}

#[test]
fn an_object_that_was_made_with_a_finalizer_of_the_collector_goes_that_way() {
    let mut lab = Lab::new();
    lab.make(MAPS, "a", &["foregroundDeletion"]);
    let revision = lab.cluster.revision().0;
    let response = lab.send("DELETE", &format!("{MAPS}/a"), Value::Null).body.to_value();
    assert_eq!(finalizers(&response), ["foregroundDeletion"]);
    assert_eq!(lab.since(revision), ["MODIFIED a"]);
}

#[test]
fn who_says_that_dependents_are_no_orphans_is_told_that_the_object_stays() {
    let mut lab = Lab::new();
    lab.make(MAPS, "held", &["x.io/f"]);
    lab.make(MAPS, "free", &[]);
    assert_eq!(lab.send("DELETE", &format!("{MAPS}/held"), json!({"orphanDependents": false})).code, 202);
    assert_eq!(lab.send("DELETE", &format!("{MAPS}/held?orphanDependents=true"), Value::Null).code, 200);
    assert_eq!(lab.send("DELETE", &format!("{MAPS}/free?orphanDependents=false"), Value::Null).code, 200);
}

#[test]
fn options_that_cannot_be_are_refused_in_the_servers_words() {
    let mut lab = Lab::new();
    lab.make(MAPS, "a", &[]);
    let invalid = "DeleteOptions.meta.k8s.io \"\" is invalid: ";
    let both = "propagationPolicy: Invalid value: \"Orphan\": orphanDependents and deletionPropagation cannot be both set";
    let policy = |value: &str| {
        format!("propagationPolicy: Unsupported value: {value}: supported values: \"Foreground\", \"Background\", \"Orphan\", \"nil\"")
    };
    let dry = "dryRun: Unsupported value: [\"All\",\"Some\"]: supported values: \"All\"";
    let go = |found: &str, owner: &str, field: &str, wanted: &str| {
        (400, format!("json: cannot unmarshal {found} into Go struct field {owner}.{field} of type {wanted}"))
    };
    let cases = [
        ("?propagationPolicy=Orphan&orphanDependents=false", Value::Null, (422, format!("{invalid}{both}"))),
        ("?propagationPolicy=", Value::Null, (422, format!("{invalid}{}", policy("\"\"")))),
        ("", json!({"propagationPolicy": "nil", "dryRun": ["All", "Some"]}), (422, format!("{invalid}[{}, {dry}]", policy("\"nil\"")))),
        ("?gracePeriodSeconds=soon", Value::Null, (400, "strconv.ParseInt: parsing \"soon\": invalid syntax".to_string())),
        ("?gracePeriodSeconds=", Value::Null, (400, "strconv.ParseInt: parsing \"\": invalid syntax".to_string())),
        (
            "?gracePeriodSeconds=99999999999999999999",
            Value::Null,
            (400, "strconv.ParseInt: parsing \"99999999999999999999\": value out of range".to_string()),
        ),
        ("", json!({"gracePeriodSeconds": "1"}), go("string", "DeleteOptions", "gracePeriodSeconds", "int64")),
        ("", json!({"gracePeriodSeconds": 1.5}), go("number 1.5", "DeleteOptions", "gracePeriodSeconds", "int64")),
        ("", json!({"orphanDependents": "true"}), go("string", "DeleteOptions", "orphanDependents", "bool")),
        ("", json!({"propagationPolicy": 1}), go("number", "DeleteOptions", "propagationPolicy", "v1.DeletionPropagation")),
        ("", json!({"dryRun": "All"}), go("string", "DeleteOptions", "dryRun", "[]string")),
        ("", json!({"dryRun": [true]}), go("bool", "DeleteOptions", "dryRun", "string")),
        ("", json!({"preconditions": []}), go("array", "DeleteOptions", "preconditions", "v1.Preconditions")),
        ("", json!({"preconditions": {"uid": 7}}), go("number", "Preconditions", "preconditions.uid", "types.UID")),
    ];
    for (query, body, expected) in cases {
        assert_eq!(lab.refused("DELETE", &format!("{MAPS}/a{query}"), body.clone()), expected, "{query} {body}");
        // They are read before anybody looks for the object.
        assert_eq!(lab.refused("DELETE", &format!("{MAPS}/nobody{query}"), body), expected);
    }
    assert_eq!(lab.refused("DELETE", &format!("{MAPS}/a?uid=u"), Value::Null).0, 409);
    let plain = request("test", "DELETE", &format!("{MAPS}/a"), Some("text/plain"), Payload::Json(json!({})));
    assert_eq!(lab.cluster.handle(&plain).code, 415);
}

#[test]
fn a_dry_run_that_stands_in_the_text_of_a_body_is_one() {
    let mut lab = Lab::new();
    lab.make(MAPS, "a", &[]);
    let body = Payload::Raw("{\"dryRun\": [\"All\"], \"propagationPolicy\": \"Foreground\"}".into());
    let before = lab.cluster.revision();
    let response = lab.cluster.handle(&request("test", "DELETE", &format!("{MAPS}/a"), None, body));
    assert_eq!(finalizers(&response.body.to_value()), ["foregroundDeletion"]);
    assert_eq!(response.object().unwrap().metadata.revision, before);
    assert_eq!(lab.cluster.revision(), before);
}

#[test]
fn a_collection_goes_in_the_order_of_its_list_and_is_answered_as_it_was() {
    let mut lab = Lab::new();
    for (name, finalizers) in [("c", &[][..]), ("a", &[]), ("held", &["x.io/f"])] {
        lab.make(APPS, name, finalizers);
    }
    lab.send("PATCH", &format!("{APPS}/c"), json!({"metadata": {"labels": {"keep": "1"}}}));
    let listed = lab.get(APPS);
    let revision = lab.cluster.revision().0;
    let dry = lab.send("DELETE", &format!("{APPS}?dryRun=All"), Value::Null);
    assert_eq!((dry.body.to_value(), lab.cluster.revision().0), (listed.clone(), revision));
    let response = lab.send("DELETE", &format!("{APPS}?labelSelector=!keep&watch=1"), Value::Null).body.to_value();
    assert_eq!((&response["kind"], &response["metadata"]), (&json!("AppConfigList"), &listed["metadata"]));
    assert_eq!(response["items"], json!([listed["items"][0], listed["items"][2]]));
    assert_eq!(lab.since(revision), ["DELETED a", "MODIFIED held"]);
    let response = lab.send("DELETE", APPS, json!({"propagationPolicy": "Orphan"})).body.to_value();
    assert_eq!(response["items"].as_array().unwrap().len(), 2);
    let left = lab.get(APPS);
    assert_eq!(left["items"].as_array().unwrap().iter().map(finalizers).collect::<Vec<_>>(), [vec!["orphan"], vec!["x.io/f", "orphan"]]);
    assert_eq!(lab.send("DELETE", MAPS, Value::Null).body.to_value()["items"], json!([]));
}

#[test]
fn a_collection_is_deleted_one_by_one_until_one_is_refused() {
    let mut lab = Lab::new();
    lab.make(MAPS, "a", &[]);
    lab.make(MAPS, "b", &[]);
    let uid = lab.get(&format!("{MAPS}/a"))["metadata"]["uid"].clone();
    let response = lab.send("DELETE", MAPS, json!({"preconditions": {"uid": uid}}));
    assert_eq!(response.code, 409);
    assert!(
        response.status().unwrap().message.starts_with("Operation cannot be fulfilled on ConfigMap \"b\": the UID in the precondition")
    );
    assert_eq!(lab.send("GET", &format!("{MAPS}/a"), Value::Null).code, 404);
}

#[test]
fn collections_of_all_namespaces_and_of_namespaces_are_not_deleted() {
    let mut lab = Lab::new();
    let none = (405, "the server does not allow this method on the requested resource".to_string());
    assert_eq!(lab.refused("DELETE", "/api/v1/configmaps", Value::Null), none);
    assert_eq!(lab.refused("DELETE", "/api/v1/namespaces", Value::Null), none);
    let response = lab.send("DELETE", "/apis/lab.example.com/v1/appconfigs", Value::Null);
    assert_eq!((response.code, response.body.to_value()), (404, json!("404 page not found\n")));
}

#[test]
fn an_empty_namespace_is_looked_through_and_let_go() {
    let mut lab = Lab::new();
    let response = lab.send("DELETE", SPACE, Value::Null).body.to_value();
    assert_eq!(response["status"], json!({"phase": "Terminating"}));
    assert_eq!(response["spec"], json!({"finalizers": ["kubernetes"]}));
    assert_eq!(response["metadata"].get("deletionGracePeriodSeconds"), None);
    assert_eq!(
        lab.settle(),
        [
            "MODIFIED space",
            "GET space 200",
            "DELETE ConfigMap 200",
            "GET ConfigMap 200",
            "DELETE Event 200",
            "GET Event 200",
            "DELETE Secret 200",
            "GET Secret 200",
            "DELETE Lease 200",
            "GET Lease 200",
            "DELETE AppConfig 200",
            "GET AppConfig 200",
            "PUT space/status 200",
            // The real one, too, finalizes the state it had before it wrote the status.
            "PUT space/finalize 409",
            "GET space 200",
            "PUT space/finalize 200",
        ]
    );
    assert_eq!(lab.send("GET", SPACE, Value::Null).code, 404);
    // The same name again is another namespace.
    let again = lab.send("POST", "/api/v1/namespaces", json!({"metadata": {"name": "space"}})).body.to_value();
    assert_ne!(again["metadata"]["uid"], response["metadata"]["uid"]);
    assert_eq!(lab.settle(), Vec::<String>::new());
}

#[test]
fn a_namespace_says_what_remains_in_it_until_nothing_does() {
    let mut lab = Lab::new();
    let (maps, apps) = (format!("{SPACE}/configmaps"), "/apis/lab.example.com/v1/namespaces/space/appconfigs");
    lab.make(&maps, "one", &["x.io/b", "x.io/a"]);
    lab.make(&maps, "two", &["x.io/a"]);
    lab.make(apps, "app", &["x.io/a"]);
    lab.make(&maps, "free", &[]);
    lab.send("DELETE", SPACE, Value::Null);
    lab.settle();
    let conditions = |lab: &mut Lab| -> Vec<String> {
        let space = lab.get(SPACE);
        let all = space["status"]["conditions"].as_array().unwrap();
        all.iter().map(|one| format!("{} {} {}: {}", one["type"], one["status"], one["reason"], one["message"]).replace('"', "")).collect()
    };
    let good = [
        "NamespaceDeletionDiscoveryFailure False ResourcesDiscovered: All resources successfully discovered",
        "NamespaceDeletionGroupVersionParsingFailure False ParsedGroupVersions: All legacy kube types successfully parsed",
        "NamespaceDeletionContentFailure False ContentDeleted: All content successfully deleted, may be waiting on finalization",
    ];
    let told = conditions(&mut lab);
    assert_eq!(told[..3], good);
    assert_eq!(
        told[3..],
        [
            "NamespaceContentRemaining True SomeResourcesRemain: Some resources are remaining: appconfigs.lab.example.com has 1 resource instances, configmaps. has 2 resource instances",
            "NamespaceFinalizersRemaining True SomeFinalizersRemain: Some content in the namespace has finalizers remaining: x.io/a in 3 resource instances, x.io/b in 1 resource instances",
        ]
    );
    // It looks again when something leaves or loses a finalizer, and tells only what is new.
    lab.cluster.set_time(10_000);
    lab.send("PATCH", &format!("{apps}/app"), json!({"metadata": {"labels": {"a": "b"}}}));
    assert_eq!(lab.settle(), Vec::<String>::new());
    lab.send("PATCH", &format!("{maps}/one"), json!({"metadata": {"finalizers": ["x.io/b"]}}));
    assert_eq!(lab.settle().iter().filter(|done| done.starts_with("PUT")).collect::<Vec<_>>(), ["PUT space/status 200"]);
    lab.send("PATCH", &format!("{maps}/two"), json!({"metadata": {"finalizers": null}}));
    lab.settle();
    assert!(conditions(&mut lab)[4].ends_with("remaining: x.io/a in 1 resource instances, x.io/b in 1 resource instances"));
    let space = lab.get(SPACE);
    assert_eq!(space["status"]["conditions"][4]["lastTransitionTime"], "1970-01-01T00:00:00Z");
    lab.send("PATCH", &format!("{maps}/one"), json!({"metadata": {"finalizers": null}}));
    lab.send("PATCH", &format!("{apps}/app"), json!({"metadata": {"finalizers": null}}));
    lab.settle();
    assert_eq!(lab.send("GET", SPACE, Value::Null).code, 404);
    let last = lab.cluster.log_all().last().unwrap().object.to_value();
    assert_eq!(last["status"]["conditions"][4]["message"], "All content-preserving finalizers finished");
    assert_eq!(last["status"]["conditions"][4]["lastTransitionTime"], "1970-01-01T00:00:10Z");
}

#[test]
fn what_leaves_while_a_namespace_is_counted_is_not_overlooked() {
    // Something is let go after every single step of the controller: however it falls, the namespace ends.
    for at in 0..12 {
        let mut lab = Lab::new();
        let maps = format!("{SPACE}/configmaps");
        lab.make(&maps, "held", &["x.io/f"]);
        lab.send("DELETE", SPACE, Value::Null);
        for _ in 0..at {
            lab.worker.work(&mut lab.cluster);
        }
        let mut copy = Lab { cluster: lab.cluster.clone(), worker: lab.worker.clone() };
        for lab in [&mut lab, &mut copy] {
            lab.send("PATCH", &format!("{maps}/held"), json!({"metadata": {"finalizers": null}}));
            if at < 3 {
                lab.send("DELETE", &format!("{maps}/held"), Value::Null);
            }
        }
        assert_eq!(lab.settle(), copy.settle());
        assert_eq!(lab.send("GET", SPACE, Value::Null).code, 404, "after {at} steps");
    }
}

#[test]
fn what_remains_is_told_of_the_newest_state() {
    let mut lab = Lab::new();
    lab.make(&format!("{SPACE}/configmaps"), "held", &["x.io/f"]);
    lab.send("DELETE", SPACE, Value::Null);
    // One event, one look, and two requests a kind.
    for _ in 0..12 {
        lab.worker.work(&mut lab.cluster);
    }
    lab.send("PATCH", SPACE, json!({"metadata": {"labels": {"a": "1"}}}));
    let done = lab.settle();
    assert_eq!((done[0].as_str(), done[1].as_str()), ("PUT space/status 409", "GET space 200"));
    assert_eq!(lab.get(SPACE)["status"]["conditions"][3]["status"], "True");
}

#[test]
fn a_namespace_made_anew_under_the_name_is_not_finalized() {
    let mut lab = Lab::new();
    lab.send("DELETE", SPACE, Value::Null);
    for _ in 0..12 {
        lab.worker.work(&mut lab.cluster);
    }
    lab.send("PUT", &format!("{SPACE}/finalize"), json!({"metadata": {"name": "space"}, "spec": {}}));
    lab.send("POST", "/api/v1/namespaces", json!({"metadata": {"name": "space"}}));
    assert_eq!(lab.settle(), ["PUT space/status 409", "PUT space/finalize 409", "GET space 200"]);
    assert_eq!(lab.get(SPACE)["spec"]["finalizers"], json!(["kubernetes"]));
}

#[test]
fn a_namespace_controller_that_starts_anew_goes_on_with_what_is_going() {
    let mut lab = Lab::new();
    lab.make(&format!("{SPACE}/configmaps"), "a", &[]);
    lab.send("DELETE", SPACE, Value::Null);
    lab.worker = Namespaces::started(&lab.cluster);
    assert_eq!(lab.worker.pending().len(), 1);
    lab.settle();
    assert_eq!(lab.send("GET", SPACE, Value::Null).code, 404);
    assert_eq!(lab.send("GET", "/api/v1/namespaces/default", Value::Null).code, 200);
}

#[test]
fn the_namespaces_of_the_system_may_not_be_deleted() {
    let mut lab = Lab::new();
    for name in ["default", "kube-system", "kube-public", "kube-node-lease"] {
        let path = format!("/api/v1/namespaces/{name}");
        lab.send("POST", "/api/v1/namespaces", json!({"metadata": {"name": name}}));
        if name == "kube-node-lease" {
            assert_eq!(lab.send("DELETE", &path, Value::Null).code, 200);
            continue;
        }
        let text = format!("namespaces \"{name}\" is forbidden: this namespace may not be deleted");
        assert_eq!(lab.refused("DELETE", &path, Value::Null), (403, text));
        let status = lab.send("DELETE", &path, Value::Null).body.to_value();
        assert_eq!(status["details"], json!({"name": name, "kind": "namespaces"}));
        assert_eq!(lab.refused("DELETE", &path, json!({"preconditions": {"uid": "u"}})).0, 409);
    }
    assert_eq!(lab.refused("DELETE", "/api/v1/namespaces/nowhere", Value::Null), (404, "namespaces \"nowhere\" not found".to_string()));
}

#[test]
fn a_namespaces_preconditions_are_refused_in_words_of_their_own() {
    let mut lab = Lab::new();
    let metadata = lab.get(SPACE)["metadata"].clone();
    let (uid, revision) = (metadata["uid"].as_str().unwrap(), metadata["resourceVersion"].as_str().unwrap());
    let start = "Operation cannot be fulfilled on namespaces \"space\": Precondition failed: ";
    assert_eq!(
        lab.refused("DELETE", SPACE, json!({"preconditions": {"uid": "u"}})),
        (409, format!("{start}UID in precondition: u, UID in object meta: {uid}"))
    );
    assert_eq!(
        lab.refused("DELETE", SPACE, json!({"preconditions": {"resourceVersion": "99"}})),
        (409, format!("{start}ResourceVersion in precondition: 99, ResourceVersion in object meta: {revision}"))
    );
    assert_eq!(lab.send("DELETE", SPACE, json!({"preconditions": {"uid": uid, "resourceVersion": revision}})).code, 200);
}

#[test]
fn nothing_new_comes_into_a_namespace_that_is_going_but_what_is_there_can_be_written() {
    let mut lab = Lab::new();
    let maps = format!("{SPACE}/configmaps");
    lab.make(&maps, "held", &["x.io/f"]);
    lab.send("DELETE", SPACE, Value::Null);
    let text = "configmaps \"new\" is forbidden: unable to create new content in namespace space because it is being terminated";
    assert_eq!(lab.refused("POST", &maps, json!({"metadata": {"name": "new"}})), (403, text.to_string()));
    assert_eq!(lab.send("PATCH", &format!("{maps}/held"), json!({"data": {"k": "v"}})).code, 200);
}

#[test]
fn each_part_of_a_namespace_is_written_through_its_own_path() {
    let mut lab = Lab::new();
    let (status, finalize) = (format!("{SPACE}/status"), format!("{SPACE}/finalize"));
    // The object itself: neither spec.finalizers nor the status.
    let patch = json!({"metadata": {"labels": {"a": "1"}}, "spec": {"finalizers": ["x.io/f"]}, "status": {"phase": "Terminating"}});
    let space = lab.send("PATCH", SPACE, patch).body.to_value();
    assert_eq!((&space["spec"]["finalizers"], &space["status"]["phase"]), (&json!(["kubernetes"]), &json!("Active")));
    assert_eq!(space["metadata"]["labels"], json!({"a": "1", "kubernetes.io/metadata.name": "space"}));
    let fields = space["metadata"]["managedFields"][0]["fieldsV1"].clone();
    assert_eq!(fields, json!({"f:metadata": {"f:labels": {".": {}, "f:a": {}, "f:kubernetes.io/metadata.name": {}}}}));
    // The status: not spec, but metadata too.
    let told = json!({"type": "X", "status": "True", "lastTransitionTime": "1970-01-01T00:00:00Z", "reason": "R", "message": "m"});
    let patch = json!({"metadata": {"labels": {"a": "2"}}, "spec": {"finalizers": []}, "status": {"conditions": [told]}});
    let space = lab.send("PATCH", &status, patch).body.to_value();
    assert_eq!(space["spec"]["finalizers"], json!(["kubernetes"]));
    assert_eq!(space["status"], json!({"phase": "Active", "conditions": [told]}));
    assert_eq!(space["metadata"]["labels"]["a"], "2");
    assert_eq!(
        lab.refused("PATCH", &status, json!({"status": {"phase": "Terminating"}})),
        (422, "Namespace \"space\" is invalid: status.Phase: Invalid value: \"Terminating\": may only be 'Active' if `deletionTimestamp` is empty".to_string())
    );
    // Finalize: spec, not the status; only as a replacement.
    let mut whole = lab.get(SPACE);
    whole["spec"]["finalizers"] = json!(["kubernetes", "x.io/f"]);
    whole["status"]["phase"] = json!("Terminating");
    let space = lab.send("PUT", &finalize, whole.clone()).body.to_value();
    assert_eq!((&space["spec"]["finalizers"], &space["status"]["phase"]), (&json!(["kubernetes", "x.io/f"]), &json!("Active")));
    assert_eq!(space["metadata"]["managedFields"][1]["subresource"], "finalize");
    whole["metadata"]["resourceVersion"] = json!("");
    whole["spec"]["finalizers"] = json!(["kubernetes", "own"]);
    let text = "Namespace \"space\" is invalid: spec.finalizers[1]: Invalid value: \"own\": name is neither a standard finalizer name nor is it fully qualified";
    assert_eq!(lab.refused("PUT", &finalize, whole), (422, text.to_string()));
    for method in ["GET", "PATCH", "DELETE", "POST"] {
        assert_eq!(lab.refused(method, &finalize, json!({})).0, 405, "{method}");
    }
    assert_eq!(lab.refused("DELETE", &status, Value::Null).0, 405);
    assert_eq!(lab.refused("PUT", &format!("{SPACE}/other"), json!({})).0, 404);
    lab.send("DELETE", SPACE, Value::Null);
    assert_eq!(
        lab.refused("PATCH", &status, json!({"status": {"phase": "Active"}})),
        (422, "Namespace \"space\" is invalid: status.Phase: Invalid value: \"Active\": may only be 'Terminating' if `deletionTimestamp` is not empty".to_string())
    );
    assert_eq!(lab.refused("PATCH", &status, json!({"status": {"phase": 1}})).0, 422);
}

#[test]
fn a_namespace_with_other_finalizers_waits_for_those_too() {
    let mut lab = Lab::new();
    let finalize = format!("{SPACE}/finalize");
    let put = |lab: &mut Lab, finalizers: Value| {
        let mut whole = lab.get(SPACE);
        whole["spec"]["finalizers"] = finalizers;
        assert_eq!(lab.send("PUT", &finalize, whole).code, 200);
    };
    put(&mut lab, json!(["x.io/f", "kubernetes"]));
    lab.send("PATCH", SPACE, json!({"metadata": {"finalizers": ["x.io/m"]}}));
    lab.send("DELETE", SPACE, Value::Null);
    lab.settle();
    assert_eq!(lab.get(SPACE)["spec"]["finalizers"], json!(["x.io/f"]));
    assert_eq!(lab.send("DELETE", SPACE, Value::Null).body.to_value()["kind"], "Namespace");
    put(&mut lab, json!([]));
    let space = lab.get(SPACE);
    assert_eq!((&space["spec"], finalizers(&space)), (&json!({}), vec!["x.io/m"]));
    lab.settle();
    let last = lab.send("PATCH", SPACE, json!({"metadata": {"finalizers": null}}));
    assert_eq!((last.code, lab.send("GET", SPACE, Value::Null).code), (200, 404));
}

#[test]
fn a_namespace_that_nothing_holds_is_answered_as_it_was_when_it_goes() {
    let mut lab = Lab::new();
    lab.send("PUT", &format!("{SPACE}/finalize"), json!({"metadata": {"name": "space"}, "spec": {}}));
    // The first deletion marks it all the same; nobody finalizes it any more, so that it takes a second one.
    lab.send("DELETE", SPACE, Value::Null);
    assert_eq!(lab.settle(), ["MODIFIED space", "GET space 200"]);
    let response = lab.send("DELETE", SPACE, Value::Null).body.to_value();
    assert_eq!((&response["kind"], &response["status"]["phase"]), (&json!("Namespace"), &json!("Terminating")));
    assert_eq!(lab.send("GET", SPACE, Value::Null).code, 404);
}

#[test]
fn a_namespace_takes_the_old_word_for_dependents_that_do_not_stay_as_foreground() {
    let mut lab = Lab::new();
    let response = lab.send("DELETE", SPACE, json!({"orphanDependents": false}));
    assert_eq!((response.code, finalizers(&response.body.to_value())), (202, vec!["foregroundDeletion"]));
}

fn background(play: &Play) -> Value {
    play.view()["background"].clone()
}

#[test]
fn in_the_world_a_namespace_goes_move_by_move_after_the_collector() {
    let mut play = Play::new(json!({ "version": 1, "controllers": [], "objects": [
        { "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "a", "namespace": "space" } },
        { "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "owner" } },
    ] }));
    assert_eq!(background(&play)["namespaces"], json!({ "running": true, "held": false, "pending": [] }));
    assert!(play.run.world().default_move().is_none());
    let uid = play.object("ConfigMap", "owner").unwrap()["metadata"]["uid"].clone();
    let owned = json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "owned",
        "ownerReferences": [{ "apiVersion": "v1", "kind": "ConfigMap", "name": "owner", "uid": uid }] } });
    play.edit(owned);
    play.settle();
    play.play(json!({ "remove": { "kind": "Namespace", "name": "space" } }));
    play.play(json!({ "remove": { "kind": "ConfigMap", "name": "owner" } }));
    let mut workers: Vec<String> = Vec::new();
    let mut requests = Vec::new();
    while let Some(next) = play.run.world().default_move() {
        let facts = play.play(next.to_value());
        for fact in &facts {
            workers.extend(fact["collected"]["worker"].as_str().map(str::to_string));
            if let Some(path) = fact["request"]["path"].as_str() {
                requests.push(format!("{} {path}", fact["request"]["method"].as_str().unwrap()));
            }
        }
    }
    let first = workers.iter().position(|worker| worker == "namespaces").unwrap();
    assert!(first > 0 && workers[..first].iter().all(|worker| worker == "garbage-collector"));
    assert!(workers[first..].iter().all(|worker| worker == "namespaces"));
    assert_eq!(requests[0], "DELETE /api/v1/namespaces/default/configmaps/owned");
    assert_eq!(requests[1], "DELETE /api/v1/namespaces/space/configmaps");
    assert_eq!(requests.last().unwrap(), "PUT /api/v1/namespaces/space/finalize");
    assert!(play.object("Namespace", "space").is_none() && play.object("ConfigMap", "a").is_none());
}

#[test]
fn the_namespace_controller_is_held_dies_and_starts_by_its_name() {
    let mut play = Play::new(json!({ "version": 1, "controllers": [], "objects": [
        { "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "a", "namespace": "space" } },
    ] }));
    let error = |play: &mut Play, call: Value| play.try_play(call).map_err(|error| (error.code.name().to_string(), error.path.clone()));
    let collect = json!({ "collect": { "worker": "namespaces" } });
    assert_eq!(error(&mut play, collect.clone()).unwrap_err(), ("notFound".to_string(), "/collect".to_string()));
    play.play(json!({ "hold": { "controller": "namespaces" } }));
    play.play(json!({ "remove": { "kind": "Namespace", "name": "space" } }));
    assert!(play.run.world().default_move().is_none());
    assert_eq!(background(&play)["namespaces"]["held"], true);
    assert_eq!(play.run.world().faults().last().unwrap().to_value(), json!({ "release": { "controller": "namespaces" } }));
    // What is held can still be played by hand.
    assert_eq!(play.play(collect.clone())[0]["collected"]["worker"], "namespaces");
    assert_eq!(background(&play)["namespaces"]["pending"][0]["name"], "space");
    play.play(json!({ "crash": { "controller": "namespaces" } }));
    assert_eq!(background(&play)["namespaces"], json!({ "running": false, "held": true, "pending": [] }));
    assert_eq!(error(&mut play, collect).unwrap_err(), ("notPossible".to_string(), "/collect".to_string()));
    play.play(json!({ "release": { "controller": "namespaces" } }));
    assert_eq!(
        play.run.world().faults(),
        [reconcile_playground::scenario::read(json!({ "start": { "controller": "namespaces" } })).unwrap()]
    );
    play.play(json!({ "start": { "controller": "namespaces" } }));
    let fork = play.clone();
    play.settle();
    assert!(play.object("Namespace", "space").is_none());
    let mut fork = fork;
    fork.settle();
    assert_eq!(fork.run.digest(), play.run.digest());
}

#[test]
fn a_person_removes_with_every_policy() {
    for (policy, children) in [("Foreground", 0), ("Background", 0), ("Orphan", 1)] {
        let mut play = Play::new(json!({ "version": 1 }));
        play.edit(web());
        play.settle();
        play.play(json!({ "crash": {} }));
        play.play(json!({ "remove": { "kind": "AppConfig", "name": "web", "policy": policy } }));
        play.settle();
        assert!(play.object("AppConfig", "web").is_none(), "{policy}");
        let left = play.child();
        assert_eq!(left.iter().count(), children, "{policy}");
        assert!(left.is_none_or(|child| child["metadata"].get("ownerReferences").is_none()));
    }
}
