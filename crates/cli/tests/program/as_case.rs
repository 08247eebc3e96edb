//! `eval --as-case`: a new user makes a case, reads what is missing, fills it in, and the test of the case passes.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::scanning::{fed, folder};
use robots_policy_kit::case::{Case, differences};

const PAGE: &[u8] = b"<title>A page</title><meta name=examplebot content=noindex>\r\n\xff";
const FIELDS: &[u8] = b"Content-Type: text/html\nRobots-Tag: examplebot;noarchive\n";
const ROBOTS: &[u8] = b"User-agent: *\nDisallow: /private\n";
const RESPONSE: &[u8] =
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<meta name=robots content=noindex>";

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// Runs a command line in a folder that holds every input; returns the text of both streams.
fn run(place: &Path, line: &str) -> (Option<i32>, String) {
    let output = fed(place, words(line), RESPONSE);
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

fn inputs(name: &str) -> std::path::PathBuf {
    let place = folder(name);
    for (name, bytes) in [
        ("page.html", PAGE),
        ("fields", FIELDS),
        ("robots.txt", ROBOTS),
        ("saved.http", RESPONSE),
        (
            "gone.http",
            b"HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nNone",
        ),
    ] {
        fs::write(place.join(name), bytes).unwrap();
    }
    place
}

/// The options of a run, the files of its case, and the keys of its ask.
fn rows() -> [(
    &'static str,
    &'static [(&'static str, &'static [u8])],
    Value,
); 5] {
    [
        (
            "--agent ExampleBot saved.http",
            &[("response.http", RESPONSE)],
            json!({"id": "examplebot", "agent": "ExampleBot"}),
        ),
        ("", &[("response.http", RESPONSE)], json!({"id": "anybody"})),
        (
            "--agent ExampleBot,Example --page-agent Page --own-name-only --html page.html",
            &[("page.html", PAGE)],
            json!({"id": "examplebot", "agent": ["ExampleBot", "Example"], "page_agent": ["Page"], "obeys_global": false}),
        ),
        (
            "--headers fields --html page.html --robots robots.txt --url /private --now 2026-01-02T03:04:05Z --purpose search --signature-agent a.example --metas body --google-compat --robots-tag strict-list",
            &[
                ("headers.http", FIELDS),
                ("page.html", PAGE),
                ("robots.txt", ROBOTS),
            ],
            json!({"id": "anybody", "url": "/private", "now": "2026-01-02T03:04:05Z", "purposes": ["search"], "signature_agent": "a.example", "options": {"metas": ["body"], "google_compat": true, "robots_tag": "strict-list"}}),
        ),
        (
            "--robots gone.http saved.http",
            &[("response.http", RESPONSE)],
            json!({"id": "anybody", "robots_status": 404}),
        ),
    ]
}

#[test]
fn a_run_becomes_a_case_that_waits_for_its_expectation() {
    let place = inputs("as-case");
    for (index, (options, files, keys)) in rows().into_iter().enumerate() {
        let (code, reported) = run(
            &place,
            &format!("eval --as-case html/r-01-{index} {options}"),
        );
        assert_eq!(code, Some(0), "{options}: {reported}");
        assert!(
            reported.contains("fill in `about`, `basis` and `expect`"),
            "{reported}"
        );
        let own = place.join(format!("html/r-01-{index}"));
        for (name, bytes) in files {
            assert_eq!(
                fs::read(own.join(name)).unwrap(),
                *bytes,
                "{options}: {name}"
            );
        }
        assert_eq!(fs::read_dir(&own).unwrap().count(), files.len() + 1);
        let path = own.join("ask.json");
        let mut case: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let mut expected = keys;
        expected["expect"] = json!({});
        assert_eq!(case["asks"][0], expected, "{options}");

        // Missing parts are reported one at a time.
        let mut fill = |missing: &str, pointer: &str, value: Value| {
            let refused = Case::read(&own).err().unwrap();
            assert!(refused.contains(missing), "{refused}");
            *case.pointer_mut(pointer).unwrap() = value;
            fs::write(&path, case.to_string()).unwrap();
        };
        fill("`about` is empty", "/about", json!("A page says noindex."));
        fill("`basis` is empty", "/basis", json!("R-01"));
        let line = format!("eval --format json --now 2026-11-20T00:00:00Z {options}");
        let line = if options.contains("--now") {
            line.replacen("--now 2026-11-20T00:00:00Z", "", 1)
        } else {
            line
        };
        // The page of a case has a type, so that it has fields.
        let has_fields = options.contains("--headers") || !options.contains("--html");
        let line = if has_fields {
            line
        } else {
            line + " --assume-absent fields"
        };
        let reported = fed(&place, words(&line), RESPONSE);
        let answer: Value = serde_json::from_slice(&reported.stdout).unwrap();
        let expect = json!({
            "directives": answer["directives"], "access": answer["access"], "index": answer["index"],
        });
        fill(
            "expects nothing; write into `expect`",
            "/asks/0/expect",
            expect.clone(),
        );
        let case = Case::read(&own).unwrap();
        let answer = case.asks[0].answer(&case);
        assert_eq!(differences(&expect, &answer), [""; 0], "{options}");
    }
}

#[test]
fn every_asker_has_an_ask_of_its_own() {
    let place = inputs("as-case-askers");
    let line = "eval --as-case case --agent A,B --agent C --agent a,b saved.http";
    let (code, reported) = run(&place, line);
    assert_eq!(code, Some(0), "{reported}");
    let case: Value =
        serde_json::from_slice(&fs::read(place.join("case/ask.json")).unwrap()).unwrap();
    let expected = json!([
        {"id": "a", "agent": ["A", "B"], "expect": {}},
        {"id": "c", "agent": "C", "expect": {}},
    ]);
    assert_eq!(case["asks"], expected);
}
