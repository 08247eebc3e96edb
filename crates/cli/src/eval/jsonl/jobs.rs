//! Several blocks are answered at the same time, and their answers come in the order of the blocks.
//!
//! A thread reads, so that a silent pipe delays no answer; `jobs` threads answer; the caller takes the answers and writes
//! them. No thread is joined: the caller may end the program while the reader waits for a line.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use robots_policy_input::{MOST_LINE, RecordDefaults};

use super::answer::{LineCounts, answer};
use super::blocks::{Block, Blocks};
use crate::exit::Failure;

/// The answers to these blocks, in their order.
///
/// # Errors
/// No thread can be started.
pub(super) fn answered(
    blocks: Blocks,
    defaults: RecordDefaults,
    jobs: NonZeroUsize,
) -> Result<Box<dyn Iterator<Item = BlockAnswer>>, Failure> {
    if jobs.get() == 1 {
        let answers = blocks.map(move |block| answer(&block?, &defaults));
        return Ok(Box::new(answers));
    }
    let ahead = jobs.get().min(MOST_JOBS) * AHEAD;
    let (ask, asked) = sync_channel(ahead);
    let (promise, promised) = sync_channel(ahead);
    let memory = Arc::new(Memory::default());
    let held = Arc::clone(&memory);
    thread::Builder::new()
        .spawn(move || read(blocks, &ask, &promise, &held))
        .map_err(|error| unstarted(&error))?;
    let (asked, defaults) = (Arc::new(Mutex::new(asked)), Arc::new(defaults));
    for started in 0..jobs.get().min(MOST_JOBS) {
        let (asked, defaults) = (Arc::clone(&asked), Arc::clone(&defaults));
        let spawned = thread::Builder::new().spawn(move || answer_some(&asked, &defaults));
        match spawned {
            Ok(_) => {}
            Err(error) if started == 0 => return Err(unstarted(&error)),
            // As many threads as the system grants.
            Err(_) => break,
        }
    }
    let answers = promised.into_iter().map(move |promise: Promise| {
        let (answer, size) = promise?;
        // A thread that ended without an answer has panicked.
        let answer = answer.recv().unwrap_or_else(|gone| Err(Box::new(gone)));
        memory.give(size);
        answer.unwrap_or_else(|panic| resume_unwind(panic))
    });
    Ok(Box::new(answers))
}

fn unstarted(error: &std::io::Error) -> Failure {
    Failure::Usage(format!("no thread can be started ({error}); use --jobs 1"))
}

/// The lines that answer a block, and their counts.
type BlockAnswer = Result<(Vec<u8>, LineCounts), Failure>;

/// A block, and where its answer goes.
type BlockJob = (Block, SyncSender<thread::Result<BlockAnswer>>);

/// The place of an answer in the order, with the bytes of its block; or an input that cannot be read.
type Promise = Result<(Receiver<thread::Result<BlockAnswer>>, usize), Failure>;

/// Reads until the end of the inputs, or until the receiver of the answers is dropped.
fn read(
    blocks: Blocks,
    ask: &SyncSender<BlockJob>,
    promise: &SyncSender<Promise>,
    memory: &Memory,
) {
    for block in blocks {
        let (place, asked) = match block {
            Ok(block) => {
                let size = block.size();
                memory.take(size);
                let (send, answer) = sync_channel(1);
                (Ok((answer, size)), Some((block, send)))
            }
            Err(failure) => (Err(failure), None),
        };
        let is_taken = promise.send(place).is_ok();
        let is_asked = asked.is_none_or(|asked| ask.send(asked).is_ok());
        if !is_taken || !is_asked {
            return;
        }
    }
}

/// Answers blocks until there are no more.
fn answer_some(asked: &Mutex<Receiver<BlockJob>>, defaults: &RecordDefaults) {
    loop {
        let next = asked.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((block, send)) = next else { return };
        let answer = catch_unwind(AssertUnwindSafe(|| answer(&block, defaults)));
        // The receiver may be dropped already.
        let _ = send.send(answer);
    }
}

/// The bytes of the blocks between the reader and the receiver of the answers. Long lines wait for each other.
#[derive(Default)]
struct Memory {
    held: Mutex<usize>,
    given: Condvar,
}

impl Memory {
    /// Waits until there is space, or until nothing else is held.
    fn take(&self, size: usize) {
        let held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |held: &mut usize| *held > 0 && held.saturating_add(size) > MOST_LINE;
        let held = self.given.wait_while(held, is_full);
        *held.unwrap_or_else(PoisonError::into_inner) += size;
    }

    fn give(&self, size: usize) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        *held = held.saturating_sub(size);
        self.given.notify_one();
    }
}

/// The number of blocks that may wait, for each job.
const AHEAD: usize = 2;

/// One reader has no work for more jobs.
const MOST_JOBS: usize = 1024;
