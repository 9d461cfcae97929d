//! The garbage collector: what it deletes, what it leaves alone, and that it does one thing at a time.
#![cfg(not(target_arch = "wasm32"))]

use reconcile_playground::cluster::{Cluster, Collected, Collector, CustomKind, EventType, Options, Payload, Request, Response};
use reconcile_playground::object::Timestamp;
use serde_json::{Value, json};

struct Lab {
    cluster: Cluster,
    collector: Collector,
}

fn path(namespace: &str, plural: &str) -> String {
    match plural {
        "configmaps" => format!("/api/v1/namespaces/{namespace}/configmaps"),
        "nodes" => "/apis/lab.example.com/v1/nodes".to_string(),
        other => format!("/apis/lab.example.com/v1/namespaces/{namespace}/{other}"),
    }
}

impl Lab {
    fn new() -> Lab {
        let kind = |kind: &str, plural: &str, namespaced: bool| -> CustomKind {
            serde_json::from_value(
                json!({"group": "lab.example.com", "version": "v1", "kind": kind, "plural": plural, "namespaced": namespaced}),
            )
            .unwrap()
        };
        let kinds = [kind("AppConfig", "appconfigs", true), kind("Node", "nodes", false)];
        let cluster = Cluster::new(&kinds, Options { seed: 3, start: Timestamp(0), noop_bumps: false }).unwrap();
        let mut lab = Lab { cluster, collector: Collector::new() };
        for name in ["default", "other"] {
            assert_eq!(lab.send("POST", "/api/v1/namespaces", json!({"metadata": {"name": name}})).code, 201);
        }
        lab
    }

    fn send(&mut self, method: &str, path: &str, body: Value) -> Response {
        let content_type = (method == "PATCH").then(|| "application/merge-patch+json".to_string());
        let body = if body.is_null() { Payload::None } else { Payload::Json(body) };
        self.cluster.handle(&Request {
            method: method.into(),
            path: path.into(),
            body,
            content_type,
            user_agent: "test".into(),
            ..Request::default()
        })
    }

    /// Creates an object and gives a reference to it.
    fn make(&mut self, namespace: &str, plural: &str, name: &str, owners: &[Value]) -> Value {
        let (version, kind) = match plural {
            "configmaps" => ("v1", "ConfigMap"),
            "nodes" => ("lab.example.com/v1", "Node"),
            _ => ("lab.example.com/v1", "AppConfig"),
        };
        let object = json!({"apiVersion": version, "kind": kind, "metadata": {"name": name, "ownerReferences": owners}});
        let response = self.send("POST", &path(namespace, plural), object);
        assert_eq!(response.code, 201, "{:?}", response.body);
        json!({"apiVersion": version, "kind": kind, "name": name, "uid": response.object().unwrap().metadata.uid})
    }

    fn delete(&mut self, namespace: &str, plural: &str, name: &str) {
        let response = self.send("DELETE", &format!("{}/{name}", path(namespace, plural)), Value::Null);
        assert_eq!(response.code, 200, "{:?}", response.body);
    }

    fn delete_with(&mut self, namespace: &str, plural: &str, name: &str, policy: &str) {
        let response = self.send("DELETE", &format!("{}/{name}", path(namespace, plural)), json!({"propagationPolicy": policy}));
        assert_eq!(response.code, 200, "{:?}", response.body);
    }

    /// Gives an object these finalizers.
    fn hold(&mut self, namespace: &str, plural: &str, name: &str, finalizers: &[&str]) {
        let patch = json!({"metadata": {"finalizers": finalizers}});
        assert_eq!(self.send("PATCH", &format!("{}/{name}", path(namespace, plural)), patch).code, 200);
    }

    fn get(&mut self, namespace: &str, plural: &str, name: &str) -> Value {
        self.send("GET", &format!("{}/{name}", path(namespace, plural)), Value::Null).body.to_value()
    }

    fn has(&mut self, namespace: &str, plural: &str, name: &str) -> bool {
        self.send("GET", &format!("{}/{name}", path(namespace, plural)), Value::Null).code == 200
    }

