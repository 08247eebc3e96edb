//! The page: its structure, its bound, hostile names, and the hashes of its style and script.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use std::sync::Arc;

use robots_policy_archives::{Example, Measure, OTHERS};
use sha2::{Digest as _, Sha256};

use super::super::cube::{AgentCube, Cube};
use super::super::kept::keep;
use super::*;

/// Markup that a text of the web could bring.
const HOSTILE: [&str; 4] = [
    "</script><script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "a\u{202E}b\u{200B}c\u{0}",
    "' onmouseover='alert(1)' x='<!--",
];

/// An agent with `names` names of each measure, called by `name`.
fn agent(names: u64, name: &dyn Fn(u64) -> String) -> AgentCube {
    let mut agent = AgentCube {
        rows: names * 10,
        ..AgentCube::default()
    };
    for measure in Measure::ALL {
        let parts = if measure.parts().is_empty() {
            &[""]
        } else {
            measure.parts()
        };
        for number in 0..names {
            for part in parts {
                agent.add(measure.name(), &name(number), part, number + 1);
            }
        }
    }
    agent
}

fn run(agents: BTreeMap<String, AgentCube>) -> Run {
    Run::of_cube(String::from("made.jsonl"), Cube { agents })
}

/// A report of these runs without troubles.
fn report(runs: Vec<Run>) -> Report {
    Report {
        runs,
        troubles: Troubles::default(),
        differences: Vec::new(),
        scans: Scans::default(),
        selected: BTreeSet::new(),
    }
}

fn page(runs: Vec<Run>) -> String {
    report(runs).html()
}

/// The headings, captions and sentences of a page, without the contents of its tables.
fn structure(page: &str) -> String {
    let mut lines = String::new();
    let (_, body) = page.split_once("<body>").unwrap_or_default();
    for part in body.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        let name = tag.split([' ', '/']).next().unwrap_or_default();
        let depth = match name {
            "h1" | "nav" | "main" | "footer" => "",
            "h2" | "a" => "  ",
            "h3" => "    ",
            "p" | "caption" | "title" | "summary" => "      ",
            _ => continue,
        };
        let _ = writeln!(lines, "{depth}{name} {}", text.trim());
    }
    lines
}

#[test]
fn one_run_has_every_plot() {
    let names = ["free", "restricted", "2026-01"].map(str::to_owned);
    let name = |number: u64| names[usize::try_from(number).unwrap() % 3].clone();
    let agents = BTreeMap::from([
        (String::from("gptbot"), agent(3, &name)),
        (String::from("examplebot"), agent(2, &name)),
    ]);
    keep("one_run", &structure(&page(vec![run(agents)])));
}

#[test]
fn two_runs_are_compared() {
    let name = |number: u64| format!("name-{number}");
    let of = |agents: [(&str, u64); 2]| {
        let agents = agents.map(|(own, names)| (own.to_owned(), agent(names, &name)));
        run(agents.into())
    };
    let page = page(vec![of([("a", 2), ("b", 3)]), of([("b", 4), ("c", 2)])]);
    let (_, plot) = page.split_once("<h3 id=\"a1-diagnostics-h\">").unwrap();
    let (plot, _) = plot.split_once("</section>").unwrap();
    keep("two_runs", &plot.replace("><", ">\n<"));
    for column in ["before", "after", "difference"] {
        assert!(page.contains(&format!("<th scope=\"col\">{column}</th>")));
    }
}

#[test]
fn a_run_without_rows_is_sentences() {
    let nothing = [(String::from("*"), AgentCube::default())];
    let page = page(vec![run(BTreeMap::from(nothing))]);
    keep("no_rows", &structure(&page));
    assert!(!page.contains("role=\"img\""));
}

#[test]
fn hostile_names_stay_text() {
    let name = |number: u64| HOSTILE[usize::try_from(number).unwrap() % 4].to_owned();
    let mut one = agent(4, &name);
    for measure in Measure::ALL {
        let examples = HOSTILE.iter().map(|text| {
            let url = format!("https://a.example/{text}");
            serde_json::from_value(serde_json::json!({"url": url, "text": text})).unwrap()
        });
        let examples: Vec<_> = examples.collect();
        let named = HOSTILE.map(|name| (name.to_owned(), examples.clone()));
        Arc::make_mut(&mut one.examples).insert(measure.name().to_owned(), named.into());
    }
    let agents = HOSTILE.map(|name| (name.to_owned(), one.clone()));
    let mut report = report(vec![run(agents.into())]);
    for text in HOSTILE {
        report.troubles.keep(text.to_owned());
    }
    report.runs[0].name = HOSTILE.concat();
    let page = report.html();
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;") && page.contains("\\u{202e}"));
    assert!(page.contains("rel=\"noopener noreferrer nofollow\""));
    for text in [
        "<img",
        "alert(1)</script>",
        "onmouseover='",
        "<!--",
        "\u{202E}",
        "\u{200B}",
        "\u{0}",
    ] {
        assert!(!page.contains(text), "{text:?}");
    }
    assert_eq!(page.matches("<script>").count(), 1);
    assert_eq!(page.matches("</script>").count(), 1);
    // Every attribute is quoted, and none of them was begun by a text.
    for part in page.split('<').skip(1) {
        let tag = part.split('>').next().unwrap_or_default();
        let names = tag
            .split('"')
            .step_by(2)
            .skip(1)
            .filter(|name| !name.is_empty());
        for name in names {
            let own = name.trim_end_matches('=').trim();
            assert!(!own.starts_with("on"), "{tag}");
        }
    }
}

