//! The command line.

mod archives;
mod engines;

use std::io;
use std::path::PathBuf;

use anstream::{AutoStream, ColorChoice};
use clap::{ArgAction, Args as ClapArgs, Parser, Subcommand, ValueEnum};
use robots_policy::report::Format;
use robots_policy::{
    Accessor, BothFields, HeaderReader, Placement, ProductToken, RobotsTagMode, SignatureAgent,
    Timestamp,
};
use robots_policy_archives::Readers;
use url::Url;

pub(crate) use self::archives::{Build, RobotsStore, Scan, Show};
pub(crate) use self::engines::Engines;
use crate::question::accessor;
use crate::robots::robots_reader;

/// What may I do with this response?
#[derive(Parser)]
#[command(name = "robots-policy", version, about, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Judge responses offline: their Robots-Tag and X-Robots-Tag fields and the metas of their heads
    #[command(after_help = EVAL_EXAMPLES)]
    Eval(Box<Eval>),

    /// Ask live sites: robots.txt first, then, only if it allows, the page up to the end of its head
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Box<Check>),

    /// Judge crawl archives: WARC files in, a table with one row for every response and agent out
    #[command(after_help = archives::SCAN_EXAMPLES)]
    Scan(Box<Scan>),

    /// Keep the robots.txt answers that archives hold, for `scan --robots`
    #[command(subcommand)]
    RobotsStore(RobotsStore),

    /// Show who may fetch what by a robots.txt, with the lines that decide
    #[command(after_help = MATRIX_EXAMPLES)]
    Matrix(Matrix),
}

// No line of these is longer than 80 columns, so that none is wrapped there.

