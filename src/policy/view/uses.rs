//! Answers of a machine and training, as the owner of an engine documents them.

use super::AsVerdict;
use crate::directive::Directive;
use crate::policy::{Because, Uses};
use crate::preference::{Activity, Label};
use crate::profile::{Effect, UseAnswer};
use crate::signal::Signal;

impl<'p> AsVerdict<'p> {
    /// Whether the page is used in answers of a machine; `None` where the owner of the engine says nothing about that, or
    /// where it is not known.
    pub fn answer(&self) -> Option<UseAnswer> {
        self.used(Activity::Input, self.profile.row().answer.value)
    }

    /// Whether the page is used for training; `None` where the owner of the engine says nothing about that, or where it is not
    /// known.
    pub fn train(&self) -> Option<UseAnswer> {
        self.used(Activity::Train, self.profile.row().train.value)
    }

    /// The statements about AI use that reach the engine, joined by what its owner documents: a directive that keeps the page
    /// out of answers or training is a statement about that use, for this asker alone.
    pub fn uses(&self) -> Uses {
        let row = self.profile.row();
        let mut uses = self.addressed.uses();
        let (client, target) = (self.addressed.accessor(), self.addressed.target());
        uses.ask_tokens(client, |named| self.fetching.outcome.access(named, target));
        let effects = [
            (Label::EngineInput, row.answer.value),
            (Label::EngineTrain, row.train.value),
        ];
        uses.keep_out(effects.into_iter().flat_map(|(label, effects)| {
            let signals = self.kept_out(effects.unwrap_or_default());
            signals.map(move |signal| (label, signal))
        }));
        uses
    }

    /// The statements that [`AsVerdict::answer`] ([`Activity::Input`]) or [`AsVerdict::train`] ([`Activity::Train`]) follows
    /// from: the line of robots.txt that decides for its token, or every statement of a directive that keeps the page out
    /// or limits the use, each once. None where nothing does, and none for another activity.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::uses::Activity;
    /// use robots_policy::{HeaderReader, Policy, Timestamp};
    ///
    /// let lines = [("X-Robots-Tag", "nosnippet, max-snippet: 20")];
    /// let policy = Policy::new().with_signals(HeaderReader::new().read_lines(lines)).without_document();
    /// let google = policy.verdict_as("googlebot".parse()?, "/", Timestamp::from_unix(0));
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
            Activity::Input => (row.answer.value, self.answer()),
            Activity::Train => (row.train.value, self.train()),
            _ => return Vec::new(),
        };
        let effects = effects.unwrap_or_default().iter();
        let decides = effects.filter(|effect| Some(effect.answer) == answer);
        let mut because: Vec<Because<'p>> = Vec::new();
        for reason in decides.flat_map(|effect| self.because_of(effect.directive)) {
            if !because.contains(&reason) {
                because.push(reason);
            }
        }
        because
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

    /// The answer about a use: that of the token's group, or that of the directives.
    fn used(&self, activity: Activity, effects: Option<&[Effect]>) -> Option<UseAnswer> {
        if self.profile.row().governs.value.contains(&activity) {
            let allowed = self.fetching.by_group.allowed()?;
            return Some(if allowed {
                UseAnswer::Yes
            } else {
                UseAnswer::No
            });
        }
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
