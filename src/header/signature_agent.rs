//! The `Signature-Agent` request field: the hosts that sign for a client.
//!
//! It is the one request field of the crate, for servers and proxies that want the verdict for a client that has just
//! asked them. Whether the signature is valid is for the caller to decide: this module reads names.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use sfv::visitor::{DictionaryVisitor, EntryVisitor};
use sfv::{BareItemFromInput, KeyRef};

use crate::header::member::{MemberSink, MemberVisitor};
use crate::provenance::Shown;
use crate::token::{Client, is_https, read_host};

/// The hosts that a `Signature-Agent` field names. There is at least one.
///
/// The field is written in three forms:
///
/// | form | example | from |
/// |---|---|---|
/// | a bare host | `crawler.example.com` | draft-meunier-signature-agent-rep |
/// | a structured string | `"https://crawler.example.com"` | draft-meunier-webbotauth-httpsig-protocol |
/// | a structured dictionary | `sig1="https://crawler.example.com";type=directory` | draft-meunier-webbotauth-httpsig-protocol |
///
/// Of a URL only the host counts. Members that are not `https`, or whose `type` is unknown, are passed over.
///
/// # Examples
///
/// ```
/// use robots_policy::header::SignatureAgent;
///
/// let bare = SignatureAgent::parse("crawler.example.com")?;
/// assert_eq!(bare, SignatureAgent::parse(r#""https://Crawler.Example.com/""#)?);
/// assert_eq!(bare, SignatureAgent::parse(r#"sig1="https://crawler.example.com";type=directory"#)?);
/// assert_eq!(bare.hosts().collect::<Vec<_>>(), ["crawler.example.com"]);
/// # Ok::<(), robots_policy::header::InvalidSignatureAgent>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SignatureAgent {
    hosts: Vec<Box<str>>,
}

impl SignatureAgent {
    /// Reads the value of the field. A host that is named is not verified by that.
    ///
    /// # Errors
    /// - `"https://example.com` and `a="x",`: not a structured field (RFC 9651);
    /// - `https://*.example.com`, `127.0.0.1`, `two words`: not a host name;
    /// - `"http://example.com"`, `a="https://example.com";type=other`: every member is passed over, see
    ///   [`InvalidSignatureAgent::is_passed_over`].
    pub fn parse(field: &str) -> Result<SignatureAgent, InvalidSignatureAgent> {
        let text = field.trim_ascii();
        let hosts = if text.starts_with('"') {
            let mut member = AgentMember::default();
            let read = sfv::Parser::new(text).parse_item_with_visitor(MemberVisitor(&mut member));
            read.map(|()| usable_hosts(vec![member])).ok()
        } else if text.contains('=') {
            let members =
                sfv::Parser::new(text).parse_dictionary_with_visitor(AgentMembers::default());
            members.map(usable_hosts).ok()
        } else {
            read_host(text).map(|(name, _)| vec![name])
        };
        match hosts {
            Some(hosts) if !hosts.is_empty() => Ok(SignatureAgent { hosts }),
            hosts => Err(InvalidSignatureAgent {
                text: text.into(),
                is_passed_over: hosts.is_some(),
            }),
        }
    }

    /// The host names, in lower case, U-labels as A-labels; those of a dictionary in the order of their keys.
    pub fn hosts(&self) -> impl Iterator<Item = &str> {
        self.hosts.iter().map(|host| &**host)
    }
}

impl FromStr for SignatureAgent {
    type Err = InvalidSignatureAgent;

    fn from_str(field: &str) -> Result<SignatureAgent, InvalidSignatureAgent> {
        SignatureAgent::parse(field)
    }
}

/// The error of [`SignatureAgent::parse`]. Its text form shows forms that can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidSignatureAgent {
    text: Box<str>,
    is_passed_over: bool,
}

impl InvalidSignatureAgent {
    /// Whether the field is well-formed, but has no member that counts. A server passes over such a field as if it were
    /// missing.
    pub fn is_passed_over(&self) -> bool {
        self.is_passed_over
    }
}

impl fmt::Display for InvalidSignatureAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_passed_over {
            let types = TYPES.join(", ");
            return write!(
                f,
                "`{}` has no member that counts; write an https address of a host, without `type` or with one of {types}",
                Shown(&self.text)
            );
        }
        write!(
            f,
            "`{}` is not a Signature-Agent; write crawler.example.com, \"https://crawler.example.com\" or key=\"https://crawler.example.com\"",
            Shown(&self.text)
        )
    }
}

