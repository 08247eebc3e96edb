//! Findings for people, with the lines that they are about.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use robots_policy::Severity;
use robots_policy_input::names::plain_line;
use robots_policy_lint::{Finding, Level, Place};
use robots_policy_show::{Layout, SourceLine, write_marked};

use super::found::{Found, effects, elsewhere};

/// Writes the findings that are shown, and the counts.
pub(super) fn write(out: &mut dyn Write, found: &Found, layout: &Layout) -> io::Result<()> {
    for finding in found.shown() {
        write_finding(out, finding, layout)?;
        writeln!(out)?;
    }
    writeln!(out, "{}", layout.wrapped(&found.summary(), 2))
}

fn write_finding(out: &mut dyn Write, finding: &Finding, layout: &Layout) -> io::Result<()> {
    let rule = finding.code.rule();
    let head = format!("{}[{}]", finding.level, rule.name);
    let message = plain_line(&finding.message);
    let title = layout.titled(style(finding.level), &head, &message);
    writeln!(out, "{title}")?;
    let places = finding.others.iter().map(|other| &other.place);
    let lines = places.chain([&finding.place]).map(|place| place.line);
    let width = lines.max().unwrap_or_default().to_string().len();
    let look = (severity(finding.level), width);
    write_place(out, &finding.place, "", look, layout)?;
    for other in &finding.others {
        let look = (Severity::Notice, width);
        write_place(out, &other.place, &other.label, look, layout)?;
    }
    let row = |out: &mut dyn Write, name: &str, text: &str| {
        let indent = width + 3 + name.len() + 2;
        let text = format!("{:width$} = {name}: {}", "", plain_line(text));
        writeln!(out, "{}", layout.wrapped(&text, indent))
    };
    if let Some(elsewhere) = elsewhere(finding) {
        row(out, "in", &elsewhere)?;
    }
    for effect in effects(finding) {
        row(out, "effect", &effect)?;
    }
    row(out, "help", rule.advice)?;
    row(out, "clause", rule.clause)
}

/// Writes a place: the input, and its line with a caret under the bytes. `label` says what they are.
fn write_place(
    out: &mut dyn Write,
    place: &Place,
    label: &str,
    (severity, width): (Severity, usize),
    layout: &Layout,
) -> io::Result<()> {
    let at = match (place.line, place.column) {
        (0, _) => place.input.to_string(),
        (line, column) => format!("{}:{line}:{column}", place.input),
    };
    let label = plain_line(label);
    let said = match &*label {
        "" => String::new(),
        label => format!(" ({label})"),
    };
    let at = format!("{}{said}", plain_line(&at));
    writeln!(out, "{}", layout.frame(&at, width))?;
    if place.line == 0 {
        return Ok(());
    }
    let (text, marked) = (place.text.as_bytes(), place.marked.clone());
    let line = SourceLine::new(&place.input, place.line, text, marked);
    write_marked(out, &line, (severity, width), layout)
}

fn severity(level: Level) -> Severity {
    match level {
        Level::Error => Severity::Error,
        Level::Warning => Severity::Warning,
        Level::Info | Level::Off => Severity::Notice,
    }
}

fn style(level: Level) -> Style {
    match level {
        Level::Error => AnsiColor::Red.on_default().bold(),
        Level::Warning => AnsiColor::Yellow.on_default().bold(),
        Level::Info | Level::Off => Style::new().bold(),
    }
}
