//! The parts of a record whose form in JSON is not that of their type.
//!
//! | module | in Rust | in JSON |
//! |---|---|---|
//! | `object` | pairs in an order | an object with its keys in that order |
//! | `extensions` | a list, sorted by name | an object: a text, true, or an array of these at each name |
//! | `seconds` | a [`Duration`] | a number, whole if it can be |
//!
//! Each module has the two functions that `#[serde(with)]` calls. A key that is there twice stays twice.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Word;
use crate::signal::Extension;

/// The version of a record, which only a format with keys can have: it leaves some out, so that no other could be read again.
#[allow(clippy::trivially_copy_pass_by_ref)] // as serde calls it
pub(in crate::report) fn version<S: Serializer>(version: &u32, to: S) -> Result<S::Ok, S::Error> {
    if !to.is_human_readable() {
        return Err(serde::ser::Error::custom(
            "a record is written in JSON; store the policy or the answers",
        ));
    }
    version.serialize(to)
}

/// Pairs as an object, in their order. A map type would sort them, or forget the order of the table.
pub(super) mod object {
    use super::{
        Deserialize, Deserializer, PairsVisitor, PhantomData, Serialize, Serializer, Word,
    };

    pub(crate) fn serialize<V: Serialize, S: Serializer>(
        pairs: &[(Word, V)],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
    }

    pub(crate) fn deserialize<'de, V: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<(Word, V)>, D::Error> {
        deserializer.deserialize_map(PairsVisitor(PhantomData))
    }
}

/// Reads an object as pairs.
struct PairsVisitor<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for PairsVisitor<V> {
    type Value = Vec<(Word, V)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = map.next_entry()? {
            pairs.push(pair);
        }
        Ok(pairs)
    }
}

/// Extensions as an object: at each name its value, true for a name alone, and an array for several values.
///
/// Extensions of one name must be neighbours, as [`Verdict::extensions`](crate::Verdict::extensions) gives them.
pub(in crate::report) mod extensions {
    use super::{Borrow, Deserializer, Extension, ExtensionForm, Serialize, Serializer, object};

    pub(crate) fn serialize<E: Borrow<Extension>, S: Serializer>(
        extensions: &[E],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(pairs(extensions))
    }

    /// Each name and its value.
    pub(in crate::report) fn pairs<E: Borrow<Extension>>(
        extensions: &[E],
    ) -> impl Iterator<Item = (&str, impl Serialize)> {
        let names = extensions.chunk_by(|one, other| one.borrow().name() == other.borrow().name());
        let pairs = names.filter_map(|same| Some((same.first()?.borrow().name(), same)));
        pairs.map(|(name, same)| (name, ExtensionForm::of_one_name(same)))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Extension>, D::Error> {
        let mut extensions = Vec::new();
        for (name, raw) in object::deserialize::<ExtensionForm<'_>, D>(deserializer)? {
            match raw {
                ExtensionForm::Several(all) => {
                    extensions.extend(all.iter().map(|raw| Extension::new(&name, raw.value())));
                }
                one => extensions.push(Extension::new(&name, one.value())),
            }
        }
        Ok(extensions)
    }
}

/// The value at the name of an extension.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum ExtensionForm<'e> {
    /// A name alone; always true.
    Flag(bool),
    Text(Cow<'e, str>),
    /// Values of one name, in the order they were read.
    Several(Vec<ExtensionForm<'e>>),
}

impl<'e> ExtensionForm<'e> {
    /// The form of extensions that share a name.
    fn of_one_name<E: Borrow<Extension>>(extensions: &'e [E]) -> ExtensionForm<'e> {
        let raw = |extension: &'e E| match extension.borrow().value() {
            Some(value) => ExtensionForm::Text(value.into()),
            None => ExtensionForm::Flag(true),
        };
        match extensions {
            [extension] => raw(extension),
            extensions => ExtensionForm::Several(extensions.iter().map(raw).collect()),
        }
    }

    /// The value, of a form that has one.
    fn value(&self) -> Option<&str> {
        match self {
            ExtensionForm::Text(value) => Some(value),
            _ => None,
        }
    }
}

/// A duration as a number of seconds, which is whole if it can be.
pub(super) mod seconds {
    use super::{Deserialize, Deserializer, Duration, Error, Seconds, Serialize, Serializer};

    #[allow(clippy::ref_option)] // serde passes a reference to the field
    pub(crate) fn serialize<S: Serializer>(
        delay: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        delay.map(Seconds::from).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        match Option::deserialize(deserializer)? {
            None => Ok(None),
            Some(Seconds::Whole(seconds)) => Ok(Some(Duration::from_secs(seconds))),
            Some(Seconds::Decimal(seconds)) => {
                let delay = Duration::try_from_secs_f64(seconds).map_err(D::Error::custom)?;
                Ok(Some(delay))
            }
        }
    }
}

/// A number of seconds. A whole one is written without a point, as files state it: `5`, not `5.0`.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(in crate::report) enum Seconds {
    Whole(u64),
    Decimal(f64),
}

impl From<Duration> for Seconds {
    fn from(delay: Duration) -> Seconds {
        match delay.subsec_nanos() {
            0 => Seconds::Whole(delay.as_secs()),
            _ => Seconds::Decimal(delay.as_secs_f64()),
        }
    }
}
