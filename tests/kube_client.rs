//! The API server as the `kube` crate sees it: the server of `examples/apiserver` on a free port of loopback, driven by
//! kube's own client, watcher, reflector and finalizer helper.
#![cfg(not(target_arch = "wasm32"))]

#[path = "../examples/apiserver/command.rs"]
mod command;
#[path = "../examples/apiserver/server.rs"]
mod server;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{Stream, StreamExt};
use http_body_util::BodyExt;
use hyper::Response;
use k8s_openapi::api::core::v1::{ConfigMap, Namespace};
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use k8s_openapi::jiff;
use kube::api::{DeleteParams, ListParams, ObjectMeta, Patch, PatchParams, PostParams, Preconditions, WatchEvent, WatchParams};
use kube::client::Body;
use kube::core::{ApiResource, DynamicObject, GroupVersionKind, Object, Status};
use kube::discovery::Scope;
use kube::runtime::controller::Action;
use kube::runtime::finalizer::{Event as Finalized, finalizer};
use kube::runtime::watcher::{self, watch_object, watcher};
use kube::runtime::{WatchStreamExt, reflector};
use kube::{Api, Client, Config, Discovery, ResourceExt};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct AppSpec {
    data: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AppStatus {
    observed_generation: Option<i64>,
    config_map: Option<String>,
}

type AppConfig = Object<AppSpec, AppStatus>;

fn app_kind() -> ApiResource {
    ApiResource::from_gvk_with_plural(&GroupVersionKind::gvk("lab.example.com", "v1", "AppConfig"), "appconfigs")
}

fn app(name: &str, color: &str) -> AppConfig {
    AppConfig::new(name, &app_kind(), AppSpec { data: data(&[("color", color)]) })
}

fn data(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(key, value)| ((*key).to_string(), (*value).to_string())).collect()
}

fn map(name: &str, pairs: &[(&str, &str)]) -> ConfigMap {
    ConfigMap { metadata: ObjectMeta { name: Some(name.into()), ..ObjectMeta::default() }, data: Some(data(pairs)), ..ConfigMap::default() }
}

/// A new server and a client of it.
async fn client() -> Client {
    let server = server::Server::new(None).unwrap();
    let (listener, address) = server::listen(0).await.unwrap();
    assert!(address.ip().is_loopback());
    tokio::spawn(server.serve(listener));
    connect(address)
}

/// A client that takes the first answer for the answer.
fn connect(address: SocketAddr) -> Client {
    let mut config = Config::new(format!("http://{address}").parse().unwrap());
    config.default_retry = false;
    Client::try_from(config).unwrap()
}

async fn apps() -> Api<AppConfig> {
    Api::namespaced_with(client().await, "default", &app_kind())
}

async fn maps() -> Api<ConfigMap> {
    Api::namespaced(client().await, "default")
}

/// What comes of a future that has no reason to take long.
async fn soon<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(10), future).await.expect("it should have come by now")
}

async fn next<T>(stream: &mut (impl Stream<Item = T> + Unpin)) -> T {
    soon(stream.next()).await.expect("the stream has ended")
}

