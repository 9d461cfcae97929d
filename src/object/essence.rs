//! One number for what decides a future: what goes in is named by the order in which it is met where only sameness counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

use super::{Object, Record, Revision};

/// What was reckoned of an object, kept beside it. A copy forgets it, since copies are made to be changed; no comparison
/// looks at it.
#[derive(Default)]
pub struct Remembered {
    content: AtomicU64,
    uid: AtomicU64,
    managed: AtomicU64,
}

impl Clone for Remembered {
    fn clone(&self) -> Self {
        Remembered::default()
    }
}

impl PartialEq for Remembered {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl std::fmt::Debug for Remembered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("_")
    }
}

/// What is left out of objects, or taken in, since somebody looks at it.
#[derive(Clone, Debug, Default)]
pub struct Looks {
    /// At who owns which field: whoever applies.
    pub managed: bool,
    /// At whether a time that is written down is the one of now, as objects have it without its last letter: whoever writes
    /// times down.
    pub now: Option<String>,
}

/// Times and counters that nobody looks at.
const IDLE: [&str; 6] = ["lastTransitionTime", "creationTimestamp", "deletionTimestamp", "renewTime", "acquireTime", "passes"];
/// Times that are written down to make a difference.
const TIMES: [&str; 2] = ["lastReconcileTime", "lab.example.com/stamp"];
/// Texts whose numbers only count.
const COUNTING: &str = "lastError";
/// A generation; only how far it is behind counts.
const OBSERVED: &str = "observedGeneration";

/// Takes in what decides a future.
#[derive(Debug)]
pub struct Essence {
    hash: u64,
    looks: Looks,
    revisions: Vec<u64>,
    uids: Vec<u64>,
    times: Vec<u64>,
    /// A time has gone in.
    timed: bool,
    /// What is stored: by uid, with the address at which it stands.
    stored: Vec<Stored>,
}

#[derive(Debug)]
struct Stored {
    at: *const Object,
    uid: u64,
    revision: Revision,
    generation: i64,
    content: u64,
}

const SEED: u64 = 0x9E37_79B9_7F4A_7C15;
const FACTOR: u64 = 0xD6E8_FEB8_6659_FD93;

#[inline]
fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word).wrapping_mul(u128::from(FACTOR) << 1 | 1);
    #[allow(clippy::cast_possible_truncation)] // both halves are taken
    let (low, high) = (product as u64, (product >> 64) as u64);
    (low ^ high).wrapping_add(SEED)
}

fn mix_text(mut hash: u64, text: &str) -> u64 {
    let (words, rest) = text.as_bytes().as_chunks::<8>();
    for word in words {
        hash = mix(hash, u64::from_le_bytes(*word));
    }
    let mut last = [0; 8];
    for (to, from) in last.iter_mut().zip(rest) {
        *to = *from;
    }
    mix(mix(hash, u64::from_le_bytes(last)), text.len() as u64)
}

/// A number for an object's uid.
fn uid(object: &Object) -> u64 {
    let known = object.remembered.uid.load(Ordering::Relaxed);
    if known != 0 {
        return known;
    }
    let uid = mix_text(SEED, &object.metadata.uid).max(1);
    object.remembered.uid.store(uid, Ordering::Relaxed);
    uid
}

fn place(names: &mut Vec<u64>, name: u64) -> u64 {
    let at = names.iter().position(|known| *known == name).unwrap_or(names.len());
    if at == names.len() {
        names.push(name);
    }
    at as u64
}

impl Essence {
    /// Nothing has gone in yet.
    #[must_use]
    pub fn new(looks: Looks) -> Essence {
        Essence {
            hash: SEED,
            looks,
            revisions: Vec::with_capacity(16),
            uids: Vec::with_capacity(16),
            times: Vec::new(),
            timed: false,
            stored: Vec::with_capacity(16),
        }
    }

    /// The number.
    #[must_use]
    pub fn end(&self) -> u64 {
        mix(self.hash, SEED)
    }

