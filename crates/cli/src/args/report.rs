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

pub(super) const REPORT_EXAMPLES: &str = "\
Examples:
  robots-policy scan crawl/*.warc.gz --agent ExampleBot -o policy
  robots-policy report policy -o report.html
  robots-policy scan newer/*.warc.gz --agent ExampleBot -o newer-policy
  robots-policy report policy newer-policy -o compared.html
  robots-policy report policy newer-policy --together -o both.html
  robots-policy report policy -o report.html --agent ExampleBot
  robots-policy report policy -o report.html --json cube.jsonl
  robots-policy report --cube cube.jsonl -o again.html

The page is one file without network and under 500 KB, whatever the crawl: it
has the largest rows and says how many are left out. It also says what was
not read, so that it never looks complete if it is not.

Exit status: 0 written from every report, 1 a report was unreadable, a scan
unfinished, or the output unwritable, 2 usage. The page counts the damage that
the scan found in archives.";
