//! Answers of live sites, as the linter takes them.

use std::collections::BTreeSet;

use http::StatusCode;
use robots_policy::robots_txt::authority;
use robots_policy::{Client, RobotsTxt};
use robots_policy_lint::{Place, RobotsAnswer, Source};
use robots_policy_live::{PageAnswer, PagePart, Visitor};
use url::Url;

use super::twin::Twin;
use crate::lint::look::Look;
use crate::lint::response::ReceivedResponse;
use crate::say::{number, warn};

/// A run over live sites.
pub(super) struct Live<'l, 's> {
    pub(super) visitor: Visitor<'l>,
    /// This program, as robots.txt knows it.
    pub(super) me: Client,
    pub(super) look: &'l mut Look<'s>,
    /// Copies of the site, except those that are left alone.
    pub(super) twins: Vec<Twin>,
    /// The site whose robots.txt is at hand.
    pub(super) robots: Option<String>,
    /// The sites whose robots.txt was looked at.
    pub(super) linted: BTreeSet<String>,
    /// Whether all pages that the sitemaps of the site list are looked at.
    pub(super) is_whole: bool,
    /// The pages of a sample that robots.txt closes, and why they are not looked at.
    pub(super) closed: Vec<(String, String)>,
}

/// The end of a way.
pub(super) enum PageEnd {
    Answered(PageAnswer),
    /// robots.txt closes this address for this program, by this line.
    Closed(Url, String),
    /// There was no answer, or nothing to ask; in words.
    Failed(String),
}

impl Live<'_, '_> {
    /// Looks at the robots.txt of a site; it is for what follows.
    ///
    /// # Errors
    /// Nothing is known of its host, in words.
    pub(super) fn robots(&mut self, url: &Url) -> Result<(), String> {
        let known = self.site(url);
        for warning in self.visitor.sites.take_warnings() {
            warn(&warning);
        }
        self.robots = authority(url.as_str());
        if let Some(why) = known.without_host() {
            self.look.linter.without_robots();
            return Err(why.to_owned());
        }
        let name = known.robots_url();
        let outcome = known.policy.robots().clone();
        if !self.linted.insert(name.to_owned()) {
            self.look.linter.again(name, &outcome);
            return Ok(());
        }
        self.look.seen(name);
        let file = outcome.rules().map(RobotsTxt::as_bytes);
        let file = file.map(|lines| Source::new(name, lines));
        let hops = known.hops.iter().map(|hop| hop.to.to_string());
        self.look.linter.robots_answer(&RobotsAnswer {
            place: Place::whole(Source::new(name, b"").name()),
            addresses: std::iter::once(name.to_owned()).chain(hops).collect(),
            media_type: None,
            file: file.as_ref(),
            outcome: outcome.clone(),
        });
        Ok(())
    }

    /// Takes the robots.txt of an address for what follows, without a look at it.
    pub(super) fn use_robots(&mut self, url: &Url) {
        let own = authority(url.as_str());
        if self.robots == own {
            return;
        }
        let known = self.site(url);
        self.look
            .linter
            .again(known.robots_url(), known.policy.robots());
        self.robots = own;
    }

    /// Looks at what the request of a page brought: the redirects on the way to it, and the page.
    pub(super) fn page(&mut self, url: &Url, part: PagePart, hops: &[PageAnswer], end: PageEnd) {
        let own = authority(url.as_str());
        let is_own = |other: &Url| authority(other.as_str()) == own;
        for hop in hops.iter().filter(|hop| is_own(&hop.url)) {
            self.use_robots(&hop.url);
            let linter = &mut self.look.linter;
            let response = response(hop, hop.url.as_str());
            response.with(|page| linter.page(page));
        }
        let answer = match end {
            PageEnd::Answered(answer) => answer,
            PageEnd::Closed(at, line) => return self.closed(url, part, &at, &line),
            PageEnd::Failed(why) => return self.look.not_looked_at(url.as_str(), &why),
        };
        let is_own = is_own(&answer.url);
        if !is_own && part == PagePart::Head {
            // The page of another site is not one of this site.
            return;
        }
        if is_own {
            self.use_robots(&answer.url);
        } else if let Err(why) = self.robots(&answer.url) {
            return self.look.not_looked_at(url.as_str(), &why);
        }
        let name = answer.url.as_str();
        response(&answer, name).with(|page| self.look.look_at(page));
        if let Some(why) = &answer.problem {
            self.look.not_looked_at(name, why);
        }
        let status = answer.status;
        if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
            let why = format!("the server answered {}", status.as_u16());
            self.look.not_looked_at(name, &why);
        }
    }

    /// Names a page that robots.txt does not let this program request. Its robots.txt is known all the same: where the redirect that
    /// leads there is another's, it is the one that is at hand.
    fn closed(&mut self, url: &Url, part: PagePart, at: &Url, line: &str) {
        self.use_robots(at);
        let why = if url == at {
            format!("robots.txt does not let robots-policy request it ({line})")
        } else {
            format!(
                "it leads to {at}, which robots.txt does not let robots-policy request ({line})"
            )
        };
        if part == PagePart::Head {
            self.closed.push((url.to_string(), why));
        } else {
            self.look.not_looked_at(url.as_str(), &why);
        }
    }

    /// Names the pages of a sample that robots.txt closes, the first one for many.
    pub(super) fn name_closed(&mut self) {
        let closed = std::mem::take(&mut self.closed);
        let Some((first, why)) = closed.first() else {
            return;
        };
        let why = match closed.len() - 1 {
            0 => why.clone(),
            more => format!(
                "{why}; {} of the sample too",
                number(more as u64, "more page")
            ),
        };
        self.look.not_looked_at(first, &why);
    }
}

/// An answer under this name.
pub(super) fn response<'a>(answer: &'a PageAnswer, url: &'a str) -> ReceivedResponse<'a> {
    ReceivedResponse {
        url,
        status: answer.status.as_u16(),
        lines: Some(answer.lines()),
        octets: answer.octets.as_deref(),
        is_text: false,
        is_cut: answer.is_cut,
    }
}
