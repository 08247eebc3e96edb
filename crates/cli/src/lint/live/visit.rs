//! A page or a sitemap, requested under this program's own name.

use http::HeaderMap;
use robots_policy_live::{KnownSite, PageAnswer, PagePart, Stop, Visit, VisitEnd};
use url::Url;

use super::page::{Live, PageEnd};

impl Live<'_, '_> {
    /// The robots.txt of an address.
    pub(super) fn site(&mut self, url: &Url) -> KnownSite {
        let now = self.visitor.now;
        self.visitor.sites.of(url, &HeaderMap::new(), now)
    }

    /// Requests an address, its redirects followed, where robots.txt allows this program each of them: what these answered, and the end.
    ///
    /// # Errors
    /// The reason why no more is requested, of this address neither.
    pub(super) fn visit(
        &mut self,
        url: &Url,
        part: PagePart,
    ) -> Result<(Vec<PageAnswer>, PageEnd), Stop> {
        let me = &self.me;
        let may_fetch = |visit: &Visit, site: &KnownSite| {
            let access = site.policy.robots().access(me, visit.walk.at().as_str());
            (site.without_host().is_none() && access.is_allowed()).then(HeaderMap::new)
        };
        let fields = HeaderMap::new();
        let (visit, end) = self.visitor.visit(url, Some(part), fields, may_fetch)?;
        let at = visit.walk.at();
        let end = match end {
            VisitEnd::Closed(site) => match site.without_host() {
                Some(why) => PageEnd::Failed(why.to_owned()),
                None => PageEnd::Closed(at.clone(), self.closing_line(&site, at)),
            },
            VisitEnd::Failed(problem) => PageEnd::Failed(problem.to_string()),
            VisitEnd::Answered(response, kept) => {
                PageEnd::Answered(self.visitor.read(response, kept, part))
            }
        };
        Ok((visit.redirects, end))
    }

    /// The line that closes an address for this program, or why it may not be requested.
    fn closing_line(&self, site: &KnownSite, url: &Url) -> String {
        let access = site.policy.robots().access(&self.me, url.as_str());
        match access.rule() {
            Some(rule) => format!("line {}, `{}`", rule.line(), rule.text().escape_debug()),
            None => access.reason().to_string(),
        }
    }
}
