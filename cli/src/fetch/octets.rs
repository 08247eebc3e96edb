//! Bytes as text in Base64, for serde.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(super) fn serialize<S: Serializer>(octets: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    BASE64_STANDARD.encode(octets).serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(text: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(text)?;
    BASE64_STANDARD.decode(text).map_err(D::Error::custom)
}
