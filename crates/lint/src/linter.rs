//! Takes inputs one by one, and gathers findings. `site` has what is about a site as a whole.

mod site;

use std::collections::BTreeMap;

use robots_policy::ledger;
use robots_policy::robots_txt::Robots;
use robots_policy::uses::{Rsl, TdmRep};
use robots_policy::{Client, Diagnostic, Policy, RobotsTxt, Timestamp, Unread, Why};

use crate::answer::RobotsAnswer;
use crate::askers::{Asker, Askers, names_of_signals};
use crate::code::Code;
use crate::effect::{Asked, Compared, Effect, Question};
use crate::finding::{Edit, Finding, Fix, MOST_INPUTS};
use crate::level::Level;
use crate::page::{Draft, Page, Read, Second};
use crate::place::Source;
use crate::robots::RobotsFile;
use crate::site::Site;

/// Looks at inputs, and gathers findings.
///
/// A robots.txt is for the pages that come after it, until the next one. Findings about pages that say the same are one, with the
/// number of pages.
pub struct Linter {
    now: Timestamp,
    askers: Askers,
    /// The clients whose metas are read.
    clients: Vec<Client>,
    /// The robots.txt of the pages that follow; unknown without one.
    robots: Robots,
    robots_name: String,
    site: Site,
    findings: Vec<Finding>,
    /// Findings about pages, by code and message.
    pages: BTreeMap<(Code, String), usize>,
    levels: BTreeMap<Code, Level>,
}

impl Linter {
    /// A linter for inputs at this moment, by which deadlines are past or not.
    pub fn new(now: Timestamp) -> Linter {
        let askers = Askers::new();
        let clients = askers.with_names([]).iter().map(Asker::client).collect();
        Linter {
            now,
            askers,
            clients,
            robots: Robots::Unknown,
            robots_name: String::new(),
            site: Site::default(),
            findings: Vec::new(),
            pages: BTreeMap::new(),
            levels: BTreeMap::new(),
        }
    }

    /// Another level for a rule.
    #[must_use]
    pub fn with_level(mut self, code: Code, level: Level) -> Linter {
        self.levels.insert(code, level);
        self
    }

    /// Looks at a robots.txt, which is for the pages that follow.
    pub fn robots(&mut self, source: &Source<'_>) {
        let file = RobotsFile::read(source);
        for finding in file.findings(&self.askers, self.now) {
            self.add(finding);
        }
        self.robots_name = source.name().to_string();
        self.robots = file.rules.into();
        self.site.leave();
    }

    /// Says that the pages that follow have no robots.txt, or one that is not known.
    pub fn without_robots(&mut self) {
        self.robots = Robots::Unknown;
        self.site.leave();
    }

    /// Looks at the answer to a request for robots.txt, which is for the pages that follow.
    pub fn robots_answer(&mut self, answer: &RobotsAnswer<'_>) {
        for finding in answer.findings(&self.askers, self.now) {
            self.add(finding);
        }
        self.robots = answer.outcome.clone();
        self.robots_name = answer.place.input.to_string();
        self.site.leave();
        if let (Some(file), Robots::Rules(_)) = (answer.file, &answer.outcome) {
            self.robots(file);
        }
    }

    /// Looks at a `tdmrep.json`.
    pub fn tdmrep(&mut self, source: &Source<'_>) {
        self.document_of_uses(source, TdmRep::parse(source.bytes()).diagnostics);
    }

    /// Looks at a licence in RSL.
    pub fn license(&mut self, source: &Source<'_>) {
        self.document_of_uses(source, Rsl::parse(source.bytes()).diagnostics);
    }

    fn document_of_uses(&mut self, source: &Source<'_>, diagnostics: Vec<Diagnostic>) {
        for found in diagnostics {
            if let Some(code) = Code::of_diagnostic(found.code()) {
                let span = found.provenance().span();
                let place = source.place(span.start..span.end);
                self.add(Finding::new(code, place, found.to_string()));
            }
        }
    }

