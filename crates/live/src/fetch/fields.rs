//! Fields that the user adds to requests.

use std::collections::HashSet;

use http::header::{
    AUTHORIZATION, CONNECTION, CONTENT_LENGTH, COOKIE, EXPECT, HOST, PROXY_AUTHORIZATION, TE,
    TRAILER, TRANSFER_ENCODING, UPGRADE, USER_AGENT,
};
use http::{HeaderMap, HeaderName, HeaderValue};
use robots_policy::robots_txt::authority;
use url::Url;

use crate::secret::without_value;

/// A field of a request.
pub type RequestField = (HeaderName, HeaderValue);

/// The fields, and the authorities to which they may be sent.
#[derive(Clone, Debug, Default)]
pub struct RequestFields {
    all: HeaderMap,
    /// The authorities that the user named.
    named: HashSet<String>,
}

impl RequestFields {
    /// These fields. Credentials are sent only to the authorities of these URLs, as curl does: a redirect may lead to
    /// another owner.
    pub fn new(fields: &[RequestField], urls: &[Url]) -> RequestFields {
        let mut all = HeaderMap::new();
        for (name, value) in fields {
            all.append(name, value.clone());
        }
        let named = urls.iter().filter_map(|url| authority(url.as_str()));
        RequestFields {
            named: if all.is_empty() {
                HashSet::new()
            } else {
                named.collect()
            },
            all,
        }
    }

    /// The fields of a request for `url`.
    pub(super) fn of(&self, url: &Url) -> HeaderMap {
        let mut fields = self.all.clone();
        let is_named = || authority(url.as_str()).is_some_and(|own| self.named.contains(&own));
        if !fields.is_empty() && !is_named() {
            for secret in SECRETS {
                fields.remove(secret);
            }
        }
        fields
    }
}

/// Reads `Name: value`. The error is the message of a value parser.
pub fn request_field(text: &str) -> Result<RequestField, String> {
    let shown = without_value(text);
    let shown = shown.escape_debug();
    let example = "write it as in `Accept-Language: de`";
    let (name, value) = text
        .split_once(':')
        .ok_or_else(|| format!("`{shown}` has no colon; {example}"))?;
    let name = HeaderName::from_bytes(name.trim_ascii().as_bytes())
        .map_err(|_| format!("`{shown}` does not begin with a field name; {example}"))?;
    let value = value.trim_ascii();
    if value.is_empty() {
        return Err(format!("`{shown}` has no value; {example}"));
    }
    let value = HeaderValue::from_bytes(value.as_bytes())
        .map_err(|_| format!("`{shown}` has a character that no field may have"))?;
    match OWN.iter().find(|(own, _)| *own == name) {
        Some((_, why)) => Err(format!("`{name}` cannot be set here: {why}")),
        None => Ok((name, value)),
    }
}

/// Fields with credentials.
const SECRETS: [HeaderName; 3] = [AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION];

/// Fields that the user cannot set, and why.
const OWN: &[(HeaderName, &str)] = &[
    (HOST, "it is the host of the URL"),
    (USER_AGENT, "write --user-agent STRING"),
    (CONNECTION, FRAMING),
    (CONTENT_LENGTH, FRAMING),
    (EXPECT, FRAMING),
    (TE, FRAMING),
    (TRAILER, FRAMING),
    (TRANSFER_ENCODING, FRAMING),
    (UPGRADE, FRAMING),
];
const FRAMING: &str = "it is about the connection, which the program makes";
