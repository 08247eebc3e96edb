//! Clients that a file closes the whole site to by name.

use crate::record_key::RecordKey;
use crate::robots_txt::file::parse::file::File;
use crate::robots_txt::file::parse::line::Line;
use crate::robots_txt::file::parse::record::Record;
use crate::robots_txt::file::parse::starter::{self, Subject};
use crate::robots_txt::reader::RobotsTxt;

/// A name with the rules of its groups that match every path.
struct Named<'r> {
    name: &'r str,
    /// Its line in the first group that has such a `Disallow`, else in the first with such an `Allow`.
    line: Line,
    /// The length of the longest pattern of such a `Disallow`; 0 for none.
    disallow: usize,
    /// The same of such an `Allow`.
    allow: usize,
}

impl RobotsTxt {
    /// The names that `is_meant` chooses and that the whole site is closed to, each by the `User-agent` line of the first group that
    /// closes it.
    ///
    /// The groups of a name are merged as in [`RobotsTxt::access`]: a `Disallow` for every path closes the site unless an `Allow`
    /// for every path is at least as long. An `Allow` for a part opens that part alone, so that the site counts as closed; a
    /// `Disallow` for a part closes nothing here.
    ///
    /// A file without a `Disallow` for every path costs a look at each of its lines. `is_meant` bounds the number of names.
    pub(crate) fn closed_by_name(&self, is_meant: impl Fn(&str) -> bool) -> Vec<Record<'_>> {
        let file = &self.0.file;
        let shuts = |line: &Line| line.has(RecordKey::Disallow) && len_of_whole(file, *line) > 0;
        if !file.lines.iter().any(shuts) {
            return Vec::new();
        }
        let mut named: Vec<Named<'_>> = Vec::new();
        for group in file.groups() {
            let lines = file.lines.get(group).unwrap_or_default();
            add_names(&mut named, file, lines, &is_meant);
        }
        let is_closed = |named: &Named<'_>| named.disallow > named.allow;
        named
            .into_iter()
            .filter(is_closed)
            .map(|Named { line, .. }| Record { file, line })
            .collect()
    }
}

/// Notes the rules of a group at those of its names that are meant.
fn add_names<'r>(
    all: &mut Vec<Named<'r>>,
    file: &'r File,
    lines: &[Line],
    is_meant: &impl Fn(&str) -> bool,
) {
    let longest = |key| {
        let rules = lines.iter().filter(|line| line.has(key));
        let lengths = rules.map(|line| len_of_whole(file, *line));
        lengths.max().unwrap_or(0)
    };
    let (disallow, allow) = (longest(RecordKey::Disallow), longest(RecordKey::Allow));
    if disallow == 0 && allow == 0 {
        return;
    }
    for line in lines.iter().filter(|line| line.has(RecordKey::UserAgent)) {
        let Some(name) = name_of(file, *line).filter(|name| is_meant(name)) else {
            continue;
        };
        let is_own = |own: &&mut Named<'_>| own.name.eq_ignore_ascii_case(name);
        if let Some(own) = all.iter_mut().find(is_own) {
            if own.disallow == 0 {
                own.line = *line;
            }
            own.disallow = own.disallow.max(disallow);
            own.allow = own.allow.max(allow);
        } else {
            let line = *line;
            all.push(Named {
                name,
                line,
                disallow,
                allow,
            });
        }
    }
}

/// The length of the pattern of a rule in its normal form, if it matches every path; else 0.
fn len_of_whole(file: &File, line: Line) -> usize {
    // Most patterns are longer, and need no look into the file.
    if line.len() > LONGEST_WHOLE {
        return 0;
    }
    match line.value(&file.text.bytes) {
        b"/" => 1,
        // A slash belongs before it.
        b"*" | b"/*" => 2,
        _ => 0,
    }
}

/// The name of the client on a `User-agent` line.
fn name_of(file: &File, line: Line) -> Option<&str> {
    match starter::agent(line.value(&file.text.bytes), file.options)? {
        (Subject::Agent(name), _) => Some(name),
        _ => None,
    }
}

/// The octets of the longest pattern that is known to match every path.
const LONGEST_WHOLE: u32 = 2;
