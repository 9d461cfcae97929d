//! Persistent collections: a clone shares everything and costs a few pointers, so that snapshots and forks are cheap.
//!
//! They are imbl's ordered map, once: keys are kept as order-preserving bytes and entries behind one type, since each
//! further instantiation of that map costs the wasm module as much as a room of its own.

use std::any::Any;
use std::cmp::Reverse;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use imbl::OrdMap;

type Bytes = Arc<[u8]>;
type Erased = Arc<dyn Any + Send + Sync>;

/// A key whose bytes are ordered as it is, and end where it ends.
pub trait Encode {
    /// Appends the bytes.
    fn encode(&self, into: &mut Vec<u8>);
}

impl Encode for str {
    fn encode(&self, into: &mut Vec<u8>) {
        if self.as_bytes().contains(&0) {
            for byte in self.bytes() {
                into.push(byte);
                if byte == 0 {
                    into.push(0xff);
                }
            }
        } else {
            into.extend_from_slice(self.as_bytes());
        }
        into.push(0);
    }
}

impl Encode for String {
    fn encode(&self, into: &mut Vec<u8>) {
        self.as_str().encode(into);
    }
}

impl Encode for u8 {
    fn encode(&self, into: &mut Vec<u8>) {
        into.push(*self);
    }
}

impl Encode for u64 {
    fn encode(&self, into: &mut Vec<u8>) {
        into.extend_from_slice(&self.to_be_bytes());
    }
}

impl Encode for usize {
    fn encode(&self, into: &mut Vec<u8>) {
        (*self as u64).encode(into);
    }
}

impl Encode for Reverse<i32> {
    fn encode(&self, into: &mut Vec<u8>) {
        let ascending = i64::from(self.0) - i64::from(i32::MIN);
        into.extend_from_slice(&(i64::from(u32::MAX) - ascending).to_be_bytes());
    }
}

impl<T: Encode + ?Sized> Encode for &T {
    fn encode(&self, into: &mut Vec<u8>) {
        (**self).encode(into);
    }
}

impl<T: Encode + ?Sized> Encode for Arc<T> {
    fn encode(&self, into: &mut Vec<u8>) {
        (**self).encode(into);
    }
}

impl<A: Encode, B: Encode> Encode for (A, B) {
    fn encode(&self, into: &mut Vec<u8>) {
        self.0.encode(into);
        self.1.encode(into);
    }
}

/// The one instantiation.
#[derive(Clone, Default)]
struct Core(OrdMap<Bytes, Erased>);

impl Core {
    #[inline(never)]
    fn get(&self, key: &[u8]) -> Option<&Erased> {
        self.0.get(key)
    }

    #[inline(never)]
    fn insert(&mut self, key: &[u8], entry: Erased) -> Option<Erased> {
        self.0.insert(key.into(), entry)
    }

    #[inline(never)]
    fn remove(&mut self, key: &[u8]) -> Option<Erased> {
        self.0.remove(key)
    }

    #[inline(never)]
    fn first(&self) -> Option<&Erased> {
        self.0.get_min().map(|(_, entry)| entry)
    }

    #[inline(never)]
    fn up_to(&self, key: &[u8]) -> Option<&Erased> {
        self.0.get_prev(key).map(|(_, entry)| entry)
    }

    #[inline(never)]
    fn from(&self, key: Vec<u8>) -> Cursor<'_> {
        // What is empty is looked through often.
        Cursor((!self.0.is_empty()).then(|| self.0.range(Bytes::from(key)..)))
    }

    #[inline(never)]
    fn all(&self) -> Cursor<'_> {
        Cursor((!self.0.is_empty()).then(|| self.0.range::<_, Bytes>(..)))
    }
}

/// Entries from a key on.
struct Cursor<'a>(Option<imbl::ordmap::RangedIter<'a, Bytes, Erased, imbl::shared_ptr::DefaultSharedPtr>>);

impl<'a> Cursor<'a> {
    #[inline(never)]
    fn next(&mut self) -> Option<&'a Erased> {
        self.0.as_mut()?.next().map(|(_, entry)| entry)
    }
}

struct Entry<K, V> {
    key: K,
    value: V,
}

/// A map in the order of its keys.
pub struct Map<K, V> {
    core: Core,
    of: PhantomData<fn() -> (K, V)>,
}

impl<K, V> Clone for Map<K, V> {
    fn clone(&self) -> Self {
        Map { core: self.core.clone(), of: PhantomData }
    }
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Map { core: Core::default(), of: PhantomData }
    }
}

impl<K: Encode + Clone + fmt::Debug + Send + Sync + 'static, V: Clone + fmt::Debug + Send + Sync + 'static> fmt::Debug for Map<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

fn bytes<Q: Encode + ?Sized>(key: &Q) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(32);
    key.encode(&mut bytes);
    bytes
}

