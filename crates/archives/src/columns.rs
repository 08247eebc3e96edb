//! The columns of the table, one row for each. The columns of directives and of uses follow from their tables.
//!
//! Columns keep their place when others come: a reader of an old table finds each of its columns at the same name, and those
//! after [`AFTER`] at the end. Members of structs likewise: new ones are the last.

mod column;
mod leaf;
mod lists;
mod parts;
mod row;
mod schema;
#[cfg(test)]
mod tests;

use robots_policy::engines::{Profile, UseAnswer};
use robots_policy::ledger::{Input, Observed};
use robots_policy::robots_txt::Rule;
use robots_policy::uses::{Activity, Unused};
use robots_policy::{Directive, DirectiveKind, DirectiveSet, DirectiveValue};

pub(crate) use self::column::moment;
pub use self::column::{Column, Shape};
use self::column::{
    ColumnReader, FLAG, FLAG_OR_NULL, INTEGER, INTEGER_OR_NULL, Of, TEXT_OR_NULL, WORD,
    WORD_OR_NULL, list, of_agent, of_record, one,
};
use self::leaf::number;
pub use self::leaf::{Cell, CellKind, Leaf};
use self::lists::{
    diagnostics, extensions, ledger, license_answers, licenses, not_honoured, permits, reasons,
    sources, unread,
};
pub use self::parts::parts_columns;
pub use self::row::{Answered, Common, PageParts, Row};
pub use self::schema::{schema_table, schema_table_as, schema_table_of};

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
    of_agent(one(
        "agent",
        WORD,
        "who asks: a product token in lower case, `*` for a client that no one names",
        |row| row.agent.into(),
    )),
    one(
        "access_allowed",
        Leaf::or_null(CellKind::Flag),
        "whether robots.txt allows fetching it; null where that is not known",
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
        "may it be stored in a publicly accessible index; null where it is not known",
        |row| row.verdict.index().into(),
    ),
    one(
        "follow",
        FLAG_OR_NULL,
        "may its links be followed; null where it is not known",
        |row| row.verdict.follow().into(),
    ),
    one(
        "archive",
        FLAG_OR_NULL,
        "may a stored copy be offered; null where it is not known",
        |row| row.verdict.archive().into(),
    ),
    one(
        "snippet",
        FLAG_OR_NULL,
        "may it be excerpted, null where it is not known; `max_snippet` says how long",
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
        "which inputs said something to the agent: `robots.txt` if a rule of it decided or it states something about AI use, `robots-tag`, `x-robots-tag`, `meta`, and for AI use `content-usage`, `content-signal`, `tdm-reservation`, `tdm-policy`, `link`, `tdmrep.json`, `rsl`",
        Shape::List(WORD),
        sources,
    ),
    list(
        "reasons",
        "the line of robots.txt that disallows, then every statement that put something in force: the clients that it addresses, the input, the line as in the JSON record (null for a document), and its bytes as text; then every statement about AI use that gives its label its answer: the label in `directive`, and its vocabulary, which is null for the others; for a policy token `tokens`, with an empty text where robots.txt was out of reach",
        Shape::Structs(&[
            ("directive", WORD),
            ("scope", WORD_OR_NULL),
            ("source", WORD),
            ("line", INTEGER_OR_NULL),
            ("text", WORD),
            ("vocabulary", WORD_OR_NULL),
        ]),
        reasons,
    ),
    list(
        "diagnostics",
        "the codes of the diagnostics of the reading, each once",
        Shape::List(WORD),
        diagnostics,
    ),
    list(
        "truncated",
        "the inputs that met their parsing limit: `robots-tag`, `x-robots-tag`, `head`, `robots.txt`, those about AI use likewise",
        Shape::List(WORD),
        |row, each| {
            for source in row.verdict.truncated() {
                each(&[source.input().into()]);
            }
        },
    ),
    list(
        "unread",
        "the sources that are not known: each by its name in the ledger, why, the address of one that can be read, and the answers that it keeps from being known, separated by blanks",
        Shape::Structs(&[
            ("source", WORD),
            ("why", WORD),
            ("url", WORD_OR_NULL),
            ("keeps", WORD),
        ]),
        unread,
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
        "how many bytes of the archive from there on are this record; null where it shares its member with others",
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

/// The columns after those of the uses.
const LAST: &[Column] = &[
    list(
        "licenses",
        "the addresses of the licences that sources point at, each once",
        Shape::List(WORD),
        licenses,
    ),
    list(
        "permits",
        "the explicit permissions that address the agent, such as `index` or a limit of -1: the directive, the clients that it addresses, and the input, each once; they lift no restriction",
        Shape::Structs(&[("directive", WORD), ("scope", WORD), ("source", WORD)]),
        permits,
    ),
];

/// The columns about an answer that a page was judged by: what the store of answers holds of it. Pages of one site, which are often
/// neighbours, and rows of all askers share their texts.
macro_rules! of_answer {
    ($source:expr, $what:literal, $url:literal, $status:literal, $fetched:literal, $sha256:literal, $record_id:literal) => {
        [
            of_record(one(
                $url,
                WORD_OR_NULL,
                concat!("the address that answered for ", $what, ", after redirects"),
                |row| observed(row, $source).and_then(|it| it.url.as_deref()).into(),
            )),
            of_record(one(
                $status,
                INTEGER_OR_NULL,
                concat!("the status of the answer for ", $what, " that the page was judged by"),
                |row| observed(row, $source).and_then(|it| it.status.map(i64::from)).into(),
            )),
            of_record(one(
                $fetched,
                Leaf::or_null(CellKind::Moment),
                "when it was fetched",
                |row| observed(row, $source).and_then(|it| it.fetched.map(moment)).into(),
            )),
            of_record(one(
                $sha256,
                WORD_OR_NULL,
                "the SHA-256 of its body, with its codings undone and as far as it is read; `robots-store show --body` has the bytes",
                |row| observed(row, $source).and_then(|it| it.sha256.as_deref()).into(),
            )),
            of_record(one(
                $record_id,
                WORD_OR_NULL,
                "the `WARC-Record-ID` of its record, without the angle brackets",
                |row| observed(row, $source).and_then(|it| it.record_id.as_deref()).into(),
            )),
        ]
    };
}

/// The columns about robots.txt.
const OF_ROBOTS: [Column; 5] = of_answer!(
    Input::RobotsTxt,
    "robots.txt",
    "robots_url",
    "robots_status",
    "robots_fetched",
    "robots_sha256",
    "robots_record_id"
);

/// The columns about `tdmrep.json`.
const OF_TDMREP: [Column; 5] = of_answer!(
    Input::TdmRep,
    "`tdmrep.json`",
    "tdmrep_url",
    "tdmrep_status",
    "tdmrep_fetched",
    "tdmrep_sha256",
    "tdmrep_record_id"
);

/// The column about the licences that were read.
const OF_LICENSES: Column = of_record(list(
    "license_answers",
    "the answers for licences that the page was judged by, as in the columns above: `url` is the address that a source points at, `answered` the one that answered",
    Shape::Structs(&[
        ("url", WORD),
        ("answered", WORD_OR_NULL),
        ("status", INTEGER_OR_NULL),
        ("fetched", Leaf::or_null(CellKind::Moment)),
        ("sha256", WORD_OR_NULL),
        ("record_id", WORD_OR_NULL),
    ]),
    license_answers,
));

fn observed<'r>(row: &Row<'r>, source: Input) -> Option<&'r Observed> {
    row.verdict.observed(source)
}

