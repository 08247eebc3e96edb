//! `why` for rows by lot: what it shows is what was made.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_archives::store::Digest;
use robots_policy_kit::crawl::Numbers;
use robots_policy_kit::output::ends;
use serde_json::{Value, json};

use crate::scanning::{folder, run};

/// The second at which the crawl begins, and how it is written.
fn date(at: u64) -> String {
    robots_policy::Timestamp::from_unix(1_770_000_000 + i64::try_from(at).unwrap()).to_string()
}

fn record(archive: &mut String, url: &str, at: u64, message: &str) -> String {
    let id = format!("urn:test:{}", archive.len());
    let (_, payload) = message.split_once("\r\n\r\n").unwrap();
    let digest = Digest::of(payload.as_bytes());
    let len = message.len();
    write!(
        archive,
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <{id}>\r\nWARC-Target-URI: {url}\r\nWARC-Date: {}\r\nWARC-Payload-Digest: sha256:{digest}\r\nContent-Type: application/http\r\nContent-Length: {len}\r\n\r\n{message}\r\n\r\n",
        date(at)
    )
    .unwrap();
    id
}

/// Whether a page says `noindex` in its field, and in its meta; and what its robots.txt was.
struct Made {
    url: String,
    field: bool,
    meta: bool,
    robots: (String, String, usize),
}

/// A crawl of pages, each a second after another one; robots.txt files that change, and now and then fail.
fn crawl(path: &Path) -> Vec<Made> {
    let mut numbers = Numbers(11);
    let (mut archive, mut made) = (String::new(), Vec::new());
    let mut robots: BTreeMap<u64, (String, String, usize)> = BTreeMap::new();
    for at in 0..900 {
        let site = numbers.below(20);
        let host = format!("https://s{site}.example");
        let is_due = !robots.contains_key(&site) || numbers.below(6) == 0;
        if is_due {
            let before = usize::try_from(numbers.below(5)).unwrap();
            let body = format!("{}User-agent: *\nDisallow: /x\n", "# line\n".repeat(before));
            let message = format!("HTTP/1.1 200 OK\r\n\r\n{body}");
            let id = record(&mut archive, &format!("{host}/robots.txt"), at, &message);
            let digest = Digest::of(body.as_bytes()).to_string();
            robots.insert(site, (id, digest, before + 2));
            continue;
        }
        if numbers.below(10) == 0 {
            let url = format!("{host}/robots.txt");
            record(&mut archive, &url, at, "HTTP/1.1 503 Busy\r\n\r\n");
            continue;
        }
        let (field, meta) = (numbers.below(2) == 0, numbers.below(2) == 0);
        let url = format!(
            "{host}/{}{at}",
            ["x", "y"][usize::try_from(at % 2).unwrap()]
        );
        let lines = ["", "X-Robots-Tag: noindex\r\n"][usize::from(field)];
        let word = ["nofollow", "noindex"][usize::from(meta)];
        let message = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{lines}\r\n<title>A page</title>\n\n<meta name=robots content={word}>\n<p>{at}"
        );
        record(&mut archive, &url, at, &message);
        made.push(Made {
            url,
            field,
            meta,
            robots: robots[&site].clone(),
        });
    }
    fs::write(path, archive).unwrap();
    made
}

/// A folder with a crawl, its store and its rows.
fn scanned(test: &str) -> (PathBuf, Vec<Made>) {
    let folder = folder(test);
    let made = crawl(&folder.join("a.warc"));
    for words in [
        "robots-store build a.warc -o s.store -q",
        "scan a.warc --robots-store s.store -o out -q",
    ] {
        ends(&run(&folder, words), 0);
    }
    (folder, made)
}

#[test]
fn rows_by_lot_are_shown_as_they_were_made() {
    let (folder, made) = scanned("why_lot");
    let mut numbers = Numbers(5);
    for _ in 0..100 {
        let lot = usize::try_from(numbers.below(made.len() as u64)).unwrap();
        check(&folder, &made[lot]);
    }
}

fn check(folder: &Path, made: &Made) {
    let command = format!("why out {} --robots-store s.store --format json", made.url);
    let shown = ends(&run(folder, &command), 0);
    let why: Value =
        serde_json::from_str(&shown).unwrap_or_else(|error| panic!("{error}: {shown}"));
    let (id, digest, line) = &made.robots;
    let [robots, _, page] = [0, 1, 2].map(|at| &why["evidence"][at]);
    assert_eq!(robots["record_id"], json!(id), "{shown}");
    assert_eq!(robots["digest"], json!(format!("sha256:{digest}")));
    let is_closed = made.url.contains("/x");
    assert_eq!(why["answers"]["access_allowed"], json!(!is_closed));
    let stated = &robots["statements"][0];
    if is_closed {
        assert_eq!(
            (&stated["line"], &stated["bytes"]),
            (&json!(line), &json!("Disallow: /x"))
        );
    } else {
        assert_eq!(*stated, Value::Null);
    }
    for evidence in [robots, page] {
        assert_eq!(evidence["agreement"], "agrees", "{shown}");
    }
    let statements = page["statements"].as_array().unwrap().iter();
    let shown: Vec<_> = statements
        .map(|one| {
            (
                one["source"].as_str().unwrap(),
                one["line"].as_u64().unwrap(),
            )
        })
        .collect();
    let field = made.field.then_some(("x-robots-tag", 3));
    assert_eq!(
        shown,
        field.into_iter().chain([("meta", 3)]).collect::<Vec<_>>()
    );
    let is_noindex = made.field || made.meta;
    assert_eq!(why["answers"]["index"], json!(!is_noindex));
}
