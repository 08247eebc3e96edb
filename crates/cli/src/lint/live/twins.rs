//! Copies of a site that should not be public: the same paths are requested there.

use robots_policy::Client;
use robots_policy::robots_txt::authority;
use robots_policy_lint::Page;
use robots_policy_live::{PageAnswer, PagePart, Stop};
use url::Url;

use super::page::{Live, PageEnd, response};
use super::twin::Twin;

impl Live<'_, '_> {
    /// Requests the copies of a page, which is not one itself.
    ///
    /// # Errors
    /// The reason why no more is requested of any site.
    pub(super) fn twins(&mut self, page: &Url) -> Result<(), Stop> {
        if self.look.linter.is_of_twin(page.as_str()) {
            return Ok(());
        }
        for twin in self.twins.clone() {
            if let Err(stop) = self.twin(&twin, page) {
                if matches!(stop, Stop::Interrupted | Stop::Time) {
                    return Err(stop);
                }
                let name = twin.base.as_str();
                self.look.not_looked_at(name, &stop.to_string());
                self.twins.retain(|own| own.base != twin.base);
            }
        }
        Ok(())
    }

    fn twin(&mut self, twin: &Twin, page: &Url) -> Result<(), Stop> {
        let own = twin.of(page);
        // A file does not name addresses of this network, as the user does.
        if !twin.is_expected {
            self.visitor.client().enter(&own);
        }
        let visit = self.visit(&own, PagePart::Head);
        self.visitor.client().enter(page);
        match visit?.1 {
            // A redirect to the site itself opens nothing.
            PageEnd::Answered(answer)
                if authority(answer.url.as_str()) == authority(own.as_str()) =>
            {
                self.twin_answered(twin, &answer);
            }
            PageEnd::Answered(_) => {}
            PageEnd::Closed(at, line) => self.twin_closed(twin, &own, &at, &line),
            PageEnd::Failed(why) => self.look.not_looked_at(own.as_str(), &why),
        }
        Ok(())
    }

    fn twin_answered(&mut self, twin: &Twin, answer: &PageAnswer) {
        let site = self.site(&answer.url);
        let robots = site.policy.robots();
        let linter = &mut self.look.linter;
        response(answer, answer.url.as_str()).with(|page| {
            if twin.is_expected {
                linter.expected_twin(page, site.robots_url(), robots);
            } else {
                linter.twin(page, robots);
            }
        });
    }

    /// A page that is closed for every client is not open; one that is closed for this program alone is not known. What is expected of it
    /// is asked of robots.txt.
    fn twin_closed(&mut self, twin: &Twin, url: &Url, at: &Url, line: &str) {
        let site = self.site(at);
        let robots = site.policy.robots();
        if twin.is_expected {
            let page = Page {
                name: at.as_str(),
                url: Some(at.as_str()),
                status: None,
                fields: None,
                document: None,
            };
            let linter = &mut self.look.linter;
            linter.expected_twin(&page, site.robots_url(), robots);
        } else if robots
            .access(&Client::anonymous(), at.as_str())
            .is_allowed()
        {
            let why = format!("robots.txt does not let robots-policy request it ({line})");
            self.look.not_looked_at(url.as_str(), &why);
        }
    }
}
