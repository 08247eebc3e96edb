//! Takes inputs one by one, and gathers findings. `site` has what is about a site as a whole.

pub(crate) mod site;

use std::collections::BTreeMap;
use std::sync::Arc;

use robots_policy::ledger;
use robots_policy::robots_txt::Robots;
use robots_policy::uses::{Rsl, TdmRep};
use robots_policy::{Client, Diagnostic, Parsed, Policy, RobotsTxt, Timestamp, Unread, Why};

use crate::answer::RobotsAnswer;
use crate::askers::{Asker, names_of_signals};
use crate::code::Code;
use crate::effect::{Asked, Compared, Effect, Question};
use crate::finding::{Draft, Edit, Finding, Fix, MOST_INPUTS, MOST_OTHERS, Other};
use crate::intent::{Beyond, Intent, Judge, Lock, NotKnown, Reach};
use crate::level::{Level, Need};
use crate::marks::Marks;
use crate::page::{Page, PageReading, PageVariant};
use crate::place::{Place, Source};
use crate::robots::RobotsFile;
use crate::sieve::{Baseline, Ignore, Sieve, Taken};
use crate::site::Site;

/// Looks at inputs, and gathers findings.
///
/// A robots.txt is for the pages that come after it, until the next one. Findings about pages that say the same are one, with the
/// number of pages.
pub struct Linter {
    now: Timestamp,
    /// The clients whose metas are read.
    clients: Vec<Client>,
    /// The robots.txt of the pages that follow; unknown without one.
    robots: Robots,
    robots_name: String,
    tdmrep: Option<Parsed<TdmRep>>,
    site: Site,
    findings: Vec<Finding>,
    /// Findings about pages, by code and message, each with the last page that has it.
    pages: BTreeMap<(Code, String), (usize, String)>,
    levels: BTreeMap<Code, Level>,
    judge: Judge,
    sieve: Sieve,
    reach: Reach,
    /// Whether comments of files ignore findings.
    has_marks: bool,
}

/// All that a run found.
#[derive(Debug)]
pub struct Finished {
    /// The findings, in the order of their inputs.
    pub findings: Vec<Finding>,
    /// Expected answers that could not be compared.
    pub not_known: Vec<NotKnown>,
    /// The lock of this run, if [`Intent::locking`] says what is locked.
    pub lock: Option<Lock>,
    /// The findings that were taken away.
    pub taken: Taken,
    /// The numbers of what is about addresses that were not looked at.
    pub beyond: Beyond,
}

impl Linter {
    /// A linter for inputs at this moment, by which deadlines are past or not.
    pub fn new(now: Timestamp) -> Linter {
        let clients = Asker::with_names([]).iter().map(Asker::client).collect();
        Linter {
            now,
            clients,
            robots: Robots::Unknown,
            robots_name: String::new(),
            tdmrep: None,
            site: Site::default(),
            findings: Vec::new(),
            pages: BTreeMap::new(),
            levels: BTreeMap::new(),
            judge: Judge::new(Intent::default()),
            sieve: Sieve::default(),
            reach: Reach::default(),
            has_marks: true,
        }
    }

    /// Adds the answers that the owner expects.
    #[must_use]
    pub fn with_intent(mut self, intent: Intent) -> Linter {
        self.judge = Judge::new(intent);
        self
    }

    /// Findings that are not reported.
    #[must_use]
    pub fn with_ignores(mut self, ignores: Vec<Ignore>) -> Linter {
        self.sieve.ignore(ignores);
        self
    }

    /// Comments of files ignore no finding.
    #[must_use]
    pub fn without_inline_ignores(mut self) -> Linter {
        self.has_marks = false;
        self
    }

    /// Findings that are known, which are not reported either.
    #[must_use]
    pub fn with_baseline(mut self, baseline: &Baseline) -> Linter {
        self.sieve.baseline(baseline);
        self
    }

    /// All findings are those of a new baseline ([`Taken::written`]), and none is reported.
    #[must_use]
    pub fn with_new_baseline(mut self) -> Linter {
        self.sieve.write();
        self
    }

    /// Another level for a rule.
    #[must_use]
    pub fn with_level(mut self, code: Code, level: Level) -> Linter {
        self.levels.insert(code, level);
        self
    }

    /// Says that all pages below an address were looked at: a URL, or a path such as `/` of a site that is not known. An expectation
    /// or an ignored finding that nothing there meets is a finding then; elsewhere it is counted.
    pub fn whole(&mut self, below: &str) {
        self.reach.add(below);
    }

    /// Looks at a robots.txt, which is for the pages that follow.
    pub fn robots(&mut self, source: &Source<'_>) {
        let file = RobotsFile::read(source);
        let mut marks = self.marks(|| Marks::of_robots(&file.text()));
        for finding in file.findings(self.now, &mut marks) {
            self.add(finding);
        }
        self.sieve.ignored_in_file(marks.count());
        for finding in marks.useless(|_| true) {
            self.add(finding);
        }
        self.robots_name = source.name().to_string();
        let robots = Robots::from(file.rules);
        self.judge.robots(source.name(), &robots);
        self.robots = robots;
        self.tdmrep = None;
        self.site.leave();
    }

