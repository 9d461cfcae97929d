//! Events that a controller records about its objects: told to people, gathered in memory, sent one by one, best effort.
//!
//! Models `client-go/tools/record/event.go` (`recorderImpl`, `eventBroadcasterImpl`) and `events_cache.go`
//! (`EventCorrelator`). An event's time in nanoseconds is its virtual time and how many were recorded before it, as a real
//! clock never shows the same nanosecond twice.

use std::sync::Arc;

use serde_json::Value;

use crate::cluster::{Kind, Request};
use crate::object::event::Told;
use crate::object::{Millis, Object, Timestamp, text_at};

/// More that wait to be sent are dropped.
///
/// Models `maxQueuedEvents`.
pub const MAX_QUEUED: usize = 1000;
/// As many events as are remembered, and as many subjects.
///
/// Models `maxLruCacheEntries`.
const MAX_REMEMBERED: usize = 4096;
/// From so many different messages of one reason on they are told as one.
///
/// Models `defaultAggregateMaxEvents`.
const MAX_ALIKE: usize = 10;
/// How long a message counts among those that are alike, in ms.
///
/// Models `defaultAggregateIntervalInSeconds`.
const ALIKE_FOR: Millis = 600_000;
/// Events about one object that may be sent at once.
///
/// Models `defaultSpamBurst`.
const BURST: u64 = 25;
/// After how long one more may be sent, in ms.
///
/// Models `defaultSpamQPS`.
const REFILL: Millis = 300_000;
const COMBINED: &str = "(combined from similar events): ";

/// Whether something is as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// It is.
    Normal,
    /// Somebody should look.
    Warning,
}

impl Severity {
    /// The `type` of the Event.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Severity::Normal => "Normal",
            Severity::Warning => "Warning",
        }
    }
}

#[derive(Clone, Debug)]
struct Recorded {
    about: Arc<Object>,
    severity: Severity,
    reason: String,
    message: String,
    at: Millis,
    nanoseconds: u64,
}

/// An event that was sent, or would have been.
#[derive(Clone, Debug)]
struct Known {
    key: String,
    name: String,
    first: Timestamp,
    count: u64,
}

/// What is told of one object for one reason.
#[derive(Clone, Debug)]
struct Alike {
    key: String,
    messages: Vec<String>,
    last: Millis,
}

/// How many events about an object may still be sent.
#[derive(Clone, Debug)]
struct Bucket {
    key: String,
    /// In virtual ms that a token takes to grow.
    tokens: u64,
    at: Millis,
}

/// The recorder of one process.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    queue: Vec<Recorded>,
    recorded: u64,
    known: Vec<Known>,
    alike: Vec<Alike>,
    buckets: Vec<Bucket>,
    /// The request that was answered 404: what it would have changed is made anew.
    again: Option<Value>,
}

/// Who reports, where and when.
#[derive(Clone, Copy, Debug)]
pub struct Reporter<'a> {
    /// The controller.
    pub name: &'a str,
    /// The kind Event as the server has it.
    pub kind: &'a Kind,
    /// What virtual time 0 is in objects.
    pub start: Timestamp,
    /// Virtual time.
    pub now: Millis,
}

impl Recorder {
    /// Whether anything waits to be sent.
    #[must_use]
    pub fn has_work(&self) -> bool {
        self.again.is_some() || !self.queue.is_empty()
    }

    /// Notes an event about an object; what finds the queue full is lost.
    pub fn record(&mut self, about: &Arc<Object>, severity: Severity, reason: &str, message: String, at: Millis) {
        if self.queue.len() >= MAX_QUEUED {
            return;
        }
        let nanoseconds = self.recorded % 1_000_000;
        self.recorded += 1;
        self.queue.push(Recorded { about: about.clone(), severity, reason: reason.to_string(), message, at, nanoseconds });
    }

    /// The next request; `None` = the next event is not sent, since there were too many about its object.
    pub fn next(&mut self, by: Reporter) -> Option<Request> {
        if let Some(body) = self.again.take() {
            let namespace = text_at(&body, &["metadata", "namespace"]).unwrap_or("default");
            let path = by.kind.path(Some(namespace), None, None);
            return Some(Request::by(by.name, "POST", path, Some(body)));
        }
        if self.queue.is_empty() {
            return None;
        }
        let mut event = self.queue.remove(0);
        let subject = subject(&event.about);
        // Who reports is the same for all of them.
        let reason = format!("{subject}\n{}\n{}", event.severity.name(), event.reason);
        let key = if self.combines(&reason, &event.message, event.at) {
            event.message.insert_str(0, COMBINED);
            reason
        } else {
            format!("{reason}\n{}", event.message)
        };
        let time = by.start.after(event.at);
        let known = self.observe(&key, &event, by.start, time);
        if !self.may_send(&subject, by.now) {
            return None;
        }
        let about = &event.about;
        let namespace = about.metadata.namespace.clone().unwrap_or_else(|| "default".to_string());
        let told = Told {
            name: &known.name,
            namespace: &namespace,
            involved: &[
                ("kind", &about.types.kind),
                ("namespace", about.metadata.namespace.as_deref().unwrap_or("")),
                ("name", &about.metadata.name),
                ("uid", &about.metadata.uid),
                ("apiVersion", &about.types.api_version),
                ("resourceVersion", &about.metadata.revision.to_string()),
            ],
            severity: event.severity.name(),
            reason: &event.reason,
            message: &event.message,
            component: by.name,
            first: known.first,
            last: time,
            count: known.count,
        };
        if known.count == 1 {
            return Some(Request::by(by.name, "POST", by.kind.path(Some(&namespace), None, None), Some(told.to_value())));
        }
        self.again = Some(told.to_value());
        let path = by.kind.path(Some(&namespace), Some(&known.name), None);
        let mut request = Request::by(by.name, "PATCH", path, Some(told.patch()));
        request.content_type = Some("application/strategic-merge-patch+json".to_string());
        Some(request)
    }

