//! How the octets of a document end, as far as status and fields state it.

use robots_policy::Why;

use crate::message::block::Length;
use crate::message::framing::Framing;

/// How the octets of a document that are at hand end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// That is the end of the document.
    Whole,
    /// Nothing states whether it is: an end inside markup is not.
    Open,
    /// The rest is missing, for this reason.
    Cut(Why),
    /// The start is missing, or may be.
    WithoutStart,
}

impl Ending {
    /// The ending of a document whose response has these fields, and of which this number of octets is at hand.
    ///
    /// `Content-Range` says which part it is (RFC 9110 §14.4); a 206 without it is any part. `Content-Length` counts octets in
    /// their content coding (§8.6): it says nothing of `None`, a document of characters, nor where fields name a coding. Values that
    /// differ, and one that is no number, are those of a document whose end is not known.
    ///
    /// ```
    /// use robots_policy::Why;
    /// use robots_policy_input::Ending;
    ///
    /// let length = [(b"Content-Length".as_slice(), b"500".as_slice())];
    /// assert_eq!(Ending::of(Some(200), length.into_iter(), Some(120)), Ending::Cut(Why::Incomplete));
    /// assert_eq!(Ending::of(Some(200), length.into_iter(), None), Ending::Open);
    /// let range = [(b"Content-Range".as_slice(), b"bytes 0-499/1200".as_slice())];
    /// assert_eq!(Ending::of(Some(206), range.into_iter(), Some(500)), Ending::Cut(Why::Incomplete));
    /// ```
    pub fn of<'l>(
        status: Option<u16>,
        fields: impl Iterator<Item = (&'l [u8], &'l [u8])>,
        octets: Option<u64>,
    ) -> Ending {
        let framing = Framing::of_fields(fields);
        let part = framing
            .part()
            .filter(|_| matches!(status, None | Some(206)));
        match part {
            Some((first, _)) if first > 0 => return Ending::WithoutStart,
            Some((_, false)) => return Ending::Cut(Why::Incomplete),
            None if status == Some(206) => return Ending::WithoutStart,
            _ => {}
        }
        match (framing.stated_length(), octets) {
            _ if framing.names_codings() => Ending::Open,
            (Length::Unusable, Some(_)) => Ending::Cut(Why::Incomplete),
            (Length::Octets(length), Some(octets)) if octets < length => {
                Ending::Cut(Why::Incomplete)
            }
            (Length::Octets(length), Some(octets)) if octets == length => Ending::Whole,
            _ => Ending::Open,
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
