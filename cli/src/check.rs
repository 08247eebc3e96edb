//! `robots-policy check`: what live sites say. robots.txt is asked first, and the page only if it allows.

mod site;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, SystemTime};

use robots_policy::report::Format;
use robots_policy::{Accessor, MetaExtractor, Parsed, Policy, Robots, Signal, Timestamp};
use url::Url;

use crate::args::Check;
use crate::check::site::{Known, Sites};
use crate::exit::{Exit, Failure};
use crate::fetch::{Client, Error, Response, Settings, Walk};
use crate::question::Readers;
use crate::tell::tell;

/// Runs the command.
pub(crate) fn run(args: &Check) -> Result<Exit, Failure> {
    let settings =
        Settings::new(user_agent(args)).with_total_timeout(Duration::from_secs(args.timeout));
    let client = Client::new(settings).map_err(Failure::Usage)?;
    let readers = args.reading.readers();
    let mut checker = Checker {
        accessor: args.asker.accessor(),
        sites: Sites::new(&client, site::cache(args), readers.robots.clone()),
        client: &client,
        readers,
        now: SystemTime::now().into(),
    };
    let mut exit = Exit::Answered;
    for url in &args.urls {
        let found = checker.check(url);
        checker.tell_remarks()?;
        exit = exit.max(answer(args, &checker, url, &found)?);
    }
    Ok(exit)
}

/// The product token of the asker and its contact, or the program's own name.
fn user_agent(args: &Check) -> String {
    let own = concat!("robots-policy/", env!("CARGO_PKG_VERSION"));
    let token = args.asker.agent.iter().flatten().next();
    let name = token.map_or_else(|| own.to_owned(), ToString::to_string);
    match &args.contact {
        Some(contact) => format!("{name} (+{contact})"),
        None => name,
    }
}

struct Checker<'c> {
    accessor: Accessor,
    client: &'c Client,
    sites: Sites<'c>,
    readers: Readers,
    now: Timestamp,
}

/// What was found at a URL.
struct Found {
    /// Where it was found, its redirects followed.
    at: Url,
    /// The redirects, in words.
    hops: Vec<String>,
    policy: Policy,
    /// What kept the page, or part of it, from being read.
    trouble: Option<String>,
    /// Whether the page was asked for.
    is_fetched: bool,
}

impl Checker<'_> {
    /// Asks for a page, and on each host it leads to first for leave.
    fn check(&mut self, url: &Url) -> Found {
        let mut walk = Walk::new(self.client, url);
        loop {
            let site = self.sites.of(walk.at(), self.now);
            let mut found = self.found(&walk, &site);
            let access = site.robots.access(&self.accessor, walk.at().as_str());
            if !access.is_allowed() {
                return found;
            }
            found.is_fetched = true;
            let response = match self.client.get(walk.at()) {
                Ok(response) => response,
                Err(error) => return found.troubled(&error),
            };
            match walk.follow(&response) {
                Ok(true) => {}
                Ok(false) => return self.read(found, response),
                Err(error) => return found.troubled(&error),
            }
        }
    }

    fn found(&self, walk: &Walk, site: &Known) -> Found {
        let hop = |hop: &crate::fetch::Hop| {
            let note = if hop.is_downgrade() {
                ", where the connection is not secure"
            } else {
                ""
            };
            format!("{} leads to {}{note}", hop.status.as_u16(), hop.to)
        };
        let remarks = Parsed {
            value: Vec::new(),
            diagnostics: site.diagnostics.clone(),
        };
        let trouble = site
            .trouble
            .clone()
            .filter(|_| matches!(site.robots, Robots::Unreachable { .. }));
        Found {
            at: walk.at().clone(),
            hops: walk.hops().iter().map(hop).collect(),
            policy: Policy::new()
                .with_signals(remarks)
                .with_robots(site.robots.clone()),
            trouble,
            is_fetched: false,
        }
    }

    /// Reads the fields of the final response, and its body up to the end of the head.
    fn read(&self, mut found: Found, response: Response) -> Found {
        let status = response.status();
        if !status.is_success() {
            let message = format!(
                "{}: the server answered {}",
                response.url(),
                status.as_u16()
            );
            found.trouble = Some(message);
            return found;
        }
        let fields = self.readers.fields.read(response.headers());
        let (metas, trouble) = self.metas(response);
        found.policy = found.policy.with_signals(fields).with_signals(metas);
        match trouble {
            Some(error) => found.troubled(&error),
            None => found,
        }
    }

    fn metas(&self, response: Response) -> (Parsed<Vec<Signal>>, Option<Error>) {
        let extractor = MetaExtractor::for_headers(response.headers());
        let mut extractor = self.readers.extractor(extractor, &self.accessor);
        // What is no document needs no byte.
        if extractor.feed(b"").is_done() {
            return (extractor.finish(), None);
        }
        let read = response.read(|chunk| {
            if extractor.feed(chunk).is_done() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        (extractor.finish(), read.err())
    }

    fn tell_remarks(&mut self) -> io::Result<()> {
        for remark in self.sites.take_remarks() {
            writeln!(io::stderr(), "robots-policy: {remark}")?;
        }
        Ok(())
    }
}

impl Found {
    fn troubled(mut self, error: &Error) -> Found {
        self.trouble = Some(error.to_string());
        self
    }
}

/// Tells what was found at a URL.
fn answer(args: &Check, checker: &Checker<'_>, url: &Url, found: &Found) -> Result<Exit, Failure> {
    let verdict = found
        .policy
        .verdict(&checker.accessor, found.at.as_str(), checker.now);
    let mut out = io::stdout().lock();
    if args.telling.format == Format::Text {
        writeln!(out, "{url}")?;
        for hop in &found.hops {
            writeln!(out, "  {hop}")?;
        }
        tell(&mut out, &args.telling, None, &verdict)?;
    } else {
        tell(&mut out, &args.telling, Some(url.as_str()), &verdict)?;
    }
    out.flush()?;
    if let Some(trouble) = &found.trouble {
        writeln!(io::stderr(), "robots-policy: {trouble}")?;
        return Ok(Exit::Undetermined);
    }
    Ok(if verdict.restricts() {
        Exit::Restricted
    } else {
        Exit::Answered
    })
}
