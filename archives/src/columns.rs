//! The columns of the table, one row for each. The columns of directives follow from the table of directives.

mod leaf;
mod lists;
mod row;
mod schema;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use robots_policy::robots_txt::Rule;
use robots_policy::{Directive, DirectiveKind, DirectiveSet, DirectiveValue};

use self::leaf::number;
pub use self::leaf::{Cell, CellKind, Leaf};
use self::lists::{diagnostics, extensions, reasons, sources};
pub use self::row::Row;
pub use self::schema::schema_table;

/// A column: its name in SQL, its meaning, and the function that reads it from a row.
#[derive(Clone)]
pub struct Column {
    name: Cow<'static, str>,
    meaning: Cow<'static, str>,
    shape: Shape,
    read: ColumnReader,
    is_of_record: bool,
}

/// The shape of a column's content for one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One value.
    One(Leaf),
    /// A list, never null.
    List(Leaf),
    /// A list of structs, never null; the names of the members.
    Structs(&'static [(&'static str, Leaf)]),
}

/// How a column is read from a row.
#[derive(Clone, Copy)]
enum ColumnReader {
    One(ReadOne),
    /// The effect of a directive.
    Directive(Directive),
    Each(ReadEach),
}

/// Reads one value.
type ReadOne = for<'r> fn(&Row<'r>) -> Cell<'r>;

