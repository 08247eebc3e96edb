//! Every option of every command changes an answer: each has a row of its own, and a new one without a row fails.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::scanning::{command, folder, run};
use robots_policy_kit::crawl::{Packing, Writer};
use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::{Server, Then, ok, redirect};

/// An option, a command line without it, and the arguments that add it. SITE is the address of a site of the pages below.
struct Row(&'static str, &'static str, &'static str);

/// Options that change no answer by design.
const SILENT: [&str; 9] = [
    // Only a second run finds a fresh copy.
    "check --refresh",
    // The answers are the same for any number of jobs.
    "eval --jobs",
    // The rows are the same for any number of workers.
    "scan --workers",
    "robots-store build --workers",
    // A server does not end; the tests in `play` hold its options.
    "play --port",
    "play --open",
    // Only a terminal shows the effect.
    "report --quiet",
    "scan --quiet",
    "robots-store build --quiet",
];

const ROWS: &[Row] = &[
    Row("eval --agent", "eval named", "--agent ExampleBot"),
    Row(
        "eval --page-agent",
        "eval named --agent Other",
        "--page-agent ExampleBot",
    ),
    Row(
        "eval --purpose",
        "eval --robots robots.txt --url /purpose named",
        "--purpose train",
    ),
    Row(
        "eval --signature-agent",
        "eval --robots robots.txt --url /signed named",
        "--signature-agent crawler.example",
    ),
    Row(
        "eval --own-name-only",
        "eval every-client --agent ExampleBot",
        "--own-name-only",
    ),
    Row(
        "eval --headers",
        "eval --html page.html",
        "--headers fields",
    ),
    Row("eval --html", "eval --headers fields", "--html page.html"),
    Row(
        "eval --robots-status",
        "eval named --url /never",
        "--robots-status 503",
    ),
    Row("eval --as", "eval every-client", "--as googlebot"),
    Row(
        "eval --disputed",
        "eval closed --as yandexbot",
        "--disputed",
    ),
    Row(
        "eval --robots-hours",
        "eval named --as googlebot --robots-status 503",
        "--robots-hours 48",
    ),
    Row(
        "eval --robots-cached",
        "eval named --robots-status 503",
        "--robots-cached robots.txt",
    ),
    Row(
        "eval --site-up",
        "eval named --as googlebot --robots-status 503 --robots-hours 800",
        "--site-up true",
    ),
    Row(
        "eval --robots",
        "eval named --url /never",
        "--robots robots.txt",
    ),
    Row(
        "eval --url",
        "eval --robots robots.txt named",
        "--url /never",
    ),
    Row("eval --now", "eval until", "--now 2020-01-01T00:00:00Z"),
    Row("eval --jsonl", "eval line", "--jsonl"),
    Row(
        "eval --robots-tag",
        "eval broken",
        "--robots-tag strict-list",
    ),
    Row(
        "eval --both-fields",
        "eval two",
        "--both-fields prefer-robots-tag",
    ),
    Row("eval --metas", "eval in-body", "--metas body"),
    Row("eval --http-equiv", "eval equiv", "--http-equiv"),
    Row("eval --lines-joined", "eval joined", "--lines-joined"),
    Row(
        "eval --google-compat",
        "eval --robots robots.txt --url /google named",
        "--google-compat",
    ),
    Row("eval --as-case", "eval every-client", "--as-case new/case"),
    Row("eval --format", "eval every-client", "--format json"),
    Row("eval --color", "eval every-client", "--color always"),
    Row("eval --verbose", "eval named --agent Other", "--verbose"),
    Row(
        "eval --policy-token",
        "eval --robots robots.txt --url /never named",
        "--policy-token Foo=train",
    ),
    Row("eval --tdmrep", "eval named", "--tdmrep page.html"),
    Row(
        "eval --license",
        "eval named",
        "--license https://a.example/l.xml=page.html",
    ),
    Row(
        "check --agent",
        "check SITE/named --no-cache",
        "--agent ExampleBot",
    ),
    Row(
        "check --as",
        "check SITE/every-client --no-cache",
        "--as googlebot",
    ),
    Row(
        "check --disputed",
        "check SITE/closed --no-cache --as yandexbot",
        "--disputed",
    ),
    Row(
        "check --page-agent",
        "check SITE/named --no-cache --agent Other",
        "--page-agent ExampleBot",
    ),
    Row(
        "check --purpose",
        "check SITE/purpose --no-cache --agent Other",
        "--purpose train",
    ),
    Row(
        "check --signature-agent",
        "check SITE/signed --no-cache --agent Other",
        "--signature-agent crawler.example",
    ),
    Row(
        "check --own-name-only",
        "check SITE/every-client --no-cache --agent Other",
        "--own-name-only",
    ),
    Row(
        "check --contact",
        "check SITE/every-client --no-cache --agent Other",
        "--contact https://example.com/bot",
    ),
    Row(
        "check --list",
        "check SITE/every-client --no-cache --agent Other",
        "--list urls",
    ),
    Row(
        "check --user-agent",
        "check SITE/every-client --no-cache --agent Other",
        "--user-agent Other/2",
    ),
    Row(
        "check --header",
        "check SITE/every-client --no-cache --agent Other",
        "--header Accept-Language:de",
    ),
    Row(
        "check --fail-on",
        "check SITE/every-client --no-cache --agent Other",
        "--fail-on fetch",
    ),
    Row(
        "check --progress",
        "check SITE/every-client --no-cache --agent Other",
        "--progress always",
    ),
    Row(
        "check --cache",
        "check SITE/every-client --agent Other",
        "--cache kept",
    ),
    Row(
        "check --policy-token",
        "check SITE/never --no-cache --agent Other",
        "--policy-token Foo=train",
    ),
    Row(
        "check --use",
        "check SITE/reserved --no-cache --agent Other",
        "--use train",
    ),
    Row(
        "check --no-extra-fetches",
        "check SITE/every-client --no-cache --agent Other",
        "--no-extra-fetches",
    ),
    Row(
        "check --no-cache",
        "check SITE/every-client --agent Other",
        "--no-cache",
    ),
    Row(
        "check --timeout",
        "check SITE/slow --no-cache --agent Other",
        "--timeout 1",
    ),
    Row(
        "check --redirects",
        "check SITE/hop --no-cache --agent Other",
        "--redirects 0",
    ),
    Row(
        "check --max-body",
        "check SITE/in-body --no-cache --agent Other",
        "--max-body 10",
    ),
    Row(
        "check --trust",
        "check SITE/every-client --no-cache --agent Other",
        "--trust page.html",
    ),
    Row(
        "check --proxy",
        "check http://none.invalid/every-client --no-cache --agent Other",
        "--proxy",
    ),
    Row(
        "check --robots-tag",
        "check SITE/broken --no-cache --agent Other",
        "--robots-tag strict-list",
    ),
    Row(
        "check --both-fields",
        "check SITE/two --no-cache --agent Other",
        "--both-fields prefer-robots-tag",
    ),
    Row(
        "check --metas",
        "check SITE/in-body --no-cache --agent Other",
        "--metas body",
    ),
    Row(
        "check --http-equiv",
        "check SITE/equiv --no-cache --agent Other",
        "--http-equiv",
    ),
    Row(
        "check --lines-joined",
        "check SITE/joined --no-cache --agent Other",
        "--lines-joined",
    ),
    Row(
        "check --google-compat",
        "check SITE/google --no-cache --agent Other",
        "--google-compat",
    ),
    Row(
        "check --format",
        "check SITE/every-client --no-cache --agent Other",
        "--format json",
    ),
    Row(
        "check --color",
        "check SITE/every-client --no-cache --agent Other",
        "--color always",
    ),
    Row(
        "check --verbose",
        "check SITE/named --no-cache --agent Other",
        "--verbose",
    ),
    Row("matrix --agent", "matrix robots.txt /", "--agent Other"),
    Row("matrix --as", "matrix robots.txt /", "--as googlebot"),
    Row(
        "matrix --urls",
        "matrix robots.txt / --agent Other",
        "--urls urls",
    ),
    Row(
        "matrix --purpose",
        "matrix robots.txt /purpose --agent Other",
        "--purpose train",
    ),
    Row(
        "matrix --use",
        "matrix robots.txt / --agent Other",
        "--use train",
    ),
    Row(
        "matrix --google-compat",
        "matrix robots.txt /google --agent Other",
        "--google-compat",
    ),
    Row(
        "matrix --format",
        "matrix robots.txt / --agent Other",
        "--format csv",
    ),
    Row(
        "matrix --verbose",
        "matrix robots.txt / --agent Other",
        "--verbose",
    ),
    Row(
        "matrix --color",
        "matrix robots.txt / --agent Other",
        "--color always",
    ),
    Row("engines --stale", "engines ccbot", "--stale 9"),
    Row(
        "engines --now",
        "engines ccbot --stale 9",
        "--now 2036-01-01T00:00:00Z",
    ),
    Row("engines --format", "engines ccbot", "--format json"),
    Row(
        "report --output",
        "report done --json out.jsonl",
        "--output new.html",
    ),
    Row(
        "report --agent",
        "report --cube agents.csv -o -",
        "--agent GPTBot",
    ),
    Row("report --together", "report done twin -o -", "--together"),
    Row("report --cube", "report -o -", "--cube cube.csv"),
    Row("report --sql", "report done", "--sql duckdb"),
    Row("report --json", "report done -o -", "--json new.jsonl"),
    Row("report --progress", "report done -o -", "--progress always"),
    Row(
        "scan --list",
        "scan a.warc -o out --format jsonl",
        "--list list",
    ),
    Row(
        "scan --base-url",
        "scan --list list -o out --format jsonl",
        "--base-url SITE",
    ),
    Row("scan --trust", "scan a.warc -o out", "--trust page.html"),
    Row("scan --proxy", "scan SITE/never -o out", "--proxy"),
    Row(
        "scan --stdin-name",
        "scan - -o out --format jsonl",
        "--stdin-name named",
    ),
    Row(
        "scan --records",
        "scan -o out --format jsonl",
        "--records index.csv",
    ),
    Row("scan --output", "scan a.warc", "-o out"),
    Row("scan --format", "scan a.warc -o out", "--format jsonl"),
    Row(
        "scan --agent",
        "scan a.warc -o out --format jsonl",
        "--agent ExampleBot",
    ),
    Row(
        "scan --as",
        "scan a.warc -o out --format jsonl",
        "--as googlebot",
    ),
    Row(
        "scan --disputed",
        "scan a.warc -o out --format jsonl --as yandexbot",
        "--disputed",
    ),
    Row(
        "scan --robots-store",
        "scan a.warc -o out --format jsonl",
        "--robots-store s.redb",
    ),
    Row(
        "scan --now",
        "scan a.warc -o out --format jsonl",
        "--now 2020-01-01T00:00:00Z",
    ),
    Row("scan --resume", "scan a.warc -o done", "--resume"),
    Row("scan --progress", "scan a.warc -o out", "--progress always"),
    Row(
        "robots-store build --progress",
        "robots-store build a.warc -o new.redb",
        "--progress always",
    ),
    Row(
        "scan --fast-skip",
        "scan damaged.warc.gz -o out --format jsonl",
        "--fast-skip",
    ),
    Row("scan --schema", "scan a.warc -o out", "--schema"),
    Row(
        "scan --robots-tag",
        "scan a.warc -o out --format jsonl",
        "--robots-tag strict-list",
    ),
    Row(
        "scan --both-fields",
        "scan a.warc -o out --format jsonl",
        "--both-fields prefer-robots-tag",
    ),
    Row(
        "scan --metas",
        "scan a.warc -o out --format jsonl",
        "--metas body",
    ),
    Row(
        "scan --http-equiv",
        "scan a.warc -o out --format jsonl",
        "--http-equiv",
    ),
    Row(
        "scan --lines-joined",
        "scan a.warc -o out --format jsonl",
        "--lines-joined",
    ),
    Row(
        "scan --google-compat",
        "scan a.warc --robots-store s.redb -o out --format jsonl",
        "--google-compat",
    ),
    Row(
        "robots-store build --list",
        "robots-store build a.warc -o new.redb",
        "--list list",
    ),
    Row(
        "robots-store build --records",
        "robots-store build -o new.redb",
        "--records index.csv",
    ),
    Row(
        "robots-store build --base-url",
        "robots-store build --list list -o new.redb",
        "--base-url SITE",
    ),
    Row(
        "robots-store build --trust",
        "robots-store build a.warc -o new.redb",
        "--trust page.html",
    ),
    Row(
        "robots-store build --proxy",
        "robots-store build SITE/never -o new.redb",
        "--proxy",
    ),
    Row(
        "robots-store build --stdin-name",
        "robots-store build a.warc -o new.redb",
        "--stdin-name named",
    ),
    Row(
        "robots-store build --output",
        "robots-store build a.warc",
        "--output new.redb",
    ),
    Row(
        "robots-store build --update",
        "robots-store build a.warc -o s.redb",
        "--update",
    ),
];

/// Responses by name: fields, and the document.
const PAGES: [(&str, &str, &str); 14] = [
    ("named", "X-Robots-Tag: ExampleBot: noindex\r\n", "<p>"),
    ("every-client", "X-Robots-Tag: noindex\r\n", "<p>"),
    (
        "until",
        "X-Robots-Tag: unavailable_after: 25 Jun 2022 15:00:00 GMT\r\n",
        "<p>",
    ),
    ("broken", "Robots-Tag: *;noindex, a b\r\n", "<p>"),
    (
        "two",
        "Robots-Tag: *;nosnippet\r\nX-Robots-Tag: noindex\r\n",
        "<p>",
    ),
    (
        "in-body",
        "",
        "<html><head><title>A page</title></head><body><meta name=robots content=noindex>",
    ),
    (
        "equiv",
        "",
        "<meta http-equiv=X-Robots-Tag content=noindex>",
    ),
    (
        "joined",
        "X-Robots-Tag: otherbot: noindex, nofollow\r\n",
        "<p>",
    ),
    (
        "closed",
        "X-Robots-Tag: max-snippet: 20, noindex\r\n",
        "<p>",
    ),
    ("never", "", "<p>"),
    ("google", "", "<p>"),
    ("purpose", "", "<p>"),
    ("signed", "", "<p>"),
    ("reserved", "TDM-Reservation: 1\r\n", "<p>"),
];

const ROBOTS: &str = "User-agent: *\nDisallow: /never\nDisalow: /google\nFoo: bar\n\nUser-agent-purpose: train\nDisallow: /purpose\n\nSignature-agent: crawler.example\nDisallow: /signed\n";

const TYPE: &str = "Content-Type: text/html\r\n";

/// A folder of the inputs of all rows.
fn inputs() -> PathBuf {
    let folder = folder("flags");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    let mut archive = Writer::new(Packing::Plain);
    let robots = format!("HTTP/1.1 200 OK\r\n\r\n{ROBOTS}");
    for (name, fields, body) in PAGES {
        let response = format!("HTTP/1.1 200 OK\r\n{TYPE}{fields}\r\n{body}");
        archive.response(&format!("https://a.example/{name}"), response.as_bytes());
        write(name, response.as_bytes());
    }
    archive.response("https://a.example/robots.txt", robots.as_bytes());
    write("a.warc", &archive.bytes);
    write("b.warc", &archive.bytes);
    write("list", b"b.warc\n");
    let index = format!("filename,offset,length\na.warc,0,{}\n", archive.bytes.len());
    write("index.csv", index.as_bytes());
    write("urls", b"http://none.invalid/\n");
    let mut damaged = Writer::new(Packing::Gzip);
    let page = format!("HTTP/1.1 200 OK\r\n{TYPE}\r\n<body>{}", "x".repeat(300_000));
    damaged.response("https://a.example/", page.as_bytes());
    // The checksum after the page.
    let sum = damaged.bytes.len() - 8;
    damaged.bytes[sum] ^= 1;
    damaged.response("https://a.example/b", b"HTTP/1.1 200 OK\r\n\r\n<p>");
    write("damaged.warc.gz", &damaged.bytes);
    write("robots.txt", ROBOTS.as_bytes());
    write("page.html", b"<meta name=robots content=nofollow>");
    write("fields", b"X-Robots-Tag: noindex\n");
    write("urls", b"/never\n");
    write("line", b"{\"id\": 7}\n");
    ends(&run(&folder, "robots-store build a.warc -o s.redb"), 0);
    ends(&run(&folder, "scan a.warc -o done"), 0);
    ends(&run(&folder, "scan b.warc -o twin"), 0);
    write("cube.csv", b"agent,measure,name,rows\na,state,free,1\n");
    write(
        "agents.csv",
        b"agent,measure,name,rows\na,state,free,1\ngptbot,state,free,1\n",
    );
    folder
}

fn site() -> Server {
    Server::start(|asked, stream| {
        let name = asked.path.trim_start_matches('/');
        let page = PAGES.iter().find(|(page, ..)| *page == name);
        let answer = match (name, page) {
            ("robots.txt", _) => ok("Content-Type: text/plain\r\n", ROBOTS),
            ("hop", _) => redirect(302, "/every-client"),
            (".well-known/tdmrep.json", _) => {
                b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_vec()
            }
            (_, Some((_, fields, body))) => ok(&format!("{TYPE}{fields}"), body),
            ("slow", _) => {
                std::thread::sleep(Duration::from_secs(3));
                ok(TYPE, "<p>")
            }
            _ => ok(TYPE, "<p>"),
        };
        let _ = stream.write_all(&answer);
        Then::Keep
    })
}

/// The output, the files and the requests of a run.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    status: Option<i32>,
    out: String,
    err: String,
    files: BTreeMap<PathBuf, Vec<u8>>,
    asked: Vec<String>,
}

