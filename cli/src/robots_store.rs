//! `robots-policy robots-store`: the robots.txt answers of a crawl, by scheme and authority.

mod build;

use std::io::{self, Write};

use robots_policy::authority;
use robots_policy_archives::Answers as _;
use robots_policy_archives::store::Store;

use crate::args::{RobotsStore, Show};
use crate::exit::{Exit, Failure};

/// Runs the command.
pub(crate) fn run(args: &RobotsStore) -> Result<Exit, Failure> {
    match args {
        RobotsStore::Build(args) => build::run(args),
        RobotsStore::Show(args) => show(args),
    }
}

/// Shows what is kept of the sites of URLs.
fn show(args: &Show) -> Result<Exit, Failure> {
    let store = Store::open(&args.store)?;
    let mut out = io::stdout().lock();
    let mut exit = Exit::Answered;
    for url in &args.urls {
        let Some(name) = authority(url.as_str()) else {
            return Err(Failure::Usage(format!("{url}: no robots.txt governs it")));
        };
        let Some(answer) = store.get(&name)? else {
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
