//! The text of a run: a verdict in full or a table of several, then counts, steps and diagnostics.

use std::io::{self, Write};

use robots_policy_input::Askers;
use robots_policy_input::names::plain_line;
use robots_policy_input::number::{grouped, number};

use super::ai;
use super::answers;
use super::diagnostics::Diagnostics;
use super::full;
use super::layout::Layout;
use super::page::Page;
use super::table::Table;
use super::uses;

/// The text of a run.
pub struct RunText {
    layout: Layout,
    /// The table, for more than one verdict unless everything is shown.
    table: Option<Table>,
    /// Whether the first of several askers is shown in full, and the others in a table below it.
    is_first_full: bool,
    is_of_several: bool,
    tally: Tally,
    /// The part of a table that is shown at its end.
    diagnostics: Diagnostics,
    steps: Vec<String>,
}

/// The number of verdicts with restrictions.
#[derive(Default)]
struct Tally {
    unreadable: u64,
    restricted: u64,
    free: u64,
    unknown: u64,
    /// Those of all these whose use for AI is restricted, beside the restrictions of the page.
    asked: u64,
    /// Those of them that may not fetch the page, and of the others those whose owners have not said that they listen.
    closed: u64,
    unsaid: u64,
}

impl RunText {
    /// The text about the responses of these names for these askers.
    pub fn new(layout: Layout, names: &[String], askers: &Askers) -> RunText {
        let is_of_several = names.len() > 1 || askers.clients().len() > 1;
        let is_table = is_of_several && !layout.is_verbose;
        let is_first_full = askers.are_mixed() && names.len() == 1;
        let table = || {
            if is_first_full {
                Table::below(&layout, askers)
            } else {
                Table::new(&layout, names, askers)
            }
        };
        RunText {
            table: is_table.then(table),
            is_first_full,
            layout,
            is_of_several,
            tally: Tally::default(),
            diagnostics: Diagnostics::default(),
            steps: Vec::new(),
        }
    }

    /// This text with each verdict in full.
    #[must_use]
    pub fn in_full(self) -> RunText {
        RunText {
            table: None,
            ..self
        }
    }

    /// Writes the part about one response. Its verdicts may come in several calls.
    pub fn page(&mut self, out: &mut dyn Write, page: &Page<'_>) -> io::Result<()> {
        let is_first = self.tally.count(page, self.table.as_ref());
        if let Some(table) = &mut self.table {
            self.diagnostics.add(page, &self.layout);
            if self.is_first_full {
                return full::with_others(out, page, table, &self.layout);
            }
            for step in page.steps {
                if self.steps.len() < MOST_STEPS && !self.steps.contains(step) {
                    self.steps.push(step.clone());
                }
            }
            return table.page(out, page, &self.layout);
        }
        if !is_first {
            writeln!(out)?;
        }
        full::page(out, page, &self.layout)
    }

    /// Counts an unreadable response.
    pub fn unreadable(&mut self) {
        self.tally.unreadable += 1;
    }

    /// Writes the part about all responses.
    pub fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_of_several {
            writeln!(out, "\n{}", self.layout.wrapped(&self.tally.text(), 2))?;
        }
        if let Some(not_given) = self.table.as_ref().and_then(Table::not_given) {
            writeln!(out, "{}", self.layout.wrapped(&not_given, 2))?;
        }
        for step in &self.steps {
            let step = format!("  {}", plain_line(step));
            writeln!(out, "{}", self.layout.wrapped(&step, 4))?;
        }
        self.diagnostics.write(out, &self.layout)
    }
}

/// The most steps that are shown after a table.
const MOST_STEPS: usize = 20;

impl Tally {
    /// Counts a response; returns whether it is the first.
    fn count(&mut self, page: &Page<'_>, table: Option<&Table>) -> bool {
        let is_first = self.restricted + self.free + self.unknown == 0;
        for verdict in page.verdicts {
            let asked = uses::ai(verdict);
            if matches!(asked, answers::Answer::No | answers::Answer::Terms) {
                self.asked += 1;
                let is_closed = verdict.access().allowed() == Some(false);
                let heard = ai::listens(&verdict.uses(), &uses::OF_ENGINES);
                self.closed += u64::from(is_closed);
                self.unsaid += u64::from(!is_closed && heard == answers::Answer::Unsaid);
            }
            let whole = || verdict.page_restricted();
            match table.map_or_else(whole, |table| table.restricted(verdict)) {
                Some(true) if !page.is_fetch_unknown() => self.restricted += 1,
                Some(false) if page.problem.is_none() => self.free += 1,
                _ => self.unknown += 1,
            }
        }
        is_first
    }

    fn text(&self) -> String {
        let verdicts = self.restricted + self.free + self.unknown;
        let mut counts = vec![
            format!("{} restricted", grouped(self.restricted.into())),
            format!("{} free", grouped(self.free.into())),
        ];
        if self.unknown > 0 {
            counts.push(format!("{} not known", grouped(self.unknown.into())));
        }
        if self.unreadable > 0 {
            counts.push(format!(
                "{} unreadable",
                number(self.unreadable, "response")
            ));
        }
        let asked = match self.asked {
            0 => String::new(),
            asked => format!("; use for AI restricted in {}", grouped(asked.into())),
        };
        let kinds = [
            (self.closed, "closed by robots.txt"),
            (self.unsaid, "have not said that they listen"),
        ];
        let kinds = kinds.iter().filter(|(count, _)| *count > 0 && verdicts > 1);
        let kinds: Vec<String> = kinds
            .map(|(count, kind)| format!("{} {kind}", grouped((*count).into())))
            .collect();
        let kinds = if kinds.is_empty() {
            String::new()
        } else {
            format!(" ({})", kinds.join(", "))
        };
        format!(
            "{}: {}{asked}{kinds}",
            number(verdicts, "verdict"),
            counts.join(", ")
        )
    }
}
