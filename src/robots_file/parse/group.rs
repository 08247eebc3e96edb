//! Groups, as they are in the file.

use std::fmt;

use crate::record_key::{RecordKey, Role};
use crate::robots_file::parse::file::File;
use crate::robots_file::parse::line::Line;
use crate::robots_file::parse::record::{Record, Rule};
use crate::robots_file::parse::starter::{self, Subject};

/// The lines from one run of starters to the next.
#[derive(Clone, Copy)]
pub struct Group<'r> {
    pub(crate) file: &'r File,
    pub(crate) lines: &'r [Line],
    /// The index of the first line in the file.
    pub(crate) first: u32,
}

impl fmt::Debug for Group<'_> {
    /// The group without its file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.lines.first().map(|line| line.number());
        f.debug_struct("Group")
            .field("line", &line)
            .field("subjects", &self.subjects().count())
            .field("rules", &self.rules().count())
            .finish()
    }
}

impl<'r> Group<'r> {
    /// The clients that the group is for, in the order of the file; a starter that names no client is left out.
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

    /// All its lines of a known key: starters, rules, and the records between them.
    pub fn records(self) -> impl Iterator<Item = Record<'r>> {
        let Group { file, lines, .. } = self;
        lines.iter().map(move |line| Record { file, line: *line })
    }
}
