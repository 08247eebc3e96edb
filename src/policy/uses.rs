//! The answers about the uses of a response, for one client: each vocabulary for itself, then each activity.
//!
//! **What it is.** A fold in two steps. The readers and the sources that select (robots.txt, `tdmrep.json`, licences)
//! apply the rules of their vocabulary and yield [`Preference`]s. Here they are put into one order, `TDMRep`'s precedence of
//! places is applied, and each [`Activity`] is answered by the labels whose definition covers it: the strictest answer
//! stays, and nothing stated is `unstated` if every source is known.
//!
//! **Invariants.** One more statement never loosens an answer, except by `TDMRep`'s own rule that a later place replaces an
//! earlier one, which is shown ([`Preference::is_superseded`]). Restrictions travel along a stated inclusion, permissions
//! never do. While a source that could forbid an activity is not known, its answer is a no or not known. The answer of a label is
//! what was stated; a document that was not read turns `allow` into `unstated` there, and so does a licence for what other
//! licences allow: what was not read may state the opposite ([`Uses::heard`]).
//!
//! **Which test notices.** `tests/all/uses.rs` (the vectors) and `tests/all/laws_of_uses.rs`.

#[cfg_attr(not(feature = "engines"), path = "uses/no_documents.rs")]
pub(crate) mod documented;
mod pointer;
mod question;
mod rank;
pub(super) mod token;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use self::pointer::Pointer;
pub use self::token::PolicyToken;

use self::documented::Documented;
use self::pointer::resolved;
use self::rank::{rank, supersede, tdm_rank};
use self::token::tokens;
use crate::ai::preference::{
    Activity, Answer, Label, Level, Missing, Preference, Terms, Vocabulary,
};
use crate::directive::Directive;
use crate::ledger::{self, Keeps};
use crate::order;
use crate::policy::Verdict;
use crate::provenance::{Provenance, SmallStr, Source};
use crate::signal::{Signal, Statement};
use crate::token::Scope;

/// The answers about AI use for one client, and the statements that they follow from.
///
/// [`Verdict::uses`] makes one.
///
/// # Examples
///
/// ```
/// use robots_policy::uses::{Activity, Answer, Label};
/// use robots_policy::{Client, HeaderReader, Policy, Timestamp};
///
/// let lines = [("Content-Usage", "train-ai=n, search=y"), ("TDM-Reservation", "1")];
/// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines));
/// let verdict = policy.verdict(&Client::new("ExampleBot")?, "/page", Timestamp::from_unix(0));
/// let uses = verdict.uses();
///
/// assert_eq!(uses.of(Activity::Train), Some(Answer::Disallow));
/// assert_eq!(uses.of(Activity::Search), None, "robots.txt and the document are not known");
/// assert_eq!(uses.preference(Label::AiprefSearch), Answer::Allow);
/// assert_eq!(uses.preference(Label::TdmMine), Answer::Disallow);
/// let reasons: Vec<String> = uses.because(Activity::Train).map(|because| because.to_string()).collect();
/// assert_eq!(reasons, [
///     "content-usage line 1, bytes 0-10: «train-ai=n» to every client",
///     "tdm-reservation line 1, bytes 0-1: «1» to every client",
/// ]);
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uses {
    /// All that address the client, in the order of their sources.
    preferences: Vec<Preference>,
    levels: Vec<(Level, Provenance)>,
    /// The policies of TDM reservations, the one in force last.
    tdm_policies: Vec<(Box<str>, Provenance)>,
    pub(super) tokens: Vec<PolicyToken>,
    /// The addresses of the licences that sources point at.
    licenses: BTreeSet<String>,
    /// Licences that were not read.
    pointers: Vec<Arc<Pointer>>,
    /// The target whose `tdmrep.json` was not read, and why.
    tdmrep: Option<(Box<str>, Missing)>,
    /// Whether the document was read, if there is one.
    is_read: bool,
    /// The answers that are not known unless they are no.
    unknown: Keeps,
    /// Those of an engine, as far as its row reads.
    engine_unknown: Keeps,
    /// Whether a licence for the client was not read.
    lacks_license: bool,
    /// The words of the documents of an engine; empty for another client.
    pub(super) documented: Vec<Documented>,
}

impl Verdict<'_> {
    /// The statements of the sources about AI use, for this client, and what follows from them: training, input to a model,
    /// an index of an AI system.
    ///
    /// For an engine they are joined by what its owner documents: a directive that keeps the page out of answers or training,
    /// and the group of a policy token, are statements about that use, for this asker alone. [`Uses::asked_not_to`] and
    /// [`Uses::listens`] then say whether the engine is asked not to do something, and whether its owner says that it listens.
    ///
    /// The statements are gathered by each call; keep the result for several questions.
    pub fn uses(&self) -> Uses {
        self.gathered()
    }
}

