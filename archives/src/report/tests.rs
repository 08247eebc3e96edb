//! The laws of adding reports, and reports of earlier versions.
#![allow(clippy::unwrap_used)] // a test fails by panicking

use super::AgentReport;

#[test]
fn a_report_of_before_the_cube_is_read() {
    let old = r#"{"rows": 2, "access": {"no-match": 2}, "directives": {"noindex": 1}, "sources": {"noindex": {"meta": 1}},
        "remarks": {}, "unread": {}}"#;
    let mut report: AgentReport = serde_json::from_str(old).unwrap();
    assert!(report.cube.is_empty() && report.examples.is_empty());
    let again = report.clone();
    report.add(&again);
    assert_eq!(report.sources["noindex"]["meta"], 2);
    assert!(!serde_json::to_string(&report).unwrap().contains("cube"));
}
