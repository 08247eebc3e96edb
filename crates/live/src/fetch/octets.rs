//! A body as text in Base64 and the number of its bytes that were seen, for serde.

use crate::StoredBody;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The members of a body in its answer.
#[derive(Serialize, Deserialize)]
struct Members {
    body: String,
    length: Length,
}

#[derive(Serialize, Deserialize)]
struct Length {
    seen: u64,
    is_all: bool,
}

pub(super) fn serialize<S: Serializer>(
    body: &StoredBody,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let members = Members {
        body: BASE64_STANDARD.encode(&**body),
        length: Length {
            seen: body.seen(),
            is_all: body.is_all_seen(),
        },
    };
    members.serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(members: D) -> Result<StoredBody, D::Error> {
    let Members { body, length } = Members::deserialize(members)?;
    let octets = BASE64_STANDARD.decode(body).map_err(D::Error::custom)?;
    Ok(StoredBody::new(octets, length.seen, length.is_all))
}
