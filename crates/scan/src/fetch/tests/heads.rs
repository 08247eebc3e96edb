use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::net::TcpListener;
use std::thread;

use super::*;
use robots_policy_kit::server::{Server, Then, answer, ok};

#[test]
fn the_request_says_who_asks_and_what_can_be_read() {
    let server = Server::of(ok("", ""));
    let _ = get(&client(), &server.url("/a%20b?c=%C3%A4&d#fragment"));
    let asked = &server.asked()[0];
    assert_eq!(
        asked.head.lines().next().unwrap(),
        "GET /a%20b?c=%C3%A4&d HTTP/1.1"
    );
    assert_eq!(asked.field("host").unwrap(), server.address().to_string());
    assert_eq!(
        asked.field("user-agent").unwrap(),
        "ExampleBot/1.0 (+https://example.com/bot)"
    );
    assert_eq!(
        asked.field("accept-encoding").unwrap(),
        "gzip, deflate, br, zstd"
    );
    assert_eq!(
        (asked.field("cookie"), asked.field("referer")),
        (None, None)
    );
}

#[test]
fn every_status_is_an_answer_and_fields_come_in_their_order() {
    for status in [200, 204, 304, 403, 404, 410, 429, 500, 503, 599] {
        let server = Server::of(answer(
            &format!("{status} Word"),
            "X-Robots-Tag: b\r\nx-robots-tag: a\r\n",
            "",
        ));
        let response = answered(&client(), &server.url("/"));
        assert_eq!(response.status().as_u16(), status);
        let fields: Vec<_> = response.headers().get_all("x-robots-tag").iter().collect();
        assert_eq!(fields, ["b", "a"]);
    }
}

#[test]
fn octets_outside_ascii_stay_in_fields() {
    let server = Server::of(
        b"HTTP/1.1 200 OK\r\nX-Robots-Tag: \xfcber, noindex\r\nContent-Length: 0\r\n\r\n".to_vec(),
    );
    let response = answered(&client(), &server.url("/"));
    assert_eq!(
        response.headers()["x-robots-tag"].as_bytes(),
        b"\xfcber, noindex"
    );
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
                let (fields, body) = got(&client, &server.url("/"));
                assert_eq!(body, b"abc", "{count}");
                let tags: Vec<_> = fields
                    .iter()
                    .filter(|field| field.starts_with("robots-tag"))
                    .collect();
                assert_eq!(tags.len(), count);
                assert_eq!(
                    *tags[count - 1],
                    format!("robots-tag: a{};noindex", count - 1)
                );
            }
            assert!(
                server.asked().iter().all(|asked| asked.connection == 1),
                "{count}"
            );
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
        assert_eq!(
            (fields, body),
            (
                vec!["a: b".into(), "content-length: 3".into()],
                b"abc".to_vec()
            )
        );
    }
}

#[test]
fn many_fields_that_break_off_or_break_the_rules_are_reported() {
    let many = many_fields(100);
    for (more, problem) in [
        ("A: b\r\n", Some(ProblemKind::Cut)),
        ("Content-Length: 1\r\nContent-Length: 2\r\n\r\na", None),
    ] {
        let server = Server::with(format!("HTTP/1.1 200 OK\r\n{many}{more}"), Then::Close);
        let problem_met = refused(&client(), &server.url("/"));
        assert!(
            problem.map_or(
                matches!(problem_met, ProblemKind::Protocol(_)),
                |problem| problem == problem_met
            ),
            "{more}: {problem_met}"
        );
    }
}

#[test]
fn header_floods_end_at_their_limits() {
    let many = many_fields(1000);
    let large = format!("X: {}\r\n", "y".repeat(100_000));
    let client = client_of(ClientSettings {
        most_header: 16 * 1024,
        ..settings()
    });
    assert_eq!(
        refused(&client, &Server::of(ok(&many, "")).url("/")),
        ProblemKind::LargeHeader(16 * 1024)
    );
    assert_eq!(
        refused(&client, &Server::of(ok(&large, "")).url("/")),
        ProblemKind::LargeHeader(16 * 1024)
    );

    let endless = Server::start(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nX: ");
        while stream.write_all(&[b'y'; 4096]).is_ok() {}
        Then::Close
    });
    assert_eq!(
        refused(&client, &endless.url("/")),
        ProblemKind::LargeHeader(16 * 1024)
    );

    // A client that waits for all of them has met the end of the connection.
    let interim = Server::start(|_, stream| {
        let _ = (0..1000).all(|_| {
            thread::sleep(Duration::from_millis(10));
            stream
                .write_all(b"HTTP/1.1 103 Early Hints\r\n\r\n")
                .is_ok()
        });
        Then::Close
    });
    assert_eq!(
        refused(&impatient(Wait::End), &interim.url("/")),
        timeout(Wait::End)
    );
}

#[test]
fn an_answer_that_is_not_http_is_reported() {
    for bytes in [
        "<html>\r\n\r\n",
        "HTTP/1.1 20x OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    ] {
        let problem = refused(&client(), &Server::of(bytes).url("/"));
        assert!(
            matches!(problem, ProblemKind::Protocol(_)),
            "{bytes}: {problem}"
        );
    }
}