/// Lets time go by, on the server's clock and on ours.
async fn pass(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

fn refusal<T: std::fmt::Debug>(result: kube::Result<T>) -> Status {
    match result {
        Err(kube::Error::Api(status)) => *status,
        other => panic!("no refusal: {other:?}"),
    }
}

fn writer(name: &str) -> PatchParams {
    PatchParams { field_manager: Some(name.into()), ..PatchParams::default() }
}

/// A request as it stands, and what comes back: head and text.
async fn raw(client: &Client, method: &str, uri: &str, content_type: &str, body: impl Into<Vec<u8>>) -> (Response<()>, String) {
    let request = hyper::Request::builder().method(method).uri(uri).header("content-type", content_type);
    let response = soon(client.send(request.body(Body::from(body.into())).unwrap())).await.unwrap();
    let (head, body) = response.into_parts();
    let bytes = soon(body.collect()).await.unwrap().to_bytes();
    (Response::from_parts(head, ()), String::from_utf8(bytes.to_vec()).unwrap())
}

#[tokio::test]
async fn what_is_created_can_be_read_listed_and_deleted() {
    let apps = apps().await;
    let before = jiff::Timestamp::now().as_second();
    let created = apps.create(&PostParams::default(), &app("web", "blue")).await.unwrap();
    let after = jiff::Timestamp::now().as_second();
    assert_eq!(created.spec.data, data(&[("color", "blue")]));
    assert_eq!((created.metadata.generation, created.namespace()), (Some(1), Some("default".to_string())));
    // The server's clock is the real one, in whole seconds.
    let stamp = created.creation_timestamp().unwrap().0.as_second();
    assert!((before..=after).contains(&stamp), "{stamp} is not from {before} to {after}");

    assert_eq!(apps.get("web").await.unwrap().metadata, created.metadata);
    apps.create(&PostParams::default(), &app("api", "red")).await.unwrap();
    let listed = apps.list(&ListParams::default()).await.unwrap();
    assert_eq!(listed.items.iter().map(ResourceExt::name_any).collect::<Vec<_>>(), ["api", "web"]);

    let again = refusal(apps.create(&PostParams::default(), &app("web", "green")).await);
    assert_eq!((again.code, &*again.reason, &*again.message), (409, "AlreadyExists", "appconfigs.lab.example.com \"web\" already exists"));

    let gone = apps.delete("web", &DeleteParams::default()).await.unwrap().right().expect("a status");
    assert!(gone.is_success());
    assert_eq!(gone.details.map(|details| details.uid), created.uid());
    let missing = refusal(apps.get("web").await);
    assert_eq!((missing.code, &*missing.message), (404, "appconfigs.lab.example.com \"web\" not found"));
    assert_eq!(apps.get_opt("web").await.unwrap().map(|app| app.name_any()), None);
}

#[tokio::test]
async fn a_replace_from_an_old_copy_is_a_conflict() {
    let apps = apps().await;
    let old = apps.create(&PostParams::default(), &app("web", "blue")).await.unwrap();
    let mut newer = old.clone();
    newer.spec.data.insert("color".into(), "red".into());
    let newer = apps.replace("web", &PostParams::default(), &newer).await.unwrap();
    assert_eq!(newer.metadata.generation, Some(2));
    assert_ne!(newer.resource_version(), old.resource_version());

    let stale = refusal(apps.replace("web", &PostParams::default(), &old).await);
    let message = "Operation cannot be fulfilled on appconfigs.lab.example.com \"web\": the object has been modified; please apply your changes to the latest version and try again";
    assert_eq!((stale.code, &*stale.reason, &*stale.message), (409, "Conflict", message));
    assert_eq!(apps.get("web").await.unwrap().spec.data, data(&[("color", "red")]));
}

#[tokio::test]
async fn a_merge_patch_changes_what_it_names() {
    let maps = maps().await;
    maps.create(&PostParams::default(), &map("a", &[("keep", "1"), ("change", "1"), ("drop", "1")])).await.unwrap();
    let patch = Patch::Merge(json!({ "data": { "change": "2", "drop": null } }));
    let patched = maps.patch("a", &writer("tester"), &patch).await.unwrap();
    assert_eq!(patched.data, Some(data(&[("change", "2"), ("keep", "1")])));
    // The second time it changes nothing, so nothing is written.
    let again = maps.patch("a", &writer("tester"), &patch).await.unwrap();
    assert_eq!(again.resource_version(), patched.resource_version());
}

#[tokio::test]
async fn an_apply_of_what_another_owns_is_a_conflict_until_it_is_forced() {
    let apps = apps().await;
    let wanted = |color: &str| {
        Patch::Apply(json!({
            "apiVersion": "lab.example.com/v1", "kind": "AppConfig", "metadata": { "name": "web" }, "spec": { "data": { "color": color } },
        }))
    };
    let first = apps.patch("web", &PatchParams::apply("one"), &wanted("blue")).await.unwrap();
    assert_eq!(first.spec.data, data(&[("color", "blue")]));
    let refused = refusal(apps.patch("web", &PatchParams::apply("two"), &wanted("red")).await);
    assert_eq!((refused.code, &*refused.reason), (409, "Conflict"));
    assert_eq!(refused.message, "Apply failed with 1 conflict: conflict with \"one\": .spec.data.color");
    let causes = refused.details.unwrap().causes;
    assert_eq!(
        causes.iter().map(|cause| (&*cause.reason, &*cause.field)).collect::<Vec<_>>(),
        [("FieldManagerConflict", ".spec.data.color")]
    );

    let forced = apps.patch("web", &PatchParams::apply("two").force(), &wanted("red")).await.unwrap();
    assert_eq!(forced.spec.data, data(&[("color", "red")]));
    let owners: Vec<_> = forced.managed_fields().iter().map(|entry| (entry.manager.as_deref(), entry.operation.as_deref())).collect();
    assert_eq!(owners, [(Some("two"), Some("Apply"))]);
}

#[tokio::test]
async fn the_status_has_a_way_of_its_own() {
    let apps = apps().await;
    apps.create(&PostParams::default(), &app("web", "blue")).await.unwrap();
    let both =
        Patch::Merge(json!({ "spec": { "data": { "color": "red" } }, "status": { "observedGeneration": 1, "configMap": "web-config" } }));
    let status = AppStatus { observed_generation: Some(1), config_map: Some("web-config".into()) };

    let by_status = apps.patch_status("web", &writer("controller"), &both).await.unwrap();
    assert_eq!(by_status.status, Some(status.clone()));
    assert_eq!((by_status.spec.data, by_status.metadata.generation), (data(&[("color", "blue")]), Some(1)));
    let entry =
        by_status.metadata.managed_fields.unwrap().into_iter().find(|entry| entry.manager.as_deref() == Some("controller")).unwrap();
    assert_eq!(entry.subresource.as_deref(), Some("status"));

    let other = Patch::Merge(json!({ "spec": { "data": { "color": "red" } }, "status": { "observedGeneration": 9 } }));
    let by_spec = apps.patch("web", &writer("person"), &other).await.unwrap();
    assert_eq!(by_spec.status, Some(status));
    assert_eq!((by_spec.spec.data, by_spec.metadata.generation), (data(&[("color", "red")]), Some(2)));
    assert_eq!(apps.get_status("web").await.unwrap().status, apps.get("web").await.unwrap().status);
}

#[tokio::test]
async fn a_watch_tells_what_is_added_modified_and_deleted() {
    let apps = apps().await;
    apps.create(&PostParams::default(), &app("before", "blue")).await.unwrap();
    let from = apps.list(&ListParams::default()).await.unwrap().metadata.resource_version.unwrap();
    let mut events = pin!(apps.watch(&WatchParams::default(), &from).await.unwrap());
    let mut web = apps.create(&PostParams::default(), &app("web", "blue")).await.unwrap();
    let WatchEvent::Added(seen) = next(&mut events).await.unwrap() else { panic!("not added") };
    assert_eq!(seen.metadata, web.metadata);
    web.spec.data.insert("color".into(), "red".into());
    let web = apps.replace("web", &PostParams::default(), &web).await.unwrap();
    let WatchEvent::Modified(seen) = next(&mut events).await.unwrap() else { panic!("not modified") };
    assert_eq!((seen.metadata, seen.spec), (web.metadata.clone(), web.spec.clone()));
    apps.delete("web", &DeleteParams::default()).await.unwrap();
    let WatchEvent::Deleted(seen) = next(&mut events).await.unwrap() else { panic!("not deleted") };
    assert_eq!(seen.spec, web.spec);
    // The deletion has a revision of its own.
    let revision = |app: &AppConfig| app.resource_version().unwrap().parse::<u64>().unwrap();
    assert_eq!(revision(&seen), revision(&web) + 1);
}

#[tokio::test]
async fn a_watch_of_a_selection_sees_objects_come_and_go_by_their_labels() {
    let maps = maps().await;
    let mut events = pin!(maps.watch(&WatchParams::default().labels("tier in (front,back)").disable_bookmarks(), "0").await.unwrap());
    let label = |tier: &str| Patch::Merge(json!({ "metadata": { "labels": { "tier": tier } } }));
    maps.create(&PostParams::default(), &map("a", &[])).await.unwrap();
    maps.patch("a", &writer("t"), &label("front")).await.unwrap();
    assert!(matches!(next(&mut events).await.unwrap(), WatchEvent::Added(map) if map.labels()["tier"] == "front"));
    maps.patch("a", &writer("t"), &label("back")).await.unwrap();
    assert!(matches!(next(&mut events).await.unwrap(), WatchEvent::Modified(map) if map.labels()["tier"] == "back"));
    maps.patch("a", &writer("t"), &label("none")).await.unwrap();
    assert!(matches!(next(&mut events).await.unwrap(), WatchEvent::Deleted(map) if map.labels()["tier"] == "back"));
}

#[tokio::test]
async fn a_watch_ends_when_its_time_is_over_and_says_up_to_where_it_was() {
    let maps = maps().await;
    let mut events = pin!(maps.watch(&WatchParams::default().timeout(5), "1").await.unwrap());
    let created = maps.create(&PostParams::default(), &map("a", &[])).await.unwrap();
    assert!(matches!(next(&mut events).await.unwrap(), WatchEvent::Added(_)));
    // Two seconds before its end, as a real one does it.
    pass(Duration::from_secs(3)).await;
    let WatchEvent::Bookmark(bookmark) = next(&mut events).await.unwrap() else { panic!("no bookmark") };
    assert_eq!((&*bookmark.types.api_version, &*bookmark.types.kind), ("v1", "ConfigMap"));
    assert_eq!(Some(bookmark.metadata.resource_version), created.resource_version());
    pass(Duration::from_secs(2)).await;
    assert!(soon(events.next()).await.is_none());
    // The time has passed on the server's clock too.
    let later = maps.create(&PostParams::default(), &map("b", &[])).await.unwrap();
    let stamp = |map: &ConfigMap| map.creation_timestamp().unwrap().0.as_second();
    assert!((5..=6).contains(&(stamp(&later) - stamp(&created))), "{:?} after {:?}", later.metadata, created.metadata);
}

#[tokio::test]
async fn a_watch_says_every_minute_up_to_where_it_is() {
    let maps = maps().await;
    let mut events = pin!(maps.watch(&WatchParams::default(), "1").await.unwrap());
    let mut revisions = Vec::new();
    for name in ["a", "b"] {
        let created = maps.create(&PostParams::default(), &map(name, &[])).await.unwrap();
        assert!(matches!(next(&mut events).await.unwrap(), WatchEvent::Added(_)));
        pass(Duration::from_secs(60)).await;
        let WatchEvent::Bookmark(bookmark) = next(&mut events).await.unwrap() else { panic!("no bookmark") };
        assert_eq!(Some(&bookmark.metadata.resource_version), created.resource_version().as_ref());
        revisions.push(bookmark.metadata.resource_version);
    }
    assert_ne!(revisions[0], revisions[1]);
}

#[tokio::test]
async fn a_client_that_goes_leaves_no_watch_behind() {
    let server = server::Server::new(None).unwrap();
    let (listener, address) = server::listen(0).await.unwrap();
    tokio::spawn(server.clone().serve(listener));
    // Who holds the server when nobody is connected: this test, the listener and the background work.
    let only_us = async || {
        while Arc::strong_count(&server) != 3 {
            tokio::task::yield_now().await;
        }
    };
    soon(only_us()).await;
    {
        let client = connect(address);
        let namespaces: Api<Namespace> = Api::all(client);
        let mut events = pin!(namespaces.watch(&WatchParams::default(), "0").await.unwrap());
        assert!(matches!(next(&mut events).await.unwrap(), WatchEvent::Added(namespace) if namespace.name_any() == "default"));
        assert!(Arc::strong_count(&server) > 3);
    }
    soon(only_us()).await;
}

#[tokio::test]
async fn a_watch_from_the_future_keeps_silent_about_the_past() {
    let maps = maps().await;
    let now = maps.create(&PostParams::default(), &map("a", &[])).await.unwrap().resource_version().unwrap();
    let ahead = (now.parse::<u64>().unwrap() + 1).to_string();
    let mut events = pin!(maps.watch(&WatchParams::default(), &ahead).await.unwrap());
    for name in ["b", "c"] {
        maps.create(&PostParams::default(), &map(name, &[])).await.unwrap();
    }
    assert!(matches!(next(&mut events).await.unwrap(), WatchEvent::Added(map) if map.name_any() == "c"));
}

#[tokio::test]
async fn the_watcher_lists_in_each_of_its_ways_and_then_follows() {
    let usual = watcher::Config::default;
    for config in [usual(), usual().any_semantic(), usual().streaming_lists(), usual().page_size(1)] {
        let apps = apps().await;
        apps.create(&PostParams::default(), &app("before", "blue")).await.unwrap();
        // Of a streamed list kube does not say that it begins.
        let news = watcher(apps.clone(), config).filter(|event| std::future::ready(!matches!(event, Ok(watcher::Event::Init))));
        let mut events = pin!(news);
        assert!(matches!(next(&mut events).await.unwrap(), watcher::Event::InitApply(app) if app.name_any() == "before"));
        assert!(matches!(next(&mut events).await.unwrap(), watcher::Event::InitDone));
        apps.create(&PostParams::default(), &app("web", "blue")).await.unwrap();
        while !matches!(next(&mut events).await.unwrap(), watcher::Event::Apply(app) if app.name_any() == "web") {}
        apps.patch("web", &writer("t"), &Patch::Merge(json!({ "spec": { "data": { "color": "red" } } }))).await.unwrap();
        assert!(matches!(next(&mut events).await.unwrap(), watcher::Event::Apply(app) if app.spec.data["color"] == "red"));
        apps.delete("before", &DeleteParams::default()).await.unwrap();
        assert!(matches!(next(&mut events).await.unwrap(), watcher::Event::Delete(app) if app.name_any() == "before"));
    }
}

#[tokio::test]
async fn a_watch_of_one_object_sees_that_one_alone() {
    let maps = maps().await;
    let mut states = pin!(watch_object(maps.clone(), "mine"));
    assert!(next(&mut states).await.unwrap().is_none());
    for name in ["other", "mine"] {
        maps.create(&PostParams::default(), &map(name, &[])).await.unwrap();
    }
    assert_eq!(next(&mut states).await.unwrap().map(|map| map.name_any()).as_deref(), Some("mine"));
    maps.delete("mine", &DeleteParams::default()).await.unwrap();
    assert!(next(&mut states).await.unwrap().is_none());
}

#[tokio::test]
async fn kube_discovers_what_is_served() {
    let discovery = soon(Discovery::new(client().await).run()).await.unwrap();
    let (kind, capabilities) = discovery.resolve_gvk(&GroupVersionKind::gvk("lab.example.com", "v1", "AppConfig")).unwrap();
    assert_eq!((&*kind.plural, capabilities.scope), ("appconfigs", Scope::Namespaced));
    let (kind, capabilities) = discovery.resolve_gvk(&GroupVersionKind::gvk("", "v1", "Namespace")).unwrap();
    assert_eq!((&*kind.plural, capabilities.scope), ("namespaces", Scope::Cluster));
}

#[tokio::test]
async fn discovery_in_one_answer_says_in_its_media_type_that_it_is() {
    let client = client().await;
    let groups = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    for (accept, media_type) in [
        (format!("{groups},application/json"), groups),
        ("application/json".to_string(), "application/json"),
        // Who would take protobuf before JSON gets JSON.
        ("application/vnd.kubernetes.protobuf,application/json".to_string(), "application/json"),
    ] {
        let request = hyper::Request::get("/apis").header("accept", &accept).body(Body::empty()).unwrap();
        let response = soon(client.send(request)).await.unwrap();
        assert_eq!((response.status().as_u16(), response.headers()["content-type"].to_str().unwrap()), (200, media_type), "{accept}");
    }
}

#[tokio::test]
async fn a_reflector_ends_up_with_what_the_server_has() {
    let apps = apps().await;
    for name in ["a", "b", "c"] {
        apps.create(&PostParams::default(), &app(name, "blue")).await.unwrap();
    }
    let store = reflector::store::Writer::new(app_kind());
    let cache = store.as_reader();
    let mut stream = pin!(reflector(store, watcher(apps.clone(), watcher::Config::default().page_size(2))).applied_objects());
    for _ in 0..3 {
        next(&mut stream).await.unwrap();
    }
    apps.delete("b", &DeleteParams::default()).await.unwrap();
    apps.patch("c", &writer("t"), &Patch::Merge(json!({ "spec": { "data": { "color": "red" } } }))).await.unwrap();
    apps.create(&PostParams::default(), &app("last", "blue")).await.unwrap();
    while next(&mut stream).await.unwrap().name_any() != "last" {}

    let states = |apps: Vec<Arc<AppConfig>>| {
        let mut states: Vec<_> = apps.iter().map(|app| (app.name_any(), app.resource_version(), app.spec.data.clone())).collect();
        states.sort();
        states
    };
    let listed = apps.list(&ListParams::default()).await.unwrap().items.into_iter().map(Arc::new).collect();
    assert_eq!(states(cache.state()), states(listed));
    assert_eq!(cache.len(), 3);
}

#[tokio::test]
async fn a_finalizer_holds_an_object_until_its_cleanup_is_done() {
    const FINALIZER: &str = "lab.example.com/cleanup";
    let apps = apps().await;
    let reconcile = async || {
        let app = Arc::new(apps.get("web").await.unwrap());
        let mut seen = "nothing";
        let act = |event| {
            seen = match event {
                Finalized::Apply(_) => "apply",
                Finalized::Cleanup(_) => "cleanup",
            };
            std::future::ready(Ok::<_, Infallible>(Action::await_change()))
        };
        finalizer(&apps, FINALIZER, app, act).await.unwrap();
        seen
    };
    apps.create(&PostParams::default(), &app("web", "blue")).await.unwrap();
    assert_eq!(reconcile().await, "nothing");
    assert_eq!(apps.get("web").await.unwrap().finalizers(), [FINALIZER]);
    assert_eq!(reconcile().await, "apply");

    let dying = apps.delete("web", &DeleteParams::default()).await.unwrap().left().expect("it is still there");
    assert!(dying.metadata.deletion_timestamp.is_some());
    assert_eq!((dying.metadata.deletion_grace_period_seconds, dying.metadata.generation), (Some(0), Some(2)));
    let late = refusal(apps.patch("web", &writer("t"), &Patch::Merge(json!({ "metadata": { "finalizers": [FINALIZER, "a/b"] } }))).await);
    assert_eq!(late.code, 422);
    assert!(
        late.message.contains("metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted"),
        "{}",
        late.message
    );

    assert_eq!(reconcile().await, "cleanup");
    assert_eq!(refusal(apps.get("web").await).message, "appconfigs.lab.example.com \"web\" not found");
}

#[tokio::test]
async fn a_deletion_can_insist_on_the_object_that_it_means() {
    let maps = maps().await;
    let created = maps.create(&PostParams::default(), &map("a", &[])).await.unwrap();
    let with = |uid: Option<String>| DeleteParams::default().preconditions(Preconditions { uid, resource_version: None });
    let refused = refusal(maps.delete("a", &with(Some("another".into()))).await);
    assert_eq!((refused.code, &*refused.reason), (409, "Conflict"));
    assert!(refused.message.contains("the UID in the precondition (another) does not match the UID in record"), "{}", refused.message);
    maps.delete("a", &with(created.uid())).await.unwrap();
    assert!(maps.get_opt("a").await.unwrap().is_none());
}

#[tokio::test]
async fn the_garbage_collector_takes_what_a_deleted_owner_leaves() {
    let client = client().await;
    let apps: Api<AppConfig> = Api::namespaced_with(client.clone(), "default", &app_kind());
    let maps: Api<ConfigMap> = Api::namespaced(client, "default");
    let owner = apps.create(&PostParams::default(), &app("web", "blue")).await.unwrap();
    let reference =
        json!({ "apiVersion": "lab.example.com/v1", "kind": "AppConfig", "name": "web", "uid": owner.uid(), "controller": true });
    let mut child = map("web-config", &[]);
    child.metadata.owner_references = Some(vec![serde_json::from_value(reference).unwrap()]);
    let child = maps.create(&PostParams::default(), &child).await.unwrap();
    let mut events = pin!(maps.watch(&WatchParams::default(), &child.resource_version().unwrap()).await.unwrap());
    apps.delete("web", &DeleteParams::default()).await.unwrap();
    assert!(matches!(next(&mut events).await.unwrap(), WatchEvent::Deleted(map) if map.name_any() == "web-config"));
    assert!(maps.get_opt("web-config").await.unwrap().is_none());
}

#[tokio::test]
async fn a_deleted_namespace_is_emptied_and_goes() {
    let client = client().await;
    let namespaces: Api<Namespace> = Api::all(client.clone());
    let maps: Api<ConfigMap> = Api::namespaced(client, "team");
    let mut team = Namespace::default();
    team.metadata.name = Some("team".into());
    let created = namespaces.create(&PostParams::default(), &team).await.unwrap();
    maps.create(&PostParams::default(), &map("a", &[])).await.unwrap();
    let mut events = pin!(namespaces.watch(&WatchParams::default(), &created.resource_version().unwrap()).await.unwrap());
    let dying = namespaces.delete("team", &DeleteParams::default()).await.unwrap().left().expect("it is still there");
    assert_eq!(dying.status.and_then(|status| status.phase).as_deref(), Some("Terminating"));
    while !matches!(next(&mut events).await.unwrap(), WatchEvent::Deleted(namespace) if namespace.name_any() == "team") {}
    assert!(maps.get_opt("a").await.unwrap().is_none());
}

#[tokio::test]
async fn a_kind_is_served_from_the_apply_of_its_definition_to_its_deletion() {
    let client = client().await;
    let definitions: Api<CustomResourceDefinition> = Api::all(client.clone());
    let schema =
        json!({ "type": "object", "properties": { "spec": { "type": "object", "properties": { "size": { "type": "integer" } } } } });
    let definition = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": { "name": "gadgets.shop.example.com" },
        "spec": {
            "group": "shop.example.com", "scope": "Namespaced", "names": { "plural": "gadgets", "kind": "Gadget" },
            "versions": [{ "name": "v1", "served": true, "storage": true, "schema": { "openAPIV3Schema": schema } }],
        },
    });
    let mut events = pin!(definitions.watch(&WatchParams::default().disable_bookmarks(), "0").await.unwrap());
    definitions.patch("gadgets.shop.example.com", &PatchParams::apply("tester"), &Patch::Apply(&definition)).await.unwrap();
    let established = |definition: &CustomResourceDefinition| {
        let conditions = definition.status.as_ref().and_then(|status| status.conditions.as_ref());
        conditions.is_some_and(|all| all.iter().any(|condition| condition.type_ == "Established" && condition.status == "True"))
    };
    loop {
        let (WatchEvent::Added(seen) | WatchEvent::Modified(seen)) = next(&mut events).await.unwrap() else { panic!("something else") };
        if seen.name_any() == "gadgets.shop.example.com" && established(&seen) {
            break;
        }
    }
    let kind = ApiResource::from_gvk_with_plural(&GroupVersionKind::gvk("shop.example.com", "v1", "Gadget"), "gadgets");
    let gadgets: Api<DynamicObject> = Api::namespaced_with(client, "default", &kind);
    let gadget = DynamicObject::new("g", &kind).data(json!({ "spec": { "size": "large" } }));
    let refused = refusal(gadgets.create(&PostParams::default(), &gadget).await);
    assert_eq!(refused.code, 422);
    assert!(
        refused.message.contains("spec.size: Invalid value: \"string\": spec.size in body must be of type integer: \"string\""),
        "{}",
        refused.message
    );
    let gadget = DynamicObject::new("g", &kind).data(json!({ "spec": { "size": 3, "unknown": true } }));
    assert_eq!(gadgets.create(&PostParams::default(), &gadget).await.unwrap().data, json!({ "spec": { "size": 3 } }));

    // With its definition a kind goes, and whoever watches it sees the objects go first.
    let mut events = pin!(gadgets.watch(&WatchParams::default().disable_bookmarks(), "0").await.unwrap());
    assert!(matches!(next(&mut events).await.unwrap(), WatchEvent::Added(gadget) if gadget.name_any() == "g"));
    definitions.delete("gadgets.shop.example.com", &DeleteParams::default()).await.unwrap();
    assert!(matches!(next(&mut events).await.unwrap(), WatchEvent::Deleted(gadget) if gadget.name_any() == "g"));
    assert!(soon(events.next()).await.is_none());
}

