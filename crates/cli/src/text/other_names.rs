//! Restrictions of other crawlers by name: a line for each name, since a page that restricts nothing for one asker may be out of the
//! index of another.

use std::collections::HashMap;
use std::io::{self, Write};

use robots_policy::{ProductToken, Scope, Verdict};

use super::Page;
use super::layout::Layout;
use crate::names::plain_line;

/// Writes a line for each name that has a restriction of its own, and that is not one of the asker's.
pub(super) fn write(
    out: &mut dyn Write,
    page: &Page<'_>,
    verdict: &Verdict<'_>,
    layout: &Layout,
) -> io::Result<()> {
    let mut named: Vec<(&ProductToken, Vec<String>)> = Vec::new();
    // A hostile page has thousands of names.
    let mut places: HashMap<&ProductToken, usize> = HashMap::new();
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
        let at = *places.entry(name).or_insert_with(|| {
            named.push((name, Vec::new()));
            named.len() - 1
        });
        if let Some((_, all)) = named.get_mut(at)
            && all.len() < MOST
        {
            all.push(said);
        }
    }
    for (name, said) in named.iter().take(MOST) {
        let line = format!("  other rules for {name}: {}", said.join(", "));
        writeln!(out, "{}", layout.wrapped(&plain_line(&line), 4))?;
    }
    match named.len().saturating_sub(MOST) {
        0 => Ok(()),
        more => writeln!(out, "  other rules for {more} more names"),
    }
}

/// The names by which the response addresses the asker.
fn names<'v>(verdict: &'v Verdict<'_>) -> impl Iterator<Item = &'v ProductToken> {
    verdict.addressed().client().page_tokens().iter()
}

/// The most names that are shown, and the most statements to each.
const MOST: usize = 8;
