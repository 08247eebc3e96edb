//! The page: its structure, its bound, hostile names, and the hashes of its style and script.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use robots_policy_archives::{Example, Measure};
use sha2::{Digest as _, Sha256};

use super::super::cube::AgentCube;
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
    Run::of_cube(String::from("made.jsonl"), agents)
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
    let mut cube = run(agents.collect()).agents;
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
    for agent in cube.values_mut() {
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
