//! The licences of a record.

use std::borrow::Cow;

use crate::contract::Shape::Text;
use crate::damage::LineDamage;
use crate::given::body;
use crate::json::Value;
use crate::read::{Misfit, Read, keys, object};

keys! {
    /// A licence that was fetched.
    pub(crate) struct StatedLicense<'r> of 'r {
        /// its address
        url: Option<Cow<'r, str>> = "url", Text, "", [];
        /// its body as characters
        body: Option<Cow<'r, str>> = "body", Text, "", [];
        /// its body as bytes, in base64
        body_base64: Option<String> = "body_base64", Text, "", [];
    }
    static LICENSE = "", "", None;
}

impl<'r> Read<'r> for StatedLicense<'r> {
    fn read(value: Value<'r>) -> Result<Self, Misfit> {
        let at = value.at;
        let license: StatedLicense<'_> = object(value)?;
        let missing = || Misfit::new(at, String::from("the key `url` is missing"));
        license.url.is_some().then_some(license).ok_or_else(missing)
    }
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
    let url = stated.url.unwrap_or_default();
    body.map(|body| (url.clone(), body)).ok_or_else(|| {
        let message = format!("the licence `{url}` has neither `body` nor `body_base64`");
        LineDamage::new("invalid-record", message)
    })
}
