//! The job for one archive: its table is written.

use std::fs::File;
use std::io::{self, BufWriter};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use robots_policy_input::Failure;
use robots_policy_live::Interrupt;

use crate::store::{Digest, Store};
use crate::{Column, Judge, Report, Scan, ScanError};
use robots_policy::Timestamp;

use crate::archive_inputs::{Decoding, Input};
use crate::archive_report::{Kept, TableFile};
use crate::folder::{Folder, TablePlace};
use crate::progress::{ArchiveProgress, Progress};
use crate::settings::ScanSettings;
use crate::table::{Table, TableFormat};

/// The part of a run that all workers share.
pub struct ScanRun<'r> {
    format: TableFormat,
    columns: Vec<Column>,
    /// The facts about the run that the tables hold.
    options: Vec<(&'r str, String)>,
    digests: bool,
    /// How its archives are read.
    pub reading: Reading<'r>,
}

/// The judge that reads the archives of a run.
pub struct Reading<'r> {
    judge: Arc<Judge>,
    /// How they are decompressed.
    pub decoding: Decoding,
    /// Who watches.
    pub progress: &'r dyn Progress,
    /// Whether the run is to end.
    pub interrupt: &'r Interrupt,
    /// Set if one worker cannot continue for a reason that stops all others.
    stopped: AtomicBool,
}

impl<'r> ScanRun<'r> {
    /// A run with `args` into this folder.
    pub fn new(args: &ScanSettings, folder: &'r Folder, reading: Reading<'r>) -> ScanRun<'r> {
        let options = folder.settings().iter();
        ScanRun {
            format: args.format,
            columns: args.columns(),
            digests: args.digests,
            options: options
                .map(|(name, value)| (name.as_str(), value.clone()))
                .collect(),
            reading,
        }
    }
}

impl<'r> Reading<'r> {
    /// The shared part of a run with `args` that `began` at this time.
    pub fn new(
        args: &ScanSettings,
        decoding: Decoding,
        began: Timestamp,
        robots: Option<Arc<Store>>,
        progress: &'r dyn Progress,
        interrupt: &'r Interrupt,
    ) -> Reading<'r> {
        let judge = Judge::new(args.askers.clone(), args.now.unwrap_or(began));
        let judge = judge.with_readers(args.reading.readers());
        let judge = judge
            .with_filter(args.filter.clone())
            .with_assumed(args.assumed)
            .with_parts(args.has_parts)
            .with_robots_time(args.robots_time);
        let judge = match robots {
            Some(store) => judge.with_answers(store),
            None => judge,
        };
        Reading {
            judge: Arc::new(judge),
            decoding,
            progress,
            interrupt,
            stopped: AtomicBool::new(false),
        }
    }

    /// Whether to start no further archive, and to abandon the current one.
    pub fn is_over(&self) -> bool {
        self.interrupt.is_asked() || self.stopped.load(Ordering::Relaxed)
    }

    /// Adds the rows of an archive to a table; returns the report, or `None` if the run ended before the archive.
    ///
    /// # Errors
    /// The archive cannot be read further; or a row cannot be written, which is the failure that `unwritable` gives.
    pub fn rows(
        &self,
        input: &Input,
        table: &mut Table,
        unwritable: &dyn Fn(io::Error) -> Failure,
    ) -> Result<Option<Report>, Failure> {
        let unreadable = |why: String| Failure::Input(input.name.clone(), why);
        let parts = input.parts(&self.decoding, self.interrupt);
        let mut parts = parts.map_err(|error| unreadable(error.to_string()))?;
        self.progress.opened(input);
        let Some(first) = parts.next() else {
            return Ok(Some(Report::default()));
        };
        let mut reading = ArchiveProgress::new(self.progress);
        reading.continue_at(first.position());
        let mut scan = Scan::new(Arc::clone(&self.judge), first, input.name.as_str());
        while !self.is_over() {
            let next = scan.next(|row| table.push(row));
            let is_more = next.map_err(|error| match error {
                ScanError::Archive(damage) => unreadable(damage.to_string()),
                ScanError::Store(error) => error.into(),
                ScanError::Sink(error) => unwritable(error),
            })?;
            reading.record(scan.position());
            if is_more {
                continue;
            }
            let Some(part) = parts.next() else {
                return Ok(Some(input.explained(scan.into_report())));
            };
            reading.continue_at(part.position());
            scan.continue_with(part);
        }
        Ok(None)
    }
}

/// The result for an archive.
pub enum ScanEnd {
    /// Its table is complete.
    Done(Box<Kept>),
    /// Its table is complete since an earlier part of the run.
    Earlier(Box<Kept>),
    /// The run ended before.
    Left,
    /// It could not be read, or its table could not be written.
    Failed(Failure),
}

impl ScanEnd {
    /// The report of a complete table.
    pub fn report(&self) -> Option<&Kept> {
        match self {
            ScanEnd::Done(report) | ScanEnd::Earlier(report) => Some(report),
            _ => None,
        }
    }

    /// The reason for a missing table.
    pub fn failure(&self) -> Option<&Failure> {
        match self {
            ScanEnd::Failed(failure) => Some(failure),
            _ => None,
        }
    }
}

/// Writes the table of one archive.
pub fn scan(run: &ScanRun<'_>, place: &TablePlace<'_>) -> ScanEnd {
    if run.reading.is_over() {
        return ScanEnd::Left;
    }
    match table(run, place) {
        Ok(Some(report)) => ScanEnd::Done(Box::new(report)),
        Ok(None) => ScanEnd::Left,
        // A silent pipe or server, when the run is to end.
        Err(Failure::Input(..)) if run.reading.interrupt.is_asked() => ScanEnd::Left,
        Err(failure) => {
            let concerns_all = matches!(failure, Failure::File(..));
            run.reading
                .stopped
                .fetch_or(concerns_all, Ordering::Relaxed);
            ScanEnd::Failed(failure)
        }
    }
}

fn table(run: &ScanRun<'_>, place: &TablePlace<'_>) -> Result<Option<Kept>, Failure> {
    // This is computed before reading, because another file may replace the archive meanwhile.
    let unreadable = |why| Failure::Input(place.input.name.clone(), why);
    let mut origin = place.origin(run.reading.interrupt).map_err(unreadable)?;
    // It is removed if it is not finished.
    let part = place.begin()?;
    let unwritable = |error: io::Error| place.unwritable(&error);
    let out = BufWriter::with_capacity(WRITE_SIZE, part.file().try_clone().map_err(unwritable)?);
    let table = Table::create(run.format, Box::new(out), run.columns.clone(), &run.options);
    let mut table = table.map_err(unwritable)?;
    let Some(report) = run.reading.rows(&place.input, &mut table, &unwritable)? else {
        return Ok(None);
    };
    table.finish().map_err(unwritable)?;
    if let Some(file) = place.input.path().filter(|_| run.digests) {
        let digest = File::open(file).and_then(Digest::of_source);
        let digest = digest.map_err(|error| unreadable(error.to_string()))?;
        origin.sha256 = Some(digest.to_string());
    }
    let written = TableFile::of(part.file()).map_err(unwritable)?;
    let kept = Kept {
        table: Some(written),
        ..Kept::new(&place.input, origin, report)
    };
    place.finish(part, &kept)?;
    Ok(Some(kept.without_cubes()))
}

/// The number of bytes that are written at a time.
pub const WRITE_SIZE: usize = 256 * 1024;
