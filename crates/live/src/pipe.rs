//! Sources that may be silent for ever without keeping a run from ending.

use std::io::{self, Cursor, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use crate::Interrupt;

/// Reads a pipe or a connection in a thread of its own. A run that ends does not wait for the thread.
pub struct Pipe {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Cursor<Vec<u8>>,
    is_ended: bool,
    interrupt: Interrupt,
}

impl Pipe {
    /// Opens and reads the input that `open` returns. Opening a named pipe may also block for ever.
    pub fn new<R: Read>(
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
            is_ended: false,
            interrupt: interrupt.clone(),
        }
    }
}

/// Does this in a thread of its own, and waits for the result or for the end of the run.
///
/// # Errors
/// Those of `work`, and the end of the run.
pub(crate) fn apart<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
    interrupt: &Interrupt,
) -> io::Result<T> {
    let (send, result) = sync_channel(1);
    thread::spawn(move || drop(send.send(work())));
    wait(&result, interrupt)?
}

/// The next item that a thread sends.
///
/// # Errors
/// The run ends, or the thread ended without sending it.
pub(crate) fn wait<T>(sent: &Receiver<T>, interrupt: &Interrupt) -> io::Result<T> {
    loop {
        match sent.recv_timeout(PATIENCE) {
            Ok(item) => return Ok(item),
            Err(RecvTimeoutError::Timeout) if !interrupt.is_asked() => {}
            Err(RecvTimeoutError::Timeout) => return Err(ended()),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::other("its reader ended"));
            }
        }
    }
}

/// Sleeps for this time, or until the run is to end.
///
/// # Errors
/// The run ends.
pub(crate) fn pause(time: Duration, interrupt: &Interrupt) -> io::Result<()> {
    let mut left = time;
    while !interrupt.is_asked() {
        if left.is_zero() {
            return Ok(());
        }
        let now = left.min(PATIENCE);
        thread::sleep(now);
        left -= now;
    }
    Err(ended())
}

fn ended() -> io::Error {
    io::Error::other("the run was ended")
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
            if read > 0 || room.is_empty() || self.is_ended {
                return Ok(read);
            }
            self.piece = Cursor::new(wait(&self.pieces, &self.interrupt)??);
            self.is_ended = self.piece.get_ref().is_empty();
        }
    }
}

/// The number of bytes that are read at a time.
const PIECE: usize = 64 * 1024;

/// The number of pieces that are read ahead.
const AHEAD: usize = 4;

/// The time between two checks whether the run is to end.
const PATIENCE: Duration = Duration::from_millis(100);