    /// Works until nothing is left; what was done, in words.
    fn settle(&mut self) -> Vec<String> {
        let mut done = Vec::new();
        while self.collector.has_work(&self.cluster) {
            let (revision, events) = (self.cluster.revision().0, self.cluster.log_all().len());
            match self.collector.work(&mut self.cluster) {
                Collected::Idle => done.push("nothing".to_string()),
                Collected::Observed { reference, event } => done.push(format!("{} {}", event.name(), reference.name)),
                Collected::Requested { method, reference, code, .. } => done.push(format!("{method} {} {code}", reference.name)),
            }
            assert!(self.cluster.revision().0 - revision <= 1 && self.cluster.log_all().len() - events <= 1, "more than one request");
            assert!(done.len() < 1000, "{done:?}");
        }
        assert_eq!(self.collector.pending(), []);
        done
    }
}

#[test]
fn a_child_goes_after_its_owner_left_storage_one_step_at_a_time() {
    let mut lab = Lab::new();
    let owner = lab.make("default", "appconfigs", "web", &[]);
    lab.make("default", "configmaps", "child", &[owner]);
    lab.make("default", "configmaps", "free", &[]);
    assert_eq!(lab.settle(), ["ADDED child"]);
    lab.delete("default", "appconfigs", "web");
    assert_eq!(lab.settle(), ["DELETED web", "GET child 200", "DELETE child 200", "DELETED child"]);
    assert!(!lab.has("default", "configmaps", "child") && lab.has("default", "configmaps", "free"));
}

#[test]
fn an_owner_that_is_only_terminating_keeps_its_children() {
    let mut lab = Lab::new();
    let owner = lab.make("default", "appconfigs", "web", &[]);
    let web = format!("{}/web", path("default", "appconfigs"));
    lab.send("PATCH", &web, json!({"metadata": {"finalizers": ["lab.example.com/f"]}}));
    lab.make("default", "configmaps", "child", &[owner]);
    lab.delete("default", "appconfigs", "web");
    lab.settle();
    assert!(lab.has("default", "configmaps", "child"));
    lab.send("PATCH", &web, json!({"metadata": {"finalizers": null}}));
    lab.settle();
    assert!(!lab.has("default", "configmaps", "child"));
}

#[test]
fn a_child_with_an_owner_left_keeps_living_and_loses_the_reference_to_the_other() {
    let mut lab = Lab::new();
    let (one, two) = (lab.make("default", "appconfigs", "one", &[]), lab.make("default", "appconfigs", "two", &[]));
    lab.make("default", "configmaps", "child", &[one, two.clone()]);
    lab.delete("default", "appconfigs", "one");
    assert_eq!(lab.settle(), ["ADDED child", "DELETED one", "GET child 200", "GET two 200", "PATCH child 200", "MODIFIED child"]);
    let child = lab.send("GET", &format!("{}/child", path("default", "configmaps")), Value::Null).body.to_value();
    assert_eq!(child["metadata"]["ownerReferences"], json!([two]));
}

#[test]
fn an_owner_made_again_under_its_name_does_not_save_the_children() {
    let mut lab = Lab::new();
    let owner = lab.make("default", "appconfigs", "web", &[]);
    lab.make("default", "configmaps", "child", std::slice::from_ref(&owner));
    lab.delete("default", "appconfigs", "web");
    lab.make("default", "appconfigs", "web", &[]);
    lab.settle();
    assert!(!lab.has("default", "configmaps", "child"));
    // One who comes later with the old reference, too: the new owner is looked at, and is another.
    lab.make("default", "configmaps", "late", &[owner]);
    lab.settle();
    assert!(!lab.has("default", "configmaps", "late") && lab.has("default", "appconfigs", "web"));
}

#[test]
fn an_owner_that_never_was_is_looked_for_and_then_known_to_be_absent() {
    let mut lab = Lab::new();
    let ghost = json!({"apiVersion": "v1", "kind": "ConfigMap", "name": "ghost", "uid": "u"});
    lab.make("default", "configmaps", "a", std::slice::from_ref(&ghost));
    lab.make("default", "configmaps", "b", &[ghost]);
    let done = lab.settle();
    let expected =
        ["ADDED a", "ADDED b", "GET ghost 404", "GET a 200", "DELETE a 200", "DELETED a", "GET b 200", "DELETE b 200", "DELETED b"];
    assert_eq!(done, expected);
}

#[test]
fn an_owner_is_looked_for_in_the_childs_own_namespace() {
    let mut lab = Lab::new();
    let owner = lab.make("other", "appconfigs", "web", &[]);
    lab.make("default", "configmaps", "child", std::slice::from_ref(&owner));
    lab.make("other", "configmaps", "child", &[owner]);
    lab.settle();
    assert!(!lab.has("default", "configmaps", "child") && lab.has("other", "configmaps", "child"));
}

