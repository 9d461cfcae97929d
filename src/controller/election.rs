//! Leader election: what a candidate knows of the Lease that it competes for, and when it tries next.
//!
//! ```text
//!             acquired                          10 s without success
//! candidate ──────────▶ leader ◀──┐ renewed   ──────────────────────▶ "leader election lost": the process exits
//!     ◀┘ every 2 to 4.4 s   └─────┘ every 2 s
//! ```
//!
//! Guarantees: whoever wants to lead waits until the Lease has not changed for the duration that stands in it, counted on
//! its own clock from when it last saw a change; times in the Lease are compared with nobody's clock.
//!
//! Caveats: nothing is fenced off. Who was stopped while it led goes on where it stood, writes what it was about to write,
//! and keeps on working until it has failed to renew for the whole of the deadline. Nothing is released: who dies holds its
//! Lease until it expires, and who starts anew is somebody else.
//!
//! The jitter of acquiring is drawn once for each start of a process, from the seed, its name and how often it started: it
//! tries again after 2 s and a fixed 0 to 120 % more. The renewal that a real one sends at once after it has acquired comes
//! at the same virtual millisecond, would write the same bytes, and is left out. A try takes no virtual time.
//!
//! Models `client-go/tools/leaderelection/leaderelection.go` and `resourcelock/leaselock.go`, with the defaults of
//! `controller-runtime/pkg/manager/internal.go`.

use std::sync::Arc;

use serde_json::Value;

use crate::cluster::uid;
use crate::object::{Digest, Millis, Object, Record, Timestamp};

/// How long a Lease is valid after its last change, in seconds.
pub const LEASE_SECONDS: u64 = 15;
/// How long a leader tries to renew before it gives up.
pub const RENEW_DEADLINE: Millis = 10_000;
/// How long a leader waits between two tries, and a candidate at least.
pub const RETRY_PERIOD: Millis = 2_000;
/// A candidate waits up to so much longer: 120 %.
const JITTER: Millis = 2_400;
/// Where the Leases are.
pub const NAMESPACE: &str = "default";

/// What a Lease says, as far as it is compared: its times in whole seconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Seen {
    holder: String,
    seconds: u64,
    acquired: Option<Timestamp>,
    renewed: Option<Timestamp>,
    transitions: u64,
}

impl Seen {
    fn of(lease: &Object) -> Seen {
        let text = |field: &str| lease.at(&["spec", field]).and_then(Value::as_str).unwrap_or("");
        let number = |field: &str| lease.at(&["spec", field]).and_then(Value::as_u64).unwrap_or(0);
        Seen {
            holder: text("holderIdentity").to_string(),
            seconds: number("leaseDurationSeconds"),
            acquired: Timestamp::parse(text("acquireTime")),
            renewed: Timestamp::parse(text("renewTime")),
            transitions: number("leaseTransitions"),
        }
    }
}

/// How a try ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// It leads now.
    Acquired,
    /// It still leads.
    Renewed,
    /// It does not lead: somebody else holds the Lease, or a request failed.
    Failed,
    /// It has failed to renew for too long.
    Lost,
}

impl Tried {
    /// Its name in a fact.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Tried::Acquired => "acquired",
            Tried::Renewed => "renewed",
            Tried::Failed => "failed",
            Tried::Lost => "lost",
        }
    }
}

/// What one process knows of the election. It dies with it.
#[derive(Clone, Debug)]
pub struct Election {
    /// The Lease's name.
    pub lease: Arc<str>,
    /// Under which it holds it: its name and something that no other process has.
    pub identity: Arc<str>,
    /// The move that made it the leader: only then do caches and workers start.
    pub leads: Option<u64>,
    /// When it tries next.
    pub due: Millis,
    /// When it gives up if it does not get to renew.
    deadline: Option<Millis>,
    /// How long it waits between two tries to acquire.
    retry: Millis,
    /// The Lease as it was last read or written, which the next write is made on.
    stored: Option<Arc<Object>>,
    seen: Seen,
    /// When it last saw a change.
    since: Millis,
}

