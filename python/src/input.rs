//! The arguments of callers: octets, characters, targets, field lines, moments, and how inputs are read.

mod headers;
mod moment;
mod octets;
mod options;

pub(crate) use self::headers::FieldLines;
pub(crate) use self::moment::{moment, now_or, to_datetime};
pub(crate) use self::octets::{Characters, Octets, Target, Text, percent_encoded, seems_long};
pub(crate) use self::options::ReadingOptions;
