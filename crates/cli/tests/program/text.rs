//! The text of `eval` and `check`: its words, its places, and what hostile input cannot do to a terminal.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use robots_policy_kit::output::ends;
use robots_policy_kit::server::{Server, Then, ok, redirect};

use crate::scanning::{command, folder};

const SHOP: &str = "HTTP/1.1 200 OK\r
Content-Type: text/html; charset=utf-8\r
X-Robots-Tag: noai, gptbot: noindex, no-index\r
\r
<!doctype html>
<html lang=\"en\">
<title>Sh\u{F6}p</title>
<meta name=\"robots\" content=\"noindex, follow, max-image-preview:large\">
<meta name=\"googlebot\" content=\"max-snippet:20, nosnippet, foo-bar\">
<body>";

const ROBOTS: &str =
    "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /cart\nDisalow: /x\n";

fn inputs(name: &str) -> PathBuf {
    let place = folder(name);
    fs::write(place.join("shop.http"), SHOP).unwrap();
    fs::write(
        place.join("free.http"),
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>",
    )
    .unwrap();
    fs::write(
        place.join("cut.http"),
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99\r\n\r\n<title>",
    )
    .unwrap();
    fs::write(place.join("robots.txt"), ROBOTS).unwrap();
    place
}

/// Standard output of a run on a terminal of this width, or in a pipe.
fn printed(place: &Path, words: &str, columns: Option<usize>, code: i32) -> String {
    let mut command = command(place, words);
    command.env_remove("COLUMNS");
    command.envs(columns.map(|columns| ("COLUMNS", columns.to_string())));
    ends(&command.output().unwrap(), code)
}

#[test]
fn one_verdict_in_full() {
    let place = inputs("text-one");
    let line = "eval shop.http --robots robots.txt --url /shop --agent";
    let all = [
        printed(&place, &format!("{line} Googlebot"), None, 0),
        printed(&place, &format!("{line} GPTBot -v"), None, 0),
        printed(&place, &format!("{line} Googlebot"), Some(44), 0),
        printed(&place, &format!("{line} Googlebot --color always"), None, 0),
    ];
    insta::assert_snapshot!(all.join("\n=====\n").replace('\u{1b}', "ESC"));
}

#[test]
fn several_verdicts_as_a_table() {
    let place = inputs("text-several");
    let line = "eval shop.http free.http cut.http missing.http --url /shop";
    let askers = "--agent Googlebot --agent GPTBot";
    let all = [
        printed(&place, line, None, 1),
        printed(
            &place,
            &format!("{line} --robots robots.txt {askers}"),
            None,
            1,
        ),
        printed(
            &place,
            &format!("{line} --robots robots.txt {askers}"),
            Some(60),
            1,
        ),
        printed(&place, &format!("eval free.http {askers} -v"), None, 0),
    ];
    insta::assert_snapshot!(all.join("\n=====\n"));
}

#[test]
fn a_live_site_for_two_askers() {
    let server = Server::start(|asked, stream| {
        let page = "<!doctype html>\n<meta name=robots content=\"noindex, nofolow\">";
        let fields = "Content-Type: text/html\r\nX-Robots-Tag: a: b\r\nX-Robots-Tag: noimageai\r\n";
        let bytes = match asked.path.as_str() {
            "/robots.txt" => ok("", "User-agent: GPTBot\nDisallow: /closed\n"),
            "/hop" => redirect(302, "/closed/a"),
            _ => ok(fields, page),
        };
        let _ = stream.write_all(&bytes);
        Then::Keep
    });
    let place = folder("text-live");
    let urls = [server.url("/hop"), server.url("/open")].join(" ");
    let line = format!("check --no-cache {urls} --agent GPTBot --agent ExampleBot");
    let all = [
        printed(&place, &line, None, 1),
        printed(&place, &format!("{line} -v"), None, 1),
    ];
    let host = server.address().to_string();
    let blanks = " ".repeat(host.len() - "HOST".len());
    let all = all
        .join("\n=====\n")
        .replace(&format!("response{blanks}"), "response");
    insta::assert_snapshot!(all.replace(&host, "HOST"));
}

