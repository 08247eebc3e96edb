//! Documents about AI use that the caller fetched beside a response.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use robots_policy_input::UseDocuments;

use super::kind_of;
use super::octets::{Text, seems_long};

/// The documents of one call.
#[derive(Default)]
pub(crate) struct Documents {
    status: Option<u16>,
    tdmrep: Option<Text>,
    /// The address and the body of each.
    licenses: Vec<(String, Text)>,
}

impl Documents {
    pub(crate) fn new(
        tdmrep: Option<Text>,
        status: Option<u16>,
        licenses: Option<Vec<(String, Text)>>,
    ) -> Documents {
        Documents {
            status,
            tdmrep,
            licenses: licenses.unwrap_or_default(),
        }
    }

    /// One licence.
    pub(crate) fn of_license(url: &str, body: Text) -> Documents {
        Documents {
            licenses: vec![(url.to_owned(), body)],
            ..Documents::default()
        }
    }

    /// Adds them to a policy, as `eval --jsonl` does.
    pub(crate) fn add_to(
        &self,
        py: Python<'_>,
        policy: robots_policy::Policy,
    ) -> robots_policy::Policy {
        let licenses = self.licenses.iter();
        let given = UseDocuments {
            tdmrep_status: self.status,
            tdmrep: self.tdmrep.as_ref().map(|file| file.octets.as_slice()),
            licenses: licenses
                .map(|(url, body)| (url.as_str(), body.octets.as_slice()))
                .collect(),
        };
        let bodies = given.licenses.iter().map(|(_, body)| *body);
        if bodies.chain(given.tdmrep).any(seems_long) {
            py.detach(|| given.add_to(policy))
        } else {
            given.add_to(policy)
        }
    }
}

/// The status of a fetch, which an argument may have.
///
/// # Errors
/// `ValueError` for a number that is not a status.
pub(crate) fn status_of(argument: &str, given: Option<i64>) -> PyResult<Option<u16>> {
    let Some(given) = given else { return Ok(None) };
    match u16::try_from(given) {
        Ok(status @ (0 | 100..=599)) => Ok(Some(status)),
        _ => Err(PyValueError::new_err(format!(
            "{argument}: {given} is neither an HTTP status from 100 to 599 nor 0, for a request without an answer"
        ))),
    }
}

/// Licences in RSL, of a mapping of addresses to bodies, or of pairs of them.
///
/// # Errors
/// `TypeError` for anything else, with the forms that are right.
pub(crate) fn licenses_of(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<(String, Text)>>> {
    if object.is_none() {
        return Ok(None);
    }
    if object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>() {
        return Err(expected(object));
    }
    let pairs = if object.hasattr("items")? {
        object.call_method0("items")?
    } else {
        object.clone()
    };
    let mut licenses = Vec::new();
    for pair in pairs.try_iter().map_err(|_| expected(object))? {
        let pair = pair?;
        let (url, body) = pair.extract().map_err(|_| expected(&pair))?;
        licenses.push(license(&url, &body)?);
    }
    Ok(Some(licenses))
}

fn license(url: &Bound<'_, PyAny>, body: &Bound<'_, PyAny>) -> PyResult<(String, Text)> {
    let address = url.cast::<PyString>().map_err(|_| expected(url))?;
    let address = address.to_string_lossy().into_owned();
    let Ok(body) = body.extract::<Text>() else {
        let instead = if body.is_none() {
            "; leave out a licence that was not fetched"
        } else {
            ""
        };
        return Err(PyTypeError::new_err(format!(
            "licenses: the body of {address:?} is not str or bytes, but {}{instead}",
            body.get_type().name()?
        )));
    };
    Ok((address, body))
}

fn expected(object: &Bound<'_, PyAny>) -> PyErr {
    let kind = kind_of(object);
    PyTypeError::new_err(format!(
        "licenses: expected a mapping of addresses to bodies, such as {{'https://example.com/license.xml': body}}, \
         or pairs of an address and a body, not {kind}"
    ))
}
