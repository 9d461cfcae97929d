//! Collecting and sorting in one place each.
//!
//! The standard library's `collect` into a map and its sorts are instantiated anew for each type and closure, and each
//! costs kilobytes of wasm. What is collected and sorted here is short. Nothing here takes a `dyn Iterator`, which would
//! bring each iterator's `nth` and `advance_by` along.

use serde_json::{Map, Value};

/// A JSON map of these pairs.
pub fn gather(mut pairs: impl Iterator<Item = (String, Value)>) -> Map<String, Value> {
    fill(&mut || pairs.next())
}

#[inline(never)]
fn fill(next: &mut dyn FnMut() -> Option<(String, Value)>) -> Map<String, Value> {
    let mut map = Map::new();
    while let Some((key, value)) = next() {
        map.insert(key, value);
    }
    map
}

/// Keeps the entries that are wanted. Where one is not, the map is made anew: to take it out of the tree, and to balance
/// that again, is five kilobytes.
#[inline(never)]
pub fn retain(map: &mut Map<String, Value>, wanted: &mut dyn FnMut(&str, &mut Value) -> bool) {
    let mut gone = Vec::new();
    for (key, value) in map.iter_mut() {
        if !wanted(key, value) {
            gone.push(key.clone());
        }
    }
    if gone.is_empty() {
        return;
    }
    let mut next = 0;
    for (key, value) in std::mem::take(map) {
        if gone.get(next) == Some(&key) {
            next += 1;
        } else {
            map.insert(key, value);
        }
    }
}

/// Takes an entry out.
#[inline(never)]
pub fn remove(map: &mut Map<String, Value>, key: &str) -> Option<Value> {
    let mut removed = None;
    if map.contains_key(key) {
        retain(map, &mut |other, value| {
            if other == key {
                removed = Some(value.take());
            }
            other != key
        });
    }
    removed
}

/// Puts a value in, or takes out what is there.
#[inline(never)]
pub fn set(map: &mut Map<String, Value>, key: &str, value: Option<Value>) {
    match value {
        Some(value) => drop(map.insert(key.to_string(), value)),
        None => drop(remove(map, key)),
    }
}

/// Sorts texts.
#[inline(never)]
pub fn sort_texts(texts: &mut [String]) {
    sort(texts, &|left, right| left < right);
}

/// Sorts; equals in any order (heap sort: the standard library's sort is twenty times as large).
pub fn sort<T>(items: &mut [T], goes_before: &dyn Fn(&T, &T) -> bool) {
    let mut length = items.len();
    // While there are roots left each becomes a heap with what is below it; then the largest goes to the end, again and again.
    let mut roots = length / 2;
    while length > 1 {
        if roots > 0 {
            roots -= 1;
        } else {
            length -= 1;
            items.swap(0, length);
        }
        let mut at = roots;
        loop {
            let mut below = 2 * at + 1;
            if below >= length {
                break;
            }
            if below + 1 < length && goes_before(&items[below], &items[below + 1]) {
                below += 1;
            }
            if !goes_before(&items[at], &items[below]) {
                break;
            }
            items.swap(at, below);
            at = below;
        }
    }
}

/// Sorts what is short, keeping the order of equals (insertion sort).
pub fn sort_short<T>(items: &mut [T], goes_before: impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && goes_before(&items[at], &items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sort_sorts() {
        for length in 0..40_u32 {
            let mut items: Vec<u32> = (0..length).map(|n| n * 7 % 11).collect();
            let mut sorted = items.clone();
            sorted.sort_unstable();
            sort(&mut items, &|left, right| left < right);
            assert_eq!(items, sorted);
        }
    }

    #[test]
    fn what_is_taken_out_is_handed_over_and_the_rest_stays() {
        let mut map = gather((0..40).map(|n| (format!("{n:02}"), Value::from(n))));
        assert_eq!((remove(&mut map, "07"), remove(&mut map, "07"), remove(&mut map, "x")), (Some(Value::from(7)), None, None));
        retain(&mut map, &mut |key, value| {
            *value = Value::from(1);
            key.ends_with('1') || key.ends_with('9')
        });
        set(&mut map, "09", None);
        set(&mut map, "a", Some(Value::Null));
        assert_eq!(map.keys().collect::<Vec<_>>(), ["01", "11", "19", "21", "29", "31", "39", "a"]);
        assert_eq!(map["39"], Value::from(1));
    }

    #[test]
    fn a_short_sort_keeps_the_order_of_equals() {
        let mut items = vec![(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd'), (0, 'e')];
        sort_short(&mut items, |left, right| left.0 < right.0);
        assert_eq!(items, [(0, 'e'), (1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
    }
}
