//! Hostile configurations: every beginning of each, and large ones.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, missing_docs)] // a test fails by panicking

use std::fs;
use std::path::Path;

use robots_policy_servers::{Configuration, Kind, Request, Source};

/// Reads a text as each kind, and asks it; neither fails.
fn ask(kinds: &[Kind], text: &str) {
    for kind in kinds {
        for name in if text.len() < 5_000 {
            &["main", ".htaccess"][..]
        } else {
            &["main"]
        } {
            let Ok(configuration) = Configuration::read(*kind, &[Source { name, text }]) else {
                continue;
            };
            for target in ["/", "/a/b.html?x=1", "", "%", "/%ff/../x"] {
                configuration.fields(&Request {
                    secure: false,
                    host: Some("example.org"),
                    target,
                    files: None,
                });
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
        let kind = match path.extension().and_then(|end| end.to_str()) {
            Some("nginx") => Kind::Nginx,
            Some("apache") => Kind::Apache,
            Some("caddy") => Kind::Caddy,
            _ => continue,
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
        ask(Kind::ALL, &text);
    }
    let rules =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/answers.jsonl"))
            .unwrap();
    for line in rules.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let text = row["text"].as_str().unwrap();
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            ask(
                &[Kind::Headers, Kind::Cloudflare, Kind::Netlify, Kind::Vercel],
                &text[..end],
            );
            count += 1;
        }
    }
    assert!(count > 4_000, "{count}");
}

#[test]
fn large_configurations_are_bounded() {
    let mebibyte = |unit: &str| unit.repeat((1 << 20) / unit.len());
    for unit in [
        "server{",
        "location /a{",
        "add_header X-Robots-Tag noindex;",
        "location ~ (a*)*{}",
        "<Files a>\n",
        "Header set X-Robots-Tag noindex\n",
        "a {\n",
        ":80 {\nheader X-Robots-Tag a\n}\n",
        "/*\n  X-Robots-Tag: noindex\n",
        "[[headers]]\nfor=\"/*\"\n",
        "[",
        "{\"headers\":",
        "\"",
        "\\",
        "}",
        "/:a*",
    ] {
        for kind in Kind::ALL {
            let began = std::time::Instant::now();
            ask(&[*kind], &mebibyte(unit));
            eprintln!("{unit:?} {kind:?} {:?}", began.elapsed());
        }
    }
    let patterns: String = (0..20_000)
        .map(|number| format!("location ~ (a{number}|b){{50}} {{ add_header X-Robots-Tag a; }}\n"))
        .collect();
    ask(&[Kind::Nginx], &format!("server {{ {patterns} }}"));
    let headers: String = (0..20_000)
        .map(|number| format!("\theader /{number} X-Robots-Tag a\n"))
        .collect();
    ask(&[Kind::Caddy], &format!(":80 {{\n{headers}}}\n"));
    let include = "include a;include b;".repeat(20);
    let sources = [
        Source {
            name: "main",
            text: &include,
        },
        Source {
            name: "a",
            text: &include,
        },
        Source {
            name: "b",
            text: &include,
        },
    ];
    assert!(Configuration::read(Kind::Nginx, &sources).is_err());
}
