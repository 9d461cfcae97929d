//! Persistent collections: a clone shares everything and costs a few pointers, so that snapshots and forks are cheap.
//!
//! They are one balanced tree, once: keys are kept as order-preserving bytes and entries behind one type, since each
//! further instantiation of a map costs the wasm module as much as a room of its own.

use std::any::Any;
use std::cmp::{Ordering, Reverse};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

type Bytes = Arc<[u8]>;
type Erased = Arc<dyn Any + Send + Sync>;

/// A key whose bytes are ordered as it is, and end where it ends.
pub trait Encode {
    /// Appends the bytes.
    fn encode(&self, into: &mut Vec<u8>);
}

impl Encode for str {
    fn encode(&self, into: &mut Vec<u8>) {
        for byte in self.bytes() {
            into.push(byte);
            if byte == 0 {
                into.push(0xff);
            }
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

/// A tree, or a branch of one. What several trees share is copied before it changes.
type Branch = Option<Arc<Node>>;

/// A node of an AVL tree.
#[derive(Clone)]
struct Node {
    key: Bytes,
    entry: Erased,
    left: Branch,
    right: Branch,
    height: u8,
}

impl Node {
    fn side(&mut self, left: bool) -> &mut Branch {
        if left { &mut self.left } else { &mut self.right }
    }

    fn measure(&mut self) {
        self.height = height(&self.left).max(height(&self.right)) + 1;
    }
}

fn height(branch: &Branch) -> u8 {
    branch.as_ref().map_or(0, |node| node.height)
}

/// Lifts the child on one side above its parent.
#[inline(never)]
fn lift(branch: &mut Branch, left: bool) {
    let Some(mut parent) = branch.take() else { return };
    let below = Arc::make_mut(&mut parent);
    let Some(mut child) = below.side(left).take() else { return };
    let above = Arc::make_mut(&mut child);
    *below.side(left) = above.side(!left).take();
    below.measure();
    *above.side(!left) = Some(parent);
    above.measure();
    *branch = Some(child);
}

/// After a change below: measures the root anew, and levels its sides if they differ by two.
#[inline(never)]
fn balance(branch: &mut Branch) {
    let Some(root) = branch else { return };
    let root = Arc::make_mut(root);
    root.measure();
    let (left, right) = (height(&root.left), height(&root.right));
    if left.abs_diff(right) < 2 {
        return;
    }
    let heavy = left > right;
    let child = root.side(heavy);
    let leans_in = child
        .as_ref()
        .is_some_and(|node| if heavy { height(&node.left) < height(&node.right) } else { height(&node.right) < height(&node.left) });
    if leans_in {
        lift(child, !heavy);
    }
    lift(branch, heavy);
}

#[inline(never)]
fn find<'a>(mut branch: &'a Branch, key: &[u8]) -> Option<&'a Erased> {
    while let Some(node) = branch {
        branch = match key.cmp(&node.key) {
            Ordering::Less => &node.left,
            Ordering::Equal => return Some(&node.entry),
            Ordering::Greater => &node.right,
        };
    }
    None
}

/// The place of a key that is there.
#[inline(never)]
fn find_mut<'a>(branch: &'a mut Branch, key: &[u8]) -> Option<&'a mut Erased> {
    let node = Arc::make_mut(branch.as_mut()?);
    match key.cmp(&node.key) {
        Ordering::Equal => Some(&mut node.entry),
        order => find_mut(node.side(order == Ordering::Less), key),
    }
}

#[inline(never)]
fn insert(branch: &mut Branch, key: &[u8], entry: Erased) -> Option<Erased> {
    let Some(node) = branch else {
        *branch = Some(Arc::new(Node { key: key.into(), entry, left: None, right: None, height: 1 }));
        return None;
    };
    let node = Arc::make_mut(node);
    let order = key.cmp(&node.key);
    if order == Ordering::Equal {
        return Some(std::mem::replace(&mut node.entry, entry));
    }
    let old = insert(node.side(order == Ordering::Less), key, entry);
    if old.is_none() {
        balance(branch);
    }
    old
}

