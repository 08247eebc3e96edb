//! Tokens of our tokenizer for the tree builder of `html5ever`.
//!
//! **What it is.** html5ever's `TreeBuilder` is a public `TokenSink`, so its tokens need not come
//! from html5ever's tokenizer. A [`Feed`] translates each token of [`Tokenizer`] into one of
//! html5ever's, gives it to the builder, and passes the builder's answer back to the tokenizer. The
//! tree is the standard's, and every element comes with the byte range of the tag that made it.
//!
//! **Invariants.** A token is processed before the next one is cut. The builder gets every token,
//! in order, but less in it: of a text a stand-in (see `text`), of a comment nothing, of a doctype
//! only that there was one, and of a start tag the attributes that change the tree
//! ([`that_matter`]). None of the omissions changes where a `meta` goes. A full parse may open
//! another number of formatting elements again, and may let a table end a paragraph where this one
//! does not.
//!
//! **What breaks if touched.** An omission that is not neutral moves a `meta` from the head to the
//! body or back, in documents so unusual that no fixture has them. A new version of html5ever may
//! read an attribute that is left out here, or answer a start tag in a new way.
//!
//! **Which test notices.** `html::tests` feeds the same tokens with all attributes and compares
//! whole trees. `tests/all/meta_oracle.rs` compares the metas, with the attributes left out, with
//! those of a full parse by html5ever itself.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::ops::Range;

use html5ever::interface::TreeSink;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{self, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, LocalName, QualName, local_name, ns};

#[cfg(feature = "parts")]
use crate::page::html::doctype::doctype;
use crate::page::html::raw_text::RawText;
use crate::page::html::swar;
use crate::page::html::tag;
use crate::page::html::text::stand_in;
use crate::page::html::tokenizer::{Tag, Token, Tokenizer};
use crate::page::html::value;

/// A tokenizer, and the tree builder that gets its tokens and answers the questions that depend on the tree.
///
/// The builder is neither `Send` nor `Sync`, so a feed lives within one call: `meta::tree::read` makes one for each
/// stretch.
pub(crate) struct Feed<'a, S: TreeSink> {
    tokenizer: Tokenizer<'a>,
    builder: TreeBuilder<S::Handle, S>,
    /// [`that_matter`], or all attributes in tests that compare whole trees.
    attributes: fn(&Tokenizer<'_>, &Tag, &LocalName) -> Vec<Attribute>,
    /// The number of texts so far, if they say which they are, see [`placed_texts`].
    texts: Option<Cell<u32>>,
    /// The names that were read last, by their bytes.
    names: RefCell<[(u64, LocalName); NAMES]>,
}

impl<'a, S: TreeSink> Feed<'a, S> {
    /// A feed at the start of the tokenizer's bytes, with an empty document.
    ///
    /// `scripting_enabled` decides about `noscript` (HTML §13.2.6.4.4): its content is raw text with scripting and
    /// elements without. `attributes` selects those of a start tag that the tree builder is given; the name is that of the tag
    /// in lower case.
    pub(crate) fn new(
        tokenizer: Tokenizer<'a>,
        sink: S,
        scripting_enabled: bool,
        attributes: fn(&Tokenizer<'_>, &Tag, &LocalName) -> Vec<Attribute>,
    ) -> Feed<'a, S> {
        let options = TreeBuilderOpts {
            scripting_enabled,
            // The lack of a doctype does not mean quirks. They decide only whether a table ends a paragraph.
            iframe_srcdoc: true,
            ..TreeBuilderOpts::default()
        };
        Feed {
            tokenizer,
            builder: TreeBuilder::new(sink, options),
            attributes,
            texts: None,
            names: RefCell::new(std::array::from_fn(|_| (0, LocalName::default()))),
        }
    }

