//! The memory that the archives of a run take for decompression.
//!
//! **M1.** Readers of one [`Memory`] together take no more than it has, and none of them waits for ever. What an archive takes
//! in any case is set aside when the memory is made. Each buffer that may grow beyond that asks before it grows: where it is
//! refused, a member is decompressed in pieces, which gives the same. Only a window of zstd cannot be smaller. Its reader
//! waits, holds nothing of the memory meanwhile, and the others get no more until it has its part; each of these ends, or waits
//! too, holding nothing. A window that is larger than the whole ends its archive. A reader that held something and waited could
//! wait for another such reader, and both for ever.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Memory that archives share while they are decompressed ([`crate::Archive::with_memory`]). Rows and damages do not depend
/// on it.
///
/// ```
/// use robots_policy_archives::Memory;
///
/// assert!(Memory::new(64 << 20, 4).is_ok());
/// assert_eq!(Memory::new(1 << 20, 4).err(), Some(4 * Memory::EACH));
/// ```
#[derive(Clone, Debug)]
pub struct Memory(Arc<Pool>);

#[derive(Debug)]
struct Pool {
    /// Bytes for all readers together, beside what each takes in any case.
    most: usize,
    state: Mutex<PoolState>,
    given_back: Condvar,
}

#[derive(Debug)]
struct PoolState {
    left: usize,
    /// Readers that wait.
    waiting: usize,
}

impl Memory {
    /// Bytes that each archive takes in any case while it is read.
    pub const EACH: usize = 8 << 20;

    /// This many bytes for `archives` that are read at the same time.
    ///
    /// # Errors
    /// They are too few: the least number of bytes.
    pub fn new(bytes: usize, archives: usize) -> Result<Memory, usize> {
        let least = archives.saturating_mul(Memory::EACH);
        match bytes.checked_sub(least) {
            Some(most) => Ok(Memory::of(most)),
            None => Err(least),
        }
    }

    /// As much as there is.
    pub(crate) fn unbounded() -> Memory {
        Memory::of(usize::MAX)
    }

    fn of(most: usize) -> Memory {
        Memory(Arc::new(Pool {
            most,
            state: Mutex::new(PoolState {
                left: most,
                waiting: 0,
            }),
            given_back: Condvar::new(),
        }))
    }

    /// A part of it, which has nothing yet.
    pub(crate) fn share(&self) -> Share {
        Share {
            memory: self.clone(),
            bytes: 0,
        }
    }

    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The part of the memory that one buffer has, until it is dropped.
pub(crate) struct Share {
    memory: Memory,
    bytes: usize,
}

impl Share {
    /// Has at least this many bytes; `false` if they are not there, or if somebody waits for some.
    #[must_use]
    pub(crate) fn grow(&mut self, bytes: usize) -> bool {
        let more = bytes.saturating_sub(self.bytes);
        if more == 0 {
            return true;
        }
        let mut state = self.memory.state();
        let is_there = state.waiting == 0 && more <= state.left;
        if is_there {
            state.left -= more;
            self.bytes = bytes;
        }
        is_there
    }

    /// Has at most this many bytes.
    pub(crate) fn shrink(&mut self, bytes: usize) {
        let less = self.bytes.saturating_sub(bytes);
        if less > 0 {
            self.memory.state().left += less;
            self.bytes = bytes;
            self.memory.0.given_back.notify_all();
        }
    }

    /// Has this many bytes, and waits until others give them back. Meanwhile it has none.
    ///
    /// # Errors
    /// The memory has fewer in all: how many.
    pub(crate) fn wait(&mut self, bytes: usize) -> Result<(), usize> {
        self.shrink(0);
        let pool = &self.memory.0;
        if bytes > pool.most {
            return Err(pool.most);
        }
        let mut state = self.memory.state();
        state.waiting += 1;
        while state.left < bytes {
            let given_back = pool.given_back.wait(state);
            state = given_back.unwrap_or_else(PoisonError::into_inner);
        }
        state.waiting -= 1;
        state.left -= bytes;
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.shrink(0);
    }
}

/// A buffer that grows as far as the memory allows.
pub(crate) struct Room {
    bytes: Vec<u8>,
    /// Bytes that are set aside for it.
    free: usize,
    share: Share,
}

impl Room {
    /// An empty buffer, of which `free` bytes are set aside.
    pub(crate) fn new(free: usize, memory: &Memory) -> Room {
        Room {
            bytes: Vec::new(),
            free,
            share: memory.share(),
        }
    }

