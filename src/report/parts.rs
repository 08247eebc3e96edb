//! What is stated about the parts of a page, as a record has it.

use serde::Serialize;

use crate::page::parts::{Link, PartMark, Parts};
use crate::policy::{Quotable, Verdict};
use crate::provenance::Span;
use crate::report::record::Word;

/// The key `parts` of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PartsRecord {
    /// Why nothing of the page may be quoted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// Why texts, marks and links are not known, a [`Why`](crate::Why): `links` is empty then, and says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unread: Option<Word>,
    /// The bytes of the texts that may be quoted.
    pub quotable: Vec<(usize, usize)>,
    /// The characters of the texts of the page.
    pub chars: usize,
    /// How many of them may not be quoted.
    pub closed_chars: usize,
    /// The marks in the page, those that the asker does not hear among them.
    pub marks: Vec<MarkRecord>,
    /// The links in the page.
    pub links: Vec<LinkRecord>,
}

/// A mark of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MarkRecord {
    /// The name of a [`PartMarkKind`](crate::parts::PartMarkKind).
    pub kind: Word,
    /// The element that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
    /// The bytes that state it.
    pub span: (usize, usize),
    /// The bytes of the texts that it closes.
    pub covers: Vec<(usize, usize)>,
    /// Whether the asker hears it.
    pub heard: bool,
}

/// A link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LinkRecord {
    /// Its URL; as it is written where that is none.
    pub url: String,
    /// The element.
    pub element: Word,
    /// The words of `rel` about following it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rel: Vec<Word>,
    /// The bytes of its tag.
    pub span: (usize, usize),
    /// Whether it may be followed.
    pub follow: Option<bool>,
    /// What decides that: `rel=nofollow`, `the page`, `robots.txt`, `its address`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

fn pair(span: Span) -> (usize, usize) {
    (span.start, span.end)
}

impl PartsRecord {
    /// The record of the parts of the page that a verdict is about.
    pub fn new(verdict: &Verdict<'_>, parts: &Parts<'_>) -> PartsRecord {
        let quotable = verdict.quotable(parts);
        let (chars, open) = quotable.chars();
        let links = parts.links(verdict.target());
        PartsRecord {
            refusal: quotable.refusal().map(|refusal| refusal.to_string()),
            unread: parts.unread().map(|why| why.name().into()),
            quotable: quotable.ranges().into_iter().map(pair).collect(),
            chars,
            closed_chars: chars - open,
            marks: parts
                .marks()
                .iter()
                .map(|mark| MarkRecord::new(mark, &quotable))
                .collect(),
            links: links
                .iter()
                .map(|link| LinkRecord::new(link, verdict))
                .collect(),
        }
    }
}

impl MarkRecord {
    fn new(mark: &PartMark, quotable: &Quotable<'_>) -> MarkRecord {
        MarkRecord {
            kind: mark.kind().name().into(),
            element: mark.element().map(str::to_owned),
            span: pair(mark.span()),
            covers: mark.covers().iter().copied().map(pair).collect(),
            heard: quotable.hears(mark),
        }
    }
}

impl LinkRecord {
    fn new(link: &Link, verdict: &Verdict<'_>) -> LinkRecord {
        let following = verdict.following(link);
        LinkRecord {
            url: link.address().unwrap_or_else(|text| text).to_owned(),
            element: link.element().name().into(),
            rel: link.rel().iter().map(|rel| rel.name().into()).collect(),
            span: pair(link.span()),
            follow: following.allowed,
            why: following.why.map(|why| why.to_string()),
        }
    }
}
