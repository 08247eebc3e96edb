//! `robots-policy matrix`: who may fetch what, and use it for what, by one robots.txt.

mod asker;
mod csv;
mod engine;
mod faults;
mod groups;
mod json;
mod lines;
mod row;
mod table;
mod urls;

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::SystemTime;

use robots_policy::engines::Profile;
use robots_policy::ledger::{Assumed, Input};
use robots_policy::robots_txt::{Access, Robots};
use robots_policy::uses::{Activity, Pointer, Uses};
use robots_policy::{Client, Policy, Severity, Timestamp, Verdict};
use robots_policy_show::Layout;

use self::engine::EngineAnswer;
use self::groups::Groups;
use self::table::AccessTable;
use crate::args::matrix::{MatrixArgs, MatrixFormat};
use crate::exit::{Exit, Failure};
use crate::robots::SavedRobots;
use crate::say::warn;

/// The answers of a robots.txt to every asker about every URL.
struct Matrix<'m> {
    robots: &'m Robots,
    /// A policy that holds this robots.txt alone.
    policy: &'m Policy,
    askers: &'m [Client],
    engines: &'m [Profile],
    urls: &'m [String],
    uses: &'m [Activity],
    /// Whether the engines are shown by their owners.
    has_owners: bool,
    /// The groups of the file, if no URL is named: all of them, or those that bind the askers.
    groups: Option<Groups<'m>>,
    now: Timestamp,
}

impl<'m> Matrix<'m> {
    /// Whether the groups of the file are all that is asked about.
    fn is_alone(&self) -> bool {
        self.askers.is_empty() && self.engines.is_empty()
    }

    /// Each answer with its URL and its asker, row by row.
    fn answers(&self) -> impl Iterator<Item = (&'m str, &'m Client, Access<'m>)> + use<'m> {
        let (robots, askers) = (self.robots, self.askers);
        let of_url = move |url: &'m String| {
            let askers = askers.iter();
            askers.map(move |asker| (url.as_str(), asker, robots.access(asker, url)))
        };
        self.urls.iter().flat_map(of_url)
    }

    /// The answer to an engine about a URL.
    fn engine_answer(&self, engine: Profile, url: &str) -> EngineAnswer<'m> {
        let verdict = self.policy.engine_verdict(engine, url, self.now);
        EngineAnswer::new(engine, verdict)
    }

    /// The answers to every engine, engine by engine, each with its URL.
    fn engine_answers(&self) -> impl Iterator<Item = (&'m str, EngineAnswer<'m>)> {
        let of_engine = |engine: &'m Profile| {
            let urls = self.urls.iter();
            urls.map(|url| (url.as_str(), self.engine_answer(*engine, url)))
        };
        self.engines.iter().flat_map(of_engine)
    }

    /// The statements of robots.txt about uses, for an asker and a URL; `None` if no use is asked about.
    fn uses_of(&self, asker: &Client, url: &str) -> Option<Uses> {
        Some(self.asked(asker, url)?.uses())
    }

    /// The verdict for an asker and a URL, if a use is asked about.
    fn asked(&self, asker: &Client, url: &str) -> Option<Verdict<'_>> {
        let is_asked = !self.uses.is_empty();
        is_asked.then(|| self.policy.verdict(asker, url, self.now))
    }

    /// The uses that are asked about of which the documents of engines say anything.
    fn uses_of_engines(&self) -> impl Iterator<Item = Activity> {
        let documented = Profile::ACTIVITIES.into_iter();
        documented.filter(|activity| self.uses.contains(activity))
    }
}

/// The licences that robots.txt points at, of which nothing is read here.
fn licenses(uses: &Uses) -> impl Iterator<Item = Pointer> {
    uses.unread()
        .filter(|pointer| pointer.provenance().is_some())
}

/// The product tokens of an asker as `--agent` takes them.
fn agent(asker: &Client) -> String {
    asker.to_string().replace(' ', "")
}

