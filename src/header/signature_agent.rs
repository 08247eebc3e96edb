//! The `Signature-Agent` request field: the hosts that sign for a client.

use std::collections::BTreeMap;
use std::fmt;

use crate::header::bare_item::BareItem;
use crate::header::collected::{self, Member};
use crate::provenance::Shown;
use crate::token::{Accessor, is_https, read_host};

/// The hosts that a `Signature-Agent` field names.
///
/// The field is written in three forms: a bare host (draft-meunier-signature-agent-rep), a structured string, and a
/// structured dictionary (draft-meunier-webbotauth-httpsig-protocol). Of a URL only the host counts. Members that are
/// not `https`, or whose `type` is unknown, are passed over.
///
/// ```
/// use robots_policy::SignatureAgent;
///
/// let bare = SignatureAgent::parse("crawler.example.com")?;
/// assert_eq!(bare, SignatureAgent::parse(r#""https://Crawler.Example.com/""#)?);
/// assert_eq!(bare, SignatureAgent::parse(r#"sig1="https://crawler.example.com";type=directory"#)?);
/// assert_eq!(bare.hosts().collect::<Vec<_>>(), ["crawler.example.com"]);
/// # Ok::<(), robots_policy::InvalidSignatureAgent>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureAgent {
    hosts: Vec<Box<str>>,
}

impl SignatureAgent {
    /// Reads the value of the field. That it names hosts does not verify them.
    ///
    /// # Errors
    /// - `"https://example.com` and `a="x",`: no structured field (RFC 9651);
    /// - `https://*.example.com`, `127.0.0.1`, `two words`: no host name.
    pub fn parse(field: &str) -> Result<SignatureAgent, InvalidSignatureAgent> {
        let text = field.trim_ascii();
        let hosts = if text.starts_with('"') {
            let item = collected::list(text).ok().filter(|list| list.len() == 1);
            item.map(|item| usable_hosts(&item))
        } else if text.contains('=') {
            let members = collected::dictionary(text).ok();
            members.map(|members| usable_hosts(last_of_each_key(&members)))
        } else {
            read_host(text).map(|host| vec![host.name])
        };
        let hosts = hosts.ok_or_else(|| InvalidSignatureAgent { text: text.into() })?;
        Ok(SignatureAgent { hosts })
    }

    /// The host names, in lower case, U-labels as A-labels.
    pub fn hosts(&self) -> impl Iterator<Item = &str> {
        self.hosts.iter().map(|host| &**host)
    }
}

/// The error of [`SignatureAgent::parse`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidSignatureAgent {
    text: Box<str>,
}

impl fmt::Display for InvalidSignatureAgent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no Signature-Agent; write crawler.example.com, \"https://crawler.example.com\" or key=\"https://crawler.example.com\"",
            Shown(&self.text)
        )
    }
}

impl std::error::Error for InvalidSignatureAgent {}

impl Accessor {
    /// Adds the hosts of a `Signature-Agent` field that is this client's own, or whose signature was verified.
    ///
    /// Anybody can send the field: one that was only seen must not be added (draft-meunier-webbotauth-httpsig-protocol).
    #[must_use]
    pub fn with_verified_signature(mut self, agent: &SignatureAgent) -> Accessor {
        self.add_signature_hosts(agent.hosts());
        self
    }
}

/// The members of the dictionary form in the order of their keys; of two with one key the last stays.
fn last_of_each_key<'m, 't>(members: &'m [Member<'t>]) -> impl Iterator<Item = &'m Member<'t>> {
    let by_key = members.iter().map(|member| (member.key, member));
    by_key.collect::<BTreeMap<_, _>>().into_values()
}

fn usable_hosts<'m, 't: 'm>(members: impl IntoIterator<Item = &'m Member<'t>>) -> Vec<Box<str>> {
    let usable = members.into_iter().filter(|member| has_known_type(member));
    let urls = usable.filter_map(|member| match &member.item {
        Some(BareItem::String(url)) if is_https(url) => Some(url),
        _ => None,
    });
    urls.filter_map(|url| read_host(url))
        .map(|host| host.name)
        .collect()
}

/// Whether a member has no type, or a registered one; of two types the last counts.
fn has_known_type(member: &Member<'_>) -> bool {
    let mut parameters = member.parameters.iter().rev();
    let last = parameters.find(|(key, _)| *key == "type");
    last.is_none_or(|(_, value)| matches!(value, BareItem::Token(word) if TYPES.contains(word)))
}

/// The registered values of the parameter `type`.
const TYPES: [&str; 3] = ["directory", "jwks_uri", "cimd"];

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(field: &str) -> Vec<String> {
        let agent = SignatureAgent::parse(field).unwrap_or_else(|error| panic!("{error}"));
        agent.hosts().map(str::to_owned).collect()
    }

    #[test]
    fn r_77_the_three_forms_of_the_field_are_read() {
        for field in [
            "crawler.example.com",
            r#""https://crawler.example.com""#,
            r#""https://crawler.example.com/";type=directory"#,
            r#"sig1="https://crawler.example.com""#,
            r#"sig1="https://crawler.example.com:8443/keys?x=1";type=jwks_uri"#,
        ] {
            assert_eq!(hosts(field), ["crawler.example.com"], "{field}");
        }
        assert_eq!(
            hosts(r#"a="https://a.example", b="https://b.example";type=cimd"#),
            ["a.example", "b.example"]
        );
    }

    #[test]
    fn r_77_other_types_and_schemes_are_passed_over() {
        for field in [
            r#"a="https://a.example";type=other"#,
            r#"a="https://a.example";type="directory""#,
            r#"a="http://a.example""#,
            r#""http://a.example""#,
            r#"a="data:application/json,{}""#,
            r#"a="b.example""#,
            "a=token",
            r#"a=("https://a.example")"#,
            r#"a="https://a.example", a="http://a.example""#,
        ] {
            assert_eq!(hosts(field), [""; 0], "{field}");
        }
    }

    #[test]
    fn what_is_no_field_is_an_error() {
        for field in [
            "",
            r#""https://example.com"#,
            r#"a="https://a.example","#,
            "https://*.example.com",
            "127.0.0.1",
            "two words",
            "[::1]",
        ] {
            assert!(SignatureAgent::parse(field).is_err(), "{field}");
        }
    }
}
