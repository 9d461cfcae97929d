//! Watching: what a stream delivers, at once and as time goes by.
//!
//! Models `apiserver/pkg/storage/cacher/{cacher,cache_watcher,watch_cache}.go` and
//! `apiserver/pkg/endpoints/handlers/watch.go`.

use std::mem::take;
use std::sync::Arc;

use super::Cluster;
use super::accept::negotiate;
use super::built_in;
use super::field_selector::NAMESPACE;
use super::kind::Kind;
use super::list_options::{ListOptions, Selection};
use super::read::revision_of;
use super::request::{Body, Request, Response, WatchEvent};
use super::route::{self, Route};
use super::status::{Refusal, Status};
use super::store::{Event, EventType};
use super::table::Shaper;
use crate::object::{Metadata, Millis, Object, Revision};

/// About once a minute a watch that takes bookmarks gets one.
///
/// Models `cacher.go` `defaultBookmarkFrequency`.
const BOOKMARK_EVERY: Millis = 60_000;
/// And one so long before its time is over.
const BOOKMARK_BEFORE_END: Millis = 2_000;

/// Who looks away for days gets no more bookmarks than these at once.
const MOST_BOOKMARKS: usize = 1_000;

/// A watch that is held open. It ends with its `timeoutSeconds`, with an error, when the server starts anew, and when what it
/// watches is served no longer.
#[derive(Clone, Debug)]
pub struct Watch {
    kind: Arc<Kind>,
    namespace: Option<String>,
    selection: Selection,
    /// Up to here its events were delivered.
    position: Revision,
    /// A bookmark has something newer to say than what the watch began with.
    floor: Revision,
    /// When the next bookmark is due, if one is.
    bookmark: Option<Millis>,
    deadline: Option<Millis>,
    /// How often the server had started when it began.
    starts: u64,
    /// What is delivered before anything else.
    first: Vec<WatchEvent>,
    over: bool,
    shaper: Shaper,
}

impl Cluster {
    /// Opens the watch that a request asks for.
    ///
    /// # Errors
    ///
    /// The answer, if it is no stream.
    pub fn watch(&self, request: &Request) -> Result<Watch, Box<Response>> {
        let route = route::resolve(&self.kinds, &request.path)?;
        let options = ListOptions::of(request, &route);
        let watch = options.and_then(|options| {
            if request.method != "GET" || !(options.watch && route.name.is_none() || route.watch) {
                return Err(Status::bad_request("the request asks for no watch"));
            }
            self.open(&route, &options, request)
        });
        watch.map_err(|status| Box::new(Response::refusal(*status)))
    }

    /// Models `Cacher.Watch`.
    pub(super) fn open(&self, route: &Route, options: &ListOptions, request: &Request) -> Result<Watch, Refusal> {
        let shaper = Shaper::new(negotiate(request.accept.as_deref(), false)?, request)?;
        let asked = revision_of(options.revision).map_err(Status::internal)?;
        let current = self.store.revision();
        let deadline = options.timeout_seconds.filter(|seconds| *seconds != 0).map(|seconds| {
            let milliseconds = u64::try_from(seconds).unwrap_or(0).saturating_mul(1000);
            self.now.saturating_add(milliseconds)
        });
        let namespace = route.namespace.or_else(|| options.selection.fields.exact(NAMESPACE));
        let mut watch = Watch {
            kind: route.kind.clone(),
            namespace: namespace.map(str::to_string),
            selection: options.selection.clone(),
            position: asked,
            floor: current,
            bookmark: None,
            deadline,
            starts: self.history.starts,
            first: Vec::new(),
            over: false,
            shaper,
        };
        if options.bookmarks {
            watch.bookmark = watch.next_bookmark(self.now);
        }
        let begun = if options.initial_events == Some(true) || (options.initial_events.is_none() && asked.0 == 0) {
            self.begin_with_all(&mut watch, route, options, asked)
        } else if asked.0 == 0 {
            watch.position = current;
            Ok(())
        } else {
            let newest = self.store.log(&route.kind).and_then(|log| log.last()).map_or(Revision(0), |event| event.revision);
            watch.floor = asked.max(newest);
            self.refuse_forgotten(asked)
        };
        // What goes wrong from here on is said in the stream, with code 200.
        if let Err(status) = begun {
            watch.first = vec![WatchEvent { kind: "ERROR", object: Body::Status(*status) }];
            watch.over = true;
        }
        Ok(watch)
    }

    /// What is there comes first, as if it were new, and a bookmark after it if bookmarks are taken.
    fn begin_with_all(&self, watch: &mut Watch, route: &Route, options: &ListOptions, asked: Revision) -> Result<(), Refusal> {
        self.refuse_future(asked)?;
        let current = self.store.revision();
        for object in self.in_order(route, watch.namespace.as_deref(), current, "") {
            if watch.selection.takes(&object) {
                watch.first.push(WatchEvent { kind: EventType::Added.name(), object: Body::Object(object) });
            }
        }
        if options.bookmarks && options.initial_events == Some(true) {
            watch.first.push(bookmark(&watch.kind, current, true));
        }
        watch.position = current;
        Ok(())
    }

