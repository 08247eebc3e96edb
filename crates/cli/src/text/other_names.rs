//! What a response says to other crawlers by name: a line for each, since a page that restricts nothing for one asker may be out of the
//! index of another.

use std::io::{self, Write};

use robots_policy::{ProductToken, Scope, Verdict};

use super::Page;
use super::layout::Layout;
use crate::names::plain_line;

/// Writes a line for each name that is told something that restricts, and that is not one of the asker's.
pub(super) fn write(
    out: &mut dyn Write,
    page: &Page<'_>,
    verdict: &Verdict<'_>,
    layout: &Layout,
) -> io::Result<()> {
    let mut told: Vec<(&ProductToken, Vec<String>)> = Vec::new();
    for signal in verdict.policy().signals() {
        let (Scope::Token(name), Some((directive, _))) = (signal.scope(), signal.directive())
        else {
            continue;
        };
        let is_own = names(verdict).any(|own| own == name);
        if is_own || directive.ban().is_none() && directive.sentence().is_none() {
            continue;
        }
        let at = signal.provenance();
        let said = format!("{} {}", page.inputs.locate(at).place, at.text());
        match told.iter_mut().find(|(other, _)| *other == name) {
            Some((_, all)) => all.push(said),
            None => told.push((name, vec![said])),
        }
    }
    for (name, said) in told.iter().take(MOST) {
        let line = format!("  {name} is told otherwise: {}", said.join(", "));
        writeln!(out, "{}", layout.wrapped(&plain_line(&line), 4))?;
    }
    match told.len().saturating_sub(MOST) {
        0 => Ok(()),
        more => writeln!(out, "  and {more} more names are told otherwise"),
    }
}

/// The names by which the response addresses the asker.
fn names<'v>(verdict: &'v Verdict<'_>) -> impl Iterator<Item = &'v ProductToken> {
    verdict.addressed().client().page_tokens().iter()
}

/// The most names that are shown; a hostile page has thousands.
const MOST: usize = 8;
