//! The places of the metas in a stretch of HTML, as the tree builder decides them.
//!
//! **What it is.** The part of the reader that has a whole tree builder: for a template in the
//! head, for the text of a `noscript`, and for documents of which the body counts. It feeds the
//! bytes of the stretch to the builder (`html::feed`) and listens with a sink that notes metas
//! (`meta::sink`, by the trait [`Notes`]). A find is the byte range of a tag and its placement;
//! nothing is decoded here except names.
//!
//! **Invariants.** A meta is noted while its own tag is processed, so the range of the last tag is
//! that of the meta. The tokens of a part of a stretch are the first tokens of the whole, and the
//! account is asked at each of them: a reading of a part gives up where a reading of the whole
//! does, or not yet. Finds of a body are dropped if a `frameset` replaces it.
//!
//! **Its limits.** Every reading has an [`allowance`] of looks at elements by the bytes it has
//! read. Beyond it the reading ends with [`Find::TooCostly`], and the caller treats the rest of
//! the document as unread. A noscript is a reading of its own with an allowance of its own, and
//! cannot nest: without scripting a noscript holds elements.
//!
//! **What breaks if touched.** If metas were taken from the sink later than after their own tag,
//! their spans would be those of other tags. If the account were checked after the work, a single
//! tag could cost as much as the whole document may.
//!
//! **Which test notices.** `tests/all/meta_oracle.rs` compares placements and words with a tree of
//! html5ever; `the_sink_and_the_bytes_say_the_same` compares with `MetaSink`; `fuzz/work` and the
//! `r_105` tests hold the cost.

use std::ops::Range;

use crate::decode::Encoding;
use html5ever::interface::TreeSink;
use html5ever::{Attribute, LocalName, local_name};

use crate::page::html::cost::Cost;
use crate::page::html::feed::{Feed, attribute_of, that_matter};
use crate::page::html::tag;
use crate::page::html::tokenizer::{Tag, Token, Tokenizer};
use crate::page::meta::element::license::license_type;
use crate::page::meta::node::Noted;
use crate::provenance::Placement;

/// The sink of a reading: it takes the tree builder's calls and notes the metas.
///
/// `meta::sink::MetaSink` implements it. The trait keeps this file from using that one, which
/// itself reads the text of noscripts by [`read`].
pub(crate) trait Notes: TreeSink {
    /// A sink for one reading.
    fn for_reading() -> Self;
    /// The notes since the last call, in document order.
    fn take_noted(&self) -> Vec<Noted>;
    /// Whether a template is open.
    fn is_in_template(&self) -> bool;
    /// The account of the tree builder.
    fn cost(&self) -> &Cost;
}

/// The tree builder's knowledge after a tag, as long as the head is not over and no template is
/// open in it. With it a reading can begin in the middle of a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// No head was opened: the insertion modes "initial" to "before head".
    Start,
    /// In the head: "in head".
    InHead,
    /// After `</head>`: "after head". Metas still go into the head.
    AfterHead,
}

/// Bytes of a document to be read, and how.
#[derive(Clone, Copy)]
pub(crate) struct Stretch<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) encoding: &'static Encoding,
    /// The placement of the metas, if the bytes are the text of a noscript: they are read as a
    /// client without scripts would.
    pub(crate) noscript: Option<Placement>,
    /// The stage of the head where the bytes begin.
    pub(crate) stage: Stage,
    /// Whether the reading ends where the template ends that the bytes begin with.
    pub(crate) is_template: bool,
}

impl<'a> Stretch<'a> {
    /// A whole document.
    pub(crate) fn of_document(bytes: &'a [u8], encoding: &'static Encoding) -> Stretch<'a> {
        Stretch {
            bytes,
            encoding,
            noscript: None,
            stage: Stage::Start,
            is_template: false,
        }
    }

    /// These bytes as a template in the head, before which the head had reached this stage.
    pub(crate) fn as_template(self, stage: Stage) -> Stretch<'a> {
        Stretch {
            stage,
            is_template: true,
            ..self
        }
    }

    /// These bytes as the text of a noscript, whose metas have this placement.
    pub(crate) fn in_noscript(self, placement: Placement) -> Stretch<'a> {
        Stretch {
            noscript: Some(placement),
            ..self
        }
    }
}

