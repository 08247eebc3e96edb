//! A file, with what the questions about it need, and the pointer to it that callers share.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::robots_txt::file::matching::indexing::IndexedFile;
use crate::robots_txt::uses::index::UsesIndex;
use crate::robots_txt::uses::making;

/// A robots.txt that was read. It answers any number of questions.
///
/// Reading is one pass over the file. The first question sorts the rules; a later one takes time in the length of the path,
/// and hardly more for a group of ten thousand prefixes than for one of ten. A clone shares everything, and several threads
/// may ask at once. The file is kept, so that each answer can quote the line that decided.
///
/// Two files are equal if the octets that were kept of them are, and the options of their readers.
///
/// # Examples
///
/// ```
/// use robots_policy::{Client, RobotsTxt};
/// use robots_policy::robots_txt::Reason;
///
/// let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /private\nAllow: /private/open").value;
/// let client = Client::new("ExampleBot")?;
///
/// let access = robots.access(&client, "https://example.com/private/diary");
/// assert!(!access.is_allowed());
/// assert_eq!(access.reason(), Reason::DisallowRule);
/// let rule = access.rule().unwrap();
/// assert_eq!((rule.line(), &*rule.text()), (2, "Disallow: /private"));
///
/// assert!(robots.access(&client, "/private/open/day").is_allowed());
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct RobotsTxt(pub(crate) Arc<AskedFile>);

/// A file with its index for access and its index for uses. Each is made by the first question that needs it, and so is
/// its reading in Google's dialect.
#[derive(Debug)]
pub(crate) struct AskedFile {
    pub(super) indexed: IndexedFile,
    uses: OnceLock<Box<UsesIndex>>,
    pub(crate) google: OnceLock<RobotsTxt>,
}

impl Deref for AskedFile {
    type Target = IndexedFile;

    fn deref(&self) -> &IndexedFile {
        &self.indexed
    }
}

impl PartialEq for AskedFile {
    /// Compares the files; their indices and other readings follow from them.
    fn eq(&self, other: &AskedFile) -> bool {
        self.indexed == other.indexed
    }
}

impl Eq for AskedFile {}

impl AskedFile {
    /// A file that was not asked yet.
    pub(crate) fn new(indexed: IndexedFile) -> AskedFile {
        AskedFile {
            indexed,
            uses: OnceLock::new(),
            google: OnceLock::new(),
        }
    }

    /// The octets that it keeps in memory.
    pub(crate) fn weight(&self) -> usize {
        size_of::<AskedFile>()
            + self.indexed.file.text.weight()
            + self.indexed.weight()
            + self.uses.get().map_or(0, |uses| uses.weight())
            + self.google.get().map_or(0, RobotsTxt::weight)
    }

    /// The index of the lines about AI use; the first call makes it.
    pub(super) fn uses(&self) -> &UsesIndex {
        self.uses
            .get_or_init(|| Box::new(making::index(&self.indexed.file)))
    }
}
