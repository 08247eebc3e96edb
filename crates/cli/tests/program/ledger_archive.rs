//! The questions of `fixtures/ledger.json` as an archive: pages, and beside them the files of their sites.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use url::Url;

use super::doors::archives::{Archive, by_offset};
use super::doors::process;
use super::doors::question::several;
use super::doors::wire::{Wire, line};
use crate::ledger::{answers_of, place, questions, unread_of};
use crate::scanning::{fed, folder, run};

/// The response of a question; `None` where no record of an archive is one.
pub(crate) fn page(question: &Value) -> Option<Wire> {
    let record = &question["record"];
    let lines = record["headers"].as_array()?.iter();
    let lines = lines.map(|pair| Some(line(pair[0].as_str()?, pair[1].as_str()?)));
    let body = match (&record["html"], &record["html_base64"]) {
        (Value::String(text), _) => Some(text.clone().into_bytes()),
        (_, Value::String(coded)) => Some(BASE64_STANDARD.decode(coded).unwrap()),
        _ => None,
    };
    let status = record["status"].as_u64().unwrap_or(200);
    let page = Wire {
        lines: lines.collect::<Option<_>>()?,
        body: body.clone().unwrap_or_default(),
        status: format!("HTTP/1.1 {status} Status").into_bytes(),
        ..Wire::empty()
    };
    let is_none = |state: &str| ["absent", "not-applicable"].contains(&state);
    let has_none = question["states"]["document"].as_str().is_some_and(is_none);
    let is_said = match &body {
        // An empty body that is stated has no metadata either.
        None => {
            let is_open = question["states"]["embedded"] == "not-given";
            has_none && !is_open && record["assume_absent"].is_null()
        }
        Some(body) => !body.is_empty() || page.has("Content-Length"),
    };
    // Here a 304 has no document, codings are undone, and each response has a status.
    let is_other = status == 0
        || status == 304 && body.is_some()
        || page.has("Content-Encoding")
        || page.has("Content-Range") && record["status"].is_null();
    (is_said && !is_other && record["cut"].is_null() && question["text"].is_null()).then_some(page)
}

/// A file of the site of a question: `None` where it was not asked for, an error where an archive cannot say it.
pub(crate) fn file(record: &Value, [text, status]: [&str; 2]) -> Result<Option<Wire>, ()> {
    let coded = record[format!("{text}_base64")].as_str();
    let coded = coded.map(|coded| BASE64_STANDARD.decode(coded).unwrap());
    let octets = coded.or_else(|| Some(record[text].as_str()?.as_bytes().to_vec()));
    let status = record[status].as_u64();
    match (octets.as_deref(), status) {
        (None, None) => Ok(None),
        // Whether it was saved is not known, or what came with it.
        (Some([]), None) | (None, Some(0 | 200)) => Err(()),
        (octets, status) => Ok(Some(Wire::robots(
            status.unwrap_or(200),
            octets.unwrap_or_default(),
        ))),
    }
}

/// The words of `scan` for a question.
fn words(record: &Value) -> Vec<String> {
    let mut words: Vec<String> = ["now", "agent"]
        .into_iter()
        .filter_map(|key| Some(format!("--{key}={}", record[key].as_str()?)))
        .collect();
    let absent = several(&record["assume_absent"]).into_iter();
    words.extend(absent.map(|source| format!("--assume-absent={source}")));
    if record["options"]["lines_joined"] == true {
        words.push(String::from("--lines-joined"));
    }
    words
}

#[test]
fn archives_answer_the_questions() {
    let folder = folder("ledger-archive");
    let questions = questions();
    let mut groups: BTreeMap<Vec<String>, (Archive, Vec<(u64, &Value)>)> = BTreeMap::new();
    let mut files = Archive::default();
    for (number, question) in questions.iter().enumerate() {
        let record = &question["record"];
        let robots = file(record, ["robots_txt", "robots_status"]);
        let tdmrep = file(record, ["tdmrep", "tdmrep_status"]);
        let (Some(page), Ok(robots), Ok(tdmrep)) = (page(question), robots, tdmrep) else {
            continue;
        };
        let (host, path) = place(question);
        let target = format!("https://q{number}.{host}{path}");
        let site = Url::parse(&target).unwrap().origin().ascii_serialization();
        for (path, answer) in [
            ("/robots.txt", robots),
            ("/.well-known/tdmrep.json", tdmrep),
        ] {
            if let Some(answer) = answer {
                files.add(&format!("{site}{path}"), &answer);
            }
        }
        let group = groups.entry(words(record));
        let (archive, asked) = group.or_default();
        asked.push((archive.add(&target, &page), question));
    }
    fs::write(folder.join("files.warc"), &files.0).unwrap();
    run(&folder, "robots-store build files.warc -q -o files.store");
    let (mut asked, mut wrong) = (0, String::new());
    for (group, (archive, questions)) in &groups {
        fs::write(folder.join("pages.warc"), &archive.0).unwrap();
        let scan = "scan pages.warc -q -j1 --format=jsonl -o - --robots-store=files.store";
        let mut words = process::words(scan);
        words.extend_from_slice(group);
        let rows = by_offset(str::from_utf8(&fed(&folder, &words, b"").stdout).unwrap());
        for (offset, question) in questions {
            let about = &question["about"];
            let row = rows
                .get(offset)
                .unwrap_or_else(|| panic!("{about}: no row"));
            let got = [answers_of(row), unread_of(row)];
            let expected = ["answers", "unread"].map(|key| question[key].clone());
            if got != expected {
                writeln!(wrong, "{about}: {got:?} and not {expected:?}").unwrap();
            }
            asked += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(asked > 60, "{asked}");
}
