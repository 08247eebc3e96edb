//! The arguments of callers: octets, characters, targets, field lines, documents about AI use, policy tokens, moments, facts
//! beside the bytes, and how inputs are read.

mod documents;
mod headers;
mod kind;
mod moment;
mod octets;
mod options;
mod policy_tokens;
mod response;
mod stated;

pub(crate) use self::documents::{Documents, licenses_of, status_of};
pub(crate) use self::headers::{FieldLines, TextFields};
pub(crate) use self::moment::{moment, now_or, to_datetime};
pub(crate) use self::octets::{Characters, Octets, Target, Text, seems_long};
pub(crate) use self::options::OptionsArgument;
pub(crate) use self::policy_tokens::PolicyTokens;
pub(crate) use self::response::{Given, Place};
pub(crate) use self::stated::{absent_of, check_assumed, check_stated, time_of};
