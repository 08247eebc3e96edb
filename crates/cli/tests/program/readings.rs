//! Addresses and fields, the same through each door of the program: what is read, and what is an error that says why.

use std::fs;
use std::path::Path;

use robots_policy_kit::output::ends;
use serde_json::{Value, json};

use crate::scanning::{fed, folder, run};

const ROBOTS: &str = "user-agent: *\ndisallow: /%E3%83%84\ndisallow: /p\n";

/// The answers to records, one a line.
fn answers(records: &[Value]) -> Vec<Value> {
    let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
    let output = fed(Path::new("."), ["eval", "--jsonl"], lines.as_bytes());
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_url_is_asked_as_a_client_sends_it_at_every_door() {
    let folder = folder("readings-sent");
    fs::write(folder.join("r.txt"), ROBOTS).unwrap();
    let urls = [
        "/ツ",
        "/%E3%83%84",
        "https://e.com/ツ",
        "/a/../p",
        "//e.com/p",
        "https://e.com/./%2e/ツ",
    ];
    fs::write(folder.join("urls"), urls.join("\n")).unwrap();
    let engines = "googlebot,googlebot-image,bingbot";
    let matrix = run(
        &folder,
        &format!("matrix r.txt --as {engines} --urls urls --format json"),
    );
    let matrix: Value = serde_json::from_str(&ends(&matrix, 0)).unwrap();
    for row in matrix["rows"].as_array().unwrap() {
        let (engine, url) = (&row["profile"], row["url"].as_str().unwrap());
        assert_eq!(
            row["allowed"].as_bool(),
            Some(false),
            "{engine} {url}: {row}"
        );
    }
    for url in urls {
        for asker in [
            "--agent Googlebot --google-compat",
            "--as googlebot",
            "--agent X",
        ] {
            let output = run(
                &folder,
                &format!("eval {asker} --robots r.txt --format json --url {url}"),
            );
            let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(answer["access"]["allowed"], false, "{asker} {url}");
        }
        let record = |more: Value| {
            let mut record = json!({"url": url, "robots_txt": ROBOTS});
            record
                .as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            record
        };
        for answer in answers(&[
            record(json!({"as": "googlebot"})),
            record(json!({"agent": "Googlebot", "options": {"google_compat": true}})),
            record(json!({"agent": "X"})),
        ]) {
            assert_eq!(answer["access"]["allowed"], false, "{answer}");
        }
    }
}
