//! Which room of the crate knows which, kept by reading the sources: a room knows only those that stand above it here.
#![cfg(not(target_arch = "wasm32"))]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Each room with the rooms it may name. What stands on the right stands above as a room of its own, so that there is no
/// way around in a circle.
///
/// `scenario` is what a person hands in: plain data, without the world that it makes. The reconcile core knows neither the
/// controller that runs it, nor the world, nor the page; `controller` knows what a pass is made of.
const ROOMS: [(&str, &[&str]); 11] = [
    ("persist", &[]),
    ("object", &["persist"]),
    ("habits", &["object"]),
    ("outside", &["persist", "object"]),
    ("cluster", &["persist", "object"]),
    ("reconcile", &["object", "habits", "outside", "cluster"]),
    ("controller", &["persist", "object", "habits", "outside", "cluster", "reconcile"]),
    ("scenario", &["object", "habits", "outside", "cluster"]),
    ("world", &["persist", "object", "habits", "outside", "cluster", "reconcile", "controller", "scenario"]),
    ("check", &["object", "habits", "cluster", "reconcile", "controller", "scenario", "world"]),
    ("wasm", &["object", "habits", "outside", "cluster", "reconcile", "controller", "scenario", "world", "check"]),
];

/// What stands in `lib.rs` itself.
const OF_THE_CRATE: [&str; 2] = ["VERSION", "KUBERNETES"];

/// Only the boundary knows JavaScript.
const JAVASCRIPT: [&str; 4] = ["wasm_bindgen", "js_sys", "web_sys", "console_error_panic_hook"];

#[test]
fn each_room_knows_only_those_above_it() {
    let faults: Vec<String> =
        sources().iter().flat_map(|source| faults_in(&source.room, source.depth, &source.name, &source.code)).collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn every_room_has_a_place_in_the_table() {
    let rooms: BTreeSet<String> = sources().into_iter().map(|source| source.room).filter(|room| room != "lib").collect();
    let table: BTreeSet<String> = ROOMS.iter().map(|(room, _)| (*room).to_string()).collect();
    assert!(rooms.is_subset(&table), "not in the table: {:?}", rooms.difference(&table).collect::<Vec<_>>());
}

#[test]
fn no_room_comes_back_to_itself() {
    let mut above = BTreeSet::new();
    for (room, knows) in ROOMS {
        assert!(knows.iter().all(|known| above.contains(known)), "{room} names a room that stands below it");
        above.insert(room);
    }
}

#[test]
fn a_breach_is_found_however_it_is_written() {
    let breaches = [
        ("reconcile", 2, "use crate::world::World;"),
        ("reconcile", 2, "use crate::{object::Ref, world::{World, view}};"),
        ("reconcile", 2, "fn f() -> crate::world::World { todo!() }"),
        ("reconcile", 2, "use super::super::world::World;"),
        ("reconcile", 1, "use super::world;"),
        ("reconcile", 1, "use super::{object, world};"),
        ("reconcile", 1, "mod tests { use super::super::world::World; }"),
        ("object", 2, "use crate::cluster;"),
        ("world", 2, "use crate::wasm::Playground;"),
        ("world", 2, "let now = js_sys::Date::now();"),
        ("cluster", 2, "use crate::somewhere::Thing;"),
        ("cluster", 2, "use reconcile_playground::world::World;"),
    ];
    for (room, depth, code) in breaches {
        assert_eq!(faults_in(room, depth, "test", code).len(), 1, "{code}");
    }
    let fine = [
        ("reconcile", 2, "use crate::reconcile::diff; use crate::object::Ref; use super::Ask;"),
        ("reconcile", 2, "use super::super::object::Ref;"),
        ("reconcile", 2, "/// As [`crate::world`] says. /* not */\n// crate::world\n/* use crate::world; */ /** crate::world */"),
        ("reconcile", 2, "let words = \"crate::world\";"),
        ("wasm", 1, "use wasm_bindgen::prelude::*; use crate::VERSION;"),
    ];
    for (room, depth, code) in fine {
        assert_eq!(faults_in(room, depth, "test", &bare(code)), Vec::<String>::new(), "{code}");
    }
}

/// `canonical_text`, digests and the page rely on sorted keys and on numbers as numbers; a dependency could switch either
/// off for the whole crate.
#[test]
fn no_dependency_changes_how_json_is_kept() {
    let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("it is JSON").to_string();
    assert_eq!(read(r#"{"b":1,"a":{"d":1,"c":1}}"#), r#"{"a":{"c":1,"d":1},"b":1}"#, "serde_json/preserve_order is on");
    assert_eq!(read("1e0"), "1.0", "serde_json/arbitrary_precision is on");
}

struct Source {
    name: String,
    /// The module right below the crate's root that it belongs to.
    room: String,
    /// How many modules lie between it and the crate's root: 1 for `src/object.rs`, 2 for `src/object/time.rs`.
    depth: usize,
    code: String,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        let mut entries: Vec<PathBuf> =
            std::fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
        entries.sort();
        for path in entries {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let below = path.strip_prefix(&root).expect("below src").with_extension("");
                let modules: Vec<&str> = below.iter().map(|step| step.to_str().expect("UTF-8")).filter(|step| *step != "mod").collect();
                sources.push(Source {
                    name: format!("src/{}.rs", below.display()),
                    room: modules[0].to_string(),
                    depth: modules.len(),
                    code: bare(&std::fs::read_to_string(&path).expect("a source")),
                });
            }
        }
    }
    assert!(sources.len() > 10, "the sources are found");
    sources
}

/// The code without its comments and with empty strings.
fn bare(code: &str) -> String {
    let mut rest = code;
    let mut kept = String::new();
    while let Some(next) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if next == '"' {
            kept.push_str("\"\"");
            string_length(rest)
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\\"'") {
            rest[1..].find('\'').map_or(1, |end| end + 2)
        } else {
            kept.push(next);
            next.len_utf8()
        };
        rest = &rest[skipped..];
    }
    kept
}

