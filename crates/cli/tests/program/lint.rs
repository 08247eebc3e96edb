//! `lint`: JSON by its schema, SARIF that agrees with itself, folders with links, HAR, and many findings. What people see is in the
//! sessions `lint` and `lint_formats`.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use robots_policy_kit::output::ends;
use serde_json::{Value, json};

use crate::engines::misfits;
use crate::scanning::{ends_saying, folder, run};

/// A folder with the inputs of the fixtures.
fn inputs(test: &str) -> PathBuf {
    let folder = folder(test);
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/lint");
    for name in [
        "robots.txt",
        "response",
        "dist/blog/index.html",
        "dist/about.html",
        "dist/robots.txt",
    ] {
        let to = folder.join(name);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from.join(name), to).unwrap();
    }
    folder
}

fn json_of(folder: &Path, words: &str, code: i32) -> Value {
    serde_json::from_str(&ends(&run(folder, words), code)).unwrap()
}

#[test]
fn lines_of_json_fit_the_schema() {
    let folder = inputs("lint-schema");
    let lines = run(
        &folder,
        "lint robots.txt response dist nowhere --format json",
    );
    let lines = ends(&lines, 1);
    let lines = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<Value> = lines.collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/finding.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    // Draft 2020-12 has no lines, so all are one document.
    let mut all = schema.clone();
    for key in ["oneOf", "title"] {
        all.as_object_mut().unwrap().remove(key);
    }
    all["items"] = json!({ "oneOf": schema["oneOf"] });
    let document = Value::Array(lines.clone());
    assert_eq!(misfits(&folder, &all, &document), "");
    assert_eq!(lines.last().unwrap()["type"], "summary");
    for (place, value) in [
        ("/0/level", json!("fatal")),
        ("/0/place/line", json!("1")),
        ("/0/fingerprint", json!("x")),
        ("/0/version", json!(2)),
    ] {
        let mut wrong = document.clone();
        *wrong.pointer_mut(place).unwrap() = value;
        assert_ne!(misfits(&folder, &all, &wrong), "", "{place}");
    }
}

#[test]
fn results_of_sarif_lead_to_their_rules() {
    let folder = inputs("lint-sarif");
    let log = json_of(&folder, "lint robots.txt response dist --format sarif", 1);
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert!(results.len() > 5, "{log}");
    let mut prints = BTreeSet::new();
    for result in results {
        let at = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[at]["id"], result["ruleId"]);
        let print = &result["partialFingerprints"]["robotsPolicy/v1"];
        assert!(prints.insert(print.as_str().unwrap()), "{print}");
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert!(region["endColumn"].as_u64() > region["startColumn"].as_u64());
    }
    assert!(results.iter().any(|result| result["level"] == "note"));
    assert!(
        results
            .iter()
            .any(|result| result["relatedLocations"] != json!([]))
    );
}

