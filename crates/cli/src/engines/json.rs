//! Engines as JSON. The keys are a contract; docs/engines.schema.json is their schema.

use std::io::{self, Write};

use robots_policy::engines::{Evidence, Grade, Known, Source};
use serde::Serialize;

use super::Shown;

#[derive(Serialize)]
struct Engine {
    name: &'static str,
    operator: &'static str,
    kind: &'static str,
    /// A day, as all others.
    retired: Option<String>,
    tokens: &'static [&'static str],
    page_names: &'static [&'static str],
    verified: Option<String>,
    cells: Vec<Cell>,
}

#[derive(Serialize)]
struct Cell {
    #[serde(rename = "cell")]
    name: &'static str,
    value: String,
    /// Null where nothing is documented, as grade and day are.
    source: Option<Document>,
    grade: Option<&'static str>,
    verified: Option<String>,
    disputed: bool,
}

#[derive(Serialize)]
pub(super) struct Document {
    pub(super) key: &'static str,
    pub(super) title: &'static str,
    pub(super) dated: &'static str,
    pub(super) url: Option<&'static str>,
}

/// Writes the array of engines on one line.
pub(super) fn write(out: &mut impl Write, shown: &[Shown]) -> io::Result<()> {
    let engines: Vec<Engine> = shown.iter().map(Engine::of).collect();
    line(out, &engines)
}

/// Writes an array on one line.
pub(super) fn line(out: &mut impl Write, array: &[impl Serialize]) -> io::Result<()> {
    serde_json::to_writer(&mut *out, array)?;
    writeln!(out)
}

impl Engine {
    fn of(shown: &Shown) -> Engine {
        let profile = shown.profile;
        Engine {
            name: profile.name(),
            operator: profile.operator(),
            kind: profile.kind().name(),
            retired: profile.retired().map(|day| day.to_string()),
            tokens: profile.tokens(),
            page_names: profile.page_names(),
            verified: profile.verified().map(|day| day.to_string()),
            cells: shown.cells.iter().map(Cell::of).collect(),
        }
    }
}

impl Cell {
    fn of(known: &Known) -> Cell {
        let evidence = known.evidence.as_ref();
        Cell {
            name: known.cell,
            value: known.value.clone(),
            source: evidence.map(|it| Document::of(it.source())),
            grade: evidence.map(Evidence::grade).map(Grade::name),
            verified: evidence.map(|it| it.verified().to_string()),
            disputed: known.is_disputed,
        }
    }
}

impl Document {
    pub(super) fn of(source: &'static Source) -> Document {
        Document {
            key: source.key(),
            title: source.title(),
            dated: source.dated(),
            url: source.url(),
        }
    }
}
