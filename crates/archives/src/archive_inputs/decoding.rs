//! How the archives of a run are decompressed: on which cores, in which memory.

use std::fs;

use robots_policy_input::Failure;

use crate::{Archive, Memory, Skip};

use crate::workers::{Cores, cores};

/// The settings of decompression that all archives of a run share.
pub struct Decoding {
    skip: Skip,
    /// The cores that its archives share.
    pub cores: Cores,
    memory: Memory,
}

impl Decoding {
    /// As many cores as workers, and no more than the machine has, or four, or the limit of addresses has room for, and these bytes of memory, for `archives` of
    /// which each worker reads one at a time.
    ///
    /// # Errors
    /// Too few bytes for the archives that are read at the same time.
    pub fn new(
        skip: Skip,
        workers: usize,
        bytes: Option<u64>,
        archives: usize,
    ) -> Result<Decoding, Failure> {
        let at_once = archives.clamp(1, workers.max(1));
        let default = DEFAULT.max(at_once.saturating_mul(DEFAULT_EACH));
        let given = bytes.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        let memory = Memory::new(given.unwrap_or(default), at_once).map_err(|least| {
            let mib = least >> 20;
            Failure::Usage(match at_once {
                1 => format!("--memory: an archive takes at least {mib} MiB; write --memory {mib}M"),
                _ => format!("--memory: {at_once} archives at the same time take at least {mib} MiB; write --memory {mib}M, or read fewer at the same time with -j"),
            })
        })?;
        Ok(Decoding {
            skip,
            cores: Cores::new(workers.min(cores().max(FEWEST)).min(cores_by_addresses())),
            memory,
        })
    }

    /// How the rest of a record is skipped.
    pub(super) fn skip(&self) -> Skip {
        self.skip
    }

    /// This archive, within the memory.
    pub(super) fn within(&self, archive: Archive) -> Archive {
        archive.with_memory(self.memory.clone())
    }
}

/// The cores for which the limit of addresses of this process has room, where the system has one and says it.
fn cores_by_addresses() -> usize {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    most_addresses(&limits).map_or(usize::MAX, |bytes| (bytes / ADDRESSES_OF_CORE).max(1))
}

/// The bytes of addresses that a process may have, of the text of its limits; `None` without a limit.
fn most_addresses(limits: &str) -> Option<usize> {
    let mut lines = limits.lines();
    let values = lines.find_map(|line| line.strip_prefix("Max address space"))?;
    values.split_whitespace().next()?.parse().ok()
}

/// The addresses that decompression on one more core may take: an area of the allocator, as it is laid out, and its buffers.
const ADDRESSES_OF_CORE: usize = 256 << 20;
/// The cores that a machine is taken to have at least. More threads than cores decompress no faster, and the allocator of glibc sets
/// addresses aside for each, of which a process may have few (`ulimit -v`).
const FEWEST: usize = 4;
/// The memory where no number is given: as much as a few large members and windows take at the same time.
const DEFAULT: usize = 512 << 20;
/// The least of it for each of many archives.
const DEFAULT_EACH: usize = 16 << 20;

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use super::*;

    #[test]
    fn a_limit_of_addresses_is_read() {
        let limits = |soft: &str| {
            format!(
                "Limit   Soft Limit   Hard Limit   Units\nMax address space         {soft}            unlimited            bytes\n"
            )
        };
        assert_eq!(most_addresses(&limits("268435456")), Some(268_435_456));
        assert_eq!(most_addresses(&limits("unlimited")), None);
        assert_eq!(most_addresses(""), None);
    }

    #[test]
    fn the_default_is_enough_for_any_number_of_archives() {
        assert!(Decoding::new(Skip::Verified, 10_000, None, 10_000).is_ok());
    }
}
