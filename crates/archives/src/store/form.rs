//! The forms of bodies in a store, and of the answers in stores of the version before.

use std::io;

use robots_policy::uses::{Rsl, TdmRep};

use crate::answer::{Answer, StoredBody, most_body};

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

/// The answer with this form, which stores of form 2 have; `None` where it is another.
pub(super) fn of_form_2(bytes: &[u8]) -> Option<Answer> {
    let (at, bytes) = bytes.split_first_chunk::<8>()?;
    let (status, bytes) = bytes.split_first_chunk::<2>()?;
    let (len, bytes) = bytes.split_first_chunk::<4>()?;
    let len = usize::try_from(u32::from_le_bytes(*len)).ok()?;
    let (location, bytes) = bytes.split_at_checked(len)?;
    let location = str::from_utf8(location).ok()?;
    Some(Answer {
        at: i64::from_le_bytes(*at),
        status: u16::from_le_bytes(*status),
        location: (!location.is_empty()).then(|| location.to_owned()),
        body: match bytes.first()? {
            &UNDECODABLE => None,
            _ => Some(body_of_form_2(bytes)?),
        },
        record_id: None,
    })
}

/// A body of form 2. The number of bytes that were seen may come before them, in a frame which readers of zstd skip, unless it is
/// what [`StoredBody::unrecorded`] takes it for.
fn body_of_form_2(form: &[u8]) -> Option<StoredBody> {
    let octets = octets(form)?;
    let skipped = form.strip_prefix(&[ZSTD]);
    let Some(recorded) = skipped.and_then(|form| form.strip_prefix(&SKIPPED)) else {
        return Some(StoredBody::unrecorded(octets));
    };
    let (len, recorded) = recorded.split_first_chunk::<4>()?;
    let (seen, recorded) = recorded.split_first_chunk::<8>()?;
    let is_all_seen = match recorded.first()? {
        0 => false,
        1 => true,
        _ => return None,
    };
    let seen = u64::from_le_bytes(*seen);
    let is_it = u32::from_le_bytes(*len) == LENGTH_BYTES && seen >= octets.len() as u64;
    is_it.then(|| StoredBody::new(octets, seen, is_all_seen))
}

/// The most bytes of a body in a store, of any kind.
fn most_stored() -> usize {
    let documents = TdmRep::MOST_BYTES.max(Rsl::MOST_BYTES) + 1;
    most_body().max(documents)
}

/// The kind of a body whose coding cannot be undone.
const UNDECODABLE: u8 = 0;
/// Kinds of body.
const PLAIN: u8 = 1;
const ZSTD: u8 = 2;
/// A shorter body does not become shorter.
const LEAST_COMPRESSED: usize = 128;
/// The level affects only writing, and bodies are read more often.
const LEVEL: i32 = 3;
/// The beginning of a frame that readers of zstd skip (RFC 8878 §3.1.2).
const SKIPPED: [u8; 4] = [0x57, 0x2A, 0x4D, 0x18];
/// The bytes in that frame: the number that was seen, and whether these were all.
const LENGTH_BYTES: u32 = 9;
