//! The identity of the file that a table was made from.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use twox_hash::XxHash64;

/// The facts by which a later run recognises an input. A pipe without a name has none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Identity {
    /// A file, which may be replaced by another of its name.
    File {
        /// Its length and its ends.
        content: Content,
        /// When it was written last, in nanoseconds since 1970, where the file system knows that.
        modified: Option<String>,
    },
    /// A file at an address.
    Address {
        /// Its length, if the server states it.
        size: Option<u64>,
        /// Its strong `ETag`, else its `Last-Modified`.
        version: String,
    },
    /// Standard input with a name from the user, who guarantees that it has the same bytes.
    Named,
}

/// Length and ends of a file.
///
/// The hash is XXH64 with the seed 0, which every version of the program uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    size: u64,
    /// The hash of the first and the last bytes, 64 KiB each.
    ends: String,
}

impl Identity {
    /// The identity of a regular file as it is now.
    pub fn of_file(path: &Path) -> io::Result<Identity> {
        let file = File::open(path)?;
        let modified = file.metadata()?.modified().ok();
        let since = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        Ok(Identity::File {
            content: Content::of(file)?,
            modified: since.map(|since| since.as_nanos().to_string()),
        })
    }
}

impl Content {
    /// The identity of the file of this name.
    pub fn of_file(path: &Path) -> io::Result<Content> {
        Content::of(File::open(path)?)
    }

    fn of(mut file: File) -> io::Result<Content> {
        let size = file.metadata()?.len();
        let mut ends = Vec::new();
        file.by_ref().take(END).read_to_end(&mut ends)?;
        file.seek(SeekFrom::Start(size.saturating_sub(END).max(END)))?;
        file.take(END).read_to_end(&mut ends)?;
        Ok(Content {
            size,
            ends: format!("{:016x}", XxHash64::oneshot(0, &ends)),
        })
    }

    /// Its text, for a setting of a run.
    pub fn text(&self) -> String {
        format!("{} bytes, xxh64 {}", self.size, self.ends)
    }
}

/// The number of bytes in each of the two hashed parts.
const END: u64 = 64 * 1024;
