//! A robots.txt that is asked many times.

use std::borrow::Cow;

use robots_policy::robots_txt::{RecordKey, Robots, RobotsTxtReader, Rule, Subject};
use robots_policy::{Client, InvalidProductToken, Limits, Parsed, RobotsTxt};

/// A robots.txt, read.
pub(crate) struct RobotsFile {
    read: Parsed<RobotsTxt>,
    outcome: Robots,
}

impl RobotsFile {
    /// Reads as much as the library can: a caller of robots-parser, which has no limit, gives a text that it holds already.
    pub(crate) fn read(file: &[u8]) -> RobotsFile {
        let limits = Limits::default().with_robots_txt(usize::MAX);
        let read = RobotsTxtReader::new().with_limits(limits).read(file);
        RobotsFile {
            outcome: Robots::of_file(file, read.value.clone()),
            read,
        }
    }

    /// Whether a client may fetch a target, as one number: bit 0 is set if it may, bit 1 if the group of `*` answers, and the
    /// others are the line of the rule from 1, or 0. A coded file disallows everything: rules that were not read may disallow.
    pub(crate) fn ask(&self, client: &Client, target: &str) -> u32 {
        let access = self.outcome.access(client, target);
        let may = access.allowed() == Some(true);
        let is_for_all = access.group() == Some(Subject::Global);
        // A file has at most 64 MiB, so a line has 26 bits.
        let line = access.rule().map_or(0, Rule::line);
        u32::try_from(line).unwrap_or(0) << 2 | u32::from(is_for_all) << 1 | u32::from(may)
    }

    /// The addresses of sitemaps, as they are written.
    pub(crate) fn sitemaps(&self) -> Vec<Cow<'_, str>> {
        let sitemaps = self.read.value.sitemaps();
        sitemaps
            .map(robots_policy::robots_txt::Record::value)
            .collect()
    }

    /// The last preferred host that is not empty.
    pub(crate) fn host(&self) -> Option<Cow<'_, str>> {
        let records = self.read.value.records();
        let hosts = records.filter(|record| record.key() == RecordKey::Host);
        let values = hosts.map(robots_policy::robots_txt::Record::value);
        values.filter(|value| !value.is_empty()).last()
    }

    /// Every line with a known key: its number from 1, the key in lower case, the value.
    pub(crate) fn records(&self) -> Vec<(usize, &'static str, Cow<'_, str>)> {
        let records = self.read.value.records();
        records
            .map(|record| (record.line(), record.key().name(), record.value()))
            .collect()
    }
}

/// The client of a name.
pub(crate) fn client(agent: &str) -> Result<Client, InvalidProductToken> {
    match agent {
        "*" => Ok(Client::anonymous()),
        agent => Client::new(agent),
    }
}
