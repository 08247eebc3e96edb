//! The result of `DuckDB` over tables of a scan is the cube of the reports, cell by cell.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test fails by panicking

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_archives::{Measure, Report};
use robots_policy_kit::crawl::{Numbers, Packing, Writer};
use robots_policy_kit::python;
use serde_json::Value;

use super::{SqlEngine, SqlTables, sql, sql_of};

/// A cell of the long form.
type Cell = (String, String, String, String);

/// Hosts and their robots.txt; the status is that of the file.
const HOSTS: &[(&str, u16, &str)] = &[
    (
        "a.example",
        200,
        "User-agent: *\nDisallow: /p/1\nContent-Signal: ai-train=no\n",
    ),
    (
        "b.example",
        200,
        "User-agent: ExampleBot\nDisallow: /p/2\n\nUser-agent: *\nDisallow: /p/3\n",
    ),
    ("c.example.", 503, ""),
    ("d.xn--p1ai", 404, ""),
    (
        "10.0.0.1",
        200,
        "User-agent: GPTBot\nDisallow: /\n\nUser-agent: Google-Extended\nDisallow: /\n",
    ),
    ("[::1]", 0, ""),
];

const STATUSES: &[&str] = &[
    "200 OK",
    "200 OK",
    "301 Moved",
    "404 Not Found",
    "503 Out",
    "103 Early",
    "999 Denied",
];

const TYPES: &[&str] = &[
    "text/html",
    "TEXT/HTML; charset=utf-8",
    "application/xhtml+xml",
    "application/pdf",
    "image/svg+xml",
    "\ttext/plain , text/html",
    "application/ld+json",
    "text/xml;q",
    "application/octet-stream",
    "",
    "image/",
    "+json",
    "text",
];

const FIELDS: &[&str] = &[
    "X-Robots-Tag: noindex",
    "X-Robots-Tag: index, follow",
    "X-Robots-Tag: ExampleBot: noindex, googlebot: nofollow",
    "X-Robots-Tag: none",
    "X-Robots-Tag: all",
    "X-Robots-Tag: max-snippet: 0",
    "X-Robots-Tag: max-snippet: 160, max-image-preview: standard",
    "X-Robots-Tag: max-snippet: 400, max-video-preview: 0",
    "Robots-Tag: *;max-snippet=50, ExampleBot;noarchive",
    "X-Robots-Tag: unavailable_after: 25 Jun 2020 15:00:00 GMT",
    "X-Robots-Tag: unavailable_after: 31 Dec 2039 23:30:00 GMT",
    "X-Robots-Tag: unavailable_after: 1 Jan 1960 00:00:00 GMT",
    "X-Robots-Tag: unavailable_after: 1 Jan 2200 00:00:00 GMT",
    "X-Robots-Tag: noai, noml, nocache",
    "X-Robots-Tag: llms-txt, foo: bar, FOO: baz",
    "Content-Usage: train-ai=n",
    "Content-Usage: train-ai=y, search=y",
    "TDM-Reservation: 1",
    "Content-Length: 99999",
    "Link: <https://a.example/license.xml>; rel=\"license\"; type=\"application/rsl+xml\"",
];

const METAS: &[&str] = &[
    "<meta name=robots content='noindex, nofollow'>",
    "<meta name=robots content='index, follow, max-snippet:-1, max-image-preview:large, max-video-preview:-1'>",
    "<meta name=examplebot content='index, archive'>",
    "<meta name=robots content='nosnippet, noarchive'>",
    "<meta name=robots content='max-snippet:200, max-image-preview:none'>",
    "<meta name=robots content='noindx, it&#39;s'>",
    "<meta name=googlebot content='none'>",
];

