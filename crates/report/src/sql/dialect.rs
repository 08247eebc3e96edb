//! The functions in which the dialects of SQL differ.

use robots_policy::Timestamp;
use robots_policy_archives::{Measure, classes};

/// A folder of tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct SqlFolder {
    /// Its path, with slashes.
    pub(crate) path: String,
    /// The time that the scan compared deadlines with, if it is known.
    pub(crate) now: Option<Timestamp>,
    /// Whether its tables are of a version in which null is the answer where nothing is stated.
    pub(crate) is_former: bool,
}

/// An engine of SQL that reads Parquet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SqlEngine {
    /// `DuckDB`.
    DuckDb,
    /// Spark.
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

    /// Every row of the tables of these folders, each with the time of its scan and the meaning of a use without an answer.
    pub(super) fn tables(self, folders: &[SqlFolder]) -> String {
        let one = |folder: &SqlFolder| {
            let now = folder.now.map_or_else(
                || String::from("current_timestamp"),
                |now| self.moment(&moment(now)),
            );
            let tables = self.table(&folder.path);
            let no_answer = if folder.is_former {
                classes::UNSTATED
            } else {
                classes::UNKNOWN
            };
            format!("  SELECT *, {now} AS scan_time, '{no_answer}' AS no_answer FROM {tables}")
        };
        let all: Vec<String> = folders.iter().map(one).collect();
        all.join(match self {
            SqlEngine::DuckDb => "\n  UNION ALL BY NAME\n",
            SqlEngine::Spark => "\n  UNION ALL\n",
        })
    }

    /// The tables of a folder. A name such as `date=2026` is not a column of them.
    fn table(self, folder: &str) -> String {
        let pattern = self.pattern(folder);
        match self {
            SqlEngine::DuckDb => {
                let files = self.text(&pattern);
                format!("read_parquet({files}, union_by_name = true, hive_partitioning = false)")
            }
            SqlEngine::Spark => format!("parquet.`{}`", pattern.replace('`', "``")),
        }
    }

    /// The pattern of the tables of a folder, in whose name no character is a wildcard.
    fn pattern(self, folder: &str) -> String {
        let mut pattern = String::new();
        for char in folder.chars() {
            match self {
                SqlEngine::DuckDb if "*?[".contains(char) => pattern.extend(['[', char, ']']),
                SqlEngine::Spark if "*?[]{}\\".contains(char) => pattern.extend(['\\', char]),
                _ => pattern.push(char),
            }
        }
        if !pattern.is_empty() && !pattern.ends_with('/') {
            pattern.push('/');
        }
        pattern + "*.parquet"
    }

    /// Why the engine cannot read a folder of this name, and what helps.
    pub(crate) fn refusal(self, folder: &str) -> Option<String> {
        let is_home = folder.strip_prefix("./").unwrap_or(folder).starts_with('~');
        let why = match self {
            SqlEngine::DuckDb if folder.contains('\\') => {
                "DuckDB reads a backslash in a path as a slash; rename the folder"
            }
            SqlEngine::DuckDb if is_home => {
                "DuckDB reads ~ as the home folder; name the folder by its whole path, from / on"
            }
            // On Windows a path begins with the letter of a drive.
            SqlEngine::Spark if folder.contains(':') && !cfg!(windows) => {
                "Spark does not find tables below a colon; rename the folder"
            }
            _ => return None,
        };
        Some(String::from(why))
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
        self.list_of("transform", list, "item", something)
    }

    /// The distinct values of a member of the elements of a list for which a condition holds; the element is called `name`.
    pub(super) fn distinct(self, list: &str, name: &str, member: &str, only: &str) -> String {
        let list = match only {
            "true" => list.to_owned(),
            only => self.list_of("filter", list, name, only),
        };
        // An element of a list of words is its member.
        let members = match member {
            "" => list,
            member => self.list_of("transform", &list, name, &format!("{name}.{member}")),
        };
        match self {
            SqlEngine::DuckDb => format!("list_distinct({members})"),
            SqlEngine::Spark => format!("array_distinct({members})"),
        }
    }

    /// Whether a condition holds for an element of a list, which is called `name`.
    pub(super) fn any(self, list: &str, name: &str, condition: &str) -> String {
        match self {
            SqlEngine::DuckDb => {
                format!("len({}) > 0", self.list_of("filter", list, name, condition))
            }
            SqlEngine::Spark => self.list_of("exists", list, name, condition),
        }
    }

    /// A function of a list and of an expression over its elements, which are called `name`.
    fn list_of(self, function: &str, list: &str, name: &str, expression: &str) -> String {
        match self {
            SqlEngine::DuckDb => format!("list_{function}({list}, lambda {name}: {expression})"),
            SqlEngine::Spark => format!("{function}({list}, {name} -> {expression})"),
        }
    }

    /// A list of these.
    pub(super) fn list(self, items: &str) -> String {
        match self {
            SqlEngine::DuckDb => format!("[{items}]"),
            SqlEngine::Spark => format!("array({items})"),
        }
    }

    /// The tables with further columns, by their names.
    ///
    /// As columns that a `SELECT` names, Spark would derive from each what holds for every combination of the others, before it
    /// reads a row, and take all memory for that. It derives nothing from what a generator returns.
    pub(super) fn with_words(self, words: &[(&str, String)]) -> String {
        let listed = |word: &dyn Fn(&str, &str) -> String| {
            let words: Vec<String> = words.iter().map(|(name, sql)| word(name, sql)).collect();
            words.join(",\n    ")
        };
        match self {
            SqlEngine::DuckDb => {
                let words = listed(&|name, sql| format!("{sql} AS {name}"));
                format!("  SELECT *,\n    {words}\n  FROM tables")
            }
            SqlEngine::Spark => {
                let names: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
                let names = names.join(", ");
                let words = listed(&|name, sql| format!("'{name}', {sql}"));
                format!(
                    "  SELECT * FROM tables LATERAL VIEW OUTER inline(array(named_struct(\n    {words}\n  ))) AS {names}"
                )
            }
        }
    }

    /// A row for each element, called `cell`, of lists that may be null. Without any element it may be a row that is null: Spark
    /// would ask of a plain `explode` first whether it has an element, by a condition that repeats all of it.
    pub(super) fn rows_of(self, lists: &str) -> String {
        match self {
            SqlEngine::DuckDb => format!("unnest(flatten([{lists}]))"),
            SqlEngine::Spark => {
                format!("explode_outer(flatten(filter(array({lists}), l -> l IS NOT NULL)))")
            }
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
        let start = |year: i16| self.moment(&format!("{year}-01-01 00:00:00"));
        let first = start(*classes::YEARS.start());
        let end = start(classes::YEARS.end().saturating_add(1));
        let month = match self {
            SqlEngine::DuckDb => format!("strftime(make_timestamp(epoch_us({column})), '%Y-%m')"),
            SqlEngine::Spark => {
                format!("date_format(to_utc_timestamp({column}, current_timezone()), 'yyyy-MM')")
            }
        };
        format!(
            "CASE WHEN {column} < {first} THEN 'earlier' WHEN {column} >= {end} THEN 'later' ELSE {month} END"
        )
    }
}

/// A moment of the years that both dialects write with four digits.
fn moment(now: Timestamp) -> String {
    let now = Timestamp::from_unix(now.as_unix().clamp(FIRST, LAST)).to_string();
    now.trim_end_matches('Z').replace('T', " ")
}

/// The first moment of the year 1, and the last of the year 9999.
const FIRST: i64 = -62_135_596_800;
const LAST: i64 = 253_402_300_799;
