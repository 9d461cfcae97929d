//! Rules for names and metadata that hold for every kind.
//!
//! Models `apimachinery/pkg/api/validation/objectmeta.go` and `apimachinery/pkg/util/validation/validation.go`.

use super::fault::{Faults, FieldFault};
use super::status::quoted;
use crate::object::text::{behind_last, has, joined};
use crate::object::{Metadata, OwnerReference, Record, Texts, canonical_text, list, sort_texts};

/// What a name must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameRule {
    /// `example.com`
    Subdomain,
    /// `my-name`
    Label,
    /// Anything that can stand in a path.
    PathSegment,
}

const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const QUALIFIED: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const CONFIG_KEY: &str = "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

/// All annotations of an object together, in bytes.
const ANNOTATIONS: usize = 256 * 1024;

impl NameRule {
    pub(crate) fn faults(self, name: &str) -> Vec<String> {
        let mut faults = Vec::new();
        match self {
            NameRule::Subdomain => {
                if name.len() > 253 {
                    say(&mut faults, "must be no more than 253 characters");
                }
                if !is_subdomain(name, usize::MAX) {
                    say(&mut faults, SUBDOMAIN);
                }
            }
            NameRule::Label => {
                if name.len() > 63 {
                    say(&mut faults, "must be no more than 63 bytes");
                }
                if !is_label(name) {
                    say(&mut faults, LABEL);
                }
            }
            NameRule::PathSegment => {
                if matches!(name, "." | "..") {
                    faults.push(format!("may not be '{name}'"));
                }
                for part in b"/%" {
                    if has(name, *part) {
                        faults.push(format!("may not contain '{}'", char::from(*part)));
                    }
                }
            }
        }
        faults
    }

    /// The same for a prefix, to which a suffix will come.
    fn prefix_faults(self, prefix: &str) -> Vec<String> {
        match prefix.strip_suffix("-") {
            Some(start) if !start.is_empty() => self.faults(&format!("{start}a")),
            _ => self.faults(prefix),
        }
    }
}

#[inline(never)]
fn say(faults: &mut Vec<String>, fault: &str) {
    faults.push(fault.to_string());
}

/// Whether a text is made of labels of no more than so many bytes.
#[inline(never)]
pub(crate) fn is_subdomain(text: &str, longest: usize) -> bool {
    text.split('.').all(|label| label.len() <= longest && is_label(label))
}

pub(crate) fn is_label(text: &str) -> bool {
    consists(text, false, b"-", true)
}

fn is_qualified(text: &str) -> bool {
    consists(text, true, b"-_.", true)
}

/// Whether a text consists of letters, digits and `others`, which do not stand at its ends if it is bounded.
#[inline(never)]
fn consists(text: &str, upper: bool, others: &[u8], is_bounded: bool) -> bool {
    let last = text.len().saturating_sub(1);
    for (at, byte) in text.as_bytes().iter().enumerate() {
        let is_plain = byte.is_ascii_lowercase() || byte.is_ascii_digit() || (upper && byte.is_ascii_uppercase());
        let is_inside = !is_bounded || (at > 0 && at < last);
        let is_other = is_inside && others.contains(byte);
        if !is_plain && !is_other {
            return false;
        }
    }
    !text.is_empty()
}

/// Models `content.IsQualifiedName`.
pub(crate) fn qualified_name_faults(name: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let part = match name.split_once('/') {
        None => name,
        Some((_, rest)) if has(rest, b'/') => {
            return vec![format!("a qualified name {QUALIFIED} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')")];
        }
        Some((prefix, rest)) => {
            if prefix.is_empty() {
                say(&mut faults, "prefix part must be non-empty");
            } else {
                for fault in NameRule::Subdomain.faults(prefix) {
                    faults.push(format!("prefix part {fault}"));
                }
            }
            rest
        }
    };
    if part.is_empty() {
        say(&mut faults, "name part must be non-empty");
    } else if part.len() > 63 {
        say(&mut faults, "name part must be no more than 63 bytes");
    }
    if !is_qualified(part) {
        faults.push(format!("name part {QUALIFIED}"));
    }
    faults
}

/// What is wrong with a key of a ConfigMap or Secret.
pub(crate) fn config_key_faults(key: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if key.len() > 253 {
        say(&mut faults, "must be no more than 253 characters");
    }
    if !consists(key, true, b"-._", false) {
        say(&mut faults, CONFIG_KEY);
    }
    match key {
        "." | ".." => faults.push(format!("must not be '{key}'")),
        _ if key.starts_with("..") => say(&mut faults, "must not start with '..'"),
        _ => {}
    }
    faults
}

