//! The API server in memory: [`Cluster::handle`] takes a request and gives a response, and is the only writer of objects.
//!
//! It behaves as kube-apiserver 1.36 does, to the letter of its messages; recordings of a real one are played against it
//! in `tests/golden_api.rs`. What it knows of but does not do yet it refuses with reason `NotImplemented`.

mod accept;
mod background;
mod base64;
mod built_in;
mod client;
mod collector;
mod continuation;
mod decode;
mod definition;
mod definitions;
mod delete;
mod discovery;
mod fault;
mod field_selector;
mod fields;
mod go_type;
mod kind;
mod limits;
mod list_options;
mod names;
mod namespace_rules;
mod namespaces;
mod options;
mod patch;
mod read;
mod request;
mod route;
mod schema;
mod selector;
mod sha256;
mod status;
mod store;
mod table;
mod validation;
mod watch;
mod write;

use std::sync::Arc;

use self::fields::Writer;
use self::status::{Refusal, warning_header};
use self::store::{Stamp, Store};
use crate::object::{Millis, Object, Revision, Timestamp};
use crate::persist;

pub use self::background::Background;
pub use self::collector::{Collected, Collector};
pub use self::definitions::Definitions;
pub use self::fault::FieldFault;
pub use self::kind::{CustomKind, Kind, KindError};
pub(crate) use self::names::uid;
pub use self::namespaces::Namespaces;
pub use self::request::{Body, List, Payload, Request, Response, WatchEvent};
pub use self::selector::LabelSelector;
pub use self::status::{Cause, Details, Status};
pub use self::store::{Event, EventType};
pub(crate) use self::validation::NameRule;
pub use self::watch::{Watch, too_old};

type Warnings = Vec<String>;

/// What a cluster is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Feeds uids and generated names.
    pub seed: u64,
    /// Virtual time 0.
    pub start: Timestamp,
    /// Whether a write that changes nothing counts nevertheless, as the old tale has it.
    pub noop_bumps: bool,
}

/// The API server and its store. A clone is cheap and independent.
#[derive(Clone, Debug)]
pub struct Cluster {
    kinds: Arc<[Arc<Kind>]>,
    store: Store,
    seed: u64,
    start: Timestamp,
    noop_bumps: bool,
    now: Millis,
    mark: u64,
    history: History,
}

/// How far back the server remembers.
#[derive(Clone, Copy, Debug, Default)]
struct History {
    /// What was before this revision is gone.
    compacted: Revision,
    /// How often the server started anew, and when it did last.
    starts: u64,
    since: Millis,
}

impl Cluster {
    /// An empty cluster that serves `ConfigMap`, `Secret`, `Namespace` and the given kinds. Not even the namespace
    /// `default` is there.
    ///
    /// # Errors
    ///
    /// The first kind, by its place, that cannot be served.
    pub fn new(kinds: &[CustomKind], options: Options) -> Result<Cluster, (usize, KindError)> {
        let kinds: Arc<[Arc<Kind>]> = kind::registry(kinds)?.into();
        let Options { seed, start, noop_bumps } = options;
        Ok(Cluster { store: Store::new(&kinds), kinds, seed, start, noop_bumps, now: 0, mark: 0, history: History::default() })
    }

    /// Answers one request.
    pub fn handle(&mut self, request: &Request) -> Response {
        let mut warnings = Warnings::new();
        let mut response = self.answer(request, &mut warnings);
        for warning in &warnings {
            let header = warning_header(warning);
            if !response.warnings.contains(&header) {
                response.warnings.push(header);
            }
        }
        response
    }

    fn answer(&mut self, request: &Request, warnings: &mut Warnings) -> Response {
        if let Some(response) = discovery::answer(&self.kinds, request) {
            return response;
        }
        let route = match route::resolve(&self.kinds, &request.path) {
            Ok(route) => route,
            Err(response) => return *response,
        };
        // Over all namespaces a custom resource is listed and watched; of anything else nobody knows.
        if route.kind.custom && route.kind.namespaced && route.namespace.is_none() && !matches!(&*request.method, "GET" | "HEAD") {
            return *route::page_not_found();
        }
        self.shaped(&route, request, warnings).unwrap_or_else(|status| Response::refusal(*status))
    }

