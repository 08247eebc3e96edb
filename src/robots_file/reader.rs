//! Reads a robots.txt and answers questions about it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;

use crate::diagnostic::Parsed;
use crate::limits::Limits;
use crate::record_key::{RecordKey, Role};
use crate::robots_file::matching::access::Access;
use crate::robots_file::matching::indexed::IndexedFile;
use crate::robots_file::matching::select;
use crate::robots_file::matching::target::path_of;
use crate::robots_file::options::{
    Dialect, GoogleDifference, GroupSelection, LeadingStar, Options, Precedence, QueryDelimiters,
    SignatureAgentLine,
};
use crate::robots_file::parse;
use crate::robots_file::parse::file::File;
use crate::robots_file::parse::group::Group;
use crate::robots_file::parse::line::Line;
use crate::robots_file::parse::lines::FileText;
use crate::robots_file::parse::mobile::{self, MobileAgentServer};
use crate::robots_file::parse::record::{Record, records_of};
use crate::token::Accessor;

/// A robots.txt that was read: ask it as often as you like.
///
/// Reading it is one pass over the file. The first question sorts the rules; every later one takes time in the length
/// of the path, and hardly more for a file of ten thousand rules than for one of ten. A clone shares everything.
///
/// ```
/// use robots_policy::{Accessor, RobotsTxt};
/// use robots_policy::robots_txt::Reason;
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /private\nAllow: /private/open").value;
/// let accessor = Accessor::new("ExampleBot")?;
///
/// let access = robots.access(&accessor, "https://example.com/private/diary");
/// assert!(!access.is_allowed());
/// assert_eq!(access.reason(), Reason::DisallowRule);
/// let rule = access.rule().unwrap();
/// assert_eq!((rule.line(), &*rule.text()), (2, "Disallow: /private"));
///
/// assert!(robots.access(&accessor, "/private/open/day").is_allowed());
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct RobotsTxt(Arc<IndexedFile>);

impl RobotsTxt {
    /// Reads a file with the defaults of [`RobotsTxtReader`]. Reading never fails; what is not a line of robots.txt is
    /// skipped.
    pub fn parse(file: &[u8]) -> Parsed<RobotsTxt> {
        RobotsTxtReader::new().read(file)
    }

    /// Whether `accessor` may fetch `target`, an absolute URL or a path with its query.
    ///
    /// Only the path and the query of a URL count; its host need not be that of the file. A fragment is left out. Any other
    /// text is a path without its slash: `private/x`, as an `href` may be written, is asked for as `/private/x`.
    pub fn access(&self, accessor: &Accessor, target: &str) -> Access<'_> {
        select::access(&self.0, accessor, target)
    }

    /// The groups, in the order of the file. Groups with one subject are merged in questions, not here.
    pub fn groups(&self) -> impl Iterator<Item = Group<'_>> {
        let file = &self.0.file;
        file.groups().map(move |lines| Group {
            file,
            first: u32::try_from(lines.start).unwrap_or(u32::MAX),
            lines: file.lines.get(lines).unwrap_or_default(),
        })
    }

    /// Every line of a known key, in the order of the file.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> {
        let file = &self.0.file;
        file.lines
            .iter()
            .map(move |line| Record { file, line: *line })
    }

    /// The `Sitemap` lines. They belong to no group.
    pub fn sitemaps(&self) -> impl Iterator<Item = Record<'_>> {
        records_of(&self.0.file, RecordKey::Sitemap)
    }

    /// How long `accessor` is asked to wait between two requests: the longest `Crawl-delay` of its groups.
    ///
    /// Whole or decimal seconds, at most a year and a day.
    pub fn crawl_delay(&self, accessor: &Accessor) -> Option<Duration> {
        select::crawl_delay(&self.0, accessor)
    }

    /// Where mobile agents for `target`, an absolute URL or a path, are served: the last `Mobile-agent-server` line
    /// whose subtree holds the path, wherever in the file it stands.
    pub fn mobile_agent_server(&self, target: &str) -> MobileAgentServer<'_> {
        let target = path_of(target);
        let path = target.split('?').next().unwrap_or_default();
        let path = mobile::normal(path.as_bytes(), self.0.file.options);
        let holds =
            |entry: &[u8]| mobile::holds(&mobile::normal(entry, self.0.file.options), &path);
        let records = records_of(&self.0.file, RecordKey::MobileAgentServer).rev();
        let mut entries = records.filter_map(|record| mobile::read(record.value_bytes()));
        let found = entries.find(|(entry, _)| holds(entry));
        found.map_or(MobileAgentServer::Unspecified, |(_, server)| server)
    }

    /// Whether the file is longer than the parsing limit.
    pub fn is_truncated(&self) -> bool {
        self.0.file.text.is_truncated
    }

    /// The file as a reader understands it that knows RFC 9309 and none of its extensions.
    #[must_use]
    pub fn plain_rfc9309(&self) -> RobotsTxt {
        let options = Options {
            dialect: Dialect::Rfc9309,
            ..self.0.file.options
        };
        let text = &self.0.file.text;
        let text = if self.0.file.options.has(GoogleDifference::Utf8Alone) {
            text.clone().decoded(options)
        } else {
            text.clone()
        };
        RobotsTxt::from_text(text, options).value
    }

    fn from_text(text: FileText, options: Options) -> Parsed<RobotsTxt> {
        let scanned = parse::read_lines(&text, options);
        let lines = scanned.lines.into_boxed_slice();
        let file = File::new(text, lines, scanned.signers.into(), options);
        Parsed {
            value: RobotsTxt(Arc::new(IndexedFile::new(file))),
            diagnostics: scanned.diagnostics,
        }
    }
}

