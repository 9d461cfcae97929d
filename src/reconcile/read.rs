//! Reads: from the informer's cache or from the API server, as the habit says.
//!
//! Models controller-runtime `pkg/client/client.go`: the manager's client reads from caches; whoever reads from the server
//! instead waits for it each time, and is told what is there now.

use std::sync::Arc;

use super::{Answer, Ask, Context, Copy, Fault, From};
use crate::cluster::{Body, Kind, Request};
use crate::habits::ReadFrom;
use crate::object::{Object, Ref};

fn kind<'a>(reference: &Ref, context: &'a Context) -> &'a Kind {
    match reference.kind.as_str() {
        "ConfigMap" => context.config_map,
        "Secret" => context.secret,
        _ => context.app_config,
    }
}

/// Asks for one object; with a selector for all of a namespace that have these labels, and then the reference has no name.
pub(super) fn ask(reference: Ref, selector: Option<String>, context: &Context) -> Ask {
    let lists = selector.is_some();
    if context.habits.read_from == ReadFrom::Cache {
        return if lists { Ask::List(reference) } else { Ask::Read(reference) };
    }
    let name = Some(&*reference.name).filter(|_| !lists);
    let path = kind(&reference, context).path(reference.namespace.as_deref(), name, None);
    let mut request = Request::by(context.manager, "GET", path, None);
    if let Some(selector) = selector {
        request.query.insert("labelSelector".into(), selector);
    }
    Ask::Request { request, reference, subresource: None }
}

/// What a read was answered, wherever it went. That something is not there is no error yet.
pub(super) fn take(answer: Answer) -> Result<Answer, Fault> {
    let Answer::Response(response) = answer else { return Ok(answer) };
    match &response.body {
        Body::Object(object) => Ok(Answer::Read(Some(object.clone()))),
        Body::List(list) => Ok(Answer::List(list.items.clone())),
        _ if response.code == 404 => Ok(Answer::Read(None)),
        _ => Err(Fault::response(&response)),
    }
}

/// What was read, with where it came from.
pub(super) fn copy(object: Arc<Object>, context: &Context) -> Copy {
    let from = if context.habits.read_from == ReadFrom::Cache { From::Cache } else { From::Server };
    Copy { object, from }
}

/// That something is not there, in the words of whoever was asked.
///
/// Models controller-runtime `cache_reader.go`: a cache names the kind where the server names the plural.
pub(super) fn not_found(kind: &Kind, name: &str, context: &Context) -> Fault {
    let what = if context.habits.read_from == ReadFrom::Cache { &*kind.kind } else { kind.resource() };
    Fault::new("NotFound", format!("{what} \"{name}\" not found"))
}
