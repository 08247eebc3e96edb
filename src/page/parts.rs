//! Parts of a page: which of its text owners have closed, and its links.

mod arena;
mod links;
mod marks;
mod reading;
mod search;
#[cfg(test)]
mod tests;
mod xml;

use std::borrow::Cow;
use std::sync::OnceLock;

use http::HeaderMap;

pub use self::links::Link;
pub use self::marks::PartMark;
pub(crate) use crate::part_mark::{PartMarkKind, Rel};

use self::links::Origin;
use self::reading::{Reading, Text};
use crate::decode::{UTF_8, UTF_16BE, UTF_16LE, decode};
use crate::diagnostic::DiagnosticCode;
use crate::ledger::is_file;
use crate::limits::Limits;
use crate::page::html::value::decode_text;
use crate::page::meta::{Beginning, Coding, MediaType, MetaExtractor, Page};
use crate::page::offsets::OffsetMap;
use crate::provenance::Span;
use crate::why::Why;

/// The text and the links of a page, with what owners state about parts of it.
///
/// The document is read when something is asked that needs it: one without a mark costs a search of its bytes, unless its texts
/// or links are wanted. What is read is what a browser shows without running scripts, by the tree builder of the HTML standard, or by the rules of
/// XML.
///
/// # Examples
///
/// ```
/// use robots_policy::parts::{PartMarkKind, Parts};
///
/// let body = b"<p>Open <span data-nosnippet>closed</span> <a href=/next rel=nofollow>next</a>";
/// let parts = Parts::of(body, &http::HeaderMap::new());
/// let mark = &parts.marks()[0];
/// assert_eq!((mark.kind(), mark.element()), (PartMarkKind::NoSnippet, Some("span")));
/// assert_eq!(mark.covers()[0].of(body), b"closed");
/// assert_eq!(parts.links("https://example.com/page")[0].address(), Ok("https://example.com/next"));
/// ```
///
/// [`Verdict::quotable`](crate::Verdict::quotable) says which of the text a client or an engine may quote.
///
/// # What is not seen
///
/// Marks that scripts set, those of a site's own search, and a class that is spelled with character references alone where the page
/// has no other mark. Attributes such as `alt` and `title`, and metas, are in no part: engines may quote them.
///
/// # Limits
///
/// [`Limits::document`] bytes, 2 MiB by default; a longer document was cut. One whose elements are nested so deeply that following
/// them would take a time that grows with the square of their number is not read.
#[derive(Clone, Debug)]
pub struct Parts<'b> {
    body: Cow<'b, [u8]>,
    /// The number of bytes that are read.
    len: usize,
    page: PageState,
    /// Whether more bytes belong to the document.
    is_cut: bool,
    may_have_marks: bool,
    read: OnceLock<Read>,
}

/// Whether a document is read.
#[derive(Clone, Copy, Debug)]
enum PageState {
    Page(Page),
    /// It is no page, so that nothing in it can be marked.
    Other,
    Unread(Why),
}

#[derive(Clone, Debug)]
struct Read {
    /// The text that was read, where it is not the bytes themselves.
    decoded: Option<String>,
    /// The bytes of the document for places in that text.
    map: OffsetMap,
    reading: Reading,
}

