//! Labels in `Content-Usage` that the vocabulary of AIPREF does not have: those of its earlier drafts, and of others.
//!
//! They have no effect (draft-ietf-aipref-vocab-08 §6.4). A row here gives its owner the reason. The labels changed in
//! six of nine drafts, so that a change of the vocabulary moves rows from the table of labels to this one.

/// Where a label that is not one of the vocabulary comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kin {
    /// An earlier draft of the vocabulary had it, or a text that was proposed for it.
    Legacy,
    /// Another vocabulary has it.
    Foreign,
}

/// The row of a label, and the document that defines it.
pub(crate) fn earlier(label: &str) -> Option<(Kin, &'static str)> {
    let row = ROWS.iter().find(|(name, ..)| *name == label)?;
    Some((row.1, row.2))
}

/// Each label with the last document that had it.
const ROWS: &[(&str, Kin, &str)] = &[
    ("tdm", Kin::Legacy, "draft-ietf-aipref-vocab-01"),
    ("ai", Kin::Legacy, "draft-ietf-aipref-vocab-01"),
    ("genai", Kin::Legacy, "draft-ietf-aipref-vocab-01"),
    ("inference", Kin::Legacy, "draft-ietf-aipref-vocab-01"),
    ("all", Kin::Legacy, "draft-ietf-aipref-vocab-02"),
    ("train-genai", Kin::Legacy, "draft-ietf-aipref-vocab-03"),
    ("bots", Kin::Legacy, "draft-ietf-aipref-vocab-04"),
    ("ai-output", Kin::Legacy, "draft-ietf-aipref-vocab-04"),
    ("rag-ground", Kin::Legacy, "pull request 210 of AIPREF"),
    ("infer-user", Kin::Legacy, "pull request 216 of AIPREF"),
    ("infer-system", Kin::Legacy, "pull request 216 of AIPREF"),
    ("ai-input", Kin::Foreign, "Content Signals"),
    ("ai-train", Kin::Foreign, "Content Signals"),
    ("ai-index", Kin::Foreign, "RSL"),
];
