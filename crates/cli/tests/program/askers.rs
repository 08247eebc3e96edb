//! Several askers in one run: each gets the answer of a run of its own.

use std::fs;
use std::path::Path;

use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::{Asked, Server, Then, ok, redirect};
use std::io::Write as _;

use crate::scanning::{ends_saying, fed, folder, run};

const ASKERS: [&str; 4] = ["Googlebot", "GPTBot", "Googlebot-News,Googlebot", "*"];

fn flags(askers: &[&str]) -> Vec<String> {
    let askers = askers.iter();
    askers.map(|asker| format!("--agent={asker}")).collect()
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// Standard output of the program with these words and askers.
fn printed(place: &Path, line: &str, askers: &[&str], code: i32) -> String {
    ends(
        &fed(place, [words(line), flags(askers)].concat(), b""),
        code,
    )
}

#[test]
fn eval_gives_each_asker_its_record() {
    let place = folder("askers-eval");
    fs::write(
        place.join("a.http"),
        "HTTP/1.1 200 OK\r\nX-Robots-Tag: gptbot: noindex, noai\r\n\r\n<meta name=googlebot-news content=nosnippet><meta name=robots content=noarchive>",
    )
    .unwrap();
    fs::write(
        place.join("robots.txt"),
        "User-agent: GPTBot\nDisallow: /\n",
    )
    .unwrap();
    let line = "eval a.http --robots robots.txt --now 2026-11-20T00:00:00Z --format json";
    let alone: String = ASKERS
        .iter()
        .map(|asker| printed(&place, line, &[asker], 0))
        .collect();
    assert_eq!(printed(&place, line, &ASKERS, 0), alone);
    assert_eq!(alone.lines().count(), ASKERS.len());
    let twice = [&ASKERS[..], &["gptbot", "googlebot-NEWS, googlebot"]].concat();
    assert_eq!(printed(&place, line, &twice, 0), alone);
}

fn site(robots: &'static str) -> Server {
    Server::start(move |asked: &Asked, stream| {
        let page = "<meta name=gptbot content=noindex><meta name=robots content=nofollow><p>";
        let answer = match asked.path.as_str() {
            "/robots.txt" => ok("", robots),
            "/hop" => redirect(302, "/closed/page"),
            _ => ok("Content-Type: text/html\r\n", page),
        };
        let _ = stream.write_all(&answer);
        Then::Keep
    })
}

const CLOSED: &str = "User-agent: GPTBot\nDisallow: /closed\nDisallow: /for-no-one\n\nUser-agent: *\nDisallow: /for-no-one\n";

/// The requests for each path: the clients, in order.
#[test]
fn check_gives_each_asker_the_answer_of_a_run_of_its_own() {
    let place = folder("askers-check");
    for (path, code, asked) in [
        ("open", 1, "/robots.txt GPTBot, /open GPTBot, TDMREP GPTBot"),
        (
            "closed/page",
            1,
            "/robots.txt GPTBot, /closed/page Googlebot, TDMREP GPTBot",
        ),
        (
            "hop",
            1,
            "/robots.txt GPTBot, /hop GPTBot, /closed/page Googlebot, TDMREP GPTBot",
        ),
        ("for-no-one", 1, "/robots.txt GPTBot"),
    ] {
        let server = site(CLOSED);
        let line = format!(
            "check {} --no-cache --format json",
            server.url(&format!("/{path}"))
        );
        let askers = ["GPTBot", "Googlebot", "OtherBot"];
        let alone: String = askers
            .iter()
            .map(|asker| fed(&place, [words(&line), flags(&[asker])].concat(), b""))
            .map(|output| String::from_utf8(output.stdout).unwrap())
            .collect();
        let alone_asked = server.asked().len();
        let together = printed(&place, &line, &askers, code);
        assert_eq!(records(&together), records(&alone), "{path}");
        let requests = server.asked();
        let requests = requests[alone_asked..].iter();
        let requests: Vec<String> = requests
            .map(|asked| format!("{} {}", asked.path, asked.field("user-agent").unwrap()))
            .collect();
        let asked = asked.replace("TDMREP", "/.well-known/tdmrep.json");
        assert_eq!(requests.join(", "), asked, "{path}");
    }
}

/// The lines without their requests, whose durations differ.
fn records(lines: &str) -> Vec<serde_json::Value> {
    let lines = lines.lines().map(|line| {
        let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(record.as_object_mut().unwrap().remove("fetch").is_some());
        record
    });
    lines.collect()
}

#[test]
fn check_names_the_asker_of_an_error() {
    let server = Server::start(|asked, stream| {
        let bytes = if asked.path == "/robots.txt" {
            ok("", CLOSED)
        } else {
            b"HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n".to_vec()
        };
        let _ = stream.write_all(&bytes);
        Then::Keep
    });
    let line = format!("check {} --no-cache --format json", server.url("/closed/a"));
    let reported = printed(&folder("askers-errors"), &line, &["GPTBot", "OtherBot"], 1);
    let lines: Vec<serde_json::Value> = reported
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["access"]["allowed"], false);
    assert_eq!(lines[1]["agent"][0], "otherbot");
    assert_eq!(lines[1]["error"]["code"], "undetermined");
    assert_eq!(lines.len(), 2);
}

