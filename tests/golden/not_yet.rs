//! Steps of the recordings that the cluster cannot do yet.

/// (case, step, why)
#[rustfmt::skip]
pub const NOT_YET: &[(&str, u64, &str)] = &[
    ("11", 19, "bodies in YAML"),
    ("11", 20, "bodies in YAML"),
    ("11", 21, "bodies in YAML"),
    ("11", 28, "the ConfigMap came as YAML"),
    ("11", 29, "the ConfigMap came as YAML"),

];
