//! Records and rules as they are written: a line, and the file that has its text.
//!
//! A record is 24 bytes and is copied freely. Nothing of its text is kept: key, span and quotation are found in the octets
//! of the file when they are asked for, since most files are asked for answers and not for their lines.

use std::borrow::Cow;
use std::fmt;

use crate::provenance::{Provenance, Source, Span};
use crate::record_key::RecordKey;
use crate::robots_txt::file::parse::file::File;
use crate::robots_txt::file::parse::line::Line;
use crate::robots_txt::file::parse::lines::line_start;

/// One line of a robots.txt with a known key, and its place.
///
/// # Examples
///
/// ```
/// use robots_policy::RobotsTxt;
/// use robots_policy::robots_txt::RecordKey;
///
/// let robots = RobotsTxt::parse(b"# The site map\n Site-map : /s.xml # weekly").value;
/// let record = robots.records().next().unwrap();
/// assert_eq!((record.key(), &*record.value()), (RecordKey::Sitemap, "/s.xml"));
/// assert_eq!((record.line(), &*record.text()), (2, "Site-map : /s.xml"));
/// assert_eq!((record.span().start, record.span().end), (1, 18));
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Record<'r> {
    pub(crate) file: &'r File,
    pub(crate) line: Line,
}

impl<'r> Record<'r> {
    /// The key, also if it is misspelt in a way that [`RecordKey::misspellings`] lists.
    pub fn key(self) -> RecordKey {
        self.line.key()
    }

    /// The value, without the blanks and tabs around it and the comment after it.
    ///
    /// Percent-encoding is left as it is. Octets that are not UTF-8 are U+FFFD here; questions compare the octets themselves.
    pub fn value(self) -> Cow<'r, str> {
        String::from_utf8_lossy(self.value_bytes())
    }

    /// The value in the octets of the file.
    pub fn value_bytes(self) -> &'r [u8] {
        self.line.value(&self.file.text.bytes)
    }

    /// The number of the line, from 1. A line ends with CR, LF or CRLF.
    pub fn line(self) -> usize {
        self.line.number()
    }

    /// The byte range of key and value in the line, without the comment. For a file in UTF-16 it counts in the line as UTF-8.
    pub fn span(self) -> Span {
        let (start, _) = self.place();
        Span::new(start, self.line.span().end - self.line_start())
    }

    /// The bytes of the span as text: key, colon and value as they are written. Octets that are not UTF-8 are U+FFFD.
    pub fn text(self) -> Cow<'r, str> {
        let (_, bytes) = self.place();
        String::from_utf8_lossy(bytes)
    }

    /// The place of the record, with its text, as a verdict and a diagnostic quote it. It does not borrow from the file.
    pub fn provenance(self) -> Provenance {
        Provenance::new(
            Source::RobotsTxt,
            Some(self.line()),
            self.span(),
            &self.text(),
        )
    }

    /// The offset of the line in the file. A line keeps the place of its value only, so this searches backwards.
    fn line_start(self) -> usize {
        line_start(&self.file.text.bytes, self.line.span().start)
    }

    /// The offset of the key in the line, and the bytes from there to the end of the value.
    ///
    /// A byte order mark at the start of the file counts in the offset and is not part of the key.
    fn place(self) -> (usize, &'r [u8]) {
        let start = self.line_start();
        let bytes = Span::new(start, self.line.span().end).of(&self.file.text.bytes);
        let mark = if start == 0 { self.file.text.mark } else { 0 };
        let mark = usize::from(mark);
        let blanks = bytes.get(mark..).unwrap_or_default();
        let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
        let key = mark + blanks.iter().take_while(is_blank).count();
        (key, bytes.get(key..).unwrap_or_default())
    }
}

/// The lines of one key, in the order of the file.
pub(crate) fn records_of(
    file: &File,
    key: RecordKey,
) -> impl DoubleEndedIterator<Item = Record<'_>> {
    let lines = file.lines.iter().filter(move |line| line.key() == key);
    lines.map(move |line| Record { file, line: *line })
}

impl fmt::Debug for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.line(), self.text())
    }
}

/// An `Allow` or `Disallow` line.
///
/// # Examples
///
/// ```
/// use robots_policy::{Client, RobotsTxt};
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /b%61r # closed").value;
/// let rule = robots.access(&Client::anonymous(), "/bar").rule().unwrap();
/// assert!(!rule.allows());
/// assert_eq!((&*rule.path(), &*rule.text()), ("/b%61r", "Disallow: /b%61r"));
/// assert_eq!(rule.provenance().to_string(), "robots.txt line 2, bytes 0-16");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule<'r>(pub(crate) Record<'r>);

impl<'r> Rule<'r> {
    /// True for `Allow`.
    pub fn allows(self) -> bool {
        self.0.line.has(RecordKey::Allow)
    }

    /// The path pattern as it is written, not in the form in which it is compared. An empty one restricts nothing.
    pub fn path(self) -> Cow<'r, str> {
        self.0.value()
    }

    /// The line as a record, with its place.
    pub fn record(self) -> Record<'r> {
        self.0
    }

    /// The line as text, without its comment, see [`Record::text`].
    pub fn text(self) -> Cow<'r, str> {
        self.0.text()
    }

    /// The number of the line, from 1.
    pub fn line(self) -> usize {
        self.0.line()
    }

    /// The byte range in the line, see [`Record::span`].
    pub fn span(self) -> Span {
        self.0.span()
    }

    /// Where the rule is, with the text there, see [`Record::provenance`].
    pub fn provenance(self) -> Provenance {
        self.0.provenance()
    }
}
