//! An archive that the caller of a scan has opened.

use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use crate::Archive;

use super::identity::Identity;

/// An archive of which the caller has the bytes, and knows where they are.
#[derive(Clone)]
pub struct OpenedArchive {
    /// Its whole name, which no other input has.
    pub whole_name: String,
    /// The name of its file without folders.
    pub file_name: String,
    /// What distinguishes this version of it from others; `None` where that is not known.
    pub identity: Option<Identity>,
    /// `None` when it was read.
    archive: Arc<Mutex<Option<Archive>>>,
}

impl OpenedArchive {
    /// An archive with its names.
    pub fn new(
        archive: Archive,
        whole_name: String,
        file_name: String,
        identity: Option<Identity>,
    ) -> OpenedArchive {
        OpenedArchive {
            whole_name,
            file_name,
            identity,
            archive: Arc::new(Mutex::new(Some(archive))),
        }
    }

    /// Its bytes, once.
    pub(super) fn open(&self) -> io::Result<Archive> {
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        archive
            .take()
            .ok_or_else(|| io::Error::other("it was read before"))
    }
}

impl fmt::Debug for OpenedArchive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OpenedArchive({})", self.whole_name)
    }
}