const EVAL_EXAMPLES: &str = "\
Examples:
  curl -si https://example.com/ | robots-policy eval --agent ExampleBot
  robots-policy eval --agent ExampleBot saved/*.http
  robots-policy eval --robots robots.txt --url /a/page --headers fields.txt \\
    --html page.html
  robots-policy eval --jsonl < records.jsonl > verdicts.jsonl

Exit status: 0 answered, 1 an input was unreadable or its document was not read
whole, 2 usage.";

const CHECK_EXAMPLES: &str = "\
Examples:
  robots-policy check --agent ExampleBot --contact https://example.com/bot \\
    https://example.org/ https://example.org/a
  robots-policy check --agent ExampleBot --no-cache --format json \\
    https://example.org/

robots.txt is asked once for all URLs of a host. Its answers are kept for 24
hours, or for less where the server says so.

Exit status: 0 nothing restricts, 1 something does, 2 usage, 3 it could not be
determined.";

const MATRIX_EXAMPLES: &str = "\
Examples:
  robots-policy matrix robots.txt --agents Googlebot,GPTBot,'*' \\
    / /private/a.html '/search?q=x'
  curl -si https://example.com/robots.txt | \\
    robots-policy matrix - --agents ExampleBot /

What is wrong with the file is told on standard error.

Exit status: 0 answered, 1 the file is unreadable or names no crawler and no
sitemap, 2 usage.";

#[derive(ClapArgs)]
pub(crate) struct Matrix {
    /// The file, alone or as `curl -si` writes it: then its status counts too; `-` is standard input
    #[arg(value_name = "ROBOTS")]
    pub(crate) robots: PathBuf,

    /// Product tokens, one column each; `*` is a client nobody names
    #[arg(long, value_name = "TOKENS", value_delimiter = ',', required = true, value_parser = asker_token)]
    pub(crate) agents: Vec<AgentToken>,

    /// Absolute URLs, or paths that start with `/`
    #[arg(value_name = "URL", required = true, value_parser = target)]
    pub(crate) urls: Vec<String>,

    /// When to colour the answers
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

#[derive(ClapArgs)]
pub(crate) struct Eval {
    /// Saved responses as `curl -i` writes them; `-` is standard input, also the default. With --jsonl: files of records
    #[arg(value_name = "RESPONSE")]
    pub(crate) inputs: Vec<PathBuf>,

    /// Read one JSON record a line, write one JSON verdict a line
    #[arg(long, conflicts_with_all = ["Asker", "Reading", "Telling", "headers", "html", "robots", "url", "now"])]
    pub(crate) jsonl: bool,

    #[command(flatten)]
    pub(crate) asker: Asker,

    /// Field lines, `Name: value` each; or a whole response, whose body is read too unless --html names another
    #[arg(long, value_name = "FILE", conflicts_with = "inputs")]
    pub(crate) headers: Option<PathBuf>,

    /// The document
    #[arg(long, value_name = "FILE", conflicts_with = "inputs")]
    pub(crate) html: Option<PathBuf>,

    /// The robots.txt of the site, alone or as `curl -si` writes it: then its status counts too
    #[arg(long, value_name = "FILE")]
    pub(crate) robots: Option<PathBuf>,

    /// What was fetched: an absolute URL, or a path that starts with `/`
    #[arg(long, value_name = "URL", default_value = "/", value_parser = target)]
    pub(crate) url: String,

    /// The moment that `unavailable_after` is read against, as in RFC 3339 [default: now]
    #[arg(long, value_name = "TIME", value_parser = crate::question::moment)]
    pub(crate) now: Option<Timestamp>,

    /// What reads the head of a document
    #[arg(long, value_name = "ENGINE", default_value = "scanner")]
    pub(crate) engine: Engines,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) telling: Telling,
}

#[derive(ClapArgs)]
pub(crate) struct Check {
    /// Absolute URLs
    #[arg(value_name = "URL", required = true, value_parser = page)]
    pub(crate) urls: Vec<Url>,

    #[command(flatten)]
    pub(crate) asker: Asker,

    /// Where the owner of the agent can be reached, for the `User-Agent` field: an address of a page or of a mailbox
    #[arg(long, value_name = "CONTACT")]
    pub(crate) contact: Option<String>,

    /// Folder of the robots.txt answers of former runs, which are used for 24 hours [default: that of the user's caches]
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,

    /// Use no answers of former runs, and keep none
    #[arg(long, conflicts_with = "cache")]
    pub(crate) no_cache: bool,

    /// The most seconds that one request and its whole answer may take
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) timeout: u64,

    /// The most redirects that are followed in a row; at least 5 for robots.txt
    #[arg(long, value_name = "NUMBER", default_value = "5")]
    pub(crate) redirects: usize,

    /// The most bytes of a body, its content coding undone
    #[arg(long, value_name = "BYTES", default_value = "67108864", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_body: u64,

    /// Certificates of authorities to trust instead of those of the web, in PEM
    #[arg(long, value_name = "FILE")]
    pub(crate) trust: Option<PathBuf>,

    /// Use the proxy that the environment names (`HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`)
    #[arg(long)]
    pub(crate) proxy: bool,

    #[command(flatten)]
    pub(crate) reading: Reading,

    #[command(flatten)]
    pub(crate) telling: Telling,
}

/// Who asks.
#[derive(ClapArgs)]
#[group(id = "Asker", multiple = true)]
pub(crate) struct Asker {
    /// Product token of the asker; repeat it for further, less specific tokens [default: a client without a name; `check`
    /// asks as robots-policy, the name that it signs with]
    #[arg(long, value_name = "TOKEN", value_parser = asker_token)]
    pub(crate) agent: Vec<AgentToken>,

    /// Token by which pages address the asker, where it differs from --agent
    #[arg(long, value_name = "TOKEN", value_parser = asker_token)]
    page_agent: Vec<AgentToken>,

    /// What the asker crawls for, as user-agent-purpose lines name it
    #[arg(long, value_name = "TOKEN", value_parser = ProductToken::new)]
    pub(crate) purpose: Vec<ProductToken>,

    /// The asker's own Signature-Agent field: a host, or a structured string or dictionary; `check` does not send it,
    /// because it signs no request
    #[arg(long, value_name = "FIELD", value_parser = SignatureAgent::parse)]
    signature_agent: Option<SignatureAgent>,

    /// The asker is bound only by statements that name it, not by those to everybody
    #[arg(long)]
    own_name_only: bool,
}

impl Asker {
    /// The asker as the library knows it.
    pub(crate) fn accessor(&self) -> Accessor {
        let tokens = |tokens: &[AgentToken]| tokens.iter().flatten().cloned().collect::<Vec<_>>();
        let page_tokens = (!self.page_agent.is_empty()).then(|| tokens(&self.page_agent));
        let accessor = accessor(tokens(&self.agent), page_tokens, !self.own_name_only);
        let accessor = self
            .purpose
            .iter()
            .cloned()
            .fold(accessor, Accessor::with_purpose);
        match &self.signature_agent {
            Some(agent) => accessor.with_verified_signature(agent),
            None => accessor,
        }
    }
}

/// How the inputs are read.
#[derive(ClapArgs)]
#[group(id = "Reading", multiple = true)]
pub(crate) struct Reading {
    /// How Robots-Tag is read
    #[arg(long, value_name = "MODE", default_value = "lenient", value_parser = named(RobotsTagMode::ALL, RobotsTagMode::name))]
    robots_tag: RobotsTagMode,

    /// What is done when both fields are present
    #[arg(long, value_name = "CHOICE", default_value = "union", value_parser = named(BothFields::ALL, BothFields::name))]
    both_fields: BothFields,

    /// Where metas count
    #[arg(long, value_name = "PLACEMENT", value_delimiter = ',', default_value = "head,noscript", value_parser = named(PLACEMENTS, Placement::name))]
    metas: Vec<Placement>,

    /// Count meta http-equiv=X-Robots-Tag too
    #[arg(long, action = ArgAction::SetTrue)]
    http_equiv: bool,

    /// The field lines were joined with commas on the way
    #[arg(long, action = ArgAction::SetTrue)]
    lines_joined: bool,

    /// Read robots.txt as Google's parser does
    #[arg(long, action = ArgAction::SetTrue)]
    google_compat: bool,
}

impl Reading {
    /// Every setting with its name, for those who have to tell two runs apart.
    pub(crate) fn settings(&self) -> [(&'static str, String); 6] {
        let metas: Vec<&str> = self
            .metas
            .iter()
            .map(|placement| placement.name())
            .collect();
        [
            ("robots-tag", self.robots_tag.name().to_owned()),
            ("both-fields", self.both_fields.name().to_owned()),
            ("metas", metas.join(",")),
            ("http-equiv", self.http_equiv.to_string()),
            ("lines-joined", self.lines_joined.to_string()),
            ("google-compat", self.google_compat.to_string()),
        ]
    }

    /// The readers as the library knows them.
    pub(crate) fn readers(&self) -> Readers {
        Readers {
            robots: robots_reader(self.google_compat),
            fields: HeaderReader::new()
                .with_mode(self.robots_tag)
                .with_both_fields(self.both_fields)
                .with_lines_joined(self.lines_joined),
            metas: self.metas.clone(),
            http_equiv: self.http_equiv,
            engines: Engines::default().list(),
        }
    }
}

/// How a verdict is told.
#[derive(ClapArgs)]
#[group(id = "Telling", multiple = true)]
pub(crate) struct Telling {
    /// How the verdict is told
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = named(Format::ALL, Format::name))]
    pub(crate) format: Format,

    /// When to colour text
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

/// The placements that may count.
pub(crate) const PLACEMENTS: [Placement; 3] =
    [Placement::Head, Placement::Noscript, Placement::Body];

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Whether to colour the output, which goes to a terminal or not; `NO_COLOR` and `TERM=dumb` turn colours off.
    pub(crate) fn is_on(self, terminal: bool) -> bool {
        match self {
            Color::Auto => terminal && AutoStream::choice(&io::stdout()) != ColorChoice::Never,
            Color::Always => true,
            Color::Never => false,
        }
    }
}

/// A token on the command line; `*` is a client nobody names.
pub(crate) type AgentToken = Option<ProductToken>;

fn asker_token(text: &str) -> Result<AgentToken, String> {
    match text {
        "*" => Ok(None),
        _ => ProductToken::new(text)
            .map(Some)
            .map_err(|error| error.to_string()),
    }
}

/// A URL or a path.
pub(crate) fn target(text: &str) -> Result<String, String> {
    if text.starts_with('/') || text.contains("://") {
        return Ok(text.to_owned());
    }
    Err(format!(
        "`{text}` is neither an absolute URL nor a path that starts with `/`"
    ))
}

/// An absolute URL of a page.
fn page(text: &str) -> Result<Url, String> {
    crate::fetch::url(text)
}

/// A parser that knows the rows of a table by their names, so that help and errors list them.
fn named<T, const N: usize>(
    rows: [T; N],
    name: fn(T) -> &'static str,
) -> impl clap::builder::TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    use clap::builder::TypedValueParser as _;
    clap::builder::PossibleValuesParser::new(rows.map(name)).try_map(move |text| {
        rows.into_iter()
            .find(|row| name(*row) == text)
            .ok_or("no such name")
    })
}
