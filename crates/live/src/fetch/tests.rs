//! The client against real servers on loopback. What servers write down is in files beside this one, which [`crate::exchanges`]
//! does; here are the servers that do more, and tables of codings and fields.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)] // a test fails by panicking

mod secure;
mod zone;

use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc;
use std::time::Duration;

use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use robots_policy_kit::bytes::brotli_begun;
use robots_policy_kit::server::{Server, Then, ok};

pub(crate) use self::zone::Zone;
use super::*;

/// A client whose timeouts do not end before a server has answered, however busy the machine is.
pub(crate) fn settings() -> ClientSettings {
    let long = Duration::from_mins(1);
    ClientSettings {
        connect: long,
        read: long,
        total: Some(long),
        addresses: Addresses::Any,
        ..ClientSettings::new("ExampleBot/1.0 (+https://example.com/bot)")
    }
}

fn client() -> HttpClient {
    client_of(settings())
}

fn client_of(settings: ClientSettings) -> HttpClient {
    HttpClient::new(settings).unwrap()
}

/// The part of a body that was read, and how the reading ended.
fn read(response: Response) -> (Vec<u8>, Result<BodyEnd, ProblemKind>) {
    let mut body = Vec::new();
    let end = response.read(|piece| {
        body.extend_from_slice(piece);
        ControlFlow::Continue(())
    });
    (body, end.map_err(|error| error.kind().clone()))
}

/// The answer, whose body is not read yet.
fn answered(client: &HttpClient, url: &str) -> Response {
    client.get(&Url::parse(url).unwrap()).unwrap()
}

fn get(client: &HttpClient, url: &str) -> (Vec<u8>, Result<BodyEnd, ProblemKind>) {
    read(answered(client, url))
}

/// Why there is no answer.
fn problem(client: &HttpClient, url: &str) -> Problem {
    let asked = client.get(&Url::parse(url).unwrap());
    asked.map(|_| ()).unwrap_err()
}

/// The first bytes of a page in a coding, as far as an encoder has sent them.
fn begun(coding: &str) -> Vec<u8> {
    fn flushed<E: std::io::Write>(mut encoder: E) -> E {
        encoder.write_all(b"<head>").unwrap();
        encoder.flush().unwrap();
        encoder
    }
    let fast = Compression::fast();
    match coding {
        "gzip" => flushed(GzEncoder::new(Vec::new(), fast)).get_ref().clone(),
        "deflate" => flushed(ZlibEncoder::new(Vec::new(), fast))
            .get_ref()
            .clone(),
        "zstd" => {
            let zstd = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
            flushed(zstd).get_ref().clone()
        }
        "br" => brotli_begun(b"<head>"),
        _ => b"<head>".to_vec(),
    }
}

#[test]
fn received_bytes_are_read_before_waiting_for_more() {
    for coding in ["identity", "gzip", "deflate", "br", "zstd"] {
        let (done, wait) = mpsc::channel::<()>();
        let wait = Mutex::new(wait);
        let head = format!("HTTP/1.1 200 OK\r\nContent-Encoding: {coding}\r\n\r\n");
        let start = [head.as_bytes(), &begun(coding)].concat();
        let server = Server::start(move |_, stream| {
            stream.write_all(&start).unwrap();
            // Nothing more comes before the client has read this much.
            let _ = wait.lock().unwrap().recv();
            Then::Close
        });
        let response = answered(&client(), &server.url("/"));
        let mut body = Vec::new();
        let end = response.read(|piece| {
            body.extend_from_slice(piece);
            ends_if(body == b"<head>")
        });
        assert_eq!(end, Ok(BodyEnd::Stopped), "{coding}");
        assert_eq!(body, b"<head>", "{coding}");
        drop(done);
    }
}

