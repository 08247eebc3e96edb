//! Values and sets of directives as JSON.
//!
//! | value | JSON |
//! |---|---|
//! | a flag | `true` |
//! | a ceiling | a number, `-1` for no limit |
//! | a level | its word |
//! | a deadline | a moment as RFC 3339 has it |
//!
//! Formats that are not for people have the text of a value.
//!
//! A set is an object of names and values in the order of the table. A value that was written is read again as an equal
//! one; a value of another kind than its directive has is an error, since a caller who sends `"noindex": false` means
//! something that a set cannot hold.

use std::fmt;

use serde::de::{Error, MapAccess, Unexpected, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Directive, DirectiveKind, DirectiveSet, DirectiveValue};

impl Serialize for DirectiveValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return serializer.collect_str(self);
        }
        match self {
            DirectiveValue::Flag => serializer.serialize_bool(true),
            DirectiveValue::Ceiling(Some(limit)) => serializer.serialize_u32(*limit),
            DirectiveValue::Ceiling(None) => serializer.serialize_i32(-1),
            DirectiveValue::Level(word) => serializer.serialize_str(word),
            DirectiveValue::Deadline(moment) => serializer.collect_str(moment),
        }
    }
}

/// The form decides the kind: a text is a level if it is a word of any level, else a date.
impl<'de> Deserialize<'de> for DirectiveValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DirectiveValue, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(ValueVisitor { texts: false })
        } else {
            deserializer.deserialize_str(ValueVisitor { texts: true })
        }
    }
}

/// Reads a value without knowing its directive.
struct ValueVisitor {
    /// Whether a flag and a number are texts too.
    texts: bool,
}

impl Visitor<'_> for ValueVisitor {
    type Value = DirectiveValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("true, a number from -1 on, a level or a date")
    }

    fn visit_bool<E: Error>(self, is_said: bool) -> Result<DirectiveValue, E> {
        if is_said {
            Ok(DirectiveValue::Flag)
        } else {
            Err(E::invalid_value(Unexpected::Bool(false), &self))
        }
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<DirectiveValue, E> {
        match number {
            -1 => Ok(DirectiveValue::Ceiling(None)),
            _ => Err(E::invalid_value(Unexpected::Signed(number), &self)),
        }
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<DirectiveValue, E> {
        // A field clamps a large number likewise: it restricts nothing more.
        let limit = u32::try_from(number).unwrap_or(u32::MAX);
        Ok(DirectiveValue::Ceiling(Some(limit)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<DirectiveValue, E> {
        let is_level = |kind| matches!(kind, DirectiveKind::Level(_));
        let values = Directive::ALL.iter();
        let mut values = values.filter(|directive| self.texts || is_level(directive.kind()));
        match values.find_map(|directive| directive.read_plain(text)) {
            Some(value) => Ok(value),
            None if self.texts && text == DirectiveValue::Flag.to_string() => {
                Ok(DirectiveValue::Flag)
            }
            None => text
                .parse()
                .map(DirectiveValue::Deadline)
                .map_err(E::custom),
        }
    }
}

impl Serialize for DirectiveSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (directive, value) in self {
            map.serialize_entry(&directive, &value)?;
        }
        map.end()
    }
}

/// Reads an object. Implications are added again, and exceptions stay only beside their restriction.
impl<'de> Deserialize<'de> for DirectiveSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DirectiveSet, D::Error> {
        deserializer.deserialize_map(Statements)
    }
}

/// Reads the members of an object as statements; checks each value against the kind of its directive.
struct Statements;

impl<'de> Visitor<'de> for Statements {
    type Value = DirectiveSet;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("directives with their values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<DirectiveSet, A::Error> {
        let mut set = DirectiveSet::default();
        let mut stated = Vec::new();
        while let Some((directive, value)) = map.next_entry::<Directive, DirectiveValue>()? {
            if !directive.kind().has(value) {
                let message = format!("`{value}` is not a value of `{directive}`");
                return Err(A::Error::custom(message));
            }
            set.insert(directive, value);
            stated.push(directive);
        }
        Ok(set.with_exceptions(stated))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::date::Timestamp;
    use crate::tests::rows;

    #[test]
    fn a_set_is_read_as_it_was_written() {
        let statements = [
            (Directive::NoIndex, DirectiveValue::Flag),
            (Directive::MaxSnippet, DirectiveValue::Ceiling(Some(0))),
            (Directive::MaxImagePreview, DirectiveValue::Level("none")),
            (
                Directive::UnavailableAfter,
                DirectiveValue::Deadline(Timestamp::from_unix(0)),
            ),
        ];
        let set = DirectiveSet::from_iter(statements).with_exceptions([Directive::IndexIfEmbedded]);
        let json = serde_json::to_string(&set).unwrap();
        assert_eq!(
            json,
            r#"{"noindex":true,"nosnippet":true,"indexifembedded":true,"max-snippet":0,"max-image-preview":"none","unavailable_after":"1970-01-01T00:00:00Z"}"#
        );
        assert_eq!(serde_json::from_str::<DirectiveSet>(&json).unwrap(), set);
        assert_eq!(
            serde_json::from_str::<DirectiveValue>("-1").unwrap(),
            DirectiveValue::Ceiling(None)
        );
    }

    #[test]
    fn a_value_of_another_kind_is_an_error() {
        for json in rows::<String>(include_str!("json/wrong.jsonl")) {
            assert!(
                serde_json::from_str::<DirectiveSet>(&json).is_err(),
                "{json}"
            );
        }
    }
}
