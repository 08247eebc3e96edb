//! The requests that led to an answer: text shows them only where they decide, JSON always shows them.

use serde_json::json;

use super::*;

/// The `fetch` of a line.
fn fetch(output: &Output, code: i32) -> Value {
    let line: Value = serde_json::from_str(&ends(output, code)).unwrap();
    line["fetch"].clone()
}

fn cached(folder: &Folder, more: &[&str], url: String) -> Output {
    check(&[&["--cache", &folder.arg()], more].concat(), &[url])
}

#[test]
fn an_answer_of_a_former_run_is_named_and_asked_for_again() {
    let server = Server::start(|asked, stream| {
        let bytes = match (asked.path.as_str(), asked.field("if-none-match")) {
            ("/robots.txt", Some(_)) => answer("304 Not Modified", "ETag: \"a\"\r\n", ""),
            ("/robots.txt", None) => ok("ETag: \"a\"\r\n", "User-agent: *\nDisallow: /private\n"),
            _ => page("", "<p>"),
        };
        stream.write_all(&bytes).unwrap();
        Then::Keep
    });
    let folder = Folder::new("refresh");
    let json = ["--format", "json"];
    for (args, status, from_cache, asks) in [
        (&[][..], 200, false, 1),
        (&[], 200, true, 1),
        (&["--refresh"], 304, false, 2),
        (&[], 200, true, 2),
    ] {
        let args = [&json[..], args].concat();
        let fetch = fetch(&cached(&folder, &args, server.url("/a")), 0);
        let robots = &fetch["robots_txt"];
        assert_eq!(robots["status"], status, "{args:?}");
        assert_eq!(robots["from_cache"], from_cache, "{args:?}");
        assert_eq!(robots["milliseconds"].is_null(), from_cache, "{args:?}");
        assert!(robots["answered_at"].as_str().unwrap().ends_with('Z'));
        let paths = server.paths().into_iter();
        assert_eq!(
            paths.filter(|path| path == "/robots.txt").count(),
            asks,
            "{args:?}"
        );
    }
    let reported = ends(&cached(&folder, &[], server.url("/private")), 1);
    let copy = format!("\n  {}, copy of ", server.url("/robots.txt"));
    assert!(
        reported.contains(&copy) && reported.contains(" UTC; --refresh asks again\n"),
        "{reported}"
    );
    let reported = ends(&cached(&folder, &["--refresh"], server.url("/private")), 1);
    assert!(!reported.contains("copy of"), "{reported}");
    ends(&check(&["--no-cache", "--refresh"], &[server.url("/")]), 2);
}

#[test]
fn a_refresh_that_fails_keeps_the_copy() {
    let server = Server::start(|asked, stream| {
        let is_second = asked.field("if-none-match").is_some();
        let bytes = match asked.path.as_str() {
            "/robots.txt" if is_second => answer("500 Failed", "", ""),
            "/robots.txt" => ok("ETag: \"a\"\r\n", "User-agent: *\nDisallow: /private\n"),
            _ => page("", "<p>"),
        };
        stream.write_all(&bytes).unwrap();
        Then::Keep
    });
    let folder = Folder::new("refresh-fails");
    ends(&cached(&folder, &[], server.url("/private")), 1);
    let args = ["--refresh", "--format", "json"];
    let output = cached(&folder, &args, server.url("/private"));
    let robots = fetch(&output, 1)["robots_txt"].clone();
    assert_eq!(robots["status"], 500);
    assert_eq!(robots["from_cache"], true);
    assert_eq!(robots["problem"]["code"], "status");
    let reported = said(&output);
    assert!(
        reported.contains("because no newer one could be fetched: "),
        "{reported}"
    );
}

