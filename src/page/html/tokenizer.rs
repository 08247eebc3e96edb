//! The tokenizer of the HTML standard (§13.2.5) over bytes that are in memory as a whole.
//!
//! **What it is.** A tree builder needs tokens, and a diagnostic needs bytes. html5ever's own tokenizer decodes first
//! and forgets positions, so this one cuts the undecoded bytes and gives html5ever's tree builder the few attributes
//! that it looks at. Names and values are decoded only for tags that may matter.
//!
//! **Invariants.** Tokens do not overlap, come in the order of the document, and end before the end of the bytes. The
//! tokens of a prefix are a prefix of the tokens. A tag ends at the same byte as in `meta::head`, which reads the same
//! grammar byte by byte.
//!
//! **What breaks if touched.** One wrong state after a start tag (raw text, plaintext, a section of SVG) hides or
//! invents every meta after it. The state depends on the tree, so the caller must report it before the next token. If a
//! token could touch the end of the bytes, a template that is read again when more of it has arrived could give other
//! tokens than before.
//!
//! **Which test notices.** `html::tests` compares trees of random token soups and of mutated pages with those of
//! html5ever's tokenizer, in each kind of encoding; the fuzz target `head` does the same for any bytes.

use std::borrow::Cow;
use std::ops::Range;

use crate::decode::{BIG5, Encoding, GB18030, GBK, SHIFT_JIS};

use crate::decode::{Decoder, decode};
use crate::page::html::markup::Markup;
use crate::page::html::raw_text::RawText;
use crate::page::html::swar;
use crate::page::html::tag::{self, ends_name};

/// Cuts bytes into tags, texts and comments, each with its byte range.
///
/// Nothing is decoded to find them: in every encoding that comes here, `<`, `>`, `/`, quotes, `=`, white space and NUL
/// are bytes of their own, never part of another character. The one exception is `]`, see [`section_end`].
///
/// Three answers depend on the tree, so the caller gives them: whether the text after a start tag is raw
/// ([`Tokenizer::raw`]), whether all that follows is text ([`Tokenizer::over`]), and whether an element of SVG or
/// `MathML` is open (the closure of [`Tokenizer::next`]).
///
/// A construct that touches the end of the bytes gives no token, because more bytes could change it. So the tokens of
/// the first part of a document are the first tokens of the document, and a tree builder does the same work for them.
/// `tests::trees_of_soup` compares the trees with those of `html5ever`'s own tokenizer.
pub(crate) struct Tokenizer<'a> {
    /// All ranges of the tokens count from the first of these.
    bytes: &'a [u8],
    /// Decodes names and values, and decides where a section ends. Tags are found without it.
    encoding: &'static Encoding,
    /// The next byte to read.
    at: usize,
    state: TokenizerState,
}

/// The state of the tokenizer, which decides how the bytes from `at` on are read.
enum TokenizerState {
    /// Text and markup: the data state (§13.2.5.1).
    Data,
    /// In the raw text of an element (§13.2.5.2 to §13.2.5.4), which began at this byte.
    Raw(RawText, usize),
    /// In a CDATA section (§13.2.5.69) of SVG or `MathML`, whose `]]>` begins at this byte.
    Section(usize),
    /// After `<plaintext>` (§13.2.5.5): the rest is text, and gives no tokens.
    Over,
}

/// A token with its byte range.
///
/// Raw text gives no token of its own: html5ever's tree builder needs none to place the elements, and a `noscript` is
/// read by its range ([`Tokenizer::open_raw_text`], or the bytes before its end tag).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A start tag or an end tag with a name.
    Tag(Tag),
    /// Text without NUL. True if a `&` in it may begin a reference; false in a section, where it is only a character.
    Text(Range<usize>, bool),
    /// A run of NULs. The tree builder drops them or replaces them by U+FFFD, depending on the open element, so they
    /// are a token of their own.
    Null(Range<usize>),
    /// A comment or a bogus comment, from `<` to after `>`.
    Comment(Range<usize>),
    /// A doctype, from `<` to after `>`; nothing in it is read.
    Doctype(Range<usize>),
}

