//! Every rule reports its first example, and does not report its second one: `rules/CODE.toml`, each with a snapshot of all that is
//! found in both.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use robots_policy::Timestamp;
use robots_policy_lint::{Document, FieldLine, Finding, Level, Linter, Page, RULES, Source};
use toml::Table;

/// The findings about an example, of all levels.
fn findings(example: &Table) -> Vec<Finding> {
    let text = |key: &str| {
        example
            .get(key)
            .map(|value| value.as_str().unwrap().to_owned())
    };
    let padding = |key: &str| {
        example
            .get(key)
            .map(|value| usize::try_from(value.as_integer().unwrap()).unwrap())
    };
    // 2026-09-20
    let mut linter = Linter::new(Timestamp::from_unix(1_789_862_400));
    for rule in RULES.iter().filter(|rule| rule.level == Level::Off) {
        linter = linter.with_level(rule.code, Level::Info);
    }
    if let Some(mut robots) = text("robots") {
        robots += &"x".repeat(padding("robots_padding").unwrap_or_default());
        linter.robots(&Source::new("robots.txt", robots.as_bytes()));
    }
    for (key, name) in [("tdmrep", "tdmrep.json"), ("license", "license.xml")] {
        if let Some(file) = text(key) {
            let source = Source::new(name, file.as_bytes());
            if key == "tdmrep" {
                linter.tdmrep(&source);
            } else {
                linter.license(&source);
            }
        }
    }
    if let Some(response) = text("response") {
        let (fields, body) = response.split_once("\n\n").unwrap();
        let fields =
            fields.to_owned() + &", x".repeat(padding("field_padding").unwrap_or_default() / 3);
        let response = fields.clone() + "\n\n" + body;
        let source = Source::new("response", response.as_bytes());
        let mut start = 0;
        let lines = fields.split('\n').map(|line| {
            let at = start;
            start += line.len() + 1;
            let (name, value) = line.split_once(':').unwrap();
            let blanks = value.len() - value.trim_start().len();
            FieldLine {
                name: name.as_bytes(),
                value: value.trim().as_bytes(),
                place: Some((&source, at, at + name.len() + 1 + blanks)),
            }
        });
        let fields_lines = lines.collect();
        let url = text("url").unwrap();
        let page = Page {
            name: &url,
            url: Some(&url),
            status: Some(200),
            fields: Some(fields_lines),
            document: (!body.is_empty()).then(|| Document {
                octets: body.as_bytes(),
                place: Some((&source, fields.len() + 2)),
                is_cut: false,
            }),
        };
        linter.page(&page);
    }
    linter.finish()
}

fn written(findings: &[Finding]) -> String {
    let mut text = String::new();
    for found in findings {
        let place = &found.place;
        let marked = place.text.get(place.marked.clone()).unwrap();
        writeln!(text, "{}[{}] {}", found.level, found.code, found.message).unwrap();
        writeln!(
            text,
            "  {}:{}:{} «{}»",
            place.input,
            place.line,
            place.column,
            marked.chars().take(60).collect::<String>()
        )
        .unwrap();
        for other in &found.others {
            writeln!(
                text,
                "  {}:{}:{} {}",
                other.place.input, other.place.line, other.place.column, other.label
            )
            .unwrap();
        }
        if let Some(effect) = &found.effect {
            for change in &effect.changes {
                writeln!(text, "  effect: {}", change.sentence(effect.compared)).unwrap();
            }
            if effect.changes.is_empty() {
                writeln!(text, "  effect: none").unwrap();
            }
        }
        if let Some(fix) = &found.fix {
            let kind = if fix.is_safe { "safe" } else { "unsafe" };
            for edit in &fix.edits {
                writeln!(
                    text,
                    "  {kind} fix: {}..{} {:?}",
                    edit.start, edit.end, edit.text
                )
                .unwrap();
            }
        }
    }
    text
}

#[test]
fn every_rule_reports_its_example_and_not_the_other() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let mut wrong = Vec::new();
    for rule in &RULES {
        let file = fs::read_to_string(folder.join(format!("{}.toml", rule.name))).unwrap();
        let row: Table = file.parse().unwrap();
        let (Some(fires), Some(quiet)) = (row.get("fires"), row.get("quiet")) else {
            continue;
        };
        let (fires, quiet) = (
            findings(fires.as_table().unwrap()),
            findings(quiet.as_table().unwrap()),
        );
        let has = |found: &[Finding]| found.iter().any(|found| found.code == rule.code);
        if !has(&fires) {
            wrong.push(format!(
                "{} does not report its example:\n{}",
                rule.name,
                written(&fires)
            ));
        }
        if has(&quiet) {
            wrong.push(format!(
                "{} reports the other example:\n{}",
                rule.name,
                written(&quiet)
            ));
        }
        let text = format!("{}--\n{}", written(&fires), written(&quiet));
        insta::with_settings!({ snapshot_path => folder.clone(), prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(rule.name, text);
        });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
