//! SHA-256, for the one thing that is told in it: the version in which a kind is stored.

/// What the rounds begin with, of the first 8 primes, and what each of them adds, of the first 64.
fn constants() -> ([u32; 8], [u32; 64]) {
    let (mut start, mut rounds) = ([0; 8], [0; 64]);
    let mut primes = (2..).filter(|number| (2..*number).all(|smaller| number % smaller != 0));
    for at in 0..rounds.len() {
        let prime: u16 = primes.next().unwrap_or_default();
        rounds[at] = fraction(cube_root(prime.into()));
        if at < start.len() {
            start[at] = fraction(f64::from(prime).sqrt());
        }
    }
    (start, rounds)
}

/// The first 32 bits of a fraction.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // they are meant to be cut off
fn fraction(root: f64) -> u32 {
    (root.fract() * 4_294_967_296.0) as u32
}

/// Newton's way; from above it comes closer with every step.
fn cube_root(number: f64) -> f64 {
    let mut root = number;
    for _ in 0..32 {
        root -= (root * root * root - number) / (3.0 * root * root);
    }
    root
}

/// The hash of a text.
#[cold]
pub(crate) fn sha256(text: &str) -> [u8; 32] {
    let mut bytes = text.as_bytes().to_vec();
    let bits = bytes.len() as u64 * 8;
    bytes.push(0x80);
    while bytes.len() % 64 != 56 {
        bytes.push(0);
    }
    bytes.extend_from_slice(&bits.to_be_bytes());
    let (mut state, rounds) = constants();
    for block in bytes.chunks_exact(64) {
        mix(&mut state, &rounds, block);
    }
    let mut hash = [0; 32];
    for (place, word) in hash.chunks_exact_mut(4).zip(state) {
        place.copy_from_slice(&word.to_be_bytes());
    }
    hash
}

fn mix(state: &mut [u32; 8], rounds: &[u32; 64], block: &[u8]) {
    let mut words = [0_u32; 64];
    for at in 0..64 {
        words[at] = if at < 16 {
            block[at * 4..at * 4 + 4].iter().fold(0, |word, byte| word << 8 | u32::from(*byte))
        } else {
            let (near, far) = (words[at - 2], words[at - 15]);
            let near = near.rotate_right(17) ^ near.rotate_right(19) ^ near >> 10;
            let far = far.rotate_right(7) ^ far.rotate_right(18) ^ far >> 3;
            words[at - 16].wrapping_add(far).wrapping_add(words[at - 7]).wrapping_add(near)
        };
    }
    let mut now = *state;
    for (word, round) in words.into_iter().zip(rounds) {
        let (left, right) = (now[0], now[4]);
        let choice = right & now[5] ^ !right & now[6];
        let majority = left & now[1] ^ left & now[2] ^ now[1] & now[2];
        let one = (right.rotate_right(6) ^ right.rotate_right(11) ^ right.rotate_right(25))
            .wrapping_add(now[7])
            .wrapping_add(choice)
            .wrapping_add(*round)
            .wrapping_add(word);
        let two = (left.rotate_right(2) ^ left.rotate_right(13) ^ left.rotate_right(22)).wrapping_add(majority);
        now.rotate_right(1);
        now[0] = one.wrapping_add(two);
        now[4] = now[4].wrapping_add(one);
    }
    for (place, word) in state.iter_mut().zip(now) {
        *place = place.wrapping_add(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hashes_are_those_of_the_standard() {
        let hex = |text: &str| sha256(text).iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
        assert_eq!(hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(
            hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        );
    }
}