impl Uses {
    /// Gathers the statements that reach the client of a verdict.
    pub(super) fn new(verdict: &Verdict<'_>) -> Uses {
        let mut uses = Uses {
            preferences: Vec::new(),
            levels: Vec::new(),
            tdm_policies: Vec::new(),
            tokens: tokens_of(verdict),
            licenses: BTreeSet::new(),
            pointers: Vec::new(),
            tdmrep: None,
            is_read: verdict.policy().is_document_read(),
            unknown: verdict.policy().uses_unknown(verdict.target()),
            engine_unknown: verdict.policy().read_unknown(verdict.target()),
            lacks_license: false,
            documented: Vec::new(),
        };
        uses.add_robots(verdict);
        for signal in verdict.signals() {
            uses.add(signal, verdict);
        }
        uses.add_tdmrep(verdict);
        uses.add_inline(verdict);
        order::sort_by_key(&mut uses.preferences, |preference| {
            rank(preference.provenance().source())
        });
        order::sort_by_key(&mut uses.tdm_policies, |(_, at)| tdm_rank(at.source()));
        supersede(&mut uses.preferences);
        uses
    }

    /// Whether no source that was read states anything about AI use, or points at a document that may.
    pub fn is_empty(&self) -> bool {
        self.preferences.is_empty()
            && self.levels.is_empty()
            && self.tdm_policies.is_empty()
            && self
                .tokens
                .iter()
                .all(|token| token.answer() == Answer::Unstated)
            && self.pointers.is_empty()
    }

    /// The answer of the sources about an activity: the strictest answer of the labels whose definition covers it. `None` if it
    /// is not a no and a source that could forbid it is not known.
    ///
    /// [`Answer::Unstated`] is an answer: every source is known, and none speaks.
    pub fn of(&self, activity: Activity) -> Option<Answer> {
        let stated = self.stated(activity);
        let is_known = stated == Answer::Disallow || !self.unknown.has(activity);
        is_known.then_some(stated)
    }

    /// The answer of the sources that are known.
    pub(in crate::policy) fn stated(&self, activity: Activity) -> Answer {
        let tokens = self.tokens_about(activity);
        let answers = self.about(activity).map(|stated| self.heard(stated));
        let strictest = answers.chain(tokens.map(PolicyToken::answer)).max();
        strictest.unwrap_or(Answer::Unstated)
    }

    /// The answer of the vocabulary of a label, by its own rules.
    pub fn preference(&self, label: Label) -> Answer {
        let stated = self
            .in_force()
            .filter(|preference| preference.label() == label);
        stated
            .map(|stated| self.heard(stated))
            .max()
            .unwrap_or(Answer::Unstated)
    }

    /// Whether a vocabulary states anything.
    pub fn states(&self, vocabulary: Vocabulary) -> bool {
        let mut labels = self
            .preferences
            .iter()
            .map(|preference| preference.label().vocabulary());
        labels.any(|stated| stated == vocabulary)
            || vocabulary == Vocabulary::ContentSignal && !self.levels.is_empty()
    }

    /// The highest level at which the content may be used, of the key `use` of Content Signals: the lowest that is stated.
    pub fn level(&self) -> Option<Level> {
        self.levels.iter().map(|(level, _)| *level).min()
    }

    /// The address of the policy of a TDM reservation that is in force, as it is written.
    pub fn tdm_policy(&self) -> Option<&str> {
        let is_reserved = self.preference(Label::TdmMine) == Answer::Disallow;
        let (address, _) = self.tdm_policies.last().filter(|_| is_reserved)?;
        Some(address)
    }

    /// The statements that give an activity its answer, in the order of their sources: robots.txt, fields, the document,
    /// `tdmrep.json`, licences.
    ///
    /// Where a policy token alone gives the answer there are none: [`PolicyToken::provenance`] has its rule.
    pub fn because(&self, activity: Activity) -> impl Iterator<Item = &Preference> {
        let answer = self.stated(activity);
        self.about(activity)
            .filter(move |stated| self.heard(stated) == answer && answer != Answer::Unstated)
    }

    /// The terms on which an activity is allowed at most, if the sources that are known say [`Answer::Conditional`].
    pub fn terms(&self, activity: Activity) -> impl Iterator<Item = &Terms> {
        let is_conditional = self.stated(activity) == Answer::Conditional;
        let because = self.because(activity).filter(move |_| is_conditional);
        because.filter_map(Preference::terms)
    }