#[test]
fn a_cluster_scoped_owner_has_children_everywhere() {
    let mut lab = Lab::new();
    let owner = lab.make("", "nodes", "n", &[]);
    lab.make("default", "configmaps", "a", std::slice::from_ref(&owner));
    lab.make("other", "configmaps", "b", &[owner]);
    lab.settle();
    assert!(lab.has("default", "configmaps", "a") && lab.has("other", "configmaps", "b"));
    lab.delete("", "nodes", "n");
    lab.settle();
    assert!(!lab.has("default", "configmaps", "a") && !lab.has("other", "configmaps", "b"));
}

#[test]
fn what_cannot_be_looked_up_is_never_collected() {
    let mut lab = Lab::new();
    let owner = lab.make("default", "appconfigs", "web", &[]);
    lab.make("", "nodes", "n", &[owner]);
    let unknown = json!({"apiVersion": "example.com/v1", "kind": "Unknown", "name": "x", "uid": "u"});
    lab.make("default", "configmaps", "child", &[unknown]);
    lab.delete("default", "appconfigs", "web");
    lab.settle();
    assert!(lab.has("", "nodes", "n") && lab.has("default", "configmaps", "child"));
}

#[test]
fn a_child_written_in_between_is_looked_at_again_before_it_goes() {
    let mut lab = Lab::new();
    let owner = lab.make("default", "appconfigs", "web", &[]);
    lab.make("default", "configmaps", "child", std::slice::from_ref(&owner));
    lab.delete("default", "appconfigs", "web");
    let child = format!("{}/child", path("default", "configmaps"));
    for _ in 0..3 {
        lab.collector.work(&mut lab.cluster);
    }
    lab.send("PATCH", &child, json!({"data": {"k": "v"}}));
    // Only the data changed: after the conflict the state no longer matters.
    assert_eq!(lab.settle(), ["DELETE child 409", "GET child 200", "DELETE child 200", "DELETED child"]);

    let owner = lab.make("default", "appconfigs", "web", &[]);
    let other = lab.make("default", "appconfigs", "other", &[]);
    lab.make("default", "configmaps", "child", &[owner]);
    lab.delete("default", "appconfigs", "web");
    for _ in 0..3 {
        lab.collector.work(&mut lab.cluster);
    }
    lab.send("PATCH", &child, json!({"metadata": {"ownerReferences": [other]}}));
    // It has another owner now.
    lab.settle();
    assert!(lab.has("default", "configmaps", "child"));
}

#[test]
fn events_without_bearing_are_no_work() {
    let mut lab = Lab::new();
    let owner = lab.make("default", "appconfigs", "web", &[]);
    lab.make("default", "configmaps", "free", &[]);
    assert!(!lab.collector.has_work(&lab.cluster));
    lab.make("default", "configmaps", "child", &[owner]);
    assert_eq!(lab.settle(), ["ADDED child"]);
    lab.send("PATCH", &format!("{}/child", path("default", "configmaps")), json!({"data": {"k": "v"}}));
    lab.delete("default", "configmaps", "free");
    assert!(!lab.collector.has_work(&lab.cluster));
    // Read silently or not, what follows is the same.
    let mut other = Lab { cluster: lab.cluster.clone(), collector: lab.collector.clone() };
    other.collector.absorb(&other.cluster);
    for lab in [&mut lab, &mut other] {
        lab.delete("default", "appconfigs", "web");
    }
    assert_eq!(lab.settle(), other.settle());
}

#[test]
fn a_collector_that_starts_late_reads_all_that_happened() {
    let mut lab = Lab::new();
    let owner = lab.make("default", "appconfigs", "web", &[]);
    lab.make("default", "configmaps", "child", &[owner]);
    lab.delete("default", "appconfigs", "web");
    lab.collector = Collector::new();
    lab.settle();
    assert!(!lab.has("default", "configmaps", "child"));
    assert_eq!(lab.cluster.log_all().last().unwrap().kind, EventType::Deleted);
    assert_eq!(&*lab.cluster.log_all().last().unwrap().manager, "kube-controller-manager");
}

