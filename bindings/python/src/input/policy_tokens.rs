//! Policy tokens, and the activities that each is about.

use super::kind_of;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use robots_policy::UnknownName;
use robots_policy::uses::Activity;

/// Names of policy tokens, not yet checked, with their activities.
#[derive(Default)]
pub(crate) struct PolicyTokens(pub(crate) Vec<(String, Vec<Activity>)>);

impl<'py> FromPyObject<'_, 'py> for PolicyTokens {
    type Error = PyErr;

    /// Takes texts such as `Google-Extended=train,input`, as `eval --jsonl` does, or a mapping of tokens to activities.
    ///
    /// # Errors
    /// `TypeError` for anything else, `ValueError` for an activity that there is not.
    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<PolicyTokens> {
        let mut tokens = PolicyTokens::default();
        // Python iterates over the keys of a mapping, without the activities.
        if object.hasattr("items")? {
            for pair in object.call_method0("items")?.try_iter()? {
                let pair = pair?;
                let (token, activities) = pair.extract().map_err(|_| expected(&pair))?;
                let activities: Vec<String> = several(&activities)?
                    .map(|activity| text(&activity?))
                    .collect::<PyResult<_>>()?;
                tokens.add(text(&token)?, activities.iter().map(String::as_str))?;
            }
            return Ok(tokens);
        }
        for token in several(&object)? {
            let token = text(&token?)?;
            match token.split_once('=') {
                Some((token, activities)) => tokens.add(token.to_owned(), activities.split(','))?,
                None => tokens.add(token, [])?,
            }
        }
        Ok(tokens)
    }
}

impl PolicyTokens {
    fn add<'n>(
        &mut self,
        token: String,
        activities: impl IntoIterator<Item = &'n str>,
    ) -> PyResult<()> {
        let activities = activities.into_iter().map(|name| name.trim().parse());
        let activities: Result<Vec<Activity>, UnknownName> = activities.collect();
        let activities = activities.map_err(|error| {
            PyValueError::new_err(format!(
                "policy_tokens: an activity of {token:?} is unknown: {error}"
            ))
        })?;
        self.0.push((token, activities));
        Ok(())
    }
}

/// The members of a list. A text is not one, although Python iterates over it.
fn several<'py>(
    object: &Bound<'py, PyAny>,
) -> PyResult<impl Iterator<Item = PyResult<Bound<'py, PyAny>>>> {
    if object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>() {
        return Err(expected(object));
    }
    object.try_iter().map_err(|_| expected(object))
}

fn text(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = object.cast::<PyString>().map_err(|_| expected(object))?;
    Ok(text.to_string_lossy().into_owned())
}

fn expected(object: &Bound<'_, PyAny>) -> PyErr {
    let kind = kind_of(object);
    PyTypeError::new_err(format!(
        "policy_tokens: expected a list such as ['Google-Extended=train,input'], or a dict such as \
         {{'Google-Extended': ['train', 'input']}}, not {kind}"
    ))
}
