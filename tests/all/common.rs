//! What several subjects need: values of requests and responses, and verdicts on them.

use std::fs;

use http::{HeaderMap, HeaderName, HeaderValue};
use robots_policy::header::Fields;
use robots_policy::uses::Answer;
use robots_policy::{Client, HeaderReader, MetaExtractor, Parsed, Policy, Timestamp, Verdict};
use robots_policy_kit::files::corpus;
use serde::de::DeserializeOwned;

/// The vectors of a suite of the corpus, at least so many; none where it is not beside the project.
pub(crate) fn suite<V: DeserializeOwned>(folder: &str, least: usize) -> Vec<V> {
    let Some(folder) = corpus(folder) else {
        return Vec::new();
    };
    let lines = fs::read_to_string(folder.join("vectors.jsonl")).unwrap();
    let vectors = crate::rows(&lines);
    assert!(vectors.len() >= least, "{}", vectors.len());
    vectors
}

/// A client with this name; `*` for one without.
pub(crate) fn client(token: &str) -> Client {
    match token {
        "*" => Client::anonymous(),
        token => Client::new(token).unwrap(),
    }
}

/// Clients to whom different lines of a response are addressed.
pub(crate) fn askers() -> [Client; 3] {
    ["*", "ExampleBot", "b"].map(client)
}

/// The fields of these lines.
pub(crate) fn fields<N, V>(lines: &[(N, V)]) -> Parsed<Fields>
where
    N: AsRef<[u8]>,
    V: AsRef<[u8]>,
{
    HeaderReader::new().read_lines(lines.iter().map(|(name, value)| (name, value)))
}

/// These lines as clients of HTTP have them.
pub(crate) fn headers(lines: &[(impl AsRef<str>, impl AsRef<str>)]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in lines {
        let name = HeaderName::from_bytes(name.as_ref().as_bytes()).unwrap();
        headers.append(
            name,
            HeaderValue::from_bytes(value.as_ref().as_bytes()).unwrap(),
        );
    }
    headers
}

/// A reader of a page whose response says what it is.
pub(crate) fn html() -> MetaExtractor {
    MetaExtractor::new().with_content_type("text/html; charset=utf-8")
}

/// The time of the tests, in September 2026.
pub(crate) fn now() -> Timestamp {
    Timestamp::from_unix(1_790_000_000)
}

/// Whether a page may be indexed, its links followed, a copy kept and a snippet shown.
pub(crate) fn answers(verdict: &Verdict<'_>) -> [Option<bool>; 4] {
    let snippet = verdict.snippet().allowed;
    [
        verdict.index(),
        verdict.follow(),
        verdict.archive(),
        snippet,
    ]
}

/// The verdict for a client without a name on the root of a site.
pub(crate) fn heard(policy: &Policy) -> Verdict<'_> {
    policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0))
}

/// A letter for an answer: no, conditional, yes, or not stated.
pub(crate) fn letter(answer: Answer) -> char {
    match answer {
        Answer::Unstated => '-',
        Answer::Allow => 'y',
        Answer::Conditional => 'c',
        Answer::Disallow => 'n',
    }
}

/// A text in UTF-16.
pub(crate) fn wide(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}
