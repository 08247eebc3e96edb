//! The client that asks.
//!
//! A [`Client`] is plain data that its owner vouches for: nothing here reads a request or verifies a signature.
//! Three parts of the crate look at three parts of it. Groups of robots.txt are selected by tokens, purposes and
//! signing hosts; page-level statements reach it by [`Client::page_tokens`] and [`Client::obeys_global`]; reports
//! print the tokens.

use std::fmt;
use std::str::FromStr;

use super::product_token::{InvalidProductToken, ProductToken};
use crate::ai::preference::Activity;

/// The client that asks: the product tokens it answers to, the purposes it crawls for, and the hosts that sign for it.
///
/// Make one for each crawler, once, and ask every [`Policy`](crate::Policy) with it. A crawler with one name needs only
/// [`Client::new`]. The other methods are for families of crawlers, purposes and signatures.
///
/// # Examples
///
/// ```
/// use robots_policy::{Client, ProductToken};
///
/// // A crawler with a family name: robots.txt picks the first token that has a group, page-level statements to
/// // either of them bind.
/// let news: Client = "ExampleBot-News, ExampleBot".parse()?;
/// assert_eq!(news.tokens().len(), 2);
/// assert_eq!(news, Client::new("ExampleBot-News")?.with_token(ProductToken::from_static("ExampleBot")));
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
///
/// With the feature `serde` it is an object of the settings: `tokens`, `page_tokens`, `purposes`, `signature_hosts`,
/// `obeys_global`, `policy_tokens`, `first_group`. Whoever writes such an object vouches for its `signature_hosts`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct Client {
    tokens: Vec<ProductToken>,
    /// `None`: those of robots.txt.
    page_tokens: Option<Vec<ProductToken>>,
    purposes: Vec<ProductToken>,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "hosts"))]
    signature_hosts: Vec<Box<str>>,
    obeys_global: bool,
    policy_tokens: Vec<(ProductToken, Vec<Activity>)>,
    first_group: bool,
}

impl Client {
    /// A client with one product token, without its version: `ExampleBot` for `Mozilla/5.0 (compatible;
    /// ExampleBot/1.0)`.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::Client;
    ///
    /// assert_eq!(Client::new("ExampleBot")?.to_string(), "ExampleBot");
    /// assert!(Client::new("ExampleBot/1.0").is_err());
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    ///
    /// # Errors
    /// Every text that [`ProductToken::new`] refuses.
    pub fn new(token: &str) -> Result<Client, InvalidProductToken> {
        Ok(Client::anonymous().with_token(ProductToken::new(token)?))
    }

    /// A client without a product token: only statements to every client bind it, and of robots.txt the groups for `*`.
    pub fn anonymous() -> Client {
        Client {
            tokens: Vec::new(),
            page_tokens: None,
            purposes: Vec::new(),
            signature_hosts: Vec::new(),
            obeys_global: true,
            policy_tokens: Vec::new(),
            first_group: false,
        }
    }

    /// Adds a token, less specific than those before it.
    ///
    /// In robots.txt the first token that has a group selects it, and groups of the other tokens do not apply (RFC 9309
    /// §2.2.1). Page-level statements to any of the tokens bind.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, ProductToken, RobotsTxt};
    ///
    /// let news = Client::new("ExampleBot-News")?.with_token(ProductToken::new("ExampleBot")?);
    /// let file = RobotsTxt::parse(b"User-agent: *\nDisallow: /\n\nUser-agent: ExampleBot\nAllow: /").value;
    /// assert!(file.access(&news, "/page").is_allowed());
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn with_token(mut self, token: ProductToken) -> Client {
        self.tokens.push(token);
        self
    }

    /// Sets the tokens by which fields and metas address this client, if they differ from those of robots.txt.
    ///
    /// An empty list means that no name addresses it there, so that only statements to every client bind.
    #[must_use]
    pub fn with_page_tokens(mut self, tokens: Vec<ProductToken>) -> Client {
        self.page_tokens = Some(tokens);
        self
    }

