//! Files and standard input, whole.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use crate::exit::Failure;

/// Reads a file; `-` is standard input.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let read = if path == Path::new("-") {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.map(|_| bytes)
    } else {
        fs::read(path)
    };
    read.map_err(|error| Failure::Input(path.display().to_string(), error.to_string()))
}
