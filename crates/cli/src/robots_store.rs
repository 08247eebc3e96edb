//! `robots-policy robots-store`: the robots.txt answers of a crawl, by scheme and authority, and its documents about AI use.

use std::io::{self, Write};
use std::path::Path;

use robots_policy::Timestamp;
use robots_policy::robots_txt::authority;
use robots_policy::uses::TdmRep;
use robots_policy_archives::archive_inputs::Archives;
use robots_policy_archives::robots_store::{self, StoreSettings};
use robots_policy_archives::store::{Digest, Holdings, Observation, Store};
use robots_policy_archives::{
    Answers as _, Joined, StoreError, When, document_at, robots_at, runs,
};
use url::Url;

use crate::exit::{self, CommandExit as _, Exit, Failure};
use crate::progress::{ProgressWhen, RunProgress};
use crate::say::{number, unless_unread, warn};

/// Reads the answers of archives into a store.
pub(crate) fn build(
    archives: &Archives,
    settings: &StoreSettings,
    when: ProgressWhen,
) -> Result<Exit, Failure> {
    let named = archives.inputs(&|failure| warn(failure))?;
    let output = &settings.output;
    if output.exists() && !settings.updates {
        return Err(Failure::Usage(format!(
            "{} is there already; add to it with --update, or name another file",
            output.display()
        )));
    }
    for failure in &named.missing {
        warn(failure);
    }
    let progress = RunProgress::new(&named.inputs, when);
    let filled = robots_store::fill(settings, &named.inputs, &progress, &exit::watch()?);
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

/// Shows what a store holds: the bytes of a body; how much it is; or the observations of the sites of URLs, or of the documents that
/// have these addresses, or the answer at a time.
pub(crate) fn show(
    path: &Path,
    body: Option<&Digest>,
    urls: &[Url],
    at: Option<When>,
) -> Result<Exit, Failure> {
    let store = Store::open(path)?;
    let mut out = io::stdout().lock();
    let exit = match body {
        None if urls.is_empty() => {
            let holdings = store.holdings()?;
            writeln!(out, "{} holds {}", path.display(), words(&holdings))?;
            writeln!(out, "  sha256 of its rows {}", holdings.digest)?;
            Exit::Answered
        }
        Some(digest) => match store.body(digest)? {
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
        None => places(&mut out, &store, urls, at)?,
    };
    out.flush()?;
    Ok(exit)
}

/// Shows the observations of the sites of URLs, or of the documents that have these addresses.
fn places(
    out: &mut impl Write,
    store: &Store,
    urls: &[Url],
    at: Option<When>,
) -> Result<Exit, Failure> {
    let mut exit = Exit::Answered;
    for url in urls {
        let Some(name) = authority(url.as_str()) else {
            return Err(Failure::Usage(format!("{url}: no robots.txt governs it")));
        };
        let shown = stored(store, url, name).and_then(|(name, found)| {
            let joined = at.map(|when| store.tier(&name, when, 0));
            Ok((name, found, joined.transpose()?))
        });
        let (name, found, joined) = match shown {
            Ok(shown) => shown,
            Err(error) if error.is_damaged => {
                warn(&Failure::from(error));
                exit = Exit::Unreadable;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let is_shown = match (&joined, at) {
            (Some(joined), Some(at)) => {
                let mut is_shown = false;
                for joined in joined {
                    is_shown |= of_time(out, &name, &found, joined, at)?;
                }
                is_shown
            }
            _ if found.is_empty() => false,
            _ => list(out, &name, &found).map(|()| true)?,
        };
        if !is_shown {
            writeln!(out, "{name}: nothing")?;
            exit = Exit::Unreadable;
        }
    }
    Ok(exit)
}

/// Shows an answer that a page of a time is judged by, as `scan` does; returns whether there is one.
fn of_time(
    out: &mut impl Write,
    name: &str,
    found: &[Observation],
    joined: &Joined,
    when: When,
) -> io::Result<bool> {
    let Some(answer) = &joined.answer else {
        return Ok(false);
    };
    writeln!(out, "{name}: {answer}")?;
    if let Some(why) = joined.why {
        writeln!(
            out,
            "  not current then ({why}): what it forbids counts, and it permits nothing"
        )?;
    }
    if let When::Capture { at, .. } = when {
        let mut until = found.iter().rev();
        let last = until.find(|one| one.at <= at);
        // What is after an answer that holds, and does not replace it, is a failure.
        if let Some(failure) = last.filter(|last| last.at > answer.at) {
            let at = Timestamp::from_unix(failure.at);
            let status = failure.status;
            writeln!(
                out,
                "  after it, {status} at {at}, which leaves it in force"
            )?;
        }
    }
    if let Some(body) = &answer.body {
        out.write_all(body)?;
    }
    Ok(true)
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
            (Some(body), None) if body.is_missing() => {
                writeln!(out, ", its body was not saved, or is no text")?;
            }
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

/// The observations of the document that has this address, or of the answer to which a redirect may lead there, or of the site, which
/// has this `name`; and the key.
fn stored(
    store: &Store,
    url: &Url,
    name: String,
) -> Result<(String, Vec<Observation>), StoreError> {
    let keys = [document_at(url.clone()), robots_at(url.clone())];
    for key in keys.into_iter().flatten() {
        let found = store.observations(&key)?;
        if !found.is_empty() || url.path() == TdmRep::PATH {
            return Ok((key, found));
        }
    }
    let of_site = store.observations(&name)?;
    Ok((name, of_site))
}
