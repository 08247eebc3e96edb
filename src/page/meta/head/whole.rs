//! The tags that a chunk holds whole, which nearly all do: they are read without any state.

use crate::page::html::name::{Element, Name};
use crate::page::html::tag;
use crate::page::meta::element::license::license_type;
use crate::page::meta::element::located::raw_values;
use crate::page::meta::head::{HeadReader, TagKind};

/// Whole tags. Each method returns the offset after the tag; `None` if the chunk does not hold it whole.
impl HeadReader {
    /// Reads the tag that begins at the byte `at` and returns the offset after it. `None` if the
    /// chunk does not hold it whole, if its name is not a short one of letters, or if it opens a
    /// template.
    #[inline]
    pub(super) fn whole_tag(&mut self, chunk: &[u8], at: usize) -> Option<usize> {
        let (kind, name_at) = match chunk.get(at..)? {
            [b'<', b'/', ..] => (TagKind::End, at + 2),
            [b'<', ..] => (TagKind::Start, at + 1),
            _ => return None,
        };
        let (element, len) = Name::whole(chunk.get(name_at..)?)?;
        let after = name_at + len;
        let end = match (kind, element) {
            (TagKind::Start, Element::Template) => return None,
            (TagKind::Start, Element::Meta) => self.whole_meta(chunk, at, after)?,
            (TagKind::Start, Element::Link | Element::Script) => {
                self.whole_link(element, chunk, at, after)?
            }
            _ => tag::attributes(chunk, after, |_| {})?,
        };
        self.build(kind, element);
        Some(end)
    }

    /// Reads the meta that begins at the byte `at` and whose name ends before the byte `after`. One
    /// pass cuts the attributes, and the rules look at their raw values; only a meta that may
    /// matter is decoded and cut again.
    #[inline]
    fn whole_meta(&mut self, chunk: &[u8], at: usize, after: usize) -> Option<usize> {
        let (values, end) = raw_values::<true>(chunk, after);
        let end = end?;
        if self.rules.may_matter(&values) {
            self.read_meta(chunk.get(at..end)?, self.origin + at);
        }
        Some(end)
    }

    /// Reads the link or script that begins at the byte `at`. Only one that may be about a licence is
    /// decoded. In the scanner's loop it would slow the other tags down.
    #[inline(never)]
    fn whole_link(
        &mut self,
        element: Element,
        chunk: &[u8],
        at: usize,
        after: usize,
    ) -> Option<usize> {
        let (may, end) = license_type(chunk, after);
        let end = end?;
        if may {
            self.read_link(element, chunk.get(at..end)?, self.origin + at);
        }
        Some(end)
    }
}
