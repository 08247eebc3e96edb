//! `eval --as`: one reading serves all engines of a run, and each has the record of a run of its own, and of a line.

use std::fs;

use robots_policy_kit::output::ends;
use serde_json::{Value, json};

use crate::scanning::{fed, folder, json_lines, run};

const PAGE: &str = "<!doctype html>\n<title>A page</title>\n<meta name=msnbot content=nocache>\n<body>\n<p>Text\n<meta name=robots content=noindex>\n";
const ROBOTS: &str = "User-agent: msnbot\nDisallow: /\n\nUser-agent: *\nCrawl-delay: 10\n";

/// A record without what hangs on the others: a reader that knows fewer names reports fewer of them, and without a body nothing in it
/// is doubtful.
fn without(record: &Value) -> Value {
    let mut record = record.clone();
    record.as_object_mut().unwrap().remove("diagnostics");
    let marks = record["as"]["marks"].as_array_mut().unwrap();
    marks.retain(|mark| !mark.as_str().unwrap().ends_with(": metas in the body"));
    record
}

#[test]
fn r_482_each_engine_has_its_record() {
    let place = folder("as-records");
    fs::write(place.join("body.html"), PAGE).unwrap();
    fs::write(place.join("msnbot.txt"), ROBOTS).unwrap();
    let line = "eval body.html --robots msnbot.txt --now 2026-11-20T00:00:00Z --format json --as";
    let records = |names: &str| json_lines(&ends(&run(&place, &format!("{line} {names}")), 0));
    let all = records("all");
    assert!(all.len() >= 49, "{}", all.len());
    for record in &all {
        let name = record["as"]["profile"].as_str().unwrap();
        assert_eq!(without(&records(name)[0]), without(record), "{name}");
    }
    let asked = json!({"id": null, "as": "BingBot", "html": PAGE, "robots_txt": ROBOTS, "now": "2026-11-20T00:00:00Z"});
    let output = fed(&place, ["eval", "--jsonl"], asked.to_string().as_bytes());
    let (batch, bing) = (json_lines(&ends(&output, 0)), records("bingbot"));
    for key in [
        "as",
        "general",
        "access",
        "index",
        "crawl_delay",
        "directives",
    ] {
        assert_eq!(batch[0][key], bing[0][key], "{key}");
    }
}
