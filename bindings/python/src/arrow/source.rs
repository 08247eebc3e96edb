//! The bytes of an archive: a file by its path, or a binary file object of Python.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use robots_policy_archives::archive_inputs::address;
use robots_policy_archives::{Archive, Skip};
use robots_policy_live::remote::Opening;

use super::batches::LastException;
use super::remote::RemoteFile;
use crate::input::Octets;

/// An open archive, and its name for rows and errors.
pub(super) struct Source {
    pub(super) archive: Archive,
    pub(super) name: Arc<str>,
    pub(super) failure: LastException,
    /// The answer of a server that has the file.
    pub(super) opening: Option<Opening>,
}

impl Source {
    /// Opens an archive.
    ///
    /// # Errors
    /// `OSError` for a file that cannot be opened; `TypeError` for anything but a path and a binary file object.
    pub(super) fn open(
        archive: &Bound<'_, PyAny>,
        name: Option<String>,
        skip: Skip,
    ) -> PyResult<Source> {
        let py = archive.py();
        let is_path = archive.is_instance_of::<PyString>()
            || archive.is_instance_of::<PyBytes>()
            || archive.hasattr("__fspath__")?;
        if is_path {
            let path = py.import("os")?.call_method1("fsdecode", (archive,))?;
            let path: PathBuf = path.extract()?;
            check_path(archive, &path)?;
            if address(path.as_os_str()).is_some() {
                let remote = RemoteFile::new(py, path.display().to_string())?;
                return Source::of_remote(py, &remote, name, skip).ok_or_else(closed);
            }
            let file = of_path(&path, skip).map_err(|error| os_error(py, &error, &path))?;
            let name = name.unwrap_or_else(|| path.display().to_string());
            return Ok(Source {
                archive: file,
                name: name.into(),
                failure: LastException::default(),
                opening: None,
            });
        }
        if let Ok(remote) = archive.cast::<RemoteFile>()
            && let Some(source) = Source::of_remote(py, remote.get(), name.clone(), skip)
        {
            return Ok(source);
        }
        let object = FileObject::new(archive)?;
        let failure = object.failure.clone();
        let name = name.map_or_else(|| name_of(archive), Ok)?;
        let archive = match object.start {
            Some(_) => Archive::of_file(Box::new(object), skip),
            None => Archive::new(Box::new(object), skip),
        };
        Ok(Source {
            archive,
            name: name.into(),
            failure,
            opening: None,
        })
    }

    /// A file at an address; `None` if something of it was read, or it is closed.
    fn of_remote(
        py: Python<'_>,
        remote: &RemoteFile,
        name: Option<String>,
        skip: Skip,
    ) -> Option<Source> {
        let (file, failure) = remote.unread(py)?;
        let name = name.unwrap_or_else(|| remote.name().to_owned());
        Some(Source {
            archive: Archive::of_remote(file, skip),
            name: name.into(),
            failure,
            opening: Some(remote.opening().clone()),
        })
    }
}

/// Refuses an archive in the place of its path, and does not show it.
fn check_path(given: &Bound<'_, PyAny>, path: &Path) -> PyResult<()> {
    let octets = path.as_os_str().as_encoded_bytes();
    let is_plain = octets.starts_with(b"WARC/") && octets.contains(&b'\n');
    let is_packed = PACKED.iter().any(|start| octets.starts_with(start));
    if !is_plain && !is_packed && octets.len() <= LONGEST_PATH {
        return Ok(());
    }
    let kind = given.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "archive: this {kind} of length {} is not a path; write scan(io.BytesIO(data)) for an archive in memory",
        given.len().unwrap_or(octets.len()),
    )))
}

fn closed() -> PyErr {
    PyOSError::new_err("the connection was closed")
}

/// The first bytes of an archive in gzip and in zstd.
const PACKED: [&[u8]; 2] = [b"\x1f\x8b", b"\x28\xb5\x2f\xfd"];
/// The most bytes of a path on Linux, which has the longest ones.
const LONGEST_PATH: usize = 4096;

fn of_path(path: &Path, skip: Skip) -> io::Result<Archive> {
    let file = File::open(path)?;
    // A pipe is read once.
    Ok(if file.metadata()?.is_file() {
        Archive::of_file(Box::new(file), skip)
    } else {
        Archive::new(Box::new(file), skip)
    })
}

/// The error as `open` raises it: a `FileNotFoundError` and others, with the name.
fn os_error(py: Python<'_>, error: &io::Error, path: &Path) -> PyErr {
    let Some(code) = error.raw_os_error() else {
        return PyOSError::new_err(format!("cannot read {}: {error}", path.display()));
    };
    let text = py
        .import("os")
        .and_then(|os| os.call_method1("strerror", (code,)))
        .map_or_else(|_| error.to_string(), |text| text.to_string());
    PyOSError::new_err((code, text, path.as_os_str().to_owned()))
}

