//! Robots metas: from the bytes of a document as they come, from somebody else's parser, or out of `html5ever`.

mod body;
mod coding;
mod element;
mod encoding;
mod head;
#[cfg(feature = "http-body")]
mod head_body;
mod media;
mod node;
mod retry_buffer;
mod settings;
mod signals;
mod sink;
mod transcode;
mod tree;
mod xml;

use std::fmt;

use encoding_rs::{REPLACEMENT, UTF_8};

/// The `html5ever` whose [`TreeSink`](html5ever::tree_builder::TreeSink) [`MetaSink`] implements, in version 0.40.
pub use html5ever;

pub use self::element::rules::{MetaRules, signals_from_metas};
#[cfg(feature = "http-body")]
pub use self::head_body::{HeadBody, ReplayBody, read_head};
pub use self::sink::{MetaHandle, MetaSink};
pub use crate::provenance::Placement;

use self::body::BodyReader;
use self::coding::Coding;
use self::encoding::Decided;
use self::head::HeadReader;
use self::head::carry;
use self::media::{Form, MediaType, SNIFFED, begins_like_html};
use self::transcode::Transcoder;
use self::xml::XmlEngine;
use crate::coded::may_become_marked;
use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::provenance::{Provenance, Source, Span};
use crate::signal::Signal;

/// Reads the robots metas of a document as its bytes come, and says when it needs no more of them.
///
/// ```
/// use robots_policy::{Directive, MetaExtractor};
///
/// let body: [&[u8]; 3] = [b"<title>A page</title><meta name=rob", b"ots content='noindex'><p>Text", b" and text"];
/// let mut metas = MetaExtractor::new();
/// for chunk in body {
///     if metas.feed(chunk).is_done() {
///         break; // the head has been read; the third chunk is never asked for
///     }
/// }
/// let signals = metas.finish().value;
/// assert_eq!(signals[0].directive().map(|(directive, _)| directive), Some(Directive::NoIndex));
/// assert_eq!(signals[0].provenance().text(), "noindex");
/// ```
///
/// # What is read
/// - HTML, by the tokenizer and the tree builder of the HTML standard with scripting on; the text of a `noscript` is
///   read a second time as a client without scripts would. The head ends where the standard opens `body` or
///   `frameset`: at a text, at an element that has no place in a head, after `</head>` at anything but another head
///   element.
/// - XHTML by the rules of XML, if the type says so ([`MetaExtractor::with_content_type`]).
/// - The encoding is that of a byte order mark, else of the type's `charset`, else of the document's first 1,024
///   bytes, which are held until they have come, else windows-1252, or UTF-8 for XML (HTML §13.2.3).
///
/// Which metas count is decided by [`MetaRules`]; each `with_` method of that name sets the rule of the same name.
///
/// # What comes out
/// Signals in document order, each with the bytes of its directive: the span counts from the first byte of the
/// document, the text is decoded but otherwise raw, so that `no&#105;ndex` stays as it is spelled.
///
/// # Limits
/// [`Limits::document`](crate::Limits::document) bytes are read. Signals and diagnostics are the same however the document is chunked; time is in
/// proportion to its length. Elements nested in a template, or in the body where that counts, so deeply that following
/// them would take a time that grows with the square of their number, end the reading with a diagnostic. Of the diagnostics
/// about one `content` the first 256 are kept, and of the others those about a restriction that was lost.
#[derive(Debug)]
pub struct MetaExtractor {
    rules: MetaRules,
    limit: usize,
    media: MediaType,
    coding: Coding,
    taken: usize,
    state: State,
    output: Parsed<Vec<Signal>>,
}

/// Whether more of a document is needed. There are no others than these two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub enum Progress {
    /// Feed the next chunk, or finish at the end of the document.
    More,
    /// Nothing that follows can change the answer.
    Done,
}

impl Progress {
    /// Whether nothing more is needed.
    pub fn is_done(self) -> bool {
        self == Progress::Done
    }
}

