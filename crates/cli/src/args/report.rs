//! The options of `report`.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use robots_policy_report::ReportInputs;

use super::VERSION;
use crate::progress::ProgressArgs;
use crate::report::{ReportOutput, ReportSettings};

#[derive(ClapArgs)]
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

impl From<ReportArgs> for ReportSettings {
    fn from(args: ReportArgs) -> ReportSettings {
        ReportSettings {
            inputs: ReportInputs {
                folders: args.folders,
                cubes: args.cube,
                is_together: args.together,
                program: VERSION.to_owned(),
            },
            agents: args.agent,
            output: args.output,
            json: args.json,
            progress: args.progress.when(),
        }
    }
}
