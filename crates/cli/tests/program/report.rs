//! `robots-policy report` over folders that `scan` wrote: what is drawn, what is missing, and what is refused.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::scanning::{ends_saying, folder, run};
use robots_policy_kit::output::{ends, said};

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

#[test]
fn the_page_of_the_fixtures_has_the_counts_of_its_report() {
    let folder = scanned("report-fixtures");
    ends(
        &run(&folder, "report out -o report.html --json cube.jsonl"),
        0,
    );
    let page = page(&folder, "report.html");
    insta::assert_snapshot!(text(&page));
    // The cube that was written draws the same plots.
    ends(&run(&folder, "report --cube cube.jsonl -o again.html"), 0);
    let again = fs::read_to_string(folder.join("again.html")).unwrap();
    let of = |page: &str, id: &str| {
        let (_, plot) = page.split_once(id).unwrap();
        plot.split_once("</svg>").unwrap().0.to_owned()
    };
    for id in ["id=\"p1-t\"", "id=\"a0p2-t\"", "id=\"a1p5a-t\""] {
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
fn folders_are_added_up_or_compared() {
    let folder = scanned("report-two");
    // Another archive: the same one would count once.
    fs::copy(folder.join("crawl.warc.gz"), folder.join("later.warc.gz")).unwrap();
    let scan = "scan later.warc.gz --now 2026-03-01T12:00:00Z --agent ExampleBot -o without";
    ends(&run(&folder, scan), 0);
    ends(
        &run(
            &folder,
            "report out without -o compared.html --json two.jsonl",
        ),
        0,
    );
    let compared = page(&folder, "compared.html");
    assert!(compared.contains("The scans had different settings: robots (a store / none)."));
    assert!(compared.contains("Before: <bdi>out</bdi>. After: <bdi>without</bdi>."));
    ends(&run(&folder, "report --cube two.jsonl -o again.html"), 0);
    assert!(page(&folder, "again.html").contains("two.jsonl, after"));
    ends(
        &run(&folder, "report out without --together --json sum.jsonl"),
        0,
    );
    let rows = |file: &str, agent: &str| -> u64 {
        let cells = page(&folder, file);
        let cells = cells
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        let states = cells.filter(|cell| cell["measure"] == "state" && cell["agent"] == agent);
        states.map(|cell| cell["rows"].as_u64().unwrap()).sum()
    };
    assert_eq!(
        (rows("sum.jsonl", "examplebot"), rows("sum.jsonl", "gptbot")),
        (24, 12)
    );
}

#[test]
fn what_is_missing_is_named_in_the_page_and_ends_with_one() {
    let folder = scanned("report-missing");
    let out = folder.join("out");
    fs::create_dir(folder.join("empty")).unwrap();
    fs::write(out.join("b.warc.gz.report.json"), "{\"records\": 1}").unwrap();
    fs::write(out.join("c.warc.gz.parquet"), "").unwrap();
    fs::write(out.join("d.warc.gz.parquet.part"), "").unwrap();
    let output = run(&folder, "report out empty none --together -o report.html");
    ends(&output, 1);
    let page = page(&folder, "report.html");
    assert!(page.contains("This page is not complete"));
    for message in [
        "cannot read out/b.warc.gz.report.json: missing field",
        "out/c.warc.gz.parquet has no report",
        "out has 1 unfinished file, the first d.warc.gz.parquet.part",
        "empty has no reports",
        "cannot read the folder none: ",
    ] {
        assert!(
            said(&output).contains(message),
            "{message}: {}",
            said(&output)
        );
        assert!(page.contains(message), "{message}");
    }
    // What was read is there.
    assert!(page.contains("12 responses in 1 archive"));
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

#[test]
fn inputs_that_cannot_be_meant_are_refused() {
    let folder = scanned("report-refused");
    for (words, message) in [
        ("report -o a.html", "<DIR>"),
        ("report out", "--output <FILE>"),
        ("report out out -o a.html", "named twice"),
        ("report out a b -o a.html", "only two; with --together"),
        ("report out --cube c.csv -o a.html", "cannot be used with"),
        (
            "report --cube c.csv --together -o a.html",
            "--together adds up folders",
        ),
    ] {
        ends_saying(&run(&folder, words), 2, message);
    }
    fs::write(
        folder.join("c.csv"),
        "agent,measure,name,rows\na,state,free,x\n",
    )
    .unwrap();
    ends_saying(
        &run(&folder, "report --cube c.csv -o a.html"),
        1,
        "cannot read c.csv: line 2: ",
    );
    fs::write(folder.join("c.csv"), "").unwrap();
    ends_saying(
        &run(&folder, "report --cube c.csv -o a.html"),
        1,
        "it has no rows",
    );
    assert!(!folder.join("a.html").exists());
    ends_saying(
        &run(&folder, "report out -o none/a.html"),
        1,
        "cannot write none/a.html",
    );
}

#[test]
fn agents_are_selected_by_name() {
    let folder = scanned("report-agents");
    for (words, own, has_more) in [
        ("", &["gptbot", "examplebot"][..], false),
        (" --agent ExampleBot", &["examplebot"], true),
        (
            " --agent examplebot,GPTBot",
            &["gptbot", "examplebot"],
            false,
        ),
        (
            " --agent examplebot --agent gptbot",
            &["gptbot", "examplebot"],
            false,
        ),
    ] {
        let command = format!("report out -o report.html{words}");
        ends(&run(&folder, &command), 0);
        let page = page(&folder, "report.html");
        let plots = page.matches("<summary>Plots of <bdi>").count();
        assert_eq!(plots, own.len(), "{words}");
        for agent in own {
            assert!(
                page.contains(&format!("Plots of <bdi>{agent}</bdi>")),
                "{words}"
            );
        }
        assert_eq!(page.contains("because --agent selects others"), has_more);
    }
    let unknown = run(
        &folder,
        "report out -o none.html --json none.jsonl --agent gptbot,gpt",
    );
    ends_saying(
        &unknown,
        2,
        "no agent is called `gpt`; --agent takes gptbot, examplebot",
    );
    assert!(!folder.join("none.html").exists() && !folder.join("none.jsonl").exists());
    ends_saying(
        &run(&folder, "report out --json a.jsonl --agent gptbot"),
        2,
        "--output",
    );
}

#[test]
fn engines_of_search_and_training_have_plots_first() {
    let folder = scanned("report-engines");
    ends(&run(&folder, "scan crawl.warc.gz --as all -o engines"), 0);
    ends(&run(&folder, "report engines -o report.html"), 0);
    let engines = page(&folder, "report.html");
    for engine in ["googlebot", "bingbot", "gptbot", "claudebot"] {
        assert!(
            engines.contains(&format!("Plots of <bdi>{engine}</bdi>")),
            "{engine}"
        );
    }
    assert!(engines.contains("--agent NAME selects whose plots the page has"));
    assert!(!engines.contains("1 others"));
    // Clients and engines share few names, and the page says which are in one run only.
    ends(&run(&folder, "report out engines -o both.html"), 0);
    let both = page(&folder, "both.html");
    assert!(both.contains("Plots of <bdi>gptbot</bdi>"));
    assert!(both.contains("Only the run before has 1 agent: examplebot."));
    assert!(
        both.contains("Only the run after has ")
            && !both.contains("those with the largest shares. The query")
    );
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
    assert!(many.contains("3,612 responses in 301 archives"));
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
