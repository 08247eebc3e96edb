//! Statements about AI use, and the answers that follow from them.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use robots_policy::meta::Placement;
use robots_policy::uses::{self, Activity, Level, Pointer, PolicyToken, Preference};
use robots_policy::{Provenance, Source};

use super::{Class, PlaceParts, tuple};

pub(crate) fn preference<'py>(py: Python<'py>, stated: &Preference) -> PyResult<Bound<'py, PyAny>> {
    let label = stated.label();
    let (source, placement, line, span) = place(py, stated.provenance())?;
    Class::Preference.make(
        py,
        (
            Class::Label.word(py, &label.to_string())?,
            Class::Vocabulary.word(py, label.vocabulary().name())?,
            Class::Answer.word(py, stated.answer().name())?,
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
    let level = terms.level.map(Level::name);
    let level = level.map(|level| Class::Level.word(py, level));
    Class::Terms.make(
        py,
        (
            Class::Activity.word(py, activity)?,
            Class::Vocabulary.word(py, vocabulary)?,
            Some(&terms.url).filter(|url| !url.is_empty()),
            PyTuple::new(py, &terms.payment)?,
            terms.server.as_deref(),
            PyTuple::new(py, &terms.reporting)?,
            PyTuple::new(py, &terms.user)?,
            PyTuple::new(py, &terms.geo)?,
            level.transpose()?,
        ),
    )
}

/// A document that can still be read, and the bytes that point at it.
pub(crate) fn pointer<'py>(py: Python<'py>, pointer: &Pointer) -> PyResult<Bound<'py, PyAny>> {
    let why = Class::Missing.word(py, pointer.why().name())?;
    let Some(provenance) = pointer.provenance() else {
        let source = Class::Source.word(py, Source::TdmRepJson.name())?;
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
    let activities = activities.map(|one| Class::Activity.word(py, Activity::name(*one)));
    Class::PolicyToken.make(
        py,
        (
            token.token().as_str(),
            tuple(py, activities)?,
            Class::Answer.word(py, token.answer().name())?,
            token.group(),
            token.line(),
            Class::AccessReason.word(py, token.access_reason().name())?,
        ),
    )
}

fn place<'py>(py: Python<'py>, at: &Provenance) -> PyResult<PlaceParts<'py, 'static>> {
    let source = Class::Source.word(py, at.source().name())?;
    let placement = at.source().placement().map(Placement::name);
    Ok((source, placement, at.line(), at.span().into()))
}
