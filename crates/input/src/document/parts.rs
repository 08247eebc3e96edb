//! The parts of a document, by how its octets end.

use std::borrow::Cow;

use memchr::memrchr2;
use robots_policy::MetaExtractor;
use robots_policy::parts::Parts;

use crate::message::ending::Ending;

/// The parts of a document that this extractor would read, of which these octets came, that end so.
pub fn page_parts<'b>(
    metas: &MetaExtractor,
    octets: impl Into<Cow<'b, [u8]>>,
    ending: Ending,
) -> Parts<'b> {
    let octets = octets.into();
    let is_cut = match ending {
        Ending::Whole => false,
        // No whole document ends in a tag.
        Ending::Open => memrchr2(b'<', b'>', &octets).and_then(|at| octets.get(at)) == Some(&b'<'),
        Ending::Cut(_) | Ending::WithoutStart => true,
    };
    let parts = Parts::read_as(metas, octets);
    if is_cut { parts.cut() } else { parts }
}
