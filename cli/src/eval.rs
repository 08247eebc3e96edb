//! `robots-policy eval`: verdicts on responses that are at hand.

pub(crate) mod jsonl;
mod record;
mod refusal;
mod shape;

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

fn from_parts(args: &Eval) -> Result<Saved, Failure> {
    let mut saved = match &args.headers {
        Some(path) => Saved::read_fields(&named(path)?)
            .map_err(|why| Failure::Input(path.display().to_string(), why))?,
        None => Saved::default(),
    };
    saved.body = args
        .html
        .as_deref()
        .map(named)
        .transpose()?
        .unwrap_or_default();
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
        chunk: None,
        readers: Readers {
            engines: args.engine.list(),
            ..args.reading.readers()
        },
    }
}
