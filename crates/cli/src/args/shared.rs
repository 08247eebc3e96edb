//! Options that several commands have.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap::builder::{OsStringValueParser, TypedValueParser};
use robots_policy::engines::Profile;
use robots_policy::header::SignatureAgent;
use robots_policy::ledger::Assumed;
use robots_policy::{Client, InvalidProductToken, ProductToken, Scope};
use robots_policy_archives::archive_inputs::{self, stdin_name};
use robots_policy_archives::workers;
use robots_policy_input::values::{
    PolicyToken, distinct, policy_token, signature_agent, signing, size,
};
use url::Url;

use crate::engines;
use crate::progress::{ProgressArgs, ProgressWhen};

/// The askers. The other options hold for each `--agent`.
#[derive(ClapArgs)]
pub(crate) struct AskerArgs {
    /// Product tokens of an asker, the most specific first, as in `ExampleBot-News,ExampleBot`; repeat it for further
    /// askers, each gets its verdict; `*` is a client without a name, for which `check` asks as robots-policy, the name
    /// that it signs with [default: `*`]
    #[arg(long, value_name = "TOKENS", conflicts_with_all = OF_ENGINES)]
    agent: Vec<Client>,

    /// Tokens by which pages address the asker, where they differ from --agent
    #[arg(long, value_name = "TOKENS", value_delimiter = ',', value_parser = asker_token, conflicts_with_all = OF_ENGINES)]
    page_agent: Vec<Option<ProductToken>>,

    /// The purposes that the asker crawls for, as in user-agent-purpose lines
    #[arg(long, value_name = "TOKEN", value_parser = ProductToken::new, conflicts_with_all = OF_ENGINES)]
    purpose: Vec<ProductToken>,

    /// The asker's own Signature-Agent field: a host, or a structured string or dictionary; `check` does not send it,
    /// because it signs no request
    #[arg(long, value_name = "FIELD", value_parser = signature_agent, conflicts_with_all = OF_ENGINES)]
    signature_agent: Option<Signer>,

    /// Apply only statements that name the asker, not those to all clients
    #[arg(long, conflicts_with_all = OF_ENGINES)]
    own_name_only: bool,

    /// A product token that no crawler sends, by which robots.txt states what the asker's owner may do with pages; after
    /// `=` the activities that it is about, as in `Google-Extended=train,input`
    #[arg(long, value_name = "TOKEN[=USES]", value_parser = policy_token, conflicts_with_all = OF_ENGINES)]
    policy_token: Vec<PolicyToken>,
}

impl AskerArgs {
    /// Whether any option is about the asker.
    pub(super) fn is_given(&self) -> bool {
        self.own_name_only
            || self.signature_agent.is_some()
            || !(self.agent.is_empty() && self.page_agent.is_empty())
            || !(self.purpose.is_empty() && self.policy_token.is_empty())
    }

    /// The askers as the library knows them, each once; without any, a client without a product token.
    pub(super) fn askers(&self) -> Vec<Client> {
        let anonymous = [Client::anonymous()];
        let named = if self.agent.is_empty() {
            &anonymous[..]
        } else {
            &self.agent
        };
        distinct(named.iter().map(|named| self.asker(named)))
    }

    /// This asker, with the options that hold for all askers.
    fn asker(&self, named: &Client) -> Client {
        let mut asker = named.clone().with_obeys_global(!self.own_name_only);
        if !self.page_agent.is_empty() {
            asker = asker.with_page_tokens(self.page_agent.iter().flatten().cloned().collect());
        }
        let purposes = self.purpose.iter().cloned();
        let asker = purposes.fold(asker, Client::with_purpose);
        let tokens = self.policy_token.iter().cloned();
        let asker = tokens.fold(asker, |asker, (token, uses)| {
            asker.with_policy_token(token, uses)
        });
        signing(asker, self.signer())
    }

    /// The asker's own `Signature-Agent` field; `None` if it is ignored.
    pub(crate) fn signer(&self) -> Option<&SignatureAgent> {
        self.signature_agent.iter().flatten().next()
    }
}

/// Engines whose reading is wanted, in the place of askers.
#[derive(ClapArgs)]
pub(crate) struct EngineArgs {
    /// Answer as these engines do, separated by commas: names, owners such as `openai`, kinds such as
    /// `search`, `ai`, or `all`; `robots-policy engines` lists them
    #[arg(long = "as", value_name = "ENGINES", value_parser = engines::listed)]
    engines: Vec<Box<[Profile]>>,
}

impl EngineArgs {
    /// The engines, each once.
    pub(super) fn engines(&self) -> Vec<Profile> {
        engines::once(&self.engines)
    }
}

/// Engines that read pages.
#[derive(ClapArgs)]
pub(crate) struct PageEngineArgs {
    #[command(flatten)]
    named: EngineArgs,

    /// Let these engines do what is disputed and off by default too, as Yandex, at which an unknown word with a colon may
    /// close its line of a field
    #[arg(long, requires = "engines")]
    disputed: bool,
}