#[derive(Debug)]
enum State {
    /// It is not decided yet how to read these bytes.
    Held(Vec<u8>),
    Scanning(HeadReader),
    Reading(Box<dyn Engine>),
    Over,
}

/// What reads a document whose form and encoding are known.
trait Engine: fmt::Debug + Send + Sync {
    /// Whether nothing that follows can matter.
    fn is_over(&self) -> bool;
    /// Takes the next bytes.
    fn feed(&mut self, chunk: &[u8]);
    /// Reads what is left at the end of the document.
    fn end(&mut self);
    /// Reads the rest if the document goes on, but no more of it comes.
    fn cut(&mut self) {
        self.end();
    }
    /// The signals and diagnostics, at the end.
    fn take_output(&mut self) -> Parsed<Vec<Signal>>;
}

impl MetaExtractor {
    /// Takes the next bytes of the document and reports whether more are needed.
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

    /// Whether more of the document is needed, also before its first byte: nothing is read of a document of another
    /// type.
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

    /// The signals of the metas that count, in document order, and the diagnostics.
    ///
    /// The bytes fed so far count as the whole document, unless [`Progress::Done`] was returned. If you know that the
    /// document goes on, use [`MetaExtractor::finish_cut`].
    pub fn finish(mut self) -> Parsed<Vec<Signal>> {
        self.end();
        self.close();
        self.output
    }

    /// Finishes a document that goes on after the bytes: a download that broke off, a record that was cut.
    ///
    /// Unless the head was over, the diagnostic [`DiagnosticCode::IncompleteDocument`] reports that the rest was not read.
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
    pub fn finish_cut(mut self) -> Parsed<Vec<Signal>> {
        self.cut(DiagnosticCode::IncompleteDocument);
        self.output
    }

    fn is_over(&self) -> bool {
        matches!(self.state, State::Over)
    }

