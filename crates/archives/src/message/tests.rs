//! Messages: the fields as they were sent, the body without the codings that are still there.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test fails by panicking

use std::io::{self, Read as _, Write as _};

use flate2::Compression;

use robots_policy_http::{Damage, DamageCode, Head, Message, Stored};

use crate::warc::tests::{gzip, once, page, record, zstd};
use crate::warc::{Record, Skip};

const HTTP: &str = "Content-Type: application/http; msgtype=response\r\n";

/// The reading of a response record with this body: status, fields, body, and the damage of the message.
type Given = (
    Option<u16>,
    Vec<(String, String)>,
    Vec<u8>,
    Option<DamageCode>,
);

fn read(kind: &str, fields: &str, body: &[u8]) -> Result<Option<Given>, DamageCode> {
    let stored = record(kind, fields, body);
    let mut archive = once(&stored, Skip::Verified);
    let mut record = archive.next().unwrap().unwrap();
    let result = read_message(&mut record);
    assert!(archive.next().is_none());
    result
}

fn read_message(record: &mut Record<'_>) -> Result<Option<Given>, DamageCode> {
    let message = record.message().map_err(|damage| damage.code())?;
    Ok(message.map(|mut message| {
        let mut body = Vec::new();
        message.body().read_to_end(&mut body).unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let fields = message
            .fields()
            .map(|(name, value)| (text(name), text(value)))
            .collect();
        let damage = message.damage().map(Damage::code);
        (message.status(), fields, body, damage)
    }))
}

/// The rows of a table: a line of JSON each.
fn rows<R: serde::de::DeserializeOwned>(lines: &str) -> Vec<R> {
    let read = |line| serde_json::from_str(line).unwrap();
    lines.lines().map(read).collect()
}