#[test]
fn the_page_has_a_bound() {
    let name = |number: u64| format!("{number:03}-{}", "\u{FC}<".repeat(300));
    let agents = (0..100u64).map(|number| (name(number), agent(30, &name)));
    let mut cube = run(agents.collect()).cube;
    let example = |number: u64| -> Example {
        let url = format!("https://a.example/{}", name(number));
        serde_json::from_value(serde_json::json!({"url": url, "text": name(number)})).unwrap()
    };
    let some: Vec<Example> = (0..5).map(example).collect();
    let named = (0..30).map(|number| (name(number), some.clone()));
    let named: BTreeMap<String, Vec<Example>> = named.collect();
    let measures = Measure::ALL.iter();
    let examples = measures.map(|measure| (measure.name().to_owned(), named.clone()));
    // All agents have the same ones.
    let examples = Arc::new(examples.collect());
    for agent in cube.agents.values_mut() {
        agent.examples = Arc::clone(&examples);
    }
    let other = Run::of_cube(name(1), cube.clone());
    let mut report = report(vec![Run::of_cube(name(2), cube)]);
    for others in [vec![], vec![other]] {
        report.runs.extend(others);
        let page = report.html();
        assert!(page.len() < 500_000, "{}", page.len());
        assert!(page.contains("--agent NAME selects whose plots") && page.ends_with("</html>\n"));
    }
}

#[test]
fn free_pages_lead_to_the_uses_that_they_disallow() {
    let name = |number: u64| format!("name-{number}");
    let agents = (0..3).map(|number| (name(number), agent(2, &name)));
    let mut report = report(vec![run(agents.collect())]);
    let page_with_uses = report.html();
    let (_, plot) = page_with_uses
        .split_once("<h3 id=\"all-state-h\">")
        .unwrap();
    let (plot, _) = plot.split_once("</section>").unwrap();
    for at in 0..3 {
        let place = format!("a{at}-use-h");
        assert!(plot.contains(&format!("href=\"#{place}\"")), "{plot}");
        assert!(page_with_uses.contains(&format!("<h3 id=\"{place}\">")));
    }
    for measure in ["month", "tld", "status", "type"] {
        let (_, plot) = page_with_uses
            .split_once(&format!("<h3 id=\"a1-{measure}-h\">"))
            .unwrap();
        let (note, _) = plot.split_once("<div").unwrap();
        assert!(note.contains("href=\"#a1-use-h\""), "{note}");
    }
    for agent in report.runs[0].cube.agents.values_mut() {
        let uses = agent.measures.get_mut("use").unwrap();
        for parts in uses.values_mut() {
            parts.remove("disallow");
        }
    }
    assert!(!report.html().contains("-use-h\"><bdi>"));
}

#[test]
fn the_page_says_who_has_no_plots() {
    let name = |number: u64| format!("name-{number}");
    let agents = (0..3).map(|number| (name(number), agent(2, &name)));
    let mut report = report(vec![run(agents.collect())]);
    for (selected, sentence) in [
        (&[][..], None),
        (
            &["name-1"],
            Some(
                "2 further agents have no plots of their own here, because --agent selects others.",
            ),
        ),
        (
            &["name-1", "name-2"],
            Some("1 further agent has no plots of its own here, because"),
        ),
    ] {
        let selected: BTreeSet<String> =
            selected.iter().map(|it: &&str| (*it).to_owned()).collect();
        report.selected.clone_from(&selected);
        let page = report.html();
        for number in 0..3 {
            let is_plotted = selected.is_empty() || selected.contains(&name(number));
            let summary = format!("<summary>Plots of <bdi>{}</bdi>", name(number));
            assert_eq!(
                page.contains(&summary),
                is_plotted,
                "{number} of {selected:?}"
            );
        }
        assert_eq!(page.contains("id=\"more\""), sentence.is_some());
        assert!(page.contains(sentence.unwrap_or_default()), "{sentence:?}");
    }
}