    fn take(&mut self, chunk: &[u8]) {
        match &mut self.state {
            State::Held(held) => {
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

    /// Decides by what was held and what has come. No more is copied than is needed to decide.
    fn hold(&mut self, mut held: Vec<u8>, chunk: &[u8]) {
        if held.is_empty() {
            if !self.decide(chunk, false) {
                held.reserve(carry::ROOM.max(chunk.len()));
                held.extend_from_slice(chunk);
                self.state = State::Held(held);
            }
            return;
        }
        let missing = SNIFFED.saturating_sub(held.len()).min(chunk.len());
        let (needed, rest) = chunk.split_at(missing);
        held.extend_from_slice(needed);
        if !self.decide(&held, false) {
            held.extend_from_slice(rest);
            self.state = State::Held(held);
            return;
        }
        if let State::Scanning(scanner) = &mut self.state {
            scanner.take_room(held);
        }
        if let Some(engine) = self.state.engine().filter(|engine| !engine.is_over()) {
            engine.feed(rest);
        }
    }

    /// Decides what the document is from its first bytes, if they are enough, and reads them.
    fn decide(&mut self, first: &[u8], complete: bool) -> bool {
        if let Form::Other(name) = &self.media.form {
            let name = name.clone();
            return self.refuse(DiagnosticCode::NotHtml, &name);
        }
        match self.coding.of_body(first, self.media.charset, complete) {
            None => return false,
            Some("") => {}
            Some(name) => {
                let name = name.to_owned();
                return self.refuse(DiagnosticCode::ContentCoding, &name);
            }
        }
        let is_html = match &self.media.form {
            Form::Xhtml => false,
            Form::Html | Form::Other(_) => true,
            Form::Unknown => match begins_like_html(first, complete) {
                Some(true) => true,
                Some(false) => return self.refuse(DiagnosticCode::NotHtml, ""),
                None => return false,
            },
        };
        let decide = if is_html {
            encoding::of_html
        } else {
            encoding::of_xml
        };
        let Some(decided) = decide(first, self.media.charset, complete) else {
            return false;
        };
        if self.media.form == Form::Unknown {
            self.output
                .diagnostics
                .push(diagnostic(DiagnosticCode::SniffedHtml, 0, ""));
        }
        if decided.encoding == REPLACEMENT {
            return self.refuse(DiagnosticCode::ReplacementEncoding, "");
        }
        self.state = self.begin(&decided, is_html);
        if let Some(engine) = self.state.engine() {
            engine.feed(first.get(decided.mark..).unwrap_or_default());
        }
        true
    }

    /// What reads the document from now on.
    fn begin(&mut self, decided: &Decided, is_html: bool) -> State {
        let rules = std::mem::take(&mut self.rules);
        let Decided { encoding, mark } = *decided;
        let is_plain = encoding.is_ascii_compatible();
        let (known, origin) = if is_plain {
            (encoding, mark)
        } else {
            (UTF_8, 0)
        };
        let reader: Box<dyn Engine> = match (is_html, rules.counts(Placement::Body)) {
            (true, false) if is_plain => {
                return State::Scanning(HeadReader::new(known, origin, rules));
            }
            (true, false) => Box::new(HeadReader::new(known, origin, rules)),
            (true, true) => Box::new(BodyReader::new(known, origin, rules)),
            (false, _) => Box::new(XmlEngine::new(known, origin, rules)),
        };
        State::Reading(if is_plain {
            reader
        } else {
            Box::new(Transcoder::new(encoding, mark, reader))
        })
    }

    /// Reads nothing of the document.
    fn refuse(&mut self, code: DiagnosticCode, text: &str) -> bool {
        self.state = State::Over;
        self.output.diagnostics.push(diagnostic(code, 0, text));
        true
    }

    /// Ends the reading at the limit, or at the end of the bytes, of a document that goes on.
    fn cut(&mut self, code: DiagnosticCode) {
        if let State::Held(held) = &mut self.state {
            let held = std::mem::take(held);
            // These bytes may still become a coded body or a document.
            let is_open = !matches!(self.media.form, Form::Other(_))
                && (may_become_marked(&held)
                    || self.media.form == Form::Unknown
                        && begins_like_html(&held, false).is_none());
            if is_open {
                self.state = State::Held(Vec::new());
            } else {
                self.decide(&held, true);
            }
        }
        let goes_on = match &mut self.state {
            State::Over => false,
            State::Held(_) => true,
            state => state.engine().is_some_and(|engine| {
                engine.cut();
                !engine.is_over()
            }),
        };
        self.close();
        if goes_on {
            let diagnostic = diagnostic(code, self.taken, "");
            self.output.diagnostics.push(diagnostic);
        }
    }

    /// Reads what is left at the end of the document.
    fn end(&mut self) {
        let is_asked = self.taken > 0 || matches!(self.media.form, Form::Other(_));
        if let State::Held(held) = &mut self.state
            && is_asked
        {
            let held = std::mem::take(held);
            self.decide(&held, true);
        }
        if let Some(engine) = self.state.engine() {
            engine.end();
        }
    }

    /// Takes over what the engine has read.
    fn close(&mut self) {
        if let Some(engine) = std::mem::replace(&mut self.state, State::Over).engine() {
            add(engine.take_output(), &mut self.output);
        }
    }
}

impl State {
    fn engine(&mut self) -> Option<&mut dyn Engine> {
        match self {
            State::Scanning(scanner) => Some(scanner),
            State::Reading(engine) => Some(engine.as_mut()),
            State::Held(_) | State::Over => None,
        }
    }
}

/// Adds the output of an engine. If there was none before, that takes no allocation.
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

/// A diagnostic about the document, at one of its bytes.
fn diagnostic(code: DiagnosticCode, at: usize, text: &str) -> Diagnostic {
    let source = Source::Meta(Placement::Head);
    Diagnostic::new(code, Provenance::new(source, None, Span::new(at, at), text))
}
