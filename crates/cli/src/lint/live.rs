//! Live sites: robots.txt, sitemaps and pages, asked for under this program's own name.
//!
//! | file | what it does |
//! |---|---|
//! | `run` | the sites of a run, one after the other |
//! | `site` | the sitemaps of a site, and what is asked beside its pages |
//! | `page` | an answer, as the linter takes it |
//! | `twin`, `twins` | a copy of a site, and the requests of its pages |
//! | `visitor` | a request, its redirects, and the answers of former runs |
//! | `pace` | when a host may be asked again |
//! | `sample` | some of many pages |
//!
//! **Invariant.** Every request but those for robots.txt goes through [`visitor::Visitor::visit`], which obeys robots.txt and the pace.
//! **If that is touched**, a site is asked faster than it is said, or against its rules. **Which test notices.** `lint_sites` of the
//! program, which counts the requests of its servers.

mod pace;
mod page;
mod run;
mod sample;
mod site;
mod twin;
mod twins;
mod visitor;

use std::time::Duration;

use url::Url;

pub(crate) use self::pace::may_have_pause;
pub(super) use self::run::look_at_all;
use crate::web::WebSettings;

/// The settings of what is about live sites.
pub(crate) struct LiveSettings {
    /// The addresses among the inputs.
    pub(crate) addresses: Vec<Url>,
    /// Whether the sites are looked at by their sitemaps, and which that is.
    pub(crate) sitemap: Option<SitemapOf>,
    /// The most pages of a site.
    pub(crate) pages: usize,
    /// How long the requests may take together.
    pub(crate) time: Option<Duration>,
    /// The least time between two requests of one host.
    pub(crate) pause: Duration,
    /// A site that should not be public.
    pub(crate) twin: Option<Url>,
    /// Whether the robots.txt of the other hosts of a site is compared.
    pub(crate) other_hosts: bool,
    pub(crate) web: WebSettings,
}

/// The sitemap of a site.
#[derive(Clone)]
pub(crate) enum SitemapOf {
    /// Those that its robots.txt names.
    RobotsTxt,
    At(Url),
}
