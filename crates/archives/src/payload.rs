//! One record with all its bytes, and whether they have the digest that it states.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use robots_policy_input::{DamageCode, Message, unchunked};

use crate::digest::{StatedDigest, head_end};
use crate::warc::{Archive, RecordKind, Skip};

/// A record with all its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRecord {
    /// The type.
    pub kind: RecordKind,
    /// `WARC-Record-ID`, without angle brackets.
    pub id: Option<String>,
    /// `WARC-Target-URI`.
    pub target: Option<String>,
    /// `WARC-Payload-Digest`, as it was written.
    pub payload_digest: Option<String>,
    block: Vec<u8>,
    /// Whether the block is a response, and not the payload alone.
    has_head: bool,
}

/// The result of the comparison of a payload with a digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DigestCheck {
    /// It has the digest.
    Agrees,
    /// It has another one, which is given in the same form.
    Differs(String),
    /// The digest is of a kind or a form that is not computed here.
    Unknown,
}

impl StoredRecord {
    /// The record that begins at `offset` of a file, or is in the member that begins there; with `id` the one of this identifier.
    ///
    /// # Errors
    /// A file that cannot be read, a damage before the end of the record, and a member without it. The message does not name the
    /// file.
    pub fn read(path: &Path, offset: u64, id: Option<&str>) -> Result<StoredRecord, String> {
        let mut file = File::open(path).map_err(|error| error.to_string())?;
        let len = file.metadata().map_err(|error| error.to_string())?.len();
        if offset >= len {
            return Err(format!(
                "it has {len} bytes, and the record begins at {offset}"
            ));
        }
        let sought = file.seek(SeekFrom::Start(offset));
        sought.map_err(|error| error.to_string())?;
        let mut archive = Archive::new(Box::new(file), Skip::Verified);
        let mut passed = 0;
        while let Some(read) = archive.next() {
            let mut record = read.map_err(|damage| format!("at byte {offset}, {damage}"))?;
            let head = record.head();
            passed += 1;
            let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
            let found = head.id().map(text);
            if id.is_some() && found.as_deref() != id {
                if passed < MOST_PASSED {
                    continue;
                }
                break;
            }
            let is_http = head.content_type().is_some_and(|line| {
                robots_policy_input::essence(line).eq_ignore_ascii_case(b"application/http")
            });
            let mut stored = StoredRecord {
                kind: head.kind(),
                target: head.target_uri().map(text),
                payload_digest: head.payload_digest().map(text),
                has_head: is_http || head.kind() == RecordKind::Response,
                id: found,
                block: Vec::new(),
            };
            let most = record.by_ref().take(MOST_BLOCK);
            all(most, &mut stored.block)?;
            archive.finish_record();
            let damage = archive
                .is_damaged()
                .then(|| archive.next()?.err())
                .flatten();
            // The caller compares the digest, and says which one it has.
            let damage = damage.filter(|damage| damage.code() != DamageCode::WrongDigest);
            if let Some(damage) = damage {
                return Err(format!("the record at byte {offset} is damaged: {damage}"));
            }
            return Ok(stored);
        }
        let named = id.map(|id| format!(" `{id}`")).unwrap_or_default();
        Err(format!("the record{named} is not at byte {offset}"))
    }

    /// The header block of the response, without the empty line after it; empty where the record has none.
    pub fn head(&self) -> &[u8] {
        self.block.get(..self.split().0).unwrap_or_default()
    }

    /// The payload as it was stored, with its codings.
    pub fn payload(&self) -> &[u8] {
        self.block.get(self.split().1..).unwrap_or_default()
    }

    /// The payload without codings, as readers have it.
    pub fn document(&self) -> Vec<u8> {
        if !self.has_head {
            return self.block.clone();
        }
        let mut memory = Vec::new();
        let mut saved: &[u8] = &self.block;
        let message = Message::of_saved(&mut saved, &mut memory);
        let mut document = Vec::new();
        if let Ok(mut message) = message {
            // A body never fails: damage ends it early.
            let _ = message.body().read_to_end(&mut document);
        }
        document
    }

