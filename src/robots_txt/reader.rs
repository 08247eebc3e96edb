//! The public types that read a robots.txt and answer questions about it.
//!
//! Both are thin. [`RobotsTxtReader`] collects options and a limit; [`RobotsTxt`] is a shared pointer to a file and its
//! index, and each question is a call into `matching`.

mod dialects;
#[cfg(feature = "engines")]
mod of_engines;
mod uses;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

use crate::diagnostic::Parsed;
use crate::limits::Limits;
use crate::record_key::{RecordKey, Role};
use crate::robots_txt::file::matching::access::Access;
use crate::robots_txt::file::matching::indexing::IndexedFile;
use crate::robots_txt::file::matching::select;
use crate::robots_txt::file::matching::target::path_of;
use crate::robots_txt::file::options::{Dialect, GroupSelection, OpenPoints, Options};
use crate::robots_txt::file::parse;
use crate::robots_txt::file::parse::group::Group;
use crate::robots_txt::file::parse::line::Line;
use crate::robots_txt::file::parse::lines::FileText;
use crate::robots_txt::file::parse::mobile::{self, MobileAgentServer};
use crate::robots_txt::file::parse::record::{Record, records_of};
use crate::robots_txt::uses::file::AskedFile;
pub use crate::robots_txt::uses::file::RobotsTxt;
use crate::token::Client;

impl RobotsTxt {
    /// Reads a file with the defaults of [`RobotsTxtReader`].
    ///
    /// Reading never fails: a line that is not one of robots.txt is skipped, with a diagnostic. Octets that are not UTF-8
    /// stand for themselves, and UTF-16 is decoded.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{DiagnosticCode, RobotsTxt};
    ///
    /// let read = RobotsTxt::parse(b"User-agent: *\nDissallow: /a\nplease be nice");
    /// assert_eq!(read.value.records().count(), 2);
    /// let codes: Vec<_> = read.diagnostics.iter().map(|diagnostic| diagnostic.code()).collect();
    /// assert_eq!(codes, [DiagnosticCode::MisspeltKey, DiagnosticCode::UnreadableLine]);
    /// ```
    pub fn parse(file: &[u8]) -> Parsed<RobotsTxt> {
        RobotsTxtReader::new().read(file)
    }

