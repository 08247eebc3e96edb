//! `eval --as-case`: a case that is filled in has the answers of its run. What is written is in the session `as_case`.

use std::fs;

use serde_json::{Value, json};

use crate::scanning::{folder, run};
use robots_policy_kit::case::{Case, differences};
use robots_policy_kit::output::ends;

const INPUTS: [(&str, &[u8]); 5] = [
    (
        "page.html",
        b"<title>A page</title><meta name=examplebot content=noindex>\r\n\xff",
    ),
    (
        "fields",
        b"Content-Type: text/html\nRobots-Tag: examplebot;noarchive\n",
    ),
    ("robots.txt", b"User-agent: *\nDisallow: /private\n"),
    (
        "saved.http",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<meta name=robots content=noindex>",
    ),
    (
        "gone.http",
        b"HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nNone",
    ),
];

/// The options of a run, and what is to be added for its answer: the page of a case has a type, so that it has fields.
const RUNS: [(&str, &str); 4] = [
    (
        "--agent ExampleBot saved.http",
        "--now 2026-11-20T00:00:00Z",
    ),
    (
        "--agent ExampleBot,Example --page-agent Page --own-name-only --html page.html",
        "--now 2026-11-20T00:00:00Z --assume-absent fields",
    ),
    (
        "--headers fields --html page.html --robots robots.txt --url /private --now 2026-01-02T03:04:05Z --purpose search --signature-agent a.example --metas body --google-compat --robots-tag strict-list",
        "",
    ),
    (
        "--robots gone.http saved.http",
        "--now 2026-11-20T00:00:00Z",
    ),
];

#[test]
fn a_case_that_is_filled_in_has_the_answers_of_its_run() {
    let place = folder("as-case");
    for (name, bytes) in INPUTS {
        fs::write(place.join(name), bytes).unwrap();
    }
    for (index, (options, more)) in RUNS.into_iter().enumerate() {
        let name = format!("html/r-01-{index}");
        ends(&run(&place, &format!("eval --as-case {name} {options}")), 0);
        let answer = run(&place, &format!("eval --format json {options} {more}"));
        let answer: Value = serde_json::from_slice(&answer.stdout).unwrap();
        let expect = json!({
            "directives": answer["directives"], "access": answer["access"], "index": answer["index"],
        });
        let folder = place.join(name);
        let path = folder.join("ask.json");
        let mut case: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        // Missing parts are reported one at a time.
        for (missing, pointer, value) in [
            ("`about` is empty", "/about", json!("A page says noindex.")),
            ("`basis` is empty", "/basis", json!("R-01")),
            (
                "expects nothing; write into `expect`",
                "/asks/0/expect",
                expect.clone(),
            ),
        ] {
            let refused = Case::read(&folder).err().unwrap();
            assert!(refused.contains(missing), "{refused}");
            *case.pointer_mut(pointer).unwrap() = value;
            fs::write(&path, case.to_string()).unwrap();
        }
        let case = Case::read(&folder).unwrap();
        let answer = case.asks[0].answer(&case);
        assert_eq!(differences(&expect, &answer), [""; 0], "{options}");
    }
}
