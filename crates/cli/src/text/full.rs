//! One response in full: a sentence, a row for each question with the statements that decide it, and their lines.

use std::io::{self, Write};

use robots_policy::{Extension, Provenance, Verdict};

use super::Page;
use super::access;
use super::answers::{self, Answer};
use super::engine;
use super::layout::Layout;
use super::other_names;
use super::rows::Rows;
use super::sentence::sentence;
use super::snippet::Snippets;
use super::table::Table;
use super::uses;
use crate::names::plain_line;

/// Writes everything about a response.
pub(super) fn page(out: &mut dyn Write, page: &Page<'_>, layout: &Layout) -> io::Result<()> {
    for (index, verdict) in page.verdicts.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        self::verdict(out, page, verdict, layout)?;
    }
    super::diagnostics(out, page, layout)
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
    let heading = format!("{} {}", page.title(), asker(verdict));
    writeln!(out, "{}", layout.bold(&layout.wrapped(&heading, 2)))?;
    for step in page.steps {
        let step = format!("  {}", plain_line(step));
        writeln!(out, "{}", layout.wrapped(&step, 4))?;
    }
    // Without its cause, a `no` looks like a ban.
    if let Some(problem) = page.problem.filter(|_| !page.is_read) {
        let problem = format!("Not read: {}", plain_line(problem));
        writeln!(out, "{}", layout.wrapped(&problem, 2))?;
    }
    let sentence = sentence(page, verdict);
    if !sentence.is_empty() {
        writeln!(out, "{}", layout.wrapped(&sentence, 0))?;
    }
    let of_access = Rows::new(access::of_access(page, verdict), page.inputs, verdict.now());
    let mut of_page = answers::of_page(verdict);
    // What an answer forbids that is not a page stays forbidden.
    of_page.retain(|row| page.is_read || row.answer == Answer::No);
    let of_page = Rows::new(of_page, page.inputs, verdict.now());
    let place = |at: &Provenance| page.inputs.locate(at).place;
    let mut of_uses = uses::of_uses(verdict, &place);
    of_uses.extend(engine::of_uses(verdict));
    let of_uses = Rows::new(of_uses, page.inputs, verdict.now());
    let widths = of_access
        .widths()
        .max(of_page.widths())
        .max(of_uses.widths());
    if !of_access.is_empty() || !of_uses.is_empty() || page.is_read {
        writeln!(out)?;
    }
    of_access.write(out, widths, layout)?;
    if !verdict.is_obtainable() && page.is_given() && !of_page.is_empty() {
        let line = match verdict.profile() {
            None => "  The rules of the page, which an obedient client would not have fetched:",
            Some(_) => "  The rules of the page, which it does not fetch:",
        };
        writeln!(out, "{}", layout.wrapped(line, 2))?;
    }
    of_page.write(out, widths, layout)?;
    of_uses.write(out, widths, layout)?;
    if page.is_read {
        others(out, verdict, layout)?;
    }
    other_names::write(out, page, verdict, layout)?;
    engine::write(out, page, verdict, layout)?;
    let mut snippets = Snippets::default();
    of_access.show(&mut snippets);
    of_page.show(&mut snippets);
    of_uses.show(&mut snippets);
    snippets.write(out, layout)
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
