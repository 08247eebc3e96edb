//! `check` under servers that reset, stall, lie and flood.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use crate::scanning::{folder, run};
use crate::sessions::bytes;
use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::{Asked, Server, Then, ok, redirect};
use serde_json::Value;

const PAGE: &str = "<title>A page</title><meta name=robots content=noindex><p>Text";
const CHECK: &str = "check --agent ExampleBot --no-cache --format json --timeout";

/// The misbehaviour of a server.
struct Deed {
    name: &'static str,
    how: &'static str,
    first: Vec<u8>,
    again: Vec<u8>,
    message: &'static str,
}

impl Deed {
    fn of(how: &'static str, first: &str, again: &str) -> Deed {
        Deed {
            name: "",
            how,
            first: first.into(),
            again: again.into(),
            message: "",
        }
    }

    fn all() -> impl Iterator<Item = Deed> {
        let lines = include_str!("faults_servers.txt").lines();
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        lines.map(|line| {
            let parts: Vec<&'static str> = line.split(" | ").collect();
            let [name, how, first, again, message] = parts.try_into().unwrap();
            Deed {
                name,
                how,
                first: bytes(first),
                again: bytes(again),
                message,
            }
        })
    }

    fn answers(&self, stream: &mut TcpStream) -> Then {
        let _ = stream.write_all(&self.first);
        match self.how {
            "reset" => return Then::Reset,
            "keep" => return Then::Keep,
            "close" => {}
            "silence" => thread::sleep(Duration::from_secs(5)),
            "drip" => {
                while stream.write_all(&self.again).is_ok() {
                    thread::sleep(Duration::from_millis(100));
                }
            }
            "flood" => {
                let many = self.again.repeat(4096 / self.again.len() + 1);
                while stream.write_all(&many).is_ok() {}
            }
            how => panic!("{how}"),
        }
        Then::Close
    }
}

/// A site that misbehaves in this way at one path, and answers correctly at any other.
fn site(path: &'static str, deed: Deed) -> Server {
    Server::start(move |asked, stream| {
        if asked.path == path {
            return deed.answers(stream);
        }
        let page = ok("Content-Type: text/html\r\n", PAGE);
        let robots = ok("", "User-agent: *\nDisallow: /private\n");
        let is_robots = asked.path == "/robots.txt";
        let _ = stream.write_all(if is_robots { &robots } else { &page });
        Then::Keep
    })
}

/// Tries every misbehaviour at this path, all at the same time; returns the server, the record and the messages of each
/// run.
fn tried(path: &'static str, read: fn(&str, &Server, &Value, &str)) {
    let folder = folder(&format!("deeds-{}", path.len()));
    thread::scope(|scope| {
        for deed in Deed::all() {
            let folder = &folder;
            scope.spawn(move || {
                let (name, message) = (deed.name, deed.message);
                let server = site(path, deed);
                let url = server.url("/page");
                let timeout = if message.ends_with(" within 2s") {
                    2
                } else {
                    30
                };
                let output = run(folder, &format!("{CHECK} {timeout} {url}"));
                let reported = said(&output);
                assert_eq!(output.status.code(), Some(3), "{name}: {reported}");
                let expected = format!("robots-policy: {}: {message}", server.url(path));
                assert!(
                    reported.starts_with(&expected) && reported.lines().count() == 1,
                    "{name}: {reported}"
                );
                let record: Value = serde_json::from_slice(&output.stdout).unwrap();
                read(name, &server, &record, &reported);
            });
        }
    });
}

#[test]
fn an_unreachable_page_is_undetermined() {
    tried("/page", |name, server, record, _| {
        let paths = server.paths();
        assert_eq!(paths[..2], ["/robots.txt", "/page"], "{name}");
        let is_error = record["error"]["code"] == "undetermined";
        // The part of the page that came before is used.
        let is_part = record["access"]["allowed"] == true;
        assert!(is_error || is_part, "{name}: {record}");
    });
}

#[test]
fn r_64_an_unreachable_robots_txt_disallows() {
    tried("/robots.txt", |name, server, record, _| {
        assert_eq!(server.paths(), ["/robots.txt"], "{name}");
        assert_eq!(record["access"]["reason"], "unreachable", "{name}");
        assert_eq!(record["access"]["allowed"], false, "{name}");
        assert_eq!(record["obtainable"], false, "{name}");
    });
}

