//! From a text to the URL that a client makes of it.
//!
//! Every source and every door reads a URL here, so that a page has one site and one path, whoever asks about it. It is the
//! parser of clients (WHATWG URL §4.4) for the schemes that have a robots.txt: blanks around a URL and tabs and line ends in it
//! are left out, `\` is `/`, a host is decoded and in ASCII, and one that ends in a number is an IPv4 address. What that
//! parser repairs without a trace is refused, because another thing may be meant: `https:/a`, `https:///a`, `\a` and `/\a`.
//!
//! **Which test notices.** `clients_make_the_same_url` below, whose witness is the crate `url`.

use std::borrow::Cow;
use std::net::{Ipv4Addr, Ipv6Addr};

use memchr::{memchr, memchr3};

use crate::token::{is_beyond_tables, to_ascii};

/// A text that begins with a host, or is a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts<'t> {
    /// With its default port; `None` after `//`, and for a path.
    scheme: Option<(&'static str, u16)>,
    /// User, host and port; `None` for a path.
    authority: Option<&'t str>,
    /// Path and query, without a fragment. The path begins with `/` or `\`, or lacks that.
    pub(crate) rest: &'t str,
}

/// A text without what clients leave out of a URL.
pub(crate) fn trimmed(text: &str) -> Cow<'_, str> {
    let text = text.trim_matches(|c| c <= ' ');
    match memchr3(b'\t', b'\n', b'\r', text.as_bytes()) {
        None => Cow::Borrowed(text),
        Some(_) => Cow::Owned(text.replace(['\t', '\n', '\r'], "")),
    }
}

/// The parts of a text that is trimmed. A text without scheme and slash is a path.
///
/// # Errors
/// A scheme without a robots.txt, and what may be a path or a host.
pub(crate) fn split(text: &str) -> Result<Parts<'_>, Cow<'static, str>> {
    let end = memchr(b'#', text.as_bytes()).unwrap_or(text.len());
    let text = text.get(..end).unwrap_or(text);
    match text.as_bytes() {
        [b'/', b'/', ..] => return Ok(with_host(None, text.get(2..).unwrap_or_default())),
        [b'\\', ..] | [b'/', b'\\', ..] => return Err(BACKSLASH.into()),
        [b'/', ..] => {}
        _ => {
            let scheme = text.split_once(':').filter(|(name, _)| is_scheme(name));
            if let Some((name, rest)) = scheme {
                return after_scheme(name, rest);
            }
        }
    }
    Ok(Parts {
        scheme: None,
        authority: None,
        rest: text,
    })
}

fn with_host<'t>(scheme: Option<(&'static str, u16)>, text: &'t str) -> Parts<'t> {
    let end = memchr3(b'/', b'\\', b'?', text.as_bytes()).unwrap_or(text.len());
    let (authority, rest) = text.split_at(end);
    Parts {
        scheme,
        authority: Some(authority),
        rest,
    }
}

/// The parts after a scheme and its colon.
fn after_scheme<'t>(name: &str, rest: &'t str) -> Result<Parts<'t>, Cow<'static, str>> {
    let known = SCHEMES
        .iter()
        .find(|(own, _)| name.eq_ignore_ascii_case(own));
    match (known, rest.strip_prefix("//")) {
        (Some(known), Some(rest)) => Ok(with_host(Some(*known), rest)),
        (Some(_), None) if rest.contains('\\') => Err(BACKSLASH.into()),
        (Some(_), None) => Err(format!("`//` is missing after `{name}:`").into()),
        // A host with a port.
        (None, None) if rest.starts_with(|c: char| c.is_ascii_digit()) => Err(NO_SCHEME.into()),
        (None, _) => Err(format!("its scheme is `{name}`, and not http or https").into()),
    }
}

impl<'t> Parts<'t> {
    /// Whether a client can ask for it: it has no host, or one that can be.
    ///
    /// # Errors
    /// What is wrong with host or port.
    pub(crate) fn check(self) -> Result<Parts<'t>, Cow<'static, str>> {
        match self.authority {
            Some(authority) if !is_plain(authority) => host_and_port(authority).map(|_| self),
            _ => Ok(self),
        }
    }

    /// The host as it is written, without user and port; `None` for a path.
    pub(crate) fn host(self) -> Option<&'t str> {
        let place = after_user(self.authority?);
        place.split(':').next()
    }

    /// Scheme, host and port in their one form; `None` for a path and after `//`.
    pub(crate) fn origin(self) -> Option<String> {
        let ((scheme, default_port), authority) = self.scheme.zip(self.authority)?;
        if is_plain(authority) {
            return Some(format!("{scheme}://{authority}"));
        }
        let (host, port) = host_and_port(authority).ok()?;
        let host = host?;
        Some(match port.filter(|port| *port != default_port) {
            None => format!("{scheme}://{host}"),
            Some(port) => format!("{scheme}://{host}:{port}"),
        })
    }
}