/// Runs the command.
pub(crate) fn run(args: &MatrixArgs) -> Result<Exit, Failure> {
    let is_input = |path: &Path| path == Path::new("-");
    if is_input(&args.robots) && args.list.as_deref().is_some_and(is_input) {
        return Err(Failure::Usage(String::from(
            "both ROBOTS and --urls are standard input; give one of them a file",
        )));
    }
    let now = SystemTime::now().into();
    let saved = SavedRobots::read(&args.robots, &args.reader(), now)?;
    let list = args.list.as_deref().map(urls::read).transpose()?;
    let (listed, exit) = list.unwrap_or((Vec::new(), Exit::Answered));
    let mut urls = [args.urls.as_slice(), &listed].concat();
    if urls.is_empty() && args.list.is_some() {
        return Ok(Exit::Unreadable);
    }
    let fetch = saved.fetch();
    // The answers are those of robots.txt alone: what other sources say is not asked.
    let others = Input::ALL.iter().copied();
    let others = others.filter(|source| !matches!(source, Input::RobotsTxt | Input::Licenses));
    let others = others.fold(Assumed::new(), Assumed::with);
    let policy = Policy::new()
        .with_robots(fetch.at(now))
        .with_assumed(others);
    let robots = fetch.outcome(now);
    let is_about_groups = urls.is_empty();
    let engines = args.engines();
    let (uses, has_owners) = args.uses(&engines);
    let askers = if is_answered_for_the_file(args, &engines, &uses, is_about_groups) {
        let askers = groups::askers(robots.rules()).into_iter();
        askers.map(|asker| args.with_purposes(asker)).collect()
    } else {
        args.askers()
    };
    if is_about_groups {
        urls.push(String::from("/"));
    }
    let mut matrix = Matrix {
        robots: &robots,
        policy: &policy,
        askers: &askers,
        engines: &engines,
        urls: &urls,
        uses: &uses,
        has_owners,
        groups: None,
        now,
    };
    if is_about_groups {
        let groups = Groups::new(&matrix);
        matrix.groups = Some(if matrix.is_alone() {
            groups
        } else {
            groups.of_askers(&matrix)
        });
    }
    let mut out = BufWriter::new(io::stdout().lock());
    matrix.write(&mut out, args, &saved)?;
    out.flush()?;
    Ok(exit.max(report_wrong(&saved)))
}

impl Matrix<'_> {
    /// Writes the answers and the faults of the file. Each fault appears once: under the table, in the object, and with
    /// CSV, which has no place for it, on standard error.
    fn write(
        &self,
        out: &mut impl Write,
        args: &MatrixArgs,
        saved: &SavedRobots,
    ) -> io::Result<()> {
        let note = match self.engines {
            [] => saved.bare(),
            _ => saved.unread(),
        };
        let note = note.filter(|_| self.robots.rules().is_none());
        match args.format {
            MatrixFormat::Text => {
                let layout = Layout::new(args.color.is_on(), args.verbose);
                self.write_text(out, &layout)?;
                faults::write(out, self, &layout, note.as_deref(), saved)
            }
            MatrixFormat::Json => {
                report_note(note.as_deref());
                json::write(out, self, saved.status())
            }
            MatrixFormat::Csv => {
                report_note(note.as_deref());
                report_faults(saved, self.policy);
                csv::write(out, self)
            }
        }
    }
}

impl Matrix<'_> {
    /// Writes the table, and the groups if no URL is named.
    fn write_text(&self, out: &mut impl Write, layout: &Layout) -> io::Result<()> {
        if !self.is_alone() {
            AccessTable::new(self, layout).write(out)?;
        }
        let Some(groups) = self
            .groups
            .as_ref()
            .filter(|_| self.robots.rules().is_some())
        else {
            return Ok(());
        };
        if !self.is_alone() {
            writeln!(out)?;
        }
        groups.write(out, layout)
    }
}

/// Whether the names of the file and a client without a name ask: nobody is named on the command line, and not the groups alone are
/// asked about.
fn is_answered_for_the_file(
    args: &MatrixArgs,
    engines: &[Profile],
    uses: &[Activity],
    is_about_groups: bool,
) -> bool {
    let is_named = !args.askers().is_empty() || !engines.is_empty();
    !(is_named || is_about_groups && uses.is_empty() && args.purpose.is_empty())
}

/// Reports the consequence of the status on standard error.
fn report_note(note: Option<&str>) {
    if let Some(note) = note {
        warn(&note);
    }
}

/// Reports the faults of the file on standard error.
fn report_faults(saved: &SavedRobots, policy: &Policy) {
    let name = &saved.name;
    let faults = policy.diagnostics();
    let heavy = faults.filter(|fault| fault.severity() >= Severity::Warning);
    for fault in heavy.clone().take(SHOWN) {
        let line = fault.provenance().line().unwrap_or(1);
        warn(&format_args!("{name}:{line}: {fault}"));
    }
    let others = heavy.count().saturating_sub(SHOWN);
    if others > 0 {
        warn(&format_args!("{name}: {others} more are not shown"));
    }
}

/// Reports on standard error, with the exit status, a file that does not look like a robots.txt.
fn report_wrong(saved: &SavedRobots) -> Exit {
    if let Some(fault) = saved.fault() {
        warn(&fault);
        return Exit::Unreadable;
    }
    // A file that is empty, as its status says.
    if let Some(bare) = saved.bare().filter(|_| saved.rules().is_some()) {
        warn(&bare);
    }
    Exit::Answered
}

/// The most faults that are shown on standard error.
const SHOWN: usize = 20;
