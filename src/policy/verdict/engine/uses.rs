//! Answers of a machine and training, as the owner of an engine documents them.

use super::EngineReading;
use crate::ai::preference::{Activity, Label, Preference, Vocabulary};
use crate::directive::Directive;
use crate::ledger::Keeps;
use crate::policy::uses::documented::{Documented, Unused};
use crate::policy::uses::token::tokens;
use crate::policy::{Because, Uses, Verdict};
use crate::profile::{Honour, Obeys, Profile, UseAnswer};
use crate::provenance::Source;
use crate::robots_txt::{Access, Reason};
use crate::signal::Signal;

impl<'p> Verdict<'p> {
    /// Whether an engine uses the page in answers of a machine: [`Uses::used`] of [`Activity::Input`].
    pub fn answer(&self) -> Option<UseAnswer> {
        self.uses().used(Activity::Input)
    }

    /// Whether an engine uses the page for training: [`Uses::used`] of [`Activity::Train`].
    pub fn train(&self) -> Option<UseAnswer> {
        self.uses().used(Activity::Train)
    }

    /// Whether a statement keeps an engine out of answers or training, or limits it there, by what its owner documents. What
    /// an engine never does restricts nothing.
    pub fn is_kept_out(&self) -> bool {
        let mut activities = Profile::ACTIVITIES.into_iter();
        activities.any(|activity| {
            let used = self.effect(activity);
            used.is_ok_and(|used| used != UseAnswer::Yes)
                && !self.because_of_use(activity).is_empty()
        })
    }

    /// The statements that reach the client; to those that reach an engine what its owner documents is added.
    pub(in crate::policy) fn gathered(&self) -> Uses {
        let mut uses = Uses::new(self.addressed());
        let Some(engine) = &self.engine else {
            return uses;
        };
        let row = engine.profile.row();
        // By the robots.txt as that engine has it.
        uses.tokens = tokens(&self.client, &engine.outcome, |named| {
            let access = engine.outcome.access(named, &self.target);
            self.policy().dated(access)
        });
        let labels = [
            (Label::EngineInput, Activity::Input),
            (Label::EngineTrain, Activity::Train),
        ];
        uses.keep_out(labels.into_iter().flat_map(|(label, activity)| {
            let signals = self.kept_out(row.effects(activity).unwrap_or_default());
            signals.map(move |signal| (label, signal))
        }));
        for (label, activity) in labels {
            if engine.is_closed_to(activity)
                && let Some(because) = Because::of_access(&engine.by_group)
            {
                uses.refuse(label, &because);
            }
        }
        let documented = Profile::ACTIVITIES.map(|activity| Documented {
            activity,
            listens: engine.listens(&uses, activity),
            effect: self.effect(activity),
        });
        uses.documented = documented.into();
        if self.lacks_body {
            uses.know_less(Keeps::USES);
        }
        uses
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
        let Some(engine) = &self.engine else {
            return Vec::new();
        };
        let row = engine.profile.row();
        if row.governs.value.contains(&activity) || engine.is_closed_to(activity) {
            return Because::of_access(&engine.by_group).into_iter().collect();
        }
        if let Some(access) = engine.by_token(activity) {
            return Because::of_access(access).into_iter().collect();
        }
        let Some(effects) = row.effects(activity) else {
            return Vec::new();
        };
        let (effects, answer) = (effects.iter(), self.effect(activity).ok());
        let decides = effects.filter(|(_, own)| Some(*own) == answer);
        let decides: Vec<Directive> = decides.map(|(directive, _)| *directive).collect();
        // One walk over the statements: a hostile page has thousands.
        let because = self.because_of_any(&decides);
        because.collect()
    }