/// A tag, cut but not decoded. Its attributes are cut again where they are needed, by [`tag::attributes`] from the end
/// of the name on: for most tags no one needs them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tag {
    pub(crate) is_end: bool,
    /// Whether a `/` comes directly before the `>`. In `<g d=/>` it does not count: it belongs to the value.
    pub(crate) is_self_closing: bool,
    /// From its `<` to after its `>`.
    pub(crate) place: Range<usize>,
    /// The bytes of the name, as they are spelled.
    pub(crate) name: Range<usize>,
    /// Whether it has an attribute as long as `data-nosnippet`, or as `class` with a `-n` or a reference in a long value: then it may
    /// be a mark.
    #[cfg(feature = "parts")]
    pub(crate) may_be_mark: bool,
}

impl Token {
    /// The offset after its last byte.
    pub(crate) fn end(&self) -> usize {
        match self {
            Token::Tag(tag) => tag.place.end,
            Token::Text(place, _)
            | Token::Null(place)
            | Token::Comment(place)
            | Token::Doctype(place) => place.end,
        }
    }
}

/// The construct that a `<` begins (§13.2.5.6, §13.2.5.7).
enum Begun {
    /// `<` and a letter.
    StartTag,
    /// `</` and a letter.
    EndTag,
    /// `</>`, which the standard drops: it gives no token.
    Nothing,
    /// `<!`: a comment, a doctype, a section or a bogus comment.
    Declaration,
    /// A bogus comment: `<?`, or `</` without a letter. Its content begins after this number of bytes.
    Bogus(usize),
    /// The `<` is a character of a text.
    Text,
}

