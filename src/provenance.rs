//! The place of a statement: source, line, byte span and the text in it.
//!
//! Every signal and every diagnostic points at bytes of the input as it came, before decoding, joining or unescaping. A
//! reader makes the [`Provenance`] when it reads the statement, and copies the text then, because the input may be gone
//! when a report is printed. Three helpers live here as well: `small_str` keeps short texts without an allocation,
//! `text` escapes text of a stranger for messages, and has the one-line form that signals and reasons
//! share.

mod small_str;
mod text;

use std::fmt;
use std::ops::Range;

pub(crate) use self::small_str::SmallStr;
pub(crate) use self::text::{Shown, StatementLine};
use crate::names::named;

/// A byte range, end exclusive.
///
/// Its fields are public, as those of [`Range`] are. With the feature `serde` it is written as a pair of numbers, as in
/// the record of a verdict.
///
/// # Examples
///
/// ```
/// use robots_policy::Span;
///
/// let span = Span::new(3, 10);
/// assert_eq!(span.of(b"*; noindex"), b"noindex");
/// assert_eq!((span.len(), span.shifted(100)), (7, Span::new(103, 110)));
/// assert_eq!(Span::from(3..10), span);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(from = "(usize, usize)", into = "(usize, usize)")
)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl Span {
    /// The span from `start` to `end`; an `end` before `start` gives an empty span.
    pub fn new(start: usize, end: usize) -> Span {
        Span {
            start,
            end: end.max(start),
        }
    }

    /// Number of bytes.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// True for a span without bytes. It still has a place: a missing byte is reported at one.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The bytes of `input` that this span covers; bytes past the end of `input` are left out, so that a span of a
    /// longer input is not an error.
    pub fn of(self, input: &[u8]) -> &[u8] {
        let end = self.end.min(input.len());
        input.get(self.start.min(end)..end).unwrap_or_default()
    }

    /// The text that this span covers in `input`. Empty if the span is not inside, or cuts a character.
    #[inline]
    pub(crate) fn text_in(self, input: &str) -> &str {
        input.get(self.start..self.end).unwrap_or_default()
    }

    /// This span without the ASCII white space at both ends of its text; of white space alone, an empty span at its
    /// end.
    #[inline]
    pub(crate) fn trimmed_in(self, input: &str) -> Span {
        let bytes = self.of(input.as_bytes());
        let is_text = |b: &u8| !b.is_ascii_whitespace();
        let Some(left) = bytes.iter().position(is_text) else {
            return Span::new(self.end, self.end);
        };
        let len = bytes.iter().rposition(is_text).map_or(0, |last| last + 1);
        Span::new(self.start + left, self.start + len)
    }

    /// This span counted from a start that is `origin` bytes earlier: from a part of an input to the whole.
    #[must_use]
    pub fn shifted(self, origin: usize) -> Span {
        Span::new(self.start + origin, self.end + origin)
    }
}

/// Start and end, as JSON has them.
impl From<(usize, usize)> for Span {
    fn from((start, end): (usize, usize)) -> Span {
        Span::new(start, end)
    }
}

impl From<Span> for (usize, usize) {
    fn from(span: Span) -> (usize, usize) {
        (span.start, span.end)
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Span {
        Span::new(range.start, range.end)
    }
}

named! {
    /// The place of a `meta` element in the tree of a document.
    ///
    /// The HTML tree decides, not the position of the tag: a `meta` between `</head>` and `<body>` is in the head. By
    /// default metas in the head and in a `noscript` count; [`MetaRules`](crate::page::meta::MetaRules) can count others.
    #[non_exhaustive]
    pub enum Placement {
        /// A child of the `head` element.
        Head = "head";
        /// Inside a `noscript` element: an element only for a client that does not run scripts.
        Noscript = "noscript";
        /// Anywhere in the `body` element.
        Body = "body";
        /// Inside a `template`: not part of the document, never counted.
        Template = "template";
    }
}

/// The kind of input that a statement was read from.
///
/// # Examples
///
/// ```
/// use robots_policy::Source;
/// use robots_policy::meta::Placement;
///
/// assert_eq!(Source::XRobotsTag.to_string(), "x-robots-tag");
/// assert_eq!(Source::Meta(Placement::Head).name(), "meta");
/// assert_eq!(Source::Meta(Placement::Head).input(), "head");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Source {
    /// The `Robots-Tag` response field.
    RobotsTag,
    /// The legacy `X-Robots-Tag` response field.
    XRobotsTag,
    /// A `meta` element of the document.
    Meta(Placement),
    /// The robots.txt file.
    RobotsTxt,
    /// The `Content-Usage` response field.
    ContentUsage,
    /// The `Content-Signal` response field.
    ContentSignal,
    /// The `TDM-Reservation` response field.
    TdmReservation,
    /// The `TDM-Policy` response field.
    TdmPolicy,
    /// The `Link` response field.
    Link,
    /// A `link` element of the document.
    LinkElement(Placement),
    /// The file `/.well-known/tdmrep.json`.
    TdmRepJson,
    /// A licence in RSL.
    Rsl,
}

