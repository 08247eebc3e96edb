//! The tables of folders as a data set in Croissant 1.1, JSON-LD that tools of machine learning read.
//!
//! The document says what the files have: the columns are those of each file, and the list of this version gives their meaning.
//! It has no time of its own, so that the same folders give the same bytes.

mod document;
mod fields;
mod node;
mod place;
mod sets;

use self::document::dataset;
use self::place::Base;
use self::sets::Sets;
use super::tables::{Given, Tables};
use crate::exit::{Exit, Failure};
use crate::report;

/// The settings of the command.
pub(crate) struct CroissantSettings {
    pub(crate) given: Given,
    pub(crate) facts: Facts,
}

/// The facts that the user states about the data set.
pub(crate) struct Facts {
    pub(crate) name: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) license: Option<String>,
    pub(crate) url: Option<String>,
    pub(crate) creators: Vec<String>,
    pub(crate) published: Option<String>,
    pub(crate) cite_as: Option<String>,
    pub(crate) version: Option<String>,
}

/// Runs the command.
pub(super) fn run(args: &CroissantSettings) -> Result<Exit, Failure> {
    let base = Base::of(&args.given)?;
    let mut tables = args.given.tables()?;
    let mut sets = Sets::default();
    tables.read(|_, table, archive| {
        let fields = robots_policy_scan::table::fields_of(table)?;
        sets.add(&base, table, fields, archive)
            .map_err(|error| error.to_string())
    });
    if sets.is_empty() {
        tables.trouble("no table was read, so nothing was written");
        return Ok(Exit::Unreadable);
    }
    let dataset = dataset(&args.facts, &tables.folders, &sets);
    args.given.output.write(|out| {
        serde_json::to_writer_pretty(&mut *out, &dataset)?;
        writeln!(out)
    })?;
    args.facts.say_what_is_missing(&tables);
    Ok(report::exit(tables.is_complete()))
}

impl Facts {
    /// Names what Croissant requires or recommends and only the user knows.
    fn say_what_is_missing(&self, tables: &Tables) {
        let facts = [
            (self.license.is_none(), "license", "--license URL"),
            (self.url.is_none(), "url", "--url URL"),
            (self.creators.is_empty(), "creator", "--creator NAME"),
            (
                self.published.is_none(),
                "datePublished",
                "--published DATE",
            ),
            (self.cite_as.is_none(), "citeAs", "--cite-as TEXT"),
        ];
        let missing: Vec<String> = facts
            .into_iter()
            .filter(|(is_missing, ..)| *is_missing)
            .map(|(_, property, option)| format!("{property} ({option})"))
            .collect();
        if !missing.is_empty() {
            tables.note(&format!(
                "Croissant requires or recommends facts that only you know, and the document lacks them: {}",
                missing.join(", ")
            ));
        }
    }
}
