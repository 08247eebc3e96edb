//! `robots-policy robots-store`: the robots.txt answers of a crawl, by scheme and authority.
//!
//! The store is an embedded B-tree, so that ten million authorities need no memory.

mod build;
mod capture;
mod runs;
mod sites;
mod store;

use std::io::{self, Write};

pub(crate) use self::sites::Sites;
pub(crate) use self::store::Store;
use crate::args::{RobotsStore, Show};
use crate::exit::{Exit, Failure};
use crate::fetch::authority;

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
        let name = authority(url);
        let Some(capture) = store.get(&name)? else {
            writeln!(out, "{name}: nothing")?;
            exit = Exit::Unreadable;
            continue;
        };
        writeln!(out, "{name}: {capture}")?;
        if let Some(body) = &capture.body {
            out.write_all(body)?;
        }
    }
    out.flush()?;
    Ok(exit)
}

/// The path of the file.
const ROBOTS_TXT: &str = "/robots.txt";
