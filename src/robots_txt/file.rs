//! A file that was read: its octets, its lines, and the index that answers questions.

use std::ops::Range;
use std::sync::OnceLock;

use crate::robots_txt::index::Index;
use crate::robots_txt::key::{RecordKey, Role};
use crate::robots_txt::options::Options;
use crate::robots_txt::record::{Line, Record};
use crate::robots_txt::text::Text;

#[derive(Debug)]
pub(super) struct File {
    pub(super) text: Text,
    /// The lines of a known key, in the order of the file.
    pub(super) lines: Box<[Line]>,
    /// The hosts of `Signature-agent` lines by the index of the line, in that order.
    pub(super) signers: Box<[(u32, Box<str>)]>,
    pub(super) options: Options,
    index: OnceLock<Index>,
}

impl File {
    pub(super) fn new(
        text: Text,
        lines: Box<[Line]>,
        signers: Box<[(u32, Box<str>)]>,
        options: Options,
    ) -> File {
        File {
            text,
            lines,
            signers,
            options,
            index: OnceLock::new(),
        }
    }

    /// The index, made for the first question.
    pub(super) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(self))
    }

    /// The groups as ranges of the lines: each begins with a run of starters and ends before the next.
    pub(super) fn groups(&self) -> impl Iterator<Item = Range<usize>> {
        let first = |from: usize, role: Role| {
            let rest = self.lines.get(from..)?;
            let at = rest
                .iter()
                .position(|line| line.key().role(self.options) == role)?;
            Some(from + at)
        };
        let mut next = first(0, Role::Starter);
        std::iter::from_fn(move || {
            let start = next?;
            next = first(start, Role::Rule).and_then(|rule| first(rule, Role::Starter));
            Some(start..next.unwrap_or(self.lines.len()))
        })
    }

    /// The lines of one key, in the order of the file.
    pub(super) fn records(&self, key: RecordKey) -> impl DoubleEndedIterator<Item = Record<'_>> {
        let lines = self.lines.iter().filter(move |line| line.key() == key);
        lines.map(|line| Record {
            file: self,
            line: *line,
        })
    }

    /// The host of the `Signature-agent` line of this index.
    pub(super) fn signer(&self, index: u32) -> Option<&str> {
        let at = self
            .signers
            .binary_search_by_key(&index, |(line, _)| *line)
            .ok()?;
        self.signers.get(at).map(|(_, host)| &**host)
    }
}

impl PartialEq for File {
    /// The index follows from the rest.
    fn eq(&self, other: &File) -> bool {
        self.text.bytes == other.text.bytes
            && self.lines == other.lines
            && self.options == other.options
    }
}

impl Eq for File {}
