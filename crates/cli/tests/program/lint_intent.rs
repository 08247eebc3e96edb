//! Expectations, locks and ignored findings: the examples of their rules, and what does not fail open. What people see is in the
//! session `lint_intent`.

use std::fs;
use std::path::Path;

use robots_policy_kit::files::{files, root};
use robots_policy_kit::output::ends;
use toml::Table;

use crate::scanning::{copied, ends_saying, folder, json_lines, run};

/// Writes an example of a rule, and returns the codes that are found in it.
fn codes(folder: &Path, example: &Table) -> Vec<String> {
    let text = |key: &str| example.get(key).map(|value| value.as_str().unwrap());
    let mut words = String::from("lint --now 2026-09-20T00:00:00Z --format json --fail-on never");
    for (key, name) in [
        ("configuration", "robots-policy.toml"),
        ("lock", "robots-policy.lock"),
        // It is the whole site.
        ("robots", "site/robots.txt"),
        ("response", "response"),
    ] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let Some(text) = text(key) else {
            let _ = fs::remove_file(path);
            continue;
        };
        if key == "response" {
            let (fields, body) = text.split_once("\n\n").unwrap();
            let response = format!("HTTP/1.1 200 OK\n{fields}\n\n{body}");
            fs::write(path, response.replace('\n', "\r\n")).unwrap();
        } else {
            fs::write(path, text).unwrap();
        }
        match key {
            "lock" => words += " --locked",
            "configuration" => {}
            "robots" => words += " site",
            _ => words = format!("{words} {name}"),
        }
    }
    if let Some(url) = text("url") {
        words = format!("{words} --url {url}");
    }
    let lines = json_lines(&ends(&run(folder, &words), 0)).into_iter();
    lines
        .filter_map(|line| line["code"].as_str().map(str::to_owned))
        .collect()
}

#[test]
fn rules_about_intent_report_their_examples_and_not_the_others() {
    let folder = folder("lint-intent-rules");
    let mut asked = 0;
    for path in files(&root().join("crates/lint/rules")) {
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let rule: Table = fs::read_to_string(&path).unwrap().parse().unwrap();
        let code = path.file_stem().unwrap().to_str().unwrap();
        for (key, is_found) in [("fires", true), ("quiet", false)] {
            let example = rule.get(key).and_then(toml::Value::as_table);
            let Some(example) = example.filter(|own| own.contains_key("configuration")) else {
                continue;
            };
            let found = codes(&folder, example);
            assert_eq!(
                found.contains(&code.to_owned()),
                is_found,
                "{code} {key}: {found:?}"
            );
            asked += 1;
        }
    }
    assert_eq!(asked, 12);
}

/// A lock holds each answer: whatever changes in it is found.
#[test]
fn every_changed_answer_of_a_lock_is_found() {
    let folder = folder("lint-intent-lock");
    let names =
        "robots-policy.toml robots-policy.lock dist/robots.txt dist/index.html dist/blog/a.html";
    copied(&root().join("fixtures/lint/intent"), names, &folder);
    let words = "lint dist --base https://example.org --locked";
    ends(&run(&folder, words), 0);
    let lock = fs::read_to_string(folder.join("robots-policy.lock")).unwrap();
    let mut changed = 0;
    for (own, other) in [("=yes", "=no"), ("=no", "=yes"), ("=unstated", "=no")] {
        for (at, _) in lock.match_indices(own) {
            let (before, after) = lock.split_at(at);
            // That is in the text of a statement.
            if before.rsplit(' ').next().unwrap().contains('"') {
                continue;
            }
            let other = format!("{before}{}", after.replacen(own, other, 1));
            fs::write(folder.join("robots-policy.lock"), other).unwrap();
            ends_saying(&run(&folder, words), 1, "");
            changed += 1;
        }
    }
    // The lines of rules have one answer each, as those of an address that no page has.
    assert_eq!(changed, 6 * 8 + 3 + 2);
    for (at, _) in lock.match_indices('\n').skip(1) {
        let rest = lock.get(at + 1..).unwrap();
        let Some((line, rest)) = rest.split_once('\n') else {
            continue;
        };
        let without = format!("{}{rest}", lock.get(..=at).unwrap());
        fs::write(folder.join("robots-policy.lock"), without).unwrap();
        let (status, said) = match line {
            // A rule that the lock lacks is new; a name that no group had, had the answers of `*`.
            line if line.starts_with("/drafts/x *") => (1, "which the lock lacks"),
            line if line.starts_with("/drafts/x") => (0, "has the answers of the lock"),
            line if line.starts_with('#') => (0, ""),
            _ => (0, "answers that the lock lacks"),
        };
        let found = ends(&run(&folder, words), status);
        assert!(found.contains(said), "{line}: {found}");
    }
}
