//! Robots metas: from the bytes of a document as they arrive, from the metas that another parser
//! found, or out of an `html5ever` parse.
//!
//! | you have | use |
//! |---|---|
//! | the bytes of a document, in chunks | [`MetaExtractor`] |
//! | a response body of the `http-body` crate | `read_head`, or `HeadBody` in a proxy (feature `http-body`) |
//! | names and contents from another parser | [`signals_from_metas`] |
//! | an `html5ever` parse that you run anyway | [`MetaSink`] (feature `html5ever`) |
//!
//! All of them apply [`MetaRules`], which decide by name and placement whether a `meta` counts, and
//! all give signals for [`Policy::with_document`](crate::Policy::with_document).
//!
//! # How a document is read
//!
//! 1. The extractor holds the first bytes until it is certain whether they are compressed, whether
//!    they are HTML or XHTML, and in which encoding. HTML is held for at most 1,024 bytes, and usually not
//!    at all if its type states a `charset`. The held bytes are then given to the reader unchanged.
//! 2. A reader takes all bytes as they arrive: a scanner for the head of HTML, which is the usual
//!    case, a collector if metas in the body count, or an XML reader. Documents in UTF-16 and
//!    ISO-2022-JP are decoded before their reader, and their spans are translated back at the end.
//! 3. The reader finds the tags of metas and their placement. A quick look at the undecoded bytes
//!    drops the tags that cannot matter, which are nearly all. The others are decoded, and
//!    `content` is read by the grammar of directive lists.
//! 4. When nothing that follows can matter, [`MetaExtractor::feed`] returns [`Progress::Done`].

mod body;
mod coding;
mod decision;
pub(crate) mod element;
mod encoding;
mod engine;
mod head;
#[cfg(feature = "http-body")]
mod head_body;
mod media;
mod node;
mod retry_buffer;
mod search;
mod settings;
mod signals;
// The reader of trees needs a part of it.
#[cfg_attr(not(feature = "html5ever"), allow(dead_code, unreachable_pub))]
mod sink;
mod transcode;
mod tree;
mod xml;

/// The `html5ever` whose [`TreeSink`](html5ever::tree_builder::TreeSink) [`MetaSink`] implements,
/// in version 0.40. With this path your parser and the sink always have the same version.
#[cfg(feature = "html5ever")]
pub use html5ever;

pub use self::element::rules::{MetaRules, signals_from_metas};
#[cfg(feature = "http-body")]
pub use self::head_body::{HeadBody, ReplayBody, read_head};
#[doc(hidden)]
pub use self::search::LicenseSearch;
#[cfg(feature = "html5ever")]
pub use self::sink::{MetaHandle, MetaSink};
pub use crate::provenance::Placement;

pub(crate) use self::coding::Coding;
#[cfg(feature = "parts")]
pub(crate) use self::decision::{Beginning, Page};
use self::engine::Engine;
use self::head::HeadReader;
pub(crate) use self::media::MediaType;
use self::media::{Form, begins_like_html};
#[cfg(feature = "parts")]
pub(crate) use self::xml::{XmlTree, declares};
use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::ledger::is_told_by_octets;
#[cfg(feature = "parts")]
use crate::limits::Limits;
use crate::octets::may_become_marked;
use crate::provenance::{Provenance, Source, Span};
pub use crate::signal::Metas;
use crate::signal::{self, Signal};

