//! Facts about a site beside its pages: sitemaps, other hosts, and an address that does not exist.

use robots_policy::ledger::Assumed;
use robots_policy::robots_txt::{Robots, authority};
use robots_policy::{Client, Policy};

use super::Linter;
use crate::askers::{Asker, names_of_robots, rules_of};
use crate::code::Code;
use crate::effect::{Answer, Asked, Compared, Effect, Question};
use crate::excerpt::shown;
use crate::finding::{Draft, Finding};
use crate::marks::Marks;
use crate::page::{Page, PageReading};
use crate::place::{Place, Source};
use crate::robots::path_of;
use crate::rule::rules;
use crate::site::{ListedSitemap, RobotsVariant, Visited};
use crate::sitemap::Sitemap;

rules! {
    NotFoundOpen: Info, [Fields], "RFC 9110 §15.5.5",
        title: "an address that does not exist answers as a page",
        consequence: "Any address is a page that may be indexed.",
        advice: "Answer 404 or 410 for what does not exist.";
    RobotsByHost: Warning, [RobotsTxt], "RFC 9309 §2.3",
        title: "a robots.txt that differs between hosts of a site",
        consequence: "Each scheme, host and port has its own rules, and clients come by all of them.",
        advice: "Serve one file at all of them, or redirect the others.";
    OpenTwin: Error, [Site], "robots-policy.toml, [twins]",
        title: "a copy of the site that is open",
        consequence: "Staging or a preview competes with the site, or shows what is not ready.",
        advice: "Answer with `X-Robots-Tag: noindex` there, or let people log in; `Disallow` alone does not keep addresses out of an index.";
}

impl Linter {
    /// Looks at a sitemap of the site whose robots.txt is at hand; `address` is its own, if it is known.
    pub fn sitemap(&mut self, sitemap: &Sitemap, source: &Source<'_>, address: Option<&str>) {
        let robots = self.site.hold(&self.robots_name, &self.robots);
        let listed = ListedSitemap::new(sitemap, source, address, robots);
        for draft in self.site.list(listed) {
            self.add_of_site(draft);
        }
    }

    /// Says that this robots.txt, which was looked at before, is for what follows.
    pub fn again(&mut self, name: &str, robots: &Robots) {
        name.clone_into(&mut self.robots_name);
        self.robots = robots.clone();
        self.site.leave();
    }

    /// Says that an address that robots.txt or an index names as a sitemap has none, and why.
    pub fn without_sitemap(&mut self, address: &str, named_by: &str, why: &str) {
        let address_shown = shown(address);
        let message = format!("{named_by} names `{address_shown}` as a sitemap, and {why}");
        let place = self.place_of_sitemap(address);
        self.add(Finding::new(Code::SitemapBroken, place, message));
    }

    /// The addresses at which the robots.txt at hand names sitemaps.
    pub fn sitemaps_of_robots(&self) -> Vec<String> {
        let rules = self.robots.rules().into_iter();
        let records = rules.flat_map(robots_policy::RobotsTxt::sitemaps);
        records.map(|record| record.value().into_owned()).collect()
    }

    /// The line of the robots.txt at hand that names a sitemap.
    fn place_of_sitemap(&self, address: &str) -> Place {
        let source = Source::new(&self.robots_name, b"");
        let Some(rules) = self.robots.rules() else {
            return Place::whole(source.name());
        };
        let source = Source::new(&self.robots_name, rules.as_bytes());
        let record = rules.sitemaps().find(|record| record.value() == address);
        let Some(record) = record else {
            return Place::whole(source.name());
        };
        source.place_in_line(record.line(), record.span())
    }

    /// Looks at the answer for an address of the site that does not exist.
    pub fn not_found(&mut self, page: &Page<'_>) {
        let read = self.read(page);
        let is_open = matches!(page.status, Some(200..=299)) && read.facts().noindex.is_none();
        if is_open {
            let message = format!(
                "an address that does not exist answers {} and may be indexed",
                page.status.unwrap_or_default()
            );
            self.add(Finding::new(Code::NotFoundOpen, page.whole(), message));
        }
    }

