//! Answers, and their form in a store.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test fails by panicking

use robots_policy::robots_txt::RobotsTxtReader;
use robots_policy::{Client, Limits};
use robots_policy_kit::bytes::{bytes, record};
use robots_policy_kit::told::assert_told;
use robots_policy_live::StoredBody;

use super::*;
use crate::warc::Skip;
use crate::warc::tests::once;

pub(crate) fn answer(at: i64, status: u16, body: &[u8]) -> Answer {
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

/// A step is a record of an answer: of a robots.txt (`robots fields | message`), or at an address (`at URL fields | message`).
#[test]
fn answers_are_what_records_hold() {
    assert_told("crates/archives/src/answer/tests/answers.txt", |step, _| {
        let Some((head, message)) = step.split_once(" | ") else {
            return String::new();
        };
        let (word, rest) = head.split_once(' ').unwrap_or((head, ""));
        let (url, fields) = match word {
            "robots" => ("https://a.example/robots.txt", rest),
            "archive" => return told(&bytes(message), Answer::of),
            _ => rest.split_once(' ').unwrap_or((rest, "")),
        };
        let fields = format!(r"WARC-Target-URI: {url}\r\n{fields}");
        let stored = record("response", bytes(&fields), &bytes(message));
        told(
            &stored,
            if word == "robots" {
                Answer::of
            } else {
                Answer::at_address
            },
        )
    });
}

/// The answer that `find` finds in an archive of one record, or the code of the damage that prevents one.
fn told(
    archive: &[u8],
    find: impl Fn(&mut Record<'_>) -> Result<Option<(String, Answer)>, Damage>,
) -> String {
    let mut archive = once(archive, Skip::Verified);
    let mut record = archive.next().unwrap().unwrap();
    let (key, answer) = match find(&mut record) {
        Ok(Some(found)) => found,
        Ok(None) => return String::from("no answer"),
        Err(damage) => return damage.code().name().to_owned(),
    };
    let mut told = format!("{key}: {}", answer.status);
    match &answer.body {
        None => told += " | coded",
        Some(body) => {
            let shown = match body.len() {
                short @ ..100 => format!(" | \"{}\"", body[..short].escape_ascii()),
                long => format!(" | {long} bytes"),
            };
            told += &shown;
            let all = if body.is_all_seen() {
                "all"
            } else {
                "at least"
            };
            let cut = body.is_cut().then(|| body.seen());
            told.extend(cut.map(|seen| format!(" | cut, of {all} {seen}")));
            let why = body.why_missing();
            told.extend(why.map(|why| format!(" | missing: {}", why.name())));
        }
    }
    if answer.has_outcome() {
        told += " | counts";
    }
    let mut fetch = RobotsFetch::default();
    let _ = fetch.answered(
        &mut fetch.begin(),
        answer.fetched(),
        Timestamp::from_unix(0),
    );
    let instead = fetch.instead();
    told.extend(instead.map(|why| format!(" | not robots.txt: {}", why.name())));
    told
}

/// The body that an archive keeps of a robots.txt that is longer than the limit, and that of a reader with a larger one.
#[test]
fn a_body_is_cut_at_the_limit_and_says_so_whatever_the_limit_is_later() {
    let long = [
        b"User-agent: *\nDisallow: /before\n#",
        &*b"#".repeat(600 << 10),
    ]
    .concat();
    let long = [&long[..], b"\nDisallow: /after\n"].concat();
    let read = |most| {
        let (mut memory, mut rest) = (Vec::new(), long.as_slice());
        let message = Message::of_fields(b"", &mut memory).with_body(&mut rest);
        Answer::read(message, 0, Vec::new(), most)
            .unwrap()
            .body
            .unwrap()
    };
    assert_eq!(read(8 << 20), StoredBody::whole(long.clone()));
    let kept = read(most_body());
    let larger = Limits::default().with_robots_txt(8 << 20);
    let file = RobotsTxtReader::new().with_limits(larger).read(&kept);
    let asker = Client::new("ExampleBot").unwrap();
    // With the larger limit nothing but the kept length says that it was cut.
    assert!(file.value.access(&asker, "/after").is_allowed());
    assert!(file.diagnostics.is_empty());
    assert!(kept.is_cut());
}
