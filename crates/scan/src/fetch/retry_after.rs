//! The time that a server wants to be left alone for (RFC 9110 §10.2.3).

use std::time::{Duration, SystemTime};

use http::HeaderMap;
use http::header::RETRY_AFTER;
use robots_policy::Timestamp;

/// The time that `Retry-After` states: seconds, or until a date.
pub fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    if is_number {
        return value.parse().ok().map(Duration::from_secs);
    }
    let until: Timestamp = value.parse().ok()?;
    let left = SystemTime::from(until).duration_since(now);
    Some(left.unwrap_or_default())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use super::*;

    #[test]
    fn a_server_asks_to_be_left_alone_for_seconds_or_until_a_date() {
        let now: Timestamp = "Wed, 25 Nov 2026 15:00:00 GMT".parse().unwrap();
        let seconds = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, value.parse().unwrap());
            retry_after(&headers, now.into()).map(|time| time.as_secs())
        };
        assert_eq!(seconds("0"), Some(0));
        assert_eq!(seconds(" 120 "), Some(120));
        assert_eq!(seconds("Wed, 25 Nov 2026 15:00:07 GMT"), Some(7));
        assert_eq!(seconds("Wed, 25 Nov 2020 15:00:07 GMT"), Some(0));
        assert_eq!(seconds("soon"), None);
        assert_eq!(seconds("-1"), None);
    }
}