/// The columns that only a table about engines has.
const OF_ENGINES: &[Column] = &[
    of_agent(one(
        "profile",
        WORD,
        "the engine; the other columns are what it does, and `agent` is the first of its product tokens",
        |row| {
            let profile = row.verdict.profile();
            profile.map_or("", Profile::name).into()
        },
    )),
    list(
        "not_honoured",
        "the directives that address the engine and that it does not act on, each once",
        Shape::List(WORD),
        not_honoured,
    ),
    one(
        "answer",
        WORD_OR_NULL,
        "is it used in answers of a machine: yes, limited, no; null where the owner of the engine says nothing, where something was not read, and where it would be yes although the engine is asked not to",
        |row| {
            let used = row.uses().used(Activity::Input);
            used.map(UseAnswer::name).into()
        },
    ),
    one(
        "train",
        WORD_OR_NULL,
        "is it used for training: yes, limited, no; null where the owner of the engine says nothing, where something was not read, and where it would be yes although the engine is asked not to",
        |row| {
            let used = row.uses().used(Activity::Train);
            used.map(UseAnswer::name).into()
        },
    ),
    one(
        "asked_not_to_train",
        FLAG_OR_NULL,
        "is it asked not to train on it: true where a statement that reaches it forbids `train` or sets terms for it; null where none does and a document that may was not read",
        |row| row.uses().asked_not_to(Activity::Train).into(),
    ),
    one(
        "listens_train",
        FLAG_OR_NULL,
        "does its owner say that it listens to that: true or false by a document; null where none says so, or nothing asks",
        |row| row.uses().listens(Activity::Train).into(),
    ),
    one(
        "asked_not_to_input",
        FLAG_OR_NULL,
        "is it asked not to use it in answers of a machine (`input`), likewise",
        |row| row.uses().asked_not_to(Activity::Input).into(),
    ),
    one(
        "listens_input",
        FLAG_OR_NULL,
        "does its owner say that it listens to that, likewise",
        |row| row.uses().listens(Activity::Input).into(),
    ),
    one(
        "answer_why",
        WORD_OR_NULL,
        "why `answer` is null: `undocumented`, `not-known`, `asked-not-to`",
        |row| row.uses().unused(Activity::Input).map(Unused::name).into(),
    ),
    one(
        "train_why",
        WORD_OR_NULL,
        "why `train` is null, likewise",
        |row| row.uses().unused(Activity::Train).map(Unused::name).into(),
    ),
];

