//! How a float is written: the fewest digits that lead back to it, and of those the nearest to it.
//!
//! As Steele and White have it, with whole numbers as large as it takes: floats are rare here, and what is faster comes with
//! tables that are larger than this.

/// The digits of a float above zero, and where its point stands: it is 0.DIGITS × 10^point.
pub(super) fn shortest(float: f64) -> (String, i64) {
    let bits = float.to_bits();
    let (fraction, exponent) = (bits & ((1 << 52) - 1), bits >> 52);
    let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    let power = i64::try_from(exponent.max(1)).unwrap_or(0) - 1075;
    // In quarters of the last place: the neighbors are a whole away, one at the end of a binade half a one.
    let narrow = fraction == 0 && exponent > 1;
    let (mut value, mut one) = (Whole::new(mantissa * 4, power), Whole::new(4, -power));
    let (mut above, mut below) = (Whole::new(2, power), Whole::new(if narrow { 1 } else { 2 }, power));
    // Most of the way at nine places a step.
    let steps = (power + 52) * 3 / 10 / 9;
    for _ in 0..steps {
        one.times(NINE_PLACES);
    }
    for _ in steps..0 {
        for whole in [&mut value, &mut above, &mut below] {
            whole.times(NINE_PLACES);
        }
    }
    let mut point = 9 * steps;
    // Halfway to a neighbor leads to the one that is even.
    let even = mantissa.is_multiple_of(2);
    let reaches = |left: &Whole, right: &Whole| left > right || even && left == right;
    while reaches(&value.plus(&above), &one) {
        one.times(10);
        point += 1;
    }
    let mut digits = String::new();
    loop {
        for whole in [&mut value, &mut above, &mut below] {
            whole.times(10);
        }
        let mut digit = 0;
        while value >= one {
            value.subtract(&one);
            digit += 1;
        }
        let (low, high) = (reaches(&below, &value), reaches(&value.plus(&above), &one));
        if !low && !high {
            if digit == 0 && digits.is_empty() {
                point -= 1;
            } else {
                digits.push(char::from(b'0' + digit));
            }
            continue;
        }
        let twice = value.plus(&value);
        let nearer = twice > one || twice == one && digit % 2 == 1;
        digits.push(char::from(b'0' + digit + u8::from(if low && high { nearer } else { high })));
        return (digits, point);
    }
}

const NINE_PLACES: u32 = 1_000_000_000;
const LIMBS: usize = 36;

/// A whole number, its highest limb first.
#[derive(PartialEq, PartialOrd)]
struct Whole([u32; LIMBS]);

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // of each sum its lowest limb
impl Whole {
    /// number × 2^shift; the number where the shift is below 0.
    fn new(number: u64, shift: i64) -> Whole {
        let mut whole = Whole([0; LIMBS]);
        let shift = usize::try_from(shift).unwrap_or(0);
        let limb = LIMBS - 1 - shift / 32;
        whole.0[limb] = number as u32;
        whole.0[limb - 1] = (number >> 32) as u32;
        whole.times(1 << (shift % 32));
        whole
    }

    fn times(&mut self, factor: u32) {
        let mut carry = 0;
        for limb in self.0.iter_mut().rev() {
            carry += u64::from(*limb) * u64::from(factor);
            *limb = carry as u32;
            carry >>= 32;
        }
    }

    fn plus(&self, other: &Whole) -> Whole {
        let mut sum = Whole(self.0);
        let mut carry = 0;
        for at in (0..LIMBS).rev() {
            carry += u64::from(self.0[at]) + u64::from(other.0[at]);
            sum.0[at] = carry as u32;
            carry >>= 32;
        }
        sum
    }

    fn subtract(&mut self, other: &Whole) {
        let mut borrow = 0;
        for at in (0..LIMBS).rev() {
            borrow += i64::from(self.0[at]) - i64::from(other.0[at]);
            self.0[at] = borrow as u32;
            borrow >>= 32;
        }
    }
}
