//! AI-use preferences in `robots-policy scan`: of robots.txt, fields, `tdmrep.json` and licences of one crawl.

use std::fs;
use std::path::Path;

use crate::scanning::{folder, records, run};
use robots_policy_kit::crawl::{Packing, Writer};
use robots_policy_kit::output::ends;
use serde_json::{Value, json};

/// The managed block as the web serves it, and a licence.
const ROBOTS: &str = "# BEGIN Cloudflare Managed content\nUser-Agent: *\nContent-Signal: search=yes,ai-train=no,use=reference\nAllow: /\n# END Cloudflare Managed Content\nLicense: https://www.a.example/license.xml\n";
const TDMREP: &str = r#"[{"location": "/news/", "tdm-reservation": 1}]"#;
const LICENSE: &str = r#"<rsl xmlns="https://rslstandard.org/rsl"><content url="https://a.example/"><license>
    <permits type="usage">search ai-index</permits></license></content></rsl>"#;

/// The captures of the crawl: address, status and fields, body.
const CAPTURES: [(&str, &str, &str); 7] = [
    (
        "https://a.example/robots.txt",
        "200 OK\r\nContent-Type: text/plain",
        ROBOTS,
    ),
    (
        "https://a.example/.well-known/tdmrep.json",
        "302 Found\r\nLocation: https://www.a.example/.well-known/tdmrep.json",
        "",
    ),
    (
        "https://www.a.example/.well-known/tdmrep.json",
        "200 OK\r\nContent-Type: application/json",
        TDMREP,
    ),
    (
        "https://www.a.example/license.xml",
        "200 OK\r\nContent-Type: application/rsl+xml",
        LICENSE,
    ),
    (
        "https://a.example/news/1",
        "200 OK\r\nContent-Type: text/html\r\nContent-Usage: train-ai=y, ai-use=n",
        "<p>news",
    ),
    (
        "https://a.example/",
        "200 OK\r\nContent-Type: text/html",
        "<p>",
    ),
    (
        "https://b.example/",
        "200 OK\r\nContent-Type: text/html",
        "<p>",
    ),
];

/// Writes the captures into archives, the first `split` into one and the others into another.
fn write(folder: &Path, split: usize) {
    let (first, second) = CAPTURES.split_at(split);
    for (name, captures) in [("1.warc.gz", first), ("2.warc.gz", second)] {
        let mut writer = Writer::new(Packing::Gzip);
        for (url, head, body) in captures {
            writer.response(url, format!("HTTP/1.1 {head}\r\n\r\n{body}").as_bytes());
        }
        fs::write(folder.join(name), &writer.bytes).unwrap();
    }
}

/// The rows of the pages.
fn rows(folder: &Path, out: &str) -> Vec<Value> {
    let scan =
        format!("scan 2.warc.gz --robots-store s.redb --agent ExampleBot --format jsonl -o {out}");
    ends(&run(folder, &scan), 0);
    let mut rows = records(&folder.join(out).join("2.warc.gz.jsonl"));
    rows.split_off(rows.len() - 3)
}

#[test]
fn the_order_of_archives_does_not_matter() {
    let mut found = Vec::new();
    for (name, split, archives) in [
        ("uses-order-1", 4, ["1.warc.gz", "2.warc.gz"]),
        ("uses-order-2", 2, ["2.warc.gz", "1.warc.gz"]),
    ] {
        let folder = folder(name);
        write(&folder, split);
        for (archive, update) in archives.iter().zip(["", "--update"]) {
            let build = format!("robots-store build {archive} -o s.redb {update}");
            ends(&run(&folder, &build), 0);
        }
        let show = CAPTURES[..4]
            .iter()
            .map(|(url, ..)| *url)
            .collect::<Vec<_>>();
        let shown = ends(
            &run(
                &folder,
                &format!("robots-store show s.redb --at latest {}", show.join(" ")),
            ),
            0,
        );
        let mut rows = rows(&folder, "out");
        for row in &mut rows {
            row["id"] = Value::Null;
        }
        found.push((shown, rows));
    }
    assert_eq!(found[0], found[1]);
    assert!(
        found[0].0.contains("/tdmrep.json: 302 at "),
        "{}",
        found[0].0
    );
}

#[test]
fn the_table_has_the_uses() {
    let folder = folder("uses-table");
    write(&folder, 4);
    ends(&run(&folder, "robots-store build 1.warc.gz -o s.redb"), 0);
    let scan = "scan 2.warc.gz --robots-store s.redb --agent ExampleBot -o out";
    ends(&run(&folder, scan), 0);
    for implementation in robots_policy_kit::python::IMPLEMENTATIONS {
        let table = folder.join("out/2.warc.gz.parquet");
        let read = robots_policy_kit::python::read_back(implementation, &table);
        let news = &read.rows[0];
        let uses = [
            "train",
            "train_other",
            "input",
            "ai_index",
            "search",
            "mine",
        ];
        let uses = uses.map(|name| news[format!("use_{name}")].clone());
        let expected = [
            "disallow", "disallow", "disallow", "allow", "allow", "disallow",
        ];
        assert_eq!(uses, expected.map(Value::from), "{implementation}");
        assert_eq!(
            news["licenses"],
            json!(["https://www.a.example/license.xml"])
        );
        let sources = ["robots.txt", "content-usage", "tdmrep.json", "rsl"];
        assert_eq!(news["sources"], json!(sources));
        assert_eq!(news["unread"], json!([]));
        let reasons = news["reasons"].as_array().unwrap().iter();
        let vocabularies: Vec<&Value> = reasons.map(|reason| &reason["vocabulary"]).collect();
        assert!(vocabularies.contains(&&json!("tdmrep")), "{vocabularies:?}");
        assert_eq!(read.rows[2]["use_train"], Value::Null);
    }
}

#[test]
fn a_robots_txt_at_another_address_is_found_in_any_archive() {
    let folder = folder("uses-redirects");
    let place = "https://b.example/u/robots.txt";
    let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>";
    let files = [
        (
            "1.warc.gz",
            place,
            String::from("HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /private\n"),
        ),
        (
            "2.warc.gz",
            "https://a.example/robots.txt",
            format!("HTTP/1.1 301 Moved\r\nLocation: {place}\r\nContent-Length: 0\r\n\r\n"),
        ),
        ("3.warc.gz", "https://a.example/private", page.to_owned()),
    ];
    for (name, url, message) in &files {
        let mut writer = Writer::new(Packing::Gzip);
        writer.response(url, message.as_bytes());
        fs::write(folder.join(name), &writer.bytes).unwrap();
    }
    for order in ["1.warc.gz 2.warc.gz", "2.warc.gz 1.warc.gz"] {
        let _ = fs::remove_file(folder.join("s"));
        let built = ends(
            &run(&folder, &format!("robots-store build {order} -o s")),
            0,
        );
        assert!(
            built.starts_with("2 robots.txt answers in 2 archives; s holds 1 site"),
            "{built}"
        );
        let shown = ends(&run(&folder, &format!("robots-store show s {place}")), 0);
        assert!(
            shown.starts_with("robots.txt https://b.example/u/robots.txt\n"),
            "{shown}"
        );
        let _ = fs::remove_dir_all(folder.join("out"));
        ends(
            &run(
                &folder,
                "scan 3.warc.gz --robots-store s --format jsonl -o out",
            ),
            0,
        );
        let rows = records(&folder.join("out").join("3.warc.gz.jsonl"));
        assert_eq!(rows[0]["access"]["allowed"], false, "{}", rows[0]);
    }
}
