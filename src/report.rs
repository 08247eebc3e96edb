//! Verdicts told: to programs, to people, and back to the wire.

mod header;
#[cfg(feature = "serde")]
mod json;
mod text;

pub use crate::report::header::{UnwritableToken, UnwritableVerdict, robots_tag, robots_tag_of};
#[cfg(feature = "serde")]
pub use crate::report::json::Record;
pub use crate::report::text::Text;

use crate::named::named;

named! {
    /// The forms in which a verdict is told.
    #[non_exhaustive]
    pub enum Format {
        /// For people: [`Text`].
        Text = "text";
        /// For programs: `Record`, with the feature `serde`.
        Json = "json";
        /// For servers: a canonical `Robots-Tag` value, [`robots_tag_of`].
        Header = "header";
    }
}
