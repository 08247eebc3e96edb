//! The content of an answer for robots.txt, by its status, its fields and its body: every status of a kind, with every coding,
//! with every body, against one table; and that no other place of the project decides about it.

use std::fs;

use robots_policy::header::coding_by_mark;
use robots_policy::robots_txt::{
    AccessResult, AnswerFields, Fetched, Next, Robots, RobotsFetch, RobotsFetchSettings,
};
use robots_policy::{RobotsTxt, Why};
use robots_policy_kit::files::{below, root};

use crate::common::{headers, now};
use crate::house::PACKAGES;
use crate::{octets, rows};

const PAGE: &[u8] = b"\xef\xbb\xbf \n<!DOCTYPE html>\n<title>Home</title>\n";
const MIXED: &[u8] = b"<pre>\nUser-agent: *\nDisallow: /x\n</pre>";
const GZIP: &[u8] = b"\x1f\x8b\x08\x00";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
/// A fetch whose only answer was this one.
pub(crate) fn ended(fetched: Fetched<'_>) -> RobotsFetch {
    let mut fetch = RobotsFetch::default();
    let next = fetch.answered(&mut fetch.begin(), fetched, now());
    assert_eq!(next, Next::Done);
    fetch
}

/// The outcome in words, and the name of what is in the place of the file.
fn said(fetch: &RobotsFetch) -> (String, &'static str) {
    let robots = fetch.outcome(now());
    let kind = match &robots {
        Robots::Rules(_) => "rules",
        Robots::Unavailable(_) => "unavailable",
        Robots::Unreachable { .. } => "unreachable",
        Robots::Unread { .. } => "unread",
        _ => "unknown",
    };
    let cause = robots.cause().map_or("", |cause| cause.name());
    let words = format!("{kind} {cause}").trim_end().to_owned();
    (words, fetch.instead().map_or("", Why::name))
}

#[test]
fn every_answer_has_its_outcome_and_its_name() {
    type Status = (Vec<u16>, String, String);
    let codings: Vec<(String, bool)> = rows(include_str!("rows/codings.jsonl"));
    let challenges: Vec<(String, String, bool)> = rows(include_str!("rows/challenges.jsonl"));
    let bodies = bodies();
    for (statuses, outcome, name) in rows::<Status>(include_str!("rows/statuses.jsonl")) {
        for status in statuses {
            for body in &bodies {
                for (coding, is_named) in &codings {
                    for (field, value, is_challenge) in &challenges {
                        let headers = headers(&[
                            ("content-encoding", coding.as_str()),
                            (field.as_str(), value.as_str()),
                        ]);
                        let fields = AnswerFields::from_headers(&headers);
                        assert_eq!(fields.is_challenge, *is_challenge, "{field}: {value}");
                        let expected = body.expected(
                            (status, outcome.as_str(), name.as_str()),
                            *is_named,
                            *is_challenge,
                        );
                        let fetched = Fetched::Response {
                            status,
                            fields,
                            body: body.octets.as_deref(),
                        };
                        let (words, name) = said(&ended(fetched));
                        let place = format!("{status} {coding:?} {field}: {value} {body:?}");
                        assert_eq!((&*words, name), expected, "{place}");
                    }
                }
            }
        }
    }
}

/// A body, `None` for one that cannot be decoded.
#[derive(Debug)]
struct AnswerBody {
    octets: Option<Vec<u8>>,
    /// What is in the place of a file without a field that names a coding.
    instead: String,
    /// Whether the body is coded with such a field.
    is_coded_by_name: bool,
}

fn bodies() -> Vec<AnswerBody> {
    type Row = (Option<String>, String, bool);
    let rows = rows::<Row>(include_str!("rows/robots_bodies.jsonl")).into_iter();
    let body = |(text, instead, is_coded_by_name): Row| AnswerBody {
        octets: text.map(|text| octets(&text)),
        instead,
        is_coded_by_name,
    };
    rows.map(body).collect()
}

impl AnswerBody {
    /// The outcome and the name of an answer with this status, and whether a field names a coding or a challenge.
    fn expected<'e>(
        &'e self,
        (status, outcome, name): (u16, &'e str, &'e str),
        is_named: bool,
        is_challenge: bool,
    ) -> (&'e str, &'e str) {
        let is_file = (200..=299).contains(&status) && status != 206;
        let instead = &*self.instead;
        // A challenge is not read to its lines, nor is an answer that is not final.
        let body = self.octets.as_ref();
        let has_mark = body.is_none_or(|body| coding_by_mark(body).is_some());
        let is_unread = instead == "content-coding" && !is_challenge && status != 202;
        let is_coded = is_file && (has_mark || is_named && self.is_coded_by_name || is_unread);
        let outcome = match outcome {
            _ if is_coded => "unreachable undecodable",
            // A challenge says neither that there is a file nor that there is none.
            outcome if is_challenge && !outcome.starts_with("unreachable") => "unread",
            "rules" if instead == "encoding" => "unread",
            outcome => outcome,
        };
        let name = match name {
            _ if is_challenge => "challenge",
            _ if is_coded => "content-coding",
            "" if is_file => instead,
            name => name,
        };
        (outcome, name)
    }
}

