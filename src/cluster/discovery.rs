//! What the server says of itself: versions, groups, resources, health.
//!
//! Models `apiserver/pkg/endpoints/discovery`, `apiextensions-apiserver/pkg/apiserver/customresource_discovery_controller.go`
//! and `kube-aggregator/pkg/apiserver/handler_discovery.go`.

use std::sync::Arc;

use serde_json::Value;

use super::accept::{Format, Shape, negotiate};
use super::base64;
use super::kind::Kind;
use super::request::{Body, Request, Response};
use super::schema::is_among;
use super::sha256::sha256;
use super::status::Status;
use crate::KUBERNETES;
use crate::object::Record;
use crate::object::text::{find, has, part, rest};

/// The answer, if the path is none of an object.
pub(crate) fn answer(kinds: &[Arc<Kind>], request: &Request) -> Option<Response> {
    let path = request.path.trim_end_matches('/');
    let is_root = matches!(path, "/api" | "/apis");
    let format = || negotiate(request.accept.as_deref(), is_root);
    let body = match path {
        // Models `apiserver/pkg/server/healthz`.
        "/healthz" | "/livez" | "/readyz" | "/healthz/ping" | "/livez/ping" | "/readyz/ping" => {
            return Some(Response::new(200, Body::Json("ok".into())));
        }
        "/version" => version(),
        "" => paths(kinds),
        _ if is_root => match (format(), path) {
            (Ok(format), _) if format.shape == Shape::Groups => all_groups(kinds, path == "/api", format),
            (_, "/api") => api_versions(),
            _ => groups(kinds),
        },
        path => {
            let steps: Vec<&str> = path.split('/').collect();
            let (group, version) = match steps.as_slice() {
                [_, "api", version] => ("", Some(*version)),
                [_, "apis", group] => (*group, None),
                [_, "apis", group, version] => (*group, Some(*version)),
                _ => return None,
            };
            let served = of_group(kinds, group);
            if !served.iter().any(|kind| version.is_none_or(|version| version == &*kind.version)) {
                return None;
            }
            match version {
                None => group_of(kinds, group, true),
                Some(version) => resources(&served, version),
            }
        }
    };
    Some(match format() {
        Err(status) => Response::refusal(*status),
        Ok(_) if request.method != "GET" => Response::refusal(*Status::no_method()),
        Ok(_) => Response::new(200, Body::Json(body)),
    })
}

/// Models `apimachinery/pkg/version/types.go`; what tells of a build tells of this one.
fn version() -> Value {
    let mut parts = KUBERNETES.split('.');
    let (major, minor) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    let before = minor.parse().map_or(0, |minor: u64| minor.saturating_sub(1)).to_string();
    let mut record = Record::default();
    record.text("major", major);
    record.text("minor", minor);
    record.text("emulationMajor", major);
    record.text("emulationMinor", minor);
    record.text("minCompatibilityMajor", major);
    record.text("minCompatibilityMinor", &before);
    record.text("gitVersion", &format!("v{KUBERNETES}"));
    record.text("gitCommit", "");
    record.text("gitTreeState", "");
    record.text("buildDate", "1970-01-01T00:00:00Z");
    record.text("goVersion", "");
    record.text("compiler", "rustc");
    record.text("platform", "reconcile-playground");
    record.end()
}

/// Models `apiserver/pkg/server/routes/index.go`.
fn paths(kinds: &[Arc<Kind>]) -> Value {
    let mut paths = vec!["/api".to_string(), "/api/v1".to_string(), "/apis".to_string()];
    for group in &groups_of(kinds) {
        paths.push(format!("/apis/{}", group.group));
        for version in &versions_of(&of_group(kinds, &group.group)) {
            paths.push(format!("/apis/{}", version.api_version));
        }
    }
    for path in &["/healthz", "/livez", "/readyz", "/version"] {
        paths.push((*path).to_string());
    }
    let mut record = Record::default();
    record.texts("paths", &paths);
    record.end()
}

/// The core group says no `apiVersion`, as it did before groups.
fn api_versions() -> Value {
    let mut address = Record::default();
    address.text("clientCIDR", "0.0.0.0/0");
    address.text("serverAddress", "127.0.0.1:6443");
    let mut record = Record::default();
    record.text("kind", "APIVersions");
    record.names("versions", &["v1"]);
    record.put("serverAddressByClientCIDRs", Value::Array(vec![address.end()]));
    record.end()
}