    /// Whether `client` may fetch `target`, an absolute URL or a path with its query.
    ///
    /// Only the path and the query of a URL count: the caller knows which authority the file belongs to, see
    /// [`authority`](crate::robots_txt::authority). A fragment is left out. What follows `//` is a host, as in an `href`. The path
    /// is the one that a client sends: `.` and `..` are resolved, and octets that a URL does not have are percent-encoded.
    ///
    /// A text without scheme and slash is a path: `private/x`, as an `href` may be written, is read as `/private/x`. A text that no
    /// client can ask for, such as `mailto:a@b`, `https:/a` or `https://[::1/`, is neither allowed nor disallowed
    /// ([`Reason::Unknown`](crate::robots_txt::Reason::Unknown)); [`check_target`](crate::robots_txt::check_target) says what is
    /// wrong with it.
    ///
    /// A client with several purposes gets one answer for each, and is allowed only if all are, see [`Access::purposes`].
    ///
    /// Of a file that was cut by the limit ([`RobotsTxt::is_truncated`]) a rule that refuses holds; what the part that was read
    /// allows is not known ([`Reason::NotReadWhole`](crate::robots_txt::Reason::NotReadWhole)), but in Google's dialect, which
    /// ignores the rest.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /*.pdf$\nDisallow: /?print").value;
    /// let allows = |target| robots.access(&Client::anonymous(), target).is_allowed();
    /// assert!(!allows("https://example.com/a.pdf"));
    /// assert!(!allows("a.pdf#page=2"));
    /// assert!(allows("/a.pdf?v=2"), "`$` is the end of the query, too");
    /// assert!(!allows("https://example.com?print"));
    /// assert!(!allows("//example.com/x/../a.pdf"));
    /// ```
    pub fn access(&self, client: &Client, target: &str) -> Access<'_> {
        let access = self.access_of_part(client, target);
        if self.is_truncated() && !self.is_googles() {
            return access.of_a_part();
        }
        access
    }

    /// Whether it was read as Google's parser reads it.
    pub(crate) fn is_googles(&self) -> bool {
        self.0.file.options.dialect == Dialect::Google
    }

    /// The answer of the part that was read, for an engine whose owner says that it ignores the rest.
    pub(crate) fn access_of_part(&self, client: &Client, target: &str) -> Access<'_> {
        select::access(&self.0, client, target)
    }

    /// Whether a group has a product token of this client.
    pub(crate) fn names(&self, client: &Client) -> bool {
        select::names(&self.0, client)
    }

    /// The groups, in the order of the file, as they are written there.
    ///
    /// A question merges the groups that have a subject in common (RFC 9309 §2.2.1); this does not. Rules before the first
    /// starter belong to no group, and are among the [`records`](RobotsTxt::records) only.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::RobotsTxt;
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: a\nDisallow: /\n\nUser-agent: b\nUser-agent: *\nAllow: /").value;
    /// let sizes: Vec<_> = robots.groups().map(|group| (group.subjects().count(), group.rules().count())).collect();
    /// assert_eq!(sizes, [(1, 1), (2, 1)]);
    /// ```
    pub fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        let file = &self.0.file;
        file.groups().map(move |lines| Group {
            file,
            first: u32::try_from(lines.start).unwrap_or(u32::MAX),
            lines: file.lines.get(lines).unwrap_or_default(),
        })
    }

    /// Every line with a key of [`RecordKey::ALL`], in the order of the file: starters, rules and all others.
    ///
    /// Lines with another key are reported as `unknown-record` or `near-key` and are not kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::RobotsTxt;
    /// use robots_policy::robots_txt::RecordKey;
    ///
    /// let robots = RobotsTxt::parse(b"Sitemap: /s.xml # all pages\nContent-Signal: ai-train=no\nColour: blue").value;
    /// let records: Vec<_> = robots.records().map(|record| (record.key(), record.value().into_owned())).collect();
    /// assert_eq!(records, [
    ///     (RecordKey::Sitemap, "/s.xml".to_owned()),
    ///     (RecordKey::ContentSignal, "ai-train=no".to_owned()),
    /// ]);
    /// ```
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let file = &self.0.file;
        file.lines
            .iter()
            .map(move |line| Record { file, line: *line })
    }

    /// The `Sitemap` lines, in the order of the file. They belong to no group and are for every client.
    ///
    /// The values are as they are written; a relative one is not resolved, and a line without a value names none.
    pub fn sitemaps(&self) -> impl Iterator<Item = Record<'_>> {
        let all = records_of(&self.0.file, RecordKey::Sitemap);
        all.filter(|line| !line.value().is_empty())
    }

    /// The time to wait between two requests of `client`: the longest `Crawl-delay` of its groups; `None` without one.
    ///
    /// Only groups that bind the client count, as in [`RobotsTxt::access`]. `Crawl-delay` is a convention and not part of
    /// RFC 9309: whole or decimal seconds, and 366 days at most. A value that is not a number is reported and skipped.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    /// use robots_policy::{Client, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: slowbot\nCrawl-delay: 2.5\nDisallow:\n\nUser-agent: *\nDisallow:").value;
    /// assert_eq!(robots.crawl_delay(&Client::new("SlowBot")?), Some(Duration::from_millis(2500)));
    /// assert_eq!(robots.crawl_delay(&Client::new("OtherBot")?), None);
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    pub fn crawl_delay(&self, client: &Client) -> Option<Duration> {
        select::crawl_delay(&self.0, client)
    }

    /// The server for mobile agents of `target`, an absolute URL or a path (draft-giudici-web-robots-cntrl).
    ///
    /// The last `Mobile-agent-server` line whose subtree contains the path decides, in whatever group it is written. The
    /// query does not count. A subtree ends at a segment: `/dir1` contains `/dir1/x` and not `/dir10`.
    pub fn mobile_agent_server(&self, target: &str) -> MobileAgentServer<'_> {
        let target = path_of(target, self.0.file.options).unwrap_or_default();
        let path = target.split(|octet| *octet == b'?').next();
        let path = mobile::normal(path.unwrap_or_default(), self.0.file.options);
        let holds =
            |entry: &[u8]| mobile::holds(&mobile::normal(entry, self.0.file.options), &path);
        let records = records_of(&self.0.file, RecordKey::MobileAgentServer).rev();
        let mut entries = records.filter_map(|record| mobile::read(record.value_bytes()));
        let found = entries.find(|(entry, _)| holds(entry));
        found.map_or(MobileAgentServer::Unspecified, |(_, server)| server)
    }

    /// Whether the file is longer than the parsing limit ([`Limits::robots_txt`]), so that its end was not read.
    ///
    /// The line that the limit cuts is not read either, because half a path would be a wider rule. The lines before it
    /// count (RFC 9309 §2.5).
    pub fn is_truncated(&self) -> bool {
        self.0.file.text.is_truncated
    }

    /// The octets that were read, in which lines and spans count: at most the limit; of a file in UTF-16 those of its text in
    /// UTF-8.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\n  Disallow: / # all").value;
    /// let access = robots.access(&Client::anonymous(), "/");
    /// let rule = access.rule().unwrap();
    /// let line = robots.as_bytes().split(|octet| *octet == b'\n').nth(rule.line() - 1).unwrap();
    /// assert_eq!(line, b"  Disallow: / # all");
    /// assert_eq!(rule.provenance().span().of(line), b"Disallow: /");
    /// ```
    pub fn as_bytes(&self) -> &[u8] {
        &self.0.file.text.bytes
    }

    /// How many octets it keeps in memory: its text, which other values may share, its lines, and the indices that questions have
    /// made so far. A cache that is bounded by octets weighs a file again after its first questions; the index of rules makes it
    /// up to three times as heavy.
    ///
    /// ```
    /// use robots_policy::{Client, RobotsTxt};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /private").value;
    /// let read = robots.weight();
    /// let _ = robots.access(&Client::anonymous(), "/");
    /// assert!(robots.as_bytes().len() < read && read < robots.weight());
    /// ```
    pub fn weight(&self) -> usize {
        self.0.weight()
    }

    /// The one constructor: reads the lines of a text whose limit and encoding are done with.
    fn from_text(text: FileText, options: Options) -> Parsed<RobotsTxt> {
        let read = parse::read_lines(text, options);
        let file = AskedFile::new(IndexedFile::new(read.value));
        Parsed {
            value: RobotsTxt(Arc::new(file)),
            diagnostics: read.diagnostics,
        }
    }
}

