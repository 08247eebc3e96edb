//! The definitions of measures, printed as SQL.

use std::collections::BTreeSet;

use robots_policy_archives::definition::{Cells, Each, Expr};
use robots_policy_archives::{Measure, columns, columns_as, shared_words};

use super::Tables;
use super::dialect::SqlEngine;

/// The tables that definitions are printed for.
pub(super) struct Printer {
    engine: SqlEngine,
    /// The columns of the tables: those about clients do not have all.
    columns: BTreeSet<String>,
    /// Whether they are of a former version, whose `unread` has no `keeps`.
    is_former: bool,
}

impl Printer {
    pub(super) fn new(engine: SqlEngine, tables: &Tables) -> Printer {
        let columns = if tables.has_engines {
            columns_as()
        } else {
            columns()
        };
        let is_former = tables.is_former();
        let columns = columns.iter().map(|column| column.name().to_owned());
        let columns = columns.filter(|name| !is_former || !LATER.contains(&name.as_str()));
        Printer {
            engine,
            columns: columns.collect(),
            is_former,
        }
    }

    /// The pages, with what several measures need. Rows of clients beside those of engines have no profile.
    pub(super) fn pages(&self) -> String {
        let asker = if self.columns.contains("profile") {
            "coalesce(nullif(profile, ''), agent)"
        } else {
            "agent"
        };
        let mut words = vec![
            ("asker", String::from(asker)),
            ("kind", String::from(KIND)),
            ("label", String::from(LABEL)),
        ];
        words.extend(
            shared_words()
                .iter()
                .map(|(name, expr)| (*name, self.sql(expr))),
        );
        let pages = self.engine.with_words(&words);
        format!(
            "pages AS (\n  -- A step permits the page, or does not, or it is not known.\n{pages}\n)"
        )
    }

    /// The list of these cells, null where there are none; `None` if the tables cannot have any.
    pub(super) fn cells(&self, measure: Measure, cells: &Cells) -> Option<String> {
        let each = cells.each.as_ref();
        if self.is_never(&cells.only) || each.is_some_and(|each| self.is_never(&each.only)) {
            return None;
        }
        let (engine, only) = (self.engine, self.only(measure, &cells.only));
        let cell = engine.cell(measure, &self.sql(&cells.name), &self.sql(&cells.part));
        let list = match &cells.each {
            Some(Each { list, member, only }) => {
                let items =
                    engine.distinct(list.name(), item(list.name()), member, &self.sql(only));
                engine.each(&items, &cell)
            }
            None => engine.list(&cell),
        };
        Some(match only.as_str() {
            ALWAYS => list,
            only => format!("CASE WHEN {only} THEN {list} END"),
        })
    }

    /// The test of the rows that count: of most measures those of pages.
    fn only(&self, measure: Measure, only: &Expr) -> String {
        let own = self.sql(only);
        match (measure.is_of_pages(), own.as_str()) {
            (false, own) => own.to_owned(),
            (true, ALWAYS) => PAGE.to_owned(),
            (true, _) if matches!(only, Expr::Any(_)) => format!("{PAGE} AND ({own})"),
            (true, own) => format!("{PAGE} AND {own}"),
        }
    }

    fn sql(&self, expr: &Expr) -> String {
        let of = |expr: &Expr| self.sql(expr);
        let joined = |tests: &[Expr], between| {
            let tests = tests.iter().filter(|test| !self.is_never(test));
            let tests = tests.map(|test| match test {
                Expr::Any(_) | Expr::InForce(_) => format!("({})", of(test)),
                test => of(test),
            });
            tests.collect::<Vec<_>>().join(between)
        };
        match expr {
            Expr::Word(word) => format!("'{word}'"),
            Expr::Column(column) => column.name().to_owned(),
            Expr::Member(list, "") => item(list).to_owned(),
            Expr::Member(list, name) => format!("{}.{name}", item(list)),
            Expr::Item => String::from("item"),
            Expr::Kind => String::from("kind"),
            Expr::Label => String::from("label"),
            Expr::Place => String::from(PLACE),
            Expr::NoAnswer => String::from("no_answer"),
            Expr::Shared(at) => shared_words()
                .get(*at)
                .map_or("", |(name, _)| name)
                .to_owned(),
            Expr::Month(moment) => self.engine.month(&of(moment)),
            Expr::Case(cases, other) => {
                let cases = cases.iter().filter(|(test, _)| !self.is_never(test));
                let case =
                    |(test, value): &(Expr, Expr)| format!(" WHEN {} THEN {}", of(test), of(value));
                match cases.map(case).collect::<String>().as_str() {
                    "" => of(other),
                    cases => format!("CASE{cases} ELSE {} END", of(other)),
                }
            }
            Expr::No(flag) => format!("NOT {}", of(flag)),
            Expr::Null(value) => format!("{} IS NULL", of(value)),
            Expr::Given(value) => format!("{} IS NOT NULL", of(value)),
            Expr::Filled(text) => format!("{} <> ''", of(text)),
            Expr::Is(text, words) => format!("{} IN ('{}')", of(text), words.join("', '")),
            Expr::Like(text, pattern) => {
                format!("{} LIKE '{}'", of(text), pattern.replace('*', "%"))
            }
            Expr::Digits(text) => format!("translate({}, '0123456789', '') = ''", of(text)),
            Expr::AtMost(value, most) => format!("{} <= {most}", of(value)),
            Expr::Past(moment) => format!("{} <= scan_time", of(moment)),
            Expr::Differ(tests) => {
                let [one, other] = &**tests;
                format!("({}) <> ({})", of(one), of(other))
            }
            Expr::All(tests) if tests.is_empty() => String::from(ALWAYS),
            Expr::All(tests) => joined(tests, " AND "),
            Expr::Any(tests) | Expr::InForce(tests) => joined(tests, " OR "),
            Expr::Has(list, test) => self.engine.any(list.name(), item(list.name()), &of(test)),
        }
    }

    /// Whether a test holds for no row, because the tables do not have its column.
    fn is_never(&self, test: &Expr) -> bool {
        match test {
            Expr::Column(column) => !self.columns.contains(column.name()),
            Expr::Member("unread", "keeps") => self.is_former,
            Expr::No(of)
            | Expr::Given(of)
            | Expr::Filled(of)
            | Expr::Is(of, _)
            | Expr::Like(of, _)
            | Expr::AtMost(of, _)
            | Expr::Past(of) => self.is_never(of),
            Expr::All(tests) => tests.iter().any(|test| self.is_never(test)),
            Expr::Any(tests) | Expr::InForce(tests) => tests.iter().all(|test| self.is_never(test)),
            _ => false,
        }
    }
}

/// The name of an element of a list.
fn item(list: &str) -> &str {
    list.get(..1).unwrap_or(list)
}

const ALWAYS: &str = "true";
/// The test of a page.
const PAGE: &str = "response = 'page'";
/// The columns that tables of the former version do not have, if a measure reads them.
const LATER: [&str; 2] = ["answer_why", "train_why"];
/// The path and the query of the address.
const PLACE: &str = "regexp_extract(url, '^[^:/?#]+://[^/?#]*([^#]*)', 1)";
/// The type without its parameters. Both engines read `\t` as a tab, `DuckDB` in the expression and Spark in the text.
const KIND: &str = "lower(regexp_extract(coalesce(content_type, ''), '^[ \\t]*([^;, \\t]*)', 1))";
/// The last label of the host.
const LABEL: &str = "regexp_extract(lower(coalesce(host, '')), '([^.]*)[.]?$', 1)";