fn groups(kinds: &[Arc<Kind>]) -> Value {
    let mut groups = Vec::new();
    for group in &groups_of(kinds) {
        groups.push(group_of(kinds, &group.group, false));
    }
    let mut record = typed("APIGroupList", "v1");
    record.put("groups", Value::Array(groups));
    record.end()
}

/// One kind of each group but the core one; those that came with the scenario after the built-in ones.
fn groups_of(kinds: &[Arc<Kind>]) -> Vec<&Arc<Kind>> {
    let mut groups: Vec<&Arc<Kind>> = Vec::new();
    for custom in &[false, true] {
        for kind in kinds {
            if kind.custom == *custom && !kind.group.is_empty() && groups.iter().all(|known| known.group != kind.group) {
                groups.push(kind);
            }
        }
    }
    groups
}

fn group_of(kinds: &[Arc<Kind>], group: &str, whole: bool) -> Value {
    let mut versions = Vec::new();
    for kind in &versions_of(&of_group(kinds, group)) {
        let mut version = Record::default();
        version.text("groupVersion", &kind.api_version);
        version.text("version", &kind.version);
        versions.push(version.end());
    }
    let mut record = if whole { typed("APIGroup", "v1") } else { Record::default() };
    record.text("name", group);
    record.put_some("preferredVersion", versions.first().cloned());
    record.put("versions", Value::Array(versions));
    record.end()
}

/// One kind of each version, the most mature and newest first.
///
/// Models `apimachinery/pkg/version/helpers.go` `CompareKubeAwareVersionStrings`.
fn versions_of<'a>(served: &[&'a Arc<Kind>]) -> Vec<&'a Arc<Kind>> {
    let goes_before = |left: &Kind, right: &Kind| match (maturity(&left.version), maturity(&right.version)) {
        (None, None) => left.version < right.version,
        (left, right) => left > right,
    };
    let mut versions: Vec<&Arc<Kind>> = Vec::new();
    for kind in served {
        if versions.iter().all(|known| known.version != kind.version) {
            add(&mut versions, kind, &goes_before);
        }
    }
    versions
}

/// `v1` is 2, 1; `v1beta2` is 1, 1, 2; none where a version is called otherwise.
fn maturity(version: &str) -> Option<(u8, u64, u64)> {
    let below = version.strip_prefix('v')?;
    let number = |text: &str| text.parse().ok().filter(|_| !has(text, b'+'));
    for (stage, rank) in &[("alpha", 0), ("beta", 1)] {
        if let Some(at) = find(version, stage) {
            return Some((*rank, number(part(version, 1, at))?, number(rest(version, at + stage.len()))?));
        }
    }
    Some((2, number(below)?, 0))
}

/// The kinds of a group in the order in which they are told.
fn of_group<'a>(kinds: &'a [Arc<Kind>], group: &str) -> Vec<&'a Arc<Kind>> {
    let goes_before = |left: &Kind, right: &Kind| if left.custom { left.place < right.place } else { left.plural < right.plural };
    let mut served: Vec<&Arc<Kind>> = Vec::new();
    for kind in kinds {
        if &*kind.group == group {
            add(&mut served, kind, &goes_before);
        }
    }
    served
}

/// Adds a kind behind all that it does not go before.
#[inline(never)]
fn add<'a>(kinds: &mut Vec<&'a Arc<Kind>>, kind: &'a Arc<Kind>, goes_before: &dyn Fn(&Kind, &Kind) -> bool) {
    let place = kinds.iter().position(|other| goes_before(kind, other)).unwrap_or(kinds.len());
    kinds.insert(place, kind);
}

const BUILT_IN_VERBS: &str = "create delete deletecollection get list patch update watch";
const CUSTOM_VERBS: &str = "delete deletecollection get list patch create update watch";

fn verbs(kind: &Kind) -> Vec<&'static str> {
    let mut verbs = Vec::new();
    for verb in (if kind.custom { CUSTOM_VERBS } else { BUILT_IN_VERBS }).split(' ') {
        // Nobody deletes all namespaces at once.
        let is_missing =
            if kind.is("Namespace") { verb == "deletecollection" } else { kind.going && is_among(verb, "patch create update") };
        if !is_missing {
            verbs.push(verb);
        }
    }
    verbs
}

