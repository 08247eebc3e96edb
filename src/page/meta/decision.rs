//! Which reader a document gets, by its first bytes.
//!
//! **What it is.** Three questions come before the first tag: is the body still compressed
//! (`coding`), is it HTML or XML (`media`), and in which encoding is it (`encoding`)? Each of them
//! examines the first bytes and answers `None` while more bytes could change the answer. The
//! extractor holds the bytes until all three have answered.
//!
//! **Invariants.** The answers depend on the first bytes of the document and on the fields, never
//! on chunks. Every question answers at the latest after [`SNIFFED`] bytes, or when the document is
//! complete. Each held byte except the byte order mark is fed to the reader once, and the rest of
//! the chunk after it.
//!
//! **What breaks if touched.** With a wrong encoding a page in UTF-16 has no metas at all, and a
//! wrong form ends an HTML page at its first unquoted attribute. If the held bytes are fed again,
//! or in part, all spans are shifted.
//!
//! **Which test notices.** `r_101_the_prescan_waits_for_its_bytes`,
//! `r_102_a_mark_is_dropped_at_the_start_only` and the `r_104` tests in `tests/all/meta.rs`;
//! which read each document whole, byte by byte and split at every place;
//! `tests/counting/meta_allocations.rs` counts the allocations.

use crate::decode::{Encoding, REPLACEMENT, UTF_8, WINDOWS_1252};
use crate::octets::{TextStart, not_text};

use crate::decode::is_built;
use crate::diagnostic::DiagnosticCode;
use crate::ledger::is_file;
use crate::page::meta::body::BodyReader;
use crate::page::meta::coding::Coding;
use crate::page::meta::encoding;
use crate::page::meta::head::HeadReader;
use crate::page::meta::head::carry;
use crate::page::meta::media::{Form, MediaType, SNIFFED, begins_like_html, may_be_page};
use crate::page::meta::transcode::Transcoder;
use crate::page::meta::xml::XmlEngine;
use crate::page::meta::{Engine, ExtractorState, MetaExtractor, diagnostic};
use crate::provenance::Placement;
use crate::why::Why;

impl MetaExtractor {
    /// Decides by the bytes held before and the new chunk. No more is copied than the decision
    /// needs.
    ///
    /// If the first chunk is enough, nothing is held. Otherwise the scanner gets the allocation
    /// of the held bytes, because it needs one for a tag that a chunk cuts.
    pub(super) fn hold(&mut self, mut held: Vec<u8>, chunk: &[u8]) {
        if held.is_empty() {
            if !self.decide(chunk, false) {
                held.reserve(carry::ROOM.max(chunk.len()));
                held.extend_from_slice(chunk);
                self.state = ExtractorState::Held(held);
            }
            return;
        }
        let missing = SNIFFED.saturating_sub(held.len()).min(chunk.len());
        let (needed, rest) = chunk.split_at(missing);
        held.extend_from_slice(needed);
        if !self.decide(&held, false) {
            held.extend_from_slice(rest);
            self.state = ExtractorState::Held(held);
            return;
        }
        if let ExtractorState::Scanning(scanner) = &mut self.state {
            scanner.take_room(held);
        }
        if let Some(engine) = self.state.engine().filter(|engine| !engine.is_over()) {
            engine.feed(rest);
        }
    }

    /// Decides by the first bytes how the document is read, and feeds them to the reader. False if
    /// they are not enough. If `complete`, no more bytes follow, and it always decides.
    pub(super) fn decide(&mut self, first: &[u8], complete: bool) -> bool {
        let Some(beginning) = Beginning::of(&self.media, &self.coding, first, complete) else {
            return false;
        };
        if beginning.is_sniffed {
            let sniffed = diagnostic(DiagnosticCode::SniffedHtml, 0, "");
            self.output.diagnostics.push(sniffed);
        }
        match beginning.page {
            Ok(page) => {
                self.state = self.begin(page.encoding, page.mark, page.is_html);
                if let Some(engine) = self.state.engine() {
                    engine.feed(first.get(page.mark..).unwrap_or_default());
                }
            }
            Err((code, text)) => {
                self.state = ExtractorState::Over;
                self.output.diagnostics.push(diagnostic(code, 0, &text));
            }
        }
        true
    }

