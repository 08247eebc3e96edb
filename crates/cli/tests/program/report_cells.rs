//! The counts of reports over a crawl in which statements of all kinds meet, and the queries of `docs/report.md`, which count the
//! same from the tables: they know the columns, and nothing of how a measure is defined.

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
type LongCell = [String; 4];

const NOW: &str = "2026-11-20T00:00:00Z";
/// Deadlines of the crawl are coming, of which some have passed.
const FORMER: &str = "2012-01-01T00:00:00Z";
const ASKERS: [&str; 6] = ["--agent", "ExampleBot", "--agent", "GPTBot", "--agent", "*"];

/// A policy token, with which no request is made.
const TOKEN: &str = "google-extended";
const DEADLINE: &str = "unavailable_after";

/// A folder of two archives, the store of their robots.txt, and the tables of a scan in `out`.
fn scanned(name: &str, askers: &[&str], now: &str) -> PathBuf {
    let folder = folder(&format!("cells-{name}"));
    crawl(&folder.join("made.warc.gz"));
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/archives/crawl.warc.gz");
    fs::copy(own, folder.join("crawl.warc.gz")).unwrap();
    let archives = ["made.warc.gz", "crawl.warc.gz"];
    let mut store = command(&folder, "robots-store build -o robots.redb");
    ends(&store.args(archives).output().unwrap(), 0);
    let mut scan = command(
        &folder,
        "scan --robots-store robots.redb --robots-time latest --progress never -o out",
    );
    let scan = scan.args(["--now", now]).args(askers);
    ends(&scan.args(archives).output().unwrap(), 0);
    folder
}

/// The cells of the reports of a run.
fn counted(folder: &Path) -> BTreeMap<LongCell, u64> {
    let mut all = Report::default();
    for name in ["made", "crawl"] {
        let text = fs::read(folder.join(format!("out/{name}.warc.gz.report.json"))).unwrap();
        all.add(&serde_json::from_slice(&text).unwrap());
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

/// The view of the documentation, and its queries over it.
fn queries() -> (String, Vec<String>) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/report.md");
    let page = fs::read_to_string(page).unwrap();
    let blocks = page.split("```sql\n").skip(1);
    let mut blocks = blocks.map(|block| block.split("```").next().unwrap().to_owned());
    (blocks.next().unwrap(), blocks.collect())
}

/// The result of a query in `DuckDB`.
fn asked(folder: &Path, query: &str) -> BTreeMap<LongCell, u64> {
    let file = folder.join("query.sql");
    fs::write(&file, query).unwrap();
    let said = python::script("query.py", &[file.as_os_str()]);
    let rows = said
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let cells = rows.map(|row| {
        let text = |key: &str| row[key].as_str().unwrap_or("null").to_owned();
        let cell: LongCell = ["agent", "measure", "name", "part"].map(text);
        (cell, row["rows"].as_u64().unwrap())
    });
    cells.collect()
}

/// The cells that only one of two has, or that differ.
fn differences(found: &BTreeMap<LongCell, u64>, wanted: &BTreeMap<LongCell, u64>) -> Vec<String> {
    let cells: BTreeSet<&LongCell> = found.keys().chain(wanted.keys()).collect();
    let both = cells.into_iter();
    let both = both.map(|cell| (cell, found.get(cell), wanted.get(cell)));
    let differ = both.filter(|(_, found, wanted)| found != wanted).take(20);
    differ.map(|differ| format!("{differ:?}")).collect()
}

/// Requires of every query of the documentation that it finds the cells of its measure.
fn are_found(folder: &Path, counts: &BTreeMap<LongCell, u64>) {
    let (view, queries) = queries();
    let tables = folder.join("out/").display().to_string().replace('\\', "/");
    let view = view.replace("target/run/", &tables);
    let mut measures = Vec::new();
    for query in queries {
        let found = asked(folder, &(view.clone() + &query));
        let [_, measure, ..] = found.keys().next().unwrap().clone();
        let is_of_training = query.contains("'train' AS name");
        let mut wanted = counts.clone();
        wanted.retain(|[_, of, name, _], _| *of == measure && (!is_of_training || name == "train"));
        let differ = differences(&found, &wanted);
        assert!(differ.is_empty(), "{differ:?}\n{query}");
        measures.push(measure);
    }
    assert_eq!(measures, ["state", "closed-by", "kept", "use", "host"]);
}

/// The rows of a cell.
fn rows_of(
    cells: &BTreeMap<LongCell, u64>,
    agent: &str,
    measure: &str,
    name: &str,
    part: &str,
) -> u64 {
    let rows = cells.get(&[agent, measure, name, part].map(str::to_owned));
    rows.copied().unwrap_or_default()
}

#[test]
fn the_queries_of_the_documentation_find_the_counts_of_agents() {
    let folder = scanned("agents", &ASKERS, NOW);
    let counts = counted(&folder);
    are_found(&folder, &counts);
    let measures: BTreeSet<&str> = counts
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
    // Deadlines of several sources have passed, and each is one.
    let of_deadlines = |part: &str| rows_of(&counts, "examplebot", "sources", DEADLINE, part);
    let deadlines = rows_of(&counts, "examplebot", "directives", DEADLINE, "");
    assert!(of_deadlines("meta") + of_deadlines("x-robots-tag") > deadlines);
    for agent in ["examplebot", "*"] {
        let kept = rows_of(&counts, agent, "kept", "train", "yes");
        let allowed = rows_of(&counts, agent, "use", "train", "allow");
        assert!(0 < kept && kept <= allowed, "{agent}: {kept} of {allowed}");
    }
}

#[test]
fn the_counts_of_engines_fit_each_other() {
    let engines = ["--as", "googlebot,bingbot,yandexbot,gptbot,google-extended"];
    let counts = counted(&scanned("engines", &engines, NOW));
    let of = |agent: &str, [measure, name, part]: [&str; 3]| {
        rows_of(&counts, agent, measure, name, part)
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

#[test]
fn deadlines_are_compared_with_the_time_of_the_scan() {
    let folder = scanned("former", &ASKERS, FORMER);
    let counts = counted(&folder);
    are_found(&folder, &counts);
    let until = |year: &str, part: &str| {
        counts.keys().any(|[_, measure, month, of]| {
            measure == "until" && month.starts_with(year) && of == part
        })
    };
    assert!(until("earlier", "past") && until("2020", "coming") && !until("2020", "past"));
}
