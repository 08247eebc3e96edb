//! Expectations, locks and ignored findings: the examples of their rules, and what does not fail open. What people see is in the
//! session `lint_intent`.

use std::fs;
use std::path::Path;

use robots_policy_kit::files::{files, root};
use robots_policy_kit::output::ends;
use serde_json::Value;
use toml::Table;

use crate::scanning::{ends_saying, folder, run};

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
    let found = ends(&run(folder, &words), 0);
    let lines = found
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let codes = lines.filter_map(|line| line["code"].as_str().map(str::to_owned));
    codes.collect()
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
                found.iter().any(|own| own == code),
                is_found,
                "{code} {key}: {found:?}"
            );
            asked += 1;
        }
    }
    assert_eq!(asked, 12);
}

/// An expectation about a page, its question, and what is given of the page.
#[test]
fn an_answer_that_is_not_known_is_never_the_expected_one() {
    let folder = folder("lint-intent-unknown");
    let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>x</title>\r\n";
    fs::write(folder.join("page"), page).unwrap();
    fs::write(folder.join("page.html"), "<title>x</title>\n").unwrap();
    fs::write(folder.join("moved"), page.replace("200 OK", "503 Gone")).unwrap();
    fs::write(folder.join("robots.txt"), "User-agent: *\nDisallow: /b\n").unwrap();
    for (expected, input, code, missing) in [
        ("index = \"yes\"", "page", 0, ""),
        ("index = \"yes\"", "page.html", 3, "fields ("),
        ("index = \"no\"", "page.html", 3, "fields ("),
        ("index = \"yes\"", "moved", 3, "document ("),
        ("fetch = \"yes\"", "page", 3, "robots.txt ("),
        ("fetch = \"yes\"", "page robots.txt", 0, ""),
        (
            "train = \"unstated\"",
            "page robots.txt",
            3,
            "tdmrep.json (",
        ),
        ("train = \"yes\"", "page robots.txt", 3, "tdmrep.json ("),
    ] {
        let config = format!("[[expect]]\nurl = \"/a\"\n{expected}\n");
        fs::write(folder.join("robots-policy.toml"), config).unwrap();
        let words = format!("lint {input} --url /a");
        ends_saying(&run(&folder, &words), code, missing);
        // The word of the owner makes it known.
        let absent = "assume_absent = [\"robots.txt\", \"fields\", \"document\", \"tdmrep.json\", \"licenses\", \"embedded\"]\n";
        let config = format!("{absent}[[expect]]\nurl = \"/a\"\n{expected}\n");
        fs::write(folder.join("robots-policy.toml"), config).unwrap();
        if input != "moved" {
            let broken = expected == "index = \"no\"" || expected == "train = \"yes\"";
            ends(&run(&folder, &words), i32::from(broken));
        }
    }
}

/// A lock holds each answer: whatever changes in it is found.
#[test]
fn every_changed_answer_of_a_lock_is_found() {
    let folder = folder("lint-intent-lock");
    for name in [
        "robots-policy.toml",
        "robots-policy.lock",
        "dist/robots.txt",
        "dist/index.html",
        "dist/blog/a.html",
    ] {
        let to = folder.join(name);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(root().join("fixtures/lint/intent").join(name), to).unwrap();
    }
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

/// The answer that brought a robots.txt decides where it has no lines: an error of the server closes the site.
#[test]
fn the_outcome_of_a_robots_txt_answers_for_addresses() {
    let folder = folder("lint-intent-outcome");
    for (name, status) in [
        ("closed", "503 Service Unavailable"),
        ("open", "404 Not Found"),
    ] {
        let answer = format!("HTTP/1.1 {status}\r\nContent-Type: text/plain\r\n\r\nx");
        fs::write(folder.join(name), answer).unwrap();
    }
    let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>x</title>\r\n";
    fs::write(folder.join("page"), page).unwrap();
    for (robots, expected, code) in [
        ("closed", "no", 0),
        ("closed", "yes", 1),
        ("open", "yes", 0),
        ("open", "no", 1),
    ] {
        let config = format!(
            "[levels]\nrobots-unreachable = \"off\"\n[[expect]]\nurl = [\"/a\", \"/b\"]\nfetch = \"{expected}\"\n"
        );
        fs::write(folder.join("robots-policy.toml"), config).unwrap();
        let words = format!("lint --robots {robots} page --url /a --min error");
        let found = ends(&run(&folder, &words), code);
        let broken = found.matches("error[intent-broken]").count();
        assert_eq!(broken, if code == 0 { 0 } else { 2 }, "{found}");
    }
}

/// A robots.txt in a folder answers for nothing if its server does not send it.
#[test]
fn rules_of_a_robots_txt_that_is_not_served_meet_no_expectation() {
    let folder = folder("lint-intent-served");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    fs::create_dir_all(folder.join("dist")).unwrap();
    write("dist/robots.txt", "User-agent: *\nDisallow: /x\n");
    write("dist/index.html", "<title>a</title>");
    write(
        "robots-policy.toml",
        "[[expect]]\nurl = \"/x\"\nfetch = \"no\"\n",
    );
    let location = |answer: &str| format!("server {{ location = /robots.txt {{ {answer} }} }}\n");
    write("none.conf", &location("return 404;"));
    write("other.conf", &location("proxy_pass http://127.0.0.1:1;"));
    let lint = |words: &str| {
        run(
            &folder,
            &format!("lint dist --base https://site.example {words}"),
        )
    };
    ends(&lint("--no-server"), 0);
    let found = ends(&lint("--server none.conf --server-kind nginx"), 1);
    assert!(found.contains("[intent-broken]"), "{found}");
    let found = ends(&lint("--server other.conf --server-kind nginx"), 3);
    assert!(!found.contains("[intent-broken]"), "{found}");
}
