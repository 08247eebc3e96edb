//! One archive: its table is written.

use std::io::{self, BufWriter};
use std::sync::atomic::{AtomicBool, Ordering};

use super::folder::{Folder, Place};
use super::judge::{Judge, Judging};
use super::report::Report;
use super::table::{Format, Table};
use crate::archive::Skip;
use crate::args::Scan;
use crate::exit::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::question::Readers;
use crate::robots_store::Store;

/// What all workers of a run share.
pub(super) struct Run<'r> {
    format: Format,
    /// What the tables say of the run.
    options: Vec<(&'r str, String)>,
    judge: Judge<'r>,
    skip: Skip,
    pub(super) progress: &'r Progress,
    interrupt: &'r Interrupt,
    /// Set where one worker cannot go on and none of the others could.
    stopped: AtomicBool,
}

impl<'r> Run<'r> {
    pub(super) fn new(
        args: &Scan,
        folder: &'r Folder,
        robots: Option<&'r Store>,
        progress: &'r Progress,
        interrupt: &'r Interrupt,
    ) -> Run<'r> {
        let options = folder.settings().iter();
        Run {
            format: args.format,
            options: options
                .map(|(name, value)| (name.as_str(), value.clone()))
                .collect(),
            judge: Judge {
                askers: args.askers(),
                readers: Readers {
                    engines: args.engine,
                    ..args.reading.readers()
                },
                robots,
                now: args.now.unwrap_or(folder.began()),
            },
            skip: if args.fast_skip {
                Skip::Fast
            } else {
                Skip::Verified
            },
            progress,
            interrupt,
            stopped: AtomicBool::new(false),
        }
    }

    /// Whether to begin with nothing more, and to leave what is begun.
    pub(super) fn is_over(&self) -> bool {
        self.interrupt.is_asked() || self.stopped.load(Ordering::Relaxed)
    }
}

/// What became of an archive.
pub(super) enum End {
    /// Its table is whole.
    Done(Report),
    /// The run ended before.
    Left,
    /// It could not be read, or the table not be written.
    Failed(Failure),
}

impl End {
    /// The report of a table that is whole.
    pub(super) fn report(&self) -> Option<&Report> {
        match self {
            End::Done(report) => Some(report),
            _ => None,
        }
    }

    /// How a run ends in which nothing worse happens and that nobody ends.
    pub(super) fn exit(&self) -> Exit {
        match self {
            End::Done(report) if report.damaged > 0 => Exit::Unreadable,
            End::Done(_) | End::Left => Exit::Answered,
            End::Failed(failure) => failure.exit(),
        }
    }
}

/// Writes the table of one archive.
pub(super) fn scan(run: &Run<'_>, place: &Place<'_>) -> End {
    if run.is_over() {
        return End::Left;
    }
    let end = match table(run, place) {
        Ok(Some(report)) => return End::Done(report),
        Ok(None) => End::Left,
        Err(failure) => {
            let concerns_all = matches!(failure, Failure::File(..));
            run.stopped.fetch_or(concerns_all, Ordering::Relaxed);
            End::Failed(failure)
        }
    };
    place.abandon();
    end
}

fn table(run: &Run<'_>, place: &Place<'_>) -> Result<Option<Report>, Failure> {
    let input = &place.input;
    let unreadable = |error: io::Error| Failure::Input(input.name.clone(), error.to_string());
    let mut archive = input.open(run.skip).map_err(unreadable)?;
    let file = place.begin()?;
    let unwritable = |error: io::Error| place.unwritable(&error);
    let out = BufWriter::with_capacity(WRITE_SIZE, file.try_clone().map_err(unwritable)?);
    let table = Table::create(run.format, Box::new(out), &run.options).map_err(unwritable)?;
    let mut judging = Judging::new(&run.judge, input, table, &unwritable);
    let mut reading = run.progress.reading();
    while !run.is_over() {
        if !judging.next(&mut archive)? {
            let report = judging.finish()?;
            place.finish(&file, &report)?;
            return Ok(Some(report));
        }
        reading.record(archive.position());
    }
    Ok(None)
}

/// Bytes that are written at a time.
const WRITE_SIZE: usize = 256 * 1024;
