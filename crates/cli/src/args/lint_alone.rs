//! The command line of a program that has `lint` and `explain` alone.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue};
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
    let matches = program.try_get_matches_from_mut(words);
    let mut matches = matches.map_err(|error| with_tip(error, name))?;
    let alone = LintAlone::from_arg_matches_mut(&mut matches);
    Ok(alone.map_err(|error| error.format(&mut program))?.command)
}

/// An error about a word that is not a command, and is an input of the first one.
fn with_tip(mut error: Error, name: &str) -> Error {
    let word = error.get(ContextKind::InvalidSubcommand).cloned();
    if let Some(ContextValue::String(word)) = word
        && Path::new(&word).exists()
    {
        let tip = format!("inputs follow a command: {name} lint {word}");
        let tips = ContextValue::StyledStrs(vec![tip.into()]);
        error.insert(ContextKind::Suggested, tips);
    }
    error
}
