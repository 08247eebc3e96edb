//! A file that fixes may change.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::exit::Failure;
use crate::names::shown;

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

    /// Writes a file anew, in one step; a link keeps leading to it, and it keeps who may read it.
    pub(super) fn replace(&self, bytes: &[u8]) -> Result<(), Failure> {
        let failed = |error: std::io::Error| {
            Failure::File(
                shown(self.path.as_os_str()),
                format!("no fix was made: {error}"),
            )
        };
        let path = self.path.canonicalize().map_err(failed)?;
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".part");
        let part = path.with_file_name(name);
        let written = (|| {
            let mut file = fs::File::create_new(&part)?;
            file.write_all(bytes)?;
            file.set_permissions(fs::metadata(&path)?.permissions())?;
            file.sync_all()?;
            fs::rename(&part, &path)
        })();
        if written.is_err() {
            let _ = fs::remove_file(&part);
        }
        written.map_err(failed)
    }
}
