//! The texts that the readers follow.

/// The texts that the readers of this version follow, each as its authors name that state of it: RFCs, drafts, and the documents of the
/// vocabularies. Whoever keeps verdicts keeps this list with the version of the crate, because labels changed from draft to draft.
///
/// Facts about named crawlers have a document and a day of their own ([`engines::Profile`](crate::engines::Profile)).
///
/// # Examples
///
/// ```
/// use robots_policy::report::SPECIFICATIONS;
///
/// assert!(SPECIFICATIONS.contains(&"RFC 9309"));
/// assert!(SPECIFICATIONS.contains(&"draft-ietf-aipref-vocab-08"));
/// ```
pub const SPECIFICATIONS: &[&str] = &[
    "RFC 9309",
    "RFC 9651",
    "draft-illyes-repext-02",
    "draft-illyes-rep-purpose-00",
    "draft-meunier-signature-agent-rep, as of May 2025",
    "draft-giudici-web-robots-cntrl-00",
    "draft-canel-robots-ai-control-01",
    "draft-ietf-aipref-attach-05",
    "draft-ietf-aipref-vocab-08",
    "Content Signals, as of 2026-08-31",
    "TDMRep, CG-FINAL 2024-05-10",
    "RSL 1.0, 2025-12-10",
];
