//! Records and rules, as they are in the file.

use std::borrow::Cow;
use std::fmt;

use crate::provenance::{Provenance, Source, Span};
use crate::record_key::RecordKey;
use crate::robots_file::parse::file::File;
use crate::robots_file::parse::line::Line;
use crate::robots_file::parse::lines::line_start;

/// One record: a key and a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Record<'r> {
    pub(crate) file: &'r File,
    pub(crate) line: Line,
}

impl<'r> Record<'r> {
    /// The key, however it was spelled.
    pub fn key(self) -> RecordKey {
        self.line.key()
    }

    /// The value without the white space around it and the comment after it; U+FFFD for octets that are not UTF-8.
    pub fn value(self) -> Cow<'r, str> {
        String::from_utf8_lossy(self.value_bytes())
    }

    pub(crate) fn value_bytes(self) -> &'r [u8] {
        self.line.value(&self.file.text.bytes)
    }

    /// The 1-based line of the file.
    pub fn line(self) -> usize {
        self.line.number()
    }

    /// The byte range of key and value in the line. For a file in UTF-16 it counts in the line as UTF-8.
    pub fn span(self) -> Span {
        let (start, _) = self.place();
        Span::new(start, self.line.span().end - self.line_start())
    }

    /// The bytes of the span as text.
    pub fn text(self) -> Cow<'r, str> {
        let (_, bytes) = self.place();
        String::from_utf8_lossy(bytes)
    }

    /// Where it is, with the bytes there.
    pub fn provenance(self) -> Provenance {
        Provenance::new(
            Source::RobotsTxt,
            Some(self.line()),
            self.span(),
            &self.text(),
        )
    }

    fn line_start(self) -> usize {
        line_start(&self.file.text.bytes, self.line.span().start)
    }

    /// Where the key begins in the line, and the bytes from there to the end of the value.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule<'r>(pub(crate) Record<'r>);

impl<'r> Rule<'r> {
    /// True for `Allow`.
    pub fn allows(self) -> bool {
        self.0.line.has(RecordKey::Allow)
    }

    /// The path pattern as it is written; empty for a rule that says nothing.
    pub fn path(self) -> Cow<'r, str> {
        self.0.value()
    }

    /// The line as a record, with its place.
    pub fn record(self) -> Record<'r> {
        self.0
    }

    /// The line as text, without comment.
    pub fn text(self) -> Cow<'r, str> {
        self.0.text()
    }

    /// The 1-based line of the file.
    pub fn line(self) -> usize {
        self.0.line()
    }

    /// The byte range in the line, see [`Record::span`].
    pub fn span(self) -> Span {
        self.0.span()
    }

    /// Where it is, with the bytes there.
    pub fn provenance(self) -> Provenance {
        self.0.provenance()
    }
}
