//! Tokens of our tokenizer for the tree builder of `html5ever`.

use std::borrow::Cow;
use std::ops::Range;

use html5ever::interface::TreeSink;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{self, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{Attribute, LocalName, QualName, local_name, ns};

use crate::html::raw_text::RawText;
use crate::html::tag;
use crate::html::text::stand_in;
use crate::html::tokenizer::{Tag, Token, Tokenizer};
use crate::html::value;

/// A tokenizer, and the tree builder that is fed with its tokens and answers what the tokenizer cannot know.
pub(crate) struct Feed<'a, S: TreeSink> {
    tokenizer: Tokenizer<'a>,
    builder: TreeBuilder<S::Handle, S>,
    attributes: AttributesOf,
}

/// Which attributes of a start tag the tree builder is given.
pub(crate) type AttributesOf = fn(&Tokenizer<'_>, &Tag, &LocalName) -> Vec<Attribute>;

/// A token in both forms.
pub(crate) struct Fed {
    pub(crate) own: Token,
    pub(crate) token: tokenizer::Token,
}

/// What the tree builder said of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Goes,
    /// The text after it is raw.
    IsRaw,
}

impl<'a, S: TreeSink> Feed<'a, S> {
    pub(crate) fn new(
        tokenizer: Tokenizer<'a>,
        sink: S,
        scripting_enabled: bool,
        attributes: AttributesOf,
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
        }
    }

    pub(crate) fn sink(&self) -> &S {
        &self.builder.sink
    }

    pub(crate) fn tokenizer(&self) -> &Tokenizer<'a> {
        &self.tokenizer
    }

    /// Gives the tree builder a tag that is not in the bytes.
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

    /// The next token, which the tree builder has not seen yet.
    pub(crate) fn next(&mut self) -> Option<Fed> {
        let builder = &self.builder;
        let is_foreign = || builder.adjusted_current_node_present_but_not_in_html_namespace();
        let own = self.tokenizer.next(is_foreign)?;
        let token = self.token(&own);
        Some(Fed { own, token })
    }

    /// Gives the tree builder a token.
    pub(crate) fn process(&mut self, token: tokenizer::Token) -> Answer {
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
                Answer::IsRaw
            }
            TokenSinkResult::Plaintext => {
                self.tokenizer.over();
                Answer::Goes
            }
            // This reader runs no scripts and changes no encodings.
            TokenSinkResult::Continue
            | TokenSinkResult::Script(_)
            | TokenSinkResult::EncodingIndicator(_) => Answer::Goes,
        }
    }

    fn token(&self, own: &Token) -> tokenizer::Token {
        match own {
            Token::Tag(tag) => {
                let name = name(&self.tokenizer, tag);
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
                tokenizer::CharacterTokens(StrTendril::from_slice(text))
            }
            Token::Null(_) => tokenizer::NullCharacterToken,
            Token::Comment(_) => tokenizer::CommentToken(StrTendril::new()),
            // A doctype may only change quirks. Like any token it ends the place where a line feed is dropped, and an
            // error does that and nothing else.
            Token::Doctype(_) => tokenizer::ParseError(Cow::Borrowed("")),
        }
    }
}

fn kind(is_end: bool) -> tokenizer::TagKind {
    if is_end {
        tokenizer::EndTag
    } else {
        tokenizer::StartTag
    }
}

/// The name of a tag, in small letters. Characters are decoded before that: the second byte of one may be a letter.
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

/// A name as a tree has it.
pub(crate) fn lower(name: &str) -> String {
    name.replace('\0', "\u{FFFD}").to_ascii_lowercase()
}

/// The attributes that the tree builder looks at: three elements are treated by one of theirs.
///
/// All others make no difference to the place of a meta. Those of `meta` itself are read from its tag. Formatting
/// elements with the same attributes are opened again three times at most (HTML §13.2.4.3), here whatever attributes
/// they have: that changes how many are open, and none of them decides where another element goes. A version of
/// `html5ever` that looks at another attribute shows in `tests`, which compare metas with those of a full parse.
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

/// An attribute with its value decoded.
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

/// Names of up to this many bytes are lowered without an allocation.
const LONGEST: usize = 32;

/// The builder would hand on the number of a line, which no sink here reads.
const LINE: u64 = 1;
