//! Patterns of addresses: paths, or whole URLs, in which `*` is anything but a slash and `**` anything.

use std::fmt::Write as _;

use robots_policy_servers::fits_signs;

/// A pattern of addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlPattern {
    text: String,
    /// The scheme and the host; `None` if it is for every site.
    site: Option<String>,
    path: String,
}

impl UrlPattern {
    /// The pattern of this text: a path, or a URL with `http://` or `https://`.
    ///
    /// # Errors
    /// Why it is none, in words.
    pub fn new(text: &str) -> Result<UrlPattern, String> {
        let is_letter = |c: char| c.is_whitespace() || c.is_control();
        if text.chars().any(is_letter) {
            return Err(String::from("an address has no blanks"));
        }
        if text.len() > MOST {
            return Err(format!("it is longer than {MOST} bytes"));
        }
        let (site, path) = parts(text);
        if site.is_none() && !path.starts_with('/') {
            return Err(String::from(
                "it begins with neither `/` nor `http://` or `https://`",
            ));
        }
        if site.as_deref().is_some_and(|site| site.ends_with("://")) {
            return Err(String::from("it has no host"));
        }
        Ok(UrlPattern {
            text: text.to_owned(),
            site,
            path,
        })
    }

    /// The pattern of all below a host, such as `staging.example.org`, or below a URL.
    ///
    /// # Errors
    /// Why the text is none, in words.
    pub fn below(text: &str) -> Result<UrlPattern, String> {
        let url = match text.contains("://") {
            true => text.to_owned(),
            // A path without a site has no host.
            false if text.contains('/') => {
                return Err(String::from(
                    "it is neither a host nor a URL with `http://` or `https://`",
                ));
            }
            false => format!("https://{text}"),
        };
        let mut below = UrlPattern::new(&url)?;
        if !text.contains("://") {
            below.site = below.site.map(|site| site.replace("https://", "*://"));
        }
        if !below.path.ends_with('/') {
            below.path.push('/');
        }
        below.path += "**";
        text.clone_into(&mut below.text);
        Ok(below)
    }

    /// The pattern as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its path, as a rule of robots.txt has it.
    pub(super) fn path(&self) -> &str {
        self.path.trim_end_matches('*')
    }

    /// The address, if the pattern has no star.
    pub fn address(&self) -> Option<&str> {
        (!self.text.contains('*') && !self.path.contains('*')).then_some(&self.text)
    }

    /// The address below which all is meant, of a pattern of [`UrlPattern::below`]; none has a star.
    pub fn base(&self) -> Option<String> {
        if self.text.contains('*') {
            return None;
        }
        let scheme = if self.text.contains("://") {
            ""
        } else {
            "https://"
        };
        Some(format!("{scheme}{}", self.text))
    }

    /// Whether it is for every site.
    pub(crate) fn is_of_any_site(&self) -> bool {
        self.site.is_none()
    }

    /// Whether an address, or a path, is one of those meant. A path alone is of no known site.
    pub fn fits(&self, url: &str) -> bool {
        let (site, path) = parts(url);
        let is_of_site = match (&self.site, site) {
            (None, _) => true,
            (Some(own), Some(site)) => fits(own, &site),
            (Some(_), None) => false,
        };
        is_of_site && fits(&self.path, &path)
    }

    /// Whether all addresses that are meant are below the address of another pattern, which has no star. What may be of any site is.
    pub(crate) fn is_below(&self, place: &UrlPattern) -> bool {
        let is_of_site = match (&self.site, &place.site) {
            (Some(own), Some(site)) => own == site,
            _ => true,
        };
        let start = self.path.split('*').next().unwrap_or_default();
        let below = place.path.trim_end_matches('/');
        let rest = start.strip_prefix(below);
        is_of_site && rest.is_some_and(|rest| rest.starts_with('/'))
    }

    /// Whether it is the address of a whole site.
    pub(crate) fn is_root(&self) -> bool {
        self.path == "/"
    }

    /// Whether an address may be of this site; `None` is a site that is not known.
    pub(crate) fn may_be_of(&self, url: Option<&str>) -> bool {
        let site = url.and_then(|url| parts(url).0);
        match (&self.site, site) {
            (Some(own), Some(site)) => fits(own, &site),
            _ => true,
        }
    }
}

/// Whether a text is one of those that a pattern means.
pub(crate) fn fits(pattern: &str, text: &str) -> bool {
    let signs = signs(pattern);
    let is_star = |sign: &Sign| !matches!(sign, Sign::Byte(_));
    fits_signs(&signs, text.bytes(), is_star, |at, byte| {
        match signs.get(at)? {
            Sign::Byte(own) => (*own == byte).then_some(at + 1),
            Sign::Several => (byte != b'/').then_some(at),
            Sign::All => Some(at),
        }
    })
}

#[derive(Clone, Copy)]
enum Sign {
    Byte(u8),
    /// Anything but a slash.
    Several,
    All,
}

fn signs(pattern: &str) -> Vec<Sign> {
    let mut signs = Vec::new();
    for byte in pattern.bytes() {
        match (byte, signs.last()) {
            (b'*', Some(Sign::All)) => {}
            (b'*', Some(Sign::Several)) => {
                signs.pop();
                signs.push(Sign::All);
            }
            (b'*', _) => signs.push(Sign::Several),
            _ => signs.push(Sign::Byte(byte)),
        }
    }
    signs
}

/// Scheme and host of an address, and its path with its query, in the forms that are compared.
fn parts(url: &str) -> (Option<String>, String) {
    let url = url.split('#').next().unwrap_or_default();
    let lower = url.get(..8).unwrap_or(url).to_ascii_lowercase();
    let scheme = ["http://", "https://"]
        .into_iter()
        .find(|scheme| lower.starts_with(scheme));
    let Some(scheme) = scheme else {
        return (None, normal(url));
    };
    let rest = url.get(scheme.len()..).unwrap_or_default();
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    let host = host.to_ascii_lowercase();
    let port = if scheme == "https://" { ":443" } else { ":80" };
    let host = host.strip_suffix(port).unwrap_or(&host);
    let path = if path.starts_with('/') {
        normal(path)
    } else {
        normal(&format!("/{path}"))
    };
    (Some(format!("{scheme}{host}")), path)
}

/// A path with other letters than those of ASCII in percent-encoding, whose digits are in upper case.
fn normal(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    let mut digits = 0_usize;
    for byte in path.bytes() {
        let is_digit = digits > 0;
        digits = match byte {
            b'%' => 2,
            _ => digits.saturating_sub(1),
        };
        if byte >= 0x80 {
            let _ = write!(text, "%{byte:02X}");
        } else if is_digit {
            text.push(char::from(byte.to_ascii_uppercase()));
        } else {
            text.push(char::from(byte));
        }
    }
    text
}

/// The longest pattern.
const MOST: usize = 2000;

#[cfg(test)]
mod tests {
    use robots_policy_kit::told::assert_told;

    use super::*;

    #[test]
    fn stars_mean_what_the_documents_say_and_a_host_means_all_its_addresses() {
        assert_told("crates/lint/src/told/patterns.txt", |step, _| {
            let (pattern, url) = step.split_once(" | ").unwrap_or((step, ""));
            let own = match pattern.strip_prefix("below ") {
                Some(place) => UrlPattern::below(place),
                None => UrlPattern::new(pattern),
            };
            match own.map(|own| own.fits(url)) {
                Ok(true) => String::from("fits"),
                Ok(false) => String::from("does not fit"),
                Err(_) => String::from("is no pattern"),
            }
        });
        assert!(UrlPattern::new("").is_err());
    }
}
