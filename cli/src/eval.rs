//! `robots-policy eval`: verdicts on responses that are at hand.

mod jsonl;
mod record;

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use robots_policy::report::{Format, Record, Text, robots_tag};
use robots_policy::{HeaderReader, RobotsTxtReader, Scope, Verdict};

use crate::args::{AgentToken, Eval};
use crate::exit::{Exit, Failure};
use crate::input::{named, read};
use crate::question::{Question, Reading, RobotsGiven, accessor};
use crate::response::Saved;

/// Runs the command.
pub(crate) fn run(args: &Eval) -> Result<Exit, Failure> {
    if args.jsonl {
        return jsonl::run(&args.inputs);
    }
    let robots = args.robots.as_deref().map(named).transpose()?;
    if args.headers.is_some() || args.html.is_some() {
        let saved = from_parts(args)?;
        tell(args, robots.as_deref(), None, &saved)?;
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
            Ok(saved) => tell(
                args,
                robots,
                (inputs.len() > 1).then_some(name.as_str()),
                &saved,
            )?,
            Err(why) => {
                let failure = Failure::Input(name, why);
                writeln!(io::stderr(), "robots-policy: {failure}")?;
                exit = failure.exit();
            }
        }
    }
    Ok(exit)
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
fn tell(
    args: &Eval,
    robots: Option<&[u8]>,
    name: Option<&str>,
    saved: &Saved,
) -> Result<(), Failure> {
    let question = question(args, robots, saved);
    let policy = question.policy();
    let verdict = question.verdict(&policy);
    let mut out = io::stdout().lock();
    match args.format {
        Format::Json => {
            let record = Record {
                id: name,
                verdict: &verdict,
            };
            serde_json::to_writer(&mut out, &record).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        Format::Header => writeln!(out, "{}", header(&verdict)?)?,
        _ => {
            if let Some(name) = name {
                writeln!(out, "{name}")?;
            }
            write!(
                out,
                "{}",
                Text::new(&verdict).with_colour(args.color.is_on(io::stdout().is_terminal()))
            )?;
        }
    }
    Ok(out.flush()?)
}

/// The field that would say the verdict to this asker; empty where nothing restricts it.
fn header(verdict: &Verdict<'_>) -> Result<String, Failure> {
    let scope = match verdict.accessor().tokens().first() {
        Some(token) => Scope::Token(token.clone()),
        None => Scope::Global,
    };
    match robots_tag([(&scope, verdict.directives())]) {
        Ok(Some(value)) => Ok(format!("Robots-Tag: {value}")),
        Ok(None) => Ok(String::new()),
        Err(error) => Err(Failure::Usage(error.to_string())),
    }
}

fn question<'q>(args: &'q Eval, robots: Option<&'q [u8]>, saved: &'q Saved) -> Question<'q> {
    let tokens = |tokens: &[AgentToken]| tokens.iter().flatten().cloned().collect::<Vec<_>>();
    let page_tokens = (!args.page_agent.is_empty()).then(|| tokens(&args.page_agent));
    Question {
        accessor: accessor(tokens(&args.agent), page_tokens, !args.own_name_only),
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
        options: Reading {
            robots: RobotsTxtReader::new(),
            fields: HeaderReader::new()
                .with_mode(args.robots_tag)
                .with_both_fields(args.both_fields)
                .with_lines_joined(args.lines_joined),
            metas: args.metas.clone(),
            http_equiv: args.http_equiv,
        },
    }
}