#[test]
fn a_collector_that_starts_anew_lists_what_is_there_and_finds_the_orphans() {
    let mut lab = Lab::new();
    let owner = lab.make("default", "appconfigs", "web", &[]);
    let gone = lab.make("default", "appconfigs", "gone", &[]);
    lab.make("default", "configmaps", "child", std::slice::from_ref(&owner));
    lab.make("default", "configmaps", "orphan", &[gone]);
    lab.delete("default", "appconfigs", "gone");
    lab.collector = Collector::started(&lab.cluster);
    assert_eq!(lab.settle(), ["GET gone 404", "GET orphan 200", "DELETE orphan 200", "DELETED orphan"]);
    lab.delete("default", "appconfigs", "web");
    assert_eq!(lab.settle(), ["DELETED web", "GET child 200", "DELETE child 200", "DELETED child"]);
}

/// The same reference, for which the owner waits.
fn blocking(owner: &Value) -> Value {
    let mut owner = owner.clone();
    owner["blockOwnerDeletion"] = json!(true);
    owner
}

#[test]
fn a_foreground_delete_waits_only_for_children_that_block_it() {
    let mut lab = Lab::new();
    let owner = lab.make("default", "appconfigs", "web", &[]);
    lab.make("default", "configmaps", "blocks", &[blocking(&owner)]);
    lab.make("default", "configmaps", "other", std::slice::from_ref(&owner));
    for child in ["blocks", "other"] {
        lab.hold("default", "configmaps", child, &["lab.example.com/f"]);
    }
    lab.settle();
    lab.delete_with("default", "appconfigs", "web", "Foreground");
    assert_eq!(
        lab.settle(),
        [
            "MODIFIED web",
            "GET blocks 200",
            "GET web 200",
            "DELETE blocks 200",
            "GET other 200",
            "GET web 200",
            "DELETE other 200",
            // One child that blocks is still there; it is on its way, so there is nothing to do but to wait.
            "GET web 200",
        ]
    );
    // The other one is not waited for.
    lab.hold("default", "configmaps", "blocks", &[]);
    assert_eq!(lab.settle(), ["DELETED blocks", "GET web 200", "GET web 200", "PATCH web 200", "DELETED web"]);
    assert!(!lab.has("default", "appconfigs", "web") && lab.has("default", "configmaps", "other"));
}

#[test]
fn a_child_that_waits_itself_is_left_alone_when_another_one_is_gone() {
    let mut lab = Lab::new();
    let owner = lab.make("default", "appconfigs", "web", &[]);
    let child = lab.make("default", "configmaps", "waits", &[blocking(&owner)]);
    lab.make("default", "configmaps", "held", &[blocking(&child)]);
    lab.make("default", "configmaps", "brother", &[blocking(&owner)]);
    for held in ["held", "brother"] {
        lab.hold("default", "configmaps", held, &["lab.example.com/f"]);
    }
    lab.delete_with("default", "appconfigs", "web", "Foreground");
    lab.settle();
    lab.hold("default", "configmaps", "brother", &[]);
    assert_eq!(lab.settle(), ["DELETED brother", "GET web 200"]);
    assert!(lab.has("default", "appconfigs", "web") && lab.has("default", "configmaps", "waits"));
}

#[test]
fn a_thousand_children_of_an_owner_that_waits_go_in_four_steps_each() {
    for (policy, each) in [("Foreground", 4), ("Orphan", 2)] {
        let mut lab = Lab::new();
        let owner = lab.make("default", "appconfigs", "web", &[]);
        for n in 0..1000 {
            lab.make("default", "configmaps", &format!("child-{n}"), &[blocking(&owner)]);
        }
        lab.collector = Collector::started(&lab.cluster);
        lab.delete_with("default", "appconfigs", "web", policy);
        let mut steps = 0;
        while lab.collector.has_work(&lab.cluster) {
            lab.collector.work(&mut lab.cluster);
            steps += 1;
        }
        // And the owner: its beginning, a look or two, its end.
        assert_eq!(steps - each * 1000, if policy == "Orphan" { 3 } else { 4 }, "{policy}");
        assert!(!lab.has("default", "appconfigs", "web"));
    }
}

#[test]
fn an_owner_that_waits_goes_when_its_child_lets_it() {
    for references in [json!(null), json!("unblocked")] {
        let mut lab = Lab::new();
        let owner = lab.make("default", "appconfigs", "web", &[]);
        lab.make("default", "configmaps", "child", &[blocking(&owner)]);
        lab.hold("default", "configmaps", "child", &["lab.example.com/f"]);
        lab.delete_with("default", "appconfigs", "web", "Foreground");
        lab.settle();
        assert!(lab.has("default", "appconfigs", "web"));
        let references = if references.is_null() { json!(null) } else { json!([owner]) };
        let child = format!("{}/child", path("default", "configmaps"));
        lab.send("PATCH", &child, json!({"metadata": {"ownerReferences": references}}));
        lab.settle();
        assert!(!lab.has("default", "appconfigs", "web") && lab.has("default", "configmaps", "child"));
    }
}

