//! `robots-policy trial`: clients are sent to sites that behave badly by a script, and judged by what the sites saw.
//!
//! | file | what it does |
//! |---|---|
//! | `case` | the cases, as data |
//! | `reply` | the bytes of an answer |
//! | `exchange` | a connection |
//! | `site` | the sites of a case, and the requests that they got |
//! | `client` | a run of a command |
//! | `judge` | the outcome of a case |
//! | `trials` | all cases of a client, the controls first |
//! | `clients` | the clients of a folder |
//! | `serve` | sites for clients that run elsewhere |
//! | `report` | what is said of it |

mod case;
mod client;
mod clients;
mod exchange;
mod judge;
mod reply;
mod report;
mod serve;
mod site;
mod trials;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use robots_policy_scan::Interrupt;

use self::case::Case;
pub(crate) use self::case::Level;
use self::client::Client;
use self::judge::Outcome;
use self::report::Subject;
use self::trials::{Choice, Tried, trials};
use crate::exit::{CommandExit, Failure};
use crate::interrupt;
use crate::say::{log, warn};

/// The settings of the command.
pub(crate) struct TrialSettings {
    /// The command of a client; none with a folder of clients or `serve`.
    pub(crate) command: Vec<String>,
    pub(crate) cases: Vec<String>,
    pub(crate) levels: Vec<Level>,
    pub(crate) agent: String,
    pub(crate) time_out: Duration,
    pub(crate) jobs: usize,
    pub(crate) serves: bool,
    pub(crate) clients: Option<PathBuf>,
    /// The clients of the folder by name; all without one.
    pub(crate) names: Vec<String>,
    /// The folder in which clients are installed.
    pub(crate) installed: PathBuf,
    pub(crate) is_json: bool,
    /// The file of the result, or the folder of results.
    pub(crate) write: Option<PathBuf>,
    pub(crate) day: Option<String>,
}

/// How the command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TrialExit {
    NoFault,
    /// Nothing can be said of a client, as it requests no page that is open, or is not installed.
    NotTested,
    Faults,
    Unwritable,
    Usage,
    Interrupted,
}

impl CommandExit for TrialExit {
    fn code(self) -> u8 {
        match self {
            TrialExit::NoFault => 0,
            TrialExit::Faults => 1,
            // A status of 1 says that the client has a fault.
            TrialExit::Usage | TrialExit::Unwritable => 2,
            TrialExit::NotTested => 3,
            TrialExit::Interrupted => interrupt::CODE,
        }
    }

    fn after(failure: &Failure) -> TrialExit {
        match failure {
            Failure::Usage(_) | Failure::Input(..) => TrialExit::Usage,
            Failure::Output(_) | Failure::File(..) => TrialExit::Unwritable,
        }
    }
}

/// Runs the command.
pub(crate) fn run(settings: &TrialSettings) -> Result<TrialExit, Failure> {
    let cases = case::cases().map_err(|why| Failure::Input(String::from("the cases"), why))?;
    let cases: Vec<Arc<Case>> = cases.into_iter().map(Arc::new).collect();
    let interrupt = interrupt::watch()?;
    let trial = Trial {
        settings,
        cases: &cases,
        interrupt: &interrupt,
    };
    if !cases.iter().any(|case| trial.choice().has(case)) {
        return Err(Failure::Usage(String::from(NO_CASE)));
    }
    match (&settings.clients, settings.serves) {
        (Some(folder), _) => trial.all(folder),
        (None, true) => trial.serve(),
        (None, false) => trial.one(),
    }
}

/// The settings and the cases.
struct Trial<'a> {
    settings: &'a TrialSettings,
    cases: &'a [Arc<Case>],
    interrupt: &'a Interrupt,
}

