//! Verdicts told: to programs, to people, and back to the wire.

mod header;
#[cfg(feature = "serde")]
mod json;
mod text;

pub use crate::report::header::{UnwritableToken, UnwritableVerdict, robots_tag, robots_tag_of};
#[cfg(feature = "serde")]
pub use crate::report::json::Record;
pub use crate::report::text::Text;
