//! Entries of a HAR (HTTP Archive 1.2), the file in which browsers export requests and responses.

use std::borrow::Cow;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::{HeaderMap, HeaderName, HeaderValue};
use robots_policy_input::saved;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

/// An exchange.
#[derive(Deserialize)]
pub(crate) struct Entry<'e> {
    #[serde(borrow)]
    request: HarRequest<'e>,
    #[serde(borrow)]
    response: HarResponse<'e>,
}

#[derive(Deserialize)]
struct HarRequest<'e> {
    #[serde(borrow)]
    url: Cow<'e, str>,
}

#[derive(Deserialize)]
struct HarResponse<'e> {
    /// 0 if there was no answer.
    #[serde(default)]
    status: u16,
    #[serde(borrow, default)]
    headers: Vec<HarField<'e>>,
    #[serde(borrow, default)]
    content: Option<HarContent<'e>>,
    /// The octets of the body as it came, -1 if that is not known.
    #[serde(default, rename = "bodySize")]
    sent: Option<i64>,
    /// Why the browser did not receive all of it.
    #[serde(default, rename = "_error")]
    error: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct HarField<'e> {
    #[serde(borrow)]
    name: Cow<'e, str>,
    #[serde(borrow)]
    value: Cow<'e, str>,
}

/// A body without codings. Browsers leave its text out where they did not keep it.
#[derive(Default, Deserialize)]
struct HarContent<'e> {
    #[serde(default)]
    size: Option<i64>,
    #[serde(borrow, default)]
    text: Option<Cow<'e, str>>,
    #[serde(borrow, default)]
    encoding: Option<Cow<'e, str>>,
}

/// The document of an entry.
#[derive(Default)]
pub(crate) struct Body<'b> {
    /// Its octets; `None` if they were not kept.
    pub(crate) octets: Option<Cow<'b, [u8]>>,
    /// Whether they are UTF-8, whatever the fields say.
    pub(crate) is_text: bool,
    /// Whether it was longer.
    pub(crate) is_cut: bool,
}

/// The entries of a file, each as its text.
///
/// # Errors
/// Why it is not a HAR.
pub(crate) fn opened(file: &[u8]) -> Result<Vec<&RawValue>, String> {
    #[derive(Deserialize)]
    struct File<'h> {
        #[serde(borrow)]
        log: Log<'h>,
    }
    #[derive(Deserialize)]
    struct Log<'h> {
        #[serde(borrow)]
        entries: Vec<&'h RawValue>,
    }
    let read = serde_json::from_slice::<File<'_>>(file);
    let file = read.map_err(|error| {
        format!("it is a HAR that cannot be read: {error}; export it again from the browser")
    })?;
    Ok(file.log.entries)
}

/// Each entry, or why it cannot be read.
pub(crate) fn entries<'h>(har: &[&'h RawValue]) -> impl Iterator<Item = Result<Entry<'h>, String>> {
    har.iter()
        .map(|text| serde_json::from_str(text.get()).map_err(|error| error.to_string()))
}

impl Entry<'_> {
    /// The address of the request.
    pub(crate) fn url(&self) -> &str {
        &self.request.url
    }

    /// Whether it is an answer of a site, not of a script or of the browser itself.
    pub(crate) fn is_of_site(&self) -> bool {
        let url = self.url().to_ascii_lowercase();
        url.starts_with("http://") || url.starts_with("https://")
    }

    pub(crate) fn status(&self) -> u16 {
        self.response.status
    }

    /// The field lines; `None` if the browser kept none. It writes lines of one name with a line break between them, and may write
    /// the pseudo-header fields of HTTP/2.
    pub(crate) fn fields(&self) -> Option<Vec<(&[u8], &[u8])>> {
        let fields = &self.response.headers;
        let fields = fields.iter().filter(|field| !field.name.starts_with(':'));
        let lines = fields.flat_map(|field| {
            let values = field.value.split('\n').map(str::trim);
            values.map(|value| (field.name.as_bytes(), value.as_bytes()))
        });
        let lines: Vec<_> = lines.collect();
        (!lines.is_empty()).then_some(lines)
    }

    /// The fields for places in text, as far as they are ones.
    pub(crate) fn map(&self) -> HeaderMap {
        let fields = self.fields().unwrap_or_default().into_iter();
        let named = fields.filter_map(|(name, value)| {
            let name = HeaderName::from_bytes(name).ok()?;
            Some((name, HeaderValue::from_bytes(value).ok()?))
        });
        let mut map = HeaderMap::new();
        for (name, value) in named {
            map.append(name, value);
        }
        map
    }

    /// The document.
    pub(crate) fn body(&self) -> Body<'_> {
        let Some(content) = &self.response.content else {
            return Body::default();
        };
        // Beside a coding the octets that came are others than those of the document.
        let fields = self.fields().unwrap_or_default();
        let codings = [&b"Content-Encoding"[..], b"Transfer-Encoding"];
        let is_coding = |name: &[u8]| codings.iter().any(|one| one.eq_ignore_ascii_case(name));
        let is_coded = fields.iter().any(|(name, _)| is_coding(name));
        let sent = self.response.sent.filter(|_| !is_coded);
        let size = content.size.max(sent).unwrap_or_default();
        let text = content.text.as_deref();
        let (octets, is_text) = match (text, content.encoding.as_deref()) {
            (Some(""), _) if size > 0 => (None, false),
            (Some(text), None | Some("")) => (Some(Cow::Borrowed(text.as_bytes())), true),
            (Some(text), Some("base64")) => {
                (BASE64_STANDARD.decode(text).ok().map(Cow::Owned), false)
            }
            _ => (None, false),
        };
        let len = octets.as_ref().map_or(0, |octets| octets.len());
        let missing = size.saturating_sub(i64::try_from(len).unwrap_or(i64::MAX));
        let is_short = missing > 0 && !(is_text && missing == 3);
        Body {
            // A browser takes the three bytes of a byte order mark from a text.
            is_cut: octets.is_some() && (is_short || self.response.error.is_some()),
            octets,
            is_text,
        }
    }
}

/// The file in UTF-8, without a byte order mark.
pub(crate) fn text(file: &[u8]) -> Cow<'_, [u8]> {
    saved::text(file)
}
