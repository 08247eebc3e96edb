//! Clients that a file closes the whole site to by name.

use crate::record_key::RecordKey;
use crate::robots_txt::file::parse::group::Group;
use crate::robots_txt::file::parse::record::{Record, records_of};
use crate::robots_txt::file::parse::starter::{self, Subject};
use crate::robots_txt::reader::RobotsTxt;

/// A name, and the rules of its groups that match every path, by the lengths of their patterns.
struct Named<'r> {
    name: &'r str,
    /// The first line that has the name.
    record: Record<'r>,
    closed: usize,
    open: usize,
}

impl RobotsTxt {
    /// The names that `is_meant` chooses and that the whole site is closed to, each by the first `User-agent` line that has it.
    ///
    /// The groups of a name are merged as in [`RobotsTxt::access`]: a `Disallow` for every path closes the site unless an `Allow`
    /// for every path is at least as long. An `Allow` for a part opens that part alone, so that the site counts as closed; a
    /// `Disallow` for a part closes nothing here.
    ///
    /// A file without such a name costs a look at each of its lines. `is_meant` bounds the number of names.
    pub(crate) fn closed_by_name(&self, is_meant: impl Fn(&str) -> bool) -> Vec<Record<'_>> {
        let mut named: Vec<Named<'_>> = Vec::new();
        for record in records_of(&self.0.file, RecordKey::UserAgent) {
            let name = name_of(record).filter(|name| is_meant(name));
            let new = name.filter(|name| place_of(&named, name).is_none());
            named.extend(new.map(|name| Named {
                name,
                record,
                closed: 0,
                open: 0,
            }));
        }
        if !named.is_empty() {
            self.groups().for_each(|group| add_rules(&mut named, group));
        }
        let is_closed = |named: &Named<'_>| named.closed > named.open;
        let closed = named.into_iter().filter(is_closed);
        closed.map(|named| named.record).collect()
    }
}

/// Notes the rules of a group for every path at those of its clients that are among these names.
fn add_rules(named: &mut [Named<'_>], group: Group<'_>) {
    let (mut closed, mut open) = (0, 0);
    for rule in group.rules() {
        let longest = if rule.allows() {
            &mut open
        } else {
            &mut closed
        };
        let len = len_of_whole(rule.record().value_bytes());
        *longest = len.unwrap_or(0).max(*longest);
    }
    if closed == 0 && open == 0 {
        return;
    }
    for subject in group.subjects() {
        let Subject::Agent(name) = subject else {
            continue;
        };
        let named = place_of(named, name).and_then(|at| named.get_mut(at));
        if let Some(named) = named {
            named.closed = named.closed.max(closed);
            named.open = named.open.max(open);
        }
    }
}

/// The length of a pattern that matches every path, in its normal form: `/`, `*` and `/*` are such. `None` for any other.
fn len_of_whole(pattern: &[u8]) -> Option<usize> {
    let stars = pattern.strip_prefix(b"/").unwrap_or(pattern);
    let is_whole = !pattern.is_empty() && stars.iter().all(|octet| *octet == b'*');
    is_whole.then_some(stars.len() + 1)
}

/// The name of the client on a `User-agent` line.
fn name_of(record: Record<'_>) -> Option<&str> {
    match starter::agent(record.value_bytes(), record.file.options)? {
        (Subject::Agent(name), _) => Some(name),
        _ => None,
    }
}

fn place_of(named: &[Named<'_>], name: &str) -> Option<usize> {
    let is_own = |named: &Named<'_>| named.name.eq_ignore_ascii_case(name);
    named.iter().position(is_own)
}
