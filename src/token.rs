//! Who is addressed and who asks.

mod host;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

pub(crate) use self::host::{is_https, read_host};

use crate::provenance::{Shown, SmallStr};

/// The name of a crawler, compared without case (RFC 9309 §2.2.1).
///
/// RFC 9309 allows letters, `_` and `-`; tokens in use also hold digits and dots (`MJ12bot`, `archive.org_bot`), so
/// these are accepted too, a dot not in the first place.
///
/// ```
/// use robots_policy::ProductToken;
///
/// let token = ProductToken::new("ExampleBot")?;
/// assert_eq!(token, ProductToken::new("examplebot")?);
/// assert_eq!(token.as_str(), "ExampleBot");
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProductToken(SmallStr);

impl ProductToken {
    /// Takes a token as its owner spells it.
    ///
    /// # Errors
    /// - `""`: a token has at least one character;
    /// - `"Example Bot"`, `"ExampleBot/1.0"`, `"*"`: a token has only letters, digits, `_`, `-` and `.`;
    /// - `".bot"`: a token does not begin with a dot.
    pub fn new(text: &str) -> Result<ProductToken, InvalidProductToken> {
        ProductToken::read(text).ok_or_else(|| InvalidProductToken {
            text: text.into(),
            at: ProductToken::prefix_len(text.as_bytes()),
        })
    }

    /// The same, where it does not matter what is wrong.
    pub(crate) fn read(text: &str) -> Option<ProductToken> {
        ProductToken::is_one(text).then(|| ProductToken(SmallStr::new(text)))
    }

    pub(crate) fn is_one(text: &str) -> bool {
        !text.is_empty() && ProductToken::prefix_len(text.as_bytes()) == text.len()
    }

    /// How many bytes at the start of `text` could stand in a product token.
    pub(crate) fn prefix_len(text: &[u8]) -> usize {
        if text.first() == Some(&b'.') {
            return 0;
        }
        text.iter()
            .position(|octet| !ProductToken::has(*octet))
            .unwrap_or(text.len())
    }

    /// Whether a product token can hold this octet.
    pub(crate) fn has(octet: u8) -> bool {
        TOKEN_BYTES.get(usize::from(octet)) == Some(&true)
    }

    /// The token as it was spelled.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The same as octets, all of them ASCII.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// The token in lower case, as output spells it.
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

impl fmt::Display for ProductToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The error of [`ProductToken::new`]: which byte, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidProductToken {
    text: Box<str>,
    at: usize,
}

impl fmt::Display for InvalidProductToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InvalidProductToken { text, at } = self;
        match text.get(*at..).and_then(|rest| rest.chars().next()) {
            None => write!(f, "a product token cannot be empty"),
            Some(c) => write!(
                f,
                "`{}` is no product token: {c:?} at byte {at}; use letters, digits, `_`, `-` and inner dots, without a version",
                Shown(text)
            ),
        }
    }
}

impl std::error::Error for InvalidProductToken {}

/// Whom a statement addresses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Everybody: `*` in a field, `robots` in a `meta`, or no name at all.
    Global,
    /// One crawler.
    Token(ProductToken),
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scope::Global => f.write_str("*"),
            Scope::Token(token) => f.write_str(&token.to_lowercase()),
        }
    }
}

/// Who asks: the product tokens a client answers to, what it crawls for, and who signs for it.
///
/// ```
/// use robots_policy::{Accessor, ProductToken};
///
/// // A crawler with a family name: robots.txt picks the first token that has a group, page-level statements to
/// // either of them bind.
/// let news = Accessor::new("ExampleBot-News")?.with_token(ProductToken::new("ExampleBot")?);
/// assert_eq!(news.tokens().len(), 2);
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accessor {
    tokens: Vec<ProductToken>,
    page_tokens: Option<Vec<ProductToken>>,
    purposes: Vec<ProductToken>,
    signature_hosts: Vec<Box<str>>,
    obeys_global: bool,
}

impl Accessor {
    /// A client with one product token.
    ///
    /// # Errors
    /// What [`ProductToken::new`] refuses.
    pub fn new(token: &str) -> Result<Accessor, InvalidProductToken> {
        Ok(Accessor::anonymous().with_token(ProductToken::new(token)?))
    }

    /// A client that nobody names: only statements to everybody bind it.
    pub fn anonymous() -> Accessor {
        Accessor {
            tokens: Vec::new(),
            page_tokens: None,
            purposes: Vec::new(),
            signature_hosts: Vec::new(),
            obeys_global: true,
        }
    }

    /// Adds a token, less specific than those before it.
    #[must_use]
    pub fn with_token(mut self, token: ProductToken) -> Accessor {
        self.tokens.push(token);
        self
    }

    /// Sets the tokens by which fields and metas address this client, where they differ from those of robots.txt.
    #[must_use]
    pub fn with_page_tokens(mut self, tokens: Vec<ProductToken>) -> Accessor {
        self.page_tokens = Some(tokens);
        self
    }

    /// Adds a purpose that this client crawls for, as `user-agent-purpose` lines name it (draft-illyes-rep-purpose).
    /// A purpose token has the letters of a product token and is compared like one.
    #[must_use]
    pub fn with_purpose(mut self, purpose: ProductToken) -> Accessor {
        self.purposes.push(purpose);
        self
    }

    /// Adds hosts that verifiably sign for this client.
    pub(crate) fn add_signature_hosts<'h>(&mut self, hosts: impl Iterator<Item = &'h str>) {
        self.signature_hosts.extend(hosts.map(Box::from));
    }

    /// Says whether statements to everybody bind this client (default: true). Some special-purpose crawlers follow
    /// only what names them.
    #[must_use]
    pub fn with_obeys_global(mut self, obeys: bool) -> Accessor {
        self.obeys_global = obeys;
        self
    }

    /// The product tokens, most specific first; empty for an anonymous client.
    pub fn tokens(&self) -> &[ProductToken] {
        &self.tokens
    }

    /// The tokens that fields and metas may use.
    pub fn page_tokens(&self) -> &[ProductToken] {
        self.page_tokens.as_deref().unwrap_or(&self.tokens)
    }

    /// What this client crawls for; empty for a client that states no purpose.
    pub fn purposes(&self) -> &[ProductToken] {
        &self.purposes
    }

    /// The hosts that verifiably sign for this client, in lower case.
    pub fn signature_hosts(&self) -> impl Iterator<Item = &str> {
        self.signature_hosts.iter().map(|host| &**host)
    }

    /// Whether statements to everybody bind this client.
    pub fn obeys_global(&self) -> bool {
        self.obeys_global
    }
}

/// The bytes of product tokens.
static TOKEN_BYTES: [bool; 256] = letters_digits_and(b"_-.");

/// Which bytes are ASCII letters or digits, or one of `others`.
pub(crate) const fn letters_digits_and(others: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut rest: &mut [bool] = &mut table;
    let mut byte = 0_u8;
    while let [is_in, behind @ ..] = rest {
        *is_in = byte.is_ascii_alphanumeric();
        let mut others = others;
        while let [other, more @ ..] = others {
            *is_in |= *other == byte;
            others = more;
        }
        byte = byte.wrapping_add(1);
        rest = behind;
    }
    table
}
