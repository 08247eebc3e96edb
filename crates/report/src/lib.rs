//! A page about what `robots-policy scan` wrote: plots of the reports beside its tables, and the queries that count the same
//! from the tables. [`Report::read`] reads, [`Report::html`] draws; this is not a library with a stable interface.
//!
//! ```text
//! share months html svg       numbers, times, texts, shapes
//! caller troubles             the program around it; what is missing
//! cube                        the counts of a run
//! scan identity sums folder   out of the folders of scans
//! provenance                  how they were made
//! long_form run inputs        out of files; a run; the runs of a report
//! scan_folder                 the tables of folders, for exports
//! agents uses                 their order; what they are disallowed to do
//! agent_table shared_hosts    tables: all agents; the hosts that two runs have
//! plots series table          one row a plot; its rows; the table beside it
//! draw compare section page   plots and pages
//! ```
#![forbid(unsafe_code)]

mod agent_table;
mod agents;
mod caller;
mod compare;
mod cube;
mod draw;
mod folder;
mod html;
mod identity;
mod inputs;
mod long_form;
mod months;
mod overview;
mod page;
mod plots;
mod provenance;
mod run;
mod scan;
mod scan_folder;
mod section;
mod series;
mod share;
mod shared_hosts;
mod sums;
mod svg;
mod table;
#[cfg(test)]
mod tests;
mod troubles;
mod uses;

use std::io::{self, Write};

use self::provenance::Scans;
use self::run::Run;
use self::troubles::Troubles;

pub use self::caller::{Caller, ReportError};
pub use self::folder::is_of_scan;
pub use self::inputs::ReportInputs;
pub use self::page::Report;
pub use self::scan_folder::{ScanFolder, scan_folders};

impl Report {
    /// Reads the reports of folders, or cubes; `None` if there was nothing to read. The agents are those whose plots the page
    /// has; without any the page selects.
    ///
    /// # Errors
    /// A cube that cannot be read, or an agent that no run has.
    pub fn read(
        inputs: &ReportInputs,
        agents: &[String],
        caller: &dyn Caller,
    ) -> Result<Option<Report>, ReportError> {
        let mut troubles = Troubles::default();
        let runs = inputs.runs(caller, &mut troubles)?;
        if runs.iter().all(Run::is_of_nothing) {
            return Ok(None);
        }
        let selected = agents::select(&runs, agents).map_err(ReportError::Usage)?;
        let differences = scan::differences(&inputs.folders);
        if !differences.is_empty() {
            let list = differences.join(", ");
            caller.warn(&format!("the scans had different settings: {list}"));
        }
        Ok(Some(Report {
            runs,
            troubles,
            differences,
            scans: Scans::of(&inputs.folders, &inputs.program, inputs.command(agents)),
            selected,
        }))
    }

    /// Whether everything was there that the scans say they wrote.
    pub fn is_complete(&self) -> bool {
        self.troubles.count() == 0
    }

    /// Writes the cube of each run in the long form, as JSON lines.
    ///
    /// # Errors
    /// Those of the output.
    pub fn write_cube(&self, out: &mut dyn Write) -> io::Result<()> {
        long_form::write(out, &self.runs)
    }
}
