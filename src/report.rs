//! Verdicts told: to programs, to people, and back to the wire.

mod header;
#[cfg(feature = "serde")]
mod json;
mod text;

pub use crate::report::header::{UnwritableToken, UnwritableVerdict, robots_tag, robots_tag_of};
#[cfg(feature = "serde")]
pub use crate::report::json::Record;
pub use crate::report::text::Text;

/// The forms in which a verdict is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// For people: [`Text`].
    Text,
    /// For programs: `Record`, with the feature `serde`.
    Json,
    /// For servers: a canonical `Robots-Tag` value, [`robots_tag_of`].
    Header,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 3] = [Format::Text, Format::Json, Format::Header];

    /// The name in options.
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Header => "header",
        }
    }
}
