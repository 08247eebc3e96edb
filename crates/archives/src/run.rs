//! A run into a folder: the missing tables are written, several at the same time.

use robots_policy_input::Failure;
use robots_policy_input::number::number;

use crate::archive_report::Kept;
use crate::folder::{Standing, TablePlace};
use crate::job::{self, ScanEnd, ScanRun};
use crate::workers;

/// Writes the missing tables.
pub fn all(
    run: &ScanRun<'_>,
    places: &[TablePlace<'_>],
    workers: usize,
) -> Result<Vec<ScanEnd>, Failure> {
    // A server may be slow to say what it holds.
    let before = workers::each(places, workers, |place| standing(run, place));
    let before: Result<Vec<Standing>, Failure> = before.into_iter().collect();
    let jobs: Vec<(&TablePlace<'_>, Standing)> = places.iter().zip(before?).collect();
    let progress = run.reading.progress;
    let left = jobs
        .iter()
        .filter(|(_, before)| matches!(before, Standing::Absent | Standing::Outdated(_)));
    run.reading.decoding.cores.expect(left.count());
    Ok(workers::each(&jobs, workers, |(place, before)| {
        let end = match before {
            Standing::Done(report) => {
                progress.skip(&place.input);
                return ScanEnd::Earlier(report.clone());
            }
            Standing::Unreadable(why) => {
                let why = format!("{why}; the table of an earlier run stays as it is");
                ScanEnd::Failed(Failure::Input(place.input.name.clone(), why))
            }
            Standing::Absent | Standing::Outdated(_) => {
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
            ScanEnd::Earlier(_) | ScanEnd::Left => {}
        }
        end
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

/// The state of the table of an archive before this run; none is asked for once the run is over.
fn standing(run: &ScanRun<'_>, place: &TablePlace<'_>) -> Result<Standing, Failure> {
    if run.reading.is_over() {
        return Ok(Standing::Absent);
    }
    let standing = place.standing(run.reading.interrupt)?;
    match &standing {
        Standing::Outdated(_) | Standing::Unreadable(_) if run.reading.is_over() => {
            return Ok(Standing::Absent);
        }
        Standing::Outdated(why) => {
            let table = place.table();
            let line = format!("{} {why}; it is written again", table.display());
            run.reading.progress.line(&line);
        }
        Standing::Done(_) | Standing::Unreadable(_) | Standing::Absent => {}
    }
    Ok(standing)
}