/// As of a stored body: what is text was not coded, whatever a field names.
#[test]
fn text_is_text_whatever_coding_a_field_names() {
    let long = "<!doctype html><title>plain</title>".repeat(100);
    let unknown = ["none", "utf-8", "aws-chunked"];
    let known = ["gzip", "deflate", "br", "zstd", "gzip, br"];
    for name in unknown.into_iter().chain(known) {
        for body in ["User-agent: *\nDisallow: /\n", &long, "a", "é"] {
            let server = Server::of(ok(&format!("Content-Encoding: {name}\r\n"), body));
            let (read, end) = get(&client(), &server.url("/"));
            assert_eq!(str::from_utf8(&read), Ok(body), "{name}");
            assert_eq!(end, Ok(BodyEnd::Whole), "{name}");
        }
    }
}

fn many_fields(count: usize) -> String {
    (0..count).fold(String::new(), |mut fields, n| {
        let _ = write!(fields, "X-{n}: y\r\nRobots-Tag: a{n};noindex\r\n");
        fields
    })
}

/// The fields of an answer, and its body.
fn got(client: &HttpClient, url: &str) -> (Vec<String>, Vec<u8>) {
    let response = answered(client, url);
    let fields = response.headers().iter();
    let fields = fields
        .map(|(name, value)| format!("{name}: {}", value.to_str().unwrap()))
        .collect();
    (fields, read(response).0)
}

#[test]
fn any_number_of_fields_is_read_in_its_order_and_the_body_after_it() {
    let chunked = "HTTP/1.1 200 OK\r\n";
    let interim = format!("HTTP/1.1 103 Early Hints\r\n{}\r\n", many_fields(300));
    for count in [1, 49, 50, 51, 63, 64, 65, 128, 1000] {
        let many = many_fields(count);
        for bytes in [
            ok(&many, "abc"),
            [interim.as_bytes(), &ok(&many, "abc")].concat(),
            format!("{chunked}{many}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
                .into(),
            format!("{chunked}{many}Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc").into(),
        ] {
            let server = Server::of(bytes);
            let client = client();
            for _ in 0..2 {
                let (mut fields, body) = got(&client, &server.url("/"));
                assert_eq!(body, b"abc", "{count}");
                fields.retain(|field| field.starts_with("robots-tag"));
                assert_eq!(fields.len(), count);
                let last = format!("robots-tag: a{};noindex", count - 1);
                assert_eq!(fields.last(), Some(&last));
            }
            let asked = server.asked();
            assert!(asked.iter().all(|asked| asked.connection == 1), "{count}");
        }
    }
}

#[test]
fn many_fields_may_come_byte_by_byte_and_are_not_those_of_the_next_answer() {
    let server = Server::start(|asked, stream| {
        if asked.path == "/few" {
            stream.write_all(&ok("A: b\r\n", "abc")).unwrap();
            return Then::Keep;
        }
        for byte in ok(&many_fields(150), "\nHTTP/1.1 200 OK\n".repeat(200)) {
            stream.write_all(&[byte]).unwrap();
        }
        Then::Keep
    });
    let client = client();
    for _ in 0..2 {
        let (fields, body) = got(&client, &server.url("/many"));
        assert_eq!((fields.len(), body.len()), (301, 200 * 17));
        let (fields, body) = got(&client, &server.url("/few"));
        assert_eq!(fields, ["a: b", "content-length: 3"]);
        assert_eq!(body, b"abc");
    }
}

#[test]
fn a_hop_to_an_insecure_place_is_noted() {
    let hop = |from, to| Hop {
        from: Url::parse(from).unwrap(),
        status: http::StatusCode::FOUND,
        to: Url::parse(to).unwrap(),
    };
    assert!(hop("https://a.example/", "http://a.example/").is_downgrade());
    assert!(hop("https://a.example/", "http://a.example/").leaves_authority());
    assert!(!hop("http://a.example/", "https://a.example/").is_downgrade());
    assert!(!hop("http://a.example:80/", "http://A.example/").leaves_authority());
}
