//! The value of a `License` line: the address of a licence, with or without marks around it.

/// An address, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LicenseAddress<'v> {
    /// The address without marks around it.
    pub(crate) text: &'v str,
    /// Whether it had quotes or angle brackets around it.
    pub(crate) is_marked: bool,
}

/// Reads a value; `None` for one without an address.
pub(crate) fn license(value: &str) -> Option<LicenseAddress<'_>> {
    let bare = [('<', '>'), ('"', '"'), ('\'', '\'')]
        .iter()
        .find_map(|(open, close)| value.strip_prefix(*open)?.strip_suffix(*close));
    let text = bare.unwrap_or(value).trim_ascii();
    (!text.is_empty()).then_some(LicenseAddress {
        text,
        is_marked: bare.is_some(),
    })
}

impl LicenseAddress<'_> {
    /// Whether it begins with a scheme (RFC 3986 §3.1).
    pub(crate) fn is_absolute(self) -> bool {
        scheme(self.text).is_some()
    }

    /// The address as an absolute one, if the target of a question has a scheme and an authority that a relative address
    /// needs; else as it is written.
    pub(crate) fn resolved(self, target: &str) -> Box<str> {
        let text = self.text;
        let base = scheme(target).filter(|_| !self.is_absolute());
        let Some(rest) = base.and_then(|scheme| target.get(scheme.len() + 1..)?.strip_prefix("//"))
        else {
            return text.into();
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, _) = rest.split_at(end);
        let scheme = base.unwrap_or_default();
        if text.starts_with("//") {
            return format!("{scheme}:{text}").into();
        }
        // robots.txt is at the root, so that a path without a slash begins there.
        let slash = if text.starts_with('/') { "" } else { "/" };
        format!("{scheme}://{authority}{slash}{text}").into()
    }
}

/// The scheme that an address begins with.
fn scheme(address: &str) -> Option<&str> {
    let (scheme, _) = address.split_once(':')?;
    let begins = scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    (begins && scheme.chars().all(is_scheme)).then_some(scheme)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn r_259_addresses_are_resolved_against_the_site() {
        let target = "https://example.com:8443/a/b?c";
        for (value, expected) in rows::<(String, String)>(include_str!("license/addresses.jsonl")) {
            let address = license(&value).unwrap();
            assert_eq!(&*address.resolved(target), expected, "{value}");
        }
        assert_eq!(&*license("/l.xml").unwrap().resolved("/a"), "/l.xml");
        assert_eq!(license("<>"), None);
        assert_eq!(license(""), None);
    }
}
