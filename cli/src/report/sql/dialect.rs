//! The functions in which the dialects of SQL differ.

use clap::ValueEnum;
use robots_policy_archives::Measure;

/// An engine of SQL that reads Parquet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SqlEngine {
    #[value(name = "duckdb")]
    DuckDb,
    Spark,
}

impl SqlEngine {
    /// Two lines that say how to run the query and to draw its result.
    pub(super) fn usage(self) -> (&'static str, &'static str) {
        match self {
            SqlEngine::DuckDb => (
                "DuckDB 1.3 or later: duckdb -csv < cube.sql > cube.csv",
                "then: robots-policy report --cube cube.csv -o report.html",
            ),
            SqlEngine::Spark => (
                "Spark 3.5 or later: spark.sql(query).coalesce(1).write.csv(folder, header=True)",
                "then: robots-policy report --cube folder/part-….csv -o report.html",
            ),
        }
    }

    /// A text.
    fn text(self, text: &str) -> String {
        let text = match self {
            SqlEngine::DuckDb => text.replace('\'', "''"),
            SqlEngine::Spark => text.replace('\\', "\\\\").replace('\'', "\\'"),
        };
        format!("'{text}'")
    }

    /// Every row of these files.
    pub(super) fn tables(self, files: &[String]) -> String {
        match self {
            SqlEngine::DuckDb => {
                let files: Vec<String> = files.iter().map(|file| self.text(file)).collect();
                let files = files.join(", ");
                format!("  SELECT * FROM read_parquet([{files}], union_by_name = true)")
            }
            SqlEngine::Spark => {
                let one = |file: &String| {
                    let file = file.replace('`', "``");
                    format!("  SELECT * FROM parquet.`{file}`")
                };
                let all: Vec<String> = files.iter().map(one).collect();
                all.join("\n  UNION ALL\n")
            }
        }
    }

    /// A cell.
    pub(super) fn cell(self, measure: Measure, name: &str, part: &str) -> String {
        match self {
            SqlEngine::DuckDb => format!("{{measure: '{measure}', name: {name}, part: {part}}}"),
            SqlEngine::Spark => {
                format!("named_struct('measure', '{measure}', 'name', {name}, 'part', {part})")
            }
        }
    }

    /// A list of something for each element of a list, which is called `item`.
    pub(super) fn each(self, list: &str, something: &str) -> String {
        match self {
            SqlEngine::DuckDb => format!("list_transform({list}, lambda item: {something})"),
            SqlEngine::Spark => format!("transform({list}, item -> {something})"),
        }
    }

    /// A list of these.
    pub(super) fn list(self, items: &str) -> String {
        match self {
            SqlEngine::DuckDb => format!("[{items}]"),
            SqlEngine::Spark => format!("array({items})"),
        }
    }

    /// A row for each element, called `cell`, of lists that may be null.
    pub(super) fn rows_of(self, lists: &str) -> String {
        match self {
            SqlEngine::DuckDb => format!("unnest(flatten([{lists}]))"),
            SqlEngine::Spark => {
                format!("explode(flatten(filter(array({lists}), l -> l IS NOT NULL)))")
            }
        }
    }

    /// The distinct values of a member of the structs in a list for which a condition holds; `s` is the struct.
    pub(super) fn distinct(self, list: &str, member: &str, only: &str) -> String {
        match self {
            SqlEngine::DuckDb => format!(
                "list_distinct(list_transform(list_filter({list}, lambda s: {only}), lambda s: s.{member}))"
            ),
            SqlEngine::Spark => {
                format!("array_distinct(transform(filter({list}, s -> {only}), s -> s.{member}))")
            }
        }
    }

    /// Whether a condition holds for an element of a list, which is called `name`.
    pub(super) fn any(self, list: &str, name: &str, condition: &str) -> String {
        match self {
            SqlEngine::DuckDb => {
                format!("len(list_filter({list}, lambda {name}: {condition})) > 0")
            }
            SqlEngine::Spark => format!("exists({list}, {name} -> {condition})"),
        }
    }

    /// The first element of a list; null where there is none.
    pub(super) fn first(self, list: &str) -> String {
        match self {
            SqlEngine::DuckDb => format!("{list}[1]"),
            SqlEngine::Spark => format!("get({list}, 0)"),
        }
    }

    /// A moment, in UTC.
    pub(super) fn moment(self, text: &str) -> String {
        match self {
            SqlEngine::DuckDb => format!("TIMESTAMPTZ '{text}+00'"),
            SqlEngine::Spark => format!("TIMESTAMP '{text}+00:00'"),
        }
    }

    /// The month of a column in UTC, as `2026-03`, whatever the time zone of the session.
    pub(super) fn month(self, column: &str) -> String {
        match self {
            SqlEngine::DuckDb => {
                format!("strftime(make_timestamp(epoch_us({column})), '%Y-%m')")
            }
            SqlEngine::Spark => {
                let utc = format!("to_utc_timestamp({column}, current_timezone())");
                format!("date_format({utc}, 'yyyy-MM')")
            }
        }
    }
}
