//! Verdicts as text for people, as records for programs, and as a canonical `Robots-Tag` value.
//!
//! | you want to | take |
//! |---|---|
//! | show a verdict to people | [`Text`], or the text form of the [`Verdict`](crate::Verdict) itself |
//! | write it as JSON | `Json`, which writes while it reads the verdict (feature `serde`) |
//! | keep it | [`Policy::to_stored`](crate::Policy::to_stored), or [`Answers`](crate::Answers) |
//! | state it in a response | [`robots_tag_of`] |
//! | state a policy in a response, for all clients | [`Policy::to_fields`](crate::Policy::to_fields) |
//! | state sets of directives in a response | [`robots_tag`] |
//! | state AIPREF preferences in a response | [`content_usage_of`] |
//! | keep the state of the texts with it | [`SPECIFICATIONS`] |
//!
//! Text is for people and may change with any version. The keys and words of JSON are a contract: a version adds some,
//! and removes or renames none. The canonical field means the same to this crate and to every strict reader of the
//! successor draft.
//!
//! # Examples
//!
//! ```
//! use robots_policy::ledger::{Assumed, Input};
//! use robots_policy::{Client, Policy, Timestamp, report};
//!
//! let mut headers = http::HeaderMap::new();
//! headers.insert("x-robots-tag", "noindex, nofollow; noarchive".parse().unwrap());
//! let policy = Policy::new().with_headers(&headers).with_assumed(Assumed::new().with(Input::Document));
//! let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
//!
//! // A legacy field with a fault, as the field that should have been sent.
//! assert_eq!(report::robots_tag_of(&verdict)?.as_deref(), Some("*;noindex;nofollow;noarchive"));
//! # Ok::<(), report::Unwritable>(())
//! ```

mod fields;
mod header;
#[cfg(feature = "serde")]
mod json;
#[cfg(all(feature = "parts", feature = "serde"))]
mod parts;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub mod record;
mod text;

pub use crate::report::header::{Unwritable, content_usage_of, robots_tag, robots_tag_of};
#[cfg(feature = "serde")]
pub use crate::report::json::Json;
#[cfg(all(feature = "parts", feature = "serde"))]
#[doc(hidden)]
pub use crate::report::parts::{LinkRecord, MarkRecord, PartsRecord};
pub use crate::report::text::Text;

/// The texts that the readers of this version follow, each as its authors name that state of it: RFCs, drafts, and the documents of the
/// vocabularies. Whoever keeps verdicts keeps this list with the version of the crate, because labels changed from draft to draft.
///
/// Facts about named crawlers have a document and a day of their own ([`engines::Profile`](crate::engines::Profile)).
///
/// # Examples
///
/// ```
/// use robots_policy::report::SPECIFICATIONS;
///
/// assert!(SPECIFICATIONS.contains(&"RFC 9309"));
/// assert!(SPECIFICATIONS.contains(&"draft-ietf-aipref-vocab-08"));
/// ```
pub const SPECIFICATIONS: &[&str] = &[
    "RFC 9309",
    "RFC 9651",
    "draft-illyes-repext-02",
    "draft-illyes-rep-purpose-00",
    "draft-meunier-signature-agent-rep, as of May 2025",
    "draft-giudici-web-robots-cntrl-00",
    "draft-canel-robots-ai-control-01",
    "draft-ietf-aipref-attach-05",
    "draft-ietf-aipref-vocab-08",
    "Content Signals, as of 2026-08-31",
    "TDMRep, CG-FINAL 2024-05-10",
    "RSL 1.0, 2025-12-10",
];
