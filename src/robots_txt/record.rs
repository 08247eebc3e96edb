//! Records, rules and groups, as they stand in the file.

use std::borrow::Cow;
use std::fmt;

use crate::provenance::{Provenance, Source, Span};
use crate::robots_txt::file::File;
use crate::robots_txt::key::{RecordKey, Role};
use crate::robots_txt::starter;
use crate::robots_txt::text::line_start;

/// A line of a known key, as it is kept: where its value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    at: u32,
    number: u32,
    /// The length of the value, and the key's place in the table in the lowest bits.
    len_and_key: u32,
}

impl Line {
    /// A line whose value is this span of the file, no longer than [`LARGEST`] and its half.
    ///
    /// [`LARGEST`]: crate::robots_txt::text::LARGEST
    pub(super) fn new(key: RecordKey, value: Span, number: usize) -> Line {
        let short = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Line {
            at: short(value.start),
            number: short(number),
            len_and_key: short(value.len()) << KEY_BITS | key as u32,
        }
    }

    /// 1-based.
    pub(super) fn number(self) -> usize {
        self.number as usize
    }

    pub(super) fn key(self) -> RecordKey {
        let place = self.len_and_key & ((1 << KEY_BITS) - 1);
        let key = RecordKey::ALL.get(place as usize);
        key.copied().unwrap_or(RecordKey::Disallow)
    }

    /// Whether it has this key: what comparing [`Line::key`] would say, sooner.
    pub(super) fn has(self, key: RecordKey) -> bool {
        self.len_and_key & ((1 << KEY_BITS) - 1) == key as u32
    }

    pub(super) fn len(self) -> u32 {
        self.len_and_key >> KEY_BITS
    }

    /// Where the value stands in the octets of the file.
    pub(super) fn span(self) -> Span {
        let start = self.at as usize;
        Span::new(start, start + self.len() as usize)
    }

    /// The value, in the octets of the file.
    pub(super) fn value(self, file: &[u8]) -> &[u8] {
        self.span().of(file)
    }
}

const KEY_BITS: u32 = 5;
const _: () = assert!(RecordKey::ALL.len() <= 1 << KEY_BITS);

/// One record: a key and a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Record<'r> {
    pub(super) file: &'r File,
    pub(super) line: Line,
}

impl<'r> Record<'r> {
    /// The key, however it was spelled.
    pub fn key(self) -> RecordKey {
        self.line.key()
    }

    /// The value without the white space around it and the comment behind it; U+FFFD for octets that are no UTF-8.
    pub fn value(self) -> Cow<'r, str> {
        String::from_utf8_lossy(self.value_bytes())
    }

    pub(super) fn value_bytes(self) -> &'r [u8] {
        self.line.value(&self.file.text.bytes)
    }

    /// The 1-based line of the file.
    pub fn line(self) -> usize {
        self.line.number as usize
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

    /// Where it stands, with the bytes there.
    pub fn provenance(self) -> Provenance {
        Provenance::new(
            Source::RobotsTxt,
            Some(self.line()),
            self.span(),
            &self.text(),
        )
    }

    fn line_start(self) -> usize {
        line_start(&self.file.text.bytes, self.line.at as usize)
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

impl fmt::Debug for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.line(), self.text())
    }
}

/// An `Allow` or `Disallow` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule<'r>(pub(super) Record<'r>);

impl<'r> Rule<'r> {
    /// True for `Allow`.
    pub fn allows(self) -> bool {
        self.0.key() == RecordKey::Allow
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

    /// Where it stands, with the bytes there.
    pub fn provenance(self) -> Provenance {
        self.0.provenance()
    }
}

/// Whom a group is for.
///
/// ```
/// use robots_policy::RobotsTxt;
///
/// let robots = RobotsTxt::parse(b"User-agent: FooBot/1.0\nUser-agent-purpose: Search\nDisallow: /").value;
/// let group = robots.groups().next().unwrap();
/// let subjects: Vec<_> = group.subjects().map(|subject| subject.to_string()).collect();
/// assert_eq!(subjects, ["foobot", "purpose:search"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subject<'r> {
    /// Everybody whom no other group is for.
    Global,
    /// The client of this product token.
    Agent(&'r str),
    /// Clients that crawl for this purpose.
    Purpose(&'r str),
    /// Clients that this host, or one below it, signs for.
    Signature(&'r str),
}

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, name) = match self {
            Subject::Global => ("", "*"),
            Subject::Agent(name) => ("", *name),
            Subject::Purpose(name) => ("purpose:", *name),
            Subject::Signature(name) => ("signature:", *name),
        };
        f.write_str(kind)?;
        f.write_str(&name.to_ascii_lowercase())
    }
}

/// The lines from one run of starters to the next.
#[derive(Clone, Copy, Debug)]
pub struct Group<'r> {
    pub(super) file: &'r File,
    pub(super) lines: &'r [Line],
    /// The index of the first line in the file.
    pub(super) first: u32,
}

impl<'r> Group<'r> {
    /// Whom the group is for, in the order of the file; a starter that names nobody is left out.
    pub fn subjects(self) -> impl Iterator<Item = Subject<'r>> {
        let Group { file, first, .. } = self;
        let indices = first..;
        let starters = self.lines.iter().zip(indices);
        starters.filter_map(move |(line, index)| {
            let is_starter = line.key().role(file.options) == Role::Starter;
            is_starter.then(|| starter::subject(file, index))?
        })
    }

    /// Its rules, in the order of the file.
    pub fn rules(self) -> impl Iterator<Item = Rule<'r>> {
        let records = self.records();
        records
            .filter(|record| matches!(record.key(), RecordKey::Allow | RecordKey::Disallow))
            .map(Rule)
    }

    /// All its lines of a known key: starters, rules, and records that stand among them.
    pub fn records(self) -> impl Iterator<Item = Record<'r>> {
        let Group { file, lines, .. } = self;
        lines.iter().map(move |line| Record { file, line: *line })
    }
}