impl fmt::Debug for RobotsTxt {
    /// What the file holds, in numbers: files are long.
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

/// How robots.txt is read and asked.
///
/// ```
/// use robots_policy::Accessor;
/// use robots_policy::robots_txt::{Dialect, RobotsTxtReader};
///
/// let file = b"User-agent: MJ12bot\nDisallow: /";
/// let accessor = Accessor::new("MJ12bot")?;
/// let ours = RobotsTxtReader::new().read(file).value;
/// let googles = RobotsTxtReader::new().with_dialect(Dialect::Google).read(file).value;
/// assert!(!ours.access(&accessor, "/").is_allowed());
/// assert!(googles.access(&accessor, "/").is_allowed());
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct RobotsTxtReader {
    limits: Limits,
    options: Options,
}

impl RobotsTxtReader {
    /// A reader of RFC 9309 and its extensions, with the default limits.
    pub fn new() -> RobotsTxtReader {
        RobotsTxtReader::default()
    }

    /// Sets the parsing limit; a line that it cuts is not read.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> RobotsTxtReader {
        self.limits = limits;
        self
    }

    /// Says whose reading is wanted.
    #[must_use]
    pub fn with_dialect(mut self, dialect: Dialect) -> RobotsTxtReader {
        self.options.dialect = dialect;
        self
    }

    /// Says which of the groups that name a client bind it.
    ///
    /// ```
    /// use robots_policy::Accessor;
    /// use robots_policy::robots_txt::{GroupSelection, RobotsTxtReader};
    ///
    /// let file = b"User-agent: ExampleBot\nAllow: /\n\nUser-agent-purpose: training\nDisallow: /";
    /// let me = Accessor::new("ExampleBot")?.with_purpose("training".parse()?);
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

    /// Says what a `Signature-agent` line does.
    #[must_use]
    pub fn with_signature_agent_line(mut self, line: SignatureAgentLine) -> RobotsTxtReader {
        self.options.signature_agent = line;
        self
    }

    /// Says whether a group is looked for by product token or by signature first.
    #[must_use]
    pub fn with_precedence(mut self, precedence: Precedence) -> RobotsTxtReader {
        self.options.precedence = precedence;
        self
    }

    /// Says what is done with a pattern that begins with `*`.
    #[must_use]
    pub fn with_leading_star(mut self, star: LeadingStar) -> RobotsTxtReader {
        self.options.leading_star = star;
        self
    }

    /// Says whether `?`, `[`, `]` and `@` in a query equal their encoded form.
    #[must_use]
    pub fn with_query_delimiters(mut self, delimiters: QueryDelimiters) -> RobotsTxtReader {
        self.options.query = delimiters;
        self
    }

    /// Reads a file. Reading never fails.
    pub fn read(&self, file: &[u8]) -> Parsed<RobotsTxt> {
        // One octet more shows that the file is longer than the limit.
        let most = self.limits.robots_txt().saturating_add(1);
        self.read_shared(&Bytes::copy_from_slice(file.get(..most).unwrap_or(file)))
    }

    /// Reads a file without copying it: the result shares its octets.
    pub fn read_shared(&self, file: &Bytes) -> Parsed<RobotsTxt> {
        RobotsTxt::from_text(
            FileText::take(file, self.limits.robots_txt(), self.options),
            self.options,
        )
    }
}
