//! The body of an answer as it is kept: its first bytes, and how many there were.

use std::ops::Deref;

use robots_policy::Why;

/// The first bytes of a body without codings, and the number of bytes that were seen when it was kept.
///
/// Bodies are cut at a limit, and the limit of a later version may be larger. So the bytes alone do not say whether they are all:
/// this does, whatever the limit of today is.
///
/// ```
/// use robots_policy_live::StoredBody;
///
/// let rules = b"User-agent: *\nDisallow: /a\n".to_vec();
/// let whole = StoredBody::whole(rules.clone());
/// assert_eq!((whole.seen(), whole.is_cut()), (27, false));
/// // Two more bytes were seen, and nothing shows that no other followed.
/// let cut = StoredBody::new(rules.clone(), 29, false);
/// assert_eq!((cut.seen(), cut.is_all_seen(), cut.is_cut()), (29, false, true));
/// assert_eq!(cut.into_octets(), rules);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoredBody {
    octets: Vec<u8>,
    seen: u64,
    is_all_seen: bool,
}

impl StoredBody {
    /// The first `octets` of a body of which `seen` bytes were seen; `is_all_seen` says whether these were all. No less was
    /// seen than is kept.
    pub fn new(octets: Vec<u8>, seen: u64, is_all_seen: bool) -> StoredBody {
        StoredBody {
            seen: seen.max(octets.len() as u64),
            is_all_seen,
            octets,
        }
    }

    /// A body that is known to be whole.
    pub fn whole(octets: Vec<u8>) -> StoredBody {
        StoredBody::new(octets, 0, true)
    }

    /// A body that was kept without its length, as tables of others keep it.
    ///
    /// One of exactly 524,289 bytes is taken for one that was cut, whatever the limit of today is: a robots.txt and a
    /// `tdmrep.json` were cut one byte after 512 KiB. So is one of 262,145: a licence was cut one byte after 256 KiB. Every
    /// other body is taken for whole.
    ///
    /// ```
    /// use robots_policy_live::StoredBody;
    ///
    /// assert!(StoredBody::unrecorded(vec![b'#'; 524_289]).is_cut());
    /// assert!(!StoredBody::unrecorded(vec![b'#'; 524_288]).is_cut());
    /// ```
    pub fn unrecorded(octets: Vec<u8>) -> StoredBody {
        let is_all_seen = !CUTS.contains(&octets.len());
        StoredBody::new(octets, 0, is_all_seen)
    }

    /// The number of bytes of the body that were seen, those that are not kept with them.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// Whether the bytes that were seen are known to be all that there were. If not, the body has at least these.
    pub fn is_all_seen(&self) -> bool {
        self.is_all_seen
    }

    /// A body of which nothing is kept: no byte of it came and no field says that it is empty, or its bytes are no text.
    pub fn missing(seen: u64) -> StoredBody {
        StoredBody::new(Vec::new(), seen, false)
    }

    /// Why nothing of it is kept, unless it is empty.
    pub fn why_missing(&self) -> Option<Why> {
        let is_missing = self.octets.is_empty() && !self.is_all_seen;
        let why = if self.seen == 0 {
            Why::Empty
        } else {
            Why::Encoding
        };
        is_missing.then_some(why)
    }

    /// Whether there were more bytes than are kept, or may have been.
    pub fn is_cut(&self) -> bool {
        !self.is_all_seen || self.seen > self.octets.len() as u64
    }

    /// The bytes that are kept.
    pub fn into_octets(self) -> Vec<u8> {
        self.octets
    }
}

impl Deref for StoredBody {
    type Target = [u8];

    /// The bytes that are kept.
    fn deref(&self) -> &[u8] {
        &self.octets
    }
}

/// The lengths at which bodies without a recorded length are cut. They stay when a limit becomes another.
const CUTS: [usize; 2] = [512 * 1024 + 1, 256 * 1024 + 1];