    /// An answer in the shape that is asked for; what cannot be had in it is not even done, but a row's option is read late.
    fn shaped(&mut self, route: &route::Route, request: &Request, warnings: &mut Warnings) -> Result<Response, Refusal> {
        let format = accept::negotiate(request.accept.as_deref(), false)?;
        let response = self.verb(route, request, warnings)?;
        table::Shaper::new(format, request)?.shape(response, &route.kind, self)
    }

    fn verb(&mut self, route: &route::Route, request: &Request, warnings: &mut Warnings) -> Result<Response, Refusal> {
        let kind = &route.kind;
        let method = request.method.as_str();
        let namespace = namespace_rules::is_namespace(kind);
        match route.subresource {
            None => {}
            Some("status") if kind.status_subresource => match method {
                "GET" | "PUT" | "PATCH" => {}
                "POST" if kind.custom => return Err(Status::verb_not_supported(kind, "create")),
                "DELETE" if kind.custom => return Err(Status::verb_not_supported(kind, "delete")),
                _ => return Err(Status::no_method()),
            },
            Some("finalize") if namespace && method == "PUT" => {}
            Some("finalize") if namespace => return Err(Status::no_method()),
            // A custom resource says of any subresource that it is the object which is missing.
            Some(_) if kind.custom => return Err(Status::not_found(kind, route.name.unwrap_or(""))),
            Some(_) => return Err(Status::no_resource()),
        }
        if method != "GET" {
            limits::check_body(&request.body)?;
        }
        match (method, route.name) {
            ("GET", _) if route.watch => self.collection(route, request),
            _ if route.watch => Err(Status::no_method()),
            ("GET", Some(name)) => self.get(route, name, request),
            ("GET", None) => self.collection(route, request),
            ("DELETE", None) if namespace => Err(Status::no_method()),
            ("DELETE", _) | ("PUT" | "PATCH", Some(_)) => self.write(route, request, warnings),
            // The path of one object takes no POST, but a custom resource's does not look.
            ("POST", name) if name.is_none() || kind.custom => self.write(route, request, warnings),
            ("PUT" | "PATCH", None) if kind.custom => Err(Status::internal("name must be provided")),
            // A method that stands for no verb.
            _ if kind.custom && !matches!(method, "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE") => {
                Err(Status::verb_not_supported(kind, ""))
            }
            _ => Err(Status::no_method()),
        }
    }

    /// Runs a write; a dry run is a real one on a copy that is thrown away.
    fn write(&mut self, route: &route::Route, request: &Request, warnings: &mut Warnings) -> Result<Response, Refusal> {
        let in_body = request.method == "DELETE" && request.body != Payload::None;
        // Options that cannot be are found in their turn.
        if !(in_body || request.query.contains_key("dryRun")) || !options::is_dry_run(request).unwrap_or(false) {
            return self.write_now(route, request, warnings);
        }
        let mut copy = self.clone();
        let mut response = copy.write_now(route, request, warnings)?;
        if let Body::Object(object) = &mut response.body {
            // Nothing was written, so there is no new revision to show.
            let namespace = object.metadata.namespace.as_deref().unwrap_or("");
            let kind = self.kinds.iter().find(|kind| kind.types() == object.types);
            let stored = kind.and_then(|kind| self.store.get(kind, namespace, &object.metadata.name));
            let revision = stored.map_or(Revision(0), |stored| stored.metadata.revision);
            let mut shown = Object::clone(object);
            shown.metadata.revision = revision;
            *object = Arc::new(shown);
        }
        Ok(response)
    }

    #[inline(never)]
    fn write_now(&mut self, route: &route::Route, request: &Request, warnings: &mut Warnings) -> Result<Response, Refusal> {
        match (request.method.as_str(), route.name) {
            ("DELETE", None) => self.delete_collection(route, request),
            ("DELETE", Some(name)) => self.delete(route, name, request),
            ("PUT", Some(name)) => self.replace(route, name, request, warnings),
            ("PATCH", Some(name)) => self.patch(route, name, request, warnings),
            _ => self.create(route, request, warnings),
        }
    }

