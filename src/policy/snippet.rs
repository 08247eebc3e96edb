//! The excerpt that a client may show, from `nosnippet` and `max-snippet`, and the words for answers.

use std::fmt;

/// The excerpt of a response that may be shown; [`Verdict::snippet`](crate::Verdict::snippet) gives it.
///
/// | statements | `allowed` | `max_chars` | text form |
/// |---|---|---|---|
/// | none | yes | no limit | `yes` |
/// | `max-snippet: 20` | yes | 20 | `yes, at most 20 characters` |
/// | `nosnippet`, or `max-snippet: 0` | no | 0 | `no` |
/// | `max-snippet: 20`, and a document that was not read | not known | 20 | `?, at most 20 characters` |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Snippet {
    /// Whether any excerpt may be shown; `None` if an input that may forbid it was not read.
    pub allowed: Option<bool>,
    /// The most characters that an excerpt may have: 0 if no excerpt is allowed, `None` if no source that was read
    /// limits it.
    pub max_chars: Option<u32>,
}

impl Snippet {
    /// The limit in words, if an excerpt may be allowed and has one.
    pub(crate) fn limit_in_words(self) -> Option<String> {
        let limit = self.max_chars.filter(|_| self.allowed != Some(false));
        limit.map(|limit| format!("at most {limit} characters"))
    }
}

impl fmt::Display for Snippet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(answer_in_words(self.allowed))?;
        match self.limit_in_words() {
            Some(limit) => write!(f, ", {limit}"),
            None => Ok(()),
        }
    }
}

/// The answer to a question about the page; `?` if it is not known.
pub(crate) fn answer_in_words(answer: Option<bool>) -> &'static str {
    match answer {
        Some(true) => "yes",
        Some(false) => "no",
        None => "?",
    }
}
