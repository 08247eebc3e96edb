//! Dates of `unavailable_after`: read as other readers do, printed and read again, never dropped without a diagnostic.

use jiff::fmt::rfc2822;
use robots_policy::header::Fields;
use robots_policy::{DirectiveValue, HeaderReader, Parsed, Timestamp};

fn read(text: &str) -> Parsed<Fields> {
    let line = format!("unavailable_after: {text}");
    HeaderReader::new().read_lines([("X-Robots-Tag", line)])
}

fn moment(read: &Parsed<Fields>) -> Option<Timestamp> {
    let (_, value) = read.value.first()?.directive()?;
    match value {
        DirectiveValue::Deadline(moment) => Some(moment),
        _ => None,
    }
}

pub(crate) fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let text = text.trim_ascii();
    let read = self::read(text);
    let Some(moment) = moment(&read) else {
        assert!(!read.diagnostics.is_empty(), "nothing is said of {text:?}");
        return;
    };
    let printed = moment.to_string();
    // A zone may put what is in the first readable year into the one before.
    if !printed.starts_with("0999") {
        assert_eq!(
            self::moment(&self::read(&printed)),
            Some(moment),
            "{printed}"
        );
    }
    for other in others(text) {
        assert_eq!(moment.as_unix(), other, "{text:?}");
    }
}

/// The results of other readers, on texts that are a date alone.
fn others(text: &str) -> Vec<i64> {
    let mut said = Vec::new();
    // A year of two digits is read otherwise by RFC 5322.
    let has_year = text
        .split(|c: char| !c.is_ascii_digit())
        .any(|run| run.len() == 4);
    if let Ok(date) = rfc2822::DateTimeParser::new().parse_timestamp(text)
        && has_year
    {
        said.push(date.as_second());
    }
    if let Ok(date) = text.parse::<jiff::Timestamp>() {
        said.push(date.as_second());
    }
    said
}