/// Whether an authority is a name in its one form already, as nearly all are.
fn is_plain(authority: &str) -> bool {
    let is_of_name = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b".-".contains(&b);
    let is_label = |label: &str| {
        let is_edged = label.starts_with('-') || label.ends_with('-') || label.contains("--");
        !label.is_empty() && !is_edged
    };
    let last = authority.rsplit('.').next().unwrap_or_default();
    let may_be_address = last.starts_with(|c: char| c.is_ascii_digit());
    let is_name = authority.len() < MOST_PLAIN && authority.bytes().all(is_of_name);
    is_name && !may_be_address && authority.split('.').all(is_label)
}

fn after_user(authority: &str) -> &str {
    authority
        .rsplit_once('@')
        .map_or(authority, |(_, place)| place)
}

/// The host in its one form, `None` where only tables of Unicode have it that this build lacks, and the port.
fn host_and_port(authority: &str) -> Result<(Option<String>, Option<u16>), Cow<'static, str>> {
    let place = after_user(authority);
    let (host, port) = if let Some(address) = place.strip_prefix('[') {
        let (address, port) = address.split_once(']').ok_or(NO_IPV6)?;
        (Some(ipv6(address).ok_or(NO_IPV6)?), port)
    } else {
        let (host, port) = place.split_at(memchr(b':', place.as_bytes()).unwrap_or(place.len()));
        (name(host)?, port)
    };
    let port = match port.strip_prefix(':') {
        Some("") => None,
        None if port.is_empty() => None,
        Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => {
            Some(digits.parse().map_err(|_| NO_PORT)?)
        }
        _ => return Err(NO_PORT.into()),
    };
    Ok((host, port))
}

fn ipv6(text: &str) -> Option<String> {
    let address: Ipv6Addr = text.parse().ok()?;
    if address.to_ipv4_mapped().is_none() {
        return Some(format!("[{address}]"));
    }
    // URLs have no dots there (WHATWG URL §3.5).
    let [.., high, low] = address.segments();
    Some(format!("[::ffff:{high:x}:{low:x}]"))
}

/// A host that is no IPv6 address, in its one form.
fn name(host: &str) -> Result<Option<String>, Cow<'static, str>> {
    let decoded = decoded(host).ok_or(NO_NAME)?;
    let ascii = to_ascii(&decoded).map(Cow::into_owned);
    match ascii {
        Some(name) if name.is_empty() => Err("it has no host".into()),
        Some(name) if ends_in_number(&name) => match ipv4(&name) {
            Some(address) => Ok(Some(address.to_string())),
            None => Err("its host ends in a number and is no IPv4 address".into()),
        },
        Some(name) => Ok(Some(name)),
        None if is_beyond_tables(&decoded) => Ok(None),
        None => {
            let wrong = decoded.chars().find(|c| c.is_ascii() && is_wrong(*c));
            Err(wrong.map_or(NO_NAME.into(), |c| format!("its host has {c:?}").into()))
        }
    }
}

/// Whether no host has this character of ASCII (WHATWG URL §3.1).
fn is_wrong(c: char) -> bool {
    c <= ' ' || "%#/:<>?@[\\]^|\u{7F}".contains(c)
}

/// A host without escapes; `None` if its octets are no UTF-8.
fn decoded(host: &str) -> Option<Cow<'_, str>> {
    if memchr(b'%', host.as_bytes()).is_none() {
        return Some(Cow::Borrowed(host));
    }
    let digit = |octet: &u8| char::from(*octet).to_digit(16);
    let mut out = Vec::with_capacity(host.len());
    let mut rest = host.as_bytes();
    while let [octet, after @ ..] = rest {
        let escape = match rest {
            [b'%', high, low, after @ ..] => digit(high).zip(digit(low)).map(|d| (d, after)),
            _ => None,
        };
        let ((high, low), after) = escape.unwrap_or(((0, u32::from(*octet)), after));
        out.push(u8::try_from(high * 16 + low).unwrap_or_default());
        rest = after;
    }
    String::from_utf8(out).ok().map(Cow::Owned)
}

fn ends_in_number(name: &str) -> bool {
    let last = name.strip_suffix('.').unwrap_or(name).rsplit('.').next();
    last.is_some_and(|last| {
        let are_digits = !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit());
        are_digits || number(last).is_some()
    })
}

