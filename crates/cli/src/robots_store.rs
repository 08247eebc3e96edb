//! `robots-policy robots-store`: the robots.txt answers of a crawl, by scheme and authority, and its documents about AI use.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use robots_policy::Timestamp;
use robots_policy::robots_txt::authority;
use robots_policy::uses::TdmRep;
use robots_policy_archives::store::{Digest, Holdings, Observation, Store, current, runs};
use robots_policy_archives::{Answer, Answers as _, StoreError, document_at};
use robots_policy_scan::store::{self, StoreSettings};
use url::Url;

use crate::archive_inputs::Archives;
use crate::exit::{CommandExit as _, Exit, Failure};
use crate::interrupt;
use crate::progress::{ProgressWhen, RunProgress};
use crate::say::{number, unless_unread, warn};

/// How a store is built, and of what.
pub(crate) struct BuildSettings {
    pub(crate) archives: Archives,
    pub(crate) store: StoreSettings,
    pub(crate) progress: ProgressWhen,
}

/// The settings of the command.
pub(crate) enum RobotsStoreSettings {
    /// Reads the answers of archives into a store.
    Build(Box<BuildSettings>),
    /// Shows what a store holds.
    Show { store: PathBuf, what: Shown },
}

/// The part of a store that is shown.
pub(crate) enum Shown {
    /// How much it holds.
    Holdings,
    /// The bytes of a body.
    Body(Digest),
    /// The observations of the sites of URLs, or of the documents that have these addresses; or the answer at a time.
    Places(Vec<Url>, Option<ShownAt>),
}

/// The time whose answer is shown.
#[derive(Clone, Copy)]
pub(crate) enum ShownAt {
    /// Of all the one that counts.
    Latest,
    /// The one that holds then.
    Time(Timestamp),
}

/// Runs the command.
pub(crate) fn run(args: &RobotsStoreSettings) -> Result<Exit, Failure> {
    match args {
        RobotsStoreSettings::Build(args) => build(args),
        RobotsStoreSettings::Show { store, what } => show(store, what),
    }
}

/// Reads the answers of archives into a store.
fn build(args: &BuildSettings) -> Result<Exit, Failure> {
    let named = args.archives.inputs(&|failure| warn(failure))?;
    let output = &args.store.output;
    if output.exists() && !args.store.updates {
        return Err(Failure::Usage(format!(
            "{} is there already; add to it with --update, or name another file",
            output.display()
        )));
    }
    for failure in &named.missing {
        warn(failure);
    }
    let progress = RunProgress::new(&named.inputs, args.progress);
    let filled = store::fill(&args.store, &named.inputs, &progress, &interrupt::watch()?);
    progress.end();
    let Some((found, sites)) = filled? else {
        return Ok(Exit::Interrupted);
    };
    let mut out = io::stdout().lock();
    let written = writeln!(
        out,
        "{} in {}; {} holds {}",
        found,
        number(found.archives, "archive"),
        output.display(),
        number(sites, "site")
    );
    unless_unread(written.and_then(|()| out.flush()))?;
    let exit = if found.is_damaged {
        Exit::Unreadable
    } else {
        Exit::Answered
    };
    let missing = named.missing.iter().map(Exit::after);
    Ok(missing.fold(exit, Exit::max))
}

/// Shows what a store holds.
fn show(store: &Path, what: &Shown) -> Result<Exit, Failure> {
    let path = store;
    let store = Store::open(path)?;
    let mut out = io::stdout().lock();
    let exit = match what {
        Shown::Holdings => {
            let holdings = store.holdings()?;
            writeln!(out, "{} holds {}", path.display(), words(&holdings))?;
            Exit::Answered
        }
        Shown::Body(digest) => match store.body(digest)? {
            Some(octets) => {
                out.write_all(&octets)?;
                Exit::Answered
            }
            None => {
                return Err(Failure::Input(
                    path.display().to_string(),
                    format!("it has no body {digest}"),
                ));
            }
        },
        Shown::Places(urls, at) => places(&mut out, &store, urls, *at)?,
    };
    out.flush()?;
    Ok(exit)
}