    /// The watch cache begins where the server started.
    ///
    /// Models `watch_cache.go` `getAllEventsSinceLocked`.
    fn refuse_forgotten(&self, asked: Revision) -> Result<(), Refusal> {
        let oldest = self.history.compacted;
        if asked < oldest {
            return Err(Status::expired(too_old(asked, oldest), String::new()));
        }
        Ok(())
    }
}

impl Watch {
    /// Whether the stream has ended: nothing will come any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// When something happens without a write: a bookmark or the end.
    #[must_use]
    pub fn due(&self) -> Option<Millis> {
        match (self.bookmark, self.deadline) {
            (Some(bookmark), Some(deadline)) => Some(bookmark.min(deadline)),
            (bookmark, deadline) => bookmark.or(deadline),
        }
    }

    /// All that was delivered since the last time, until the cluster's now.
    pub fn read(&mut self, cluster: &Cluster) -> Vec<WatchEvent> {
        let mut events = take(&mut self.first);
        if !self.over {
            self.go_on(cluster, &mut events);
        }
        for event in &mut events {
            self.shaper.shape_event(event, &self.kind, cluster);
        }
        events
    }

    fn go_on(&mut self, cluster: &Cluster, events: &mut Vec<WatchEvent>) {
        let mut end = cluster.now;
        let mut last = cluster.store.revision();
        if self.starts != cluster.history.starts {
            // The connection broke when the server went down.
            end = cluster.history.since;
            last = cluster.history.compacted;
            self.over = true;
        }
        if let Some(deadline) = self.deadline.filter(|deadline| *deadline <= end) {
            end = deadline;
            self.over = true;
        }
        if let Some(log) = cluster.store.log(&self.kind) {
            // The log is in the order of revisions.
            let start = log.search(|event| event.revision > self.position);
            for event in log.from(start) {
                if event.revision > last || event.time > end {
                    break;
                }
                self.remember(cluster, event.time.checked_sub(1), events);
                let here = self.namespace.is_none() || event.object.metadata.namespace == self.namespace;
                if let Some((kind, object)) = event.seen_by(&|object| self.selection.takes(object)).filter(|_| here) {
                    events.push(WatchEvent { kind: kind.name(), object: Body::Object(object) });
                }
            }
        }
        self.remember(cluster, Some(end), events);
        self.position = self.position.max(last);
        self.over |= cluster.served(&self.kind).is_none();
    }

    /// The bookmarks that are due up to a time.
    fn remember(&mut self, cluster: &Cluster, until: Option<Millis>, events: &mut Vec<WatchEvent>) {
        let until = until.unwrap_or(0);
        for count in 0..=MOST_BOOKMARKS {
            let Some(due) = self.bookmark.filter(|due| *due <= until) else { break };
            if count == MOST_BOOKMARKS {
                self.bookmark = self.next_bookmark(until);
                break;
            }
            let log = cluster.store.log_all();
            let written = log.search(|event| event.time > due);
            let revision = written.checked_sub(1).and_then(|last| log.get(last)).map_or(Revision(0), |event| event.revision);
            if revision > self.floor {
                events.push(bookmark(&self.kind, revision, false));
            }
            self.bookmark = self.next_bookmark(due);
        }
    }

    /// Models `cache_watcher.go` `nextBookmarkTime`.
    fn next_bookmark(&self, now: Millis) -> Option<Millis> {
        let regular = now.saturating_add(BOOKMARK_EVERY);
        let due = self.deadline.map_or(regular, |deadline| regular.min(deadline.saturating_sub(BOOKMARK_BEFORE_END)));
        Some(due).filter(|due| *due > now)
    }
}

/// What the server says of a version that lies before the oldest which it knows.
///
/// Models `watch_cache_history.go`.
#[must_use]
#[inline(never)]
pub fn too_old(asked: Revision, oldest: Revision) -> String {
    format!("too old resource version: {asked} ({oldest})")
}

/// An object that says nothing but a revision.
fn bookmark(kind: &Kind, revision: Revision, initial_events_end: bool) -> WatchEvent {
    let mut metadata = Metadata { revision, ..Metadata::default() };
    if initial_events_end {
        metadata.annotations.insert("k8s.io/initial-events-end".to_string(), "true".to_string());
    }
    let body = built_in::zero(kind);
    WatchEvent { kind: "BOOKMARK", object: Body::Object(Arc::new(Object::new(kind.types(), metadata, body))) }
}

impl Event {
    /// The event as one sees it who watches a selection: what enters it is new, what leaves it is gone.
    ///
    /// Models `cache_watcher.go` `convertToWatchEvent`.
    #[must_use]
    #[inline(never)]
    pub fn seen_by(&self, takes: &dyn Fn(&Object) -> bool) -> Option<(EventType, Arc<Object>)> {
        let before = self.previous.as_ref().is_some_and(|object| takes(object));
        let after = self.kind != EventType::Deleted && takes(&self.object);
        Some(match (before, after) {
            (false, true) => (EventType::Added, self.object.clone()),
            (true, true) => (EventType::Modified, self.object.clone()),
            (true, false) if self.kind == EventType::Deleted => (EventType::Deleted, self.object.clone()),
            (true, false) => {
                let mut last = Object::clone(self.previous.as_ref()?);
                last.metadata.revision = self.revision;
                (EventType::Deleted, Arc::new(last))
            }
            (false, false) => return None,
        })
    }
}