/// Only entries of this type are put in.
fn entry<K: 'static, V: 'static>(erased: &Erased) -> Option<&Entry<K, V>> {
    (**erased).downcast_ref()
}

impl<K: Encode + Clone + Send + Sync + 'static, V: Clone + Send + Sync + 'static> Map<K, V> {
    /// Nothing.
    #[must_use]
    pub fn new() -> Self {
        Map::default()
    }

    /// How many entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.core.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.core.0.is_empty()
    }

    /// The value of a key.
    #[must_use]
    pub fn get<Q: Encode + ?Sized>(&self, key: &Q) -> Option<&V> {
        self.core.get(&bytes(key)).and_then(entry::<K, V>).map(|entry| &entry.value)
    }

    /// Whether a key is there.
    #[must_use]
    pub fn contains_key<Q: Encode + ?Sized>(&self, key: &Q) -> bool {
        self.core.get(&bytes(key)).is_some()
    }

    /// Sets a key's value; the old one, if there was one.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let place = bytes(&key);
        self.core.insert(&place, Arc::new(Entry { key, value })).and_then(|entry| Self::value_of(&entry))
    }

    /// Takes a key out.
    pub fn remove<Q: Encode + ?Sized>(&mut self, key: &Q) -> Option<V> {
        self.core.remove(&bytes(key)).and_then(|entry| Self::value_of(&entry))
    }

    /// A copy: taking the value out of an entry that nobody shares is more code, once for each type, and no faster.
    fn value_of(erased: &Erased) -> Option<V> {
        Some(entry::<K, V>(erased)?.value.clone())
    }

    /// Changes the value of a key; false = it is not there.
    pub fn update<Q: Encode + ?Sized>(&mut self, key: &Q, change: impl FnOnce(&mut V)) -> bool {
        let place = bytes(key);
        let Some(found) = self.core.get(&place).and_then(entry::<K, V>) else { return false };
        let (key, mut value) = (found.key.clone(), found.value.clone());
        // The old entry goes first: what it shared with the copy is then changed in place.
        drop(self.core.remove(&place));
        change(&mut value);
        self.core.insert(&place, Arc::new(Entry { key, value }));
        true
    }

    /// Changes the value of a key, which is the default one if there was none.
    pub fn upsert(&mut self, key: K, change: impl FnOnce(&mut V))
    where
        V: Default,
    {
        let mut value = self.remove(&key).unwrap_or_default();
        change(&mut value);
        self.insert(key, value);
    }

    /// The first entry.
    #[must_use]
    pub fn first(&self) -> Option<(&K, &V)> {
        self.core.first().and_then(entry::<K, V>).map(|entry| (&entry.key, &entry.value))
    }

    /// The last entry whose key is not above this one.
    #[must_use]
    pub fn up_to(&self, key: &K) -> Option<(&K, &V)> {
        self.core.up_to(&bytes(key)).and_then(entry::<K, V>).map(|entry| (&entry.key, &entry.value))
    }

    /// All entries in order.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> + use<'_, K, V> {
        Entries::<K, V> { cursor: self.core.all(), of: PhantomData }
    }

    /// All entries from a key on.
    pub fn from<Q: Encode + ?Sized>(&self, key: &Q) -> impl Iterator<Item = (&K, &V)> + use<'_, Q, K, V> {
        Entries::<K, V> { cursor: self.core.from(bytes(key)), of: PhantomData }
    }

    /// All keys in order.
    pub fn keys(&self) -> impl Iterator<Item = &K> + use<'_, K, V> {
        self.iter().map(|(key, _)| key)
    }

    /// All values in the order of their keys.
    pub fn values(&self) -> impl Iterator<Item = &V> + use<'_, K, V> {
        self.iter().map(|(_, value)| value)
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        *self = Map::default();
    }
}

/// Entries in order.
struct Entries<'a, K, V> {
    cursor: Cursor<'a>,
    of: PhantomData<fn() -> (K, V)>,
}

impl<'a, K: 'static, V: 'static> Iterator for Entries<'a, K, V> {
    type Item = (&'a K, &'a V);

    fn next(&mut self) -> Option<Self::Item> {
        entry::<K, V>(self.cursor.next()?).map(|entry| (&entry.key, &entry.value))
    }
}

impl<K: Encode + Clone + PartialEq + Send + Sync + 'static, V: Clone + PartialEq + Send + Sync + 'static> PartialEq for Map<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<K: Encode + Clone + Eq + Send + Sync + 'static, V: Clone + Eq + Send + Sync + 'static> Eq for Map<K, V> {}

/// A set in order.
pub type Set<K> = Map<K, ()>;

/// A line: what is added at its end is taken from its front, or stays. Positions never shift by adding.
pub struct List<T> {
    items: Map<u64, T>,
    front: u64,
    end: u64,
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        List { items: self.items.clone(), front: self.front, end: self.end }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        List { items: Map::default(), front: 0, end: 0 }
    }
}

