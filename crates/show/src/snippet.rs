//! Lines of an input with carets under the parts that decide.

use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use robots_policy::Severity;
use unicode_width::UnicodeWidthStr;

use super::layout::Layout;
use super::line::SourceLine;

/// Lines that are shown together, each once.
#[derive(Default)]
pub(super) struct Snippets {
    lines: Vec<(SourceLine, Vec<Mark<'static>>)>,
}

impl Snippets {
    /// Adds a line and the effect of its marked part, as text.
    pub(super) fn add(&mut self, line: SourceLine, label: &'static str) {
        let range = line.marked.clone();
        let is_same = |own: &SourceLine| {
            (own.number, &own.input, &own.text) == (line.number, &line.input, &line.text)
        };
        let has_room = self.lines.len() < MOST_LINES;
        match self.lines.iter_mut().find(|(own, _)| is_same(own)) {
            Some((_, marks)) => {
                // An effect that occurs twice in a line is named once.
                let is_said = marks.iter().any(|(_, own)| *own == label);
                let is_marked = marks.iter().any(|(own, _)| *own == range);
                if !is_said || !is_marked {
                    marks.push((range, if is_said { "" } else { label }));
                }
            }
            None if has_room => self.lines.push((line, vec![(range, label)])),
            None => {}
        }
    }

    /// The lines with their marks, in the order of their inputs.
    pub(super) fn sorted(&mut self) -> &[(SourceLine, Vec<Mark<'static>>)] {
        let inputs = self.lines.iter().map(|(line, _)| line.input.clone());
        let inputs: Vec<String> = inputs.collect();
        let order = |line: &SourceLine| {
            let input = inputs.iter().position(|input| *input == line.input);
            (input, line.number)
        };
        self.lines.sort_by_key(|(line, _)| order(line));
        &self.lines
    }

    /// Writes the lines below the names of their inputs, after an empty line if there are any.
    pub(super) fn write(&mut self, out: &mut dyn Write, layout: &Layout) -> io::Result<()> {
        self.sorted();
        let numbers = self.lines.iter().map(|(line, _)| digits(line));
        let widest = numbers.max().unwrap_or_default();
        let mut input: Option<&str> = None;
        for (line, marks) in &self.lines {
            if input.is_none() {
                writeln!(out)?;
            }
            if input != Some(&line.input) {
                writeln!(out, "{}", layout.frame(&line.input, widest))?;
            }
            input = Some(&line.input);
            write_line(out, line, marks, (Severity::Error, widest), layout)?;
        }
        Ok(())
    }
}

/// Writes a line with a caret under its marked part, with its number in a column of this width.
pub fn write_marked(
    out: &mut dyn Write,
    line: &SourceLine,
    look: (Severity, usize),
    layout: &Layout,
) -> io::Result<()> {
    write_line(out, line, &[(line.marked.clone(), "")], look, layout)
}

/// Writes a line in the colour of this severity, with its number in a column of this width.
fn write_line(
    out: &mut dyn Write,
    line: &SourceLine,
    marks: &[Mark<'_>],
    (severity, width): (Severity, usize),
    layout: &Layout,
) -> io::Result<()> {
    let renderer = if layout.has_colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let level = match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Notice => Level::NOTE,
    };
    let indent = width.saturating_sub(digits(line));
    let renderer = renderer.term_width(layout.columns().saturating_sub(indent));
    let drawn = |has_labels: bool| {
        let annotations = marks.iter().map(|(range, label)| {
            let annotation = AnnotationKind::Primary.span(range.clone());
            annotation.label((!label.is_empty() && has_labels).then_some(*label))
        });
        let snippet = Snippet::source(line.text.as_str());
        let snippet = snippet.line_start(line.number).annotations(annotations);
        renderer.render(&[Group::with_level(level.clone()).element(snippet)])
    };
    let mut text = drawn(!layout.is_narrow());
    // Columns of escapes are counted too, which leaves labels out a little early.
    let most = layout.width.unwrap_or(usize::MAX);
    let is_wider = |shown: &str| indent + shown.width() > most;
    if text.lines().any(is_wider) {
        text = drawn(false);
    }
    // The first line has the bar alone.
    for shown in text.lines().skip(1) {
        writeln!(out, "{:indent$}{shown}", "")?;
    }
    Ok(())
}

pub(super) fn digits(line: &SourceLine) -> usize {
    line.number.to_string().len()
}

/// A part of a line, and its effect, as text.
pub(super) type Mark<'l> = (Range<usize>, &'l str);

/// The most lines that are shown of one response.
const MOST_LINES: usize = 16;
