//! A host name in the letters of DNS, as URLs have it: lower case, internationalised labels as A-labels (`xn--…`).

use std::borrow::Cow;

/// The name in ASCII; `None` where it has a character that no host of a URL has.
#[cfg(feature = "idna")]
pub(crate) fn to_ascii(host: &str) -> Option<Cow<'_, str>> {
    idna::domain_to_ascii_cow(host.as_bytes(), idna::AsciiDenyList::URL).ok()
}

/// The name in ASCII; `None` where it has a character that no host of a URL has, and where only Unicode's tables say what the
/// host is.
#[cfg(not(feature = "idna"))]
pub(crate) fn to_ascii(host: &str) -> Option<Cow<'_, str>> {
    plain(host)
}

/// A name without internationalised labels in lower case, which needs no tables.
#[cfg(any(test, not(feature = "idna")))]
fn plain(host: &str) -> Option<Cow<'_, str>> {
    let is_plain = |b: u8| b.is_ascii_graphic() && !b"%#/:<>?@[\\]^|".contains(&b);
    let lower = host.to_ascii_lowercase();
    let is_name =
        lower.bytes().all(is_plain) && !lower.split('.').any(|label| label.starts_with("xn--"));
    is_name.then_some(Cow::Owned(lower))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The features of a build change no answer about a host that both know.
    #[cfg(feature = "idna")]
    #[test]
    fn a_plain_name_needs_no_tables() {
        for byte in 0..128_u8 {
            for host in [
                format!("a{}b", char::from(byte)),
                format!("A.{}.c", char::from(byte)),
            ] {
                assert_eq!(plain(&host), to_ascii(&host), "{host:?}");
            }
        }
        for host in [
            "Example.COM",
            "a..b",
            ".",
            "a.",
            "-a-.b",
            "a_b",
            &"a".repeat(300),
        ] {
            assert_eq!(plain(host), to_ascii(host), "{host:?}");
        }
    }

    #[test]
    fn other_names_are_not_guessed() {
        for host in ["bücher.example", "xn--bcher-kva.example", "a.XN--a"] {
            assert_eq!(plain(host), None, "{host}");
        }
    }
}