impl fmt::Debug for RobotsTxt {
    /// The sizes of the file, its groups and its rules, not their text: files are long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = &self.0.file;
        let is_rule = |line: &&Line| line.key().role(file.options) == Role::Rule;
        f.debug_struct("RobotsTxt")
            .field("bytes", &file.text.bytes.len())
            .field("groups", &file.groups().count())
            .field("rules", &file.lines.iter().filter(is_rule).count())
            .finish()
    }
}

impl Default for RobotsTxt {
    /// An empty file: nothing is disallowed.
    fn default() -> RobotsTxt {
        RobotsTxt::parse(b"").value
    }
}

/// Reads robots.txt, with options for the points that the specifications leave open.
///
/// The defaults are RFC 9309 and its extensions. The options stay with each file that was read and apply to its questions,
/// too. A reader has no state: read any number of files with one.
///
/// # Examples
///
/// ```
/// use robots_policy::Client;
/// use robots_policy::robots_txt::{Dialect, RobotsTxtReader};
///
/// let file = b"User-agent: MJ12bot\nDisallow: /";
/// let client = Client::new("MJ12bot")?;
/// let ours = RobotsTxtReader::new().read(file).value;
/// let googles = RobotsTxtReader::new().with_dialect(Dialect::Google).read(file).value;
/// assert!(!ours.access(&client, "/").is_allowed());
/// assert!(googles.access(&client, "/").is_allowed());
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RobotsTxtReader {
    limits: Limits,
    options: Options,
}

