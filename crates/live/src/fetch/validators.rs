//! The validators by which a server recognises a copy (RFC 9110 §8.8), and the request that asks whether it is still valid.

use http::header::{ETAG, HeaderName, IF_MODIFIED_SINCE, IF_NONE_MATCH, LAST_MODIFIED};
use http::{HeaderMap, HeaderValue};
use serde::{Deserialize, Serialize};
use url::Url;

/// The validators of a response, and the URL that gave them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Validators {
    /// A redirect may have led there; the validators mean nothing to other URLs.
    url: String,
    etag: Option<String>,
    last_modified: Option<String>,
}

impl Validators {
    /// The validators of a response, if it has any.
    pub fn of(url: &Url, headers: &HeaderMap) -> Option<Validators> {
        let value = |name| {
            let value: &HeaderValue = headers.get(name)?;
            value.to_str().ok().map(str::to_owned)
        };
        let (etag, last_modified) = (value(ETAG), value(LAST_MODIFIED));
        let are_any = etag.is_some() || last_modified.is_some();
        are_any.then(|| Validators {
            url: url.as_str().to_owned(),
            etag,
            last_modified,
        })
    }

    /// The fields of a request for `url` that the server answers with 304 while the copy is valid; none for another URL.
    pub fn conditions(&self, url: &Url) -> HeaderMap {
        let mut fields = HeaderMap::new();
        if self.url != url.as_str() {
            return fields;
        }
        let mut add = |name: HeaderName, value: &Option<String>| {
            let value = value.as_deref().map(HeaderValue::from_str);
            if let Some(Ok(value)) = value {
                fields.insert(name, value);
            }
        };
        add(IF_NONE_MATCH, &self.etag);
        add(IF_MODIFIED_SINCE, &self.last_modified);
        fields
    }

    /// The validators after a 304, which may name newer ones (RFC 9111 §4.3.4).
    #[must_use]
    pub fn updated(self, newer: Option<Validators>) -> Validators {
        match newer {
            Some(newer) => Validators {
                url: newer.url,
                etag: newer.etag.or(self.etag),
                last_modified: newer.last_modified.or(self.last_modified),
            },
            None => self,
        }
    }
}
