//! A robots.txt file.

use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use robots_policy::robots_txt::{
    Dialect, GroupSelection, Record, Robots, RobotsTxtReader, Subject,
};
use robots_policy::{Limits, Parsed, Policy, Timestamp};
use robots_policy_show::robots_html;

use crate::client::{Agent, Client};
use crate::input::{Characters, Target, Text, seems_long};
use crate::parts;
use crate::uses::Uses;

/// A robots.txt file, read. Reading never raises. Frozen, hashable, picklable, shared by threads.
///
/// Read a file; text is taken as UTF-8.
///
/// ``dialect`` is ``"rfc9309"``, ``"google"`` (as google/robotstxt reads it), or ``"extended"``, RFC 9309 with
/// groups for purposes and signature agents, which counts without it. ``limit`` is the number of bytes that are
/// read, 512 KiB without it. With ``restrictive`` a client obeys the groups of all its tokens, and not only
/// that of the first one that the file names.
#[pyclass(frozen, module = "robots_policy")]
pub(crate) struct RobotsTxt {
    read: Parsed<robots_policy::RobotsTxt>,
    /// Its rules; or that there are none to read, because the octets are those of a coding.
    outcome: Robots,
    file: Bytes,
    settings: Settings,
    /// The product tokens of the groups, longest first, for questions by `User-Agent` field. `mozilla` is left out: it is in
    /// the field of every client that imitates a browser, and names none of them.
    tokens: OnceLock<Vec<String>>,
    /// A policy that holds it, for questions about AI use.
    policy: OnceLock<Policy>,
}

/// How a file is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Settings {
    dialect: Dialect,
    limit: usize,
    every_named: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            dialect: Dialect::default(),
            limit: Limits::default().robots_txt(),
            every_named: false,
        }
    }
}

impl Settings {
    /// # Errors
    /// `ValueError` for a dialect that there is not.
    pub(crate) fn new(
        dialect: Option<&str>,
        limit: Option<usize>,
        every_named: bool,
    ) -> PyResult<Settings> {
        let usual = Settings::default();
        let dialect = dialect.map(str::parse::<Dialect>).transpose();
        Ok(Settings {
            dialect: dialect
                .map_err(|error| PyValueError::new_err(format!("dialect: {error}")))?
                .unwrap_or_default(),
            limit: limit.unwrap_or(usual.limit),
            every_named,
        })
    }

    /// The octets that are read at most.
    pub(crate) fn limit(self) -> usize {
        self.limit
    }

    pub(crate) fn dialect_name(self) -> &'static str {
        self.dialect.name()
    }

    pub(crate) fn reader(self) -> RobotsTxtReader {
        let groups = if self.every_named {
            GroupSelection::EveryNamed
        } else {
            GroupSelection::MostSpecific
        };
        RobotsTxtReader::new()
            .with_dialect(self.dialect)
            .with_limits(Limits::default().with_robots_txt(self.limit))
            .with_group_selection(groups)
    }
}

impl RobotsTxt {
    /// Reads a file with the defaults, or so.
    pub(crate) fn of(py: Python<'_>, file: &[u8], settings: Settings) -> RobotsTxt {
        // One octet more than the limit shows that the file is longer.
        let most = settings.limit.saturating_add(1);
        let file = Bytes::copy_from_slice(file.get(..most).unwrap_or(file));
        let read = || settings.reader().read_shared(&file);
        let read = if seems_long(&file) {
            py.detach(read)
        } else {
            read()
        };
        RobotsTxt::of_read(read, file, settings)
    }

    /// A file that the library has read, as a fetch gives it.
    pub(crate) fn of_read(
        read: Parsed<robots_policy::RobotsTxt>,
        file: Bytes,
        settings: Settings,
    ) -> RobotsTxt {
        RobotsTxt {
            outcome: Robots::of_file(&file, read.value.clone()),
            read,
            file,
            settings,
            tokens: OnceLock::new(),
            policy: OnceLock::new(),
        }
    }

    /// A policy that holds it.
    pub(crate) fn policy(&self) -> Policy {
        match &self.outcome {
            Robots::Rules(_) => Policy::new().with_robots(self.read.clone()),
            outcome => Policy::new().with_robots(outcome.clone()),
        }
    }

    fn rules(&self) -> &robots_policy::RobotsTxt {
        &self.read.value
    }

    fn tokens(&self) -> &[String] {
        self.tokens.get_or_init(|| {
            let mut tokens: Vec<String> = Vec::new();
            for group in self.rules().groups() {
                for subject in group.subjects() {
                    if let Subject::Agent(token) = subject {
                        tokens.push(token.to_ascii_lowercase());
                    }
                }
            }
            tokens.sort_by(|one, other| other.len().cmp(&one.len()).then(one.cmp(other)));
            tokens.dedup();
            tokens.retain(|token| token != "mozilla");
            tokens
        })
    }
}

#[pymethods]
impl RobotsTxt {
    #[new]
    #[pyo3(signature = (file, *, dialect=None, limit=None, restrictive=false))]
    fn new(
        py: Python<'_>,
        file: Text,
        dialect: Option<&str>,
        limit: Option<usize>,
        restrictive: bool,
    ) -> PyResult<RobotsTxt> {
        let settings = Settings::new(dialect, limit, restrictive)?;
        file.checked_file("file")?;
        Ok(RobotsTxt::of(py, file.octets.as_slice(), settings))
    }