    /// A feed for a sink that wants to know where each text is: texts have numbers, see [`placed_texts`], and the
    /// builder is given doctypes.
    #[cfg(feature = "parts")]
    pub(crate) fn with_places(
        tokenizer: Tokenizer<'a>,
        sink: S,
        attributes: fn(&Tokenizer<'_>, &Tag, &LocalName) -> Vec<Attribute>,
    ) -> Feed<'a, S> {
        Feed {
            tokenizer,
            builder: TreeBuilder::new(sink, TreeBuilderOpts::default()),
            attributes,
            texts: Some(Cell::new(0)),
            names: RefCell::new(std::array::from_fn(|_| (0, LocalName::default()))),
        }
    }

    /// Ends the document, and returns its last text, and whether that may have references: one that touches the end is no token.
    #[cfg(feature = "parts")]
    pub(crate) fn end(&mut self) -> Option<(Range<usize>, bool)> {
        let builder = &self.builder;
        let is_foreign = builder.adjusted_current_node_present_but_not_in_html_namespace();
        let rest = self.tokenizer.last_text(is_foreign);
        if let Some((place, has_references)) = rest.clone() {
            let token = self.token(&Token::Text(place, has_references));
            let _ = self.builder.process_token(token, LINE);
        }
        let _ = self.builder.process_token(tokenizer::EOFToken, LINE);
        rest
    }

    /// The sink, which knows the elements that the builder has created so far.
    pub(crate) fn sink(&self) -> &S {
        &self.builder.sink
    }

    /// The tokenizer, for the bytes of a token and for an open raw text.
    pub(crate) fn tokenizer(&self) -> &Tokenizer<'a> {
        &self.tokenizer
    }

    /// Gives the tree builder a tag that is not in the bytes, and ignores the answer. A stretch that begins in the
    /// middle of a head needs a `<head>` first, and maybe its end tag.
    pub(crate) fn prepend(&self, name: LocalName, is_end: bool) {
        let token = tokenizer::TagToken(tokenizer::Tag {
            kind: kind(is_end),
            name,
            self_closing: false,
            attrs: Vec::new(),
            had_duplicate_attributes: false,
        });
        let _ = self.builder.process_token(token, LINE);
    }

    /// The next token, which the tree builder has not seen yet, in both forms: ours for its byte range, html5ever's for the
    /// builder. `None` at the end of the complete tokens.
    ///
    /// This and [`Feed::process`] are two steps so that the reader can charge the token to its account in between and give up
    /// before the work is done.
    pub(crate) fn next(&mut self) -> Option<Token> {
        let builder = &self.builder;
        let is_foreign = || builder.adjusted_current_node_present_but_not_in_html_namespace();
        self.tokenizer.next(is_foreign)
    }

    /// Gives the tree builder a token, and the tokenizer the consequence of its answer. True if the text after a start tag is
    /// raw: no element begins before its end tag.
    ///
    /// The builder only says that a text is raw. How it ends depends on the name of the element, which is the last
    /// start tag's.
    pub(crate) fn process(&mut self, token: tokenizer::Token) -> bool {
        let name = match &token {
            tokenizer::TagToken(tag) => Some(tag.name.clone()),
            _ => None,
        };
        match self.builder.process_token(token, LINE) {
            TokenSinkResult::RawData(_) => {
                let raw = name.as_deref().and_then(RawText::named);
                if let Some(raw) = raw {
                    self.tokenizer.raw(raw);
                }
                true
            }
            TokenSinkResult::Plaintext => {
                self.tokenizer.over();
                false
            }
            // This reader runs no scripts and changes no encodings.
            TokenSinkResult::Continue
            | TokenSinkResult::Script(_)
            | TokenSinkResult::EncodingIndicator(_) => false,
        }
    }

    /// The token that the tree builder gets for one of ours. An end tag needs no attributes: the builder reads none.
    pub(crate) fn token(&self, own: &Token) -> tokenizer::Token {
        match own {
            Token::Tag(tag) => {
                let name = self.name(tag);
                let attrs = if tag.is_end {
                    Vec::new()
                } else {
                    (self.attributes)(&self.tokenizer, tag, &name)
                };
                tokenizer::TagToken(tokenizer::Tag {
                    kind: kind(tag.is_end),
                    name,
                    self_closing: tag.is_self_closing,
                    attrs,
                    had_duplicate_attributes: false,
                })
            }
            Token::Text(place, has_references) => {
                let text = self.tokenizer.bytes().get(place.clone());
                let text = stand_in(text.unwrap_or_default(), *has_references);
                let text = match &self.texts {
                    Some(texts) => placed(text, texts.replace(texts.get() + 1)),
                    None => StrTendril::from_slice(text),
                };
                tokenizer::CharacterTokens(text)
            }
            Token::Null(_) => tokenizer::NullCharacterToken,
            Token::Comment(_) => tokenizer::CommentToken(StrTendril::new()),
            #[cfg(feature = "parts")]
            Token::Doctype(place) if self.texts.is_some() => {
                let text = self.tokenizer.decoded(&(place.start..place.end - 1));
                tokenizer::DoctypeToken(doctype(&text))
            }
            // A doctype may only change quirks. Like any token it ends the place where a line feed is dropped, and an
            // error does that and nothing else.
            Token::Doctype(_) => tokenizer::ParseError(Cow::Borrowed("")),
        }
    }

    /// The name of a tag in lower case. To look one up in the table of all names takes longer than to compare eight bytes.
    fn name(&self, tag: &Tag) -> LocalName {
        let bytes = self.tokenizer.bytes();
        let word = bytes.get(tag.name.start..).and_then(swar::load8);
        let len = Some(tag.name.len()).filter(|len| (1..swar::WORD).contains(len));
        let names = &mut *self.names.borrow_mut();
        if let Some((word, len)) = word.zip(len)
            && let word = word << (64 - 8 * len) | len as u64
            && let Ok(at) = usize::try_from(word % NAMES as u64)
            && let Some(known) = names.get_mut(at)
        {
            if known.0 != word {
                *known = (word, name(&self.tokenizer, tag));
            }
            return known.1.clone();
        }
        name(&self.tokenizer, tag)
    }
}

