//! `engines`: the table, one engine in full, JSON by its schema, and cells that are stale.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use robots_policy::engines::Profile;
use robots_policy_kit::files::root;
use robots_policy_kit::output::ends;
use robots_policy_kit::python;
use serde_json::{Value, json};

use crate::scanning::{command, folder, run};

/// The places at which each document does not fit a schema.
pub(crate) fn misfits_of(folder: &Path, schema: &Value, documents: &[Value]) -> Vec<Vec<String>> {
    let files = [
        ("schema.json", schema),
        ("documents.json", &documents.into()),
    ];
    let [schema, file] = files.map(|(name, json)| {
        let path = folder.join(name);
        fs::write(&path, json.to_string()).unwrap();
        path
    });
    let args: [&OsStr; 2] = [schema.as_ref(), file.as_ref()];
    serde_json::from_str(&python::script("fits_schema.py", &args)).unwrap()
}

/// Those of one document, a line each.
pub(crate) fn misfits(folder: &Path, schema: &Value, document: &Value) -> String {
    misfits_of(folder, schema, std::slice::from_ref(document))
        .concat()
        .join("\n")
}

/// A schema of `docs`.
pub(crate) fn schema(name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(root().join("docs").join(name)).unwrap()).unwrap()
}

/// The document with another value at each of these places: a schema that takes everything would notice nothing.
pub(crate) fn changed<const N: usize>(own: &Value, values: [(&str, Value); N]) -> Vec<Value> {
    let changed = values.map(|(place, value)| {
        let mut wrong = own.clone();
        *wrong.pointer_mut(place).unwrap() = value;
        wrong
    });
    changed.into()
}

#[test]
fn json_fits_its_schema() {
    let json = |words: &str| ends(&run(Path::new("."), &format!("engines {words}")), 0);
    let engines: Value = serde_json::from_str(&json("--format json")).unwrap();
    let own: Value = serde_json::from_str(&json("ccbot --format json")).unwrap();
    let wrong = changed(
        &own,
        [
            ("/0/name", json!("CCBot")),
            ("/0/kind", json!("bot")),
            ("/0/verified", json!("today")),
            ("/0/cells/0/grade", json!(null)),
            ("/0/cells/0/source", json!("CC")),
            ("/0/cells/0/disputed", json!("no")),
        ],
    );
    let documents = [vec![engines.clone()], wrong].concat();
    let misfits = misfits_of(
        &folder("engines-schema"),
        &schema("engines.schema.json"),
        &documents,
    );
    let counts: Vec<usize> = misfits.iter().map(Vec::len).collect();
    assert_eq!(counts, [0, 1, 1, 1, 1, 1, 1], "{misfits:?}");
    let names = engines.as_array().unwrap().iter();
    let names: Vec<&str> = names
        .map(|engine| engine["name"].as_str().unwrap())
        .collect();
    let all: Vec<&str> = Profile::all().map(Profile::name).collect();
    assert_eq!(names, all);
    assert_eq!(json("--stale 100000 --format json"), "[]\n");
}

/// The answer on a terminal of this width.
fn shown(words: &str, columns: &str) -> String {
    let output = command(Path::new("."), words)
        .env("COLUMNS", columns)
        .output();
    ends(&output.unwrap(), 0)
}

#[test]
fn the_table_has_every_cell_at_every_width() {
    for columns in [40, 60, 80, 100, 160] {
        let table = shown("engines", &columns.to_string());
        let mut rows: Vec<String> = Vec::new();
        for line in table.lines() {
            assert!(line.chars().count() <= columns, "{columns}: {line}");
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
}
