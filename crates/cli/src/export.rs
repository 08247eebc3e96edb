//! `robots-policy export`: what `scan` wrote, for those who hand it over.

mod croissant;
mod domains;
mod tables;

pub(crate) use self::croissant::{CroissantSettings, Facts};
pub(crate) use self::domains::{DomainsFormat, DomainsOrder, DomainsSettings, Percent};
pub(crate) use self::tables::Given;
use crate::exit::{Exit, Failure};

/// The settings of one of the commands.
pub(crate) enum ExportSettings {
    Croissant(Box<CroissantSettings>),
    Domains(DomainsSettings),
}

/// Runs the command.
pub(crate) fn run(args: &ExportSettings) -> Result<Exit, Failure> {
    match args {
        ExportSettings::Croissant(args) => croissant::run(args),
        ExportSettings::Domains(args) => domains::run(args),
    }
}
