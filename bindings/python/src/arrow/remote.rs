//! A file at an address, read as the program reads it.

use std::env;
use std::ffi::OsStr;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use robots_policy_archives::archive_inputs::address;
use robots_policy_live::Interrupt;
use robots_policy_live::fetch::{ClientSettings, Proxies, trusted};
use robots_policy_live::remote::{self, Opening, Remote, Web};
use url::Url;

use super::batches::LastException;

/// A file at an http or https address, read as ``robots-policy scan`` reads it.
///
/// A connection that is cut is continued, and a busy server is asked again. Bytes of two versions of the file are never
/// mixed: what a later answer says of it must agree with the first one, and so must the 512 bytes before the cut::
///
///     with RemoteFile("https://data.example/crawl.warc.gz") as file, scan(file, ["ExampleBot"]) as rows:
///         table = pyarrow.table(rows)
///
/// The proxies are those of the environment, and the certificates those of ``SSL_CERT_FILE`` if it is set, else those
/// of the web's authorities. A file that cannot be had raises ``OSError``, after all attempts.
///
/// Wait for the header block of the first answer.
#[pyclass(frozen, module = "robots_policy.arrow")]
pub(crate) struct RemoteFile {
    name: String,
    remote: Remote,
    opening: Opening,
    /// `None` when it is closed, or an archive that is read.
    file: Mutex<Option<remote::RemoteFile>>,
    interrupt: Interrupt,
    failure: LastException,
}

impl RemoteFile {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The file, if nothing of it was read, and what Python raises while it is waited for.
    pub(super) fn unread(&self, py: Python<'_>) -> Option<(remote::RemoteFile, LastException)> {
        let is_unread = |file: &mut remote::RemoteFile| file.position() == 0;
        let file = self.with(py, |file| file.take_if(is_unread))?;
        Some((file, self.failure.clone()))
    }

    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Option<remote::RemoteFile>) -> T + Send,
    ) -> T {
        py.detach(|| work(&mut self.file.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

#[pymethods]
impl RemoteFile {
    #[new]
    pub(super) fn new(py: Python<'_>, url: String) -> PyResult<RemoteFile> {
        let failure = LastException::default();
        let interrupt = of_signals(&failure);
        let opened = py.detach(|| {
            let remote = Remote::new(&web(&url)?, requested(&url)?, &interrupt);
            let file = remote
                .open()
                .map_err(|error| unreadable(&url, &failure, &error))?;
            PyResult::Ok((remote, file))
        });
        let (remote, file) = opened?;
        Ok(RemoteFile {
            name: url,
            remote,
            opening: file.opening().clone(),
            file: Mutex::new(Some(file)),
            interrupt,
            failure,
        })
    }

    /// The address.
    #[getter(name)]
    fn name_of(&self) -> &str {
        &self.name
    }

    /// How many bytes the file has, if the server says it.
    #[getter]
    fn length(&self) -> Option<u64> {
        self.remote.length()
    }

    /// The marks that distinguish this version of the file from others; ``None`` if the server does not say it.
    #[getter]
    fn identity<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let known = self.remote.known();
        let Some(validator) = known.as_ref().and_then(|known| known.validator.as_ref()) else {
            return Ok(None);
        };
        let identity = PyDict::new(py);
        identity.set_item("size", self.remote.length())?;
        identity.set_item("version", validator)?;
        Ok(Some(identity))
    }

    /// Why nothing shows that the end of the body is that of the file; ``None`` if something does.
    #[getter]
    fn caution(&self) -> Option<&'static str> {
        self.opening.caution()
    }

    /// At most ``size`` octets, and none at the end; without a size, all that are left.
    #[pyo3(signature = (size=None))]
    fn read<'py>(&self, py: Python<'py>, size: Option<isize>) -> PyResult<Bound<'py, PyBytes>> {
        let most = size.and_then(|size| usize::try_from(size).ok());
        let read = self.with(py, |file| file.as_mut().map(|file| octets(file, most)));
        match read {
            Some(Ok(octets)) => Ok(PyBytes::new(py, &octets)),
            Some(Err(error)) => Err(unreadable(&self.name, &self.failure, &error)),
            None => Err(PyValueError::new_err(
                "the file is closed, or an archive that is read",
            )),
        }
    }

    /// Close the connection. An archive that is read from it cannot be read further.
    fn close(&self, py: Python<'_>) {
        // Its thread, or an archive that is read, may be waiting.
        self.interrupt.ask();
        self.with(py, |file| *file = None);
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*error))]
    fn __exit__(&self, py: Python<'_>, error: &Bound<'_, PyTuple>) {
        let _ = error;
        self.close(py);
    }

    fn __repr__(&self) -> String {
        format!("RemoteFile({:?})", self.name)
    }
}

/// At most this many octets, or all.
fn octets(file: &mut remote::RemoteFile, most: Option<usize>) -> io::Result<Vec<u8>> {
    let Some(most) = most else {
        let mut all = Vec::new();
        file.read_to_end(&mut all)?;
        return Ok(all);
    };
    let mut room = vec![0; most.min(PIECE)];
    let read = file.read(&mut room)?;
    room.truncate(read);
    Ok(room)
}

/// The address that is requested.
fn requested(url: &str) -> PyResult<Url> {
    match address(OsStr::new(url)) {
        Some(Ok(url)) => Ok(url),
        Some(Err(failure)) => Err(PyValueError::new_err(failure.to_string())),
        None => Err(PyValueError::new_err(format!(
            "{url:?} is not an http or https address"
        ))),
    }
}

/// A client with the proxies and the certificates that the environment names, as those of Python have them.
fn web(url: &str) -> PyResult<Web> {
    let unusable = |failure: robots_policy_input::Failure| PyOSError::new_err(failure.to_string());
    let certificates = env::var_os("SSL_CERT_FILE").filter(|file| !file.is_empty());
    let settings = ClientSettings {
        proxies: Proxies::named_for(&requested(url)?).map_err(unusable)?,
        roots: trusted(certificates.as_deref().map(Path::new)).map_err(unusable)?,
        ..ClientSettings::new(concat!("robots-policy/", env!("CARGO_PKG_VERSION")))
    };
    Ok(Web::new(settings))
}

/// Lets Python raise while something is waited for, as after Ctrl-C.
#[allow(clippy::redundant_closure_for_method_calls)] // the method is not general enough in its lifetime
fn of_signals(failure: &LastException) -> Interrupt {
    let failure = failure.clone();
    Interrupt::of(move || {
        // None at the end of the interpreter.
        match Python::try_attach(|py| py.check_signals()) {
            Some(Err(raised)) => {
                failure.set(raised);
                true
            }
            _ => false,
        }
    })
}

fn unreadable(url: &str, failure: &LastException, error: &io::Error) -> PyErr {
    let read = || PyOSError::new_err(format!("cannot read {url}: {error}"));
    failure.take().unwrap_or_else(read)
}

/// The most octets of one read.
const PIECE: usize = 1 << 20;
