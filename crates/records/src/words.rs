//! The sentences about a verdict that the program and the page have. `{}` is a value.

use std::fmt::Display;

use robots_policy::Why;

/// The limit of excerpts.
pub const EXCERPTS: &str = "Excerpts have at most {} characters.";
/// The end of its time in results.
pub const UNTIL: &str = "Must not be shown in results after {}.";
/// A restriction of which no sentence speaks.
pub const RESTRICTED: &str = "Its use is restricted as shown.";
/// A statement about AI use that restricts, and nothing else.
pub const RESTRICTED_FOR_AI: &str = "Its use for AI is restricted as shown.";
/// No restriction in the sources that were read; the value is the number of faults.
pub const FREE: &str = "What was read restricts nothing{}.";
/// The reason for an access that depends on the site.
pub const SITE_UNKNOWN: &str =
    "it is not known whether the site answers, which decides without a robots.txt";

/// A sentence with its value.
pub fn with(sentence: &str, value: impl Display) -> String {
    sentence.replacen("{}", &value.to_string(), 1)
}

/// The end of a sentence about a document that was not read.
pub fn unread(why: Why) -> &'static str {
    match why {
        Why::ContentCoding => "is still coded",
        Why::Encoding => "is in an encoding that decodes to nothing",
        Why::NotRequested => "was not requested",
        _ => "was not read whole",
    }
}
