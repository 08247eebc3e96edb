//! `robots-policy report --sql duckdb`: the result of `DuckDB` over tables of a scan is the cube of the reports, cell by cell.

mod crawl;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_archives::{Measure, Report};
use robots_policy_kit::output::ends;
use robots_policy_kit::python;
use serde_json::Value;

use self::crawl::crawl;
use crate::scanning::{command, folder};

/// A cell of the long form.
type Cell = [String; 4];

/// A run: its folder, and the time of `--now`.
type Run<'r> = (&'r str, &'r str);

const NOW: &str = "2026-11-20T00:00:00Z";
/// Deadlines of the crawl are coming, of which some have passed.
const FORMER: &str = "2012-01-01T00:00:00Z";
/// A pattern that matches `OTHER` and not itself, with the name of a column.
const PATTERN: &str = if cfg!(windows) {
    "date=out's {a}[1]"
} else {
    "date=out's {a}[1]*?"
};
const OTHER: &str = if cfg!(windows) {
    "date=out's {a}1"
} else {
    "date=out's {a}1xx"
};

/// A policy token, with which no request is made.
const TOKEN: &str = "google-extended";
const DEADLINE: &str = "unavailable_after";

/// A folder of two archives, the store of their robots.txt, and the tables of these scans.
fn scanned(name: &str, askers: &[&str], runs: &[Run<'_>]) -> PathBuf {
    let folder = folder(&format!("cells-{name}"));
    crawl(&folder.join("made.warc.gz"));
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/archives/crawl.warc.gz");
    fs::copy(own, folder.join("crawl.warc.gz")).unwrap();
    let archives = ["made.warc.gz", "crawl.warc.gz"];
    let mut store = command(&folder, "robots-store build -o robots.redb");
    ends(&store.args(archives).output().unwrap(), 0);
    for (out, now) in runs {
        let mut scan = command(
            &folder,
            "scan --robots-store robots.redb --robots-time latest --progress never",
        );
        let scan = scan.args(["-o", out, "--now", now]).args(askers);
        ends(&scan.args(archives).output().unwrap(), 0);
    }
    folder
}

/// A query over these folders, which are one run.
fn query(folder: &Path, outs: &[PathBuf]) -> String {
    let mut report = command(folder, "report --together --sql duckdb");
    let report = report.args(outs).output().unwrap();
    // Archives that two folders have are in the tables of both.
    let printed = ends(&report, i32::from(outs.len() > 1));
    assert!(printed.starts_with("-- The cube"), "{printed}");
    printed
}

/// The query of a plot, as the page of these folders has it.
fn query_of(folder: &Path, outs: &[PathBuf], plot: &str) -> String {
    let page = folder.join("page.html");
    let mut report = command(folder, "report --together -o page.html");
    ends(
        &report.args(outs).output().unwrap(),
        i32::from(outs.len() > 1),
    );
    let page = fs::read_to_string(page).unwrap();
    let heading = format!("<h3 id=\"{plot}-h\">");
    let (_, number) = page.split_once(&heading).unwrap();
    let (number, _) = number.split_once('.').unwrap();
    let summary = format!("<summary>Query of plot {number}</summary>");
    let (_, rest) = page.split_once(&summary).unwrap();
    let (_, query) = rest.split_once("<pre>").unwrap();
    let (query, _) = query.split_once("</pre>").unwrap();
    let signs = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    let plain = |text: String, (html, sign): &(&str, &str)| text.replace(html, sign);
    signs.iter().fold(query.to_owned(), plain)
}

/// The cells of the reports of runs.
fn counted(folders: &[PathBuf]) -> BTreeMap<Cell, u64> {
    let mut all = Report::default();
    for folder in folders {
        for name in ["made", "crawl"] {
            let text = fs::read(folder.join(format!("{name}.warc.gz.report.json"))).unwrap();
            all.add(&serde_json::from_slice(&text).unwrap());
        }
    }
    let mut cells = BTreeMap::new();
    for (agent, report) in &all.agents {
        for cell in report.cells() {
            let key = [agent.as_str(), cell.measure, cell.name, cell.part];
            cells.insert(key.map(str::to_owned), cell.rows);
        }
    }
    cells
}

/// The result of a query in `DuckDB`.
fn asked(folder: &Path, query: &str) -> (BTreeMap<Cell, u64>, Vec<Value>) {
    let file = folder.join("query.sql");
    fs::write(&file, query).unwrap();
    let said = python::script("query.py", &[file.as_os_str()]);
    let rows: Vec<Value> = said
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let cells = rows.iter().map(|row| {
        let text = |key: &str| row[key].as_str().unwrap_or("null").to_owned();
        let cell: Cell = ["agent", "measure", "name", "part"].map(text);
        (cell, row["rows"].as_u64().unwrap())
    });
    (cells.collect(), rows)
}

/// The cells that only one of two has, or that differ.
fn differences(found: &BTreeMap<Cell, u64>, wanted: &BTreeMap<Cell, u64>) -> Vec<String> {
    let cells: BTreeSet<&Cell> = found.keys().chain(wanted.keys()).collect();
    let both = cells.into_iter();
    let both = both.map(|cell| (cell, found.get(cell), wanted.get(cell)));
    let differ = both.filter(|(_, found, wanted)| found != wanted).take(20);
    differ.map(|differ| format!("{differ:?}")).collect()
}

/// The rows of a cell.
fn rows_of(cells: &BTreeMap<Cell, u64>, agent: &str, measure: &str, name: &str, part: &str) -> u64 {
    let rows = cells.get(&[agent, measure, name, part].map(str::to_owned));
    rows.copied().unwrap_or_default()
}

/// The tables of runs, and the cells of their reports.
fn compared(
    name: &str,
    askers: &[&str],
    runs: &[Run<'_>],
) -> (PathBuf, BTreeMap<Cell, u64>, Vec<Value>) {
    let folder = scanned(name, askers, runs);
    let outs: Vec<PathBuf> = runs.iter().map(|(out, _)| folder.join(out)).collect();
    let wanted = counted(&outs);
    let (found, rows) = asked(&folder, &query(&folder, &outs));
    assert_eq!(differences(&found, &wanted), Vec::<String>::new());
    // The query of one measure is a part of that for all.
    for (measure, plot) in [
        (Measure::Kept, "a0-kept"),
        (Measure::Host, "a0-host"),
        (Measure::State, "all-state"),
    ] {
        let (one, _) = asked(&folder, &query_of(&folder, &outs, plot));
        let of_measure = |[_, name, ..]: &Cell| name == measure.name();
        let mut part = wanted.clone();
        part.retain(|cell, _| of_measure(cell));
        assert_eq!(differences(&one, &part), Vec::<String>::new());
    }
    (folder, wanted, rows)
}

#[test]
fn the_cube_of_agents_is_that_of_their_reports() {
    let (_, wanted, rows) = compared(
        "agents",
        &["--agent", "ExampleBot", "--agent", "*"],
        &[("out's", NOW)],
    );
    let measures: BTreeSet<&str> = wanted
        .keys()
        .map(|[_, measure, ..]| measure.as_str())
        .collect();
    let without: Vec<&Measure> = Measure::ALL
        .iter()
        .filter(|measure| !measures.contains(measure.name()))
        .collect();
    assert_eq!(
        without,
        [&Measure::Engine],
        "the made crawl has a cell for every measure"
    );
    let hosts = rows
        .iter()
        .filter(|row| row["measure"] == "host" && row["part"] == "rows");
    assert!(
        hosts.clone().count() > 16
            && hosts
                .clone()
                .all(|row| row["hosts"] == 1 || row["name"] == "(none)")
    );
    // Deadlines of several sources have passed, and each is one.
    let of_deadlines = |part: &str| rows_of(&wanted, "examplebot", "sources", DEADLINE, part);
    let deadlines = rows_of(&wanted, "examplebot", "directives", DEADLINE, "");
    assert!(of_deadlines("meta") + of_deadlines("x-robots-tag") > deadlines);
    for agent in ["examplebot", "*"] {
        let kept = rows_of(&wanted, agent, "kept", "train", "yes");
        let allowed = rows_of(&wanted, agent, "use", "train", "allow");
        assert!(0 < kept && kept <= allowed, "{agent}: {kept} of {allowed}");
    }
}

#[test]
fn the_cube_of_engines_is_that_of_their_reports() {
    let (_, wanted, _) = compared(
        "engines",
        &["--as", "googlebot,bingbot,yandexbot,gptbot,google-extended"],
        &[("out's", NOW)],
    );
    assert!(
        wanted
            .keys()
            .any(|[_, measure, name, _]| measure == "engine" && name == "train")
    );
    let of = |agent: &str, [measure, name, part]: [&str; 3]| {
        rows_of(&wanted, agent, measure, name, part)
    };
    for engine in ["googlebot", "bingbot", "yandexbot", "gptbot", TOKEN] {
        let kept = of(engine, ["kept", "train", "yes"]);
        let used = of(engine, ["engine", "train", "yes"]);
        assert!(kept <= used, "{engine}: {kept} of {used}");
    }
    let of_use = |name, part| of(TOKEN, ["engine", name, part]);
    let null = |name| {
        let parts = ["unsaid", "asked-not-to", "unknown"].map(|part| of_use(name, part));
        parts.iter().sum::<u64>()
    };
    assert!(null("train") > 0 && of(TOKEN, ["kept", "train", "yes"]) > 0);
    assert!(of_use("answer", "unknown") > 0, "a robots.txt is not known");
    assert_eq!(of(TOKEN, ["kept", "fetch", "unknown"]), null("answer"));
    // The use `train` is also null where the token is asked not to by a statement that its documents do not name.
    assert!(of_use("train", "yes") < of_use("answer", "yes"));
    let not_no = |name| of_use(name, "yes") + null(name);
    assert_eq!(not_no("train"), not_no("answer"));
    assert!(of(TOKEN, ["state", "unknown", ""]) > 0 && of(TOKEN, ["state", "free", ""]) > 0);
}

/// Every folder has the time of its scan, and is named as it is.
#[test]
fn deadlines_are_compared_with_the_time_of_each_scan() {
    let askers = ["--agent", "ExampleBot"];
    for (name, runs, past_and_coming) in [
        ("former", &[(OTHER, FORMER)][..], [false, true]),
        ("times", &[(PATTERN, FORMER), (OTHER, NOW)], [true, true]),
    ] {
        let (folder, wanted, _) = compared(name, &askers, runs);
        let until = |year: &str, part: &str| {
            wanted.keys().any(|[_, measure, month, of]| {
                measure == "until" && month.starts_with(year) && of == part
            })
        };
        assert_eq!(
            [until("2020", "past"), until("2020", "coming")],
            past_and_coming
        );
        // The name of a folder is not a pattern.
        if runs.len() > 1 {
            let one = [folder.join(PATTERN)];
            let (found, _) = asked(&folder, &query(&folder, &one));
            assert_eq!(differences(&found, &counted(&one)), Vec::<String>::new());
        }
    }
}

/// The queries that the documentation has for people are another road to the same counts: they know the tables alone.
#[test]
fn the_queries_of_the_documentation_find_the_counts_of_the_reports() {
    let askers = ["--agent", "ExampleBot", "--agent", "GPTBot", "--agent", "*"];
    let folder = scanned("queries", &askers, &[("out", NOW)]);
    let counts = counted(&[folder.join("out")]);
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/report.md");
    let page = fs::read_to_string(page).unwrap();
    let blocks = page.split("```sql\n").skip(1);
    let blocks: Vec<&str> = blocks
        .map(|block| block.split("```").next().unwrap())
        .collect();
    let [pages, queries @ ..] = blocks.as_slice() else {
        panic!("no queries")
    };
    let tables = folder.join("out/").display().to_string().replace('\\', "/");
    let pages = pages.replace("target/run/", &tables);
    let mut measures = Vec::new();
    for query in queries {
        let (found, rows) = asked(&folder, &(pages.clone() + query));
        let measure = rows[0]["measure"].as_str().unwrap().to_owned();
        let is_about_training = query.contains("'train' AS name");
        let mut wanted = counts.clone();
        wanted.retain(|[_, of, name, _], _| {
            *of == measure && (!is_about_training || name == "train")
        });
        assert_eq!(
            differences(&found, &wanted),
            Vec::<String>::new(),
            "{query}"
        );
        measures.push(measure);
    }
    assert_eq!(measures, ["state", "closed-by", "kept", "use", "host"]);
}
