//! The form in which texts are kept: short ones in place, long ones shared.
//!
//! **What it is.** A text with its length takes 32 bytes in place; a longer text is an [`Arc`]. Product tokens, the
//! texts of statements and the names of extensions are of this type. Nearly all of them are a few words, so that a
//! signal of a common field takes no allocation beside the list it is in.
//!
//! **Invariant.** The first `len` bytes of a short text are UTF-8, because they are copied from a `str`, and the others
//! are 0. A text is `Short` exactly if it fits. Equality, order and hash look at the bytes of the text only, so that
//! they agree with those of `str`.
//!
//! **What breaks if touched.** A hash or a comparison that looks at the variant or at the whole array can make equal
//! texts differ in maps. A clone that copies a long text makes hostile fields quadratic in memory: thousands of
//! statements may carry one long scope.
//!
//! **Which test notices.** `a_signal_takes_one_allocation_at_most` and `memory_of_fields_is_in_proportion` in
//! `tests/counting`.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A text that is most often a few words, which are then kept without an allocation; copies of a longer one share it.
#[derive(Clone)]
pub(crate) enum SmallStr {
    /// Up to 30 bytes; those after `len` are 0.
    Short { len: u8, bytes: [u8; SHORT] },
    /// More than 30 bytes.
    Long(Arc<str>),
}

impl SmallStr {
    /// A copy of a text: one allocation above 30 bytes, none up to them.
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
        // At most 30, as asserted above.
        #[allow(clippy::cast_possible_truncation)]
        let len = text.len() as u8;
        SmallStr::Short { len, bytes }
    }

    /// A name in lower case and, directly after it, another text as it is: the two parts of an
    /// [`Extension`](crate::Extension). At most two allocations, because the lower case is made in place.
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

    /// The bytes of the text. Unlike [`SmallStr::as_str`] it does not check the short form for UTF-8.
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

/// Bytes of a text in place: with the length and the mark of the variant 32 bytes. The longest statement with a word,
/// `max-image-preview: standard`, has 27, and most names are shorter.
const SHORT: usize = 30;