#[test]
fn an_answer_that_is_not_a_response_has_its_name() {
    for (fetched, expected) in [
        (
            Fetched::NetworkError,
            ("unreachable network-error", "status"),
        ),
        (Fetched::LeadsNowhere, ("unreachable redirects", "status")),
        (
            Fetched::Undecodable,
            ("unreachable undecodable", "content-coding"),
        ),
    ] {
        let said = said(&ended(fetched));
        assert_eq!((said.0.as_str(), said.1), expected);
    }
    assert_eq!(RobotsFetch::default().instead(), None);
}

/// A setting changes what a status means, and not what it is.
#[test]
fn a_setting_changes_no_name() {
    let settings = RobotsFetchSettings::new().with_rate_limit(AccessResult::Unavailable);
    let mut limited = RobotsFetch::new(settings);
    let _ = limited.answered(&mut limited.begin(), Fetched::of(429, b""), now());
    assert_eq!(
        said(&limited),
        ("unavailable rate-limited".to_owned(), "status")
    );
    let place = headers(&[("location", "/"), ("cf-mitigated", "challenge")]);
    let mut fetch = RobotsFetch::default();
    let mut ask = fetch.begin();
    let redirect = || Fetched::from_response(302, &place, b"");
    for _ in 0..5 {
        assert_eq!(
            fetch.answered(&mut ask, redirect(), now()),
            Next::Follow("/".into())
        );
        assert_eq!(fetch.instead(), None, "nothing is final");
    }
    assert_eq!(fetch.answered(&mut ask, redirect(), now()), Next::Done);
    assert_eq!(
        said(&fetch),
        ("unavailable redirects".to_owned(), "challenge")
    );
}

#[test]
fn the_name_is_that_of_the_last_answer_and_after_a_304_that_of_the_copy() {
    let mut fetch = RobotsFetch::default();
    for (fetched, name) in [
        (Fetched::of(200, PAGE), "markup"),
        (Fetched::of(503, b""), "status"),
        (Fetched::of(304, b""), "markup"),
        (Fetched::of(200, GZIP), "content-coding"),
        (Fetched::of(200, PNG), "encoding"),
        (Fetched::of(200, MIXED), ""),
        (Fetched::of(206, PAGE), "status"),
        (Fetched::of(304, b""), ""),
        (Fetched::of(404, PAGE), ""),
    ] {
        let asked = format!("{fetched:?}");
        let _ = fetch.answered(&mut fetch.begin(), fetched, now());
        assert_eq!(fetch.instead().map_or("", Why::name), name, "{asked}");
    }
}

/// A file at hand, for which no server answered, is coded where one in an answer without fields is.
#[test]
fn a_file_at_hand_is_coded_where_an_answer_is() {
    for body in bodies() {
        let Some(file) = &body.octets else { continue };
        let own = Robots::of_file(file, RobotsTxt::parse(file).value);
        let answered = ended(Fetched::of(200, file)).outcome(now());
        assert_eq!(own.cause(), answered.cause(), "{file:?}");
        let is_unread = |robots: &Robots| matches!(robots, Robots::Unread { .. });
        assert_eq!(is_unread(&own), is_unread(&answered), "{file:?}");
        assert_eq!(own.rules(), answered.rules(), "{file:?}");
    }
}

/// The content of an answer is decided about in one place: no other names a field of challenges or asks whether the file is markup, and
/// few say themselves that a coding cannot be undone.
#[test]
fn no_caller_decides_what_an_answer_is() {
    let own = |path: &str| path.starts_with("src/robots_txt/fetch");
    let client = |path: &str| own(path) || path.starts_with("crates/live/src/fetch/robots.rs");
    let replay =
        |path: &str| client(path) || path.starts_with("bindings/python/src/robots/last_fetch.rs");
    let parser = |path: &str| own(path) || path == "src/robots_txt/file/parse.rs";
    let rows: [(&str, &dyn Fn(&str) -> bool); 4] = [
        ("cf-mitigated", &own),
        ("x-amzn-waf-action", &own),
        ("DiagnosticCode::HtmlInstead", &parser),
        ("Fetched::Undecodable", &replay),
    ];
    let mut seen = 0;
    for folder in PACKAGES {
        for path in below(&root().join(folder)) {
            let place = path
                .strip_prefix(root())
                .unwrap()
                .to_string_lossy()
                .replace('\\', "/");
            if place.contains("tests") {
                continue;
            }
            let bytes = fs::read(&path).unwrap();
            let text = String::from_utf8_lossy(&bytes);
            for (words, may) in &rows {
                let has = text.contains(words);
                seen += usize::from(has);
                assert!(
                    !has || may(&place),
                    "{place} has {words}; RobotsFetch::answered decides"
                );
            }
        }
    }
    assert!(seen > rows.len(), "the words are found");
}
