//! The options of the commands of `export`.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, Subcommand};
use robots_policy::uses::Activity;
use url::Url;

use crate::export::{
    CroissantSettings, DomainsFormat, DomainsOrder, DomainsSettings, ExportSettings, Facts, Given,
    Percent,
};
use crate::progress::ProgressWhen;
use crate::report::ReportOutput;

/// The commands that hand over what a scan wrote.
#[derive(Subcommand)]
pub(crate) enum ExportCommand {
    /// Describe the tables as a data set: Croissant 1.1, with every column, and the checksum of every table
    #[command(after_help = CROISSANT_EXAMPLES)]
    Croissant(Box<CroissantArgs>),

    /// List the domains by their pages, with the answers about a use, as summaries of training content have them
    #[command(after_help = DOMAINS_EXAMPLES)]
    Domains(DomainsArgs),
}

/// The inputs and the output of every export.
#[derive(ClapArgs)]
struct GivenArgs {
    /// Output folders of `scan`
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,

    /// Where the answer is written; `-` is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-", value_parser = ReportOutput::named())]
    output: ReportOutput,

    /// When to show progress on standard error
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    progress: ProgressWhen,

    /// Show no progress: --progress never
    #[arg(short, long, conflicts_with = "progress")]
    quiet: bool,
}

#[derive(ClapArgs)]
pub(crate) struct CroissantArgs {
    #[command(flatten)]
    given: GivenArgs,

    /// The name of the data set [default: the names of the folders]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// A description of the data set [default: what its rows are, and how many tables there are]
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,

    /// The address of its licence, as spdx.org has one for each
    #[arg(long, value_name = "URL", value_parser = address)]
    license: Option<String>,

    /// The address of its page
    #[arg(long, value_name = "URL", value_parser = address)]
    url: Option<String>,

    /// Who made it: the name of an organization; repeat it for several
    #[arg(long, value_name = "NAME")]
    creator: Vec<String>,

    /// When it was published, as 2026-11-26
    #[arg(long, value_name = "DATE", value_parser = date)]
    published: Option<String>,

    /// How to cite it, best as BibTeX
    #[arg(long, value_name = "TEXT")]
    cite_as: Option<String>,

    /// The version of the data set, as MAJOR.MINOR.PATCH [default: the version of the tables]
    #[arg(long, value_name = "VERSION", value_parser = version)]
    data_version: Option<String>,
}

#[derive(ClapArgs)]
pub(crate) struct DomainsArgs {
    #[command(flatten)]
    given: GivenArgs,

    /// The agent or engine whose rows are counted, by its name in the run: each has a row for every page [default: the only one]
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,

    /// The use whose answers are counted
    #[arg(long, value_name = "USE", default_value = "train", value_parser = activity())]
    r#use: Activity,

    /// Write the first N domains; with --share what is less
    #[arg(long, value_name = "N", value_parser = count)]
    top: Option<u64>,

    /// Write the first domains, this percentage of all of them, as 10 or 0.5
    #[arg(long, value_name = "PERCENT", value_parser = Percent::parse)]
    share: Option<Percent>,

    /// The number that the first domain has most of
    #[arg(long, value_name = "WHAT", default_value = "pages")]
    by: DomainsOrder,

    /// How the list is written
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: DomainsFormat,
}

impl From<ExportCommand> for ExportSettings {
    fn from(command: ExportCommand) -> ExportSettings {
        match command {
            ExportCommand::Croissant(args) => {
                ExportSettings::Croissant(Box::new(CroissantSettings {
                    given: args.given.into(),
                    facts: Facts {
                        name: args.name,
                        description: args.description,
                        license: args.license,
                        url: args.url,
                        creators: args.creator,
                        published: args.published,
                        cite_as: args.cite_as,
                        version: args.data_version,
                    },
                }))
            }
            ExportCommand::Domains(args) => ExportSettings::Domains(DomainsSettings {
                given: args.given.into(),
                agent: args.agent,
                activity: args.r#use,
                top: args.top,
                share: args.share,
                by: args.by,
                format: args.format,
            }),
        }
    }
}

impl From<GivenArgs> for Given {
    fn from(args: GivenArgs) -> Given {
        Given {
            folders: args.folders,
            output: args.output,
            progress: if args.quiet {
                ProgressWhen::Never
            } else {
                args.progress
            },
        }
    }
}

/// The uses by their names.
fn activity() -> impl TypedValueParser<Value = Activity> {
    let names = Activity::ALL.iter().map(|activity| activity.name());
    PossibleValuesParser::new(names).map(|name| {
        let mut all = Activity::ALL.iter().copied();
        all.find(|activity| activity.name() == name)
            .unwrap_or(Activity::Train)
    })
}

fn address(text: &str) -> Result<String, String> {
    let is_of_web = |url: Url| ["http", "https"].contains(&url.scheme());
    if Url::parse(text).is_ok_and(is_of_web) {
        return Ok(text.to_owned());
    }
    Err(String::from(
        "it is an address of the web, as in https://example.org/",
    ))
}

fn count(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| String::from("it is a whole number, as in 1000"))
}

fn date(text: &str) -> Result<String, String> {
    let date: Result<jiff::civil::Date, _> = text.parse();
    date.map(|date| date.to_string())
        .map_err(|_| String::from("it is a date, as in 2026-11-26"))
}

fn version(text: &str) -> Result<String, String> {
    let is_number = |part: &str| part.parse::<u32>().is_ok_and(|it| it.to_string() == part);
    let parts: Vec<&str> = text.split('.').collect();
    if parts.len() == 3 && parts.iter().all(|part| is_number(part)) {
        return Ok(text.to_owned());
    }
    Err(String::from("it is MAJOR.MINOR.PATCH, as in 1.0.0"))
}

const CROISSANT_EXAMPLES: &str = "\
Examples:
  robots-policy scan crawl/*.warc.gz --agent ExampleBot -o policy
  robots-policy export croissant policy -o policy/croissant.json
  robots-policy export croissant policy --name crawl-policy \\
    --license https://spdx.org/licenses/CC0-1.0.html \\
    --creator 'Example Lab' --url https://example.org/crawl-policy \\
    --published 2026-11-26 -o policy/croissant.json

The addresses of tables are relative to the file, which lies in the folder or
above all folders. What only you know (licence, creator, address, date) is named
on standard error until an option states it.

Exit status: 0 written, 1 a table was unreadable, a scan unfinished, or the
output unwritable, 2 usage.";

const DOMAINS_EXAMPLES: &str = "\
Examples:
  robots-policy scan crawl/*.warc.gz --agent ExampleBot -o policy
  robots-policy export domains policy -o domains.csv
  robots-policy export domains policy --by octets --share 10 -o top.csv
  robots-policy export domains policy --by octets --share 5 --top 1000
  robots-policy export domains policy --use input --format text --top 20

A domain is what someone registers: a name with one label more than a public
suffix. The template of the European Commission for Article 53(1)(d) of the AI
Act has the top 10 % of the domains by size; small and medium-sized enterprises
name the top 5 % or 1,000, whichever is lower.

Exit status: 0 written, 1 a table was unreadable, a scan unfinished, or the
output unwritable, 2 usage.";
