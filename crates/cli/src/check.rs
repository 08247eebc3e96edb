//! `robots-policy check`: the rules of live sites. robots.txt is fetched first, and the page only if it allows that.

mod asker;
mod draft;
mod fail_on;
mod list;
mod notes;
mod outcome;
mod page;
mod progress;
mod report;
mod script;
mod uses;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::slice;
use std::time::SystemTime;

use robots_policy::engines::Profile;
use robots_policy::report::Json;
use robots_policy::uses::Pointer;
use robots_policy::{Client, ProductToken, Verdict, Why};
use robots_policy_input::{Asker, Askers, Readers};
use robots_policy_live::fetch::{ClientSettings, HttpClient};
use robots_policy_live::{LiveSites, Visitor};
use robots_policy_show::{Page, RunText};
use serde::Serialize;
use url::Url;

use self::asker::askers;
use self::draft::Draft;
pub(crate) use self::fail_on::FailOn;
use self::fail_on::options;
pub(crate) use self::list::{UrlWord, url_word};
use self::outcome::FoundPage;
use self::page::Checker;
pub(crate) use self::progress::PageProgress;
use self::report::PageFetch;
use crate::exit::{CommandExit, Failure};
use crate::output::{Format, Line, LineId, Output, RecordLine, write_verdicts};
use crate::say::{log, unless_unread, warn};
use crate::web::WebArgs;

/// The settings of the command.
pub(crate) struct CheckSettings {
    pub(crate) urls: Vec<UrlWord>,
    /// A file of further URLs.
    pub(crate) list: Option<PathBuf>,
    pub(crate) askers: Vec<Client>,
    /// The engines whose reading is the answer, if not that of the askers, which make the requests all the same.
    pub(crate) engines: Vec<Profile>,
    /// The client whose answer is shown before those of the engines.
    pub(crate) general: Option<Client>,
    /// The file whose rules are the answer, in the place of the robots.txt that is served.
    pub(crate) robots: Option<PathBuf>,
    /// The answers for which the command ends with 1: those of `--fail-on`, of which none means every restriction, and the uses of
    /// `--use`.
    pub(crate) failing: Vec<FailOn>,
    /// Whether `tdmrep.json` and the licences that sources point at are fetched.
    pub(crate) fetches_uses: bool,
    /// Whether robots.txt is fetched again even if the answer of a former run is fresh.
    pub(crate) is_refreshed: bool,
    pub(crate) web: WebArgs,
    pub(crate) readers: Readers,
    pub(crate) output: Output,
}

/// How the command ends; of several ends a later one outweighs an earlier one. Its statuses 0 and 1 are answers, so it ends
/// with neither after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Nothing restricts.
    Unrestricted,
    /// The rules of a site could not be determined.
    Undetermined,
    /// Something restricts, whatever is not known beside it.
    Restricted,
    /// An answer could not be written.
    Unwritten,
    /// The command line is invalid, or names a file that cannot be read.
    Usage,
}

impl CommandExit for Exit {
    fn code(self) -> u8 {
        match self {
            Exit::Unrestricted => 0,
            Exit::Restricted => 1,
            Exit::Usage => 2,
            Exit::Undetermined | Exit::Unwritten => 3,
        }
    }

