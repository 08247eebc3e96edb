//! The digests that records state.

use data_encoding::{BASE32_NOPAD, HEXLOWER_PERMISSIVE};
use sha1::Sha1;
use sha2::{Digest as _, Sha256};

/// A digest as records state it: `sha1:` or `sha256:`, and base32 or hexadecimal digits.
pub(crate) struct StatedDigest<'s> {
    name: &'s str,
    empty: Hash,
    is_hex: bool,
    octets: Vec<u8>,
}

impl<'s> StatedDigest<'s> {
    /// `None` for a kind or a form that is not computed here.
    pub(crate) fn of(stated: &'s str) -> Option<StatedDigest<'s>> {
        let (name, digits) = stated.split_once(':')?;
        let (empty, len) = match name.to_ascii_lowercase().replace('-', "").as_str() {
            "sha1" => (Hash::Sha1(Sha1::new()), Sha1::output_size()),
            "sha256" => (Hash::Sha256(Sha256::new()), Sha256::output_size()),
            _ => return None,
        };
        let is_hex = digits.len() == len * 2;
        let octets = if is_hex {
            HEXLOWER_PERMISSIVE.decode(digits.as_bytes())
        } else {
            let digits = digits.trim_end_matches('=').to_ascii_uppercase();
            BASE32_NOPAD.decode(digits.as_bytes())
        };
        let octets = octets.ok().filter(|octets| octets.len() == len)?;
        Some(StatedDigest {
            name,
            empty,
            is_hex,
            octets,
        })
    }

    /// The digest of nothing, of this kind.
    pub(crate) fn empty(&self) -> Hash {
        self.empty.clone()
    }

    pub(crate) fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// The digest of bytes.
    pub(crate) fn digest(&self, bytes: &[u8]) -> Vec<u8> {
        let mut hash = self.empty();
        hash.add(bytes);
        hash.finish()
    }

    /// Another digest in the form of this one.
    pub(crate) fn written(&self, octets: &[u8]) -> String {
        let digits = if self.is_hex {
            HEXLOWER_PERMISSIVE.encode(octets)
        } else {
            BASE32_NOPAD.encode(octets)
        };
        format!("{}:{digits}", self.name)
    }
}

/// A digest that is being computed.
#[derive(Clone)]
pub(crate) enum Hash {
    Sha1(Sha1),
    Sha256(Sha256),
}

impl Hash {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        match self {
            Hash::Sha1(hash) => hash.update(bytes),
            Hash::Sha256(hash) => hash.update(bytes),
        }
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        match self {
            Hash::Sha1(hash) => hash.finalize().to_vec(),
            Hash::Sha256(hash) => hash.finalize().to_vec(),
        }
    }
}

/// Where the header block of a stored response ends, and where its payload begins.
pub(crate) fn head_end(block: &[u8]) -> Option<(usize, usize)> {
    let crlf = memchr::memmem::find(block, b"\r\n\r\n").map(|at| (at, at + 4));
    let lf = memchr::memmem::find(block, b"\n\n").map(|at| (at, at + 2));
    [crlf, lf].into_iter().flatten().min()
}
