//! Tables of verdicts and of `matrix` at every width: each answer that restricts, its line and its reason, and each group with all
//! that it states.

use std::fs;
use std::path::Path;

use robots_policy_kit::output::ends;
use serde_json::Value;

use crate::scanning::{command, folder, run};

/// A field for every client, metas for some, and a use that is refused by a line and by the group of a token.
const PAGE: &str = "HTTP/1.1 200 OK\nContent-Type: text/html\nX-Robots-Tag: noarchive\nTDM-Reservation: 1\n\n<title>A</title><meta name=googlebot content=nosnippet><meta name=gptbot content=noindex>";
const ROBOTS_OF_PAGE: &str = "User-agent: *\nContent-Signal: search=yes,ai-train=no\nContent-Usage: ai-use=n\nDisallow: /b\n\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: Google-Extended\nDisallow: /\n";

/// Groups of one name and of many, two of one name, one of a token, a licence, a rule of three digits.
const ROBOTS: &str = "License: https://e.com/all.xml\n\nUser-agent: *\nContent-Signal: search=yes,ai-train=no\nContent-Usage: ai-use=n\nCrawl-delay: 3\nDisallow: /b\n\nUser-agent: CCBot\nUser-agent: ExampleBot-With-A-Long-Name\nUser-agent: Bytespider\nDisallow: /\nAllow: /open\n\nUser-agent: Google-Extended\nUser-agent: Applebot-Extended\nDisallow: /\n\nUser-agent: CCBot\nDisallow: /c\n\nUser-agent: GPTBot\nAllow: /\n\nSitemap: https://e.com/sitemap.xml\nSitemap: https://e.com/a/sitemap/with/a/longer/name.xml\n";
const AGENTS: &str = "--agent GPTBot --agent CCBot --agent Bytespider --agent Googlebot --agent bingbot --agent ClaudeBot --agent Amazonbot --agent ExampleBot-With-A-Long-Name --agent Google-Extended --agent Applebot-Extended --agent PerplexityBot --agent *";
const LONG: &str = "https://e.com/b/a/path/that/is/longer/than/a/narrow/terminal/and/ends.html";
const WIDTHS: [usize; 5] = [40, 60, 80, 100, 160];

/// What a command shows at this width, whose lines fit it.
fn shown(folder: &Path, words: &str, columns: usize) -> String {
    let width = columns.to_string();
    let output = command(folder, words).env("COLUMNS", width).output();
    let shown = ends(&output.unwrap(), 0);
    for line in shown.lines() {
        let is_narrow = line.chars().count() <= columns;
        assert!(is_narrow, "{words}: {columns}: {line}");
    }
    shown
}

/// A text without blanks and line ends.
fn packed(text: &str) -> String {
    text.split_whitespace().collect()
}

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
    let whole = shown(folder, words, 1000);
    let all = rows(&whole, |first| !first.is_empty());
    for (name, reason) in reasons {
        let (_, words) = all.iter().find(|(row, _)| row == name).unwrap();
        let is_there = words.concat().contains(&packed(reason));
        assert!(is_there, "{name}: {reason}\n{whole}");
    }
    for columns in WIDTHS {
        let table = shown(folder, words, columns);
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
                let is_there = shown.contains(reason);
                assert!(is_there, "{columns}: {name}: {reason}\n{table}");
            }
        }
    }
}

#[test]
fn every_table_has_each_restriction_and_its_reason_at_every_width() {
    let folder = folder("tables");
    fs::write(folder.join("page.http"), PAGE).unwrap();
    fs::write(folder.join("robots.txt"), ROBOTS_OF_PAGE).unwrap();
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

/// The lines of the answers that restrict, and the statements on them, by the object.
fn expected(folder: &Path, words: &str) -> Vec<(u64, String)> {
    let object = ends(&run(folder, &format!("{words} --format json")), 0);
    let object: Value = serde_json::from_str(&object).unwrap();
    let mut all = Vec::new();
    let mut note = |own: &Value| {
        let rule = own["rule"].as_str().unwrap().to_owned();
        all.push((own["line"].as_u64().unwrap(), rule));
    };
    for row in object["rows"].as_array().unwrap() {
        let is_of_use = row["use"] == false && row.get("uses").is_none();
        if row["allowed"] == false || is_of_use {
            note(row);
        }
        for (activity, answer) in row["uses"].as_object().into_iter().flatten() {
            if answer == "disallow" {
                note(&row["use_rules"][activity]);
            }
        }
    }
    all.sort_unstable();
    all
}

/// The lines after `NO`, in the order of their numbers.
fn refused(table: &str) -> Vec<u64> {
    let words: Vec<&str> = table.split_whitespace().collect();
    let pairs = words.windows(2).filter(|pair| pair[0] == "NO");
    // Whether an owner listens has no line.
    let lines = pairs.filter_map(|pair| pair[1].trim_end_matches(',').parse().ok());
    let mut lines: Vec<u64> = lines.collect();
    lines.sort_unstable();
    lines
}

#[test]
fn every_refusal_has_its_line_at_every_width() {
    let folder = folder("tables-matrix");
    fs::write(folder.join("robots.txt"), ROBOTS).unwrap();
    for row in include_str!("tables/matrix.txt").lines() {
        let row = row.replace("AGENTS", AGENTS).replace("LONG", LONG);
        let words = format!("matrix robots.txt {row}");
        let expected = expected(&folder, &words);
        let lines: Vec<u64> = expected.iter().map(|(line, _)| *line).collect();
        for columns in WIDTHS {
            let whole = shown(&folder, &words, columns);
            let table = whole.split("\n\nnotice").next().unwrap();
            let table = table.split("\n\ngroup").next().unwrap();
            assert_eq!(refused(table), lines, "{words}: {columns}\n{table}");
            for (line, rule) in &expected {
                let own = packed(&format!("line {line} "));
                let table = packed(table);
                let says = table
                    .find(&own)
                    .is_some_and(|at| table[at..].contains(&packed(rule)));
                assert!(says, "{words}: {columns}: {line} {rule}\n{whole}");
            }
        }
    }
}

#[test]
fn every_group_has_all_that_it_states_at_every_width() {
    let folder = folder("tables-groups");
    fs::write(folder.join("robots.txt"), ROBOTS).unwrap();
    for columns in WIDTHS {
        let whole = shown(&folder, "matrix robots.txt", columns);
        let all = packed(&whole);
        for said in include_str!("tables/groups.txt").lines() {
            assert!(all.contains(&packed(said)), "{columns}: {said}\n{whole}");
        }
    }
}