    /// Makes the reader of a document.
    ///
    /// Three encodings, UTF-16 in both byte orders and ISO-2022-JP, use bytes of ASCII in other
    /// characters. Their reader reads UTF-8, counts from 0, and has a [`Transcoder`] before it.
    fn begin(&mut self, encoding: &'static Encoding, mark: usize, is_html: bool) -> ExtractorState {
        let rules = std::mem::take(&mut self.rules);
        let is_plain = encoding.is_ascii_compatible();
        let (known, origin) = if is_plain {
            (encoding, mark)
        } else {
            (UTF_8, 0)
        };
        let reader: Box<dyn Engine> = match (is_html, rules.counts(Placement::Body)) {
            (true, false) if is_plain => {
                return ExtractorState::Scanning(HeadReader::new(known, origin, rules));
            }
            (true, false) => Box::new(HeadReader::new(known, origin, rules)),
            (true, true) => Box::new(BodyReader::new(known, origin, rules)),
            (false, _) => Box::new(XmlEngine::new(known, origin, rules)),
        };
        ExtractorState::Reading(if is_plain {
            reader
        } else {
            Box::new(Transcoder::new(encoding, mark, reader))
        })
    }
}

/// What the first bytes of a document say about the rest.
pub(crate) struct Beginning {
    /// The reader that it gets, or why it gets none, with the name of what it is.
    pub(crate) page: Result<Page, (DiagnosticCode, Box<str>)>,
    /// Whether no field said that it is HTML.
    is_sniffed: bool,
}

/// A document that is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    pub(crate) encoding: &'static Encoding,
    /// The number of bytes of its byte order mark.
    pub(crate) mark: usize,
    /// Whether it is read as HTML, and not as XHTML.
    pub(crate) is_html: bool,
}

impl Beginning {
    fn refused(code: DiagnosticCode, text: &str) -> Beginning {
        Beginning {
            page: Err((code, text.into())),
            is_sniffed: false,
        }
    }

    /// `None` if the bytes are not enough; if `complete`, no more follow, and it always decides.
    pub(crate) fn of(
        media: &MediaType,
        coding: &Coding,
        first: &[u8],
        complete: bool,
    ) -> Option<Beginning> {
        let refused = |code, text: &str| Some(Beginning::refused(code, text));
        if let Form::Other(name) = &media.form {
            return refused(DiagnosticCode::NotHtml, name);
        }
        match coding.of_body(first, media.charset, complete)? {
            "" => {}
            name => return refused(DiagnosticCode::ContentCoding, name),
        }
        let other = |name| refused_other(media, first, name, complete);
        let is_html = match &media.form {
            Form::Xhtml => false,
            Form::Html | Form::Other(_) => true,
            Form::Xml(name) if may_be_page(first, complete)? => {
                return refused(DiagnosticCode::XmlPage, name);
            }
            Form::Xml(name) => return other(name),
            Form::Unknown if begins_like_html(first, complete)? => true,
            Form::Unknown => return other(""),
        };
        let decide = if is_html {
            encoding::of_html
        } else {
            encoding::of_xml
        };
        let decided = decide(first, media.charset, complete)?;
        if encoding::is_doubtful(first, decided, complete)? {
            return refused(DiagnosticCode::ReplacementEncoding, "");
        }
        if let Err(why) = without_markup(media, first, Some(decided.0), complete)? {
            return Some(Beginning::refused(code_of_octets(why), ""));
        }
        let (encoding, mark) = decided;
        let page = if encoding == REPLACEMENT || !is_built(encoding) {
            Err((DiagnosticCode::ReplacementEncoding, "".into()))
        } else {
            Ok(Page {
                encoding,
                mark,
                is_html,
            })
        };
        Some(Beginning {
            page,
            is_sniffed: media.form == Form::Unknown,
        })
    }
}

/// Refuses a document that does not begin as markup: it is no page, unless its octets are not even text.
fn refused_other(media: &MediaType, first: &[u8], name: &str, complete: bool) -> Option<Beginning> {
    Some(match without_markup(media, first, None, complete)? {
        Err(why) if !is_file(first) => Beginning::refused(code_of_octets(why), ""),
        _ => Beginning::refused(DiagnosticCode::NotHtml, name),
    })
}

/// Whether the octets of a document are text that does not begin with a tag. `None` if more of them are needed,
/// [`TextStart::OCTETS`] at most.
fn without_markup(
    media: &MediaType,
    first: &[u8],
    decided: Option<&'static Encoding>,
    complete: bool,
) -> Option<Result<(), Why>> {
    if begins_like_html(first, true) == Some(true) {
        return Some(Ok(()));
    }
    // Without a declaration HTML is windows-1252, in which any octets are text.
    let is_declared =
        |one: &&'static Encoding| *one != WINDOWS_1252 || media.charset == Some(WINDOWS_1252);
    let charset = decided.or(media.charset).filter(is_declared);
    let is_enough = complete || first.len() >= TextStart::OCTETS;
    if !is_enough {
        return None;
    }
    let first = first.get(..TextStart::OCTETS).unwrap_or(first);
    Some(not_text(first, charset, true).map_or(Ok(()), Err))
}

/// The diagnostic about octets that are not text.
fn code_of_octets(why: Why) -> DiagnosticCode {
    match why {
        Why::ContentCoding => DiagnosticCode::ContentCoding,
        _ => DiagnosticCode::ReplacementEncoding,
    }
}
