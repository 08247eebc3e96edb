//! A verdict, in the format that was asked for.

use std::io::{self, IsTerminal, Write};

use robots_policy::Verdict;
use robots_policy::report::{Format, Record, Text, UnwritableVerdict, robots_tag_of};

use crate::args::Telling;
use crate::exit::Failure;
use crate::names::plain;

/// Writes the verdict on the input of this name; text and header are told without a name where there is one input.
pub(crate) fn tell(
    out: &mut impl Write,
    telling: &Telling,
    name: Option<&str>,
    verdict: &Verdict<'_>,
) -> Result<(), Failure> {
    match telling.format {
        Format::Json => {
            let record = Record { id: name, verdict };
            serde_json::to_writer(&mut *out, &record).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        Format::Header => writeln!(out, "{}", header(name, verdict)?)?,
        _ => {
            if let Some(name) = name {
                writeln!(out, "{}", plain(name))?;
            }
            let colour = telling.color.is_on(io::stdout().is_terminal());
            write!(out, "{}", Text::new(verdict).with_colour(colour))?;
        }
    }
    Ok(())
}

/// The field that would say the verdict to this asker; empty where nothing restricts it.
fn header(name: Option<&str>, verdict: &Verdict<'_>) -> Result<String, Failure> {
    match robots_tag_of(verdict) {
        Ok(Some(value)) => Ok(format!("Robots-Tag: {value}")),
        Ok(None) => Ok(String::new()),
        Err(error @ UnwritableVerdict::Unread(_)) => {
            let name = name.unwrap_or(verdict.target()).to_owned();
            Err(Failure::Input(name, error.to_string()))
        }
        Err(error) => Err(Failure::Usage(error.to_string())),
    }
}
