//! Answers, and their form in a store.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test fails by panicking

mod lengths;

use super::*;
use crate::warc::Skip;
use crate::warc::tests::{once, record};
use robots_policy_http::DamageCode;

fn answer(at: i64, status: u16, body: &[u8]) -> Answer {
    Answer {
        at,
        status,
        location: None,
        body: Some(StoredBody::whole(body.to_vec())),
        record_id: None,
    }
}

#[test]
fn a_good_answer_survives_failures_and_a_later_one_replaces_it() {
    let ranked = |winner: &Answer, loser: &Answer| {
        assert_eq!(winner.rank(loser), Ordering::Greater);
        assert_eq!(loser.rank(winner), Ordering::Less);
    };
    ranked(&answer(1, 200, b"a"), &answer(2, 503, b""));
    ranked(&answer(2, 404, b""), &answer(1, 200, b"a"));
    ranked(&answer(3, 503, b""), &answer(2, 429, b""));
    ranked(&answer(1, 200, b"a"), &answer(2, 202, b"wait"));
    ranked(&answer(1, 200, b"b"), &answer(1, 200, b"a"));
    let undecodable = Answer {
        body: None,
        ..answer(9, 200, b"")
    };
    ranked(&answer(1, 404, b""), &undecodable);
}

/// A status that needs no body means the same however the body is coded, as at every other door.
#[test]
fn a_status_without_a_file_counts_although_its_body_is_coded() {
    let coded = |status, location: Option<&str>| Answer {
        location: location.map(str::to_owned),
        body: None,
        ..answer(1, status, b"")
    };
    let said = |answer: &Answer| {
        let is_known = answer.has_outcome();
        (is_known, answer.redirect().map(Cow::into_owned))
    };
    assert_eq!(said(&coded(404, None)), (true, None));
    assert_eq!(said(&coded(503, None)), (false, None));
    assert_eq!(said(&coded(200, None)), (false, None));
    assert_eq!(said(&coded(301, Some("/r"))), (true, Some("/r".to_owned())));
    let mut fetch = RobotsFetch::default();
    for (status, name) in [(200, Some("content-coding")), (404, None)] {
        let answer = coded(status, None);
        let _ = fetch.answered(
            &mut fetch.begin(),
            answer.fetched(),
            Timestamp::from_unix(1),
        );
        assert_eq!(fetch.instead().map(Why::name), name);
    }
}

/// An answer with its key.
type Keyed = (String, Answer);