#[test]
fn many_findings_are_cut_and_counted() {
    let folder = folder("lint-many");
    let rule = r#"{"location": "/", "tdm-reservation": 2}"#;
    for at in 0..60 {
        let name = format!("tdmrep-{at:02}.json");
        let rules = vec![rule; if at == 0 { 100 } else { 99 }];
        fs::write(folder.join(name), format!("[{}]", rules.join(","))).unwrap();
    }
    let names: Vec<String> = (0..60).map(|at| format!("tdmrep-{at:02}.json")).collect();
    let names = names.join(" ");
    let all = ends(&run(&folder, &format!("lint {names} --format json")), 1);
    let count = all.lines().count() - 1;
    let log = json_of(&folder, &format!("lint {names} --format sarif"), 1);
    let shown = log["runs"][0]["results"].as_array().unwrap().len();
    let notes = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(shown, count.min(5000));
    assert_eq!(notes.as_array().unwrap().len(), usize::from(count > 5000));
    let annotations = ends(&run(&folder, &format!("lint {names} --format github")), 1);
    assert_eq!(
        annotations
            .lines()
            .filter(|line| line.starts_with("::error "))
            .count(),
        10
    );
    let rest = format!("{} more have no annotation", count - 10);
    assert!(annotations.contains(&rest), "{annotations}");
    let issues = json_of(&folder, &format!("lint {names} --format gitlab"), 1);
    let issues = issues.as_array().unwrap();
    let prints: BTreeSet<&str> = issues
        .iter()
        .map(|issue| issue["fingerprint"].as_str().unwrap())
        .collect();
    assert_eq!((issues.len(), prints.len()), (count, count));
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out_of_a_folder() {
    use std::os::unix::fs::symlink;

    let folder = inputs("lint-links");
    let outside = folder.join("outside.html");
    fs::write(&outside, "<meta property=robots content=noindex>").unwrap();
    symlink(&outside, folder.join("dist/out.html")).unwrap();
    symlink(folder.join("dist/about.html"), folder.join("dist/in.html")).unwrap();
    symlink(folder.join("dist"), folder.join("dist/round")).unwrap();
    symlink("gone", folder.join("dist/gone.html")).unwrap();
    fs::create_dir(folder.join("other")).unwrap();
    symlink(folder.join("other"), folder.join("dist/other")).unwrap();
    symlink("/dev/null", folder.join("dist/image.png")).unwrap();
    // A server may send what they lead to.
    let why = "it is a symbolic link that leads out of the folder; lint what it leads to, or put a copy in its place";
    let said = ["other", "out.html"].map(|name| format!("robots-policy: dist/{name}: {why}\n"));
    ends_saying(
        &run(&folder, "lint dist --fail-on never"),
        3,
        &said.concat(),
    );
    let suites = ends(&run(&folder, "lint dist --format junit"), 1);
    assert!(suites.contains("\"dist/in.html\""), "{suites}");
    assert!(!suites.contains("round"), "{suites}");
}

#[test]
fn the_robots_txt_of_a_har_is_for_its_own_site() {
    let folder = folder("lint-har");
    let entry = |url: &str, fields: &Value, text: &str| {
        json!({
            "request": { "url": url },
            "response": {
                "status": 200,
                "headers": fields,
                "content": { "size": text.len(), "text": text },
            },
        })
    };
    let noindex = json!([{ "name": "X-Robots-Tag", "value": "noindex" }]);
    let entries = json!([
        entry("https://a.example/private/1", &noindex, "<p>"),
        entry("https://b.example/private/1", &noindex, "<p>"),
        entry(
            "https://a.example/robots.txt",
            &json!([]),
            "User-agent: *\nDisallow: /private/\n"
        ),
        entry("data:text/html,x", &json!([]), ""),
    ]);
    let har = json!({ "log": { "entries": entries } }).to_string();
    fs::write(folder.join("a.har"), har).unwrap();
    let found = ends(&run(&folder, "lint a.har"), 1);
    let hidden = "error[unseen-statement]";
    assert_eq!(found.matches(hidden).count(), 1, "{found}");
    assert!(
        found.contains("--> https://a.example/private/1 (fields):1:15"),
        "{found}"
    );
    fs::write(folder.join("cut.har"), "{\"log\": {\"entries\": [").unwrap();
    ends_saying(&run(&folder, "lint cut.har"), 3, "export it again");
}

#[test]
fn of_several_robots_txt_none_is_for_a_page() {
    let folder = inputs("lint-several");
    fs::write(folder.join("closed"), "User-agent: *\nDisallow: /\n").unwrap();
    fs::write(folder.join("open"), "User-agent: *\nDisallow:\n").unwrap();
    fs::write(
        folder.join("page"),
        "HTTP/1.1 200 OK\r\nX-Robots-Tag: noindex\r\n\r\n",
    )
    .unwrap();
    let hides = |words: &str| {
        let output = run(&folder, &format!("lint {words} --fail-on never"));
        ends(&output, 0).contains("[unseen-statement]")
    };
    assert!(hides("page closed") && !hides("page open"));
    assert!(!hides("closed page open"));
    assert!(hides("open page --robots closed"));
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text).unwrap();
    packed.finish().unwrap()
}