#[test]
fn foreground_is_passed_on_to_children_that_have_children_so_that_the_youngest_go_first() {
    let mut lab = Lab::new();
    let owner = lab.make("default", "appconfigs", "web", &[]);
    let child = lab.make("default", "configmaps", "child", &[blocking(&owner)]);
    let grandchild = lab.make("default", "configmaps", "grandchild", &[blocking(&child)]);
    lab.make("default", "configmaps", "last", &[blocking(&grandchild)]);
    lab.settle();
    lab.delete_with("default", "appconfigs", "web", "Foreground");
    let done = lab.settle();
    let gone: Vec<&str> = done.iter().filter_map(|done| done.strip_prefix("DELETED ")).collect();
    assert_eq!(gone, ["last", "grandchild", "child"]);
    assert_eq!(lab.cluster.log_all().last().unwrap().object.metadata.name, "web");
}

#[test]
fn a_child_that_has_another_owner_is_let_go_by_the_one_that_waits() {
    let mut lab = Lab::new();
    let (one, two) = (lab.make("default", "appconfigs", "one", &[]), lab.make("default", "appconfigs", "two", &[]));
    lab.make("default", "configmaps", "child", &[blocking(&one), blocking(&two)]);
    lab.delete_with("default", "appconfigs", "one", "Foreground");
    lab.settle();
    assert!(!lab.has("default", "appconfigs", "one"));
    let child = lab.get("default", "configmaps", "child");
    assert_eq!(child["metadata"]["ownerReferences"], json!([blocking(&two)]));
    assert_eq!(child["metadata"].get("deletionTimestamp"), None);
}

#[test]
fn a_circle_of_owners_that_wait_for_each_other_is_broken() {
    let mut lab = Lab::new();
    let one = lab.make("default", "configmaps", "one", &[]);
    let two = lab.make("default", "configmaps", "two", &[blocking(&one)]);
    let path = format!("{}/one", path("default", "configmaps"));
    lab.send("PATCH", &path, json!({"metadata": {"ownerReferences": [blocking(&two)]}}));
    lab.settle();
    assert!(lab.has("default", "configmaps", "one") && lab.has("default", "configmaps", "two"));
    lab.delete_with("default", "configmaps", "one", "Foreground");
    let done = lab.settle();
    assert!(done.contains(&"PATCH two 200".to_string()), "{done:?}");
    assert!(!lab.has("default", "configmaps", "one") && !lab.has("default", "configmaps", "two"));
}

#[test]
fn orphans_lose_their_reference_one_by_one_before_the_owner_goes() {
    let mut lab = Lab::new();
    let owner = lab.make("default", "appconfigs", "web", &[]);
    let other = lab.make("default", "appconfigs", "other", &[]);
    lab.make("default", "configmaps", "a", &[blocking(&owner)]);
    lab.make("default", "configmaps", "b", &[owner, other.clone()]);
    lab.settle();
    lab.delete_with("default", "appconfigs", "web", "Orphan");
    assert_eq!(lab.settle(), ["MODIFIED web", "PATCH a 200", "MODIFIED a", "PATCH b 200", "MODIFIED b", "GET web 200", "PATCH web 200"]);
    assert_eq!(lab.get("default", "configmaps", "a")["metadata"].get("ownerReferences"), None);
    assert_eq!(lab.get("default", "configmaps", "b")["metadata"]["ownerReferences"], json!([other]));
}

#[test]
fn an_orphan_that_is_gone_or_free_already_is_passed_over() {
    let mut lab = Lab::new();
    let owner = lab.make("default", "appconfigs", "web", &[]);
    for child in ["a", "b", "c"] {
        lab.make("default", "configmaps", child, std::slice::from_ref(&owner));
    }
    lab.delete_with("default", "appconfigs", "web", "Orphan");
    let path = path("default", "configmaps");
    lab.send("PATCH", &format!("{path}/a"), json!({"metadata": {"ownerReferences": null}}));
    lab.delete("default", "configmaps", "b");
    let done = lab.settle();
    let patched: Vec<&String> = done.iter().filter(|done| done.starts_with("PATCH")).collect();
    assert_eq!(patched, ["PATCH c 200", "PATCH web 200"]);
    assert!(!lab.has("default", "appconfigs", "web") && lab.has("default", "configmaps", "c"));
}