    /// The outcome of a request for the robots.txt of the pages that follow, by this input; `is_instead` of the file that was looked at
    /// last.
    pub(crate) fn set_robots(&mut self, name: &Arc<str>, robots: Robots, is_instead: bool) {
        if is_instead {
            self.judge.robots_instead(&robots);
        } else {
            self.judge.robots(name, &robots);
        }
        self.robots = robots;
        self.site.leave();
    }

    /// Looks at the robots.txt that is served in the place of the file that was looked at last, if there is one.
    pub(crate) fn robots_in_place(&mut self, source: &Source<'_>, is_instead: bool) {
        if is_instead {
            self.judge.forget_robots();
        }
        self.robots(source);
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.now
    }

    /// Says that the pages that follow have no robots.txt, or one that is not known, and no `tdmrep.json`.
    pub fn without_robots(&mut self) {
        self.robots = Robots::Unknown;
        self.tdmrep = None;
        self.site.leave();
    }

    /// Looks at the answer to a request for robots.txt, which is for the pages that follow.
    pub fn robots_answer(&mut self, answer: &RobotsAnswer<'_>) {
        for finding in answer.findings(self.now) {
            self.add(finding);
        }
        self.robots = answer.outcome.clone();
        self.tdmrep = None;
        self.robots_name = answer.place.input.to_string();
        self.site.leave();
        if let (Some(file), Robots::Rules(_)) = (answer.file, &answer.outcome) {
            self.robots(file);
        } else {
            self.judge.robots(&answer.place.input, &answer.outcome);
        }
    }

    /// Looks at a `tdmrep.json`, which is for the pages that follow, until the next robots.txt.
    pub fn tdmrep(&mut self, source: &Source<'_>) {
        let read = TdmRep::parse(source.bytes());
        self.document_of_uses(source, read.diagnostics.clone());
        self.tdmrep = Some(read);
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
        let mut marks = self.marks(|| read.marks());
        for draft in read.drafts() {
            self.add_of_page(&read, draft, &mut marks);
        }
        let mut site = self.policy();
        if let Some(tdmrep) = &self.tdmrep {
            site = site.with_tdmrep(tdmrep.clone());
        }
        let found = self
            .judge
            .page(&read, &self.clients, site, &self.robots_name);
        for finding in found {
            self.add_of_page(&read, Draft::new(finding), &mut marks);
        }
        self.sieve.ignored_in_file(marks.count());
        let useless: Vec<Finding> = marks.useless(|needs| self.gives(needs, page)).collect();
        for finding in useless {
            self.add_of_page(&read, Draft::new(finding), &mut Marks::default());
        }
        page.document.as_ref()?;
        let verdict = read
            .policy
            .verdict(&Client::anonymous(), page.target(), self.now);
        let mut unread = verdict.unread();
        let of_page = |unread: &Unread| {
            unread.source() == ledger::Input::Document && unread.keeps(ledger::Asked::Index)
        };
        unread.find(of_page).map(|unread| unread.why())
    }

    /// The comments of a file that ignore findings, if such comments count.
    fn marks(&self, read: impl FnOnce() -> Marks) -> Marks {
        if self.has_marks {
            read()
        } else {
            Marks::default()
        }
    }

    /// Whether a rule with these needs is asked of a page.
    fn gives(&self, needs: &[Need], page: &Page<'_>) -> bool {
        let has_robots = !matches!(self.robots, Robots::Unknown);
        let is_given = |need: &Need| match need {
            Need::Fields => page.fields.is_some(),
            Need::Page => page.document.is_some(),
            Need::RobotsTxt | Need::Answer | Need::Site => true,
        };
        (has_robots || !needs.contains(&Need::RobotsTxt)) && needs.iter().any(is_given)
    }