/// Shows the observations of the sites of URLs, or of the documents that have these addresses.
fn places(
    out: &mut impl Write,
    store: &Store,
    urls: &[Url],
    at: Option<ShownAt>,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Answered;
    for url in urls {
        let Some(name) = authority(url.as_str()) else {
            return Err(Failure::Usage(format!("{url}: no robots.txt governs it")));
        };
        let shown = stored(store, url, name).and_then(|(name, found)| {
            let answer = match at {
                None => None,
                Some(at) => held(store, &name, &found, at)?,
            };
            Ok((name, found, answer))
        });
        let (name, found, answer) = match shown {
            Ok(shown) => shown,
            Err(error) if error.is_damaged => {
                warn(&Failure::from(error));
                exit = Exit::Unreadable;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        match (answer, at) {
            (Some((answer, failure)), _) => {
                writeln!(out, "{name}: {answer}")?;
                if let Some(failure) = failure {
                    writeln!(out, "  after it, {failure}, which leaves it in force")?;
                }
                if let Some(body) = &answer.body {
                    out.write_all(body)?;
                }
            }
            (None, None) if !found.is_empty() => list(out, &name, &found)?,
            _ => {
                writeln!(out, "{name}: nothing")?;
                exit = Exit::Unreadable;
            }
        }
    }
    Ok(exit)
}

/// The answer that holds at a time, and the failure after it.
fn held(
    store: &Store,
    name: &str,
    found: &[Observation],
    at: ShownAt,
) -> Result<Option<(Answer, Option<String>)>, StoreError> {
    let ShownAt::Time(moment) = at else {
        return Ok(store.get(name)?.map(|answer| (answer, None)));
    };
    let Some(current) = current(found, moment.as_unix()) else {
        return Ok(None);
    };
    let failure = current.failure.map(|failure| {
        let at = Timestamp::from_unix(failure.at);
        format!("{} at {at}", failure.status)
    });
    Ok(Some((store.answer(name, current.observation)?, failure)))
}

/// Lists the runs of observations.
fn list(out: &mut impl Write, name: &str, found: &[Observation]) -> io::Result<()> {
    writeln!(out, "{name}")?;
    for run in runs(found) {
        let [first, last] = [run.first, run.last].map(|one| Timestamp::from_unix(one.at));
        let times = match run.count {
            1 => format!("{first}"),
            count => format!("{first} to {last}, {count} times"),
        };
        write!(out, "  {times}: {}", run.last.status)?;
        match (&run.last.body, &run.last.location) {
            (None, _) => writeln!(out, ", its content coding cannot be undone")?,
            (Some(_), Some(place)) => writeln!(out, ", leads to {place}")?,
            (Some(body), None) => writeln!(out, "\n    sha256 {}", body.digest)?,
        }
    }
    Ok(())
}

/// How much a store holds, as text.
fn words(holdings: &Holdings) -> String {
    let mut parts = vec![number(holdings.sites, "site")];
    if holdings.documents > 0 {
        let documents = number(holdings.documents, "document");
        parts.push(format!("{documents} about AI use"));
    }
    parts.push(number(holdings.observations, "observation"));
    let bodies = match holdings.bodies {
        1 => String::from("1 body"),
        many => format!("{many} bodies"),
    };
    let span = holdings.span.map(|(first, last)| {
        let [start, end] = [first, last].map(Timestamp::from_unix);
        if first == last {
            return format!(" of {start}");
        }
        format!(", from {start} to {end}")
    });
    format!(
        "{} and {bodies}{}",
        parts.join(", "),
        span.unwrap_or_default()
    )
}

/// The observations of the document that has this address, or of its site, which has this `name`; and the key.
fn stored(
    store: &Store,
    url: &Url,
    name: String,
) -> Result<(String, Vec<Observation>), StoreError> {
    let key = document_at(url.clone()).unwrap_or_default();
    let of_document = store.observations(&key)?;
    if !of_document.is_empty() || url.path() == TdmRep::PATH {
        return Ok((key, of_document));
    }
    let of_site = store.observations(&name)?;
    Ok((name, of_site))
}
