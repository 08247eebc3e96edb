//! `robots-policy report`: a page about what `scan` wrote, by the package of reports.

mod output;
mod progress;

use std::path::PathBuf;

use clap::Args;
use robots_policy_report::{Report, ReportError, ReportInputs};

pub(crate) use self::output::ReportOutput;
pub(crate) use self::output::written;
pub(crate) use self::progress::ReportProgress;
use crate::VERSION;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressArgs;
use crate::say::warn;

#[derive(Args)]
pub(crate) struct ReportArgs {
    /// Output folders of `scan`, each a run; two runs are compared, the first is the one before
    #[arg(value_name = "DIR", required_unless_present = "cube")]
    folders: Vec<PathBuf>,

    /// The page; `-` is standard output
    #[arg(short, long, value_name = "FILE", required_unless_present = "json", value_parser = ReportOutput::named())]
    output: Option<ReportOutput>,

    /// Add the folders up as parts of one run
    #[arg(long)]
    together: bool,

    /// The agents or engines that have plots of their own, by their names in the run; repeat it, or write commas between the
    /// names [default: as many as the page has room for, search and training first]
    #[arg(long, value_name = "NAME", requires = "output")]
    agent: Vec<String>,

    /// Draw this cube instead of folders: CSV or JSON lines with the columns agent, measure, name, part and rows, as
    /// --json writes it; repeat it to compare two
    #[arg(long, value_name = "FILE", conflicts_with = "folders")]
    cube: Vec<PathBuf>,

    /// Also write the cube as JSON lines, for other programs that draw; `-` is standard output
    #[arg(long, value_name = "FILE", value_parser = ReportOutput::named())]
    json: Option<ReportOutput>,

    #[command(flatten)]
    progress: ProgressArgs,
}

/// Runs the command.
pub(crate) fn run(args: ReportArgs) -> Result<Exit, Failure> {
    let inputs = ReportInputs {
        folders: args.folders,
        cubes: args.cube,
        is_together: args.together,
        program: VERSION.to_owned(),
    };
    inputs.check().map_err(failure)?;
    check_outputs(&inputs, args.output.as_ref(), args.json.as_ref())?;
    let progress = ReportProgress::new(args.progress.when(), "report");
    let Some(report) = Report::read(&inputs, &args.agent, &progress).map_err(failure)? else {
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

/// Requires outputs that overwrite neither each other nor what is read.
fn check_outputs(
    inputs: &ReportInputs,
    page: Option<&ReportOutput>,
    cube: Option<&ReportOutput>,
) -> Result<(), Failure> {
    if page.is_some() && page.map(ReportOutput::place) == cube.map(ReportOutput::place) {
        let why = "-o and --json name the same place; the page and the cube need one each";
        return Err(Failure::Usage(why.to_owned()));
    }
    for output in page.into_iter().chain(cube) {
        let is_read = |folder: &PathBuf| output.is_of_scan(folder);
        let is_cube = |cube: &PathBuf| output.is_file(cube);
        if inputs.folders.iter().any(is_read) || inputs.cubes.iter().any(is_cube) {
            return Err(Failure::Usage(format!(
                "{} is read by this command, and would be overwritten; name another file",
                output.name()
            )));
        }
    }
    Ok(())
}