/// Takes out the node of a key that is there; without a key the first node.
#[inline(never)]
fn remove(branch: &mut Branch, key: Option<&[u8]>) -> Branch {
    let node = Arc::make_mut(branch.as_mut()?);
    let order = match key {
        Some(key) => key.cmp(&node.key),
        None if node.left.is_some() => Ordering::Less,
        None => Ordering::Equal,
    };
    let taken = if order == Ordering::Equal {
        let next = match (node.left.take(), node.right.take()) {
            (only, None) | (None, only) => only,
            (left, mut right) => {
                let mut next = remove(&mut right, None);
                if let Some(next) = &mut next {
                    let next = Arc::make_mut(next);
                    next.left = left;
                    next.right = right;
                }
                next
            }
        };
        std::mem::replace(branch, next)
    } else {
        remove(node.side(order == Ordering::Less), key)
    };
    balance(branch);
    taken
}

/// The one map.
#[derive(Clone, Default)]
struct Core {
    root: Branch,
    length: usize,
}

impl Core {
    #[inline(never)]
    fn insert(&mut self, key: &[u8], entry: Erased) -> Option<Erased> {
        let old = insert(&mut self.root, key, entry);
        self.length += usize::from(old.is_none());
        old
    }

    #[inline(never)]
    fn remove(&mut self, key: &[u8]) -> Option<Erased> {
        find(&self.root, key)?;
        self.length -= 1;
        remove(&mut self.root, Some(key)).map(|node| node.entry.clone())
    }

    /// The last entry not above the key.
    #[inline(never)]
    fn up_to(&self, key: &[u8]) -> Option<&Erased> {
        let (mut branch, mut found) = (&self.root, None);
        while let Some(node) = branch {
            if *node.key <= *key {
                found = Some(&node.entry);
                branch = &node.right;
            } else {
                branch = &node.left;
            }
        }
        found
    }

    #[inline(never)]
    fn from(&self, key: &[u8]) -> Cursor<'_> {
        let (mut branch, mut path) = (&self.root, Vec::new());
        while let Some(node) = branch {
            if *node.key < *key {
                branch = &node.right;
            } else {
                path.push(&**node);
                branch = &node.left;
            }
        }
        Cursor { path }
    }
}

/// A walk in order: the nodes that it has passed on their left.
#[derive(Clone)]
struct Cursor<'a> {
    path: Vec<&'a Node>,
}

impl<'a> Iterator for Cursor<'a> {
    type Item = &'a Erased;

