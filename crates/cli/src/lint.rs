//! `robots-policy lint`: mistakes of owners in robots.txt, fields and pages, and for which engine.
//!
//! | file | what it does |
//! |---|---|
//! | `inputs` | which files there are, in which order |
//! | `folder` | the files of a built site |
//! | `server` | configurations of servers |
//! | `prediction` | the files of a site with the fields that these predict |
//! | `look` | a file, as the linter takes it |
//! | `robots` | a robots.txt with the answer that brought it |
//! | `fields` | the field lines of a saved response |
//! | `sitemaps` | a sitemap, likewise |
//! | `har` | the entries of a HAR, likewise |
//! | `live` | sites, asked by their addresses |
//! | `response` | a response of either; the redirects before a saved one |
//! | `levels` | levels on the command line |
//! | `fix`, `local` | fixes, and the files that they change |
//! | `configuration` | `robots-policy.toml` |
//! | `intent` | the options about these, the lock and a baseline |
//! | `baseline` | the files of the lock and of a baseline |
//! | `findings` | the findings of a run, counted |
//! | `text`, `json`, `sarif`, `github`, `gitlab`, `junit`, `markdown` | the formats |
//! | `characters` | characters that none of them shows as they are |
//! | `explain` | a rule |

mod baseline;
mod characters;
mod configuration;
mod explain;
mod findings;
mod fix;
mod folder;
mod github;
mod gitlab;
mod har;
mod inputs;
mod intent;
mod json;
mod junit;
mod levels;
mod live;
mod local;
mod look;
mod markdown;
mod prediction;
mod response;
mod robots;
mod sarif;
mod server;
mod sitemaps;
mod text;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use robots_policy::Timestamp;
use robots_policy_lint::{Code, Level, Linter};
use robots_policy_show::Layout;
use url::Url;

use self::configuration::Configuration;
pub(crate) use self::explain::explain;
use self::findings::Findings;
pub(crate) use self::fix::Fixes;
pub(crate) use self::intent::IntentArgs;
pub(crate) use self::levels::{FailLevel, least_level, level_of_rule};
pub(crate) use self::live::{LiveArgs, split};
use self::look::Look;
pub(crate) use self::server::{ServerChoice, kind_of_name};
use crate::exit::{CommandExit, Failure};
use crate::output::Color;

/// The settings of the command.
pub(crate) struct LintSettings {
    pub(crate) inputs: Vec<PathBuf>,
    /// The addresses among the inputs, and how their sites are asked.
    pub(crate) live: Option<LiveArgs>,
    pub(crate) robots: Option<PathBuf>,
    /// The address of responses and pages that are named themselves.
    pub(crate) url: Option<String>,
    /// The address of folders.
    pub(crate) base: Option<Url>,
    /// The configurations whose fields the files of folders have.
    pub(crate) server: ServerChoice,
    /// The configuration, the lock and a baseline.
    pub(crate) intent: IntentArgs,
    pub(crate) levels: Vec<(Code, Level)>,
    /// The least level that is shown.
    pub(crate) min: Level,
    /// The least level that fails; `None` if no finding does.
    pub(crate) fail_on: Option<Level>,
    /// The fixes that are made.
    pub(crate) fixes: Fixes,
    pub(crate) now: Timestamp,
    pub(crate) format: LintFormat,
    pub(crate) color: Color,
}

/// How findings are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LintFormat {
    /// For people, with the lines
    Text,
    /// A line each, and one with the counts; docs/finding.schema.json is the JSON Schema
    Json,
    /// SARIF 2.1.0, which code hosts and editors show
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// Code Quality of GitLab
    Gitlab,
    /// A test suite for each input
    Junit,
    /// A table, for the summary of a job
    Markdown,
}

impl LintFormat {
    /// The least level that it shows without an option.
    pub(crate) fn least(self) -> Level {
        match self {
            LintFormat::Text | LintFormat::Github | LintFormat::Markdown => Level::Warning,
            LintFormat::Json | LintFormat::Sarif | LintFormat::Gitlab | LintFormat::Junit => {
                Level::Info
            }
        }
    }
}

/// How the command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LintExit {
    Clean,
    Findings,
    Usage,
    /// Something could not be looked at, and nothing worse was found.
    NotLookedAt,
}

impl CommandExit for LintExit {
    fn code(self) -> u8 {
        match self {
            LintExit::Clean => 0,
            LintExit::Findings => 1,
            LintExit::Usage => 2,
            LintExit::NotLookedAt => 3,
        }
    }

    fn after(failure: &Failure) -> LintExit {
        match failure {
            Failure::Usage(_) => LintExit::Usage,
            Failure::Input(..) | Failure::Output(_) | Failure::File(..) => LintExit::NotLookedAt,
        }
    }
}

/// Runs the command.
pub(crate) fn run(settings: &LintSettings) -> Result<LintExit, Failure> {
    let environment = settings.intent.environment.as_deref();
    let chosen = settings.intent.chosen();
    let own = Configuration::of(&chosen, environment).map_err(Failure::Usage)?;
    let mut found = look(settings, &own, false)?;
    for _ in 0..MOST_ROUNDS {
        if !fix::made(settings.fixes, &found, settings.now)? {
            break;
        }
        found = look(settings, &own, true)?;
    }
    baseline::write_known(settings, &own, &found)?;
    let mut own = Vec::new();
    write_findings(&mut own, settings, &found)?;
    let mut out = io::stdout().lock();
    out.write_all(characters::escaped(settings.format, &own).as_bytes())?;
    out.flush()?;
    let fails = |least: Level| found.all.iter().any(|finding| finding.level >= least);
    Ok(if settings.fail_on.is_some_and(fails) {
        LintExit::Findings
    } else if found.unseen.is_empty() {
        LintExit::Clean
    } else {
        LintExit::NotLookedAt
    })
}

/// Writes the findings in their format.
fn write_findings(out: &mut Vec<u8>, settings: &LintSettings, found: &Findings) -> io::Result<()> {
    match settings.format {
        LintFormat::Text => {
            let layout = Layout::new(settings.color.is_on(), false);
            text::write(out, found, &layout)
        }
        LintFormat::Json => json::write(out, found),
        LintFormat::Sarif => sarif::write(out, found),
        LintFormat::Github => github::write(out, found),
        LintFormat::Gitlab => gitlab::write(out, found),
        LintFormat::Junit => junit::write(out, found),
        LintFormat::Markdown => markdown::write(out, found),
    }
}

/// Looks at all inputs; `is_again` after fixes.
fn look(settings: &LintSettings, own: &Configuration, is_again: bool) -> Result<Findings, Failure> {
    // The last level of a rule holds: that of the command line.
    let levels = own.levels.iter().chain(&settings.levels);
    let linter = levels.fold(Linter::new(settings.now), |linter, (code, level)| {
        linter.with_level(*code, *level)
    });
    let linter = baseline::given_to(linter, settings, own)?;
    let mut look = Look::new(linter, settings.now, settings.url.as_deref(), is_again);
    inputs::look_at_all(settings, &mut look);
    if let Some(live) = &settings.live {
        live::look_at_all(live, &own.twins(), &mut look)?;
    }
    Ok(Findings::new(look, settings.min, own.map.clone()))
}

/// The most rounds of fixes: one may show what another line hid.
const MOST_ROUNDS: usize = 16;
