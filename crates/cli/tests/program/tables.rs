//! Tables of verdicts at every width: each answer that restricts, and its reason, is there.

use std::fs;
use std::path::Path;

use robots_policy_kit::output::ends;

use crate::scanning::{command, folder};

/// A field for every client, metas for some, and a use that is refused by a line and by the group of a token.
const PAGE: &str = "HTTP/1.1 200 OK\nContent-Type: text/html\nX-Robots-Tag: noarchive\nTDM-Reservation: 1\n\n<title>A</title><meta name=googlebot content=nosnippet><meta name=gptbot content=noindex>";
const ROBOTS: &str = "User-agent: *\nContent-Signal: search=yes,ai-train=no\nContent-Usage: ai-use=n\nDisallow: /b\n\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: Google-Extended\nDisallow: /\n";

/// The words of answers that restrict, or that are not known.
const WORDS: &[&str] = &["NO", "(NO)", "NO?", "IF", "LIM", "?", "unsaid"];

/// A table without line ends in its rows: the words of each row, by the first word of the row.
fn rows(table: &str, is_row: impl Fn(&str) -> bool) -> Vec<(String, Vec<String>)> {
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for line in table.lines().skip(2).take_while(|line| !line.is_empty()) {
        let words = line.split_whitespace().map(str::to_owned);
        let first = line.split(' ').next().unwrap_or_default();
        if line.starts_with(' ') {
            rows.last_mut().unwrap().1.extend(words);
        } else if is_row(first) {
            rows.push((first.to_owned(), words.skip(1).collect()));
        }
    }
    rows
}

/// The words that restrict, in the order of the columns, and the reasons without the blanks of lines.
fn said(words: &[String]) -> (Vec<&str>, String) {
    let answers = words.iter().map(|word| word.trim_end_matches(','));
    let answers = answers.filter(|word| WORDS.contains(word)).collect();
    (answers, words.concat())
}

fn hold(folder: &Path, words: &str, reasons: &[(&str, &str)]) {
    let shown = |columns: usize| {
        let columns = columns.to_string();
        let output = command(folder, words).env("COLUMNS", columns).output();
        ends(&output.unwrap(), 0)
    };
    let whole = shown(1000);
    let all = rows(&whole, |first| !first.is_empty());
    for (name, reason) in reasons {
        let (_, words) = all.iter().find(|(row, _)| row == name).unwrap();
        let reason: String = reason.split_whitespace().collect();
        assert!(
            words.concat().contains(&reason),
            "{name}: {reason}\n{whole}"
        );
    }
    for columns in [40, 60, 80, 100, 160] {
        let table = shown(columns);
        for line in table.lines() {
            assert!(line.chars().count() <= columns, "{columns}: {line}");
        }
        let narrow = rows(&table, |first| {
            // A long name is cut in its middle.
            let start = first.split('…').next().unwrap_or_default();
            all.iter().any(|(name, _)| name.starts_with(start))
        });
        assert_eq!(narrow.len(), all.len(), "{columns}\n{table}");
        for ((name, whole), (_, narrow)) in all.iter().zip(&narrow) {
            let ((answers, all), (own, shown)) = (said(whole), said(narrow));
            assert_eq!(answers, own, "{columns}: {name}\n{table}");
            let reasons = all.split("robots.txt:").skip(1);
            for reason in reasons.chain(all.split("page.http:").skip(1)) {
                let reason = reason.split(',').next().unwrap_or_default();
                assert!(
                    shown.contains(reason),
                    "{columns}: {name}: {reason}\n{table}"
                );
            }
        }
    }
}

#[test]
fn every_table_has_each_restriction_and_its_reason_at_every_width() {
    let folder = folder("tables");
    fs::write(folder.join("page.http"), PAGE).unwrap();
    fs::write(folder.join("robots.txt"), ROBOTS).unwrap();
    let ask = |asker: &str| {
        format!(
            "eval {asker} --robots robots.txt --url https://e.com/a --assume-absent rest page.http"
        )
    };
    let clients = [
        ("GPTBot", "6:82 noindex"),
        ("CCBot", "robots.txt:7:1 Disallow: /"),
        ("ExampleBot", "3:15 noarchive"),
        ("ExampleBot", "robots.txt:2:28 ai-train=no"),
    ];
    hold(
        &folder,
        &ask("--agent GPTBot --agent CCBot --agent ExampleBot"),
        &clients,
    );
    let engines = [
        ("googlebot", "nosnippet"),
        ("googlebot", "robots.txt:10:1 Disallow: /"),
        ("gptbot", "robots.txt:2:28 ai-train=no"),
        ("ccbot", "4:18 TDM-Reservation 1"),
        ("ccbot", "robots.txt:7:1 Disallow: /"),
    ];
    hold(
        &folder,
        &ask("--as googlebot,gptbot,ccbot,google-extended"),
        &engines,
    );
    hold(&folder, &ask("--as ai"), &engines);
}
