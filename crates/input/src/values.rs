//! The values of a record that are texts. The flags of a command line take the same values, and have the same errors.

use std::collections::HashSet;
use std::time::Duration;

use robots_policy::header::{InvalidSignatureAgent, SignatureAgent};
use robots_policy::robots_txt::{check_target, is_address};
use robots_policy::uses::Activity;
use robots_policy::{Client, ProductToken, Timestamp, UnknownName};

/// A client with these tokens; without any, a client without a product token.
pub fn client(
    tokens: Vec<ProductToken>,
    page_tokens: Option<Vec<ProductToken>>,
    obeys_global: bool,
) -> Client {
    let client = Client::from_iter(tokens).with_obeys_global(obeys_global);
    match page_tokens {
        Some(tokens) => client.with_page_tokens(tokens),
        None => client,
    }
}

/// The askers in their order, each once.
pub fn distinct(askers: impl IntoIterator<Item = Client>) -> Vec<Client> {
    let mut seen = HashSet::new();
    let askers = askers.into_iter();
    askers.filter(|asker| seen.insert(asker.clone())).collect()
}

/// Reads the asker's own `Signature-Agent` field; `None` if it has no valid member and is ignored.
pub fn signature_agent(field: &str) -> Result<Option<SignatureAgent>, InvalidSignatureAgent> {
    match SignatureAgent::parse(field) {
        Err(error) if error.is_passed_over() => Ok(None),
        read => read.map(Some),
    }
}

/// Adds the hosts of the asker's own `Signature-Agent` field.
pub fn signing(client: Client, agent: Option<&SignatureAgent>) -> Client {
    match agent {
        Some(agent) => client.with_verified_signature(agent),
        None => client,
    }
}

/// A policy token, and the activities that it is about.
pub type PolicyToken = (ProductToken, Vec<Activity>);

/// Reads a policy token: `Google-Extended`, or with the activities that it is about `Google-Extended=train,input`. The error
/// is the message of a value parser, and of a record.
pub fn policy_token(text: &str) -> Result<PolicyToken, String> {
    let (token, uses) = text
        .split_once('=')
        .map_or((text, None), |(token, uses)| (token, Some(uses)));
    let token = ProductToken::new(token).map_err(|error| error.to_string())?;
    let uses = uses.into_iter().flat_map(|uses| uses.split(','));
    Ok((token, uses.map(activity).collect::<Result<_, _>>()?))
}

/// Reads the name of a use. The error is the message of a value parser, and of a record.
pub fn activity(name: &str) -> Result<Activity, String> {
    let name = name.trim().parse();
    name.map_err(|error: UnknownName| error.to_string())
}

/// Reads an RFC 3339 moment. The error is the message of a value parser, and of a record.
pub fn moment(text: &str) -> Result<Timestamp, String> {
    Timestamp::from_rfc_3339(text).ok_or_else(|| {
        format!("`{text}` is not an RFC 3339 time; write it as 2026-11-25T15:00:00Z")
    })
}

/// The status of an answer, or 0 if there was none. The error is the message of a value parser.
pub fn status(text: &str) -> Result<u16, String> {
    let status = text.parse().ok();
    let status = status.filter(|status| matches!(status, 0 | 100..=599));
    status.ok_or_else(|| {
        format!("`{text}` is neither 0, for a network failure, nor an HTTP status from 100 to 599")
    })
}

/// The time in a number of hours. The error is the message of a value parser.
pub fn hours(text: &str) -> Result<Duration, String> {
    let hours = text.parse().ok().and_then(of_hours);
    hours.ok_or_else(|| format!("`{text}` is not a number of hours from 0; write it as 48 or 0.5"))
}

/// Bytes, with `K`, `M` or `G` after them for a power of 1,024. The error is the message of a value parser.
pub fn size(text: &str) -> Result<u64, String> {
    let units = [('K', 10), ('M', 20), ('G', 30)];
    let unit = units.into_iter().find_map(|(unit, shift)| {
        let number = text.strip_suffix([unit, unit.to_ascii_lowercase()])?;
        Some((number, shift))
    });
    let (number, shift) = unit.unwrap_or((text, 0));
    let bytes = number.parse::<u64>().ok();
    let bytes = bytes.and_then(|number| number.checked_mul(1 << shift));
    bytes
        .filter(|bytes| *bytes > 0)
        .ok_or_else(|| String::from("write bytes above zero, such as 65536, 512K or 10M"))
}

/// The time in a number of hours; `None` if it is negative.
pub fn of_hours(hours: f64) -> Option<Duration> {
    let time = || Duration::try_from_secs_f64(hours * 3600.0);
    (hours >= 0.0).then(|| time().unwrap_or(Duration::MAX))
}

/// Checks that a text is not the address of a robots.txt in the place of its lines. The error is the message of a record, with `rest`
/// for what else to give.
pub fn robots_file(key: &str, file: &[u8], rest: &str) -> Result<(), String> {
    if !is_address(file) {
        return Ok(());
    }
    let text = String::from_utf8_lossy(file);
    Err(format!(
        "`{key}` is the address `{}`, and not the text of a robots.txt; fetch it and give its body{rest}",
        text.trim()
    ))
}

/// A URL or a path. The error is the message of a value parser, and of a record.
pub fn target(text: &str) -> Result<String, String> {
    match check_target(text) {
        Ok(()) => Ok(text.to_owned()),
        Err(error) => Err(error.to_string()),
    }
}
