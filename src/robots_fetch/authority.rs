//! The address of the robots.txt of a URL, and the URLs that it governs (RFC 9309 §2.3).

use std::net::Ipv6Addr;

use idna::AsciiDenyList;

/// The URL of the robots.txt that governs `url`: that of its scheme, host and port.
///
/// ```
/// use robots_policy::robots_txt::robots_txt_url;
///
/// let place = |url| robots_txt_url(url);
/// assert_eq!(place("https://example.com:8080/a?b#c").as_deref(), Some("https://example.com:8080/robots.txt"));
/// assert_eq!(place("HTTP://user:secret@Example.COM:80").as_deref(), Some("http://example.com/robots.txt"));
/// assert_eq!(place("/a"), None);
/// ```
///
/// `None` for a URL without a robots.txt, see [`authority`].
pub fn robots_txt_url(url: &str) -> Option<String> {
    authority(url).map(|authority| authority + "/robots.txt")
}

/// Scheme, host and port of `url`, in one form for all URLs that one robots.txt governs: the key of a cache.
///
/// Scheme and host are in lower case, a host name in ASCII (`xn--`), an IPv6 address in its shortest form, the port is
/// left out where it is that of the scheme, and so are user and password.
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
///
/// `None` for a URL that is not absolute, is of another scheme than http, https and ftp, or whose host or port is
/// invalid.
pub fn authority(url: &str) -> Option<String> {
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
        let ascii = idna::domain_to_ascii_cow(host.as_bytes(), AsciiDenyList::URL).ok()?;
        (ascii.into_owned(), port)
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

/// The schemes with a robots.txt (RFC 9309 §2.3), and their ports.
const SCHEMES: [(&str, u16); 3] = [("http", 80), ("https", 443), ("ftp", 21)];
