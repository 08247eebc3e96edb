//! The definitions of measures, printed as SQL.

use std::collections::BTreeSet;

use robots_policy_archives::definition::{Cells, Each, List, Shared, Test, Text, Value};
use robots_policy_archives::{Measure, columns, columns_as};

use super::dialect::SqlEngine;

/// The tables that definitions are printed for.
pub(super) struct Printer {
    engine: SqlEngine,
    /// The columns of the tables: those about clients do not have all.
    columns: BTreeSet<String>,
}

impl Printer {
    pub(super) fn new(engine: SqlEngine, has_engines: bool) -> Printer {
        let columns = if has_engines { columns_as() } else { columns() };
        let columns = columns.iter().map(|column| column.name().to_owned());
        Printer {
            engine,
            columns: columns.collect(),
        }
    }

    /// The pages, with what several measures need. Rows of clients beside those of engines have no profile.
    pub(super) fn pages(&self) -> String {
        let asker = if self.columns.contains("profile") {
            "coalesce(nullif(profile, ''), agent)"
        } else {
            "agent"
        };
        let shared = Shared::ALL.map(|shared| {
            let (text, name) = (self.text(shared.text()), word(shared));
            format!(",\n    {text} AS {name}")
        });
        let shared = shared.concat();
        format!(
            "pages AS (
  -- A step permits the page, or does not, or it is not known.
  SELECT *, {asker} AS asker, {KIND} AS kind, {LABEL} AS label{shared}
  FROM tables
)"
        )
    }

    /// The list of these cells, null where there are none; `None` if the tables cannot have any.
    pub(super) fn cells(&self, measure: Measure, cells: &Cells) -> Option<String> {
        let engine = self.engine;
        if self.is_never(&cells.only) {
            return None;
        }
        let [name, part] = [&cells.name, &cells.part].map(|text| self.text(text));
        let cell = engine.cell(measure, &name, &part);
        let list = match &cells.each {
            Some(Each { list, member, only }) => {
                let only = self.test(only);
                let items = engine.distinct(list.column(), item(*list), member, &only);
                engine.each(&items, &cell)
            }
            None => engine.list(&cell),
        };
        Some(match &cells.only {
            Test::All(tests) if tests.is_empty() => list,
            only => format!("CASE WHEN {} THEN {list} END", self.test(only)),
        })
    }

    fn text(&self, text: &Text) -> String {
        match text {
            Text::Word(word) => format!("'{word}'"),
            Text::Of(value) => self.value(value),
            Text::Shared(shared) => word(*shared),
            Text::Item => String::from("item"),
            Text::Kind => String::from("kind"),
            Text::Label => String::from("label"),
            Text::Month(value) => self.engine.month(&self.value(value)),
            Text::Case(cases, other) => {
                let mut cases = cases
                    .iter()
                    .filter(|(test, _)| !self.is_never(test))
                    .peekable();
                let other = self.text(other);
                if cases.peek().is_none() {
                    return other;
                }
                let case = |(test, text): &(Test, Text)| {
                    format!(" WHEN {} THEN {}", self.test(test), self.text(text))
                };
                format!(
                    "CASE{} ELSE {other} END",
                    cases.map(case).collect::<String>()
                )
            }
        }
    }

    fn test(&self, test: &Test) -> String {
        let joined = |tests: &[Test], between| {
            let tests = tests.iter().filter(|test| !self.is_never(test));
            let tests: Vec<String> = tests.map(|test| self.inner(test)).collect();
            tests.join(between)
        };
        match test {
            Test::Yes(value) => self.value(value),
            Test::No(value) => format!("NOT {}", self.value(value)),
            Test::Null(value) => format!("{} IS NULL", self.value(value)),
            Test::Given(value) => format!("{} IS NOT NULL", self.value(value)),
            Test::Filled(value) => format!("{} <> ''", self.value(value)),
            Test::Is(text, words) => {
                let text = self.text(text);
                let words: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
                match words.as_slice() {
                    [word] => format!("{text} = {word}"),
                    words => format!("{text} IN ({})", words.join(", ")),
                }
            }
            Test::Like(text, pattern) => {
                format!("{} LIKE '{}'", self.text(text), pattern.replace('*', "%"))
            }
            Test::Digits(text) => format!("translate({}, '0123456789', '') = ''", self.text(text)),
            Test::AtMost(value, most) => format!("{} <= {most}", self.value(value)),
            Test::Past(value) => format!("{} <= scan_time", self.value(value)),
            Test::Differ(tests) => {
                let [one, other] = &**tests;
                format!("({}) <> ({})", self.test(one), self.test(other))
            }
            Test::All(tests) if tests.is_empty() => String::from("true"),
            Test::All(tests) => joined(tests, " AND "),
            Test::Any(tests) => joined(tests, " OR "),
            Test::Has(list, test) => {
                let condition = self.test(test);
                self.engine.any(list.column(), item(*list), &condition)
            }
        }
    }

    /// A test within another one.
    fn inner(&self, test: &Test) -> String {
        match test {
            Test::Any(tests) if tests.len() > 1 => format!("({})", self.test(test)),
            _ => self.test(test),
        }
    }

    /// Whether a test holds for no row, because the tables do not have its column.
    fn is_never(&self, test: &Test) -> bool {
        match test {
            Test::Yes(value)
            | Test::No(value)
            | Test::Given(value)
            | Test::Filled(value)
            | Test::AtMost(value, _)
            | Test::Past(value)
            | Test::Is(Text::Of(value), _)
            | Test::Like(Text::Of(value), _) => {
                matches!(value, Value::Column(column) if !self.columns.contains(column.name()))
            }
            Test::All(tests) => tests.iter().any(|test| self.is_never(test)),
            Test::Any(tests) => tests.iter().all(|test| self.is_never(test)),
            _ => false,
        }
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Column(column) => column.name().to_owned(),
            Value::Member(list, "") => item(*list).to_owned(),
            Value::Member(list, name) => format!("{}.{name}", item(*list)),
            Value::First(list, name) => format!("({}).{name}", self.engine.first(list.column())),
        }
    }
}

/// The column of a word that several measures have; those of the answers have their names in the tables already.
fn word(shared: Shared) -> String {
    match shared {
        Shared::State => String::from("state"),
        step => format!("step_{}", step.name()),
    }
}

/// The name of an element of a list.
fn item(list: List) -> &'static str {
    match list {
        List::Reasons => "r",
        List::Permits => "p",
        List::Extensions => "e",
        List::Diagnostics => "d",
        List::Unread => "u",
    }
}

/// The type without its parameters. Both engines read `\t` as a tab, `DuckDB` in the expression and Spark in the text.
const KIND: &str = "lower(regexp_extract(coalesce(content_type, ''), '^[ \\t]*([^;, \\t]*)', 1))";
/// The last label of the host.
const LABEL: &str = "regexp_extract(lower(coalesce(host, '')), '([^.]*)[.]?$', 1)";
