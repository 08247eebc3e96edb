//! How inputs are read, in the words of `eval --jsonl`.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use robots_policy::header::FieldLines;
use robots_policy_input::{Readers, ReadingOptions};
use serde_json::{Map, Value};

/// The options of a mapping, which the program's own reader of options checks.
///
/// # Errors
/// `TypeError` for anything else, `ValueError` for a mistake in it.
pub(crate) fn options_of(object: &Bound<'_, PyAny>) -> PyResult<Option<ReadingOptions>> {
    if object.is_none() {
        return Ok(None);
    }
    let options = object.cast::<PyDict>().map_err(|_| {
        PyTypeError::new_err("options: expected a dict, such as {\"metas\": [\"head\"]}")
    })?;
    let mut read = Map::new();
    for (name, value) in options.iter() {
        read.insert(name.extract()?, json(&value)?);
    }
    let options = serde_json::from_value(Value::Object(read));
    options.map_err(|why| PyValueError::new_err(format!("options: {why}")))
}

/// The readers of these options. Field lines that a mapping joined are read so, whatever the options say.
pub(crate) fn readers_of(options: Option<&ReadingOptions>, are_joined: bool) -> Readers {
    let mut readers = options.map(ReadingOptions::readers).unwrap_or_default();
    if are_joined {
        readers.fields = readers.fields.with_field_lines(FieldLines::Joined);
    }
    readers
}

fn json(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Value::Bool(flag.is_true()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Value::String(text.extract()?));
    }
    let members = value
        .try_iter()
        .map_err(|_| PyTypeError::new_err("options: a value is a str, a bool, or a list of str"))?;
    let members: PyResult<Vec<Value>> = members
        .map(|member| Ok(Value::String(member?.extract()?)))
        .collect();
    members.map(Value::Array)
}