/// The key and the answer that `find` finds in an archive of one record, or the code of the damage that prevents one.
fn found(
    archive: &[u8],
    find: fn(&mut Record<'_>) -> Result<Option<Keyed>, Damage>,
) -> Result<Option<Keyed>, DamageCode> {
    let mut archive = once(archive, Skip::Verified);
    let mut record = archive.next().unwrap().unwrap();
    find(&mut record).map_err(|damage| damage.code())
}

/// A record with these fields of a response for robots.txt.
fn robots(fields: &str, message: &[u8]) -> Vec<u8> {
    let fields = format!("WARC-Target-URI: https://a.example/robots.txt\r\n{fields}");
    record("response", &fields, message)
}

/// The body of the answer in a record, or the code of the damage that prevents one.
fn of(fields: &str, message: &[u8]) -> Result<Option<Vec<u8>>, DamageCode> {
    let answer = found(&robots(fields, message), Answer::of)?;
    let body = answer.and_then(|(_, answer)| answer.body);
    Ok(body.map(StoredBody::into_octets))
}

#[test]
fn a_challenge_is_not_an_answer() {
    let of = |fields: &str| {
        let message = format!("HTTP/1.1 403 Forbidden\r\n{fields}Content-Length: 4\r\n\r\nwait");
        of("", message.as_bytes()).unwrap()
    };
    assert!(of("").is_some());
    assert_eq!(of("CF-Mitigated: challenge\r\n"), None);
}

#[test]
fn a_file_that_is_cut_is_not_an_answer() {
    let cut = "User-agent: *\nDis";
    let ok = |fields: &str, body: &str| format!("HTTP/1.1 200 OK\r\n{fields}\r\n{body}");
    let truncated = "WARC-Truncated: length\r\n";
    let short = "Content-Length: 900000\r\n";
    assert_eq!(of("", ok("", cut).as_bytes()), Ok(Some(cut.into())));
    for (fields, message) in [
        (truncated, ok("", cut)),
        ("", ok(short, cut)),
        ("", ok(short, "")),
        ("", format!("HTTP/1.1 200 OK\r\nAllow: {cut}")),
    ] {
        assert_eq!(of(fields, message.as_bytes()), Err(DamageCode::ShortBody));
    }
    // The reader would not have read the missing part.
    let long = "#".repeat(600_000);
    let kept = long.as_bytes().get(..most_body()).unwrap().to_vec();
    for (fields, message) in [(truncated, ok("", &long)), ("", ok(short, &long))] {
        assert_eq!(of(fields, message.as_bytes()), Ok(Some(kept.clone())));
    }
    let missing = format!("HTTP/1.1 404 Not Found\r\n{short}\r\nNot");
    assert_eq!(of("", missing.as_bytes()), Ok(Some(b"Not".to_vec())));
}

/// A key, and the body of its answer.
type Kept = (String, Option<Vec<u8>>);

/// The key of the document in a record of this address, and its body; or the code of the damage.
fn document(
    url: &str,
    status: &str,
    fields: &str,
    body: &[u8],
) -> Result<Option<Kept>, DamageCode> {
    let target = format!("WARC-Target-URI: {url}\r\n");
    let head = format!("HTTP/1.1 {status}\r\n{fields}\r\n");
    let stored = record("response", &target, &[head.as_bytes(), body].concat());
    let answer = found(&stored, Answer::at_address)?;
    Ok(answer.map(|(key, answer)| (key, answer.body.map(StoredBody::into_octets))))
}

/// Each row: an address, a status, fields, a body, and the key of the document if it is one.
#[test]
fn documents_about_use_are_found_by_address_and_by_type() {
    type Row = (String, String, String, String, Option<String>);
    for line in include_str!("tests/documents.jsonl").lines() {
        let (url, status, fields, body, key): Row = serde_json::from_str(line).unwrap();
        let found = document(&url, &status, &fields, body.as_bytes()).unwrap();
        let expected = key.map(|key| (key, Some(body.into_bytes())));
        assert_eq!(found, expected, "{url} {status} {fields}");
    }
}

#[test]
fn a_document_that_is_cut_or_coded_states_nothing() {
    let tdmrep = "https://a.example/.well-known/tdmrep.json";
    let short = "Content-Length: 900\r\n";
    let cut = document(tdmrep, "200 OK", short, b"[");
    assert_eq!(cut, Err(DamageCode::ShortBody));
    let rsl = "Content-Type: application/rsl+xml\r\nContent-Length: 900\r\n";
    let page = "https://a.example/l";
    assert_eq!(
        document(page, "200 OK", rsl, b"<rsl"),
        Err(DamageCode::ShortBody)
    );
    // Another document may be cut: the archive has its rows all the same.
    let xml = "Content-Type: text/xml\r\nContent-Length: 900\r\n";
    assert_eq!(document(page, "200 OK", xml, b"<rss"), Ok(None));
    let coded = "Content-Encoding: gzip\r\n";
    let kept = document(tdmrep, "200 OK", coded, b"\x1F\x8B\x08 is not gzip").unwrap();
    assert_eq!(kept, Some((tdmrep.to_owned(), None)));
    let long = b" ".repeat(documents::MOST_TDMREP + 9);
    let (_, kept) = document(tdmrep, "200 OK", "", &long).unwrap().unwrap();
    assert_eq!(kept.unwrap().len(), documents::MOST_TDMREP);
}