/// Rules for the metadata of any object, new or not.
///
/// Models `ValidateObjectMetaAccessor`.
pub(crate) fn metadata(metadata: &Metadata, namespaced: bool, rule: NameRule) -> Vec<FieldFault> {
    let mut faults = Vec::new();
    if let Some(prefix) = &metadata.generate_name {
        refuse(&mut faults, "metadata.generateName", prefix, &rule.prefix_faults(prefix));
    }
    if metadata.name.is_empty() {
        faults.required("metadata.name", "name or generateName is required");
    } else {
        refuse(&mut faults, "metadata.name", &metadata.name, &rule.faults(&metadata.name));
    }
    match (namespaced, &metadata.namespace) {
        (true, None) => faults.required("metadata.namespace", ""),
        (true, Some(namespace)) => refuse(&mut faults, "metadata.namespace", namespace, &NameRule::Label.faults(namespace)),
        (false, Some(_)) => faults.forbidden("metadata.namespace", "not allowed on this type"),
        (false, None) => {}
    }
    if metadata.generation < 0 {
        faults.invalid("metadata.generation", &metadata.generation.into(), "must be greater than or equal to 0");
    }
    common(metadata, &mut faults);
    finalizers(&metadata.finalizers, &mut faults);
    faults
}

/// Rules for a change of metadata.
///
/// Models `ValidateObjectMetaAccessorUpdate`.
pub(crate) fn metadata_update(new: &Metadata, old: &Metadata) -> Vec<FieldFault> {
    let mut faults = Vec::new();
    if old.deletion.is_some() {
        let fresh = fresh(&new.finalizers, &old.finalizers);
        if !fresh.is_empty() {
            let list = joined(fresh.iter().map(|name| quoted(name)), ", ");
            let detail = format!("no new finalizers can be added if the object is being deleted, found new finalizers []string{{{list}}}");
            faults.forbidden("metadata.finalizers", &detail);
        }
    }
    let mut immutable = |field: &str, is_text: bool, is_same: bool| {
        if !is_same {
            let mut value = Record::of(new.to_value()).take(field);
            if is_text && value.is_null() {
                value = "".into();
            }
            faults.invalid(&format!("metadata.{field}"), &value, "field is immutable");
        }
    };
    immutable("name", true, new.name == old.name);
    immutable("namespace", true, new.namespace == old.namespace);
    immutable("uid", true, new.uid == old.uid);
    immutable("creationTimestamp", false, new.creation == old.creation);
    immutable("deletionTimestamp", false, new.deletion == old.deletion);
    immutable("deletionGracePeriodSeconds", false, new.deletion_grace_seconds == old.deletion_grace_seconds);
    common(new, &mut faults);
    faults
}

fn common(metadata: &Metadata, faults: &mut Vec<FieldFault>) {
    for (key, value) in &metadata.labels {
        refuse(faults, "metadata.labels", key, &qualified_name_faults(key));
        refuse(faults, "metadata.labels", value, &label_value_faults(value));
    }
    annotations(&metadata.annotations, faults);
    owner_references(&metadata.owner_references, faults);
}

pub(crate) fn label_value_faults(value: &str) -> Vec<String> {
    let mut faults = Vec::new();
    if value.len() > 63 {
        say(&mut faults, "must be no more than 63 bytes");
    }
    if !value.is_empty() && !is_qualified(value) {
        say(&mut faults, LABEL_VALUE);
    }
    faults
}

/// Adds what is wrong with one text.
#[inline(never)]
pub(crate) fn refuse(faults: &mut Vec<FieldFault>, field: &str, text: &str, messages: &[String]) {
    for message in messages {
        faults.invalid_text(field, text, message);
    }
}

fn annotations(annotations: &Texts, faults: &mut Vec<FieldFault>) {
    for key in annotations.keys() {
        // The rule for labels, but for the case of letters.
        refuse(faults, "metadata.annotations", key, &qualified_name_faults(&key.to_ascii_lowercase()));
    }
    let mut size = 0;
    for (key, value) in annotations {
        size += key.len() + value.len();
    }
    if size > ANNOTATIONS {
        faults.too_long("metadata.annotations", ANNOTATIONS);
    }
}

fn owner_references(owners: &[OwnerReference], faults: &mut Vec<FieldFault>) {
    let mut controller: Option<&OwnerReference> = None;
    for owner in owners {
        let version = behind_last(&owner.api_version, b'/');
        let slashes = owner.api_version.bytes().filter(|byte| *byte == b'/').count();
        if version.is_empty() || slashes > 1 {
            faults.invalid_text("metadata.ownerReferences.apiVersion", &owner.api_version, "version must not be empty");
        }
        let mut demand = |field: &str, text: &str| {
            if text.is_empty() {
                faults.invalid_text(&format!("metadata.ownerReferences.{field}"), "", "must not be empty");
            }
        };
        demand("kind", &owner.kind);
        demand("name", &owner.name);
        demand("uid", &owner.uid);
        if owner.kind == "Event" && matches!(owner.api_version.as_str(), "v1" | "events.k8s.io/v1") {
            let detail = if owner.api_version == "v1" { "/v1, Kind=Event" } else { "events.k8s.io/v1, Kind=Event" };
            faults.invalid("metadata.ownerReferences", &owner.to_value(), &format!("{detail} is disallowed from being an owner"));
        }
        match (owner.controller, controller) {
            (Some(true), None) => controller = Some(owner),
            (Some(true), Some(first)) => {
                let detail = format!(
                    "Only one reference can have Controller set to true. Found \"true\" in references for {}/{} and {}/{}",
                    first.kind, first.name, owner.kind, owner.name
                );
                faults.printed("metadata.ownerReferences", &in_go_order(owners), &detail);
            }
            _ => {}
        }
    }
}

