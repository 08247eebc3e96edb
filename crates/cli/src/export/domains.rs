//! The domains of the pages of a run by their pages, and by what is stated about a use of them.
//!
//! A page counts once, whatever the number of agents: the rows of one agent are counted. A table that cannot be read to its end
//! counts nothing, so that every number is one of whole tables.

mod agents;
mod count;
mod host;
mod list;
mod percent;
mod write;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use robots_policy::uses::Activity;
use robots_policy_archives::table::fields_of;
use robots_policy_input::names::shown;

use self::agents::chosen;
use self::count::{Counts, PageCounter};
use self::list::List;
use self::percent::Percent;
use super::tables::{Given, Tables};
use crate::exit::{Exit, Failure};
use crate::report;
use crate::say::number;

#[derive(Args)]
pub(crate) struct DomainsArgs {
    #[command(flatten)]
    given: Given,

    /// The agent or engine whose rows are counted, by its name in the run: each has a row for every page [default: the only one]
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,

    /// The use whose answers are counted
    #[arg(long = "use", value_name = "USE", default_value = "train", value_parser = use_by_name())]
    activity: Activity,

    /// Write the first N domains; with --share what is less
    #[arg(long, value_name = "N", value_parser = number_of_domains)]
    top: Option<u64>,

    /// Write the first domains, this percentage of all of them, as 10 or 0.5
    #[arg(long, value_name = "PERCENT", value_parser = Percent::parse)]
    share: Option<Percent>,

    /// The number that the first domain has most of
    #[arg(long, value_name = "WHAT", default_value = "pages")]
    by: DomainsOrder,

    /// How the list is written
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: DomainsFormat,
}

/// The number that the first domain has most of.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DomainsOrder {
    /// Pages
    Pages,
    /// Octets of the records in the archives, as these are compressed
    Octets,
}

/// The forms of the list.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DomainsFormat {
    /// A line of names, and a line for each domain
    Csv,
    /// A JSON object a line
    Json,
    /// For people
    Text,
}

/// Runs the command.
pub(super) fn run(args: &DomainsArgs) -> Result<Exit, Failure> {
    let mut tables = args.given.tables()?;
    let agent = chosen(&mut tables, args.agent.as_deref())?;
    let Some(agent) = agent else {
        tables.read(|_, table, _| fields_of(table).map(|_| ()));
        tables.trouble("no row was read, so nothing was written");
        return Ok(Exit::Unreadable);
    };
    let counts = count(&mut tables, &agent, args.activity);
    let list = List::of(counts, args);
    say_what_is_not_known(&tables, &list, args);
    args.given
        .output
        .write(|out| list.write(out, args.format, &agent, args.activity))?;
    Ok(report::exit(tables.is_complete()))
}

/// Counts the rows of an agent in all tables.
fn count(tables: &mut Tables, agent: &str, activity: Activity) -> Counts {
    let mut all = Counts::default();
    let mut reader = PageCounter::new(agent, activity);
    let mut again = Vec::new();
    tables.read(|folder, table, _| {
        match reader.read(folder, table)? {
            Some(counts) => all.add(counts),
            None => again.push(shown(table.as_os_str())),
        }
        Ok(())
    });
    for table in again {
        tables.trouble(&format!(
            "{table}: another folder has counted the archive, so it was left out"
        ));
    }
    for folder in reader.without() {
        tables.trouble(&format!(
            "{folder} has no row of {agent}, so nothing of it was counted"
        ));
    }
    all
}

/// Names pages without a domain, and sizes that are not known.
fn say_what_is_not_known(tables: &Tables, list: &List, args: &DomainsArgs) {
    if list.elsewhere > 0 {
        let pages = number(list.elsewhere, "page");
        tables.note(&format!(
            "{pages} without a host that has a domain or an address: not in the list"
        ));
    }
    if args.by == DomainsOrder::Octets && list.unsized_domains > 0 {
        let domains = number(list.unsized_domains, "domain");
        tables.note(&format!(
            "the size of {domains} is not known, for records share their members of the archive: they are the last, by their pages"
        ));
    }
}

/// The uses by their names.
fn use_by_name() -> impl TypedValueParser<Value = Activity> {
    let names = Activity::ALL.iter().map(|activity| activity.name());
    PossibleValuesParser::new(names).map(|name| {
        let mut all = Activity::ALL.iter().copied();
        all.find(|activity| activity.name() == name)
            .unwrap_or(Activity::Train)
    })
}

fn number_of_domains(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| String::from("it is a whole number, as in 1000"))
}
