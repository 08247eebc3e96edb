//! The key of a line, and its role in a file that is read with these options.
//!
//! Keys are compared whole and without case, with a list of misspellings (RFC 9309 §2.2.4 leaves leniency to the reader). Only
//! Google's dialect compares beginnings, see [`GoogleDifference::PrefixKeys`].
//!
//! **The short way.** Nearly every line begins with one of the first four keys and a colon, so [`RecordKey::in_front`] tries
//! these before the line is searched for its end, a colon, a comment and blanks. It compares the first eight octets, made small by one
//! bit each, with the beginning of a name: one comparison a key.
//!
//! **Invariant.** `in_front` may only find a key that [`RecordKey::read`] would find, in any dialect: so the [`FRONTS`] have to be keys
//! of the core, which no dialect reads otherwise. It is given a text without its end of line, and finds no key that reaches past one.
//!
//! **What breaks if touched.** A frequent key that is not of the core would be read whole where Google's reader sees a
//! shorter key. `r_124_each_difference_of_googles_reader` notices. A name that is compared by its word alone and has more than letters
//! would be found where a control character is; the build fails.

use crate::record_key::{RecordKey, Role};
use crate::robots_txt::file::options::{
    Dialect, GoogleDifference, GroupBorders, Options, SignatureAgentLine,
};

impl RecordKey {
    /// A frequent key that the text begins with, followed by its colon: the result of [`RecordKey::read`] in fewer steps.
    #[inline]
    pub(crate) fn in_front(text: &[u8]) -> Option<RecordKey> {
        let Some(start) = text.first_chunk() else {
            return FRONTS
                .iter()
                .find(|front| front.is_whole(text))
                .map(|front| front.key);
        };
        let word = u64::from_le_bytes(*start) | ALL_SMALL;
        let front = FRONTS
            .iter()
            .find(|front| word & front.mask == front.word)?;
        front.is_after_word(text).then_some(front.key)
    }

    /// The key that `text` spells, and whether it is spelled right; `None` for an unknown key.
    ///
    /// In Google's dialect a key outside the core is tried as a beginning first: `User-agent-purpose` is `User-agent` there.
    pub(crate) fn read(text: &[u8], options: Options) -> Option<(RecordKey, bool)> {
        let whole = |name: &str| name.as_bytes().eq_ignore_ascii_case(text);
        if let Some(key) = RecordKey::ALL.iter().find(|key| whole(key.row().name)) {
            let by_prefix = options.has(GoogleDifference::PrefixKeys) && !key.row().is_core;
            let by_prefix = if by_prefix {
                RecordKey::with_prefix(text)
            } else {
                None
            };
            return by_prefix.or(Some((*key, true)));
        }
        if options.has(GoogleDifference::PrefixKeys) {
            return RecordKey::with_prefix(text);
        }
        let misspelt = |key: &&RecordKey| key.row().misspellings.iter().any(|name| whole(name));
        let key = RecordKey::ALL.iter().find(misspelt)?;
        Some((*key, false))
    }

    /// The key of the core that `text` begins with, as Google's reader finds keys, and whether that is all of it.
    fn with_prefix(text: &[u8]) -> Option<(RecordKey, bool)> {
        let begins = |name: &str| {
            text.get(..name.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(name.as_bytes()))
        };
        let core = RecordKey::ALL.iter().filter(|key| key.row().is_core);
        core.copied().find_map(|key| match begins(key.row().name) {
            true => Some((key, key.row().name.len() == text.len())),
            false if key.row().misspellings.iter().any(|name| begins(name)) => Some((key, false)),
            false => None,
        })
    }

    /// The role of a record with this key in a file that is read with these options.
    ///
    /// The starters of the extensions are ordinary records in the other dialects, and `Signature-agent` is one where it
    /// restricts the group instead ([`SignatureAgentLine::Modifier`]). All who look for groups must ask this and not
    /// the table.
    #[inline]
    pub(crate) fn role(self, options: Options) -> Role {
        match (self.row().role, self.row().is_core) {
            (Role::Starter, false) if options.dialect != Dialect::Extended => Role::Other,
            (Role::Starter, false)
                if self == RecordKey::SignatureAgent
                    && options.open.signature_agent == SignatureAgentLine::Modifier =>
            {
                Role::Other
            }
            (Role::Other, _)
                if self == RecordKey::ContentUsage
                    && options.grouping == GroupBorders::RulesAndUsage =>
            {
                Role::Rule
            }
            (role, _) => role,
        }
    }
}

/// A frequent key, by the first eight octets of its name.
struct Front {
    key: RecordKey,
    /// Those octets as one number, and which of its bits they have.
    word: u64,
    mask: u64,
}

impl Front {
    // Of a constant: an index out of bounds fails the build.
    #[allow(clippy::indexing_slicing)]
    const fn of(place: usize) -> Front {
        let key = RecordKey::ALL[place];
        let name = key.row().name.as_bytes();
        let (mut word, mut mask, mut at) = (0, 0, 0);
        while at < name.len() && at < WORD {
            // No other octet than its capital becomes a letter when the bit of small letters is set.
            assert!(
                name[at].is_ascii_lowercase() || name.len() > WORD,
                "see `is_after_word`"
            );
            word |= (name[at] as u64) << (8 * at);
            mask |= 0xFF << (8 * at);
            at += 1;
        }
        Front { key, word, mask }
    }

    /// Whether a text that begins with the word begins with the key and its colon.
    #[inline]
    fn is_after_word(&self, text: &[u8]) -> bool {
        let name = self.key.row().name;
        if name.len() > WORD {
            return self.is_whole(text);
        }
        text.get(name.len()) == Some(&b':')
    }

    fn is_whole(&self, text: &[u8]) -> bool {
        let name = self.key.row().name.as_bytes();
        let start = text.get(..name.len());
        text.get(name.len()) == Some(&b':')
            && start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    }
}

/// The octets that are compared at once.
const WORD: usize = 8;
/// The bit that capitals lack, in each octet.
const ALL_SMALL: u64 = u64::MAX / 0xFF * 0x20;

/// The first rows of the table, `Disallow`, `Allow`, `User-agent` and `Sitemap`, which 99 of 100 records in real files have. A fifth
/// would cost every comment and blank line a comparison.
const FRONTS: [Front; 4] = [Front::of(0), Front::of(1), Front::of(2), Front::of(3)];
