//! `robots-policy eval`: verdicts on saved responses.

mod as_case;
mod entries;
mod faults;
mod files;
pub(crate) mod jsonl;
mod judge;
mod responses;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::SystemTime;

use robots_policy::Timestamp;
use robots_policy::robots_txt::RobotsFetch;
use robots_policy_input::read_input::{is_without_input, read};
use robots_policy_input::saved::{self, SavedAs};
use robots_policy_input::{
    Askers, Clock, DefaultAsker, DefaultDocuments, Readers, RecordDefaults, RobotsGiven, Stated,
};
use robots_policy_show::{Input, SavedUses};

use self::files::{NamedFile, ResponseFiles};
use self::judge::Judge;
use crate::args::eval::EvalArgs;
use crate::exit::{CommandExit as _, Exit, Failure};
use crate::output::Format;
use crate::robots::SavedRobots;
use crate::robots_past::SavedPast;
use crate::saved_uses;
use crate::say::warn;

/// The settings of the command.
pub(crate) struct EvalSettings {
    given: EvalArgs,
    /// The facts beside the bytes.
    stated: Stated,
    askers: Askers,
    readers: Readers,
}

impl From<EvalArgs> for EvalSettings {
    fn from(given: EvalArgs) -> EvalSettings {
        let askers = given.askers();
        EvalSettings {
            stated: given.stated(),
            readers: given.readers(&askers),
            askers,
            given,
        }
    }
}

impl EvalSettings {
    /// The clock of questions that have none.
    fn clock(&self) -> Clock {
        let now = self.given.now;
        now.map_or(Clock::Read(|| SystemTime::now().into()), Clock::At)
    }
}

/// The documents beside the responses: robots.txt, and those about AI use.
struct Beside {
    robots: Option<SavedRobots>,
    past: SavedPast,
    uses: SavedUses,
    /// The fetch of robots.txt after its past, if that has any.
    after: Option<RobotsFetch>,
    /// The moment of the fetch, and of every question about a response.
    now: Timestamp,
}

impl Beside {
    /// Reads the files.
    fn read(args: &EvalSettings) -> Result<Beside, Failure> {
        let (given, reader, now) = (&args.given, &args.readers.robots, args.clock().now());
        let mut beside = Beside {
            robots: SavedRobots::of(given.robots.as_deref(), given.robots_status, reader, now)?,
            past: SavedPast::read(&given.past, reader, now)?,
            uses: saved_uses::read(given.tdmrep.as_ref(), &given.license)?,
            after: None,
            now,
        };
        let past = beside.past.given();
        if past.has_answers() {
            beside.after = beside.robots().fetch_after(&past, reader.clone(), now);
        }
        Ok(beside)
    }

    /// The fetch of robots.txt, as far as one is known.
    fn fetch(&self) -> Option<&RobotsFetch> {
        let own = self.robots.as_ref().map(SavedRobots::fetch);
        self.after.as_ref().or(own)
    }

    /// Whether there is any.
    fn is_given(&self) -> bool {
        self.robots.is_some()
            || self.past.has_copy()
            || self.uses.tdmrep.is_some()
            || !self.uses.licenses.is_empty()
    }

    /// The file whose rules decide, for the places in text: the last good copy if the fetch failed.
    fn robots_input(&self) -> Option<Input<'_>> {
        let own = self.robots.as_ref();
        let has_rules = own.is_some_and(|own| own.rules().is_some());
        let copy = self.past.input().filter(|_| !has_rules);
        copy.or_else(|| own.map(SavedRobots::input))
    }

    /// The documents of records that state none.
    fn into_defaults(self) -> DefaultDocuments {
        let given = self.robots();
        let (robots_status, robots) = (given.status, given.body.map(<[u8]>::to_vec));
        let licenses = self.uses.licenses.into_iter();
        DefaultDocuments {
            robots_status,
            robots,
            read_robots: self.robots.as_ref().map(|own| own.fetch().clone()),
            past: self.past.given().into_owned(),
            tdmrep: self.uses.tdmrep.map(|file| file.bytes.into_owned()),
            licenses: licenses
                .map(|(url, file)| (url, file.bytes.into_owned()))
                .collect(),
        }
    }

    /// How the fetch of robots.txt ended.
    fn robots(&self) -> RobotsGiven<'_> {
        self.robots
            .as_ref()
            .map(SavedRobots::given)
            .unwrap_or_default()
    }
}

/// Runs the command.
pub(crate) fn run(args: &EvalSettings) -> Result<Exit, Failure> {
    let beside = Beside::read(args)?;
    let exit = report_robots(args, &beside);
    Ok(exit.max(answer(args, beside)?))
}

/// Reports what follows from a robots.txt without rules, and one that is none.
fn report_robots(args: &EvalSettings, beside: &Beside) -> Exit {
    let Some(robots) = &beside.robots else {
        return Exit::Answered;
    };
    if let Some(fault) = robots.fault() {
        warn(&fault);
        return Exit::Unreadable;
    }
    // An engine, and a client with a copy, may draw other consequences.
    let is_plain = args.askers.engines().is_empty() && !beside.past.has_copy();
    if let Some(bare) = robots.bare().filter(|_| is_plain) {
        warn(&bare);
    }
    Exit::Answered
}