/// What subresources there may be, with their verbs, and whether a kind has them.
fn subresources(kind: &Kind) -> [(&'static str, &'static [&'static str], bool); 2] {
    [("finalize", &["update"], kind.is("Namespace")), ("status", &["get", "patch", "update"], kind.status_subresource)]
}

fn short_names(kind: &Kind, record: &mut Record) {
    let short: &[&str] = match &*kind.kind {
        _ if kind.custom => &[],
        "ConfigMap" => &["cm"],
        "Namespace" => &["ns"],
        "Event" => &["ev"],
        "CustomResourceDefinition" => {
            record.names("categories", &["api-extensions"]);
            &["crd", "crds"]
        }
        _ => &[],
    };
    if !short.is_empty() {
        record.names("shortNames", short);
    }
    if !kind.short_names.is_empty() {
        record.texts("shortNames", &kind.short_names);
    }
    if !kind.categories.is_empty() {
        record.texts("categories", &kind.categories);
    }
}

fn resources(served: &[&Arc<Kind>], version: &str) -> Value {
    let mut resources = Vec::new();
    let mut group_version = "";
    for kind in served.iter().filter(|kind| &*kind.version == version) {
        group_version = &kind.api_version;
        let mut record = resource(kind, &kind.plural, &kind.singular, &verbs(kind));
        short_names(kind, &mut record);
        record.text("storageVersionHash", &storage_version(kind));
        resources.push(record.end());
        for (name, verbs, is_there) in subresources(kind) {
            if is_there {
                resources.push(resource(kind, &format!("{}/{name}", kind.plural), "", verbs).end());
            }
        }
    }
    let mut record = typed("APIResourceList", "v1");
    if !has(group_version, b'/') {
        record = Record::default();
        record.text("kind", "APIResourceList");
    }
    record.text("groupVersion", group_version);
    record.put("resources", Value::Array(resources));
    record.end()
}

fn resource(kind: &Kind, name: &str, singular: &str, verbs: &[&str]) -> Record {
    let mut record = Record::default();
    record.text("name", name);
    record.text("singularName", singular);
    record.flag("namespaced", kind.namespaced);
    record.text("kind", &kind.kind);
    record.names("verbs", verbs);
    record
}

/// Models `discovery.StorageVersionHash`.
fn storage_version(kind: &Kind) -> String {
    let hash = sha256(&format!("{}/{}/{}", kind.group, kind.version, kind.kind));
    base64::STANDARD.encode(&hash[..8])
}

/// Models `apiserver/pkg/endpoints/discovery/aggregated`: everything in one answer.
fn all_groups(kinds: &[Arc<Kind>], core: bool, format: Format) -> Value {
    let mut firsts = if core { of_group(kinds, "") } else { groups_of(kinds) };
    if core {
        firsts.truncate(1);
    }
    let mut items = Vec::new();
    for first in &firsts {
        let served = of_group(kinds, &first.group);
        let mut versions = Vec::new();
        for one in &versions_of(&served) {
            let mut resources = Vec::new();
            for kind in served.iter().filter(|kind| kind.version == one.version) {
                resources.push(aggregated(kind));
            }
            let mut version = Record::default();
            version.text("version", &one.version);
            version.put("resources", Value::Array(resources));
            version.text("freshness", "Current");
            versions.push(version.end());
        }
        let mut metadata = Record::default();
        if !core {
            metadata.text("name", &first.group);
        }
        let mut item = Record::default();
        item.put("metadata", metadata.end());
        item.put("versions", Value::Array(versions));
        items.push(item.end());
    }
    let mut record = typed("APIGroupDiscoveryList", format.api_version);
    record.put("metadata", Record::default().end());
    record.put("items", Value::Array(items));
    record.end()
}

fn aggregated(kind: &Kind) -> Value {
    let answered = |record: &mut Record| {
        let mut answers = Record::default();
        answers.text("group", &kind.group);
        answers.text("version", &kind.version);
        answers.text("kind", &kind.kind);
        record.put("responseKind", answers.end());
    };
    let mut record = Record::default();
    record.text("resource", &kind.plural);
    answered(&mut record);
    record.text("scope", if kind.namespaced { "Namespaced" } else { "Cluster" });
    record.text("singularResource", &kind.singular);
    record.names("verbs", &verbs(kind));
    short_names(kind, &mut record);
    let mut below = Vec::new();
    for (name, verbs, is_there) in subresources(kind) {
        let mut record = Record::default();
        record.text("subresource", name);
        answered(&mut record);
        record.names("verbs", verbs);
        if is_there {
            below.push(record.end());
        }
    }
    if !below.is_empty() {
        record.put("subresources", Value::Array(below));
    }
    record.end()
}

fn typed(kind: &str, api_version: &str) -> Record {
    let mut record = Record::default();
    record.text("kind", kind);
    record.text("apiVersion", api_version);
    record
}
