//! The content of an answer for robots.txt, by its status, its fields and its body: every status of a kind, with every coding,
//! with every body, against one table; and that no other place of the project decides about it.

use std::fs;
use std::path::{Path, PathBuf};

use http::{HeaderMap, HeaderName, HeaderValue};
use robots_policy::header::coding_by_mark;
use robots_policy::robots_txt::{
    AccessResult, AnswerFields, Fetched, Next, Robots, RobotsFetch, RobotsFetchSettings,
};
use robots_policy::{RobotsTxt, Timestamp, Why};
use robots_policy_kit::files::{files, root};

/// The statuses, and what one gives where the body has lines, and what it is called.
const STATUSES: &[(&[u16], &str, &str)] = &[
    (&[200, 201, 203, 204, 205, 207, 226, 299], "rules", ""),
    (&[202], "unread", "status"),
    (&[206], "unreachable server-error", "status"),
    (&[404, 410], "unavailable absent", ""),
    (
        &[400, 401, 403, 405, 418, 451, 499],
        "unavailable refused",
        "",
    ),
    (&[429], "unreachable rate-limited", "status"),
    (
        &[500, 503, 520, 599, 600, 999, 100, 199, 304],
        "unreachable server-error",
        "status",
    ),
    (
        &[300, 301, 302, 303, 305, 306, 307, 308, 399],
        "unreachable redirects",
        "status",
    ),
    (&[0], "unreachable network-error", "status"),
];

const PAGE: &[u8] = b"\xef\xbb\xbf \n<!DOCTYPE html>\n<title>Home</title>\n";
const MIXED: &[u8] = b"<pre>\nUser-agent: *\nDisallow: /x\n</pre>";
const GZIP: &[u8] = b"\x1f\x8b\x08\x00";
const BROTLI: &[u8] = b"\x8b\x02\x80lines";

const ZLIB: &[u8] = b"x\x9c\x0b-N-\xd2MLO\xcd+\xb1R\xd0\xe2r\xc9,N\xcc\xc9\xc9/\xb7R\xd0\xaf\xe0\x02\0j\xb5\x07\xe0";
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
const CODED: &str = "content-coding";

/// Bodies, `None` for one that cannot be decoded: what is in the place of a file without a field that names a coding, and whether
/// the body is coded with one.
const BODIES: &[(Option<&[u8]>, &str, bool)] = &[
    (Some(b"User-agent: *\nDisallow: /x\n"), "", false),
    (Some(b""), "", false),
    (Some(b"\n# nothing\n"), "", false),
    (Some(b"Not found"), "", false),
    (Some("ü: \u{1f600}".as_bytes()), "", false),
    (Some(b"User-agent: *\nDisallow: /\xef\xf0\n"), "", true),
    (Some(b"Fichier non trouv\xe9, d\xe9sol\xe9"), "", true),
    (Some(b"{\"error\": \"not found\"}"), "", false),
    (Some(b"x^2 is no coding"), "", false),
    (
        Some(b"\xff\xfeU\0s\0e\0r\0-\0a\0g\0e\0n\0t\0:\0*\0"),
        "",
        false,
    ),
    (Some(PAGE), "markup", false),
    (Some(b"<?xml version='1.0'?><rss/>"), "markup", false),
    (Some(MIXED), "", false),
    (Some(GZIP), CODED, true),
    (Some(b"\x28\xb5\x2f\xfd\x00"), CODED, true),
    (Some(ZLIB), CODED, true),
    (Some(b"\xfd7zXZ\0\0\x04"), CODED, true),
    (Some(b"BZh91AY&SY\x01\x02"), CODED, true),
    (Some(BROTLI), "encoding", true),
    (Some(PNG), "encoding", true),
    (Some(b"%PDF-1.4\n1 0 obj\n"), "encoding", false),
    (
        Some(b"\xff\xfeUser-agent: *\nDisallow: /x\n"),
        "encoding",
        false,
    ),
    (Some(b"U\0\0\0s\0\0\0e\0\0\0r\0\0\0"), "encoding", true),
    (
        Some(b"\xe4\xa2\x85\x99`\x81\x87\x85\x95\xa3z@\\"),
        "encoding",
        true,
    ),
    (None, CODED, true),
];

/// The codings that a field may name, and whether it names one.
const CODINGS: &[(&str, bool)] = &[
    ("", false),
    ("identity", false),
    ("br", true),
    ("Identity, snappy", true),
];

/// Fields, and whether they say that the answer is a challenge.
const CHALLENGES: &[(&str, &str, bool)] = &[
    ("server", "challenge", false),
    ("cf-mitigated", "challenge", true),
    ("CF-Mitigated", " Challenge ", true),
    ("cf-mitigated", "block", false),
    ("x-amzn-waf-action", "challenge", true),
    ("x-amzn-waf-action", "captcha", true),
    ("x-amzn-waf-action", "count", false),
];

