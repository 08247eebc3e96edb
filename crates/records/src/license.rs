//! The licences of a record.

use std::borrow::Cow;

use serde::Deserialize;

use crate::damage::LineDamage;
use crate::given::body;

/// A licence that was fetched.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StatedLicense<'r> {
    #[serde(borrow)]
    url: Cow<'r, str>,
    #[serde(borrow)]
    body: Option<Cow<'r, str>>,
    body_base64: Option<String>,
}

/// The address of a licence, and its body.
pub(crate) type License<'r> = (Cow<'r, str>, Cow<'r, [u8]>);

/// Reads the licences of a record.
pub(crate) fn licenses(
    given: Option<Vec<StatedLicense<'_>>>,
) -> Result<Vec<License<'_>>, LineDamage> {
    let stated = given.unwrap_or_default().into_iter();
    stated.map(license).collect()
}

fn license(stated: StatedLicense<'_>) -> Result<License<'_>, LineDamage> {
    let body = body("body", stated.body, stated.body_base64)?;
    let url = stated.url;
    body.map(|body| (url.clone(), body)).ok_or_else(|| {
        let message = format!("the licence `{url}` has neither `body` nor `body_base64`");
        LineDamage::new("invalid-record", message)
    })
}
