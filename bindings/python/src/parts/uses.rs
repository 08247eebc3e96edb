//! Statements about AI use, and the answers that follow from them.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use robots_policy::meta::Placement;
use robots_policy::uses::{self, Activity, Answer, Level, Pointer, PolicyToken, Preference};
use robots_policy::{Provenance, Source};

use super::{Class, PlaceParts, access_reason};

pub(crate) fn activity(py: Python<'_>, activity: Activity) -> PyResult<Bound<'_, PyAny>> {
    Class::Activity.make(py, (activity.name(),))
}

pub(crate) fn answer(py: Python<'_>, answer: Answer) -> PyResult<Bound<'_, PyAny>> {
    Class::Answer.make(py, (answer.name(),))
}

pub(crate) fn level(py: Python<'_>, level: Level) -> PyResult<Bound<'_, PyAny>> {
    Class::Level.make(py, (level.name(),))
}

pub(crate) fn preference<'py>(py: Python<'py>, stated: &Preference) -> PyResult<Bound<'py, PyAny>> {
    let label = stated.label();
    let (source, placement, line, span) = place(py, stated.provenance())?;
    Class::Preference.make(
        py,
        (
            Class::Label.make(py, (label.to_string(),))?,
            Class::Vocabulary.make(py, (label.vocabulary().name(),))?,
            answer(py, stated.answer())?,
            stated.scope(),
            source,
            placement,
            line,
            span,
            stated.provenance().text(),
            stated.document(),
            stated.is_superseded(),
        ),
    )
}

/// The terms that a vocabulary has for an activity.
pub(crate) fn terms<'py>(
    py: Python<'py>,
    activity: &str,
    vocabulary: &str,
    terms: &uses::Terms,
) -> PyResult<Bound<'py, PyAny>> {
    Class::Terms.make(
        py,
        (
            Class::Activity.make(py, (activity,))?,
            Class::Vocabulary.make(py, (vocabulary,))?,
            Some(&terms.url).filter(|url| !url.is_empty()),
            PyTuple::new(py, &terms.payment)?,
            terms.server.as_deref(),
            PyTuple::new(py, &terms.reporting)?,
            PyTuple::new(py, &terms.user)?,
            PyTuple::new(py, &terms.geo)?,
            terms.level.map(|one| level(py, one)).transpose()?,
        ),
    )
}

/// A document that can still be read, and the bytes that point at it.
pub(crate) fn pointer<'py>(py: Python<'py>, pointer: &Pointer) -> PyResult<Bound<'py, PyAny>> {
    let why = Class::Missing.make(py, (pointer.why().name(),))?;
    let Some(provenance) = pointer.provenance() else {
        let source = Class::Source.make(py, (Source::TdmRepJson.name(),))?;
        let none = || py.None();
        return Class::Pointer.make(
            py,
            (pointer.url(), why, source, none(), none(), none(), none()),
        );
    };
    let (source, placement, line, span) = place(py, provenance)?;
    let text = provenance.text();
    Class::Pointer.make(
        py,
        (pointer.url(), why, source, placement, line, span, text),
    )
}

pub(crate) fn policy_token<'py>(
    py: Python<'py>,
    token: &PolicyToken,
) -> PyResult<Bound<'py, PyAny>> {
    let activities = token.activities().iter();
    let activities: PyResult<Vec<_>> = activities.map(|one| activity(py, *one)).collect();
    Class::PolicyToken.make(
        py,
        (
            token.token().as_str(),
            PyTuple::new(py, activities?)?,
            answer(py, token.answer())?,
            token.group(),
            token.line(),
            access_reason(py, token.access_reason())?,
        ),
    )
}

fn place<'py>(py: Python<'py>, at: &Provenance) -> PyResult<PlaceParts<'py, 'static>> {
    let source = Class::Source.make(py, (at.source().name(),))?;
    let placement = at.source().placement().map(Placement::name);
    Ok((source, placement, at.line(), at.span().into()))
}