impl<'a> Tokenizer<'a> {
    /// A tokenizer at the start of `bytes`, in the data state. The encoding must be ASCII-compatible.
    pub(crate) fn new(bytes: &'a [u8], encoding: &'static Encoding) -> Tokenizer<'a> {
        Tokenizer {
            bytes,
            encoding,
            at: 0,
            state: TokenizerState::Data,
        }
    }

    /// All bytes, for the ranges of the tokens.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The text of a name or a value.
    ///
    /// The byte after it belongs to the tag and is never part of a character. It is decoded too and then cut off,
    /// because the output of a decoder for half a character depends on the bytes that follow. In GB18030 the bytes `81
    /// 30` at the end of the input are one U+FFFD, but before a `>` they are U+FFFD and `0`.
    pub(crate) fn decoded(&self, place: &Range<usize>) -> Cow<'a, str> {
        let bytes = self.bytes.get(place.start..=place.end).unwrap_or_default();
        match decode(self.encoding, bytes).0 {
            Cow::Borrowed(text) => {
                Cow::Borrowed(text.get(..text.len().saturating_sub(1)).unwrap_or_default())
            }
            Cow::Owned(mut text) => {
                text.pop();
                Cow::Owned(text)
            }
        }
    }

    /// The next token, or `None` if the rest of the bytes holds no complete one.
    ///
    /// `is_foreign` reports whether the adjusted current node is an element of SVG or `MathML`. It is called only at
    /// `<![CDATA[`, which begins a section there and a bogus comment everywhere else (§13.2.5.42).
    pub(crate) fn next(&mut self, is_foreign: impl Fn() -> bool) -> Option<Token> {
        match self.state {
            TokenizerState::Data => self.data(is_foreign),
            TokenizerState::Raw(raw, _) => self.raw_text(raw),
            TokenizerState::Section(end) if self.at < end => self.section(end),
            TokenizerState::Section(end) => {
                self.at = end + SECTION_END.len();
                self.state = TokenizerState::Data;
                self.data(is_foreign)
            }
            TokenizerState::Over => None,
        }
    }

    /// Sets that the text after the last start tag is raw. Call it before the next token is requested.
    pub(crate) fn raw(&mut self, raw: RawText) {
        self.state = TokenizerState::Raw(raw, self.at);
    }

    /// Sets that all that follows is text: the tree builder has opened a `plaintext`.
    pub(crate) fn over(&mut self) {
        self.state = TokenizerState::Over;
    }

    /// The raw text in which the bytes end; `None` if they do not end in one.
    ///
    /// It ends before an end tag whose name is complete but whose `>` is missing. The reader of a `noscript` that the
    /// document never closes needs it.
    pub(crate) fn open_raw_text(&self) -> Option<Range<usize>> {
        let TokenizerState::Raw(mut raw, start) = self.state else {
            return None;
        };
        let rest = self.bytes.get(start..).unwrap_or_default();
        let end = raw
            .skip(rest)
            .map_or(rest.len(), |len| len - raw.end_tag_len());
        Some(start..start + end)
    }

    /// The text in which the bytes end, which is no token, and whether it may have references; `None` if they end in anything else.
    #[cfg(feature = "parts")]
    pub(crate) fn last_text(&self, is_foreign: bool) -> Option<(Range<usize>, bool)> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        if matches!(self.state, TokenizerState::Data) && is_foreign && rest.starts_with(SECTION) {
            let start = self.at + SECTION.len();
            return (start < self.bytes.len()).then_some((start..self.bytes.len(), false));
        }
        let mut end = match self.state {
            TokenizerState::Raw(..) => return None,
            TokenizerState::Over => self.bytes.len(),
            TokenizerState::Data | TokenizerState::Section(_) => self.at,
        };
        while let Some(byte) = self.bytes.get(end) {
            let after = self.bytes.get(end + 1..).unwrap_or_default();
            // A `<` at the end is a character.
            let is_text =
                *byte != b'<' || after.is_empty() || matches!(begun(after), Some(Begun::Text));
            if !is_text || *byte == 0 {
                break;
            }
            end += 1;
        }
        (self.at < end).then_some((self.at..end, true))
    }

    /// The first byte that is in no token so far.
    #[cfg(feature = "parts")]
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Reads a token in the data state. The loop passes constructs that give none: `</>` and empty sections.
    fn data(&mut self, is_foreign: impl Fn() -> bool) -> Option<Token> {
        loop {
            let rest = self.bytes.get(self.at..)?;
            match rest.first()? {
                0 => return self.nulls(),
                b'<' => match begun(rest.get(1..)?)? {
                    Begun::StartTag => return self.tag(self.at + 1, false),
                    Begun::EndTag => return self.tag(self.at + 2, true),
                    Begun::Nothing => self.at += NOTHING.len(),
                    Begun::Bogus(len) => return self.markup(Markup::Bogus, len),
                    Begun::Declaration if rest.starts_with(SECTION) && is_foreign() => {
                        let start = self.at + SECTION.len();
                        let end = section_end(self.bytes, start, self.encoding)?;
                        self.at = start;
                        if self.at < end {
                            self.state = TokenizerState::Section(end);
                            return self.section(end);
                        }
                        self.at = end + SECTION_END.len();
                    }
                    Begun::Declaration
                        if rest.len() < SECTION.len() && SECTION.starts_with(rest) =>
                    {
                        return None;
                    }
                    Begun::Declaration => return self.markup(Markup::DeclarationOpen, 2),
                    Begun::Text => return self.text(),
                },
                _ => return self.text(),
            }
        }
    }

    /// Reads text up to a NUL, or a `<` that begins something.
    fn text(&mut self) -> Option<Token> {
        let start = self.at;
        let mut end = start + 1;
        loop {
            end += memchr::memchr2(b'<', 0, self.bytes.get(end..)?)?;
            let is_end = self.bytes.get(end) == Some(&0)
                || !matches!(begun(self.bytes.get(end + 1..)?)?, Begun::Text);
            if is_end {
                self.at = end;
                return Some(Token::Text(start..end, true));
            }
            end += 1;
        }
    }

    /// Reads a run of NULs that ends before the end of the bytes.
    fn nulls(&mut self) -> Option<Token> {
        let start = self.at;
        let len = self
            .bytes
            .get(start..)?
            .iter()
            .position(|byte| *byte != 0)?;
        self.at = start + len;
        Some(Token::Null(start..self.at))
    }

    /// Reads the tag whose name begins there.
    fn tag(&mut self, name: usize, is_end: bool) -> Option<Token> {
        let (name_end, _) = swar::seek_sign(self.bytes, name, ends_name)?;
        self.tag_of(self.at, name..name_end, is_end)
    }

    /// Reads the attributes of the tag that begins at `start`. A `/` before its `>` may belong to a value without
    /// quotes.
    fn tag_of(&mut self, start: usize, name: Range<usize>, is_end: bool) -> Option<Token> {
        let mut value_end = 0;
        #[cfg(feature = "parts")]
        let mut may_be_mark = false;
        let end = tag::attributes(self.bytes, name.end, |attribute| {
            value_end = attribute.value.end;
            #[cfg(feature = "parts")]
            {
                let first = self.bytes.get(attribute.name.start).map(|byte| byte | 0x20);
                may_be_mark |= match attribute.name.len() {
                    14 => first == Some(b'd'),
                    5 if first == Some(b'c') && attribute.value.len() >= 16 => {
                        let value = self.bytes.get(attribute.value).unwrap_or_default();
                        let pairs = value.iter().zip(value.get(1..).unwrap_or_default());
                        let mut pairs = pairs.map(|(a, b)| (*a, b | 0x20));
                        pairs.any(|pair| pair.0 == b'&' || pair == (b'-', b'n'))
                    }
                    _ => false,
                };
            }
        })?;
        let is_slash = self.bytes.get(end.checked_sub(2)?) == Some(&b'/');
        self.at = end;
        Some(Token::Tag(Tag {
            is_end,
            is_self_closing: is_slash && value_end + 1 != end,
            place: start..end,
            name,
            #[cfg(feature = "parts")]
            may_be_mark,
        }))
    }

    /// Reads a comment or a doctype, whose content begins `after` bytes after the `<`. A doctype ends where a bogus
    /// comment with the same bytes ends, so only the first letters distinguish the two.
    fn markup(&mut self, mut markup: Markup, after: usize) -> Option<Token> {
        let start = self.at;
        let inner = self.bytes.get(start + after..)?;
        let end = start + after + markup.skip(inner)?;
        self.at = end;
        let is_doctype = markup == Markup::Bogus
            && after == 2
            && inner
                .get(..DOCTYPE.len())
                .is_some_and(|word| word.eq_ignore_ascii_case(DOCTYPE))
            && self.bytes.get(start + 1) == Some(&b'!');
        Some(if is_doctype {
            Token::Doctype(start..end)
        } else {
            Token::Comment(start..end)
        })
    }

    /// Reads the next text or run of NULs in a section that ends at `end`, before which at least one byte is left.
    fn section(&mut self, end: usize) -> Option<Token> {
        let start = self.at;
        let rest = self.bytes.get(start..end)?;
        let nulls = rest.iter().take_while(|byte| **byte == 0).count();
        if nulls > 0 {
            self.at += nulls;
            return Some(Token::Null(start..self.at));
        }
        self.at += memchr::memchr(0, rest).unwrap_or(rest.len());
        Some(Token::Text(start..self.at, false))
    }

    /// Passes raw text and reads the end tag after it, which is the token.
    fn raw_text(&mut self, mut raw: RawText) -> Option<Token> {
        let len = raw.skip(self.bytes.get(self.at..)?)?;
        let name_end = self.at + len;
        let start = name_end - raw.end_tag_len();
        let tag = self.tag_of(start, start + 2..name_end, true)?;
        self.state = TokenizerState::Data;
        Some(tag)
    }
}

