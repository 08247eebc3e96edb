//! The calendar: local dates and times, and the seconds since 1970 that they are in UTC.

use std::fmt;

/// A local date and time that the calendar has, in years from −9999 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Civil {
    pub(super) year: i64,
    month: i64,
    day: i64,
    /// Seconds since midnight.
    second: i64,
}

impl Civil {
    /// `None` for 31 February and the 25th hour. A second 60 is the one before.
    pub(super) fn new(date: [i64; 3], [hour, minute, second]: [i64; 3]) -> Option<Civil> {
        let [year, month, day] = date;
        let is_date = (-9999..=9999).contains(&year)
            && (1..=12).contains(&month)
            && (1..=length(year, month)).contains(&day);
        let is_time =
            (0..24).contains(&hour) && (0..60).contains(&minute) && (0..=60).contains(&second);
        (is_date && is_time).then(|| Civil {
            year,
            month,
            day,
            second: hour * 3600 + minute * 60 + second.min(59),
        })
    }

    /// The seconds since 1970 of this date and time in UTC.
    pub(super) fn unix(self) -> i64 {
        // Years begin in March, so that a leap day is the last of its year, and 400 of them have 146,097 days.
        let year = self.year - i64::from(self.month < 3);
        let era = year.div_euclid(400);
        let of_era = year.rem_euclid(400);
        let of_year = (153 * ((self.month + 9) % 12) + 2) / 5 + self.day - 1;
        let day = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
        day * DAY + self.second
    }

    /// The date and time in UTC of these seconds since 1970.
    pub(super) fn of_unix(seconds: i64) -> Civil {
        let days = seconds.div_euclid(DAY) + 719_468;
        let (era, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
        let of_era = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * of_era + of_era / 4 - of_era / 100);
        let of_march = (5 * day + 2) / 153;
        let month = (of_march + 2) % 12 + 1;
        Civil {
            year: era * 400 + of_era + i64::from(month < 3),
            month,
            day: day - (153 * of_march + 2) / 5 + 1,
            second: seconds.rem_euclid(DAY),
        }
    }
}

/// RFC 3339 in UTC; a year that has no four digits has a sign and six (ISO 8601).
impl fmt::Display for Civil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hour, minute, second) = (self.second / 3600, self.second / 60 % 60, self.second % 60);
        if self.year < 0 {
            write!(f, "{:07}", self.year)?;
        } else {
            write!(f, "{:04}", self.year)?;
        }
        write!(
            f,
            "-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}Z",
            self.month, self.day
        )
    }
}

/// The number of days of a month.
fn length(year: i64, month: i64) -> i64 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + i64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

const DAY: i64 = 86_400;

#[cfg(test)]
mod tests {
    use jiff::civil::DateTime;

    use super::*;

    /// The seconds as jiff counts them.
    fn by_jiff(date: [i64; 3]) -> Option<i64> {
        let [year, month, day] = date;
        let date = DateTime::new(
            year.try_into().ok()?,
            month.try_into().ok()?,
            day.try_into().ok()?,
            12,
            34,
            56,
            0,
        );
        jiff::tz::Offset::UTC
            .to_timestamp(date.ok()?)
            .ok()
            .map(jiff::Timestamp::as_second)
    }

    #[test]
    fn the_calendar_is_that_of_jiff() {
        let years = (-9998..9999).step_by(7).chain(1890..2110);
        for year in years {
            for (month, day) in
                (0..=13).flat_map(|month| [0, 1, 28, 29, 30, 31, 32].map(|day| (month, day)))
            {
                let date = [year, month, day];
                let own = Civil::new(date, [12, 34, 56]);
                assert_eq!(own.map(Civil::unix), by_jiff(date), "{date:?}");
                if let Some(own) = own {
                    assert_eq!(Civil::of_unix(own.unix()), own);
                    let text = jiff::Timestamp::from_second(own.unix())
                        .unwrap()
                        .to_string();
                    assert_eq!(own.to_string(), text);
                }
            }
        }
    }
}