impl Election {
    /// A candidate that has not tried yet. `starts`: which start of this controller it is.
    #[must_use]
    pub fn new(lease: Arc<str>, name: &str, seed: u64, starts: u64, now: Millis) -> Election {
        let identity = format!("{name}_{}", uid(seed, "processes", NAMESPACE, name, starts));
        Election {
            lease,
            leads: None,
            due: now,
            deadline: None,
            retry: RETRY_PERIOD + Digest::of(&identity).0 % JITTER,
            identity: identity.into(),
            stored: None,
            seen: Seen::default(),
            since: now,
        }
    }

    /// Whether it has tried to renew for too long.
    #[must_use]
    pub fn gives_up(&self, now: Millis) -> bool {
        self.deadline.is_some_and(|deadline| deadline <= now)
    }

    /// Whether it may write without reading first: it held the Lease when it last looked, and that is not too long ago.
    #[must_use]
    pub fn is_sure(&self, now: Millis) -> bool {
        self.holds() && self.is_valid(now)
    }

    /// Whether somebody else holds the Lease.
    #[must_use]
    pub fn must_wait(&self, now: Millis) -> bool {
        !self.seen.holder.is_empty() && !self.holds() && self.is_valid(now)
    }

    fn holds(&self) -> bool {
        *self.seen.holder == *self.identity
    }

    fn is_valid(&self, now: Millis) -> bool {
        self.expires() > now
    }

    fn expires(&self) -> Millis {
        self.since.saturating_add(self.seen.seconds.saturating_mul(1000))
    }

    /// It has read the Lease.
    pub fn observe(&mut self, lease: &Arc<Object>, now: Millis) {
        let seen = Seen::of(lease);
        if seen != self.seen {
            self.seen = seen;
            self.since = now;
        }
        self.stored = Some(lease.clone());
    }

    /// It has written the Lease.
    pub fn wrote(&mut self, lease: &Arc<Object>, now: Millis) {
        self.observe(lease, now);
        self.since = now;
    }

    /// The Lease as it would write it: one of its own where there is none, else on the copy that it has.
    #[must_use]
    pub fn body(&self, creates: bool, start: Timestamp, now: Millis) -> Value {
        let whole = start.after(now).to_string();
        let time = format!("{}.{:03}000Z", whole.trim_end_matches('Z'), now % 1000);
        let stored = self.stored.as_ref().filter(|_| !creates);
        let acquired = stored.filter(|_| self.holds()).and_then(|lease| lease.at(&["spec", "acquireTime"])?.as_str());
        let mut spec = Record::default();
        spec.text("holderIdentity", &self.identity);
        spec.number("leaseDurationSeconds", LEASE_SECONDS);
        spec.text("acquireTime", acquired.unwrap_or(&time));
        spec.text("renewTime", &time);
        spec.number("leaseTransitions", if creates { 0 } else { self.seen.transitions + u64::from(!self.holds()) });
        let mut body = Record::of(stored.map(|lease| lease.to_value()).unwrap_or_default());
        if stored.is_none() {
            let mut metadata = Record::default();
            metadata.text("name", &self.lease);
            metadata.text("namespace", NAMESPACE);
            body.text("apiVersion", "coordination.k8s.io/v1");
            body.text("kind", "Lease");
            body.put("metadata", metadata.end());
        }
        body.put("spec", spec.end());
        body.end()
    }

    /// The try is over.
    pub fn tried(&mut self, won: bool, now: Millis, mark: u64) -> Tried {
        if won {
            self.deadline = None;
            self.due = now.saturating_add(RETRY_PERIOD);
            let led = self.leads.is_some();
            self.leads.get_or_insert(mark);
            return if led { Tried::Renewed } else { Tried::Acquired };
        }
        self.due = now.saturating_add(self.retry);
        if self.leads.is_some() {
            // The deadline counts from the first try that failed.
            let deadline = *self.deadline.get_or_insert(now.saturating_add(RENEW_DEADLINE));
            self.due = deadline.min(now.saturating_add(RETRY_PERIOD));
        }
        Tried::Failed
    }

    /// As the view shows it.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let mut record = Record::default();
        record.text("name", &self.lease);
        record.text("identity", &self.identity);
        record.text_or_null("holder", Some(&*self.seen.holder).filter(|holder| !holder.is_empty()));
        record.number("since", self.since);
        record.number("expires", self.expires());
        record.number("due", self.due);
        record.number_or_null("deadline", self.deadline);
        record.end()
    }
}