    #[inline(never)]
    fn next(&mut self) -> Option<&'a Erased> {
        let node = self.path.pop()?;
        let mut branch = &node.right;
        while let Some(node) = branch {
            self.path.push(node);
            branch = &node.left;
        }
        Some(&node.entry)
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

impl<K, V> fmt::Debug for Map<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} entries", self.core.length)
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
        self.core.length
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.core.length == 0
    }

    /// The value of a key.
    #[must_use]
    pub fn get<Q: Encode + ?Sized>(&self, key: &Q) -> Option<&V> {
        find(&self.core.root, &bytes(key)).and_then(entry::<K, V>).map(|entry| &entry.value)
    }

    /// Whether a key is there.
    #[must_use]
    pub fn contains_key<Q: Encode + ?Sized>(&self, key: &Q) -> bool {
        find(&self.core.root, &bytes(key)).is_some()
    }

    /// Sets a key's value; the old one, if there was one.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let place = bytes(&key);
        self.core.insert(&place, Arc::new(Entry { key, value })).and_then(Self::value_of)
    }

    /// Takes a key out.
    pub fn remove<Q: Encode + ?Sized>(&mut self, key: &Q) -> Option<V> {
        self.core.remove(&bytes(key)).and_then(Self::value_of)
    }

    fn value_of(erased: Erased) -> Option<V> {
        let entry = erased.downcast::<Entry<K, V>>().ok()?;
        Some(match Arc::try_unwrap(entry) {
            Ok(entry) => entry.value,
            Err(shared) => shared.value.clone(),
        })
    }

    /// Changes the value of a key; false = it is not there.
    pub fn update<Q: Encode + ?Sized>(&mut self, key: &Q, change: impl FnOnce(&mut V)) -> bool {
        let place = bytes(key);
        // Looked for first: what is only read stays shared.
        if find(&self.core.root, &place).is_none() {
            return false;
        }
        let Some(slot) = find_mut(&mut self.core.root, &place) else { return false };
        if Arc::get_mut(slot).is_none()
            && let Some(Entry { key, value }) = entry::<K, V>(slot)
        {
            *slot = Arc::new(Entry { key: key.clone(), value: value.clone() });
        }
        let Some(Entry { value, .. }) = Arc::get_mut(slot).and_then(|entry| entry.downcast_mut::<Entry<K, V>>()) else { return false };
        change(value);
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
        self.iter().next()
    }

    /// The last entry whose key is not above this one.
    #[must_use]
    pub fn up_to(&self, key: &K) -> Option<(&K, &V)> {
        self.core.up_to(&bytes(key)).and_then(entry::<K, V>).map(|entry| (&entry.key, &entry.value))
    }

    /// All entries in order.
    #[must_use]
    pub fn iter(&self) -> Entries<'_, K, V> {
        Entries { cursor: self.core.from(&[]), of: PhantomData }
    }

    /// All entries from a key on.
    pub fn from<Q: Encode + ?Sized>(&self, key: &Q) -> Entries<'_, K, V> {
        Entries { cursor: self.core.from(&bytes(key)), of: PhantomData }
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

impl<'a, K: Encode + Clone + Send + Sync + 'static, V: Clone + Send + Sync + 'static> IntoIterator for &'a Map<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Entries<'a, K, V>;

    fn into_iter(self) -> Entries<'a, K, V> {
        self.iter()
    }
}

/// Entries in order.
pub struct Entries<'a, K, V> {
    cursor: Cursor<'a>,
    of: PhantomData<fn() -> (K, V)>,
}

impl<'a, K: 'static, V: 'static> Iterator for Entries<'a, K, V> {
    type Item = (&'a K, &'a V);

    #[inline(never)]
    fn next(&mut self) -> Option<(&'a K, &'a V)> {
        self.cursor.next().and_then(entry::<K, V>).map(|entry| (&entry.key, &entry.value))
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

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
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
        self.items.get(&(self.front + position as u64))
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
        let from = self.front + position as u64;
        self.items.from(&from).map(|(_, item)| item)
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

    /// As deep as an AVL tree may be, and measured right.
    fn check(branch: &Branch) -> u8 {
        let Some(node) = branch else { return 0 };
        let (left, right) = (check(&node.left), check(&node.right));
        assert!(left.abs_diff(right) < 2 && node.height == left.max(right) + 1);
        node.height
    }

    #[test]
    fn it_does_what_the_standard_map_does_and_leaves_clones_alone() {
        let (mut map, mut model) = (Map::<u64, u64>::new(), std::collections::BTreeMap::new());
        let mut snapshots = Vec::new();
        let mut random = 7_u64;
        for turn in 0..4000_u64 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let key = random >> 33 & 255;
            match random >> 60 {
                0..6 => assert_eq!(map.insert(key, turn), model.insert(key, turn)),
                6..12 => assert_eq!(map.remove(&key), model.remove(&key)),
                _ => {
                    assert_eq!(map.update(&key, |value| *value += 1), model.get_mut(&key).map(|value| *value += 1).is_some());
                }
            }
            check(&map.core.root);
            assert_eq!(map.len(), model.len());
            assert!(map.iter().eq(&model) && map.from(&key).eq(model.range(key..)));
            assert_eq!(map.up_to(&key), model.range(..=key).next_back());
            assert_eq!(map.first(), model.first_key_value());
            if turn % 500 == 0 {
                snapshots.push((map.clone(), model.clone()));
            }
        }
        assert!(snapshots.iter().all(|(map, model)| map.iter().eq(model)));
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
