//! `robots-policy report`: a page about what `scan` wrote, by the package of reports.

mod output;
mod progress;

use std::path::PathBuf;

use robots_policy_report::{Report, ReportError, ReportInputs};

pub(crate) use self::output::ReportOutput;
pub(crate) use self::output::written;
pub(crate) use self::progress::ReportProgress;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressWhen;
use crate::say::warn;

/// The settings of the command.
pub(crate) struct ReportSettings {
    pub(crate) inputs: ReportInputs,
    /// The agents that have plots of their own; without any the page selects.
    pub(crate) agents: Vec<String>,
    /// Without a page only the cube is written.
    pub(crate) output: Option<ReportOutput>,
    /// The file of the merged cube.
    pub(crate) json: Option<ReportOutput>,
    pub(crate) progress: ProgressWhen,
}

/// Runs the command.
pub(crate) fn run(args: &ReportSettings) -> Result<Exit, Failure> {
    args.inputs.check().map_err(failure)?;
    args.check_outputs()?;
    let progress = ReportProgress::new(args.progress, "report");
    let Some(report) = Report::read(&args.inputs, &args.agents, &progress).map_err(failure)? else {
        warn(&"no report was read, so nothing was written");
        return Ok(Exit::Unreadable);
    };
    if let Some(output) = &args.json {
        output.write(|out| report.write_cube(out))?;
    }
    if let Some(output) = &args.output {
        output.write(|out| out.write_all(report.html().as_bytes()))?;
    }
    Ok(exit(report.is_complete()))
}

/// How the command ends that has written what it could.
pub(crate) fn exit(is_complete: bool) -> Exit {
    if is_complete {
        Exit::Answered
    } else {
        Exit::Unreadable
    }
}

/// The failure of the program.
pub(crate) fn failure(error: ReportError) -> Failure {
    match error {
        ReportError::Usage(message) => Failure::Usage(message),
        ReportError::Input(name, why) => Failure::Input(name, why),
    }
}

impl ReportSettings {
    /// Requires outputs that overwrite neither each other nor what is read.
    fn check_outputs(&self) -> Result<(), Failure> {
        if self.output.is_some()
            && self.output.as_ref().map(ReportOutput::place)
                == self.json.as_ref().map(ReportOutput::place)
        {
            let why = "-o and --json name the same place; the page and the cube need one each";
            return Err(Failure::Usage(why.to_owned()));
        }
        for output in self.output.iter().chain(&self.json) {
            let is_read = |folder: &PathBuf| output.is_of_scan(folder);
            let is_cube = |cube: &PathBuf| output.is_file(cube);
            let ReportInputs { folders, cubes, .. } = &self.inputs;
            if folders.iter().any(is_read) || cubes.iter().any(is_cube) {
                return Err(Failure::Usage(format!(
                    "{} is read by this command, and would be overwritten; name another file",
                    output.name()
                )));
            }
        }
        Ok(())
    }
}
