//! The facts that a caller states beside the bytes of a response.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use robots_policy::Policy;
use robots_policy::ledger::{Assumed, Input};
use robots_policy_input::Stated;

use super::kind_of;
use super::moment::moment_of;

/// The sources that do not exist, by the caller's word: one name of a source, or several; `rest` is every source that is not
/// given.
///
/// # Errors
/// `ValueError` for a name that is none of these, with the list of them; `TypeError` for anything else.
pub(crate) fn absent_of(object: &Bound<'_, PyAny>) -> PyResult<Option<Assumed>> {
    if object.is_none() {
        return Ok(None);
    }
    if let Ok(name) = object.cast::<PyString>() {
        return named(&name.to_string_lossy()).map(Some);
    }
    let expected = || {
        PyTypeError::new_err(format!(
            "assume_absent: expected the name of a source, or a list of names, such as ['document', 'tdmrep.json'], not {}",
            kind_of(object)
        ))
    };
    let mut all = Assumed::new();
    for name in object.try_iter().map_err(|_| expected())? {
        let name = name?;
        let name = name.cast::<PyString>().map_err(|_| expected())?;
        all = all.union(named(&name.to_string_lossy())?);
    }
    Ok(Some(all))
}

fn named(name: &str) -> PyResult<Assumed> {
    let assumed = name.parse::<Assumed>();
    assumed.map_err(|error| PyValueError::new_err(format!("assume_absent: {error}")))
}

/// The time of an argument, if it is given.
pub(crate) fn time_of(
    argument: &str,
    given: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<robots_policy::Timestamp>> {
    given.map(|given| moment_of(argument, given)).transpose()
}

/// Checks facts about something that the caller may not have given.
///
/// # Errors
/// `ValueError` for a cut document that is not there, and for the time of a robots.txt that is not there.
pub(crate) fn check_stated(stated: &Stated, has_html: bool, has_robots: bool) -> PyResult<()> {
    if stated.problem(has_html, has_robots).is_none() {
        return Ok(());
    }
    Err(PyValueError::new_err(if stated.is_cut && !has_html {
        "cut: it says that the document was cut, and html has none; leave cut out, or pass the part of the document that came as html"
    } else {
        "robots_fetched: it is when robots.txt was fetched, and neither robots_txt nor robots_status says what came; pass one of them"
    }))
}

/// Checks the word that sources do not exist.
///
/// # Errors
/// `ValueError` for a source that is named, and given too.
pub(crate) fn check_assumed(policy: &Policy) -> PyResult<()> {
    let Some(source) = policy.contradicted() else {
        return Ok(());
    };
    let argument = match source {
        Input::RobotsTxt => "robots_txt or robots_status",
        Input::Fields => "headers",
        Input::Document => "html",
        Input::TdmRep => "tdmrep or tdmrep_status",
        Input::Licenses => "licenses",
        _ => "another argument",
    };
    Err(PyValueError::new_err(format!(
        "assume_absent: it names {:?}, which {argument} gives; leave one of them out",
        source.name()
    )))
}
