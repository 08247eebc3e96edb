//! The arguments of callers: octets, characters, targets, field lines, documents about AI use, policy tokens, moments, facts
//! beside the bytes, and how inputs are read.

mod documents;
mod facts;
mod headers;
mod moment;
mod octets;
mod options;
mod policy_tokens;
mod response;

use pyo3::prelude::*;

pub(crate) use self::documents::{Documents, licenses_of, status_of};
pub(crate) use self::facts::{absent_of, check_assumed, check_stated, time_of};
pub(crate) use self::headers::{FieldLines, TextFields};
pub(crate) use self::moment::{moment, now_or, to_datetime};
pub(crate) use self::octets::{Characters, Octets, Target, Text, seems_long};
pub(crate) use self::options::{options_of, readers_of};
pub(crate) use self::policy_tokens::PolicyTokens;
pub(crate) use self::response::{Given, Place};

/// The name of its class, or `this` for one without a name.
fn kind_of(object: &Bound<'_, PyAny>) -> String {
    let kind = object.get_type();
    kind.name()
        .map_or_else(|_| String::from("this"), |name| name.to_string())
}