/// A cell of a cube of made hosts.
fn hosts(names: &[&str], restricted: u64) -> AgentCube {
    let mut agent = AgentCube {
        rows: 10 * names.len() as u64,
        ..AgentCube::default()
    };
    for name in names {
        agent.add("host", name, "rows", 10);
        agent.add("host", name, "restricted", restricted);
        agent.add("state", "closed", "", restricted);
    }
    agent
}

#[test]
fn two_runs_are_compared_over_the_hosts_of_both() {
    let of =
        |names: &[&str], restricted| run([(String::from("bot"), hosts(names, restricted))].into());
    let both = |before, after| {
        let page = page(vec![before, after]);
        let (_, part) = page.split_once("<h3 id=\"both-h\">").unwrap();
        part.split_once("</section>").unwrap().0.to_owned()
    };
    // The host of both has the same share, and the crawl has not.
    let part = both(
        of(&["a", "b"], 5),
        run([(String::from("bot"), {
            let mut agent = hosts(&["a"], 5);
            agent.add("host", "c", "rows", 10);
            agent.rows += 10;
            agent
        })]
        .into()),
    );
    assert!(
        part.contains("1 host is in both runs, of 2 before and 2 after."),
        "{part}"
    );
    let row = "<td>5 (50.0\u{A0}%)</td><td>5 (50.0\u{A0}%)</td><td>0.0</td><td>\u{2212}25.0</td>";
    assert!(part.contains(row), "{part}");
    let part = both(of(&["a"], 5), of(&["c"], 5));
    assert!(
        part.contains("The runs share no host: 1 before, 1 after.") && !part.contains("<table"),
        "{part}"
    );
    let part = both(of(&["a", OTHERS], 5), of(&["c"], 5));
    assert!(
        part.contains("share no host among those that are counted by name: at least 1 before"),
        "{part}"
    );
}

#[test]
fn every_agent_has_a_row() {
    let name = |number: u64| format!("name-{number}");
    let agents = |_| {
        (0..77)
            .map(|number| (name(number), hosts(&["a"], number % 7)))
            .collect()
    };
    for runs in [vec![run(agents(0))], vec![run(agents(0)), run(agents(1))]] {
        let page = page(runs);
        let (_, part) = page.split_once("<table id=\"every-n\"").unwrap();
        let (part, _) = part.split_once("</table>").unwrap();
        for number in 0..77 {
            assert!(
                part.contains(&format!("<bdi>{}</bdi>", name(number))),
                "{number}"
            );
        }
    }
}

#[test]
fn a_plot_that_says_nothing_is_a_sentence() {
    let mut one = AgentCube {
        rows: 4000,
        ..AgentCube::default()
    };
    one.add("month", "2026-03", "free", 3000);
    one.add("month", "2026-03", "closed", 1000);
    one.add("snippet", "no-limit", "", 4000);
    for (host, rows) in [("a", 1), ("b", 1), (OTHERS, 3998)] {
        one.add("host", host, "rows", rows);
        one.add("host", host, "restricted", rows);
    }
    let page = page(vec![run([(String::from("bot"), one)].into())]);
    for sentence in [
        "One row: 2026-03, 4,000 pages: 3,000 free (75.0\u{A0}%), 1,000 closed (25.0\u{A0}%).",
        "One row: no-limit, 4,000 of 4,000 pages (100.0\u{A0}%).",
        "the 2 hosts that are counted one by one have at least 0.1\u{A0}% of them together",
        "<td>at least 2</td>",
    ] {
        assert!(page.contains(sentence), "{sentence}");
    }
    for plot in ["month", "snippet", "host"] {
        assert!(!page.contains(&format!("id=\"a0-{plot}-t\"")), "{plot}");
    }
}

#[test]
fn a_page_is_a_function_of_its_input() {
    let name = |number: u64| format!("name-{number}");
    let made = || page(vec![run([(String::from("a"), agent(30, &name))].into())]);
    assert_eq!(made(), made());
}

#[test]
fn the_policy_has_the_hashes_of_style_and_script() {
    for (kind, text) in [("style-src", STYLE), ("script-src", SCRIPT)] {
        let hash = base64::Engine::encode(
            &base64::engine::general_purpose::STANDARD,
            Sha256::digest(text.as_bytes()),
        );
        assert!(
            POLICY.contains(&format!("{kind} 'sha256-{hash}'")),
            "write this into POLICY: {kind} 'sha256-{hash}'"
        );
        assert!(!text.contains("</"));
    }
}
