//! Who asks.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use robots_policy::ProductToken;
use robots_policy::header::SignatureAgent;
use robots_policy::uses::Activity;

use crate::errors::ErrorClass;
use crate::input::{PolicyTokens, Text};

/// Who asks: product tokens, most specific first; ``*`` or none for a client without a name.
///
/// ``policy_tokens`` are product tokens that no crawler sends, each with the activities that it is about:
/// ``["Google-Extended=train,input"]`` or ``{"Google-Extended": ["train", "input"]}``. Frozen, hashable, picklable.
///
/// Name an agent.
///
/// ``page_tokens`` are its names in fields and metas, where they differ. ``purposes`` and
/// ``verified_signature_agent`` are for groups of robots.txt that name those. With ``obeys_global=False`` it does
/// not listen to fields and metas for every client.
#[pyclass(frozen, eq, hash, module = "robots_policy", from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Client {
    pub(crate) inner: robots_policy::Client,
    page_tokens: Option<Vec<String>>,
    signature_agent: Option<String>,
}

impl Client {
    /// The client of this product token; without a token, if it is not one.
    pub(crate) fn of_token(token: &str) -> Client {
        let token = ProductToken::new(token).ok();
        Client::of(token.into_iter().collect())
    }

    pub(crate) fn of(inner: robots_policy::Client) -> Client {
        Client {
            inner,
            page_tokens: None,
            signature_agent: None,
        }
    }
}

#[pymethods]
impl Client {
    #[new]
    #[pyo3(signature = (*tokens, page_tokens=None, purposes=None, verified_signature_agent=None, obeys_global=true, policy_tokens=None))]
    #[allow(clippy::too_many_arguments)] // as the caller names them
    fn new(
        py: Python<'_>,
        tokens: Vec<String>,
        page_tokens: Option<Vec<String>>,
        purposes: Option<Vec<String>>,
        verified_signature_agent: Option<String>,
        obeys_global: bool,
        policy_tokens: Option<PolicyTokens>,
    ) -> PyResult<Client> {
        let mut inner: robots_policy::Client = product_tokens(py, &tokens)?.into_iter().collect();
        if let Some(page_tokens) = &page_tokens {
            inner = inner.with_page_tokens(product_tokens(py, page_tokens)?);
        }
        for purpose in product_tokens(py, &purposes.unwrap_or_default())? {
            inner = inner.with_purpose(purpose);
        }
        if let Some(field) = &verified_signature_agent {
            let agent = SignatureAgent::parse(field).map_err(|error| {
                ErrorClass::SignatureAgent
                    .error(py, &format!("verified_signature_agent {field:?}: {error}"))
            })?;
            inner = inner.with_verified_signature(&agent);
        }
        let inner = with_policy_tokens(py, inner, policy_tokens)?;
        Ok(Client {
            inner: inner.with_obeys_global(obeys_global),
            page_tokens,
            signature_agent: verified_signature_agent,
        })
    }

    /// The client that sends this ``User-Agent`` field; without a name in it, a client without a product token.
    #[staticmethod]
    fn from_user_agent(field: Text) -> Client {
        let field = String::from_utf8_lossy(field.octets.as_slice());
        Client::of(robots_policy::Client::from_user_agent(&field))
    }

