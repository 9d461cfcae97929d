//! The finalizer: how it is put on the AppConfig and taken off.
//!
//! The good way replaces the list whole and names the revision on which it was made, so a copy that is old is a conflict
//! and nobody's finalizer is lost. Models controller-runtime `controllerutil.RemoveFinalizer` with
//! `client.MergeFromWithOptimisticLock`.

use serde_json::Value;

use super::{Ask, Context, FINALIZER, Task, about_app};
use crate::habits::FinalizerRemoval;
use crate::object::{Object, Record};

/// The request that takes it off, or puts it on.
pub(super) fn ask(task: &Task, removes: bool, app: &Object, context: &Context) -> Ask {
    let present = &app.metadata.finalizers;
    let removal = removes.then_some(context.habits.finalizer_removal);
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
    about_app(task, context, ("PATCH", Some(content_type)), None, Some(body))
}