impl std::error::Error for InvalidSignatureAgent {}

impl Client {
    /// Adds the hosts of a `Signature-Agent` field that is this client's own, or whose signature was verified.
    ///
    /// Every client can send the field: one that was only seen must not be added
    /// (draft-meunier-webbotauth-httpsig-protocol). The hosts matter to `Signature-Agent` groups of robots.txt alone.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::Client;
    /// use robots_policy::header::SignatureAgent;
    ///
    /// // The caller has verified the signature of the request.
    /// let agent = SignatureAgent::parse(r#""https://crawler.example.com""#)?;
    /// let client = Client::anonymous().with_verified_signature(&agent);
    /// assert_eq!(client.signature_hosts().collect::<Vec<_>>(), ["crawler.example.com"]);
    /// # Ok::<(), robots_policy::header::InvalidSignatureAgent>(())
    /// ```
    #[must_use]
    pub fn with_verified_signature(mut self, agent: &SignatureAgent) -> Client {
        self.add_signature_hosts(agent.hosts());
        self
    }
}

/// The hosts of the members that count: `https` URLs with a host name, without a `type` or with a registered one.
fn usable_hosts(members: Vec<AgentMember>) -> Vec<Box<str>> {
    let usable = members.into_iter().filter(|member| !member.has_other_type);
    let urls = usable.filter_map(|member| member.url.filter(|url| is_https(url)));
    urls.filter_map(|url| read_host(&url))
        .map(|(name, _)| name)
        .collect()
}

/// One member, or the item of the string form.
#[derive(Default)]
struct AgentMember {
    /// The text of a string item; `None` for an item of another type.
    url: Option<String>,
    has_other_type: bool,
}

/// The members of the dictionary form by key; of two with one key the last stays (RFC 9651 §4.2.2).
#[derive(Default)]
struct AgentMembers(BTreeMap<Box<str>, AgentMember>);

impl<'de> DictionaryVisitor<'de> for AgentMembers {
    type Out = Vec<AgentMember>;
    type Error = Infallible;

    fn entry(&mut self, key: &'de KeyRef) -> Result<impl EntryVisitor<'de>, Infallible> {
        let member = self.0.entry(key.as_str().into()).or_default();
        *member = AgentMember::default();
        Ok(MemberVisitor(member))
    }

    fn finish(self) -> Result<Vec<AgentMember>, Infallible> {
        Ok(self.0.into_values().collect())
    }
}

impl<'de> MemberSink<'de> for &mut AgentMember {
    fn item(&mut self, item: BareItemFromInput<'de>) {
        if let BareItemFromInput::String(text) = &item {
            self.url = Some(text.as_str().to_owned());
        }
    }

    fn parameter(&mut self, key: &'de KeyRef, value: BareItemFromInput<'de>) {
        if key.as_str() == "type" {
            let is_known =
                matches!(value, BareItemFromInput::Token(word) if TYPES.contains(&word.as_str()));
            self.has_other_type = !is_known;
        }
    }
}

/// The registered values of the parameter `type`. They are tokens: a string of the same letters is not known.
const TYPES: [&str; 3] = ["directory", "jwks_uri", "cimd"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    fn hosts(field: &str) -> Vec<String> {
        let agent = SignatureAgent::parse(field).unwrap_or_else(|error| panic!("{error}"));
        agent.hosts().map(str::to_owned).collect()
    }

    #[test]
    fn r_77_the_three_forms_of_the_field_are_read() {
        for field in rows::<String>(include_str!("signature_agent/forms.jsonl")) {
            assert_eq!(hosts(&field), ["crawler.example.com"], "{field}");
        }
        assert_eq!(
            hosts(r#"a="https://a.example", b="https://b.example";type=cimd"#),
            ["a.example", "b.example"]
        );
    }

    #[test]
    fn r_77_a_field_of_other_types_and_schemes_names_no_host() {
        for field in rows::<String>(include_str!("signature_agent/others.jsonl")) {
            let error = SignatureAgent::parse(&field).unwrap_err();
            assert!(error.is_passed_over(), "{field}");
            assert!(error.to_string().contains("write an https address"));
        }
        let some = r#"a="http://a.example", b="https://b.example""#;
        assert_eq!(hosts(some), ["b.example"]);
    }

    #[test]
    fn an_invalid_field_is_an_error() {
        for field in rows::<String>(include_str!("signature_agent/invalid.jsonl")) {
            let error = SignatureAgent::parse(&field).unwrap_err();
            assert!(!error.is_passed_over(), "{field}");
        }
    }
}
