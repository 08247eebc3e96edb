//! A file that was read: its octets, and its lines of a known key.
//!
//! This is all that is kept before the first question. It has no hash map and no text of its own, because most files are
//! asked once or never: reading a usual file takes three allocations, of which the lines are one.

use std::ops::Range;

use crate::record_key::Role;
use crate::robots_txt::file::options::{GroupBorders, Options};
use crate::robots_txt::file::parse::line::Line;
use crate::robots_txt::file::parse::lines::FileText;

/// Hosts by the index of their line.
pub(crate) type Signers = Box<[(u32, Box<str>)]>;

/// The octets, the lines, and how to understand them.
///
/// The other modules name a line by its index in `lines`, as 32 bits. `options` must be those that the lines were read with:
/// the role of a key, and with it every group, depends on them.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) text: FileText,
    /// The lines of a known key, in the order of the file.
    pub(crate) lines: Box<[Line]>,
    /// The hosts of `Signature-agent` lines by the index of the line, in ascending order. Kept, because a host in normal form
    /// is not always in the file; few files have any, and the others keep one pointer.
    pub(crate) signers: Option<Box<Signers>>,
    pub(crate) options: Options,
    /// Whether a line may state an AI-use preference, or name a licence.
    pub(crate) states_uses: bool,
}

impl File {
    /// A file of parts that belong together.
    pub(crate) fn new(
        text: FileText,
        lines: Box<[Line]>,
        signers: Signers,
        options: Options,
        states_uses: bool,
    ) -> File {
        File {
            text,
            lines,
            signers: (!signers.is_empty()).then(|| Box::new(signers)),
            options,
            states_uses,
        }
    }

    /// This file with its groups as another grouping has them. The octets are shared, the lines are copied.
    pub(crate) fn grouped(&self, grouping: GroupBorders) -> File {
        let options = Options {
            grouping,
            ..self.options
        };
        File {
            text: self.text.clone(),
            lines: self.lines.clone(),
            signers: self.signers.clone(),
            options,
            states_uses: self.states_uses,
        }
    }

    /// The groups as ranges of the lines: each begins with a run of starters, and ends before the first starter after a rule
    /// (RFC 9309 §2.2.1). Lines before the first starter are in none.
    ///
    /// Only starters and rules bound a group. A record of another role does not, wherever it is, since other records must
    /// not interfere (§2.2.4); the cases of R-57 in `fixtures/rfc9309`.
    pub(crate) fn groups(&self) -> impl Iterator<Item = Range<usize>> {
        groups(&self.lines, self.options)
    }

    /// The octets of the value of the line with this index; none for an index past the end.
    #[inline]
    pub(crate) fn value(&self, index: u32) -> &[u8] {
        let line = self.lines.get(index as usize);
        line.map_or(&[], |line| line.value(&self.text.bytes))
    }

    /// The host of the `Signature-agent` line with this index; `None` for a line without a valid host.
    pub(crate) fn signer(&self, index: u32) -> Option<&str> {
        let signers = self.signers.as_deref()?;
        let at = signers.binary_search_by_key(&index, |(line, _)| *line);
        signers.get(at.ok()?).map(|(_, host)| &**host)
    }
}

impl PartialEq for File {
    /// Signers and the byte order mark follow from these; whether a limit cut the file does not count.
    fn eq(&self, other: &File) -> bool {
        self.text.bytes == other.text.bytes
            && self.lines == other.lines
            && self.options == other.options
    }
}

impl Eq for File {}

/// The groups among the lines of a file, see [`File::groups`].
pub(crate) fn groups(lines: &[Line], options: Options) -> impl Iterator<Item = Range<usize>> {
    let first = move |from: usize, role: Role| {
        let rest = lines.get(from..)?;
        let at = rest
            .iter()
            .position(|line| line.key().role(options) == role)?;
        Some(from + at)
    };
    let mut next = first(0, Role::Starter);
    std::iter::from_fn(move || {
        let start = next?;
        next = first(start, Role::Rule).and_then(|rule| first(rule, Role::Starter));
        Some(start..next.unwrap_or(lines.len()))
    })
}
