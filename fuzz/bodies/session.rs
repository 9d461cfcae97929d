//! A text that may be a session or a scenario, played. Nothing panics, every error names a field that could stand there,
//! and what was played can be saved and replayed to the same end.

use reconcile_playground::scenario::{Error, Scenario, Session, read_text};
use reconcile_playground::world::history::Run;

/// How far a world is played that somebody thought up.
const MOVES: u64 = 200;

/// Plays what the bytes say.
///
/// # Panics
///
/// If anything does not hold.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match read_text::<Session>(&text).and_then(Run::replay) {
        Ok(run) => comes_back(&run),
        Err(error) => is_clean(&error),
    }
    match read_text::<Scenario>(&text).and_then(Run::new) {
        Ok(mut run) => {
            run.settle(Some(MOVES), None).unwrap_or_else(|error| panic!("{error}"));
            comes_back(&run);
        }
        Err(error) => is_clean(&error),
    }
}

fn comes_back(run: &Run) {
    let saved = run.save().to_value().to_string();
    let again = read_text::<Session>(&saved).and_then(Run::replay);
    match again {
        Ok(again) => assert_eq!(again.digest(), run.digest(), "{saved}"),
        Err(error) => panic!("{error} at {}: {saved}", error.path),
    }
    let _ = run.view(reconcile_playground::world::view::Wish::default());
}

fn is_clean(error: &Error) {
    assert!(!error.message.is_empty() && !error.code.name().is_empty(), "{error:?}");
    assert!(error.path.is_empty() || error.path.starts_with('/'), "{error:?}");
}
