//! The doors for archives: `scan`, alone and with a store of robots.txt.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use robots_policy_kit::bytes::record;
use serde_json::Value;

use super::process::words;
use super::question::{Question, flags_of_scan};
use super::wire::Wire;
use super::{DoorAnswer, by_group};
use crate::scanning::{fed, json_lines, run};

/// An archive of the responses as they came.
#[derive(Default)]
pub(crate) struct Archive(pub(crate) Vec<u8>);

impl Archive {
    /// Adds a response; gives its offset.
    pub(crate) fn add(&mut self, url: &str, wire: &Wire) -> u64 {
        let offset = self.0.len();
        let mut wire = wire.clone();
        let has_length = wire.has("Content-Length") || wire.has("Transfer-Encoding");
        if wire.raw.is_none() && wire.body.is_empty() && !wire.is_cut && !has_length {
            // A response without a body says so.
            wire.set("Content-Length", "0");
        }
        let fields = format!(
            "WARC-Record-ID: <urn:test:{offset}>\r\nWARC-Date: 2026-03-01T12:00:00Z\r\nWARC-Target-URI: {url}\r\n{}\
             Content-Type: application/http; msgtype=response\r\n",
            wire.record
        );
        self.0.extend(record("response", fields, &wire.bytes()));
        offset as u64
    }
}

/// The rows of an archive by the offsets of its records, and the program's messages.
fn scanned(folder: &Path, archive: &Archive, group: &[String]) -> (BTreeMap<u64, Value>, String) {
    fs::write(folder.join("a.warc"), &archive.0).unwrap();
    let output = folder.join("rows");
    let _ = fs::remove_dir_all(&output);
    let mut words = words("scan a.warc -q -j1 --format=jsonl --output=rows");
    words.extend_from_slice(group);
    let reported = fed(folder, &words, b"");
    let table = fs::read_to_string(output.join("a.warc.jsonl")).unwrap_or_default();
    let complaints = String::from_utf8_lossy(&reported.stderr).into_owned();
    (by_offset(&table), complaints)
}

pub(crate) fn by_offset(table: &str) -> BTreeMap<u64, Value> {
    let rows = json_lines(table).into_iter();
    rows.map(|row| (row["id"]["warc_offset"].as_u64().unwrap(), row))
        .collect()
}

/// The answers of a scan for the records at these offsets.
fn answers(
    offsets: &[u64],
    (rows, complaints): &(BTreeMap<u64, Value>, String),
) -> Vec<DoorAnswer> {
    let one = |offset: &u64| {
        if let Some(row) = rows.get(offset) {
            DoorAnswer::Said(row.clone())
        } else {
            let place = format!("{offset}");
            let complaint = complaints.lines().find(|line| line.contains(&place));
            DoorAnswer::Refused(complaint.unwrap_or_default().to_owned())
        }
    };
    offsets.iter().map(one).collect()
}

/// `scan`, one archive for every asker and set of options.
pub(crate) fn alone(folder: &Path, questions: &[Question<'_>]) -> Vec<DoorAnswer> {
    let group = |question: &Question<'_>| match question.wire {
        Some(_) if question.robots.is_some() => Err("the case has a robots.txt"),
        Some(_) => question
            .is_not_coded()
            .and_then(|()| question.has_no_documents())
            .and_then(|()| flags_of_scan(question)),
        None => Err("there is no response"),
    };
    by_group(questions, group, |group, questions| {
        let mut archive = Archive::default();
        let mut add = |question: &&Question<'_>| {
            let url = format!("https://example.com{}", question.path());
            archive.add(&url, question.wire.as_ref().unwrap())
        };
        let offsets: Vec<u64> = questions.iter().map(&mut add).collect();
        answers(&offsets, &scanned(folder, &archive, group))
    })
}

/// `robots-store build`, then `scan --robots-store`.
pub(crate) fn with_store(folder: &Path, questions: &[Question<'_>]) -> Vec<DoorAnswer> {
    let mut archive = Archive::default();
    let mut sites = BTreeMap::new();
    for (index, question) in questions.iter().enumerate() {
        let Some((status, wire)) = &question.robots else {
            continue;
        };
        let key = (*status, wire.bytes(), wire.record);
        let host = sites.entry(key).or_insert_with(|| {
            let host = format!("https://s{index}.example");
            archive.add(&format!("{host}/robots.txt"), wire);
            host
        });
        debug_assert!(host.starts_with("https"));
    }
    fs::write(folder.join("robots.warc"), &archive.0).unwrap();
    let built = run(
        folder,
        "robots-store build robots.warc -q -j1 --output=robots.redb",
    );
    assert!(
        matches!(built.status.code(), Some(0 | 1)),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let group = |question: &Question<'_>| match question.robots {
        Some((0, _)) => Err("an archive holds no answer that was not given"),
        Some(_) => question
            .has_no_documents()
            .and_then(|()| flags_of_scan(question)),
        None => Err("there is no robots.txt"),
    };
    by_group(questions, group, |group, questions| {
        let mut group = group.to_vec();
        group.push(String::from("--robots-store=robots.redb"));
        let mut archive = Archive::default();
        let mut add = |question: &&Question<'_>| {
            let (status, wire) = question.robots.as_ref().unwrap();
            let host = &sites[&(*status, wire.bytes(), wire.record)];
            let page = question.wire.clone().unwrap_or_else(Wire::empty);
            archive.add(&format!("{host}{}", question.path()), &page)
        };
        let offsets: Vec<u64> = questions.iter().map(&mut add).collect();
        answers(&offsets, &scanned(folder, &archive, &group))
    })
}
