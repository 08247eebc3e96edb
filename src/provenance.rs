//! The place of a statement: source, line, byte span and the text in it.

mod shown;
mod small_str;
mod statement_line;

use std::fmt;
use std::ops::Range;

pub(crate) use self::shown::Shown;
pub(crate) use self::small_str::SmallStr;
pub(crate) use self::statement_line::StatementLine;
use crate::named::named;

/// A byte range, end exclusive.
///
/// Its fields are public, as those of [`Range`] are; with the feature `serde` it is a pair, as in a
/// `report::Record`.
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

    /// True for a span without bytes.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The bytes of `input` that this span covers; what lies past its end is left out.
    pub fn of(self, input: &[u8]) -> &[u8] {
        let end = self.end.min(input.len());
        input.get(self.start.min(end)..end).unwrap_or_default()
    }

    /// The text that this span covers in `input`; empty where it does not lie in it, at whole characters.
    #[inline]
    pub(crate) fn text_in(self, input: &str) -> &str {
        input.get(self.start..self.end).unwrap_or_default()
    }

    /// The same without white space around it.
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

    /// This span, counted from `origin` bytes further left.
    #[must_use]
    pub fn shifted(self, origin: usize) -> Span {
        Span::new(self.start + origin, self.end + origin)
    }
}

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
    /// Where in a document a `meta` element is.
    ///
    /// The HTML tree decides, not the position of the tag: a `meta` between `</head>` and `<body>` is in the head.
    #[non_exhaustive]
    pub enum Placement {
        /// A child of the `head` element.
        Head = "head";
        /// Inside a `noscript` element: text for a client that runs scripts, an element for one that does not.
        Noscript = "noscript";
        /// Anywhere in the `body` element.
        Body = "body";
        /// Inside a `template`: not part of the document, never counted.
        Template = "template";
    }
}

/// What kind of input a statement was read from.
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
}

impl Source {
    /// The name in output: a field's name in lower case, `meta` or `robots.txt`.
    pub fn name(self) -> &'static str {
        match self {
            Source::RobotsTag => "robots-tag",
            Source::XRobotsTag => "x-robots-tag",
            Source::Meta(_) => "meta",
            Source::RobotsTxt => "robots.txt",
        }
    }

    /// The name in output of the input that a limit cuts: `head` for a document, else [`Source::name`].
    pub fn input(self) -> &'static str {
        match self {
            Source::Meta(_) => "head",
            source => source.name(),
        }
    }

    /// Where the element is, for a `meta`.
    pub fn placement(self) -> Option<Placement> {
        match self {
            Source::Meta(placement) => Some(placement),
            _ => None,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The bytes that a signal or a diagnostic is about.
///
/// Its text form is the place alone, with lines counted from 1:
///
/// ```
/// use robots_policy::{Provenance, Source, Span};
///
/// let at = Provenance::new(Source::XRobotsTag, Some(0), Span::new(0, 7), "noindex");
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
    /// A place in `source`: `line` as in [`Provenance::line`], `span` as in [`Provenance::span`], and the text there.
    pub fn new(source: Source, line: Option<usize>, span: Span, text: &str) -> Provenance {
        Provenance {
            source,
            line,
            span,
            text: SmallStr::new(text),
        }
    }

    /// The same, with the text cut from the `input` that the span counts in; octets that are no UTF-8 read as U+FFFD.
    pub fn from_bytes(source: Source, line: Option<usize>, span: Span, input: &[u8]) -> Provenance {
        Provenance::new(source, line, span, &String::from_utf8_lossy(span.of(input)))
    }

    /// The kind of input.
    pub fn source(&self) -> Source {
        self.source
    }

    /// For a field, the 0-based index among the lines of that field; for robots.txt, the 1-based line of the file;
    /// `None` for a document, whose spans count from its first byte. For metas of which only the values are known, by
    /// [`signals_from_metas`](crate::meta::signals_from_metas) and [`MetaSink`](crate::meta::MetaSink), the 0-based index of the meta.
    pub fn line(&self) -> Option<usize> {
        self.line
    }

    /// The byte range in the line, or in the document for a `meta`; in the value of `content`, if [`Provenance::line`]
    /// says which meta it is.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The bytes of the span as text: decoded from the document's encoding, U+FFFD for octets that are none.
    pub fn text(&self) -> &str {
        self.text.as_str()
    }
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.source.fmt(f)?;
        match (self.source, self.line) {
            (Source::Meta(placement), Some(meta)) => {
                write!(f, " {} in {placement}, content", meta + 1)?;
            }
            (Source::Meta(placement), None) => write!(f, " in {placement}")?,
            // Lines of a file are counted from 1 already, those of a field from 0.
            (Source::RobotsTxt, Some(line)) => write!(f, " line {line}")?,
            (_, Some(line)) => write!(f, " line {}", line + 1)?,
            (_, None) => {}
        }
        match self.span.len() {
            0 => write!(f, ", byte {}", self.span.start),
            _ => write!(f, ", bytes {}-{}", self.span.start, self.span.end),
        }
    }
}
