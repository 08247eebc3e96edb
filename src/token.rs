//! Clients: the ones that a statement addresses, and the one that asks.
//!
//! [`ProductToken`] is the name of a crawler. A [`Scope`] is the address of a statement: every client, or one product
//! token. A [`Client`] is the client that asks: its product tokens, its purposes and the hosts that sign for it. The
//! policy alone decides which statements reach a client; readers only skip text that cannot matter to it. `host` reads
//! host names, which identify the signers of clients in fields and in robots.txt; `crawlers` lists the tokens that are known.

mod ascii;
mod client;
pub(crate) mod crawlers;
mod host;
mod product_token;
mod user_agent;

use std::fmt;
use std::str::FromStr;

#[cfg(feature = "idna-given")]
pub use self::ascii::give_idna;
pub(crate) use self::ascii::{is_beyond_tables, to_ascii};
pub use self::client::Client;
pub(crate) use self::host::{is_https, read_host};
pub(crate) use self::product_token::letters_digits_and;
pub use self::product_token::{InvalidProductToken, ProductToken};

use crate::names::serde_as_text;

/// The clients that a statement addresses. There are no others than these two kinds: a statement for several crawlers
/// is read as one for each.
///
/// Its text form is `*` or the product token in lower case. It is read back from that form.
///
/// # Examples
///
/// ```
/// use robots_policy::{ProductToken, Scope};
///
/// assert_eq!("*".parse::<Scope>()?, Scope::Global);
/// assert_eq!("ExampleBot".parse::<Scope>()?, Scope::from(ProductToken::from_static("examplebot")));
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Every client: `*` in a field, `robots` in a `meta`, or a statement without a name. A client can opt out with
    /// [`Client::with_obeys_global`].
    Global,
    /// The clients of one product token: `ExampleBot: noindex`, `<meta name=examplebot …>`.
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

impl FromStr for Scope {
    type Err = InvalidProductToken;

    /// Reads `*` or a product token. `robots` is a product token here; readers of fields and metas take it for `*`.
    ///
    /// # Errors
    /// Every other text that [`ProductToken::new`] refuses.
    fn from_str(text: &str) -> Result<Scope, InvalidProductToken> {
        match text {
            "*" => Ok(Scope::Global),
            _ => ProductToken::new(text).map(Scope::Token),
        }
    }
}

impl From<ProductToken> for Scope {
    fn from(token: ProductToken) -> Scope {
        Scope::Token(token)
    }
}

serde_as_text!(Scope);
