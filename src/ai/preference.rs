//! The tables of AI-use preferences: vocabularies, their labels, activities, and the relations that sources state.
//!
//! The macro `labels!` makes the enum [`Label`] and its rows. A row has the vocabulary, the name on the wire, the
//! activities that the label's own definition covers, those that only its restrictions reach, the labels of the same
//! vocabulary that it includes, and the clause. No row leads from a label of one vocabulary to a label of another: two
//! definitions may cover one activity and still differ.
//!
//! | file | job |
//! |---|---|
//! | `drafts` | labels that a draft of AIPREF had or that another vocabulary has: they have no effect |
//! | `statement` | [`Preference`]: one statement as a source makes it, with its place and its terms |
//! | `reservation` | the values of a TDM reservation |
//!
//! **Invariant.** A permission never travels: [`Label::restricts`] has activities that a restriction alone reaches, and
//! the fold in `policy::uses` asks it for restrictions only. **Which test notices.** The vectors `ac-06` and `ac-07` in
//! `tests/all/uses.rs`.

mod drafts;
mod reservation;
mod statement;

pub(crate) use self::drafts::earlier;
pub(crate) use self::reservation::{reservation, reservations};
pub use self::statement::{Preference, Terms};

use std::fmt;
use std::str::FromStr;

use crate::names::{UnknownName, named, serde_as_text};

named! {
    /// A vocabulary of AI-use preferences: one variant a row of the table. Names are stable.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::uses::Vocabulary;
    ///
    /// assert_eq!("content-signal".parse(), Ok(Vocabulary::ContentSignal));
    /// ```
    #[non_exhaustive]
    pub enum Vocabulary {
        /// IETF AIPREF: the `Content-Usage` field and the rules of robots.txt (draft-ietf-aipref-vocab).
        Aipref = "aipref";
        /// Cloudflare's Content Signals: lines of robots.txt, and the `Content-Signal` field.
        ContentSignal = "content-signal";
        /// The TDM Reservation Protocol: fields, metas, and `/.well-known/tdmrep.json` (W3C CG, `TDMRep`).
        TdmRep = "tdmrep";
        /// Licences in Really Simple Licensing (RSL 1.0).
        Rsl = "rsl";
        /// `DisallowAITraining` and `AllowAITraining` in robots.txt (draft-canel-robots-ai-control, expired).
        Canel = "canel";
        /// Directives by convention: `noai`, `noimageai`, `noml`.
        Robots = "robots";
        /// The effect of directives at the engine of a profile, as its owner documents it.
        Engine = "engine";
    }
}

named! {
    /// A use of a response that owners state preferences about: one variant a row of the table. Names are stable.
    ///
    /// An activity belongs to no vocabulary. It is answered by all labels whose own definition covers it.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::uses::Activity;
    ///
    /// assert_eq!(Activity::TrainOther.name(), "train-other");
    /// ```
    #[non_exhaustive]
    pub enum Activity {
        /// Training a generative model.
        Train = "train", "training a generative model";
        /// Training a model whose tasks are exclusively not generative.
        TrainOther = "train-other", "training other models";
        /// Input to a generative model that the system chose: retrieval, grounding, summaries.
        Input = "input", "input to a generative model";
        /// Keeping it in an index of an AI system.
        AiIndex = "ai-index", "an index of an AI system";
        /// Search results with a link and an excerpt, the ranking models inside included.
        Search = "search", "results with a link and an excerpt";
        /// Other text and data mining.
        Mine = "mine", "other text and data mining";
    }
}

impl Activity {
    /// The activities that are use for AI. Search is none, and neither is other mining.
    pub const OF_AI: &'static [Activity] = &[
        Activity::Train,
        Activity::TrainOther,
        Activity::Input,
        Activity::AiIndex,
    ];
}

