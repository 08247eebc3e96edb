//! Several workers on one list of jobs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Runs every job, `workers` at a time, started in their order; the results are in the order of the jobs.
///
/// A job that panics panics here, when all others have ended.
pub(crate) fn each<J: Sync, R: Send>(
    jobs: &[J],
    workers: usize,
    work: impl Fn(&J) -> R + Sync,
) -> Vec<R> {
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
        let threads: Vec<_> = (0..workers.clamp(1, jobs.len().max(1)))
            .map(|_| scope.spawn(run))
            .collect();
        let joined = threads.into_iter().map(thread::ScopedJoinHandle::join);
        joined
            .flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    done.sort_unstable_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// As many workers as the machine has cores for.
pub(crate) fn cores() -> usize {
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
}
