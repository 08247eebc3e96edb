//! Several workers on one list of jobs, and the cores that each job may use.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Runs every job, `workers` at a time, started in their order; the results are in the order of the jobs.
///
/// A job that panics panics here, when all others have ended.
pub fn each<J: Sync, R: Send>(jobs: &[J], workers: usize, work: impl Fn(&J) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(index) else {
                return done;
            };
            done.push((index, work(job)));
        }
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        // This thread works too, so that the run continues where no other can be started.
        let others = 1..workers.min(jobs.len());
        let threads: Vec<_> = others
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, run).ok())
            .collect();
        let own = run();
        let joined = threads.into_iter().map(thread::ScopedJoinHandle::join);
        let others =
            joined.flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        own.into_iter().chain(others).collect()
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The workers of a run, as cores for its archives: where fewer archives are left than there are workers, each has several.
pub struct Cores {
    workers: usize,
    /// Archives that are being read or will be.
    left: AtomicUsize,
}

impl Cores {
    /// As many cores as workers, for one archive after the other.
    pub fn new(workers: usize) -> Cores {
        Cores {
            workers,
            left: AtomicUsize::new(1),
        }
    }

    /// This many archives are to be read, as many at the same time as there are workers.
    pub fn expect(&self, archives: usize) {
        self.left.store(archives, Ordering::Relaxed);
    }

    /// One of these is done.
    pub fn done(&self) {
        self.left.fetch_sub(1, Ordering::Relaxed);
    }

    /// The cores for an archive that begins now.
    pub fn of_one(&self) -> usize {
        let left = self.left.load(Ordering::Relaxed);
        self.workers / left.clamp(1, self.workers.max(1))
    }
}

/// As many workers as the machine has cores for.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let jobs: Vec<u64> = (0..100).collect();
        let slow_first = |job: &u64| {
            thread::sleep(std::time::Duration::from_micros(100 - job));
            job * 2
        };
        let expected: Vec<u64> = jobs.iter().map(|job| job * 2).collect();
        assert_eq!(each(&jobs, 4, slow_first), expected);
        assert!(each(&[], 4, slow_first).is_empty());
    }

    #[test]
    fn cores_are_shared_by_the_archives_that_are_left() {
        for (workers, archives, expected) in [
            (1, 1, [1, 1]),
            (4, 1, [4, 4]),
            (4, 2, [2, 4]),
            (4, 3, [1, 2]),
            (4, 5, [1, 1]),
            (8, 3, [2, 4]),
        ] {
            let cores = Cores::new(workers);
            cores.expect(archives);
            let first = cores.of_one();
            cores.done();
            assert_eq!([first, cores.of_one()], expected, "{workers}, {archives}");
        }
        assert_eq!(Cores::new(4).of_one(), 4);
    }
}