    /// A number goes in.
    #[inline]
    pub fn word(&mut self, word: u64) {
        self.hash = mix(self.hash, word);
    }

    /// Whether something is so.
    #[inline]
    pub fn flag(&mut self, flag: bool) {
        self.word(u64::from(flag));
    }

    /// A text goes in.
    pub fn text(&mut self, text: &str) {
        self.hash = mix_text(self.hash, text);
    }

    /// A text or none.
    pub fn some_text(&mut self, text: Option<&str>) {
        self.flag(text.is_some());
        self.text(text.unwrap_or(""));
    }

    /// A revision: it counts which others are the same.
    pub fn revision(&mut self, revision: Revision) {
        let name = place(&mut self.revisions, revision.0);
        self.word(if revision.0 == 0 { u64::MAX } else { name });
    }

    /// A uid: it counts which others are the same.
    pub fn uid(&mut self, uid: &str) {
        let name = place(&mut self.uids, mix_text(SEED, uid).max(1));
        self.word(name);
    }

    /// An object that is stored. All of them go in before anything that may be a copy of one.
    pub fn stored(&mut self, object: &Arc<Object>) {
        let metadata = &object.metadata;
        let uid = uid(object);
        let content = self.content(object);
        let (revision, generation) = (metadata.revision, metadata.generation);
        self.stored.push(Stored { at: Arc::as_ptr(object), uid, revision, generation, content });
        self.whole(object, metadata.generation);
    }

    /// How many objects are stored.
    #[must_use]
    pub fn count(&self) -> usize {
        self.stored.len()
    }

    /// Any copy of an object.
    pub fn object(&mut self, object: &Arc<Object>) {
        let address = Arc::as_ptr(object);
        if let Some(at) = self.stored.iter().position(|stored| std::ptr::eq(stored.at, address)) {
            return self.word(at as u64 + 2);
        }
        let uid = uid(object);
        let same = self.stored.iter().position(|stored| stored.uid == uid);
        let mut generation = object.metadata.generation;
        if let Some((at, revision, newest, content)) = same.and_then(|at| {
            let stored = self.stored.get(at)?;
            Some((at, stored.revision, stored.generation, stored.content))
        }) {
            if revision == object.metadata.revision && content == self.content(object) {
                return self.word(at as u64 + 2);
            }
            generation = newest;
        }
        self.word(1);
        self.whole(object, generation);
    }

    /// An object or none.
    pub fn some_object(&mut self, object: Option<&Arc<Object>>) {
        match object {
            Some(object) => self.object(object),
            None => self.word(0),
        }
    }

    /// The newest generation of an object, as it is stored.
    #[must_use]
    pub fn newest(&self, object: &Object) -> i64 {
        let uid = uid(object);
        self.stored.iter().find(|stored| stored.uid == uid).map_or(object.metadata.generation, |stored| stored.generation)
    }

    fn whole(&mut self, object: &Object, newest: i64) {
        let metadata = &object.metadata;
        let content = self.content(object);
        self.word(content);
        self.revision(metadata.revision);
        let own = place(&mut self.uids, uid(object));
        self.word(own);
        for owner in &metadata.owner_references {
            self.uid(&owner.uid);
        }
        self.word(newest.wrapping_sub(metadata.generation).cast_unsigned());
        if let Some(status) = object.body.get("status") {
            self.observed(status, newest);
        }
        if self.looks.managed {
            let managed = self.managed(object);
            self.word(managed);
        }
    }

    /// The generations of which a status speaks.
    fn observed(&mut self, status: &Value, newest: i64) {
        let behind = |value: &Value| match value.get(OBSERVED).and_then(Value::as_i64) {
            Some(generation) => newest.wrapping_sub(generation).cast_unsigned(),
            None => u64::MAX,
        };
        self.word(behind(status));
        for condition in status.get("conditions").and_then(Value::as_array).into_iter().flatten() {
            self.word(behind(condition));
        }
    }

