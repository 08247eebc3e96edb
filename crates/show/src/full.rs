//! One response in full: a sentence, a row for each question with the statements that decide it, and their lines.

use std::io::{self, Write};

use robots_policy::{Extension, Provenance, Verdict};
use robots_policy_input::names::plain_line;

use super::access;
use super::answers;
use super::diagnostics::write_diagnostics;
use super::engine;
use super::layout::Layout;
use super::other_names;
use super::page::Page;
use super::parts;
use super::rows::{Rows, Widths};
use super::sentence::sentence;
use super::snippet::Snippets;
use super::table::Table;
use super::uses;

/// Writes everything about a response.
pub(super) fn page(out: &mut dyn Write, page: &Page<'_>, layout: &Layout) -> io::Result<()> {
    for (index, verdict) in page.verdicts.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        self::verdict(out, page, verdict, layout)?;
    }
    write_diagnostics(out, page, layout)
}

/// The answer about one verdict in parts, before they are laid out.
pub(super) struct Full<'v> {
    pub(super) heading: String,
    /// Why it was not read. Without its cause, a `no` looks like a ban.
    pub(super) problem: Option<String>,
    pub(super) sentence: String,
    pub(super) of_access: Rows<'v>,
    /// A line before the rows of a page that is not fetched.
    pub(super) closed: Option<&'static str>,
    pub(super) of_page: Rows<'v>,
    pub(super) of_uses: Rows<'v>,
}

impl<'v> Full<'v> {
    pub(super) fn new(page: &Page<'_>, verdict: &Verdict<'v>) -> Full<'v> {
        let problem = page.problem.filter(|_| !page.is_read);
        let placed = |rows| Rows::new(rows, page.inputs, verdict.now());
        let place = |at: &Provenance| page.inputs.place(at);
        let of_page = answers::of_page_read(verdict, page.is_read);
        let mut of_uses = uses::of_uses(verdict, &place);
        of_uses.extend(engine::of_uses(verdict));
        let is_closed = !verdict.is_obtainable() && page.is_given() && !of_page.is_empty();
        Full {
            heading: format!("{} {}", page.title(), asker(verdict)),
            problem: problem.map(|problem| format!("Not read: {}", plain_line(problem))),
            sentence: sentence(page, verdict),
            of_access: placed(access::of_access(page, verdict)),
            closed: is_closed.then(|| match verdict.profile() {
                None => "The rules of the page, which an obedient client would not have fetched:",
                Some(_) => "The rules of the page, which it does not fetch:",
            }),
            of_page: placed(of_page),
            of_uses: placed(of_uses),
        }
    }

    /// All rows, in their order.
    pub(super) fn rows(&self) -> [&Rows<'v>; 3] {
        [&self.of_access, &self.of_page, &self.of_uses]
    }

    fn widths(&self) -> Widths {
        let own = self.of_access.widths();
        let widths = self.rows().into_iter().map(Rows::widths);
        widths.fold(own, Widths::max)
    }
}

/// Writes everything about a response for its first asker, and below that the answers for the others.
pub(super) fn with_others(
    out: &mut dyn Write,
    page: &Page<'_>,
    others: &mut Table,
    layout: &Layout,
) -> io::Result<()> {
    let Some((first, verdicts)) = page.verdicts.split_first() else {
        return Ok(());
    };
    self::verdict(out, page, first, layout)?;
    writeln!(out)?;
    others.page(out, &Page { verdicts, ..*page }, layout)
}

fn verdict(
    out: &mut dyn Write,
    page: &Page<'_>,
    verdict: &Verdict<'_>,
    layout: &Layout,
) -> io::Result<()> {
    let full = Full::new(page, verdict);
    writeln!(out, "{}", layout.bold(&layout.wrapped(&full.heading, 2)))?;
    for step in page.steps {
        let step = format!("  {}", plain_line(step));
        writeln!(out, "{}", layout.wrapped(&step, 4))?;
    }
    if let Some(problem) = &full.problem {
        writeln!(out, "{}", layout.wrapped(problem, 2))?;
    }
    if !full.sentence.is_empty() {
        writeln!(out, "{}", layout.wrapped(&full.sentence, 0))?;
    }
    let widths = full.widths();
    if !full.of_access.is_empty() || !full.of_uses.is_empty() || page.is_read {
        writeln!(out)?;
    }
    full.of_access.write(out, widths, layout)?;
    if let Some(closed) = full.closed {
        writeln!(out, "{}", layout.wrapped(&format!("  {closed}"), 2))?;
    }
    full.of_page.write(out, widths, layout)?;
    full.of_uses.write(out, widths, layout)?;
    notes(out, page, verdict, layout)?;
    let mut snippets = Snippets::default();
    for rows in full.rows() {
        rows.show(&mut snippets);
    }
    snippets.write(out, layout)?;
    parts::write(out, page, verdict, layout)
}

/// Writes the parts after the rows of the answers.
pub(super) fn notes(
    out: &mut dyn Write,
    page: &Page<'_>,
    verdict: &Verdict<'_>,
    layout: &Layout,
) -> io::Result<()> {
    if page.is_read {
        others(out, verdict, layout)?;
    }
    other_names::write(out, page, verdict, layout)?;
    engine::write(out, page, verdict, layout)
}

/// The parts without a place: until when the response is valid, and names that are not directives.
fn others(out: &mut dyn Write, verdict: &Verdict<'_>, layout: &Layout) -> io::Result<()> {
    if let Some(until) = verdict.policy().validity().until(verdict.now()) {
        let line = format!("  ask      again after {until}, as the response says");
        writeln!(out, "{}", layout.wrapped(&line, 11))?;
    }
    let mut names: Vec<&str> = verdict.extensions().map(Extension::name).collect();
    names.dedup();
    if names.is_empty() {
        return Ok(());
    }
    let line = format!("  unknown  {}", plain_line(&names.join(", ")));
    writeln!(out, "{}", layout.cropped(&line, 0))
}

/// The asker as text.
fn asker(verdict: &Verdict<'_>) -> String {
    match verdict.profile() {
        Some(profile) => engine::heading(profile),
        None if verdict.client().tokens().is_empty() => String::from("for a client without a name"),
        None => format!("for {}", verdict.client()),
    }
}