#[tokio::test]
async fn a_dry_run_leaves_no_trace() {
    let maps = maps().await;
    maps.create(&PostParams::default(), &map("a", &[])).await.unwrap();
    maps.create(&PostParams { dry_run: true, ..PostParams::default() }, &map("b", &[])).await.unwrap();
    maps.delete("a", &DeleteParams::default().dry_run()).await.unwrap();
    let listed = maps.list(&ListParams::default()).await.unwrap();
    assert_eq!(listed.items.iter().map(ResourceExt::name_any).collect::<Vec<_>>(), ["a"]);
}

#[tokio::test]
async fn many_clients_write_at_once_and_each_write_is_seen_once() {
    let maps = maps().await;
    let mut events = pin!(maps.watch(&WatchParams::default().disable_bookmarks(), "0").await.unwrap());
    let writers: Vec<_> = (0..50)
        .map(|number| {
            let maps = maps.clone();
            tokio::spawn(async move { maps.create(&PostParams::default(), &map(&format!("m{number}"), &[])).await.unwrap() })
        })
        .collect();
    let mut seen = Vec::new();
    for _ in &writers {
        let WatchEvent::Added(map) = next(&mut events).await.unwrap() else { panic!("not added") };
        seen.push(map.resource_version().unwrap().parse::<u64>().unwrap());
    }
    assert!(seen.windows(2).all(|pair| pair[0] < pair[1]), "out of order: {seen:?}");
    for writer in writers {
        writer.await.unwrap();
    }
}

