//! A robots.txt that is asked many times.

use std::borrow::Cow;

use robots_policy::header::coding_by_mark;
use robots_policy::report::record;
use robots_policy::robots_txt::{Cause, RecordKey, Robots, RobotsTxtReader, Rule};
use robots_policy::{Accessor, InvalidProductToken, Limits, Parsed, RobotsTxt, Timestamp};
use serde::Serialize;

/// A robots.txt, read.
pub(crate) struct RobotsFile {
    read: Parsed<RobotsTxt>,
    /// The outcome in the place of rules, where the octets are still coded.
    unread: Option<Robots>,
}

/// The answer to a question.
#[derive(Serialize)]
pub(crate) struct Asked<'r> {
    allowed: Option<bool>,
    reason: &'static str,
    /// The subject of the group that was used.
    group: Option<String>,
    rule: Option<Cow<'r, str>>,
    /// From 1.
    line: Option<usize>,
}

impl RobotsFile {
    /// Reads as much as the library can: a caller of robots-parser, which has no limit, gives a text that it holds already.
    pub(crate) fn read(file: &[u8]) -> RobotsFile {
        let limits = Limits::default().with_robots_txt(usize::MAX);
        RobotsFile {
            read: RobotsTxtReader::new().with_limits(limits).read(file),
            unread: coding_by_mark(file).map(|_| Robots::Unreachable {
                since: Timestamp::from_unix(i64::MAX), // no question is about the time
                cause: Cause::Undecodable,
            }),
        }
    }

    /// Whether a client may fetch a target. A coded file disallows everything: rules that were not read may disallow.
    ///
    /// # Errors
    /// The name of the client is not a product token; `*` is a client without one.
    pub(crate) fn ask(&self, agent: &str, target: &str) -> Result<Asked<'_>, InvalidProductToken> {
        let client = client(agent)?;
        let access = match &self.unread {
            Some(outcome) => outcome.access(&client, target),
            None => self.read.value.access(&client, target),
        };
        let rule = access.rule();
        Ok(Asked {
            allowed: access.allowed(),
            reason: access.reason().name(),
            group: access.group().map(|group| group.to_string()),
            rule: rule.map(Rule::text),
            line: rule.map(Rule::line),
        })
    }

    /// The seconds between two requests of a client.
    ///
    /// # Errors
    /// Those of [`RobotsFile::ask`].
    pub(crate) fn delay(&self, agent: &str) -> Result<Option<f64>, InvalidProductToken> {
        let delay = self.read.value.crawl_delay(&client(agent)?);
        Ok(delay.map(|delay| delay.as_secs_f64()))
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

    pub(crate) fn diagnostics(&self) -> Vec<record::Diagnostic> {
        let diagnostics = self.read.diagnostics.iter();
        diagnostics.map(record::Diagnostic::new).collect()
    }
}

/// The client of a name.
fn client(agent: &str) -> Result<Accessor, InvalidProductToken> {
    match agent {
        "*" => Ok(Accessor::anonymous()),
        agent => Accessor::new(agent),
    }
}