    /// The product tokens, most specific first; none for a client without a name.
    #[getter]
    fn tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        words(py, self.inner.tokens())
    }

    /// The names to which it listens in fields and metas; those of ``tokens`` if none were given.
    #[getter]
    fn page_tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        words(py, self.inner.page_tokens())
    }

    /// The purposes of its requests, which ``User-agent-purpose`` groups of robots.txt may bind.
    #[getter]
    fn purposes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        words(py, self.inner.purposes())
    }

    /// The host of the ``Signature-Agent`` that its caller has verified, if one was given.
    #[getter]
    fn signature_hosts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.signature_hosts().collect::<Vec<_>>())
    }

    /// Whether statements that name no client bind it in fields and metas.
    #[getter]
    fn obeys_global(&self) -> bool {
        self.inner.obeys_global()
    }

    /// The policy tokens, each as ``"Google-Extended=train,input"``.
    #[getter]
    fn policy_tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let tokens = self.inner.policy_tokens().iter();
        let tokens = tokens.map(|(token, activities)| {
            let activities: Vec<&str> = activities.iter().map(|one| Activity::name(*one)).collect();
            match activities[..] {
                [] => token.to_string(),
                _ => format!("{token}={}", activities.join(",")),
            }
        });
        PyTuple::new(py, tokens.collect::<Vec<_>>())
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("page_tokens", &self.page_tokens)?;
        named.set_item("purposes", self.purposes(py)?)?;
        named.set_item("verified_signature_agent", &self.signature_agent)?;
        named.set_item("obeys_global", self.obeys_global())?;
        named.set_item("policy_tokens", self.policy_tokens(py)?)?;
        Ok((self.tokens(py)?, named))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (tokens, named) = self.__getnewargs_ex__(py)?;
        let mut words: Vec<String> = Vec::new();
        for token in tokens.iter() {
            words.push(token.repr()?.to_string());
        }
        let plain = Client::of(self.inner.tokens().iter().cloned().collect());
        let (_, usual) = plain.__getnewargs_ex__(py)?;
        for (name, value) in named.iter() {
            if !value.eq(usual.get_item(&name)?)? {
                words.push(format!("{name}={}", value.repr()?));
            }
        }
        Ok(format!("Client({})", words.join(", ")))
    }

    fn __str__(&self) -> String {
        self.inner.to_string()
    }
}

/// Adds policy tokens to those that a client has.
///
/// # Errors
/// A name that is not a product token.
pub(crate) fn with_policy_tokens(
    py: Python<'_>,
    client: robots_policy::Client,
    tokens: Option<PolicyTokens>,
) -> PyResult<robots_policy::Client> {
    let mut tokens = tokens.unwrap_or_default().0.into_iter();
    tokens.try_fold(client, |client, (token, activities)| {
        let token = ProductToken::new(&token).map_err(|error| {
            ErrorClass::ProductToken.error(py, &format!("policy_tokens: {error}"))
        })?;
        Ok(client.with_policy_token(token, activities))
    })
}

fn words<'py>(py: Python<'py>, tokens: &[ProductToken]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, tokens.iter().map(ProductToken::as_str))
}

fn product_tokens(py: Python<'_>, tokens: &[String]) -> PyResult<Vec<ProductToken>> {
    let named = tokens.iter().filter(|token| *token != "*");
    named.map(|token| product_token(py, token)).collect()
}

fn product_token(py: Python<'_>, token: &str) -> PyResult<ProductToken> {
    ProductToken::new(token).map_err(|error| {
        let hint = if token.contains(['/', ' ']) {
            "; for a whole User-Agent field write Client.from_user_agent(field)"
        } else {
            ""
        };
        ErrorClass::ProductToken.error(py, &format!("{error}{hint}"))
    })
}

/// A product token, `*`, or a [`Client`], which is borrowed.
pub(crate) enum Agent {
    Shared(Py<Client>),
    Made(robots_policy::Client),
}

impl Agent {
    pub(crate) fn get(&self) -> &robots_policy::Client {
        match self {
            Agent::Shared(client) => &client.get().inner,
            Agent::Made(client) => client,
        }
    }

    pub(crate) fn into_inner(self) -> robots_policy::Client {
        match self {
            Agent::Shared(client) => client.get().inner.clone(),
            Agent::Made(client) => client,
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Agent {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Agent> {
        if let Ok(client) = object.cast::<Client>() {
            return Ok(Agent::Shared(client.to_owned().unbind()));
        }
        let Ok(token) = object.cast::<PyString>() else {
            let hint = if object.hasattr("headers")? {
                "; a response comes after it: judge('ExampleBot', response)"
            } else {
                ""
            };
            return Err(PyTypeError::new_err(format!(
                "agent: expected a product token such as 'ExampleBot', '*', or a Client, not {}{hint}",
                object.get_type().name()?
            )));
        };
        let token: String = token.extract()?;
        if token == "*" {
            return Ok(Agent::Made(robots_policy::Client::anonymous()));
        }
        product_token(object.py(), &token).map(|token| Agent::Made(token.into()))
    }
}
