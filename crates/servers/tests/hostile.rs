//! Hostile configurations: every beginning of each, and large ones.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, missing_docs)] // a test fails by panicking

use std::fs;
use std::path::Path;

use robots_policy_servers::{ConfigText, Configuration, Request, ServerKind};
use serde_json::Value;

/// The rows of a file beside this one.
fn rows(name: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let text = fs::read_to_string(folder.join(name)).unwrap();
    let rows = text.lines().map(serde_json::from_str);
    rows.collect::<Result<_, _>>().unwrap()
}

/// A request for a path of a site whose files are not known.
fn request(target: &str) -> Request<'_> {
    Request {
        secure: false,
        host: Some("example.org"),
        port: None,
        target,
        files: None,
    }
}

/// Reads a text as each kind, and asks it; neither fails.
fn ask(kinds: &[ServerKind], text: &str) {
    for kind in kinds {
        for name in if text.len() < 5_000 {
            &["main", ".htaccess"][..]
        } else {
            &["main"]
        } {
            let Ok(configuration) = Configuration::read(*kind, &[ConfigText { name, text }]) else {
                continue;
            };
            for target in ["/", "/a/b.html?x=1", "", "%", "/%ff/../x"] {
                configuration.fields(&request(target));
            }
            configuration.traps();
        }
    }
}

#[test]
fn every_beginning_is_read_or_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/configurations");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let ending = path.extension().and_then(|end| end.to_str());
        let Some(kind) = ending.and_then(ServerKind::of_name) else {
            continue;
        };
        let text = fs::read_to_string(&path).unwrap();
        for end in (0..text.len())
            .step_by(7)
            .filter(|end| text.is_char_boundary(*end))
        {
            ask(&[kind], &text[..end]);
            count += 1;
        }
        // Each kind refuses or reads the files of the others.
        ask(ServerKind::ALL, &text);
    }
    for row in rows("answers.jsonl") {
        let text = row["text"].as_str().unwrap();
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            ask(
                &[
                    ServerKind::Headers,
                    ServerKind::Cloudflare,
                    ServerKind::Netlify,
                    ServerKind::Vercel,
                ],
                &text[..end],
            );
            count += 1;
        }
    }
    assert!(count > 4_000, "{count}");
}

#[test]
fn repeated_pieces_are_read_or_refused() {
    for unit in rows("repeated.jsonl") {
        let unit = unit.as_str().unwrap();
        ask(ServerKind::ALL, &unit.repeat(LARGE / unit.len()));
    }
}

/// The size of large configurations, in bytes.
const LARGE: usize = 1 << 17;

/// A piece as often as it says, with its number in the place of `{n}`; with 0, up to the size of a large configuration.
fn repeated(piece: &Value) -> String {
    let (unit, count) = (piece[0].as_str().unwrap(), piece[1].as_u64().unwrap());
    let mut text = String::new();
    for number in 0_u64.. {
        if count > 0 && number == count || count == 0 && text.len() >= LARGE {
            break;
        }
        text.push_str(&unit.replace("{n}", &number.to_string()));
    }
    text
}

/// Each limit makes the answer unknown, and a configuration within the limits is known.
#[test]
fn beyond_a_limit_the_answer_is_unknown() {
    for row in rows("limits.jsonl") {
        let kind = ServerKind::of_name(row["kind"].as_str().unwrap()).unwrap();
        let text: String = row["parts"]
            .as_array()
            .unwrap()
            .iter()
            .map(repeated)
            .collect();
        let (name, text) = ("main", text.as_str());
        let configuration = Configuration::read(kind, &[ConfigText { name, text }]).unwrap();
        configuration.traps();
        let predicted = configuration.fields(&request("/b.html"));
        let why = predicted
            .unknown
            .first()
            .map_or("", |unknown| unknown.why.name());
        assert_eq!(why, row["unknown"], "{}", row["about"]);
        assert_eq!(predicted.fields.len(), row["fields"], "{}", row["about"]);
    }
}

#[test]
fn files_that_include_each_other_are_refused() {
    let include = "include a;include b;".repeat(20);
    let source = |name| ConfigText {
        name,
        text: &include,
    };
    let sources = ["main", "a", "b"].map(source);
    assert!(Configuration::read(ServerKind::Nginx, &sources).is_err());
}