    /// A page that was read, with the robots.txt at hand.
    pub(crate) fn read<'p>(&self, page: &'p Page<'p>) -> PageReading<'p> {
        PageReading {
            page,
            policy: page.read_into(&self.clients, self.policy()),
            tags: page.tags(),
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

    fn add_of_page(
        &mut self,
        read: &PageReading<'_>,
        draft: Draft<PageVariant>,
        marks: &mut Marks,
    ) {
        let mut finding = draft.finding;
        if marks.take(finding.code, finding.place.line) {
            return;
        }
        finding.url = read.page.url.map(str::to_owned);
        let key = (finding.code, finding.message.clone());
        let second = draft.second.filter(|_| !self.pages.contains_key(&key));
        if let Some((compared, second)) = &second {
            // What says less is for the owner to write.
            let edit = read
                .page
                .edit(second)
                .filter(|_| *compared == Compared::AsMeant);
            finding.fix = edit.map(|edit| Fix {
                is_safe: false,
                edits: vec![edit],
            });
            finding.effect = Some(self.effect(read, *compared, second));
        }
        if !self.is_reported(&mut finding, read.page.name)
            || self.counts(&key, read.page.name, &finding.place)
        {
            return;
        }
        finding.inputs.push(read.page.name.to_owned());
        for other in &mut finding.others {
            if &*other.place.input == "robots.txt" {
                other.place.input = self.robots_name.as_str().into();
            }
        }
        let at = (self.findings.len(), read.page.name.to_owned());
        self.pages.insert(key, at);
        self.findings.push(finding);
    }

    /// Who is affected by a statement of a page, and how.
    pub(crate) fn effect(
        &self,
        read: &PageReading<'_>,
        compared: Compared,
        second: &PageVariant,
    ) -> Effect {
        let own = read.page.read_whole(&self.clients, self.policy());
        let site = match (&self.robots, second) {
            (Robots::Rules(rules), PageVariant::Robots(lines)) => {
                Policy::new().with_robots(without_lines(rules, lines))
            }
            _ => self.policy(),
        };
        let other = read.page.read_second(second, &self.clients, site);
        let names = names_of_signals(read.signals()).chain(names_of_signals(other.signals()));
        let askers = Asker::with_names(names);
        let targets = [read.page.target().to_owned()];
        let questions: &[Question] = match second {
            PageVariant::Robots(_) => &[Question::Fetch],
            _ => Question::ALL,
        };
        let asked = Asked {
            askers: &askers,
            targets: &targets,
            questions,
            now: self.now,
        };
        asked.effect(compared, own, other)
    }

    /// Adds a finding, unless it is not reported; whether it was added.
    pub(crate) fn add(&mut self, mut finding: Finding) -> bool {
        let input = finding.place.input.to_string();
        let is_reported = self.is_reported(&mut finding, &input);
        if is_reported {
            self.findings.push(finding);
        }
        is_reported
    }

    /// Gives a finding its level; whether it is reported: its rule is not off, and no one ignores or knows it.
    fn is_reported(&mut self, finding: &mut Finding, input: &str) -> bool {
        if let Some(level) = self.levels.get(&finding.code) {
            finding.level = *level;
        }
        finding.level != Level::Off && !self.sieve.takes(finding, input, self.now)
    }

    /// Adds a finding about a page, or counts it with the one of this rule and message.
    pub(crate) fn add_once(&mut self, mut finding: Finding, name: &str) {
        let key = (finding.code, finding.message.clone());
        if self.counts(&key, name, &finding.place) {
            return;
        }
        finding.inputs.push(name.to_owned());
        let at = (self.findings.len(), name.to_owned());
        if self.add(finding) {
            self.pages.insert(key, at);
        }
    }

    /// Counts a page with a finding that says the same; whether there is one. A second place of its first page is one of the others, and
    /// no further page.
    fn counts(&mut self, key: &(Code, String), name: &str, place: &Place) -> bool {
        let Some((at, last)) = self.pages.get_mut(key) else {
            return false;
        };
        let Some(known) = self.findings.get_mut(*at) else {
            return false;
        };
        if last != name {
            name.clone_into(last);
            known.count += 1;
            if known.inputs.len() < MOST_INPUTS {
                known.inputs.push(name.to_owned());
            }
        } else if known.count == 1 && known.others.len() < MOST_OTHERS {
            let label = String::from("and here");
            let place = place.clone();
            known.others.push(Other { place, label });
        }
        true
    }

    /// Whether there is a finding of a rule in these bytes of an input.
    pub(crate) fn has(&self, code: Code, place: &Place) -> bool {
        let mut own = self.findings.iter().filter(|finding| finding.code == code);
        own.any(|finding| {
            let at = &finding.place;
            at.input == place.input && place.bytes.contains(&at.bytes.start)
        })
    }

    /// The findings, in the order of their inputs.
    pub fn finish(self) -> Vec<Finding> {
        self.finish_all().findings
    }

    /// The findings, in the order of their inputs, and what else there is to say after the last one.
    pub fn finish_all(mut self) -> Finished {
        self.add_all_of_site();
        let judge = std::mem::replace(&mut self.judge, Judge::new(Intent::default()));
        let reach = std::mem::take(&mut self.reach);
        let ended = judge.finish(self.now, &reach);
        for finding in ended.findings {
            self.add(finding);
        }
        let mut beyond = ended.beyond;
        for finding in self.sieve.useless(self.now, &reach, &mut beyond) {
            self.add(finding);
        }
        Finished {
            findings: self.findings,
            not_known: ended.not_known,
            lock: ended.lock,
            taken: self.sieve.finish(),
            beyond,
        }
    }
}

/// A robots.txt without these lines.
fn without_lines(rules: &RobotsTxt, lines: &[usize]) -> RobotsTxt {
    let text = rules.as_bytes();
    let source = Source::new("", text);
    let edits = lines.iter().map(|line| Edit::without(source.line(*line)));
    RobotsTxt::parse(&Edit::apply(&edits.collect::<Vec<_>>(), text)).value
}