    fn after(failure: &Failure) -> Exit {
        match failure {
            Failure::Usage(_) | Failure::Input(..) => Exit::Usage,
            Failure::Output(_) | Failure::File(..) => Exit::Unwritten,
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &CheckSettings) -> Result<Exit, Failure> {
    let urls = list::urls(&args.urls, args.list.as_deref())?;
    let client = HttpClient::new(of_client(args, &urls)?)?;
    let is_text = args.output.format == Format::Text;
    let readers = args.readers.clone().for_engines(&args.engines);
    let readers = readers.with_others(is_text);
    let now = SystemTime::now().into();
    let cache = args.web.cache.as_deref();
    let mut visitor = Visitor {
        sites: LiveSites::new(&client, cache, readers.robots.clone())
            .with_refresh(args.is_refreshed),
        pace: None,
        now,
    };
    let checker = Checker {
        askers: askers(args)?,
        engines: args.engines.clone(),
        general: args.general.clone(),
        robots: Draft::read(args.robots.as_deref(), &readers.robots, &urls)?,
        readers,
        now,
        fetches_uses: args.fetches_uses,
        is_insecure: args.web.insecure,
    };
    let names: Vec<String> = urls.iter().map(Url::to_string).collect();
    let clients = checker.clients().cloned().collect();
    let askers = match &args.general {
        Some(general) => Askers::beside(general.clone(), args.engines.clone()),
        None => Askers::new(clients, args.engines.clone()),
    };
    args.output.check(&askers)?;
    args.web.warn_before();
    let mut text = args.output.text(&names, &askers);
    let mut progress = PageProgress::new(urls.len(), args.web.progress, args.output.verbose);
    let mut exit = Exit::Unrestricted;
    let mut urls = urls.iter();
    while let Some(url) = urls.next() {
        let found = checker.check(&mut visitor, url);
        let warnings = visitor.sites.take_warnings();
        let report = || {
            for warning in &warnings {
                warn(warning);
            }
            report_page(args, &checker, text.as_mut(), url, &found)
        };
        let (ended, written) = progress.without_bar(report);
        exit = exit.max(ended);
        progress.done(url);
        match written {
            // The reader has closed the output, but the status is for every URL.
            Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                let unasked = urls.next().map(|_| Exit::Undetermined);
                return Ok(exit.max(unasked.unwrap_or(exit)));
            }
            written => written?,
        }
    }
    drop(progress);
    args.web.warn_after();
    if let Some(text) = &text {
        let mut out = io::stdout().lock();
        unless_unread(text.end(&mut out).and_then(|()| out.flush()))?;
    }
    Ok(exit)
}

/// Writes the result for a URL, and returns the exit status that it requires.
fn report_page(
    args: &CheckSettings,
    checker: &Checker,
    text: Option<&mut RunText>,
    url: &Url,
    found: &[FoundPage],
) -> (Exit, Result<(), Failure>) {
    let answers = checker.answers(found);
    let exits = answers.iter();
    let exits = exits.map(|(found, verdict)| found.exit(verdict, &args.failing));
    let mut exit = exits.fold(Exit::Unrestricted, Exit::max);
    let mut written = match text {
        Some(text) => report_text(text, url, found, &answers),
        None => report_lines(args.output.format, url, &answers),
    };
    // A page whose rules a field cannot state does not end the list.
    if let Err(failure @ Failure::Input(..)) = &written {
        exit = exit.max(Exit::Unwritten);
        warn(failure);
        written = Ok(());
    }
    for problem in found.iter().filter_map(FoundPage::problem) {
        warn(&problem);
    }
    for (found, verdict) in &answers {
        report_unknown(args, url, found, verdict);
    }
    (exit, written)
}

/// Reports why answers that the exit status is about are not known, if the page has no problem that says so.
fn report_unknown(args: &CheckSettings, url: &Url, found: &FoundPage, verdict: &Verdict<'_>) {
    if found.problem().is_some() || found.exit(verdict, &args.failing) != Exit::Undetermined {
        return;
    }
    let unknown = args.failing.iter().copied();
    let mut unknown: Vec<FailOn> = unknown
        .filter(|own| found.restricted(*own, verdict).is_none())
        .collect();
    if let Some(engine) = verdict.profile()
        && unknown.iter().any(|own| own.is_about_fetching())
    {
        let reason = verdict.access().reason();
        warn(&format_args!(
            "{url}: the answer of --fail-on fetch for {engine} is not known ({reason})"
        ));
        unknown.retain(|own| !own.is_about_fetching());
    }
    if found.is_read {
        report_unread(url, verdict, &unknown);
        return;
    }
    if unknown.is_empty() {
        return;
    }
    let (asker, options) = (Asker::of(verdict).name(), options(&unknown));
    match verdict.profile() {
        None if !verdict.client().tokens().is_empty() => warn(&format_args!(
            "{url}: robots.txt forbids {asker} to fetch it, so the answer of {options} is not known"
        )),
        _ => warn(&format_args!(
            "{url}: robots.txt forbids robots-policy to fetch it, so the answer of {options} for {asker} is not known"
        )),
    }
}

/// Reports the sources that keep the answers about uses from being known.
fn report_unread(url: &Url, verdict: &Verdict<'_>, unknown: &[FailOn]) {
    let mut unread: Vec<String> = Vec::new();
    for own in unknown.iter().flat_map(|own| own.unread(verdict)) {
        let name = own.pointer().map_or(own.source().name(), Pointer::url);
        let why = match own.why() {
            Why::NotGiven => name.to_owned(),
            Why::NotConforming => format!("{name} (not conforming)"),
            why => format!("{name} ({why})"),
        };
        if !unread.contains(&why) {
            unread.push(why);
        }
    }
    if unread.is_empty() {
        return;
    }
    let asker = Asker::of(verdict).name();
    let (options, unread) = (options(unknown), unread.join(", "));
    warn(&format_args!(
        "{url}: the answer of {options} for {asker} is not known, because this was not read: {unread}"
    ));
}

fn of_client(args: &CheckSettings, urls: &[Url]) -> Result<ClientSettings, Failure> {
    // robots.txt is requested once for all askers, in the name of the first.
    let first = args.askers.first().cloned();
    let first = first.unwrap_or_else(Client::anonymous);
    let agent = args.web.user_agent(&first);
    let settings = args.web.client(agent, urls)?;
    Ok(ClientSettings {
        log: args.output.verbose.then_some(log),
        ..settings
    })
}

/// Writes the result for a URL as text.
fn report_text(
    text: &mut RunText,
    url: &Url,
    found: &[FoundPage],
    answers: &[(&FoundPage, Verdict<'_>)],
) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for own in found {
        let verdicts = answers.iter().filter(|(page, _)| std::ptr::eq(*page, own));
        let verdicts: Vec<Verdict<'_>> = verdicts.map(|(_, verdict)| verdict.clone()).collect();
        let inputs = own.inputs();
        let page = Page {
            steps: &own.steps(),
            problem: own.problem(),
            is_read: own.is_read,
            robots: own.robots.as_ref(),
            ..Page::read(url.as_str(), &verdicts, &inputs)
        };
        text.page(&mut out, &page)?;
    }
    Ok(out.flush()?)
}

/// Writes the result of every asker for a URL, one line each, for programs.
fn report_lines(
    format: Format,
    url: &Url,
    answers: &[(&FoundPage, Verdict<'_>)],
) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for (found, verdict) in answers {
        match format {
            Format::Json if found.is_without_host() => {
                let error = UndeterminedLine::new(url, found, verdict);
                write_line(&mut out, &error)?;
            }
            Format::Json => write_answer(&mut out, url, found, verdict)?,
            Format::Text | Format::Header => {
                let line = Line::of(Some(url.as_str()));
                write_verdicts(&mut out, format, &line, slice::from_ref(verdict))?;
            }
        }
    }
    Ok(out.flush()?)
}

/// Writes the record of an asker, with its requests.
fn write_answer(
    out: &mut impl Write,
    url: &Url,
    found: &FoundPage,
    verdict: &Verdict<'_>,
) -> io::Result<()> {
    let line = RecordLine {
        record: Json::new(LineId::Name(url.as_str()), verdict),
        status: None,
        fetch: Some(&found.fetch),
    };
    write_line(out, &line)
}

fn write_line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)
}

/// The line of an asker that has no verdict. It names the asker, because others may have one.
#[derive(Serialize)]
struct UndeterminedLine<'l> {
    id: &'l str,
    agent: Vec<String>,
    #[serde(rename = "as", skip_serializing_if = "Option::is_none")]
    engine: Option<&'static str>,
    error: BTreeMap<&'static str, &'l str>,
    fetch: &'l PageFetch,
}

impl<'l> UndeterminedLine<'l> {
    fn new(url: &'l Url, found: &'l FoundPage, verdict: &Verdict<'_>) -> UndeterminedLine<'l> {
        let tokens = verdict.client().tokens();
        UndeterminedLine {
            id: url.as_str(),
            agent: tokens.iter().map(ProductToken::to_lowercase).collect(),
            engine: verdict.profile().map(Profile::name),
            error: BTreeMap::from([
                ("code", "undetermined"),
                ("message", found.problem().unwrap_or_default()),
            ]),
            fetch: &found.fetch,
        }
    }
}
