//! The report of one archive, as it is kept beside its table.

use robots_policy_archives::Report;
use serde::{Deserialize, Serialize};

use crate::inputs::Input;

/// What an archive held, and which archive that was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// The archive, as it was named.
    pub(super) archive: String,
    /// Its length, where that was known before it was read.
    size: Option<u64>,
    #[serde(flatten)]
    pub(super) report: Report,
}

impl Kept {
    /// The report of the archive of this input.
    pub(super) fn new(input: &Input, report: Report) -> Kept {
        Kept {
            archive: input.name.clone(),
            size: input.size,
            report,
        }
    }

    /// Whether it is of this archive.
    pub(super) fn is_of(&self, input: &Input) -> bool {
        self.archive == input.name && self.size == input.size
    }
}
