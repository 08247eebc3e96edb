//! Documents about AI use that the caller fetched beside a response.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use robots_policy_input::UseDocuments;

use super::kind::kind_of;
use super::octets::{Text, seems_long};

/// The documents of one call.
#[derive(Default)]
pub(crate) struct Documents {
    status: Option<u16>,
    tdmrep: Option<Text>,
    licenses: Licenses,
}

impl Documents {
    /// # Errors
    /// `ValueError` for a number that is not a status.
    pub(crate) fn new(
        tdmrep: Option<Text>,
        status: Status,
        licenses: Option<Licenses>,
    ) -> PyResult<Documents> {
        Ok(Documents {
            status: status.checked()?,
            tdmrep,
            licenses: licenses.unwrap_or_default(),
        })
    }

    /// One licence.
    pub(crate) fn of_license(url: &str, body: Text) -> Documents {
        Documents {
            licenses: Licenses(vec![(url.to_owned(), body)]),
            ..Documents::default()
        }
    }

    /// Adds them to a policy, as `eval --jsonl` does.
    pub(crate) fn add_to(
        &self,
        py: Python<'_>,
        policy: robots_policy::Policy,
    ) -> robots_policy::Policy {
        let licenses = self.licenses.0.iter();
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

/// The status of a fetch, and the argument that has it.
pub(crate) struct Status(pub(crate) &'static str, pub(crate) Option<i64>);

impl Status {
    /// # Errors
    /// `ValueError` for a number that is not a status.
    pub(crate) fn checked(self) -> PyResult<Option<u16>> {
        let Status(name, Some(given)) = self else {
            return Ok(None);
        };
        match u16::try_from(given) {
            Ok(status @ (0 | 100..=599)) => Ok(Some(status)),
            _ => Err(PyValueError::new_err(format!(
                "{name}: {given} is neither an HTTP status from 100 to 599 nor 0, for a request without an answer"
            ))),
        }
    }
}

/// Licences in RSL: the address and the body of each.
#[derive(Default)]
pub(crate) struct Licenses(Vec<(String, Text)>);

impl Licenses {
    fn add(&mut self, url: &Bound<'_, PyAny>, body: &Bound<'_, PyAny>) -> PyResult<()> {
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
        self.0.push((address, body));
        Ok(())
    }
}

impl<'py> FromPyObject<'_, 'py> for Licenses {
    type Error = PyErr;

    /// Takes a mapping of addresses to bodies, or pairs of them.
    ///
    /// # Errors
    /// `TypeError` for anything else, with the forms that are right.
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Licenses> {
        let mut licenses = Licenses::default();
        if object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>() {
            return Err(expected(&object));
        }
        let pairs = if object.hasattr("items")? {
            object.call_method0("items")?
        } else {
            object.to_owned()
        };
        for pair in pairs.try_iter().map_err(|_| expected(&object))? {
            let pair = pair?;
            let (url, body) = pair.extract().map_err(|_| expected(&pair))?;
            licenses.add(&url, &body)?;
        }
        Ok(licenses)
    }
}

fn expected(object: &Bound<'_, PyAny>) -> PyErr {
    let kind = kind_of(object);
    PyTypeError::new_err(format!(
        "licenses: expected a mapping of addresses to bodies, such as {{'https://example.com/license.xml': body}}, \
         or pairs of an address and a body, not {kind}"
    ))
}
