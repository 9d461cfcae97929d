//! How long a key that failed has to wait: the limiters of the work queues.
//!
//! Delays are whole milliseconds, counted in virtual time, and have no jitter. Counts live in memory only: a process that
//! dies takes them along.
//!
//! Models `client-go/util/workqueue/default_rate_limiters.go` and, for the bucket, `golang.org/x/time/rate`.

use super::queue::QueueKey;
use crate::persist::Map;

use crate::object::Millis;

/// The first delay of a key that failed, in ms.
pub const BASE_DELAY: Millis = 5;
/// The longest delay of a key that keeps failing, in ms.
pub const MAX_DELAY: Millis = 1_000_000;
/// Failures a second that the shared bucket lets through without a wait, once its burst is used up.
pub const BUCKET_QPS: u32 = 10;
/// Failures that the shared bucket lets through at once.
pub const BUCKET_BURST: u32 = 100;

/// How a delay follows from what came before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Doubles with each failure of the same key: `base`·2ⁿ after n earlier failures, never more than `max`.
    Exponential {
        /// Delay after the first failure.
        base: Millis,
        /// Upper bound.
        max: Millis,
    },
    /// `fast` for the first `attempts` failures of a key, then `slow`.
    FastSlow {
        /// Delay of the first failures.
        fast: Millis,
        /// Delay of all others.
        slow: Millis,
        /// How many count as first.
        attempts: u32,
    },
    /// A token bucket that all keys share; it does not count failures.
    Bucket(Bucket),
    /// Another rule, cut at `max`.
    MaxWait {
        /// The rule.
        rule: Box<Rule>,
        /// Where it is cut.
        max: Millis,
    },
    /// The longest delay of several rules. All of them are asked each time, so a bucket among them pays for every
    /// failure, also for one that another rule delays longer.
    MaxOf(Vec<Rule>),
}

impl Rule {
    /// The delay after a failure of a key that had failed `earlier` times before.
    fn delay(&mut self, earlier: u32, now: Millis) -> Millis {
        match self {
            Rule::Exponential { base, max } => {
                let factor = 1_u64.checked_shl(earlier);
                factor.and_then(|factor| base.checked_mul(factor)).map_or(*max, |delay| delay.min(*max))
            }
            Rule::FastSlow { fast, slow, attempts } => {
                if earlier < *attempts {
                    *fast
                } else {
                    *slow
                }
            }
            Rule::Bucket(bucket) => bucket.take(now),
            Rule::MaxWait { rule, max } => rule.delay(earlier, now).min(*max),
            Rule::MaxOf(rules) => rules.iter_mut().map(|rule| rule.delay(earlier, now)).max().unwrap_or(0),
        }
    }

    /// Whether any part of the rule keeps a count for each key.
    fn counts(&self) -> bool {
        match self {
            Rule::Exponential { .. } | Rule::FastSlow { .. } => true,
            Rule::Bucket(_) => false,
            Rule::MaxWait { rule, .. } => rule.counts(),
            Rule::MaxOf(rules) => rules.iter().any(Rule::counts),
        }
    }

    /// What the buckets of the rule hold at `now`, in thousandths of a token, in order.
    fn levels(&self, now: Millis, into: &mut Vec<i64>) {
        match self {
            Rule::Exponential { .. } | Rule::FastSlow { .. } => {}
            Rule::Bucket(bucket) => into.push(bucket.level(now)),
            Rule::MaxWait { rule, .. } => rule.levels(now, into),
            Rule::MaxOf(rules) => rules.iter().for_each(|rule| rule.levels(now, into)),
        }
    }
}

/// A token bucket: full at the start, refilled steadily, and in debt when more is taken than it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bucket {
    qps: u32,
    burst: u32,
    /// Thousandths of a token at `at`; below zero, a debt that later refills pay off.
    level: i64,
    at: Millis,
}

impl Bucket {
    /// A full bucket that gets `qps` tokens a second and never holds more than `burst`.
    #[must_use]
    pub fn full(qps: u32, burst: u32) -> Bucket {
        Bucket { qps, burst, level: i64::from(burst) * 1000, at: 0 }
    }

    /// What it holds at `now`, in thousandths of a token: exact, since `qps` a second are `qps` thousandths a millisecond.
    #[must_use]
    pub fn level(&self, now: Millis) -> i64 {
        let passed = i64::try_from(now.saturating_sub(self.at)).unwrap_or(i64::MAX);
        let refill = passed.saturating_mul(i64::from(self.qps));
        self.level.saturating_add(refill).min(i64::from(self.burst) * 1000)
    }

