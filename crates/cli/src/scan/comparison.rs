//! The rows of a former run beside those by the rules of this version.
//!
//! The new rows are those of any scan, with the settings of the former run, so that nothing is judged in two ways.
//!
//! | file | job |
//! |---|---|
//! | `former` | the former run: its settings as words of a command line, its archives |
//! | `changes` | the rows of two tables side by side, and the statement that made a change |
//! | `summary` | the changes counted, for people |

mod changes;
mod former;
mod summary;

use std::io::{self, Write};
use std::path::Path;

use robots_policy_archives::folder::StoreFacts;
use robots_policy_archives::settings::ScanSettings;
use robots_policy_archives::store::Store;

use self::changes::Change;
pub(crate) use self::former::Former;
use self::summary::ChangeSummary;
use crate::exit::{Exit, Failure};
use crate::report::ReportOutput;
use crate::say::{unless_unread, warn};

impl Former {
    /// Requires that the changes overwrite no file of the two runs, and says that the store has other rows than the former run's.
    pub(super) fn check(&self, how: &ScanSettings, output: &Path) -> Result<(), Failure> {
        let folders = [self.folder.as_path(), output];
        if let Some(changes) = &self.changes
            && folders.iter().any(|folder| changes.is_of_scan(folder))
        {
            return Err(Failure::Usage(format!(
                "{} is a file of a run, and would be overwritten; name another file",
                changes.name()
            )));
        }
        if let (Some(path), Some(then)) = (&how.robots, &self.run.store)
            && StoreFacts::of(&Store::open(path)?)?.sha256 != then.sha256
        {
            warn(&format_args!(
                "{} has other rows than the store of the former run, so answers may change by them too",
                path.display()
            ));
        }
        Ok(())
    }

    /// Compares the tables with those of the folder, and shows the changes.
    pub(super) fn show(&self, output: &Path) -> Result<Exit, Failure> {
        let mut summary = ChangeSummary::default();
        let mut result = Ok(true);
        match &self.changes {
            None => result = self.compare(output, &mut summary, &mut io::sink()),
            Some(changes) => changes.write(|out| {
                result = self.compare(output, &mut summary, out);
                Ok(())
            })?,
        }
        let is_complete = result?;
        let is_shown = |changes: &ReportOutput| changes.place().is_some();
        if self.changes.as_ref().is_none_or(is_shown) {
            let mut out = io::stdout().lock();
            unless_unread(write!(out, "{summary}").and_then(|()| out.flush()))?;
        }
        Ok(if is_complete {
            Exit::Answered
        } else {
            Exit::Unreadable
        })
    }

    /// Compares each table with the new one; returns whether all could be.
    fn compare(
        &self,
        output: &Path,
        summary: &mut ChangeSummary,
        out: &mut dyn Write,
    ) -> Result<bool, Failure> {
        let mut is_complete = true;
        for table in &self.tables {
            let new = output.join(table.file_name());
            let mut written = Ok(());
            let compared = table.compare(&new, &mut |agent, changes: &[Change]| {
                summary.row(agent, changes);
                if written.is_ok() {
                    written = changes.iter().try_for_each(|change| {
                        serde_json::to_writer(&mut *out, change)?;
                        out.write_all(b"\n")
                    });
                }
            });
            written?;
            if let Err(why) = compared {
                is_complete = false;
                warn(&format_args!("{}: {why}", table.path.display()));
            }
        }
        Ok(is_complete)
    }
}
