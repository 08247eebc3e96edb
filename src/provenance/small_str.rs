//! The form in which texts are kept.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A text that is most often a few words, which are then kept without an allocation; copies of a longer one share it.
#[derive(Clone)]
pub(crate) enum SmallStr {
    Short { len: u8, bytes: [u8; SHORT] },
    Long(Arc<str>),
}

impl SmallStr {
    #[inline]
    pub(crate) fn new(text: &str) -> SmallStr {
        let mut bytes = [0; SHORT];
        match (u8::try_from(text.len()), bytes.get_mut(..text.len())) {
            (Ok(len), Some(place)) => {
                place.copy_from_slice(text.as_bytes());
                SmallStr::Short { len, bytes }
            }
            _ => SmallStr::Long(text.into()),
        }
    }

    /// A text that fits beside its length, in a constant.
    ///
    /// # Panics
    /// If it does not fit.
    pub(crate) const fn from_static(text: &'static str) -> SmallStr {
        assert!(text.len() <= SHORT, "the text is longer than 30 bytes");
        let mut bytes = [0; SHORT];
        bytes
            .split_at_mut(text.len())
            .0
            .copy_from_slice(text.as_bytes());
        // No text of so few bytes is longer than a byte says.
        #[allow(clippy::cast_possible_truncation)]
        let len = text.len() as u8;
        SmallStr::Short { len, bytes }
    }

    /// The text of a name in lower case, and of `after` as it is.
    pub(crate) fn from_name(name: &str, after: &str) -> SmallStr {
        let len = name.len() + after.len();
        let mut bytes = [0; SHORT];
        let (Ok(short_len), Some(place)) = (u8::try_from(len), bytes.get_mut(..len)) else {
            let mut text = String::with_capacity(len);
            text.push_str(name);
            text.make_ascii_lowercase();
            text.push_str(after);
            return SmallStr::Long(text.into());
        };
        let (first, second) = place.split_at_mut(name.len());
        first.copy_from_slice(name.as_bytes());
        first.make_ascii_lowercase();
        second.copy_from_slice(after.as_bytes());
        SmallStr::Short {
            len: short_len,
            bytes,
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        match self {
            SmallStr::Short { .. } => str::from_utf8(self.as_bytes()).unwrap_or_default(),
            SmallStr::Long(text) => text,
        }
    }

    /// The same without a look at what the bytes are.
    #[inline]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            SmallStr::Short { len, bytes } => bytes.get(..usize::from(*len)).unwrap_or_default(),
            SmallStr::Long(text) => text.as_bytes(),
        }
    }
}

impl PartialEq for SmallStr {
    fn eq(&self, other: &SmallStr) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for SmallStr {}

impl PartialOrd for SmallStr {
    fn partial_cmp(&self, other: &SmallStr) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SmallStr {
    fn cmp(&self, other: &SmallStr) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl Hash for SmallStr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for SmallStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

/// Bytes that fit beside the length in 32: the longest statement in use with a word for its value, and most names.
const SHORT: usize = 30;
