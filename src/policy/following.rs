//! Whether a link of a page may be followed.

use std::fmt;

use super::Verdict;
use crate::page::parts::{Link, Rel};

/// Why a link may not be followed, or why that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkReason {
    /// A word of its `rel`, in the bytes of [`Link::span`].
    Rel(Rel),
    /// The page: see [`Verdict::because_of`] with [`Directive::NoFollow`](crate::Directive::NoFollow), and [`Verdict::unread`].
    Page,
    /// The robots.txt of the page, or that of another authority, which was not given.
    RobotsTxt,
    /// Its address is no URL with a robots.txt.
    Address,
}

impl fmt::Display for LinkReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkReason::Rel(rel) => write!(f, "rel={rel}"),
            LinkReason::Page => f.write_str("the page"),
            LinkReason::RobotsTxt => f.write_str("robots.txt"),
            LinkReason::Address => f.write_str("its address"),
        }
    }
}

/// Whether a link may be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Following {
    /// `None` if it is not known.
    pub allowed: Option<bool>,
    /// What decides; `None` if it may be followed.
    pub why: Option<LinkReason>,
}

impl Verdict<'_> {
    /// Whether a link of the page may be followed: by its `rel`, by the page, and by robots.txt, which is asked about its address
    /// if it has the same authority. About another authority nothing is known.
    ///
    /// A client follows no `nofollow`, and takes `ugc` and `sponsored` for facts about the link. An engine hears the words that its
    /// owner documents.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::parts::Parts;
    /// use robots_policy::{Client, HeaderReader, MetaExtractor, Policy, RobotsTxt, Timestamp};
    ///
    /// let body = b"<title>t</title><a href=/a rel='nofollow ugc'>a</a> <a href=/b>b</a> <a href=/c>c</a>";
    /// let mut metas = MetaExtractor::new();
    /// let _ = metas.feed(body);
    /// let policy = Policy::new()
    ///     .with_robots(RobotsTxt::parse(b"User-agent: *\nDisallow: /c"))
    ///     .with_fields(HeaderReader::new().read_lines([("x", "")]))
    ///     .with_document(metas.finish());
    /// let url = "https://example.com/page";
    /// let verdict = policy.verdict(&Client::anonymous(), url, Timestamp::from_unix(0));
    /// let links = Parts::of(body, &http::HeaderMap::new()).links(url);
    /// let why = |at: usize| verdict.following(&links[at]).why.map(|why| why.to_string());
    /// assert_eq!(why(0).as_deref(), Some("rel=nofollow"));
    /// assert_eq!(verdict.following(&links[1]).allowed, Some(true));
    /// assert_eq!(why(2).as_deref(), Some("robots.txt"));
    /// ```
    pub fn following(&self, link: &Link) -> Following {
        let no = |why| Following {
            allowed: Some(false),
            why: Some(why),
        };
        let unknown = |why| Following {
            allowed: None,
            why: Some(why),
        };
        let heard = link
            .rel()
            .iter()
            .find(|rel| self.heard_rels().contains(rel));
        if let Some(rel) = heard {
            return no(LinkReason::Rel(*rel));
        }
        if self.follow() == Some(false) {
            return no(LinkReason::Page);
        }
        let Ok(address) = link.address() else {
            return unknown(LinkReason::Address);
        };
        let is_asked = ["http://", "https://", "ftp://"];
        if !is_asked.iter().any(|scheme| address.starts_with(scheme)) {
            return unknown(LinkReason::Address);
        }
        match (self.fetching(address), self.follow()) {
            (Some(false), _) => no(LinkReason::RobotsTxt),
            (_, None) => unknown(LinkReason::Page),
            (None, _) => unknown(LinkReason::RobotsTxt),
            (Some(true), Some(_)) => Following {
                allowed: Some(true),
                why: None,
            },
        }
    }

    /// Whether the one who asks may fetch another target.
    fn fetching(&self, target: &str) -> Option<bool> {
        #[cfg(feature = "engines")]
        if let Some(profile) = self.profile() {
            let verdict = self.policy().engine_verdict(profile, target, self.now());
            return verdict.access().allowed();
        }
        let verdict = self.policy().verdict(self.client(), target, self.now());
        verdict.access().allowed()
    }

    /// The words of `rel` that bind the one who asks.
    #[cfg_attr(not(feature = "engines"), expect(clippy::unused_self))]
    fn heard_rels(&self) -> &'static [Rel] {
        #[cfg(feature = "engines")]
        if let Some(profile) = self.profile() {
            return profile.row().follows.value;
        }
        &[Rel::NoFollow]
    }
}
