//! `lint` against real servers on loopback: what it requests, how often, and what it says where it ends early. What people see is in
//! the session `lint_sites`.

use std::io::Write as _;
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::{Asked, Server, Then, answer, ok};
use serde_json::Value;

use crate::scanning::{command, folder, run};

const TYPE: &str = "Content-Type: text/html\r\n";

/// A site whose sitemap lists this many pages, which `page` answers.
fn site(
    robots: &'static str,
    pages: usize,
    page: impl Fn(&Asked, &mut TcpStream) -> Then + Send + Sync + 'static,
) -> Server {
    Server::start(move |asked, stream| {
        let host = asked.field("Host").unwrap_or_default();
        let lines = (0..pages).map(|page| format!("http://{host}/p/{page}\n"));
        let file = match asked.path.as_str() {
            "/robots.txt" => ok("Content-Type: text/plain\r\n", robots),
            "/sitemap.xml" => ok("", lines.collect::<String>()),
            path if path.starts_with("/p/") => return page(asked, stream),
            "/" => ok(TYPE, "<!doctype html><title>a</title>"),
            _ => answer("404 Not Found", "", ""),
        };
        stream.write_all(&file).unwrap();
        Then::Keep
    })
}

fn sends(stream: &mut TcpStream, fields: &str, body: &str) -> Then {
    stream
        .write_all(&ok(&format!("{TYPE}{fields}"), body))
        .unwrap();
    Then::Keep
}