    /// Compares the robots.txt at hand with that of another host of the site.
    pub fn other_host(&mut self, address: &str, other: &Robots) {
        let mut targets = vec![String::from("/")];
        for rules in [self.robots.rules(), other.rules()].into_iter().flatten() {
            targets.extend(
                rules_of(rules)
                    .take(MOST_TARGETS)
                    .map(|rule| path_of(&rule)),
            );
        }
        targets.sort();
        targets.dedup();
        let second = RobotsVariant {
            own: self.robots.clone(),
            other: other.clone(),
            targets,
            questions: &[Question::Fetch],
        };
        let message = format!("{} gives other answers than this one", shown(address));
        let place = Place::whole(Source::new(&self.robots_name, b"").name());
        let mut finding = Finding::new(Code::RobotsByHost, place, message);
        finding.effect = Some(self.effect_of_site(Compared::OtherHost, &second));
        self.add(finding);
    }

    /// Looks at a page of a site that should not be public, such as a staging site, whose robots.txt has this outcome.
    pub fn twin(&mut self, page: &Page<'_>, robots: &Robots) {
        let policy = Policy::new().with_robots(robots.clone());
        let policy = page
            .read_into(&self.clients, policy)
            .with_assumed(Assumed::rest());
        let verdict = policy.verdict(&Client::anonymous(), page.target(), self.now);
        let is_open = |question: Question| question.of(&verdict) == Answer::Yes;
        let is_page = matches!(page.status, Some(200..=299));
        if !is_page || !is_open(Question::Fetch) || !is_open(Question::Index) {
            return;
        }
        let site = authority(page.target()).unwrap_or_default();
        let message =
            format!("{site} should not be public, and its pages may be fetched and indexed");
        let mut finding = Finding::new(Code::OpenTwin, page.whole(), message);
        finding.url = page.url.map(str::to_owned);
        self.add_once(finding, page.name);
    }

    /// Whether an address is that of a copy of the site, of which the intent has expectations.
    pub fn is_of_twin(&self, url: &str) -> bool {
        self.judge.is_of_twin(url)
    }

    /// Compares the answers of a copy of the site, whose robots.txt has this outcome, with those that are expected of it.
    pub fn expected_twin(&mut self, page: &Page<'_>, robots_name: &str, robots: &Robots) {
        let site = Policy::new().with_robots(robots.clone());
        let read = self.read(page);
        for finding in self.judge.page(&read, &self.clients, site, robots_name) {
            let draft = Draft::new(finding);
            self.add_of_page(&read, draft, &mut Marks::default());
        }
    }

    /// Keeps what other inputs need of a response.
    pub(super) fn visit(&mut self, read: &PageReading<'_>) {
        let Some(url) = read.page.url else { return };
        let robots = self.site.hold(&self.robots_name, &self.robots);
        self.site.visit(Visited {
            name: read.page.name.to_owned(),
            url: url.to_owned(),
            status: read.page.status,
            facts: read.facts(),
            place: read.page.whole(),
            robots,
        });
    }

    /// Adds the findings that need all that was looked at.
    pub(super) fn add_all_of_site(&mut self) {
        for draft in self.site.drafts() {
            self.add_of_site(draft);
        }
    }

    fn add_of_site(&mut self, draft: Draft<RobotsVariant>) {
        let mut finding = draft.finding;
        let second = draft.second.as_ref();
        finding.effect = second.map(|(compared, second)| self.effect_of_site(*compared, second));
        self.add(finding);
    }

    fn effect_of_site(&self, compared: Compared, second: &RobotsVariant) -> Effect {
        let rules = [second.own.rules(), second.other.rules()];
        let names = rules.into_iter().flatten().flat_map(names_of_robots);
        let names: Vec<String> = names.collect();
        let askers = Asker::with_names(names.iter().map(String::as_str));
        let policy = |robots: &Robots| Policy::new().with_robots(robots.clone());
        let asked = Asked {
            askers: &askers,
            targets: &second.targets,
            questions: second.questions,
            now: self.now,
        };
        asked.effect(compared, policy(&second.own), policy(&second.other))
    }
}

/// The rules of each file that hosts are compared by.
const MOST_TARGETS: usize = 64;
