//! Several askers in one run: each gets the answer of a run of its own.

use std::fs;
use std::path::Path;

use robots_policy_kit::output::ends;
use robots_policy_kit::server::{Asked, Server, Then, ok, redirect};
use std::io::Write as _;

use crate::scanning::{fed, folder};

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
/// A robots.txt that depends on `User-Agent` is for those who asked for it in their name, in one run and in the next one.
#[test]
fn the_rules_that_another_name_got_are_not_those_of_this_one() {
    for (vary, kept) in [("User-Agent", 0), ("*", 2)] {
        let server = Server::start(move |asked: &Asked, stream| {
            let name = asked.field("user-agent").unwrap_or_default().to_owned();
            let answer = match asked.path.as_str() {
                "/robots.txt" => {
                    let is_open = name.starts_with("AlphaBot");
                    let rule = if is_open { "" } else { " /" };
                    ok(
                        &format!("Vary: Accept-Encoding, {vary}\r\n"),
                        format!("User-agent: *\nDisallow:{rule}\n"),
                    )
                }
                _ => ok("Content-Type: text/html\r\n", "<p>"),
            };
            let _ = stream.write_all(&answer);
            Then::Keep
        });
        let place = folder("askers-vary");
        let url = server.url("/page");
        let allowed = |askers: &[&str], code| {
            let line = format!("check --no-extra-fetches --cache c --format json {url}");
            let records = records(&printed(&place, &line, askers, code));
            let mut records = records.iter();
            records
                .by_ref()
                .map(|own| own["access"]["allowed"].clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(allowed(&["AlphaBot", "BetaBot"], 1), [true, false]);
        let asked = |path: &str| server.paths().iter().filter(|own| *own == path).count();
        assert_eq!((asked("/robots.txt"), asked("/page")), (2, 1));
        assert_eq!(allowed(&["BetaBot"], 1), [false]);
        assert_eq!(allowed(&["AlphaBot"], 0), [true]);
        assert_eq!(asked("/robots.txt"), 2 + kept, "{vary}");
    }
}

fn records(lines: &str) -> Vec<serde_json::Value> {
    let lines = lines.lines().map(|line| {
        let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(record.as_object_mut().unwrap().remove("fetch").is_some());
        record
    });
    lines.collect()
}
