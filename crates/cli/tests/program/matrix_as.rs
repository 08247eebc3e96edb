//! `matrix --as`: a row for each engine, by its own rules.

use std::fs;
use std::path::{Path, PathBuf};

use robots_policy::engines::Profile;
use robots_policy_kit::output::{ends, said};
use serde_json::{Value, json};

use crate::scanning::{command, folder, run};

/// Own groups, one that others obey too, one for every client, and one that only a use depends on.
const ROBOTS: &str = "User-agent: Googlebot\nDisallow: /a\n\nUser-agent: msnbot\nDisallow: /\n\nUser-agent: Google-Extended\nDisallow: /\n\nUser-agent: *\nDisallow: /b\nContent-Usage: train-ai=n\n";

/// One engine for each way in which robots.txt binds.
const ENGINES: &str = "googlebot,applebot,bingbot,ccbot,adsbot-google,perplexity-user,chatgpt-user,google-extended,amzn-searchbot";

fn files(test: &str) -> PathBuf {
    let folder = folder(test);
    for (name, text) in [
        ("robots.txt", ROBOTS),
        ("empty", ""),
        ("named", "User-agent: Googlebot\nDisallow:\n"),
        ("missing", "HTTP/1.1 404 Not Found\r\n\r\n<p>"),
        ("failed", "HTTP/1.1 503 Failed\r\n\r\n<p>"),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    folder
}

#[test]
fn three_formats_of_engines() {
    let folder = files("matrix-as-formats");
    let line = format!("matrix robots.txt --as {ENGINES} / /a /robots.txt");
    let text = run(&folder, &line);
    assert_eq!(said(&text), "");
    insta::assert_snapshot!("matrix_as_text", ends(&text, 0));
    let csv = run(&folder, &format!("{line} --format csv --use train"));
    insta::assert_snapshot!("matrix_as_csv", ends(&csv, 0));
    let json = run(&folder, &format!("{line} --format json --use train"));
    let json: Value = serde_json::from_str(&ends(&json, 0)).unwrap();
    let row = |profile: &str, url: &str| {
        let mut rows = json["rows"].as_array().unwrap().iter();
        let row = rows.find(|row| row["profile"] == profile && row["url"] == url);
        row.unwrap().clone()
    };
    assert_eq!(
        row("applebot", "/a"),
        json!({
            "url": "/a", "profile": "applebot", "agent": "Applebot", "allowed": false, "reason": "disallow-rule",
            "group": "googlebot", "rule": "Disallow: /a", "line": 2, "by": "fallback-group",
            "marks": ["fallback-group: tokens"], "uses": {"train": "unstated"},
            "asked_not_to": {"train": null}, "listens": {"train": null},
        })
    );
    let token = row("google-extended", "/a");
    assert_eq!(
        (&token["allowed"], &token["use"]),
        (&json!(null), &json!(false))
    );
    assert_eq!(row("ccbot", "/a")["uses"], json!({"train": "disallow"}));
}

#[test]
fn every_engine_has_a_row_that_fits_80_columns() {
    let folder = files("matrix-as-all");
    let names = |words: &str| {
        let output = command(&folder, words).env("COLUMNS", "80").output();
        let table = ends(&output.unwrap(), 0);
        for line in table.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
        let rows = table.lines().skip_while(|line| !line.ends_with("  by"));
        let rows = rows
            .skip(1)
            .take_while(|line| !line.is_empty() && !line.starts_with("line "));
        let rows = rows.map(|row| row.split(' ').next().unwrap().to_owned());
        rows.collect::<Vec<_>>()
    };
    let in_use = Profile::all().filter(|profile| profile.retired().is_none());
    let in_use: Vec<&str> = in_use.map(Profile::name).collect();
    let long = "https://site.example/a/path/that/has/more/than/its/column";
    for urls in ["/ /a", long] {
        assert_eq!(names(&format!("matrix robots.txt --as all {urls}")), in_use);
    }
    assert_eq!(
        names("matrix robots.txt --as ccbot,CCBot --as GPTBot /"),
        ["ccbot", "gptbot"]
    );
}

/// The ladders are those of the table; here it is that the program asks them.
#[test]
fn each_engine_has_its_own_rule_for_a_file_that_is_missing() {
    let folder = files("matrix-as-status");
    for (file, engine, row) in [
        ("failed", "googlebot", "NO        out of reach: closed"),
        ("failed", "yandexbot", "yes       out of reach: open"),
        (
            "failed",
            "bingbot",
            "NO        out of reach: closed, undocumented",
        ),
        ("missing", "googlebot", "yes       no robots.txt: open"),
        ("empty", "googlebot", "yes       no group"),
        ("named", "googlebot", "yes       its own group"),
        ("named", "ccbot", "yes       no group"),
    ] {
        let output = run(&folder, &format!("matrix {file} --as {engine} /"));
        let reported = String::from_utf8_lossy(&output.stdout).into_owned();
        let expected = format!("{engine}  {row}\n");
        assert!(reported.contains(&expected), "{file} {engine}: {reported}");
        let is_failed = file == "failed" || file == "missing";
        assert_eq!(
            reported.contains("each engine has a rule of its own"),
            is_failed
        );
    }
}

#[test]
fn engines_take_the_place_of_askers() {
    for (words, message) in [
        ("--as googlebot --agent A", "cannot be used with"),
        ("--as googlebot --purpose train", "cannot be used with"),
        ("--as googlebot --google-compat", "cannot be used with"),
        ("--as gogglebot", "near it are `googlebot`"),
        ("", "<--agent <TOKENS>|--as <ENGINES>>"),
    ] {
        let output = run(Path::new("."), &format!("matrix robots.txt / {words}"));
        ends(&output, 2);
        assert!(
            said(&output).contains(message),
            "{words}: {}",
            said(&output)
        );
    }
}
