//! `robots-policy why`: from a row of a table back to the bytes that decided.
//!
//! | file | job |
//! |---|---|
//! | `rows` | the rows of a page in tables |
//! | `evidence` | a source of a row: its facts, the comparison with its bytes, and its statements |
//! | `answers` | the bytes of robots.txt, `tdmrep.json` and licences out of the store |
//! | `page` | the record of the page out of its archive |
//! | `text` | the answer for people |

mod answers;
mod evidence;
mod page;
mod rows;
mod text;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use robots_policy::Timestamp;
use robots_policy_archives::store::Store;
use robots_policy_archives::table::TableRow;
use robots_policy_input::values::moment;
use serde::{Serialize, Serializer};
use serde_json::Value;

use self::evidence::{Agreement, Evidence};
use crate::exit::{Exit, Failure};
use crate::say::unless_unread;

#[derive(Args)]
pub(crate) struct WhyArgs {
    /// A table that `scan` wrote, or the folder of a run
    #[arg(value_name = "TABLE")]
    table: PathBuf,

    /// The address of the page, as the table has it
    #[arg(value_name = "URL")]
    url: String,

    /// The agent or engine of the row, by its name in the table [default: all]
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,

    /// The time at which the page was archived, as in RFC 3339 [default: all times]
    #[arg(long, value_name = "TIME", value_parser = moment)]
    at: Option<Timestamp>,

    /// The store that the scan was given: its bytes of robots.txt, `tdmrep.json` and licences are shown and compared
    #[arg(long, value_name = "FILE")]
    robots_store: Option<PathBuf>,

    /// The archive of the page, or a folder with it; repeat it for further ones [default: the name in the table]
    #[arg(long, value_name = "PATH")]
    archive: Vec<PathBuf>,

    /// How the answer is written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: WhyFormat,
}

/// The forms of the answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum WhyFormat {
    /// For people
    Text,
    /// A JSON object a line
    Json,
}

/// The answer about one row.
#[derive(Serialize)]
struct Why {
    table: String,
    url: String,
    agent: String,
    date: Option<String>,
    #[serde(serialize_with = "by_name")]
    answers: Vec<(String, Value)>,
    /// The sources that are not known.
    unread: Vec<Value>,
    evidence: Vec<Evidence>,
}

/// Writes values by their names, in their order.
fn by_name<S: Serializer>(values: &[(String, Value)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, value)| (name, value)))
}

/// Runs the command.
pub(crate) fn run(args: &WhyArgs) -> Result<Exit, Failure> {
    let store = args.robots_store.as_deref().map(Store::open).transpose()?;
    let found = rows::find(args)?;
    if found.is_empty() {
        return Err(Failure::Input(
            args.table.display().to_string(),
            rows::nothing(args),
        ));
    }
    let mut out = io::stdout().lock();
    let mut exit = Exit::Answered;
    for (table, row) in &found {
        let why = explain(args, store.as_ref(), table, row);
        if why.evidence.iter().any(Evidence::is_wrong) {
            exit = Exit::Unreadable;
        }
        let written = if args.format == WhyFormat::Json {
            serde_json::to_string(&why)
                .map_err(io::Error::from)
                .and_then(|line| writeln!(out, "{line}"))
        } else {
            text::write(&mut out, &why)
        };
        unless_unread(written)?;
    }
    unless_unread(out.flush())?;
    Ok(exit)
}

fn explain(args: &WhyArgs, store: Option<&Store>, table: &Path, row: &TableRow) -> Why {
    let mut evidence = answers::of(store, row);
    evidence.push(page::of(&args.archive, table, row));
    // What a store or an archive lacks cannot be shown, and is said.
    for one in &mut evidence {
        if one.agreement == Agreement::NotAtHand && one.note.is_none() {
            one.note = Some(String::from(evidence::NO_STORE));
        }
    }
    let text = |column: &str| row.text(column).map(str::to_owned);
    Why {
        table: table.display().to_string(),
        url: text("url").unwrap_or_default(),
        agent: text("agent").unwrap_or_default(),
        date: text("date"),
        answers: rows::answers(row),
        unread: row
            .get("unread")
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default(),
        evidence,
    }
}