    /// Every statement that addresses the client, those that decide nothing included, in the order of their sources.
    pub fn preferences(&self) -> &[Preference] {
        &self.preferences
    }

    /// The statements that give the labels of their vocabularies their answers, in the order of their sources.
    ///
    /// Directives, such as `noai`, are among them for an engine, which need not act on them. For a client they are reasons of
    /// the verdict itself ([`Verdict::because`](crate::Verdict::because)).
    pub fn reasons(&self) -> impl Iterator<Item = &Preference> {
        // Each label is answered once: a hostile document has thousands of statements about one.
        let mut answers = BTreeMap::new();
        for stated in self.in_force() {
            let answer = answers.entry(stated.label()).or_insert(Answer::Unstated);
            *answer = self.heard(stated).max(*answer);
        }
        self.in_force().filter(move |stated| {
            let (label, answer) = (stated.label(), self.heard(stated));
            let is_stated = answer != Answer::Unstated && answers.get(&label) == Some(&answer);
            is_stated && (self.is_of_engine() || label.vocabulary() != Vocabulary::Robots)
        })
    }

    /// The answers for the policy tokens of the client, in the order it names them.
    pub fn tokens(&self) -> &[PolicyToken] {
        &self.tokens
    }

    /// The policy tokens that are about an activity.
    pub(super) fn tokens_about(&self, activity: Activity) -> impl Iterator<Item = &PolicyToken> {
        let tokens = self.tokens.iter();
        tokens.filter(move |token| token.activities().contains(&activity))
    }

    /// The licences that were not read.
    pub(super) fn pointers(&self) -> &[Arc<Pointer>] {
        &self.pointers
    }

    /// The documents that the caller could still read: licences that a source points at, then `tdmrep.json`.
    pub fn unread(&self) -> impl Iterator<Item = Pointer> {
        let tdmrep = self.tdmrep.iter();
        let tdmrep = tdmrep.map(|(target, why)| Pointer::tdmrep(target, *why));
        let licenses = self.pointers.iter().map(|pointer| Pointer::clone(pointer));
        licenses.chain(tdmrep)
    }

    /// The addresses of the licences that sources point at, each once, in the order of the alphabet; those that were read
    /// included.
    pub fn licenses(&self) -> impl Iterator<Item = &str> {
        self.licenses.iter().map(String::as_str)
    }

    /// The statements about an activity. Those that only restrict reach further than their label's definition.
    fn about(&self, activity: Activity) -> impl Iterator<Item = &Preference> {
        self.in_force().filter(move |stated| {
            let mut decided = stated.label().decided(stated.answer());
            decided.any(|decided| decided == activity)
        })
    }

    fn in_force(&self) -> impl Iterator<Item = &Preference> {
        self.preferences
            .iter()
            .filter(|preference| !preference.is_superseded())
    }

    /// The answer that a statement counts for: a permission is none if something that was not read may state the opposite in
    /// the same vocabulary.
    fn heard(&self, stated: &Preference) -> Answer {
        let may_differ = match stated.label().vocabulary() {
            _ if stated.provenance().source() == Source::Rsl => !self.is_read || self.lacks_license,
            Vocabulary::TdmRep | Vocabulary::Robots => !self.is_read,
            _ => false,
        };
        match stated.answer() {
            Answer::Allow if may_differ => Answer::Unstated,
            answer => answer,
        }
    }

    /// Adds the statement of a field or of the document.
    fn add(&mut self, signal: &Signal, verdict: &Verdict<'_>) {
        let at = signal.provenance();
        match signal.statement() {
            Statement::Preference(label, answer) => self.prefer(*label, *answer, signal),
            Statement::Level(level) => {
                let to = SmallStr::new(&to(signal));
                let capped = Preference::of_level(*level, &to, at);
                self.preferences.extend(capped);
                self.levels.push((*level, at.clone()));
            }
            Statement::TdmPolicy(address) => self.tdm_policies.push((address.clone(), at.clone())),
            Statement::Directive(directive, _) => {
                let label = BY_DIRECTIVE.iter().find(|(named, _)| named == directive);
                if let Some((_, label)) = label {
                    self.prefer(*label, Answer::Disallow, signal);
                }
            }
            Statement::License(address) => {
                self.license(resolved(verdict.target(), address), at, verdict);
            }
            Statement::InlineLicense(_) | Statement::Extension(_) => {}
            Statement::Unread(_) => self.know_less(Keeps::USES),
        }
    }

