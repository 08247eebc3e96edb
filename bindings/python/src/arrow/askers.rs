//! Who asks, as the rows call them.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use robots_policy::engines::Profile;
use robots_policy::{Client, ProductToken};
use robots_policy_archives::Asker;

use crate::client::Agent;
use crate::engine::askers;

/// The askers of a table: clients, or engines.
pub(super) struct TableAskers {
    /// Each, with its name in the rows.
    pub(super) each: Vec<Asker>,
    /// The clients whose metas are read.
    pub(super) clients: Vec<Client>,
    /// The engines; none for clients.
    pub(super) engines: Vec<Profile>,
}

impl TableAskers {
    /// # Errors
    /// `ValueError` for agents and engines, `TypeError` for neither.
    pub(super) fn new(
        agents: Option<Vec<Asker>>,
        engines: Option<Vec<Profile>>,
    ) -> PyResult<TableAskers> {
        match (agents, engines) {
            (Some(_), Some(_)) => Err(PyValueError::new_err(
                "agents and engine exclude each other: agents ask what a client may do, engine what an engine does; leave one out",
            )),
            (None, None) => Err(PyTypeError::new_err(
                "agents: they are missing; write a list such as ['ExampleBot', '*'], or engine='googlebot,bingbot' for what engines do",
            )),
            (None, Some(engines)) => Ok(TableAskers {
                each: engines.iter().copied().map(Asker::engine).collect(),
                clients: engines.iter().copied().flat_map(askers).collect(),
                engines,
            }),
            (Some(askers), None) => Ok(TableAskers {
                clients: askers.iter().map(|asker| asker.client().clone()).collect(),
                each: askers,
                engines: Vec::new(),
            }),
        }
    }
}

/// The agents of a table, each with its name in the rows.
///
/// # Errors
/// `TypeError` for anything but a sequence of agents; `ValueError` for none, and for two of one name, which rows could
/// not distinguish.
pub(super) fn agents_of(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Asker>>> {
    if object.is_none() {
        return Ok(None);
    }
    let expected = || {
        PyTypeError::new_err(
            "agents: expected a list of product tokens or of Clients, such as ['ExampleBot', '*']",
        )
    };
    if object.is_instance_of::<PyString>() {
        return Err(expected());
    }
    let mut agents: Vec<Asker> = Vec::new();
    for agent in object.try_iter().map_err(|_| expected())? {
        let client = agent?.extract::<Agent>()?.into_inner();
        let name = name(&client);
        if agents.iter().any(|agent| agent.name() == name) {
            return Err(PyValueError::new_err(format!(
                "agents: {name:?} is there twice, and rows distinguish agents by this name"
            )));
        }
        agents.push(Asker::new(name, client));
    }
    if agents.is_empty() {
        return Err(PyValueError::new_err(
            "agents: there is none; write ['*'] for a client without a name",
        ));
    }
    Ok(Some(agents))
}

/// The product tokens in lower case, as the program's `scan` writes them; `*` without one.
fn name(client: &Client) -> String {
    let tokens = client.tokens().iter().map(ProductToken::as_str);
    let name = tokens.collect::<Vec<_>>().join(",").to_ascii_lowercase();
    if name.is_empty() {
        String::from("*")
    } else {
        name
    }
}
