//! The tables of a document: a file each, and a set for those that have the same fields.

use std::fs::File;
use std::io;
use std::path::Path;

use robots_policy_archives::store::Digest;
use robots_policy_archives::table::{TableField, TableFormat};

use super::fields::fields;
use super::node::Node;
use super::place::{self, pattern, reference};

/// The tables that were read.
#[derive(Default)]
pub(super) struct Sets {
    files: Vec<Node>,
    sets: Vec<Set>,
}

/// Tables of one form with the same fields, which are read as one.
struct Set {
    format: TableFormat,
    fields: Vec<TableField>,
    /// Patterns that fit a table each.
    includes: Vec<String>,
}

impl Sets {
    /// Adds a table with these fields, and the SHA-256 of its archive, which is not handed over, if the scan noted it.
    pub(super) fn add(
        &mut self,
        base: &Path,
        table: &Path,
        fields: Vec<TableField>,
        archive: Option<String>,
    ) -> io::Result<()> {
        let path = place::path(base, table);
        let format = TableFormat::of(table);
        let file = File::open(table)?;
        let bytes = file.metadata()?.len();
        let sha256 = Digest::of_source(file)?.to_string();
        let archive = archive.map(|sha256| {
            Node::object([("@type", "prov:Entity".into()), ("sha256", sha256.into())])
        });
        self.files.push(Node::object([
            ("@type", "cr:FileObject".into()),
            ("@id", reference(&path).into()),
            ("name", path.as_str().into()),
            ("contentUrl", reference(&path).into()),
            ("contentSize", format!("{bytes} B").into()),
            ("encodingFormat", formats(format).into()),
            ("sha256", sha256.into()),
            ("prov:wasDerivedFrom", archive.into()),
        ]));
        // A table of records without a record says nothing about its fields.
        if fields.is_empty() {
            return Ok(());
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
        Ok(())
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
        self.sets.iter().any(Set::is_about_engines)
    }

    /// The files, and the sets of them.
    pub(super) fn distribution(&self) -> Vec<Node> {
        let sets = self.sets.iter().enumerate().map(|(at, set)| {
            Node::object([
                ("@type", "cr:FileSet".into()),
                ("@id", numbered("tables", at).into()),
                ("name", numbered("tables", at).into()),
                ("encodingFormat", formats(set.format).into()),
                ("includes", set.includes.clone().into()),
            ])
        });
        self.files.iter().cloned().chain(sets).collect()
    }

    /// The rows of each set.
    pub(super) fn record_sets(&self) -> Vec<Node> {
        let sets = self.sets.iter().enumerate();
        sets.map(|(at, set)| {
            let (name, files) = (numbered("verdicts", at), numbered("tables", at));
            Node::object([
                ("@type", "cr:RecordSet".into()),
                ("@id", name.as_str().into()),
                ("name", name.as_str().into()),
                ("description", set.description().into()),
                ("field", fields(&name, &files, &set.fields).into()),
            ])
        })
        .collect()
    }
}

impl Set {
    fn is_about_engines(&self) -> bool {
        self.fields.iter().any(|field| field.name == "profile")
    }

    fn description(&self) -> String {
        let asker = if self.is_about_engines() {
            "engine"
        } else {
            "agent"
        };
        let row = format!("A row for each response and {asker}.");
        match self.format {
            TableFormat::Parquet => row,
            TableFormat::Jsonl => format!(
                "{row} The records have further keys, with directives and lists: docs/records.md of robots-policy."
            ),
        }
    }
}

/// A name that is the only one of its kind, or has its number.
fn numbered(name: &str, at: usize) -> String {
    match at {
        0 => name.to_owned(),
        at => format!("{name}-{}", at + 1),
    }
}

/// The media type of a form, and the name of it that `mlcroissant` reads.
fn formats(format: TableFormat) -> Vec<&'static str> {
    match format {
        TableFormat::Parquet => vec!["application/vnd.apache.parquet", "application/x-parquet"],
        TableFormat::Jsonl => vec!["application/jsonl", "application/jsonlines"],
    }
}
