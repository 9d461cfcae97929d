//! What is wrong with a world, and with a single step.
//!
//! *Right* is a world in which, for each AppConfig, the child holds what the spec wants, the account that it wants is there,
//! nothing is there that nobody wants, and the status speaks of this generation and is true. While the required Secret is
//! missing only the status counts; so it does where the child's name belongs to somebody else. Of what is being deleted, the
//! controller's finalizer must be gone. Nothing is asked about an account whose service does not answer. And nobody fails again
//! and again without somebody else being to blame: that is no rest.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::cluster::{Event, EventType, Kind};
use crate::controller::{APP_CONFIG, Controller, app_config};
use crate::habits::{Naming, Order, Owner};
use crate::object::{Key, Object, Texts, condition, text_at};
use crate::reconcile::FINALIZER;
use crate::reconcile::desired::{HASH, INSTANCE, MANAGED_BY, RENDERED, STAMP};
use crate::scenario::Move;
use crate::world::World;
use crate::world::invariants;

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Property {
    /// Eventually stable reconciliation.
    Stable,
    /// Nobody writes for ever.
    NoLoop,
    /// What belongs to others is as they left it.
    OthersKept,
    /// No two passes over one key.
    OneRunPerKey,
    /// Caches hold what the server held.
    CacheIsPast,
    /// Each account has somebody who wants it.
    NothingLeaks,
    /// No two children of one.
    NoDuplicates,
    /// Ready was true when it was written.
    ReadyIsTrue,
}

impl Property {
    /// Its name in the contract.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Property::Stable => "stable",
            Property::NoLoop => "noLoop",
            Property::OthersKept => "othersKept",
            Property::OneRunPerKey => "oneRunPerKey",
            Property::CacheIsPast => "cacheIsPast",
            Property::NothingLeaks => "nothingLeaks",
            Property::NoDuplicates => "noDuplicates",
            Property::ReadyIsTrue => "readyIsTrue",
        }
    }
}

/// Something that is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// What is not kept.
    pub property: Property,
    /// In which way, where there are several.
    pub fault: Option<&'static str>,
    /// The key, or whatever it is about.
    pub place: String,
    /// Whose doing it is, if it is known.
    pub controller: Option<Arc<str>>,
}

impl Wrong {
    fn at(property: Property, fault: &'static str, place: String) -> Wrong {
        Wrong { property, fault: Some(fault), place, controller: None }
    }
}

/// What is wrong with a world in which everybody has come to rest.
#[must_use]
pub fn world(world: &World) -> Option<Wrong> {
    let kind = app_config(&world.cluster)?;
    let children = world.cluster.kind("ConfigMap", Some("v1"))?;
    for app in world.cluster.objects_of(kind) {
        let key = app.key();
        if let Some(fault) = of_app(world, app, children) {
            return Some(Wrong::at(Property::Stable, fault, key.to_string()));
        }
    }
    for (name, account) in world.outside.accounts().filter(|(_, account)| !account.broken) {
        let Some(key) = &account.made_by else { continue };
        let app = world.cluster.find(kind, Some(&key.namespace), &key.name);
        // While the Secret is missing nothing outside is touched, of an AppConfig that is there.
        let left = match app {
            None => true,
            Some(app) if app.metadata.deletion.is_some() => !has_finalizer(app, FINALIZER),
            Some(app) => app.text_at(&["spec", "account"]) != &**name && !waits(world, app) && !is_foreign(world, app, children),
        };
        if left {
            return Some(Wrong::at(Property::NothingLeaks, "accountLeft", format!("{name} ({key})")));
        }
    }
    for child in world.cluster.objects_of(children).filter(|child| child.metadata.deletion.is_none()) {
        let named = |owner: &&crate::object::OwnerReference| owner.group() == APP_CONFIG.0 && owner.kind == APP_CONFIG.1;
        let owner = child.metadata.owner_references.iter().find(named);
        let left = if let Some(owner) = owner {
            world.config.collector && !world.cluster.objects_of(kind).any(|app| *app.metadata.uid == *owner.uid)
        } else {
            // Without any owner nobody collects it: its maker has to.
            let unowned = world.controllers.iter().any(|controller| controller.habits.owner == Owner::None);
            let of = child.metadata.labels.get(INSTANCE).map_or_else(|| child.metadata.name.strip_suffix("-config"), |name| Some(name));
            let made = child.metadata.labels.get(MANAGED_BY.0).is_some_and(|by| by == MANAGED_BY.1);
            unowned && made && of.is_some_and(|name| world.cluster.find(kind, child.metadata.namespace.as_deref(), name).is_none())
        };
        if left {
            return Some(Wrong::at(Property::Stable, "childLeft", child.key().to_string()));
        }
    }
    failing(world, kind, children)
}