/// Reads the robots metas of a document as its bytes arrive, and reports when it needs no more of
/// them.
///
/// # Examples
///
/// ```
/// use robots_policy::{Directive, MetaExtractor};
///
/// let body: [&[u8]; 3] = [b"<title>A page</title><meta name=rob", b"ots content='noindex'><p>Text", b" and text"];
/// let mut metas = MetaExtractor::new().with_content_type("text/html; charset=utf-8");
/// let mut chunks = body.into_iter();
/// while let Some(chunk) = chunks.next() {
///     if metas.feed(chunk).is_done() {
///         break; // the head has been read
///     }
/// }
/// assert_eq!(chunks.len(), 1); // the third chunk was not needed
/// let signals = metas.finish().value;
/// assert_eq!(signals[0].directive().map(|(directive, _)| directive), Some(Directive::NoIndex));
/// assert_eq!(signals[0].provenance().text(), "noindex");
/// ```
///
/// # What is read
///
/// - HTML, by the tokenizer and the tree builder of the HTML standard with scripting on. The text
///   of a `noscript` is read a second time as a client without scripts would. The head ends where
///   the standard opens `body` or `frameset`: at a text, at an element that has no place in a head,
///   after `</head>` at anything but another head element.
/// - XHTML by the rules of XML, if the type says so ([`MetaExtractor::with_content_type`]).
/// - The encoding is that of a byte order mark, else of the type's `charset`, else of the
///   document's first 1,024 bytes, which are held until they have arrived, else windows-1252, or
///   UTF-8 for XML (HTML §13.2.3).
///
/// [`MetaRules`] decide which metas count ([`MetaExtractor::with_rules`]).
///
/// # What comes out
///
/// Signals in document order, each with the bytes of its directive. The span counts from the first
/// byte of the document, byte order mark included. The text is decoded from its encoding but
/// otherwise raw, so `no&#105;ndex` stays as it is spelled.
///
/// Reading never fails. A document that is not read, or not to the end of its head, gives the
/// signals that were read and a diagnostic:
///
/// | cause | diagnostic | [`Policy`](crate::Policy) |
/// |---|---|---|
/// | it is neither HTML nor XHTML | [`DiagnosticCode::NotHtml`] | no effect: it has no metas |
/// | it is `application/xml` or `text/xml` whose root is `html` | [`DiagnosticCode::XmlPage`] | the verdict is unknown |
/// | the body is compressed | [`DiagnosticCode::ContentCoding`] | the verdict is unknown |
/// | its encoding decodes to nothing | [`DiagnosticCode::ReplacementEncoding`] | the verdict is unknown |
/// | the limit came before the end of the head | [`DiagnosticCode::HeadTruncated`] | the verdict is unknown |
/// | the document was cut | [`DiagnosticCode::IncompleteDocument`] | the verdict is unknown |
/// | its elements are nested too deeply | [`DiagnosticCode::TreeTooCostly`] | the verdict is unknown |
/// | its XML is not well-formed | [`DiagnosticCode::IllFormedXml`] | the verdict is unknown |
///
/// # Limits
///
/// [`Limits::document`](crate::Limits::document) bytes are read, 2 MiB by default. Signals and
/// diagnostics are the same however the document is chunked, and time is in proportion to its
/// length. If elements are nested in a template, or in the body where that counts, so deeply that
/// following them would take a time that grows with the square of their number, the reading ends
/// with a diagnostic. Of the diagnostics about one `content` the first 256 are kept, and of the
/// others those about a restriction that was lost.
///
/// The memory held is that of one tag or one `noscript` that a chunk cuts. A template that is not
/// closed yet is held whole, and if metas in the body count, so is the document.
#[derive(Debug)]
pub struct MetaExtractor {
    /// Moved into the reader when it is made.
    rules: MetaRules,
    /// The number of bytes that are read at most.
    limit: usize,
    /// The type and charset by the fields.
    media: MediaType,
    /// The content codings by the fields.
    coding: Coding,
    /// The number of bytes read or held so far, up to the limit.
    taken: usize,
    state: ExtractorState,
    /// Diagnostics about the document as a whole; the reader's output is added when it is closed.
    output: Parsed<Vec<Signal>>,
}

/// Whether more of a document is needed. There are no others than these two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub enum Progress {
    /// Feed the next chunk, or finish at the end of the document.
    More,
    /// Nothing that follows can change the signals. Further chunks are ignored.
    Done,
}

impl Progress {
    /// Whether nothing more is needed.
    ///
    /// ```
    /// use robots_policy::MetaExtractor;
    ///
    /// let mut metas = MetaExtractor::new().with_content_type("text/html; charset=utf-8");
    /// assert!(!metas.feed(b"<title>A page</title>").is_done());
    /// assert!(metas.feed(b"<p>").is_done()); // a paragraph opens the body
    /// ```
    pub fn is_done(self) -> bool {
        self == Progress::Done
    }
}

/// The part of the document's life that the extractor is in.
#[derive(Debug)]
enum ExtractorState {
    /// It is not decided yet how to read these bytes. Empty before the first chunk.
    Held(Vec<u8>),
    /// The reader of most documents, held by value: making an extractor and reading a page without
    /// metas in one chunk takes no allocation (`tests/counting/meta_allocations.rs`).
    Scanning(HeadReader),
    /// Any other reader.
    Reading(Box<dyn Engine>),
    /// The output of the reader was taken, or there was none.
    Over,
}

