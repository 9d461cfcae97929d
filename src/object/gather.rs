//! Collecting and sorting in one place each.
//!
//! The standard library's `collect` into a map and its sorts are instantiated anew for each type and closure, and each
//! costs kilobytes of wasm. What is collected and sorted here is short.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// A JSON map of these pairs.
#[inline(never)]
pub fn gather(pairs: &mut dyn Iterator<Item = (String, Value)>) -> Map<String, Value> {
    let mut map = Map::new();
    for (key, value) in pairs {
        map.insert(key, value);
    }
    map
}

/// A map of texts.
#[inline(never)]
pub fn gather_texts(pairs: &mut dyn Iterator<Item = (String, String)>) -> BTreeMap<String, String> {
    let mut map = BTreeMap::new();
    for (key, value) in pairs {
        map.insert(key, value);
    }
    map
}

/// Sorts texts.
#[inline(never)]
pub fn sort_texts(texts: &mut [String]) {
    texts.sort_unstable();
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
    fn a_short_sort_keeps_the_order_of_equals() {
        let mut items = vec![(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd'), (0, 'e')];
        sort_short(&mut items, |left, right| left.0 < right.0);
        assert_eq!(items, [(0, 'e'), (1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
    }
}
