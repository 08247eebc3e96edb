//! The command line of a program that has `lint` and `explain` alone.

use std::ffi::OsString;

use clap::{CommandFactory as _, Error, FromArgMatches as _, Parser};

use super::VERSION;
use super::lint::LintCommand;
use crate::say;

/// Find what owners got wrong in robots.txt, fields and pages, and for which engine
#[derive(Parser)]
#[command(version = VERSION, propagate_version = true, arg_required_else_help = true)]
struct LintAlone {
    #[command(subcommand)]
    command: LintCommand,
}

/// The command of these words, the first of which is the name of the program.
pub(crate) fn lint_alone(words: &[OsString]) -> Result<LintCommand, Error> {
    if words.first().is_none_or(|name| name != say::WHOLE) {
        say::be_lint_alone();
    }
    let name = say::program();
    let mut program = LintAlone::command().name(name).bin_name(name);
    program = program.mut_subcommands(|command| {
        // The examples have the name that is typed, and `lint --version` has one `lint`.
        let notes = command.get_after_help().map(ToString::to_string);
        let typed = format!("{name} ");
        let notes = notes.unwrap_or_default().replace("robots-policy ", &typed);
        let shown = format!("{}-{}", say::WHOLE, command.get_name());
        command.after_help(notes).display_name(shown)
    });
    let mut matches = program.try_get_matches_from_mut(words)?;
    let alone = LintAlone::from_arg_matches_mut(&mut matches);
    Ok(alone.map_err(|error| error.format(&mut program))?.command)
}