impl Source {
    /// The name in output: a field's name in lower case, `meta` or `robots.txt`.
    pub fn name(self) -> &'static str {
        match self {
            Source::RobotsTag => "robots-tag",
            Source::XRobotsTag => "x-robots-tag",
            Source::Meta(_) => "meta",
            Source::RobotsTxt => "robots.txt",
            Source::ContentUsage => "content-usage",
            Source::ContentSignal => "content-signal",
            Source::TdmReservation => "tdm-reservation",
            Source::TdmPolicy => "tdm-policy",
            Source::Link | Source::LinkElement(_) => "link",
            Source::TdmRepJson => "tdmrep.json",
            Source::Rsl => "rsl",
        }
    }

    /// The name in output of the input that a limit cuts: `head` for a document, else [`Source::name`].
    pub fn input(self) -> &'static str {
        match self {
            Source::Meta(_) | Source::LinkElement(_) => "head",
            source => source.name(),
        }
    }

    /// The place of the element in the tree, for a `meta` or a `link`; `None` for the other sources.
    pub fn placement(self) -> Option<Placement> {
        match self {
            Source::Meta(placement) | Source::LinkElement(placement) => Some(placement),
            _ => None,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The bytes that a signal or a diagnostic is about: their source, line, span and text.
///
/// Lines and spans count in the input as the caller gave it. The text is a copy, decoded to UTF-8, so that a report
/// needs no input. A text of up to 30 bytes, which nearly every statement is, takes no allocation.
///
/// Its text form is the place alone, with lines counted from 1 and bytes from 0:
///
/// ```
/// use robots_policy::{Provenance, Source, Span};
///
/// let at = Provenance::new(Source::XRobotsTag, Some(1), Span::new(0, 7), "noindex");
/// assert_eq!(at.to_string(), "x-robots-tag line 1, bytes 0-7");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Provenance {
    source: Source,
    line: Option<usize>,
    span: Span,
    text: SmallStr,
}

impl Provenance {
    /// A place in `source`, with a text that the caller has decoded. [`Provenance::line`] and [`Provenance::span`] say
    /// how lines and bytes are counted in each source.
    pub fn new(source: Source, line: Option<usize>, span: Span, text: &str) -> Provenance {
        Provenance {
            source,
            line,
            span,
            text: SmallStr::new(text),
        }
    }

    /// A place in `source`, with the text cut from `input`, in which the span counts. Octets that are not UTF-8 are
    /// read as U+FFFD.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Provenance, Source, Span};
    ///
    /// let line = b"ExampleBot: noindex";
    /// let at = Provenance::from_bytes(Source::XRobotsTag, Some(1), Span::new(12, 19), line);
    /// assert_eq!(at.text(), "noindex");
    /// ```
    pub fn from_bytes(source: Source, line: Option<usize>, span: Span, input: &[u8]) -> Provenance {
        Provenance::new(source, line, span, &String::from_utf8_lossy(span.of(input)))
    }

    /// The kind of input.
    pub fn source(&self) -> Source {
        self.source
    }

    /// The line in which the span counts, from 1 on in every source:
    ///
    /// - of a field, the number among the lines of that field;
    /// - of robots.txt, the line of the file;
    /// - of a document, of `tdmrep.json` and of a licence, `None`: spans count from the first byte;
    /// - of metas that are known by their values alone, from [`signals_from_metas`](crate::page::meta::signals_from_metas) or
    ///   [`MetaSink`](crate::page::meta::MetaSink), the number of the meta; of a link or a script of a licence, its number
    ///   among those.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// The byte range in the line, from 0 on. For a `meta` it counts in the document, or in the value of `content` if
    /// [`Provenance::line`] is the number of the meta.
    pub fn span(&self) -> Span {
        self.span
    }

    /// Its bytes as those of an input that begins `by` bytes before this one.
    pub(crate) fn shifted(mut self, by: usize) -> Provenance {
        self.span = self.span.shifted(by);
        self
    }

    /// The bytes of the span as text, decoded from the document's encoding; U+FFFD replaces octets that are not text. A
    /// text can hold any character: escape it before it is shown to people, as the text forms of this crate do.
    pub fn text(&self) -> &str {
        self.text.as_str()
    }
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.source.fmt(f)?;
        match (self.source, self.line) {
            (Source::Meta(placement), Some(meta)) => {
                write!(f, " {meta} in {placement}, content")?;
            }
            (Source::LinkElement(placement), Some(link)) => {
                write!(f, " {link} in {placement}, href")?;
            }
            (Source::Meta(placement) | Source::LinkElement(placement), None) => {
                write!(f, " in {placement}")?;
            }
            (Source::Rsl, Some(script)) => write!(f, " in script {script}")?,
            (_, Some(line)) => write!(f, " line {line}")?,
            (_, None) => {}
        }
        match self.span.len() {
            0 => write!(f, ", byte {}", self.span.start),
            _ => write!(f, ", bytes {}-{}", self.span.start, self.span.end),
        }
    }
}
