//! `engines`: the table, one engine in full, JSON by its schema, and cells that are stale.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use robots_policy::engines::{Kind, Profile};
use robots_policy_kit::output::ends;
use robots_policy_kit::python;
use serde_json::{Value, json};

use crate::scanning::{command, folder, run};

/// The places at which a document does not fit a schema.
pub(crate) fn misfits(folder: &Path, schema: &Value, document: &Value) -> String {
    let [schema, file] =
        [("schema.json", schema), ("document.json", document)].map(|(name, json)| {
            let path = folder.join(name);
            fs::write(&path, json.to_string()).unwrap();
            path
        });
    let args: [&OsStr; 2] = [schema.as_ref(), file.as_ref()];
    python::script("fits_schema.py", &args)
}

fn schema() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/engines.schema.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn json_fits_its_schema() {
    let whole = ends(&run(Path::new("."), "engines --format json"), 0);
    let engines: Value = serde_json::from_str(&whole).unwrap();
    assert_eq!(misfits(&folder("engines-schema"), &schema(), &engines), "");
    let names = engines.as_array().unwrap().iter();
    let names: Vec<&str> = names
        .map(|engine| engine["name"].as_str().unwrap())
        .collect();
    let all: Vec<&str> = Profile::all().map(Profile::name).collect();
    assert_eq!(names, all);
    let none = run(Path::new("."), "engines --stale 100000 --format json");
    assert_eq!(ends(&none, 0), "[]\n");
}

/// A schema that takes everything would notice nothing.
#[test]
fn the_schema_refuses_what_is_not_an_engine() {
    let own = ends(&run(Path::new("."), "engines ccbot --format json"), 0);
    let own: Value = serde_json::from_str(&own).unwrap();
    for (place, value) in [
        ("/0/name", json!("CCBot")),
        ("/0/kind", json!("bot")),
        ("/0/verified", json!("today")),
        ("/0/cells/0/grade", json!(null)),
        ("/0/cells/0/source", json!("CC")),
        ("/0/cells/0/disputed", json!("no")),
    ] {
        let mut wrong = own.clone();
        *wrong.pointer_mut(place).unwrap() = value;
        let found = misfits(&folder("engines-misfit"), &schema(), &wrong);
        assert_eq!(found.lines().count(), 1, "{place}: {found}");
    }
}

/// The answer on a terminal of this width.
fn shown(words: &str, columns: &str) -> String {
    let output = command(Path::new("."), words)
        .env("COLUMNS", columns)
        .output();
    ends(&output.unwrap(), 0)
}

#[test]
fn the_table_has_a_row_for_each_engine_and_fits_80_columns() {
    let table = ends(&run(Path::new("."), "engines"), 0);
    for profile in Profile::all() {
        let row = format!("{profile} ");
        let count = table.lines().filter(|line| line.starts_with(&row)).count();
        let retired = usize::from(profile.retired().is_some());
        assert_eq!(count, 1 + retired, "{profile}: {table}");
    }
    for line in table.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

#[test]
fn the_table_has_every_cell_at_every_width() {
    for columns in [40, 60, 80, 100, 160] {
        let table = shown("engines", &columns.to_string());
        for line in table.lines() {
            assert!(line.chars().count() <= columns, "{columns}: {line}");
        }
        let mut rows: Vec<String> = Vec::new();
        for line in table.lines() {
            match rows.last_mut() {
                Some(row) if line.starts_with(' ') => row.push_str(line),
                _ => rows.push(line.to_owned()),
            }
        }
        for profile in Profile::all() {
            let name = format!("{profile} ");
            let own = |row: &&String| format!("{row} ").starts_with(&name);
            let row = rows.iter().find(own).unwrap();
            let verified = profile.verified().map(|day| day.to_string());
            let tokens = profile.tokens().iter().map(ToString::to_string);
            let operator = [profile.operator(), profile.kind().name()].map(str::to_owned);
            for cell in operator.into_iter().chain(verified).chain(tokens) {
                let (row, cell) = (row.replace(' ', ""), cell.replace(' ', ""));
                let is_name = cell.eq_ignore_ascii_case(profile.name());
                assert!(
                    is_name || row.contains(&cell),
                    "{columns}: {profile}: {cell}: {row}"
                );
            }
        }
    }
}

#[test]
fn engines_in_full_fit_80_columns() {
    for line in shown("engines all", "80").lines() {
        assert!(
            line.chars().count() <= 80 || line.contains("https://"),
            "{line}"
        );
    }
}

#[test]
fn engines_are_named_as_elsewhere() {
    for kind in Kind::ALL {
        let own = ends(&run(Path::new("."), &format!("engines {kind}")), 0);
        assert!(
            own.contains(&format!(", {kind}, verified ")),
            "{kind}: {own}"
        );
    }
    let both = shown("engines GPTBot,ccbot CCBot", "80");
    let names = both.lines().filter(|line| line.contains(", training, "));
    assert_eq!(names.count(), 2, "{both}");
}

/// Each fact of the table is below its document, once for each engine, and each document that a person can open has its address.
#[test]
fn documents_have_the_cells_that_rest_on_them() {
    let documents = ends(&run(Path::new("."), "engines --documents --format json"), 0);
    let documents: Value = serde_json::from_str(&documents).unwrap();
    let mut listed = Vec::new();
    for document in documents.as_array().unwrap() {
        for cell in document["cells"].as_array().unwrap() {
            for engine in cell["engines"].as_array().unwrap() {
                listed.push(format!(
                    "{engine} {} {} {}",
                    cell["cell"], cell["value"], document["key"]
                ));
            }
        }
    }
    let known = Profile::all().flat_map(|profile| {
        let cells = profile.cells().into_iter();
        cells.filter_map(move |known| {
            let key = known.evidence?.source().key();
            Some(format!(
                "{:?} {:?} {} {key:?}",
                profile.name(),
                known.cell,
                json!(known.value)
            ))
        })
    });
    let mut known: Vec<String> = known.collect();
    known.sort();
    listed.sort();
    assert_eq!(listed, known);

    let text = shown("engines ai --documents", "80");
    for line in text.lines() {
        assert!(
            line.chars().count() <= 80 || line.starts_with("  https://"),
            "{line}"
        );
    }
    assert!(
        text.contains("\n  https://developers.openai.com/api/docs/bots\n"),
        "{text}"
    );
    let stale = ends(
        &run(
            Path::new("."),
            "engines --documents --stale 0 --now 2026-11-22T00:00:00Z",
        ),
        1,
    );
    assert!(
        stale.contains("\nG-RTX: ") && !stale.contains("\nKIMI: "),
        "{stale}"
    );
}
