//! Who asks, as the rows call them.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use robots_policy::{Accessor, ProductToken};

use crate::accessor::Agent;

/// The agents of a table, each with its name in the rows.
pub(crate) struct Askers {
    pub(super) accessors: Vec<Accessor>,
    pub(super) names: Vec<String>,
}

impl<'py> FromPyObject<'_, 'py> for Askers {
    type Error = PyErr;

    /// # Errors
    /// `TypeError` for anything but a sequence of agents; `ValueError` for none, and for two of one name, which rows could
    /// not distinguish.
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Askers> {
        let expected = || {
            PyTypeError::new_err(
                "agents: expected a list of product tokens or of Accessors, such as ['ExampleBot', '*']",
            )
        };
        if object.is_instance_of::<PyString>() {
            return Err(expected());
        }
        let mut askers = Askers {
            accessors: Vec::new(),
            names: Vec::new(),
        };
        for agent in object.try_iter().map_err(|_| expected())? {
            let accessor = agent?.extract::<Agent>()?.into_inner();
            let name = name(&accessor);
            if askers.names.contains(&name) {
                return Err(PyValueError::new_err(format!(
                    "agents: {name:?} is there twice, and rows distinguish agents by this name"
                )));
            }
            askers.names.push(name);
            askers.accessors.push(accessor);
        }
        if askers.names.is_empty() {
            return Err(PyValueError::new_err(
                "agents: there is none; write ['*'] for a client without a name",
            ));
        }
        Ok(askers)
    }
}

/// The product tokens in lower case, as the program's `scan` writes them; `*` without one.
fn name(accessor: &Accessor) -> String {
    let tokens = accessor.tokens().iter().map(ProductToken::as_str);
    let name = tokens.collect::<Vec<_>>().join(",").to_ascii_lowercase();
    if name.is_empty() {
        String::from("*")
    } else {
        name
    }
}
