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
fn repeated_pieces_are_read_or_refused() {
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
        ask(Kind::ALL, &unit.repeat(LARGE / unit.len()));
    }
}

/// The size of large configurations, in bytes.
const LARGE: usize = 1 << 17;

/// Numbered pieces, up to the size of a large configuration.
fn many(piece: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in 0.. {
        if text.len() >= LARGE {
            break;
        }
        text.push_str(&piece(number));
    }
    text
}

/// The answer to a path: the number of fields, and the reason where they are not known.
fn answer(kind: Kind, text: &str) -> (usize, String) {
    let name = "main";
    let configuration = Configuration::read(kind, &[Source { name, text }]).unwrap();
    configuration.traps();
    let predicted = configuration.fields(&Request {
        secure: false,
        host: Some("example.org"),
        target: "/b.html",
        files: None,
    });
    let why = predicted.unknown.first();
    let why = why.map_or("", |unknown| unknown.why.name());
    (predicted.fields.len(), why.to_owned())
}

/// Each limit makes the answer unknown, and a configuration within the limits is known.
#[test]
fn beyond_a_limit_the_answer_is_unknown() {
    let unknown = |why: &str| (0, why.to_owned());
    let known = |count: usize| (count, String::new());
    let ends = "add_header X-Robots-Tag a;";
    let of_apache = "Header set X-Robots-Tag a\n";
    let site = |text: String| format!(":80 {{\n{text}respond a\n}}\n");
    for (kind, text, expected) in [
        (
            Kind::Nginx,
            many(|number| format!("location ~ \"(a{number}|c){{50}}\" {{ {ends} }}\n")),
            unknown("pattern"),
        ),
        (
            Kind::Nginx,
            many(|number| format!("location /a{number} {{ {ends} }}\n")),
            known(0),
        ),
        (
            Kind::Nginx,
            ends.repeat(1_000) + &many(|number| format!("location /{number} {{ {ends} }}\n")),
            known(1_000),
        ),
        (
            Kind::Nginx,
            "set $a x;".to_owned() + &"set $a $a$a;".repeat(20) + "add_header X-Robots-Tag $a;",
            unknown("variable"),
        ),
        (
            Kind::Nginx,
            many(|number| format!("set $a{number} b;")) + ends,
            unknown("limit"),
        ),
        (
            Kind::Nginx,
            "rewrite ^(.*)$ $1$1;".repeat(20) + ends,
            unknown("limit"),
        ),
        (Kind::Nginx, maps_in_maps(), unknown("limit")),
        (
            Kind::Nginx,
            many(|port| format!("listen {};", port % 60_000)) + ends,
            known(1),
        ),
        (
            Kind::Apache,
            of_apache.to_owned() + &"Header edit* X-Robots-Tag a aa\n".repeat(30),
            unknown("limit"),
        ),
        (
            Kind::Apache,
            many(|number| format!("Header merge X-Robots-Tag a{number}\n")),
            unknown("limit"),
        ),
        (
            Kind::Apache,
            many(|number| format!("<LocationMatch a{number}>\n{of_apache}</LocationMatch>\n")),
            unknown("pattern"),
        ),
        (
            Kind::Apache,
            many(|number| format!("LoadModule a{number}_module b\n"))
                + "LoadModule headers_module b\n"
                + of_apache,
            known(1),
        ),
        (
            Kind::Caddy,
            site(many(|number| format!("header /a{number} X-Robots-Tag a\n"))),
            unknown("limit"),
        ),
        (
            Kind::Caddy,
            site("header +X-Robots-Tag a\n".repeat(900)),
            known(900),
        ),
        (
            Kind::Cloudflare,
            many(|number| format!("/{number}\n")) + "/*\n X-Robots-Tag: a\n",
            unknown("pattern"),
        ),
        (
            Kind::Netlify,
            "[[headers]]\nfor=\"/*\"\n[headers.values]\nX-Robots-Tag=\"a\"\n".repeat(2_000),
            known(1),
        ),
    ] {
        let found = answer(kind, &text);
        let begin: String = text.chars().take(80).collect();
        assert_eq!(found, expected, "{kind:?} {begin}");
    }
}

/// Maps whose values have the next map 100 times, each time with nothing in it.
fn maps_in_maps() -> String {
    let map = |at: usize| {
        let inner = format!("$m{}", at + 1).repeat(100);
        format!("map $m{} $m{at} {{ default \"{inner}\"; }}\n", at + 1)
    };
    let maps: String = (0..7).map(map).collect();
    format!(
        "http {{ {maps} map $uri $m7 {{ default \"\"; }} server {{ add_header X-Robots-Tag \"$m0\"; }} }}"
    )
}

#[test]
fn files_that_include_each_other_are_refused() {
    let include = "include a;include b;".repeat(20);
    let source = |name| Source {
        name,
        text: &include,
    };
    let sources = ["main", "a", "b"].map(source);
    assert!(Configuration::read(Kind::Nginx, &sources).is_err());
}
