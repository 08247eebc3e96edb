//! The form of bodies in a store.

use std::io;

use robots_policy::uses::{Rsl, TdmRep};

use crate::answer::most_body;

/// The form of the bytes of a body.
pub(super) fn of_octets(octets: &[u8]) -> io::Result<Vec<u8>> {
    let is_short = octets.len() < LEAST_COMPRESSED;
    let mut bytes = vec![if is_short { PLAIN } else { ZSTD }];
    if is_short {
        bytes.extend(octets);
    } else {
        bytes.extend(zstd::bulk::compress(octets, LEVEL)?);
    }
    Ok(bytes)
}

/// The bytes of a body with this form; `None` where it is another.
pub(super) fn octets(form: &[u8]) -> Option<Vec<u8>> {
    let (kind, bytes) = form.split_first()?;
    match *kind {
        PLAIN => Some(bytes.to_vec()),
        ZSTD => zstd::bulk::decompress(bytes, most_stored()).ok(),
        _ => None,
    }
}

/// The most bytes of a body in a store, of any kind.
fn most_stored() -> usize {
    let documents = TdmRep::MOST_BYTES.max(Rsl::MOST_BYTES) + 1;
    most_body().max(documents)
}

/// Kinds of body.
const PLAIN: u8 = 1;
const ZSTD: u8 = 2;
/// A shorter body does not become shorter.
const LEAST_COMPRESSED: usize = 128;
/// The level affects only writing, and bodies are read more often.
const LEVEL: i32 = 3;
