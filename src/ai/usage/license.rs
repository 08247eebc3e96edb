//! The value of a `License` line: the address of a licence, with or without marks around it.

/// Reads a value: the address without marks around it, and whether it had quotes or angle brackets around it. `None` for a value
/// without an address.
pub(crate) fn license(value: &str) -> Option<(&str, bool)> {
    let bare = [('<', '>'), ('"', '"'), ('\'', '\'')]
        .iter()
        .find_map(|(open, close)| value.strip_prefix(*open)?.strip_suffix(*close));
    let text = bare.unwrap_or(value).trim_ascii();
    (!text.is_empty()).then_some((text, bare.is_some()))
}

/// Whether an address begins with a scheme (RFC 3986 §3.1).
pub(crate) fn is_absolute(address: &str) -> bool {
    scheme(address).is_some()
}

/// The address as an absolute one, if the target of a question has a scheme and an authority that a relative address
/// needs; else as it is written.
pub(crate) fn resolved(address: &str, target: &str) -> Box<str> {
    let base = scheme(target).filter(|_| !is_absolute(address));
    let Some(rest) = base.and_then(|scheme| target.get(scheme.len() + 1..)?.strip_prefix("//"))
    else {
        return address.into();
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, _) = rest.split_at(end);
    let scheme = base.unwrap_or_default();
    if address.starts_with("//") {
        return format!("{scheme}:{address}").into();
    }
    // robots.txt is at the root, so that a path without a slash begins there.
    let slash = if address.starts_with('/') { "" } else { "/" };
    format!("{scheme}://{authority}{slash}{address}").into()
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
            let (address, _) = license(&value).unwrap();
            assert_eq!(&*resolved(address, target), expected, "{value}");
        }
        assert_eq!(license("/l.xml"), Some(("/l.xml", false)));
        assert_eq!(&*resolved("/l.xml", "/a"), "/l.xml");
        assert_eq!(license("<>"), None);
        assert_eq!(license(""), None);
    }
}
