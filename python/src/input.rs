//! The arguments of callers: octets, characters, targets, field lines, documents about AI use, policy tokens, moments, and how
//! inputs are read.

mod documents;
mod headers;
mod kind;
mod moment;
mod octets;
mod options;
mod policy_tokens;

pub(crate) use self::documents::{Documents, Licenses, Status};
pub(crate) use self::headers::FieldLines;
pub(crate) use self::moment::{moment, now_or, to_datetime};
pub(crate) use self::octets::{Characters, Octets, Target, Text, percent_encoded, seems_long};
pub(crate) use self::options::ReadingOptions;
pub(crate) use self::policy_tokens::PolicyTokens;
