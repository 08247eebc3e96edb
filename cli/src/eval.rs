//! `robots-policy eval`: verdicts on responses that are at hand.

mod as_case;
mod damage;
mod defaults;
pub(crate) mod jsonl;
mod record;
mod shape;
mod wrong;

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use robots_policy::header::SignatureAgent;
use robots_policy::{Accessor, Timestamp};
use robots_policy_archives::http::Message;
use robots_policy_archives::{Document, Readers};

pub(crate) use self::as_case::AsCase;
pub(crate) use self::defaults::RecordDefaults;
use crate::exit::{CommandExit as _, Exit, Failure};
use crate::output::{Output, tell};
use crate::question::Question;
use crate::read_input::read;
use crate::reading::ReadingOptions;
use crate::robots::{RobotsGiven, SavedRobots};
use crate::saved;
use crate::say::{number, warn};

/// What the command is asked.
pub(crate) struct EvalSettings {
    pub(crate) inputs: Inputs,
    /// The file of a robots.txt.
    pub(crate) robots: Option<PathBuf>,
    pub(crate) askers: Vec<Accessor>,
    pub(crate) url: String,
    pub(crate) now: Option<Timestamp>,
    pub(crate) readers: Readers,
    pub(crate) output: Output,
    pub(crate) as_case: Option<AsCase>,
}

/// The files of the command; without files, it reads standard input.
pub(crate) enum Inputs {
    Records(Records),
    /// Files of saved responses.
    Responses(Vec<PathBuf>),
    /// Fields and a document, one file each.
    Parts {
        headers: Option<PathBuf>,
        html: Option<PathBuf>,
    },
}

/// Files of records, and what is asked of them beside [`EvalSettings`].
pub(crate) struct Records {
    pub(crate) files: Vec<PathBuf>,
    /// The signature agent of the asker.
    pub(crate) signature_agent: Option<SignatureAgent>,
    pub(crate) reading: ReadingOptions,
    /// How many blocks of records are answered at the same time.
    pub(crate) jobs: NonZeroUsize,
}

/// Runs the command.
pub(crate) fn run(args: &EvalSettings) -> Result<Exit, Failure> {
    let saved = args.robots.as_deref().map(SavedRobots::read).transpose()?;
    if let Some(bare) = saved.as_ref().and_then(SavedRobots::bare) {
        warn(&bare);
    }
    if let Inputs::Records(records) = &args.inputs {
        return answer_records(args, records, saved);
    }
    let robots = saved.as_ref().map(SavedRobots::given).unwrap_or_default();
    if let Some(case) = &args.as_case {
        return as_case::write(case, args, robots);
    }
    let files = match &args.inputs {
        Inputs::Records(Records { files, .. }) | Inputs::Responses(files) => files,
        Inputs::Parts { headers, html } => {
            return parts(args, headers.as_deref(), html.as_deref(), robots);
        }
    };
    if files.is_empty() && io::stdin().is_terminal() {
        return Err(Failure::Usage(String::from(
            "nothing to judge; name a saved response, or --headers and --html, or pipe `curl -si URL` in (see --help)",
        )));
    }
    responses(args, files, robots)
}

/// Answers records; the options stand for the keys that a record does not have.
fn answer_records(
    args: &EvalSettings,
    records: &Records,
    robots: Option<SavedRobots>,
) -> Result<Exit, Failure> {
    let [asker] = args.askers.as_slice() else {
        return Err(Failure::Usage(String::from(
            "a record has one asker, so --jsonl takes one --agent; the tokens of one asker are written as in `--agent ExampleBot-News,ExampleBot`",
        )));
    };
    let defaults = RecordDefaults::new(
        asker.clone(),
        records.signature_agent.clone(),
        args.url.clone(),
        args.now,
        robots,
        records.reading.clone(),
    );
    jsonl::run(records.files.clone(), defaults, records.jobs)
}

