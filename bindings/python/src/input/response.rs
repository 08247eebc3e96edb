//! A response of an HTTP client, in the place of its parts.

use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::headers::FieldLines;
use super::octets::{Target, Text};

/// The second argument of `judge`.
pub(crate) enum Place<'py> {
    Target(Target),
    /// An object that is neither text nor octets.
    Response(Bound<'py, PyAny>),
}

impl<'py> FromPyObject<'_, 'py> for Place<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Place<'py>> {
        let is_text = object.is_instance_of::<PyString>()
            || object.is_instance_of::<PyBytes>()
            || PyBuffer::<u8>::get(&object).is_ok();
        if is_text {
            return object.extract().map(Place::Target);
        }
        Ok(Place::Response(object.to_owned()))
    }
}

/// The parts of a response, as a caller gives them.
pub(crate) struct Given {
    pub(crate) url: Option<Target>,
    pub(crate) headers: Option<FieldLines>,
    pub(crate) html: Option<Text>,
    pub(crate) status: Option<i64>,
    pub(crate) is_cut: bool,
}

impl Given {
    /// The parts that the caller gives, and the others of the response. `of_site` is the name of a fact of the site that is given
    /// too: after a redirect it may be of another one.
    ///
    /// # Errors
    /// `TypeError` for an object that is not a response, `ValueError` for a part that is given twice.
    pub(crate) fn of_response(
        self,
        response: &Bound<'_, PyAny>,
        of_site: Option<&str>,
    ) -> PyResult<Given> {
        let module = response.py().import("robots_policy._responses")?;
        let has = (
            self.headers.is_some(),
            self.html.is_some(),
            self.status.is_some(),
        );
        let url = self.url.as_ref().map(|url| &*url.0);
        let parts = module.call_method1("parts", (response, url, has.0, has.1, has.2, of_site))?;
        let (url, headers, html, status, is_cut): (_, _, _, _, bool) = parts.extract()?;
        Ok(Given {
            url: self.url.or(url),
            headers: self.headers.or(headers),
            html: self.html.or(html),
            status: self.status.or(status),
            is_cut: self.is_cut || is_cut,
        })
    }
}
