//! The parts of a record whose form in JSON is not that of their type: pairs in an order, extensions, and seconds.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Serialize, Serializer};

use super::Word;
use crate::signal::Extension;

/// The version of a record, which only a format with keys can have: it leaves some out, so that no other could be read again.
pub(in crate::report) struct Version(pub(in crate::report) u32);

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            return Err(serde::ser::Error::custom(
                "a record is written in JSON; store the policy or the answers",
            ));
        }
        self.0.serialize(serializer)
    }
}

/// Pairs as an object, in their order. A map type would sort them, or forget the order of the table.
pub(super) fn object<V: Serialize, S: Serializer>(
    pairs: &[(Word, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

/// Extensions as members of an object: at each name its value, true for a name alone, and an array for several values.
///
/// Extensions of one name must be neighbours, as [`Verdict::extensions`](crate::Verdict::extensions) gives them.
pub(in crate::report) fn extensions<'e>(
    extensions: &'e [&Extension],
) -> impl Iterator<Item = (&'e str, impl Serialize)> {
    let names = extensions.chunk_by(|one, other| one.name() == other.name());
    let pairs = names.filter_map(|same| Some((same.first()?.name(), same)));
    pairs.map(|(name, same)| (name, ExtensionForm::of_one_name(same)))
}

/// The value at the name of an extension.
#[derive(Serialize)]
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
    fn of_one_name(extensions: &'e [&Extension]) -> ExtensionForm<'e> {
        let raw = |extension: &&'e Extension| match extension.value() {
            Some(value) => ExtensionForm::Text(value.into()),
            None => ExtensionForm::Flag(true),
        };
        match extensions {
            [extension] => raw(extension),
            extensions => ExtensionForm::Several(extensions.iter().map(raw).collect()),
        }
    }
}

/// A number of seconds. A whole one is written without a point, as files state it: `5`, not `5.0`.
#[derive(Serialize)]
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