impl<T: Clone + fmt::Debug + Send + Sync + 'static> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Clone + Send + Sync + 'static> List<T> {
    /// Nothing.
    #[must_use]
    pub fn new() -> Self {
        List::default()
    }

    /// How many items.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item at a position, counted from the front.
    #[must_use]
    pub fn get(&self, position: usize) -> Option<&T> {
        // Who waits for more asks past the end, and often.
        if position < self.len() { self.items.get(&(self.front + position as u64)) } else { None }
    }

    /// The first item.
    #[must_use]
    pub fn front(&self) -> Option<&T> {
        self.get(0)
    }

    /// The last item.
    #[must_use]
    pub fn last(&self) -> Option<&T> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Adds an item at the end.
    pub fn push_back(&mut self, item: T) {
        self.items.insert(self.end, item);
        self.end += 1;
    }

    /// Takes the first item.
    pub fn pop_front(&mut self) -> Option<T> {
        let taken = self.items.remove(&self.front)?;
        self.front += 1;
        Some(taken)
    }

    /// Drops what stands behind the first so many.
    pub fn truncate(&mut self, length: usize) {
        let end = self.front + length as u64;
        while self.end > end {
            self.end -= 1;
            let last = self.end;
            self.items.remove(&last);
        }
    }

    /// Changes the first item.
    pub fn update_front(&mut self, change: impl FnOnce(&mut T)) {
        let front = self.front;
        self.items.update(&front, change);
    }

    /// The first position of which this is true, where it is true of everything behind one too.
    pub fn search(&self, is_behind: impl Fn(&T) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.get(middle).is_some_and(&is_behind) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        low
    }

    /// All items from a position on.
    pub fn from(&self, position: usize) -> impl Iterator<Item = &T> + use<'_, T> {
        // Whoever has seen all looks for more, and often.
        let rest = (position < self.len()).then(|| self.items.from(&(self.front + position as u64)));
        rest.into_iter().flatten().map(|(_, item)| item)
    }

    /// All items.
    pub fn iter(&self) -> impl Iterator<Item = &T> + use<'_, T> {
        self.items.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered<K: Encode + Ord + Clone>(mut keys: Vec<K>) {
        let mut encoded: Vec<Vec<u8>> = keys.iter().map(bytes).collect();
        keys.sort();
        encoded.sort();
        assert_eq!(encoded, keys.iter().map(bytes).collect::<Vec<_>>());
    }

    #[test]
    fn bytes_are_ordered_as_keys_are() {
        ordered(["", "a", "a\0", "a\0b", "ab", "b", "a\u{1}", "ä"].map(String::from).to_vec());
        ordered(vec![0u64, 1, 255, 256, u64::MAX]);
        ordered([i32::MIN, -100, -1, 0, 1, i32::MAX].map(Reverse).to_vec());
        ordered(vec![
            ("a".to_string(), "b".to_string()),
            ("a".into(), String::new()),
            ("ab".into(), String::new()),
            (String::new(), "z".into()),
        ]);
    }

    #[test]
    fn a_clone_goes_its_own_way() {
        let mut one: Map<String, u64> = Map::new();
        one.insert("a".into(), 1);
        let mut two = one.clone();
        two.upsert("a".into(), |value| *value += 1);
        two.insert("b".into(), 3);
        assert!(two.update("b", |value| *value += 1) && !two.update("c", |_| {}));
        assert_eq!((one.get("a"), one.len()), (Some(&1), 1));
        assert_eq!(two.iter().map(|(key, value)| (key.as_str(), *value)).collect::<Vec<_>>(), [("a", 2), ("b", 4)]);
        assert_eq!(two.from("b").count(), 1);
        assert_eq!(two.up_to(&"az".to_string()), Some((&"a".to_string(), &2)));
        assert_eq!(two.remove("a"), Some(2));
        assert_eq!(two.first(), Some((&"b".to_string(), &4)));
    }

    #[test]
    fn a_list_is_a_line() {
        let mut list = List::new();
        for item in 0..5 {
            list.push_back(item);
        }
        assert_eq!((list.pop_front(), list.get(0), list.len()), (Some(0), Some(&1), 4));
        list.update_front(|item| *item = 9);
        assert_eq!(list.iter().copied().collect::<Vec<_>>(), [9, 2, 3, 4]);
        assert_eq!(list.from(2).copied().collect::<Vec<_>>(), [3, 4]);
        assert_eq!([0, 3, 4, 9].map(|bound| list.search(|item| *item != 9 && *item > bound)), [1, 3, 4, 4]);
        list.truncate(1);
        assert_eq!(list.iter().copied().collect::<Vec<_>>(), [9]);
    }
}
