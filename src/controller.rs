//! One controller process: what it knows, and what it forgets when it dies.

pub mod limiter;
pub mod queue;