    /// Who owns which field.
    fn managed(&mut self, object: &Object) -> u64 {
        let known = object.remembered.managed.load(Ordering::Relaxed);
        if known != 0 {
            return known;
        }
        let outer = std::mem::replace(&mut self.hash, SEED);
        for entry in &object.metadata.managed_fields {
            let mut entry = Record::of(entry.to_value());
            entry.take("time");
            self.value(&entry.end());
        }
        let managed = std::mem::replace(&mut self.hash, outer).max(1);
        object.remembered.managed.store(managed, Ordering::Relaxed);
        managed
    }

    /// What an object says, but for revision, uids and generations.
    fn content(&mut self, object: &Object) -> u64 {
        let known = object.remembered.content.load(Ordering::Relaxed);
        if known != 0 {
            return known;
        }
        self.timed = false;
        let metadata = &object.metadata;
        let outer = std::mem::replace(&mut self.hash, SEED);
        self.text(&object.types.api_version);
        self.text(&object.types.kind);
        self.some_text(metadata.namespace.as_deref());
        self.text(&metadata.name);
        self.flag(metadata.deletion.is_some());
        for texts in [&metadata.labels, &metadata.annotations] {
            self.word(texts.len() as u64);
            for (key, text) in texts {
                self.text(key);
                if TIMES.contains(&key.as_str()) { self.time(text) } else { self.text(text) }
            }
        }
        self.word(metadata.finalizers.len() as u64);
        for finalizer in &metadata.finalizers {
            self.text(finalizer);
        }
        self.word(metadata.owner_references.len() as u64);
        for owner in &metadata.owner_references {
            for text in [&owner.api_version, &owner.kind, &owner.name] {
                self.text(text);
            }
            for flag in [owner.controller, owner.block_owner_deletion] {
                self.word(flag.map_or(2, u64::from));
            }
        }
        self.word(object.body.len() as u64);
        for (key, value) in &object.body {
            self.text(key);
            self.any(value, key == "status" || &*object.types.kind == "Lease");
        }
        let content = std::mem::replace(&mut self.hash, outer).max(1);
        // What has a time in it says something else later.
        if !self.timed {
            object.remembered.content.store(content, Ordering::Relaxed);
        }
        content
    }

    /// A time that is written down, or whatever else stands there: where nobody writes times down it is a counter.
    fn time(&mut self, text: &str) {
        let Some(now) = &self.looks.now else { return };
        self.timed = true;
        let name = if text.starts_with(now.as_str()) { u64::MAX } else { place(&mut self.times, mix_text(SEED, text)) };
        self.word(name);
    }

    /// Any JSON.
    pub fn value(&mut self, value: &Value) {
        self.any(value, false);
    }

    /// `told`: it is what a controller tells, in which some fields have a meaning of their own.
    fn any(&mut self, value: &Value, told: bool) {
        match value {
            Value::Null => self.word(11),
            Value::Bool(flag) => self.word(12 + u64::from(*flag)),
            Value::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(whole), _) => self.word(whole.cast_unsigned()),
                (None, float) => self.word(float.unwrap_or(0.0).to_bits()),
            },
            Value::String(text) => self.text(text),
            Value::Array(items) => {
                self.word(items.len() as u64);
                for item in items {
                    self.any(item, told);
                }
            }
            Value::Object(map) => {
                self.word(map.len() as u64);
                for (key, value) in map {
                    self.text(key);
                    self.field(key, value, told);
                }
            }
        }
    }

    fn field(&mut self, key: &str, value: &Value, told: bool) {
        match value {
            _ if told && (IDLE.contains(&key) || key == OBSERVED) => {}
            Value::String(text) if told && TIMES.contains(&key) => self.time(text),
            Value::String(text) if told && key == COUNTING => {
                for part in text.split(|character: char| character.is_ascii_digit()).filter(|part| !part.is_empty()) {
                    self.text(part);
                }
            }
            value => self.any(value, told),
        }
    }

    /// A status that is about to be sent, of an object whose newest generation is known.
    pub fn draft(&mut self, status: &Value, newest: i64) {
        self.any(status, true);
        self.observed(status, newest);
    }
}