/// Writes a crawl in which statements of all kinds meet.
fn crawl(path: &Path) {
    let mut writer = Writer::new(Packing::Gzip);
    for (host, status, file) in HOSTS.iter().filter(|(_, status, _)| *status > 0) {
        let message = format!("HTTP/1.1 {status} X\r\nContent-Type: text/plain\r\n\r\n{file}");
        writer.response(&format!("https://{host}/robots.txt"), message.as_bytes());
    }
    let mut numbers = Numbers(20);
    let mut drawn = |items: &[&str], most: u64, end: &str| {
        let count = numbers.below(most + 1);
        let one = |_| items[usize::try_from(numbers.below(items.len() as u64)).unwrap()];
        let items: Vec<&str> = (0..count).map(one).collect();
        items
            .into_iter()
            .fold(String::new(), |all, item| all + item + end)
    };
    for number in 0..900 {
        let (host, ..) = HOSTS[number % HOSTS.len()];
        let status = STATUSES[number % STATUSES.len()];
        let kind = TYPES[number % TYPES.len()];
        let kind = if kind.is_empty() {
            String::new()
        } else {
            format!("Content-Type: {kind}\r\n")
        };
        let fields = drawn(FIELDS, 3, "\r\n");
        let metas = drawn(METAS, 2, "");
        let message = format!(
            "HTTP/1.1 {status}\r\n{kind}{fields}\r\n<title>t</title>{metas}{}",
            if number % 2 == 0 { "<p>" } else { "" }
        );
        let url = format!("https://{host}/p/{}/{number}", number % 5);
        let date = [
            "2026-03-31T23:59:59Z",
            "2026-04-01T00:00:00Z",
            "1969-12-31T23:59:59Z",
            "2100-01-01T00:00:00Z",
        ][number % 4];
        let date = if number % 31 == 0 {
            String::new()
        } else {
            format!("WARC-Date: {date}\r\n")
        };
        let record = format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n{date}Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{message}\r\n\r\n",
            message.len()
        );
        writer.member(record.as_bytes());
    }
    fs::write(path, &writer.bytes).unwrap();
}