fn at() -> Timestamp {
    Timestamp::from_unix(1_790_000_000)
}

fn headers(lines: &[(&str, &str)]) -> HeaderMap {
    let line = |(name, value): &(&str, &str)| {
        let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
        (name, HeaderValue::from_str(value).unwrap())
    };
    lines.iter().map(line).collect()
}

/// The fetch that ended with this answer.
fn ended(fetched: Fetched<'_>) -> RobotsFetch {
    let mut fetch = RobotsFetch::default();
    assert_eq!(
        fetch.answered(&mut fetch.begin(), fetched, at()),
        Next::Done
    );
    fetch
}

/// The outcome in words, and the name of what is in the place of the file.
fn said(fetch: &RobotsFetch) -> (String, &'static str) {
    let robots = fetch.outcome(at());
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
    let statuses = STATUSES
        .iter()
        .flat_map(|(all, outcome, name)| all.iter().map(move |status| (*status, *outcome, *name)));
    for (status, outcome, name) in statuses {
        let is_file = (200..=299).contains(&status) && status != 206;
        for &(body, instead, is_coded_by_name) in BODIES {
            for &(coding, is_named) in CODINGS {
                for &(field, value, is_challenge) in CHALLENGES {
                    let headers = headers(&[("content-encoding", coding), (field, value)]);
                    let fields = AnswerFields::from_headers(&headers);
                    assert_eq!(fields.is_challenge, is_challenge, "{field}: {value}");
                    // A challenge is not read to its lines, nor is an answer that is not final.
                    let has_mark = body.is_none_or(|body| coding_by_mark(body).is_some());
                    let is_coded = is_file
                        && (has_mark
                            || is_named && is_coded_by_name
                            || instead == CODED && !is_challenge && status != 202);
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
                    let fetched = Fetched::Response {
                        status,
                        fields,
                        body,
                    };
                    let said = said(&ended(fetched));
                    let place = format!("{status} {coding:?} {field}: {value} {body:?}");
                    assert_eq!((said.0.as_str(), said.1), (outcome, name), "{place}");
                }
            }
        }
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
    let _ = limited.answered(&mut limited.begin(), Fetched::of(429, b""), at());
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
            fetch.answered(&mut ask, redirect(), at()),
            Next::Follow("/".into())
        );
        assert_eq!(fetch.instead(), None, "nothing is final");
    }
    assert_eq!(fetch.answered(&mut ask, redirect(), at()), Next::Done);
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
        let _ = fetch.answered(&mut fetch.begin(), fetched, at());
        assert_eq!(fetch.instead().map_or("", Why::name), name, "{asked}");
    }
}

/// A file at hand, for which no server answered, is coded where one in an answer without fields is.
#[test]
fn a_file_at_hand_is_coded_where_an_answer_is() {
    for (body, ..) in BODIES {
        let Some(file) = body else { continue };
        let own = Robots::of_file(file, RobotsTxt::parse(file).value);
        let answered = ended(Fetched::of(200, file)).outcome(at());
        assert_eq!(own.cause(), answered.cause(), "{file:?}");
        let is_unread = |robots: &Robots| matches!(robots, Robots::Unread { .. });
        assert_eq!(is_unread(&own), is_unread(&answered), "{file:?}");
        assert_eq!(own.rules(), answered.rules(), "{file:?}");
    }
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let inside = files(folder).into_iter();
    let inside = inside.flat_map(|path| {
        if path.is_dir() {
            sources(&path)
        } else {
            vec![path]
        }
    });
    inside.collect()
}

/// The content of an answer is decided about in one place: no other names a field of challenges or asks whether the file is markup, and
/// few say themselves that a coding cannot be undone.
#[test]
fn no_caller_decides_what_an_answer_is() {
    let own = |path: &str| path.starts_with("src/robots_txt/fetch");
    let client = |path: &str| own(path) || path.starts_with("crates/scan/src/fetch/robots.rs");
    let replay =
        |path: &str| client(path) || path.starts_with("bindings/python/src/robots/last.rs");
    let parser = |path: &str| own(path) || path == "src/robots_txt/file/parse.rs";
    let rows: [(&str, &dyn Fn(&str) -> bool); 4] = [
        ("cf-mitigated", &own),
        ("x-amzn-waf-action", &own),
        ("DiagnosticCode::HtmlInstead", &parser),
        ("Fetched::Undecodable", &replay),
    ];
    let mut seen = 0;
    for folder in [
        "src",
        "crates/records/src",
        "crates/archives/src",
        "crates/cli/src",
        "crates/scan/src",
        "bindings/javascript/src",
        "bindings/python/src",
    ] {
        for path in sources(&root().join(folder)) {
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
