//! A file that was read: its octets, and its lines of a known key.

use std::ops::Range;

use crate::record_key::Role;
use crate::robots_file::options::Options;
use crate::robots_file::parse::line::Line;
use crate::robots_file::parse::lines::FileText;

#[derive(Debug)]
pub(crate) struct File {
    pub(crate) text: FileText,
    /// The lines of a known key, in the order of the file.
    pub(crate) lines: Box<[Line]>,
    /// The hosts of `Signature-agent` lines by the index of the line, in that order.
    pub(crate) signers: Box<[(u32, Box<str>)]>,
    pub(crate) options: Options,
}

impl File {
    pub(crate) fn new(
        text: FileText,
        lines: Box<[Line]>,
        signers: Box<[(u32, Box<str>)]>,
        options: Options,
    ) -> File {
        File {
            text,
            lines,
            signers,
            options,
        }
    }

    /// The groups as ranges of the lines: each begins with a run of starters and ends before the next.
    pub(crate) fn groups(&self) -> impl Iterator<Item = Range<usize>> {
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

    /// The value of the line of this index, in its octets.
    #[inline]
    pub(crate) fn value(&self, index: u32) -> &[u8] {
        let line = self.lines.get(index as usize);
        line.map_or(&[], |line| line.value(&self.text.bytes))
    }

    /// The host of the `Signature-agent` line of this index.
    pub(crate) fn signer(&self, index: u32) -> Option<&str> {
        let at = self
            .signers
            .binary_search_by_key(&index, |(line, _)| *line)
            .ok()?;
        self.signers.get(at).map(|(_, host)| &**host)
    }
}

impl PartialEq for File {
    /// All else follows from these.
    fn eq(&self, other: &File) -> bool {
        self.text.bytes == other.text.bytes
            && self.lines == other.lines
            && self.options == other.options
    }
}

impl Eq for File {}