#[test]
fn the_way_to_a_page_is_in_json() {
    let server = Server::start(|asked, stream| {
        let bytes = match asked.path.as_str() {
            "/robots.txt" => redirect(301, "/rules"),
            "/rules" => ok("", "User-agent: *\nDisallow: /closed\n"),
            "/a" => redirect(302, "/b"),
            "/b" => redirect(307, "/c"),
            "/to-closed" => redirect(302, "/closed"),
            "/gone" => answer("410 Gone", "", ""),
            _ => page("", PAGE),
        };
        stream.write_all(&bytes).unwrap();
        Then::Keep
    });
    let record = |path: &str, code| {
        let output = check(&["--no-cache", "--format", "json"], &[server.url(path)]);
        fetch(&output, code)
    };
    let found = record("/a", 1);
    assert_eq!(found["url"], server.url("/c"));
    assert_eq!(found["status"], 200);
    assert_eq!(
        found["redirects"],
        json!([
            {"url": server.url("/a"), "status": 302, "to": server.url("/b")},
            {"url": server.url("/b"), "status": 307, "to": server.url("/c")},
        ])
    );
    assert!(found["milliseconds"].is_u64() && found["problem"].is_null());
    let robots = &found["robots_txt"];
    assert_eq!(robots["url"], server.url("/robots.txt"));
    assert_eq!(robots["redirects"][0]["status"], 301);
    assert_eq!(robots["redirects"][0]["to"], server.url("/rules"));
    let closed = record("/to-closed", 1);
    assert_eq!(closed["url"], server.url("/closed"));
    assert!(closed["status"].is_null() && closed["milliseconds"].is_u64());
    let gone = record("/gone", 3);
    assert_eq!(gone["status"], 410);
    assert_eq!(gone["problem"]["code"], "status");
}

#[test]
fn the_status_of_robots_txt_is_named_where_it_decides() {
    for (status, code, row) in [
        (
            "500 Failed",
            3,
            "NO   robots.txt answered 500: crawlers treat the site as closed\n",
        ),
        (
            "429 Later",
            3,
            "NO   robots.txt answered 429: crawlers treat the site as closed\n",
        ),
        (
            "404 Gone",
            0,
            "yes  robots.txt answered 404: everything is allowed\n",
        ),
        (
            "403 No",
            0,
            "yes  robots.txt answered 403: everything is allowed\n",
        ),
    ] {
        let server = Server::start(move |asked, stream| {
            let bytes = match asked.path.as_str() {
                "/robots.txt" => answer(status, "", ""),
                _ => page("", "<p>"),
            };
            stream.write_all(&bytes).unwrap();
            Then::Keep
        });
        let reported = ends(&uncached(&[server.url("/")]), code);
        assert!(
            reported.contains(&format!("  fetch    {row}")),
            "{reported}"
        );
    }
    let cut = Server::with("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", Then::Close);
    let output = uncached(&[cut.url("/")]);
    let reported = ends(&output, 3);
    let row = "NO   robots.txt could not be fetched (the connection ended before the answer did): crawlers";
    assert!(reported.contains(row), "{reported}");
}

#[test]
fn a_robots_txt_that_is_still_coded_is_named_so() {
    let server = Server::start(|_, stream| {
        stream.write_all(&ok("", b"\x1F\x8B\x08\x00rest")).unwrap();
        Then::Keep
    });
    let args = ["--no-cache", "--format", "json"];
    let robots = fetch(&check(&args, &[server.url("/")]), 3)["robots_txt"].clone();
    assert_eq!(robots["status"], 200);
    assert_eq!(robots["problem"]["code"], "undecodable");
    let reported = ends(&uncached(&[server.url("/")]), 3);
    let row = "NO   robots.txt could not be fetched (its body has a content coding that its fields do not name): crawlers";
    assert!(reported.contains(row), "{reported}");
}

#[test]
fn a_host_that_is_not_found_is_not_a_ban() {
    let url = String::from("http://none.invalid/a");
    let reported = ends(&uncached(std::slice::from_ref(&url)), 3);
    let row = "\n  fetch    ?    none.invalid was not found (DNS); no request was sent\n";
    assert!(reported.contains(row), "{reported}");
    assert!(
        reported.contains("\nIt is not known whether it may be fetched.\n"),
        "{reported}"
    );
    let output = check(
        &["--no-cache", "--format", "json"],
        std::slice::from_ref(&url),
    );
    let line: Value = serde_json::from_str(&ends(&output, 3)).unwrap();
    assert_eq!(line["error"]["code"], "undetermined");
    let robots = &line["fetch"]["robots_txt"];
    assert_eq!(robots["problem"]["code"], "host-not-found");
    assert!(robots["status"].is_null() && robots["answered_at"].is_null());
    let free = site("", |_| page("", "<p>"));
    let reported = ends(&uncached(&[url, free.url("/")]), 3);
    let row = reported
        .lines()
        .find(|line| line.starts_with("http://none.invalid/a "));
    let row: Vec<&str> = row.unwrap().split_whitespace().take(3).collect();
    assert_eq!(row[1..], ["?", "?"], "{reported}");
    assert!(
        reported.contains("2 verdicts: 0 restricted, 1 free, 1 not known"),
        "{reported}"
    );
}
