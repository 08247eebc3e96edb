//! Pages and sitemaps of former runs: used only where the server says that they have not changed.

use crate::fetch::Validators;
use http::{HeaderMap, HeaderName, HeaderValue};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::entry::{KEPT, pack, unpack};
use super::{Cache, store};

/// An answer with its fields and the part of its document that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptPage {
    /// Seconds since 1970.
    pub(crate) at: i64,
    pub(crate) validators: Validators,
    fields: Vec<(String, Octets)>,
    octets: Option<Octets>,
    /// Whether the document ends before its end.
    pub(crate) is_cut: bool,
}

/// Bytes, as a text with a character of the first 256 for each.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Octets(Vec<u8>);

impl Serialize for Octets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text: String = self.0.iter().copied().map(char::from).collect();
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Octets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Octets, D::Error> {
        let text = String::deserialize(deserializer)?;
        let octets: Result<Vec<u8>, _> = text.chars().map(u8::try_from).collect();
        octets.map(Octets).map_err(serde::de::Error::custom)
    }
}

impl KeptPage {
    pub(crate) fn new(
        at: i64,
        validators: Validators,
        fields: &HeaderMap,
        octets: Option<&[u8]>,
        is_cut: bool,
    ) -> KeptPage {
        let lines = fields.iter();
        let lines =
            lines.map(|(name, value)| (name.to_string(), Octets(value.as_bytes().to_vec())));
        KeptPage {
            at,
            validators,
            fields: lines.collect(),
            octets: octets.map(|octets| Octets(octets.to_vec())),
            is_cut,
        }
    }

    /// The fields after a later answer that confirms it, which may bring newer ones (RFC 9111 §4.3.4).
    pub(crate) fn fields(&self, newer: &HeaderMap) -> HeaderMap {
        let mut fields = HeaderMap::new();
        for (name, Octets(value)) in &self.fields {
            let name = HeaderName::from_bytes(name.as_bytes());
            let value = HeaderValue::from_bytes(value);
            if let (Ok(name), Ok(value)) = (name, value) {
                // Where the older ones are, so that their order stays.
                let value = newer.get(&name).unwrap_or(&value).clone();
                fields.append(name, value);
            }
        }
        for name in newer.keys() {
            if !fields.contains_key(name) || newer.get_all(name).iter().nth(1).is_some() {
                fields.remove(name);
                let values = newer.get_all(name).iter();
                fields.extend(values.map(|value| (name.clone(), value.clone())));
            }
        }
        fields
    }

    /// The document.
    pub(crate) fn octets(&self) -> Option<&[u8]> {
        self.octets.as_ref().map(|Octets(octets)| octets.as_slice())
    }
}

impl Cache {
    /// The page of an address.
    pub(crate) fn page(&mut self, url: &str, now: i64) -> Option<KeptPage> {
        let key = key(url);
        let bytes = self.use_store(|file| store::get(file, &key))??;
        let page: KeptPage = unpack(&key, &bytes)?;
        (now.saturating_sub(KEPT) <= page.at).then_some(page)
    }

    /// Keeps the page of an address.
    pub(crate) fn put_page(&mut self, url: &str, page: &KeptPage) {
        let key = key(url);
        let bytes = pack(&key, page.at, page);
        self.use_store(|file| store::put(file, &key, bytes.as_deref(), None));
    }
}

/// A key that neither an authority nor an address has.
fn key(url: &str) -> String {
    format!("page {url}")
}
