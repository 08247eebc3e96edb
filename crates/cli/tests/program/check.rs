//! `check` against real servers on loopback, where time or the order of requests matters; the others are sessions.

use std::fs;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::scanning::{folder, run};
use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::{Server, Then, ok};

/// The file that is requested of each host whose page was read.
const TDMREP: &str = "/.well-known/tdmrep.json";

const CHECK: &str = "check --agent ExampleBot --timeout 2";

/// A site with this robots.txt, whose pages `page` sends.
fn site(
    robots: &'static str,
    page: impl Fn(&str, &mut TcpStream) -> Then + Send + Sync + 'static,
) -> Server {
    Server::start(move |asked, stream| {
        if asked.path == "/robots.txt" {
            stream.write_all(&ok("", robots)).unwrap();
            return Then::Keep;
        }
        page(&asked.path, stream)
    })
}

fn sends(stream: &mut TcpStream, fields: &str, body: &str) -> Then {
    let fields = format!("Content-Type: text/html\r\n{fields}");
    stream.write_all(&ok(&fields, body)).unwrap();
    Then::Keep
}

#[test]
fn the_download_ends_with_the_head() {
    let endless = site("", |_, stream| {
        let page = "<title>A page</title><meta name=robots content=noindex><p>Text";
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
        stream.write_all(head.as_bytes()).unwrap();
        while stream.write_all(&[b' '; 4096]).is_ok() {}
        Then::Close
    });
    let line = format!("{CHECK} --no-cache {}", endless.url("/"));
    assert!(ends(&run(&folder("check-endless"), &line), 1).contains("noindex "));
}

/// A checksum that is wrong decides nothing, also where the head was read long before it.
#[test]
fn octets_that_fail_the_test_of_their_coding_decide_nothing() {
    for tail in ["", &"<p>text ".repeat(20_000)] {
        let mut page = GzEncoder::new(Vec::new(), Compression::fast());
        let head = "<!DOCTYPE html><title>t</title><meta name=robots content=nofollow><p>";
        page.write_all([head, tail].concat().as_bytes()).unwrap();
        let mut page = page.finish().unwrap();
        let sum = page.len() - 8;
        page[sum] ^= 1;
        let fields = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
        let page = ok(fields, page);
        let place = folder("check-checksum");
        fs::write(place.join("page.http"), &page).unwrap();
        let server = site("", move |_, stream| {
            stream.write_all(&page).unwrap();
            Then::Keep
        });
        let url = server.url("/page");
        for line in [
            format!("{CHECK} --no-cache --format json {url}"),
            format!("{CHECK} --no-cache --no-extra-fetches --format json {url}"),
            String::from("eval page.http --agent ExampleBot --format json"),
        ] {
            let output = run(&place, &line);
            let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            assert!(record["index"].is_null(), "{line}: {record}");
            assert_eq!(record["follow"], false, "{line}: {record}");
            let unread = record["unread"].as_array().unwrap();
            let is_said = |own: &serde_json::Value| {
                own["source"] == "document" && own["why"] == "content-coding"
            };
            assert!(unread.iter().any(is_said), "{line}: {record}");
        }
    }
}

#[test]
fn a_pdf_is_judged_by_its_fields_alone() {
    let server = site("", |_, stream| {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nX-Robots-Tag: noindex\r\nContent-Length: 1000000\r\n\r\n";
        stream.write_all(head.as_bytes()).unwrap();
        thread::sleep(Duration::from_millis(500));
        Then::Close
    });
    let line = format!("{CHECK} --no-cache {}", server.url("/a.pdf"));
    assert!(ends(&run(&folder("check-pdf"), &line), 1).contains("index    NO "));
}

