//! The time that a server wants to be left alone for (RFC 9110 §10.2.3).

use std::time::Duration;

use crate::date::Timestamp;

/// The time that the value of a `Retry-After` field states: seconds, or the time from `now` until a date. `None` for another value.
pub(super) fn retry_after(value: &str, now: Timestamp) -> Option<Duration> {
    let value = value.trim_ascii();
    if !value.is_empty() && value.bytes().all(|octet| octet.is_ascii_digit()) {
        // More digits than a number has are a long time, too.
        return Some(Duration::from_secs(value.parse().unwrap_or(u64::MAX)));
    }
    let until: Timestamp = value.parse().ok()?;
    let left = until.as_unix().saturating_sub(now.as_unix());
    Some(Duration::from_secs(left.try_into().unwrap_or_default()))
}