named! {
    /// The statements about a use, as one answer. There are no others than these four, and they are ordered: a later one
    /// outweighs an earlier one.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::uses::Answer;
    ///
    /// assert!(Answer::Disallow > Answer::Conditional && Answer::Allow > Answer::Unstated);
    /// assert_eq!(Answer::Unstated.to_string(), "unstated");
    /// ```
    pub enum Answer {
        /// No source says anything. It is neither a yes nor a no.
        Unstated = "unstated";
        /// Allowed.
        Allow = "allow";
        /// Allowed on terms.
        Conditional = "conditional";
        /// Not allowed.
        Disallow = "disallow";
    }
}

/// [`Answer::Unstated`].
impl Default for Answer {
    fn default() -> Answer {
        Answer::Unstated
    }
}

impl Answer {
    /// Whether it may be done without any term: true for [`Answer::Allow`] alone.
    pub fn is_allowed(self) -> bool {
        self == Answer::Allow
    }

    /// Whether it restricts: terms, or a no.
    pub fn restricts(self) -> bool {
        self >= Answer::Conditional
    }
}

named! {
    /// The highest level at which content may be used, of the key `use` of Content Signals. A later variant permits
    /// more.
    #[non_exhaustive]
    pub enum Level {
        /// In one response; nothing is kept.
        Immediate = "immediate";
        /// Kept, indexed and cited.
        Reference = "reference";
        /// Without a limit, training included.
        Full = "full";
    }
}

impl Level {
    /// Whether it is less than [`Level::Full`], so that it limits something.
    pub(crate) fn is_limit(self) -> bool {
        self < Level::Full
    }

    /// The answers of a limit to what it keeps content from, which no other key lifts: below [`Level::Full`] nothing is trained,
    /// and content is input as far as the level goes; at [`Level::Immediate`] nothing is kept, so that no index has it.
    pub fn caps(self) -> &'static [(Label, Answer)] {
        match self {
            Level::Full => &[],
            Level::Reference => &BELOW_FULL,
            Level::Immediate => &IMMEDIATE,
        }
    }
}

/// The answers below the level without a limit.
const BELOW_FULL: [(Label, Answer); 2] = [
    (Label::SignalUseTrain, Answer::Disallow),
    (Label::SignalUseInput, Answer::Conditional),
];
/// The answers where nothing is kept.
const IMMEDIATE: [(Label, Answer); 3] = [
    (Label::SignalUseTrain, Answer::Disallow),
    (Label::SignalUseInput, Answer::Conditional),
    (Label::SignalUseIndex, Answer::Disallow),
];

/// The key of Content Signals whose value is a [`Level`].
pub(crate) const LEVEL_KEY: &str = "use";

named! {
    /// Why a document that states AI-use preferences was not read. Names are stable.
    #[non_exhaustive]
    pub enum Missing {
        /// A licence that a source points at was not given.
        License = "license";
        /// A document that was given is not one of its format, so that it says nothing.
        NotConforming = "not-conforming";
        /// `/.well-known/tdmrep.json` was not given, or the part of it that was read has no rule for the target.
        TdmRep = "tdmrep";
    }
}

/// One row of the table. Rows and variants are in one order, so that a variant is the index of its row.
struct LabelRow {
    vocabulary: Vocabulary,
    name: &'static str,
    /// The activities that its definition covers.
    covers: &'static [Activity],
    /// The activities that only a restriction reaches, by a stated inclusion.
    restricts: &'static [Activity],
    /// Labels of the same vocabulary that it includes.
    includes: &'static [Label],
    /// Whether output lists it by itself.
    is_listed: bool,
    clause: &'static str,
}

