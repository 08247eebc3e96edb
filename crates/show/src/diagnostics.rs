//! Diagnostics with their lines: those that are always shown, and the other notices only where everything is shown.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use robots_policy::{Diagnostic, DiagnosticCode, Severity, Source, Verdict};

use super::layout::Layout;
use super::line::SourceLine;
use super::page::Page;
use super::snippet::{digits, write_marked};
use robots_policy_input::number::number;

/// A diagnostic in words.
struct ShownDiagnostic {
    severity: Severity,
    text: String,
    line: Option<SourceLine>,
    /// In how many further places the same was found.
    again: u64,
}

impl ShownDiagnostic {
    /// Its words, without its severity.
    fn text(&self) -> String {
        match self.again {
            0 => self.text.clone(),
            many => {
                let again = number(many, "further place");
                format!("{} (also in {again})", self.text)
            }
        }
    }
}

/// Diagnostics of one response or of several.
#[derive(Default)]
pub(super) struct Diagnostics {
    shown: Vec<ShownDiagnostic>,
    /// The place in `shown` of a fault of a page by its words: a mistake in a template is in every page of a site.
    said: HashMap<(DiagnosticCode, String), usize>,
    /// The number of diagnostics that were left out although their severity is shown.
    omitted: u64,
    notices: u64,
    /// Whether they are of several responses, so that their lines are not shown.
    is_of_several: bool,
    /// All diagnostics so far: those of one robots.txt concern every response.
    known: HashSet<u64>,
}

impl Diagnostics {
    /// Adds those of the verdicts on a response, each once.
    pub(super) fn add(&mut self, page: &Page<'_>, layout: &Layout) {
        self.is_of_several |= !self.known.is_empty();
        for diagnostic in page.verdicts.iter().flat_map(Verdict::diagnostics) {
            // A response that was not given has no diagnostics.
            let is_of_page = diagnostic.provenance().source() != Source::RobotsTxt;
            if is_of_page && !page.is_given() || !self.known.insert(key(page, diagnostic)) {
                continue;
            }
            let words = (diagnostic.code(), diagnostic.provenance().text().to_owned());
            if let Some(before) = self.said.get(&words).and_then(|at| self.shown.get_mut(*at)) {
                before.again += 1;
                continue;
            }
            let (code, severity) = (diagnostic.code(), diagnostic.severity());
            match code.is_always_shown() {
                false if !layout.is_verbose => self.notices += 1,
                _ if self.shown.len() >= MOST_SHOWN => self.omitted += 1,
                _ => {
                    let located = page.inputs.locate(diagnostic.provenance());
                    let form = diagnostic.expected();
                    let help = form.map_or_else(String::new, |form| format!("; write {form}"));
                    let text = format!("{}: {diagnostic}{help} [{code}]", located.place);
                    self.said.insert(words, self.shown.len());
                    let line = located.line;
                    self.shown.push(ShownDiagnostic {
                        severity,
                        text,
                        line,
                        again: 0,
                    });
                }
            }
        }
    }

    /// Severity, words and line of each that is shown.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Severity, String, Option<&SourceLine>)> {
        let shown = self.shown.iter();
        shown.map(|own| (own.severity, own.text(), own.line.as_ref()))
    }

    /// The number of those that are not shown, as text; `shows` says where the notices are.
    pub(super) fn rest(&self, shows: [&str; 2]) -> Vec<String> {
        let [one, several] = shows;
        let omitted = format!("{} more (JSON has all)", self.omitted);
        let notices = match self.notices {
            1 => format!("1 notice ({one})"),
            many => format!("{} ({several})", number(many, "notice")),
        };
        let omitted = (self.omitted > 0).then_some(omitted);
        let notices = (self.notices > 0).then_some(notices);
        omitted.into_iter().chain(notices).collect()
    }

    /// Writes them, after an empty line if there are any.
    pub(super) fn write(&self, out: &mut dyn Write, layout: &Layout) -> io::Result<()> {
        if !self.shown.is_empty() || self.notices > 0 {
            writeln!(out)?;
        }
        for (severity, text, line) in self.iter() {
            let style = match severity {
                Severity::Error => AnsiColor::Red.on_default().bold(),
                Severity::Warning => AnsiColor::Yellow.on_default().bold(),
                Severity::Notice => Style::new(),
            };
            writeln!(out, "{}", layout.titled(style, severity.name(), &text))?;
            if let Some(line) = line.filter(|_| !self.is_of_several) {
                write_marked(out, line, (severity, digits(line)), layout)?;
            }
        }
        for rest in self.rest(["-v shows it", "-v shows them"]) {
            writeln!(out, "{rest}")?;
        }
        Ok(())
    }
}

/// Writes the diagnostics of the verdicts on a response, after an empty line if there are any.
pub fn write_diagnostics(out: &mut dyn Write, page: &Page<'_>, layout: &Layout) -> io::Result<()> {
    let mut diagnostics = Diagnostics::default();
    diagnostics.add(page, layout);
    diagnostics.write(out, layout)
}

/// The parts that distinguish a diagnostic of a page from others.
fn key(page: &Page<'_>, diagnostic: &Diagnostic) -> u64 {
    let mut hasher = DefaultHasher::new();
    if diagnostic.provenance().source() != Source::RobotsTxt {
        page.name.hash(&mut hasher);
    }
    diagnostic.hash(&mut hasher);
    hasher.finish()
}

/// The most diagnostics that are shown; hostile inputs have thousands.
const MOST_SHOWN: usize = 20;
