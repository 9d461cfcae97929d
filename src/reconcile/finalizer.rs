//! The finalizer: how it is put on the AppConfig and taken off.

use super::action::Act;
use super::{Ask, Context, FINALIZER, Task};
use crate::cluster::Request;
use crate::object::{Object, Record};

/// The request of an [`Act::AddFinalizer`] or [`Act::RemoveFinalizer`].
pub(super) fn ask(task: &Task, act: &Act, app: &Object, context: &Context) -> Ask {
    let mut finalizers = Vec::new();
    for name in &app.metadata.finalizers {
        if name != FINALIZER {
            finalizers.push(name.as_str());
        }
    }
    if *act == Act::AddFinalizer {
        finalizers.push(FINALIZER);
    }
    // The list is replaced whole, so the revision makes sure that nobody's finalizer is lost.
    let mut metadata = Record::default();
    metadata.names("finalizers", &finalizers);
    metadata.show("resourceVersion", &app.metadata.revision);
    let mut patch = Record::default();
    patch.put("metadata", metadata.end());
    let url = context.app_config.path(Some(&task.key.namespace), Some(&task.key.name), None);
    let mut request = Request::by(context.manager, "PATCH", url, Some(patch.end()));
    request.content_type = Some("application/merge-patch+json".into());
    Ask::Request { request, reference: app.reference(), subresource: None }
}
