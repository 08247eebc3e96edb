//! `robots-policy eval`: verdicts on responses that are at hand.

pub(crate) mod jsonl;
mod record;
mod refusal;
mod shape;
mod wrong;

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use robots_policy_archives::Readers;

use crate::args::Eval;
use crate::exit::{Exit, Failure};
use crate::input::{named, read};
use crate::question::{Question, RobotsGiven};
use crate::response::Saved;
use crate::tell::{remark, tell};

/// Runs the command.
pub(crate) fn run(args: &Eval) -> Result<Exit, Failure> {
    if args.jsonl {
        return jsonl::run(&args.inputs, args.engine);
    }
    let robots = args.robots.as_deref().map(named).transpose()?;
    tell_wrong(args.robots.as_deref(), robots.as_deref(), wrong::robots);
    if args.headers.is_some() || args.html.is_some() {
        let saved = from_parts(args)?;
        judge(args, robots.as_deref(), None, &saved)?;
        return Ok(Exit::Answered);
    }
    if args.inputs.is_empty() && io::stdin().is_terminal() {
        return Err(Failure::Usage(String::from(
            "nothing to judge; name a saved response, or --headers and --html, or pipe `curl -si URL` in (see --help)",
        )));
    }
    responses(args, robots.as_deref())
}

/// Judges every response; one that is unreadable is told and does not stop the others.
fn responses(args: &Eval, robots: Option<&[u8]>) -> Result<Exit, Failure> {
    let standard_input = [Path::new("-").to_owned()];
    let inputs = if args.inputs.is_empty() {
        &standard_input[..]
    } else {
        &args.inputs
    };
    let mut exit = Exit::Answered;
    for path in inputs {
        let name = path.display().to_string();
        match read(path).and_then(|bytes| Saved::read(&bytes)) {
            Ok(saved) => {
                let hidden = saved.hidden_by();
                judge(
                    args,
                    robots,
                    (inputs.len() > 1).then_some(name.as_str()),
                    &saved,
                )?;
                if let Some(coding) = hidden {
                    let why = format!(
                        "its body is still coded ({coding}), so only its fields were read; save it with `curl --compressed -i`"
                    );
                    exit = tell_failure(name, why);
                }
            }
            Err(why) => exit = tell_failure(name, why),
        }
    }
    Ok(exit)
}

fn tell_failure(name: String, why: String) -> Exit {
    let failure = Failure::Input(name, why);
    remark(&failure);
    failure.exit()
}

/// Tells what is odd about the file of an option.
fn tell_wrong(path: Option<&Path>, bytes: Option<&[u8]>, odd: fn(&[u8]) -> Option<&'static str>) {
    if let (Some(path), Some(why)) = (path, bytes.and_then(odd)) {
        remark(&format_args!("{}: {why}", path.display()));
    }
}

fn from_parts(args: &Eval) -> Result<Saved, Failure> {
    let headers = args.headers.as_deref().map(named).transpose()?;
    tell_wrong(args.headers.as_deref(), headers.as_deref(), wrong::headers);
    let document = args.html.as_deref().map(named).transpose()?;
    tell_wrong(args.html.as_deref(), document.as_deref(), wrong::html);
    let mut saved = match (&args.headers, &headers) {
        (Some(path), Some(bytes)) => Saved::read_fields(bytes)
            .map_err(|why| Failure::Input(path.display().to_string(), why))?,
        _ => Saved::default(),
    };
    saved.body = document.unwrap_or_default();
    Ok(saved)
}

/// Tells the verdict on one response.
fn judge(
    args: &Eval,
    robots: Option<&[u8]>,
    name: Option<&str>,
    saved: &Saved,
) -> Result<(), Failure> {
    let question = question(args, robots, saved);
    let policy = question.policy();
    let verdict = question.verdict(&policy);
    let mut out = io::stdout().lock();
    tell(&mut out, &args.telling, name, &verdict)?;
    Ok(out.flush()?)
}

fn question<'q>(args: &'q Eval, robots: Option<&'q [u8]>, saved: &'q Saved) -> Question<'q> {
    Question {
        accessor: args.asker.accessor(),
        url: &args.url,
        robots: RobotsGiven {
            status: None,
            body: robots,
        },
        now: args.now,
        fields: saved
            .fields
            .iter()
            .map(|(name, value)| (name.as_slice(), value.as_slice()))
            .collect(),
        document: (!saved.body.is_empty()).then_some(&saved.body),
        is_response: args.html.is_none(),
        is_text: false,
        chunk: None,
        readers: Readers {
            engines: args.engine.list(),
            ..args.reading.readers()
        },
    }
}
