//! Verdicts as text for people, as records for programs, and as a canonical `Robots-Tag` value.

mod header;
#[cfg(feature = "serde")]
mod json;
#[cfg(feature = "serde")]
pub mod record;
mod text;

pub use crate::report::header::{UnwritableToken, UnwritableVerdict, robots_tag, robots_tag_of};
#[cfg(feature = "serde")]
pub use crate::report::json::Json;
#[cfg(feature = "serde")]
pub use crate::report::record::Record;
pub use crate::report::text::Text;
