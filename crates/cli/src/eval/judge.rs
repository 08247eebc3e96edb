//! The verdicts on the responses of a run, written one by one.

use std::io::{self, Write};

use robots_policy::ledger::Input;
use robots_policy::parts::Parts as PageParts;
use robots_policy::{Policy, Unread, Verdict, Why, ledger};
use robots_policy_archives::Document;
use robots_policy_input::{Message, Parts, Question, Stated, saved};
use robots_policy_show::{AskedParts, Input as Source, Inputs, Page, RunText};

use super::files::{Buffers, ResponseFiles};
use super::{Beside, EvalSettings, report_failure};
use crate::exit::{Exit, Failure};
use crate::output::{Line, write_verdicts};
use crate::redirects;
use crate::say::{number, warn};

/// Judges responses, and writes the verdicts in the format of the run.
pub(super) struct Judge<'j> {
    pub(super) args: &'j EvalSettings,
    pub(super) beside: &'j Beside,
    /// Whether answers name their response.
    is_named: bool,
    text: Option<RunText>,
}

impl<'j> Judge<'j> {
    /// A judge of the responses of these names.
    pub(super) fn new(args: &'j EvalSettings, beside: &'j Beside, names: &[String]) -> Judge<'j> {
        let text = args.given.telling.text(names, &args.askers);
        Judge {
            args,
            beside,
            is_named: names.len() > 1,
            text: if args.given.ledger.parts {
                text.map(RunText::in_full)
            } else {
                text
            },
        }
    }

    /// Writes the verdicts on one response, one for each asker, and reports the part of it that could not be read.
    pub(super) fn response(&mut self, files: ResponseFiles<'_>) -> Result<Exit, Failure> {
        let mut buffers = Buffers::default();
        let stated = self.args.stated.status;
        let mut message = files.message(&mut buffers)?.or_status(stated);
        let empty = match files {
            ResponseFiles::Whole(_) => saved::without_body(&message),
            ResponseFiles::Parts { .. } | ResponseFiles::None { .. } => None,
        };
        let is_absent = matches!(files, ResponseFiles::None { .. });
        let question = question(self.args, self.beside, files, &message)?;
        let mut policy = question.policy_without_document();
        let has_document = message.has_body() || files.has_page();
        let mut document = None;
        if files.is_copy() {
            policy = files
                .copied()
                .read(&question.readers, question.clients, policy);
        } else if has_document || message.is_cut() || message.is_part() {
            let (readers, is_cut) = (&question.readers, question.stated.is_cut);
            let read = Document::read(&mut message, readers, question.clients, is_cut);
            policy = policy.with_document(read.document.clone());
            document = Some(read);
        } else if message.states_none() {
            policy = policy.with_document(ledger::Document::none());
        }
        if let Some(message) = Stated::contradiction(&policy, "--assume-absent") {
            return Err(Failure::Usage(format!("{}: {message}", files.name())));
        }
        let verdicts = verdicts(self.args, &question, &policy);
        self.write(files, &message, &verdicts, document.as_ref())?;
        if is_absent {
            return Ok(Exit::Answered);
        }
        // The note about a copy says it already.
        if files.is_copy() {
            return Ok(Exit::Unreadable);
        }
        let exit = report(files.name(), &message, verdicts.first());
        redirects::report(
            files.name(),
            files.before(message.block_at()),
            &question.readers.fields,
        );
        if let Some(why) = empty {
            warn(&format_args!("{}: {why}", files.name()));
        }
        Ok(exit)
    }

    /// Counts an unreadable response.
    pub(super) fn unreadable(&mut self) {
        self.text.iter_mut().for_each(RunText::unreadable);
    }

    /// Writes the part that concerns all responses.
    pub(super) fn end(&self) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        if let Some(text) = &self.text {
            text.end(&mut out)?;
        }
        Ok(out.flush()?)
    }

    fn write(
        &mut self,
        files: ResponseFiles<'_>,
        message: &Message<'_>,
        verdicts: &[Verdict<'_>],
        document: Option<&Document>,
    ) -> Result<(), Failure> {
        let name = files.name();
        let is_absent = matches!(files, ResponseFiles::None { .. });
        let inputs = Inputs {
            fields: files.fields(message.block_at()),
            page: files.page(message.body_at()),
            robots: self.beside.robots_input(),
            uses: Some(&self.beside.uses),
            kept: None,
        };
        let has_parts = self.args.given.ledger.parts;
        let octets = inputs.page.as_ref().map(Source::block);
        let octets = octets.filter(|_| has_parts && (message.has_body() || files.has_page()));
        let copied = files.copied();
        let parts = match document {
            Some(document) => octets.map(|octets| document.parts(octets)),
            None => copied.page_parts(),
        };
        let line = Line {
            status: message.known_status(),
            has_ledger: self.args.given.ledger.ledger,
            parts: asked_parts(has_parts, parts.as_ref()),
            ..Line::of(self.is_named.then_some(name))
        };
        let name = if name == "-" { "standard input" } else { name };
        let page = Page {
            status: line.status,
            problem: is_absent.then_some(Page::NOT_GIVEN),
            parts: line.parts,
            ..Page::read(name, verdicts, &inputs)
        };
        self.show(&line, &page)
    }

    /// Writes the verdicts on one response: the line for programs, or the page for people.
    pub(super) fn show(&mut self, line: &Line<'_>, page: &Page<'_>) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        match &mut self.text {
            Some(text) => text.page(&mut out, page)?,
            None => write_verdicts(
                &mut out,
                self.args.given.telling.format,
                line,
                page.verdicts,
            )?,
        }
        Ok(out.flush()?)
    }
}