    /// Takes one token, borrowed if need be; the wait until it would have been there, rounded up to the millisecond.
    fn take(&mut self, now: Millis) -> Millis {
        self.level = self.level(now).saturating_sub(1000);
        self.at = self.at.max(now);
        let debt = self.level.min(0).unsigned_abs();
        match u64::from(self.qps) {
            _ if debt == 0 => 0,
            0 => Millis::MAX,
            qps => debt.div_ceil(qps),
        }
    }
}

/// A rule with the failures it has seen.
///
/// Upstream every limiter counts for itself. Those of one queue are always asked, and told to forget, together, so that
/// one count for each key is the same thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limiter<K: QueueKey> {
    rule: Rule,
    failures: Map<K, u32>,
}

impl<K: QueueKey> Limiter<K> {
    /// A limiter that has seen nothing yet.
    #[must_use]
    pub fn new(rule: Rule) -> Self {
        Limiter { rule, failures: Map::new() }
    }

    /// What the priority queue gets: each key for itself, 5 ms doubling up to 1000 s.
    #[must_use]
    pub fn item() -> Self {
        Limiter::new(Rule::Exponential { base: BASE_DELAY, max: MAX_DELAY })
    }

    /// What the classic queue gets: the same, and a bucket of 100 that all keys share, refilled with 10 a second.
    #[must_use]
    pub fn item_and_bucket() -> Self {
        Limiter::new(Rule::MaxOf(vec![
            Rule::Exponential { base: BASE_DELAY, max: MAX_DELAY },
            Rule::Bucket(Bucket::full(BUCKET_QPS, BUCKET_BURST)),
        ]))
    }

    /// Counts one more failure of `key` and says how long it has to wait from `now`.
    pub fn when(&mut self, key: &K, now: Millis) -> Millis {
        let earlier = self.failures(key);
        if self.rule.counts() {
            self.failures.insert(key.clone(), earlier.saturating_add(1));
        }
        self.rule.delay(earlier, now)
    }

    /// The failures of `key` since it was last forgotten.
    #[must_use]
    pub fn failures(&self, key: &K) -> u32 {
        self.failures.get(key).copied().unwrap_or(0)
    }

    /// Starts the count of `key` anew. A delay that was already given stays given.
    pub fn forget(&mut self, key: &K) {
        self.failures.remove(key);
    }

    /// The keys that have failed, with their counts, by key.
    pub fn failures_all(&self) -> impl Iterator<Item = (&K, u32)> {
        self.failures.iter().map(|(key, count)| (key, *count))
    }

    /// What the shared buckets hold at `now`, in thousandths of a token; empty for a limiter without one.
    #[must_use]
    pub fn levels(&self, now: Millis) -> Vec<i64> {
        let mut levels = Vec::new();
        self.rule.levels(now, &mut levels);
        levels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eighteen_growing_delays_sum_to_21_minutes_51_seconds() {
        let mut limiter = Limiter::item();
        let sum: Millis = (0..18).map(|_| limiter.when(&"a", 0)).sum();
        assert_eq!(sum, 1_310_715);
        assert_eq!(limiter.when(&"a", 0), MAX_DELAY);
        assert_eq!(limiter.failures(&"a"), 19);
    }

    #[test]
    fn a_delay_saturates_at_any_count() {
        for earlier in [18, 62, 63, 64, 65, u32::MAX] {
            for base in [4, BASE_DELAY, u64::MAX] {
                assert_eq!(Rule::Exponential { base, max: MAX_DELAY }.delay(earlier, 0), MAX_DELAY);
            }
        }
    }

    #[test]
    fn a_bucket_refills_while_time_passes_and_never_above_its_burst() {
        let mut bucket = Bucket::full(10, 2);
        assert_eq!([bucket.take(0), bucket.take(0), bucket.take(0), bucket.take(0)], [0, 0, 100, 200]);
        assert_eq!(bucket.take(250), 50, "the debt of two tokens is at -2.0 + 2.5, less the one taken now");
        assert_eq!(bucket.level(1_000_000), 2000);
        assert_eq!([bucket.take(1_000_000), bucket.take(1_000_000), bucket.take(1_000_000)], [0, 0, 100]);
    }

    #[test]
    fn a_bucket_that_is_never_refilled_makes_wait_forever_without_a_panic() {
        let mut bucket = Bucket::full(0, 1);
        assert_eq!([bucket.take(0), bucket.take(Millis::MAX)], [0, Millis::MAX]);
    }
}
