//! The classes that rows are counted by, as tables and functions. Queries over the tables of a scan are made of these tables,
//! so that both count alike.

use robots_policy::Directive;

/// The classes of the content type: the first that has a matching pattern, in which `*` is any text. A type without one is of
/// the class [`OTHER`], and a response without a type of [`NONE`].
pub const TYPES: &[(&str, &[&str])] = &[
    ("html", &["text/html"]),
    ("xhtml", &["application/xhtml+xml"]),
    ("pdf", &["application/pdf"]),
    ("image", &["image/*"]),
    ("json", &["application/json", "text/json", "*+json"]),
    ("xml", &["application/xml", "text/xml", "*+xml"]),
    ("text", &["text/*"]),
];

/// The classes of excerpts, by the most characters that they have; longer ones are [`LONGEST_SNIPPET`].
pub const SNIPPETS: &[(&str, u32)] = &[("0", 0), ("1-50", 50), ("51-160", 160), ("161-320", 320)];

/// The class of excerpts that are limited to more characters than those of [`SNIPPETS`].
pub const LONGEST_SNIPPET: &str = "321+";

/// Each explicit permission, and the directives that state the opposite.
pub const OPPOSITES: &[(Directive, &[Directive])] = &[
    (
        Directive::All,
        &[Directive::NoIndex, Directive::NoFollow, Directive::None],
    ),
    (Directive::Index, &[Directive::NoIndex, Directive::None]),
    (Directive::Follow, &[Directive::NoFollow, Directive::None]),
    (Directive::Archive, &[Directive::NoArchive]),
    (
        Directive::MaxSnippet,
        &[Directive::NoSnippet, Directive::MaxSnippet],
    ),
    (Directive::MaxVideoPreview, &[Directive::MaxVideoPreview]),
];

/// The name of the rest of a classification.
pub const OTHER: &str = "other";

/// The name of rows that lack what a classification is about.
pub const NONE: &str = "none";

/// Years of which each month has a name; those before are `earlier`, those after `later`.
pub const YEARS: std::ops::RangeInclusive<i16> = 1970..=2099;

/// Characters of a name that a page can choose; a longer one is [`LONG`].
pub const MOST_CHARS: usize = 100;

/// The name that longer ones than [`MOST_CHARS`] are counted by.
pub const LONG: &str = "(long)";

/// The class of a content type, as it was sent.
pub(super) fn content_type(value: Option<&str>) -> &'static str {
    let value = value.unwrap_or_default();
    let value = value.trim_start_matches(BLANKS);
    let kind = value.split([';', ',', ' ', '\t']).next();
    let kind = kind.unwrap_or_default();
    if kind.is_empty() {
        return NONE;
    }
    let mut classes = TYPES.iter();
    let class = classes.find(|(_, patterns)| patterns.iter().any(|pattern| fits(kind, pattern)));
    class.map_or(OTHER, |(class, _)| class)
}

/// Whether a type fits a pattern, without case.
fn fits(kind: &str, pattern: &str) -> bool {
    let kind = kind.as_bytes();
    if let Some(start) = pattern.strip_suffix('*') {
        let own = kind.get(..start.len());
        return own.is_some_and(|own| own.eq_ignore_ascii_case(start.as_bytes()));
    }
    if let Some(end) = pattern.strip_prefix('*') {
        let own = kind.len().checked_sub(end.len());
        let own = own.and_then(|from| kind.get(from..));
        return own.is_some_and(|own| own.eq_ignore_ascii_case(end.as_bytes()));
    }
    kind.eq_ignore_ascii_case(pattern.as_bytes())
}

/// The class of an HTTP status.
pub(super) fn status(status: Option<u16>) -> &'static str {
    match status {
        None => NONE,
        Some(200..=299) => "2xx",
        Some(300..=399) => "3xx",
        Some(400..=499) => "4xx",
        Some(500..=599) => "5xx",
        Some(_) => OTHER,
    }
}

/// The class of a limit of the excerpt.
pub(super) fn snippet(most: u32) -> &'static str {
    let mut classes = SNIPPETS.iter();
    let class = classes.find(|(_, limit)| most <= *limit);
    class.map_or(LONGEST_SNIPPET, |(class, _)| class)
}

/// The last label of a host, as it is written.
pub(super) fn tld(host: Option<&str>) -> &str {
    let host = host.unwrap_or_default();
    if host.starts_with('[') {
        return ADDRESS;
    }
    let host = host.strip_suffix('.').unwrap_or(host);
    let label = host.rsplit('.').next().unwrap_or_default();
    if label.is_empty() {
        return NO_HOST;
    }
    if label.bytes().all(|byte| byte.is_ascii_digit()) {
        return ADDRESS;
    }
    label
}

/// The name of a month, as `2026-03`, without an allocation.
pub(super) struct Month([u8; 7]);

impl Month {
    /// The month in UTC of a moment in seconds since 1970, as the name of a cell.
    pub(super) fn with<T>(seconds: i64, use_name: impl FnOnce(&str) -> T) -> T {
        let moment = jiff::Timestamp::from_second(seconds);
        let date = moment.map(|moment| jiff::tz::Offset::UTC.to_datetime(moment).date());
        let Some(date) = date.ok().filter(|date| YEARS.contains(&date.year())) else {
            return use_name(if seconds < 0 { "earlier" } else { "later" });
        };
        let month = Month::of(date.year(), date.month());
        use_name(str::from_utf8(&month.0).unwrap_or(OTHER))
    }

    fn of(year: i16, month: i8) -> Month {
        let (year, month) = (year.unsigned_abs(), u16::from(month.unsigned_abs()));
        let digit = |number: u16| b'0' + u8::try_from(number % 10).unwrap_or_default();
        Month([
            digit(year / 1000),
            digit(year / 100),
            digit(year / 10),
            digit(year),
            b'-',
            digit(month / 10),
            digit(month),
        ])
    }
}

/// White space of fields.
const BLANKS: [char; 2] = [' ', '\t'];
/// The name of hosts that are addresses of machines.
pub const ADDRESS: &str = "(address)";
/// The name of rows without a host.
pub const NO_HOST: &str = "(none)";
