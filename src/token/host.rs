//! Host names: of signature agents, in fields and in robots.txt.
//!
//! Two inputs name the host that signs for a client: the `Signature-Agent` field of a request and `Signature-Agent`
//! lines of robots.txt (draft-meunier-signature-agent-rep §3.2). Both are read here into one canonical form, so that
//! they can be compared byte by byte. The form is the one of URLs: lower case, internationalised labels as A-labels
//! (`xn--…`), without the final dot.

use super::ascii::to_ascii;

/// Reads the canonical form of a bare host, or the host of an `https` URL, quoted or not: `example.com`, `"https://example.com:8443/keys"`.
///
/// The form is in lower case, with U-labels as A-labels and without a final dot. Beside it is whether the text is exact: where case,
/// a port, a path, a final dot or a U-label was normalised, robots.txt reports `signature-host-normalised`.
///
/// `None` for text that does not name a host: an IP address, a wildcard, an empty label, user information, another
/// scheme, and the thumbprint of a key (43 characters of base64url), which also looks like a label.
pub(crate) fn read_host(text: &str) -> Option<(Box<str>, bool)> {
    let unquoted = text
        .strip_prefix('"')
        .and_then(|inner| inner.strip_suffix('"'));
    let text = unquoted.unwrap_or(text);
    let authority = match text.get(..HTTPS.len()) {
        Some(scheme) if scheme.eq_ignore_ascii_case(HTTPS) => text.get(HTTPS.len()..)?,
        _ => text,
    };
    let (authority, rest) = split_at_any(authority, &['/', '?', '#']);
    let (written, port) = split_at_any(authority, &[':']);
    let port_is_number = port.len() != 1 && port.bytes().skip(1).all(|b| b.is_ascii_digit());
    let name = host_name(written)?;
    let is_exact = *name == *written && port.is_empty() && matches!(rest, "" | "/");
    port_is_number.then_some((name, is_exact))
}

/// The canonical form of a host that was written without scheme, port and path.
fn host_name(written: &str) -> Option<Box<str>> {
    if written.len() > LONGEST_WRITTEN {
        return None;
    }
    let ascii = if written.is_ascii() {
        written.to_ascii_lowercase()
    } else {
        to_ascii(written)?.into_owned()
    };
    let name = ascii.strip_suffix('.').unwrap_or(&ascii);
    let last = name.rsplit('.').next().unwrap_or_default();
    let is_address = last.bytes().all(|b| b.is_ascii_digit());
    let is_thumbprint = last.len() == name.len() && name.len() == THUMBPRINT;
    let is_host = name.len() <= LONGEST_NAME && name.split('.').all(is_label);
    (is_host && !is_address && !is_thumbprint).then(|| name.into())
}

/// Whether it is a label of a host name: letters, digits, `-` and `_`.
fn is_label(label: &str) -> bool {
    let is_byte = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    (1..=LONGEST_LABEL).contains(&label.len()) && label.bytes().all(is_byte)
}

/// Splits at the first of some characters, which goes to the second part.
fn split_at_any<'t>(text: &'t str, ends: &[char]) -> (&'t str, &'t str) {
    text.split_at(text.find(ends).unwrap_or(text.len()))
}

/// Whether it is a URL with the scheme `https`.
pub(crate) fn is_https(url: &str) -> bool {
    let scheme = url.get(..HTTPS.len());
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(HTTPS))
}

const HTTPS: &str = "https://";
/// The length of a SHA-256 thumbprint in base64url: 32 bytes without padding.
const THUMBPRINT: usize = 43;
/// The longest label (RFC 1035 §2.3.4).
const LONGEST_LABEL: usize = 63;
/// The longest name in its text form without the final dot: 255 octets on the wire (RFC 1035 §2.3.4).
const LONGEST_NAME: usize = 253;
/// Bytes of the longest name that is converted: 253 characters have at most four bytes each in UTF-8. It spares the
/// conversion of labels a hostile text.
const LONGEST_WRITTEN: usize = 4 * LONGEST_NAME;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    #[test]
    fn r_76_hosts_are_folded() {
        type Row = (String, Option<(String, bool)>);
        let read = |text: &str| {
            let (name, is_exact) = read_host(text)?;
            Some((name.into_string(), is_exact))
        };
        for (text, host) in rows::<Row>(include_str!("host/hosts.jsonl")) {
            assert_eq!(read(&text), host, "{text}");
        }
        let folded = Some((String::from("xn--bcher-kva.example"), false));
        let folded = folded.filter(|_| cfg!(feature = "idna"));
        assert_eq!(read("bücher.example"), folded);
        assert_eq!(read(&"é".repeat(5000)), None);
    }
}