/// Judges every response; one that is unreadable is told and does not stop the others.
fn responses(
    args: &EvalSettings,
    files: &[PathBuf],
    robots: RobotsGiven<'_>,
) -> Result<Exit, Failure> {
    let standard_input = [Path::new("-").to_owned()];
    let inputs = if files.is_empty() {
        &standard_input[..]
    } else {
        files
    };
    let mut exit = Exit::Answered;
    for path in inputs {
        let name = path.display().to_string();
        let judged = read(path).and_then(|bytes| {
            let (mut saved, mut memory) = (bytes.as_slice(), Vec::new());
            let message = saved::response(&name, &mut saved, &mut memory)?;
            let empty = saved::without_body(&message);
            let exit = judge(args, robots, &name, inputs.len() > 1, message);
            if let Some(why) = empty {
                warn(&format_args!("{name}: {why}"));
            }
            Ok(exit)
        });
        exit = exit.max(match judged {
            Ok(exit) => exit?,
            Err(failure) => tell_failure(&failure),
        });
    }
    Ok(exit)
}

fn tell_failure(failure: &Failure) -> Exit {
    warn(failure);
    Exit::after(failure)
}

/// Reports that the file of an option looks like another kind of file.
fn report_wrong(
    path: Option<&Path>,
    bytes: Option<&[u8]>,
    wrong: fn(&[u8]) -> Option<&'static str>,
) {
    if let (Some(path), Some(why)) = (path, bytes.and_then(wrong)) {
        warn(&format_args!("{}: {why}", path.display()));
    }
}

/// Judges fields, a document, or both, from files of their own.
fn parts(
    args: &EvalSettings,
    headers_file: Option<&Path>,
    html_file: Option<&Path>,
    robots: RobotsGiven<'_>,
) -> Result<Exit, Failure> {
    let headers = headers_file.map(read).transpose()?;
    let html = html_file.map(read).transpose()?;
    report_wrong(headers_file, headers.as_deref(), wrong::headers);
    report_wrong(html_file, html.as_deref(), wrong::html);
    let shown = |path: &Path| path.display().to_string();
    let names = (headers_file.map(shown), html_file.map(shown));
    let mut memory = Vec::new();
    let mut fields = headers.as_deref().unwrap_or_default();
    let fields_name = names.0.as_deref().unwrap_or_default();
    let message = saved::fields(fields_name, &mut fields, &mut memory)?;
    let mut body = html.as_deref().unwrap_or_default();
    let message = match names.1 {
        Some(_) => message.with_body(&mut body).or_html(),
        // Whoever names a file of fields may mean them alone.
        None if !message.has_body() => message.without_body(),
        None => message,
    };
    let name = names.1.or(names.0).unwrap_or_default();
    judge(args, robots, &name, false, message)
}

/// Writes the verdicts on one response, one for each asker, and reports the part of it that could not be read.
fn judge(
    args: &EvalSettings,
    robots: RobotsGiven<'_>,
    name: &str,
    is_named: bool,
    mut message: Message<'_>,
) -> Result<Exit, Failure> {
    let question = question(args, robots, &message);
    let mut policy = question.policy();
    if message.has_body() || message.is_cut() {
        let document = Document::read(&mut message, &question.readers, question.askers);
        policy = policy.with_signals(document.metas);
    }
    let verdicts = question.askers.iter();
    let verdicts: Vec<_> = verdicts
        .map(|asker| question.verdict(asker, &policy))
        .collect();
    let mut out = io::stdout().lock();
    tell(&mut out, args.output, is_named.then_some(name), &verdicts)?;
    out.flush()?;
    drop(out);
    if message.skipped() > 0 {
        warn(&format_args!(
            "{name}: skipped {} before the last response, which counts",
            number(message.skipped() as u64, "other response")
        ));
    }
    let unread = verdicts.first().and_then(|verdict| verdict.unread().next());
    let unread = unread.map(|unread| saved::fix(unread.why(), &message));
    let second = message.second().map(|at| saved::second(at, "was judged"));
    let problems = unread.into_iter().chain(second);
    let failures = problems.map(|why| Failure::Input(name.to_owned(), why));
    let exits = failures.map(|failure| tell_failure(&failure));
    Ok(exits.fold(Exit::Answered, Exit::max))
}

fn question<'q, 'm: 'q>(
    args: &'q EvalSettings,
    robots: RobotsGiven<'q>,
    message: &Message<'m>,
) -> Question<'q> {
    Question {
        askers: &args.askers,
        url: &args.url,
        robots,
        now: Some(args.now.unwrap_or_else(|| SystemTime::now().into())),
        fields: message.fields().collect(),
        document: None,
        is_text: false,
        chunk: None,
        readers: args.readers.clone(),
    }
}