    /// Adds a purpose that this client crawls for, as `user-agent-purpose` lines name it (draft-illyes-rep-purpose).
    /// A purpose has the letters of a product token and is compared like one. Purposes matter to robots.txt alone.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, ProductToken};
    ///
    /// let trainer = Client::new("ExampleBot")?.with_purpose(ProductToken::from_static("train-ai"));
    /// assert_eq!(trainer.purposes(), [ProductToken::from_static("train-ai")]);
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn with_purpose(mut self, purpose: ProductToken) -> Client {
        self.purposes.push(purpose);
        self
    }

    /// Adds hosts that verifiably sign for this client; the public way is `with_verified_signature`.
    pub(crate) fn add_signature_hosts<'h>(&mut self, hosts: impl Iterator<Item = &'h str>) {
        self.signature_hosts.extend(hosts.map(Box::from));
    }

    /// Adds a policy token: a product token that no crawler sends, by which robots.txt states what the owner of this client
    /// may do with pages. `uses` are the activities that the token is about; without any, its answer is only reported.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::uses::{Activity, Answer};
    /// use robots_policy::{Client, Policy, ProductToken, RobotsTxt, Timestamp};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: Google-Extended\nDisallow: /\n\nUser-agent: *\nAllow: /");
    /// let extended = ProductToken::from_static("Google-Extended");
    /// let me = Client::new("Googlebot")?.with_policy_token(extended, vec![Activity::Train]);
    /// let policy = Policy::new().with_robots(robots);
    /// let verdict = policy.verdict(&me, "/page", Timestamp::from_unix(0));
    /// assert!(verdict.access().is_allowed());
    /// assert_eq!(verdict.uses().of(Activity::Train), Some(Answer::Disallow));
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    #[must_use]
    #[doc(hidden)]
    pub fn with_policy_token(mut self, token: ProductToken, uses: Vec<Activity>) -> Client {
        self.policy_tokens.push((token, uses));
        self
    }

    /// The policy tokens, and the activities that each is about.
    pub fn policy_tokens(&self) -> &[(ProductToken, Vec<Activity>)] {
        &self.policy_tokens
    }

    /// Sets whether statements to every client bind this client (default: true). Some special-purpose crawlers obey
    /// only statements that name them.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::ledger::{Assumed, Input};
    /// use robots_policy::{Client, Policy, Timestamp};
    ///
    /// let mut headers = http::HeaderMap::new();
    /// headers.insert("x-robots-tag", "noindex".parse().unwrap());
    /// let policy = Policy::new().with_headers(&headers).with_assumed(Assumed::new().with(Input::Document));
    /// let special = Client::new("ExampleBot-Ads")?.with_obeys_global(false);
    /// assert!(policy.verdict(&special, "/", Timestamp::from_unix(0)).may_index());
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn with_obeys_global(mut self, obeys: bool) -> Client {
        self.obeys_global = obeys;
        self
    }

    /// Sets whether only the first group in robots.txt that names this client, or `*`, binds it (default: false). RFC 9309
    /// §2.2.1 merges all groups of one name; some crawlers stop at the first of them.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, RobotsTxt};
    ///
    /// let file = b"User-agent: ExampleBot\nDisallow: /a\n\nUser-agent: ExampleBot\nDisallow: /b";
    /// let robots = RobotsTxt::parse(file).value;
    /// let me = Client::new("ExampleBot")?;
    /// assert!(!robots.access(&me, "/b").is_allowed());
    /// assert!(robots.access(&me.with_first_group(true), "/b").is_allowed());
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    #[must_use]
    #[doc(hidden)]
    pub fn with_first_group(mut self, alone: bool) -> Client {
        self.first_group = alone;
        self
    }

    /// The product tokens, most specific first; empty for an anonymous client.
    pub fn tokens(&self) -> &[ProductToken] {
        &self.tokens
    }

    /// The tokens by which fields and metas may address this client: those of [`Client::with_page_tokens`], else
    /// [`Client::tokens`].
    pub fn page_tokens(&self) -> &[ProductToken] {
        self.page_tokens.as_deref().unwrap_or(&self.tokens)
    }

    /// The purposes that this client crawls for; empty for a client that states none.
    pub fn purposes(&self) -> &[ProductToken] {
        &self.purposes
    }

    /// The hosts that verifiably sign for this client, in lower case.
    pub fn signature_hosts(&self) -> impl Iterator<Item = &str> {
        self.signature_hosts.iter().map(|host| &**host)
    }

    /// Whether statements to every client bind this client.
    pub fn obeys_global(&self) -> bool {
        self.obeys_global
    }

    /// Whether only the first group in robots.txt that names this client, or `*`, binds it.
    pub fn obeys_first_group_alone(&self) -> bool {
        self.first_group
    }
}

