//! Ranges of archives at addresses, as an index names them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::{Then, answer, file};
use serde_json::Value;

use super::{ETAG, archive, right, site};
use crate::scanning::{folder, records, run};

const NOW: &str = "--now 2026-03-01T12:00:00Z";

/// Each third row of an archive that is a file.
fn thirds(folder: &Path, bytes: &[u8]) -> Vec<Value> {
    fs::write(folder.join("local.warc.gz"), bytes).unwrap();
    let scan = format!("scan local.warc.gz -o local --format jsonl {NOW}");
    ends(&run(folder, &scan), 0);
    let rows = records(&folder.join("local/local.warc.gz.jsonl"));
    rows.into_iter().step_by(3).collect()
}

/// An index of these rows, whose archive is `name`.
fn index(rows: &[Value], name: &str) -> String {
    let mut index = String::from("warc_filename,warc_record_offset,warc_record_length\n");
    for row in rows {
        let id = &row["id"];
        writeln!(index, "{name},{},{}", id["warc_offset"], id["warc_length"]).unwrap();
    }
    index
}

#[track_caller]
fn scanned(folder: &Path, index: &str, options: &str, code: i32) -> (Vec<Value>, String) {
    fs::write(folder.join("index.csv"), index).unwrap();
    let scan = format!("scan --records index.csv -o - --format jsonl {NOW} {options}");
    let output = run(folder, &scan);
    let said = said(&output);
    let rows = ends(&output, code);
    let rows = rows.lines().map(|row| {
        let mut row: Value = serde_json::from_str(row).unwrap();
        row["id"]["warc_file"] = "local.warc.gz".into();
        row
    });
    (rows.collect(), said)
}

#[test]
fn an_index_names_ranges_of_archives_at_addresses() {
    let folder = folder("records-at-addresses");
    let bytes = archive(3, 60);
    let server = right(bytes.clone());
    let base = server.url("");
    let rows = thirds(&folder, &bytes);
    let options = format!("--base-url {base}");
    let named = index(&rows, "crawl/a.warc.gz");
    assert_eq!(scanned(&folder, &named, &options, 0).0, rows);
    let requests = server.asked();
    assert!(requests.iter().all(|asked| asked.field("range").is_some()));
    assert_eq!(requests.len(), rows.len(), "one request for each record");

    let addressed = index(&rows, &server.url("/a.warc.gz"));
    assert_eq!(scanned(&folder, &addressed, "", 0).0, rows);
}

#[test]
fn a_range_past_the_end_of_an_address_is_a_damage() {
    let folder = folder("records-past-an-address");
    let bytes = archive(4, 9);
    let server = right(bytes.clone());
    let rows = thirds(&folder, &bytes);
    let mut index = index(&rows, &server.url("/a.warc.gz"));
    let length = bytes.len();
    writeln!(index, "{},{length},100", server.url("/a.warc.gz")).unwrap();
    let (read, said) = scanned(&folder, &index, "", 1);
    assert_eq!(read, rows);
    let row = format!("the index names 100 bytes from byte {length} on");
    assert!(said.contains(&row), "{said}");
}

#[test]
fn a_server_without_ranges_or_with_another_file_is_a_failure() {
    let folder = folder("records-of-a-wrong-server");
    let bytes = archive(5, 9);
    let whole = bytes.clone();
    let no_ranges = site(move |_, _, _| (answer("200 OK", ETAG, &whole), Then::Keep));
    let rows = thirds(&folder, &bytes);
    let named = index(&rows, &no_ranges.url("/a.warc.gz"));
    let (_, said) = scanned(&folder, &named, "", 1);
    assert!(said.contains("does not serve ranges"), "{said}");

    let other = archive(6, 9);
    let changing = site(move |_, before, asked| {
        let (etag, bytes) = if before < 2 {
            (ETAG, &bytes)
        } else {
            ("ETag: \"b\"\r\n", &other)
        };
        (file(asked, etag, bytes), Then::Keep)
    });
    let named = index(&rows, &changing.url("/a.warc.gz"));
    let (_, said) = scanned(&folder, &named, "", 1);
    assert!(said.contains("changed while it was read"), "{said}");
}