#[tokio::test]
async fn a_path_that_nobody_serves_is_answered_in_plain_text() {
    let client = client().await;
    let (head, text) = raw(&client, "GET", "/nowhere", "application/json", "").await;
    assert_eq!((head.status().as_u16(), &*text), (404, "404 page not found\n"));
    assert_eq!(head.headers()["content-type"], "text/plain; charset=utf-8");
}

#[tokio::test]
async fn a_warning_is_a_header() {
    let client = client().await;
    let body = json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "a" }, "colour": "blue" }).to_string();
    let (head, _) = raw(&client, "POST", "/api/v1/namespaces/default/configmaps", "application/json", body).await;
    assert_eq!(head.status().as_u16(), 201);
    assert_eq!(head.headers()["warning"], "299 - \"unknown field \\\"colour\\\"\"");
}

#[tokio::test]
async fn who_asks_is_the_manager_and_what_they_take_counts() {
    let client = client().await;
    let body = json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "a" }, "data": { "k": "v" } }).to_string();
    let path = "/api/v1/namespaces/default/configmaps";
    let request = |accept: &str| {
        let request = hyper::Request::post(path).header("user-agent", "lab/1.0 (test)").header("accept", accept);
        request.header("content-type", "application/json").body(Body::from(body.clone().into_bytes())).unwrap()
    };
    assert_eq!(soon(client.send(request("text/html"))).await.unwrap().status().as_u16(), 406);
    assert_eq!(soon(client.send(request("application/json"))).await.unwrap().status().as_u16(), 201);
    let maps: Api<ConfigMap> = Api::namespaced(client, "default");
    assert_eq!(maps.get("a").await.unwrap().managed_fields()[0].manager.as_deref(), Some("lab"));
}

