//! The answers of a verdict by name, and sets of them.

use std::sync::LazyLock;

use super::Input;
use crate::ai::preference::Activity;
use crate::directive::{Directive, DirectiveValue};
use crate::names::named;

named! {
    /// An answer of a verdict that may not be known, in the order of a record. Names are those of its keys.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::Asked;
    /// use robots_policy::uses::Activity;
    ///
    /// assert_eq!("snippet".parse(), Ok(Asked::Snippet));
    /// assert_eq!(Asked::from(Activity::TrainOther).name(), Activity::TrainOther.name());
    /// ```
    #[non_exhaustive]
    pub enum Asked {
        /// Whether robots.txt lets the client fetch the target.
        Access = "access";
        /// See [`Verdict::index`](crate::Verdict::index).
        Index = "index";
        /// See [`Verdict::follow`](crate::Verdict::follow).
        Follow = "follow";
        /// See [`Verdict::archive`](crate::Verdict::archive).
        Archive = "archive";
        /// See [`Verdict::snippet`](crate::Verdict::snippet).
        Snippet = "snippet";
        /// See [`Activity::Train`].
        Train = "train";
        /// See [`Activity::TrainOther`].
        TrainOther = "train-other";
        /// See [`Activity::Input`].
        Input = "input";
        /// See [`Activity::AiIndex`].
        AiIndex = "ai-index";
        /// See [`Activity::Search`].
        Search = "search";
        /// See [`Activity::Mine`].
        Mine = "mine";
    }
}

impl From<Activity> for Asked {
    fn from(activity: Activity) -> Asked {
        match activity {
            Activity::Train => Asked::Train,
            Activity::TrainOther => Asked::TrainOther,
            Activity::Input => Asked::Input,
            Activity::AiIndex => Asked::AiIndex,
            Activity::Search => Asked::Search,
            Activity::Mine => Asked::Mine,
        }
    }
}

/// A set of answers: those that a source keeps from being known. A bit for each, of which sixteen fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Keeps(u16);

impl Keeps {
    /// The four answers about the page.
    pub(crate) const PAGE: Keeps = Keeps(
        1 << Asked::Index as u16
            | 1 << Asked::Follow as u16
            | 1 << Asked::Archive as u16
            | 1 << Asked::Snippet as u16,
    );
    /// The answers about AI use.
    pub(crate) const USES: Keeps = Keeps(
        1 << Asked::Train as u16
            | 1 << Asked::TrainOther as u16
            | 1 << Asked::Input as u16
            | 1 << Asked::AiIndex as u16
            | 1 << Asked::Search as u16
            | 1 << Asked::Mine as u16,
    );

    /// The answers that a source could forbid: those that are not known without it.
    pub(crate) fn of(source: Input) -> Keeps {
        static ALL: LazyLock<[Keeps; Input::ALL.len()]> = LazyLock::new(|| {
            let mut all = [Keeps::default(); Input::ALL.len()];
            let sources = all.iter_mut().zip(Input::ALL);
            sources.for_each(|(keeps, source)| *keeps = Keeps::found(*source));
            all
        });
        let place = Input::ALL.iter().position(|one| *one == source);
        let known = place.and_then(|place| ALL.get(place));
        known.copied().unwrap_or_default()
    }

    fn found(source: Input) -> Keeps {
        let mut activities = Activity::ALL.iter().copied();
        let own = match source {
            Input::RobotsTxt => Asked::Access.into(),
            Input::Fields | Input::Document => Keeps::PAGE,
            Input::TdmRep | Input::Licenses | Input::Embedded => Keeps::default(),
        };
        let forbidden = activities.by_ref().filter(|one| source.could_forbid(*one));
        forbidden.fold(own, |all, one| all.union(Asked::from(one).into()))
    }

    /// The answers that a directive forbids.
    pub(crate) fn forbidden_by(directive: Directive, value: DirectiveValue) -> Keeps {
        match (directive, value) {
            (Directive::NoIndex | Directive::UnavailableAfter, _) => Asked::Index.into(),
            (Directive::NoFollow, _) => Asked::Follow.into(),
            (Directive::NoArchive, _) => Asked::Archive.into(),
            (Directive::NoSnippet, _)
            | (Directive::MaxSnippet, DirectiveValue::Ceiling(Some(0))) => Asked::Snippet.into(),
            (Directive::NoAi | Directive::NoImageAi | Directive::NoMl, _) => Keeps::USES,
            _ => Keeps::default(),
        }
    }

    pub(crate) fn has(self, asked: impl Into<Asked>) -> bool {
        self.0 & Keeps::from(asked.into()).0 != 0
    }

    #[must_use]
    pub(crate) fn union(self, other: Keeps) -> Keeps {
        Keeps(self.0 | other.0)
    }

    /// The answers that are in both.
    #[must_use]
    pub(crate) fn both(self, other: Keeps) -> Keeps {
        Keeps(self.0 & other.0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One bit each, for the stored form.
    pub(crate) fn bits(self) -> u64 {
        self.0.into()
    }

    /// Those of the table.
    pub(crate) fn from_bits(bits: u64) -> Keeps {
        let [a, b, ..] = bits.to_le_bytes();
        Keeps(u16::from_le_bytes([a, b]))
    }

    /// The answers in the order of [`Asked::ALL`].
    pub(crate) fn iter(self) -> impl Iterator<Item = Asked> {
        let all = Asked::ALL.iter().copied();
        all.filter(move |asked| self.has(*asked))
    }
}

impl From<Asked> for Keeps {
    fn from(asked: Asked) -> Keeps {
        Keeps(1 << asked as u16)
    }
}
