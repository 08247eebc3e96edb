//! The response that a record holds.

#[cfg(test)]
mod tests;

use robots_policy_input::{Damage, Head, Message, Stored, essence};

use crate::warc::{Record, RecordKind};

impl Record<'_> {
    /// Reads the header block of the response in this record. No message is in a record of another type than `response` and
    /// `resource`, nor in one whose target is not of the web; but a `revisit` may hold the header block of a response whose
    /// body is elsewhere, so that it is cut.
    ///
    /// # Errors
    /// The record does not hold a response, or its header block has more than 256 KiB.
    pub fn message(&mut self) -> Result<Option<Message<'_>>, Damage> {
        let head = self.head;
        let is_http = head
            .content_type()
            .is_some_and(|line| essence(line).eq_ignore_ascii_case(b"application/http"));
        let is_revisit = head.kind() == RecordKind::Revisit;
        let lacks_bytes = head.is_truncated() || is_revisit;
        let is_alone = match head.kind() {
            RecordKind::Response if is_http || head.is_of_web() => false,
            RecordKind::Resource if head.is_of_web() => true,
            RecordKind::Revisit if is_http => false,
            _ => return Ok(None),
        };
        let found = if is_alone {
            None
        } else {
            match Head::read(self.block, &mut self.body) {
                // Writers may leave it out (WARC 1.1 §6.7).
                Err(_) if is_revisit => return Ok(None),
                found => Some(found.map_err(|code| Damage::new(code, head.offset))?),
            }
        };
        if found.is_some() && self.body.damage().is_some() {
            let whole = memchr::memrchr(b'\n', self.block).map_or(0, |at| at + 1);
            self.block.truncate(whole);
        }
        self.body.need_all_or_no_more();
        let stored = Stored {
            left: self.body.left(),
            source: &mut self.body,
            offset: head.offset,
        };
        Ok(Some(match found {
            Some(found) => Message::of_head(found, self.block, stored, lacks_bytes),
            None => Message::of_body(head.content_type(), stored, lacks_bytes),
        }))
    }
}
