//! The room of documents: HTML and XHTML, and the metas in them.
//!
//! `html` and [`xml`] know nothing of robots; `meta` reads the metas out of what they find, and `parts` the texts and links. [`offsets`] leads from decoded text
//! back to the bytes.

#[cfg(feature = "html")]
pub(crate) mod html;
#[cfg(feature = "html")]
pub mod meta;
pub(crate) mod offsets;
#[cfg(feature = "parts")]
pub(crate) mod parts;
pub(crate) mod xml;
