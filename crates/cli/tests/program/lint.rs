//! `lint`: JSON by its schema, and SARIF that agrees with itself. What people see is in the sessions `lint` and `lint_*`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use robots_policy_kit::files::fixtures;
use robots_policy_kit::output::ends;
use serde_json::{Value, json};

use crate::engines::{changed, misfits_of, schema};
use crate::scanning::{copied, folder, json_lines, run};

/// A folder with the inputs of the fixtures.
fn inputs(test: &str) -> PathBuf {
    let folder = folder(test);
    let names = "robots.txt response dist/blog/index.html dist/about.html dist/robots.txt";
    copied(&fixtures().join("lint"), names, &folder);
    folder
}

fn json_of(folder: &Path, words: &str, code: i32) -> Value {
    serde_json::from_str(&ends(&run(folder, words), code)).unwrap()
}

#[test]
fn lines_of_json_fit_the_schema() {
    let folder = inputs("lint-schema");
    let lines = run(
        &folder,
        "lint robots.txt response dist nowhere --format json",
    );
    let mut lines = json_lines(&ends(&lines, 1));
    assert_eq!(lines.last().unwrap()["type"], "summary");
    let wrong = changed(
        &lines[0],
        [
            ("/level", json!("fatal")),
            ("/place/line", json!("1")),
            ("/fingerprint", json!("x")),
            ("/version", json!(2)),
        ],
    );
    let right = lines.len();
    lines.extend(wrong);
    let misfits = misfits_of(&folder, &schema("finding.schema.json"), &lines);
    let fits = misfits.iter().map(Vec::is_empty);
    assert_eq!(
        fits.clone().filter(|fits| *fits).count(),
        right,
        "{misfits:?}"
    );
    assert!(fits.take(right).all(|fits| fits), "{misfits:?}");
}

#[test]
fn results_of_sarif_lead_to_their_rules() {
    let folder = inputs("lint-sarif");
    let log = json_of(&folder, "lint robots.txt response dist --format sarif", 1);
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert!(results.len() > 5, "{log}");
    let mut prints = BTreeSet::new();
    for result in results {
        let at = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[at]["id"], result["ruleId"]);
        let print = &result["partialFingerprints"]["robotsPolicy/v1"];
        assert!(prints.insert(print.as_str().unwrap()), "{print}");
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert!(region["endColumn"].as_u64() > region["startColumn"].as_u64());
    }
    assert!(results.iter().any(|result| result["level"] == "note"));
    assert!(
        results
            .iter()
            .any(|result| result["relatedLocations"] != json!([]))
    );
}
