//! First question: what is wanted?

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{Context, Copy, State, Task};
use crate::cluster::Kind;
use crate::habits::Compare;
use crate::object::{Digest, Metadata, Object, OwnerReference, Record, Ref, canonical_text, serialize_as_value};

/// The label that every child carries.
pub const MANAGED_BY: (&str, &str) = ("app.kubernetes.io/managed-by", "appconfig-controller");
/// The annotation of `compare: hash`.
pub const HASH: &str = "lab.example.com/hash";

/// The answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Desired {
    /// The child as it should be; `None` = none is wanted.
    pub child: Option<Arc<Object>>,
    /// The account that should be there.
    pub account: Option<Arc<str>>,
    /// The AppConfig is being deleted: nothing is wanted any more.
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

/// The name of the child.
#[must_use]
pub fn child_name(task: &Task) -> String {
    format!("{}-config", task.key.name)
}

pub(super) fn resume(task: &mut Task, found: Option<Arc<Object>>, context: &Context) {
    let Some(app) = found else {
        // Models controller-runtime: a key whose object is gone still gets a run, which finds nothing and is done.
        task.state = State::Return;
        return;
    };
    let deleting = app.metadata.deletion.is_some();
    let text = |field: &str| app.at(&["spec", field]).and_then(Value::as_str).filter(|text| !text.is_empty()).map(Arc::<str>::from);
    let desired = Desired {
        child: (!deleting).then(|| child(task, &app, context)).flatten().map(Arc::new),
        account: text("account").filter(|_| !deleting),
        requires: text("requires"),
        deleting,
    };
    task.first = Some(app.clone());
    task.own = Some(Copy::cached(app));
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
    let mut metadata = Metadata { name: child_name(task), namespace: app.metadata.namespace.clone(), ..Metadata::default() };
    metadata.labels.insert(MANAGED_BY.0.into(), MANAGED_BY.1.into());
    if context.habits.compare == Compare::Hash {
        metadata.annotations.insert(HASH.into(), Digest::of(&canonical_text(&Value::Object(data.clone()))).to_string());
    }
    metadata.owner_references.push(owner(app, context.app_config));
    let mut body = Map::new();
    body.insert("data".into(), Value::Object(data));
    Some(Object { types: context.config_map.types(), metadata, body })
}

/// The controller reference of a child. Models controller-runtime `SetControllerReference`.
pub(super) fn owner(app: &Object, kind: &Kind) -> OwnerReference {
    OwnerReference {
        api_version: kind.api_version.to_string(),
        kind: kind.kind.to_string(),
        name: app.metadata.name.clone(),
        uid: app.metadata.uid.to_string(),
        controller: Some(true),
        block_owner_deletion: Some(true),
    }
}
