//! First question: what is wanted?

use std::sync::Arc;

use serde_json::{Map, Value};

use super::status::shuffled;
use super::{Context, State, Task, read};
use crate::habits::{Child, Compare, Naming, Order, Owner, Stamp, WhileDeleting};
use crate::object::{Digest, Metadata, Object, OwnerReference, Record, Ref, canonical_text, serialize_as_value};

/// The label that every child carries.
pub const MANAGED_BY: (&str, &str) = ("app.kubernetes.io/managed-by", "appconfig-controller");
/// The label by which a child is found whose name the server made.
pub const INSTANCE: &str = "app.kubernetes.io/instance";
/// The annotation of `compare: hash`.
pub const HASH: &str = "lab.example.com/hash";
/// The annotation of `stamp`.
pub const STAMP: &str = "lab.example.com/stamp";
/// The key under which `order: seeded` renders all data as one text.
pub const RENDERED: &str = "config.properties";

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Desired {
    /// The child as it should be; `None` = none is wanted.
    pub child: Option<Arc<Object>>,
    /// The account that should be there.
    pub account: Option<Arc<str>>,
    /// The AppConfig is being deleted: nothing is wanted any more, unless the habit does not care.
    pub deleting: bool,
    /// The Secret without which nothing is to be touched.
    pub requires: Option<Arc<str>>,
}

impl Desired {
    /// As the contract writes it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.put("child", self.child.as_ref().map(|child| child.to_value()).unwrap_or_default());
        record.text_or_null("account", self.account.as_deref());
        record.flag("deleting", self.deleting);
        record.end()
    }
}

serialize_as_value!(Desired);

pub(super) fn reference(task: &Task, context: &Context) -> Ref {
    Ref {
        kind: context.app_config.kind.to_string(),
        name: task.key.name.to_string(),
        namespace: Some(task.key.namespace.to_string()),
        api_version: Some(context.app_config.api_version.to_string()),
    }
}

/// The name of the child: of the one that is there, else of the one that the status tells of, else what it will be.
#[must_use]
pub fn child_name(task: &Task) -> String {
    let generated =
        task.answers.desired.as_ref().and_then(|desired| desired.child.as_ref()).is_some_and(|child| child.metadata.name.is_empty());
    let told = task.first.as_ref().filter(|_| generated).map(|app| app.text_at(&["status", "configMap"])).filter(|name| !name.is_empty());
    match (&task.child, told) {
        (Some(child), _) => child.object.metadata.name.clone(),
        (None, Some(told)) => told.to_string(),
        (None, None) => format!("{}-config", task.key.name),
    }
}

pub(super) fn resume(task: &mut Task, found: Option<Arc<Object>>, context: &Context) {
    let Some(app) = found else {
        // Models controller-runtime: a key whose object is gone still gets a run, which finds nothing and is done.
        task.state = State::Return;
        return;
    };
    let deleting = app.metadata.deletion.is_some();
    let wants = !deleting || context.habits.while_deleting == WhileDeleting::Full;
    let text = |field: &str| Some(app.text_at(&["spec", field])).filter(|text| !text.is_empty()).map(Arc::<str>::from);
    let desired = Desired {
        child: wants.then(|| child(task, &app, context)).flatten().map(Arc::new),
        account: text("account").filter(|_| wants),
        requires: text("requires"),
        deleting,
    };
    task.first = Some(app.clone());
    task.own = Some(read::copy(app, context));
    task.state = super::observed::first(task, &desired, context);
    task.answers.desired = Some(desired);
}

/// The child that the spec wants. What the controller itself wants is laid over the data; it is no reason to have a child.
fn child(task: &Task, app: &Object, context: &Context) -> Option<Object> {
    let mut data = match app.at(&["spec", "data"]) {
        Some(Value::Object(map)) => map.clone(),
        _ => return None,
    };
    for (key, text) in context.wants {
        data.insert(key.clone(), Value::String(text.clone()));
    }
    let habits = context.habits;
    let mut metadata = Metadata { name: child_name(task), namespace: app.metadata.namespace.clone(), ..Metadata::default() };
    metadata.labels.insert(MANAGED_BY.0.into(), MANAGED_BY.1.into());
    if habits.naming == Naming::Generated {
        metadata.generate_name = Some(std::mem::take(&mut metadata.name) + "-");
        metadata.labels.insert(INSTANCE.into(), task.key.name.to_string());
    }
    if let Some(owner) = owner(app, context) {
        metadata.owner_references.push(owner);
    }
    let mut body = Map::new();
    body.insert("data".into(), Value::Object(data));
    if habits.child != Child::Mutable {
        body.insert("immutable".into(), Value::Bool(true));
    }
    let mut child = Object::new(context.config_map.types(), metadata, body);
    if habits.order == Order::Seeded {
        render(&mut child, task, context);
    }
    if habits.compare == Compare::Hash {
        let data = child.body.get("data").map(canonical_text).unwrap_or_default();
        child.metadata.annotations.insert(HASH.into(), Digest::of(&data).to_string());
    }
    let stamp = match habits.stamp {
        Stamp::None => None,
        Stamp::Time => Some(context.time_in_nanos()),
        Stamp::Counter => Some(format!("{}", task.number)),
    };
    if let Some(stamp) = stamp {
        child.metadata.annotations.insert(STAMP.into(), stamp);
    }
    Some(child)
}

/// Renders the data as a text, too: a map has no order, a text has. The lines come in an order drawn per pass, as they do
/// where Go's `range` walks a map and writes lines.
fn render(child: &mut Object, task: &Task, context: &Context) {
    let data = child.strings_at(&["data"]);
    let mut text = String::new();
    for key in shuffled(child, task, context) {
        for part in [key.as_str(), "=", data.get(&key).map_or("", String::as_str), "\n"] {
            text.push_str(part);
        }
    }
    if let Some(Value::Object(map)) = child.body.get_mut("data") {
        map.insert(RENDERED.into(), Value::String(text));
    }
}

/// The child's reference to its owner, if it has one. Models controller-runtime `SetControllerReference` and
/// `SetOwnerReference`, which sets neither flag.
pub(super) fn owner(app: &Object, context: &Context) -> Option<OwnerReference> {
    let kind = context.app_config;
    let flag = (context.habits.owner == Owner::Controller).then_some(true);
    (context.habits.owner != Owner::None).then(|| OwnerReference {
        api_version: kind.api_version.to_string(),
        kind: kind.kind.to_string(),
        name: app.metadata.name.clone(),
        uid: app.metadata.uid.to_string(),
        controller: flag,
        block_owner_deletion: flag,
    })
}