fn kind(is_end: bool) -> tokenizer::TagKind {
    if is_end {
        tokenizer::EndTag
    } else {
        tokenizer::StartTag
    }
}

/// A stand-in with the number of its text in the place of its `x`, in characters of private planes: whatever the builder joins, delays
/// or moves, [`placed_texts`] finds it in the sink. No text of the document can be taken for one, since none reaches the builder.
pub(crate) fn placed(text: &str, number: u32) -> StrTendril {
    let Some(at) = text.bytes().position(|byte| byte == b'x') else {
        return StrTendril::from_slice(text);
    };
    let (before, after) = text.split_at(at);
    // One character is enough for nearly all pages, and the builder holds eight bytes without an allocation.
    let high = Some(number >> HALF).filter(|high| *high > 0);
    let high = high.and_then(|high| char::from_u32(PLANES[1] + high));
    let low = char::from_u32(PLANES[0] + (number & ((1 << HALF) - 1)));
    let coded = high.into_iter().chain(low).flat_map(|c| {
        let mut bytes = [0; 4];
        c.encode_utf8(&mut bytes);
        bytes
    });
    let mut placed = [0; 12];
    let mut len = 0;
    let bytes = before.bytes().chain(coded).chain(after.bytes().skip(1));
    for (to, byte) in placed.iter_mut().zip(bytes) {
        *to = byte;
        len += 1;
    }
    StrTendril::from_slice(
        str::from_utf8(placed.get(..len).unwrap_or_default()).unwrap_or_default(),
    )
}

/// The numbers of the texts in those that [`Feed::with_places`] gave the builder.
#[cfg(feature = "parts")]
pub(crate) fn placed_texts(text: &str) -> impl Iterator<Item = u32> {
    let mut high = 0;
    text.chars().filter_map(move |c| {
        let c = u32::from(c);
        if c >= PLANES[1] {
            high = c - PLANES[1];
            return None;
        }
        let low = c.checked_sub(PLANES[0])?;
        Some((std::mem::take(&mut high) << HALF) | low)
    })
}

