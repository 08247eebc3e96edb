//! The examples of `--help`, which run as they are pasted.

#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::path::Path;
use std::process::Command;

#[cfg(unix)]
use crate::scanning::folder;
#[cfg(unix)]
use robots_policy_kit::crawl::{Packing, Writer};
use robots_policy_kit::output::ends;
#[cfg(unix)]
use robots_policy_kit::output::said;

pub(crate) const COMMANDS: [&str; 8] = [
    "eval",
    "check",
    "scan",
    "robots-store build",
    "robots-store show",
    "matrix",
    "completions",
    "man",
];

/// The help of a command on a terminal of this width.
fn help(command: &str, columns: usize) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_robots-policy"));
    program.args(command.split(' ')).arg("--help");
    program.env("COLUMNS", columns.to_string());
    ends(&program.output().unwrap(), 0)
}

/// The text after the options.
fn notes(help: &str) -> &str {
    let at = help.find("\nExamples:\n").expect("examples");
    &help[at..]
}

#[test]
fn the_examples_are_not_wrapped_at_80_columns() {
    for command in COMMANDS {
        assert_eq!(
            notes(&help(command, 80)),
            notes(&help(command, 1000)),
            "{command}"
        );
    }
}

/// The examples of a command, one a line.
fn examples(command: &str) -> Vec<String> {
    let help = help(command, 80);
    let examples = notes(&help).split("\n\n").next().unwrap();
    let examples = examples.replace("\\\n", " ");
    let lines = examples.lines().filter(|line| line.starts_with("  "));
    let lines: Vec<String> = lines.map(|line| line.trim().to_owned()).collect();
    assert!(!lines.is_empty(), "{command}");
    lines
}

#[test]
fn every_example_is_a_command_that_is_understood() {
    for line in COMMANDS.iter().flat_map(|command| examples(command)) {
        let start = line.find("robots-policy ").unwrap();
        let words = line[start..].split(['<', '>', '|']).next().unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_robots-policy"));
        let words = words.replace('\'', "");
        program.args(words.split_whitespace().skip(1));
        // `--help` ends it before it asks a server.
        let output = program.arg("--help").output().unwrap();
        ends(&output, 0);
    }
}

/// What the examples read, under the names that they use.
#[cfg(unix)]
fn inputs(folder: &Path) {
    let robots = "User-agent: *\nDisallow: /private\n";
    let response = |body: &str| {
        let length = body.len();
        format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n{body}"
        )
    };
    let page = "<title>A page</title><p>";
    let mut archive = Writer::new(Packing::Gzip);
    archive.response(
        "https://example.com/robots.txt",
        response(robots).as_bytes(),
    );
    archive.response("https://example.com/a", response(page).as_bytes());
    for path in [
        "crawl/00.warc.gz",
        "crawl/robotstxt/00.warc.gz",
        "robotstxt/00.warc.gz",
        "newer/01.warc.gz",
    ] {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &archive.bytes).unwrap();
    }
    fs::create_dir_all(folder.join("saved")).unwrap();
    for (name, text) in [
        ("saved/a.http", response(page)),
        ("robots.txt", robots.to_owned()),
        ("fields.txt", String::from("X-Robots-Tag: noindex\n")),
        ("page.html", page.to_owned()),
        ("records.jsonl", String::from("{}\n{\"url\": \"/a\"}\n")),
        ("urls.txt", String::from("/\n/private/a\n")),
        ("paths.txt", String::from("crawl/00.warc.gz\n")),
        ("asked-page", response(page)),
        ("asked-robots.txt", response(robots)),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
}

/// Those that ask a server are left out; `curl` answers from a file.
#[cfg(unix)]
#[test]
fn the_examples_run_one_after_the_other_as_they_are_pasted() {
    let folder = folder("examples");
    inputs(&folder);
    let program = Path::new(env!("CARGO_BIN_EXE_robots-policy"));
    let curl =
        "curl() { case \"$2\" in */robots.txt) cat asked-robots.txt;; *) cat asked-page;; esac; }";
    let mut ran = 0;
    for line in COMMANDS.iter().flat_map(|command| examples(command)) {
        if line.contains("robots-policy check ") {
            continue;
        }
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("{curl}\n{line}"));
        let path = std::env::var_os("PATH").unwrap_or_default();
        let before = program.parent().unwrap().to_path_buf();
        let paths = [before].into_iter().chain(std::env::split_paths(&path));
        shell.env("PATH", std::env::join_paths(paths).unwrap());
        let output = shell.current_dir(&folder).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{line}\n{}", said(&output));
        ran += 1;
    }
    assert!(ran > 12, "{ran}");
}

#[test]
fn every_command_says_what_its_exit_status_means() {
    for command in COMMANDS {
        let help = help(command, 80);
        assert!(notes(&help).contains("\nExit status: 0 "), "{command}");
    }
}