    /// Looks at a response, or at a page alone. Returns why its document was not read whole, if one was given: without findings it is
    /// not known to have none.
    pub fn page(&mut self, page: &Page<'_>) -> Option<Why> {
        let read = self.read(page);
        self.visit(&read);
        for draft in read.drafts() {
            self.add_of_page(&read, draft);
        }
        page.document.as_ref()?;
        let verdict = read
            .policy
            .verdict(&Client::anonymous(), page.target(), self.now);
        let mut unread = verdict.unread();
        let of_page = |unread: &Unread| {
            unread.source() == ledger::Source::Document && unread.keeps(ledger::Asked::Index)
        };
        unread.find(of_page).map(|unread| unread.why())
    }

    fn read<'p>(&self, page: &'p Page<'p>) -> Read<'p> {
        Read {
            page,
            policy: page.read_into(&self.clients, self.policy()),
            body: page.read_body(&self.clients),
            now: self.now,
        }
    }

    /// A policy with the robots.txt of the page at hand.
    fn policy(&self) -> Policy {
        match &self.robots {
            Robots::Unknown => Policy::new(),
            robots => Policy::new().with_robots(robots.clone()),
        }
    }

    fn add_of_page(&mut self, read: &Read<'_>, draft: Draft) {
        let key = (draft.finding.code, draft.finding.message.clone());
        if let Some(known) = self
            .pages
            .get(&key)
            .and_then(|at| self.findings.get_mut(*at))
        {
            known.count += 1;
            if known.inputs.len() < MOST_INPUTS {
                known.inputs.push(read.page.name.to_owned());
            }
            return;
        }
        let mut finding = draft.finding;
        finding.inputs.push(read.page.name.to_owned());
        finding.url = read.page.url.map(str::to_owned);
        for other in &mut finding.others {
            if &*other.place.input == "robots.txt" {
                other.place.input = self.robots_name.as_str().into();
            }
        }
        if let Some((compared, second)) = &draft.second {
            let effect = self.effect(read, *compared, second);
            finding.fix = read.page.edit(second).map(|edit| Fix {
                is_safe: false,
                edits: vec![edit],
            });
            finding.effect = Some(effect);
        }
        let at = self.findings.len();
        if self.add(finding) {
            self.pages.insert(key, at);
        }
    }

    /// Who is affected by a statement of a page, and how.
    fn effect(&self, read: &Read<'_>, compared: Compared, second: &Second) -> Effect {
        let own = read.page.read_whole(&self.clients, self.policy());
        let site = match (&self.robots, second) {
            (Robots::Rules(rules), Second::Robots(lines)) => {
                Policy::new().with_robots(without_lines(rules, lines))
            }
            _ => self.policy(),
        };
        let other = read.page.read_second(second, &self.clients, site);
        let names = names_of_signals(read.signals()).chain(names_of_signals(other.signals()));
        let askers = self.askers.with_names(names);
        let targets = [read.page.target().to_owned()];
        let questions: &[Question] = match second {
            Second::Robots(_) => &[Question::Fetch],
            _ => &Question::ALL,
        };
        let asked = Asked {
            askers: &askers,
            targets: &targets,
            questions,
            now: self.now,
        };
        asked.effect(compared, own, other)
    }

    /// Adds a finding, unless its rule is off; whether it was added.
    fn add(&mut self, mut finding: Finding) -> bool {
        if let Some(level) = self.levels.get(&finding.code) {
            finding.level = *level;
        }
        let is_on = finding.level != Level::Off;
        if is_on {
            self.findings.push(finding);
        }
        is_on
    }

    /// The findings, in the order of their inputs.
    pub fn finish(mut self) -> Vec<Finding> {
        self.add_all_of_site();
        self.findings
    }
}

/// A robots.txt without these lines.
fn without_lines(rules: &RobotsTxt, lines: &[usize]) -> RobotsTxt {
    let text = rules.as_bytes();
    let source = Source::new("", text);
    let edits: Vec<_> = lines
        .iter()
        .map(|line| {
            let range = source.line(*line);
            Edit {
                start: range.start,
                end: range.end,
                text: String::new(),
            }
        })
        .collect();
    RobotsTxt::parse(&Edit::apply(&edits, text)).value
}
