//! Base64 as Go has it.
//!
//! Models Go `encoding/base64` `StdEncoding`: padded, line ends skipped.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text of some bytes.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

/// The bytes of a text; the error is Go's.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, String> {
    let corrupt = |at: usize| format!("illegal base64 data at input byte {at}");
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut digits, mut padding) = (0_u32, 0, 0);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'\r' | b'\n' => continue,
            b'=' if (2..4).contains(&digits) => {
                bits <<= 6;
                padding += 1;
            }
            _ if padding > 0 => return Err(corrupt(at)),
            _ => {
                let value = DIGITS.iter().position(|digit| *digit == byte).ok_or_else(|| corrupt(at))?;
                bits = bits << 6 | u32::try_from(value).unwrap_or(0);
            }
        }
        digits += 1;
        if digits == 4 {
            bytes.extend(bits.to_be_bytes()[1..].iter().take(3 - padding));
            (bits, digits) = (0, 0);
            if padding > 0 && text.bytes().skip(at + 1).any(|rest| !matches!(rest, b'\r' | b'\n')) {
                return Err(corrupt(at + 1));
            }
        }
    }
    if digits == 0 { Ok(bytes) } else { Err(corrupt(text.len() - digits)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_comes_back_as_it_went() {
        for text in ["", "a", "ab", "abc", "abcd", "\u{ff}\u{0}"] {
            assert_eq!(decode(&encode(text.as_bytes())).unwrap(), text.as_bytes(), "{text}");
        }
        assert_eq!(encode(b"pw"), "cHc=");
        assert_eq!(decode("cH\nc=").unwrap(), b"pw");
    }

    #[test]
    fn what_is_no_base64_is_refused() {
        for text in ["a", "ab", "abc", "=abc", "ab=c", "cHc=x", "a-b_"] {
            assert!(decode(text).is_err(), "{text}");
        }
        assert_eq!(decode("not base64!").unwrap_err(), "illegal base64 data at input byte 3");
    }
}
