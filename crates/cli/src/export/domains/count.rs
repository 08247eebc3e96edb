//! The counts of domains.
//!
//! **Memory.** A domain takes its name and 64 octets of numbers, together about 150 octets: ten million domains take 1.5 GB.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use robots_policy::uses::Activity;
use robots_policy_archives::classes;
use robots_policy_archives::table::{TableReader, TableRow};
use robots_policy_report::ScanFolder;

use super::agents::{asker, asker_columns};
use super::host::domain;

/// The counts by domain.
#[derive(Default)]
pub(super) struct Counts {
    pub(super) domains: BTreeMap<Box<str>, Count>,
    /// Pages without a domain.
    pub(super) elsewhere: u64,
}

/// The pages of a domain.
#[derive(Clone, Copy, Default)]
pub(super) struct Count {
    pub(super) pages: u64,
    /// The octets of their records; of those that are known.
    octets: u64,
    /// The pages whose records have no length of their own.
    unsized_pages: u64,
    /// The pages by the answer, in the order of [`ANSWERS`].
    pub(super) answers: [u64; ANSWERS.len()],
}

/// The answers about a use.
pub(super) const ANSWERS: [&str; 5] = [
    "allow",
    "conditional",
    "disallow",
    classes::UNSTATED,
    classes::UNKNOWN,
];

impl Count {
    /// The octets of the records of all pages, if all are known.
    pub(super) fn octets(&self) -> Option<u64> {
        (self.unsized_pages == 0).then_some(self.octets)
    }

    fn page(&mut self, octets: Option<u64>, answer: &str) {
        self.pages += 1;
        match octets {
            Some(octets) => self.octets = self.octets.saturating_add(octets),
            None => self.unsized_pages += 1,
        }
        let mut answers = self.answers.iter_mut().zip(ANSWERS);
        if let Some((count, _)) = answers.find(|(_, name)| *name == answer) {
            *count += 1;
        }
    }

    fn add(&mut self, other: &Count) {
        self.pages += other.pages;
        self.octets = self.octets.saturating_add(other.octets);
        self.unsized_pages += other.unsized_pages;
        for (own, more) in self.answers.iter_mut().zip(other.answers) {
            *own += more;
        }
    }
}

impl Counts {
    /// Counts the page of a row. `last` is the host of the last page and its domain, since pages of a host often follow each other.
    fn page(&mut self, row: &TableRow, answer: &str, last: &mut (String, Option<String>)) {
        let host = row.text("host").unwrap_or_default();
        if host != last.0 {
            *last = (host.to_owned(), domain(host));
        }
        let Some(domain) = last.1.as_deref() else {
            self.elsewhere += 1;
            return;
        };
        let octets = row.number("warc_length");
        match self.domains.get_mut(domain) {
            Some(count) => count.page(octets, answer),
            None => self
                .domains
                .entry(domain.into())
                .or_default()
                .page(octets, answer),
        }
    }

    /// Adds the counts of a table.
    pub(super) fn add(&mut self, table: Counts) {
        self.elsewhere += table.elsewhere;
        for (name, count) in table.domains {
            self.domains.entry(name).or_default().add(&count);
        }
    }
}

/// Counts the rows of an agent, table after table.
pub(super) struct PageCounter<'a> {
    agent: &'a str,
    /// The column of the answers.
    answer: String,
    /// The folder, by its place in `folders`, that has rows about an archive, by what identifies the archive.
    archives: HashMap<u64, usize>,
    /// The folders that were read so far.
    folders: Vec<Seen>,
}

/// A folder, and what was seen in its tables.
struct Seen {
    name: String,
    has_rows: bool,
    has_agent: bool,
}

impl<'a> PageCounter<'a> {
    pub(super) fn new(agent: &'a str, activity: Activity) -> PageCounter<'a> {
        PageCounter {
            agent,
            answer: format!("use_{}", activity.name().replace('-', "_")),
            archives: HashMap::new(),
            folders: Vec::new(),
        }
    }

    /// The counts of a table; `None` if another folder has counted its archive.
    pub(super) fn read(
        &mut self,
        folder: &ScanFolder,
        table: &Path,
    ) -> Result<Option<Counts>, String> {
        let own = self.place(folder);
        let archive = folder.archive(table);
        let before = archive.and_then(|archive| self.archives.get(&archive));
        if before.is_some_and(|before| *before != own) {
            return Ok(None);
        }
        let mut columns = asker_columns(table)?;
        columns.extend(["url", "host", "status", "warc_length", &*self.answer]);
        let (mut counts, mut last) = (Counts::default(), Default::default());
        let (mut has_rows, mut has_agent) = (false, false);
        for row in TableReader::open(table, &columns)? {
            let row = row?;
            has_rows = true;
            if asker(&row) != Some(self.agent) {
                continue;
            }
            has_agent = true;
            if is_page(&row) {
                let answer = row.text(&self.answer).unwrap_or(classes::UNKNOWN);
                counts.page(&row, answer, &mut last);
            }
        }
        if let Some(seen) = self.folders.get_mut(own) {
            seen.has_rows |= has_rows;
            seen.has_agent |= has_agent;
        }
        self.archives
            .extend(archive.filter(|_| has_agent).map(|archive| (archive, own)));
        Ok(Some(counts))
    }

    /// The place of a folder, whose tables follow each other.
    fn place(&mut self, folder: &ScanFolder) -> usize {
        let name = folder.name();
        if self.folders.last().is_none_or(|last| last.name != name) {
            self.folders.push(Seen {
                name,
                has_rows: false,
                has_agent: false,
            });
        }
        self.folders.len() - 1
    }

    /// The folders with rows, of which none is of the agent.
    pub(super) fn without(self) -> impl Iterator<Item = String> {
        let without = self.folders.into_iter();
        let without = without.filter(|folder| folder.has_rows && !folder.has_agent);
        without.map(|folder| folder.name)
    }
}

/// Whether a row is that of a page, as the reports count them.
fn is_page(row: &TableRow) -> bool {
    let url = row.text("url").unwrap_or_default();
    let status = row
        .number("status")
        .and_then(|status| i64::try_from(status).ok());
    classes::response(url, status) == classes::PAGE
}