/// A client of pages and the reader of archives have the same fields of the same bytes.
#[test]
fn a_header_block_is_read_as_a_stored_one() {
    let wide = "X: y\r\n".repeat(150);
    for (lines, tag, stray) in [
        (
            "X-Robots-Tag: a,\r\n\t noindex\r\n",
            "a,      noindex",
            None,
        ),
        ("X-Robots-Tag:\n noindex\n", "noindex", None),
        ("X-Robots-Tag: noindex\0\r\n", "noindex", None),
        ("X-Robots-Tag : noindex\r\n", "noindex", None),
        (
            "PHP Warning: x\r\nX-Robots-Tag: noindex\r\n",
            "noindex",
            Some("PHP Warning"),
        ),
        (
            "junk\r\nX-Robots-Tag: noindex\r\n: x\r\n",
            "noindex",
            Some("junk"),
        ),
    ] {
        for wide in ["", &wide] {
            for interim in ["", "HTTP/1.1 103 Early Hints\r\nA b\r\n\r\n"] {
                let fields = format!("{wide}{lines}Content-Length:\r\n 3\r\n");
                let bytes = format!("{interim}HTTP/1.1 200 OK\r\n{fields}\r\nabc");
                let server = Server::of(bytes.clone());
                let client = client();
                for _ in 0..2 {
                    let response = answered(&client, &server.url("/"));
                    let value = response.headers()["x-robots-tag"].to_str().unwrap();
                    let blanks = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
                    assert_eq!(blanks(value), blanks(tag), "{bytes:?}");
                    assert_eq!(read(response).0, b"abc", "{bytes:?}");
                    let said = client.take_notices();
                    let quoted =
                        |notice: &String| notice.contains(&format!("`{}`", stray.unwrap()));
                    assert!(said.len() == usize::from(stray.is_some()) && said.iter().all(quoted));
                }
            }
        }
    }
}

#[test]
fn a_missing_header_block_is_reported() {
    let silent = Server::start(|_, stream| {
        // The request, and then the end of the connection.
        let _ = io::copy(stream, &mut io::sink());
        Then::Close
    });
    assert_eq!(
        refused(&impatient(Wait::Bytes), &silent.url("/")),
        timeout(Wait::Bytes)
    );
    for (bytes, then) in [
        ("", Then::Close),
        ("", Then::Reset),
        ("HTTP/1.1 200 OK\r\nA: ", Then::Close),
        ("HTTP/1.1 200 OK\r\nA: ", Then::Reset),
    ] {
        let server = Server::with(bytes, then);
        assert_eq!(
            refused(&client(), &server.url("/")),
            ProblemKind::Cut,
            "{bytes}"
        );
        assert_eq!(server.paths().len(), 1, "a first request is not repeated");
    }
}

#[test]
fn a_refused_connection_is_reported() {
    // A port that the system gives to no test: a port that was free a moment ago may be that of another test.
    let url = "http://127.0.0.1:1/a?b#c";
    let error = problem(&client(), url);
    assert_eq!(
        error.to_string(),
        "http://127.0.0.1:1/a?b: no connection: Connection refused (os error 111)"
    );
    assert!(matches!(error.kind(), ProblemKind::Connect(_)));
}

#[test]
fn plain_http_at_a_secure_url_is_reported() {
    let server = Server::with("HTTP/1.1 400 Bad Request\r\n\r\n", Then::Close);
    // The server answers before a request, because a handshake is not one.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        thread::sleep(Duration::from_millis(300));
    });
    let problem = refused(&client(), &format!("https://{address}/"));
    assert_eq!(problem, ProblemKind::Plain);
    drop(server);
}

#[test]
fn an_invalid_url_is_refused_with_a_reason() {
    for (text, why) in [
        (
            "example.com",
            "`example.com` is not a URL: relative URL without a base; write https://example.com/",
        ),
        (
            "ftp://example.com/",
            "`ftp://example.com/` cannot be requested: its scheme is ftp, not http or https",
        ),
        (
            "https://a:b@example.com/",
            "`https://…@example.com/` cannot be requested: it has a user name, and a public page needs none; for another use -H 'Authorization: Basic …'",
        ),
        (
            "http:///p",
            "`http:///p` is not a URL: it has no host; write http://p/",
        ),
        (
            "http:/private",
            "`http:/private` is not a URL: `//` is missing after `http:`; write http://private/",
        ),
    ] {
        assert_eq!(url(text).unwrap_err(), why);
    }
    assert_eq!(
        url("HTTP://EXAMPLE.com:80/a b").unwrap().as_str(),
        "http://example.com/a%20b"
    );
    let error = problem(&client(), "http://user:secret@example.com/");
    assert!(!error.to_string().contains("secret"), "{error}");
    assert!(HttpClient::new(ClientSettings::new("a\nb")).is_err());
}

#[test]
fn a_name_without_an_address_is_reported() {
    let error =
        std::io::Error::other("failed to lookup address information: Name or service not known");
    let problem = ProblemKind::of(ureq::Error::Io(error), &settings());
    assert_eq!(
        problem.to_string(),
        "its host was not found: Name or service not known"
    );
}
