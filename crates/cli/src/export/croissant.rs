//! The tables of folders as a data set in Croissant 1.1, JSON-LD that tools of machine learning read.
//!
//! The document says what the files have: the columns are those of each file, and the list of this version gives their meaning.
//! It has no time of its own, so that the same folders give the same bytes.

mod document;
mod fields;
mod node;
mod place;
mod sets;

use clap::Args;
use url::Url;

use self::document::dataset;
use self::place::base;
use self::sets::Sets;
use super::tables::{Given, Tables};
use crate::exit::{Exit, Failure};
use crate::report;

#[derive(Args)]
pub(crate) struct CroissantArgs {
    #[command(flatten)]
    given: Given,

    // The facts that the user states about the data set.
    /// The name of the data set [default: the names of the folders]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// A description of the data set [default: what its rows are, and how many tables there are]
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,

    /// The address of its licence, as spdx.org has one for each
    #[arg(long, value_name = "URL", value_parser = address)]
    license: Option<String>,

    /// The address of its page
    #[arg(long, value_name = "URL", value_parser = address)]
    url: Option<String>,

    /// Who made it: the name of an organization; repeat it for several
    #[arg(long, value_name = "NAME")]
    creator: Vec<String>,

    /// When it was published, as 2026-11-26
    #[arg(long, value_name = "DATE", value_parser = date)]
    published: Option<String>,

    /// How to cite it, best as BibTeX
    #[arg(long, value_name = "TEXT")]
    cite_as: Option<String>,

    /// The version of the data set, as MAJOR.MINOR.PATCH [default: the version of the tables]
    #[arg(long, value_name = "VERSION", value_parser = version)]
    data_version: Option<String>,
}

/// Runs the command.
pub(super) fn run(args: &CroissantArgs) -> Result<Exit, Failure> {
    let base = base(&args.given)?;
    let mut tables = args.given.tables()?;
    let mut sets = Sets::default();
    tables.read(|_, table, archive| {
        let fields = robots_policy_archives::table::fields_of(table)?;
        sets.add(&base, table, fields, archive)
            .map_err(|error| error.to_string())
    });
    if sets.is_empty() {
        tables.trouble("no table was read, so nothing was written");
        return Ok(Exit::Unreadable);
    }
    let dataset = dataset(args, &tables.folders, &sets);
    args.given.output.write(|out| {
        serde_json::to_writer_pretty(&mut *out, &dataset)?;
        writeln!(out)
    })?;
    args.say_what_is_missing(&tables);
    Ok(report::exit(tables.is_complete()))
}

impl CroissantArgs {
    /// Names what Croissant requires or recommends and only the user knows.
    fn say_what_is_missing(&self, tables: &Tables) {
        let facts = [
            (self.license.is_none(), "license", "--license URL"),
            (self.url.is_none(), "url", "--url URL"),
            (self.creator.is_empty(), "creator", "--creator NAME"),
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

fn address(text: &str) -> Result<String, String> {
    let is_of_web = |url: Url| ["http", "https"].contains(&url.scheme());
    if Url::parse(text).is_ok_and(is_of_web) {
        return Ok(text.to_owned());
    }
    Err(String::from(
        "it is an address of the web, as in https://example.org/",
    ))
}

fn date(text: &str) -> Result<String, String> {
    let date: Result<jiff::civil::Date, _> = text.parse();
    date.map(|date| date.to_string())
        .map_err(|_| String::from("it is a date, as in 2026-11-26"))
}

fn version(text: &str) -> Result<String, String> {
    let is_number = |part: &str| part.parse::<u32>().is_ok_and(|it| it.to_string() == part);
    let parts: Vec<&str> = text.split('.').collect();
    if parts.len() == 3 && parts.iter().all(|part| is_number(part)) {
        return Ok(text.to_owned());
    }
    Err(String::from("it is MAJOR.MINOR.PATCH, as in 1.0.0"))
}