/// A find in a stretch; offsets count from its first byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Find {
    /// The tag of a meta that may matter.
    Meta(Range<usize>, Placement),
    /// The tag of a link that may be one to a licence.
    Link(Range<usize>, Placement),
    /// The tag and the text of a script that may hold a licence.
    Script(Range<usize>, Range<usize>, Placement),
    /// After this byte the tree builder's work exceeded its allowance; the rest is not read.
    TooCostly(usize, Placement),
}

impl Find {
    /// This find in a longer stretch, in which its own begins at `start`.
    fn shifted(self, start: usize) -> Find {
        let moved = |range: Range<usize>| range.start + start..range.end + start;
        match self {
            Find::Meta(tag, placement) => Find::Meta(moved(tag), placement),
            Find::Link(tag, placement) => Find::Link(moved(tag), placement),
            Find::Script(tag, text, placement) => Find::Script(moved(tag), moved(text), placement),
            Find::TooCostly(at, placement) => Find::TooCostly(at + start, placement),
        }
    }
}

/// The result of a reading.
#[derive(Debug)]
pub(crate) struct TreeReading {
    /// In document order.
    pub(crate) found: Vec<Find>,
    /// The offset after the end tag of the template that the stretch began with.
    pub(crate) closed: Option<usize>,
    /// Whether the reading was given up as too costly.
    pub(crate) is_abandoned: bool,
}

/// Reads a stretch up to its end, or to the end of its template.
///
/// `may_matter` answers whether a meta with this tag may state anything, and `may_hold` whether the
/// text of a noscript may hold one that does. Finds that they turn down are left out. `MetaSink`
/// passes two that always agree, because it numbers all metas.
pub(crate) fn read<S: Notes>(
    stretch: Stretch<'_>,
    may_matter: &dyn Fn(&[u8]) -> bool,
    may_hold: &dyn Fn(&[u8]) -> bool,
) -> TreeReading {
    let tokenizer = Tokenizer::new(stretch.bytes, stretch.encoding);
    let scripting = stretch.noscript.is_none();
    let mut reader = TreeReader {
        feed: Feed::<S>::new(tokenizer, S::for_reading(), scripting, attributes),
        stretch,
        may_matter,
        may_hold,
        raw: None,
        body: 0,
        reading: TreeReading {
            found: Vec::new(),
            closed: None,
            is_abandoned: false,
        },
    };
    reader.begin();
    reader.run();
    reader.reading
}

/// An element whose raw text is needed.
struct RawElement {
    tag: Range<usize>,
    /// Of a licence, or of the metas in a noscript.
    placement: Placement,
    is_noscript: bool,
}

/// The attributes that the tree builder looks at, and the type of a link or a script if it may be that of a licence: the
/// sink notes the element by it.
fn attributes(tokenizer: &Tokenizer<'_>, tag: &Tag, name: &LocalName) -> Vec<Attribute> {
    if !matches!(*name, local_name!("link") | local_name!("script")) {
        return that_matter(tokenizer, tag, name);
    }
    let bytes = tokenizer.bytes();
    if !license_type(bytes, tag.name.end).0 {
        return Vec::new();
    }
    let mut kind = None;
    tag::attributes(bytes, tag.name.end, |attribute| {
        let name = bytes.get(attribute.name).unwrap_or_default();
        if name.eq_ignore_ascii_case(b"type") {
            kind.get_or_insert(attribute.value);
        }
    });
    let kind = kind.map(|value| attribute_of(local_name!("type"), &value, tokenizer));
    kind.into_iter().collect()
}

/// Reads one stretch. The tree builder is bound to its thread and lives as long as one call.
struct TreeReader<'a, S: Notes> {
    feed: Feed<'a, S>,
    stretch: Stretch<'a>,
    may_matter: &'a dyn Fn(&[u8]) -> bool,
    may_hold: &'a dyn Fn(&[u8]) -> bool,
    /// The tag of the noscript or of the licence whose raw text is open.
    raw: Option<RawElement>,
    /// The number of finds when the body was opened.
    body: usize,
    reading: TreeReading,
}