/// A key that fails again and again, without anybody else being to blame: no service that does not answer, no child of
/// somebody else's.
fn failing(world: &World, kind: &Kind, children: &Arc<Kind>) -> Option<Wrong> {
    if world.outside.accounts().any(|(_, account)| account.broken) {
        return None;
    }
    for controller in &world.controllers {
        let Some(process) = &controller.process else { continue };
        for waiting in process.queue.waiting_until(u64::MAX) {
            let key = waiting.key;
            let app = world.cluster.find(kind, Some(&key.namespace), &key.name);
            if process.queue.failures(key) > 0 && !app.is_some_and(|app| is_foreign(world, app, children)) {
                let mut wrong = Wrong::at(Property::Stable, "failing", key.to_string());
                wrong.controller = Some(controller.name.clone());
                return Some(wrong);
            }
        }
    }
    None
}

fn has_finalizer(object: &Object, finalizer: &str) -> bool {
    object.metadata.finalizers.iter().any(|name| name == finalizer)
}

/// The Secret that it requires is missing.
fn waits(world: &World, app: &Object) -> bool {
    let name = app.text_at(&["spec", "requires"]);
    let secret = world.cluster.kind("Secret", Some("v1"));
    !name.is_empty() && secret.is_some_and(|kind| world.cluster.find(kind, app.metadata.namespace.as_deref(), name).is_none())
}

/// The child's name belongs to another controller.
fn is_foreign(world: &World, app: &Object, children: &Arc<Kind>) -> bool {
    by_name(world, app, children).and_then(|child| child.metadata.controller()).is_some_and(|owner| *owner.uid != *app.metadata.uid)
}

fn by_name<'a>(world: &'a World, app: &Object, children: &Arc<Kind>) -> Option<&'a Arc<Object>> {
    world.cluster.find(children, app.metadata.namespace.as_deref(), &[&*app.metadata.name, "-config"].concat())
}

fn of_app(world: &World, app: &Object, children: &Arc<Kind>) -> Option<&'static str> {
    if app.metadata.deletion.is_some() {
        let broken = world.outside.accounts().any(|(_, account)| account.broken && account.made_by.as_ref() == Some(&app.key()));
        return (has_finalizer(app, FINALIZER) && !broken).then_some("finalizerLeft");
    }
    let account = app.text_at(&["spec", "account"]);
    if world.outside.accounts().any(|(name, other)| other.broken && (**name == *account || other.made_by.as_ref() == Some(&app.key()))) {
        return None;
    }
    let (waits, foreign) = (waits(world, app), is_foreign(world, app, children));
    if !waits && !foreign {
        let fault = of_child(world, app, children).or_else(|| {
            let there = world.outside.accounts().any(|(name, _)| **name == *account);
            (!account.is_empty() && !there).then_some("accountMissing")
        });
        if fault.is_some() {
            return fault;
        }
    }
    of_status(app, !waits && !foreign)
}

fn of_child(world: &World, app: &Object, children: &Arc<Kind>) -> Option<&'static str> {
    let generated = world.controllers.iter().any(|controller| controller.habits.naming == Naming::Generated);
    let owned = |child: &&Arc<Object>| {
        let metadata = &child.metadata;
        metadata.owner_references.iter().any(|owner| *owner.uid == *app.metadata.uid)
            || (generated && metadata.labels.get(INSTANCE) == Some(&app.metadata.name))
    };
    let living = |child: &&Arc<Object>| child.metadata.deletion.is_none();
    let child = world.cluster.objects_of(children).filter(living).find(owned);
    let Some(Value::Object(wish)) = app.at(&["spec", "data"]) else { return child.map(|_| "childLeft") };
    let Some(child) = child.or_else(|| by_name(world, app, children).filter(living)) else { return Some("childMissing") };
    let data = child.body.get("data").and_then(Value::as_object);
    let none = Map::new();
    let right = |controller: &Controller| is_wanted(data.unwrap_or(&none), wish, &controller.wants, controller.habits.order);
    (!world.controllers.iter().any(right)).then_some("childDiffers")
}

