//! The sentences about a verdict that the program and the page have. `{}` is a value.

use std::fmt::Display;

use robots_policy::Why;
use robots_policy::ledger::Input;

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
/// Where it may not be fetched, and no other statement restricts anything.
pub const NOTHING_ELSE: &str = "Nothing else that was read restricts it{}.";
/// The reason for an access that depends on the site.
pub const SITE_UNKNOWN: &str =
    "it is not known whether the site answers, which decides without a robots.txt";

/// A sentence with its value.
pub fn with(sentence: &str, value: impl Display) -> String {
    sentence.replacen("{}", &value.to_string(), 1)
}

/// The source as the subject of a sentence.
pub fn subject(source: Input) -> &'static str {
    match source {
        Input::Fields => "header",
        Input::Licenses => "licence",
        Input::Embedded => "metadata of the file",
        source => source.name(),
    }
}

/// The end of a sentence about a source that is not known.
pub fn unread(why: Why) -> &'static str {
    match why {
        Why::NotGiven => "was not given",
        Why::Status => "has a status that is not that of a page",
        Why::ContentCoding => "is still coded",
        Why::Encoding => "is not text in its encoding",
        Why::Empty => "is empty, and the response does not say so",
        Why::IllFormed => "is not well-formed",
        Why::Markup => "has a meta that only looser readers count",
        Why::Challenge => "is a challenge",
        Why::Limit => "is longer than its limit",
        Why::ScopeUncertain => "was joined, so that it is not known who a rule addresses",
        Why::Body => "was read up to the end of its head",
        Why::NotRequested => "was not requested",
        _ => "was not read whole",
    }
}
