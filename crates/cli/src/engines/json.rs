//! Engines as JSON. The keys are a contract; docs/engines.schema.json is their schema.

use std::io::{self, Write};

use robots_policy::engines::{Evidence, Grade, Known, Profile, Reference};
use serde::Serialize;

#[derive(Serialize)]
struct EngineObject {
    name: &'static str,
    operator: &'static str,
    kind: &'static str,
    /// A day, as all others.
    retired: Option<String>,
    tokens: &'static [&'static str],
    page_names: &'static [&'static str],
    verified: Option<String>,
    cells: Vec<CellObject>,
}

#[derive(Serialize)]
struct CellObject {
    #[serde(rename = "cell")]
    name: &'static str,
    value: String,
    /// Null where nothing is documented, as grade and day are.
    source: Option<DocumentObject>,
    grade: Option<&'static str>,
    verified: Option<String>,
    disputed: bool,
}

#[derive(Serialize)]
pub(super) struct DocumentObject {
    pub(super) key: &'static str,
    pub(super) title: &'static str,
    pub(super) dated: &'static str,
    pub(super) url: Option<&'static str>,
}

/// Writes the array of engines on one line.
pub(super) fn write(out: &mut impl Write, shown: &[(Profile, Vec<Known>)]) -> io::Result<()> {
    let engines: Vec<EngineObject> = shown.iter().map(EngineObject::of).collect();
    line(out, &engines)
}

/// Writes an array on one line.
pub(super) fn line(out: &mut impl Write, array: &[impl Serialize]) -> io::Result<()> {
    serde_json::to_writer(&mut *out, array)?;
    writeln!(out)
}

impl EngineObject {
    fn of((profile, cells): &(Profile, Vec<Known>)) -> EngineObject {
        EngineObject {
            name: profile.name(),
            operator: profile.operator(),
            kind: profile.kind().name(),
            retired: profile.retired().map(|day| day.to_string()),
            tokens: profile.tokens(),
            page_names: profile.page_names(),
            verified: profile.verified().map(|day| day.to_string()),
            cells: cells.iter().map(CellObject::of).collect(),
        }
    }
}

impl CellObject {
    fn of(known: &Known) -> CellObject {
        let evidence = known.evidence.as_ref();
        CellObject {
            name: known.cell,
            value: known.value.clone(),
            source: evidence.map(|it| DocumentObject::of(it.source())),
            grade: evidence.map(Evidence::grade).map(Grade::name),
            verified: evidence.map(|it| it.verified().to_string()),
            disputed: known.is_disputed,
        }
    }
}

impl DocumentObject {
    pub(super) fn of(source: &'static Reference) -> DocumentObject {
        DocumentObject {
            key: source.key(),
            title: source.title(),
            dated: source.dated(),
            url: source.url(),
        }
    }
}
