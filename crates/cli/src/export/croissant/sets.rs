//! The tables of a document: a file each, and a set for those that have the same fields.

use std::path::Path;

use robots_policy_scan::table::{TableField, TableFormat};
use serde::Serialize;

use super::fields::{Field, fields};
use super::place::{Base, pattern, reference};

/// The tables that were read.
#[derive(Default)]
pub(super) struct Sets {
    files: Vec<FileObject>,
    sets: Vec<Set>,
}

/// Tables of one form with the same fields.
struct Set {
    format: TableFormat,
    fields: Vec<TableField>,
    /// Patterns that fit a table each.
    includes: Vec<String>,
}

/// A table.
#[derive(Serialize)]
pub(super) struct FileObject {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "@id")]
    id: String,
    name: String,
    #[serde(rename = "contentUrl")]
    url: String,
    #[serde(rename = "contentSize")]
    size: String,
    #[serde(rename = "encodingFormat")]
    formats: Vec<&'static str>,
    sha256: String,
    /// The archive.
    #[serde(
        rename = "prov:wasDerivedFrom",
        skip_serializing_if = "Option::is_none"
    )]
    derived_from: Option<Entity>,
}

/// A file that is not handed over.
#[derive(Serialize)]
struct Entity {
    #[serde(rename = "@type")]
    kind: &'static str,
    sha256: String,
}

/// The bytes of a table.
pub(super) struct File {
    pub(super) sha256: String,
    pub(super) bytes: u64,
    /// The SHA-256 of its archive, if the scan noted it.
    pub(super) archive: Option<String>,
}

/// Tables that are read as one.
#[derive(Serialize)]
pub(super) struct FileSet<'s> {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "@id")]
    id: String,
    name: String,
    #[serde(rename = "encodingFormat")]
    formats: Vec<&'static str>,
    includes: &'s [String],
}

/// A part of the distribution.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Distributed<'s> {
    File(&'s FileObject),
    Set(FileSet<'s>),
}

/// The rows of a set.
#[derive(Serialize)]
pub(super) struct RecordSet {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "@id")]
    id: String,
    name: String,
    description: String,
    field: Vec<Field>,
}

impl Sets {
    /// Adds a table with these fields.
    pub(super) fn add(&mut self, base: &Base, table: &Path, fields: Vec<TableField>, file: File) {
        let path = base.path(table);
        let format = TableFormat::of(table);
        self.files.push(FileObject {
            kind: "cr:FileObject",
            id: reference(&path),
            url: reference(&path),
            size: format!("{} B", file.bytes),
            formats: formats(format),
            sha256: file.sha256,
            derived_from: file.archive.map(|sha256| Entity {
                kind: "prov:Entity",
                sha256,
            }),
            name: path.clone(),
        });
        // A table of records without a record says nothing about its fields.
        if fields.is_empty() {
            return;
        }
        let mut sets = self.sets.iter_mut();
        let same = sets.find(|set| set.format == format && set.fields == fields);
        match same {
            Some(set) => set.includes.push(pattern(&path)),
            None => self.sets.push(Set {
                format,
                fields,
                includes: vec![pattern(&path)],
            }),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// How many tables there are.
    pub(super) fn tables(&self) -> u64 {
        self.files.len() as u64
    }

    /// Whether a table has rows about engines.
    pub(super) fn is_about_engines(&self) -> bool {
        let mut fields = self.sets.iter().flat_map(|set| &set.fields);
        fields.any(|field| field.name == "profile")
    }

    /// The files, and the sets of them.
    pub(super) fn distribution(&self) -> Vec<Distributed<'_>> {
        let files = self.files.iter().map(Distributed::File);
        let sets = self.sets.iter().enumerate().map(|(at, set)| {
            Distributed::Set(FileSet {
                kind: "cr:FileSet",
                id: numbered("tables", at),
                name: numbered("tables", at),
                formats: formats(set.format),
                includes: &set.includes,
            })
        });
        files.chain(sets).collect()
    }

    pub(super) fn record_sets(&self) -> Vec<RecordSet> {
        let sets = self.sets.iter().enumerate();
        sets.map(|(at, set)| RecordSet {
            kind: "cr:RecordSet",
            id: numbered("verdicts", at),
            name: numbered("verdicts", at),
            description: description(set),
            field: fields(
                &numbered("verdicts", at),
                &numbered("tables", at),
                &set.fields,
            ),
        })
        .collect()
    }
}

/// A name that is the only one of its kind, or has its number.
fn numbered(name: &str, at: usize) -> String {
    match at {
        0 => name.to_owned(),
        at => format!("{name}-{}", at + 1),
    }
}

fn description(set: &Set) -> String {
    let row = if set.fields.iter().any(|field| field.name == "profile") {
        "A row for each response and engine."
    } else {
        "A row for each response and agent."
    };
    match set.format {
        TableFormat::Parquet => row.to_owned(),
        TableFormat::Jsonl => format!(
            "{row} The records have further keys, with directives and lists: docs/records.md of robots-policy."
        ),
    }
}

/// The media type of a form, and the name of it that `mlcroissant` reads.
fn formats(format: TableFormat) -> Vec<&'static str> {
    match format {
        TableFormat::Parquet => vec!["application/vnd.apache.parquet", "application/x-parquet"],
        TableFormat::Jsonl => vec!["application/jsonl", "application/jsonlines"],
    }
}
