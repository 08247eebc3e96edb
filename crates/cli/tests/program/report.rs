//! `robots-policy report` over folders that `scan` wrote: what is drawn, what is missing, and what is refused.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use robots_policy::Timestamp;

use crate::scanning::{ends_saying, folder, run};
use robots_policy_kit::output::ends;

/// A folder with the run `out` over the archive of the fixtures, for two agents.
pub(crate) fn scanned(test: &str) -> PathBuf {
    let folder = folder(test);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .unwrap();
    let archive = root.join("fixtures/archives/crawl.warc.gz");
    fs::copy(archive, folder.join("crawl.warc.gz")).unwrap();
    ends(
        &run(&folder, "robots-store build crawl.warc.gz -o s.redb"),
        0,
    );
    let scan = "scan crawl.warc.gz --robots-store s.redb --now 2026-03-01T12:00:00Z";
    ends(
        &run(
            &folder,
            &format!("{scan} --agent ExampleBot --agent GPTBot -o out"),
        ),
        0,
    );
    folder
}

pub(crate) fn page(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The text of a page without its plots, a line each heading, sentence and row.
fn text(page: &str) -> String {
    let (_, body) = page.split_once("<main id=\"main\">").unwrap();
    let (body, _) = body.split_once("<script>").unwrap();
    let mut text = String::new();
    let mut skipped: Option<&str> = None;
    for part in body.split('<').skip(1) {
        let (tag, words) = part.split_once('>').unwrap_or((part, ""));
        let name = tag.split([' ', '/']).next().unwrap();
        if let Some(end) = skipped {
            skipped = Some(end).filter(|end| !tag.starts_with(&format!("/{end}")));
            continue;
        }
        if name == "svg" || name == "pre" {
            skipped = Some(name);
            continue;
        }
        text += match name {
            "h2" => "\n# ",
            "h3" => "\n## ",
            "p" | "caption" | "tr" | "summary" | "dt" | "dd" | "li" => "\n",
            "th" | "td" | "code" => " | ",
            _ => "",
        };
        text += words.trim_matches('\n');
    }
    text
}

/// A text without the time at which the scan of a folder began.
fn undated(text: &str, folder: &Path) -> String {
    let run = fs::read(folder.join("out/scan.json")).unwrap();
    let run: Value = serde_json::from_slice(&run).unwrap();
    let began = Timestamp::from_unix(run["began"].as_i64().unwrap()).to_string();
    let (day, _) = began.split_once('T').unwrap();
    text.replace(&began, "BEGAN").replace(day, "DAY")
}

#[test]
fn the_page_says_how_it_was_made() {
    let folder = scanned("report-made");
    ends(&run(&folder, "report out --agent gptbot -o report.html"), 0);
    let page = page(&folder, "report.html");
    let (head, rest) = page.split_once("</header>").unwrap();
    let head = undated(head, &folder);
    let line = "1 archive: crawl.warc.gz, captured on 2026-03-01; scanned on DAY by robots-policy ";
    assert!(head.contains(line), "{head}");
    assert!(head.contains("<a href=\"#made\">"));
    let (_, foot) = rest.split_once("id=\"made\"").unwrap();
    for fact in [
        "<dt>command</dt><dd>robots-policy report out --agent gptbot</dd>",
        "<dt>command</dt><dd>robots-policy scan crawl.warc.gz --robots-store s.redb --now 2026-03-01T12:00:00Z --agent ExampleBot --agent GPTBot -o out</dd>",
        "<dt>archives</dt><dd>1 archive: crawl.warc.gz</dd>",
        "<dt>specifications</dt><dd>RFC 9309; ",
        "<dt>metas</dt>",
    ] {
        assert!(foot.contains(fact), "{fact}");
    }
}

#[test]
fn the_page_of_the_fixtures_has_the_counts_of_its_report() {
    let folder = scanned("report-fixtures");
    ends(
        &run(&folder, "report out -o report.html --json cube.jsonl"),
        0,
    );
    let page = page(&folder, "report.html");
    insta::assert_snapshot!(undated(&text(&page), &folder));
    // The cube that was written draws the same plots.
    ends(&run(&folder, "report --cube cube.jsonl -o again.html"), 0);
    let again = fs::read_to_string(folder.join("again.html")).unwrap();
    let of = |page: &str, id: &str| {
        let (_, plot) = page.split_once(id).unwrap();
        plot.split_once("</svg>").unwrap().0.to_owned()
    };
    for id in [
        "id=\"all-state-t\"",
        "id=\"a0-sources-t\"",
        "id=\"a1-type-t\"",
    ] {
        assert_eq!(of(&page, id), of(&again, id));
    }
    // The order of the archives in a folder decides nothing, and neither does the place.
    ends(&run(&folder, "report out -o second.html"), 0);
    assert_eq!(
        fs::read_to_string(folder.join("second.html")).unwrap(),
        page
    );
    let out = ends(&run(&folder, "report out -o -"), 0);
    assert_eq!(out, page);
}

#[test]
fn a_scan_that_was_not_finished_is_named() {
    let folder = scanned("report-unfinished");
    let summary = folder.join("out/summary.json");
    let text = fs::read_to_string(&summary).unwrap();
    fs::remove_file(&summary).unwrap();
    let output = run(&folder, "report out -o report.html");
    ends_saying(
        &output,
        1,
        "out has no summary.json: its scan was not finished",
    );
    let mut value: Value = serde_json::from_str(&text).unwrap();
    value["archives"] = json!(3);
    value["unreadable"] = json!(["cannot read b.warc: No such file"]);
    fs::write(&summary, value.to_string()).unwrap();
    let output = run(&folder, "report out -o report.html");
    ends_saying(&output, 1, "out: 2 of 3 archives have no table");
    ends_saying(&output, 1, "out: cannot read b.warc: No such file");
    fs::write(&summary, "{").unwrap();
    ends_saying(
        &run(&folder, "report out -o report.html"),
        1,
        "cannot read out/summary.json",
    );
}

#[test]
fn reports_without_a_cube_are_sentences() {
    let folder = scanned("report-old");
    let name = folder.join("out/crawl.warc.gz.report.json");
    let mut report: Value = serde_json::from_slice(&fs::read(&name).unwrap()).unwrap();
    for agent in report["agents"].as_object_mut().unwrap().values_mut() {
        let agent = agent.as_object_mut().unwrap();
        agent.remove("cube").unwrap();
        agent.remove("examples").unwrap();
    }
    fs::write(&name, report.to_string()).unwrap();
    let output = run(&folder, "report out -o report.html");
    ends_saying(&output, 1, "out: 1 report of an earlier version");
    let page = page(&folder, "report.html");
    for sentence in [
        "The reports do not count states.",
        "1 report of an earlier version",
    ] {
        assert!(page.contains(sentence), "{sentence}");
    }
    assert!(page.contains("disallow-rule"));
}

/// A made run of many archives is read one report at a time: the page of ten times as many is not longer.
#[test]
fn many_archives_cost_no_more_than_their_cells() {
    let folder = scanned("report-many");
    let out = folder.join("out");
    let report = fs::read(out.join("crawl.warc.gz.report.json")).unwrap();
    for number in 0..300 {
        fs::write(
            out.join(format!("{number:05}.warc.gz.report.json")),
            &report,
        )
        .unwrap();
    }
    // Reports alone, as from another machine.
    fs::remove_file(out.join("crawl.warc.gz.parquet")).unwrap();
    let summary = out.join("summary.json");
    let text = fs::read_to_string(&summary).unwrap();
    fs::write(&summary, text.replace("\"tables\": 1,", "\"tables\": 301,")).unwrap();
    ends(
        &run(&folder, "report out -o report.html --json cube.jsonl"),
        0,
    );
    let many = page(&folder, "report.html");
    assert!(many.contains(" pages in 301 archives, and "));
    let cells = page(&folder, "cube.jsonl").lines().count();
    ends(
        &run(
            &folder,
            "scan crawl.warc.gz --robots-store s.redb --agent ExampleBot --agent GPTBot -o one",
        ),
        0,
    );
    ends(&run(&folder, "report one --json one.jsonl"), 0);
    assert_eq!(page(&folder, "one.jsonl").lines().count(), cells);
}

#[cfg(unix)]
#[test]
fn outputs_overwrite_nothing_that_is_read() {
    let folder = scanned("report-over");
    let before = fs::read(folder.join("out/crawl.warc.gz.report.json")).unwrap();
    ends(&run(&folder, "report out --json cube.jsonl"), 0);
    symlink("out", folder.join("link")).unwrap();
    for (words, message) in [
        ("report out -o a --json ./a", "name the same place"),
        ("report out -o - --json -", "name the same place"),
        (
            "report out -o out/crawl.warc.gz.report.json",
            "is read by this command",
        ),
        ("report out -o link/summary.json", "is read by this command"),
        (
            "report link --json out/crawl.warc.gz.parquet",
            "is read by this command",
        ),
        (
            "report --cube cube.jsonl --json cube.jsonl",
            "is read by this command",
        ),
    ] {
        ends_saying(&run(&folder, words), 2, message);
    }
    assert_eq!(
        fs::read(folder.join("out/crawl.warc.gz.report.json")).unwrap(),
        before
    );
    ends(&run(&folder, "report out -o out/report.html"), 0);
    let cells = ends(&run(&folder, "report out --json -"), 0);
    assert_eq!(cells, page(&folder, "cube.jsonl"));
    // A link leads to the file that is written.
    fs::write(folder.join("page.html"), "").unwrap();
    symlink("page.html", folder.join("latest.html")).unwrap();
    ends(&run(&folder, "report out -o latest.html"), 0);
    assert!(folder.join("latest.html").is_symlink());
    assert!(!page(&folder, "page.html").is_empty());
}
