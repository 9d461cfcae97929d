//! The finalizer: how it is put on the AppConfig and taken off.
//!
//! The good way replaces the list whole and names the revision on which it was made, so a copy that is old is a conflict
//! and nobody's finalizer is lost. Models controller-runtime `controllerutil.RemoveFinalizer` with
//! `client.MergeFromWithOptimisticLock`.

use serde_json::Value;

use super::action::Act;
use super::{Ask, Context, FINALIZER, Task};
use crate::cluster::Request;
use crate::habits::FinalizerRemoval;
use crate::object::{Object, Record};

/// The request of an [`Act::AddFinalizer`] or [`Act::RemoveFinalizer`].
pub(super) fn ask(task: &Task, act: &Act, app: &Object, context: &Context) -> Ask {
    let present = &app.metadata.finalizers;
    let removal = matches!(act, Act::RemoveFinalizer).then_some(context.habits.finalizer_removal);
    let at = present.iter().position(|name| name == FINALIZER).filter(|_| removal == Some(FinalizerRemoval::ByIndex));
    let mut patch = Record::default();
    let (content_type, body) = if let Some(at) = at {
        // Where it stood in the copy. Neither a revision nor a `test` says that it still stands there.
        patch.text("op", "remove");
        patch.show("path", &format_args!("/metadata/finalizers/{at}"));
        ("application/json-patch+json", Value::Array(vec![patch.end()]))
    } else {
        let mut finalizers = Vec::new();
        for name in present {
            if name != FINALIZER && removal != Some(FinalizerRemoval::All) {
                finalizers.push(name.as_str());
            }
        }
        if removal.is_none() {
            finalizers.push(FINALIZER);
        }
        // The list is replaced whole, so the revision makes sure that nobody's finalizer is lost.
        let mut metadata = Record::default();
        metadata.names("finalizers", &finalizers);
        metadata.show("resourceVersion", &app.metadata.revision);
        patch.put("metadata", metadata.end());
        ("application/merge-patch+json", patch.end())
    };
    let url = context.app_config.path(Some(&task.key.namespace), Some(&task.key.name), None);
    let mut request = Request::by(context.manager, "PATCH", url, Some(body));
    request.content_type = Some(content_type.into());
    Ask::Request { request, reference: app.reference(), subresource: None }
}
