//! Base64 as Go has it.
//!
//! Models Go `encoding/base64`: line ends are skipped.

/// A way to write bytes.
pub(crate) struct Encoding {
    digits: &'static [u8; 64],
    padded: bool,
}

/// Models `StdEncoding`.
pub(crate) const STANDARD: Encoding =
    Encoding { digits: b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", padded: true };

/// Models `RawURLEncoding`.
pub(crate) const RAW_URL: Encoding =
    Encoding { digits: b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", padded: false };

impl Encoding {
    /// The text of some bytes.
    #[inline(never)]
    pub(crate) fn encode(&self, bytes: &[u8]) -> String {
        let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
        for chunk in bytes.chunks(3) {
            let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
            for place in 0..4 {
                if place <= chunk.len() {
                    text.push(char::from(self.digits[(bits >> (18 - 6 * place) & 63) as usize]));
                } else if self.padded {
                    text.push('=');
                }
            }
        }
        text
    }

    /// The bytes of a text; the error is Go's.
    #[inline(never)]
    pub(crate) fn decode(&self, text: &str) -> Result<Vec<u8>, String> {
        let corrupt = |at: usize| format!("illegal base64 data at input byte {at}");
        let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
        let (mut bits, mut digits, mut padding, mut end) = (0_u32, 0, 0, 0);
        for (at, byte) in text.as_bytes().iter().enumerate() {
            match *byte {
                b'\r' | b'\n' => continue,
                b'=' if self.padded && (2..4).contains(&digits) => {
                    bits <<= 6;
                    padding += 1;
                }
                // Behind a whole group with padding nothing may come.
                _ if padding > 0 => return Err(corrupt(if digits == 0 { end } else { at })),
                _ => {
                    let value = self.digits.iter().position(|digit| digit == byte).ok_or_else(|| corrupt(at))?;
                    bits = bits << 6 | u32::try_from(value).unwrap_or(0);
                }
            }
            digits += 1;
            if digits == 4 {
                write(&mut bytes, bits, 3 - padding);
                (bits, digits, end) = (0, 0, at + 1);
            }
        }
        // One digit alone makes no byte.
        if digits > 1 && !self.padded {
            write(&mut bytes, bits << (6 * (4 - digits)), digits - 1);
        } else if digits > 0 {
            return Err(corrupt(text.len() - digits));
        }
        Ok(bytes)
    }
}

/// The first so many of three bytes.
fn write(bytes: &mut Vec<u8>, bits: u32, count: usize) {
    let [_, three @ ..] = bits.to_be_bytes();
    for byte in three.into_iter().take(count) {
        bytes.push(byte);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_comes_back_as_it_went() {
        for encoding in [STANDARD, RAW_URL] {
            for length in 0..20_u8 {
                let bytes: Vec<u8> = (0..length).map(|n| n.wrapping_mul(37).wrapping_add(200)).collect();
                assert_eq!(encoding.decode(&encoding.encode(&bytes)), Ok(bytes));
            }
        }
        assert_eq!(STANDARD.encode(b"pw"), "cHc=");
        assert_eq!(RAW_URL.encode(&[0xff, 0xfe]), "__4");
        assert_eq!(STANDARD.decode("cH\nc="), Ok(b"pw".to_vec()));
    }

    #[test]
    fn what_is_no_base64_is_refused() {
        for text in ["a", "ab", "abc", "=abc", "ab=c", "cHc=x", "a-b_"] {
            assert!(STANDARD.decode(text).is_err(), "{text}");
        }
        for text in ["a", "ab==", "a+b/", "abcde"] {
            assert!(RAW_URL.decode(text).is_err(), "{text}");
        }
        assert_eq!(STANDARD.decode("not base64!").unwrap_err(), "illegal base64 data at input byte 3");
    }
}
