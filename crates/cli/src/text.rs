//! Verdicts for people: one in full, several as a table. Places are those of the files that the user gave.
//!
//! `robots_policy::report::Text` is the text of the library, which knows neither files nor a terminal, and gives each
//! place in bytes.

mod access;
mod ai;
mod answers;
mod diagnostics;
mod engine;
mod full;
mod grid;
mod html;
mod kept;
mod layout;
mod line;
mod located;
mod other_names;
mod place;
mod rows;
mod sentence;
mod snippet;
mod table;
mod uses;
mod view;
mod wide;

use std::io::{self, Write};

use robots_policy::Verdict;
use robots_policy_input::Askers;

pub(crate) use self::ai::listens;
pub(crate) use self::answers::{Answer, field_name};
use self::diagnostics::Diagnostics;
pub(crate) use self::grid::{Grid, GridCell, GridColumn};
pub use self::html::{AccessAnswer, access_html, robots_html, verdict_html};
pub use self::kept::Kept;
pub(crate) use self::layout::Layout;
pub(crate) use self::line::SourceLine;
pub(crate) use self::place::{FieldInput, Input, Inputs};
pub(crate) use self::snippet::write_marked;
use self::table::Table;
pub(crate) use self::uses::asked;
use crate::say::{grouped, number};
use robots_policy_input::names::plain_line;

/// The facts about one response.
pub(crate) struct Page<'p> {
    pub(crate) name: &'p str,
    /// The status of a saved response, if it is known.
    pub(crate) status: Option<u16>,
    pub(crate) verdicts: &'p [Verdict<'p>],
    pub(crate) inputs: &'p Inputs<'p>,
    /// The steps to it: redirects, and an answer of a former run.
    pub(crate) steps: &'p [String],
    /// The reason why it was not read.
    pub(crate) problem: Option<&'p str>,
    /// Whether at least its fields were read.
    pub(crate) is_read: bool,
    /// The outcome of the fetch of robots.txt, if no rule of it decides.
    pub(crate) robots: Option<&'p RobotsNote>,
}

impl<'p> Page<'p> {
    /// A response whose fields were read.
    pub(crate) fn read(
        name: &'p str,
        verdicts: &'p [Verdict<'p>],
        inputs: &'p Inputs<'p>,
    ) -> Page<'p> {
        Page {
            name,
            status: None,
            verdicts,
            inputs,
            steps: &[],
            problem: None,
            is_read: true,
            robots: None,
        }
    }
}

impl Page<'_> {
    /// The problem if the question is about robots.txt alone.
    pub(crate) const NOT_GIVEN: &'static str = "no response was given";

    /// The name and the status, for a heading.
    fn title(&self) -> String {
        let name = plain_line(self.name);
        match self.status {
            Some(status) => format!("{name} (status {status})"),
            None => name.into_owned(),
        }
    }

    /// Whether there is a response at all.
    fn is_given(&self) -> bool {
        self.problem != Some(Page::NOT_GIVEN)
    }
}

/// The outcome of a fetch of robots.txt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RobotsNote {
    pub(crate) words: String,
    /// Whether it decides if the page may be fetched. Nothing is known about a host that was not found.
    pub(crate) decides: bool,
}

impl Page<'_> {
    /// Whether it is unknown if the page may be fetched, although crawlers would not fetch it.
    fn is_fetch_unknown(&self) -> bool {
        self.robots.is_some_and(|robots| !robots.decides)
    }
}

/// The text of a run.
pub(crate) struct RunText {
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
}

impl RunText {
    /// The text about the responses of these names for these askers.
    pub(crate) fn new(layout: Layout, names: &[String], askers: &Askers) -> RunText {
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

    /// Writes the part about one response. Its verdicts may come in several calls.
    pub(crate) fn page(&mut self, out: &mut dyn Write, page: &Page<'_>) -> io::Result<()> {
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
    pub(crate) fn unreadable(&mut self) {
        self.tally.unreadable += 1;
    }

    /// Writes the part about all responses.
    pub(crate) fn end(&self, out: &mut dyn Write) -> io::Result<()> {
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

/// Writes the diagnostics of the verdicts on a response, after an empty line if there are any.
pub(crate) fn diagnostics(out: &mut dyn Write, page: &Page<'_>, layout: &Layout) -> io::Result<()> {
    let mut diagnostics = Diagnostics::default();
    diagnostics.add(page, layout);
    diagnostics.write(out, layout)
}

/// The most steps that are shown after a table.
const MOST_STEPS: usize = 20;

impl Tally {
    /// Counts a response; returns whether it is the first.
    fn count(&mut self, page: &Page<'_>, table: Option<&Table>) -> bool {
        let is_first = self.restricted + self.free + self.unknown == 0;
        for verdict in page.verdicts {
            let asked = uses::ai(verdict);
            self.asked += u64::from(matches!(
                asked,
                answers::Answer::No | answers::Answer::Terms
            ));
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
        format!(
            "{}: {}{asked}",
            number(verdicts, "verdict"),
            counts.join(", ")
        )
    }
}
