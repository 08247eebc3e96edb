//! `robots-policy export`: what `scan` wrote, for those who hand it over.

mod croissant;
mod domains;
mod tables;

use clap::Subcommand;

use self::croissant::CroissantArgs;
use self::domains::DomainsArgs;
use crate::exit::{Exit, Failure};

/// The commands that hand over what a scan wrote.
#[derive(Subcommand)]
pub(crate) enum ExportCommand {
    /// Describe the tables as a data set: Croissant 1.1, with every column, and the checksum of every table
    #[command(after_help = include_str!("args/notes/croissant.txt").trim_end())]
    Croissant(Box<CroissantArgs>),

    /// List the domains by their pages, with the answers about a use, as summaries of training content have them
    #[command(after_help = include_str!("args/notes/domains.txt").trim_end())]
    Domains(DomainsArgs),
}

/// Runs one of them.
pub(crate) fn run(command: &ExportCommand) -> Result<Exit, Failure> {
    match command {
        ExportCommand::Croissant(args) => croissant::run(args),
        ExportCommand::Domains(args) => domains::run(args),
    }
}
