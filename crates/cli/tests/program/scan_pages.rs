//! The responses that count as pages in `robots-policy scan` and `report`, the filters of rows, and tables of a former version.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::scanning::{ends_saying, folder, records, run};
use robots_policy_kit::crawl::{Packing, Writer};
use robots_policy_kit::output::{ends, said};

/// Captures: address, status and fields.
const CAPTURES: [(&str, &str); 8] = [
    ("/robots.txt", "200 OK\r\nContent-Type: text/plain"),
    ("/.well-known/tdmrep.json", "404 Not Found"),
    ("/", "200 OK\r\nContent-Type: text/html; charset=utf-8"),
    ("/old", "301 Moved Permanently\r\nLocation: /"),
    ("/none", "404 Not Found\r\nContent-Type: text/html"),
    (
        "/down",
        "503 Service Unavailable\r\nContent-Type: text/html",
    ),
    ("/empty", "204 No Content"),
    ("/a.png", "200 OK\r\nContent-Type: image/png"),
];

/// A folder with an archive of the captures.
fn crawled(test: &str) -> PathBuf {
    let folder = folder(test);
    let mut crawl = Writer::new(Packing::Gzip);
    for (path, head) in CAPTURES {
        let url = format!("https://a.example{path}");
        let body = if path == "/" { "<p>" } else { "" };
        let length = body.len();
        let message = format!("HTTP/1.1 {head}\r\nContent-Length: {length}\r\n\r\n{body}");
        crawl.response(&url, message.as_bytes());
    }
    fs::write(folder.join("a.warc.gz"), &crawl.bytes).unwrap();
    folder
}

/// The addresses of the rows of a scan with these options.
fn rows(folder: &Path, options: &str) -> Vec<String> {
    let _ = fs::remove_dir_all(folder.join("rows"));
    let scan = format!("scan a.warc.gz --format jsonl -o rows {options}");
    ends(&run(folder, &scan), 0);
    let rows = records(&folder.join("rows/a.warc.gz.jsonl"));
    let path = |row: &Value| {
        let url = row["id"]["url"].as_str().or(row["url"].as_str()).unwrap();
        url.trim_start_matches("https://a.example").to_owned()
    };
    rows.iter().map(path).collect()
}

#[test]
fn the_summary_and_the_page_count_pages() {
    let folder = crawled("pages-counted");
    let output = run(&folder, "scan a.warc.gz -o out --agent ExampleBot");
    let summary = ends(&output, 0);
    for line in [
        "1 archive, 2 pages and 6 other responses, 8 rows\n",
        "agent examplebot: 2 pages\n",
        "\nstate\n  unknown                             2  100.0 %\n",
        "\nuses              disallowed    on terms     allowed    unstated     unknown\n",
        "\n  train                    0           0           0           0           2\n",
        "\nnot known because of\n",
        "  tdmrep.json                         2  100.0 %\n",
    ] {
        assert!(summary.contains(line), "{line}{summary}");
    }
    assert_eq!(rows(&folder, "").len(), 8, "each response keeps its row");
    ends(
        &run(&folder, "report out -o page.html --json cube.jsonl"),
        0,
    );
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    let lead = "2 pages in 1 archive, and 6 other responses that are no pages (robots.txt, redirects, errors).";
    assert!(page.contains(lead), "{page}");
    let cube = fs::read_to_string(folder.join("cube.jsonl")).unwrap();
    let cells: Vec<Value> = cube
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |measure: &str| -> BTreeMap<String, u64> {
        let cells = cells.iter().filter(|cell| cell["measure"] == measure);
        let cells = cells.map(|cell| {
            let text = |key: &str| cell[key].as_str().unwrap().to_owned();
            (
                format!("{} {}", text("name"), text("part")),
                cell["rows"].as_u64().unwrap(),
            )
        });
        cells.collect()
    };
    let response = [
        ("empty ", 1),
        ("error ", 2),
        ("page ", 2),
        ("redirect ", 1),
        ("robots.txt ", 1),
        ("tdmrep.json ", 1),
    ];
    assert!(
        of("response")
            .into_iter()
            .eq(response.map(|(name, rows)| (name.to_owned(), rows)))
    );
    assert!(of("state").into_iter().eq([(String::from("unknown "), 2)]));
    let summary = fs::read_to_string(folder.join("out/summary.json")).unwrap();
    let summary: Value = serde_json::from_str(&summary).unwrap();
    let cube = &summary["agents"]["examplebot"]["cube"];
    assert_eq!(cube["use"]["train"]["unknown"], 2);
    assert_eq!(cube["response"]["page"][""], 2);
}

