//! Answers of a machine and training, as the owner of an engine documents them.

use super::AsVerdict;
use crate::ai::preference::{Activity, Label, Preference, Vocabulary};
use crate::directive::Directive;
use crate::policy::uses::Documented;
use crate::policy::{Because, Uses};
use crate::profile::{Effect, Honour, Obeys, UseAnswer};
use crate::provenance::Source;
use crate::signal::Signal;

impl<'p> AsVerdict<'p> {
    /// The activities about which owners of engines document anything: training, and the answers of a machine.
    pub const ACTIVITIES: [Activity; 2] = [Activity::Train, Activity::Input];

    /// Whether the page is used in answers of a machine: [`Uses::used`] of [`Activity::Input`].
    pub fn answer(&self) -> Option<UseAnswer> {
        self.uses().used(Activity::Input)
    }

    /// Whether the page is used for training: [`Uses::used`] of [`Activity::Train`].
    pub fn train(&self) -> Option<UseAnswer> {
        self.uses().used(Activity::Train)
    }

    /// The statements about AI use that reach the engine, joined by what its owner documents: a directive that keeps the page
    /// out of answers or training, and the group of a policy token, are statements about that use, for this asker alone.
    ///
    /// [`Uses::asked_not_to`] and [`Uses::listens`] then say whether the engine is asked not to do something, and whether
    /// its owner says that it listens. The statements are gathered by each call; keep the result for several questions.
    pub fn uses(&self) -> Uses {
        let row = self.profile.row();
        let mut uses = self.addressed.uses();
        let (client, target) = (self.addressed.client(), self.addressed.target());
        uses.ask_tokens(client, |named| self.fetching.outcome.access(named, target));
        let effects = [
            (Label::EngineInput, row.answer.value),
            (Label::EngineTrain, row.train.value),
        ];
        uses.keep_out(effects.into_iter().flat_map(|(label, effects)| {
            let signals = self.kept_out(effects.unwrap_or_default());
            signals.map(move |signal| (label, signal))
        }));
        let documented = Self::ACTIVITIES.map(|activity| Documented {
            activity,
            listens: self.listens(&uses, activity),
            used: self.effect(activity),
        });
        uses.with_documented(documented, !self.lacks_body)
    }

    /// Whether a document says that the engine listens to one of the statements that ask it not to do this, or of each that
    /// it does not.
    fn listens(&self, uses: &Uses, activity: Activity) -> Option<bool> {
        let answer = uses.of(activity);
        if !answer.restricts() {
            return None;
        }
        let tokens = uses.tokens_about(activity);
        let tokens = tokens.filter(|token| token.answer() == answer);
        // A token says whose group decides; whether that of every client does is not documented.
        let of_tokens = tokens.map(|token| token.is_named().then_some(true));
        let of_statements = uses.because(activity).map(|stated| self.listens_to(stated));
        let mut is_all_unheard = true;
        for listens in of_tokens.chain(of_statements) {
            if listens == Some(true) {
                return Some(true);
            }
            is_all_unheard &= listens == Some(false);
        }
        is_all_unheard.then_some(false)
    }

    /// Whether a document says that the engine listens to this statement, or that it does not.
    fn listens_to(&self, stated: &Preference) -> Option<bool> {
        let row = self.profile.row();
        let label = stated.label();
        let source = stated.provenance().source();
        match label.vocabulary() {
            Vocabulary::Engine => Some(true),
            Vocabulary::Robots if source.placement().is_none() && !row.fields.value => Some(false),
            Vocabulary::Robots => {
                let cell = row.honours.of(Directive::from_name(label.name())?);
                cell.evidence?;
                match cell.value {
                    Honour::Honoured => Some(true),
                    Honour::Stated => Some(false),
                    Honour::Unlisted => None,
                }
            }
            _ => (source == Source::RobotsTxt && row.obeys.value == Obeys::No).then_some(false),
        }
    }

    /// The statements that what the documents of an engine say of answers ([`Activity::Input`]) or training
    /// ([`Activity::Train`]) follows from: the line of robots.txt that decides for its token, or every statement of a directive that keeps the page out
    /// or limits the use, each once. None where nothing does, and none for another activity.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::Document;
    /// use robots_policy::uses::Activity;
    /// use robots_policy::{HeaderReader, Policy, Timestamp};
    ///
    /// let lines = [("X-Robots-Tag", "nosnippet, max-snippet: 20")];
    /// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines)).with_document(Document::not_applicable());
    /// let google = policy.engine_verdict("googlebot".parse()?, "/", Timestamp::from_unix(0));
    /// assert_eq!(google.because_of_use(Activity::Input)[0].text(), "nosnippet");
    /// # Ok::<(), robots_policy::engines::UnknownProfile>(())
    /// ```
    pub fn because_of_use(&self, activity: Activity) -> Vec<Because<'p>> {
        let row = self.profile.row();
        if row.governs.value.contains(&activity) {
            return Because::of_access(&self.fetching.by_group)
                .into_iter()
                .collect();
        }
        let (effects, answer) = match activity {
            Activity::Input => (row.answer.value, self.effect(activity)),
            Activity::Train => (row.train.value, self.effect(activity)),
            _ => return Vec::new(),
        };
        let effects = effects.unwrap_or_default().iter();
        let decides = effects.filter(|effect| Some(effect.answer) == answer);
        let decides: Vec<Directive> = decides.map(|effect| effect.directive).collect();
        // One walk over the statements: a hostile page has thousands.
        let because = self.because_of_any(&decides);
        because.collect()
    }

    /// The statements that keep the page out of a use.
    fn kept_out<'s>(&'s self, effects: &'s [Effect]) -> impl Iterator<Item = &'s Signal> {
        let row = self.profile.row();
        let keeps_out = |directive: Directive| {
            let mut effects = effects.iter();
            effects.any(|it| it.directive == directive && it.answer == UseAnswer::No)
        };
        let signals = self.page.heard.iter().copied();
        signals.filter(move |signal| {
            let alone = self.page.alone(row, signal, self.general.now());
            let mut alone = alone.iter();
            alone.any(|(directive, _)| self.page.done.contains(directive) && keeps_out(directive))
        })
    }

    /// The effect of robots.txt and of directives on a use: that of the token's group, or that of the directives. Statements
    /// of the vocabularies are not part of it: see [`Uses::used`].
    pub(super) fn effect(&self, activity: Activity) -> Option<UseAnswer> {
        let row = self.profile.row();
        if row.governs.value.contains(&activity) {
            let allowed = self.fetching.by_group.allowed()?;
            return Some(if allowed {
                UseAnswer::Yes
            } else {
                UseAnswer::No
            });
        }
        let effects = match activity {
            Activity::Input => row.answer.value,
            Activity::Train => row.train.value,
            _ => None,
        };
        let in_force = effects?
            .iter()
            .filter(|effect| self.page.done.contains(effect.directive));
        let worst = in_force.map(|effect| effect.answer).max();
        match worst {
            Some(UseAnswer::No) => Some(UseAnswer::No),
            // No document speaks about a page that it does not fetch, or that it does not index.
            _ if !self.is_obtainable() || self.page.done.contains(Directive::NoIndex) => None,
            worst => self.is_read().then_some(worst.unwrap_or(UseAnswer::Yes)),
        }
    }
}