impl<'b> Parts<'b> {
    /// The parts of a document in memory, whose response had these fields.
    pub fn of(body: impl Into<Cow<'b, [u8]>>, headers: &HeaderMap) -> Parts<'b> {
        let (media, coding) = (MediaType::of_headers(headers), Coding::of_headers(headers));
        Parts::new(body.into(), &media, &coding, Limits::default())
    }

    /// The parts of a document that this extractor, to which nothing was fed, would read: with its type, its codings and its limit.
    pub fn read_as(metas: &MetaExtractor, body: impl Into<Cow<'b, [u8]>>) -> Parts<'b> {
        let (media, coding, limits) = metas.settings();
        Parts::new(body.into(), media, coding, limits)
    }

    fn new(body: Cow<'b, [u8]>, media: &MediaType, coding: &Coding, limits: Limits) -> Parts<'b> {
        let len = body.len().min(limits.document());
        let read = body.get(..len).unwrap_or_default();
        let begun =
            |media| Beginning::of(media, coding, read, true).map(|beginning| beginning.page);
        let page = match begun(media) {
            Some(Ok(page)) => PageState::Page(page),
            // What begins with a text may be a piece of a page, if no type says that it is something else.
            Some(Err((DiagnosticCode::NotHtml, _)))
                if !media.is_stated() && search::may_have_marks(read) && !is_file(read) =>
            {
                match begun(&media.as_html()) {
                    Some(Ok(page)) => PageState::Page(page),
                    _ => PageState::Unread(Why::Encoding),
                }
            }
            Some(Err((DiagnosticCode::NotHtml, _))) => PageState::Other,
            Some(Err((code, _))) => PageState::Unread(code.leaves().unwrap_or(Why::Incomplete)),
            None => PageState::Unread(Why::Incomplete),
        };
        let may_have_marks = match page {
            PageState::Page(page) if page.encoding.is_ascii_compatible() => {
                search::may_have_marks(read)
            }
            PageState::Page(page) => {
                search::may_have_marks(decode(page.encoding, read).0.as_bytes())
            }
            PageState::Other | PageState::Unread(_) => false,
        };
        let is_cut = len < body.len();
        Parts {
            body,
            len,
            page,
            is_cut,
            may_have_marks,
            read: OnceLock::new(),
        }
    }

    /// The same for a document of which only the first bytes arrived.
    ///
    /// What follows may close all that came before: a second `body` tag can add a `data-nosnippet` to the first. Only the marks that
    /// Google documents cannot reach back, so that the text is known for those who read no others.
    #[must_use]
    pub fn cut(self) -> Parts<'b> {
        Parts {
            is_cut: true,
            ..self
        }
    }

    /// The same with a body of its own.
    pub fn into_owned(self) -> Parts<'static> {
        Parts {
            body: Cow::Owned(self.body.into_owned()),
            len: self.len,
            page: self.page,
            is_cut: self.is_cut,
            may_have_marks: self.may_have_marks,
            read: self.read,
        }
    }

    /// The marks in the order in which they begin to count.
    pub fn marks(&self) -> &[PartMark] {
        if self.may_have_marks {
            &self.read().reading.marks
        } else {
            &[]
        }
    }

    /// The links of the page whose address this is, with those of areas and forms. A `base` counts as the first does for a browser.
    pub fn links(&self, address: &str) -> Vec<Link> {
        let read = self.read();
        let tag = |place: &std::ops::Range<usize>| self.text_at(read, place.clone());
        let (bases, links): (Vec<_>, Vec<_>) =
            read.reading.links.iter().partition(|link| link.is_base());
        let base = bases.iter().find_map(|base| base.read(&tag(&base.tag)).0);
        let origin = Origin::new(address, base.as_deref());
        let link = |raw: &links::RawLink| {
            let (written, rel) = raw.read(&tag(&raw.tag));
            Some(Link {
                address: origin.resolve(written?),
                element: raw.element?,
                rel,
                span: read.map.raw(raw.tag.clone().into()).shifted(self.origin()),
            })
        };
        links.into_iter().filter_map(link).collect()
    }

    /// Why nothing is known about its texts: it is coded, its encoding or its XML cannot be read, or following its elements would take too
    /// long; `None` if they are known, or it is no page.
    pub fn unread(&self) -> Option<Why> {
        match self.page {
            PageState::Unread(why) => Some(why),
            PageState::Other => None,
            PageState::Page(_) => self.read().reading.unread,
        }
    }

    /// Whether more bytes belong to the document.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    pub(crate) fn body(&self) -> &[u8] {
        &self.body
    }

    /// Why marks may be anywhere in it.
    pub(crate) fn unknown(&self) -> Option<Why> {
        // Without a mark nothing closes what cannot be followed.
        let is_known = matches!(self.page, PageState::Page(_)) && !self.may_have_marks;
        self.unread().filter(|_| !is_known)
    }

    /// Makes bytes of the document spaces in its encoding. An escape sequence stays, for what follows it depends on it.
    pub(crate) fn blank(&self, bytes: &mut [u8]) {
        let encoding = match self.page {
            PageState::Page(page) => page.encoding,
            PageState::Other | PageState::Unread(_) => UTF_8,
        };
        let space: &[u8] = match encoding {
            one if one == UTF_16LE => b" \0",
            one if one == UTF_16BE => b"\0 ",
            _ => b" ",
        };
        let (width, mut kept) = (space.len(), 0);
        for (byte, space) in bytes.iter_mut().zip(space.iter().cycle()) {
            if *byte == 0x1B && !encoding.is_ascii_compatible() && width == 1 {
                kept = 3;
            }
            if kept == 0 {
                *byte = *space;
            } else {
                kept -= 1;
            }
        }
    }

    /// Whether any text may be closed by a mark; without one all of the document is open.
    pub(crate) fn may_have_marks(&self) -> bool {
        self.may_have_marks
    }