fn body_of(fields: &str, body: &[u8]) -> (Vec<u8>, Option<DamageCode>) {
    let response = [format!("HTTP/1.1 200 OK\r\n{fields}\r\n").as_bytes(), body].concat();
    let (status, _, body, damage) = read("response", HTTP, &response).unwrap().unwrap();
    assert_eq!(status, Some(200));
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

fn zlib(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn deflate(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
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

#[test]
fn unknown_codings() {
    let field = "Content-Encoding: utf-8\r\n";
    assert_eq!(body_of(field, PAGE), (PAGE.to_vec(), None));
    assert_eq!(
        body_of(field, &gzip(PAGE)),
        (Vec::new(), Some(DamageCode::UnknownCoding))
    );
    assert_eq!(body_of("", &gzip(PAGE)), (gzip(PAGE), None));
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
    let long = [b"200\r\n", &[b'x'; 0x200][..], b"yyy\r\n0\r\n\r\n"].concat();
    assert_eq!(
        body_of(field, &long),
        (vec![b'x'; 0x200], Some(DamageCode::WrongChunk))
    );
}

#[test]
fn header_blocks() {
    let fields = |text: &str| read("response", HTTP, text.as_bytes()).map(|read| read.unwrap().1);
    let some = |pairs: &[(&str, &str)]| -> Result<Vec<(String, String)>, DamageCode> {
        Ok(pairs
            .iter()
            .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
            .collect())
    };
    assert_eq!(
        fields(
            "HTTP/1.1 200 OK\r\nX-Robots-Tag: a\r\nno field line\r\n: b\r\nX-Robots-Tag : c\r\nFolded: d\r\n  e\r\n\r\n"
        ),
        some(&[
            ("X-Robots-Tag", "a"),
            ("", "b"),
            ("X-Robots-Tag", "c"),
            ("Folded", "d    e")
        ])
    );
    assert_eq!(fields("HTTP/1.1 200 OK\nA: b\n\n"), some(&[("A", "b")]));
    assert_eq!(fields("HTTP/1.1 200 OK\r\nA: b"), some(&[("A", "b")]));
    assert_eq!(fields("HTTP/2 200\r\n\r\n"), some(&[]));
    assert_eq!(
        fields("HTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nC: d\r\n\r\n"),
        some(&[("C", "d")])
    );
    for text in [
        "",
        "<html>",
        "HTTP/1.1\r\n\r\n",
        "HTTP/1.1 OK\r\n\r\n",
        "ICY 200 OK\r\n\r\n",
        "\r\n\r\n",
    ] {
        assert_eq!(fields(text), Err(DamageCode::NoStatusLine), "{text:?}");
    }
    let large = format!("HTTP/1.1 200 OK\r\n{}\r\n", "A: b\r\n".repeat(50_000));
    assert_eq!(fields(&large), Err(DamageCode::LargeFields));
}

#[test]
fn a_status_may_have_any_reason() {
    let (status, ..) = read("response", HTTP, b"HTTP/1.0  404  \xE9\xFF\r\n\r\n")
        .unwrap()
        .unwrap();
    assert_eq!(status, Some(404));
}

#[test]
fn only_responses_of_the_web_are_messages() {
    let web = "WARC-Target-URI: https://a/\r\nContent-Type: text/html\r\n";
    let ok = b"HTTP/1.1 200 OK\r\n\r\nx";
    assert!(read("response", web, ok).unwrap().is_some());
    assert!(read("Response", HTTP, ok).unwrap().is_some());
    assert!(read("revisit", HTTP, ok).unwrap().is_some());
    // Its header block may be left out.
    assert_eq!(read("revisit", HTTP, b""), Ok(None));
    let (status, fields, body, _) = read("resource", web, b"<p>").unwrap().unwrap();
    assert_eq!((status, fields.len(), &body[..]), (None, 0, &b"<p>"[..]));
    let dns = "WARC-Target-URI: dns:a\r\nContent-Type: text/dns\r\n";
    for (kind, fields) in [
        ("response", dns),
        ("resource", dns),
        ("request", HTTP),
        ("revisit", web),
        ("metadata", web),
        ("warcinfo", ""),
        ("unheard-of", web),
    ] {
        assert_eq!(read(kind, fields, ok), Ok(None), "{kind}");
    }
}

#[test]
fn a_cut_header_block_counts_to_its_last_whole_line() {
    let stored = page("a", "");
    let text = String::from_utf8(stored).unwrap();
    let end = text.find("text/html").unwrap() + 4;
    let mut archive = once(&text.as_bytes()[..end], Skip::Verified);
    let mut record = archive.next().unwrap().unwrap();
    let (status, fields, ..) = read_message(&mut record).unwrap().unwrap();
    assert_eq!((status, fields.len()), (Some(200), 0));
    assert_eq!(
        record.damage().map(Damage::code),
        Some(DamageCode::CutRecord)
    );
    assert_eq!(
        archive.next().unwrap().err().map(|d| d.code()),
        Some(DamageCode::CutRecord)
    );
    assert!(archive.next().is_none());
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
    let mut memory = Vec::new();
    for saved in [
        "HTTP/1.1 200 OK",
        "HTTP/1.1 200 OK\r\nA: b",
        "HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 200 OK\r\nA",
        "HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 20",
        "HTTP/1.1 200 Connection established\r\n\r\nHTT",
        // The response after it is missing.
        "HTTP/1.1 200 Connection established\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 302 Found\r\nLocation: /a\r\n\r\nHTTP/1.0 200 Connection Established\r\nVia: proxy\r\n\r\n",
    ] {
        let mut bytes = saved.as_bytes();
        let message = Message::of_saved(&mut bytes, &mut memory);
        assert!(message.is_ok_and(|message| message.is_cut()), "{saved}");
    }
}

#[test]
fn a_record_that_claims_to_be_cut_is_cut() {
    for (field, is_cut) in [
        ("", false),
        ("WARC-Truncated: length\r\n", true),
        ("WARC-Truncated: unheard-of\r\n", true),
        ("WARC-Segment-Number: 1\r\n", true),
    ] {
        for kind in ["response", "resource"] {
            let fields = format!("WARC-Target-URI: https://a/\r\n{field}");
            let stored = record(kind, &fields, b"HTTP/1.1 200 OK\r\n\r\nx");
            let mut archive = once(&stored, Skip::Verified);
            let mut record = archive.next().unwrap().unwrap();
            let message = record.message().unwrap().unwrap();
            assert_eq!(message.is_cut(), is_cut, "{field}");
        }
    }
}

#[test]
fn a_file_that_is_not_a_response_is_refused_with_a_reason() {
    for (saved, code) in [
        ("<html>", DamageCode::NoStatusLine),
        ("", DamageCode::NoStatusLine),
        ("HTTP/1.1\n\n", DamageCode::NoStatusLine),
    ] {
        let (mut bytes, mut memory) = (saved.as_bytes(), Vec::new());
        let error = Message::of_saved(&mut bytes, &mut memory).err().unwrap();
        assert_eq!(error.code(), code, "{saved}");
    }
    let (mut bytes, mut memory) = (
        &b"HTTP/1.1 200 OK\r\nA: b\r\n c\r\nD\r\n\r\n"[..],
        Vec::new(),
    );
    let message = Message::of_saved(&mut bytes, &mut memory).unwrap();
    assert_eq!(message.wrong_line(), Some(&b"D"[..]));
    drop(message);
    let message = Message::of_fields(b"A: b\nC", &mut memory);
    assert_eq!(message.wrong_line(), Some(&b"C"[..]));
}

/// For each saved response: the number of bytes before the block that counts, and that block.
#[test]
fn the_block_and_the_body_are_places_of_the_file() {
    let block = "HTTP/1.1 200 OK\r\nA: b\r\n  c\r\nContent-Type: text/html\r\n\r\n";
    for before in [
        "",
        "HTTP/1.1 200 Connection established\r\n\r\n",
        "HTTP/1.1 301 Moved\r\nContent-Length: 3\r\n\r\nabc",
        "HTTP/1.1 301 Moved\r\n\r\nHTTP/1.1 401 Unauthorized\r\n\r\n",
    ] {
        for body in ["", "<p>", "HTTP/1", "HTTP/1.1 is a protocol"] {
            let file = [before, block, body].concat();
            let (mut bytes, mut memory) = (file.as_bytes(), Vec::new());
            let message = Message::of_saved(&mut bytes, &mut memory).unwrap();
            let places = (message.block_at(), message.body_at());
            assert_eq!(places, (before.len(), before.len() + block.len()), "{file}");
        }
    }
}
