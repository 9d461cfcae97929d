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
use crate::object::{Digest, Essence, Millis, Object, Record, Timestamp};

/// How long a Lease is valid after its last change, in seconds.
pub const LEASE_SECONDS: u64 = 15;
/// How long a leader tries to renew before it gives up.
pub const RENEW_DEADLINE: Millis = 10_000;
/// How long a leader waits between two tries, and a candidate at least.
pub const RETRY_PERIOD: Millis = 2_000;
/// A candidate waits up to so much longer: 120 %.
const JITTER: Millis = 2_400;

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
    /// The Lease as it was last read or written: what is compared, and what the next write is made on.
    seen: Option<Arc<Object>>,
    /// When it last saw a change.
    since: Millis,
}

impl Election {
    /// What decides how it goes on: times as they are left.
    pub fn trace(&self, now: Millis, essence: &mut Essence) {
        essence.text(&self.identity);
        essence.flag(self.leads.is_some());
        essence.word(self.due.saturating_sub(now));
        essence.word(self.deadline.map_or(u64::MAX, |deadline| deadline.saturating_sub(now)));
        essence.word(self.retry);
        essence.some_object(self.seen.as_ref());
        essence.word(now.saturating_sub(self.since).min(LEASE_SECONDS * 1000));
    }

    /// A candidate that has not tried yet. `starts`: which start of this controller it is.
    #[must_use]
    pub fn new(lease: Arc<str>, name: &str, seed: u64, starts: u64, now: Millis) -> Election {
        let identity = format!("{name}_{}", uid(seed, "processes", "", name, starts));
        Election {
            lease,
            leads: None,
            due: now,
            deadline: None,
            retry: RETRY_PERIOD + Digest::of(&identity).0 % JITTER,
            identity: identity.into(),
            seen: None,
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
        self.holds() && self.expires() > now
    }

    /// Whether somebody else holds the Lease.
    #[must_use]
    pub fn must_wait(&self, now: Millis) -> bool {
        !self.holder().is_empty() && !self.holds() && self.expires() > now
    }

    #[inline(never)]
    fn says(&self, field: &str) -> Option<&Value> {
        self.seen.as_ref()?.at(&["spec", field])
    }

    fn number(&self, field: &str) -> u64 {
        self.says(field).and_then(Value::as_u64).unwrap_or(0)
    }

    fn holder(&self) -> &str {
        self.says("holderIdentity").and_then(Value::as_str).unwrap_or("")
    }

    fn holds(&self) -> bool {
        *self.holder() == *self.identity
    }

    fn expires(&self) -> Millis {
        self.since.saturating_add(self.number("leaseDurationSeconds").saturating_mul(1000))
    }

    /// It has read the Lease, or written it: then its own clock starts anew.
    pub fn observe(&mut self, lease: &Arc<Object>, wrote: bool, now: Millis) {
        let known = self.seen.as_ref().is_some_and(|seen| seen.body == lease.body);
        if wrote || !known {
            self.since = now;
        }
        self.seen = Some(lease.clone());
    }

    /// The Lease as it would write it: one of its own where there is none, else on the copy that it has.
    #[must_use]
    pub fn body(&self, creates: bool, start: Timestamp, now: Millis) -> Value {
        let time = start.precise(now, "000");
        let mut body = match &self.seen {
            Some(lease) if !creates => Record::of(lease.to_value()),
            _ => {
                let mut metadata = Record::default();
                metadata.text("name", &self.lease);
                let mut body = Record::default();
                body.text("apiVersion", "coordination.k8s.io/v1");
                body.text("kind", "Lease");
                body.put("metadata", metadata.end());
                body
            }
        };
        // What it goes on holding it has acquired before.
        let goes_on = !creates && self.holds();
        let mut spec = Record::of(body.take("spec"));
        spec.text("holderIdentity", &self.identity);
        spec.number("leaseDurationSeconds", LEASE_SECONDS);
        spec.number("leaseTransitions", if creates { 0 } else { self.number("leaseTransitions") + u64::from(!goes_on) });
        spec.text("renewTime", &time);
        if !goes_on {
            spec.text("acquireTime", &time);
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
        record.put("holder", self.says("holderIdentity").cloned().unwrap_or_default());
        record.number("since", self.since);
        record.number("expires", self.expires());
        record.number("due", self.due);
        record.number_or_null("deadline", self.deadline);
        record.end()
    }
}
