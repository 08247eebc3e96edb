//! The ledger of an answer: the state of each source that may speak about a response.
//!
//! A verdict is made of what was read. The ledger says beside it what each source is: read, known to be absent, unable to
//! speak, assumed away by the caller's word, or unknown. [`Verdict::ledger`](crate::Verdict::ledger) lists it, one [`Entry`]
//! a source. `docs/ledger.md` of the project describes the states for callers.
//!
//! | file | job |
//! |---|---|
//! | `answers` | the answers of a verdict by name, and sets of them |
//! | `assumption` | the caller's word that sources do not exist |
//! | `document` | a document, as the caller has it |
//! | `entry` | one line of the ledger |
//! | `observation` | the facts that a caller observed of a source |
//! | `knowledge` | the state of a source with its reasons, and the union of two |
//! | `media` | the sources that a type rules out |
//!
//! **Invariant.** An answer is yes only if every source that could forbid it is known: [`Verdict`](crate::Verdict) asks the states
//! that are listed here, and nothing else decides what is known. **What breaks if touched.** A state that is known by mistake
//! is a yes that no one gave. **Which test notices.** `tests/all/ledger.rs`, and for every door the questions of
//! `fixtures/ledger.json`.
//!
//! # Examples
//!
//! ```
//! use robots_policy::ledger::{Assumed, Document, Input, State};
//! use robots_policy::{Client, MetaExtractor, Policy, Timestamp};
//!
//! let mut metas = MetaExtractor::new();
//! let _ = metas.feed(b"<title>A page</title><body>");
//! let policy = Policy::new()
//!     .with_document(metas.finish())
//!     .with_assumed(Assumed::new().with(Input::Fields));
//! let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
//!
//! let states: Vec<String> = verdict.ledger().iter().map(ToString::to_string).collect();
//! assert_eq!(states, [
//!     "robots.txt: not-given",
//!     "fields: assumed",
//!     "document: read (body)",
//!     "tdmrep.json: not-given",
//!     "embedded: not-applicable",
//! ]);
//! ```

mod answers;
mod assumption;
mod document;
mod entry;
mod knowledge;
mod media;
mod observation;

pub use self::answers::Asked;
pub(crate) use self::answers::Keeps;
pub use self::assumption::Assumed;
pub use self::document::{Document, Extent};
pub use self::entry::Entry;
pub(crate) use self::knowledge::{Held, KnownState};
pub(crate) use self::media::of_content_type;
#[cfg(feature = "html")]
pub(crate) use self::media::{is_file, is_told_by_octets};
#[doc(hidden)]
pub use self::observation::Observed;

use crate::ai::preference::{Activity, Label, Vocabulary};
use crate::names::named;

named! {
    /// The state of a source. There are no others than these six: four are known, two are not. Names are stable.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::State;
    ///
    /// assert!(State::Absent.is_known() && !State::NotGiven.is_known());
    /// assert_eq!("not-applicable".parse(), Ok(State::NotApplicable));
    /// ```
    pub enum State {
        /// It was read.
        Read = "read", "it was read";
        /// It was asked for, and it is not there.
        Absent = "absent", "it was requested, and it is not there";
        /// Its type or status cannot state anything of the kind.
        NotApplicable = "not-applicable", "its type cannot state anything of the kind: the metas of an image";
        /// The caller's word is that there is none.
        Assumed = "assumed", "your word is that there is none";
        /// The caller said nothing about it.
        NotGiven = "not-given", "you said nothing about it";
        /// It exists, or may, and was not read or not whole.
        Unread = "unread", "it exists, or may, and was not read or not whole";
    }
}

impl State {
    /// Whether nothing is missing: false for [`State::NotGiven`] and [`State::Unread`].
    pub fn is_known(self) -> bool {
        !matches!(self, State::NotGiven | State::Unread)
    }

    /// The place in a union: the state that is later in this order stays.
    fn rank(self) -> u8 {
        match self {
            State::NotGiven => 0,
            State::Assumed => 1,
            State::Absent => 2,
            State::NotApplicable => 3,
            State::Read => 4,
            State::Unread => 5,
        }
    }
}

named! {
    /// A source that may speak about a response, in the order of the ledger. Names are stable.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::Input;
    /// use robots_policy::uses::Activity;
    ///
    /// let forbids = |activity| {
    ///     let all = Input::ALL.iter().filter(|source| source.could_forbid(activity));
    ///     all.map(|source| source.name()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(forbids(Activity::Search), ["robots.txt", "fields", "document", "licenses", "embedded"]);
    /// assert_eq!(forbids(Activity::Train).len(), 6, "and tdmrep.json");
    /// ```
    #[non_exhaustive]
    pub enum Input {
        /// The robots.txt of the authority.
        RobotsTxt = "robots.txt", "the robots.txt of the authority";
        /// The fields of the response.
        Fields = "fields", "the fields of the response";
        /// The metas and links of the document, and the licences that it holds.
        Document = "document", "its metas and links, and the licences that it holds";
        /// `/.well-known/tdmrep.json` of the site.
        TdmRep = "tdmrep.json", "`/.well-known/tdmrep.json` of the site";
        /// The licences that other sources point at.
        Licenses = "licenses", "a licence that another source points at: an entry for each address, with its `url`";
        /// Metadata in the format of the file itself: that of PDF, EPUB, images, audio, video, feeds.
        Embedded = "embedded", "metadata in the format of the file itself: PDF, EPUB, images, audio, video, feeds";
    }
}

impl Input {
    /// Whether the source could forbid a use: a label of a vocabulary that it carries covers or restricts the activity.
    pub fn could_forbid(self, activity: Activity) -> bool {
        let carried = |label: &&Label| self.carries().contains(&label.vocabulary());
        let mut labels = Label::ALL.iter().filter(carried);
        labels.any(|label| {
            label.covers().contains(&activity) || label.restricts().contains(&activity)
        })
    }

    /// The vocabularies in which it can state a preference, or point at a document that does. `engine` is not among them: it is
    /// the effect of directives.
    fn carries(self) -> &'static [Vocabulary] {
        use Vocabulary::{Aipref, Canel, ContentSignal, Robots, Rsl, TdmRep};
        match self {
            Input::RobotsTxt => &[Aipref, ContentSignal, Rsl, Canel],
            Input::Fields => &[Aipref, ContentSignal, TdmRep, Rsl, Robots],
            Input::Document => &[TdmRep, Rsl, Robots],
            Input::TdmRep => &[TdmRep],
            Input::Licenses => &[Rsl],
            Input::Embedded => &[TdmRep, Rsl],
        }
    }
}
