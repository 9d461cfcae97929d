//! **reconcile-playground**: a Kubernetes control plane and a controller as one deterministic transition system.

#![forbid(unsafe_code)]

pub mod check;
pub mod cluster;
pub mod controller;
pub mod habits;
pub mod object;
pub mod outside;
pub mod persist;
pub mod reconcile;
pub mod scenario;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
pub mod world;

/// The version of this engine.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The Kubernetes release whose recorded answers are the oracle.
pub const KUBERNETES: &str = "1.36.2";
