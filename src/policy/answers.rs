//! The answers of a verdict by themselves: without places, and without the policy.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::{Snippet, Uses, Verdict, answer_in_words};
use crate::ai::preference::{Activity, Answer};
use crate::date::Timestamp;
use crate::directive::DirectiveSet;

/// What a verdict says, without the statements that it follows from: plain values to keep, to compare and to write.
///
/// Two are equal where the verdicts mean the same, however the statements are spelt and wherever they are: for the question
/// whether a page changed its mind, and for tests. Its text form has a line for each answer.
///
/// # Examples
///
/// ```
/// use robots_policy::ledger::{Assumed, Document};
/// use robots_policy::{Answers, Client, HeaderReader, Policy, Timestamp};
///
/// let answers = |line| -> Answers {
///     let policy = Policy::new()
///         .with_fields(HeaderReader::new().read_lines([("X-Robots-Tag", line)]))
///         .with_document(Document::none())
///         .with_assumed(Assumed::rest());
///     policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0)).answers()
/// };
/// assert_eq!(answers("noindex, max-snippet: 20"), answers("Max-Snippet:20 , NoIndex"));
/// assert_eq!(answers("noindex, max-snippet: 20").to_string(), "\
/// access: ?
/// index: no
/// follow: yes
/// archive: yes
/// snippet: yes, at most 20 characters
/// directives: noindex, max-snippet: 20
/// train: unstated
/// train-other: unstated
/// input: unstated
/// ai-index: unstated
/// search: unstated
/// mine: unstated
/// ");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Answers {
    /// Whether robots.txt lets the client fetch the target, see [`Access::allowed`](crate::robots_txt::Access::allowed).
    pub access: Option<bool>,
    /// See [`Verdict::index`].
    pub index: Option<bool>,
    /// See [`Verdict::follow`].
    pub follow: Option<bool>,
    /// See [`Verdict::archive`].
    pub archive: Option<bool>,
    /// See [`Verdict::snippet`].
    pub snippet: Snippet,
    /// See [`Verdict::directives`].
    pub directives: DirectiveSet,
    /// See [`Uses::of`](crate::ai::uses::Uses::of), for each activity.
    pub uses: BTreeMap<Activity, Option<Answer>>,
    /// See [`Verdict::crawl_delay`].
    pub crawl_delay: Option<Duration>,
    /// See [`Verdict::holds_until`].
    pub holds_until: Option<Timestamp>,
}

impl Verdict<'_> {
    /// The answers alone, which need the policy no longer.
    pub fn answers(&self) -> Answers {
        Answers {
            access: self.access().allowed(),
            index: self.index(),
            follow: self.follow(),
            archive: self.archive(),
            snippet: self.snippet(),
            directives: *self.directives(),
            uses: self.uses().answers(),
            crawl_delay: self.crawl_delay(),
            holds_until: self.holds_until(),
        }
    }
}

impl Uses {
    /// The answer of the sources about each activity, as [`Uses::of`] has it.
    pub fn answers(&self) -> BTreeMap<Activity, Option<Answer>> {
        let activities = Activity::ALL.iter().copied();
        activities
            .map(|activity| (activity, self.of(activity)))
            .collect()
    }
}

impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, answer) in [
            ("access", self.access),
            ("index", self.index),
            ("follow", self.follow),
            ("archive", self.archive),
        ] {
            writeln!(f, "{name}: {}", answer_in_words(answer))?;
        }
        writeln!(f, "snippet: {}", self.snippet)?;
        if !self.directives.is_empty() {
            writeln!(f, "directives: {}", self.directives)?;
        }
        for (activity, answer) in &self.uses {
            writeln!(f, "{activity}: {}", answer.map_or("?", Answer::name))?;
        }
        if let Some(delay) = self.crawl_delay {
            writeln!(f, "crawl delay: {} s", delay.as_secs_f64())?;
        }
        match self.holds_until {
            Some(until) => writeln!(f, "holds until: {until}"),
            None => Ok(()),
        }
    }
}