#[tokio::test]
async fn a_client_is_told_when_to_try_again() {
    let client = client().await;
    let (head, text) = raw(&client, "GET", "/api/v1/configmaps?resourceVersion=1000", "application/json", "").await;
    assert_eq!((head.status().as_u16(), &head.headers()["retry-after"]), (504, &"1".parse().unwrap()));
    assert!(text.contains("Too large resource version: 1000, current: "), "{text}");
}

#[tokio::test]
async fn path_and_query_are_decoded_and_of_a_repeated_key_the_first_counts() {
    let client = client().await;
    let maps: Api<ConfigMap> = Api::namespaced(client.clone(), "default");
    for name in ["a", "b"] {
        let mut map = map(name, &[]);
        map.labels_mut().insert("name".into(), name.into());
        maps.create(&PostParams::default(), &map).await.unwrap();
    }
    let names = |text: &str| -> Vec<String> {
        let list: Value = serde_json::from_str(text).unwrap();
        list["items"].as_array().unwrap().iter().map(|item| item["metadata"]["name"].as_str().unwrap().to_string()).collect()
    };
    let list = "/api/v1/namespaces/def%61ult/configmaps?labelSelector=name+in%20%28a%2Cx%29&labelSelector=name%3Db";
    let (head, text) = raw(&client, "GET", list, "application/json", "").await;
    assert_eq!((head.status().as_u16(), names(&text)), (200, vec!["a".to_string()]));
}

