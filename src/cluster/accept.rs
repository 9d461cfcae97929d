//! In which shape an answer is wanted: as it is, as a table, as metadata alone.
//!
//! Models `apiserver/pkg/endpoints/handlers/negotiation/negotiate.go` and `AllowsMediaTypeTransform` of `handlers/rest.go`.

use super::status::{Refusal, Status};

/// What an answer is turned into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    AsItIs,
    Table,
    Metadata,
    MetadataList,
    /// Of discovery: all groups with all they serve, in one answer.
    Groups,
}

/// A shape, and the `apiVersion` of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    pub(crate) shape: Shape,
    pub(crate) api_version: &'static str,
}

const AS_IT_IS: Format = Format { shape: Shape::AsItIs, api_version: "" };

const META: [&str; 2] = ["meta.k8s.io/v1", "meta.k8s.io/v1beta1"];

/// The shapes that there are: the kind that is asked for, and the versions of it.
const SHAPES: [(&str, Shape, [&str; 2]); 4] = [
    ("Table", Shape::Table, META),
    ("PartialObjectMetadata", Shape::Metadata, META),
    ("PartialObjectMetadataList", Shape::MetadataList, META),
    ("APIGroupDiscoveryList", Shape::Groups, ["apidiscovery.k8s.io/v2", "apidiscovery.k8s.io/v2beta1"]),
];

/// The shape of a kind, for discovery or for anything else.
fn shape(kind: &str, group: &str, version: &str, discovery: bool) -> Option<Format> {
    let asked = format!("{group}/{version}");
    for (name, shape, versions) in SHAPES {
        if name == kind && (shape == Shape::Groups) == discovery {
            let api_version = versions.into_iter().find(|api_version| *api_version == asked)?;
            return Some(Format { shape, api_version });
        }
    }
    None
}

/// The first format of an `Accept` header that can be had. `discovery`: for a list of groups.
pub(crate) fn negotiate(accept: Option<&str>, discovery: bool) -> Result<Format, Refusal> {
    let Some(accept) = accept.filter(|accept| !accept.trim().is_empty()) else { return Ok(AS_IT_IS) };
    let mut best = None;
    for clause in accept.split(',') {
        let liked = quality(clause);
        if let Some(found) = format(clause, discovery)
            && best.is_none_or(|(most, _)| liked > most)
        {
            best = Some((liked, found));
        }
    }
    match best {
        Some((_, (format, true))) => Ok(format),
        Some(_) => Err(Status::not_implemented("answers in YAML or protobuf")),
        None => Err(Status::not_acceptable()),
    }
}

/// What a clause asks for, if there is such a thing, and whether it can be had here.
fn format(clause: &str, discovery: bool) -> Option<(Format, bool)> {
    let mut parts = clause.split(';').map(str::trim);
    let media = parts.next().unwrap_or("");
    let known = matches!(media, "application/json" | "application/*" | "*/*");
    if !known && !matches!(media, "application/yaml" | "application/vnd.kubernetes.protobuf") {
        return None;
    }
    let (mut group, mut version, mut kind) = ("", "", "");
    for part in parts {
        match part.split_once('=').unwrap_or((part, "")) {
            ("as", value) => kind = value,
            ("g", value) => group = value,
            ("v", value) => version = value,
            ("stream", "" | "watch") | ("sv", "") => {}
            ("stream" | "sv", _) => return None,
            _ => {}
        }
    }
    let plain = group.is_empty() && version.is_empty() && kind.is_empty();
    let format = if plain { AS_IT_IS } else { shape(kind, group, version, discovery)? };
    Some((format, known))
}

/// How much a clause is liked, in thousandths: `q=0.5`.
fn quality(clause: &str) -> u32 {
    let mut thousandths = 1000;
    for part in clause.split(';') {
        let Some(value) = part.trim().strip_prefix("q=") else { continue };
        if value.starts_with('0') {
            let mut worth = 100;
            thousandths = 0;
            for digit in value.bytes().skip(2) {
                thousandths += u32::from(digit.wrapping_sub(b'0').min(9)) * worth;
                worth /= 10;
            }
        }
        break;
    }
    thousandths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_shape_that_can_be_had_is_taken() {
        let shape = |accept: &str| negotiate(Some(accept), false).map(|format| (format.shape, format.api_version)).ok();
        let table = "application/json;as=Table;v=v1;g=meta.k8s.io";
        for (accept, expected) in [
            ("", Some((Shape::AsItIs, ""))),
            ("*/*", Some((Shape::AsItIs, ""))),
            ("application/json;stream=watch", Some((Shape::AsItIs, ""))),
            (table, Some((Shape::Table, "meta.k8s.io/v1"))),
            ("application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json", Some((Shape::Table, "meta.k8s.io/v1beta1"))),
            ("application/json;as=Table;v=v2;g=meta.k8s.io,application/json", Some((Shape::AsItIs, ""))),
            ("application/json;as=Chair;v=v1;g=meta.k8s.io", None),
            ("application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io", None),
            ("application/json;q=0.1,application/json;as=Table;v=v1;g=meta.k8s.io", Some((Shape::Table, "meta.k8s.io/v1"))),
            ("text/html, */*", Some((Shape::AsItIs, ""))),
            ("text/html", None),
        ] {
            assert_eq!(shape(accept), expected, "{accept}");
        }
    }
}