impl RobotsTxtReader {
    /// A reader of RFC 9309 and its extensions, with the default limit.
    pub fn new() -> RobotsTxtReader {
        RobotsTxtReader::default()
    }

    /// Sets the parsing limit: [`Limits::robots_txt`] of these limits, the others do not matter here.
    ///
    /// A line that the limit cuts is not read; see [`RobotsTxt::is_truncated`].
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> RobotsTxtReader {
        self.limits = limits;
        self
    }

    /// Sets whose reading is wanted. The default is [`Dialect::Extended`].
    #[must_use]
    pub fn with_dialect(mut self, dialect: Dialect) -> RobotsTxtReader {
        self.options.dialect = dialect;
        self
    }

    /// Sets which of the groups that name a client bind it. The default is [`GroupSelection::MostSpecific`].
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::Client;
    /// use robots_policy::robots_txt::{GroupSelection, RobotsTxtReader};
    ///
    /// let file = b"User-agent: ExampleBot\nAllow: /\n\nUser-agent-purpose: training\nDisallow: /";
    /// let me = Client::new("ExampleBot")?.with_purpose("training".parse()?);
    /// let reader = RobotsTxtReader::new();
    /// assert!(reader.read(file).value.access(&me, "/").is_allowed());
    /// let reader = reader.with_group_selection(GroupSelection::EveryNamed);
    /// assert!(!reader.read(file).value.access(&me, "/").is_allowed());
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn with_group_selection(mut self, groups: GroupSelection) -> RobotsTxtReader {
        self.options.groups = groups;
        self
    }

    /// Sets how the points are read that the specifications leave open.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::Client;
    /// use robots_policy::robots_txt::{LeadingStar, RobotsTxtReader};
    ///
    /// let file = b"User-agent: *\nDisallow: *.gif$";
    /// let reader = RobotsTxtReader::new();
    /// assert!(!reader.read(file).value.access(&Client::anonymous(), "/a.gif").is_allowed());
    /// let strict = reader.with_open_points(|open| open.leading_star = LeadingStar::Ignored);
    /// assert!(strict.read(file).value.access(&Client::anonymous(), "/a.gif").is_allowed());
    /// ```
    #[must_use]
    pub fn with_open_points(mut self, set: impl FnOnce(&mut OpenPoints)) -> RobotsTxtReader {
        set(&mut self.options.open);
        self
    }

    /// Reads a file and copies the octets that it keeps: at most the parsing limit. Reading never fails.
    pub fn read(&self, file: &[u8]) -> Parsed<RobotsTxt> {
        // One octet more shows that the file is longer than the limit.
        let most = self.limits.robots_txt().saturating_add(1);
        self.read_shared(&Bytes::copy_from_slice(file.get(..most).unwrap_or(file)))
    }

    /// Reads the start of a file, of which more octets are known to exist.
    pub(crate) fn read_cut(&self, start: &[u8]) -> Parsed<RobotsTxt> {
        let most = self.limits.robots_txt().saturating_add(1);
        let start = Bytes::copy_from_slice(start.get(..most).unwrap_or(start));
        let text = FileText::take(&start, self.limits.robots_txt(), self.options);
        RobotsTxt::from_text(text.cut(), self.options)
    }

    /// Reads a file without copying it: the result shares its octets, so they live as long as the result.
    ///
    /// A file that is longer than the limit is copied up to it, and one in UTF-16 is decoded; neither shares anything.
    pub fn read_shared(&self, file: &Bytes) -> Parsed<RobotsTxt> {
        RobotsTxt::from_text(
            FileText::take(file, self.limits.robots_txt(), self.options),
            self.options,
        )
    }
}