#[test]
fn an_owner_held_by_another_finalizer_keeps_it_after_the_collector_has_taken_its_own_off() {
    for (policy, child_stays) in [("Foreground", false), ("Orphan", true)] {
        let mut lab = Lab::new();
        let owner = lab.make("default", "appconfigs", "web", &[]);
        lab.hold("default", "appconfigs", "web", &["lab.example.com/f"]);
        lab.make("default", "configmaps", "child", &[blocking(&owner)]);
        lab.delete_with("default", "appconfigs", "web", policy);
        lab.settle();
        assert_eq!(lab.get("default", "appconfigs", "web")["metadata"]["finalizers"], json!(["lab.example.com/f"]));
        assert_eq!(lab.has("default", "configmaps", "child"), child_stays, "{policy}");
    }
}

#[test]
fn a_child_that_says_how_its_own_children_are_to_be_treated_is_obeyed() {
    let mut lab = Lab::new();
    let owner = lab.make("default", "appconfigs", "web", &[]);
    let child = lab.make("default", "configmaps", "child", &[owner]);
    lab.hold("default", "configmaps", "child", &["orphan"]);
    lab.make("default", "configmaps", "grandchild", &[child]);
    lab.delete("default", "appconfigs", "web");
    lab.settle();
    assert!(!lab.has("default", "configmaps", "child") && lab.has("default", "configmaps", "grandchild"));
}

#[test]
fn a_collector_that_starts_in_the_middle_of_it_brings_it_to_an_end() {
    for policy in ["Foreground", "Orphan"] {
        for at in 0..12 {
            let mut lab = Lab::new();
            let owner = lab.make("default", "appconfigs", "web", &[]);
            let child = lab.make("default", "configmaps", "child", &[blocking(&owner)]);
            lab.make("default", "configmaps", "grandchild", &[blocking(&child)]);
            lab.settle();
            lab.delete_with("default", "appconfigs", "web", policy);
            for _ in 0..at {
                lab.collector.work(&mut lab.cluster);
            }
            lab.collector = Collector::started(&lab.cluster);
            lab.settle();
            assert!(!lab.has("default", "appconfigs", "web"), "{policy} after {at} steps");
            assert_eq!(lab.has("default", "configmaps", "child"), policy == "Orphan", "{policy} after {at} steps");
        }
    }
}

#[test]
fn a_clone_goes_the_same_way_from_every_step() {
    let mut lab = Lab::new();
    let owner = lab.make("default", "appconfigs", "web", &[]);
    let child = lab.make("default", "configmaps", "child", &[blocking(&owner)]);
    lab.make("default", "configmaps", "grandchild", &[blocking(&child), owner.clone()]);
    let other = lab.make("default", "appconfigs", "other", &[]);
    lab.make("default", "configmaps", "orphan", &[other]);
    lab.delete_with("default", "appconfigs", "other", "Orphan");
    lab.delete_with("default", "appconfigs", "web", "Foreground");
    let whole = Lab { cluster: lab.cluster.clone(), collector: lab.collector.clone() }.settle();
    for (at, step) in whole.iter().enumerate() {
        let mut copy = Lab { cluster: lab.cluster.clone(), collector: lab.collector.clone() };
        assert_eq!(copy.settle(), whole[at..], "before {step}");
        lab.collector.work(&mut lab.cluster);
    }
    assert!(!lab.collector.has_work(&lab.cluster));
}

#[test]
fn ten_thousand_children_go_in_three_steps_each() {
    let mut lab = Lab::new();
    let owner = lab.make("default", "appconfigs", "web", &[]);
    for n in 0..10_000 {
        lab.make("default", "configmaps", &format!("child-{n}"), std::slice::from_ref(&owner));
    }
    lab.delete("default", "appconfigs", "web");
    let mut steps = 0;
    while lab.collector.has_work(&lab.cluster) {
        lab.collector.work(&mut lab.cluster);
        steps += 1;
    }
    assert_eq!(steps, 10_000 + 1 + 3 * 10_000);
    assert_eq!(lab.cluster.objects().count(), 2);
}