/// An octet stream is read as far as its format shows, and no further.
#[test]
fn a_pdf_without_its_type_is_one_by_its_first_octets() {
    let server = site("User-agent: *\nAllow: /", |_, stream| {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000000\r\n\r\n%PDF-1.7";
        let page = format!("{head:1000}");
        stream.write_all(page.as_bytes()).unwrap();
        thread::sleep(Duration::from_millis(500));
        Then::Close
    });
    let line = format!(
        "{CHECK} --no-cache --format json --use train {}",
        server.url("/a")
    );
    let output = ends(&run(&folder("check-octets"), &line), 3);
    assert!(output.contains(r#""train":null"#), "{output}");
    assert!(
        output.contains(r#""source":"embedded","why":"embedded""#),
        "{output}"
    );
}

/// Neither an empty answer whose end only the connection says, nor the confirmation of a copy that is not there, opens anything.
#[test]
fn an_answer_that_says_nothing_opens_nothing() {
    let empty = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n";
    let confirmed = "HTTP/1.1 304 Not Modified\r\nContent-Length: 5000\r\n\r\n";
    let stated = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    for (robots, page, access, index) in [
        (empty, confirmed, "null", "null"),
        (stated, confirmed, "true", "null"),
    ] {
        let server = Server::start(move |asked, stream| {
            let answer = if asked.path == "/robots.txt" {
                robots
            } else {
                page
            };
            stream.write_all(answer.as_bytes()).unwrap();
            Then::Close
        });
        let line = format!("{CHECK} --no-cache --format json {}", server.url("/a"));
        let output = run(&folder("check-nothing"), &line);
        let output = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.contains(&format!(r#""allowed":{access}"#)),
            "{output}"
        );
        assert!(output.contains(&format!(r#""index":{index}"#)), "{output}");
    }
}

#[test]
fn two_runs_share_a_cache() {
    let server = site("User-agent: *\nDisallow: /private", |_, stream| {
        sends(stream, "", "<p>")
    });
    let folder = folder("check-shared");
    let line = format!("{CHECK} --cache kept {}", server.url("/private"));
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| assert!(ends(&run(&folder, &line), 1).contains("Disallow: /private")));
        }
    });
    assert!(fs::exists(folder.join("kept")).unwrap());
}

#[test]
fn a_server_that_asks_to_be_left_alone_is_not_asked_by_the_next_run() {
    let busy = |fields: &'static str| {
        Server::start(move |_, stream| {
            let head = format!("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n{fields}\r\n");
            stream.write_all(head.as_bytes()).unwrap();
            Then::Keep
        })
    };
    let folder = folder("check-busy");
    for (fields, again, asked) in [
        ("Retry-After: 7200\r\n", "", 1),
        ("Retry-After: 7200\r\n", "--refresh", 2),
        ("Retry-After: soon\r\n", "", 2),
        ("", "", 2),
    ] {
        let server = busy(fields);
        let line = format!("{CHECK} --cache kept {}", server.url("/a"));
        let first = ends(&run(&folder, &line), 3);
        assert!(first.contains("the server answered 503"), "{first}");
        let second = ends(&run(&folder, &format!("{line} {again}")), 3);
        assert_eq!(server.paths().len(), asked, "{fields} {again}: {second}");
        let is_waiting = second.contains("asks to be left alone until");
        assert_eq!(is_waiting, asked == 1, "{second}");
    }
}

#[test]
fn a_restriction_in_the_body_is_reported_of_live_pages_and_of_files() {
    let page = "<title>A page</title><body><meta name=robots content=noindex>";
    let server = site("", move |_, stream| sends(stream, "", page));
    let folder = folder("check-body");
    fs::write(folder.join("page.html"), page).unwrap();
    let live = format!("{CHECK} --no-cache --format json {}", server.url("/a"));
    for line in [&live, "eval --format json --html page.html"] {
        let output = run(&folder, line);
        let output = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.contains(r#""code":"not-counted""#),
            "{line}: {output}"
        );
    }
}

#[test]
fn a_slow_tdmrep_json_keeps_no_page_from_its_answer() {
    let server = site("", |path, stream| {
        if path == TDMREP {
            thread::sleep(Duration::from_secs(3));
            return Then::Close;
        }
        sends(stream, "X-Robots-Tag: noindex\r\n", "<p>")
    });
    let (a, b) = (server.url("/a"), server.url("/b"));
    let line = format!("check --agent ExampleBot --no-cache --timeout 1 {a} {b}");
    let output = run(&folder("check-slow"), &line);
    ends(&output, 1);
    let reported = said(&output);
    let message = "mining is reserved is not known";
    assert_eq!(reported.matches(message).count(), 1, "{reported}");
    let asked = server.paths().into_iter().filter(|path| path == TDMREP);
    assert_eq!(asked.count(), 1, "each address once in a run");
}

#[test]
fn the_requests_for_engines_are_those_of_a_run_without_them() {
    let robots = "User-agent: msnbot\nDisallow: /\n\nUser-agent: yandex\nDisallow: /\n\nUser-agent: robots-policy\nDisallow: /own\n";
    let body = "<!doctype html><title>A page</title><meta name=robots content=noarchive><body><p>Text<meta name=robots content=noindex>";
    for path in ["/page", "/own/page"] {
        let requests = |engines: &str| {
            let server = site(robots, |_, stream| sends(stream, "", body));
            let line = format!("check --no-cache {engines} {}", server.url(path));
            run(&folder("check-engines"), &line);
            let host = server.address().to_string();
            let asked = server.asked().into_iter();
            let heads = asked.map(|asked| asked.head.replace(&host, "HOST"));
            heads.collect::<Vec<_>>()
        };
        let without = requests("");
        assert_eq!(requests("--as all"), without, "{path}");
        assert_eq!(requests("--as yandexbot"), without, "{path}");
        let is_ours = |head: &String| head.to_lowercase().contains("user-agent: robots-policy/");
        assert!(without.iter().all(is_ours), "{without:?}");
    }
}

#[test]
fn a_host_has_the_address_that_the_user_names() {
    let server = site("", |_, stream| {
        sends(stream, "X-Robots-Tag: noindex\r\n", "<p>")
    });
    let port = server.address().port();
    let folder = folder("check-resolve");
    let pin = format!("--resolve shop.invalid:{port}:127.0.0.1");
    let line = format!("{CHECK} {pin} http://shop.invalid:{port}/a");
    let output = run(&folder, &line);
    assert!(ends(&output, 1).contains("noindex"), "{}", said(&output));
    let hosts = server.asked();
    let is_named = |head: &str| head.contains(&format!("shop.invalid:{port}"));
    assert!(hosts.iter().all(|asked| is_named(&asked.head)));
    // Answers from there are not kept, and a pin without a use is said.
    let output = run(&folder, &line.replace(&pin, ""));
    assert!(said(&output).contains("was not found"), "{}", said(&output));
    let output = run(&folder, &format!("{CHECK} {pin} {}", server.url("/a")));
    let unused = format!(
        "--resolve shop.invalid:{port}:127.0.0.1: nothing was requested of this host and port"
    );
    assert!(said(&output).contains(&unused), "{}", said(&output));
}

#[test]
fn a_name_that_leads_to_another_class_leads_nowhere() {
    let inner = site("", |_, stream| sends(stream, "", "<p>"));
    let at = inner.address().port();
    let outer = Server::start(move |_, stream| {
        let away = format!(
            "HTTP/1.1 302 Found\r\nLocation: http://inner.invalid:{at}/\r\nContent-Length: 0\r\n\r\n"
        );
        stream.write_all(away.as_bytes()).unwrap();
        Then::Keep
    });
    let port = outer.address().port();
    // `0.0.0.0` reaches this machine, and is of another class than loopback.
    let line = format!("{CHECK} --resolve inner.invalid:{at}:0.0.0.0 http://127.0.0.1:{port}/");
    let output = run(&folder("check-resolve-class"), &line);
    ends(&output, 3);
    assert!(inner.paths().is_empty(), "{}", said(&output));
}

/// The first word of a server without TLS is no answer to a handshake, and closes no site.
#[test]
fn a_site_without_https_has_its_address() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let _ = stream
                .unwrap()
                .write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
            thread::sleep(Duration::from_millis(100));
        }
    });
    let output = run(&folder("check-plain"), &format!("{CHECK} {address}"));
    ends(&output, 3);
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(!shown.contains("Must not be fetched"), "{shown}");
    let place = format!("write http://{address}/");
    assert!(said(&output).contains(&place), "{}", said(&output));
}