impl Trial<'_> {
    fn choice(&self) -> Choice<'_> {
        Choice {
            ids: &self.settings.cases,
            levels: &self.settings.levels,
        }
    }

    fn subject(&self, client: &str, version: Option<String>, agent: &str) -> Subject {
        let today = || jiff::Timestamp::now().strftime("%F").to_string();
        Subject {
            client: client.to_owned(),
            version,
            agent: agent.to_owned(),
            day: self.settings.day.clone().unwrap_or_else(today),
        }
    }

    /// The client of the command line.
    fn one(&self) -> Result<TrialExit, Failure> {
        let words = &self.settings.command;
        if !words
            .iter()
            .any(|word| word.contains("{url}") || word.contains("{links}") || word == "{urls}")
        {
            return Err(Failure::Usage(String::from(NO_URL)));
        }
        let tried = self.tried(words, &self.settings.agent)?;
        if self.interrupt.is_asked() {
            return Ok(TrialExit::Interrupted);
        }
        let subject = self.subject(&words.join(" "), None, &self.settings.agent);
        self.show(&subject, &tried)?;
        if let Some(file) = &self.settings.write {
            write(file, &report::result(&subject, &tried))?;
        }
        Ok(exit(&tried))
    }

    fn tried(&self, words: &[String], agent: &str) -> Result<Vec<Tried>, Failure> {
        let client = Client {
            words,
            agent,
            time_out: self.settings.time_out,
            interrupt: self.interrupt,
        };
        let trials = trials(self.cases, &self.choice(), &client, self.settings.jobs);
        let trials = trials.map_err(|error| {
            let program = words.first().map_or("", String::as_str);
            Failure::Usage(format!(
                "{program} cannot be run ({error}); write a program of the PATH, or its whole path"
            ))
        })?;
        if let Some(why) = trials.failed.filter(|_| !self.interrupt.is_asked()) {
            warn(&why);
        }
        Ok(trials.tried)
    }

    /// The clients of a folder, one after another.
    fn all(&self, folder: &Path) -> Result<TrialExit, Failure> {
        let clients = clients::read(folder, &self.settings.installed, &self.settings.names)?;
        let mut worst = TrialExit::NoFault;
        for (number, client) in clients.iter().enumerate() {
            let place = format!("{} of {}: {}", number + 1, clients.len(), client.name);
            let Some(version) = client.version() else {
                log(&format_args!("{place}: not installed; {}", client.install));
                worst = worst.max(TrialExit::NotTested);
                continue;
            };
            log(&place);
            let agent = client.agent.as_deref().unwrap_or(&self.settings.agent);
            let tried = self.tried(&client.run, agent)?;
            if self.interrupt.is_asked() {
                return Ok(TrialExit::Interrupted);
            }
            let subject = self.subject(&client.name, Some(version), agent);
            self.show(&subject, &tried)?;
            if let Some(folder) = &self.settings.write {
                let file = folder.join(format!("{}.json", client.name));
                write(&file, &report::result(&subject, &tried))?;
            }
            worst = worst.max(exit(&tried));
        }
        Ok(worst)
    }

    /// Sites for clients that run elsewhere, until Ctrl-C.
    fn serve(&self) -> Result<TrialExit, Failure> {
        let served = serve::Served::open(self.cases, &self.choice(), &self.settings.agent)?;
        let mut out = io::stdout().lock();
        served.list(&mut out)?;
        out.flush()?;
        drop(out);
        serve::wait(self.interrupt);
        let tried = served.tried(&self.choice());
        let subject = self.subject("visitors", None, &self.settings.agent);
        self.show(&subject, &tried)?;
        if let Some(file) = &self.settings.write {
            write(file, &report::result(&subject, &tried))?;
        }
        Ok(exit(&tried))
    }

    fn show(&self, subject: &Subject, tried: &[Tried]) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        if self.settings.is_json {
            report::json(&mut out, subject, tried)?;
        } else {
            report::text(&mut out, subject, tried)?;
        }
        Ok(out.flush()?)
    }
}

/// The exit status after these cases.
fn exit(tried: &[Tried]) -> TrialExit {
    if tried.iter().any(|one| one.outcome.is_fault(one.case.level)) {
        TrialExit::Faults
    } else if tried.iter().all(|one| one.outcome == Outcome::NotTested) {
        TrialExit::NotTested
    } else {
        TrialExit::NoFault
    }
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    fs::write(file, text)
        .map_err(|error| Failure::File(file.display().to_string(), error.to_string()))
}

const NO_CASE: &str =
    "no case has this id and level; `--case '*'` has all, and `--serve` lists them";

const NO_URL: &str = "the command has no {url}, the page that the client is sent to; write `robots-policy trial -- COMMAND {url}`, {urls} for all pages of a case, or {links} for a page that links to them";
