use std::io::{self, Write};
use std::sync::mpsc;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

use super::*;
use robots_policy_kit::server::{Server, Then, ok};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).unwrap()
}

/// Stored blocks of RFC 7932, at most 64 KiB each, in a window of 64 KiB.
fn brotli(bytes: &[u8]) -> Vec<u8> {
    let mut coded = brotli_begun(bytes);
    coded.push(0b11);
    coded
}

/// Stored blocks without an end.
fn brotli_begun(bytes: &[u8]) -> Vec<u8> {
    let mut coded = Vec::new();
    for (index, block) in bytes.chunks(1 << 16).enumerate() {
        // From the lowest bit: WBITS in the first block (0), ISLAST (0), MNIBBLES (00), MLEN - 1 (16), ISUNCOMPRESSED (1).
        let begin = u32::from(index == 0);
        let bits = (u32::try_from(block.len()).unwrap() - 1) << (3 + begin) | 1 << (19 + begin);
        coded.extend_from_slice(&bits.to_le_bytes()[..3]);
        coded.extend_from_slice(block);
    }
    coded
}

/// A page of more than one piece that compresses by a limited factor.
fn page() -> Vec<u8> {
    let mut state = 1_u32;
    (0..100_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            b'a' + u8::try_from(state >> 29).unwrap()
        })
        .collect()
}

#[test]
fn every_coding_is_undone_and_the_connection_serves_again() {
    let page = page();
    for (name, coded) in [
        ("gzip", gzip(&page)),
        ("X-GZip", gzip(&page)),
        (
            "gzip",
            [gzip(&page[..50_000]), gzip(&page[50_000..])].concat(),
        ),
        ("gzip", [gzip(&page), b"\0\0padding".to_vec()].concat()),
        ("deflate", zlib(&page)),
        ("deflate", deflate(&page)),
        ("br", brotli(&page)),
        ("zstd", zstd(&page)),
        (
            "zstd",
            [zstd(&page[..50_000]), zstd(&page[50_000..])].concat(),
        ),
        ("gzip, zstd", zstd(&gzip(&page))),
        ("deflate,identity,, br, gzip", gzip(&brotli(&zlib(&page)))),
        ("identity", page.clone()),
    ] {
        let server = Server::of(ok(&format!("Content-Encoding: {name}\r\n"), coded));
        let (client, url) = (client(), server.url("/"));
        for _ in 0..2 {
            let (body, end) = get(&client, &url);
            assert_eq!(end, Ok(BodyEnd::Whole), "{name}");
            assert!(body == page, "{name}");
        }
        assert_eq!(server.asked()[1].connection, 1, "{name}");
    }
    let server = Server::of(ok(
        "Content-Encoding: gzip\r\nContent-Encoding: br\r\n",
        brotli(&gzip(&page)),
    ));
    assert!(get(&client(), &server.url("/")).0 == page);
}

/// An encoder that has sent the first bytes of a page.
fn begun<E: Write>(mut encoder: E) -> E {
    encoder.write_all(b"<head>").unwrap();
    encoder.flush().unwrap();
    encoder
}

