//! Field lines as people store them: in JSON, and under names that are not those of HTTP.

use std::borrow::Cow;

use crate::block::is_name;

use crate::json::types::Read as _;
use crate::json::{self, JsonKind, Value};

/// Reads field lines in JSON: an array of `[name, value]` or `{"name", "value"}`, or an object of names. A value is one text,
/// or an array with a text for each line; null is a field that is not there.
///
/// Gives name and value of each line, and whether the lines of one name were joined: an object with one text for a name has no
/// place for a second line.
///
/// # Errors
/// Any other text, and a name that HTTP does not have.
///
/// ```
/// use robots_policy_input::json_fields;
///
/// let (lines, are_joined) = json_fields(r#"{"X-Robots-Tag": ["noindex", "nofollow"]}"#).unwrap();
/// assert_eq!(lines.len(), 2);
/// assert!(!are_joined);
/// assert!(json_fields("{'X-Robots-Tag': 'noindex'}").is_err());
/// ```
pub fn json_fields(text: &str) -> Result<(Vec<(String, String)>, bool), String> {
    let expected = || String::from(EXPECTED);
    let value = json::parse(text).map_err(|_| expected())?;
    let mut are_joined = false;
    let pairs: Option<Vec<_>> = match value.kind {
        JsonKind::List(items) => items.into_iter().map(pair).collect(),
        JsonKind::Object(members) => {
            are_joined = members
                .iter()
                .any(|(_, value)| matches!(value.kind, JsonKind::Text(_)));
            Some(members)
        }
        _ => None,
    };
    let mut lines = Vec::new();
    for (name, value) in pairs.ok_or_else(expected)? {
        let values = values(value).ok_or_else(expected)?;
        if let Some(reason) = wrong_name(&name) {
            return Err(reason);
        }
        lines.extend(values.into_iter().map(|value| (name.to_string(), value)));
    }
    Ok((lines, are_joined))
}

/// A field of a list: `[name, value]`, or an object with both.
fn pair(item: Value<'_>) -> Option<(Cow<'_, str>, Value<'_>)> {
    let (mut name, mut value) = (None, None);
    match item.kind {
        JsonKind::List(items) => {
            let mut items = items.into_iter();
            (name, value) = (items.next(), items.next());
            if items.next().is_some() {
                return None;
            }
        }
        JsonKind::Object(members) => {
            for (key, member) in members {
                match &*key {
                    "name" => name = Some(member),
                    "value" => value = Some(member),
                    _ => {}
                }
            }
        }
        _ => {}
    }
    Some((Cow::read(name?).ok()?, value?))
}

/// The lines of a field.
fn values(value: Value<'_>) -> Option<Vec<String>> {
    match value.kind {
        JsonKind::Null => Some(Vec::new()),
        JsonKind::Text(text) => Some(vec![text.into_owned()]),
        _ => Vec::read(value).ok(),
    }
}

/// Why a text is not the name of a field: it has characters that no name has, or is that of a variable.
pub fn wrong_name(name: &str) -> Option<String> {
    if let Some(reason) = variable(name) {
        return Some(reason);
    }
    let name = name.trim_ascii();
    (!is_name(name.as_bytes())).then(|| format!("`{name}` is not the name of a field"))
}

/// Why the name of a variable of WSGI or CGI is not the name of a field.
pub fn variable(name: &str) -> Option<String> {
    let field = name.strip_prefix("HTTP_")?.replace('_', "-");
    Some(format!(
        "`{name}` is the name of a variable, and not of a field; write `{field}`"
    ))
}

const EXPECTED: &str = "it is not JSON of fields; write `[[\"X-Robots-Tag\", \"noindex\"]]` or `{\"X-Robots-Tag\": \"noindex\"}`";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_in_json() {
        for line in include_str!("field_lines/right.jsonl").lines() {
            type Row = (String, Vec<String>, bool);
            let (text, values, are_joined): Row = serde_json::from_str(line).expect("a row");
            let fields = json_fields(&text).expect("fields");
            let lines: Vec<_> = values
                .iter()
                .map(|value| ("X-Robots-Tag".to_owned(), value.clone()))
                .collect();
            assert_eq!(fields, (lines, are_joined), "{text}");
        }
    }

    #[test]
    fn other_texts_are_errors() {
        for line in include_str!("field_lines/wrong.jsonl").lines() {
            let text: String = serde_json::from_str(line).expect("a text");
            assert!(json_fields(&text).is_err(), "{text}");
        }
        let error =
            json_fields(r#"{"HTTP_X_ROBOTS_TAG":"noindex"}"#).expect_err("names of another kind");
        assert_eq!(
            error,
            "`HTTP_X_ROBOTS_TAG` is the name of a variable, and not of a field; write `X-ROBOTS-TAG`"
        );
    }
}