#[test]
fn rows_are_those_of_the_statuses_and_types_that_are_named() {
    let folder = crawled("pages-filtered");
    for (options, expected) in [
        ("--status 200", &["/robots.txt", "/", "/a.png"][..]),
        ("--status 2xx --type text/html", &["/"]),
        (
            "--status 300-399,404",
            &["/.well-known/tdmrep.json", "/old", "/none"],
        ),
        (
            "--type TEXT/*,image/png",
            &["/robots.txt", "/", "/none", "/down", "/a.png"],
        ),
        (
            "--type none",
            &["/.well-known/tdmrep.json", "/old", "/empty"],
        ),
        ("--status none", &[]),
    ] {
        assert_eq!(rows(&folder, options), expected, "{options}");
        let summary = fs::read_to_string(folder.join("rows/summary.json")).unwrap();
        let summary: Value = serde_json::from_str(&summary).unwrap();
        assert_eq!(summary["responses"], 8, "{options}");
        assert_eq!(summary["left_out"], 8 - expected.len(), "{options}");
    }
    let output = run(&folder, "scan a.warc.gz -o one --status 404");
    let text = ends(&output, 0);
    assert!(
        text.contains("; 6 responses left out by --status or --type"),
        "{text}{}",
        said(&output)
    );
    let other = run(&folder, "scan a.warc.gz -o one --status 200 --resume");
    ends_saying(&other, 2, "status `404`, and this one has status `200`");
    for (options, message) in [
        (
            "--status 2x",
            "`2x` is not a status; write 200, 2xx, 200-299 or none",
        ),
        ("--status 200,", "`` is not a status"),
        ("--status 299-200", "`299-200` is not a status"),
        (
            "--type html",
            "`html` is not a content type; write text/html, image/* or none",
        ),
    ] {
        let output = run(&folder, &format!("scan a.warc.gz -o wrong {options}"));
        ends_saying(&output, 2, message);
    }
}

/// A folder with a run of a version before, whose tables have null where nothing is stated.
fn former(test: &str) -> PathBuf {
    let folder = folder(test);
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/report_cells/former");
    fs::create_dir(folder.join("former")).unwrap();
    for entry in fs::read_dir(own).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), folder.join("former").join(entry.file_name())).unwrap();
    }
    folder
}

#[test]
fn a_former_run_is_compared_by_name() {
    let folder = former("former-compared");
    let archive =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/archives/crawl.warc.gz");
    fs::copy(archive, folder.join("crawl.warc.gz")).unwrap();
    let scan = "scan crawl.warc.gz --now 2026-03-01T12:00:00Z --agent ExampleBot -o this";
    ends(&run(&folder, scan), 0);
    let compared = run(&folder, "report former this -o two.html --json two.jsonl");
    ends(&compared, 0);
    let differ = "version of the tables (earlier / this; in the earlier one null is silence, and more is free)";
    assert!(said(&compared).contains(differ), "{}", said(&compared));
    let cube = fs::read_to_string(folder.join("two.jsonl")).unwrap();
    let mut cells = cube
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let is_unknown = |cell: &Value| {
        cell["run"] == "before" && cell["measure"] == "use" && cell["part"] == "unknown"
    };
    assert!(!cells.any(|cell| is_unknown(&cell)));
    let resumed = run(
        &folder,
        "scan crawl.warc.gz --now 2026-03-01T12:00:00Z --agent ExampleBot -o former --resume",
    );
    assert_eq!(resumed.status.code(), Some(2), "{}", said(&resumed));
}
