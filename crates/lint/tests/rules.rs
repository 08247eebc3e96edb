//! Every rule reports its first example, and does not report its second one: `rules/CODE.toml`, each with a snapshot of all that is
//! found in both. Every diagnostic has one rule, or is about no text of an owner.

#![allow(clippy::unwrap_used)] // a test fails by panicking

use std::fmt::Write as _;
use std::path::Path;

use robots_policy::robots_txt::{Cause, Fetched, Next, Robots, RobotsFetch};
use robots_policy::{DiagnosticCode, RobotsTxt, Timestamp};
use robots_policy_lint::{
    Code, Document, FieldLine, Finding, Level, Linter, Page, RULES, Redirect, RobotsAnswer, Served,
    ServedRobots, ServerFile, ServerKind, Servers, Sitemap, Source,
};
use toml::Table;

fn text<'e>(example: &'e Table, key: &str) -> Option<&'e str> {
    example.get(key).map(|value| value.as_str().unwrap())
}

fn number(example: &Table, key: &str) -> usize {
    let number = example.get(key).map(|value| value.as_integer().unwrap());
    number.map_or(0, |number| number.try_into().unwrap())
}

fn list<'e>(example: &'e Table, key: &str) -> Vec<&'e str> {
    let list = example.get(key).map(|value| value.as_array().unwrap());
    let list = list.into_iter().flatten();
    list.map(|value| value.as_str().unwrap()).collect()
}

/// The findings about an example, of all levels.
fn findings(example: &Table) -> Vec<Finding> {
    let text = |key: &str| text(example, key).map(str::to_owned);
    // 2026-09-20
    let mut linter = Linter::new(Timestamp::from_unix(1_789_862_400));
    for rule in RULES.iter().filter(|rule| rule.level == Level::Off) {
        linter = linter.with_level(rule.code, Level::Info);
    }
    if let Some(mut robots) = text("robots") {
        robots += &"x".repeat(number(example, "robots_padding"));
        linter.robots(&Source::new("robots.txt", robots.as_bytes()));
    }
    if let Some(answer) = text("answer") {
        let addresses = list(example, "addresses").into_iter().map(str::to_owned);
        look_at_answer(&mut linter, &answer, addresses.collect());
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
    served(example, &mut linter);
    look_at_site(&mut linter, example);
    if let Some(response) = text("response") {
        let (fields, body) = response.split_once("\n\n").unwrap();
        let padding = number(example, "field_padding");
        let fields = fields.to_owned() + &", x".repeat(padding / 3);
        let response = fields + "\n\n" + body;
        with_page("response", &text("url").unwrap(), 200, &response, |page| {
            linter.page(page);
            if let Some(redirect) = text("redirect") {
                let source = Source::new("redirect", redirect.as_bytes());
                let fields = field_lines(redirect.trim_end(), &source);
                let status = 301;
                linter.redirect(&Redirect { status, fields }, page);
            }
        });
    }
    linter.finish()
}

/// The lines at the begin of a source.
fn field_lines<'t>(fields: &'t str, source: &'t Source<'t>) -> Vec<FieldLine<'t>> {
    let mut start = 0;
    let lines = fields.split('\n').filter(|line| !line.is_empty());
    let lines = lines.map(|line| {
        let at = start;
        start += line.len() + 1;
        let (name, value) = line.split_once(':').unwrap();
        let blanks = value.len() - value.trim_start().len();
        FieldLine {
            name: name.as_bytes(),
            value: value.trim().as_bytes(),
            place: Some((source, at, at + name.len() + 1 + blanks)),
        }
    });
    lines.collect()
}

