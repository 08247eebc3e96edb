//! Findings as annotations of GitHub Actions: at most ten of each level, of which GitHub shows no more, and a count of the rest.

use std::fmt::Write as _;
use std::io::{self, Write};

use robots_policy_lint::{Finding, Level};

use super::findings::{Findings, below};

/// Writes the findings that are shown, the most severe first.
pub(super) fn write(out: &mut dyn Write, found: &Findings) -> io::Result<()> {
    let shown = found.by_level();
    let mut rest = 0;
    for level in [Level::Error, Level::Warning, Level::Info] {
        let own = shown.iter().filter(|finding| finding.level == level);
        for (at, finding) in own.enumerate() {
            if at < MOST {
                write_finding(out, found, finding)?;
            } else {
                rest += 1;
            }
        }
    }
    let mut summary = found.summary();
    if rest > 0 {
        let _ = write!(summary, "; {rest} more have no annotation");
    }
    writeln!(
        out,
        "::notice title=robots-policy lint::{}",
        message(&summary)
    )
}

fn write_finding(out: &mut dyn Write, found: &Findings, finding: &Finding) -> io::Result<()> {
    let command = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Info | Level::Off => "notice",
    };
    let place = &finding.place;
    let mut properties = format!("file={}", property(&found.path(&place.input)));
    if place.line > 0 {
        let _ = write!(properties, ",line={},col={}", place.line, place.column);
    }
    let rule = finding.code.rule();
    let mut lines = vec![finding.message.clone()];
    lines.extend(below(finding));
    lines.push(rule.advice.to_owned());
    writeln!(
        out,
        "::{command} {properties},title={}::{}",
        rule.name,
        message(&lines.join("\n"))
    )
}

/// Text after the second `::`.
fn message(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D");
    text.replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}

/// The most annotations of a level that are shown of a step.
const MOST: usize = 10;
