//! Parts of a page: which of its text may be quoted, and which of its links may be followed.
//!
//! | you have | use |
//! |---|---|
//! | an extractor of texts | [`Quotable::blanked`]: the page with closed text made spaces |
//! | an excerpt | [`Quotable::permits`]: may it be shown? |
//! | a place in the page that a query hit | [`Quotable::excerpt`] |
//! | an index of your own | [`Quotable::ranges`], [`Quotable::runs`] |
//! | links | [`Parts::links`], [`Verdict::following`](crate::Verdict::following) |

pub use crate::page::parts::{Link, LinkElement, PartMark, PartMarkKind, Parts, Rel};
pub use crate::policy::{Excerpt, Following, LinkReason, Permit, Quotable, Refusal};
