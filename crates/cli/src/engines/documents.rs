//! The documents of the table, each with the cells that rest on it: the list of a person who reads them again.

use std::io::{self, Write};

use robots_policy::engines::{Evidence, Grade, Known, Profile, Reference};
use robots_policy_show::Layout;
use serde::Serialize;

use super::json;

/// A document, and what rests on it.
#[derive(Serialize)]
pub(super) struct Document {
    #[serde(flatten)]
    own: json::DocumentObject,
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
pub(super) fn of(shown: &[(Profile, Vec<Known>)]) -> Vec<Document> {
    let documents = Reference::all()
        .iter()
        .map(|source| Document::of(source, shown));
    let mut documents: Vec<Document> = documents.filter(|it| !it.cells.is_empty()).collect();
    documents.sort_by_key(|document| document.own.key);
    documents
}

impl Document {
    fn of(source: &'static Reference, shown: &[(Profile, Vec<Known>)]) -> Document {
        let mut cells: Vec<Fact> = Vec::new();
        for (profile, all) in shown {
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
            own: json::DocumentObject::of(source),
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
pub(super) fn text(
    out: &mut impl Write,
    documents: &[Document],
    layout: &Layout,
) -> io::Result<()> {
    for document in documents {
        let title = format!("{}: {}", document.own.key, document.own.title);
        writeln!(out, "{}", layout.filled(&title, INDENT))?;
        if let Some(url) = document.own.url {
            writeln!(out, "  {url}")?;
        }
        writeln!(
            out,
            "  {}; verified {}",
            document.own.dated, document.verified
        )?;
        for fact in &document.cells {
            fact.text(out, layout)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

impl Fact {
    fn text(&self, out: &mut impl Write, layout: &Layout) -> io::Result<()> {
        let grade = (self.grade != Grade::Vendor.name()).then_some(self.grade);
        let notes = grade.into_iter().chain(self.disputed.then_some("disputed"));
        let notes = match notes.collect::<Vec<_>>().join(", ").as_str() {
            "" => String::new(),
            notes => format!(" ({notes})"),
        };
        let says = format!("    {}: {}{notes}", self.cell, self.value);
        writeln!(out, "{}", layout.filled(&says, INDENT + 4))?;
        let engines = format!("{:8}{}", "", self.engines.join(", "));
        writeln!(out, "{}", layout.filled(&engines, INDENT + 6))
    }
}

/// The blanks before the second line of a title.
const INDENT: usize = 2;
