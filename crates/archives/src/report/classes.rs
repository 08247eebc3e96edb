//! The classes that rows are counted by, as tables, and the three functions of texts that a query has its own words for.

use std::borrow::Cow;

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

/// The names of responses that are not pages, by the path at which each is.
pub const FILES: [(&str, &str); 2] = [
    ("/robots.txt", "robots.txt"),
    ("/.well-known/tdmrep.json", "tdmrep.json"),
];

/// The kind of a response by its status: of the highest one in each row. A response without a status is a page, one with a higher
/// status is [`OTHER`].
pub const RESPONSES: &[(i64, &str)] = &[
    (199, OTHER),
    (201, PAGE),
    (202, OTHER),
    (203, PAGE),
    (205, "empty"),
    (299, PAGE),
    (399, "redirect"),
    (599, "error"),
];

/// The name of a response that is a page.
pub const PAGE: &str = "page";

/// The name of what is not known.
pub const UNKNOWN: &str = "unknown";

/// The name of rows of which nothing is stated.
pub const UNSTATED: &str = "unstated";

/// The name of the rest of a classification.
pub const OTHER: &str = "other";

/// The name of rows that lack what a classification is about.
pub const NONE: &str = "none";

/// The kind of a response by its address and its status: [`PAGE`], the name of a file beside pages, or that of an answer without
/// a page. The measure `response` says the same of a row.
pub fn response(url: &str, status: Option<i64>) -> &'static str {
    let own = place(url);
    if let Some((_, name)) = FILES.iter().find(|(place, _)| *place == own) {
        return name;
    }
    let Some(status) = status else { return PAGE };
    let mut classes = RESPONSES.iter();
    let class = classes.find(|(most, _)| status <= *most);
    class.map_or(OTHER, |(_, name)| name)
}

/// Years of which each month has a name; those before are `earlier`, those after `later`.
pub const YEARS: std::ops::RangeInclusive<i16> = 1970..=2099;

/// Characters of a name that a page can choose; a longer one is [`LONG`].
pub const MOST_CHARS: usize = 100;

/// The name that longer ones than [`MOST_CHARS`] are counted by.
pub const LONG: &str = "(long)";

/// The content type as it was sent, in lower case and without its parameters.
pub(super) fn kind(content_type: Option<&str>) -> Cow<'_, str> {
    let value = content_type.unwrap_or_default().trim_start_matches(BLANKS);
    lower(value.split([';', ',', ' ', '\t']).next())
}

/// The path and the query of an address; empty for one that is not `scheme://`, and for one that does not end as a file does
/// that is not a page.
pub(super) fn place(url: &str) -> &str {
    let url = url.split_once('#').map_or(url, |(url, _)| url);
    if !FILES.iter().any(|(place, _)| url.ends_with(place)) {
        return "";
    }
    let split = url.split_once("://");
    let split = split.filter(|(scheme, _)| !scheme.is_empty() && !scheme.contains([':', '/', '?']));
    let rest = split.map_or("", |(_, rest)| rest);
    let start = rest.find(['/', '?']).unwrap_or(rest.len());
    rest.get(start..).unwrap_or_default()
}

/// The last label of a host, in lower case.
pub(super) fn label(host: Option<&str>) -> Cow<'_, str> {
    let host = host.unwrap_or_default();
    lower(host.strip_suffix('.').unwrap_or(host).rsplit('.').next())
}

/// A text in lower case. What the web sends has other letters rarely.
fn lower(text: Option<&str>) -> Cow<'_, str> {
    let text = text.unwrap_or_default();
    if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Cow::Owned(text.to_ascii_lowercase());
    }
    Cow::Borrowed(text)
}

/// Whether a text fits a pattern, in which a `*` at one of its ends is any text.
pub(super) fn fits(text: &str, pattern: &str) -> bool {
    match (pattern.strip_suffix('*'), pattern.strip_prefix('*')) {
        (Some(start), _) => text.starts_with(start),
        (_, Some(end)) => text.ends_with(end),
        _ => text == pattern,
    }
}

/// The name of a month in UTC, as `2026-03`, of a moment in microseconds since 1970.
pub(super) fn month(moment: i64) -> Cow<'static, str> {
    let time = jiff::Timestamp::from_microsecond(moment);
    let date = time.map(|time| jiff::tz::Offset::UTC.to_datetime(time).date());
    match date.ok().filter(|date| YEARS.contains(&date.year())) {
        Some(date) => Cow::Owned(format!("{}-{:02}", date.year(), date.month())),
        None if moment < 0 => Cow::Borrowed("earlier"),
        None => Cow::Borrowed("later"),
    }
}

/// White space of fields.
const BLANKS: [char; 2] = [' ', '\t'];
/// The name of hosts that are addresses of machines.
pub const ADDRESS: &str = "(address)";
/// The name of rows without a host.
pub const NO_HOST: &str = "(none)";
