//! The options of `lint` that are about live sites.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args as ClapArgs;
use clap::builder::NonEmptyStringValueParser;
use robots_policy::engines::Profile;
use robots_policy_live::fetch;
use url::Url;

use super::{SitemapOf, may_have_pause};
use crate::lint::sitemaps::is_sitemap;
use crate::web::{NAME, WebArgs, seconds};

/// Live sites, and how they are asked.
#[derive(ClapArgs)]
pub(crate) struct LiveArgs {
    /// Look at a sample of the pages of each address' site too: those that its sitemaps list, which its robots.txt names, or the
    /// one at URL, as in `--sitemap=https://example.org/sitemap.xml`
    #[arg(long, value_name = "URL", num_args = 0..=1, require_equals = true,
        default_missing_value = NAMED, hide_default_value = true, value_parser = sitemap_of)]
    pub(super) sitemap: Option<SitemapOf>,

    /// The most pages of that sample, which is spread evenly over the sitemaps
    #[arg(
        long,
        value_name = "NUMBER",
        default_value = "500",
        requires = "sitemap"
    )]
    pub(super) pages: usize,

    /// The seconds after which no more is requested; what was seen until then is reported
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) time: Option<Duration>,

    /// The least seconds between two requests of one host, at least 1; longer if its robots.txt has a longer `Crawl-delay`.
    /// Less is possible for loopback addresses alone
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = pause)]
    pub(super) pause: Duration,

    /// A site that should not be public, as `https://staging.example.org`: the paths of all pages are requested there too, and
    /// one that may be fetched and indexed is a finding
    #[arg(long, value_name = "URL", value_parser = fetch::url)]
    pub(super) twin: Option<Url>,

    /// Compare the robots.txt of each site with those of its other hosts: with `www.` and without, by http and https
    #[arg(long)]
    pub(super) other_hosts: bool,

    /// The `User-Agent` field to send, instead of the name of this program and --contact; it begins with robots-policy,
    /// and has the name of no other client
    #[arg(long, value_name = "STRING", conflicts_with = "contact", value_parser = NonEmptyStringValueParser::new())]
    user_agent: Option<String>,

    /// Folder of the answers of former runs: an address is requested again, and is not sent again if it has not changed
    /// [default: that of the user's caches]
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,

    /// Use no answers of former runs, and keep none
    #[arg(long, conflicts_with = "cache")]
    no_cache: bool,

    #[command(flatten)]
    pub(super) web: WebArgs,

    /// The addresses among the inputs.
    #[arg(skip)]
    pub(super) addresses: Vec<Url>,
}

impl LiveArgs {
    /// It with these addresses, if there are any.
    ///
    /// # Errors
    /// Options that are wrong together with others, in words.
    pub(crate) fn with(mut self, addresses: Vec<Url>) -> Result<Option<LiveArgs>, String> {
        if addresses.is_empty() {
            return match self.about_sites() {
                Some(option) => Err(format!(
                    "{option} is about a live site, and no input is an address such as https://example.org"
                )),
                None => Ok(None),
            };
        }
        if let (Some(SitemapOf::RobotsTxt), Some(address)) = (
            &self.sitemap,
            addresses
                .iter()
                .find(|url| is_sitemap(Path::new(url.path()))),
        ) {
            return Err(format!(
                "{address} looks like a sitemap, and is named as a page; write --sitemap={address}"
            ));
        }
        if let Some(agent) = &self.user_agent {
            own_name(agent)?;
        }
        may_have_pause(self.pause, addresses.iter().chain(&self.twin))?;
        let (agent, cache) = (self.user_agent.take(), self.cache.take());
        self.web = self.web.with(agent, cache, self.no_cache);
        self.addresses = addresses;
        Ok(Some(self))
    }

    /// An option that means nothing without an address.
    fn about_sites(&self) -> Option<&'static str> {
        let given = [
            (self.sitemap.is_some(), "--sitemap"),
            (self.time.is_some(), "--time"),
            (self.twin.is_some(), "--twin"),
            (self.other_hosts, "--other-hosts"),
            (self.user_agent.is_some(), "--user-agent"),
        ];
        let mut given = given.into_iter().filter(|(is_given, _)| *is_given);
        given.next().map(|(_, name)| name)
    }
}

/// Whether a user agent is that of this program: sites must not take it for another one.
fn own_name(agent: &str) -> Result<(), String> {
    let is_of_token = |c: char| c.is_ascii_alphabetic() || "-_".contains(c);
    let mut words = agent.split(|c| !is_of_token(c));
    let shown = agent.escape_debug();
    if words.next() != Some(NAME) {
        return Err(format!(
            "--user-agent `{shown}` does not begin with {NAME}, whose rules are obeyed; write for example `{NAME} (our monitor)`"
        ));
    }
    let is_other = |word: &&str| {
        let mut tokens = Profile::all().flat_map(Profile::tokens);
        tokens.any(|token| token.eq_ignore_ascii_case(word))
    };
    match words.find(is_other) {
        Some(word) => Err(format!(
            "--user-agent `{shown}` has the name of another client, {word}; leave that out"
        )),
        None => Ok(()),
    }
}

/// The files among the inputs, and the addresses.
///
/// # Errors
/// An address that cannot be requested, in words.
pub(crate) fn split(inputs: Vec<PathBuf>) -> Result<(Vec<PathBuf>, Vec<Url>), String> {
    let (mut files, mut addresses) = (Vec::new(), Vec::new());
    for input in inputs {
        let name = input.to_string_lossy();
        let lower = name.to_ascii_lowercase();
        if lower.starts_with("http://") || lower.starts_with("https://") {
            addresses.push(fetch::url(&name)?);
        } else if is_site(&name) && !input.exists() {
            return Err(format!(
                "there is no file `{}`; a site is written https://{name}",
                name.escape_debug()
            ));
        } else {
            files.push(input);
        }
    }
    Ok((files, addresses))
}

/// Whether the name of an input is that of a site: `example.org`, and not `page.html`.
fn is_site(name: &str) -> bool {
    let host = name.split('/').next().unwrap_or_default();
    let is_label = |label: &str| {
        let is_of_label = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
        !label.is_empty() && label.bytes().all(is_of_label)
    };
    let end = host
        .rsplit_once('.')
        .map(|(_, end)| end.to_ascii_lowercase());
    let is_end = |end: &str| {
        let is_word = end.len() > 1 && end.bytes().all(|b| b.is_ascii_alphabetic());
        is_word && !ENDS_OF_FILES.contains(&end)
    };
    end.as_deref().is_some_and(is_end) && host.split('.').all(is_label)
}

/// An address of a sitemap, or the word for those that robots.txt names.
fn sitemap_of(text: &str) -> Result<SitemapOf, String> {
    if text == NAMED {
        return Ok(SitemapOf::RobotsTxt);
    }
    fetch::url(text).map(SitemapOf::At)
}

/// Seconds, also none.
fn pause(text: &str) -> Result<Duration, String> {
    match text.parse().ok().map(Duration::try_from_secs_f64) {
        Some(Ok(pause)) => Ok(pause),
        _ => Err(String::from("write seconds, such as 1 or 2.5")),
    }
}

/// The sitemaps that robots.txt names.
const NAMED: &str = "robots.txt";
/// The ends of names of files that are as long as those of sites.
const ENDS_OF_FILES: &[&str] = &[
    "conf", "gz", "har", "htm", "html", "json", "log", "md", "mht", "mhtml", "php", "toml", "txt",
    "warc", "xhtml", "xml",
];