/// For each response: a statement in it, and the place that is reported.
#[test]
fn places_are_those_of_the_file_or_of_what_was_decoded() {
    let place = folder("text-places");
    let page = "<!--\u{30CE}-->\n<!--\u{E9}--><meta name=robots content=noindex>";
    let wide: Vec<u8> = format!("\u{FEFF}{page}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(page.as_bytes()).unwrap();
    let chunked = format!("{:x}\r\n{page}\r\n0\r\n\r\n", page.len());
    let html = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n";
    let connect = "HTTP/1.1 200 Connection established\r\n\r\n";
    for (before, fields, body, expected) in [
        ("", "", page.as_bytes(), "a.http:6:35"),
        (connect, "", page.as_bytes(), "a.http:8:35"),
        ("", "", &wide[..], "a.http:6:35"),
        (
            "",
            "Transfer-Encoding: chunked\r\n",
            chunked.as_bytes(),
            "a.http (decoded):2:35",
        ),
        (
            "",
            "Content-Encoding: gzip\r\n",
            &gzip.finish().unwrap()[..],
            "a.http (decoded):2:35",
        ),
        (
            "",
            "X-Robots-Tag: a,\r\n\t noindex\r\n",
            b"<p>",
            "a.http:4:3",
        ),
        (
            connect,
            "X-Robots-Tag:a\r\nX-Robots-Tag: noindex\r\n",
            b"<p>",
            "a.http:6:15",
        ),
    ] {
        // One more field, so that each has a line for it.
        let fields = if fields.is_empty() {
            "A: b\r\n"
        } else {
            fields
        };
        let head = format!("{before}{html}{fields}\r\n");
        fs::write(place.join("a.http"), [head.as_bytes(), body].concat()).unwrap();
        let reported = printed(&place, "eval a.http", None, 0);
        let row = reported
            .lines()
            .find(|line| line.starts_with("  index"))
            .unwrap();
        assert!(
            row.contains(&format!("NO   {expected}  noindex")),
            "{head}: {reported}"
        );
    }
}

/// Hostile bytes wherever they may be: names, fields, the page, robots.txt, redirects.
#[test]
fn nothing_of_a_stranger_steers_the_terminal() {
    let place = folder("text-hostile");
    let evil = "\u{1B}[2J\u{9B}31m\u{202E}\u{200B}\u{7}\u{2028}x\u{FEFF}\u{E0041}";
    let name = format!("{evil}.http");
    let page = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; {evil}\r\nX-Robots-Tag: noindex, {evil}, no-index {evil}: noai\r\n\r\n<title>{evil}</title><meta name=\"{evil}\" content=noindex><meta name=robots content=\"{evil}nosnippet, nosnippet, no-snippet {evil}{}\">{evil}",
        "y".repeat(5000)
    );
    fs::write(place.join(&name), page).unwrap();
    fs::write(
        place.join("robots.txt"),
        format!("User-agent: *\nDisallow: /{evil}\nDisallow: /a # {evil}\n{evil}: x\n"),
    )
    .unwrap();
    for words in [
        "eval --robots robots.txt --url /a",
        "eval --robots robots.txt --url /a -v",
        "eval --robots robots.txt --url /a --agent A --agent B",
        "eval --robots robots.txt --url /a --as yandexbot",
        "eval --robots robots.txt --url /a --as googlebot,seznambot,bingbot -v",
        "eval --robots robots.txt missing",
    ] {
        for columns in [None, Some(40)] {
            let mut command = command(&place, words);
            command.arg(&name).env_remove("COLUMNS");
            command.envs(columns.map(|columns: i32| ("COLUMNS", columns.to_string())));
            let output = command.output().unwrap();
            let text = [output.stdout, output.stderr].concat();
            let text = String::from_utf8(text).unwrap();
            assert!(
                text.contains("x\\u{feff}") || columns.is_some(),
                "{words}: {text}"
            );
            let steers = |c: char| {
                c.is_control() && c != '\n' || evil.replace('x', "").contains(c) && !c.is_ascii()
            };
            let found: Vec<char> = text.chars().filter(|c| steers(*c)).collect();
            assert!(found.is_empty(), "{words}: {found:?} in {text:?}");
        }
    }
}

#[test]
fn lines_fit_the_terminal() {
    let place = inputs("text-fit");
    let long = format!("{}.http", "name-".repeat(30));
    let (head, body) = SHOP.split_once("\r\n\r\n").unwrap();
    let body = body
        .replace("<title>", &"<!-- -->".repeat(2000))
        .replace('\n', "");
    let minified = format!("{head}\r\n\r\n{body}");
    fs::write(place.join(&long), minified).unwrap();
    for words in ["", "--agent Googlebot --agent GPTBot", "-v"] {
        for file in [
            "shop.http",
            &long,
            "shop.http free.http",
            &format!("{long} shop.http"),
        ] {
            let line = format!("eval --robots robots.txt --url /shop {words} {file}");
            for columns in [33, 60, 80, 100, 200] {
                let reported = printed(&place, &line, Some(columns), 0);
                let wide = reported
                    .lines()
                    .filter(|line| line.chars().count() > columns);
                let wide: Vec<&str> = wide.collect();
                assert!(wide.is_empty(), "{line} in {columns}: {wide:#?}");
            }
        }
    }
}

/// A warning is shown without `-v`, is counted where a page restricts nothing, and is said once for a template of several pages.
#[test]
fn warnings_are_shown_counted_and_said_once() {
    let place = folder("text-warnings");
    let page =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<meta name=\"robots,\" content=noindex>";
    for name in ["a.http", "b.http", "c.http"] {
        fs::write(place.join(name), page).unwrap();
    }
    fs::write(
        place.join("robots.txt"),
        "User-agent: *\nDisallow: /#/login\n",
    )
    .unwrap();
    let said = |words: &str| printed(&place, words, Some(80), 0);
    let one = said("eval a.http");
    assert!(
        one.contains("The page restricts nothing (1 warning below).\n"),
        "{one}"
    );
    assert!(
        one.contains("\nwarning: a.http:4:1: the name in `<meta name=\"robots,\""),
        "{one}"
    );
    for words in [
        "eval a.http b.http c.http",
        "eval a.http b.http c.http --agent A --agent B",
    ] {
        let several = said(words);
        assert_eq!(several.matches("[meta-name-list]").count(), 1, "{several}");
        assert!(several.contains("(also in 2 further"), "{several}");
    }
    let robots = said("matrix robots.txt /a --agent A --agent B");
    assert_eq!(
        robots.matches("[fragment-in-pattern]").count(),
        1,
        "{robots}"
    );
    assert!(
        robots.contains("warning: robots.txt:2:1: `Disallow: /#/login`"),
        "{robots}"
    );
}
