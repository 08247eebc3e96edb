//! Octets as text, in the encodings of the Encoding Standard.
//!
//! **What it is.** With the feature `encodings`, as by default, `encoding_rs` decodes. Its tables for the encodings of Chinese,
//! Japanese and Korean are larger than the readers of this library, so a build for browsers leaves the feature out: `few`
//! decodes UTF-8, UTF-16 and those of one byte, and a document in another encoding is not read. `own` has the labels of all.
//!
//! **Invariants.** Both give the same text for what both have. [`is_built`] is asked before a document is read; whatever is
//! decoded without it has U+FFFD for each octet beyond ASCII, and counts as malformed.
//!
//! **Which test notices.** `own::tests` compares the labels; `few::tests` compares both for random octets in every encoding, in chunks and as a whole.

#[cfg(feature = "encodings")]
mod all;
#[cfg(any(test, not(feature = "encodings")))]
mod few;
#[cfg(any(test, not(feature = "encodings")))]
mod labels;
#[cfg(any(test, not(feature = "encodings")))]
mod name;
#[cfg(any(test, not(feature = "encodings")))]
mod own;
#[cfg(any(test, not(feature = "encodings")))]
mod single_byte;

#[cfg(feature = "encodings")]
#[allow(unused_imports, reason = "a build without documents uses few")]
pub(crate) use encoding_rs::{
    BIG5, Encoding, GB18030, GBK, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
    X_USER_DEFINED,
};

#[cfg(feature = "encodings")]
pub(crate) use self::all::{Decoder, decode};
#[cfg(not(feature = "encodings"))]
pub(crate) use self::few::{FewDecoder as Decoder, decode};
#[cfg(not(feature = "encodings"))]
#[allow(unused_imports, reason = "a build without documents uses few")]
pub(crate) use self::own::{
    BIG5, Encoding, GB18030, GBK, REPLACEMENT, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
    X_USER_DEFINED,
};

/// Whether this build can read a document in the encoding.
#[cfg(feature = "html")]
pub(crate) fn is_built(encoding: &'static Encoding) -> bool {
    #[cfg(feature = "encodings")]
    let is_built = {
        let _ = encoding;
        true
    };
    #[cfg(not(feature = "encodings"))]
    let is_built = few::has(encoding);
    is_built
}