#[tokio::test]
async fn a_body_may_have_three_mebibytes_and_no_byte_more() {
    let client = client().await;
    let body = |size: usize| {
        let mut body = json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "a" } }).to_string();
        body.push_str(&" ".repeat(size - body.len()));
        body
    };
    let path = "/api/v1/namespaces/default/configmaps";
    let (head, text) = raw(&client, "POST", path, "application/json", body(3_145_729)).await;
    assert_eq!(head.status().as_u16(), 413);
    let status: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(status["message"], "Request entity too large: limit is 3145728");
    assert_eq!(status["reason"], "RequestEntityTooLarge");
    let (head, _) = raw(&client, "POST", path, "application/json", body(3_145_728)).await;
    assert_eq!(head.status().as_u16(), 201);
}

#[tokio::test]
async fn bytes_that_are_no_utf8_are_replaced_in_a_string_and_refused_elsewhere() {
    let client = client().await;
    let path = "/api/v1/namespaces/default/configmaps";
    // As Go has it: one mark for each byte, of an unfinished character too.
    let (head, text) =
        raw(&client, "POST", path, "application/json", *b"{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"\xe2\x82!\xff\"}}").await;
    assert_eq!(head.status().as_u16(), 201);
    let created: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(created["data"]["k"], "\u{fffd}\u{fffd}!\u{fffd}");
    let (head, _) = raw(&client, "POST", path, "application/json", *b"{\"metadata\":{\"name\":\"b\"},\"data\":\xff}").await;
    assert_eq!(head.status().as_u16(), 400);
}

