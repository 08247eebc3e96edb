//! `robots-policy robots-store build`: the robots.txt answers of archives into a store.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use url::Url;

use super::ROBOTS_TXT;
use super::capture::{Capture, most_body};
use super::store::Writer;
use crate::archive::{Damage, Head, Kind, Message, Record, Skip};
use crate::args::Build;
use crate::crew;
use crate::exit::{Exit, Failure};
use crate::fetch::authority;
use crate::inputs::Input;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::tell::{number, unless_unread};

/// Runs the command.
pub(super) fn run(args: &Build) -> Result<Exit, Failure> {
    let inputs = args.archives.inputs()?;
    let output = &args.output;
    if output.exists() && !args.update {
        return Err(Failure::Usage(format!(
            "{} is there already; add to it with --update, or name another file",
            output.display()
        )));
    }
    let Some((found, sites)) = filled(args, &inputs)? else {
        return Ok(Exit::Interrupted);
    };
    let mut out = io::stdout().lock();
    let told = writeln!(
        out,
        "{} in {}; {} holds {}",
        number(found.answers, "robots.txt answer"),
        number(inputs.len() as u64, "archive"),
        output.display(),
        number(sites, "site")
    );
    unless_unread(told.and_then(|()| out.flush()))?;
    Ok(found.exit)
}

/// What was found, and how many sites the store holds then; nothing where the user ended the run.
type Filled = Option<(Found, u64)>;

/// Fills the store. A new one is in place when it is whole; one that is added to is whole at any time.
fn filled(args: &Build, inputs: &[Input]) -> Result<Filled, Failure> {
    let output = &args.output;
    if output.exists() {
        return fill(args, inputs, output);
    }
    let part = part(output);
    let _ = fs::remove_file(&part);
    let filled = fill(args, inputs, &part);
    match filled {
        Ok(None) | Err(_) => drop(fs::remove_file(&part)),
        Ok(Some(_)) => fs::rename(&part, output).map_err(|error| unwritable(output, &error))?,
    }
    filled
}

/// Adds what the archives hold to the store in `file`.
fn fill(args: &Build, inputs: &[Input], file: &Path) -> Result<Filled, Failure> {
    let progress = Progress::new(inputs, args.work.quiet);
    let interrupt = Interrupt::watch()?;
    let builder = Builder {
        store: Mutex::new(Writer::open(file).map_err(|why| unwritable(file, &why))?),
        file,
        progress: &progress,
        interrupt: &interrupt,
        stopped: AtomicBool::new(false),
    };
    let ends = crew::each(inputs, args.work.workers(), |input| builder.archive(input));
    progress.end();
    let found = Found::sum(ends)?;
    let store = builder.store.into_inner();
    let store = store.unwrap_or_else(PoisonError::into_inner);
    let rows = store.finish().map_err(|why| unwritable(file, &why))?;
    Ok((!interrupt.is_asked()).then_some((found, rows)))
}

fn unwritable(file: &Path, why: &dyn std::fmt::Display) -> Failure {
    Failure::File(file.display().to_string(), why.to_string())
}

fn part(output: &Path) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

/// What was found in archives.
struct Found {
    answers: u64,
    exit: Exit,
}

impl Found {
    /// What was found in all of them; a store that cannot be written is the failure of all.
    fn sum(ends: Vec<Result<Found, Failure>>) -> Result<Found, Failure> {
        let mut sum = Found {
            answers: 0,
            exit: Exit::Answered,
        };
        for end in ends {
            let found = end?;
            sum.answers += found.answers;
            sum.exit = sum.exit.max(found.exit);
        }
        Ok(sum)
    }
}

struct Builder<'b> {
    store: Mutex<Writer>,
    progress: &'b Progress,
    interrupt: &'b Interrupt,
    file: &'b Path,
    /// Set where the store cannot be written, by whoever holds it: then it is neither used again nor worth reading for.
    stopped: AtomicBool,
}

