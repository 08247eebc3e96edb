//! Sitemaps: the addresses that a site lists, each with its bytes.
//!
//! `urlset` and `sitemapindex` (sitemaps.org), a text with an address a line, and the links of RSS and Atom. Namespaces are not
//! resolved: an element counts if it has the prefix of its parent, so that `image:loc` is not an address of a page.

use std::ops::Range;
use std::str;

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

/// A sitemap that was read.
#[derive(Clone, Debug)]
pub struct Sitemap {
    /// Its form.
    pub kind: SitemapKind,
    /// The first of its addresses, at most [`Sitemap::MOST`].
    pub entries: Vec<SitemapEntry>,
    /// The number of all its addresses.
    pub count: usize,
    /// Why it was not read to its end, in words.
    pub problem: Option<String>,
}

/// The form of a sitemap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SitemapKind {
    /// A list of pages in XML.
    Pages,
    /// A list of sitemaps in XML.
    Index,
    /// A list of pages in a text, one a line.
    Text,
    /// A feed, RSS or Atom.
    Feed,
}

/// An address in a sitemap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SitemapEntry {
    /// The address as it is written, without white space around it.
    pub address: String,
    /// Its bytes in the file.
    pub bytes: Range<usize>,
}

impl Sitemap {
    /// The most addresses of one sitemap (sitemaps.org).
    pub const MOST: usize = 50_000;

    /// The most bytes of one sitemap, unpacked (sitemaps.org).
    pub const MOST_BYTES: usize = 50 << 20;

    /// Reads a sitemap; `None` for a file that is none.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy_lint::{Sitemap, SitemapKind};
    ///
    /// let file = b"<urlset><url><loc> https://example.org/?a&amp;b </loc></url></urlset>";
    /// let sitemap = Sitemap::read(file).unwrap();
    /// assert_eq!((sitemap.kind, sitemap.count), (SitemapKind::Pages, 1));
    /// assert_eq!(sitemap.entries[0].address, "https://example.org/?a&b");
    /// assert_eq!(&file[sitemap.entries[0].bytes.clone()], b"https://example.org/?a&amp;b");
    /// ```
    pub fn read(file: &[u8]) -> Option<Sitemap> {
        let start = if file.starts_with(MARK) {
            MARK.len()
        } else {
            0
        };
        let bytes = file.get(start..)?;
        let whole = str::from_utf8(bytes);
        let read_to = whole.map_or_else(|error| error.valid_up_to(), |_| bytes.len());
        let text = str::from_utf8(bytes.get(..read_to)?).ok()?;
        let mut sitemap = match text.trim_start().as_bytes() {
            [b'<', ..] => Elements::read(text, start)?,
            _ => lines(text, start)?,
        };
        if let (Err(_), None) = (whole, &sitemap.problem) {
            sitemap.problem = Some(format!("byte {} is not UTF-8", start + read_to));
        }
        Some(sitemap)
    }

    fn new(kind: SitemapKind) -> Sitemap {
        Sitemap {
            kind,
            entries: Vec::new(),
            count: 0,
            problem: None,
        }
    }

    fn add(&mut self, address: &str, bytes: Range<usize>) {
        self.count += 1;
        if self.entries.len() < Sitemap::MOST {
            self.entries.push(SitemapEntry {
                address: address.to_owned(),
                bytes,
            });
        }
    }
}

/// A text with an address a line, the first of which says that it is one.
fn lines(text: &str, start: usize) -> Option<Sitemap> {
    let mut sitemap = Sitemap::new(SitemapKind::Text);
    let mut at = 0;
    for line in text.split('\n') {
        let own = line.trim();
        let begins = start + at + (line.len() - line.trim_start().len());
        at += line.len() + 1;
        if own.is_empty() {
            continue;
        }
        let is_address = own.starts_with("http://") || own.starts_with("https://");
        if sitemap.count == 0 && !is_address {
            return None;
        }
        sitemap.add(own, begins..begins + own.len());
    }
    (sitemap.count > 0).then_some(sitemap)
}

/// The elements of a sitemap in XML, of which a part was read.
struct Elements {
    sitemap: Sitemap,
    /// The names of the open elements.
    open: Vec<String>,
    /// The text of the address that is being read, and its bytes.
    text: Option<(String, Range<usize>)>,
}

impl Elements {
    fn read(text: &str, start: usize) -> Option<Sitemap> {
        let mut reader = Reader::from_str(text);
        let mut own: Option<Elements> = None;
        let mut end = 0;
        loop {
            let begin = end;
            let event = match reader.read_event() {
                Ok(event) => event,
                Err(error) => {
                    let mut sitemap = own?.sitemap;
                    sitemap.problem = Some(format!("byte {}: {error}", start + begin));
                    return Some(sitemap);
                }
            };
            end = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
            let written = text.get(begin..end).unwrap_or_default();
            match (&event, &mut own) {
                (Event::Eof, _) => break,
                (Event::Start(tag), Some(own)) => own.open(tag),
                (Event::Start(tag), own) => *own = Some(Elements::of_root(tag)?),
                (Event::Empty(tag), Some(own)) => own.link(tag, start + begin..start + end),
                (Event::Empty(tag), None) => return Some(Elements::of_root(tag)?.sitemap),
                (Event::End(_), Some(own)) => own.close(),
                (Event::Text(_) | Event::GeneralRef(_), Some(own)) => {
                    own.text(
                        &unescape(written).unwrap_or_default(),
                        written,
                        start + begin,
                    );
                }
                (Event::CData(text), Some(own)) => own.text(text, written, start + begin),
                _ => {}
            }
        }
        let mut own = own?;
        if !own.open.is_empty() {
            own.sitemap.problem = Some(format!("it ends at byte {} before its end", start + end));
        }
        Some(own.sitemap)
    }