#[test]
fn the_command_line_is_read_and_what_is_wrong_with_it_is_said() {
    let parse = |arguments: &[&str]| command::parse(arguments.iter().map(Into::into));
    let port = |arguments: &[&str]| match parse(arguments) {
        Ok(command::Command::Serve(options)) => Ok((options.port, options.kinds)),
        Ok(command::Command::Help) => Err("help".to_string()),
        Err(message) => Err(message),
    };
    assert_eq!(port(&[]), Ok((8001, None)));
    assert_eq!(port(&["--port", "0"]), Ok((0, None)));
    assert_eq!(port(&["--port=9000"]), Ok((9000, None)));
    assert_eq!(parse(&["--port", "1", "--help"]), Ok(command::Command::Help));
    assert!(["--port N", "--kinds FILE"].iter().all(|option| command::HELP.contains(option)));
    for (arguments, message) in [
        (&["--port"][..], "--port needs a value"),
        (&["--port", "65536"], "--port takes a number from 0 to 65535, not \"65536\""),
        (&["--port=x"], "--port takes a number from 0 to 65535, not \"x\""),
        (&["--port", "1", "--port", "2"], "--port is given twice"),
        (&["--host", "0.0.0.0"], "what is \"--host\"? There are --port N, --kinds FILE and --help"),
        (&["8001"], "what is \"8001\"? There are --port N, --kinds FILE and --help"),
        (&["--kinds", "/nowhere.json"], "cannot read /nowhere.json: No such file or directory (os error 2)"),
    ] {
        assert_eq!(port(arguments), Err(message.to_string()), "{arguments:?}");
    }
}