/// Whether data are what is wished for, with what a controller lays over them.
fn is_wanted(data: &Map<String, Value>, wish: &Map<String, Value>, wants: &Texts, order: Order) -> bool {
    let rendered = |key: &str| order == Order::Seeded && key == RENDERED;
    let text = |key: &str| wants.get(key).map(String::as_str).or_else(|| wish.get(key).and_then(Value::as_str));
    wish.keys().chain(wants.keys()).all(|key| data.contains_key(key))
        && data.iter().all(|(key, value)| rendered(key) || (text(key).is_some() && text(key) == value.as_str()))
}

fn of_status(app: &Object, ready: bool) -> Option<&'static str> {
    let generation = |value: &Value| value.get("observedGeneration").and_then(Value::as_i64);
    let Some(status) = app.body.get("status") else { return Some("statusOld") };
    let conditions = status.get("conditions").and_then(Value::as_array);
    let Some(told) = conditions.and_then(|conditions| condition(conditions, "Ready")) else { return Some("statusOld") };
    if generation(status) != Some(app.metadata.generation) || generation(told) != Some(app.metadata.generation) {
        return Some("statusOld");
    }
    ((text_at(told, &["status"]) == Some("True")) != ready).then_some("statusWrong")
}

/// What a move broke that held before. `before`: how long the log of all events was before it.
#[must_use]
pub fn step(world: &World, play: &Move, before: usize, mark: u64) -> Option<Wrong> {
    let broken = |property: Property, place: String| Some(Wrong { property, fault: None, place, controller: None });
    match play {
        Move::Begin { .. } => {
            if let Some((place, _)) = invariants::two_runs(world) {
                return broken(Property::OneRunPerKey, place);
            }
        }
        Move::Deliver { .. } | Move::Start { .. } => {
            if let Some(place) = invariants::not_past(world) {
                return broken(Property::CacheIsPast, place);
            }
        }
        Move::Answer { controller, key } => {
            let controller = world.controllers.iter().find(|other| Some(&other.name) == controller.as_ref())?;
            if !controller.habits.cache_copy
                && let Some(place) = invariants::not_past(world)
            {
                return broken(Property::CacheIsPast, place);
            }
            let key = key.as_deref().and_then(Key::parse)?;
            let pass = controller.passes_in_progress().iter().find(|pass| pass.task.key == key);
            if pass.and_then(|pass| invariants::untrue(world, pass, mark)) == Some(true) {
                let controller = Some(controller.name.clone());
                return Some(Wrong { property: Property::ReadyIsTrue, fault: None, place: key.to_string(), controller });
            }
        }
        _ => {}
    }
    for event in world.cluster.log_all().from(before) {
        let Some(controller) = world.controllers.iter().find(|controller| controller.name == event.manager) else { continue };
        if takes_from_others(event) {
            let place = event.object.reference().kind + " " + &event.object.key().to_string();
            return Some(Wrong {
                property: Property::OthersKept,
                fault: Some("othersTaken"),
                place,
                controller: Some(controller.name.clone()),
            });
        }
        if &*event.object.types.kind == "ConfigMap"
            && let Some((place, _)) = invariants::twins(world)
        {
            return broken(Property::NoDuplicates, place);
        }
    }
    None
}

/// The labels and annotations that are a controller's own.
const OWN: [&str; 4] = [MANAGED_BY.0, INSTANCE, HASH, STAMP];

/// Whether a controller's write took away what is not its own: others' finalizers, conditions, labels and annotations, or what
/// another controller manages.
fn takes_from_others(event: &Event) -> bool {
    let Some(before) = &event.previous else { return false };
    let deleted = event.kind == EventType::Deleted;
    let after = &event.object;
    let kept = |name: &String| name == FINALIZER || (!deleted && after.metadata.finalizers.contains(name));
    if &*before.types.kind == APP_CONFIG.1 {
        let told = |object: &Object| -> Vec<Value> {
            let conditions = object.at(&["status", "conditions"]).and_then(Value::as_array).into_iter().flatten();
            conditions.filter(|condition| text_at(condition, &["type"]) != Some("Ready")).cloned().collect()
        };
        let after = told(after);
        return !before.metadata.finalizers.iter().all(kept) || (!deleted && !told(before).iter().all(|told| after.contains(told)));
    }
    let foreign = before.metadata.controller().filter(|owner| owner.kind != APP_CONFIG.1 || owner.group() != APP_CONFIG.0);
    if foreign.is_some() {
        return true;
    }
    let lost =
        |before: &Texts, after: &Texts| before.iter().any(|(key, text)| !OWN.contains(&key.as_str()) && after.get(key) != Some(text));
    !deleted
        && &*before.types.kind == "ConfigMap"
        && (lost(&before.metadata.labels, &after.metadata.labels) || lost(&before.metadata.annotations, &after.metadata.annotations))
}
