//! The options of the commands of `robots-store`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use url::Url;

use super::shared::{ArchiveArgs, WorkArgs, place};
use robots_policy_scan::store::StoreSettings;

use crate::fetch;
use crate::robots_store::{BuildSettings, RobotsStoreSettings};

/// The commands on a store of robots.txt answers.
#[derive(Subcommand)]
pub(crate) enum RobotsStoreCommand {
    /// Read the answers out of archives into a store
    #[command(after_help = BUILD_EXAMPLES)]
    Build(Box<BuildArgs>),

    /// Show what a store holds of the sites of URLs
    #[command(after_help = SHOW_EXAMPLES)]
    Show(ShowArgs),
}

#[derive(ClapArgs)]
pub(crate) struct BuildArgs {
    #[command(flatten)]
    archives: ArchiveArgs,

    /// The store
    #[arg(short, long, value_name = "FILE", value_parser = place())]
    output: PathBuf,

    /// Add to an existing store
    #[arg(long)]
    update: bool,

    #[command(flatten)]
    work: WorkArgs,
}

#[derive(ClapArgs)]
pub(crate) struct ShowArgs {
    /// The store
    #[arg(value_name = "FILE")]
    store: PathBuf,

    /// Absolute URLs
    #[arg(value_name = "URL", required = true, value_parser = fetch::url)]
    urls: Vec<Url>,
}

impl From<RobotsStoreCommand> for RobotsStoreSettings {
    fn from(command: RobotsStoreCommand) -> RobotsStoreSettings {
        match command {
            RobotsStoreCommand::Build(args) => {
                RobotsStoreSettings::Build(Box::new(BuildSettings {
                    archives: args.archives.into(),
                    store: StoreSettings {
                        output: args.output,
                        updates: args.update,
                        workers: args.work.workers(),
                        memory: args.work.memory(),
                    },
                    progress: args.work.progress(),
                }))
            }
            RobotsStoreCommand::Show(args) => RobotsStoreSettings::Show {
                store: args.store,
                urls: args.urls,
            },
        }
    }
}

const BUILD_EXAMPLES: &str = "\
Examples:
  robots-policy robots-store build crawl/robotstxt/*.warc.gz -o sites.store
  robots-policy robots-store build newer/*.warc.gz -o sites.store --update

Of several answers for one authority the latest one counts that has rules or
is a refusal; 429, 5xx and bodies that cannot be decoded replace no other.

Exit status: 0 everything was read, 1 something was damaged, unreadable or
unwritable, 2 usage, 130 interrupted.";

const SHOW_EXAMPLES: &str = "\
Examples:
  robots-policy robots-store build crawl/*.warc.gz -o robots.store
  robots-policy robots-store show robots.store https://example.com/

For a site that the store does not hold it shows `nothing`.

Exit status: 0 the store holds an answer for every URL, 1 it holds none for one
of them or cannot be read, 2 usage.";
