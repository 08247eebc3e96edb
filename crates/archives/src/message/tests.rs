//! Messages: the fields as they were sent, the body without the codings that are still there.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test fails by panicking

use std::io::{self, Read as _, Write as _};

use robots_policy_input::{Damage, DamageCode, Head, Message, Stored};
use robots_policy_kit::bytes::{bytes, deflate, record, zlib};
use robots_policy_kit::files::rows;
use robots_policy_kit::told::assert_told;

use crate::warc::Skip;
use crate::warc::tests::{gzip, once, zstd};

const HTTP: &str = "Content-Type: application/http; msgtype=response\r\n";

/// A step is a record, as `kind fields | block`, an archive, or after `saved` and `fields` a file. What is told is the status, the fields, the
/// body, its damage, whether bytes are missing, and where the block of a file is.
#[test]
fn messages_are_what_is_stored() {
    assert_told(
        "crates/archives/src/message/tests/messages.txt",
        |step, _| {
            let (word, rest) = step.split_once(' ').unwrap();
            let mut memory = Vec::new();
            match word {
                "#" => String::new(),
                "saved" => {
                    let bytes = bytes(rest);
                    let message = Message::of_saved(&mut &*bytes, &mut memory).map(told_saved);
                    message.unwrap_or_else(|damage| damage.code().name().to_owned())
                }
                "archive" => told_records(&bytes(rest)),
                "fields" => told_saved(Message::of_fields(&bytes(rest), &mut memory)),
                _ => told_records(&bytes(&format!(r"\RECORD{{{step}}}"))),
            }
        },
    );
}

fn told_saved(mut message: Message<'_>) -> String {
    let wrong = message.wrong_line().map(<[u8]>::escape_ascii);
    let wrong = wrong.map_or_else(String::new, |line| format!(" | no field: {line}"));
    let (block, body) = (message.block_at(), message.body_at());
    format!("{} | {block}..{body}{wrong}", told(&mut message))
}

/// A line for the message of each record, and for each damage.
fn told_records(stored: &[u8]) -> String {
    let mut archive = once(stored, Skip::Verified);
    let mut lines = Vec::new();
    while let Some(next) = archive.next() {
        let mut record = match next {
            Ok(record) => record,
            Err(damage) => {
                lines.push(damage.code().name().to_owned());
                continue;
            }
        };
        let message = record
            .message()
            .map(|message| message.map(|mut message| told(&mut message)));
        lines.push(match message {
            Ok(message) => message.unwrap_or_else(|| String::from("no message")),
            Err(damage) => damage.code().name().to_owned(),
        });
    }
    lines.join("\n")
}

fn told(message: &mut Message<'_>) -> String {
    let mut body = Vec::new();
    message.body().read_to_end(&mut body).unwrap();
    let status = message
        .status()
        .map_or_else(|| String::from("-"), |status| status.to_string());
    let fields = message
        .fields()
        .map(|(name, value)| format!("{}: {}", name.escape_ascii(), value.escape_ascii()));
    let fields: Vec<String> = fields.collect();
    let body = match body.len() {
        long @ 100.. => format!("{long} bytes"),
        _ => format!("\"{}\"", body.escape_ascii()),
    };
    let mut told = format!("{status} | {} | {body}", fields.join(", "));
    let damage = message.damage();
    told.extend(damage.map(|damage| format!(" | {}", damage.code().name())));
    if message.is_cut() {
        told += " | cut";
    }
    told
}

/// The body of a response with these fields, and its damage.
fn body_of(fields: &str, body: &[u8]) -> (Vec<u8>, Option<DamageCode>) {
    let response = [format!("HTTP/1.1 200 OK\r\n{fields}\r\n").as_bytes(), body].concat();
    let stored = record("response", HTTP, &response);
    let mut archive = once(&stored, Skip::Verified);
    let mut record = archive.next().unwrap().unwrap();
    let mut message = record.message().unwrap().unwrap();
    assert_eq!(message.status(), Some(200));
    let mut body = Vec::new();
    message.body().read_to_end(&mut body).unwrap();
    let damage = message.damage().map(Damage::code);
    (body, damage)
}

