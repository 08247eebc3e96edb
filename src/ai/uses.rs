//! AI-use preferences: may I train on it, put it into an answer, keep it in an index of an AI system?
//!
//! Owners state these in several vocabularies, in robots.txt, in fields, in the document, in `/.well-known/tdmrep.json` and
//! in licences. [`Verdict::uses`](crate::Verdict::uses) answers in two steps: each [`Vocabulary`] for itself by its own
//! rules, and each [`Activity`] by the labels whose definition covers it. `docs/ai-use.md` has the whole.

pub use crate::ai::preference::{
    Activity, Answer, Label, Level, Missing, Preference, Terms, Vocabulary,
};
pub use crate::ai::rsl::Rsl;
pub use crate::ai::tdmrep::{StatedMining, TdmRep};
#[cfg(feature = "engines")]
pub use crate::policy::uses::documented::Unused;
pub use crate::policy::{Pointer, PolicyToken, Uses};
pub use crate::robots_txt::uses::FileUses;
