//! What a number in a JSON text comes to: `serde_json`'s numbers, to the last bit.

use serde_json::Number;

/// A number as it is written, but for its sign.
#[derive(Default)]
pub(super) struct Decimal {
    /// All digits that 64 bits hold.
    pub(super) significand: u64,
    /// By how many powers of ten it is larger.
    pub(super) exponent: i64,
}

/// The number; none where no float is so large. `whole`: it is written without point and exponent, and 64 bits hold it.
#[allow(clippy::cast_precision_loss)] // the nearest is meant
pub(super) fn number(negative: bool, whole: bool, decimal: &Decimal) -> Option<Number> {
    let significand = decimal.significand;
    if whole && !negative {
        return Some(significand.into());
    }
    if whole && let negated @ ..0 = significand.cast_signed().wrapping_neg() {
        return Some(negated.into());
    }
    let float = if whole { significand as f64 } else { float(significand as f64, decimal.exponent)? };
    Number::from_f64(if negative { -float } else { float })
}

/// The largest power of ten that is a float.
const LARGEST: i64 = 308;

fn float(mut float: f64, mut exponent: i64) -> Option<f64> {
    while exponent < -LARGEST && float != 0.0 {
        float /= power_of_ten(LARGEST);
        exponent += LARGEST;
    }
    match exponent {
        _ if float == 0.0 => Some(float),
        ..0 => Some(float / power_of_ten(-exponent)),
        0..=LARGEST => Some(float * power_of_ten(exponent)).filter(|float| float.is_finite()),
        _ => None,
    }
}

/// The float that is nearest to a power of ten, which a table of them would hold in 2,472 bytes.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // 64 bits are kept
fn power_of_ten(exponent: i64) -> f64 {
    // 10^n is 5^n·2^n. The first bits of 5^n, and how many more there are.
    let (mut first, mut more) = (1_u128, exponent);
    for _ in 0..exponent {
        first *= 5;
        while first >> 124 != 0 {
            first >>= 1;
            more += 1;
        }
    }
    while first >> 64 != 0 {
        first >>= 1;
        more += 1;
    }
    first as u64 as f64 * f64::from_bits((1023 + more as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_ten_are_the_nearest_floats() {
        for exponent in 0..=LARGEST {
            let nearest: f64 = format!("1e{exponent}").parse().unwrap();
            assert_eq!(power_of_ten(exponent).to_bits(), nearest.to_bits(), "{exponent}");
        }
    }
}
