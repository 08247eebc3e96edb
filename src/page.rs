//! The room of documents: HTML and XHTML, and the metas in them.
//!
//! [`html`] and [`xml`] know nothing of robots; [`meta`] reads the metas out of what they find.

pub(crate) mod html;
pub mod meta;
pub(crate) mod xml;
