//! A source of a verdict that is not known.

use std::fmt;
use std::sync::Arc;

use crate::ledger::{Asked, Input, Keeps};
use crate::policy::Pointer;
use crate::why::Why;

/// A source that is not known, and the answers that it keeps from being known.
///
/// # Examples
///
/// ```
/// use robots_policy::ledger::{Asked, Document, Input};
/// use robots_policy::{Client, HeaderReader, Policy, Timestamp, Why};
///
/// let policy = Policy::new()
///     .with_fields(HeaderReader::new().read_lines([("X-Robots-Tag", "noindex")]))
///     .with_document(Document::unread(Why::Incomplete));
/// let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
/// let document = verdict.unread().find(|unread| unread.source() == Input::Document).unwrap();
/// assert_eq!((document.why(), &*document.to_string()), (Why::Incomplete, "document: incomplete"));
/// assert!(document.keeps(Asked::Follow));
/// assert!(!document.keeps(Asked::Index), "a field forbids it");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    source: Input,
    why: Why,
    keeps: Keeps,
    /// A document that the caller could still read.
    pointer: Option<Arc<Pointer>>,
}

impl Unread {
    pub(crate) fn new(source: Input, why: Why, keeps: Keeps) -> Unread {
        Unread {
            source,
            why,
            keeps,
            pointer: None,
        }
    }

    /// Adds the document that the caller could read.
    pub(crate) fn at(self, pointer: Arc<Pointer>) -> Unread {
        Unread {
            pointer: Some(pointer),
            ..self
        }
    }

    /// The source.
    pub fn source(&self) -> Input {
        self.source
    }

    /// Why it is not known: of several reasons the first in the order of [`Why::ALL`].
    pub fn why(&self) -> Why {
        self.why
    }

    /// Whether it keeps an answer from being known.
    pub fn keeps(&self, asked: impl Into<Asked>) -> bool {
        self.keeps.has(asked)
    }

    /// The answers that it keeps from being known, in the order of [`Asked::ALL`]. It may be none: a statement that was read
    /// can forbid all that the source could.
    pub fn kept(&self) -> impl Iterator<Item = Asked> + use<> {
        self.keeps.iter()
    }

    /// The document that the caller could read: a licence with the place that points at it, or `tdmrep.json`.
    pub fn pointer(&self) -> Option<&Pointer> {
        self.pointer.as_deref()
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.source, self.why)
    }
}
