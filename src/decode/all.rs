//! Every encoding, by `encoding_rs`.

use std::borrow::Cow;
use std::fmt;

use encoding_rs::Encoding;

/// The text, without a look at a byte order mark, and whether a part of it was malformed. Borrowed where the octets are the text.
pub(crate) fn decode<'o>(encoding: &'static Encoding, octets: &'o [u8]) -> (Cow<'o, str>, bool) {
    encoding.decode_without_bom_handling(octets)
}

/// Decodes octets that come in pieces.
pub(crate) struct Decoder(encoding_rs::Decoder);

impl Decoder {
    pub(crate) fn new(encoding: &'static Encoding) -> Decoder {
        Decoder(encoding.new_decoder_without_bom_handling())
    }

    /// Appends the text of the next octets. Half a character at their end waits for more.
    #[cfg(any(feature = "html", test))]
    pub(crate) fn feed(&mut self, octets: &[u8], text: &mut String) {
        let most = self.0.max_utf8_buffer_length(octets.len());
        text.reserve(most.unwrap_or(0));
        let _ = self.0.decode_to_string(octets, text, false);
    }

    /// Appends the text of one octet. `text` has room for it: a decoder stops before an octet whose text has none.
    pub(crate) fn step(&mut self, octet: u8, text: &mut String) {
        let _ = self.0.decode_to_string(&[octet], text, false);
    }
}

impl fmt::Debug for Decoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoder").finish_non_exhaustive()
    }
}
