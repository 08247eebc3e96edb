//! The uses in a build without profiles.

/// The words of the documents of an engine: there are none.
pub(super) type Documented = std::convert::Infallible;
