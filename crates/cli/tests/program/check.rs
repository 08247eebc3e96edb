//! `check` against real servers on loopback, run as a user would.

mod engines;
mod fail_on;
mod fetched;
mod lists;
mod reach;
mod requests;
mod robots;
mod unread;
mod uses;
mod uses_asked;

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::thread;
use std::time::Duration;

use crate::scanning::ends_saying;
use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::{Asked, Server, Then, answer, ok, redirect};
use serde_json::{Value, json};

/// The file that is requested of each host whose page was read.
const TDMREP: &str = "/.well-known/tdmrep.json";

const PAGE: &str =
    "<title>A page</title><meta name=robots content=\"noindex, max-snippet:5\"><p>Text";

fn program(args: &[&str], urls: &[String]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_robots-policy"))
        .arg("check")
        .args(args)
        .args(urls)
        .output()
        .unwrap()
}

fn check(args: &[&str], urls: &[String]) -> Output {
    program(
        &[&["--agent", "ExampleBot", "--timeout", "2"], args].concat(),
        urls,
    )
}

fn uncached(urls: &[String]) -> Output {
    check(&["--no-cache"], urls)
}

/// A site: this robots.txt, and an answer for every other path.
fn site(robots: &str, page: impl Fn(&Asked) -> Vec<u8> + Send + Sync + 'static) -> Server {
    let robots = robots.to_owned();
    Server::start(move |asked, stream| {
        let bytes = if asked.path == "/robots.txt" {
            ok("", &robots)
        } else {
            page(asked)
        };
        let _ = stream.write_all(&bytes);
        Then::Keep
    })
}

/// A site that allows everything, whose pages `page` sends.
fn open_site(page: impl Fn(&mut TcpStream) -> Then + Send + Sync + 'static) -> Server {
    Server::start(move |asked, stream| {
        if asked.path == "/robots.txt" {
            stream.write_all(&ok("", "")).unwrap();
            return Then::Keep;
        }
        page(stream)
    })
}

fn page(fields: &str, body: &str) -> Vec<u8> {
    ok(&format!("Content-Type: text/html\r\n{fields}"), body)
}

/// The output without the port of the server and the durations.
fn masked(server: &Server, text: &str) -> String {
    let text = text.replace(&server.address().to_string(), "HOST");
    let mut parts = text.split("\"milliseconds\":");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |masked, rest| {
        masked + "\"milliseconds\":" + rest.trim_start_matches(|c: char| c.is_ascii_digit())
    })
}