    /// Adds what robots.txt states: its own statements, and the licences that it points at.
    fn add_robots(&mut self, verdict: &Verdict<'_>) {
        let Some(rules) = verdict.robots().rules() else {
            return;
        };
        let stated = rules.uses_after(verdict.access(), verdict.client(), verdict.target());
        self.preferences.extend_from_slice(stated.preferences());
        self.levels.extend_from_slice(stated.levels());
        let file = resolved(verdict.target(), "/robots.txt");
        for (address, at) in stated.licenses() {
            self.license(resolved(&file, address), at, verdict);
        }
    }

    /// Adds what a licence states that a source points at, or remembers that it was not read; once for each address.
    fn license(&mut self, url: String, at: &Provenance, verdict: &Verdict<'_>) {
        if self.licenses.contains(&url) {
            return;
        }
        let why = match verdict.policy().license(&url) {
            Some(license) if license.is_conforming() => {
                let stated = license.stated(&url, verdict.target()).into_iter();
                let address: Arc<str> = url.as_str().into();
                self.preferences
                    .extend(stated.map(|stated| stated.in_document(&address)));
                None
            }
            Some(_) => Some(Missing::NotConforming),
            None => Some(Missing::License),
        };
        if let Some(why) = why {
            self.lacks_license = true;
            self.lack(
                verdict,
                Pointer {
                    why,
                    url: url.as_str().into(),
                    at: Some(at.clone()),
                },
            );
        }
        self.licenses.insert(url);
    }

    /// Without a licence, what it could forbid is not known, unless the caller's word is that there is none.
    fn lack(&mut self, verdict: &Verdict<'_>, missing: Pointer) {
        let known = verdict.policy().license_known(Some(&missing));
        self.pointers.push(Arc::new(missing));
        if !known.state.is_known() {
            self.know_less(Keeps::of(ledger::Input::Licenses));
        }
    }

    /// Notes that these answers are not known, for an engine too.
    pub(super) fn know_less(&mut self, keeps: Keeps) {
        self.unknown = self.unknown.union(keeps);
        self.engine_unknown = self.engine_unknown.union(keeps);
    }

    /// Adds what `tdmrep.json` states.
    fn add_tdmrep(&mut self, verdict: &Verdict<'_>) {
        self.stated_by_tdmrep(verdict);
        // A rule that was read decides, whatever comes after it.
        if self.tdmrep.is_some() || verdict.policy().is_tdmrep_apart() {
            self.unknown = self.unknown.union(verdict.policy().tdmrep_keeps());
        }
    }

    fn stated_by_tdmrep(&mut self, verdict: &Verdict<'_>) {
        match &verdict.policy().tdmrep {
            None => self.tdmrep = Some((verdict.target().into(), Missing::TdmRep)),
            Some(file) => {
                let stated = file.stated(verdict.target());
                let missing = file.missing().filter(|_| stated.reservation.is_none());
                self.tdmrep = missing.map(|why| (verdict.target().into(), why));
                self.preferences.extend(stated.reservation);
                self.tdm_policies.extend(stated.policy);
            }
        }
    }

    /// Adds what the licences that the document holds state.
    fn add_inline(&mut self, verdict: &Verdict<'_>) {
        for (at, license) in &verdict.policy().inline {
            if !license.is_conforming() {
                self.lacks_license = true;
                let keeps = Keeps::of(ledger::Input::Document).both(Keeps::USES);
                self.unknown = self.unknown.union(keeps);
            }
            let stated = license.stated(verdict.target(), verdict.target());
            let start = at.span().start;
            self.preferences
                .extend(stated.into_iter().map(|stated| stated.shifted(start)));
        }
    }

    /// Whether the asker is an engine.
    fn is_of_engine(&self) -> bool {
        !self.documented.is_empty()
    }

    fn prefer(&mut self, label: Label, answer: Answer, signal: &Signal) {
        let at = signal.provenance().clone();
        self.preferences
            .push(Preference::new(label, answer, &to(signal), at));
    }
}

/// The answers for the policy tokens of a client, by the robots.txt of its verdict.
fn tokens_of(verdict: &Verdict<'_>) -> Vec<PolicyToken> {
    let policy = verdict.policy();
    let outcome = policy.outcome(verdict.target());
    tokens(verdict.client(), &outcome, |named| {
        policy.dated(outcome.access(named, verdict.target()))
    })
}

/// The clients that a statement addresses.
fn to(signal: &Signal) -> String {
    match signal.scope() {
        Scope::Global => "*".to_owned(),
        Scope::Token(token) => token.to_lowercase(),
    }
}

/// Directives that are preferences by convention. `noimageai` is one where the response is an image, and a reader of
/// fields then states it by itself.
const BY_DIRECTIVE: &[(Directive, Label)] = &[
    (Directive::NoAi, Label::NoAi),
    (Directive::NoMl, Label::NoMl),
];
