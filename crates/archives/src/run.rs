//! A run into a folder: the missing tables are written, several at the same time.

use robots_policy_input::Failure;
use robots_policy_input::number::number;

use crate::folder::{Standing, TablePlace};
use crate::job::{self, Run, ScanEnd};
use crate::kept::Kept;
use crate::workers;

/// The result for an archive, and whether it is from this run or from an earlier part of it.
pub struct Ended {
    /// The result.
    pub end: ScanEnd,
    /// Whether it is from this run.
    pub is_new: bool,
}

/// The result for an archive before this run.
enum Before {
    /// Its table is complete.
    Done(Box<Kept>),
    /// Its table is complete, and the archive cannot be read now: why.
    Unreadable(String),
    /// Its table is to be written.
    Missing,
}

/// Writes the missing tables.
pub fn all(
    run: &Run<'_>,
    places: &[TablePlace<'_>],
    workers: usize,
) -> Result<Vec<Ended>, Failure> {
    // A server may be slow to say what it holds.
    let done = workers::each(places, workers, |place| done(run, place));
    let done: Result<Vec<Before>, Failure> = done.into_iter().collect();
    let jobs: Vec<(&TablePlace<'_>, Before)> = places.iter().zip(done?).collect();
    let progress = run.reading.progress;
    let left = jobs
        .iter()
        .filter(|(_, before)| matches!(before, Before::Missing));
    run.reading.decoding.cores.expect(left.count());
    Ok(workers::each(&jobs, workers, |(place, before)| {
        let end = match before {
            Before::Done(report) => {
                progress.skip(&place.input);
                return Ended {
                    end: ScanEnd::Done(report.clone()),
                    is_new: false,
                };
            }
            Before::Unreadable(why) => {
                let why = format!("{why}; the table of an earlier run stays as it is");
                ScanEnd::Failed(Failure::Input(place.input.name.clone(), why))
            }
            Before::Missing => {
                let end = job::scan(run, place);
                run.reading.decoding.cores.done();
                end
            }
        };
        match &end {
            ScanEnd::Failed(failure) => {
                progress.line(&failure.to_string());
                progress.done(&place.input, "not read");
            }
            ScanEnd::Done(kept) => {
                for caution in place.input.cautions(kept.report.records == 0) {
                    progress.line(&caution);
                }
                progress.done(&place.input, &result(kept));
            }
            ScanEnd::Left => {}
        }
        Ended { end, is_new: true }
    }))
}

/// The text about an archive in a line of progress.
fn result(kept: &Kept) -> String {
    let rows = number(kept.report.rows, "row");
    match kept.report.damaged {
        0 => rows,
        damaged => format!("{rows}, {}", number(damaged, "damaged place")),
    }
}

/// The result for an archive before this run.
fn done(run: &Run<'_>, place: &TablePlace<'_>) -> Result<Before, Failure> {
    if run.reading.is_over() {
        return Ok(Before::Missing);
    }
    match place.standing(run.reading.interrupt)? {
        Standing::Done(kept) => Ok(Before::Done(kept)),
        Standing::Absent => Ok(Before::Missing),
        _ if run.reading.is_over() => Ok(Before::Missing),
        Standing::Unreadable(why) => Ok(Before::Unreadable(why)),
        Standing::Outdated(why) => {
            let table = place.table();
            let line = format!("{} {why}; it is written again", table.display());
            run.reading.progress.line(&line);
            Ok(Before::Missing)
        }
    }
}