#[test]
fn a_client_without_a_name_and_this_program_are_one_asker_of_check() {
    let server = site("");
    let line = format!("check {} --no-cache --format json", server.url("/open"));
    let askers = ["*", "robots-policy", "Robots-Policy"];
    let reported = printed(&folder("askers-own"), &line, &askers, 1);
    assert_eq!(reported.lines().count(), 1, "{reported}");
}

#[test]
fn a_matrix_has_a_column_for_each_asker() {
    let place = folder("askers-matrix");
    fs::write(
        place.join("robots.txt"),
        "User-agent: Googlebot-News\nDisallow: /a\n\nUser-agent: Googlebot\nDisallow: /b\n",
    )
    .unwrap();
    let line = "matrix robots.txt /a /b --agent googlebot";
    let reported = printed(&place, line, &ASKERS, 0);
    let title: Vec<&str> = reported
        .lines()
        .next()
        .unwrap()
        .split_whitespace()
        .collect();
    assert_eq!(
        title,
        ["googlebot", "GPTBot", "Googlebot-News,", "Googlebot", "*"]
    );
    let of_a: Vec<&str> = reported
        .lines()
        .nth(1)
        .unwrap()
        .split_whitespace()
        .collect();
    assert_eq!(of_a, ["/a", "yes", "yes", "no", "2", "yes"]);
}

#[test]
fn a_former_spelling_is_an_error_that_names_the_new_one() {
    let place = folder("askers-former");
    fs::write(place.join("a.http"), "HTTP/1.1 200 OK\r\n\r\n<p>").unwrap();
    fs::write(place.join("s.redb"), b"redb\x1A\x0A\xA9\x0D\x0A\0\0").unwrap();
    for (line, code, message) in [
        (
            "matrix robots.txt --agents A,B /",
            2,
            "every asker has an option of its own now; write --agent A --agent B",
        ),
        (
            "scan a.warc --robots s.redb -o out",
            2,
            "write --robots-store s.redb for the answers that `robots-store build` kept",
        ),
        (
            "eval --robots s.redb a.http",
            1,
            "cannot read s.redb: it is a store of the robots.txt of many sites, and --robots is the file of one; `robots-store show` shows its answers, and `scan --robots-store` reads it",
        ),
        ("eval --agent A,,B a.http", 2, "leave the comma out"),
    ] {
        let output = run(&place, line);
        ends_saying(&output, code, message);
        assert!(!said(&output).contains("tip:"), "{}", said(&output));
    }
}
