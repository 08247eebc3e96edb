//! Product tokens: the names of crawlers.
//!
//! One table of bytes, made by the build, decides what a token may hold. All readers use it, so that a name that is a
//! token in a field is one in robots.txt and in an option of the command line. Equality, order and hash ignore ASCII
//! case and agree with each other; the spelling of the owner is kept for output that quotes it.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use crate::names::serde_as_text;
use crate::provenance::{Shown, SmallStr};

/// The name of a crawler, compared without case (RFC 9309 §2.2.1).
///
/// RFC 9309 allows letters, `_` and `-`. Tokens in use also hold digits and dots (`MJ12bot`, `archive.org_bot`), so
/// these are accepted too, except a dot in the first place. A version is not part of a token: `ExampleBot`, not
/// `ExampleBot/1.0`.
///
/// A token of up to 30 bytes takes no allocation. With the feature `serde` it is written as a text.
///
/// # Examples
///
/// ```
/// use robots_policy::ProductToken;
///
/// let token = ProductToken::new("ExampleBot")?;
/// assert_eq!(token, ProductToken::new("examplebot")?);
/// assert_eq!(token.as_str(), "ExampleBot");
/// assert!(token == *"EXAMPLEBOT");
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProductToken(SmallStr);

impl ProductToken {
    /// A token as its owner spells it; the spelling is kept, and does not matter for comparisons.
    ///
    /// # Errors
    /// - `""`: a token has at least one character;
    /// - `"Example Bot"`, `"ExampleBot/1.0"`, `"*"`: a token has only letters, digits, `_`, `-` and `.`;
    /// - `".bot"`: a token does not begin with a dot.
    ///
    /// The error names the first byte that is wrong, and its text says what to write:
    ///
    /// ```
    /// use robots_policy::ProductToken;
    ///
    /// let error = ProductToken::new("ExampleBot/1.0").unwrap_err();
    /// assert_eq!((error.text(), error.at()), ("ExampleBot/1.0", 10));
    /// assert!(error.to_string().ends_with("without a version"));
    /// ```
    pub fn new(text: &str) -> Result<ProductToken, InvalidProductToken> {
        ProductToken::read(text).ok_or_else(|| InvalidProductToken {
            text: text.into(),
            at: ProductToken::prefix_len(text.as_bytes()),
            is_member: false,
        })
    }

    /// A token that is part of the program; in a constant it is checked when the program is compiled.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, ProductToken};
    ///
    /// const ME: ProductToken = ProductToken::from_static("ExampleBot");
    /// let me = Client::from(ME);
    /// assert_eq!(me.to_string(), "ExampleBot");
    /// ```
    ///
    /// A blank ends the compilation:
    ///
    /// ```compile_fail
    /// const ME: robots_policy::ProductToken = robots_policy::ProductToken::from_static("Example Bot");
    /// ```
    ///
    /// # Panics
    /// If [`ProductToken::new`] refuses the text, and if it is longer than 30 bytes: a constant has no allocation.
    pub const fn from_static(text: &'static str) -> ProductToken {
        let mut rest = text.as_bytes();
        assert!(
            !matches!(rest, [] | [b'.', ..]),
            "a product token begins with a letter, a digit, `_` or `-`"
        );
        while let [octet, more @ ..] = rest {
            assert!(
                is_letter_digit_or(*octet, OTHER_BYTES),
                "a product token has only letters, digits, `_`, `-` and inner dots"
            );
            rest = more;
        }
        ProductToken(SmallStr::from_static(text))
    }

    /// [`ProductToken::new`] for readers, which report a wrong token themselves.
    pub(crate) fn read(text: &str) -> Option<ProductToken> {
        ProductToken::is_one(text).then(|| ProductToken(SmallStr::new(text)))
    }

    /// Whether the whole text is a product token.
    pub(crate) fn is_one(text: &str) -> bool {
        !text.is_empty() && ProductToken::prefix_len(text.as_bytes()) == text.len()
    }

    /// The length of the longest product token that `text` begins with; 0 if it begins with none. robots.txt reads the
    /// name of a client in this way (RFC 9309 §2.2.1).
    pub(crate) fn prefix_len(text: &[u8]) -> usize {
        if text.first() == Some(&b'.') {
            return 0;
        }
        text.iter()
            .position(|octet| !ProductToken::has(*octet))
            .unwrap_or(text.len())
    }

    /// For each octet, whether a product token can hold it.
    pub(crate) const BYTES: [bool; 256] = letters_digits_and(OTHER_BYTES);

    /// Whether a product token can hold this octet.
    pub(crate) fn has(octet: u8) -> bool {
        TOKEN_BYTES.get(usize::from(octet)) == Some(&true)
    }

