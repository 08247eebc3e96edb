//! The form in which texts are kept.

use std::fmt;
use std::sync::Arc;

/// A text that is most often a few words, which are then kept without an allocation; copies of a longer one share it.
#[derive(Clone)]
pub(crate) enum Text {
    Short { len: u8, bytes: [u8; SHORT] },
    Long(Arc<str>),
}

impl Text {
    #[inline]
    pub(crate) fn new(text: &str) -> Text {
        let mut bytes = [0; SHORT];
        match (u8::try_from(text.len()), bytes.get_mut(..text.len())) {
            (Ok(len), Some(place)) => {
                place.copy_from_slice(text.as_bytes());
                Text::Short { len, bytes }
            }
            _ => Text::Long(text.into()),
        }
    }

    /// The text of a name in lower case, and of `behind` as it is.
    pub(crate) fn of_name(name: &str, behind: &str) -> Text {
        let len = name.len() + behind.len();
        let mut bytes = [0; SHORT];
        let (Ok(short_len), Some(place)) = (u8::try_from(len), bytes.get_mut(..len)) else {
            return Text::Long((name.to_ascii_lowercase() + behind).into());
        };
        let (first, second) = place.split_at_mut(name.len());
        first.copy_from_slice(name.as_bytes());
        first.make_ascii_lowercase();
        second.copy_from_slice(behind.as_bytes());
        Text::Short {
            len: short_len,
            bytes,
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        match self {
            Text::Short { .. } => str::from_utf8(self.as_bytes()).unwrap_or_default(),
            Text::Long(text) => text,
        }
    }

    /// The same without a look at what the bytes are.
    #[inline]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Text::Short { len, bytes } => bytes.get(..usize::from(*len)).unwrap_or_default(),
            Text::Long(text) => text.as_bytes(),
        }
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Text {}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

/// Bytes that fit beside the length in 32: the longest statement in use with a word for its value, and most names.
const SHORT: usize = 30;
