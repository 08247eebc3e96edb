//! `eval --as`: the reading of engines, as text, as records, and in batches.

use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_kit::output::ends;
use serde_json::{Value, json};

use crate::scanning::{command, fed, folder, run};

/// A file of the folder of inputs.
const FILES: &[(&str, &str)] = &[
    (
        "kept.html",
        "<!doctype html>\n<title>A page</title>\n<meta name=robots content=\"nosnippet, noarchive\">\n",
    ),
    (
        "both.html",
        "<!doctype html>\n<title>A page</title>\n<meta name=robots content=\"index, noindex\">\n",
    ),
    (
        "body.html",
        "<!doctype html>\n<title>A page</title>\n<meta name=msnbot content=nocache>\n<body>\n<p>Text\n<meta name=robots content=noindex>\n",
    ),
    (
        "field.http",
        "HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nX-Robots-Tag: noindex\r\n\r\n%PDF",
    ),
    ("open.txt", "User-agent: *\nDisallow: /cart\n"),
    (
        "msnbot.txt",
        "User-agent: msnbot\nDisallow: /\n\nUser-agent: *\nCrawl-delay: 10\n",
    ),
    ("closed.txt", "User-agent: *\nDisallow: /\n"),
];

fn inputs(name: &str) -> PathBuf {
    let place = folder(name);
    for (file, text) in FILES {
        fs::write(place.join(file), text).unwrap();
    }
    place
}

/// Standard output of a run on a terminal of this width, or in a pipe, after its command line.
fn printed(place: &Path, words: &str, columns: Option<usize>) -> String {
    let mut command = command(place, words);
    command.env_remove("COLUMNS");
    command.envs(columns.map(|columns| ("COLUMNS", columns.to_string())));
    format!("$ {words}\n{}", ends(&command.output().unwrap(), 0))
}

#[test]
fn lines_fit_the_terminal() {
    let place = inputs("as-fit");
    for (file, robots) in [
        ("kept.html", "open.txt"),
        ("body.html", "msnbot.txt"),
        ("field.http", "closed.txt"),
    ] {
        for engines in ["all", "googlebot", "bingbot", "yandexbot", "all -v"] {
            for columns in [33, 60, 80, 200] {
                let words = format!("eval {file} --robots {robots} --as {engines}");
                let printed = printed(&place, &words, Some(columns));
                // Marked lines are those of every verdict.
                let lines = printed.lines().skip(1).filter(|line| !line.contains('^'));
                let wide: Vec<&str> = lines
                    .filter(|line| line.chars().count() > columns)
                    .collect();
                assert!(wide.is_empty(), "{words} in {columns}: {wide:#?}");
            }
        }
    }
}

fn records(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The records of a run over these lines, and its exit status.
fn answered(words: &[&str], lines: &[Value], status: i32) -> Vec<Value> {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let words = [&["eval", "--jsonl"], words].concat();
    records(&ends(&fed(Path::new("."), words, input.as_bytes()), status))
}

/// One reading serves all engines of a run, and each has the record of a run of its own.
#[test]
fn r_482_each_engine_has_its_record() {
    let place = inputs("as-records");
    let line = "eval body.html --robots msnbot.txt --now 2026-11-20T00:00:00Z --format json --as";
    let all = records(&ends(&run(&place, &format!("{line} all")), 0));
    assert!(all.len() >= 49, "{}", all.len());
    for record in &all {
        let name = record["as"]["profile"].as_str().unwrap();
        let alone = records(&ends(&run(&place, &format!("{line} {name}")), 0));
        // A reader that knows fewer names reports fewer of them, and without a body nothing in it is doubtful.
        let without = |record: &Value| {
            let mut record = record.clone();
            record.as_object_mut().unwrap().remove("diagnostics");
            let marks = record["as"]["marks"].as_array_mut().unwrap();
            marks.retain(|mark| !mark.as_str().unwrap().ends_with(": metas in the body"));
            record
        };
        assert_eq!(without(&alone[0]), without(record), "{name}");
    }
    let html = FILES
        .iter()
        .find(|(name, _)| *name == "body.html")
        .unwrap()
        .1;
    let robots = FILES
        .iter()
        .find(|(name, _)| *name == "msnbot.txt")
        .unwrap()
        .1;
    let asked = json!({"id": null, "as": "BingBot", "html": html, "robots_txt": robots, "now": "2026-11-20T00:00:00Z"});
    let bing = records(&ends(&run(&place, &format!("{line} bingbot")), 0));
    let batch = &answered(&[], &[asked], 0)[0];
    for key in [
        "as",
        "general",
        "access",
        "index",
        "crawl_delay",
        "directives",
    ] {
        assert_eq!(batch[key], bing[0][key], "{key}");
    }
}