    /// The statements that keep the page out of a use.
    fn kept_out(&self, effects: &[(Directive, UseAnswer)]) -> impl Iterator<Item = &'p Signal> {
        let keeps_out = |directive: Directive| {
            let mut effects = effects.iter();
            effects.any(|(own, answer)| *own == directive && *answer == UseAnswer::No)
        };
        self.heard().filter(move |signal| {
            let alone = self.alone(signal);
            let mut alone = alone.iter();
            alone.any(|(directive, _)| self.directives.contains(directive) && keeps_out(directive))
        })
    }

    /// The effect of robots.txt and of directives on a use: that of the token's group, or that of the directives. Statements
    /// of the vocabularies are not part of it: see [`Uses::used`].
    fn effect(&self, activity: Activity) -> Result<UseAnswer, Unused> {
        let engine = self.engine.as_ref().ok_or(Unused::Undocumented)?;
        let row = engine.profile.row();
        if row.governs.value.contains(&activity) {
            return match engine.by_group.stated() {
                Some(true) => Ok(UseAnswer::Yes),
                Some(false) => Ok(UseAnswer::No),
                None if engine.by_group.reason() == Reason::Unsaid => Err(Unused::Undocumented),
                None => Err(Unused::NotKnown),
            };
        }
        if row.never.value.contains(&activity) || engine.is_closed_to(activity) {
            return Ok(UseAnswer::No);
        }
        let by_token = engine.by_token(activity);
        match by_token.map(Access::allowed) {
            Some(Some(false)) => return Ok(UseAnswer::No),
            Some(None) => return Err(Unused::NotKnown),
            Some(Some(true)) | None => {}
        }
        // A token that is allowed says yes, where nothing else keeps the page out.
        let effects = by_token.map_or_else(|| row.effects(activity), |_| Some(&[][..]));
        let in_force = effects
            .ok_or(Unused::Undocumented)?
            .iter()
            .filter(|(directive, _)| self.directives.contains(*directive));
        let worst = in_force.map(|(_, answer)| *answer).max();
        match worst {
            Some(UseAnswer::No) => Ok(UseAnswer::No),
            // No document speaks about a page that it does not fetch, or that it does not index.
            _ if !self.is_obtainable() || self.directives.contains(Directive::NoIndex) => {
                Err(Unused::Undocumented)
            }
            // A limit is a no to the full use, whatever else is stated.
            Some(UseAnswer::Limited) => Ok(UseAnswer::Limited),
            _ if !self.page_unknown.is_empty() => Err(Unused::NotKnown),
            worst => Ok(worst.unwrap_or(UseAnswer::Yes)),
        }
    }
}

impl<'p> EngineReading<'p> {
    /// Whether a rule of its own group disallows the page, which by its owner refuses the use.
    fn is_closed_to(&self, activity: Activity) -> bool {
        let row = self.profile.row();
        let mut own = self.profile.tokens().iter();
        row.closed.value.contains(&activity)
            && self.by_group.reason() == Reason::DisallowRule
            && self.by_group.group().is_some_and(|group| {
                let group = group.to_string();
                own.any(|token| token.eq_ignore_ascii_case(&group))
            })
    }

    /// The answer of a policy token's own group about a use of which the documents of the engine say nothing else.
    fn by_token(&self, activity: Activity) -> Option<&Access<'p>> {
        let mut tokens = self.by_tokens.iter();
        let (_, access) = tokens.find(|(governed, _)| governed.uses.contains(&activity))?;
        let is_said = self.profile.row().effects(activity).is_some();
        (!is_said).then_some(access)
    }

    /// Whether a document says that the engine listens to one of the statements that ask it not to do this, or of each that
    /// it does not.
    fn listens(&self, uses: &Uses, activity: Activity) -> Option<bool> {
        let answer = uses.stated(activity);
        if !answer.restricts() {
            return None;
        }
        let tokens = uses.tokens_about(activity);
        let tokens = tokens.filter(|token| token.answer() == answer);
        // A token says whose group decides; whether that of every client does is not documented, nor is who hears a draft.
        let of_tokens = tokens.map(|token| {
            let is_heard = token.is_named && token.draft().is_none();
            is_heard.then_some(true)
        });
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
            vocabulary if row.obeyed_vocabularies.value.contains(&vocabulary) => Some(true),
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
}
