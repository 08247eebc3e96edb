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
    // Pages that were archived half a year after their robots.txt.
    let late = String::from_utf8(archive.bytes.clone()).unwrap();
    let late = late.replace("WARC-Date: 2026-03-", "WARC-Date: 2026-09-");
    write("late.warc", late.as_bytes());
    write("list", b"b.warc\n");
    let index = format!("filename,offset,length\na.warc,0,{}\n", archive.bytes.len());
    write("index.csv", index.as_bytes());
    write("urls", b"http://none.invalid/\n");
    let mut damaged = Writer::new(Packing::Gzip);
    let request = format!("GET / HTTP/1.1\r\n\r\n{}", "x".repeat(300_000));
    let kind = "application/http; msgtype=request";
    damaged.record(
        "request",
        Some("https://a.example/"),
        kind,
        request.as_bytes(),
    );
    // The checksum after the request, which has no row.
    let sum = damaged.bytes.len() - 8;
    damaged.bytes[sum] ^= 1;
    damaged.response("https://a.example/b", b"HTTP/1.1 200 OK\r\n\r\n<p>");
    write("damaged.warc.gz", &damaged.bytes);
    write("robots.txt", ROBOTS.as_bytes());
    write("page.html", b"<meta name=robots content=nofollow>");
    write("fields", b"X-Robots-Tag: noindex\n");
    let ignored = b"<!-- robots-policy: ignore[meta-wrong-attribute] a test --><meta property=robots content=noindex>";
    write("ignored.html", ignored);
    write("urls", b"/never\n");
    fs::create_dir_all(folder.join("dist")).unwrap();
    write("dist/a.html", b"<meta property=robots content=noindex>");
    write(
        "nginx.conf",
        b"server { add_header X-Robots-Tag noindex always; }",
    );
    fs::create_dir_all(folder.join("served")).unwrap();
    write("served/a.html", b"<p>");
    write(
        "served/_headers",
        b"/a.html\n  X-Robots-Tag: noindex\n/*\n  X-Robots-Tag: nofollow\n",
    );
    write("line", b"{\"id\": 7}\n");
    write("quiet.toml", b"environments = \"preview\"\nlevels = { unknown-record = \"off\", near-key = { preview = \"off\" }, misspelt-key = { preview = \"off\" } }\n");
    let known = "lint robots.txt --no-config --write-baseline known.txt";
    ends(&run(&folder, known), 0);
    ends(&run(&folder, "robots-store build a.warc -o s.redb"), 0);
    ends(&run(&folder, "scan a.warc -o done"), 0);
    ends(&run(&folder, "scan b.warc -o twin"), 0);
    let two = "scan a.warc -o pair --agent ExampleBot --agent Other";
    ends(&run(&folder, two), 0);
    ends(
        &run(&folder, "scan a.warc -o stored --robots-store s.redb"),
        0,
    );
    // An archive that is elsewhere now.
    write("moved.warc", &archive.bytes);
    ends(&run(&folder, "scan moved.warc -o moved"), 0);
    fs::create_dir_all(folder.join("gone")).unwrap();
    fs::rename(folder.join("moved.warc"), folder.join("gone/moved.warc")).unwrap();
    // A domain with two pages, and one with a larger one.
    let mut sites = Writer::new(Packing::Gzip);
    let large: String = (0..5000).map(|number| number.to_string()).collect();
    for (url, body) in [
        ("https://a.example/1", "<p>"),
        ("https://a.example/2", "<p>"),
        ("https://b.example/", &large),
    ] {
        let response = format!("HTTP/1.1 200 OK\r\n{TYPE}\r\n{body}");
        sites.response(url, response.as_bytes());
    }
    write("sites.warc.gz", &sites.bytes);
    ends(&run(&folder, "scan sites.warc.gz -o sites"), 0);
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
            ("map", _) => {
                let host = asked.field("Host").unwrap_or_default();
                ok("", format!("http://{host}/c\nhttp://{host}/d\n"))
            }
            ("hop", _) => redirect(302, "/every-client"),
            // The same site at an address of another class.
            ("inner", _) => {
                let host = asked.field("Host").unwrap_or_default();
                let port = host.rsplit(':').next().unwrap_or_default();
                redirect(302, &format!("http://0.0.0.0:{port}/every-client"))
            }
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
    for made in [
        "robots-policy.lock",
        "new.redb",
        "new.html",
        "new.jsonl",
        "new.json",
        "new.csv",
    ] {
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
            let long = words
                .split([' ', ',', '['])
                .find(|word| word.starts_with("--"));
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

/// The options that change an answer, each with a command line without it and with it, and those that change none.
fn rows() -> (Vec<[&'static str; 3]>, Vec<&'static str>) {
    let lines = include_str!("flags/rows.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let (silent, rows): (Vec<_>, Vec<_>) = lines.partition(|line| line.contains(" ! "));
    let silent = silent.iter().map(|line| line.split(" ! ").next().unwrap());
    let rows = rows.iter().map(|line| {
        let parts: Vec<&str> = line.split(" | ").collect();
        parts.try_into().unwrap()
    });
    (rows.collect(), silent.collect())
}

#[test]
fn every_option_has_a_row() {
    let (rows, silent) = rows();
    let rows = rows.iter().map(|[option, ..]| *option).chain(silent);
    let rows: BTreeSet<String> = rows.map(ToOwned::to_owned).collect();
    assert_eq!(options(), rows);
}

#[test]
fn every_option_changes_an_answer() {
    let folder = inputs();
    let mut silent = Vec::new();
    for [option, base, more] in rows().0 {
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
