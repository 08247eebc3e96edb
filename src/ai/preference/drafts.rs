//! Labels in `Content-Usage` that the vocabulary of AIPREF does not have: those of its earlier drafts, and of others.
//!
//! They have no effect (draft-ietf-aipref-vocab-08 §6.4). A row here gives its owner the reason. The labels changed in
//! six of nine drafts, so that a change of the vocabulary moves rows from the table of labels to this one.

/// The document that defines a label which is not one of the vocabulary, and whether that is another vocabulary.
pub(crate) fn earlier(label: &str) -> Option<(&'static str, bool)> {
    let legacy = LEGACY.iter().map(|row| (row, false));
    let mut rows = legacy.chain(FOREIGN.iter().map(|row| (row, true)));
    let ((_, document), is_foreign) = rows.find(|((name, _), _)| *name == label)?;
    Some((document, is_foreign))
}

/// Each label of an earlier draft of the vocabulary, or of a text that was proposed for it, with the last document that had it.
const LEGACY: &[(&str, &str)] = &[
    ("tdm", "draft-ietf-aipref-vocab-01"),
    ("ai", "draft-ietf-aipref-vocab-01"),
    ("genai", "draft-ietf-aipref-vocab-01"),
    ("inference", "draft-ietf-aipref-vocab-01"),
    ("all", "draft-ietf-aipref-vocab-02"),
    ("train-genai", "draft-ietf-aipref-vocab-03"),
    ("bots", "draft-ietf-aipref-vocab-04"),
    ("ai-output", "draft-ietf-aipref-vocab-04"),
    ("rag-ground", "pull request 210 of AIPREF"),
    ("infer-user", "pull request 216 of AIPREF"),
    ("infer-system", "pull request 216 of AIPREF"),
];

/// Each label that another vocabulary has.
const FOREIGN: &[(&str, &str)] = &[
    ("ai-input", "Content Signals"),
    ("ai-train", "Content Signals"),
    ("ai-index", "RSL"),
];
