//! **reconcile-playground**: a Kubernetes control plane and a controller as one deterministic transition system.

#![forbid(unsafe_code)]

pub mod cluster;
pub mod object;