/// A folder of two archives, the store of their robots.txt, and the tables of a scan.
fn scanned(name: &str, askers: &[&str]) -> PathBuf {
    let folder = python::folder().join(format!("sql-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    crawl(&folder.join("made.warc.gz"));
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/archives/crawl.warc.gz");
    fs::copy(own, folder.join("crawl.warc.gz")).unwrap();
    let path = |name: &str| folder.join(name).into_os_string();
    let (store, out) = (path("robots.redb"), path("out's"));
    let archives = [path("made.warc.gz"), path("crawl.warc.gz")];
    let run = |words: &[&OsStr]| {
        let words = [OsStr::new("robots-policy")]
            .into_iter()
            .chain(words.iter().copied());
        let words = words.map(OsString::from).chain(archives.iter().cloned());
        assert_eq!(crate::run_from(words), 0);
    };
    run(&[
        "robots-store".as_ref(),
        "build".as_ref(),
        "-o".as_ref(),
        &store,
    ]);
    let mut scan: Vec<&OsStr> = vec![
        "scan".as_ref(),
        "-o".as_ref(),
        &out,
        "--robots-store".as_ref(),
        &store,
    ];
    scan.extend(["--now", "2026-11-20T00:00:00Z", "--progress", "never"].map(OsStr::new));
    scan.extend(askers.iter().map(OsStr::new));
    run(&scan);
    folder
}

/// The cells of the reports of a run.
fn counted(folder: &Path) -> BTreeMap<Cell, u64> {
    let mut all = Report::default();
    for name in ["made", "crawl"] {
        let text = fs::read(folder.join(format!("out's/{name}.warc.gz.report.json"))).unwrap();
        all.add(&serde_json::from_slice(&text).unwrap());
    }
    let mut cells = BTreeMap::new();
    for (agent, report) in &all.agents {
        for cell in report.cells() {
            let [measure, name, part] = [cell.measure, cell.name, cell.part].map(String::from);
            cells.insert((agent.clone(), measure, name, part), cell.rows);
        }
    }
    cells
}

/// The result of a query in `DuckDB`.
fn asked(folder: &Path, query: &str) -> (BTreeMap<Cell, u64>, Vec<Value>) {
    let file = folder.join("query.sql");
    fs::write(&file, query).unwrap();
    let said = python::script("query.py", &[file.as_os_str()]);
    let rows: Vec<Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or("null").to_owned();
    let cells = rows.iter().map(|row| {
        let cell = (
            text(row, "agent"),
            text(row, "measure"),
            text(row, "name"),
            text(row, "part"),
        );
        (cell, row["rows"].as_u64().unwrap())
    });
    (cells.collect(), rows)
}

/// The cells that only one of two has, or that differ.
fn differences(found: &BTreeMap<Cell, u64>, wanted: &BTreeMap<Cell, u64>) -> Vec<String> {
    let cells: BTreeSet<&Cell> = found.keys().chain(wanted.keys()).collect();
    let differ = cells
        .into_iter()
        .filter(|cell| found.get(*cell) != wanted.get(*cell));
    differ
        .take(20)
        .map(|cell| {
            format!(
                "{cell:?}: {:?}, not {:?}",
                found.get(cell),
                wanted.get(cell)
            )
        })
        .collect()
}

/// The tables of a run, and the cells of its reports.
fn compared(name: &str, askers: &[&str]) -> (PathBuf, BTreeMap<Cell, u64>, Vec<Value>) {
    let folder = scanned(name, askers);
    let files = [format!("{}/out's/*.parquet", folder.display())];
    let has_engines = askers.contains(&"--as");
    let tables = SqlTables {
        files: &files,
        has_engines,
    };
    let wanted = counted(&folder);
    let (found, rows) = asked(&folder, &sql(SqlEngine::DuckDb, tables));
    assert_eq!(differences(&found, &wanted), Vec::<String>::new());
    // The query of one measure is a part of that for all.
    for measure in [Measure::Kept, Measure::Host, Measure::State] {
        let (one, _) = asked(&folder, &sql_of(measure, SqlEngine::DuckDb, tables));
        let of_measure = |(_, name, ..): &Cell| name == measure.name();
        let part = wanted.iter().filter(|(cell, _)| of_measure(cell));
        let part = part.map(|(cell, rows)| (cell.clone(), *rows)).collect();
        assert_eq!(differences(&one, &part), Vec::<String>::new());
    }
    (folder, wanted, rows)
}

#[test]
fn the_cube_of_agents_is_that_of_their_reports() {
    let (folder, wanted, rows) = compared("agents", &["--agent", "ExampleBot", "--agent", "*"]);
    let measures: BTreeSet<&str> = wanted
        .keys()
        .map(|(_, measure, ..)| measure.as_str())
        .collect();
    let without: Vec<&Measure> = Measure::ALL
        .iter()
        .filter(|measure| !measures.contains(measure.name()))
        .collect();
    assert_eq!(
        without,
        [&Measure::Engine],
        "the made crawl has a cell for every measure"
    );
    let hosts = rows
        .iter()
        .filter(|row| row["measure"] == "host" && row["part"] == "rows");
    assert!(
        hosts.clone().count() > 16
            && hosts
                .clone()
                .all(|row| row["hosts"] == 1 || row["name"] == "(none)")
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_cube_of_engines_is_that_of_their_reports() {
    let (folder, wanted, _) = compared(
        "engines",
        &["--as", "googlebot,bingbot,yandexbot,gptbot,google-extended"],
    );
    assert!(
        wanted
            .keys()
            .any(|(_, measure, name, _)| measure == "engine" && name == "train")
    );
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_queries() {
    let files = [String::from("policy/*.parquet")];
    let agents = SqlTables {
        files: &files,
        has_engines: false,
    };
    let engines = SqlTables {
        has_engines: true,
        ..agents
    };
    let mut settings = insta::Settings::clone_current();
    // The package has the sources alone.
    settings.set_snapshot_path("../../../tests/program/snapshots");
    settings.bind(|| {
        let one = sql_of(Measure::Month, SqlEngine::DuckDb, agents);
        insta::assert_snapshot!("duckdb_month", one);
        insta::assert_snapshot!("spark", sql(SqlEngine::Spark, engines));
    });
}
