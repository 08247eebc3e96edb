//! The length of a body beside it: seen when it was kept, and known later, whatever the limit is then.

use robots_policy::robots_txt::RobotsTxtReader;
use robots_policy::{Client, Limits};

use super::*;
use crate::warc::tests::gzip;

const KIB: usize = 1024;

/// A robots.txt of `len` bytes whose last line forbids.
fn long(len: usize) -> Vec<u8> {
    let (first, last) = (
        "User-agent: *\nDisallow: /before\n#",
        "\nDisallow: /after\n",
    );
    let padding = "#".repeat(len - first.len() - last.len());
    [first, &padding, last].concat().into_bytes()
}

/// The body of the answer in a record with these fields, of a response with this status and these fields; `None` if the
/// record is none.
fn kept(fields: &str, status: &str, head: &str, body: &[u8]) -> Option<StoredBody> {
    let head = format!("HTTP/1.1 {status}\r\n{head}\r\n");
    answer_in(&robots(fields, &[head.as_bytes(), body].concat()))?.body
}

fn answer_in(stored: &[u8]) -> Option<Answer> {
    let answer = found(stored, Answer::of).unwrap();
    answer.map(|(_, answer)| answer)
}

#[test]
fn an_answer_says_that_it_was_cut_and_how_long_it_was() {
    let kept = kept("", "200 OK", "", &long(600 * KIB)).unwrap();
    assert_eq!((kept.len(), kept.seen()), (most_body(), 600 * 1024));
    assert!(kept.is_cut() && kept.is_all_seen());
    // With a larger limit nothing else says so.
    let larger = Limits::default().with_robots_txt(8 << 20);
    let read = RobotsTxtReader::new().with_limits(larger).read(&kept);
    let asker = Client::new("ExampleBot").unwrap();
    assert!(read.value.access(&asker, "/after").is_allowed());
    assert!(read.diagnostics.is_empty());
    assert!(kept.is_cut());
}

#[test]
fn a_body_below_a_larger_limit_is_whole() {
    let (mut memory, body) = (Vec::new(), long(600 * KIB));
    let mut rest = body.as_slice();
    let message = Message::of_fields(b"", &mut memory).with_body(&mut rest);
    let answer = Answer::read(message, 0, Vec::new(), 8 << 20).unwrap();
    assert_eq!(answer.body, Some(StoredBody::whole(body)));
}

#[test]
fn the_length_is_of_the_body_without_codings() {
    let coded = gzip(&long(600 * KIB));
    let kept = kept("", "200 OK", "Content-Encoding: gzip\r\n", &coded).unwrap();
    assert_eq!((kept.len(), kept.seen()), (most_body(), 600 * 1024));
    assert!(kept.is_all_seen());
}

#[test]
fn each_length_around_the_limit_is_what_it_is() {
    for len in [
        most_body() - 1,
        most_body(),
        most_body() + 1,
        documents::MOST_LICENSE,
    ] {
        let kept = kept("", "200 OK", "", &long(len)).unwrap();
        assert_eq!(kept.seen(), len as u64);
        assert!(kept.is_all_seen());
        assert_eq!(kept.is_cut(), len > most_body(), "{len}");
    }
}

/// A count that does not reach the end is not known to be that of all.
#[test]
fn a_body_that_is_too_long_to_be_counted_has_at_least_those_that_were() {
    let coded = gzip(&b"#".repeat(9 << 20));
    let kept = kept("", "200 OK", "Content-Encoding: gzip\r\n", &coded).unwrap();
    assert_eq!((kept.seen(), kept.is_all_seen()), (MOST_COUNTED, false));
}

#[test]
fn a_response_that_was_stored_cut_is_not_whole() {
    let long = long(600 * KIB);
    let short = "Content-Length: 900000\r\n";
    let truncated = "WARC-Truncated: length\r\n";
    let part = "Content-Range: bytes 0-2/9\r\n";
    let coded = gzip(&long);
    let cut_coding = coded.get(..coded.len() - 9).unwrap();
    for (fields, status, head, body) in [
        (truncated, "200 OK", "", long.as_slice()),
        ("", "200 OK", short, &long),
        ("", "200 OK", "Content-Encoding: gzip\r\n", cut_coding),
        (truncated, "404 Not Found", "", b"Not"),
        ("", "404 Not Found", short, b"Not"),
        ("", "206 Partial Content", part, b"Use"),
    ] {
        let kept = kept(fields, status, head, body).unwrap();
        assert!(kept.is_cut() && !kept.is_all_seen(), "{status} {head}");
    }
    // A chunk that is wrong after the limit: as many as were read before it.
    let chunks = [b"92000\r\n", &long.as_slice()[..0x92000], b"\r\nno chunk"].concat();
    let kept = kept("", "200 OK", "Transfer-Encoding: chunked\r\n", &chunks).unwrap();
    assert_eq!((kept.seen(), kept.is_all_seen()), (0x92000, false));
}

#[test]
fn a_record_that_ends_after_the_limit_is_not_an_answer() {
    let message = [b"HTTP/1.1 200 OK\r\n\r\n", long(600 * KIB).as_slice()].concat();
    let stored = robots("", &message);
    assert!(answer_in(&stored).is_some());
    assert_eq!(answer_in(&stored[..stored.len() - 1000]), None);
}

/// A body that did not come, or is not text, says nothing: the last good answer stays in force.
#[test]
fn a_file_that_did_not_come_has_no_outcome() {
    let stated = "Content-Length: 0\r\n";
    for (status, head, body, why, has_outcome) in [
        ("200 OK", "", "", Some(Why::Empty), false),
        ("200 OK", stated, "", None, true),
        ("204 No Content", "", "", None, true),
        ("200 OK", "", "\0\0\0U", Some(Why::Encoding), false),
        ("200 OK", "", "No such file", None, true),
    ] {
        let head = format!("HTTP/1.1 {status}\r\n{head}\r\n{body}");
        let found = answer_in(&robots("", head.as_bytes())).unwrap();
        let kept = found.body.as_ref().unwrap();
        assert_eq!(kept.why_missing(), why, "{head}");
        assert_eq!(found.has_outcome(), has_outcome, "{head}");
        let mut fetch = RobotsFetch::default();
        let _ = fetch.answered(&mut fetch.begin(), found.fetched(), Timestamp::from_unix(0));
        assert_eq!(fetch.instead(), why, "{head}");
    }
    let coded = kept("", "200 OK", "", b"x\x9c\x0b-N-\xd2MLO\xcd\x02\0");
    assert_eq!(coded, None);
}
