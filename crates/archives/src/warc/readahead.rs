//! Gzip members that other threads decompress before the reader comes to them.
//!
//! **K1.** The reader finds the same with any number of threads: records, damages, offsets, positions. The bytes ahead of the
//! reader are cut where [`Whole::find`] would see the ends of members, and threads decompress these as [`Whole::take`] would.
//! Where there is no memory for a job, none is given. A cut is a guess: a result counts only for a reader that begins a member at its very offset, and then it is what that
//! reader would have made itself, by the same code, of the same bytes. These are bytes of its own buffer, and when the source is
//! sought, after which a changed file may give others, all results are dropped. Without a result, because of a wrong
//! guess, a damage, a limit, or a thread that panicked, the reader decompresses the member itself. So that nothing else
//! depends on the bytes that were read ahead, only sources that can be sought are read so (of others, the kept bytes decide
//! how far back the search after a damage begins), and steps back are counted against the bytes that were consumed, not
//! against those that were read. A result that is taken for another offset, or kept when the source is sought, gives a row
//! the text of other bytes. `cores.rs` compares one thread with several.

mod workers;

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::mpsc::Receiver;

use self::workers::{Guess, Job, Workers};
use super::member::Whole;
use super::source::StoredBytes;
use crate::memory::{Memory, Room};

/// The members ahead of the reader.
pub(super) struct Readahead {
    workers: Workers,
    memory: Memory,
    /// The jobs that were given to the workers, in the order of their members: where the first member of each begins and the last one
    /// ends, and where its result will be.
    given: VecDeque<(Range<u64>, Receiver<Job>)>,
    /// The results that come next.
    ready: Job,
    /// How many of these were passed.
    passed: usize,
    /// Whether the reader has the text of `ready`.
    is_lent: bool,
    /// A job whose memory is used again.
    spare: Option<Job>,
    /// Where the next job begins in the source.
    next: u64,
    /// No member that may be decompressed at once begins there.
    is_blocked: bool,
    /// How often the source had been sought when these bytes were read.
    seeks: u64,
}

impl Readahead {
    /// Members are decompressed by this many threads, which begin with the first member.
    pub(super) fn new(threads: usize, memory: &Memory) -> Readahead {
        Readahead {
            workers: Workers::new(threads),
            memory: memory.clone(),
            given: VecDeque::new(),
            ready: Job::new(memory),
            passed: 0,
            is_lent: false,
            spare: None,
            next: 0,
            is_blocked: false,
            seeks: 0,
        }
    }

    /// How many threads there are, or will be.
    pub(super) fn threads(&self) -> usize {
        self.workers.threads()
    }

    /// Consumes the member that begins here, if it was decompressed. `text` is then the text of several members, of which the
    /// returned place is that of this one, until [`Readahead::reclaim`].
    pub(super) fn take(
        &mut self,
        whole: &Whole,
        source: &mut StoredBytes,
        text: &mut Room,
    ) -> Option<Range<usize>> {
        let here = source.position();
        if self.seeks != source.seeks() {
            self.forget();
            self.seeks = source.seeks();
        }
        if self.next < here {
            (self.next, self.is_blocked) = (here, false);
        }
        self.give(whole, source);
        let guess = self.result(here)?;
        source.consume_at_once(guess.found.end);
        std::mem::swap(text, &mut self.ready.text);
        self.is_lent = true;
        Some(guess.text)
    }

    /// Takes back the text that [`Readahead::take`] gave.
    pub(super) fn reclaim(&mut self, text: &mut Room) {
        if std::mem::take(&mut self.is_lent) {
            std::mem::swap(text, &mut self.ready.text);
        }
    }

    /// Drops all results.
    pub(super) fn forget(&mut self) {
        self.given.clear();
        self.passed = self.ready.guesses.len();
        (self.next, self.is_blocked) = (0, false);
    }

    /// Whether the member that is being read was decompressed before it was reached.
    #[cfg(test)]
    pub(super) fn is_lent(&self) -> bool {
        self.is_lent
    }

    /// Loses all jobs, as workers that panic do.
    #[cfg(test)]
    pub(super) fn lose(&mut self) {
        for (_, done) in &mut self.given {
            *done = std::sync::mpsc::channel().1;
        }
    }

    /// Gives the workers as much as they may have.
    fn give(&mut self, whole: &Whole, source: &mut StoredBytes) {
        source.make_room(self.most_given().saturating_mul(Job::PACKED));
        while !self.is_blocked && self.given.len() < self.most_given() {
            let Some((place, job)) = self.cut(whole, source) else {
                return;
            };
            let Some(done) = self.workers.give(job) else {
                return;
            };
            self.given.push_back((place, done));
        }
    }

    /// The next job, and the place of its members; `None` if there is none, or no memory for it.
    fn cut(&mut self, whole: &Whole, source: &mut StoredBytes) -> Option<(Range<u64>, Job)> {
        let first = usize::try_from(self.next - source.position()).ok()?;
        let mut job = self.spare.take().unwrap_or_else(|| Job::new(&self.memory));
        job.clear();
        let is_cut = job.is_possible() && self.fill(&mut job, whole, source, first);
        if !is_cut {
            self.spare = Some(job);
            return None;
        }
        let place = self.next..job.end();
        self.next = place.end;
        Some((place, job))
    }

    /// Puts the members into a job that begin `first` bytes after the reader; `false` if there are none, or no memory for them.
    fn fill(
        &mut self,
        job: &mut Job,
        whole: &Whole,
        source: &mut StoredBytes,
        first: usize,
    ) -> bool {
        let (mut packed, mut unpacked) = (0, 0);
        loop {
            let Some(found) = whole.find(source, first + packed) else {
                self.is_blocked = true;
                break;
            };
            let is_full = packed + found.end > Job::PACKED || unpacked + found.size > Job::UNPACKED;
            if is_full && packed > 0 {
                break;
            }
            job.guesses.push(Guess {
                offset: self.next + packed as u64,
                found,
                text: unpacked..unpacked + found.size,
                is_right: false,
            });
            packed += found.end;
            unpacked += found.size;
        }
        let bytes = source.unread().get(first..first + packed);
        bytes.is_some_and(|bytes| packed > 0 && job.take(bytes, unpacked))
    }

    /// The result for the member at `here`. Those before it are dropped.
    fn result(&mut self, here: u64) -> Option<Guess> {
        loop {
            let left = self.ready.guesses.get(self.passed..).unwrap_or_default();
            if let Some(at) = left.iter().position(|guess| guess.offset >= here) {
                self.passed += at;
                let guess = left.get(at).filter(|guess| guess.offset == here)?;
                self.passed += 1;
                return guess.is_right.then(|| guess.clone());
            }
            if self.given.front()?.0.start > here {
                return None;
            }
            let (place, done) = self.given.pop_front()?;
            // A worker that panicked has dropped its job.
            if place.end > here
                && let Ok(job) = done.recv()
            {
                self.spare = Some(std::mem::replace(&mut self.ready, job));
                self.passed = 0;
            }
        }
    }

    fn most_given(&self) -> usize {
        JOBS.saturating_mul(self.workers.threads())
    }
}

/// Jobs for each worker: one that it does, and one that it does next.
const JOBS: usize = 2;