/// A yes needs a document that was read: one that cannot be, or is cut, is named, and one that is packed is unpacked.
#[test]
fn a_document_that_is_not_read_whole_is_not_free_of_findings() {
    let folder = folder("lint-unread");
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    let page = "<!doctype html><meta property=robots content=noindex><title>a</title>";
    let packed = gzip(page.as_bytes());
    let coded = format!("{head}Content-Encoding: gzip\r\n\r\n");
    let clean = "<!doctype html><title>a</title>";
    for (name, bytes, code, said) in [
        (
            "whole",
            [coded.as_bytes(), &packed].concat(),
            1,
            "meta-wrong-attribute",
        ),
        (
            "broken",
            [coded.as_bytes(), &packed[..20]].concat(),
            3,
            "could not be looked at",
        ),
        (
            "no-gzip",
            [coded.as_bytes(), b"\x1f\x8b\x08\0broken"].concat(),
            3,
            "could not be looked at",
        ),
        (
            "cut",
            format!(
                "{head}Content-Length: 5000\r\n\r\n<!doctype html><meta name=robots content=ind"
            )
            .into_bytes(),
            3,
            "could not be looked at",
        ),
        (
            "clean",
            format!("{head}\r\n{clean}").into_bytes(),
            0,
            "in 1 input",
        ),
        (
            "unknown-coding",
            [
                head.as_bytes(),
                b"Content-Encoding: x-none\r\n\r\n\x01\x02\xFF\0\x03",
            ]
            .concat(),
            3,
            "could not be looked at",
        ),
    ] {
        fs::write(folder.join(name), bytes).unwrap();
        let text = ends(&run(&folder, &format!("lint {name}")), code);
        assert!(text.contains(said), "{name}: {text}");
    }
}

#[test]
fn the_answer_that_brought_robots_txt_is_looked_at() {
    let folder = folder("lint-answers");
    let page = "HTTP/1.1 200 OK\r\n\r\n<title>a</title>";
    fs::write(folder.join("page"), page).unwrap();
    let moved = |to: &str| {
        format!(
            "301 Moved Permanently\r\nLocation: {to}\r\n\r\nHTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /a\n"
        )
    };
    for (answer, found, code) in [
        ("503 Later\r\n\r\nlater", Some("robots-unreachable"), 1),
        ("403 No\r\n\r\nno", Some("robots-refused"), 0),
        ("429 Slow\r\n\r\nslow", Some("robots-throttled"), 0),
        ("404 None\r\n\r\nnone", None, 0),
        ("304 Not Modified\r\n\r\n", None, 3),
        ("202 Accepted\r\n\r\nwait", None, 3),
        (
            "200 OK\r\nContent-Type: text/css\r\n\r\nUser-agent: *\nDisallow: /a\n",
            Some("robots-type"),
            0,
        ),
        (&moved("https://www.site.example/robots.txt"), None, 0),
        (&moved("/index.html"), Some("robots-redirect"), 0),
    ] {
        fs::write(folder.join("robots.txt"), format!("HTTP/1.1 {answer}")).unwrap();
        let lines = ends(&run(&folder, "lint page robots.txt --format json"), code);
        let lines = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        let lines: Vec<Value> = lines.collect();
        let codes = lines.iter().filter_map(|line| line["code"].as_str());
        assert_eq!(codes.collect::<Vec<_>>(), Vec::from_iter(found), "{answer}");
    }
}

/// The name says what a file is for, whatever is in it.
#[test]
fn files_of_known_names_are_what_these_say() {
    let folder = folder("lint-names");
    for (name, text, found) in [
        (
            "robots.txt",
            "https://site.example/a\nhttps://site.example/b\n",
            "no-record",
        ),
        (
            "robots.txt",
            "<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://site.example/</loc></url></urlset>",
            "html-for-robots-txt",
        ),
        ("tdmrep.json", "{}", "tdmrep-invalid"),
    ] {
        fs::write(folder.join(name), text).unwrap();
        let command = format!("lint {name} --format json --fail-on never");
        let lines = ends(&run(&folder, &command), 0);
        assert!(
            lines.contains(&format!("\"code\":\"{found}\"")),
            "{text}: {lines}"
        );
    }
}

/// The text of a body in a HAR is characters, whatever encoding the response had.
#[test]
fn the_text_of_a_har_is_read_as_characters() {
    let folder = folder("lint-har-text");
    let page = "<meta charset=utf-16le><meta name=robot content=noindex><title>\u{E9}</title>";
    let har = json!({ "log": { "version": "1.2", "creator": { "name": "a", "version": "1" }, "entries": [{
        "request": { "method": "GET", "url": "https://site.example/" },
        "response": {
            "status": 200,
            "headers": [{ "name": "Content-Type", "value": "text/html; charset=utf-16le" }],
            "content": { "size": page.len(), "mimeType": "text/html", "text": page },
        },
    }] } });
    fs::write(folder.join("a.har"), har.to_string()).unwrap();
    let lines = ends(&run(&folder, "lint a.har --format json --fail-on never"), 0);
    assert!(lines.contains("\"code\":\"meta-name-near\""), "{lines}");
}
