//! A file that fixes may change.

use std::path::{Path, PathBuf};
use std::{fs, io};

use robots_policy_input::names::shown;

use crate::exit::Failure;
use crate::report::written;
use crate::say::log;

/// A file that fixes may change.
pub(super) struct Local {
    pub(super) path: PathBuf,
    /// Whether it is a robots.txt, which is read before and after.
    pub(super) is_robots: bool,
}

impl Local {
    pub(super) fn robots(path: &Path) -> Local {
        Local {
            path: path.to_owned(),
            is_robots: true,
        }
    }

    /// Writes a file anew, in one step; a link keeps leading to it, and it keeps who may read it. A file that no one may write is left
    /// as it is.
    pub(super) fn replace(&self, bytes: &[u8]) -> Result<(), Failure> {
        let name = || shown(self.path.as_os_str());
        let failed = |error: io::Error| Failure::File(name(), format!("no fix was made: {error}"));
        let path = self.path.canonicalize().map_err(failed)?;
        let there = fs::metadata(&path).map_err(failed)?;
        if there.permissions().readonly() {
            return Err(failed(io::Error::other("it is read-only")));
        }
        fs::OpenOptions::new()
            .write(true)
            .open(&path)
            .map_err(failed)?;
        written(&path, |out| out.write_all(bytes)).map_err(failed)?;
        if has_other_names(&there) {
            let name = name();
            log(&format_args!(
                "{name} had other names (hard links), which keep the text before"
            ));
        }
        Ok(())
    }
}

/// Whether a file has more than one name.
fn has_other_names(file: &fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        file.nlink() > 1
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}