/// A list of references as Go writes it: in the order in which the struct has its fields.
fn in_go_order(owners: &[OwnerReference]) -> String {
    let text = |owner: &OwnerReference| {
        let value = owner.to_value();
        let fields = ["apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"];
        let pairs = fields.iter().filter_map(|field| Some(format!("\"{field}\":{}", canonical_text(value.get(*field)?))));
        format!("{{{}}}", joined(pairs, ","))
    };
    format!("[{}]", joined(owners.iter().map(text), ","))
}

fn finalizers(names: &[String], faults: &mut Vec<FieldFault>) {
    for name in names {
        refuse(faults, "metadata.finalizers", name, &qualified_name_faults(name));
    }
    let has = |wanted: &str| names.iter().any(|name| name == wanted);
    if has("orphan") && has("foregroundDeletion") {
        faults.invalid(
            "metadata.finalizers",
            &list(names.iter().map(|name| name.as_str().into())),
            "finalizer orphan and foregroundDeletion cannot be both set",
        );
    }
}

/// A finalizer of a built-in kind has a domain or is one of Kubernetes' own.
pub(crate) fn standard_finalizers(names: &[String]) -> Vec<FieldFault> {
    let mut faults = Vec::new();
    for (index, name) in names.iter().enumerate() {
        standard_finalizer(&format!("metadata.finalizers[{index}]"), name, &mut faults);
    }
    faults
}

/// Models `kubernetes/pkg/apis/core/validation/validation.go` `validateKubeFinalizerName`.
fn standard_finalizer(field: &str, name: &str, faults: &mut Vec<FieldFault>) {
    if !has(name, b'/') && !is_standard(name) {
        let detail = "name is neither a standard finalizer name nor is it fully qualified";
        faults.invalid_text(field, name, detail);
    }
}

/// Models `kubernetes/pkg/apis/core/validation/validation.go` `validateFinalizerName`.
pub(crate) fn finalizer_name(field: &str, name: &str, faults: &mut Vec<FieldFault>) {
    refuse(faults, field, name, &qualified_name_faults(name));
    standard_finalizer(field, name, faults);
}

/// A custom resource may have a finalizer without a domain, but is warned.
///
/// Models `apiextensions-apiserver/pkg/registry/customresource/strategy.go` `generateWarningsFromObj`.
pub(crate) fn finalizer_warnings(new: &[String], old: &[String]) -> Vec<String> {
    let mut warnings = Vec::new();
    for name in fresh(new, old) {
        if !is_standard(&name) && !has(&name, b'/') {
            let detail = "prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers";
            warnings.push(format!("metadata.finalizers: {}: {detail}", quoted(&name)));
        }
    }
    warnings
}

/// The new names, sorted and each once.
#[inline(never)]
fn fresh(new: &[String], old: &[String]) -> Vec<String> {
    let mut fresh: Vec<String> = Vec::new();
    for name in new {
        if !old.contains(name) && !fresh.contains(name) {
            fresh.push(name.clone());
        }
    }
    sort_texts(&mut fresh);
    fresh
}

fn is_standard(name: &str) -> bool {
    matches!(name, "kubernetes" | "orphan" | "foregroundDeletion")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_judged_by_their_rule() {
        for (name, subdomain, label) in
            [("a", true, true), ("a.b", true, false), ("a..b", false, false), ("-a", false, false), ("A", false, false), ("", false, false)]
        {
            assert_eq!(NameRule::Subdomain.faults(name).is_empty(), subdomain, "{name}");
            assert_eq!(NameRule::Label.faults(name).is_empty(), label, "{name}");
        }
        assert!(NameRule::Subdomain.prefix_faults("web-").is_empty());
        assert!(!NameRule::Subdomain.prefix_faults("-").is_empty());
    }

    #[test]
    fn qualified_names_have_at_most_one_slash() {
        for (name, good) in [("a", true), ("example.com/A_b.c", true), ("a/b/c", false), ("/a", false), ("a/", false), ("B@d/a", false)] {
            assert_eq!(qualified_name_faults(name).is_empty(), good, "{name}");
        }
    }

    #[test]
    fn a_finalizer_without_domain_is_a_warning_only_when_new() {
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(finalizer_warnings(&names(&["b", "x/y", "a", "orphan"]), &names(&["a"])).len(), 1);
        assert_eq!(standard_finalizers(&names(&["x/y", "b"]))[0].field, "metadata.finalizers[1]");
    }
}
