//! The laws of adding reports, the classes of rows, and reports of other versions.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test fails by panicking

use std::collections::BTreeSet;

use robots_policy::engines::Profile;
use robots_policy::header::HeaderReader;
use robots_policy::ledger::{Assumed, Document, Input};
use robots_policy::{Client, Policy, RobotsTxt, Timestamp};
use robots_policy_kit::crawl::Numbers;
use robots_policy_kit::told::assert_told;

use super::classes::{self, LONG};
use super::cube::IN_SUMS;
use super::example::{self, Offer};
use super::{AgentReport, Alike, Cube, Example, Examples, Measure, OTHERS, Report};
use crate::columns::{Answered, Row};

/// A report of a few rows: the same names come often.
fn drawn(numbers: &mut Numbers) -> AgentReport {
    let mut report = AgentReport {
        engine: numbers.below(2) == 0,
        rows: numbers.below(9),
        ..AgentReport::default()
    };
    for _ in 0..numbers.below(40) {
        let measure = Measure::ALL[usize::try_from(numbers.below(21)).unwrap()];
        let name = format!("name-{}", numbers.below(5));
        let part = ["", "free", "closed"][usize::try_from(numbers.below(3)).unwrap()];
        report.count(measure, &name, part, numbers.below(100) + 1);
    }
    for _ in 0..numbers.below(30) {
        let url = format!("https://a.example/{}", numbers.below(40));
        let text = format!("text {}", numbers.below(3));
        let name = format!("name-{}", numbers.below(2));
        let offer = Offer::new(&url).unwrap();
        offer.to(&mut report.examples, Measure::Conflict, &name, || {
            Some(text)
        });
    }
    report
}

fn sum(reports: &[&AgentReport]) -> AgentReport {
    let mut all = AgentReport::default();
    for report in reports {
        all.add(report);
    }
    all
}

#[test]
fn adding_reports_is_associative_and_commutative() {
    let mut numbers = Numbers(20);
    for round in 0..300 {
        let [a, b, c] = [(); 3].map(|()| drawn(&mut numbers));
        let all = sum(&[&a, &b, &c]);
        assert_eq!(sum(&[&c, &a, &b]), all, "round {round}");
        assert_eq!(sum(&[&a, &sum(&[&b, &c])]), all, "round {round}");
        assert_eq!(sum(&[&AgentReport::default(), &all]), all);
        let text = serde_json::to_string(&all).unwrap();
        let read: AgentReport = serde_json::from_str(&text).unwrap();
        assert_eq!(read, all, "{text}");
        let cells = |report: &AgentReport| report.cells().map(|cell| cell.rows).sum::<u64>();
        assert_eq!(cells(&all), cells(&a) + cells(&b) + cells(&c));
    }
}

#[test]
fn counts_of_another_program_stay_the_largest_number() {
    let mut report = Report {
        rows: u64::MAX,
        ..Report::default()
    };
    let mut agent = AgentReport::default();
    agent.count(Measure::Tld, "example", "free", u64::MAX);
    agent.count(Measure::Access, "no-match", "", u64::MAX);
    report.agents.insert(String::from("bot"), agent);
    let one = report.clone();
    report.add(&one);
    assert_eq!(report, one);
    let most = Measure::Tld.most_names().unwrap();
    for number in 0..=most {
        let cube = &mut report.agents.get_mut("bot").unwrap().cube;
        cube.count(Measure::Tld, "example", "closed", u64::MAX);
        cube.count(Measure::Tld, &format!("name-{number}"), "free", 1);
    }
    assert_eq!(
        report.agents["bot"].cube.of(Measure::Tld)["example"]["free"],
        u64::MAX
    );
}

/// The rows of a measure, and of a part of it.
fn rows(cube: &Cube, measure: Measure, part: &str) -> u64 {
    let names = cube.of(measure).values();
    names.map(|parts| parts.get(part).unwrap_or(&0)).sum()
}

