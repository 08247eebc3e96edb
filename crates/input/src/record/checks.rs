//! The values of the keys of a record, checked one by one.

use std::borrow::Cow;

use base64::prelude::BASE64_STANDARD;
use base64::{DecodeError, Engine as _};
use robots_policy::header::SignatureAgent;
use robots_policy::ledger::Assumed;
use robots_policy::{ProductToken, Timestamp};

use crate::contract::question::StatedLicense;
use crate::json::shapes::NameList;
use crate::record::errors::LineDamage;
use crate::values::{self, PolicyToken};

/// The lines of fields as bytes.
pub(crate) fn lines(given: &[(String, String)]) -> Vec<(&[u8], &[u8])> {
    let lines = given.iter();
    lines
        .map(|(name, value)| (name.as_bytes(), value.as_bytes()))
        .collect()
}

/// Reads the time of a key.
pub(crate) fn moment(key: &str, text: Option<&str>) -> Result<Option<Timestamp>, LineDamage> {
    let read = |text| {
        values::moment(text).map_err(|message| {
            LineDamage::of_value("invalid-record", &format!("`{key}`: {message}"), text)
        })
    };
    text.map(read).transpose()
}

/// Reads the sources that do not exist.
pub(crate) fn assumed(given: Option<NameList>) -> Result<Option<Assumed>, LineDamage> {
    let names = match given {
        None => return Ok(None),
        Some(NameList::One(name)) => vec![name],
        Some(NameList::Several(names)) => names,
    };
    let read = |name: &String| {
        name.parse::<Assumed>().map_err(|error| {
            let message = format!("`assume_absent`: {error}");
            LineDamage::of_value("invalid-record", &message, name)
        })
    };
    let mut names = names.iter().map(read);
    let all = names.try_fold(Assumed::new(), |all, one| Ok(all.union(one?)))?;
    Ok(Some(all))
}

/// Whether the answer has parts.
pub(crate) fn parts(has_parts: bool) -> Result<bool, LineDamage> {
    if has_parts && !cfg!(feature = "parts") {
        return Err(LineDamage::new("invalid-record", WITHOUT_PARTS));
    }
    Ok(has_parts)
}

const WITHOUT_PARTS: &str = "`parts`: this build does not read them; take the large one";

/// Reads a `Signature-Agent` field; `None` if it is ignored.
pub(crate) fn signer(field: &str) -> Result<Vec<SignatureAgent>, LineDamage> {
    let agent = values::signature_agent(field).map_err(|error| {
        LineDamage::of_value("invalid-signature-agent", &error.to_string(), field)
    })?;
    Ok(agent.into_iter().collect())
}

/// Product tokens; `*` means none.
pub(crate) fn tokens(given: Option<NameList>) -> Result<Option<Vec<ProductToken>>, LineDamage> {
    let texts = match given {
        None => return Ok(None),
        Some(NameList::One(text)) => vec![text],
        Some(NameList::Several(texts)) => texts,
    };
    let named = texts.iter().filter(|text| *text != "*");
    let token = |text: &String| {
        ProductToken::new(text)
            .map_err(|error| LineDamage::of_value("invalid-agent", &error.to_string(), text))
    };
    named.map(token).collect::<Result<_, _>>().map(Some)
}

/// Policy tokens, each with the activities that it is about.
pub(crate) fn policy_tokens(
    given: Option<Vec<String>>,
) -> Result<Option<Vec<PolicyToken>>, LineDamage> {
    let Some(texts) = given else { return Ok(None) };
    let token = |text: &String| {
        values::policy_token(text)
            .map_err(|message| LineDamage::of_value("invalid-policy-token", &message, text))
    };
    texts.iter().map(token).collect::<Result<_, _>>().map(Some)
}

/// Bytes given as text, or as base64 under a key of its own.
pub(crate) fn body<'r>(
    key: &str,
    text: Option<Cow<'r, str>>,
    base64: Option<String>,
) -> Result<Option<Cow<'r, [u8]>>, LineDamage> {
    match (text, base64) {
        (Some(_), Some(_)) => {
            let message = format!("both `{key}` and `{key}_base64` are given; keep one");
            Err(LineDamage::new("invalid-record", message))
        }
        (Some(Cow::Borrowed(text)), None) => Ok(Some(Cow::Borrowed(text.as_bytes()))),
        (Some(Cow::Owned(text)), None) => Ok(Some(Cow::Owned(text.into_bytes()))),
        (None, Some(text)) => match BASE64_STANDARD.decode(text) {
            Ok(bytes) => Ok(Some(Cow::Owned(bytes))),
            Err(error) => Err(LineDamage::new(
                "invalid-base64",
                format!("`{key}_base64`: {}", base64_problem(&error)),
            )),
        },
        (None, None) => Ok(None),
    }
}

/// The error in a base64 value.
fn base64_problem(error: &DecodeError) -> String {
    match error {
        DecodeError::InvalidByte(at, byte) => format!(
            "its character {} is `{}`; standard base64 has A-Z, a-z, 0-9, `+` and `/`, and ends with `=` to a multiple of 4",
            at + 1,
            char::from(*byte).escape_debug(),
        ),
        DecodeError::InvalidLastSymbol(at, _) => format!(
            "its character {} holds bits beyond the last byte; was the value cut?",
            at + 1
        ),
        DecodeError::InvalidLength(_) | DecodeError::InvalidPadding => {
            String::from("its length is not a multiple of 4; was it cut, or its `=` left out?")
        }
    }
}

/// Reads a licence of a record: its address and its body.
pub(crate) fn license(
    stated: StatedLicense<'_>,
) -> Result<(Cow<'_, str>, Cow<'_, [u8]>), LineDamage> {
    let body = body("body", stated.body, stated.body_base64)?;
    let url = stated.url.unwrap_or_default();
    body.map(|body| (url.clone(), body)).ok_or_else(|| {
        let message = format!("the licence `{url}` has neither `body` nor `body_base64`");
        LineDamage::new("invalid-record", message)
    })
}
