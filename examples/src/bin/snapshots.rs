//! Snapshots of the answers of saved responses, as `curl -si` writes them into files that end in `.http`: what pages permit does not
//! change unseen. Answers are equal where they mean the same, so that a page that is spelt in another way is no change.
//!
//! ```sh
//! INSTA_UPDATE=always cargo run --bin snapshots -- ExampleBot check ../fixtures/wild tests/snapshots # writes the snapshots
//! cargo run --bin snapshots -- ExampleBot check ../fixtures/wild tests/snapshots      # fails at the first that differs
//! cargo run --bin snapshots -- ExampleBot compare before after     # the pages of two folders whose answers differ
//! ```

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use robots_policy::{Answers, Client, MetaExtractor, Policy, RobotsTxt, Timestamp};

/// The moment of every question: 2026-11-20. The clock would change answers, too.
const NOW: i64 = 1_795_132_800;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        [agent, "check", folder, snapshots] => check(
            &answers(&Client::new(agent)?, folder.as_ref())?,
            snapshots.as_ref(),
        ),
        [agent, "compare", before, after] => {
            let me = Client::new(agent)?;
            let before = answers(&me, before.as_ref())?;
            for (page, after) in answers(&me, after.as_ref())? {
                if let Some(before) = before.get(&page).filter(|before| **before != after) {
                    println!("{page}\nbefore\n{before}after\n{after}");
                }
            }
            Ok(())
        }
        _ => Err("usage: snapshots AGENT (check FOLDER SNAPSHOTS | compare BEFORE AFTER)".into()),
    }
}

/// Compares each page with its snapshot.
fn check(pages: &BTreeMap<String, Answers>, snapshots: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(snapshots)?;
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(snapshots.canonicalize()?);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for (page, answers) in pages {
            insta::assert_snapshot!(page.as_str(), answers.to_string());
        }
    });
    Ok(())
}

/// The answers of the saved responses in a folder and in those below it, by their paths.
fn answers(me: &Client, folder: &Path) -> Result<BTreeMap<String, Answers>, Box<dyn Error>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() {
            let below = answers(me, &path)?.into_iter();
            found.extend(below.map(|(page, answers)| (format!("{name}-{page}"), answers)));
        } else if path.extension().is_some_and(|end| end == "http") {
            let mut policy = saved(me, &fs::read(&path)?);
            if let Ok(robots) = fs::read(path.with_file_name("robots.txt")) {
                policy = policy.with_robots(RobotsTxt::parse(&robots));
            }
            let verdict = policy.verdict(me, "/", Timestamp::from_unix(NOW));
            found.insert(name, verdict.answers());
        }
    }
    Ok(found)
}

/// The policy of a saved response: a status line, field lines, an empty line, the body.
fn saved(me: &Client, response: &[u8]) -> Policy {
    let (mut lines, mut rest, mut status) = (Vec::new(), response, 200);
    while let Some(end) = rest.iter().position(|octet| *octet == b'\n') {
        let line = rest[..end].trim_ascii();
        rest = &rest[end + 1..];
        if line.is_empty() {
            break;
        } else if let Some(colon) = line.iter().position(|octet| *octet == b':') {
            lines.push((&line[..colon], line[colon + 1..].trim_ascii()));
        } else if let Some(number) = line.split(|octet| *octet == b' ').nth(1) {
            status = str::from_utf8(number)
                .ok()
                .and_then(|it| it.parse().ok())
                .unwrap_or(0);
        }
    }
    let mut metas = MetaExtractor::from_lines(lines.iter().copied()).with_client(me);
    let _ = metas.feed(rest);
    Policy::new()
        .with_status(status)
        .with_lines(lines)
        .with_document(metas.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_responses_answer_as_before() {
        let me = Client::new("ExampleBot").unwrap();
        let mut pages = answers(&me, "../fixtures/wild".as_ref()).unwrap();
        pages.retain(|page, _| page.starts_with("wordpress"));
        check(&pages, "tests/snapshots".as_ref()).unwrap();
    }

    #[test]
    fn another_spelling_is_no_change() {
        let me = Client::new("ExampleBot").unwrap();
        let answers = |response: &str| {
            let policy = saved(&me, response.as_bytes());
            policy
                .verdict(&me, "/", Timestamp::from_unix(NOW))
                .answers()
        };
        let before = answers(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Robots-Tag: noindex, nofollow\r\n\r\n<meta name=robots content=max-snippet:9>",
        );
        let after = answers(
            "HTTP/2 200\ncontent-type: text/html\nrobots-tag: *;max-snippet=9\n\n<META NAME='Robots' CONTENT='NONE'>",
        );
        assert_eq!(before, after);
        assert_ne!(before, answers("HTTP/2 200\ncontent-type: text/html\n\n"));
    }
}