impl PageEngineArgs {
    /// The engines, each once.
    pub(super) fn engines(&self) -> Vec<Profile> {
        let engines = self.named.engines();
        if self.disputed {
            return engines.into_iter().map(Profile::with_disputed).collect();
        }
        engines
    }
}

/// The options about engines, which those about clients exclude. clap waives `requires` where the other option is excluded, so
/// that `--disputed` beside `--agent` would have no effect.
pub(super) const OF_ENGINES: [&str; 2] = ["engines", "disputed"];

/// The archives.
#[derive(ClapArgs)]
pub(crate) struct ArchiveArgs {
    /// WARC files, plain or compressed, patterns such as `crawl/*.warc.gz`, whose `*`, `?` and `[…]` match no hidden files,
    /// or addresses that begin with `https://` or `http://`; `-` is standard input
    #[arg(value_name = "WARC")]
    names: Vec<OsString>,

    /// A file with one of these names a line, plain or in gzip; empty lines and lines that begin with `#` are skipped. `-`
    /// is standard input
    #[arg(long, value_name = "FILE", group = "Names")]
    list: Option<PathBuf>,

    /// The address that comes before each name of --list or --records, as in `--list warc.paths.gz --base-url
    /// https://data.commoncrawl.org/` for a list of Common Crawl
    #[arg(long, value_name = "URL", requires = "Names", value_parser = archive_inputs::base_url)]
    base_url: Option<Url>,

    /// The name of standard input, as if it were a file of this name; without a name, every run reads it anew
    #[arg(long, value_name = "NAME", value_parser = stdin_name)]
    stdin_name: Option<String>,

    /// Read only the records that the rows of an index name: CSV (plain or in gzip) or Parquet, with the columns
    /// `warc_filename`, `warc_record_offset` and `warc_record_length` of Common Crawl's index, `warc_file`, `warc_offset`
    /// and `warc_length` of our tables, or `filename`, `offset` and `length`
    #[arg(long, value_name = "INDEX", group = "Names", conflicts_with_all = ["names", "list", "stdin_name"])]
    records: Option<PathBuf>,

    /// Certificates of authorities to trust for addresses instead of those of the web, in PEM
    #[arg(long, value_name = "FILE")]
    trust: Option<PathBuf>,

    /// Read addresses through the proxies that the environment names: `http_proxy` and `https_proxy` for those of these
    /// schemes, `all_proxy` for others, none for hosts of `no_proxy`; in capitals too. An address without a proxy is an error
    #[arg(long)]
    proxy: bool,
}

impl From<ArchiveArgs> for archive_inputs::Archives {
    fn from(args: ArchiveArgs) -> archive_inputs::Archives {
        archive_inputs::Archives {
            names: args.names,
            list: args.list,
            base: args.base_url,
            stdin_name: args.stdin_name,
            records: args.records,
            trust: args.trust,
            uses_proxy: args.proxy,
        }
    }
}

/// How a long run works.
#[derive(ClapArgs)]
pub(crate) struct WorkArgs {
    /// Archives that are read at the same time; where fewer are left, each gets several cores [default: as many as there are
    /// cores]
    #[arg(short = 'j', long, visible_alias = "jobs", value_name = "NUMBER", value_parser = at_least_one)]
    workers: Option<NonZeroUsize>,

    /// The memory that archives take together while they are decompressed, at least 8M for each at the same time; `K`, `M` and
    /// `G` are KiB, MiB and GiB. Rows do not depend on it [default: 512M, or 16M for each at the same time if that is more]
    #[arg(long, value_name = "BYTES", value_parser = size)]
    memory: Option<u64>,

    #[command(flatten)]
    progress: ProgressArgs,
}

impl WorkArgs {
    /// The number of archives that are read at the same time.
    pub(super) fn workers(&self) -> usize {
        self.workers.map_or_else(workers::cores, NonZeroUsize::get)
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> Option<u64> {
        self.memory
    }

    pub(super) fn progress(&self) -> ProgressWhen {
        self.progress.when()
    }
}

/// A `Signature-Agent` field on the command line; `None` if it is ignored.
type Signer = Option<SignatureAgent>;

/// A token on the command line; `*` is a client without a product token.
fn asker_token(text: &str) -> Result<Option<ProductToken>, InvalidProductToken> {
    text.parse().map(|scope| match scope {
        Scope::Global => None,
        Scope::Token(token) => Some(token),
    })
}

/// The number of jobs at a time.
pub(super) fn at_least_one(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| String::from("it is a whole number, at least 1"))
}

/// The sources that do not exist by several words.
pub(super) fn assumed(words: &[Assumed]) -> Assumed {
    words.iter().copied().fold(Assumed::new(), Assumed::union)
}

/// A path of files, which cannot be standard output.
pub(super) fn place() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|text: OsString| {
        if text == "-" {
            return Err("it is a place for files, and standard output is not; a folder called `-` is written `./-`");
        }
        Ok(PathBuf::from(text))
    })
}
