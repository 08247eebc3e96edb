//! `robots-policy completions` and `robots-policy man`: made from the definitions of `--help`.

use std::fmt::Write as _;
use std::io::{self, Write};

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::exit::{Exit, Failure};

/// Writes the completions of the `program` for a shell.
pub(crate) fn completions(shell: Shell, mut program: Command) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    let name = program.get_name().to_owned();
    clap_complete::generate(shell, &mut program, name, &mut script);
    written(&script)
}

/// Writes the man page of a command of the `program`, or of the program itself.
pub(crate) fn man(words: &[String], mut program: Command) -> Result<Exit, Failure> {
    program.build();
    let mut command = &program;
    for word in words {
        command = command
            .find_subcommand(word)
            .ok_or_else(|| unknown(command, word))?;
    }
    let notes = command.get_after_help().map(ToString::to_string);
    let version = program.get_version().unwrap_or_default();
    let source = format!("{} {version}", program.get_name());
    let page = Man::new(command.clone()).source(source);
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    if command
        .get_arguments()
        .any(|argument| !argument.is_hide_set())
    {
        page.render_options_section(&mut text)?;
    }
    if command.get_subcommands().any(|inner| !inner.is_hide_set()) {
        page.render_subcommands_section(&mut text)?;
    }
    text.extend(sections(&notes.unwrap_or_default()).into_bytes());
    page.render_version_section(&mut text)?;
    written(&text)
}

fn unknown(command: &Command, word: &str) -> Failure {
    let known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let known = if known.is_empty() {
        String::from("it has none")
    } else {
        format!("there are: {}", known.join(", "))
    };
    let name = command.get_bin_name().unwrap_or(command.get_name());
    Failure::Usage(format!("{name} has no command `{word}`; {known}"))
}

/// The notes after the options as sections of a page, their lines as they are.
fn sections(notes: &str) -> String {
    let mut page = String::new();
    let mut last = "";
    for paragraph in notes
        .split("\n\n")
        .filter(|paragraph| !paragraph.is_empty())
    {
        let (title, body) = match paragraph.split_once(':') {
            Some(("Examples", body)) => ("EXAMPLES", body),
            Some(("Exit status", body)) => ("EXIT STATUS", body.trim_start()),
            _ => ("NOTES", paragraph),
        };
        let begins = if title == last { ".PP" } else { ".SH" };
        let heading = if title == last {
            String::new()
        } else {
            format!(" \"{title}\"")
        };
        let _ = writeln!(page, "{begins}{heading}\n.nf");
        for line in body.trim_matches('\n').lines() {
            // A line of a page that begins with `.` or `'` is a request; a backslash begins an escape.
            let line = line.trim_end().replace('\\', "\\e").replace('-', "\\-");
            let guard = if line.starts_with(['.', '\'']) {
                "\\&"
            } else {
                ""
            };
            let _ = writeln!(page, "{guard}{line}");
        }
        page.push_str(".fi\n");
        last = title;
    }
    page
}

fn written(text: &[u8]) -> Result<Exit, Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()?;
    Ok(Exit::Answered)
}