/// From one quotation mark to the one that ends the string. A raw string with a quotation mark in it ends too early, which
/// shows code that is none: at worst a fault too many.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, next) in text.char_indices().skip(1) {
        match next {
            '\\' if !escaped => escaped = true,
            '"' if !escaped => return at + 1,
            _ => escaped = false,
        }
    }
    text.len()
}

/// What a source of a room names and should not.
fn faults_in(room: &str, depth: usize, name: &str, code: &str) -> Vec<String> {
    let knows: BTreeMap<&str, &[&str]> = ROOMS.into_iter().collect();
    let mut faults = Vec::new();
    for named in named_from_the_root(code, depth) {
        let is_room = knows.contains_key(named.name.as_str());
        // `super::super` in a module of tests may or may not reach the root: only the name of a room is one there.
        if room == "lib" || named.name == room || OF_THE_CRATE.contains(&named.name.as_str()) || (named.guessed && !is_room) {
            continue;
        }
        if !is_room {
            faults.push(format!("{name} names crate::{}, which has no place in the table of rooms", named.name));
        } else if !knows.get(room).is_some_and(|known| known.contains(&named.name.as_str())) {
            faults.push(format!("{name} is in {room} and names crate::{}, which {room} must not know", named.name));
        }
    }
    for package in JAVASCRIPT {
        if room != "wasm" && words(code).any(|word| word == package) {
            faults.push(format!("{name} names {package}: only src/wasm.rs knows JavaScript"));
        }
    }
    faults
}

struct Named {
    name: String,
    guessed: bool,
}

/// The names that stand right behind the crate's root, be it called `crate`, by the crate's own name, or by as many `super`
/// as it takes from a module of this depth, and from one inside it.
fn named_from_the_root(code: &str, depth: usize) -> Vec<Named> {
    let upwards = |times: usize| vec!["super"; times].join("::");
    let roots = [("crate".to_string(), false), ("reconcile_playground".into(), false), (upwards(depth), true), (upwards(depth + 1), true)];
    let mut named = Vec::new();
    for (root, guessed) in roots {
        for (at, _) in code.match_indices(&format!("{root}::")) {
            let before = &code[..at];
            if before.ends_with(is_part_of_a_word) || before.ends_with("::") {
                continue;
            }
            let behind = &code[at + root.len() + 2..];
            named.extend(first_names(behind).into_iter().map(|name| Named { name, guessed }));
        }
    }
    named
}

/// The first step of what a path or a group of paths names: `a` of `a::b`; `a` and `c` of `{a::b, c::{d, e}}`.
fn first_names(path: &str) -> Vec<String> {
    let leading = |text: &str| text.trim_start().chars().take_while(|next| is_part_of_a_word(*next)).collect::<String>();
    let Some(group) = path.strip_prefix('{') else {
        return Vec::from_iter(Some(leading(path)).filter(|name| !name.is_empty() && name != "super"));
    };
    let mut names = vec![leading(group)];
    let mut open = 1;
    for (at, next) in group.char_indices() {
        match next {
            '{' => open += 1,
            '}' => open -= 1,
            ',' if open == 1 => names.push(leading(&group[at + 1..])),
            _ => {}
        }
        if open == 0 {
            break;
        }
    }
    names.retain(|name| !name.is_empty() && name != "self");
    names
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|next| !is_part_of_a_word(next)).filter(|word| !word.is_empty())
}

fn is_part_of_a_word(next: char) -> bool {
    next.is_alphanumeric() || next == '_'
}
