//! The answer of a file about AI use.

use crate::preference::{Answer, Label, Level, Preference};
use crate::provenance::Provenance;

/// The statements of a robots.txt about AI use, for one client and one path.
///
/// [`RobotsTxt::uses`](crate::RobotsTxt::uses) makes one. The statements are those that the rules of their vocabularies
/// select; they are not combined with each other.
///
/// # Examples
///
/// ```
/// use robots_policy::uses::{Answer, Label, Level};
/// use robots_policy::{Accessor, RobotsTxt};
///
/// let file = b"User-agent: *\nContent-Signal: search=yes, ai-train=no, use=reference\nAllow: /\n\
///     Content-Usage: train-ai=n\nContent-Usage: /open/ train-ai=y\nLicense: https://example.com/license.xml\n";
/// let robots = RobotsTxt::parse(file).value;
/// let me = Accessor::new("ExampleBot")?;
///
/// let uses = robots.uses(&me, "https://example.com/open/page");
/// let stated = uses.preferences().iter().map(|preference| (preference.label(), preference.answer()));
/// assert_eq!(stated.collect::<Vec<_>>(), [
///     (Label::SignalSearch, Answer::Allow),
///     (Label::SignalAiTrain, Answer::Disallow),
///     (Label::AiprefTrainAi, Answer::Allow),
/// ]);
/// let last = uses.preferences().last().unwrap();
/// assert_eq!(last.to_string(), "robots.txt line 5, bytes 22-32: «train-ai=y» to every client");
/// assert_eq!(uses.levels()[0].0, Level::Reference);
/// assert_eq!(&*uses.licenses()[0].0, "https://example.com/license.xml");
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileUses {
    preferences: Vec<Preference>,
    levels: Vec<(Level, Provenance)>,
    licenses: Vec<(Box<str>, Provenance)>,
}

impl FileUses {
    /// The preferences of `Content-Usage`, `Content-Signal`, and the rules for training, in the order of the file.
    pub fn preferences(&self) -> &[Preference] {
        &self.preferences
    }

    /// The levels of the key `use` of Content Signals, in the order of the file. The lowest counts.
    pub fn levels(&self) -> &[(Level, Provenance)] {
        &self.levels
    }

    /// The addresses of licences, in the order of the file, 256 at most.
    ///
    /// A relative address is resolved against the target of the question, if that is an absolute URL.
    pub fn licenses(&self) -> &[(Box<str>, Provenance)] {
        &self.licenses
    }

    /// Whether the file states nothing for this client and this path.
    pub fn is_empty(&self) -> bool {
        self.preferences.is_empty() && self.levels.is_empty() && self.licenses.is_empty()
    }

    /// Adds a preference, unless it is there: a client with several purposes may hear it more than once.
    pub(super) fn prefer(&mut self, label: Label, answer: Answer, scope: &str, at: Provenance) {
        let preference = Preference::new(label, answer, scope, at);
        if !self.preferences.contains(&preference) {
            self.preferences.push(preference);
        }
    }

    /// Adds a level, likewise.
    pub(super) fn limit(&mut self, level: Level, at: Provenance) {
        if !self.levels.contains(&(level, at.clone())) {
            self.levels.push((level, at));
        }
    }

    /// Adds a licence, likewise, and not more than [`MOST_LICENSES`].
    pub(super) fn license(&mut self, address: Box<str>, at: Provenance) {
        let is_there = self.licenses.iter().any(|(known, _)| *known == address);
        if !is_there && self.licenses.len() < MOST_LICENSES {
            self.licenses.push((address, at));
        }
    }

    /// Puts everything into the order of the file.
    pub(super) fn sort(&mut self) {
        let place = |at: &Provenance| (at.line(), at.span());
        self.preferences
            .sort_by_key(|preference| place(preference.provenance()));
        self.levels.sort_by_key(|(_, at)| place(at));
        self.licenses.sort_by_key(|(_, at)| place(at));
    }
}

/// Most licences of one answer. Each is a document that a caller may fetch.
const MOST_LICENSES: usize = 256;
