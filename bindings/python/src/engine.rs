//! Engines: the names that callers write, and the table of profiles.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use robots_policy::engines::{Profile, UnknownProfile};
use robots_policy::{Client, ProductToken};

use crate::parts;

/// The profile of one engine, by its name.
///
/// # Errors
/// `TypeError` for anything but a text; `ValueError` for a name that no profile has, with those that are near it.
pub(crate) fn engine_of(object: &Bound<'_, PyAny>) -> PyResult<Profile> {
    let Ok(name) = object.cast::<PyString>() else {
        return Err(PyTypeError::new_err(format!(
            "engine: expected the name of a profile, such as 'googlebot', not {}",
            object.get_type().name()?
        )));
    };
    let name = name.to_string_lossy();
    let profile = name.trim().parse::<Profile>();
    profile.map_err(|error| no_engine(&name, &error))
}

/// The profile of one engine, if one is given; see [`engine_of`].
pub(crate) fn engine_if_given(object: &Bound<'_, PyAny>) -> PyResult<Option<Profile>> {
    let given = (!object.is_none()).then_some(object);
    given.map(engine_of).transpose()
}

/// The error of a text that is not the name of one profile.
fn no_engine(name: &str, error: &UnknownProfile) -> PyErr {
    if Profile::list(name).is_ok() {
        return PyValueError::new_err(format!(
            "engine: {name:?} is a list of profiles, and one verdict is of one; write one name, such as 'googlebot', or judge_batch for several"
        ));
    }
    let near: Vec<String> = error
        .near()
        .iter()
        .map(|name| format!("'{name}'"))
        .collect();
    let near = match near[..] {
        [] => String::new(),
        _ => format!("; near it are {}", near.join(", ")),
    };
    PyValueError::new_err(format!(
        "engine: {name:?} is not a profile{near}; robots_policy.engines() has them all"
    ))
}

/// The profiles of a list: names, kinds and `all`, as one text with commas or as a sequence of texts.
///
/// # Errors
/// `TypeError` for anything but texts; `ValueError` for none, and for a name that no profile has.
pub(crate) fn engines_of(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Profile>>> {
    if object.is_none() {
        return Ok(None);
    }
    let expected = || {
        PyTypeError::new_err(
            "engine: expected names of profiles, such as 'googlebot,bingbot' or ['googlebot', 'bingbot'], a kind such as 'search', or 'all'",
        )
    };
    let mut lists = Vec::new();
    if let Ok(list) = object.cast::<PyString>() {
        lists.push(list.to_string_lossy().into_owned());
    } else {
        for member in object.try_iter().map_err(|_| expected())? {
            let member = member?;
            let member = member.cast::<PyString>().map_err(|_| expected())?;
            lists.push(member.to_string_lossy().into_owned());
        }
    }
    let mut profiles: Vec<Profile> = Vec::new();
    for list in lists {
        let named = Profile::list(&list);
        for profile in named.map_err(|error| PyValueError::new_err(format!("engine: {error}")))? {
            if !profiles.contains(&profile) {
                profiles.push(profile);
            }
        }
    }
    if profiles.is_empty() {
        return Err(PyValueError::new_err(
            "engine: there is none; write a name such as 'googlebot', a kind such as 'search', or 'all'",
        ));
    }
    Ok(Some(profiles))
}

/// The clients whose metas are read for an engine: the engine by all its names, and the client of its own name, which
/// has the general verdict.
pub(crate) fn askers(engine: Profile) -> [Client; 2] {
    let own = engine.tokens().iter().take(1);
    let own = own.filter_map(|token| ProductToken::new(token).ok());
    [engine.client(), own.collect()]
}

/// The profiles of all engines, retired ones included.
#[pyfunction]
pub(crate) fn engines(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let profiles: PyResult<Vec<_>> = Profile::all()
        .map(|engine| parts::profile(py, engine))
        .collect();
    PyList::new(py, profiles?)
}