    fn stamp(&self, writer: &Writer) -> Stamp {
        Stamp { time: self.now, mark: self.mark, manager: writer.manager.clone(), subresource: writer.subresource }
    }

    /// Sets the virtual time that writes are stamped with.
    pub fn set_time(&mut self, now: Millis) {
        self.now = now;
    }

    /// Sets a number of the caller's own that each event from now on carries.
    pub fn set_mark(&mut self, mark: u64) {
        self.mark = mark;
    }

    /// etcd is compacted and the API server starts anew: all but the newest state is forgotten, and watches break.
    ///
    /// The log stays as it is: what informers still have to hear of is on the wire already.
    pub fn compact(&mut self) {
        self.history = History { compacted: self.store.revision(), starts: self.history.starts + 1, since: self.now };
    }

    /// The virtual time that writes are stamped with, as a time of objects.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.start.after(self.now)
    }

    /// The store's revision: that of the last write.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.store.revision()
    }

    /// The served kind of this name; where several groups have one, the first of them unless `api_version` decides.
    #[must_use]
    #[inline(never)]
    pub fn kind(&self, kind: &str, api_version: Option<&str>) -> Option<&Arc<Kind>> {
        self.kinds.iter().find(|candidate| &*candidate.kind == kind && api_version.is_none_or(|version| version == &*candidate.api_version))
    }

    /// What was before this revision is forgotten.
    #[must_use]
    pub fn oldest(&self) -> Revision {
        self.history.compacted
    }

    /// A kind as it is served now, if it still is.
    #[must_use]
    #[inline(never)]
    pub fn served(&self, kind: &Kind) -> Option<&Arc<Kind>> {
        self.kinds.iter().find(|served| served.index == kind.index)
    }

    /// All served kinds, ordered by group, then kind.
    pub fn kinds(&self) -> impl Iterator<Item = &Arc<Kind>> {
        self.kinds.iter()
    }

    /// A stored object. The namespace of a cluster-scoped one is left out.
    #[must_use]
    #[inline(never)]
    pub fn find(&self, kind: &Kind, namespace: Option<&str>, name: &str) -> Option<&Arc<Object>> {
        self.store.get(kind, namespace.filter(|_| kind.namespaced).unwrap_or(""), name)
    }

    /// All stored objects, by group, kind, namespace, name.
    pub fn objects(&self) -> impl Iterator<Item = &Arc<Object>> {
        self.kinds.iter().flat_map(|kind| self.store.objects(kind))
    }

    /// The stored objects of a kind, by namespace, then name.
    pub fn objects_of(&self, kind: &Kind) -> impl Iterator<Item = &Arc<Object>> {
        self.store.objects(kind)
    }

    /// What was stored of a kind at a revision, by namespace, then name. As cheap as there is little written since.
    #[must_use]
    pub fn objects_at(&self, kind: &Kind, revision: Revision) -> persist::Map<(Arc<str>, Arc<str>), Arc<Object>> {
        self.store.past(kind, revision)
    }

    /// What decides the future of the server beside its objects and the events that somebody has yet to see.
    #[must_use]
    pub fn essence(&self) -> String {
        let mut kinds = Vec::new();
        for kind in &*self.kinds {
            kinds.push((&kind.plural, &kind.api_version));
        }
        format!("{:?}", (self.seed, self.noop_bumps, kinds, self.store.generated()))
    }

    /// The watch log of a kind, in revision order. Positions in it never shift.
    ///
    /// # Panics
    ///
    /// If the kind is none of this cluster's.
    #[must_use]
    pub fn log(&self, kind: &Kind) -> &persist::List<Arc<Event>> {
        self.store.log(kind).unwrap_or_else(|| unreachable!("{} is a kind of another cluster", kind.resource()))
    }

    /// The events of all kinds, in revision order.
    #[must_use]
    pub fn log_all(&self) -> &persist::List<Arc<Event>> {
        self.store.log_all()
    }
}
