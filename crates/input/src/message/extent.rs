//! How much of a document the octets at hand are, as far as status and fields state it.

use crate::message::block::Length;
use crate::message::framing::Framing;

/// The part of a document that the octets at hand are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The fields prove that it is all of it.
    Whole,
    /// Nothing states where the document ends.
    Unmeasured,
    /// Octets are missing at its end.
    Cut,
    /// Octets are missing at its start, or may be.
    WithoutStart,
}

impl Extent {
    /// The extent of a document whose response has these fields, and of which this number of octets is at hand.
    ///
    /// `Content-Range` says which part it is (RFC 9110 §14.4); a 206 without it is any part. `Content-Length` counts octets in
    /// their content coding (§8.6): it says nothing of `None`, a document of characters, nor where fields name a coding. Values that
    /// differ, and one that is no number, are those of a document whose end is not known.
    ///
    /// ```
    /// use robots_policy_input::Extent;
    ///
    /// let length = [(b"Content-Length".as_slice(), b"500".as_slice())];
    /// assert_eq!(Extent::of(Some(200), length.into_iter(), Some(120)), Extent::Cut);
    /// assert_eq!(Extent::of(Some(200), length.into_iter(), None), Extent::Unmeasured);
    /// let range = [(b"Content-Range".as_slice(), b"bytes 0-499/1200".as_slice())];
    /// assert_eq!(Extent::of(Some(206), range.into_iter(), Some(500)), Extent::Cut);
    /// ```
    pub fn of<'l>(
        status: Option<u16>,
        fields: impl Iterator<Item = (&'l [u8], &'l [u8])>,
        octets: Option<u64>,
    ) -> Extent {
        let framing = Framing::of_fields(fields);
        let part = framing
            .part()
            .filter(|_| matches!(status, None | Some(206)));
        match part {
            Some(part) if part.start > 0 => return Extent::WithoutStart,
            Some(part) if !part.is_all() => return Extent::Cut,
            None if status == Some(206) => return Extent::WithoutStart,
            _ => {}
        }
        match (framing.stated_length(), octets) {
            _ if framing.names_codings() => Extent::Unmeasured,
            (Length::Unusable, Some(_)) => Extent::Cut,
            (Length::Octets(length), Some(octets)) if octets < length => Extent::Cut,
            (Length::Octets(length), Some(octets)) if octets == length => Extent::Whole,
            _ => Extent::Unmeasured,
        }
    }
}

/// Whether a response with this status and these fields, of whose document no octet is at hand, says that its document is empty.
pub fn states_none<'l>(
    status: Option<u16>,
    fields: impl Iterator<Item = (&'l [u8], &'l [u8])>,
) -> bool {
    is_empty(status, &Framing::of_fields(fields))
}

/// The same of fields that were read. A 304 has the length of the document that the client holds.
pub(crate) fn is_empty(status: Option<u16>, framing: &Framing<'_>) -> bool {
    let has_none = status.is_some_and(is_without_document);
    has_none || status != Some(304) && framing.length() == Some(0)
}

/// Whether a response with this status has no document of its own (RFC 9110 §15): 204, 205, and redirects.
pub fn is_without_document(status: u16) -> bool {
    matches!(status, 100..=199 | 204 | 205 | 300..=303 | 305..=399)
}
