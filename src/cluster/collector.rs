//! The garbage collector.
/// x
#[derive(Clone, Debug, Default)] pub struct Collector;
/// x
#[derive(Clone, Debug)] pub enum Collected {
    /// x
    Idle }