impl Default for Client {
    /// A client without a product token.
    fn default() -> Client {
        Client::anonymous()
    }
}

impl From<ProductToken> for Client {
    fn from(token: ProductToken) -> Client {
        Client::anonymous().with_token(token)
    }
}

/// Collects tokens, most specific first; no tokens make [`Client::anonymous`].
impl FromIterator<ProductToken> for Client {
    fn from_iter<I: IntoIterator<Item = ProductToken>>(tokens: I) -> Client {
        Client {
            tokens: tokens.into_iter().collect(),
            ..Client::anonymous()
        }
    }
}

impl FromStr for Client {
    type Err = InvalidProductToken;

    /// Reads product tokens with commas between them, most specific first: `ExampleBot-News, ExampleBot`. `*` is not a
    /// token: alone, it is a client without one.
    ///
    /// # Errors
    /// - a member that [`ProductToken::new`] refuses;
    /// - `""`, `"ExampleBot,"`: a member is not empty.
    fn from_str(list: &str) -> Result<Client, InvalidProductToken> {
        let members = list.split(',').map(str::trim_ascii);
        let tokens = members.filter(|member| *member != "*");
        let tokens = tokens.map(ProductToken::new);
        let client: Result<_, InvalidProductToken> = tokens.collect();
        client.map_err(InvalidProductToken::of_member)
    }
}

impl fmt::Display for Client {
    /// The product tokens as [`Client::from_str`] reads them; purposes, hosts and settings are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.tokens.split_first() else {
            return f.write_str("*");
        };
        write!(f, "{first}")?;
        others.iter().try_for_each(|token| write!(f, ", {token}"))
    }
}

/// Reads hosts in the forms that a field may have, and brings them into canonical form.
#[cfg(feature = "serde")]
fn hosts<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<Box<str>>, D::Error> {
    use serde::Deserialize;
    use serde::de::{Error, Unexpected};

    let written = Vec::<String>::deserialize(deserializer)?;
    let host = |written: &String| {
        let host = super::host::read_host(written).map(|(name, _)| name);
        host.ok_or_else(|| D::Error::invalid_value(Unexpected::Str(written), &"a host name"))
    };
    written.iter().map(host).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn a_list_of_tokens_is_an_client_and_is_written_again() {
        for (list, written) in rows::<(String, String)>(include_str!("client/lists.jsonl")) {
            let client: Client = list.parse().unwrap();
            assert_eq!(client.to_string(), written, "{list}");
            assert_eq!(client.to_string().parse(), Ok(client), "{list}");
        }
    }

    #[test]
    fn a_list_with_an_empty_or_invalid_member_is_an_error_that_names_the_fix() {
        for (list, text, at, fix) in
            rows::<(String, String, usize, String)>(include_str!("client/faults.jsonl"))
        {
            let error = list.parse::<Client>().unwrap_err();
            assert_eq!((error.text(), error.at()), (text.as_str(), at), "{list}");
            assert!(error.to_string().contains(&fix), "{error}");
        }
    }
}