/// Calls `look` with a response, whose fields end with an empty line.
fn with_page(name: &str, url: &str, status: u16, response: &str, look: impl FnOnce(&Page<'_>)) {
    let (fields, body) = response.split_once("\n\n").unwrap();
    let source = Source::new(name, response.as_bytes());
    look(&Page {
        name: url,
        url: Some(url),
        status: Some(status),
        fields: Some(field_lines(fields, &source)),
        document: (!body.is_empty()).then(|| Document::of(&source, fields.len() + 2)),
    });
}

/// The address, the status and the response of a text that has them.
fn parts(text: &str) -> (&str, u16, &str) {
    let (line, response) = text.split_once('\n').unwrap();
    let (url, status) = line.split_once(' ').unwrap();
    (url, status.parse().unwrap(), response)
}

/// Looks at sitemaps, pages, and other hosts.
fn look_at_site(linter: &mut Linter, example: &Table) {
    let text = |key: &str| text(example, key);
    let lines =
        (0..number(example, "sitemap_lines")).map(|line| format!("https://example.org/{line}\n"));
    let lines: String = lines.collect();
    let sitemap = text("sitemap").unwrap_or(&lines);
    if !sitemap.is_empty() {
        let read = Sitemap::read(sitemap.as_bytes()).unwrap();
        let source = Source::new("sitemap.xml", sitemap.as_bytes());
        linter.sitemap(&read, &source, Some("https://example.org/sitemap.xml"));
    }
    let pages = list(example, "pages");
    let repeated = pages.last().into_iter().cycle();
    let repeated = repeated.take(number(example, "pages_repeated"));
    for (at, page) in pages.iter().chain(repeated).enumerate() {
        let (url, status, response) = parts(page);
        let url = match at.checked_sub(pages.len()) {
            None => url.to_owned(),
            Some(again) => format!("{url}?{again}"),
        };
        with_page(&url, &url, status, response, |page| {
            linter.page(page);
        });
    }
    if let Some((url, status, response)) = text("not_found").map(parts) {
        with_page(url, url, status, response, |page| linter.not_found(page));
    }
    if let Some((url, status, response)) = text("twin").map(parts) {
        let absent = Robots::Unavailable(Cause::Absent);
        with_page(url, url, status, response, |page| {
            linter.twin(page, &absent);
        });
    }
    if let Some(robots) = text("other_host") {
        let robots = RobotsTxt::parse(robots.as_bytes()).value;
        linter.other_host("http://www.example.org/robots.txt", &robots.into());
    }
}

/// Looks at the answer to a request for robots.txt.
fn look_at_answer(linter: &mut Linter, answer: &str, addresses: Vec<String>) {
    let (head, body) = answer.split_once("\n\n").unwrap();
    let status_line = head.lines().next().unwrap();
    let status = status_line.split(' ').nth(1).unwrap().parse().unwrap();
    let source = Source::new("answer", answer.as_bytes());
    let lines = Source::new("answer (body)", body.as_bytes());
    let mut fetch = RobotsFetch::default();
    let now = Timestamp::from_unix(1_789_862_400);
    let fetched = Fetched::of(status, body.as_bytes());
    assert_eq!(fetch.answered(&mut fetch.begin(), fetched, now), Next::Done);
    let name = "Content-Type: ";
    let media_type = head.find(name).map(|at| {
        let value = head[at + name.len()..].lines().next().unwrap();
        let start = at + name.len();
        (value.to_owned(), source.place(start..start + value.len()))
    });
    linter.robots_answer(&RobotsAnswer {
        outcome: fetch.outcome(now).clone(),
        place: source.place(0..status_line.len()),
        addresses,
        media_type,
        file: Some(&lines),
    });
}

/// Looks at the files of an example with the configuration of its server.
fn served(example: &Table, linter: &mut Linter) {
    let text = |key: &str| text(example, key).unwrap_or_default();
    let files = list(example, "files");
    let host = Some(text("host").to_owned()).filter(|host| !host.is_empty());
    let mut servers = Servers::new(true, host, files.iter().map(|file| (*file).to_owned()));
    let own = ["server", "second"].map(|key| (text(&format!("{key}_name")), text(key)));
    let sources = own.map(|(name, text)| {
        let source = Source::new(name, text.as_bytes());
        [ServerFile { name, source }]
    });
    for ((name, own), source) in own
        .iter()
        .zip(&sources)
        .filter(|((name, _), _)| !name.is_empty())
    {
        let kind = ServerKind::of_name(text("server_kind"));
        let kind = kind.or_else(|| ServerKind::of(name, own)).unwrap();
        if let Err(refusal) = servers.read(kind, source) {
            linter.server_refused(source, &refusal);
        }
    }
    if servers.is_empty() {
        return;
    }
    let page = b"<!doctype html><title>a</title>";
    let file = Source::new("robots.txt", b"User-agent: *\nDisallow: /b\n");
    let robots = files.contains(&"robots.txt").then_some(&file);
    if let Some(robots) = robots {
        linter.robots(robots);
    }
    linter.served_robots(
        &mut servers,
        &ServedRobots {
            name: "robots.txt",
            file: robots,
            read: &|path| Some((path.to_owned(), page.to_vec())),
        },
    );
    for file in files {
        let url = format!("/{}", file.strip_suffix("index.html").unwrap_or(file));
        linter.served(
            &mut servers,
            &Served {
                name: file,
                url: &url,
                document: Path::new(file)
                    .extension()
                    .is_some_and(|end| end == "html")
                    .then_some(Document {
                        octets: page,
                        place: None,
                        is_text: false,
                        is_cut: false,
                    }),
            },
        );
    }
    linter.served_all(servers);
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
        let examples: Table = rule.code.examples().parse().unwrap();
        let (Some(fires), Some(quiet)) = (examples.get("fires"), examples.get("quiet")) else {
            continue;
        };
        // The program reads configurations: its tests ask these examples.
        if fires.get("configuration").is_some() {
            continue;
        }
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

#[test]
fn rules_are_in_the_order_of_their_names() {
    assert!(RULES.is_sorted_by_key(|rule| rule.name));
}

#[test]
fn each_rule_has_the_words_of_its_name() {
    let (_heading, words) = include_str!("../src/diagnostics.txt")
        .split_once('\n')
        .unwrap();
    for words in words.trim_end().split("\n\n") {
        let name = words.lines().next().unwrap();
        let rule = RULES.iter().find(|rule| rule.name == name).unwrap();
        let own = [name, rule.title, rule.consequence, rule.advice];
        assert_eq!(words, own.join("\n"));
    }
}

#[test]
fn a_diagnostic_has_one_rule_or_is_no_finding() {
    for code in DiagnosticCode::ALL {
        let rules = RULES.iter().filter(|rule| rule.diagnostics.contains(code));
        let rules: Vec<Code> = rules.map(|rule| rule.code).collect();
        let reported = Code::of_diagnostic(*code);
        assert_eq!(Vec::from_iter(reported), rules, "{}", code.name());
        let is_silent = SILENT.split(' ').any(|own| own == code.name());
        assert_eq!(rules.is_empty(), is_silent, "{}", code.name());
    }
}

/// Diagnostics that are no finding: they are about what a reader did, and not about what an owner wrote.
const SILENT: &str = "\
    content-coding diagnostics-omitted extensions-omitted incomplete-document lines-joined not-requested other-scope \
    robots-tag-preferred sniffed-html unknown-reference";
