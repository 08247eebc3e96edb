//! Field lines in the forms in which HTTP clients hand them over.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};

use super::kind::kind_of;
use super::octets::{Octets, Text};

/// The field lines of a response.
#[derive(Default)]
pub(crate) struct FieldLines {
    lines: Vec<(Octets, Octets)>,
    /// Whether lines of one name were joined with commas before they came here.
    pub(crate) are_joined: bool,
}

impl FieldLines {
    /// Name and value of each line.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let lines = self.lines.iter();
        lines.map(|(name, value)| (name.as_slice(), value.as_slice()))
    }

    /// These lines in the map of the crate `http`; a line that HTTP does not allow is left out.
    pub(crate) fn to_map(&self) -> http::HeaderMap {
        let field = |(name, value): (&[u8], &[u8])| {
            let name = http::HeaderName::from_bytes(name).ok()?;
            Some((name, http::HeaderValue::from_bytes(value).ok()?))
        };
        self.pairs().filter_map(field).collect()
    }

    fn add(&mut self, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.lines.push((octets(name)?, octets(value)?));
        Ok(())
    }

    /// Adds the lines of a client's own object, or pairs.
    fn add_of_client(&mut self, object: &Bound<'_, PyAny>) -> PyResult<()> {
        // A list has no such method, and to look for seven costs more than to read it.
        let is_plain = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
        let has = |method: &&str| !is_plain && object.hasattr(*method).unwrap_or(false);
        let keeps_lines = KEEPS_LINES.iter().any(has);
        let methods = ["multi_items", "items"];
        let Some(items) = methods.iter().find(|method| has(method)) else {
            // Python also iterates over objects that have only `__getitem__`, which then fail with an error of their own.
            if !object.hasattr("__iter__")? {
                return Err(expected(object));
            }
            let mut items = object.try_iter()?;
            return items.try_for_each(|item| {
                let (name, value) = pair(&item?)?;
                self.add_of_pair(&name, &value)
            });
        };
        let items = object.call_method0(*items)?;
        for item in items.try_iter()? {
            let (name, value) = pair(&item?)?;
            if keeps_lines
                && (value.is_instance_of::<PyString>() || value.is_instance_of::<PyBytes>())
            {
                self.add(&name, &value)?;
            } else {
                self.add_of_mapping(&name, &value)?;
            }
        }
        Ok(())
    }

    /// Adds the value of a pair, which is one line, or a list of them as in `items()` of Scrapy.
    fn add_of_pair(&mut self, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match value.cast::<PyList>() {
            Ok(lines) => lines.iter().try_for_each(|line| self.add(name, &line)),
            Err(_) => self.add(name, value),
        }
    }

    /// Adds a value of a mapping, which is one line or a sequence of them.
    fn add_of_mapping(
        &mut self,
        name: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        if value.is_instance_of::<PyString>() || value.is_instance_of::<PyBytes>() {
            // Two lines that were joined look like one.
            self.are_joined = true;
            return self.add(name, value);
        }
        let lines = value.try_iter().map_err(|_| expected(value))?;
        lines
            .into_iter()
            .try_for_each(|line| self.add(name, &line?))
    }
}

impl<'py> FromPyObject<'_, 'py> for FieldLines {
    type Error = PyErr;

    /// Takes pairs of a name and a value; or a mapping of names to one value, in which lines were joined, or to a sequence
    /// of values, one for each line.
    ///
    /// # Errors
    /// `TypeError` for anything else, with the forms that are right.
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<FieldLines> {
        let mut lines = FieldLines::default();
        if object.is_none() {
            return Ok(lines);
        }
        if let Ok(fields) = object.cast::<PyDict>() {
            for (name, value) in fields.iter() {
                lines.add_of_mapping(&name, &value)?;
            }
            return Ok(lines);
        }
        if object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>() {
            return Err(expected(&object));
        }
        lines.add_of_client(&object)?;
        Ok(lines)
    }
}

/// The methods by which a mapping shows that it keeps lines of one name apart. Its `items` then has an item a line.
const KEEPS_LINES: [&str; 5] = ["multi_items", "getall", "getlist", "get_all", "get_list"];

/// A pair, or an object with `name` and `value`, as browsers are driven.
fn pair<'py>(item: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    if let Ok(named) = item.cast::<PyDict>()
        && let (Some(name), Some(value)) = (named.get_item("name")?, named.get_item("value")?)
    {
        return Ok((name, value));
    }
    item.extract().map_err(|_| expected(item))
}

/// Text of a name or of a value. HTTP clients decode octets as Latin-1 (RFC 9112 §2.2), so characters stand for octets
/// where all of them do.
fn octets(object: &Bound<'_, PyAny>) -> PyResult<Octets> {
    let text = object.extract::<Text>().map_err(|_| expected(object))?;
    if !text.is_text || text.octets.as_slice().is_ascii() {
        return Ok(text.octets);
    }
    let characters = object.cast::<PyString>()?;
    match characters.call_method1("encode", ("latin-1",)) {
        Ok(octets) => octets.extract(),
        Err(_) => Ok(text.octets),
    }
}

fn expected(object: &Bound<'_, PyAny>) -> PyErr {
    let kind = kind_of(object);
    PyTypeError::new_err(format!(
        "headers: expected (name, value) pairs, or a mapping of names to a value or to a list of values, not {kind}; \
         pass response.headers, or see the table of HTTP clients in the documentation"
    ))
}