/// The record and the messages of a run over one page.
#[track_caller]
fn checked(server: &Server, more: &str, code: i32) -> (Value, String) {
    let folder = std::env::temp_dir();
    let url = server.url("/page");
    let output = run(&folder, &format!("{CHECK} 30 {url} {more}"));
    let record = serde_json::from_str(&ends(&output, code)).unwrap();
    (record, said(&output))
}

#[test]
fn wrong_lengths_that_hide_nothing_change_nothing() {
    let html = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    let size = PAGE.len();
    let chunked = format!("Transfer-Encoding: chunked\r\n\r\n{size:x}\r\n{PAGE}\r\n0\r\n\r\n");
    let length = format!("Content-Length: {size}\r\n");
    let deeds = [
        // The coding of the transfer counts (RFC 9112 §6.3).
        Deed::of(
            "close",
            &format!("{html}Content-Length: 3\r\n{chunked}"),
            "",
        ),
        Deed::of("keep", &format!("{html}{length}{length}\r\n{PAGE}"), ""),
        Deed::of("flood", &format!("{html}\r\n{PAGE}"), "x"),
    ];
    for (number, deed) in deeds.into_iter().enumerate() {
        let (record, reported) = checked(&site("/page", deed), "", 1);
        assert_eq!(record["directives"]["noindex"], true, "{number}");
        assert_eq!(reported, "", "{number}");
    }
}

#[test]
fn bytes_after_an_answer_are_not_an_answer() {
    let robots = String::from_utf8(ok("", "")).unwrap();
    let free = String::from_utf8(ok("Content-Type: text/html\r\n", "<p>free")).unwrap();
    let server = site("/robots.txt", Deed::of("keep", &(robots + &free), ""));
    let (record, _) = checked(&server, "", 1);
    assert_eq!(record["directives"]["noindex"], true);
    assert_eq!(
        server.paths(),
        ["/robots.txt", "/page", "/.well-known/tdmrep.json"]
    );
}

#[test]
fn endless_redirects_end() {
    let deed = |asked: &Asked, stream: &mut TcpStream| {
        let _ = stream.write_all(&redirect(302, &format!("{}x", asked.path)));
        Then::Keep
    };
    let server = Server::start(move |asked, stream| {
        if asked.path == "/robots.txt" {
            let _ = stream.write_all(&ok("", ""));
            return Then::Keep;
        }
        deed(asked, stream)
    });
    let (_, reported) = checked(&server, "", 3);
    assert!(
        reported.contains("/pagexxxxx: redirects once more after 5 redirects"),
        "{reported}"
    );
    assert_eq!(server.paths().len(), 7);
    // RFC 9309 §2.3.1.2: after five redirects the file may be taken for unavailable.
    let server = Server::start(move |asked, stream| {
        if asked.path.starts_with("/robots.txt") {
            return deed(asked, stream);
        }
        let _ = stream.write_all(&ok("Content-Type: text/html\r\n", PAGE));
        Then::Keep
    });
    let (record, _) = checked(&server, "", 1);
    assert_eq!(record["access"]["reason"], "unavailable");
    assert_eq!(server.paths()[6..], ["/page", "/.well-known/tdmrep.json"]);
}

#[test]
fn a_robots_txt_without_an_end_is_read_up_to_the_limit() {
    let robots = "HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /page\n";
    let server = site("/robots.txt", Deed::of("flood", robots, "# more\n"));
    let (record, reported) = checked(&server, "", 1);
    assert_eq!(record["access"]["reason"], "disallow-rule");
    assert_eq!(record["truncated"], serde_json::json!(["robots.txt"]));
    assert_eq!(reported, "");
}

#[test]
fn a_page_without_a_head_end_is_read_up_to_the_limit() {
    let page =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<meta name=robots content=noindex>";
    let server = site("/page", Deed::of("flood", page, "<link>"));
    let (record, _) = checked(&server, "", 1);
    assert_eq!(record["directives"]["noindex"], true);
    assert_eq!(record["truncated"], serde_json::json!(["head"]));
    let (record, reported) = checked(&server, "--max-body 10000", 1);
    assert_eq!(record["directives"]["noindex"], true);
    assert!(
        reported.contains("its body is larger than 10000 bytes"),
        "{reported}"
    );
}

#[test]
fn a_server_without_a_handshake_is_left() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}/page", listener.local_addr().unwrap());
    let output = run(&std::env::temp_dir(), &format!("{CHECK} 2 {url}"));
    ends(&output, 3);
    let reported = said(&output);
    assert!(
        reported.contains("/robots.txt: ") && reported.contains("2s"),
        "{reported}"
    );
}
