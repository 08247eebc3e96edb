//! The URL of a robots.txt, and the URLs that it governs (RFC 9309 §2.3).
//!
//! One file is for one scheme, host and port. Two spellings of an authority must give one key, or a cache holds two copies
//! that can disagree; two authorities must never give one key, or one site is judged by the rules of another. So host
//! names become ASCII as in a browser, addresses through [`Ipv6Addr`], and whatever is not valid has no key.

use std::net::Ipv6Addr;

use crate::token::to_ascii;

/// The URL of the robots.txt that governs `url`: that of its scheme, host and port. `None` for a URL without a robots.txt, see
/// [`authority`].
///
/// # Examples
///
/// ```
/// use robots_policy::robots_txt::robots_txt_url;
///
/// assert_eq!(robots_txt_url("https://example.com:8080/a?b#c").as_deref(), Some("https://example.com:8080/robots.txt"));
/// assert_eq!(robots_txt_url("HTTP://user:secret@Example.COM:80").as_deref(), Some("http://example.com/robots.txt"));
/// assert_eq!(robots_txt_url("/a"), None);
/// ```
pub fn robots_txt_url(url: &str) -> Option<String> {
    authority(url).map(|authority| authority + "/robots.txt")
}

/// Scheme, host and port of `url`, in one form for all URLs that one robots.txt governs: the key of a cache.
///
/// Scheme and host are in lower case, a host name is in ASCII (`xn--`), and an IPv6 address in its shortest form. The port is
/// left out if it is the default of the scheme; user and password always are.
///
/// `None` for a URL that is not absolute, has a scheme other than http, https and ftp, or whose host or port is invalid.
///
/// # Examples
///
/// ```
/// use robots_policy::robots_txt::authority;
///
/// assert_eq!(authority("https://Bücher.example:443/a").as_deref(), Some("https://xn--bcher-kva.example"));
/// assert_eq!(authority("http://[0:0::1]:8080/").as_deref(), Some("http://[::1]:8080"));
/// // No robots.txt governs these: a reference without a host, another scheme, an invalid host or port.
/// for url in ["//example.com/a", "example.com/a", "mailto:a@example.com", "file:///a", "https://", "https://a b/", "https://a:99999/"] {
///     assert_eq!(authority(url), None, "{url}");
/// }
/// ```
pub fn authority(url: &str) -> Option<String> {
    if let Some(own) = plain(url) {
        return Some(own.to_owned());
    }
    normal(url)
}

/// The authority of an address that has it in its form already, as nearly all have.
fn plain(url: &str) -> Option<&str> {
    let start = ["https://", "http://"]
        .into_iter()
        .find(|start| url.starts_with(start))?
        .len();
    let rest = url.get(start..)?;
    let is_of_host = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b".-".contains(b);
    let len = rest.bytes().take_while(is_of_host).count();
    let (host, after) = rest.split_at(len);
    let ends = after.is_empty() || after.starts_with(['/', '?', '#']);
    let is_label = |label: &str| {
        let is_edged = label.starts_with('-') || label.ends_with('-');
        !label.is_empty() && label.len() < MOST_PLAIN && !is_edged
    };
    let mut pairs = host.as_bytes().windows(2);
    let is_plain = ends && len < MOST_PLAIN && !pairs.any(|pair| pair == b"--");
    (is_plain && host.split('.').all(is_label)).then(|| url.get(..start + len))?
}

fn normal(url: &str) -> Option<String> {
    let (scheme, rest) = url.trim_ascii().split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let (_, default_port) = *SCHEMES.iter().find(|(known, _)| *known == scheme)?;
    let end = rest.find(['/', '\\', '?', '#']).unwrap_or(rest.len());
    let authority = rest.get(..end)?;
    let (_, place) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (host, port) = if let Some(address) = place.strip_prefix('[') {
        let (address, port) = address.split_once(']')?;
        let address: Ipv6Addr = address.parse().ok()?;
        (format!("[{address}]"), port)
    } else {
        let (host, port) = place.split_at(place.find(':').unwrap_or(place.len()));
        (to_ascii(host)?.into_owned(), port)
    };
    if host.is_empty() {
        return None;
    }
    let port = match port.strip_prefix(':') {
        Some("") => default_port,
        None if port.is_empty() => default_port,
        Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => digits.parse().ok()?,
        _ => return None,
    };
    Some(if port == default_port {
        format!("{scheme}://{host}")
    } else {
        format!("{scheme}://{host}:{port}")
    })
}

/// The schemes with a robots.txt (RFC 9309 §2.3 names http, https and ftp), and their default ports.
pub(super) const SCHEMES: [(&str, u16); 3] = [("http", 80), ("https", 443), ("ftp", 21)];
/// Longer hosts are looked at in full.
const MOST_PLAIN: usize = 60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_authority_that_has_its_form_already_stays_as_it_is() {
        for (url, is_plain) in [
            ("https://a.example/b?c", true),
            ("http://a-b.c1.example", true),
            ("https://127.0.0.1/", true),
            ("https://a.example?b", true),
            ("https://a.example:8080/", false),
            ("https://A.example/", false),
            ("https://u@a.example/", false),
            ("https://xn--bcher-kva.example/", false),
            ("https://a..example/", false),
            ("https://a.example./", false),
            ("https://-a.example/", false),
            ("https://a.example\\b", false),
            (" https://a.example", false),
            ("ftp://a.example/", false),
            ("https:///", false),
            ("https://", false),
        ] {
            assert_eq!(plain(url).is_some(), is_plain, "{url}");
            if let Some(own) = plain(url) {
                assert_eq!(normal(url).as_deref(), Some(own), "{url}");
            }
        }
    }
}