fn answer(folder: &Path, words: &str) -> Answer {
    for made in ["out", "kept", "caches"] {
        let _ = fs::remove_dir_all(folder.join(made));
    }
    for made in ["new.redb", "new.html", "new.jsonl"] {
        let _ = fs::remove_file(folder.join(made));
    }
    let site = site();
    let words = words.replace("SITE", site.url("/").trim_end_matches('/'));
    let mut command = command(folder, &words);
    command.env("XDG_CACHE_HOME", folder.join("caches"));
    command
        .env("HTTP_PROXY", site.url("/"))
        .env("http_proxy", site.url("/"));
    let output = command.output().unwrap();
    let place = site.address().to_string();
    let text = |text: String| text.replace(&place, "SITE");
    let out = text(String::from_utf8_lossy(&output.stdout).into_owned());
    let heads = site.asked().into_iter().map(|asked| text(asked.head));
    Answer {
        status: output.status.code(),
        // The durations.
        out: out
            .lines()
            .filter(|line| !line.contains(" rows/s, "))
            .collect::<Vec<_>>()
            .join("\n"),
        err: text(said(&output)),
        files: ["out", "kept", "caches", "."]
            .iter()
            .flat_map(|made| written(&folder.join(made)))
            .collect(),
        asked: heads.collect(),
    }
}

