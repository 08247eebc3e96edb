//! How inputs are read, in the words of `eval --jsonl`.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use robots_policy_input::Readers;
use serde_json::{Map, Value};

/// A mapping of options, which the program's own reader of options checks.
#[derive(Clone, Default)]
pub(crate) struct OptionsArgument(Map<String, Value>);

impl OptionsArgument {
    /// The options as the program has them, with the defaults of the library.
    pub(crate) fn with_defaults(&self) -> PyResult<robots_policy_input::ReadingOptions> {
        let options = serde_json::from_value(Value::Object(self.0.clone()));
        let options: robots_policy_input::ReadingOptions =
            options.map_err(|why| PyValueError::new_err(format!("options: {why}")))?;
        Ok(options.or(&robots_policy_input::ReadingOptions::of_library()))
    }

    /// The readers of these options. Field lines that a mapping joined are read so, whatever the options say.
    pub(crate) fn readers(
        options: Option<&OptionsArgument>,
        are_joined: bool,
    ) -> PyResult<Readers> {
        if options.is_none() && !are_joined {
            return Ok(Readers::default());
        }
        let mut options = options.map(|options| options.0.clone()).unwrap_or_default();
        if are_joined {
            options.insert(String::from("lines_joined"), Value::Bool(true));
        }
        Ok(OptionsArgument(options).with_defaults()?.readers())
    }
}

impl<'py> FromPyObject<'_, 'py> for OptionsArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<OptionsArgument> {
        let options = object.cast::<PyDict>().map_err(|_| {
            PyTypeError::new_err("options: expected a dict, such as {\"metas\": [\"head\"]}")
        })?;
        let mut read = Map::new();
        for (name, value) in options.iter() {
            read.insert(name.extract()?, json(&value)?);
        }
        let options = OptionsArgument(read);
        // A mistake is reported here, where the caller made it.
        OptionsArgument::readers(Some(&options), false)?;
        Ok(options)
    }
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
