//! Findings as a table in Markdown, for the summary of a job.

use std::io::{self, Write};

use super::findings::{Findings, below};

/// Writes the findings that are shown, the most severe first, and the counts.
pub(super) fn write(out: &mut dyn Write, found: &Findings) -> io::Result<()> {
    let shown = found.by_level();
    writeln!(
        out,
        "### robots-policy lint\n\n{}",
        escaped(&found.summary())
    )?;
    if !shown.is_empty() {
        writeln!(
            out,
            "\n| level | rule | place | finding |\n|---|---|---|---|"
        )?;
    }
    for finding in shown.iter().take(MOST) {
        let place = match finding.place.line {
            0 => escaped(&finding.place.input),
            line => format!("{}:{line}", escaped(&finding.place.input)),
        };
        let rule = finding.code.rule();
        let lines = [finding.message.clone()].into_iter().chain(below(finding));
        let lines: Vec<String> = lines.map(|line| escaped(&line)).collect();
        let advice = format!("<b>{}</b>", escaped(rule.advice));
        let text = format!("{}<br>{advice}", lines.join("<br>"));
        writeln!(
            out,
            "| {} | {} | {place} | {text} |",
            finding.level, rule.name
        )?;
    }
    if shown.len() > MOST {
        writeln!(out, "\n{} more are not in the table.", shown.len() - MOST)?;
    }
    for (input, why) in &found.unseen {
        writeln!(
            out,
            "\n{} was not looked at: {}",
            escaped(input),
            escaped(why)
        )?;
    }
    Ok(())
}

/// Text of which no character is markup.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '|' => escaped.push_str("&#124;"),
            '@' => escaped.push_str("&#64;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '~' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c if robots_policy_input::names::is_hidden(c) => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The most rows: a summary may have 1 MiB.
const MOST: usize = 500;
