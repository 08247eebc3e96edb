//! The places of the metas in a stretch of HTML, as the tree builder says.

use std::ops::Range;

use encoding_rs::Encoding;
use html5ever::interface::TreeSink;
use html5ever::local_name;
use html5ever::tokenizer::TagToken;

use crate::html::cost::{Allowance, Cost};
use crate::html::feed::{Answer, Fed, Feed, that_matter};
use crate::html::tokenizer::{Token, Tokenizer};
use crate::meta::node::Noted;
use crate::provenance::Placement;

/// What a reading asks of the sink after its tree builder.
pub(crate) trait Notes: TreeSink {
    /// A sink for one reading.
    fn for_reading() -> Self;
    /// What was noted since the last call.
    fn take_noted(&self) -> Vec<Noted>;
    /// Whether a template is open.
    fn is_in_template(&self) -> bool;
    /// What the tree builder has cost.
    fn cost(&self) -> &Cost;
}

/// All that the tree builder knows after a tag, as long as the head is not over and no template is open in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// No head was opened.
    Start,
    /// In the head.
    InHead,
    /// After `</head>`.
    AfterHead,
}

/// A stretch of a document to be read, and how.
#[derive(Clone, Copy)]
pub(crate) struct Stretch<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) encoding: &'static Encoding,
    /// The place of the metas of a noscript, if this is its text: it is read as a client without scripts would.
    pub(crate) noscript: Option<Placement>,
    pub(crate) stage: Stage,
    /// Whether the reading ends where the template ends that the stretch begins with.
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

    /// The same bytes, which begin with a template in the head, where this stage has been reached.
    pub(crate) fn as_template(self, stage: Stage) -> Stretch<'a> {
        Stretch {
            stage,
            is_template: true,
            ..self
        }
    }

    /// The same bytes as the text of a noscript, whose metas have this placement.
    pub(crate) fn in_noscript(self, placement: Placement) -> Stretch<'a> {
        Stretch {
            noscript: Some(placement),
            ..self
        }
    }
}

/// A find in a stretch; places count from its first byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The tag of a meta.
    Meta(Range<usize>, Placement),
    /// Following the tree cost too much; the rest is not read.
    TooCostly(usize, Placement),
}

/// What a reading has come to.
#[derive(Debug)]
pub(crate) struct Reading {
    /// In document order.
    pub(crate) found: Vec<Found>,
    /// Where the template ended that the stretch began with.
    pub(crate) closed: Option<usize>,
    pub(crate) is_abandoned: bool,
}

/// Reads a stretch up to its end. `may_matter` answers whether a meta with this tag may say anything, and `may_hold` whether
/// the text of a noscript may hold one that does: what they turn down is left out.
pub(crate) fn read<S: Notes>(
    stretch: Stretch<'_>,
    may_matter: &dyn Fn(&[u8]) -> bool,
    may_hold: &dyn Fn(&[u8]) -> bool,
) -> Reading {
    let tokenizer = Tokenizer::new(stretch.bytes, stretch.encoding);
    let scripting = stretch.noscript.is_none();
    let mut reader = TreeReader {
        feed: Feed::<S>::new(tokenizer, S::for_reading(), scripting, that_matter),
        stretch,
        may_matter,
        may_hold,
        allowance: Allowance::of_a_reading(),
        noscript: None,
        body: 0,
        reading: Reading {
            found: Vec::new(),
            closed: None,
            is_abandoned: false,
        },
    };
    reader.begin();
    reader.run();
    reader.reading
}

/// Reads one stretch.
///
/// The tree builder is bound to its thread and lives as long as one call. Two things hold for what it is fed: the
/// tokens of a part of the stretch are the first tokens of the whole, and the account is asked at each of them. So a
/// reading of a part gives up where a reading of the whole does, or not yet.
struct TreeReader<'a, S: Notes> {
    feed: Feed<'a, S>,
    stretch: Stretch<'a>,
    may_matter: &'a dyn Fn(&[u8]) -> bool,
    may_hold: &'a dyn Fn(&[u8]) -> bool,
    allowance: Allowance,
    /// Where the raw text of the noscript begins that is open, and the place of its metas.
    noscript: Option<(usize, Placement)>,
    /// How much had been found when the body was opened.
    body: usize,
    reading: Reading,
}