impl MetaExtractor {
    /// Takes the next bytes of the document and reports whether more are needed.
    ///
    /// Chunks may have any size, also none. After [`Progress::Done`] they are ignored. A document
    /// without a known charset is never done before its first 1,024 bytes have arrived, unless a
    /// mark or a declaration comes earlier: they decide the encoding. At the limit the document is cut,
    /// with [`DiagnosticCode::HeadTruncated`] if its head was still open.
    pub fn feed(&mut self, chunk: &[u8]) -> Progress {
        let room = self.limit.saturating_sub(self.taken);
        let (chunk, beyond) = chunk.split_at(room.min(chunk.len()));
        self.taken += chunk.len();
        self.take(chunk);
        if !beyond.is_empty() && !self.is_over() {
            self.cut(DiagnosticCode::HeadTruncated);
        }
        self.progress()
    }

    /// Whether more of the document is needed. Ask before the first byte, too: nothing is read of a
    /// document that is not HTML or XHTML.
    ///
    /// ```
    /// use robots_policy::MetaExtractor;
    ///
    /// assert!(!MetaExtractor::new().progress().is_done());
    /// assert!(MetaExtractor::new().with_content_type("application/pdf").progress().is_done());
    /// ```
    pub fn progress(&self) -> Progress {
        let is_refused = matches!(self.media.form, Form::Other(_));
        if is_refused || self.is_over() {
            Progress::Done
        } else {
            Progress::More
        }
    }

    /// Whether nothing is read of the document by its type, and its first octets still tell whether it may state rights in metadata
    /// of its own: an `application/octet-stream` may be a PDF. See [`Document::beginning`](crate::ledger::Document::beginning).
    ///
    /// ```
    /// use robots_policy::MetaExtractor;
    ///
    /// let needs_start = |essence| MetaExtractor::new().with_content_type(essence).needs_start();
    /// assert!(needs_start("application/octet-stream"));
    /// assert!(!needs_start("application/pdf") && !needs_start("text/css") && !needs_start("text/html"));
    /// ```
    pub fn needs_start(&self) -> bool {
        matches!(&self.media.form, Form::Other(name) if is_told_by_octets(name))
    }

    /// The signals of the metas that count, in document order, and the diagnostics.
    ///
    /// The bytes fed so far count as the whole document, unless [`Progress::Done`] was returned. If you know that the
    /// document has more bytes, use [`MetaExtractor::finish_cut`].
    pub fn finish(mut self) -> Parsed<Metas> {
        self.end();
        self.close();
        self.output.map(Metas)
    }

    /// Finishes a document of which only the first bytes arrived: a download was interrupted, or a
    /// record was cut.
    ///
    /// The signals of the bytes that were read are kept. Unless the head was over, the diagnostic
    /// [`DiagnosticCode::IncompleteDocument`] reports that the rest was not read.
    ///
    /// ```
    /// use robots_policy::{DiagnosticCode, MetaExtractor};
    ///
    /// let mut metas = MetaExtractor::new();
    /// let _ = metas.feed(b"<meta name=robots content=nofollow><meta name=ro");
    /// let read = metas.finish_cut();
    /// assert_eq!(read.value.len(), 1);
    /// assert_eq!(read.diagnostics[0].code(), DiagnosticCode::IncompleteDocument);
    /// ```
    pub fn finish_cut(mut self) -> Parsed<Metas> {
        self.cut(DiagnosticCode::IncompleteDocument);
        self.output.map(Metas)
    }

    /// Finishes a document whose length no one has stated, so that it may be whole or cut: a file, or the body of a
    /// response without `Content-Length` and chunks.
    ///
    /// It counts as whole, unless its bytes end inside a tag, a comment, or a title, script or style that is open: then it is
    /// cut, as in [`MetaExtractor::finish_cut`].
    ///
    /// ```
    /// use robots_policy::{DiagnosticCode, MetaExtractor};
    ///
    /// let read = |html: &[u8]| {
    ///     let mut metas = MetaExtractor::new();
    ///     let _ = metas.feed(html);
    ///     metas.finish_unmeasured().diagnostics
    /// };
    /// assert_eq!(read(b"<title>A page</title>"), []);
    /// assert_eq!(read(b"<title>A page</title><meta name=rob")[0].code(), DiagnosticCode::IncompleteDocument);
    /// assert_eq!(read(b"<title>A pa")[0].code(), DiagnosticCode::IncompleteDocument);
    /// ```
    pub fn finish_unmeasured(mut self) -> Parsed<Metas> {
        self.decide_at_end();
        let engine = self.state.engine();
        if engine.is_some_and(|engine| engine.is_inside_markup()) {
            return self.finish_cut();
        }
        self.finish()
    }