fn question<'q, 'm: 'q>(
    args: &'q EvalSettings,
    beside: &'q Beside,
    files: ResponseFiles<'_>,
    message: &Message<'m>,
) -> Result<Question<'q>, Failure> {
    let mut stated = args.stated;
    let fault = match (stated.status, message.status()) {
        (Some(_), Some(own)) => Some(format!("has the status {own}; leave --status out")),
        _ if stated.is_cut && !message.has_body() => Some(String::from(
            "has no document that was cut; leave --cut out",
        )),
        _ => None,
    };
    if let Some(fault) = fault {
        return Err(Failure::Usage(format!("{} {fault}", files.name())));
    }
    stated.status = stated.status.or(message.status());
    let parts = Parts {
        fields: files.has_fields().then(|| message.fields().collect()),
        ..Parts::default()
    };
    Ok(asked(args, beside, &args.given.url, parts, stated))
}

/// The parts of a document, if the command line asks for them.
pub(super) fn asked_parts<'p>(is_asked: bool, parts: Option<&'p PageParts<'p>>) -> AskedParts<'p> {
    if is_asked {
        AskedParts::Of(parts)
    } else {
        AskedParts::None
    }
}

/// The question of the command line about a response.
pub(super) fn asked<'q>(
    args: &'q EvalSettings,
    beside: &'q Beside,
    url: &'q str,
    parts: Parts<'q>,
    stated: Stated,
) -> Question<'q> {
    Question {
        clients: args.askers.clients(),
        url,
        robots: beside.robots(),
        past: beside.past.given(),
        read_robots: beside.fetch(),
        now: beside.now,
        parts,
        uses: beside.uses.given(),
        stated,
        has_ledger: args.given.ledger.ledger,
        readers: args.readers.clone(),
    }
}

/// The verdicts on a response, one for each asker.
pub(super) fn verdicts<'p>(
    args: &EvalSettings,
    question: &Question<'_>,
    policy: &'p Policy,
) -> Vec<Verdict<'p>> {
    let askers = args.askers.iter();
    askers.map(|asker| question.judge(asker, policy)).collect()
}

/// The part of the response that was given and could not be read.
pub(super) fn unread(verdict: &Verdict<'_>) -> Option<Unread> {
    let mut unread = verdict.unread();
    unread.find(|unread| {
        let is_of = matches!(unread.source(), Input::Fields | Input::Document);
        is_of && !matches!(unread.why(), Why::NotGiven | Why::Body)
    })
}

/// Reports responses that were skipped, and parts that could not be read.
fn report(name: &str, message: &Message<'_>, verdict: Option<&Verdict<'_>>) -> Exit {
    if message.skipped() > 0 {
        warn(&format_args!(
            "{name}: skipped {} before the last response, which counts",
            number(message.skipped() as u64, "other response")
        ));
    }
    let unread = verdict.and_then(unread);
    let unread = unread.map(|unread| saved::fix(unread.why(), message));
    let second = message.second().map(|at| saved::second(at, "was judged"));
    let problems = unread.into_iter().chain(second);
    let failures = problems.map(|why| Failure::Input(name.to_owned(), why));
    let exits = failures.map(|failure| report_failure(&failure));
    exits.fold(Exit::Answered, Exit::max)
}
