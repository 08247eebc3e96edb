//! Parts of a page: which of its text may be quoted, and which of its links may be followed.
//!
//! | you have | use |
//! |---|---|
//! | an extractor of texts | [`Quotable::blanked`]: the page with closed text made spaces |
//! | an excerpt | [`Quotable::permits`]: may it be shown? |
//! | a place in the page that a query hit | [`Quotable::excerpt`] |
//! | an index of your own | [`Quotable::ranges`], [`Quotable::runs`] |
//! | links | [`Parts::links`], [`Verdict::following`](crate::Verdict::following) |

#[cfg(feature = "parts")]
pub use crate::page::parts::{Link, PartMark, Parts};
pub use crate::part_mark::{LinkElement, PartMarkKind, Rel};
#[cfg(feature = "parts")]
pub use crate::policy::{Excerpt, Following, LinkReason, Permit, Quotable, Refusal};
