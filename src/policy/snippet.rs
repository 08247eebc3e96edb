//! The excerpt that a client may show, from `nosnippet` and `max-snippet`, and the words for answers.

use std::borrow::Cow;
use std::fmt;

use unicode_segmentation::UnicodeSegmentation;

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
    /// The most characters (Unicode code points) that an excerpt may have where the caller wants no more than `wanted`: 0 unless an
    /// excerpt is known to be allowed.
    pub fn limit(&self, wanted: usize) -> usize {
        let most = self
            .max_chars
            .map(|most| usize::try_from(most).unwrap_or(usize::MAX));
        let most = most.unwrap_or(usize::MAX);
        if self.allowed == Some(true) {
            wanted.min(most)
        } else {
            0
        }
    }

    /// As much of the start of a text as may be shown, and no more than `wanted` characters; `None` unless an excerpt is known to be
    /// allowed.
    ///
    /// A text over the limit ends in `…`, which counts. No cluster of code points, as an emoji of a family, is cut in two: since
    /// code points are never fewer than what people count, the excerpt is rather too short than too long. Whatever else is
    /// shown with it, as the marks of a highlighter, counts for the caller.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::Document;
    /// use robots_policy::{Client, HeaderReader, Policy, Timestamp};
    ///
    /// let policy = Policy::new()
    ///     .with_fields(HeaderReader::new().read_lines([("X-Robots-Tag", "max-snippet: 10")]))
    ///     .with_document(Document::not_applicable());
    /// let snippet = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0)).snippet();
    /// assert_eq!(snippet.cut("Some words of a page", 160).as_deref(), Some("Some word…"));
    /// assert_eq!(snippet.cut("Few words!", 160).as_deref(), Some("Few words!"));
    /// assert_eq!(snippet.cut("Few words!", 4).as_deref(), Some("Few…"));
    /// assert_eq!(snippet.cut("Few words!", 0).as_deref(), Some(""));
    /// assert_eq!(snippet.cut("A family: 👨‍👩‍👧", 160).as_deref(), Some("A family:…"));
    /// assert_eq!((snippet.limit(160), snippet.limit(5)), (10, 5));
    /// ```
    pub fn cut<'t>(&self, text: &'t str, wanted: usize) -> Option<Cow<'t, str>> {
        let limit = self.limit(wanted);
        if self.allowed != Some(true) {
            return None;
        }
        if text.chars().nth(limit).is_none() {
            return Some(text.into());
        }
        let Some(mut left) = limit.checked_sub(1) else {
            return Some("".into());
        };
        let fits = text.graphemes(true).take_while(|cluster| {
            let rest = left.checked_sub(cluster.chars().count());
            left = rest.unwrap_or(left);
            rest.is_some()
        });
        let mut excerpt: String = fits.collect();
        excerpt.truncate(excerpt.trim_end().len());
        excerpt.push('…');
        Some(excerpt.into())
    }

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