    /// This buffer, which is set aside.
    pub(crate) fn with(bytes: Vec<u8>, memory: &Memory) -> Room {
        Room {
            free: bytes.len(),
            bytes,
            share: memory.share(),
        }
    }

    /// The memory for what it takes from now on.
    pub(crate) fn use_memory(&mut self, memory: &Memory) {
        self.share = memory.share();
    }

    /// Has at least this many bytes; `false`, and unchanged, if the memory or the machine does not have them.
    #[must_use]
    pub(crate) fn at_least(&mut self, len: usize) -> bool {
        let Some(more) = len.checked_sub(self.bytes.len()) else {
            return true;
        };
        if !self.share.grow(len.saturating_sub(self.free)) {
            return false;
        }
        let is_there = is_spare(more) && self.bytes.try_reserve_exact(more).is_ok();
        if is_there {
            self.bytes.resize(len, 0);
        } else {
            self.share
                .shrink(self.bytes.len().saturating_sub(self.free));
        }
        is_there
    }

    /// Gives all back.
    pub(crate) fn release(&mut self) {
        self.bytes = Vec::new();
        self.share.shrink(0);
    }
}

impl Deref for Room {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

impl DerefMut for Room {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }
}

/// Whether the process may have so much more that small values, which cannot be refused, find memory after it.
pub(crate) fn is_spare(more: usize) -> bool {
    more < LARGE
        || Vec::<u8>::new()
            .try_reserve_exact(more.saturating_add(SPARE))
            .is_ok()
}

/// Fewer bytes are not looked after.
const LARGE: usize = 256 << 10;
/// The memory that large buffers leave to all else. It is more than the most bytes of which the allocator of glibc learns to
/// keep blocks of that size.
const SPARE: usize = 33 << 20;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)] // a test fails by panicking
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn shares_are_never_more_than_the_memory() {
        let memory = Memory::new(2 * Memory::EACH + 100, 2).unwrap();
        let (mut one, mut other) = (memory.share(), memory.share());
        assert!(one.grow(60) && !other.grow(41) && other.grow(40));
        assert!(one.grow(60) && !one.grow(61));
        one.shrink(10);
        assert!(other.grow(90) && !other.grow(91));
        drop(other);
        assert!(one.grow(100));
        assert_eq!(
            Memory::new(2 * Memory::EACH - 1, 2).err(),
            Some(2 * Memory::EACH)
        );
    }

    #[test]
    fn a_refused_buffer_stays_as_it_is() {
        let memory = Memory::new(Memory::EACH + 50, 1).unwrap();
        let mut room = Room::new(10, &memory);
        assert!(room.at_least(60) && room.len() == 60);
        room[59] = 7;
        assert!(!room.at_least(61) && room.len() == 60 && room[59] == 7);
        assert!(!memory.share().grow(1));
        room.release();
        assert!(room.is_empty() && memory.share().grow(50));
        // More than any machine has, in a memory without a bound.
        assert!(!Room::new(0, &Memory::unbounded()).at_least(usize::MAX / 2));
    }

    #[test]
    fn who_waits_holds_nothing_and_comes_before_those_who_grow() {
        let memory = Memory::new(Memory::EACH + 100, 1).unwrap();
        let mut held = memory.share();
        assert!(held.grow(60));
        let mut waits = memory.share();
        assert!(waits.grow(40));
        assert_eq!(waits.wait(101), Err(100));
        let (send, done) = mpsc::channel();
        let waiter = thread::spawn(move || {
            waits.wait(80).unwrap();
            send.send(waits).unwrap();
        });
        while memory.state().waiting == 0 {
            thread::yield_now();
        }
        assert_eq!(memory.state().left, 40);
        assert!(!memory.share().grow(1));
        assert!(done.recv_timeout(Duration::from_millis(10)).is_err());
        drop(held);
        let waits = done.recv().unwrap();
        waiter.join().unwrap();
        assert_eq!((waits.bytes, memory.state().left), (80, 20));
    }
}
