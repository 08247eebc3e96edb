//! Addresses and fields, the same through each door of the program: what is read, and what is an error that says why.

use std::fs;
use std::path::Path;

use robots_policy_kit::output::{ends, said};
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

#[test]
fn a_text_without_an_address_is_an_error_at_every_door() {
    let folder = folder("readings-wrong");
    fs::write(folder.join("r.txt"), ROBOTS).unwrap();
    for (url, reason) in [
        (" https://e.com/p", "it begins with a blank"),
        (
            "\u{feff}https://e.com/p",
            "it begins with the byte order mark U+FEFF",
        ),
        ("\"https://e.com/p\"", "it begins with a quote"),
        ("<https://e.com/p>", "it begins with `<`"),
        (
            "view-source:https://e.com/p",
            "its scheme is `view-source`, and not http or https",
        ),
        ("https:\\\\e.com\\p", "it has `\\` where a URL has `/`"),
        (
            "=HYPERLINK(\"a://b\")",
            "it has no scheme such as `https://`",
        ),
    ] {
        let answer = &answers(&[json!({"url": url, "robots_txt": ROBOTS})])[0];
        assert_eq!(answer["error"]["code"], "invalid-url", "{answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains(reason), "{message}");
        for command in [
            ["eval", "--robots", "r.txt", "--url", url],
            ["matrix", "r.txt", "--agent", "A", url],
        ] {
            let output = fed(&folder, command, b"");
            ends(&output, 2);
            assert!(said(&output).contains(reason), "{}", said(&output));
        }
        // A line of a file is trimmed, as people write lists.
        if !url.starts_with([' ', '\u{feff}']) {
            fs::write(folder.join("urls"), format!("/a\n{url}\n")).unwrap();
            let output = run(&folder, "matrix r.txt --agent A --urls urls");
            ends(&output, 1);
            assert!(said(&output).contains(reason), "{}", said(&output));
        }
    }
}

#[test]
fn records_say_what_was_given_for_a_file_and_for_a_field() {
    for (record, message) in [
        (
            json!({"robots_txt": "https://e.com/robots.txt"}),
            "`robots_txt` is the address `https://e.com/robots.txt`, and not the text of a robots.txt; \
             fetch it and give its body, and its status in `robots_status`",
        ),
        (
            json!({"robots_txt": " /robots.txt\n"}),
            "`robots_txt` is the address `/robots.txt`, and not the text of a robots.txt; \
             fetch it and give its body, and its status in `robots_status`",
        ),
        (
            json!({"headers": [["HTTP_X_ROBOTS_TAG", "noindex"]]}),
            "`HTTP_X_ROBOTS_TAG` is the name of a variable, and not of a field; write `X-ROBOTS-TAG`",
        ),
    ] {
        let answer = &answers(&[record])[0];
        assert_eq!(answer["error"]["code"], "invalid-record", "{answer}");
        let found = answer["error"]["message"].as_str().unwrap();
        assert!(found.contains(message), "{found}");
    }
    let read = answers(&[
        json!({"robots_txt": "/404", "robots_status": 200}),
        json!({"robots_txt": "User-agent: *"}),
        json!({"robots_txt": "Sitemap: https://e.com/s.xml"}),
        json!({"headers": [["X-Robots-Tag", "max-image-preview: none"]]}),
        json!({"headers": [["X-Robots-Tag", "max-image-preview: none"]], "as": "googlebot"}),
    ]);
    for answer in &read[..3] {
        assert_eq!(answer["access"]["allowed"], true, "{answer}");
    }
    for answer in &read[3..] {
        assert_eq!(answer["index"], true, "{answer}");
        assert_eq!(answer["directives"]["max-image-preview"], "none");
    }
}