impl<S: Notes> TreeReader<'_, S> {
    /// Brings the tree builder to the stage at which the stretch begins, by tags that are not in
    /// the bytes.
    fn begin(&self) {
        if self.stretch.stage != Stage::Start {
            self.feed.prepend(local_name!("head"), false);
        }
        if self.stretch.stage == Stage::AfterHead {
            self.feed.prepend(local_name!("head"), true);
        }
    }

    /// Reads token by token: charge, process, take the notes. A noscript is read when the tag after
    /// it has come, so that its finds keep their place in the order of the document.
    fn run(&mut self) {
        while let Some(own) = self.feed.next() {
            let token = self.feed.token(&own);
            let end = own.end();
            if self.feed.sink().cost().exceeds(&token, end) {
                let place = self.stretch.noscript.unwrap_or(Placement::Head);
                self.reading.found.push(Find::TooCostly(end, place));
                self.reading.is_abandoned = true;
                return;
            }
            if let Token::Tag(tag) = &own
                && let Some(raw) = self.raw.take()
            {
                self.read_raw(&raw, raw.tag.end..tag.place.start);
            }
            let is_raw = self.feed.process(token);
            self.feed.sink().cost().end();
            if let Token::Tag(tag) = own {
                self.settle(&tag.place, is_raw);
                if self.stretch.is_template && !self.feed.sink().is_in_template() {
                    self.reading.closed = Some(end);
                    return;
                }
            }
        }
        if let Some(raw) = self.raw.take()
            && let Some(text) = self.feed.tokenizer().open_raw_text()
        {
            self.read_raw(&raw, text);
        }
    }

    /// Takes the notes that a tag has brought. A noscript without raw text needs nothing: its
    /// elements are noted themselves.
    fn settle(&mut self, tag: &Range<usize>, is_raw: bool) {
        for noted in self.feed.sink().take_noted() {
            match noted {
                Noted::Meta(meta) => self.find(tag, meta.placement),
                Noted::Link(link) => {
                    let placement = self.placed(link.placement);
                    self.reading.found.push(Find::Link(tag.clone(), placement));
                }
                Noted::Script(script) => {
                    self.begin_raw(tag, self.placed(script.placement()), false);
                }
                Noted::Noscript(noscript) if is_raw => {
                    self.begin_raw(tag, noscript.placement(), true);
                }
                Noted::Noscript(_) => {}
                Noted::Body => self.body = self.reading.found.len(),
                Noted::BodyGone => self.reading.found.truncate(self.body),
            }
        }
    }

    /// In the text of a noscript every place is that of the noscript, except in a template.
    fn placed(&self, placement: Placement) -> Placement {
        match (placement, self.stretch.noscript) {
            (Placement::Template, _) | (_, None) => placement,
            (_, Some(within)) => within,
        }
    }

    /// Begins the raw text after a tag.
    fn begin_raw(&mut self, tag: &Range<usize>, placement: Placement, is_noscript: bool) {
        self.raw = Some(RawElement {
            tag: tag.clone(),
            placement,
            is_noscript,
        });
    }

    /// Reads the raw text of an element, or adds it as a find.
    fn read_raw(&mut self, raw: &RawElement, text: Range<usize>) {
        if raw.is_noscript {
            return self.read_noscript(text, raw.placement);
        }
        let script = Find::Script(raw.tag.clone(), text, raw.placement);
        self.reading.found.push(script);
    }

    /// Adds a meta.
    fn find(&mut self, tag: &Range<usize>, placement: Placement) {
        let placement = self.placed(placement);
        let bytes = self.stretch.bytes.get(tag.clone()).unwrap_or_default();
        if (self.may_matter)(bytes) {
            self.reading.found.push(Find::Meta(tag.clone(), placement));
        }
    }

    /// Reads the raw text of a noscript as the markup that a client without scripts sees, and
    /// counts its finds from the start of this stretch.
    fn read_noscript(&mut self, text: Range<usize>, placement: Placement) {
        let start = text.start;
        let bytes = self.stretch.bytes.get(text).unwrap_or_default();
        if !(self.may_hold)(bytes) {
            return;
        }
        let stretch = Stretch::of_document(bytes, self.stretch.encoding).in_noscript(placement);
        let reading = read::<S>(stretch, self.may_matter, self.may_hold);
        let found = reading.found.into_iter();
        self.reading
            .found
            .extend(found.map(|found| found.shifted(start)));
    }
}
