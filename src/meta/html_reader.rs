//! One reading of a stretch of HTML.

use encoding_rs::{Encoding, UTF_8};
use html5ever::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tokenizer};

use super::found::{self, Encoded, FoundMeta};
use super::node::Noted;
use super::rules::{MetaElement, MetaRules};
use super::steer::{self, Steer};
use super::tag::is_space;
use super::watch::{AttributeWatch, Notice};
use super::window::Window;
use crate::diagnostic::{Code, Diagnostic, Parsed};
use crate::provenance::{Placement, Provenance, Source, Span};
use crate::signal::Signal;

/// All that the tree builder knows behind a tag, as long as the head is not over and no template was opened in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// No head was opened.
    Start,
    /// In the head.
    InHead,
    /// Behind `</head>`.
    AfterHead,
}

impl Stage {
    /// Markup that brings a tree builder here.
    fn markup(self) -> &'static str {
        match self {
            Stage::Start => "",
            Stage::InHead => "<head>",
            Stage::AfterHead => "<head></head>",
        }
    }
}

/// What a reading has come to.
#[derive(Debug)]
pub(crate) struct Reading {
    /// What was said in the bytes that are done.
    pub(crate) said: Parsed<Vec<Signal>>,
    /// How many bytes need not be read again, and the stage behind them.
    pub(crate) done: usize,
    pub(crate) stage: Stage,
    /// The element in whose raw text the bytes end.
    pub(crate) raw: Option<String>,
    /// Whether nothing that follows can matter.
    pub(crate) over: bool,
}

/// Reads a stretch of a document, or the text of one noscript.
pub(crate) struct HtmlReader<'a> {
    tokenizer: Tokenizer<Steer>,
    queue: BufferQueue,
    window: Window<'a>,
    watch: AttributeWatch,
    rules: &'a MetaRules,
    /// What stands in a noscript stands there however it is nested.
    within: Option<Placement>,
    /// Whether metas are collected, not heard.
    collects: bool,
    /// The noscript whose raw text is being read, and whether it is in a template.
    noscript: Option<bool>,
    /// How much text had been emitted when what may be an end tag began.
    texts: usize,
    said: Vec<Said>,
    done: Done,
}

/// What one meta, or all of a noscript, said.
#[derive(Default)]
struct Said {
    in_body: bool,
    parsed: Parsed<Vec<Signal>>,
    /// The meta itself, where metas are collected.
    element: Option<MetaElement<'static>>,
}

/// How far a reading has come for good: bytes, and entries of what was said.
#[derive(Clone, Copy)]
struct Done {
    bytes: usize,
    said: usize,
    stage: Stage,
}

