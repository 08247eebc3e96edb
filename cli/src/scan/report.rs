//! The report of one archive, as it is kept beside its table.

use robots_policy_archives::Report;
use serde::{Deserialize, Serialize};

use crate::archive_inputs::{Identity, Input};

/// The report on an archive, and the archive's identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// The archive, as it was named.
    pub(super) archive: String,
    /// Which input the table was made of.
    pub(super) input: Origin,
    #[serde(flatten)]
    pub(super) report: Report,
}

/// Which input a table was made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Origin {
    /// Its whole name, which no other input has.
    pub(super) name: String,
    /// Its identity; `None` for a pipe without a name.
    pub(super) identity: Option<Identity>,
}

impl Kept {
    /// The report of the archive of this input.
    pub(super) fn new(input: &Input, origin: Origin, report: Report) -> Kept {
        Kept {
            archive: input.name.clone(),
            input: origin,
            report,
        }
    }
}
