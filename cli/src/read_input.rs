//! Files and standard input, whole.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crate::exit::Failure;

/// Reads a file; `-` is standard input.
///
/// # Errors
/// Why it cannot be read, without its name.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        return match io::stdin().lock().read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            Err(error) => Err(error.to_string()),
        };
    }
    fs::read(path).map_err(|error| error.to_string())
}

/// Reads a file without which there is no answer.
pub(crate) fn named(path: &Path) -> Result<Vec<u8>, Failure> {
    read(path).map_err(|why| Failure::Input(path.display().to_string(), why))
}
