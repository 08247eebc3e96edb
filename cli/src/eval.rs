//! `robots-policy eval`: verdicts on responses that are at hand.

pub(crate) mod jsonl;
mod record;
mod refusal;
mod shape;
mod wrong;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use robots_policy_archives::http::Message;
use robots_policy_archives::{Document, Readers};

use crate::args::Eval;
use crate::exit::{Exit, Failure};
use crate::output::tell;
use crate::question::Question;
use crate::read_input::{named, read};
use crate::robots::{RobotsGiven, SavedRobots};
use crate::saved;
use crate::say::{number, warn};

/// Runs the command.
pub(crate) fn run(args: &Eval) -> Result<Exit, Failure> {
    if args.jsonl {
        return jsonl::run(&args.inputs, args.engine);
    }
    let saved = args.robots.as_deref().map(SavedRobots::read).transpose()?;
    if let Some(bare) = saved.as_ref().and_then(SavedRobots::bare) {
        warn(&bare);
    }
    let robots = saved.as_ref().map(SavedRobots::given).unwrap_or_default();
    if args.headers.is_some() || args.html.is_some() {
        return parts(args, robots);
    }
    if args.inputs.is_empty() && io::stdin().is_terminal() {
        return Err(Failure::Usage(String::from(
            "nothing to judge; name a saved response, or --headers and --html, or pipe `curl -si URL` in (see --help)",
        )));
    }
    responses(args, robots)
}

/// Judges every response; one that is unreadable is told and does not stop the others.
fn responses(args: &Eval, robots: RobotsGiven<'_>) -> Result<Exit, Failure> {
    let standard_input = [Path::new("-").to_owned()];
    let inputs = if args.inputs.is_empty() {
        &standard_input[..]
    } else {
        &args.inputs
    };
    let mut exit = Exit::Answered;
    for path in inputs {
        let name = path.display().to_string();
        let judged = read(path).and_then(|bytes| {
            let (mut saved, mut memory) = (bytes.as_slice(), Vec::new());
            let message = saved::response(&mut saved, &mut memory)?;
            Ok(judge(args, robots, &name, inputs.len() > 1, message))
        });
        exit = exit.max(match judged {
            Ok(exit) => exit?,
            Err(why) => tell_failure(name, why),
        });
    }
    Ok(exit)
}

fn tell_failure(name: String, why: String) -> Exit {
    let failure = Failure::Input(name, why);
    warn(&failure);
    failure.exit()
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
fn parts(args: &Eval, robots: RobotsGiven<'_>) -> Result<Exit, Failure> {
    let read = |path: &Option<PathBuf>| path.as_deref().map(named).transpose();
    let (headers, html) = (read(&args.headers)?, read(&args.html)?);
    report_wrong(args.headers.as_deref(), headers.as_deref(), wrong::headers);
    report_wrong(args.html.as_deref(), html.as_deref(), wrong::html);
    let shown = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
    let names = (shown(&args.headers), shown(&args.html));
    let mut memory = Vec::new();
    let mut fields = headers.as_deref().unwrap_or_default();
    let message = saved::fields(&mut fields, &mut memory)
        .map_err(|why| Failure::Input(names.0.clone().unwrap_or_default(), why))?;
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

/// Writes the verdict on one response, and reports the part of it that could not be read.
fn judge(
    args: &Eval,
    robots: RobotsGiven<'_>,
    name: &str,
    is_named: bool,
    mut message: Message<'_>,
) -> Result<Exit, Failure> {
    let question = question(args, robots, &message);
    let mut policy = question.policy();
    if message.has_body() || message.is_cut() {
        let askers = std::slice::from_ref(&question.accessor);
        let document = Document::read(&mut message, &question.readers, askers);
        policy = policy.with_signals(document.metas);
    }
    let verdict = question.verdict(&policy);
    let mut out = io::stdout().lock();
    tell(&mut out, &args.telling, is_named.then_some(name), &verdict)?;
    out.flush()?;
    drop(out);
    if message.skipped() > 0 {
        warn(&format_args!(
            "{name}: skipped {} before the last response, which counts",
            number(message.skipped() as u64, "other response")
        ));
    }
    let unread = verdict.unread().next();
    let unread = unread.map(|unread| saved::fix(unread.why(), &message));
    let second = message.second().map(saved::second);
    let troubles = unread.into_iter().chain(second);
    let exits = troubles.map(|why| tell_failure(name.to_owned(), why));
    Ok(exits.fold(Exit::Answered, Exit::max))
}

fn question<'q, 'm: 'q>(
    args: &'q Eval,
    robots: RobotsGiven<'q>,
    message: &Message<'m>,
) -> Question<'q> {
    Question {
        accessor: args.asker.accessor(),
        url: &args.url,
        robots,
        now: args.now,
        fields: message.fields().collect(),
        document: None,
        is_text: false,
        chunk: None,
        readers: Readers {
            engines: args.engine.list(),
            ..args.reading.readers()
        },
    }
}