    /// What fields say about the document, and the limit of its bytes.
    #[cfg(feature = "parts")]
    pub(crate) fn settings(&self) -> (&MediaType, &Coding, Limits) {
        let limits = Limits::default().with_document(self.limit);
        (&self.media, &self.coding, limits)
    }

    fn is_over(&self) -> bool {
        matches!(self.state, ExtractorState::Over)
    }

    /// Gives bytes within the limit to the reader, or holds them until there is one.
    fn take(&mut self, chunk: &[u8]) {
        match &mut self.state {
            ExtractorState::Held(held) => {
                let held = std::mem::take(held);
                self.hold(held, chunk);
            }
            state => {
                if let Some(engine) = state.engine() {
                    engine.feed(chunk);
                }
            }
        }
        if self.state.engine().is_some_and(|engine| engine.is_over()) {
            self.close();
        }
    }

    /// Ends the reading of a document that has more bytes: at the limit, or where the bytes end.
    fn cut(&mut self, code: DiagnosticCode) {
        if let ExtractorState::Held(held) = &mut self.state {
            let held = std::mem::take(held);
            // These bytes may still become a coded body, a document, or text in another encoding.
            let is_open = !matches!(self.media.form, Form::Other(_))
                && (may_become_marked(&held)
                    || encoding::may_become_wide(&held)
                    || self.media.form == Form::Unknown
                        && begins_like_html(&held, false).is_none());
            if is_open {
                self.state = ExtractorState::Held(Vec::new());
            } else {
                self.decide(&held, true);
            }
        }
        let is_unfinished = match &mut self.state {
            ExtractorState::Over => false,
            ExtractorState::Held(_) => true,
            state => state.engine().is_some_and(|engine| {
                engine.cut();
                !engine.is_over()
            }),
        };
        self.close();
        if is_unfinished {
            let diagnostic = diagnostic(code, self.taken, "");
            self.output.diagnostics.push(diagnostic);
        }
    }

    /// Reads the bytes that are left at the end of the document.
    fn end(&mut self) {
        self.decide_at_end();
        if let Some(engine) = self.state.engine() {
            engine.end();
        }
    }

    /// Decides about the bytes that are held when no further ones come. An extractor that got no bytes has no
    /// document to decide about, unless its type alone refuses it.
    fn decide_at_end(&mut self) {
        let is_asked = self.taken > 0 || matches!(self.media.form, Form::Other(_));
        if let ExtractorState::Held(held) = &mut self.state
            && is_asked
        {
            let held = std::mem::take(held);
            self.decide(&held, true);
        }
    }

    /// Takes the output of the reader, if there is one, and drops the reader.
    fn close(&mut self) {
        if let Some(engine) = std::mem::replace(&mut self.state, ExtractorState::Over).engine() {
            add(engine.take_output(), &mut self.output);
            signal::report_tdm_conflict(&mut self.output, Source::Meta(Placement::Head));
        }
    }
}

impl ExtractorState {
    /// The reader, once it is known.
    fn engine(&mut self) -> Option<&mut dyn Engine> {
        match self {
            ExtractorState::Scanning(scanner) => Some(scanner),
            ExtractorState::Reading(engine) => Some(engine.as_mut()),
            ExtractorState::Held(_) | ExtractorState::Over => None,
        }
    }
}

/// Adds the output of an engine. If nothing was there before, its vectors are taken as they are.
fn add(more: Parsed<Vec<Signal>>, to: &mut Parsed<Vec<Signal>>) {
    fn append<T>(mut more: Vec<T>, to: &mut Vec<T>) {
        if to.is_empty() {
            *to = more;
        } else {
            to.append(&mut more);
        }
    }
    append(more.value, &mut to.value);
    append(more.diagnostics, &mut to.diagnostics);
}

/// A diagnostic about the document, at an empty span before the byte `at`.
fn diagnostic(code: DiagnosticCode, at: usize, text: &str) -> Diagnostic {
    let source = Source::Meta(Placement::Head);
    Diagnostic::new(code, Provenance::new(source, None, Span::new(at, at), text))
}
