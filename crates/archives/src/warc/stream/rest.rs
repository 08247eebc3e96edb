//! More of a member than its start.

use robots_policy_input::Damage;

use super::{Stream, Way};

impl Stream {
    /// All of the member will be read.
    pub(in crate::warc) fn need_all(&mut self) -> Result<(), Damage> {
        match self.way {
            Way::Start(_) => self.leave_start(),
            Way::Pieces | Way::Whole => Ok(()),
        }
    }

    /// Decodes more of a member than its start: at once if possible, else in pieces.
    pub(super) fn leave_start(&mut self) -> Result<(), Damage> {
        let Way::Start(start) = std::mem::replace(&mut self.way, Way::Pieces) else {
            return Ok(());
        };
        if let Some(found) = start.found
            && self.whole.take(found, &mut self.source, &mut self.text)
        {
            (self.way, self.end, self.is_open) = (Way::Whole, found.size, false);
            return Ok(());
        }
        self.decode_again(self.end)
            .map_err(|damage| self.damaged(damage))
    }

    /// Decodes the first `known` bytes of the member in pieces and drops them, so that the codec can continue after them.
    fn decode_again(&mut self, mut known: usize) -> Result<(), Damage> {
        let Some(codec) = &mut self.codec else {
            return Ok(());
        };
        codec.begin(&mut self.source)?;
        let mut dropped = vec![0; self.piece];
        while known > 0 && self.is_open {
            let most = dropped.len().min(known);
            let room = dropped.get_mut(..most).unwrap_or_default();
            let (written, is_end) = codec.step(&mut self.source, room)?;
            known -= written;
            self.is_open = !is_end;
        }
        Ok(())
    }
}
