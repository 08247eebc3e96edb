//! The URL of a robots.txt, and the URLs that it governs (RFC 9309 §2.3).
//!
//! One file is for one scheme, host and port. Two spellings of an authority must give one key, or a cache holds two copies
//! that can disagree; two authorities must never give one key, or one site is judged by the rules of another. So the key is that
//! of the URL which a client makes ([`crate::web_url`]), and whatever is none has no key.

use std::sync::Arc;

use crate::web_url::{split, trimmed};

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

/// The authority that a robots.txt is about, and the reader of those of other URLs: a program that never names one, as the module
/// for browsers, then has no reader of hosts in it.
#[derive(Clone, Debug)]
pub(crate) struct Authority {
    key: Arc<str>,
    read: fn(&str) -> Option<String>,
}

impl Authority {
    pub(crate) fn of(url: &str) -> Option<Authority> {
        let key = authority(url)?.into();
        Some(Authority {
            key,
            read: authority,
        })
    }

    /// Whether it governs a target: not a URL of another authority.
    pub(crate) fn governs(&self, target: &str) -> bool {
        (self.read)(target).is_none_or(|other| *other == *self.key)
    }
}

impl PartialEq for Authority {
    fn eq(&self, other: &Authority) -> bool {
        self.key == other.key
    }
}

impl Eq for Authority {}

/// Scheme, host and port of `url`, in one form for all URLs that one robots.txt governs: the key of a cache.
///
/// Scheme and host are in lower case, a host name is decoded and in ASCII (`xn--`), and addresses are in their shortest form.
/// The port is left out if it is the default of the scheme; user and password always are.
///
/// `None` for a URL that is not absolute, has a scheme other than http, https and ftp, or whose host or port is invalid.
///
/// # Examples
///
/// ```
/// use robots_policy::robots_txt::authority;
///
/// assert_eq!(authority("https://Bücher.example:443/a").as_deref(), Some("https://xn--bcher-kva.example"));
/// assert_eq!(authority("https://b%C3%BCcher.example\\a").as_deref(), Some("https://xn--bcher-kva.example"));
/// assert_eq!(authority("http://[0:0::1]:8080/").as_deref(), Some("http://[::1]:8080"));
/// // No robots.txt governs these: a reference without a host, another scheme, an invalid host or port.
/// for url in ["//example.com/a", "example.com/a", "mailto:a@example.com", "file:///a", "https://", "https://a b/", "https://a:99999/"] {
///     assert_eq!(authority(url), None, "{url}");
/// }
/// ```
pub fn authority(url: &str) -> Option<String> {
    split(&trimmed(url)).ok()?.origin()
}
