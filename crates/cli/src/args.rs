//! The command line.

mod check;
mod echo;
pub(crate) mod eval;
mod lint;
pub(crate) mod matrix;
mod scan;
mod shared;
mod store;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

use self::check::CheckArgs;
pub(crate) use self::echo::shown;
use self::eval::EvalArgs;
pub(crate) use self::lint::LintCommand;
use self::matrix::MatrixArgs;
pub(crate) use self::scan::ScanArgs;
use self::store::RobotsStoreCommand;
use crate::VERSION;
use crate::engines::EnginesArgs;
use crate::export::ExportCommand;
use crate::report::ReportArgs;
use crate::why::WhyArgs;

// No line of the examples is longer than 80 columns, so that a terminal of 80 columns wraps none.

/// What may I do with this response?
#[derive(Parser)]
#[command(
    name = "robots-policy", version = VERSION, propagate_version = true, arg_required_else_help = true,
    long_about = include_str!("args/notes/start.txt").trim_end(), after_help = include_str!("args/notes/statuses.txt").trim_end(),
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Judge responses offline: their Robots-Tag and X-Robots-Tag fields and the metas of their heads
    #[command(after_help = include_str!("args/notes/eval.txt").trim_end())]
    Eval(Box<EvalArgs>),

    /// Ask live sites: robots.txt first, then, if it allows, the page up to the end of its head
    #[command(after_help = include_str!("args/notes/check.txt").trim_end())]
    Check(Box<CheckArgs>),

    /// Judge crawl archives: WARC files in, a table with one row for every response and agent out
    #[command(after_help = include_str!("args/notes/scan.txt").trim_end())]
    Scan(Box<ScanArgs>),

    /// Keep the robots.txt answers that archives hold, for `scan --robots-store`
    #[command(subcommand)]
    RobotsStore(RobotsStoreCommand),

    /// Show what a row of a table was judged by: from the answers back to the bytes, compared with their digests
    #[command(after_help = include_str!("args/notes/why.txt").trim_end())]
    Why(WhyArgs),

    /// Draw what `scan` wrote: a page with plots and tables for every agent, or the difference of two runs
    #[command(after_help = include_str!("args/notes/report.txt").trim_end())]
    Report(ReportArgs),

    /// Hand over what `scan` wrote: the tables described as a data set, and the list of domains
    #[command(subcommand)]
    Export(ExportCommand),

    /// Show who may fetch what by a robots.txt, with the lines that decide
    #[command(after_help = include_str!("args/notes/matrix.txt").trim_end())]
    Matrix(MatrixArgs),

    #[command(flatten)]
    Lint(LintCommand),

    /// Show what is known of named crawlers: each behaviour with its document and the day it was verified
    #[command(after_help = include_str!("args/notes/engines.txt").trim_end())]
    Engines(EnginesArgs),

    /// Write the completions of the command line for a shell
    #[command(after_help = include_str!("args/notes/completions.txt").trim_end())]
    Completions {
        /// The shell
        #[arg(value_name = "SHELL")]
        shell: Shell,
    },

    /// Write the man page of the program or of a command
    #[command(after_help = include_str!("args/notes/man.txt").trim_end())]
    Man {
        /// The command, as in `scan` or `robots-store build`; without one the page is about the program
        #[arg(value_name = "COMMAND")]
        command: Vec<String>,
    },
}