macro_rules! labels {
    ($(
        #[doc = $meaning:literal]
        $variant:ident = $vocabulary:ident $name:literal $($unlisted:ident)?, covers [$($covered:ident)*]
        $(, restricts [$($restricted:ident)+])? $(, includes [$($included:ident)+])?, $clause:literal;
    )+) => {
        /// A label of a vocabulary: one variant a row of the table.
        ///
        /// Its text form is the vocabulary and the name, with a colon between them.
        ///
        /// # Examples
        ///
        /// ```
        /// use robots_policy::uses::{Label, Vocabulary};
        ///
        /// assert_eq!("aipref:train-ai".parse(), Ok(Label::AiprefTrainAi));
        /// assert_eq!(Label::of(Vocabulary::ContentSignal, "AI-Train"), Some(Label::SignalAiTrain));
        /// assert_eq!(Label::SignalAiTrain.to_string(), "content-signal:ai-train");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Label {
            $(
                #[doc = concat!("`", $name, "`: ", $meaning, " (", $clause, ")")]
                $variant,
            )+
        }

        impl Label {
            /// Every label, in the order of the table: those of one vocabulary are neighbours.
            pub const ALL: &'static [Label] = &[$(Label::$variant),+];

            /// The use that it is about, in words: "Training of generative models."
            // Hidden: the documentation of each variant has it, and only generated words need it apart.
            #[doc(hidden)]
            pub fn meaning(self) -> &'static str {
                match self { $(Label::$variant => $meaning.trim_ascii(),)+ }
            }
        }

        const ROWS: &[LabelRow] = &[$(
            LabelRow {
                vocabulary: Vocabulary::$vocabulary,
                name: $name,
                covers: &[$(Activity::$covered),*],
                restricts: &[$($(Activity::$restricted),+)?],
                includes: &[$($(Label::$included),+)?],
                is_listed: labels!(@listed $($unlisted)?),
                clause: $clause,
            },
        )+];
    };
    (@listed unlisted) => { false };
    (@listed) => { true };
}

labels! {
    /// Training of generative models.
    AiprefTrainAi = Aipref "train-ai", covers [Train], "draft-ietf-aipref-vocab-08 §4.1";
    /// Input to a generative model that the user did not give.
    AiprefAiUse = Aipref "ai-use", covers [Input], "draft-ietf-aipref-vocab-08 §4.2";
    /// Search with links; its inner models included.
    AiprefSearch = Aipref "search", covers [Search], "draft-ietf-aipref-vocab-08 §4.3";
    /// Index and results, without summaries.
    SignalSearch = ContentSignal "search", covers [Search], "Cloudflare, managed robots.txt";
    /// Input into models: retrieval, grounding, generated answers.
    SignalAiInput = ContentSignal "ai-input", covers [Input], "Cloudflare, managed robots.txt";
    /// Training or tuning of models.
    SignalAiTrain = ContentSignal "ai-train", covers [Train TrainOther], "Cloudflare, managed robots.txt";
    /// Training, which a level below `full` forbids.
    SignalUseTrain = ContentSignal "use-train" unlisted, covers [Train TrainOther], "Cloudflare, changelog of 31 August 2026";
    /// Input into models, which a level below `full` limits: to one response, or to excerpts with a link.
    SignalUseInput = ContentSignal "use-input" unlisted, covers [Input], "Cloudflare, changelog of 31 August 2026";
    /// Indices, which the level `immediate` forbids.
    SignalUseIndex = ContentSignal "use-index" unlisted, covers [AiIndex Search], "Cloudflare, changelog of 31 August 2026";
    /// Text and data mining.
    TdmMine = TdmRep "mine", covers [Mine], restricts [Train TrainOther], "TDMRep, CG-FINAL 2024";
    /// Every use.
    RslAll = Rsl "all" unlisted, covers [Mine], includes [RslAiAll RslSearch], "RSL 1.0 §3.4.1.1";
    /// Every use by AI.
    RslAiAll = Rsl "ai-all" unlisted, covers [], includes [RslAiTrain RslAiInput RslAiIndex], "RSL 1.0 §3.4.1.1";
    /// Training of models.
    RslAiTrain = Rsl "ai-train", covers [Train TrainOther], "RSL 1.0 §3.4.1.1";
    /// Input into models.
    RslAiInput = Rsl "ai-input", covers [Input], "RSL 1.0 §3.4.1.1";
    /// The index of an AI system.
    RslAiIndex = Rsl "ai-index", covers [AiIndex], "RSL 1.0 §3.4.1.1";
    /// Search.
    RslSearch = Rsl "search", covers [Search], "RSL 1.0 §3.4.1.1";
    /// Training of generative foundation models.
    CanelTraining = Canel "ai-training", covers [Train], "draft-canel-robots-ai-control, expired";
    /// Artificial intelligence, by the directive of this name.
    NoAi = Robots "noai" unlisted, covers [Train TrainOther Input], "DeviantArt 2022, by convention";
    /// Artificial intelligence that uses an image, of a response that is one.
    NoImageAi = Robots "noimageai" unlisted, covers [Train TrainOther Input], "DeviantArt 2022, by convention";
    /// Machine learning, by the directive of this name.
    NoMl = Robots "noml" unlisted, covers [Train TrainOther], "Mojeek 2023, by convention";
    /// Answers of a machine, where the owner of an engine says that a directive keeps a page out of them.
    EngineInput = Engine "input", covers [Input], "the documents of a profile";
    /// Training, where the owner of an engine says that a directive keeps a page out of it.
    EngineTrain = Engine "train", covers [Train], "the documents of a profile";
}

