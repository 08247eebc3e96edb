//! Whom a starter line addresses.

use std::cmp::Ordering;

use crate::robots_txt::asked::start_of;
use crate::robots_txt::file::File;
use crate::robots_txt::key::RecordKey;
use crate::robots_txt::options::{GoogleDifference, Options};
use crate::robots_txt::record::Subject;
use crate::robots_txt::rules::Row;
use crate::token::ProductToken;

/// The subject of the starter that is line `index` of the file; `None` for one that names nobody.
pub(super) fn subject(file: &File, index: u32) -> Option<Subject<'_>> {
    let line = file.lines.get(index as usize)?;
    let value = line.value(&file.text.bytes);
    match line.key() {
        RecordKey::UserAgent => agent(value, file.options).map(|(subject, _)| subject),
        RecordKey::UserAgentPurpose => purpose(value),
        RecordKey::SignatureAgent => file.signer(index).map(Subject::Signature),
        _ => None,
    }
}

/// The name on the starter that is line `index` of the file, in lower case; nothing for everybody.
///
/// Octet by octet, as most comparisons end at the first one.
pub(super) fn name(file: &File, index: u32) -> impl Iterator<Item = u8> {
    let line = file.lines.get(index as usize);
    let value = line.map_or(&[] as &[u8], |line| match line.key() {
        RecordKey::SignatureAgent => file.signer(index).unwrap_or_default().as_bytes(),
        _ => line.value(&file.text.bytes),
    });
    // A host and a purpose have no other octets than these.
    let is_in_name = move |octet: &&u8| is_in_name(**octet, file.options);
    folded(value.iter().take_while(is_in_name))
}

/// Compares two starters by the kind and the name of whom they list.
pub(super) fn compare(file: &File, one: u32, other: u32) -> Ordering {
    let key = |index: u32| file.lines.get(index as usize).map(|line| line.key());
    let by_name = || name(file, one).cmp(name(file, other));
    key(one).cmp(&key(other)).then_with(by_name)
}

/// Whom a starter lists: its kind, and the name on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed<'a> {
    key: RecordKey,
    name: &'a [u8],
}

impl<'a> Listed<'a> {
    pub(super) const EVERYBODY: Listed<'static> = Listed {
        key: RecordKey::UserAgent,
        name: b"",
    };

    pub(super) fn agent(token: &'a ProductToken) -> Listed<'a> {
        Listed {
            key: RecordKey::UserAgent,
            name: token.as_bytes(),
        }
    }

    pub(super) fn purpose(token: &'a ProductToken) -> Listed<'a> {
        Listed {
            key: RecordKey::UserAgentPurpose,
            name: token.as_bytes(),
        }
    }

    pub(super) fn signer(host: &'a str) -> Listed<'a> {
        Listed {
            key: RecordKey::SignatureAgent,
            name: host.as_bytes(),
        }
    }

    pub(super) fn is_everybody(self) -> bool {
        self.name.is_empty()
    }

    /// The first four octets of the name, without case, as a number by which starters can be sorted.
    pub(super) fn start(self) -> u32 {
        start_of(self.name) | EVERYBODY
    }

    /// The order of the starter that is line `index` of the file and of one that lists this.
    pub(super) fn order(self, file: &File, index: u32) -> Ordering {
        let key = file.lines.get(index as usize).map(|line| line.key());
        let by_name = || name(file, index).cmp(folded(self.name.iter()));
        key.cmp(&Some(self.key)).then_with(by_name)
    }
}

/// The starter that listed an asker. Its name is read only where it is wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listing<'r> {
    file: &'r File,
    row: Row,
}

impl<'r> Listing<'r> {
    pub(super) fn new(file: &'r File, row: Row) -> Listing<'r> {
        Listing { file, row }
    }

    pub(super) fn subject(self) -> Option<Subject<'r>> {
        match self.row.start {
            EVERYBODY => Some(Subject::Global),
            _ => subject(self.file, self.row.line),
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
pub(super) fn start(subject: Subject<'_>) -> u32 {
    let name = match subject {
        Subject::Global => "",
        Subject::Agent(name) | Subject::Purpose(name) | Subject::Signature(name) => name,
    };
    start_of(name.as_bytes()) | EVERYBODY
}

/// The start of the empty name: the smallest one. It folds the case of letters; other octets of a name stay distinct.
pub(super) const EVERYBODY: u32 = 0x2020_2020;

fn folded<'t>(octets: impl Iterator<Item = &'t u8>) -> impl Iterator<Item = u8> {
    octets.map(u8::to_ascii_lowercase)
}

/// The subject of a `User-agent` value, and whether it is the whole value.
///
/// A value is cut at the first octet that no product token has: `FooBot/1.0` and `FooBot *` are `FooBot`. A `*` with
/// nothing or a blank behind it is everybody.
pub(super) fn agent(value: &[u8], options: Options) -> Option<(Subject<'_>, bool)> {
    match value {
        [b'*'] => return Some((Subject::Global, true)),
        [b'*', b' ' | b'\t' | 0x0B | 0x0C, ..] => return Some((Subject::Global, false)),
        _ => {}
    }
    let len = match value {
        [b'.', ..] => 0,
        _ => value
            .iter()
            .take_while(|octet| is_in_name(**octet, options))
            .count(),
    };
    let token = value.get(..len).filter(|token| !token.is_empty())?;
    let name = str::from_utf8(token).ok()?;
    Some((Subject::Agent(name), len == value.len()))
}

/// The subject of a `User-agent-purpose` value, which is a token as a whole.
pub(super) fn purpose(value: &[u8]) -> Option<Subject<'_>> {
    let is_token = !value.is_empty() && ProductToken::prefix_len(value) == value.len();
    let name = str::from_utf8(value).ok().filter(|_| is_token)?;
    Some(Subject::Purpose(name))
}

/// Whether the name on a starter goes on with this octet.
fn is_in_name(octet: u8, options: Options) -> bool {
    if options.has(GoogleDifference::ShortToken) {
        octet.is_ascii_alphabetic() || matches!(octet, b'_' | b'-')
    } else {
        ProductToken::has(octet)
    }
}
