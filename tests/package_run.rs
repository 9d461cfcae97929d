//! The run that the tests of the npm package play in bundlers, in a worker and in Node: it leads to the same world natively.
//!
//! The file is what `save()` gives of the package's README; where views have changed, save it anew.

use reconcile_playground::scenario::{Session, read_text};
use reconcile_playground::world::history::Run;

#[test]
fn the_run_of_the_package_leads_here_too() {
    let session: Session = read_text(include_str!("data/package_run.json")).unwrap();
    let digest = session.digest.clone().expect("it says where it leads");
    assert_eq!(Run::replay(session).unwrap().digest(), digest);
}