#[test]
fn received_bytes_are_read_before_waiting_for_more() {
    let flushed = |name: &str| -> Vec<u8> {
        match name {
            "gzip" => begun(GzEncoder::new(Vec::new(), Compression::fast()))
                .get_ref()
                .clone(),
            "deflate" => begun(ZlibEncoder::new(Vec::new(), Compression::fast()))
                .get_ref()
                .clone(),
            "zstd" => begun(zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap())
                .get_ref()
                .clone(),
            "br" => brotli_begun(b"<head>"),
            _ => b"<head>".to_vec(),
        }
    };
    for name in ["identity", "gzip", "deflate", "br", "zstd"] {
        let (done, wait) = mpsc::channel::<()>();
        let wait = std::sync::Mutex::new(wait);
        let head = flushed(name);
        let server = Server::start(move |_, stream| {
            let fields = format!("HTTP/1.1 200 OK\r\nContent-Encoding: {name}\r\n\r\n");
            stream
                .write_all(&[fields.as_bytes(), &head].concat())
                .unwrap();
            // Nothing more comes before the client has read this much.
            let _ = wait.lock().unwrap().recv();
            Then::Close
        });
        let response = answered(&client(), &server.url("/"));
        let mut body = Vec::new();
        let end = response.read(|piece| {
            body.extend_from_slice(piece);
            if body == b"<head>" {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(
            (end, body.as_slice()),
            (Ok(BodyEnd::Stopped), &b"<head>"[..]),
            "{name}"
        );
        drop(done);
    }
}

/// A client that takes bodies of at most this many bytes.
fn client_up_to(most_body: u64) -> HttpClient {
    client_of(ClientSettings {
        most_body,
        ..settings()
    })
}

#[test]
fn a_bomb_ends_at_the_ceiling() {
    let zeros = vec![0; 100 << 20];
    let bomb = gzip(&zeros);
    assert!(bomb.len() < 1 << 20);
    let most = 4 << 20;
    for (name, coded) in [
        ("gzip", bomb.clone()),
        ("zstd", zstd(&zeros)),
        ("gzip, gzip", gzip(&bomb)),
        ("br, gzip", bomb),
    ] {
        let server = Server::of(ok(&format!("Content-Encoding: {name}\r\n"), coded));
        let client = client_up_to(most);
        let (body, end) = get(&client, &server.url("/"));
        if name == "br, gzip" {
            assert!(matches!(end, Err(ProblemKind::Undecodable(..))), "{end:?}");
        } else {
            assert_eq!(
                (body.len() as u64, end),
                (most, Err(ProblemKind::LargeBody(most))),
                "{name}"
            );
        }
    }
}

#[test]
fn a_bomb_that_unfolds_to_nothing_ends_at_the_ceiling_too() {
    let nothing = gzip(b"").repeat(1 << 20);
    let server = Server::of(ok("Content-Encoding: gzip, gzip\r\n", gzip(&nothing)));
    let client = client_up_to(1 << 20);
    assert_eq!(
        get(&client, &server.url("/")),
        (Vec::new(), Err(ProblemKind::LargeBody(1 << 20)))
    );
}

#[test]
fn windows_are_bounded() {
    // A frame that requires a window of 128 MiB, and a stream that requires a large window.
    let zstandard = [
        0x28,
        0xb5,
        0x2f,
        0xfd,
        0x00,
        (27 - 10) << 3,
        0x01,
        0x00,
        0x00,
    ];
    let brotli = [0x11, 0xde];
    for (name, coded) in [("zstd", &zstandard[..]), ("br", &brotli[..])] {
        let server = Server::of(ok(&format!("Content-Encoding: {name}\r\n"), coded));
        let (_, end) = get(&client(), &server.url("/"));
        assert!(
            matches!(end, Err(ProblemKind::Undecodable(..))),
            "{name}: {end:?}"
        );
    }
}

#[test]
fn a_body_that_is_not_in_its_coding_is_reported() {
    let page = page();
    for name in ["gzip", "deflate", "br", "zstd"] {
        let server = Server::of(ok(
            &format!("Content-Encoding: {name}\r\n"),
            b"\x07\x00 no text, and in no coding",
        ));
        let (_, end) = get(&client(), &server.url("/"));
        let Err(problem @ ProblemKind::Undecodable(coding, _)) = end else {
            panic!("{name}: {end:?}")
        };
        assert_eq!(coding.name(), name);
        assert!(
            problem
                .to_string()
                .starts_with(&format!("its body is not in its content coding {name}: ")),
            "{problem}"
        );
    }
    for (name, coded) in [
        ("gzip", gzip(&page)),
        ("deflate", zlib(&page)),
        ("br", brotli(&page)),
        ("zstd", zstd(&page)),
    ] {
        let short = &coded[..coded.len() - 20];
        let server = Server::of(ok(&format!("Content-Encoding: {name}\r\n"), short));
        let (body, end) = get(&client(), &server.url("/"));
        assert!(
            matches!(end, Err(ProblemKind::Undecodable(..))),
            "{name}: {end:?}"
        );
        assert!(page.starts_with(&body));
    }
}

/// As of a stored body: what is text was not coded, whatever a field names.
#[test]
fn text_is_text_whatever_coding_a_field_names() {
    let long = "<!doctype html><title>plain</title>".repeat(100);
    for name in [
        "none",
        "utf-8",
        "aws-chunked",
        "gzip",
        "deflate",
        "br",
        "zstd",
        "gzip, br",
    ] {
        for body in ["User-agent: *\nDisallow: /\n", &long, "a", "é"] {
            let server = Server::of(ok(&format!("Content-Encoding: {name}\r\n"), body));
            let (read, end) = get(&client(), &server.url("/"));
            assert_eq!(
                (str::from_utf8(&read), end),
                (Ok(body), Ok(BodyEnd::Whole)),
                "{name}"
            );
        }
    }
    let server = Server::of(ok("Content-Encoding: br, gzip\r\n", gzip(b"text")));
    assert_eq!(get(&client(), &server.url("/")).0, b"text");
}

#[test]
fn a_failure_below_a_coding_keeps_its_own_kind() {
    let coded = gzip(&page());
    let server = Server::start(move |_, stream| {
        stream
            .write_all(
                b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 99999\r\n\r\n",
            )
            .unwrap();
        stream.write_all(&coded[..20_000]).unwrap();
        // The request, and then the end of the connection.
        let _ = io::copy(stream, &mut io::sink());
        Then::Close
    });
    let (body, end) = get(&impatient(Wait::Bytes), &server.url("/"));
    assert_eq!(end, Err(timeout(Wait::Bytes)));
    assert!(!body.is_empty());
}

#[test]
fn an_unknown_coding_is_reported_and_the_fields_are_kept() {
    for name in ["compress", "gzip, Foo", "gzip,gzip,gzip,gzip,gzip"] {
        let server = Server::of(ok(
            &format!("X-Robots-Tag: noindex\r\nContent-Encoding: {name}\r\n"),
            b"\x1f\x9d?",
        ));
        let response = answered(&client(), &server.url("/"));
        assert_eq!(response.headers()["x-robots-tag"], "noindex");
        let (body, end) = read(response);
        assert!(
            matches!(end, Err(ProblemKind::UnknownCoding(_))) && body.is_empty(),
            "{name}"
        );
    }
    let problem = ProblemKind::UnknownCoding("foo".into());
    assert_eq!(
        problem.to_string(),
        "its content coding `foo` is not known; known are gzip, deflate, br, zstd"
    );
}