fn json(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The pages that were requested.
fn pages(server: &Server) -> Vec<String> {
    let paths = server.paths().into_iter();
    paths.filter(|path| path.starts_with("/p/")).collect()
}

#[test]
fn a_finding_about_many_pages_is_one() {
    let server = site("", 1204, |_, stream| {
        sends(
            stream,
            "X-Robots-Tag: no-index\r\n",
            "<!doctype html><title>a</title>",
        )
    });
    let line = format!(
        "lint {} --sitemap --pages 2000 --pause 0 --no-cache --format",
        server.url("/")
    );
    let folder = folder("lint-many");
    let found = json(&ends(&run(&folder, &format!("{line} json")), 1));
    let near: Vec<&Value> = found
        .iter()
        .filter(|row| row["code"] == "directive-near")
        .collect();
    assert_eq!(near.len(), 1);
    assert_eq!(
        (
            &near[0]["count"],
            near[0]["inputs"].as_array().unwrap().len()
        ),
        (&1204.into(), 5)
    );
    let text = ends(&run(&folder, &format!("{line} text")), 1);
    assert!(
        text.contains("in: 1,204 pages: ") && text.contains(" and 1,199 more\n"),
        "{text}"
    );
    let connections = server.asked().into_iter().map(|asked| asked.connection);
    assert!(connections.max().unwrap() <= 4, "connections are kept");
}

#[test]
fn a_sample_is_spread_over_the_pages_and_its_pages_are_read_up_to_their_heads() {
    let server = site("User-agent: *\nDisallow: /p/60\n", 120, |_, stream| {
        let head = format!("HTTP/1.1 200 OK\r\n{TYPE}\r\n<title>a</title><p>Text");
        stream.write_all(head.as_bytes()).unwrap();
        while stream.write_all(&[b' '; 4096]).is_ok() {}
        Then::Close
    });
    let words = format!(
        "lint {} --sitemap --pages 4 --pause 0 --no-cache",
        server.url("/")
    );
    let output = run(&folder("lint-sample"), &words);
    ends(&output, 3);
    assert_eq!(pages(&server), ["/p/0", "/p/30", "/p/90"]);
    let said = said(&output);
    assert!(
        said.contains("4 of 120 listed pages are looked at"),
        "{said}"
    );
    assert!(
        said.contains("/p/60: robots.txt does not let robots-policy request it"),
        "{said}"
    );
}

#[test]
fn a_page_that_has_not_changed_is_not_sent_again() {
    let server = site("", 2, |asked, stream| {
        let is_known = asked.field("If-None-Match") == Some("\"1\"");
        if is_known {
            let fields = "HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n";
            stream.write_all(fields.as_bytes()).unwrap();
            return Then::Keep;
        }
        let fields = "ETag: \"1\"\r\nX-Robots-Tag: no-index\r\n";
        sends(
            stream,
            fields,
            "<!doctype html><meta name=robot content=noindex>",
        )
    });
    let folder = folder("lint-kept");
    let words = format!("lint {} --sitemap --pause 0 --format json", server.url("/"));
    let first = ends(&run(&folder, &format!("{words} --cache kept")), 1);
    assert!(
        first.contains("directive-near") && first.contains("meta-name-near"),
        "{first}"
    );
    assert_eq!(
        ends(&run(&folder, &format!("{words} --cache kept")), 1),
        first
    );
    assert_eq!(
        ends(&run(&folder, &format!("{words} --no-cache")), 1),
        first
    );
    let asked = server.asked().into_iter();
    let asked = asked.filter(|asked| asked.path.starts_with("/p/"));
    let known: Vec<bool> = asked
        .map(|asked| asked.field("If-None-Match").is_some())
        .collect();
    assert_eq!(known, [false, false, true, true, false, false]);
    // robots.txt is asked for in each run.
    let robots = server
        .paths()
        .into_iter()
        .filter(|path| path == "/robots.txt");
    assert_eq!(robots.count(), 3);
}

/// A site that answers each page so, the words after the address, and what is said in the end; it is asked for `asked` pages.
fn ends_early(answered: &'static str, robots: &'static str, words: &str, asked: usize, why: &str) {
    let server = site(robots, 9, move |_, stream| {
        let fields = answered.replace(" / ", "\r\n");
        let _ =
            stream.write_all(format!("HTTP/1.1 {fields}\r\nContent-Length: 0\r\n\r\n").as_bytes());
        Then::Keep
    });
    let words = format!("lint {} --sitemap --no-cache {words}", server.url("/p/0"));
    let output = run(&folder("lint-early"), &words);
    ends(&output, 3);
    let said = said(&output);
    assert!(said.contains(why), "{words}: {said}");
    assert_eq!(pages(&server).len(), asked, "{words}: {said}");
}

#[test]
fn a_server_that_wants_to_be_left_alone_is() {
    let three = "the server answered 429 or 503 3 times in a row: 2 of 9 pages were looked at";
    let late = "the server wants a pause of 3,600 seconds (Retry-After): 0 of 9 pages";
    ends_early("503 Later / Retry-After: 0", "", "--pause 0", 3, three);
    ends_early("429 Slow", "", "--pause 0", 3, three);
    ends_early("429 Slow / Retry-After: 3600", "", "--pause 0", 1, late);
    // A pause that ends after the run is not waited for, whoever wants it.
    let over = "the time of --time is over: 1 of 9 pages were looked at";
    let time = "--pause 0 --time 60";
    ends_early("429 Slow / Retry-After: 300", "", time, 1, over);
    let begun = "the time of --time is over: 0 of 9 pages were looked at";
    ends_early("404 None", "", "--pause 300 --time 60", 0, begun);
    let delay = "User-agent: robots-policy\nCrawl-delay: 300\n";
    ends_early("404 None", delay, time, 0, begun);
}

#[test]
fn a_server_that_does_not_answer_is_left_alone() {
    let server = site("", 9, |_, _| Then::Close);
    let words = format!("lint {} --sitemap --no-cache --pause 0", server.url("/"));
    let output = run(&folder("lint-silent"), &words);
    ends(&output, 3);
    let said = said(&output);
    let why = "there was no answer 3 times in a row: 3 of 10 pages were looked at";
    assert!(said.contains(why), "{said}");
}

#[test]
fn what_was_seen_before_a_signal_is_reported() {
    let server = site("", 9, |_, stream| {
        let page = "<!doctype html><title>a</title>";
        sends(stream, "X-Robots-Tag: no-index\r\n", page)
    });
    let (first, second) = (server.url("/p/0"), server.url("/p/1"));
    let words = format!("lint {first} {second} --no-cache --pause 600");
    let mut child = command(&folder("lint-signal"), &words);
    let child = child.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().unwrap();
    while pages(&server).is_empty() {
        thread::sleep(Duration::from_millis(10));
    }
    let mut kill = Command::new("kill");
    let kill = kill.args(["-INT", &child.id().to_string()]);
    assert!(kill.status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = ends(&output, 1);
    assert!(text.contains("error[directive-near]"), "{text}");
    let said = said(&output);
    let why = "the run was interrupted: 1 of 2 pages were looked at";
    assert!(said.contains(why), "{said}");
}

#[test]
fn other_hosts_of_a_site_are_compared() {
    let server = Server::start(|asked, stream| {
        let is_other = asked.field("Host").unwrap_or_default().starts_with("www.");
        let file = match (asked.path.as_str(), is_other) {
            ("/robots.txt", true) => ok("", "User-agent: *\nDisallow: /\n"),
            ("/robots.txt", false) => ok("", "User-agent: *\nDisallow: /private\n"),
            _ => ok(TYPE, "<!doctype html><title>a</title>"),
        };
        stream.write_all(&file).unwrap();
        Then::Keep
    });
    let port = server.address().port();
    let words = format!(
        "lint http://site.example:{port}/ --other-hosts --resolve site.example:{port}:127.0.0.1 --resolve www.site.example:{port}:127.0.0.1"
    );
    let text = ends(&run(&folder("lint-hosts"), &words), 0);
    let effect = "effect: fetch /: yes; there: no; for googlebot";
    assert!(
        text.contains("warning[robots-by-host]") && text.contains(effect),
        "{text}"
    );
}

/// A site is looked at whole if its sitemaps are read to their ends and all pages that they list are requested.
#[test]
fn a_site_has_what_is_expected_of_it_if_all_its_pages_were_looked_at() {
    let folder = folder("lint-whole");
    let config = "[[expect]]\nurl = [\"/p/1\", \"/q/**\"]\nindex = \"yes\"\n";
    std::fs::write(folder.join("robots-policy.toml"), config).unwrap();
    let page = |_: &Asked, stream: &mut TcpStream| sends(stream, "", "<title>a</title>");
    for (robots, words, code, is_whole) in [
        ("", "--sitemap", 0, true),
        ("", "", 0, false),
        ("", "--sitemap --pages 2", 0, false),
        ("", "--sitemap=SITE/sitemap.xml", 0, false),
        ("User-agent: *\nDisallow: /p/2\n", "--sitemap", 3, false),
        (
            "Sitemap: SITE/sitemap.xml\nSitemap: SITE/gone.xml\n",
            "--sitemap",
            0,
            false,
        ),
    ] {
        let server = Server::start(move |asked, stream| {
            let host = asked.field("Host").unwrap_or_default();
            let site = format!("http://{host}");
            let file = match asked.path.as_str() {
                "/robots.txt" => ok(
                    "Content-Type: text/plain\r\n",
                    robots.replace("SITE", &site),
                ),
                "/sitemap.xml" => ok(
                    "",
                    format!("{site}/p/0\n{site}/p/1\n{site}/p/2\n{site}/p/0\n"),
                ),
                path if path.starts_with("/p/") || path == "/" => return page(asked, stream),
                _ => answer("404 Not Found", "", ""),
            };
            stream.write_all(&file).unwrap();
            Then::Keep
        });
        let words = words.replace("SITE/", &server.url("/"));
        let words = format!(
            "lint {} {words} --pause 0 --no-cache --fail-on never",
            server.url("/")
        );
        let output = run(&folder, &words);
        let found = ends(&output, code);
        assert_eq!(
            found.contains("no input has `/q/**`"),
            is_whole,
            "{words}: {found}"
        );
        let rest = said(&output);
        let is_counted = rest.contains("over a part of the site; not looked at: ");
        assert_eq!(is_counted, !is_whole, "{words}: {rest}");
        assert!(!found.contains("`/p/1`"), "{words}: {found}");
    }
}

/// The twins of a configuration are asked for each page, in the same way as that of `--twin`; what is expected of the site itself is not
/// expected of them.
#[test]
fn twins_of_a_configuration_are_asked_for_each_page() {
    let folder = folder("lint-twins");
    let own = site("", 3, |_, stream| sends(stream, "", "<title>a</title>"));
    for (robots, answers, closed, code, asked) in [
        ("", "", "/p/2", 1, 3),
        ("", "", "/p/", 0, 3),
        ("User-agent: *\nDisallow: /\n", "", "", 3, 0),
        ("User-agent: *\nDisallow: /\n", "fetch = \"no\"\n", "", 0, 0),
        (
            "User-agent: robots-policy\nDisallow: /\n",
            "fetch = \"no\"\n",
            "",
            1,
            0,
        ),
    ] {
        let twin = site(robots, 3, move |asked, stream| {
            let is_closed = !closed.is_empty() && asked.path.starts_with(closed);
            let fields = if is_closed {
                "X-Robots-Tag: noindex\r\n"
            } else {
                ""
            };
            sends(stream, fields, "<title>a</title>")
        });
        let config = format!(
            "[[expect]]\nurl = \"/p/**\"\nindex = \"yes\"\n[twins]\nurls = \"{}\"\n{answers}",
            twin.url("")
        );
        std::fs::write(folder.join("robots-policy.toml"), config).unwrap();
        let pages_of_own: Vec<String> = (0..3).map(|page| own.url(&format!("/p/{page}"))).collect();
        let words = format!("lint {} --pause 0 --no-cache", pages_of_own.join(" "));
        let found = ends(&run(&folder, &words), code);
        assert_eq!(found.contains("error[open-twin]"), code == 1, "{found}");
        assert!(!found.contains("intent-broken"), "{found}");
        assert_eq!(pages(&twin).len(), asked, "{found}");
        // A page of a twin has no twin.
        let words = format!(
            "lint {} --pause 0 --no-cache --fail-on never",
            twin.url("/p/0")
        );
        let before = pages(&own).len();
        let found = ends(&run(&folder, &words), if robots.is_empty() { 0 } else { 3 });
        assert!(!found.contains("intent-broken"), "{found}");
        assert_eq!(pages(&own).len(), before);
    }
    let config = "[twins]\nurls = \"staging.example.org\"\n";
    std::fs::write(folder.join("robots-policy.toml"), config).unwrap();
    let words = format!("lint {} --pause 0 --no-cache", own.url("/p/0"));
    let output = run(&folder, &words);
    ends(&output, 2);
    assert!(said(&output).contains("--pause is at least 1 second"));
}
