//! Findings as `JUnit` XML: a test suite for each input, with a failure for each finding.

use std::collections::BTreeSet;
use std::io::{self, Write};

use robots_policy_input::quote::markup;
use robots_policy_lint::{Finding, Level};

use super::findings::{Findings, below};

/// Writes the findings that are shown. An input without any has one case, which passes.
pub(super) fn write(out: &mut dyn Write, found: &Findings) -> io::Result<()> {
    let shown: Vec<&Finding> = found.shown().collect();
    let own = found.seen.iter().map(String::as_str);
    let others = shown.iter().map(|finding| &*finding.place.input);
    let mut named = BTreeSet::new();
    let inputs: Vec<&str> = own
        .chain(others)
        .filter(|name| named.insert(*name))
        .collect();
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, r#"<testsuites name="robots-policy lint">"#)?;
    for input in inputs {
        let own = shown
            .iter()
            .filter(|finding| &*finding.place.input == input);
        suite(out, input, &own.copied().collect::<Vec<_>>())?;
    }
    for (input, why) in &found.unseen {
        let (input, why) = (escaped(input), escaped(why));
        writeln!(
            out,
            r#"  <testsuite name="{input}" tests="1" failures="0" errors="1">"#
        )?;
        writeln!(
            out,
            r#"    <testcase classname="{input}" name="read"><error message="{why}"/></testcase>"#
        )?;
        writeln!(out, "  </testsuite>")?;
    }
    writeln!(out, "</testsuites>")
}

fn suite(out: &mut dyn Write, input: &str, findings: &[&Finding]) -> io::Result<()> {
    let is_failure = |finding: &&&Finding| finding.level > Level::Info;
    let failures = findings.iter().filter(is_failure).count();
    let tests = findings.len().max(1);
    let name = escaped(input);
    writeln!(
        out,
        r#"  <testsuite name="{name}" tests="{tests}" failures="{failures}" errors="0">"#
    )?;
    if findings.is_empty() {
        writeln!(out, r#"    <testcase classname="{name}" name="lint"/>"#)?;
    }
    for finding in findings {
        let rule = finding.code.rule();
        let message = escaped(&finding.message);
        let mut text = below(finding);
        text.push(rule.advice.to_owned());
        let text = escaped(&text.join("\n"));
        let (code, line) = (rule.name, finding.place.line);
        write!(
            out,
            r#"    <testcase classname="{name}" name="{code} {line}">"#
        )?;
        if is_failure(&finding) {
            let level = finding.level;
            write!(
                out,
                r#"<failure type="{level}" message="{message}">{text}</failure>"#
            )?;
        } else {
            write!(out, "<system-out>{message}\n{text}</system-out>")?;
        }
        writeln!(out, "</testcase>")?;
    }
    writeln!(out, "  </testsuite>")
}

/// Text in XML, which cannot hold most control characters.
fn escaped(text: &str) -> String {
    let is_none = |c: char| c.is_control() && c != '\n' || matches!(c, '\u{FFFE}' | '\u{FFFF}');
    markup(&text.replace(is_none, "\u{FFFD}")).replace('\n', "&#10;")
}