fn chunked(text: &[u8], size: usize) -> Vec<u8> {
    let mut chunks = Vec::new();
    for chunk in text.chunks(size) {
        write!(chunks, "{:x};ext=1\r\n", chunk.len()).unwrap();
        chunks.extend_from_slice(chunk);
        chunks.extend_from_slice(b"\r\n");
    }
    [&chunks[..], b"0\r\nTrailer: x\r\n\r\n"].concat()
}

const PAGE: &[u8] =
    b"<!doctype html>\n<title>a page</title><meta name=robots content=noindex><p>and its text";

/// `PAGE` in brotli, by another encoder.
const BROTLI: &[u8] = b"\
    \x1B\x55\x00\x00\x1C\x07\x76\x6C\xB1\xBD\x9D\xED\x39\x46\xF9\xE2\x06\x97\x3C\x0A\
    \x61\x0D\xE2\xF3\x36\xC7\x29\x07\x0E\x59\x5B\x52\x81\x9E\xE0\xA7\xBB\x8D\x8D\xE9\
    \x10\x41\x85\x46\xCB\x8B\x28\xDD\x63\x50\xB0\x76\x0C\xB8\xCB\x7B\x69\x90\x6A\x34\
    \xDA\xEF\x49\x62\x00\
";

/// `PAGE` in every coding.
fn coded() -> [(&'static str, Vec<u8>); 6] {
    [
        ("gzip", gzip(PAGE)),
        ("x-gzip", gzip(PAGE)),
        ("deflate", zlib(PAGE)),
        ("deflate", deflate(PAGE)),
        ("zstd", zstd(PAGE)),
        ("br", BROTLI.to_vec()),
    ]
}

#[test]
fn content_codings_are_undone_where_they_are() {
    for (name, body) in coded() {
        let field = format!("Content-Encoding: {name}\r\n");
        for body in [&body[..], PAGE] {
            assert_eq!(body_of(&field, body), (PAGE.to_vec(), None), "{name}");
        }
        assert_eq!(body_of(&field, b""), (Vec::new(), None), "{name}");
        let (cut, damage) = body_of(&field, &body[..body.len() - 9]);
        assert!(
            PAGE.starts_with(&cut) && damage.is_some(),
            "{name}: {damage:?}"
        );
    }
}

#[test]
fn transfer_codings_are_undone_where_they_are() {
    for (name, body) in coded() {
        let both = format!("Content-Encoding: {name}\r\nTransfer-Encoding: chunked\r\n");
        let as_transfer = format!("Transfer-Encoding: {name}, chunked\r\n");
        for size in [1, 7, 30, 1000] {
            for body in [
                chunked(&body, size),
                body.clone(),
                chunked(PAGE, size),
                PAGE.to_vec(),
            ] {
                assert_eq!(body_of(&both, &body), (PAGE.to_vec(), None), "{name}");
                assert_eq!(
                    body_of(&as_transfer, &body),
                    (PAGE.to_vec(), None),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn several_codings_one_in_the_other() {
    let body = zstd(&gzip(PAGE));
    for fields in [
        "Content-Encoding: gzip, zstd\r\n",
        "Content-Encoding: gzip\r\nContent-Encoding: zstd\r\n",
        "Content-Encoding: gzip\r\nTransfer-Encoding: zstd\r\n",
        "content-encoding: identity, GZIP ,, ZSTD\r\n",
    ] {
        assert_eq!(body_of(fields, &body), (PAGE.to_vec(), None), "{fields}");
        assert_eq!(
            body_of(fields, &gzip(PAGE)),
            (PAGE.to_vec(), None),
            "{fields}, one undone"
        );
    }
}

/// Pages that were decoded before they were stored, in encodings of which ASCII is not a part: a character set that
/// escapes switch, and UTF-16 without and with a mark.
#[test]
fn a_page_that_is_not_coded_may_be_in_any_encoding() {
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let pages: [Vec<u8>; 4] = [
        b"\x1B$B%Z!<%8\x1B(B".to_vec(),
        wide("<p>a page"),
        wide("\u{feff}<p>a page"),
        wide("\u{feff}a page"),
    ];
    for page in pages {
        for name in ["br", "deflate", "utf-8"] {
            let field = format!("Content-Encoding: {name}\r\n");
            assert_eq!(body_of(&field, &page), (page.clone(), None), "{name}");
        }
    }
}

/// Each row: a name, a body in chunks, the body that is read, and the damage.
#[test]
fn chunks() {
    type Row = (String, String, String, Option<String>);
    let field = "Transfer-Encoding: chunked\r\n";
    for (name, body, expected, damage) in rows::<Row>(include_str!("tests/chunks.jsonl")) {
        let (read, met) = body_of(field, body.as_bytes());
        assert_eq!(read, expected.as_bytes(), "{name}");
        assert_eq!(met.map(DamageCode::name), damage.as_deref(), "{name}");
    }
    let both = "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n";
    let mut packed = chunked(&gzip(PAGE), 20);
    packed[62] = b'x';
    let (start, damage) = body_of(both, &packed);
    assert!(PAGE.starts_with(&start), "{start:?}");
    assert_eq!(damage, Some(DamageCode::WrongChunk));
}

#[test]
fn the_last_block_is_the_response() {
    // Responses in one file, a field and the body of the one that counts, and how many responses before it are neither
    // interim nor redirects.
    type Row = (String, String, String, usize);
    for (saved, counts, body, skipped) in rows::<Row>(include_str!("tests/blocks.jsonl")) {
        // However few bytes are available.
        for size in [1, 3, 7, 100] {
            let mut memory = Vec::new();
            let mut pieces = io::BufReader::with_capacity(size, saved.as_bytes());
            let head = Head::read(&mut memory, &mut pieces).unwrap();
            let stored = Stored {
                source: &mut pieces,
                left: saved.len() as u64,
                offset: 0,
            };
            let mut found = Message::of_head(head, &memory, stored, false);
            let mut rest = String::new();
            found.body().read_to_string(&mut rest).unwrap();
            let mut fields = found.fields();
            let field = fields.find(|(name, _)| name == b"A");
            assert_eq!(field, Some((&b"A"[..], counts.as_bytes())), "{saved}");
            assert_eq!(rest, body, "{saved}");
            assert_eq!(found.skipped(), skipped, "{saved}");
            assert!(found.is_whole_block(), "{saved}");
        }
        let (mut bytes, mut memory) = (saved.as_bytes(), Vec::new());
        let mut message = Message::of_saved(&mut bytes, &mut memory).unwrap();
        let mut read = String::new();
        message.body().read_to_string(&mut read).unwrap();
        assert_eq!(read, body, "{saved}");
    }
}

#[test]
fn a_second_response_is_seen() {
    // A status with fields, and what follows them: `|` is where a second response begins for certain, `?` where one may.
    for (fields, marked) in rows::<(String, String)>(include_str!("tests/seconds.jsonl")) {
        let after: String = marked.replace(['|', '?'], "");
        let saved = format!("HTTP/1.1 {fields}\r\n{after}");
        let start = saved.len() - after.len();
        let certain = marked.find('|');
        let possible = marked.find('?');
        let certain = certain.map(|at| at - usize::from(possible.is_some()));
        let (mut bytes, mut memory) = (saved.as_bytes(), Vec::new());
        let mut message = Message::of_saved(&mut bytes, &mut memory).unwrap();
        assert_eq!(message.second(), certain.map(|at| start + at), "{saved}");
        let first = possible.or(certain).map(|at| start + at);
        assert_eq!(message.possible_second(), first, "{saved}");
        let mut body = Vec::new();
        message.body().read_to_end(&mut body).unwrap();
        let second = certain.and_then(|at| after.get(at..)).unwrap_or("-");
        assert!(!body.ends_with(second.as_bytes()), "{saved}");
    }
}

#[test]
fn a_response_that_lacks_bytes_is_known() {
    // Fields and a body, and whether some of it is missing.
    for (fields, body, is_cut) in rows::<(String, String, bool)>(include_str!("tests/cut.jsonl")) {
        for (status, is_cut) in [
            ("200 OK", is_cut),
            ("404", is_cut),
            ("204", false),
            ("304", false),
        ] {
            let saved = format!("HTTP/1.1 {status}\r\n{fields}\r\n{body}");
            let (mut bytes, mut memory) = (saved.as_bytes(), Vec::new());
            let message = Message::of_saved(&mut bytes, &mut memory).unwrap();
            assert_eq!(message.is_cut(), is_cut, "{saved}");
        }
    }
}
