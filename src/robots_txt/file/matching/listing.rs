//! The clients that groups list, and how they are looked up.
//!
//! [`Listed`] is the client of a question, [`Listing`] the starter in the file that was found for it. A listing in the index
//! has only the first octets of a name; the rest is read in the file when two agree in those. So a file with a thousand
//! groups keeps no names, and a question for one that it does not list reads hardly any.
//!
//! **Invariant.** A name is compared by kind and by octets in lower case, and the start must agree with that: names with equal
//! octets have equal starts. It folds case by setting one bit ([`EVERY_CLIENT`]), which maps no two octets of names to one
//! except the cases of a letter. A further octet in names has to be checked against this.

use std::cmp::Ordering;
use std::fmt;

use crate::record_key::RecordKey;
use crate::robots_txt::file::matching::request_path::start_of;
use crate::robots_txt::file::matching::rows::ListingRow;
use crate::robots_txt::file::parse::file::File;
use crate::robots_txt::file::parse::starter::{self, Subject, folded};
use crate::token::ProductToken;

/// A client to look for: the kind of starter that lists it, and the name on that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed<'a> {
    key: RecordKey,
    name: &'a [u8],
}

impl<'a> Listed<'a> {
    /// `User-agent: *`, as the empty name.
    pub(crate) const EVERY_CLIENT: Listed<'static> = Listed {
        key: RecordKey::UserAgent,
        name: b"",
    };

    /// The client with this product token.
    pub(crate) fn agent(token: &'a ProductToken) -> Listed<'a> {
        Listed {
            key: RecordKey::UserAgent,
            name: token.as_bytes(),
        }
    }

    /// Clients with this purpose.
    pub(crate) fn purpose(token: &'a ProductToken) -> Listed<'a> {
        Listed {
            key: RecordKey::UserAgentPurpose,
            name: token.as_bytes(),
        }
    }

    /// Clients that exactly this host signs for. The caller tries the hosts above it one by one.
    pub(crate) fn signer(host: &'a str) -> Listed<'a> {
        Listed {
            key: RecordKey::SignatureAgent,
            name: host.as_bytes(),
        }
    }

    /// Whether this is [`Listed::EVERY_CLIENT`]: no other name is empty.
    pub(crate) fn is_global(self) -> bool {
        self.name.is_empty()
    }

    /// The first four octets of the name without case, as a number by which listings are sorted.
    pub(crate) fn start(self) -> u32 {
        start_of(self.name) | EVERY_CLIENT
    }

    /// How the starter that is line `index` of the file compares with this client, by kind and name.
    pub(crate) fn order(self, file: &File, index: u32) -> Ordering {
        let key = file.lines.get(index as usize).map(|line| line.key());
        let by_name = || starter::name(file, index).cmp(folded(self.name.iter()));
        key.cmp(&Some(self.key)).then_with(by_name)
    }
}

/// The starter that lists a client, in an [`Access`](super::access::Access). Its name is read when a caller wants it.
#[derive(Clone, Copy)]
pub(crate) struct Listing<'r> {
    file: &'r File,
    row: ListingRow,
}

impl fmt::Debug for Listing<'_> {
    /// The listed client, without the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.subject().fmt(f)
    }
}

impl<'r> Listing<'r> {
    /// The listing of this row of the index of this file.
    pub(crate) fn new(file: &'r File, row: ListingRow) -> Listing<'r> {
        Listing { file, row }
    }

    /// Whether it is one of this file, and not of another, equal one.
    pub(crate) fn is_in(self, file: &File) -> bool {
        std::ptr::eq(self.file, file)
    }

    /// Its row in the index of the file.
    pub(crate) fn row(self) -> ListingRow {
        self.row
    }

    /// The client as it is written.
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

/// The start of the name of a subject, as [`Listed::start`] has it.
pub(crate) fn start(subject: Subject<'_>) -> u32 {
    let name = match subject {
        Subject::Global => "",
        Subject::Agent(name) | Subject::Purpose(name) | Subject::Signature(name) => name,
    };
    start_of(name.as_bytes()) | EVERY_CLIENT
}

/// The start of the empty name, and the bit of each octet that makes a letter lower case.
///
/// Every start has these bits, so this is the smallest of all. Digits, `-` and `.` have the bit anyway, and `_` becomes an
/// octet that no name has.
pub(crate) const EVERY_CLIENT: u32 = 0x2020_2020;