    /// All that decides what it will send: times are relative to now, what has run out is left out.
    #[must_use]
    pub fn essence(&self, now: Millis) -> String {
        let Recorder { queue, recorded: _, known, alike, buckets, again } = self;
        let mut waiting = Vec::new();
        for event in queue {
            waiting.push((&event.about, event.severity, &event.reason, &event.message, now.saturating_sub(event.at)));
        }
        let mut told = Vec::new();
        for known in known {
            told.push((&known.key, &known.name, known.count));
        }
        let mut similar = Vec::new();
        for alike in alike {
            let age = now.saturating_sub(alike.last);
            similar.push((&alike.key, Some((&alike.messages, age)).filter(|_| age <= ALIKE_FOR)));
        }
        let mut tokens = Vec::new();
        for bucket in buckets {
            let grown = bucket.tokens.saturating_add(now.saturating_sub(bucket.at));
            tokens.push((&bucket.key, grown.min(BURST * REFILL)));
        }
        format!("{:?}", (waiting, told, similar, tokens, again))
    }

    /// What the server answered. Whatever it refuses is lost, but for an event that has gone meanwhile.
    pub fn answered(&mut self, code: u16) {
        if code != 404 {
            self.again = None;
        }
    }

    /// Whether so much of the kind was told that it is told as one.
    ///
    /// Models `EventAggregator.EventAggregate`.
    fn combines(&mut self, reason: &str, message: &str, now: Millis) -> bool {
        let at = place(&mut self.alike, |alike| alike.key == reason, || Alike { key: reason.to_string(), messages: Vec::new(), last: now });
        let alike = &mut self.alike[at];
        if now.saturating_sub(alike.last) > ALIKE_FOR {
            alike.messages.clear();
        }
        alike.last = now;
        if !alike.messages.iter().any(|other| other == message) {
            alike.messages.push(message.to_string());
        }
        if alike.messages.len() < MAX_ALIKE {
            return false;
        }
        alike.messages.remove(0);
        true
    }

    /// Counts an event that was told before.
    ///
    /// Models `eventLogger.eventObserve`.
    fn observe(&mut self, key: &str, event: &Recorded, start: Timestamp, time: Timestamp) -> Known {
        let at = place(
            &mut self.known,
            |known| known.key == key,
            || {
                let moment = i128::from(start.0) * 1_000_000_000 + i128::from(event.at) * 1_000_000 + i128::from(event.nanoseconds);
                Known { key: key.to_string(), name: format!("{}.{moment:x}", event.about.metadata.name), first: time, count: 0 }
            },
        );
        self.known[at].count += 1;
        self.known[at].clone()
    }

    /// Models `EventSourceObjectSpamFilter.Filter`.
    fn may_send(&mut self, subject: &str, now: Millis) -> bool {
        let at = place(
            &mut self.buckets,
            |bucket| bucket.key == subject,
            || Bucket { key: subject.to_string(), tokens: BURST * REFILL, at: now },
        );
        let bucket = &mut self.buckets[at];
        bucket.tokens = bucket.tokens.saturating_add(now.saturating_sub(bucket.at)).min(BURST * REFILL);
        bucket.at = now;
        if bucket.tokens < REFILL {
            return false;
        }
        bucket.tokens -= REFILL;
        true
    }
}

/// Where an entry is; it is made if it is not there, and the oldest goes if there are too many.
fn place<T>(entries: &mut Vec<T>, mut is: impl FnMut(&T) -> bool, make: impl FnOnce() -> T) -> usize {
    if let Some(at) = entries.iter().position(&mut is) {
        return at;
    }
    if entries.len() >= MAX_REMEMBERED {
        entries.remove(0);
    }
    entries.push(make());
    entries.len() - 1
}

fn subject(object: &Object) -> String {
    let namespace = object.metadata.namespace.as_deref().unwrap_or("");
    format!("{}\n{}\n{namespace}\n{}\n{}", object.types.kind, object.types.api_version, object.metadata.name, object.metadata.uid)
}
