//! The batch mode: one JSON record a line in, one a line out, in the same order.

mod answer;
mod blocks;
mod jobs;
mod source;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use robots_policy_input::RecordDefaults;

pub(crate) use self::answer::LineCounts;
pub(crate) use self::blocks::Blocks;

use self::jobs::answered;
use crate::exit::{Exit, Failure};
use crate::say::{grouped, number, warn};

/// Answers every line of the inputs, or of standard input if there are none. An input that cannot be read does not stop the
/// others.
pub(super) fn run(
    inputs: Vec<PathBuf>,
    defaults: RecordDefaults,
    jobs: NonZeroUsize,
) -> Result<Exit, Failure> {
    let mut out = io::stdout().lock();
    let tally = answer_all(Blocks::of_files(inputs), defaults, jobs, &mut out)?;
    if let Some(line) = tally.first {
        warn(&format_args!(
            "{} of {} could not be read; the first is line {line}",
            grouped(tally.damaged.into()),
            number(tally.records, "record"),
        ));
    }
    Ok(if tally.damaged == 0 && tally.unreadable == 0 {
        Exit::Answered
    } else {
        Exit::Unreadable
    })
}

/// Writes an answer to every line. All answers to earlier lines are written before it waits for the next line, so a
/// program that writes a line and waits gets its answer.
pub(crate) fn answer_all(
    blocks: Blocks,
    defaults: RecordDefaults,
    jobs: NonZeroUsize,
    out: &mut impl Write,
) -> Result<LineCounts, Failure> {
    let mut tally = LineCounts::default();
    for answered in answered(blocks, defaults, jobs)? {
        match answered {
            Ok((text, own)) => {
                out.write_all(&text)?;
                out.flush()?;
                tally.add(&own);
            }
            Err(failure @ Failure::Input(..)) => {
                warn(&failure);
                tally.unreadable += 1;
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(tally)
}
