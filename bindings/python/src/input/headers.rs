//! Field lines in the forms in which HTTP clients hand them over.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};
use robots_policy_input::{Message, json_fields, variable, wrong_name};

use super::kind_of;
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

    /// The values of the lines of one name, which is in lower case.
    pub(crate) fn lines(&self, name: &str) -> impl Iterator<Item = &[u8]> {
        let is_it = move |(own, _): &(&[u8], &[u8])| own.eq_ignore_ascii_case(name.as_bytes());
        self.pairs().filter(is_it).map(|(_, value)| value)
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
        let (name, value) = (octets(name)?, octets(value)?);
        if let Some(reason) = str::from_utf8(name.as_slice()).ok().and_then(variable) {
            return Err(PyValueError::new_err(format!("headers: {reason}")));
        }
        self.lines.push((name, value));
        Ok(())
    }

    /// Adds the lines of a text.
    fn add_of_text(&mut self, text: &[u8]) -> PyResult<()> {
        let read = TextFields::read(text);
        let read = read.map_err(|reason| PyValueError::new_err(format!("headers: {reason}")))?;
        self.are_joined = read.are_joined;
        let lines = read.lines.into_iter();
        self.lines = lines
            .map(|(name, value)| (Octets::Copied(name), Octets::Copied(value)))
            .collect();
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
        // A mapping of mappings would give its names as values.
        if value.hasattr("keys")? {
            return Err(expected(value));
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
    /// of values, one for each line; or their text in JSON.
    ///
    /// # Errors
    /// `TypeError` for anything else, with the forms that are right; `ValueError` for a text without a field, and for a name
    /// that is one of a variable.
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
            let text = object.extract::<Text>()?;
            let text = text.octets.as_slice();
            if !TextFields::is_json(text) {
                return Err(expected(&object));
            }
            lines.add_of_text(text)?;
            return Ok(lines);
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
    // JSON has lists for pairs.
    if let Ok(list) = item.cast::<PyList>()
        && list.len() == 2
    {
        return Ok((list.get_item(0)?, list.get_item(1)?));
    }
    item.extract().map_err(|_| expected(item))
}

/// The field lines of a text.
pub(crate) struct TextFields {
    pub(crate) lines: Vec<(Vec<u8>, Vec<u8>)>,
    /// Whether lines of one name were joined.
    pub(crate) are_joined: bool,
    /// The status of the line above them.
    pub(crate) status: Option<u16>,
}

impl TextFields {
    /// Whether a text is meant as JSON: no name of a field begins like this.
    pub(crate) fn is_json(text: &[u8]) -> bool {
        matches!(text.trim_ascii_start().first(), Some(b'[' | b'{'))
    }

    /// Reads JSON, or header lines as they were received, with or without a status line.
    ///
    /// # Errors
    /// A text without a field, which is not empty either: nothing of it would be read.
    pub(crate) fn read(text: &[u8]) -> Result<TextFields, String> {
        let start = text.trim_ascii();
        if TextFields::is_json(text) {
            let text = str::from_utf8(start).map_err(|error| error.to_string())?;
            let (lines, are_joined) = json_fields(text)?;
            let lines = lines.into_iter();
            let lines = lines.map(|(name, value)| (name.into_bytes(), characters(&value)));
            return Ok(TextFields {
                lines: lines.collect(),
                are_joined,
                status: None,
            });
        }
        let mut memory = Vec::new();
        let is_response = start.starts_with(b"HTTP/");
        // The last line is whole without its end, too.
        let saved = [start, b"\r\n\r\n"].concat();
        let mut saved = saved.as_slice();
        let message = if is_response {
            Message::of_saved(&mut saved, &mut memory).map_err(|damage| damage.to_string())?
        } else {
            Message::of_fields(text, &mut memory)
        };
        let status = message.status();
        let lines = message.fields();
        let lines: Vec<_> = lines
            .map(|(name, value)| (name.to_vec(), value.to_vec()))
            .collect();
        let names = || lines.iter().map(|(name, _)| String::from_utf8_lossy(name));
        if let Some(reason) = names().find_map(|name| variable(&name)) {
            return Err(reason);
        }
        let has_field = names().any(|name| wrong_name(&name).is_none());
        let is_status_alone = lines.is_empty() && is_response;
        if !(has_field || start.is_empty() || is_status_alone) {
            let start = String::from_utf8_lossy(start);
            let start: String = start.chars().take(QUOTED).collect();
            return Err(format!(
                "{start:?} has no field; write header lines, or JSON such as {{\"X-Robots-Tag\": \"noindex\"}}"
            ));
        }
        Ok(TextFields {
            lines,
            are_joined: false,
            status,
        })
    }
}

/// Characters of a value as octets: as Latin-1 where all of them are of it, else as UTF-8.
fn characters(text: &str) -> Vec<u8> {
    let latin: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c).ok()).collect();
    latin.unwrap_or_else(|| text.as_bytes().to_vec())
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

/// The characters of a text that an error quotes.
const QUOTED: usize = 60;