impl<'a> HtmlReader<'a> {
    /// A reader of `bytes`, which stand at the byte `at` of the document. It stops at the end of the head, unless
    /// metas in the body count.
    pub(crate) fn new(
        bytes: &'a [u8],
        at: usize,
        encoding: &'static Encoding,
        rules: &'a MetaRules,
    ) -> HtmlReader<'a> {
        let tokenizer = steer::tokenizer(rules.counts(Placement::Body), true);
        HtmlReader::with(tokenizer, Window::new(bytes, at, encoding), rules, None)
    }

    /// A reader of the text of a noscript, as a client without scripts would read it.
    fn of_noscript(window: Window<'a>, rules: &'a MetaRules, within: Placement) -> HtmlReader<'a> {
        HtmlReader::with(steer::tokenizer(true, false), window, rules, Some(within))
    }

    fn with(
        tokenizer: Tokenizer<Steer>,
        window: Window<'a>,
        rules: &'a MetaRules,
        within: Option<Placement>,
    ) -> HtmlReader<'a> {
        HtmlReader {
            tokenizer,
            queue: BufferQueue::default(),
            window,
            watch: AttributeWatch::new(None),
            rules,
            within,
            collects: false,
            noscript: None,
            texts: 0,
            said: Vec::new(),
            done: Done {
                bytes: 0,
                said: 0,
                stage: Stage::Start,
            },
        }
    }

    /// Reads from `stage` on, as far as can be; all of it if the document ends here.
    pub(crate) fn resume(mut self, stage: Stage, at_end: bool) -> Reading {
        self.done.stage = stage;
        self.queue.push_back(StrTendril::from_slice(stage.markup()));
        self.run();
        self.steer().take_ended();
        self.steer().begin_account();
        self.read();
        let raw = self.steer().raw().map(|name| name.to_string());
        if at_end {
            self.end();
        }
        let over = self.is_over();
        if at_end || over {
            self.done.bytes = self.window.consumed();
            self.done.said = self.said.len();
        }
        Reading {
            done: self.done.bytes,
            stage: self.done.stage,
            raw,
            over,
            said: self.said(),
        }
    }

    fn is_over(&self) -> bool {
        self.steer().is_over()
    }

    fn steer(&self) -> &Steer {
        &self.tokenizer.sink
    }

    fn read(&mut self) {
        let mut text = String::new();
        while !self.is_over() {
            let begins_account = self.window.consumed() == self.done.bytes;
            if !self.window.next(&mut text) {
                break;
            }
            if begins_account {
                self.steer().leave_out(blanks(&text));
            }
            self.forward(&text);
            self.settle();
        }
    }

    /// Reads what stands behind the last `>`: it holds no meta, but may end the head.
    fn end(&mut self) {
        if !self.is_over() {
            self.read_noscript();
            let mut text = String::new();
            self.window.rest(&mut text);
            self.forward(&text);
        }
    }

    fn said(mut self) -> Parsed<Vec<Signal>> {
        self.said.truncate(self.done.said);
        let abandoned = self.steer().is_abandoned().then(|| self.abandoned());
        let mut all: Parsed<Vec<Signal>> = Parsed::default();
        for mut said in self.said {
            all.value.append(&mut said.parsed.value);
            all.diagnostics.append(&mut said.parsed.diagnostics);
        }
        all.diagnostics.extend(abandoned);
        all
    }

    fn abandoned(&self) -> Diagnostic {
        let at = self.window.position();
        let place = Source::Meta(self.within.unwrap_or(Placement::Head));
        let provenance = Provenance::new(place, None, Span::new(at, at), "");
        Diagnostic::new(Code::TreeTooCostly, provenance)
    }

    /// Hands a segment to the tokenizer, but for the attributes of a tag that has too many.
    fn forward(&mut self, text: &str) {
        self.steer().allow(self.window.consumed());
        let mut rest = text;
        while !rest.is_empty() {
            let dropping = self.watch.is_dropping();
            let (used, notice) = self.watch.advance(rest.as_bytes());
            let (piece, behind) = rest.split_at(used);
            rest = behind;
            if !dropping {
                self.queue.push_back(StrTendril::from_slice(piece));
            }
            self.answer(notice);
        }
        self.run();
    }

    fn answer(&mut self, notice: Option<Notice>) {
        match notice {
            Some(Notice::Closed(end)) => self.queue.push_back(StrTendril::from_slice(end)),
            Some(Notice::EndTagBegins) => {
                self.run();
                self.texts = self.steer().texts();
            }
            Some(Notice::EndTagNamed) => {
                self.run();
                if self.steer().texts() != self.texts {
                    self.watch.no_tag();
                }
            }
            Some(Notice::Cdata) => {
                self.run();
                if self.steer().is_foreign() {
                    self.watch.cdata();
                }
            }
            None => {}
        }
    }

    fn run(&self) {
        // The tokenizer pauses for scripts and for encodings; nobody here runs or changes them.
        while !matches!(self.tokenizer.feed(&self.queue), TokenizerResult::Done) {
            if self.is_over() {
                break;
            }
        }
    }

    /// Draws the conclusions at the end of a segment, where a tag or a comment may have ended.
    fn settle(&mut self) {
        let ended = self.steer().take_ended();
        if ended {
            self.read_noscript();
        }
        let raw = self.steer().raw();
        for noted in self.steer().sink().take_noted() {
            match noted {
                Noted::Meta(element) => self.read_meta(&element),
                Noted::Noscript(noscript) => {
                    self.noscript = raw.is_some().then(|| noscript.is_inert());
                }
                Noted::BodyGone => self.said.retain(|said| !said.in_body),
            }
        }
        if ended {
            self.watch = AttributeWatch::new(raw.as_deref());
        }
        if ended || (raw.is_some() && self.noscript.is_none()) {
            self.window.forget();
        }
        if ended && raw.is_none() {
            self.settle_stage();
        }
    }

    /// Takes note of a place from which another reading can go on.
    fn settle_stage(&mut self) {
        if let Some(stage) = self.steer().sink().stage() {
            self.done = Done {
                bytes: self.window.consumed(),
                said: self.said.len(),
                stage,
            };
            self.steer().begin_account();
        }
    }

    /// Reads the meta that has just ended.
    fn read_meta(&mut self, noted: &MetaElement<'_>) {
        let (bytes, at) = self.window.kept();
        let source = Encoded::new(bytes, at, self.window.encoding());
        let found = FoundMeta::last(&source);
        debug_assert!(found.is_some(), "the tag of {noted:?} is kept");
        let Some(mut meta) = found else { return };
        meta.element.placement = match (noted.placement, self.within) {
            (Placement::Template, _) | (_, None) => noted.placement,
            (_, Some(within)) => within,
        };
        let in_body = noted.placement == Placement::Body;
        if self.collects {
            self.said.push(Said {
                in_body,
                element: Some(meta.element.into_owned()),
                ..Said::default()
            });
            return;
        }
        let mut parsed = Parsed::default();
        self.rules.read(&meta.element, &meta, &mut parsed);
        self.say(in_body, parsed);
    }

    /// Reads the noscript that has just ended, if one has: its text as the markup that a client without scripts sees.
    fn read_noscript(&mut self) {
        let Some(inert) = self.noscript.take() else {
            return;
        };
        let within = if inert {
            Placement::Template
        } else {
            Placement::Noscript
        };
        let encoding = self.window.encoding();
        let (bytes, at) = self.window.kept();
        let bytes = found::before_end_tag(bytes, "noscript", encoding);
        let window = Window::new(bytes, at, encoding);
        self.say(false, noscript_said(window, self.rules, within));
    }

    fn say(&mut self, in_body: bool, parsed: Parsed<Vec<Signal>>) {
        if !parsed.value.is_empty() || !parsed.diagnostics.is_empty() {
            self.said.push(Said {
                in_body,
                parsed,
                element: None,
            });
        }
    }
}

/// What the metas in the text of a noscript say.
pub(crate) fn noscript_said(
    text: Window<'_>,
    rules: &MetaRules,
    within: Placement,
) -> Parsed<Vec<Signal>> {
    let mut reader = HtmlReader::of_noscript(text, rules, within);
    reader.read();
    reader.done.said = reader.said.len();
    reader.said()
}

/// The blanks that a segment begins with: text of a head that ends none. Another reading begins behind them.
fn blanks(text: &str) -> usize {
    text.bytes().take_while(|byte| is_space(*byte)).count()
}

/// The metas in the text of a noscript, for a sink that knows no bytes; and whether it cost too much to read on.
pub(crate) fn noscript_elements(
    text: &str,
    within: Placement,
) -> (Vec<MetaElement<'static>>, bool) {
    let window = Window::new(text.as_bytes(), 0, UTF_8);
    let rules = MetaRules::new();
    let mut reader = HtmlReader::of_noscript(window, &rules, within);
    reader.collects = true;
    reader.read();
    let is_abandoned = reader.steer().is_abandoned();
    let elements = reader.said.into_iter().filter_map(|said| said.element);
    (elements.collect(), is_abandoned)
}