#[tokio::test]
async fn the_kinds_of_a_file_are_served_and_its_faults_are_told_with_their_place() {
    let directory = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let load = |name: &str, text: &str| {
        let file = directory.join(name);
        std::fs::write(&file, text).unwrap();
        let options = match command::parse(["--kinds".into(), file.clone().into_os_string()])? {
            command::Command::Serve(options) => options,
            command::Command::Help => unreachable!("nobody asked"),
        };
        server::Server::new(options.kinds).map_err(|error| command::kinds_fault(&options.kinds_file, &error))
    };
    let gadget = json!([{ "group": "shop.example.com", "version": "v2", "kind": "Gadget", "plural": "gadgets", "namespaced": false }]);
    let server = load("kinds.json", &gadget.to_string()).unwrap();
    let (listener, address) = server::listen(0).await.unwrap();
    tokio::spawn(server.serve(listener));
    let client = connect(address);
    let object = json!({ "apiVersion": "shop.example.com/v2", "kind": "Gadget", "metadata": { "name": "g" } }).to_string();
    let (head, _) = raw(&client, "POST", "/apis/shop.example.com/v2/gadgets", "application/json", object).await;
    assert_eq!(head.status().as_u16(), 201);
    let (head, _) = raw(&client, "GET", "/apis/lab.example.com/v1/appconfigs", "application/json", "").await;
    assert_eq!(head.status().as_u16(), 404);

    for (name, text, message) in [
        ("no-list.json", "{}", "no-list.json: expected a list"),
        ("no-json.json", "[", "no-json.json: not readable as JSON: unexpected end of JSON input"),
        ("no-plural.json", r#"[{"group":"a.b","version":"v1","kind":"A"}]"#, "no-plural.json: /0/plural: "),
        (
            "no-domain.json",
            r#"[{"group":"a","version":"v1","kind":"A","plural":"as"}]"#,
            "no-domain.json: /0/group: should be a domain with at least one dot",
        ),
    ] {
        let fault = load(name, text).err().expect("a fault");
        assert!(fault.contains(message), "{fault}");
    }
}
