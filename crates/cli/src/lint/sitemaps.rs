//! Sitemaps in files: alone, packed, and those of a folder.

use std::io::Read as _;
use std::path::Path;

use robots_policy_input::read_input::plain;
use robots_policy_lint::{FieldLine, Page, Sitemap, Source};

use super::look::{Look, name_of};
use super::response::look_at_redirects;
use crate::file_kind::FileKind;

/// A sitemap in a file.
pub(super) struct SitemapFile {
    bytes: Vec<u8>,
    /// The part of the file that the bytes are, in a word, unless they are all.
    part: Option<&'static str>,
    /// Why they are not all.
    problem: Option<String>,
}

impl SitemapFile {
    /// The sitemap that a file is, plain or in gzip; `None` if it is none.
    pub(super) fn of(kind: FileKind, file: &[u8]) -> Option<SitemapFile> {
        if kind.is_sitemap() {
            return Some(SitemapFile {
                bytes: file.to_vec(),
                part: None,
                problem: None,
            });
        }
        if kind != FileKind::Packed {
            return None;
        }
        let unpacked = SitemapFile::unpacked(file);
        let is_sitemap = FileKind::of(&unpacked.bytes).is_sitemap();
        is_sitemap.then_some(unpacked)
    }

    /// The sitemap that the body of a response is; `None` if it is none.
    fn in_response(octets: &[u8]) -> Option<SitemapFile> {
        let own = SitemapFile::of(FileKind::of(octets), octets)?;
        let part = own.part.or(Some("body"));
        Some(SitemapFile { part, ..own })
    }

    /// The bytes of a file without gzip, one more than a sitemap may have at most.
    fn unpacked(file: &[u8]) -> SitemapFile {
        let mut bytes = Vec::new();
        let most = Sitemap::MOST_BYTES as u64 + 1;
        let read = plain(file).and_then(|plain| plain.take(most).read_to_end(&mut bytes));
        let why = |error| format!("it cannot be unpacked to its end: {error}");
        SitemapFile {
            bytes,
            part: Some("decoded"),
            problem: read.err().map(why),
        }
    }

    /// Looks at it; `address` is its own, if it is known.
    pub(super) fn look_at(
        &self,
        name: &str,
        address: Option<&str>,
        look: &mut Look,
    ) -> Option<Sitemap> {
        let shown = match self.part {
            Some(part) => format!("{name} ({part})"),
            None => name.to_owned(),
        };
        let Some(sitemap) = Sitemap::read(&self.bytes) else {
            look.not_looked_at(name, UNREADABLE);
            return None;
        };
        look.seen(name);
        let source = Source::new(&shown, &self.bytes);
        look.linter.sitemap(&sitemap, &source, address);
        let is_long = self.bytes.len() > Sitemap::MOST_BYTES;
        let cut = sitemap.problem.as_ref().filter(|_| !is_long);
        if let Some(why) = self.problem.as_ref().or(cut) {
            let why = format!("only its start was looked at: {why}");
            look.not_looked_at(name, &why);
        }
        Some(sitemap)
    }

    /// Looks at a file that should be a sitemap, because its name or another file says so.
    pub(super) fn look_at_file(
        path: &Path,
        address: Option<&str>,
        look: &mut Look,
    ) -> Option<Sitemap> {
        let name = name_of(path);
        let file = look.read(path)?;
        let Some(own) = SitemapFile::of(FileKind::of(&file), &file) else {
            look.not_looked_at(&name, UNREADABLE);
            return None;
        };
        own.look_at(&name, address, look)
    }
}

/// Looks at a response whose body is a sitemap: at its fields, and at the sitemap.
pub(super) fn look_at_response(name: &str, file: Vec<u8>, look: &mut Look<'_>) {
    let Some(saved) = look.opened(name, file) else {
        return;
    };
    let (mut rest, mut memory) = (saved.bytes(), Vec::new());
    let Some(mut message) = look.message(name, &saved, (&mut rest, &mut memory)) else {
        return;
    };
    let source = Source::new(name, saved.bytes());
    let page = Page {
        name,
        url: look.url,
        status: message.known_status(),
        fields: Some(FieldLine::of_message(&message, &source, 0)),
        document: None,
    };
    look.linter.page(&page);
    look_at_redirects(&source, message.block_at(), &page, &mut look.linter);
    let octets = message.octets(Vec::new(), Sitemap::MOST_BYTES + 1).ok();
    let octets = octets.flatten().unwrap_or_default();
    if let Some(sitemap) = SitemapFile::in_response(&octets) {
        sitemap.look_at(name, None, look);
    } else {
        let why = "its body cannot be read; its fields alone were looked at";
        look.not_looked_at(name, why);
    }
}

/// Whether a file of a site is a sitemap by its name.
pub(super) fn is_sitemap(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.unwrap_or_default().to_ascii_lowercase();
    let plain = Path::new(name.strip_suffix(".gz").unwrap_or(&name));
    let ending = plain.extension().and_then(|ending| ending.to_str());
    name.starts_with("sitemap") && matches!(ending, Some("xml" | "txt"))
}

const UNREADABLE: &str = "it is not a sitemap: neither XML with `urlset` or `sitemapindex`, nor a feed, nor a text with an address a line";