/// The files of a folder by their names, with the rows of tables and no other bytes.
fn written(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .map(|path| {
            let is_table = path.extension().is_some_and(|ending| ending == "jsonl");
            let rows = is_table.then(|| fs::read(&path).unwrap());
            (path, rows.unwrap_or_default())
        })
        .collect()
}

/// The options of every command, as its help lists them: `eval --agent`.
fn options() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut commands = vec![String::new()];
    while let Some(command) = commands.pop() {
        let help = ends(&run(Path::new("."), &format!("{command} --help")), 0);
        let mut is_of_commands = false;
        for line in help.lines() {
            let words = line.trim_start();
            let indent = line.len() - words.len();
            let first = words.split_whitespace().next().unwrap_or_default();
            is_of_commands = line == "Commands:" || is_of_commands && indent > 0;
            if is_of_commands && indent == 2 && first != "help" {
                commands.push(format!("{command} {first}").trim().to_owned());
            }
            let long = words.split([' ', ',']).find(|word| word.starts_with("--"));
            if (2..=6).contains(&indent) && words.starts_with('-') {
                found.extend(long.map(|long| format!("{command} {long}").trim().to_owned()));
            }
        }
    }
    found.retain(|option| {
        !["--help", "--version"]
            .iter()
            .any(|own| option.ends_with(own))
    });
    found
}

#[test]
fn every_option_has_a_row() {
    let rows = ROWS.iter().map(|Row(option, ..)| *option).chain(SILENT);
    let rows: BTreeSet<String> = rows.map(ToOwned::to_owned).collect();
    assert_eq!(options(), rows);
}

#[test]
fn every_option_changes_an_answer() {
    let folder = inputs();
    let mut silent = Vec::new();
    for Row(option, base, more) in ROWS {
        let (without, with) = (
            answer(&folder, base),
            answer(&folder, &format!("{base} {more}")),
        );
        if without == with {
            silent.push(format!("{option}: {}{}", with.out, with.err));
        }
    }
    assert!(silent.is_empty(), "{silent:#?}");
}