    /// Whether the agent may fetch an absolute URL, or a path that begins with ``/``; false if it is not known.
    ///
    /// It is not known if the file is longer than ``limit`` bytes, and no rule of the part that was read forbids it.
    fn allowed(&self, url: Target, agent: Agent) -> PyResult<bool> {
        let url = url.checked()?;
        Ok(self.outcome.access(agent.get(), &url).is_allowed())
    }

    /// Whether the agent may fetch each of the URLs, while other threads run.
    fn allowed_many(&self, py: Python<'_>, urls: Vec<Target>, agent: Agent) -> PyResult<Vec<bool>> {
        let urls: PyResult<Vec<Characters>> = urls.into_iter().map(Target::checked).collect();
        let urls = urls?;
        Ok(py.detach(|| {
            let urls = urls.iter();
            urls.map(|url| self.outcome.access(agent.get(), url).is_allowed())
                .collect()
        }))
    }

    /// Whether the agent may fetch it, and which line says so.
    fn access<'py>(
        &self,
        py: Python<'py>,
        url: Target,
        agent: Agent,
    ) -> PyResult<Bound<'py, PyAny>> {
        let url = url.checked()?;
        parts::access(py, &self.outcome.access(agent.get(), &url))
    }

    /// The statements of the file about AI use; the licences that it points at are ``unread``.
    ///
    /// A file alone can forbid a use. What it allows, another source of the response can forbid, so that
    /// :meth:`Uses.of` is ``None``; :meth:`Uses.preference` has what is stated.
    fn uses(&self, url: Target, agent: Agent) -> PyResult<Uses> {
        let url = url.checked()?;
        let policy = self.policy.get_or_init(|| self.policy());
        // No statement about AI use depends on the moment.
        let verdict = policy.verdict(agent.get(), &url, Timestamp::from_unix(0));
        Ok(Uses::of_verdict(Arc::new(verdict.uses())))
    }

    /// Seconds to wait between two requests.
    fn crawl_delay(&self, agent: Agent) -> Option<f64> {
        let delay = self.rules().crawl_delay(agent.get());
        delay.map(|delay| delay.as_secs_f64())
    }

    /// The agent whose group binds the client that sends this ``User-Agent`` field.
    ///
    /// It is the longest product token of the file that the field names; no token if there is none. ``Mozilla`` is
    /// passed over: it is in the field of every client that imitates a browser.
    fn client_for(&self, user_agent: Text) -> Client {
        let field = String::from_utf8_lossy(user_agent.octets.as_slice()).to_lowercase();
        let named = self.tokens().iter().find(|token| names(&field, token));
        let token = named.map_or("", |token| token);
        Client::of_token(token)
    }

    /// The addresses of ``Sitemap`` records, as they are written.
    #[getter]
    fn sitemaps(&self) -> Vec<String> {
        let sitemaps = self.rules().sitemaps();
        sitemaps.map(|record| record.value().into_owned()).collect()
    }

    /// The product tokens of its groups, in their order; ``*`` is the group of every other client.
    #[getter]
    fn agents(&self) -> Vec<String> {
        let mut agents: Vec<String> = Vec::new();
        for group in self.rules().groups() {
            for subject in group.subjects() {
                let name = match subject {
                    Subject::Global => String::from("*"),
                    Subject::Agent(token) => token.to_owned(),
                    _ => continue,
                };
                if !agents.iter().any(|own| own.eq_ignore_ascii_case(&name)) {
                    agents.push(name);
                }
            }
        }
        agents
    }

    /// Everything unusual in the file, such as misspelt keys and lines without a colon.
    #[getter]
    fn diagnostics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        parts::diagnostics(py, self.read.diagnostics.iter())
    }

    /// Line, key and value of every line with a known key.
    #[getter]
    fn records(&self) -> Vec<(usize, &'static str, String)> {
        let records = self.rules().records();
        let row = |record: Record<'_>| {
            (
                record.line(),
                record.key().name(),
                record.value().into_owned(),
            )
        };
        records.map(row).collect()
    }

    /// Whether the file is longer than ``limit``, so that its end was not read.
    #[getter]
    fn truncated(&self) -> bool {
        self.rules().is_truncated()
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((Bound<'py, PyBytes>,), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("dialect", self.settings.dialect_name())?;
        named.set_item("limit", self.settings.limit)?;
        named.set_item("restrictive", self.settings.every_named)?;
        Ok(((PyBytes::new(py, &self.file),), named))
    }

    fn __eq__(&self, other: &RobotsTxt) -> bool {
        self.settings == other.settings && self.file == other.file
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash as _, Hasher as _};
        let mut state = DefaultHasher::new();
        (&self.file, self.settings).hash(&mut state);
        state.finish()
    }

    fn __repr__(&self) -> String {
        let groups = self.rules().groups().count();
        format!("<RobotsTxt of {} bytes, {groups} groups>", self.file.len())
    }

    /// The table that a notebook shows: every client that the file does not name, then each name.
    fn _repr_html_(&self) -> String {
        robots_html(self.policy(), Timestamp::from_unix(0))
    }
}

/// Whether a field in lower case names the token: it is there, and no letter or digit is beside it.
fn names(field: &str, token: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    field.match_indices(token).any(|(at, _)| {
        let before = field.get(..at).and_then(|text| text.chars().next_back());
        let after = field
            .get(at + token.len()..)
            .and_then(|text| text.chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// Whether the agent may fetch any text that is meant as a URL; false for one that no client can ask for.
#[pyfunction(name = "_may_fetch")]
pub(crate) fn may_fetch(robots_txt: &Bound<'_, RobotsTxt>, url: Target, agent: Agent) -> bool {
    let outcome = &robots_txt.get().outcome;
    outcome.access(agent.get(), &url.0).is_allowed()
}
