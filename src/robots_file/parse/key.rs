//! The key of a line, and what it does in a file that is read with these options.

use crate::record_key::{RecordKey, Role};
use crate::robots_file::options::{Dialect, GoogleDifference, Options, SignatureAgentLine};

impl RecordKey {
    /// A frequent key that the line begins with, colon and all: what [`RecordKey::read`] would find, sooner.
    pub(crate) fn in_front(line: &[u8]) -> Option<RecordKey> {
        let is_in_front = |key: &&RecordKey| {
            let name = key.row().name.as_bytes();
            line.get(name.len()) == Some(&b':')
                && line
                    .get(..name.len())
                    .is_some_and(|start| start.eq_ignore_ascii_case(name))
        };
        RecordKey::ALL
            .iter()
            .take(FREQUENT)
            .find(is_in_front)
            .copied()
    }

    /// The key that `text` spells, and whether it is spelled right.
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

    /// The key that `text` begins with, as Google's reader knows keys.
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

    /// What a record of this key does in a file that is read with these options.
    #[inline]
    pub(crate) fn role(self, options: Options) -> Role {
        match (self.row().role, self.row().is_core) {
            (Role::Starter, false) if options.dialect != Dialect::Extended => Role::Other,
            (Role::Starter, false)
                if self == RecordKey::SignatureAgent
                    && options.signature_agent == SignatureAgentLine::Modifier =>
            {
                Role::Other
            }
            (role, _) => role,
        }
    }
}

/// The number of rows that nearly every file has.
const FREQUENT: usize = 4;