/// The name of a file object, if it has one; otherwise its type.
fn name_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let name = object.getattr("name").ok();
    match name.and_then(|name| name.extract::<String>().ok()) {
        Some(name) if !name.is_empty() => Ok(name),
        _ => Ok(format!("<{}>", object.get_type().name()?)),
    }
}

/// A binary file object. It is read while its caller's thread, if that reads too, waits for the interpreter as usual.
struct FileObject {
    object: Py<PyAny>,
    /// Where it was when it was handed over, if it can go to any place.
    start: Option<u64>,
    /// The octets of its last answer, and how many of them were used: it may give more than was requested.
    left: Option<(Octets, usize)>,
    /// Whether it has `read`, and not only `readinto`.
    has_read: bool,
    failure: LastException,
}

impl FileObject {
    fn new(object: &Bound<'_, PyAny>) -> PyResult<FileObject> {
        let text = object.py().import("io")?.getattr("TextIOBase")?;
        if object.is_instance(&text)? {
            return Err(PyTypeError::new_err(
                "archive: the file is open as text; open it with open(path, 'rb')",
            ));
        }
        let has_read = object.hasattr("read")?;
        if !has_read && !object.hasattr("readinto")? {
            return Err(PyTypeError::new_err(format!(
                "archive: expected a path, or a binary file object with read or readinto, not {}",
                object.get_type().name()?
            )));
        }
        Ok(FileObject {
            start: start(object),
            object: object.clone().unbind(),
            left: None,
            has_read,
            failure: LastException::default(),
        })
    }

    fn read_some(&mut self, py: Python<'_>, room: &mut [u8]) -> PyResult<usize> {
        if self.left.is_none() {
            let object = self.object.bind(py);
            self.left = Some((self.chunk(object, room.len())?, 0));
        }
        let Some((octets, used)) = &mut self.left else {
            return Ok(0);
        };
        let chunk = octets.as_slice().get(*used..).unwrap_or_default();
        let mut rest = chunk;
        // Copies as many as fit.
        let count = rest.read(room)?;
        *used += count;
        if rest.is_empty() {
            self.left = None;
        }
        Ok(count)
    }

    /// The next octets, about this many; none at the end.
    fn chunk(&self, object: &Bound<'_, PyAny>, count: usize) -> PyResult<Octets> {
        if self.has_read {
            let chunk = object.call_method1("read", (count,))?;
            if chunk.is_none() {
                return Err(would_block());
            }
            return chunk.extract().map_err(|_| {
                PyTypeError::new_err("its read does not return bytes; open it with mode 'rb'")
            });
        }
        let room = object.py().import("builtins")?;
        let room = room.call_method1("bytearray", (count,))?;
        let read = object.call_method1("readinto", (&room,))?;
        if read.is_none() {
            return Err(would_block());
        }
        let octets: Octets = room.extract()?;
        let read: usize = read.extract()?;
        let filled = octets.as_slice().get(..read);
        let filled = filled.ok_or_else(|| {
            PyValueError::new_err("its readinto says that it read more than there is room for")
        })?;
        Ok(Octets::Copied(filled.to_vec()))
    }

    /// Runs `work` with the interpreter, and keeps what it raises.
    fn attached<T>(
        &mut self,
        work: impl FnOnce(&mut FileObject, Python<'_>) -> PyResult<T>,
    ) -> io::Result<T> {
        Python::attach(|py| {
            work(self, py).map_err(|error| {
                let why = io::Error::other(error.to_string());
                self.failure.set(error);
                why
            })
        })
    }
}

/// Where a file object is, if it can go back there.
fn start(object: &Bound<'_, PyAny>) -> Option<u64> {
    let can_seek: bool = object.call_method0("seekable").ok()?.extract().ok()?;
    if !can_seek {
        return None;
    }
    object.call_method0("tell").ok()?.extract().ok()
}

fn would_block() -> PyErr {
    PyOSError::new_err("it has no bytes now; a file that does not block cannot be read")
}

impl Read for FileObject {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.attached(|file, py| file.read_some(py, room))
    }
}

impl Seek for FileObject {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (SeekFrom::Start(place), Some(start)) = (to, self.start) else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        self.attached(|file, py| {
            file.left = None;
            let place_of_object = start.saturating_add(place);
            file.object
                .bind(py)
                .call_method1("seek", (place_of_object,))?;
            Ok(place)
        })
    }
}