/// The column of the ledger, the last one of a table whose caller requests it.
const LEDGER: Column = list(
    "ledger",
    "each source of the response and its state, as in the JSON record",
    Shape::Structs(&[
        ("source", WORD),
        ("state", WORD),
        ("why", WORD_OR_NULL),
        ("url", WORD_OR_NULL),
        ("status", INTEGER_OR_NULL),
        ("fetched", Leaf::or_null(CellKind::Moment)),
        ("sha256", TEXT_OR_NULL),
        ("record_id", TEXT_OR_NULL),
    ]),
    ledger,
);

/// The column of the ledger, made of [`Verdict::ledger`](robots_policy::Verdict::ledger). It is in no list of columns: whoever
/// makes a table adds it at the end.
pub fn ledger_column() -> Column {
    LEDGER
}

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
        .chain(Activity::ALL.iter().map(|activity| of_use(*activity)))
        .chain(LAST.iter().cloned())
        .chain(OF_ROBOTS)
        .chain(OF_TDMREP)
        .chain([OF_LICENSES])
        .collect()
}

/// The columns of a table about engines, in order: every column, and after them those about engines.
pub fn columns_as() -> Vec<Column> {
    columns()
        .into_iter()
        .chain(OF_ENGINES.iter().cloned())
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
        of: Of::Verdict,
    }
}

/// The column of a use.
fn of_use(activity: Activity) -> Column {
    Column {
        name: format!("use_{}", activity.name().replace('-', "_")).into(),
        meaning: format!(
            "the answer of the sources about the use `{}`: allow, conditional, disallow, unstated (all sources are known, and none speaks); null: not known",
            activity.name()
        )
        .into(),
        shape: Shape::One(WORD_OR_NULL),
        read: ColumnReader::Use(activity),
        of: Of::Verdict,
    }
}
