//! The options of `why`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use robots_policy::Timestamp;
use robots_policy_records::values::moment;

use crate::why::WhySettings;

#[derive(ClapArgs)]
pub(crate) struct WhyArgs {
    /// A table that `scan` wrote, or the folder of a run
    #[arg(value_name = "TABLE")]
    table: PathBuf,

    /// The address of the page, as the table has it
    #[arg(value_name = "URL")]
    url: String,

    /// The agent or engine of the row, by its name in the table [default: all]
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,

    /// The time at which the page was archived, as in RFC 3339 [default: all times]
    #[arg(long, value_name = "TIME", value_parser = moment)]
    at: Option<Timestamp>,

    /// The store that the scan was given: its bytes of robots.txt, `tdmrep.json` and licences are shown and compared
    #[arg(long, value_name = "FILE")]
    robots_store: Option<PathBuf>,

    /// The archive of the page, or a folder with it; repeat it for further ones [default: the name in the table]
    #[arg(long, value_name = "PATH")]
    archive: Vec<PathBuf>,

    /// How the answer is written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: WhyFormat,
}

/// The forms of the answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum WhyFormat {
    /// For people
    Text,
    /// A JSON object a line
    Json,
}

impl From<WhyArgs> for WhySettings {
    fn from(args: WhyArgs) -> WhySettings {
        WhySettings {
            table: args.table,
            url: args.url,
            agent: args.agent,
            at: args.at,
            store: args.robots_store,
            archives: args.archive,
            is_json: args.format == WhyFormat::Json,
        }
    }
}

pub(super) const WHY_EXAMPLES: &str = "\
Examples:
  robots-policy robots-store build crawl/*.warc.gz -o sites.store
  robots-policy scan crawl/*.warc.gz --robots-store sites.store -o out
  robots-policy why out https://example.com/a --robots-store sites.store
  robots-policy why out/00.warc.gz.parquet https://example.com/a \\
    --format json

For each row of the page it shows what was read and when: the statements that
decided with their lines, robots.txt as the store has it by its digest, and the
record of the page in its archive, whose payload is compared with its digest.

Exit status: 0 all that is at hand agrees with the table, 1 something differs,
is damaged, or no row is about the page, 2 usage.";
