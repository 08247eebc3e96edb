//! Field lines as people store them: in JSON, and under names that are not those of HTTP.

use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The field lines that a text in JSON holds.
#[derive(Debug, PartialEq, Eq)]
pub struct JsonFields {
    /// Name and value of each line.
    pub lines: Vec<(String, String)>,
    /// Whether the lines of one name were joined: an object with one text for a name has no place for a second line.
    pub are_joined: bool,
}

/// Reads field lines in JSON: an array of `[name, value]` or `{"name", "value"}`, or an object of names. A value is one text,
/// or an array with a text for each line; null is a field that is not there.
///
/// # Errors
/// Any other text, and a name that HTTP does not have.
///
/// ```
/// use robots_policy_records::json_fields;
///
/// let fields = json_fields(r#"{"X-Robots-Tag": ["noindex", "nofollow"]}"#).unwrap();
/// assert_eq!(fields.lines.len(), 2);
/// assert!(!fields.are_joined);
/// assert!(json_fields("{'X-Robots-Tag': 'noindex'}").is_err());
/// ```
pub fn json_fields(text: &str) -> Result<JsonFields, String> {
    let listed: Listed = serde_json::from_str(text).map_err(|_| String::from(EXPECTED))?;
    let (pairs, are_joined) = match listed {
        Listed::Pairs(pairs) => (pairs.into_iter().map(Pair::parts).collect(), false),
        Listed::Object(Object(pairs)) => {
            let is_one = |(_, value): &(String, Value)| matches!(value, Value::One(_));
            let are_joined = pairs.iter().any(is_one);
            (pairs, are_joined)
        }
    };
    let mut lines = Vec::new();
    for (name, value) in pairs {
        if let Some(reason) = wrong_name(&name) {
            return Err(reason);
        }
        let values = match value {
            Value::Nothing(()) => Vec::new(),
            Value::One(value) => vec![value],
            Value::Several(values) => values,
        };
        lines.extend(values.into_iter().map(|value| (name.clone(), value)));
    }
    Ok(JsonFields { lines, are_joined })
}

/// Why a text is not the name of a field: it has characters that no name has, or is that of a variable.
pub fn wrong_name(name: &str) -> Option<String> {
    let is_of_name = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
    if let Some(reason) = variable(name) {
        return Some(reason);
    }
    let name = name.trim_ascii();
    (name.is_empty() || !name.bytes().all(is_of_name))
        .then(|| format!("`{name}` is not the name of a field"))
}

/// Why the name of a variable of WSGI or CGI is not the name of a field.
pub fn variable(name: &str) -> Option<String> {
    let field = name.strip_prefix("HTTP_")?.replace('_', "-");
    Some(format!(
        "`{name}` is the name of a variable, and not of a field; write `{field}`"
    ))
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Listed {
    Pairs(Vec<Pair>),
    Object(Object),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Pair {
    Two(String, Value),
    Named { name: String, value: Value },
}

impl Pair {
    fn parts(self) -> (String, Value) {
        match self {
            Pair::Two(name, value) | Pair::Named { name, value } => (name, value),
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Nothing(()),
    One(String),
    Several(Vec<String>),
}

/// The members of an object in their order; a name may be there twice.
struct Object(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of fields")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Object, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = members.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Object(pairs))
            }
        }
        deserializer.deserialize_map(Members)
    }
}

const EXPECTED: &str = "it is not JSON of fields; write `[[\"X-Robots-Tag\", \"noindex\"]]` or `{\"X-Robots-Tag\": \"noindex\"}`";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_in_json() {
        for line in include_str!("fields/right.jsonl").lines() {
            type Row = (String, Vec<String>, bool);
            let (text, values, are_joined): Row = serde_json::from_str(line).expect("a row");
            let fields = json_fields(&text).expect("fields");
            let lines: Vec<_> = values
                .iter()
                .map(|value| ("X-Robots-Tag".to_owned(), value.clone()))
                .collect();
            assert_eq!(fields, JsonFields { lines, are_joined }, "{text}");
        }
    }

    #[test]
    fn other_texts_are_errors() {
        for line in include_str!("fields/wrong.jsonl").lines() {
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
