//! Times: virtual milliseconds inside the engine, whole unix seconds in objects.

use std::fmt;

use serde::{Serialize, Serializer};

use super::text::rest;

/// Virtual milliseconds since the start of the scenario.
pub type Millis = u64;

/// A time as it stands in an object: whole seconds since 1970, UTC.
///
/// Models `apimachinery/pkg/apis/meta/v1/time.go`: a time loses its fraction and its offset when it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// Reads an RFC 3339 time; an offset is taken off, a fraction is dropped. `None` where Go's parser refuses.
    #[must_use]
    pub fn parse(text: &str) -> Option<Timestamp> {
        let bytes = text.as_bytes();
        let digits = |from: usize, to: usize| -> Option<i64> {
            let part = bytes.get(from..to)?;
            part.iter().try_fold(0, |n, b| b.is_ascii_digit().then(|| n * 10 + i64::from(b - b'0')))
        };
        let mark = |at: usize, byte: u8| (bytes.get(at) == Some(&byte)).then_some(());
        let (year, month, day) = (digits(0, 4)?, digits(5, 7)?, digits(8, 10)?);
        let (hour, minute, second) = (digits(11, 13)?, digits(14, 16)?, digits(17, 19)?);
        for (at, byte) in [(4, b'-'), (7, b'-'), (10, b'T'), (13, b':'), (16, b':')] {
            mark(at, byte)?;
        }
        if !(1..=12).contains(&month) || !(1..=days_in_month(year, month)).contains(&day) || hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        let mut rest = 19;
        if bytes.get(rest) == Some(&b'.') {
            let fraction = bytes[rest + 1..].iter().take_while(|b| b.is_ascii_digit()).count();
            if fraction == 0 {
                return None;
            }
            rest += 1 + fraction;
        }
        let offset = match bytes.get(rest)? {
            b'Z' if bytes.len() == rest + 1 => 0,
            sign @ (b'+' | b'-') if bytes.len() == rest + 6 => {
                mark(rest + 3, b':')?;
                let (hours, minutes) = (digits(rest + 1, rest + 3)?, digits(rest + 4, rest + 6)?);
                if hours > 24 || minutes > 60 {
                    return None;
                }
                (hours * 3600 + minutes * 60) * if *sign == b'-' { -1 } else { 1 }
            }
            _ => return None,
        };
        Some(Timestamp(days_from_civil(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset))
    }

    /// This time plus virtual milliseconds, in whole seconds.
    #[must_use]
    pub fn after(self, elapsed: Millis) -> Timestamp {
        Timestamp(self.0.saturating_add(i64::try_from(elapsed / 1000).unwrap_or(i64::MAX)))
    }

    /// The same with its milliseconds and so many digits more, as times are written that are no `metav1.Time`.
    #[must_use]
    pub fn precise(self, elapsed: Millis, more: &str) -> String {
        let mut text = self.after(elapsed).to_string();
        text.pop();
        format!("{text}.{:03}{more}Z", elapsed % 1000)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (days, seconds) = (self.0.div_euclid(86_400), self.0.rem_euclid(86_400));
        let (year, month, day) = civil_from_days(days);
        // By hand: each answer has several, and padded numbers take the formatter long.
        let mut text = *b"0000-00-00T00:00:00Z";
        let date = year.rem_euclid(10_000) * 10_000 + month * 100 + day;
        let mut digits = date * 1_000_000 + seconds / 3600 * 10_000 + seconds / 60 % 60 * 100 + seconds % 60;
        for at in (0..19).rev() {
            if text[at] == b'0' {
                text[at] += u8::try_from(digits % 10).unwrap_or(0);
                digits /= 10;
            }
        }
        let text = std::str::from_utf8(&text).unwrap_or_default();
        // With an offset somebody can send such a year.
        if !(0..10_000).contains(&year) {
            return write!(f, "{year:04}{}", rest(text, 4));
        }
        f.write_str(text)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

// Both count days in eras of 400 years that begin on 1 March, so that the leap day is the last of its year.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + day_of_year - 719_468
}

fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days.saturating_add(719_468);
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day_of_year - (153 * shifted_month + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_comes_back_as_it_was_written() {
        for text in ["1970-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "2024-02-29T23:59:59Z", "1969-12-31T23:59:59Z", "2100-03-01T12:00:00Z"]
        {
            assert_eq!(Timestamp::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Timestamp::parse("9999-12-31T23:59:59-00:01").unwrap().to_string(), "10000-01-01T00:00:59Z");
        assert_eq!(Timestamp::parse("0000-01-01T00:00:00+00:01").unwrap().to_string(), "-001-12-31T23:59:00Z");
        assert_eq!(Timestamp::parse("2026-01-01T00:00:00Z"), Some(Timestamp(1_767_225_600)));
    }

    #[test]
    fn an_offset_is_taken_off_and_a_fraction_dropped() {
        assert_eq!(Timestamp::parse("2026-01-01T09:00:00.987+09:00"), Timestamp::parse("2026-01-01T00:00:00Z"));
        assert_eq!(Timestamp::parse("2025-12-31T19:30:00-04:30"), Timestamp::parse("2026-01-01T00:00:00Z"));
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in [
            "",
            "2026-01-01",
            "2026-02-29T00:00:00Z",
            "2026-01-01 00:00:00Z",
            "2026-01-01T00:00:00",
            "2026-13-01T00:00:00Z",
            "2026-01-01T00:00:00.Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01T00:00:00Zx",
            "２026-01-01T00:00:00Z",
        ] {
            assert_eq!(Timestamp::parse(text), None, "{text}");
        }
    }

    #[test]
    fn virtual_time_counts_in_whole_seconds() {
        let start = Timestamp::parse("2026-01-01T00:00:00Z").unwrap();
        assert_eq!(start.after(999), start);
        assert_eq!(start.after(61_001).to_string(), "2026-01-01T00:01:01Z");
    }
}