/// An IPv4 address of one to four numbers, of which the last fills the rest.
fn ipv4(name: &str) -> Option<Ipv4Addr> {
    let name = name.strip_suffix('.').unwrap_or(name);
    let numbers: Option<Vec<u64>> = name.splitn(5, '.').map(number).collect();
    let numbers = numbers?;
    let (last, octets) = numbers.split_last()?;
    let most = u32::MAX.checked_shr(8 * u32::try_from(octets.len()).ok()?)?;
    if *last > most.into() || octets.iter().any(|octet| *octet > 255) {
        return None;
    }
    let shifted = octets
        .iter()
        .zip([24, 16, 8])
        .map(|(octet, by)| octet << by);
    let address = u32::try_from(shifted.sum::<u64>() + last).ok()?;
    Some(Ipv4Addr::from(address))
}

/// A decimal, octal or hexadecimal number of an IPv4 address, the greatest for all that are too long.
fn number(part: &str) -> Option<u64> {
    let (digits, radix) = match (part.strip_prefix("0x"), part.strip_prefix('0')) {
        (Some(""), _) => return Some(0),
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) if !digits.is_empty() => (digits, 8),
        _ => (part, 10),
    };
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    is_number.then(|| u64::from_str_radix(digits, radix).unwrap_or(u64::MAX))
}

/// Whether a text is a scheme (RFC 3986 §3.1).
fn is_scheme(text: &str) -> bool {
    let is_of_scheme = |b: u8| b.is_ascii_alphanumeric() || b"+-.".contains(&b);
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(is_of_scheme)
}

/// The schemes with a robots.txt (RFC 9309 §2.3 names http, https and ftp), and their default ports.
pub(crate) const SCHEMES: [(&str, u16); 3] = [("http", 80), ("https", 443), ("ftp", 21)];
/// Longer names are looked at in full.
const MOST_PLAIN: usize = 60;

const BACKSLASH: &str = "it has `\\` where a URL has `/`";
pub(crate) const NO_SCHEME: &str = "it has no scheme such as `https://`";
const NO_IPV6: &str = "its host is no IPv6 address";
const NO_PORT: &str = "its port is no number up to 65535";
const NO_NAME: &str = "its host is no name of a site";

#[cfg(all(test, feature = "idna"))]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tests::rows;

    fn texts() -> impl Strategy<Value = String> {
        let scheme = prop::sample::select(vec![
            "http://",
            "https://",
            "HTTPS://",
            "ht\ntp://",
            "ftp://",
            " https:\t//",
        ]);
        // In these readers differ.
        let pieces: Vec<String> = rows(include_str!("web_url/pieces.jsonl"));
        let pieces = |most| prop::collection::vec(prop::sample::select(pieces.clone()), 0..most);
        let end = prop::sample::select(vec!["", "/", "\\", "?"]);
        (scheme, pieces(5), end, pieces(6)).prop_map(|(scheme, host, end, path)| {
            format!("{scheme}{}{end}{}", host.concat(), path.concat())
        })
    }

    /// Scheme, host and port as the witness has them.
    fn witness(text: &str) -> Option<String> {
        let url = url::Url::parse(text).ok()?;
        let port = url
            .port()
            .map(|port| format!(":{port}"))
            .unwrap_or_default();
        Some(format!("{}://{}{port}", url.scheme(), url.host_str()?))
    }

    fn own(text: &str) -> Option<String> {
        split(&trimmed(text)).and_then(Parts::check).ok()?.origin()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn clients_make_the_same_url(text in texts()) {
            let after = trimmed(&text).split_once("://").map(|(_, rest)| rest.to_owned());
            // A missing host is not looked for in the path.
            let has_host = after.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', '\\']));
            prop_assert_eq!(own(&text), witness(&text).filter(|_| has_host), "{:?}", text);
        }
    }

    #[test]
    fn hosts_and_ports() {
        for (text, origin) in rows::<(String, Option<String>)>(include_str!("web_url/hosts.jsonl"))
        {
            assert_eq!(own(&text), origin, "{text}");
            let is_split = text.contains("://");
            assert_eq!(witness(&text).filter(|_| is_split), origin, "{text}");
        }
    }

    #[test]
    fn a_name_in_its_one_form_is_seen_at_once() {
        for (authority, is_its) in rows::<(String, bool)>(include_str!("web_url/names.jsonl")) {
            assert_eq!(is_plain(&authority), is_its, "{authority}");
            if is_its {
                assert_eq!(
                    host_and_port(&authority),
                    Ok((Some(authority.clone()), None))
                );
            }
        }
    }
}
