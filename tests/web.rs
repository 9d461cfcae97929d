//! In a browser: the boundary, and that a run leads where it leads natively.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::cast_precision_loss)] // positions are small

#[path = "common/random.rs"]
mod random;

use js_sys::{Function, JSON, Object, Reflect};
use reconcile_playground::wasm::{Playground, version};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

/// What the native test found.
const DIGESTS: &str = include_str!("data/digests.txt");

fn js(text: &str) -> JsValue {
    JSON::parse(text).expect("fine JSON")
}

fn get(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, key| Reflect::get(&value, &key.into()).unwrap_or(JsValue::UNDEFINED))
}

fn text(value: &JsValue, path: &str) -> String {
    get(value, path).as_string().unwrap_or_else(|| panic!("no text at {path}"))
}

fn playground() -> Playground {
    Playground::new(js(r#"{"version":1}"#).unchecked_into()).unwrap_or_else(|_| panic!("a fine scenario"))
}

fn web() -> &'static str {
    r#"{"edit":{"object":{"apiVersion":"lab.example.com/v1","kind":"AppConfig","metadata":{"name":"web"},"spec":{"data":{"color":"blue"}}}}}"#
}

/// The code and the path of what playing this throws; and that nothing has changed.
fn refused(play: &JsValue) -> (String, String) {
    let mut playground = playground();
    let digest = playground.digest();
    let Err(error) = playground.play(play.clone().unchecked_into()) else { panic!("it was taken: {play:?}") };
    assert!(error.is_instance_of::<js_sys::Error>());
    assert_eq!(text(&error, "name"), "PlaygroundError");
    assert!(!text(&error, "message").is_empty());
    assert_eq!(playground.digest(), digest);
    (text(&error, "code"), text(&error, "path"))
}

#[wasm_bindgen_test]
fn two_hundred_random_runs_lead_where_they_lead_natively() {
    for (seed, expected) in DIGESTS.lines().enumerate() {
        assert_eq!(random::some_run(seed as u64, 200).digest(), expected, "seed {seed}");
    }
}

#[wasm_bindgen_test]
fn the_version_names_the_recorded_release() {
    let version = version().unwrap_or_else(|_| panic!("a version"));
    assert_eq!(text(&version, "kubernetes"), "1.36.2");
    assert_eq!(text(&version, "playground"), env!("CARGO_PKG_VERSION"));
}

#[wasm_bindgen_test]
fn a_run_goes_from_an_edit_to_a_child() {
    let mut playground = playground();
    let facts = playground.play(js(web()).unchecked_into()).unwrap();
    assert!(js_sys::Array::is_array(&facts));
    let settled = playground.settle(None).unwrap();
    assert_eq!(get(&settled, "quiet"), JsValue::TRUE);
    assert_eq!(get(&settled, "passes").as_f64(), Some(2.0));
    assert_eq!(get(&settled, "loop"), JsValue::NULL);
    assert_eq!(get(&settled, "nextDue"), JsValue::NULL);
    let child = playground.object(js(r#"{"kind":"ConfigMap","name":"web-config"}"#).unchecked_into()).unwrap();
    assert_eq!(text(&child, "data.color"), "blue");
    let none = playground.object(js(r#"{"kind":"ConfigMap","name":"other"}"#).unchecked_into()).unwrap();
    assert!(none.is_undefined());
    let view = playground.view(None).unwrap();
    assert_eq!(get(&view, "length").as_f64(), Some(playground.length() as f64));
    let moves = playground.moves(Some(js(r#"{"faults":true}"#).unchecked_into())).unwrap();
    assert!(js_sys::Array::is_array(&moves));
}

#[wasm_bindgen_test]
fn a_session_crosses_and_comes_back() {
    let mut playground = playground();
    playground.play(js(web()).unchecked_into()).unwrap();
    playground.settle(None).unwrap();
    let saved = playground.save().unwrap();
    let replayed = Playground::replay(saved).unwrap_or_else(|_| panic!("it replays"));
    assert_eq!(replayed.digest(), playground.digest());
    let mut fork = replayed.fork();
    fork.goto(&JsValue::from(2)).unwrap();
    assert_eq!(fork.position(), 2);
    assert_eq!(replayed.position(), playground.position());
    assert_eq!(get(&playground.trace(None, None).unwrap(), "length").as_f64(), Some(playground.position() as f64));
}

#[wasm_bindgen_test]
fn a_request_is_answered_and_a_read_is_not_recorded() {
    let mut playground = playground();
    playground.play(js(web()).unchecked_into()).unwrap();
    let length = playground.length();
    let path = "/apis/lab.example.com/v1/namespaces/default/appconfigs/web";
    let response = playground.request(js(&format!(r#"{{"method":"GET","path":"{path}"}}"#)).unchecked_into()).unwrap();
    assert_eq!(get(&response, "code").as_f64(), Some(200.0));
    assert_eq!(text(&response, "body.spec.data.color"), "blue");
    assert_eq!(playground.length(), length);
    let response = playground.request(js(&format!(r#"{{"method":"DELETE","path":"{path}x"}}"#)).unchecked_into()).unwrap();
    assert_eq!(get(&response, "code").as_f64(), Some(404.0));
    assert_eq!(text(&response, "body.reason"), "NotFound");
    assert_eq!(playground.length(), length + 1);
}

#[wasm_bindgen_test]
fn what_is_no_json_is_refused_cleanly() {
    let cyclic = Object::new();
    Reflect::set(&cyclic, &"self".into(), &cyclic).unwrap();
    assert_eq!(refused(&cyclic).0, "invalid");

    let deep = Function::new_no_args("let v = {}; for (let i = 0; i < 100000; i++) v = { a: v }; return v;").call0(&JsValue::NULL).unwrap();
    assert_eq!(refused(&deep).0, "invalid");

    let throws = Function::new_no_args("return { get edit() { throw new TypeError('no') } };").call0(&JsValue::NULL).unwrap();
    assert_eq!(refused(&throws).0, "invalid");

    let big = Function::new_no_args("return { advance: { by: 1n } };").call0(&JsValue::NULL).unwrap();
    assert_eq!(refused(&big).0, "invalid");

    for nothing in [JsValue::UNDEFINED, JsValue::NULL, JsValue::from(1), JsValue::from("x"), JsValue::from(js_sys::Array::new())] {
        assert_eq!(refused(&nothing).0, "invalid");
    }
    let function = Function::new_no_args("return () => 1;").call0(&JsValue::NULL).unwrap();
    assert_eq!(refused(&function).0, "invalid");
    let surrogate = Function::new_no_args(
        "return { edit: { object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: '\\ud800' } } } };",
    );
    assert_eq!(refused(&surrogate.call0(&JsValue::NULL).unwrap()).0, "invalid");
}

#[wasm_bindgen_test]
fn numbers_that_cannot_be_kept_are_refused_with_their_path() {
    let make = |body: &str| Function::new_no_args(&format!("return {body};")).call0(&JsValue::NULL).unwrap();
    assert_eq!(refused(&make("{ advance: { by: NaN } }")), ("invalid".into(), "/advance/by".into()));
    assert_eq!(refused(&make("{ advance: { by: Infinity } }")), ("invalid".into(), "/advance/by".into()));
    assert_eq!(refused(&make("{ edit: { object: { a: [1, NaN] } } }")), ("invalid".into(), "/edit/object/a/1".into()));
    assert_eq!(refused(&make("{ edit: { object: { a: 9007199254740993 } } }")), ("tooLarge".into(), "/edit/object/a".into()));
    assert_eq!(refused(&make("{ edit: { object: { a: -1e300 } } }")), ("tooLarge".into(), "/edit/object/a".into()));
    assert_eq!(refused(&make("{ advance: { by: 1.5 } }")), ("invalid".into(), "/advance/by".into()));
    assert_eq!(refused(&make("{ advance: { by: -1 } }")), ("invalid".into(), "/advance/by".into()));
}

#[wasm_bindgen_test]
fn proto_and_constructor_are_keys_like_any_other() {
    let mut playground = playground();
    let play = JSON::parse(
        r#"{"edit":{"object":{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"constructor":"y","toString":"z"}}}}"#,
    )
    .unwrap();
    playground.play(play.unchecked_into()).unwrap();
    let map = playground.object(js(r#"{"kind":"ConfigMap","name":"a"}"#).unchecked_into()).unwrap();
    assert_eq!(text(&map, "data.constructor"), "y");

    let kinds = r#"{"version":1,"kinds":[{"group":"g.example.com","version":"v1","kind":"Thing","plural":"things"}],"controllers":[]}"#;
    let mut playground = Playground::new(js(kinds).unchecked_into()).unwrap_or_else(|_| panic!("a fine scenario"));
    let play = JSON::parse(
        r#"{"edit":{"object":{"apiVersion":"g.example.com/v1","kind":"Thing","metadata":{"name":"a"},"spec":{"__proto__":{"x":1}}}}}"#,
    )
    .unwrap();
    playground.play(play.unchecked_into()).unwrap();
    let thing = playground.object(js(r#"{"kind":"Thing","name":"a"}"#).unchecked_into()).unwrap();
    assert_eq!(JSON::stringify(&get(&thing, "spec")).unwrap().as_string().unwrap(), r#"{"__proto__":{"x":1}}"#);
}

#[wasm_bindgen_test]
fn undefined_is_left_out_and_options_are_checked() {
    let mut playground = playground();
    let play = Function::new_no_args("return { deliver: { controller: undefined, kind: 'AppConfig' } };").call0(&JsValue::NULL).unwrap();
    playground.play(play.unchecked_into()).unwrap();
    for bad in [r#"{"limit":-1}"#, r#"{"limit":1.5}"#, r#"{"limt":1}"#, r#"{"limit":1e15}"#, r#"{"until":"x"}"#] {
        assert!(playground.settle(Some(js(bad).unchecked_into())).is_err(), "{bad}");
    }
    assert!(playground.moves(Some(js(r#"{"fault":true}"#).unchecked_into())).is_err());
    for bad in [-1.0, 0.5, f64::NAN, f64::INFINITY, 1e12, 9.0] {
        let Err(error) = playground.goto(&JsValue::from(bad)) else { panic!("{bad}") };
        assert_eq!(text(&error, "name"), "PlaygroundError");
    }
    for bad in [JsValue::NULL, JsValue::UNDEFINED, JsValue::from("0")] {
        assert!(playground.goto(&bad).is_err());
    }
    assert_eq!(playground.position(), 1);
}