impl Label {
    /// The row of this variant.
    fn row(self) -> &'static LabelRow {
        // One row a variant, in the same order, by the one macro that makes both.
        #[allow(clippy::indexing_slicing)]
        &ROWS[self as usize]
    }

    /// The label of a vocabulary with this name, in any case.
    pub fn of(vocabulary: Vocabulary, name: &str) -> Option<Label> {
        let mut labels = vocabulary.all_labels();
        labels.find(|label| label.name().eq_ignore_ascii_case(name))
    }

    /// The vocabulary that defines it.
    pub fn vocabulary(self) -> Vocabulary {
        self.row().vocabulary
    }

    /// The name on the wire, in lower case.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The activities that its own definition covers.
    pub fn covers(self) -> &'static [Activity] {
        self.row().covers
    }

    /// The activities that only its restrictions reach: a reservation of mining forbids training, and the absence of a
    /// reservation does not permit it.
    pub fn restricts(self) -> &'static [Activity] {
        self.row().restricts
    }

    /// The activities that an answer of this label is about: those of its definition, and those that it restricts further.
    pub(crate) fn decided(self, answer: Answer) -> impl Iterator<Item = Activity> {
        let further = if answer.restricts() {
            self.restricts()
        } else {
            &[]
        };
        self.covers().iter().chain(further).copied()
    }

    /// The labels of its vocabulary that it includes, as `all` includes `search` in RSL.
    pub fn includes(self) -> &'static [Label] {
        self.row().includes
    }

    /// The specification that defines it.
    pub fn clause(self) -> &'static str {
        self.row().clause
    }
}

impl Vocabulary {
    /// Its labels that output lists, in the order of the table. Umbrella terms, such as `all` of RSL, and directives are
    /// not among them.
    pub fn labels(self) -> impl Iterator<Item = Label> {
        self.all_labels().filter(|label| label.row().is_listed)
    }

    /// All its labels.
    fn all_labels(self) -> impl Iterator<Item = Label> {
        let labels = Label::ALL.iter().copied();
        labels.filter(move |label| label.vocabulary() == self)
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.vocabulary(), self.name())
    }
}

impl FromStr for Label {
    type Err = UnknownName;

    /// Reads a vocabulary, a colon and a name, as [`Label`] is written.
    ///
    /// # Errors
    /// A text that is not one of the table. The error lists the vocabularies.
    fn from_str(text: &str) -> Result<Label, UnknownName> {
        let label = text.split_once(':').and_then(|(vocabulary, name)| {
            let mut labels = vocabulary.parse::<Vocabulary>().ok()?.all_labels();
            labels.find(|label| label.name() == name)
        });
        label.ok_or_else(|| UnknownName::new(text, NAMES))
    }
}

/// Examples of the text form, for the error of an unknown one.
const NAMES: &[&str] = &["aipref:train-ai", "content-signal:ai-train", "rsl:ai-train"];

serde_as_text!(Label);
