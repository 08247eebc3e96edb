//! The parts of a record that only a record of a profile has.

use serde::{Deserialize, Serialize};

use super::{Access, Reason, Record, Value, Word, stated, uses};
use crate::ai::preference::Activity;
use crate::directive::Directive;
use crate::policy::{AsVerdict, Mark, NotHonoured, Uses, Verdict};
use crate::profile::UseAnswer;

/// The reading of one engine: what is not among the keys that every record has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct As {
    /// The name of a [`Profile`](crate::engines::Profile).
    pub profile: Word,
    /// The oldest day on which one of its facts was verified; `null` where nothing is documented.
    pub verified: Option<String>,
    /// Whether it is asked not to, see [`Uses::asked_not_to`].
    pub asked_not_to: ByActivity,
    /// Whether its owner says that it listens to that, see [`Uses::listens`].
    pub listens: ByActivity,
    /// Whether it is used in answers of a machine, see [`Uses::used`]; never true where it is asked not to.
    pub answer: Option<Value>,
    /// Whether it is used for training, likewise.
    pub train: Option<Value>,
    /// True if it is indexed only where it is embedded.
    pub index_if_embedded: Option<bool>,
    /// See [`AsVerdict::not_honoured`].
    pub not_honoured: Vec<Left>,
    /// See [`AsVerdict::differs`].
    pub differs: Vec<Word>,
    /// See [`AsVerdict::marks`]: the name of a [`MarkKind`](crate::engines::MarkKind), a colon, and the cell.
    pub marks: Vec<String>,
}

/// A fact about each activity that owners of engines document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ByActivity {
    /// About training.
    pub train: Option<bool>,
    /// About the answers of a machine.
    pub input: Option<bool>,
}

/// A directive that addresses an engine, and that it does not act on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Left {
    /// The name of the directive.
    pub directive: Word,
    /// The name of an [`Honour`](crate::engines::Honour): `stated` or `unlisted`.
    pub why: Word,
    /// The document that says so, and its date.
    pub source: Option<String>,
    /// The name of the [`Source`](crate::Source) of the statement.
    pub from: Word,
    /// See [`Provenance::line`](crate::Provenance::line).
    pub line: Option<usize>,
    /// The first byte and the byte after the last.
    pub span: (usize, usize),
}

/// The five answers of the reading without a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct General {
    /// See [`Access::allowed`](crate::robots_txt::Access::allowed).
    pub access: Option<bool>,
    /// See [`Verdict::index`].
    pub index: Option<bool>,
    /// See [`Verdict::follow`].
    pub follow: Option<bool>,
    /// See [`Verdict::archive`].
    pub archive: Option<bool>,
    /// Whether any excerpt may be shown, see [`Verdict::snippet`].
    pub snippet: Option<bool>,
}

impl<I> Record<I> {
    /// The record of the reading of an engine: its answers, and beside them those of the reading without a profile.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::Document;
    /// use robots_policy::report::Record;
    /// use robots_policy::{HeaderReader, Policy, Timestamp};
    ///
    /// let lines = [("X-Robots-Tag", "noarchive")];
    /// let policy = Policy::new().with_fields(HeaderReader::new().read_lines(lines)).with_document(Document::not_applicable());
    /// let google = policy.engine_verdict("googlebot".parse()?, "/", Timestamp::from_unix(0));
    /// let record = Record::of_engine(7, &google);
    ///
    /// assert_eq!((record.archive, record.general.unwrap().archive), (Some(true), Some(false)));
    /// let engine = record.engine.unwrap();
    /// assert_eq!((&*engine.not_honoured[0].directive, &*engine.not_honoured[0].why), ("noarchive", "stated"));
    /// assert_eq!(engine.differs, ["archive"]);
    /// # Ok::<(), robots_policy::engines::UnknownProfile>(())
    /// ```
    pub fn of_engine(id: I, engine: &AsVerdict<'_>) -> Record<I> {
        let uses = engine.uses();
        let said = uses::Said::of(&uses);
        let mut access = Access::new(None, engine.access());
        access.group = access.group.map(|group| group.to_ascii_lowercase());
        Record {
            access,
            index: engine.index(),
            follow: engine.follow(),
            archive: engine.archive(),
            snippet: engine.snippet(),
            directives: engine.directives().iter().map(stated).collect(),
            uses: said.uses,
            preferences: said.preferences,
            terms: said.terms,
            reasons: engine
                .because()
                .map(Reason::new)
                .chain(said.reasons)
                .collect(),
            obtainable: engine.is_obtainable(),
            crawl_delay: engine.crawl_delay(),
            engine: Some(As::new(engine, &uses)),
            general: Some(General::new(engine.general())),
            ..Record::new(id, engine.addressed())
        }
    }
}

impl As {
    fn new(engine: &AsVerdict<'_>, uses: &Uses) -> As {
        let profile = engine.profile();
        As {
            profile: profile.name().into(),
            verified: profile.verified().map(|day| day.to_string()),
            asked_not_to: ByActivity::new(|activity| uses.asked_not_to(activity)),
            listens: ByActivity::new(|activity| uses.listens(activity)),
            answer: uses.used(Activity::Input).map(answer),
            train: uses.used(Activity::Train).map(answer),
            index_if_embedded: engine.index_if_embedded(),
            not_honoured: engine.not_honoured().iter().map(Left::new).collect(),
            differs: engine.differs().into_iter().map(Word::from).collect(),
            marks: engine.marks().iter().map(Mark::to_string).collect(),
        }
    }
}

impl ByActivity {
    fn new(fact: impl Fn(Activity) -> Option<bool>) -> ByActivity {
        ByActivity {
            train: fact(Activity::Train),
            input: fact(Activity::Input),
        }
    }
}

/// The answer about a use: true, false, or `"limited"`.
fn answer(answer: UseAnswer) -> Value {
    match answer {
        UseAnswer::Yes => Value::Flag(true),
        UseAnswer::No => Value::Flag(false),
        UseAnswer::Limited => Value::Text(answer.name().into()),
    }
}

impl Left {
    fn new(left: &NotHonoured<'_>) -> Left {
        let at = left.signal().provenance();
        Left {
            directive: Directive::name(left.directive()).into(),
            why: left.why().name().into(),
            source: left
                .evidence()
                .map(|evidence| evidence.source().to_string()),
            from: at.source().name().into(),
            line: at.line(),
            span: (at.span().start, at.span().end),
        }
    }
}

impl General {
    fn new(verdict: &Verdict<'_>) -> General {
        General {
            access: verdict.access().allowed(),
            index: verdict.index(),
            follow: verdict.follow(),
            archive: verdict.archive(),
            snippet: verdict.snippet().allowed,
        }
    }
}