/// Answers the question of the command line, or of the records.
fn answer(args: &EvalSettings, beside: Beside) -> Result<Exit, Failure> {
    if args.stated.robots_fetched.is_some() && !beside.robots().is_given() {
        return Err(Failure::Usage(String::from(ROBOTS_FETCHED)));
    }
    let given = &args.given;
    if given.jsonl {
        let defaults = defaults(args, beside);
        return jsonl::run(given.inputs.clone(), defaults, given.jobs);
    }
    if given.ledger.ledger && given.telling.format != Format::Json {
        return Err(Failure::Usage(String::from(LEDGER)));
    }
    if given.ledger.parts && given.telling.format == Format::Header {
        return Err(Failure::Usage(String::from(PARTS)));
    }
    if given.past.robots_hours.is_some() && !beside.robots().is_given() {
        return Err(Failure::Usage(String::from(
            "--robots-hours is how long the fetch of robots.txt has been ending so; say how with --robots-status or --robots",
        )));
    }
    given.telling.check(&args.askers)?;
    let beside = &beside;
    if let Some(folder) = &given.as_case {
        return as_case::write(folder, args, beside);
    }
    if given.headers.is_some() || given.html.is_some() {
        return parts(args, beside);
    }
    // No file is named, and nothing can come from standard input.
    if beside.is_given() && given.inputs.is_empty() && is_without_input() {
        return robots_alone(args, beside);
    }
    if given.inputs.is_empty() && io::stdin().is_terminal() {
        return Err(Failure::Usage(String::from(
            "nothing to judge; name a saved response, or --headers and --html, or pipe `curl -si URL` in (see --help)",
        )));
    }
    responses::judge(args, beside)
}

/// Answers from robots.txt alone. The response is not known, so no answer about it is yes.
fn robots_alone(args: &EvalSettings, beside: &Beside) -> Result<Exit, Failure> {
    let url = &args.given.url;
    let mut judge = Judge::new(args, beside, std::slice::from_ref(url));
    let exit = judge.response(ResponseFiles::None { url })?;
    judge.end()?;
    Ok(exit)
}

/// The options as defaults for the keys that a record does not have.
fn defaults(args: &EvalSettings, beside: Beside) -> RecordDefaults {
    let given = &args.given;
    let askers = args.askers.iter().map(|asker| DefaultAsker {
        signature_agent: given.asker.signer().cloned(),
        ..DefaultAsker::of(asker)
    });
    RecordDefaults {
        askers: askers.collect(),
        url: given.url.clone(),
        now: args.clock(),
        documents: beside.into_defaults(),
        reading: given.reading.clone(),
        assumed: args.stated.assumed,
        robots_fetched: args.stated.robots_fetched,
        has_ledger: given.ledger.ledger,
        has_parts: given.ledger.parts,
    }
}

/// Looks at the file of this name, and reports how it is read.
fn saved_as(name: &str, file: Vec<u8>) -> Result<SavedAs, Failure> {
    faults::response(name, &file)?;
    let saved = SavedAs::of(file).map_err(|why| Failure::Input(name.to_owned(), why))?;
    if let Some(notice) = saved.notice() {
        warn(&format_args!("{name}: {notice}"));
    }
    Ok(saved)
}

fn report_failure(failure: &Failure) -> Exit {
    warn(failure);
    Exit::after(failure)
}

/// Judges fields, a document, or both, from files of their own.
fn parts(args: &EvalSettings, beside: &Beside) -> Result<Exit, Failure> {
    let headers_file = args.given.headers.as_deref();
    let html_file = args.given.html.as_deref();
    let headers = headers_file.map(read).transpose()?;
    let headers = headers.as_deref().map(saved::text);
    let html = html_file.map(read).transpose()?;
    let shown = |path: &Path| path.display().to_string();
    let names = (headers_file.map(shown), html_file.map(shown));
    let headers = named(names.0.as_deref(), headers.as_deref());
    let html = named(names.1.as_deref(), html.as_deref());
    let mut exit = Exit::Answered;
    if let Some(file) = headers {
        exit = faults::headers(file.name, file.bytes)?;
    }
    if let Some(file) = html {
        let fields = headers.map(|file| file.bytes);
        exit = exit.max(faults::html(file.name, file.bytes, fields)?);
    }
    let files = ResponseFiles::Parts { headers, html };
    let mut judge = Judge::new(args, beside, &[files.name().to_owned()]);
    exit = exit.max(judge.response(files)?);
    judge.end()?;
    Ok(exit)
}

fn named<'f>(name: Option<&'f str>, bytes: Option<&'f [u8]>) -> Option<NamedFile<'f>> {
    let (name, bytes) = name.zip(bytes)?;
    Some(NamedFile {
        name,
        bytes,
        saved: None,
    })
}

/// The errors of what is known beside the bytes.
const ROBOTS_FETCHED: &str = "--robots-fetched is when robots.txt was fetched; say what came with --robots or --robots-status";
const PARTS: &str = "--parts shows parts of a page, and --format header is a field for all of it; use --format text or json";
const LEDGER: &str = "--ledger writes a key of JSON; add --format json";
