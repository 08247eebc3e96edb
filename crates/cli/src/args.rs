//! The command line.

mod check;
mod echo;
mod engines;
mod eval;
mod lint;
mod live;
mod matrix;
mod pages;
mod report;
mod scan;
mod shared;
mod store;
mod web;

use clap::{Parser, Subcommand};

use self::check::{CHECK_EXAMPLES, CheckArgs};
pub(crate) use self::echo::shown;
use self::engines::{ENGINES_EXAMPLES, EnginesArgs};
use self::eval::{EVAL_EXAMPLES, EvalArgs};
pub(crate) use self::lint::LintCommand;
use self::matrix::{MATRIX_EXAMPLES, MatrixArgs};
use self::pages::{COMPLETIONS_EXAMPLES, CompletionsArgs, MAN_EXAMPLES, ManArgs};
use self::report::{REPORT_EXAMPLES, ReportArgs};
use self::scan::SCAN_EXAMPLES;
pub(crate) use self::scan::ScanArgs;
use self::store::RobotsStoreCommand;
use crate::export::ExportCommand;
use crate::play::{self, PlayArgs};
use crate::why::{self, WhyArgs};

// No line of the examples is longer than 80 columns, so that a terminal of 80 columns wraps none.

/// What may I do with this response?
#[derive(Parser)]
#[command(name = "robots-policy", version = VERSION, propagate_version = true, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Judge responses offline: their Robots-Tag and X-Robots-Tag fields and the metas of their heads
    #[command(after_help = EVAL_EXAMPLES)]
    Eval(Box<EvalArgs>),

    /// Ask live sites: robots.txt first, then, if it allows, the page up to the end of its head
    #[command(after_help = CHECK_EXAMPLES)]
    Check(Box<CheckArgs>),

    /// Judge crawl archives: WARC files in, a table with one row for every response and agent out
    #[command(after_help = SCAN_EXAMPLES)]
    Scan(Box<ScanArgs>),

    /// Keep the robots.txt answers that archives hold, for `scan --robots-store`
    #[command(subcommand)]
    RobotsStore(RobotsStoreCommand),

    /// Show what a row of a table was judged by: from the answers back to the bytes, compared with their digests
    #[command(after_help = why::EXAMPLES)]
    Why(WhyArgs),

    /// Draw what `scan` wrote: a page with plots and tables for every agent, or the difference of two runs
    #[command(after_help = REPORT_EXAMPLES)]
    Report(ReportArgs),

    /// Hand over what `scan` wrote: the tables described as a data set, and the list of domains
    #[command(subcommand)]
    Export(ExportCommand),

    /// Show who may fetch what by a robots.txt, with the lines that decide
    #[command(after_help = MATRIX_EXAMPLES)]
    Matrix(MatrixArgs),

    #[command(flatten)]
    Lint(LintCommand),

    /// Show what is known of named crawlers: each behaviour with its document and the day it was verified
    #[command(after_help = ENGINES_EXAMPLES)]
    Engines(EnginesArgs),

    /// Try it in a browser: the playground, with the deciding bytes marked in what is pasted
    #[command(after_help = play::EXAMPLES)]
    Play(PlayArgs),

    /// Write the completions of the command line for a shell
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions(CompletionsArgs),

    /// Write the man page of the program or of a command
    #[command(after_help = MAN_EXAMPLES)]
    Man(ManArgs),
}

/// The version, with the commit that a release build is made from.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("ROBOTS_POLICY_COMMIT"));
