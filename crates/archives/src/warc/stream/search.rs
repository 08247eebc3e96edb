//! The search for the next record after damage.

use memchr::memmem;
use robots_policy_input::Damage;

use super::{Codec, Stream, TRIED};
use crate::block::RECORD;

impl Stream {
    /// Searches for the version line that begins a record, from the start of a line on; `false` at the end of the source.
    /// A record may follow one that was cut inside a line; then more of its header is checked.
    pub(in crate::warc) fn search_text(&mut self) -> Result<bool, Damage> {
        let mut before = b'\n';
        loop {
            if self.peek(CANDIDATE)? == 0 {
                if !self.cross()? {
                    return Ok(false);
                }
                before = b'\n';
                continue;
            }
            let view = self.view();
            let taken = match memmem::find(view, RECORD) {
                Some(0) if begins_version(view, before == b'\n') => return Ok(true),
                Some(at) => at.max(1),
                None => view.len().saturating_sub(RECORD.len() - 1).max(1),
            };
            before = view.get(taken - 1).copied().unwrap_or_default();
            self.consume(taken);
        }
    }

    /// Searches the compressed bytes, from `from` on as far as it is kept, for a member that begins with a record;
    /// `false` at the end of the source.
    pub(in crate::warc) fn search_member(&mut self, from: u64) -> Result<bool, Damage> {
        let Some(magic) = self.codec.as_ref().and_then(Codec::magic) else {
            return self.search_text();
        };
        if !self.source.unread().starts_with(magic) {
            self.source.rewind_towards(from)?;
        }
        loop {
            let unread = self.source.unread();
            let Some(at) = memmem::find(unread, magic) else {
                self.source
                    .consume((unread.len() + 1).saturating_sub(magic.len()));
                if self.source.more()? {
                    continue;
                }
                return Ok(false);
            };
            self.source.consume(at);
            if self.is_record_member()? {
                return Ok(true);
            }
        }
    }

    /// Begins the member that may be here. Advances by a byte if it does not begin with a record.
    fn is_record_member(&mut self) -> Result<bool, Damage> {
        let here = self.source.position();
        let piece = std::mem::replace(&mut self.piece, TRIED);
        let result = self.cross().and_then(|_| self.begins_record());
        self.piece = piece;
        match result {
            Ok(true) => return Ok(true),
            Err(damage) if damage.is_of_source() => return Err(damage),
            _ => {}
        }
        (self.at, self.end, self.is_open) = (0, 0, false);
        self.source.rewind_towards(here)?;
        self.source.consume(1);
        Ok(false)
    }
}

/// Whether bytes are a version line, and if no line begins with them, also the name of a field of a record.
fn begins_version(bytes: &[u8], is_line: bool) -> bool {
    let Some((line, rest)) =
        memchr::memchr(b'\n', bytes).and_then(|at| bytes.split_at_checked(at + 1))
    else {
        return false;
    };
    let version = line
        .strip_prefix(RECORD)
        .unwrap_or_default()
        .trim_ascii_end();
    let is_version = version.len() >= 3 && version.iter().all(|b| b.is_ascii_digit() || *b == b'.');
    let begins = |name: &[u8]| {
        let start = rest.get(..name.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    is_version && (is_line || begins(b"WARC-") || begins(b"Content-"))
}

/// The number of bytes that identify the start of a record.
const CANDIDATE: usize = 24;
