//! The threads that decompress members.

use std::ops::Range;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use crate::warc::whole::{Found, Whole, WholeMembers};

/// Members that one worker decompresses, one after the other.
#[derive(Default)]
pub(super) struct Job {
    /// Their bytes as they are stored.
    pub(super) packed: Vec<u8>,
    pub(super) guesses: Vec<Guess>,
    /// Their texts.
    pub(super) text: Vec<u8>,
}

/// A member that may be here.
#[derive(Clone)]
pub(super) struct Guess {
    /// Where it begins in the source.
    pub(super) offset: u64,
    pub(super) found: Found,
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

    /// Empties it for other members.
    pub(super) fn clear(&mut self) {
        self.packed.clear();
        self.guesses.clear();
        if self.text.len() > Job::KEPT {
            self.text = Vec::new();
        }
    }

    fn run(&mut self, whole: &mut Whole) {
        let size = self.guesses.last().map_or(0, |guess| guess.text.end);
        if self.text.len() < size {
            self.text.resize(size, 0);
        }
        let mut packed = self.packed.as_slice();
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

/// A job, and where its result goes.
type Order = (Job, Sender<Job>);

/// Threads that take jobs from one queue. They end when this is dropped.
pub(super) struct Workers {
    most: usize,
    /// The queue; `None` before the first job.
    queue: Option<Sender<Order>>,
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

fn work(orders: &Mutex<Receiver<Order>>) {
    let mut whole = Whole::new(WholeMembers::NONE);
    while let Some((mut job, done)) = next(orders) {
        job.run(&mut whole);
        // The reader may have passed these members.
        let _ = done.send(job);
    }
}

/// The next job; `None` when there will be none.
fn next(orders: &Mutex<Receiver<Order>>) -> Option<Order> {
    orders.lock().ok()?.recv().ok()
}
