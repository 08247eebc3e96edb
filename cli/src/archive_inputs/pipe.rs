//! A pipe that may be silent for ever without keeping a run from ending.

use std::io::{self, Cursor, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::interrupt::Interrupt;

/// Reads a pipe in a thread of its own. A run that ends does not wait for the thread.
pub(super) struct Pipe {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Cursor<Vec<u8>>,
    interrupt: Interrupt,
}

impl Pipe {
    /// Opens and reads the input that `open` returns. Opening a named pipe may also block for ever.
    pub(super) fn new<R: Read>(
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
        interrupt: &Interrupt,
    ) -> Pipe {
        let (send, pieces) = sync_channel(AHEAD);
        thread::spawn(move || {
            if let Err(error) = open().and_then(|source| send_all(source, &send)) {
                let _ = send.send(Err(error));
            }
        });
        Pipe {
            pieces,
            piece: Cursor::default(),
            interrupt: interrupt.clone(),
        }
    }
}

/// Sends everything in pieces, with an empty one at the end; stops if the receiver was dropped.
fn send_all(mut source: impl Read, send: &SyncSender<io::Result<Vec<u8>>>) -> io::Result<()> {
    loop {
        let mut piece = vec![0; PIECE];
        let length = match source.read(&mut piece) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        piece.truncate(length);
        if send.send(Ok(piece)).is_err() || length == 0 {
            return Ok(());
        }
    }
}

impl Read for Pipe {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.piece.read(room)?;
            if read > 0 || room.is_empty() {
                return Ok(read);
            }
            match self.pieces.recv_timeout(PATIENCE) {
                Ok(piece) => self.piece = Cursor::new(piece?),
                Err(RecvTimeoutError::Timeout) if !self.interrupt.is_asked() => continue,
                Err(RecvTimeoutError::Timeout) => {
                    return Err(io::Error::other("the run was ended"));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(io::Error::other("its reader ended"));
                }
            }
            if self.piece.get_ref().is_empty() {
                return Ok(0);
            }
        }
    }
}

/// The number of bytes that are read at a time.
const PIECE: usize = 64 * 1024;

/// The number of pieces that are read ahead.
const AHEAD: usize = 4;

/// The time between two checks whether the run is to end.
const PATIENCE: Duration = Duration::from_millis(100);
