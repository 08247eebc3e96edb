//! The names of a list.

#[cfg(unix)]
use std::ffi::OsStr;
use std::ffi::OsString;
use std::path::Path;

use robots_policy_input::{Failure, read_input};
use url::Url;

use super::address::based;

/// The names in a list, which may be in gzip; after `base`, they are addresses.
///
/// # Errors
/// A list that cannot be read.
pub(super) fn names(list: &Path, base: Option<&Url>) -> Result<Vec<OsString>, Failure> {
    let text = read_input::read_unpacked(list)?;
    let names = read_input::lines(&text).map(|(_, line)| match base {
        Some(base) => based(base, line).into(),
        None => os_name(line),
    });
    Ok(names.collect())
}

/// A name out of a list.
pub fn os_name(bytes: &[u8]) -> OsString {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        OsStr::from_bytes(bytes).to_owned()
    }
    #[cfg(not(unix))]
    {
        String::from_utf8_lossy(bytes).into_owned().into()
    }
}
