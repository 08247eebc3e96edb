//! A host name in the letters of DNS, as URLs have it: lower case, internationalised labels as A-labels (`xn--…`).

use std::borrow::Cow;

/// The name in ASCII; `None` where it has a character that no host of a URL has.
#[cfg(feature = "idna")]
pub(crate) fn to_ascii(host: &str) -> Option<Cow<'_, str>> {
    idna::domain_to_ascii_cow(host.as_bytes(), idna::AsciiDenyList::URL).ok()
}

/// The name in ASCII; `None` where it has a character that no host of a URL has, and where only Unicode's tables say what the
/// host is, unless the program has said who has them.
#[cfg(not(feature = "idna"))]
pub(crate) fn to_ascii(host: &str) -> Option<Cow<'_, str>> {
    let given = || given::to_ascii(host).map(Cow::Owned);
    plain(host).or_else(given)
}

/// Whether only tables of Unicode say what this host is, and this program has none.
pub(crate) fn is_beyond_tables(host: &str) -> bool {
    !has_tables() && (!host.is_ascii() || host.to_ascii_lowercase().contains("xn--"))
}

fn has_tables() -> bool {
    #[cfg(all(feature = "idna-given", not(feature = "idna")))]
    return GIVEN.get().is_some();
    #[cfg(not(all(feature = "idna-given", not(feature = "idna"))))]
    cfg!(feature = "idna")
}

#[cfg(not(feature = "idna"))]
use self::given_or_none as given;

/// Unicode's tables of the program.
#[cfg(all(feature = "idna-given", not(feature = "idna")))]
mod given_or_none {
    /// The answer of the program for hosts with other letters than those of DNS.
    pub(super) fn to_ascii(host: &str) -> Option<String> {
        let is_allowed = |c: char| !c.is_ascii() || super::is_plain(c as u8);
        let is_asked = host.len() <= LONGEST && host.chars().all(is_allowed);
        super::GIVEN.get().filter(|_| is_asked)?(host)
    }

    /// Bytes of the longest name that is asked about.
    const LONGEST: usize = 4096;
}

#[cfg(not(any(feature = "idna-given", feature = "idna")))]
mod given_or_none {
    pub(super) fn to_ascii(_host: &str) -> Option<String> {
        None
    }
}

#[cfg(feature = "idna-given")]
static GIVEN: std::sync::OnceLock<fn(&str) -> Option<String>> = std::sync::OnceLock::new();

/// Says who reads hosts with letters beyond ASCII where the library has no tables of Unicode, without its feature `idna`: a browser
/// has them in `URL`. The function gives a name as URLs have it (WHATWG URL §3.3, domain to ASCII), `None` for one that no URL has.
/// The first function stays.
#[cfg(feature = "idna-given")]
pub fn give_idna(to_ascii: fn(&str) -> Option<String>) {
    let _ = GIVEN.set(to_ascii);
}

/// A name without internationalised labels in lower case, which needs no tables.
#[cfg(any(test, not(feature = "idna")))]
fn plain(host: &str) -> Option<Cow<'_, str>> {
    let lower = host.to_ascii_lowercase();
    let is_name =
        lower.bytes().all(is_plain) && !lower.split('.').any(|label| label.starts_with("xn--"));
    is_name.then_some(Cow::Owned(lower))
}

/// Whether a host of a URL may have this character of ASCII.
#[cfg(any(test, not(feature = "idna")))]
fn is_plain(b: u8) -> bool {
    b.is_ascii_graphic() && !b"%#/:<>?@[\\]^|".contains(&b)
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