/// The construct that a `<` before these bytes begins; `None` if more bytes are needed to know.
fn begun(after: &[u8]) -> Option<Begun> {
    Some(match after {
        [] | [b'/'] => return None,
        [b'/', b'>', ..] => Begun::Nothing,
        [b'/', letter, ..] if letter.is_ascii_alphabetic() => Begun::EndTag,
        [b'/', ..] => Begun::Bogus(2),
        [b'?', ..] => Begun::Bogus(1),
        [b'!', ..] => Begun::Declaration,
        [letter, ..] if letter.is_ascii_alphabetic() => Begun::StartTag,
        _ => Begun::Text,
    })
}

/// The offset of the `]]>` that ends the section whose content begins at `start`.
///
/// In four encodings `]` may be the second byte of a character: in `Shift_JIS` `83 5D 5D 3E` is one character, `]` and
/// `>`, and ends no section. So the text before a `]]>` is decoded as far as there. The decoder continues from one
/// candidate to the next, so no byte is decoded twice. `tests::trees_of_bytes_of_other_encodings` has such bytes.
fn section_end(bytes: &[u8], start: usize, encoding: &'static Encoding) -> Option<usize> {
    let rest = bytes.get(start..)?;
    let mut ends = memchr::memmem::find_iter(rest, SECTION_END);
    if ![SHIFT_JIS, GBK, GB18030, BIG5].contains(&encoding) {
        return ends.next().map(|at| start + at);
    }
    let mut decoder = Decoder::new(encoding);
    let mut text = String::new();
    let mut done = 0;
    let end = ends.find(|at| {
        let after = at + SECTION_END.len();
        let more = rest.get(done..after).unwrap_or_default();
        text.clear();
        decoder.feed(more, &mut text);
        done = after;
        text.ends_with("]]>")
    });
    end.map(|at| start + at)
}

const NOTHING: &[u8] = b"</>";
/// The standard compares it with regard to case (§13.2.5.42), unlike [`DOCTYPE`].
const SECTION: &[u8] = b"<![CDATA[";
const SECTION_END: &[u8] = b"]]>";
const DOCTYPE: &[u8] = b"doctype";