/// Hands over the members of every element of a list.
type ReadEach = for<'r> fn(&Row<'r>, &mut dyn FnMut(&[Cell<'r>]));

impl Column {
    /// The name in SQL: lower-case letters and `_`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The meaning of the column, in one phrase.
    pub fn meaning(&self) -> &str {
        &self.meaning
    }

    /// Whether it is one value, a list, or a list of structs, and of which leaves.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether it describes the origin of the response and not the verdict. Address and agent belong to the verdict.
    pub fn is_of_record(&self) -> bool {
        self.is_of_record
    }

    /// Passes the column's cells for `row` to `each`: one cell for [`Shape::One`]; for a list, the cells of each element's
    /// members in the order of the shape, one call per element. For an empty list it does not call `each`.
    pub fn cells<'r>(&self, row: &Row<'r>, each: &mut dyn FnMut(&[Cell<'r>])) {
        match (self.read, self.shape) {
            (ColumnReader::One(read), _) => each(&[read(row)]),
            (ColumnReader::Directive(directive), shape) => {
                let nullable = matches!(shape, Shape::One(leaf) if leaf.nullable);
                each(&[in_force(directive, nullable, row)]);
            }
            (ColumnReader::Each(read), _) => read(row, each),
        }
    }

    /// The directive whose effect the column holds.
    #[cfg(test)]
    fn directive(&self) -> Option<Directive> {
        match self.read {
            ColumnReader::Directive(directive) => Some(directive),
            _ => None,
        }
    }
}

impl Shape {
    /// The leaves in the order of the schema, and whether they are in a list.
    pub fn leaves(self) -> (Vec<Leaf>, bool) {
        match self {
            Shape::One(leaf) => (vec![leaf], false),
            Shape::List(leaf) => (vec![leaf], true),
            Shape::Structs(members) => (members.iter().map(|(_, leaf)| *leaf).collect(), true),
        }
    }
}

const FLAG: Leaf = Leaf::of(CellKind::Flag);
const FLAG_OR_NULL: Leaf = Leaf::or_null(CellKind::Flag);
const INTEGER: Leaf = Leaf::of(CellKind::Integer);
const WORD: Leaf = Leaf::of(CellKind::Word);
const WORD_OR_NULL: Leaf = Leaf::or_null(CellKind::Word);
const INTEGER_OR_NULL: Leaf = Leaf::or_null(CellKind::Integer);

const fn one(name: &'static str, leaf: Leaf, meaning: &'static str, read: ReadOne) -> Column {
    column(name, meaning, Shape::One(leaf), ColumnReader::One(read))
}

const fn list(name: &'static str, meaning: &'static str, shape: Shape, read: ReadEach) -> Column {
    column(name, meaning, shape, ColumnReader::Each(read))
}

const fn column(
    name: &'static str,
    meaning: &'static str,
    shape: Shape,
    read: ColumnReader,
) -> Column {
    Column {
        name: Cow::Borrowed(name),
        meaning: Cow::Borrowed(meaning),
        shape,
        read,
        is_of_record: false,
    }
}

/// This column, marked as one about the record in the archive.
const fn of_record(mut column: Column) -> Column {
    column.is_of_record = true;
    column
}

/// The columns before those of the directives.
const BEFORE: &[Column] = &[
    one(
        "url",
        Leaf::of(CellKind::Text),
        "the response's address",
        |row| row.verdict.target().into(),
    ),
    of_record(one(
        "host",
        WORD_OR_NULL,
        "the host of the address",
        |row| row.host.into(),
    )),
    of_record(one(
        "date",
        Leaf::or_null(CellKind::Moment),
        "when the response was archived",
        |row| row.date.map(jiff::Timestamp::as_microsecond).into(),
    )),
    of_record(one("status", INTEGER_OR_NULL, "the HTTP status", |row| {
        row.status.map(i64::from).into()
    })),
    of_record(one(
        "content_type",
        WORD_OR_NULL,
        "the field `Content-Type`, as it was sent",
        |row| row.content_type.into(),
    )),
    one(
        "agent",
        WORD,
        "who asks: a product token in lower case, `*` for a client that no one names",
        |row| row.agent.into(),
    ),
    one(
        "access_allowed",
        Leaf::or_null(CellKind::Flag),
        "whether robots.txt allows fetching it; null where robots.txt is unknown",
        |row| row.verdict.access().allowed().into(),
    ),
    one("access_reason", WORD, "why", |row| {
        row.verdict.access().reason().name().into()
    }),
    one(
        "access_rule",
        WORD_OR_NULL,
        "the line of robots.txt that decided",
        |row| row.verdict.access().rule().map(Rule::text).into(),
    ),
    one(
        "index",
        FLAG_OR_NULL,
        "may it be stored in a publicly accessible index; null where the document was not read",
        |row| row.verdict.index().into(),
    ),
    one(
        "follow",
        FLAG_OR_NULL,
        "may its links be followed; null where the document was not read",
        |row| row.verdict.follow().into(),
    ),
    one(
        "archive",
        FLAG_OR_NULL,
        "may a stored copy be offered; null where the document was not read",
        |row| row.verdict.archive().into(),
    ),
    one(
        "snippet",
        FLAG_OR_NULL,
        "may it be excerpted, null where the document was not read; `max_snippet` says how long",
        |row| row.verdict.snippet().allowed.into(),
    ),
];

/// The columns after those of the directives.
const AFTER: &[Column] = &[
    list(
        "extensions",
        "names outside the table of directives that address the agent, in alphabetical order, a name once for each of its values, `value` null for a name without one; empty where there is none",
        Shape::Structs(&[("name", WORD), ("value", WORD_OR_NULL)]),
        extensions,
    ),
    list(
        "sources",
        "which inputs said something to the agent: `robots.txt` if a rule of it decided, `robots-tag`, `x-robots-tag`, `meta`",
        Shape::List(WORD),
        sources,
    ),
    list(
        "reasons",
        "the line of robots.txt that disallows, then every statement that put something in force: the clients that it addresses, the input, the line as in the JSON record (null for a document), and its bytes as text",
        Shape::Structs(&[
            ("directive", WORD),
            ("scope", WORD_OR_NULL),
            ("source", WORD),
            ("line", INTEGER_OR_NULL),
            ("text", WORD),
        ]),
        reasons,
    ),
    list(
        "remarks",
        "the codes of the diagnostics of the reading, each once",
        Shape::List(WORD),
        diagnostics,
    ),
    list(
        "truncated",
        "the inputs that met their parsing limit: `robots-tag`, `x-robots-tag`, `head`, `robots.txt`",
        Shape::List(WORD),
        |row, each| {
            for source in row.verdict.truncated() {
                each(&[source.input().into()]);
            }
        },
    ),
    list(
        "unread",
        "the sources that were not read, or not whole: `document`, and why: `content-coding`, `incomplete`, `encoding`",
        Shape::Structs(&[("source", WORD), ("why", WORD)]),
        |row, each| {
            for unread in row.verdict.unread() {
                each(&[unread.source().into(), unread.why().name().into()]);
            }
        },
    ),
    of_record(one(
        "head_bytes",
        INTEGER,
        "how many bytes of the document were read, decoded",
        |row| number(row.head_bytes),
    )),
    of_record(one("warc_file", WORD, "the archive", |row| {
        row.warc_file.into()
    })),
    of_record(one(
        "warc_offset",
        INTEGER,
        "where its record, or the member that holds it, begins in the archive, in bytes",
        |row| number(row.warc_offset),
    )),
    of_record(one(
        "warc_length",
        INTEGER_OR_NULL,
        "how many bytes of the archive from there on are this record; null where it shares its member with others or is damaged",
        |row| row.warc_length.map(number).into(),
    )),
    of_record(one(
        "warc_type",
        WORD,
        "the type of the record: `response`, `resource`, `revisit` (a response whose document is in another record)",
        |row| row.warc_type.into(),
    )),
    of_record(one(
        "record_id",
        Leaf::or_null(CellKind::Text),
        "its `WARC-Record-ID`, without the angle brackets",
        |row| row.record_id.into(),
    )),
    of_record(one(
        "payload_digest",
        Leaf::or_null(CellKind::Text),
        "its `WARC-Payload-Digest`, as it was written",
        |row| row.payload_digest.into(),
    )),
];

/// Every column, in order.
pub fn columns() -> Vec<Column> {
    let directives = Directive::ALL
        .iter()
        .filter(|directive| is_ever_in_force(**directive))
        .map(|directive| of_directive(*directive));
    BEFORE
        .iter()
        .cloned()
        .chain(directives)
        .chain(AFTER.iter().cloned())
        .collect()
}

/// Directives that only permit, and `none`, which is short for others, are never in force themselves.
fn is_ever_in_force(directive: Directive) -> bool {
    directive.kind().takes_value()
        || DirectiveSet::from_iter([(directive, DirectiveValue::Flag)]).contains(directive)
}

/// The column of a directive, by its kind.
fn of_directive(directive: Directive) -> Column {
    let (leaf, note) = match directive.kind() {
        DirectiveKind::Flag | DirectiveKind::Permissive => (FLAG, String::new()),
        DirectiveKind::Ceiling => (INTEGER_OR_NULL, String::from("; null: no limit")),
        DirectiveKind::Level(words) => (
            WORD_OR_NULL,
            format!(": {}; null: not said", words.join(", ")),
        ),
        DirectiveKind::Deadline => (
            Leaf::or_null(CellKind::Moment),
            String::from("; null: not said"),
        ),
        // A new kind is shown in its wire form.
        _ => (WORD_OR_NULL, String::from("; null: not said")),
    };
    Column {
        name: directive.name().replace('-', "_").into(),
        meaning: format!(
            "`{}`: {}{note}",
            directive.name(),
            directive.meaning().trim_end_matches('.')
        )
        .into(),
        shape: Shape::One(leaf),
        read: ColumnReader::Directive(directive),
        is_of_record: false,
    }
}

/// The value of a directive that is in force.
fn in_force(directive: Directive, nullable: bool, row: &Row<'_>) -> Cell<'static> {
    match row.verdict.directives().get(directive) {
        None if nullable => Cell::Null,
        None => Cell::Flag(false),
        Some(DirectiveValue::Flag) => Cell::Flag(true),
        Some(DirectiveValue::Ceiling(limit)) => limit.map(i64::from).into(),
        Some(DirectiveValue::Level(word)) => word.into(),
        Some(DirectiveValue::Deadline(moment)) => {
            Cell::Integer(moment.as_unix().saturating_mul(MICROSECONDS))
        }
        Some(value) => value.to_string().into(),
    }
}

/// Microseconds of a second.
const MICROSECONDS: i64 = 1_000_000;