    /// The texts in the order of the source.
    pub(crate) fn texts(&self) -> impl Iterator<Item = PageText<'_>> {
        let read = self.read();
        read.reading.texts.iter().map(|text| PageText {
            parts: self,
            read,
            text,
        })
    }

    /// The bytes at the end of which nothing is known.
    pub(crate) fn tail(&self) -> Span {
        let read = self.read();
        let tail = read.map.raw(read.reading.tail.clone().into());
        Span::new(tail.shifted(self.origin()).start, self.body.len())
    }

    /// The bytes of a page beyond the limit, which nobody has looked at.
    pub(crate) fn beyond(&self) -> Span {
        match self.page {
            PageState::Page(_) => Span::new(self.len, self.body.len()),
            PageState::Other | PageState::Unread(_) => Span::default(),
        }
    }

    /// The number of bytes of the byte order mark.
    fn origin(&self) -> usize {
        match self.page {
            PageState::Page(page) => page.mark,
            PageState::Other | PageState::Unread(_) => 0,
        }
    }

    fn read(&self) -> &Read {
        self.read.get_or_init(|| {
            let PageState::Page(page) = self.page else {
                return self.placed(None, OffsetMap::default(), Reading::default());
            };
            let bytes = self.bytes();
            if page.is_html && page.encoding.is_ascii_compatible() {
                let reading = reading::of_html(bytes, page.encoding);
                return self.placed(None, OffsetMap::default(), reading);
            }
            let (text, _) = decode(page.encoding, bytes);
            let reading = if page.is_html {
                reading::of_html(text.as_bytes(), UTF_8)
            } else {
                xml::of_xml(&text)
            };
            let (map, decoded) = match text {
                Cow::Borrowed(_) => (OffsetMap::default(), None),
                Cow::Owned(text) => {
                    let bytes = bytes.iter().copied();
                    let map = OffsetMap::of_spans(bytes, page.encoding, reading.places());
                    (map, Some(text))
                }
            };
            self.placed(decoded, map, reading)
        })
    }

    /// What was read, with the places of marks in the document.
    fn placed(&self, decoded: Option<String>, map: OffsetMap, mut reading: Reading) -> Read {
        let origin = self.origin();
        for mark in &mut reading.marks {
            mark.place(|span| map.raw(span).shifted(origin));
        }
        Read {
            decoded,
            map,
            reading,
        }
    }

    /// The bytes that are read, without a byte order mark.
    fn bytes(&self) -> &[u8] {
        self.body.get(self.origin()..self.len).unwrap_or_default()
    }

    /// The text at a place of what was read.
    fn text_at<'r>(&'r self, read: &'r Read, place: std::ops::Range<usize>) -> Cow<'r, str> {
        if let Some(text) = &read.decoded {
            return text.get(place).unwrap_or_default().into();
        }
        let bytes = self.bytes().get(place).unwrap_or_default();
        match self.page {
            PageState::Page(page) => decode(page.encoding, bytes).0,
            PageState::Other | PageState::Unread(_) => "".into(),
        }
    }
}

/// A text of a document, whether it is one of the page or not.
#[derive(Clone, Copy)]
pub(crate) struct PageText<'p> {
    parts: &'p Parts<'p>,
    read: &'p Read,
    text: &'p Text,
}

impl<'p> PageText<'p> {
    /// Its bytes in the document.
    pub(crate) fn span(self) -> Span {
        let read = self.read.map.raw(self.text.place.clone().into());
        read.shifted(self.parts.origin())
    }

    /// Whether it is a text of the page.
    pub(crate) fn is_page(self) -> bool {
        self.text.is_page
    }

    /// The first mark of these kinds that closes it.
    pub(crate) fn closed_by(self, kinds: &[PartMarkKind]) -> Option<&'p PartMark> {
        let marks = kinds.iter().filter_map(|kind| {
            let number = *self.text.closing.get(*kind as usize)?;
            self.read.reading.marks.get(number as usize)
        });
        marks.min_by_key(|mark| mark.span().start)
    }

    /// Whether white space, or a line end, is before it.
    pub(crate) fn breaks(self) -> bool {
        self.text.breaks
    }

    /// Its characters.
    pub(crate) fn decoded(self) -> Cow<'p, str> {
        let text = self.parts.text_at(self.read, self.text.place.clone());
        if !self.text.has_references {
            return text;
        }
        match text {
            Cow::Borrowed(text) => decode_text(text),
            Cow::Owned(text) => Cow::Owned(decode_text(&text).into_owned()),
        }
    }
}