    /// Where the header block ends, and where the payload begins.
    fn split(&self) -> (usize, usize) {
        if !self.has_head {
            return (0, 0);
        }
        let end = (self.block.len(), self.block.len());
        head_end(&self.block).unwrap_or(end)
    }

    /// Compares the payload with a digest as records state it: `sha1:` or `sha256:`, and base32 or hexadecimal digits.
    ///
    /// Writers differ in whether the payload has its transfer coding (WARC 1.1 §6.3.2 leaves it out), and that of `ClueWeb09`
    /// states the digest of the whole block: each counts.
    pub fn compare(&self, stated: &str) -> DigestCheck {
        let Some(stated) = StatedDigest::of(stated) else {
            return DigestCheck::Unknown;
        };
        let own = stated.digest(self.payload());
        let is = |bytes: &[u8]| stated.digest(bytes) == stated.octets();
        let is_whole = || unchunked(self.payload()).is_some_and(|whole| is(&whole));
        if own == stated.octets() || is_whole() || is(&self.block) {
            return DigestCheck::Agrees;
        }
        DigestCheck::Differs(stated.written(&own))
    }
}

fn all(mut source: impl io::Read, block: &mut Vec<u8>) -> Result<(), String> {
    let read = source.read_to_end(block);
    read.map(drop).map_err(|error| error.to_string())
}

/// The most records of one member that are passed on the way to one of them.
const MOST_PASSED: usize = 100_000;
/// The most bytes of a record that are read.
const MOST_BLOCK: u64 = 1 << 30;

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use std::fs;

    use data_encoding::HEXLOWER_PERMISSIVE;
    use sha2::{Digest as _, Sha256};

    use super::*;

    fn record(id: &str, message: &str, more: &str) -> String {
        let len = message.len();
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <{id}>\r\n{more}WARC-Target-URI: https://a.example/\r\nContent-Type: application/http\r\nContent-Length: {len}\r\n\r\n{message}\r\n\r\n"
        )
    }

    #[test]
    fn a_record_is_found_and_its_digest_is_compared() {
        let first = record("urn:a", "HTTP/1.1 200 OK\r\n\r\nhello", "");
        let chunked =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
        let second = record("urn:b", chunked, "");
        let path = std::env::temp_dir().join(format!("payload-{}.warc", std::process::id()));
        fs::write(&path, format!("{first}{second}")).unwrap();
        let sha1 = "sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N";
        let hex = "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";
        for (offset, id) in [
            (0, Some("urn:a")),
            (0, None),
            (first.len() as u64, Some("urn:b")),
            (0, Some("urn:b")),
        ] {
            let found = StoredRecord::read(&path, offset, id).unwrap();
            assert_eq!(found.id.as_deref(), id.or(Some("urn:a")));
            assert_eq!(found.document(), b"hello");
            assert_eq!(found.compare(sha1), DigestCheck::Agrees);
            assert_eq!(found.compare(hex), DigestCheck::Agrees);
            assert!(found.head().starts_with(b"HTTP/1.1 200 OK"));
            let block = Sha256::digest(&found.block);
            let block = format!("sha256:{}", HEXLOWER_PERMISSIVE.encode(&block));
            assert_eq!(found.compare(&block), DigestCheck::Agrees);
            let other = found.compare("sha1:AL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N");
            assert!(matches!(other, DigestCheck::Differs(_)), "{other:?}");
            for unknown in [
                "md5:5d41402abc4b2a76b9719d911017c592",
                "sha1:x",
                "hello",
                "",
            ] {
                assert_eq!(found.compare(unknown), DigestCheck::Unknown, "{unknown}");
            }
        }
        for (offset, id) in [(1, Some("urn:a")), (9999, None), (0, Some("urn:c"))] {
            StoredRecord::read(&path, offset, id).unwrap_err();
        }
        fs::remove_file(path).unwrap();
    }
}