impl<S: Notes> TreeReader<'_, S> {
    /// Brings the tree builder to where the stretch begins.
    fn begin(&self) {
        if self.stretch.stage != Stage::Start {
            self.feed.prepend(local_name!("head"), false);
        }
        if self.stretch.stage == Stage::AfterHead {
            self.feed.prepend(local_name!("head"), true);
        }
    }

    fn run(&mut self) {
        while let Some(fed) = self.feed.next() {
            let end = fed.own.end();
            if self.costs_too_much(&fed) {
                let place = self.stretch.noscript.unwrap_or(Placement::Head);
                self.reading.found.push(Found::TooCostly(end, place));
                self.reading.is_abandoned = true;
                return;
            }
            if let Token::Tag(tag) = &fed.own
                && let Some((start, placement)) = self.noscript.take()
            {
                self.read_noscript(start..tag.place.start, placement);
            }
            let answer = self.feed.process(fed.token);
            self.feed.sink().cost().end();
            if let Token::Tag(tag) = fed.own {
                self.settle(&tag.place, answer);
                if self.stretch.is_template && !self.feed.sink().is_in_template() {
                    self.reading.closed = Some(end);
                    return;
                }
            }
        }
        if let Some((_, placement)) = self.noscript
            && let Some(text) = self.feed.tokenizer().open_raw_text()
        {
            self.read_noscript(text, placement);
        }
    }

    /// Charges what a token may cost, and says whether that is more than the bytes so far allow.
    fn costs_too_much(&self, fed: &Fed) -> bool {
        let cost = self.feed.sink().cost();
        if let TagToken(tag) = &fed.token {
            cost.begin(tag);
        }
        let spent = cost.work().saturating_add(cost.at_most());
        spent > self.allowance.of(fed.own.end())
    }

    /// Takes note of what a tag has brought.
    fn settle(&mut self, tag: &Range<usize>, answer: Answer) {
        for noted in self.feed.sink().take_noted() {
            match noted {
                Noted::Meta(meta) => self.find(tag, meta.placement),
                Noted::Noscript(noscript) if answer == Answer::IsRaw => {
                    self.noscript = Some((tag.end, noscript.within()));
                }
                Noted::Noscript(_) => {}
                Noted::Body => self.body = self.reading.found.len(),
                Noted::BodyGone => self.reading.found.truncate(self.body),
            }
        }
    }

    fn find(&mut self, tag: &Range<usize>, placement: Placement) {
        let placement = match (placement, self.stretch.noscript) {
            (Placement::Template, _) | (_, None) => placement,
            (_, Some(within)) => within,
        };
        let bytes = self.stretch.bytes.get(tag.clone()).unwrap_or_default();
        if (self.may_matter)(bytes) {
            self.reading.found.push(Found::Meta(tag.clone(), placement));
        }
    }

    /// Reads the raw text of a noscript as the markup that a client without scripts sees.
    fn read_noscript(&mut self, text: Range<usize>, placement: Placement) {
        let start = text.start;
        let bytes = self.stretch.bytes.get(text).unwrap_or_default();
        if !(self.may_hold)(bytes) {
            return;
        }
        let stretch = Stretch::of_document(bytes, self.stretch.encoding).in_noscript(placement);
        let reading = read::<S>(stretch, self.may_matter, self.may_hold);
        let found = reading.found.into_iter().map(|found| match found {
            Found::Meta(tag, placement) => {
                Found::Meta(tag.start + start..tag.end + start, placement)
            }
            Found::TooCostly(at, placement) => Found::TooCostly(at + start, placement),
        });
        self.reading.found.extend(found);
    }
}
