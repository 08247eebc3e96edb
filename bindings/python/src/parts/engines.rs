//! Profiles, and what a verdict of an engine has beside that of a client.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use robots_policy::engines::{Day, Evidence, Known, Mark, NotHonoured, Profile, Reference};
use robots_policy::meta::Placement;
use robots_policy::{Directive, Provenance};

use super::{Class, tuple};

/// A profile and its cells.
pub(crate) fn profile(py: Python<'_>, engine: Profile) -> PyResult<Bound<'_, PyAny>> {
    let date = |day: Option<Day>| day.map(|day| self::date(py, day)).transpose();
    let cells = engine.cells();
    let cells = cells.iter().map(|known| self::known(py, known));
    Class::Profile.make(
        py,
        (
            engine.name(),
            engine.operator(),
            Class::ProfileKind.word(py, engine.kind().name())?,
            PyTuple::new(py, engine.tokens())?,
            PyTuple::new(py, engine.page_names())?,
            date(engine.verified())?,
            date(engine.retired())?,
            tuple(py, cells)?,
        ),
    )
}

/// A cell, as people read it.
fn known<'py>(py: Python<'py>, known: &Known) -> PyResult<Bound<'py, PyAny>> {
    let (source, grade, verified) = match known.evidence {
        None => (None, None, None),
        Some(evidence) => (
            Some(document(py, evidence.source())?),
            Some(Class::Grade.word(py, evidence.grade().name())?),
            Some(date(py, evidence.verified())?),
        ),
    };
    Class::Known.make(
        py,
        (
            known.cell,
            &*known.value,
            source,
            grade,
            verified,
            known.is_disputed,
        ),
    )
}

/// A directive that addresses an engine, and that it does not act on.
pub(crate) fn not_honoured<'py>(
    py: Python<'py>,
    left: &NotHonoured<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    Class::NotHonoured.make(
        py,
        (
            Class::Directive.make(py, (Directive::name(left.directive()),))?,
            Class::Honour.word(py, left.why().name())?,
            source(py, left.evidence())?,
            place(py, left.signal().provenance())?,
        ),
    )
}

/// Where the reading of an engine leaves the general one, or a doubt about it.
pub(crate) fn mark<'py>(py: Python<'py>, mark: &Mark) -> PyResult<Bound<'py, PyAny>> {
    let at = mark.provenance().map(|at| place(py, at)).transpose()?;
    Class::Mark.make(
        py,
        (
            Class::MarkKind.word(py, mark.kind().name())?,
            mark.cell(),
            source(py, mark.evidence())?,
            at,
        ),
    )
}

/// The bytes of a statement.
fn place<'py>(py: Python<'py>, at: &Provenance) -> PyResult<Bound<'py, PyAny>> {
    let span = at.span();
    Class::Place.make(
        py,
        (
            Class::Source.word(py, at.source().name())?,
            at.source().placement().map(Placement::name),
            at.line(),
            (span.start, span.end),
            at.text(),
        ),
    )
}

fn source(py: Python<'_>, evidence: Option<Evidence>) -> PyResult<Option<Bound<'_, PyAny>>> {
    let source = evidence.map(|evidence| document(py, evidence.source()));
    source.transpose()
}

fn document<'py>(py: Python<'py>, source: &Reference) -> PyResult<Bound<'py, PyAny>> {
    Class::Document.make(
        py,
        (source.key(), source.title(), source.dated(), source.url()),
    )
}

pub(crate) fn date(py: Python<'_>, day: Day) -> PyResult<Bound<'_, PyAny>> {
    let class = py.import("datetime")?.getattr("date")?;
    class.call_method1("fromisoformat", (day.to_string(),))
}