#[test]
fn names_beyond_the_bound_are_added_to_the_others() {
    for measure in Measure::ALL {
        let Some(most) = measure.most_names() else {
            continue;
        };
        let mut numbers = Numbers(6);
        let mut sums = [0; 3];
        let mut cubes = [(); 3].map(|()| Cube::default());
        for number in 0..4000 {
            let at = usize::try_from(numbers.below(3)).unwrap();
            let name = format!("name-{}", numbers.below(3000));
            let by = numbers.below(5) + 1;
            cubes[at].count(*measure, &name, "rows", by);
            cubes[at].count(*measure, "the largest", "rows", 7);
            sums[at] += by + 7;
            let names = cubes[at].of(*measure);
            assert!(
                names.len() <= most,
                "{measure} at {number}: {}",
                names.len()
            );
        }
        let mut all = Cube::default();
        for (cube, sum) in cubes.iter().zip(sums) {
            assert_eq!(rows(cube, *measure, "rows"), sum, "{measure}");
            all.add(cube);
        }
        let names = all.of(*measure);
        assert_eq!(rows(&all, *measure, "rows"), sums.iter().sum::<u64>());
        assert_eq!(
            names["the largest"]["rows"],
            7 * 4000,
            "no row of it is among the others"
        );
        assert!(names.len() > most / 2 && names.contains_key(OTHERS));
    }
}

/// A name that is rare in every archive of a crawl is not lost as long as the sum has room.
#[test]
fn a_sum_has_more_names_than_a_report() {
    for measure in Measure::ALL {
        let Some(most) = measure.most_names() else {
            continue;
        };
        let mut all = Cube::default();
        for archive in 0..20 {
            let mut cube = Cube::default();
            for number in 1..most {
                cube.count(*measure, &format!("{archive}-{number}"), "rows", 2);
            }
            cube.count(*measure, "everywhere", "rows", 1);
            all.add(&cube);
            let names = all.of(*measure);
            assert!(names.len() <= most * IN_SUMS);
            if archive < 15 {
                assert_eq!(names["everywhere"]["rows"], archive + 1, "{measure}");
            }
        }
        let whole = u64::try_from(most).unwrap() * 40 - 20;
        assert_eq!(rows(&all, *measure, "rows"), whole);
        assert!(all.of(*measure).contains_key(OTHERS));
    }
}

#[test]
fn a_page_cannot_make_a_long_name() {
    let (mut cube, long) = (Cube::default(), "ä".repeat(101));
    for name in [&long, &"ä".repeat(5000), &"ä".repeat(100)] {
        cube.count(Measure::Extension, name, "", 1);
    }
    let names: Vec<(&str, u64)> = cube.cells().map(|cell| (cell.name, cell.rows)).collect();
    assert_eq!(names, [(LONG, 2), ("ä".repeat(100).as_str(), 1)]);
    let mut examples = Examples::default();
    let offer = Offer::new("https://a.example/").unwrap();
    offer.to(&mut examples, Measure::Extension, &long, || {
        Some(long.clone())
    });
    assert!(examples.is_empty());
    assert!(Offer::new(&"a".repeat(2001)).is_none());
    offer.to(&mut examples, Measure::Conflict, "x", || {
        Some("ä".repeat(300))
    });
    assert_eq!(examples["conflict"]["x"][0].text, "ä".repeat(200));
}

#[test]
fn the_examples_are_the_pages_with_the_smallest_hashes() {
    let mut examples = Examples::default();
    let urls: Vec<String> = (0..500)
        .map(|page| format!("https://a.example/p?id={page}"))
        .collect();
    for url in urls.iter().chain(&urls) {
        let offer = Offer::new(url).unwrap();
        offer.to(&mut examples, Measure::Conflict, "x", || {
            Some(String::from("text"))
        });
    }
    let mut wanted = urls.clone();
    wanted.sort_by_key(|url| example::hash(url));
    let found: Vec<&String> = examples["conflict"]["x"]
        .iter()
        .map(|e: &Example| &e.url)
        .collect();
    assert_eq!(found, wanted.iter().take(5).collect::<Vec<_>>());
    // Neighbours have hashes far from each other.
    let starts: BTreeSet<u64> = urls.iter().map(|url| example::hash(url) >> 60).collect();
    assert_eq!(starts.len(), 16);
    // Reports of all versions have to agree about them.
    assert_eq!(
        example::hash("https://a.example/"),
        16_452_719_731_586_874_907
    );
}

/// The statements of this field.
fn with_field(field: &str) -> Policy {
    Policy::new()
        .with_content_type([b"text/html".as_slice()])
        .with_fields(HeaderReader::new().read_lines([("X-Robots-Tag", field)]))
}

