//! `lint`: JSON by its schema, SARIF that agrees with itself, many findings and files, and modes of files. What people see is in the
//! sessions `lint` and `lint_*`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_kit::files::fixtures;
use robots_policy_kit::output::ends;
use serde_json::{Value, json};

use crate::engines::{changed, misfits_of, schema};
use crate::scanning::{ends_saying, folder, json_lines, run};

/// A folder with the inputs of the fixtures.
fn inputs(test: &str) -> PathBuf {
    let folder = folder(test);
    let from = fixtures().join("lint");
    for name in [
        "robots.txt",
        "response",
        "dist/blog/index.html",
        "dist/about.html",
        "dist/robots.txt",
    ] {
        let to = folder.join(name);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from.join(name), to).unwrap();
    }
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

#[test]
fn many_findings_are_cut_and_counted() {
    let folder = folder("lint-many");
    let rule = r#"{"location": "/", "tdm-reservation": 2}"#;
    for at in 0..60 {
        let name = format!("tdmrep-{at:02}.json");
        let rules = vec![rule; if at == 0 { 100 } else { 99 }];
        fs::write(folder.join(name), format!("[{}]", rules.join(","))).unwrap();
    }
    let names: Vec<String> = (0..60).map(|at| format!("tdmrep-{at:02}.json")).collect();
    let names = names.join(" ");
    let all = ends(&run(&folder, &format!("lint {names} --format json")), 1);
    let count = all.lines().count() - 1;
    let log = json_of(&folder, &format!("lint {names} --format sarif"), 1);
    let shown = log["runs"][0]["results"].as_array().unwrap().len();
    let notes = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(shown, count.min(5000));
    assert_eq!(notes.as_array().unwrap().len(), usize::from(count > 5000));
    let annotations = ends(&run(&folder, &format!("lint {names} --format github")), 1);
    assert_eq!(
        annotations
            .lines()
            .filter(|line| line.starts_with("::error "))
            .count(),
        10
    );
    let rest = format!("{} more have no annotation", count - 10);
    assert!(annotations.contains(&rest), "{annotations}");
    let issues = json_of(&folder, &format!("lint {names} --format gitlab"), 1);
    let issues = issues.as_array().unwrap();
    let prints: BTreeSet<&str> = issues
        .iter()
        .map(|issue| issue["fingerprint"].as_str().unwrap())
        .collect();
    assert_eq!((issues.len(), prints.len()), (count, count));
}

#[test]
fn files_that_are_not_known_for_one_reason_are_one_group() {
    let folder = folder("lint-group");
    fs::create_dir(folder.join("dist")).unwrap();
    for at in 0..304 {
        let page = folder.join(format!("dist/{at}.html"));
        fs::write(page, "<!doctype html><title>A page</title>").unwrap();
    }
    let text = "server {\n  location / { proxy_pass http://127.0.0.1:3000; }\n}\n";
    fs::write(folder.join("nginx.conf"), text).unwrap();
    let found = ends(
        &run(&folder, "lint dist --server nginx.conf --format json"),
        3,
    );
    let found = json_lines(&found);
    let [group] = &**found.last().unwrap()["not_looked_at"].as_array().unwrap() else {
        panic!("{found:?}");
    };
    let name = group["input"].as_str().unwrap();
    // The pages and robots.txt.
    assert!(name.starts_with("dist: 305 files ("), "{name}");
    assert!(name.ends_with(" and 300 more)"), "{name}");
}

#[test]
fn a_file_that_may_not_be_written_stays_and_others_keep_their_mode() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = folder("lint-mode");
    let file = folder.join("robots.txt");
    let text = "Useragent: *\nDisallow: /a\n";
    let mode = |mode: u32| fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
    fs::write(&file, text).unwrap();
    mode(0o444);
    ends_saying(&run(&folder, "lint robots.txt --fix"), 3, "it is read-only");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    // Other names of it keep the text, which is said.
    mode(0o640);
    fs::hard_link(&file, folder.join("other")).unwrap();
    ends_saying(&run(&folder, "lint robots.txt --fix"), 0, "hard links");
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o640
    );
}