    /// The elements below this root, if it is that of a sitemap.
    fn of_root(tag: &BytesStart<'_>) -> Option<Elements> {
        let name = tag.name();
        let kind = match name.local_name().into_inner() {
            "urlset" => SitemapKind::Pages,
            "sitemapindex" => SitemapKind::Index,
            "rss" | "feed" => SitemapKind::Feed,
            _ => return None,
        };
        Some(Elements {
            sitemap: Sitemap::new(kind),
            open: vec![name.into_inner().to_owned()],
            text: None,
        })
    }

    fn open(&mut self, tag: &BytesStart<'_>) {
        let name = tag.name().into_inner().to_owned();
        let is_address = self.is_inside(&name, "url", "loc")
            || self.is_inside(&name, "sitemap", "loc")
            || self.is_inside(&name, "item", "link");
        if is_address {
            self.text = Some((String::new(), 0..0));
        }
        self.open.push(name);
    }

    /// Whether an element of this name is `child` in an open `parent` of the same prefix.
    fn is_inside(&self, name: &str, parent: &str, child: &str) -> bool {
        let (prefix, local) = split(name);
        let Some((outer, outer_local)) = self.open.last().map(|name| split(name)) else {
            return false;
        };
        local == child && outer_local == parent && prefix == outer
    }

    /// A link of Atom to the page of an entry.
    fn link(&mut self, tag: &BytesStart<'_>, bytes: Range<usize>) {
        if !self.is_inside(tag.name().into_inner(), "entry", "link") {
            return;
        }
        let value = |name: &str| {
            let mut all = tag.attributes().flatten();
            let own = all.find(|attribute| attribute.key.into_inner() == name)?;
            unescape(&own.value)
                .ok()
                .map(|value| value.trim().to_owned())
        };
        if value("rel").is_some_and(|rel| rel != "alternate") {
            return;
        }
        if let Some(address) = value("href") {
            self.sitemap.add(&address, bytes);
        }
    }

    fn text(&mut self, text: &str, written: &str, begin: usize) {
        let Some((own, bytes)) = &mut self.text else {
            return;
        };
        own.push_str(text);
        if written.trim().is_empty() {
            return;
        }
        let blanks = written.len() - written.trim_start().len();
        if bytes.start == bytes.end {
            bytes.start = begin + blanks;
        }
        bytes.end = begin + written.trim_end().len();
    }

    fn close(&mut self) {
        self.open.pop();
        if let Some((text, bytes)) = self.text.take() {
            self.sitemap.add(text.trim(), bytes);
        }
    }
}

/// The prefix of a name, and its local part.
fn split(name: &str) -> (&str, &str) {
    name.split_once(':').unwrap_or(("", name))
}

/// The byte order mark of UTF-8.
const MARK: &[u8] = "\u{FEFF}".as_bytes();

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use robots_policy_kit::bytes::bytes;
    use robots_policy_kit::told::assert_told;

    use super::*;

    fn addresses(file: &str) -> Option<(SitemapKind, Vec<String>, Option<String>)> {
        let sitemap = Sitemap::read(file.as_bytes())?;
        let mut addresses = Vec::new();
        for entry in sitemap.entries {
            let written = &file[entry.bytes];
            assert!(written.trim() == written && !written.is_empty(), "{file}");
            addresses.push(entry.address);
        }
        Some((sitemap.kind, addresses, sitemap.problem))
    }

    #[test]
    fn each_form_has_its_addresses() {
        assert_told("crates/lint/src/told/sitemaps.txt", |step, _| {
            let file = String::from_utf8(bytes(step)).unwrap();
            let Some((kind, addresses, problem)) = addresses(&file) else {
                return String::from("no sitemap");
            };
            let problem = problem.unwrap_or_default();
            format!("{kind:?}: {}\n{problem}", addresses.join(" "))
        });
    }

    #[test]
    fn a_part_says_that_it_is_one() {
        let file = "<urlset><url><loc>https://a.example/a</loc></url><url><loc>https://a.example/b</loc>\u{E9}</url></urlset>";
        let whole = file.find('b').unwrap();
        for end in whole..file.len() {
            let part = file.as_bytes().get(..end).unwrap();
            let Some(sitemap) = Sitemap::read(part) else {
                continue;
            };
            assert!(
                sitemap.problem.is_some(),
                "{}",
                String::from_utf8_lossy(part)
            );
        }
    }

    #[test]
    fn addresses_above_the_limit_are_counted() {
        let file = "https://a.example/a\n".repeat(Sitemap::MOST + 3);
        let sitemap = Sitemap::read(file.as_bytes()).unwrap();
        assert_eq!(
            (sitemap.entries.len(), sitemap.count),
            (Sitemap::MOST, Sitemap::MOST + 3)
        );
    }
}
