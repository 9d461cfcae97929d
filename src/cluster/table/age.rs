//! How long ago something was, as people say it.

use crate::object::Timestamp;

/// The time since then; `<unknown>` if there is none.
///
/// Models `apimachinery/pkg/api/meta/table/table.go` `ConvertToHumanReadableDateType`.
pub(super) fn since(then: Option<Timestamp>, now: Timestamp) -> String {
    then.map_or_else(|| "<unknown>".to_string(), |then| human(now.0.saturating_sub(then.0)))
}

/// Two units at most, and the smaller one only as long as it matters.
///
/// Models `apimachinery/pkg/util/duration/duration.go` `HumanDuration`.
fn human(seconds: i64) -> String {
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    let days = hours / 24;
    let (big, unit, small, smaller) = match () {
        () if seconds < -1 => return "<invalid>".to_string(),
        () if seconds < 120 => (seconds.max(0), "s", 0, ""),
        () if minutes < 10 => (minutes, "m", seconds % 60, "s"),
        () if minutes < 180 => (minutes, "m", 0, ""),
        () if hours < 8 => (hours, "h", minutes % 60, "m"),
        () if hours < 48 => (hours, "h", 0, ""),
        () if hours < 192 => (days, "d", hours % 24, "h"),
        () if hours < 24 * 365 * 2 => (days, "d", 0, ""),
        () if hours < 24 * 365 * 8 => (days / 365, "y", days % 365, "d"),
        () => (days / 365, "y", 0, ""),
    };
    if small == 0 { format!("{big}{unit}") } else { format!("{big}{unit}{small}{smaller}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_told_as_kubectl_tells_them() {
        const HOUR: i64 = 3600;
        const DAY: i64 = 24 * HOUR;
        for (seconds, told) in [
            (-2, "<invalid>"),
            (-1, "0s"),
            (0, "0s"),
            (5, "5s"),
            (119, "119s"),
            (120, "2m"),
            (200, "3m20s"),
            (600, "10m"),
            (179 * 60 + 59, "179m"),
            (3 * HOUR, "3h"),
            (7 * HOUR + 61, "7h1m"),
            (8 * HOUR + 61, "8h"),
            (47 * HOUR, "47h"),
            (2 * DAY, "2d"),
            (2 * DAY + 3 * HOUR, "2d3h"),
            (8 * DAY + HOUR, "8d"),
            (729 * DAY, "729d"),
            (730 * DAY, "2y"),
            (731 * DAY, "2y1d"),
            (8 * 365 * DAY + DAY, "8y"),
        ] {
            assert_eq!(human(seconds), told, "{seconds}");
        }
        assert_eq!(since(None, Timestamp(5)), "<unknown>");
        assert_eq!(since(Some(Timestamp(i64::MAX)), Timestamp(i64::MIN)), "<invalid>");
    }
}
