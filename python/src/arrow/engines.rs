//! The rows of engines: the columns of every row, with what the engine does in them, and four more.
//!
//! **Invariant.** A column that says what may be done says here what the engine does; one that says what was read has the
//! reading of all that addresses the engine. **What breaks if touched.** A column of an answer that is not in [`answer`] would
//! show the general reading beside the name of an engine. **Which test notices.** `test_arrow_engines.py` compares every column
//! with the verdict of `judge`.

use robots_policy::engines::{AsVerdict, UseAnswer};
use robots_policy::robots_txt::Rule;
use robots_policy::{Because, Directive, DirectiveValue};
use robots_policy_archives::{Cell, CellKind, Column, Leaf, Row, Shape};

/// A row: the verdict of a client, or what an engine does. The row of an engine has all that addresses it, and its uses.
#[derive(Clone, Copy)]
pub(super) struct Judged<'r> {
    pub(super) row: Row<'r>,
    pub(super) engine: Option<&'r AsVerdict<'r>>,
}

/// A column of a table.
#[derive(Clone)]
pub(super) enum TableColumn {
    /// That every table has.
    Of(Column),
    /// That rows of engines have.
    Engine(EngineColumn),
}

/// A column of engines alone.
#[derive(Clone, Copy)]
pub(super) enum EngineColumn {
    Profile,
    NotHonoured,
    Answer,
    Train,
}

impl TableColumn {
    /// These columns, and if the rows are of engines those of engines.
    pub(super) fn all(columns: Vec<Column>, is_of_engines: bool) -> Vec<TableColumn> {
        let more = if is_of_engines { ALL } else { &[] };
        let columns = columns.into_iter().map(TableColumn::Of);
        let more = more.iter().copied().map(TableColumn::Engine);
        columns.chain(more).collect()
    }

    pub(super) fn name(&self) -> &str {
        match self {
            TableColumn::Of(column) => column.name(),
            TableColumn::Engine(EngineColumn::Profile) => "profile",
            TableColumn::Engine(EngineColumn::NotHonoured) => "not_honoured",
            TableColumn::Engine(EngineColumn::Answer) => "answer",
            TableColumn::Engine(EngineColumn::Train) => "train",
        }
    }

    pub(super) fn shape(&self) -> Shape {
        match self {
            TableColumn::Of(column) => column.shape(),
            TableColumn::Engine(EngineColumn::Profile) => Shape::One(WORD),
            TableColumn::Engine(EngineColumn::NotHonoured) => Shape::List(WORD),
            TableColumn::Engine(EngineColumn::Answer | EngineColumn::Train) => {
                Shape::One(WORD_OR_NULL)
            }
        }
    }

    /// Passes the cells of a row to `each`, as [`Column::cells`] does.
    pub(super) fn cells<'r>(&self, judged: &Judged<'r>, each: &mut dyn FnMut(&[Cell<'r>])) {
        match (self, judged.engine) {
            (TableColumn::Of(column), None) => column.cells(&judged.row, each),
            (TableColumn::Of(column), Some(engine)) => of_engine(column, judged, engine, each),
            (TableColumn::Engine(_), None) => {}
            (TableColumn::Engine(column), Some(engine)) => column.cells(engine, each),
        }
    }
}

impl EngineColumn {
    fn cells<'r>(self, engine: &AsVerdict<'r>, each: &mut dyn FnMut(&[Cell<'r>])) {
        match self {
            EngineColumn::Profile => each(&[engine.profile().name().into()]),
            EngineColumn::NotHonoured => {
                let mut seen = Vec::new();
                for left in engine.not_honoured() {
                    let name = left.directive().name();
                    if !seen.contains(&name) {
                        seen.push(name);
                        each(&[name.into()]);
                    }
                }
            }
            EngineColumn::Answer => each(&[engine.answer().map(UseAnswer::name).into()]),
            EngineColumn::Train => each(&[engine.train().map(UseAnswer::name).into()]),
        }
    }
}

/// The cells of a column that every table has, for an engine.
fn of_engine<'r>(
    column: &Column,
    judged: &Judged<'r>,
    engine: &'r AsVerdict<'r>,
    each: &mut dyn FnMut(&[Cell<'r>]),
) {
    if column.name() == "reasons" {
        return reasons(judged, engine, each);
    }
    match answer(column, engine) {
        Some(cell) => each(&[cell]),
        None => column.cells(&judged.row, each),
    }
}

/// The cell of a column that says what may be done; `None` for one that says what was read.
fn answer<'r>(column: &Column, engine: &'r AsVerdict<'r>) -> Option<Cell<'r>> {
    let access = engine.access();
    let cell = match column.name() {
        "access_allowed" => access.allowed().into(),
        "access_reason" => access.reason().name().into(),
        "access_rule" => access.rule().map(Rule::text).into(),
        "index" => engine.index().into(),
        "follow" => engine.follow().into(),
        "archive" => engine.archive().into(),
        "snippet" => engine.snippet().allowed.into(),
        name => {
            let mut directives = Directive::ALL.iter();
            let is_it = |directive: &&Directive| directive.name().replace('-', "_") == name;
            in_force(column, *directives.find(is_it)?, engine)
        }
    };
    Some(cell)
}

/// The value of a directive that the engine acts on.
fn in_force(column: &Column, directive: Directive, engine: &AsVerdict<'_>) -> Cell<'static> {
    let is_nullable = matches!(column.shape(), Shape::One(leaf) if leaf.nullable);
    match engine.directives().get(directive) {
        None if is_nullable => Cell::Null,
        None => false.into(),
        Some(DirectiveValue::Flag) => true.into(),
        Some(DirectiveValue::Ceiling(limit)) => limit.map(i64::from).into(),
        Some(DirectiveValue::Level(word)) => word.into(),
        Some(DirectiveValue::Deadline(moment)) => {
            moment.as_unix().saturating_mul(MICROSECONDS).into()
        }
        Some(value) => value.to_string().into(),
    }
}

/// The statements that the reading of an engine follows from, in the members of the column.
fn reasons<'r>(judged: &Judged<'r>, engine: &'r AsVerdict<'r>, each: &mut dyn FnMut(&[Cell<'r>])) {
    let line = |line: Option<usize>| line.and_then(|line| i64::try_from(line).ok());
    for because in engine.because() {
        let directive = match because {
            Because::Rule(..) => "disallow",
            _ => because
                .directive()
                .map_or("", |(directive, _)| directive.name()),
        };
        let place = because.provenance();
        each(&[
            directive.into(),
            because.subject().to_string().into(),
            place.source().name().into(),
            line(place.line()).into(),
            because.text().into(),
            Cell::Null,
        ]);
    }
    for stated in judged.row.uses().reasons() {
        let (label, place) = (stated.label(), stated.provenance());
        each(&[
            label.name().into(),
            stated.scope().into(),
            place.source().name().into(),
            line(place.line()).into(),
            place.text().into(),
            label.vocabulary().name().into(),
        ]);
    }
}

const ALL: &[EngineColumn] = &[
    EngineColumn::Profile,
    EngineColumn::NotHonoured,
    EngineColumn::Answer,
    EngineColumn::Train,
];
const WORD: Leaf = Leaf {
    kind: CellKind::Word,
    nullable: false,
};
const WORD_OR_NULL: Leaf = Leaf {
    kind: CellKind::Word,
    nullable: true,
};
/// Microseconds of a second.
const MICROSECONDS: i64 = 1_000_000;