/// The moment at which robots.txt was answered.
fn now_in(json: &str) -> String {
    let record: Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    let at = &record["fetch"]["robots_txt"]["answered_at"];
    at.as_str().unwrap().to_owned()
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("robots-policy-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    fn arg(&self) -> String {
        self.0.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn one_verdict_from_three_sources() {
    let server = site(
        "User-agent: *\nDisallow: /private\nAllow: /private/open\n",
        |_| page("Robots-Tag: ExampleBot;nofollow\r\n", PAGE),
    );
    let output = uncached(&[
        server.url("/private/open/a"),
        server.url("/private/b"),
        server.url("/c"),
    ]);
    insta::assert_snapshot!(masked(&server, &ends(&output, 1)));
    assert_eq!(
        server.paths(),
        ["/robots.txt", "/private/open/a", TDMREP, "/c"]
    );
    let asked = server.asked();
    assert!(
        asked
            .iter()
            .all(|asked| asked.field("user-agent") == Some("ExampleBot"))
    );
}

#[test]
fn exit_statuses_follow_from_the_verdicts() {
    let free = site("", |_| page("", "<title>A page</title><p>Text"));
    ends(&uncached(&[free.url("/")]), 0);
    let preview = site("", |_| {
        page(
            "",
            "<meta name=robots content='max-image-preview:large, max-snippet:-1'><p>",
        )
    });
    ends(&uncached(&[preview.url("/")]), 0);
    let bound = site("", |_| {
        page(
            "X-Robots-Tag: otherbot: noindex, examplebot: noarchive\r\n",
            "",
        )
    });
    ends(&uncached(&[bound.url("/")]), 1);
    let closed = site("User-agent: ExampleBot\nDisallow: /", |_| page("", PAGE));
    ends(&uncached(&[closed.url("/")]), 1);
    assert_eq!(closed.paths(), ["/robots.txt"]);
    let gone = site("", |_| answer("404 Not Found", "", ""));
    let record = ends(
        &check(&["--no-cache", "--format", "json"], &[gone.url("/x")]),
        3,
    );
    assert!(record.contains("\"code\":\"undetermined\""), "{record}");
    let output = uncached(&[free.url("/"), gone.url("/x")]);
    assert!(ends(&output, 3).contains(&free.url("/")));
    assert!(said(&output).contains(&format!("{}: the server answered 404", gone.url("/x"))));
    ends(&uncached(&[String::from("ftp://example.com/")]), 2);
    let folder = Folder::new("trust");
    fs::create_dir_all(&folder.0).unwrap();
    for (pem, why) in [
        (None, "No such file or directory"),
        (Some("nothing"), "there is no `BEGIN CERTIFICATE`"),
        (
            Some("-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n"),
            "are not PEM",
        ),
    ] {
        let file = folder.0.join("trusted.pem");
        let name = file.to_str().unwrap();
        if let Some(pem) = pem {
            fs::write(&file, pem).unwrap();
        }
        let output = check(&["--no-cache", "--trust", name], &[free.url("/")]);
        ends(&output, 2);
        let reported = said(&output);
        assert!(
            reported.contains(name) && reported.contains(why),
            "{reported}"
        );
    }
    ends(&uncached(&[]), 2);
    ends(&uncached(&[String::from("http://127.0.0.1:1/")]), 3);
}

#[test]
fn r_64_no_robots_txt_and_an_unreachable_one() {
    for (status, code, asks) in [
        ("404 Not Found", 1, 3),
        ("403 Forbidden", 1, 3),
        ("429 Too Many", 3, 1),
        ("503 Busy", 3, 1),
    ] {
        let server = Server::start(move |asked, stream| {
            let bytes = if asked.path == "/robots.txt" {
                answer(status, "", "")
            } else {
                page("", PAGE)
            };
            stream.write_all(&bytes).unwrap();
            Then::Keep
        });
        let output = check(&["--no-cache", "--format", "json"], &[server.url("/a")]);
        let record: Value = serde_json::from_str(&ends(&output, code)).unwrap();
        assert_eq!(server.paths().len(), asks, "{status}");
        if code == 1 {
            assert_eq!(record["access"]["reason"], "unavailable");
            assert_eq!(record["directives"]["noindex"], true);
        } else {
            assert_eq!(record["access"]["reason"], "unreachable");
            assert_eq!(record["obtainable"], false);
            assert!(
                said(&output).contains("robots.txt could not be fetched"),
                "{}",
                said(&output)
            );
        }
    }
}

#[test]
fn the_download_ends_with_the_head() {
    let endless = open_site(|stream| {
        stream
            .write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
            .unwrap();
        stream.write_all(PAGE.as_bytes()).unwrap();
        while stream.write_all(&[b' '; 4096]).is_ok() {}
        Then::Close
    });
    let output = uncached(&[endless.url("/")]);
    assert!(ends(&output, 1).contains("noindex "));
}

#[test]
fn a_pdf_is_judged_by_its_fields_alone() {
    let server = open_site(|stream| {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nX-Robots-Tag: noindex\r\nContent-Length: 1000000\r\n\r\n";
        stream.write_all(head.as_bytes()).unwrap();
        thread::sleep(Duration::from_millis(500));
        Then::Close
    });
    assert!(ends(&uncached(&[server.url("/a.pdf")]), 1).contains("index    NO "));
}

#[test]
fn redirects_need_permission_from_each_site() {
    let far = site("User-agent: *\nDisallow: /secret", |_| page("", PAGE));
    let place = [far.url("/open"), far.url("/secret")];
    let near = Server::start(move |asked, stream| {
        let bytes = match asked.path.as_str() {
            "/robots.txt" => ok("", "User-agent: *\nDisallow: /none"),
            "/loop" => redirect(302, "/loop"),
            "/one" => redirect(301, &place[0]),
            _ => redirect(301, &place[1]),
        };
        stream.write_all(&bytes).unwrap();
        Then::Keep
    });
    let output = uncached(&[near.url("/one")]);
    assert!(ends(&output, 1).contains("noindex "));
    assert!(String::from_utf8_lossy(&output.stdout).contains("of another authority"));
    let output = uncached(&[near.url("/two")]);
    assert!(ends(&output, 1).contains("Disallow: /secret"));
    assert_eq!(far.paths(), ["/robots.txt", "/open", TDMREP, "/robots.txt"]);
    let output = uncached(&[near.url("/loop")]);
    ends_saying(&output, 3, "/loop");
}

#[test]
fn robots_txt_is_followed_across_authorities() {
    let far = site("", |_| ok("", "User-agent: *\nDisallow: /a"));
    let place = far.url("/elsewhere");
    let near = Server::start(move |asked, stream| {
        let bytes = if asked.path == "/robots.txt" {
            redirect(301, &place)
        } else {
            page("", "<p>")
        };
        stream.write_all(&bytes).unwrap();
        Then::Keep
    });
    assert!(ends(&uncached(&[near.url("/a")]), 1).contains("Disallow: /a "));
    ends(&uncached(&[near.url("/b")]), 0);
}

#[test]
fn r_65_answers_are_kept_between_runs() {
    let server = site("User-agent: *\nDisallow: /private", |_| page("", "<p>"));
    let folder = Folder::new("cache");
    for _ in 0..3 {
        ends(
            &check(
                &["--cache", &folder.arg()],
                &[server.url("/"), server.url("/private")],
            ),
            1,
        );
    }
    let asked = server
        .paths()
        .into_iter()
        .filter(|path| path == "/robots.txt")
        .count();
    assert_eq!(asked, 1);
    let short = Server::start(|asked, stream| {
        let fields = if asked.path == "/robots.txt" {
            "Cache-Control: no-store\r\n"
        } else {
            ""
        };
        stream.write_all(&ok(fields, "")).unwrap();
        Then::Keep
    });
    for _ in 0..2 {
        ends(&check(&["--cache", &folder.arg()], &[short.url("/")]), 0);
    }
    // That there is no tdmrep.json may be kept.
    assert_eq!(
        short.paths(),
        ["/robots.txt", "/", TDMREP, "/robots.txt", "/"]
    );
}

#[test]
fn two_runs_share_a_cache() {
    let server = site("User-agent: *\nDisallow: /private", |_| page("", "<p>"));
    let folder = Folder::new("shared");
    let (arg, url) = (folder.arg(), server.url("/private"));
    let runs: Vec<_> = (0..6)
        .map(|_| {
            let (arg, url) = (arg.clone(), url.clone());
            thread::spawn(move || check(&["--cache", &arg], &[url]))
        })
        .collect();
    for run in runs {
        assert!(ends(&run.join().unwrap(), 1).contains("Disallow: /private"));
    }
}

#[test]
fn an_unusable_cache_is_reported_and_not_used() {
    let server = site("", |_| page("", "<p>"));
    let folder = Folder::new("file");
    fs::write(&folder.0, "no folder").unwrap();
    let output = check(&["--cache", &folder.arg()], &[server.url("/")]);
    ends_saying(&output, 0, &folder.arg());
    fs::remove_file(&folder.0).unwrap();
}

#[test]
fn broken_bodies_are_reported_and_the_received_part_is_used() {
    let server = open_site(|stream| {
        let fields = "Content-Type: text/html\r\nX-Robots-Tag: noarchive\r\nContent-Length: 5000";
        stream
            .write_all(
                format!("HTTP/1.1 200 OK\r\n{fields}\r\n\r\n<meta name=robots content=noindex>")
                    .as_bytes(),
            )
            .unwrap();
        Then::Close
    });
    let output = uncached(&[server.url("/")]);
    let reported = ends(&output, 3);
    assert!(
        reported.contains("noarchive ") && reported.contains("noindex "),
        "{reported}"
    );
    assert!(
        said(&output).contains(&server.url("/")),
        "{}",
        said(&output)
    );
}

#[test]
fn every_format() {
    let server = site(
        "Sitemap: https://example.com/map.xml\nUser-agent: *\nCrawl-delay: 1.5\nDisallow: /b",
        |_| page("", PAGE),
    );
    let urls = [server.url("/a"), server.url("/b")];
    let json = ends(&check(&["--no-cache", "--format", "json"], &urls), 1);
    // No field states the rules of a page that was not requested, and the pages after it have theirs.
    let urls = [server.url("/b"), server.url("/a")];
    let header = ends(&check(&["--no-cache", "--format", "header"], &urls), 3);
    let json = json.replace(&now_in(&json), "NOW");
    insta::assert_snapshot!(masked(&server, &format!("{json}\n{header}")));
    let output = check(
        &["--no-cache", "--contact", "https://example.com/bot"],
        &urls[1..],
    );
    ends(&output, 1);
    assert_eq!(
        server.asked().last().unwrap().field("user-agent"),
        Some("ExampleBot (+https://example.com/bot)")
    );
}