impl Builder<'_> {
    /// Reads one archive. Damage is told, and costs the record.
    fn archive(&self, input: &Input) -> Result<Found, Failure> {
        let mut found = Found {
            answers: 0,
            exit: Exit::Answered,
        };
        if self.is_over() {
            return Ok(found);
        }
        let mut tell = |why: &dyn std::fmt::Display| {
            self.progress.tell(&format!("{}: {why}", input.name));
            found.exit = Exit::Unreadable;
        };
        let mut archive = match input.open(Skip::Verified) {
            Ok(archive) => archive,
            Err(error) => {
                tell(&error);
                return Ok(found);
            }
        };
        let mut reading = self.progress.reading();
        while !self.is_over() {
            let captured = match archive.next() {
                None => break,
                Some(Ok(mut record)) => captured(&mut record),
                Some(Err(damage)) => Err(damage),
            };
            match captured {
                Ok(None) => {}
                Ok(Some((authority, capture))) => {
                    found.answers += 1;
                    self.keep(authority, capture)?;
                }
                Err(damage) => tell(&damage),
            }
            reading.record(archive.position());
        }
        Ok(found)
    }

    fn is_over(&self) -> bool {
        self.interrupt.is_asked() || self.stopped.load(Ordering::Relaxed)
    }

    fn keep(&self, authority: String, capture: Capture) -> Result<(), Failure> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_over() {
            return Ok(());
        }
        let added = store.add(authority, capture);
        self.stopped.fetch_or(added.is_err(), Ordering::Relaxed);
        added.map_err(|why| unwritable(self.file, &why))
    }
}

/// The answer for a robots.txt that a record holds, and its authority.
fn captured(record: &mut Record<'_>) -> Result<Option<(String, Capture)>, Damage> {
    let head = record.head();
    let Some(url) = robots_txt(head) else {
        return Ok(None);
    };
    let Some(message) = Message::read(record)? else {
        return Ok(None);
    };
    let capture = answer(message, moment(head))?;
    // A file that is cut says less than the whole does; the archive tells the damage next.
    let is_whole = record.damage().is_none();
    Ok(is_whole.then(|| (authority(&url), capture)))
}

/// Seconds since 1970; 0 for a date that cannot be read, which every other answer follows.
fn moment(head: Head<'_>) -> i64 {
    let date = head.date().and_then(|date| str::from_utf8(date).ok());
    let date: Option<jiff::Timestamp> = date.and_then(|date| date.parse().ok());
    date.map_or(0, jiff::Timestamp::as_second)
}

fn answer(mut message: Message<'_>, at: i64) -> Result<Capture, Damage> {
    let mut fields = message.fields();
    let location = fields.find(|(name, _)| name.eq_ignore_ascii_case(b"Location"));
    let mut body = Vec::new();
    // What ends it early is told as its damage.
    let _ = message
        .body()
        .take(most_body() as u64)
        .read_to_end(&mut body);
    let body = match message.damage() {
        None => Some(body),
        Some(damage) if damage.is_of_coding() => None,
        Some(damage) => return Err(damage.clone()),
    };
    Ok(Capture {
        at,
        status: message.status().unwrap_or_default(),
        location: location.map(|(_, value)| String::from_utf8_lossy(value).into_owned()),
        body,
    })
}

/// The address of a response that is a robots.txt.
fn robots_txt(head: Head<'_>) -> Option<Url> {
    if head.kind() != Kind::Response {
        return None;
    }
    let target = head.target_uri()?;
    // Most are none, and need not be parsed.
    memchr::memmem::find(target, ROBOTS_TXT.as_bytes())?;
    let url = Url::parse(str::from_utf8(target).ok()?).ok()?;
    let is_web = matches!(url.scheme(), "http" | "https");
    (is_web && url.path() == ROBOTS_TXT && url.query().is_none()).then_some(url)
}
