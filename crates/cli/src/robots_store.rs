//! `robots-policy robots-store`: the robots.txt answers of a crawl, by scheme and authority, and its documents about AI use.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use robots_policy::robots_txt::authority;
use robots_policy::uses::TdmRep;
use robots_policy_archives::store::Store;
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
    /// Shows the stored answers of the sites of URLs, or the documents that have these addresses.
    Show { store: PathBuf, urls: Vec<Url> },
}

/// Runs the command.
pub(crate) fn run(args: &RobotsStoreSettings) -> Result<Exit, Failure> {
    match args {
        RobotsStoreSettings::Build(args) => build(args),
        RobotsStoreSettings::Show { store, urls } => show(store, urls),
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

/// Shows the stored answers of the sites of URLs, or the documents that have these addresses.
fn show(store: &Path, urls: &[Url]) -> Result<Exit, Failure> {
    let store = Store::open(store)?;
    let mut out = io::stdout().lock();
    let mut exit = Exit::Answered;
    for url in urls {
        let Some(name) = authority(url.as_str()) else {
            return Err(Failure::Usage(format!("{url}: no robots.txt governs it")));
        };
        let (name, answer) = match stored(&store, url, name) {
            Ok(found) => found,
            Err(error) if error.is_damaged => {
                warn(&Failure::from(error));
                exit = Exit::Unreadable;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let Some(answer) = answer else {
            writeln!(out, "{name}: nothing")?;
            exit = Exit::Unreadable;
            continue;
        };
        writeln!(out, "{name}: {answer}")?;
        if let Some(body) = &answer.body {
            out.write_all(body)?;
        }
    }
    out.flush()?;
    Ok(exit)
}

/// The stored document that has this address, or the answer of its site, which has this `name`; and the key.
fn stored(store: &Store, url: &Url, name: String) -> Result<(String, Option<Answer>), StoreError> {
    let key = document_at(url.clone()).unwrap_or_default();
    Ok(match store.get(&key)? {
        Some(document) => (key, Some(document)),
        None if url.path() == TdmRep::PATH => (key, None),
        None => {
            let answer = store.get(&name)?;
            (name, answer)
        }
    })
}
