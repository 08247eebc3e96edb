//! Groups as they are written, for callers that look at a file and do not ask it.
//!
//! A [`Group`] is a view: a part of the lines of a file. Questions do not go through it; the index has its own rows, see
//! `matching::index`. Both take the bounds of a group from [`File::groups`], so they agree.

use std::fmt;

use crate::record_key::{RecordKey, Role};
use crate::robots_txt::file::parse::file::File;
use crate::robots_txt::file::parse::line::Line;
use crate::robots_txt::file::parse::record::{Record, Rule};
use crate::robots_txt::file::parse::starter::{self, Subject};

/// One group of a robots.txt: its clients, its rules, and the other records among them.
///
/// A group goes from a run of starters up to the starter after its last rule (RFC 9309 §2.2.1). Records with other keys
/// between two starters do not end the run (§2.2.4).
///
/// # Examples
///
/// ```
/// use robots_policy::RobotsTxt;
///
/// let file = b"User-agent: a\nCrawl-delay: 1\nUser-agent: b\nDisallow: /x\nAllow: /x/y\n\nUser-agent: c\n";
/// let robots = RobotsTxt::parse(file).value;
/// let mut groups = robots.groups();
///
/// let first = groups.next().unwrap();
/// assert_eq!(first.subjects().map(|subject| subject.to_string()).collect::<Vec<_>>(), ["a", "b"]);
/// assert_eq!(first.rules().map(|rule| rule.path().into_owned()).collect::<Vec<_>>(), ["/x", "/x/y"]);
/// assert_eq!(first.records().count(), 5);
///
/// let last = groups.next().unwrap();
/// assert_eq!(last.rules().count(), 0, "a group without rules allows everything");
/// ```
#[derive(Clone, Copy)]
pub struct Group<'r> {
    pub(crate) file: &'r File,
    pub(crate) lines: &'r [Line],
    /// The index of the first line in the file.
    pub(crate) first: u32,
}

impl fmt::Debug for Group<'_> {
    /// The first line of the group and its sizes, without the file.
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
    /// The clients that the group is for, in the order of the file.
    ///
    /// A starter that names no client is left out, `User-agent: /x` for example; it is reported as `invalid-agent`. A client
    /// that is listed twice appears twice.
    pub fn subjects(self) -> impl Iterator<Item = Subject<'r>> {
        let Group { file, first, .. } = self;
        let indices = first..;
        let starters = self.lines.iter().zip(indices);
        starters.filter_map(move |(line, index)| {
            let is_starter = line.key().role(file.options) == Role::Starter;
            is_starter.then(|| starter::subject(file, index))?
        })
    }

    /// Its rules, in the order of the file, which does not matter for any answer.
    ///
    /// Rules that match nothing are among them: an empty pattern, and one that begins with neither `/` nor `*`.
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