    /// The token as it was spelled.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The octets of the token, all of them ASCII.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// The token in lower case, as records and [`Scope`](crate::Scope) spell it.
    pub fn to_lowercase(&self) -> String {
        self.as_str().to_ascii_lowercase()
    }
}

impl PartialEq for ProductToken {
    fn eq(&self, other: &ProductToken) -> bool {
        self.0.as_bytes().eq_ignore_ascii_case(other.0.as_bytes())
    }
}

impl Eq for ProductToken {}

/// Compares without case: `token == *"examplebot"`.
impl PartialEq<str> for ProductToken {
    fn eq(&self, other: &str) -> bool {
        self.as_str().eq_ignore_ascii_case(other)
    }
}

impl PartialEq<&str> for ProductToken {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl PartialOrd for ProductToken {
    fn partial_cmp(&self, other: &ProductToken) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The order of the tokens in lower case, so that equal tokens are neighbours.
impl Ord for ProductToken {
    fn cmp(&self, other: &ProductToken) -> Ordering {
        let [own, others] = [self, other].map(|token| token.as_bytes().iter());
        let own = own.map(u8::to_ascii_lowercase);
        own.cmp(others.map(u8::to_ascii_lowercase))
    }
}

impl AsRef<str> for ProductToken {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

/// The hash of the token in lower case, in agreement with `Eq`. The last byte, as for `str`, separates a token from the
/// data that is hashed after it.
impl Hash for ProductToken {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for byte in self.0.as_bytes() {
            state.write_u8(byte.to_ascii_lowercase());
        }
        state.write_u8(0xFF);
    }
}

impl FromStr for ProductToken {
    type Err = InvalidProductToken;

    fn from_str(text: &str) -> Result<ProductToken, InvalidProductToken> {
        ProductToken::new(text)
    }
}

impl TryFrom<&str> for ProductToken {
    type Error = InvalidProductToken;

    fn try_from(text: &str) -> Result<ProductToken, InvalidProductToken> {
        ProductToken::new(text)
    }
}

impl TryFrom<String> for ProductToken {
    type Error = InvalidProductToken;

    fn try_from(text: String) -> Result<ProductToken, InvalidProductToken> {
        ProductToken::new(&text)
    }
}

impl fmt::Display for ProductToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

serde_as_text!(ProductToken);

/// The error of [`ProductToken::new`], and of reading a list of tokens as a [`Client`](crate::Client).
///
/// Its text form names the byte that is wrong and the fix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidProductToken {
    text: Box<str>,
    at: usize,
    /// Whether it is a member of a list: an empty one has another message.
    is_member: bool,
}

impl InvalidProductToken {
    /// The text that was refused; of a list, the member.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The first byte of [`InvalidProductToken::text`] that is wrong; 0 for an empty text.
    pub fn at(&self) -> usize {
        self.at
    }

    /// This error as one about a member of a list.
    pub(super) fn of_member(self) -> InvalidProductToken {
        InvalidProductToken {
            is_member: true,
            ..self
        }
    }
}

impl fmt::Display for InvalidProductToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InvalidProductToken { text, at, .. } = self;
        match text.get(*at..).and_then(|rest| rest.chars().next()) {
            None if self.is_member => f.write_str(
                "a product token cannot be empty; leave the comma out, or write `*` for a client without a token",
            ),
            None => f.write_str("a product token cannot be empty"),
            Some(c) => write!(
                f,
                "`{}` is not a product token: {c:?} at byte {at}; use letters, digits, `_`, `-` and inner dots, without a version",
                Shown(text)
            ),
        }
    }
}

impl std::error::Error for InvalidProductToken {}

/// Whether each byte may be in a product token. One look-up a byte, because robots.txt files are walked over by it.
static TOKEN_BYTES: [bool; 256] = ProductToken::BYTES;

/// The bytes of product tokens that are neither letters nor digits.
const OTHER_BYTES: &[u8] = b"_-.";

/// For each byte, whether it is an ASCII letter, a digit, or one of `others`.
pub(crate) const fn letters_digits_and(others: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut rest: &mut [bool] = &mut table;
    let mut byte = 0_u8;
    while let [is_in, more @ ..] = rest {
        *is_in = is_letter_digit_or(byte, others);
        byte = byte.wrapping_add(1);
        rest = more;
    }
    table
}

/// The rule of [`letters_digits_and`] for one byte.
const fn is_letter_digit_or(byte: u8, mut others: &[u8]) -> bool {
    let mut is_in = byte.is_ascii_alphanumeric();
    while let [other, more @ ..] = others {
        is_in |= *other == byte;
        others = more;
    }
    is_in
}