/// The counts of one row.
fn counted(policy: &Policy, url: &str, of: impl FnOnce(&mut Row<'_>)) -> AgentReport {
    let verdict = policy.verdict(&Client::anonymous(), url, Timestamp::from_unix(0));
    let answered = Answered::default();
    let mut row = Row::of_verdict(&verdict, &answered, "*");
    of(&mut row);
    let mut report = AgentReport::default();
    report.row(&row, &mut Alike::of(1));
    report
}

/// The cells of a measure as `name` or `name part`.
fn cells(report: &AgentReport, measure: Measure) -> Vec<String> {
    let cells = report.cells().filter(|cell| cell.measure == measure.name());
    let cells = cells.map(|cell| format!("{} {}", cell.name, cell.part));
    cells.map(|cell| cell.trim_end().to_owned()).collect()
}

/// What a row with one property is counted as: the names of the measure, and of a response whether it is a page.
fn class_of(property: &str, value: &str) -> String {
    let text = serde_json::from_str::<Option<String>>(value).ok().flatten();
    let text: Option<&'static str> = text.map(|text| &*text.leak());
    let mut policy = with_field("nofollow").with_document(Document::not_applicable());
    let (mut measure, mut url, mut status) = (Measure::Response, "https://a.example/", None);
    match property {
        "type" => measure = Measure::Type,
        "host" => measure = Measure::Tld,
        "month" => measure = Measure::Month,
        "status" => measure = Measure::Status,
        "snippet" => {
            measure = Measure::Snippet;
            policy = with_field(&format!("max-snippet: {value}"));
            policy = policy.with_document(Document::not_applicable());
        }
        _ => (url, status) = (property, value.parse().ok()),
    }
    let report = counted(&policy, url, |row| match property {
        "type" => row.content_type = text,
        "host" => row.host = text,
        "month" => {
            let date = jiff::Timestamp::from_second(value.parse().unwrap());
            row.date = Some(date.unwrap());
        }
        "status" => row.status = value.parse().ok(),
        _ => row.status = status,
    });
    assert_eq!(report.rows, 1, "every response has its row");
    let names = cells(&report, measure).join(", ");
    if measure != Measure::Response {
        return names;
    }
    assert!(!cells(&report, Measure::Status).is_empty());
    let of_pages = [
        Measure::State,
        Measure::Use,
        Measure::Directives,
        Measure::Access,
    ];
    let is_page = report.pages() == Some(1);
    for measure in of_pages {
        assert_eq!(
            !cells(&report, measure).is_empty(),
            is_page,
            "{measure} {url} {status:?}"
        );
    }
    let counts = if is_page { ", which counts" } else { "" };
    names + counts
}

#[test]
fn every_row_has_its_class() {
    assert_told(
        "crates/archives/src/report/tests/classes.txt",
        |step, _| match step.split_once(' ').unwrap() {
            ("#", _) => String::new(),
            (property, value) => class_of(property, value),
        },
    );
    assert_eq!(classes::month(i64::MAX), "later");
    assert_eq!(classes::month(i64::MIN), "earlier");
}

#[test]
fn what_is_not_known_is_neither_silence_nor_a_yes() {
    let page = "https://a.example/";
    let of = |policy: &Policy, measure| cells(&counted(policy, page, |_| ()), measure);
    let absent = Assumed::new().with(Input::RobotsTxt).with(Input::TdmRep);
    let all = with_field("max-snippet: 20")
        .with_document(Document::not_applicable())
        .with_assumed(absent);
    assert!(of(&all, Measure::Use).contains(&String::from("train unstated")));
    assert!(of(&all, Measure::NotKnown).is_empty());
    assert_eq!(of(&all, Measure::Snippet), ["1-50"]);
    let free = with_field("").with_document(Document::not_applicable());
    assert_eq!(
        of(&free.clone().with_assumed(absent), Measure::State),
        ["free"],
        "robots.txt is assumed away by its name"
    );
    assert_eq!(of(&free, Measure::State), ["unknown"]);
    assert_eq!(of(&free, Measure::NotKnown), ["robots.txt", "tdmrep.json"]);
    let with_robots = free.with_robots(RobotsTxt::parse(b"User-agent: *\nAllow: /\n"));
    assert_eq!(of(&with_robots, Measure::State), ["free"]);
    assert!(of(&with_robots, Measure::Use).contains(&String::from("search unstated")));
    assert!(of(&with_robots, Measure::Use).contains(&String::from("train unknown")));
    // The head of the document may forbid all.
    let without = with_field("max-snippet: 20").with_robots(RobotsTxt::parse(b""));
    assert_eq!(of(&without, Measure::Snippet), ["unknown"]);
    assert_eq!(of(&without, Measure::ImagePreview), ["unknown"]);
    let kept = of(&without, Measure::Kept);
    assert!(
        kept.contains(&String::from("fetch yes")) && kept.contains(&String::from("index unknown")),
        "{kept:?}"
    );
    assert!(kept.contains(&String::from("noai unknown")), "{kept:?}");
    let stated = with_field("").with_document(Document::not_applicable());
    let stated =
        stated.with_fields(HeaderReader::new().read_lines([("Content-Usage", "train-ai=y")]));
    assert!(
        of(&stated, Measure::Use).contains(&String::from("train unknown")),
        "a yes that is not known"
    );
}

#[test]
fn what_an_engine_never_does_restricts_no_page() {
    let page = "https://a.example/";
    let states = |robots: &[u8]| -> Vec<(&str, Vec<String>)> {
        let policy = with_field("")
            .with_document(Document::not_applicable())
            .with_robots(RobotsTxt::parse(robots));
        let state = |engine: Profile| {
            let verdict = policy.engine_verdict(engine, page, Timestamp::from_unix(0));
            let mut report = AgentReport::default();
            let answered = Answered::default();
            let row = Row::of_verdict(&verdict, &answered, engine.name());
            report.row(&row, &mut Alike::of(1));
            (engine.name(), cells(&report, Measure::State))
        };
        let all = Profile::list("all").unwrap();
        all.into_iter().map(state).collect()
    };
    for (engine, state) in states(b"User-agent: *\nAllow: /\n") {
        assert_ne!(state, ["restricted"], "{engine}");
    }
    let refused = states(b"User-agent: Google-Extended\nDisallow: /\n");
    for engine in ["googlebot", "google-extended"] {
        let own = refused.iter().find(|(name, _)| *name == engine).unwrap();
        assert_eq!(own.1, ["restricted"], "{engine}");
    }
}

#[test]
fn reports_of_other_versions_are_read() {
    let old = r#"{"rows": 2, "access": {"no-match": 2}, "directives": {"noindex": 1}, "sources": {"noindex": {"meta": 1}},
        "diagnostics": {}, "unread": {}}"#;
    let report: AgentReport = serde_json::from_str(old).unwrap();
    assert!(report.cube.is_empty() && report.examples.is_empty());
    let twice = sum(&[&report, &report]);
    assert_eq!(twice.sources["noindex"]["meta"], 2);
    assert!(!serde_json::to_string(&twice).unwrap().contains("cube"));
    let later = r#"{"state": {"free": {"": 1}}, "of-later": {"name": {"part": 3}}}"#;
    let cube: Cube = serde_json::from_str(later).unwrap();
    let mut both = cube.clone();
    both.add(&cube);
    let text = serde_json::to_string(&both).unwrap();
    assert_eq!(
        text,
        r#"{"state":{"free":{"":2}},"of-later":{"name":{"part":6}}}"#
    );
}

#[test]
fn the_table_of_measures_can_be_looked_up() {
    for (at, measure) in Measure::ALL.iter().enumerate() {
        assert_eq!(Measure::from_name(measure.name()), Some(*measure));
        assert_eq!(*measure as usize, at);
        assert!(measure.meaning().ends_with('.'), "{measure}");
    }
    assert_eq!(Measure::from_name("cube"), None);
}

/// The page lists the measures that are in the cube, as the table has them.
#[test]
fn the_measures_are_documented() {
    let in_cube = Measure::ALL.iter().filter(|measure| measure.is_in_cube());
    let rows = in_cube.map(|measure| {
        let parts = measure.parts().join("`, `");
        let parts = if parts.is_empty() {
            String::from("–")
        } else {
            format!("`{parts}`")
        };
        let most = measure
            .most_names()
            .map_or(String::from("–"), |most| most.to_string());
        format!(
            "| `{measure}` | {parts} | {most} | {} |\n",
            measure.meaning()
        )
    });
    let rows: String = rows.collect();
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/archives.md");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(
        page.contains(&rows),
        "put these rows into docs/archives.md:\n{rows}"
    );
}
