//! The name of a body: its SHA-256.

use std::fmt;
use std::io;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// The SHA-256 of the bytes of a body that are kept, with its codings undone.
///
/// # Examples
///
/// ```
/// use robots_policy_archives::store::Digest;
///
/// let digest = Digest::of(b"User-agent: *\n");
/// assert_eq!(digest.to_string().parse(), Ok(digest));
/// assert!("abc".parse::<Digest>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; BYTES]);

impl Digest {
    /// The digest of bytes.
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(Sha256::digest(bytes).into())
    }

    /// The digest of all that a source holds.
    ///
    /// # Errors
    /// The source cannot be read.
    pub fn of_source(mut source: impl io::Read) -> io::Result<Digest> {
        let mut hash = Sha256::new();
        let mut part = vec![0; PART];
        loop {
            match source.read(&mut part)? {
                0 => return Ok(Digest(hash.finalize().into())),
                len => hash.update(part.get(..len).unwrap_or_default()),
            }
        }
    }

    pub(super) fn bytes(&self) -> &[u8; BYTES] {
        &self.0
    }

    pub(super) fn of_bytes(bytes: [u8; BYTES]) -> Digest {
        Digest(bytes)
    }
}

/// 64 hexadecimal digits, in lower case.
impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Digest {
    type Err = String;

    /// Reads 64 hexadecimal digits.
    ///
    /// # Errors
    /// Any other text.
    fn from_str(text: &str) -> Result<Digest, String> {
        let wrong = || format!("`{text}` is not a SHA-256; write its 64 hexadecimal digits");
        let digits: Option<Vec<u8>> = text
            .chars()
            .map(|digit| u8::try_from(digit.to_digit(16)?).ok())
            .collect();
        let digits = digits.ok_or_else(wrong)?;
        let bytes = digits.chunks_exact(2).map(|pair| match pair {
            [high, low] => high << 4 | low,
            _ => 0,
        });
        let bytes: Vec<u8> = bytes.collect();
        let is_whole = digits.len() == 2 * BYTES;
        let bytes = bytes.try_into().ok().filter(|_| is_whole);
        bytes.map(Digest).ok_or_else(wrong)
    }
}

/// The bytes of a digest.
pub(super) const BYTES: usize = 32;
/// The bytes of a source that are read at a time.
const PART: usize = 256 * 1024;
