//! The answers for robots.txt, and the documents about AI use, of archives into a store.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use robots_policy_input::number::number;
use robots_policy_input::{Damage, Failure};
use robots_policy_live::Interrupt;

use crate::answer::is_document;
use crate::store::Writer;
use crate::{Answer, Archive, Record, Skip, StoreError, workers};

use crate::archive_inputs::{Decoding, Input};
use crate::progress::{ArchiveProgress, Progress};

/// How a store is built.
pub struct StoreSettings {
    /// The store.
    pub output: PathBuf,
    /// Whether to add to an existing store.
    pub updates: bool,
    /// How many archives are read at the same time.
    pub workers: usize,
    /// Bytes of memory for the archives together.
    pub memory: Option<u64>,
}

/// Writes the store beside its place, and moves it there when it is complete. Gives the counts of the run, and the number of sites in
/// the store; `None` if the user ended the run.
///
/// # Errors
/// Too little memory, and a store that cannot be written. What is wrong with an archive is a line of progress.
pub fn fill(
    settings: &StoreSettings,
    inputs: &[Input],
    progress: &dyn Progress,
    interrupt: &Interrupt,
) -> Result<Option<(FoundAnswers, u64)>, Failure> {
    let workers = settings.workers;
    let decoding = Decoding::new(Skip::Verified, workers, settings.memory, inputs.len())?;
    let store = Writer::open(&settings.output, settings.updates).map_err(unwritable)?;
    let builder = Builder {
        store: Mutex::new(store),
        decoding,
        progress,
        interrupt,
        stopped: AtomicBool::new(false),
    };
    builder.decoding.cores.expect(inputs.len());
    let ends = workers::each(inputs, workers, |input| {
        let end = builder.archive(input);
        builder.decoding.cores.done();
        end
    });
    let found = FoundAnswers::sum(ends)?;
    if interrupt.is_asked() {
        return Ok(None);
    }
    let store = builder.store.into_inner();
    let store = store.unwrap_or_else(PoisonError::into_inner);
    let sites = store.finish().map_err(unwritable)?;
    Ok(Some((found, sites)))
}

fn unwritable(error: StoreError) -> Failure {
    Failure::File(error.store, error.why)
}

/// The counts of archives.
#[derive(Default)]
pub struct FoundAnswers {
    answers: u64,
    /// Answers for `tdmrep.json`, and licences.
    documents: u64,
    /// Archives that were read to their end.
    pub archives: u64,
    records: u64,
    /// Whether something in them was damaged or unreadable.
    pub is_damaged: bool,
}

impl fmt::Display for FoundAnswers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&number(self.answers, "robots.txt answer"))?;
        match self.documents {
            0 => Ok(()),
            documents => write!(f, " and {} about AI use", number(documents, "document")),
        }
    }
}

impl FoundAnswers {
    /// The counts of all archives; a store that cannot be written is the failure of the run.
    fn sum(ends: Vec<Result<FoundAnswers, Failure>>) -> Result<FoundAnswers, Failure> {
        let mut sum = FoundAnswers::default();
        for end in ends {
            let found = end?;
            sum.answers += found.answers;
            sum.documents += found.documents;
            sum.archives += found.archives;
            sum.is_damaged |= found.is_damaged;
        }
        Ok(sum)
    }
}

/// An answer that a record holds, and its key.
fn answer(record: &mut Record<'_>) -> Result<Option<(String, Answer)>, Damage> {
    match Answer::of(record)? {
        Some(kept) => Ok(Some(kept)),
        None => Answer::at_address(record),
    }
}

struct Builder<'b> {
    store: Mutex<Writer>,
    decoding: Decoding,
    progress: &'b dyn Progress,
    interrupt: &'b Interrupt,
    /// Set by the worker that could not write the store: then no worker uses it or reads on.
    stopped: AtomicBool,
}

impl Builder<'_> {
    /// Reads one archive, or the parts of it that an index names. Damage is reported, and only the damaged record is lost.
    fn archive(&self, input: &Input) -> Result<FoundAnswers, Failure> {
        let mut found = FoundAnswers::default();
        if self.is_over() {
            return Ok(found);
        }
        let parts = match input.parts(&self.decoding, self.interrupt) {
            Ok(parts) => parts,
            Err(_) if self.is_over() => return Ok(found),
            Err(error) => {
                self.report(input, &error, &mut found);
                return Ok(found);
            }
        };
        self.progress.opened(input);
        let mut reading = ArchiveProgress::new(self.progress);
        let mut is_whole = true;
        for part in parts {
            reading.continue_at(part.position());
            is_whole &= self.part(input, part, &mut reading, &mut found)?;
        }
        if !self.is_over() {
            found.archives = u64::from(is_whole);
            for caution in input.cautions(found.records == 0) {
                self.progress.line(&caution);
            }
            self.progress.done(input, &found.to_string());
        }
        Ok(found)
    }

    /// Reads all of `archive`; returns whether its end was reached.
    fn part(
        &self,
        input: &Input,
        mut archive: Archive,
        reading: &mut ArchiveProgress<'_>,
        found: &mut FoundAnswers,
    ) -> Result<bool, Failure> {
        let mut is_whole = true;
        while !self.is_over() {
            let read = match archive.next() {
                None => break,
                Some(Ok(mut record)) => {
                    found.records += 1;
                    let kept = answer(&mut record);
                    archive.finish_record();
                    // The archive reports the damage next.
                    match kept {
                        Ok(_) if archive.is_damaged() => Ok(None),
                        kept => kept,
                    }
                }
                Some(Err(damage)) => Err(damage),
            };
            match read {
                Ok(None) => {}
                Ok(Some((key, answer))) => {
                    *if is_document(&key) {
                        &mut found.documents
                    } else {
                        &mut found.answers
                    } += 1;
                    self.keep(key, answer)?;
                }
                // A silent pipe or server, when the run is to end.
                Err(_) if self.is_over() => break,
                Err(damage) => {
                    is_whole &= !damage.is_of_source();
                    self.report(input, &input.explanation(&damage), found);
                }
            }
            reading.record(archive.position());
        }
        Ok(is_whole)
    }

    /// Reports what is wrong with an archive.
    fn report(&self, input: &Input, why: &dyn fmt::Display, found: &mut FoundAnswers) {
        self.progress.line(&format!("{}: {why}", input.name));
        found.is_damaged = true;
    }

    fn is_over(&self) -> bool {
        self.interrupt.is_asked() || self.stopped.load(Ordering::Relaxed)
    }

    fn keep(&self, key: String, answer: Answer) -> Result<(), Failure> {
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_over() {
            return Ok(());
        }
        let added = store.add(key, answer);
        self.stopped.fetch_or(added.is_err(), Ordering::Relaxed);
        added.map_err(unwritable)
    }
}