/// Where the characters of the lower and of the upper part of a number begin.
const PLANES: [u32; 2] = [0xF_0000, 0x10_0000];
/// The bits of the lower part.
const HALF: u32 = 15;

/// The name of a tag in lower case. Characters are decoded first: the second byte of a character may be a letter of
/// ASCII, which must not be lowered.
fn name(tokenizer: &Tokenizer<'_>, tag: &Tag) -> LocalName {
    let bytes = tokenizer.bytes().get(tag.name.clone()).unwrap_or_default();
    let mut small = [0; LONGEST];
    let is_plain = |byte: &u8| byte.is_ascii() && *byte != 0;
    if let Some(small) = small.get_mut(..bytes.len())
        && bytes.iter().all(is_plain)
    {
        small.copy_from_slice(bytes);
        small.make_ascii_lowercase();
        return LocalName::from(str::from_utf8(small).unwrap_or_default());
    }
    LocalName::from(lower(&tokenizer.decoded(&tag.name)))
}

/// A decoded name as the standard puts it into a tree: NUL becomes U+FFFD, and letters of ASCII are lowered
/// (§13.2.5.8).
pub(crate) fn lower(name: &str) -> String {
    name.replace('\0', "\u{FFFD}").to_ascii_lowercase()
}

/// The attributes that the tree builder looks at. Three elements are treated by one of theirs: `input` by
/// `type=hidden`, `font` by having any of three, which ends foreign content, and `annotation-xml` by `encoding`, which
/// decides whether HTML may be inside.
///
/// No other attribute changes the place of a meta. The attributes of `meta` itself are read from its tag. Formatting
/// elements with equal attributes are opened again three times at most (HTML §13.2.4.3); without attributes all
/// elements of one name are equal. That changes how many of them are open, and none of them decides where another
/// element goes. If a version of `html5ever` looks at another attribute, `tests/all/meta_oracle.rs` notices, which
/// compares metas with those of a full parse.
pub(crate) fn that_matter(
    tokenizer: &Tokenizer<'_>,
    tag: &Tag,
    name: &LocalName,
) -> Vec<Attribute> {
    let wanted: &[LocalName] = match *name {
        local_name!("input") => &[local_name!("type")],
        local_name!("font") => &[
            local_name!("color"),
            local_name!("face"),
            local_name!("size"),
        ],
        local_name!("annotation-xml") => &[local_name!("encoding")],
        _ => return Vec::new(),
    };
    let mut found: Vec<Attribute> = Vec::new();
    let bytes = tokenizer.bytes();
    tag::attributes(bytes, tag.name.end, |attribute| {
        let name = bytes.get(attribute.name).unwrap_or_default();
        let is_it = |wanted: &&LocalName| name.eq_ignore_ascii_case(wanted.as_bytes());
        let Some(name) = wanted.iter().find(is_it) else {
            return;
        };
        if found.iter().all(|known| known.name.local != *name) {
            found.push(attribute_of(name.clone(), &attribute.value, tokenizer));
        }
    });
    found
}

/// An attribute of HTML, without a namespace, with its value decoded and its references replaced.
pub(crate) fn attribute_of(
    name: LocalName,
    value: &Range<usize>,
    tokenizer: &Tokenizer<'_>,
) -> Attribute {
    let text = tokenizer.decoded(value);
    let (value, _) = value::decode(&text);
    Attribute {
        name: QualName::new(None, ns!(), name),
        value: StrTendril::from_slice(&value),
    }
}

/// Names of up to this many bytes are lowered without an allocation. The longest name that the tree builder
/// distinguishes, `feComponentTransfer` of SVG, has 19.
const LONGEST: usize = 32;

/// The number of names that are kept, a prime.
const NAMES: usize = 127;

/// The builder would hand on the number of a line, which no sink here reads.
const LINE: u64 = 1;
