//! Octets and characters.

use std::ops::Deref;

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyString};
use robots_policy::robots_txt::{check_target, is_address};
use robots_policy_input::quote::percent_encoded;

/// Octets of a Python object. Those of `bytes` and of `str` are borrowed; those of an object that can change are copied.
pub(crate) enum Octets {
    /// Of `bytes`.
    Shared(PyBackedBytes),
    /// The UTF-8 of `str`, which the object itself keeps.
    Characters(PyBackedStr),
    /// Of anything else that has octets, and of characters that UTF-8 cannot write.
    Copied(Vec<u8>),
}

impl Octets {
    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Octets::Shared(bytes) => bytes,
            Octets::Characters(text) => text.as_bytes(),
            Octets::Copied(octets) => octets,
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Octets {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Octets> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Octets::Shared(bytes.to_owned().into()));
        }
        match PyBuffer::<u8>::get(&object) {
            Ok(buffer) => buffer.to_vec(object.py()).map(Octets::Copied),
            Err(_) => Err(PyTypeError::new_err(format!(
                "expected bytes, bytearray or memoryview, not {}",
                object.get_type().name()?
            ))),
        }
    }
}

/// Octets, or characters.
pub(crate) struct Text {
    pub(crate) octets: Octets,
    /// Whether characters were given.
    pub(crate) is_text: bool,
}

impl Text {
    /// Refuses the address of a robots.txt in the place of its characters. Octets are what a server answered.
    ///
    /// # Errors
    /// `ValueError`.
    pub(crate) fn checked_file(&self, argument: &str) -> PyResult<()> {
        if !self.is_text || !is_address(self.octets.as_slice()) {
            return Ok(());
        }
        Err(PyValueError::new_err(format!(
            "{argument} {:?} is the address of a robots.txt, and not its text; fetch it, and give the body of the answer",
            String::from_utf8_lossy(self.octets.as_slice()).trim(),
        )))
    }
}

impl<'py> FromPyObject<'_, 'py> for Text {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Text> {
        if let Ok(characters) = object.cast::<PyString>() {
            return Ok(Text {
                octets: octets_of(&characters)?,
                is_text: true,
            });
        }
        match Octets::extract(object) {
            Ok(octets) => Ok(Text {
                octets,
                is_text: false,
            }),
            Err(_) => Err(PyTypeError::new_err(format!(
                "expected str, bytes, bytearray or memoryview, not {}",
                object.get_type().name()?
            ))),
        }
    }
}

/// The characters in UTF-8. A lone surrogate stands for the octet from which `errors="surrogateescape"` made it, and is
/// otherwise written as three octets: nothing that a decoder may have made of a stranger's bytes is refused.
fn octets_of(characters: &Bound<'_, PyString>) -> PyResult<Octets> {
    if let Ok(text) = PyBackedStr::try_from(characters.clone()) {
        return Ok(Octets::Characters(text));
    }
    let encoded = |errors: &str| {
        let encoded = characters.call_method1("encode", ("utf-8", errors))?;
        Ok::<_, PyErr>(Octets::Shared(encoded.cast_into::<PyBytes>()?.into()))
    };
    encoded("surrogateescape").or_else(|_| encoded("surrogatepass"))
}

/// Whether reading this much takes so long that other threads should run meanwhile. Below it, letting them run costs more
/// than the work.
pub(crate) fn seems_long(octets: &[u8]) -> bool {
    octets.len() > 4096
}

/// An absolute URL, or a path that begins with `/`.
pub(crate) struct Target(pub(crate) Characters);

/// Characters of a Python object, borrowed from a `str`.
pub(crate) enum Characters {
    Shared(PyBackedStr),
    Made(String),
}

impl Deref for Characters {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Characters::Shared(characters) => characters,
            Characters::Made(text) => text,
        }
    }
}

impl Target {
    /// The target of a question that may lack one: the root of its site.
    ///
    /// # Errors
    /// Those of [`Target::checked`].
    pub(crate) fn or_root(target: Option<Target>) -> PyResult<String> {
        let checked = target.map(Target::checked).transpose()?;
        Ok(checked.as_deref().unwrap_or("/").to_owned())
    }

    /// # Errors
    /// `ValueError` for text that is neither, with what is wrong: it would be read as a path that no rule is about.
    pub(crate) fn checked(self) -> PyResult<Characters> {
        match check_target(&self.0) {
            Ok(()) => Ok(self.0),
            Err(error) => Err(PyValueError::new_err(format!(
                "url {:?} is neither an absolute URL nor a path that starts with '/': {}; write 'https://example.com/page' or '/page'",
                &*self.0,
                error.reason(),
            ))),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Target {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Target> {
        if let Ok(characters) = object.cast::<PyString>()
            && let Ok(text) = characters.extract::<PyBackedStr>()
        {
            return Ok(Target(Characters::Shared(text)));
        }
        let text = Text::extract(object)?;
        let encoded = percent_encoded(text.octets.as_slice());
        Ok(Target(Characters::Made(encoded.into_owned())))
    }
}
