//! A store of robots.txt answers, as `robots-policy robots-store build` makes it.

use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use robots_policy::robots_txt::RobotsFetchSettings;
use robots_policy_archives::store::Store;
use robots_policy_archives::{Answers, StoreError, StoredFetch};
use robots_policy_live::StoredBody;
use url::Url;

use crate::errors::ErrorClass;
use crate::input::Target;
use crate::robots::Robots;
use crate::robots_txt::Settings;

/// The answers for robots.txt that ``robots-policy robots-store build`` kept, by authority.
///
/// Threads and processes can read it at the same time.
///
/// Open the store; :class:`StoreError`, an ``OSError``, if it cannot be read.
#[pyclass(frozen, module = "robots_policy.arrow")]
pub(crate) struct RobotsStore {
    path: PathBuf,
    store: Arc<Store>,
}

impl RobotsStore {
    pub(super) fn answers(&self) -> Arc<dyn Answers> {
        Arc::clone(&self.store) as Arc<dyn Answers>
    }
}

#[pymethods]
impl RobotsStore {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<RobotsStore> {
        let store = py.detach(|| Store::open(&path));
        let store = store.map_err(|error| of_store(py, &error))?;
        Ok(RobotsStore {
            path,
            store: Arc::new(store),
        })
    }

    /// How the fetch ended for ``"https://example.com"``, redirects followed; unknown if no answer is stored.
    ///
    /// It is unknown too if several answers may be the latest one, as two of one second, and one behind a redirect that
    /// leads to no stored answer: what each of them forbids counts in a scan. A URL stands for its authority.
    #[pyo3(signature = (authority, *, dialect=None))]
    fn get(&self, py: Python<'_>, authority: Target, dialect: Option<&str>) -> PyResult<Robots> {
        let settings = Settings::new(dialect, None, false)?;
        let page = Url::parse(&authority.0).ok();
        let page =
            page.filter(|page| robots_policy::robots_txt::authority(page.as_str()).is_some());
        let Some(page) = page else {
            return Err(PyValueError::new_err(format!(
                "authority {:?} is not one; write 'https://example.com', or robots_policy.authority(url)",
                &*authority.0
            )));
        };
        let fetch = RobotsFetchSettings::new().with_reader(settings.reader());
        let stored = py.detach(|| StoredFetch::of(&*self.store, &page, &fetch));
        let stored = stored.map_err(|error| of_store(py, &error))?;
        Ok(stored.map_or_else(Robots::unknown, |stored| {
            let body = stored.body.map(StoredBody::into_octets);
            let body = Bytes::from(body.unwrap_or_default());
            Robots::of_fetch(&stored.fetch, body, settings, stored.at)
        }))
    }

    fn __repr__(&self) -> String {
        format!("RobotsStore({:?})", self.path.display().to_string())
    }
}

pub(super) fn of_store(py: Python<'_>, error: &StoreError) -> PyErr {
    ErrorClass::Store.error(py, &error.to_string())
}
