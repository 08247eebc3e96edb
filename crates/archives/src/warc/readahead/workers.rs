//! The threads that decompress members.

use std::ops::Range;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use crate::memory::{Memory, Room};
use crate::warc::member::{Member, Whole, WholeMembers};

/// Members that one worker decompresses, one after the other.
pub(super) struct Job {
    /// Their bytes as they are stored, and perhaps others after them.
    packed: Room,
    pub(super) guesses: Vec<Guess>,
    /// Their texts.
    pub(super) text: Room,
}

/// A member that may be here.
#[derive(Clone)]
pub(super) struct Guess {
    /// Where it begins in the source.
    pub(super) offset: u64,
    pub(super) found: Member,
    /// Where its text is in the text of the job.
    pub(super) text: Range<usize>,
    /// Whether it was decompressed.
    pub(super) is_right: bool,
}

impl Job {
    /// The most compressed bytes of a job, unless it is one member.
    pub(super) const PACKED: usize = 256 * 1024;
    /// The most decompressed bytes of a job, unless it is one member.
    pub(super) const UNPACKED: usize = 1 << 20;
    /// The decompressed bytes for which memory is kept.
    const KEPT: usize = 4 << 20;

    /// A job without members.
    pub(super) fn new(memory: &Memory) -> Job {
        Job {
            packed: Room::new(0, memory),
            guesses: Vec::new(),
            text: Room::new(0, memory),
        }
    }

    /// Empties it for other members.
    pub(super) fn clear(&mut self) {
        self.guesses.clear();
        for room in [&mut self.packed, &mut self.text] {
            if room.len() > Job::KEPT {
                room.release();
            }
        }
    }

    /// Whether there is memory for the members of a job, as most are.
    pub(super) fn is_possible(&mut self) -> bool {
        self.packed.at_least(Job::PACKED) && self.text.at_least(Job::UNPACKED)
    }

    /// Takes the stored bytes of its members, and the memory for their texts; `false` if it cannot.
    pub(super) fn take(&mut self, packed: &[u8], unpacked: usize) -> bool {
        let is_possible = self.packed.at_least(packed.len()) && self.text.at_least(unpacked);
        let room = self.packed.get_mut(..packed.len());
        if let Some(room) = room.filter(|_| is_possible) {
            room.copy_from_slice(packed);
        }
        is_possible
    }

    /// Where its last member ends in the source.
    pub(super) fn end(&self) -> u64 {
        let last = self.guesses.last();
        last.map_or(0, |guess| guess.offset + guess.found.end as u64)
    }

    fn run(&mut self, whole: &mut Whole) {
        let mut packed: &[u8] = &self.packed;
        for guess in &mut self.guesses {
            let room = self.text.get_mut(guess.text.clone());
            let (Some((member, rest)), Some(room)) =
                (packed.split_at_checked(guess.found.end), room)
            else {
                return;
            };
            guess.is_right = whole.unpack(member, room);
            packed = rest;
        }
    }
}

/// Bytes of the stack of a thread, which calls little more than libdeflate.
const STACK: usize = 256 << 10;

/// Threads that take jobs from one queue. They end when this is dropped.
pub(super) struct Workers {
    most: usize,
    /// The queue of jobs, each with where its result goes; `None` before the first job.
    queue: Option<Sender<(Job, Sender<Job>)>>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    /// This many threads, which begin with the first job.
    pub(super) fn new(most: usize) -> Workers {
        Workers {
            most,
            queue: None,
            threads: Vec::new(),
        }
    }

    /// How many there are, or will be.
    pub(super) fn threads(&self) -> usize {
        match self.queue {
            None => self.most,
            Some(_) => self.threads.len(),
        }
    }

    /// Gives a job to the workers, and returns where its result will be; an error there is a worker that panicked. `None` if
    /// no worker could be started.
    pub(super) fn give(&mut self, job: Job) -> Option<Receiver<Job>> {
        if self.queue.is_none() {
            self.begin();
        }
        // A result has a channel of its own, so that no worker waits for the reader, and results need no order.
        let (done, result) = mpsc::channel();
        if self.queue.as_ref()?.send((job, done)).is_err() {
            self.threads.clear();
            return None;
        }
        Some(result)
    }

    fn begin(&mut self) {
        let (send, orders) = mpsc::channel();
        let orders = Arc::new(Mutex::new(orders));
        let threads = (0..self.most).map_while(|_| {
            let orders = Arc::clone(&orders);
            let thread = thread::Builder::new().name(String::from("gzip members"));
            let thread = thread.stack_size(STACK);
            thread.spawn(move || work(&orders)).ok()
        });
        self.threads = threads.collect();
        // Without a thread the only receiver is dropped here, and jobs cannot be sent.
        self.queue = Some(send);
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        self.queue = None;
        for thread in self.threads.drain(..) {
            // The panic of a worker has been printed, and its members were decompressed by the reader.
            let _ = thread.join();
        }
    }
}

fn work(orders: &Mutex<Receiver<(Job, Sender<Job>)>>) {
    let mut whole = Whole::new(WholeMembers::NONE);
    while let Some((mut job, done)) = next(orders) {
        job.run(&mut whole);
        // The reader may have passed these members.
        let _ = done.send(job);
    }
}

/// The next job; `None` when there will be none.
fn next(orders: &Mutex<Receiver<(Job, Sender<Job>)>>) -> Option<(Job, Sender<Job>)> {
    orders.lock().ok()?.recv().ok()
}
