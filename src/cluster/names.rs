//! Uids and generated names: functions of what they are for, so that one more creation renames nothing after it.

use std::sync::Arc;

use crate::object::text::part;

/// The uid of the object that comes after `gone` others of its name, in the form of a random (version 4) UUID.
pub(crate) fn uid(seed: u64, resource: &str, namespace: &str, name: &str, gone: u64) -> Arc<str> {
    let high = hash(seed, &[resource, namespace, name], gone);
    let low = hash(high, &[resource, namespace, name], gone);
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xfff,
        low >> 48 & 0x3fff | 0x8000,
        low & 0xffff_ffff_ffff
    )
    .into()
}

/// A name made of a prefix and five letters or digits.
///
/// Models `apiserver/pkg/storage/names/generate.go`.
pub(crate) fn generated(seed: u64, kind: &str, namespace: &str, prefix: &str, count: u64) -> String {
    const LETTERS: &[u8; 27] = b"bcdfghjklmnpqrstvwxz2456789";
    const LONGEST_PREFIX: usize = 63 - 5;
    let mut bits = hash(seed, &[kind, namespace, prefix], count);
    let mut end = prefix.len().min(LONGEST_PREFIX);
    while !prefix.is_char_boundary(end) {
        end -= 1;
    }
    let mut name = part(prefix, 0, end).to_string();
    for _ in 0..5 {
        let place = usize::try_from(bits % 27).unwrap_or(0);
        name.push(char::from(LETTERS[place]));
        bits /= 27;
    }
    name
}

/// FNV-1a over the parts, then mixed (as `SplitMix64` does), since FNV alone leaves the high bits alike.
fn hash(seed: u64, parts: &[&str], number: u64) -> u64 {
    let mut folded = seed ^ 0xcbf2_9ce4_8422_2325;
    let mut fold = |bytes: &[u8]| {
        for byte in bytes {
            folded = (folded ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for part in parts {
        fold(part.as_bytes());
        fold(&[0xff]);
    }
    fold(&number.to_le_bytes());
    let mixed = (folded ^ folded >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uid_is_a_function_of_what_it_is_for() {
        let one = uid(1, "configmaps", "default", "a", 0);
        assert_eq!(one, uid(1, "configmaps", "default", "a", 0));
        for other in
            [uid(2, "configmaps", "default", "a", 0), uid(1, "configmaps", "default", "a", 1), uid(1, "configmaps", "defaul", "ta", 0)]
        {
            assert_ne!(one, other);
        }
        let parts: Vec<usize> = one.split('-').map(str::len).collect();
        assert_eq!(parts, [8, 4, 4, 4, 12]);
        assert_eq!(one.as_bytes()[14], b'4');
        assert!(b"89ab".contains(&one.as_bytes()[19]));
    }

    #[test]
    fn a_generated_name_keeps_its_prefix_and_its_length() {
        let name = generated(1, "ConfigMap", "default", "web-", 0);
        assert!(name.starts_with("web-") && name.len() == 9);
        assert_ne!(name, generated(1, "ConfigMap", "default", "web-", 1));
        assert_eq!(generated(1, "ConfigMap", "default", &"é".repeat(60), 0).len(), 63);
    }
}
