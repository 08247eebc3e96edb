//! The text of `eval` and `check`: its words, its places, and what hostile input cannot do to a terminal.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use robots_policy_kit::output::ends;

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

#[test]
fn no_color_and_a_dumb_terminal_turn_colours_off() {
    let page = folder("text-tty").join("page.http");
    fs::write(&page, "HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\n\r\n").unwrap();
    // `script` gives the program a terminal.
    let coloured = |setting: &str| {
        let program = env!("CARGO_BIN_EXE_robots-policy");
        let line = format!("env {setting} {program} eval {}", page.display());
        let mut script = Command::new("script");
        script.args(["-qec", &line, "/dev/null"]);
        // These also turn colours on: a CI's log and two conventions of terminals.
        for name in ["NO_COLOR", "CI", "CLICOLOR", "CLICOLOR_FORCE"] {
            script.env_remove(name);
        }
        script.env("TERM", "xterm");
        let reported = script.stdin(Stdio::null()).output().unwrap().stdout;
        let reported = String::from_utf8(reported).unwrap();
        assert!(reported.contains("index"), "{reported}");
        reported.contains('\u{1b}')
    };
    assert!(coloured("TERM=xterm"));
    assert!(!coloured("NO_COLOR=1"));
    assert!(!coloured("TERM=dumb"));
}

#[test]
fn names_that_are_not_compared_and_answers_that_are_not_known_are_said() {
    let folder = folder("other-names");
    let many: String = (0..300).map(|n| format!("User-agent: bot{n}x\n")).collect();
    fs::write(folder.join("many.txt"), many + "Disallow: /\n").unwrap();
    let seen = |file: &str| {
        let words = format!("eval --robots {file} --url /a");
        ends(&command(&folder, &words).output().unwrap(), 0)
    };
    let text = seen("many.txt");
    assert!(
        text.contains("  44 more names of robots.txt were not compared"),
        "{text}"
    );
    // The limit cuts the file, so that no yes of it is known.
    let long = format!(
        "User-agent: *\nDisallow: /\n\nUser-agent: OtherBot\nAllow: /\n#{}\n",
        "x".repeat(600 << 10)
    );
    fs::write(folder.join("long.txt"), long).unwrap();
    let text = seen("long.txt");
    assert!(
        text.contains("other rules for otherbot: not known, "),
        "{text}"
    );
}
