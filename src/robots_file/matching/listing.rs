//! Who is listed in the groups, and how listings are looked up.

use std::cmp::Ordering;
use std::fmt;

use crate::record_key::RecordKey;
use crate::robots_file::matching::request_path::start_of;
use crate::robots_file::matching::rows::ListingRow;
use crate::robots_file::parse::file::File;
use crate::robots_file::parse::starter::{self, Subject, folded};
use crate::token::ProductToken;

/// The client that a starter lists: its kind, and the name on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed<'a> {
    key: RecordKey,
    name: &'a [u8],
}

impl<'a> Listed<'a> {
    pub(crate) const EVERY_CLIENT: Listed<'static> = Listed {
        key: RecordKey::UserAgent,
        name: b"",
    };

    pub(crate) fn agent(token: &'a ProductToken) -> Listed<'a> {
        Listed {
            key: RecordKey::UserAgent,
            name: token.as_bytes(),
        }
    }

    pub(crate) fn purpose(token: &'a ProductToken) -> Listed<'a> {
        Listed {
            key: RecordKey::UserAgentPurpose,
            name: token.as_bytes(),
        }
    }

    pub(crate) fn signer(host: &'a str) -> Listed<'a> {
        Listed {
            key: RecordKey::SignatureAgent,
            name: host.as_bytes(),
        }
    }

    pub(crate) fn is_global(self) -> bool {
        self.name.is_empty()
    }

    /// The first four octets of the name, without case, as a number by which starters can be sorted.
    pub(crate) fn start(self) -> u32 {
        start_of(self.name) | EVERY_CLIENT
    }

    /// The order of the starter that is line `index` of the file and of one that lists this.
    pub(crate) fn order(self, file: &File, index: u32) -> Ordering {
        let key = file.lines.get(index as usize).map(|line| line.key());
        let by_name = || starter::name(file, index).cmp(folded(self.name.iter()));
        key.cmp(&Some(self.key)).then_with(by_name)
    }
}

/// The starter that listed an asker. Its name is read only where it is wanted.
#[derive(Clone, Copy)]
pub(crate) struct Listing<'r> {
    file: &'r File,
    row: ListingRow,
}

impl fmt::Debug for Listing<'_> {
    /// The client that is listed, without the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.subject().fmt(f)
    }
}

impl<'r> Listing<'r> {
    pub(crate) fn new(file: &'r File, row: ListingRow) -> Listing<'r> {
        Listing { file, row }
    }

    pub(crate) fn subject(self) -> Option<Subject<'r>> {
        match self.row.start() {
            EVERY_CLIENT => Some(Subject::Global),
            _ => starter::subject(self.file, self.row.starter()),
        }
    }
}

impl PartialEq for Listing<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.subject() == other.subject()
    }
}

impl Eq for Listing<'_> {}

/// The start of the name of a subject, see [`Listed::start`].
pub(crate) fn start(subject: Subject<'_>) -> u32 {
    let name = match subject {
        Subject::Global => "",
        Subject::Agent(name) | Subject::Purpose(name) | Subject::Signature(name) => name,
    };
    start_of(name.as_bytes()) | EVERY_CLIENT
}

/// The start of the empty name: the smallest one. It folds the case of letters; other octets of a name stay distinct.
pub(crate) const EVERY_CLIENT: u32 = 0x2020_2020;
