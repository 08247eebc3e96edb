//! Verdicts as text for people, as records for programs, and as a canonical `Robots-Tag` value.
//!
//! | you want to | take |
//! |---|---|
//! | show a verdict to people | [`Text`], or the text form of the [`Verdict`](crate::Verdict) itself |
//! | write it as JSON | `Json`, which writes while it reads the verdict (feature `serde`) |
//! | keep it, or read it back | `Record`, and its parts in `record` (feature `serde`) |
//! | state it in a response | [`robots_tag_of`] |
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
//! use robots_policy::ledger::{Assumed, Source};
//! use robots_policy::{Client, Policy, Timestamp, report};
//!
//! let mut headers = http::HeaderMap::new();
//! headers.insert("x-robots-tag", "noindex, nofollow; noarchive".parse().unwrap());
//! let policy = Policy::new().with_headers(&headers).with_assumed(Assumed::new().with(Source::Document));
//! let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
//!
//! // A legacy field with a fault, as the field that should have been sent.
//! assert_eq!(report::robots_tag_of(&verdict)?.as_deref(), Some("*;noindex;nofollow;noarchive"));
//! # Ok::<(), report::UnwritableVerdict>(())
//! ```

mod header;
#[cfg(feature = "serde")]
mod json;
#[cfg(feature = "serde")]
pub mod record;
mod specifications;
mod text;
mod usage;

pub use crate::report::header::{UnwritableToken, UnwritableVerdict, robots_tag, robots_tag_of};
#[cfg(feature = "serde")]
pub use crate::report::json::Json;
#[cfg(feature = "serde")]
pub use crate::report::record::Record;
pub use crate::report::specifications::SPECIFICATIONS;
pub use crate::report::text::Text;
pub use crate::report::usage::content_usage_of;
