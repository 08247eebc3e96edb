//! Live sites: robots.txt, sitemaps and pages, asked for under this program's own name.
//!
//! | file | what it does |
//! |---|---|
//! | `args` | the options, and the addresses among the inputs |
//! | `run` | the sites of a run, one after the other |
//! | `site` | the sitemaps of a site, and what is asked beside its pages |
//! | `page` | an answer, as the linter takes it |
//! | `twin`, `twins` | a copy of a site, and the requests of its pages |
//! | `visit` | a page or a sitemap, by the visitor of all that ask live sites |
//! | `sample` | some of many pages |
//!
//! **Invariant.** Every request but those for robots.txt goes through `Live::visit`, and so through
//! [`Visitor::visit`](robots_policy_live::Visitor::visit), which asks for robots.txt first and keeps the pace.

mod args;
mod page;
mod run;
mod sample;
mod site;
mod twin;
mod twins;
mod visit;

use std::time::Duration;

use url::{Host, Url};

pub(crate) use self::args::{LiveArgs, split};
pub(super) use self::run::look_at_all;

/// The sitemap of a site.
#[derive(Clone)]
pub(super) enum SitemapOf {
    /// Those that its robots.txt names.
    RobotsTxt,
    At(Url),
}

/// Whether sites of these addresses may be asked with this pause.
///
/// # Errors
/// It is too short, in words.
pub(super) fn may_have_pause<'u>(
    pause: Duration,
    mut urls: impl Iterator<Item = &'u Url>,
) -> Result<(), String> {
    if pause >= LEAST_PAUSE || urls.all(is_loopback) {
        return Ok(());
    }
    Err(String::from(
        "--pause is at least 1 second; less is possible where all addresses are those of this machine",
    ))
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    }
}

/// One request a second.
const LEAST_PAUSE: Duration = Duration::from_secs(1);
