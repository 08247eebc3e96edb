//! The documents of the table, each with the cells that rest on it: the list of a person who reads them again.

use std::io::{self, Write};

use robots_policy::engines::{Evidence, Grade, Known, Source};
use serde::Serialize;

use super::Shown;
use super::text::filled;

/// A document, and what rests on it.
#[derive(Serialize)]
pub(super) struct Document {
    key: &'static str,
    title: &'static str,
    dated: &'static str,
    url: Option<&'static str>,
    verified: String,
    cells: Vec<Fact>,
}

/// A cell of one value, and the engines that have it.
#[derive(Serialize)]
struct Fact {
    cell: &'static str,
    value: String,
    grade: &'static str,
    disputed: bool,
    engines: Vec<&'static str>,
}

/// The documents of these cells, in the order of their keys.
pub(super) fn of(shown: &[Shown]) -> Vec<Document> {
    let documents = Source::all()
        .iter()
        .map(|source| Document::of(source, shown));
    let mut documents: Vec<Document> = documents.filter(|it| !it.cells.is_empty()).collect();
    documents.sort_by_key(|document| document.key);
    documents
}

impl Document {
    fn of(source: &'static Source, shown: &[Shown]) -> Document {
        let mut cells: Vec<Fact> = Vec::new();
        for Shown {
            profile,
            cells: all,
        } in shown
        {
            for known in all {
                let evidence = known.evidence.filter(|it| it.source() == source);
                let Some(fact) = evidence.map(|evidence| Fact::of(known, evidence)) else {
                    continue;
                };
                match cells.iter_mut().find(|known| known.is_same(&fact)) {
                    Some(known) => known.engines.push(profile.name()),
                    None => cells.push(fact.of_engine(profile.name())),
                }
            }
        }
        Document {
            key: source.key(),
            title: source.title(),
            dated: source.dated(),
            url: source.url(),
            verified: source.verified().to_string(),
            cells,
        }
    }
}

impl Fact {
    fn of(known: &Known, evidence: Evidence) -> Fact {
        Fact {
            cell: known.cell,
            value: known.value.clone(),
            grade: evidence.grade().name(),
            disputed: known.is_disputed,
            engines: Vec::new(),
        }
    }

    fn of_engine(self, name: &'static str) -> Fact {
        Fact {
            engines: vec![name],
            ..self
        }
    }

    /// Whether it differs in its engines alone.
    fn is_same(&self, other: &Fact) -> bool {
        (self.cell, &self.value, self.grade, self.disputed)
            == (other.cell, &other.value, other.grade, other.disputed)
    }
}

/// Writes each document with its address, and below it what to look for there.
pub(super) fn text(out: &mut impl Write, documents: &[Document], width: usize) -> io::Result<()> {
    for document in documents {
        let title = format!("{}: {}", document.key, document.title);
        writeln!(out, "{}", filled("", &title, INDENT, width))?;
        if let Some(url) = document.url {
            writeln!(out, "  {url}")?;
        }
        writeln!(out, "  {}; verified {}", document.dated, document.verified)?;
        for fact in &document.cells {
            fact.text(out, width)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

impl Fact {
    fn text(&self, out: &mut impl Write, width: usize) -> io::Result<()> {
        let says = match (self.grade == Grade::Vendor.name(), self.disputed) {
            (true, false) => format!("{}: {}", self.cell, self.value),
            (true, true) => format!("{}: {} (disputed)", self.cell, self.value),
            (false, false) => format!("{}: {} ({})", self.cell, self.value, self.grade),
            (false, true) => format!("{}: {} ({}, disputed)", self.cell, self.value, self.grade),
        };
        writeln!(out, "{}", filled("  ", &says, INDENT + 4, width))?;
        let engines = self.engines.join(", ");
        writeln!(out, "{}", filled("      ", &engines, INDENT + 6, width))
    }
}

/// The blanks before the second line of a title.
const INDENT: usize = 2;
