//! The options of the commands of `robots-store`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use robots_policy_archives::When;
use robots_policy_archives::robots_store::StoreSettings;
use robots_policy_archives::store::Digest;
use robots_policy_input::values::moment;
use robots_policy_live::fetch;
use url::Url;

use super::shared::{ArchiveArgs, WorkArgs, place};
use crate::exit::{Exit, Failure};
use crate::robots_store;

/// The commands on a store of robots.txt answers.
#[derive(Subcommand)]
pub(crate) enum RobotsStoreCommand {
    /// Read the answers out of archives into a store
    #[command(after_help = include_str!("notes/store-build.txt").trim_end())]
    Build(Box<BuildArgs>),

    /// Show what a store holds, of all sites or of those of URLs
    #[command(after_help = include_str!("notes/store-show.txt").trim_end())]
    Show {
        /// The store
        #[arg(value_name = "FILE")]
        store: PathBuf,

        /// Absolute URLs; without any, how much the store holds
        #[arg(value_name = "URL", value_parser = fetch::url)]
        urls: Vec<Url>,

        /// Show the answer that `scan` takes for a page of this time, as in RFC 3339, with its body; `latest` is the one of `--robots-time latest`
        #[arg(long, value_name = "TIME", requires = "urls", value_parser = at)]
        at: Option<When>,

        /// Write the bytes of the body with this SHA-256, which are compared with it
        #[arg(long, value_name = "SHA256", conflicts_with_all = ["urls", "at"])]
        body: Option<Digest>,
    },
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

/// A time, or `latest`.
fn at(text: &str) -> Result<When, String> {
    if text == "latest" {
        return Ok(When::Latest);
    }
    let moment = moment(text).map_err(|error| format!("{error}; or write `latest`"))?;
    let (at, within) = (moment.as_unix(), When::DAY);
    Ok(When::Capture { at, within })
}

impl RobotsStoreCommand {
    /// Runs it.
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        match self {
            RobotsStoreCommand::Build(args) => {
                let settings = StoreSettings {
                    output: args.output,
                    updates: args.update,
                    workers: args.work.workers(),
                    memory: args.work.memory(),
                };
                robots_store::build(&args.archives.into(), &settings, args.work.progress())
            }
            RobotsStoreCommand::Show {
                store,
                urls,
                at,
                body,
            } => robots_store::show(&store, body.as_ref(), &urls, at),
        }
    }
}
