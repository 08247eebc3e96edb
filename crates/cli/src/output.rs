//! A verdict, in the format of the run.

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum};
use robots_policy::Verdict;
use robots_policy::report::{Json, Unwritable, content_usage_of, robots_tag_of};
use robots_policy_input::Askers;
use robots_policy_show::{AskedParts, Layout, RunText};
use serde::Serialize;

use crate::exit::Failure;

/// How verdicts are written.
#[derive(Clone, Copy, Args)]
#[group(id = "Telling", multiple = true)]
pub(crate) struct Output {
    /// How the verdict is written
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    pub(crate) format: Format,

    /// When to colour text
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,

    /// Show everything in text: notices, and of several verdicts each in full instead of a table; `check` also writes its
    /// requests and their answers on standard error
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

impl Output {
    /// The text about the responses of these names for these askers, if text is the format.
    pub(crate) fn text(self, names: &[String], askers: &Askers) -> Option<RunText> {
        let layout = || Layout::new(self.color.is_on(), self.verbose);
        (self.format == Format::Text).then(|| RunText::new(layout(), names, askers))
    }

    /// Whether the verdicts for these askers have the format.
    ///
    /// # Errors
    /// A field is for clients that obey it, and cannot say what an engine does.
    pub(crate) fn check(self, askers: &Askers) -> Result<(), Failure> {
        if self.format == Format::Header && !askers.engines().is_empty() {
            return Err(Failure::Usage(String::from(
                "--format header writes the rules for a client, and --as is what engines do; use --format text or json",
            )));
        }
        Ok(())
    }
}

/// The facts beside a verdict, in its line for programs.
pub(crate) struct Line<'l> {
    pub(crate) id: LineId<'l>,
    /// The status of a saved response, if it is known.
    pub(crate) status: Option<u16>,
    pub(crate) has_ledger: bool,
    /// The parts of the document.
    pub(crate) parts: AskedParts<'l>,
}

/// The name of an input among others.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
pub(crate) enum LineId<'l> {
    /// There is one input.
    None,
    Name(&'l str),
    Number(usize),
}

impl<'l> Line<'l> {
    /// The line of the input of this name.
    pub(crate) fn of(name: Option<&'l str>) -> Line<'l> {
        Line {
            id: name.map_or(LineId::None, LineId::Name),
            status: None,
            has_ledger: false,
            parts: AskedParts::None,
        }
    }

    /// Writes the record of a verdict.
    fn write(&self, out: impl Write, verdict: &Verdict<'_>) -> io::Result<()> {
        let mut record = Json::new(self.id, verdict);
        if self.has_ledger {
            record = record.with_ledger();
        }
        if let AskedParts::Of(parts) = self.parts {
            record = record.with_parts(parts);
        }
        let line = RecordLine::<()> {
            record,
            status: self.status,
            fetch: None,
        };
        Ok(serde_json::to_writer(out, &line)?)
    }
}

/// A record, and after its keys the status of a saved response, or the requests for a live one.
#[derive(Serialize)]
pub(crate) struct RecordLine<'l, F> {
    #[serde(flatten)]
    pub(crate) record: Json<'l, LineId<'l>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) status: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) fetch: Option<&'l F>,
}

/// Writes the verdicts on one input, one for each asker, as lines for programs; a header has no name.
pub(crate) fn write_verdicts(
    out: &mut impl Write,
    format: Format,
    line: &Line<'_>,
    verdicts: &[Verdict<'_>],
) -> Result<(), Failure> {
    for verdict in verdicts {
        match format {
            // `Output::text` writes it.
            Format::Text => {}
            Format::Json => {
                line.write(&mut *out, verdict)?;
                writeln!(out)?;
            }
            Format::Header => {
                let name = match line.id {
                    LineId::Name(name) => Some(name),
                    LineId::None | LineId::Number(_) => None,
                };
                writeln!(out, "{}", header(name, verdict)?)?;
                if let Some(value) = content_usage_of(verdict) {
                    writeln!(out, "Content-Usage: {value}")?;
                }
            }
        }
    }
    Ok(())
}

/// The `Robots-Tag` field that states the verdict for this asker; empty if nothing restricts it.
fn header(name: Option<&str>, verdict: &Verdict<'_>) -> Result<String, Failure> {
    match robots_tag_of(verdict) {
        Ok(Some(value)) => Ok(format!("Robots-Tag: {value}")),
        Ok(None) => Ok(String::new()),
        Err(error @ Unwritable::Unread(..)) => {
            let name = name.unwrap_or(verdict.target()).to_owned();
            let reason = format!("{error}; ask for text or JSON");
            Err(Failure::Input(name, reason))
        }
        Err(error) => Err(Failure::Usage(error.to_string())),
    }
}

/// The forms of a verdict: for people, for programs, and for servers.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
    Header,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Whether to colour standard output.
    pub(crate) fn is_on(self) -> bool {
        match self {
            Color::Auto => {
                io::stdout().is_terminal()
                    && AutoStream::choice(&io::stdout()) != ColorChoice::Never
            }
            Color::Always => true,
            Color::Never => false,
        }
    }
}
